"""What Brigadier General Commands leaves open or to the players: optional rules, readings of the text, and the
campaign's own figures.

Optional rules are off as long as nobody asks for them (BGC-GEN-07). The book's own missing tables are no settings: they
are typed into a house file (``rules/brigadier/house.py``).
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # optional rules
    switch(
        "brigadier.solo",
        default=False,
        source="BGC-SOLO-01, BGC-GEN-07",
        meaning="one person plays both sides: the sheet suggests orders and targets",
    ),
    switch(
        "brigadier.planned_map_fire",
        default=False,
        source="BGC-INDIR-09, BGC-GEN-07",
        meaning="barrages may be planned on the map before the first turn",
    ),
    switch(
        "brigadier.artillery_observers",
        default=False,
        source="BGC-INDIR-15, BGC-GEN-07",
        meaning="specialist artillery observers call fire on every enemy platoon they see",
    ),
    switch(
        "brigadier.air_liaison_observers",
        default=False,
        source="BGC-AIR-08, BGC-GEN-07",
        meaning="air liaison observers call attacks that need no die against friends",
    ),
    switch(
        "brigadier.alternative_base_counts",
        default=False,
        source="BGC-M-11, BGC-GEN-07",
        meaning="platoons have the counts of the house file (base_count) instead of 4",
    ),
    switch(
        "brigadier.heavy_ordnance",
        default=False,
        source="BGC-M-21, BGC-GEN-07",
        meaning="heavy guns take the house file's turns to limber (heavy_ordnance)",
    ),
    switch(
        "brigadier.time_cards",
        default=False,
        source="BGC-M-27, BGC-GEN-07",
        meaning="cards of the house file (time_cards) say how long a turn took, instead of the Time Phase's dice",
    ),
    switch(
        "brigadier.hidden_movement",
        default=False,
        source="BGC-UMP-01, BGC-GEN-07",
        meaning="movement out of sight is plotted on paper",
    ),
    switch(
        "brigadier.quick_play",
        default=False,
        source="BGC-M-31, BGC-GEN-07",
        meaning="no wounds are counted: what a wound is worth instead, the house file says (quick_play)",
    ),
    # readings
    word(
        "brigadier.excess_kills",
        "lost",
        "wounded",
        source="BGC-AMB-01",
        meaning=(
            "kills of one result beyond the last unhurt man: lost as the example prints it, or they fall on the wounded"
        ),
    ),
    word(
        "brigadier.half_dice",
        "platoon",
        "pool",
        source="BGC-AMB-20",
        meaning="whether half dice are rounded up platoon by platoon or on the sum of all who fire together",
    ),
    word(
        "brigadier.airburst_from",
        "guns and mortars",
        "guns",
        "and aircraft",
        "all high explosive",
        source="BGC-AMB-17",
        meaning="whose fire bursts in the trees, so that woods give no cover against it",
    ),
    word(
        "brigadier.fired_status",
        "until out of sight",
        "turn",
        "battle",
        source="BGC-AMB-31",
        meaning="how long a platoon that fired counts as having fired",
    ),
    word(
        "brigadier.battalion_raises",
        "any",
        "direct",
        source="BGC-AMB-25",
        meaning=(
            "whom a battalion headquarters may raise: any platoon of the battalion, or company headquarters and"
            " battalion platoons only"
        ),
    ),
    word(
        "brigadier.company_headquarters",
        "beside",
        "among",
        source="BGC-AMB-40",
        meaning="whether a company's headquarters platoon stands beside its three platoons or is one of them",
    ),
    switch(
        "brigadier.infantry_support",
        default=False,
        source="BGC-TAB-20, BGC-ORG-10",
        meaning="normal infantry battalions muster a machine gun and a mortar platoon too",
    ),
    word(
        "brigadier.green_as",
        "green",
        "recruits",
        source="BGC-MUS-07",
        meaning="grade of the campaign's inexperienced battalions",
    ),
    integer(
        "brigadier.men_per_count", 10, 1, 40, source="BGC-BACK-06", meaning="men that one Count of infantry stands for"
    ),
    integer(
        "brigadier.vehicles_per_count",
        1,
        1,
        10,
        source="BGC-BACK-06",
        meaning="vehicles or guns that one Count stands for",
    ),
    number(
        "brigadier.wound_weight",
        Fraction(1, 2),
        Fraction(0),
        Fraction(1),
        source="BGC-TAB-21",
        meaning="what a wound counts in the loss of a battalion, a kill counting one",
    ),
    number(
        "brigadier.spent_at",
        Fraction(15, 100),
        Fraction(0),
        Fraction(1),
        source="BGC-TAB-21, BGC-MUS-02",
        meaning="part of its count lost from which a battalion is spent, and with which a spent one begins",
    ),
    number(
        "brigadier.destroyed_at",
        Fraction(30, 100),
        Fraction(0),
        Fraction(1),
        source="BGC-TAB-21",
        meaning="part of its count lost from which a battalion is destroyed",
    ),
    word(
        "brigadier.loss_base",
        "mustered full",
        "all up",
        source="BGC-TAB-21",
        meaning=(
            "what losses are a part of: the count mustered when whole, or twice that, for all men who are not on the"
            " table too"
        ),
    ),
    word(
        "brigadier.spent_muster",
        "markers",
        "fewer platoons",
        source="BGC-MUS-02, BGC-MUS-03",
        meaning="how a spent battalion musters: with kill markers, or with fewer platoons",
    ),
    number(
        "brigadier.broken_share",
        Fraction(1, 2),
        Fraction(0),
        Fraction(1),
        source="BGC-TAB-21",
        meaning="part of its platoons removed, surrendered, on Back or on Rout from which a battalion is spent",
    ),
)
