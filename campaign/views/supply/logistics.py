"""Logistics by Not Quite Mechanised: the dumps from railhead to division, trucks on the road, and shortages."""

from __future__ import annotations

from campaign.values import dataclass


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
    """Kilometres to the dump above by the route that the viewer knows; empty if every route is closed by the enemy."""
    open: bool
    why: str
    """Reason why the link is broken; empty if it holds."""
    rule: str
    """Id of the rule that breaks the link; empty if it holds."""
    fuel_state: str
    """Fuel in words: ``in fuel``, ``out of fuel since day 2: ...``; empty for a formation that needs no fuel."""
    fuel_rule: str
    """Id of the rule by which there is no fuel; empty for a formation that has fuel, or needs none."""
    short: tuple[str, ...] = ()
    """Battalions short of ammunition, with the amount: ``2nd Scots Guards: 6 of 15 dice``."""
    off_map: str = ""
    """Formation whose headquarters is not on the map. It has no dump to trace from or to, and is not cut off."""


@dataclass(frozen=True, slots=True)
class TruckLine:
    """A truck on the road, or one that has arrived today."""

    number: int
    goods: str
    to: str
    source: str
    left: str
    due: str
    """Turn of its arrival, by the route that its side knew as it left, as are ``km``."""
    km: str
    state: str
    why: str
    rule: str
    """Id of the rule by which the truck is held up or lost; empty otherwise."""


@dataclass(frozen=True, slots=True)
class LogisticsSide:
    """One side, from the top down."""

    side: str
    dumps: tuple[DumpLine, ...]
    trucks: tuple[TruckLine, ...]
    moved: tuple[str, ...]
    """Diary lines about supply today."""


@dataclass(frozen=True, slots=True)
class LogisticsView:
    """The logistics known to the viewer. ``kept`` False: this campaign keeps no dumps."""

    viewer: str
    day: int
    kept: bool
    link_km: str
    """Greatest distance between two fuel vehicles, in kilometres."""
    sides: tuple[LogisticsSide, ...] = ()
