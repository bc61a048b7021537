"""Initiative and readiness: the chance of a nation's commands to take the move and to keep moving (OB-INIT, OB-READY).

bonus(nation, corps_commander) -> int
initiative(challenger, mover) -> Fraction                  chance that the challenger moves instead
readiness(nation, night=, inexperienced=, flame_throwers=, corps_commander=) -> Target
is_inexperienced(battalions, book) -> bool                 of a command, by the number of its inexperienced battalions
moves(nation, night) -> Fraction                           moves a turn to be expected
roll_moves(nation, night, dice, subject) -> int            moves of one turn, rolled out
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import tables
from campaign.terms.forces import Nationality
from campaign.terms.target import Reason, Target

ADJECTIVE = {
    Nationality.BRITISH: "British",
    Nationality.INDIAN: "Indian",
    Nationality.COMMONWEALTH: "Commonwealth",
    Nationality.FRENCH: "French",
    Nationality.GERMAN: "German",
    Nationality.ITALIAN: "Italian",
    Nationality.JAPANESE: "Japanese",
    Nationality.SOVIET: "Soviet",
    Nationality.US: "US",
}
"""The form of a nationality before a noun."""


def bonus(nation: Nationality, *, corps_commander: bool = False) -> int:
    """Return the bonus that a command adds to its initiative die (OB-INIT-03, -04)."""
    return tables.COMMAND_BONUS[nation] + (tables.CORPS_COMMANDER_BONUS if corps_commander else 0)


def initiative(challenger: int, mover: int) -> Fraction:
    """Return the chance that a challenger with this bonus takes the move from a mover with that one; a tie fails
    (OB-INIT-05, OB-D-03).
    """
    wins = sum(1 for theirs in range(1, 7) for ours in range(1, 7) if theirs + challenger > ours + mover)
    return Fraction(wins, 36)


def readiness(
    nation: Nationality,
    *,
    night: bool = False,
    inexperienced: bool = False,
    flame_throwers: bool = False,
    corps_commander: bool = False,
) -> Target:
    """Return the score that a command must roll after its move to keep its officer (OB-READY-03..07)."""
    score = tables.READINESS[nation]
    reasons = [
        (inexperienced, tables.READINESS_INEXPERIENCED, "inexperienced"),
        (flame_throwers, tables.READINESS_FLAME_THROWERS, "attacked by flame-throwers"),
        (night, tables.READINESS_NIGHT, "night turn"),
        (corps_commander, tables.CORPS_COMMANDER_BONUS, "corps commander"),
    ]
    base = f"{ADJECTIVE[nation]} readiness {'6' if score == 6 else f'{score}-6'}"
    return Target(score, base, tuple(Reason(value, text) for holds, value, text in reasons if holds))


def is_inexperienced(battalions: Iterable[bool], book: Rulebook) -> bool:
    """Return whether a command takes the -1, given which of its battalions are inexperienced (OB-READY-04,
    OB-AMB-085).
    """
    flags = tuple(battalions)
    match book.word("ready.inexperienced_rule"):
        case "any":
            return any(flags)
        case "all":
            return bool(flags) and all(flags)
        case _:
            return bool(flags) and 2 * sum(flags) >= len(flags)


@cache
def moves(nation: Nationality, *, night: bool) -> Fraction:
    """Return the expected moves a turn of a nation: it goes on moving until a readiness roll fails (OB-D-04, umpire
    1.1).
    """
    return 1 / (1 - readiness(nation, night=night).chance)


def roll_moves(nation: Nationality, *, night: bool, dice: Dice, subject: str) -> int:
    """Roll the moves of one command in one turn and return their number: one readiness roll after each until one fails
    (OB-SEQ-18).
    """
    target = readiness(nation, night=night)
    count = 1
    while target.needed is not None and target.passes(dice.roll(6, "readiness", subject, f"{target} moves again")):
        count += 1
    return count
