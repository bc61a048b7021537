"""Short runs of the harnesses; README.md here tells of the long ones."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.journal.doctor import examine_all
from campaign.journal.rescuing import salvage
from campaign.store import HEAD, opened, upgrade
from campaign.store.backup import backup
from tests.harness import kill_points
from tests.harness.databases import KINDS, Fresh, on_files, on_server
from tests.harness.evidence import Said, faults_of
from tests.harness.fuzz import KINDS as KINDS_OF_FILES
from tests.harness.fuzz import Bench, at_a_bench, ended
from tests.harness.kill import kill_often
from tests.harness.tracing import why_not
from tests.harness.writers import contest

followed = pytest.mark.skipif(bool(why_not()), reason=why_not())


def look_at(file: Path) -> int:
    """The revision that the first bytes of a file tell, whatever SQLite has left beside it."""
    return int.from_bytes(file.read_bytes()[60:64], "big")


@pytest.fixture(params=KINDS)
def fresh(request: pytest.FixtureRequest) -> Iterator[Fresh]:
    """A maker of databases of each kind."""
    if request.param == "sqlite":
        with on_files() as made:
            yield made
        return
    address = request.getfixturevalue("pg_server").render_as_string(hide_password=False)
    with on_server(address, request.getfixturevalue("pg_templates")("fresh")) as made:
        yield made


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    """Originals to spoil, made once."""
    pytest.importorskip("resource", reason="Windows has neither alarms nor limits, by which a hang is told")
    with at_a_bench() as made:
        yield made


def test_four_kills(fresh: Fresh) -> None:
    """Each in the midst of writing: what was reported is there, nothing else is, the doctor is content."""
    tally, faults = kill_often(fresh, 4, random.Random(7), tell=lambda line: None, longest=0.4)
    assert faults == []
    assert tally.kills == 4
    assert tally.torn >= 1  # a writer is hardly ever between two commands


def _task(name: str) -> kill_points.Task:
    return next(task for task in kill_points.tasks() if task.name == name)


@followed
@pytest.mark.parametrize("name", ["order", "backup"])
def test_killed_at_a_point(name: str, tmp_path: Path) -> None:
    """A command stopped at one of its writes, syncs and names: as it was or as it is to be, and given again it ends
    well."""
    kills, faults = kill_points.faults_of(_task(name), 1, random.Random(name), tmp_path)
    assert (kills, faults) == (1, [])


@pytest.mark.long
@followed
def test_an_upgrade_killed_at_its_last_point_is_taken_back_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything is in the file then but the word that it is whole: the next command, one that only reads, opens the
    file as it was."""
    task, ready, whole, folder = _task("upgrade from 0005"), *(tmp_path / name for name in ("ready", "whole", "killed"))
    ready.mkdir()
    task.prepare(ready)
    shutil.copytree(ready, whole)
    points, said = kill_points.run(task, whole)
    assert said == ["done\n"]
    assert [point.what for point in points[-3:]] == ["pwrite64", "fdatasync", "unlink"]
    shutil.copytree(ready, folder)
    kill_points.run(task, folder, at=len(points))
    file = folder / kill_points.DATABASE
    assert look_at(file) == int(HEAD), "the file's own head lies"
    for copy in (lambda cut_off, tell: backup(cut_off, tmp_path / "copy.db", tell=tell), salvage):
        shutil.copytree(folder, tmp_path / "again")
        said = []
        copy(tmp_path / "again" / kill_points.DATABASE, said.append)
        assert len(said) == 1 and "a command was interrupted while it was being written" in said[0]
        shutil.rmtree(tmp_path / "again")
    with opened(file, write=False) as store:
        assert store.notes == (
            f"{file}: a command was interrupted while it was being written; the file is as it was before that command.",
        )
        assert all(report.is_sound for report in examine_all(store))
    assert look_at(file) == 5
    assert "Upgraded" in upgrade(file)


def test_writers_at_once(fresh: Fresh) -> None:
    """Their work is the work of one after the other; nobody is shut out: it ends when each has done three things,
    however slow the machine."""
    ended = contest(fresh(), 3, 300, readers=1, enough=3)
    assert ended.faults == []
    assert min(ended.shares.values()) >= 3
    assert ended.reads >= 1


@pytest.mark.sample(3)
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
        ("letter", 20),
        ("form", 10),
        ("parcel", 10),
        ("photo", 10),
        ("database", 8),
    ],
)
def test_spoilt_files(bench: Bench, kind: str, count: int) -> None:
    """Taken whole and sound, or refused with a message; never a traceback, a hang or half an import."""
    endings = [ended(bench, kind, seed) for seed in range(count)]
    assert [one for one in endings if one.finding] == []
    assert any(not one.taken for one in endings)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["convert", "letter", "form", "parcel", "photo"])
def test_hundreds_of_spoilt_files_below_a_library(bench: Bench, kind: str) -> None:
    """What a library meets in them is one line about the file."""
    assert [one for one in (ended(bench, kind, seed) for seed in range(1_000, 1_300)) if one.finding] == []


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
        assert any("was changed, removed or inserted later" in fault for fault in faults) and any(
            "men is" in fault for fault in faults
        )
