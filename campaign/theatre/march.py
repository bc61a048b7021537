"""The marches of one turn: all units at once, continuously, until the six hours are over (umpire 1.1, 1.4, 1.18).

Every unit has a plan, its movement if nothing interferes, made of uniform movements along straight pieces of road. The
consequences of two plans are foreseen once, and again when one of them changes. Events are: a unit sets out, reaches
the end of a road, closes up to the one in front, would come nearer to an enemy it is in contact with, gets clear of an
enemy, halts just outside an enemy's range, makes contact. All events within one microsecond are one instant, and all
contacts of an instant are made together, so that neither the order of the input nor any step of time matters. Only
enemies whose marches come near each other are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop
from types import MappingProxyType

from campaign.errors import BadInput
from campaign.terms.position import Position
from campaign.theatre.columns import MICRO, Doing, Mover
from campaign.theatre.follow import with_followers
from campaign.theatre.ground_link import Ground
from campaign.theatre.marchers import Conduct, Halt, Marcher, Touch, Turn
from campaign.theatre.meeting import Neighbourhood, Pair, clear_of, closing_in, coming_near, first_contact, foresee
from campaign.theatre.motion import NEAR_M, apart, contact_m, sees_m
from campaign.theatre.outcome import turn_over
from campaign.theatre.traffic import Traffic, What
from campaign.theatre.values import TURN_SECONDS, Theatre
from campaign.theatre.zones import Sight

JUST_OUTSIDE_M = 125.0
"""The distance from location range at a voluntary halt: one inch of the table (OB-AMB-048)."""

Masked = Mapping[tuple[int, int], frozenset[int]]
"""By an enemy's unit and a side: the units of that side that it still stops, which mask it. All others pass."""

ROUNDING_M = 2.0  # Each is moved by up to a metre (`columns.Mover.final`).
"""The extra metres at which two units may still be in contact, because positions are rounded to whole metres at the end
of a turn.
"""


def march(
    theatre: Theatre,
    marchers: Sequence[Marcher],
    sight: Sight,
    *,
    seconds: int = TURN_SECONDS,
    in_contact: Iterable[Pair] = (),
    masked: Masked = MappingProxyType({}),
) -> Turn:
    """Return all marches of a turn. ``marchers`` are all units on the map, those that stay included.

    ``in_contact``: pairs that were in contact when the last turn ended; those within range of each other need not be
    named. ``masked``: enemies that most of a side can march past. Headquarters that follow march behind the positions
    their commands reach in this turn. Raises BadInput for a route with a gap.
    """
    units = {marcher.unit for marcher in marchers}
    if len(units) != len(marchers):
        raise BadInput("a unit is given twice. Give each marching unit only once")
    old = frozenset((min(pair), max(pair)) for pair in in_contact)
    ordered = sorted(marchers, key=lambda m: m.unit)
    ground = Ground(theatre)
    marches = with_followers(
        theatre, ordered, lambda them: _Marches(theatre, them, sight, ground, seconds, old, masked).run()
    )
    return marches.turn()


