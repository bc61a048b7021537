"""The state of a fight: battalions with their stands and pins, where they are, and what befell them.

Positions are metres on the ground: x along the front, y in depth from the first side's edge. ``Body`` is a battalion in
the fight, ``Field`` both sides; ``side`` is 0 for the first force.

    Body        .able (may attack) .in_play .command_unwounded .foot .vehicles .reach_m(other)
    Field       bodies, book, ground; .own(side) .enemies(side)
    deploy(fight, book) -> Field
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from math import ceil, hypot

from campaign.resolve.country import Country
from campaign.resolve.ways import Going, Ways, corners
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import AirSupport, Fight
from campaign.rules.tabletop.nqm.classes import Cover, position
from campaign.rules.tabletop.nqm.elements import Battalion, Element, ElementKind
from campaign.rules.tabletop.nqm.muster import battalions
from campaign.rules.tabletop.nqm.support import arrives, may_call, released_hour
from campaign.rules.tabletop.nqm.tables import FRONTAGES, Grade, Mover, Weight
from campaign.rules.tabletop.nqm.translation import cover_of
from campaign.terms.forces import Arm, MarchClass
from campaign.terms.ground import Nature
from campaign.terms.state import Role, Support

APART_M = 2000
"""Metres between the two lines at the start: out of every direct weapon's reach but the heaviest guns'."""
BESIDE_M = 500
"""Metres between battalions that stand at one place of the map."""
BEHIND_M = 1500
"""How far guns and headquarters stand behind the line."""
HOURS_A_TURN = 6


class Ending(StrEnum):
    """How a battalion left the fight."""

    DESTROYED = "destroyed"
    SURRENDERED = "surrendered"
    DISPERSED = "dispersed"
    LEFT = "left the table"


@dataclass(slots=True, eq=False)
class Body:
    """A battalion in a fight. ``lost`` points are gone for good, ``post`` stands are at the medical post with their
    pins.

    ``broken``: failed a break test and has not reorganised; ``needs_reserves``: may not press home without fresh
    troops; ``concealed``: the enemy does not know its position; ``caught``: in march column for the next fire on it.
    """

    battalion: Battalion
    side: int
    x: int
    y: int
    elements: list[Element]
    cover: Cover
    base: int
    lost: int = 0
    casualties: int = 0
    fresh_casualties: int = 0
    post: list[Element] = field(default_factory=list)
    tested: bool = False
    green_tested: bool = False
    terror_met: bool = False
    disorganised: bool = False
    broken: bool = False
    needs_reserves: bool = False
    sat_tight: bool = False
    concealed: bool = False
    caught: bool = False
    engaged: bool = False
    fought: bool = False
    assaulted: bool = False
    committed: bool = False
    quiet_hours: int = 0
    command_lost: bool = False
    ending: Ending | None = None
    arrives: int = 0
    marched: float = 0
    """The part of this hour that its moves have taken."""
    released: int = 1
    """The hour from which its guns fire for those it supports (NQM-ORDERS-07)."""
    is_guns: bool = field(init=False)
    is_rear: bool = field(init=False)

    def __post_init__(self) -> None:
        """Guns that fire from behind the line, and headquarters, stay there."""
        self.is_guns = fires_from_behind(self.battalion)
        self.is_rear = self.is_guns or self.unit.headquarters_of is not None

    @property
    def unit(self) -> Unit:
        """The campaign knows it as this battalion."""
        return self.battalion.unit

    @property
    def name(self) -> str:
        """As the report calls it."""
        return self.unit.name

    @property
    def grade(self) -> Grade:
        """Its troops are of this grade."""
        return self.battalion.troops.grade

    @property
    def mover(self) -> Mover:
        """Its row of the movement rates."""
        return self.battalion.mover

    @property
    def in_play(self) -> bool:
        """On the table, or still to come."""
        return self.ending is None

    @property
    def is_present(self) -> bool:
        """It is on the table now."""
        return self.ending is None and not self.arrives

    @property
    def foot(self) -> list[Element]:
        """These of its stands are on foot."""
        return [element for element in self.elements if element.on_foot]

    @property
    def vehicles(self) -> list[Element]:
        """These of its stands are armoured."""
        return [element for element in self.elements if element.armour is not None]

    @property
    def carried(self) -> bool:
        """Are its companies carried in armoured carriers (NQM-MORALE-11)?"""
        carriers = self.unit.arm is Arm.ARMOURED_INFANTRY or self.unit.march_class is MarchClass.HALF_TRACK
        return carriers and any(element.kind is ElementKind.COMPANY for element in self.elements)

    @property
    def guns(self) -> list[Element]:
        """These of its batteries have no armour."""
        return [element for element in self.elements if element.kind is ElementKind.BATTERY and element.armour is None]

    @property
    def soft(self) -> list[Element]:
        """Everything without armour: what its position protects."""
        return [element for element in self.elements if element.armour is None]

    @property
    def points_left(self) -> int:
        """Points on the table without a pin."""
        return sum(min(element.points, element.unwounded) for element in self.elements)

    @property
    def points_brought(self) -> int:
        """Points without a pin as the fight began."""
        return sum(min(element.points, element.unwounded) for element in self.battalion.elements)

    @property
    def command_unwounded(self) -> bool:
        """Is an unwounded command with it? A tank company's stand holds its own (NQM-REPR-13, NQM-REORG-16).

        So does, in our reading, any stand of a single company or of guns, who are mustered without a command figure
        (NQM-AMB-71).
        """
        if self.battalion.has_command:
            return any(
                element.kind is ElementKind.COMMAND and element.unwounded > 0 for element in self.elements
            ) or bool(self.vehicles)
        return any(element.unwounded > 0 for element in self.elements) or bool(self.vehicles)

    @property
    def soft_weight(self) -> Weight:
        """What its stands without armour count as targets."""
        return Weight.VERY_LIGHT if self.caught else position(self.cover)

    @property
    def supplied(self) -> bool:
        """Has it a stand that can still fire?"""
        return any(element.ammunition >= 1 for element in self.elements if element.kind is not ElementKind.COMMAND)

    def in_this_hour(self, pace: int) -> int:
        """Metres that it may still go this hour at so many metres an hour (NQM-MOV-01, NQM-AMB-04)."""
        return round(pace * max(0, 1 - self.marched))

    def able(self) -> bool:
        """May it advance to attack? Neither disorganised nor broken (NQM-AMB-55), with stands that can."""
        return self.is_present and not (self.disorganised or self.broken or self.is_rear) and self.points_left > 0

    def distance(self, neighbour: Body) -> int:
        """So many metres lie between two battalions."""
        return ceil(hypot(self.x - neighbour.x, self.y - neighbour.y))

    def approach(self, goal: Body, metres: int, stop_m: int) -> int:
        """Go straight towards the other, no nearer than ``stop_m``; metres gone."""
        gap = self.distance(goal)
        step = max(0, min(metres, gap - stop_m))
        if gap and step:
            self.x = goal.x + int((self.x - goal.x) * (gap - step) / gap)
            self.y = goal.y + int((self.y - goal.y) * (gap - step) / gap)
        return step

    @property
    def holds(self) -> bool:
        """Anti-tank and anti-aircraft guns, which do not charge."""
        return self.unit.arm in (Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT)


@dataclass(slots=True)
class Field:
    """Both sides of a fight. ``hour`` counts from 1."""

    book: Rulebook
    depth_m: int
    names: tuple[str, str]
    bodies: list[Body]
    hour: int = 0
    air: tuple[AirSupport, ...] = ()
    flown: set[tuple[str, int]] = field(default_factory=set)
    """Missions by name and turn of the fight."""
    at_all_costs: frozenset[int] = frozenset()
    """Units that are ordered to hold at all costs."""
    divisions: Mapping[int, int | None] = field(default_factory=dict)
    """The division of each command."""

    country: Country | None = None
    """The ground of the battle's own map; None where nobody has a place on one."""
    inches_a_km: int = 8
    prize: tuple[float, float] | None = None
    """What is fought for, in metres."""
    _ways: Ways[None] | None = None

    def approach(self, body: Body, goal: Body, metres: int, stop_m: int) -> list[tuple[float, float]]:
        """Go towards the other, no nearer than ``stop_m``, round what cannot be crossed; the points of the way.

        Who cannot get there at all stays where he is.
        """
        start = body.x, body.y
        if self.country is None or self.is_straight(body, goal):
            body.approach(goal, metres, stop_m)
            return [start, (body.x, body.y)] if (body.x, body.y) != start else []
        way: list[tuple[float, float]] = [start]
        left_m = float(metres)
        while body.distance(goal) > stop_m and (onward := self._next(body, goal)) is not None:
            step = hypot(onward[0] - body.x, onward[1] - body.y)
            if step < 1 or step > left_m:
                break
            left_m -= step
            body.x, body.y = round(onward[0]), round(onward[1])
            way.append((body.x, body.y))
        return corners(way) if len(way) > 1 else []

    def _place(self, body: Body) -> tuple[float, float]:
        """Where a battalion stands, in inches of the fight."""
        return body.x * self.inches_a_km / 1000, body.y * self.inches_a_km / 1000

    def ways(self) -> Ways[None] | None:
        """The ways over the ground; None where there is nothing to go round."""
        if self._ways is None and self.country is not None:
            self._ways = Ways(self.country, partial(_going, self.country))
        return self._ways

    def is_straight(self, body: Body, goal: Body) -> bool:
        """Is there nothing on the straight way that nobody crosses?"""
        ways = self.ways()
        return ways is None or not ways.country.shut or ways.straight(None, *self._place(body), self._place(goal))

    def has_way(self, body: Body, goal: Body) -> bool:
        """Does any way lead there?"""
        ways = self.ways()
        return ways is None or not ways.country.shut or ways.has_way(None, *self._place(body), self._place(goal))

    def _next(self, body: Body, goal: Body) -> tuple[float, float] | None:
        ways = self.ways()
        spot = None if ways is None else ways.next_from(None, *self._place(body), self._place(goal))
        return None if spot is None else (spot[0] * 1000 / self.inches_a_km, spot[1] * 1000 / self.inches_a_km)

    def beside(self, body: Body) -> list[Body]:
        """Anti-tank and anti-aircraft guns of its command, which fire from where they stand."""
        return [
            guns
            for guns in self.present(body.side)
            if guns is not body and guns.holds and guns.unit.command == body.unit.command and not guns.engaged
        ]

    def neighbours(self, body: Body) -> list[Body]:
        """Others of its division, who fire at its attacker as soon as it is attacked, mortars too (NQM-CRT-08, -09)."""
        return [
            friend
            for friend in self.present(body.side)
            if friend is not body
            and not (friend.is_rear or friend.engaged or friend.broken)
            and _same_division(self.divisions, friend.unit.command, body.unit.command)
        ]

    def sorties(self, body: Body) -> list[AirSupport]:
        """Aircraft at the call of this battalion's command that have not flown in this turn of six hours."""
        turn = self.turn
        return [
            air_support
            for air_support in self.air
            if (air_support.side, air_support.command) == (body.side, body.unit.command)
            and turn in air_support.turns
            and (air_support.name, turn) not in self.flown
        ]

    @property
    def turn(self) -> int:
        """The turn of six hours that this hour is in, from 1."""
        return (max(1, self.hour) - 1) // HOURS_A_TURN + 1

    def present(self, side: int) -> Iterator[Body]:
        """A side's battalions on the table."""
        return (body for body in self.bodies if body.side == side and body.is_present)

    def all_of(self, side: int) -> list[Body]:
        """A side's battalions, wherever they are."""
        return [body for body in self.bodies if body.side == side]

    def home_y(self, side: int) -> int:
        """The edge a side came from."""
        return 0 if side == 0 else self.depth_m

    def supporters(self, body: Body) -> list[Body]:
        """Guns that may fire for it this hour without leave: its command's, and those in support of it or of its
        command.

        Fire of guns in support only comes the hour after the fight began (NQM-ORG-08, -10, -11, -16, NQM-SEQ-04). Until
        their release reaches them guns fire for nobody but their own command (NQM-ORDERS-07, NQM-SEQ-05).
        """
        return [
            guns
            for guns in self.present(body.side)
            if guns.is_guns and not guns.engaged and _fires_for(guns, body.unit, self.hour)
        ]


