"""Papers that are drawn wait for one another, and nobody waits for them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tests.web.visitors import Hall


def test_pages_are_shown_while_many_papers_are_drawn(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    erskine, russell = (hall.commander(key, side="allied") for key in ("erskine", "russell"))
    go_on, at_work, most = threading.Event(), threading.Semaphore(0), []
    lock, now = threading.Lock(), 0

    def draw(*_: object) -> bytes:
        nonlocal now
        with lock:
            now += 1
            most.append(now)
        at_work.release()
        go_on.wait(60)
        with lock:
            now -= 1
        return b"%PDF-1.7"

    monkeypatch.setattr("campaign.web.pages.papers.draw", draw)

    async def ask_for_many() -> list[int]:
        answers = await asyncio.gather(*(erskine.client.get("/papers/print?kind=orders") for _ in range(12)))
        return [answer.status_code for answer in answers]

    asked = asyncio.run_coroutine_threadsafe(ask_for_many(), hall._loop)
    try:
        assert at_work.acquire(timeout=60)
        assert at_work.acquire(timeout=60)
        page = asyncio.run_coroutine_threadsafe(russell.client.get("/situation"), hall._loop)
        assert page.result(10).status_code == 200
    finally:
        go_on.set()
    assert asked.result(30) == [200] * 12
    assert max(most) == 2
