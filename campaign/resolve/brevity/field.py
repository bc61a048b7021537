"""The state of a battle on the table: models, commands, and the commands that have their officer.

Model, Brigade      a stand on the table, a command with its officer
Field               models and commands of both sides, with queries for those near a point
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from campaign.resolve.brevity.barriers import FROM_THE_START, Standing
from campaign.resolve.brevity.ground import Spot, around, distance, locates
from campaign.resolve.brevity.smoke import Screen, hides
from campaign.resolve.brevity.table_layout import Front, Layout
from campaign.resolve.crowd import Crowd
from campaign.resolve.doctrine import Task
from campaign.rules.common.force import Command, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.muster import is_headquarters
from campaign.rules.tabletop.brevity.points import PointAttack
from campaign.rules.tabletop.brevity.riding import may_ride
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.terms.state import Light, Posture, Sky, State
from campaign.values import dataclass, field, plain_dataclass, plain_field

if TYPE_CHECKING:
    from campaign.resolve.brevity.detours import Detours

# The book gives stands no size; a base of 4 cm is our choice. Without it 34 of 60 generated battles had two stands
# on one inch, with it 1, where fire halts a march.
BASE_IN = 2
"""The least distance between the middles of two stands, in inches."""
CELL = tables.LOCATION_FROM_HILL
"""The inches of a square in which neighbours are found: the farthest that any unit sees."""


@plain_dataclass(slots=True, eq=False)
class Model:
    """A stand on the table. ``side`` is 0 for the first force; ``facing`` 1 towards the far edge, -1 towards the near
    one.

    ``screening``: lays smoke instead of firing. ``rests_since``: the turn in which it was laid to rest, 0 before the
    battle. ``across``: over a river without its vehicles. ``acting``: moved or declared in this move, so that it may
    fire and be fired on; ``came_on``: it was so in some move of this battle. ``mounted``: it rides combat-ready, which
    few may. ``path``: the points of its move, ``legs``: its start, corners and end. ``companies``: the companies that
    stand in it, if several do (``companies``).
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
    came_on: bool = False
    mounted: bool = False
    moved: bool = False
    counter_battery: bool = False
    fired: bool = False
    screening: bool = False
    strip: int = 0
    path: tuple[Spot, ...] = ()
    legs: tuple[Spot, ...] = ()
    arrives: int = 0
    fate: State | None = None
    across: bool = False
    rests_since: int = 0
    companies: tuple[Unit, ...] = ()
    released: int = 0
    """The turn, from 2, from which it supports another command; 0: it already does, or supports none
    (NQM-ORDERS-07).
    """
    takes_ground: bool = plain_field(init=False)
    """True if it takes and holds ground: no artillery and no divisional headquarters."""

    def __post_init__(self) -> None:
        self.takes_ground = not (self.stand.is_artillery or is_headquarters(self.unit))

    @property
    def in_play(self) -> bool:
        """True if the stand is neither destroyed nor captured."""
        return self.fate is None

    @property
    def on_table(self) -> bool:
        """True if the stand is in play, and has arrived."""
        return self.fate is None and not self.arrives

    @property
    def fit(self) -> bool:
        """True if the stand is in play without casualty figure or pin, and not resting."""
        return self.fate is None and not (self.spent or self.pinned or self.resting)

    @property
    def riding(self) -> str:
        """The words of the report for mounted or on foot; empty for units that have no choice, or march."""
        if self.posture is Posture.MARCH or not may_ride(self.unit):
            return ""
        return "mounted" if self.mounted else "on foot"

    @property
    def state(self) -> State:
        """The present state of the stand."""
        return self.fate or (State.SPENT if self.spent else State.FRESH)

    @property
    def name(self) -> str:
        """The name of the stand in the report."""
        return self.stand.name


def _overlap(first: Spot, second: Spot) -> bool:
    """Return whether the bases of stands at two points would overlap. Whole inches, rounded up, would let two stands be
    an inch apart each way, with a third of their bases in common.
    """
    return (first.x - second.x) ** 2 + (first.y - second.y) ** 2 < BASE_IN**2


