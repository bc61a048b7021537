"""One-Hour WW2 on hexes as a tabletop system, behind the interface that the campaign uses
(``rules/tabletop/interface.py``).
"""

from __future__ import annotations

from campaign.rules.tabletop.hexes import muster, returns
from campaign.rules.tabletop.interface import SYSTEMS, Tabletop

TABLETOP = Tabletop(
    SYSTEMS["hexes"],
    muster=muster.muster,
    advice=lambda larger, turns, table_in: muster.advice(larger),
    fields=returns.fields,
    line_faults=returns.line_faults,
    outcome=lambda line, was, book, dice=None: returns.outcome(line, was, book),
)
