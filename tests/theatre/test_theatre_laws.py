"""Laws of the map room on small random maps, against independent plain reckonings."""

from __future__ import annotations

from itertools import pairwise
from math import dist, inf
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from theatre_maps import BLUE, DAY, RED, random_position, random_theatre, trace

from campaign.terms.forces import Level
from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre import march as march_room
from campaign.theatre import meeting
from campaign.theatre.chain import Echelon
from campaign.theatre.follow import behind
from campaign.theatre.legs import BY_LENGTH, Route
from campaign.theatre.march import march
from campaign.theatre.marchers import Conduct, Halt, Marcher, Turn
from campaign.theatre.routes import route
from campaign.theatre.values import TURN_SECONDS, Rates, Theatre, Way
from campaign.theatre.zones import Watcher
from campaign.values import replace
from tests.laws import tried

SEEDS = st.integers(0, 1_000_000)


def some_units(seed: int, on: Theatre, count: int = 10) -> list[Marcher]:
    dice = Random(seed)
    units = []
    for unit in range(1, count + 1):
        position, goal = random_position(dice, on), random_position(dice, on)
        rates = Rates(dice.randrange(3000, 20_000), dice.randrange(2000, 9000), dice.randrange(1000, 4000))
        found = route(on, position, [goal], rates)
        legs = found.legs if isinstance(found, Route) and dice.random() < 0.8 else ()
        conduct, column = dice.choice(list(Conduct)), dice.choice((None, None, "1 Bde"))
        units.append(
            Marcher(
                unit,
                f"U{unit}",
                dice.choice((BLUE, RED)),
                position,
                rates,
                legs,
                conduct,
                column,
                dice.choice((0, 0, 1800)),
                scout_m=dice.choice((0.0, 3000.0)),
            )
        )
    return units


@given(SEEDS)
def test_a_turn_does_not_depend_on_the_order_of_the_input(seed: int) -> None:
    on = random_theatre(seed)
    units = some_units(seed, on)
    expected = march(on, units, DAY)
    Random(seed).shuffle(units)
    mirrored = Theatre(on.spots[::-1], on.ways[::-1])
    assert march(mirrored, units, DAY) == expected


@pytest.mark.sample(2)
@pytest.mark.parametrize("looks", [2, 3, 11, 145])
def test_a_turn_does_not_depend_on_how_often_it_is_looked_at(monkeypatch: pytest.MonkeyPatch, looks: int) -> None:
    """The step of time only chooses who is compared with whom: from the whole turn in one to every two and a half
    minutes."""
    cases = [(on := random_theatre(seed), some_units(seed, on, 12)) for seed in range(15)]
    expected = [march(on, units, DAY) for on, units in cases]
    assert sum(len(turn.touches) for turn in expected) > 20
    monkeypatch.setattr(meeting, "LOOKS", looks)
    assert [march(on, units, DAY) for on, units in cases] == expected


@given(SEEDS)
def test_nobody_marches_too_far_and_every_contact_is_at_contact_range(seed: int) -> None:
    on = random_theatre(seed)
    units = some_units(seed, on)
    turn = march(on, units, DAY)
    for unit in units:
        done = turn.units[unit.unit]
        assert done.metres <= max(unit.rates.road, unit.rates.cross_country, unit.rates.terrain) + 1
        assert dist(done.point, on.point_of(done.end)) == 0
        assert done.halt not in (Halt.CONTACT, Halt.JUST_OUTSIDE, Halt.HELD, Halt.BEHIND) or done.because
    for touch in turn.touches:
        assert touch.distance_m <= 1500 and (touch.first_locates or touch.second_locates)
    seen = {(g.observer, g.seen): g.seconds for g in turn.glimpses}
    for touch in turn.touches:
        pair = (touch.first, touch.second) if touch.first_locates else (touch.second, touch.first)
        assert seen[pair] <= touch.seconds + 1


