"""Trials on a copy: what would follow is shown first, and done only if it is still the same.

number_in(visit) -> int                     the entry in the address
mark_of_trial(...) -> str                   a short name for what a trial showed
quicker(visit, show) -> Answer              the page again, as 409, where somebody else changed the campaign meanwhile
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from campaign.errors import NotFound
from campaign.journal.replay import Replayed
from campaign.terms.words import is_number
from campaign.values import replace
from campaign.web.visit import Answer, Visit

LONGEST_NUMBER = 9
QUICKER = "The campaign has changed since this page was made, and nothing was done. Look at the new preview"


def number_in(visit: Visit, name: str = "entry") -> int:
    """Return the number of the entry in the address. Raises NotFound."""
    word = visit.path[name]
    if not is_number(word) or len(word) > LONGEST_NUMBER:
        raise NotFound(f"{word!r} is not the number of an entry: campaign log lists them")
    return int(word)


def mark_of_trial(*shown: object) -> str:
    """Return a short name for what a trial showed: equal trials have equal names."""
    return sha256(repr(shown).encode()).hexdigest()[:20]


def shown_of(replayed: Replayed) -> tuple[object, ...]:
    """Return what decides whether two trials of a replay are the same."""
    return replayed.entries, replayed.changes, replayed.played


def quicker(visit: Visit, show: Callable[[Visit], Answer]) -> Answer:
    """Return the page with what would follow now, as status 409."""
    again = replace(visit, fault=QUICKER, typed=visit.fields, fields={}, files={})
    return replace(show(again), status=409)
