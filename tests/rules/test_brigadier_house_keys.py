"""Every key of a house file is read by the rules, or stands on the sheet for the players."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from campaign.rules.common.settings import RULES
from campaign.rules.tabletop.brigadier.house_plain import FOR_PLAYERS, for_players, house_of, is_for_players
from campaign.rules.tabletop.brigadier.house_schema import (
    HOUSE_FILE,
    KEY_OF_SETTING,
    Items,
    Leaf,
    LeafKind,
    Node,
    Table,
)
from tests.rules.brigading import BOOK

OURS = BOOK.house_file("brigadier")
OTHERWISE = {
    ("house", "ruleset"): "whose file it is",
    ("house", "schema"): "how it is written",
    ("air", "doubtful", "off"): "the faces that are left over: the reader checks that nothing is missing",
    ("close_assault", "dice"): "one word only",
}
"""Keys that are read before the rules see the file, each with what for."""
TWO_VALUES: dict[LeafKind, tuple[Any, Any]] = {
    LeafKind.TEXT: ("one", "other"),
    LeafKind.FLAG: (True, False),
    LeafKind.INCHES: (1, 2),
    LeafKind.FRACTION: ("1", "2"),
    LeafKind.FRACTION_OR_NO: ("1/2", "no"),
    LeafKind.DICE: ("1d6", "2d6"),
    LeafKind.FACES: ([1], [2]),
    LeafKind.WHOLES: ([1], [2]),
    LeafKind.TEXTS: (["one"], ["other"]),
}


def leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Leaf]]:
    """Every key with its path; a name of the owner's choosing is one that is allowed, an item of a list the first."""
    match node:
        case Leaf():
            yield path, node
        case Items():
            yield from leaves(node.of, (*path, "0"))
        case Table():
            for key, below in node.fields.items():
                yield from leaves(below, (*path, key))
            if node.free is not None:
                yield from leaves(node.free, (*path, node.names[0] if node.names else "infantry"))


KEYS = {path: leaf for path, leaf in leaves(HOUSE_FILE) if path[-1] != "note" and leaf.kind is not LeafKind.SETTING}


def put(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The house file that comes with the program, with one value changed."""
    plain = deepcopy(dict(OURS or {}))
    here: Any = plain
    for name, following in zip(path, (*path[1:], ""), strict=True):
        if not following:
            here[name] = value
        elif isinstance(here, list):
            here = here[int(name)]
        else:
            here = here.setdefault(
                name, [{"grade": "Green", "min": 1, "to": "Hold", "dice": "1"}] if following == "0" else {}
            )
    row = here if isinstance(here, dict) else {}
    if path[0] in ("indirect", "air", "anti_aircraft", "fire_dice") and path[-1] != "dice":
        row.setdefault("dice", "1")
    return plain


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", KEYS, ids=".".join)
def test_a_key_changes_the_rules_or_is_printed(path: tuple[str, ...]) -> None:
    leaf = KEYS[path]
    values = (leaf.lowest, leaf.lowest + 1) if leaf.kind is LeafKind.WHOLE else TWO_VALUES.get(leaf.kind)
    if leaf.kind is LeafKind.WORD:
        values = (leaf.words[0], leaf.words[-1])
    elif leaf.kind is LeafKind.WORDS:
        values = ([leaf.words[0]], [leaf.words[1]])
    assert values is not None
    if path in OTHERWISE:
        return
    one, other = (house_of(put(path, value)) for value in values)
    if is_for_players(tuple(path)):
        assert for_players(put(path, values[0])) != for_players(put(path, values[1])), "it stands on the sheet"
    else:
        assert one != other, f"{'.'.join(path)}: nothing reads it"


def test_the_lists_name_keys_that_there_are() -> None:
    assert set(OTHERWISE) <= KEYS.keys()
    assert [one for one in FOR_PLAYERS if not any(is_for_players(path) for path in KEYS if path[0] == one[0])] == []
    assert {key for section in KEY_OF_SETTING.values() for key in section.values()} <= RULES.keys()
