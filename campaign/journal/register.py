"""The register of actions: verbs with their commands and the plain functions that carry them out.

    @dataclass(frozen=True, slots=True)
    class March:                    # a command: what was asked, in plain values
        unit: str
        to: str

    @action("march")                # the command class is read from the annotation
    def march(board: Board, command: March, dice: Dice) -> Receipt: ...    # dice only where it throws them

An action never opens, commits or rolls back, so one action may simply call another. Commands are written into the
journal as JSON and can be read back from it: words and enums, whole numbers, truth values, None, dates, tuples, nested
frozen dataclasses, and dicts with text keys. No floats. Bytes are left out: a picture is kept beside the journal
(``pictures.py``), which names it by its digest.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from enum import Enum
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from sys import modules
from typing import TYPE_CHECKING, Any, TypeVar

from campaign.errors import BadInput, CampaignError
from campaign.journal.canonical import canonical
from campaign.values import MISSING, dataclass, fields, is_dataclass, is_frozen

if TYPE_CHECKING:
    from campaign.journal.board import JournalBoard
    from campaign.rules.common.dice import Dice
    from campaign.words.receipt import Receipt

    Act = Callable[[JournalBoard, Any, Dice], Receipt]
    Door = Callable[[JournalBoard, Any], Any]

F = TypeVar("F", bound=Callable[..., "Receipt"])

DECLARED = "campaign.verbs."
"""Where commands are declared; the module of the same name in ``campaign.actions`` registers what carries them out."""


def _as_typed(_: Any, command: Any) -> Any:
    return command


@dataclass(frozen=True, slots=True)
class Action:
    """A verb, its command, and the function that carries it out. ``ruling``: it is a decision of the umpire, not of the
    rules. ``door``: makes the command that is recorded of the one that was typed: a number takes the place of a
    person's name (``people.py``).
    """

    verb: str
    command: type[Any]
    act: Act
    ruling: bool = False
    door: Door = _as_typed


class Register(dict[str, Action]):
    """The actions by verb."""

    def enter(self, entry: Action) -> None:
        """Add an action. Raises ValueError if the verb or the command class is taken."""
        if entry.verb in self:
            raise ValueError(f"Error in the program: two actions share the name {entry.verb!r}. Report it")
        if any(action.command is entry.command for action in self.values()):
            name = entry.command.__name__
            raise ValueError(f"Error in the program: two actions share the command {name!r}. Report it")
        _check_plain(entry.command)
        self[entry.verb] = entry

    def of(self, command: object) -> Action:
        """Return the action that carries out this command. Raises CampaignError if none does."""
        module = type(command).__module__
        if module.startswith(DECLARED):  # light to import: the module that carries it out is read when it is needed
            import_module(f"campaign.actions.{module.removeprefix(DECLARED)}")
        for entry in tuple(self.values()):  # at the desk another thread may enter one
            if entry.command is type(command):
                return entry
        raise CampaignError(
            f"no action carries out the command {type(command).__name__}. The actions are "
            f"{', '.join(sorted(self)) or 'none'}"
        )

    def carry_out(self, board: Any, command: object, dice: Dice) -> Receipt:
        """Carry out a command within another one, and return its receipt."""
        return self.of(command).act(board, command, dice)


REGISTER = Register()
"""Every action whose module of ``campaign.actions`` is imported: all only after ``every_action`` there. A declared
command (``campaign.verbs``) has its module imported by its name, the one step upwards from here that no contract
sees."""


def action(
    verb: str,
    command: type[Any] | None = None,
    *,
    ruling: bool = False,
    door: Door | None = None,
    register: Register = REGISTER,
) -> Callable[[F], F]:
    """Register a function under its verb, with or without a parameter for dice; the function itself stays unchanged."""

    def enter(function: F) -> F:
        parameters = [*signature(function).parameters.values()]
        kind = command or _command_of(function, parameters)
        act = function if len(parameters) > 2 else without_dice(function)
        register.enter(Action(verb, kind, act, ruling, door or _as_typed))
        return function

    return enter


def without_dice(function: Callable[[Any, Any], Receipt]) -> Act:
    """Return the function with an added parameter for dice, which it does not use."""
    return lambda board, command, dice: function(board, command)


def _command_of(function: Callable[..., Any], parameters: Sequence[Parameter]) -> type[Any]:
    annotation = parameters[1].annotation if len(parameters) > 1 else None
    result = eval(annotation, vars(modules[function.__module__])) if isinstance(annotation, str) else annotation
    if not isinstance(result, type):
        raise TypeError(f"{function.__qualname__}: the second parameter must be annotated with its command class")
    return result


def _check_plain(command: type[Any]) -> None:
    if not is_dataclass(command) or not is_frozen(command):
        raise TypeError(f"{command.__name__} must be a frozen dataclass")


def command_to_json(command: object) -> str:
    """Return the command's fields as one canonical JSON text. Raises TypeError for a value that is not plain (a float,
    a set, an open file).
    """
    return canonical(_write(command))


def texts_of(command: object) -> Iterator[str]:
    """Yield every text in a command, and every key of its dicts."""
    open_ = [_write(command)]
    while open_:
        value = open_.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            open_.extend((*value, *value.values()))
        elif isinstance(value, list):
            open_.extend(value)


def command_from_json(verb: str, text: str, register: Register = REGISTER) -> Any:
    """Return a command read from its JSON. Raises BadInput for an unknown verb, an unknown or missing field, or a value
    of the wrong kind.
    """
    if verb not in register:
        raise BadInput(f"no action is called {verb!r}. The actions are {', '.join(sorted(register)) or 'none'}")
    try:
        content = json.loads(text)
    except ValueError as fault:
        raise BadInput(f"the arguments of {verb!r} cannot be read as JSON: {fault}") from fault
    return _build(register[verb].command, content, verb)


def _write(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        values = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: _write(part) for name, part in values if not isinstance(part, bytes)}
    if isinstance(value, (tuple, list)):
        return [_write(part) for part in value]
    if isinstance(value, Mapping):
        if wrong := [key for key in value if not isinstance(key, str)]:
            raise TypeError(f"{wrong[0]!r} is not a text: the keys of a command's dict must be")
        return {str(key): _write(part) for key, part in value.items()}
    raise TypeError(
        f"{value!r} cannot be a value in a command. A command takes text, whole numbers, truth values, None, "
        "enums, dates, tuples, dicts, dataclasses"
    )


def _build(kind: type[Any], content: Any, where: str) -> Any:
    if not isinstance(content, dict):
        raise BadInput(f"{where}: expected the fields of {kind.__name__}, got {content!r}")
    fields_by_name = {field.name: field for field in fields(kind)}
    hints = _types_of(kind)  # type: ignore[arg-type]  # to mypy type[Any] has no hash
    if unknown := sorted(content.keys() - fields_by_name.keys()):
        raise BadInput(
            f"{where}: {kind.__name__} has no field {unknown[0]!r}; its fields are {', '.join(fields_by_name)}"
        )
    needed = [
        name for name, field in fields_by_name.items() if field.default is MISSING and field.default_factory is MISSING
    ]
    if missing := [name for name in needed if name not in content]:
        raise BadInput(f"{where}: the field {missing[0]!r} of {kind.__name__} is missing")
    return kind(**{name: _read(hints[name], value, f"{where}.{name}") for name, value in content.items()})


@cache
def _types_of(kind: type[Any]) -> Mapping[str, Any]:
    """Return the types of a command's fields: Python evaluates them anew each time, which is slow."""
    return typing.get_type_hints(kind)


