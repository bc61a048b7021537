"""Columns of a table's class: tables made when they are asked for, criteria tested on rows and asked of a database
alike, rows that are on no board."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import select

from campaign.journal import reading
from campaign.model import (
    BESIDE,
    JOURNALLED,
    OF_PEOPLE,
    Battalion,
    Campaign,
    Commander,
    Contact,
    Formation,
    Ledger,
    all_tables,
)
from campaign.rows.column import Criterion
from campaign.store import Store
from campaign.terms.forces import Level

CRITERIA = {
    "equal": lambda: Formation.level == Level.DIVISION,
    "unlike": lambda: Formation.level != Level.DIVISION,
    "below": lambda: Formation.position < 1,
    "at most": lambda: Formation.position <= 0,
    "above": lambda: Formation.position > 0,
    "at least": lambda: Formation.position >= 1,
    "one of": lambda: Formation.key.in_(["1_inf", "nobody"]),
    "none": lambda: Formation.superior_id.is_(None),
    "some": lambda: Formation.superior_id.is_not(None),
    "equal to none": lambda: Formation.superior_id == None,  # noqa: E711
    "unlike none": lambda: Formation.superior_id != None,  # noqa: E711
    "unlike a value where some have none": lambda: Formation.superior_id != 1,
    "not so": lambda: Formation.ad_hoc.is_(False),
}


@pytest.mark.parametrize("name", CRITERIA)
def test_a_criterion_fits_the_rows_that_the_database_finds(any_tiny: Store, name: str) -> None:
    criterion = CRITERIA[name]()
    assert isinstance(criterion, Criterion)
    with reading(any_tiny) as board:
        by_sql = board.connection.scalars(select(Formation.id).where(criterion).order_by(Formation.id)).all()
        assert [row.id for row in criterion.fitting(board.rows(Formation))] == by_sql
        assert [row.id for row in board.rows(Formation, criterion)] == by_sql


def test_equal_criteria_are_one_question() -> None:
    assert CRITERIA["one of"]() == CRITERIA["one of"]()
    assert len({CRITERIA[name]() for name in (*CRITERIA, *CRITERIA)}) == len(CRITERIA) - 2


def test_a_join_is_asked_with_columns_alone(any_tiny: Store) -> None:
    query = select(Campaign.name, Ledger.last_seq).join(Ledger.__table__, Ledger.campaign_id == Campaign.id)
    with any_tiny.engine.connect() as connection:
        assert [name for name, _ in connection.execute(query)] == ["tiny"]


def test_every_journalled_table_has_its_keys() -> None:
    for table_class in JOURNALLED:
        assert list(table_class.__table__.primary_key.columns.keys()) == ["campaign_id", "id"]
        assert table_class.id.table_class is table_class
    assert {table_class.__tablename__ for table_class in (*JOURNALLED, *BESIDE, *OF_PEOPLE)} | {
        "campaign",
        "ledger",
        "entry",
        "picture",
    } == set(all_tables().tables)


def test_tables_are_made_when_they_are_asked_for() -> None:
    code = (
        "from campaign.model import Side; from campaign.rows import table;"
        "assert not table.METADATA.tables;"
        "assert Side.__table__.name == 'side';"
        "assert list(table.METADATA.tables) == ['side'];"
        "import sys; assert 'sqlalchemy.orm' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


ASKED_AT_ONCE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from campaign.model import JOURNALLED
sys.setswitchinterval(1e-6)
barrier = Barrier(8)
def ask(_):
    barrier.wait()
    return [(kind.__table__.name, len(kind.__table__.columns)) for kind in JOURNALLED]
with ThreadPoolExecutor(8) as pool:
    asked = list(pool.map(ask, range(8)))
assert all(tables == asked[0] for tables in asked)
assert all(columns == len(kind.columns) for (_, columns), kind in zip(asked[0], JOURNALLED))
"""


@pytest.mark.long
def test_tables_are_whole_for_several_threads_that_ask_at_once() -> None:
    """As the pages of a desk do that was opened just now."""
    subprocess.run([sys.executable, "-c", ASKED_AT_ONCE], check=True)


def test_a_row_on_no_board_has_the_columns_of_its_table() -> None:
    battalion = Battalion(key="a", men=5)
    battalion.men += 1
    assert (battalion.key, battalion.men, battalion.place_id) == ("a", 6, None)
    with pytest.raises(TypeError, match="Battalion has no column 'wings'"):
        Battalion(key="a", wings=2)
    assert Commander(key="b").key == "b"
    assert Contact.id is not Battalion.id
