"""The campaign's forecast at the desk: played beside the pages, for the umpire, and for a side by what it knows."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.errors import Refused
from campaign.forecast.aside import BROKE_OFF, Aside, Work, _whole_parts
from campaign.forecast.job import _HELD
from campaign.forecast.spread import Ended, Gathered
from campaign.forecast.start import begin
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.verbs.orders import GiveOrder
from campaign.web.people import Person
from campaign.web.player_rights import rights_of, set_rights
from tests.secrecy.hidden import SECRETS
from tests.web.twins import forecasts_within
from tests.web.visitors import Hall, Visitor, hall_on

PAGE = "/campaign-forecast"
PLAY, STOP = "Play the campaign on", "Stop and show the runs played so far"
SHORT = {"runs": "2", "until": "1"}


@pytest.fixture(scope="module")
def hall(dawn_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A desk on Operation Brevity as it begins."""
    file = shutil.copyfile(dawn_file, tmp_path_factory.mktemp("forecasts") / "campaign.db")
    with hall_on(file) as opened:
        yield opened


def played(hall: Hall, visitor: Visitor, **fields: object) -> str:
    """The page once what was asked for is played."""
    begun = visitor.press(PAGE, PLAY, **SHORT | fields)
    assert begun.status_code == 200, begun.text
    hall.desk.forecasts.wait(300)
    return visitor.get(PAGE).text


@pytest.mark.long
def test_the_umpire_sees_tables_a_drawing_and_a_paper(hall: Hall) -> None:
    umpire = hall.umpire()
    assert "There is no forecast yet" in umpire.get(PAGE).text
    assert {umpire.get(f"{PAGE}/{paper}").status_code for paper in ("paper", "drawing")} == {404}
    page = played(hall, umpire, orders="2 Scots Guards hold")
    assert "In how many of 100 runs Allied hold the place in the evening" in page and "Halfaya Pass, top" in page
    assert "With the other orders" in page and "Differences are shown only from 30 runs; this forecast has 2." in page
    assert "campaign forecast campaign" not in page, "the other orders stand in no file"
    assert "http-equiv" not in page and "has gone on since" not in page
    gone = [umpire.get(f"{PAGE}/drawing?of={number}").status_code for number in (1, 2)]
    assert 'src="/campaign-forecast/drawing?of=1"' in page and gone == [200, 404]
    order(hall, "3 CG", "Bir Wair")
    assert "has gone on since" in umpire.get(PAGE).text
    assert umpire.get(f"{PAGE}/paper").content.startswith(b"%PDF")
    drawing = umpire.get(f"{PAGE}/drawing")
    assert drawing.headers["content-type"].startswith("image/svg+xml") and b"<path" in drawing.content
    past = umpire.get(f"{PAGE}?entry=1")
    assert PLAY not in past.text and "a forecast begins now" in past.text
    token = re.search(r'name="desk" content="(\w+)"', past.text)
    assert token is not None
    assert "can only be looked at" in umpire.post(f"{PAGE}?entry=1", {"token": token[1], **SHORT}).text
    answer = json.loads(umpire.get(f"{PAGE}.json").text)
    assert answer["first"]["runs"] == 2 and answer["others"][0]["name"] == "the other orders"


@pytest.mark.long
def test_a_side_sees_its_own_only_and_a_commander_of_a_part_none(hall: Hall) -> None:
    allied, axis = hall.staff("allied"), hall.staff("axis")
    assert "There is no forecast yet" in allied.get(PAGE).text
    set_rights(hall.desk, ())  # a supposed order needs no right to order
    with forecasts_within():
        page = played(hall, allied, unseen="infantry 3-5\nanti-tank company 2", orders="2 Scots Guards hold")
    set_rights(hall.desk, [right.key for right, _ in rights_of(hall.desk)])
    assert "With the other orders" in page
    assert "As Allied know it" in page and "3 to 5 unseen infantry battalions" in page
    terminal = re.findall(r"campaign (?:forecast|next|rules) |--(?:unseen|viewer|auto|doctrine)", page)
    assert not terminal, "no program command for a player"
    assert allied.get(f"{PAGE}/paper").content.startswith(b"%PDF")
    order(hall, "ii_panzer_regiment_5", "Bardia")
    assert "has gone on since" not in allied.get(PAGE).text, "no enemy's order is told"
    order(hall, "2 Scots Guards", "Bir Wair")
    assert "has gone on since" in allied.get(PAGE).text
    assert "There is no forecast yet" in axis.get(PAGE).text
    assert axis.get(f"{PAGE}/drawing").status_code == 404
    commander = hall.commander("erskine", side="allied")
    assert "cannot ask for a forecast" in commander.get(PAGE).text
    gone = [commander.get(f"{PAGE}{part}").status_code for part in ("/paper", "/drawing", ".json")]
    assert gone == [404, 404, 404]
    token = re.search(r'name="desk" content="(\w+)"', commander.get(PAGE).text)
    assert token is not None
    refused = commander.post(PAGE, {"token": token[1], **SHORT})
    assert (
        refused.status_code == 422 and "cannot ask for a forecast" in refused.text and "As Allied" not in refused.text
    )
    assert PLAY not in commander.get(PAGE).text


