"""The things that the campaign waits for: the one step that comes next, other ways out of it, and what can wait.

next_step(now, printed=)        the first thing that waits, as a program command
without_orders(now)             the commanders who have not ordered while orders are asked for
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from campaign.terms.state import BattleState
from campaign.terms.time import Phase
from campaign.terms.words import typed
from campaign.values import dataclass
from campaign.views.day.status import Awaited, Status

TO_BE_FOUGHT = (BattleState.PROPOSED, BattleState.PLANNED)


class StepKind(StrEnum):
    """The kinds of a next step."""

    DECISION = "decision"
    ORDERS = "orders"
    """Commanders have not ordered yet."""
    PAPERS = "papers"
    """The papers of one battle, or of all open battles, are not printed yet."""
    RETURN = "return"
    """The papers are printed, and the game is played."""
    COMMAND = "command"
    """Any other program command."""
    BOOK = "book"
    """The campaign is over."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step, with the program command for it."""

    kind: StepKind
    words: tuple[str, ...]
    """Words of the program command after ``campaign``; for a decision without its answer."""
    note: str = ""
    """``its papers``, ``the papers of all open battles``, ``its papers are printed``, ``the campaign book``."""
    decision: int | None = None
    battle: int | None = None

    @property
    def command(self) -> str:
        """Program command as typed."""
        return typed("campaign", *self.words)


@dataclass(frozen=True, slots=True)
class OtherWay:
    """Another way out of what waits: ``Record a return``, ``Let the program fight``, ``End by a ruling``."""

    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WaitingNow:
    """The one thing that waits now."""

    what: str
    """As ``status`` says it: ``battle 1, Halfaya Pass, top, is waiting to be fought``."""
    facts: str
    """One or two sentences of facts; empty without any."""
    step: NextStep
    ways: tuple[OtherWay, ...]
    warnings: tuple[str, ...]
    """Warnings on a battle: one-sided, too large."""
    others: tuple[Awaited, ...]
    """What else waits now, in order."""


class Later(StrEnum):
    """The kinds of things that can wait."""

    SUPPLY = "supply"
    ORDERS = "orders"
    AIR = "air"
    BATTLE = "battle"
    """A suspended battle."""
    GAMES = "games"
    """The battles that the next movement would cause."""


@dataclass(frozen=True, slots=True)
class CanWait:
    """Something that does not hold up the clock but should be looked at, with its program command."""

    kind: Later
    what: str
    """``Coast column is out of supply``."""
    detail: str
    words: tuple[str, ...]
    names: tuple[str, ...] = ()
    """What it is about: formations, commanders, air groups, or the number of a battle."""

    @property
    def command(self) -> str:
        """Program command as typed."""
        return typed("campaign", *self.words)


@dataclass(frozen=True, slots=True)
class WaitingList:
    """The thing that waits now, and those that can wait."""

    now: WaitingNow | None
    """None if nothing waits for this viewer."""
    can_wait: tuple[CanWait, ...]


def without_orders(now: Status) -> tuple[str, ...]:
    """Return the commanders without orders while orders are asked for."""
    if now.phase is not Phase.ORDERS:
        return ()
    return tuple(leader.name for leader in now.commanders if not leader.ordered)


def next_step(now: Status, printed: Collection[int] = ()) -> NextStep | None:
    """Return the first thing that waits as a step; None if nothing does. ``printed``: battles whose papers are printed
    already.
    """
    if not now.waiting:
        return None
    first = now.waiting[0]
    if first.decision is not None:
        return NextStep(StepKind.DECISION, ("decide", str(first.decision)), decision=first.decision)
    if first.battle is None and without_orders(now):
        return NextStep(StepKind.ORDERS, ("orders",))
    if now.phase is Phase.OVER:
        return NextStep(StepKind.BOOK, ("print", "book"), "the campaign book")
    unprinted = [battle for battle in now.battles if battle.state in TO_BE_FOUGHT and battle.number not in printed]
    if len(unprinted) > 1 and first.battle is not None:
        return NextStep(StepKind.PAPERS, ("battle", "packet"), "the papers of all open battles")
    return step_of(first, now, printed)


def step_of(awaited: Awaited, now: Status, printed: Collection[int] = ()) -> NextStep:
    """Return the step for one thing that waits; a battle whose papers are printed waits for its return."""
    battle = next((battle for battle in now.battles if battle.number == awaited.battle), None)
    if battle is None or battle.state not in TO_BE_FOUGHT:
        return NextStep(StepKind.COMMAND, awaited.words, decision=awaited.decision, battle=awaited.battle)
    if battle.number in printed:
        words = ("battle", "record", str(battle.number))
        return NextStep(StepKind.RETURN, words, "its papers are printed", battle=battle.number)
    return NextStep(StepKind.PAPERS, ("battle", "packet", str(battle.number)), "its papers", battle=battle.number)
