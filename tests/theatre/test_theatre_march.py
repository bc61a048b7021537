"""Marches in time: the geometric cases, with their numbers."""

from __future__ import annotations

import pytest
from theatre_maps import BLUE, DAY, NIGHT, RED, at, goes, leg, rates, spot, stays, theatre, way

from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, OnRoad
from campaign.theatre.legs import Route
from campaign.theatre.march import march
from campaign.theatre.marchers import Conduct, Halt, Marcher, Seen
from campaign.theatre.routes import route
from campaign.theatre.values import Block, Rates


def clock(hours: int, minutes: float) -> float:
    return hours * 3600 + minutes * 60


def parallel(gap: float):
    a, b, c, d = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 0, gap), spot(4, 10_000, gap)
    return theatre([a, b, c, d], [way(1, a, b), way(2, c, d)])


def opposite_ways(gap: float):
    on = parallel(gap)
    blue = goes(on, 1, BLUE, AtPlace(1), AtPlace(2), 1000)
    red = goes(on, 2, RED, AtPlace(4), AtPlace(3), 1000)
    return march(on, [blue, red], DAY)


@pytest.mark.rule("OB-LOC-03")
def test_parallel_roads_exactly_at_range_make_contact_abreast() -> None:
    turn = opposite_ways(1000)
    (touch,) = turn.touches
    assert touch.seconds == pytest.approx(clock(5, 0), abs=1)
    assert turn.units[1].halt is Halt.CONTACT
    assert turn.units[1].end == OnRoad(1, 5000) or abs(turn.units[1].end.metres - 5000) <= 1


@pytest.mark.rule("OB-LOC-03")
def test_half_a_metre_beyond_range_makes_none() -> None:
    turn = opposite_ways(1000.5)
    assert turn.touches == ()
    assert turn.units[1].metres == 6000


def test_parallel_roads_inside_range_meet_early() -> None:
    (touch,) = opposite_ways(900).touches
    assert touch.seconds == pytest.approx(clock(4, 46.92), abs=1)
    assert touch.distance_m == 1000


def test_head_on_on_one_road() -> None:
    a, b = spot(1, 0, 0), spot(2, 20_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    truck, track = Rates(22_250, 12_000, 2000), Rates(12_000, 8000, 2000)
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), truck), goes(on, 2, RED, at(b), at(a), track)], DAY)
    (touch,) = turn.touches
    assert touch.seconds == pytest.approx(clock(3, 19.71), abs=1)
    assert turn.units[1].end.metres == pytest.approx(12_343, abs=1)
    assert turn.units[2].end.metres == pytest.approx(13_343, abs=1)


def test_two_roads_on_one_line_are_the_same_to_contact() -> None:
    a, b = spot(1, 0, 0), spot(2, 20_000, 0)
    first, second = way(1, a, b), way(2, a, b)
    on = theatre([a, b], [first, second])
    blue = Marcher(1, "A", BLUE, at(a), Rates(22_250, 1, 1), (leg(first, 0, 20_000),), Conduct.ATTACK)
    red = Marcher(2, "B", RED, at(b), Rates(12_000, 1, 1), (leg(second, 20_000, 0),), Conduct.ATTACK)
    (touch,) = march(on, [blue, red], DAY).touches
    assert touch.seconds == pytest.approx(clock(3, 19.71), abs=1)


def test_in_range_when_the_turn_begins_is_no_new_contact_and_may_march_away() -> None:
    a, b, c = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, -500, 500)
    on = theatre([a, b, c], [way(1, a, b)])
    away = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000), stays(2, RED, at(c))], DAY)
    assert [t.old for t in away.touches] == [True]
    assert away.units[1].metres == 6000


def test_in_contact_may_not_march_nearer() -> None:
    a, b, c = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 500, 500)
    on = theatre([a, b, c], [way(1, a, b)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000), stays(2, RED, at(c))], DAY)
    assert turn.units[1].halt is Halt.HELD
    assert turn.units[1].end == at(a) and not turn.units[1].has_moved
    assert turn.units[1].because == (2,)


