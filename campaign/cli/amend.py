"""Amending: a past mistake is corrected, backwards or from now on (umpire 1.16).

``order amend``, ``unit amend`` and ``battle amend`` find the old entry, ask only for the changes, and end here: the
consequences are shown, and agreed to. Where nothing that was played changes, or with ``--rewrite``, the right entry
takes the wrong one's place; otherwise the correction takes effect now.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from campaign.actions.corrections import Amendment, AmendmentTrial, FromNow, Steps
from campaign.cli import show
from campaign.cli.asking import typed_answer
from campaign.cli.call import Call
from campaign.cli.dice import thrown
from campaign.cli.left_out import tell_of_default
from campaign.cli.options import rolls
from campaign.cli.other_rules import FROM_ENTRY, REWRITE_OR_FROM, say
from campaign.cli.replay import print_replayed
from campaign.cli.session import NOTHING_CHANGED, actor, kept_rows, tell
from campaign.errors import BadInput, Refused
from campaign.journal.amending import Consequences
from campaign.journal.board import JournalBoard
from campaign.journal.other_rules import ways_out
from campaign.journal.record import FOUNDING
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.queries.book.changes import change_lines
from campaign.store import opened
from campaign.values import dataclass
from campaign.views.book.changes import NOTHING_BUT_WORDS
from campaign.words.proposal import Proposal

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class How:
    """The options of an amendment."""

    why: str
    rewrite: bool
    preview: bool
    yes: bool = False
    """True if nothing is asked."""
    from_entry: int | None = None
    """Number of the entry before which the correction takes effect; the entries after it are played again."""


def amends(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command with the options of every amendment, which it takes as one ``how``."""

    @wraps(command)
    def gathered(
        call: Call, /, *, why: str, rewrite: bool, preview: bool, yes: bool, from_entry: int | None, **fields: Any
    ) -> None:
        command(call, how=How(why, rewrite, preview, yes, from_entry), **fields)

    decorated: Callable[..., Any] = gathered
    for option in (
        click.option("--yes", is_flag=True, help="Amend without asking."),
        click.option("--preview", is_flag=True, help="Show what would change, and change nothing."),
        click.option("--from-entry", type=click.IntRange(min=3), metavar="N", help=FROM_ENTRY),
        click.option(
            "--rewrite", is_flag=True, help="Amend the past even if battles already fought would turn out differently."
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
    campaign, throw = call.campaign or None, thrown(call)
    with opened(call.db, write=False, rows=kept_rows(call)) as store, copy_of(store, campaign) as copy:
        with reading(copy, campaign) as board:
            amendment = find(board)
        steps = Steps(copy, campaign, actor(call), throw, change_lines)
        trial = steps.tried(amendment, rewrite=how.rewrite, from_entry=how.from_entry, why=how.why)
        now = None if trial.backwards else steps.from_now_on(trial, how.why)
    reason = Proposal(f"the journal keeps the reason '{how.why}'", "no other was given", "--why TEXT")
    tell_of_default("why", reason)
    entry = amendment.entry
    show.lines(amendment.said or ([f"Entry {entry.number}: {entry.summary}"] if entry else []))
    say(trial.again)
    if now is None:
        _show_past(trial)
    else:
        _show_now(trial, now)
    if how.preview:
        show.line(NOTHING_CHANGED)
        return
    _ask(trial, now, yes=how.yes)
    with opened(call.db, write=True, rows=kept_rows(call)) as store:
        tell(store, call)
        steps.store = store
        if now is None:
            _rewrite(steps, trial.would)
        else:
            steps.given(now)
            show.line("The past is unchanged; the changes listed above were made now.")


def _show_past(trial: AmendmentTrial) -> None:
    """Print what follows if the right entry takes the place of the wrong one."""
    assert trial.would.replayed is not None
    print_replayed(trial.would.replayed, preview=True)
    if trial.touched:
        show.lines(["These battles or decisions would turn out differently:", *trial.touched])


def _show_now(trial: AmendmentTrial, now: FromNow) -> None:
    """Print why the past stays unchanged, and the changes that are made now instead."""
    would, again = trial.would, trial.again
    if would.replayed is None:
        show.lines([f"The past stays as it was played, because a later entry depends on it: {would.senseless}."])
    elif trial.touched:
        played = "; ".join(trial.touched)
        show.lines(
            [f"The past stays as it was played, because these results would change: {played} (--rewrite amends it)."]
        )
    if again.is_otherwise:
        ways = ways_out(again, f"--from-entry {again.last + 1}", can_rewrite=would.replayed is not None)
        show.lines([f"The amendment takes effect now, and the past is unchanged: {ways}."])
    show.heading("Amended from now on:")
    show.lines(now.lines or [NOTHING_BUT_WORDS], indent=2)


def _ask(trial: AmendmentTrial, now: FromNow | None, *, yes: bool) -> None:
    """Ask whether to amend as shown. Without a terminal, an amendment from now on needs ``--yes``."""
    if yes or (trial.would.replayed is not None and not trial.would.replayed.is_different):
        return
    entry = trial.amendment.entry
    what = f"entry {entry.number}" if entry else "the start"
    if sys.stdin.isatty():
        click.confirm(f"Amend {what} from now on?" if now is not None else f"Amend {what} in the past?", abort=True)
    elif now is not None:
        raise Refused("nothing was changed. To amend from now on and leave the past as it was played: --yes")


def _rewrite(steps: Steps, would: Consequences) -> None:
    done = steps.rewritten(would)
    if not done.written:
        show.line("The amendment changes nothing: the journal is unchanged.")
        return
    number = would.after + 1
    if would.correction.instead or would.after == FOUNDING:
        show.line("The amended entry replaces the wrong one.")
    else:
        show.line(
            f"The entries before {number} are unchanged; the amendment takes effect there, and the later entries"
            " were played again."
        )
    show.lines(f"To undo this: {one.command} brings back the entries as they were." for one in done.kept)


def ask_field(label: str, before: str) -> str:
    """Ask for a field of the old entry and return the answer: Enter keeps it, - empties it."""
    answer = typed_answer(f"{label}? [{before or '-'}]")
    return before if not answer else "" if answer == "-" else answer
