"""A return by the rules: what a system asks and what was filed, its check, lines set up as one, two that differ."""
