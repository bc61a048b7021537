"""Ten thousand battalions on a hundred thousand places; the sieves that make that fast never lose a meeting; road
space."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_theatre_laws import some_units
from theatre_maps import BLUE, DAY, at, goes, random_theatre, spot, theatre, way

from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, OnRoad
from campaign.theatre.ground_link import Ground
from campaign.theatre.legs import Leg
from campaign.theatre.march import _Marches, march
from campaign.theatre.marchers import Conduct, Halt, Marcher
from campaign.theatre.meeting import coming_near, first_contact, first_within, side_by_side
from campaign.theatre.motion import contact_m
from campaign.theatre.values import TURN_SECONDS, Theatre
from tests.benchmarks.wide_front import FOOT, TRACKED, TRUCKS, wide_front

BATTALIONS = 10_000
TWO_HOURS = 7200


def forward(dice: Random, on: Theatre, place: int, north: bool) -> tuple[Leg, ...]:
    """Six roads towards the enemy, or a little aside."""
    legs, here, seen = [], place, {place}
    for _ in range(6):
        ahead = [way for way in on.leaving(here) if way.other_end(here) not in seen]
        if not ahead:
            break
        best = max(
            ahead, key=lambda way: (on.spot(way.other_end(here)).y_m * (1 if north else -1)) + dice.randrange(1500)
        )
        rising = best.a == here
        legs.append(Leg(best.road, 0 if rising else best.length_m, best.length_m if rising else 0, best.surface))
        here = best.other_end(here)
        seen.add(here)
    return tuple(legs)


@pytest.fixture(scope="module")
def army_group() -> tuple[Theatre, list[Marcher]]:
    dice, front = Random(7), wide_front(BATTALIONS, marching=0.0)
    units = []
    for unit in front.units:
        position = unit.position
        if isinstance(position, OnRoad):
            position = AtPlace(front.theatre.way(position.road).a)
        legs = forward(dice, front.theatre, position.place, unit.side == BLUE) if dice.random() < 0.6 else ()
        rates, conduct = dice.choice((FOOT, TRACKED, TRUCKS)), dice.choice(list(Conduct))
        units.append(Marcher(unit.unit, unit.name, unit.side, position, rates, legs, conduct))
    return front.theatre, units


@pytest.mark.long
def test_ten_thousand_battalions_meet_whom_they_must_in_whatever_order_they_are_told(
    army_group: tuple[Theatre, list[Marcher]],
) -> None:
    on, units = army_group
    turn = march(on, units, DAY, seconds=TWO_HOURS)
    shuffled = units.copy()
    Random(11).shuffle(shuffled)
    assert march(on, shuffled, DAY, seconds=TWO_HOURS) == turn
    assert len([touch for touch in turn.touches if not touch.old]) > 100
    touched = {(touch.first, touch.second) for touch in turn.touches}
    for first, second in pairs_in_range(on, units, turn):
        behind = Halt.BEHIND in (turn.units[first].halt, turn.units[second].halt)
        assert behind or (min(first, second), max(first, second)) in touched, (first, second)


def pairs_in_range(on: Theatre, units: list[Marcher], turn) -> list[tuple[int, int]]:
    """Enemies that stand in range of each other at the end, by a plain reckoning of all distances."""
    ends = {unit.unit: turn.units[unit.unit].end for unit in units}
    sides = [[unit.unit for unit in units if (unit.side == BLUE) is own] for own in (True, False)]
    red = np.array([turn.units[unit].point for unit in sides[1]])
    found = []
    for unit in sides[0]:
        apart = np.hypot(*(red - turn.units[unit].point).T)
        for i in np.flatnonzero(apart < DAY.longest_m).tolist():
            other, distance = sides[1][i], float(apart[i])
            reach = [
                DAY.range_m(from_hill=on.on_hill(ends[a]), cover=on.cover_at(ends[b]), on_hill=on.on_hill(ends[b]))
                for a, b in ((unit, other), (other, unit))
            ]
            if distance < max(reach) - 3:
                found.append((unit, other))
    return found


@given(st.integers(0, 1_000_000))
def test_the_sieves_lose_no_meeting(seed: int) -> None:
    """The ground of a march, the look every quarter of an hour, and the leap over far pieces, against looking at all
    pieces of all pairs."""
    on = random_theatre(seed)
    turn = _Marches(on, some_units(seed, on, 12), DAY, Ground(on), TURN_SECONDS, frozenset())
    plans = {unit: mover.plan for unit, mover in turn.movers.items()}
    pairs = [p for p in combinations(plans, 2) if turn.movers[p[0]].order.side != turn.movers[p[1]].order.side]
    kept = set(coming_near(plans, pairs, dict.fromkeys(plans, DAY.longest_m + 1.0), TURN_SECONDS))
    for first, second in pairs:
        moments = []
        for a, b, low, high in side_by_side(plans[first].pieces, plans[second].pieces, 0.0):
            moment = first_within(a, b, contact_m(a, b, DAY), low, high)
            if moment is not None and not (moment > high - 5e-7 and high < TURN_SECONDS):
                moments.append(moment)
        found = first_contact(plans[first], plans[second], DAY, turn.ground, 0.0, TURN_SECONDS)
        assert (found is None) is (not moments)
        if found is not None:
            assert found == pytest.approx(moments[0], abs=1e-6)
            assert (first, second) in kept and second in turn.near[first] and first in turn.near[second]


# -- road space -------------------------------------------------------------------------------------------------------


def crossroads():
    a, middle, b, c = spot(1, 0, 0), spot(2, 2000, 0), spot(3, 40_000, 0), spot(4, 2000, 40_000)
    return theatre([a, middle, b, c], [way(1, a, middle), way(2, middle, b), way(3, middle, c)]), a, b, c


def test_a_division_takes_hours_to_clear_a_crossroads() -> None:
    """Umpire 1.18: nine battalions of lorries, 800 s each past the crossroads."""
    on, a, b, _ignored = crossroads()
    units = [goes(on, n, BLUE, at(a), at(b), 9000, clears_seconds=800) for n in range(1, 10)]
    turn = march(on, units, DAY)
    passed = sorted(turn.units[n].passed[0].seconds for n in range(1, 10))
    assert passed == [800 * n + 800 for n in range(9)]
    assert (
        march(on, [goes(on, n, BLUE, at(a), at(b), 9000) for n in range(1, 10)], DAY).units[9].passed[0].seconds == 800
    )


def test_a_column_that_turns_off_does_not_wait_for_the_other_road_to_clear() -> None:
    on, a, b, c = crossroads()
    middle = AtPlace(2)
    straight = goes(on, 1, BLUE, middle, at(b), 2000, clears_seconds=3600)
    behind = goes(on, 2, BLUE, at(a), at(b), 4000, clears_seconds=1800)
    aside = goes(on, 3, BLUE, at(a), at(c), 4000, clears_seconds=1800, delay_seconds=1)
    turn = march(on, [straight, behind, aside], DAY)
    assert [p.seconds for p in turn.units[2].passed] == [1800]
    # straight enters the road at 0 and clears it at 3600: behind follows from there at its own pace until it closes up
    assert turn.units[2].end == OnRoad(2, 10_000 + 2000) == turn.units[1].end
    # aside enters the first road when behind has cleared it, half an hour later, and need not wait at the crossroads
    assert turn.units[3].passed[0].seconds == 3600
    assert turn.units[3].end == OnRoad(3, 20_000)


def test_those_who_wait_for_a_road_enter_it_in_the_order_in_which_they_came() -> None:
    on, _start, b, _aside = crossroads()
    first = goes(on, 1, BLUE, AtPlace(2), at(b), 9000, clears_seconds=7200)
    late = goes(on, 2, BLUE, OnRoad(1, 500), at(b), 1500, clears_seconds=7200)
    soon = goes(on, 3, BLUE, OnRoad(1, 1900), at(b), 1500, clears_seconds=7200)
    turn = march(on, [late, soon, first], DAY)
    assert turn.units[3].end == OnRoad(2, 1500 * 4)
    assert turn.units[2].end == OnRoad(2, 1500 * 2)
    waits = march(on, [late, soon, first], DAY, seconds=7000).units[2]
    assert waits.halt is Halt.WAITING and waits.end == AtPlace(2)


def test_of_those_who_set_out_together_the_faster_enter_first_and_nobody_creeps_behind_foot() -> None:
    on, a, b, _ignored = crossroads()
    foot = goes(on, 1, BLUE, at(a), at(b), 1000, clears_seconds=3600)
    lorries = [goes(on, n, BLUE, at(a), at(b), 9000, clears_seconds=800) for n in (2, 3, 4)]
    turn = march(on, [foot, *lorries], DAY)
    assert [round(turn.units[n].passed[0].seconds) for n in (2, 3, 4)] == [800, 1600, 2400]
    assert turn.units[1].metres == round(1000 * (6 - 2400 / 3600))


# -- odd maps ---------------------------------------------------------------------------------------------------------


def test_a_unit_on_an_isolated_place_and_two_places_at_one_point() -> None:
    a, b, alone = spot(1, 0, 0), spot(2, 0, 0, cover=Cover.TERRAIN), spot(3, 900, 0)
    on = theatre([a, b, alone], [way(1, a, b, length=1000)])
    stays = Marcher(2, "Outpost", 2, at(alone), FOOT)
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000), stays], DAY)
    assert [touch.old for touch in turn.touches] == [True]
    assert turn.units[1].end == at(b), "on a road drawn as a point nobody comes nearer"
    assert turn.units[2].end == at(alone) and turn.units[2].halt is Halt.STAYED


def test_a_bend_that_is_drawn_twice_holds_nobody_up() -> None:
    a, b = spot(1, 0, 0), spot(2, 2000, 0)
    on = theatre([a, b], [way(1, a, b, (0, 0), (500, 0), (500, 0), (900, 0), (2000, 0))])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000), goes(on, 2, BLUE, at(b), at(a), 1000)], DAY)
    assert (turn.units[1].end, turn.units[2].end) == (at(b), at(a)) and turn.units[1].seconds == 7200
