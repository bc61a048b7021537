"""Amending: a mistake found later is put right, backwards or from now on (umpire 1.16).

``order amend``, ``unit amend`` and ``battle amend`` find the old entry, ask only what changes, and end here: the consequences are
shown; where nothing that was played changes, or with ``--rewrite``, the right entry takes the wrong one's place; else the
correction takes effect now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from campaign.actions.amending import Amend
from campaign.actions.every import every_action
from campaign.cli import show
from campaign.cli.desk import actor, tell
from campaign.cli.dice import with_dice
from campaign.cli.options import Call, rolls
from campaign.cli.replay import print_replayed
from campaign.errors import Refused
from campaign.journal.amending import Amendable, Consequences, consequences, forward
from campaign.journal.desk import Desk
from campaign.journal.record import FOUNDING, commit
from campaign.journal.replay import Correction, replay
from campaign.journal.transaction import reading
from campaign.store import Store, opened

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Correct:
    """What is to be put right: the old entry (None: nothing is said of it after the founding) and the command that should stand there.

    ``spare``: the battle that is amended itself (``battle 2,``), which of course comes out otherwise.
    """

    entry: Amendable | None
    command: object
    spare: str = ""


@dataclass(frozen=True, slots=True)
class How:
    """How it is to be done."""

    why: str
    rewrite: bool
    preview: bool


def amends(command: Command) -> Command:
    """The options of every amending."""
    for option in (
        click.option("--preview", is_flag=True, help="Only show what would become different."),
        click.option("--rewrite", is_flag=True, help="Put the past right although battles that were fought come out otherwise."),
        click.option("--why", default="a mistake found later", metavar="TEXT", help="The reason; it stands in the record."),
    ):
        command = option(command)
    return rolls(command)


def amend(call: Call, find: Callable[[Desk], Correct], how: How) -> None:
    """Find the old entry, show what its correction would come to, and carry it out one way or the other."""
    register = every_action()
    with opened(call.db, write=True) as store:
        tell(store)
        with reading(store, call.campaign or None) as desk:
            correct = find(desk)
        entry = correct.entry
        after = FOUNDING if entry is None else entry.number - 1
        correction = (
            Correction(also={FOUNDING: (correct.command,)}) if entry is None else Correction(instead={entry.number: correct.command})
        )
        if entry is not None:
            show.lines([f"Entry {entry.number}: {entry.summary}"])
        would = with_dice(
            call.dice,
            lambda source, known: consequences(
                store, call.campaign or None, correction, after, source=source, actor=actor(call), register=register, known=known
            ),
        )
        touched = would.touches(correct.spare)
        _show(would, touched)
        if how.preview:
            show.line("Nothing was changed: this was a preview.")
        elif would.replayed is not None and (how.rewrite or not touched):
            _rewrite(call, store, would)
        elif how.rewrite:
            raise Refused(would.senseless)
        else:
            _forward(call, store, correct, how)


def _show(would: Consequences, touched: tuple[str, ...]) -> None:
    if would.replayed is None:
        show.lines([f"The past cannot be put right: {would.senseless}"])
        return
    print_replayed(would.replayed, preview=True)
    if touched:
        show.lines(["What was played or decided would come out otherwise:", *touched])


def _rewrite(call: Call, store: Store, would: Consequences) -> None:
    register = every_action()
    done = with_dice(
        call.dice,
        lambda source, known: replay(
            store, call.campaign or None, after=would.after, source=source, actor=actor(call), known=known, correction=would.correction,
            register=register,
        ),
    )  # fmt: skip
    show.line("The right entry stands in the wrong one's place." if done.written else "It comes to the same: the record is left as it was.")


def _forward(call: Call, store: Store, correct: Correct, how: How) -> None:
    register, entry = every_action(), correct.entry
    if entry is None:
        done = with_dice(
            call.dice,
            lambda source, known: commit(store, call.campaign or None, correct.command, source=source, actor=actor(call), known=known),
        )  # fmt: skip
        show.line("The past stands; the correction takes effect now (--rewrite puts the past right).")
        show.receipt(done.receipt)
        return
    carried = with_dice(
        call.dice,
        lambda source, known: forward(store, call.campaign or None, entry, correct.command, source=source, register=register, known=known),
    )  # fmt: skip
    command = Amend(entry.number, how.why, carried.values, carried.said)
    done = with_dice(
        call.dice, lambda source, known: commit(store, call.campaign or None, command, source=source, actor=actor(call), known=known)
    )  # fmt: skip
    show.line("The past stands; the correction takes effect now (--rewrite puts the past right).")
    show.receipt(done.receipt)


def asked(label: str, before: str) -> str:
    """A field of the old entry: Enter keeps it, - empties it."""
    answer: str = click.prompt(f"{label} [{before or '-'}]", default="", show_default=False, prompt_suffix=": ")
    return before if not answer.strip() else "" if answer.strip() == "-" else answer.strip()
