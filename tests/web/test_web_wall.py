"""The screen on the wall: turns, battles, the deadline; whatever it shows is in the views of both sides."""

from __future__ import annotations

import pytest

from campaign.actions.deadlines import SetDeadline
from campaign.journal.record import commit
from campaign.queries.common.outlook import look
from campaign.queries.day.clock import clock_track
from campaign.queries.day.status import status
from campaign.queries.day.wall import wall
from campaign.queries.map.objectives import objectives
from campaign.situation.chance import dice_of
from campaign.terms.state import OrderKind
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder, OrdersComplete
from campaign.verbs.seating import SeatPlayer
from tests.web.visitors import Hall


def give(hall: Hall, command: object) -> None:
    """Give a command as the umpire, and let the desk notice it."""
    commit(hall.desk.store, hall.desk.campaign, command, source=dice_of, actor="test")
    hall.catch_up()


def test_it_shows_turns_and_battles(hall: Hall) -> None:
    page = hall.wall().get("/wall").text
    assert "15 May 1941, 04:00-10:00" in page
    assert "Halfaya Pass, top" in page
    assert 'aria-current="time"' in page
    assert "1 battle open" in page
    assert "waiting to be fought" in page
    assert "<nav" not in page, "nothing but the screen"
    assert "journal" not in page


def test_the_wall_has_no_other_page(hall: Hall) -> None:
    screen = hall.wall()
    assert screen.get("/").url.path == "/wall"
    for address in ("/desk", "/map", "/orders", "/orbat", "/units/4_rtr", "/find?q=scots", "/players", "/places"):
        assert screen.get(address).status_code == 404, address


def test_players_do_not_need_it(hall: Hall) -> None:
    assert hall.commander("erskine", side="allied").get("/wall").status_code == 404
    assert hall.umpire().get("/wall").status_code == 200


@pytest.mark.parametrize(
    "secret",
    [
        Adjust("4_rtr", "a secret", men=11),
        Adjust("6_company", "a secret", state="spent"),
        Adjust("ii_panzer_regiment_5", "a secret", at="Sidi Omar"),
        Adjust("Sidi Azeiz", "a secret", owner="nobody"),
        GiveOrder("ii_panzer_regiment_5", OrderKind.HOLD),
        OrdersComplete("cramer"),
        SeatPlayer("erskine", "Ruth"),
    ],
    ids=lambda command: type(command).__name__ + str(getattr(command, "what", "")),
)
def test_a_secret_of_one_side_changes_no_byte(hall: Hall, secret: object) -> None:
    screen = hall.wall()
    before = screen.get("/wall").content, screen.get("/wall.json").content
    give(hall, secret)
    assert (screen.get("/wall").content, screen.get("/wall.json").content) == before


@pytest.mark.parametrize("sides", [("allied",), ("axis",), ("allied", "axis")])
def test_whether_returns_are_in_changes_no_byte(hall: Hall, sides: tuple[str, ...]) -> None:
    screen = hall.wall()
    before = screen.get("/wall").content
    for number, side in enumerate(sides):
        fields = {"unharmed": "X", "field": f"field_{number + 1}"}
        handed_in = hall.table(side, 1).press(f"/battles/1/return/{side}", "Hand in the return", **fields)
        assert handed_in.status_code == 200
        hall.catch_up()
        assert screen.get("/wall").content == before, side


def test_everything_on_it_is_in_the_views_of_both_sides(hall: Hall) -> None:
    with hall.desk.reading(UMPIRE) as board:
        view = wall(board)
        for side in look(board, UMPIRE).army.sides:
            viewer = Viewer(side)
            standing, track = status(board, viewer), clock_track(board, viewer)
            assert view.clock == standing.clock
            known = {(battle.number, battle.name, battle.place) for battle in standing.battles}
            assert {(battle.number, battle.name, battle.place) for battle in view.battles} <= known
            assert [step.passed for step in view.track.phases] == [step.passed for step in track.phases]
            for mine, theirs in zip(view.track.days, track.days, strict=True):
                for cell, other in zip(mine.turns, theirs.turns, strict=True):
                    assert {*cell.battles} <= {*other.battles}
        assert view.scores == (), "each side reads its own score only"


def test_the_deadline_stands_on_it(hall: Hall) -> None:
    screen = hall.wall()
    assert "due when the umpire calls for them" in screen.get("/wall").text
    give(hall, SetDeadline("2027-01-07T19:00+00:00", "Europe/Berlin"))
    page = screen.get("/wall").text
    assert "Thursday 7 January 2027, 20:00 Europe/Berlin" in page
    assert 'datetime="2027-01-07T19:00:00+00:00" data-local' in page


def test_the_wall_tells_no_number_of_entries(hall: Hall) -> None:
    screen = hall.wall()
    now = screen.get("/wall")
    for words in ("entry=1", "entry=99", "as_of=@2", "as_of=@99", "as_of=1.1"):
        asked = screen.get(f"/wall?{words}")
        assert (asked.status_code, asked.text) == (200, now.text), words


def test_the_score_stands_on_it_only_while_the_umpire_shows_it(hall: Hall) -> None:
    umpire, screen = hall.umpire(), hall.wall()
    before = screen.get("/wall").content
    assert screen.get("/wall.json").json()["scores"] == []
    assert "The wall screen now shows the score" in umpire.press("/players", "Change the wall", score="all").text
    scores = screen.get("/wall.json").json()["scores"]
    with hall.desk.reading(UMPIRE) as board:
        totals = {score.side: score.total for score in objectives(board, UMPIRE).scores}
    assert len(totals) == 2 and {score["side"]: score["total"] for score in scores} == totals
    hall.catch_up()
    assert "Score" in screen.get("/wall").text
    umpire.press("/players", "Change the wall", score=[])
    hall.catch_up()
    assert screen.get("/wall").content == before
