"""The parts of One-Hour WW2 on hexes that are the same in every battle: its charts for all types of units, and its
house rules.

reference(book) -> Reference
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.hexes.house_rules import every_house_rule
from campaign.rules.tabletop.hexes.quick_reference import quick_tables
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.views.sheet import Reference


def reference(book: Rulebook) -> Reference:
    """Return all charts of One-Hour WW2 on hexes and its house rules."""
    return Reference(quick_tables(tuple(UnitType), (), book), (), every_house_rule(book))
