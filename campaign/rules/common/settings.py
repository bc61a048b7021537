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
        "OB-AMB-010",
        "hour at which a campaign day begins, fixed at the founding; by season: 22 in summer, 18 in winter",
        ("by season",),
    ),
    integer(
        "time.night_turns",
        "by season",
        0,
        4,
        "OB-TIME-03, OB-TIME-04, OB-AMB-010",
        "how many turns at the start of a day are night; by season: 1 in summer, 2 in winter",
        ("by season",),
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
        ("phase", "moonlight", "darkness"),
        "OB-AMB-050",
        "light of a night turn; phase: moonlight from half a moon without cloud or bad weather, else darkness",
    ),
    integer(
        "sight.reconnaissance_m",
        5000,
        0,
        50000,
        "umpire 1.13",
        "metres at which reconnaissance units and armoured cars see everything by day in clear weather",
    ),
    integer(
        "sight.reconnaissance_poor_m", 1000, 0, 50000, "umpire 1.13", "metres at which they see everything otherwise"
    ),
    integer(
        "sight.landing_m",
        8000,
        0,
        50000,
        "umpire 1.13",
        "metres at which parachutes and gliders that come down by day in clear weather are seen by anybody; 0: none",
    ),
    # marches and retreats
    number(
        "march.moves_per_turn",
        "expected",
        Fraction(1, 2),
        12,
        "OB-AMB-013, umpire 1.1",
        "moves a unit marches in a turn out of contact; expected: the nation's average by its readiness",
        ("expected", "one", "rolled"),
    ),
    word(
        "march.system",
        ("brevity", "nqm"),
        "OB-T-02, NQM-MOV-02",
        (
            "whose rates units march by on the campaign map: Brevity's moves a turn, or Not Quite Mechanised's hourly"
            " rates"
        ),
    ),
    number(
        "march.hours_a_day",
        12,
        6,
        12,
        "NQM-MOV-02, NQM-AMB-25",
        "hours of marching in a day by Not Quite Mechanised's hourly rates",
    ),
    switch(
        "march.road_space",
        False,
        "umpire 1.18",
        "a column takes up road: the next one enters a road only when the one before it has cleared its beginning",
    ),
    switch(
        "march.in_column",
        False,
        "umpire 1.1",
        (
            "a command that is ordered to march or attack as one goes in column at the slowest of its battalions; off:"
            " each at its own rate"
        ),
    ),
    number(
        "retreat.surrender",
        Fraction(0),
        0,
        12,
        "umpire 1.8",
        (
            "fresh stands of the winner to one of the loser from which beaten units without a way back are captured;"
            " 0: they stay, cut off"
        ),
    ),
    switch(
        "battle.apart",
        False,
        "umpire 1.4",
        "enemies who meet on one table over retreat.reach from the others fight a battle of their own; off: one battle",
    ),
    word(
        "retreat.cut_off",
        ("stays", "surrenders", "breaks_out"),
        "umpire 1.8",
        (
            "beaten units without a way back stay and fight on every turn; or surrender when they have lost the field"
            " so many times running (retreat.cut_off_turns); or break out past the enemy: fresh ones are spent by it,"
            " spent ones are captured"
        ),
    ),
    integer(
        "retreat.cut_off_turns",
        2,
        1,
        12,
        "umpire 1.8",
        "battles running that beaten units lose where they stand before they surrender (retreat.cut_off surrenders)",
    ),
    switch(
        "retreat.by_stages",
        False,
        "umpire 1.14",
        "a withdrawal goes by stages: in a turn no farther than the next of the places that its order names (--via)",
    ),
    number(
        "march.past_masked",
        Fraction(0),
        0,
        4,
        "OB-LOC-05",
        (
            "fresh stands with orders to hold, in contact with an enemy who stays where he is, for each of his, that"
            " mask him: the others of their side march past; 0: nobody marches past an enemy, as in the book"
        ),
    ),
    number(
        "retreat.distance",
        Fraction(1, 2),
        0,
        2,
        "umpire 1.8",
        "turns of march that the side which lost the field goes back",
    ),
    number(
        "retreat.reach",
        5,
        0,
        99,
        "umpire 1.8",
        (
            "kilometres from the place fought for within which who lost it goes back; farther off who has fewer unspent"
            " battalions so near"
        ),
    ),
    # weather
    switch(
        "wx.air_opening",
        False,
        "OB-WX-08",
        "the operation needed air support to begin: no weather dice on its first day, all is suitable",
    ),
    switch("wx.reroll_first_turn", False, "OB-AMB-095", "bad weather may clear in the first turn of a day already"),
    switch(
        "wx.carry_over",
        False,
        "OB-AMB-095",
        "bad weather lasts past the end of the day until a clearing roll succeeds; no new die meanwhile",
    ),
    switch(
        "wx.winter_all_rolls",
        True,
        "OB-AMB-096",
        "in winter clearing rolls and the dice of basing areas take the -1 too, not only the die of the day",
    ),
    # recovery and rest
    switch("rcv.return_spent", False, "OB-AMB-108", "a battalion that returns to play carries a casualty figure"),
    integer(
        "rcv.amalgamations_per_day",
        1,
        0,
        9,
        "OB-AMB-109",
        "pairs of destroyed battalions a division may amalgamate in a day",
    ),
    word(
        "rest.min_distance_from_enemy",
        ("location range", "none"),
        "OB-AMB-026, umpire 1.11",
        (
            "how far from the enemy a resting battalion must be to shed its figure: out of every enemy's location"
            " range, or none"
        ),
    ),
    # supply
    switch(
        "sup.hq_self_recovery",
        True,
        "OB-AMB-112",
        "a headquarters' own casualty figure is ignored when asking whether that headquarters may shed it",
    ),
    switch("sup.hidden_cuts", False, "OB-AMB-114", "hidden enemy battalions cut supply without being revealed"),
    switch("sup.air_ignores_corps", False, "OB-AMB-116", "a division supplied by air needs no corps in supply"),
    # readiness, headquarters and sizes on the table
    word(
        "ready.inexperienced_rule",
        ("half", "any", "all"),
        "OB-AMB-085",
        "how many of a command's battalions must be inexperienced for its readiness to take -1",
    ),
    word(
        "hq.combat_strength", ("normal", "weak", "none"), "OB-AMB-003", "what a headquarters battalion counts in combat"
    ),
    switch(
        "size.merge_companies",
        True,
        "OB-SIZE-04, umpire 1.3",
        "companies of one command at one place are merged when a fight is mustered",
    ),
    integer("size.tanks_weak_below", 40, 0, 999, "OB-AMB-006", "a tank battalion with fewer tanks is weak"),
    integer("size.tanks_large_from", 96, 1, 999, "OB-AMB-006", "a tank battalion with so many tanks is two models"),
    integer(
        "size.guns_weak_to", 16, 0, 999, "OB-AMB-006", "an artillery battalion with no more guns is one weak model"
    ),
    integer(
        "limits.command_max_battalions",
        4,
        1,
        99,
        "OB-AMB-002",
        "battalions of a command above which the file check warns",
    ),
    integer(
        "limits.division_max_commands",
        4,
        1,
        99,
        "OB-AMB-002",
        "commands of a division above which the file check warns",
    ),
    integer(
        "cas.fort_close_range",
        4,
        4,
        10,
        "OB-AMB-071",
        ("inches within which infantry is close to fortified or heavily armoured troops (10 as printed, a slip for 4)"),
    ),
    # fire
    switch("dice.natural_six_passes", False, "OB-AMB-014", "a natural 6 always passes a readiness test"),
    word(
        "seq.first_move_tie",
        ("roll", "attacker", "defender"),
        "OB-AMB-015",
        "who moves first in a turn when both sides have as many commands",
    ),
    switch(
        "init.counter_challenge",
        False,
        "OB-AMB-019",
        "the side that lost the move to a challenge may challenge back once",
    ),
    switch(
        "loc.shared",
        False,
        "OB-AMB-045",
        "a battalion may fire on what any of its side locates; otherwise it must locate for itself",
    ),
    word(
        "wx.bad_to_hit_column",
        ("none", "terrain", "dark"),
        "OB-AMB-051",
        "column of the to-hit table that bad weather calls for",
    ),
    switch(
        "cas.dash_plus_one",
        False,
        "OB-AMB-078",
        "the +1 against inexperienced troops turns a dash of the casualty table into a 6",
    ),
    switch(
        "land.scatter",
        False,
        "OB-AMB-132",
        "a battalion landing from the air is thrown d6 x 4 inches off the point aimed at, in a random direction",
    ),
    switch("wave.repeat_artillery", False, "OB-AMB-094", "artillery fires again for each wave of an attack"),
    word(
        "air.at_class",
        ("artillery", "light", "light-medium", "medium", "medium-heavy", "heavy"),
        "OB-AMB-068",
        "anti-tank class of aircraft",
    ),
    # engineering, and battalions split
    switch(
        "brg.halving", False, "OB-AMB-122", "two battalions at one crossing build its bridge or ferry in half the time"
    ),
    switch(
        "dem.bridge_beside",
        False,
        "OB-DEM-04",
        "engineers may build a new bridge or ferry beside one that was totally demolished",
    ),
    switch(
        "dem.at_once",
        True,
        "OB-DEM-03, OB-AMB-122",
        (
            "a prepared bridge is blown as soon as the battalion with that order stands at it, also in a turn in which"
            " it marched there, and before anybody fights; off: it takes a turn without marching or fighting"
        ),
    ),
    integer("strength.spent_percent", 15, 1, 99, "umpire 1.20", "per cent lost from which a battalion is spent"),
    integer(
        "strength.destroyed_percent", 30, 2, 100, "umpire 1.20", "per cent lost from which a battalion is destroyed"
    ),
    # papers
    word(
        "papers.reference",
        ("once", "with", "none"),
        "umpire 2",
        (
            "with which battle packets the charts and rules in short of their system are printed: once with the first"
            " battle under it, with every packet, with none"
        ),
    ),
    integer(
        "papers.most_stands",
        "by the book",
        1,
        999,
        "umpire 1.4, OB-ORG-11",
        (
            "stands on the larger side above which the umpire's sheet warns and says how the battle could be cut into"
            " two tables; by the book: an evening's game of its system"
        ),
        ("by the book",),
    ),
    # missing players
    word(
        "orders.missing",
        ("stand", "hold", "program"),
        "umpire 1.14",
        (
            "what becomes of commanders who have given no orders for the day when the clock runs on: stand, what stood"
            " goes on; hold, their commands without an order of this day hold; program, the program leads them today"
        ),
    ),
    # automatic play
    switch(
        "auto.orders",
        True,
        "umpire 1.23",
        "in automatic play commanders without a player order their troops by the doctrine of the day; off: who has no"
        " orders holds",
    ),
    number(
        "auto.attack_ratio",
        "by the odds",
        Fraction(1, 2),
        10,
        "umpire 1.23",
        (
            "effective stands to one of the enemy's at which automatic play attacks, under orders to attack; by the"
            " odds: at the chance that auto.attack_chance says"
        ),
        ("by the odds",),
    ),
    number(
        "auto.attack_chance",
        Fraction(1, 2),
        0,
        1,
        "umpire 1.23",
        (
            "chance of driving the enemy off, by the exact odds, from which automatic play carries out an order to"
            " attack; half way from it to certainty is asked for by night, on the heels of an attack that failed, and"
            " for one that commanders without a player order of their own accord"
        ),
    ),
    number(
        "auto.break_off",
        Fraction(1, 2),
        0,
        1,
        "umpire 1.23",
        (
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
        "orders.missing",
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
