"""A house file of Brigadier General Commands: read, checked line by line, and returned as plain values.

The preview of that book leaves tables out; an owner of the book types them in, or a club writes its own. The shape of
the file is the schema in ``rules/tabletop/brigadier/house_schema.py``. Every error is found at once, each with its
line; oddities, such as a value that departs from the preview, are warnings (catalogue BGC-H-01 to -10).

    read_house(path) -> HouseFile          raises BadFile with every error
    check_house(path) -> (HouseFile | None, Report)
    shipped_houses() -> the house files that come with the program, by name
    HouseFile: plain (JSON values to store), house, sha256, warnings
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from campaign.errors import BadFile, BadInput, StoreError
from campaign.exchange import text
from campaign.exchange.entry import NO, Entry, items_of, kind_of
from campaign.exchange.faults import Faults, Report, Spot
from campaign.exchange.text import Node, Scalar, Sequence
from campaign.folders import folder
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.rules.common.settings import RULES
from campaign.rules.tabletop.brigadier import house_schema as schema
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_checks import odd_values
from campaign.rules.tabletop.brigadier.house_plain import house_of
from campaign.rules.tabletop.brigadier.house_schema import (
    EXCLUSIVE,
    HOUSE_FILE,
    KEY_OF_SETTING,
    Items,
    Leaf,
    LeafKind,
    Table,
)
from campaign.rules.tabletop.brigadier.house_whole import contradictions, incomplete_tables
from campaign.terms.words import listing
from campaign.values import dataclass, replace

_OF_SETTINGS = [(section,) for section in KEY_OF_SETTING]
_FRACTION = re.compile(r"\d{1,6}(/[1-9]\d{0,5})?", re.ASCII)
_DICE = re.compile(r"([1-9])?d(4|6|8|10|12|20)", re.ASCII)
_SETTING_LISTS = {
    ("artillery",): "guns",
    ("artillery", "mortar"): "guns and mortars",
    ("air", "artillery", "mortar"): "and aircraft",
    ("air", "artillery", "direct", "mortar"): "all high explosive",
}
"""Word of the setting for each list of arms in the file, such as the list ``airburst_from``."""


@dataclass(frozen=True, slots=True)
class HouseFile:
    """A house file as read. ``plain`` is stored with the campaign; ``sha256`` is of the file's bytes (schema, rule
    6).
    """

    plain: Mapping[str, Any]
    house: House
    sha256: str
    warnings: tuple[str, ...]


def shipped_houses() -> dict[str, Path]:
    """Return the house files that come with the program, by the name under which they can be given."""
    try:
        where = folder("orbats") / "house"
    except StoreError:
        return {}
    return {path.stem: path for path in sorted(where.glob("*.yaml"))}


def read_house(path: Path | str) -> HouseFile:
    """Return the house file at a path, or the shipped one of a name. Raises BadFile, with every error in ``faults``."""
    house_file, report = check_house(path)
    if house_file is None or not report.is_sound:
        lines = [str(fault) for fault in report.errors]
        shown = f". The first: {lines[0]}" if lines else ""
        raise BadFile(
            f"{path} has {len(lines)} error{'s' * (len(lines) != 1)} and cannot be used as a house file{shown}", lines
        )
    return house_file


def check_house(path: Path | str) -> tuple[HouseFile | None, Report]:
    """Return the file's contents, if it can be read at all, and every error and warning."""
    where = shipped_houses().get(str(path), Path(path))
    faults = Faults()
    if not where.is_file():
        names = listing(shipped_houses())
        faults.error(
            Spot(str(path)),
            "there is no such file",
            f"give the path of a file, or the name of a file that comes with the program: {names or 'none'}",
        )
        return None, Report(faults.final_errors(), (), {})
    raw = text.read_bytes(where, str(path), faults)
    tree = None if raw is None else text.parse(raw, str(path), faults)
    if raw is None or tree is None:
        if not faults.errors:
            faults.error(Spot(str(path)), "the file is empty", f"write tables such as {listing(HOUSE_FILE.fields, 6)}")
        return None, Report(faults.final_errors(), faults.sorted_warnings(), {})
    reader = _Reader(faults)
    plain = reader.table(tree, HOUSE_FILE, "the house file")
    plain["settings"] = reader.settings
    reader.check_together(plain)
    if faults.errors:
        return None, Report(faults.final_errors(), faults.sorted_warnings(), {})
    digest = sha256(raw).hexdigest()
    plain["sha256"] = digest
    house = house_of(plain)
    for section, warning in (*odd_values(house, plain), *incomplete_tables(plain)):
        faults.warn(reader.spots.get(section, Spot(str(path))), warning)
    odd = faults.sorted_warnings()
    return HouseFile(plain, house, digest, tuple(map(str, odd))), Report((), odd, {"tables": len(house.sections)})


