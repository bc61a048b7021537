"""Everything that a commander without a player knows and orders, as frozen values limited to his side's knowledge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import dist, inf
from typing import Final

from campaign.play.character import NOBODY, TRUSTS, Leader, needed
from campaign.play.laws import LAWS, Law
from campaign.play.odds import WEIGHT, Fighter, Ground, expected_odds, threat
from campaign.play.ways import Ways, along
from campaign.rules.common.automatic import Odds
from campaign.terms.forces import Arm, Engineers, Size
from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import counted, listing
from campaign.theatre.sorted_points import SortedPoints
from campaign.theatre.values import Block, Point, Theatre
from campaign.values import dataclass, plain_dataclass, plain_field, replace

# Our choice: 2000 changes 17 of 64 sets of orders, 8000 changes 21.
NEAR_M: Final = 4000.0
"""The distance from a place within which a unit holds it, attacks it or threatens it."""
FORWARD: Final = (OrderKind.ATTACK, OrderKind.MARCH)
"""The orders by which troops go on."""
STALE: Final = TRUSTS
"""The turns after which a sighting no longer counts, unless the commander's character says otherwise."""
# Certain: companies have no combat strength, so that none attacks alone (OB-SIZE-05, umpire 1.23).
NO_ATTACK: Final = Odds(0.0, 1.0, 0.0)
"""The odds of troops of which none is fit to attack."""


@plain_dataclass(frozen=True, slots=True)
class Mission:
    """An order that still stands: its kind, goal and route. ``bound``: it is the scenario's and not carried out yet, so
    that only the road may be changed; ``begun``: the troops already march by it.
    """

    kind: OrderKind
    to: int | None = None
    via: tuple[int, ...] = ()
    bound: bool = False
    begun: bool = plain_field(default=False, compare=False)

    @property
    def stations(self) -> tuple[int, ...]:
        """The places that the order leads through, with the goal last."""
        return self.via if self.to is None else (*self.via, self.to)

    def stations_from(self, ways: Ways, unit: Troop | Group) -> tuple[int, ...]:
        """Return the stations that still lie ahead of a unit at its present position."""
        return ways.still_ahead(unit.at, self.stations, unit.barred)


