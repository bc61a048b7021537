"""Short runs of the harnesses; README.md here tells of the long ones."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.harness.databases import KINDS, Fresh, on_files, on_server
from tests.harness.evidence import Said, faults_of
from tests.harness.fuzz import KINDS as KINDS_OF_FILES
from tests.harness.fuzz import Bench, at_a_bench, ended
from tests.harness.kill import kill_often
from tests.harness.writers import contest


@pytest.fixture(params=KINDS)
def fresh(request: pytest.FixtureRequest) -> Iterator[Fresh]:
    """A maker of databases of each kind."""
    if request.param == "sqlite":
        with on_files() as made:
            yield made
        return
    with on_server(request.getfixturevalue("pg_server").render_as_string(hide_password=False)) as made:
        yield made


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    """Originals to spoil, made once."""
    with at_a_bench() as made:
        yield made


def test_four_kills(fresh: Fresh) -> None:
    """Each in the midst of writing: what was reported is there, nothing else is, the doctor is content."""
    tally, faults = kill_often(fresh, 4, random.Random(7), tell=lambda line: None, longest=0.4)
    assert faults == []
    assert tally.kills == 4
    assert tally.torn >= 1  # a writer is hardly ever between two commands


def test_writers_at_once(fresh: Fresh) -> None:
    """Their work is the work of one after the other; nobody is shut out: it ends when each has done three things, however slow the machine."""
    ended = contest(fresh(), 3, 300, readers=1, enough=3)
    assert ended.faults == []
    assert min(ended.shares.values()) >= 3
    assert ended.reads >= 1


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("orbat", 8),
        ("map", 8),
        ("scenario", 8),
        ("return", 16),
        ("export", 15),
        ("forged", 15),
        ("house", 20),
        ("convert", 20),
        ("database", 8),
    ],
)
def test_spoilt_files(bench: Bench, kind: str, count: int) -> None:
    """Taken whole and sound, or refused with a message; never a traceback, a hang or half an import."""
    endings = [ended(bench, kind, seed) for seed in range(count)]
    assert [one for one in endings if one.finding] == []
    assert any(not one.taken for one in endings)


def test_every_kind_is_tried_here() -> None:
    marked = next(mark for mark in test_spoilt_files.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert {kind for kind, count in marked.args[1]} == KINDS_OF_FILES.keys()


def test_the_harness_sees_what_is_lost_and_what_is_too_much() -> None:
    with on_files() as made:
        where = made()
        said = Said()
        said.hear(["begin a-1\n", "done a-1 0.1\n", "Traceback\n", "begin a-2"])
        assert faults_of(where, said) == ["reported as done and not there: a-1", "not understood: Traceback"]
        with closing(sqlite3.connect(where)) as handle, handle:
            handle.execute("update entry set actor = 'nobody'")
            handle.execute("update battalion set men = men + 1 where id = (select min(id) from battalion)")
        faults = faults_of(where, Said())
        assert faults[0] == "there and never begun: nobody"
        assert any("was altered" in fault for fault in faults) and any("men is" in fault for fault in faults)