def test_exactly_at_range_and_moving_apart_is_no_contact() -> None:
    a, b, c = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, -1000, 0)
    on = theatre([a, b, c], [way(1, a, b)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000), stays(2, RED, at(c))], DAY)
    assert [t.old for t in turn.touches] == [True]
    assert turn.units[1].metres == 6000


def test_a_third_enemy_runs_on_and_into_the_halted() -> None:
    a, b = spot(1, 0, 0), spot(2, 12_000, 0)
    c, d = spot(3, 2000, 900), spot(4, 14_000, 900)
    on = theatre([a, b, c, d], [way(1, a, b), way(2, c, d)])
    blue = goes(on, 1, BLUE, at(a), at(b), 1000)
    turn = march(on, [blue, goes(on, 2, RED, at(b), at(a), 1000), goes(on, 3, RED, at(d), at(c), 1000)], DAY)
    first = [t for t in turn.touches if (t.first, t.second) == (1, 2)]
    assert first[0].seconds == clock(5, 30)
    assert turn.units[3].metres == 6000 and turn.units[3].end.metres == 6000


def test_two_enemies_in_one_instant_are_one_batch_in_any_order() -> None:
    blue_start, end = spot(1, 0, 0), spot(2, 10_000, 0)
    up, down = spot(3, 5400, 600), spot(4, 5400, -600)
    on = theatre([blue_start, end, up, down], [way(1, blue_start, end)])
    units = [goes(on, 1, BLUE, at(blue_start), at(end), 1000), stays(2, RED, at(up)), stays(3, RED, at(down))]
    expected = march(on, units, DAY)
    assert [t.seconds for t in expected.touches] == [clock(4, 36), clock(4, 36)]
    assert expected.units[1].because == (2, 3)
    assert march(on, units[::-1], DAY) == expected


def test_a_halt_changes_the_future() -> None:
    """A would meet B at 3 h, but C stops A at 2 h; B goes on."""
    a, b = spot(1, 0, 0), spot(2, 8000, 0)
    c, d, e = spot(3, 2000, 1000), spot(4, 8000, 3000), spot(5, 0, 3000)
    on = theatre([a, b, c, d, e], [way(1, a, b), way(2, d, e)])
    blue = goes(on, 1, BLUE, at(a), at(b), 1000)
    meets = goes(on, 2, RED, at(b), at(a), 4 / 3 * 1000)
    before = march(on, [blue, meets], DAY)
    assert before.touches[0].seconds == clock(3, 0)
    after = march(on, [blue, meets, stays(3, RED, at(c))], DAY)
    assert (after.touches[0].second, after.touches[0].seconds) == (3, pytest.approx(clock(2, 0), abs=1))
    assert after.units[2].end.metres == pytest.approx(3000, abs=1)


@pytest.mark.rule("OB-LOC-04")
def test_leaving_a_wood_makes_contact_at_its_edge() -> None:
    a, edge, b, enemy = spot(1, 0, 0), spot(2, 4000, 0), spot(3, 8000, 0), spot(4, 4000, 700)
    on = theatre([a, edge, b, enemy], [way(1, a, edge, cover=Cover.TERRAIN), way(2, edge, b)])
    blue = goes(on, 1, BLUE, at(a), at(b), 1000)
    hidden = theatre([a, edge, b, spot(4, 4000, 700, cover=Cover.TERRAIN)], on.ways)
    turn = march(hidden, [blue, stays(2, RED, at(enemy))], DAY)
    assert turn.touches[0].seconds == clock(4, 0)
    assert turn.touches[0].first_locates is False and turn.touches[0].second_locates is True
    assert turn.units[1].metres == pytest.approx(4000, abs=1)


@pytest.mark.rule("OB-LOC-02")
def test_a_unit_that_reaches_a_hill_sees_farther() -> None:
    a, hill, enemy = spot(1, 0, 0), spot(2, 3000, 0, hill=True), spot(3, 3000, 1250)
    on = theatre([a, hill, enemy], [way(1, a, hill)])
    units = [goes(on, 1, BLUE, at(a), at(hill), 1000), stays(2, RED, at(enemy))]
    by_day = march(on, units, DAY)
    assert by_day.touches[0].seconds == clock(3, 0)
    assert (by_day.touches[0].first_locates, by_day.touches[0].second_locates) == (True, False)
    assert march(on, units, NIGHT).touches == ()


