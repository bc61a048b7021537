"""WW2 Rules for Brigade Level Games behind the interface that the campaign uses (``rules/tabletop/interface.py``)."""

from __future__ import annotations

from campaign.rules.tabletop.brigade import muster, returns
from campaign.rules.tabletop.interface import SYSTEMS, Tabletop

TABLETOP = Tabletop(
    SYSTEMS["brigade"],
    muster=muster.neutral,
    advice=lambda larger, turns, table_in: muster.advice(larger),
    fields=lambda book: returns.fields(),
    line_faults=lambda line, was, book: returns.line_faults(line, was),
    outcome=lambda line, was, book, dice=None: returns.outcome(line, was, book),
)
