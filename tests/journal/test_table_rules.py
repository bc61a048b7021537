"""The rules of the tables in plain words: all of them, and the same answer as the databases give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice, product
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Enum,
    Integer,
    MetaData,
    Table,
    Text,
    create_engine,
    text,
)

from campaign.errors import Unsound
from campaign.journal import writing
from campaign.journal.transaction import trying
from campaign.model import Battalion
from campaign.rows.images import Sheet, Values, sheets
from campaign.rows.table import SAYS
from campaign.rows.table_rules import broken
from campaign.store import Store
from tests.tiny import named

MOST = 96
"""Rows to be tried for a rule."""


def checks(written: Sheet) -> list[CheckConstraint]:
    found = [c for c in written.table.constraints if isinstance(c, CheckConstraint)]
    return sorted(found, key=lambda check: str(check.name))


def is_of_words(check: CheckConstraint, written: Sheet) -> bool:
    """Whether the rule only lists the words that a column may have."""
    return any(
        isinstance(column.type, Enum) and f"{written.table.name}.{column.name} IN" in str(check.sqltext)
        for column in written.table.c
    )


def values_for(column: Column[Any]) -> tuple[Any, ...]:
    """Values of a column, some of which break a rule."""
    none = (None,) if column.nullable else ()
    match column.type:
        case JSON():
            return ([],)
        case Boolean():
            return (*none, False, True)
        case Integer():
            return (*none, 0, -1, 1, 5, 200_000)
        case Date():
            return (*none, "1944-12-16")
        case Enum() as kind:
            return (*none, *kind.enums)
        case _:
            return (*none, "x", "", "tasked", "clock", "hold", "strike", "log", "arrived", "turn", "image/png")


def rows_for(check: CheckConstraint, written: Sheet) -> Iterator[Values]:
    """Rows that differ in the columns of a rule, in every way or as many as are tried."""
    columns = {f.column: written.table.c[f.column] for f in written.fields}
    named_in = [name for name in columns if re.search(rf"\b{name}\b", str(check.sqltext))]
    plain = {name: values_for(column)[0] for name, column in columns.items()}
    whole = list(product(*(values_for(columns[name]) for name in named_in)))
    for values in islice(whole[:: max(1, len(whole) // MOST)], MOST):
        yield plain | dict(zip(named_in, values, strict=True))


@pytest.mark.parametrize("table", sheets())
def test_every_rule_of_a_table_has_words_and_a_row_that_breaks_it(table: str) -> None:
    written = sheets()[table]
    for check in checks(written):
        if is_of_words(check, written):
            continue
        says = check.info.get(SAYS, "")
        assert says.startswith("would "), f"{check.name} has no words for a row that breaks it"
        rows = dict(enumerate(rows_for(check, written), 1))
        assert says in {words for _, words in broken(written, rows)}, f"no row was found that breaks {check.name}"


def test_a_word_that_a_column_does_not_have_is_named(tiny: Store) -> None:
    for table, column in (("battalion", "state"), ("road", "surface"), ("clock", "phase")):
        written = sheets()[table]
        row = next(rows_for(checks(written)[0], written)) | {column: "gone"}
        assert (1, f"would have {column} 'gone', a word that is not allowed there") in set(broken(written, {1: row}))


def test_postgresql_answers_alike(pg_url: str) -> None:
    """Every rule of every table, asked of the same rows."""
    engine = create_engine(pg_url)
    with engine.connect() as connection, connection.begin():
        for table, written in sheets().items():
            bare = Table(
                f"bare_{table}",
                MetaData(),
                Column("id", Integer),
                *(Column(f.column, _bare(written.table.c[f.column])) for f in written.fields),
                prefixes=["TEMPORARY"],
            )
            bare.create(connection)
            for check in checks(written):
                if is_of_words(check, written):
                    continue
                rows = dict(enumerate(rows_for(check, written), 1))
                ours = {ident for ident, says in broken(written, rows) if says == check.info[SAYS]}
                connection.execute(bare.delete())
                connection.execute(bare.insert(), [{"id": n} | _typed(written, row) for n, row in rows.items()])
                theirs = connection.scalars(text(f"select id from bare_{table} where not ({check.sqltext})"))
                same = {says for says in (c.info.get(SAYS) for c in checks(written)) if says == check.info[SAYS]}
                assert len(same) == 1 and ours == set(theirs), check.name
    engine.dispose()


def _bare(column: Column[Any]) -> Any:
    return column.type if isinstance(column.type, (JSON, Boolean, Integer, Date)) else Text()


def _typed(written: Sheet, row: Values) -> Values:
    dates = {f.column for f in written.fields if isinstance(written.table.c[f.column].type, Date)}
    return {name: date.fromisoformat(value) if name in dates and value else value for name, value in row.items()}


def _surround(board: Any) -> None:
    unit = named(board, Battalion, "1st Rifles")
    unit.surrounded, unit.dug_in_turns = True, 7


def test_a_change_that_breaks_a_rule_names_the_unit_and_the_fact(any_tiny: Store) -> None:
    with pytest.raises(Unsound) as refused, writing(any_tiny) as board:
        board.begin_entry()
        _surround(board)
        said = board.broken_rules()
        board.flush()
    assert (
        refused.value.faults
        == said
        == (
            "battalion 1st Rifles would be dug in for less than 0 or more than 4 turns",
            "battalion 1st Rifles would be surrounded, but is neither destroyed nor captured",
        )
    )
    assert "ck_" not in str(refused.value)
    with writing(any_tiny) as board:
        assert not named(board, Battalion, "1st Rifles").surrounded, "nothing was changed"


def test_a_row_is_asked_for_its_rules_once_after_each_change(tiny: Store) -> None:
    """A played day asks after every battle: what was asked before would cost more with each."""
    with trying(tiny) as board:
        board.begin_entry()
        _surround(board)
        assert len(board.broken_rules()) == 2
        assert board.broken_rules() == (), "nothing has changed since"
        named(board, Battalion, "1st Rifles").dug_in_turns = 4
        (said,) = board.broken_rules()
        assert said == "battalion 1st Rifles would be surrounded, but is neither destroyed nor captured"
        named(board, Battalion, "1st Rifles").surrounded = False
        board.flush()
        assert board.broken_rules() == (), "what is written down broke none"