class _Reader:
    """A reader that walks a file along its schema."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.settings: dict[str, bool | int | str] = {}
        self.spots: dict[str, Spot] = {}
        self.broken: set[str] = set()
        """Tables with a value that could not be read; conditions between their values are not tested."""

    def table(self, node: Node, shape: Table, label: str, path: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return the values of a table, each read by its shape."""
        if isinstance(node, Scalar) and not node.text and path and not shape.needed:
            return {}
        if isinstance(node, text.Mapping):
            node = replace(node, pairs=tuple(pair for pair in node.pairs if not self._is_gone(pair[0], label, path)))
        free = shape.names or (_keys(node) if shape.free else ())
        entry = Entry(node, label, tuple(dict.fromkeys((*shape.fields, *free))), self.faults)
        if entry.poisoned:
            return {}
        result: dict[str, Any] = {}
        for name, (key, _) in entry.written.items():
            self.spots.setdefault(".".join((*path, name)), key.spot)
            before = len(self.faults.errors)
            inner = shape.fields.get(name, shape.free)
            called = f"{label}: {name}" if path else f"table {name!r}"
            if inner is not None and (value := self.value(entry, name, inner, called, (*path, name))) is not None:
                result[name] = value
            if not path and len(self.faults.errors) > before:
                self.broken.add(name)
        if missing := [name for name in shape.needed if name not in entry]:
            entry.error(f"{label} lacks {listing(missing)}", f"write these keys: {listing(shape.fields, 40)}")
        return result

    def _is_gone(self, key: Scalar, label: str, path: tuple[str, ...]) -> bool:
        """Return whether a key is a setting of an earlier version; a warning then says so."""
        setting = f"brigadier.{text.same(key.text).replace(' ', '_')}"
        if path[:1] not in _OF_SETTINGS or setting not in GONE:
            return False
        self.faults.warn(key.spot, f"{label}: {gone_text(setting)}")
        return True

    def value(self, entry: Entry, name: str, shape: schema.Node, label: str, path: tuple[str, ...]) -> Any:
        """Return the value under a key, as JSON can hold it; None where it cannot be read."""
        node = entry.written[name][1]
        if isinstance(shape, Table):
            return self.table(node, shape, label, path)
        if isinstance(shape, Items):
            rows = enumerate(items_of(node, label, self.faults), 1)
            return [self.table(row, shape.of, f"{label}, item {number}", path) for number, row in rows]
        if shape.kind is LeafKind.SETTING:
            return self.setting(node, path)
        values = _list(entry, name, shape)
        if values is not None and shape.kind is LeafKind.FACES and len(set(values)) < len(values):
            entry.error(f"{label} gives the same number of the die twice", "write each number only once", name)
        return _single(entry, name, shape) if values is None else values

    def setting(self, node: Node, path: tuple[str, ...]) -> None:
        """Read a key that is a setting of the rulebook, with the rulebook's own check."""
        rule = RULES[KEY_OF_SETTING[path[0]][path[1]]]
        if isinstance(node, Sequence):
            words = tuple(sorted(word.text.strip().lower() for word in node.items if isinstance(word, Scalar)))
            written = _SETTING_LISTS.get(words, ", ".join(words))
        else:
            written = node.text if isinstance(node, Scalar) else kind_of(node)
        try:
            value = rule.read(written.strip().replace("_", " "))
        except BadInput as problem:
            self.faults.error(node.spot, f"{path[0]}: {problem}")
            return
        self.settings[rule.key] = str(value) if isinstance(value, Fraction) else value

    # What must hold between values -----------------------------------------------------------------------------------
    def check_together(self, plain: Mapping[str, Any]) -> None:
        """Report lists that exclude each other, and figures that are out of order (BGC-H-03, -09)."""
        for section, inner, names in EXCLUSIVE:
            table = plain.get(section, {})
            table = table.get(inner, {}) if inner else table
            where = ".".join(filter(None, (section, inner)))
            self._apart({name: table.get(name, ()) for name in names}, where)
        for path, problem, expected in contradictions(
            {name: table for name, table in plain.items() if name not in self.broken}
        ):
            self.faults.error(self._spot(path), problem, expected)
        spent, destroyed = (
            Fraction(str(self.settings.get(key, RULES[key].default)))
            for key in ("brigadier.spent_at", "brigadier.destroyed_at")
        )
        if spent >= destroyed:
            self.faults.error(
                self.spots.get("campaign.spent_at", self.spots.get("campaign", Spot(""))),
                f"spent_at is {spent}, which is not below destroyed_at {destroyed}",
                "a battalion must be spent before it is destroyed",
            )

    def _spot(self, path: str) -> Spot:
        """Return the position of a key, or of the nearest table above it."""
        while path and path not in self.spots:
            path = path.rpartition(".")[0]
        return self.spots.get(path, Spot(""))

    def _apart(self, lists: Mapping[str, Iterable[int]], where: str) -> None:
        seen: dict[int, str] = {}
        for name, faces in lists.items():
            for face in faces:
                if face in seen and seen[face] != name:
                    spot = self.spots.get(f"{where}.{name}", Spot(""))
                    self.faults.error(
                        spot,
                        f"{where} has the number {face} of the die both in {seen[face]} and in {name}",
                        "give each number of the die one result",
                    )
                seen[face] = name


