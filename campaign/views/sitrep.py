"""The situation report of one side or commander: what its reader may know, and has to decide."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.views.orders import OrderForm
from campaign.views.papers import Fact, Masthead
from campaign.views.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class Event:
    """An event of the last 24 hours, or one that is due. A defeat is printed bold."""

    clock: str
    text: str
    is_blow: bool = False


@dataclass(frozen=True, slots=True)
class Digest:
    """The last day in a few lines."""

    events: tuple[Event, ...] = ()
    left_out: int = 0
    """Lesser things that the report has no room for."""


@dataclass(frozen=True, slots=True)
class OwnCount:
    """The present number and the losses of men, tanks, armoured cars, other vehicles or guns; no kind includes
    another.
    """

    kind: str
    today: int
    establishment: int = 0
    lost_today: int | None = None
    """Since yesterday, less what came back; None: not known."""
    lost_so_far: int | None = None
    """Since the start of the campaign."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A battalion or a command: its strength, its losses, its state."""

    name: str
    counts: tuple[OwnCount, ...]
    """The first has the bar."""
    symbol: UnitSymbol
    state: str = ""
    """``Fit``, ``Spent``; of a command ``2 fit, 1 spent``."""
    needs_notice: bool = False
    position: str = ""
    is_lost: bool = False
    """Out of play: what is left of it is not in the totals."""


@dataclass(frozen=True, slots=True)
class SightedEnemy:
    """The enemies seen at one place, the observer, and the age of the sighting."""

    symbol: UnitSymbol
    place: str
    seen_as: str = ""
    """``II./Panzer-Regiment 5; 3 × infantry, company``."""
    source: str = ""
    age_hours: int = 0
    """Whole hours; under three is news."""
    count: int = 1
    """So many units, seen together."""


@dataclass(frozen=True, slots=True)
class OwedDecision:
    """A decision for which the umpire or the troops wait, and the program command for it (if any)."""

    text: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class SupplyCutOff:
    """Commands out of supply for one cause."""

    formations: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the supply line, in metres from its beginning."""

    from_m: int
    to_m: int


@dataclass(frozen=True, slots=True)
class SupplyStrip:
    """A supply line to scale, from the home edge forward: its stops, its cuts, and the threatened stretches."""

    length_m: int
    stops: tuple[tuple[int, str], ...]
    """Metres from the home edge, and the name."""
    cut: tuple[Stretch, ...] = ()
    threatened: tuple[Stretch, ...] = ()
    threats: tuple[str, ...] = ()
    """``armour, battalion, near Point 206, 2.1 km from the line``."""


@dataclass(frozen=True, slots=True)
class SupplyNews:
    """Supply of a commander's troops."""

    verdict: str
    """``All 4 commands are in supply.``"""
    cut: tuple[str, ...] = ()
    """The commands that are cut off."""
    cut_off: tuple[SupplyCutOff, ...] = ()
    route: str = ""
    """``Sidi Barrani – Buq Buq – Halfaya Pass, foot, 112.1 km``."""
    grade: str = ""
    stocks: tuple[Fact, ...] = ()
    """Days that the dumps last, where dumps are kept."""
    strip: SupplyStrip | None = None


@dataclass(frozen=True, slots=True)
class Sitrep:
    """A situation report. Empty parts are not printed."""

    masthead: Masthead
    judgement: str
    """One sentence at the top."""
    digest: Digest = Digest()
    own: tuple[OwnLine, ...] = ()
    own_totals: tuple[OwnCount, ...] = ()
    prisoners: str = ""
    """``138 taken``: of the whole side, all its battles together."""
    contacts: tuple[SightedEnemy, ...] = ()
    decisions: tuple[OwedDecision, ...] = ()
    supply: SupplyNews | None = None
    weather: tuple[Fact, ...] = ()
    light: str = ""
    """``First light 05:10, sunset 19:08; moon 84 %, sets 08:40.``"""
    neighbours: tuple[Fact, ...] = ()
    notes: str = ""
    order_form: OrderForm | None = None
    """Printed under a cut line or on the back; its own masthead is not used there."""
