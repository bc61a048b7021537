"""The desk on a PostgreSQL server: pages, orders, undo, and changes that others make beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaign import api
from tests.web.visitors import hall_on


@pytest.mark.long
def test_an_evening_on_a_server(pg_copy: Callable[[str], str]) -> None:
    url = pg_copy("empty")
    api.start("tolvajarvi", url, seed="1941").close()
    with hall_on(url) as hall:
        umpire = hall.umpire()
        for address in ("/desk", "/map", "/orders", "/battles", "/orbat", "/log", "/players", "/papers", "/rules"):
            assert umpire.get(address).status_code == 200, address
        played = umpire.press("/desk", "Play")
        assert "data-receipt" in played.text
        assert "Undone" in umpire.press_on(played, "Undo").text
        token = hall.desk.pages.generation
        with api.open_campaign(url) as elsewhere:
            elsewhere.play_on("turn", auto=True)
        hall.catch_up()
        assert hall.desk.pages.generation > token, "a change made elsewhere is noticed"
