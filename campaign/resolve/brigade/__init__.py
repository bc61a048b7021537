"""Battles resolved under WW2 Rules for Brigade Level Games."""