def _keys(node: Node) -> tuple[str, ...]:
    return tuple(key.text.strip() for key, _ in node.pairs) if isinstance(node, text.Mapping) else ()


def _list(entry: Entry, name: str, shape: Leaf) -> list[Any] | None:
    """Return a list of values; None where the shape is that of a single value."""
    match shape.kind:
        case LeafKind.WORDS:
            return [entry.among(word, name, shape.words) for word in entry.words(name)]
        case LeafKind.TEXTS:
            return [" ".join(word.text.split()) for word in entry.words(name)]
        case LeafKind.WHOLES:
            return [entry.number(word, name, 0, shape.highest) for word in entry.words(name)]
        case LeafKind.FACES:
            return [entry.number(word, name, 1, 6) for word in entry.words(name)]
        case _:
            return None


def _single(entry: Entry, name: str, shape: Leaf) -> Any:
    match shape.kind:
        case LeafKind.FLAG:
            return entry.flag(name)
        case LeafKind.WHOLE | LeafKind.INCHES:
            unit = "inches" if shape.kind is LeafKind.INCHES else ""
            return entry.whole_number(name, shape.lowest, shape.highest, unit)
        case LeafKind.WORD:
            return entry.one_of(name, shape.words) or None
        case _:
            scalar = entry.scalar(name, shape.kind.value)
            value = _read(scalar.text, shape.kind) if scalar is not None else None
            if scalar is not None and value is None:
                entry.wrong(name, scalar, shape.kind.value)
            return value


def _read(word: str, kind: LeafKind) -> str | None:
    """Return a text, dice or a fraction in stored form; None for any other word."""
    if kind is LeafKind.TEXT:
        return " ".join(word.split())
    if kind is LeafKind.DICE:
        match = _DICE.fullmatch(word.lower())
        return f"{match[1] or 1}d{match[2]}" if match else None
    if kind is LeafKind.FRACTION_OR_NO and word.lower() in NO:
        return "no"
    return word if _FRACTION.fullmatch(word) else None
