"""Files with secrets are readable by their owner alone; a mode that the owner gave a file stays; nothing is left behind."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.errors import StoreError
from campaign.exchange.placing import _machine, draft_of, private_folder
from campaign.exchange.writing import telling_what_is_written, write_over
from campaign.store import HEAD, open_store, upgrade
from campaign.store.backup import backup

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")

Copy = Callable[[str], Path]
OLD = Path(__file__).parent / "released" / "0013.db.gz"


@pytest.fixture(autouse=True)
def _usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _run(*words: str, code: int = 0) -> str:
    ended = CliRunner().invoke(campaign, [*words])
    assert ended.exit_code == code, ended.output
    return ended.output


def test_database_backup_export_and_parcel_are_their_owners_alone(file_of: Copy, tmp_path: Path) -> None:
    founded = tmp_path / "founded.db"
    said = _run("new", "tolvajarvi", "--db", str(founded))
    assert "Only you can read founded.db, its backups and its exports on this computer" in " ".join(said.split())
    assert "Only you" not in _run("status", "--db", str(founded))
    path = file_of("tiny")
    made = [founded, backup(path, tmp_path / "b.db")]
    for words in (("export",), ("hand-over",), ("export", "--format", "graphml")):
        out = tmp_path / f"{'-'.join(words[:3:2])}{'.zip' if words[0] == 'hand-over' else '.json'}"
        _run(*words, "--out", str(out), "--db", str(path))
        made.append(out)
    assert len(made) == 5 and {_mode(each) for each in made} == {0o600}


def test_a_sides_copy_and_a_paper_are_handed_on(file_of: Copy, tmp_path: Path) -> None:
    path, copy, paper = file_of("tiny"), tmp_path / "alba.json", tmp_path / "orbat.pdf"
    _run("export", "--for", "alba", "--out", str(copy), "--db", str(path))
    _run("print", "orbat", "--side", "alba", "--out", str(paper), "--db", str(path))
    assert _mode(copy) == _mode(paper) == 0o644


def test_sqlites_journal_has_the_mode_of_the_file(file_of: Copy, tmp_path: Path) -> None:
    copy = backup(file_of("tiny"), tmp_path / "b.db")
    with closing(sqlite3.connect(copy, isolation_level=None)) as handle:
        handle.execute("begin immediate")
        handle.execute("update ledger set revision = 'other'")
        assert _mode(copy.with_name("b.db-journal")) == 0o600
        handle.execute("rollback")


def test_a_mode_that_the_owner_gave_stays(file_of: Copy, tmp_path: Path) -> None:
    path = file_of("tiny")
    copy = backup(path, tmp_path / "b.db")
    path.chmod(0o664)
    _run("restore", str(copy), "--db", str(path))
    assert _mode(path) == 0o664
    paper = tmp_path / "orbat.pdf"
    for mode in (0o600, 0o664):
        paper.touch()
        paper.chmod(mode)
        write_over(paper, b"again")
        assert _mode(paper) == mode


def test_the_copy_of_an_upgrade_is_its_owners_alone(old: Path) -> None:
    upgrade(old)
    (copy,) = old.parent.glob("old-revision-*.db")
    assert _mode(copy) == 0o600


@pytest.fixture
def old(tmp_path: Path) -> Path:
    import gzip

    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    return path


def test_an_upgrade_that_a_reader_stops_leaves_no_copy(old: Path) -> None:
    before = old.read_bytes()
    with closing(sqlite3.connect(old, isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from entry").fetchone()
        with pytest.raises(StoreError, match=r"locked|busy|in use|another"):
            open_store(old, write=True, patience=0.05)
        reader.execute("rollback")
    assert [path.name for path in old.parent.iterdir()] == ["old.db"] and old.read_bytes() == before


def test_a_temporary_folder_of_a_killed_program_goes_with_the_next_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    left = tmp_path / f"campaign-{_machine()}-{process.pid}-abc"
    others = [tmp_path / "campaign-notes", tmp_path / f"campaign-{_machine()}-{os.getppid()}-abc"]
    for folder in (left, *others):
        folder.mkdir()
        (folder / "parcel.zip").write_text("both sides")
    draft_of(tmp_path / "folder" / "b.db")
    assert not left.exists() and all(folder.exists() for folder in others)
    with private_folder() as ours:
        assert _mode(Path(ours)) == 0o700
        draft_of(tmp_path / "b.db")
        assert Path(ours).exists(), "the folder of a running program stays"


def test_a_full_disk_is_told_with_the_files_that_were_written() -> None:
    with pytest.raises(StoreError, match=r"^no room. No file was written$"), telling_what_is_written([]):
        raise StoreError("no room")
    written = [Path("out", f"{n}.pdf") for n in range(8)]
    named = r"^no room. These files were finished before the error: 0.pdf, .* 5.pdf and 2 more$"
    with pytest.raises(StoreError, match=named), telling_what_is_written(written):
        raise StoreError("no room")


def test_rescue_refuses_a_file_of_a_later_program_and_a_file_that_contradicts_itself_is_told(file_of: Copy) -> None:
    path = file_of("tiny")
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute("update alembic_version set version_num = '0099'")
        handle.execute("update ledger set revision = '0099'")
    for words in (("upgrade",), ("undo",)):
        said = _run(*words, "--db", str(path), code=1)
        assert f"is damaged: its first bytes give the file revision {HEAD}, but its tables give 0099" in " ".join(
            said.split()
        )
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute("pragma user_version=99")
    assert "was written by a later version of the program" in _run("rescue", str(path), code=1)
