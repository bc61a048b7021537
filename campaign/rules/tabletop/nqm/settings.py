"""The settings of Not Quite Mechanised: points its text leaves open, each with its default.

Keys are ``nqm.`` and the part of the game they belong to; the defaults are the catalogue's.
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, switch, word
from campaign.rules.common.rulebook import Rule
from campaign.rules.tabletop.nqm import ranges

_RECCE = (
    word(
        "nqm.recce.white_lookup",
        ("swapped", "same cell", "same cell inverted"),
        "NQM-AMB-31",
        (
            "where the white die looks: sides swapped, the red die's own cell, or that cell with success when it is"
            " missed"
        ),
    ),
    switch(
        "nqm.recce.fast_mode",
        False,
        "NQM-RECCE-06, NQM-AMB-37",
        "early in a game recce moves without limit, but tests once a move only",
    ),
)
_MOVES = ()
_FIRE = (
    word(
        "nqm.class.matilda_2",
        ("heavy", "very heavy"),
        "NQM-CLASS-11",
        "armour of the Matilda II: as in the table, or very heavy where 37 mm guns made no impression on it",
    ),
    word(
        "nqm.class.light_guns",
        ("light", "medium against machine-gun tanks"),
        "NQM-CLASS-14",
        (
            "light anti-tank and tank guns, such as 2-pdr and 37 mm: light, or medium against tanks armed with"
            " machine-guns only"
        ),
    ),
    word(
        "nqm.firefight.win",
        ("cumulative", "round"),
        "NQM-AMB-46",
        "over what casualties are compared: the whole firefight, or the last hour",
    ),
    word(
        "nqm.cas.allocation",
        ("random", "owner"),
        "NQM-AMB-49",
        (
            "which stand takes a marker among those with the fewest: one drawn by lot, or the first its owner would"
            " spare least"
        ),
    ),
    word(
        "nqm.ammo.model",
        ("per base", "boxes"),
        "NQM-AMB-81",
        "ammunition: dice by each stand's strength, or boxes that give every stand of the unit a die",
    ),
)
_MORALE = (
    word("nqm.grade.veteran_hold", ("3-6", "3 or 6"), "NQM-AMB-52", "faces on which veterans hold firm"),
    word(
        "nqm.grade.elite_is",
        ("small units", "elite", "veteran"),
        "NQM-GRADE-01, NQM-GRADE-02",
        (
            "units that the campaign calls elite: elite up to a company and veterans above it, elite all, or"
            " veterans all"
        ),
    ),
    word(
        "nqm.grade.green_is",
        ("regular", "conscript", "militia"),
        "NQM-GRADE-21, NQM-AMB-15",
        "grade of units that the campaign calls green, to which the green rules are added",
    ),
    word(
        "nqm.morale.base",
        ("start of battle", "full strength"),
        "NQM-AMB-53",
        (
            "of what the part lost is reckoned: the unpinned points that came to the battle, or all points of the"
            " battalion"
        ),
    ),
    word(
        "nqm.morale.repeat",
        ("once", "every hour"),
        "NQM-AMB-54",
        (
            "casualty tests of a battalion in a battle: one until it has reorganised, or one in each hour with new"
            " casualties"
        ),
    ),
    switch(
        "nqm.morale.drafted_defenders_test",
        True,
        "NQM-AMB-57",
        ("conscripts test in defence too; off: only when they attack, as their paragraph speaks of refusing to attack"),
    ),
    word(
        "nqm.disorganised.after_combat",
        ("assault or casualty", "assault only", "never"),
        "NQM-AMB-101",
        "what disorganises a battalion after combat, the winner too",
    ),
)
_ASSAULT = ()
_REORGANISING = (integer("nqm.reorg.hours", 1, 1, 6, "NQM-AMB-73", "hours that a unit takes to reorganise"),)
_CAMPAIGN_STRENGTH = (
    integer("nqm.points.companies", 4, 1, 8, "umpire 2", "rifle companies of a normal battalion"),
    integer("nqm.points.support", 3, 0, 8, "umpire 2", "its support platoons: machine-guns, mortars, anti-tank guns"),
    integer(
        "nqm.points.weak_companies",
        2,
        1,
        8,
        "umpire 2",
        "rifle companies of a weak battalion; it has one support platoon",
    ),
    integer("nqm.points.tanks_a_stand", 16, 1, 99, "umpire 2", "tanks to a stand of three points"),
    integer("nqm.points.guns_a_point", 4, 1, 99, "umpire 2", "guns to a point of a battery's stand"),
    integer(
        "nqm.points.spent_pins_percent",
        15,
        1,
        99,
        "umpire 2",
        "per cent of its points, rounded up, under black pins when a spent battalion is mustered",
    ),
    integer(
        "nqm.return.spent_percent",
        15,
        1,
        99,
        "umpire 2",
        "per cent of points lost or under pins from which it is spent",
    ),
    integer(
        "nqm.return.destroyed_percent",
        30,
        2,
        100,
        "umpire 2",
        "per cent of points lost or under pins from which it is destroyed",
    ),
    integer("nqm.return.destroyed_points", 2, 1, 99, "umpire 2", "and at least so many points"),
)

TABLE: tuple[Rule, ...] = (
    *_RECCE,
    *_MOVES,
    *_FIRE,
    *ranges.TABLE,
    *_MORALE,
    *_ASSAULT,
    *_REORGANISING,
    *_CAMPAIGN_STRENGTH,
)
"""Every setting of the system's table game."""
