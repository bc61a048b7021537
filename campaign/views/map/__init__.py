"""The map: views."""
