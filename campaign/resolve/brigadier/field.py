"""The table of a resolved battle: positions in inches, and lines of sight (BGC).

A battle of the campaign is fought on its own ground, each unit around its place; a battle without places on a bare
table, battalion beside battalion, the attackers at one long edge, the defenders in depth at the other. ``x`` runs along
the table, ``y`` from the attackers' edge to the defenders'.

    lay_out(fight, house, book) -> Field
    Base       a platoon on the table, with its present state
    Field      all bases of both sides; .of(side) .within(viewer, inches2) .sees(viewer, target) .enemies_known(side)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from math import atan2, degrees, hypot, remainder, tau
from typing import Final

from campaign.resolve.brigadier.scenery import OPEN, Look, Scenery
from campaign.resolve.country import Country, Spot, Square
from campaign.resolve.crowd import Crowd
from campaign.resolve.doctrine import Task
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight
from campaign.rules.common.terrain import OPEN_COUNTRY
from campaign.rules.tabletop.brigadier.cover import Incoming, shelter
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.muster import Battalion, battalions
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.platoons import Kind, Platoon
from campaign.rules.tabletop.brigadier.sight import Looks, NightSight, Seen, seen_within, stays_fired
from campaign.rules.tabletop.brigadier.tables import TOLERANCE_IN, Feature, FireKind, Order, Position, Shelter
from campaign.terms.forces import Armour
from campaign.terms.state import Posture, Role
from campaign.terms.time import HOURS_A_TURN
from campaign.values import dataclass, field, replace

# More minutes than any battle has: a reserve waits until it is called (BGC-MUS-06).
CALLED_NEVER = 10**9
TURN_MINUTES = HOURS_A_TURN * 60
"""The minutes in a turn of the campaign."""
# Our choice: half of each changes 5 of 6 battles, twice each changes 5.
FRONT_BEHIND = {Echelon.LINE: 0, Echelon.COMPANY_HQ: 2, Echelon.SUPPORT: 4, Echelon.BATTALION_HQ: 6}
"""The inches behind the front at which a platoon begins, by its place in the chain of command."""
# Our choice, used only on a bare table.
FOREMOST_IN = 8
# Vehicles, the most visible, are seen at 20 in. (BGC-VIS-04).
LEAST_GAP_IN = 22
"""The gap at which attackers begin out of sight of every unit that has not fired."""
TOUCHES_IN: Final = 1
"""The distance of the middles at which two bases touch: bases are an inch wide, to the quarter inch of BGC-MEAS-01."""
TOUCH_IN: Final = TOUCHES_IN + float(TOLERANCE_IN)
# Our choice, for wide woods and towns
# (`test_who_digs_in_goes_eight_inches_farther_to_see_out_of_a_wood`): in none of 6 battles.
INSIDE_COSTS_IN: Final = 8
"""The extra distance that a unit which digs in accepts to be at the edge of a wood or town rather than inside it, where
it sees nothing.
"""
# Our choice: 1 changes 5 of 6 battles, 4 changes 5 (1).
BESIDE_IN: Final = 2
"""The inches between the middles of platoons as they set out."""
# Our choice: 6 changes 1 of 6 battles, 24 changes 4.
FROM_ENEMY_IN: Final = 12
"""The distance from an enemy at which attackers set out on a battle's own ground."""
FRONT_DEGREES: Final = 90
"""The angle of a vehicle's front: fire from within it meets the front, other fire the side (house, BGC-M-12)."""
# Only the direction decides (`off_front`); at this distance a report can name the place in whole inches.
AHEAD_IN: Final = 12
"""The distance of the place that a platoon fronts if it knows of no enemy."""
# For speed alone: whoever asks farther is given more cells.
CELL_IN: Final = 12


