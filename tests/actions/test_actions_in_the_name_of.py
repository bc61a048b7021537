"""Whether it is known of every command that a player may give in whose name it is given."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from campaign.actions.all_actions import every_action
from campaign.actions.in_the_name_of import _NAMED
from campaign.actions.permissions import units_addressed
from campaign.terms.asking import asked
from campaign.terms.given import given_as
from campaign.values import fields, is_dataclass
from campaign.verbs.air_tasking import CancelAir, TaskAir
from campaign.web.whole_forms import WHOLE

OF_PLAYERS = [action.command for action in every_action().values() if given_as(action.command).is_of_players]


def parts(kind: Any) -> Iterator[type]:
    """Yield a type and all types of its fields, down to the last."""
    if is_dataclass(kind):
        yield kind  # type: ignore[misc]
        hints = get_type_hints(kind)
        for field in fields(kind):
            yield from parts(hints[field.name])
    for argument in get_args(kind):
        yield from parts(argument)


def test_every_command_with_a_commander_somewhere_in_it_is_known_to_name_one() -> None:
    """A command that were forgotten would be missed by a player's Undo, and could be given in another's name."""
    naming = {
        command
        for command in OF_PLAYERS
        if any(field.name == "commander" for part in parts(command) for field in fields(part))
    }
    assert naming == set(_NAMED)


OF_THE_SIDE = (TaskAir, CancelAir)
"""Commands about aircraft: each commander of a side may write on its one air tasking order, and the group is asked."""
UNITS = ("unit", "battalion")
"""Names of the fields by which commands name the unit that is to do something."""


def filled(kind: Any, where: str = "") -> Any:
    """Make a command whose every word says in which field it is, and which holds one of everything that it can."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{field.name: filled(hints[field.name], f"{where}/{field.name}") for field in fields(kind)})  # type: ignore[operator]
    if get_origin(kind) is tuple:
        return tuple(filled(each, f"{where}{n}") for n, each in enumerate(held(get_args(kind)[0])))
    return {str: where, int: 1, bool: False}.get(kind, kind)


def held(kind: Any) -> tuple[Any, ...]:
    """Return the types that a tuple of this type may hold."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def units_within(command: Any) -> Iterator[str]:
    """Yield every word of a command, down to the last of its parts, that names a unit which is to do something."""
    if isinstance(command, tuple):
        for each in command:
            yield from units_within(each)
    elif is_dataclass(command) and not isinstance(command, OF_THE_SIDE):
        for field in fields(command):
            value = getattr(command, field.name)
            if isinstance(value, str) and field.name in UNITS:
                yield value
            yield from units_within(value)


def test_every_unit_that_a_player_s_command_names_is_asked_whose_it_is() -> None:
    """A field that were forgotten would let a player order another's unit."""
    wrong = {}
    for kind in OF_PLAYERS:
        command = filled(kind)
        forgotten = set(units_within(command)) - set(units_addressed(command))
        if forgotten:
            wrong[kind.__name__] = forgotten
    assert wrong == {}


NOT_ORDERED = {"Engineer.carry"}
"""Fields with names of units that are no order to them: boats carry whom they find at the river, of the own side."""


def test_every_name_of_a_unit_in_a_player_s_command_is_declared_his_own() -> None:
    """A field that names units and is not his own stands here with its reason."""
    other = {
        f"{kind.__name__}.{name}"
        for kind in OF_PLAYERS
        for name, field in asked(kind).items()
        if field.ask.of == "unit" and not field.ask.is_own
    }
    assert other == NOT_ORDERED


def test_a_whole_form_is_handed_in_by_these_commands() -> None:
    verbs = {action.command: verb for verb, action in every_action().items()}
    whole = {
        verbs[kind]
        for kind in _NAMED
        if kind.__name__ in ("HandInOrders", "HandInForms", "TakeOrders", "OrdersComplete")
    }
    assert set(WHOLE) == whole
