"""Who gets what: every page for every seat, with and without what a form must bring; and what every answer says to the
browser.

The table of pages is walked as it stands, so a new page is tried by itself.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from campaign.errors import BadInput
from campaign.journal import desk_notes
from campaign.journal.seats import Seat
from campaign.terms.seats import Role
from campaign.web.desk import open_desk
from campaign.web.events import stream
from campaign.web.guard import HEADERS, POLICY
from campaign.web.limits import MOST_NETWORKS, SLOWED_BY, for_coming_in
from campaign.web.page import LARGEST_FORM, Page
from campaign.web.passwords import PASSWORD, hash_of
from campaign.web.presence import MOST_STREAMS, set_password
from campaign.web.room import Room
from campaign.web.server import listening_for, own_doors, proxy_doors, server_for
from tests.web.everywhere import NOT_THERE, NOWHERE, Ground, every_page, everybody, may_change, may_see, role_of
from tests.web.visitors import HERE, PORT, Hall, Visitor, hall_on

SEATS = ("stranger", "umpire", "staff", "commander", "other commander", "enemy commander", "table", "wall")
PLAIN = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
}
"""Headers of every answer."""
FOREIGN = {"none": {}, "foreign": {"origin": "http://evil.example"}, "null": {"origin": "null"}}
"""Headers of a form that comes from no page of the desk."""


@dataclass
class Crowd:
    """A desk with everybody in it."""

    hall: Hall
    ground: Ground
    people: dict[str, Visitor]
    answers: dict[tuple[str, str], httpx.Response] = field(default_factory=dict)

    def shown(self, seat: str, page: Page) -> httpx.Response:
        """The answer to a seat that asks for a page; asked for once, for all who only look at it."""
        if (seat, page.path) not in self.answers:
            self.answers[seat, page.path] = self.get(seat, self.address(page, seat))
        return self.answers[seat, page.path]

    def get(self, seat: str, address: str, **headers: str) -> httpx.Response:
        return self.hall.run(self.people[seat].client.get(address, headers=headers))

    def post(self, seat: str, address: str, fields: dict[str, str], **headers: str) -> httpx.Response:
        return self.hall.run(self.people[seat].client.post(address, data=fields, headers=headers))

    def token(self, seat: str) -> str:
        """The token that forms of this browser must bring."""
        session = self.people[seat].client.cookies.get(f"desk{PORT}")
        return self.hall.desk.people.token_of(session) if session else ""

    def address(self, page: Page, seat: str) -> str:
        return self.ground.addresses(page, seat)[0]


@pytest.fixture(scope="module")
def crowd(first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    """One desk for the trials that change nothing."""
    path = Path(shutil.copyfile(first_battle, tmp_path_factory.mktemp("crowd") / "campaign.db"))
    with hall_on(path) as hall:
        yield Crowd(hall, Ground.of(hall), everybody(hall))


def bare(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """Everything of an answer that a browser gets."""
    return answer.status_code, sorted(answer.headers.multi_items()), answer.content


def test_the_lists_of_these_trials_leave_nobody_and_nothing_out(crowd: Crowd) -> None:
    """Seats, headers, and pages that show what the campaign does not have."""
    assert set(SEATS) == set(crowd.people)
    assert {role_of(seat) for seat in SEATS if seat != "stranger"} == set(Role)
    assert set(PLAIN) == {name.decode() for name, _ in HEADERS}
    assert set(NOT_THERE) <= {page.path for page in every_page()}


# the table of pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_every_page_is_shown_to_its_seats_and_to_others_is_nowhere(crowd: Crowd, seat: str) -> None:
    nowhere = bare(crowd.get(seat, NOWHERE))
    wrong = {}
    with crowd.hall.still():
        for page in every_page():
            answer = crowd.shown(seat, page)
            if seat == "stranger":
                is_right = answer.status_code == (200 if page.path == "/" else 403) and "Come in" in answer.text
            elif may_see(page, seat):
                is_there = page.path not in NOT_THERE
                is_right = answer.status_code in ((200, 303, 422) if is_there else (404,))
            else:
                is_right = bare(answer) == nowhere
            if not is_right:
                wrong[page.path] = answer.status_code
    assert wrong == {}
    assert nowhere[0] == (403 if seat == "stranger" else 404)


@pytest.mark.parametrize("seat", [seat for seat in SEATS if seat != "stranger"])
def test_what_is_posted_to_a_page_that_is_not_ones_own_goes_nowhere(crowd: Crowd, seat: str) -> None:
    fields, origin = {"token": crowd.token(seat), "key": "k"}, {"origin": HERE}
    nowhere = bare(crowd.post(seat, NOWHERE, fields, **origin))
    assert nowhere[0] == 404
    others = [page for page in every_page() if not may_change(page, seat)]
    wrong = {
        page.path: answer.status_code
        for page in others
        if bare(answer := crowd.post(seat, crowd.address(page, seat), fields, **origin)) != nowhere
    }
    assert wrong == {}


@pytest.mark.parametrize("seat", SEATS)
def test_json_and_events_of_a_page_that_is_not_ones_own_are_nowhere(crowd: Crowd, seat: str) -> None:
    nowhere = bare(crowd.get(seat, NOWHERE))
    with crowd.hall.still():
        for page in every_page():
            if may_see(page, seat):
                continue
            address = crowd.address(page, seat)
            if address != "/":
                assert bare(crowd.get(seat, f"{address}.json")) == nowhere, address
            assert crowd.get(seat, f"/events?at={address}").status_code == 404, address


@pytest.mark.sample(3)
@pytest.mark.parametrize("seat", [seat for seat in SEATS if seat != "stranger"])
def test_no_form_is_taken_from_elsewhere_or_without_the_sessions_token(crowd: Crowd, seat: str) -> None:
    wrong = {}
    before = crowd.hall.desk._look()
    for page in every_page():
        if not may_change(page, seat):
            continue
        address = crowd.address(page, seat)
        tries = {
            name: crowd.post(seat, address, {"token": crowd.token(seat)}, **head) for name, head in FOREIGN.items()
        }
        tries["no token"] = crowd.post(seat, address, {"key": "k"}, origin=HERE)
        tries["another's token"] = crowd.post(seat, address, {"token": "f" * 32}, origin=HERE)
        tries["a file as token"] = crowd.hall.run(
            crowd.people[seat].client.post(address, files={"token": ("t", b"x")}, headers={"origin": HERE})
        )
        wrong |= {f"{page.path}, {name}": a.status_code for name, a in tries.items() if a.status_code != 403}
    assert wrong == {}
    assert crowd.hall.desk._look() == before


def test_a_token_is_good_for_its_own_session_only(crowd: Crowd) -> None:
    tokens = {crowd.token(seat) for seat in SEATS if seat != "stranger"}
    assert len(tokens) == len(SEATS) - 1
    answer = crowd.post("umpire", "/next", {"token": crowd.token("staff"), "until": "turn"}, origin=HERE)
    assert answer.status_code == 403


# the door ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8941", "127.0.0.1", "127.0.0.1:80", "", "localhost:8941.evil"]
)
def test_under_another_name_nothing_is_served(crowd: Crowd, host: str) -> None:
    for address in ("/", "/desk", "/events?at=/desk", "/static/x/desk.css", "/in/x"):
        answer = crowd.get("umpire", address, host=host)
        assert answer.status_code == 421 and "Brevity" not in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_no_other_method_is_served(crowd: Crowd, method: str) -> None:
    answer = crowd.hall.run(crowd.people["umpire"].client.request(method, "/desk"))
    assert answer.status_code == 405 and all(answer.headers[name] == value for name, value in PLAIN.items())


async def _in_pieces(count: int) -> AsyncIterator[bytes]:
    yield b"x="
    for _ in range(count):
        yield b"y" * 10_000


@pytest.mark.parametrize("address", ["/next", "/in", "/r", "/in/x", NOWHERE])
def test_what_is_too_large_is_refused_with_and_without_its_length(crowd: Crowd, address: str) -> None:
    umpire = crowd.people["umpire"]
    told = {"origin": HERE, "content-type": "application/x-www-form-urlencoded"}
    whole = crowd.hall.run(umpire.client.post(address, content=b"x" * (LARGEST_FORM + 1), headers=told))
    assert whole.status_code == 413
    in_pieces = crowd.hall.run(umpire.client.post(address, content=_in_pieces(30), headers=told))
    assert in_pieces.status_code == (413 if address in ("/next", "/in", "/r") else 404), "what nobody reads is not kept"
    assert "too large" in whole.text and "Traceback" not in in_pieces.text


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("multipart/form-data", b"token=x"),
        ("multipart/form-data; boundary=x", b"no boundary here"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\nno head at all"),
        ("multipart/form-data; boundary=" + "x" * 5000, b"--x--"),
        (
            "multipart/form-data; charset=klingon; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="t"\r\n\r\n\xff\r\n--x--\r\n',
        ),
        ("application/json", b'{"token": 1}'),
        ("", b"\x00\x01\x02"),
        ("application/x-www-form-urlencoded", b"&".join(b"a=b" for _ in range(3_000))),
        ("application/x-www-form-urlencoded", b"%ff%fe=%00&=&&&=%"),
    ],
)
@pytest.mark.parametrize("address", ["/next", "/in", "/r"])
def test_a_broken_form_is_refused_in_plain_words(crowd: Crowd, kind: str, content: bytes, address: str) -> None:
    crowd.hall.desk.people.limit._by_address.clear()
    before = crowd.hall.desk._look()
    headers = {"origin": HERE, **({"content-type": kind} if kind else {})}
    answer = crowd.hall.run(crowd.people["umpire"].client.post(address, content=content, headers=headers))
    assert answer.status_code in ((400, 403) if address == "/next" else (303, 400, 404)), answer.text
    assert "Traceback" not in answer.text and crowd.hall.desk._look() == before


# what every answer says ---------------------------------------------------------------------------------------------


def test_every_answer_has_the_headers_of_the_house(crowd: Crowd) -> None:
    assets = crowd.hall.desk.assets
    addresses = ["/", "/desk", "/next", "/undo", NOWHERE, "/desk.json", "/in/x", "/in", "/r/x", assets["desk.css"]]
    answers = [crowd.get(seat, address) for seat in ("umpire", "staff", "stranger") for address in addresses]
    answers += [
        crowd.post("umpire", "/next", {}, origin=HERE),
        crowd.post("umpire", "/next", {}),
        crowd.get("umpire", "/", host="evil.example"),
        crowd.get("stranger", "/events?at=/desk"),
        crowd.get("umpire", "/static/wrong/desk.css"),
    ]
    crowd.hall.desk.people.limit._by_address.clear()
    for answer in answers:
        where = (answer.request.method, str(answer.url), answer.status_code)
        assert {name: answer.headers.get(name) for name in PLAIN} == PLAIN, where
        is_asset = "/static/" in str(answer.url) and answer.status_code == 200
        assert ("immutable" in answer.headers["cache-control"]) is is_asset, where
        assert is_asset or answer.headers["cache-control"] == "no-store", where
        assert "server" not in answer.headers and "etag" not in answer.headers and "last-modified" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers
        assert len(answer.headers.get_list("content-security-policy")) == 1


def test_the_policy_lets_nothing_run_within_a_page() -> None:
    assert "default-src 'none'" in POLICY and "unsafe" not in POLICY and "data:" not in POLICY and "*" not in POLICY


@pytest.mark.parametrize("seat", [seat for seat in SEATS if seat != "stranger"])
def test_no_page_has_what_the_policy_forbids(crowd: Crowd, seat: str) -> None:
    for page in every_page():
        if not may_see(page, seat):
            continue
        answer = crowd.shown(seat, page)
        if answer.headers.get("content-type", "").startswith("text/html"):
            found = re.findall(
                r"<[^>]*\s(?:on[a-z]+|style)=|<style|<script(?! src=)[^>]*>|(?:href|src|action)=\"(?:https?:|//|javascript:|data:)",
                answer.text,
            )
            assert found == [], page.path


def test_the_cookie_is_for_the_desk_alone(hall: Hall) -> None:
    stranger = hall.visitor()
    answer = hall.run(stranger.client.post(f"/in/{hall.desk.people.umpire_link()}", headers={"origin": HERE}))
    (cookie,) = answer.headers.get_list("set-cookie")
    words = [word.strip().casefold() for word in cookie.split(";")]
    assert words[0].startswith(f"desk{PORT}=") and len(words[0].partition("=")[2]) >= 22
    assert {"httponly", "samesite=lax", "path=/"} <= set(words)
    assert not any(word.startswith("domain") for word in words) and "secure" not in words


def test_no_cookie_is_set_but_on_coming_in(crowd: Crowd) -> None:
    for seat in SEATS:
        for page in every_page():
            assert "set-cookie" not in crowd.shown(seat, page).headers


@pytest.mark.sample(2)
@pytest.mark.parametrize("seat", [seat for seat in SEATS if seat != "stranger"])
def test_no_secret_stands_in_an_address(crowd: Crowd, seat: str) -> None:
    session = crowd.people[seat].client.cookies[f"desk{PORT}"]
    secrets = {session, crowd.token(seat)}
    for page in every_page():
        if not may_see(page, seat):
            continue
        answer = crowd.shown(seat, page)
        addresses = re.findall(r"(?:href|src|action|data-from)=\"([^\"]*)\"", answer.text)
        addresses.append(answer.headers.get("location", ""))
        assert session not in answer.text
        assert [address for address in addresses if any(secret in address for secret in secrets)] == []


# links, windows, streams ----------------------------------------------------------------------------------------------


def events_of(hall: Hall, visitor: Visitor, address: str) -> tuple[list[bytes], threading.Event, threading.Event]:
    """Open the stream of a window. Returns what it is sent, and what is set once it is open, and once it has ended."""
    sent: list[bytes] = []
    opened, ended = threading.Event(), threading.Event()
    session = visitor.client.cookies[f"desk{PORT}"]
    person = hall.desk.people.person_of(session)
    assert person is not None

    async def listen() -> None:
        async for piece in stream(hall.desk, session, person, (person.eyes, address), "").body_iterator:
            sent.append(bytes(piece))
            opened.set()
        ended.set()

    import asyncio

    asyncio.run_coroutine_threadsafe(listen(), hall._loop)
    assert opened.wait(60)
    return sent, opened, ended


def test_a_link_that_is_ended_ends_its_windows_and_their_streams_at_once(hall: Hall) -> None:
    token, invitation = hall.desk.people.invite(Seat(Role.STAFF, "allied"))
    windows = [hall._come(token, "one"), hall._come(token, "two")]
    other = hall.staff("axis")
    streams = [events_of(hall, window, "/undo") for window in (*windows, other)]
    hall.desk.people.end_link(invitation.id)
    assert streams[0][2].wait(60) and streams[1][2].wait(60)
    assert not streams[2][2].is_set()
    for window in windows:
        assert window.get("/").status_code == 200 and "Come in" in window.get("/").text
        assert window.get("/situation").status_code == 403
        assert hall.run(window.client.get("/events?at=/undo")).status_code == 404
    assert hall.run(other.client.get("/undo")).status_code == 303
    hall.desk.people.say_goodbye()
    assert streams[2][2].wait(60)


def test_one_window_can_be_ended_alone(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.STAFF, "allied"))
    lost, kept = hall._come(token, "lost"), hall._come(token, "kept")
    person = hall.desk.people.person_of(lost.client.cookies[f"desk{PORT}"])
    assert person is not None
    hall.desk.people.end_window(person.window)
    assert hall.run(lost.client.get("/undo")).status_code == 403
    assert hall.run(kept.client.get("/undo")).status_code == 303


def test_a_session_that_ends_while_it_is_looked_up_does_not_stay(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    token, invitation = hall.desk.people.invite(Seat(Role.STAFF, "allied"))
    session = hall._come(token, "staff").client.cookies[f"desk{PORT}"]
    people = hall.desk.people
    look = people._person

    def ends_meanwhile(window):  # type: ignore[no-untyped-def]
        person = look(window)
        monkeypatch.setattr(people, "_person", look)
        people.end_link(invitation.id)
        return person

    people.forget()
    monkeypatch.setattr(people, "_person", ends_meanwhile)
    people.person_of(session)
    assert people.person_of(session) is None


def test_nothing_of_a_secret_is_in_the_file(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.STAFF, "allied"))
    session = hall._come(token, "staff").client.cookies[f"desk{PORT}"]
    content = Path(hall.desk.where).read_bytes()
    assert token.encode() not in content and session.encode() not in content


# trying out -------------------------------------------------------------------------------------------------------------


def test_links_codes_and_words_share_their_limit(hall: Hall) -> None:
    stranger = hall.visitor()
    answers = [stranger.get("/in/wrong"), stranger.get("/r/ABCD2345"), stranger.post("/in", {"words": "a b c"})]
    answers += [stranger.post("/in", {"password": "wrong password"}), stranger.post("/r", {"code": "zzz"})]
    assert [answer.status_code for answer in answers] == [404] * 5
    again = [stranger.get("/in/wrong"), stranger.get("/r/ABCD2345"), stranger.post("/in", {"words": "a b c"})]
    assert [answer.status_code for answer in again] == [429] * 3
    assert "You have tried too often" in again[0].text


def test_who_is_in_is_not_kept_out_by_others_who_try(hall: Hall) -> None:
    umpire, stranger = hall.umpire(), hall.visitor()
    for _ in range(8):
        stranger.get("/in/wrong")
    assert umpire.get("/desk").status_code == 200


def test_a_right_link_is_no_try(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.STAFF, "allied"))
    stranger = hall.visitor()
    assert {stranger.get(f"/in/{token}").status_code for _ in range(20)} == {200}


def try_from(hall: Hall, address: str, words: str = "a b c") -> int:
    """Status of a try to come in by three words from a network address."""
    transport = httpx.ASGITransport(app=hall.app, client=(address, 1))
    client = httpx.AsyncClient(transport=transport, base_url=HERE)
    return int(hall.run(client.post("/in", data={"words": words}, headers={"origin": HERE})).status_code)


def test_who_tries_too_often_shuts_out_nobody_else(hall: Hall) -> None:
    assert [try_from(hall, "192.168.7.1") for _ in range(7)] == [404] * 5 + [429] * 2
    assert {try_from(hall, f"192.168.8.{number}") for number in range(80)} == {404}
    invitation = hall.desk.people.invite(Seat(Role.STAFF, "allied"))[1]
    words = hall.desk.people.words.make(invitation.id)
    assert try_from(hall, "192.168.9.1", words) == 303


def test_addresses_of_one_ipv6_network_share_their_tries(hall: Hall) -> None:
    answers = [try_from(hall, f"2001:db8:0:1::{number:x}") for number in range(1, 7)]
    assert answers == [404] * 5 + [429]
    assert try_from(hall, "2001:db8:0:2::1") == 404
    assert try_from(hall, "::ffff:192.0.2.7") == try_from(hall, "192.0.2.8") == 404


def test_very_many_tries_from_everywhere_are_slowed_and_still_answered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("campaign.web.entrance.sleep", sleep)
    limit = hall.desk.people.limit
    assert all(limit.allows(f"10.0.{number // 250}.{number % 250}") for number in range(600))
    assert waited == [] and try_from(hall, "192.168.7.1") == 404
    assert waited == [SLOWED_BY]


def test_what_is_remembered_of_tries_is_bounded_and_a_flood_forgives_nobody() -> None:
    limit = for_coming_in(lambda: 0.0)
    for _ in range(5):
        limit.allows("192.0.2.1")
    for number in range(MOST_NETWORKS - 1):
        limit.allows(f"10.{number // 65536}.{number // 256 % 256}.{number % 256}")
        assert number % 500 or not limit.allows("192.0.2.1")
    assert len(limit._by_address) <= MOST_NETWORKS


def test_the_oldest_of_too_many_streams_of_a_session_ends(hall: Hall) -> None:
    staff, other = hall.staff("allied"), hall.staff("axis")
    of_other = events_of(hall, other, "/undo")
    streams = [events_of(hall, staff, "/undo") for _ in range(MOST_STREAMS + 1)]
    assert streams[0][2].wait(60)
    assert not any(ended.is_set() for _, _, ended in (of_other, *streams[1:]))
    hall.desk.people.say_goodbye()
    assert all(ended.wait(60) for _, _, ended in (of_other, *streams))


def test_closing_the_room_ends_the_streams_that_came_through_it(hall: Hall) -> None:
    ended: list[str] = []
    people = hall.desk.people
    for name, host in (("room", "192.168.7.2:8941"), ("here", f"127.0.0.1:{PORT}")):
        person = people.person_of(hall.staff("allied").client.cookies[f"desk{PORT}"])
        assert person is not None
        people.arrives(person, lambda _, name=name: ended.append(name), "/undo", host)  # type: ignore[misc]
    room = Room(hall.desk, PORT)
    room.addresses = ("192.168.7.2:8941",)
    ended.clear()
    room.close()
    assert ended == ["room"]


def test_wrong_addresses_of_links_all_look_alike(hall: Hall) -> None:
    token, invitation = hall.desk.people.invite(Seat(Role.STAFF, "allied"))
    hall.desk.people.end_link(invitation.id)
    stranger = hall.visitor()
    assert bare(stranger.get(f"/in/{token}")) == bare(stranger.get("/in/never-was"))


ROOM = f"192.168.7.2:{PORT}"


def in_the_room(hall: Hall) -> httpx.AsyncClient:
    """A browser whose connection comes to the machine's address in the local network."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=hall.app), base_url=f"http://{ROOM}")


