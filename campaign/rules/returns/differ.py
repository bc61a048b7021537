"""Comparison of two sides' returns of one battle, and the returns that hold once it is decided which side's answers
count (umpire 1.17).

compare(first, second, fields, names) -> tuple[Difference, ...]
answers(first, second, fields, names) -> tuple[Difference, ...]    also what only one says, and what both say alike
agreed(first, second, fields, words) -> (Foot, Foot)       both feet with the answer that counts
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaign.rules.returns.filed import CLOCK, Fields, Filed, Foot
from campaign.values import dataclass, replace

Path = tuple[str, ...]
"""A field of the foot and, if that holds several answers, the one meant: a place, a column."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A point on which two sides' returns disagree, with the answer of each, in the order of the sides.

    ``key`` names the point permanently, whatever else the two disagree on: ``field``, ``objectives capuzzo``.
    """

    subject: str
    first: str
    second: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class _Point:
    """A question that both forms ask, with the place of its answer in the first foot and in the second."""

    subject: str
    first: Path
    second: Path

    @property
    def key(self) -> str:
        return " ".join(self.first)


def compare(
    first: Filed, second: Filed, fields: Fields, names: Mapping[str, str] | None = None
) -> tuple[Difference, ...]:
    """Return the points on which two sides' returns of one battle disagree. A point that only one of them answers is
    not a disagreement (umpire 1.17).

    ``names`` are the display names of sides and places, by key.
    """
    every = answers(first, second, fields, names)
    return tuple(point for point in every if point.first and point.second and point.first != point.second)


def answers(
    first: Filed, second: Filed, fields: Fields, names: Mapping[str, str] | None = None
) -> tuple[Difference, ...]:
    """Return every question that both forms ask and at least one side answered, with the answers of both; empty words
    where a side gave none.
    """
    called, points = names or {}, []
    for point in _points(first, second, fields, called):
        ours, theirs = (
            _text(_answer(foot, path), called)
            for foot, path in ((first.foot, point.first), (second.foot, point.second))
        )
        if ours or theirs:
            points.append(Difference(point.subject, ours, theirs, point.key))
    return tuple(points)


def agreed(first: Filed, second: Filed, fields: Fields, words: Mapping[str, str]) -> tuple[Foot, Foot]:
    """Return both feet with the answer that counts in each. ``words`` holds, by the key of a difference, the side whose
    answer counts.
    """
    feet = first.foot, second.foot
    for point in _points(first, second, fields, {}):
        side = words.get(point.key)
        if side == first.side:
            feet = feet[0], _with(feet[1], point.second, _answer(feet[0], point.first))
        elif side == second.side:
            feet = _with(feet[0], point.first, _answer(feet[1], point.second)), feet[1]
    return feet


def _points(first: Filed, second: Filed, fields: Fields, called: Mapping[str, str]) -> Iterator[_Point]:
    """Yield the questions that both forms ask, in the order of the form. Prisoners taken by one side are prisoners lost
    by the other.
    """

    def same(subject: str, *path: str) -> _Point:
        return _Point(subject, path, path)

    yield same("clock at the end", "clock")
    yield same("turn reached", "turn")
    yield same("finished or suspended", "ending")
    yield same("holder of the field", "field")
    places = (place for foot in (first.foot, second.foot) for place, _ in foot.objectives)
    for place in dict.fromkeys(places):
        yield same(f"holder of {called.get(place, place)}", "objectives", place)
    taken, lost = ("prisoners_taken",), ("prisoners_lost",)
    sides = tuple(called.get(filed.side, filed.side) for filed in (first, second))
    yield _Point(f"prisoners {sides[0]} took and {sides[1]} lost", taken, lost)
    yield _Point(f"prisoners {sides[0]} lost and {sides[1]} took", lost, taken)
    yield same("works changed", "works")
    for field in fields.side:
        if field.shared:
            yield same(field.label, "side", field.key)


def _answer(foot: Foot, path: Path) -> Any:
    value = getattr(foot, path[0])
    return dict(value).get(path[1]) if len(path) > 1 else value


def _with(foot: Foot, path: Path, answer: Any) -> Foot:
    name, *key = path
    value: Any = answer
    if key:
        answers = {**dict(getattr(foot, name)), key[0]: answer}
        value = answers if name == "side" else tuple(answers.items())
    return replace(foot, **{name: value})


def _text(answer: object, called: Mapping[str, str]) -> str:
    """Return the answer in words; empty if there is none."""
    if answer is None or answer == ():
        return ""
    if isinstance(answer, tuple):
        return ", ".join(sorted(answer))
    text = str(answer)
    clock = CLOCK.fullmatch(text.strip()) if isinstance(answer, str) else None
    return f"{int(clock[1]):02}:{clock[2]}" if clock else called.get(text, text)
