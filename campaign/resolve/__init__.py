"""Battles that the program resolves, with a resolver for each tabletop system. A system without a resolver is
complete.
"""