def _fires_for(body: Body, supported: Unit, hour: int) -> bool:
    guns = body.unit
    if hour < body.released:
        return guns.command == supported.command
    if hour < arrives(guns.support, 1).hour:
        return False
    everybody = guns.supports is None and guns.support is Support.IN_SUPPORT
    allotted = supported.command if everybody else guns.command if guns.supports is None else guns.supports
    return may_call(guns.support, (allotted,), supported.command)


def deploy(fight: Fight, book: Rulebook, attacking: tuple[bool, bool]) -> Field:
    """Both sides in line, a battalion's front apart, guns and headquarters behind; defenders concealed (NQM-FRONT-01,
    NQM-RECCE-01)."""
    if fight.spots:
        return _on_the_map(fight, book, attacking)
    depth = fight.table_in[1] * 1000 // fight.inches_a_km
    bodies: list[Body] = []
    for side, force in enumerate(fight.forces):
        fit = [battalion for battalion in battalions(force, book) if battalion.unit.state.is_in_play]
        line = [battalion for battalion in fit if not _rear(battalion)]
        rear = [battalion for battalion in fit if _rear(battalion)]
        away = -1 if side == 0 else 1
        for rank, group in ((0, line), (1, rear)):
            y = depth // 2 + away * (APART_M // 2 + rank * BEHIND_M)
            for n, battalion in enumerate(group):
                x = (2 * n - len(group) + 1) * FRONTAGES["battalion"].close_m // 2
                bodies.append(_body(battalion, side, x, y, fight, book, attacking=attacking[side]))
    return _field(fight, book, depth, bodies)


