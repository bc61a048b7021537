"""Battles resolved under One-Hour WW2 on hexes."""
