"""Amending what was recorded about a unit: what would follow is shown first, then carried out one way or the other."""

from __future__ import annotations

from typing import Any, Final

from campaign.actions.corrections import (
    Amendment,
    AmendmentTrial,
    FromNow,
    Steps,
    adjustment_to_amend,
    as_started,
    by_seed,
    never_adjusted,
    unit_to_amend,
)
from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.queries.book.changes import change_lines
from campaign.terms.asking import typed_values
from campaign.terms.forces import Experience
from campaign.terms.state import State
from campaign.terms.viewer import Viewer
from campaign.terms.words import is_number
from campaign.values import dataclass, replace
from campaign.verbs.adjustments import Adjust
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.trials import MISTAKE, mark_of_amendment, quicker
from campaign.web.visit import Visit

FIELDS: Final = ("men", "vehicles", "guns", "state", "experience", "establishment", "at", "under")


@dataclass(frozen=True, slots=True)
class Recorded:
    """The record of a unit: the values as they were written, and which entry they are from."""

    key: str
    name: str
    said: str
    values: dict[str, str]
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """The consequences of an amendment. ``now``: the amendment from now on; None where the past is amended."""

    trial: AmendmentTrial
    now: FromNow | None

    @property
    def mark(self) -> str:
        """Return a short name for what is shown."""
        return mark_of_amendment(self.trial, self.now)


@page("/units/{key}/amend", UMPIRE, is_kept=False, drawn_for=DrawnFor.CAMPAIGN)
def show_amend(visit: Visit) -> Answer:
    """Show what was recorded about a unit, to be amended."""
    return _page(visit)


def _page(visit: Visit, seen: Looked | None = None) -> Answer:
    trial, now = (None, None) if seen is None else (seen.trial, seen.now)
    facts = visit.read(lambda board, viewer: _recorded(board, viewer, visit.path["key"]))
    replayed = trial.would.replayed if trial is not None else None
    return visit.page(
        "unit_amend.html",
        same_at_terminal=f"campaign unit amend {facts.key}",
        facts=facts,
        states=[("", "as it is"), *((state.value, state.value) for state in State)],
        experiences=[("", "as it is"), *((word.value, word.value) for word in Experience)],
        trial=trial,
        replayed=replayed,
        lines=now.lines if now is not None else change_lines(replayed.changes) if replayed is not None else (),
        mistake=MISTAKE,
        mark="" if seen is None else seen.mark,
    )


def _recorded(board: JournalBoard, _: Viewer, word: str) -> Recorded:
    from campaign.model import Place

    unit = unit_to_amend(board, word)
    old = adjustment_to_amend(board, unit, None)
    before = as_started(unit) if old is None else old.command
    values = {name: str(getattr(before, name)) for name in FIELDS if getattr(before, name) not in ("", None)}
    said = never_adjusted(unit) if old is None else f"Entry {old.number}: {old.summary}"
    return Recorded(unit.key, unit.name, said, values, tuple(sorted(place.name for place in board.rows(Place))))


@show_amend.post
def amend_unit(visit: Visit) -> Answer:
    """Show what would follow of an amendment, or carry it out."""
    if visit.form.get("do") == "look":
        return _page(replace(visit, typed=visit.fields), _looked(visit)[0])
    key = visit.read(lambda board, viewer: _recorded(board, viewer, visit.path["key"]).key)
    done = visit.desk.change(visit.person, lambda: _carry_out(visit))
    if isinstance(done, Looked):
        return quicker(visit, lambda again: _page(again, done))
    return visit.note(done, to=f"/units/{key}")


def _looked(visit: Visit) -> tuple[Looked, Steps]:
    """Return what follows, tried on a copy, and the steps that carry it out. Raises BadInput, Refused."""
    desk = visit.desk
    with copy_of(desk.reader, desk.campaign) as copy:
        steps = Steps(copy, desk.campaign, visit.person.signature, by_seed, change_lines)
        trial = _trial(visit, steps)
        return Looked(trial, None if trial.backwards else steps.from_now_on(trial, _why(visit))), steps


def _carry_out(visit: Visit) -> str | Looked:
    """Amend the past or the present, as the trial on a copy decides; return what was done, or what would follow by now
    if that is not what was shown.
    """
    seen, steps = _looked(visit)
    if seen.mark != visit.form.get("trial", ""):
        return seen
    steps.store = visit.desk.store
    if seen.now is None:
        done = steps.rewritten(seen.trial.would)
        return "The amended entry has replaced the wrong one" if done.written else "The amendment changes nothing"
    given = steps.given(seen.now, visit.require_current)
    return f"The past is unchanged. Amended from now on: {given.receipt.summary}"


def _trial(visit: Visit, steps: Steps) -> AmendmentTrial:
    with reading(steps.store, visit.desk.campaign) as board:
        amendment = _amendment(visit, board)
    from_entry = visit.form.get("from_entry", "").strip()
    if from_entry and not is_number(from_entry):
        raise BadInput(f"{from_entry!r} is not the number of an entry. The log lists the entries")
    rewrite = visit.form.get("rewrite", "") == "on"
    if rewrite and from_entry:
        raise BadInput(
            "you ticked that the past is rewritten, and also named an entry to begin from. Choose only one of the two"
        )
    return steps.tried(amendment, rewrite=rewrite, from_entry=int(from_entry) if from_entry else None, why=_why(visit))


def _amendment(visit: Visit, board: JournalBoard) -> Amendment:
    """Return the correction: the last adjustment with other values, or else an adjustment from the start on."""
    unit = unit_to_amend(board, visit.path["key"])
    old, changes = adjustment_to_amend(board, unit, None), _changes(visit)
    if not changes:
        raise BadInput("no value was changed. Write the value that should have been there")
    if old is not None:
        return Amendment(old, replace(old.command, **changes))
    return Amendment(None, Adjust(what=str(unit.id), why=_why(visit), **changes), said=(never_adjusted(unit),))


def _changes(visit: Visit) -> dict[str, Any]:
    """Return the values that were typed; empty fields stay unchanged. Raises BadInput."""
    return typed_values(Adjust, {name: visit.form_list(name) for name in FIELDS})


def _why(visit: Visit) -> str:
    return visit.form.get("why", "").strip() or MISTAKE
