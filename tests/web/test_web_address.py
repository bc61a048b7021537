"""The address that links and codes carry is the umpire's choice, and nonsense is refused before anything is opened."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from campaign.cli.browser_desk import desk as desk_command
from campaign.cli.contents import campaign
from campaign.errors import BadInput, Refused
from campaign.journal.seats import Seat
from campaign.terms.seats import Role
from campaign.web.desk import Desk
from campaign.web.room import Room, listening
from campaign.web.server import PORTS_TRIED, address_of_links, own_doors, proxy_doors
from tests.hang import ends
from tests.web.visitors import PORT, Hall, hall_on


@pytest.mark.parametrize(
    ("typed", "address", "host"),
    [
        ("192.168.1.20", "http://192.168.1.20:8941", "192.168.1.20:8941"),
        ("Laptop.local", "http://laptop.local:8941", "laptop.local:8941"),
        ("192.168.1.20:80", "http://192.168.1.20", "192.168.1.20"),
        ("http://desk.club.example/", "http://desk.club.example", "desk.club.example"),
        ("fe80.example:9000", "http://fe80.example:9000", "fe80.example:9000"),
        ("[fd00::7]", "http://[fd00::7]:8941", "[fd00::7]:8941"),
    ],
)
def test_an_address_is_written_whole_and_its_name_is_served(typed: str, address: str, host: str) -> None:
    doors = own_doors(PORT)
    assert address_of_links(typed, PORT, doors) == address
    assert doors.knows(host) and doors.knows(f"127.0.0.1:{PORT}")
    assert not doors.lets_in(host, is_from_here=False), "the room is let in when it is opened, not before"
    doors.open_for([f"192.168.7.2:{PORT}"])
    assert doors.lets_in(host, is_from_here=False)


def test_behind_a_proxy_another_public_name_is_served_too() -> None:
    doors = proxy_doors("https://campaign.club.example")
    assert address_of_links("https://orders.club.example", PORT, doors) == "https://orders.club.example"
    assert doors.is_own("https://orders.club.example") and doors.is_own("https://campaign.club.example")


@pytest.mark.parametrize(
    "typed",
    [
        *("the laptop", "192.168.1.300", "0.0.0.0", "224.0.0.1", "192.168.1.20/desk", "192.168.1.20:99999", "laptop:"),
        *(
            "ftp://laptop",
            "http://",
            "ann@laptop",
            "-laptop",
            "laptop..local",
            "192.168.1.20?x",
            "[::",
            "a" * 300,
            "12",
        ),
        "192.168.1.20:0",
    ],
)
def test_nonsense_is_refused_in_one_line_with_the_way_out(typed: str) -> None:
    if typed == "laptop:":  # a colon without a port is the desk's own
        assert address_of_links(typed, PORT, own_doors(PORT)) == f"http://laptop:{PORT}"
        return
    with pytest.raises(BadInput) as fault:
        address_of_links(typed, PORT, own_doors(PORT))
    text = str(fault.value)
    assert repr(typed) in text and "Write it like 192.168.1.20, laptop.local:8941" in text and "\n" not in text


def test_https_needs_a_proxy() -> None:
    with pytest.raises(BadInput, match=r"players reach this desk by http\. To correct it, add --proxy"):
        address_of_links("https://club.example", PORT, own_doors(PORT))
    with pytest.raises(BadInput, match=r"players reach this desk by https\. To correct it, write it with https://"):
        address_of_links("192.168.1.20", PORT, proxy_doors("https://club.example"))


def test_the_program_refuses_it_before_it_opens_anything(campaign_file: Path) -> None:
    words = ["--db", str(campaign_file), "desk", "--no-browser", "--port", "1", "--address", "the laptop"]
    with ends():
        refused = CliRunner().invoke(campaign, words)
    assert refused.exit_code == 1
    assert "--address 'the laptop' is not the address of a computer" in refused.stderr


def test_a_desk_beside_one_that_is_open_takes_the_next_port_and_says_so(campaign_file: Path) -> None:
    """So the desk of a new campaign opens while the one of the tour is still there."""
    served: list[tuple[Desk, int]] = []

    def serve(desk: Desk, listener: socket.socket, **_: object) -> None:
        served.append((desk, listener.getsockname()[1]))
        listener.close()
        desk.close()

    with closing(listening("127.0.0.1", 0)) as open_already:
        taken = open_already.getsockname()[1]
        with patch("campaign.web.server.serve", serve), patch.object(desk_command.params[0], "default", taken):
            opened = CliRunner().invoke(campaign, ["--db", str(campaign_file), "desk", "--no-browser"])
            chosen = CliRunner().invoke(campaign, ["--db", str(campaign_file), "desk", "--port", str(taken)])
    assert opened.exit_code == 0, opened.output
    [(desk, port)] = served
    assert taken < port < taken + PORTS_TRIED and desk.doors.knows(f"127.0.0.1:{port}")
    assert f"Port {taken} is taken, probably by a desk that is still open, so this desk uses port {port}." in (
        " ".join(opened.output.split())
    )
    assert chosen.exit_code == 1 and f"port {taken} is used by another program" in chosen.stderr, (
        "a port that was chosen is kept to"
    )


def test_links_and_codes_carry_the_chosen_address(hall: Hall) -> None:
    hall.desk.links = address_of_links("192.168.1.20", PORT, hall.desk.doors)
    umpire = hall.umpire()
    token, invitation = hall.desk.people.invite(Seat(Role.COMMANDER, "allied", ("erskine",)))
    assert hall.desk.people.link_of(invitation.id) == f"http://192.168.1.20:8941/in/{token}"
    assert f"http://192.168.1.20:8941/in/{token}" in umpire.get("/players?of=erskine").text
    hall.desk.doors.open_for(["192.168.1.22:8941"])
    answer = hall.run(umpire.client.get("http://192.168.1.20:8941/", follow_redirects=False))
    assert answer.status_code == 200, "a phone in the open room is let in under that name"
    other = hall.run(umpire.client.get("http://192.168.1.21:8941/", follow_redirects=False))
    assert other.status_code == 421


def test_a_desk_behind_a_proxy_is_not_opened_for_the_room_too(campaign_file: Path) -> None:
    words = ["--db", str(campaign_file), "desk", "--proxy", "https://club.example", "--room"]
    refused = CliRunner().invoke(campaign, words)
    assert refused.exit_code == 1 and "Give only one" in refused.stderr
    with hall_on(campaign_file) as hall:
        hall.desk.doors = proxy_doors("https://club.example")
        with pytest.raises(Refused, match="through a proxy"):
            Room(hall.desk, 8941).open(["192.168.7.2"])
