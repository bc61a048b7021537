"""Contacts: queries."""
