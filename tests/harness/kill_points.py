"""Kill -9 at the n-th write, sync, truncation, new name or unlink of every command that writes.

    python -m tests.harness.kill_points                     every command at every point, torn writes too: hours
    python -m tests.harness.kill_points --each 6            six points of each command, drawn by --seed

Each verb of the journal is carried out on its case of ``tests/journal/cases.py``; commands on whole files are typed. It
is run once to its end, followed from system call to system call, and then again for each point, where it is killed just
before the call or with half of the write done. After each kill every file there must be as it was before or as it is
afterwards, the doctor content; and the same command, given again, must end well and leave no draft behind. Exit code 1
if anything did not hold.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from campaign.cli.contents import campaign
from campaign.errors import CampaignError
from campaign.exchange.parcel import campaign_file_in
from campaign.journal import digest, reading
from campaign.journal.doctor import examine_all
from campaign.store import create, names_of, opened
from campaign.store.checks import file_faults
from tests.harness.nursery import AtWork
from tests.harness.tracing import WRITES, Point, points, why_not
from tests.harness.typist import act, type_command
from tests.journal.cases import CASES
from tests.tiny import found_tiny

DATABASE = "campaign.db"
_DATED = re.compile(r"\d{4}-\d{2}-\d{2}(-\d{6})?")
_RELEASED = Path(__file__).parents[1] / "store" / "released"

Contents = dict[str, str]
"""What stands in a folder: for each name, its date left out, a mark of the content."""


@dataclass(frozen=True, slots=True)
class Task:
    """A command to be killed. ``prepare`` fills an empty folder; ``verb`` or ``words`` is what is then done there."""

    name: str
    prepare: Callable[[Path], None]
    verb: str = ""
    words: tuple[str, ...] = ()

    def at_work(self, folder: Path) -> AtWork:
        """The process that will do it."""
        database = str(folder / DATABASE)
        if self.verb:
            return AtWork(act, self.verb, database)
        words = [word.replace("{folder}", str(folder)) for word in self.words]
        return AtWork(type_command, json.dumps(words))


# what is there before


def _tiny(folder: Path) -> None:
    store = create(folder / DATABASE)
    found_tiny(store)
    store.close()


def _after_entries(folder: Path) -> None:
    """Three entries on the tiny campaign, the last one undone."""
    _tiny(folder)
    for words in (["hold", "1st Rifles"], ["next", "--auto"], ["posture", "2nd Rifles", "line"], ["undo"]):
        _type(*words, "--db", str(folder / DATABASE))


def _after_a_player(folder: Path) -> None:
    """A player's order, and another side's after it."""
    _tiny(folder)
    for words in (["hold", "1st Rifles", "--viewer", "General Alba"], ["hold", "I/9", "--viewer", "General Brenn"]):
        _type(*words, "--db", str(folder / DATABASE))


def _with_branch(folder: Path) -> None:
    _after_entries(folder)
    _type("branch", "other", "--db", str(folder / DATABASE))


def _with_backup(folder: Path) -> None:
    _after_entries(folder)
    _type("backup", "--db", str(folder / DATABASE), "--out", str(folder / "safe.db"))
    _type("hold", "2nd Rifles", "--db", str(folder / DATABASE))


def _with_export(folder: Path) -> None:
    _after_entries(folder)
    _type("export", "--db", str(folder / DATABASE), "--out", str(folder / "safe.json"))


def _copied(folder: Path) -> None:
    """A copy in which another order was given."""
    _after_entries(folder)
    shutil.copyfile(folder / DATABASE, folder / "laptop.db")
    _type("hold", "I/9", "--db", str(folder / "laptop.db"))


def _parted(folder: Path) -> None:
    """Both went on since."""
    _copied(folder)
    _type("hold", "1st Hussars", "--db", str(folder / DATABASE))


def _damaged(folder: Path) -> None:
    """A row was altered past the program."""
    _after_entries(folder)
    with sqlite3.connect(folder / DATABASE) as handle:
        handle.execute("update battalion set men = men + 1")
    handle.close()


def _of_revision(revision: str) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        (folder / DATABASE).write_bytes(gzip.decompress((_RELEASED / f"{revision}.db.gz").read_bytes()))

    return prepare


def _empty(folder: Path) -> None:
    """Nothing."""


def _type(*words: str) -> None:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        campaign.main([*words], standalone_mode=False)


def _verbs() -> Iterator[Task]:
    for verb in sorted(CASES):

        def prepare(folder: Path, verb: str = verb) -> None:
            _tiny(folder)
            with opened(folder / DATABASE, write=True) as store:
                CASES[verb].ready(store)

        yield Task(verb, prepare, verb=verb)


_HERE = ("--db", "{folder}/" + DATABASE)
WHOLE_FILES: tuple[Task, ...] = (
    Task("new", _empty, words=("new", "operation-brevity", "--seed", "1941", *_HERE)),
    Task("undo", _after_entries, words=("undo", *_HERE)),
    Task("undo to the first", _after_entries, words=("undo", "--to", "1", *_HERE)),
    Task("undo by number", _after_entries, words=("undo", "2", "--yes", *_HERE)),
    Task("undo of a player's own", _after_a_player, words=("undo", "--viewer", "General Alba", *_HERE)),
    Task("redo", _after_entries, words=("redo", *_HERE)),
    Task("replay", _after_entries, words=("replay", "2", *_HERE)),
    Task(
        "order amend",
        _after_entries,
        words=("order", "amend", "1st Rifles", "--aim", "to the last", "--why", "misread", "--rewrite", *_HERE),
    ),
    Task("branch thrown away", _with_branch, words=("branch", "other", "--drop", *_HERE)),
    Task("branch", _after_entries, words=("branch", "other", *_HERE)),
    Task("doctor repairs", _damaged, words=("doctor", "--repair", "--yes", *_HERE)),
    Task("backup", _after_entries, words=("backup", "--out", "{folder}/copy.db", *_HERE)),
    Task("restore", _with_backup, words=("restore", "{folder}/safe.db", *_HERE)),
    Task("catch-up", _parted, words=("catch-up", "{folder}/laptop.db", "--yes", *_HERE)),
    Task("catch-up of what only the other did", _copied, words=("catch-up", "{folder}/laptop.db", "--yes", *_HERE)),
    Task("hand-over", _after_entries, words=("hand-over", "--out", "{folder}/parcel.zip", *_HERE)),
    Task("rescue", _after_entries, words=("rescue", "{folder}/" + DATABASE, "--out", "{folder}/rescued.db")),
    Task("export", _after_entries, words=("export", "--out", "{folder}/out.json", *_HERE)),
    Task("export for a side", _after_entries, words=("export", "--for", "alba", "--out", "{folder}/alba.json", *_HERE)),
    Task("import", _with_export, words=("import", "{folder}/safe.json", "--campaign", "again", *_HERE)),
    Task("import into a new file", _with_export, words=("import", "{folder}/safe.json", "--db", "{folder}/new.db")),
    Task("init", _empty, words=("init", "{folder}/own")),
    *(
        Task(f"upgrade from {path.name[:4]}", _of_revision(path.name[:4]), words=("upgrade", *_HERE))
        for path in sorted(_RELEASED.glob("*.db.gz"))
    ),
)
"""Commands on whole files or on the record itself. What is typed of the rest goes through the verbs."""


def tasks() -> tuple[Task, ...]:
    """Everything that writes."""
    return (*_verbs(), *WHOLE_FILES)


# what must hold


def contents(folder: Path) -> Contents:
    """What stands in the folder under names that people see. Raises CampaignError for a campaign file that does not
    open."""
    return {
        _DATED.sub("DATE", path.relative_to(folder).as_posix()): _mark(path)
        for path in sorted(folder.rglob("*"))
        if _is_seen(path, folder)
    }


def _is_seen(path: Path, folder: Path) -> bool:
    return (
        path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and not path.name.endswith("-journal")
    )


def _mark(path: Path) -> str:
    """The tables' digests and the length of each record for a campaign file, as they are after an upgrade, and for the
    one in a parcel; else a hash of the bytes."""
    if path.suffix == ".zip":
        with campaign_file_in(path) as file, TemporaryDirectory() as folder:
            return _mark(Path(shutil.copyfile(file, Path(folder, DATABASE))))
    if path.suffix != ".db":
        return sha256(path.read_bytes()).hexdigest()
    marks = []
    with opened(path, write=False) as store:
        with store.engine.connect() as connection:
            names = names_of(connection)
        for name in names:
            with reading(store, name) as board:
                marks.append(f"{name}: {digest(board)} {board.ledger.last_seq}")
    return "; ".join(marks)


def _unsound(folder: Path) -> Iterator[str]:
    """What the doctor says of every campaign file that people see."""
    for path in sorted(folder.glob("*.db")):
        if not path.name.startswith("."):
            with opened(path, write=False) as store:
                yield from (f"{path.name}: {fault}" for fault in file_faults(store))
                yield from (
                    f"{path.name}: {finding.what}" for report in examine_all(store) for finding in report.faults
                )


@dataclass(frozen=True, slots=True)
class Trial:
    """A command with a folder prepared for it, and what it comes to."""

    task: Task
    ready: Path
    before: Contents
    after: Contents
    points: tuple[Point, ...]

    def faults_at(self, number: int, folder: Path, *, torn: bool) -> list[str]:
        """Kill it at that point in a copy of the folder; everything that is not as it must be."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.ready, folder)
        run(self.task, folder, at=number, torn=torn)
        try:
            faults = [
                *self._between(contents(folder)),
                *([] if self.task.name == "doctor repairs" else _unsound(folder)),
            ]
            if not faults and contents(folder) != self.after:
                ended = run(self.task, folder)[1]
                faults += (
                    [f"given again it ends with {ended}"]
                    if not _ended_well(ended) and contents(folder) != self.after
                    else []
                )
                faults += [f"left behind: {path.name}" for path in sorted(folder.rglob(".*"))]
        except CampaignError as fault:
            faults = [f"{type(fault).__name__}: {fault}"]
        point = self.points[number - 1]
        return [
            f"{self.task.name}, point {number} of {len(self.points)} ({'half ' if torn else ''}{point.what} {point.file}): {fault}"
            for fault in faults
        ]

    def _between(self, now: Contents) -> Iterator[str]:
        for name in sorted(self.before.keys() | self.after.keys() | now.keys()):
            allowed = {marks.get(name) for marks in (self.before, self.after)}
            if now.get(name) not in allowed:
                yield f"{name} is neither as it was nor as it is to be" if name in now else f"{name} is gone"


