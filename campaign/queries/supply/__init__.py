"""Supply: queries."""
