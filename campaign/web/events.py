"""The stream of events: a window is told the names of the parts of its page that are new for it, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from anyio import to_thread
from starlette.responses import StreamingResponse

from campaign.web.desk import Desk
from campaign.web.kept import Key
from campaign.web.people import Person

PULSE = 15.0
"""Seconds between two signs of life on a quiet stream."""
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def stream(desk: Desk, session: str, person: Person, key: Key, mark: str) -> StreamingResponse:
    """Return the stream of a window that shows a page (``key``) as it was when it had this mark."""
    events = _events(desk, session, person, key, mark)
    return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)


async def _events(desk: Desk, session: str, person: Person, key: Key, mark: str) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[tuple[str, ...]] = asyncio.Queue(maxsize=100)

    def tell(names: tuple[str, ...]) -> None:
        loop.call_soon_threadsafe(_put, news, names)

    listener = desk.pages.listen(key, mark, tell)
    farewell = desk.people.arrives(person, tell)
    try:
        yield b"retry: 2000\n\n"
        if await to_thread.run_sync(desk.people.person_of, session) is None:
            return  # the link ended before this stream was known to be open
        while not desk.is_closing:
            try:
                names = await asyncio.wait_for(news.get(), PULSE)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if not names:
                break
            yield f"data: {' '.join(names)}\n\n".encode()
    finally:
        desk.pages.leave(listener)
        farewell()


def _put(news: asyncio.Queue[tuple[str, ...]], names: tuple[str, ...]) -> None:
    """Put names into the queue of a window; one that takes nothing any more is dropped when its socket is closed."""
    if not news.full():
        news.put_nowait(names)
