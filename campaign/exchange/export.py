"""A whole campaign as one JSON file: its facts, its journal, its tables, its pictures. Version 6.

    {"format": "campaign export", "version": 6,
     "program": "0.1.0", "revision": "0001",           the program and the schema it was written by
     "digest": "...",                                  SHA-256 over all tables, the same in every database
     "campaign": {"name": ..., "title": ..., ...},     the facts of the start
     "ledger": {"next_id", "last_seq", "last_number", "head"},
     "journal": [{"seq": 1, ...}, ...],                every entry ever made, in order of the journal
     "tables": {"clock": [{"id": 1, ...}], ...},       every row by id; links are ids, words as in the database
     "pictures": {"5f0c...": "/9j/4AAQ...", ...},      every picture by the SHA-256 over its bytes, in base 64
     "people": [{"number": "person:...", ...}, ...],   names and addresses, of which the journal has the numbers
     "earlier_hashes": {"1": "...", ...}}              hashes that entries had while they still held names

``arguments``, ``dice``, ``given`` and ``images`` of an entry are JSON values; the hash of the entry is over their
canonical text (sorted keys, no blanks). A text that is not canonical stands there as a string. Nothing unknown is
dropped: a field that this version does not know is refused with its place. Version 1 had no ``paper_key`` and
``old_codes`` among the facts, and no ``rules`` in an entry; version 2 had no ``pictures``, version 3 no ``giver`` and
no ``origin`` in an entry, version 4 no ``draws`` among the facts and no ``bits`` and no ``dice_from`` in an entry,
version 5 no ``people``: it had names in its entries and rows.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from campaign.errors import BadFile, NewerSchema, NotImported, StoreError
from campaign.exchange.placing import new_file
from campaign.exchange.side_copy import is_side_copy
from campaign.terms.printable import unkept, unprintable
from campaign.values import dataclass, field

FORMAT, VERSION = "campaign export", 6
_WHOLE = 2**31
_DEEPEST = 60

Check = str
"""Kind of a value: ``text``, ``text?`` (or null), ``whole``, ``whole?``, ``truth``, ``day``, ``list``, ``object``,
``json``."""

HEAD: Mapping[str, Check] = {
    "format": "text",
    "version": "whole",
    "program": "text",
    "revision": "text",
    "digest": "text",
    "campaign": "object",
    "ledger": "object",
    "journal": "list",
    "tables": "object",
    "pictures": "object",
    "people": "list",
    "earlier_hashes": "object",
}
FACTS: Mapping[str, Check] = {
    "name": "text",
    "title": "text",
    "scenario": "text",
    "scenario_hash": "text",
    "program_version": "text",
    "seed": "text",
    "tabletop": "text",
    "first_day": "day",
    "days": "whole",
    "day_start_hour": "whole",
    "time_zone": "text",
    "lat_e6": "whole?",
    "lon_e6": "whole?",
    "notes": "text",
    "paper_key": "text?",
    "old_codes": "whole?",
    "draws": "truth",
}
LEDGER: Mapping[str, Check] = {"next_id": "whole", "last_seq": "whole", "last_number": "whole", "head": "text"}
NESTED = ("arguments", "dice", "given", "images")
"""Columns of a journal entry that hold JSON as text."""
ENTRY: Mapping[str, Check] = {
    "seq": "whole",
    "number": "whole",
    "kind": "text",
    "about": "whole?",
    "day": "whole",
    "turn": "whole",
    "phase": "text",
    "written": "text",
    "actor": "text",
    "giver": "whole?",
    "verb": "text",
    "bits": "text?",
    "dice_from": "text?",
    **dict.fromkeys(NESTED, "json"),
    "summary": "text",
    "is_ruling": "truth",
    "revision": "text",
    "program_version": "text",
    "rules": "whole?",
    "origin": "text?",
    "before": "text",
    "hash": "text",
}
PERSON: Mapping[str, Check] = {"number": "text", "kind": "text", "text": "text", "owner": "text?", "forgotten": "text?"}
SINCE: Mapping[str, int] = {
    **dict.fromkeys(("paper_key", "old_codes", "rules"), 2),
    "pictures": 3,
    **dict.fromkeys(("giver", "origin"), 4),
    **dict.fromkeys(("draws", "bits", "dice_from"), 5),
    **dict.fromkeys(("people", "earlier_hashes"), 6),
}
"""Version of the format that introduced each field; fields not listed belong to version 1."""


@dataclass(frozen=True, slots=True)
class CampaignExport:
    """A campaign on its way from one database to another. Values are plain JSON; the texts of entries are texts
    again.
    """

    program: str
    revision: str
    digest: str
    facts: dict[str, Any]
    ledger: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    tables: dict[str, tuple[dict[str, Any], ...]]
    pictures: dict[str, bytes]
    people: tuple[dict[str, Any], ...] = ()
    earlier: dict[int, str] = field(default_factory=dict)
    """Hashes that entries had while they still held names, by seq."""


# writing


def written(campaign: CampaignExport) -> Iterator[str]:
    """Yield the file piece by piece: a line for every entry and every row, so that two exports can be compared line by
    line.
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "program": campaign.program,
        "revision": campaign.revision,
        "digest": campaign.digest,
    }
    yield "{\n"
    for name, value in {**head, "campaign": campaign.facts, "ledger": campaign.ledger}.items():
        yield f"{_line(name)}: {_line(value)},\n"
    yield '"journal": ['
    yield from _items({**entry, **{name: _nested(entry[name]) for name in NESTED}} for entry in campaign.entries)
    yield '],\n"tables": {\n'
    for n, (table, rows) in enumerate(campaign.tables.items()):
        yield f"{_line(table)}: ["
        yield from _items(iter(rows))
        yield "],\n" if n < len(campaign.tables) - 1 else "]\n"
    yield '},\n"pictures": {'
    for n, (digest, content) in enumerate(sorted(campaign.pictures.items())):
        yield f"{',' if n else ''}\n{_line(digest)}: {_line(b64encode(content).decode())}"
    yield '\n},\n"people": ['
    yield from _items(iter(campaign.people))
    yield f'],\n"earlier_hashes": {_line(campaign.earlier)}\n}}\n'


