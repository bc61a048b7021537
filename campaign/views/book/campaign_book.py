"""The campaign book: the events from the first day on, as one reader may know them. PDF and web page are drawn from
it.
"""

from __future__ import annotations

from campaign.terms.state import BattleState, State
from campaign.terms.words import listing
from campaign.values import dataclass
from campaign.views.battle.battle_paper import BattleMap
from campaign.views.book.diary import DiaryEntry
from campaign.views.contacts.sitrep import Digest
from campaign.views.map.map import SituationMap
from campaign.views.orbat.orbat import OrbatChart
from campaign.views.orbat.strength import StrengthPaper
from campaign.words.papers import Fact, Masthead
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class Losses:
    """Losses of men, vehicles and guns; a negative number came back."""

    men: int = 0
    vehicles: int = 0
    guns: int = 0

    def __add__(self, more: Losses) -> Losses:
        return Losses(self.men + more.men, self.vehicles + more.vehicles, self.guns + more.guns)

    def __neg__(self) -> Losses:
        return Losses(-self.men, -self.vehicles, -self.guns)

    def __bool__(self) -> bool:
        return bool(self.men or self.vehicles or self.guns)

    def __str__(self) -> str:
        """Return the losses in words: ``117 men, 2 vehicles``; empty for none."""
        return _counted(self.men, self.vehicles, self.guns)

    @property
    def positive(self) -> Losses:
        """Losses without recoveries."""
        return Losses(max(0, self.men), max(0, self.vehicles), max(0, self.guns))

    @property
    def returned(self) -> Losses:
        """Recoveries, as positive numbers."""
        return Losses(max(0, -self.men), max(0, -self.vehicles), max(0, -self.guns))


def _counted(men: int, vehicles: int, guns: int) -> str:
    words = ((men, "man", "men"), (vehicles, "vehicle", "vehicles"), (guns, "gun", "guns"))
    return listing(f"{count:,} {single if count == 1 else many}" for count, single, many in words if count > 0)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo of a battle as it was attached, a JPEG or a PNG."""

    name: str
    caption: str
    media_type: str
    data: bytes
    number: int = 0
    """Number of the photo within its battle."""
    taken_by: str = ""
    width: int = 0
    """Width in pixels."""
    height: int = 0


@dataclass(frozen=True, slots=True)
class DayOfSide:
    """The knowledge of one side of the day, in a few lines; ``side`` is its name."""

    side: str
    accent: str
    digest: Digest


@dataclass(frozen=True, slots=True)
class BookDay:
    """One day: the situation at its end, its weather, events, score, and the numbers of the battles that began on
    it.
    """

    day: int
    date: str
    """Weekday and date: ``Thursday 15 May 1941``."""
    weather: tuple[Fact, ...]
    """Hours of each turn, with the sky."""
    score: str
    """Points scored on the day: ``British 3, Axis 2``; empty if no side scored."""
    situation: SituationMap
    sides: tuple[DayOfSide, ...]
    battles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BookFighter:
    """A battalion in a battle: its state before and after, and its losses. ``line``: its number on the sheet and on the
    table's map.
    """

    line: int
    name: str
    command: str
    role: str
    before: State
    after: State | None
    """State after the battle; None for a battalion that took no part in the last session, and in a battle that is not
    over."""
    lost: Losses = Losses()


@dataclass(frozen=True, slots=True)
class BookSide:
    """One side of a battle; for the other side only what was seen."""

    side: str
    fighters: tuple[BookFighter, ...]
    seen: tuple[str, ...]
    prisoners: str
    orders: tuple[tuple[str, str], ...]
    lost: Losses = Losses()
    """Losses of all its battalions together."""


@dataclass(frozen=True, slots=True)
class BookBattle:
    """One battle, as it was fought and settled."""

    number: int
    name: str
    place: str
    day: int
    """Day on which the battle began."""
    when: str
    rules: str
    state: BattleState
    attacker: str
    held_by: str
    story: tuple[str, ...]
    """Sentences of one paragraph: the attacker, the side that held the field, and the losses."""
    sides: tuple[BookSide, ...]
    course: tuple[str, ...] = ()
    """Course of a battle that the program resolved, in at most ten lines."""
    words: tuple[Fact, ...] = ()
    """Remarks of the players on their returns, by side, and the umpire's ruling, each in their own words."""
    before: BattleMap | None = None
    """The table at the start of the battle; its ground alone if the program did not resolve the battle."""
    after: BattleMap | None = None
    photos: tuple[Photo, ...] = ()
    report: tuple[str, ...] = ()
    """Every move and roll of a battle that the program resolved; filled only if dice are asked for."""


@dataclass(frozen=True, slots=True)
class DayLosses:
    """The losses and recoveries of a formation on one day."""

    day: int
    lost: Losses
    returned: Losses


@dataclass(frozen=True, slots=True)
class LossCurve:
    """The daily losses, from day 1, of a side (``depth`` 0), or of one formation's battalions without those under it:
    the formations add up to the side.
    """

    name: str
    side: str
    accent: str
    depth: int
    days: tuple[DayLosses, ...]

    @property
    def men_lost(self) -> int:
        """Men lost on all days together, less those who came back."""
        return sum(day.lost.men - day.returned.men for day in self.days)


@dataclass(frozen=True, slots=True)
class Encounter:
    """The enemies of a formation: each enemy formation (or, for a reader who cannot name it, what was seen of it) with
    the numbers of the battles.
    """

    formation: str
    side: str
    against: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class UnitLoss:
    """The losses of a battalion at one time, with the battle's number (0: none)."""

    battle: int
    lost: Losses
    text: str
    """Date, losses and battle: ``15 May: lost 117 men in battle 2``."""


@dataclass(frozen=True, slots=True)
class UnitHistory:
    """The history of a battalion from the start to the last day."""

    symbol: UnitSymbol
    name: str
    number: str
    led_by: str
    began: str
    """Strength at the start of the campaign: ``780 men, 24 vehicles``."""
    ended: str
    """Strength and state now: ``560 men, spent``."""
    position: str
    days: tuple[State | None, ...]
    battles: tuple[int, ...]
    lines: tuple[DiaryEntry, ...]
    losses: tuple[UnitLoss, ...] = ()


@dataclass(frozen=True, slots=True)
class FormationHistory:
    """A formation, its own diary lines, and its own battalions."""

    symbol: UnitSymbol
    name: str
    led_by: str
    depth: int
    lines: tuple[DiaryEntry, ...]
    units: tuple[UnitHistory, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The book. ``names`` are the places and people for the index, beside battles, formations and battalions."""

    masthead: Masthead
    scenario: str
    span: str
    """First and last day: ``15 to 16 May 1941``."""
    facts: tuple[Fact, ...]
    """Facts for the title page: rules at the table, days played, score, battles."""
    notes: str
    sides: tuple[Fact, ...]
    """Sides for the cover, each with its highest formations."""
    start: tuple[OrbatChart, ...]
    days: tuple[BookDay, ...]
    battles: tuple[BookBattle, ...]
    strength: tuple[StrengthPaper, ...]
    losses: tuple[LossCurve, ...]
    encounters: tuple[Encounter, ...]
    formations: tuple[FormationHistory, ...]
    end: tuple[OrbatChart, ...]
    names: tuple[str, ...]

    def battles_of(self, day: BookDay) -> tuple[BookBattle, ...]:
        """Return the battles that began on a day."""
        return tuple(battle for battle in self.battles if battle.number in day.battles)