class _Marches(Traffic):
    """The marches of one turn while they are worked out, moment by moment: every unit's movement and the events to
    come.
    """

    def __init__(
        self,
        theatre: Theatre,
        marchers: Sequence[Marcher],
        sight: Sight,
        ground: Ground,
        seconds: int,
        in_contact: frozenset[Pair],
        masked: Masked = MappingProxyType({}),
    ) -> None:
        super().__init__(theatre, marchers, seconds)
        self.sight, self.ground = sight, ground
        self.touches: list[Touch] = []
        self.around = Neighbourhood(self.movers)
        self.reach_m = sight.longest_m + JUST_OUTSIDE_M + 1
        self.in_sight = self.around.all_enemies(self.reach_m)
        self.near = self._not_masked(masked) if masked else self.in_sight
        self.old = self._in_range_already(in_contact)

    def turn(self) -> Turn:
        """Return the result of the turn, with its contacts and sightings."""
        return turn_over(self.theatre, self.movers, self.touches, self.sight, self._who_may_see(), self.seconds)

    def ends(self) -> dict[int, Position]:
        """Return the final position of every unit."""
        return {unit: mover.final(self.theatre) for unit, mover in self.movers.items()}

    def run(self) -> _Marches:
        """Run the turn to its end, and return these marches."""
        for mover in self.movers.values():
            self.order(mover)
        for pair in self._may_meet():
            self._compare(pair)
        movers = self.movers
        deal: dict[int, Callable[[tuple[int, ...]], None]] = {
            What.SET_OUT: lambda key: self.set_out(movers[key[-1]]),
            What.ROAD_CLEAR: lambda key: self.road_clear(movers[key[-1]]),
            What.END_OF_ROAD: lambda key: self.end_of_road(movers[key[0]]),
            What.CLOSE_UP: lambda key: self.close_up(movers[key[0]], movers[key[1]]),
            What.NEARER: lambda key: self._halt_before(movers[key[0]], Halt.HELD, key[1]),
            What.CLEAR: lambda key: self._clear((key[0], key[1])),
            What.HALT_OUTSIDE: lambda key: self._halt_before(movers[key[0]], Halt.JUST_OUTSIDE, key[1]),
            What.CONTACT: self._contacts,
        }
        while self.queue:
            when, kind, key, stamp = heappop(self.queue)
            self.now = when
            if self.is_void(kind, key, stamp):
                continue
            deal[kind](key)
        self.now = self.over
        for mover in self.movers.values():
            if mover.is_marching:
                self.halt(mover, Halt.OUT_OF_TIME, set())
            mover.keep_track(self.now)
        self.lanes.disband()
        return self

    def foresee_meetings(self, mover: Mover) -> None:
        """Compare a unit with every enemy whose march comes near its own."""
        for enemy in self.near[mover.unit]:
            if not mover.plan.keeps_off(self.movers[enemy].plan, self.reach_m):
                self._compare((min(mover.unit, enemy), max(mover.unit, enemy)))

    def _compare(self, pair: Pair) -> None:
        """Find the moment at which two enemy units will come into contact if both march on as planned, and note it as
        an event.
        """
        first, second = self.movers[pair[0]], self.movers[pair[1]]
        if pair[1] in first.touching:
            if pair in self.old:
                self._compare_old(pair, first, second)
            return
        now, stamp = self.now / MICRO, (first.paces, second.paces)
        contact = first_contact(first.plan, second.plan, self.sight, self.ground, now, self.seconds)
        if contact is None:
            return
        self.push(contact, What.CONTACT, pair, stamp)
        for mover, enemy in ((first, second), (second, first)):
            if mover.order.conduct is Conduct.AVOID and mover.plan.top_speed > 0:
                when = foresee(mover, enemy, self.ground, self.sight, now, JUST_OUTSIDE_M)
                if when is not None:
                    self.push(
                        max(when, mover.order.delay_seconds),
                        What.HALT_OUTSIDE,
                        (mover.unit, enemy.unit),
                        (mover.paces, enemy.paces),
                    )

    def _compare_old(self, pair: Pair, first: Mover, second: Mover) -> None:
        """Foresee the halts of a pair in contact since the turn began: each may march as long as its own march does not
        bring it nearer.
        """
        now, stamp = self.now / MICRO, (first.paces, second.paces)
        clear = clear_of(first.plan, second.plan, self.sight, now, ROUNDING_M)
        if clear is not None:
            self.push(clear, What.CLEAR, pair, stamp)
        for mover, enemy in ((first, second), (second, first)):
            nearer = closing_in(mover.plan, enemy.plan, now, self.seconds if clear is None else clear)
            if nearer is not None:
                self.push(nearer, What.NEARER, (mover.unit, enemy.unit), (mover.paces, enemy.paces))

    def _halt_before(self, mover: Mover, why: Halt, enemy: int) -> None:
        """Halt a unit for an enemy, if it has not halted already."""
        if mover.is_marching:
            self.halt_column(mover, why, {enemy})

    def _clear(self, pair: Pair) -> None:
        """Note that a pair has been outside range: from now on the two can meet again."""
        self.old.discard(pair)
        for unit, enemy in (pair, pair[::-1]):
            self.movers[unit].touching.discard(enemy)
        self._compare(pair)

    def _who_may_see(self) -> dict[int, tuple[int, ...]]:
        """Return, for each unit, the enemies that it may see in this turn; reconnaissance sees farther than others."""
        scouts = {
            unit: m.order.scout_m + 1 for unit, m in self.movers.items() if m.order.scout_m > self.sight.longest_m
        }
        return self.in_sight | self.around.enemies_of(scouts)

    def _not_masked(self, masked: Masked) -> dict[int, tuple[int, ...]]:
        """Return, for each unit, the enemies near its march that it cannot ignore."""

        def reckons(unit: int, enemy: int) -> bool:
            maskers = masked.get((enemy, self.movers[unit].order.side))
            return maskers is None or unit in maskers

        return {
            unit: tuple(enemy for enemy in enemies if reckons(unit, enemy) and reckons(enemy, unit))
            for unit, enemies in self.in_sight.items()
        }

    # -- contact ------------------------------------------------------------------------------------------------------

    def _pairs(self) -> Iterator[Pair]:
        for unit, enemies in self.near.items():
            yield from ((unit, enemy) for enemy in enemies if unit < enemy)

    def _may_meet(self) -> list[Pair]:
        """Return the pairs whose plans, as the turn begins, may bring them together, and those in contact."""
        reach_m = dict.fromkeys(self.movers, self.sight.longest_m + 1.0)
        plans = {unit: mover.plan for unit, mover in self.movers.items()}
        return sorted({*coming_near(plans, list(self._pairs()), reach_m, self.seconds), *self.old})

    def _in_range_already(self, in_contact: frozenset[Pair]) -> set[Pair]:
        """Return the pairs of enemies in range of each other when the turn begins."""
        pairs: set[Pair] = set()
        stands = {unit: mover.motion(self.now) for unit, mover in self.movers.items()}
        for pair in sorted(self._pairs()):
            a, b = stands[pair[0]], stands[pair[1]]
            if abs(a.x - b.x) > self.reach_m or abs(a.y - b.y) > self.reach_m:
                continue
            range_m = contact_m(a, b, self.sight) + (ROUNDING_M if pair in in_contact else 0.0)
            if apart(a, b, 0.0) <= range_m + 1e-6 and self.ground.first_joined(a, b, range_m, 0.0, 0.0) is not None:
                pairs.add(pair)
                self._touch(pair, is_old=True)
        return pairs

    def _touch(self, pair: Pair, *, is_old: bool = False) -> None:
        a, b = (self.movers[unit].motion(self.now) for unit in pair)
        now = self.now / MICRO
        distance, (ax, ay), (bx, by) = apart(a, b, now), a.at(now), b.at(now)
        slack = ROUNDING_M if is_old else NEAR_M
        sees = (distance <= sees_m(a, b, self.sight) + slack, distance <= sees_m(b, a, self.sight) + slack)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        self.touches.append(Touch(pair[0], pair[1], round(now), sees[0], sees[1], middle, round(distance), is_old))
        for unit, enemy in (pair, pair[::-1]):
            self.movers[unit].touching.add(enemy)

    def _contacts(self, first: tuple[int, ...]) -> None:
        """Make all contacts of this instant: those foreseen, and those with every other enemy in range of a unit that
        halts now.
        """
        batch = {(first[0], first[1])}
        while self.queue and self.queue[0][:2] == (self.now, What.CONTACT):
            _, kind, key, stamp = heappop(self.queue)
            if not self.is_void(kind, key, stamp):
                batch.add((key[0], key[1]))
        batch = {pair for pair in batch if not self._is_reinforcement(pair)}
        units: set[int] = set()
        while rest := sorted({unit for pair in batch for unit in pair} - units):
            for unit in rest:
                units.add(unit)
                batch |= set(self._in_range_now(unit))
        for pair in sorted(batch):
            self._touch(pair)
        for unit in sorted({unit for pair in batch for unit in pair}):
            mover = self.movers[unit]
            enemies = {enemy for pair in batch if unit in pair for enemy in pair} - {unit}
            just_halted = mover.halted_at == self.now and mover.halt in (Halt.JUST_OUTSIDE, Halt.BEHIND)
            if mover.doing is not Doing.STANDING or just_halted or (mover.halt is Halt.STAYED and mover.course.hops):
                self.halt_column(mover, Halt.CONTACT, enemies)

    def _in_range_now(self, unit: int) -> Iterator[Pair]:
        now = self.now / MICRO
        for enemy in self.near[unit]:
            pair = (min(unit, enemy), max(unit, enemy))
            if enemy in self.movers[unit].touching or pair in self.old or self._is_reinforcement(pair):
                continue
            a, b = (self.movers[u].motion(self.now) for u in pair)
            range_m = contact_m(a, b, self.sight)
            if (
                apart(a, b, now) <= range_m + NEAR_M
                and self.ground.first_joined(a, b, range_m + NEAR_M, now, now) is not None
            ):
                yield pair

    def _is_reinforcement(self, pair: Pair) -> bool:
        """Return whether a unit of the pair has closed up to a leader in contact with this enemy; it then reinforces
        the leader and makes no contact of its own (umpire 1.4).
        """
        for unit, enemy in (pair, pair[::-1]):
            mover = self.movers[unit]
            front = (
                mover.leader if mover.halt is Halt.BEHIND else self.lanes.ahead(mover) if mover.is_marching else None
            )
            if front is None or front.is_marching or enemy not in self._touching_ahead(front):
                continue
            if front.d_at(self.now) - mover.d_at(self.now) <= 0.5:
                return True
        return False

    def _touching_ahead(self, front: Mover) -> set[int]:
        while front.halt is Halt.BEHIND and front.leader is not None:
            front = front.leader
        return front.touching