def _read(hint: Any, value: Any, where: str) -> Any:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _read_any_of(inner, value, where)
    if hint is Any or hint is object:
        return _anything(value)
    if origin is tuple and isinstance(value, list):
        return _read_tuple(inner, value, where)
    if origin in (dict, Mapping) and isinstance(value, dict):
        return {key: _read(inner[1], part, f"{where}.{key}") for key, part in value.items()}
    if isinstance(hint, type):
        return _read_plain(hint, value, where)
    raise BadInput(f"{where}: {value!r} is not a {hint}")


def _anything(value: Any) -> Any:
    """Return plain JSON as a command holds it: tuples, not lists."""
    if isinstance(value, list):
        return tuple(_anything(part) for part in value)
    if isinstance(value, dict):
        return {key: _anything(part) for key, part in value.items()}
    return value


def _read_any_of(hints: tuple[Any, ...], value: Any, where: str) -> Any:
    for hint in hints:
        try:
            return _read(hint, value, where)
        except BadInput:
            continue
    raise BadInput(
        f"{where}: {value!r} is not a value of {', '.join(getattr(hint, '__name__', str(hint)) for hint in hints)}"
    )


def _read_tuple(hints: tuple[Any, ...], value: list[Any], where: str) -> tuple[Any, ...]:
    if len(hints) == 2 and hints[1] is Ellipsis:
        hints = (hints[0],) * len(value)
    if len(hints) != len(value):
        raise BadInput(f"{where}: expected {len(hints)} values, got {len(value)}")
    return tuple(_read(hint, part, f"{where}[{n}]") for n, (hint, part) in enumerate(zip(hints, value, strict=True)))


def _read_plain(hint: type[Any], value: Any, where: str) -> Any:
    if is_dataclass(hint):
        return _build(hint, value, where)
    if type(value) is hint:
        return tuple(value) if hint is tuple else value
    try:
        if issubclass(hint, Enum):
            return hint(value)
        if hint is date and isinstance(value, str):
            return date.fromisoformat(value)
    except ValueError as fault:
        raise BadInput(f"{where}: {fault}") from fault
    raise BadInput(f"{where}: {value!r} is not a {hint.__name__}")
