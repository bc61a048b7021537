"""Retreat: half a turn's march towards headquarters or home edge, outside enemy location range (umpire 1.8, 1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.terms.position import Position
from campaign.theatre.routes import Route
from campaign.theatre.values import Rates, Theatre
from campaign.theatre.zones import Sight, Watcher


@dataclass(frozen=True, slots=True)
class Retreat:
    """A way back: ``route`` ends where the unit halts; ``towards`` names where it is heading."""

    route: Route
    end: Position
    towards: str
    by: str


def retreats(
    theatre: Theatre,
    start: Position,
    side: int,
    rates: Rates,
    enemies: Sequence[Watcher],
    sight: Sight,
    headquarters: Sequence[tuple[str, Position]] = (),
    turns: float = 0.5,
) -> tuple[Retreat, ...]:
    """All roads back, the shortest first; empty: cut off."""
    raise NotImplementedError


def surrounded(theatre: Theatre, position: Position, enemies: Sequence[Watcher], sight: Sight) -> bool:
    """Proposal for OB-CAS-09: no road out of here is free of enemy location range."""
    raise NotImplementedError
