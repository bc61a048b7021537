"""``campaign print``: papers as PDF files.

A paper is drawn from a view that was made with the eyes of its reader; the database is closed before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.completion import commanders, sides
from campaign.cli.desk import read
from campaign.cli.options import Call, names_database, of_any_time, prints, seen_by
from campaign.cli.progress import progress
from campaign.errors import BadInput
from campaign.exchange.writing import write_over
from campaign.journal import Desk
from campaign.model import Side
from campaign.queries.air import air_papers
from campaign.queries.battles import battle_known, battle_list
from campaign.queries.book import book_for
from campaign.queries.eyes import commanders_of
from campaign.queries.map import situation_maps
from campaign.queries.masthead import masthead
from campaign.queries.orbat import orders_of_battle
from campaign.queries.orders import order_form
from campaign.queries.outlook import look
from campaign.queries.packet import battle_packet, beside_the_table, side_papers
from campaign.queries.recovery import recovery_calendars
from campaign.queries.roster import rosters
from campaign.queries.sitrep import sitreps
from campaign.queries.strength import strength_returns
from campaign.queries.supply_paper import supply_papers
from campaign.queries.tasks import engineer_papers
from campaign.rules.tabletop import system
from campaign.situation.army import load_army
from campaign.situation.engaged import open_battles
from campaign.situation.names import side_named
from campaign.terms.viewer import Viewer
from campaign.terms.words import file_name
from campaign.views.air import AirTasking
from campaign.views.book import Book
from campaign.views.labels import LabelSheet
from campaign.views.map import SituationMap
from campaign.views.orbat import OrbatChart
from campaign.views.orders import OrderForm
from campaign.views.packet import SidePapers, UmpireSheet
from campaign.views.papers import Masthead
from campaign.views.recovery import RecoveryCalendar
from campaign.views.roster import Roster
from campaign.views.sitrep import Sitrep
from campaign.views.strength import StrengthPaper
from campaign.views.supply import SupplyPaper
from campaign.views.tasks import EngineerPaper

KINDS = (
    "orbat", "roster", "strength", "engineers", "supply", "recovery", "sitrep", "map", "orders", "air-tasking", "packet", "book", "symbols", "all",
)  # fmt: skip


SideView = OrbatChart | Roster | StrengthPaper | EngineerPaper | SupplyPaper | RecoveryCalendar
View = SideView | Sitrep | SituationMap | OrderForm | AirTasking | SidePapers | UmpireSheet | Book | LabelSheet | Masthead


@dataclass(frozen=True, slots=True)
class Sheet:
    """A paper still to be drawn: the name of its file and what it shows."""

    name: str
    view: View


@click.command(name="print")
@click.argument("what", type=click.Choice(KINDS))
@click.argument("battle", required=False)
@click.option("--side", metavar="SIDE", help="One side's only.", shell_complete=sides)
@click.option(
    "--for", "commander", metavar="COMMANDER", help="One commander's only (sitrep, map, orders, book).", shell_complete=commanders
)
@prints
@names_database()
@seen_by
@of_any_time
@click.pass_obj
def print_(call: Call, what: str, battle: str | None, side: str | None, commander: str | None, paper: str, out: Path | None) -> None:
    """Print papers: order of battle, roster, strength return, engineer tasks, supply state, recovery calendar, situation reports and maps,
    order forms, air tasking, battle packets; all of these; the campaign book, from the first day to now; the unit symbols.

    One file per reader: what a side or a commander may not know is not in his file. BATTLE is the number of a battle, for packets.
    """
    if battle is not None and what != "packet":
        raise click.UsageError(f"{what} is printed of no single battle; leave {battle!r} out, or print packet {battle}")
    found = read(call, lambda desk, viewer: tuple(sheets(desk, viewer, what, side, commander, battle)))
    if not found:
        raise BadInput(f"there is nothing to print as {what}: {_why_nothing(what)}")
    for path in write(found, paper, out, "--side or --for"):
        show.line(str(path))
    if what == "all" and side is None:
        for idle in read(call, lambda desk, viewer: [one for one in _idle(desk) if viewer.side in (None, one.id)]):
            show.note(
                f"{idle.name} has no unit: of its papers only the situation map is printed; --side {idle.key} prints the blank ones too"
            )


def _why_nothing(what: str) -> str:
    return "no battle is open; campaign battle list shows all of them" if what == "packet" else "this viewer has no such papers"


def write(found: Iterable[Sheet], paper: str, out: Path | None, choose: str = "--side") -> Iterator[Path]:
    """Draw and write them. Raises BadInput for one file name and several papers; ``choose`` says with which options there is one."""
    wanted = list(found)
    one = out is not None and out.suffix.lower() == ".pdf"
    if one and len(wanted) > 1:
        raise BadInput(f"{out} is one file, and there are {len(wanted)} papers, one per reader; name a folder, or choose with {choose}")
    folder = Path() if out is None or one else out
    if out is not None:
        (out.parent if one else out).mkdir(parents=True, exist_ok=True)
    names: set[str] = set()
    for sheet in progress(wanted, "printing"):
        path = out if one and out is not None else folder / _of_its_own(sheet.name, names)
        write_over(path, draw(sheet.view, paper))
        if isinstance(sheet.view, SidePapers):
            _write_return(sheet.view, path)
        yield path


def _of_its_own(name: str, taken: set[str]) -> str:
    """The file's name, with a number if another paper of this printing has it: names may have no letter that a file's name can show."""
    own, count = name, 2
    while own in taken:
        own, count = f"{Path(name).stem}-{count}.pdf", count + 1
    taken.add(own)
    return own


def _write_return(papers: SidePapers, beside: Path) -> None:
    """The return file of a side's papers, beside them, for whoever would rather type than be asked. One that was filled in is left alone."""
    from campaign.exchange.return_template import return_file

    path = beside.with_name(f"{beside.stem}-return.yaml")
    text = return_file(papers, papers.number)
    if not path.exists():
        write_over(path, text.encode())
    elif path.read_text(encoding="utf-8", errors="replace") != text:
        show.note(f"{path} is there already and was left alone; move it away for a fresh one")


