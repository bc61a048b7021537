"""The report of a battle that the program fights, while it is written: events in the order of the table.

What the events are, and their words, stands in ``campaign/views/battle_report.py``. A resolver puts them down as they
happen; nobody writes a line by himself where an event has the numbers, for the numbers are what a player follows at
the table and what a checker replays:

    report.add(Opening(...))                      once, then a Start for every unit that will be on the table
    report.heading("Turn 2, night.", "turn")      a turn, a "move", or (with "end") why a side gives up the field
    report.add(Move(name, report.path(points), length, allowance, how))
    report.add(Attack(target, (Shot(name, point, distance, dice), ...), "Fire", (rolled(...), ...), effect))
    report.add(rolled("readiness", target, faces, "keeps its officer"))       a roll that is no attack
    report.change(name, side, before, after)      a state that the line before has told: the summary counts it
    report.say(text)  report.tell(sentences)      whatever else is worth telling

``report.turned`` takes a point of the fight to the campaign's table (inches from its west and south edges); a resolver
that turns its table sets it once (``ground.unturned``), and hands every point through ``report.point`` or ``.path``.

Report             .events, .lines
faces(...)         the dice as they fell
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from campaign.terms.state import State
from campaign.views.battle_report import Change, Event, Heading, Note, Point, faces_words, lines


def _as_it_is(point: Point) -> Point:
    return point


class Report:
    """Events in the order in which they happen."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.turned: Callable[[Point], Point] = _as_it_is

    def add(self, event: Event) -> None:
        """Put down what happens."""
        self.events.append(event)

    def heading(self, text: str, kind: str = "") -> None:
        """Begin a ``turn``, a ``move`` or a phase, or tell why it ends (``end``)."""
        self.events.append(Heading(text, kind))

    def say(self, text: str) -> None:
        """Tell what happened within a turn or a move."""
        self.events.append(Note(text))

    def tell(self, sentences: Iterable[str]) -> None:
        """Tell several things, each in a line of its own."""
        for sentence in sentences:
            self.say(f"{sentence}.")

    def change(self, unit: str, side: int, before: State, after: State, cause: str = "") -> None:
        """Note that a unit is in another state than before, if it is."""
        if after is not before:
            self.events.append(Change(unit, side, before.value, after.value, cause))

    def point(self, x: float, y: float) -> Point:
        """A point of the fight as the campaign's table has it."""
        return self.turned((x, y))

    def path(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Points of a way likewise."""
        return tuple(map(self.turned, points))

    @property
    def lines(self) -> list[str]:
        """What was told so far, line by line."""
        return list(lines(self.events))


def faces(*rolled: int | None) -> str:
    """``4 6 1``; a dash where no die was thrown."""
    return faces_words(face for face in rolled if face is not None)
