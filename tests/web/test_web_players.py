"""Players: links and codes, who is here, deadlines in real time, what players may do, and the local network."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from campaign.journal import desk_notes, seats
from campaign.queries.players.seats import seats as seats_of
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.terms.wall_clock import appointment_text
from campaign.web.desk import open_desk
from campaign.web.network import WAITS
from campaign.web.room import Room, listening
from campaign.web.server import own_doors, proxy_doors, server_for
from tests.web.visitors import HERE, PORT, Hall, Visitor, forms_of


def link_on(page: str) -> str:
    """The link that a page shows, without its host."""
    match = re.search(r'id="shown-link">http://[^/]+(/in/[\w-]+)<', page)
    assert match, "no link is shown"
    return match[1]


def row_of(page: str, name: str) -> str:
    """The row of a commander."""
    return next(row for row in re.findall(r"<tr.*?</tr>", page, re.S) if f">{name}<" in row)


def invite(umpire: Visitor, commander: str) -> httpx.Response:
    """Press Invite beside a commander."""
    return umpire.press("/players", "Invite", act="invite", commander=commander)


def test_only_the_umpire_sees_who_is_here(hall: Hall) -> None:
    assert "Brig I. D. Erskine" in hall.umpire().get("/players").text
    for visitor in (hall.commander("erskine", side="allied"), hall.staff("axis"), hall.table("axis", 1), hall.wall()):
        assert visitor.get("/players").status_code == 404
        assert visitor.get("/players/slip?of=x").status_code == 404


def test_an_invitation_opens_a_window_by_link_and_by_words(hall: Hall) -> None:
    umpire = hall.umpire()
    page = invite(umpire, "erskine").text
    assert '<svg role="img"' in page
    assert "style=" not in page
    link = link_on(page)
    words = re.search(r'class="words">([^<]+)<', page)
    assert words and len(words[1].split()) == 3
    ruth, second = hall.visitor(), hall.visitor()
    assert hall.run(ruth.client.post(link, headers={"origin": HERE})).status_code == 303
    assert hall.run(second.client.post("/in", data={"words": words[1]}, headers={"origin": HERE})).status_code == 303
    assert ruth.get("/orbat").status_code == 200
    assert "here" in row_of(umpire.get("/players").text, "Brig I. D. Erskine")


def test_show_code_shows_the_same_link_again_and_three_new_words(hall: Hall) -> None:
    umpire = hall.umpire()
    first = invite(umpire, "erskine").text
    again = umpire.press("/players", "Show code").text
    assert link_on(again) == link_on(first)
    assert re.search(r'class="words">([^<]+)<', again)[1] != re.search(r'class="words">([^<]+)<', first)[1]  # type: ignore[index]


def test_after_a_restart_only_a_new_link_is_offered(hall: Hall) -> None:
    umpire = hall.umpire()
    invite(umpire, "erskine")
    hall.desk.people._links.clear()
    page = umpire.get("/players?of=erskine").text
    assert "Show code" not in row_of(page, "Brig I. D. Erskine")
    assert "the desk cannot show it again" in page
    assert "Make a new link" in page


def test_a_new_link_ends_the_old_one_and_says_so(hall: Hall) -> None:
    umpire = hall.umpire()
    old = link_on(invite(umpire, "erskine").text)
    ruth = hall.visitor()
    hall.run(ruth.client.post(old, headers={"origin": HERE}))
    answer = umpire.press("/players?of=erskine", "Make a new link")
    assert "; the older link has ended" in answer.text
    (naming,) = (dict(form.fields) for form in forms_of(answer.text) if ("act", "played") in form.fields)
    assert "ends" not in naming, "who is named now may be the one whose phone is in: nobody was named before"
    assert ruth.get("/orbat").status_code == 403
    assert hall.visitor().get(old).status_code == 404
    assert hall.visitor().get(link_on(answer.text)).status_code == 200


@pytest.mark.long
def test_a_player_of_several_commanders_gets_one_link_for_all(hall: Hall) -> None:
    umpire = hall.umpire()
    for commander in ("erskine", "russell"):
        done = umpire.press(f"/players?of={commander}", "Name the player", player="Ruth")
        assert "played by Ruth" in done.text
    alone = link_on(invite(umpire, "gott").text)
    page = invite(umpire, "russell").text
    assert "Ruth plays 2 commanders" in page
    invitation = next(
        i for i in seats.invitations(hall.desk.reader, hall.desk.campaign) if "erskine" in i.seat.commanders
    )
    assert set(invitation.seat.commanders) == {"erskine", "russell"}
    assert invitation.seat.name == "Ruth"
    assert hall.visitor().get(alone).status_code == 200
    one = umpire.press("/players?of=russell", "Name the player", player="Tom")
    assert "played by Tom" in one.text
    invite(umpire, "russell")
    assert hall.visitor().get(link_on(page)).status_code == 404, "the link for both has ended"


def test_a_player_who_is_replaced_loses_his_link_and_an_older_page_seats_nobody(hall: Hall) -> None:
    umpire = hall.umpire()
    link = link_on(invite(umpire, "erskine").text)
    old = umpire.get("/players?of=erskine")
    kept = umpire.press_on(old, "Name the player", player="Ruth", ends=None)
    assert "played by Ruth" in kept.text and hall.visitor().get(link).status_code == 200, "the box was not ticked"
    late = umpire.press_on(old, "Name the player", player="Tom")
    assert late.status_code == 409 and "Someone was quicker" in late.text
    done = umpire.press("/players?of=erskine", "Name the player", player="Tom")
    assert "played by Tom" in done.text and hall.visitor().get(link).status_code == 404


def test_ending_a_link_and_ending_one_window(hall: Hall) -> None:
    umpire = hall.umpire()
    link = link_on(invite(umpire, "erskine").text)
    first, second = hall.visitor(), hall.visitor()
    for visitor in (first, second):
        hall.run(visitor.client.post(link, headers={"origin": HERE}))
        visitor.get("/orbat")
    umpire.press("/players?of=erskine", "Sign out this window")
    assert sorted(visitor.get("/orbat").status_code for visitor in (first, second)) == [200, 403]
    ended = umpire.press("/players?of=erskine", "End the link")
    assert "with all its windows" in ended.text
    assert {visitor.get("/orbat").status_code for visitor in (first, second)} == {403}


@pytest.mark.long
def test_the_page_is_told_of_orders_that_come_in(hall: Hall) -> None:
    umpire, erskine = hall.umpire(), hall.commander("erskine", side="allied")
    umpire.get("/players")
    person = next(s.person for s in hall.desk.people._sessions.values() if s.person.is_umpire)
    told: list[tuple[str, ...]] = []
    leave = hall.desk.people.arrives(person, told.append, "/players?of=erskine")
    told.clear()
    erskine.press("/find?q=march 1 durham musaid", "Give this order")
    hall.catch_up()
    assert ("seats", "guests") in told
    leave()


@pytest.mark.long
def test_deputies_and_the_program(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press("/players?of=erskine", "Name the player", player="Ruth")
    done = umpire.press("/players?of=erskine", "Name the deputy", deputy="Tom", until="2")
    assert "Tom stands in until day 2" in done.text
    assert "Tom for Ruth until day 2" in row_of(done.text, "Brig I. D. Erskine")
    umpire.press("/players?of=gott", "Name the player", player="program")
    assert "the program plays" in row_of(umpire.get("/players").text, "Brig W. H. E. Gott")
    wrong = umpire.press("/players?of=erskine", "Name the deputy", deputy="Tom", until="9")
    assert wrong.status_code == 422
    assert "day 9 is not possible" in wrong.text
    assert 'value="9"' in wrong.text, "what was typed stays"


def invite_as(umpire: Visitor, act: str, **changes: str) -> httpx.Response:
    """Press the button that invites somebody else than a commander."""
    forms = [dict(form.fields) for form in forms_of(umpire.get("/players").text) if ("act", act) in form.fields]
    form = next((form for form in forms if form.get("side") == changes.get("side")), forms[0])
    return umpire.post("/players", {**form, **changes})


def test_staff_a_second_umpire_a_table_and_the_wall(hall: Hall) -> None:
    umpire = hall.umpire()
    refused = invite_as(umpire, "invite umpire", name=" ")
    assert refused.status_code == 422
    assert "a second umpire needs a name" in refused.text
    second = hall.visitor()
    page = invite_as(umpire, "invite umpire", name="Bob").text
    hall.run(second.client.post(link_on(page), headers={"origin": HERE}))
    assert second.get("/players").status_code == 200
    staff = hall.visitor()
    page = invite_as(umpire, "invite staff", side="axis", name="Jan").text
    hall.run(staff.client.post(link_on(page), headers={"origin": HERE}))
    assert staff.get("/orbat").status_code == 200
    wall = hall.visitor()
    page = invite_as(umpire, "invite wall").text
    hall.run(wall.client.post(link_on(page), headers={"origin": HERE}))
    assert wall.get("/wall").status_code == 200
    page = invite_as(umpire, "invite table", battle="1", side="allied").text
    roles = {i.seat.role for i in seats.invitations(hall.desk.reader, hall.desk.campaign)}
    assert roles >= {Role.UMPIRE, Role.STAFF, Role.WALL, Role.TABLE}
    assert invite_as(umpire, "invite table", battle="7", side="allied").status_code == 422


@pytest.mark.long
def test_a_slip_is_a_small_page_with_the_link(hall: Hall) -> None:
    umpire = hall.umpire()
    page = invite(umpire, "erskine").text
    address = re.search(r"/players/slip\?of=\w+", page)
    assert address
    slip = umpire.get(address[0])
    assert slip.headers["content-type"] == "application/pdf"
    assert slip.content.startswith(b"%PDF")
    assert re.search(rb"/MediaBox \[ 0 0 297\.\d+ 419\.\d+ \]", slip.content), "a page of a quarter of A4"
    assert umpire.get("/players/slip?of=nobody").status_code == 404


# deadlines ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def october(monkeypatch: pytest.MonkeyPatch) -> None:
    """Friday 23 October 2026, noon: the clocks of Berlin are put back in the night to Sunday."""
    monkeypatch.setattr("campaign.clock.now", lambda: datetime(2026, 10, 23, 12, 0, tzinfo=UTC))


@pytest.mark.sample(3)
@pytest.mark.usefixtures("october")
@pytest.mark.parametrize(
    ("due", "zone", "utc"),
    [
        ("2026-10-24T20:00", "Europe/Berlin", "2026-10-24T18:00"),
        ("2026-10-25T20:00", "Europe/Berlin", "2026-10-25T19:00"),
        ("2026-10-25T20:00", "Europe/London", "2026-10-25T20:00"),
        ("2026-10-25T02:30", "UTC+02:00", "2026-10-25T00:30"),
        ("2026-10-25T02:30", "UTC+01:00", "2026-10-25T01:30"),
    ],
)
def test_a_deadline_is_right_over_a_change_of_the_clocks(hall: Hall, due: str, zone: str, utc: str) -> None:
    umpire = hall.umpire()
    page = umpire.press("/players", "Set the deadline", due=due, zone=zone).text
    with hall.desk.reading(UMPIRE) as board:
        view = seats_of(board, UMPIRE)
    assert view.deadline_at.startswith(utc)
    assert appointment_text(datetime.fromisoformat(view.deadline_at), zone) in page
    assert f'<time datetime="{view.deadline_at}" data-local>' in page
    assert f'value="{due}"' in page, "the field shows the hour in the campaign's zone"
    assert "Remove the deadline" in page
    assert "have no deadline" in umpire.press("/players", "Remove the deadline").text


@pytest.mark.usefixtures("october")
def test_an_hour_that_comes_twice_is_refused_with_what_was_typed(hall: Hall) -> None:
    page = hall.umpire().press("/players", "Set the deadline", due="2026-10-25T02:30", zone="Europe/Berlin")
    assert page.status_code == 422
    assert "occurs twice in Europe/Berlin" in page.text
    assert 'value="2026-10-25T02:30"' in page.text
    assert 'value="Europe/Berlin"' in page.text


@pytest.mark.long
def test_what_happens_without_orders_is_a_setting(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/players", "Change", act="missing", missing="hold").text
    assert '<option value="hold" selected>commands without orders hold' in page


# what players may do --------------------------------------------------------------------------------------------------


def test_what_players_may_do_is_kept_beside_the_journal(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/players", "Change the rights", right=["returns"]).text
    assert "Players may type their return at the table" in page

    def setting(name: str) -> str | None:
        return desk_notes.secret_of(hall.desk.reader, hall.desk.campaign, name)

    assert setting("players may give orders") == "no"
    assert setting("players may type their return") == "on"
    assert setting("players may change orders after handing in") == "no"
    erskine = hall.commander("erskine", side="allied")
    refused = erskine.get("/find?q=march+1+durham+musaid")
    assert "does not accept orders through the desk" in refused.text
    umpire.press("/players", "Change the rights", right=["orders"])
    assert "Give this order" in erskine.get("/find?q=march+1+durham+musaid").text


# where the desk is reached --------------------------------------------------------------------------------------------


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def served(hall: Hall) -> Iterator[str]:
    """The same desk on a real port, with a room that can be opened."""
    port = free_port()
    hall.desk.doors.open_for(own_doors(port).hosts)
    server = server_for(hall.desk)
    hall.desk.room = Room(hall.desk, port, server)
    thread = threading.Thread(target=lambda: server.run(sockets=[listening("127.0.0.1", port)]), daemon=True)
    thread.start()
    assert server.is_ready.wait(10)
    yield str(port)
    server.should_exit = True
    thread.join(10)


def notices(hall: Hall) -> list[tuple[str, ...]]:
    """What an open window of the umpire is told from now on."""
    told: list[tuple[str, ...]] = []
    person = next(s.person for s in hall.desk.people._sessions.values() if s.person.is_umpire)
    hall.desk.people.arrives(person, told.append, "/players")
    told.clear()
    return told


def test_requests_of_this_machine_do_not_count_as_the_rooms() -> None:
    doors = own_doors(PORT)
    at = {"type": "http", "server": ("192.168.7.2", PORT)}
    doors.meet({**at, "client": ("192.168.7.9", 1)})
    assert not doors.is_reached, "the room is closed"
    doors.open_for([f"192.168.7.2:{PORT}"])
    doors.meet({**at, "client": ("192.168.7.2", 1)})
    doors.meet({"type": "http", "server": ("127.0.0.1", PORT), "client": ("127.0.0.1", 1)})
    assert not doors.is_reached
    doors.meet({**at, "client": ("192.168.7.9", 1)})
    assert doors.is_reached
    doors.open_for([f"192.168.7.2:{PORT}"])
    assert not doors.is_reached, "opened again, it waits again"


def test_the_room_is_opened_and_closed(hall: Hall, served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.web.room.addresses_in_the_room", lambda: ("127.0.0.2",))
    umpire = hall.umpire()
    assert "closed: only this computer can open the desk" in umpire.get("/players").text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.2:{served}/")
    assert "Phones cannot reach the desk yet" in umpire.get("/battles/1").text
    page = umpire.press("/players", "Open for this room").text
    assert f"127.0.0.2:{served}" in page
    hall.catch_up()
    assert "Code of the desk" in umpire.get("/battles/1").text
    assert f".local:{served}" in page
    assert "No other device has connected yet" in page
    room, now = hall.desk.room, [0.0]
    room.clock = lambda: room._opened + now[0]
    assert room._alarm is not None and room._alarm.interval == WAITS
    now[0] = WAITS
    silent = umpire.get("/players").text
    assert "No phone has reached the desk yet" in silent
    assert (
        f"sudo ufw allow {served}/tcp" in silent
        and "Allow an app through Windows" in silent
        and "Firewall &gt; Options" in silent
    )
    told = notices(hall)
    assert "Three words from the umpire" in httpx.get(f"http://127.0.0.2:{served}/").text
    assert ("here", "seats", "network") in told, "the page is made anew"
    assert "so phones can connect" in umpire.get("/players").text
    shown = invite(umpire, "erskine").text
    assert f'id="shown-link">http://127.0.0.2:{served}/in/' in shown
    umpire.press("/players", "Close", act="close room")
    assert "Open for this room" in umpire.get("/players").text
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"http://127.0.0.2:{served}/")


def test_an_invitation_opens_the_room_first(hall: Hall, served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.web.room.addresses_in_the_room", lambda: ("127.0.0.2",))
    umpire = hall.umpire()
    page = umpire.get("/players").text
    assert "Open the room and invite" in row_of(page, "Brig I. D. Erskine") and ">Invite<" not in page
    told = umpire.press("/players", "Open the room and invite", commander="erskine").text
    assert "Open for this room at 127.0.0.2" in told and "http://127.0.0.2" in told
    assert "Open the room" not in told and "No phone can open" not in told
    umpire.press("/players", "Close", act="close room")
    shown = umpire.get("/players?of=erskine").text
    assert (
        "Phones cannot open this link until you press Open for this room" in shown
        and "Invite on this computer only" in shown
    )
    hall.desk.room.close()


def test_without_a_network_the_room_stays_closed(hall: Hall, served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.web.room.addresses_in_the_room", tuple)
    refused = hall.umpire().press("/players", "Open for this room")
    assert refused.status_code == 422
    assert "this computer is not in a local network" in refused.text


def test_links_begin_with_the_address_of_a_proxy(campaign_file: Path) -> None:
    desk = open_desk(campaign_file, doors=proxy_doors("https://club.example"))
    try:
        assert desk.address == "https://club.example"
        assert desk.is_behind_proxy
    finally:
        desk.close()


def test_the_password_must_be_typed_twice_alike(hall: Hall) -> None:
    umpire = hall.umpire()
    refused = umpire.press("/players", "Set the password", password="a long enough one", again="another one")
    assert refused.status_code == 422
    assert "the two passwords differ" in refused.text
    assert "a long enough one" not in refused.text
    umpire.press("/players", "Set the password", password="a long enough one", again="a long enough one")
    assert hall.desk.has_password
