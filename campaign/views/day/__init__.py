"""The day: views."""
