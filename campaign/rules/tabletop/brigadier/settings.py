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
        False,
        "BGC-SOLO-01, BGC-GEN-07",
        "one person plays both sides: the sheet suggests orders and targets",
    ),
    switch(
        "brigadier.planned_map_fire",
        False,
        "BGC-INDIR-09, BGC-GEN-07",
        "barrages may be planned on the map before the first turn",
    ),
    switch(
        "brigadier.artillery_observers",
        False,
        "BGC-INDIR-15, BGC-GEN-07",
        "specialist artillery observers call fire on every enemy platoon they see",
    ),
    switch(
        "brigadier.air_liaison_observers",
        False,
        "BGC-AIR-08, BGC-GEN-07",
        "air liaison observers call attacks that need no die against friends",
    ),
    switch(
        "brigadier.alternative_base_counts",
        False,
        "BGC-M-11, BGC-GEN-07",
        "platoons have the counts of the house file (base_count) instead of 4",
    ),
    switch(
        "brigadier.heavy_ordnance",
        False,
        "BGC-M-21, BGC-GEN-07",
        "heavy guns take the house file's turns to limber (heavy_ordnance)",
    ),
    switch(
        "brigadier.time_cards",
        False,
        "BGC-M-27, BGC-GEN-07",
        "cards of the house file (time_cards) say how long a turn took, instead of the Time Phase's dice",
    ),
    switch("brigadier.hidden_movement", False, "BGC-UMP-01, BGC-GEN-07", "movement out of sight is plotted on paper"),
    switch(
        "brigadier.quick_play",
        False,
        "BGC-M-31, BGC-GEN-07",
        "no wounds are counted: what a wound is worth instead, the house file says (quick_play)",
    ),
    # readings
    word(
        "brigadier.excess_kills",
        ("lost", "wounded"),
        "BGC-AMB-01",
        "kills of one result beyond the last unhurt man: lost as the example prints it, or they fall on the wounded",
    ),
    word(
        "brigadier.half_dice",
        ("platoon", "pool"),
        "BGC-AMB-20",
        "whether half dice are rounded up platoon by platoon or on the sum of all who fire together",
    ),
    word(
        "brigadier.airburst_from",
        ("guns and mortars", "guns", "and aircraft", "all high explosive"),
        "BGC-AMB-17",
        "whose fire bursts in the trees, so that woods give no cover against it",
    ),
    word(
        "brigadier.fired_status",
        ("until out of sight", "turn", "battle"),
        "BGC-AMB-31",
        "how long a platoon that fired counts as having fired",
    ),
    word(
        "brigadier.battalion_raises",
        ("any", "direct"),
        "BGC-AMB-25",
        (
            "whom a battalion headquarters may raise: any platoon of the battalion, or company headquarters and"
            " battalion platoons only"
        ),
    ),
    word(
        "brigadier.company_headquarters",
        ("beside", "among"),
        "BGC-AMB-40",
        "whether a company's headquarters platoon stands beside its three platoons or is one of them",
    ),
    switch(
        "brigadier.infantry_support",
        False,
        "BGC-TAB-20, BGC-ORG-10",
        "normal infantry battalions muster a machine gun and a mortar platoon too",
    ),
    word("brigadier.green_as", ("green", "recruits"), "BGC-MUS-07", "grade of the campaign's inexperienced battalions"),
    integer("brigadier.men_per_count", 10, 1, 40, "BGC-BACK-06", "men that one Count of infantry stands for"),
    integer("brigadier.vehicles_per_count", 1, 1, 10, "BGC-BACK-06", "vehicles or guns that one Count stands for"),
    number(
        "brigadier.wound_weight",
        Fraction(1, 2),
        0,
        1,
        "BGC-TAB-21",
        "what a wound counts in the loss of a battalion, a kill counting one",
    ),
    number(
        "brigadier.spent_at",
        Fraction(15, 100),
        0,
        1,
        "BGC-TAB-21, BGC-MUS-02",
        "part of its count lost from which a battalion is spent, and with which a spent one begins",
    ),
    number(
        "brigadier.destroyed_at",
        Fraction(30, 100),
        0,
        1,
        "BGC-TAB-21",
        "part of its count lost from which a battalion is destroyed",
    ),
    word(
        "brigadier.loss_base",
        ("mustered full", "all up"),
        "BGC-TAB-21",
        (
            "what losses are a part of: the count mustered when whole, or twice that, for all men who are not on the"
            " table too"
        ),
    ),
    word(
        "brigadier.spent_muster",
        ("markers", "fewer platoons"),
        "BGC-MUS-02, BGC-MUS-03",
        "how a spent battalion musters: with kill markers, or with fewer platoons",
    ),
    number(
        "brigadier.broken_share",
        Fraction(1, 2),
        0,
        1,
        "BGC-TAB-21",
        "part of its platoons removed, surrendered, on Back or on Rout from which a battalion is spent",
    ),
)
