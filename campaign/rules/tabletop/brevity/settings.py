"""The settings of Operation Brevity that switch its optional blocks, and those of its sequence, postures, movement and
works.

TABLE      one line for each point; ``campaign/rules/common/settings.py`` collects it after the campaign's own

The defaults are the catalogue's. A block that is switched off is as if the book did not have it (OB-OPT-01).
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # optional blocks
    switch(
        "use.hidden",
        True,
        "OB-OPT-01, OB-HID-01",
        "hidden deployment: who has neither moved nor fired need not stand on the table; off: everybody does",
    ),
    switch(
        "use.reconnaissance",
        True,
        "OB-OPT-01, OB-REC-01",
        "reconnaissance battalions break into companies that pull back under fire; off: they fight like others",
    ),
    switch(
        "use.sizes",
        True,
        "OB-OPT-01, OB-SIZE-02",
        "weak and large battalions and companies; off: every battalion is one model that counts in full",
    ),
    switch("use.counter_battery", True, "OB-OPT-01, OB-CB-01", "artillery may be put on counter-battery"),
    switch(
        "use.waves", True, "OB-OPT-01, OB-WAVE-02", "attacks in waves; off: all battalions of a command attack together"
    ),
    switch(
        "use.weather",
        True,
        "OB-OPT-01, OB-WX-01",
        "dice for the weather; off: nobody rolls, and it is clear unless the scenario says how it was",
    ),
    switch("use.air", True, "OB-OPT-01, OB-AIR-01", "aircraft attack, in the campaign and in fights; off: none fly"),
    switch(
        "use.recovery",
        True,
        "OB-OPT-01, OB-RCV-02",
        "destroyed battalions come back by dice and amalgamation; off: they are gone for good",
    ),
    switch("use.supply", True, "OB-OPT-01, OB-SUP-06", "supply gates rest and recovery; off: everybody is in supply"),
    switch(
        "use.engineering",
        True,
        "OB-OPT-01, OB-ENG-02",
        "engineering: obstacles, bridges, demolitions, mines, prepared positions, smoke; off: none of it is done",
    ),
    switch(
        "use.amphibious",
        True,
        "OB-OPT-01, OB-AMPH-01",
        "assault boats, landing craft, amphibious transport and swimming tanks",
    ),
    switch("use.landings", True, "OB-OPT-01, OB-LAND-01", "parachute and glider landings"),
    # commands and headquarters
    switch(
        "seq.allow_pass",
        False,
        "OB-AMB-017",
        (
            "a side may pass its move though a command of its own has its officer; when both pass in a row the turn is"
            " over"
        ),
    ),
    switch("commander.risk", False, "OB-AMB-021", "the corps commander is lost with the command he is with"),
    switch(
        "battle.allow_exit",
        True,
        "OB-AMB-009",
        "battalions may leave the table by their own edge; they are out of that fight and keep their state",
    ),
    # postures, regrouping, rest
    word(
        "posture.level",
        ("battalion", "command"),
        "OB-AMB-024",
        "who has a posture: each battalion, or all battalions of a command the same, artillery apart",
    ),
    integer(
        "rest.full_turns_required",
        0,
        0,
        4,
        "OB-AMB-026",
        "whole turns that a battalion must have rested to shed its casualty figure",
    ),
    switch("rest.broken_by_fire", False, "OB-AMB-027", "a resting battalion that is pinned or worse no longer rests"),
    integer(
        "regroup.max_distance",
        "none",
        1,
        960,
        "OB-AMB-029",
        (
            "inches from the nearest battalion of a command within which another can be attached to it; 8 are a"
            " kilometre on the map"
        ),
        ("none",),
    ),
    switch("regroup.same_division_only", False, "OB-AMB-029", "battalions are attached within their own division only"),
    word(
        "brg.ferry_rule",
        ("both", "half the bridge", "boats"),
        "OB-AMB-121",
        (
            "ferries: standing ones in half a bridge's time besides boats for one crossing; only the former; or"
            " standing ones in the boats' time"
        ),
    ),
    word(
        "rcv.supply_grade",
        ("by corps", "well", "poorly"),
        "OB-AMB-107",
        "supply grade that recovery asks: each corps' own, or this for all",
    ),
    switch(
        "rcv.corps_hq_returns",
        False,
        "OB-AMB-110",
        "a destroyed corps headquarters comes back on a die of its own, beside one of its divisional headquarters",
    ),
    switch(
        "sup.blocked_roads_cut",
        True,
        "OB-AMB-113",
        "blocked roads, blown bridges and ungapped obstacles break a supply route as they bar a march",
    ),
    word(
        "time.start_order",
        ("supply first", "air first"),
        "OB-AMB-012",
        "as a turn begins: supply, rest and recovery before the scheduled air attacks, or after them",
    ),
)
