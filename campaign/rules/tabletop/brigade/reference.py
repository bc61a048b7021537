"""The parts of the brigade rules that are the same in every battle: the charts with all their rows, and the house
rules.

reference(book) -> Reference
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.house_rules import every_house_rule
from campaign.rules.tabletop.brigade.quick_reference import every_table
from campaign.words.sheet import Reference


def reference(book: Rulebook) -> Reference:
    """Return all charts of the brigade rules and their house rules."""
    return Reference(every_table(), (), every_house_rule(book))
