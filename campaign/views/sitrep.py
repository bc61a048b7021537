"""The situation report of one side or commander: what he may know, and what he owes."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.views.orders import OrderForm
from campaign.views.papers import Fact, Masthead
from campaign.views.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in the last 24 hours. A blow is printed bold."""

    clock: str
    text: str
    is_blow: bool = False


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A unit or a total: yesterday's and today's figure of what counts in it (men, or tanks for tank units)."""

    name: str
    today: int
    yesterday: int | None = None
    establishment: int = 0
    """Full length of the bar; 0 draws none."""
    number: str = ""
    state: str = ""
    needs_notice: bool = False
    symbol: UnitSymbol | None = None
    position: str = ""
    is_lost: bool = False
    """Out of play: what is left of it is not in the totals."""


@dataclass(frozen=True, slots=True)
class SightedEnemy:
    """What was seen of the enemy, where, by whom, and how long ago."""

    symbol: UnitSymbol
    place: str
    seen_as: str = ""
    strength: str = ""
    source: str = ""
    age_hours: int = 0
    """Whole hours; under three is news."""
    count: int = 1
    """So many alike, seen together."""


@dataclass(frozen=True, slots=True)
class OwedDecision:
    """A decision somebody waits for, and the command that gives it (if any)."""

    text: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """Supply of one formation at one level: in or out, by what route, and what threatens or cuts it."""

    level: str
    """``Corps``, ``Division``, ``Command``."""
    name: str
    in_supply: bool
    route: str = ""
    """``Buq Buq - Sollum road, 52 km``."""
    threat: str = ""
    """``enemy guns near Point 191 can reach the pass``; for a cut line, what cuts it or ``route cut, cause unknown``.
    """


@dataclass(frozen=True, slots=True)
class Sitrep:
    """The report. Empty parts are not printed."""

    masthead: Masthead
    judgement: str
    """One sentence at the top."""
    events: tuple[Event, ...] = ()
    own: tuple[OwnLine, ...] = ()
    own_totals: tuple[OwnLine, ...] = ()
    contacts: tuple[SightedEnemy, ...] = ()
    decisions: tuple[OwedDecision, ...] = ()
    supply: tuple[SupplyLine, ...] = ()
    supply_grade: str = ""
    weather: tuple[Fact, ...] = ()
    light: str = ""
    """``First light 05:10, sunset 19:08; moon 84 %, sets 08:40.``"""
    neighbours: tuple[Fact, ...] = ()
    notes: str = ""
    order_form: OrderForm | None = None
    """Printed under a cut line; its own masthead is not used there."""
    contacts_left_out: int = 0
    """Older ones that the report has no room for; the situation map shows all."""
