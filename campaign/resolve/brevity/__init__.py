"""Battles resolved under Operation Brevity."""
