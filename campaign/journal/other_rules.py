"""Entries that were played by other rules than this program's, and their changes under these rules.

    played_by_others(board, after)          the entries after one that are in force and have another edition of the
    rules,
                                           or none
    by_these_rules(store, campaign, after, ...)     those entries run again unchanged, for a look: the differences

A replay runs commands again by the rules of the program that runs it. An entry of the same edition comes out unchanged;
for one of another edition, or of none because it was written before editions were counted, only a trial shows the
result.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.journal.notes import NOTES
from campaign.journal.record import Sources
from campaign.journal.register import Register
from campaign.journal.replay import Rerun, TriedReplay, try_replay
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.journal.undo import standing_of
from campaign.model import Entry
from campaign.rules.common.editions import EDITION, EDITIONS
from campaign.store import Store
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Played:
    """A row of entries, by number, that one program wrote by one edition of the rules; None: editions were not counted
    yet.
    """

    first: int
    last: int
    program: str
    edition: int | None

    def __str__(self) -> str:
        """Return one sentence on these entries, with the changes of the rules since then where they are known."""
        which = f"Entry {self.first} was" if self.first == self.last else f"Entries {self.first} to {self.last} were"
        if self.edition is None:
            return (
                f"{which} played by version {self.program}, which did not number the editions of its rules: they"
                " may differ from this program's."
            )
        which_edition = (
            f"{which} played by edition {self.edition} of the rules (version {self.program}); this program plays by"
            f" edition {EDITION}."
        )
        since = EDITIONS[self.edition : EDITION]
        return (
            f"{which_edition} New since then: {'; '.join(since)}."
            if since
            else f"{which_edition} This program does not know what differs."
        )


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """Entries of other rules, run again by these without a correction. ``otherwise``: those that roll dice that were
    never rolled, or read differently where values differ; other words alone are not another end.
    """

    others: tuple[Played, ...] = ()
    otherwise: tuple[Rerun, ...] = ()
    changes: int = 0
    """Number of values in the present campaign that would be different."""
    end: int = 0
    """Number of the last entry in force."""
    senseless: str = ""
    """Reason why the entries cannot be played again under these rules at all; empty if they can."""

    @property
    def is_otherwise(self) -> bool:
        """True if any entry comes out differently."""
        return bool(self.otherwise or self.changes or self.senseless)

    @property
    def last(self) -> int:
        """Number of the last entry of other rules."""
        return max((played.last for played in self.others), default=0)


def played_by_others(board: JournalBoard, after: int) -> tuple[Played, ...]:
    """Return the entries after number ``after`` that are in force and were played by another edition of the rules,
    grouped in rows of one program's.
    """
    return tuple(_rows(board, after))


def _rows(board: JournalBoard, after: int) -> Iterator[Played]:
    numbers = {seq: number for number, seq in enumerate(standing_of(board).living, 1) if number > after}
    entries = sorted(
        (numbers[seq], program, edition)
        for seq, verb, program, edition in board.entries(Entry.seq, Entry.verb, Entry.program_version, Entry.rules)
        if seq in numbers and verb not in NOTES and edition != EDITION
    )
    row: Played | None = None
    for number, program, edition in entries:
        if row is not None and (row.last + 1, row.program, row.edition) == (number, program, edition):
            row = Played(row.first, number, program, edition)
            continue
        if row is not None:
            yield row
        row = Played(number, number, program, edition)
    if row is not None:
        yield row


def by_these_rules(
    store: Store, campaign: str | None, after: int, *, source: Sources, actor: str, register: Register
) -> PlayedAgain:
    """Run the entries after one again unchanged, and report; nothing is written. ``source``: of dice that were never
    rolled.
    """
    return tried_by_these_rules(store, campaign, after, source=source, actor=actor, register=register)[0]


def tried_by_these_rules(
    store: Store, campaign: str | None, after: int, *, source: Sources, actor: str, register: Register
) -> tuple[PlayedAgain, TriedReplay | None]:
    """Return the same, with the trial: it is also that of a replay without a correction. None if there was none, or
    they make no sense.
    """
    with reading(store, campaign) as board:
        earlier, end = played_by_others(board, after), board.ledger.last_number
    if not earlier:
        return PlayedAgain(), None
    try:
        trial = try_replay(store, campaign, after=after, source=source, actor=actor, register=register)
    except Refused as fault:
        return PlayedAgain(earlier, end=end, senseless=fault.reason), None
    done = trial.replayed
    otherwise = tuple(run for run in done.entries if run.rolls or (done.changes and run.after != run.before))
    return PlayedAgain(earlier, otherwise, len(done.changes), end), trial


def played_again(
    store: Store, campaign: str | None, after: int, *, actor: str, register: Register, dice: Sources
) -> tuple[PlayedAgain, TriedReplay | None]:
    """Return the entries after one as played by the rules of this program, if any was played by others, with the trial
    on a copy of the campaign. ``dice``: for rolls that were never made.
    """
    with reading(store, campaign) as board:
        if not played_by_others(board, after):
            return PlayedAgain(), None
    with copy_of(store, campaign) as copy:
        return tried_by_these_rules(copy, campaign, after, source=dice, actor=actor, register=register)


def ways_out(again: PlayedAgain, command: str, *, can_rewrite: bool) -> str:
    """Return what to type instead of playing entries of other rules again; ``can_rewrite``: they may still make sense
    by these.
    """
    if again.last < again.end:
        explanation = f"{command} plays again only the entries after entry {again.last}"
    else:
        explanation = "they stay unchanged, and the campaign goes on from here under this program's rules"
    return (
        f"{explanation}. To play all entries again under this program's rules: --rewrite"
        if can_rewrite
        else explanation
    )