def test_no_secret_is_in_what_a_side_gets(dawn_file: Path, tmp_path: Path) -> None:
    """The same question at two desks, of which one has all secrets of the Axis changed."""
    got = []
    for name in ("plain", "changed"):
        file = Path(shutil.copyfile(dawn_file, tmp_path / f"{name}.db"))
        if name == "changed":
            for secret in SECRETS["start", "axis"]:
                secret.change(file)
        with hall_on(file) as hall, forecasts_within():
            allied = hall.staff("allied")
            page = played(hall, allied, unseen="infantry 3-5", decide="on")
            main = re.sub(r'(name="(token|key)" value=")[^"]*', r"\1", page[page.index("<main") : page.index("</main")])
            got.append((main, *(allied.get(f"{PAGE}{part}").content for part in ("/paper", "/drawing", ".json"))))
    assert got[0] == got[1]
    assert len(got[0][2]) > 100_000


@pytest.mark.long
def test_one_is_played_at_a_time_and_can_be_ended_early(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press(PAGE, PLAY, runs="1000", until="2")
    assert '<meta http-equiv="refresh"' in page.text and "of 1000 runs" in page.text and PLAY not in page.text
    forecast = hall.desk.forecasts.of(UMPIRE)
    assert forecast is not None
    umpire.press_on(umpire.get(PAGE), STOP, of=str(forecast.number - 1))
    assert STOP in umpire.get(PAGE).text, "an old form stops no newer forecast"
    again = umpire.press_on(umpire.get(PAGE), STOP)
    assert again.status_code == 200
    forecast.aside.wait(300)
    ended = umpire.get(PAGE).text
    assert "stopped by the user" in ended or "stopped before the first run" in ended
    assert PLAY in ended and "campaign forecast campaign --until 2 --runs 1000<" in ended


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"runs": "5000"}, "is not a number of runs"),
        ({"until": "9"}, "is not a day that is still to come"),
        ({"orders": "2 Scots Guards fly"}, "cannot be read as orders"),
        ({"unseen": "tanks 3"}, "does not begin with an arm"),
    ],
)
def test_what_cannot_be_played_is_refused_beside_what_was_typed(hall: Hall, fields: dict[str, str], why: str) -> None:
    answer = hall.staff("allied").press(PAGE, PLAY, **SHORT | fields)
    assert answer.status_code == 422 and why in answer.text
    assert all(text in answer.text for name, text in fields.items() if name != "until")


@pytest.mark.long
def test_it_is_played_without_a_process_of_its_own_where_the_program_cannot_start_one(hall: Hall) -> None:
    asked = work(hall, 2)
    within = Aside(asked, is_alone=False)
    within.wait(300)
    result = within.state.result
    assert within.process is None and asked.starts[0].snapshot.digest not in _HELD
    assert result is not None and result.forecast.runs == 2 and result.comparison is None


def test_a_side_that_stops_its_forecast_gets_whole_parts_of_the_runs_only() -> None:
    """How many runs were played would tell how fast: it is busy for what the enemy has, too."""
    asked, one = Work((), (), "1", 200, decide=False, parts=8), ()
    for played, kept in ((25, 25), (49, 25), (199, 175)):
        assert len(_whole_parts(Gathered((one,) * played, Ended.STOPPED), asked).outcomes) == kept
    with pytest.raises(Refused, match="before the first part"):
        _whole_parts(Gathered((one,) * 24, Ended.STOPPED), asked)


@pytest.mark.long
def test_a_process_that_is_killed_is_told(hall: Hall) -> None:
    killed = Aside(work(hall, 500))
    while killed.process is None:  # it is started beside this thread
        killed.wait(0.01)
    killed.process.kill()
    killed.wait(300)
    assert killed.state.fault == BROKE_OFF and killed.state.result is None


def order(hall: Hall, unit: str, to: str) -> None:
    """Let the umpire order a unit to march."""
    hall.desk.give(Person(Role.UMPIRE, UMPIRE, "the umpire"), GiveOrder(unit, "march", to))


def work(hall: Hall, runs: int) -> Work:
    """So many runs of the first day, as the umpire knows it."""
    with hall.desk.reading(UMPIRE) as board:
        return Work((begin(board, "1"),), (), "1", runs, decide=False)


def test_during_a_battle_there_is_none_and_the_page_says_so(first_battle: Path, tmp_path: Path) -> None:
    file = Path(shutil.copyfile(first_battle, tmp_path / "campaign.db"))
    with hall_on(file) as hall:
        for visitor, is_possible in ((hall.umpire(), True), (hall.staff("allied"), False)):
            page = visitor.get(PAGE).text
            assert (
                ("is being fought, so the campaign cannot be forecast now" not in page) == is_possible == (PLAY in page)
            )
            assert "--as-of" not in page
