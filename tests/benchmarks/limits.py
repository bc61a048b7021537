"""What limits each path that a benchmark measures, by the part of its figures' names before the colon.

The words say where most of the time goes, as profiles and the figures beside each other showed it. `kept_figures` prints
those of a run under its table.
"""

from __future__ import annotations

EXACT = "adding up exact fractions for every outcome that is told apart."

LIMITS: dict[str, str] = {
    "startup": "starting Python and importing click; the program's own modules wait until a command needs them.",
    "day": "`status` by importing SQLAlchemy and configuring the tables; a day by reading and making its rows, since writing "
    "them bare takes a small part.",
    "journal": "one row by the entry and the transaction around it; many rows by writing the same rows bare.",
    "rows": "reading by the SELECT and SQLAlchemy's making of tuples, as in the ORM; asking by the rows that are tried in Python; "
    "writing by the images and the UPDATE.",
    "record": "looking back by reading the images of the journal from its first entry on, so that it grows with the day; undo "
    "by writing the rows.",
    "odds": EXACT,
    "brigade odds": EXACT,
    "nqm odds": EXACT,
    "hexes odds": EXACT,
    "brigadier odds": "adding up exact fractions for every outcome; the outcomes grow faster than the dice.",
    "fights": "making and judging each unit's choices, not the dice; under the Brigade rules and Brigadier General Commands "
    "each unit looks for every enemy, so that a fight grows with the square of the battalions.",
    "map": "laying out names and symbols without overlaps, three quarters of it.",
    "papers": "writing strings into the canvas of ReportLab, which the bare canvas does as well.",
    "whole play": "the actions of a turn in plain Python (marches, contacts, battles) and the objects that they make.",
    "long": "what a turn of the siege does that a long campaign ends in; the contacts that go on and the supply reports grow with "
    "the days, and a day looks at each of them a few times.",
    "theatre": "NetworkX's searches for routes and supply, one a battalion and one a link.",
    "large campaign": "reading and making the rows of the map.",
    "large turn": "NetworkX's searches for routes and for supply, then battles and the contacts before them.",
    "large army": "`new` by reading the scenario's files (half of it) and writing its rows (a third); `next` by NetworkX's searches; the reading "
    "commands by making the rows of the army; `print map` by laying out its sheets.",
    "import": "fitting each unit with an establishment and writing everything out as YAML (two thirds); checking reads the YAML "
    "again.",
    "orders": "the patterns of the grammar, a dozen a line; a line that names nothing by the look through all names; carrying out by the "
    "rows that each order reads.",
    "desk": "one Python process: what is asked at once waits for the pages before it, which are made anew after a change.",
    "secrets by time": "nothing is to be made faster: the figure is a ratio that must not differ from that of the same "
    "campaign again.",
}
