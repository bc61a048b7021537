"""The report of a resolved battle while it is written: events in the order of the table.

The events and their words are in ``campaign/words/battle_report.py``. A resolver records them as they happen, as an
event with its numbers rather than as a line of text, because a player follows the numbers at the table and a checker
replays them:

    report.add(Opening(...))                      once, then a Start for every unit that will be on the table
    report.heading("Turn 2, night.", "turn")      a turn, a "move", or (with "end") why a side gives up the field
    report.add(Move(name, report.path(points), length, allowance, how))
    report.add(Attack(target, (Shot(name, point, distance, dice), ...), "Fire", (rolled(...), ...), effect))
    report.add(rolled("readiness", target, faces, "keeps its officer"))       a roll outside an attack
    report.change(name, side, before, after)      a state that the line before has shown: the summary counts it
    report.say(text)  report.tell(sentences)      other sentences

``report.turned`` takes a point of the battle to the campaign's table (inches from its west and south edges); a resolver
that turns its table sets it once (``ground.unturned``), and hands every point through ``report.point`` or ``.path``.

Report             .events, .lines
faces(...)         the dice in order
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from campaign.terms.state import State
from campaign.words.battle_report import Change, Event, Heading, Note, Point, faces_words, lines


def _as_it_is(point: Point) -> Point:
    return point


class Report:
    """The events of a battle, in order."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.turned: Callable[[Point], Point] = _as_it_is

    def add(self, event: Event) -> None:
        self.events.append(event)

    def heading(self, text: str, kind: str = "") -> None:
        """Begin a ``turn``, a ``move`` or a phase, or give the reason why it ends (``end``)."""
        self.events.append(Heading(text, kind))

    def say(self, text: str) -> None:
        """Add a sentence about an event within a turn or a move."""
        self.events.append(Note(text))

    def tell(self, sentences: Iterable[str]) -> None:
        """Add several sentences, each in a line of its own."""
        for sentence in sentences:
            self.say(f"{sentence}.")

    def change(self, unit: str, side: int, before: State, after: State, cause: str = "") -> None:
        """Record that a unit's state has changed, if it has."""
        if after is not before:
            self.events.append(Change(unit, side, before.value, after.value, cause))

    def point(self, x: float, y: float) -> Point:
        """Return a point of the battle as a point of the campaign's table."""
        return self.turned((x, y))

    def path(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Return the points of a way as points of the campaign's table."""
        return tuple(map(self.turned, points))

    @property
    def lines(self) -> list[str]:
        """Return the report so far, line by line."""
        return list(lines(self.events))


def faces(*rolled: int | None) -> str:
    """Return faces in words: ``4 6 1``; a dash if no die was thrown."""
    return faces_words(face for face in rolled if face is not None)
