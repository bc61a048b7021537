"""The settings of Operation Brevity for aircraft and for landings from air and water, for points that the book leaves
open.

TABLE      one line for each point; ``campaign/rules/common/settings.py`` collects it after the book's others
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # aircraft
    switch("air.target_follows", False, "OB-AMB-102"),
    integer("air.mistarget_radius", "none", 1, 960, "OB-AMB-101", ("none",)),
    word("air.crater_repair", ("engineers", "nobody"), "OB-AMB-105"),
    integer("air.transport_missions", 1, 0, 4, "OB-AMB-106"),
    switch("air.reconnaissance", False, "umpire 1.13"),
    # landings
    switch("land.recoverable", True, "OB-AMB-133"),
    switch("land.safe_unopposed", False, "OB-LAND-04"),
    switch("land.put_off", False, "OB-LAND-01, OB-WX-07"),
)
