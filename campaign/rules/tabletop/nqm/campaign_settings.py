"""The settings of the campaign by Not Quite Mechanised: each of its parts is switched on by itself, beside or instead
of Brevity's.

Marches by hourly rates are ``march.system`` and ``march.hours_a_day``. All others are off as shipped.
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

_REACTION = (
    switch(
        "nqm.reaction",
        False,
        "NQM-CRT-01, NQM-ORDERS-08",
        "an order given while a turn runs takes effect at the hour that the chain of command allows",
    ),
    integer(
        "nqm.reaction.within_division",
        1,
        0,
        6,
        "NQM-AMB-16",
        "hours that fresh orders take inside a division, where the table prints none",
    ),
    word(
        "nqm.reaction.veterans",
        ("all links", "next link", "no"),
        "NQM-CRT-06, NQM-AMB-17",
        "which links a veteran armoured or motorised formation halves: all on the way, the one next to it, or none",
    ),
    switch(
        "nqm.reaction.general",
        True,
        "NQM-CRT-07, NQM-AMB-18",
        "a commander who is with the formation makes good the time of his own level and of all below it",
    ),
    word(
        "nqm.reaction.daily_orders",
        ("free", "first day only"),
        "NQM-ORDERS-08, umpire 1.14",
        "orders written before a day's first turn: part of the plan on every day, or on the first day only",
    ),
)
_TASKS = (
    switch(
        "nqm.tasks",
        False,
        "NQM-TASK-01 to NQM-TASK-11",
        "air missions, bridges, mines, demolitions and digging in take the hours of Not Quite Mechanised",
    ),
    integer(
        "nqm.tasks.bridge_hours",
        "thrown",
        2,
        12,
        "NQM-TASK-11",
        "hours that a vehicle bridge takes: thrown for, or as the umpire rules",
        ("thrown",),
    ),
    integer(
        "nqm.tasks.bridgehead_hours",
        "thrown",
        1,
        3,
        "NQM-TASK-11",
        "hours that a crossing for infantry takes: thrown for, or as the umpire rules",
        ("thrown",),
    ),
    integer("nqm.tasks.companies", 3, 1, 9, "NQM-AMB-22", "engineer companies of a battalion of specialist engineers"),
    integer(
        "nqm.tasks.support_platoons",
        1,
        1,
        9,
        "NQM-AMB-22",
        "engineer platoons with a battalion that has engineering support only",
    ),
    integer(
        "nqm.tasks.fort_hours",
        12,
        6,
        18,
        "NQM-AMB-23",
        "working hours of the day in which a dug-in position is fortified with engineer help",
    ),
    integer(
        "nqm.tasks.corps_air_hours", 4, 0, 24, "NQM-TASK-01, NQM-AMB-20", "hours to task air support that a corps has"
    ),
    integer(
        "nqm.tasks.army_air_hours", 8, 0, 24, "NQM-TASK-02, NQM-AMB-20", "hours to task air support that an army has"
    ),
    word(
        "nqm.tasks.air_belongs_to",
        ("corps", "army"),
        "NQM-TASK-01, NQM-AMB-20",
        "at which level the air groups of this campaign are held",
    ),
)
_GRADES = (
    switch(
        "nqm.grade.first_battle",
        False,
        "NQM-GRADE-21, NQM-AMB-58",
        "green troops are green no more when their first battle is closed",
    ),
    word(
        "nqm.grade.promotion",
        ("umpire", "battles"),
        "NQM-AMB-61",
        (
            "what promotes conscripts and militia to regulars, and regulars to veterans: the umpire's word, or battles"
            " well fought"
        ),
    ),
    integer(
        "nqm.grade.battles",
        3,
        1,
        20,
        "NQM-AMB-61",
        "battles from which a unit came back fit, or spent but in good order, for one promotion",
    ),
)
_RECOVERY = (
    switch(
        "nqm.disorganisation",
        False,
        "NQM-REORG-01, NQM-AMB-55",
        (
            "battalions disorganised in battle take no order to attack until they have reorganised, overnight at the"
            " latest"
        ),
    ),
    word(
        "nqm.recovery",
        ("when the battle ends", "overnight"),
        "NQM-CAS-11, NQM-AMB-78",
        "when the last half of the pins comes off: as the battle is closed, or in the night after it",
    ),
)
_LOGISTICS = (
    switch(
        "nqm.logistics",
        False,
        "NQM-LOG-01 to NQM-LOG-12",
        (
            "dumps, trucks and ammunition from army to division are kept; resupply is overnight or by a truck that is"
            " sent"
        ),
    ),
    integer(
        "nqm.log.division",
        2,
        0,
        99,
        "NQM-LOG-05",
        "Div Logs in the dump of a division or independent brigade at the start",
    ),
    integer("nqm.log.corps", 4, 0, 99, "NQM-LOG-07", "Div Logs in the dump of a corps at the start"),
    integer(
        "nqm.log.army",
        8,
        0,
        99,
        "NQM-LOG-08",
        "Div Logs in the dump of an army at the start; above it railhead or depot has as many as are fetched",
    ),
    integer("nqm.log.trucks", 2, 0, 99, "NQM-LOG-10, NQM-AMB-83", "empty trucks at each dump at the start"),
    integer(
        "nqm.log.reserve", 2, 0, 99, "NQM-LOG-07", "units of supply that a dump wants to have, and sends trucks up for"
    ),
    word(
        "nqm.log.fraction",
        ("by battalions", "whole"),
        "NQM-AMB-82",
        (
            "what a truck that a battalion sends by day takes: the division's supply unit shared by its battalions, or"
            " a whole one"
        ),
    ),
    word(
        "nqm.log.unwritten",
        ("all", "half", "nothing"),
        "NQM-AMB-81",
        "ammunition that a battalion has fired in a battle whose return does not say",
    ),
    word(
        "nqm.supply.trace",
        ("roads free of the enemy", "no"),
        "NQM-LOG-11, NQM-AMB-88",
        "must a way free of the enemy lead from a unit to its dump, and from dump to dump?",
    ),
    switch(
        "nqm.fuel",
        False,
        "NQM-POL-03, NQM-POL-04",
        "fuel of tank, mechanised and motorised divisions by an unbroken chain to the railhead",
    ),
    number(
        "nqm.fuel.link_km",
        "day",
        1,
        1000,
        "NQM-AMB-85",
        "one road march between fuel vehicles: a day's march of lorries, an hour's, or so many kilometres",
        ("day", "hour"),
    ),
    word(
        "nqm.fuel.model",
        ("presence", "units"),
        "NQM-AMB-84",
        "fuel by the presence of its vehicles alone, or by Div POL units besides, one a day for a tracked division",
    ),
    integer(
        "nqm.fuel.days",
        1,
        0,
        9,
        "NQM-AMB-87",
        "days that motor troops march on after the chain is broken, before they stand still",
    ),
)

TABLE: tuple[Rule, ...] = (*_REACTION, *_TASKS, *_GRADES, *_RECOVERY, *_LOGISTICS)
"""Every setting of its campaign rules."""
