"""The order of battle: queries."""
