"""``campaign battle``: the course of a battle from proposal through papers and returns to its settlement."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sides
from campaign.cli.declared import asks, command_for, made
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.left_out import tell_of_default
from campaign.cli.options import (
    in_large_print,
    looks_first,
    names_database,
    of_any_time,
    prints,
    reads,
    seen_by,
    with_reference,
    writes,
)
from campaign.cli.papers import write
from campaign.cli.preferred import tell_of_paper
from campaign.cli.session import NOTHING_CHANGED, carry_out, foresee, read, run
from campaign.errors import BadInput
from campaign.queries.battle.battles import battle as battle_of
from campaign.queries.battle.battles import battle_list
from campaign.queries.campaign.paper_list import WHY_NO_PACKET, Request, apart, packet_notes, packets_of, sheets
from campaign.terms.state import BattleState, Role, battle_state_text
from campaign.values import replace
from campaign.verbs.battles import AddToBattle, DropFromBattle, NewBattle
from campaign.verbs.dividing import SplitBattle
from campaign.verbs.interruptions import CancelBattle, MergeBattles, ResumeBattle, SuspendBattle
from campaign.verbs.rulings import RuleBattle
from campaign.views.battle.battles import BattleRow, BattleSide, BattleView
from campaign.words.battle_report import lines as report_lines
from campaign.words.proposal import Proposal
from campaign_reports.any_paper import on

_HERE = "campaign.cli.battle"
_SECTIONS = (
    Section(
        "Look",
        (
            Entry("list", f"{_HERE}:list_", "list every battle, and what is waiting"),
            Entry("show", f"{_HERE}:show_", "show a battle: its units and its state"),
            Entry("packet", f"{_HERE}:packet_", "print a battle's papers as PDF, one file for each reader"),
            Entry("muster", "campaign.cli.muster:muster", "list the stands, figures and models that a battle needs"),
        ),
    ),
    Section(
        "Set up",
        (
            Entry("new", f"{_HERE}:new", "set up a battle at a place by hand"),
            Entry("add", f"{_HERE}:add", "add units to a battle, from its start or to arrive later"),
            Entry("drop", f"{_HERE}:drop", "take units out of a battle"),
            Entry("merge", f"{_HERE}:merge", "merge two battles into one"),
            Entry("split", f"{_HERE}:split", "split a battle in two, at the gap or by units"),
            Entry("under", "campaign.cli.muster:under", "fight a battle under another set of tabletop rules"),
        ),
    ),
    Section(
        "Fight",
        (
            Entry("record", "campaign.cli.returns:record", "record the returns, line by line or from files"),
            Entry("settle", "campaign.cli.returns:settle", "settle a battle by its recorded returns"),
            Entry("resolve", "campaign.cli.resolve:resolve", "let the program fight a battle, by the book with dice"),
            Entry("rule", f"{_HERE}:rule", "settle a battle by the umpire's ruling"),
            Entry("amend", "campaign.cli.battle_amend:amend_battle", "amend how a battle ended"),
            Entry("photo", "campaign.cli.photos:photo", "attach photos of the table, for the campaign book"),
            Entry("suspend", f"{_HERE}:suspend", "suspend a battle until the next club night"),
            Entry("resume", f"{_HERE}:resume", "resume a suspended battle"),
            Entry("cancel", f"{_HERE}:cancel", "cancel a battle and free its units"),
        ),
    ),
)


@click.group(cls=LazyGroup, sections=_SECTIONS)
def battle() -> None:
    """List battles, print their papers, record and settle their returns."""


@click.command(name="list")
@click.option("--open", "only_open", is_flag=True, help="List only battles that are not over.")
@reads
@show.paged
def list_(call: Call, only_open: bool) -> None:
    """List every battle by number, with its time, place and state, and what is waiting."""
    view = read(call, battle_list)
    rows = [b for b in view.battles if not (only_open and b.state.is_over)]
    if call.as_json:
        show.json(replace(view, battles=tuple(rows)))
        return
    cells = [(b.number, b.name, b.when, _state_words(b), b.attacker) for b in rows]
    over = len(view.battles) - len(rows)
    nothing = (
        f"No battle is open; {over} {'is' if over == 1 else 'are'} over (campaign battle list)."
        if over
        else "No battle yet."
    )
    show.table(("No", "Battle", "When", "State", "Attacker"), cells, right=("No",), empty=nothing)
    show.lines([f"{b.number} {b.name}: {b.waiting}" for b in rows if b.waiting])


def _state_words(row: BattleRow) -> str:
    words = battle_state_text(row.state)
    if row.state is BattleState.SUSPENDED and row.reached is not None:
        words += f" after {row.reached}"
    return f"{words}, {row.held_by} holds the field" if row.held_by and row.held_by != "both still there" else words


@click.command(name="show")
@click.argument("number")
@click.option(
    "--full", is_flag=True, help="Show the full report of a battle that the program fought, instead of the summary."
)
@reads
@show.paged
def show_(call: Call, number: str, full: bool) -> None:
    """Show battle NUMBER. The umpire sees both sides; with --viewer you see only the facts that this side knows."""
    view = read(call, lambda board, viewer: battle_of(board, viewer, number))
    if call.as_json:
        show.json(view)
        return
    row = view.battle
    show.heading(f"Battle {row.number}: {row.name}")
    show.pairs(
        [
            ("When", row.when),
            ("Where", row.place),
            ("State", _state_words(row)),
            ("Attacker", row.attacker),
            ("Table", f"{view.tabletop}, {view.table}"),
            ("Ruling", view.outcome if row.ruling else ""),
        ]
    )
    if view.shown_as_of:
        show.lines([f"Units as they were at {view.shown_as_of}."])
    for side in view.sides:
        show.line()
        _print_side(view, side)
    show.lines([f"Warning: {words}" for words in view.warnings])
    _print_report(view, full=full)
    if view.story:
        show.line()
        show.lines(view.story)
    if row.waiting:
        show.lines([f"Next: {row.waiting}"])


def _print_report(view: BattleView, *, full: bool) -> None:
    """Print the summary of a battle's report, or all of it. Battles of older programs have kept only the text."""
    lines = view.outcome.split("\n") if view.outcome and not view.battle.ruling else []
    if full and view.report:
        lines = list(report_lines(view.report))
    if lines and (full or view.report):
        show.line()
        show.lines(lines)


