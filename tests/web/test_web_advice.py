"""What a commander's staff advises, at the desk: asked for by a button, weighed beside the pages, and stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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


def test_the_staff_is_asked_by_a_button_and_one_that_is_stopped_leaves_the_orders_as_they_are(hall: Hall) -> None:
    umpire, page = hall.umpire(), "/advice/alba_co"
    assert "/advice/alba_co" in umpire.get("/orders/alba_co").text, "the order form leads there"
    empty = umpire.get(page).text
    assert "The staff has not been asked yet" in empty and "campaign advise alba_co" in empty
    thinking = umpire.press(page, ASK).text
    assert "The staff is thinking" in thinking
    umpire.press(page, STOP)
    hall.desk.advices.wait(300)
    stopped = umpire.get(page).text
    assert ASK in stopped and "The staff is thinking" not in stopped
    assert "http-equiv" not in stopped, "the page is not asked for again"
