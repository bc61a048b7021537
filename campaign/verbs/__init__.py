"""Program commands as values: what can be asked of the campaign, a frozen dataclass each, with what is asked at its
fields (``terms/asking.py``). Nothing here does it: a module of ``actions`` with the same name does.

Options and arguments of the terminal, fields and errors of the desk's forms, and the units that a player's command
addresses follow from the declarations.
"""
