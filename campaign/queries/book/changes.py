"""The changes of a preview or a replay in few lines: units with state, position and strength; battles; places.

    change_lines(changes) -> list[str]                 at most MOST_LINES of them, the important ones first
    change_list(board, viewer, changes) -> ChangeList  a row for each unit, with its symbol, and for each thing

Every value of every row is in the JSON; here a battalion is one line, and what only repeats that in other tables is
counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from campaign.errors import NotAllowed
from campaign.journal import Change
from campaign.journal.board import JournalBoard
from campaign.model import Battalion
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol
from campaign.terms.state import State
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.terms.words import value_text as text
from campaign.values import replace
from campaign.views.book.changes import ChangeList, CountChange, Thing, ThingChange, UnitChange

MOST_LINES = 15
_UNTOLD = frozenset({"diary_line", "supply_report", "strength_return", "battle_unit", "clock", "ledger"})
"""Tables that only repeat other tables in words."""
_WORDS = {
    "battle_return": "returns",
    "standing_order": "orders",
    "sighting": "sightings",
    "contact": "contacts",
    "score": "scores",
    "decision": "decisions",
    "engineering_task": "engineering tasks",
    "air_mission": "air missions",
    "weather_report": "weather reports",
    "obstacle": "obstacles",
    "basing_area": "basing areas",
    "setting": "settings",
    "condition": "states of disorder",
    "dump": "dumps",
    "convoy": "trucks on the road",
    "order_delay": "delays of orders",
    "support_release": "hours of release",
    "battle": "battles",
    "battalion": "battalions",
    "place": "places",
    "crossing": "crossings",
    "formation": "formations",
    "commander": "commanders",
}

_WHERE = "where"
"""The key of a battalion's old and new position in words, beside its columns."""
_COUNTS = ("men", "vehicles", "guns")

Values = Mapping[str, tuple[Any, Any]]
"""Value before and value after, by column."""


def change_lines(changes: Iterable[Change]) -> list[str]:
    """Return the changes, a line for each battle, battalion, place and crossing; the others by their number."""
    lines, counted = [], Counter[str]()
    for (table, name, _), values in _by_row(changes):
        words = _of_row(table, values)
        if words:
            lines.append(f"{name}: {words}")
        elif table != "battalion":
            counted[_plural(table)] += 1
    further = _counted(counted)
    room = MOST_LINES - bool(further)
    if len(lines) > room:
        lines = [*lines[: room - 1], f"and {len(lines) - room + 1} more"]
    return [*lines, *([f"also different: {further}"] if further else [])]


def change_list(board: JournalBoard, viewer: Viewer, changes: Iterable[Change]) -> ChangeList:
    """Return the changes as rows, on the board before them. Raises NotAllowed for a player, since they hold
    both sides' secrets.
    """
    if not viewer.is_umpire:
        raise NotAllowed("only the umpire may see what an entry changes: the changes show both sides")
    outlook = look(board, viewer)
    units: list[UnitChange] = []
    things: list[ThingChange] = []
    counted = Counter[str]()
    for (table, name, ident), values in _by_row(changes):
        words = _of_row(table, values)
        if table == "battalion":
            units += [_unit(outlook, outlook.army.battalions.get(ident), name, values)] if words else []
        elif words and table in set(Thing):
            things.append(ThingChange(Thing(table), name, words))
        else:
            counted[_plural(table)] += 1
    return ChangeList(tuple(units), tuple(things), _counted(counted))


Row = tuple[str, str, int]
"""A changed row: its table, its name and its id."""


def _by_row(changes: Iterable[Change]) -> list[tuple[Row, Values]]:
    """Return the changed values of each row that is told, the important ones first."""
    rows: dict[Row, dict[str, tuple[Any, Any]]] = {}
    for change in changes:
        if change.table not in _UNTOLD:
            row = rows.setdefault((change.table, _name(change), change.row), {})
            row[change.column] = (change.before, change.after)
            if any(change.where):
                row[_WHERE] = change.where
    return sorted(rows.items(), key=lambda row: _rank(row[0][0], row[1]))


def _plural(table: str) -> str:
    return _WORDS.get(table, f"{table.replace('_', ' ')}s")


def _counted(counted: Mapping[str, int]) -> str:
    return listing(
        (f"{count} {words if count > 1 else words.removesuffix('s')}" for words, count in counted.items()), 8
    )


