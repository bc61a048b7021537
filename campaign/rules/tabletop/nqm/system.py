"""Not Quite Mechanised as a tabletop system, behind the interface that the campaign uses
(``rules/tabletop/interface.py``).
"""

from __future__ import annotations

from campaign.rules.tabletop.interface import SYSTEMS, Tabletop
from campaign.rules.tabletop.nqm import muster, returns

TABLETOP = Tabletop(
    SYSTEMS["nqm"],
    muster=muster.muster,
    advice=lambda larger, turns, table_in: muster.advice(larger),
    fields=returns.fields,
    line_faults=lambda line, was, book: returns.faults(line, was),
    outcome=returns.outcome,
)
