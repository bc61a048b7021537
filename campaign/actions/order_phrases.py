"""The lines of an order form in words, before it is handed in.

phrase_of(order, names) -> "march to Musaid by way of Bir Wair, from turn 1.3"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.terms.asking import asked
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
    return words + _declared(order, names)


def _attach(order: Attach, names: Names) -> str:
    return f"come under {_name(names, order.to)}" if order.to else "return to its own formation"


def _support(order: GiveSupport, names: Names) -> str:
    if not order.to:
        return "support nobody else"
    how = "direct support" if order.how == Support.DIRECT_SUPPORT else order.how
    return f"{how} of {_name(names, order.to)}"


def _engineer(order: Engineer, names: Names) -> str:
    return order.task + (f" for {order.load}" if order.load else "") + _declared(order, names)


def _sortie(order: TaskAir, names: Names) -> str:
    target = _name(names, order.target)
    words = f"{order.task}, {_name(names, order.unit)} at {target}" if order.unit else f"{order.task}, {target}"
    return words + _declared(order, names)


def _declared(order: Any, names: Names) -> str:
    """Return what the fields of a command say of themselves, where they are not as by default."""
    values = ((field.ask, getattr(order, name), field.default) for name, field in asked(type(order)).items())
    return "".join(
        ask.phrase.format(_value(value, names if ask.of else {}))
        for ask, value, default in values
        if ask.phrase and value != default
    )


def _value(value: object, names: Names) -> str:
    return ", ".join(_name(names, word) for word in value) if isinstance(value, tuple) else _name(names, str(value))


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
    Split: lambda order, names: f"split off a {order.into}{_declared(order, names)}",
    Join: lambda _, __: "join its battalion",
    SendTruck: lambda order, _: f"send a truck for {order.goods or 'supplies'}",
    LandFromTheSea: lambda order, names: f"land from the sea{_declared(order, names)}",
    JoinCommand: lambda order, names: (
        f"go with {_name(names, order.formation)}" if order.formation else "go back to his own headquarters"
    ),
    TaskAir: _sortie,
    CancelAir: lambda order, names: f"no sortie{'' if order.turn else 's'}{_declared(order, names)}",
}
