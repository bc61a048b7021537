"""Battles: queries."""
