"""The desk under load: 40 windows open at one server on one core, after the umpire has played a turn.

    python -m tests.benchmarks.bench_desk

The server runs in a process of its own on the first core, the windows on the others. What is measured, in milliseconds,
stands beside a bare page of Starlette that the same server process gives at the same time of the run.

  cold     every window loads its page for the first time
  warm     every window loads it again
  next     the umpire plays a turn; windows that are told so load their page again within 300 ms
  hand in  sixteen players press Hand in at once
"""

from __future__ import annotations

import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx

from campaign import api

PORT = 8973
HERE = f"http://127.0.0.1:{PORT}"
WINDOWS = 40
HANDING_IN = 16
COMMANDERS = (
    ("allied", "gott"),
    ("allied", "russell"),
    ("allied", "erskine"),
    ("allied", "garmoyle"),
    ("axis", "herff"),
    ("axis", "montemurro"),
    ("axis", "cramer"),
)


def serve(campaign: str) -> None:
    """Serve the desk, with a bare page beside it, and print the links: first the umpire's, then the players'."""
    import uvicorn
    from starlette.responses import PlainTextResponse

    from campaign.journal.seats import Seat
    from campaign.situation.army import load_army
    from campaign.terms.seats import Role
    from campaign.terms.viewer import UMPIRE
    from campaign.web.app import application
    from campaign.web.desk import open_desk
    from campaign.web.server import own_doors

    os.sched_setaffinity(0, {0})
    desk = open_desk(campaign, doors=own_doors(PORT), cookie="desk")
    whole, bare = application(desk), PlainTextResponse("x" * 3_000)

    async def app(scope, receive, send):  # type: ignore[no-untyped-def]
        await (bare if scope.get("path") == "/bare" else whole)(scope, receive, send)

    print(desk.people.umpire_link(), flush=True)
    with desk.reading(UMPIRE) as board:
        keys = {
            c.key: s.key
            for c in load_army(board).commanders.values()
            for s in load_army(board).sides.values()
            if s.id == c.side_id
        }
    for key, side in sorted(keys.items()):
        print(desk.people.invite(Seat(Role.COMMANDER, side, (key,)))[0], key, flush=True)
    print(".", flush=True)
    desk.watch()
    uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="critical", access_log=False, http="h11")


async def timed(ask: Callable[[], Awaitable[httpx.Response]]) -> float:
    """Return how long a request takes, in milliseconds."""
    begun = time.perf_counter()
    answer = await ask()
    assert answer.status_code < 400, (answer.status_code, str(answer.url))
    return (time.perf_counter() - begun) * 1000


def told(name: str, times: Sequence[float], bare: float) -> None:
    """Print the middle and the 95th of 100 of the times, the latter also against the bare page."""
    last = statistics.quantiles(times, n=20)[-1]
    print(f"{name:<28} p50 {statistics.median(times):7.0f}  p95 {last:7.0f}  {last / bare:6.1f} times the bare page")


