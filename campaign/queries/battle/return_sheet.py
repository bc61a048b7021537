"""One side's return form of a battle with what is known about it: for the page on which it is filled in.

return_sheet(board, viewer, word, side) -> ReturnSheet      raises NotFound for what the viewer may not know
content_in(board, viewer, word, side)                       the return of a side that is in, as plain content
return_in_file(board, viewer, word, side, name, raw)        the return in a file that was sent, as plain content
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from campaign.errors import BadFile, BadInput, NotFound
from campaign.exchange.returns.file import read_faulty
from campaign.exchange.returns.pdf import content_of, read_form
from campaign.exchange.returns.rows import read_text, rows_of
from campaign.journal.board import JournalBoard
from campaign.model import Return
from campaign.queries.battle.battle_page import battle_page
from campaign.queries.battle.battles import battle_known, return_fields
from campaign.queries.battle.packet import other_codes, return_forms
from campaign.queries.battle.undone_returns import UndoneReturn, undone_returns
from campaign.queries.common.outlook import look
from campaign.rules.returns.filed import Fields
from campaign.situation.forms import session_begins, session_reached
from campaign.terms.state import BattleState
from campaign.terms.viewer import Viewer
from campaign.terms.words import plain
from campaign.values import dataclass
from campaign.views.battle.battles import BattleView
from campaign.words.packet import ReturnForm


@dataclass(frozen=True, slots=True)
class ReturnSheet:
    """A side's form. ``form`` is None once the battle is over."""

    battle: BattleView
    side: str
    """Key of the side."""
    side_name: str
    number: int
    """Number of the side on the page."""
    form: ReturnForm | None
    fields: Fields | None
    content: Mapping[str, Any] | None
    """The return that is in, as plain content; None before it is handed in."""
    undone: UndoneReturn | None
    """The return that was in until its entry was undone."""
    returns: tuple[str, ...]
    """Returns of the side in words."""
    code: str
    turn: int
    """Turn of the day that the table plays; 0 for a game that was resumed, which may have ended in one of two."""
    may_type: bool
    leaders: tuple[str, ...]


def return_sheet(board: JournalBoard, viewer: Viewer, word: str, side: str) -> ReturnSheet:
    """Return a side's form. The other side's, a side without units in the battle, and a battle that the viewer does not
    know are not found alike.
    """
    page = battle_page(board, viewer, word)
    row = battle_known(look(board, viewer), word)
    ours = next((one for one in page.sides if one.key and one.key == side), None)
    if ours is None:
        raise NotFound(f"battle {word!r} has no return of the side {side!r}")
    is_over = row.state.is_over or row.state is BattleState.CANCELLED
    form, content = None if is_over else _form(board, viewer, word, side), content_in(board, viewer, word, side)
    asked = {side: form.masthead.code} if form is not None and content is None else {}
    return ReturnSheet(
        battle=page.view,
        side=side,
        side_name=ours.name,
        number=ours.side,
        form=form,
        fields=return_fields(board, viewer, word) if form is not None else None,
        content=content,
        undone=undone_returns(board, row, asked).get(side) if asked else None,
        returns=ours.returns,
        code=ours.code,
        turn=0 if session_reached(row) is not None else session_begins(row).turn,
        may_type=page.may_type,
        leaders=ours.leaders,
    )


def content_in(board: JournalBoard, viewer: Viewer, word: str, side: str) -> Mapping[str, Any] | None:
    """Return the return of a side that is in, as plain content; None before it is handed in, and once it is settled."""
    outlook = look(board, viewer)
    row = battle_known(outlook, word)
    ident = next(ident for ident, one in outlook.army.sides.items() if one.key == side)
    rows = board.rows(Return, Return.battle_id == row.id, Return.side_id == ident, Return.settled.is_(False))
    return dict(rows[0].content) if rows else None


def _form(board: JournalBoard, viewer: Viewer, word: str, side: str) -> ReturnForm:
    form = return_forms(board, viewer, word).get(side)
    if form is None:
        raise NotFound(f"battle {word!r} has no return of the side {side!r}")
    return form


def return_in_file(
    board: JournalBoard, viewer: Viewer, word: str, side: str, name: str, raw: bytes
) -> Mapping[str, Any]:
    """Return the return in a file: the PDF form filled in, the YAML file printed with it, or rows of plain text. Raises
    BadFile with every error, BadInput for the return of another side or battle.
    """
    form, fields = _form(board, viewer, word, side), return_fields(board, viewer, word)
    if raw[:1024].find(b"%PDF-") >= 0:
        filled = read_form(Path(name), raw).recoded(other_codes(board, word))
        filled.check_for(form)
        content, faults = content_of(filled, form, side)
    elif (rows := rows_of(raw)) is not None:
        filed, wrong = read_text(name, rows, {side: form}, fields)
        content, faults = filed.content, list(wrong)
    else:
        filed, wrong = read_faulty(name, fields, name, raw)
        content, faults = filed.content, list(wrong)
        own = {plain(each) for each, name in form.side_words if name == form.sides[0]}
        if not faults and plain(str(content.get("side"))) not in own:
            raise BadInput(f"{name} is the return of {content.get('side')!r}. Send the {form.sides[0]} return here")
    if faults:
        raise BadFile(f"{name} has {len(faults)} error{'s' * (len(faults) > 1)}. Nothing was changed", faults)
    return content
