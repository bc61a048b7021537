"""Doubts about the result as a whole: decisions of one kind on one card, and numbers of the file against the result.

doubts_of(draft, result) -> [Doubt, ...]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.exchange.foreign.doubts import Doubt, Sure
from campaign.exchange.foreign.draft import Draft, Unit
from campaign.exchange.foreign.outcome import BATTALION, Outcome
from campaign.terms.forces import SizeMark
from campaign.terms.words import counted, listing
from campaign.values import dataclass

MOST_NAMES = 12
_LARGE = frozenset({SizeMark.DIVISION, SizeMark.CORPS, SizeMark.ARMY, SizeMark.ARMY_GROUP})


@dataclass(frozen=True, slots=True)
class _Card:
    """The words of decisions of one kind. ``each``: battalions at stake for a unit, and for a division or larger."""

    made: str
    sure: Sure
    each: tuple[float, float]
    instead: str
    remedy: str


_CARDS = {
    # Our choice of what is at stake: a regiment has three battalions and counts as one, so two may be missing; a
    # formation that only has a name is mostly meant to be filled, so it weighs a third of its battalions.
    "arm": _Card("infantry, because no word gives another arm", Sure.LIKELY, (1, 1), "another arm", "arm ..."),
    "regiment": _Card(
        "one battalion each, because no battalions are given", Sure.LIKELY, (2, 2), "three battalions each", "like ..."
    ),
    "formation": _Card(
        "one battalion each, because no units are given under them", Sure.LIKELY, (2, 2), "a brigade", "like ..."
    ),
    "level": _Card(
        "left out, with their battalions directly in the command above, because no level is left for them",
        Sure.LIKELY,
        (0.5, 0.5),
        "the command above left out",
        "size brigade",
    ),
    "filled": _Card(
        "given the units of such a formation at that date, because the file has none",
        Sure.LIKELY,
        (1, 3),
        "a headquarters alone",
        "like ...",
    ),
}
KINDS = tuple(_CARDS)
"""Kinds of decisions that are collected in `Draft.decided`."""


def doubts_of(draft: Draft, result: Sequence[Outcome]) -> Iterator[Doubt]:
    """Yield the doubts about a finished draft."""
    for kind, card in _CARDS.items():
        if units := [unit for unit in draft.decided.get(kind, ()) if unit.where]:
            yield _card(kind, card, units)
    found = sum(row.kind == BATTALION for row in result)
    is_filled = any(row.is_filled for row in result)
    for where, stated in draft.totals:
        if stated != found and not (is_filled and stated > found):
            yield Doubt(
                "total",
                counted(stated, "battalion"),
                f"{counted(found, 'battalion')} found",
                Sure.GUESS,
                abs(stated - found),
                lines=(where,),
                remedy="accept total",
            )


def _card(kind: str, card: _Card, units: list[Unit]) -> Doubt:
    return Doubt(
        kind,
        listing((unit.name for unit in units), MOST_NAMES),
        card.made,
        card.sure,
        sum(card.each[unit.mark in _LARGE] for unit in units),
        lines=tuple(dict.fromkeys(unit.where for unit in units)),
        instead=(card.instead,),
        remedy=f'set "{units[0].name}" {card.remedy}',
    )
