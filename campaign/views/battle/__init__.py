"""Battles: views."""
