"""Names of rows for people: a battalion by its name, a line of a battle by battle and battalion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from campaign.rows.images import Sheet, Values, sheets
from campaign.values import dataclass


class Tables(Protocol):
    """Rows in their journal form, by table and id."""

    def __getitem__(self, table: str, /) -> Mapping[int, Values]:
        """Return the rows of a table, by id."""
        ...


@dataclass(slots=True)
class Names:
    """Names of rows: name and key where they have them, or else the columns that make them unique, with links by
    name.
    """

    states: tuple[Tables, ...]

    def of(self, table: str, ident: int) -> str:
        """Return a row's name in the first of the states that contains it."""
        row = next((state[table][ident] for state in self.states if ident in state[table]), None)
        if row is None:
            return f"{_title(table)} {ident}"
        return f"{_title(table)} {self._called(sheets()[table], row)}"

    def _called(self, written: Sheet, row: Mapping[str, object]) -> str:
        if row.get("name"):
            return str(row["name"])
        naming = (written.by_attribute[attribute].column for attribute in written.natural)
        return " ".join(
            self._said(written, column, row[column]) for column in naming if row.get(column) not in (None, "")
        )

    def _said(self, written: Sheet, column: str, value: object) -> str:
        if column not in written.links or not isinstance(value, int):
            return str(value)
        target = written.links[column]
        row = next((state[target][value] for state in self.states if value in state[target]), None)
        return f"{target} {value}" if row is None else self._called(sheets()[target], row)


def _title(table: str) -> str:
    return table.replace("_", " ")
