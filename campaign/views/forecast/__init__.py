"""Forecasts: views."""
