"""The parts of Brigadier General Commands that are the same in every battle of a campaign: the preview's charts for all
grades, all values of the house file, and the house rules.

    reference(book) -> Reference
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.about import ABOUT
from campaign.rules.tabletop.brigadier.house_plain import house_for
from campaign.rules.tabletop.brigadier.house_rules import every_house_rule
from campaign.rules.tabletop.brigadier.house_words import every_need, house_words
from campaign.rules.tabletop.brigadier.quick_reference import quick_tables
from campaign.words.sheet import Reference


def reference(book: Rulebook) -> Reference:
    """Return all charts of Brigadier General Commands, the values of the house file and the house rules."""
    house = house_for(book)
    needs = every_need(house)
    return Reference(
        quick_tables(needs, house, book, night=True, has_air=True),
        house_words(needs, house, book, has_air=True),
        every_house_rule(book, ABOUT.table.inches_a_km),
    )
