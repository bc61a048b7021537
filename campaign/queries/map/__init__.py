"""The map: queries."""