def test_a_bridge_blown_stops_the_march_at_the_crossing() -> None:
    a, b = spot(1, 0, 0), spot(2, 5000, 0)
    road = way(1, a, b, blocks=[Block(3000, "the blown bridge")])
    on = theatre([a, b], [road])
    blue = Marcher(1, "A", BLUE, at(a), rates(1000), (leg(road, 0, 5000),))
    turn = march(on, [blue], DAY)
    assert turn.units[1].end == OnRoad(1, 2999)
    assert turn.units[1].halt is Halt.BLOCKED and "the blown bridge" in turn.units[1].obstacle


def test_a_crossing_exactly_at_a_place_closes_the_road_there() -> None:
    a, b = spot(1, 0, 0), spot(2, 5000, 0)
    road = way(1, a, b, blocks=[Block(0, "the blown bridge")])
    on = theatre([a, b], [road])
    turn = march(on, [Marcher(1, "A", BLUE, at(a), rates(1000), (leg(road, 0, 5000),))], DAY)
    assert turn.units[1].end == at(a) and turn.units[1].halt is Halt.BLOCKED
    back = march(on, [Marcher(1, "A", BLUE, at(b), rates(1000), (leg(road, 5000, 0),))], DAY)
    assert back.units[1].end == OnRoad(1, 1)


def test_roads_that_cross_without_a_junction_still_let_enemies_meet() -> None:
    a, b, c, d = spot(1, -5000, 0), spot(2, 5000, 0), spot(3, 0, -5000), spot(4, 0, 5000)
    on = theatre([a, b, c, d], [way(1, a, b), way(2, c, d)])
    assert not isinstance(route(on, at(a), [at(c)], rates(1000)), Route)
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000), goes(on, 2, RED, at(c), at(d), 1000)], DAY)
    assert turn.touches[0].distance_m == 1000


def slow_and_fast(goal_of_truck: int):
    a, b, c, d = spot(1, 0, 0), spot(2, 12_000, 0), spot(3, 5000, 0), spot(4, 5000, 20_000)
    first, on_ward, off = way(1, a, c), way(2, c, b), way(3, c, d)
    on = theatre([a, b, c, d], [first, on_ward, off])
    foot = Rates(5000, 5000, 5000)
    truck = Rates(22_250, 22_250, 22_250)
    walkers = goes(on, 1, BLUE, OnRoad(1, 3000), at(b), foot)
    lorries = goes(on, 2, BLUE, at(a), AtPlace(goal_of_truck), truck)
    return march(on, [lorries, walkers], DAY)


