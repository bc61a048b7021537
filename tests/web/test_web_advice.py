"""What a commander's staff advises, at the desk: asked for by a button, weighed beside the pages, and stopped."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from campaign.forecast.aside import Advising, Aside, Work
from campaign.store import create
from tests.forecast.test_forecast_staff import met
from tests.tiny import found_tiny
from tests.web.visitors import Hall, hall_on

ASK, STOP = "Ask the staff", "Stop: the orders stay as they are"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A desk on the tiny campaign, in which one side has met the other."""
    file = tmp_path_factory.mktemp("advice") / "campaign.db"
    store = create(file)
    found_tiny(store)
    met(store)
    store.close()
    with hall_on(file) as opened:
        yield opened


def test_the_staff_is_asked_by_a_button_and_one_that_is_stopped_leaves_the_orders_as_they_are(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The staff begins when it has been stopped already, so that it is never done before."""
    is_stopped, begin = Event(), Aside._begin_process

    def begin_late(aside: Aside, work: Work | Advising) -> None:
        assert is_stopped.wait(60)
        begin(aside, work)

    monkeypatch.setattr(Aside, "_begin_process", begin_late)
    umpire, page = hall.umpire(), "/advice/alba_co"
    assert "/advice/alba_co" in umpire.get("/orders/alba_co").text, "the order form leads there"
    empty = umpire.get(page).text
    assert "The staff has not been asked yet" in empty and "campaign advise alba_co" in empty
    thinking = umpire.press(page, ASK).text
    assert "The staff is thinking" in thinking
    umpire.press(page, STOP)
    is_stopped.set()
    hall.desk.advices.wait(300)
    stopped = umpire.get(page).text
    assert "the weighing was stopped before it was done" in stopped and "All stays as the doctrine has it" in stopped
    assert "<tbody" not in stopped, "runs of a round that did not end are no advice"
    assert ASK in stopped and "The staff is thinking" not in stopped
    assert "http-equiv" not in stopped, "the page is not asked for again"


@pytest.mark.long
def test_a_staff_that_is_done_shows_its_courses_with_the_measure_last(hall: Hall) -> None:
    umpire, page = hall.umpire(), "/advice/alba_co"
    umpire.press(page, ASK)
    hall.desk.advices.wait(300)
    done = umpire.get(page).text
    assert "Reckoned with unseen" in done and done.count("advised<") == 1
    assert done.rindex("the measure") > done.rindex("Stand fast") > 0
