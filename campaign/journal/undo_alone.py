"""Undoing one entry in the midst of the journal: the entries that followed it are played again without it.

    trial = try_undo_alone(store, campaign, number, ...)      what would follow, tried on a copy; raises Refused
    undo_alone(store, campaign, number, ..., trial=trial)     that, written down as it was tried

It is refused if a later entry depends on it, if a fought battle or a decision would turn out differently, and if
entries that other rules played would.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.journal.other_rules import PlayedAgain, played_again, ways_out
from campaign.journal.record import FOUNDING, Sources, Throw
from campaign.journal.register import Register
from campaign.journal.replay import Correction, Replayed, Senseless, TriedReplay, replay_as_tried, try_replay
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.journal.undo import Line, living
from campaign.store import Store
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class UndoTrial:
    """The consequences that undoing one entry by itself would have."""

    entry: Line
    tried: TriedReplay
    again: PlayedAgain
    """Entries after it that other rules played; they end the same by these."""

    @property
    def replayed(self) -> Replayed:
        """The replay without the entry."""
        return self.tried.replayed


def try_undo_alone(
    store: Store,
    campaign: str | None,
    number: int,
    *,
    source: Sources,
    actor: str,
    register: Register,
    again: PlayedAgain | None = None,
    dice: Sources | None = None,
) -> UndoTrial:
    """Return what would follow if the entry with this number were undone by itself, tried on a copy. ``again``: the
    entries that other rules played, if the caller has them already. Raises Refused with the reason, DiceWanted.
    """
    if again is None:
        again = played_again(store, campaign, number - 1, actor=actor, register=register, dice=dice or source)[0]
    refuse_other_rules(number, again)
    with copy_of(store, campaign) as copy:
        with reading(copy, campaign) as board:
            entry = _entry(board, number)
        tried = _tried(copy, campaign, number, source, actor, register)
    if played := tried.replayed.played:
        raise Refused(
            f"entry {number} cannot be undone: {', '.join(played)} would turn out differently without it. To leave "
            f"entry {number} out and play the later entries again: campaign replay --without {number}"
        )
    return UndoTrial(entry, tried, again)


def undo_alone(
    store: Store, campaign: str | None, number: int, *, throw: Throw, register: Register, trial: UndoTrial
) -> Replayed:
    """Undo the entry by itself, as it was tried. Raises Refused if the campaign has changed since."""
    with _depending(number):
        return replay_as_tried(store, campaign, trial.tried, throw=throw, register=register)


def refuse_other_rules(number: int, again: PlayedAgain) -> None:
    """Raise Refused if entries after this one were played by other rules and would turn out differently."""
    if again.is_otherwise:
        out = ways_out(again, f"campaign replay --without {number} --from-entry {again.last + 1}", can_rewrite=False)
        raise Refused(
            f"entry {number} cannot be undone: later entries were played under other rules and would now turn out "
            f"differently; {out}. To play all entries under this program's rules: campaign replay --without "
            f"{number} --rewrite"
        )


def _entry(board: JournalBoard, number: int) -> Line:
    standing = living(board)
    if number == FOUNDING:
        raise Refused("entry 1 starts the campaign and cannot be undone")
    if not FOUNDING < number <= len(standing):
        raise Refused(f"there is no entry {number} to undo: the last entry is {len(standing)} (list: campaign log)")
    return standing[number - 1]


def _tried(
    store: Store, campaign: str | None, number: int, source: Sources, actor: str, register: Register
) -> TriedReplay:
    without = Correction(without=(number,))
    with _depending(number):
        return try_replay(
            store, campaign, after=number - 1, source=source, actor=actor, correction=without, register=register
        )


@contextmanager
def _depending(number: int) -> Iterator[None]:
    """Raise Refused with the way out where a later entry makes no sense without this one."""
    try:
        yield
    except Senseless as fault:
        raise Refused(
            f"entry {number} cannot be undone, because a later entry depends on it: {fault.reason}. To undo "
            f"entry {number} and all later entries: campaign undo --to {number - 1}"
        ) from fault
