"""The stream of events: a window is told the names of the parts of its page that are new for it, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

from anyio import to_thread
from starlette.responses import StreamingResponse

from campaign.web.desk import Desk
from campaign.web.kept import Key
from campaign.web.people import Person

PULSE = 15.0
"""Seconds between two signs of life on a quiet stream."""
MOST_PARTS = 3
"""Most parts with addresses of their own to which one window listens."""
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def stream(
    desk: Desk,
    session: str,
    person: Person,
    key: Key,
    mark: str,
    parts: Mapping[str, Key] | None = None,
    host: str = "",
) -> StreamingResponse:
    """Return the stream of a window that shows a page (``key``) as it was when it had this mark. ``parts``: parts of
    the page that were fetched from addresses of their own, such as a map; ``host``: name by which the desk was reached.
    """
    events = _events(desk, session, person, key, mark, parts or {}, host)
    return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)


async def _events(
    desk: Desk, session: str, person: Person, key: Key, mark: str, parts: Mapping[str, Key], host: str
) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[tuple[str, ...]] = asyncio.Queue(maxsize=100)

    def tell(names: tuple[str, ...]) -> None:
        loop.call_soon_threadsafe(_put, news, names)

    def telling(part: str) -> Callable[[tuple[str, ...]], None]:
        return lambda _: tell((part,))

    listeners = [desk.pages.listen(key, mark, tell)]
    listeners += [desk.pages.listen(at, "", telling(part)) for part, at in parts.items()]
    farewell = desk.people.arrives(person, tell, key[1], host)
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
                if await to_thread.run_sync(desk.people.person_of, session) is None:
                    yield b"data: page\n\n"  # its link has ended: the page asks again at once, and is told so
                break
            yield f"data: {' '.join(names)}\n\n".encode()
    finally:
        for listener in listeners:
            desk.pages.leave(listener)
        farewell()


def _put(news: asyncio.Queue[tuple[str, ...]], names: tuple[str, ...]) -> None:
    """Put names into the queue of a window; one that takes nothing any more is dropped when its socket is closed."""
    if not news.full():
        news.put_nowait(names)
