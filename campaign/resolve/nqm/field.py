"""The state of a battle: battalions with their stands, pins, positions and losses.

Positions are metres on the ground: x along the front, y in depth from the first side's edge. ``Body`` is a battalion in
the battle, ``Field`` both sides; ``side`` is 0 for the first force.

    Body        .able (may attack) .in_play .command_unwounded .foot .vehicles .distance(neighbour)
    Field       bodies, book, ground; .approach(...) .withdraw(...) .sees(...) .supporters(body)
    deploy(fight, book) -> Field
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from math import asin, ceil, cos, dist, hypot, inf, pi, sin

from campaign.resolve.country import Country
from campaign.resolve.nqm.ground import Ground, Place, cut
from campaign.resolve.ways import corners
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import AirSupport, Fight
from campaign.rules.day.reaction import Deed, Nearness, reacts_in
from campaign.rules.tabletop.nqm.classes import Cover, position
from campaign.rules.tabletop.nqm.elements import Battalion, Element, ElementKind
from campaign.rules.tabletop.nqm.muster import battalions
from campaign.rules.tabletop.nqm.support import may_call, released_hour
from campaign.rules.tabletop.nqm.tables import FRONTAGES, Grade, Mover, Weight
from campaign.rules.tabletop.nqm.translation import cover_of
from campaign.terms.forces import Arm, MarchClass
from campaign.terms.ground import Nature
from campaign.terms.state import Role, Support
from campaign.terms.time import HOURS_A_TURN
from campaign.values import dataclass, field, plain_dataclass, plain_field

# Our choice, used only where the campaign gives no places; BEHIND_M too.
APART_M = 2000
"""The metres between the two lines at the start: out of reach of all direct weapons except the heaviest guns."""
# Our choice: 250 changes 5 of 120 battles (the holder of 1), 1000 changes 9 (2).
BESIDE_M = 500
"""The metres between battalions at one place of the map."""
BEHIND_M = 1500
"""The metres at which guns and headquarters are behind the line."""
# Our choice: 25 changes none of 120 battles, 100 changes 3 (1).
STRIDE_M = 50
"""The metres of a stride, by which a way is examined."""
# The book gives fronts alone (NQM-FRONT-01). 100 changes 60 of 120 battles (the holder of 8), 400 changes 92 (21).
LEAST_APART_M = 200
"""The least metres between two battalions of a side after a move: a company's stand lies between."""


class Ending(StrEnum):
    """The way in which a battalion left the battle."""

    DESTROYED = "destroyed"
    SURRENDERED = "surrendered"
    DISPERSED = "dispersed"
    LEFT = "left the table"


