"""The table in ``released.py``: before an event nothing differs, after it exactly what the row names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.secrecy.differences import leaves
from tests.secrecy.outputs import answer
from tests.secrecy.released import READ, TABLE, Release
from tests.secrecy.stages import typed
from tests.secrecy.trial import Bench, other

Told = dict[str, frozenset[str]]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The campaigns, made once."""
    folder = tmp_path_factory.mktemp("released")
    yield Bench(folder)
    shutil.rmtree(folder, ignore_errors=True)


def told(bench: Bench, row: Release) -> tuple[Told, Told]:
    """Where the watching side's answers differ, before the event and after it."""
    plain, changed = bench.copy(row.stage, "plain"), bench.copy(row.stage, "changed")
    row.secret.change(changed)
    viewer = other(row.secret.of)
    before = _differing(plain, changed, viewer)
    for words in row.event:
        for db in (plain, changed):
            typed(db, *words)  # a stop that asks for something is refused in both
    return before, _differing(plain, changed, viewer)


def _differing(plain: Path, changed: Path, viewer: str) -> Told:
    found = {}
    for words in READ:
        ours, theirs = (leaves(answer(db, viewer, *words, "--json")) for db in (plain, changed))
        paths = {path for path in {*ours, *theirs} if ours.get(path) != theirs.get(path)}
        if paths:
            found[" ".join(words)] = frozenset(re.sub(r"\[\d+\]", "", path) for path in paths)
    return found


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.what}, by {row.by}: {row.secret.name}")
def test_a_side_learns_by_the_event_what_the_row_says_and_no_more(bench: Bench, row: Release) -> None:
    before, after = told(bench, row)
    assert before == {}
    assert after == row.shows
