"""The order of battle: views."""
