"""``campaign print``: papers as PDF files.

A paper is drawn from a view that was made with the eyes of its reader; the database is closed before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import commanders, sides, units
from campaign.cli.options import in_large_print, names_database, of_any_time, prints, seen_by, with_reference
from campaign.cli.progress import progress
from campaign.cli.session import read
from campaign.errors import BadInput
from campaign.exchange.writing import write_over
from campaign.journal import JournalBoard
from campaign.model import Side
from campaign.queries.air import air_papers
from campaign.queries.battle_report import fought_battles
from campaign.queries.battles import battle_known, battle_list
from campaign.queries.book import book_for
from campaign.queries.diary import diaries
from campaign.queries.map import situation_maps
from campaign.queries.masthead import masthead
from campaign.queries.orbat import orders_of_battle
from campaign.queries.orders import printed_form
from campaign.queries.outlook import look
from campaign.queries.packet import battle_packet, beside_the_table, side_papers
from campaign.queries.recovery import recovery_calendars
from campaign.queries.reference import reference_due, reference_paper, systems_played
from campaign.queries.roster import rosters
from campaign.queries.sitrep import sitreps
from campaign.queries.strength import strength_returns
from campaign.queries.supply_paper import supply_papers
from campaign.queries.tasks import engineer_papers
from campaign.queries.viewers import commander_for, commanders_of
from campaign.rules.tabletop.interface import system
from campaign.situation.army import load_army
from campaign.situation.engaged import open_battles
from campaign.situation.names import side_named
from campaign.terms.viewer import Viewer
from campaign.terms.words import file_name
from campaign.views.air import AirTasking
from campaign.views.battle_paper import BattlePaper
from campaign.views.book import Book
from campaign.views.diary import Diary
from campaign.views.labels import LabelSheet
from campaign.views.map import SituationMap
from campaign.views.orbat import OrbatChart
from campaign.views.orders import OrderForm
from campaign.views.packet import SidePapers, UmpireSheet
from campaign.views.papers import Masthead
from campaign.views.recovery import RecoveryCalendar
from campaign.views.reference import ReferencePaper
from campaign.views.roster import Roster
from campaign.views.sitrep import Sitrep
from campaign.views.strength import StrengthPaper
from campaign.views.supply import SupplyPaper
from campaign.views.tasks import EngineerPaper

KINDS = (
    "orbat",
    "roster",
    "strength",
    "engineers",
    "supply",
    "recovery",
    "sitrep",
    "map",
    "orders",
    "air-tasking",
    "packet",
    "reference",
    "report",
    "diary",
    "book",
    "symbols",
    "all",
)
ALSO_LARGE = ("sitrep", "orders", "air-tasking", "packet", "reference", "all")
"""What is read during a move, or filled in, and so has a large print."""

SideView = OrbatChart | Roster | StrengthPaper | EngineerPaper | SupplyPaper | RecoveryCalendar
View = (
    SideView
    | Sitrep
    | SituationMap
    | OrderForm
    | AirTasking
    | SidePapers
    | UmpireSheet
    | BattlePaper
    | Diary
    | Book
    | LabelSheet
    | Masthead
    | ReferencePaper
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A paper still to be drawn: the name of its file, what it shows, and the name of the file that holds all of its
    reader's papers."""

    name: str
    view: View
    bundle: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """A file still to be written: its name and the papers in it, one after the other."""

    name: str
    views: tuple[View, ...]


