"""How a unit, an order, a battle, a decision stands."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """A battalion's state. ``spent`` carries a casualty figure; ``captured`` was destroyed while surrounded."""

    FRESH = "fresh"
    SPENT = "spent"
    DESTROYED = "destroyed"
    CAPTURED = "captured"
    DISBANDED = "disbanded"

    @property
    def is_in_play(self) -> bool:
        """Stands on the map: whatever is better than destroyed."""
        return self in IN_PLAY

    @property
    def counts_in_full(self) -> bool:
        """Counts as a whole battalion: for numbers in an attack, for who holds ground, and among those that are fit."""
        return _EFFECTS[self].counts_in_full

    @property
    def carries_figure(self) -> bool:
        """Carries a casualty figure: rest in reserve sheds it, and a battle begins with what it stands for."""
        return _EFFECTS[self].carries_figure

    @property
    def severity(self) -> int:
        """From 0 for fresh, in the order above; a return never lowers it (umpire 1.20)."""
        return _SEVERITY[self]


class Effect(NamedTuple):
    """What a state means to the rules; the state itself is asked for only where it is named or drawn."""

    counts_in_full: bool
    carries_figure: bool


_EFFECTS = {
    State.FRESH: Effect(counts_in_full=True, carries_figure=False),
    State.SPENT: Effect(counts_in_full=False, carries_figure=True),
    State.DESTROYED: Effect(counts_in_full=False, carries_figure=False),
    State.CAPTURED: Effect(counts_in_full=False, carries_figure=False),
    State.DISBANDED: Effect(counts_in_full=False, carries_figure=False),
}
_SEVERITY = {state: number for number, state in enumerate(State)}
IN_PLAY = tuple(state for state in State if state.severity < State.DESTROYED.severity)


class Posture(StrEnum):
    """OB-T-05."""

    MARCH = "march"
    LINE = "line"
    SUPPORT = "support"
    RESERVE = "reserve"


class OrderKind(StrEnum):
    """What a command or battalion is told to do; it stands until changed."""

    HOLD = "hold"
    MARCH = "march"
    ATTACK = "attack"
    WITHDRAW = "withdraw"
    FOLLOW = "follow"


class Support(StrEnum):
    """How a battalion serves a command other than its own (umpire 1.21)."""

    UNDER_COMMAND = "under command"
    DIRECT_SUPPORT = "direct support"
    IN_SUPPORT = "in support"


class BattleState(StrEnum):
    """Life of a battle. ``ruled`` is settled by the umpire's word."""

    PROPOSED = "proposed"
    PLANNED = "planned"
    FIGHTING = "fighting"
    SUSPENDED = "suspended"
    RETURNED = "returned"
    SETTLED = "settled"
    RULED = "ruled"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Nothing more is expected of this battle."""
        return self in (BattleState.SETTLED, BattleState.RULED, BattleState.CANCELLED)


class Role(StrEnum):
    """How a battalion takes part in a battle."""

    ENGAGED = "engaged"
    ARRIVES = "arrives"
    GUNS_IN_RANGE = "guns in range"


class ContactState(StrEnum):
    """A contact either becomes a battle, is a standoff, is avoided, or is dismissed by the umpire."""

    OPEN = "open"
    BATTLE = "battle"
    STANDOFF = "standoff"
    DISMISSED = "dismissed"
    CLOSED = "closed"


class DecisionKind(StrEnum):
    """What a player can owe the umpire."""

    RECOVERY = "recovery"
    AMALGAMATION = "amalgamation"
    AMALGAMATION_CHOICE = "amalgamation choice"
    AIR_TARGET = "air target"
    RETREAT = "retreat"


class Sky(StrEnum):
    """Weather of a day or turn (OB-WX-02..04)."""

    CLEAR = "clear"
    CLOUD = "cloud"
    BAD = "bad"


class Light(StrEnum):
    """Light by the rules (OB-T-10 columns; moonlight or darkness by the real moon, OB-AMB-050)."""

    DAY = "day"
    MOONLIGHT = "moonlight"
    DARKNESS = "darkness"


class Season(StrEnum):
    """OB-TIME-03, -04; OB-AMB-011."""

    SUMMER = "summer"
    WINTER = "winter"


class SupplyGrade(StrEnum):
    """Well or poorly supplied, a corps and a day (OB-RCV-02, umpire 1.21)."""

    WELL = "well"
    POORLY = "poorly"


class TaskState(StrEnum):
    """An engineering task."""

    WORKING = "working"
    DONE = "done"
    ABANDONED = "abandoned"
