"""The names of what a forecast counts, read once from the board from which the runs begin."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from campaign.forecast.watch import Evening, Subjects, Watch, subjects_of
from campaign.journal.board import Board
from campaign.model import Battalion, Crossing, Formation, Objective, Place, Side
from campaign.situation.clock import calendar_of
from campaign.terms.time import Calendar, Moment
from campaign.values import dataclass

NOT_OURS: Final = "not ours"
"""The holder of a place, for a side that knows only that it is not its own."""


@dataclass(frozen=True, slots=True)
class FormationName:
    """A formation's key and name, the side, the formations above it, and its battalions and men by establishment."""

    key: str
    name: str
    side: int
    depth: int
    battalions: int
    establishment: int


@dataclass(frozen=True, slots=True)
class Names:
    """The campaign at the moment from which it is played on, in names. ``now``: what a run would count at once."""

    campaign: str
    title: str
    moment: Moment
    calendar: Calendar
    subjects: Subjects
    sides: Mapping[int, str]
    places: Mapping[int, tuple[str, str]]
    """Key and name of every place."""
    objectives: Mapping[int, str]
    """By the place, the names of its objectives."""
    crossings: Mapping[int, tuple[str, str]]
    formations: Mapping[int, FormationName]
    now: Evening
    side: int | None = None
    """The only side whose affairs are counted; None for all."""

    @property
    def rivals(self) -> tuple[int, ...]:
        """Return the sides, those that are counted first."""
        counted = self.subjects.sides
        return (*counted, *(side for side in sorted(self.sides) if side not in counted))

    @property
    def nobody(self) -> str:
        """The holder of a place that no counted side holds."""
        return "" if self.side is None else NOT_OURS

    def date_of(self, day: int) -> date:
        return self.calendar.date_of(day)


def names_of(board: Board, side: int | None = None) -> Names:
    """Return the names on a board; ``side``: the only one whose affairs are counted."""
    subjects, watch = subjects_of(board, side), Watch(board, side)
    watch.evening(board.clock.day)
    formations, battalions = board.by_id(Formation), board.by_id(Battalion)
    objectives: dict[int, list[str]] = {}
    for objective in board.rows(Objective):
        if side in (None, objective.side_id):
            objectives.setdefault(objective.place_id, []).append(objective.name)

    def depth(formation: Formation) -> int:
        above = formation.superior_id
        return 0 if above is None else 1 + depth(formations[above])

    return Names(
        board.campaign.name,
        board.campaign.title,
        board.moment,
        calendar_of(board),
        subjects,
        {row.id: row.name for row in board.rows(Side)},
        {place.id: (place.key, place.name) for place in board.rows(Place)},
        {place: " / ".join(dict.fromkeys(names)) for place, names in objectives.items()},
        {crossing.id: (crossing.key, crossing.name) for crossing in board.rows(Crossing)},
        {
            ident: FormationName(
                formations[ident].key,
                formations[ident].name,
                formations[ident].side_id,
                depth(formations[ident]),
                len(subjects.members[ident]),
                sum(battalions[member].men_establishment for member in subjects.members[ident]),
            )
            for ident in subjects.formations
        },
        watch.evenings[0],
        side,
    )
