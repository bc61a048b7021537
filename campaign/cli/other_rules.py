"""Warnings of ``replay`` and the amending commands about entries that were played by other rules than this
program's.
"""

from __future__ import annotations

from campaign.actions.all_actions import every_action
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import actor, kept_rows
from campaign.journal.other_rules import PlayedAgain
from campaign.journal.other_rules import played_again as again_by_these
from campaign.journal.replay import TriedReplay
from campaign.situation.chance import dice_of
from campaign.store import opened

FROM_ENTRY = (
    "Leave the entries before N as they were recorded: the amendment takes effect at entry N, and entry N and all"
    " later ones are played again."
)
REWRITE_OR_FROM = (
    "--rewrite amends the complete past, and --from-entry only the entries after a number. Give only one of the two"
)
_MOST = 8
"""Most entries that are listed one by one."""


def played_again(call: Call, after: int) -> tuple[PlayedAgain, TriedReplay | None]:
    """Return the entries after one as played by the rules of this program, if any was played by others, and the trial.

    It is only a look: dice that were never rolled come from the campaign's seed, whatever dice option was given.
    """
    with opened(call.db, write=False, rows=kept_rows(call)) as source:
        return again_by_these(
            source, call.campaign or None, after, actor=actor(call), register=every_action(), dice=dice_of
        )


def say(again: PlayedAgain) -> None:
    """Print which entries were played by other rules, and what these rules would change although nothing is
    corrected.
    """
    if not again.others:
        return
    show.lines(map(str, again.others))
    if again.senseless:
        show.lines([f"These entries cannot be played again under this program's rules: {again.senseless}."])
        return
    if not again.is_otherwise:
        show.line("Played again under this program's rules, these entries come out the same.")
        return
    values = f"{again.changes} {'value' if again.changes == 1 else 'values'} of the campaign would differ"
    show.lines(
        [f"Played again under this program's rules, without any amendment, {values}{':' if again.otherwise else '.'}"]
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
