"""Close assault (NQM-ASSAULT, NQM-GRADE-24, NQM-FIRE-11 to -16).

Both sides take a die for every unwounded figure up to the greatest number of their grade, throw them together and pair
them, highest with highest; each pair won is a casualty on the loser and a point for the winner.

    dice_of(figures, grade, attacking) -> int
    exchange(attack, defence, draw=) -> Exchange
    draw_winner(attacker, defender) -> Draw
    attacks(grade) -> int | None                      exchanges in an hour
    may_assault(unwounded, command_unwounded=)
    stands_inside(inside, result, attacking_stands)   break in and thrown out
    same_hour(grade)
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from campaign.rules.common.dice import Dice
from campaign.rules.tabletop.nqm.tables import ASSAULT, Grade
from campaign.values import dataclass


class Draw(StrEnum):
    """The side that an equal pair of dice counts for."""

    NOBODY = "stand-off"
    ATTACKER = "attacker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class Exchange:
    """The pairs won by each side: casualties on the other, and points."""

    attacker: int
    defender: int


def dice_of(figures: int, grade: Grade, *, attacking: bool) -> int:
    """Return the dice of a side with this number of unwounded figures (NQM-ASSAULT-04, -05); the limit is a side's
    (NQM-AMB-64).
    """
    row = ASSAULT[grade]
    most = row.attack_dice if attacking else row.defence_dice
    return min(figures, most)


def attacks(grade: Grade) -> int | None:
    """Return the exchanges that an attacker may make in an hour; None: no limit (NQM-ASSAULT-11, NQM-AMB-63)."""
    return ASSAULT[grade].attacks


def draw_winner(attacker: Grade, defender: Grade) -> Draw:
    """Return the side that wins drawn dice: elite and veterans against inferior troops (NQM-GRADE-24, NQM-AMB-66)."""
    if attacker.rank == defender.rank or min(attacker.rank, defender.rank) > Grade.VETERAN.rank:
        return Draw.NOBODY
    return Draw.ATTACKER if attacker.rank < defender.rank else Draw.DEFENDER


def exchange(attack: Sequence[int], defence: Sequence[int], draw: Draw = Draw.NOBODY) -> Exchange:
    """Return the pairs won by each side, the dice paired highest with highest; unpaired dice do not count
    (NQM-ASSAULT-07 to -10).
    """
    won = lost = 0
    for ours, theirs in zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False):
        if ours > theirs or (ours == theirs and draw is Draw.ATTACKER):
            won += 1
        elif theirs > ours or draw is Draw.DEFENDER:
            lost += 1
    return Exchange(won, lost)


def throw(
    attack_dice: int, defence_dice: int, draw: Draw, dice: Dice, attacker: str, defender: str
) -> tuple[tuple[int, ...], tuple[int, ...], Exchange]:
    """Throw for both sides and return both sides' faces and the exchange."""
    need = "pairs, highest against highest"
    ours = tuple(dice.roll(6, "close assault", attacker, need) for _ in range(attack_dice))
    theirs = tuple(dice.roll(6, "defence", defender, need) for _ in range(defence_dice))
    return ours, theirs, exchange(ours, theirs, draw)


def may_assault(unwounded: Sequence[int], *, command_unwounded: bool) -> bool:
    """Return whether these stands may assault: each has an unwounded figure, and more than one needs the battalion's
    command (NQM-ASSAULT-01, -02).
    """
    able = [figures for figures in unwounded if figures > 0]
    return len(able) == len(unwounded) > 0 and (len(able) == 1 or command_unwounded)


def stands_inside(inside: int, result: Exchange, attacking_stands: int) -> int:
    """Return the attacking stands in the position after an exchange: each point breaks one in, each of the defender's
    throws one out (NQM-ASSAULT-14, -15).
    """
    return max(0, min(attacking_stands, inside + result.attacker) - result.defender)


def area_falls(unwounded_defenders: int, *, defenders_left: bool = True) -> bool:
    """Return whether the area is taken: no defending stand in it has an unwounded figure, or none is left
    (NQM-AMB-65).
    """
    return unwounded_defenders == 0 or not defenders_left


def same_hour(grade: Grade) -> bool:
    """Return whether infantry of this grade may assault in the hour in which it wins the firefight (NQM-SPECIAL-01,
    -02, NQM-AMB-102).
    """
    return grade in (Grade.VETERAN, Grade.ELITE)


def assault_hour(won_in: int, grade: Grade, *, armour: bool = False) -> int:
    """Return the hour of the assault after a firefight won in this hour."""
    return won_in if armour or same_hour(grade) else won_in + 1


def tank_defence_dice(points: int, grade: Grade) -> int:
    """Return the dice of tanks that infantry assaults (NQM-FIRE-13, NQM-AMB-69)."""
    return min(points, ASSAULT[grade].defence_dice)


def tanks_may_be_assaulted(*, entered: bool, left_again: bool, own_infantry: bool) -> bool:
    """Return whether infantry may assault tanks: infantry that stayed, against tanks that stay in its position without
    infantry of their own (NQM-FIRE-13, -14).
    """
    return entered and not left_again and not own_infantry