async def measure(links: list[list[str]], server: int) -> None:
    """Open the windows and load them."""
    limits = httpx.Limits(max_connections=400)
    origin = {"origin": HERE}

    async def come_in(token: str) -> httpx.AsyncClient:
        client = httpx.AsyncClient(base_url=HERE, limits=limits, timeout=60)
        await client.post(f"/in/{token}", headers=origin)
        return client

    umpire = await come_in(links[0][0])
    players = [(await come_in(token), key) for token, key in links[1:]]
    windows = [umpire] * 5 + [players[number % len(players)][0] for number in range(WINDOWS - 5)]
    pages = ["/desk" if window is umpire else "/situation" for window in windows]

    async def all_at_once(address: Callable[[int], str]) -> list[float]:
        return await asyncio.gather(*(timed(lambda n=n: windows[n].get(address(n))) for n in range(WINDOWS)))

    bare_times = await all_at_once(lambda _: "/bare")
    bare = statistics.quantiles(bare_times, n=20)[-1]
    told("bare page", bare_times, bare)
    told("page, cold", await all_at_once(lambda n: pages[n]), bare)
    told("map, cold", await all_at_once(lambda _: "/map/part?wide=610&high=620"), bare)
    told("page, warm", await all_at_once(lambda n: pages[n]), bare)
    told("map, warm", await all_at_once(lambda _: "/map/part?wide=610&high=620"), bare)

    page_times: list[float] = []
    map_times: list[float] = []
    told_after: list[float] = []
    pressed = [0.0]
    ready = [asyncio.Event() for _ in range(WINDOWS)]

    async def window(number: int) -> None:
        page = (await windows[number].get(pages[number])).text
        mark = re.search(r'name="desk-mark" content="(\w+)"', page)
        params = {"at": pages[number], "seen": mark[1] if mark else ""}
        async with windows[number].stream("GET", "/events", params=params) as stream:
            ready[number].set()
            async for line in stream.aiter_lines():
                if line.startswith("data:") and pressed[0] and line != "data: here":
                    told_after.append((time.perf_counter() - pressed[0]) * 1000)
                    await asyncio.sleep(0.3 * (number + 1) / WINDOWS)
                    page_times.append(await timed(lambda: windows[number].get(pages[number])))
                    map_times.append(await timed(lambda: windows[number].get("/map/part?wide=610&high=620")))
                    return

    tasks = [asyncio.create_task(window(number)) for number in range(WINDOWS)]
    await asyncio.gather(*(event.wait() for event in ready))
    await asyncio.sleep(2)
    page = (await umpire.get("/desk")).text
    token = re.search(r'name="token" value="(\w+)"', page)
    assert token
    pressed[0] = time.perf_counter()
    await umpire.post("/next", data={"token": token[1], "key": "bench-next"}, headers=origin)
    answered = (time.perf_counter() - pressed[0]) * 1000
    await asyncio.wait(tasks, timeout=20)
    for task in tasks:
        task.cancel()
    print(f"the umpire's answer to Play  {answered:7.0f} ms; {len(told_after)} of {WINDOWS} windows were told")
    if told_after:
        print(f"from the click until told    p50 {statistics.median(told_after):7.0f}  last {max(told_after):7.0f}")
        told("page after next", page_times, bare)
        told("map after next", map_times, bare)

    async def hand_in(number: int) -> float:
        client, key = players[number % len(players)]
        page = (await client.get(f"/orders/{key}")).text
        form = re.search(r'<form[^>]*method="post"[^>]*>(?:(?!</form>).)*?Hand in', page, re.S)
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0] if form else page)
        data = dict(fields) | {"do": "hand_in", "key": f"bench-{number}"}
        return await timed(lambda: client.post(f"/orders/{key}", data=data, headers=origin))

    begun = time.perf_counter()
    times = await asyncio.gather(*(hand_in(number) for number in range(HANDING_IN)))
    print(
        f"{HANDING_IN} hand in at once           last answer {max(times):5.0f} ms, all of it {(time.perf_counter() - begun) * 1000:5.0f} ms"
    )
    status = Path(f"/proc/{server}/status").read_text(encoding="utf-8")
    most = re.search(r"VmHWM:\s+(\d+)", status)
    assert most
    print(f"memory of the server         {int(most[1]) // 1024} MB at most")


def main() -> None:
    """Found a campaign, serve it, and measure."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "campaign.db"
        api.start("operation-brevity", path, seed="1941").close()
        words = [sys.executable, "-m", "tests.benchmarks.bench_desk", "serve", str(path)]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        links: list[list[str]] = []
        for line in server.stdout:
            if line.strip() == ".":
                break
            links.append(line.split())
        if len(os.sched_getaffinity(0)) > 1:
            os.sched_setaffinity(0, os.sched_getaffinity(0) - {0})
        for _ in range(100):
            try:
                httpx.get(f"{HERE}/bare", timeout=1)
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        try:
            asyncio.run(measure(links, server.pid))
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    serve(sys.argv[2]) if sys.argv[1:2] == ["serve"] else main()
