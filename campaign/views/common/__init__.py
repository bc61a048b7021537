"""Common to several folders: views."""
