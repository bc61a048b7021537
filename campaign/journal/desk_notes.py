"""Notes of the desk beside the journal: drafts, marks on papers, and its secrets and settings.

keep_draft(store, campaign, owner, "orders erskine", {...})     what was typed and not handed in, once an owner
mark(store, campaign, "battle 1 allied", MarkKind.PRINTED, by="Ann")
secret_or_new(store, campaign, "form tokens")                   made when it is first asked for
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from campaign.clock import stamp
from campaign.journal.beside import Beside, asking, changing, keyword, name_of_person
from campaign.journal.board import JournalBoard
from campaign.model import DeskSecret
from campaign.model import Draft as DraftRow
from campaign.model import Mark as MarkRow
from campaign.rows.column import Criterion
from campaign.store import Store
from campaign.terms.seats import MarkKind
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.journal.record import Along

_SECRET_BYTES = 32
RETURNS_BY_PLAYERS = "players may type their return"
"""Name of the setting whether the players of a side may hand in its return; it is on unless it was set to ``OFF``."""
OFF = "off"


@dataclass(frozen=True, slots=True)
class Draft:
    """Text that an owner has typed on a subject and not handed in, as plain JSON values, and when he last did."""

    owner: str
    subject: str
    content: Any
    at: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a paper: what was done with it last, by whom and when."""

    subject: str
    kind: MarkKind
    by: str
    at: str


# drafts


def keep_draft(store: Store, campaign: str | None, owner: str, subject: str, content: Any) -> Draft:
    """Keep what an owner has typed on a subject, in place of what he had typed before."""
    draft = Draft(keyword(owner, "the sender"), keyword(subject, "the draft's subject"), content, stamp())
    changing(
        store, campaign, lambda beside: beside.put(DraftRow, owner=owner, subject=subject, content=content, at=draft.at)
    )
    return draft


def change_draft(
    store: Store,
    campaign: str | None,
    owner: str,
    subject: str,
    change: Callable[[Any], Any],
    along: Along | None = None,
) -> None:
    """Keep what ``change`` makes of an owner's draft on a subject (None where there is none); nothing is left of an
    empty one. No other writer changes the draft meanwhile. ``along``: what is written down with it.
    """

    def work(beside: Beside) -> None:
        beside.lock()
        change_draft_on(beside, owner, subject, change)

    changing(store, campaign, work, along)


def change_draft_on(beside: Beside, owner: str, subject: str, change: Callable[[Any], Any]) -> None:
    """Change a draft like ``change_draft``, in a transaction that is open already."""
    keyword(owner, "the sender"), keyword(subject, "the draft's subject")
    before = draft_content(beside, owner, subject)
    after = change(before)
    if after and after != before:
        beside.put(DraftRow, owner=owner, subject=subject, content=after, at=stamp())
    elif before is not None and not after:
        _drop(beside, owner, subject)


def draft_content(beside: Beside, owner: str, subject: str) -> Any:
    """Return the content of an owner's draft on a subject, within a transaction; None if there is none."""
    asked = select(DraftRow.content).where(DraftRow.owner == owner, DraftRow.subject == subject)
    return beside.connection.scalar(asked.where(DraftRow.campaign_id == beside.campaign))


def change_drafts_on(
    store: Store, campaign: str | None, owner: str, subject: str, change: Callable[[tuple[Draft, ...]], Any]
) -> None:
    """Keep for one owner what ``change`` makes of every owner's draft on a subject, the latest first; no other writer
    changes them meanwhile. Raises what ``change`` raises, and then leaves all as it was.
    """

    def work(beside: Beside) -> None:
        beside.lock()
        content = change(_drafts(beside, DraftRow.subject == subject))
        drop_drafts_on(beside, subject)
        if content:
            beside.put(DraftRow, owner=owner, subject=subject, content=content, at=stamp())

    keyword(owner, "the sender"), keyword(subject, "the draft's subject")
    changing(store, campaign, work)


def draft_of(store: Store, campaign: str | None, owner: str, subject: str) -> Draft | None:
    """Return an owner's draft on a subject; None if there is none."""
    return next(iter(drafts(store, campaign, owner=owner, subject=subject)), None)


def drafts(
    store: Store, campaign: str | None, *, owner: str | None = None, subject: str | None = None
) -> tuple[Draft, ...]:
    """Return the drafts of an owner, on a subject, or all of them, the latest first."""
    which = []
    if owner is not None:
        which.append(DraftRow.owner == owner)
    if subject is not None:
        which.append(DraftRow.subject == subject)
    with asking(store, campaign) as beside:
        return _drafts(beside, *which)


def _drafts(beside: Beside, *which: Criterion) -> tuple[Draft, ...]:
    asked = select(DraftRow.owner, DraftRow.subject, DraftRow.content, DraftRow.at)
    rows = beside.connection.execute(asked.where(DraftRow.campaign_id == beside.campaign, *which)).all()
    by_key = sorted((Draft(*row) for row in rows), key=lambda draft: (draft.owner, draft.subject))
    return tuple(sorted(by_key, key=lambda draft: draft.at, reverse=True))


