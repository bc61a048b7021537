"""A deadline stands on the campaign's clocks wherever it is shown, with the hour on the reader's own device beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from campaign.actions.deadlines import SetDeadline
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.web.people import Person
from tests.web.browser import Served, chromium, come_in
from tests.web.visitors import Hall

UMPIRE_HIMSELF = Person(Role.UMPIRE, UMPIRE, "the umpire")
PAGES = ("/orders/erskine", "/situation", "/air")
SUNDAY = "2099-10-25T00:30+00:00"
"""The night in which clocks are put back in Berlin, an hour before; those of New York follow a week later."""


@pytest.mark.long
def test_every_page_with_a_deadline_has_room_for_the_device_s_own_hour(hall: Hall) -> None:
    hall.desk.give(UMPIRE_HIMSELF, SetDeadline(SUNDAY, "Europe/Berlin"))
    umpire, russell, gott = hall.umpire(), hall.commander("russell", side="allied"), hall.staff("allied")
    shown = [(umpire, address) for address in ("/desk", "/orders", "/players", "/orders/erskine", "/air", "/wall")]
    shown += [(gott, address) for address in ("/situation", "/orders")] + [
        (russell, "/situation"),
        (russell, "/orders"),
    ]
    at = f"{SUNDAY[:16]}:00+00:00"
    for visitor, address in shown:
        text = visitor.get(address).text
        assert f'<time datetime="{at}">Sunday 25 October 2099, 02:30 Europe/Berlin (00:30 UTC)' in text, address
        assert f'data-device hidden>, on this device <time datetime="{at}" data-local>' in text, address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as run:
        yield run


@pytest.mark.long
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("zone", "hours"),
    [
        (
            "America/New_York",
            (
                (SUNDAY, "02:30 Europe/Berlin (00:30 UTC)", "Sat 24 Oct, 20:30"),
                ("2099-10-25T01:30+00:00", "02:30 Europe/Berlin (01:30 UTC)", "Sat 24 Oct, 21:30"),
            ),
        ),
        (
            "Europe/London",
            (
                ("2099-10-25T19:00+00:00", "20:00 Europe/Berlin (19:00 UTC)", "Sun 25 Oct, 19:00"),
                ("2099-10-24T18:00+00:00", "20:00 Europe/Berlin (18:00 UTC)", "Sat 24 Oct, 19:00"),
            ),
        ),
    ],
    ids=["before the change and the same hour after it", "winter and summer"],
)
def test_the_hour_on_the_device_is_right_over_a_change_of_clocks(
    browser: Any, desk: Served, zone: str, hours: tuple[tuple[str, str, str], ...]
) -> None:
    page = come_in(browser, desk.commander("erskine", "allied"), timezone_id=zone)
    for due, text, here in hours:
        desk.desk.give(UMPIRE_HIMSELF, SetDeadline(due, "Europe/Berlin"))
        desk.desk.catch_up()
        for address in PAGES if zone == "Europe/London" else PAGES[:1]:
            page.goto(desk.at(address))
            shown = page.locator("main").get_by_text(re.compile("on this device")).first.inner_text()
            assert re.search(re.escape(f", on this device {here}"), shown), (address, shown)
            assert text in page.inner_text("main"), address
    page.context.close()
