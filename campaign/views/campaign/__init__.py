"""The campaign as a whole: views."""