@click.command(name="print")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("which", required=False)
@click.option("--side", metavar="SIDE", help="One side's only.", shell_complete=sides)
@click.option(
    "--for",
    "commander",
    metavar="COMMANDER",
    help="This commander's papers and no other, the same as with --viewer COMMANDER.",
    shell_complete=commanders,
)
@click.option(
    "--unit", default="", metavar="NAME", help="The diary of this battalion or formation.", shell_complete=units
)
@click.option("--day", type=click.IntRange(1), metavar="N", help="The diary of this day only.")
@click.option(
    "--per-reader",
    is_flag=True,
    help="One file for each reader (umpire, side, commander), all his papers in it, with an outline.",
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
    per_reader: bool,
    reference: str | None,
    paper: str,
    large: bool,
    out: Path | None,
) -> None:
    """Print papers: order of battle, roster, strength return, engineer tasks, supply state, recovery calendar,
    situation reports and maps, order forms, air tasking, battle packets; all of these; reports of battles that the
    program fought, with the table before and after; the diary; the campaign book, from the first day to now; the unit
    symbols; the reference of a tabletop system, its charts and rules in short.

    Each paper is a file of its own, for one reader: kind a side or a commander may not know is not in his file.
    WHICH is the number of a battle, for packets and reports; without it the packets of all open battles are printed,
    and the reports of all that were fought. For a reference it is the system; without it those that the campaign plays.
    """
    if which is not None and kind not in ("packet", "report", "reference"):
        raise click.UsageError(
            f"{kind} is printed of no single battle; leave {which!r} out, or print packet or report {which}"
        )

    if (unit or day) and kind != "diary":
        raise click.UsageError(f"{kind} is of no single unit or day; leave --unit and --day out, or print diary")
    if large and kind not in ALSO_LARGE:
        raise click.UsageError(f"{kind} has no large print; leave --large out, or print one of {', '.join(ALSO_LARGE)}")

    def papers_and_idle_sides(board: JournalBoard, viewer: Viewer) -> tuple[tuple[Sheet, ...], list[Side]]:
        papers = tuple(
            _diaries(board, viewer, side, commander, unit, day or 0)
            if kind == "diary"
            else sheets(board, viewer, kind, side, commander, which, reference=reference or "")
        )
        idle = _idle(board) if kind == "all" and side is None else []
        return papers, [idle_side for idle_side in idle if viewer.side in (None, idle_side.id)]

    papers_to_print, idle_sides = read(call, papers_and_idle_sides)
    if not papers_to_print:
        raise BadInput(f"there is nothing to print as {kind}: {_why_nothing(kind)}")
    files = bundled(papers_to_print) if per_reader else apart(papers_to_print)
    for path in write(
        files,
        on(paper, large=large),
        out,
        "--for" if per_reader else "--side or --for; --per-reader makes one file for each reader",
    ):
        show.line(str(path))
    if per_reader and any(sum(isinstance(view, SidePapers) for view in file.views) > 1 for file in files):
        show.note(
            "the returns of several battles in one file are for the pen; campaign battle packet prints each to be"
            " filled in on the screen"
        )
    for idle_side in idle_sides:
        show.note(
            f"{idle_side.name} has no unit: of its papers only the situation map is printed; --side {idle_side.key}"
            " prints the blank ones too"
        )


def _why_nothing(paper: str) -> str:
    if paper == "report":
        return "the program has fought no such battle, or it did so before it kept reports; they are for the umpire"
    return WHY_NO_PACKET if paper == "packet" else "this viewer has no such papers"


WHY_NO_PACKET = "no battle is open; campaign battle list shows all of them"


def apart(sheets: Iterable[Sheet]) -> list[File]:
    """A file for each paper."""
    return [File(sheet.name, (sheet.view,)) for sheet in sheets]


def bundled(sheets: Iterable[Sheet]) -> list[File]:
    """A file for each reader, with his papers in their order."""
    views: dict[str, list[View]] = {}
    for sheet in sheets:
        views.setdefault(sheet.bundle or sheet.name, []).append(sheet.view)
    return [File(name, tuple(papers)) for name, papers in views.items()]


def write(files: Iterable[File], paper: str, out: Path | None, choose: str = "--side") -> Iterator[Path]:
    """Draw and write them. Raises BadInput for one file name and several files; ``choose`` says with which options
    there is one."""
    queue = list(files)
    is_one_file = out is not None and out.suffix.lower() == ".pdf"
    if is_one_file and len(queue) > 1:
        kind = "papers" if all(len(file.views) == 1 for file in queue) else "files"
        raise BadInput(
            f"{out} is one file, and there are {len(queue)} {kind}, one per reader; name a folder, or choose"
            f" with {choose}"
        )
    folder = Path() if out is None or is_one_file else out
    if out is not None:
        (out.parent if is_one_file else out).mkdir(parents=True, exist_ok=True)
    names: set[str] = set()
    for file in progress(queue, "printing"):
        path = out if is_one_file and out is not None else folder / _of_its_own(file.name, names)
        write_over(path, draw(file.views, paper))
        for view in file.views:
            if isinstance(view, SidePapers):
                _write_return(view, path if file.name == _packet_file(view) else path.with_name(_packet_file(view)))
        yield path


