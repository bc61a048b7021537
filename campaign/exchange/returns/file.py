"""A battle return as a small file, for users who would rather type than be asked.

    read_return(path, fields) -> FiledReturn        raises BadFile with every error and its line
    read_faulty(path, fields) -> the readable part, and the errors
    faults_in(written, fields) -> the errors in the text of such a file

``fields`` are the columns of the system the battle is fought under. Under Operation Brevity a file looks like this:

    battle: Halfaya            # optional: which battle, for people
    code: BREV-1-BRI-7K2       # optional: as printed on the form
    side: allied
    lines:                     # by number of the line or by name of the unit
      3: destroyed, surrounded
      4 RTR: {state: spent, ended at: upper_halfaya, dug in: 1}
    foot:
      clock: "09:40"
      ending: finished
      field: allied            # who holds it: a side, or both
      all other lines unharmed: yes

Under others a line says ``{hits: 6}`` or ``{figures lost: 12}``, or stand by stand ``{stands: {a: {figures lost:
4}}}``, and the foot has ``side: {turns played: 9}``. The file contains only what was written; the rules check it
against the battle (``rules.returns``). The content is the plain content that the database keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, assert_never

from campaign.errors import BadFile
from campaign.exchange import text
from campaign.exchange.entry import NO, YES, Entry, pairs_of
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.returns.places import spots_in
from campaign.exchange.text import Node, Scalar
from campaign.rules.returns.filed import CLOCK, Fields
from campaign.terms.attributes import LONGEST_NAME
from campaign.terms.return_box import RESTING, Field, FieldKind
from campaign.terms.words import did_you_mean, listing
from campaign.values import dataclass, replace
from campaign.words.return_foot import FOOT, Ending, FootBox, FootKind, Fulfilled

TOP_KEYS = ("battle", "code", "side", "lines", "foot")
FOOT_KEYS = tuple(box.name for box in FOOT)
MOST_LINES = 999
MOST_NUMBER = 99_999
_BEFORE = "#"
KEPT_APART = (RESTING.key,)
"""Ticks beside the boxes of a line, not among them."""


@dataclass(frozen=True, slots=True)
class FiledReturn:
    """A return as written. ``content`` is plain: ``code``, ``side``, ``lines``, ``foot`` (see ``situation.filing``)."""

    battle: str
    content: dict[str, Any]


def read_return(path: Path | str, fields: Fields, name: str = "") -> FiledReturn:
    """Return the contents of a return file. Raises BadFile; its ``faults`` hold every error, with line and column."""
    filed, errors = read_faulty(path, fields, name)
    if errors:
        raise BadFile(
            f"{name or path} has {len(errors)} error{'s' * (len(errors) != 1)}, so nothing was recorded", errors
        )
    return filed


def read_faulty(
    path: Path | str, fields: Fields, name: str = "", raw: bytes | None = None
) -> tuple[FiledReturn, tuple[str, ...]]:
    """Return the readable part of a return file, and every error with its line and column. ``raw``: the bytes of a file
    that was sent.
    """
    faults = Faults()
    label = name or str(path)
    tree = text.read_tree(Path(path), label, faults) if raw is None else text.parse(raw, label, faults)
    filed = read_content(tree, label, faults, fields)
    return filed, tuple(str(fault) for fault in faults.final_errors())


def faults_in(written: str, fields: Fields) -> tuple[str, ...]:
    """Return the errors for which ``read_return`` would refuse a file of that text, without the places."""
    faults = Faults()
    read_content(text.parse(written.encode("utf-8", "replace"), "", faults), "", faults, fields)
    return tuple(fault.text for fault in faults.final_errors())


def read_content(tree: Node | None, label: str, faults: Faults, fields: Fields) -> FiledReturn:
    """Return the return in a parsed tree; errors are added to the given ones."""
    if tree is None:
        if not faults.damaged:
            faults.error(Spot(label), "the file is empty", f"write {', '.join(TOP_KEYS)}")
        return FiledReturn("", {})
    entry = Entry(tree, "the return", TOP_KEYS, faults)
    content: dict[str, Any] = {
        "side": entry.text("side", must=True),
        "lines": _lines(entry.node("lines"), fields, faults),
    }
    if "code" in entry:
        content["code"] = entry.text("code")
    content["foot"] = read_foot(entry.node("foot"), fields, faults)
    if not content["lines"] and "lines" not in entry and not content["foot"].get("all_other_lines_unharmed"):
        entry.error(
            "the return has no lines",
            "write 'lines: ...', or 'all other lines unharmed: yes' in the foot",
            consequent=True,
        )
    return FiledReturn(entry.text("battle"), content)


def _lines(node: Node | None, fields: Fields, faults: Faults) -> list[dict[str, Any]]:
    lines = []
    for key, value in pairs_of(node, "lines", faults):
        line: dict[str, Any] = _which(key, faults)
        if isinstance(value, text.Mapping):
            names = [*_STATE, *(field.name for field in fields.line), *(["stands"] if fields.stand else [])]
            entry = Entry(_by_name(value, fields.line), f"line {key.text}", tuple(names), faults)
            words = [word for key in _STATE for word in entry.words(key)]
            line["ticks"] = [tick for word in words for tick in _ticks(word, fields, faults)]
            line |= _columns(entry, fields.line)
            if "stands" in entry:
                line["stands"] = _stands(entry.node("stands"), fields, faults)
        elif isinstance(value, text.Sequence):
            words = [word for word in value.items if isinstance(word, Scalar)]
            line["ticks"] = [tick for word in words for tick in _ticks(word, fields, faults)]
        elif isinstance(value, Scalar):
            line["ticks"] = _ticks(value, fields, faults)
        lines.append(line)
    return lines


_STATE = ("state", "ticks")
"""Keys of the boxes that are crossed on a line; files of before say ``ticks``."""


def _by_name(node: text.Mapping, columns: Iterable[Field]) -> text.Mapping:
    """Return the mapping with each column under its name, where its printed head was written: ``ammo dice left`` for
    ammunition.
    """
    names = {text.same(column.name): column.name for column in columns}
    printed = {
        text.same(word): column.name
        for column in reversed(list(columns))
        for word in (*column.words, column.label, f"{column.label} {column.note}")
        if text.same(word) not in names
    }
    names_used = {text.same(key.text) for key, _ in node.pairs}
    pairs = []
    for key, value in node.pairs:
        name = printed.get(text.same(key.text), "")
        is_renamed = name and text.same(name) not in names_used
        names_used |= {text.same(name)} if is_renamed else set()
        pairs.append((key._replace(text=name) if is_renamed else key, value))
    return replace(node, pairs=tuple(pairs))


def _columns(entry: Entry, columns: Iterable[Field]) -> dict[str, Any]:
    """Return the values in the columns of an entry, by their keys, without blank ones."""
    return {column.key: _value(entry, column) for column in columns if column.name in entry}


def _value(entry: Entry, field: Field) -> bool | int | str | None:
    if field.kind is FieldKind.TICK:
        return entry.flag(field.name)
    if field.kind is FieldKind.NUMBER:
        return entry.whole_number(field.name, 0, MOST_NUMBER if field.most is None else field.most, field.unit)
    return entry.text(field.name)


def _stands(node: Node | None, fields: Fields, faults: Faults) -> dict[str, dict[str, Any]]:
    """Return the values stand by stand, by the stand's key."""
    names = tuple(field.name for field in fields.stand)
    return {
        key.text.strip(): _columns(
            Entry(_by_name(value, fields.stand), f"stand {key.text}", names, faults), fields.stand
        )
        for key, value in pairs_of(node, "stands", faults)
        if isinstance(value, text.Mapping)
    }


