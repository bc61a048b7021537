"""The lists of papers: one by one as they are asked for, or an evening's, grouped by their readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaign.errors import BadInput
from campaign.journal import JournalBoard
from campaign.model import Commander, Side
from campaign.queries.air.air import air_papers
from campaign.queries.battle.battle_report import fought_battles
from campaign.queries.battle.battles import battle_known, battle_list
from campaign.queries.battle.packet import battle_packet, beside_the_table, side_papers
from campaign.queries.battle.reference import reference_due, reference_paper, systems_played
from campaign.queries.book.book import book_for
from campaign.queries.book.diary import diaries
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import look
from campaign.queries.common.viewers import commander_for, commanders_of
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.day.evening import staff_sheets, umpire_brief
from campaign.queries.map.map import situation_maps
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.recovery import recovery_calendars
from campaign.queries.orbat.roster import rosters
from campaign.queries.orbat.strength import strength_returns
from campaign.queries.orbat.tasks import engineer_papers
from campaign.queries.orders.orders import printed_form
from campaign.queries.supply.supply_paper import supply_papers
from campaign.rules.tabletop.interface import system
from campaign.situation.army import load_army
from campaign.situation.engaged import open_battles
from campaign.situation.names import side_named
from campaign.terms.viewer import Viewer
from campaign.terms.words import file_name
from campaign.values import dataclass, replace
from campaign.views.air.air import AirTasking
from campaign.views.battle.battle_paper import BattlePaper
from campaign.views.battle.unit_cards import UnitCards
from campaign.views.book.campaign_book import Book
from campaign.views.book.diary import Diary
from campaign.views.contacts.sitrep import Sitrep
from campaign.views.day.evening import StaffSheet, UmpireBrief
from campaign.views.map.map import SituationMap
from campaign.views.orbat.orbat import OrbatChart
from campaign.views.orbat.recovery import RecoveryCalendar
from campaign.views.orbat.roster import Roster
from campaign.views.orbat.strength import StrengthPaper
from campaign.views.orbat.tasks import EngineerPaper
from campaign.views.supply.supply import SupplyPaper
from campaign.words.labels import LabelSheet
from campaign.words.orders import OrderForm
from campaign.words.packet import SidePapers, UmpireSheet
from campaign.words.papers import Masthead
from campaign.words.reference import ReferencePaper

ALL = "all"
KINDS = (
    "staff",
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
    "cards",
    "reference",
    "report",
    "diary",
    "book",
    "symbols",
    ALL,
)

ALSO_LARGE = ("sitrep", "orders", "air-tasking", "packet", "reference", ALL)
"""Papers that are read during a move or filled in, and so can be printed large."""
WHY_NO_PACKET = "no battle is open; campaign battle list shows all battles"

SideView = StaffSheet | OrbatChart | Roster | StrengthPaper | EngineerPaper | SupplyPaper | RecoveryCalendar
View = (
    SideView
    | UmpireBrief
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
    | UnitCards
)


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a paper (the umpire without a side, a side's staff, or a commander), and the file with all papers
    of that reader. Two readers of one name are distinct.
    """

    file: str
    side: str = ""
    commander: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A paper still to be drawn: the name of its file, its view, and its reader; without a reader it is always a file
    of its own.
    """

    name: str
    view: View
    reader: Reader | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file still to be written: its name and its papers in sequence. ``folds``: it may be a booklet."""

    name: str
    views: tuple[View, ...]
    folds: bool = True


def apart(sheets: Iterable[Sheet]) -> list[File]:
    return [_alone(sheet) for sheet in sheets]


def bundled(sheets: Iterable[Sheet]) -> list[File]:
    """Return a file for each reader, with the reader's papers in their order; a paper without a reader has one of its
    own.
    """
    papers: dict[Reader | str, list[Sheet]] = {}
    for sheet in sheets:
        papers.setdefault(sheet.reader or sheet.name, []).append(sheet)
    return [
        File(reader.file, tuple(sheet.view for sheet in of_reader))
        if isinstance(reader, Reader)
        else _alone(*of_reader)
        for reader, of_reader in papers.items()
    ]


