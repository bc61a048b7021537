"""The papers: every PDF by its reader, labels, mails, the campaign book; drawn when they are asked for.

Views are read in a short block, and drawn after it. A player's papers are those that his viewer may have; another
reader's are not found.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final
from urllib.parse import urlencode

from campaign import clock
from campaign.errors import BadInput, NotAllowed, NotFound
from campaign.exchange.order_mail import mail_file
from campaign.exchange.returns.template import return_file
from campaign.journal import desk_notes
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.queries.battle.battles import battle_list
from campaign.queries.battle.labels import COMMON, base_of, label_file, label_sheets
from campaign.queries.battle.packet import side_papers
from campaign.queries.book.book import book_for, eyes_for
from campaign.queries.book.book_map import book_map
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
    sheets,
)
from campaign.queries.common.viewers import commander_for, commanders_of
from campaign.queries.orders.order_mail import mailed, order_mail
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.situation.army import load_army
from campaign.situation.names import side_named
from campaign.terms.seats import MarkKind
from campaign.terms.viewer import Viewer
from campaign.terms.words import file_name, is_number
from campaign.values import dataclass
from campaign.views.book.book_map import BookMap
from campaign.views.book.campaign_book import Book
from campaign.web.answer import Answer
from campaign.web.marks import packet_of
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import SIZES_OF_PAPER, Visit
from campaign.words.mail import OrderMail
from campaign_reports.any_paper import draw, on

PDF: Final = "application/pdf"
WEB_PAGE: Final = "text/html; charset=UTF-8"
"""Kind of the book as a web page. It is saved, not shown: it has a script of its own, which the desk would not run."""
MAIL: Final = "message/rfc822"
TEXT: Final = "application/yaml"
NAMES: Final = {
    "staff": "Staff sheet",
    "orbat": "Order of battle",
    "roster": "Roster",
    "strength": "Strength return",
    "engineers": "Engineer tasks",
    "supply": "Supply state",
    "recovery": "Recovery calendar",
    "sitrep": "Situation report",
    "map": "Situation map",
    "orders": "Order form",
    "air-tasking": "Air tasking order",
    "packet": "Battle packet",
    "cards": "Unit cards of a battle",
    "reference": "Reference of a system",
    "report": "Report of a battle the program fought",
    "diary": "Diary",
    "book": "Campaign book",
    "symbols": "Unit symbols",
    ALL: "Everything an evening needs",
}
"""Kinds of paper in words."""
UMPIRES_KINDS: Final = frozenset({"report"})
READER: Final = "umpire"


@dataclass(frozen=True, slots=True)
class PaperReader:
    """A reader with papers of his own: the umpire, a side's staff, or a commander."""

    name: str
    text: str
    side: int | None
    words: tuple[tuple[str, str], ...]
    """Words of the address that asks for his papers."""
    key: str = ""
    """Key of a commander, for his mail."""


@dataclass(frozen=True, slots=True)
class Packets:
    """The papers of one battle: for each reader a name and the words of its address."""

    number: int
    name: str
    is_open: bool
    readers: tuple[tuple[str, int | None, str], ...]
    """Name, side on the page, and key; the umpire has no side."""


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """The papers that the page offers."""

    readers: tuple[PaperReader, ...]
    battles: tuple[Packets, ...]
    sides: tuple[tuple[str, str], ...]
    commanders: tuple[tuple[str, str], ...]