def test_who_comes_from_the_room_is_served_while_it_is_open_whatever_host_he_names(hall: Hall) -> None:
    """A connection that is open goes on when the room is closed: it is the guard who ends it."""
    phone, doors = in_the_room(hall), hall.desk.doors
    mine = {"host": f"127.0.0.1:{PORT}"}

    def answers() -> list[int]:
        return [hall.run(phone.get("/", headers=headers)).status_code for headers in ({}, mine)]

    assert answers() == [421, 421]
    doors.open_for([ROOM])
    assert answers() == [200, 421]
    doors.close_for([ROOM])
    assert answers() == [421, 421]


# the umpire's password -----------------------------------------------------------------------------------------------


def test_the_password_is_kept_as_argon2_and_opens_the_umpires_window(hall: Hall) -> None:
    stranger = hall.visitor()
    assert "password" not in stranger.get("/").text
    set_password(hall.desk, "five red mules")
    kept = desk_notes.secret_of(hall.desk.reader, hall.desk.campaign, PASSWORD)
    assert kept is not None and kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert "The umpire&#39;s password" in stranger.get("/").text
    assert "password is not correct" in stranger.post("/in", {"password": "five red mule"}).text
    assert "Battles" in stranger.post("/in", {"password": "five red mules"}).text
    assert hall.run(stranger.client.get("/desk")).status_code == 200


