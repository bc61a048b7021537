"""Amending: a past mistake is corrected, backwards or from now on (umpire 1.16).

``order amend``, ``unit amend`` and ``battle amend`` find the old entry, ask only for the changes, and end here: the
consequences are shown; where nothing that was played changes, or with ``--rewrite``, the right entry takes the wrong
one's place; else the correction takes effect now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

import click

from campaign.actions.all_actions import every_action
from campaign.actions.amending import Amend
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.dice import with_dice
from campaign.cli.options import rolls
from campaign.cli.other_rules import FROM_ENTRY, REWRITE_OR_FROM, correction_from, played_again, say
from campaign.cli.replay import print_replayed
from campaign.cli.session import NOTHING_CHANGED, actor, tell
from campaign.errors import BadInput, Refused
from campaign.journal.amending import Amendable, Consequences, consequences, forward
from campaign.journal.board import JournalBoard
from campaign.journal.other_rules import ways_out
from campaign.journal.record import FOUNDING, Sources, commit, preview
from campaign.journal.replay import Correction, replay
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.rules.common.dice import RollName
from campaign.store import Store, opened

Command = TypeVar("Command", bound=Callable[..., Any])
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Correct:
    """A correction: the old entry (None: no entry after the start is about it) and the command that should be there.

    ``spare``: the battle that is amended itself (``battle 2,``), which is meant to come out differently.
    """

    entry: Amendable | None
    command: object
    spare: str = ""
    said: tuple[str, ...] = ()
    """Words about the correction, if different from the old entry."""


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


def amend(call: Call, find: Callable[[JournalBoard], Correct], how: How) -> None:
    """Find the old entry, show the results of its correction, and carry it out one way or the other.

    All is tried on a copy; the campaign itself is opened for writing only at the end. A correction that makes no sense
    either way is refused before anything is shown.
    """
    if how.rewrite and how.from_entry is not None:
        raise BadInput(REWRITE_OR_FROM)
    with opened(call.db, write=False) as store, copy_of(store, call.campaign or None) as copy:
        with reading(copy, call.campaign or None) as board:
            correct = find(board)
        once = _Once(call, copy)
        would = (
            once.consequences(correct) if how.from_entry is None else once.from_entry(correct, how.from_entry, how.why)
        )
        again = played_again(call, would.after, copy)
        touched = would.touches(correct.spare)
        backwards = would.replayed is not None and (
            how.rewrite or how.from_entry is not None or not (touched or again.is_otherwise)
        )
        if (how.rewrite or how.from_entry is not None) and not backwards:
            raise Refused(would.senseless)
        from_now_on = once.from_now_on(correct, would, how) if would.replayed is None else None
        show.lines(
            correct.said or ([f"Entry {correct.entry.number}: {correct.entry.summary}"] if correct.entry else [])
        )
        say(again)
        _show(would, touched)
        if again.is_otherwise and not backwards:
            ways = ways_out(again, f"--from-entry {again.last + 1}", can_rewrite=would.replayed is not None)
            show.lines([f"The amendment takes effect now, and the past is unchanged: {ways}."])
        if how.preview:
            show.line(NOTHING_CHANGED)
            return
        if not backwards and from_now_on is None:
            from_now_on = once.from_now_on(correct, would, how)
    with opened(call.db, write=True) as store:
        tell(store)
        once.store = store
        if from_now_on is None:
            _rewrite(once, would)
        else:
            _carry_out(once, from_now_on)


@dataclass(slots=True)
class _Once:
    """The steps of an amendment, on the copy and then on the campaign; a roll that the players made for one of them is
    not asked for again.
    """

    call: Call
    store: Store
    rolled: dict[RollName, int] = field(default_factory=dict)

    def with_dice(self, attempt: Callable[[Sources], Answer]) -> Answer:
        return with_dice(self.call.dice, attempt, self.rolled)

    def consequences(self, correct: Correct) -> Consequences:
        if correct.entry is None:
            after, correction = FOUNDING, Correction(also={FOUNDING: (correct.command,)})
        else:
            after, correction = correct.entry.number - 1, Correction(instead={correct.entry.number: correct.command})
        return self._follow(correction, after)

    def from_entry(self, correct: Correct, number: int, why: str) -> Consequences:
        """Return what follows if the correction takes effect just before an entry. Raises BadInput, and Refused if
        nothing is left of it then.
        """
        entry, call = correct.entry, self.call
        if entry is None:
            correction = Correction(also={number - 1: (correct.command,)})
        else:
            correction = self.with_dice(
                lambda source: correction_from(call, self.store, entry, correct.command, number, why, source=source)
            )
        return self._follow(correction, number - 1)

    def _follow(self, correction: Correction, after: int) -> Consequences:
        return self.with_dice(
            lambda source: consequences(
                self.store,
                self.call.campaign or None,
                correction,
                after,
                source=source,
                actor=actor(self.call),
                register=every_action(),
            )
        )

    def from_now_on(self, correct: Correct, would: Consequences, how: How) -> object:
        """Return the command that makes the correction now. Raises what that command would raise, and Refused if all
        values have changed since.
        """
        entry, command = correct.entry, correct.command
        if entry is None:
            self.with_dice(
                lambda source: preview(
                    self.store, self.call.campaign or None, command, source=source, actor=actor(self.call)
                )
            )
            return command
        carried = self.with_dice(
            lambda source: forward(
                self.store, self.call.campaign or None, entry, command, source=source, register=every_action()
            )
        )
        if not carried.values:
            otherwise = (
                f"and the past cannot be amended: {would.senseless}" if would.senseless else "--rewrite amends the past"
            )
            raise Refused(
                f"entry {entry.number} ({entry.summary}) cannot be amended now: nothing that it"
                f" changed is still in place; {otherwise}"
            )
        return Amend(entry.number, how.why, carried.values, carried.said)


def _show(would: Consequences, touched: tuple[str, ...]) -> None:
    if would.replayed is None:
        show.lines([f"The past cannot be amended: {would.senseless}"])
        return
    print_replayed(would.replayed, preview=True)
    if touched:
        show.lines(["These battles or decisions would end differently:", *touched])


def _rewrite(once: _Once, would: Consequences) -> None:
    call = once.call
    done = once.with_dice(
        lambda source: replay(
            once.store,
            call.campaign or None,
            after=would.after,
            source=source,
            actor=actor(call),
            correction=would.correction,
            register=every_action(),
        )
    )
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


def _carry_out(once: _Once, command: object) -> None:
    call = once.call
    done = once.with_dice(
        lambda source: commit(once.store, call.campaign or None, command, source=source, actor=actor(call))
    )
    show.line("The past is unchanged; the amendment takes effect now (--rewrite amends the past).")
    show.receipt(done.receipt)


def ask_field(label: str, before: str) -> str:
    """Ask for a field of the old entry and return the answer: Enter keeps it, - empties it."""
    answer: str = click.prompt(f"{label}? [{before or '-'}]", default="", show_default=False, prompt_suffix=": ")
    return before if not answer.strip() else "" if answer.strip() == "-" else answer.strip()
