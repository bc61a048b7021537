"""Restoring: a backup comes back whole or not at all, and what it replaces is kept."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from campaign.cli.contents import campaign
from campaign.errors import Locked, NotACampaign, Refused, StoreError
from campaign.folders import folder
from campaign.journal import digest, living, reading, undo, writing
from campaign.journal.doctor import examine_all
from campaign.journal.restoring import restore
from campaign.model import Battalion
from campaign.store import HEAD, open_store, opened, replacing, upgrading
from campaign.store.backup import backup
from campaign.store.file_type import look
from tests.tiny import by_hand, named

Copy = Callable[[str], Path]


def weaken(path: Path, men: int) -> None:
    with opened(path, write=True) as store, by_hand(store) as board:
        named(board, Battalion, "1st Rifles").men = men


def state(path: Path) -> str:
    with opened(path, write=False) as store, reading(store) as board:
        return digest(board)


@pytest.fixture
def file(file_of: Copy) -> Path:
    """A campaign played on after its backup was made."""
    path = file_of("tiny")
    weaken(path, 595)
    return path


@pytest.fixture
def safe(file: Path) -> Path:
    """The backup: two entries. The file has three."""
    copy = backup(file, file.with_name("safe.db"))
    weaken(file, 590)
    return copy


def names(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.iterdir())


def test_a_backup_comes_back_and_what_it_replaces_is_kept_byte_for_byte(file: Path, safe: Path) -> None:
    old, held, then = file.read_bytes(), safe.read_bytes(), state(safe)
    done = restore(file, safe, actor="Bob")
    assert done.campaigns == (("tiny", 2),)
    assert done.kept is not None
    assert done.kept.read_bytes() == old
    assert done.kept.name.startswith("tiny-before-restore-2")
    assert safe.read_bytes() == held
    assert state(file) == then
    assert names(file) == sorted([file.name, safe.name, done.kept.name])
    with opened(file, write=True) as store:
        with reading(store) as board:
            line = living(board)[-1]
        assert (line.number, line.verb, line.actor, line.is_ruling) == (3, "restore", "Bob", True)
        assert (
            line.summary
            == "Restored from safe.db as it was after entry 2; the file before that, up to entry 3, is kept as"
            f" {done.kept.name}"
        )
        assert examine_all(store)[0].faults == ()
        undo(store, to=1, actor="Ann")
        assert examine_all(store)[0].faults == ()


def test_one_restoring_can_be_taken_back_by_another(file: Path, safe: Path) -> None:
    before = state(file)
    kept = restore(file, safe, actor="Bob").kept
    assert kept is not None
    again = restore(file, kept, actor="Bob").kept
    assert again is not None
    assert again != kept
    assert state(file) == before


@pytest.mark.parametrize(
    "left", [b"", b"not a campaign any more", None, 5000], ids=["empty", "text", "zeros", "cut off"]
)
def test_a_damaged_file_is_replaced_and_kept(file: Path, safe: Path, left: bytes | int | None) -> None:
    whole = file.read_bytes()
    file.write_bytes(bytes(len(whole)) if left is None else whole[:left] if isinstance(left, int) else left)
    old, then = file.read_bytes(), state(safe)
    stale = file.with_name(file.name + "-journal")
    stale.write_bytes(b"left by a crash")
    done = restore(file, safe, actor="Bob")
    assert done.kept is not None
    assert done.kept.read_bytes() == old
    assert not stale.exists(), "SQLite would play an old journal back into the new file"
    assert state(file) == then


def test_a_file_that_is_gone_is_brought_back(file: Path, safe: Path) -> None:
    then = state(safe)
    file.unlink()
    assert restore(file, safe, actor="Bob").kept is None
    assert (state(file), names(file)) == (then, [safe.name, file.name])


def _flipped(path: Path) -> None:
    with closing(sqlite3.connect(path)) as handle:
        handle.execute("update entry set summary = 'nothing happened' where seq = 2")
        handle.commit()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def _garbled(path: Path) -> None:
    held = bytearray(path.read_bytes())
    held[8192:16384] = b"\x5a" * 8192
    path.write_bytes(bytes(held))


def _orphaned(path: Path) -> None:
    with closing(sqlite3.connect(path)) as handle:
        handle.execute("delete from place")
        handle.commit()


@pytest.mark.parametrize("harm", [_flipped, _cut, _garbled, _orphaned])
def test_a_backup_that_is_not_sound_is_refused_and_nothing_is_changed(
    file: Path, safe: Path, harm: Callable[[Path], None]
) -> None:
    harm(safe)
    before, there = file.read_bytes(), names(file)
    with pytest.raises((StoreError, Refused), match="nothing was changed") as refused:
        restore(file, safe, actor="Bob")
    assert "\n" not in str(refused.value)
    assert "safe.db" in str(refused.value)
    assert (file.read_bytes(), names(file)) == (before, there)


def test_what_is_no_backup_is_refused(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("Dear diary")
    before = file.read_bytes()
    for wrong, error, words in (
        (other, NotACampaign, "not a SQLite database"),
        (tmp_path / "none.db", StoreError, "no campaign at"),
        (file, Refused, "it is the file of the campaign itself"),
    ):
        with pytest.raises(error, match=words):
            restore(file, wrong, actor="Bob")
    with pytest.raises(Refused, match="campaign import"):
        restore("postgresql://club/campaigns", file, actor="Bob")
    assert file.read_bytes() == before


def test_an_older_backup_is_upgraded_and_only_its_copy(
    file: Path, safe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proved with a revision made here that the backup has not seen."""
    scripts, later = tmp_path / "scripts" / "migrations", f"{int(HEAD) + 1:04d}"
    shutil.copytree(folder("migrations"), scripts)
    body = f"from alembic import op\nrevision, down_revision = {later!r}, {HEAD!r}\ndef upgrade():\n    op.execute('create table motto (id integer)')\n"
    (scripts / "versions" / f"{later}_motto.py").write_text(body)
    monkeypatch.setattr(replacing, "HEAD", later)
    monkeypatch.setattr(upgrading, "our_schema", lambda: upgrading.Schema(scripts, later))
    monkeypatch.setattr("campaign.journal.transaction.HEAD", later)
    monkeypatch.setattr("campaign.journal.doctor.HEAD", later)
    held = safe.read_bytes()
    done = restore(file, safe, actor="Bob")
    assert look(file, write=False).user_version == int(later)
    assert safe.read_bytes() == held
    assert done.campaigns == (("tiny", 2),)
    with closing(sqlite3.connect(file)) as handle:
        assert handle.execute("select count(*) from motto").fetchone() == (0,)
        assert handle.execute("select verb from entry order by seq desc limit 1").fetchone() == ("restore",)