def _ended_well(lines: Sequence[str]) -> bool:
    return list(lines) == ["done\n"]


def run(task: Task, folder: Path, *, at: int | None = None, torn: bool = False) -> tuple[list[Point], list[str]]:
    """Do it in that folder, killed at a point or to its end; the points it passed and what it said."""
    process = task.at_work(folder)
    process.wait_until_ready()
    pid = process.process.pid
    assert pid is not None, "it was started"
    passed = points(pid, lambda: process.tell("go"), folder, at=at, torn=torn)
    process.wait()
    return passed, process.lines


@contextmanager
def tried(task: Task, folder: Path) -> Iterator[Trial]:
    """The command run once to its end, ready to be killed. Raises AssertionError if it does not end well by itself."""
    ready, whole = folder / "ready", folder / "whole"
    ready.mkdir(parents=True)
    try:
        task.prepare(ready)
        before = contents(ready)
        shutil.copytree(ready, whole)
        passed, lines = run(task, whole)
        assert _ended_well(lines), f"{task.name} cannot be tried: {lines}"
        assert passed, f"{task.name} writes nothing"
        yield Trial(task, ready, before, contents(whole), tuple(passed))
    finally:
        shutil.rmtree(folder)


def drawn(passed: Sequence[Point], each: int | None, chance: random.Random) -> list[tuple[int, bool]]:
    """So many of the points, whole or torn (all without ``each``); first one of every sort: a file's last write is as
    likely as its thousand."""
    sorts: dict[tuple[str, str, bool], list[tuple[int, bool]]] = {}
    for number, point in enumerate(passed, start=1):
        for torn in (False, True) if point.what in WRITES else (False,):
            sorts.setdefault((point.what, point.file, torn), []).append((number, torn))
    if each is None:
        return sorted(choice for choices in sorts.values() for choice in choices)
    for choices in sorts.values():
        chance.shuffle(choices)
    rounds = [
        choice for row in zip_longest(*sorts.values()) for choice in chance.sample(row, len(row)) if choice is not None
    ]
    return rounds[:each]


