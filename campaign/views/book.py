"""The campaign book: what happened from the first day on, as one reader may know it."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.state import BattleState, State
from campaign.views.diary import DiaryEntry
from campaign.views.map import SituationMap
from campaign.views.orbat import OrbatChart
from campaign.views.papers import Fact, Masthead
from campaign.views.strength import StrengthPaper
from campaign.views.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class BookDay:
    """One day: the situation at its end, its weather, its diary, what it scored."""

    day: int
    date: str
    """``Thursday 15 May 1941``."""
    weather: tuple[Fact, ...]
    """A turn's hours and its sky."""
    score: str
    """``British 3, Axis 2``; empty if nobody scored."""
    situation: SituationMap
    lines: tuple[DiaryEntry, ...]


@dataclass(frozen=True, slots=True)
class BookFighter:
    """A battalion in a battle: how it went in and how it came out."""

    name: str
    command: str
    role: str
    before: State
    after: State | None
    """None: it took no part in the last session, or the battle is not over."""


@dataclass(frozen=True, slots=True)
class BookSide:
    """One side of a battle; of the other side only what was seen."""

    side: str
    fighters: tuple[BookFighter, ...]
    seen: tuple[str, ...]
    prisoners: str
    orders: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BookBattle:
    """One battle, as it was fought and settled."""

    number: int
    name: str
    place: str
    when: str
    rules: str
    state: BattleState
    attacker: str
    held_by: str
    outcome: str
    sides: tuple[BookSide, ...]
    story: tuple[DiaryEntry, ...]


@dataclass(frozen=True, slots=True)
class UnitHistory:
    """A battalion from the founding to the last day."""

    symbol: UnitSymbol
    name: str
    number: str
    led_by: str
    began: str
    """Strength at the founding: ``780 men, 24 vehicles``."""
    ended: str
    """Strength and state now: ``560 men, spent``."""
    position: str
    days: tuple[State | None, ...]
    battles: tuple[int, ...]
    lines: tuple[DiaryEntry, ...]


@dataclass(frozen=True, slots=True)
class FormationHistory:
    """A formation, what the diary says of itself, and its own battalions."""

    symbol: UnitSymbol
    name: str
    led_by: str
    depth: int
    lines: tuple[DiaryEntry, ...]
    units: tuple[UnitHistory, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The book. ``names`` are the places and people that the index looks for beside battles, formations and
    battalions."""

    masthead: Masthead
    scenario: str
    span: str
    """``15 to 16 May 1941``."""
    facts: tuple[Fact, ...]
    """For the title: rules at the table, days played, score, battles."""
    notes: str
    start: tuple[OrbatChart, ...]
    days: tuple[BookDay, ...]
    battles: tuple[BookBattle, ...]
    strength: tuple[StrengthPaper, ...]
    formations: tuple[FormationHistory, ...]
    end: tuple[OrbatChart, ...]
    names: tuple[str, ...]
