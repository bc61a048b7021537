"""Brigadier General Commands: the rules that its preview covers, and the gaps that a house file fills (BGC)."""