def _unit(outlook: Outlook, battalion: Battalion | None, name: str, values: Values) -> UnitChange:
    """Return the row of one battalion; one that is not on the board is new."""
    if battalion is None:
        return UnitChange("", name, name, "", None, None, "", "new", (), "", "", ())
    was, becomes = (text(value) for value in values.get("state", (battalion.state, battalion.state)))
    symbol, place = battalion_symbol(outlook, battalion), outlook.where(battalion)
    if "" in values:
        return UnitChange(
            battalion.key,
            battalion.name,
            battalion.short,
            outlook.army.sides[battalion.side_id].name,
            symbol,
            None,
            was,
            "removed",
            (),
            place,
            "off the map",
        )
    resting = bool(values["resting"][1]) if "resting" in values else battalion.resting
    return UnitChange(
        key=battalion.key,
        name=battalion.name,
        short=battalion.short,
        side=outlook.army.sides[battalion.side_id].name,
        symbol=symbol,
        symbol_after=replace(symbol, state=State(becomes), resting=resting),
        was=was,
        becomes=becomes,
        counts=tuple(CountChange(key, *values[key]) for key in _COUNTS if key in values),
        was_at=place,
        goes_to=values[_WHERE][1] if _WHERE in values else place,
        others=tuple(_otherwise(values)),
    )


def _name(change: Change) -> str:
    """Return the row's name, without the word for its table."""
    return change.name.removeprefix(f"{change.table.replace('_', ' ')} ")


def _rank(table: str, values: Values) -> tuple[int, bool]:
    tables = ("battle", "battalion", "place", "crossing", "obstacle", "objective")
    return (tables.index(table) if table in tables else len(tables), "state" not in values)


def _of_row(table: str, values: Values) -> str:
    if "" in values and table in _TELLERS:
        return "new" if values[""][0] is None else "removed"
    tell = _TELLERS.get(table)
    return ", ".join(tell(values)) if tell else ""


def _battalion(values: Values) -> list[str]:
    lines = [_to(*values["state"])] if "state" in values else []
    lines += [f"{text(values[key][0])} -> {text(values[key][1])} {key}" for key in _COUNTS if key in values]
    return [*lines, *_moved(values), *_otherwise(values)]


def _otherwise(values: Values) -> list[str]:
    """Return a unit's posture, rest, experience, full strength and command, if they change."""
    lines = [f"posture {_to(*values['posture'])}"] if "posture" in values else []
    lines += [f"experience {_to(*values['experience'])}"] if "experience" in values else []
    lines += [
        f"full strength {text(was)} -> {text(becomes)} {key}"
        for key in _COUNTS
        for was, becomes in [values.get(f"{key}_establishment", (None, None))]
        if was != becomes
    ]
    if "present_id" in values:
        was, becomes = (str(value).removeprefix("formation ") for value in values["present_id"])
        lines.append(f"under {was} -> {becomes}")
    if "resting" in values:
        lines.append("rests" if values["resting"][1] else "no longer rests")
    return lines


def _moved(values: Values) -> list[str]:
    """Return a unit's old and new position."""
    if "on_map" in values:
        return ["onto the map" if values["on_map"][1] else "off the map"]
    return [f"at {values[_WHERE][0]} -> {values[_WHERE][1]}"] if _WHERE in values else []


def _battle(values: Values) -> list[str]:
    lines = [_to(*values["state"])] if "state" in values else []
    if "field_held_by_id" in values:
        before, after = values["field_held_by_id"]
        held = _to(before, after or "neither side") if before else _one(after or "neither side")
        lines.append(f"field held by {held}")
    return lines


def _position_words(values: Values) -> list[str]:
    if "owner_id" not in values:
        return []
    before, after = (side or "nobody" for side in values["owner_id"])
    return [f"held by {_to(before, after)}"]


def _state(values: Values) -> list[str]:
    return [_to(*values["state"])] if "state" in values else []


def _to(before: Any, after: Any) -> str:
    """Return a change in words, ``fresh -> spent``."""
    return f"{_one(before)} -> {_one(after)}"


def _one(value: Any) -> str:
    """Return a value in words; a link without the word for its table."""
    return "none" if value in (None, "") else text(value).removeprefix("side ")


_TELLERS: dict[str, Callable[[Values], list[str]]] = {
    "battalion": _battalion,
    "battle": _battle,
    "place": _position_words,
    "crossing": _state,
    "obstacle": _state,
}