def draw(view: View, paper: str) -> bytes:
    """The PDF of a view, on ``a4`` or ``letter``; its pages are imported when one is drawn."""
    import campaign_reports

    return bytes(getattr(campaign_reports, _RENDERERS[type(view)])(view, campaign_reports.Paper(paper)))


_RENDERERS: dict[type, str] = {
    OrbatChart: "render_orbat", Roster: "render_roster", StrengthPaper: "render_strength", EngineerPaper: "render_engineers",
    SupplyPaper: "render_supply", RecoveryCalendar: "render_recovery", Sitrep: "render_sitrep", SituationMap: "render_map",
    OrderForm: "render_orders", AirTasking: "render_air_tasking", SidePapers: "render_side", UmpireSheet: "render_umpire_sheet",
    Book: "render_book", LabelSheet: "render_labels", Masthead: "render_key",
}  # fmt: skip
"""What draws each kind of paper."""

_OF_A_SIDE: tuple[tuple[str, str, Callable[[Desk, Viewer, int | None], Iterable[SideView]]], ...] = (
    ("orbat", "order of battle", orders_of_battle), ("roster", "roster", rosters), ("strength", "strength return", strength_returns),
    ("engineers", "engineer tasks", engineer_papers),
    ("supply", "supply state", supply_papers), ("recovery", "recovery calendar", recovery_calendars),
)  # fmt: skip
"""Papers of which there is one a side: what they are asked for by, their file's name, their query."""


