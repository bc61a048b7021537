"""``campaign catch-up``: entries from another copy of the campaign, played on top of this one."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from campaign.actions.all_actions import every_action
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.dice import thrown
from campaign.cli.options import answers_json, rolls
from campaign.cli.session import NOTHING_CHANGED, kept_rows, tell
from campaign.errors import BadInput, Refused
from campaign.journal.parted import (
    CopiedEntry,
    Doubts,
    Parting,
    chosen,
    compare_copies,
    follow,
    offer_of,
    take_as_tried,
    try_taking,
)
from campaign.journal.people import new_here, new_names
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.store import Store, opened
from campaign.terms.words import counted, listing
from campaign.values import dataclass


@click.command("catch-up")
@click.argument("file", type=click.Path(), metavar="OTHER")
@click.option(
    "--only",
    type=click.IntRange(min=2),
    multiple=True,
    metavar="N",
    help="Add only entry N of the copy. May be repeated.",
)
@click.option(
    "--without",
    type=click.IntRange(min=2),
    multiple=True,
    metavar="N",
    help="Leave out entry N of the copy. May be repeated.",
)
@click.option(
    "--copy", "copy_name", metavar="NAME", help="Name of the copy, if OTHER holds several copies of this campaign."
)
@click.option("--preview", is_flag=True, help="Show which entries can be added and which cannot, and change nothing.")
@click.option("--yes", is_flag=True, help="Add all entries that can be played, without asking.")
@click.option(
    "--doubtful",
    is_flag=True,
    help=(
        "Add doubtful entries too: entries with dice that are not the campaign's, and entries that changed more than"
        " their command changes."
    ),
)
@answers_json
@rolls
def catch_up(
    call: Call,
    file: str,
    only: tuple[int, ...],
    without: tuple[int, ...],
    copy_name: str | None,
    preview: bool,
    yes: bool,
    doubtful: bool,
) -> None:
    """Add to this campaign the entries that were made in OTHER, a copy that was played on elsewhere.

    OTHER is a campaign file, or postgresql://...; it is not changed. The program finds the last entry that both
    campaigns share, and plays the later entries of OTHER after yours. You see each of these entries with its outcome in
    both campaigns. An entry keeps its dice and the name of the player who gave it. If an entry cannot be played, it is
    left out, and you see the reason. The remaining entries are added all together or not at all, and no entry is ever
    added twice. If only OTHER was played on, its journal is taken unchanged. campaign undo undoes entries that were
    added.

    The commands of OTHER are first carried out again on a copy of it. Doubtful entries are listed: entries that changed
    more than their command changes, and entries with dice that are not the campaign's. --yes does not add doubtful
    entries; you are asked, or you give --doubtful. People who are new to this campaign are listed as well. If you had
    deleted one of them, use campaign forget again.
    """
    if only and without:
        raise click.UsageError(
            "--only names the entries to add, and --without names the entries to leave out. Give only one of the two"
        )
    if call.as_json and not preview:
        raise BadInput("--json only lists the entries that would be added. Give --json together with --preview")
    with opened(file, write=False, way="Name another file as OTHER") as source:
        with (
            opened(call.db, write=False, rows=kept_rows(call)) as store,
            reading(store, call.campaign or None) as board,
        ):
            parting, name, doubts = compare_copies(board, source, file, copy_name, every_action())
            with reading(source, name) as theirs:
                new = new_names(board, theirs)
        if not call.as_json:
            _say_where(parting, file)
            _say_doubts(doubts)
        if parting.only_behind and not (only or without or call.as_json):
            doubt = _Doubt(doubtful, bool(doubts.deviations or doubts.forged_dice))
            _say_new(new)
            _follow(call, source, name, parting, preview, yes, doubt)
            return
        entries = chosen(parting, only, without)
        if entries:
            numbers = {entry.number for entry in entries}
            doubt = _Doubt(doubtful, any(entry.number in numbers for entry in doubts.forged_dice))
            _take(call, source, name, parting, entries, preview, yes, doubts, doubt, new)
        elif call.as_json:
            show.json({"parting": parting, "taken": [], "doubts": doubts, "new_people": new})


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Two facts about the entries to add: whether they are doubtful, and whether the user agreed to add them."""

    is_agreed: bool
    is_there: bool

    def refuse_unasked(self, yes: bool) -> bool:
        """Return whether ``--yes`` counts. Raises Refused where it is not enough and there is no user to ask."""
        if not self.is_there or self.is_agreed:
            return yes
        if yes or not _can_ask():
            raise Refused(
                "nothing was changed, because some entries of the other copy are doubtful (see above). To "
                "leave entry N out: --without N. To carry out only entry N by its command: --only N. To add "
                "the doubtful entries unchanged: --doubtful"
            )
        return False


