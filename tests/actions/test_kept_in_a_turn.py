"""What is kept of a board's map and supply while an action plays: never older than the rows it was made of."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import JournalBoard
from campaign.journal.transaction import trying
from campaign.model import Battalion, Crossing, Obstacle, OldNews, Place, Road, Setting, Side
from campaign.situation.army import load_army
from campaign.situation.conditions import conditions_at, rulebook_of
from campaign.situation.ground import as_known, load_theatre
from campaign.situation.supply import trace_side
from campaign.store import Store, create, open_store
from campaign.terms.ground import Cover, CrossingState, ObstacleKind
from campaign.terms.state import State


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Market Garden, which has bridges, at its beginning."""
    path = tmp_path_factory.mktemp("kept") / "garden.db"
    store = create(path)
    scenario = read_scenario(find_scenario("market-garden"))
    found_campaign(store, scenario, name="g", seed="1", tabletop="brevity", weather=HISTORICAL, actor="Ann")
    store.close()
    return path


@pytest.fixture
def garden(founded: Path, tmp_path: Path) -> Iterator[Store]:
    """A copy of it."""
    store = open_store(shutil.copyfile(founded, tmp_path / "garden.db"), write=True)
    yield store
    store.close()


def _seen(board: JournalBoard) -> list[Any]:
    """The map and the supply of each side, as they are and as each side knows them."""
    army, book = load_army(board), rulebook_of(board)
    now, theatre = conditions_at(board, board.moment, book), load_theatre(board)
    sides = [side.id for side in board.rows(Side)]
    known = [country for side in sides for country in (load_theatre(board, side), as_known(board, theatre, side))]
    lines = [trace_side(board, army, theatre, now, book, side) for side in sides]
    told = [{ident: (line, line.details) for ident, line in side_lines.items()} for side_lines in lines]
    return [theatre, *known, *told]


def _blow(board: JournalBoard) -> None:
    for crossing in board.rows(Crossing):
        crossing.state = CrossingState.SPAN_BLOWN


def _mine(board: JournalBoard) -> None:
    for road in board.rows(Road)[::3]:
        key = f"mines {road.id}"
        board.make(Obstacle, key=key, name=key, road_id=road.id, at_m=0, kind=ObstacleKind.MINEFIELD)


def _cut(board: JournalBoard) -> None:
    for road in board.rows(Road)[::3]:
        road.cut = True


def _cover(board: JournalBoard) -> None:
    for place in board.rows(Place):
        place.cover, place.hill = Cover.TERRAIN, True


def _lose(board: JournalBoard) -> None:
    for battalion in board.rows(Battalion)[::2]:
        battalion.state, battalion.on_map, battalion.place_id, battalion.road_id = State.DESTROYED, False, None, None


def _rule(board: JournalBoard) -> None:
    board.make(Setting, key="sup.blocked_roads_cut", value=False)


def _hear(board: JournalBoard) -> None:
    side = board.rows(Side)[0]
    for road in board.rows(Road)[::3]:
        board.make(OldNews, key=f"road:{road.id}", side_id=side.id, road_id=road.id, facts={"cut": True})


CHANGES = (_blow, _mine, _cut, _cover, _lose, _rule, _hear)


@pytest.mark.sample(3)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_what_is_kept_is_made_anew_when_its_rows_change(garden: Store, change: Callable[[JournalBoard], None]) -> None:
    with trying(garden) as board:
        if change is _rule:
            _blow(board)
        before = _seen(board)
        assert [id(part) for part in _seen(board)[:1]] == [id(part) for part in before[:1]]
        change(board)
        after = _seen(board)
        board.info.clear()
        assert after == _seen(board)
        assert after != before
