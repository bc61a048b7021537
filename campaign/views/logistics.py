"""Logistics by Not Quite Mechanised: the dumps from railhead to division, trucks on the road, and shortages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DumpLine:
    """One dump and its link to the one above. ``logs`` and ``fuel`` are exact numbers in words: ``2``, ``5/3``."""

    formation: str
    level: str
    logs: str
    fuel: str
    trucks: int
    draws_on: str
    km: str
    """To the dump above; empty where no way is free of the enemy."""
    open: bool
    why: str
    """What breaks the link; empty if it holds."""
    rule: str
    """By which it is broken; empty if it holds."""
    fuel_state: str
    """``in fuel``, ``out of fuel since day 2: ...``; empty for who needs none."""
    fuel_rule: str
    """By which it has none; empty for who has, or needs none."""
    short: tuple[str, ...] = ()
    """Battalions that lack ammunition, with what they lack: ``2nd Scots Guards: 6 of 15 dice``."""
    off_map: str = ""
    """Whose headquarters is not on the map, so that there is no dump to trace from or to; it is then not cut by
    anybody."""


@dataclass(frozen=True, slots=True)
class TruckLine:
    """A truck on the road, or one that has arrived today."""

    number: int
    goods: str
    to: str
    source: str
    left: str
    due: str
    km: str
    state: str
    why: str
    rule: str
    """By which it is held up or lost; empty for one that is neither."""


@dataclass(frozen=True, slots=True)
class LogisticsSide:
    """One side, from the top down."""

    side: str
    dumps: tuple[DumpLine, ...]
    trucks: tuple[TruckLine, ...]
    moved: tuple[str, ...]
    """What the diary says of supply today."""


@dataclass(frozen=True, slots=True)
class LogisticsView:
    """The logistics known to the viewer. ``kept`` False: this campaign keeps no dumps."""

    viewer: str
    day: int
    kept: bool
    link_km: str
    """How far apart two fuel vehicles may be."""
    sides: tuple[LogisticsSide, ...] = ()