def test_a_new_password_ends_the_umpires_other_windows(hall: Hall) -> None:
    set_password(hall.desk, "five red mules")
    leaked, umpire, player = hall.visitor(), hall.umpire(), hall.staff("allied")
    leaked.post("/in", {"password": "five red mules"})
    assert hall.run(leaked.client.get("/desk")).status_code == 200
    done = umpire.press("/players", "Set the password", password="six grey mules", again="six grey mules")
    assert "other windows are closed" in done.text
    assert [hall.run(who.client.get("/orders")).status_code for who in (leaked, umpire, player)] == [403, 200, 200]
    assert "password is not correct" in leaked.post("/in", {"password": "five red mules"}).text


def test_no_password_is_taken_where_others_can_read_it(hall: Hall) -> None:
    """A desk that is open for the room speaks plain http: a password would be read along."""
    set_password(hall.desk, "five red mules")
    hall.desk.doors.open_for([ROOM])
    phone = in_the_room(hall)
    assert "The umpire&#39;s password" not in hall.run(phone.get("/")).text
    refused = hall.run(phone.post("/in", data={"password": "five red mules"}, headers={"origin": f"http://{ROOM}"}))
    assert refused.status_code == 403 and "because other people in the network could read it" in refused.text


def test_without_a_password_none_opens_the_door(hall: Hall) -> None:
    stranger = hall.visitor()
    assert stranger.post("/in", {"password": ""}).status_code == 404
    assert stranger.post("/in", {"password": "None"}).status_code == 404