def _field(fight: Fight, book: Rulebook, depth: int, bodies: list[Body], country: Country | None = None) -> Field:
    prize = None
    if country is not None and fight.prize is not None:
        x, y = country.turned(fight.prize.at)
        prize = x * 1000 / fight.inches_a_km, y * 1000 / fight.inches_a_km
    return Field(
        book,
        depth,
        (fight.forces[0].side_name, fight.forces[1].side_name),
        bodies,
        air=fight.air,
        at_all_costs=fight.at_all_costs,
        divisions={command.id: command.division for force in fight.forces for command in force.commands},
        country=country,
        inches_a_km=fight.inches_a_km,
        prize=prize,
    )


def _on_the_map(fight: Fight, book: Rulebook, attacking: tuple[bool, bool]) -> Field:
    """Both sides where they stand on the battle's own map, those of one place beside each other; who has no place there
    comes on behind his side's middle. Defenders are concealed (NQM-RECCE-01), and in a town where they stand in one."""
    country = Country.of(fight)
    bodies: list[Body] = []
    for side, force in enumerate(fight.forces):
        behind = (country.wide_in / 2, 0.0 if side == 0 else float(country.deep_in))
        together: Counter[tuple[float, float]] = Counter()
        for battalion in battalions(force, book):
            unit = battalion.unit
            if not unit.state.is_in_play:
                continue
            spot = country.turned(fight.spots[unit.id]) if unit.id in fight.spots else behind
            aside = (together[spot] + 1) // 2 * (-1 if together[spot] % 2 else 1) * BESIDE_M
            together[spot] += 1
            width = country.wide_in * 1000 // fight.inches_a_km
            x = min(max(0, round(spot[0] * 1000 / fight.inches_a_km) + aside), width)
            y = round(spot[1] * 1000 / fight.inches_a_km)
            body = _body(battalion, side, x, y, fight, book, attacking=attacking[side])
            if body.cover is Cover.SCRAPES and country.natures[country.square(*spot)] is Nature.BUILT_UP:
                body.cover = Cover.TOWN
            bodies.append(body)
    return _field(fight, book, country.deep_in * 1000 // fight.inches_a_km, bodies, country)


def _same_division(divisions: Mapping[int, int | None], command: int, neighbour: int) -> bool:
    return command == neighbour or (
        divisions.get(command) is not None and divisions.get(command) == divisions.get(neighbour)
    )


def _going(country: Country, _: None) -> Going:
    """Everybody goes over everything that is not shut."""
    inches = tuple(0.0 if square in country.shut else 1.0 for square in range(len(country.middles)))
    return Going(inches, tuple(bool(inch) for inch in inches))


def fires_from_behind(battalion: Battalion) -> bool:
    """Has it batteries that fire indirectly?"""
    return any(stand.kind is ElementKind.BATTERY and stand.indirect for stand in battalion.elements)


def _rear(battalion: Battalion) -> bool:
    return (
        battalion.unit.headquarters_of is not None
        or battalion.unit.role is Role.GUNS_IN_RANGE
        or fires_from_behind(battalion)
    )


def _body(battalion: Battalion, side: int, x: int, y: int, fight: Fight, book: Rulebook, *, attacking: bool) -> Body:
    cover = Cover.ATTACKING if attacking else cover_of(battalion.unit, book)
    base = battalion.points if book.word("nqm.morale.base") == "full strength" else battalion.points - battalion.pins
    due = battalion.unit.arrival
    late = (
        0
        if battalion.unit.role is not Role.ARRIVES or due is None
        else 1 + HOURS_A_TURN * max(0, due.moment.index - fight.start.index)
    )
    freed = 1 if battalion.unit.released is None else released_hour(battalion.unit.released.after(fight.start))
    return Body(
        battalion,
        side,
        x,
        y,
        list(battalion.elements),
        cover,
        base,
        concealed=not attacking,
        arrives=late,
        released=freed,
    )
