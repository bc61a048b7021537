"""Amending an entry: an order, the facts of a unit or the result of a battle that was recorded wrongly. What follows is
shown first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from campaign.actions.corrections import AmendmentTrial, FromNow, Steps, by_seed
from campaign.errors import BadInput, CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.queries.book.changes import change_lines, change_list
from campaign.queries.common.outlook import look
from campaign.terms.words import is_number
from campaign.values import dataclass
from campaign.views.book.changes import NOTHING_BUT_WORDS, ChangeList
from campaign.web.amend_forms import AmendForm, amend_form, entry_about
from campaign.web.answer import Answer
from campaign.web.change_rows import ChangeRow, change_rows
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.trials import MISTAKE, asked_in_the_form, mark_of_amendment, number_in, quicker
from campaign.web.visit import Visit

AMENDABLE: Final = frozenset(
    {
        *("order", "orders", "orders taken", "adjust"),
        *("battle record", "battle settle", "battle resolve", "battle rule"),
    }
)
"""Verbs of entries that can be amended."""
WAYS: Final = (
    ("", "In the past, unless a battle or decision would turn out differently"),
    ("rewrite", "In the past, even if battles or decisions turn out differently"),
    ("from", "From a chosen entry on"),
)
"""Reason that is kept if none is given."""
WHAT: Final = {"order": "the last order to a unit", "unit": "the facts of a unit", "battle": "how a battle ended"}


@dataclass(frozen=True, slots=True)
class Look:
    """The consequences of an amendment. ``now``: the amendment from now on; None where the past is amended."""

    trial: AmendmentTrial
    now: FromNow | None
    rows: tuple[ChangeRow, ...]
    changes: ChangeList | None
    lines: tuple[str, ...]

    @property
    def mark(self) -> str:
        """Return a short name for what is shown."""
        return mark_of_amendment(self.trial, self.now)


@page("/amend", UMPIRE, is_kept=False)
def show_what_to_amend(visit: Visit) -> Answer:
    """Go to the entry that holds what is wrong: the last order to a unit, its facts, or the end of a battle."""
    what, name = visit.query.get("what", ""), visit.query.get("name", "").strip()
    if name and what in WHAT and not visit.fault:
        try:
            number, chosen = visit.read(lambda board, _: entry_about(board, what, name))
        except CampaignError as fault:
            visit.fault = str(fault)
        else:
            return visit.redirect(f"/log/{number}/amend{f'?{urlencode(chosen)}' if chosen else ''}")
    return visit.page("amend_what.html", what=what or "order", name=name, kinds=tuple(WHAT.items()))


@page("/log/{entry}/amend", UMPIRE, is_kept=False, drawn_for=DrawnFor.OWN_MARK)
def show_amend(visit: Visit) -> Answer:
    """Show the fields of an entry, and what follows from the new values. Nothing is changed."""
    number = number_in(visit)
    values = {**visit.query, **{name: texts[-1] for name, texts in visit.typed.items()}}
    look_at: Look | None = None
    if values.get("look") or visit.typed:
        try:
            look_at = _looked(visit, number, values)
        except CampaignError as fault:
            visit.fault = visit.fault or str(fault)
    return _amend_page(visit, number, values, look_at)


def _amend_page(visit: Visit, number: int, values: Mapping[str, str], look_at: Look | None) -> Answer:
    form = visit.read(lambda board, _: amend_form(board, number, values))
    return visit.page(
        "amend.html",
        same_at_terminal=form.command,
        form=form,
        number=number,
        values={field.name: values.get(field.name, field.was) for field in form.fields},
        changed=form.changed(values),
        chosen={key: values[key] for key in ("unit", "side") if values.get(key)},
        why=values.get("why", ""),
        mistake=MISTAKE,
        way=values.get("way", ""),
        since=values.get("since_entry", ""),
        ways=WAYS,
        look=look_at,
        nothing=NOTHING_BUT_WORDS,
        here=f"/log/{number}/amend",
    )


@show_amend.post
def amend_entry(visit: Visit) -> Answer:
    """Amend the entry, if what follows is still what was shown."""
    number, desk = number_in(visit), visit.desk
    values = dict(visit.form)

    def work() -> str | Look:
        seen = _looked(visit, number, values)
        if seen.mark != visit.form["trial"]:
            return seen
        steps = Steps(desk.store, desk.campaign, visit.person.signature, by_seed, change_lines)
        if seen.now is not None:
            return steps.given(seen.now, visit.require_current).receipt.summary
        if not steps.rewritten(seen.trial.would).written:
            return f"Entry {number} already reads like that; the journal is unchanged"
        return f"Entry {number} is amended, and the later entries were played again"

    done = desk.change(visit.person, work)
    if isinstance(done, Look):
        return quicker(visit, lambda again: _amend_page(again, number, {**again.query, **values}, done))
    return visit.note(done, to="/log")


def _looked(visit: Visit, number: int, values: Mapping[str, str]) -> Look:
    """Return what follows, tried on a copy. Raises BadInput, Refused."""
    desk, why = visit.desk, values.get("why", "").strip() or MISTAKE
    way = values.get("way", "")
    with copy_of(desk.reader, desk.campaign) as copy:
        with reading(copy, desk.campaign) as board:
            form: AmendForm = amend_form(board, number, values)
            amendment = form.amendment(board, values, why)
        steps = Steps(copy, desk.campaign, visit.person.signature, by_seed, change_lines)
        with asked_in_the_form():
            trial = steps.tried(amendment, rewrite=way == "rewrite", from_entry=_from_entry(way, values), why=why)
            now, replayed = None if trial.backwards else steps.from_now_on(trial, why), trial.would.replayed
        if now is not None or replayed is None:
            return Look(trial, now, (), None, () if now is None else now.lines)
        with reading(copy, desk.campaign) as board:
            changes = change_list(board, visit.person.viewer, replayed.changes)
            rows = change_rows(changes, _sides(board, visit))
    return Look(trial, now, rows, changes, tuple(change_lines(replayed.changes)))


def _sides(board: JournalBoard, visit: Visit) -> tuple[str, ...]:
    return tuple(side.name for side in look(board, visit.person.viewer).army.sides.values())


def _from_entry(way: str, values: Mapping[str, str]) -> int | None:
    if way != "from":
        return None
    word = values.get("since_entry", "").strip()
    if not is_number(word) or len(word) > 9:
        raise BadInput(
            f"{word!r} is not the number of an entry. Write the number of the entry from which the amendment takes "
            "effect"
        )
    return int(word)
