"""The table of settings: one line for each point the books leave open and this program obeys.

Those of the campaign and of Operation Brevity stand here; those of the other systems in their own ``settings`` modules.
The defaults are those of the umpire's rules where they speak, else those of the catalogue.
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Kind, Rule, Rulebook
from campaign.rules.common.systems import SYSTEMS, tables_of

_CAMPAIGN = (
    # time and light
    integer(
        "time.day_start_hour",
        "by season",
        0,
        23,
        words=("by season",),
        source="OB-AMB-010",
        meaning="hour at which a campaign day begins, fixed at the founding; by season: 22 in summer, 18 in winter",
    ),
    integer(
        "time.night_turns",
        "by season",
        0,
        4,
        words=("by season",),
        source="OB-TIME-03, OB-TIME-04, OB-AMB-010",
        meaning="how many turns at the start of a day are night; by season: 1 in summer, 2 in winter",
    ),
    Rule(
        "time.season_by_date",
        Kind.PERIOD,
        "11-01 to 02-29",
        "the part of the year that is winter, its first and last day",
        "OB-AMB-011",
        ("never", "always"),
    ),
    word(
        "night.light",
        "phase",
        "moonlight",
        "darkness",
        source="OB-AMB-050",
        meaning="light of a night turn; phase: moonlight from half a moon without cloud or bad weather, else darkness",
    ),
    integer(
        "sight.reconnaissance_m",
        5000,
        0,
        50000,
        source="umpire 1.13",
        meaning="metres at which reconnaissance units and armoured cars see everything by day in clear weather",
    ),
    integer(
        "sight.reconnaissance_poor_m",
        1000,
        0,
        50000,
        source="umpire 1.13",
        meaning="metres at which they see everything otherwise",
    ),
    # marches and retreats
    number(
        "march.moves_per_turn",
        "expected",
        Fraction(1, 2),
        Fraction(12),
        words=("expected", "one", "rolled"),
        source="OB-AMB-013, umpire 1.1",
        meaning="moves a unit marches in a turn out of contact; expected: the nation's average by its readiness",
    ),
    word(
        "march.system",
        "brevity",
        "nqm",
        source="OB-T-02, NQM-MOV-02",
        meaning=(
            "whose rates units march by on the campaign map: Brevity's moves a turn, or Not Quite Mechanised's hourly"
            " rates"
        ),
    ),
    number(
        "march.hours_a_day",
        Fraction(12),
        Fraction(6),
        Fraction(12),
        source="NQM-MOV-02, NQM-AMB-25",
        meaning="hours of marching in a day by Not Quite Mechanised's hourly rates",
    ),
    switch(
        "march.road_space",
        default=False,
        source="umpire 1.18",
        meaning=(
            "a column takes up road: the next one enters a road only when the one before it has cleared its beginning"
        ),
    ),
    switch(
        "march.in_column",
        default=False,
        source="umpire 1.1",
        meaning=(
            "a command that is ordered to march or attack as one goes in column at the slowest of its battalions; off:"
            " each at its own rate"
        ),
    ),
    number(
        "retreat.distance",
        Fraction(1, 2),
        Fraction(0),
        Fraction(2),
        source="umpire 1.8",
        meaning="turns of march that the side which lost the field goes back",
    ),
    number(
        "retreat.reach",
        Fraction(5),
        Fraction(0),
        Fraction(99),
        source="umpire 1.8",
        meaning=(
            "kilometres from the place fought for within which who lost it goes back; farther off who has fewer unspent"
            " battalions so near"
        ),
    ),
    # weather
    switch(
        "wx.air_opening",
        default=False,
        source="OB-WX-08",
        meaning="the operation needed air support to begin: no weather dice on its first day, all is suitable",
    ),
    switch(
        "wx.reroll_first_turn",
        default=False,
        source="OB-AMB-095",
        meaning="bad weather may clear in the first turn of a day already",
    ),
    switch(
        "wx.carry_over",
        default=False,
        source="OB-AMB-095",
        meaning="bad weather lasts past the end of the day until a clearing roll succeeds; no new die meanwhile",
    ),
    switch(
        "wx.winter_all_rolls",
        default=True,
        source="OB-AMB-096",
        meaning="in winter clearing rolls and the dice of basing areas take the -1 too, not only the die of the day",
    ),
    # recovery and rest
    switch(
        "rcv.return_spent",
        default=False,
        source="OB-AMB-108",
        meaning="a battalion that returns to play carries a casualty figure",
    ),
    integer(
        "rcv.amalgamations_per_day",
        1,
        0,
        9,
        source="OB-AMB-109",
        meaning="pairs of destroyed battalions a division may amalgamate in a day",
    ),
    word(
        "rest.min_distance_from_enemy",
        "location range",
        "none",
        source="OB-AMB-026, umpire 1.11",
        meaning=(
            "how far from the enemy a resting battalion must be to shed its figure: out of every enemy's location"
            " range, or none"
        ),
    ),
    # supply
    switch(
        "sup.hq_self_recovery",
        default=True,
        source="OB-AMB-112",
        meaning="a headquarters' own casualty figure is ignored when asking whether that headquarters may shed it",
    ),
    switch(
        "sup.hidden_cuts",
        default=False,
        source="OB-AMB-114",
        meaning="hidden enemy battalions cut supply without being revealed",
    ),
    switch(
        "sup.air_ignores_corps",
        default=False,
        source="OB-AMB-116",
        meaning="a division supplied by air needs no corps in supply",
    ),
    # readiness, headquarters and sizes on the table
    word(
        "ready.inexperienced_rule",
        "half",
        "any",
        "all",
        source="OB-AMB-085",
        meaning="how many of a command's battalions must be inexperienced for its readiness to take -1",
    ),
    word(
        "hq.combat_strength",
        "normal",
        "weak",
        "none",
        source="OB-AMB-003",
        meaning="what a headquarters battalion counts in combat",
    ),
    switch(
        "size.merge_companies",
        default=True,
        source="OB-SIZE-04, umpire 1.3",
        meaning="companies of one command at one place are merged when a fight is mustered",
    ),
    integer(
        "size.tanks_weak_below", 40, 0, 999, source="OB-AMB-006", meaning="a tank battalion with fewer tanks is weak"
    ),
    integer(
        "size.tanks_large_from",
        96,
        1,
        999,
        source="OB-AMB-006",
        meaning="a tank battalion with so many tanks is two models",
    ),
    integer(
        "size.guns_weak_to",
        16,
        0,
        999,
        source="OB-AMB-006",
        meaning="an artillery battalion with no more guns is one weak model",
    ),
    integer(
        "limits.command_max_battalions",
        4,
        1,
        99,
        source="OB-AMB-002",
        meaning="battalions of a command above which the file check warns",
    ),
    integer(
        "limits.division_max_commands",
        4,
        1,
        99,
        source="OB-AMB-002",
        meaning="commands of a division above which the file check warns",
    ),
    integer(
        "cas.fort_close_range",
        4,
        4,
        10,
        source="OB-AMB-071",
        meaning=(
            "inches within which infantry is close to fortified or heavily armoured troops (10 as printed, a slip"
            " for 4)"
        ),
    ),
    # fire
    switch(
        "dice.natural_six_passes",
        default=False,
        source="OB-AMB-014",
        meaning="a natural 6 always passes a readiness test",
    ),
    word(
        "seq.first_move_tie",
        "roll",
        "attacker",
        "defender",
        source="OB-AMB-015",
        meaning="who moves first in a turn when both sides have as many commands",
    ),
    switch(
        "init.counter_challenge",
        default=False,
        source="OB-AMB-019",
        meaning="the side that lost the move to a challenge may challenge back once",
    ),
    switch(
        "loc.shared",
        default=False,
        source="OB-AMB-045",
        meaning="a battalion may fire on what any of its side locates; otherwise it must locate for itself",
    ),
    word(
        "wx.bad_to_hit_column",
        "none",
        "terrain",
        "dark",
        source="OB-AMB-051",
        meaning="column of the to-hit table that bad weather calls for",
    ),
    switch(
        "cas.dash_plus_one",
        default=False,
        source="OB-AMB-078",
        meaning="the +1 against inexperienced troops turns a dash of the casualty table into a 6",
    ),
    switch(
        "land.scatter",
        default=False,
        source="OB-AMB-132",
        meaning=(
            "a battalion landing from the air is thrown d6 x 4 inches off the point aimed at, in a random direction"
        ),
    ),
    switch(
        "wave.repeat_artillery",
        default=False,
        source="OB-AMB-094",
        meaning="artillery fires again for each wave of an attack",
    ),
    word(
        "air.at_class",
        "artillery",
        "light",
        "light-medium",
        "medium",
        "medium-heavy",
        "heavy",
        source="OB-AMB-068",
        meaning="anti-tank class of aircraft",
    ),
    # engineering, and battalions split
    switch(
        "brg.halving",
        default=False,
        source="OB-AMB-122",
        meaning="two battalions at one crossing build its bridge or ferry in half the time",
    ),
    switch(
        "dem.bridge_beside",
        default=False,
        source="OB-DEM-04",
        meaning="engineers may build a new bridge or ferry beside one that was totally demolished",
    ),
    integer(
        "strength.spent_percent",
        15,
        1,
        99,
        source="umpire 1.20",
        meaning="per cent lost from which a battalion is spent",
    ),
    integer(
        "strength.destroyed_percent",
        30,
        2,
        100,
        source="umpire 1.20",
        meaning="per cent lost from which a battalion is destroyed",
    ),
    # automatic play
    number(
        "auto.attack_ratio",
        Fraction(2),
        Fraction(1, 2),
        Fraction(10),
        source="umpire 1.23",
        meaning="effective stands to one of the enemy's at which automatic play attacks, under orders to attack",
    ),
    number(
        "auto.break_off",
        Fraction(1, 2),
        Fraction(0),
        Fraction(1),
        source="umpire 1.23",
        meaning=(
            "part of the effective stands it brought (points in NQM) that a battle must have spent or lost before"
            " automatic play breaks off; Brigade ends by its own book"
        ),
    ),
)

_TABLES = (_CAMPAIGN, *(table for system in SYSTEMS.values() for table in tables_of(system)))
RULES: dict[str, Rule] = {rule.key: rule for table in _TABLES for rule in table}
"""Every setting by key, the campaign's first, then each system's, in the order of its table."""

OFTEN_CHANGED = frozenset(
    {
        # how fast a campaign moves and fights
        "march.moves_per_turn",
        "march.system",
        "march.road_space",
        "retreat.distance",
        "auto.attack_ratio",
        "auto.break_off",
        # whole blocks of the book, on or off
        "use.weather",
        "use.supply",
        "use.recovery",
        "use.air",
        "use.engineering",
        # how hard weather, supply and losses bite
        "wx.carry_over",
        "sup.hidden_cuts",
        "rcv.return_spent",
        "rest.min_distance_from_enemy",
        "air.reconnaissance",
        "strength.spent_percent",
        "strength.destroyed_percent",
        # the campaign rules of Not Quite Mechanised
        "nqm.reaction",
        "nqm.logistics",
        "nqm.fuel",
        # length and scale of a game
        "hexes.turn_limit",
        "brigade.win_losses",
        "brigadier.quick_play",
    }
)
"""The two dozen that clubs really change: pace, whole blocks of a book, how hard supply and losses bite, the length of
a game. The others answer a point of a book that few clubs play otherwise."""

DEFAULTS = Rulebook(RULES, {})
"""The rulebook as shipped."""
