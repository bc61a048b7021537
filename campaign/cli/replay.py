"""``campaign replay``: the same commands again."""

from __future__ import annotations

from typing import Any

import click

from campaign.actions.all_actions import every_action
from campaign.actions.corrections import correction_from
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.dice import SEED, thrown
from campaign.cli.options import answers_json, rolls
from campaign.cli.other_rules import FROM_ENTRY, REWRITE_OR_FROM, played_again, say
from campaign.cli.session import NOTHING_CHANGED, actor, kept_rows, tell
from campaign.errors import BadInput, Refused
from campaign.journal.amending import entry_of
from campaign.journal.other_rules import ways_out
from campaign.journal.record import FOUNDING
from campaign.journal.replay import Correction, Replayed, TriedReplay, replay_as_tried, try_replay
from campaign.journal.replay import replay as run_again
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.queries.book.changes import change_lines
from campaign.store import Store, opened
from campaign.views.book.changes import NOTHING_BUT_WORDS
from campaign.views.common.json_values import as_json

_MOST_ROLLS = 4
"""Most rolls of an entry that are listed one by one."""


@click.command()
@click.argument("number", type=click.IntRange(min=1), required=False, metavar="[N]")
@click.option(
    "--without", type=click.IntRange(min=2), multiple=True, metavar="N", help="Leave out entry N. May be repeated."
)
@click.option("--from-entry", type=click.IntRange(min=3), metavar="N", help=f"With --without. {FROM_ENTRY}")
@click.option(
    "--rewrite",
    is_flag=True,
    help="Record the replay even if entries that were played under other rules turn out differently under"
    " this program's rules.",
)
@click.option("--preview", is_flag=True, help="Show what would change, and change nothing.")
@rolls
@answers_json
def replay(
    call: Call, number: int | None, without: tuple[int, ...], from_entry: int | None, rewrite: bool, preview: bool
) -> None:
    """Play everything after entry N again, with the dice that were rolled. Without N, the replay begins at the start,
    or at the first entry left out.

    The changes are printed. Dice that were never rolled are rolled now. If an entry is no longer possible, the reason
    is given and nothing is changed; if the outcome is the same, the journal is not changed.

    Entries are played under this program's rules. If an earlier version of the program played some entries under other
    rules, you see those entries and everything that would turn out differently. Nothing is then changed without
    --rewrite.
    """
    after = number or min(without, default=FOUNDING + 1) - 1
    if early := [entry for entry in without if entry <= after]:
        raise BadInput(
            f"entry {early[0]} is not one of the entries after {after}. To leave it out: campaign replay "
            f"--without {early[0]}"
        )
    if from_entry is not None and len(without) != 1:
        raise BadInput(
            "--from-entry needs exactly one --without N. To play everything after entry N again unchanged: "
            "campaign replay N"
        )
    if from_entry is not None and rewrite:
        raise BadInput(REWRITE_OR_FROM)
    correction = Correction(without=without)
    if from_entry is not None:
        correction, after = _left_out_from(call, without[0], from_entry), from_entry - 1
    again, trial = played_again(call, after)
    if not call.as_json:
        say(again)
    if again.is_otherwise and from_entry is None and not (rewrite or preview):
        command = f"--from-entry {again.last + 1}" if without else f"campaign replay {again.last}"
        can_rewrite = bool(without) or not again.senseless
        fate = "would now turn out differently" if can_rewrite else "cannot be played again"
        raise Refused(
            f"nothing was changed: entries that were played under other rules {fate}; "
            f"{ways_out(again, command, can_rewrite=can_rewrite)}"
        )
    if without or call.dice not in SEED:
        trial = None
    with opened(call.db, write=not preview, rows=kept_rows(call)) as store:
        tell(store, call)
        done = _played(call, store, trial, after, correction, preview=preview)
    if call.as_json:
        show.json({**as_json(done), "other_rules": as_json(again)})
        return
    print_replayed(done, preview)
    if preview:
        show.line(NOTHING_CHANGED)


def _played(
    call: Call, store: Store, trial: TriedReplay | None, after: int, correction: Correction, *, preview: bool
) -> Replayed:
    """Play the entries again, for a look or for good. ``trial``: the same, tried already."""
    campaign, throw = call.campaign or None, thrown(call)
    given: Any = {"after": after, "actor": actor(call), "correction": correction, "register": every_action()}
    if trial is not None:
        return (
            trial.replayed if preview else replay_as_tried(store, campaign, trial, throw=throw, register=every_action())
        )
    if not preview:
        return throw(lambda source: run_again(store, campaign, source=source, **given))
    with copy_of(store, campaign) as copy:
        return throw(lambda source: try_replay(copy, campaign, source=source, **given)).replayed


def _left_out_from(call: Call, wrong: int, number: int) -> Correction:
    """Return the correction that leaves out an entry with effect just before another."""
    with opened(call.db, write=False, rows=kept_rows(call)) as store, copy_of(store, call.campaign or None) as copy:
        with reading(copy, call.campaign or None) as board:
            entry = entry_of(board, wrong, every_action())
        why = f"entry {wrong} is left out from here on"
        name, throw = call.campaign or None, thrown(call)
        return throw(lambda source: correction_from(copy, name, entry, None, number, why, source=source))


def print_replayed(done: Replayed, preview: bool) -> None:
    """Print what was run again, and the differences."""
    count = len(done.entries)
    show.line(
        f"{count} {'entry' if count == 1 else 'entries'} after entry {done.after} played again, with the dice"
        " that were rolled."
    )
    if not done.is_different:
        show.line("The outcome is the same; the journal is unchanged.")
        return
    for rerun in done.entries:
        if not rerun.before:
            show.lines([f"put in after {rerun.number}: {rerun.after}"], indent=2)
        elif rerun.after != rerun.before:
            show.lines([f"{rerun.number}: {rerun.before}", f"now: {rerun.after or 'left out'}"], indent=2)
        show.lines(
            (f"{rerun.number}: rolled now, {roll.name}: {roll.value}" for roll in rerun.rolls[:_MOST_ROLLS]), indent=2
        )
        if len(rerun.rolls) > _MOST_ROLLS:
            show.lines(
                [f"{rerun.number}: and {len(rerun.rolls) - _MOST_ROLLS} more rolled now (--json lists them)"], indent=2
            )
    show.heading("Changes:" if done.written else "Changes that would follow:")
    show.lines(change_lines(done.changes) or [NOTHING_BUT_WORDS], indent=2)
    show.lines(f"To undo this: {one.command} brings back the entries as they were." for one in done.kept)
