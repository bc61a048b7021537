"""The desk under load: its server on one core, forty windows of eight different people on another.

    python -m tests.benchmarks.bench_desk

Each figure stands beside a bare Starlette page served on the same core in the same run: on a busy machine only the
ratios say something. Measured are pages at rest; all windows loading page and map again at once, right after `next`;
the same as the script does it, once the windows are told; sixteen orders pressed at once; orders one after the other;
and the server's memory.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import httpx

from tests.benchmarks.measure import keep
from tests.web.visitors import forms_of

WINDOWS, PLAYERS, ROUNDS = 40, 16, 3
SPREAD = 0.3
"""Seconds over which the windows' script spreads what it asks for once it is told."""
COMMANDERS = {
    "allied": ("erskine", "russell", "gott", "garmoyle", "beresford_peirse"),
    "axis": ("herff", "cramer", "montemurro", "baldassarre"),
}
PLAIN = "<!doctype html><title>bare</title><p>" + "a page of the same size " * 900


# the server's side ----------------------------------------------------------------------------------------------------


def serve(file: str) -> None:
    """Serve the campaign in this file and a bare page on two ports; print them with a link for every seat."""
    import threading

    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    from campaign.journal.seats import Seat
    from campaign.model import Commander, Side
    from campaign.terms.seats import Role
    from campaign.terms.viewer import UMPIRE
    from campaign.web.desk import open_desk
    from campaign.web.room import listening
    from campaign.web.server import own_doors, server_for

    socket = listening("127.0.0.1", 0)
    port = socket.getsockname()[1]
    bare_socket = listening("127.0.0.1", 0)
    desk = open_desk(file, doors=own_doors(port), cookie="desk")
    with desk.reading(UMPIRE) as board:
        sides = {side.id: side.key for side in board.rows(Side)}
        leaders = [(sides[leader.side_id], leader.key) for leader in board.rows(Commander)]
    people = desk.people
    links = {"umpire": [people.umpire_link() for _ in range(WINDOWS)]}
    for side, key in leaders:
        links[f"{side}/{key}"] = [people.invite(Seat(Role.COMMANDER, side, (key,)))[0]]
    links["staff"] = [people.invite(Seat(Role.STAFF, "allied"))[0]]
    bare = Starlette(routes=[Route("/", lambda _: HTMLResponse(PLAIN))])
    config = uvicorn.Config(bare, http="h11", loop="asyncio", log_level="critical")
    threading.Thread(target=lambda: uvicorn.Server(config).run(sockets=[bare_socket]), daemon=True).start()
    print(json.dumps({"port": port, "bare": bare_socket.getsockname()[1], "links": links}), flush=True)
    desk.watch()
    server_for(desk).run(sockets=[socket])


# the windows ------------------------------------------------------------------------------------------------------------


@dataclass
class Window:
    """One window: its page, its map, and when it was told of something new."""

    client: httpx.AsyncClient
    page: str
    told: asyncio.Event = field(default_factory=asyncio.Event)

    async def get(self, address: str) -> float:
        """Return the seconds until a page is there."""
        began = perf_counter()
        answer = await self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return perf_counter() - began

    async def listen(self) -> None:
        """Wait for word that something is new."""
        async with self.client.stream("GET", "/events", params={"at": self.page}) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data:"):
                    self.told.set()


async def come_in(port: int, token: str, page: str) -> Window:
    """Open a window by a link."""
    here = f"http://127.0.0.1:{port}"
    limits = httpx.Limits(max_connections=6)
    client = httpx.AsyncClient(base_url=here, headers={"origin": here}, timeout=60, limits=limits)
    answer = await client.post(f"/in/{token}")
    assert answer.status_code == 303, answer.text
    return Window(client, page)


async def play_on(umpire: Window) -> None:
    """Let the clock run to its next stop, as the umpire's button does."""
    page = await umpire.client.get("/next")
    form = next(one for one in forms_of(page.text) if one.method == "post" and "until" in dict(one.fields))
    answer = await umpire.client.post("/next", data=dict(form.fields))
    assert answer.status_code == 303, answer.text[-400:]


async def together(work: Iterable[Awaitable[float]]) -> list[float]:
    """Return what all return that begin at once."""
    return list(await asyncio.gather(*work))


