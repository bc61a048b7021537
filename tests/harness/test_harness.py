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
from tests.harness.fuzz import run
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


def test_ten_kills(fresh: Fresh) -> None:
    """Each in the midst of writing: what was reported is there, nothing else is, the doctor is content."""
    tally, faults = kill_often(fresh, 10, random.Random(7), tell=lambda line: None, longest=0.5)
    assert faults == []
    assert tally.kills == 10
    assert tally.torn >= 5


def test_writers_at_once(fresh: Fresh) -> None:
    """Their work is the work of one after the other; nobody is shut out."""
    ended = contest(fresh(), 4, 3, readers=1)
    assert ended.faults == []
    assert len(ended.said.done) >= 4
    assert min(ended.shares.values()) >= 1
    assert ended.reads >= 1


@pytest.mark.parametrize("kind", sorted(KINDS_OF_FILES))
def test_spoilt_files(kind: str) -> None:
    """Taken whole and sound, or refused with a message; never a traceback, a hang or half an import."""
    endings = run((kind,), range(40))
    assert [one for one in endings if one.finding] == []
    assert any(not one.taken for one in endings)


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
