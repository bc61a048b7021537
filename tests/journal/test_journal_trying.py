"""A copy in memory to try things out on, of a file and of a server."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.errors import Locked
from campaign.journal import commit, digest, log, preview, reading, undo
from campaign.journal.doctor import examine
from campaign.journal.scratch_copy import copy_of
from campaign.rules.common.dice import Scripted
from campaign.store import Store, open_store
from campaign.verbs.adjustments import Adjust

RELEASED = Path(__file__).parent.parent / "store" / "released"
COUNTED = Adjust(what="1st Rifles", why="counted", men=580)


def _state(store: Store) -> tuple[str, int]:
    with reading(store) as board:
        return digest(board), len(log(board, all=True))


def test_the_copy_is_the_campaign_and_what_is_done_to_it_is_done_to_it_alone(any_tiny: Store) -> None:
    commit(any_tiny, None, Adjust(what="2nd Rifles", why="counted", men=450), source=Scripted(()), actor="Ann")
    before = _state(any_tiny)
    would = preview(any_tiny, None, COUNTED, source=Scripted(()), actor="Ann")
    with copy_of(any_tiny, None) as copy:
        assert _state(copy) == before
        assert preview(copy, None, COUNTED, source=Scripted(()), actor="Ann") == would
        commit(copy, None, COUNTED, source=Scripted(()), actor="Ann")
        undo(copy, to=1, actor="Ann")
        with reading(copy) as board:
            assert examine(board).is_sound
        assert _state(copy) != before
    assert _state(any_tiny) == before


def test_a_preview_upgrades_no_older_file(tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    written = gzip.decompress((RELEASED / "0003.db.gz").read_bytes())
    older.write_bytes(written)
    tried = CliRunner().invoke(campaign, ["next", "--preview", "--db", str(older), "--campaign", "operation-brevity"])
    assert tried.exit_code == 0, tried.output
    assert older.read_bytes() == written and [one.name for one in tmp_path.iterdir()] == ["older.db"]


def test_an_older_file_that_somebody_holds_is_waited_for_and_then_told_of(tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    older.write_bytes(gzip.decompress((RELEASED / "0003.db.gz").read_bytes()))
    with closing(sqlite3.connect(older, isolation_level=None)) as other:
        other.execute("begin exclusive")
        with pytest.raises(Locked, match="is writing to"):
            open_store(older, write=False, patience=0.1)
