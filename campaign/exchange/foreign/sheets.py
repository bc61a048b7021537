"""Spreadsheets as rows of words: CSV and TSV, XLSX, ODS.

    sheets_of(path, raw, encoding) -> [Sheet]     Raises BadFile

What would be read wrongly is refused: merged cells, cut-off files, files that unpack to a multiple of their size, XML
that defines entities. XLSX needs the package openpyxl (the extra ``tables``); ODS and CSV need nothing.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from campaign.errors import BadFile, BadInput
from campaign.exchange.foreign.opening import decoded
from campaign.exchange.foreign.safe_xml import NEEDLES, clean

MOST_UNPACKED = 200 * 1024 * 1024
MOST_RATIO = 200
MOST_ROWS, MOST_COLUMNS = 200_000, 500
EXTRA = (
    "an .xlsx file needs the package openpyxl: python -m pip install 'campaign-manager[tables]' (or openpyxl); or save"
    " it as .csv or .ods"
)
_FIGURE = re.compile(r"[+-]?\d{1,15}(\.\d{1,30})?([eE][+-]?\d{1,2})?")
_BLANKS = {"s": " ", "tab": "\t", "line-break": "\n"}
_NO_RESULT = re.compile(rb"<c\b[^>]*>\s*<f\b[^>]*>[^<]*</f>\s*(<v\s*/>|<v>\s*</v>)?\s*</c>")
_TABLE, _OFFICE, _TEXT, _STYLE = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("table", "office", "text", "style")
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table. Rows are numbered as in the file; ``rows`` holds those that are not empty."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    is_hidden: bool = False


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that a spreadsheet program would work out instead of showing it, or one that was kept from that."""


def guarded(cell: str) -> str:
    """A text as a cell of CSV, with an apostrophe before what a spreadsheet program would take for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """The text of a cell, without the apostrophe of `guarded`."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def sheets_of(path: Path, raw: bytes, encoding: str) -> list[Sheet]:
    """Every sheet of the file."""
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv"):
        return [_csv(path, raw, encoding)]
    _check_zip(path, raw)
    return _xlsx(path, raw) if ending in (".xlsx", ".xlsm") else _ods(path, raw)


def _csv(path: Path, raw: bytes, encoding: str) -> Sheet:
    text = decoded(raw, path, encoding)
    if "\x00" in text:
        raise BadFile(
            f"{path} holds zero bytes: it is no CSV, or is saved as UTF-16 without its mark (--encoding utf-16)"
        )
    first = text.split("\n", 1)[0]
    mark = max("\t;,", key=first.count)
    rows: list[tuple[int, tuple[str, ...]]] = []
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
        rows.extend((reader.line_num, tuple(unguarded(cell.strip()) for cell in cells)) for cells in reader)
    except csv.Error as fault:
        raise BadFile(
            f"{path}:{len(rows) + 1}: not readable as CSV ({fault}): is a quotation mark not closed, or the file cut"
            " off?"
        ) from fault
    return Sheet(path.name, _kept(path, rows))