@plain_dataclass(slots=True, eq=False)
class Body:
    """A battalion in a battle. ``lost`` points are lost for good, ``post`` stands are at the medical post with their
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
    post: list[Element] = plain_field(default_factory=list)
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
    examined_in: int = 0
    """The hour in which it last looked at an area that may hide enemies (NQM-RECCE-05)."""
    driven_in: int = 0
    """The hour in which it was last driven back in the open (NQM-FIRE-17, -22)."""
    captors: tuple[Body, ...] = ()
    """The unit that captured it in tank terror and has not led it away yet (NQM-SPECIAL-07)."""
    taken_in: int = 0
    digging_since: int = 0
    """The hour in which it took the position that it digs in on (NQM-REORG-05)."""
    entered_in: int = 0
    """The hour in which the tanks of an attack drove into its position (NQM-FIRE-12, -13)."""
    guards_in: int = 0
    """The hour in which it stays with prisoners."""
    in_works: bool = False
    """True if it stays where it is dug in, because neither side was ordered to attack the other."""
    released: int = 1
    """The hour from which its guns fire for the units they support (NQM-ORDERS-07)."""
    is_guns: bool = plain_field(init=False)
    is_rear: bool = plain_field(init=False)
    reaches_m: int = plain_field(init=False)
    """The metres to which its direct fire was effective when it came, with all its stands."""

    def __post_init__(self) -> None:
        """Put guns that fire from behind the line, and headquarters, behind it."""
        self.is_guns = fires_from_behind(self.battalion)
        self.is_rear = self.is_guns or self.unit.headquarters_of is not None
        self.reaches_m = self.fires_m

    @property
    def unit(self) -> Unit:
        """The battalion as a unit of the campaign."""
        return self.battalion.unit

    @property
    def name(self) -> str:
        """The name of the battalion in the report."""
        return self.unit.name

    @property
    def grade(self) -> Grade:
        """The grade of the battalion's troops."""
        return self.battalion.troops.grade

    @property
    def mover(self) -> Mover:
        """The battalion's row of the movement rates."""
        return self.battalion.mover

    @property
    def in_play(self) -> bool:
        """True if the battalion is on the table, or still to come."""
        return self.ending is None

    @property
    def is_present(self) -> bool:
        """True if the battalion is on the table now."""
        return self.ending is None and not self.arrives

    @property
    def foot(self) -> list[Element]:
        """The battalion's stands on foot."""
        return [element for element in self.elements if element.on_foot]

    @property
    def vehicles(self) -> list[Element]:
        """The battalion's armoured stands."""
        return [element for element in self.elements if element.armour is not None]

    @property
    def carried(self) -> bool:
        """True if the battalion's companies are carried in armoured carriers (NQM-MORALE-11)."""
        carriers = self.unit.arm is Arm.ARMOURED_INFANTRY or self.unit.march_class is MarchClass.HALF_TRACK
        return carriers and any(element.kind is ElementKind.COMPANY for element in self.elements)

    @property
    def guns(self) -> list[Element]:
        """The battalion's gun batteries that are not armoured."""
        return [element for element in self.elements if element.kind is ElementKind.BATTERY and element.armour is None]

    @property
    def soft(self) -> list[Element]:
        """The stands without armour, which its position protects."""
        return [element for element in self.elements if element.armour is None]

    @property
    def points_left(self) -> int:
        """The battalion's points on the table without a pin."""
        return sum(
            max(0, element.strength - element.red - element.black)
            for element in self.elements
            if element.kind is not ElementKind.COMMAND
        )

    @property
    def points_brought(self) -> int:
        """The points without a pin at the start of the battle."""
        return sum(min(element.points, element.unwounded) for element in self.battalion.elements)

    @property
    def command_unwounded(self) -> bool:
        """True if an unwounded command is with the battalion. A tank company's stand has its own command (NQM-REPR-13,
        NQM-REORG-16).

        By house rule so has any stand of a single company or of guns, which are mustered without a command figure
        (NQM-AMB-71).
        """
        if self.battalion.has_command:
            return any(
                element.kind is ElementKind.COMMAND and element.unwounded > 0 for element in self.elements
            ) or bool(self.vehicles)
        return any(element.unwounded > 0 for element in self.elements) or bool(self.vehicles)

    @property
    def soft_weight(self) -> Weight:
        """The class of the battalion's stands without armour as targets."""
        return Weight.VERY_LIGHT if self.caught else position(self.cover)

    @property
    def shelled_as(self) -> Weight:
        """The class that shells and bombs hit: its stands without armour, or the commonest of its armour
        (NQM-ARTY-01).
        """
        if self.soft or not self.elements:
            return self.soft_weight
        armour = Counter(vehicle.armour for vehicle in self.vehicles if vehicle.armour is not None)
        return armour.most_common(1)[0][0]

    @property
    def supplied(self) -> bool:
        """True if the battalion has a stand that can still fire."""
        return any(element.ammunition >= 1 for element in self.elements if element.kind is not ElementKind.COMMAND)

    def in_this_hour(self, pace: int) -> int:
        """Return the metres that the battalion may still go this hour at this number of metres an hour (NQM-MOV-01,
        NQM-AMB-04).
        """
        return round(pace * max(0, 1 - self.marched))

    def able(self) -> bool:
        """Return whether the battalion may advance to attack: neither disorganised nor broken (NQM-AMB-55), with stands
        that can.
        """
        return self.is_present and not (self.disorganised or self.broken or self.is_rear) and self.points_left > 0

    def distance(self, neighbour: Body) -> int:
        """Return the metres between two battalions."""
        return ceil(hypot(self.x - neighbour.x, self.y - neighbour.y))

    @property
    def fires_m(self) -> int:
        """The metres to which the battalion's direct fire is effective."""
        return max((element.reach.effective_m for element in self.elements if not element.indirect), default=0)

    @property
    def at(self) -> Place:
        """The battalion's position on the table, (x, y)."""
        return self.x, self.y

    @property
    def is_mobile(self) -> bool:
        """True if the battalion has no position to be assaulted in: nothing but armour, or troops that go forward
        themselves (NQM-FIRE-17, -22).
        """
        return self.cover in (Cover.ATTACKING, Cover.MARCHING) or not (self.foot or self.guns)

    @property
    def holds(self) -> bool:
        """True for anti-tank and anti-aircraft guns, which do not charge."""
        return self.unit.arm in (Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT)


