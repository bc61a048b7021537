"""The board: ids, order of writing, what it sees, and what it refuses."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

import pytest
from psycopg.errors import ReadOnlySqlTransaction
from sqlalchemy import delete, func, insert, select, text, update

from campaign.errors import NotFound, StoreError
from campaign.journal import JournalBoard, digest, reading, undo, writing
from campaign.journal.asof import When, as_of
from campaign.model import Battalion, Campaign, Contact, Formation, Place, Setting, Side
from campaign.rows.row import copied
from campaign.store import Store, open_store
from campaign.terms.forces import Arm, Level, SizeMark
from campaign.terms.state import ContactState, State
from campaign.terms.time import Moment
from tests.tiny import battalion, by_hand, found_tiny, named


def _formation(board: JournalBoard, key: str, superior: Formation | None = None) -> Formation:
    corps = named(board, Formation, "I Corps")
    return board.make(
        Formation,
        key=key,
        name=key,
        short=key,
        side_id=corps.side_id,
        nation_id=corps.nation_id,
        superior_id=superior.id if superior else None,
        level=Level.DIVISION,
        mark=SizeMark.DIVISION,
        arm=Arm.INFANTRY,
    )


def test_a_new_row_has_its_id_and_defaults_at_once(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        first = board.ledger.next_id
        one = board.make(Setting, key="a", value=1)
        other = board.make(Place, key="b", name="B", x_m=1, y_m=2)
        assert (one.id, other.id) == (first, first + 1)
        assert (other.role, other.hill, other.owner_id) == ("", False, None)
        assert board.issued == {("setting", ("a",)): first, ("place", ("b",)): first + 1}


def test_a_remembered_id_is_given_again(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        board.remembered = {("setting", ("a",)): 7}
        nxt = board.next_id
        assert board.make(Setting, key="a", value=1).id == 7
        assert board.make(Setting, key="b", value=1).id == nxt


def test_an_unknown_column_is_a_mistake_of_the_programmer(tiny: Store) -> None:
    with by_hand(tiny) as board:
        with pytest.raises(TypeError, match="'wings'"):
            board.make(Place, key="b", name="B", x_m=1, y_m=2, wings=2)
        with pytest.raises(TypeError, match="needs y_m"):
            board.make(Place, key="b", name="B", x_m=1)


def test_rows_of_one_table_may_link_to_each_other_in_any_order(any_tiny: Store) -> None:
    """A superior made after its subordinate, an old formation put under a new one, and two that are taken away
    together."""
    with by_hand(any_tiny) as board:
        low, middle = _formation(board, "low"), _formation(board, "middle")
        top = _formation(board, "top")
        low.superior_id, middle.superior_id = middle.id, top.id
        corps = named(board, Formation, "I Corps")
        corps.superior_id = top.id
    with by_hand(any_tiny) as board:
        by_key = {row.key: row for row in board.rows(Formation)}
        assert by_key["low"].superior_id == by_key["middle"].id
        assert by_key["alba_i_corps"].superior_id == by_key["top"].id
        by_key["alba_i_corps"].superior_id = None
        for key in ("top", "middle", "low"):
            board.erase(by_key[key])
    with reading(any_tiny) as board:
        assert len(board.rows(Formation)) == 6


def test_a_split_battalion_and_its_parent_are_erased_together(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        whole = named(board, Battalion, "1st Rifles")
        part = battalion(
            board, "part", board.row(Formation, whole.organic_id), parent_id=whole.id, place_id=whole.place_id
        )
        board.flush()
        board.erase(whole)
        board.erase(part)
    with reading(any_tiny) as board:
        assert not {"1st Rifles", "part"} & {row.name for row in board.rows(Battalion)}


def test_a_key_can_be_used_again_in_the_same_action(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        old = board.make(Setting, key="a", value=1)
        board.flush()
        board.erase(old)
        new = board.make(Setting, key="a", value=2)
        assert new.id == old.id + 1


def test_an_erased_row_that_was_never_written_leaves_no_trace(tiny: Store) -> None:
    with by_hand(tiny) as board:
        board.erase(board.make(Setting, key="a", value=1))
        board.flush()
        assert board.flushes == []


def test_rows_sees_what_the_action_did_so_far(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        named(board, Battalion, "I/9").men = 5
        board.make(Setting, key="a", value=1)
        assert [row.name for row in board.rows(Battalion, Battalion.men < 10)] == ["I/9"]
        assert [row.key for row in board.rows(Setting)] == ["a"]


def test_rows_come_by_id(any_tiny: Store) -> None:
    with reading(any_tiny) as board:
        idents = [row.id for row in board.rows(Battalion)]
        assert idents == sorted(idents)
        assert list(board.by_id(Battalion)) == idents
        assert board.row(Battalion, idents[0]).id == idents[0]
        with pytest.raises(NotFound, match="999999"):
            board.row(Battalion, 999999)
        assert board.moment == Moment(1, 1)


def test_only_this_campaign_is_seen(any_tiny: Store) -> None:
    found_tiny(any_tiny, "other")
    with by_hand(any_tiny, "other") as board:
        named(board, Battalion, "I/9").men = 1
    with reading(any_tiny, "tiny") as board:
        assert len(board.rows(Battalion)) == 5
        assert {men for _, men in board.columns(Battalion, "id", "men")} == {600}
        assert named(board, Battalion, "I/9").men == 600
        assert {side.campaign_id for side in board.rows(Side)} == {board.campaign.id}


def test_images_hold_changed_columns_only_sorted_by_table_and_id(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        second, first = named(board, Battalion, "II/9"), named(board, Battalion, "I/9")
        second.state = State.SPENT
        first.men, first.name = 3, first.name
        made = board.make(Setting, key="a", value={"b": [1]})
        board.flush()
        assert json.loads(board.images()) == [
            [
                ["battalion", first.id, {"men": 600}, {"men": 3}],
                ["battalion", second.id, {"state": "fresh"}, {"state": "spent"}],
                ["setting", made.id, None, {"key": "a", "value": {"b": [1]}}],
            ]
        ]


def test_an_attribute_that_is_no_column_cannot_be_set(tiny: Store) -> None:
    with by_hand(tiny) as board, pytest.raises(AttributeError, match="no column 'wings'"):
        named(board, Battalion, "I/9").wings = 2


def test_what_rows_fit_an_expression_that_is_no_comparison_is_refused(tiny: Store) -> None:
    with reading(tiny) as board, pytest.raises(StoreError, match="Compare a column with a value"):
        board.rows(Battalion, Battalion.men == Battalion.men_establishment)
    with reading(tiny) as board, pytest.raises(StoreError, match="Compare a column with a value"):
        board.rows(Battalion, Formation.key == "x")


def test_a_copy_of_a_row_is_on_no_board(tiny: Store) -> None:
    with by_hand(tiny) as board:
        unit = named(board, Battalion, "I/9")
        copy = copied(unit, men=5)
        copy.name = "another"
        board.flush()
        assert (copy.men, unit.men, unit.name, board.flushes) == (5, 600, "I/9", [])
        with pytest.raises(TypeError, match="'wings'"):
            copied(unit, wings=2)


def test_names_are_passed_on_within_one_flush_and_taken_back(any_tiny: Store) -> None:
    """A key that one row gives up goes to another whatever their order, and to a new row in place of an erased one."""
    with by_hand(any_tiny) as board:
        for key in ("a", "b", "c"):
            board.make(Setting, key=key, value=key)
    with reading(any_tiny) as board:
        before = digest(board)
    with by_hand(any_tiny) as board:
        rows = {row.key: row for row in board.rows(Setting)}
        rows["b"].key, rows["a"].key = "d", "b"
        board.make(Setting, key="a", value="new")
        board.erase(rows["c"])
        rows["b"].key = "c"
    with reading(any_tiny) as board:
        assert {row.key: row.value for row in board.rows(Setting)} == {"a": "new", "b": "a", "c": "b"}
    undo(any_tiny, actor="test")
    with reading(any_tiny) as board:
        assert digest(board) == before


def test_keys_that_go_round_in_a_circle_are_refused(tiny: Store) -> None:
    with pytest.raises(StoreError, match="in a circle"), by_hand(tiny) as board:
        first, second = board.make(Setting, key="a", value=1), board.make(Setting, key="b", value=2)
        board.flush()
        first.key, second.key = "b", "a"


def test_a_part_that_was_asked_for_is_asked_in_memory_from_then_on(any_tiny: Store) -> None:
    """What was changed, made or erased meanwhile is seen, however little of the table was read."""
    with by_hand(any_tiny) as board:
        side = named(board, Battalion, "I/9").side_id
    with by_hand(any_tiny) as board:
        theirs = board.rows(Battalion, Battalion.side_id == side)
        theirs[0].men = 7
        assert [row.id for row in board.rows(Battalion, Battalion.men == 7)] == [theirs[0].id]
        theirs[0].men = 600
        assert board.rows(Battalion, Battalion.men == 7) == []
        assert len(board.rows(Battalion)) == 5
        assert board.rows(Battalion, Battalion.side_id == side)[0] is theirs[0]


def test_columns_are_the_same_from_the_database_and_from_the_rows_and_of_a_past(any_tiny: Store) -> None:
    """A JSON value however short is itself, an empty list or object nothing."""
    values = [5, 0, True, False, "", "a", None, [], {}, [1], {"a": None}]
    with by_hand(any_tiny) as board:
        for number, value in enumerate(values):
            board.make(Setting, key=str(number), value=value)
    expected = [(str(number), None if value in ([], {}) else value) for number, value in enumerate(values)]
    with reading(any_tiny) as board:
        assert [tuple(row) for row in board.columns(Setting, "key", "value")] == expected
        with as_of(board, When(number=board.ledger.last_number)) as past:
            assert past.board.columns(Setting, "key", "value") == expected
    with reading(any_tiny) as board:
        assert len(board.rows(Setting)) == len(values)
        assert board.columns(Setting, "key", "value") == expected


def test_a_change_that_is_no_change_leaves_no_image(tiny: Store) -> None:
    with by_hand(tiny) as board:
        unit = named(board, Battalion, "I/9")
        unit.men = 5
        unit.men = 600
        board.flush()
        assert board.flushes == []


def test_a_sql_expression_has_no_value_to_record(tiny: Store) -> None:
    with pytest.raises(StoreError, match="set to SQL"), by_hand(tiny) as board:
        named(board, Battalion, "I/9").men = func.abs(Battalion.men)  # type: ignore[assignment]


def test_a_key_never_changes(tiny: Store) -> None:
    with pytest.raises(StoreError, match="a key cannot change once it is given"), by_hand(tiny) as board:
        named(board, Place, "Birch Cross").id = 4711


def test_changes_without_a_command_are_refused(any_tiny: Store) -> None:
    with pytest.raises(StoreError, match="something other than a campaign command"), writing(any_tiny) as board:
        named(board, Battalion, "I/9").men = 5
    with reading(any_tiny) as board:
        assert named(board, Battalion, "I/9").men == 600


@pytest.mark.parametrize("write", [True, False])
def test_a_server_is_read_at_one_moment(pg_copy: Callable[[str], str], write: bool) -> None:
    """Tables are read when they are first asked for: what others write between two of them is not seen, however the
    store was opened."""
    url = pg_copy("tiny")
    with reading(open_store(url, write=write)) as board:
        cross = named(board, Place, "Birch Cross").id
        with open_store(url, write=True).engine.begin() as connection:
            connection.execute(text("update place set name = 'Elm Cross'"))
            connection.execute(text("update battalion set men = 1"))
        assert {b.men for b in board.rows(Battalion)} == {600}
        assert board.row(Place, cross).name == "Birch Cross"
        driver = board.connection.connection.driver_connection
        assert driver is not None
        with pytest.raises(ReadOnlySqlTransaction):
            driver.execute("update battalion set men = 2")
    with reading(open_store(url, write=write)) as board:
        assert {b.men for b in board.rows(Battalion)} == {1}


def test_a_reading_desk_writes_nothing(any_tiny: Store) -> None:
    with reading(any_tiny) as board:
        with pytest.raises(StoreError, match="only for reading"):
            named(board, Battalion, "I/9").men = 5
        with pytest.raises(StoreError, match="only for reading"):
            board.make(Setting, key="a", value=1)
        with pytest.raises(StoreError, match="only for reading"):
            board.erase(named(board, Battalion, "I/9"))


_cte = delete(Contact.__table__).returning(Contact.id).cte("gone")
_UNSEEN = {
    "core insert": insert(Setting.__table__).values(campaign_id=1, id=9999, key="x", value=1),
    "core update": update(Battalion.__table__).values(men=1),
    "core delete": delete(Contact.__table__),
    "core inserts": insert(Setting.__table__),
    "text update": text("update battalion set men = 1"),
    "text with": text("with x as (select 1) update battalion set men = 1"),
    "text two": text("select 1; delete from contact"),
    "ddl": text("drop table contact"),
    "pragma": text("pragma user_version = 9"),
}


@pytest.mark.parametrize("way", _UNSEEN)
def test_a_way_of_writing_that_the_journal_cannot_see_is_refused(any_tiny: Store, way: str) -> None:
    values = [{"campaign_id": 1, "id": 9999, "key": "x", "value": 1}] if way == "core inserts" else None
    with by_hand(any_tiny) as board, pytest.raises(StoreError, match="without the journal"):
        board.connection.execute(_UNSEEN[way], values)


def test_a_delete_hidden_in_a_select_is_refused(pg_copy: Callable[[str], str]) -> None:
    store = open_store(pg_copy("tiny"), write=True)
    with by_hand(store) as board, pytest.raises(StoreError, match="without the journal"):
        board.connection.execute(select(_cte.c.id))


def test_the_drivers_own_cursor_writes_nothing_to_a_file(tiny: Store) -> None:
    """Past SQLAlchemy's events SQLite itself refuses, between flushes as well as before and after one."""
    with by_hand(tiny) as board:
        raw = board.connection.connection.driver_connection
        assert raw is not None
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            raw.execute("update battalion set men = 1")
        board.rows(Battalion)[0].men = 599
        board.flush()
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            raw.cursor().execute("delete from diary_line")
    with reading(tiny) as board:
        assert [b.men for b in board.rows(Battalion)].count(599) == 1


def test_driver_sql_is_refused(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board, pytest.raises(StoreError, match="without the journal"):
        board.connection.exec_driver_sql("update battalion set men = 1")


def test_selects_of_every_kind_pass(any_tiny: Store) -> None:
    tree = (
        select(Formation.id, Formation.superior_id).where(Formation.superior_id.is_(None)).cte("tree", recursive=True)
    )
    tree = tree.union_all(select(Formation.id, Formation.superior_id).join(tree, Formation.superior_id == tree.c.id))
    with by_hand(any_tiny) as board:
        assert len(board.connection.execute(select(tree.c.id)).all()) == 6
        assert board.connection.execute(text("select count(*) from place")).scalar_one() == 3
        assert board.connection.scalars(select(Campaign.name)).all() == ["tiny"]
        with board.connection.begin_nested():
            assert board.rows(Contact, Contact.state == ContactState.OPEN) == []
