"""Values of a house file that go to the players unchanged: no rule of the program reads them, and every sheet prints
them.

FOR_PLAYERS                  paths of the file's keys; ``*`` stands for any name, a path includes all that is below it
is_for_players(path)
for_players(plain)           those that a file has, in words
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from campaign.rules.common.texts import texts

FOR_PLAYERS: Final = (
    ("scale", "ground_yards_per_inch"),
    ("terrain",),
    ("experience",),
    ("communications", "modifiers"),
    ("hq_losses", "replacement_from"),
    ("medic", "wounded_effects"),
    ("night", "begins_minutes_after_sunset"),
)


def is_for_players(path: tuple[str, ...]) -> bool:
    """Return whether this key, or a key above it, is for the players."""
    return any(
        len(path) >= len(player_path)
        and all(name in ("*", part) for name, part in zip(player_path, path, strict=False))
        for player_path in FOR_PLAYERS
    )


def for_players(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the values for the players from each table of the file, as in ``terrain (wood: soft cover, blocks
    sight)``; notes are for readers of the file.
    """
    tables: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for path, value in _values(plain, ()):
        if is_for_players(path) and path[-1] != "note":
            tables.setdefault(path[0], {}).setdefault(path[1:-1], []).append(_value_text(path[-1], value))
    return tuple(
        f"{table} ({'; '.join(_row_text(of, words) for of, words in rows.items())})".replace("_", " ")
        for table, rows in tables.items()
    )


def _row_text(of: tuple[str, ...], words: list[str]) -> str:
    """Return a row in words, as in ``wood: soft cover, blocks sight``; the rows of a list have no numbers."""
    head = " ".join(name for name in of if not name.isdigit())
    return f"{head}: {', '.join(words)}" if head else ", ".join(words)


def _values(node: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(node, Mapping):
        for name, below in node.items():
            yield from _values(below, (*path, str(name)))
    elif isinstance(node, list | tuple) and any(isinstance(entry, Mapping) for entry in node):
        for number, below in enumerate(node, 1):
            yield from _values(below, (*path, str(number)))
    else:
        yield path, node


def _value_text(key: str, value: Any) -> str:
    """Return a value in words, as in ``one sees 2 in. inside``, if the text file has words for the key; for yes and no
    the key or its contrary.
    """
    if isinstance(value, bool):
        return key if value else f"no {key}"
    words = " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    conditions = {entry.key: entry.key == f"file_{key}" for entry in texts("brigadier").sections["house keys"].entries}
    (text,) = texts("brigadier").lines("house keys", conditions, value=words) or (f"{key} {words}",)
    return text
