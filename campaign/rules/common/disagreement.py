"""Where two sides' returns of one battle disagree (umpire 1.17).

compare(first, second, fields, names) -> tuple[Difference, ...]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.rules.common.return_form import CLOCK, Fields, Filed, Foot


@dataclass(frozen=True, slots=True)
class Difference:
    """Something on which two sides' returns disagree: what, and what each says, in the order of the sides."""

    subject: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.first} / {self.second}"


def compare(
    first: Filed, second: Filed, fields: Fields, names: Mapping[str, str] | None = None
) -> tuple[Difference, ...]:
    """Where two sides' returns of one battle disagree. What only one of them answers is no disagreement (umpire 1.17).

    ``names`` are the words for sides and places, by their keys.
    """
    called = names or {}
    ours, theirs = first.foot, second.foot
    differences = [
        *_differs("clock at the end", _clock(ours.clock), _clock(theirs.clock)),
        *_differs("turn reached", ours.turn, theirs.turn),
        *_differs("finished or suspended", ours.ending, theirs.ending),
        *_differs("who holds the field", _named(ours.field, called), _named(theirs.field, called)),
    ]
    held = dict(theirs.objectives)
    for place, side in ours.objectives:
        differences += _differs(
            f"who holds {called.get(place, place)}", _named(side, called), _named(held.get(place), called)
        )
    differences += _differs(
        "prisoners: taken by the first, lost by the second", ours.prisoners_taken, theirs.prisoners_lost
    )
    differences += _differs(
        "prisoners: lost by the first, taken by the second", ours.prisoners_lost, theirs.prisoners_taken
    )
    differences += _differs("works changed", _works(ours), _works(theirs)) if ours.works and theirs.works else []
    for field in fields.side:
        if field.shared:
            differences += _differs(field.label, ours.side.get(field.key), theirs.side.get(field.key))
    return tuple(differences)


def _named(key: str | None, names: Mapping[str, str]) -> str | None:
    return None if key is None else names.get(key, key)


def _differs(subject: str, first: object | None, second: object | None) -> list[Difference]:
    if first is None or second is None or first == second:
        return []
    return [Difference(subject, str(first), str(second))]


def _clock(text: str | None) -> str | None:
    match = CLOCK.fullmatch(text.strip()) if text else None
    return f"{int(match[1]):02}:{match[2]}" if match else None


def _works(foot: Foot) -> str:
    return ", ".join(sorted(foot.works))
