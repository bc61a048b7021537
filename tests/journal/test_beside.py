"""What is beside the journal stays there: it is in no digest, export, branch, copy for others or past, and goes with its
campaign."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from deeds import DEEDS, SetRule
from sqlalchemy import func, select

from campaign.exchange.export import written
from campaign.journal import commit, digest, reading, redo, undo
from campaign.journal.asof import as_of, when
from campaign.journal.branches import branch, compare, drop
from campaign.journal.campaign_copy import bring, copy_into_file, taken
from campaign.journal.desk_notes import drafts, keep_draft, mark, marks, secret_of, set_secret
from campaign.journal.doctor import examine_all
from campaign.journal.handing_in import AlreadyDone, HandIn, answered
from campaign.journal.rescuing import salvage, salvage_tables
from campaign.journal.restoring import restore
from campaign.journal.scratch_copy import copy_of
from campaign.journal.seats import Seat, end_invitation, invitation_of, invite, open_window, window_of, windows
from campaign.model import BESIDE, Side
from campaign.queries.players.side_copy import side_copy
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store, opened
from campaign.store.backup import backup
from campaign.terms.seats import MarkKind, Role
from campaign.terms.viewer import Viewer

SECRET = "zebra quagga okapi"
"""Stands in every text of these rows."""
SEAT = Seat(Role.STAFF, "alba", name=SECRET)
RULE = SetRule("strength.spent_percent", 15)
FORM = HandIn.of(SECRET, SECRET, b"x")


def fill(store: Store) -> str:
    """A row in every table; the session of the window."""
    commit(store, "tiny", RULE, source=Seeded("1"), actor="Ann", register=DEEDS, beside=FORM)
    invitation = invitation_of(store, "tiny", invite(store, "tiny", SEAT))
    assert invitation is not None
    session = open_window(store, "tiny", invitation.id, label=SECRET)
    keep_draft(store, "tiny", SECRET, SECRET, SECRET)
    mark(store, "tiny", SECRET, MarkKind.PRINTED, by=SECRET)
    set_secret(store, "tiny", SECRET, SECRET)
    return session


def counts(store: Store) -> dict[str, int]:
    with store.engine.connect() as connection:
        return {
            table_class.__tablename__: int(
                connection.execute(select(func.count()).select_from(table_class.__table__)).scalar_one()
            )
            for table_class in BESIDE
        }


NONE, ONE = (dict.fromkeys((table_class.__tablename__ for table_class in BESIDE), count) for count in (0, 1))


def test_digest_undo_redo_and_the_past_do_not_know_it(any_tiny: Store) -> None:
    commit(any_tiny, "tiny", RULE, source=Seeded("1"), actor="Ann", register=DEEDS, beside=FORM)
    with reading(any_tiny) as board:
        before = digest(board)
    undo(any_tiny, "tiny", actor="Ann")
    assert isinstance(answered(any_tiny, "tiny", FORM), AlreadyDone)
    keep_draft(any_tiny, "tiny", "ann", "x", 1)
    redo(any_tiny, "tiny", actor="Ann")
    invite(any_tiny, "tiny", SEAT)
    with reading(any_tiny) as board:
        assert digest(board) == before
        with as_of(board, when("#2", board)) as visit:
            assert digest(visit.board) == before
    assert [report.findings for report in examine_all(any_tiny)] == [()]


def test_no_copy_holds_it(any_tiny: Store, fresh: Store, tmp_path: Path) -> None:
    session = fill(any_tiny)
    with reading(any_tiny) as board:
        whole = taken(board)
        copy_for_side = str(side_copy(board, Viewer(side=board.rows(Side)[0].id)))
    assert SECRET not in "".join(written(whole))
    assert SECRET not in copy_for_side
    bring(fresh, whole)
    assert counts(fresh) == NONE
    copy_into_file(any_tiny, tmp_path / "copy.db")
    with opened(tmp_path / "copy.db", write=False) as copy:
        assert counts(copy) == NONE
    assert SECRET.encode() not in (tmp_path / "copy.db").read_bytes()
    branch(any_tiny, "tiny", "other")
    assert counts(any_tiny) == ONE
    assert compare(any_tiny, "tiny", "other").differences == ()
    with copy_of(any_tiny, "other") as trial:
        assert drafts(trial, "other") == ()
    assert window_of(any_tiny, "other", session) is None
    with copy_of(any_tiny, "tiny") as trial:
        assert counts(trial) == NONE


def test_a_rescued_campaign_begins_without_it(tiny: Store, fresh: Store, tmp_path: Path) -> None:
    fill(tiny)
    for number, saved in enumerate((salvage(Path(tiny.name)), salvage_tables(Path(tiny.name), "Ann"))):
        bring(fresh, saved[0].exported, name=f"saved {number}")
    assert counts(fresh) == NONE


def test_it_goes_with_its_campaign(any_tiny: Store) -> None:
    branch(any_tiny, "tiny", "other")
    fill(any_tiny)
    invite(any_tiny, "other", SEAT)
    invitation = invitation_of(any_tiny, "other", invite(any_tiny, "other", SEAT))
    assert invitation is not None
    open_window(any_tiny, "other", invitation.id)
    keep_draft(any_tiny, "other", "ann", "x", "a draft of the branch")
    mark(any_tiny, "other", "x", MarkKind.HANDED_OUT, by="Ann")
    set_secret(any_tiny, "other", "x", "a secret of the branch")
    commit(any_tiny, "other", RULE, source=Seeded("1"), actor="Ann", register=DEEDS, beside=HandIn.of("ann", "k", b""))
    drop(any_tiny, "other")
    assert counts(any_tiny) == ONE
    if any_tiny.is_sqlite:
        content = Path(any_tiny.name).read_bytes()
        assert b"of the branch" not in content
        assert SECRET.encode() in content


def test_a_backup_is_the_whole_file_and_a_restored_one_goes_on_with_those_of_today(tiny: Store, tmp_path: Path) -> None:
    """What was handed in and the marks are of the backup's moment; who is let in, drafts and secrets are of today."""
    path = Path(tiny.name)
    old_session = fill(tiny)
    safe = backup(path, tmp_path / "safe.db")
    with opened(safe, write=False) as copy:
        assert counts(copy) == ONE
    window = window_of(tiny, "tiny", old_session)
    assert window is not None
    end_invitation(tiny, "tiny", window.invitation.id)
    new = invitation_of(tiny, "tiny", invite(tiny, "tiny", SEAT))
    assert new is not None
    session = open_window(tiny, "tiny", new.id)
    later = HandIn.of("ann", "later", b"")
    commit(
        tiny,
        "tiny",
        SetRule("strength.spent_percent", 16),
        source=Seeded("1"),
        actor="Ann",
        register=DEEDS,
        beside=later,
    )
    keep_draft(tiny, "tiny", "ann", "later", "typed")
    mark(tiny, "tiny", "later", MarkKind.PRINTED, by="Ann")
    set_secret(tiny, "tiny", SECRET, "changed")
    restore(path, safe, actor="Ann")
    again = open_store(path, write=True)
    assert [one.id for one in windows(again, "tiny")] == [one.id for one in windows(tiny, "tiny")]
    assert window_of(again, "tiny", session) is not None
    assert window_of(again, "tiny", old_session) is None
    assert {draft.subject for draft in drafts(again, "tiny")} == {SECRET, "later"}
    assert secret_of(again, "tiny", SECRET) == "changed"
    assert [one.subject for one in marks(again, "tiny")] == [SECRET]
    assert answered(again, "tiny", later) is None
    assert isinstance(answered(again, "tiny", FORM), AlreadyDone)
    assert [report.faults for report in examine_all(again)] == [()]


