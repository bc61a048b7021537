"""The table in ``released.py``: before an event nothing differs, after it exactly what the row names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.secrecy.differences import leaves
from tests.secrecy.hidden import Words
from tests.secrecy.outputs import answer
from tests.secrecy.released import READ, TABLE, Release
from tests.secrecy.stages import typed
from tests.secrecy.trial import Bench, other

Told = dict[str, frozenset[str]]
Answered = dict[Words, dict[str, Any]]
"""The single values of the answers, by the command."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The campaigns, made once."""
    folder = tmp_path_factory.mktemp("released")
    yield Bench(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def plain(bench: Bench) -> Callable[[Release], tuple[Answered, Answered]]:
    """What the watching side is answered where nothing was changed, before the event of a row and after it: alike for
    all rows of a stage, and of an event.
    """
    answered: dict[tuple[str, str, tuple[Words, ...]], Answered] = {}

    def of(row: Release) -> tuple[Answered, Answered]:
        viewer = other(row.secret.of)
        start, end = (row.stage, viewer, ()), (row.stage, viewer, row.event)
        if end not in answered:
            db = bench.copy(row.stage, "plain")
            if start not in answered:
                answered[start] = _answered(db, viewer)
            happen(db, row.event)
            answered[end] = _answered(db, viewer)
        return answered[start], answered[end]

    return of


def told(bench: Bench, row: Release, plain: tuple[Answered, Answered]) -> tuple[Told, Told]:
    """Where the watching side's answers differ, before the event and after it."""
    changed = bench.copy(row.stage, "changed")
    row.secret.change(changed)
    viewer = other(row.secret.of)
    before = _differing(plain[0], _answered(changed, viewer))
    happen(changed, row.event)
    return before, _differing(plain[1], _answered(changed, viewer))


def happen(db: Path, event: tuple[Words, ...]) -> None:
    """Type the commands of an event; a stop that asks for something is refused in both campaigns."""
    for words in event:
        typed(db, *words)


def _answered(db: Path, viewer: str) -> Answered:
    return {words: leaves(answer(db, viewer, *words, "--json")) for words in READ}


def _differing(plain: Answered, changed: Answered) -> Told:
    found = {}
    for words in READ:
        ours, theirs = plain[words], changed[words]
        paths = {path for path in {*ours, *theirs} if ours.get(path) != theirs.get(path)}
        if paths:
            found[" ".join(words)] = frozenset(re.sub(r"\[\d+\]", "", path) for path in paths)
    return found


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.what}, by {row.by}: {row.secret.name}")
def test_a_side_learns_by_the_event_what_the_row_says_and_no_more(
    bench: Bench, row: Release, plain: Callable[[Release], tuple[Answered, Answered]]
) -> None:
    before, after = told(bench, row, plain(row))
    assert before == {}
    assert after == row.shows
