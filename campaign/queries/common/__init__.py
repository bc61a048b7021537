"""Common to several folders: queries."""
