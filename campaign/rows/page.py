"""The rows of one table on a board: read when they are first needed, kept, and watched for changes.

    page = Page(Battalion, campaign, source, flush, writes=True)
    page.rows(criteria)             all that fit, by id; a question that was asked before is not asked again
    page.row(ident)                 that row or None
    page.make(values)  page.erase(row)
    page.taken_down()               the changes since the last call, as images

Nothing is written to the database before the board does it, so what is asked for is merged with what has been changed:
rows of the database that fit are laid out if they are not there yet, and then all rows that are there are tried. A
table of which several parts were asked for is read whole, so that the statements of a command do not grow with
commanders, battles or turns, and a large table of which only a few rows matter is not read whole for them.
"""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from types import NoneType
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import ClauseElement

from campaign.errors import StoreError
from campaign.rows.column import Criterion
from campaign.rows.images import KEYS, Flush, Image, Sheet, image_of_changed, sheet, values_to_json
from campaign.rows.images import Values as JsonValues
from campaign.rows.row import laid_out, values_of
from campaign.rows.table import Journalled
from campaign.values import plain_dataclass

Row = TypeVar("Row", bound=Journalled)
Values = Sequence[Any]
"""Values of a row, in the order of the page's attributes."""

PARTS = 2
"""Number of partial queries to a table after which the table is read whole."""
SINGLE = 32
"""Number of queries for single rows after which the table is read whole."""
_PLAIN = frozenset({int, str, bool, float, list, dict, tuple, NoneType})
"""Types of most values, which are surely no SQL."""
_FILED_BY = frozenset({int, str})
"""Types of values by which rows are filed."""
MEMBERS = "*"
"""Stands among the attributes of a table for its set of rows; it changes with every row created or deleted."""


class Source(Protocol):
    """The source of a board's rows."""

    def whole(self, written: Sheet) -> Iterable[Values]:
        """Return every row of the campaign, by id."""
        ...

    def part(self, written: Sheet, criteria: Iterable[Criterion]) -> Iterable[Values]:
        """Return the rows that fit the criteria, possibly with others."""
        ...

    def single(self, written: Sheet, ident: int) -> Values | None: ...

    def columns(self, written: Sheet, names: Sequence[str]) -> Iterable[Any]:
        """Yield these columns of every row, by id, as ``plain_columns`` has them."""
        ...

    def as_json(self, written: Sheet) -> dict[int, JsonValues]:
        """Return every row in its journal form, by id."""
        ...


def plain_columns(written: Sheet, rows: Iterable[Journalled], names: Iterable[str]) -> Iterator[Any]:
    """Yield these columns of rows as they are written; an empty JSON list or object is None."""
    fields = [written.by_column.get(name) for name in names]
    columns = [("id", int) if field is None else (field.attribute, field.to_json) for field in fields]
    for row in rows:
        yield tuple(
            [
                None if not (value := to_json(getattr(row, attribute))) and type(value) in (list, dict) else value
                for attribute, to_json in columns
            ]
        )


def _ident_of(image: Image) -> int:
    return image[1]


@plain_dataclass
class _Files(Generic[Row]):
    """The rows up to the id ``last`` by their value of one attribute, each file by id. ``version``: that of the
    attribute when they were begun.
    """

    version: int
    rows: defaultdict[Any, list[Row]]
    last: int = 0