# -- headquarters that follow -----------------------------------------------------------------------------------------


def followed(seed: int, on: Theatre) -> list[Marcher]:
    """Units, headquarters behind them, and headquarters behind those; some follow each other or nobody on the map."""
    dice = Random(seed)
    units = some_units(seed, on, 8)
    for unit in range(20, 20 + dice.randrange(1, 6)):
        leaders = dice.sample([*(u.unit for u in units), unit + 1, 99], dice.randrange(1, 4))
        rates = Rates(dice.randrange(3000, 20_000), dice.randrange(2000, 9000), dice.randrange(1000, 4000))
        column = dice.choice((None, None, "1 Bde"))
        units.append(
            Marcher(
                unit,
                f"HQ{unit}",
                dice.choice((BLUE, RED)),
                random_position(dice, on),
                rates,
                column=column,
                follows=tuple(leaders),
            )
        )
    return units


def by_trials(on: Theatre, units: list[Marcher]) -> tuple[Turn, bool]:
    """The turn with a trial for every level of headquarters, and whether one of them marches."""
    orders = {unit.unit: replace(unit, follows=()) for unit in units}
    follows = {unit.unit: unit.follows for unit in units if unit.follows and not unit.legs}
    pending = set(follows)
    while pending:
        trial = march(on, list(orders.values()), DAY)
        ready = {unit for unit in pending if not pending.intersection(follows[unit])} or set(pending)
        for unit in ready:
            leaders = [trial.units[leader].end for leader in follows[unit] if leader in trial.units]
            orders[unit] = replace(orders[unit], legs=behind(on, orders[unit], leaders))
        pending -= ready
    return march(on, list(orders.values()), DAY), any(orders[unit].legs for unit in follows)


@given(SEEDS)
def test_headquarters_follow_as_in_a_trial_for_every_level(seed: int) -> None:
    on = random_theatre(seed)
    units = followed(seed, on)
    assert march(on, units, DAY) == by_trials(on, units)[0]


def test_the_generated_headquarters_march_and_stay() -> None:
    marches = [by_trials(on := random_theatre(seed), followed(seed, on))[1] for seed in range(40)]
    assert 20 < sum(marches) < 40