def _side(node: Node | None, fields: Fields, faults: Faults) -> dict[str, Any]:
    """Return the system's values for the side as a whole."""
    return (
        _columns(Entry(node, "side", tuple(field.name for field in fields.side), faults), fields.side)
        if node is not None
        else {}
    )


def _which(key: Scalar, faults: Faults) -> dict[str, Any]:
    """Return a line by its number, or by the name of its unit. A unit whose name is a number is written ``unit 7``."""
    word = key.text.strip().removeprefix(_BEFORE).strip()
    if re.fullmatch(r"\d+", word, re.ASCII):
        number = int(word[:9])
        if not 1 <= number <= MOST_LINES:
            faults.error(key.spot, f"there is no line {word}", "the lines of a form begin with number 1")
        return {"line": number}
    if not word:
        faults.error(
            key.spot,
            "this line has no number and no name",
            "write the number printed before the line, or the unit's name",
        )
    return {"unit": word.removeprefix("unit ").strip()}


def _ticks(scalar: Scalar, fields: Fields, faults: Faults) -> list[str]:
    keys = [field.key for field in fields.line if field.kind is FieldKind.TICK and field.key not in KEPT_APART]
    boxes = [key.replace("_", " ") for key in keys]
    words: list[str] = []
    for word in (part.strip().lower().replace("_", " ") for part in re.split(r"[,+]| and ", scalar.text)):
        if word in boxes:
            words.append(word.replace(" ", "_"))
        else:
            faults.error(
                scalar.spot,
                f"{word!r} is not a box of this form",
                f"expected {listing(boxes)}{did_you_mean(word, boxes)}",
            )
    return words