@pytest.mark.rule("OB-MOV-08")
def test_nobody_overtakes_on_one_road() -> None:
    a, b = spot(1, 0, 0), spot(2, 12_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    foot, truck = Rates(5000, 5000, 5000), Rates(22_250, 22_250, 22_250)
    walkers, lorries = goes(on, 1, BLUE, OnRoad(1, 3000), at(b), foot), goes(on, 2, BLUE, at(a), at(b), truck)
    turn = march(on, [lorries, walkers], DAY)
    assert turn.units[1].end == OnRoad(1, 8000)
    assert turn.units[2].end == OnRoad(1, 8000)


@pytest.mark.rule("OB-MOV-08")
def test_the_faster_goes_its_own_way_after_the_junction() -> None:
    straight, aside = slow_and_fast(2), slow_and_fast(4)
    assert straight.units[2].end == straight.units[1].end == OnRoad(2, 3000)
    # 2 km of foot march to the junction take 8640 s; 12,960 s of lorry march remain
    assert aside.units[2].end == OnRoad(3, 13_350)


@pytest.mark.rule("OB-MOV-08")
def test_the_front_one_leaves_a_junction_first_when_both_reach_it_in_the_same_second() -> None:
    a, c, b = spot(1, 0, 0), spot(2, 5000, 0), spot(3, 15_000, 0)
    on = theatre([a, b, c], [way(1, a, c), way(2, c, b)])
    slow = goes(on, 9, BLUE, OnRoad(1, 3000), at(b), 1000)
    fast = goes(on, 1, BLUE, at(a), at(b), 2500)
    turn = march(on, [fast, slow], DAY)
    assert turn.units[9].end == OnRoad(2, 4000)
    assert turn.units[1].end == OnRoad(2, 4000)


@pytest.mark.rule("OB-MOV-08")
def test_those_behind_a_halted_leader_halt_and_the_one_that_turned_off_does_not() -> None:
    a, c, b, d, enemy = spot(1, 0, 0), spot(2, 1000, 0), spot(3, 9000, 0), spot(4, 1000, -9000), spot(5, 5000, 0)
    on = theatre([a, b, c, d, enemy], [way(1, a, c), way(2, c, b), way(3, c, d)])
    leader = goes(on, 1, BLUE, at(c), at(b), 2000)
    second = goes(on, 2, BLUE, at(a), at(b), 2000)
    third = goes(on, 3, BLUE, at(a), at(d), 1000)
    turn = march(on, [leader, second, third, stays(4, RED, at(enemy))], DAY)
    assert turn.units[1].halt is Halt.CONTACT and abs(turn.units[1].end.metres - 3000) <= 1
    assert turn.units[2].halt is Halt.BEHIND and turn.units[2].because == (1,)
    assert turn.units[2].end == turn.units[1].end
    assert turn.units[3].metres == 6000
    assert [(t.first, t.second) for t in turn.touches] == [(1, 4)]


def test_zero_drawn_length_takes_its_stated_time() -> None:
    a, b, c = spot(1, 0, 0), spot(2, 0, 0), spot(3, 5000, 0)
    on = theatre([a, b, c], [way(1, a, b, length=2000), way(2, b, c)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(c), 1000)], DAY)
    assert turn.units[1].end == OnRoad(2, 4000)
    assert [p.seconds for p in turn.units[1].passed] == [7200]


def test_stated_length_governs_time_and_drawn_line_governs_where() -> None:
    a, b = spot(1, 0, 0), spot(2, 10_000, 0)
    on = theatre([a, b], [way(1, a, b, length=12_000)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000)], DAY)
    assert turn.units[1].end == OnRoad(1, 6000)
    assert turn.units[1].point == pytest.approx((5000, 0))


def test_a_turn_that_ends_exactly_at_a_junction_ends_at_the_place() -> None:
    a, b, c = spot(1, 0, 0), spot(2, 6000, 0), spot(3, 9000, 0)
    on = theatre([a, b, c], [way(1, a, b), way(2, b, c)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(c), 1000)], DAY)
    assert turn.units[1].end == at(b)
    assert turn.units[1].passed[-1].place == 2


def test_a_march_shorter_than_one_piece() -> None:
    a, b = spot(1, 0, 0), spot(2, 50_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    turn = march(on, [goes(on, 1, BLUE, at(a), OnRoad(1, 137), 1000)], DAY)
    assert turn.units[1].end == OnRoad(1, 137) and turn.units[1].halt is Halt.ARRIVED
    assert turn.units[1].seconds == pytest.approx(493, abs=1)


def test_a_loop_is_marched_round() -> None:
    a = spot(1, 0, 0)
    ring = way(1, a, a, (1000, 0), (1000, 1000), (0, 1000))
    on = theatre([a], [ring])
    turn = march(on, [Marcher(1, "A", BLUE, at(a), rates(1000), (leg(ring, 0, 4000),))], DAY)
    assert turn.units[1].end == at(a) and turn.units[1].metres == 4000


@pytest.mark.rule("OB-LOC-05")
def test_a_column_that_avoids_the_enemy_halts_an_inch_outside_its_range() -> None:
    a, b, enemy = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 5000, 0)
    on = theatre([a, b, enemy], [way(1, a, b)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000, Conduct.AVOID), stays(2, RED, at(enemy))], DAY)
    assert turn.touches == ()
    assert turn.units[1].halt is Halt.JUST_OUTSIDE and turn.units[1].end == OnRoad(1, 3875)


