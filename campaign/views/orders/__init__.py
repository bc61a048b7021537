"""Orders: views."""
