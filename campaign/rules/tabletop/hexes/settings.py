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
        "hexes.cover_evasion_double",
        default=False,
        source="HEX-AMB-01",
        meaning="cover and evasion count twice, on the die and on the hits",
    ),
    integer(
        "hexes.elimination_hits",
        9,
        1,
        99,
        source="HEX-ELIM-02, HEX-AMB-43",
        meaning="hits at which a normal unit is eliminated",
    ),
    # sighting and indirect fire
    integer(
        "hexes.night_sight", 2, 1, 2, source="HEX-AMB-53", meaning="hexes at which units see by night or in bad weather"
    ),
    # cards, movement, stacking
    switch(
        "hexes.allot_cards",
        default=False,
        source="HEX-AMB-33",
        meaning="each side allots the cards it was dealt to its units as it likes",
    ),
    switch(
        "hexes.joint",
        default=False,
        source="HEX-JOINT-01, HEX-AMB-41",
        meaning="two units in one hex may be activated together",
    ),
    switch("hexes.hidden", default=False, source="HEX-HID-01, HEX-AMB-48", meaning="units may begin hidden"),
    integer("hexes.turn_limit", 15, 1, 99, source="HEX-AMB-49", meaning="turns of play after which a fight ends"),
    integer(
        "hexes.offtable_shells",
        "none",
        1,
        99,
        words=("none",),
        source="HEX-AMB-50",
        meaning="times an off-table battery may shoot or lay smoke in a fight; none: no limit",
    ),
    switch(
        "hexes.air_sortie",
        default=False,
        source="HEX-AMB-53",
        meaning="each sortie is one shot of an off-table battery in one turn",
    ),
    switch(
        "hexes.leave_table",
        default=False,
        source="HEX-AMB-58",
        meaning="units may leave the map over their own edge and are out of the fight",
    ),
    # the campaign's battalions and back
    word(
        "hexes.scale",
        "battalion",
        "company",
        source="HEX-AMB-51, HEX-MAP-01, HEX-MAP-11",
        meaning="what one unit on a hex is",
    ),
    integer("hexes.metres", 500, 100, 2000, source="HEX-AMB-51, HEX-MAP-01", meaning="metres of ground to a hex"),
    switch(
        "hexes.carry_hits",
        default=False,
        source="HEX-MAP-07",
        meaning=(
            "hits on a battalion that is still fresh are kept for another battle of the same day; else the stragglers"
            " return"
        ),
    ),
    switch(
        "hexes.trucks_lost",
        default=False,
        source="HEX-MAP-10",
        meaning="motorised infantry that lost its trucks is on foot in another battle of the same day",
    ),
    word(
        "hexes.weak",
        "fewer hits",
        "worse shots",
        source="HEX-MAP-04",
        meaning="how a weak battalion is weaker: it takes half the hits, or it shoots at -1",
    ),
    number(
        "hexes.spent_above",
        Fraction(1, 2),
        Fraction(0),
        Fraction(1),
        source="HEX-MAP-05, HEX-MAP-06, HEX-MAP-11",
        meaning="part of the hits it can take above which a battalion is spent",
    ),
    number(
        "hexes.companies_spent",
        Fraction(1, 2),
        Fraction(0),
        Fraction(1),
        source="HEX-MAP-11",
        meaning="part of its companies eliminated at which a battalion is spent",
    ),
    number(
        "hexes.companies_destroyed",
        Fraction(3, 4),
        Fraction(0),
        Fraction(1),
        source="HEX-MAP-11",
        meaning="part of its companies eliminated at which a battalion is destroyed, rounded up",
    ),
)
"""Every setting of this system."""