# the page ------------------------------------------------------------------------------------------------------------
@page("/papers", UMPIRE | PLAYERS, drawn_for=DrawnFor.NOTHING)
def show_papers(visit: Visit) -> Answer:
    """Show every paper that this person may have, by its reader."""
    facts = visit.read(_facts)
    marks = desk_notes.marks(visit.desk.reader, visit.desk.campaign) if visit.person.is_umpire else ()
    chosen = visit.query.get("battle", "")
    battles = [b for b in facts.battles if b.is_open or str(b.number) == chosen]
    look = {name: visit.query.get(name, "") for name in ("paper", "large", "booklet")}
    kept = {name: value for name, value in look.items() if value}

    def print_address(**words: str) -> str:
        return f"/papers/print?{urlencode({**words, **kept})}"

    return visit.page(
        "papers.html",
        json=facts,
        same_at_terminal=f"campaign battle packet {chosen}" if chosen else "campaign print all",
        facts=facts,
        battles=sorted(battles, key=lambda b: (str(b.number) != chosen, b.number)),
        chosen=chosen,
        wanted=visit.query.get("kind", ""),
        wanted_for=visit.query.get("for", ""),
        look=look,
        kept=kept,
        address=print_address,
        printed={mark.subject: mark for mark in marks if mark.kind is MarkKind.PRINTED},
        handed_out={mark.subject: mark for mark in marks if mark.kind is MarkKind.HANDED_OUT},
        packet_of=packet_of,
        kinds=[(kind, NAMES[kind]) for kind in KINDS if visit.person.is_umpire or kind not in UMPIRES_KINDS],
        systems=[(system.key, system.name) for system in SYSTEMS.values() if system.is_playable],
        sizes=tuple(SIZES_OF_PAPER.items()),
        size=visit.paper,
        bases=COMMON,
    )


@show_papers.posted_by(UMPIRE)
def mark_papers(visit: Visit) -> Answer:
    """Mark a battle's papers as printed and open them, or note that they were handed out."""
    form, desk = visit.form, visit.desk
    word = form["battle"]
    known = visit.read(battle_list)
    row = next((row for row in known.battles if str(row.number) == word), None)
    if row is None:
        raise NotFound(f"there is no battle {word!r}. The page Battles lists them")
    subject, asked = packet_of(row.number), form["do"]
    kind = MarkKind.HANDED_OUT if asked in ("hand-out", "take-back") else MarkKind.PRINTED
    if asked == "take-back":
        desk_notes.unmark(desk.store, desk.campaign, subject, kind)
    else:
        desk_notes.mark(desk.store, desk.campaign, subject, kind, by=visit.person.signature)
    desk.noted(visit.person.eyes)
    if asked == "print":
        words = {name: form.get(name, "") for name in ("side", "file", "paper", "large", "booklet")}
        words = {name: value for name, value in words.items() if value}
        return visit.redirect(f"/papers/print?{urlencode({'kind': 'packet', 'which': word, **words})}")
    return visit.redirect(f"/papers?battle={row.number}")


def _facts(board: JournalBoard, viewer: Viewer) -> PaperFacts:
    army = load_army(board)
    order = list(army.sides)
    sides = [side for side in army.sides.values() if viewer.side in (None, side.id)]
    readers: list[PaperReader] = []
    if viewer.is_umpire:
        readers.append(
            PaperReader("The umpire", "waiting tasks, both sides' troops and maps", None, (("reader", READER),))
        )
    for side in sides if not viewer.commanders else ():
        words = (("reader", "staff"), ("side", side.key))
        text = "staff sheet, order of battle, roster, maps"
        readers.append(PaperReader(f"{side.name} staff", text, order.index(side.id), words))
    leaders = commanders_of(army, viewer)
    for leader in leaders:
        text, number = "situation report with order form", order.index(leader.side_id)
        readers.append(PaperReader(leader.name, text, number, (("for", leader.key),), leader.key))
    battles = []
    for row in battle_list(board, viewer).battles:
        taking = [(side.name, order.index(side.id), side.key) for side in sides]
        umpires = [("Umpire", None, READER)] if viewer.is_umpire else []
        if str(row.state) != "cancelled":
            battles.append(Packets(row.number, row.name, not row.state.is_over, (*taking, *umpires)))
    return PaperFacts(
        readers=tuple(readers),
        battles=tuple(battles),
        sides=tuple((side.key, side.name) for side in sides) if not viewer.commanders else (),
        commanders=tuple((leader.key, leader.name) for leader in leaders),
    )


