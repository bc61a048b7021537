"""The day: queries."""
