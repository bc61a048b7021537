"""The settings of WW2 Rules for Brigade Level Games: points its text leaves open, each with its default."""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import number, switch, whole, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # winning, organisation, the sequence
    word(
        "brigade.win_losses",
        "more than half",
        "half",
        source="BDE-AMB-01",
        meaning="companies lost at which a side has lost: more than half of those it began with, or half rounded up",
    ),
    word(
        "brigade.win_guns",
        "all guns",
        "no anti-tank guns",
        source="BDE-AMB-03",
        meaning="which gun models on the table count as companies",
    ),
    whole(
        "brigade.hq_company_from",
        3,
        1,
        12,
        source="BDE-AMB-04",
        meaning="figures from which a headquarters is a company of its own; a smaller one joins a company",
    ),
    switch(
        "brigade.mount_and_fire",
        default=True,
        source="BDE-AMB-09",
        meaning="troops that use half a move to mount, dismount, enter or leave may also fire",
    ),
    # detection
    word(
        "brigade.cavalry_seen_as",
        "infantry",
        "vehicles",
        source="BDE-AMB-13",
        meaning="row of the detection table for riders",
    ),
    word(
        "brigade.shown_until",
        "own next move",
        "end of the move",
        source="BDE-AMB-15",
        meaning="how long a unit that moved or fired counts as doing so when it is looked for",
    ),
    switch(
        "brigade.shared_detection",
        default=False,
        source="BDE-AMB-16",
        meaning="what one unit has detected, all units of its side may fire at",
    ),
    switch(
        "brigade.fire_at_features",
        default=False,
        source="BDE-AMB-17",
        meaning="direct fire at a feature strikes unseen enemies there as part detected ones",
    ),
    whole(
        "brigade.visibility_cap",
        "none",
        1,
        200,
        words=("none",),
        source="BDE-AMB-18",
        meaning="inches beyond which nothing is detected, by weather or light",
    ),
    # movement
    switch(
        "brigade.round_moves_down",
        default=False,
        source="BDE-AMB-20",
        meaning="odd half inches of a move are dropped, like half points",
    ),
    switch(
        "brigade.wagons_stick",
        default=True,
        source="BDE-AMB-22",
        meaning="horse-drawn wagons and guns can get stuck as vehicles do",
    ),
    word(
        "brigade.mixed_ground",
        "pro rata",
        "slowest",
        source="BDE-AMB-23",
        meaning="a move over several kinds of ground: each its part of the move, or all of it at the slowest rate",
    ),
    number(
        "brigade.manhandle",
        Fraction(0),
        Fraction(0),
        Fraction(6),
        source="BDE-AMB-24",
        meaning="inches that an unlimbered gun can be pushed in a move",
    ),
    word(
        "brigade.horse_holders",
        "rounded up",
        "rounded down",
        source="BDE-AMB-26",
        meaning="figures that hold the horses of a number that four does not divide",
    ),
    switch(
        "brigade.cyclists_dismount",
        default=True,
        source="BDE-AMB-98",
        meaning=(
            "cyclists may dismount for half a move and go on as infantry; otherwise bicycles cannot leave road and open"
        ),
    ),
    whole("brigade.lift_truck", 6, 0, 12, source="BDE-AMB-29", meaning="figures that a truck model carries"),
    whole("brigade.lift_half_track", 4, 0, 12, source="BDE-AMB-29", meaning="figures that a half-track model carries"),
    whole("brigade.lift_jeep", 1, 0, 12, source="BDE-AMB-29", meaning="figures that a jeep model carries"),
    # indirect fire
    switch(
        "brigade.df_and_allied",
        default=True,
        source="BDE-AMB-32",
        meaning="British and American guns on a registered point take off both deductions; otherwise the greater only",
    ),
    switch(
        "brigade.mortars_df",
        default=False,
        source="BDE-AMB-33",
        meaning="mortars take off the deduction for a registered point too",
    ),
    switch(
        "brigade.dev_per_battery",
        default=False,
        source="BDE-AMB-38",
        meaning="batteries on one point roll for deviation one by one, each with its own zone",
    ),
    switch(
        "brigade.redice_each_move",
        default=False,
        source="BDE-AMB-39",
        meaning="continued fire on a point rolls for deviation each move",
    ),
    word(
        "brigade.who_calls",
        "observers and battalions",
        "companies too",
        "observers only",
        source="BDE-AMB-40",
        meaning="who may call indirect fire, besides companies that call the mortars of their own battalion",
    ),
    switch(
        "brigade.rockets_as_guns",
        default=False,
        source="BDE-AMB-43",
        meaning=(
            "rockets have the zone of their calibre and may be registered; otherwise four inches and never registered"
        ),
    ),
    word(
        "brigade.breach_for",
        "each unit",
        "each figure",
        source="BDE-AMB-45",
        meaning="what one breaching die of a battery stands for",
    ),
    switch(
        "brigade.breach_soft_cover",
        default=False,
        source="BDE-AMB-46",
        meaning="woods and hedges must be breached like a slit trench before anybody behind them rolls",
    ),
    switch(
        "brigade.breach_strips_cover",
        default=False,
        source="BDE-AMB-47",
        meaning="whoever's cover was breached saves as in the open",
    ),
    number(
        "brigade.zone_share",
        Fraction(1),
        Fraction(0),
        Fraction(1),
        source="BDE-AMB-51",
        meaning="part of a company that a fire zone catches when the software fights, its figures rounded up",
    ),
    whole(
        "brigade.df_points",
        1,
        0,
        9,
        source="BDE-AMB-93",
        meaning="registered points for each battery of the side that defends",
    ),
    whole(
        "brigade.missions",
        "unlimited",
        0,
        999,
        words=("unlimited",),
        source="BDE-AMB-52",
        meaning="moves of indirect fire a battery has shells for",
    ),
    # direct fire and saving throws
    word(
        "brigade.save_clamp",
        "none",
        "a 6 saves",
        source="BDE-AMB-54",
        meaning="a saving score above 6: no save is possible, or a 6 always saves and a 1 never",
    ),
    switch(
        "brigade.flame_point_blank",
        default=True,
        source="BDE-AMB-55",
        meaning="flame-throwers, which reach two inches, take the worse save at two inches too",
    ),
    switch(
        "brigade.pool_fire",
        default=False,
        source="BDE-AMB-57",
        meaning=(
            "units firing at one target add up their points before dividing; asked of the odds, a fight by the program"
            " fires unit by unit"
        ),
    ),
    word(
        "brigade.range_measured",
        "centres",
        "nearest figures",
        source="BDE-AMB-59",
        meaning="between what the software measures the distance of two companies",
    ),
    switch(
        "brigade.he_pins_without_hit",
        default=False,
        source="BDE-AMB-61",
        meaning="direct HE pins its target even if no hit is scored",
    ),
    word(
        "brigade.auto_cannon_pins",
        "by choice",
        "always",
        source="BDE-AMB-63",
        meaning="whether a target hit by auto-cannon or flame may choose to be pinned, or is",
    ),
    word(
        "brigade.pin_policy",
        "unless attacking",
        "always",
        "never",
        source="BDE-AMB-64",
        meaning="when the software lets a unit hit by small arms take a pin",
    ),
    switch(
        "brigade.crews_fire_rifles",
        default=False,
        source="BDE-AMB-96",
        meaning="crews of guns and support weapons may fire rifles instead of the weapon",
    ),
    switch(
        "brigade.specialist_fires_both",
        default=False,
        source="BDE-AMB-96",
        meaning="the specialist figure fires its rifle beside its weapon",
    ),
    # vehicles
    switch(
        "brigade.hit_pins_vehicle",
        default=False,
        source="BDE-AMB-76",
        meaning="a hit that does not destroy a vehicle pins it",
    ),
    switch(
        "brigade.mg_against_open_top",
        default=False,
        source="BDE-AMB-77",
        meaning=(
            "small arms hits on open-top armour must be saved on its light row; otherwise armour is proof against them"
        ),
    ),
    word(
        "brigade.auto_cannon_soft",
        "saves",
        "destroyed",
        source="BDE-AMB-78",
        meaning="a soft-skin vehicle hit by an auto-cannon rolls its saving throw, or is knocked out",
    ),
    switch(
        "brigade.crews_escape",
        default=False,
        source="BDE-AMB-80",
        meaning="two crew figures try to escape from a destroyed fighting vehicle as its passengers do",
    ),
    # morale
    switch(
        "brigade.test_once_per_step",
        default=False,
        source="BDE-AMB-83",
        meaning="a unit tests only once for each share of its figures lost",
    ),
    word(
        "brigade.hq_unpins",
        "its own unit",
        "companies within 6 inches",
        source="BDE-AMB-86",
        meaning="whose score to lose a pin the battalion's headquarters betters",
    ),
    switch(
        "brigade.crews_removed_at_two_thirds",
        default=False,
        source="BDE-AMB-99",
        meaning="guns and support weapons go too when two thirds of their crew are dead",
    ),
    switch(
        "brigade.air_sortie",
        default=False,
        source="BDE-AMB-91",
        meaning=(
            "an aircraft strikes once as a battery of over 105 mm without deduction; otherwise the set knows no"
            " aircraft"
        ),
    ),
    # the campaign's battalions and back
    number(
        "brigade.spent_at",
        Fraction(1, 3),
        Fraction(0),
        Fraction(1),
        source="BDE-MAP-07",
        meaning="part of its full establishment lost from which a battalion is spent",
    ),
    number(
        "brigade.destroyed_at",
        Fraction(2, 3),
        Fraction(0),
        Fraction(1),
        source="BDE-MAP-07",
        meaning="part of its full establishment lost from which a battalion is destroyed",
    ),
    number(
        "brigade.spent_musters",
        Fraction(2, 3),
        Fraction(1, 10),
        Fraction(1),
        source="BDE-MAP-06",
        meaning="part of its full establishment with which a spent battalion stands on the table, rounded down",
    ),
    # the software's own table
    whole(
        "brigade.resolve_periods",
        40,
        1,
        180,
        source="BDE-MAP-10",
        meaning="periods that a fight resolved by the program lasts at most",
    ),
    word(
        "brigade.artillery_stands",
        "off the table",
        "on the table",
        source="BDE-MAP-04",
        meaning="where field, medium and rocket artillery of a side stands that has other troops there",
    ),
)
