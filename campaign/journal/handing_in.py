"""Handing in once: a sender's key for it and the answer that it got, in the transaction of its entry.

    commit(store, campaign, command, ..., beside=HandIn.of(owner, key, content))     -> Done | AlreadyDone

A form that is sent again, because its answer was lost on the way or the button was pressed twice, gets the first
answer again and is not carried out a second time. A refused command leaves no trace, so it may be sent again.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, insert, select

from campaign.errors import Refused
from campaign.journal.beside import asking, keyword, now
from campaign.model import HandedIn
from campaign.store import Store
from campaign.views.receipt import Receipt

if TYPE_CHECKING:
    from campaign.journal.board import JournalBoard
    from campaign.journal.record import Done


@dataclass(frozen=True, slots=True)
class HandIn:
    """Something that is handed in: the owner's own key for it, and the SHA-256 over all that was sent."""

    owner: str
    key: str
    content: str

    @classmethod
    def of(cls, owner: str, key: str, content: bytes) -> HandIn:
        """Return what is handed in under a key. Raises BadInput for a key or owner that is empty or too long."""
        return cls(keyword(owner, "the sender"), keyword(key, "the form's key"), sha256(content).hexdigest())


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The answer that a command got the first time: the number it had then, its seq, the head of the chain after it,
    and its receipt. Nothing was carried out now.
    """

    number: int
    seq: int
    head: str
    receipt: Receipt


def answered(store: Store, campaign: str | None, hand_in: HandIn) -> AlreadyDone | None:
    """Return the answer that was given under this key; None if it was not handed in yet. To be asked before anything
    that a first success may have changed, such as the sender's permission. Raises Refused for other content.
    """
    with asking(store, campaign) as beside:
        return answer_on(beside.connection, beside.campaign, hand_in)


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
    if first.content != hand_in.content:
        raise Refused("this form was handed in before with other content; nothing was changed. Open the form again")
    receipt = Receipt(answer["summary"], tuple(answer["lines"]), answer["waiting"])
    return AlreadyDone(answer["number"], answer["seq"], answer["head"], receipt)


def keep_answer(board: JournalBoard, hand_in: HandIn, done: Done) -> None:
    """Write down what was handed in, and its answer, in the transaction of its entry."""
    answer = {
        "number": done.number,
        "seq": done.seq,
        "head": done.head,
        "summary": done.receipt.summary,
        "lines": list(done.receipt.lines),
        "waiting": done.receipt.waiting,
    }
    with board.journal_writes():
        board.connection.execute(
            insert(HandedIn.__table__).values(
                campaign_id=board.campaign_id,
                owner=hand_in.owner,
                key=hand_in.key,
                content=hand_in.content,
                answer=answer,
                at=now(),
            )
        )