def test_while_another_writes_nothing_is_replaced(file: Path, safe: Path) -> None:
    before = names(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.raises(Locked):
            restore(file, safe, actor="Bob", patience=0.2)
    assert names(file) == before


def test_who_waited_while_the_file_was_replaced_writes_nothing(file: Path, safe: Path) -> None:
    """His lock would be on the file that was put aside."""
    store = open_store(file, write=True)
    connection = store.engine.connect()
    restore(file, safe, actor="Bob")
    with pytest.raises(StoreError, match="with another file; nothing was changed"):
        connection.begin()
    connection.close()
    with writing(store) as board:
        assert board.ledger.last_number == 3, "the next command finds the new file"
    store.close()


def test_writers_and_a_restoring_at_once_lose_nothing_that_was_reported_done(file: Path, safe: Path) -> None:
    done: list[int] = []
    stop = threading.Event()

    def work() -> None:
        men = 500
        while not stop.is_set():
            men -= 1
            try:
                weaken(file, men)
            except StoreError:
                continue
            done.append(men)

    writer = threading.Thread(target=work)
    writer.start()
    try:
        kept = restore(file, safe, actor="Bob").kept
    finally:
        stop.set()
        writer.join()
    assert kept is not None
    found = set()
    for path in (file, kept):
        with opened(path, write=False) as store:
            assert examine_all(store)[0].is_sound
            with store.engine.connect() as connection:
                images = connection.execute(text("select images from entry where verb = 'by hand'")).scalars().all()
        found |= {men for men in done if any(f'"men":{men}' in text_ for text_ in images)}
    assert found == set(done)


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def test_the_command_says_what_it_did_and_the_doctor_looks(file: Path, safe: Path) -> None:
    ended = typed("restore", str(safe), "--db", str(file), "--as", "Bob")
    assert ended.exit_code == 0, ended.output
    first, second = ended.stdout.splitlines()
    assert first == f"Restored tiny from {safe}, as it was after entry 2."
    assert second.startswith("The old database is kept: ")
    assert "all is well" in ended.stderr


def test_rows_changed_past_the_journal_come_back_as_they_were_and_the_doctor_says_so(file: Path, safe: Path) -> None:
    with closing(sqlite3.connect(safe)) as handle:
        handle.execute("update battalion set men = 1 where name = 'I/9'")
        handle.commit()
    ended = typed("restore", str(safe), "--unsound", "--db", str(file))
    assert ended.exit_code == 0, ended.output
    assert "battalion I/9: men is 1 in the table, but 600 in the journal" in ended.stderr
    assert typed("doctor", "--db", str(file)).exit_code == 1
    mended = typed("doctor", "--repair", "--yes", "--db", str(file))
    assert mended.exit_code == 0, mended.output
    assert "1 row repaired" in mended.stderr
    assert typed("doctor", "--db", str(file)).exit_code == 0


# a copy whose data do not agree with its journal


@pytest.fixture
def unsound(file: Path, safe: Path) -> Path:
    """The backup, with the men of a battalion and a long text altered beside its journal."""
    with closing(sqlite3.connect(safe)) as handle, handle:
        handle.execute("update battalion set men = men + 7, notes = ? where name like '1st Rifles%'", ("x" * 200,))
    return safe


def test_an_unsound_copy_is_told_of_before_anything_is_replaced(file: Path, unsound: Path) -> None:
    """Without somebody to ask it is refused, whatever is wrong with it stands in whole sentences, nothing was changed."""
    before, here = file.read_bytes(), names(file)
    ended = typed("restore", str(unsound), "--db", str(file))
    assert ended.exit_code == 1
    assert f"the doctor found 2 errors in {unsound}." in " ".join(ended.output.split())
    assert "1st Rifles: men is 602 in the table, but 595 in the journal" in " ".join(ended.output.split())
    assert "1st Rifles: notes in the table differs from the value in the journal" in " ".join(ended.output.split())
    assert "xxx" not in ended.output and "..." not in ended.output
    assert "--unsound" in ended.output and "campaign doctor --repair" in " ".join(ended.output.split())
    assert "Restored" not in ended.output
    assert (file.read_bytes(), names(file)) == (before, here)


def test_an_unsound_copy_is_restored_if_it_is_wanted_and_repaired_afterwards(file: Path, unsound: Path) -> None:
    ended = typed("restore", str(unsound), "--unsound", "--db", str(file))
    assert ended.exit_code == 0, ended.output
    assert "Restored tiny from " in ended.output and "campaign doctor --repair" in " ".join(ended.output.split())
    assert typed("doctor", "--repair", "--yes", "--db", str(file)).exit_code == 0
    with opened(file, write=False) as store:
        assert examine_all(store)[0].faults == ()


def test_an_unsound_copy_is_not_imported_and_the_way_to_repair_it_is_named(file: Path, unsound: Path) -> None:
    before = file.read_bytes()
    ended = typed("import", str(unsound), "--db", str(file), "--campaign", "second")
    said = " ".join(ended.output.split())
    assert (ended.exit_code, file.read_bytes()) == (1, before)
    assert "nothing was imported. Restore the backup into a separate file, then repair that file" in said
    assert f"campaign restore {unsound} --unsound --db NEW.db" in said and "xxx" not in said
    new = file.with_name("new.db")
    assert typed("restore", str(unsound), "--unsound", "--db", str(new)).exit_code == 0
    assert typed("doctor", "--repair", "--yes", "--db", str(new)).exit_code == 0


def test_the_question_is_asked_at_a_terminal_and_no_is_the_answer_to_nothing(
    file: Path, unsound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaign.cli.restore.is_terminal", lambda: True)
    before = file.read_bytes()
    runner = CliRunner()
    for answer, code in (("\n", 1), ("n\n", 1), ("y\n", 0)):
        ended = runner.invoke(campaign, ["restore", str(unsound), "--db", str(file)], input=answer)
        assert (ended.exit_code, file.read_bytes() == before) == (code, code == 1), ended.output
        assert "Restore the backup anyway, and repair it afterwards? [y/N]" in ended.output


def test_a_rule_that_the_journal_itself_breaks_is_no_damage_of_the_copy(file: Path) -> None:
    """The campaign was like that when it was copied: it comes back without a question, and the doctor tells of it."""
    with opened(file, write=True) as store, by_hand(store) as board:
        board.clock.day = 3
    copy = backup(file, file.with_name("odd.db"))
    ended = typed("restore", str(copy), "--db", str(file))
    assert ended.exit_code == 0 and "Restored tiny" in ended.output
