"""The lines of an order form in words, before it is handed in.

phrase_of(order, names) -> "march to Musaid by way of Bir Wair, from turn 1.3"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.terms.state import OrderKind, Support
from campaign.verbs.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, JoinCommand, Rest, TakePosture
from campaign.verbs.splitting import Join, Split
from campaign.verbs.trucks import SendTruck

Names = Mapping[str, str]
"""Names of units, formations and places by their keys; what is not in it is shown as it was typed."""


def phrase_of(order: object, names: Names) -> str:
    """Return an order in words, without the unit that it addresses."""
    return _PHRASES[type(order)](order, names)


def _order(order: GiveOrder, names: Names) -> str:
    words = order.kind
    if order.to:
        words += f" {'' if order.kind == OrderKind.ATTACK else 'to '}{_name(names, order.to)}"
    if order.via:
        words += f" by way of {', '.join(_name(names, place) for place in order.via)}"
    return words + (f", from turn {order.since}" if order.since else "")


def _attach(order: Attach, names: Names) -> str:
    return f"come under {_name(names, order.to)}" if order.to else "return to its own formation"


def _support(order: GiveSupport, names: Names) -> str:
    if not order.to:
        return "support nobody else"
    how = "direct support" if order.how == Support.DIRECT_SUPPORT else order.how
    return f"{how} of {_name(names, order.to)}"


def _engineer(order: Engineer, names: Names) -> str:
    words = (
        order.task
        + (f" for {order.load}" if order.load else "")
        + (f" at {_name(names, order.at)}" if order.at else "")
    )
    return words + (f", carry {', '.join(_name(names, unit) for unit in order.carry)}" if order.carry else "")


def _sortie(order: TaskAir, names: Names) -> str:
    target = _name(names, order.target)
    words = f"{order.task}, {_name(names, order.unit)} at {target}" if order.unit else f"{order.task}, {target}"
    return words + _turn(order.turn) + (", no craters" if order.as_medium else "")


def _turn(turn: str) -> str:
    return f", turn {turn}" if turn else ""


def _name(names: Names, word: str) -> str:
    return names.get(word, word)


_PHRASES: Mapping[type, Callable[[Any, Names], str]] = {
    GiveOrder: _order,
    Rest: lambda order, _: "rest no longer" if order.stop else "rest in reserve",
    TakePosture: lambda order, _: f"{order.posture} posture",
    Attach: _attach,
    GiveSupport: _support,
    Engineer: _engineer,
    StopEngineering: lambda _, __: "stop the engineering task",
    Split: lambda order, _: f"split off a {order.into}" + (f", {order.name}" if order.name else ""),
    Join: lambda _, __: "join its battalion",
    SendTruck: lambda order, _: f"send a truck for {order.goods or 'supplies'}",
    LandFromTheSea: lambda order, names: f"land from the sea at {_name(names, order.at)}{_turn(order.turn)}",
    JoinCommand: lambda order, names: (
        f"go with {_name(names, order.formation)}" if order.formation else "go back to his own headquarters"
    ),
    TaskAir: _sortie,
    CancelAir: lambda order, _: f"no sortie{_turn(order.turn)}" if order.turn else "no sorties",
}
