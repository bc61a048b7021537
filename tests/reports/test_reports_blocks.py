"""Blocks over page breaks: no head without rows, no row alone; water on the right side of its coast; the dot of a spent gun."""

from __future__ import annotations

from specimens_map import ground_of

from campaign.terms.ground import FeatureKind, RoadKind
from campaign.views.packet import TableFeature, TableMap, TablePlace, TableRoad
from campaign_reports.areas import is_inside
from campaign_reports.blocks import HEAD, Block, gap, split


def block(rows: int, heads: int = 1) -> Block:
    return Block("Contacts", tuple(gap(10) for _ in range(rows + heads)), heads=heads)


def test_a_head_stays_with_two_rows() -> None:
    assert split(block(6), HEAD + 10 + 15)[0] is None, "head and one row only: all of it moves"
    here, rest = split(block(6), HEAD + 10 + 25)
    assert here is not None and rest is not None
    assert (len(here.items), len(rest.items)) == (3, 5), "two rows here; four there under the head again"
    assert rest.title == "Contacts, continued"


def test_the_last_row_does_not_stand_alone() -> None:
    here, rest = split(block(6), HEAD + 10 + 55)
    assert here is not None and rest is not None
    assert (len(here.items), len(rest.items)) == (5, 3)


def test_the_sea_lies_where_no_road_runs() -> None:
    coast = TableFeature(FeatureKind.COAST, ((0, 30), (50, 28), (96, 32)), "the sea")
    table = TableMap(
        96, 40, "8 in. = 1 km", places=(TablePlace("Inland", (40, 10)),), roads=(TableRoad(RoadKind.TRACK, ((0, 5), (96, 12))),), features=(coast,)
    )  # fmt: skip
    ground = ground_of(table)
    water = ground.seas["the sea"]
    assert is_inside(water, ground.at((50, 36)))
    assert not is_inside(water, ground.at((50, 20)))
    backwards = ground_of(
        TableMap(96, 40, "", places=table.places, roads=table.roads, features=(TableFeature(coast.kind, coast.points[::-1], "the sea"),))
    )
    assert is_inside(backwards.seas["the sea"], ground.at((50, 36)))
