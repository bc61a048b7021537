"""The board: a session bound to one campaign, where an action lays out rows and changes them.

    board.rows(Battalion, Battalion.state == State.FRESH)      all that fit, by id
    board.by_id(Place)[battalion.place_id]                     joins are done by id in Python
    battle = board.make(Battle, number=1, ...)                 has its id at once
    battalion.place_id = place.id                             links are set by id
    board.erase(contact)

Only rows of this campaign are seen. Ids come from the campaign's ledger, one counter for all tables, and are never
used again; in a replay a row of the same table and natural key is given the same id as before. There is no
autoflush, but ``rows``, ``by_id`` and ``one`` write pending changes first, so they see what the action has done so
far. A JSON column is changed by assigning a new value; what is altered inside the old one is not noticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from sqlalchemy import (
    JSON,
    ClauseElement,
    Column,
    ColumnElement,
    Connection,
    Enum,
    Result,
    Text,
    bindparam,
    case,
    cast,
    event,
    func,
    inspect,
    select,
    type_coerce,
)
from sqlalchemy.orm import ORMExecuteState, Session, SessionTransaction, with_loader_criteria

from campaign.errors import NotFound, StoreError
from campaign.journal.canonical import canonical
from campaign.journal.guard import guard, seal
from campaign.journal.images import Flush, image_of_changed, image_of_erased, image_of_new, sheet
from campaign.journal.snapshot import Snapshot
from campaign.model import Campaign, Clock, Entry, Journalled, Ledger
from campaign.terms.time import Moment

Row = TypeVar("Row", bound=Journalled)
Given = dict[tuple[str, tuple[Any, ...]], int]
"""Ids by table and natural key."""


CONFINED = {"confined_to_campaign": True}
"""Marks a query that names its campaign itself: the criterion for every table would cost ten milliseconds a statement
to compile."""
_LEDGER = select(Ledger).where(Ledger.campaign_id == bindparam("campaign")).execution_options(**CONFINED)
_FACTS = select(Campaign).where(Campaign.id == bindparam("campaign")).execution_options(**CONFINED)


class Board(Protocol):
    """What an action, and what reads for it, asks of the rows of one campaign, wherever they are kept."""

    campaign_id: int
    campaign: Campaign
    ledger: Ledger
    issued: Given
    """The ids handed out."""
    writes: bool
    """May rows be changed? If not, they stay as they are for as long as the board is there."""

    @property
    def info(self) -> dict[Any, Any]:
        """What the actions of one transaction leave for each other."""
        ...

    @property
    def clock(self) -> Clock:
        """The clock's row. Raises NotFound before the campaign has started."""
        ...

    @property
    def moment(self) -> Moment:
        """The running turn."""
        ...

    def rows(self, model: type[Row], *criteria: Any) -> list[Row]:
        """Return all rows that fit, by id."""
        ...

    def columns(self, model: type[Row], *names: str) -> list[Any]:
        """Return the plain values of these columns of all rows, by id."""
        ...

    def by_id(self, model: type[Row], *criteria: Any) -> dict[int, Row]:
        """Return all rows that fit by their id."""
        ...

    def row(self, model: type[Row], ident: int) -> Row:
        """Return the row with that id. Raises NotFound."""
        ...

    def make(self, model: type[Row], **values: Any) -> Row:
        """Make a row; it has its id and all defaults at once."""
        ...

    def erase(self, row: Journalled) -> None:
        """Erase a row."""
        ...

    def flush(self) -> None:
        """Write what is pending."""
        ...


def _as_written(column: Column[Any]) -> ColumnElement[Any]:
    """A column without what the mapping makes of it: of very many rows, words are looked up sooner than made enums of,
    and a JSON text takes time to read."""
    if isinstance(column.type, JSON):
        return case((func.length(cast(column, Text)) > len("[]"), column))
    return type_coerce(column, Text) if isinstance(column.type, Enum) else column


