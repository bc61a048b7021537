"""Who decides in a battle that the program fights: what each side is ordered to do, and what its doctrine sees.

The rules say what may be done; a *doctrine* decides what is done, for one side. The fight asks it, checks the answer
against the rules, and rolls. Which questions there are belongs to the system: see ``Doctrine`` in its folder.

Stance              what a side is ordered to do
stances(fight)      of both sides of a battle
View                what a doctrine sees
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from campaign.rules.common.scene import Fight

Field = TypeVar("Field")


class Stance(StrEnum):
    """What a side is ordered to do."""

    ATTACK = "attack"
    DEFEND = "defend"


def stances(fight: Fight) -> tuple[Stance, Stance]:
    """The attacker attacks, the other side defends; in a meeting engagement both attack."""
    first, second = (Stance.ATTACK if fight.attacker in (None, force.side) else Stance.DEFEND for force in fight.forces)
    return first, second


@dataclass(frozen=True, slots=True)
class View(Generic[Field]):
    """What a doctrine sees: the field, its side, its orders. Each system adds what of the enemy shows."""

    on: Field
    side: int
    stance: Stance
