"""The settings of One-Hour WW2 on hexes: points that the book leaves open, each with its default.

If the book says a thing in two ways, the default is the reading of the catalogue, and the setting offers the other.
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # shooting, cover, evasion
    switch("hexes.cover_evasion_double", False, "HEX-AMB-01"),
    integer("hexes.elimination_hits", 9, 1, 99, "HEX-ELIM-02, HEX-AMB-43"),
    # sighting and indirect fire
    integer("hexes.night_sight", 2, 1, 2, "HEX-AMB-53"),
    # cards, movement, stacking
    switch("hexes.allot_cards", False, "HEX-AMB-33"),
    switch("hexes.joint", False, "HEX-JOINT-01, HEX-AMB-41"),
    switch("hexes.hidden", False, "HEX-HID-01, HEX-AMB-48"),
    integer("hexes.turn_limit", 15, 1, 99, "HEX-AMB-49"),
    integer("hexes.offtable_shells", "none", 1, 99, "HEX-AMB-50", ("none",)),
    switch("hexes.air_sortie", False, "HEX-AMB-53"),
    switch("hexes.leave_table", False, "HEX-AMB-58"),
    # the campaign's battalions and back
    word("hexes.scale", ("battalion", "company"), "HEX-AMB-51, HEX-MAP-01, HEX-MAP-11"),
    integer("hexes.metres", 500, 100, 2000, "HEX-AMB-51, HEX-MAP-01"),
    switch("hexes.carry_hits", False, "HEX-MAP-07"),
    switch("hexes.trucks_lost", False, "HEX-MAP-10"),
    word("hexes.weak", ("fewer hits", "worse shots"), "HEX-MAP-04"),
    number("hexes.spent_above", Fraction(1, 2), 0, 1, "HEX-MAP-05, HEX-MAP-06, HEX-MAP-11"),
    number("hexes.companies_spent", Fraction(1, 2), 0, 1, "HEX-MAP-11"),
    number("hexes.companies_destroyed", Fraction(3, 4), 0, 1, "HEX-MAP-11"),
)
"""Every setting of this system."""