@pytest.mark.rule("OB-LOC-05")
def test_a_column_that_only_passes_by_marches_on() -> None:
    a, b, enemy = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 3000, 1050)
    on = theatre([a, b, enemy], [way(1, a, b)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000, Conduct.AVOID), stays(2, RED, at(enemy))], DAY)
    assert turn.units[1].metres == 6000


@pytest.mark.rule("OB-LOC-05")
def test_an_enemy_with_a_longer_range_makes_contact_before_the_column_can_halt() -> None:
    a, b, hill = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 5000, 0, hill=True)
    on = theatre([a, b, hill], [way(1, a, b)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000, Conduct.AVOID), stays(2, RED, at(hill))], DAY)
    assert turn.units[1].halt is Halt.CONTACT and abs(turn.units[1].end.metres - 3500) <= 1
    assert (turn.touches[0].first_locates, turn.touches[0].second_locates) == (False, True)


def test_two_columns_that_avoid_each_other_halt_apart() -> None:
    a, b = spot(1, 0, 0), spot(2, 9125, 0)
    on = theatre([a, b], [way(1, a, b)])
    turn = march(
        on,
        [goes(on, 1, BLUE, at(a), at(b), 1000, Conduct.AVOID), goes(on, 2, RED, at(b), at(a), 1000, Conduct.AVOID)],
        DAY,
    )
    assert turn.touches == ()
    assert turn.units[1].end == OnRoad(1, 4000) and turn.units[2].end == OnRoad(1, 5125)


def test_contact_lasts_over_the_rounding_to_metres() -> None:
    a, b = spot(1, 0, 0), spot(2, 20_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    truck, track = Rates(22_250, 12_000, 2000), Rates(12_000, 8000, 2000)
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), truck), goes(on, 2, RED, at(b), at(a), track)], DAY)
    again = march(on, [stays(1, BLUE, turn.units[1].end), stays(2, RED, turn.units[2].end)], DAY)
    assert [t.old for t in again.touches] == [True]


def test_no_halting_across_a_cliff_but_across_a_gap_in_it() -> None:
    a, b, c, d = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 0, 800), spot(4, 10_000, 800)
    roads = [way(1, a, b), way(2, c, d)]
    cliff = theatre([a, b, c, d], roads, [[(-5000, 400), (20_000, 400)]])
    units = [goes(cliff, 1, BLUE, at(a), at(b), 1000), goes(cliff, 2, RED, at(d), at(c), 1000)]
    assert march(cliff, units, DAY).touches == ()
    gap = theatre([a, b, c, d], roads, [[(-5000, 400), (4800, 400)]])
    # They are joined once the line between them passes the end of the cliff; its middle always has x 5000, y 400.
    (touch,) = march(gap, units, DAY).touches
    assert touch.seconds == pytest.approx(clock(5, 0) - 300 / 1000 * 3600, abs=1)


def test_units_on_one_pass_meet_through_the_cliff() -> None:
    top, foot = spot(1, 0, 0), spot(2, 0, 4000)
    road = way(1, top, foot)
    on = theatre([top, foot], [road], [[(-5000, 2000), (5000, 2000)]])
    units = [goes(on, 1, BLUE, at(top), at(foot), 1000), stays(2, RED, at(foot))]
    assert march(on, units, DAY).touches[0].seconds == clock(3, 0)
    blown = theatre([top, foot], [way(1, top, foot, blocks=[Block(3500, "crater")])], [[(-5000, 3500), (5000, 3500)]])
    assert march(blown, units, DAY).touches == ()


def test_a_defile_is_first_come() -> None:
    a, b = spot(1, 0, 0), spot(2, 3000, 0)
    on = theatre([a, b], [way(1, a, b, defile=True)])
    up = goes(on, 1, BLUE, at(a), at(b), 1000)
    down = goes(on, 2, BLUE, at(b), at(a), 1000, delay_seconds=60)
    turn = march(on, [up, down], DAY)
    assert turn.units[1].passed[0].seconds == clock(3, 0)
    assert turn.units[2].passed[0].seconds == clock(6, 0)
    open_road = theatre([a, b], [way(1, a, b)])
    assert march(open_road, [up, down], DAY).units[2].passed[0].seconds == clock(3, 1)


