"""What a commander's staff advises, at the desk: asked for by a button, weighed beside the pages, and stopped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visitors import Hall, hall_on

ASK, STOP = "Ask the staff", "Stop: the orders stay as they are"


@pytest.fixture(scope="module")
def hall(dawn_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A desk on Operation Brevity as it begins."""
    file = shutil.copyfile(dawn_file, tmp_path_factory.mktemp("advice") / "campaign.db")
    with hall_on(file) as opened:
        yield opened


def test_the_staff_is_asked_by_a_button_and_one_that_is_stopped_leaves_the_orders_as_they_are(hall: Hall) -> None:
    umpire, page = hall.umpire(), "/advice/gott"
    assert "/advice/gott" in umpire.get("/orders/gott").text, "the order form leads there"
    empty = umpire.get(page).text
    assert "The staff has not been asked yet" in empty and "campaign advise gott" in empty
    thinking = umpire.press(page, ASK).text
    assert "The staff is thinking" in thinking
    umpire.press(page, STOP)
    hall.desk.advices.wait(300)
    stopped = umpire.get(page).text
    assert "the weighing was stopped before it was done" in stopped and ASK in stopped
    assert "http-equiv" not in stopped, "the page is not asked for again"
