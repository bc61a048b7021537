"""Lines of a town map meet where they share a point; only loose ends and pieces apart are drawn together."""

from __future__ import annotations

import json
from math import cos, pi, sin
from pathlib import Path

import yaml

from campaign.exchange.foreign.draft import Point
from campaign.exchange.foreign.meeting import meet
from tests.exchange.test_foreign_public_texts import taken


def test_streets_thirty_metres_apart_stay_apart() -> None:
    lines: list[list[Point]] = [
        [(0, 0), (30, 0), (60, 0)],
        [(0, 30), (30, 30), (60, 30)],
        [(0, 0), (0, 30)],
        [(30, 0), (30, 30)],
        [(60, 0), (60, 30)],
    ]
    assert meet(lines, set()).lines == lines


def test_a_loose_end_goes_to_the_nearest_end_or_line() -> None:
    street: list[Point] = [(0, 0), (300, 0)]
    assert meet([street, [(150, 20), (150, 400)]], set()).lines[0] == [(0, 0), (150, 20), (300, 0)]
    assert meet([street, [(310, 5), (600, 5)]], set()).lines == [[(0, 0), (300, 0)], [(300, 0), (600, 5)]]
    assert meet([street, [(150, 60), (150, 400)]], set()).lines[0] == street
    assert meet([street, [(270, 10), (600, 400)]], {(300, 0)}).lines[1][0] == (270, 10)


def test_a_short_road_keeps_both_its_ends_and_a_long_one_may_close() -> None:
    stub: list[Point] = [(0, 0), (0, 30)]
    assert meet([[(-300, 0), (0, 0), (300, 0)], stub], set()).lines[1] == stub
    ring = meet([[(0, 0), (100, 0), (100, 100), (10, 10)], [(400, 400), (400, 800)]], set()).lines[0]
    assert ring[0] == ring[-1]


def test_a_piece_apart_is_joined_to_the_rest_and_not_to_itself() -> None:
    rest: list[list[Point]] = [[(0, 0), (300, 0)], [(300, 0), (300, 300)], [(300, 300), (0, 0)]]
    piece: list[list[Point]] = [[(340, 0), (370, 0)], [(370, 0), (400, 0)]]
    found = meet([*rest, *piece], set()).lines
    assert found[:3] == rest
    assert found[3:] == [[(300, 0), (370, 0)], [(370, 0), (400, 0)]]


def test_a_town_keeps_its_small_junctions_and_its_roundabout_and_two_carriageways_are_one_road(tmp_path: Path) -> None:
    circle = [(300 + 15 * cos(2 * pi * k / 12), 30 + 15 * sin(2 * pi * k / 12)) for k in range(12)]
    lines = [[(30.0 * n, 30.0 * row) for n in range(5)] for row in range(3)] + [
        [(30.0 * n, 30.0 * row) for row in range(3)] for n in range(5)
    ]
    lines += [
        [(120, 30), circle[6]],
        [*circle, circle[0]],
        [circle[0], (600, 36), (900, 30)],
        [circle[0], (600, 24), (900, 30)],
        [circle[3], (300, 400)],
    ]
    features = [
        {
            "type": "Feature",
            "properties": {"highway": "residential"},
            "geometry": {"type": "LineString", "coordinates": [[13 + x / 68_000, 52 + y / 111_195] for x, y in line]},
        }
        for line in lines
    ]
    ground = yaml.safe_load(
        taken(
            tmp_path, "t.geojson", json.dumps({"type": "FeatureCollection", "features": features}), leave_out=False
        ).files["map.yaml"]
    )
    assert (len(ground["places"]), len(ground["roads"])) == (16, 24)
