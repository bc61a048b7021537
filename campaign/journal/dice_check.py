"""Dice of the journal that are not the campaign's: typed in by the players, from a script, kept from elsewhere, or
forged.

    strange_dice(board, living, dice) -> (StrangeDice, ...)      every entry in force with such dice
    other_bits(board) -> (OtherBits, ...)                        every entry that gives a turn other bits than it had

Each die of the campaign follows from its seed, the fresh bits of its turn and its name, so each can be checked. The
players' own dice cannot: whoever takes an entry on their word is told which dice they are. Bits can only be checked
for where they come from: a turn has them from the entry that begins it, and keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from campaign.journal.board import JournalBoard
from campaign.journal.notes import NOTES, RESTORE
from campaign.journal.record import rolls_of
from campaign.journal.turn_bits import Begun, CampaignDice, Stranger, Stretch, begun_in, checked
from campaign.model import Entry
from campaign.rules.common.dice import DiceFrom
from campaign.terms.time import MORNING, TURN, Moment
from campaign.values import dataclass

SINCE = "0015"
"""Revision since which an entry says where its dice come from."""
_MOST = 3
"""Most dice of an entry that are listed one by one."""


@dataclass(frozen=True, slots=True)
class StrangeDice:
    """An entry whose dice are not the campaign's, or are not said to be. ``strangers``: those that the campaign's dice
    would have shown otherwise; ``rolled``: the number of all its dice; ``untrue``: what it says of the turns that it
    began and cannot be, in words.
    """

    number: int
    seq: int
    summary: str
    dice_from: str | None
    is_older: bool
    """True if it was written before entries said where their dice come from."""
    rolled: int
    strangers: tuple[Stranger, ...]
    untrue: str = ""

    @property
    def is_forged(self) -> bool:
        """True if the entry says that all its dice are the campaign's, and some are not, or that it began turns that it
        cannot have begun.
        """
        return bool(self.untrue) or (self.dice_from is None and not self.is_older)

    def __str__(self) -> str:
        """Return one sentence on these dice."""
        return f"entry {self.number} ({self.summary}): {self.words}"

    @property
    def words(self) -> str:
        """The source of the dice, and the dice that differ from the campaign's."""
        return f"{self._origin}{self._list}"

    @property
    def _origin(self) -> str:
        if self.untrue:
            return f"{self.untrue}: dice may have been chosen"
        odd = len(self.strangers)
        those = f"{odd} of {self.rolled} {'is' if odd == 1 else 'are'} not from the campaign"
        match self.dice_from:
            case DiceFrom.HAND:
                return f"the players rolled its dice; {those}" if odd else f"the players rolled its {self._dice}"
            case DiceFrom.SCRIPT:
                return f"its dice came from a file; {those}" if odd else f"its {self._dice} came from a file"
            case DiceFrom.KEPT:
                return f"its dice were kept from a copy, or from before an amendment; {those}"
            case _:
                pass
        if self.is_older:
            return f"of its dice, {those}. The players typed the dice in, or a person altered the entry"
        return f"it records that all its dice are from the campaign, but {those}"

    @property
    def _dice(self) -> str:
        return "die" if self.rolled == 1 else f"{self.rolled} dice"

    @property
    def _list(self) -> str:
        if not self.strangers:
            return ""
        rest = len(self.strangers) - _MOST
        return f" ({'; '.join(map(str, self.strangers[:_MOST]))}{f'; and {rest} more' if rest > 0 else ''})"


def strange_dice(
    board: JournalBoard, living: Iterable[int], dice: CampaignDice, known: Collection[str] = ()
) -> tuple[StrangeDice, ...]:
    """Return the entries of the living line whose dice are not the campaign's, or whose turns cannot have begun as they
    say, except those with these hashes.
    """
    columns = (
        *(Entry.seq, Entry.number, Entry.day, Entry.turn, Entry.verb, Entry.summary, Entry.revision, Entry.bits),
        *(Entry.dice_from, Entry.dice, Entry.hash),
    )
    rows = {row.seq: row for row in board.entries(*columns)}
    others = {one.seq: one.claim for one in other_bits(board) if not one.comes_from}
    bits, result = "", []
    for seq in living:
        row = rows[seq]
        rolls, begun = rolls_of(json.loads(row.dice)), begun_in(row.bits)
        strangers, bits = checked(dice, rolls, begun, bits)
        untrue = _untrue(row.verb, Moment(row.day, row.turn), begun) or others.get(seq, "")
        if row.hash not in known and (strangers or untrue or (row.dice_from and rolls)):
            older = row.revision < SINCE
            result.append(
                StrangeDice(row.number, seq, row.summary, row.dice_from, older, len(rolls), strangers, untrue)
            )
    return tuple(result)


_BEGINNINGS = (str(MORNING[0]), str(TURN[0]))
"""Phases with which the morning of a day and a turn begin, in the order of a day's first turn."""


def _untrue(verb: str, moment: Moment, begun: Iterable[Begun]) -> str:
    """Return what an entry of this turn says of the turns that it began and cannot be; empty if it may be true."""
    last = (moment.day, moment.turn, -1)
    for one in begun:
        day, turn, phase = one.stretch
        if one.rolled is None:
            if verb != RESTORE:
                return (
                    f"it records that turn {day}.{turn} began in a replaced file, but the entry is not a restored "
                    "backup"
                )
            continue
        if verb in NOTES:
            return f"it records that it began turn {day}.{turn}, but an entry of this kind does not play anything"
        if phase not in _BEGINNINGS or (day, turn, _BEGINNINGS.index(phase)) <= last:
            return f"it records that it began turn {day}.{turn} ({phase}), which cannot begin at that point"
        last = (day, turn, _BEGINNINGS.index(phase))
    return ""


@dataclass(frozen=True, slots=True)
class OtherBits:
    """An entry that gives a turn other bits than an entry before it. ``comes_from``: how that may have come about
    honestly, in words; empty if it cannot.
    """

    seq: int
    before: int
    """Seq of the last entry before it with bits of that turn."""
    stretch: Stretch
    comes_from: str

    @property
    def claim(self) -> str:
        """The turn, and the entry whose dice it had."""
        day, turn, _ = self.stretch
        return f"it gives turn {day}.{turn} other dice than entry {self.before} of the journal"

    def __str__(self) -> str:
        """Return one sentence on the turn and both entries."""
        return f"entry {self.seq} of the journal: {self.claim}; {self.comes_from or 'dice may have been chosen'}"


def other_bits(board: JournalBoard) -> tuple[OtherBits, ...]:
    """Return the entries that give a turn bits that it did not have before in this journal, undone entries too. A turn
    that is played again has the bits of before, unless they came from another copy.
    """
    had: dict[Stretch, dict[str, int]] = {}
    result = []
    for row in board.entries(Entry.seq, Entry.origin, Entry.bits, criteria=(Entry.bits.is_not(None),)):
        for one in begun_in(row.bits):
            before = had.setdefault(one.stretch, {})
            if before and one.bits not in before:
                result.append(OtherBits(row.seq, max(before.values()), one.stretch, _comes_from(one, row.origin)))
            before[one.bits] = row.seq
    return tuple(result)


def _comes_from(one: Begun, origin: str | None) -> str:
    if one.rolled is None:
        return "they are those of the file that a restored backup replaced"
    return "it was taken from another copy" if origin else ""
