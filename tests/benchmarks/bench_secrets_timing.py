"""Secrecy by time: how long a player's pages take on two campaigns that differ in one secret of the enemy's.

    python -m tests.benchmarks.bench_secrets_timing [--secret N | --all] [--rounds N] [--every N]
    python -m tests.benchmarks.bench_secrets_timing --all --work       function calls instead of time, the same each run

Every page of a side's staff is asked for alternately at three desks: one on the plain campaign, one on the campaign
with the secret changed, and one more on the plain campaign, which is the floor. Compared are the medians of the processor
time of a request, so that others at work on the machine count for little. Kept pages are made anew each time: what is
kept is served without looking at the campaign. Printed is how much the medians differ, beside how much those of the same
campaign do.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from campaign.web.app import Threads
from tests.benchmarks.measure import keep
from tests.secrecy.hidden import SECRETS, Secret
from tests.secrecy.stages import READERS
from tests.web.twins import Twin, looks, twins
from tests.web.visitors import found_at_first_battle

SEAT = "staff"
ROUNDS = 15
AGAIN = (31, 61)
"""Rounds for the pages that differ at first."""
LEAST = 0.0005
"""Seconds below which a difference is that of the clock."""


@dataclass(frozen=True)
class Timing:
    """The medians of one page, in seconds: on the plain campaign, with the secret changed, and on the plain one again."""

    address: str
    plain: float
    changed: float
    again: float

    @property
    def by_secret(self) -> float:
        """By how much the page takes longer with the secret changed, as a part of its time; negative if shorter."""
        return self.changed / self.plain - 1

    @property
    def by_chance(self) -> float:
        """By how much it takes longer on the same campaign again."""
        return self.again / self.plain - 1

    @property
    def tells(self) -> bool:
        """Whether the change takes more than its floor: a tenth more or less, and more than the clock can err."""
        beyond = abs(self.changed - self.plain) - abs(self.again - self.plain)
        return abs(self.by_secret) > 0.1 and beyond > LEAST


@dataclass(frozen=True)
class Work:
    """The function calls that make one page: on the plain campaign, with the secret changed, and on the plain again."""

    address: str
    plain: int
    changed: int
    again: int

    @property
    def by_secret(self) -> float:
        """By how much the secret adds to the work, as a part of it."""
        return self.changed / self.plain - 1

    @property
    def tells(self) -> bool:
        """Whether the secret makes a tenth more or less work."""
        return abs(self.by_secret) > 0.1


@contextmanager
def desks(
    folder: Path, side: str = "axis", secrets: Sequence[Secret] = SECRETS["start", "axis"][:1]
) -> Iterator[tuple[Twin, Twin, Twin]]:
    """Open desks on the plain campaign, on the one with secrets of a side changed, and on the plain one again."""
    watching, reader = ("allied", READERS["start"]["allied"]) if side == "axis" else ("axis", READERS["start"]["axis"])
    first = found_at_first_battle(folder / "first.db")
    files = [Path(shutil.copyfile(first, folder / f"{name}.db")) for name in ("plain", "changed", "again", "spare")]
    for secret in secrets:
        secret.change(files[1])
    with ExitStack() as stack:
        plain, changed = stack.enter_context(twins(files[0], files[1], watching, reader))
        again, _ = stack.enter_context(twins(files[2], files[3], watching, reader))
        yield plain, changed, again


def addresses(twin: Twin, every: int = 1, side: str = "allied") -> list[str]:
    """Return the pages of the seat, without those that are refused or that print a paper, which takes seconds."""
    asked = looks(twin, SEAT, READERS["start"][side], side)
    pages = [one.address for one in asked if "?" not in one.address and not one.address.endswith(".json")]
    return [page for page in pages if _request(twin, page)[1] == 200 and "/print" not in page][::every]


def timings(three: Sequence[Twin], pages: Sequence[str], rounds: int = ROUNDS) -> list[Timing]:
    """Return the medians of each page at the three desks, asked for in turn, each time in another order."""
    found = []
    for page in pages:
        for twin in three:
            _request(twin, page)
        times: list[list[float]] = [[], [], []]
        for turn in range(rounds):
            for step in range(3):
                at = (turn + step) % 3
                times[at].append(_request(three[at], page)[0])
        plain, changed, again = map(statistics.median, times)
        found.append(Timing(page, plain, changed, again))
    return found


def works(three: Sequence[Twin], pages: Sequence[str]) -> list[Work]:
    """Return the work of each page at the three desks, after a first one, which loads what is loaded once."""
    found = []
    for page in pages:
        for twin in three:
            _request(twin, page)
        found.append(Work(page, *(_calls(twin, page) for twin in three)))
    return found


def _calls(twin: Twin, page: str) -> int:
    """Return how many functions of Python and C are called in threads for a page made anew."""
    calls = 0

    def count(_frame: Any, event: str, _function: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    def counted(work: Callable[[], Any]) -> Any:
        gc.disable()  # what is thrown away meanwhile, of other tests too, calls back
        sys.setprofile(count)
        try:
            return work()
        finally:
            sys.setprofile(None)
            gc.enable()

    in_thread = Threads.__call__
    with patch.object(Threads, "__call__", lambda threads, work: in_thread(threads, lambda: counted(work))):
        _request(twin, page)
    return calls


def telling(three: Sequence[Twin], measured: Sequence[Timing]) -> list[str]:
    """Return the pages that tell the secret: those that still do when they are measured longer. A page that is
    suspected by chance is cleared.
    """
    suspects = [one.address for one in measured if one.tells]
    for rounds in AGAIN:
        suspects = [one.address for one in timings(three, suspects, rounds) if one.tells]
    return suspects


def _request(twin: Twin, page: str) -> tuple[float, int]:
    """Return the processor seconds of a request whose page is made anew, and its status."""
    visitor, kept = twin.people[SEAT], twin.hall.desk.pages
    with kept._lock:
        kept._pages.clear()
    began = process_time()
    answer = twin.hall.run(visitor.client.get(page))
    return process_time() - began, answer.status_code


def main() -> None:
    """Measure, and print the pages that differ most."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--every", type=int, default=1, help="of the pages only each so many")
    parser.add_argument("--secret", type=int, default=0, help="number of the secret of tests.secrecy.hidden")
    parser.add_argument("--all", action="store_true", help="change all secrets of the side, not one")
    parser.add_argument("--work", action="store_true", help="count function calls, do not measure time")
    parser.add_argument("--keep", action="store_true", help="append the figures to the history")
    asked = parser.parse_args()
    known = SECRETS["start", "axis"]
    secrets = known if asked.all else known[asked.secret : asked.secret + 1]
    with tempfile.TemporaryDirectory() as folder, desks(Path(folder), secrets=secrets) as three:
        if asked.work:
            _print_works(works(three, addresses(three[0], asked.every)))
            return
        measured = timings(three, addresses(three[0], asked.every), asked.rounds)
        tell = telling(three, measured)
    name = "all secrets" if asked.all else secrets[0].name
    print(f"{name}: {len(measured)} pages of the other side, {asked.rounds} rounds")
    whole = [sum(getattr(one, name) for one in measured) for name in ("plain", "changed", "again")]
    print(
        f"all pages: {whole[0] * 1000:.0f} ms; secret changed {whole[1] / whole[0]:.3f} times, the same again {whole[2] / whole[0]:.3f} times"
    )
    keep(f"secrets by time: {name}", whole[1], whole[0], "the plain campaign")
    keep(f"secrets by time: {name}, the same campaign again", whole[2], whole[0], "the plain campaign")
    for words, part in (("by the secret", "by_secret"), ("by chance", "by_chance")):
        parts = sorted(abs(getattr(one, part)) for one in measured)
        print(f"{words}: a page differs by {statistics.median(parts):.1%} in the middle, {parts[-1]:.1%} at most")
    for one in sorted(measured, key=lambda timing: -abs(timing.by_secret))[:8]:
        print(
            f"  {one.address}: {one.plain * 1000:.1f} ms, {one.by_secret:+.1%} by the secret, {one.by_chance:+.1%} by chance"
        )
    print(f"pages that tell, measured longer: {', '.join(tell) or 'none'}")


def _print_works(counted: Sequence[Work]) -> None:
    for one in sorted(counted, key=lambda work: -abs(work.by_secret)):
        print(f"  {one.address}: {one.plain} calls, {one.by_secret:+.1%} by the secret; the same again {one.again}")


if __name__ == "__main__":
    main()