def test_a_short_password_is_refused() -> None:
    with pytest.raises(BadInput, match=r"has 5 characters. It needs at least 10"):
        hash_of("mules")


# behind a proxy -------------------------------------------------------------------------------------------------------


@pytest.fixture
def behind_proxy(campaign_file: Path) -> Iterator[Hall]:
    """A desk that a proxy at 10.0.0.1 shows as https://club.example."""
    hall = Hall(open_desk(campaign_file, doors=proxy_doors("https://club.example"), cookie=f"desk{PORT}"))
    config = server_for(hall.desk, proxy="https://club.example", trusted="10.0.0.1").config
    config.load()
    hall.app = config.loaded_app
    try:
        yield hall
    finally:
        hall.close()


def through(hall: Hall, peer: str) -> httpx.AsyncClient:
    """A client whose connection comes from this address."""
    transport = httpx.ASGITransport(app=hall.app, client=(peer, 1))
    return httpx.AsyncClient(transport=transport, base_url="https://club.example")


def test_behind_a_proxy_only_its_name_is_served_and_only_its_pages_may_post(behind_proxy: Hall) -> None:
    client, link = through(behind_proxy, "10.0.0.1"), f"/in/{behind_proxy.desk.people.umpire_link()}"
    run = behind_proxy.run
    assert run(client.get("/", headers={"host": "127.0.0.1:8941"})).status_code == 421
    for origin in ("http://club.example", "https://club.example:444", "https://club.example.evil", "https://evil"):
        assert run(client.post(link, headers={"origin": origin})).status_code == 403
    answer = run(client.post(link, headers={"origin": "https://club.example"}))
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"].casefold()
    assert "; secure" in cookie and "; httponly" in cookie
    page = run(client.get("/desk"))
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=31536000"


