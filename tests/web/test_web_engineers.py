"""Engineer tasks given by the forms of the desk, each until it is done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaign.journal import JournalBoard
from campaign.model import Battalion, Crossing, Obstacle, Road
from campaign.store import opened
from campaign.terms.forces import Engineers
from campaign.terms.ground import CrossingState, LoadClass, ObstacleKind
from campaign.terms.viewer import UMPIRE
from tests.actions.stage import stage
from tests.tiny import named
from tests.web.visitors import Form, Hall, Visitor, forms_of, hall_on

NEAR, FAR = "ashford-birch_cross", "birch_cross-coldbrook"
RIVERS = {"wadi": (NEAR, 3000), "brook": (NEAR, 6000), "canal": (FAR, 6000)}
MINES = (FAR, 9000)
AT = {
    "1st Hussars": RIVERS["wadi"],
    "1st Rifles": RIVERS["wadi"],
    "2nd Rifles": RIVERS["brook"],
    "I/9": RIVERS["canal"],
    "II/9": MINES,
}


def lay_out(board: JournalBoard) -> None:
    """Three rivers with their bridges blown, and mines; engineers just before each."""
    roads = {road.key: road.id for road in board.rows(Road)}
    for key, (road, metres) in RIVERS.items():
        facts = {"spans": 3, "major": True, "waterway": f"the {key}", "state": CrossingState.DESTROYED}
        board.make(Crossing, key=key, name=f"{key} bridge", road_id=roads[road], at_m=metres, **facts)
    road, metres = MINES
    board.make(Obstacle, key="mines", name="old mines", kind=ObstacleKind.MINEFIELD, road_id=roads[road], at_m=metres)
    for name, (road, metres) in AT.items():
        unit = named(board, Battalion, name)
        unit.place_id, unit.road_id, unit.road_m, unit.engineers = None, roads[road], metres - 1, Engineers.SPECIALIST


@pytest.fixture
def rivers(file_of: Callable[[str], Path]) -> Iterator[Hall]:
    """The desk on the tiny campaign with rivers and mines."""
    path = file_of("tiny")
    with opened(str(path), write=True) as store:
        stage(store, lay_out)
    with hall_on(path) as hall:
        yield hall


def ordered(visitor: Visitor, address: str, **fields: str) -> str:
    """What the desk answers to a task given by the unit's own form of engineers."""
    forms = forms_of(visitor.get(address).text)
    labels = {words for form in forms for _, value, words in form.buttons if value == "give"}
    assert labels == {"Give the order now, without the form"}, "one label for one thing"
    form = next(form for form in forms if ("what", "engineer") in form.fields)
    assert fields.keys() <= {name for name, _ in form.fields}, "each is a box of the form"
    answer = visitor.post(address, {**dict(form.fields), **fields, "do": "give"})
    return told(answer.text)


def form_of(visitor: Visitor, address: str) -> Form:
    """The form of a page that changes something."""
    return next(form for form in forms_of(visitor.get(address).text) if form.method == "post" and form.fields)


def told(page: str) -> str:
    receipt = page.partition('class="receipt"')[2].partition("</div>")[0]
    return " ".join(re.sub("<[^>]+>", " ", receipt).split())


def test_bridge_ferry_gap_and_boats_are_ordered_at_the_desk_and_done(rivers: Hall) -> None:
    umpire = rivers.umpire()
    boats = ordered(umpire, "/orders/alba_co/1st_hussars", task="boats", at="wadi bridge", carry="1st Rifles")
    assert "assault boats at wadi bridge for 1st Rifles, 1 turn" in boats
    bridge = ordered(umpire, "/orders/alba_co/2nd_rifles", task="bridge", load="foot", at="brook bridge")
    assert "bridge for foot and wheeled at brook bridge, 2 turns" in bridge and "done at the end of turn 1.2" in bridge
    ferry = ordered(umpire, "/orders/brenn_co/i_9", task="ferry", load="foot", at="canal bridge")
    assert "ferry for foot and wheeled at canal bridge, 1 turn" in ferry
    gap = umpire.post("/find", {**dict(form_of(umpire, "/find?q=II/9 gap the old mines").fields), "do": "give"})
    assert "II/9: gap obstacle at old mines, 1 turn" in told(gap.text), "typed, too"
    umpire.press("/orders/alba_co/1st_rifles", "Give the order now", kind="march", to="Birch Cross")
    for _ in range(2):
        assert "is over" in told(umpire.press("/next", "Play to").text)
    with rivers.desk.reading(UMPIRE) as board:
        states = {crossing.key: (crossing.state, crossing.load_class) for crossing in board.rows(Crossing)}
        assert states["brook"] == (CrossingState.BRIDGED, LoadClass.FOOT_WHEELED)
        assert states["canal"] == (CrossingState.FERRY, LoadClass.FOOT_WHEELED)
        assert [mines.gapped for mines in board.rows(Obstacle)] == [True]
        assert named(board, Battalion, "1st Rifles").road_m == RIVERS["wadi"][1] + 1, "over in the boats"
