"""Supply: views."""