def test_without_https_there_is_no_promise_of_it(crowd: Crowd) -> None:
    assert "strict-transport-security" not in crowd.get("umpire", "/desk").headers


def test_only_the_proxy_connects_and_is_believed_about_addresses(behind_proxy: Hall) -> None:
    """The wrong tries of each visitor count for the network from which the proxy says that he comes."""
    run, proxy, stranger = behind_proxy.run, through(behind_proxy, "10.0.0.1"), through(behind_proxy, "10.9.9.9")

    def tries(client: httpx.AsyncClient, networks: Sequence[int]) -> list[int]:
        return [
            run(client.get("/in/wrong", headers={"x-forwarded-for": f"198.51.{network}.7"})).status_code
            for network in networks
        ]

    assert tries(proxy, range(100, 108)) == [404] * 8
    assert tries(proxy, [100] * 8) == [404] * 4 + [429] * 4
    assert tries(stranger, range(110, 113)) == [421] * 3
    assert run(through(behind_proxy, "127.0.0.1").get("/")).status_code == 200


@pytest.mark.parametrize(
    ("proxy", "trusted", "host"),
    [
        ("", "", "127.0.0.1"),
        ("https://club.example", "", "127.0.0.1"),
        ("https://club.example", "127.0.0.1", "127.0.0.1"),
        ("https://club.example", "10.0.0.1", "0.0.0.0"),
        ("https://club.example", "fd00::1", "::"),
    ],
)
def test_the_desk_listens_where_its_proxy_can_connect(proxy: str, trusted: str, host: str) -> None:
    assert listening_for(proxy, trusted) == host