def _items(items: Iterator[Mapping[str, Any]]) -> Iterator[str]:
    for n, row in enumerate(items):
        yield f"{',' if n else ''}\n{_line(row)}"
    yield "\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _nested(text: str) -> Any:
    """Return the value of a canonical text, or any other text itself."""
    try:
        value = json.loads(text)
        return value if not isinstance(value, str) and _canonical(value) == text else text
    except ValueError:
        return text


def write_export(campaign: CampaignExport, path: Path) -> None:
    """Write the file under a draft name, read it back, and only then give it its name; nothing is overwritten. Raises
    StoreError.
    """
    with new_file(path, secret=True) as draft:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(written(campaign))
        if read_export(draft.read_text(encoding="utf-8"), str(path)) != campaign:
            raise StoreError(f"{path} was not written correctly and has been deleted. Check the disk, then try again")


# reading


def read_file(path: Path) -> CampaignExport:
    """Return an export read from a file. Raises BadFile, NewerSchema, StoreError."""
    try:
        return read_export(path.read_text(encoding="utf-8-sig"), str(path))
    except UnicodeDecodeError as fault:
        raise NotImported(
            f"{path} is not a text file, so it is not a campaign export. Name a file written with campaign export"
        ) from fault
    except OSError as fault:
        raise StoreError(
            f"{path} cannot be read ({fault.strerror or fault}). Check the file and its permissions"
        ) from fault


