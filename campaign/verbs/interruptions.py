"""Battles merged, suspended, resumed and cancelled."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask, not_chosen
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class MergeBattles:
    """The command that makes the second battle part of the first. ``attacker``: the side that attacks in it; empty: the
    side that attacked in both.
    """

    battle: Annotated[str, Ask(stands="NUMBER")]
    other: Annotated[str, Ask(stands="OTHER", label="Other battle", missing=not_chosen("other battle"))]
    attacker: Annotated[
        str,
        Ask("Side that attacks. Default: the side that attacks in both battles, otherwise neither.", "SIDE", of="side"),
    ] = ""


@dataclass(frozen=True, slots=True)
class SuspendBattle:
    """The command that suspends a battle until the next club night. ``reached``: day.turn played through; empty: this
    turn.
    """

    battle: Annotated[str, Ask(stands="NUMBER")]
    reached: Annotated[
        str, Ask("Last turn played on the table. Default: this turn.", "DAY.TURN", label="Last turn played")
    ] = ""


@dataclass(frozen=True, slots=True)
class ResumeBattle:
    """The command that resumes a suspended battle with the turn after the one that was reached."""

    battle: Annotated[str, Ask(stands="NUMBER")]


@dataclass(frozen=True, slots=True)
class CancelBattle:
    """The command that cancels a battle because the players refuse it or it makes no game: no unit fights."""

    battle: Annotated[str, Ask(stands="NUMBER")]
    why: Annotated[str, Ask("Reason why the battle is not fought.", "TEXT", label="Reason", is_needed=True)]