@pytest.mark.parametrize(("proxy", "trusted"), [("", "10.0.0.1"), ("https://club.example", "club.example")])
def test_a_trusted_address_that_is_none_is_refused(proxy: str, trusted: str) -> None:
    with pytest.raises(BadInput, match=f"--trusted {trusted} "):
        listening_for(proxy, trusted)


@pytest.mark.parametrize("address", ["club.example", "ftp://club.example", "https://", "https://club.example/desk"])
def test_what_is_no_address_of_a_site_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match=r"Write it like https://club\.example"):
        proxy_doors(address)


# what people type -----------------------------------------------------------------------------------------------------

EVIL = "<script>alert(1)</script>\"><img src=x onerror=alert(2)>'{{7*7}}"


def test_what_people_named_is_shown_as_text(campaign_file: Path) -> None:
    """A campaign, its sides' commanders, battalions, formations and places with names of a page's own signs."""
    from campaign.model import Battalion, Commander, Formation, Place
    from campaign.store import opened
    from tests.tiny import by_hand

    with opened(campaign_file, write=True) as store, by_hand(store) as board:
        board.campaign.title = f"Brevity {EVIL}"
        for table in (Battalion, Formation, Commander, Place):
            for row in board.rows(table):
                row.name = f"{row.name} {EVIL}"
                if hasattr(row, "short"):
                    row.short = f"{row.short}<evil>"
    with hall_on(campaign_file) as hall:
        people = everybody(hall)
        token, _ = hall.desk.people.invite(Seat(Role.COMMANDER, "allied", ("gott",), name=f"Ann {EVIL}"))
        people["evil name"] = hall._come(token, "evil name")
        ground = Ground.of(hall)
        asked = [
            (seat, address)
            for seat in ("umpire", "commander", "table", "wall", "evil name")
            for page in every_page()
            if not page.is_drawn and (seat == "evil name" or may_see(page, seat))
            for address in ground.addresses(page, seat)
        ]  # what is drawn is no page: a paper, whose letters mean themselves
        seen = 0
        with hall.still():
            for seat, address in asked:
                answer = people[seat].get(address)
                if not answer.headers["content-type"].startswith(("text/html", "image/svg")):
                    continue
                for part in ("<script>alert", "<img src=x", "<evil", "onerror=alert(2)>"):
                    assert part not in answer.text, (seat, address, part)
                seen += answer.text.count("&lt;script&gt;alert(1)")
        assert seen > 20, "names are on the pages, as text"