def read_export(text: str, name: str) -> CampaignExport:
    """Return the campaign read from a text that ``written`` made. Raises BadFile with the place of the error,
    NewerSchema for a later format.
    """
    content = _Reader(name).parsed(text)
    return _Reader(name, _is_of_before(content)).campaign(content)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A reader of one file; ``name`` is the file's name in messages. ``earlier``: its texts may contain what earlier
    versions accepted.
    """

    name: str
    earlier: bool = False

    def parsed(self, text: str) -> Any:
        try:
            return json.loads(text, object_pairs_hook=self._once, parse_constant=self._no_number)
        except json.JSONDecodeError as fault:
            raise self.bad(
                f"line {fault.lineno}, column {fault.colno}",
                f"this is not valid JSON ({fault.msg}). The file may be damaged",
            ) from fault
        except RecursionError as fault:
            raise self.bad("", "it has too many brackets inside each other. The file may be damaged") from fault
        except ValueError as fault:
            raise self.bad("", f"it has a number that cannot be read ({fault}). The file may be damaged") from fault

    def _once(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise self.bad("", f"{twice!r} occurs twice in the same place. The file may be damaged")
        return made

    def _no_number(self, word: str) -> Any:
        raise self.bad("", f"{word} is not a number")

    def bad(self, place: str, problem: str) -> BadFile:
        where = f"{self.name}, {place}" if place else self.name
        return NotImported(f"{where}: {problem}")

    def campaign(self, content: Any) -> CampaignExport:
        if is_side_copy(content):
            raise self.bad(
                "",
                f"this copy for {str(content.get('viewer'))[:40]} is only for reading and cannot be imported. "
                "Import the umpire's export",
            )
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise self.bad(
                "",
                f"this is not a campaign export, because it does not begin with the format {FORMAT!r}. Write "
                "an export with campaign export",
            )
        version = content.get("version")
        if isinstance(version, int) and version > VERSION:
            raise NewerSchema(
                f"{self.name} has version {version} of the format, but this program reads only versions up to "
                f"{VERSION}. Install version {str(content.get('program'))[:40]} of the program, which wrote "
                "the file, or a later one"
            )
        if isinstance(version, int) and version < 1:  # before its fields, which are those of some version
            raise self.bad(
                "version", f"{version} is not a version of the format. This program reads versions 1 to {VERSION}"
            )
        self.fields(content, fields_of(version, HEAD), "")
        facts, entry = (fields_of(version, checks) for checks in (FACTS, ENTRY))
        self.fields(content["campaign"], facts, "campaign")
        self.fields(content["ledger"], LEDGER, "ledger")
        return CampaignExport(
            content["program"],
            content["revision"],
            content["digest"],
            content["campaign"],
            content["ledger"],
            tuple(self.entry(row, entry, f"journal[{n}]") for n, row in enumerate(content["journal"])),
            {table: self.rows(rows, f"tables.{table}") for table, rows in content["tables"].items()},
            {digest: self.picture(digest, text) for digest, text in content.get("pictures", {}).items()},
            tuple(self.person(row, f"people[{n}]") for n, row in enumerate(content.get("people", ()))),
            dict(self.earlier_hash(*item) for item in content.get("earlier_hashes", {}).items()),
        )

    def person(self, content: Any, place: str) -> dict[str, Any]:
        self.fields(content, PERSON, place)
        if content["kind"] not in ("name", "address") or (content["text"] == "") != (content["forgotten"] is not None):
            raise self.bad(
                place, "this person's record is damaged: a name or address is empty, or a deleted person still has one"
            )
        return dict(content)

    def earlier_hash(self, seq: str, text: Any) -> tuple[int, str]:
        self.value(text, "text", f"earlier_hashes.{seq}"[:200])
        if not (seq.isascii() and seq.isdecimal()):
            raise self.bad(f"earlier_hashes.{seq}"[:200], "this is not the number of an entry. The file may be damaged")
        return int(seq), text

    def picture(self, digest: str, text: Any) -> bytes:
        """Return one picture, after checking it against its digest."""
        try:
            content = b64decode(text, validate=True)
        except (TypeError, ValueError) as fault:
            raise self.bad(
                f"pictures.{digest}"[:200], "this is not a picture in base 64. The file may be damaged"
            ) from fault
        if sha256(content).hexdigest() != digest:
            raise self.bad(
                f"pictures.{digest}"[:200], "this picture has changed since it was exported. The file may be damaged"
            )
        return content

    def entry(self, content: Any, checks: Mapping[str, Check], place: str) -> dict[str, Any]:
        self.fields(content, checks, place)
        texts = {
            name: content[name] if isinstance(content[name], str) else _canonical(content[name]) for name in NESTED
        }
        return {**dict.fromkeys(ENTRY), **content, **texts}

    def rows(self, content: Any, place: str) -> tuple[dict[str, Any], ...]:
        self.value(content, "list", place)
        for n, row in enumerate(content):
            self.value(row, "object", f"{place}[{n}]")
            self.value(row.get("id"), "whole", f"{place}[{n}].id")
            self.value(row, "json", f"{place}[{n}]")
        return tuple(content)

    def fields(self, content: Any, checks: Mapping[str, Check], place: str) -> None:
        """Check that an object has exactly these fields, each of its kind."""
        self.value(content, "object", place)
        at = f"{place}." if place else ""
        if unknown := next((name for name in content if name not in checks), None):
            raise self.bad(
                f"{at}{unknown}"[:200],
                f"version {VERSION} of the format has no such field. Delete the field, or install the program "
                "that wrote the file",
            )
        for name, check in checks.items():
            if name not in content:
                raise self.bad(f"{at}{name}", "this field is missing. The file may be damaged")
            self.value(content[name], check, f"{at}{name}")

    def value(self, value: Any, check: Check, place: str) -> None:
        """Check that a value is of a kind, and can be held by a database."""
        called, fits = _CHECKS[check.removesuffix("?")]
        if not (fits(value) or (value is None and check.endswith("?"))):
            empty = ", or leave it empty (null)" if check.endswith("?") else ""
            raise self.bad(place, f"{_line(value)[:60]} is not valid here. Expected: {called}{empty}")
        if check not in ("object", "list"):
            self.plain(value, place, 0)

    def plain(self, value: Any, place: str, depth: int) -> None:
        if depth > _DEEPEST:
            raise self.bad(place[:200], "it has too many brackets inside each other. The file may be damaged")
        if isinstance(value, str):
            # earlier versions took a carriage return from a form's diary, and their entries cannot be altered
            if code := unkept(value) if self.earlier else unprintable(value.replace("\r", "")):
                raise self.bad(
                    place[:200], f"the text has a character that cannot be printed ({code}). Delete that character"
                )
        elif isinstance(value, dict):
            for name, inner in value.items():
                self.plain(name, f"{place}.{name[:40]}", depth + 1)
                self.plain(inner, f"{place}.{name[:40]}", depth + 1)
        elif isinstance(value, list):
            for n, inner in enumerate(value):
                self.plain(inner, f"{place}[{n}]", depth + 1)


def _is_of_before(content: Any) -> bool:
    """Return whether an old program wrote in this campaign that did not yet refuse control characters: its entries have
    no edition of the rules.
    """
    journal = content.get("journal") if isinstance(content, dict) else None
    return isinstance(journal, list) and any(
        isinstance(entry, dict) and entry.get("rules") is None for entry in journal
    )


def fields_of(version: Any, checks: Mapping[str, Check]) -> Mapping[str, Check]:
    """Return the fields of a file of that version; the present ones for an invalid version."""
    known = max(1, version) if isinstance(version, int) else VERSION
    return {name: check for name, check in checks.items() if SINCE.get(name, 1) <= known}


def _is_whole(value: Any) -> bool:
    return type(value) is int and -_WHOLE <= value < _WHOLE


def _is_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


_CHECKS: Mapping[Check, tuple[str, Callable[[Any], bool]]] = {
    "text": ("text", lambda value: isinstance(value, str)),
    "whole": ("whole number that is not too large", _is_whole),
    "truth": ("true or false", lambda value: isinstance(value, bool)),
    "day": ("date, as in 1941-05-15", _is_day),
    "list": ("list", lambda value: isinstance(value, list)),
    "object": ("object", lambda value: isinstance(value, dict)),
    "json": ("JSON", lambda value: True),
}
"""Name of each kind of value in an error, with the test for it."""