def _of_its_own(name: str, taken: set[str]) -> str:
    """The file's name, with a number if another paper of this printing has it: names may have no letter that a file's
    name can show."""
    free_name, count = name, 2
    while free_name in taken:
        free_name, count = f"{Path(name).stem}-{count}.pdf", count + 1
    taken.add(free_name)
    return free_name


def _write_return(papers: SidePapers, beside: Path) -> None:
    """The return file of a side's papers, beside them, for whoever would rather type than be asked. One that was filled
    in is left alone."""
    from campaign.exchange.return_template import return_file

    path = beside.with_name(f"{beside.stem}-return.yaml")
    text = return_file(papers, papers.number)
    if not path.exists():
        write_over(path, text.encode())
    elif path.read_text(encoding="utf-8", errors="replace") != text:
        show.note(f"{path} is there already and was left alone; move it away for a fresh one")


def on(paper: str, *, large: bool) -> str:
    """The paper as ``draw`` knows it: of this size, with large print or not."""
    return f"large-{paper}" if large else paper


def draw(views: Sequence[View], paper: str) -> bytes:
    """The PDF of one view or several, on paper as ``on`` names it; its pages are imported when one is drawn."""
    import campaign_reports

    size = campaign_reports.Paper(paper)
    renderers = [getattr(campaign_reports, _RENDERERS[type(view)]) for view in views]
    if len(views) == 1:
        return bytes(renderers[0](views[0], size))
    documents = [renderer.document(view, size) for renderer, view in zip(renderers, views, strict=True)]
    first = documents[0].masthead
    return bytes(
        campaign_reports.compose(documents, size, replace(first, title="Papers", subtitle=first.addressee, code=""))
    )


_RENDERERS: dict[type, str] = {
    OrbatChart: "render_orbat",
    Roster: "render_roster",
    StrengthPaper: "render_strength",
    EngineerPaper: "render_engineers",
    SupplyPaper: "render_supply",
    RecoveryCalendar: "render_recovery",
    Sitrep: "render_sitrep",
    SituationMap: "render_map",
    OrderForm: "render_orders",
    AirTasking: "render_air_tasking",
    SidePapers: "render_side",
    UmpireSheet: "render_umpire_sheet",
    BattlePaper: "render_battle_report",
    Diary: "render_diary",
    Book: "render_book",
    LabelSheet: "render_labels",
    Masthead: "render_key",
    ReferencePaper: "render_reference",
}
"""What draws each kind of paper."""

_OF_A_SIDE: tuple[tuple[str, str, Callable[[JournalBoard, Viewer, int | None], Iterable[SideView]]], ...] = (
    ("orbat", "order of battle", orders_of_battle),
    ("roster", "roster", rosters),
    ("strength", "strength return", strength_returns),
    ("engineers", "engineer tasks", engineer_papers),
    ("supply", "supply state", supply_papers),
    ("recovery", "recovery calendar", recovery_calendars),
)
"""Papers of which there is one a side: what they are asked for by, their file's name, their query."""


