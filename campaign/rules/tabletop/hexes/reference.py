"""The parts of One-Hour WW2 on hexes that are the same in every battle: its charts for all types of units, and its
house rules.

reference(book) -> Reference
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.hexes.house_rules import every_house_rule
from campaign.rules.tabletop.hexes.quick_reference import quick_tables
from campaign.rules.tabletop.hexes.tables import MOVE, UnitType
from campaign.words.sheet import Reference, Reminders


def reference(book: Rulebook) -> Reference:
    """Return all charts of One-Hour WW2 on hexes, its rules in short and its house rules."""
    return Reference(quick_tables(tuple(UnitType), (), book), (_units_in_short(book),), every_house_rule(book))


def _units_in_short(book: Rulebook) -> Reminders:
    """Return what both players need to know of the types of units; optional rules that are not in use are named."""
    hidden, joint = book.switch("hexes.hidden"), book.switch("hexes.joint")
    return texts("hexes").reminders(
        "units in short",
        {"hidden_on": hidden, "hidden_off": not hidden, "joint_on": joint, "joint_off": not joint},
        two=MOVE[UnitType.TANKS],
        three=MOVE[UnitType.JEEPS],
    )
