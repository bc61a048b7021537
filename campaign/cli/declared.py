"""Commands and options of the terminal, drawn from what a program command asks for (``terms/asking.py``).

suspend = command_for("suspend", SuspendBattle, "Suspend battle NUMBER.", writes)     its declaration is all of it
@asks(NewBattle)                                                                      its options, for a function
made(NewBattle, typed)                                                                the command of what was typed
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from campaign.cli import completion
from campaign.cli.call import Call
from campaign.cli.session import carry_out
from campaign.terms.asking import Ask, Asked, asked
from campaign.terms.position import METRES_A_KM
from campaign.values import replace

Command = TypeVar("Command")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

_NAMES: Mapping[str, Any] = {
    "unit": completion.units,
    "formation": completion.formations,
    "place": completion.places,
    "side": completion.sides,
    "site": completion.sites,
    "commander": completion.commanders,
    "adjustable": completion.adjustable,
}
"""Completion by whose names a field takes."""


def command_for(
    name: str,
    cls: type,
    text: str,
    *shared: Decorator,
    only: tuple[str, ...] = (),
    instead: Mapping[str, Ask] = {},
    give: Callable[[Call, Any], Any] = carry_out,
    **fixed: Any,
) -> click.Command:
    """Return the command of the terminal for a program command. ``text``: its help; ``shared``: the options that it has
    in common with others; ``only``: the fields asked for; ``instead``: what is asked differently; ``fixed``: values
    that its name says.
    """

    def act(call: Call, **typed: Any) -> None:
        give(call, made(cls, {**typed, **fixed}))

    act.__doc__ = text
    function: Callable[..., Any] = act
    for decorate in reversed(shared):
        function = decorate(function)
    return click.command(name)(asks(cls, only=only, instead=instead)(function))


def made(cls: type[Command], typed: Mapping[str, Any]) -> Command:
    """Return the program command of typed values. None leaves a field at its default."""
    return cls(**{name: _value(asked(cls).get(name), value) for name, value in typed.items() if value is not None})


def _value(field: Asked | None, value: Any) -> Any:
    if field is not None and field.ask.is_loose and isinstance(value, tuple):
        return " ".join(value)
    if field is not None and field.ask.unit == "km" and isinstance(value, float):
        return round(value * METRES_A_KM)
    return value


def asks(
    cls: type,
    *,
    only: tuple[str, ...] = (),
    but: tuple[str, ...] = (),
    instead: Mapping[str, Ask] = {},
    arguments: bool = True,
) -> Decorator:
    """Return a decorator that adds arguments and options for what a command asks. ``only``: for these fields; ``but``:
    for all except these; ``arguments``: not, where the function reads the words before the options by itself.
    """
    fields = [replace(field, ask=instead.get(name, field.ask)) for name, field in asked(cls).items()]
    fields.sort(key=lambda field: not field.is_argument)
    parameters = [
        _parameter(field)
        for field in fields
        if (not only or field.name in only) and field.name not in but and (arguments or not field.is_argument)
    ]

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for parameter in reversed(parameters):
            function = parameter(function)
        return function

    return add


def _parameter(field: Asked) -> Decorator:
    ask = field.ask
    settings: dict[str, Any] = {"shell_complete": _NAMES.get(ask.of)}
    if field.is_argument:
        several = ask.is_loose or field.is_several
        settings |= {"nargs": -1, "required": True} if several else {"required": not ask.is_bare}
        if ask.is_bare:
            return click.argument(field.name, metavar=f"[{ask.stands}]", **settings)
        return click.argument(field.name, metavar=ask.stands + "..." * several, **settings)
    settings |= {"help": ask.help, "required": ask.is_needed, "show_default": ask.shows_default}
    names = ask.option.split() or [f"--{field.name.replace('_', '-')}"]
    return click.option(*names, field.name, **settings, **_kind(field))


def _kind(field: Asked) -> dict[str, Any]:
    """Return how an option takes its value. One that is left out is None, unless its help shows a default."""
    ask = field.ask
    if field.is_flag:
        return {"is_flag": True}
    if field.kind is bool:
        return {"default": None}
    if field.is_several:
        return {"metavar": ask.stands, "multiple": True}
    default = {"default": field.default} if ask.shows_default else {}
    if ask.words and not ask.stands:
        return {"type": click.Choice([str(word) for word in ask.words]), **default}
    if ask.unit == "km":
        return {"metavar": ask.stands, "type": float, "default": field.default / METRES_A_KM}
    return {"metavar": ask.stands, "type": int if field.kind is int else str, **default}
