"""Players: views."""
