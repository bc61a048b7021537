"""The name under which drafts and what was handed in are kept."""

from __future__ import annotations

from campaign.journal.beside import LONGEST_KEY, keyword
from campaign.journal.seats import Seat
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.web.guard import Doors
from campaign.web.people import Eyes, owner_of
from campaign.web.server import proxy_doors
from tests.web.visitors import Hall


def test_a_second_umpire_with_a_long_name_can_give_commands(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.UMPIRE, name="Lieutenant-Colonel " + "Featherstonehaugh " * 8))
    second = hall._come(token, "second")
    given = second.press("/find?q=march 3 cg musaid", "Give this order")
    assert given.status_code == 200, given.text[-500:]
    assert "march Musaid" in given.text


def test_owners_are_short_and_told_apart() -> None:
    many = [Eyes(Role.COMMANDER, Viewer(1, tuple(range(100, 140 + n)))) for n in range(3)]
    owners = {owner_of(eyes) for eyes in (*many, Eyes(Role.UMPIRE, UMPIRE), Eyes(Role.UMPIRE, UMPIRE, None, "A" * 200))}
    assert len(owners) == 5
    assert all(len(keyword(owner, "the sender")) <= LONGEST_KEY for owner in owners)


def test_a_proxy_s_usual_port_is_left_out_as_browsers_do() -> None:
    assert proxy_doors("https://club.example:443") == Doors(frozenset({"club.example"}), "https", is_of_a_proxy=True)
    assert proxy_doors("https://club.example:8443") == Doors(
        frozenset({"club.example:8443"}), "https", is_of_a_proxy=True
    )
