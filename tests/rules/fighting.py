"""A small fight for tests: two forces on a bare table, a doctrine that does as it is told, dice that show what is
wanted.

Where both sides have as many commands the near one moves first, unless the dice say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaign.resolve.brevity.battle import Resolution, resolve
from campaign.resolve.brevity.doctrine import Advance, Regrouping, Stance, View
from campaign.resolve.brevity.field import Brigade, Conditions, Model
from campaign.resolve.brevity.ground import Ground, Spot
from campaign.resolve.brevity.plain_doctrine import Plain
from campaign.rules.common.force import Command, Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.terms.forces import Nationality, Size
from campaign.terms.time import Moment
from tests.rules.forces import guns, infantry

NEAR, FAR = 1, 2
"""Sides: the first force and the second."""


def battalion(side: int, command: int, name: str, make: Callable[..., Unit] = infantry, **changes: Any) -> Unit:
    """A battalion of a command of a side."""
    nation = Nationality.BRITISH if side == NEAR else Nationality.GERMAN
    return make(name, **{"side": side, "command": command, "organic": command, "nation": nation, **changes})


def battery(side: int, command: int, name: str, **changes: Any) -> Unit:
    """A normal battalion of 25-pounders, range 80 inches."""
    return battalion(side, command, name, guns, **{"size": Size.NORMAL, **changes})


def force(side: int, *units: Unit, commands: Mapping[int, str] | None = None, with_commander: int = 0) -> Force:
    """A side with a command for each number its units bear."""
    nation = Nationality.BRITISH if side == NEAR else Nationality.GERMAN
    numbers = dict.fromkeys([*(commands or {}), *(unit.command for unit in units)])
    return Force(
        side,
        f"side{side}",
        "Allied" if side == NEAR else "Axis",
        tuple(
            Command(
                n, f"c{n}", (commands or {}).get(n, f"Brigade {n}"), nation, has_corps_commander=n == with_commander
            )
            for n in numbers
        ),
        units,
    )


@dataclass
class Faces:
    """Dice that show a face by purpose, one after the other, then the standing one; they keep what was asked."""

    by_purpose: dict[str, list[int]] = field(default_factory=dict)
    otherwise: int = 1
    moment: Moment = Moment(1, 2)
    asked: list[tuple[str, str]] = field(default_factory=list)

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        self.asked.append((purpose, subject))
        waiting = self.by_purpose.get(purpose)
        if purpose == "first move" and not waiting:
            return 6 if subject == "side1" else 1
        return waiting.pop(0) if waiting else self.otherwise


@dataclass
class Told(Plain):
    """Does as it is told: moves by command and number of its move; stands still otherwise and never breaks off."""

    moves: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    regroups: dict[int, list[Callable[[View, Brigade], Regrouping]]] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    challengers: list[int] = field(default_factory=list)
    company_stays: bool = False
    smoke: list[tuple[str, Spot]] = field(default_factory=list)

    def breaks_off(self, view: View) -> str:
        return ""

    def pick(self, view: View) -> Brigade | None:
        ready = {brigade.command.id: brigade for brigade in view.ready()}
        while self.order:
            wanted = self.order.pop(0)
            if wanted in ready:
                return ready[wanted]
        return next(iter(ready.values()), None)

    def challenge(self, view: View, mover: Brigade) -> Brigade | None:
        ready = {brigade.command.id: brigade for brigade in view.ready()}
        return ready.get(self.challengers.pop(0)) if self.challengers else None

    def regroup(self, view: View, brigade: Brigade) -> Regrouping:
        waiting = self.regroups.get(brigade.command.id)
        return waiting.pop(0)(view, brigade) if waiting else Regrouping()

    def move(self, view: View, brigade: Brigade) -> tuple[Advance, ...]:
        waiting = self.moves.get(brigade.command.id)
        wanted = waiting.pop(0) if waiting else {}
        models = {model.name: model for model in brigade.in_play}
        return tuple(_advance(models[name], what) for name, what in wanted.items() if name in models)

    def screens(self, view: View, makers: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        named = {model.name: model for model in makers}
        laid = [(named[name], at) for name, at in self.smoke if name in named]
        self.smoke = [(name, at) for name, at in self.smoke if name not in named]
        return tuple(laid)

    def pulls_back(self, view: View, company: Model) -> Spot | None:
        return None if self.company_stays else super().pulls_back(view, company)


def _advance(model: Model, what: Any) -> Advance:
    """None: declared; a spot: there; a tuple: spot, posture, wave."""
    if what is None or isinstance(what, Spot):
        return Advance(model, what)
    return Advance(model, *what)


def fight(
    near: Force,
    far: Force,
    spots: Mapping[str, tuple[int, int]],
    *,
    near_does: Plain | None = None,
    far_does: Plain | None = None,
    dice: Any = None,
    book: Rulebook = DEFAULTS,
    turns: int = 1,
    stances: tuple[Stance, Stance] = (Stance.ATTACK, Stance.DEFEND),
    **conditions: Any,
) -> Resolution:
    """Resolve with every unit where the test puts it."""
    ids = {unit.name: unit.id for unit in (*near.units, *far.units)}
    placed = {ids[name]: Spot(*at) for name, at in spots.items()}
    given = {"ground": Ground(96, 72), **conditions, "spots": placed}
    return resolve(
        near,
        far,
        Conditions(**given),
        stances,
        dice or Faces(),
        book,
        doctrines=(near_does or Told(), far_does or Told()),
        turns=turns,
    )


def told(report: Sequence[str], *words: str) -> list[str]:
    """The lines of a report with all these words in them."""
    return [line.strip() for line in report if all(word in line for word in words)]
