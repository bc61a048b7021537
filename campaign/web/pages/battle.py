"""A battle: who takes part, its papers and returns, and everything that can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from campaign.actions.photos import AttachPhotos, NewPhoto, RemovePhoto
from campaign.errors import BadInput, NotFound
from campaign.exchange.owned import read_owned
from campaign.exchange.photos import read_photo
from campaign.journal import desk_notes
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.pictures import Picture
from campaign.journal.record import Along
from campaign.queries.battle.battle_page import battle_page
from campaign.queries.battle.battles import battle
from campaign.queries.battle.muster import battle_muster
from campaign.queries.book.photos import photos
from campaign.queries.orbat.service import grades_after
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.terms.asking import asked, read
from campaign.terms.seats import MarkKind
from campaign.terms.state import BattleState
from campaign.terms.viewer import Viewer
from campaign.terms.words import is_number
from campaign.values import dataclass
from campaign.verbs.battles import AddToBattle, DropFromBattle
from campaign.verbs.between_battles import GiveGrades, UnitGrade
from campaign.verbs.dividing import SplitBattle
from campaign.verbs.interruptions import CancelBattle, MergeBattles, ResumeBattle, SuspendBattle
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.systems import FightUnder
from campaign.views.battle.battle_page import BattlePage, PageSide
from campaign.views.book.campaign_book import Photo
from campaign.web.answer import Answer
from campaign.web.battle_stages import stages_of
from campaign.web.chips import chip_symbols, on_umpires_desk
from campaign.web.marks import packet_of, printed_battles
from campaign.web.page import page
from campaign.web.pages.battle_return import address_of, typing_of, typings
from campaign.web.pages.battles import state_words, units_in
from campaign.web.pages.units import NQM
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.qr_svg import qr_svg
from campaign.web.visit import Visit
from campaign.words.battle_report import lines as report_lines
from campaign.words.receipt import Receipt
from campaign.words.symbol import UnitSymbol

ASIDE = frozenset({"foretell", "mark", "unmark", "photo", "remove-photo"})
"""Buttons that do the same whatever was done meanwhile."""
LONGEST_NAME = 200
SignOf = Callable[[UnitSymbol, int], UnitSymbol]
"""A unit's symbol as it is drawn for the reader, by the number of its side."""


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """The progress of one side's return."""

    side: PageSide
    text: str
    detail: str
    kind: str
    word: str
    address: str


Grades = tuple[tuple[str, str, str], ...]
"""Battalions that took part, each with its side and its grade."""


@page("/battles/{number}", UMPIRE | PLAYERS, takes_files=True, drawn_for=DrawnFor.BATTLE, aside=ASIDE)
def show_battle(visit: Visit) -> Answer:
    """Show a battle as this person may know it."""
    return _shown(visit)


def _shown(visit: Visit, foretold: Receipt | None = None) -> Answer:
    number = visit.path["number"]

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[BattlePage, tuple[Photo, ...], Grades]:
        shown = battle_page(board, viewer, number)
        pictures = photos(board, viewer).get(shown.view.battle.number, ()) if viewer.is_umpire else ()
        keeps_grades = viewer.is_umpire and board.campaign.tabletop == NQM
        return shown, tuple(pictures), grades_after(board, number) if keeps_grades else ()

    shown, pictures, grades = visit.read(ask)
    row, is_umpire = shown.view.battle, visit.person.is_umpire
    printed = is_umpire and row.number in printed_battles(visit.desk)
    rows = return_rows(visit, shown)
    sign_of: SignOf = on_umpires_desk if is_umpire else lambda symbol, _: symbol
    return visit.page(
        "battle.html",
        json=shown.view,
        same_at_terminal=_at_terminal(shown),
        shown=shown,
        row=row,
        state=state_words(row),
        line=_line(shown),
        stages=stages_of(shown, is_printed=printed) if is_umpire else (),
        rows=rows,
        missing=next((entry for entry in rows if not entry.side.return_in), None),
        all_in=bool(rows) and all(entry.side.return_in for entry in rows),
        some_in=any(entry.side.return_in for entry in rows),
        printed=printed,
        door_code=qr_svg(f"{visit.desk.address}/", "Code of the desk's address")
        if is_umpire and visit.desk.is_reached
        else "",
        handed_out=is_umpire and _is_handed_out(visit, row.number),
        asks={button: asked(cls) for button, cls in _DECLARED.items()},
        chips=chip_symbols((sign_of(line.symbol, side.side), side.side) for side in shown.sides for line in side.lines),
        sign_of=sign_of,
        photos=[(photo.number, photo.caption or photo.name, photo.taken_by) for photo in pictures],
        attackers=[("", "attacker of both, or neither"), *((side.key, side.name) for side in shown.sides if side.key)],
        systems=[(key, name) for key, name in shown.choices.systems if key != shown.system],
        is_suspended=row.state is BattleState.SUSPENDED,
        is_ruled=row.ruling,
        foretold=foretold,
        outcome=shown.view.outcome.split("\n") if shown.view.outcome else [],
        has_report=bool(shown.view.report),
        graded=grades,
        grades=[("", "unchanged"), *((str(grade), str(grade)) for grade in Grade if grade is not Grade.ELITE)],
    )


