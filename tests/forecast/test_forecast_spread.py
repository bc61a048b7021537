"""The same answer for any number of workers, any order of finishing, and a worker killed in between."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Generator, Iterable, Iterator

import psutil
import pytest
from distributed import Client, LocalCluster

from campaign.errors import BadInput, Refused
from campaign.forecast.cluster import cluster
from campaign.forecast.figures import is_narrow
from campaign.forecast.job import Job, Outcome, Task, batch, hold
from campaign.forecast.processes import Processes
from campaign.forecast.run import Run
from campaign.forecast.spread import Batch, Ended, Gathered, Loop, Spreader, batches_of, gather, looks
from campaign.forecast.start import Start, forecast_of, play_out
from campaign.forecast.watch import Evening

RUNS = 8


def silent(done: int, total: int) -> None:
    """No line of progress."""


@pytest.fixture(scope="module")
def alone(first_day: Start) -> Gathered:
    """The runs played one after the other."""
    return play_out([first_day], "7", RUNS, Loop(), silent)


class Killing:
    """A line of progress that kills a worker as the second batch comes in."""

    def __init__(self, pids: Iterator[int]) -> None:
        self.pids, self.killed = pids, 0

    def __call__(self, done: int, total: int) -> None:
        if done > 1 and not self.killed:
            self.killed = next(self.pids)
            os.kill(self.killed, signal.SIGKILL)


@pytest.fixture(autouse=True)
def single_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of one run, so that few runs are many batches."""
    monkeypatch.setattr("campaign.forecast.spread.BATCH_SECONDS", 0.0)


def test_two_processes_give_what_one_gives(first_day: Start, alone: Gathered) -> None:
    both = play_out([first_day], "7", RUNS, Processes(2), silent)
    assert both == alone
    assert forecast_of(first_day, both, "7", RUNS) == forecast_of(first_day, alone, "7", RUNS)


def test_processes_that_are_not_needed_any_more_stop_without_a_word(
    first_day: Start, alone: Gathered, recwarn: pytest.WarningsRecorder
) -> None:
    job = Job((Task(first_day.snapshot.digest, "7", 1),), (first_day.snapshot,))
    results = Processes(2).results(job, batches_of(range(1, 100), 1))
    numbers, outcomes = next(results)
    results.close()
    assert outcomes == alone.outcomes[numbers.start - 1 : numbers.stop - 1] and not recwarn.list


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_a_killed_process_changes_nothing(first_day: Start, alone: Gathered) -> None:
    def workers() -> Iterator[int]:
        for process in psutil.Process().children():
            if any("popen_loky" in word for word in process.cmdline()):
                yield process.pid

    killing = Killing(workers())
    assert play_out([first_day], "7", RUNS, Processes(2), killing) == alone and killing.killed


@pytest.fixture(scope="module")
def dask() -> Iterator[LocalCluster]:
    """A scheduler with two workers."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=60, worker_dashboard_address=None
    ) as made:
        yield made


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_with_a_killed_worker_gives_the_same(first_day: Start, alone: Gathered, dask: LocalCluster) -> None:
    with Client(dask.scheduler_address, set_as_default=False) as client:
        pids = iter(client.run(os.getpid).values())
    killing = Killing(pids)
    played = play_out([first_day], "7", RUNS, cluster(dask.scheduler_address), killing)
    assert played == alone and killing.killed


@pytest.mark.filterwarnings("ignore")
def test_a_worker_with_another_program_refuses(
    first_day: Start, dask: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaign.forecast.cluster.engine", lambda: "another-1")
    with pytest.raises(Refused, match="install the same campaign-manager"):
        play_out([first_day], "7", RUNS, cluster(dask.scheduler_address), silent)


@pytest.mark.filterwarnings("ignore")
def test_where_no_scheduler_answers_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.forecast.cluster.PATIENCE", "1s")
    with pytest.raises(BadInput, match=r"no Dask scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        cluster("tcp://127.0.0.1:9")
    with pytest.raises(BadInput, match="no Dask scheduler answers at 'nowhere at all'"):
        cluster("nowhere at all")


# which runs count


def run_of(number: int, owner: int) -> Run:
    return Run(number, (Evening(1, (owner,), (0, 0), (0, 0), (), (), ()),), ())


class Shuffled:
    """Batches that finish in any order; a run is what its number says."""

    def __init__(self, seed: int, *, stops_after: int = 10**9) -> None:
        self.seed, self.stops_after = seed, stops_after

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        waiting, rolls, done = list(batches), random.Random(self.seed), 0
        while waiting:
            numbers = waiting.pop(rolls.randrange(min(4, len(waiting))))
            done += len(numbers)
            if done > self.stops_after:
                raise KeyboardInterrupt
            yield numbers, tuple((made(number),) for number in numbers)


def made(number: int) -> Run:
    """The second side holds the place in one run of ten."""
    return run_of(number, 2 if number % 10 == 0 else 1)


def gathered(monkeypatch: pytest.MonkeyPatch, spreader: Spreader, runs: int) -> Gathered:
    monkeypatch.setattr("campaign.forecast.spread.batch", lambda tasks, numbers: tuple((made(n),) for n in numbers))
    monkeypatch.setattr("campaign.forecast.spread.BATCH_SECONDS", 0.007)
    job = Job((Task("", "7", 1),), ())
    return gather(spreader, job, runs, lambda outcomes: is_narrow([run for (run,) in outcomes]), silent)


def test_it_is_looked_at_for_fixed_numbers_of_runs_only() -> None:
    assert list(looks(1000)) == [100, 200, 400, 800] and list(looks(100)) == []
    assert list(batches_of(range(2, 9), 3)) == [range(2, 5), range(5, 8), range(8, 9)]


@pytest.mark.parametrize("seed", range(5))
def test_it_stops_at_the_same_run_in_whatever_order_they_finish(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    result = gathered(monkeypatch, Shuffled(seed), 1000)
    assert result == Gathered(tuple((made(n),) for n in range(1, 401)), Ended.NARROW), "3 points at 10 % need 385 runs"


@pytest.mark.parametrize("seed", range(5))
def test_what_is_stopped_counts_without_a_gap(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    result = gathered(monkeypatch, Shuffled(seed, stops_after=60), 1000)
    assert result.ended is Ended.STOPPED
    numbers = [run.number for (run,) in result.outcomes]
    assert numbers == list(range(1, len(numbers) + 1)) and 1 <= len(numbers) <= 61


def test_a_snapshot_that_is_not_held_is_named(first_day: Start) -> None:
    from campaign.errors import StoreError

    with pytest.raises(StoreError, match="0" * 12):
        batch((Task("0" * 64, "7", 1),), range(1, 2))
    hold(first_day.snapshot)
    outcomes: tuple[Outcome, ...] = batch((Task(first_day.snapshot.digest, "7", 1),), range(1, 2))
    assert len(outcomes) == 1
