"""Forecasts: queries."""
