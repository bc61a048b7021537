"""The settings of the campaign by Not Quite Mechanised: each of its parts is switched on separately, beside or instead
of Brevity's.

Marches by hourly rates are ``march.system`` and ``march.hours_a_day``. All others are off as shipped.
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

_REACTION = (
    switch("nqm.reaction", False, "NQM-CRT-01, NQM-ORDERS-08"),
    integer("nqm.reaction.within_division", 1, 0, 6, "NQM-AMB-16"),
    word("nqm.reaction.veterans", ("all links", "next link", "no"), "NQM-CRT-06, NQM-AMB-17"),
    switch("nqm.reaction.general", True, "NQM-CRT-07, NQM-AMB-18"),
    word("nqm.reaction.daily_orders", ("free", "first day only"), "NQM-ORDERS-08, umpire 1.14"),
)
_TASKS = (
    switch("nqm.tasks", False, "NQM-TASK-01 to NQM-TASK-11"),
    integer("nqm.tasks.bridge_hours", "thrown", 2, 12, "NQM-TASK-11", ("thrown",)),
    integer("nqm.tasks.bridgehead_hours", "thrown", 1, 3, "NQM-TASK-11", ("thrown",)),
    integer("nqm.tasks.companies", 3, 1, 9, "NQM-AMB-22"),
    integer("nqm.tasks.support_platoons", 1, 1, 9, "NQM-AMB-22"),
    integer("nqm.tasks.fort_hours", 12, 6, 18, "NQM-AMB-23"),
    integer("nqm.tasks.corps_air_hours", 4, 0, 24, "NQM-TASK-01, NQM-AMB-20"),
    integer("nqm.tasks.army_air_hours", 8, 0, 24, "NQM-TASK-02, NQM-AMB-20"),
    word("nqm.tasks.air_belongs_to", ("corps", "army"), "NQM-TASK-01, NQM-AMB-20"),
)
_GRADES = (
    switch("nqm.grade.first_battle", False, "NQM-GRADE-21, NQM-AMB-58"),
    word("nqm.grade.promotion", ("umpire", "battles"), "NQM-AMB-61"),
    integer("nqm.grade.battles", 3, 1, 20, "NQM-AMB-61"),
)
_RECOVERY = (
    switch("nqm.disorganisation", False, "NQM-REORG-01, NQM-AMB-55"),
    word("nqm.recovery", ("when the battle ends", "overnight"), "NQM-CAS-11, NQM-AMB-78"),
)
_LOGISTICS = (
    switch("nqm.logistics", False, "NQM-LOG-01 to NQM-LOG-12"),
    integer("nqm.log.division", 2, 0, 99, "NQM-LOG-05"),
    integer("nqm.log.corps", 4, 0, 99, "NQM-LOG-07"),
    integer("nqm.log.army", 8, 0, 99, "NQM-LOG-08"),
    integer("nqm.log.trucks", 2, 0, 99, "NQM-LOG-10, NQM-AMB-83"),
    integer("nqm.log.reserve", 2, 0, 99, "NQM-LOG-07"),
    word("nqm.log.fraction", ("by battalions", "whole"), "NQM-AMB-82"),
    word("nqm.log.unwritten", ("all", "half", "nothing"), "NQM-AMB-81"),
    word("nqm.supply.trace", ("roads free of the enemy", "no"), "NQM-LOG-11, NQM-AMB-88"),
    switch("nqm.fuel", False, "NQM-POL-03, NQM-POL-04"),
    number("nqm.fuel.link_km", "day", 1, 1000, "NQM-AMB-85", ("day", "hour")),
    word("nqm.fuel.model", ("presence", "units"), "NQM-AMB-84"),
    integer("nqm.fuel.days", 1, 0, 9, "NQM-AMB-87"),
)

TABLE: tuple[Rule, ...] = (*_REACTION, *_TASKS, *_GRADES, *_RECOVERY, *_LOGISTICS)
"""Every setting of its campaign rules."""