def sheets(
    board: JournalBoard,
    viewer: Viewer,
    paper: str,
    side: str | None = None,
    commander: str | None = None,
    which: str | None = None,
    tabletop: str = "",
    reference: str = "",
) -> Iterator[Sheet]:
    """Every paper asked for (one of ``KINDS``), for those readers whose papers this viewer may have. Raises NotFound,
    NotAllowed.

    ``commander``: with his eyes, whoever prints it. ``which``: the battle, or the system of a reference.
    ``reference``: with which packets one is printed, if not as the campaign's setting says.
    """
    if commander:
        viewer = commander_for(board, viewer, commander)[1]
    reader = "" if viewer.commander is None else load_army(board).commanders[viewer.commander].name
    if paper == "report":
        if side:
            raise BadInput(
                f"a report tells where both sides stood: it is for the umpire and not for {side!r}; leave --side out"
            )
        for fought in fought_battles(board, viewer, which):
            yield Sheet(f"battle-{fought.number}-report.pdf", fought, _file(board, fought.masthead, "papers"))
        return
    if paper == "reference":
        for key in (which,) if which else systems_played(board, viewer):
            yield _reference_sheet(board, viewer, key)
        return
    for sheet in _sheets(board, viewer, paper, side, _Packets(which, tabletop, reference)):
        yield replace(sheet, bundle=_bundle(board, sheet.view, reader))


def _diaries(
    board: JournalBoard, viewer: Viewer, side: str | None, commander: str | None, unit: str, day: int
) -> Iterator[Sheet]:
    """The diary of a unit, or of each side, as far as the viewer may read it. Raises NotFound, NotAllowed."""
    if commander:
        viewer = commander_for(board, viewer, commander)[1]
    of = side_named(board, side).id if side else None
    for view in diaries(board, viewer, of, unit, day):
        yield Sheet(
            _file(board, view.masthead, f"diary of day {day}" if day else "diary", view.masthead.subtitle), view
        )


def _bundle(board: JournalBoard, view: View, reader: str) -> str:
    """The file of all papers of whoever reads this one: the viewer if he is a commander, else whom it is for."""
    masthead = (
        view.sheet.masthead if isinstance(view, SidePapers) else view if isinstance(view, Masthead) else view.masthead
    )
    return _file(board, masthead, "papers", reader or _commander_of(view))


def _commander_of(view: View) -> str:
    """The commander whom a paper is for; nothing if it is for a side or the umpire."""
    if isinstance(view, Sitrep):
        return view.order_form.commander if view.order_form is not None else ""
    return view.commander if isinstance(view, (SituationMap, OrderForm)) else ""


def _reference_sheet(board: JournalBoard, viewer: Viewer, key: str) -> Sheet:
    view = reference_paper(board, viewer, key)
    return Sheet(f"reference-{view.system}.pdf", view)


@dataclass(frozen=True, slots=True)
class _Packets:
    """Which packets are asked for: of one battle or of all that are open, under which system, with what reference."""

    battle: str | None
    tabletop: str
    reference: str


def _sheets(board: JournalBoard, viewer: Viewer, paper: str, side: str | None, packets: _Packets) -> Iterator[Sheet]:
    of = side_named(board, side).id if side else None
    idle = {idle_side.adjective for idle_side in (_idle(board) if paper == "all" and side is None else ())}
    for kind, name, query in _OF_A_SIDE:
        if paper in (kind, "all"):
            for view in (
                view_of_side for view_of_side in query(board, viewer, of) if view_of_side.masthead.side not in idle
            ):
                yield Sheet(_file(board, view.masthead, name), view)
    if paper in ("sitrep", "map", "all"):
        yield from _reports(board, viewer, paper, of)
    if paper == "orders":  # among all papers it is a part of the situation report
        yield from _order_forms(board, viewer, of)
    if paper in ("air-tasking", "all"):
        for tasking in air_papers(board, viewer, of):
            yield Sheet(_file(board, tasking.masthead, "air tasking"), tasking)
    if paper == "symbols":
        head = masthead(
            look(board, viewer),
            "Unit symbols",
            subtitle="how to read them",
            use="No meaning rests on colour.",
            addressee="to all players",
        )
        yield Sheet(
            "unit-symbols.pdf", replace(head, side="Both sides", accent="#000000", paper="Key", entry=0, head="")
        )
    if paper == "book":
        bound = book_for(board, viewer, of)
        name = "" if viewer.commander is None else load_army(board).commanders[viewer.commander].name
        yield Sheet(_file(board, bound.masthead, "campaign book", name), bound)
    if paper in ("packet", "all"):
        yield from _packets(board, viewer, side_named(board, side) if side else None, packets)


