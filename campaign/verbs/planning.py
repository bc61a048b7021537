"""The plan of a staff: orders that were weighed against others (``campaign.forecast.staff``)."""

from __future__ import annotations

from campaign.terms.state import OrderKind
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """An order of a plan. ``units``: as orders are kept, ``formation:7th_armoured`` or ``battalion:3_rtr``; ``to`` and
    ``via``: keys of places; ``since``: the turn with which it begins, 2.3; ``bold``: the attack takes place at any
    odds.
    """

    units: tuple[str, ...]
    kind: OrderKind
    to: str = ""
    via: tuple[str, ...] = ()
    since: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The command that puts the plan of a side's staff in force. ``course``: what it is, in words; ``moves``: its
    orders, none where the doctrine of the day leads; ``appreciation``: what was weighed, line by line. All of it is
    written down, so that a replay gives the same orders without weighing again.
    """

    side: str
    course: str
    moves: tuple[PlannedMove, ...] = ()
    appreciation: tuple[str, ...] = ()
