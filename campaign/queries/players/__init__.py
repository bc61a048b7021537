"""Players: queries."""
