"""The journal from the command line, and databases that cannot be used."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.journal import Facts, JournalBoard, Register, action, begin_campaign, commit, digest, reading
from campaign.model import Clock, Setting
from campaign.rules.common.dice import Dice, Scripted, Seeded
from campaign.store import create, opened
from campaign.terms.time import Phase
from campaign.words.receipt import Receipt

VERBS = Register()


@dataclass(frozen=True, slots=True)
class Found:
    """Found a campaign of nothing but a clock."""


@dataclass(frozen=True, slots=True)
class Note:
    """Write a setting down, with a die beside it."""

    key: str


@action("found", register=VERBS)
def lay_out(board: JournalBoard, command: Found, dice: Dice) -> Receipt:
    board.make(Clock, day=1, turn=1, phase=Phase.WEATHER)
    return Receipt("Founded")


@action("note", register=VERBS)
def note(board: JournalBoard, command: Note, dice: Dice) -> Receipt:
    face = dice.roll(6, "luck", command.key)
    board.make(Setting, key=command.key, value=face)
    return Receipt(f"{command.key} noted, a die showed {face}")


def founded(path: Path, *names: str) -> Path:
    """A database with these campaigns, each with three notes in its journal."""
    store = create(path)
    for name in names:
        facts = Facts(name, name.title(), "none", "", "42", "brevity", date(1941, 5, 15), 2)
        begin_campaign(store, facts, Found(), source=Seeded("42"), actor="Ann", register=VERBS)
        for n, key in enumerate(("Łódź", "second", "third"), 1):
            commit(store, name, Note(key), source=Scripted([n]), actor="Ann", register=VERBS)
    store.close()
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return founded(tmp_path / "campaign.db", "brevity")


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def state(file: Path) -> str:
    with opened(file, write=False) as store, reading(store) as board:
        return digest(board)


def test_the_log_shows_every_entry(file: Path) -> None:
    shown = typed("log", "--db", str(file))
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["1", "2", "3", "4"]
    assert "14 May 22:00, 1.1" in lines[3]
    assert lines[3].endswith("Łódź noted, a die showed 1 [dice from a file]")
    assert max(map(len, lines)) <= 80


def test_the_log_as_json_with_dice(file: Path) -> None:
    entries = json.loads(typed("log", "--json", "--last", "1", "--db", str(file)).stdout)
    assert [(entry["number"], entry["verb"], entry["moment"], entry["actor"]) for entry in entries] == [
        (4, "note", "1.1", "Ann")
    ]
    assert entries[0]["rolls"] == [
        {"name": {"moment": "1.1", "sides": 6, "purpose": "luck", "subject": "third", "k": 1}, "value": 3}
    ]
    assert "d6 shows 2: luck of second (turn 1.1)" in typed("log", "--dice", "--db", str(file)).stdout


def test_undo_to_the_founding_and_redo_forward_again(file: Path) -> None:
    before = state(file)
    back = typed("undo", "--to", "1", "--db", str(file), "--as", "Bob")
    assert back.exit_code == 0
    assert [line.split(":")[0] for line in back.stdout.splitlines()] == [
        "Undone 4, given by Ann",
        "Undone 3, given by Ann",
        "Undone 2, given by Ann",
    ]
    assert state(file) != before
    assert len(typed("log", "--db", str(file)).stdout.splitlines()) == 3
    forth = typed("redo", "--to", "4", "--db", str(file))
    assert [line.split(":")[0] for line in forth.stdout.splitlines()] == ["Redone 2", "Redone 3", "Redone 4"]
    assert state(file) == before
    whole = json.loads(typed("log", "--all", "--json", "--db", str(file)).stdout)
    assert [entry["kind"] for entry in whole] == ["do"] * 4 + ["undo"] * 3 + ["redo"] * 3
    assert whole[4]["actor"] == "Bob"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["undo", "--to", "4"], "there are no entries after 4 to undo"),
        (["undo", "--to", "9"], "there are no entries after 9 to undo"),
        (["redo"], "there is nothing to redo"),
    ],
)
def test_what_cannot_be_undone_is_refused_and_changes_nothing(file: Path, arguments: list[str], said: str) -> None:
    before = file.read_bytes()
    ended = typed(*arguments, "--db", str(file))
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (1, 1)
    assert said in ended.stderr
    assert file.read_bytes() == before


def test_the_database_may_be_named_before_or_after_the_command_or_by_the_environment(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.chdir(other)
    assert typed("log").exit_code == 1
    assert typed("--db", str(file), "log").exit_code == 0
    monkeypatch.setenv("CAMPAIGN_DB", str(file))
    assert typed("log").exit_code == 0
    assert "nowhere.db" in typed("--db", str(file), "log", "--db", "nowhere.db").stderr, (
        "what stands after the command counts"
    )
    monkeypatch.delenv("CAMPAIGN_DB")
    monkeypatch.chdir(tmp_path)
    assert typed("log").exit_code == 0, "campaign.db here is the default"


def test_one_of_several_campaigns_must_be_named(tmp_path: Path) -> None:
    several = founded(tmp_path / "club.db", "brevity", "crusader")
    ended = typed("log", "--db", str(several))
    assert ended.exit_code == 1
    assert "--campaign: brevity, crusader" in ended.stderr
    assert typed("log", "--db", str(several), "--campaign", "crusader").exit_code == 0
    assert typed("--campaign", "crusader", "undo", "--db", str(several)).stdout.startswith("Undone 4")
    misspelt = typed("log", "--db", str(several), "--campaign", "brevty")
    assert "did you mean brevity?" in misspelt.stderr


def no_file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "none.db"


def a_directory(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path


def a_text_file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, the campaign is in the other file. " * 20, encoding="utf-8")
    yield path


def an_empty_file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "empty.db"
    path.touch()
    yield path


def another_database(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "stamps.db"
    with closing(sqlite3.connect(path)) as handle:
        handle.execute("create table stamps (id integer)")
        handle.commit()
    yield path


def cut_off(tmp_path: Path) -> Iterator[Path]:
    path = founded(tmp_path / "cut.db", "brevity")
    path.write_bytes(path.read_bytes()[:9000])
    yield path


def locked(tmp_path: Path) -> Iterator[Path]:
    path = founded(tmp_path / "busy.db", "brevity")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        yield path


def read_only(tmp_path: Path) -> Iterator[Path]:
    path = founded(tmp_path / "fixed.db", "brevity")
    path.chmod(0o444)
    yield path
    path.chmod(0o644)


UNUSABLE = [no_file, a_directory, a_text_file, an_empty_file, another_database, cut_off, locked]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait ten seconds for another writer."""
    from campaign.store import backup, opening

    for function in (opening.open_store, opening.opened, opening.upgrade, backup.backup):
        own = getattr(function, "__wrapped__", function)
        monkeypatch.setattr(own, "__kwdefaults__", {**own.__kwdefaults__, "patience": 0.2})
    monkeypatch.setattr("campaign.journal.transaction.PATIENCE", 0.2)


