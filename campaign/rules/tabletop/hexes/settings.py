"""The settings of One-Hour WW2 on hexes: points its text leaves open, each with its default.

Where the text says a thing twice or in two ways, the default is the reading of the catalogue; the setting is the other
one.
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import number, switch, whole, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # shooting, cover, evasion
    switch(
        "hexes.cover_evasion_double",
        default=False,
        source="HEX-AMB-01",
        meaning="cover and evasion count twice, on the die and on the hits",
    ),
    switch(
        "hexes.auto_evade",
        default=False,
        source="HEX-AMB-04",
        meaning="every target that could evade has its -1 by that alone, and pays nothing for it",
    ),
    switch(
        "hexes.evade_indirect",
        default=True,
        source="HEX-AMB-06",
        meaning="units may evade the fire of artillery and mortars",
    ),
    word(
        "hexes.evade_types",
        "all",
        "not guns",
        source="HEX-AMB-07",
        meaning="who may evade: every unit, or all but guns and mortars",
    ),
    switch(
        "hexes.cover_and_evasion_stack",
        default=True,
        source="HEX-AMB-08",
        meaning="cover and evasion may both be taken off one shot",
    ),
    switch(
        "hexes.hill_is_open",
        default=False,
        source="HEX-AMB-09",
        meaning="a hill is open terrain: units evade there and two may stand on it",
    ),
    word("hexes.jeep_target_class", "infantry", "armoured", source="HEX-AMB-16", meaning="what jeeps are when shot at"),
    switch(
        "hexes.guns_are_infantry_targets",
        default=False,
        source="HEX-AMB-18",
        meaning="guns and mortars are shot at with the modifiers of infantry",
    ),
    switch(
        "hexes.guns_take_cover",
        default=False,
        source="HEX-AMB-19",
        meaning="guns and mortars have cover in woods, buildings and broken terrain as infantry has",
    ),
    word(
        "hexes.broken_between_covers",
        "all",
        "infantry",
        source="HEX-AMB-20",
        meaning="whom broken terrain between shooter and target covers",
    ),
    switch(
        "hexes.hulldown_vs_indirect",
        default=True,
        source="HEX-AMB-22",
        meaning="tanks on a hill are in cover from artillery and mortars too",
    ),
    switch(
        "hexes.cover_vs_indirect",
        default=True,
        source="HEX-AMB-24",
        meaning="the cover of its own hex protects a target from artillery and mortars",
    ),
    word(
        "hexes.hit_in_hex",
        "shooter",
        "random",
        source="HEX-AMB-40",
        meaning="which of two units in the target hex is hit: the one the shooter names, or either by a die",
    ),
    whole(
        "hexes.elimination_hits",
        9,
        1,
        99,
        source="HEX-ELIM-02, HEX-AMB-43",
        meaning="hits at which a normal unit is eliminated",
    ),
    # sighting and indirect fire
    switch(
        "hexes.woods_block_los",
        default=True,
        source="HEX-AMB-10",
        meaning="woods between shooter and target block the line",
    ),
    switch(
        "hexes.friends_block_los",
        default=True,
        source="HEX-AMB-11",
        meaning="friends between shooter and target block the line",
    ),
    word(
        "hexes.edge_los",
        "both",
        "either",
        source="HEX-AMB-12",
        meaning="a line along the side shared by two hexes is blocked when both of them block, or when either does",
    ),
    switch(
        "hexes.shooter_counts_for_ban",
        default=False,
        source="HEX-AMB-25",
        meaning="the shooting battery itself counts as a friend next to its target",
    ),
    word(
        "hexes.spotter_cost",
        "none",
        "action",
        source="HEX-AMB-27",
        meaning="what sighting for indirect fire costs the unit that sights: nothing, or its action of the turn",
    ),
    switch(
        "hexes.smoke_needs_spotter",
        default=False,
        source="HEX-AMB-29",
        meaning="a hex must be sighted to lay smoke on it",
    ),
    switch(
        "hexes.smoke_blocks_los",
        default=False,
        source="HEX-AMB-29",
        meaning="smoke between shooter and target blocks the line",
    ),
    switch(
        "hexes.smoke_until_next_activation",
        default=False,
        source="HEX-AMB-30",
        meaning="smoke lasts until the unit that laid it is activated again, not only to the end of the turn",
    ),
    whole("hexes.hill_sight", 2, 2, 12, source="HEX-AMB-56", meaning="hexes at which a unit on a hill sees"),
    whole(
        "hexes.night_sight", 2, 1, 2, source="HEX-AMB-53", meaning="hexes at which units see by night or in bad weather"
    ),
    # cards, movement, stacking
    word(
        "hexes.reshuffle",
        "when short",
        "every turn",
        source="HEX-AMB-31",
        meaning="when the pack is shuffled: when it holds fewer cards than there are units, or every turn",
    ),
    switch(
        "hexes.allot_cards",
        default=False,
        source="HEX-AMB-33",
        meaning="each side allots the cards it was dealt to its units as it likes",
    ),
    switch(
        "hexes.zoc_across_impassable",
        default=True,
        source="HEX-AMB-34",
        meaning="hexes with a river between them that cannot be crossed count as adjacent",
    ),
    word(
        "hexes.rough_cap",
        "total",
        "step",
        source="HEX-AMB-35",
        meaning="a move that touches rough ground is one hex in all, or has one such hex beside open ones",
    ),
    switch(
        "hexes.vehicles_in_woods",
        default=True,
        source="HEX-AMB-36",
        meaning="vehicles and guns may enter woods and buildings",
    ),
    word(
        "hexes.arrivals",
        "same turn",
        "next turn",
        source="HEX-AMB-47",
        meaning="when a unit that arrives is first dealt a card: in that turn or in the next",
    ),
    # optional rules and scope
    switch(
        "hexes.joint",
        default=False,
        source="HEX-JOINT-01, HEX-AMB-41",
        meaning="two units in one hex may be activated together",
    ),
    word(
        "hexes.joint_evade",
        "both",
        "first",
        source="HEX-AMB-41",
        meaning="from which of the two rolls of a joint shot an evasion takes its 1",
    ),
    switch("hexes.hidden", default=False, source="HEX-HID-01, HEX-AMB-48", meaning="units may begin hidden"),
    switch(
        "hexes.hidden_spot_reveals",
        default=False,
        source="HEX-AMB-48",
        meaning="a hidden unit that sights for the guns is revealed",
    ),
    whole("hexes.turn_limit", 15, 1, 99, source="HEX-AMB-49", meaning="turns of play after which a fight ends"),
    whole(
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
    whole("hexes.metres", 500, 100, 2000, source="HEX-AMB-51, HEX-MAP-01", meaning="metres of ground to a hex"),
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
