"""``campaign print``: papers as PDF files.

A paper is drawn from a view made for its reader; the database is closed before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import commanders, sides, units
from campaign.cli.options import in_large_print, names_database, of_any_time, prints, seen_by, with_reference
from campaign.cli.preferred import tell_of_paper
from campaign.cli.session import read
from campaign.errors import BadInput
from campaign.exchange.writing import telling_what_is_written, write_over
from campaign.journal import JournalBoard
from campaign.model import Side
from campaign.queries.campaign.paper_list import (
    ALL,
    ALSO_LARGE,
    KINDS,
    WHY_NO_PACKET,
    File,
    Request,
    Sheet,
    apart,
    bundled,
    idle_sides,
    packet_file,
    sheets,
)
from campaign.terms.viewer import Viewer
from campaign.words.packet import SidePapers
from campaign_reports.any_paper import draw, on


@click.command(name="print")
@click.argument("kind", type=click.Choice(KINDS), metavar="KIND")
@click.argument("which", required=False)
@click.option("--side", metavar="SIDE", help="Print only this side's papers.", shell_complete=sides)
@click.option(
    "--for",
    "commander",
    metavar="COMMANDER",
    help="Print only this commander's papers (the same as --viewer COMMANDER).",
    shell_complete=commanders,
)
@click.option(
    "--unit",
    default="",
    metavar="NAME",
    help="For the diary: print only this battalion or formation.",
    shell_complete=units,
)
@click.option("--day", type=click.IntRange(1), metavar="N", help="For the diary: print only this day.")
@click.option(
    "--per-reader/--separate",
    default=None,
    help=(
        "--per-reader makes one file for each reader (umpire, a side's staff, commander) with all his papers"
        ' and an outline: the default for "all". --separate makes a file for each paper: the default for one'
        ' kind; with "all" it prints every kind at length.'
    ),
)
@click.option(
    "--booklet",
    is_flag=True,
    help="Print two pages on a sheet, to be folded. Set your printer to both sides, turned over the short edge.",
)
@click.option("--dice", is_flag=True, help="Add every move and die roll of its battles to the campaign book.")
@click.option(
    "--web", is_flag=True, help="Make the campaign book one web page, with a map that steps through the turns."
)
@with_reference
@prints
@in_large_print
@names_database()
@seen_by
@of_any_time
@click.pass_obj
def print_(
    call: Call,
    kind: str,
    which: str | None,
    side: str | None,
    commander: str | None,
    unit: str,
    day: int | None,
    per_reader: bool | None,
    booklet: bool,
    dice: bool,
    web: bool,
    reference: str | None,
    paper: str,
    large: bool,
    out: Path | None,
) -> None:
    """Print one KIND of paper as PDF, or with "all" everything that an evening needs.

    KIND is staff (a side's staff sheet), orbat (order of battle), roster, strength (strength return), engineers (their
    tasks), supply (supply state), recovery (recovery calendar), sitrep (situation reports), map (situation maps),
    orders (order forms), air-tasking, packet (battle packets), cards (a card for each unit of a battle, to put into a
    sleeve), reference (a tabletop system's charts and rules in short), report (reports of battles that the program
    fought, with the table before and after), diary, book (the campaign book, from the first day to now: the umpire's,
    or with --side or --for as that side or commander knew it), symbols (the unit symbols), or all.

    A paper holds nothing that its side or commander may not know. "all" makes one file for each reader: a commander's
    situation report with his order form; a side's staff sheet, order of battle, roster and map; the umpire's list of
    everything that waits, and his map; and the packets of the open battles.

    WHICH is the number of a battle, for packets, cards and reports. Without WHICH you get the packets and cards of all
    open battles, or the reports of all battles fought. For reference, WHICH is the name of a tabletop system. Without
    WHICH you get the references of all systems that the campaign plays.
    """
    _refuse_superfluous(
        kind,
        which,
        {"diary": bool(unit or day), "dice": dice, "web": web, "reference": bool(reference), "large": large},
    )
    if web and booklet:
        raise click.UsageError("a web page cannot be a booklet. Leave out --booklet or --web")
    if web:
        from campaign.cli.web_book import print_web_book

        print_web_book(call, side, commander, out, dice=dice)
        return

    by_reader = kind == ALL if per_reader is None else per_reader
    request = Request(side, commander, which, "", reference or "", unit, day or 0, per_reader is False, dice)

    def papers_and_idle_sides(board: JournalBoard, viewer: Viewer) -> tuple[tuple[Sheet, ...], list[Side]]:
        idle = idle_sides(board) if kind == ALL and side is None else []
        return (
            tuple(sheets(board, viewer, kind, request)),
            [idle_side for idle_side in idle if viewer.side in (None, idle_side.id)],
        )

    papers_to_print, nobody = read(call, papers_and_idle_sides)
    if not papers_to_print:
        raise BadInput(f"there is nothing to print as {kind}: {_why_nothing(kind)}")
    files = bundled(papers_to_print) if by_reader else apart(papers_to_print)
    choose = "--for" if by_reader else "--side or --for; --per-reader makes one file for each reader"
    for path in write(files, on(paper, large=large), out, choose, booklet=booklet):
        show.unbroken(str(path))
    if kind == ALL and per_reader is None:
        show.note(
            "For a separate file for each paper: --separate. For one kind of paper, such as supply: campaign print"
            " supply"
        )
    for idle_side in nobody:
        show.note(
            f"{idle_side.name} has no units, so only its situation map is printed; --side {idle_side.key} prints"
            " its blank papers too"
        )
    tell_of_paper()


def _refuse_superfluous(kind: str, which: str | None, said: Mapping[str, bool]) -> None:
    """Raise UsageError for a number, or an option, that this kind of paper cannot use."""
    if which is not None and kind not in ("packet", "cards", "report", "reference"):
        raise click.UsageError(
            f"the paper {kind} is not printed for a single battle. Leave {which!r} out, or use campaign print "
            f"packet {which} or campaign print report {which}"
        )
    if kind == "cards" and said["large"]:
        raise click.UsageError("unit cards always have the size of a card sleeve, 63 x 88 mm. Leave --large out")
    for option, (kinds, trouble) in _BELONGS.items():
        if said[option] and kind not in kinds:
            raise click.UsageError(f"{kind} {trouble}")


_BELONGS: dict[str, tuple[tuple[str, ...], str]] = {
    "diary": (("diary",), "cannot be limited to a unit or a day. Leave --unit and --day out, or print the paper diary"),
    "dice": (("book",), "cannot show the dice of battles. Leave --dice out, or print the paper book"),
    "web": (("book",), "cannot be a web page. Leave --web out, or print the paper book"),
    "reference": (("packet", ALL), "is printed without charts. Leave --reference out, or print packet or all"),
    "large": (ALSO_LARGE, f"has no large print. Leave --large out, or print one of {', '.join(ALSO_LARGE)}"),
}
"""Kinds of paper for each option, and the words of the error for any other kind."""


def _why_nothing(paper: str) -> str:
    if paper == "report":
        return (
            "only the umpire may see battle reports, and only battles that the program resolved have a "
            "report (not in old versions). Leave --viewer, --side and --for out. List of battles: campaign "
            "battle list"
        )
    return WHY_NO_PACKET if paper in ("packet", "cards") else "this viewer has no papers of this kind"


def write(
    files: Iterable[File], paper: str, out: Path | None, choose: str = "--side", *, booklet: bool = False
) -> Iterator[Path]:
    """Draw and write the files, and yield their paths. Raises BadInput for one file name and several files; ``choose``
    names the options that select one. ``booklet``: fold those that may be folded.
    """
    queue = list(files)
    is_one_file = out is not None and out.suffix.lower() == ".pdf"
    if is_one_file and len(queue) > 1:
        kind = "papers" if all(len(file.views) == 1 for file in queue) else "files"
        raise BadInput(
            f"{out} is one file, but there are {len(queue)} {kind}, one for each reader. Name a folder, or "
            f"choose one reader with {choose}"
        )
    folder = Path() if out is None or is_one_file else out
    if out is not None:
        (out.parent if is_one_file else out).mkdir(parents=True, exist_ok=True)
    names: set[str] = set()
    written: list[Path] = []
    for file in queue:
        path = out if is_one_file and out is not None else folder / _of_its_own(file.name, names)
        with telling_what_is_written(written):
            write_over(path, draw(file.views, paper, booklet and file.folds))
            for view in file.views:
                if isinstance(view, SidePapers):
                    _write_return(view, path if file.name == packet_file(view) else path.with_name(packet_file(view)))
        written.append(path)
        yield path


def _of_its_own(name: str, taken: set[str]) -> str:
    """Return the file's name, with a number if another paper of this printing has the same: names may consist of
    letters that a file's name cannot show.
    """
    free_name, count = name, 2
    while free_name in taken:
        free_name, count = f"{Path(name).stem}-{count}.pdf", count + 1
    taken.add(free_name)
    return free_name


def _write_return(papers: SidePapers, beside: Path) -> None:
    """Write the return file of a side's papers beside them, for users who would rather type than be asked. A filled-in
    file is left alone.
    """
    from campaign.exchange.returns.template import is_as_printed, return_file

    path = beside.with_name(f"{beside.stem}-return.yaml")
    text = return_file(papers, papers.number)
    printed = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    if printed == text:
        return
    if is_as_printed(printed):
        write_over(path, text.encode())
    else:
        show.note(f"{path} is filled in already and was left unchanged; move it away to get a fresh one")