@pytest.mark.parametrize(
    ("made", "command"),
    [(made, command) for made in UNUSABLE for command in ("log", "undo", "backup")]
    + [(made, "upgrade") for made in UNUSABLE[:5]],
)
@pytest.mark.usefixtures("impatient")
def test_a_database_that_cannot_be_used_gets_one_line(
    tmp_path: Path, made: Callable[[Path], Iterator[Path]], command: str
) -> None:
    maker = made(tmp_path)
    path = next(maker)
    ended = typed(command, "--db", str(path))
    list(maker)
    assert ended.exit_code == 1
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert ended.stderr.startswith("Error: ")
    assert path.name in ended.stderr
    assert "Traceback" not in ended.output
    assert ended.stdout == ""


def test_a_read_only_file_is_read_but_not_written(tmp_path: Path) -> None:
    maker = read_only(tmp_path)
    path = next(maker)
    assert typed("log", "--db", str(path)).exit_code == 0
    ended = typed("undo", "--db", str(path))
    assert ended.exit_code == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "cannot be written: its file is read-only" in ended.stderr
    list(maker)


def test_reading_leaves_the_file_as_it_was(file: Path) -> None:
    before = (file.read_bytes(), file.stat().st_mtime_ns, sorted(file.parent.iterdir()))
    assert typed("log", "--db", str(file)).exit_code == 0
    assert (file.read_bytes(), file.stat().st_mtime_ns, sorted(file.parent.iterdir())) == before


def test_an_address_of_another_server_is_refused() -> None:
    ended = typed("log", "--db", "mysql://player@club/campaigns")
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (1, 1)


def test_upgrade_of_a_file_that_is_up_to_date_says_so(file: Path) -> None:
    assert "is up to date" in typed("upgrade", "--db", str(file)).stdout


def test_a_backup_is_the_same_campaign_and_can_be_undone(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "safe.db"
    said = typed("backup", "--db", str(file), "--out", str(copy))
    assert (said.exit_code, str(copy) in said.stdout) == (0, True)
    assert state(copy) == state(file)
    assert typed("undo", "--db", str(copy)).exit_code == 0
    assert state(copy) != state(file)


def test_a_backup_without_a_name_lies_beside_the_file(file: Path) -> None:
    assert typed("backup", "--db", str(file)).exit_code == 0
    (copy,) = (path for path in file.parent.iterdir() if path != file)
    assert copy.name.startswith("campaign-2")
    assert state(copy) == state(file)


def test_a_backup_overwrites_nothing_and_leaves_nothing_behind(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "diary.txt"
    other.write_text("keep me", encoding="utf-8")
    ended = typed("backup", "--db", str(file), "--out", str(other))
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (1, 1)
    assert "is not overwritten" in ended.stderr
    assert other.read_text(encoding="utf-8") == "keep me"
    missing = typed("backup", "--db", str(file), "--out", str(tmp_path / "nowhere" / "x.db"))
    assert (missing.exit_code, len(missing.stderr.splitlines())) == (1, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["campaign.db", "diary.txt"]


def test_a_backup_waits_for_no_reader_and_gets_a_writer_s_file_whole(file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")
        assert typed("backup", "--db", str(file), "--out", str(tmp_path / "copy.db")).exit_code == 0
    assert state(tmp_path / "copy.db") == state(file)