@dataclass(frozen=True, slots=True)
class Troop:
    """A battalion of the side's own. ``led``: no player orders it; ``free``: nor does the scenario, so that its
    commander may send it anywhere; ``duty``: the scenario's order that it is to carry out, whether or not its commander
    has ordered something else since; ``post``: the place to which the scenario sent it, once it is there;
    ``held_back``: the scenario's last order to it is to hold; ``heavy``: it needs a bridge for tanks; ``works``: it may
    be put to engineering; ``supplied``: its command was in supply when last known; ``takes_ground``: it is of an arm
    that attacks, or holds by itself; ``pace``: metres it marches on a road in a turn; ``barred``: bridges too weak for
    it; ``facing``: the turns for which it has stood in contact without a battle, with the last one; ``halted``: the
    turns since its march halted before its goal, 0 if it did not.
    """

    id: int
    name: str
    formation: int
    at: Position
    fighter: Fighter
    spent: bool = False
    resting: bool = False
    engaged: bool = False
    led: bool = True
    free: bool = True
    works: bool = False
    engineers: Engineers = Engineers.NONE
    takes_ground: bool = True
    # For a troop made by hand; the campaign gives each its own (OB-T-02).
    pace: float = 20_000.0
    barred: frozenset[str] = frozenset()
    mission: Mission | None = None
    duty: Mission | None = None
    post: int | None = None
    held_back: bool = False
    heavy: bool = False
    supplied: bool = True
    facing: int = 0
    halted: int = 0

    @property
    def is_led_on_the_march(self) -> bool:
        """True if the troop's commander orders it and it marches by an order of the scenario."""
        return self.led and self.duty is not None and self.duty.kind is OrderKind.MARCH


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy as it was sighted, with the age of the sighting in turns. ``landed``: it was seen to come down or ashore
    in the last two days.
    """

    at: Position
    arm: Arm
    fighter: Fighter
    age: int = 0
    landed: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Battalions of one command that have the same order, or are free. ``whole``: they are all that it has on the map,
    so that the command is ordered as one; ``is_part``: others of them get no order here, and its name says so;
    ``tells``: the name under which its orders are printed; ``aim``: the place to which an order to a formation above it
    leads; ``limits``: the places that its orders, or those to a formation above it, do not let it pass.
    """

    formation: int
    name: str
    tells: str
    troops: tuple[Troop, ...]
    whole: bool = True
    division: int = 0
    aim: int | None = None
    limits: frozenset[int] = frozenset()
    is_part: bool = False

    def part(self, troops: Sequence[Troop]) -> Group:
        """Return some of its battalions as a group, which is told as a part; a single battalion under its own name."""
        name = self.name if self.is_part else f"part of {self.name}"
        name = troops[0].name if len(troops) == 1 else name
        return replace(self, name=name, troops=tuple(troops), whole=False, is_part=True)

    @property
    def id(self) -> int:
        """The id of the group's first battalion, which tells it from other groups."""
        return self.troops[0].id

    @property
    def is_free(self) -> bool:
        """True if the group's commander may order it."""
        return self.troops[0].free

    @property
    def takes_ground(self) -> bool:
        """True if the group can be sent to take ground, or to hold it, by itself."""
        return 2 * sum(troop.takes_ground for troop in self.troops) >= len(self.troops)

    @property
    def is_artillery(self) -> bool:
        """True if all of the group only fires from afar."""
        return all(troop.fighter.is_artillery for troop in self.troops)

    @property
    def is_held_back(self) -> bool:
        """True if the scenario's last order to some of it is to hold."""
        return any(troop.held_back for troop in self.troops)

    @property
    def is_posted(self) -> bool:
        """True if the group is at the place to which the scenario sent it."""
        return any(troop.post is not None and troop.at == AtPlace(troop.post) for troop in self.troops)

    @property
    def reach(self) -> int:
        """The turns of marching within which it is sent: half a day's; one turn, if its last order is to hold."""
        return 1 if self.is_held_back else TURNS_A_DAY // 2

    @property
    def is_moving(self) -> bool:
        """True if the group is on its way by an order of its commander or of the scenario."""
        mission = self.mission
        return mission is not None and mission.to is not None and self.at != AtPlace(mission.to)

    @property
    def at(self) -> Position:
        """The position of most of its battalions."""
        positions = [troop.at for troop in self.troops]
        return max(positions, key=positions.count)

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The group's battalions as the odds count them."""
        return tuple(troop.fighter for troop in self.troops)

    @property
    def pace(self) -> float:
        """The metres a turn of its slowest battalion."""
        return min(troop.pace for troop in self.troops)

    @property
    def barred(self) -> frozenset[str]:
        """The bridges too weak for at least one of its battalions."""
        return frozenset().union(*(troop.barred for troop in self.troops))

    @property
    def is_spent(self) -> bool:
        """True if half of the group or more is spent."""
        return 2 * sum(troop.spent for troop in self.troops) >= len(self.troops)

    @property
    def mission(self) -> Mission | None:
        """The order that the group's first battalion carries out."""
        return self.troops[0].mission


@dataclass(frozen=True, slots=True)
class Staff:
    """The headquarters of a division with the commands that it must reach, and how far its supply reaches by road.
    ``front``: the positions of its fighting troops.
    """

    troop: Troop
    tells: str
    below: tuple[Position, ...]
    reach_m: float
    front: tuple[Position, ...] = ()


@dataclass(frozen=True, slots=True)
class Coming:
    """A march of the side that is still to begin, or that a person has ordered: where it begins, and the places through
    which it leads.
    """

    start: Position
    stations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """Ground that scores for the side, and whether the side holds it."""

    place: int
    points: int
    held: bool


@dataclass(frozen=True, slots=True)
class Bridge:
    """A crossing as the side takes it to be. ``great``: over a great river; ``lasting``: it can never be repaired;
    ``hands``: battalions of the side that work on it, ``turns``: turns of work still to go.
    """

    id: int
    name: str
    at: Position
    passable: bool
    prepared: bool
    great: bool = False
    several_spans: bool = False
    lasting: bool = False
    hands: int = 0
    turns: int = 0


