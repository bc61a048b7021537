"""The board: the rows of one campaign, which an action reads, changes, makes and erases.

    board.rows(Battalion, Battalion.state == State.FRESH)      all that fit, by id
    board.by_id(Place)[battalion.place_id]                     joins are done by id in Python
    battle = board.make(Battle, number=1, ...)                 has its id at once
    lay = board.layer(Place, ("key", "name", ...))             for thousands of new rows: lay(values) returns the id
    battalion.place_id = place.id                             links are set by id
    board.erase(contact)

Only rows of this campaign are seen. Ids come from the campaign's ledger, one counter for all tables, and are never used
again; in a replay a row of the same table and natural key is given the same id as before. Everything is done in memory:
rows are read when they are first asked for, and what became different is written down by ``flush``, at the end of an
entry and wherever a turn ends within it (``--as-of`` finds its turns there). A JSON column is changed by assigning a
new value; what is altered inside the old one is not noticed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, Result, select
from sqlalchemy.exc import IntegrityError, NoResultFound

from campaign.errors import NotFound, StoreError, Unsound
from campaign.journal.canonical import canonical
from campaign.model import Campaign, Clock, Entry, Journalled, Ledger
from campaign.rows.guard import guard, seal
from campaign.rows.images import Flush, Sheet, Values, new_values, sheets
from campaign.rows.kept import NO_MARKS, KeptRows, State, Tables
from campaign.rows.page import Page, Source
from campaign.rows.rewind import in_steps, write
from campaign.rows.row import model_of
from campaign.rows.stored import StoredRows
from campaign.store.engine import marks_of
from campaign.store.lock_holder import lock_rows
from campaign.store.opening import number_of
from campaign.terms.time import Moment, moment_of

if TYPE_CHECKING:
    from campaign.journal.people import Known
    from campaign.journal.turn_bits import TurnBits

Row = TypeVar("Row", bound=Journalled)
IssuedIds = dict[tuple[str, tuple[Any, ...]], int]
"""Ids by table and natural key."""


ADJUST = "This is an error of the program. Correct the unit or place by hand: campaign adjust"
"""The way out for a change that breaks a rule of the tables."""

_COUNTERS_AND_FACTS = select(Ledger.__table__, Campaign.__table__).join_from(
    Ledger.__table__, Campaign.__table__, Ledger.campaign_id == Campaign.id
)
_LOCKED = _COUNTERS_AND_FACTS.with_for_update(of=Ledger.__table__)
_COUNTERS = len(Ledger.__table__.columns)
"""Number of columns of the ledger, which stand before those of the campaign."""


def _counters_and_facts(connection: Connection, campaign: str | int | None, *, write: bool) -> tuple[Ledger, Campaign]:
    """Return the counters and the static facts of a campaign, with one statement for a campaign that is named; to
    write, its ledger is locked. Raises NotFound, or Refused if a name is needed.
    """
    if campaign is None and write:
        campaign = number_of(connection)
    which = [] if campaign is None else [(Campaign.id if isinstance(campaign, int) else Campaign.name) == campaign]
    if write:
        rows = lock_rows(connection, _LOCKED.where(*which), {}).all()
    else:
        rows = connection.execute(_COUNTERS_AND_FACTS.where(*which).limit(2)).all()
    if len(rows) != 1:
        if isinstance(campaign, int):
            raise NoResultFound(f"campaign {campaign} has no ledger")  # told as damage
        return _counters_and_facts(connection, number_of(connection, campaign), write=write)
    (row,) = rows
    names = [*Ledger.__table__.columns.keys()], [*Campaign.__table__.columns.keys()]
    return (
        Ledger(**dict(zip(names[0], row[:_COUNTERS], strict=True))),
        Campaign(**dict(zip(names[1], row[_COUNTERS:], strict=True))),
    )


class Board(Protocol):
    """The interface to the rows of one campaign for actions and their readers, wherever the rows are kept."""

    campaign_id: int
    campaign: Campaign
    ledger: Ledger
    issued: IssuedIds
    """Ids given to new rows."""
    writes: bool
    """True if rows may be changed; otherwise they stay the same while the board exists."""

    @property
    def info(self) -> dict[Any, Any]:
        """Notes that the actions of one transaction leave for each other."""
        ...

    @property
    def clock(self) -> Clock:
        """Row of the clock. Raises NotFound before the campaign has started."""
        ...

    @property
    def moment(self) -> Moment:
        """Running turn."""
        ...

    def rows(self, model: type[Row], *criteria: Any) -> list[Row]:
        """Return all rows that fit the criteria, by id."""
        ...

    def columns(self, model: type[Row], *names: str) -> list[Any]:
        """Return the plain values of these columns of all rows, by id."""
        ...

    def version(self, model: type[Row], *names: str) -> tuple[int, ...]:
        """Return a value that stays the same as long as these columns of all rows do."""
        ...

    def read_through(self, model: type[Row], *names: str) -> Iterable[Any]:
        """Yield the plain values of these columns of all rows, by id, without keeping them on the board."""
        ...

    def by_id(self, model: type[Row], *criteria: Any) -> dict[int, Row]:
        """Return all rows that fit the criteria as a mapping from their ids."""
        ...

    def row(self, model: type[Row], ident: int) -> Row:
        """Return the row with that id. Raises NotFound."""
        ...

    def make(self, model: type[Row], **values: Any) -> Row:
        """Return a new row, with its id and all defaults set."""
        ...

    def layer(self, model: type[Row], names: Sequence[str]) -> Callable[[Sequence[Any]], int]:
        """Return a function that makes a new row from the values of these columns, and returns its id."""
        ...

    def erase(self, row: Journalled) -> None: ...

    def flush(self) -> None:
        """Write the changes down: a state of the campaign that can be asked for later."""
        ...

    def broken_rules(self) -> tuple[str, ...]:
        """Return in words which rows break a rule of their table, and how: of those that were made or changed since
        this was last asked and are not written down yet.
        """
        ...

    def known_people(self) -> Iterable[Known]:
        """Return everything that is known about the people of the campaign."""
        ...

    def keep_person(self, row: Mapping[str, Any]) -> None:
        """Write a fact about a person beside the journal, by its columns."""
        ...


class JournalBoard:
    """The board of one campaign in a database, by its name or number or, without either, the only one. ``campaign``
    holds its static facts, ``ledger`` its counters as read. ``kept``: rows that were read in earlier transactions.

    ``flushes`` collects the images of what was written, one JSON text a flush; ``issued`` the ids handed out;
    ``remembered`` the ids to hand out again; ``present`` is, on a board in the past, the board that has the record;
    ``turns`` the fresh bits of the campaign's turns, once they were asked for; ``noted`` what a trial writes, entry by
    entry, if it is to be written down later.
    """

    has_kept_people: bool
    """The running entry has written facts about people."""

    def __init__(
        self, connection: Connection, campaign: str | int | None, *, write: bool, kept: KeptRows | None = None
    ) -> None:
        self.connection = connection
        self._may_write = False
        self._seal = seal(connection) if write else None
        guard(connection, lambda: self.may_write)
        self.ledger, self.campaign = _counters_and_facts(connection, campaign, write=write)
        ident = self.ledger.campaign_id
        self.as_opened = self.state
        """The state in which the board was opened."""
        self._kept_rows, self.marks = kept, NO_MARKS if kept is None else marks_of(connection)
        self.stored = StoredRows(connection, ident, None if kept is None else kept.at(self.state, self.marks.now))
        self._lay_empty(ident, self.stored, write=write)
        self.next_id = self.ledger.next_id
        if self._seal is not None:
            self._seal(False)

    def _lay_empty(self, campaign: int, source: Source, *, write: bool) -> None:
        self.campaign_id, self.source, self.writes = campaign, source, write
        self.info: dict[Any, Any] = {}
        self.present: JournalBoard | None = None
        self.turns: TurnBits | None = None
        self.flushes: list[str] = []
        self.recorded = 0
        self.has_kept_people = False
        self.noted: list[Any] | None = None
        self.issued: IssuedIds = {}
        self.remembered: Mapping[tuple[str, tuple[Any, ...]], int] = {}
        self._pages: dict[type[Journalled], Page[Any]] = {}

    @property
    def state(self) -> State:
        """Name of the state of the campaign's tables after the last entry."""
        return self.ledger.campaign_id, self.ledger.revision, self.ledger.head

    @property
    def may_write(self) -> bool:
        """True while the board's own flush or the journal writes. Otherwise no write passes, not even through the
        driver's own cursor.
        """
        return self._may_write

    @may_write.setter
    def may_write(self, may: bool) -> None:
        if may != self._may_write and self._seal is not None:
            self._seal(may)
        self._may_write = may

    def close(self) -> None:
        """Close the board and restore the connection to its former condition."""
        if self._seal is not None:
            self._seal(True)
        self.turns = None
        self.let_go()

    def forget(self) -> None:
        """Drop all rows and everything derived from them, after a change of the database by other code."""
        self.let_go()
        self.stored.written_by_others()

    def hold(self) -> None:
        """Read no table twice in this transaction, from its start on: what runs entries back and again reads, compares
        and changes the rows of one reading. On a server that reading is made now, since rows that were altered past
        the program must be seen; a file tells of itself that it was changed.
        """
        if self.stored.holds:
            return
        kept = self.stored.kept
        if kept is None or self.marks.now is None:
            kept = {} if self._kept_rows is None else self._kept_rows.anew(self.state)
        self.stored.hold(kept)

    def let_go(self) -> None:
        """Drop all rows and everything derived from them."""
        self.info.clear()  # what it kept refers to the board: without the circle the memory is free at once
        for page in self._pages.values():
            page.put_away()
        self._pages.clear()

    # reading

    @property
    def clock(self) -> Clock:
        """Row of the clock. Raises NotFound before the campaign's start has set it."""
        clock = self._page(Clock).first()
        if clock is None:
            raise NotFound(f"campaign {self.campaign.name!r} has no clock yet: it has not been started")
        return clock

    @property
    def moment(self) -> Moment:
        """Running turn."""
        clock = self.clock
        return moment_of(clock.day, clock.turn)

    def _page(self, model: type[Row]) -> Page[Row]:
        page: Page[Row] | None = self._pages.get(model)
        if page is None:
            page = self._pages[model] = Page(model, self.campaign_id, self.source, self.flush, writes=self.writes)
        return page

    def rows(self, model: type[Row], *criteria: Any) -> list[Row]:
        """Return all rows of this campaign that fit the criteria, by id."""
        return self._page(model).rows(criteria)

    def columns(self, model: type[Row], *names: str) -> list[Any]:
        """Return these columns of all rows of this campaign, by id, as they are written: for large tables that are only
        read. An empty JSON list is None.
        """
        return self._page(model).columns(names)

    def version(self, model: type[Row], *names: str) -> tuple[int, ...]:
        """Return a value that stays the same as long as these columns of all rows do and the rows are not put away."""
        return self._page(model).version(names)

    def read_through(self, model: type[Row], *names: str) -> Iterable[Any]:
        """Yield the same as ``columns``, without keeping it on the board: for values made once from the rows of a large
        table, and kept by their ``version``. Where rows are kept for later transactions, these columns are among them.
        """
        return self._page(model).read_through(names)

    def by_id(self, model: type[Row], *criteria: Any) -> dict[int, Row]:
        """Return all rows of this campaign that fit the criteria, as a mapping from their ids."""
        return {row.id: row for row in self.rows(model, *criteria)}

    def entries(self, *columns: Any, criteria: Iterable[Any] = ()) -> Result[*tuple[Any, ...]]:
        """Return these columns of the journal's entries, in order; for a board in the past no further than its last
        entry.
        """
        query = select(*columns).where(Entry.campaign_id == self.campaign_id, *criteria).order_by(Entry.seq)
        if self.present is not None:
            query = query.where(Entry.seq <= self.ledger.last_seq)
        return (self.present or self).connection.execute(query)

    def row(self, model: type[Row], ident: int) -> Row:
        """Return the row with that id. Raises NotFound."""
        row = self._page(model).row(ident)
        if row is None:
            raise NotFound(f"campaign {self.campaign.name!r} has no {model.__name__.lower()} with the id {ident}")
        return row

    # changing

    def make(self, model: type[Row], **values: Any) -> Row:
        """Return a new row with its id and all defaults set. Raises TypeError for an unknown or missing column."""
        page = self._page(model)
        written = page.written
        if not values.keys() <= written.blank.keys():
            raise TypeError(f"{model.__name__} has no column {min(values.keys() - written.blank.keys())!r}")
        row_values = {**written.blank, **values}
        for name, make in written.made:
            if name not in values:
                row_values[name] = make()
        if missing := [name for name in written.needed if row_values[name] is None]:
            raise TypeError(f"a new {model.__name__} needs {missing[0]}")
        names = written.by_attribute
        key = written.table.name, tuple([names[name].to_json(row_values[name]) for name in written.natural])
        return page.make((self.campaign_id, self._ident(key), *row_values.values()))

    def layer(self, model: type[Row], names: Sequence[str]) -> Callable[[Sequence[Any]], int]:
        """Return a function that makes a new row from the values of these columns, in their order, with all defaults
        set, and returns its id: for many rows of which hardly any is asked for afterwards, since a row becomes an
        object only then. Raises TypeError for an unknown or missing column, as the function does for an empty one.
        """
        page = self._page(model)
        written, values_of_new = page.written, new_values(page.written, names)
        table, natural = written.table.name, [written.by_attribute[name].column for name in written.natural]

        def lay(values: Sequence[Any]) -> int:
            row = values_of_new(values)
            ident = self._ident((table, tuple([row[column] for column in natural])))
            page.lay(ident, row)
            return ident

        return lay

    def _ident(self, key: tuple[str, tuple[Any, ...]]) -> int:
        ident = self.remembered.get(key)
        if ident is None:
            ident = self.next_id
        self.next_id = max(self.next_id, ident + 1)
        self.issued[key] = ident
        return ident

    def erase(self, row: Journalled) -> None:
        """Erase a row. What refers to it must be erased or changed before the next flush."""
        self._page(model_of(row)).erase(row)

    # writing down

    def begin_entry(self) -> None:
        """Start collecting the images and ids of a new entry."""
        self.flush()
        self.flushes, self.issued, self.recorded = [], {}, 0

    def begin_again(self, next_id: int, known: Tables | None) -> None:
        """Drop an entry that was begun and then removed from the database, with the ids it issued. ``known``: what was
        read of the rows before it (``stored.kept``).
        """
        self.let_go()
        self.stored.kept = known
        self.turns = None
        self.flushes, self.issued, self.recorded, self.next_id = [], {}, 0, next_id

    def note(self, written: object) -> None:
        """Note an entry of a trial that is to be written down later, by what writes it."""
        if self.noted is not None:
            self.noted.append(written)

    def end_entry(self) -> None:
        """Mark everything written so far as part of an entry."""
        self.recorded = len(self.flushes)

    def must_be_recorded(self) -> None:
        """Raise StoreError if something was changed without an entry."""
        self.flush()
        if len(self.flushes) > self.recorded:
            raise StoreError(
                "refused: something other than a campaign command changed the database, and the journal "
                "would not record that change. Use a campaign command for it"
            )

    def images(self) -> str:
        """Return the images of this entry so far, as one JSON text."""
        return f"[{','.join(self.flushes)}]"

    def taken_down(self) -> Flush:
        """Return the changes since the last call, as images, by table and id."""
        return [
            image
            for page in sorted(self._pages.values(), key=lambda page: page.written.table.name)
            for image in page.taken_down()
        ]

    def flush(self) -> None:
        """Write the changes to the database, in one step or, where rows of one table refer to each other, in two.
        Raises Unsound if a row breaks a rule of its table.
        """
        for flush in in_steps(self.taken_down()):
            try:
                with self.journal_writes():
                    write(self.connection, self.campaign_id, flush)
            except IntegrityError as fault:
                if faults := self._faults_of(self._on_board(flush)):
                    raise Unsound(faults, ADJUST) from fault
                raise
            text = canonical(flush)
            self.flushes.append(text)
            if self.stored.kept is not None:
                self.stored.written(json.loads(text))

    def write_again(self, images: str) -> None:
        """Write the changes of an entry that was carried out on a copy, given by its images."""
        for flush in json.loads(images):
            with self.journal_writes():
                write(self.connection, self.campaign_id, flush)
            self.flushes.append(canonical(flush))
            self.stored.written(flush)

    def broken_rules(self) -> tuple[str, ...]:
        """Return in words which rows break a rule of their table, and how: of those that were made or changed since
        this was last asked and are not written down yet.
        """
        from campaign.rows.table_rules import ruled  # only where the program fights a battle

        return self._faults_of({page.written: page.news(ruled(page.written)) for page in self._pages.values()})

    def _on_board(self, flush: Flush) -> dict[Sheet, dict[int, Values]]:
        """Return the rows of a flush as they are on the board: the database may refuse every question after an
        error.
        """
        written = {(table, ident) for table, ident, _, after in flush if after is not None}
        loaded = {page.written: page.loaded() for page in self._pages.values()}
        return {
            of: {ident: row for ident, row in rows.items() if (of.table.name, ident) in written}
            for of, rows in loaded.items()
        }

    def _faults_of(self, rows: Mapping[Sheet, Mapping[int, Values]]) -> tuple[str, ...]:
        """Return in words which of these rows break a rule of their table; what is not on the board is not named."""
        from campaign.rows.table_rules import broken

        broken_rows = [(of.table.name, ident, says) for of, held in rows.items() for ident, says in broken(of, held)]
        if not broken_rows:
            return ()
        from campaign.journal.row_names import Names

        loaded = {page.written.table.name: page.loaded() for page in self._pages.values()}
        names = Names(({table: loaded.get(table, {}) for table in sheets()},))
        return tuple(f"{names.of(table, ident)} {says}" for table, ident, says in sorted(broken_rows))

    def known_people(self) -> Iterable[Known]:
        """Return everything that is known about the people of the campaign, today also on a board in the past."""
        from campaign.journal.people import rows_of_people  # only where a text names a person

        return rows_of_people((self.present or self).connection, self.campaign_id)

    def keep_person(self, row: Mapping[str, Any]) -> None:
        """Write a fact about a person beside the journal, by its columns."""
        from campaign.journal.people import write_person

        self.has_kept_people = True
        with self.journal_writes():
            write_person(self.connection, self.campaign_id, row)

    @contextmanager
    def journal_writes(self) -> Iterator[None]:
        """Allow the journal's own statements within the block: rows, entries, the ledger, undo."""
        self.may_write = True
        try:
            yield
        finally:
            self.may_write = False
