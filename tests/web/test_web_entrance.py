"""Coming in: by link, by words, by a sheet's code; and what somebody without a session gets."""

from __future__ import annotations

import pytest

from campaign.errors import StoreError
from campaign.journal.seats import Seat
from campaign.terms.seats import Role
from tests.web.visitors import HERE, Hall


def test_a_stranger_gets_the_door_and_nothing_else(hall: Hall) -> None:
    stranger = hall.visitor()
    assert "Three words from the umpire" in stranger.get("/").text
    page = stranger.get("/desk")
    assert page.status_code == 403
    assert "Halfaya" not in page.text


def test_looking_at_a_link_does_not_use_it_up(hall: Hall) -> None:
    token = hall.desk.people.umpire_link()
    messenger, umpire = hall.visitor(), hall.visitor()
    for _ in range(3):
        assert "Come in" in messenger.get(f"/in/{token}").text
    assert umpire.post(f"/in/{token}", {}).status_code == 200
    assert umpire.get("/desk").status_code == 200
    assert messenger.post(f"/in/{token}", {}).status_code == 404


def test_a_new_link_ends_the_old_one_and_its_windows(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    assert erskine.get("/situation").status_code != 403
    hall.commander("erskine", side="allied")
    assert erskine.get("/situation").status_code == 403


def test_links_cannot_be_tried_out(hall: Hall) -> None:
    stranger = hall.visitor()
    answers = [stranger.get(f"/in/wrong{number}").status_code for number in range(8)]
    assert answers == [404] * 5 + [429] * 3


@pytest.mark.parametrize("origin", ["", "http://evil.example", "null"])
def test_a_foreign_form_is_refused(hall: Hall, origin: str) -> None:
    umpire = hall.umpire()
    headers = {"origin": origin} if origin else {}
    answer = hall.run(umpire.client.post("/desk", data={"token": "x"}, headers=headers))
    assert answer.status_code == 403


def test_a_form_without_the_sessions_token_is_refused(hall: Hall) -> None:
    umpire = hall.umpire()
    answer = hall.run(umpire.client.post("/desk", data={"token": "x"}, headers={"origin": HERE}))
    assert answer.status_code in (403, 404)


def test_another_name_for_this_machine_is_not_served(hall: Hall) -> None:
    stranger = hall.visitor()
    assert stranger.get("/", host="evil.example:8941").status_code == 421


def test_a_link_opens_however_often_others_at_the_same_address_were_wrong(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.COMMANDER, "allied", ("erskine",)))
    stranger, player = hall.visitor(), hall.visitor()
    assert [stranger.get(f"/in/{n}").status_code for n in range(6)] == [404] * 5 + [429]
    assert player.get(f"/in/{token}").status_code == 200
    assert player.post(f"/in/{token}", {}).url.path == "/situation"
    assert stranger.get("/in/another").status_code == 429


def test_the_umpire_s_link_works_once_more_if_no_window_could_be_opened(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, people = hall.desk.people.umpire_link(), hall.desk.people

    def locked(*_: object) -> str:
        raise StoreError("the campaign is locked")

    with monkeypatch.context() as trouble, pytest.raises(StoreError):
        trouble.setattr(people, "open", locked)
        people.come_in(token, "laptop")
    assert people.come_in(token, "laptop")
    assert people.come_in(token, "laptop") is None
