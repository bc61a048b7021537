"""The settings of Not Quite Mechanised: points that the book leaves open, each with its default.

Keys are ``nqm.`` and the part of the game they belong to; the defaults are the catalogue's.
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, switch, word
from campaign.rules.common.rulebook import Rule
from campaign.rules.tabletop.nqm import ranges

_RECCE = (
    word("nqm.recce.white_lookup", ("swapped", "same cell", "same cell inverted"), "NQM-AMB-31"),
    switch("nqm.recce.fast_mode", False, "NQM-RECCE-06, NQM-AMB-37"),
)
_MOVES = ()
_FIRE = (
    word("nqm.class.matilda_2", ("heavy", "very heavy"), "NQM-CLASS-11"),
    word("nqm.class.light_guns", ("light", "medium against machine-gun tanks"), "NQM-CLASS-14"),
    word("nqm.firefight.win", ("cumulative", "round"), "NQM-AMB-46"),
    word("nqm.cas.allocation", ("random", "owner"), "NQM-AMB-49"),
    word("nqm.ammo.model", ("per base", "boxes"), "NQM-AMB-81"),
)
_MORALE = (
    word("nqm.grade.veteran_hold", ("3-6", "3 or 6"), "NQM-AMB-52"),
    word("nqm.grade.elite_is", ("small units", "elite", "veteran"), "NQM-GRADE-01, NQM-GRADE-02"),
    word("nqm.grade.green_is", ("regular", "conscript", "militia"), "NQM-GRADE-21, NQM-AMB-15"),
    word("nqm.morale.base", ("start of battle", "full strength"), "NQM-AMB-53"),
    word("nqm.morale.repeat", ("once", "every hour"), "NQM-AMB-54"),
    switch("nqm.morale.drafted_defenders_test", True, "NQM-AMB-57"),
    word("nqm.disorganised.after_combat", ("assault or casualty", "assault only", "never"), "NQM-AMB-101"),
)
_ASSAULT = ()
_REORGANISING = (integer("nqm.reorg.hours", 1, 1, 6, "NQM-AMB-73"),)
_CAMPAIGN_STRENGTH = (
    integer("nqm.points.companies", 4, 1, 8, "umpire 2"),
    integer("nqm.points.support", 3, 0, 8, "umpire 2"),
    integer("nqm.points.weak_companies", 2, 1, 8, "umpire 2"),
    integer("nqm.points.tanks_a_stand", 16, 1, 99, "umpire 2"),
    integer("nqm.points.guns_a_point", 4, 1, 99, "umpire 2"),
    integer("nqm.points.spent_pins_percent", 15, 1, 99, "umpire 2"),
    integer("nqm.return.spent_percent", 15, 1, 99, "umpire 2"),
    integer("nqm.return.destroyed_percent", 30, 2, 100, "umpire 2"),
    integer("nqm.return.destroyed_points", 2, 1, 99, "umpire 2"),
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
