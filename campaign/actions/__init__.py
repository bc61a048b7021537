"""The actions: one function per verb, one journal entry per call; each loads rows, asks the rules, writes, and returns
a receipt.
"""
