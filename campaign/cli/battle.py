"""``campaign battle``: the course of a battle from proposal through papers and returns to its settlement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import places, sides, units
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.options import (
    in_large_print,
    names_database,
    of_any_time,
    prints,
    reads,
    seen_by,
    with_reference,
    writes,
)
from campaign.cli.paper_list import Request, packet_notes, packets_of, sheets
from campaign.cli.papers import WHY_NO_PACKET, apart, on, write
from campaign.cli.session import carry_out, read, run, try_out
from campaign.errors import BadInput
from campaign.journal import Done
from campaign.queries.battles import battle as battle_of
from campaign.queries.battles import battle_list
from campaign.terms.state import BattleState, Role
from campaign.views.battle_report import lines as report_lines
from campaign.views.battles import BattleRow, BattleSide, BattleView
from campaign.views.receipt import Receipt

_HERE = "campaign.cli.battle"
_SECTIONS = (
    Section(
        "Look",
        (
            Entry("list", f"{_HERE}:list_", "every battle, and what is waiting"),
            Entry("show", f"{_HERE}:show_", "one battle: who takes part, how it stands"),
            Entry("packet", f"{_HERE}:packet_", "its papers as PDF, one file for each reader"),
            Entry("muster", "campaign.cli.muster:muster", "stands, figures and models it needs, and what is missing"),
        ),
    ),
    Section(
        "Set up",
        (
            Entry("new", f"{_HERE}:new", "a battle set up by hand at a place"),
            Entry("add", f"{_HERE}:add", "units that take part after all, or arrive"),
            Entry("drop", f"{_HERE}:drop", "units that take no part"),
            Entry("merge", f"{_HERE}:merge", "two battles become one"),
            Entry("split", f"{_HERE}:split", "one battle becomes two, at the gap or by units"),
            Entry("under", "campaign.cli.muster:under", "fight it under another set of rules"),
        ),
    ),
    Section(
        "Fight",
        (
            Entry("record", "campaign.cli.returns:record", "take the returns, line by line or from files"),
            Entry("settle", "campaign.cli.returns:settle", "settle on the returns that are in"),
            Entry("resolve", "campaign.cli.resolve:resolve", "fought by the program, by the book and its dice"),
            Entry("rule", f"{_HERE}:rule", "settle by the umpire's word"),
            Entry("amend", "campaign.cli.battle_amend:amend_battle", "how it came out was written down wrongly"),
            Entry("photo", "campaign.cli.photos:photo", "photos of the table, for the campaign book"),
            Entry("suspend", f"{_HERE}:suspend", "freeze it until the next club night"),
            Entry("resume", f"{_HERE}:resume", "a suspended battle goes on"),
            Entry("cancel", f"{_HERE}:cancel", "nobody fights it"),
        ),
    ),
)


@click.group(cls=LazyGroup, sections=_SECTIONS)
def battle() -> None:
    """Battles: the list, the papers, the returns."""


@click.command(name="list")
@click.option("--open", "only_open", is_flag=True, help="Only those that are not over.")
@reads
def list_(call: Call, only_open: bool) -> None:
    """Every battle by number: when, where, how it stands, and what is waiting."""
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
    words = row.state.value
    if row.state is BattleState.SUSPENDED and row.reached is not None:
        words += f" after {row.reached}"
    return f"{words}, {row.held_by} holds the field" if row.held_by and row.held_by != "both still there" else words


@click.command(name="show")
@click.argument("number")
@click.option("--full", is_flag=True, help="The whole report of a battle that the program fought, not its summary.")
@reads
def show_(call: Call, number: str, full: bool) -> None:
    """Battle NUMBER: both sides for the umpire; with --viewer what that side knows."""
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
    told = view.outcome.split("\n") if view.outcome and not view.battle.ruling else []
    if full and view.report:
        told = list(report_lines(view.report))
    if told and (full or view.report):
        show.line()
        show.lines(told)


def _print_side(view: BattleView, side: BattleSide) -> None:
    code = f", sheet {side.code}" if side.code else ""
    show.heading(f"{side.side}{code}{', return is in' if side.return_in else ''}")
    if side.lines:
        cells = [
            (
                line.line,
                line.name,
                line.command,
                line.arrives or ("guns in range" if line.role is Role.GUNS_IN_RANGE else line.position),
                line.now,
            )
            for line in side.lines
        ]
        show.table(("Line", "Unit", "Command", "Where", "State"), cells, right=("Line",))
    else:
        show.lines(side.seen or ("Nothing of it has been seen.",), indent=2)
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
    "--tabletop", default="", metavar="KEY", help="Printed under these rules instead of its own; nothing is changed."
)
@click.option("--side", metavar="SIDE", help="One side's papers only.", shell_complete=sides)
@click.option(
    "--cards",
    is_flag=True,
    help="With a card for each unit, 63 x 88 mm, to put into sleeves; they keep their size in large print.",
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
    """Print the papers of battle NUMBER: sheet, deployment map and return for each side, everything for the umpire.

    Without NUMBER: of every open battle.
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
        show.line(str(path))
    for note in notes:
        show.note(note)


