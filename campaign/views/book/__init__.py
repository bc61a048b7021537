"""The book of a campaign and its journal: views."""