class JournalBoard(Session):
    """A session bound to one campaign. ``campaign`` holds its static facts, ``ledger`` its counters as they were found.

    ``flushes`` collects the images of what was written, one JSON text a flush; ``given`` the ids handed out;
    ``remembered`` the ids to hand out again; ``present`` is, on a board in the past, the board that has the record.
    """

    def __init__(self, connection: Connection, campaign: int, *, write: bool) -> None:
        super().__init__(bind=connection, autoflush=False, expire_on_commit=False)
        self.campaign_id, self.writes = campaign, write
        self._may_write = False
        self._seal = seal(connection) if write else None
        self._erased = False
        self._erasing: list[Journalled] = []
        self._clock: Clock | None = None
        self.present: JournalBoard | None = None
        self._snapshot = None if write else Snapshot(self._asked)
        self.marks: dict[SessionTransaction, int] = {}
        self.flushes: list[str] = []
        self.recorded = 0
        self.issued: Given = {}
        self.remembered: Mapping[tuple[str, tuple[Any, ...]], int] = {}
        guard(connection, lambda: self.may_write)
        self.ledger, self.campaign = self._counters_and_facts()
        self.next_id = self.ledger.next_id
        if self._seal is not None:
            self._seal(False)

    def _counters_and_facts(self) -> tuple[Ledger, Campaign]:
        parameters = {"campaign": self.campaign_id}
        ledger = self.scalars(_LEDGER.with_for_update() if self.writes else _LEDGER, parameters).one()
        campaign = self.scalars(_FACTS, parameters).one()
        self.expunge_all()
        return ledger, campaign

    @property
    def may_write(self) -> bool:
        """Is this the board's own flush, or the journal at work? Else nothing passes, not even by the driver's own
        cursor."""
        return self._may_write

    @may_write.setter
    def may_write(self, may: bool) -> None:
        if may != self._may_write and self._seal is not None:
            self._seal(may)
        self._may_write = may

    def close(self) -> None:
        """Put the board away and leave the connection as it was found."""
        if self._seal is not None:
            self._seal(True)
        super().close()
        self.info.clear()  # what it kept refers to it: without the circle the memory is free at once
        self._snapshot = None

    # reading

    @property
    def clock(self) -> Clock:
        """The clock's row. Raises NotFound before the founding has set it."""
        if self._clock is None or self._clock not in self:
            clocks = self.rows(Clock)
            if not clocks:
                raise NotFound(f"campaign {self.campaign.name!r} has no clock yet: it is not founded")
            self._clock = clocks[0]
        return self._clock

    @property
    def moment(self) -> Moment:
        """The running turn."""
        return Moment(self.clock.day, self.clock.turn)

    def rows(self, model: type[Row], *criteria: Any) -> list[Row]:
        """All rows of this campaign that fit, by id."""
        if self._snapshot is not None:
            return self._snapshot.rows(model, criteria)
        self.flush()
        return self._asked(model, *criteria)

    def _asked(self, model: type[Row], *criteria: Any) -> list[Row]:
        query = select(model).where(model.campaign_id == self.campaign_id, *criteria).order_by(model.id)
        return list(self.scalars(query.execution_options(**CONFINED)))

    def columns(self, model: type[Row], *names: str) -> list[Any]:
        """These columns of all rows of this campaign, by id, as they are written: for large tables that are only read.
        An empty JSON list is None."""
        if self.writes:
            self.flush()
        table: Any = inspect(model).local_table.c
        query = (
            select(*(_as_written(table[name]) for name in names))
            .where(table.campaign_id == self.campaign_id)
            .order_by(table.id)
        )
        return list(self.execute(query.execution_options(**CONFINED)).all())

    def by_id(self, model: type[Row], *criteria: Any) -> dict[int, Row]:
        """The same, by id."""
        return {row.id: row for row in self.rows(model, *criteria)}

    def entries(self, *columns: Any, criteria: Iterable[Any] = ()) -> Result[*tuple[Any, ...]]:
        """These columns of the entries of the record, in its order; of a past board no further than its last entry."""
        query = select(*columns).where(Entry.campaign_id == self.campaign_id, *criteria).order_by(Entry.seq)
        if self.present is not None:
            query = query.where(Entry.seq <= self.ledger.last_seq)
        return (self.present or self).execute(query.execution_options(**CONFINED))

    def row(self, model: type[Row], ident: int) -> Row:
        """The row with that id. Raises NotFound."""
        if self.writes:
            self.flush()
        row = self.get(model, (self.campaign_id, ident))
        if row is None:
            raise NotFound(
                f"there is no {model.__name__.lower()} with the id {ident} in campaign {self.campaign.name!r}"
            )
        return row

    # changing

    def make(self, model: type[Row], **values: Any) -> Row:
        """A new row with its id and all defaults set. Raises TypeError for an unknown column or a missing one."""
        if self._erased:
            self.flush()
        written = sheet(model)
        if unknown := sorted(values.keys() - written.by_attribute.keys()):
            raise TypeError(f"{model.__name__} has no column {unknown[0]!r}")
        names = written.by_attribute
        row_values = {name: values[name] if name in values else self._default(model, name) for name in names}
        if missing := [name for name, value in row_values.items() if value is None and names[name].needed]:
            raise TypeError(f"a new {model.__name__} needs {missing[0]}")
        key = written.table.name, tuple(names[name].to_json(row_values[name]) for name in written.natural)
        keyed: dict[str, Any] = {"campaign_id": self.campaign_id, "id": self._ident(key), **row_values}
        row = model(**keyed)
        self.add(row)
        return row

    def _ident(self, key: tuple[str, tuple[Any, ...]]) -> int:
        ident = self.remembered.get(key)
        if ident is None:
            ident = self.next_id
        self.next_id = max(self.next_id, ident + 1)
        self.issued[key] = ident
        return ident

    @staticmethod
    def _default(model: type[Journalled], attribute: str) -> Any:
        default: Any = inspect(model).column_attrs[attribute].columns[0].default
        if default is None:
            return None
        return default.arg(None) if default.is_callable else default.arg

    def erase(self, row: Journalled) -> None:
        """Delete a row. What refers to it must be erased or changed first; rows of one table may go in any order before
        the next reading."""
        if inspect(row).pending:
            self.expunge(row)
        elif sheet(type(row)).self_links:
            self._erasing.append(row)
        else:
            self.delete(row)
        self._erased = True

    # writing down

    def begin_entry(self) -> None:
        """Start a clean page: the images and ids of a new entry."""
        self.flush()
        self.flushes, self.issued, self.recorded = [], {}, 0

    def end_entry(self) -> None:
        """Everything written so far is in an entry."""
        self.recorded = len(self.flushes)

    def must_be_recorded(self) -> None:
        """Raises StoreError if something was changed that no entry tells of."""
        self.flush()
        if len(self.flushes) > self.recorded:
            raise StoreError(
                "refused: rows were changed outside of a command, which the journal would not know of; give a command"
            )

    def images(self) -> str:
        """The images of this entry so far, as one JSON text."""
        return f"[{','.join(self.flushes)}]"

    def flush(self, objects: Any = None) -> None:
        """Write pending changes, in one step or, where rows of one table refer to each other, in two."""
        if objects is not None:
            raise StoreError("a board is flushed whole")
        later = self._links_for_later()
        self._flush_once()
        for row, attribute, target in later:
            setattr(row, attribute, target)
        for row in self._erasing:
            self.delete(row)
        if later or self._erasing:
            self._erasing = []
            self._flush_once()
        self._erased = False

    def _flush_once(self) -> None:
        try:
            super().flush()
        finally:
            self.may_write = False

    def _links_for_later(self) -> list[tuple[Journalled, str, int]]:
        """Cut, for the first step, every link to a row of the same table that is not there yet or is about to go."""
        new = {(type(row), row.id): n for n, row in enumerate(self._in_order(self.new)) if sheet(type(row)).self_links}
        going = {(type(row), row.id) for row in self._erasing}
        for row in self._erasing:
            for attribute, target in self._self_links(row):
                if (type(row), target) in going:
                    setattr(row, attribute, None)
        later = []
        if new:
            for row in [*self._in_order(self.new), *self.dirty]:
                for attribute, target in self._self_links(row):
                    if new.get((type(row), target), -1) >= new.get((type(row), row.id), 0):
                        later.append((row, attribute, target))
        for row, attribute, _ in later:
            setattr(row, attribute, None)
        return later

    @staticmethod
    def _in_order(rows: Any) -> list[Any]:
        """New rows in the order they were laid on the board, which is the order they are inserted in."""
        return sorted(
            (row for row in rows if isinstance(row, Journalled)), key=lambda row: inspect(row).insert_order or 0
        )

    @staticmethod
    def _self_links(row: Any) -> Iterator[tuple[str, int]]:
        if isinstance(row, Journalled):
            written = sheet(type(row))
            for column in written.self_links:
                attribute = written.by_column[column].attribute
                if (target := getattr(row, attribute)) is not None:
                    yield attribute, target

    def commit(self) -> None:
        """Refused: the journal ends the transaction, never an action."""
        raise StoreError("an action never commits: the journal does, with the entry")

    @contextmanager
    def journal_writes(self) -> Iterator[None]:
        """For the journal's own statements only: entries, the ledger, undo."""
        self.may_write = True
        try:
            yield
        finally:
            self.may_write = False