@dataclass(slots=True)
class Base:
    """A platoon on the table. ``arrives`` is the minute at which it comes on; ``shots`` left this turn."""

    platoon: Platoon
    side: int
    battalion: Battalion
    x: float
    y: float
    count: Count
    order: Order
    dug_in: bool = False
    fired: bool = False
    sighted: bool = False
    bugged_out: bool = False
    in_assault: bool = False
    moved: bool = False
    shots: int = 1
    arrives: int = 0
    surrendered: bool = False
    gate: Spot | None = None
    """The point where it comes on."""
    number: int = 0
    """The number of the base among all bases of the battle."""
    sent: bool = False
    """True if it came from reserve or later, and is to go to the place that is fought for."""
    hunts: bool = False
    """True if it has been to the place that is fought for, and goes for the enemy."""
    waited: int = 0
    """The turns that it has been ready to go in."""
    turns_off: int = 0
    """The turns of the table that it waits beside it."""
    looked_up: tuple[float, float, int] = (-1.0, -1.0, 0)
    """The position at which its square was last looked up, and that square."""
    watches: bool = False
    """True if it directs aircraft this turn, and does not move."""
    faces: Spot | None = None
    """The place that it fronts; None for the enemy's edge."""
    lost_in: int = 0
    """Turn in which the loss of a headquarters was noticed; 0 for none."""
    succeeded: bool = False

    @property
    def name(self) -> str:
        """The name of the platoon, after that of its battalion."""
        return f"{self.battalion.unit.short} {self.platoon.name}"

    @property
    def key(self) -> str:
        """The name under which dice are rolled for it."""
        return f"{self.battalion.unit.key} {self.platoon.key}"

    @property
    def alive(self) -> bool:
        """True if the platoon is neither removed nor surrendered."""
        return not (self.count.removed or self.surrendered)

    @property
    def on_table(self) -> bool:
        """True if the platoon is on the table and can be met."""
        if self.arrives or self.turns_off or self.surrendered or self.platoon.off_table:
            return False
        return self.count.kills < self.count.full

    @property
    def broken(self) -> bool:
        """True if the platoon's order is Back or Rout."""
        return self.order in (Order.BACK, Order.ROUT)

    @property
    def armour(self) -> Armour:
        """The armour class; none unless it is a vehicle."""
        return self.battalion.unit.armour if self.platoon.kind.is_vehicle else Armour.NONE

    @property
    def commands(self) -> bool:
        """True if the base is a headquarters, which commands platoons."""
        return self.platoon.echelon.commands