def _say_doubts(doubts: Doubts) -> None:
    if doubts.deviations:
        show.heading("Entries of the other copy with an effect that differs from their commands:")
        show.lines((text for entry in doubts.deviations for text in entry.sentences), indent=2)
    if doubts.dice:
        show.heading("Entries of the other copy with dice that are not the campaign's:")
        show.lines(map(str, doubts.dice), indent=2)


def _say_where(parting: Parting, called: str) -> None:
    last = parting.last
    show.lines([f"Both copies are the same up to entry {last.number}, turn {last.moment}: {last.summary}"])
    ours, theirs = len(parting.ours), len(parting.theirs)
    if not (ours or theirs or parting.only_behind):
        show.line(f"Neither {called} nor this campaign has an entry that the other lacks.")
    elif not theirs and not parting.only_behind:
        show.line(
            f"{called} is behind: all its entries are here, and it lacks {counted(ours, 'entry')} made here since then."
        )
    else:
        show.line(f"Since then: {counted(ours, 'entry')} here, {counted(theirs, 'entry')} there.")
    _list("Only here:", parting.ours)
    _list("Only there:", parting.theirs)
    _list("Undone here, so not added again (to add such an entry: --only N):", parting.taken_back_here)
    _list(
        "Undone in the other copy, but kept here (to undo such an entry here: campaign undo N):",
        parting.taken_back_elsewhere,
    )


def _say_new(names: Sequence[str]) -> None:
    if names:
        show.line(new_here(names))


def _list(heading: str, entries: Sequence[CopiedEntry]) -> None:
    if entries:
        show.heading(heading)
        show.lines(
            (f"{entry.number}, turn {entry.moment}, {entry.actor}: {entry.summary}" for entry in entries), indent=2
        )


def _take(
    call: Call,
    source: Store,
    name: str,
    parting: Parting,
    entries: Sequence[CopiedEntry],
    preview: bool,
    yes: bool,
    doubts: Doubts,
    doubt: _Doubt,
    new: Sequence[str],
) -> None:
    """Show the results of these entries here and the people who come with them, ask, and take them."""
    campaign, throw = call.campaign or None, thrown(call)
    with reading(source, name) as board:
        offer = offer_of(board, parting, entries)
    with opened(call.db, write=False, rows=kept_rows(call)) as store, copy_of(store, campaign) as copy:
        trial = throw(lambda dice: try_taking(copy, campaign, offer, source=dice, register=every_action()))
    tried = trial.taken
    if call.as_json:
        show.json({"parting": parting, "taken": tried, "doubts": doubts, "new_people": new})
        return
    show.heading("Entries of the other copy, played after the entries here:")
    show.lines((taken.outcome for taken in tried), indent=2)
    playable = sum(taken.number is not None for taken in tried)
    if playable:
        _say_new(new)
    if preview:
        show.line(NOTHING_CHANGED)
        return
    if not playable:
        raise Refused(
            "nothing was changed: none of these entries can be played here. Give the commands of these entries yourself"
        )
    yes = doubt.refuse_unasked(yes)
    _ask(yes, f"Add {counted(playable, 'entry')}?", f"{playable} of {len(tried)} can be added")
    with opened(call.db, write=True, rows=kept_rows(call)) as store:
        tell(store, call)
        done = take_as_tried(store, campaign, trial, throw=throw, register=every_action())
    numbers = [taken.number for taken in done if taken.number is not None]
    refused = len(done) - len(numbers)
    called = "it is" if len(numbers) == 1 else "they are"
    rest = f" {refused} could not be played and were left out." if refused else ""
    show.line(f"Added {counted(len(numbers), 'entry')}: {called} {listing(map(str, numbers))} here.{rest}")


def _can_ask() -> bool:
    return sys.stdin.isatty()


def _ask(yes: bool, question: str, prospect: str) -> None:
    if yes:
        return
    if not _can_ask():
        raise Refused(
            f"nothing was changed, because you must first answer a question in a terminal. {prospect}. To add "
            "the entries without the question: --yes"
        )
    click.confirm(question, abort=True)


def _follow(call: Call, source: Store, name: str, parting: Parting, preview: bool, yes: bool, doubt: _Doubt) -> None:
    """Take over the other copy's journal unchanged where only the other has gone on."""
    show.line("Only the other copy was played on. Its journal is taken unchanged, and then both copies are the same.")
    if preview:
        show.line(NOTHING_CHANGED)
        return
    yes = doubt.refuse_unasked(yes)
    _ask(yes, "Take its journal?", f"{counted(len(parting.theirs), 'entry')} can be added")
    with opened(call.db, write=True) as store:
        tell(store, call)
        follow(store, call.campaign or None, source, name, parting.head, parting.their_head)
    show.line("Both copies are the same now.")
