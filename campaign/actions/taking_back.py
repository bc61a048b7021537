"""Undoing by a player of own entries, until the turn in which they were made has been played (umpire 1.13).

A player's entries are those made under the player's name, or by the umpire for the player. Others' entries stay exactly
as they are: where one of them would change without the player's, or where the player's orders were taken together with
theirs as one entry, the player's stays too. Nothing else depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, and_, or_

from campaign.actions.in_the_name_of import command_of_entry, given_within, leaders_named, verbs_that_name_leaders
from campaign.actions.order_messages import TakeOrders
from campaign.errors import CampaignError, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.record import FOUNDING, Sources
from campaign.journal.register import Register
from campaign.journal.replay import Replayed, Senseless, leave_out
from campaign.journal.undo import standing_of
from campaign.model import Entry
from campaign.situation.army import Army, load_army
from campaign.situation.knowledge import knowledge_of
from campaign.situation.names import commander_named
from campaign.store import Store
from campaign.terms.given import given_as
from campaign.terms.time import BEFORE_THE_TURNS
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.views.book.entries import OwnEntry

_NOT_BY_ITSELF = (
    "your latest entry cannot be undone, because other orders or entries depend on it. Give a new order, or "
    "ask the umpire"
)
"""Error text for any entry on which another depends, or that holds another's orders too; it does not say which, as that
may be the enemy's."""

_NOT_THE_LATEST = (
    "your entry was undone already, or you have made another entry since; nothing was undone. Look at your "
    "orders, and give a new order instead"
)

_TOGETHER = "your orders, recorded together with others"
"""Summary of an entry that holds others' orders too, which may be the enemy's."""


def take_back(
    store: Store,
    campaign: str | None,
    viewer: Viewer,
    *,
    source: Sources,
    actor: str,
    preview: bool,
    register: Register,
    only: str = "",
) -> str:
    """Undo the latest of this player's entries in the running turn, and nothing else. Returns a description of it.
    ``only``: the mark of the entry that is meant.

    Raises Refused where there is none, where it is not the one that is meant, where the turn has gone on since, or
    where another entry depends on it.
    """

    def latest(board: JournalBoard) -> int:
        if only and only not in (entry.mark for entry in own_entries(board, viewer, register)[:1]):
            raise Refused(_NOT_THE_LATEST)
        return _latest(board, viewer, register)

    def agree(done: Replayed) -> None:
        if done.is_felt_elsewhere:
            raise Refused(_NOT_BY_ITSELF)

    try:
        done = leave_out(
            store, campaign, latest, agree=agree, source=source, actor=actor, preview=preview, register=register
        )
    except Senseless as fault:
        raise Refused(_NOT_BY_ITSELF) from fault
    return done.entries[0].before


@dataclass(frozen=True, slots=True)
class _Signed:
    """An entry of the running turn that was given in a player's name. ``together``: others' orders are in it too."""

    number: int
    verb: str
    summary: str
    phase: str
    together: bool


def own_entries(board: JournalBoard, viewer: Viewer, register: Register) -> tuple[OwnEntry, ...]:
    """Return a player's entries of the running turn, the latest first, counted for him alone; the latest is the one
    that ``take_back`` undoes, unless the turn has gone on since.
    """
    entries = list(_signed(board, viewer, register))
    return tuple(
        OwnEntry(
            count=len(entries) - place,
            summary=entry.summary,
            is_order=given_as(register[entry.verb].command).needs_leave,
            can_undo=not place and not (why := _why_not(board, entry)),
            why_not="" if place else why,
        )
        for place, entry in enumerate(entries)
    )


def _latest(board: JournalBoard, viewer: Viewer, register: Register) -> int:
    """Return the number of the player's latest entry of this turn. Raises Refused."""
    entry = next(_signed(board, viewer, register), None)
    if entry is None:
        player = knowledge_of(load_army(board), viewer).who
        raise Refused(
            f"{player} has nothing left to undo in this turn, and earlier turns stay as they were played. Give"
            " a new order instead"
        )
    if why := _why_not(board, entry):
        raise Refused(why)
    return entry.number


def _why_not(board: JournalBoard, entry: _Signed) -> str:
    """Return why a player's entry can no longer be undone; empty if it may be tried."""
    if entry.together:
        return _NOT_BY_ITSELF
    clock = board.clock
    if entry.phase != clock.phase and clock.phase not in BEFORE_THE_TURNS:
        return (
            f"your entry can no longer be undone: the turn has gone on since ({entry.summary}). Give a new order"
            " instead"
        )
    return ""


def _signed(board: JournalBoard, viewer: Viewer, register: Register) -> Iterator[_Signed]:
    """Yield the player's entries of this turn, the latest first.

    This is looked up for every page of a player, so the work must not grow with what the enemy does: entries that
    cannot be his are not read, and in whose name an entry was given is worked out once.
    """
    clock, army = board.clock, load_army(board)
    living = standing_of(board).living
    numbers = {seq: number for number, seq in enumerate(living, start=1) if number > FOUNDING}
    columns = (Entry.seq, Entry.verb, Entry.arguments, Entry.revision, Entry.giver, Entry.phase, Entry.summary)
    of_this_turn = (Entry.day == clock.day, Entry.turn == clock.turn, Entry.kind == "do")
    criteria = (*of_this_turn, _may_be_of(army, viewer, register))
    rows = [row for row in board.entries(*columns, criteria=criteria) if row.seq in numbers]
    for row in reversed(rows):
        signed = [] if row.verb not in register else list(_signatures(army, viewer, row, register))
        if True in signed:
            together = False in signed
            summary = _TOGETHER if together else row.summary
            yield _Signed(numbers[row.seq], row.verb, summary, row.phase, together)


def _may_be_of(army: Army, viewer: Viewer, register: Register) -> ColumnElement[bool]:
    """Return the criterion of entries that may be this player's: given by him, or by the umpire or another of his side
    with a command that names commanders.
    """
    assert viewer.side is not None, "the umpire has no entries of his own to undo"
    names_commanders = Entry.verb.in_(verbs_that_name_leaders(register))
    return or_(Entry.giver.in_(_givers(viewer)), and_(names_commanders, given_within(army, viewer.side)))


def _givers(viewer: Viewer) -> tuple[int | None, ...]:
    return viewer.commanders or (viewer.side,)


def _signatures(army: Army, viewer: Viewer, entry: Any, register: Register) -> Iterator[bool]:
    """Yield for each commander in whose name the entry was given whether it is this viewer, or a commander of this
    viewer.
    """
    if entry.giver is not None and entry.giver in _givers(viewer):
        yield True
        return
    for word in _given_for(command_of_entry(register[entry.verb], entry.arguments, entry.revision)):
        yield bool(word) and _commander(army, word) in viewer.commanders


def _given_for(command: object) -> Iterator[str]:
    """Yield the commanders in whose name a command is given, as they were named; an empty word stands for orders whose
    commander is not named.
    """
    yield from leaders_named(command)
    if isinstance(command, TakeOrders):
        yield from ("" for message in command.messages if not message.commander)


def _commander(army: Army, word: str) -> int | None:
    """Return the id of the commander of the given name; None if there are none or several."""
    try:
        return commander_named(army, word).id
    except CampaignError:
        return None