@plain_dataclass(frozen=True)
class View:
    """All that one side knows before the march of a turn. ``landings``: places at which its own units are still to
    land; ``attack_chance``: the odds from which it attacks of its own accord, ``ordered_chance``: on orders to attack;
    ``patience``: the part of the chance asked for that each turn in contact without a battle takes off it;
    ``builders``: battalions that build a bridge the faster; ``mask_ratio``: stands needed to mask one of the enemy's, 0
    if units cannot pass the enemy; ``law``: of the battles of the campaign's system; ``night``: in the coming turn;
    ``told_as``: by command, the name under which its orders are printed; ``ordered``: battalions that have got an order
    of this turn; ``homes``: the side's edges of the map, from which its supply comes; ``coming``: marches of the next
    two days that are not to be ordered here; ``gappable``: obstacles, by key, in which engineers on the march open a
    gap; ``leaders``: by command, who leads it, where his character counts; ``lull``: the days since the side's last
    battle, at most three.
    """

    theatre: Theatre
    troops: tuple[Troop, ...] = ()
    groups: tuple[Group, ...] = ()
    staffs: tuple[Staff, ...] = ()
    enemies: tuple[Enemy, ...] = ()
    goals: tuple[Goal, ...] = ()
    held: frozenset[int] = frozenset()
    bridges: tuple[Bridge, ...] = ()
    landings: frozenset[int] = frozenset()
    # As the setting is shipped (umpire 1.23).
    attack_chance: float = 0.5
    # As attack_chance.
    ordered_chance: float = 0.5
    # As the setting is shipped.
    patience: float = 0.2
    builders: int = 1
    mask_ratio: float = 0.0
    law: Law = LAWS["brevity"]
    night: bool = False
    told_as: Mapping[int, str] = plain_field(default_factory=dict)
    ordered: set[int] = plain_field(default_factory=set, compare=False)
    homes: tuple[int, ...] = ()
    coming: tuple[Coming, ...] = ()
    gappable: frozenset[str] = frozenset()
    leaders: Mapping[int, Leader] = plain_field(default_factory=dict)
    lull: int = 0

    def leader(self, unit: Troop | Group) -> Leader:
        """Return who leads these troops, as far as his character counts."""
        return self.leaders.get(unit.formation, NOBODY)

    def asking_most(self, base: float, units: Iterable[Troop | Group]) -> tuple[float, Leader]:
        """Return the chance that these units together need for an attack, where the doctrine asks for ``base``, and
        who asks for it: of several commanders the one who asks for the most.
        """
        leaders = {self.leader(unit) for unit in units} or {NOBODY}
        return max(((needed(base, leader), leader) for leader in leaders), key=lambda asked: (asked[0], asked[1].name))

    @property
    def to_order(self) -> Iterator[Troop]:
        """Yield the battalions that have not been ordered in this turn."""
        return (troop for troop in self.troops if troop.id not in self.ordered)

    @cached_property
    def ways(self) -> Ways:
        """The roads, with the distances along them."""
        return Ways(self.theatre)

    @cached_property
    def safe_ways(self) -> Ways:
        """The roads, closed where an enemy seen lately is on them."""
        closed: dict[int, list[Block]] = {}
        for enemy in self.enemies:
            if enemy.age <= 1 and isinstance(enemy.at, OnRoad):
                closed.setdefault(enemy.at.road, []).append(Block(enemy.at.metres, "the enemy"))
        if not closed:
            return self.ways
        ways = (
            replace(way, blocks=(*way.blocks, *closed[way.road])) if way.road in closed else way
            for way in self.theatre.ways
        )
        return Ways(replace(self.theatre, ways=tuple(ways)))

    @cached_property
    def _enemy_points(self) -> SortedPoints[tuple[Enemy, Point]]:
        points = ((self.point(enemy.at), enemy) for enemy in self.enemies)
        return SortedPoints((point, (enemy, point)) for point, enemy in points)

    @cached_property
    def _troop_points(self) -> SortedPoints[tuple[Troop, Point]]:
        points = ((self.point(troop.at), troop) for troop in self.troops)
        return SortedPoints((point, (troop, point)) for point, troop in points)

    @cached_property
    def by_id(self) -> Mapping[int, Troop]:
        return {troop.id: troop for troop in self.troops}

    @cached_property
    def sent_to(self) -> frozenset[int]:
        """The places that fresh fighting troops of the side have orders to attack or to march to."""
        return _goals(t for t in self.troops if t.takes_ground and not (t.spent or t.resting))

    @cached_property
    def led_to(self) -> frozenset[int]:
        """The places that fighting troops of the side, be they spent, have orders to attack or to march to."""
        return _goals(t for t in self.troops if t.takes_ground)

    @cached_property
    def barred_places(self) -> frozenset[int]:
        """The places at which an enemy was seen lately."""
        return frozenset(s.place for s in self.theatre.spots if self.enemies_near(s.place, NEAR_M / 2, 1))

    def turns_to(self, group: Group, place: int) -> float:
        """Return the turns of marching of a group to a place, on roads free of lately seen enemies; infinite if the
        place is beyond its limits.
        """
        if group.limits and self.is_beyond(group, place):
            return inf
        return self.ways.metres(group.at, place, group.barred, self.barred_places) / group.pace

    def is_beyond(self, group: Group, place: int) -> bool:
        """Return whether a place is beyond the limits of a group: the road to it from an edge of its own side leads
        through one, or the group's own road does, unless the group is beyond already.
        """
        here = along(self.theatre, group.at)[0]
        for limit in group.limits - {place}:
            if self._lies_beyond(limit, place):
                return True
            is_short_of_it = limit != here and not self._lies_beyond(limit, here)
            if is_short_of_it and limit in self.ways.places(group.at, place, group.barred)[:-1]:
                return True
        return False

    def _lies_beyond(self, limit: int, place: int) -> bool:
        """Return whether the shortest road from the nearest edge of the side to a place leads through another."""
        far = [(self.ways.metres(AtPlace(home), place), home) for home in sorted(self.homes)]
        metres, home = min(far, default=(inf, 0))
        return metres < inf and limit in self.ways.places(AtPlace(home), place)[:-1]

    def tells(self, troop: Troop) -> str:
        """Return the name under which a battalion's orders are printed."""
        return self.told_as.get(troop.formation, troop.name)

    def point(self, where: int | Position) -> Point:
        """Return the point of the drawn map for a place or position."""
        return self.theatre.spot(where).point if isinstance(where, int) else self.theatre.point_of(where)

    def enemies_near(self, where: int | Position, metres: float = NEAR_M, age: int = STALE) -> tuple[Enemy, ...]:
        """Return the enemies seen within this distance of a point, no longer than this number of turns ago."""
        centre = self.point(where)
        around = self._enemy_points.around(centre, metres)
        return tuple(e for e, point in around if e.age <= age and dist(point, centre) <= metres)

    def ahead(self, troop: Troop, mission: Mission) -> tuple[Enemy, ...]:
        """Return the enemies seen lately near a battalion that are nearer than it is to the next place on the route of
        this order.
        """
        around = self.enemies_near(troop.at, NEAR_M, 1)
        stations = mission.stations_from(self.ways, troop) if around else ()
        way = self.ways.places(troop.at, stations[0], troop.barred) if stations else ()
        following = [place for place in way if troop.at != AtPlace(place)]
        if not following:
            return ()
        towards = self.point(following[0])
        metres = dist(self.point(troop.at), towards)
        return tuple(enemy for enemy in around if dist(self.point(enemy.at), towards) <= metres)

    def troops_near(self, where: int | Position, metres: float = NEAR_M) -> tuple[Troop, ...]:
        """Return the side's own battalions within this distance of a point."""
        centre = self.point(where)
        return tuple(t for t, point in self._troop_points.around(centre, metres) if dist(point, centre) <= metres)

    def odds(self, ours: Iterable[Fighter], theirs: Iterable[Enemy], where: int | Position) -> Odds:
        """Return the odds that our units drive these enemies, and those to be expected beside them, from their
        ground; companies alone do not attack (OB-SIZE-05).
        """
        fighters = tuple(ours)
        if not any(fighter.weight > WEIGHT[Size.COMPANY] for fighter in fighters):
            return NO_ATTACK
        return expected_odds(fighters, tuple(e.fighter for e in theirs), self.ground(where), self.law)

    def chance(self, ours: Iterable[Fighter], theirs: Iterable[Enemy], where: int | Position) -> float:
        """Return the chance that our units drive these enemies from their ground, if it comes to a decision."""
        return self.odds(ours, theirs, where).chance

    def danger(self, where: int | Position, more: Iterable[Fighter] = (), age: int = STALE) -> float:
        """Return the chance that the enemies seen near a point, no longer than this number of turns ago, drive off the
        side's units there, with ``more`` added, if it comes to a decision.
        """
        around = self.enemies_near(where, age=age)
        ours = (*(t.fighter for t in self.troops_near(where)), *more)
        enemies = tuple(e.fighter for e in around)
        return threat(enemies, ours, self.ground(where), self.law).chance if around else 0.0

    def ground(self, where: int | Position) -> Ground:
        """Return the ground at a point, by the light of the coming turn."""
        cover = self.theatre.cover_at(AtPlace(where) if isinstance(where, int) else where)
        return Ground(cover, night=self.night)