def read_foot(node: Node | None, fields: Fields, faults: Faults) -> dict[str, Any]:
    """Return the values of the foot, without missing keys."""
    if node is None:
        return {}
    entry = Entry(node, "foot", FOOT_KEYS, faults)
    return {box.key: _answer(box, entry, fields) for box in FOOT if box.name in entry}


def _answer(box: FootBox, entry: Entry, fields: Fields) -> Any:
    key = box.name
    match box.kind:
        case FootKind.CLOCK:
            return _clock(entry, key)
        case FootKind.NUMBER:
            return entry.whole_number(key, box.least, box.most)
        case FootKind.TEXT:
            return entry.text(key, longest=box.most or LONGEST_NAME)
        case FootKind.TICK:
            return entry.flag(key)
        case FootKind.CHOICE:
            return _ending(entry, key) if box.words else entry.text(key)
        case FootKind.CHOICES:
            words = {
                word: _fulfilled(answer, entry) if box.words else answer.text for word, answer in _answers(entry, key)
            }
            return {word: answer for word, answer in words.items() if answer is not None}
        case FootKind.LINES:
            return _numbers(entry, key)
        case FootKind.NAMES | FootKind.ROWS:
            return [word.text for word in entry.words(key)]
        case FootKind.SPOTS:
            return [spot for word in entry.words(key) for spot in spots_in(word.text)]
        case FootKind.COLUMNS:
            return _side(entry.node(key), fields, entry.faults)
        case _:
            assert_never(box.kind)


def _clock(entry: Entry, key: str) -> str | None:
    scalar = entry.scalar(key, "a time of day such as 09:40")
    if scalar is not None and CLOCK.fullmatch(scalar.text) is None:
        entry.wrong(key, scalar, "a time of day such as 09:40")
    return scalar.text if scalar else None


def _ending(entry: Entry, key: str) -> str | None:
    scalar = entry.scalar(key, " or ".join(Ending))
    answer = entry.choose(scalar, key, Ending) if scalar is not None else None
    return answer.value if answer is not None else None


def _numbers(entry: Entry, key: str) -> list[int]:
    texts = []
    for word in entry.words(key):
        if re.fullmatch(r"\d{1,4}", word.text, re.ASCII):
            texts.append(int(word.text))
        else:
            entry.wrong(key, word, "the number of a line")
    return texts


def _answers(entry: Entry, key: str) -> list[tuple[str, Scalar]]:
    result = []
    for word, value in pairs_of(entry.node(key), key, entry.faults):
        if isinstance(value, Scalar) and value.text.strip():
            result.append((word.text, Scalar(value.spot, value.text.strip())))
        elif not isinstance(value, text.Unreadable):
            entry.faults.error(value.spot, f"{key}: {word.text} has no answer", "write one word")
    return result


def _fulfilled(scalar: Scalar, entry: Entry) -> str | None:
    word = scalar.text.lower()
    if word in YES | NO:
        return Fulfilled.YES.value if word in YES else Fulfilled.NO.value
    answer = entry.choose(scalar, "orders", Fulfilled)
    return answer.value if answer is not None else None
