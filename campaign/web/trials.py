"""Trials on a copy: what would follow is shown first, and done only if it is still the same.

number_in(visit) -> int                     the entry in the address
mark_of_trial(...) -> str                   a short name for what a trial showed
mark_of_amendment(trial, now) -> str        the same for an amendment
asked_in_the_form()                         what a battle's end leaves open, in the terms of the form
quicker(visit, show) -> Answer              the page again, as 409, where somebody else changed the campaign meanwhile
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

from campaign.actions.corrections import AmendmentTrial, FromNow
from campaign.errors import BadInput, NotDecided, NotFound
from campaign.journal.replay import Replayed
from campaign.terms.words import is_number, listing
from campaign.values import replace
from campaign.web.answer import Answer
from campaign.web.visit import Visit

LONGEST_NUMBER = 9
MISTAKE = "a mistake found later"
"""The reason of an amendment for which nobody gives another."""
QUICKER = "The campaign has changed since this page was made, and nothing was done. Look at the new preview"


def number_in(visit: Visit, name: str = "entry") -> int:
    """Return the number of the entry in the address. Raises NotFound."""
    word = visit.path[name]
    if not is_number(word) or len(word) > LONGEST_NUMBER:
        raise NotFound(f"{word!r} is not the number of an entry. The log lists the entries")
    return int(word)


def mark_of_trial(*shown: object) -> str:
    """Return a short name for what a trial showed: equal trials have equal names."""
    return sha256(repr(shown).encode()).hexdigest()[:20]


def shown_of(replayed: Replayed) -> tuple[object, ...]:
    """Return what decides whether two trials of a replay are the same."""
    return replayed.entries, replayed.changes, replayed.played


def mark_of_amendment(trial: AmendmentTrial, now: FromNow | None) -> str:
    """Return the same for an amendment. ``now``: as it takes effect from now on; None where the past is amended."""
    replayed = trial.would.replayed
    return mark_of_trial(
        trial.backwards, () if now is None else now.shown, *(() if replayed is None else shown_of(replayed))
    )


@contextmanager
def asked_in_the_form() -> Iterator[None]:
    """Word what a battle's end leaves open in the terms of the form. Raises BadInput in place of NotDecided."""
    try:
        yield
    except NotDecided as question:
        if not question.units:
            text = f"The battle cannot be settled yet. Answer in the form: {listing(question.questions)}"
            raise BadInput(f"{text}. Nothing was changed") from question
        raise BadInput(
            f"The rules do not decide how a unit goes back: {listing(question.questions)}. In the place field "
            "of that unit write stays, back, advances, or a place. Nothing was changed"
        ) from question


def quicker(visit: Visit, show: Callable[[Visit], Answer]) -> Answer:
    """Return the page with what would follow now, as status 409."""
    again = replace(visit, fault=QUICKER, typed=visit.fields, fields={}, files={})
    return replace(show(again), status=409)
