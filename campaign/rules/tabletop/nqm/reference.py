"""The parts of Not Quite Mechanised that are the same in every battle: its charts for all grades and weapons, its rules
in short, and its house rules.

    reference(book) -> Reference
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.rules.tabletop.nqm.house_rules import every_house_rule
from campaign.rules.tabletop.nqm.quick_reference import quick_tables
from campaign.rules.tabletop.nqm.ranges import reach
from campaign.rules.tabletop.nqm.reminders import reminders
from campaign.rules.tabletop.nqm.tables import RANGES, Grade, Weight
from campaign.words.sheet import Reference


def reference(book: Rulebook) -> Reference:
    """Return all charts of Not Quite Mechanised, its rules in short and its house rules."""
    grades = frozenset(Grade)
    inches_a_km = SYSTEMS["nqm"].table.inches_a_km
    charts = quick_tables(
        grades, book, reaches=tuple(reach(name, book) for name in RANGES), inches_a_km=inches_a_km, most=max(Weight)
    )
    return Reference(charts, reminders(grades, book, inches_a_km), every_house_rule(book))
