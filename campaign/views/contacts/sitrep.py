"""The situation report of one side or commander: what its reader may know, and has to decide."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.orders import OrderForm
from campaign.words.papers import Fact, Masthead
from campaign.words.symbol import UnitSymbol


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
    """Number of lesser events for which the report has no room."""


@dataclass(frozen=True, slots=True)
class OwnCount:
    """The present number and the losses of men, tanks, armoured cars, other vehicles or guns; no kind includes
    another.
    """

    kind: str
    today: int
    establishment: int = 0
    lost_today: int | None = None
    """Losses since yesterday, less the recoveries; None if not known."""
    lost_so_far: int | None = None
    """Losses since the start of the campaign."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A battalion or a command: its strength, its losses, its state."""

    name: str
    counts: tuple[OwnCount, ...]
    """Counts of the unit; the first is drawn with a bar."""
    symbol: UnitSymbol
    state: str = ""
    """State in words: ``Fresh``, ``Spent``; for a command ``2 fresh, 1 spent``."""
    needs_notice: bool = False
    position: str = ""
    is_lost: bool = False
    """True for a unit out of play; the totals leave out its remains."""


@dataclass(frozen=True, slots=True)
class SightedEnemy:
    """The enemies seen at one place, the observer, and the age of the sighting."""

    symbol: UnitSymbol
    place: str
    seen_as: str = ""
    """Name, or arm and rough size: ``II./Panzer-Regiment 5; 3 × infantry, company``."""
    source: str = ""
    age_hours: int = 0
    """Age of the sighting in whole hours; under three hours counts as news."""
    count: int = 1
    """Number of units seen together."""


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
    """Places along the route: metres from the home edge, and name."""
    cut: tuple[Stretch, ...] = ()
    threatened: tuple[Stretch, ...] = ()
    threats: tuple[str, ...] = ()
    """Enemies near the route: ``armour, battalion, near Point 206, 2.1 km from the line``."""


@dataclass(frozen=True, slots=True)
class SupplyNews:
    """Supply of a commander's troops."""

    verdict: str
    """Supply in one sentence: ``All 4 commands are in supply.``"""
    cut: tuple[str, ...] = ()
    """Commands that are cut off."""
    cut_off: tuple[SupplyCutOff, ...] = ()
    route: str = ""
    """Route with its surface and length: ``Sidi Barrani – Buq Buq – Halfaya Pass, foot, 112.1 km``."""
    grade: str = ""
    stocks: tuple[Fact, ...] = ()
    """Days for which the stocks of the dumps last, if the campaign keeps dumps."""
    strip: SupplyStrip | None = None


@dataclass(frozen=True, slots=True)
class Sitrep:
    """A situation report. Empty parts are not printed."""

    masthead: Masthead
    judgement: str
    """Overall judgement in one sentence, at the top."""
    digest: Digest = Digest()
    own: tuple[OwnLine, ...] = ()
    own_totals: tuple[OwnCount, ...] = ()
    prisoners: str = ""
    """Prisoners taken by the whole side in all its battles: ``138 taken``."""
    contacts: tuple[SightedEnemy, ...] = ()
    decisions: tuple[OwedDecision, ...] = ()
    supply: SupplyNews | None = None
    weather: tuple[Fact, ...] = ()
    light: str = ""
    """Times of sun and moon: ``First light 05:10, sunset 19:08; moon 84 %, sets 08:40.``"""
    neighbours: tuple[Fact, ...] = ()
    notes: str = ""
    order_form: OrderForm | None = None
    """Order form under a cut line or on the back, without its own masthead."""
    own_note: str = ""
    """Which units the totals include."""
    objectives: tuple[Fact, ...] = ()
    """Objectives of the side by points: ``3 a day``, ``ours: Halfaya Pass, top; not ours: Fort Capuzzo``."""
    score: str = ""
    """Score of the side: ``6 points so far``."""
    marches: tuple[Fact, ...] = ()
    """Kilometres that the commander's troops march in a turn, by kind: by road, across country, in terrain."""
    out_of_play: tuple[Fact, ...] = ()
    """Battalions out of play, with the roll that brings them back."""
