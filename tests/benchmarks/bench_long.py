"""Long campaigns played by the program alone: what they come to by tenths, and whether a day takes longer as time goes by.

    python -m tests.benchmarks.bench_long                                  Operation Brevity, 60 days, in memory
    python -m tests.benchmarks.bench_long --days 200 --seed 5 --profile    and what has grown
    python -m tests.benchmarks.bench_long --file                           in a file, as `campaign next` plays it, with its journal
    python -m tests.benchmarks.bench_long --keep                           and append the figures to the history

A campaign is founded as it is shipped, with so many days instead of its own. The seconds are those of the processor; early
are the third to the fifth twentieth of the days, late the last three. `calls` are the function calls of a day of either
time, which no other work of the machine changes.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time

from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli import COLLECTED
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import commit, reading
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, Contact
from campaign.rules.common.dice import Seeded
from campaign.rules.tabletop.interface import DEFAULT
from campaign.store import create
from campaign.terms.time import TURNS_A_DAY, Phase
from campaign.values import replace
from tests.benchmarks.measure import keep
from tests.harness.conduct import Conduct, Watch
from tests.harness.facts import founded, turns

PARTS = 10


@dataclass
class Day:
    """A day of a long campaign: its seconds, its function calls if they were counted, and how it ended."""

    seconds: float = 0.0
    calls: int = 0
    battles: int = 0
    is_frozen: bool = False
    states: Counter[str] = field(default_factory=Counter)


@dataclass
class Long:
    """A long campaign that was played. ``early`` and ``late``: the days that are compared."""

    days: list[Day]
    conduct: Conduct

    @property
    def early(self) -> list[Day]:
        """Days of the beginning, without the first, on which everybody marches."""
        step = max(1, len(self.days) // 20)
        return self.days[2 * step : 5 * step]

    @property
    def late(self) -> list[Day]:
        """The last days, as many."""
        return self.days[-len(self.early) :]

    @property
    def growth(self) -> float:
        """How many times as long a late day takes as an early one."""
        return median(day.seconds for day in self.late) / median(day.seconds for day in self.early)

    @property
    def growth_of_calls(self) -> float:
        """The same by function calls."""
        return median(day.calls for day in self.late) / median(day.calls for day in self.early)


def counted(board: JournalBoard, day: int, measured: Day) -> Day:
    """Add to what was measured how the day ended."""
    measured.battles = len(board.rows(Battle, Battle.day == day))
    contact_turns = {contact.turn for contact in board.rows(Contact, Contact.day == day)}
    measured.is_frozen = len(contact_turns) >= 2 and not measured.battles
    measured.states = Counter(b.state.value for b in board.rows(Battalion))
    return measured


def play_long(campaign: JournalBoard, dice: str, *, count: bool = False) -> Long:
    """Play a founded campaign to its end in memory. ``count``: count function calls, too, which takes twice as long."""
    days, measured, watch = list[Day](), Day(), Watch(campaign)
    play = turns(campaign, dice)
    next(play)
    turn = 0
    while True:
        calls = cProfile.Profile() if count else None
        began = process_time()
        board = next(play, None) if calls is None else calls.runcall(next, play, None)
        if board is None:
            break
        measured.seconds += process_time() - began
        if calls is not None:
            measured.calls += pstats.Stats(calls).total_calls  # type: ignore[attr-defined]
        watch(board)
        turn += 1
        if turn % TURNS_A_DAY == 0:
            days.append(counted(board, turn // TURNS_A_DAY, measured))
            measured = Day()
        if board.clock.phase is Phase.OVER:
            watch.end(board, ())
    return Long(days, watch.conduct)


def by_parts(long: Long) -> Iterator[str]:
    """Return a line for every tenth of the campaign: lulls and offensives are seen there."""
    step = max(1, len(long.days) // PARTS)
    for start in range(0, len(long.days), step):
        part = long.days[start : start + step]
        states = ", ".join(f"{count} {state}" for state, count in sorted(part[-1].states.items()))
        yield (
            f"  days {start + 1} to {start + len(part)}: {sum(day.battles for day in part)} battles on "
            f"{sum(day.battles > 0 for day in part)} days, {sum(day.is_frozen for day in part)} days frozen; at their end "
            f"{states}; {median(day.seconds for day in part):.3f} s a day"
        )


def in_a_file(name: str, days: int, seed: str) -> list[float]:
    """Play a campaign in a file, a command a day as `campaign next --auto --until day` does, and return the seconds of
    each day.
    """
    scenario = replace(read_scenario(find_scenario(name)), days=days)
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        store = create(Path(folder) / "long.db")
        found_campaign(store, scenario, name=name, seed=seed, tabletop=DEFAULT, weather=HISTORICAL, actor="bench")
        for _ in range(days):
            began = process_time()
            commit(store, None, Next("day", auto=True), source=Seeded(seed), actor="bench")
            seconds.append(process_time() - began)
        with reading(store) as board:
            assert board.clock.phase is Phase.OVER, board.moment
        store.close()
    return seconds


def profiled(name: str, days: int, seed: str) -> Iterator[str]:
    """Return the functions whose time has grown most from an early day to a late one."""
    tables: dict[int, dict[tuple[str, int, str], float]] = {}
    asked = {days // 10 + 1: "early", days - 1: "late"}
    with founded(name, seed, days) as campaign:
        play = turns(campaign, f"long {seed}")
        board: JournalBoard | None = next(play)
        while board is not None:
            day = board.moment.day
            watched = cProfile.Profile()
            following = watched.runcall(next, play, None) if day in asked else next(play, None)
            for key, entry in pstats.Stats(watched).stats.items() if day in asked else ():  # type: ignore[attr-defined]
                table = tables.setdefault(day, {})
                table[key] = table.get(key, 0.0) + entry[3]
            board = following
    early, late = (tables[day] for day in sorted(tables))
    grown = sorted(((late[key] - early.get(key, 0.0), key) for key in late), reverse=True)
    for more, (path, line, function) in grown[:30]:
        yield f"  {more:+.3f} s {Path(path).name}:{line} {function}"


def main(words: Sequence[str] | None = None) -> None:
    """Play what the head of this file shows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="operation-brevity")
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", default="5")
    parser.add_argument("--calls", action="store_true", help="count function calls, too")
    parser.add_argument("--file", action="store_true")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--keep", action="store_true", help="append the figures to the history")
    given = parser.parse_args(words)
    gc.set_threshold(*COLLECTED)
    what = f"{given.name}, {given.days} days, seed {given.seed}"
    if given.file:
        seconds = in_a_file(given.name, given.days, given.seed)
        long = Long([Day(one) for one in seconds], Conduct())
        print(f"{what}, in a file: a late day takes {long.growth:.2f} times as long as an early one")
    else:
        with founded(given.name, given.seed, given.days) as campaign:
            long = play_long(campaign, f"long {given.seed}", count=given.calls)
        print(what)
        print("\n".join(by_parts(long)))
        print(f"  a late day takes {long.growth:.2f} times as long as an early one")
        if given.calls:
            print(f"  and {long.growth_of_calls:.2f} times as many function calls")
        for row, place, first, second in long.conduct.stand_offs[:8]:
            print(f"  {row} turns near {place}: {first} before {second}")
    if given.profile:
        print("\n".join(profiled(given.name, given.days, given.seed)))
    if given.keep:
        early, late = (median(day.seconds for day in days) for days in (long.early, long.late))
        keep(f"long: a late day, {given.name}", late, early, "an early day", size=given.days)


if __name__ == "__main__":
    main()
