"""Each side's knowledge of the roads: crossings, obstacles and cuts as it last knew them (umpire 1.13).

A side learns of a change when troops of its own come within location range of the spot; until then it goes by what it
knew. Rows of ``OldNews`` exist only where that differs from the truth: without a row the side knows it.

    works_known(board, side)                      crossings, obstacles and cut roads as that side believes them to be
    with changing(board, row, witnesses): ...     a change that these sides know of, and no other
    spot_of(row), sides_in_sight(army, theatre, sight, row)   where a change is, and which sides see it
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import dist
from typing import Any, TypeVar

from campaign.journal.board import Board
from campaign.model import Battalion, Crossing, Obstacle, OldNews, Road, Side
from campaign.rows.row import copied, model_of
from campaign.situation.army import Army, position_of
from campaign.terms.ground import CrossingState, LoadClass
from campaign.theatre.values import CLOSED_M, Point, Theatre, Way, nearest_on
from campaign.theatre.zones import Sight
from campaign.values import dataclass, field

Thing = Crossing | Obstacle | Road
Row = TypeVar("Row", Crossing, Obstacle)

_FACTS: Mapping[type[Thing], tuple[str, ...]] = {
    Crossing: ("state", "load_class"),
    Obstacle: ("name", "gapped"),
    Road: ("cut",),
}
"""Columns that change in play and that a side may still know in an older state."""
_WORDS: Mapping[str, type[CrossingState] | type[LoadClass]] = {"state": CrossingState, "load_class": LoadClass}


@dataclass(frozen=True)
class Works:
    """The crossings and obstacles as a side believes them to be; ``cut``: roads on which it does not know whether they
    are cut now.
    """

    crossings: tuple[Crossing, ...]
    obstacles: tuple[Obstacle, ...]
    cut: Mapping[int, bool] = field(default_factory=dict)

    def is_cut(self, road: Road) -> bool:
        """Return whether a road is cut, as far as the side knows."""
        return self.cut.get(road.id, road.cut)


def works_known(board: Board, side: int | None) -> Works:
    """Return the works as a side knows them, or as they are if ``side`` is None, in three queries.

    Works of which the side has old news are copies of rows, which are never written.
    """
    return _works(board, board.rows(OldNews, OldNews.side_id == side) if side is not None else [])


def works_for_all(board: Board) -> Works:
    """Return the works that all sides may have on one table: a change that some side has not seen yet is left out."""
    return _works(board, board.rows(OldNews))


def _works(board: Board, news: Sequence[OldNews]) -> Works:
    crossings, obstacles = board.rows(Crossing), board.rows(Obstacle)
    if not news:
        return Works(tuple(crossings), tuple(obstacles))
    by_crossing = {old_news.crossing_id: old_news.facts for old_news in news}
    by_obstacle = {old_news.obstacle_id: old_news.facts for old_news in news}
    return Works(
        tuple(_as_known(row, by_crossing.get(row.id)) for row in crossings),
        tuple(_as_known(row, by_obstacle.get(row.id)) for row in obstacles if by_obstacle.get(row.id) != {}),
        {old_news.road_id: bool(old_news.facts["cut"]) for old_news in news if old_news.road_id is not None},
    )


def _as_known(row: Row, facts: Mapping[str, Any] | None) -> Row:
    if facts is None:
        return row
    return copied(row, **{name: _WORDS[name](value) if name in _WORDS else value for name, value in facts.items()})


def subject_of(board: Board, news: OldNews) -> Thing:
    """Return the true row that a piece of old news is about."""
    if news.crossing_id is not None:
        return board.row(Crossing, news.crossing_id)
    return board.row(Obstacle, news.obstacle_id) if news.obstacle_id is not None else board.row(Road, news.road_id or 0)


def roads_of(board: Board, side: int) -> frozenset[int]:
    """Return the ids of the roads with something on them that this side knows differently."""
    news = board.rows(OldNews, OldNews.side_id == side)
    return frozenset(old_news.road_id or spot_of(subject_of(board, old_news))[0] for old_news in news)


# changes -------------------------------------------------------------------------------------------------------------


@contextmanager
def changing(board: Board, row: Thing, witnesses: Collection[int]) -> Iterator[None]:
    """Let these sides know of the changes made to the row within the block; for the others it stays as they knew it."""
    before = _facts(row)
    yield
    spread(board, row, before, witnesses)


def spread(board: Board, row: Thing, before: Mapping[str, Any], witnesses: Collection[int]) -> None:
    """Record that the row has changed, or is new (``before`` is then empty), and only these sides know of it."""
    after = _facts(row)
    if after == before:
        return
    key = f"{row.__tablename__}:{row.key}"
    old = {old_news.side_id: old_news for old_news in board.rows(OldNews, OldNews.key == key)}
    for side in sorted(known_side.id for known_side in board.rows(Side)):
        if side in old:
            if side in witnesses or old[side].facts == after:
                board.erase(old[side])
        elif side not in witnesses:
            link = {f"{row.__tablename__}_id": row.id}
            board.make(OldNews, side_id=side, key=key, facts=dict(before), **link)


def _facts(row: Thing) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in _FACTS[model_of(row)]}
    return {
        name: value.value if isinstance(value, (CrossingState, LoadClass)) else value for name, value in values.items()
    }


# who sees it ---------------------------------------------------------------------------------------------------------


def spot_of(row: Thing) -> tuple[int, int]:
    """Return the road of a row and its distance along it; a cut lies in the middle."""
    return (row.id, row.length_m // 2) if isinstance(row, Road) else (row.road_id, row.at_m)


def sees(theatre: Theatre, sight: Sight, battalion: Battalion, way: Way, at: Point) -> bool:
    """Return whether a battalion sees a spot on a road from where it stands, as it would a unit there."""
    position = position_of(battalion)
    if position is None:
        return False
    reach = sight.range_m(from_hill=theatre.on_hill(position), cover=way.cover)
    return dist(theatre.point_of(position), at) <= reach + CLOSED_M


def sides_in_sight(army: Army, theatre: Theatre, sight: Sight, row: Thing) -> frozenset[int]:
    """Return the sides that have troops within location range of a row."""
    way, at = _point(theatre, *spot_of(row))
    return frozenset(b.side_id for b in army.battalions.values() if sees(theatre, sight, b, way, at))


def _point(theatre: Theatre, road: int, at_m: int) -> tuple[Way, Point]:
    way = theatre.way(road)
    return way, way.at(at_m)


@dataclass(frozen=True, slots=True)
class Discovery:
    """A piece of old news that a side has corrected, and the unit that saw it."""

    news: OldNews
    row: Thing
    battalion: Battalion


Track = tuple[Point, ...]
"""Points of a march from its start to its end."""


def discoveries(
    board: Board, army: Army, theatre: Theatre, sight: Sight, tracks: Mapping[int, Track]
) -> list[Discovery]:
    """Return the discoveries of the sides, from where their troops stand or from their marches (``tracks``, by
    battalion).
    """
    news = board.rows(OldNews)
    if not news:
        return []
    discoveries = []
    for old_news in news:
        row = subject_of(board, old_news)
        way, at = _point(theatre, *spot_of(row))
        friends = (b for b in army.battalions.values() if b.side_id == old_news.side_id)
        observer = next(
            (b for b in friends if sees(theatre, sight, b, way, at) or _passes(tracks.get(b.id, ()), way, at, sight)),
            None,
        )
        if observer is not None:
            discoveries.append(Discovery(old_news, row, observer))
    return discoveries


def _passes(track: Iterable[Point], way: Way, at: Point, sight: Sight) -> bool:
    """Return whether a march leads within location range of a spot."""
    reach = sight.range_m(from_hill=False, cover=way.cover) + CLOSED_M
    return any(nearest_on(start, end, at)[0] <= reach for start, end in pairwise(track))
