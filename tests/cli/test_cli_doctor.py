"""The doctor from the command line."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.call import Call
from campaign.cli.contents import campaign
from campaign.cli.session import read, tell
from campaign.errors import StoreError
from campaign.journal import JournalBoard
from campaign.model import Battalion
from campaign.store import open_store, opened
from campaign.terms.viewer import Viewer
from campaign.values import replace
from tests.tiny import by_hand, found_tiny, named


@pytest.fixture
def file(file_of: Callable[[str], Path]) -> Path:
    return file_of("tiny")


def typed(*arguments: str, answer: str = "") -> Result:
    return CliRunner().invoke(campaign, arguments, input=answer)


def meddle(path: Path, statement: str = "update battalion set men = 7 where key = 'i_9'") -> None:
    with closing(sqlite3.connect(path)) as handle:
        handle.execute(statement)
        handle.commit()


def test_a_sound_campaign(file: Path) -> None:
    before = file.read_bytes()
    ended = typed("doctor", "--db", str(file))
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.stdout.startswith("tiny: a journal of 1 entry, and data of 2")
    assert file.read_bytes() == before


def test_faults_are_listed_with_the_way_out(file: Path) -> None:
    meddle(file)
    before = file.read_bytes()
    ended = typed("doctor", "--db", str(file))
    assert ended.exit_code == 1
    assert "battalion I/9: men is 7 in the table, but 600 in the journal" in ended.stdout
    assert (
        ended.stderr
        == f"Error: the doctor found 1 error in {file}. To rebuild the data from the journal: campaign doctor --repair\n"
    )
    assert file.read_bytes() == before


def test_nothing_is_repaired_without_consent(file: Path) -> None:
    meddle(file)
    before = file.read_bytes()
    ended = typed("doctor", "--repair", "--db", str(file), answer="n\n")
    assert ended.exit_code == 1
    assert file.read_bytes() == before
    assert typed("doctor", "--repair", "--json", "--db", str(file)).exit_code == 1
    assert file.read_bytes() == before
    assert typed("doctor", "--repair", "--db", str(file), "--as", "Bob", answer="y\n").exit_code == 0
    log = typed("log", "--db", str(file)).stdout
    assert "Bob" in log
    assert "ruling: Repaired: 1 row restored from the journal" in " ".join(log.split())


def test_json_holds_every_finding(file: Path) -> None:
    meddle(file)
    ended = typed("doctor", "--json", "--db", str(file))
    assert ended.exit_code == 1
    (report,) = json.loads(ended.stdout)["campaigns"]
    kinds = [(one["kind"], one["table"], one["name"]) for one in report["findings"]]
    assert kinds[0] == ("row", "battalion", "battalion I/9")


def test_a_journal_that_was_altered(file: Path) -> None:
    meddle(file, "update entry set actor = 'nobody'")
    ended = typed("doctor", "--repair", "--yes", "--db", str(file))
    assert ended.exit_code == 1
    assert "entry 1 of the journal was changed, removed or inserted later" in ended.stdout
    assert "campaign restore FILE" in ended.stderr


def test_all_campaigns_of_a_database_or_one(file: Path) -> None:
    store = open_store(file, write=True)
    found_tiny(store, "other")
    store.close()
    meddle(file, "update battalion set men = 7 where key = 'i_9' and campaign_id = 2")
    assert typed("doctor", "--db", str(file)).exit_code == 1
    assert typed("doctor", "--db", str(file), "--campaign", "tiny").exit_code == 0
    assert typed("doctor", "--db", str(file), "--campaign", "tny").exit_code == 1


def test_the_doctor_looks_by_himself_after_an_upgrade(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for statement, said in (
        ("select 1", "all is well"),
        ("update battalion set men = 7 where key = 'i_9'", "men is 7 in the table"),
    ):
        meddle(file, statement)
        store = open_store(file, write=True)
        tell(replace(store, notes=("upgraded the file",)), Call())
        store.close()
        heard = capsys.readouterr()
        assert heard.out == ""
        assert heard.err.startswith("upgraded the file\n")
        assert said in heard.err
        tell(replace(store, notes=("upgraded the file",)), Call(viewer="alba"))
        assert capsys.readouterr() == ("", "upgraded the file\n"), "what is wrong with the Brenn is not for Alba"


def test_an_error_of_the_program_on_an_unsound_file_names_no_unit_to_a_player(file: Path) -> None:
    """The umpire is told what the doctor finds: strengths of both sides."""

    def answer(board: JournalBoard, viewer: Viewer) -> None:
        raise AttributeError("something that nobody foresaw")

    with pytest.raises(AttributeError, match="nobody foresaw"):
        read(Call(db=str(file)), answer)
    meddle(file)
    for viewer, problem in (
        ("umpire", "battalion I/9: men is 7 in the table, but 600 in the journal"),
        ("alba", "the doctor shows the umpire the errors"),
        ("brenn", "the doctor shows the umpire the errors"),
    ):
        with pytest.raises(StoreError) as told:
            read(Call(db=str(file), viewer=viewer), answer)
        assert str(told.value).startswith(f"{file} is damaged: {problem}. To find out more: campaign doctor.")
        assert ("I/9" in str(told.value)) is (viewer == "umpire")


def test_an_import_says_which_rule_the_journal_itself_breaks(file: Path, tmp_path: Path) -> None:
    out, new = tmp_path / "tiny.json", tmp_path / "new.db"
    with opened(file, write=True) as store, by_hand(store) as board:
        named(board, Battalion, "1st Rifles").equipment_list = ["tanks"]
    said = typed("export", "--db", str(file), "--out", str(out))
    assert said.exit_code == 0 and "The campaign has an error" in said.stderr
    said = typed("import", str(out), "--db", str(new))
    assert said.exit_code == 0 and "battalion 1st Rifles has a wrong value in equipment_list" in said.stderr


def test_the_doctor_does_not_send_to_himself_and_the_remedies_name_their_files(file: Path) -> None:
    meddle(file, "delete from ledger")
    newest = file.with_name(f"{file.stem}-2026-05-15-073000.db")
    for backups, asked in (((), "FILE"), (("2026-05-14-190000", "2026-05-15-073000", "old-2026-05-16-190000"), newest)):
        for dated in backups:
            file.with_name(f"{file.stem}-{dated}.db").touch()
        remedy = f"restore a backup with campaign restore {asked}, or save what the journal still holds with campaign rescue {file}\n"
        for command, is_sent in (("doctor", False), ("status", True)):
            ended = typed(command, "--db", str(file))
            assert ended.exit_code == 1 and ended.stderr.endswith(f". To continue, {remedy}"), ended.stderr
            assert ("campaign doctor" in ended.stderr) is is_sent