def _alone(sheet: Sheet) -> File:
    return File(sheet.name, (sheet.view,), sheet.reader is not None and not isinstance(sheet.view, Book))


_OF_A_SIDE: tuple[tuple[str, str, Callable[[JournalBoard, Viewer, int | None], Iterable[SideView]]], ...] = (
    ("staff", "staff sheet", staff_sheets),
    ("orbat", "order of battle", orders_of_battle),
    ("roster", "roster", rosters),
    ("strength", "strength return", strength_returns),
    ("engineers", "engineer tasks", engineer_papers),
    ("supply", "supply state", supply_papers),
    ("recovery", "recovery calendar", recovery_calendars),
)
"""Papers with one copy for each side: name in the program command, file name, and query."""


@dataclass(frozen=True, slots=True)
class Request:
    """The details of a request beside the kind of paper: one side, a commander as the viewer, a battle or system, a
    unit and day of the diary, the system to print packets under, the packets with which its reference is printed if
    they differ from the setting, whether ``all`` means every single paper or an evening's sheets that gather them, and
    whether the book has the dice.
    """

    side: str | None = None
    commander: str | None = None
    which: str | None = None
    tabletop: str = ""
    reference: str = ""
    unit: str = ""
    day: int = 0
    separate: bool = False
    dice: bool = False
    cards: bool = False
    """True if unit cards are printed with the packets."""


def sheets(board: JournalBoard, viewer: Viewer, paper: str, request: Request | None = None) -> Iterator[Sheet]:
    """Yield every paper asked for (one of ``KINDS``), for those readers whose papers this viewer may have. Raises
    NotFound, NotAllowed, BadInput.
    """
    request = request or Request()
    if request.commander:
        viewer = commander_for(board, viewer, request.commander)[1]
    if paper == "report":
        if request.side:
            raise BadInput(
                "a report shows the positions of both sides, so only the umpire may have a report. Leave "
                f"--side {request.side} out"
            )
        for fought in fought_battles(board, viewer, request.which):
            yield Sheet(f"battle-{fought.number}-report.pdf", fought, _reader(board, viewer, fought.masthead))
        return
    if paper == "reference":
        for key in (request.which,) if request.which else systems_played(board, viewer):
            yield _reference_sheet(board, viewer, key)
        return
    desk = Desk(board, viewer, side_named(board, request.side) if request.side else None, everything=paper == ALL)
    if paper == "book":
        yield desk.book(request.dice)
        return
    if paper == "diary":
        yield from desk.diaries(request.unit, request.day)
        return
    yield from desk.evening() if paper == ALL and not request.separate else desk.papers(paper)
    if paper in ("packet", ALL):
        yield from desk.packets(request)
    if paper == "cards" or request.cards:
        yield from desk.cards(request)


