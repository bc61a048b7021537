"""Spreadsheets as rows of words: CSV and TSV, XLSX, ODS.

    sheets_of(path, raw, encoding) -> [Sheet]     Raises BadFile

Files that would be misread are refused: merged cells, cut-off files, files that unpack to a multiple of their size, XML
that defines entities. XLSX needs the package openpyxl and ODS odfdo (the extra ``tables``); CSV needs nothing.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from campaign.errors import BadFile, BadInput
from campaign.exchange.foreign.opening import MOST_RATIO, SMALL, decoded
from campaign.exchange.library_border import library_reads
from campaign.extras import way_to_add
from campaign.values import dataclass

MOST_UNPACKED = 200 * 1024 * 1024
MOST_ROWS, MOST_COLUMNS = 200_000, 500
_NEEDLES = tuple(
    word.encode(letters) for word in ("<!ENTITY", "<!DOCTYPE") for letters in ("utf-8", "utf-16-le", "utf-16-be")
)
"""Words by which a document begins to define entities."""
_FIGURE = re.compile(r"[+-]?\d{1,15}(\.\d{1,30})?([eE][+-]?\d{1,2})?")
_NO_RESULT = re.compile(rb"<c\b[^>]*>\s*<f\b[^>]*>[^<]*</f>\s*(<v\s*/>|<v>\s*</v>)?\s*</c>")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table. Rows are numbered as in the file; ``rows`` holds those that are not empty."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    is_hidden: bool = False


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""First letters of a cell that a spreadsheet program would calculate instead of showing, or that was protected against
this."""


def guarded(cell: str) -> str:
    """Return a text as a cell of CSV, with an apostrophe before anything that a spreadsheet program would take for a
    formula.
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """Return the text of a cell, without the apostrophe of `guarded`."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def sheets_of(path: Path, raw: bytes, encoding: str) -> list[Sheet]:
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv"):
        return [_csv(path, raw, encoding)]
    _check_zip(path, raw)
    return _xlsx(path, raw) if ending in (".xlsx", ".xlsm") else _ods(path, raw)


def _csv(path: Path, raw: bytes, encoding: str) -> Sheet:
    text = decoded(raw, path, encoding)
    if "\x00" in text:
        raise BadFile(
            f"{path} cannot be read as CSV. If it is saved as UTF-16 without its mark, write --encoding utf-16"
        )
    first = text.split("\n", 1)[0]
    mark = max("\t;,", key=first.count)
    rows: list[tuple[int, tuple[str, ...]]] = []
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
        rows.extend((reader.line_num, tuple(unguarded(cell.strip()) for cell in cells)) for cells in reader)
    except csv.Error as fault:
        raise BadFile(
            f"{path}:{len(rows) + 1} cannot be read as CSV ({fault}). Perhaps a quotation mark is not closed, "
            "or the file was cut off"
        ) from fault
    return Sheet(path.name, _kept(path, rows))


