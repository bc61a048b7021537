"""The state of a fight on the table: models, commands, who has his officer; deployment, and the state the fight leaves.

Conditions(ground, night, light, sky, ...)       what the fight is fought in
deploy(force_a, force_b, conditions, book) -> Field
Field                                            models and commands of both sides, and who is near whom
ends(field) -> tuple[UnitEnd, ...]               what becomes of the battalions: a large one is as its two stands are
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from campaign.rules.brevity.fire import Works
from campaign.rules.brevity.ground import Ground, Spot, distance
from campaign.rules.brevity.muster import is_headquarters, models
from campaign.rules.brevity.stands import Stand, stands_of
from campaign.rules.force import Command, Force, Unit
from campaign.rules.rulebook import Rulebook
from campaign.terms.state import Light, Posture, Role, Sky, State

CELL = 12
"""Inches of a square in which neighbours are looked up: the farthest that anybody sees."""
ABREAST = 8
"""Inches between neighbours of a default deployment."""
GUNS_BEHIND = 16
HQ_BEHIND = 20


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a fight is fought in. ``nights``, ``lights`` and ``skies`` are by turn; the last holds from then on.

    ``spots`` are positions by unit; who has none is deployed with its command, ``apart_in`` inches from the enemy's line.
    ``fortified``: units in permanent works; the others are dug in if they were when the fight began. ``in_supply``:
    commands whose resting battalions shed their figure; None: all (OB-REST-02).
    """

    ground: Ground = field(default_factory=Ground)
    nights: tuple[bool, ...] = (False,)
    lights: tuple[Light, ...] = (Light.DAY,)
    skies: tuple[Sky, ...] = (Sky.CLEAR,)
    spots: Mapping[int, Spot] = field(default_factory=dict)
    apart_in: int = 24
    fortified: frozenset[int] = frozenset()
    in_supply: frozenset[int] | None = None

    def night(self, turn: int) -> bool:
        """Is this turn, from 1, a night turn?"""
        return self.nights[min(turn, len(self.nights)) - 1]

    def light(self, turn: int) -> Light:
        """The light of this turn, from 1."""
        return self.lights[min(turn, len(self.lights)) - 1]

    def sky(self, turn: int) -> Sky:
        """The weather of this turn, from 1."""
        return self.skies[min(turn, len(self.skies)) - 1]


@dataclass(slots=True, eq=False)
class Model:
    """One stand on the table. ``side`` is 0 for the first force; ``facing`` 1 towards the far edge, -1 towards the near one.

    ``acting``: moved or declared in this move, so that it may fire and be fired on. ``path``: the points of its move.
    """

    stand: Stand
    unit: Unit
    command: int
    side: int
    spot: Spot
    facing: int
    works: Works
    posture: Posture
    spent: bool
    supports: int
    resting: bool = False
    hidden: bool = False
    pinned: bool = False
    acting: bool = False
    moved: bool = False
    counter_battery: bool = False
    fired: bool = False
    strip: int = 0
    path: tuple[Spot, ...] = ()
    arrives: int = 0
    gone: State | None = None

    @property
    def in_play(self) -> bool:
        """Neither destroyed nor captured."""
        return self.gone is None

    @property
    def fit(self) -> bool:
        """In play without casualty figure or pin, not resting."""
        return self.gone is None and not (self.spent or self.pinned or self.resting)

    @property
    def name(self) -> str:
        """How the report calls it."""
        return self.stand.name


@dataclass(slots=True, eq=False)
class Brigade:
    """A command on the table, and whether it still has its officer (OB-ORG-05)."""

    command: Command
    side: int
    models: list[Model]
    officer: bool = False

    @property
    def in_play(self) -> list[Model]:
        """Its models that are left and on the table."""
        return [model for model in self.models if model.in_play and not model.arrives]