@dataclass(frozen=True, slots=True)
class Desk:
    """The maker of papers for one viewer, or for one side only; ``everything``: all kinds, so that a side without units
    is left out.
    """

    board: JournalBoard
    viewer: Viewer
    side: Side | None
    everything: bool = False

    @property
    def of(self) -> int | None:
        """Side asked for."""
        return None if self.side is None else self.side.id

    def papers(self, paper: str) -> Iterator[Sheet]:
        for kind, _, _ in _OF_A_SIDE:
            if paper == kind or (paper == ALL and kind != "staff"):
                yield from self._of_a_side(kind)
        if paper in ("sitrep", ALL):
            yield from self._sitreps(self.viewer, self.of)
        if paper == ALL and self.of is not None and not self.viewer.commanders:
            yield from self._sitreps(Viewer(self.of))
        if paper in ("map", ALL):
            yield from self._maps()
        if paper == "orders":  # among all papers it is a part of the situation report
            yield from self._order_forms()
        if paper in ("air-tasking", ALL):
            for tasking in air_papers(self.board, self.viewer, self.of):
                yield self._sheet("air tasking", tasking)
        if paper == "symbols":
            yield Sheet("unit-symbols.pdf", self._key())

    def evening(self) -> Iterator[Sheet]:
        """Yield the papers of an evening, each fact once: each commander's report with its order form, each side's
        staff sheet, order of battle and maps, and for the umpire what waits and the maps. Raises NotAllowed.
        """
        viewer = self.viewer
        if self.of is not None:
            look(self.board, viewer).knowledge.require_side(self.of)
            viewer = viewer if viewer.commanders else Viewer(self.of)
        yield from self._sitreps(viewer)
        if self.viewer.is_umpire and self.side is None:
            yield self._sheet("brief", umpire_brief(self.board, self.viewer))
        yield from self._of_a_side("staff")
        yield from self._charts()
        yield from self._of_a_side("roster")
        yield from self._maps()

    def book(self, dice: bool) -> Sheet:
        """Return the campaign book of the viewer, or of the side asked for. Raises NotAllowed."""
        return self._sheet("campaign book", book_for(self.board, self.viewer, self.of, dice=dice), self._viewing)

    def diaries(self, unit: str, day: int) -> Iterator[Sheet]:
        """Yield the diary of a unit, or of each side, as far as the viewer may read it. Raises NotFound, NotAllowed."""
        for view in diaries(self.board, self.viewer, self.of, unit, day):
            name = _file(self.board, view.masthead, f"diary of day {day}" if day else "diary", view.masthead.subtitle)
            yield Sheet(name, view, _reader(self.board, self.viewer, view.masthead, self._viewing))

    def packets(self, request: Request) -> Iterator[Sheet]:
        """Yield the files of one battle, or of every open one that the viewer knows of: one for each side, the
        umpire's, and the reference of a system where it is printed separately.
        """
        board, viewer, side = self.board, self.viewer, self.side
        for word in packets_of(board, viewer, request.which):
            number = battle_known(look(board, viewer), word).number
            bundles = side_papers(board, viewer, word, side, request.tabletop)
            if request.which and side is not None and not bundles:
                raise BadInput(
                    f"{side.name} has no units in battle {number}. Leave --side out, or name a side of the battle"
                )
            due = reference_due(board, viewer, word, request.reference, request.tabletop)
            charts = reference_paper(board, viewer, due.key) if due else None
            in_each = charts if due is not None and due.in_each else None
            for papers in bundles:
                yield Sheet(packet_file(papers), replace(papers, reference=in_each))
            if viewer.is_umpire and side is None:
                yield Sheet(f"battle-{number}-umpire.pdf", battle_packet(board, viewer, word, request.tabletop).umpire)
            if charts is not None and in_each is None:
                yield _reference_sheet(board, viewer, charts.system)

    def cards(self, request: Request) -> Iterator[Sheet]:
        """Yield a card for each unit of a side in one battle, or in every open one."""
        for word in packets_of(self.board, self.viewer, request.which):
            for papers in side_papers(self.board, self.viewer, word, self.side, request.tabletop):
                yield Sheet(packet_file(papers).replace(".pdf", "-cards.pdf"), UnitCards.of(papers))

    def _of_a_side(self, kind: str) -> Iterator[Sheet]:
        nobody = {side.name for side in idle_sides(self.board)} if self.everything and self.side is None else ()
        name, query = next((name, query) for word, name, query in _OF_A_SIDE if word == kind)
        for view in query(self.board, self.viewer, self.of):
            if view.masthead.side not in nobody:
                yield self._sheet(name, view)

    def _charts(self) -> Iterator[Sheet]:
        """Yield the orders of battle without their units, which are on the roster."""
        for sheet in self._of_a_side("orbat"):
            if isinstance(sheet.view, OrbatChart) and (chart := sheet.view.without_units).roots:
                yield replace(sheet, view=chart)

    def _sitreps(self, viewer: Viewer, side: int | None = None) -> Iterator[Sheet]:
        """Yield the report of each commander, or of a side as a whole."""
        reports = sitreps(self.board, viewer, side=side)
        leaders: list[Commander | None] = list(commanders_of(load_army(self.board), viewer))
        as_a_whole = side is not None and not viewer.commanders
        for commander, report in zip([None] if as_a_whole else leaders, reports, strict=True):
            yield self._sheet("sitrep", report, commander)

    def _maps(self) -> Iterator[Sheet]:
        for drawn in situation_maps(self.board, self.viewer, side=self.of):
            yield self._sheet("situation map", drawn, self._viewing)

    def _order_forms(self) -> Iterator[Sheet]:
        for commander in commanders_of(load_army(self.board), self.viewer):
            if self.of in (None, commander.side_id):
                yield self._sheet("orders", printed_form(self.board, self.viewer, commander.key), commander)

    @property
    def _viewing(self) -> Commander | None:
        """Commander as whom the viewer looks, if there is one."""
        idents = self.viewer.commanders
        return load_army(self.board).commanders[idents[0]] if len(idents) == 1 else None

    def _sheet(
        self,
        kind: str,
        view: SideView | UmpireBrief | Sitrep | SituationMap | OrderForm | AirTasking | Book,
        commander: Commander | None = None,
    ) -> Sheet:
        name = _file(self.board, view.masthead, kind, "" if commander is None else commander.name)
        return Sheet(name, view, _reader(self.board, self.viewer, view.masthead, self._viewing or commander))

    def _key(self) -> Masthead:
        head = masthead(
            look(self.board, self.viewer),
            "Unit symbols",
            subtitle="how to read them",
            use="No meaning depends on colour.",
            addressee="to all players",
        )
        return replace(head, side="Both sides", accent="#000000", paper="Key", entry=0, head="")


