"""Dice of the journal that are not the campaign's: typed in by the players, from a script, kept from elsewhere, or
forged.

    strange_dice(board, living, dice) -> (StrangeDice, ...)      every entry in force with such dice

Each die of the campaign follows from its seed, the fresh bits of its turn and its name, so each can be checked. The
players' own dice cannot: whoever takes an entry on their word is told which dice they are.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from campaign.journal.board import JournalBoard
from campaign.journal.record import rolls_of
from campaign.journal.turn_bits import CampaignDice, Stranger, begun_in, checked
from campaign.model import Entry
from campaign.rules.common.dice import DiceFrom

SINCE = "0015"
"""Revision since which an entry says where its dice come from."""
_MOST = 3
"""Most dice of an entry that are listed one by one."""


@dataclass(frozen=True, slots=True)
class StrangeDice:
    """An entry whose dice are not the campaign's, or are not said to be. ``strangers``: those that the campaign's dice
    would have shown otherwise; ``rolled``: the number of all its dice.
    """

    number: int
    seq: int
    summary: str
    dice_from: str | None
    is_older: bool
    """True if it was written before entries said where their dice come from."""
    rolled: int
    strangers: tuple[Stranger, ...]

    @property
    def is_forged(self) -> bool:
        """True if the entry says that all its dice are the campaign's, and some are not."""
        return self.dice_from is None and not self.is_older

    def __str__(self) -> str:
        """Return one sentence on these dice."""
        return f"entry {self.number} ({self.summary}): {self.words}"

    @property
    def words(self) -> str:
        """The source of the dice, and the dice that differ from the campaign's."""
        return f"{self._origin}{self._list}"

    @property
    def _origin(self) -> str:
        odd = len(self.strangers)
        those = f"{odd} of {self.rolled} {'is' if odd == 1 else 'are'} not the campaign's"
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
            return f"of its dice {those}: the players typed them in, or a person altered them"
        return f"it says that all its dice are the campaign's, but {those}"

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
    """Return the entries of the living line whose dice are not the campaign's, except those with these hashes."""
    columns = (Entry.seq, Entry.number, Entry.summary, Entry.revision, Entry.bits, Entry.dice_from, Entry.dice)
    rows = {row.seq: row for row in board.entries(*columns, Entry.hash)}
    bits, result = "", []
    for seq in living:
        row = rows[seq]
        rolls = rolls_of(json.loads(row.dice))
        strangers, bits = checked(dice, rolls, begun_in(row.bits), bits)
        if row.hash not in known and (strangers or (row.dice_from and rolls)):
            older = row.revision < SINCE
            result.append(StrangeDice(row.number, seq, row.summary, row.dice_from, older, len(rolls), strangers))
    return tuple(result)
