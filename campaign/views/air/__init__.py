"""Air: views."""
