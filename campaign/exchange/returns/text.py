"""A return in the words in which it may be typed: ``2 4 RTR: spent, at Musaid; finished; field Axis``.

line_text(line, columns, stand_columns, names) -> str    the contents of a line
foot_text(foot, names) -> str                       the contents of the boxes of the foot
return_text(content, columns, stand_columns, units, names) -> str
changes_text(before, after, columns, stand_columns, names) -> str        the differences of two
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from campaign.exchange.returns.places import BETWEEN_SPOTS
from campaign.rules.returns.filed import edge_of
from campaign.terms.return_box import Field, FieldKind
from campaign.words.return_foot import FOOT, UNHARMED, Ending, FootKind

TO_COMMAND = "to"
UNCHANGED_LINE, NOT_SAID = "unchanged", "not said"
"""Words for a line without losses, and for a box that was not filled in."""


def line_text(
    line: Mapping[str, Any],
    columns: Iterable[Field],
    stand_columns: Iterable[Field],
    names: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the line as a user types it: ``words.parse_line`` reads it again. ``names``: of places, by their keys."""
    columns, stand_columns = tuple(columns), tuple(stand_columns)
    words = [*(word_of(columns, tick) for tick in line.get("ticks") or ()), *_columns_typed(line, columns, names)]
    stands = [
        f"{key}: {', '.join(_columns_typed(written, stand_columns, names))}"
        for key, written in (line.get("stands") or {}).items()
    ]
    return "; ".join((", ".join(words), *stands)).removeprefix("; ")


def word_of(columns: Iterable[Field], key: str) -> str:
    """Return the name of a column as a user types it, without a comma."""
    words = next((column.typed for column in columns if column.key == key), ())
    return next((word for word in words if "," not in word), key.replace("_", " "))


def _columns_typed(written: Mapping[str, Any], columns: Iterable[Field], names: Mapping[str, str]) -> list[str]:
    """Return the contents of the columns of a line or of a stand: ``at Musaid``, ``to B``, ``hits 6``."""
    columns = tuple(columns)
    kinds = {column.key: column.kind for column in columns}
    result = []
    for key, value in written.items():
        kind = kinds.get(key)
        if kind is None or value is None or value is False or value == "":
            continue
        if kind is FieldKind.PLACE:
            result.append(value if edge_of(value) is not None else f"at {names.get(str(value), value)}")
        elif kind is FieldKind.COMMAND:
            result.append(f"{TO_COMMAND} {value}")
        else:
            result.append(word_of(columns, key) if value is True else f"{word_of(columns, key)} {value}")
    return result


def foot_text(foot: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the foot as text: ``finished; turn 2; field Axis``; ``names`` are the words for sides and places, by their
    keys.
    """
    return "; ".join(_foot_parts(foot, names))


def _foot_parts(foot: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    for box in FOOT:
        value = foot.get(box.key)
        if value is None or value in ("", [], {}, False) or box.key == UNHARMED:
            continue
        if isinstance(value, Mapping):
            yield from (f"{names.get(key, _spaced(key))}: {names.get(answer, answer)}" for key, answer in value.items())
        elif isinstance(value, (list, tuple)):
            between = BETWEEN_SPOTS if box.kind is FootKind.SPOTS else ", "
            yield f"{box.name} {between.join(names.get(answer, str(answer)) for answer in value)}"
        elif box.kind is FootKind.TICK:
            yield f"{box.name} yes"
        elif value in set(Ending):
            yield str(value)
        else:
            yield f"{box.name} {names.get(str(value), value)}"


def _spaced(key: str) -> str:
    return f"orders {key}" if len(key) < 3 else key.replace("_", " ")


def changes_text(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    columns: Iterable[Field],
    stand_columns: Iterable[Field],
    names: Mapping[str, str],
) -> str:
    """Return the differences of one return from another of the same form: ``line 1 unchanged -> spent; field Allied ->
    field Axis``; empty without any.
    """
    columns, stand_columns = tuple(columns), tuple(stand_columns)
    lines = [
        {
            line.get("line", line.get("unit", "")): line_text(line, columns, stand_columns, names)
            for line in content.get("lines") or ()
        }
        for content in (before, after)
    ]
    texts = [
        (f"line {key} ", *(side.get(key) or UNCHANGED_LINE for side in lines))
        for key in sorted(lines[0].keys() | lines[1].keys(), key=lambda key: (isinstance(key, str), key))
    ]
    feet = [content.get("foot") or {} for content in (before, after)]
    for box in FOOT:
        was, becomes = (foot_text({box.key: foot.get(box.key)}, names) for foot in feet)
        texts.append(("", was or f"{box.name} {NOT_SAID}", becomes or NOT_SAID))
    return "; ".join(f"{label}{was} -> {becomes}" for label, was, becomes in texts if not _is_same(was, becomes))


def _is_same(was: str, becomes: str) -> bool:
    return was == becomes or (was.endswith(NOT_SAID) and becomes == NOT_SAID)


def return_text(
    content: Mapping[str, Any],
    columns: Iterable[Field],
    stand_columns: Iterable[Field],
    units: Mapping[int, str],
    names: Mapping[str, str],
) -> str:
    """Return a complete return as text; ``units`` are named by the number of their line."""
    columns, stand_columns = tuple(columns), tuple(stand_columns)
    lines = []
    for line in content.get("lines") or ():
        text, number = line_text(line, columns, stand_columns, names), line.get("line")
        label = f"{number} {units.get(number, '')}".strip() if number is not None else str(line.get("unit"))
        lines += [f"{label}: {text}"] if text else []
    foot = foot_text(content.get("foot") or {}, names)
    return f"{'; '.join(lines) or 'all lines unharmed'}; {foot}"
