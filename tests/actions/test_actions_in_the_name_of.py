"""Whether it is known of every command that a player may give in whose name it is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from campaign.actions.in_the_name_of import _NAMED
from campaign.actions.permissions import _SPOKEN_TO


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
        for command in _SPOKEN_TO
        if any(field.name == "commander" for part in parts(command) for field in fields(part))
    }
    assert naming == set(_NAMED)
