"""The pages of a board against a plain list of rows: asked for in parts, changed, written down and taken back in any
order."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.errors import StoreError
from campaign.journal import JournalBoard, digest, reading, redo, undo
from campaign.journal.state import differences, state_from_journal, stored
from campaign.journal.undo import standing_of
from campaign.model import Formation
from campaign.store import Store, open_store
from campaign.terms.forces import Arm, Level, SizeMark
from tests.tiny import by_hand, named

KEYS = ("a", "b", "c", "d", "e", "f")
NUMBERS = (0, 1, 2)
COLUMNS = ("key", "superior_id", "position", "ad_hoc", "led_by", "level", "id")

Plain = dict[str, Any]

FILTERS: dict[str, tuple[Callable[[], tuple[Any, ...]], Callable[[Plain], bool]]] = {
    "all": (tuple, lambda row: True),
    "position": (lambda: (Formation.position == 1,), lambda row: row["position"] == 1),
    "not position": (lambda: (Formation.position != 1,), lambda row: row["position"] != 1),
    "low": (lambda: (Formation.position < 2,), lambda row: row["position"] < 2),
    "top": (lambda: (Formation.superior_id.is_(None),), lambda row: row["superior_id"] is None),
    "not top": (lambda: (Formation.superior_id.is_not(None),), lambda row: row["superior_id"] is not None),
    "ad hoc": (lambda: (Formation.ad_hoc.is_(True),), lambda row: row["ad_hoc"] is True),
    "keys": (lambda: (Formation.key.in_(("a", "b")),), lambda row: row["key"] in ("a", "b")),
    "nobody": (lambda: (Formation.key.in_(()),), lambda row: False),
    "division": (lambda: (Formation.level == Level.DIVISION,), lambda row: row["level"] is Level.DIVISION),
    "two": (
        lambda: (Formation.level == Level.DIVISION, Formation.position >= 1),
        lambda row: row["level"] is Level.DIVISION and row["position"] >= 1,
    ),
}


class Book:
    """The same rows as plain dictionaries, and the deeds that change both."""

    def __init__(self, board: JournalBoard) -> None:
        self.rows = {row.id: _plain(row) for row in board.rows(Formation)}
        corps = named(board, Formation, "I Corps")
        self.usual: Plain = {"side_id": corps.side_id, "nation_id": corps.nation_id}
        self.starting = frozenset(self.rows)

    def free_keys(self) -> list[str]:
        taken = {row["key"] for row in self.rows.values()}
        return [key for key in KEYS if key not in taken]

    def changing(self) -> list[int]:
        return [ident for ident in self.rows if ident not in self.starting]

    def superiors(self, ident: int | None) -> list[int | None]:
        """What a row may be put under: nobody, or a row that is not under it."""
        return [None, *(other for other in self.changing() if not self.is_under(other, ident))]

    def is_under(self, low: int | None, high: int | None) -> bool:
        while low is not None and low != high:
            low = self.rows[low]["superior_id"]
        return low is not None

    def make(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        if not (keys := self.free_keys()):
            return
        values = {
            "key": draw(st.sampled_from(keys)),
            "superior_id": draw(st.sampled_from(self.superiors(None))),
            "position": draw(st.sampled_from(NUMBERS)),
            "level": draw(st.sampled_from((Level.DIVISION, Level.COMMAND))),
        }
        names = {"name": values["key"], "short": values["key"], "mark": SizeMark.DIVISION, "arm": Arm.INFANTRY}
        whole = {**self.usual, **values, **names}
        if draw(st.booleans()):
            ident = board.make(Formation, **whole).id
        else:
            ident = board.layer(Formation, tuple(whole))(tuple(whole.values()))
        assert ident not in self.rows
        self.rows[ident] = {**values, "ad_hoc": False, "led_by": "", "id": ident}

    def change(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        if not (idents := self.changing()):
            return
        ident = draw(st.sampled_from(idents))
        attribute = draw(st.sampled_from(("key", "superior_id", "position", "ad_hoc", "led_by")))
        values = {
            "key": [self.rows[ident]["key"], *self.free_keys()],
            "superior_id": self.superiors(ident),
            "position": NUMBERS,
            "ad_hoc": (True, False),
            "led_by": ("", "somebody"),
        }
        value = draw(st.sampled_from(values[attribute]))
        setattr(board.row(Formation, ident), attribute, value)
        self.rows[ident][attribute] = value

    def erase(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        above = {row["superior_id"] for row in self.rows.values()}
        if not (idents := [ident for ident in self.changing() if ident not in above]):
            return
        ident = draw(st.sampled_from(idents))
        row = board.row(Formation, ident)
        board.erase(row)
        del self.rows[ident]
        with pytest.raises(StoreError, match="not on the board"):
            row.position = 7

    def ask(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        expressions, fits = FILTERS[draw(st.sampled_from(sorted(FILTERS)))]
        fitting = [row for _, row in sorted(self.rows.items()) if fits(row)]
        assert [_plain(row) for row in board.rows(Formation, *expressions())] == fitting

    def ask_columns(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        names = draw(st.lists(st.sampled_from(COLUMNS), min_size=1, unique=True))
        expected = [tuple(row[name] for name in names) for _, row in sorted(self.rows.items())]
        assert [tuple(row) for row in board.columns(Formation, *names)] == expected

    def write_down(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        board.flush()

    def put_away(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        rows = board.rows(Formation)
        board.flush()
        board.forget()
        with pytest.raises(StoreError, match="not on the board"):
            rows[0].position = 7
        with pytest.raises(StoreError, match="not on the board"):
            board.erase(rows[0])

    def lay_wrongly(self, board: JournalBoard, draw: Callable[..., Any]) -> None:
        with pytest.raises(TypeError, match="Formation has no column 'motto'"):
            board.layer(Formation, ("key", "motto"))
        with pytest.raises(TypeError, match="a new Formation needs name"):
            board.layer(Formation, ("key",))
        whole = dict.fromkeys(("key", "name", "short", "level", "arm", "mark", "side_id", "nation_id", "position"))
        with pytest.raises(TypeError, match="a new Formation needs key"):
            board.layer(Formation, tuple(whole))(tuple(whole.values()))


def _plain(row: Formation) -> Plain:
    return {name: getattr(row, name) for name in COLUMNS}


DEEDS = (Book.make, Book.change, Book.change, Book.erase, Book.ask, Book.ask, Book.ask_columns, Book.write_down)


@contextmanager
def _copy_of(template: Path) -> Iterator[Store]:
    store = open_store(shutil.copyfile(template, template.with_name("pages.db")), write=True)
    yield store
    store.close()


@pytest.fixture(scope="module")
def template(template_files: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny campaign in a folder of its own."""
    return Path(shutil.copyfile(template_files("tiny"), tmp_path_factory.mktemp("pages") / "tiny.db"))


@pytest.mark.parametrize("most", [6, pytest.param(200, marks=pytest.mark.long)])
def test_a_board_has_the_rows_that_a_plain_list_would_have(most: int, template: Path) -> None:
    @settings(max_examples=most, deadline=None)
    @given(data=st.data())
    def law(data: st.DataObject) -> None:
        with _copy_of(template) as store:
            digests = []
            with reading(store) as board:
                book = Book(board)
                digests.append(digest(board))
            for _ in range(data.draw(st.integers(1, 4))):
                with by_hand(store) as board:
                    for _ in range(data.draw(st.integers(1, 12))):
                        data.draw(st.sampled_from((*DEEDS, Book.put_away, Book.lay_wrongly)))(book, board, data.draw)
                with reading(store) as board:
                    assert [_plain(row) for row in board.rows(Formation)] == [
                        row for _, row in sorted(book.rows.items())
                    ]
                    assert list(differences(state_from_journal(board, standing_of(board).living), stored(board))) == []
                    digests.append(digest(board))
            for earlier in digests[-2::-1]:
                undo(store, actor="test")
                with reading(store) as board:
                    assert digest(board) == earlier
            redo(store, everything=True, actor="test")
            with reading(store) as board:
                assert digest(board) == digests[-1]

    law()
