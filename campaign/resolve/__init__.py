"""Battles that the program resolves, with a resolver for each tabletop system. A system without a resolver is
complete.

A number that no book has says beside it what another value does: "400 changes 47 of 120 battles (the holder of 14)" are
generated battles in which a battalion ends in another state or place, and fields that another side then holds
(``python -m tests.harness.weights``). "Our choice" is a number of which no reason is known.
"""
