"""Orders: queries."""
