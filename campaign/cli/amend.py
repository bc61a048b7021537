"""Amending: a past mistake is corrected, backwards or from now on (umpire 1.16).

``order amend``, ``unit amend`` and ``battle amend`` find the old entry, ask only for the changes, and end here: the
consequences are shown; where nothing that was played changes, or with ``--rewrite``, the right entry takes the wrong
one's place; else the correction takes effect now.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from campaign.actions.corrections import Amendment, Steps
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.dice import with_dice
from campaign.cli.options import rolls
from campaign.cli.other_rules import FROM_ENTRY, REWRITE_OR_FROM, say
from campaign.cli.replay import print_replayed
from campaign.cli.session import NOTHING_CHANGED, actor, kept_rows, tell
from campaign.errors import BadInput
from campaign.journal.amending import Consequences
from campaign.journal.board import JournalBoard
from campaign.journal.other_rules import ways_out
from campaign.journal.record import FOUNDING, Sources
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.rules.common.dice import RollName
from campaign.store import opened
from campaign.values import dataclass

Command = TypeVar("Command", bound=Callable[..., Any])
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class How:
    """The options of an amendment."""

    why: str
    rewrite: bool
    preview: bool
    from_entry: int | None = None
    """Number of the entry before which the correction takes effect; the entries after it are played again."""


def amends(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command with the options of every amendment, which it takes as one ``how``."""

    @wraps(command)
    def gathered(
        call: Call, /, *, why: str, rewrite: bool, preview: bool, from_entry: int | None, **fields: Any
    ) -> None:
        command(call, how=How(why, rewrite, preview, from_entry), **fields)

    decorated: Callable[..., Any] = gathered
    for option in (
        click.option("--preview", is_flag=True, help="Show what would change, and change nothing."),
        click.option("--from-entry", type=click.IntRange(min=3), metavar="N", help=FROM_ENTRY),
        click.option(
            "--rewrite", is_flag=True, help="Amend the past even if battles already fought would end differently."
        ),
        click.option("--why", default="a mistake found later", metavar="TEXT", help="Reason, kept in the journal."),
    ):
        decorated = option(decorated)
    return rolls(decorated)


def amend(call: Call, find: Callable[[JournalBoard], Amendment], how: How) -> None:
    """Find the old entry, show the results of its correction, and carry it out one way or the other.

    All is tried on a copy; the campaign itself is opened for writing only at the end. A correction that makes no sense
    either way is refused before anything is shown. A roll that the players made for one step is not asked for again.
    """
    if how.rewrite and how.from_entry is not None:
        raise BadInput(REWRITE_OR_FROM)
    campaign, rolled = call.campaign or None, dict[RollName, int]()

    def throw(attempt: Callable[[Sources], Answer]) -> Answer:
        return with_dice(call.dice, attempt, rolled)

    with opened(call.db, write=False, rows=kept_rows(call)) as store, copy_of(store, campaign) as copy:
        with reading(copy, campaign) as board:
            amendment = find(board)
        steps = Steps(copy, campaign, actor(call), throw)
        trial = steps.tried(amendment, rewrite=how.rewrite, from_entry=how.from_entry, why=how.why)
        would, again = trial.would, trial.again
        from_now_on = steps.from_now_on(trial, how.why) if would.replayed is None else None
        entry = amendment.entry
        show.lines(amendment.said or ([f"Entry {entry.number}: {entry.summary}"] if entry else []))
        say(again)
        _show(would, trial.touched)
        if again.is_otherwise and not trial.backwards:
            ways = ways_out(again, f"--from-entry {again.last + 1}", can_rewrite=would.replayed is not None)
            show.lines([f"The amendment takes effect now, and the past is unchanged: {ways}."])
        if how.preview:
            show.line(NOTHING_CHANGED)
            return
        if not trial.backwards and from_now_on is None:
            from_now_on = steps.from_now_on(trial, how.why)
    with opened(call.db, write=True, rows=kept_rows(call)) as store:
        tell(store, call)
        steps.store = store
        if from_now_on is None:
            _rewrite(steps, would)
        else:
            _carry_out(steps, from_now_on)


def _show(would: Consequences, touched: tuple[str, ...]) -> None:
    if would.replayed is None:
        show.lines([f"The past cannot be amended: {would.senseless}"])
        return
    print_replayed(would.replayed, preview=True)
    if touched:
        show.lines(["These battles or decisions would end differently:", *touched])


def _rewrite(steps: Steps, would: Consequences) -> None:
    done = steps.rewritten(would)
    if not done.written:
        show.line("The amendment changes nothing: the journal is unchanged.")
        return
    number = would.after + 1
    back = f"amend entry {number} again" if would.correction.instead else f"campaign replay --without {number}"
    if would.correction.instead or would.after == FOUNDING:
        show.line("The amended entry replaces the wrong one.")
    else:
        show.line(
            f"The entries before {number} are unchanged; the amendment takes effect there, and the later entries"
            " were played again."
        )
    show.lines(
        [
            (
                f"To undo this: {back}. (campaign undo undoes only the last entry; campaign log --all shows the"
                " wrong ones.)"
            )
        ]
    )


def _carry_out(steps: Steps, command: object) -> None:
    done = steps.given(command)
    show.line("The past is unchanged; the amendment takes effect now (--rewrite amends the past).")
    show.receipt(done.receipt)


def ask_field(label: str, before: str) -> str:
    """Ask for a field of the old entry and return the answer: Enter keeps it, - empties it."""
    answer: str = click.prompt(f"{label}? [{before or '-'}]", default="", show_default=False, prompt_suffix=": ")
    return before if not answer.strip() else "" if answer.strip() == "-" else answer.strip()
