"""``campaign branch``, ``branches`` and ``compare``: copies of a campaign to try out another course of events."""

from __future__ import annotations

from collections.abc import Sequence

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_the_umpire, names_database
from campaign.cli.session import tell
from campaign.errors import BadInput
from campaign.journal import branches as rooms
from campaign.journal import reading
from campaign.journal.asof import When, when
from campaign.journal.undo import ListedBranch, undone_branches
from campaign.store import Store, opened
from campaign.terms.words import counted, is_number
from campaign.values import replace

_UNSAID = ("diary_line", "supply_report", "strength_return")
"""Tables that only repeat other tables in words."""


@click.command()
@click.argument("name")
@click.option(
    "--at",
    metavar="MOMENT",
    help="Start the branch after an entry (12), or at the end of a turn (2.3) or day (1941-05-16). Default: now.",
)
@click.option("--drop", "thrown", is_flag=True, help="Delete the branch NAME completely.")
@for_the_umpire
@names_database()
@click.pass_obj
def branch(call: Call, name: str, at: str | None, thrown: bool) -> None:
    """Copy the campaign under the name NAME, in the same database, to try something out.

    The branch has the same journal up to that moment and is separate from then on. To play it: --campaign NAME.
    campaign compare shows two campaigns side by side.
    """
    if thrown and at is not None:
        raise click.UsageError("--at starts a branch, and --drop deletes a branch. Give only one of the two")
    with opened(call.db, write=True) as store:
        tell(store, call)
        if thrown:
            dropped = rooms.drop(store, name)
            show.line(f"Deleted the branch {name} with its {counted(dropped.entries, 'entry')}.")
            return
        made = rooms.branch(store, call.campaign or None, name, at=_when(store, call, at))
    show.line(
        f"{made.name} is a branch of {made.trunk} from entry {made.entries} (turn {made.moment}). To use it:"
        f" --campaign {made.name}"
    )


def _when(store: Store, call: Call, at: str | None) -> When | None:
    if at is None:
        return None
    with reading(store, call.campaign or None) as board:
        return when(f"#{at}" if is_number(at) else at, board)


@click.command()
@for_the_umpire
@names_database()
@answers_json
@click.pass_obj
@show.paged
def branches(call: Call) -> None:
    """List every campaign of the database, with its branches and the entry where each branch begins. Then list the
    entries that were undone before a new command; campaign redo --branch brings them back.
    """
    with opened(call.db, write=False) as store:
        branches = rooms.branches(store)
        if call.as_json:
            show.json(tuple(replace(branch, undone=_kept(store, branch.name)) for branch in branches))
            return
        undone = _undone(store, call, [branch.name for branch in branches]) if branches else ()
    rows = [
        (
            branch.name if branch.trunk is None else f"  {branch.name}",
            branch.entries,
            branch.moment or "",
            ""
            if branch.trunk is None
            else f"leaves {branch.trunk} after {counted(branch.parts or 0, 'entry')} (undone entries included)",
        )
        for branch in branches
    ]
    show.table(
        ("Campaign", "Entries", "Turn", "Branch"), rows, right=("Entries",), empty="The database holds no campaign yet."
    )
    if undone:
        show.heading(f"Undone entries of {call.campaign or branches[0].name}")
        show.table(
            ("Branch", "Entries", "Last of them"),
            [(one.branch.name, one.branch.numbers.partition(" ")[2], one.entries[-1].summary) for one in undone],
        )
        show.line(f"To bring back such a branch: {undone[0].branch.command}")


def _kept(store: Store, campaign: str) -> tuple[rooms.KeptEntries, ...]:
    """Return the undone entries of a campaign, branch by branch."""
    with reading(store, campaign) as board:
        return tuple(
            rooms.KeptEntries(
                one.branch.name, one.branch.command, tuple(f"{line.number}: {line.summary}" for line in one.entries)
            )
            for one in undone_branches(board)
        )


def _undone(store: Store, call: Call, names: Sequence[str]) -> tuple[ListedBranch, ...]:
    """Return the branches of undone entries of the campaign that was named, or of the only one."""
    if not call.campaign and len(names) > 1:
        return ()
    with reading(store, call.campaign or None) as board:
        return undone_branches(board)


@click.command()
@click.argument("first", metavar="A")
@click.argument("right", metavar="B")
@click.option("--all", "everything", is_flag=True, help="Compare diaries, supply reports and strength returns too.")
@for_the_umpire
@names_database()
@answers_json
@click.pass_obj
@show.paged
def compare(call: Call, first: str, right: str, everything: bool) -> None:
    """Compare two campaigns of the database: the entries of each since they separated, and every value that differs."""
    if first == right:
        raise BadInput(f"{first!r} was named twice. Name two different campaigns (list: campaign branches)")
    with opened(call.db, write=False) as store:
        comparison = rooms.compare(store, first, right)
    if call.as_json:
        show.json(comparison)
        return
    show.line(
        f"Their journals share the first {counted(comparison.shared, 'entry')}, undone entries and undos included."
        if comparison.shared
        else "Their journals share no entry."
    )
    for name, lines in ((first, comparison.left_entries), (right, comparison.right_entries)):
        show.line()
        show.heading(f"Since then in {name}")
        show.lines(lines or ("Nothing.",), indent=2)
    show.line()
    shown = [difference for difference in comparison.differences if everything or difference.table not in _UNSAID]
    rows = [
        (
            _called(difference.name),
            _COLUMNS.get(difference.column) or difference.column.removesuffix("_id").replace("_", " "),
            _text_of(difference.left),
            _text_of(difference.right),
        )
        for difference in shown
    ]
    show.table(("What differs", "Value", first, right), rows, empty="Nothing differs.")


_COLUMNS = {"road_m": "metres along the road"}
"""Columns whose name is no word for a reader."""


def _called(name: str) -> str:
    """Return the name of a thing that differs; the kind of a thing that is the only one of its kind is said once."""
    kind, _, own = name.partition(" ")
    return kind if own == kind else name


def _text_of(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    from json import dumps

    text = show.text(value) if isinstance(value, (bool, int)) else dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