@dataclass(slots=True)
class Field:
    """Both sides on the table. ``radio`` holds ids of battalions in contact; sides are 0, the attackers, and 1."""

    bases: list[Base]
    width_in: int
    depth_in: int
    book: Rulebook
    house: House
    scenery: Scenery
    night: NightSight | None = None
    radio: set[int] = field(default_factory=set)
    goal: Spot | None = None
    """The place that is fought for."""
    is_meeting: bool = False
    """True if neither side was ordered to attack the other."""
    ranges: dict[tuple[object, ...], float] = field(default_factory=dict)
    """The spotting distances worked out so far."""
    has_fresh: tuple[bool, bool] = (True, True)
    """Return whether a side brought a unit that could attack and did not come spent."""
    tasks: list[Mapping[Hashable, Task]] = field(default_factory=lambda: [{}, {}])
    """The tasks of each side's battalions in this turn, by their ids."""
    seen_at: list[dict[Hashable, Spot]] = field(default_factory=lambda: [{}, {}])
    """The positions at which each side sees the enemy's battalions, by their ids."""
    foot_front: list[float | None] = field(default_factory=lambda: [None, None])
    """The distance up the table of each side's foremost foot in this turn."""
    crowds: tuple[Crowd[Base], Crowd[Base]] | None = None

    def of(self, side: int) -> Iterator[Base]:
        """Yield a side's bases on the table."""
        return (base for base in self.bases if base.side == side and base.on_table)

    def put(self, base: Base, x: float, y: float) -> None:
        """Set a base down, or move it, to a tenth of an inch."""
        base.x, base.y = round(x, 1), round(y, 1)
        if self.crowds is not None:
            self.crowds[base.side].put(base, base.x, base.y)

    def near(self, side: int, x: float, y: float, within_in: float) -> list[Base]:
        """Return the bases of that side on the table within this number of inches."""
        if self.crowds is None:
            self.crowds = Crowd(CELL_IN), Crowd(CELL_IN)
            for base in self.bases:
                self.crowds[base.side].put(base, base.x, base.y)
        within2 = within_in * within_in
        return [
            base
            for base in self.crowds[side].near(x, y, within_in)
            if (base.x - x) ** 2 + (base.y - y) ** 2 <= within2 and base.on_table
        ]

    def within(self, viewer: Base, inches: float) -> list[Base]:
        """Return the enemies on the table within this number of inches of the viewer."""
        return self.near(1 - viewer.side, viewer.x, viewer.y, inches)

    def batteries(self, side: int) -> Iterator[Base]:
        """Yield a side's guns off the table that can fire."""
        return (
            base
            for base in self.bases
            if base.side == side and base.alive and base.platoon.off_table and base.platoon.kind.is_gun
        )

    @staticmethod
    def apart(first: Base, second: Base) -> float:
        """Return the distance of two bases in inches, from middle to middle."""
        return hypot(first.x - second.x, first.y - second.y)

    @staticmethod
    def apart_from(base: Base, spot: Spot) -> float:
        """Return the distance of a base from a place in inches."""
        return hypot(base.x - spot[0], base.y - spot[1])

    def reaches(self, weapon: str, kind: FireKind, base: Base, target: Base) -> bool:
        """Return whether a weapon reaches that far and can damage the target (BGC-FIRE-03)."""
        apart = self.apart(base, target)
        reach = covered(self.house.reach(weapon))
        inches = reach.inches(kind)
        if not inches or not reach.least <= apart <= inches or not self.in_arc(base, target):
            return False
        if target.armour is Armour.NONE:
            return True
        plate = covered(self.house.plate(target.armour.value))
        at_front = self.off_front(target, base) <= FRONT_DEGREES / 2
        through = covered(self.house.effective_to(weapon, plate.front if at_front else plate.side or plate.front))
        return bool(through) and apart <= through

    def in_arc(self, base: Base, target: Base) -> bool:
        """Return whether the target lies within the base's arc of fire, if its kind has one (BGC-M-12)."""
        arc = self.house.arc.get(base.platoon.kind.value)
        return arc is None or base.platoon.off_table or self.off_front(base, target) <= arc / 2

    def front(self, base: Base) -> Spot:
        """Return the place that a base fronts."""
        return base.faces or (base.x, base.y + self.forward(base.side) * AHEAD_IN)

    def off_front(self, base: Base, enemy: Base) -> float:
        """Return the degrees between a base's front and an enemy."""
        x, y = self.front(base)
        off = atan2(y - base.y, x - base.x) - atan2(enemy.y - base.y, enemy.x - base.x)
        return abs(degrees(remainder(off, tau)))

    def forward(self, side: int) -> int:
        """Return the direction of a side's enemy along ``y``, 1 or -1."""
        return 1 if side == 0 else -1

    # Sight and cover -------------------------------------------------------------------------------------------------
    def square(self, base: Base) -> Square:
        """Return the square of the map in which a base stands."""
        x, y, square = base.looked_up
        if x != base.x or y != base.y:
            square = self.scenery.country.square(base.x, base.y)
            base.looked_up = base.x, base.y, square
        return square

    def look(self, viewer: Base, target: Base) -> Look:
        """Return what one base can see of another across the ground between them."""
        if self.scenery.country.is_bare:
            return OPEN
        return self.scenery.look(self.square(viewer), self.square(target))

    def sees(self, viewer: Base, target: Base) -> bool:
        """Return whether the target is in sight of that platoon. An enemy in contact is always seen."""
        apart = self.apart(viewer, target)
        if apart <= TOUCH_IN:
            return True
        look = self.look(viewer, target)
        return look.clear and apart <= self.seen_within(target, look)

    def fires_at(self, base: Base, target: Base) -> bool:
        """Return whether a base may fire at the target: in sight, and not in the same town, where only close assault is
        possible (BGC-CA-02).
        """
        return self.sees(base, target) and not self.look(base, target).in_town

    def seen_within(self, target: Base, look: Look = OPEN) -> float:
        """Return the inches at which the target is seen from there."""
        key = target.platoon.kind, target.fired, target.dug_in, self.night, look
        if key not in self.ranges:
            self.ranges[key] = self._seen_within(target, look)
        return self.ranges[key]

    def _seen_within(self, target: Base, look: Look) -> float:
        kind = target.platoon.kind
        looks = Looks.VEHICLE if kind.is_vehicle else Looks.UNLIMBERED if kind.is_gun else Looks.FOOT
        seen = Seen(looks, target.fired, look.place, look.position, dug_in=target.dug_in)
        within = covered(
            seen_within(
                seen,
                levels_down=look.levels_down,
                both_in_wood=look.both_in_wood,
                in_town=look.in_town,
                night=self.night if self.night is not None else False,
            )
        )
        return float(within) if target.fired else float(within) - 1e-6

    def viewers(self, target: Base) -> Iterator[Base]:
        """Yield the enemies that see the target."""
        far = max(TOUCH_IN, self.seen_within(target)) + 1 if self.scenery.country.is_bare else FARTHEST_IN
        return (viewer for viewer in self.within(target, far) if self.sees(viewer, target))

    def shelter(self, target: Base, fire: Incoming, firer: Base | None = None) -> Shelter:
        """Return the class of a target's cover against this fire (BGC-COVER)."""
        features = frozenset({Feature.DUG_IN}) if target.dug_in else frozenset()
        between = True
        if not self.scenery.country.is_bare:
            features = self.scenery.shelters(self.square(target), dug_in=target.dug_in)
            if Feature.RIVER_BANK in features and firer is not None:
                between = self.scenery.over_water(self.square(firer), self.square(target))
        return shelter(features, fire, self.book, between=between, enclosed=self.is_enclosed(target))

    def is_enclosed(self, base: Base) -> bool:
        """Return whether a base is a vehicle with a closed top."""
        return base.armour is not Armour.NONE and covered(self.house.plate(base.armour.value)).enclosed

    @property
    def shots_a_turn(self) -> int:
        """The times that a platoon fires in a turn: once, unless a house file says more."""
        return self.house.shots_per_turn or 1

    def forget_fire(self) -> None:
        """Clear the marks of platoons that no longer count as having fired, as a turn ends (BGC-AMB-31)."""
        for base in self.bases:
            if base.fired and base.on_table:
                seen = any(True for _ in self.viewers(base))
                quiet = base.moved or base.bugged_out or base.shots == self.shots_a_turn
                base.fired = stays_fired(self.book, out_of_sight=not seen, moved_or_silent=quiet, turn_over=True)

    def enemies_known(self, side: int) -> dict[int, list[Base]]:
        """Return the enemies that each battalion of the side knows of: those its platoons see, and by radio those seen
        by all others in contact (BGC-COMM-06).
        """
        seen_by = {
            id(target): {viewer.battalion.unit.id for viewer in self.viewers(target)} for target in self.of(1 - side)
        }
        enemies = [(target, seen_by[id(target)]) for target in self.of(1 - side)]
        by_radio = [target for target, units in enemies if not self.radio.isdisjoint(units)]
        return {
            unit: by_radio if unit in self.radio else [target for target, units in enemies if unit in units]
            for unit in {base.battalion.unit.id for base in self.of(side)}
        }