@click.command()
@click.argument("place", shell_complete=places)
@click.option("--name", default="", metavar="TEXT", help="What it is called; the place, if nothing is said.")
@click.option(
    "--unit",
    "-u",
    "named",
    multiple=True,
    metavar="UNIT",
    help="Who fights; a formation stands for all of it.",
    shell_complete=units,
)
@click.option(
    "--within",
    type=float,
    default=2.0,
    show_default=True,
    metavar="KM",
    help="Without --unit: who stands so near takes part.",
)
@click.option("--attacker", default="", metavar="SIDE", help="Who attacks.", shell_complete=sides)
@writes
def new(call: Call, place: str, name: str, named: tuple[str, ...], within: float, attacker: str) -> None:
    """Set up a battle at PLACE by hand."""
    from campaign.actions.battles import NewBattle

    carry_out(call, NewBattle(place, name, named, round(within * 1000), attacker))


@click.command()
@click.argument("number")
@click.argument("named", nargs=-1, required=True, metavar="UNIT...", shell_complete=units)
@click.option("--arrives", default="", metavar="DAY.TURN", help="The turn from which it can come onto the table.")
@click.option("--edge", default="", metavar="TEXT", help="Where it comes on, as in 'south 58'.")
@click.option("--guns", is_flag=True, help="It stands off the table and only fires into it.")
@writes
def add(call: Call, number: str, named: tuple[str, ...], arrives: str, edge: str, guns: bool) -> None:
    """Units that take part in battle NUMBER after all; they get new lines on the sheet."""
    from campaign.actions.battles import AddToBattle

    carry_out(call, AddToBattle(number, named, arrives, edge, guns))


@click.command()
@click.argument("number")
@click.argument("named", nargs=-1, required=True, metavar="UNIT...", shell_complete=units)
@writes
def drop(call: Call, number: str, named: tuple[str, ...]) -> None:
    """Units that take no part in battle NUMBER; the campaign has them back."""
    from campaign.actions.battles import DropFromBattle

    carry_out(call, DropFromBattle(number, named))


@click.command()
@click.argument("number")
@click.argument("second", metavar="OTHER")
@writes
def merge(call: Call, number: str, second: str) -> None:
    """Battle OTHER becomes part of battle NUMBER."""
    from campaign.actions.interruptions import MergeBattles

    carry_out(call, MergeBattles(number, second))


@click.command()
@click.argument("number")
@click.option(
    "--units",
    "-u",
    "named",
    multiple=True,
    metavar="UNIT",
    help="Who fights elsewhere; may be said several times; a formation stands for all of it.",
    shell_complete=units,
)
@writes
def split(call: Call, number: str, named: tuple[str, ...]) -> None:
    """Battle NUMBER is divided: who is named fights a battle of his own, with his enemies named as well.

    Without --units every fight becomes a battle that is far from the one for the battle's place; battle show tells
    whether there are several.
    """
    from campaign.actions.dividing import SplitBattle

    carry_out(call, SplitBattle(number, named))


