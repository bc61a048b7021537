"""Conversion of files to values and back: orders of battle, scenarios, maps, returns. Never a session."""
