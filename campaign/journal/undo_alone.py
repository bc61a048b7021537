"""Undoing one entry in the midst of the journal: the entries that followed it are played again without it.

    trial = try_undo_alone(store, campaign, number, ...)      what would follow, tried on a copy; raises Refused
    undo_alone(store, campaign, number, ..., trial=trial)     the same for good, if nothing has changed meanwhile

It is refused if a later entry depends on it, if a fought battle or a decision would end differently, and if entries
that other rules played would.
"""

from __future__ import annotations

from collections.abc import Callable

from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.journal.other_rules import PlayedAgain, played_again, ways_out
from campaign.journal.record import FOUNDING, Sources
from campaign.journal.register import Register
from campaign.journal.replay import Replayed, Senseless, leave_out
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.journal.undo import Line, living
from campaign.store import Store
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class UndoTrial:
    """The consequences that undoing one entry by itself would have."""

    entry: Line
    replayed: Replayed
    again: PlayedAgain
    """Entries after it that other rules played; they end the same by these."""


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
        again = played_again(store, campaign, number - 1, actor=actor, register=register, dice=dice or source)
    refuse_other_rules(number, again)
    with copy_of(store, campaign) as copy:
        with reading(copy, campaign) as board:
            entry = _entry(board, number)
        replayed = _left_out(copy, campaign, number, source, actor, register, preview=True, agree=lambda _: None)
    if replayed.played:
        raise Refused(
            f"entry {number} cannot be undone: {', '.join(replayed.played)} would end differently without it. To"
            f" play it again all the same: campaign replay --without {number}"
        )
    return UndoTrial(entry, replayed, again)


def undo_alone(
    store: Store,
    campaign: str | None,
    number: int,
    *,
    source: Sources,
    actor: str,
    register: Register,
    trial: UndoTrial,
) -> Replayed:
    """Undo the entry by itself, as it was tried. Raises Refused if the campaign has changed since."""

    def agree(done: Replayed) -> None:
        if done != trial.replayed:
            raise Refused(f"the campaign has changed meanwhile: look again with campaign undo {number} --preview")

    return _left_out(store, campaign, number, source, actor, register, preview=False, agree=agree)


def refuse_other_rules(number: int, again: PlayedAgain) -> None:
    """Raise Refused if entries after this one were played by other rules and would end differently."""
    if again.is_otherwise:
        out = ways_out(again, f"campaign replay --without {number} --from-entry {again.last + 1}", can_rewrite=False)
        raise Refused(
            f"entry {number} cannot be undone: entries after it were played by other rules and would end"
            f" differently; {out}; campaign replay --without {number} --rewrite plays all of it by the rules of"
            " this program"
        )


def _entry(board: JournalBoard, number: int) -> Line:
    standing = living(board)
    if number == FOUNDING:
        raise Refused("entry 1 starts the campaign and cannot be undone")
    if not FOUNDING < number <= len(standing):
        raise Refused(f"there is no entry {number} to undo: the last one is {len(standing)} (campaign log)")
    return standing[number - 1]


def _left_out(
    store: Store,
    campaign: str | None,
    number: int,
    source: Sources,
    actor: str,
    register: Register,
    *,
    preview: bool,
    agree: Callable[[Replayed], None],
) -> Replayed:
    try:
        return leave_out(
            store,
            campaign,
            lambda _: number,
            agree=agree,
            source=source,
            actor=actor,
            preview=preview,
            register=register,
        )
    except Senseless as fault:
        why = str(fault).removesuffix("; nothing was changed")
        raise Refused(
            f"entry {number} cannot be undone: a later one depends on it: {why}. To undo all of them: campaign"
            f" undo --to {number - 1}"
        ) from fault
