"""Battles that the program fights: a resolver for each tabletop system. A system without a resolver is complete."""
