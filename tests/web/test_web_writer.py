"""The one writer: first come, first served; and the pages are made anew once those who wait have their answers."""

from __future__ import annotations

import threading
import time

import pytest

from campaign.web.writer import Writer


def test_changes_are_carried_out_in_the_order_in_which_they_came() -> None:
    writer, done, goes_on = Writer(), list[int](), threading.Event()
    threads = [threading.Thread(target=writer.carry_out, args=(lambda: goes_on.wait(60),))]
    threads += [threading.Thread(target=writer.carry_out, args=(lambda n=n: done.append(n),)) for n in range(16)]
    for thread in threads:
        thread.start()
        time.sleep(0.005)
    goes_on.set()
    for thread in threads:
        thread.join(60)
    writer.close()
    assert done == list(range(16))


def test_it_rests_once_nobody_waits_and_not_longer_than_asked() -> None:
    writer, goes_on = Writer(), threading.Event()
    writer.rest(5.0)
    thread = threading.Thread(target=writer.carry_out, args=(lambda: goes_on.wait(60),))
    thread.start()
    began = time.monotonic()
    writer.rest(0.1)
    assert 0.05 < time.monotonic() - began < 30
    goes_on.set()
    writer.rest(5.0)
    thread.join(60)
    writer.close()


def test_who_hands_in_gets_the_error_of_his_own_change() -> None:
    writer = Writer()
    with pytest.raises(ZeroDivisionError):
        writer.carry_out(lambda: 1 / 0)
    assert writer.carry_out(lambda: 7) == 7
    writer.rest(5.0)
    writer.close()