def _goals(troops: Iterable[Troop]) -> frozenset[int]:
    """Return the places to which these troops have orders to go forward."""
    missions = (troop.mission for troop in troops if troop.mission is not None and troop.mission.kind in FORWARD)
    return frozenset(mission.to for mission in missions if mission.to is not None)


@dataclass(frozen=True, slots=True)
class Told:
    """An order to some battalions, and its words: ``who`` is the subject, ``does`` the rest of the sentence from the
    verb on, ``why`` the reason: what the side saw, and the odds. ``tells``: the name under which the orders of their
    commander are printed.
    """

    units: tuple[int, ...]
    tells: str
    who: str
    does: str
    why: str

    @property
    def sentence(self) -> str:
        """The unit, and what it does."""
        return f"{self.who} {self.does}"


@dataclass(frozen=True, slots=True)
class Order(Told):
    """An order to march, attack, withdraw or hold, to these battalions, or to the whole ``formation`` if it has a
    number.
    """

    formation: int
    kind: OrderKind
    to: int | None
    via: tuple[int, ...] = ()

    @classmethod
    def to_group(
        cls, group: Group, kind: OrderKind, to: int | None, does: str, why: str, via: tuple[int, ...] = ()
    ) -> Order:
        """Return an order to all of a group, its command as one if they are all that it has."""
        units = tuple(troop.id for troop in group.troops)
        return cls(units, group.tells, group.name, does, why, group.formation if group.whole else 0, kind, to, via)

    @classmethod
    def to_troops(
        cls,
        view: View,
        troops: Sequence[Troop],
        kind: OrderKind,
        to: int | None,
        does: str,
        why: str,
        via: tuple[int, ...] = (),
    ) -> Order:
        """Return an order to some battalions of one command."""
        who = listing(troop.name for troop in troops)
        return cls(tuple(troop.id for troop in troops), view.tells(troops[0]), who, does, why, 0, kind, to, via)


@dataclass(frozen=True, slots=True)
class Work(Told):
    """An engineering task for a battalion at a crossing."""

    task: TaskKind
    crossing: int
    load: LoadClass | None = None


@dataclass(frozen=True, slots=True)
class Rest(Told):
    """An order for a battalion to rest in reserve, or to end its rest."""

    stop: bool = False


def percent(chance: float) -> str:
    """Return a chance in words: ``64 %``."""
    return f"{100 * chance:.0f} %"


def seen(enemies: Collection[Enemy], where: str) -> str:
    """Return what was seen, as the beginning of a reason: ``3 enemy units were seen near Sollum``."""
    return f"{counted(len(enemies), 'enemy unit')} {'was' if len(enemies) == 1 else 'were'} seen {where}"


def verb(troops: Sequence[Troop], single: str, plural: str) -> str:
    """Return the form of a verb that agrees with this number of battalions."""
    return single if len(troops) == 1 else plural


Instruction = Order | Work | Rest
