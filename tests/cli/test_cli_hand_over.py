"""The parcel for the next umpire: what is in it, what it says, and the way back in."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.actions.house_rules import SetRule
from campaign.cli.contents import campaign
from campaign.errors import BadFile
from campaign.exchange.parcel import CONTENTS, campaign_file_in, is_parcel, write_parcel
from campaign.journal import commit, digest, log, reading
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store


def typed(*arguments: object) -> Result:
    return CliRunner().invoke(campaign, [str(argument) for argument in arguments])


def ok(*arguments: object) -> str:
    done = typed(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def state(path: Path, name: str | None = None) -> tuple[str, int]:
    store = open_store(path, write=False)
    with reading(store, name) as board:
        facts = digest(board), len(log(board, all=True))
    store.close()
    return facts


@pytest.fixture
def here(file_of: Callable[[str], Path]) -> Path:
    path = file_of("tiny")
    ok("hold", "1st Rifles", "--viewer", "General Alba", "--as", "Ruth", "--db", path)
    return path


def test_the_parcel_goes_round(here: Path, tmp_path: Path) -> None:
    before = here.read_bytes()
    notes = tmp_path / "notes.txt"
    notes.write_text("Ruth brings the cakes.")
    parcel = tmp_path / "club.zip"
    assert "campaign restore club.zip" in ok("hand-over", "--out", parcel, "--with", notes, "--db", here)
    assert here.read_bytes() == before
    with zipfile.ZipFile(parcel) as packed:
        assert {"READ-FIRST.txt", "campaign.db", "with/notes.txt", CONTENTS} <= set(packed.namelist())
        page = packed.read("READ-FIRST.txt").decode()
    for said in (
        "campaign restore club.zip",
        "Day 1 of 2, turn 1 of 4",
        "2 (Ruth): 1st Rifles: hold, from turn 1.1 on",
        "What waits",
        "General Alba, I Corps: no player named",
        "with/notes.txt",
        "campaign catch-up OTHER.db",
    ):
        assert said in page
    there = tmp_path / "next" / "campaign.db"
    there.parent.mkdir()
    assert "Restored " in ok("restore", parcel, "--db", there)
    assert (state(there)[0], state(there)[1]) == (state(here)[0], state(here)[1] + 1)
    ok("doctor", "--db", there)
    looked = ok("catch-up", there, "--db", here, "--preview")
    assert "Only there" not in looked, "that it was restored is nothing to catch up with"


@pytest.mark.long
def test_it_is_imported_beside_others(here: Path, tmp_path: Path) -> None:
    parcel = tmp_path / "club.zip"
    ok("hand-over", "--out", parcel, "--db", here)
    second = tmp_path / "second.db"
    assert f"chain of hashes as {parcel}" in ok("import", parcel, "--db", second)
    told = ok("import", parcel, "--campaign", "again", "--db", second)
    assert "from now on name one in each command with --campaign" in " ".join(told.split())
    assert state(second, "again") == state(here)
    only = tmp_path / "only.zip"
    ok("hand-over", "--campaign", "again", "--out", only, "--db", second)
    with campaign_file_in(only) as file:
        assert state(file) == state(here)
    both = tmp_path / "both.zip"
    ok("hand-over", "--out", both, "--db", second)
    with zipfile.ZipFile(both) as packed:
        assert "This parcel holds tiny, again" in packed.read("READ-FIRST.txt").decode()


def test_a_campaign_on_any_database_is_handed_over_as_a_file(any_tiny: Store, tmp_path: Path) -> None:
    commit(any_tiny, None, SetRule("nqm.reaction", "on"), source=Seeded("1"), actor="Ann")
    url = any_tiny.engine.url
    db = any_tiny.name if any_tiny.is_sqlite else url.render_as_string(hide_password=False)
    with reading(any_tiny) as board:
        before = digest(board)
    parcel = tmp_path / "club.zip"
    ok("hand-over", "--out", parcel, "--db", db)
    with campaign_file_in(parcel) as file:
        assert state(file) == (before, 2)
    with zipfile.ZipFile(parcel) as packed:
        assert "nqm.reaction is on, not off" in packed.read("READ-FIRST.txt").decode()


def test_drafts_and_house_files_that_are_at_hand_go_along(here: Path, tmp_path: Path) -> None:
    draft = here.with_name(f"{here.stem}-tiny-battle-1-alba-draft.yaml")
    draft.write_text("battle: 1\n")
    parcel = tmp_path / "club.zip"
    ok("hand-over", "--out", parcel, "--db", here)
    with zipfile.ZipFile(parcel) as packed:
        assert packed.read(f"drafts/{draft.name}") == b"battle: 1\n"
        assert "Returns that are still being typed" in packed.read("READ-FIRST.txt").decode()


def test_two_files_of_one_name_are_not_packed_as_one(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "notes.txt").write_text(folder)
    parcel = tmp_path / "club.zip"
    twice = [word for folder in ("a", "b") for word in ("--with", tmp_path / folder / "notes.txt")]
    refused = typed("hand-over", "--out", parcel, *twice, "--db", here)
    assert refused.exit_code == 1 and "Rename one of the two files" in refused.stderr
    assert not parcel.exists()
    monkeypatch.chdir(tmp_path / "a")
    ok("hand-over", "--out", parcel, "--with", ".", "--with", "notes.txt", "--db", here)
    with zipfile.ZipFile(parcel) as packed:
        assert {"with/a/notes.txt", "with/notes.txt"} <= set(packed.namelist())


def test_nothing_is_overwritten_and_players_are_refused(here: Path, tmp_path: Path) -> None:
    parcel = tmp_path / "club.zip"
    parcel.write_text("mine")
    assert "already exists and is not overwritten" in typed("hand-over", "--out", parcel, "--db", here).stderr
    assert parcel.read_text() == "mine"
    assert "ends in .zip" in typed("hand-over", "--out", tmp_path / "club.db", "--db", here).stderr
    assert "for the umpire, not for alba" in typed("hand-over", "--viewer", "alba", "--db", here).stderr


def _rewritten(parcel: Path, **files: bytes | None) -> Path:
    """The parcel with other files under these names (``campaign`` and ``contents``), or without them."""
    names = {"campaign.db": "campaign", CONTENTS: "contents"}
    out = parcel.with_name(f"spoilt {len(list(parcel.parent.iterdir()))}.zip")
    with zipfile.ZipFile(parcel) as packed, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as spoilt:
        for name in packed.namelist():
            content = files.get(names.get(name, ""), packed.read(name))
            if content is not None:
                spoilt.writestr(name, content)
    return out


def test_a_parcel_that_is_not_what_it_says_is_refused_in_a_line(here: Path, tmp_path: Path) -> None:
    parcel = tmp_path / "club.zip"
    ok("hand-over", "--out", parcel, "--db", here)
    contents = json.loads(zipfile.ZipFile(parcel).read(CONTENTS))
    cases = {
        "has changed since it was packed": _rewritten(parcel, campaign=b"x" * 100),
        "has no campaign.db in it": _rewritten(parcel, campaign=None),
        "would take 50000000 bytes": _rewritten(parcel, campaign=bytes(50_000_000)),
        "version 9": _rewritten(parcel, contents=json.dumps({**contents, "version": 9}).encode()),
        "is not a campaign: it is not a SQLite database": _rewritten(parcel, contents=None),
    }
    there = tmp_path / "there.db"
    for said, spoilt in cases.items():
        refused = typed("restore", spoilt, "--db", there)
        assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1), refused.output
        assert said in refused.stderr
        assert not there.exists()
        assert typed("import", spoilt, "--db", there).exit_code == 1
    assert not is_parcel(here)
    with pytest.raises(BadFile), campaign_file_in(cases["version 9"]):
        pass


def test_a_parcel_is_read_back(tmp_path: Path) -> None:
    write_parcel(tmp_path / "a.zip", {"campaign.db": "not one", "x/y.txt": "ü"})
    assert is_parcel(tmp_path / "a.zip")
    with campaign_file_in(tmp_path / "a.zip") as file:
        assert (file.name, file.read_text()) == ("a.zip", "not one")
    assert not file.exists()