# BGC-VIS-06, BGC-VIS-07, BGC-MEAS-01.
FARTHEST_IN: Final = 26
"""The farthest distance at which a unit that has fired is seen: 20 inches and a quarter, and 5 more from a hill, which
is one level.
"""


# Setting out ---------------------------------------------------------------------------------------------------------
def lay_out(fight: Fight, house: House, book: Rulebook, night: NightSight | None) -> Field:
    """Return both forces set up on the table for the start."""
    attacks, has_places = fight.attacker is not None, bool(fight.spots or fight.beside)
    country = Country.of(fight) if has_places else _bare(fight)
    field_ = Field([], country.wide_in, country.deep_in, book, house, Scenery(country, house), night)
    field_.crowds, field_.is_meeting = (Crowd(CELL_IN), Crowd(CELL_IN)), not attacks
    if has_places and fight.prize is not None:
        field_.goal = country.standing_at(fight.prize.at)
    for side in (1, 0):
        force = fight.forces[side]
        moving = {unit.id for unit in force.units if (side == 0 if attacks else not unit.dug_in_turns)}
        present = [battalion for battalion in battalions(force, book, moving) if battalion.platoons]
        for place, battalion in enumerate(present):
            along = (2 * place + 1) * country.wide_in // (2 * len(present))
            at = fight.spots.get(battalion.unit.id) or fight.beside.get(battalion.unit.id)
            middle = country.turned(at) if has_places and at is not None else _line(field_, side, along)
            _post(field_, battalion, side, middle, fight, attacks=attacks)
    field_.crowds = None
    field_.bases.sort(key=lambda base: base.side)
    for number, base in enumerate(field_.bases):
        base.number = number
    first, second = (
        any(
            base.side == side and base.battalion.unit.state.counts_in_full and not base.platoon.kind.is_gun
            for base in field_.bases
            if not base.commands
        )
        for side in (0, 1)
    )
    field_.has_fresh = first, second
    return field_