def _kept(path: Path, rows: list[tuple[int, tuple[str, ...]]]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    kept = tuple((number, cells) for number, cells in rows if any(cells))
    if len(kept) > MOST_ROWS:
        raise BadFile(
            f"{path} has {len(kept):,} rows, but at most {MOST_ROWS:,} are read. Divide it into several files"
        )
    return kept


def _check_zip(path: Path, raw: bytes) -> None:
    """Raise BadFile for an incomplete zip file, and for a small one that unpacks to a huge one."""

    def refusal(why: str) -> BadFile:
        return BadFile(f"{path} is not a complete {path.suffix[1:]} file ({why}). Save it again")

    with library_reads(refusal, OSError), zipfile.ZipFile(io.BytesIO(raw)) as packed:
        parts = packed.infolist()
        size = sum(part.file_size for part in parts)
        if size > MOST_UNPACKED or size > MOST_RATIO * max(len(raw), SMALL):
            raise BadFile(
                f"{path} has {len(raw):,} bytes, but would unpack to {size:,}, so it was not opened. Save the "
                "table as .csv"
            )
        for part in parts:
            entities, rows = _looked_through(packed, part) if part.filename.endswith((".xml", ".rels")) else (False, 0)
            if rows > MOST_ROWS:
                raise BadFile(
                    f"{path}: {part.filename} has {rows:,} rows, but at most {MOST_ROWS:,} are read. Delete "
                    "the empty rows"
                )
            if entities:
                raise BadFile(
                    f"{path}: {part.filename} defines XML entities, which no spreadsheet program writes, so it "
                    "was not opened. Save the table as .csv"
                )


def _looked_through(packed: zipfile.ZipFile, part: zipfile.ZipInfo) -> tuple[bool, int]:
    """Return whether the part defines entities or unpacks to too much, and how many rows it has, since a library makes
    objects of them all.
    """
    unpacked = rows = 0
    tail = b""
    with packed.open(part) as stream:
        while piece := stream.read(1024 * 1024):
            unpacked += len(piece)
            if unpacked > MOST_UNPACKED or any(needle in tail + piece for needle in _NEEDLES):
                return True, rows
            rows += piece.count(b"<row ")
            tail = piece[-16:]
    return False, rows


def spreadsheet_package(name: str, ending: str) -> Any:
    """Return a package that reads or writes spreadsheets. Raises BadInput where it is missing."""
    try:
        return import_module(name)
    except ImportError as fault:
        raise BadInput(
            f"to read an {ending} file the program needs the package {name}: {way_to_add('tables')}. Or save "
            "the table as .csv"
        ) from fault


def _unreadable(path: Path, reason: str) -> BadFile:
    return BadFile(f"{path} cannot be read as a {path.suffix} file ({reason}). Save it again, or save it as .csv")


def _of_sheets(path: Path) -> AbstractContextManager[None]:
    """Raise BadFile for what a library meets in a damaged spreadsheet: KeyError, TypeError, ParseError, anything."""
    return library_reads(lambda why: _unreadable(path, why), SyntaxError)


def _xlsx(path: Path, raw: bytes) -> list[Sheet]:
    openpyxl = spreadsheet_package("openpyxl", ".xlsx")
    with _of_sheets(path):
        book = openpyxl.load_workbook(io.BytesIO(raw), data_only=True)
    if not book.worksheets:
        raise _unreadable(path, "it has no sheet")
    _worked_out(path, raw)
    sheets = []
    for sheet in book.worksheets:
        if sheet.merged_cells.ranges:
            raise _merged(path, sheet.title, sorted(map(str, sheet.merged_cells.ranges))[0])
        if sheet.max_row > MOST_ROWS or sheet.max_column > MOST_COLUMNS:
            raise BadFile(
                f"sheet {sheet.title} of {path} has {sheet.max_row:,} rows and {sheet.max_column:,} columns, "
                f"but at most {MOST_ROWS:,} rows and {MOST_COLUMNS} columns are read"
            )
        rows = [
            (number, tuple(_word(cell) for cell in cells))
            for number, cells in enumerate(sheet.iter_rows(values_only=True), 1)
        ]
        sheets.append(Sheet(sheet.title, _kept(path, rows), sheet.sheet_state != "visible"))
    return sheets


def _worked_out(path: Path, raw: bytes) -> None:
    """Raise BadFile for a formula without a stored result, which would be read as an empty cell."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        for part in packed.namelist():
            if (
                part.startswith("xl/worksheets/")
                and part.endswith(".xml")
                and (match := _NO_RESULT.search(packed.read(part)))
            ):
                cell = re.search(rb'r="([A-Z]{1,3}\d+)"', match[0])
                raise BadFile(
                    f"{path}: the cell {cell[1].decode() if cell else '?'} has a formula without its result. "
                    "Open the file in a spreadsheet program and save it again"
                )


def _merged(path: Path, sheet: str, cells: str, row: int = 0) -> BadFile:
    """``row``: the number of the row, if ``cells`` names only a column."""
    where = f"{path}, sheet {sheet}, row {row}" if row else f"{path}, sheet {sheet}"
    return BadFile(
        f"{where}: the cells {cells} are merged. Separate them (Format, Merge cells) and give every row its own value"
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
    odfdo = spreadsheet_package("odfdo", ".ods")
    odfdo.security.security.max_compression_ratio = MOST_UNPACKED  # how far it unpacks was asked of the whole file
    with _of_sheets(path):
        book = odfdo.Document(io.BytesIO(raw))
        book.container.set_part("content.xml", _without_remarks(book.container.get_part("content.xml")))
        for blanks in book.body.get_elements("descendant::text:s"):
            blanks.set_attribute("text:c", "1")  # a run of blanks counts for one: its length may be any number
        return [_ods_sheet(path, book, table) for table in book.body.tables]


def _without_remarks(content: bytes) -> bytes:
    """Return the XML without comments and processing instructions, at which odfdo fails or which it takes for words of
    a cell.
    """
    etree = import_module("lxml.etree")  # odfdo is built on it
    reader = etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True)
    written: bytes = etree.tostring(etree.fromstring(content, reader))
    return written


def _ods_sheet(path: Path, book: Any, table: Any) -> Sheet:
    style = book.content.get_style("table", table.style)
    is_hidden = bool(table.style and style) and (style.get_properties("table") or {}).get("table:display") == "false"
    return Sheet(table.name or "?", _kept(path, list(_ods_rows(path, table))), is_hidden)


def _ods_rows(path: Path, table: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
    number = 0
    for row in table.get_elements("descendant::table:table-row"):
        cells: list[str] = []
        for cell in row.get_elements("table:table-cell|table:covered-table-cell"):
            if any(_count(cell, f"number-{way}-spanned", path, number) > 1 for way in ("columns", "rows")):
                raise _merged(path, table.name or "?", f"from column {len(cells) + 1} on", number + 1)
            repeated = _count(cell, "number-columns-repeated", path, number)
            cells += [_ods_word(cell)] * min(repeated, MOST_COLUMNS - len(cells))
        while cells and not cells[-1]:
            cells.pop()
        repeated = _count(row, "number-rows-repeated", path, number)
        if cells and repeated > 1000:
            raise BadFile(f"{path}: row {number + 1} is repeated {repeated:,} times. Delete the copies")
        for n in range(repeated if cells else 0):
            yield number + n + 1, tuple(cells)
        number += repeated


def _ods_word(cell: Any) -> str:
    """Return the figure, date or truth value of a cell, or else its displayed text, without an attached note."""
    match cell.type:
        case "float" | "percentage" | "currency" if _FIGURE.fullmatch(
            value := cell.get_attribute_string("office:value") or ""
        ):
            return _word(float(value))
        case "boolean":
            return _word(cell.bool)
        case "date" if day := cell.get_attribute_string("office:date-value"):
            return str(day[:10])
    return "\n".join(line.inner_text for line in cell.get_elements("text:p")).strip()


def _count(element: Any, name: str, path: Path, row: int) -> int:
    text = element.get_attribute_string(f"table:{name}") or "1"
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadFile(
            f"{path}, row {row + 1}: {name} is {text[:20]!r}, but it must be a whole number. Save the file "
            "again, or save it as .csv"
        )
    return max(1, int(text))
