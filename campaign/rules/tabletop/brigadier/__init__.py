"""Brigadier General Commands: the rules its preview covers, and the places where a house file speaks (BGC)."""
