"""The one writer: first come, first served; and the pages are made anew once those who wait have their answers."""

from __future__ import annotations

import threading

import pytest

from campaign.web.writer import Writer
from tests.web.browser import until


def test_changes_are_carried_out_in_the_order_in_which_they_came() -> None:
    writer, done, goes_on, begun = Writer(), list[int](), threading.Event(), threading.Event()
    threads = [threading.Thread(target=writer.carry_out, args=(lambda: begun.set() or goes_on.wait(60),))]
    threads += [threading.Thread(target=writer.carry_out, args=(lambda n=n: done.append(n),)) for n in range(16)]
    for behind, thread in enumerate(threads):
        thread.start()
        assert begun.wait(60)
        until(lambda behind=behind: writer._thread._work_queue.qsize() == behind)
    goes_on.set()
    for thread in threads:
        thread.join(60)
    writer.close()
    assert done == list(range(16))


def test_it_rests_once_nobody_waits_and_not_longer_than_asked() -> None:
    writer, goes_on, begun = Writer(), threading.Event(), threading.Event()
    writer.rest(60.0)
    thread = threading.Thread(target=writer.carry_out, args=(lambda: begun.set() or goes_on.wait(60),))
    thread.start()
    assert begun.wait(60)
    writer.rest(0.1)
    assert thread.is_alive(), "it rests no longer than asked, though the change is not yet carried out"
    goes_on.set()
    writer.rest(60.0)
    assert writer._at_work == 0
    thread.join(60)
    writer.close()


def test_who_hands_in_gets_the_error_of_his_own_change() -> None:
    writer = Writer()
    with pytest.raises(ZeroDivisionError):
        writer.carry_out(lambda: 1 / 0)
    assert writer.carry_out(lambda: 7) == 7
    writer.rest(5.0)
    writer.close()
