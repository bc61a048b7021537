"""The states of units, orders, battles and decisions."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """The state of a battalion. ``spent`` carries a casualty figure; ``captured`` was destroyed while surrounded."""

    FRESH = "fresh"
    SPENT = "spent"
    DESTROYED = "destroyed"
    CAPTURED = "captured"
    DISBANDED = "disbanded"

    @property
    def is_in_play(self) -> bool:
        """True if the battalion is in play: any state better than destroyed."""
        return self in IN_PLAY

    @property
    def counts_in_full(self) -> bool:
        """True if it counts as a whole battalion: for numbers in an attack, for holding ground, and among those that
        are fresh.
        """
        return _EFFECTS[self].counts_in_full

    @property
    def carries_figure(self) -> bool:
        """True if it carries a casualty figure, which rest in reserve sheds, and with which a battle begins."""
        return _EFFECTS[self].carries_figure

    @property
    def severity(self) -> int:
        """Severity, from 0 for fresh, in the order above; a return never lowers it (umpire 1.20)."""
        return _SEVERITY[self]


class Effect(NamedTuple):
    """The effect of a state in the rules; the state itself is tested only where it is named or drawn."""

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
    """The posture of a battalion (OB-T-05)."""

    MARCH = "march"
    LINE = "line"
    SUPPORT = "support"
    RESERVE = "reserve"


class OrderKind(StrEnum):
    """The kind of an order to a command or battalion; the order stands until changed."""

    HOLD = "hold"
    MARCH = "march"
    ATTACK = "attack"
    WITHDRAW = "withdraw"
    FOLLOW = "follow"


class News(StrEnum):
    """The use that the day's report makes of a line of the diary."""

    MARCH = "march"
    """A march that nothing halted, or that goes on."""
    HALT = "halt"
    """A march halted before its goal, by an enemy or by what bars the road."""
    ORDER = "order"
    """An order that lapsed, that leads another way than it names, or that the troops go beyond."""


class Support(StrEnum):
    """The way in which a battalion supports a command other than its own (umpire 1.21)."""

    UNDER_COMMAND = "under command"
    DIRECT_SUPPORT = "direct support"
    IN_SUPPORT = "in support"


class BattleState(StrEnum):
    """The state of a battle. ``RULED`` is settled by the umpire's ruling."""

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
        """True if the battle is settled, ruled or cancelled and nothing more happens in it."""
        return self in (BattleState.SETTLED, BattleState.RULED, BattleState.CANCELLED)


def battle_state_text(state: BattleState) -> str:
    """Return the state of a battle as the terminal shows it: ``waiting`` before it is fought, ``return recorded``."""
    if state in (BattleState.PROPOSED, BattleState.PLANNED):
        return "waiting"
    return "return recorded" if state is BattleState.RETURNED else state.value


class Role(StrEnum):
    """The role of a battalion in a battle."""

    ENGAGED = "engaged"
    ARRIVES = "arrives"
    GUNS_IN_RANGE = "guns in range"


class ContactState(StrEnum):
    """The state of a contact: it becomes a battle, is a standoff, is avoided, or is dismissed by the umpire."""

    OPEN = "open"
    BATTLE = "battle"
    STANDOFF = "standoff"
    DISMISSED = "dismissed"
    CLOSED = "closed"


class DecisionKind(StrEnum):
    """A kind of decision for which the umpire waits."""

    RECOVERY = "recovery"
    AMALGAMATION = "amalgamation"
    AMALGAMATION_CHOICE = "amalgamation choice"
    AIR_TARGET = "air target"
    RETREAT = "retreat"


class Sky(StrEnum):
    """The weather of a day or turn (OB-WX-02..04)."""

    CLEAR = "clear"
    CLOUD = "cloud"
    BAD = "bad"


class Light(StrEnum):
    """The light by the rules (OB-T-10 columns; moonlight or darkness by the real moon, OB-AMB-050)."""

    DAY = "day"
    MOONLIGHT = "moonlight"
    DARKNESS = "darkness"


class Season(StrEnum):
    """The season (OB-TIME-03, -04; OB-AMB-011)."""

    SUMMER = "summer"
    WINTER = "winter"


class SupplyGrade(StrEnum):
    """The supply grade of a corps on a day: well or poorly supplied (OB-RCV-02, umpire 1.21)."""

    WELL = "well"
    POORLY = "poorly"


class TaskState(StrEnum):
    """The state of an engineering task."""

    WORKING = "working"
    DONE = "done"
    ABANDONED = "abandoned"