def _print_side(view: BattleView, side: BattleSide) -> None:
    code = f", sheet {side.code}" if side.code else ""
    show.heading(f"{side.side}{code}{', return is in' if side.return_in else ''}")
    if side.lines:
        cells = [
            (
                line.line,
                line.name,
                line.command,
                f"arrives in {line.arrives}"
                if line.arrives
                else ("guns in range" if line.role is Role.GUNS_IN_RANGE else line.position),
                line.now,
            )
            for line in side.lines
        ]
        show.table(("Line", "Unit", "Command", "Where", "State"), cells, right=("Line",))
    else:
        show.lines(side.seen or ("None of its units has been seen.",), indent=2)
    show.pairs(
        [
            *(("Return", text) for text in side.returns),
            ("Prisoners", side.prisoners),
            *((f"Orders of {command} fulfilled", answer) for command, answer in side.orders),
        ]
    )


@click.command(name="packet")
@click.argument("number", required=False)
@click.option(
    "--tabletop",
    default="",
    metavar="KEY",
    help="Print for these tabletop rules instead of the battle's own rules. The battle is not changed.",
)
@click.option("--side", metavar="SIDE", help="Print only this side's papers.", shell_complete=sides)
@click.option(
    "--cards",
    is_flag=True,
    help="Add a card of 63 x 88 mm for each unit, to put into sleeves. --large does not change the size of cards.",
)
@with_reference
@prints
@in_large_print
@names_database()
@seen_by
@of_any_time
@click.pass_obj
def packet_(
    call: Call,
    number: str | None,
    tabletop: str,
    side: str | None,
    cards: bool,
    reference: str | None,
    paper: str,
    large: bool,
    out: Path | None,
) -> None:
    """Print the papers of battle NUMBER: battle sheet, deployment map and return form for each side, and all of both
    sides for the umpire.

    Without NUMBER, the papers of every open battle are printed.
    """
    request = Request(side=side, which=number, tabletop=tabletop, reference=reference or "", cards=cards)
    papers_to_print, notes = read(
        call,
        lambda board, viewer: (
            tuple(sheets(board, viewer, "packet", request)),
            tuple(
                note
                for battle in packets_of(board, viewer, number)
                for note in packet_notes(board, viewer, battle, tabletop)
            ),
        ),
    )
    if not papers_to_print:
        raise BadInput(f"there is nothing to print: {WHY_NO_PACKET}")
    for path in write(apart(papers_to_print), on(paper, large=large), out):
        show.unbroken(str(path))
    for note in notes:
        show.note(note)
    tell_of_paper()