def _kept(path: Path, rows: list[tuple[int, tuple[str, ...]]]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    kept = tuple((number, cells) for number, cells in rows if any(cells))
    if len(kept) > MOST_ROWS:
        raise BadFile(f"{path} has {len(kept):,} rows: at most {MOST_ROWS:,} are read")
    return kept


def _check_zip(path: Path, raw: bytes) -> None:
    """Raises BadFile for what is no whole zip file, and for a small one that unpacks to a huge one."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            parts = packed.infolist()
            size = sum(part.file_size for part in parts)
            if size > MOST_UNPACKED or size > MOST_RATIO * max(len(raw), 50_000):
                raise BadFile(
                    f"{path} has {len(raw):,} bytes and says that it unpacks to {size:,}: it was not opened; save the"
                    " table as .csv"
                )
            for part in parts:
                entities, rows = (
                    _looked_through(packed, part) if part.filename.endswith((".xml", ".rels")) else (False, 0)
                )
                if rows > MOST_ROWS:
                    raise BadFile(
                        f"{path}: {part.filename} has {rows:,} rows: at most {MOST_ROWS:,} are read; delete those that"
                        " are empty"
                    )
                if entities:
                    raise BadFile(
                        f"{path}: {part.filename} defines XML entities, which no spreadsheet program writes: it was not"
                        " opened"
                    )
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as fault:
        raise BadFile(
            f"{path} is no whole {path.suffix[1:]} file ({_in_a_line(fault)}): is it cut off, or of another kind? save"
            " it again"
        ) from fault


def _in_a_line(fault: Exception) -> str:
    """What another library says of a file, which may go on for paragraphs."""
    return " ".join(str(fault).split())[:80]


def _looked_through(packed: zipfile.ZipFile, part: zipfile.ZipInfo) -> tuple[bool, int]:
    """Does the part define entities, or unpack to too much? And how many rows it has: a library makes objects of them
    all."""
    unpacked = rows = 0
    tail = b""
    with packed.open(part) as stream:
        while piece := stream.read(1024 * 1024):
            unpacked += len(piece)
            if unpacked > MOST_UNPACKED or any(needle in tail + piece for needle in NEEDLES):
                return True, rows
            rows += piece.count(b"<row ")
            tail = piece[-16:]
    return False, rows


def _xlsx(path: Path, raw: bytes) -> list[Sheet]:
    try:
        import openpyxl
    except ImportError as fault:
        raise BadInput(f"{path}: {EXTRA}") from fault
    try:
        book = openpyxl.load_workbook(io.BytesIO(raw), data_only=True)
    except (
        Exception
    ) as fault:  # openpyxl raises whatever its parsing meets: KeyError, ValueError, TypeError, ParseError
        raise BadFile(
            f"{path} is no readable .xlsx file ({type(fault).__name__}: {_in_a_line(fault)}): save it again, or as .csv"
        ) from fault
    if not book.worksheets:
        raise BadFile(f"{path} is no readable .xlsx file (there is no sheet in it): save it again, or as .csv")
    _worked_out(path, raw)
    sheets = []
    for sheet in book.worksheets:
        if sheet.merged_cells.ranges:
            raise _merged(path, sheet.title, str(sorted(map(str, sheet.merged_cells.ranges))[0]))
        if sheet.max_row > MOST_ROWS or sheet.max_column > MOST_COLUMNS:
            raise BadFile(
                f"{path}: sheet {sheet.title} has {sheet.max_row:,} rows and {sheet.max_column:,} columns: at most"
                f" {MOST_ROWS:,} and {MOST_COLUMNS} are read"
            )
        rows = [
            (number, tuple(_word(cell) for cell in cells))
            for number, cells in enumerate(sheet.iter_rows(values_only=True), 1)
        ]
        sheets.append(Sheet(sheet.title, _kept(path, rows), sheet.sheet_state != "visible"))
    return sheets


def _worked_out(path: Path, raw: bytes) -> None:
    """Raises BadFile for a formula of which the file holds no result, for it would be read as an empty cell."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        for part in packed.namelist():
            if (
                part.startswith("xl/worksheets/")
                and part.endswith(".xml")
                and (match := _NO_RESULT.search(packed.read(part)))
            ):
                cell = re.search(rb'r="([A-Z]{1,3}\d+)"', match[0])
                raise BadFile(
                    f"{path}: the cell {cell[1].decode() if cell else '?'} holds a formula that was never worked out:"
                    " open the file in a spreadsheet program and save it again"
                )


def _merged(path: Path, sheet: str, cells: str) -> BadFile:
    return BadFile(
        f"{path}: sheet {sheet}: the cells {cells} are merged: take them apart (Format, Merge cells) and give every row"
        " its own value"
    )


def _word(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return str(value).strip()


def _ods(path: Path, raw: bytes) -> list[Sheet]:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            root = clean(packed.read("content.xml"), f"{path}: content.xml")
    except KeyError as fault:
        raise BadFile(f"{path} holds no content.xml, so it is no .ods file: save it again, or as .csv") from fault
    unseen = _hiding_styles(root)
    return [
        Sheet(
            table.get(f"{_TABLE}name", "?"),
            _kept(path, list(_ods_rows(path, table))),
            table.get(f"{_TABLE}style-name") in unseen,
        )
        for table in root.iter(f"{_TABLE}table")
    ]


def _hiding_styles(root: ElementTree.Element) -> set[str]:
    """Names of the styles whose tables are not shown."""
    fields = {
        style.get(f"{_STYLE}name", ""): properties.get(f"{_TABLE}display")
        for style in root.iter(f"{_STYLE}style")
        for properties in style.iter(f"{_STYLE}table-properties")
    }
    return {name for name, shown in fields.items() if shown == "false"}


def _ods_rows(path: Path, table: ElementTree.Element) -> Iterator[tuple[int, tuple[str, ...]]]:
    number = 0
    for row in table.iter(f"{_TABLE}table-row"):
        cells: list[str] = []
        for cell in row:
            if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
                continue
            word = _ods_word(cell)
            if any(_count(cell, f"number-{way}-spanned", path, number) > 1 for way in ("columns", "rows")):
                raise _merged(
                    path, table.get(f"{_TABLE}name", "?"), f"from column {len(cells) + 1} of row {number + 1}"
                )
            repeated = _count(cell, "number-columns-repeated", path, number)
            cells += [word] * min(repeated, MOST_COLUMNS - len(cells))
        while cells and not cells[-1]:
            cells.pop()
        repeated = _count(row, "number-rows-repeated", path, number)
        if cells and repeated > 1000:
            raise BadFile(f"{path}: row {number + 1} is repeated {repeated:,} times: delete the copies")
        for n in range(repeated if cells else 0):
            yield number + n + 1, tuple(cells)
        number += repeated


def _ods_word(cell: ElementTree.Element) -> str:
    kind = cell.get(f"{_OFFICE}value-type", "")
    if kind in ("float", "percentage", "currency") and _FIGURE.fullmatch(value := cell.get(f"{_OFFICE}value", "")):
        return _word(float(value))
    if kind == "boolean":
        return _word(cell.get(f"{_OFFICE}boolean-value") == "true")
    if kind == "date" and (day := cell.get(f"{_OFFICE}date-value")):
        return day[:10]
    return "\n".join(_paragraph(line) for line in cell if line.tag == f"{_TEXT}p").strip()


def _paragraph(line: ElementTree.Element) -> str:
    """A line of a cell; blanks in a row, tabs and line breaks are elements of their own."""
    lines = [line.text or ""]
    for inner in line:
        blank = _BLANKS.get(inner.tag.removeprefix(_TEXT)) if isinstance(inner.tag, str) else ""
        lines += [_paragraph(inner) if blank is None else blank, inner.tail or ""]
    return "".join(lines)


def _count(element: ElementTree.Element, name: str, path: Path, row: int) -> int:
    text = element.get(f"{_TABLE}{name}", "1")
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadFile(
            f"{path}: row {row + 1}: {name} is {text[:20]!r}; expected a whole number: save the file again, or as .csv"
        )
    return max(1, int(text))
