"""Bridges and the like that are closed to some and open to others."""

from __future__ import annotations

from theatre_maps import at, rates, spot, theatre, way

from campaign.terms.position import OnRoad
from campaign.theatre.course import course
from campaign.theatre.legs import Closed, Route
from campaign.theatre.marchers import Halt, Marcher
from campaign.theatre.routes import NoWay, route
from campaign.theatre.values import Block, Rates

A, B, C = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 5000, 8000)
TANKS = Rates(12_000, 8000, 2000)
WEAK = Closed(barred=frozenset({"crossing:1"}))


def river():
    """A light bridge on the straight road, and a long way round."""
    light = Block(4000, "the footbridge", True, "crossing:1")
    return theatre([A, B, C], [way(1, A, B, blocks=[light]), way(2, A, C), way(3, C, B)])


def test_who_is_too_heavy_goes_round_and_others_straight_on() -> None:
    light, heavy = route(river(), at(A), [at(B)], TANKS), route(river(), at(A), [at(B)], TANKS, WEAK)
    assert isinstance(light, Route) and isinstance(heavy, Route)
    assert [leg.road for leg in light.legs] == [1] and [leg.road for leg in heavy.legs] == [2, 3]


def test_where_there_is_no_way_round_the_weak_bridge_is_named() -> None:
    only = theatre([A, B], [way(1, A, B, blocks=[Block(4000, "the footbridge", True, "crossing:1")])])
    found = route(only, at(A), [at(B)], TANKS, WEAK)
    assert isinstance(found, NoWay) and "the footbridge, 4.0 km from P1 on the metalled road to P2" in found.why
    assert isinstance(route(only, at(A), [at(B)], TANKS, Closed(barred=frozenset({"crossing:2"}))), Route)


def test_a_march_halts_a_metre_short_of_what_is_closed_to_it() -> None:
    straight = route(river(), at(A), [at(B)], TANKS)
    assert isinstance(straight, Route)
    marcher = Marcher(1, "tanks", 1, at(A), rates(2000), straight.legs, barred=frozenset({"crossing:1"}))
    halted = course(river(), marcher, marcher.rates, 6 * 3600)
    assert halted.ending is Halt.BLOCKED and halted.hops[-1].to_d == 3999
    far_bank = Marcher(1, "tanks", 1, OnRoad(1, 4000), rates(2000), ())
    assert course(river(), far_bank, far_bank.rates, 6 * 3600).ending is Halt.STAYED
