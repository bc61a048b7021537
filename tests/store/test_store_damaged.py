"""A file that opens, but holds what no program wrote: one line that says what, and the way out."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from campaign.errors import StoreError
from campaign.journal import reading, undo
from campaign.model import Battalion, Entry
from campaign.store import open_store
from tests.tiny import by_hand

WAY_OUT = (
    "To find out more: campaign doctor. To continue, restore a backup with campaign restore FILE, or save what the "
    "journal still holds with campaign rescue .*$"
)

NO_TEXT = f"cast(x'{b'1st Rifles'.hex()}ff' as text)"


def _spoil(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute("pragma ignore_check_constraints=on")
        handle.execute(statement)


def _all_rows(path: Path) -> None:
    store = open_store(path, write=False)
    try:
        with reading(store) as board:
            board.rows(Battalion)
            board.entries(Entry.__table__).all()
    finally:
        store.close()


def _undo(path: Path) -> None:
    store = open_store(path, write=True)
    try:
        undo(store, None, actor="test")
    finally:
        store.close()


@pytest.mark.parametrize(
    ("statement", "work", "what"),
    [
        ("update battalion set state = 'brave'", _all_rows, "is damaged: a word in it is not known.*brave"),
        ("delete from ledger", _all_rows, "is damaged: a part that every campaign has is missing"),
        ("update entry set images = '[[['", _undo, "is damaged: a value in it is damaged"),
        (f"update entry set images = {NO_TEXT}", _undo, "is damaged: part of it should be text, but is not"),
        (f"update entry set images = {NO_TEXT}", _all_rows, "is damaged: part of it should be text, but is not"),
        (f"update battalion set name = {NO_TEXT}", _all_rows, "is damaged: part of it should be text, but is not"),
    ],
)
def test_damage_is_told_in_one_line(
    file_of: Callable[[str], Path], statement: str, work: Callable[[Path], None], what: str
) -> None:
    path = file_of("tiny")
    store = open_store(path, write=True)
    with by_hand(store) as board:
        board.rows(Battalion)[0].men = 599
    store.close()
    _spoil(path, statement)
    with pytest.raises(StoreError, match=f"{what}.*[.] {WAY_OUT}") as told:
        work(path)
    assert str(path) in str(told.value) and "\n" not in str(told.value)
    assert "1st Rifles" not in str(told.value), "what is in the file may be of either side"