def test_a_column_goes_at_its_slowest_rate() -> None:
    a, b = spot(1, 0, 0), spot(2, 50_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    units = [
        goes(on, 1, BLUE, at(a), at(b), 1000, column="7 Bde"),
        goes(on, 2, BLUE, at(a), at(b), 3000, column="7 Bde"),
    ]
    assert {m.metres for m in march(on, units, DAY).units.values()} == {6000}
    own = [goes(on, 1, BLUE, at(a), at(b), 1000), goes(on, 2, BLUE, at(a), at(b), 3000)]
    assert march(on, own, DAY).units[2].metres == 18_000


def test_reconnaissance_sees_five_kilometres_at_any_moment() -> None:
    a, b, enemy = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 3000, 4000)
    on = theatre([a, b, enemy], [way(1, a, b)])
    turn = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000, scout_m=5000.0), stays(2, RED, at(enemy))], DAY)
    (seen,) = turn.glimpses
    assert (seen.observer, seen.seen, seen.seconds, seen.how) == (1, 2, 0, Seen.RECONNAISSANCE)
    nearer = march(on, [goes(on, 1, BLUE, at(a), at(b), 1000, scout_m=4000.0), stays(2, RED, at(enemy))], DAY)
    assert nearer.glimpses[0].seconds == pytest.approx(clock(3, 0), abs=12)


