"""The settings of One-Hour WW2 on hexes: points its text leaves open, each with its default.

Where the text says a thing twice or in two ways, the default is the reading of the catalogue; the setting is the other
one.
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # shooting, cover, evasion
    switch(
        "hexes.cover_evasion_double", False, "HEX-AMB-01", "cover and evasion count twice, on the die and on the hits"
    ),
    integer("hexes.elimination_hits", 9, 1, 99, "HEX-ELIM-02, HEX-AMB-43", "hits at which a normal unit is eliminated"),
    # sighting and indirect fire
    integer("hexes.night_sight", 2, 1, 2, "HEX-AMB-53", "hexes at which units see by night or in bad weather"),
    # cards, movement, stacking
    switch(
        "hexes.allot_cards", False, "HEX-AMB-33", "each side allots the cards it was dealt to its units as it likes"
    ),
    switch("hexes.joint", False, "HEX-JOINT-01, HEX-AMB-41", "two units in one hex may be activated together"),
    switch("hexes.hidden", False, "HEX-HID-01, HEX-AMB-48", "units may begin hidden"),
    integer("hexes.turn_limit", 15, 1, 99, "HEX-AMB-49", "turns of play after which a fight ends"),
    integer(
        "hexes.offtable_shells",
        "none",
        1,
        99,
        "HEX-AMB-50",
        "times an off-table battery may shoot or lay smoke in a fight; none: no limit",
        ("none",),
    ),
    switch("hexes.air_sortie", False, "HEX-AMB-53", "each sortie is one shot of an off-table battery in one turn"),
    switch(
        "hexes.leave_table", False, "HEX-AMB-58", "units may leave the map over their own edge and are out of the fight"
    ),
    # the campaign's battalions and back
    word("hexes.scale", ("battalion", "company"), "HEX-AMB-51, HEX-MAP-01, HEX-MAP-11", "what one unit on a hex is"),
    integer("hexes.metres", 500, 100, 2000, "HEX-AMB-51, HEX-MAP-01", "metres of ground to a hex"),
    switch(
        "hexes.carry_hits",
        False,
        "HEX-MAP-07",
        (
            "hits on a battalion that is still fresh are kept for another battle of the same day; else the stragglers"
            " return"
        ),
    ),
    switch(
        "hexes.trucks_lost",
        False,
        "HEX-MAP-10",
        "motorised infantry that lost its trucks is on foot in another battle of the same day",
    ),
    word(
        "hexes.weak",
        ("fewer hits", "worse shots"),
        "HEX-MAP-04",
        "how a weak battalion is weaker: it takes half the hits, or it shoots at -1",
    ),
    number(
        "hexes.spent_above",
        Fraction(1, 2),
        0,
        1,
        "HEX-MAP-05, HEX-MAP-06, HEX-MAP-11",
        "part of the hits it can take above which a battalion is spent",
    ),
    number(
        "hexes.companies_spent",
        Fraction(1, 2),
        0,
        1,
        "HEX-MAP-11",
        "part of its companies eliminated at which a battalion is spent",
    ),
    number(
        "hexes.companies_destroyed",
        Fraction(3, 4),
        0,
        1,
        "HEX-MAP-11",
        "part of its companies eliminated at which a battalion is destroyed, rounded up",
    ),
)
"""Every setting of this system."""
