"""Warnings of ``replay`` and the amending commands about entries that were played by other rules than this
program's.
"""

from __future__ import annotations

from campaign.actions.all_actions import every_action
from campaign.actions.amending import Amend
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import actor
from campaign.errors import BadInput, Refused
from campaign.journal.amending import Amendable, forward
from campaign.journal.other_rules import PlayedAgain, by_these_rules
from campaign.journal.other_rules import played_again as again_by_these
from campaign.journal.record import Sources
from campaign.journal.replay import Correction
from campaign.journal.transaction import reading
from campaign.situation.chance import dice_of
from campaign.store import Store, opened

FROM_ENTRY = (
    "Leave the entries before N as they were recorded: the amendment takes effect there, and entry N and all"
    " later ones are played again."
)
REWRITE_OR_FROM = "--rewrite amends the whole past and --from-entry only the entries after one: give one of them"
_MOST = 8
"""Most entries that are listed one by one."""


def played_again(call: Call, after: int, store: Store | None = None) -> PlayedAgain:
    """Return the entries after one as played by the rules of this program, if any was played by others. ``store``: a
    copy to look at, if there is one.

    It is only a look: dice that were never rolled come from the campaign's seed, whatever dice option was given.
    """
    campaign = call.campaign or None
    if store is not None:
        return by_these_rules(store, campaign, after, source=dice_of, actor=actor(call), register=every_action())
    with opened(call.db, write=False) as source:
        return again_by_these(source, campaign, after, actor=actor(call), register=every_action(), dice=dice_of)


def say(again: PlayedAgain) -> None:
    """Print which entries were played by other rules, and what these rules would change although nothing is
    corrected.
    """
    if not again.others:
        return
    show.lines(map(str, again.others))
    if again.senseless:
        show.lines([f"They cannot be played again by the rules of this program: {again.senseless}."])
        return
    if not again.is_otherwise:
        show.line("Played again by the rules of this program, they end the same.")
        return
    values = f"{again.changes} {'value' if again.changes == 1 else 'values'} of the campaign would differ"
    show.lines(
        [f"Played again by the rules of this program, without any amendment, {values}{':' if again.otherwise else '.'}"]
    )
    for run in again.otherwise[:_MOST]:
        dice = (
            f" ({len(run.rolls)} {'die that was' if len(run.rolls) == 1 else 'dice that were'} never rolled)"
            if run.rolls
            else ""
        )
        show.lines(
            [f"{run.number}: {run.before}{dice}", *([f"now: {run.after}"] if run.after != run.before else [])], indent=2
        )
    if len(again.otherwise) > _MOST:
        show.lines([f"and {len(again.otherwise) - _MOST} entries more"], indent=2)


def correction_from(
    call: Call, store: Store, entry: Amendable, corrected: object | None, number: int, why: str, *, source: Sources
) -> Correction:
    """Return the correction of an entry that takes effect just before entry ``number``. Raises BadInput, and Refused if
    nothing is left of it then.
    """
    with reading(store, call.campaign or None) as board:
        last = board.ledger.last_number
    if not entry.number < number <= last:
        raise BadInput(
            f"--from-entry {number} is not possible: use an entry after {entry.number}, from {entry.number + 1}"
            f" to {last} (campaign log)"
        )
    carried = forward(
        store, call.campaign or None, entry, corrected, source=source, register=every_action(), before=number
    )
    if not carried.values:
        raise Refused(
            f"entry {entry.number} ({entry.summary}) cannot be amended before entry {number}: nothing"
            " that it changed is still in place there"
        )
    return Correction(also={number - 1: (Amend(entry.number, why, carried.values, carried.said),)})