def drop_draft(store: Store, campaign: str | None, owner: str, subject: str) -> bool:
    """Throw a draft away. Returns whether there was one."""
    return changing(store, campaign, lambda beside: _drop(beside, owner, subject))


def drop_drafts_on(beside: Beside, subject: str) -> None:
    """Throw every owner's draft on a subject away, within a transaction."""
    of_subject = delete(DraftRow.__table__).where(DraftRow.campaign_id == beside.campaign, DraftRow.subject == subject)
    beside.connection.execute(of_subject)


def _drop(beside: Beside, owner: str, subject: str) -> bool:
    one = delete(DraftRow.__table__).where(DraftRow.campaign_id == beside.campaign)
    one = one.where(DraftRow.owner == owner, DraftRow.subject == subject)
    return beside.connection.execute(one).rowcount > 0


# marks


def mark(
    store: Store, campaign: str | None, subject: str, kind: MarkKind, *, by: str, along: Along | None = None
) -> Mark:
    """Mark a paper as printed or handed out; a later mark takes the place of an earlier one of its kind. ``along``:
    what is written down with it.
    """
    made = Mark(keyword(subject, "the paper's name"), kind, name_of_person(by), stamp())
    changing(
        store,
        campaign,
        lambda beside: beside.put(MarkRow, subject=subject, kind=kind, made_by=made.by, at=made.at),
        along,
    )
    return made


def marks(store: Store, campaign: str | None, *, subject: str | None = None) -> tuple[Mark, ...]:
    """Return the marks on one paper, or on all, in order of their names."""
    asked = select(MarkRow.subject, MarkRow.kind, MarkRow.made_by, MarkRow.at)
    if subject is not None:
        asked = asked.where(MarkRow.subject == subject)
    with asking(store, campaign) as beside:
        rows = beside.connection.execute(asked.where(MarkRow.campaign_id == beside.campaign)).all()
    return tuple(sorted((Mark(*row) for row in rows), key=lambda made: (made.subject, made.kind)))


def unmark(store: Store, campaign: str | None, subject: str, kind: MarkKind, *, along: Along | None = None) -> bool:
    """Remove a mark. Returns whether there was one. ``along``: what is written down with it."""

    def change(beside: Beside) -> bool:
        one = delete(MarkRow.__table__).where(MarkRow.campaign_id == beside.campaign)
        return beside.connection.execute(one.where(MarkRow.subject == subject, MarkRow.kind == kind)).rowcount > 0

    return changing(store, campaign, change, along)


# secrets and settings


def secret_of(store: Store, campaign: str | None, kind: str) -> str | None:
    """Return a secret or setting of the desk; None if it was never set."""
    with asking(store, campaign) as beside:
        return _secret(beside, kind)


def secrets_of(store: Store, campaign: str | None, kinds: Collection[str]) -> dict[str, str]:
    """Return those of these secrets and settings of the desk that were ever set."""
    asked = select(DeskSecret.kind, DeskSecret.value).where(DeskSecret.kind.in_(tuple(kinds)))
    with asking(store, campaign) as beside:
        rows = beside.connection.execute(asked.where(DeskSecret.campaign_id == beside.campaign)).all()
    return {row.kind: row.value for row in rows}


def set_secret(store: Store, campaign: str | None, kind: str, value: str) -> None:
    """Set a secret or setting of the desk."""
    set_secrets(store, campaign, {kind: value})


def set_secrets(store: Store, campaign: str | None, values: Mapping[str, str], along: Along | None = None) -> None:
    """Set several secrets or settings of the desk, all or none. ``along``: what is written down with them."""

    def change(beside: Beside) -> None:
        for kind, value in values.items():
            beside.put(DeskSecret, kind=keyword(kind, "the setting's name"), value=value)

    changing(store, campaign, change, along)


def secret_or_new(store: Store, campaign: str | None, kind: str) -> str:
    """Return a secret of the desk. One that was never set is drawn now, 256 bits in hexadecimal, and the same for all
    who ask at once.
    """
    keyword(kind, "the setting's name")

    def change(beside: Beside) -> str:
        beside.put_if_new(DeskSecret, kind=kind, value=token_hex(_SECRET_BYTES))
        return str(_secret(beside, kind))

    return changing(store, campaign, change)


def may_type_returns(board: JournalBoard) -> bool:
    """Return whether the players of a side may hand in its return."""
    return _secret(Beside(board.connection, board.campaign_id), RETURNS_BY_PLAYERS) != OFF


def _secret(beside: Beside, kind: str) -> str | None:
    asked = select(DeskSecret.value).where(DeskSecret.campaign_id == beside.campaign, DeskSecret.kind == kind)
    value: str | None = beside.connection.scalar(asked)
    return value
