"""Positions in few words: by a place and at most one distance."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.journal.board import Board
from campaign.model import Place, Road
from campaign.terms.position import AtPlace, Position
from campaign.values import dataclass

NEAR_M = 1500
"""Distance in metres from a place within which a unit is ``near`` it."""


@dataclass(frozen=True, slots=True)
class Signposts:
    """The names of all places, and the ends and the length of each road: enough to say where units are without the
    map itself, which takes much longer to read.
    """

    names: Mapping[int, str]
    roads: Mapping[int, tuple[int, int, int]]

    @classmethod
    def of(cls, board: Board) -> Signposts:
        roads = board.columns(Road, "id", "a_id", "b_id", "length_m")
        return cls(dict(map(tuple, board.columns(Place, "id", "name"))), {road: tuple(ends) for road, *ends in roads})

    def where(self, position: Position) -> str:
        """Return a position by a place and at most one distance: ``at Grave``, ``near Wolfheze``, ``3 km from
        Nijmegen``.
        """
        if isinstance(position, AtPlace):
            return f"at {self.names[position.place]}"
        a, b, length_m = self.roads[position.road]
        behind_m, ahead_m = position.metres, length_m - position.metres
        place, metres = self.names[a if behind_m <= ahead_m else b], min(behind_m, ahead_m)
        if metres <= 0:
            return f"at {place}"
        return f"near {place}" if metres < NEAR_M else f"{metres / 1000:.0f} km from {place}"
