"""The settings of WW2 Rules for Brigade Level Games: points its text leaves open, each with its default."""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # winning, organisation, the sequence
    word(
        "brigade.win_losses",
        ("more than half", "half"),
        "BDE-AMB-01",
        "companies lost at which a side has lost: more than half of those it began with, or half rounded up",
    ),
    word(
        "brigade.win_guns",
        ("all guns", "no anti-tank guns"),
        "BDE-AMB-03",
        "which gun models on the table count as companies",
    ),
    integer(
        "brigade.hq_company_from",
        3,
        1,
        12,
        "BDE-AMB-04",
        "figures from which a headquarters is a company of its own; a smaller one joins a company",
    ),
    switch(
        "brigade.shared_detection", False, "BDE-AMB-16", "what one unit has detected, all units of its side may fire at"
    ),
    integer(
        "brigade.visibility_cap",
        "none",
        1,
        200,
        "BDE-AMB-18",
        "inches beyond which nothing is detected, by weather or light",
        ("none",),
    ),
    # movement
    switch(
        "brigade.dev_per_battery",
        False,
        "BDE-AMB-38",
        "batteries on one point roll for deviation one by one, each with its own zone",
    ),
    switch("brigade.redice_each_move", False, "BDE-AMB-39", "continued fire on a point rolls for deviation each move"),
    word(
        "brigade.who_calls",
        ("observers and battalions", "companies too", "observers only"),
        "BDE-AMB-40",
        "who may call indirect fire, besides companies that call the mortars of their own battalion",
    ),
    word(
        "brigade.breach_for",
        ("each unit", "each figure"),
        "BDE-AMB-45",
        "what one breaching die of a battery stands for",
    ),
    integer("brigade.df_points", 1, 0, 9, "BDE-AMB-93", "registered points for each battery of the side that defends"),
    integer(
        "brigade.missions",
        "unlimited",
        0,
        999,
        "BDE-AMB-52",
        "moves of indirect fire a battery has shells for",
        ("unlimited",),
    ),
    # direct fire and saving throws
    word(
        "brigade.save_clamp",
        ("none", "a 6 saves"),
        "BDE-AMB-54",
        "a saving score above 6: no save is possible, or a 6 always saves and a 1 never",
    ),
    switch(
        "brigade.pool_fire",
        False,
        "BDE-AMB-57",
        (
            "units firing at one target add up their points before dividing; asked of the odds, a fight by the program"
            " fires unit by unit"
        ),
    ),
    switch(
        "brigade.test_once_per_step", False, "BDE-AMB-83", "a unit tests only once for each share of its figures lost"
    ),
    word(
        "brigade.hq_unpins",
        ("its own unit", "companies within 6 inches"),
        "BDE-AMB-86",
        "whose score to lose a pin the battalion's headquarters betters",
    ),
    switch(
        "brigade.air_sortie",
        False,
        "BDE-AMB-91",
        ("an aircraft strikes once as a battery of over 105 mm without deduction; otherwise the set knows no aircraft"),
    ),
    # the campaign's battalions and back
    number(
        "brigade.spent_at",
        Fraction(1, 3),
        0,
        1,
        "BDE-MAP-07",
        "part of its full establishment lost from which a battalion is spent",
    ),
    number(
        "brigade.destroyed_at",
        Fraction(2, 3),
        0,
        1,
        "BDE-MAP-07",
        "part of its full establishment lost from which a battalion is destroyed",
    ),
    number(
        "brigade.spent_musters",
        Fraction(2, 3),
        Fraction(1, 10),
        1,
        "BDE-MAP-06",
        "part of its full establishment with which a spent battalion stands on the table, rounded down",
    ),
    # the software's own table
    integer(
        "brigade.resolve_periods",
        40,
        1,
        180,
        "BDE-MAP-10",
        "periods that a fight resolved by the program lasts at most",
    ),
    word(
        "brigade.artillery_stands",
        ("off the table", "on the table"),
        "BDE-MAP-04",
        "where field, medium and rocket artillery of a side stands that has other troops there",
    ),
)