@dataclass(slots=True)
class Field:
    """Both sides of a battle. ``hour`` counts from 1."""

    book: Rulebook
    depth_m: int
    names: tuple[str, str]
    bodies: list[Body]
    hour: int = 0
    air: tuple[AirSupport, ...] = ()
    flown: set[tuple[str, int]] = field(default_factory=set)
    """The missions flown, by name and turn of the battle."""
    at_all_costs: frozenset[int] = frozenset()
    """The units that are ordered to hold at all costs."""
    divisions: Mapping[int, int | None] = field(default_factory=dict)
    """The division of each command."""

    # A bare ground does not use its scale.
    ground: Ground = field(default_factory=lambda: Ground(None, 8))
    """The ground of the battle's own map; bare if it has no positions."""
    prize: tuple[float, float] | None = None
    """The place that is fought for, in metres."""
    called: dict[int, int] = field(default_factory=dict)
    """The hour in which a command first attacked or was attacked, and called on its supports (NQM-CRT-12)."""
    attacked: dict[tuple[int, int], int] = field(default_factory=dict)
    """The hour in which a command was first attacked, by its side and itself."""
    out_of_reach: set[tuple[int, int]] = field(default_factory=set)
    """The commands with the battalions that none of theirs came near enough to fire at."""

    # Ways ------------------------------------------------------------------------------------------------------------
    def approach(self, body: Body, goal: Body, metres: int, stop_m: int) -> list[Place]:
        """Move a battalion towards another, no nearer than ``stop_m``, round impassable ground, and return the points
        of the way.

        A battalion that cannot get there at all stays, and so does one that would end on a friend.
        """
        if body.distance(goal) <= stop_m:
            return []
        if self.ground.is_straight(body.at, goal.at):
            way = self.ground.way(body.at, self._post(body, goal, stop_m), metres)
        else:
            way = self._before(self.ground.way(body.at, goal.at, metres), goal, stop_m)
        return self._go(body, way)

    def _before(self, way: Sequence[Place], goal: Body, stop_m: int) -> list[Place]:
        """Return a way as far as the point where it comes this near to a battalion."""
        kept = [way[0]]
        for place in way[1:]:
            gap = dist(place, goal.at)
            if gap < stop_m:
                return [*kept, *cut([kept[-1], goal.at], dist(kept[-1], goal.at) - stop_m)[1:]]
            kept.append(place)
        return kept

    def _post(self, body: Body, goal: Body, stop_m: int) -> Place:
        """Return the position at that distance: straight ahead, or beside a friend that is there already."""
        far = dist(body.at, goal.at)
        across, along = (body.x - goal.x) * stop_m / far, (body.y - goal.y) * stop_m / far
        # A little more than the angle that two posts at the least distance have between them.
        turn = 2.1 * asin(min(1.0, LEAST_APART_M / (2 * max(stop_m, LEAST_APART_M))))
        straight = goal.x + int(across), goal.y + int(along)
        for n in range(int(pi / turn) + 1):
            angle = turn * ((n + 1) // 2) * (-1 if n % 2 else 1)
            place = (
                goal.x + int(across * cos(angle) - along * sin(angle)),
                goal.y + int(across * sin(angle) + along * cos(angle)),
            )
            if self.is_free(place, body) and (n == 0 or self._can_stand(body, place)):
                return place
        return straight

    def _can_stand(self, body: Body, place: Place) -> bool:
        return self.ground.is_open(place) and self.ground.has_way(body.at, place)

    def is_free(self, place: Place, body: Body) -> bool:
        """Return whether a place is far enough from every friend for a battalion."""
        x, y = place
        for friend in self.bodies:
            if (
                -LEAST_APART_M < friend.x - x < LEAST_APART_M
                and -LEAST_APART_M < friend.y - y < LEAST_APART_M
                and friend.side == body.side
                and friend is not body
                and friend.is_present
                and dist(friend.at, place) < LEAST_APART_M
            ):
                return False
        return True

    def _go(self, body: Body, way: Sequence[Place]) -> list[Place]:
        """Move a battalion along a way, stopping short of a friend, and return the points."""
        length = sum(dist(start, end) for start, end in pairwise(way))
        kept = list(way)
        while len(kept) > 1 and not self.is_free(kept[-1], body):
            length -= LEAST_APART_M / 2
            kept = cut(way, length)
        body.x, body.y = kept[-1]
        return [(round(x), round(y)) for x, y in corners(kept)] if len(kept) > 1 else []

    def withdraw(self, body: Body, metres: float) -> list[Place]:
        """Move a battalion back towards its own edge, beside friends in its way, and return the points of the way."""
        way = [body.at]
        # Straight back, then up to four places to either side.
        for n in range(9):
            aside = (n + 1) // 2 * (-1 if n % 2 else 1) * LEAST_APART_M
            home = self.home(body, aside)
            if self.ground.is_open(home) and self.ground.has_way(body.at, home):
                way = self.ground.way(body.at, home, metres)
                if self.is_free(way[-1], body):
                    break
        return self._go(body, way)

    def home(self, body: Body, aside: int = 0) -> Place:
        """Return the place on its own edge behind a battalion, or at this distance beside that."""
        return body.x + aside, self.home_y(body.side)

    def beside_place(self, body: Body, at: Place) -> Place | None:
        """Return the nearest free place for closing up beside a battalion; None: there is none."""
        places = [
            # All round it, an eighth of a turn apart.
            (at[0] + round(far * cos(n * pi / 4)), at[1] + round(far * sin(n * pi / 4)))
            for far in (LEAST_APART_M + 1, 2 * LEAST_APART_M)
            for n in range(8)
        ]
        free = [place for place in (at, *places) if self.is_free(place, body) and self._can_stand(body, place)]
        return min(free, key=lambda place: (place != at, dist(place, body.at)), default=None)

    def has_way(self, body: Body, goal: Body) -> bool:
        """Return whether any way leads there, as far as is known."""
        known = (body.unit.command, goal.unit.id) not in self.out_of_reach
        return known and self.ground.has_way(body.at, goal.at)

    def is_under_fire(self, body: Body) -> bool:
        """Return whether a battalion is in the effective range of an enemy that sees it, and so not in safety
        (NQM-AMB-59).
        """
        return any(
            not enemy.is_rear
            and (far := body.distance(enemy)) <= enemy.reaches_m
            and far <= enemy.fires_m
            and self.sees(body, enemy)
            for enemy in self.present(1 - body.side)
        )

    def sees(self, body: Body, enemy: Body) -> bool:
        """Return whether the line of sight between two battalions is clear."""
        return self.ground.sees(body.at, enemy.at)

    # Who helps whom --------------------------------------------------------------------------------------------------
    def beside(self, body: Body) -> list[Body]:
        """Return the anti-tank and anti-aircraft guns of its command, which fire from their positions."""
        return [
            guns
            for guns in self.present(body.side)
            if guns is not body and guns.holds and guns.unit.command == body.unit.command and not guns.engaged
        ]

    def neighbours(self, body: Body) -> list[Body]:
        """Return others of its division, which fire at its attacker as soon as it is attacked, mortars too (NQM-CRT-08,
        -09).
        """
        return [
            friend
            for friend in self.present(body.side)
            if friend is not body
            and not (friend.is_rear or friend.engaged or friend.broken)
            and self.same_division(friend.unit.command, body.unit.command)
        ]

    def sorties(self, body: Body) -> list[AirSupport]:
        """Return the aircraft on call of this battalion's command that have not flown in this turn of six hours."""
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
        """Yield a side's battalions on the table."""
        return (body for body in self.bodies if body.side == side and body.is_present)

    def all_of(self, side: int) -> list[Body]:
        """Return all of a side's battalions, on or off the table."""
        return [body for body in self.bodies if body.side == side]

    def home_y(self, side: int) -> int:
        """Return the edge that a side came from."""
        return 0 if side == 0 else self.depth_m

    def supporters(self, body: Body) -> list[Body]:
        """Return the guns that may fire for a battalion this hour without permission: its command's, and those in
        support of it or of its command.

        Guns in direct support answer at once where their observers are; otherwise, as guns in support always do, the
        hour after they were called (NQM-ORG-08, -10, -11, -16, NQM-SEQ-04, NQM-CRT-10, -13). Until their release
        reaches them, guns fire only for their own command (NQM-ORDERS-07, NQM-SEQ-05).
        """
        return [
            guns
            for guns in self.present(body.side)
            if guns.is_guns and not guns.engaged and self.hour >= self._fires_from(guns, body)
        ]

    def supporters_next_hour(self, body: Body) -> list[Body]:
        """Return the guns that fire for a battalion from the next hour on if called now."""
        return [
            guns for guns in self.present(body.side) if guns.is_guns and self._fires_from(guns, body) == self.hour + 1
        ]

    def stumbles(self, body: Body, way: Sequence[Place], goal: Body, within_m: int) -> tuple[Body | None, list[Place]]:
        """Return the hidden enemy that a way leads past, other than its goal, and the way to that point: the battalion
        is stopped there (NQM-RECCE-04).
        """
        hidden = [
            enemy
            for enemy in self.present(1 - body.side)
            if enemy.concealed and enemy is not goal and not enemy.is_rear
        ]
        length = sum(dist(start, end) for start, end in pairwise(way))
        hidden = [enemy for enemy in hidden if way and dist(enemy.at, way[0]) <= length + within_m]
        for metres in range(0, int(length) + 1, STRIDE_M) if hidden else ():
            place = cut(way, metres)[-1]
            enemy = next((enemy for enemy in hidden if dist(enemy.at, place) <= within_m), None)
            if enemy is not None:
                return enemy, self._go(body, cut(way, metres))
        return None, list(way)

    def _fires_from(self, guns: Body, supported: Body) -> float:
        """Return the hour from which guns may fire for a battalion; infinite if they are not allotted to it."""
        unit, command = guns.unit, supported.unit.command
        if self.hour < guns.released:
            return self.hour if unit.command == command else inf
        allotted = self._allotted_to(unit, command)
        if not may_call(unit.support, (allotted,), command):
            return inf
        if unit.support is Support.UNDER_COMMAND:
            return self.hour
        direct = unit.support is Support.DIRECT_SUPPORT
        near = Nearness.SAME_DIVISION if direct else Nearness.CORPS_TROOPS
        observed = direct and supported in self.observed_for(guns)
        hour = reacts_in(Deed.FIRE, near, guns=True, support=unit.support, observers=observed).hour
        return inf if hour is None else self.called.get(command, 1) + hour - 1

    def _allotted_to(self, unit: Unit, asking: int) -> int:
        """Return the command that guns serve, for a command that asks: guns in support of no named command belong to
        the whole division, corps troops to all (NQM-ORG-15, -17, NQM-CRT-13).
        """
        if unit.supports is not None:
            return unit.supports
        of_all = unit.support is Support.IN_SUPPORT and (
            self.divisions.get(unit.command) is None or self.same_division(unit.command, asking)
        )
        return asking if of_all else unit.command

    def observed_for(self, guns: Body) -> list[Body]:
        """Return the battalions with an observer of guns in direct support: the first of the command, guns last, one
        for each battery (NQM-CRT-10).
        """
        allotted = guns.unit.command if guns.unit.supports is None else guns.unit.supports
        line = [body for body in self.all_of(guns.side) if body.unit.command == allotted and not body.is_rear]
        return sorted(line, key=lambda body: body.holds)[: len(guns.battalion.elements)]

    def may_counter_attack(self, side: int, command: int, *, had_orders: bool) -> bool:
        """Return whether a command of a defending side may counter-attack by now, after a unit of the side was attacked
        (NQM-CRT-11, -14, -15).
        """
        for (attacked_side, attacked), hour in self.attacked.items():
            near = Nearness.SAME_DIVISION if self.same_division(command, attacked) else Nearness.OTHER_DIVISION
            due = reacts_in(Deed.COUNTER_ATTACK, near, had_orders=had_orders).hour
            if attacked_side == side and due is not None and self.hour >= hour + due - 1:
                return True
        return False

    def same_division(self, command: int, neighbour: int) -> bool:
        """Return whether two commands belong to one division."""
        divisions = self.divisions
        return command == neighbour or (
            divisions.get(command) is not None and divisions.get(command) == divisions.get(neighbour)
        )


def deploy(fight: Fight, book: Rulebook, attacking: tuple[bool, bool]) -> Field:
    """Return both sides in line, a battalion's front apart, guns and headquarters behind; defenders are concealed
    (NQM-FRONT-01, NQM-RECCE-01).
    """
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
                bodies.append(
                    _body(
                        battalion,
                        side,
                        x,
                        y,
                        fight,
                        book,
                        attacking=attacking[side],
                        in_works=_in_works(battalion, attacking),
                    )
                )
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
        ground=Ground(country, fight.inches_a_km),
        prize=prize,
    )


