"""What of the brigade rules is the same in every battle, complete: the charts with all their rows, the house rules.

reference(book) -> Reference
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.house_rules import every_house_rule
from campaign.rules.tabletop.brigade.quick_reference import every_table
from campaign.views.sheet import Reference


def reference(book: Rulebook) -> Reference:
    """All charts and house rules."""
    return Reference(every_table(), (), every_house_rule(book))
