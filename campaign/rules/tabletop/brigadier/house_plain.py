"""A house file's values from the plain mapping that a campaign stores (made by ``exchange/house_file.py``).

house_of(plain) -> House        the preview's values, replaced by those of the mapping
house_for(book) -> House        that of a campaign's rulebook; PREVIEW where no house file was taken
FOR_PLAYERS                     paths of the keys that no rule of the program reads and every sheet prints; ``*`` stands
                                for any name, a path includes all that is below it
for_players(plain)              those that a file has, in words

The types of the fields of ``House`` say how each value is read; ``_PLACES`` says its place in the file, if the field
and the key have different names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.about import ABOUT
from campaign.rules.tabletop.brigadier.house import (
    PREVIEW,
    CloseAssault,
    DieSize,
    House,
    Medic,
    Radio,
    Reach,
    Shelling,
    Surrender,
    TimeRoll,
)
from campaign.rules.tabletop.brigadier.house_values import value_at
from campaign.rules.tabletop.brigadier.steps import Ladder, Threshold
from campaign.rules.tabletop.brigadier.tables import MissionRow, Order, OrderRule
from campaign.values import MISSING, fields, is_dataclass, replace

Plain = Mapping[str, Any]
_YES: Final = (True, "count", "until_failed", "initiative first", "kill")
"""The words that the file writes for true."""
_PLACES: Final[Mapping[type, Mapping[str, str]]] = {
    House: {
        "title": "house.title",
        "typed_by": "house.typed_by",
        "printing": "house.printing",
        "invented": "house.invented",
        "raises": "command.raises_per_commander",
        "contact_in": "command.contact_inches",
        "radio": "communications",
        "shelling": "indirect.weapon",
        "fires_per_battery": "indirect.fires_per_battery",
        "delay_turns": "indirect.delay_turns",
        "air_attack": "air.attack",
        "flak": "anti_aircraft.weapon",
        "ranges": "range",
        "ladder": "steps_down",
        "combined": "combined_fire.rule",
        "hq_replaced_after": "hq_losses.replacement_turns",
        "going": "movement.terrain",
        "initiative_moves_first": "movement.order_of_moving",
        "limber_turns": "heavy_ordnance.limber_turns",
        "shots_per_turn": "interrupt.shots_per_turn",
        "minutes_per_turn": "scale.minutes_per_turn",
        "night": "night.visibility",
        "cards": "time_cards.deck",
        "wound_is_kill": "quick_play.only_kills.wound_counts_as",
    },
    Radio: {"until_failed": "lasts"},
    Shelling: {"per_count": "per"},
    Reach: {"least": "min"},
    Ladder: {"thresholds": "threshold"},
    Threshold: {"least": "min", "most": "max"},
    Surrender: {
        "orders": "when_orders",
        "enemy_within_in": "enemy_within_inches",
        "no_friend_within_in": "friends_not_within_inches",
    },
    CloseAssault: {"factors": "kill_factor", "rounds": "rounds_per_turn"},
    Medic: {
        "platoon_within_in": "medical_platoon.within_inches",
        "platoon_add": "medical_platoon.add",
        "aid_station_add": "aid_station.add",
    },
    TimeRoll: {"initiative_on": "initiative_changes_on"},
}
FOR_PLAYERS: Final = (
    ("scale", "ground_yards_per_inch"),
    ("terrain",),
    ("experience",),
    ("communications", "modifiers"),
    ("hq_losses", "replacement_from"),
    ("medic", "wounded_effects"),
    ("night", "begins_minutes_after_sunset"),
)
_types_of = cache(get_type_hints)


def _read(kind: Any, plain: Any) -> Any:
    """Return a plain value as this type."""
    origin, parts = get_origin(kind), get_args(kind)
    if NoneType in parts:
        return None if plain in ("no", {}) else _read(parts[0], plain)
    if origin is Mapping:
        return {_read(parts[0], name): _read(parts[1], below) for name, below in plain.items() if name != "note"}
    if origin in (tuple, frozenset):
        return origin(_read(parts[0], each) for each in plain)
    if kind is bool:
        return plain in _YES
    if kind is DieSize:
        return DieSize(*map(int, plain.split("d")))
    if is_dataclass(kind):
        return _build(kind, plain)
    return plain if kind is Any else kind(plain)


def _build(kind: Any, plain: Plain) -> Any:
    """Return the values of a table as one of this type; None if one is missing that the rest needs."""
    places, values = _PLACES.get(kind, {}), {}
    for field in fields(kind):
        value = value_at(plain, places.get(field.name, field.name))
        if value is not None:
            values[field.name] = _read(_types_of(kind)[field.name], value)
        elif field.default is MISSING and field.default_factory is MISSING:
            return None
    return kind(**values)


def _order_rule(plain: Plain, before: OrderRule) -> OrderRule:
    if "fire" in plain:
        plain = {**plain, "fire": [fire for fire in [plain["fire"]] if fire != "none"]}
    return replace(before, **{key: _read(_types_of(OrderRule)[key], value) for key, value in plain.items()})


def _single(faces: Iterable[int]) -> frozenset[tuple[int, ...]]:
    return frozenset((face,) for face in faces)


def house_of(plain: Plain) -> House:
    """Return the house that a plain mapping describes: the preview's values, replaced by those of the mapping."""
    orders, doubtful = plain.get("orders", {}), value_at(plain, "air.doubtful")
    house: House = _build(House, {key: value for key, value in plain.items() if key not in ("orders", "notes")})
    close = house.close_assault
    return replace(
        house,
        sections=frozenset(key for key, value in plain.items() if value),
        orders=MappingProxyType(
            {order: _order_rule(orders.get(order.value, {}), tables.ORDERS[order]) for order in Order}
        ),
        doubtful=(
            MissionRow(1, _single(doubtful.get("friend", ())), _single(doubtful.get("enemy", ()))) if doubtful else None
        ),
        fire_dice=MappingProxyType({**tables.FIRE_DICE, **house.fire_dice}),
        armour={name: replace(plate, side=plate.side or plate.front) for name, plate in house.armour.items()},
        allowances={
            kind: row["normal"]
            for kind, row in plain.get("movement", {}).items()
            if isinstance(row, Mapping) and "normal" in row
        },
        ambush_in_sight=value_at(plain, "interrupt.ambush_needs") == "nothing",
        close_assault=close if close is not None and len(close.factors) == len(tables.Shelter) else None,
        notes=dict(plain.get("notes", {})),
        for_players=for_players(plain),
    )


def house_for(book: Rulebook) -> House:
    """Return the house of a campaign's rulebook; the preview alone if there is no house file."""
    plain = book.house_file(ABOUT.key)
    return PREVIEW if plain is None else house_of(plain)


# What goes to the players unchanged -----------------------------------------------------------------------------------
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
