"""A damaged file: what its journal still tells becomes a campaign again, and nothing else does."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.errors import StoreError
from campaign.journal import digest, living, reading, undo
from campaign.journal.asof import When, as_of
from campaign.journal.campaign_copy import bring
from campaign.journal.doctor import examine
from campaign.journal.rescuing import Saved, salvage, salvage_tables
from campaign.model import Battalion
from campaign.store import creating, open_store, opened
from tests.harness.spoiling import spoil_bytes
from tests.tiny import by_hand, named


def test_a_rescued_campaign_names_no_number_of_a_person() -> None:
    entry = {"day": 2, "turn": 1, "summary": "General Alba: played by person:9fc724e4700a09fc"}
    saved = Saved(SimpleNamespace(facts={"name": "tiny"}, entries=[entry]), 1)  # type: ignore[arg-type]
    assert (
        saved.outcome == "tiny: 1 entry saved, up to turn 2.1, 'General Alba: played by a player': the whole journal."
    )


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


@pytest.fixture
def file(file_of: Callable[[str], Path]) -> Path:
    """A founding, five entries, one of them undone."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    for men in (599, 598, 597, 596, 595):
        with by_hand(store) as board:
            named(board, Battalion, "I/9").men = men
    undo(store, None, actor="test")
    store.close()
    return path


def _harm(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute(statement)


def _digests(path: Path) -> list[str]:
    """Of every entry that stands."""
    found = []
    with opened(path, write=False) as store, reading(store) as board:
        for line in living(board):
            with as_of(board, When(number=line.number)) as visit:
                found.append(digest(visit.board))
    return found


def test_all_of_it_from_the_journal_alone(file: Path, tmp_path: Path) -> None:
    """The tables are gone; the journal is enough."""
    before = _digests(file)
    with closing(sqlite3.connect(file)) as handle, handle:
        for (table,) in handle.execute("select name from sqlite_master where type = 'table'").fetchall():
            if table not in ("campaign", "entry", "alembic_version", "ledger"):
                handle.execute(f'delete from "{table}"')
    raw = file.read_bytes()
    done = typed("rescue", str(file), "--out", str(tmp_path / "new.db"))
    assert done.exit_code == 0, done.output
    assert "the whole journal" in " ".join(done.output.split())
    assert _digests(tmp_path / "new.db") == before
    assert file.read_bytes() == raw
    assert typed("doctor", "--db", str(tmp_path / "new.db")).exit_code == 0
    assert typed("redo", "--db", str(tmp_path / "new.db")).exit_code == 0


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("statement", "entries"),
    [
        ("update entry set images = '[]' where seq = 4", 3),
        ("delete from entry where seq = 6", 5),
        ("update entry set hash = 'x' where seq = 2", 1),
        ("update entry set summary = cast(x'ff' as text) where seq = 5", 4),
    ],
)
def test_up_to_the_first_entry_that_is_harmed(file: Path, tmp_path: Path, statement: str, entries: int) -> None:
    before = _digests(file)
    _harm(file, statement)
    (saved,) = salvage(file)
    assert (len(saved.exported.entries), saved.counted, saved.lost) == (entries, 7, 7 - entries)
    with creating(tmp_path / "new.db") as store:
        bring(store, saved.exported)
        with reading(store) as board:
            assert examine(board).is_sound
            assert digest(board) == before[entries - 1] if entries <= len(before) else True
    said = " ".join(typed("rescue", str(file)).output.split())
    assert f"{7 - entries} later entr" in said and "--tables" in said


def test_without_its_founding_only_the_tables_can_be_saved(file: Path, tmp_path: Path) -> None:
    with opened(file, write=False) as store, reading(store) as board:
        before = digest(board)
    _harm(file, "update entry set images = '[]' where seq = 1")
    refused = typed("rescue", str(file))
    assert refused.exit_code == 1 and "--tables" in refused.output
    new = tmp_path / "new.db"
    done = typed("rescue", str(file), "--tables", "--out", str(new), "--as", "Ann")
    assert done.exit_code == 0, done.output
    with opened(new, write=True) as store:
        with reading(store) as board:
            assert digest(board) == before and examine(board).is_sound
            (founding,) = living(board)
            assert (founding.verb, founding.actor) == ("rescue", "Ann")
        with by_hand(store) as board:
            board.clock.day = 2
        undo(store, None, actor="test")


def _saved_or_told(path: Path) -> Saved | None:
    """What was saved, or nothing if one line said that nothing can be."""
    said = ""
    try:
        return salvage(path)[0]
    except StoreError as fault:
        said = str(fault)
    assert "\n" not in said
    assert "campaign re" in said or "--db" in said
    return None


def test_whatever_the_damage_what_is_saved_is_sound(
    file: Path, tmp_path: Path, template_files: Callable[[str], Path]
) -> None:
    """Bits turned over, pages wiped or exchanged, the end cut off."""
    raw, before, saved = file.read_bytes(), _digests(file), 0
    for seed in range(30):
        path, new = tmp_path / "harmed.db", tmp_path / "new.db"
        path.write_bytes(spoil_bytes(raw, random.Random(seed)))
        one = _saved_or_told(path)
        if one is None:
            continue
        saved += 1
        shutil.copyfile(template_files("fresh"), new)
        with opened(new, write=True) as store:
            bring(store, one.exported)
            with reading(store) as board:
                assert examine(board).is_sound
                assert len(living(board)) <= len(before) + 1
    assert saved >= 5


def test_nothing_is_overwritten_and_what_is_no_campaign_is_refused(file: Path, tmp_path: Path) -> None:
    assert typed("rescue", str(file), "--out", str(file)).exit_code == 1
    other = tmp_path / "other.db"
    other.write_text("notes")
    assert "is not a campaign" in typed("rescue", str(other)).output
    with pytest.raises(StoreError):
        salvage_tables(other, "Ann")
