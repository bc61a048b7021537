"""Pages kept ready: made anew before anybody is told, exchanged at once, and told only to whom they are new."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.web.answer import Answer
from campaign.web.kept import LONGEST_READING, MOST_OF_ONE, REST, KeptPages, parts_of
from campaign.web.people import Eyes
from tests.web.visitors import Hall

UMPIRES = Eyes(Role.UMPIRE, UMPIRE)
ALLIED = Eyes(Role.STAFF, Viewer(1))
AXIS = Eyes(Role.STAFF, Viewer(2))


def page(parts: dict[str, str], rest: str = "") -> Answer:
    marked = "".join(f"<!--part {name}--><p>{text}</p><!--/part {name}-->" for name, text in parts.items())
    return Answer(f"<main>{rest}{marked}</main>".encode())


def made_of(state: dict[str, str]) -> Callable[[], Answer]:
    return lambda: page(dict(state))


def test_parts_are_told_apart_and_the_rest_has_a_name_too() -> None:
    before, after = parts_of(page({"a": "1", "b": "2"}).content), parts_of(page({"a": "1", "b": "3"}, "x").content)
    assert {name for name in before if before[name] != after[name]} == {"b", REST}


def test_until_the_exchange_everybody_gets_the_page_before() -> None:
    state, kept = {"a": "before"}, KeptPages()
    assert b"before" in kept.page((ALLIED, "/x"), made_of(state)).answer.content
    state["a"] = "after"
    kept.changed(by=AXIS)
    assert b"before" in kept.page((ALLIED, "/x"), made_of(state)).answer.content
    kept.renew()
    assert b"after" in kept.page((ALLIED, "/x"), made_of(state)).answer.content


def test_who_gave_the_command_gets_the_new_page_at_once() -> None:
    state, kept = {"a": "before"}, KeptPages()
    kept.page((AXIS, "/x"), made_of(state))
    state["a"] = "after"
    kept.changed(by=AXIS)
    assert b"after" in kept.page((AXIS, "/x"), made_of(state)).answer.content


def test_a_window_is_told_the_names_of_its_new_parts_only() -> None:
    own, other, kept = {"a": "1", "b": "1"}, {"a": "1"}, KeptPages()
    told: dict[str, list[tuple[str, ...]]] = {"allied": [], "axis": []}
    first = kept.page((ALLIED, "/x"), made_of(own))
    second = kept.page((AXIS, "/x"), made_of(other))
    kept.listen((ALLIED, "/x"), first.mark, told["allied"].append)
    kept.listen((AXIS, "/x"), second.mark, told["axis"].append)
    own["b"] = "2"
    kept.changed()
    kept.renew()
    assert told == {"allied": [("b",)], "axis": []}
    kept.changed()
    kept.renew()
    assert told == {"allied": [("b",)], "axis": []}


def test_a_window_that_shows_an_older_page_is_told_at_once() -> None:
    state, kept, told = {"a": "1"}, KeptPages(), []
    old = kept.page((ALLIED, "/x"), made_of(state)).mark
    state["a"] = "2"
    kept.changed()
    kept.renew()
    kept.listen((ALLIED, "/x"), old, told.append)
    assert told == [(REST,)]


def test_equal_questions_at_once_are_one_rendering() -> None:
    started, goes_on, count = threading.Event(), threading.Event(), []

    def slow() -> Answer:
        count.append(1)
        started.set()
        goes_on.wait(60)
        return page({"a": "1"})

    kept = KeptPages()
    threads = [threading.Thread(target=kept.page, args=((ALLIED, "/x"), slow)) for _ in range(20)]
    for thread in threads:
        thread.start()
    started.wait(60)
    goes_on.set()
    for thread in threads:
        thread.join(60)
    assert len(count) == 1


def test_pages_that_nobody_asked_for_lately_are_dropped() -> None:
    now, count = [0.0], []

    def make() -> Answer:
        count.append(1)
        return page({"a": "1"})

    kept = KeptPages(clock=lambda: now[0])
    kept.page((ALLIED, "/x"), make)
    now[0] = 3_600.0
    kept.changed()
    kept.renew()
    assert len(count) == 1
    kept.page((ALLIED, "/x"), make)
    assert len(count) == 2


def test_a_page_that_was_made_while_all_were_renewed_is_not_out_of_date() -> None:
    """It was read before the change, and the renewal did not know of it: kept as it is, it would stay old for good."""
    state, kept = {"a": "before"}, KeptPages()

    def make() -> Answer:
        made = page(dict(state))
        if state["a"] == "before":
            state["a"] = "after"
            kept.changed()
            kept.renew()
        return made

    assert b"after" in kept.page((ALLIED, "/x"), make).answer.content
    assert b"after" in kept.page((ALLIED, "/x"), make).answer.content


def test_a_stream_that_is_open_before_its_page_is_told_of_changes_only() -> None:
    """Else it would be told at the next change of anything, and so that something had happened."""
    told: list[tuple[str, ...]] = []
    state, kept = {"a": "1"}, KeptPages()
    kept.listen((ALLIED, "/x"), "", told.append)
    kept.page((ALLIED, "/x"), made_of(state))
    kept.changed(by=AXIS)
    kept.renew()
    assert told == []
    state["a"] = "2"
    kept.changed(by=AXIS)
    kept.renew()
    assert told == [("a",)]


def test_a_page_that_could_not_be_made_is_tried_again() -> None:
    answers = [Answer(b"locked", 503), page({"a": "1"})]
    kept = KeptPages()
    assert kept.page((ALLIED, "/x"), lambda: answers[0]).answer.status == 503
    assert kept.page((ALLIED, "/x"), lambda: answers[1]).answer.status == 200


def test_made_up_words_behind_an_address_do_not_fill_the_shelf() -> None:
    now, kept = [0.0], KeptPages(clock=lambda: now[0])
    kept.page((AXIS, "/x"), made_of({"a": "1"}))
    kept.page((ALLIED, "/shown"), made_of({"a": "1"}))
    kept.listen((ALLIED, "/shown"), "", lambda _: None)
    for number in range(3 * MOST_OF_ONE):
        now[0] += 1.0
        kept.page((ALLIED, f"/x?n={number}"), made_of({"a": "1"}))
    assert len(kept._pages) == MOST_OF_ONE + 1
    assert {(AXIS, "/x"), (ALLIED, "/shown"), (ALLIED, f"/x?n={number}")} <= kept._pages.keys()


class Readings:
    """Readings that are counted, and a clock that a page sets forward."""

    def __init__(self) -> None:
        self.now, self.opened, self.is_open = 0.0, 0, False

    @contextmanager
    def __call__(self) -> Iterator[None]:
        self.opened, self.is_open = self.opened + 1, True
        yield
        self.is_open = False


def renewal_of(pages: int, seconds: float) -> tuple[KeptPages, Readings]:
    """Return pages that take some seconds each, made again in one renewal."""
    readings = Readings()
    kept = KeptPages(clock=lambda: readings.now)

    def make() -> Answer:
        readings.now += seconds if readings.is_open else 0.0
        return page({"a": "1"})

    for number in range(pages):
        kept.page((ALLIED, f"/{number}"), make)
    kept.changed()
    kept.renew(readings)
    return kept, readings


def test_pages_that_are_made_again_share_a_reading() -> None:
    assert renewal_of(30, 0.0)[1].opened == 1


def test_a_reading_ends_soon_so_that_a_writer_need_not_wait_for_all_pages() -> None:
    assert renewal_of(30, LONGEST_READING * 0.75)[1].opened == 15


def test_windows_are_told_before_the_pages_that_nobody_looks_at_are_made() -> None:
    state, kept, order = {"a": "1"}, KeptPages(), []

    def make(name: str) -> Callable[[], Answer]:
        def made() -> Answer:
            order.append(name)
            return page(dict(state))

        return made

    first = kept.page((ALLIED, "/unseen"), make("unseen"))
    assert first.mark
    shown = kept.page((ALLIED, "/shown"), make("shown"))
    kept.listen((ALLIED, "/shown"), shown.mark, lambda parts: order.append(f"told {' '.join(parts)}"))
    order.clear()
    state["a"] = "2"
    kept.changed()
    kept.renew()
    assert order == ["shown", "told a", "unseen"]
    assert b"2" in kept.page((ALLIED, "/unseen"), make("unseen")).answer.content


def test_a_change_during_the_reading_is_not_lost() -> None:
    """Its pages were read before the change: they are older than it, whenever each of them was made."""
    state, kept, readings = {"a": "1"}, KeptPages(), Readings()
    seen = dict(state)

    def make() -> Answer:
        made = page(dict(seen if readings.is_open else state))
        if readings.is_open:
            state["a"] = "2"
            kept.changed()
        return made

    for address in ("/x", "/y"):
        kept.page((ALLIED, address), make)
    kept.changed()
    kept.renew(readings)
    seen["a"] = "2"
    kept.renew(readings)
    assert all(b"2" in kept.page((ALLIED, address), make).answer.content for address in ("/x", "/y"))


@pytest.mark.long
def test_a_page_of_a_renewal_is_the_same_as_one_made_alone(hall: Hall) -> None:
    for visitor in (hall.umpire(), hall.commander("erskine", side="allied"), hall.staff("axis")):
        for address in ("/desk", "/situation", "/orbat", "/orders", "/supply", "/orbat?as_of=1.1"):
            visitor.get(address)
    hall.commander("erskine", side="allied").press("/find?q=march 3 cg musaid", "Give this order")
    hall.catch_up()
    pages = hall.desk.pages._pages
    assert len(pages) > 12
    assert [key for key, kept in pages.items() if kept.make().content != kept.answer.content] == []
