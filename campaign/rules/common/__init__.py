"""Values and rules that the campaign and all five systems share: forces, dice, odds, returns, and the rulebook with its
settings.
"""
