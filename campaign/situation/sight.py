"""Who sees whom, standing still (OB-LOC-02..04)."""

from __future__ import annotations

from math import dist

from campaign.terms.position import Position
from campaign.theatre.values import CLOSED_M, Theatre
from campaign.theatre.zones import Sight, Watcher


def is_seen_by(theatre: Theatre, sight: Sight, eye: Watcher, position: Position) -> bool:
    """Does this eye locate a unit at this position? Exactly at the range counts."""
    reach = sight.range_m(from_hill=eye.on_hill, cover=theatre.cover_at(position), on_hill=theatre.on_hill(position))
    return dist(eye.point, theatre.point_of(position)) <= reach + CLOSED_M


def locates(theatre: Theatre, sight: Sight, observer: Position, target: Position) -> bool:
    """Does a unit at the first position locate one at the second?"""
    return is_seen_by(theatre, sight, Watcher(0, "", 0, theatre.point_of(observer), theatre.on_hill(observer)), target)
