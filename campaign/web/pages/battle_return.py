"""One side's return of a battle, filled in on a screen line by line as on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from json import dumps
from typing import Any
from urllib.parse import quote

from campaign.actions.returns.take import RecordReturn
from campaign.errors import BadInput, NotAllowed, NotFound, Refused
from campaign.journal import desk_notes
from campaign.journal.board import JournalBoard
from campaign.journal.desk_notes import Draft
from campaign.journal.overtaken import DrawnFor
from campaign.queries.battle.return_sheet import ReturnSheet, content_in, return_in_file, return_sheet
from campaign.terms.seats import Role
from campaign.values import dataclass, replace
from campaign.web.answer import Answer
from campaign.web.chips import chip_symbols
from campaign.web.form_basis import Outdated
from campaign.web.page import page
from campaign.web.people import PLAYERS, TABLE, UMPIRE, owner_of
from campaign.web.return_form import (
    Values,
    X,
    answers_of,
    content_from,
    json_of,
    preset,
    remedies,
    sheet_of_blanks,
    values_of,
)
from campaign.web.visit import NEW_EACH_TIME, Visit

TYPING = frozenset({"keep", "take", "drop", "read", "mend"})
"""What is done with a return that is not handed in yet."""
LEFT_OUT = NEW_EACH_TIME | {"do", "basis"}
"""Fields that are no part of the return."""
FIELD = "field"
"""Name of the boxes of who holds the field."""
MOST_DRAFT = 60_000
"""Most letters of a draft."""


@dataclass(frozen=True, slots=True)
class Typing:
    """Text typed on this form and not handed in."""

    by: str
    at: str
    lines: int
    is_here: bool
    """True if it was typed in this window."""
    values: Values


@page(
    "/battles/{number}/return/{side}",
    UMPIRE | PLAYERS | TABLE,
    is_kept=False,
    takes_files=True,
    drawn_for=DrawnFor.OWN_MARK,
)
def show_return(visit: Visit) -> Answer:
    """Show the form with what was typed before: here, in the draft that this window keeps, or in the return that is
    in.
    """
    return _shown(visit, _sheet(visit))


@show_return.post
def hand_in(visit: Visit) -> Answer:
    """Hand the return in, keep what is typed so far, take the typing over from another window, or read a file."""
    sheet = _sheet(visit)
    asked = visit.form.get("do", "")
    if asked in TYPING and not sheet.may_type:
        raise NotAllowed(
            "you cannot type the return of this battle. Only players with units in the battle can, and only if "
            "the umpire allows it"
        )
    if asked == "keep":
        return _kept(visit, sheet)
    if asked == "take":
        return _taken_over(visit, sheet)
    if asked == "drop":
        _change_typing(visit, sheet, lambda _: None)
        return visit.redirect(visit.address)
    if asked == "read":
        return _read(visit, sheet)
    if asked == "mend":
        return _mended(visit, sheet)
    if sheet.form is None or sheet.fields is None:
        raise BadInput(f"Battle {sheet.battle.battle.number} is over, so you can no longer hand in a return")
    number = sheet.battle.battle.number
    content = content_from(sheet.form, sheet.fields, sheet.side, number, _values(visit.fields))
    basis = visit.form["basis"]

    def is_unchanged(board: JournalBoard) -> None:
        kept = content_in(board, visit.person.viewer, str(number), sheet.side)
        if kept is not None and _said(kept) != _said(content) and _digest(kept) != basis:
            raise Outdated(
                "This return was handed in from another window while you were typing. Compare the two returns"
            )

    try:
        done = visit.give(
            RecordReturn(str(number), (content,), only_keep=visit.person.is_umpire),
            check=is_unchanged,
            along=lambda beside: desk_notes.drop_drafts_on(beside, subject_of(number, sheet.side)),
        )
    except Outdated:
        return _both_shown(visit, content)
    to = visit.address if visit.person.role is Role.TABLE else f"/battles/{number}"
    return visit.receipt(done, to=to, in_full=True)


# reading -------------------------------------------------------------------------------------------------------------
def _sheet(visit: Visit) -> ReturnSheet:
    """Return the form that this person may fill in. Raises NotFound for every other, and for one that there is not."""
    number, side = visit.path["number"], visit.path["side"]
    sheet = visit.read(lambda board, viewer: return_sheet(board, viewer, number, side))
    if visit.person.battle not in (None, sheet.battle.battle.number):
        raise NotFound(f"battle {number!r} has no return for {side!r}")
    return sheet


def _values(fields: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the fields of the form that was posted, without those of the desk itself."""
    return {name: given[-1] for name, given in fields.items() if name not in LEFT_OUT and given and given[-1]}


