"""People beside the journal: entries hold numbers; who is forgotten is in no file any more, and nothing else changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.actions.addresses import KeepAddress
from campaign.actions.all_actions import every_action
from campaign.actions.orders import GiveOrder
from campaign.actions.seating import SeatDeputy, SeatPlayer
from campaign.cli.contents import campaign
from campaign.errors import BadInput, NotFound
from campaign.exchange.export import read_file
from campaign.journal import commit, digest, living, reading, redo, undo
from campaign.journal.branches import branch
from campaign.journal.campaign_copy import bring, copy_into_file, taken
from campaign.journal.desk_notes import drafts, keep_draft, mark, marks
from campaign.journal.doctor import examine
from campaign.journal.forgetting import Who, forget, holders_of, whom
from campaign.journal.parted import copy_record, follow, parting_of, take
from campaign.journal.people import FORGOTTEN, people_of
from campaign.journal.record import Done
from campaign.journal.replay import replay
from campaign.journal.restoring import restore
from campaign.journal.seats import Seat, invitations, invite, open_window, windows
from campaign.model import Entry
from campaign.queries.order_mail import mailed, order_mail
from campaign.rules.common.dice import Seeded
from campaign.store import Store, create, open_store
from campaign.store.backup import backup
from campaign.terms.seats import MarkKind, Role
from campaign.terms.viewer import UMPIRE

RUTH, ADDRESS = "Ruth Ångström", "ruth@example.org"


def give(store: Store, command: object, actor: str = "umpire", name: str | None = None) -> Done:
    done = commit(store, name, command, source=Seeded("1"), actor=actor, register=every_action())
    assert isinstance(done, Done)
    return done


def seat(store: Store, name: str | None = None) -> None:
    """Ruth plays General Alba, has an address, stands in on the other side, and gives an order."""
    give(store, SeatPlayer("General Alba", RUTH), name=name)
    give(store, KeepAddress("General Alba", ADDRESS), name=name)
    give(store, SeatDeputy("General Brenn", RUTH), name=name)
    give(store, GiveOrder("1st Rifles", "hold"), actor=f"{RUTH} (phone)", name=name)


def fingerprint(store: Store, name: str | None = None) -> tuple[object, ...]:
    with reading(store, name) as board:
        return digest(board), board.ledger.head, [line.hash for line in living(board)]


def forgotten(store: Store, word: str = RUTH, name: str | None = None) -> Who:
    who = whom(store, name, word)
    forget(store, who)
    return who


def bytes_beside(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name))


@pytest.fixture
def seated(any_tiny: Store) -> Store:
    """The tiny campaign with Ruth in it, on each database."""
    seat(any_tiny)
    return any_tiny


def test_the_journal_holds_numbers_and_people_read_names(seated: Store) -> None:
    with reading(seated) as board:
        raw = " ".join(str(row) for row in board.entries(Entry.__table__))
        assert RUTH not in raw and ADDRESS not in raw and "person:" in raw
        lines = [(line.actor, line.summary) for line in living(board)][-4:]
        (general,) = mailed(board, UMPIRE, ["alba"])
        assert order_mail(board, general).address == ADDRESS
    assert lines == [
        ("umpire", f"General Alba: played by {RUTH}"),
        ("umpire", f"General Alba: mail goes to {ADDRESS}"),
        ("umpire", f"General Brenn: {RUTH} stands in for this day"),
        (f"{RUTH} (phone)", "1st Rifles: hold, from turn 1.1 on"),
    ]


def test_one_name_is_one_number_whatever_its_capitals(tiny: Store) -> None:
    give(tiny, SeatPlayer("alba", "ruth"), actor="RUTH")
    give(tiny, SeatPlayer("brenn", "Ruth"))
    with reading(tiny) as board:
        assert [row.text for row in board.known_people() if row.kind == "name" and row.text.lower() == "ruth"] == [
            "Ruth"
        ]


def test_a_commander_is_meant_by_his_player_and_the_entry_holds_the_number(seated: Store) -> None:
    give(seated, SeatPlayer(RUTH.upper(), "Tom"))
    with reading(seated) as board:
        (arguments,) = board.entries(Entry.arguments, criteria=(Entry.seq == board.ledger.last_seq,)).scalars()
        assert json.loads(arguments)["commander"].startswith("person:")


@pytest.mark.parametrize("word", ["none", "No one", "-"])
def test_nobody_is_not_a_player_called_none(tiny: Store, word: str) -> None:
    with pytest.raises(BadInput, match="For a commander without a player write nobody"):
        give(tiny, SeatPlayer("alba", word))


def test_who_is_forgotten_leaves_chain_digest_and_doctor_as_they_were(seated: Store) -> None:
    before = fingerprint(seated)
    who = forgotten(seated, RUTH.lower())
    assert (who.name, who.addresses, who.mentions) == (RUTH, 1, ())
    assert who.commanders == ("General Alba", "General Brenn")
    assert fingerprint(seated) == before
    with reading(seated) as board:
        assert examine(board).findings == ()
        assert [line.actor for line in living(board)][-1] == f"{FORGOTTEN} (phone)"
        assert not any(row.text for row in board.known_people())
        (general,) = mailed(board, UMPIRE, ["alba"])
        assert order_mail(board, general).address == ""
    undo(seated, to=1, actor="umpire")
    redo(seated, everything=True, actor="umpire")
    replayed = replay(seated, source=Seeded("1"), actor="umpire", register=every_action(), preview=True)
    assert not replayed.is_different
    with reading(seated) as board:
        assert (
            not people_of(board).shown(" ".join(f"{line.actor} {line.summary}" for line in living(board))).count(RUTH)
        )
    with pytest.raises(NotFound, match="no player called"):
        whom(seated, None, RUTH)


def test_no_byte_of_the_name_stays_in_the_file(tiny: Store, tmp_path: Path) -> None:
    path = Path(tiny.name)
    seat(tiny)
    undo(tiny, to=2, actor=RUTH)
    redo(tiny, everything=True, actor=RUTH)
    assert RUTH.encode() in bytes_beside(path) and ADDRESS.encode() in bytes_beside(path)
    forgotten(tiny)
    assert RUTH.encode() not in bytes_beside(path) and ADDRESS.encode() not in bytes_beside(path)
    with reading(tiny) as board:
        exported = repr(taken(board))
    copy_into_file(tiny, tmp_path / "copy.db")
    assert RUTH not in exported and ADDRESS not in exported
    assert RUTH.encode() not in (tmp_path / "copy.db").read_bytes()


def test_what_the_desk_knows_of_the_person_goes_and_the_others_stay(seated: Store) -> None:
    for name, key in ((RUTH, "alba"), ("Tom", "brenn")):
        invite(seated, None, Seat(Role.STAFF, key, (), name=name))
    for link in invitations(seated, None):
        open_window(seated, None, link.id, label="phone")
    keep_draft(seated, None, "alba", "orders", {"aim": f"as {RUTH} said"})
    keep_draft(seated, None, "brenn", "orders", {"aim": "hold"})
    mark(seated, None, "battle 1 alba", MarkKind.PRINTED, by=f"{RUTH} (laptop)")
    who = forgotten(seated)
    assert (who.links, who.windows, who.drafts) == (1, 1, 1)
    assert [link.seat.name for link in invitations(seated, None, also_ended=True)] == ["Tom"]
    assert [window.name for window in windows(seated, None, also_ended=True)] == ["Tom"]
    assert [draft.owner for draft in drafts(seated, None)] == ["brenn"]
    assert [made.by for made in marks(seated, None)] == [f"{FORGOTTEN} (laptop)"]


def test_a_branch_forgets_too_and_another_person_of_that_name_is_named(seated: Store) -> None:
    branch(seated, "tiny", "what if")
    with reading(seated, "tiny") as board:
        apart = taken(board)
    number = next(row["number"] for row in apart.people if row["text"] == RUTH)
    who = forgotten(seated, RUTH, "tiny")
    assert set(who.campaigns) == {"tiny", "what if"} and number in who.numbers
    with reading(seated, "what if") as board:
        assert not any(row.text for row in board.known_people())


def test_a_copy_that_still_has_the_person_brings_nobody_back(tiny: Store, tmp_path: Path) -> None:
    seat(tiny)
    other = create(tmp_path / "other.db")
    with reading(tiny) as board:
        bring(other, taken(board))
    forgotten(tiny)
    give(other, SeatPlayer("General Brenn", "Zoe"), actor=RUTH)
    with reading(tiny) as ours, reading(other) as theirs:
        parting, people = parting_of(copy_record(ours), copy_record(theirs)), tuple(theirs.known_people())
    assert parting.only_behind
    follow(tiny, None, other, "tiny", parting.head)
    give(other, GiveOrder("1st Rifles", "hold", aim="wait"), actor=RUTH)
    give(tiny, GiveOrder("2nd Rifles", "hold"))
    with reading(tiny) as ours, reading(other) as theirs:
        parting, people = parting_of(copy_record(ours), copy_record(theirs)), tuple(theirs.known_people())
    done = take(
        tiny,
        None,
        parting.theirs,
        parting.head,
        source=Seeded("1"),
        register=every_action(),
        pictures={},
        people=people,
    )
    assert [(entry.number is not None, entry.is_otherwise) for entry in done] == [(True, False)]
    with reading(tiny) as board:
        assert examine(board).findings == ()
        assert {row.text for row in board.known_people()} == {"", "Zoe"}
        assert living(board)[-1].actor == FORGOTTEN
    other.close()


def test_a_backup_that_is_restored_forgets_again(tiny: Store, tmp_path: Path) -> None:
    path = Path(tiny.name)
    seat(tiny)
    copy = backup(path, tmp_path / "copies.db")
    forgotten(tiny)
    tiny.close()
    restore(path, copy, actor="umpire")
    assert RUTH.encode() not in path.read_bytes() and RUTH.encode() in copy.read_bytes()
    store = open_store(path, write=False)
    with reading(store) as board:
        assert examine(board).findings == ()
    store.close()


def _run(*words: str, code: int = 0, typed: str = "") -> str:
    ended = CliRunner().invoke(campaign, [*words], input=typed)
    assert ended.exit_code == code, ended.output
    return " ".join(ended.output.split())


def test_the_command_asks_lists_the_files_and_is_the_umpires(tiny: Store, tmp_path: Path) -> None:
    path = Path(tiny.name)
    seat(tiny)
    give(tiny, GiveOrder("1st Rifles", "hold", aim=f"as {RUTH} wants"))
    tiny.close()
    db = ("--db", str(path))
    (tmp_path / "copies").mkdir()
    for words in (
        ("backup", "--out", str(tmp_path / "copies" / "b.db")),
        ("export", "--out", str(tmp_path / "e.json")),
        ("hand-over", "--out", str(tmp_path / "p.zip")),
    ):
        _run(*words, *db)
    before = path.read_bytes()
    assert "did you mean" in _run("forget", "Ruth", "Angstrom", *db, code=1)
    assert "is for the umpire" in _run("forget", RUTH, "--viewer", "alba", *db, code=1)
    assert "--yes does it" in _run("forget", RUTH, *db, code=1)
    assert "Nothing was changed" in _run("forget", RUTH, "--preview", *db)
    assert path.read_bytes() == before
    answer = json.loads(_run("forget", RUTH, "--yes", "--json", *db))
    assert answer["is_done"] and answer["mentions"] == [6] and answer["commanders"] == ["General Alba", "General Brenn"]
    assert [Path(name).name for name in answer["files"]] == ["e.json", "p.zip", "b.db"]
    assert read_file(tmp_path / "e.json").people
    assert holders_of(tmp_path, [ADDRESS], without=path)
    assert ADDRESS.encode() not in path.read_bytes()