# drawing -------------------------------------------------------------------------------------------------------------
@page("/papers/print", UMPIRE | PLAYERS, is_kept=False, is_drawn=True)
def show_paper(visit: Visit) -> Answer:
    """Draw what was asked for as one PDF, or the campaign book as a web page."""
    query = visit.query
    kind = query.get("kind", ALL)
    if kind not in KINDS:
        raise NotFound(f"there is no paper called {kind!r}. The Papers page lists them")
    if query.get("web"):
        return _web_book(visit)
    files = visit.read(lambda board, viewer: _files(board, viewer, kind, query))
    if not files:
        raise BadInput(f"There is nothing to print as {NAMES[kind].lower()}: {_why_nothing(kind)}")
    views = [view for file in files for view in file.views]
    is_large = bool(query.get("large")) and kind in ALSO_LARGE
    folds = bool(query.get("booklet")) and all(file.folds for file in files)
    content = draw(views, on(visit.paper, large=is_large), folds)
    return visit.file(content, _name(files, kind, query), PDF)


def _files(board: JournalBoard, viewer: Viewer, kind: str, query: object) -> list[File]:
    """Return the papers asked for: those of one reader together, or of one kind."""
    words = dict(query)  # type: ignore[call-overload]
    day = words.get("day", "").strip()
    if day and not is_number(day):
        raise BadInput(f"{day!r} is not a day of the campaign. Write the number of a day")
    system = words.get("tabletop", "")
    which = words.get("which", "").strip() or (system if kind == "reference" else "") or None
    _require_known_battle(board, viewer, kind, which)
    _require_own_side(board, viewer, words.get("side", ""))
    request = Request(
        side=words.get("side") or None,
        commander=words.get("for") or None,
        which=which,
        tabletop=system if kind == "packet" else "",
        reference=words.get("reference", ""),
        unit=words.get("unit", "").strip(),
        day=int(day or 0),
        separate=bool(words.get("separate")),
        dice=bool(words.get("dice")),
        cards=bool(words.get("cards")),
    )
    made = tuple(sheets(board, viewer, kind, request))
    if reader := words.get("reader", ""):
        made = tuple(sheet for sheet in made if _is_of(sheet, reader, viewer))
        return bundled(made)
    chosen = apart(made)
    if name := words.get("file", ""):
        chosen = [file for file in chosen if name in file.name]
        if not chosen:
            raise NotFound(f"there is no such paper: {name}. The Papers page lists them")
    return bundled(made) if kind == ALL else chosen


def _require_known_battle(board: JournalBoard, viewer: Viewer, kind: str, which: str | None) -> None:
    """Raise NotFound for a battle that the viewer does not know, before anything says more about it."""
    if kind in UMPIRES_KINDS and not viewer.is_umpire:
        raise NotAllowed("only the umpire can see reports of battles")
    if which is None or kind == "reference":
        return
    if which not in {str(row.number) for row in battle_list(board, viewer).battles}:
        raise NotFound(f"there is no battle {which!r}. The page Battles lists them")


def _require_own_side(board: JournalBoard, viewer: Viewer, word: str) -> None:
    """Raise NotFound for a side that is not the viewer's own."""
    if word and side_named(board, word).id != viewer.side and not viewer.is_umpire:
        raise NotFound(f"{word!r} is neither a side nor a commander with papers")


def _is_of(sheet: Sheet, reader: str, viewer: Viewer) -> bool:
    """Return whether a paper is one of this reader: ``umpire``, or ``staff`` for a paper of the whole side."""
    if sheet.reader is None:
        return False
    if reader == READER:
        return viewer.is_umpire and not sheet.reader.side
    return bool(sheet.reader.side) and sheet.reader.commander is None


def _why_nothing(kind: str) -> str:
    if kind == "report":
        return "the program has fought no battle yet"
    return WHY_NO_PACKET.partition(";")[0] if kind in ("packet", "cards") else "there are no such papers for you now"


