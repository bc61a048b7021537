"""What the checkers of all systems share: somebody who replays a report, notes every rule that was used, and says what
was wrong.

    referee.check(ok, "OB-MOV-02", "1 DLI moved 9 in. where 8 are allowed")
    referee.faults -> list[str]      referee.used -> Counter of rule ids
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from campaign.rules.common.terrain import Box
from campaign.words.battle_report import (
    Attack,
    Change,
    Declared,
    End,
    Event,
    Heading,
    Move,
    Note,
    Opening,
    Placed,
    Roll,
    Smoke,
    Start,
)
from tests.legality.battles import Fought

KINDS: Mapping[str, type] = {
    kind.__name__.lower(): kind
    for kind in (Opening, Start, Heading, Note, Move, Declared, Placed, Smoke, Roll, Attack, Change, End)
}
Spot = tuple[float, float]
NEAR = 1e-6
"""Two lengths that differ by no more are the same."""


class Referee:
    """The faults that were found, and the rules that were looked at."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        self.battle, self.fight, self.events = battle, battle.fight, events
        self.faults: list[str] = []
        self.used: Counter[str] = Counter()
        self.when = ""
        self.line = 0

    def check(self, ok: bool, rule: str, text: str) -> bool:
        """Note that a rule was used; and the fault, if it was broken."""
        self.used[rule] += 1
        if not ok:
            self.faults.append(f"{self.battle.key} {self.battle.seed}, event {self.line}, {self.when}: {text} ({rule})")
        return ok

    def read(self, text: str, readers: Iterable[tuple[str, Callable[..., None]]]) -> None:
        """Hand what a sentence tells, without its full stop, to everybody whose pattern it fits."""
        for pattern, reader in readers:
            if found := re.fullmatch(pattern, text.rstrip(".")):
                reader(*found.groups())

    def replay_all(self) -> None:
        """Event by event, each to the method of its name."""
        self.replay({kind: getattr(self, name) for name, kind in KINDS.items() if hasattr(self, name)})

    def opening(self, event: Opening) -> None:
        """Nothing is checked in it."""

    def replay(self, kinds: Mapping[type, Callable[[Any], None]]) -> None:
        """Event by event; one that makes no sense (nobody of that name, nowhere on the table) is a fault itself."""
        for line, event in enumerate(self.events):
            self.line = line
            try:
                kinds[type(event)](event)
            except (LookupError, TypeError, ValueError, AttributeError) as why:
                self.check(False, "report", f"{event} cannot be replayed: {why!r}")

    def use(self, *rules: str) -> None:
        """Note rules that were used and need no look of their own."""
        self.used.update(rules)

    def same_dice(self, rule: str, skipped: Iterable[str] = ()) -> None:
        """The faces of every purpose that was rolled are those that the report shows, in order. ``skipped``: purposes
        that the report tells in words."""
        told = [face for roll in rolls_of(self.events) for face in roll.faces]
        thrown = [roll.value for roll in self.battle.thrown if roll.name.purpose not in set(skipped)]
        self.check(told == thrown, rule, f"the dice fell {thrown}, the report has {told}")


def rolls_of(events: Iterable[Event]) -> Iterable[Roll]:
    """Every roll of a report, those of attacks in their place."""
    for event in events:
        if isinstance(event, Roll):
            yield event
        elif isinstance(event, Attack):
            yield from event.rolls


def apart(first: Spot, second: Spot) -> float:
    """Between two points."""
    return hypot(first[0] - second[0], first[1] - second[1])


def length_of(path: Sequence[Spot]) -> float:
    """Along a way."""
    return sum(apart(first, second) for first, second in pairwise(path))


def samples(path: Sequence[Spot], stride: float = 0.25) -> list[Spot]:
    """Points of a way, no farther apart than the stride."""
    points = [path[0]]
    for (x0, y0), (x1, y1) in pairwise(path):
        count = max(1, int(hypot(x1 - x0, y1 - y0) / stride))
        points += [(x0 + (x1 - x0) * n / count, y0 + (y1 - y0) * n / count) for n in range(1, count + 1)]
    return points


def inside(box: Box, spot: Spot, margin: float = 0.0) -> bool:
    """Does a point lie in a rectangle, its edges moved out by the margin?"""
    return box.west - margin <= spot[0] <= box.east + margin and box.south - margin <= spot[1] <= box.north + margin


def off_line(path: Sequence[Spot], spot: Spot) -> float:
    """How far a point lies from a way."""
    if len(path) == 1:
        return apart(path[0], spot)
    return min(_off_stretch(first, second, spot) for first, second in pairwise(path))


def _off_stretch(first: Spot, second: Spot, spot: Spot) -> float:
    dx, dy = second[0] - first[0], second[1] - first[1]
    square = dx * dx + dy * dy
    part = 0.0 if square == 0 else ((spot[0] - first[0]) * dx + (spot[1] - first[1]) * dy) / square
    part = min(1.0, max(0.0, part))
    return apart((first[0] + part * dx, first[1] + part * dy), spot)


def meeting(a: Spot, b: Spot, c: Spot, d: Spot) -> Spot | None:
    """Where two stretches cross; a hair aside, so that no corner is met twice."""
    shift = 1e-4
    a, b = (a[0] + shift, a[1] + 2 * shift), (b[0] + shift, b[1] + 2 * shift)
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if across == 0:
        return None
    along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
    other = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across
    if 0 <= along <= 1 and 0 <= other <= 1:
        return a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along
    return None