def _line(shown: BattlePage) -> str:
    row, sides = shown.view.battle, shown.sides
    attacking = [side.name for side in sides if side.part == "attacks"]
    who = f"{attacking[0]} attacks" if len(attacking) == 1 else "both attack" if attacking else ""
    parts = (row.when, who, f"rules: {shown.view.tabletop}", shown.view.table)
    return " \N{MIDDLE DOT} ".join(filter(None, parts))


def _at_terminal(shown: BattlePage) -> str:
    row = shown.view.battle
    missing = next((side.key for side in shown.sides if not side.return_in), "")
    if row.state.is_over:
        return f"campaign battle show {row.number}"
    return (
        f"campaign battle record {row.number} --side {missing}" if missing else f"campaign battle settle {row.number}"
    )


def return_rows(visit: Visit, shown: BattlePage) -> list[ReturnRow]:
    """Return the progress of each side's return, of those sides whose return this person may know of."""
    return [_return_row(visit, shown, side) for side in shown.sides if side.key]


def _return_row(visit: Visit, shown: BattlePage, side: PageSide) -> ReturnRow:
    number = shown.view.battle.number
    address = address_of(number, side.key)
    if side.return_in:
        return ReturnRow(side, "handed in", side.returns[-1] if side.returns else "", "done", "in", address)
    drafts = typings(visit, number, side.key)
    if drafts and not shown.view.battle.state.is_over:
        typing = typing_of(drafts[0], "")
        detail = f"{typing.lines} of {len(side.lines)} lines ticked"
        return ReturnRow(side, f"being typed by {typing.by}", detail, "open", "open", address)
    return ReturnRow(side, "no return yet", " or ".join(side.leaders), "now", "missing", address)


def _is_handed_out(visit: Visit, number: int) -> bool:
    marks = desk_notes.marks(visit.desk.reader, visit.desk.campaign, subject=packet_of(number))
    return any(mark.kind is MarkKind.HANDED_OUT for mark in marks)


# changing ------------------------------------------------------------------------------------------------------------
@show_battle.posted_by(UMPIRE)
def change_battle(visit: Visit) -> Answer:
    """Do what the button says with the battle."""
    button, number = visit.form["do"], visit.path["number"]
    row = visit.read(lambda board, viewer: battle(board, viewer, number)).battle
    word, address = str(row.number), f"/battles/{row.number}"
    if button == "foretell":
        return _shown(visit, visit.try_out(read(ResolveBattle, visit.fields, battle=word)).receipt)
    if button in ("mark", "unmark"):
        return _marked(visit, row.number, address, is_handed_out=button == "mark")
    return visit.receipt(visit.give(_command(visit, button, word)), to=address)


def _attach(visit: Visit, word: str) -> object:
    files = visit.files.get("photo", ())
    if not files:
        raise BadInput("no photo was chosen. Choose one or more JPEG or PNG files")
    by = visit.form.get("by", "").strip()
    if len(by) > LONGEST_NAME:
        raise BadInput(f"the photographer's name has {len(by)} characters. Write at most {LONGEST_NAME}")
    taken = [read_photo(Path(Path(upload.name).name), upload.content) for upload in files]
    new = tuple(NewPhoto(p.file, p.media_type, p.width, p.height, Picture.of(p.content)) for p in taken)
    return AttachPhotos(word, new, visit.form.get("caption", ""), by)


def _remove(visit: Visit, word: str) -> object:
    return RemovePhoto(word, int(visit.form["photo"]) if is_number(visit.form["photo"]) else 0)


def _grades(visit: Visit, word: str) -> object:
    """Return the grades that were chosen, each under the number of its unit."""
    names = [name for name, _, _ in visit.read(lambda board, _: grades_after(board, word))]
    chosen = ((name, visit.form.get(f"grade_{n}", "")) for n, name in enumerate(names, 1))
    given = tuple(UnitGrade(name, to) for name, to in chosen if to)
    return GiveGrades(word, given, visit.form.get("why", "").strip())


