"""Whole campaigns played without record, as forecasts and ``tests/harness/history.py`` play them: processor seconds.

    python -m tests.benchmarks.bench_play                            Operation Brevity and Market Garden, seed 1
    python -m tests.benchmarks.bench_play market-garden --seed 7
    python -m tests.benchmarks.bench_play market-garden --profile    where the time goes
    python -m tests.benchmarks.bench_play --keep                     and append the figures to the history

A first run warms up what is made once a process; of the next three the best counts. The digest is that of all rows as
the campaign ends: programs are compared at the same play only where it is the same.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import tempfile
import time
from hashlib import sha256
from pathlib import Path

import campaign.actions.all_actions  # noqa: F401 - registers every action
from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli import COLLECTED
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import reading
from campaign.journal.asof import PastBoard, When, past_of
from campaign.journal.board import JournalBoard
from campaign.journal.register import REGISTER
from campaign.model import JOURNALLED
from campaign.rows.row import values_of
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.tabletop.interface import DEFAULT
from campaign.store import create
from campaign.terms.time import Phase
from tests.benchmarks.measure import keep

RUNS = 3


def play(founded: JournalBoard, dice: str) -> tuple[float, str]:
    """Play it to its end in memory: processor seconds, and the digest of the rows."""
    board = PastBoard(founded, past_of(founded, When(number=1)), write=True)
    tape, act = Tape(Seeded(dice), board.moment), REGISTER["next"].act
    begun = time.process_time()
    while board.clock.phase is not Phase.OVER:
        act(board, Next("turn", auto=True), tape)
    seconds = time.process_time() - begun
    rows = [(model.__name__, values_of(row)) for model in JOURNALLED for row in board.rows(model)]
    board.close()
    return seconds, sha256(repr(rows).encode()).hexdigest()[:12]


def measure(name: str, seed: str, *, profile: bool) -> None:
    """Found it and play it several times."""
    with tempfile.TemporaryDirectory() as folder:
        store = create(Path(folder) / "play.db")
        scenario = read_scenario(find_scenario(name))
        found_campaign(store, scenario, name=name, seed=seed, tabletop=DEFAULT, weather=HISTORICAL, actor="bench")
        with reading(store) as founded:
            play(founded, "warm")
            if profile:
                with cProfile.Profile() as watched:
                    play(founded, f"history {seed}")
                pstats.Stats(watched).sort_stats("cumtime").print_stats(100)
            else:
                played = [play(founded, f"history {seed}") for _ in range(RUNS)]
                seconds, digest = min(played)
                print(f"{name}, seed {seed}: {seconds:.2f} s; rows {digest}", flush=True)
                keep(f"whole play: {name}, seed {seed}", seconds)
        store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["operation-brevity", "market-garden"])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--keep", action="store_true", help="append the figures to the history")
    given = parser.parse_args()
    gc.set_threshold(*COLLECTED)
    for scenario_name in given.names:
        measure(scenario_name, given.seed, profile=given.profile)