def p95(times: list[float]) -> float:
    """Return the time within which nineteen of twenty are done."""
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def told(name: str, times: list[float], bare: float = 0.0, aim: str = "") -> None:
    """Print a line: half and p95, the ratio to the bare page's p95; keep p95, beside that page or the yardstick."""
    ratio = f", {p95(times) / bare:.1f} times the bare page" if bare else ""
    print(
        f"{name}: p50 {statistics.median(times) * 1000:.0f} ms, p95 {p95(times) * 1000:.0f} ms{ratio}{f' (aim {aim})' if aim else ''}"
    )
    keep(f"desk: {name}, p95", p95(times), *((bare, "the bare page") if bare else ()))


async def measure(facts: dict[str, object], busy: Callable[[], float]) -> float:
    """Measure everything, print and keep it; return the server's work for an order. ``busy``: returns the processor
    seconds that the server has had."""
    port, links = int(str(facts["port"])), dict(facts["links"])  # type: ignore[call-overload]
    seats = [("umpire", "/desk"), *((name, "/situation") for name in links if name not in ("umpire",))]
    umpire = await come_in(port, links["umpire"][0], "/desk")
    windows = []
    for number in range(WINDOWS):
        name, page = seats[number % len(seats)]
        token = links[name][min(1 + number // len(seats), len(links[name]) - 1) if name == "umpire" else 0]
        windows.append(await come_in(port, token, page))
    bare_windows = [Window(httpx.AsyncClient(base_url=f"http://127.0.0.1:{facts['bare']}"), "/") for _ in windows]
    await together(window.get("/") for window in bare_windows)
    bare = [time for _ in range(5) for time in await together(window.get("/") for window in bare_windows)]
    floor = p95(bare)
    told(f"bare Starlette page, {WINDOWS} at once", bare)
    told("page, asked for the first time", await together(window.get(window.page) for window in windows), floor)
    told("map, asked for the first time", await together(window.get("/map/part") for window in windows), floor)
    warm = [t for _ in range(5) for t in await together(window.get(window.page) for window in windows)]
    told("page, nothing new", warm, floor)
    maps = [t for _ in range(5) for t in await together(window.get("/map/part") for window in windows)]
    told("map, nothing new", maps, floor)
    listening = [asyncio.create_task(window.listen()) for window in windows]
    await asyncio.sleep(1.0)
    await after_next(umpire, windows, floor, busy)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    work = await orders(windows, seats, floor, busy)
    for window in [umpire, *windows, *bare_windows]:
        await window.client.aclose()
    return work


async def after_next(umpire: Window, windows: list[Window], floor: float, busy: Callable[[], float]) -> None:
    """All windows after the clock has run: those that load at once, and those that ask once they are told."""
    pages, maps, heard, asked, asked_maps, answers = [], [], [], [], [], []
    work = []
    for _ in range(ROUNDS):
        for window in windows:
            window.told.clear()
        began = perf_counter()
        await play_on(umpire)
        answered = perf_counter()
        answers.append(answered - began)
        spent = busy()
        pages += await together(window.get(window.page) for window in windows)
        work.append(busy() - spent)
        maps += await together(window.get("/map/part") for window in windows)

        async def when_told(window: Window, since: float = answered) -> None:
            await asyncio.wait_for(window.told.wait(), 60)
            heard.append(perf_counter() - since)
            await asyncio.sleep(random.random() * SPREAD)
            asked.append(await window.get(window.page))
            asked_maps.append(await window.get("/map/part"))

        await asyncio.gather(*map(when_told, windows))
        for window in windows:
            await window.client.get(window.page)
        await asyncio.sleep(1.5)
    told("the umpire's `next`, until his answer", answers)
    told(f"all {WINDOWS} load their page at once right after it", pages, floor, "300 ms")
    print(f"  until the last has it, the server is at work for {statistics.median(work) * 1000:.0f} ms")
    keep("desk: the server's work for all pages after `next`", statistics.median(work))
    told("then all their map", maps, floor, "1 s")
    told("from that answer until a window is told", heard)
    told(f"told windows ask within {SPREAD} s: page", asked, floor)
    told("the same: map", asked_maps, floor)


async def orders(windows: list[Window], seats: list[tuple[str, str]], floor: float, busy: Callable[[], float]) -> float:
    """Sixteen players press Hand in at once, each twice with the same key; then orders one after the other. Return the
    server's work for one of these, in seconds."""
    players = [(window, seats[number % len(seats)][0]) for number, window in enumerate(windows)]
    players = [(window, f"/orders/{seat.split('/')[1]}") for window, seat in players if "/" in seat][:PLAYERS]
    presses = [await ready(window, address, "basis", {"do": "hand in"}) for window, address in players]
    before = await entries(windows)
    spent = busy()
    times = await together(press() for press in presses)
    spent = busy() - spent
    written = await entries(windows) - before
    again = await together(press() for press in presses)
    doubled = await entries(windows) - before - written
    told(f"{len(presses)} players press Hand in at once, the answer", times, floor)
    print(
        f"  the last answer after {max(times) * 1000:.0f} ms (aim 1 s), {spent * 1000:.0f} ms of them at work:"
        f" {written} entries of {len(presses)}"
    )
    keep("desk: Hand in, the last answer", max(times), floor, "the bare page")
    keep("desk: the server's work for all who hand in", spent)
    print(f"  pressed again with the same keys: {max(again) * 1000:.0f} ms, {doubled} entries more (aim 0)")
    sheets = {address: await order_of(window, address) for window, address in players}
    givers = list({address: (window, sheets[address]) for window, address in players if sheets[address]}.values())
    began, count, spent = perf_counter(), 0, busy()
    while perf_counter() - began < 8.0:
        posture = {"posture": ("line", "reserve")[(count // len(givers)) % 2], "do": "give"}
        batch = [await ready(window, sheet, ("what", "posture"), posture) for window, sheet in givers]
        count += len(await together(press() for press in batch))
    rate, work = count / (perf_counter() - began), (busy() - spent) / count
    print(
        f"orders to a unit with their pages, {len(givers)} at once: {rate:.1f} a second, {work * 1000:.0f} ms of the"
        " server's work each"
    )
    return work


async def order_of(window: Window, address: str) -> str:
    """Return the page of the first unit on a commander's form; empty if there is none."""
    page = await window.client.get(address)
    return next((f"{address}/{part.split(chr(34))[0]}" for part in page.text.split(f'href="{address}/')[1:]), "")


async def ready(
    window: Window, address: str, has: str | tuple[str, str], changes: dict[str, str]
) -> Callable[[], Awaitable[float]]:
    """Return what presses a button of the form with a field on this page, and gives the seconds until the answer."""
    page = await window.client.get(address)
    form = next(
        one for one in forms_of(page.text) if has in (one.fields if isinstance(has, tuple) else dict(one.fields))
    )
    fields = dict(form.fields) | changes

    async def press() -> float:
        began = perf_counter()
        answer = await window.client.post(address, data=fields)
        assert answer.status_code in (303, 422), answer.text[-400:]
        return perf_counter() - began

    return press


async def entries(windows: list[Window]) -> int:
    """Return the number of entries of the journal, as the umpire reads it."""
    answer = await windows[0].client.get("/desk.json")
    return int(answer.json()["entries"])


def processor_of(process: int) -> float:
    """Return the processor seconds that a process has had."""
    facts = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    """Return the most memory that a process has had, in MB."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def main() -> None:
    """Found a campaign, serve it on the first core, measure from another."""
    from campaign import api

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "campaign.db"
        api.start("operation-brevity", file, seed="1941").close()
        cores = sorted(os.sched_getaffinity(0))
        words = [
            "taskset",
            "-c",
            str(cores[0]),
            sys.executable,
            "-m",
            "tests.benchmarks.bench_desk",
            "serve",
            str(file),
        ]
        os.sched_setaffinity(0, cores[1:] or cores)
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                facts = json.loads(server.stdout.readline())
                work = asyncio.run(measure(facts, lambda: processor_of(server.pid)))
                most = memory(server.pid)
                print(f"the server's memory at most: {most} MB (aim 300 MB)")
                keep("desk: an order to a unit with its page, the server's work", work, memory=most)
            finally:
                server.terminate()


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        main()