def _digest(content: Mapping[str, Any] | None) -> str:
    """Return a digest of the return that is in; empty before there is one."""
    return "" if content is None else sha256(dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _said(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a return without the lists of its foot that are empty: kept or typed, they say nothing."""
    foot = {name: value for name, value in content.get("foot", {}).items() if value != []}
    return {**content, "foot": foot}


def _both_shown(visit: Visit, mine: Mapping[str, Any]) -> Answer:
    """Show the return that is in beside the one that was typed, and ask whose version counts."""
    visit.typed = visit.fields
    sheet = _sheet(visit)
    if sheet.form is None or sheet.content is None:  # undone or settled since
        raise Refused(
            "The return that you are replacing was undone or settled while you were typing. Look at the "
            "battle, then hand in your return again"
        )
    kept, typed = (
        answers_of(sheet_of_blanks(sheet.form, values_of(content, sheet.form))) for content in (sheet.content, mine)
    )
    blank = "nothing"
    both = [
        (label, kept.get(label, blank), typed.get(label, blank))
        for label in dict.fromkeys((*kept, *typed))
        if kept.get(label) != typed.get(label)
    ]
    return replace(_shown(visit, sheet, both=both), status=409)


def _shown(
    visit: Visit, sheet: ReturnSheet, read: Values | None = None, both: Sequence[tuple[str, str, str]] | None = None
) -> Answer:
    typing = _typing(visit, sheet)
    values: Values = {}
    undone = None if typing or read or "blank" in visit.query else sheet.undone
    if sheet.form is not None:
        start = preset(sheet.form, sheet.turn)
        if visit.typed:
            values = _values(visit.typed)
        elif read is not None:
            values = {**start, **read}
        elif typing is not None and typing.is_here:
            values = typing.values
        else:
            before = sheet.content or (undone.content if undone else None)
            values = {**start, **(values_of(before, sheet.form) if before else {})}
    blanks = sheet_of_blanks(sheet.form, values, visit.faults) if sheet.form is not None else None
    lines = [line for part in blanks.parts for line in part.lines] if blanks else []
    row = sheet.battle.battle
    return visit.page(
        "battle_return.html",
        json=json_of(sheet.form) if sheet.form is not None else sheet.battle,
        same_at_terminal=f"campaign battle record {row.number} --side {sheet.side}",
        sheet=sheet,
        blanks=blanks,
        typing=typing,
        chips=chip_symbols((line.symbol, sheet.number) for line in lines),
        was_read=read is not None,
        is_undone=undone is not None and not visit.typed,
        back=f"/battles/{row.number}",
        values=values,
        basis=_digest(sheet.content) if both is not None else visit.was_typed("basis", _digest(sheet.content)),
        both=both,
        mends=remedies(sheet.form, blanks) if visit.faults and sheet.form is not None and blanks else (),
        is_unsaid=not values.get(FIELD) and len(sheet.battle.sides) > 1,
        asks_turn=not sheet.turn and sheet.form is not None,
    )


def _read(visit: Visit, sheet: ReturnSheet) -> Answer:
    """Show the form filled in as the file that was sent; nothing is handed in yet."""
    files = visit.files.get("file", ())
    if not files:
        raise BadInput("no file was chosen. Choose the PDF form that was filled in, or the return as a text file")
    number, upload = visit.path["number"], files[0]
    content = visit.read(
        lambda board, viewer: return_in_file(board, viewer, number, sheet.side, upload.name, upload.content)
    )
    assert sheet.form is not None
    return _shown(visit, sheet, values_of(content, sheet.form))


def _mended(visit: Visit, sheet: ReturnSheet) -> Answer:
    """Show the form as it was typed, with the boxes ticked that repair a fault; nothing is handed in yet."""
    if sheet.form is None:
        raise BadInput(f"Battle {sheet.battle.battle.number} is over, so you can no longer hand in a return")
    values = _values(visit.fields)
    boxes = {name for mend in remedies(sheet.form, sheet_of_blanks(sheet.form, values)) for name in mend.boxes}
    return _shown(visit, sheet, {**values, **dict.fromkeys(boxes, X)})


# drafts --------------------------------------------------------------------------------------------------------------
def subject_of(number: int, side: str) -> str:
    """Return the name under which the typing of a return is kept."""
    return f"return {number} {side}"


def typings(visit: Visit, number: int, side: str) -> tuple[Draft, ...]:
    """Return what is typed on a side's form of a battle, the latest first."""
    return desk_notes.drafts(visit.desk.reader, visit.desk.campaign, subject=subject_of(number, side))


def typing_of(draft: Draft, window: str) -> Typing:
    """Return a draft as a page shows it."""
    content: dict[str, Any] = draft.content
    by, lines, values = str(content.get("by", "")), int(content.get("lines", 0)), dict(content.get("values", {}))
    return Typing(by, draft.at, lines, bool(window) and content.get("window") == window, values)


def _typing(visit: Visit, sheet: ReturnSheet) -> Typing | None:
    if sheet.form is None:
        return None
    return _latest(visit, typings(visit, sheet.battle.battle.number, sheet.side))


def _latest(visit: Visit, drafts: Sequence[Draft]) -> Typing | None:
    return typing_of(drafts[0], visit.person.window) if drafts else None


def _kept(visit: Visit, sheet: ReturnSheet) -> Answer:
    """Keep what is typed, unless another window has taken the form over."""
    values = _values(visit.fields)

    def mine(drafts: tuple[Draft, ...]) -> dict[str, Any]:
        typing = _latest(visit, drafts)
        if typing is not None and not typing.is_here:
            raise BadInput(
                f"{typing.by} is now typing this return in another window. The desk keeps that text. Your text is "
                "kept only on this device"
            )
        return _content(visit, sheet, values)

    if sheet.form is not None and sum(map(len, values.values())) <= MOST_DRAFT:
        _change_typing(visit, sheet, mine)
    return visit.part("kept.html")


def _taken_over(visit: Visit, sheet: ReturnSheet) -> Answer:
    """Go on in this window with what another one has typed."""

    def theirs(drafts: tuple[Draft, ...]) -> dict[str, Any]:
        typing = _latest(visit, drafts)
        if typing is None:
            raise BadInput(
                "This return is not being typed in another window now. Load the page again to see whether it "
                "was handed in"
            )
        return _content(visit, sheet, dict(typing.values))

    _change_typing(visit, sheet, theirs)
    return visit.redirect(visit.address)


def _change_typing(visit: Visit, sheet: ReturnSheet, change: Callable[[tuple[Draft, ...]], Any]) -> None:
    """Keep what ``change`` makes of all that is typed on this form; no other window changes it meanwhile. What is kept
    is this window's, and takes the place of all that others have typed.
    """
    desk, owner = visit.desk, owner_of(visit.person.eyes)
    subject = subject_of(sheet.battle.battle.number, sheet.side)
    desk.writer.carry_out(lambda: desk_notes.change_drafts_on(desk.store, desk.campaign, owner, subject, change))
    desk.noted(visit.person.eyes)


def _content(visit: Visit, sheet: ReturnSheet, values: dict[str, str]) -> dict[str, Any]:
    """Return what is kept of the typing of this window."""
    person = visit.person
    assert sheet.form is not None
    return {
        "values": values,
        "by": person.signature if not person.is_umpire else "the umpire",
        "window": person.window,
        "lines": sheet_of_blanks(sheet.form, values).crossed,
    }


def address_of(number: int, side: str) -> str:
    """Return the address of a side's form."""
    return f"/battles/{number}/return/{quote(side)}"
