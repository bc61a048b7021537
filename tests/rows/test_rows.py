"""The mapper by itself: rows and their watcher, versions of columns, tables of which the program knows nothing."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from campaign.model import JOURNALLED, Battalion, Contact, Place
from campaign.rows.images import sheet
from campaign.rows.row import copied, laid_out, model_of, values_of
from campaign.store import Store
from tests.tiny import by_hand, named


class Told:
    """A watcher that keeps what it is told, with the value that the row still has."""

    def __init__(self) -> None:
        self.of: list[tuple[str, Any, Any]] = []

    def note(self, row: Any, attribute: str, value: Any) -> None:
        self.of.append((attribute, getattr(row, attribute), value))


def some_values(table_class: type[Any]) -> list[int]:
    return list(range(len(sheet(table_class).attributes)))


def test_a_row_tells_its_watcher_before_a_value_changes() -> None:
    """While it is filled nobody is told; a value set to itself is told too, since the page compares."""
    told = Told()
    row = laid_out(Contact, some_values(Contact), told)
    assert told.of == []
    assert values_of(row) == tuple(some_values(Contact))
    last = sheet(Contact).attributes[-1]
    setattr(row, last, "new")
    setattr(row, last, "new")
    assert told.of == [(last, len(some_values(Contact)) - 1, "new"), (last, "new", "new")]
    setattr(copied(row), last, "newer")
    assert len(told.of) == 2


@pytest.mark.parametrize("count", [-1, 1])
def test_a_row_is_filled_with_as_many_values_as_it_has_columns(count: int) -> None:
    with pytest.raises(TypeError, match="argument"):
        laid_out(Contact, some_values(Contact)[:-1] if count < 0 else [*some_values(Contact), 0])


def test_a_rows_own_class_stands_for_that_of_its_table() -> None:
    """So that a row can be asked for by the class of another: ``board.row(type(unit), ident)``."""
    row = laid_out(Contact, some_values(Contact))
    again = laid_out(type(row), some_values(Contact))
    assert isinstance(row, Contact)
    assert (model_of(row), model_of(again), model_of(Contact())) == (Contact, Contact, Contact)
    assert values_of(again) == values_of(row)


def test_a_version_changes_with_its_columns_and_with_the_set_of_rows(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        unit = named(board, Battalion, "I/9")
        before = board.version(Battalion, "men"), board.version(Battalion, "state"), board.version(Place)
        unit.men -= 1
        after = board.version(Battalion, "men"), board.version(Battalion, "state"), board.version(Place)
        assert (after[0] != before[0], *after[1:]) == (True, *before[1:])
        board.flush()
        assert board.version(Battalion, "men") == after[0]
        board.erase(named(board, Battalion, "II/9"))
        assert board.version(Battalion, "state") != after[1]
        assert board.version(Place) == after[2]


def test_each_table_comes_after_the_tables_to_which_it_links() -> None:
    """In this order rows are written; a link within a table is another matter (``superiors_first``)."""
    seen: set[str] = set()
    for table_class in JOURNALLED:
        written = sheet(table_class)
        seen.add(written.table.name)
        assert set(written.links.values()) <= seen, written.table.name


ELSEWHERE = """
from __future__ import annotations
import sys
from sqlalchemy import Column as Plain, Integer, Table, create_engine
from campaign.rows import images, page, rewind, stored, table, table_rules
from campaign.rows.column import Column
assert not [name for name in sys.modules if name.startswith(("campaign.model", "campaign.terms", "campaign.journal"))]
try:
    images.sheets()
except LookupError as fault:
    assert "no journalled tables are declared" in str(fault)
else:
    raise AssertionError("tables out of nowhere")

Table("campaign", table.METADATA, Plain("id", Integer, primary_key=True))

class Shelf(table.Journalled):
    __tablename__ = "shelf"
    __table_args__ = (table.natural_key("key"), table.check("width > 0", name="width", says="would be of no width"))
    key: Column[str] = Column(table.Word)
    width: Column[int] = Column(default=90)

class Book(table.Journalled):
    __tablename__ = "book"
    __table_args__ = (table.within("shelf_id", "shelf"), table.natural_key("key"))
    key: Column[str] = Column(table.Word)
    shelf_id: Column[int | None]

table.in_order(Shelf, Book)
engine = create_engine("sqlite://")
table.all_tables().create_all(engine)
with engine.begin() as connection:
    connection.exec_driver_sql("insert into campaign values (1)")
    source = stored.StoredRows(connection, 1)
    def on(kind):
        return page.Page(kind, 1, source, lambda: None, writes=True)
    shelves, books = on(Shelf), on(Book)
    shelves.make((1, 1, "poetry", 90))
    book = books.make((1, 2, "Rilke", 1))
    changes = [*books.taken_down(), *shelves.taken_down()]
    assert [image[:3] for image in changes] == [("book", 2, None), ("shelf", 1, None)]
    (flush,) = rewind.in_steps(changes)
    rewind.write(connection, 1, flush)
    book.shelf_id = None
    change = books.taken_down()
    assert change == [("book", 2, {"shelf_id": 1}, {"shelf_id": None})]
    rewind.wind(source, [change], back=False)
    assert [b.key for b in on(Book).rows((Book.shelf_id == None,))] == ["Rilke"]
    rewind.wind(source, [flush, change], back=True)
    assert on(Book).rows(()) == on(Shelf).rows(()) == []
    narrow = {1: {"key": "poetry", "width": 0}}
    assert list(table_rules.broken(images.sheet(Shelf), narrow)) == [(1, "would be of no width")]
"""


def test_the_room_works_on_tables_that_the_program_does_not_have() -> None:
    """In a process of its own, since the tables that are declared are those of the process."""
    subprocess.run([sys.executable, "-c", ELSEWHERE], check=True)
