"""The same answer for any number of workers, any order of finishing, and a worker killed in between."""

from __future__ import annotations

import gc
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from distributed import Client, LocalCluster

import campaign
from campaign.errors import BadInput, Refused
from campaign.forecast import cluster as on_a_cluster
from campaign.forecast.cluster import _take_up, cluster
from campaign.forecast.job import Job, Outcome, Task, batch, engine, hold, holds
from campaign.forecast.narrow import are_narrow
from campaign.forecast.processes import Processes
from campaign.forecast.run import Run
from campaign.forecast.spread import Batch, Ended, Gathered, Loop, Spreader, batches_of, gather, looks
from campaign.forecast.start import Start, forecast_of, play_out
from campaign.forecast.watch import Evening

RUNS = 5


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


class Overbooked:
    """Two processes that are given more batches than are taken from them, as when no more runs are needed."""

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        wanted = list(batches)
        results = Processes(2).results(job, [*wanted, *batches_of(range(RUNS + 1, 100), 1)])
        while wanted:
            numbers, outcomes = next(results)
            if numbers in wanted:
                wanted.remove(numbers)
                yield numbers, outcomes
        results.close()


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_two_processes_give_what_one_gives_though_one_is_killed_and_stop_without_a_word_when_no_more_is_needed(
    first_day: Start, alone: Gathered, recwarn: pytest.WarningsRecorder
) -> None:
    def workers() -> Iterator[int]:
        for process in psutil.Process().children():
            if any("popen_loky" in word for word in process.cmdline()):
                yield process.pid

    killing = Killing(workers())
    both = play_out([first_day], "7", RUNS, Overbooked(), killing)
    assert both == alone and killing.killed and not recwarn.list
    assert forecast_of(first_day, both, "7", RUNS) == forecast_of(first_day, alone, "7", RUNS)