def test_the_turn_runs_once_where_no_headquarters_sets_out(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[int] = []
    plain = march_room._Marches.run
    monkeypatch.setattr(march_room._Marches, "run", lambda marches: runs.append(1) or plain(marches))
    on = random_theatre(3)
    stands = Marcher(1, "1", BLUE, AtPlace(1), Rates(9000, 9000, 9000))
    headquarters = Marcher(2, "HQ", BLUE, AtPlace(1), Rates(9000, 9000, 9000), follows=(1,))
    corps = Marcher(3, "Corps", BLUE, AtPlace(1), Rates(9000, 9000, 9000), follows=(2,))
    march(on, [stands, headquarters, corps], DAY)
    assert runs == [1]


# -- a march in small steps -------------------------------------------------------------------------------------------


class Stepper:
    """The same rules for one simple case, by brute force: attackers only, no columns, no barriers, everything in small
    steps."""

    def __init__(self, on: Theatre, units: list[Marcher], step: float) -> None:
        self.on, self.step = on, step
        self.units = {u.unit: u for u in units}
        self.leg = dict.fromkeys(self.units, 0)
        self.at = {u.unit: (u.legs[0].from_m if u.legs else 0.0) for u in units}
        self.done = {u.unit: not u.legs for u in units}
        self.met: dict[tuple[int, int], float] = {}

    def point(self, unit: int) -> tuple[float, float]:
        order = self.units[unit]
        if not order.legs:
            return self.on.point_of(order.position)
        return self.on.way(order.legs[self.leg[unit]].road).at(self.at[unit])

    def cover_hill(self, unit: int) -> tuple[Cover, bool]:
        order = self.units[unit]
        if not order.legs:
            return self.on.cover_at(order.position), self.on.on_hill(order.position)
        return self.on.way(order.legs[self.leg[unit]].road).cover, False

    def run(self) -> None:
        now = 0.0
        while now < TURN_SECONDS:
            for unit in self.units:
                self.move(unit)
            now += self.step
            for a, b in self.in_range():
                self.met.setdefault((a, b), now)
                self.done[a] = self.done[b] = True

    def move(self, unit: int) -> None:
        left, order = self.step, self.units[unit]
        while left > 0 and not self.done[unit]:
            leg = order.legs[self.leg[unit]]
            speed = order.rates.on(leg.surface) / TURN_SECONDS
            gap = abs(leg.to_m - self.at[unit])
            if speed * left < gap:
                self.at[unit] += speed * left * (1 if leg.to_m > leg.from_m else -1)
                return
            left -= gap / speed
            self.at[unit] = leg.to_m
            if self.leg[unit] + 1 == len(order.legs):
                self.done[unit] = True
            else:
                self.leg[unit] += 1
                self.at[unit] = order.legs[self.leg[unit]].from_m

    def in_range(self):
        for a, one in self.units.items():
            for b, other in self.units.items():
                if a < b and one.side != other.side:
                    (cover_a, hill_a), (cover_b, hill_b) = self.cover_hill(a), self.cover_hill(b)
                    ranges = (
                        DAY.range_m(from_hill=hill_a, cover=cover_b, on_hill=hill_b),
                        DAY.range_m(from_hill=hill_b, cover=cover_a, on_hill=hill_a),
                    )
                    if dist(self.point(a), self.point(b)) <= max(ranges):
                        yield a, b


def duel(seed: int) -> tuple[Theatre, list[Marcher]] | None:
    """Four units that start apart, each on roads of its own, and march as far as they can."""
    dice = Random(seed)
    plain = random_theatre(seed, places=8, size_m=14_000)
    spots = tuple(type(s)(s.place, s.key, s.name, s.x_m, s.y_m, s.cover, hill=False) for s in plain.spots)
    on = Theatre(
        spots, tuple(Way(w.road, w.key, w.name, w.a, w.b, w.length_m, w.points, w.surface, w.cover) for w in plain.ways)
    )
    units = []
    for unit in range(1, 5):
        start, goal = AtPlace(dice.choice(on.spots).place), AtPlace(dice.choice(on.spots).place)
        rates = Rates(dice.randrange(9000, 20_000), dice.randrange(8000, 12_000), dice.randrange(5000, 8000))
        found = route(on, start, [goal], rates)
        if not isinstance(found, Route) or found.seconds < TURN_SECONDS:
            return None
        units.append(Marcher(unit, f"U{unit}", (BLUE, RED)[unit % 2], start, rates, found.legs, Conduct.ATTACK))
    if (
        min(dist(on.point_of(a.position), on.point_of(b.position)) for a in units for b in units if a.unit < b.unit)
        < 1200
    ):
        return None
    return on, units


@pytest.mark.parametrize("most", [5, pytest.param(100, marks=pytest.mark.long)])
def test_marches_agree_with_a_reckoning_in_small_steps(most: int) -> None:
    compared = met = 0
    for seed in range(160 * most):
        found = duel(seed)
        if found is None:
            continue
        on, units = found
        if len({(u.side, leg.road, leg.to_m > leg.from_m) for u in units for leg in u.legs}) < sum(
            len(u.legs) for u in units
        ):
            continue  # columns are another matter
        turn, steps = march(on, units, DAY), Stepper(on, units, 2.0)
        steps.run()
        compared += 1
        assert {(t.first, t.second) for t in turn.touches} == set(steps.met), seed
        for touch in turn.touches:
            met += 1
            assert touch.seconds == pytest.approx(steps.met[touch.first, touch.second], abs=60), seed
        for unit in turn.units:
            assert dist(turn.units[unit].point, steps.point(unit)) < 30, seed
        if compared == most:
            break
    assert compared == most and met > most // 3


# -- supply -----------------------------------------------------------------------------------------------------------


def supply_case(seed: int):
    dice = Random(seed)
    on = random_theatre(seed, places=10, size_m=16_000)
    enemies = [
        Watcher.at(on, unit, f"E{unit}", RED, random_position(dice, on)) for unit in range(1, dice.randrange(1, 6))
    ]
    rates = Rates(dice.randrange(4000, 15_000), dice.randrange(3000, 9000), dice.randrange(1000, 4000))
    echelons = [Echelon(1, "X Corps", Level.CORPS, BLUE, None, 101, random_position(dice, on), rates)]
    for d in (10, 20):
        echelons.append(Echelon(d, f"Div {d}", Level.DIVISION, BLUE, 1, 100 + d, random_position(dice, on), rates))
        for c in (1, 2):
            battalions = tuple((1000 + d * 10 + c * 3 + i, random_position(dice, on)) for i in range(2))
            echelons.append(Echelon(d + c, f"Bde {d + c}", Level.COMMAND, BLUE, d, battalions=battalions))
    return on, enemies, echelons


@given(SEEDS, st.integers(0, 15_999), st.integers(0, 15_999), st.booleans())
def test_supply_never_improves_when_an_enemy_comes(seed: int, x: int, y: int, hill: bool) -> None:
    on, enemies, echelons = supply_case(seed)
    before = trace(on, echelons, enemies, DAY, BLUE)
    after = trace(on, echelons, [*enemies, Watcher(99, "E99", RED, (float(x), float(y)), hill)], DAY, BLUE)
    for formation, link in after.items():
        assert before[formation].linked or not link.linked
        if link.linked and before[formation].route is not None:
            assert link.route.seconds >= before[formation].route.seconds - 1e-6
        assert link.linked or link.why


def marks(way: Way, enemies: list[Watcher], standing: list[float]) -> list[float]:
    """Where a road has to be split: bends, ends, zone boundaries, blown bridges, units."""
    found = {0.0, float(way.length_m), *standing, *(float(b.at_m) for b in way.blocks)}
    for (from_m, to_m), (p, q) in zip(pairwise(way.milestones), pairwise(way.points), strict=True):
        found |= {from_m, to_m}
        delta = np.subtract(q, p)
        for enemy in enemies:
            offset = np.subtract(p, enemy.point)
            for root in (
                np.roots([delta @ delta, 2 * offset @ delta, offset @ offset - seen_m(enemy, way.cover) ** 2])
                if delta @ delta
                else ()
            ):
                if abs(root.imag) < 1e-12 and 0 <= root.real <= 1:
                    found.add(from_m + float(root.real) * (to_m - from_m))
    return sorted(found)


def seen_m(enemy: Watcher, cover: Cover, on_hill: bool = False) -> float:
    if cover is Cover.TERRAIN:
        return 500.0
    return 1500.0 if enemy.on_hill and not on_hill else 1000.0


def split_graph(on: Theatre, enemies: list[Watcher], positions: list[Position], rates: Rates) -> nx.Graph:
    """The map with every road cut into its clear pieces; blown bridges have two banks."""
    graph: nx.Graph = nx.Graph()
    for spot in on.spots:
        if all(dist(spot.point, e.point) > seen_m(e, spot.cover, spot.hill) for e in enemies):
            graph.add_node(AtPlace(spot.place))
    for way in on.ways:
        blown = {float(b.at_m) for b in way.blocks}
        standing = [float(p.metres) for p in positions if isinstance(p, OnRoad) and p.road == way.road]
        for low, high in pairwise(marks(way, enemies, standing)):
            middle = way.at((low + high) / 2)
            if any(dist(middle, e.point) <= seen_m(e, way.cover) for e in enemies):
                continue
            ends = []
            for metres, side in ((low, "after"), (high, "before")):
                node: object = ("mark", way.road, metres)
                if metres in blown:
                    node = ("bank", way.road, metres, side)
                elif metres in (0.0, way.length_m):
                    node = AtPlace(way.a if metres == 0.0 else way.b)
                    if node not in graph:
                        node = ("verge", way.road, metres)
                ends.append(node)
            seconds = rates.seconds(high - low, way.surface)
            if not graph.has_edge(*ends) or graph.edges[ends[0], ends[1]]["seconds"] > seconds:
                graph.add_edge(*ends, seconds=seconds)
    return graph


def nodes_of(graph: nx.Graph, position: Position) -> list[object]:
    if isinstance(position, AtPlace):
        return [position] if position in graph else []
    found = [("mark", position.road, float(position.metres))]
    found += [("bank", position.road, float(position.metres), side) for side in ("before", "after")]
    return [node for node in found if node in graph]


def clear(on: Theatre, position: Position, enemies: list[Watcher]) -> bool:
    return all(
        dist(on.point_of(position), e.point) > seen_m(e, on.cover_at(position), on.on_hill(position)) for e in enemies
    )


def seconds_between(
    on: Theatre, enemies: list[Watcher], here: Position, there: Position, positions: list[Position], rates: Rates
) -> float:
    if not (clear(on, here, enemies) and clear(on, there, enemies)):
        return inf
    if here == there:
        return 0.0
    graph = split_graph(on, enemies, positions, rates)
    best = inf
    for start in nodes_of(graph, here):
        lengths = nx.single_source_dijkstra_path_length(graph, start, weight="seconds")
        best = min([best, *(lengths[node] for node in nodes_of(graph, there) if node in lengths)])
    return best


@pytest.mark.long
@tried(12, long=200)
@given(SEEDS)
def test_tracing_equals_a_plain_search_on_the_map_split_at_every_zone(seed: int) -> None:
    on, enemies, echelons = supply_case(seed)
    traced = trace(on, echelons, enemies, DAY, BLUE, facing_cuts=True)
    above = {e.formation: e for e in echelons}
    positions = [p for e in echelons for p in [e.position, *(b for _, b in e.battalions)] if p is not None]
    for e in echelons:
        if e.level is Level.CORPS:
            starts: list[Position] = [AtPlace(home.place) for home in on.homes(BLUE)]
        else:
            starts = [above[e.superior].position]
        goals = [e.position] if e.position is not None else [p for _, p in e.battalions]
        rates, limit = (above[e.superior].rates, TURN_SECONDS) if e.level is Level.COMMAND else (BY_LENGTH, inf)
        seconds = min(seconds_between(on, enemies, s, g, positions, rates) for s in starts for g in goals)
        assert traced[e.formation].linked is (seconds < inf and seconds <= limit), (seed, e.name)
        if traced[e.formation].linked:
            assert traced[e.formation].route.seconds == pytest.approx(seconds, abs=1e-3)


@given(SEEDS)
def test_who_stands_in_range_at_the_end_has_made_contact_or_reinforces(seed: int) -> None:
    on = random_theatre(seed)
    units = {u.unit: u for u in some_units(seed, on, 14)}
    turn = march(on, list(units.values()), DAY)
    touched = {(t.first, t.second) for t in turn.touches}
    for a in units:
        for b in units:
            if a < b and units[a].side != units[b].side and (a, b) not in touched:
                ends = turn.units[a].end, turn.units[b].end
                watchers = [Watcher.at(on, u, "", units[u].side, end) for u, end in zip((a, b), ends, strict=True)]
                ranges = [
                    seen_m(w, on.cover_at(end), on.on_hill(end))
                    for w, end in zip(watchers, reversed(ends), strict=True)
                ]
                behind = Halt.BEHIND in (turn.units[a].halt, turn.units[b].halt)
                assert behind or on.straight_m(*ends) > max(ranges) - 3, (seed, a, b)
