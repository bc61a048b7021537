"""Handing in once: a sender's key for it and the answer that it got, in the transaction of its entry.

    commit(store, campaign, command, ..., beside=HandIn.of(owner, key, content))     -> Done | AlreadyDone
    keep_note(store, campaign, hand_in, Note("Made a link for Ann", "/players"))     what is in no entry
    keep_note_on(beside, hand_in, Note(...))                                         in the transaction of what was done
    was_handed_in(store, campaign, hand_in)                                          -> bool | Note

A form that is sent again, because its answer was lost on the way or the button was pressed twice, gets the first
answer again and is not carried out a second time. A refused command leaves no trace, so it may be sent again.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Insert, delete, insert, select

from campaign import clock
from campaign.clock import stamp
from campaign.errors import Refused
from campaign.journal.beside import Beside, asking, changing, keyword
from campaign.journal.people import People, rows_of_people
from campaign.model import HandedIn
from campaign.store import Store
from campaign.values import dataclass, plain_dataclass, plain_field, replace
from campaign.words.late import LateForm, Lateness
from campaign.words.receipt import Receipt

if TYPE_CHECKING:
    from campaign.journal.board import JournalBoard
    from campaign.journal.record import Done


NOTE: Final = "note"
"""Part of an answer that belongs to no entry, and the word before the keys of such answers."""
NOTES_KEPT: Final = timedelta(days=14)
"""Time for which answers that belong to no entry are kept: a device keeps no form longer than that."""
LATE = "late"
"""Part of an answer that tells the hours of a late form."""


@plain_dataclass(frozen=True, slots=True)
class HandIn:
    """Something that is handed in: the owner's own key for it, and the SHA-256 over all that was sent. ``late`` and
    ``who``: its hours and its sender's name, if it arrived after the deadline and counts as in time.
    """

    owner: str
    key: str
    content: str
    late: Lateness | None = plain_field(default=None, compare=False)
    who: str = plain_field(default="", compare=False)

    @classmethod
    def of(cls, owner: str, key: str, content: bytes) -> HandIn:
        """Return what is handed in under a key. Raises BadInput for a key or owner that is empty or too long."""
        return cls(keyword(owner, "the sender"), keyword(key, "the form's key"), sha256(content).hexdigest())


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The answer that a command got the first time: the number it had then, its seq, the head of the chain after it,
    and its receipt. Nothing was carried out now. ``late``: its hours, if it arrived after the deadline and counts as in
    time.
    """

    number: int
    seq: int
    head: str
    receipt: Receipt
    late: Lateness | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """The answer to something that was handed in and is in no entry: what was told, and the page to which it led."""

    text: str
    to: str


def answered(store: Store, campaign: str | None, hand_in: HandIn) -> AlreadyDone | None:
    """Return the answer that was given under this key; None if it was not handed in yet. To be asked before anything
    that a first success may have changed, such as the sender's permission. Raises Refused for other content.
    """
    with asking(store, campaign) as beside:
        first = answer_on(beside.connection, beside.campaign, hand_in)
        return first and replace(first, receipt=_people(beside).shown_receipt(first.receipt))


def _people(beside: Beside) -> People:
    return People(partial(rows_of_people, beside.connection, beside.campaign))


def answer_on(connection: Connection, campaign: int, hand_in: HandIn) -> AlreadyDone | None:
    """Return the answer given under this key, within a transaction. Raises Refused if the content was other."""
    first = connection.execute(
        select(HandedIn.content, HandedIn.answer).where(
            HandedIn.campaign_id == campaign, HandedIn.owner == hand_in.owner, HandedIn.key == hand_in.key
        )
    ).first()
    if first is None:
        return None
    answer: dict[str, Any] = first.answer
    if first.content != hand_in.content or NOTE in answer:
        raise Refused(
            "this form was already handed in with different content; nothing was changed. Open the form again"
        )
    receipt = Receipt(answer["summary"], tuple(answer["lines"]), answer["waiting"])
    late = _lateness(answer[LATE]) if LATE in answer else None
    return AlreadyDone(answer["number"], answer["seq"], answer["head"], receipt, late)


def keep_answer(board: JournalBoard, hand_in: HandIn, done: Done | AlreadyDone) -> None:
    """Write down what was handed in, and its answer, in the transaction of its entry."""
    with board.journal_writes():
        board.connection.execute(_row(board.campaign_id, hand_in, done))