def faults_of(task: Task, each: int | None, chance: random.Random, folder: Path) -> tuple[int, list[str]]:
    """Kill one command at all its points, or at so many of them; how many kills, and what did not hold."""
    with tried(task, folder / "trial") as trial:
        chosen = drawn(trial.points, each, chance)
        faults = [
            fault
            for number, torn in chosen
            for fault in trial.faults_at(number, folder / "trial" / "killed", torn=torn)
        ]
    return len(chosen), faults


def main() -> None:
    """Kill them all and print the figures."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--each", type=int, help="points of each command; all without it")
    asked.add_argument("--only", help="commands whose name holds these words")
    asked.add_argument("--seed", type=int, default=1941)
    given = asked.parse_args()
    if reason := why_not():
        sys.exit(f"not tried: {reason}")
    chance, kills, every_fault = random.Random(given.seed), 0, list[str]()
    with TemporaryDirectory(prefix="campaign-kills-") as folder:
        for task in tasks():
            if given.only and given.only not in task.name:
                continue
            count, faults = faults_of(task, given.each, chance, Path(folder))
            kills, every_fault = kills + count, [*every_fault, *faults]
            print(f"{task.name}: {count} kills, {len(faults)} faults", *faults, sep="\n  ", flush=True)
    print(f"{kills} kills, {len(every_fault)} faults")
    if every_fault:
        sys.exit(1)


if __name__ == "__main__":
    main()