def _on_the_map(fight: Fight, book: Rulebook, attacking: tuple[bool, bool]) -> Field:
    """Return both sides at their positions on the battle's own map, those of one place beside each other; a unit
    without a position comes on behind its side's middle. Defenders are concealed (NQM-RECCE-01), and in a town if they
    are in one.
    """
    country = Country.of(fight)
    size_m = country.wide_in * 1000 // fight.inches_a_km, country.deep_in * 1000 // fight.inches_a_km
    bodies: list[Body] = []
    for side, force in enumerate(fight.forces):
        behind = (country.wide_in / 2, 0.0 if side == 0 else float(country.deep_in))
        taken: Counter[Place] = Counter()
        for battalion in battalions(force, book):
            unit = battalion.unit
            if not unit.state.is_in_play:
                continue
            spot = country.standing_at(fight.spots[unit.id]) if unit.id in fight.spots else behind
            at = round(spot[0] * 1000 / fight.inches_a_km), round(spot[1] * 1000 / fight.inches_a_km)
            x, y = _set_out(at, taken, size_m)
            taken[x, y] += 1
            body = _body(
                battalion, side, x, y, fight, book, attacking=attacking[side], in_works=_in_works(battalion, attacking)
            )
            if body.cover is Cover.SCRAPES and country.natures[country.square(*spot)] is Nature.BUILT_UP:
                body.cover = Cover.TOWN
            bodies.append(body)
    return _field(fight, book, size_m[1], bodies, country)


