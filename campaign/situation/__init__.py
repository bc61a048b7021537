"""Rows to the small values that rules and theatre take: one place for actions and queries alike."""
