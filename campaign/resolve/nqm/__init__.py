"""Battles resolved under Not Quite Mechanised."""
