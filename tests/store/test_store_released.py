"""Files of every released schema: each still opens, holds what it held, and can be undone to its founding and brought
back."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text

from campaign.actions.all_actions import every_action
from campaign.errors import Refused
from campaign.exchange.export import read_export
from campaign.folders import folder
from campaign.journal import living, reading
from campaign.journal.campaign_copy import bring
from campaign.journal.digest import digest
from campaign.journal.doctor import examine
from campaign.journal.entry_upgrade import LIFTS
from campaign.journal.record import FOUNDING
from campaign.journal.replay import Replayed, try_replay
from campaign.journal.undo import redo, undo
from campaign.model import BESIDE
from campaign.rules.common.dice import Seeded
from campaign.store import HEAD, Store, names_of, open_store, upgrade
from campaign.store.revision import OLDEST
from campaign.store.upgrading import config, migrate, our_schema

RELEASED = Path(__file__).parent / "released"
REVISIONS = sorted(path.name.split(".")[0] for path in RELEASED.glob("*.db.gz"))


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], Path]:
    """A file of a released schema, upgraded, in this folder: each is upgraded once, and copied from then on."""
    kept = tmp_path_factory.mktemp("upgraded")

    def copied(revision: str, into: Path) -> Path:
        path = kept / f"{revision}.db"
        if not path.exists():
            _unpacked(f"{revision}.db.gz", kept)
            if revision != HEAD:
                upgrade(path, even_so=True)
        return Path(shutil.copyfile(path, into / path.name))

    return copied


def _unpacked(name: str, into: Path) -> Path:
    path = into / name.removesuffix(".gz")
    path.write_bytes(gzip.decompress((RELEASED / name).read_bytes()))
    return path


def _counts(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as handle:
        names = [name for (name,) in handle.execute("select name from sqlite_master where type = 'table'")]
        return {name: handle.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}


def _campaigns(store: Store) -> list[str]:
    with store.engine.connect() as connection:
        return names_of(connection)


def test_there_is_a_file_and_an_export_of_every_released_schema_but_the_newest() -> None:
    """Whoever adds a migration puts a file of the schema before it here."""
    written = sorted(path.name[:4] for path in (folder("migrations") / "versions").glob("0*.py"))
    assert written[0] == OLDEST
    assert written[-1] == HEAD
    assert set(written[:-1]) <= set(REVISIONS)
    assert sorted(path.name.split(".")[0] for path in RELEASED.glob("*.json.gz")) == REVISIONS
    assert [lift.revision for lift in LIFTS] == sorted({lift.revision for lift in LIFTS} & set(written[1:]))


@pytest.fixture(params=REVISIONS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of a released schema."""
    return _unpacked(f"{request.param}.db.gz", tmp_path)


@pytest.mark.sample(4)
def test_it_is_upgraded_with_every_row_and_the_doctor_is_content(old: Path) -> None:
    before = _counts(old)
    if not old.name.startswith(HEAD):
        upgrade(old, even_so=True)
    after = _counts(old)
    assert {table: after[table] for table in before} == before
    store = open_store(old, write=False)
    for name in _campaigns(store):
        with reading(store, name) as board:
            assert examine(board).findings == ()
    store.close()


@pytest.mark.sample(8)
@pytest.mark.parametrize("revision", REVISIONS)
def test_it_is_undone_to_its_founding_and_brought_back(
    revision: str, upgraded: Callable[[str, Path], Path], tmp_path: Path
) -> None:
    store = open_store(upgraded(revision, tmp_path), write=True)
    for name in _campaigns(store):
        with reading(store, name) as board:
            was, last = digest(board), living(board)[-1].number
        undo(store, name, to=FOUNDING, actor="Umpire")
        with reading(store, name) as board:
            assert digest(board) != was
            assert examine(board).findings == ()
        redo(store, name, to=last, actor="Umpire")  # not everything: where an undo ends the file, that would go further
        with reading(store, name) as board:
            assert digest(board) == was
    store.close()


def _run_again(store: Store, name: str, seed: str) -> Replayed | None:
    """None where the dice destroy somebody who has orders later: that is refused by its entry, and no fault of the
    file's."""
    try:
        return try_replay(
            store, name, after=FOUNDING, source=Seeded(seed), actor="Umpire", register=every_action()
        ).replayed
    except Refused as refused:
        if "makes no sense any more" not in str(refused):
            raise
        return None


@pytest.mark.sample(8)
@pytest.mark.parametrize("revision", [revision for revision in REVISIONS if revision < HEAD])
def test_its_commands_are_run_again_from_its_founding(
    revision: str, upgraded: Callable[[str, Path], Path], tmp_path: Path
) -> None:
    """As they are read today; the rules may have changed meanwhile, but no command of then has become unreadable."""
    store = open_store(upgraded(revision, tmp_path), write=True)
    name = _campaigns(store)[0]
    with reading(store, name) as board:
        was, count = digest(board), len(living(board))
    again = next(
        found
        for found in map(partial(_run_again, store, name), ("another", "a third", "a fourth", "a fifth"))
        if found is not None
    )
    assert [one.before for one in again.entries if one.after is None] == []
    assert len(again.entries) == count - 1
    with reading(store, name) as board:
        assert digest(board) == was
    store.close()


@pytest.mark.long
def test_a_release_goes_with_its_table_and_every_other_row_stays(tmp_path: Path) -> None:
    """0005 brings one table for guns still to be released; going back takes it and nothing else, with a row in
    it too."""
    old = _unpacked("0004.db.gz", tmp_path)
    before = _counts(old)
    upgrade(old)
    store = open_store(old, write=True)
    with store.engine.connect() as connection, connection.begin():
        columns = "campaign_id, id, battalion_id, since_day, since_turn, seconds, hours, why"
        values = "campaign_id, 999999, min(id), 1, 2, 7200, '2', 'x'"
        connection.execute(
            text(f"insert into support_release ({columns}) select {values} from battalion group by campaign_id")
        )
        assert connection.execute(text("select count(*) from support_release")).scalar_one() > 0
        command.downgrade(config(our_schema(), connection), "0004")
    store.close()
    assert _counts(old) == before
    plain = create_engine(f"sqlite:///{old}")  # without keys that are checked, as an upgrade does it
    with plain.begin() as connection:
        migrate(connection, our_schema())
    plain.dispose()
    younger = ("support_release", "reseeding", "old_news", "photo", "picture")
    beside = (table_class.__tablename__ for table_class in BESIDE)
    added = {**dict.fromkeys((*younger, *beside, "person"), 0), "earlier_hash": before["entry"]}
    assert _counts(old) == {**before, **added}


@pytest.mark.sample(4)
@pytest.mark.parametrize("revision", REVISIONS)
def test_an_export_of_it_is_imported(revision: str, fresh: Store, tmp_path: Path) -> None:
    whole = read_export(_unpacked(f"{revision}.json.gz", tmp_path).read_text(encoding="utf-8"), "old.json")
    name = bring(fresh, whole)
    with reading(fresh, name) as board:
        assert examine(board).findings == ()
        if revision == HEAD:
            assert digest(board) == whole.digest
