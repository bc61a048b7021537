"""Battles resolved under Brigadier General Commands."""
