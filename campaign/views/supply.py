"""Supply: who is in it by which road, and what cuts the others off."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.forces import Level
from campaign.terms.state import SupplyGrade
from campaign.terms.time import Moment


@dataclass(frozen=True, slots=True)
class SupplyLink:
    """One link of the chain: a formation and the way to its superior's headquarters or the home edge."""

    formation: str
    level: Level
    in_supply: bool
    """In supply all the way from the home edge."""
    linked: bool
    """This link alone holds."""
    to: str
    """Where the link leads: ``Buq Buq, home edge``, ``headquarters of 7th Armoured Division``."""
    route: str
    """``Sofafi – Bir el Khireigat``."""
    length_km: str
    rule: str
    """The rule that decided: ``OB-SUP-05``."""
    why: str
    """One line for people."""
    cut_by: tuple[str, ...] = ()
    """Enemies in whose range the way lies, as far as the viewer knows them."""
    blocked_by: tuple[str, ...] = ()
    """Blown bridges and obstacles on the way."""


@dataclass(frozen=True, slots=True)
class SupplyCorps:
    """A corps and its grade today (OB-RCV-02)."""

    formation: str
    grade: SupplyGrade


@dataclass(frozen=True, slots=True)
class SupplySide:
    """One side's supply, from the top down."""

    side: str
    traced: str
    """When: ``15 May, 04:00-10:00``; empty for one traced just now."""
    moment: Moment
    stale: bool
    """Troops have moved since."""
    grades: tuple[SupplyCorps, ...]
    links: tuple[SupplyLink, ...]


@dataclass(frozen=True, slots=True)
class SupplyView:
    """Supply as last reported, or for ``--why`` as traced just now."""

    viewer: str
    sides: tuple[SupplySide, ...]


@dataclass(frozen=True, slots=True)
class SupplyChain:
    """Why one formation is in supply or not: its links from the home edge down to itself."""

    viewer: str
    formation: str
    side: str
    in_supply: bool
    links: tuple[SupplyLink, ...]
    verdict: str
    """``in supply by 3 links, 52.4 km``; ``out of supply: ...``."""