_DECLARED: Mapping[str, type] = {
    "add": AddToBattle,
    "drop": DropFromBattle,
    "split": SplitBattle,
    "merge": MergeBattles,
    "under": FightUnder,
    "suspend": SuspendBattle,
    "resume": ResumeBattle,
    "cancel": CancelBattle,
    "resolve": ResolveBattle,
}
"""What each button gives whose form asks what its command asks."""
_BY_HAND: Mapping[str, Callable[[Visit, str], object]] = {"grades": _grades, "photo": _attach, "remove-photo": _remove}
"""What the others do: files, and a field a unit."""


def _command(visit: Visit, button: str, word: str) -> object:
    """Return the command that a button gives. Raises BadInput."""
    if button in _BY_HAND:
        return _BY_HAND[button](visit, word)
    if button not in _DECLARED:
        raise BadInput(f"{button!r} is not a button of this page. Load the page again")
    ticked = {"units": visit.form_list("unit")} if button in ("drop", "split") else {}
    return read(_DECLARED[button], visit.fields, battle=word, **ticked)


def _marked(visit: Visit, number: int, address: str, *, is_handed_out: bool) -> Answer:
    """Note that the papers were handed out, or take that back."""
    desk, subject = visit.desk, packet_of(number)

    def change(along: Along) -> None:
        if is_handed_out:
            by = visit.person.signature
            desk_notes.mark(desk.store, desk.campaign, subject, MarkKind.HANDED_OUT, by=by, along=along)
        else:
            desk_notes.unmark(desk.store, desk.campaign, subject, MarkKind.HANDED_OUT, along=along)
        desk.noted(visit.person.eyes)

    state = "marked as handed out" if is_handed_out else "marked as not handed out"
    return visit.note_with(change, f"The papers of battle {number} are {state}", to=address)


# what a battle needs, how it went, what it looked like ----------------------------------------------------------------
@page("/battles/{number}/muster", UMPIRE | PLAYERS, is_kept=False, takes_files=True, drawn_for=DrawnFor.NOTHING)
def show_muster(visit: Visit) -> Answer:
    """Show the stands, figures and models that a battle needs, under its own or another system."""
    return _mustered(visit, None)


@show_muster.post
def count_models(visit: Visit) -> Answer:
    """Show what of it the club does not own, by a list that is sent and not kept."""
    files = visit.files.get("owned", ())
    if not files:
        raise BadInput(
            "no file was chosen. Choose the list of your models, with a line for each kind of model and the "
            "number you have"
        )
    return _mustered(visit, read_owned(Path(Path(files[0].name).name), files[0].content))


def _mustered(visit: Visit, owned: dict[str, int] | None) -> Answer:
    number, key = visit.path["number"], visit.query.get("tabletop", "")
    only = units_in(visit.query.get("only", ""))
    muster, shown = visit.read(
        lambda board, viewer: (
            battle_muster(board, viewer, number, key, only, owned),
            battle_page(board, viewer, number),
        )
    )
    return visit.page(
        "muster.html",
        json=muster,
        same_at_terminal=f"campaign battle muster {muster.battle}",
        muster=muster,
        number_of={side.name: side.side for side in shown.sides},
        names=[(side.name, side.side) for side in shown.sides if side.key],
        systems=shown.choices.systems,
        owned=owned is not None,
        only=visit.query.get("only", ""),
        short=[row for row in muster.models if row.short],
    )


@page("/battles/{number}/report", UMPIRE)
def show_report(visit: Visit) -> Answer:
    """Show every move and roll of a battle that the program fought."""
    view = visit.read(lambda board, viewer: battle(board, viewer, visit.path["number"]))
    if not view.report:
        raise NotFound(
            f"battle {view.battle.number} has no report. The program writes a report only of battles that it "
            "resolves itself"
        )
    return visit.page(
        "battle_report.html",
        json=view,
        same_at_terminal=f"campaign battle show {view.battle.number} --full",
        row=view.battle,
        lines=report_lines(view.report),
    )


@page("/battles/{number}/photos/{photo}", UMPIRE, is_kept=False)
def show_photo(visit: Visit) -> Answer:
    """Show one photo of the table."""
    number, wanted = visit.path["number"], visit.path["photo"]

    def ask(board: JournalBoard, viewer: Viewer) -> Photo:
        row = battle(board, viewer, number).battle
        kept = next((p for p in photos(board, viewer).get(row.number, ()) if str(p.number) == wanted), None)
        if kept is None:
            raise NotFound(f"battle {row.number} has no photo {wanted}. Choose a photo from the page of the battle")
        return kept

    photo = visit.read(ask)
    ending = "png" if photo.media_type.endswith("png") else "jpg"
    return visit.file(photo.data, f"battle-{number}-photo-{photo.number}.{ending}", photo.media_type)
