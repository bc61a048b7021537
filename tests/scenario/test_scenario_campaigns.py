"""The big campaigns are founded as written, and their first turns are played by themselves: troops land, columns march,
papers can be made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from shapely.geometry import LineString, Point

from campaign.actions.start_campaign import DICE, HISTORICAL, found_campaign
from campaign.cli.contents import campaign
from campaign.exchange.check import shipped
from campaign.journal import reading
from campaign.journal.board import JournalBoard
from campaign.model import AirMission, BasingArea, Battalion, Crossing, Feature, Setting, WeatherReport
from campaign.queries.day.status import status
from campaign.situation.ground import load_theatre
from campaign.situation.victory import VICTORY, Level, levels_of, reached
from campaign.store import creating, opened
from campaign.terms.air import AirTask, MissionState
from campaign.terms.ground import FeatureKind
from campaign.terms.state import Sky
from campaign.terms.viewer import UMPIRE
from tests.shipped import shipped_scenario


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments, catch_exceptions=False)


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Market Garden with the weather as it was, before its first turn."""
    path = tmp_path_factory.mktemp("garden") / "g.db"
    with creating(path) as store:
        found_campaign(
            store,
            shipped_scenario("market-garden"),
            name="garden",
            seed="7",
            tabletop="brevity",
            weather=HISTORICAL,
            actor="test",
        )
    return path


@pytest.fixture
def board(founded: Path) -> Iterator[JournalBoard]:
    with opened(founded, write=False) as store, reading(store) as board:
        yield board


def test_the_list_of_scenarios_tells_each_in_a_line() -> None:
    said = " ".join(typed("scenarios").stdout.split())
    for one in shipped():
        assert one.key in said and " ".join((one.summary or one.title).split()) in said


def test_the_airborne_corps_waits_off_the_map(board: JournalBoard) -> None:
    para = next(b for b in board.rows(Battalion) if b.key == "2_para")
    assert (para.on_map, para.place_id, para.arrives_day) == (False, None, None)
    assert sum(not b.on_map and b.arrives_day is None for b in board.rows(Battalion)) == 63


def test_who_waits_to_be_flown_in_is_still_to_arrive(board: JournalBoard) -> None:
    sides = {side.side: side for side in status(board, UMPIRE).sides}
    assert {key: (one.fresh, one.to_arrive) for key, one in sides.items()} == {
        "Allied": (66, 26 + 63),
        "German": (56, 44),
    }


def test_two_serials_of_one_group_are_two_sorties(board: JournalBoard) -> None:
    first = [m for m in board.rows(AirMission) if (m.day, m.turn, m.task) == (1, 3, AirTask.LANDING)]
    assert len(first) == 37 and {m.sortie for m in first} == {1, 2}
    assert len({(m.air_group_id, m.sortie) for m in first}) == 37


def test_victory_levels_are_kept(board: JournalBoard) -> None:
    levels = levels_of(board)
    assert [s.key for s in board.rows(Setting, Setting.key == VICTORY)] == [VICTORY]
    names = [reached(levels, {"allied": a, "axis": g}) for a, g in ((200, 10), (150, 20), (94, 94), (50, 51), (0, 60))]
    assert [one.name if one else "" for one in names] == [
        "Allied decisive victory: over the Rhine",
        "Allied victory",
        "Neither: a salient and no bridge at its end",
        "German victory",
        "German decisive victory: the carpet is rolled up",
    ]


def test_a_score_without_a_name_has_none() -> None:
    assert reached((Level("Blue wins", "blue", 5),), {"blue": 4, "red": 0}) is None
    assert reached((), {}) is None