def test_headquarters_follow_half_a_turn_behind() -> None:
    a, b = spot(1, 0, 0), spot(2, 50_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    bn = goes(on, 1, BLUE, OnRoad(1, 6000), at(b), 2000)
    headquarters = Marcher(2, "HQ", BLUE, at(a), rates(2000), follows=(1,))
    turn = march(on, [headquarters, bn], DAY)
    assert turn.units[1].end == OnRoad(1, 18_000)
    assert turn.units[2].end == OnRoad(1, 12_000)
    corps = Marcher(3, "Corps", BLUE, at(a), rates(3000), follows=(2,))
    assert march(on, [corps, headquarters, bn], DAY).units[3].end == OnRoad(1, 3000)


def test_a_leader_that_halts_first_does_not_delay_the_next_road() -> None:
    """Slow A would have held up D on the second road, but is stopped on the first by an enemy; D comes in from the side
    and is free."""
    a, junction, b, side = spot(1, 0, 0), spot(2, 5000, 0), spot(3, 30_000, 0), spot(4, 5000, -4000)
    enemy = spot(5, 1000, 900)
    on = theatre([a, junction, b, side, enemy], [way(1, a, junction), way(2, junction, b), way(3, side, junction)])
    slow = goes(on, 1, BLUE, at(a), at(b), 2500)
    fast = goes(on, 2, BLUE, at(side), at(b), 4000, delay_seconds=3600 + 1800)
    held_up = march(on, [slow, fast], DAY)
    assert held_up.units[2].end == held_up.units[1].end == OnRoad(2, 10_000)
    free = march(on, [slow, fast, stays(3, RED, at(enemy))], DAY)
    assert free.units[1].halt is Halt.CONTACT
    assert free.units[2].end == OnRoad(2, 14_000)


def test_an_enemy_that_comes_up_pins_a_unit_before_it_sets_out() -> None:
    a, b = spot(1, 0, 0), spot(2, 10_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    late = goes(on, 1, BLUE, OnRoad(1, 4000), at(a), 1000, delay_seconds=5 * 3600)
    turn = march(on, [late, goes(on, 2, RED, at(b), at(a), 2000)], DAY)
    assert turn.units[1].halt is Halt.CONTACT and turn.units[1].end == OnRoad(1, 4000)
    assert turn.touches[0].seconds == clock(2, 30)


def test_pairs_in_contact_from_the_last_turn_stay_in_contact_over_rounding() -> None:
    a, b, enemy = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, -1000, 1)
    on = theatre([a, b, enemy], [way(1, a, b)])
    units = [stays(1, BLUE, at(a)), stays(2, RED, at(enemy))]
    assert march(on, units, DAY).touches == ()
    assert march(on, units, DAY, in_contact=[(2, 1)]).touches[0].old
    assert march(on, units, NIGHT, in_contact=[(1, 2)]).touches == ()


def test_after_it_has_been_outside_once_a_unit_may_meet_the_same_enemy_again() -> None:
    a, b, enemy = spot(1, 0, 0), spot(2, 0, 4000), spot(3, -900, 0)
    there_and_back = way(1, a, b)
    on = theatre([a, b, enemy], [there_and_back])
    legs = (leg(there_and_back, 0, 1000), leg(there_and_back, 1000, 0))
    turn = march(on, [Marcher(1, "A", BLUE, at(a), rates(1000), legs, Conduct.ATTACK), stays(2, RED, at(enemy))], DAY)
    # out of range at 436 m, back in it there: 1000 + 564 m of march
    assert [(t.old, t.seconds) for t in turn.touches] == [(True, 0), (False, pytest.approx(5631, abs=2))]


def test_units_stopped_by_one_blown_bridge_are_all_stopped_by_the_bridge() -> None:
    a, b = spot(1, 0, 0), spot(2, 5000, 0)
    road = way(1, a, b, blocks=[Block(3000, "the blown bridge")])
    on = theatre([a, b], [road])
    units = [Marcher(n, f"U{n}", BLUE, at(a), rates(1000 * n), (leg(road, 0, 5000),)) for n in (1, 2)]
    assert {m.halt for m in march(on, units, DAY).units.values()} == {Halt.BLOCKED}
    beyond = Marcher(3, "U3", BLUE, OnRoad(1, 3000), rates(1000), (leg(road, 3000, 5000),))
    assert march(on, [*units, beyond], DAY).units[3].end == at(b)


def test_who_is_too_heavy_for_a_bridge_draws_off_and_holds_nobody_up() -> None:
    a, b = spot(1, 0, 0), spot(2, 5000, 0)
    road = way(1, a, b, blocks=[Block(3000, "the light bridge", True, "crossing:1")])
    tanks = Marcher(1, "Tanks", BLUE, at(a), rates(2000), (leg(road, 0, 5000),), barred=frozenset({"crossing:1"}))
    foot = Marcher(2, "Foot", BLUE, at(a), rates(1000), (leg(road, 0, 5000),))
    turn = march(theatre([a, b], [road]), [tanks, foot], DAY)
    assert (turn.units[1].halt, turn.units[1].end) == (Halt.BLOCKED, OnRoad(1, 2999))
    assert (turn.units[2].halt, turn.units[2].seconds) == (Halt.ARRIVED, 5 * 3600)


def test_a_long_column_halts_as_one() -> None:
    a, b, enemy = spot(1, 0, 0), spot(2, 20_000, 0), spot(3, 10_000, 0)
    on = theatre([a, b, enemy], [way(1, a, b)])
    column = [goes(on, n, BLUE, OnRoad(1, 1 + n), at(b), 2000) for n in range(1, 301)]
    turn = march(on, [*column, stays(999, RED, at(enemy))], DAY)
    assert turn.units[300].halt is Halt.CONTACT
    assert {turn.units[n].end for n in range(1, 301)} == {turn.units[300].end}
    assert {turn.units[n].halt for n in range(1, 300)} == {Halt.BEHIND}
    assert len(turn.touches) == 1


def test_a_stack_of_units_keeps_its_order_over_a_junction() -> None:
    a, c, b = spot(1, 0, 0), spot(2, 3000, 0), spot(3, 30_000, 0)
    on = theatre([a, b, c], [way(1, a, c), way(2, c, b)])
    turn = march(on, [goes(on, n, BLUE, at(a), at(b), 2000) for n in range(1, 401)], DAY)
    assert {m.end for m in turn.units.values()} == {OnRoad(2, 9000)}
