"""The settings of Operation Brevity that switch its optional blocks, and those of its sequence, postures, movement and
works.

TABLE      one line for each point; ``campaign/rules/common/settings.py`` collects it after the campaign's own

The defaults are the catalogue's. A block that is switched off counts as absent from the book (OB-OPT-01).
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # optional blocks
    switch("use.hidden", True, "OB-OPT-01, OB-HID-01"),
    switch("use.reconnaissance", True, "OB-OPT-01, OB-REC-01"),
    switch("use.sizes", True, "OB-OPT-01, OB-SIZE-02"),
    switch("use.counter_battery", True, "OB-OPT-01, OB-CB-01"),
    switch("use.waves", True, "OB-OPT-01, OB-WAVE-02"),
    switch("use.weather", True, "OB-OPT-01, OB-WX-01"),
    switch("use.air", True, "OB-OPT-01, OB-AIR-01"),
    switch("use.recovery", True, "OB-OPT-01, OB-RCV-02"),
    switch("use.supply", True, "OB-OPT-01, OB-SUP-06"),
    switch("use.engineering", True, "OB-OPT-01, OB-ENG-02"),
    switch("use.amphibious", True, "OB-OPT-01, OB-AMPH-01"),
    switch("use.landings", True, "OB-OPT-01, OB-LAND-01"),
    # commands and headquarters
    switch("seq.allow_pass", False, "OB-AMB-017"),
    switch("commander.risk", False, "OB-AMB-021"),
    switch("battle.allow_exit", True, "OB-AMB-009"),
    # postures, regrouping, rest
    word("posture.level", ("battalion", "command"), "OB-AMB-024"),
    integer("rest.full_turns_required", 0, 0, 4, "OB-AMB-026"),
    switch("rest.broken_by_fire", False, "OB-AMB-027"),
    integer("regroup.max_distance", "none", 1, 960, "OB-AMB-029", ("none",)),
    switch("regroup.same_division_only", False, "OB-AMB-029"),
    word("brg.ferry_rule", ("both", "half the bridge", "boats"), "OB-AMB-121"),
    word("rcv.supply_grade", ("by corps", "well", "poorly"), "OB-AMB-107"),
    switch("rcv.corps_hq_returns", False, "OB-AMB-110"),
    switch("sup.blocked_roads_cut", True, "OB-AMB-113"),
    word("time.start_order", ("supply first", "air first"), "OB-AMB-012"),
)