@pytest.mark.long
def test_the_first_day_of_market_garden_plays_by_itself(founded: Path, tmp_path: Path) -> None:
    path = tmp_path / "played.db"
    path.write_bytes(founded.read_bytes())
    ended = typed("--db", str(path), "next", "--auto", "--until", "day")
    assert ended.exit_code == 0, ended.output
    with opened(path, write=False) as store, reading(store) as board:
        assert (board.clock.day, board.clock.turn) == (2, 1)
        flown = [m for m in board.rows(AirMission) if m.day == 1 and m.task == AirTask.LANDING]
        assert {m.state for m in flown} == {MissionState.FLOWN}
        down = [b for b in board.rows(Battalion) if b.id in {m.battalion_id for m in flown}]
        assert all(b.on_map or not b.state.is_in_play for b in down)
    shown = typed("--db", str(path), "objectives")
    assert "Victory by the score at the end" in shown.stdout and "the score so far" in shown.stdout
    assert "the score so far" not in typed("--db", str(path), "objectives", "--viewer", "allied").stdout


def test_the_first_day_of_bastogne_plays_by_itself_with_dice_for_the_weather(tmp_path: Path) -> None:
    path = tmp_path / "b.db"
    with creating(path) as store:
        found_campaign(
            store,
            shipped_scenario("bastogne"),
            name="bastogne",
            seed="7",
            tabletop="brevity",
            weather=DICE,
            actor="test",
        )
    ended = typed("--db", str(path), "next", "--auto", "--until", "day")
    assert ended.exit_code == 0, ended.output
    with opened(path, write=False) as store, reading(store) as board:
        assert (board.clock.day, board.clock.turn) == (2, 1)
        panthers = next(b for b in board.rows(Battalion) if b.key == "i_pzr_3")
        assert panthers.on_map


@pytest.mark.parametrize("key", ["operation-brevity", "market-garden", "bastogne", "mokra", "tolvajarvi"])
def test_a_place_tells_neither_side_who_stands_or_comes_there(key: str) -> None:
    """What a place is, is read by the players of both sides."""
    scenario = shipped_scenario(key)
    units = {
        word
        for unit in (*scenario.formations, *scenario.battalions)
        for word in (unit.name, unit.short)
        if len(word) > 3
    }
    told = re.compile(r"\b(HQ|PIR|GIR|Para|Bde|Bn|Poles|Polish|\d+ (Sep|Dec|May))\b")
    assert [
        (place.name, place.role)
        for place in scenario.places
        if told.search(place.role) or any(unit in place.role for unit in units)
    ] == []


@pytest.mark.parametrize("key", ["market-garden", "bastogne"])
def test_bridges_stand_over_the_waters_that_are_drawn(key: str, tmp_path: Path) -> None:
    """An inch on the table is 125 m: a bridge that stands beside its river cannot be laid out."""
    with creating(tmp_path / "c.db") as store:
        found_campaign(
            store, shipped_scenario(key), name=key, seed="7", tabletop="brevity", weather=HISTORICAL, actor="test"
        )
        with reading(store) as board:
            theatre = load_theatre(board)
            waters = [
                LineString(row.shape)
                for row in board.rows(Feature)
                if row.kind in (FeatureKind.RIVER, FeatureKind.CANAL)
            ]
            gaps = {
                crossing.name: round(
                    min(water.distance(Point(theatre.way(crossing.road_id).at(crossing.at_m))) for water in waters)
                )
                for crossing in board.rows(Crossing)
            }
    near = {name: gap for name, gap in gaps.items() if gap < 1000}
    assert len(near) >= {"market-garden": 19, "bastogne": 3}[key]
    assert {name: gap for name, gap in near.items() if gap > 125} == {}


@pytest.mark.rule("OB-WX-08")
def test_market_gardens_first_lift_flies_whatever_the_dice(tmp_path: Path) -> None:
    """By this seed a die would bring cloud on the first day; the operation waited for its weather, and no die is thrown
    before the second."""
    path = tmp_path / "dice.db"
    with creating(path) as store:
        scenario = shipped_scenario("market-garden")
        found_campaign(store, scenario, name="garden", seed="3", tabletop="brevity", weather=DICE, actor="test")
    begun = typed("--db", str(path), "next")
    assert begun.exit_code == 0, begun.output
    with opened(path, write=False) as store, reading(store) as board:
        reports = board.rows(WeatherReport, WeatherReport.day == 1)
        assert {report.area for report in reports} == {"", *(area.key for area in board.rows(BasingArea))}
        assert {report.sky for report in reports} == {Sky.CLEAR}
        assert {report.roll for report in reports} == {None}