def keep_note(store: Store, campaign: str | None, hand_in: HandIn, note: Note) -> None:
    """Write down what was handed in and is in no entry, and its answer; those too old are thrown away."""
    changing(store, campaign, lambda beside: keep_note_on(beside, hand_in, note))


def keep_note_on(beside: Beside, hand_in: HandIn, note: Note) -> None:
    """Write down an answer like ``keep_note``, in the transaction of the action itself, so that both are there or
    neither.
    """
    table = HandedIn.__table__
    oldest = (clock.now() - NOTES_KEPT).isoformat(timespec="seconds")
    old = delete(table).where(table.c.campaign_id == beside.campaign, table.c.at < oldest)
    beside.connection.execute(old.where(table.c.key.startswith(f"{NOTE} ")))
    beside.put(
        HandedIn,
        owner=hand_in.owner,
        key=_key_of_note(hand_in),
        content=hand_in.content,
        answer={NOTE: note.text, "to": note.to},
        at=stamp(),
    )


def was_handed_in(store: Store, campaign: str | None, hand_in: HandIn) -> bool | Note:
    """Return whether the very same was handed in before; where it is in no entry, its answer."""
    note = _key_of_note(hand_in)
    asked = select(HandedIn.key, HandedIn.content, HandedIn.answer).where(HandedIn.owner == hand_in.owner)
    with asking(store, campaign) as beside:
        of_campaign = asked.where(HandedIn.campaign_id == beside.campaign, HandedIn.key.in_((hand_in.key, note)))
        earlier = {row.key: row for row in beside.connection.execute(of_campaign)}
    first = earlier.get(hand_in.key)
    if first is not None and first.content == hand_in.content and NOTE not in first.answer:
        return True
    return Note(earlier[note].answer[NOTE], earlier[note].answer["to"]) if note in earlier else False


def _key_of_note(hand_in: HandIn) -> str:
    """Return the key of an answer that belongs to no entry: the same form with other content has another one."""
    return f"{NOTE} {sha256(f'{hand_in.key} {hand_in.content}'.encode()).hexdigest()}"


def keep_undo(store: Store, campaign: str | None, hand_in: HandIn, undone: AlreadyDone) -> None:
    """Write down a late form that undid an entry: ``undone`` names that entry, and says what was answered."""
    changing(
        store, campaign, lambda beside: beside.connection.execute(_row(beside.campaign, hand_in, undone, is_undo=True))
    )


def _row(campaign: int, hand_in: HandIn, done: Done | AlreadyDone, *, is_undo: bool = False) -> Insert:
    answer: dict[str, Any] = {
        "number": done.number,
        "seq": done.seq,
        "head": done.head,
        "summary": done.receipt.summary,
        "lines": list(done.receipt.lines),
        "waiting": done.receipt.waiting,
    }
    if (late := hand_in.late) is not None:
        answer[LATE] = {
            "pressed": late.pressed.isoformat(timespec="seconds"),
            "arrived": late.arrived.isoformat(timespec="seconds"),
            "zone": late.zone,
            "who": hand_in.who,
            "is_undo": is_undo,
        }
    return insert(HandedIn.__table__).values(
        campaign_id=campaign, owner=hand_in.owner, key=hand_in.key, content=hand_in.content, answer=answer, at=stamp()
    )


def late_forms(store: Store, campaign: str | None) -> tuple[LateForm, ...]:
    """Return every form that arrived after the deadline and counts as in time, in order of arrival."""
    answers = HandedIn.__table__.c.answer
    asked = select(answers).where(answers[LATE].as_string().is_not(None))
    with asking(store, campaign) as beside:
        late = beside.connection.scalars(asked.where(HandedIn.campaign_id == beside.campaign)).all()
        late = _people(beside).shown_value(list(late))
    return tuple(sorted(map(_late_form, late), key=lambda form: (form.lateness.arrived, form.seq)))


def _late_form(answer: dict[str, Any]) -> LateForm:
    late = answer[LATE]
    return LateForm(answer["seq"], late["who"], answer["summary"], _lateness(late), late["is_undo"])


def _lateness(hours: dict[str, str]) -> Lateness:
    pressed, arrived = (datetime.fromisoformat(hours[name]) for name in ("pressed", "arrived"))
    return Lateness(pressed, arrived, hours["zone"])
