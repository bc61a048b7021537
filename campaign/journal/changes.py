"""Changes made by an entry, with names: for previews and for readers of the journal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import select

from campaign.journal.board import JournalBoard
from campaign.journal.people import people_of
from campaign.journal.positions import moved_from
from campaign.model import Battalion, Place, Road
from campaign.rows.images import Image, Sheet, Values, fold, sheets
from campaign.values import dataclass, field, plain_dataclass, plain_field


@plain_dataclass(frozen=True, slots=True)
class Change:
    """One change: a column of a row. Without a column the row is new (``before`` None) or erased (``after`` None).
    Links show names.
    """

    table: str
    name: str
    column: str
    before: Any
    after: Any
    _row: int = plain_field(default=0, compare=False, repr=False)
    _where: tuple[str, str] = plain_field(default=("", ""), compare=False, repr=False)

    @property
    def row(self) -> int:
        """Id of the changed row; 0 if it is not known."""
        return self._row

    @property
    def where(self) -> tuple[str, str]:
        """The old and the new position of a battalion that moves, in words; empty for all else."""
        return self._where


def changes_of(board: JournalBoard) -> tuple[Change, ...]:
    """Return the net changes written on the board in this entry, by table and id."""
    net = fold(json.loads(flush) for flush in board.flushes)
    names = _Names(
        board, {(table, ident): before for table, ident, before, after in net if before is not None and after is None}
    )
    return tuple(change for image in net for change in _of_row(image, names))


def _of_row(image: Image, names: _Names) -> list[Change]:
    table, ident, before, after = image
    name = names.of(table, ident)
    if before is None or after is None:
        return [Change(table, name, "", None if before is None else name, None if after is None else name, ident)]
    links, shown = sheets()[table].links, people_of(names.board).shown_value

    def text_of(column: str, value: Any) -> Any:
        return names.of(links[column], value) if column in links and value is not None else shown(value)

    where = names.moved(ident, before, after) if table == "battalion" else ("", "")
    return [
        Change(table, name, column, text_of(column, before[column]), text_of(column, after[column]), ident, where)
        for column in after
    ]


@dataclass(slots=True)
class _Names:
    """Names of rows: their name, or else their key, or else the columns that make them unique. One query a table."""

    board: JournalBoard
    erased: dict[tuple[str, int], Values]
    tables: dict[str, dict[int, Values]] = field(default_factory=dict)

    def of(self, table: str, ident: int) -> str:
        written = sheets()[table]
        if table not in self.tables:
            self.tables[table] = self._load(written)
        row = self.tables[table].get(ident) or self.erased.get((table, ident))
        if row is None:
            return f"{table} {ident}"
        if row.get("name"):
            return str(row["name"])
        return " ".join(
            self._said(written, column, row[column]) for column in self._naming(written) if row[column] is not None
        )

    def moved(self, battalion: int, before: Values, after: Values) -> tuple[str, str]:
        """Return the old and the new position of a battalion in words, if it moves."""

        def row(model: type[Battalion | Road | Place], ident: int) -> Mapping[str, Any]:
            found = self.board.row(model, ident)
            return {column: getattr(found, column) for column in model.columns}

        return moved_from(row(Battalion, battalion), before, after, partial(row, Road), partial(row, Place))

    def _said(self, written: Sheet, column: str, value: Any) -> str:
        return self.of(written.links[column], value) if column in written.links else str(value)

    @staticmethod
    def _naming(written: Sheet) -> list[str]:
        return [written.by_attribute[attribute].column for attribute in written.natural]

    def _load(self, written: Sheet) -> dict[int, Values]:
        columns = [*self._naming(written), *(["name"] if "name" in written.by_column else [])]
        columns = list(dict.fromkeys(columns))
        table = written.table
        statement = select(table.c.id, *(table.c[column] for column in columns)).where(
            table.c.campaign_id == self.board.campaign_id
        )
        return {row[0]: dict(zip(columns, row[1:], strict=True)) for row in self.board.connection.execute(statement)}
