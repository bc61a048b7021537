"""Tables of a campaign at a moment as CSV and XLSX; the first row names the columns."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from campaign.errors import BadInput
from campaign.exchange.foreign.draft import NOTHING
from campaign.exchange.foreign.table_map import SIDE_COLUMNS
from campaign.exchange.rewriting import Rewriter
from campaign.exchange.unit_entries import formation_entry
from campaign.exchange.values import Place, Road, Scenario
from campaign.terms.attributes import keys_of
from campaign.terms.forces import Level

Cell = str | int | float


def _orbat(state: Scenario) -> list[list[Cell]]:
    from campaign.exchange.foreign.columns import FIGURES, OWN_KEYS

    rows: list[dict[str, Cell]] = []
    writer = Rewriter(state)
    by_key = {formation.key: formation for formation in state.formations}
    sides = {side.key: side.name for side in state.sides}
    for formation in state.formations:
        entry = formation_entry(formation, by_key.get(formation.superior or ""))
        rows.append(_row(entry, formation.level.value, formation.name, formation.superior or "", sides[formation.side]))
        for battalion in (b for b in state.battalions if b.organic == formation.key):
            kind = "headquarters" if battalion.headquarters_of else "battalion"
            rows.append(
                _row(
                    writer.battalion(battalion, formation, alone=True),
                    kind,
                    battalion.name,
                    formation.key,
                    sides[battalion.side],
                )
            )
    used = [
        column
        for column in ("kind", "name", "under", "side", *FIGURES, "items", *OWN_KEYS)
        if any(column in row for row in rows)
    ]
    return [list(used), *([row.get(column, "") for column in used] for row in rows)]


def _row(entry: Mapping[str, Any], kind: str, name: str, under: str, side: str) -> dict[str, Cell]:
    row: dict[str, Cell] = {"kind": kind, "name": name, "under": under, "side": side}
    for key, value in entry.items():
        if key in (*(level.value for level in Level), "battalion", "headquarters"):
            continue
        if key in ("establishment", "strength"):
            row |= {f"{figure}{' full' if key == 'establishment' else ''}": number for figure, number in value.items()}
        elif key == "items":
            row["items"] = "; ".join(value) or "none"
        elif key == "arrives":
            row["arrives"] = f"{value['day']}.{value['turn']} at {value['at']}"
        else:
            row[key] = "yes" if value is True else "no" if value is False else NOTHING if value == "" else value
    return row


def _places(state: Scenario) -> list[list[Cell]]:
    sections = Rewriter(state).sections()
    places, centre = sections.get("places", {}), str(sections.get("centre", ""))
    used = [
        key for key in keys_of(Place) if key not in ("name", "at") and any(key in entry for entry in places.values())
    ]
    rows: list[list[Cell]] = [
        ["key", "name", "lat", "lon", "east km", "north km", *used, *(["centre"] if centre else [])]
    ]
    for n, p in enumerate(state.places):
        where = [_e6(p.lat_e6), _e6(p.lon_e6), p.x_m / 1000, p.y_m / 1000]
        rows.append([p.key, p.name, *where, *(_cell(places[p.key].get(key, "")) for key in used)])
        if centre:
            rows[-1].append(centre if n == 0 else "")
    return rows


def _e6(value: int | None) -> Cell:
    return "" if value is None else value / 1e6


def _cell(value: Any) -> Cell:
    """Return a value as a cell: yes and no as words, points with a semicolon between them, lists of tables as JSON."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return (
            "; ".join(value)
            if all(isinstance(value_part, str) for value_part in value)
            else json.dumps(value, ensure_ascii=False)
        )
    return value if isinstance(value, int) else str(value)


def _roads(state: Scenario) -> list[list[Cell]]:
    entries = Rewriter(state).sections().get("roads", [])
    used = [
        key
        for key in keys_of(Road)
        if key in ("from", "to", "km", "kind", "name") or any(key in entry for entry in entries)
    ]
    rows: list[list[Cell]] = [list(used)]
    rows.extend([_cell(entry.get(key, "")) for key in used] for entry in entries)
    return rows


