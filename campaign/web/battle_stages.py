"""The stages of a battle from its muster to its settlement, as the strip over its page shows them."""

from __future__ import annotations

from campaign.terms.state import BattleState
from campaign.terms.words import counted
from campaign.values import dataclass
from campaign.views.battle.battle_page import BattlePage


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: its name, a word about it, whether it is done, and whether the battle is at it."""

    name: str
    text: str
    is_done: bool
    is_current: bool


def stages_of(page: BattlePage, *, is_printed: bool) -> tuple[Stage, ...]:
    """Return the five stages of a battle for the umpire."""
    row = page.view.battle
    filed = sum(side.return_in for side in page.sides)
    is_over, is_suspended = row.state.is_over, row.state is BattleState.SUSPENDED
    all_in = filed == len(page.sides) > 0
    if is_over:
        at = len(_NAMES)
    elif all_in:
        at = 4
    elif filed:
        at = 3
    else:
        at = 2 if is_printed or is_suspended or row.reached is not None else 1
    battalions = sum(len(side.lines) for side in page.sides)
    stands = sum(side.stands or 0 for side in page.sides)
    texts = (
        ", ".join(filter(None, (counted(battalions, "battalion"), counted(stands, "stand") if stands else ""))),
        "printed" if is_printed else "not printed yet",
        f"suspended after turn {row.reached}" if is_suspended else "at the table" if at == 2 else "",
        f"{filed or 'none'} of {len(page.sides)} in" if not is_over else "",
        str(row.state) if is_over else "",
    )
    return tuple(
        Stage(name, text, is_done=n < at and (n != 1 or is_printed), is_current=n == at)
        for n, (name, text) in enumerate(zip(_NAMES, texts, strict=True))
    )


_NAMES = ("Muster", "Print the papers", "Fight", "Returns", "Settle")
