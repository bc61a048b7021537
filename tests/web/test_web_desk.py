"""The umpire's desk: what waits stands there with its button, and the clock is played from it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest

from campaign import api
from campaign.web.desk import Desk
from tests.web.visitors import Hall, hall_on


def test_the_desk_shows_what_waits_with_its_button(hall: Hall) -> None:
    page = hall.umpire().get("/desk").text
    assert "Battle 1, Halfaya Pass, top, is waiting to be fought" in page
    assert "Print the papers" in page
    assert "Contact at 04:24" in page
    assert page.count('class="b pri"') == 1


def test_the_clock_is_played_from_the_desk_and_undone(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    api.start("operation-brevity", path, seed="1941").close()
    with hall_on(path) as hall:
        umpire = hall.umpire()
        before = umpire.get("/desk.json").json()
        after = umpire.press("/desk", "Play")
        assert after.url.path == "/desk"
        assert "data-receipt" in after.text
        assert "data-receipt" not in umpire.get("/desk").text
        undone = umpire.press_on(after, "Undo")
        assert "Undone" in undone.text
        hall.catch_up()
        now = umpire.get("/desk.json").json()
        assert {**now, "record": ""} == {**before, "record": ""}  # the journal only grows, and its hash goes on


def test_a_form_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    api.start("operation-brevity", path, seed="1941").close()
    with hall_on(path) as hall:
        umpire = hall.umpire()
        page = umpire.get("/desk")
        umpire.press_on(page, "Play")
        umpire.press_on(page, "Play")
        with api.open_campaign(path, read_only=True) as campaign:
            assert [line.verb for line in campaign.log()].count("next") == 1


def test_the_clock_that_waits_says_for_what(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get("/next")
    assert page.status_code == 200
    assert "Battle 1, Halfaya Pass, top, is waiting to be fought" in page.text

    assert 'href="/battles/1"' in page.text
    assert "campaign battle record" not in page.text


def test_a_wrong_stop_of_the_clock_is_refused_in_words(hall: Hall) -> None:
    answer = hall.umpire().get("/next?until=forever")
    assert answer.status_code == 422
    assert "the clock cannot run until" in answer.text


def test_a_player_has_no_desk(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    unknown = erskine.get("/nothing-here")
    assert erskine.get("/desk").status_code == 404
    assert erskine.get("/desk").content == unknown.content


@pytest.mark.long
def test_the_desk_says_which_games_the_next_turn_would_bring(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    with api.start("operation-brevity", path, seed="1941") as campaign:
        campaign.play_on(until="turn", auto=True)
    with hall_on(path) as hall:
        umpire = hall.umpire()
        assert 'data-from="/desk/games"' in umpire.get("/desk").text
        line = umpire.get("/desk/games").text
        assert "The next turn would bring 1 battle" in line and "Halfaya Pass, top, first contact" in line
        assert 'href="/forecast"' in line
        assert hall.staff("allied").get("/desk/games").status_code == 404


def test_half_of_the_time_is_left_to_those_who_order(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """While orders come one after the other, the pages are not made anew without a pause."""
    desk, begun, four = hall.desk, [], Event()

    def made_anew(_: Desk) -> None:
        begun.append(monotonic())
        if len(begun) >= 4:
            four.set()
        sleep(0.05)
        desk.noted()

    monkeypatch.setattr(Desk, "catch_up", made_anew)
    desk.watch()
    assert four.wait(60)
    assert all(later - earlier >= 0.1 for earlier, later in pairwise(begun))


def test_the_button_says_where_the_clock_stops(tmp_path: Path) -> None:
    """The first press of a day ends where its orders are given, if any are missing."""
    path = tmp_path / "campaign.db"
    api.start("operation-brevity", path, seed="1941").close()
    with hall_on(path) as hall:
        umpire = hall.umpire()
        assert "Play turn 1.1" not in umpire.get("/desk").text
        stopped = umpire.press("/desk", "Play on to the orders of day 1")
        hall.catch_up()
        assert "Play on with the orders given" in umpire.get("/desk").text
        assert stopped.status_code == 200


def test_invited_players_without_a_name_are_named_before_the_program_leads_them(hall: Hall) -> None:
    umpire = hall.umpire()
    hall.commander("erskine", side="allied")
    page = umpire.get("/next").text
    assert "The program also leads Brig I. D. Erskine" in page
    assert 'name="auto" value="on" checked' not in page