def test_the_name_of_a_file_is_never_more_than_a_name(crowd: Crowd) -> None:
    from starlette.requests import Request

    from campaign.web.answer import Answer
    from campaign.web.app import Pages
    from campaign.web.table import PageTable

    pages = Pages(crowd.hall.desk, PageTable.of_all())
    request = Request({"type": "http", "headers": [], "method": "GET", "path": "/", "query_string": b""})
    person = crowd.hall.desk.people.person_of(crowd.people["umpire"].client.cookies[f"desk{PORT}"])
    assert person is not None
    for kind, how in (("application/pdf", "inline"), ("application/zip", "attachment"), ("text/csv", "attachment")):
        answer = pages._served(request, "", person, Answer(b"x", kind=kind, file='../a"\r\nSet-Cookie: x=1; é.pdf'))
        said = answer.headers["content-disposition"]
        assert said.startswith(f"{how}; filename*=UTF-8''") and not re.search(r"[\"\r\n/\s;]", said.split("''")[1])


def test_the_host_and_origin_of_the_room_are_served_while_it_is_open(hall: Hall) -> None:
    stranger, doors = hall.visitor(), hall.desk.doors
    room = {"host": "192.168.7.2:8941"}
    assert stranger.get("/", **room).status_code == 421
    doors.open_for(["192.168.7.2:8941"])
    assert stranger.get("/", **room).status_code == 200
    assert own_doors(PORT).knows("LOCALHOST:8941")
    doors.close_for(["192.168.7.2:8941"])
    assert stranger.get("/", **room).status_code == 421