class Page(Generic[Row]):
    """The rows of one table on a board. ``writes``: they may be changed. ``flush``: writes all of the board's changes
    down; called before the key of an erased row is used again.
    """

    def __init__(
        self, model: type[Row], campaign: int, source: Source, flush: Callable[[], None], *, writes: bool
    ) -> None:
        self._model, self._campaign, self._source, self._flush, self._writes = model, campaign, source, flush, writes
        self.written = sheet(model)
        self._key_parts = [
            (self.written.attributes.index(name), self.written.by_attribute[name].to_json)
            for name in self.written.natural
        ]
        self.versions: Counter[str] = Counter()
        """Number of changes of each attribute, with ``MEMBERS`` for rows created and deleted."""
        self._rows: dict[int, Row] = {}
        self._is_whole = self._is_in_order = False
        self._asked: set[tuple[Criterion, ...]] = set()
        self._singles = 0
        self._answers: dict[tuple[Criterion, ...], tuple[tuple[int, ...], list[Row]]] = {}
        self._columns: dict[tuple[str, ...], tuple[tuple[int, ...], list[Any]]] = {}
        self._files: dict[str, _Files[Row]] = {}
        self._asked_by: dict[str, int] = {}
        """The version of each attribute when rows were last asked for by it."""
        self._before: dict[int, tuple[Row, tuple[Any, ...]]] = {}
        self._made: dict[int, Row] = {}
        self._laid: dict[int, JsonValues] = {}
        """New rows that were not asked for yet, in their journal form."""
        self._erased: dict[int, tuple[Any, ...]] = {}
        self._free_keys: set[tuple[Any, ...]] = set()
        """Natural keys of the deleted rows."""
        self._new: defaultdict[str, set[int]] = defaultdict(set)
        """Rows in which each attribute was changed since the last ``news``, with ``MEMBERS`` for those created."""

    # asking

    def rows(self, criteria: tuple[Criterion, ...]) -> list[Row]:
        """Return all rows that fit the criteria, by id; the list is the caller's own. Raises StoreError for a criterion
        that cannot be tested on a row.
        """
        untold = [c for c in criteria if not isinstance(c, Criterion) or not c.is_of(self._model)]
        if untold:
            raise StoreError(
                f"a board cannot tell which rows of {self.written.table.name} match {untold[0]}. Compare a "
                "column with a value"
            )
        versions = self._versions_of(criterion.attribute for criterion in criteria)
        answer = self._answers.get(criteria)
        if answer is None or answer[0] != versions:
            self._read(criteria)
            fitting, others = self._narrowed(criteria)
            for criterion in others:
                fitting = criterion.fitting(fitting)
            answer = self._answers[criteria] = versions, fitting
        return list(answer[1])

    def _narrowed(self, criteria: tuple[Criterion, ...]) -> tuple[list[Row], tuple[Criterion, ...]]:
        """Return rows among which are all that fit, by id, and the criteria that they have still to be tested by: the
        rows of one day of a long campaign are found without looking at those of the others.
        """
        for at, criterion in enumerate(criteria):
            attribute = criterion.attribute
            if criterion.compare is operator.eq and type(criterion.value) in _FILED_BY and self._is_worth(attribute):
                return self._filed(attribute, criterion.value), criteria[:at] + criteria[at + 1 :]
        return list(self._in_order()), criteria

    def _is_worth(self, attribute: str) -> bool:
        """Return whether rows were asked for by this attribute before, and no row has changed it since: only then files
        are quicker than to look at every row.
        """
        version = self.versions[attribute]
        was, self._asked_by[attribute] = self._asked_by.get(attribute), version
        return was == version

    def _filed(self, attribute: str, value: Any) -> list[Row]:
        """Return the rows with this value, by id, from files that only the new rows are added to."""
        newest_first = self._in_order_backwards()
        files = self._files.get(attribute)
        if files is None or files.version != self.versions[attribute]:
            files = self._files[attribute] = _Files(self.versions[attribute], defaultdict(list))
        new = list(takewhile(lambda row: row.id > files.last, newest_first))
        for row in reversed(new):
            files.rows[getattr(row, attribute)].append(row)
            files.last = row.id
        return list(files.rows.get(value, ()))

    def first(self) -> Row | None:
        """Return the row with the lowest id."""
        self._read(())
        return next(self._in_order(), None)

    def _versions_of(self, attributes: Iterable[str]) -> tuple[int, ...]:
        """Return version numbers that stay the same as long as the set of rows, and these attributes of them, do."""
        return tuple(self.versions[attribute] for attribute in (MEMBERS, *attributes))

    def row(self, ident: int) -> Row | None:
        self._become_objects()
        if ident not in self._rows and not self._is_whole and ident not in self._erased:
            self._singles += 1
            if self._singles > SINGLE:
                self._read(())
            elif (values := self._source.single(self.written, ident)) is not None:
                self._lay_out((values,))
        return self._rows.get(ident)

    def columns(self, names: Sequence[str]) -> list[Any]:
        """Return these columns of all rows, by id, as ``plain_columns`` has them: the same list object as before if
        none of them was changed.
        """
        version = self.version(names)
        answer = self._columns.get(tuple(names))
        if answer is None or answer[0] != version:
            answer = self._columns[tuple(names)] = version, list(self.read_through(names))
        return answer[1]

    def version(self, names: Sequence[str]) -> tuple[int, ...]:
        """Return a value that stays the same as long as these columns of all rows do."""
        fields = self.written.by_column
        return self._versions_of(fields[name].attribute for name in names if name in fields)

    def read_through(self, names: Sequence[str]) -> Iterable[Any]:
        """Yield these columns of all rows, by id, as ``plain_columns`` has them; the page does not keep
        them.
        """
        if not self._is_whole and not (self._before or self._made or self._laid or self._erased):
            return self._source.columns(self.written, names)
        self._read(())
        return plain_columns(self.written, self._in_order(), names)

    def _read(self, criteria: tuple[Criterion, ...]) -> None:
        """Read these rows from the source, unless that was done before."""
        self._become_objects()
        if self._is_whole or criteria in self._asked:
            return
        if criteria and len(self._asked) < PARTS:
            self._asked.add(criteria)
            self._lay_out(self._source.part(self.written, criteria))
        else:
            self._is_whole = True
            self._lay_out(self._source.whole(self.written))

    def _lay_out(self, rows: Iterable[Values]) -> None:
        """Add rows of the source that are not on the page yet, and not erased."""
        ident_at = KEYS.index("id")
        for values in rows:
            ident = values[ident_at]
            if ident not in self._rows and ident not in self._erased:
                self._rows[ident] = laid_out(self._model, values, self)
        self._is_in_order = False

    def _in_order(self) -> Iterator[Row]:
        self._put_in_order()
        return iter(self._rows.values())

    def _in_order_backwards(self) -> Iterator[Row]:
        self._put_in_order()
        return reversed(self._rows.values())

    def _put_in_order(self) -> None:
        if not self._is_in_order:
            self._rows = dict(sorted(self._rows.items()))
            self._is_in_order = True
            self._files.clear()  # rows may have come in between

    # changing

    def note(self, row: Row, attribute: str, value: Any) -> None:
        """Note that a value of a row is about to be changed. Raises StoreError for an impossible value, or one that
        cannot be recorded.
        """
        if not self._writes or self._rows.get(row.id) is not row or attribute not in self.written.by_attribute:
            raise self._refused_change(row, attribute)
        if type(value) not in _PLAIN and (isinstance(value, ClauseElement) or hasattr(value, "__clause_element__")):
            kind = f"{self._model.__name__} {row.id}"
            raise StoreError(
                f"{attribute} of {kind} was set to SQL, whose value the journal cannot see. Set it to a value"
            )
        if self._erased and attribute in self.written.natural:
            self._flush()
        if row.id not in self._made and row.id not in self._before:
            self._before[row.id] = row, values_of(row)
        if getattr(row, attribute) != value:
            self._new[attribute].add(row.id)
        self.versions[attribute] += 1

    def _refused_change(self, row: Row, attribute: str) -> Exception:
        """Return why an attribute of this row cannot be changed."""
        kind = f"{self._model.__name__} {row.id}"
        self._require_writing(f"{attribute} of {kind} cannot be changed on it")
        self._require_here(row)
        if attribute in KEYS:
            return StoreError(f"the key of {kind} was changed, but a key cannot change once it is given")
        return AttributeError(f"{self._model.__name__} has no column {attribute!r}")

    def _require_writing(self, trouble: str) -> None:
        if not self._writes:
            raise StoreError(f"this board is only for reading: {trouble}")

    def _require_here(self, row: Row) -> None:
        if self._rows.get(row.id) is not row:
            raise StoreError(
                f"{self._model.__name__} {row.id} cannot be changed, because it was erased or put away, or it "
                "is a copy that is not on the board"
            )

    def make(self, values: Values) -> Row:
        """Return a new row. Raises StoreError on a board that only reads."""
        self._require_writing(f"no {self._model.__name__} can be made on it")
        if self._free_keys and self.natural_key(values) in self._free_keys:
            self._flush()
        row = laid_out(self._model, values, self)
        self._is_in_order = self._is_in_order and (not self._rows or row.id > next(reversed(self._rows)))
        self._rows[row.id] = self._made[row.id] = row
        self._new[MEMBERS].add(row.id)
        self.versions[MEMBERS] += 1
        return row

    def lay(self, ident: int, values: JsonValues) -> None:
        """Make a new row from its journal form; it becomes an object of its own if it is asked for before the changes
        are taken down. Raises StoreError on a board that only reads.
        """
        self._require_writing(f"no {self._model.__name__} can be made on it")
        if self._free_keys:
            self._flush()
        self._laid[ident] = values
        self._new[MEMBERS].add(ident)
        self.versions[MEMBERS] += 1

    def _become_objects(self) -> None:
        """Make objects of the new rows that were laid, since rows of the table are asked for."""
        if not self._laid:
            return
        laid, self._laid = self._laid, {}
        for ident, values in laid.items():
            typed = [field.from_json(values[field.column]) for field in self.written.fields]
            self._rows[ident] = self._made[ident] = laid_out(self._model, (self._campaign, ident, *typed), self)
        self._is_in_order = False

    def erase(self, row: Row) -> None:
        """Erase a row; one that was made since the last ``taken_down`` leaves no trace. Raises StoreError on a board
        that only reads, and for a row that does not exist.
        """
        self._require_writing(f"no {self._model.__name__} can be erased on it")
        self._require_here(row)
        ident = row.id
        del self._rows[ident]
        self._files.clear()
        _, before = self._before.pop(ident, (row, values_of(row)))
        if self._made.pop(ident, None) is None:
            self._erased[ident] = before
            self._free_keys.add(self.natural_key(before))
        self.versions[MEMBERS] += 1

    def put_away(self) -> None:
        """Release all rows: they keep their values and can no longer be changed."""
        changes = (self._before, self._made, self._laid, self._erased)
        for kept in (self._rows, self._answers, self._columns, self._files, *changes):
            kept.clear()
        self._new.clear()

    def natural_key(self, values: Values) -> tuple[Any, ...]:
        """Return the natural key of a row with these values, in its journal form."""
        return tuple(to_json(values[at]) for at, to_json in self._key_parts)

    def news(self, columns: Sequence[str]) -> dict[int, JsonValues]:
        """Return these columns, in their journal form, of the rows that were made or in which one of them was changed
        since the last call, by id; of none that was taken down since.
        """
        asked = [self.written.by_column[column] for column in columns]
        fields = [(field.column, field.attribute, field.to_json) for field in asked]
        new = set().union(*(self._new.get(name, ()) for name in (MEMBERS, *(field.attribute for field in asked))))
        self._new.clear()
        return {
            ident: self._laid[ident]
            if ident in self._laid
            else {column: to_json(getattr(self._rows[ident], attribute)) for column, attribute, to_json in fields}
            for ident in sorted(new)
            if ident in self._rows or ident in self._laid  # not erased since
        }

    def loaded(self) -> dict[int, JsonValues]:
        """Return the rows that are on the page, in their journal form, by id."""
        return self._laid | {ident: self.json_of(row) for ident, row in self._rows.items()}

    def json_of(self, row: Row) -> JsonValues:
        """Return a row in its journal form."""
        return values_to_json(self.written, values_of(row)[len(KEYS) :])

    def taken_down(self) -> Flush:
        """Return the changes since the last call, by id except where keys are passed on; later calls compare with this
        state.
        """
        name, first = self.written.table.name, len(KEYS)
        if self._is_whole or self._asked:  # what was read once is not read again, so new rows must be among it
            self._become_objects()
        images: Flush = [(name, ident, None, values) for ident, values in self._laid.items()]
        images += [(name, ident, None, self.json_of(row)) for ident, row in self._made.items()]
        images += [
            (name, ident, values_to_json(self.written, values[first:]), None) for ident, values in self._erased.items()
        ]
        changed = {}
        for ident, (row, before) in self._before.items():
            after = values_of(row)
            if image := image_of_changed(self.written, ident, before[first:], after[first:]):
                changed[ident] = image, self.natural_key(before), self.natural_key(after)
        self._laid, self._made, self._erased, self._before, self._free_keys = {}, {}, {}, {}, set()
        self._new.clear()
        images += self._passed_on(changed)
        return images if any(old != new for _, old, new in changed.values()) else sorted(images, key=_ident_of)

    def _passed_on(self, changed: dict[int, tuple[Image, tuple[Any, ...], tuple[Any, ...]]]) -> Flush:
        """Return changed rows by id, except that a row that takes the key of another comes after it. Raises StoreError
        for keys that go round in a circle, which no order of writing allows.
        """
        waiting = dict(sorted(changed.items()))
        images: Flush = []
        while waiting:
            given_up = {old: ident for ident, (_, old, new) in waiting.items() if old != new}
            ready = [ident for ident, (_, _, new) in waiting.items() if given_up.get(new, ident) == ident]
            if not ready:
                raise StoreError(
                    f"rows of {self.written.table.name} were given each other's keys in a circle, which the "
                    "database cannot write"
                )
            images += [waiting.pop(ident)[0] for ident in ready]
        return images
