"""A small fight for tests: two forces on a bare table, a doctrine that does as it is told, dice that show what is
wanted.

Where both sides have as many commands the near one moves first, unless the dice say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaign.resolve.brevity.barriers import Barrier
from campaign.resolve.brevity.battle import Battle, begin
from campaign.resolve.brevity.doctrine import Advance, Regrouping, View
from campaign.resolve.brevity.field import Brigade, Model
from campaign.resolve.brevity.ground import Ground, Spot
from campaign.resolve.brevity.plain_doctrine import Plain
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.doctrine import Stance
from campaign.rules.common.force import Command, Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.fire import Works
from campaign.terms.forces import Nationality, Size
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.words.battle_report import Event
from tests.rules.forces import guns, infantry

BARE = Ground(96, 72)
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

    def is_done(self, view: View) -> bool:
        return False

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


@dataclass(frozen=True)
class UnitFought:
    """What the fight leaves of a battalion; ``at`` where its first stand stood last."""

    unit: int
    side: int
    name: str
    before: State
    after: State
    resting: bool
    dug_in: bool
    command: int
    at: Spot


@dataclass(frozen=True)
class Fought:
    """How a fight came out, with more of each battalion than the campaign asks for."""

    units: tuple[UnitFought, ...]
    holder: int | None
    broke_off: int | None
    turns: int
    moves: int
    events: tuple[Event, ...]

    @property
    def report(self) -> tuple[str, ...]:
        """The fight told event by event: idle moves are not told together."""
        return tuple(line for event in self.events if event.line for line in event.line.split("\n"))


def scene(near: Force, far: Force, *, turns: int = 1, start: Moment = Moment(1, 2), **more: Any) -> Fight:
    """A fight of two forces in daylight and clear weather, the near one attacking, unless the test says more."""
    return Fight((near, far), near.side, start, **{"skies": (TurnSky(start),), **more}, turns=turns)


def run(battle: Battle) -> Fought:
    """Fight a battle to its end."""
    result = battle.run()
    units = []
    for end in result.ends:
        models = [
            model
            for models in battle.on.models
            for model in models
            if end.unit in (model.unit.id, *(company.id for company in model.companies))
        ]
        first = next((model for model in models if model.in_play), models[0])
        unit = next(unit for force in battle.on.forces for unit in force.units if unit.id == end.unit)
        units.append(
            UnitFought(
                end.unit,
                first.side,
                unit.name,
                end.before,
                end.after,
                unit.resting if end.resting is None else end.resting,
                first.works is Works.DUG_IN,
                first.command,
                first.spot,
            )
        )
    return Fought(
        tuple(units), result.holder, result.broke_off, result.turns, int(result.length.split()[0]), result.events
    )


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
    ground: Ground = BARE,
    barriers: tuple[Barrier, ...] = (),
    **more: Any,
) -> Fought:
    """Resolve with every unit where the test puts it."""
    ids = {unit.name: unit.id for unit in (*near.units, *far.units)}
    layout = Layout(ground, {ids[name]: Spot(*at) for name, at in spots.items()}, barriers)
    dice = dice or Faces()
    return run(
        begin(
            scene(near, far, turns=turns, start=dice.moment, **more),
            dice,
            book,
            layout=layout,
            orders=stances,
            doctrines=(near_does or Told(), far_does or Told()),
        )
    )


def told(report: Sequence[str], *words: str) -> list[str]:
    """The lines of a report with all these words in them."""
    return [line.strip() for line in report if all(word in line for word in words)]
