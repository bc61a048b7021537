"""People beside the journal: entries hold numbers; who is forgotten is in no file any more, and nothing else changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.actions.all_actions import every_action
from campaign.cli.contents import campaign
from campaign.errors import Ambiguous, BadInput, NotFound
from campaign.exchange.export import read_file
from campaign.journal import commit, digest, living, preview, reading, redo, undo
from campaign.journal.branches import branch
from campaign.journal.campaign_copy import bring, copy_into_file, taken
from campaign.journal.desk_notes import drafts, keep_draft, mark, marks
from campaign.journal.doctor import examine
from campaign.journal.forgetting import Who, forget, holders_of, whom
from campaign.journal.parted import copy_record, follow, offer_of, parting_of, take
from campaign.journal.people import FORGOTTEN, new_names, people_of
from campaign.journal.record import Done
from campaign.journal.replay import try_replay
from campaign.journal.restoring import restore
from campaign.journal.seats import Seat, invitations, invite, open_window, windows
from campaign.model import Entry
from campaign.queries.orders.order_mail import mailed, order_mail
from campaign.rules.common.dice import Seeded
from campaign.store import Store, create, open_store, opened
from campaign.store.backup import backup
from campaign.terms.seats import MarkKind, Role
from campaign.terms.viewer import UMPIRE
from campaign.verbs.addresses import KeepAddress
from campaign.verbs.orders import GiveOrder
from campaign.verbs.seating import SeatDeputy, SeatPlayer

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
    assert (who.known.name, who.known.addresses, who.known.mentions) == (RUTH, 1, ())
    assert who.known.commanders == ("General Alba", "General Brenn")
    assert fingerprint(seated) == before
    with reading(seated) as board:
        assert examine(board).findings == ()
        assert [line.actor for line in living(board)][-1] == f"{FORGOTTEN} (phone)"
        assert not any(row.text for row in board.known_people())
        (general,) = mailed(board, UMPIRE, ["alba"])
        assert order_mail(board, general).address == ""
    undo(seated, to=1, actor="umpire")
    redo(seated, everything=True, actor="umpire")
    replayed = try_replay(seated, source=Seeded("1"), actor="umpire", register=every_action()).replayed
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
    assert (who.known.links, who.known.windows, who.known.drafts) == (1, 1, 1)
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
    assert set(who.known.campaigns) == {"tiny", "what if"} and number in who.numbers
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
        parting = parting_of(copy_record(ours), copy_record(theirs))
    assert parting.only_behind
    follow(tiny, None, other, "tiny", parting.head)
    give(other, GiveOrder("1st Rifles", "hold", aim="wait"), actor=RUTH)
    give(tiny, GiveOrder("2nd Rifles", "hold"))
    with reading(tiny) as ours, reading(other) as theirs:
        parting = parting_of(copy_record(ours), copy_record(theirs))
        offer = offer_of(theirs, parting, parting.theirs)
    done = take(tiny, None, offer, source=Seeded("1"), register=every_action())
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
    assert "for good without the question: --yes" in _run("forget", RUTH, *db, code=1)
    assert "Nothing was changed" in _run("forget", RUTH, "--preview", *db)
    assert path.read_bytes() == before
    answer = json.loads(_run("forget", RUTH, "--yes", "--json", *db))
    assert answer["is_done"] and answer["mentions"] == [6] and answer["commanders"] == ["General Alba", "General Brenn"]
    assert [Path(name).name for name in answer["files"]] == ["e.json", "p.zip", "b.db"]
    assert read_file(tmp_path / "e.json").people
    assert holders_of(tmp_path, [ADDRESS], without=path)
    assert ADDRESS.encode() not in path.read_bytes()


# copies that met a player separately, old backups, and commanders of a forgotten player


def copied(store: Store, path: Path) -> Store:
    """Return a copy of the campaign in a file of its own."""
    other = create(path)
    with reading(store) as board:
        bring(other, taken(board))
    return other


def catch_up(here: Store, there: Store) -> tuple[str, ...]:
    """Play the entries of the other copy here; return the names that come with them."""
    with reading(here) as ours, reading(there) as theirs:
        parting = parting_of(copy_record(ours), copy_record(theirs))
        offer = offer_of(theirs, parting, parting.theirs)
        new = new_names(ours, theirs)
    done = take(here, None, offer, source=Seeded("1"), register=every_action())
    assert all(entry.number is not None for entry in done)
    return new


def last_arguments(store: Store) -> dict[str, str]:
    with reading(store) as board:
        (text,) = board.entries(Entry.arguments, criteria=(Entry.seq == board.ledger.last_seq,)).scalars()
    return dict(json.loads(text))


def texts(store: Store) -> set[str]:
    with reading(store) as board:
        return {row.text for row in board.known_people()} - {""}


def test_a_name_with_two_numbers_means_its_commander_by_a_number(tiny: Store, tmp_path: Path) -> None:
    there = copied(tiny, tmp_path / "there.db")
    give(tiny, SeatPlayer("alba", "Bren"))
    give(there, GiveOrder("I/9", "hold"), actor="bren")
    catch_up(tiny, there)
    there.close()
    give(tiny, KeepAddress("bren", ADDRESS))
    assert last_arguments(tiny)["commander"].startswith("person:")
    assert len(forgotten(tiny, "bren").numbers) == 3
    with reading(tiny) as board:
        assert living(board)[-1].summary == "General Alba: mail goes to a forgotten address"
    assert not try_replay(tiny, source=Seeded("1"), actor="umpire", register=every_action()).replayed.is_different


def test_a_name_whose_numbers_play_several_commanders_is_ambiguous(tiny: Store, tmp_path: Path) -> None:
    there = copied(tiny, tmp_path / "there.db")
    give(tiny, SeatPlayer("alba", "Max"))
    give(there, SeatPlayer("brenn", "Max"))
    catch_up(tiny, there)
    there.close()
    with pytest.raises(Ambiguous, match="Max plays several commanders"):
        give(tiny, KeepAddress("Max", ADDRESS))
    give(tiny, KeepAddress("alba", ADDRESS))
    give(tiny, KeepAddress("brenn", "another@example.org"))
    with reading(tiny) as board:
        alba, brenn = mailed(board, UMPIRE, ())
        assert (order_mail(board, alba).address, order_mail(board, brenn).address) == (ADDRESS, "another@example.org")


def test_who_comes_new_with_another_copy_is_named(tiny: Store, tmp_path: Path) -> None:
    there = copied(tiny, tmp_path / "there.db")
    for store in (tiny, there):
        give(store, SeatPlayer("alba", RUTH))
        give(store, SeatPlayer("brenn", "Tom"))
    with reading(tiny) as ours, reading(there) as theirs:
        assert new_names(ours, theirs) == ()
    forgotten(tiny)
    here, other = Path(tiny.name), str(tmp_path / "there.db")
    tiny.close()
    there.close()
    words = ("catch-up", other, "--db", str(here))
    line = f"New here: {RUTH}. If you forgot this player, type campaign forget again after you catch up."
    assert line in _run(*words, "--preview")
    assert json.loads(_run(*words, "--preview", "--json"))["new_people"] == [RUTH]
    assert line in _run(*words, code=1)
    assert line in _run(*words, "--yes")
    _run("forget", RUTH, "--yes", "--db", str(here))
    assert RUTH.encode() not in here.read_bytes()
    assert "New here" not in _run(*words, "--preview")


def test_a_later_address_of_a_forgotten_player_comes_emptied(tiny: Store, tmp_path: Path) -> None:
    give(tiny, SeatPlayer("alba", RUTH))
    there = copied(tiny, tmp_path / "there.db")
    give(there, KeepAddress("alba", ADDRESS))
    forgotten(tiny)
    assert catch_up(tiny, there) == () and texts(tiny) == set()
    there.close()
    with reading(tiny) as board:
        assert examine(board).findings == ()


def test_a_backup_that_never_knew_the_player_does_not_lose_that_he_was_forgotten(tiny: Store, tmp_path: Path) -> None:
    path = Path(tiny.name)
    never_met = backup(path, tmp_path / "b0.db")
    seat(tiny)
    met = backup(path, tmp_path / "b1.db")
    forgotten(tiny)
    tiny.close()
    restore(path, never_met, actor="umpire")
    restore(path, met, actor="umpire")
    assert RUTH.encode() not in path.read_bytes() and ADDRESS.encode() not in path.read_bytes()
    with opened(path, write=False) as store, reading(store) as board:
        assert examine(board).findings == ()


def test_the_commander_of_a_forgotten_player_still_gets_mail(seated: Store) -> None:
    def mails() -> list[tuple[str, str, str]]:
        with reading(seated) as board:
            mails = [order_mail(board, commander) for commander in mailed(board, UMPIRE, ())]
            return [(mail.key, mail.player, mail.address) for mail in mails]

    give(seated, SeatDeputy("General Brenn", "nobody"))
    assert mails() == [("alba_co", RUTH, ADDRESS), ("brenn_co", "", "")]
    forgotten(seated)
    assert mails() == [("alba_co", "", ""), ("brenn_co", "", "")]
    done = give(seated, KeepAddress("alba", "new@example.org"))
    assert done.receipt.summary == "General Alba: mail goes to new@example.org"
    assert mails() == [("alba_co", "", "new@example.org"), ("brenn_co", "", "")]
    assert not try_replay(seated, source=Seeded("1"), actor="umpire", register=every_action()).replayed.is_different
    give(seated, SeatPlayer("alba", "program"))
    assert mails() == [("brenn_co", "", "")]


@pytest.mark.parametrize(
    "command",
    [
        SeatPlayer("alba", "person:0123456789abcdef"),
        SeatDeputy("alba", "person:0123456789abcdef"),
        KeepAddress("alba", "person:0123456789abcdef"),
        GiveOrder("1st Rifles", "hold", aim="for person:0123456789abcdef"),
    ],
)
def test_the_number_of_nobody_is_refused_in_a_new_command(tiny: Store, command: object) -> None:
    with pytest.raises(BadInput, match="person:0123456789abcdef is not the number of a person of this campaign"):
        give(tiny, command)
    with pytest.raises(BadInput, match="person:0123456789abcdef"):
        preview(tiny, None, command, source=Seeded("1"), actor="umpire", register=every_action())