def _objectives(state: Scenario) -> list[list[Cell]]:
    rows: list[list[Cell]] = [["key", "name", "place", "side", "points", "day"]]
    sides = {side.key: side.name for side in state.sides}
    rows.extend([o.key, o.name, o.place, sides[o.side], o.points, o.day or ""] for o in state.objectives)
    return rows


def _sides(state: Scenario) -> list[list[Cell]]:
    """Return the sides, and in the first row the facts about the whole campaign."""
    nations = {
        formation.side: formation.nation for formation in reversed(state.formations) if formation.superior is None
    }
    first_row: list[Cell] = [state.title, state.first_day.isoformat(), state.days, state.time_zone]
    rows: list[list[Cell]] = [list(SIDE_COLUMNS)]
    for n, side in enumerate(state.sides):
        side_row: list[Cell] = [
            side.key,
            side.name,
            nations.get(side.key, ""),
            side.adjective,
            side.accent,
            "; ".join(side.home_edges),
        ]
        rows.append([*side_row, *(first_row if n == 0 else [""] * len(first_row))])
    return rows


TABLES: dict[str, Callable[[Scenario], list[list[Cell]]]] = {
    "orbat": _orbat,
    "sides": _sides,
    "places": _places,
    "roads": _roads,
    "objectives": _objectives,
}
"""Tables that can be written. As CSV (one file each), XLSX or ODS, campaign convert can read them back."""


def table_of(state: Scenario, name: str) -> list[list[Cell]]:
    """Return the rows of a table. Raises BadInput for an unknown one."""
    if name not in TABLES:
        raise BadInput(f"there is no table {name!r}. Write one or more of {', '.join(TABLES)}")
    return TABLES[name](state)


def csv_of(rows: list[list[Cell]]) -> str:
    """Return the rows separated by commas, with a line feed after each; no cell is a formula."""
    from campaign.exchange.foreign.sheets import guarded

    written = io.StringIO()
    cells = ([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    csv.writer(written, lineterminator="\n").writerows(cells)
    return written.getvalue()


def table_file_of(state: Scenario, table: str) -> str:
    """Return one of `TABLES` as a file. Raises BadInput for an unknown one."""
    return csv_of(table_of(state, table))


def workbook_of(state: Scenario) -> bytes:
    """Return all of `TABLES` as a workbook. Raises BadInput where openpyxl is missing."""
    return xlsx_of({name: rows_of(state) for name, rows_of in TABLES.items()})


def xlsx_of(tables: Mapping[str, list[list[Cell]]]) -> bytes:
    """Return a workbook with a sheet for each table. Raises BadInput where openpyxl is missing."""
    from campaign.exchange.foreign.sheets import spreadsheet_package

    openpyxl = spreadsheet_package("openpyxl", ".xlsx")
    book = openpyxl.Workbook()
    if book.active is not None:
        book.remove(book.active)
    for name, rows in tables.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, 1):
            sheet.append(row)
            for n, value in enumerate(row, 1):
                if isinstance(value, str) and value.startswith("="):
                    cell = sheet.cell(number, n)
                    cell.data_type, cell.quotePrefix = "s", True
        sheet.freeze_panes = "A2"
    written = io.BytesIO()
    book.save(written)
    return _without_its_hour(written.getvalue())


def _without_its_hour(workbook: bytes) -> bytes:
    """Return the workbook without the time of its writing, so that equal tables are equal bytes."""
    plain = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as packed, zipfile.ZipFile(plain, "w", zipfile.ZIP_DEFLATED) as again:
        for name in packed.namelist():
            part = packed.read(name)
            if name == "docProps/core.xml":
                part = re.sub(rb"<dcterms:(created|modified)\b[^>]*>[^<]*</dcterms:\1>", b"", part)
            again.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return plain.getvalue()
