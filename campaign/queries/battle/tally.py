"""Counts from returns beside the battalions: prisoners taken and lost, and orders fulfilled, battle by battle (umpire
1.10, 1.14).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.model import BattleUnit, Return
from campaign.queries.common.outlook import Outlook
from campaign.rules.returns.filed import letter_of
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Prisoners:
    """The prisoners that one side took and lost, by its returns; a return without them counts as none."""

    taken: int = 0
    lost: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{n} {kind}" for n, kind in ((self.taken, "taken"), (self.lost, "lost")) if n)


def prisoners(returns: Iterable[Return]) -> Prisoners:
    """Return prisoners summed over the sessions of a battle, or over battles, as the umpire decided where two returns
    differed.
    """
    feet = [{**(row.content.get("foot") or {}), **(row.content.get("decided") or {})} for row in returns]
    return Prisoners(
        sum(int(f.get("prisoners_taken") or 0) for f in feet), sum(int(f.get("prisoners_lost") or 0) for f in feet)
    )


def orders_fulfilled(
    outlook: Outlook, returns: Sequence[Return], lines: Iterable[BattleUnit]
) -> tuple[tuple[str, str], ...]:
    """Return each command's name with the answer whether its orders were fulfilled, from the last return that gives
    one; ``lines``: the side's own, in order of their numbers.
    """
    commands = {letter_of(n): ident for n, ident in enumerate(dict.fromkeys(line.command_id for line in lines))}
    texts: dict[str, str] = {}
    for row in sorted(returns, key=lambda r: r.session):
        texts |= (row.content.get("foot") or {}).get("orders") or {}
    return tuple(
        (outlook.army.formations[commands[letter]].name if letter in commands else letter, str(answer))
        for letter, answer in sorted(texts.items())
    )


def prisoners_so_far(outlook: Outlook, side: int) -> Prisoners:
    """Return the prisoners of all battles of a side, in one query."""
    return prisoners(outlook.board.rows(Return, Return.side_id == side))