class Field:
    """Both sides on the table. ``turn`` counts from 1."""

    def __init__(self, ground: Ground, conditions: Conditions, book: Rulebook, forces: tuple[Force, Force]) -> None:
        self.ground, self.conditions, self.book, self.forces = ground, conditions, book, forces
        self.turn = 1
        self.models: tuple[list[Model], list[Model]] = ([], [])
        self.brigades: tuple[dict[int, Brigade], dict[int, Brigade]] = ({}, {})
        self._cells: tuple[dict[tuple[int, int], list[Model]], dict[tuple[int, int], list[Model]]] = ({}, {})

    @property
    def light(self) -> Light:
        """Of the running turn."""
        return self.conditions.light(self.turn)

    @property
    def sky(self) -> Sky:
        """Of the running turn."""
        return self.conditions.sky(self.turn)

    @property
    def night(self) -> bool:
        """Is the running turn a night turn?"""
        return self.conditions.night(self.turn)

    def own(self, side: int) -> Iterator[Model]:
        """Models of a side on the table."""
        return (model for model in self.models[side] if model.in_play and not model.arrives)

    def put(self, model: Model, spot: Spot) -> None:
        """Set a model down."""
        cells = self._cells[model.side]
        old = (model.spot.x // CELL, model.spot.y // CELL)
        if model in cells.get(old, ()):
            cells[old].remove(model)
        model.spot = spot
        cells.setdefault((spot.x // CELL, spot.y // CELL), []).append(model)

    def take_off(self, model: Model, state: State) -> None:
        """Destroyed or captured."""
        model.gone = state
        cells = self._cells[model.side].get((model.spot.x // CELL, model.spot.y // CELL), [])
        if model in cells:
            cells.remove(model)

    def near(self, side: int, spot: Spot, reach: int) -> list[Model]:
        """Models of a side within so many inches (at most 12), in the order of their force."""
        column, row = spot.x // CELL, spot.y // CELL
        cells = self._cells[side]
        found = [
            model
            for across in (column - 1, column, column + 1)
            for deep in (row - 1, row, row + 1)
            for model in cells.get((across, deep), ())
            if distance(model.spot, spot) <= reach
        ]
        return sorted(found, key=lambda model: (model.unit.id, model.stand.key)) if len(found) > 1 else found

    def home_y(self, side: int) -> int:
        """The side's own edge."""
        return 0 if side == 0 else self.ground.depth_in

    def forward(self, side: int) -> int:
        """The direction of the enemy's edge."""
        return 1 if side == 0 else -1


# Deployment ---------------------------------------------------------------------------------------------------------------
def deploy(force_a: Force, force_b: Force, conditions: Conditions, book: Rulebook) -> Field:
    """Both forces on the table: where ``spots`` say, else command beside command, guns and headquarters behind."""
    on = Field(conditions.ground, conditions, book, (force_a, force_b))
    for side, force in enumerate((force_a, force_b)):
        fallback = iter(_places(force, side, conditions))
        by_command = force.by_command()
        for command in force.commands:
            brigade = Brigade(command, side, [])
            on.brigades[side][command.id] = brigade
            for unit in by_command.get(command.id, ()):
                for model in _models(unit, side, conditions, book, fallback):
                    brigade.models.append(model)
                    on.models[side].append(model)
                    if model.in_play and not model.arrives:
                        on.put(model, model.spot)
    return on


def _models(unit: Unit, side: int, conditions: Conditions, book: Rulebook, fallback: Iterator[Spot]) -> Iterator[Model]:
    ground = conditions.ground
    works = Works.FORTIFIED if unit.id in conditions.fortified else Works.DUG_IN if unit.dug_in_turns else Works.NONE
    for n, stand in enumerate(stands_of(unit, book)):
        spot = next(fallback)
        if unit.id in conditions.spots:
            given = conditions.spots[unit.id]
            spot = ground.within(Spot(given.x + 4 * n, given.y))
        if unit.role is Role.GUNS_IN_RANGE or unit.role is Role.ARRIVES:
            spot = Spot(spot.x, 0 if side == 0 else ground.depth_in)
        behind = unit.is_artillery or is_headquarters(unit)
        posture = Posture.SUPPORT if behind and unit.is_artillery else Posture.RESERVE if unit.resting else unit.posture
        yield Model(
            stand, unit, unit.command, side, spot, 1 if side == 0 else -1, works, posture, unit.state is State.SPENT,
            unit.supports if unit.supports is not None else unit.command, resting=unit.resting, hidden=unit.hidden,
            strip=ground.side_strip(spot), arrives=_arrives(unit), gone=None if unit.state.is_in_play else unit.state,
        )  # fmt: skip


def _arrives(unit: Unit) -> int:
    """The turn of the fight, from 2, in which a unit on its way comes onto the table; 0: it is there."""
    return max(2, unit.arrival.moment.turn) if unit.role is Role.ARRIVES and unit.arrival is not None else 0


def _places(force: Force, side: int, conditions: Conditions) -> Iterator[Spot]:
    """Places for every stand in order: fighting battalions in ranks behind the line, guns and headquarters farther back."""
    ground = conditions.ground
    forward = 1 if side == 0 else -1
    line = ground.depth_in // 2 - forward * (conditions.apart_in // 2)
    abreast = max(1, (ground.width_in - 4 * ABREAST) // ABREAST)
    count = max(1, sum(1 for unit in force.units if not (unit.is_artillery or is_headquarters(unit))))
    wide = min(abreast, count)
    left = (ground.width_in - (wide - 1) * ABREAST) // 2
    by_command = force.by_command()
    front = back = 0
    for command in force.commands:
        for unit in by_command.get(command.id, ()):
            behind = unit.is_artillery or is_headquarters(unit)
            for _ in range(models(unit)):
                place, depth = (back, HQ_BEHIND if is_headquarters(unit) else GUNS_BEHIND) if behind else (front, 0)
                rank, file = divmod(place, wide)
                yield ground.within(Spot(left + file * ABREAST, line - forward * (depth + rank * ABREAST)))
                front, back = (front, back + 1) if behind else (front + 1, back)
    while True:
        yield ground.within(Spot(left, line - forward * GUNS_BEHIND))


# The end ------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class UnitEnd:
    """What the fight leaves of a battalion. ``surrounded``: it was when destroyed; ``at`` where its (first) stand stood last."""

    unit: int
    side: int
    name: str
    before: State
    after: State
    surrounded: bool
    resting: bool
    dug_in: bool
    command: int
    at: Spot


def ends(on: Field) -> tuple[UnitEnd, ...]:
    """Battalions in the order of the forces. Of several stands all must be gone for it to be; one gone or spent leaves it spent."""
    by_unit: dict[int, list[Model]] = {}
    for model in (*on.models[0], *on.models[1]):
        by_unit.setdefault(model.unit.id, []).append(model)
    return tuple(_end(by_unit[unit.id]) for force in on.forces for unit in force.units if unit.id in by_unit)


def _end(stands: list[Model]) -> UnitEnd:
    first = next((model for model in stands if model.in_play), stands[0])
    return UnitEnd(
        first.unit.id, first.side, first.unit.name, first.unit.state, _state(stands), any(model.gone is State.CAPTURED for model in stands),
        first.resting, first.works is Works.DUG_IN, first.command, first.spot,
    )  # fmt: skip


def _state(stands: list[Model]) -> State:
    if all(not model.in_play for model in stands):
        lost = [model.gone for model in stands if model.gone is not None]
        return State.CAPTURED if all(state is State.CAPTURED for state in lost) else next(s for s in lost if s is not State.CAPTURED)
    return State.SPENT if any(model.spent or not model.in_play for model in stands) else State.FRESH
