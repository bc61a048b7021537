"""The table of settings: one line for each point that the books leave open and this program decides.

Those of the campaign and of Operation Brevity stand here; those of the other systems in their own ``settings`` modules.
The defaults are those of the umpire's rules where they speak, else those of the catalogue. What each means stands in
``settings.txt`` beside its table.
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Kind, Rule, Rulebook
from campaign.rules.common.setting_texts import with_texts
from campaign.rules.common.systems import FOLDERS, SYSTEMS, tables_of

_CAMPAIGN = (
    # time and light
    integer("time.day_start_hour", "by season", 0, 23, "OB-AMB-010", ("by season",)),
    integer("time.night_turns", "by season", 0, 4, "OB-TIME-03, OB-TIME-04, OB-AMB-010", ("by season",)),
    Rule("time.season_by_date", Kind.PERIOD, "11-01 to 02-29", "OB-AMB-011", ("never", "always")),
    word("night.light", ("phase", "moonlight", "darkness"), "OB-AMB-050"),
    integer("sight.reconnaissance_m", 5000, 0, 50000, "umpire 1.13"),
    integer("sight.reconnaissance_poor_m", 1000, 0, 50000, "umpire 1.13"),
    integer("sight.landing_m", 8000, 0, 50000, "umpire 1.13"),
    # marches and retreats
    number(
        "march.moves_per_turn", "expected", Fraction(1, 2), 12, "OB-AMB-013, umpire 1.1", ("expected", "one", "rolled")
    ),
    word("march.system", ("brevity", "nqm"), "OB-T-02, NQM-MOV-02"),
    number("march.hours_a_day", 12, 6, 12, "NQM-MOV-02, NQM-AMB-25"),
    switch("march.road_space", False, "umpire 1.18"),
    switch("march.gaps", True, "OB-OBS-05"),
    switch("march.in_column", False, "umpire 1.1"),
    switch("march.guns_behind", True, "umpire 1.1"),
    number("retreat.surrender", Fraction(0), 0, 12, "umpire 1.8"),
    switch("battle.apart", False, "umpire 1.4"),
    word("retreat.cut_off", ("stays", "surrenders", "breaks_out"), "umpire 1.8"),
    integer("retreat.cut_off_turns", 2, 1, 12, "umpire 1.8"),
    switch("retreat.by_stages", False, "umpire 1.14"),
    number("march.past_masked", Fraction(0), 0, 4, "OB-LOC-05"),
    number("retreat.distance", Fraction(1, 2), 0, 2, "umpire 1.8"),
    number("retreat.reach", 5, 0, 99, "umpire 1.8"),
    # weather
    switch("wx.air_opening", False, "OB-WX-08"),
    switch("wx.reroll_first_turn", False, "OB-AMB-095"),
    switch("wx.carry_over", False, "OB-AMB-095"),
    switch("wx.winter_all_rolls", True, "OB-AMB-096"),
    # recovery and rest
    switch("rcv.return_spent", False, "OB-AMB-108"),
    integer("rcv.amalgamations_per_day", 1, 0, 9, "OB-AMB-109"),
    word("rest.min_distance_from_enemy", ("location range", "none"), "OB-AMB-026, umpire 1.11"),
    # supply
    word("sup.reach", ("move", "turn"), "OB-SUP-05, OB-AMB-115"),
    switch("sup.facing_cuts", False, "OB-SUP-01, OB-SUP-03, OB-SUP-05"),
    switch("sup.hq_self_recovery", True, "OB-AMB-112"),
    switch("sup.hidden_cuts", False, "OB-AMB-114"),
    switch("sup.air_ignores_corps", False, "OB-AMB-116"),
    # readiness, headquarters and sizes on the table
    word("ready.inexperienced_rule", ("half", "any", "all"), "OB-AMB-085"),
    word("hq.combat_strength", ("normal", "weak", "none"), "OB-AMB-003"),
    switch("size.merge_companies", True, "OB-SIZE-04, umpire 1.3"),
    integer("size.tanks_weak_below", 40, 0, 999, "OB-AMB-006"),
    integer("size.tanks_large_from", 96, 1, 999, "OB-AMB-006"),
    integer("size.guns_weak_to", 16, 0, 999, "OB-AMB-006"),
    integer("limits.command_max_battalions", 4, 1, 99, "OB-AMB-002"),
    integer("limits.division_max_commands", 4, 1, 99, "OB-AMB-002"),
    integer("cas.fort_close_range", 4, 4, 10, "OB-AMB-071"),
    # fire
    switch("dice.natural_six_passes", False, "OB-AMB-014"),
    word("seq.first_move_tie", ("roll", "attacker", "defender"), "OB-AMB-015"),
    switch("init.counter_challenge", False, "OB-AMB-019"),
    switch("loc.shared", False, "OB-AMB-045"),
    word("wx.bad_to_hit_column", ("none", "terrain", "dark"), "OB-AMB-051"),
    switch("cas.dash_plus_one", False, "OB-AMB-078"),
    switch("land.scatter", False, "OB-AMB-132"),
    switch("wave.repeat_artillery", False, "OB-AMB-094"),
    switch("air.spare_own", True, "OB-AIR-04, umpire 1.19"),
    switch("air.road_space", True, "OB-AIR-04, umpire 1.18"),
    word("air.at_class", ("artillery", "light", "light-medium", "medium", "medium-heavy", "heavy"), "OB-AMB-068"),
    # engineering, and battalions split
    switch("brg.halving", False, "OB-AMB-122"),
    switch("dem.bridge_beside", False, "OB-DEM-04"),
    switch("dem.at_once", True, "OB-DEM-03, OB-AMB-122"),
    integer("strength.spent_percent", 15, 1, 99, "umpire 1.20"),
    integer("strength.destroyed_percent", 30, 2, 100, "umpire 1.20"),
    # papers
    word("papers.reference", ("once", "with", "none"), "umpire 2"),
    integer("papers.most_stands", "by the book", 1, 999, "umpire 1.4, OB-ORG-11", ("by the book",)),
    # missing players
    word("orders.missing", ("stand", "hold", "program"), "umpire 1.14"),
    # automatic play
    switch("auto.orders", True, "umpire 1.23"),
    switch("auto.staff", False, "umpire 1.23"),
    number("auto.attack_ratio", "by the odds", Fraction(1, 2), 10, "umpire 1.23", ("by the odds",)),
    number("auto.attack_chance", Fraction(1, 2), 0, 1, "umpire 1.23"),
    number("auto.patience", Fraction(1, 5), 0, Fraction(1, 2), "umpire 1.23"),
    number("auto.break_off", Fraction(1, 2), 0, 1, "umpire 1.23"),
    word("auto.characters", ("program", "all", "off"), "umpire 1.23"),
)

_TABLES = (
    with_texts(_CAMPAIGN, __package__),
    *(
        with_texts([rule for table in tables_of(system) for rule in table], f"{FOLDERS}.{system.key}")
        for system in SYSTEMS.values()
    ),
)
RULES: dict[str, Rule] = {rule.key: rule for table in _TABLES for rule in table}
"""All settings by key, the campaign's first, then each system's, in the order of its table."""

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
"""The two dozen settings that clubs change most: pace, whole blocks of a book, the effect of supply and losses, the
length of a game. The others answer a point of a book that few clubs play differently.
"""

DEFAULTS = Rulebook(RULES, {})
"""The rulebook as shipped."""
