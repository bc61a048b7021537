"""Each side's knowledge of the roads that its troops pass: written in its diary and used by its later marches (umpire
1.13).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.actions.diary import note
from campaign.journal.board import Board
from campaign.model import Crossing, Obstacle
from campaign.situation.army import Army
from campaign.situation.old_news import Thing, Track, discoveries, spot_of
from campaign.situation.road_names import road_title
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Sight

_NOBODY: Final[Mapping[int, Track]] = MappingProxyType({})


def look_about(board: Board, army: Army, theatre: Theatre, sight: Sight, tracks: Mapping[int, Track] = _NOBODY) -> None:
    """Tell each side of the bridges, blocks and cuts that its troops see from where they stand or saw on the marches of
    this turn (``tracks``).
    """
    for discovery in discoveries(board, army, theatre, sight, tracks):
        words = f"{discovery.battalion.name} reports: {_how_it_is(theatre, discovery.row)}."
        note(board, words, side=discovery.news.side_id, battalion=discovery.battalion.id, bold=True)
        board.erase(discovery.news)


def _how_it_is(theatre: Theatre, row: Thing) -> str:
    """Return the condition of a road object in words: ``Roadblock 1 bars the road, 2.1 km from Sollum``; ``Son bridge
    is span blown``.
    """
    if isinstance(row, Crossing):
        return f"{row.name} is {row.state}"
    where = theatre.describe(theatre.standing(*spot_of(row)))
    if isinstance(row, Obstacle):
        return f"{row.name}, {where}, is gapped" if row.gapped else f"{row.name} lies across the road, {where}"
    return f"{row.name or road_title(theatre, row.id)} is {'cut' if row.cut else 'open'}, {where}"
