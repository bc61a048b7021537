"""Pages kept ready: made anew before anybody is told, exchanged at once, and told only to whom they are new."""

from __future__ import annotations

import threading
from collections.abc import Callable

from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.web.kept import MOST_OF_ONE, REST, KeptPages, parts_of
from campaign.web.people import Eyes
from campaign.web.visit import Answer

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
        goes_on.wait(5)
        return page({"a": "1"})

    kept = KeptPages()
    threads = [threading.Thread(target=kept.page, args=((ALLIED, "/x"), slow)) for _ in range(20)]
    for thread in threads:
        thread.start()
    started.wait(5)
    goes_on.set()
    for thread in threads:
        thread.join(5)
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