def _in_its_force(model: Model) -> tuple[int, str]:
    return model.unit.id, model.stand.key


@dataclass(slots=True, eq=False)
class Brigade:
    """A command on the table, and whether it still has its officer (OB-ORG-05).

    ``commander``: the corps commander is with it.
    """

    command: Command
    side: int
    models: list[Model]
    officer: bool = False
    commander: bool = False

    @property
    def in_play(self) -> list[Model]:
        """Return the command's models that are left and on the table."""
        return [model for model in self.models if model.on_table]


@dataclass(slots=True, eq=False)
class Noted:
    """A point that a side fired on. ``hidden_ids``: the enemies hidden at it then; ``struck``: those that the fire was
    worked out on.
    """

    point: PointAttack
    at: Spot
    side: int
    hidden_ids: frozenset[int]
    struck: set[int] = field(default_factory=set)


class Field:
    """Both sides on the table. ``turn`` counts from 1."""

    def __init__(self, fight: Fight, layout: Layout, book: Rulebook) -> None:
        self.fight, self.ground, self.book, self.forces = fight, layout.ground, book, fight.forces
        self.front = list(Front)[layout.quarters]
        """The edge of the campaign's table that is the far edge here."""
        self.prize = None if layout.prize is None else (layout.prize.x, layout.prize.y)
        """The position of the place that is fought for."""
        self.detours: Detours | None = None
        """The ways round obstacles, if the battle has a map with obstacles."""
        self.aims: tuple[dict[int, Hashable], dict[int, Hashable]] = ({}, {})
        """The enemy that each command of a side went for when it moved last."""
        self.told: tuple[dict[Hashable, Task], dict[Hashable, Task]] = ({}, {})
        """The tasks of the command of a side that moved last, and the guns that support it."""
        self.costs: dict[tuple[int, tuple[State, ...]], tuple[Fraction, Fraction]] = {}
        """The cost of the battle to a side by the states of its models: most decisions to break off find none
        changed.
        """
        self.turn = 1
        self.models: tuple[list[Model], list[Model]] = ([], [])
        self.brigades: tuple[dict[int, Brigade], dict[int, Brigade]] = ({}, {})
        self.artillery: tuple[list[Model], list[Model]] = ([], [])
        self.screens: list[tuple[Model, Screen]] = []
        """The smoke screens, with the units that laid them."""
        self.flown: set[tuple[str, int]] = set()
        self.stirred: list[Model] = []
        """The units that moved, were declared or were pinned in the running move."""
        self.move = 0
        """The running move, counted through the battle."""
        self.barriers = [Standing(barrier, FROM_THE_START if barrier.gapped else None) for barrier in layout.barriers]
        self.idle: set[int] = set()
        """The commands that have had a move in which nobody acted, since somebody acted last."""
        self.noted: list[Noted] = []
        """The points fired on because an enemy was suspected there (OB-ART-07)."""
        self._crowds: tuple[Crowd[Model], Crowd[Model]] = (Crowd(CELL), Crowd(CELL))

    @property
    def light(self) -> Light:
        """The light of the running turn."""
        return self.fight.sky(self.turn).light

    @property
    def sky(self) -> Sky:
        """The weather of the running turn."""
        return self.fight.sky(self.turn).sky

    @property
    def night(self) -> bool:
        """True if the running turn is a night turn."""
        return self.fight.sky(self.turn).night

    def smoke_between(self, observer: Spot, target: Spot) -> bool:
        """Return whether the target is in smoke or behind it (OB-SMOKE-03)."""
        return any(hides(screen, observer, target) for _, screen in self.screens)

    def in_smoke(self, spot: Spot) -> bool:
        """Return whether a point lies in smoke."""
        return any(screen.holds(spot) for _, screen in self.screens)

    def sees(self, observer: Spot, target: Spot) -> bool:
        """Return whether a battalion at one point locates an enemy at another, smoke included (OB-LOC-02..04)."""
        above = self.fight.sky(self.turn)
        if not locates(self.ground, above.light, above.sky, observer, target):
            return False
        return not self.screens or (
            distance(observer, target) <= tables.LOCATION_POOR or not self.smoke_between(observer, target)
        )

    def on_table(self, side: int) -> Iterator[Model]:
        return (model for model in self.models[side] if model.on_table)

    def guns(self, side: int) -> Iterator[Model]:
        """Yield the artillery of a side on the table."""
        return (model for model in self.artillery[side] if model.on_table)

    def put(self, model: Model, spot: Spot) -> None:
        """Set a model down at a spot."""
        model.spot = spot
        self._crowds[model.side].put(model, spot.x, spot.y)

    def take_off(self, model: Model, state: State) -> None:
        """Take a destroyed or captured model off the table."""
        model.fate = state
        self._crowds[model.side].lift(model)

    def near(self, side: int, spot: Spot, reach: int) -> list[Model]:
        """Return the models of a side within this number of inches (at most 12), in the order of their force."""
        x, y, square = spot.x, spot.y, reach * reach
        near = [
            model
            for model in self._crowds[side].near(x, y, reach)
            if (model.spot.x - x) ** 2 + (model.spot.y - y) ** 2 <= square
        ]
        return sorted(near, key=_in_its_force) if len(near) > 1 else near

    def is_idle(self, brigade: Brigade) -> bool:
        """Return whether a command had nothing to do in its last move, and no unit has acted since."""
        return brigade.command.id in self.idle

    def has_room(self, model: Model, spot: Spot) -> bool:
        """Return whether a stand can be set down at a spot beside all others that show, and those of its own side."""
        return all(
            other is model or (other.hidden and other.side != model.side) or not _overlap(other.spot, spot)
            for side in (0, 1)
            for other in self.near(side, spot, BASE_IN)
        )

    def beside(self, model: Model, spot: Spot) -> Spot:
        """Return the spot, or the nearest one at which there is room for the stand."""
        return next((place for place in around(self.ground, spot) if self.has_room(model, place)), spot)

    def nearest(self, side: int, spot: Spot, is_sought: Callable[[Model], bool]) -> Model | None:
        """Return the nearest model of a side that passes the test; of equals the first of its force."""
        x, y = spot.x, spot.y
        best, least = None, 0
        for model in self.models[side]:
            if not model.on_table:
                continue
            square = (model.spot.x - x) ** 2 + (model.spot.y - y) ** 2
            if best is not None and (
                square > least or (square == least and _in_its_force(model) >= _in_its_force(best))
            ):
                continue
            if is_sought(model):
                best, least = model, square
        return best

    def facing_of(self, model: Model) -> str:
        """Return the edge of the campaign's table that the model faces."""
        return (self.front if model.facing > 0 else self.front.near).value

    def front_at(self, side: int, spot: Spot) -> int:
        """Return the facing for a unit of a side at a point, in the sense of ``Model.facing``: that which leaves fewest
        enemies that could fire on it behind its front (OB-AMB-059), of equals towards the nearest (OB-AMB-040).
        """
        enemies = [enemy for enemy in self.near(1 - side, spot, CELL) if not enemy.hidden]
        if not enemies:
            return self.forward(side)
        nearest = min(enemies, key=lambda enemy: distance(enemy.spot, spot))
        towards = 1 if nearest.spot.y > spot.y or (nearest.spot.y == spot.y and side == 0) else -1

        def behind(facing: int) -> int:
            return sum(
                (enemy.spot.y - spot.y) * facing < 0
                and not enemy.resting
                and distance(enemy.spot, spot) <= enemy.stand.direct_in
                and self.sees(enemy.spot, spot)
                for enemy in enemies
            )

        return min((towards, -towards), key=behind)

    def home_y(self, side: int) -> int:
        """Return the depth of a side's own edge."""
        return 0 if side == 0 else self.ground.depth_in

    def forward(self, side: int) -> int:
        """Return the direction of the enemy's edge."""
        return 1 if side == 0 else -1