@event.listens_for(JournalBoard, "do_orm_execute")
def _only_this_campaign(state: ORMExecuteState) -> None:
    board = state.session
    if state.is_select and isinstance(board, JournalBoard) and not state.execution_options.keys() & CONFINED.keys():
        campaign_id = board.campaign_id
        state.statement = state.statement.options(
            with_loader_criteria(Journalled, lambda model: model.campaign_id == campaign_id, include_aliases=True),
            with_loader_criteria(Entry, lambda model: model.campaign_id == campaign_id, include_aliases=True),
        )


@event.listens_for(JournalBoard, "before_flush")
def _only_what_is_journalled(board: JournalBoard, context: Any, instances: Any) -> None:
    laid = board.new  # made anew at each asking, row by row
    rows = [*laid, *board.dirty, *board.deleted]
    if rows and not board.writes:
        raise StoreError("this board only reads: nothing can be changed on it")
    for row in rows:
        _check_row(board, row, new=row in laid)
    board.may_write = True


def _check_row(board: JournalBoard, row: object, *, new: bool) -> None:
    kind = type(row).__name__
    if not isinstance(row, Journalled):
        raise StoreError(f"refused: a {kind} is not journalled and is written by the journal alone")
    if new:
        if row.campaign_id != board.campaign_id or row.id is None or row.id >= board.next_id:
            raise StoreError(
                f"refused: a {kind} without an id from this campaign's ledger; new rows come from board.make"
            )
        return
    state = inspect(row)
    for attribute in state.committed_state:
        if attribute in ("campaign_id", "id"):
            raise StoreError(f"refused: the key of {kind} {row.id} was changed; keys are given once and stay")
        if hasattr(state.dict.get(attribute), "__clause_element__") or isinstance(
            state.dict.get(attribute), ClauseElement
        ):
            raise StoreError(
                f"refused: {attribute} of {kind} {row.id} was set to SQL, whose value the journal cannot see; set a"
                " value"
            )


@event.listens_for(JournalBoard, "after_flush")
def _take_images(board: JournalBoard, context: Any) -> None:
    board.may_write = False
    images: Flush = [image_of_new(row) for row in board.new if isinstance(row, Journalled)]
    images += [image_of_erased(row) for row in board.deleted if isinstance(row, Journalled)]
    images += [
        image for row in board.dirty if isinstance(row, Journalled) and (image := image_of_changed(row)) is not None
    ]
    if images:
        images.sort(key=lambda image: image[:2])
        board.flushes.append(canonical(images))


@event.listens_for(JournalBoard, "after_transaction_create")
def _mark_savepoint(board: JournalBoard, transaction: SessionTransaction) -> None:
    if transaction.nested:
        board.marks[transaction] = len(board.flushes)


@event.listens_for(JournalBoard, "after_soft_rollback")
def _forget_what_was_rolled_back(board: JournalBoard, transaction: SessionTransaction) -> None:
    mark = board.marks.pop(transaction, None)
    if mark is not None:
        del board.flushes[mark:]
