"""Founding: every row of the scenario is there, linked as in the file, in one entry, or nothing is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.actions.start_campaign import DICE, HISTORICAL, WEATHER_SETTING, Found, builder, found_campaign
from campaign.errors import BadInput, CampaignError, Refused
from campaign.exchange.check import read_scenario
from campaign.exchange.template import write_starter
from campaign.exchange.values import Scenario
from campaign.journal import Done, reading
from campaign.journal.board import JournalBoard
from campaign.model import (
    AirGroup,
    BasingArea,
    Battalion,
    Clock,
    Commander,
    Crossing,
    Entry,
    Feature,
    Formation,
    Nation,
    Objective,
    Obstacle,
    Order,
    Place,
    Road,
    Setting,
    Side,
    StrengthReturn,
    WeatherReport,
)
from campaign.store import Store, creating, opened
from campaign.terms.time import Phase
from tests.shipped import shipped_scenario


@pytest.fixture(scope="module")
def brevity() -> Scenario:
    return shipped_scenario("Operation Brevity")


def found_in(store: Store, scenario: Scenario, weather: str = HISTORICAL, name: str = "brevity") -> Done:
    return found_campaign(store, scenario, name=name, seed="42", tabletop="brevity", weather=weather, actor="test")


@pytest.fixture
def founded(tmp_path: Path, brevity: Scenario) -> Iterator[JournalBoard]:
    with creating(tmp_path / "c.db") as store:
        found_in(store, brevity)
    with opened(tmp_path / "c.db", write=False) as store, reading(store) as board:
        yield board


def test_every_battalion_is_in_the_database(founded: JournalBoard, brevity: Scenario) -> None:
    rows = {row.key: row for row in founded.rows(Battalion)}
    formations, places, roads = founded.by_id(Formation), founded.by_id(Place), founded.by_id(Road)
    assert list(rows) == [b.key for b in brevity.battalions]
    for value in brevity.battalions:
        row = rows[value.key]
        assert (row.name, row.men, row.vehicles, row.guns) == (
            value.name,
            value.present.men,
            value.present.vehicles,
            value.present.guns,
        )
        assert (row.arm, row.size, row.armour, row.weapon, row.piece, row.calibre_mm) == (
            value.arm,
            value.size,
            value.armour,
            value.weapon,
            value.piece,
            value.calibre_mm,
        )
        assert formations[row.organic_id].key == value.organic and row.present_id == row.organic_id
        assert (places[row.place_id].key if row.place_id else None) == value.place
        assert ((roads[row.road_id].key, row.road_m) if row.road_id else (None, None)) == (value.road, value.road_m)
        assert row.on_map == (value.arrives is None)
        assert [i["count"] for i in row.equipment_list] == [i.count for i in value.equipment_list]


def test_the_tree_and_its_headquarters(founded: JournalBoard, brevity: Scenario) -> None:
    rows = founded.by_id(Formation)
    by_key = {row.key: row for row in rows.values()}
    for value in brevity.formations:
        superior = by_key[value.key].superior_id
        assert (rows[superior].key if superior else None) == value.superior
    heads = {row.headquarters_of_id: row.key for row in founded.rows(Battalion) if row.headquarters_of_id}
    assert {rows[ident].key: key for ident, key in heads.items()} == brevity.headquarters


def test_how_many_rows_there_are_of_everything(founded: JournalBoard) -> None:
    kinds = (
        Side,
        Nation,
        Place,
        Road,
        Crossing,
        Obstacle,
        Feature,
        Formation,
        Commander,
        BasingArea,
        AirGroup,
        Objective,
        Order,
        WeatherReport,
        Clock,
    )
    assert [len(founded.rows(kind)) for kind in kinds] == [2, 4, 25, 38, 0, 1, 6, 11, 7, 7, 2, 16, 15, 0, 1]


def test_the_clock_stands_before_the_first_weather(founded: JournalBoard) -> None:
    clock = founded.clock
    assert (clock.day, clock.turn, clock.phase) == (1, 1, Phase.WEATHER)
    facts = founded.campaign
    assert (facts.name, facts.scenario, facts.seed, facts.tabletop, facts.days, facts.day_start_hour) == (
        "brevity",
        "operation-brevity",
        "42",
        "brevity",
        2,
        22,
    )
    assert len(facts.scenario_hash) == 64


def test_orders_stand_from_their_turn(founded: JournalBoard) -> None:
    places = founded.by_id(Place)
    order = next(o for o in founded.rows(Order) if o.key == "formation:desert_column")
    assert (order.day, order.turn, places[order.to_id or 0].key) == (1, 2, "hafid")
    assert [places[ident].key for ident in order.via] == ["sidi_suleiman", "pt206"]


def test_strength_at_the_founding_is_on_record(founded: JournalBoard, brevity: Scenario) -> None:
    returns = founded.rows(StrengthReturn)
    assert [r.day for r in returns] == [0]
    assert returns[0].content["2_rtr"] == ["fresh", 320, 29, 0] and len(returns[0].content) == len(brevity.battalions)


def test_the_weather_as_it_was(founded: JournalBoard) -> None:
    setting = next(s for s in founded.rows(Setting) if s.key == WEATHER_SETTING)
    assert setting.value["1"] == "clear" and setting.value["2 derna"] == "clear" and len(setting.value) == 16


def test_the_founding_is_entry_one(tmp_path: Path, brevity: Scenario) -> None:
    with creating(tmp_path / "c.db") as store:
        done = found_in(store, brevity, DICE)
        assert done.number == 1
        assert done.receipt.waiting == "campaign next"
        assert done.receipt.lines[0] == "30 battalions in 11 formations"
        assert not any("warning" in line for line in done.receipt.lines), "those are for the author: campaign check"
    with opened(tmp_path / "c.db", write=False) as store, reading(store) as board:
        assert list(board.entries(Entry.verb).scalars()) == ["found"]
        assert board.rows(Setting) == []


def test_two_campaigns_in_one_database(tmp_path: Path, brevity: Scenario) -> None:
    with creating(tmp_path / "c.db") as store:
        found_in(store, brevity)
        found_in(store, brevity, name="again")
        with pytest.raises(Refused, match="brevity"):
            found_in(store, brevity)
        for name in ("brevity", "again"):
            with reading(store, name) as board:
                assert len(board.rows(Battalion)) == 30


def test_a_refused_founding_leaves_nothing(tmp_path: Path, brevity: Scenario) -> None:
    path = tmp_path / "c.db"
    with pytest.raises(BadInput, match="sunshine"), creating(path) as store:
        found_in(store, brevity, "sunshine")
    assert not path.exists()


def test_weather_as_it_was_needs_a_scenario_that_tells_it(tmp_path: Path) -> None:
    write_starter(tmp_path / "mine")
    mine = read_scenario(tmp_path / "mine")
    with pytest.raises(Refused, match="--weather dice"), creating(tmp_path / "c.db") as store:
        found_in(store, mine)
    with creating(tmp_path / "c.db") as store:
        found_in(store, mine, DICE)
        with reading(store) as board:
            assert [c.name for c in board.rows(Crossing)] == ["the mill bridge"]
            late = next(b for b in board.rows(Battalion) if b.key == "9th_royal_tank_regiment")
            assert (late.on_map, late.arrives_day, late.arrives_turn) == (False, 1, 3)


def test_a_campaign_is_not_founded_twice(tmp_path: Path, brevity: Scenario) -> None:
    with creating(tmp_path / "c.db") as store:
        found_in(store, brevity)
        with reading(store) as board, pytest.raises(CampaignError, match="has already been started"):
            builder(brevity)(board, Found(brevity.key, brevity.content_hash, "42"))
