"""Places that change hands: the changes, and the lines that both sides read about them (umpire 1.10)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.model import Battle, Objective, Place
from campaign.terms.words import listing
from campaign.values import dataclass, field

MOST_PLACES = 6
"""Most places taken by a side at one time that are listed one by one; more share one line, as a map of real roads has
very many junctions."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The places that change hands in one step of the day, by the side that takes or loses them, with the seconds into
    the turn (None is its end). They are reported when all are known.
    """

    today: DayContext
    by_presence: bool = False
    """True if a place goes to the side that is alone there at the end of the turn, whatever a battle for it decided."""
    taken: dict[int, dict[Place, int | None]] = field(default_factory=dict)
    lost: dict[int, dict[Place, int | None]] = field(default_factory=dict)

    def take(self, place: Place, side: int, seconds: int | None = None) -> None:
        """Give a place to this side from now on."""
        if place.owner_id is not None:
            self.lost.setdefault(place.owner_id, {})[place] = seconds
        self.taken.setdefault(side, {})[place] = seconds
        place.owner_id = side

    def tell(self) -> None:
        """Tell the umpire which side holds the places in the end, and each side when it took and lost them."""
        scoring = {objective.place_id for objective in self.today.board.rows(Objective)}
        for side, moments in self.taken.items():
            whose = self.today.army.sides[side].name
            fields = self._fields_lost(side) if self.by_presence else {}
            kept = [place for place in moments if place.owner_id == side]
            for words, _ in _few_lines([place for place in kept if place.id not in fields], scoring):
                self.today.say(f"{words} now in {whose} hands")
            for place in (place for place in kept if place.id in fields):
                occupants = listing(
                    b.short or b.name
                    for b in self.today.army.battalions.values()
                    if b.place_id == place.id and b.side_id == side
                )
                self.today.say(
                    f"{place.name} is now in {whose} hands, although the other side held the field of battle"
                    f" {fields[place.id].number}: at the end of the turn only {occupants or 'their units'} stood there",
                    "umpire 1.10",
                )
        for by_side, fate in ((self.taken, "in our hands"), (self.lost, "lost")):
            for side, moments in by_side.items():
                for words, those in _few_lines(list(moments), scoring):
                    times = [seconds for place in those if (seconds := moments[place]) is not None]
                    note(self.today.board, f"{words} {fate}.", side=side, bold=True, seconds=max(times, default=None))

    def _fields_lost(self, side: int) -> dict[int, Battle]:
        """Return, by place, the battles of this turn whose field another side held."""
        now = self.today.now
        fought = self.today.board.rows(Battle, Battle.day == now.day, Battle.turn == now.turn)
        return {battle.place_id: battle for battle in fought if battle.field_held_by_id not in (None, side)}


def take_place(today: DayContext, place: Place, side: int) -> Changes:
    """Give one place to a side at the end of the turn, and return the change."""
    changes = Changes(today)
    changes.take(place, side)
    changes.tell()
    return changes


def _few_lines(places: Sequence[Place], scoring: Collection[int]) -> Iterator[tuple[str, Sequence[Place]]]:
    """Yield ``Arnhem is`` with the places concerned: a line for each of a few; for many, one line with their number,
    those that score first and junctions without a name last.
    """
    if len(places) <= MOST_PLACES:
        yield from ((f"{place.name} is", [place]) for place in places)
        return
    first = sorted(places, key=lambda place: (place.id not in scoring, _is_numbered(place.name)))
    most = max(MOST_PLACES, sum(place.id in scoring for place in places))
    yield f"{listing((place.name for place in first), most)} are", places


def _is_numbered(name: str) -> bool:
    """Return whether a name is only a junction's number (``P4711``, ``n 12``), as road maps have for junctions without
    a name.
    """
    return re.fullmatch(r"[^\W\d]{0,2}\W*\d+", name) is not None
