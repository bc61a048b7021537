"""Program commands as values: what can be asked of the campaign, a frozen dataclass each, with what is asked at its
fields (``terms/asking.py``) and who gives it (``terms/given.py``). Nothing here does it: the module of ``actions`` with
the same name does.

Options and arguments of the terminal, fields and errors of the desk's forms, and the units that a player's command
addresses follow from the declarations. By hand, because they are more than fields, remain: orders typed in words and
sent in letters (a language of its own), an order's page (route, basis, draft), the page of a ruling (a field a unit),
returns, photos, settings and house files, decisions, deadlines and the clock, founding, other dice, and what amends an
entry. Their commands are declared in ``actions``, beside what carries them out.
"""
