"""Who is let in: links and windows, of which the database knows only hashes."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import Barrier

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from campaign.errors import BadInput, NewerSchema, NotFound
from campaign.journal import digest, reading
from campaign.journal.seats import (
    Seat,
    end_invitation,
    end_window,
    invitation_of,
    invitations,
    invite,
    open_window,
    seen,
    window_of,
    windows,
)
from campaign.store import Store
from campaign.terms.seats import Role
from campaign.values import replace

ANN = Seat(Role.COMMANDER, "alba", ("a1", "a2"), name="Ann")
SEATS = (
    Seat(Role.UMPIRE, name="Uma"),
    Seat(Role.STAFF, "alba", name="Sam"),
    ANN,
    Seat(Role.TABLE, "brenn", battle=1, name="Guest"),
    Seat(Role.WALL),
)


def _id_of(store: Store, token: str) -> str:
    invitation = invitation_of(store, "tiny", token)
    assert invitation is not None
    return invitation.id


@pytest.mark.parametrize("seat", SEATS, ids=[seat.role for seat in SEATS])
def test_a_seat_comes_back_as_it_was_given(any_tiny: Store, seat: Seat) -> None:
    token = invite(any_tiny, "tiny", seat)
    invitation = invitation_of(any_tiny, "tiny", token)
    assert invitation is not None
    assert (invitation.seat, invitation.used, invitation.ended) == (seat, None, None)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", invitation.made)
    assert isinstance(invitation.seat.role, Role)
    assert invitations(any_tiny, "tiny") == (invitation,)


def test_a_window_is_known_by_its_session_until_it_ends(any_tiny: Store) -> None:
    ident = _id_of(any_tiny, invite(any_tiny, "tiny", ANN))
    session = open_window(any_tiny, "tiny", ident, label="phone")
    window = window_of(any_tiny, "tiny", session)
    assert window is not None
    assert (window.seat, window.label, window.name, window.ended) == (ANN, "phone", "Ann", None)
    assert window.invitation.used == window.opened == window.seen
    second = open_window(any_tiny, "tiny", ident, label="laptop", name="Ruth")
    assert {one.name for one in windows(any_tiny, "tiny")} == {"Ann", "Ruth"}
    assert end_window(any_tiny, "tiny", window.id)
    assert not end_window(any_tiny, "tiny", window.id)
    assert window_of(any_tiny, "tiny", session) is None
    assert [one.label for one in windows(any_tiny, "tiny")] == ["laptop"]
    assert len(windows(any_tiny, "tiny", also_ended=True)) == 2
    assert window_of(any_tiny, "tiny", second) is not None


def test_an_ended_link_ends_its_windows_and_opens_none(any_tiny: Store) -> None:
    token = invite(any_tiny, "tiny", ANN)
    ident = _id_of(any_tiny, token)
    sessions = [open_window(any_tiny, "tiny", ident) for _ in range(2)]
    assert end_invitation(any_tiny, "tiny", ident)
    assert not end_invitation(any_tiny, "tiny", ident)
    assert invitation_of(any_tiny, "tiny", token) is None
    assert [window_of(any_tiny, "tiny", session) for session in sessions] == [None, None]
    with pytest.raises(NotFound, match=r"this link has ended\. Ask the umpire for a new one"):
        open_window(any_tiny, "tiny", ident)
    assert invitations(any_tiny, "tiny") == windows(any_tiny, "tiny") == ()
    (ended,) = invitations(any_tiny, "tiny", also_ended=True)
    assert ended.ended is not None


SAME = {
    "the same": (ANN, ANN, True),
    "the commanders named the other way round": (ANN, replace(ANN, commanders=("a2", "a1")), True),
    "another player for the same commanders": (ANN, replace(ANN, name="Ben"), True),
    "one of the two commanders": (ANN, replace(ANN, commanders=("a1",)), True),
    "another commander of the side": (ANN, replace(ANN, commanders=("a3",)), False),
    "the other side": (ANN, replace(ANN, side="brenn"), False),
    "another umpire": (SEATS[0], replace(SEATS[0], name="Vic"), False),
    "the same umpire": (SEATS[0], SEATS[0], True),
    "another of the staff": (SEATS[1], replace(SEATS[1], name="Tim"), False),
    "another guest": (SEATS[3], replace(SEATS[3], name=""), True),
    "another battle": (SEATS[3], replace(SEATS[3], battle=2), False),
    "another wall": (SEATS[4], SEATS[4], True),
}


@pytest.mark.parametrize("name", SAME)
def test_a_new_link_ends_the_old_one_of_the_same_seat_only(tiny: Store, name: str) -> None:
    first, second, ends = SAME[name]
    old = invite(tiny, "tiny", first)
    session = open_window(tiny, "tiny", _id_of(tiny, old))
    new = invite(tiny, "tiny", second)
    assert (invitation_of(tiny, "tiny", old) is None) is ends
    assert (window_of(tiny, "tiny", session) is None) is ends
    assert invitation_of(tiny, "tiny", new) is not None


def test_a_second_link_can_be_made_beside_the_first(tiny: Store) -> None:
    old = invite(tiny, "tiny", ANN)
    new = invite(tiny, "tiny", ANN, ends_old=False)
    assert None not in (invitation_of(tiny, "tiny", old), invitation_of(tiny, "tiny", new))


def test_of_sixteen_links_made_at_once_one_lives(any_tiny: Store) -> None:
    start = Barrier(16)

    def make(_: int) -> str:
        start.wait()
        return invite(any_tiny, "tiny", ANN)

    with ThreadPoolExecutor(16) as pool:
        tokens = list(pool.map(make, range(16)))
    assert len(set(tokens)) == 16
    assert sum(invitation_of(any_tiny, "tiny", token) is not None for token in tokens) == 1
    assert len(invitations(any_tiny, "tiny", also_ended=True)) == 16


def test_only_hashes_are_stored(any_tiny: Store) -> None:
    token = invite(any_tiny, "tiny", ANN)
    session = open_window(any_tiny, "tiny", _id_of(any_tiny, token))
    assert len(token) == len(session) == 22
    with any_tiny.engine.connect() as connection:
        stored = [
            str(value)
            for table in ("invitation", "desk_window")
            for row in connection.execute(text(f"select * from {table}"))
            for value in row
        ]
    assert sha256(token.encode()).hexdigest() in stored
    assert sha256(session.encode()).hexdigest() in stored
    assert not any(secret in value for secret in (token, session) for value in stored)


def test_a_window_is_seen_and_named_while_it_is_open(any_tiny: Store) -> None:
    ident = _id_of(any_tiny, invite(any_tiny, "tiny", SEATS[3]))
    session = open_window(any_tiny, "tiny", ident)
    with any_tiny.engine.connect() as connection, connection.begin():
        connection.execute(text("update desk_window set seen = '2026-01-01T00:00:00+00:00'"))
    window = window_of(any_tiny, "tiny", session)
    assert window is not None
    assert window.seen.startswith("2026-01-01")
    seen(any_tiny, "tiny", [])
    seen(any_tiny, "tiny", [window.id, "another"])
    later = window_of(any_tiny, "tiny", session)
    assert later is not None
    assert later.seen > window.seen
    end_window(any_tiny, "tiny", window.id)
    assert window_of(any_tiny, "tiny", session) is None


@pytest.mark.parametrize(
    "seat",
    [
        Seat(Role.UMPIRE, "alba"),
        Seat(Role.STAFF),
        Seat(Role.COMMANDER, "alba"),
        Seat(Role.STAFF, "alba", ("a1",)),
        Seat(Role.TABLE, "alba"),
        Seat(Role.WALL, battle=1),
        replace(ANN, name="A" * 201),
        replace(ANN, name="A\u202eB"),
        replace(ANN, commanders=("",)),
        replace(ANN, side="a" * 81),
    ],
)
def test_a_seat_that_cannot_be_is_refused(tiny: Store, seat: Seat) -> None:
    with pytest.raises(BadInput):
        invite(tiny, "tiny", seat)
    assert invitations(tiny, "tiny", also_ended=True) == ()


@pytest.mark.parametrize(
    "said",
    [
        "update invitation set side = ''",
        "update invitation set battle = 1",
        "update invitation set role = 'guest'",
        "update invitation set token_hash = ''",
        "update invitation set commanders = null",
        "update desk_window set invitation = 'none'",
        "delete from invitation",
    ],
)
def test_the_tables_refuse_what_cannot_be(any_tiny: Store, said: str) -> None:
    open_window(any_tiny, "tiny", _id_of(any_tiny, invite(any_tiny, "tiny", ANN)))
    with any_tiny.engine.connect() as connection, connection.begin(), pytest.raises(IntegrityError):
        connection.execute(text(said))


def test_the_journal_stands_still(any_tiny: Store) -> None:
    def state() -> tuple[object, ...]:
        with reading(any_tiny) as board:
            ledger = board.ledger
            return digest(board), ledger.head, ledger.last_seq, ledger.last_number, ledger.next_id

    before = state()
    ident = _id_of(any_tiny, invite(any_tiny, "tiny", ANN))
    open_window(any_tiny, "tiny", ident)
    end_invitation(any_tiny, "tiny", ident)
    assert state() == before


def test_unknown_secrets_are_nobodys(any_tiny: Store) -> None:
    for secret in ("", "no such", "\ud800", "x" * 5000):
        assert invitation_of(any_tiny, "tiny", secret) is None
        assert window_of(any_tiny, "tiny", secret) is None
    with pytest.raises(NotFound):
        invitation_of(any_tiny, "another campaign", "x")


def test_a_file_that_was_upgraded_meanwhile_is_left_alone(any_tiny: Store) -> None:
    with any_tiny.engine.connect() as connection, connection.begin():
        connection.execute(text("update ledger set revision = '9999'"))
        if any_tiny.is_sqlite:
            connection.execute(text("pragma user_version = 9999"))
    with pytest.raises(NewerSchema):
        invite(any_tiny, "tiny", ANN)
