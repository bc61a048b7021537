"""Sighting between stationary units (OB-LOC-02..04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist

from campaign.terms.position import Position
from campaign.theatre.values import CLOSED_M, Theatre
from campaign.theatre.zones import Sight, Watcher


def seers(theatre: Theatre, sight: Sight, eyes: Iterable[Watcher], position: Position) -> Iterator[Watcher]:
    """Yield the observers that locate a unit at this position. Exactly at the range counts."""
    cover, is_on_hill, point = theatre.cover_at(position), theatre.on_hill(position), theatre.point_of(position)
    reach = {
        from_hill: sight.range_m(from_hill=from_hill, cover=cover, on_hill=is_on_hill) + CLOSED_M
        for from_hill in (False, True)
    }
    return (eye for eye in eyes if dist(eye.point, point) <= reach[eye.on_hill])


def locates(theatre: Theatre, sight: Sight, observer: Position, target: Position) -> bool:
    """Return whether a unit at the first position locates one at the second."""
    return any(seers(theatre, sight, (Watcher.at(theatre, 0, "", 0, observer),), target))