def dask_process(*words: str, program: Path | None = None) -> subprocess.Popen[bytes]:
    """A scheduler or a worker as a user starts it; ``program``: the folder with the program that it has."""
    line = [sys.executable, "-m", "dask", *words, "--no-dashboard"]  # -m looks in the folder where it is started
    return subprocess.Popen(line, cwd=program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def worker(address: str, program: Path | None = None) -> subprocess.Popen[bytes]:
    return dask_process("worker", address, "--no-nanny", "--nthreads", "1", program=program)


def wait_for(count: int, address: str) -> None:
    """Wait until a scheduler has just so many workers."""
    with Client(address, set_as_default=False, timeout=60) as client:
        while len(client.nthreads()) != count:
            time.sleep(0.2)  # each look costs, and a worker takes seconds to start


class Dask:
    """A scheduler and its workers in processes of their own, made once for all tests that leave some of them alive:
    each process takes longer to start than to play the runs.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.address = folder, ""
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def muster(self, count: int) -> str:
        """See that there are just so many workers, and return the address of their scheduler."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            self.close()
            self._begin()
        self.workers = [one for one in self.workers if one.poll() is None]
        end(self.workers[count:])
        del self.workers[count:]
        while len(self.workers) < count:
            self.join()
        wait_for(count, self.address)
        return self.address

    def join(self) -> None:
        """Let one more worker join."""
        self.workers.append(worker(self.address))

    def _begin(self) -> None:
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = dask_process("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        while not (file.exists() and file.read_text(encoding="utf-8").endswith("}")):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = json.loads(file.read_text(encoding="utf-8"))["address"]

    def close(self) -> None:
        """End all of them."""
        end([*self.workers, *([self.scheduler] if self.scheduler else [])])
        self.workers.clear()


def end(processes: Iterable[subprocess.Popen[Any]]) -> None:
    for process in processes:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    made = Dask(tmp_path_factory.mktemp("dask"))
    yield made
    made.close()


def unheard(line: str) -> None:
    raise AssertionError(line)


def are_empty(address: str, start: Start) -> bool:
    """Whether no worker holds the campaign, nor the scheduler for those to come."""
    with Client(address, set_as_default=False) as client:
        held = client.run(holds, (Task(start.snapshot.digest, "7", 1),))
        plugins = client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.worker_plugins))
    return held and not any(held.values()) and not any("campaign" in name for name in plugins)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_with_a_killed_worker_gives_the_same(first_day: Start, alone: Gathered) -> None:
    """The scheduler and the worker that is left run in threads here: a process takes longer to start than the runs."""
    with LocalCluster(
        n_workers=1, processes=False, threads_per_worker=1, dashboard_address=None, protocol="tcp", host="127.0.0.1"
    ) as made:
        address = made.scheduler_address
        joined = worker(address)
        try:
            wait_for(2, address)
            killing = Killing(iter([joined.pid]))
            played = play_out([first_day], "7", RUNS, cluster(address, unheard), killing)
            assert played == alone and killing.killed
            assert are_empty(address, first_day)
        finally:
            end([joined])


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_stop_takes_the_campaign_off_the_workers(first_day: Start, dask: Dask) -> None:
    address = dask.muster(1)

    def stop(done: int, total: int) -> None:
        if done > 1:
            raise KeyboardInterrupt

    assert play_out([first_day], "7", RUNS, cluster(address, unheard), stop).ended is Ended.STOPPED
    assert are_empty(address, first_day)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_forecast_that_is_killed_leaves_no_campaign_on_the_workers_for_long(first_day: Start, dask: Dask) -> None:
    def kept() -> int:  # within the test, so that a worker, which knows no tests, gets the function itself
        """How many snapshots a worker means to let go of later."""
        import campaign.forecast.cluster as on_a_worker

        return len(on_a_worker._KEPT)

    def lend(seconds: float) -> None:
        """Set on a worker for how long it keeps a snapshot of which it is asked for nothing."""
        import campaign.forecast.cluster as on_a_worker

        vars(on_a_worker)["IDLE"] = seconds

    address = dask.muster(1)
    with Client(address, set_as_default=False) as client:
        client.run(lend, 0.1)
        client.run(_take_up, (first_day.snapshot,))  # and no word more
        deadline = time.monotonic() + 60
        while not are_empty(address, first_day):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert set(client.run(kept).values()) == {0}
        client.run(lend, 600.0)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_workers_that_all_have_another_program_are_refused(
    first_day: Start, dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaign.forecast.cluster.engine", lambda: "another-1")
    with pytest.raises(Refused, match="Install the same campaign-manager"):
        play_out([first_day], "7", RUNS, cluster(dask.muster(1), unheard), silent)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_worker_with_another_program_that_joins_late_plays_no_runs(
    first_day: Start, alone: Gathered, dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaign.forecast.cluster.LOOK", 0.05)
    shutil.copytree(Path(campaign.__file__).parent, tmp_path / "campaign", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "campaign" / "forecast" / "run.py").open("a", encoding="utf-8") as changed:
        changed.write("# another program\n")
    address = dask.muster(1)
    joined: list[subprocess.Popen[bytes]] = []
    lines: list[str] = []

    def join(done: int, total: int) -> None:
        if done > 1 and not joined:
            joined.append(worker(address, tmp_path))
            with Client(address, set_as_default=False) as client:
                while joined[0].pid not in client.run(os.getpid, on_error="ignore").values():
                    time.sleep(0.2)

    try:
        assert play_out([first_day], "7", RUNS, cluster(address, lines.append), join) == alone
    finally:
        end(joined)
    (line,) = lines
    assert (
        line.startswith("Worker tcp://")
        and "plays no runs" in line
        and f"the program here is {engine()}." in line
        and "\n" not in line
    )


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
@pytest.mark.filterwarnings("ignore")
def test_it_waits_for_workers_where_none_is_left(
    first_day: Start, alone: Gathered, dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaign.forecast.cluster.ALONE", 0.2)
    monkeypatch.setattr("campaign.forecast.cluster.LOOK", 0.05)
    address = dask.muster(1)
    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        dask.join()

    killing = Killing(iter([dask.workers[0].pid]))
    assert play_out([first_day], "7", RUNS, cluster(address, tell), killing) == alone
    (line,) = lines
    assert f"No computer is left at {address}" in line and "Ctrl-C" in line


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
@pytest.mark.filterwarnings("ignore")
def test_it_keeps_the_runs_when_the_scheduler_hangs_or_dies(
    first_day: Start, alone: Gathered, dask: Dask, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user waits for a scheduler that hangs as long as cluster.py says; here it hangs already when the wait begins."""
    address = dask.muster(1)
    assert dask.scheduler is not None

    def hang(done: int, total: int) -> None:
        if done > 1 and dask.scheduler is not None:
            dask.scheduler.send_signal(signal.SIGSTOP)
            monkeypatch.setattr("campaign.forecast.cluster.LOOK", 0.05)
            for limit in ("SILENCE", "PATIENCE"):
                monkeypatch.setattr(f"campaign.forecast.cluster.{limit}", 0.5)

    hung = play_out([first_day], "7", 5000, cluster(address, unheard), hang)
    assert (hung.ended, hung.fault) == (Ended.CUT_OFF, f"{address} no longer answers")
    assert hung.outcomes[:2] == alone.outcomes[:2]
    dask.scheduler.send_signal(signal.SIGCONT)
    words = ("--until", "1", "--runs", "5000", "--cluster", address, "--json", "--db", str(db))
    program = [sys.executable, "-m", "campaign", "forecast", "campaign", *words]
    forecast = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        with Client(address, set_as_default=False, timeout=60) as client:
            while not any(client.processing().values()):
                time.sleep(0.05)
        dask.scheduler.kill()
        answer, said = forecast.communicate(timeout=120)
    finally:
        end([forecast])
    shown = json.loads(answer)
    assert said == f"Error: the connection to {address} ended. Stopped after {shown['runs']} of 5,000 runs.\n"
    assert forecast.returncode == 1 and shown["ended"] == "cut off from the cluster" and shown["runs"] >= 1


def test_the_limits_of_waiting_are_what_users_get() -> None:
    """The tests above wait for less: seconds for a scheduler to answer, to be gone, without a worker, of a farewell."""
    limits = (on_a_cluster.PATIENCE, on_a_cluster.SILENCE, on_a_cluster.ALONE, on_a_cluster.FAREWELL, on_a_cluster.IDLE)
    assert limits == (10, 60, 5.0, 3, 600.0)


def test_where_no_scheduler_answers_it_says_so_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.forecast.cluster.PATIENCE", 0.2)
    left: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", left.append)
    for address in ("tcp://127.0.0.1:9", "nowhere at all", "nonsense"):
        with pytest.raises(BadInput, match=f"no program answers at the --cluster address '{address}'"):
            cluster(address, unheard)
    gc.collect()
    assert not left


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
    return gather(spreader, job, runs, lambda outcomes: are_narrow([[run for (run,) in outcomes]]), silent)


def test_it_is_looked_at_for_fixed_numbers_of_runs_only() -> None:
    assert list(looks(1000)) == [100, 200, 400, 800] and list(looks(100)) == []
    assert list(batches_of(range(2, 9), 3)) == [range(2, 5), range(5, 8), range(8, 9)]


@pytest.mark.parametrize("seed", range(5))
def test_it_stops_at_the_same_run_in_whatever_order_they_finish(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    result = gathered(monkeypatch, Shuffled(seed), 1000)
    assert result == Gathered(tuple((made(n),) for n in range(1, 401)), Ended.NARROW), "3 points at 10 % need 385 runs"


def with_points(number: int, owner: int, points: int) -> Run:
    return Run(number, (Evening(1, (owner,), (points, 0), (0, 0), (), (), ()),), ())


def test_a_comparison_goes_on_until_the_differences_are_known_too() -> None:
    first = [with_points(n, 1 if n % 10 else 2, n % 7) for n in range(400)]
    assert are_narrow([first]) and are_narrow([first, first]), "nothing differs"
    # the holder differs in one pair of five: 4 points either way (1.97 of sqrt(0.2 / 400)); in one of 20: 2 points
    shifted = [with_points(n, 2 if n % 10 == 1 else 1, n % 7) for n in range(400)]
    assert are_narrow([shifted]) and not are_narrow([first, shifted])
    at_times = [with_points(n, 1 if n % 10 or n % 20 else 2, n % 7) for n in range(400)]
    assert are_narrow([first, at_times])
    # the leads vary by two points and are paired at random: the mean difference is known to 0.28, a tenth is 0.2
    unlike = [with_points(n, run.evenings[0].owners[0], n * 3 // 7 % 7) for n, run in enumerate(first)]
    assert are_narrow([unlike]) and not are_narrow([first, unlike])


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