def _bare(fight: Fight) -> Country:
    return Country(max(fight.table_in), max(min(fight.table_in), LEAST_GAP_IN + 2 * FOREMOST_IN), 0, OPEN_COUNTRY)


def _line(field_: Field, side: int, along: int) -> Spot:
    """Return the middle of a battalion's front on a bare table."""
    return along, FOREMOST_IN if side == 0 else min(field_.depth_in, FOREMOST_IN + LEAST_GAP_IN)


def _post(field_: Field, battalion: Battalion, side: int, middle: Spot, fight: Fight, *, attacks: bool) -> None:
    away = -field_.forward(side)
    unit, has_places = battalion.unit, bool(fight.spots or fight.beside)
    arrives = 0
    if unit.role is Role.ARRIVES and unit.arrival is not None:
        arrives = max(0, TURN_MINUTES * (unit.arrival.moment.index - fight.start.index))
    elif unit.posture is Posture.RESERVE:
        arrives = CALLED_NEVER
    waits = arrives or unit.id in fight.beside
    dug_in = not waits and (
        unit.dug_in_turns > 0 or (attacks and side == 1 and not battalion.platoons[0].kind.is_vehicle)
    )
    in_rank: dict[Echelon, int] = {}
    for platoon in battalion.platoons:
        number = in_rank[platoon.echelon] = in_rank.get(platoon.echelon, 0) + 1
        behind = FRONT_BEHIND[platoon.echelon]
        off = unit.role is Role.GUNS_IN_RANGE or (platoon.off_table and platoon.kind.is_gun)
        x = middle[0] + (number // 2 if number % 2 else -(number // 2)) * BESIDE_IN
        y = middle[1] + away * behind
        stands = platoon if platoon.off_table == off else replace(platoon, off_table=off)
        base = Base(
            stands,
            side,
            battalion,
            x,
            y,
            Count(platoon.kills, 0),
            platoon.order,
            dug_in and platoon.kind is not Kind.TANK,
            arrives=0 if off else arrives,
            gate=middle if has_places and waits else None,
            turns_off=0 if off or not has_places else fight.waits.get(unit.id, 0),
        )
        if has_places and base.on_table:
            field_.put(base, *room_at((x, y), middle, base, field_))
        field_.bases.append(base)


# Our choice: 100 changes 1 of 6 battles, 400 changes none.
AROUND: Final = 200
"""The squares around a battalion's place that are searched first for its platoons."""


def room_at(wish: Spot, middle: Spot, base: Base, field_: Field) -> Spot:
    """Return the place nearest to the one wanted, among those around the battalion's, that is clear of other units and
    of the enemy; the battalion's own if there is none.
    """
    country, kind = field_.scenery.country, base.platoon.kind.value
    squares = country.nearest(middle)
    for some in (squares[:AROUND], squares[AROUND:]):
        free = (square for square in some if field_.scenery.part(kind, square))
        for square in sorted(free, key=lambda square: (_cost(square, wish, base, field_), square)):
            x, y = country.middles[square]
            if not (
                any(neighbour is not base for neighbour in field_.near(base.side, x, y, BESIDE_IN - 0.1))
                or field_.near(1 - base.side, x, y, FROM_ENEMY_IN - 0.1)
            ):
                return x, y
    return middle


def _cost(square: Square, wish: Spot, base: Base, field_: Field) -> float:
    """Return the distance of a square from the platoon's wanted place; a platoon that digs in looks for one that it
    sees out of.
    """
    x, y = field_.scenery.country.middles[square]
    blind = base.dug_in and field_.scenery.positions[square] is Position.INSIDE
    return hypot(x - wish[0], y - wish[1]) + (INSIDE_COSTS_IN if blind else 0)