def _set_out(at: Place, taken: Counter[Place], size_m: tuple[int, int]) -> Place:
    """Return the place of a battalion whose position is there: that point, or the nearest in its row on which no friend
    stands, then in the rows before and behind it (NQM-FRONT-01). On a full table: the first that the fewest have taken.
    """
    if not taken[at]:
        return at
    (x, y), (wide, deep) = at, size_m
    steps = [(n + 1) // 2 * (-1 if n % 2 else 1) * BESIDE_M for n in range(2 * max(size_m) // BESIDE_M + 1)]
    places = ((x + aside, y + back) for back in steps for aside in steps)
    return min(((x, y) for x, y in places if 0 <= x <= wide and 0 <= y <= deep), key=taken.__getitem__)


def fires_from_behind(battalion: Battalion) -> bool:
    """Return whether a battalion has batteries that fire indirectly."""
    return any(stand.kind is ElementKind.BATTERY and stand.indirect for stand in battalion.elements)


def _rear(battalion: Battalion) -> bool:
    return (
        battalion.unit.headquarters_of is not None
        or battalion.unit.role is Role.GUNS_IN_RANGE
        or fires_from_behind(battalion)
    )


def _in_works(battalion: Battalion, attacking: tuple[bool, bool]) -> bool:
    """Return whether a battalion is foot that is dug in where two sides meet: it stays."""
    unit = battalion.unit
    dug_in = unit.dug_in_turns > 0 and unit.role is not Role.ARRIVES and not _rear(battalion)
    return all(attacking) and dug_in and any(stand.on_foot for stand in battalion.elements)


def _body(
    battalion: Battalion, side: int, x: int, y: int, fight: Fight, book: Rulebook, *, attacking: bool, in_works: bool
) -> Body:
    cover = Cover.ATTACKING if attacking and not in_works else cover_of(battalion.unit, book)
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
        concealed=not attacking or in_works,
        in_works=in_works,
        arrives=late,
        released=freed,
    )