def _idle(board: JournalBoard) -> list[Side]:
    """Sides with nobody in them: their lists would be blank."""
    army = load_army(board)
    manned = {battalion.side_id for battalion in army.battalions.values()} | {
        formation.side_id for formation in army.formations.values()
    }
    return [side for side in army.sides.values() if side.id not in manned]


def _reports(board: JournalBoard, viewer: Viewer, paper: str, side: int | None) -> Iterator[Sheet]:
    """Situation reports and situation maps; among all papers of a side also the reports of its commanders, which hold
    their order forms."""
    if paper != "map":
        reports = sitreps(board, viewer, side=side)
        if paper == "all" and side is not None and viewer.commander is None:
            reports += sitreps(board, Viewer(side))
        for report in reports:
            yield Sheet(_file(board, report.masthead, "sitrep", _commander_of(report)), report)
    if paper != "sitrep":
        for drawn in situation_maps(board, viewer, side=side):
            yield Sheet(_file(board, drawn.masthead, "situation map", _commander_of(drawn)), drawn)


def _order_forms(board: JournalBoard, viewer: Viewer, side: int | None) -> Iterator[Sheet]:
    for commander in commanders_of(load_army(board), viewer):
        if side not in (None, commander.side_id):
            continue
        form = printed_form(board, viewer, commander.key)
        yield Sheet(_file(board, form.masthead, "orders", form.commander), form)


def _file(board: JournalBoard, masthead: Masthead, kind: str, reader: str = "") -> str:
    """``british-brig-gott-orders-day-1-turn-2.pdf``."""
    return file_name(
        f"{masthead.side} {reader}", ".pdf", ending=f"{kind} day {board.moment.day} turn {board.moment.turn}"
    )


def _packets(board: JournalBoard, viewer: Viewer, side: Side | None, packets: _Packets) -> Iterator[Sheet]:
    """The files of one battle, or of every open one that the viewer knows of: one a side, the umpire's, and the
    reference of a system where it is printed by itself."""
    for word in packets_of(board, viewer, packets.battle):
        number = battle_known(look(board, viewer), word).number
        bundles = side_papers(board, viewer, word, side, packets.tabletop)
        if packets.battle and side is not None and not bundles:
            raise BadInput(f"{side.name} takes no part in battle {number}; leave --side out, or name a side that does")
        due = reference_due(board, viewer, word, packets.reference, packets.tabletop)
        charts = reference_paper(board, viewer, due.key) if due else None
        in_each = charts if due is not None and due.in_each else None
        for papers in bundles:
            yield Sheet(_packet_file(papers), replace(papers, reference=in_each))
        if viewer.is_umpire and side is None:
            yield Sheet(f"battle-{number}-umpire.pdf", battle_packet(board, viewer, word, packets.tabletop).umpire)
        if charts is not None and in_each is None:
            yield _reference_sheet(board, viewer, charts.system)


def packets_of(board: JournalBoard, viewer: Viewer, battle: str | None) -> list[str]:
    """The battle asked for, or every open one that the viewer knows of."""
    if battle is not None:
        return [battle]
    numbers = {row.number for row in battle_list(board, viewer).battles}
    return [str(open_battle.number) for open_battle in open_battles(board) if open_battle.number in numbers]


def _packet_file(papers: SidePapers) -> str:
    return f"battle-{papers.number}-{papers.reader}.pdf"


def packet_notes(board: JournalBoard, viewer: Viewer, word: str, tabletop: str) -> Iterator[str]:
    """What is to be said with the papers of a battle: it is over; it stays under its own system; to the umpire, who is
    not on so small a table."""
    battle = battle_known(look(board, viewer), word)
    if battle.state.is_over:
        yield (
            f"battle {word} is over: the papers show its units as they stand now; as they went into it: --as-of with a"
            " moment before"
        )
        return
    if tabletop and battle.tabletop != system(tabletop).key:
        kept_system = system(battle.tabletop).name
        yield (
            f"battle {word} stays under {kept_system}: before returns of these papers are recorded, campaign battle"
            f" under {word} {tabletop}"
        )
    if beside := beside_the_table(board, viewer, word, tabletop):
        yield f"battle {word}: {beside}"
