"""A house file of Brigadier General Commands: read, checked line by line, and handed over as plain values.

The preview of that book leaves tables out; who owns the book types them in, or a club writes its own. The shape of the
file is the schema in ``rules/brigadier/house_schema.py``. Every fault is found at once, each with its line; what looks
odd, such as a value that departs from the preview, is a warning (catalogue BGC-H-01 to -10).

    read_house(path) -> HouseFile          raises BadFile with every fault
    check_house(path) -> (HouseFile | None, Report)
    shipped_houses() -> the house files that come with the program, by name
    HouseFile: plain (JSON values to store), house, sha256, warnings
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from campaign.errors import BadFile, BadInput, StoreError
from campaign.exchange import text
from campaign.exchange.entry import NO, YES, kind_of
from campaign.exchange.faults import Faults, Report, Spot
from campaign.exchange.text import Node, Scalar, Sequence, Unreadable
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
from campaign.rules.tabletop.brigadier.house_whole import contradictions, half_told
from campaign.terms.words import listing

_OF_SETTINGS = [(section,) for section in KEY_OF_SETTING]
_FRACTION = re.compile(r"\d{1,6}(/[1-9]\d{0,5})?", re.ASCII)
_DICE = re.compile(r"([1-9])?d(4|6|8|10|12|20)", re.ASCII)
_SETTING_LISTS = {
    ("artillery",): "guns",
    ("artillery", "mortar"): "guns and mortars",
    ("air", "artillery", "mortar"): "and aircraft",
    ("air", "artillery", "direct", "mortar"): "all high explosive",
}
"""``airburst_from`` written as a list."""


@dataclass(frozen=True, slots=True)
class HouseFile:
    """A house file that was read. ``plain`` is what a campaign stores; ``sha256`` is of the file's bytes (schema, rule
    6)."""

    plain: Mapping[str, Any]
    house: House
    sha256: str
    warnings: tuple[str, ...]


def shipped_houses() -> dict[str, Path]:
    """House files that come with the program, by the name under which they can be given."""
    try:
        where = folder("orbats") / "house"
    except StoreError:
        return {}
    return {path.stem: path for path in sorted(where.glob("*.yaml"))}


def read_house(path: Path | str) -> HouseFile:
    """The house file at that path, or the shipped one of that name. Raises BadFile, with every fault in ``faults``."""
    house_file, report = check_house(path)
    if house_file is None or not report.is_sound:
        lines = [str(fault) for fault in report.errors]
        shown = f"; the first: {lines[0]}" if lines else ""
        raise BadFile(
            f"{path} has {len(lines)} fault{'s' * (len(lines) != 1)} and is no house file to play by{shown}", lines
        )
    return house_file


def check_house(path: Path | str) -> tuple[HouseFile | None, Report]:
    """What is in the file, if it can be read at all, and every fault and warning."""
    where = shipped_houses().get(str(path), Path(path))
    faults = Faults()
    if not where.is_file():
        names = listing(shipped_houses())
        faults.error(
            Spot(str(path)),
            "there is no such file",
            f"give a path, or one that comes with the program: {names or 'none'}",
        )
        return None, Report(faults.final_errors(), (), {})
    raw = text.read_bytes(where, str(path), faults)
    tree = None if raw is None else text.parse(raw, str(path), faults)
    if raw is None or tree is None:
        if not faults.errors:
            faults.error(
                Spot(str(path)), "the file is empty", f"expected tables such as {listing(HOUSE_FILE.fields, 6)}"
            )
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
    for section, warning in (*odd_values(house, plain), *half_told(plain)):
        faults.warn(reader.spots.get(section, Spot(str(path))), warning)
    odd = faults.sorted_warnings()
    return HouseFile(plain, house, digest, tuple(map(str, odd))), Report((), odd, {"tables": len(house.sections)})


class _Reader:
    """Walks a file along the schema."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.settings: dict[str, bool | int | str] = {}
        self.spots: dict[str, Spot] = {}
        self.broken: set[str] = set()
        """Tables with a value that could not be read: what must hold between theirs is not asked."""

    def table(self, node: Node, shape: Table, label: str, path: tuple[str, ...] = ()) -> dict[str, Any]:
        """The keys of a table, each by its shape."""
        if isinstance(node, Unreadable):
            return {}
        if not isinstance(node, text.Mapping):
            if shape.needed or not (isinstance(node, Scalar) and not node.text and path):
                self.faults.error(
                    node.spot, f"{label}: found {kind_of(node)}", f"expected keys: {self._allowed(shape)}"
                )
            return {}
        result: dict[str, Any] = {}
        for key, value in node.pairs:
            name = key.text.strip()
            self.spots.setdefault(".".join((*path, name)), key.spot)
            inner = shape.fields.get(name.lower().replace(" ", "_")) if name not in shape.fields else shape.fields[name]
            if inner is not None:
                name = name if name in shape.fields else name.lower().replace(" ", "_")
            elif shape.free is not None and (not shape.names or self._named(name, shape.names)):
                inner, name = shape.free, self._named(name, shape.names) or name
            elif path[:1] in _OF_SETTINGS and (setting := f"brigadier.{name.lower().replace(' ', '_')}") in GONE:
                self.faults.warn(key.spot, f"{label}: {gone_text(setting)}")
                continue
            else:
                keys = [*shape.fields, *shape.names]
                self.faults.unknown(key.spot, f"{label}: the key", name, keys)
                continue
            before = len(self.faults.errors)
            read = self.node(
                value,
                inner,
                f"{label if path else 'table'} {name!r}" if not path else f"{label}: {name}",
                (*path, name),
            )
            if read is not None:
                result[name] = read
            if not path and len(self.faults.errors) > before:
                self.broken.add(name)
        texts_there = {key.text.strip().lower().replace(" ", "_") for key, _ in node.pairs}
        if missing := [name for name in shape.needed if name not in texts_there]:
            self.faults.error(
                node.spot, f"{label}: {listing(missing)} is missing", f"expected keys: {self._allowed(shape)}"
            )
        return result

    @staticmethod
    def _named(name: str, names: Iterable[str]) -> str:
        return next((other_name for other_name in names if other_name.lower() == name.lower()), "")

    @staticmethod
    def _allowed(shape: Table) -> str:
        return listing([*shape.fields, *shape.names], 40)

    def node(self, node: Node, shape: schema.Node, label: str, path: tuple[str, ...]) -> Any:
        """What stands there, as JSON can hold it; None where it cannot be read."""
        if isinstance(node, Unreadable):
            return None
        if isinstance(shape, Table):
            return self.table(node, shape, label, path)
        if isinstance(shape, Items):
            if not isinstance(node, Sequence):
                self.faults.error(
                    node.spot, f"{label}: found {kind_of(node)}", "expected a list, each item after a dash"
                )
                return None
            return [
                self.table(row, shape.of, f"{label}, item {number}", path) for number, row in enumerate(node.items, 1)
            ]
        if shape.kind is LeafKind.SETTING:
            return self.setting(node, path)
        return self.leaf(node, shape, label)

    def leaf(self, node: Node, shape: Leaf, label: str) -> Any:
        """A single value, or a list of them."""
        if shape.kind in (LeafKind.FACES, LeafKind.WHOLES, LeafKind.WORDS, LeafKind.TEXTS):
            return self._list(node, shape, label)
        if not isinstance(node, Scalar) or not node.text.strip():
            self.faults.error(node.spot, f"{label}: found {kind_of(node)}", f"expected {self._expected(shape)}")
            return None
        value = _read(node.text.strip(), shape)
        if value is None:
            if shape.kind is LeafKind.WORD:
                self.faults.unknown(node.spot, label, node.text.strip(), shape.words)
            else:
                self.faults.error(
                    node.spot, f"{label}: found {node.text.strip()!r}", f"expected {self._expected(shape)}"
                )
        return value

    def _list(self, node: Node, shape: Leaf, label: str) -> list[Any] | None:
        if not isinstance(node, Sequence):
            self.faults.error(
                node.spot, f"{label}: found {kind_of(node)}", f"expected {shape.kind.value}, as in [5, 6]"
            )
            return None
        leaf = {
            LeafKind.FACES: Leaf(LeafKind.WHOLE, lowest=1, highest=6),
            LeafKind.WHOLES: Leaf(LeafKind.WHOLE, highest=shape.highest),
            LeafKind.WORDS: Leaf(LeafKind.WORD, shape.words),
            LeafKind.TEXTS: Leaf(LeafKind.TEXT),
        }[shape.kind]
        values = [value for inner in node.items if (value := self.leaf(inner, leaf, label)) is not None]
        if shape.kind is LeafKind.FACES and len(set(values)) < len(values):
            self.faults.error(node.spot, f"{label}: a face is given twice", "name each face once")
        return values

    @staticmethod
    def _expected(shape: Leaf) -> str:
        if shape.kind in (LeafKind.WHOLE, LeafKind.INCHES):
            return f"{shape.kind.value} from {shape.lowest} to {shape.highest}"
        return listing(shape.words, 12) if shape.words else shape.kind.value

    def setting(self, node: Node, path: tuple[str, ...]) -> None:
        """A key that is a setting of the rulebook: checked as the rulebook checks it."""
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
        """Lists that exclude each other, and figures that must be in order (BGC-H-03, -09)."""
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
                f"spent_at {spent} is not below destroyed_at {destroyed}",
                "a battalion is spent before it is destroyed",
            )

    def _spot(self, path: str) -> Spot:
        """Where a key stands, or the nearest table above it."""
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
                        spot, f"{where}: the face {face} is in {seen[face]} and in {name}", "a face has one result"
                    )
                seen[face] = name


def _read(word: str, shape: Leaf) -> Any:
    """A word as its kind; None if it is none."""
    kind = shape.kind
    if kind is LeafKind.TEXT:
        return " ".join(word.split())
    if kind is LeafKind.FLAG:
        return word.lower() in YES if word.lower() in YES | NO else None
    if kind in (LeafKind.WHOLE, LeafKind.INCHES):
        return (
            int(word)
            if re.fullmatch(r"-?\d{1,6}", word, re.ASCII) and shape.lowest <= int(word) <= shape.highest
            else None
        )
    if kind is LeafKind.WORD:
        return next((other_word for other_word in shape.words if other_word.lower() == word.lower()), None)
    if kind is LeafKind.DICE:
        match = _DICE.fullmatch(word.lower())
        return f"{match[1] or 1}d{match[2]}" if match else None
    if kind is LeafKind.FRACTION_OR_NO and word.lower() in NO:
        return "no"
    return word if _FRACTION.fullmatch(word) else None
