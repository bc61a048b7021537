"""Branches: copies of the campaign to try something out, the other campaigns of the database, and two compared."""

from __future__ import annotations

from typing import Final

from campaign.errors import BadInput, CampaignError, Refused
from campaign.journal import branches as copies
from campaign.journal.asof import When, when
from campaign.journal.branches import Comparison
from campaign.journal.transaction import reading
from campaign.journal.undo import bring_back, undone_branches
from campaign.store.engine import file_path, server_url
from campaign.store.file_type import is_database
from campaign.terms.words import counted, is_number
from campaign.terms.words import value_text as text_of
from campaign.web.answer import Answer
from campaign.web.drawn_for import LONGEST_SEQ
from campaign.web.opening import command_to_open
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.visit import Visit

IN_WORDS: Final = ("diary_line", "supply_report", "strength_return")
"""Tables that only repeat other tables in words."""
MOST: Final = 400
"""Most differences that are listed."""
MOST_FILES: Final = 40
"""Most other files that are listed."""


@page("/branches", UMPIRE, is_kept=False)
def show_branches(visit: Visit) -> Answer:
    """Show every campaign of the database, and two of them compared."""
    desk, query = visit.desk, visit.query
    listed = copies.branches(desk.reader)
    comparison: Comparison | None = None
    first, second = query.get("a", ""), query.get("b", "")
    if first and second:
        try:
            comparison = _compared(visit, first, second)
        except CampaignError as fault:
            visit.fault = visit.fault or str(fault)
    names = [branch.name for branch in listed]
    undone = visit.read(lambda board, _: undone_branches(board))
    others = [name for name in names if name != desk.campaign]
    return visit.page(
        "branches.html",
        json=comparison or listed,
        same_at_terminal=f"campaign compare {first} {second}" if comparison else "campaign branches",
        branches=listed,
        undone=undone,
        asked=next((one for one in undone if one.branch.name == query.get("back", "")), None),
        campaign=desk.campaign,
        names=[(name, name) for name in names],
        first=first or desk.campaign,
        second=second or next(iter(others), ""),
        comparison=comparison,
        differences=_differences(comparison, bool(query.get("all"))) if comparison else (),
        everything=query.get("all", ""),
        most=MOST,
        at=visit.was_typed("at", query.get("at", "")),
        name=visit.was_typed("name"),
        beside=_beside(visit),
        command={name: command_to_open(desk, name) for name in names},
    )


def _beside(visit: Visit) -> tuple[tuple[str, str], ...]:
    """Return the other campaign files in the folder of the open one, each with the program command that opens it."""
    if server_url(visit.desk.where) is not None:
        return ()
    own_file = file_path(visit.desk.where).resolve()
    others = sorted(path for path in own_file.parent.glob("*.db") if path.resolve() != own_file and is_database(path))
    return tuple((path.name, command_to_open(visit.desk, file=path)) for path in others[:MOST_FILES])


def _compared(visit: Visit, first: str, second: str) -> Comparison:
    if first == second:
        raise BadInput(f"you chose {first!r} twice. Choose two different campaigns")
    return copies.compare(visit.desk.reader, first, second)


def _differences(comparison: Comparison, everything: bool) -> tuple[tuple[str, str, str, str], ...]:
    """Return a row for each difference: the thing, its column, and both values."""
    return tuple(
        (
            difference.name,
            difference.column.removesuffix("_id").replace("_", " "),
            _value(difference.left),
            _value(difference.right),
        )
        for difference in comparison.differences
        if everything or difference.table not in IN_WORDS
    )


def _value(value: object) -> str:
    text = "none" if value is None else text_of(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


@show_branches.post
def change_branches(visit: Visit) -> Answer:
    """Copy the campaign under another name, delete a branch, or bring back undone entries."""
    desk, name = visit.desk, visit.form["name"].strip()
    if visit.form.get("do") == "bring back":
        after = visit.form["after"]
        if not is_number(after) or len(after) > LONGEST_SEQ:
            raise BadInput(f"{after[:40]!r} is not an entry of this campaign. Load the page again")
        back = desk.change(
            visit.person,
            lambda: bring_back(desk.store, desk.campaign, branch=name, actor=visit.person.signature, after=int(after)),
        )
        brought = f"Brought back {counted(len(back.entries), 'entry')}; last entry: {back.entries[-1].summary}"
        return visit.note(f"{brought}. {back.undone}" if back.undone else brought, to="/log")
    if visit.form.get("do") == "drop":
        if name == desk.campaign:
            raise Refused(f"{name} is open at this desk and cannot be deleted. Open another campaign first")
        dropped = desk.change(visit.person, lambda: copies.drop(desk.store, name))
        return visit.note(f"Deleted the branch {name} with its {counted(dropped.entries, 'entry')}", to="/branches")
    if not name:
        raise BadInput("you gave no name for the new copy of the campaign. Write a short name, such as what-if")
    instant = _instant(visit, visit.form.get("at", "").strip())
    made = desk.change(visit.person, lambda: copies.branch(desk.store, desk.campaign, name, at=instant))
    text = f"{made.name} is a branch of {made.trunk} from entry {made.entries} (turn {made.moment})"
    return visit.note(text, to="/branches")


def _instant(visit: Visit, text: str) -> When | None:
    if not text:
        return None
    with reading(visit.desk.reader, visit.desk.campaign) as board:
        return when(f"#{text}" if is_number(text) else text, board)