@click.command()
@asks(NewBattle)
@looks_first
@writes
def new(call: Call, units: tuple[str, ...], within_m: float, **typed: Any) -> None:
    """Set up a battle at PLACE by hand."""
    if not units:
        taken = f"every free unit within {within_m:g} km takes part"
        near = Proposal(taken, "no unit was named", "--unit UNIT, or --within KM")
        tell_of_default("within_m", near)
    carry_out(call, made(NewBattle, {"units": units, "within_m": within_m, **typed}))


add = command_for("add", AddToBattle, "Add units to battle NUMBER; they get new lines on the battle sheet.", writes)

drop = command_for(
    "drop", DropFromBattle, "Take units out of battle NUMBER; they are free again for the campaign.", writes
)

merge = command_for("merge", MergeBattles, "Make battle OTHER a part of battle NUMBER.", writes)

split = command_for(
    "split",
    SplitBattle,
    """Split battle NUMBER: the units named fight a battle of their own. Name their enemies as well.

    Without --units, each group of units in contact far from the battle's place gets a battle of its own. battle show
    lists such groups.
    """,
    writes,
)

suspend = command_for(
    "suspend",
    SuspendBattle,
    "Suspend battle NUMBER after a turn: its units stay engaged, and the clock runs no further than that turn.",
    writes,
)

resume = command_for(
    "resume", ResumeBattle, "Resume the suspended battle NUMBER, with the turn after the last one played.", writes
)

cancel = command_for(
    "cancel", CancelBattle, "Cancel battle NUMBER: it is not fought, and its units are free again.", writes
)


@click.command()
@asks(RuleBattle)
@looks_first
@writes
def rule(call: Call, states: tuple[str, ...], places: tuple[str, ...], proposals: bool, **typed: Any) -> None:
    """Settle battle NUMBER by the umpire's ruling, without dice and without a return.

    Before anything is recorded you see what will change and what each unit does. If a unit's way back is doubtful,
    over an escarpment or a river for instance, you must decide; with --yes the program decides.
    """
    from campaign.cli.what_follows import agreed, confirmed, looked_at, show_receipt, show_rows, tell_recorded
    from campaign.verbs.rulings import RuleBattle, UnitWord

    command = made(
        RuleBattle,
        {
            "states": tuple(UnitWord(*split_word(word, "--state")) for word in states),
            "places": tuple(UnitWord(*split_word(word, "--place")) for word in places),
            "proposals": proposals,
            **typed,
        },
    )
    if call.preview:
        follows = looked_at(call, command)
        assert follows is not None, "a ruling settles its battle"
        show_receipt(foresee(call, replace(command, proposals=True)), follows)
        show_rows(follows)
        show.line(NOTHING_CHANGED)
    elif proposals or not sys.stdin.isatty():
        confirmed(call, command, "Settle it so?", proposals)
    else:
        outcome = agreed(call, command, "Settle it so?")
        if isinstance(outcome, str):
            show.line("Nothing was recorded.")
        else:
            tell_recorded(run(call, *outcome))


def split_word(text: str, option: str) -> tuple[str, str]:
    """Return the two parts of ``II/5=spent``. Raises BadInput."""
    unit, sign, word = text.rpartition("=")
    if not (unit.strip() and sign and word.strip()):
        raise BadInput(f"{text!r} is not understood. Write {option} UNIT=WORD")
    return unit.strip(), word.strip()