@click.command()
@click.argument("number")
@click.option(
    "--reached",
    default="",
    metavar="DAY.TURN",
    help="The turn that the table has played through; this one, if nothing is said.",
)
@writes
def suspend(call: Call, number: str, reached: str) -> None:
    """Freeze battle NUMBER: its units stay engaged, the clock runs to the end of that turn and no further."""
    from campaign.actions.interruptions import SuspendBattle

    carry_out(call, SuspendBattle(number, reached))


@click.command()
@click.argument("number")
@writes
def resume(call: Call, number: str) -> None:
    """Suspended battle NUMBER goes on with the turn after the one it has reached."""
    from campaign.actions.interruptions import ResumeBattle

    carry_out(call, ResumeBattle(number))


@click.command()
@click.argument("number")
@click.option("--why", required=True, metavar="TEXT", help="Why it is not fought.")
@writes
def cancel(call: Call, number: str, why: str) -> None:
    """Nobody fights battle NUMBER; its units are free again."""
    from campaign.actions.interruptions import CancelBattle

    carry_out(call, CancelBattle(number, why))


@click.command()
@click.argument("number")
@click.option("--text", required=True, metavar="TEXT", help="How it ended; this stands in the diary.")
@click.option(
    "--held",
    default="",
    metavar="SIDE|both",
    help="Who holds the field; by the rule, if nothing is said.",
    shell_complete=sides,
)
@click.option(
    "--state", "states", multiple=True, metavar="UNIT=STATE", help="As in --state 'II/5=spent'; several times."
)
@click.option("--place", "stands", multiple=True, metavar="UNIT=PLACE", help="Where a unit ends; several times.")
@click.option("--through", default="", metavar="DAY.TURN", help="The last turn it took.")
@click.option("--yes", is_flag=True, help="Do not ask before settling it.")
@writes
def rule(
    call: Call,
    number: str,
    text: str,
    held: str,
    states: tuple[str, ...],
    stands: tuple[str, ...],
    through: str,
    yes: bool,
) -> None:
    """Settle battle NUMBER by the umpire's word, without dice and without a return.

    What it will change is shown before anything is recorded.
    """
    from campaign.actions.rulings import RuleBattle, UnitWord

    unit_words = [UnitWord(*split_word(word, "--state")) for word in states]
    ended = [UnitWord(*split_word(word, "--place")) for word in stands]
    command = RuleBattle(number, text, held, tuple(unit_words), tuple(ended), through)
    confirmed(call, command, "Settle it so?", yes)


def split_word(text: str, option: str) -> tuple[str, str]:
    """Return the two parts of ``II/5=spent``. Raises BadInput."""
    unit, sign, word = text.rpartition("=")
    if not (unit.strip() and sign and word.strip()):
        raise BadInput(f"{text!r} is not understood; write {option} UNIT=WORD")
    return unit.strip(), word.strip()


def confirmed(call: Call, command: object, question: str, yes: bool) -> bool:
    """Show what a command will do, ask, and carry it out; with ``yes`` carry it out at once. Returns whether it was
    done.
    """
    done = run(call, command) if yes else None
    receipt = (done or try_out(call, command)).receipt
    foretell(receipt)
    if done is None:
        if not click.confirm(question, default=True):
            show.line("Nothing was recorded.")
            return False
        done = run(call, command)
    tell_recorded(done)
    return True


def foretell(receipt: Receipt) -> None:
    """Print what a command will do; the next steps are told once it is done."""
    show.receipt(replace(receipt, summary=f"This is what it will do: {receipt.summary}", waiting=""))


def tell_recorded(done: Done) -> None:
    """Print the entry of a result that was shown before, and the next steps."""
    show.line(f"Recorded as entry {done.number}.")
    if done.receipt.waiting:
        show.lines([f"Next: {done.receipt.waiting}"])
