"""A plain table for a resolved fight: who stands where, in whole inches (BGC).

The attackers begin at one long edge, the defenders in depth at the other, battalion beside battalion. There is no
scenery but what the troops have dug themselves: it is a way to see how a fight may go, not a map. ``x`` runs along the
table, ``y`` from the attackers' edge to the defenders'.

    lay_out(fight, house, book) -> Field
    Base       a platoon on the table, and how it stands now
    Field      all bases of both sides; .alive(side) .sees(viewer, target) .known(side)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.muster import Battalion, battalions
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.platoons import Kind, Platoon
from campaign.rules.tabletop.brigadier.sight import (
    Looks,
    NightSight,
    Seen,
    found_at,
    hidden,
    in_range,
    spotting_range,
    stays_fired,
)
from campaign.rules.tabletop.brigadier.tables import CONTACT_IN, TOLERANCE_IN, Feature, Order
from campaign.terms.forces import Armour
from campaign.terms.state import Posture, Role

CALLED_NEVER = 10**9
TURN_MINUTES = 360
"""A turn of the campaign."""
FRONT_BEHIND = {Echelon.LINE: 0, Echelon.COMPANY_HQ: 2, Echelon.SUPPORT: 4, Echelon.BATTALION_HQ: 6}
"""Inches behind the front at which a platoon begins, by its place in the chain of command."""
FOREMOST_IN = 2
LEAST_GAP_IN = 22
"""Attackers begin out of sight of everything that has not fired."""
TOUCHES_IN = 1
"""Bases stand on whole inches: who is no farther off touches."""
BATTERY_BEHIND_IN = 12
"""Off-board guns are this far behind their own edge."""


@dataclass(slots=True)
class Base:
    """A platoon on the table. ``arrives`` is the minute at which it comes on; ``shots`` left this turn."""

    platoon: Platoon
    side: int
    battalion: Battalion
    x: int
    y: int
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
    lost_in: int = 0
    """Of a headquarters: the turn in which it was found lost."""
    succeeded: bool = False

    @property
    def name(self) -> str:
        """Its name is that of its battalion and its own."""
        return f"{self.battalion.unit.short} {self.platoon.name}"

    @property
    def key(self) -> str:
        """How the dice call it."""
        return f"{self.battalion.unit.key} {self.platoon.key}"

    @property
    def alive(self) -> bool:
        """It is neither removed nor surrendered."""
        return not (self.count.removed or self.surrendered)

    @property
    def on_table(self) -> bool:
        """Stands on the table and can be met."""
        if self.arrives or self.surrendered or self.platoon.off_table:
            return False
        return self.count.kills < self.count.full

    @property
    def broken(self) -> bool:
        """Its order is Back or Rout."""
        return self.order in (Order.BACK, Order.ROUT)

    @property
    def armour(self) -> Armour:
        """Its armour class; none for who is no vehicle."""
        return self.battalion.unit.armour if self.platoon.kind.is_vehicle else Armour.NONE

    @property
    def looks(self) -> Seen:
        """What it is to the eye."""
        kind = self.platoon.kind
        looks = Looks.VEHICLE if kind.is_vehicle else Looks.UNLIMBERED if kind.is_gun else Looks.FOOT
        return Seen(looks, self.fired, dug_in=self.dug_in)

    @property
    def features(self) -> frozenset[Feature]:
        """These features shelter it."""
        return frozenset({Feature.DUG_IN}) if self.dug_in else frozenset()


@dataclass(slots=True)
class Field:
    """Both sides on the table. ``radio`` holds ids of battalions in contact; sides are 0, the attackers, and 1."""

    bases: list[Base]
    width_in: int
    depth_in: int
    book: Rulebook
    house: House
    night: NightSight | None = None
    radio: set[int] = field(default_factory=set)
    ranges: dict[tuple[Kind, bool, bool, bool], int] = field(default_factory=dict)
    """Spotting distances worked out so far, squared."""

    def of(self, side: int) -> Iterator[Base]:
        """Its bases on the table."""
        return (base for base in self.bases if base.side == side and base.on_table)

    def within(self, viewer: Base, inches2: int) -> list[Base]:
        """Enemies on the table at no more than that square of inches."""
        enemy, x, y = 1 - viewer.side, viewer.x, viewer.y
        near = [base for base in self.bases if base.side == enemy and (base.x - x) ** 2 + (base.y - y) ** 2 <= inches2]
        return [base for base in near if base.on_table]

    def batteries(self, side: int) -> Iterator[Base]:
        """Its guns off the table that can fire."""
        return (
            base
            for base in self.bases
            if base.side == side and base.alive and base.platoon.off_table and base.platoon.kind.is_gun
        )

    @staticmethod
    def apart2(first: Base, second: Base) -> int:
        """Square of the distance in inches."""
        return (first.x - second.x) ** 2 + (first.y - second.y) ** 2

    def forward(self, side: int) -> int:
        """The direction of the enemy along y."""
        return 1 if side == 0 else -1

    def sees(self, viewer: Base, target: Base) -> bool:
        """Is the target in sight of that platoon? Hidden ones until they fire are found in contact only."""
        return self.apart2(viewer, target) <= self.seen_within2(target)

    def seen_within2(self, target: Base) -> int:
        """Square of the inches at which it is seen."""
        key = (target.platoon.kind, target.fired, target.dug_in, self.night is None)
        if key not in self.ranges:
            self.ranges[key] = self._seen_within2(target)
        return self.ranges[key]

    def _seen_within2(self, target: Base) -> int:
        """At the very limit only who has fired is in sight, a quarter inch either way (BGC-MEAS-10, -11); who hides, in
        contact."""
        if hidden(target.looks):
            return TOUCHES_IN**2 if found_at(target.looks, CONTACT_IN, inside_too=False) else 0
        reach = covered(spotting_range(target.looks, night=self.night if self.night is not None else False))
        margin = TOLERANCE_IN if in_range(reach, reach, fired_since=target.fired) else -TOLERANCE_IN
        return int(max(Fraction(0), reach + margin) ** 2)

    @property
    def shots_a_turn(self) -> int:
        """Times that a platoon fires in a turn: once, unless a house file says more."""
        return self.house.shots_per_turn or 1

    def forget_fire(self) -> None:
        """As a turn ends: who no longer counts as having fired (BGC-AMB-31)."""
        for base in self.bases:
            if base.fired and base.on_table:
                seen = any(self.sees(viewer, base) for viewer in self.of(1 - base.side))
                quiet = base.moved or base.bugged_out or base.shots == self.shots_a_turn
                base.fired = stays_fired(self.book, out_of_sight=not seen, moved_or_silent=quiet, turn_over=True)

    def enemies_known(self, side: int) -> dict[int, list[Base]]:
        """Enemies that each battalion of the side knows of: what its platoons see, and by radio what all others in
        contact see (BGC-COMM-06)."""
        enemies = [(target, self.seen_within2(target)) for target in self.of(1 - side)]
        eyes: dict[int, list[tuple[int, int]]] = {0: []}
        for base in self.of(side):
            unit = base.battalion.unit.id
            eyes.setdefault(unit, []).append((base.x, base.y))
            if unit in self.radio:
                eyes[0].append((base.x, base.y))
        seen = {
            unit: [
                target
                for target, within in enemies
                if any((x - target.x) ** 2 + (y - target.y) ** 2 <= within for x, y in spots)
            ]
            for unit, spots in eyes.items()
        }
        return {unit: seen[0] if unit in self.radio else located for unit, located in seen.items() if unit}


def lay_out(fight: Fight, house: House, book: Rulebook, night: NightSight | None) -> Field:
    """Both forces on the table as they begin."""
    attacks = fight.attacker is not None
    length, depth = max(fight.table_in), max(min(fight.table_in), LEAST_GAP_IN + 8)
    field_ = Field([], length, depth, book, house, night)
    for side, force in enumerate(fight.forces):
        moving = {unit.id for unit in force.units if (side == 0 if attacks else not unit.dug_in_turns)}
        present = [battalion for battalion in battalions(force, book, moving) if battalion.platoons]
        for place, battalion in enumerate(present):
            centre = (2 * place + 1) * length // (2 * len(present))
            _post(field_, battalion, side, centre, fight, attacks=attacks)
    return field_


def _post(field_: Field, battalion: Battalion, side: int, centre: int, fight: Fight, *, attacks: bool) -> None:
    front = FOREMOST_IN if side == 0 else min(field_.depth_in, FOREMOST_IN + LEAST_GAP_IN)
    away = -field_.forward(side)
    unit = battalion.unit
    arrives = 0
    if unit.role is Role.ARRIVES and unit.arrival is not None:
        arrives = max(0, TURN_MINUTES * (unit.arrival.moment.index - fight.start.index))
    elif unit.posture is Posture.RESERVE:
        arrives = CALLED_NEVER
    dug_in = not arrives and (
        unit.dug_in_turns > 0 or (attacks and side == 1 and not battalion.platoons[0].kind.is_vehicle)
    )
    in_rank: dict[Echelon, int] = {}
    for platoon in battalion.platoons:
        number = in_rank[platoon.echelon] = in_rank.get(platoon.echelon, 0) + 1
        behind = FRONT_BEHIND[platoon.echelon]
        off = unit.role is Role.GUNS_IN_RANGE or (platoon.off_table and platoon.kind.is_gun)
        x = centre + (number // 2 if number % 2 else -(number // 2)) * 2
        y = front + away * (behind + (BATTERY_BEHIND_IN if off else 0))
        stands = platoon if platoon.off_table == off else replace(platoon, off_table=off)
        field_.bases.append(
            Base(
                stands,
                side,
                battalion,
                x,
                y,
                Count(platoon.kills, 0),
                platoon.order,
                dug_in and platoon.kind is not Kind.TANK,
                arrives=0 if off else arrives,
            )
        )
