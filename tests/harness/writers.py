"""Many writers at once on one campaign, for a minute, with readers between them.

    python -m tests.harness.writers --db postgresql --writers 16 --seconds 60

Every writer is a process that types campaign commands as fast as they are taken. At the end: every action reported as
done is in the journal, nothing else is, the doctor is content (the tables are the journal followed from its founding),
and the commands of the journal, run again one after the other in its order with the dice that were rolled, give the
same tables. The worst wait, each writer's share and the readers' worst wait are printed. Exit code 1 for any fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass

from campaign.actions.all_actions import every_action
from campaign.journal import digest, reading
from campaign.journal.replay import try_replay
from campaign.journal.undo import standing_of
from campaign.rules.common.dice import Seeded
from campaign.store import opened
from tests.harness.databases import KINDS, databases
from tests.harness.evidence import Said, faults_of
from tests.harness.nursery import AtWork
from tests.harness.reader import look
from tests.harness.writer import work_together

READERS = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a contest came to. ``shares``: actions done by each writer; ``worst``: his longest action in seconds,
    waiting and all."""

    said: Said
    shares: dict[str, int]
    worst: dict[str, float]
    reads: int
    worst_read: float
    faults: list[str]


def contest(where: str, writers: int, seconds: float, readers: int = READERS, enough: int | None = None) -> Outcome:
    """Let them all loose on the campaign at once, and look at what is there when they have ended.

    They are stopped after so many seconds, or as soon as each writer has done ``enough`` actions and each reader has
    read once.
    """
    names = [f"w{n}" for n in range(writers)]
    at_work = {name: AtWork(work_together, where, name) for name in names}
    looking = [AtWork(look, where) for _ in range(readers)]
    everybody = [*at_work.values(), *looking]
    for one in everybody:
        one.wait_until_ready()
    until = time.monotonic() + seconds
    for one in everybody:
        one.tell("go")
    while time.monotonic() < until and all(one.alive for one in everybody):
        if (
            enough is not None
            and all(one.count("done ") >= enough for one in at_work.values())
            and all(one.lines for one in looking)
        ):
            break
        time.sleep(0.05)
    for one in everybody:
        one.tell("stop")
    codes = {one.name: one.wait() for one in everybody}
    reads = [float(line) for one in looking for line in one.lines]
    said = Said()
    for one in at_work.values():
        said.hear(one.lines)
    shares = {name: sum(token.startswith(f"{name}-") for token in said.done) for name in names}
    worst = {
        name: max((took for token, took in said.done.items() if token.startswith(f"{name}-")), default=0.0)
        for name in names
    }
    left = [f"{name} ended with exit code {code}" for name, code in codes.items() if code]
    faults = [*left, *faults_of(where, said), *_otherwise_when_run_again(where)]
    return Outcome(said, shares, worst, len(reads), max(reads, default=0.0), faults)


def _otherwise_when_run_again(where: str) -> list[str]:
    """What would be different if the commands were carried out one by one in the order of the journal."""
    with opened(where, write=True) as store:
        with reading(store) as board:
            before, standing = digest(board), standing_of(board).living
        if len(standing) == 1:
            return []
        again = try_replay(
            store, None, after=1, source=Seeded("another"), actor="harness", register=every_action()
        ).replayed
        with reading(store) as board:
            after = digest(board)
    faults = [
        f"run again in order: {one.table} {one.name} {one.column} would be {one.after!r}, is {one.before!r}"
        for one in again.changes
    ]
    return faults + (["a preview changed the tables"] if before != after else [])


def main() -> None:
    """Run it and print the figures."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--db", choices=KINDS, default="sqlite")
    asked.add_argument("--writers", type=int)
    asked.add_argument("--seconds", type=float, default=60)
    given = asked.parse_args()
    writers = given.writers or (16 if given.db == "postgresql" else 4)
    with databases(given.db) as fresh:
        where, began = fresh(), time.monotonic()
        ended = contest(where, writers, given.seconds)
        took = time.monotonic() - began
    for fault in ended.faults:
        print(fault)
    count = len(ended.said.done)
    print(
        f"{given.db}: {writers} writers for {given.seconds:.0f} s: {count} actions done and all there ({count / given.seconds:.0f} a second)"
    )
    print(
        f"  {len(ended.said.refused)} refused: {_reasons(ended.said)}; checked in {took - given.seconds:.0f} s; {len(ended.faults)} faults"
    )
    print("  share of each: " + ", ".join(f"{name} {share}" for name, share in ended.shares.items()))
    print(
        "  longest action of each, in seconds: "
        + ", ".join(f"{name} {worst:.2f}" for name, worst in ended.worst.items())
    )
    print(f"  {ended.reads} readings by {READERS} readers, the longest {ended.worst_read:.2f} s")
    if ended.faults:
        sys.exit(1)


def _reasons(said: Said) -> str:
    """The words after which commands were refused, with their number."""
    kinds = [reason.split()[0] if reason else "" for reason in said.refused.values()]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))) or "none"


if __name__ == "__main__":
    main()
