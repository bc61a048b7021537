"""Conversion of rows to the small values that rules and theatre take, for actions and queries alike."""
