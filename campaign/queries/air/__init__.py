"""Air: queries."""
