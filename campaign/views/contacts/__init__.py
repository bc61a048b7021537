"""Contacts: views."""
