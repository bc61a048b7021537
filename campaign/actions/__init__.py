"""One verb, one function, one journal entry: load, ask the rule, write, answer with a receipt."""