def _reader(board: JournalBoard, viewer: Viewer, head: Masthead, commander: Commander | None = None) -> Reader:
    """Return the reader with a file name such as ``erskine-day-2-turn-1.pdf``, ``axis-staff-day-2-turn-1.pdf``,
    ``umpire-day-2-turn-1.pdf``. The umpire's papers are those with the number of an entry.
    """
    ending = f"day {board.moment.day} turn {board.moment.turn}"
    if commander is not None:
        return Reader(file_name(commander.key, ".pdf", ending=ending), head.side, commander.id)
    if viewer.is_umpire and head.entry:
        return Reader(file_name("umpire", ".pdf", ending=ending))
    return Reader(file_name(f"{head.side} staff", ".pdf", ending=ending), head.side)


def _file(board: JournalBoard, head: Masthead, kind: str, reader: str = "") -> str:
    """Return the file name of a paper: ``british-brig-gott-orders-day-1-turn-2.pdf``."""
    return file_name(f"{head.side} {reader}", ".pdf", ending=f"{kind} day {board.moment.day} turn {board.moment.turn}")


def idle_sides(board: JournalBoard) -> list[Side]:
    """Return the sides without units, whose lists would be blank."""
    army = load_army(board)
    manned = {battalion.side_id for battalion in army.battalions.values()} | {
        formation.side_id for formation in army.formations.values()
    }
    return [side for side in army.sides.values() if side.id not in manned]


def _reference_sheet(board: JournalBoard, viewer: Viewer, key: str) -> Sheet:
    view = reference_paper(board, viewer, key)
    return Sheet(f"reference-{view.system}.pdf", view)


def packets_of(board: JournalBoard, viewer: Viewer, battle: str | None) -> list[str]:
    """Return the battle asked for, or every open one that the viewer knows of."""
    if battle is not None:
        return [battle]
    numbers = {row.number for row in battle_list(board, viewer).battles}
    return [str(open_battle.number) for open_battle in open_battles(board) if open_battle.number in numbers]


def packet_file(papers: SidePapers) -> str:
    """Return the file name of a packet: ``battle-3-allied.pdf``."""
    return f"battle-{papers.number}-{papers.reader}.pdf"


def packet_notes(board: JournalBoard, viewer: Viewer, word: str, tabletop: str) -> Iterator[str]:
    """Yield notes on the papers of a battle: it is over; it stays under its own system; for the umpire, the units that
    are not on so small a table.
    """
    battle = battle_known(look(board, viewer), word)
    if battle.state.is_over:
        yield (
            f"battle {word} is over: the papers show its units as they stand now. To show them as they went into"
            " it: --as-of with a moment before"
        )
        return
    if tabletop and battle.tabletop != system(tabletop).key:
        kept_system = system(battle.tabletop).name
        yield (
            f"battle {word} stays under {kept_system}: before you record returns of these papers, type campaign"
            f" battle under {word} {tabletop}"
        )
    if beside := beside_the_table(board, viewer, word, tabletop):
        yield f"battle {word}: {beside}"