def _name(files: Sequence[File], kind: str, query: object) -> str:
    """Return the name of the file: that of the only paper, or one for all of them."""
    if len(files) == 1:
        return files[0].name
    which = dict(query).get("which", "")  # type: ignore[call-overload]
    return file_name(f"battle {which} {kind}" if which else f"{kind} papers", ".pdf")


def _web_book(visit: Visit) -> Answer:
    """Return the campaign book as one web page with a map that steps through the turns."""
    side, commander = visit.query.get("side", ""), visit.query.get("for", "")

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[Book, BookMap]:
        _require_own_side(board, viewer, side)
        ident = side_named(board, side).id if side else None
        eyes = eyes_for(board, viewer, ident, commander)
        book = book_for(board, viewer, ident, commander, dice=bool(visit.query.get("dice")))
        return book, book_map(board, eyes)

    book, turns = visit.read(ask)
    from campaign_reports.web_book import render_web_book

    text = render_web_book(book, turns)
    turn = book.masthead.turn.partition(" of ")[0]
    return visit.file(text.encode(), file_name(f"{book.masthead.side} campaign book {turn}", ".html"), WEB_PAGE)


@page("/papers/labels", UMPIRE | PLAYERS, is_kept=False, is_drawn=True)
def show_labels(visit: Visit) -> Answer:
    """Draw labels to cut out for the stands of a battle, or for the whole order of battle."""
    query = visit.query
    base, battle, side = (
        base_of(query.get("base", "") or "46x27"),
        query.get("battle", "").strip(),
        query.get("side", ""),
    )

    def ask(board: JournalBoard, viewer: Viewer) -> list[File]:
        _require_known_battle(board, viewer, "cards", battle or None)
        wanted = side_named(board, side) if side else None
        views = label_sheets(board, viewer, base, battle, query.get("tabletop", ""), wanted)
        return [File(label_file(view, battle or None), (view,)) for view in views if view.labels]

    files = visit.read(ask)
    if not files:
        raise BadInput("There is nothing to label here, because no unit is left in play")
    content = draw([view for file in files for view in file.views], visit.paper)
    name = files[0].name if len(files) == 1 else file_name(f"battle {battle} labels" if battle else "labels", ".pdf")
    return visit.file(content, name, PDF)


@page("/papers/return", UMPIRE | PLAYERS, is_kept=False, is_drawn=True)
def show_return_file(visit: Visit) -> Answer:
    """Return the text file of a side's return, to be filled in with an editor."""
    battle, side = visit.query.get("battle", ""), visit.query.get("side", "")
    if not (battle and side):
        raise BadInput("this link names no battle or no side. The Papers page has a link for each return")

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[str, str]:
        _require_known_battle(board, viewer, "packet", battle)
        bundle = next((bundle for bundle in side_papers(board, viewer, battle) if bundle.reader == side), None)
        if bundle is None:
            raise NotFound(f"{side!r} has no return of battle {battle}")
        return f"battle-{bundle.number}-{bundle.reader}-return.yaml", return_file(bundle, bundle.number)

    name, text = visit.read(ask)
    return visit.file(text.encode(), name, TEXT)


@page("/papers/mail/{commander}", UMPIRE, is_kept=False)
def show_mail(visit: Visit) -> Answer:
    """Return the mail to a commander with his papers, as a draft for the mail program. Nothing is sent."""
    word = visit.path["commander"]

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[OrderMail, list[File]]:
        commander_for(board, viewer, word)
        (commander,) = mailed(board, viewer, [word])
        eyes = Viewer(commander.side_id, (commander.id,))
        return order_mail(board, commander), bundled(sheets(board, eyes, ALL))

    message, files = visit.read(ask)
    size = on(visit.paper, large=bool(visit.query.get("large")))
    papers = [(file.name, draw(file.views, size)) for file in files]
    name = file_name(message.key, ".eml", ending=f"turn {message.turn.replace('.', '-')}")
    return visit.file(mail_file(message, papers, clock.now()), PurePath(name).name, MAIL)
