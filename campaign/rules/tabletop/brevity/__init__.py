"""Operation Brevity: the rules that drive the campaign between battles, and a tabletop system in which one stand is a
battalion.
"""