@pytest.mark.parametrize("left", ["nothing", "no file", "older", "damaged"])
def test_without_those_of_today_nobody_is_let_in(tiny: Store, tmp_path: Path, left: str) -> None:
    path = Path(tiny.name)
    session = fill(tiny)
    safe = backup(path, tmp_path / "safe.db")
    if left == "nothing":
        path.write_bytes(b"")
    elif left == "no file":
        path.unlink()
    else:
        with closing(sqlite3.connect(path)) as handle, handle:
            handle.execute("pragma foreign_keys=off")
            handle.execute("drop table draft" if left == "older" else "delete from invitation")
    restore(path, safe, actor="Ann")
    again = open_store(path, write=True)
    assert window_of(again, "tiny", session) is None
    assert counts(again) == ONE
    assert secret_of(again, "tiny", SECRET) == SECRET


def test_the_doctor_misses_what_a_link_of_a_window_refers_to(tiny: Store) -> None:
    from campaign.store.checks import file_faults

    fill(tiny)
    assert file_faults(tiny) == ()
    with closing(sqlite3.connect(tiny.name)) as handle, handle:
        handle.execute("delete from invitation")
    assert file_faults(tiny) == ("row 1 of the table desk_window refers to a row of invitation that does not exist",)


def test_a_read_within_a_read_does_not_wait_for_a_writer_who_waits_for_it(tiny: Store) -> None:
    """A page reads the campaign, and while it does a writer comes; then the page asks for what is beside the journal."""
    path = Path(tiny.name)
    with closing(open_store(path, write=False)) as reads, reading(reads) as board:
        title = board.campaign.title
        writer = threading.Thread(target=set_secret, args=(tiny, None, "key", "new"))
        writer.start()
        while not _is_waited_for(path):
            time.sleep(0.01)
        began = time.monotonic()
        assert secret_of(reads, None, "key") is None, "it reads the moment of the page"
        with reading(reads) as again:
            assert again.campaign.title == title
        assert time.monotonic() - began < 2
    writer.join(20)
    with closing(open_store(path, write=False)) as later:
        assert secret_of(later, None, "key") == "new"


def _is_waited_for(path: Path) -> bool:
    """Whether a writer waits for the readers of a file to end: then nobody new is let in."""
    with closing(sqlite3.connect(path, timeout=0)) as looks:
        try:
            looks.execute("select count(*) from ledger").fetchone()
        except sqlite3.OperationalError:
            return True
    return False
