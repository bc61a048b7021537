"""The campaign as a whole: queries."""
