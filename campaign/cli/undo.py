"""``campaign undo`` and ``redo``: entries undone and redone by the umpire; a player undoes own entries."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from campaign.actions.all_actions import every_action
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.dice import thrown
from campaign.cli.options import looks_first, ordered, throws_dice, writes
from campaign.cli.other_rules import played_again, say
from campaign.cli.session import NOTHING_CHANGED, actor, chosen_name, is_umpire, kept_rows, tell, viewer_of
from campaign.errors import BadInput, Refused
from campaign.journal import Line, reading
from campaign.journal import redo as redo_entries
from campaign.journal import undo as undo_entries
from campaign.journal.digest import broken_since
from campaign.journal.replay import Replayed
from campaign.journal.scratch_copy import copy_of
from campaign.journal.undo import branch_named, bring_back, living
from campaign.journal.undo_alone import refuse_other_rules, try_undo_alone, undo_alone
from campaign.model import Commander, Side
from campaign.queries.book.changes import change_lines
from campaign.store import Store, opened
from campaign.terms.seats import signatures
from campaign.views.book.changes import NOTHING_BUT_WORDS


@click.command()
@click.argument("number", type=click.IntRange(min=1), required=False, metavar="[NUMBER]")
@click.option("--to", type=click.IntRange(min=1), metavar="N", help="Undo every entry after number N.")
@click.option(
    "--yes",
    is_flag=True,
    help="Undo without asking, even if another player gave the entry, or if later entries turn out differently"
    " without it.",
)
@ordered
@throws_dice
def undo(call: Call, number: int | None, to: int | None, yes: bool) -> None:
    """Undo the last entry, entry NUMBER alone, or with --to every entry after entry N. The journal keeps undone
    entries, and redo brings them back.

    To undo entry NUMBER, the program plays the later entries again without it, with the dice that were rolled. You see
    the changes first. An entry cannot be undone by its number if a later entry, a fought battle or a decision depends
    on it.

    With --viewer a player can undo only his own latest entry, and only until the turn is played.
    """
    if number == 1:
        raise BadInput("entry 1 starts the campaign and cannot be undone")
    if number is not None and to is not None:
        raise click.UsageError(
            "NUMBER undoes one entry, and --to undoes every entry after a number. Give only one of the two"
        )
    if not is_umpire(call):
        if number is not None or to is not None:
            raise BadInput(
                "only the umpire may name an entry of the journal. To undo your own latest entry, leave the number out"
            )
        _take_back_own(call)
        return
    with _target(call) as store:
        standing = _standing(store, call)
        last = standing[-1].number
        if number is None or number == last:
            _take_back_last(call, store, standing, to, is_named=number is not None, yes=yes)
            return
    assert number is not None
    if number > last:
        raise Refused(f"there is no entry {number} to undo: the last entry is {last} (list: campaign log)")
    _take_back_alone(call, number, yes)


@contextmanager
def _target(call: Call) -> Iterator[Store]:
    """Open the database, or for a preview a copy of it."""
    with opened(call.db, write=not call.preview, rows=kept_rows(call)) as store:
        tell(store, call)
        if call.preview:
            with copy_of(store, call.campaign or None) as copy:
                yield copy
        else:
            yield store


def _standing(store: Store, call: Call) -> tuple[Line, ...]:
    with reading(store, call.campaign or None) as board:
        return living(board)


def _take_back_own(call: Call) -> None:
    """Undo a player's own latest entry. No die is asked for: a roll that the undo would need is a reason to refuse
    it.
    """
    if call.dice:
        raise BadInput(
            f"--dice {call.dice} has no use here, because undoing your own entry rolls no dice. Leave --dice out"
        )
    from campaign.actions.taking_back import take_back
    from campaign.situation.army import load_army
    from campaign.situation.chance import dice_of
    from campaign.situation.knowledge import knowledge_of

    with _target(call) as store:
        with reading(store, call.campaign or None) as board:
            viewer = viewer_of(board, call)
            signer = chosen_name(call) or knowledge_of(load_army(board), viewer).who
        summary = take_back(
            store,
            call.campaign or None,
            viewer,
            source=dice_of,
            actor=signer,
            preview=call.preview,
            register=every_action(),
        )
    show.lines([f"{_verb(call)}: {summary}"])
    show.line(NOTHING_CHANGED if call.preview else "The state before that entry is restored.")


def _verb(call: Call) -> str:
    return "Would undo" if call.preview else "Undone"


def _take_back_last(
    call: Call, store: Store, standing: Sequence[Line], to: int | None, *, is_named: bool, yes: bool
) -> None:
    """Undo the last entry, or every entry after number ``to``; at a terminal the user is asked first if one is another
    person's.

    Only the entries named by number or agreed to are undone, not those written since.
    """
    to_go = standing[-1 if to is None else to :]
    givers = _givers(store, call, to_go)
    is_asked = bool(givers) and not (yes or call.preview) and sys.stdin.isatty()
    if is_asked:
        for entry in to_go:
            if entry.seq in givers:
                show.lines([f"{entry.number}{givers[entry.seq]}: {entry.summary}"])
        click.confirm("Undo the entry anyway?", abort=True)
    last_seq = standing[-1].seq if is_named or is_asked else None
    if to_go:
        _say_if_broken(store, call, to_go[0].seq)
    undone = undo_entries(store, call.campaign or None, to=to, last_seq=last_seq, actor=actor(call))
    givers = _givers(store, call, undone)
    show.lines(f"{_verb(call)} {entry.number}{givers.get(entry.seq, '')}: {entry.summary}" for entry in undone)
    if call.preview:
        show.line(NOTHING_CHANGED)


def _say_if_broken(store: Store, call: Call, seq: int) -> None:
    """Say if the journal from this entry on was altered."""
    with reading(store, call.campaign or None) as board:
        if text := broken_since(board, seq):
            show.note(text)


def _givers(store: Store, call: Call, entries: Sequence[Line]) -> dict[int, str]:
    """Return, by seq, the givers of entries made by others than the present user: ``, given by Ruth for Lt-Col
    Garmoyle``.
    """
    with reading(store, call.campaign or None) as board:
        names = {side.id: side.name for side in board.rows(Side)}
        names |= {commander.id: commander.name for commander in board.rows(Commander)}
    result = {}
    for entry in entries:
        giver = names.get(entry.giver or 0, "")
        if giver or entry.actor != actor(call):
            whose = f" for {giver}" if giver and entry.actor not in signatures(giver) else ""
            result[entry.seq] = f", given by {entry.actor}{whose}"
    return result


def _take_back_alone(call: Call, number: int, yes: bool) -> None:
    """Undo one entry in the midst; the entries that followed it are played again."""
    campaign, signer, throw = call.campaign or None, actor(call), thrown(call)
    again, _ = played_again(call, number - 1)
    say(again)
    refuse_other_rules(number, again)
    with opened(call.db, write=False, rows=kept_rows(call)) as store:
        trial = throw(
            lambda source: try_undo_alone(
                store, campaign, number, source=source, actor=signer, register=every_action(), again=again
            )
        )
        giver = _givers(store, call, [trial.entry]).get(trial.entry.seq, "")
        _say_if_broken(store, call, trial.entry.seq)
    replayed = trial.replayed
    show.lines([f"{_verb(call)} {number}{giver}: {replayed.entries[0].before}"] if call.preview else [])
    _say_what_follows(replayed)
    if call.preview:
        show.line(NOTHING_CHANGED)
        return
    if (replayed.is_felt_elsewhere or giver) and not yes:
        _ask(number, replayed)
    with opened(call.db, write=True, rows=kept_rows(call)) as store:
        tell(store, call)
        done = undo_alone(store, campaign, number, throw=throw, register=every_action(), trial=trial)
    show.lines([f"Undone {number}{giver}: {done.entries[0].before}"])
    last = number + len(done.entries) - 2
    if last > number:
        show.line(f"The later entries were played again and are now entries {number} to {last}.")
    else:
        show.line(f"The later entry was played again and is now entry {number}.")


def _say_what_follows(trial: Replayed) -> None:
    """Print which later entries come out differently, and the changes."""
    for run in trial.otherwise:
        dice = f" ({len(run.rolls)} rolled now)" if run.rolls else ""
        show.lines([f"{run.number}: {run.before}", f"now{dice}: {run.after}"], indent=2)
    show.heading("Changes:")
    show.lines(change_lines(trial.changes) or [NOTHING_BUT_WORDS], indent=2)


def _ask(number: int, trial: Replayed) -> None:
    if sys.stdin.isatty():
        click.confirm(f"Undo entry {number}?", abort=True)
    elif trial.is_felt_elsewhere:
        raise Refused(
            f"nothing was changed, because later entries would turn out differently without entry {number}. To "
            f"undo entry {number} anyway: campaign undo {number} --yes"
        )


@click.command()
@click.option("--to", type=click.IntRange(min=2), metavar="N", help="Redo every entry up to number N.")
@click.option("--all", "everything", is_flag=True, help="Redo every entry that was undone.")
@click.option(
    "--branch", default="", metavar="NAME", help="Bring back entries that were undone before a new command was given."
)
@click.option("--yes", is_flag=True, help="With --branch: bring the entries back without asking.")
@looks_first
@writes
def redo(call: Call, to: int | None, everything: bool, branch: str, yes: bool) -> None:
    """Redo the entry that was undone last. With --to, redo all undone entries up to a number; with --all, every undone
    entry.

    An entry that was undone by its number returns to its place, and the later entries are again as before. After a
    new command the undone entries are kept as a branch: campaign branches lists it, and --branch brings it back. The
    entries made since then are undone first, and become a branch themselves. --branch lists both before it does
    anything.
    """
    if sum((everything, to is not None, bool(branch))) > 1:
        raise click.UsageError(
            "--all redoes every entry, --to redoes entries up to a number, and --branch brings back another "
            "branch. Give only one of these options"
        )
    if call.preview and not branch:
        raise click.UsageError("--preview shows what --branch would undo and bring back. Name a branch with --branch")
    after = _agreed_branch(call, branch, yes=yes) if branch else None
    if branch and after is None:
        return
    with opened(call.db, write=True, rows=kept_rows(call)) as store:
        tell(store, call)
        undone, signed = "", actor(call)
        if branch:
            brought = bring_back(store, call.campaign or None, branch=branch, actor=signed, after=after)
            entries, undone = brought.entries, brought.undone
        else:
            entries = redo_entries(store, call.campaign or None, to=to, everything=everything, actor=signed)
        _say_if_broken(store, call, min(entry.seq for entry in entries))
    show.lines(f"Redone {entry.number}: {entry.summary}" for entry in entries)
    show.lines([undone] if undone else [])


def _agreed_branch(call: Call, name: str, *, yes: bool) -> int | None:
    """Show what a branch brings back and what is undone for it, and ask at a terminal. Returns the seq of the last
    entry in force, for which it was shown; None for a preview. Raises NotFound.
    """
    with opened(call.db, write=False) as store, reading(store, call.campaign or None) as board:
        listed = branch_named(board, name)
    for heading, lines in (("This undoes:", listed.goes[::-1]), ("This brings back:", listed.entries)):
        show.heading(heading)
        show.lines([f"{line.number}: {line.summary}" for line in lines] or ["nothing"], indent=2)
    if call.preview:
        show.line(NOTHING_CHANGED)
        return None
    if listed.goes and not yes and sys.stdin.isatty():
        click.confirm("Undo the first list, and bring back the second?", abort=True)
    return listed.after
