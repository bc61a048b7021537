"""Kill -9 in the middle of writes, hundreds of times, on either database.

    python -m tests.harness.kill --runs 300 --db sqlite

A writer (see ``writer``) is started and killed at a random moment, again and again on the same database. After each
kill every action reported as done must be in the journal, nothing else may be but the one that was under way, and the
doctor must be content. A new database is taken every 25 kills. Exit code 1 at the first fault.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from campaign.store import opened
from tests.harness.databases import KINDS, Fresh, databases
from tests.harness.evidence import Said, faults_of, signers
from tests.harness.nursery import AtWork
from tests.harness.writer import work

LONGEST = 1.5
"""Seconds a writer is left alive at most, once he is at work."""
ANEW = 25


@dataclass(slots=True)
class Tally:
    """What a series of kills came to. ``unreported``: written, but killed before it could be said. ``torn``: killed
    during a command."""

    kills: int = 0
    done: int = 0
    unreported: int = 0
    torn: int = 0


def killed(where: str, name: str, after: float, said: Said) -> bool:
    """Start a writer, kill him so many seconds after his first command began; True if a command was under way."""
    writer = AtWork(work, where, name)
    lines = [writer.output.readline(), writer.output.readline()]
    time.sleep(after)
    alive = writer.alive
    writer.kill()
    code = writer.wait()
    lines += writer.lines
    said.hear(lines)
    if not alive:
        said.strange.append(f"{name} ended by himself with exit code {code}")
    return bool(said.begun - said.done.keys() - said.refused.keys())


def kill_often(
    fresh: Fresh, runs: int, chance: random.Random, tell: Callable[[str], None] = print, longest: float = LONGEST
) -> tuple[Tally, list[str]]:
    """The whole series; what it came to, and the first faults found."""
    tally, where, said = Tally(), "", Said()
    for run in range(runs):
        if run % ANEW == 0:
            where, said = fresh(), Said()
        before = len(said.begun - said.done.keys() - said.refused.keys())
        killed(where, f"w{run}", chance.uniform(0, longest), said)
        under_way = said.begun - said.done.keys() - said.refused.keys()
        tally.kills += 1
        tally.torn += len(under_way) - before
        if faults := faults_of(where, said):
            return tally, [f"kill {run + 1}, {where}: {fault}" for fault in faults]
        if (run + 1) % ANEW == 0 or run + 1 == runs:
            _add(tally, where, said)
            tell(
                f"{tally.kills} kills: {tally.done} actions reported and all there, {tally.torn} cut off, {tally.unreported} of these written whole"
            )
    return tally, []


def _add(tally: Tally, where: str, said: Said) -> None:
    with opened(where, write=False) as store:
        there = set(signers(store))
    tally.done += len(said.done)
    tally.unreported += len(there & (said.begun - said.done.keys()))


def main() -> None:
    """Run it and print the figures."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--runs", type=int, default=300)
    asked.add_argument("--db", choices=KINDS, default="sqlite")
    asked.add_argument("--seed", type=int, default=1941)
    given = asked.parse_args()
    began = time.monotonic()
    with databases(given.db) as fresh:
        tally, faults = kill_often(fresh, given.runs, random.Random(given.seed))
        for fault in faults:
            print(fault)
        print(
            f"{given.db}: {tally.kills} kills in {time.monotonic() - began:.0f} s, {tally.torn} in the middle of an action; {tally.done} actions "
            f"reported as done, all there; {tally.unreported} written whole but not reported any more; {len(faults)} faults"
        )
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
