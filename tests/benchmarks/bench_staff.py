"""Staffs measured: what a thought takes, and campaigns in which a side has one against the same campaigns without.

    python -m tests.benchmarks.bench_staff think operation-brevity --day 2       processor seconds of a thought
    python -m tests.benchmarks.bench_staff trial operation-brevity --runs 12     score gained, paired by the same dice

A trial plays each campaign three times with the same dice: by the doctrine, with a staff for the first side, and with
one for the second. It tells the mean gain of a side with its 95 % interval, battles a day, and the plans that were put in
force. One core plays one campaign at a time, so that the answer does not depend on how many there are.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import campaign.actions.all_actions  # noqa: F401 - registers every action
from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.errors import CampaignError
from campaign.exchange.check import find_scenario, read_scenario
from campaign.forecast.spread import Loop
from campaign.forecast.staff import advice_of, ask, plan_of, weigh
from campaign.forecast.statistics import mean_of
from campaign.journal import reading
from campaign.journal.asof import PastBoard, When, past_of
from campaign.journal.board import JournalBoard
from campaign.journal.register import REGISTER
from campaign.model import Battle, Score, Side
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.tabletop.interface import DEFAULT
from campaign.store import create
from campaign.terms.time import MORNING, Phase
from campaign.views.forecast.advice_words import lines_of


@contextmanager
def founded(name: str, seed: str) -> Iterator[JournalBoard]:
    """Yield a shipped scenario as it is founded."""
    with tempfile.TemporaryDirectory() as folder:
        store = create(Path(folder) / "staff.db")
        scenario = read_scenario(find_scenario(name))
        found_campaign(store, scenario, name=name, seed=seed, tabletop=DEFAULT, weather=HISTORICAL, actor="bench")
        with reading(store) as board:
            yield board
        store.close()


def thinks(board: JournalBoard, side: Side) -> tuple[str, ...]:
    """Let a side's staff think and put its plan in force; return what was weighed, or why it could not."""
    try:
        question = ask(board, side.id, only_met=True)
    except CampaignError as fault:
        return (str(fault),)
    thought = weigh(question, Loop(), lambda *_: None)
    lines = tuple(lines_of(advice_of(question, thought)))
    command = plan_of(question, thought, lines)
    if command.moves:
        REGISTER["plan"].act(board, command, Tape(Seeded(""), board.moment))
    return lines


def play(board: JournalBoard, dice: str, thinking: int | None, days: int | None = None) -> tuple[int, int, list[str]]:
    """Play a campaign; the side at this position thinks at each dawn. Return the score of the first side less that of
    the second, the battles, and what was weighed.
    """
    copy, told = PastBoard(board, past_of(board, When(number=1)), write=True), list[str]()
    tape, act = Tape(Seeded(dice), copy.moment), REGISTER["next"].act
    sides = sorted(copy.rows(Side), key=lambda side: side.position)
    while copy.clock.phase is not Phase.OVER and (days is None or copy.clock.day <= days):
        if thinking is not None and copy.clock.phase is MORNING[0]:
            told += thinks(copy, sides[thinking])
        act(copy, Next("turn", auto=True), tape)
    lead = sum(row.points * (1 if row.side_id == sides[0].id else -1) for row in copy.rows(Score))
    battles = len(copy.rows(Battle))
    copy.close()
    return lead, battles, told


def _trial(task: tuple[str, int]) -> tuple[tuple[int, int, list[str]], ...]:
    name, run = task
    with founded(name, str(run)) as board:
        return tuple(play(board, f"staff {run}", thinking) for thinking in (None, 0, 1))


def trial(name: str, first: int, runs: int, jobs: int, *, tells: bool) -> None:
    """Play campaigns with and without a staff, and print what it gained."""
    gains: list[list[float]] = [[], []]
    fought: list[list[int]] = [[], [], []]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for number, played in enumerate(pool.imap(_trial, [(name, run) for run in range(first, first + runs)]), first):
            plain, one, two = (lead for lead, _, _ in played)
            gains[0].append(one - plain)
            gains[1].append(plain - two)
            for count, (_, battles, _) in zip(fought, played, strict=True):
                count.append(battles)
            print(
                f"{number}: doctrine {plain:+d}, first side's staff {one - plain:+d}, second's {plain - two:+d}",
                flush=True,
            )
            if tells:
                for _, _, told in played[1:]:
                    print(*told, sep="\n", flush=True)
    for side, gained in zip(("first", "second", "both"), (*gains, gains[0] + gains[1]), strict=True):
        mean = mean_of(gained)
        print(f"{side} side: {mean.mean:+.2f} points [{mean.low}, {mean.high}] in {len(gained)} campaigns")
    print("battles a campaign: doctrine, first, second:", *(sum(count) / len(count) for count in fought))


def think(name: str, seed: str, day: int) -> None:
    """Play to the dawn of a day, and print the appreciation of every side with the processor seconds that it took."""
    with founded(name, seed) as board:
        copy = PastBoard(board, past_of(board, When(number=1)), write=True)
        tape, act = Tape(Seeded(f"staff {seed}"), copy.moment), REGISTER["next"].act
        while copy.clock.day < day:
            act(copy, Next("turn", auto=True), tape)
        for side in sorted(copy.rows(Side), key=lambda side: side.position):
            begun = time.process_time()
            try:
                question = ask(copy, side.id)
            except CampaignError as fault:
                print(fault)
                continue
            asked = time.process_time()
            thought = weigh(question, Loop(), lambda *_: None)
            print(*lines_of(advice_of(question, thought)), sep="\n")
            print(f"{asked - begun:.2f} s to ask, {time.process_time() - asked:.1f} s for {thought.runs} runs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("think", "trial"))
    parser.add_argument("scenario")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--day", type=int, default=2)
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tell", action="store_true")
    given = parser.parse_args()
    if given.what == "think":
        think(given.scenario, given.seed, given.day)
    else:
        trial(given.scenario, given.first, given.runs, given.jobs, tells=given.tell)


if __name__ == "__main__":
    main()