def sheets(
    desk: Desk,
    viewer: Viewer,
    what: str,
    side: str | None = None,
    commander: str | None = None,
    battle: str | None = None,
    tabletop: str = "",
) -> Iterator[Sheet]:
    """Every paper asked for (one of ``KINDS``), for those readers whose papers this viewer may have. Raises NotFound, NotAllowed."""
    of = side_named(desk, side).id if side else None
    idle = {one.adjective for one in (_idle(desk) if what == "all" and side is None else ())}
    for kind, name, query in _OF_A_SIDE:
        if what in (kind, "all"):
            for view in (one for one in query(desk, viewer, of) if one.masthead.side not in idle):
                yield Sheet(_file(desk, view.masthead, name), view)
    if what in ("sitrep", "map", "all"):
        yield from _reports(desk, viewer, what, of, commander or "")
    if what in ("orders", "all"):
        yield from _order_forms(desk, viewer, of, commander)
    if what in ("air-tasking", "all"):
        for tasking in air_papers(desk, viewer, of):
            yield Sheet(_file(desk, tasking.masthead, "air tasking"), tasking)
    if what == "symbols":
        head = masthead(
            look(desk, viewer), "Unit symbols", subtitle="how to read them", use="No meaning rests on colour.", addressee="to all players"
        )
        yield Sheet("unit-symbols.pdf", replace(head, side="Both sides", accent="#000000", paper="Key"))
    if what == "book":
        bound = book_for(desk, viewer, of, commander or "")
        yield Sheet(_file(desk, bound.masthead, "campaign book", "" if commander is None else commander), bound)
    if what in ("packet", "all"):
        yield from _packets(desk, viewer, side_named(desk, side) if side else None, battle, tabletop)


def _idle(desk: Desk) -> list[Side]:
    """Sides with nobody in them: their lists would be blank."""
    army = load_army(desk)
    manned = {battalion.side_id for battalion in army.battalions.values()} | {formation.side_id for formation in army.formations.values()}
    return [one for one in army.sides.values() if one.id not in manned]


def _reports(desk: Desk, viewer: Viewer, what: str, side: int | None, commander: str) -> Iterator[Sheet]:
    """Situation reports and situation maps."""
    if what != "map":
        for report in sitreps(desk, viewer, commander=commander, side=side):
            yield Sheet(_file(desk, report.masthead, "sitrep", _reader(report)), report)
    if what != "sitrep":
        for drawn in situation_maps(desk, viewer, commander=commander, side=side):
            yield Sheet(_file(desk, drawn.masthead, "situation map", drawn.commander), drawn)


def _reader(report: Sitrep) -> str:
    return report.order_form.commander if report.order_form is not None else ""


def _order_forms(desk: Desk, viewer: Viewer, side: int | None, commander: str | None) -> Iterator[Sheet]:
    named = [commander] if commander else [c.key for c in commanders_of(load_army(desk), viewer) if side in (None, c.side_id)]
    for word in named:
        form = order_form(desk, viewer, word)
        yield Sheet(_file(desk, form.masthead, "orders", form.commander), form)


def _file(desk: Desk, masthead: Masthead, kind: str, reader: str = "") -> str:
    """``british-brig-gott-orders-day-1-turn-2.pdf``."""
    return file_name(f"{masthead.side} {reader}", ".pdf", ending=f"{kind} day {desk.moment.day} turn {desk.moment.turn}")


def _packets(desk: Desk, viewer: Viewer, side: Side | None, battle: str | None, tabletop: str) -> Iterator[Sheet]:
    """The files of one battle, or of every open one that the viewer knows of: one a side, and the umpire's."""
    known = {row.number for row in battle_list(desk, viewer).battles}
    for word in [battle] if battle else [str(b.number) for b in open_battles(desk) if b.number in known]:
        number = battle_known(look(desk, viewer), word).number
        found = side_papers(desk, viewer, word, side, tabletop)
        if battle and side is not None and not found:
            raise BadInput(f"{side.name} takes no part in battle {number}; leave --side out, or name a side that does")
        for papers in found:
            yield Sheet(f"battle-{number}-{papers.reader}.pdf", papers)
        if viewer.is_umpire and side is None:
            yield Sheet(f"battle-{number}-umpire.pdf", battle_packet(desk, viewer, word, tabletop).umpire)


def packet_notes(desk: Desk, viewer: Viewer, word: str, tabletop: str) -> Iterator[str]:
    """What is to be said with the papers of a battle: it is over; it stays under its own system; to the umpire, who is not on so small a table."""
    battle = battle_known(look(desk, viewer), word)
    if battle.state.is_over:
        yield f"battle {word} is over: the papers show its units as they stand now; as they went into it: --as-of with a moment before"
        return
    if tabletop and battle.tabletop != system(tabletop).key:
        own = system(battle.tabletop).name
        yield f"battle {word} stays under {own}: before returns of these papers are recorded, campaign battle under {word} {tabletop}"
    if beside := beside_the_table(desk, viewer, word, tabletop):
        yield f"battle {word}: {beside}"
