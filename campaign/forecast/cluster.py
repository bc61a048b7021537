"""Runs on the workers of a Dask scheduler that exists, by its own client.

Each worker is asked for its program as it joins. One whose program is the same gets the snapshot, and batches of its
own; one with another program gets neither. What a worker that left had in hand is played again by the others. At the
end the snapshot is taken off the workers; a worker that is asked for nothing more lets go of it by itself, so that a
forecast that was killed leaves none behind.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer, current_thread
from typing import Any, Final, TypeVar

from campaign.errors import BadInput, Refused
from campaign.extras import way_to_add
from campaign.forecast.job import Job, Outcome, Task, batch, engine, hold, holds, let_go, spare_the_collector
from campaign.forecast.spread import Batch, CutOff, Spreader
from campaign.journal.memory import Snapshot

PATIENCE: Final = 10
"""The seconds that a scheduler, or the result of a batch, may take to come."""
AHEAD: Final = 2
"""Batches in hand for each thread of the workers."""
ATTEMPTS: Final = 4
"""How often a batch is played before a worker that leaves in it is taken for more than bad luck."""
LOOK: Final = 1.0
"""The seconds between two looks at who has joined and who has left."""
ALONE: Final = 5.0
"""The seconds without a worker after which the user is told."""
SILENCE: Final = 60
"""The seconds without an answer after which a scheduler counts as gone."""
FAREWELL: Final = 3
"""The seconds that it may take to answer when the runs are over."""
IDLE: Final = 600.0
"""The seconds that a worker keeps a snapshot of which it is asked for nothing."""
T = TypeVar("T")
Tell = Callable[[str], None]
"""Told a line for the user while the runs are played."""


def cluster(address: str, tell: Tell) -> Spreader:
    """Return the cluster whose scheduler has this address. Raises BadInput where none answers, Refused without the
    extra.
    """
    try:
        import distributed
    except ImportError as missing:
        raise Refused(
            f"--cluster needs a library that is not installed. Install it: {way_to_add('cluster')}"
        ) from missing
    for name in ("distributed", *logging.root.manager.loggerDict):  # each has a level of its own
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    base: Any = distributed.Client  # only half of it says its types

    class Client(base):  # type: ignore[misc]
        def __del__(self) -> None:
            if self.status == "running":  # one that never connected, or lost its scheduler, cannot be closed
                super().__del__()

    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, MemoryError) as fault:  # another program may answer with any bytes
        raise BadInput(
            f"no program answers at the --cluster address {address!r}. Type dask scheduler on that computer, "
            "and give the address that it prints, such as --cluster tcp://192.168.1.20:8786"
        ) from fault
    return Cluster(client, address, tell)


class Cluster:
    """Plays batches on the workers of a scheduler."""

    def __init__(self, client: Any, address: str, tell: Tell) -> None:
        self._client, self._address, self._tell = client, address, tell

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        """Yield the runs of every batch, in the order of finishing. Raises Refused where no worker can play or runs
        are lost again and again, CutOff where the scheduler goes away.
        """
        crew = _Crew(self._client, self._address, self._tell, job.snapshots)
        hands = _Hands(self._client, self._address, job.tasks, iter(batches))
        try:
            crew.muster()
            while hands.fill(crew.threads):
                came = hands.next_result(LOOK)
                if came is not None:
                    worker, numbers, outcomes = came
                    if outcomes is None:
                        crew.forget(worker)
                        hands.play_again(numbers)
                    else:
                        yield numbers, outcomes
                if crew.is_time_to_look():
                    for worker in crew.look():
                        hands.give_up(worker)
        except OSError as fault:  # of Dask's connections; those of the program's files are CampaignErrors
            raise _gone(self._address) from fault
        finally:
            with suppress(Exception):
                crew.threads_by_worker(FAREWELL)  # one that gives no answer would hold the user up with each of these
                with suppress(Exception):
                    hands.drop()
                crew.dismiss()
            with suppress(Exception):
                self._client.close(timeout=1)


class _Crew:
    """The workers that play: those of the scheduler that have the same program, and hold the snapshots."""

    def __init__(self, client: Any, address: str, tell: Tell, snapshots: tuple[Snapshot, ...]) -> None:
        self._client, self._address, self._tell, self._snapshots = client, address, tell, snapshots
        self.threads: dict[str, int] = {}
        self._strangers: dict[str, str] = {}
        self._reached: set[str] = set()
        self._looked = self._played = time.monotonic()
        self._has_told = self._is_silent = False

    def muster(self) -> None:
        """Take up the workers that are there. Raises Refused if there are none, or all have another program."""
        self.look()
        if not self.threads and self._strangers:
            raise Refused(next(iter(self._strangers.values())))
        if not self.threads:
            raise Refused(
                f"no computers are connected to {self._address} to play the runs. Connect a computer: dask worker "
                f"{self._address}"
            )
        for line in self._strangers.values():
            self._tell(_as_sentence(line))

    def is_time_to_look(self) -> bool:
        """Return whether the last look was long enough ago."""
        return time.monotonic() - self._looked >= LOOK

    def threads_by_worker(self, seconds: float) -> dict[str, int]:
        """Return the threads of each worker of the scheduler, also of those that do not play. Raises CutOff if it does
        not answer for some seconds, or answered nothing before.
        """
        if self._is_silent:
            raise _silent(self._address)
        threads: dict[str, int] = self._in_time(seconds, self._client.nthreads)
        return threads

    def _in_time(self, seconds: float, ask: Callable[[], T]) -> T:
        """Return the answer to a question that the scheduler or a worker may never answer. Raises CutOff after some
        seconds.
        """
        answer: Future[T] = Future()

        def wait() -> None:
            try:
                answer.set_result(ask())
            except BaseException as fault:
                answer.set_exception(fault)

        Thread(target=wait, daemon=True).start()  # left waiting if no answer comes: the program ends without it
        try:
            return answer.result(seconds)
        except TimeoutError as fault:
            if answer.done():
                raise
            self._is_silent = True
            raise _silent(self._address) from fault

    def look(self) -> list[str]:
        """Take up the workers that have joined, and return those that have left."""
        there = self.threads_by_worker(SILENCE)
        left = [worker for worker in self.threads if worker not in there]
        for worker in left:
            del self.threads[worker]
        self._strangers = {worker: line for worker, line in self._strangers.items() if worker in there}
        new = [worker for worker in there if worker not in self.threads and worker not in self._strangers]
        for worker in self._equipped(self._of_our_program(new)):
            self.threads[worker] = there[worker]
        self._looked = time.monotonic()
        self._say_if_alone()
        return left

    def forget(self, worker: str) -> None:
        """Ask this worker again at the next look: it has started anew, without the snapshots."""
        self.threads.pop(worker, None)
        self._looked = 0.0

    def dismiss(self) -> None:
        """Take the snapshots off the workers."""
        if self._client.status == "running":
            there = [worker for worker in self.threads_by_worker(FAREWELL) if worker in self._reached]
            if there:
                digests = tuple(snapshot.digest for snapshot in self._snapshots)
                lay_down = partial(self._client.run, _lay_down, digests, workers=there, on_error="ignore")
                self._in_time(FAREWELL, lay_down)

    def _of_our_program(self, new: list[str]) -> list[str]:
        ours, here = [], engine()
        for worker, answer in self._asked(_program, workers=new).items():
            if answer == here:
                ours.append(worker)
            elif not isinstance(answer, OSError):  # it left before it answered
                its = answer if isinstance(answer, str) else f"another one ({type(answer).__name__})"
                self._strangers[worker] = (
                    f"the computer {worker} plays no runs: its program is {its}, but the program here is "
                    f"{here}. Install the same campaign-manager, Python and libraries on both computers"
                )
                if self._reached:
                    self._tell(_as_sentence(self._strangers[worker]))
        return ours

    def _equipped(self, workers: list[str]) -> list[str]:
        """Send the snapshots to these workers, and return those that hold them."""
        self._reached.update(workers)
        equipped = []
        for worker, answer in self._asked(_take_up, self._snapshots, workers=workers).items():
            if isinstance(answer, Exception) and not isinstance(answer, OSError):
                raise answer
            if answer is None:
                equipped.append(worker)
        return equipped

    def _asked(self, function: Callable[..., Any], *words: Any, workers: list[str]) -> dict[str, Any]:
        if not workers:
            return {}
        ask = partial(self._client.run, function, *words, workers=workers, on_error="return")
        answers: dict[str, Any] = self._in_time(SILENCE, ask)
        return answers

    def _say_if_alone(self) -> None:
        now = time.monotonic()
        if self.threads:
            self._played, self._has_told = now, False
        elif self._reached and not self._has_told and now - self._played >= ALONE:
            self._has_told = True
            self._tell(
                f"No computer is left at {self._address} to play the runs. The forecast waits until a "
                f"computer joins (dask worker {self._address}). Ctrl-C shows the runs so far."
            )


class _Hands:
    """The batches that are in the workers' hands, and those that are still to be given out."""

    def __init__(self, client: Any, address: str, tasks: tuple[Task, ...], waiting: Iterator[range]) -> None:
        self._client, self._address, self._tasks, self._waiting = client, address, tasks, waiting
        self._again: deque[range] = deque()
        self._losses: Counter[int] = Counter()
        self._in_hand: dict[str, tuple[Any, str, range]] = {}
        self._finished: SimpleQueue[Any] = SimpleQueue()

    def fill(self, threads: dict[str, int]) -> bool:
        """Give every worker its batches. Return whether any batch is still to come in."""
        busy = Counter(worker for _, worker, _ in self._in_hand.values())
        for ahead in range(AHEAD):  # in turn, so that few batches are spread over all
            for worker, count in threads.items():
                while busy[worker] < max(1, count) * (ahead + 1) and (numbers := self._next()) is not None:
                    busy[worker] += 1
                    self._submit(worker, numbers)
        if not threads and not self._in_hand and (numbers := self._next()) is not None:
            self._again.append(numbers)
        return bool(self._in_hand or self._again)

    def next_result(self, seconds: float) -> tuple[str, range, tuple[Outcome, ...] | None] | None:
        """Return the next batch that comes in, with its worker, and without outcomes where the worker holds no
        snapshot; None if none comes in for some seconds. Raises CutOff if the scheduler went away.
        """
        try:
            future = self._finished.get(timeout=seconds)
        except Empty:
            if self._client.status != "running":
                raise _gone(self._address) from None
            return None
        if future.key not in self._in_hand:
            return None
        _, worker, numbers = self._in_hand.pop(future.key)
        if future.cancelled():
            raise _gone(self._address)
        try:
            return worker, numbers, self._outcomes(future)
        except TimeoutError:  # the worker left before it handed the result over
            self._lost(numbers)
            return None
        finally:
            future.release()

    def play_again(self, numbers: range) -> None:
        """Give these numbers to another worker."""
        self._again.append(numbers)

    def give_up(self, worker: str) -> None:
        """Give what a worker that left had in hand to others. Raises Refused if that was so again and again."""
        lost = [(future, numbers) for future, by, numbers in self._in_hand.values() if by == worker]
        for future, numbers in lost:
            del self._in_hand[future.key]
            self._lost(numbers)
        self._client.cancel([future for future, _ in lost], force=True)

    def drop(self) -> None:
        """Take all batches out of the workers' hands."""
        self._client.cancel([future for future, _, _ in self._in_hand.values()], force=True)

    def _next(self) -> range | None:
        return self._again.popleft() if self._again else next(self._waiting, None)

    def _submit(self, worker: str, numbers: range) -> None:
        future = self._client.submit(_play, self._tasks, numbers, pure=False, workers=[worker])
        self._in_hand[future.key] = future, worker, numbers
        future.add_done_callback(self._finished.put)

    def _outcomes(self, future: Any) -> tuple[Outcome, ...] | None:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            outcomes: tuple[Outcome, ...] | None = future.result(timeout=PATIENCE)
        except KilledWorker as fault:
            raise self._tired() from fault
        except FutureCancelledError as fault:
            raise _gone(self._address) from fault
        return outcomes

    def _lost(self, numbers: range) -> None:
        self._losses[numbers.start] += 1
        if self._losses[numbers.start] >= ATTEMPTS:
            raise self._tired()
        self._again.append(numbers)

    def _tired(self) -> Refused:
        return Refused(
            f"the computers of {self._address} stopped repeatedly during the forecast. Check whether they have "
            "enough memory"
        )


def _as_sentence(line: str) -> str:
    return f"{line[0].upper()}{line[1:]}."


def _gone(address: str) -> CutOff:
    return CutOff(f"the connection to {address} ended")


def _silent(address: str) -> CutOff:
    return CutOff(f"{address} no longer answers")


# on the workers

_KEPT: dict[str, Timer] = {}
_KEEPING = Lock()
"""Held while ``_KEPT`` changes: a worker may play in several threads."""


def _program() -> str:
    return engine()


def _take_up(snapshots: tuple[Snapshot, ...]) -> None:
    for snapshot in snapshots:
        hold(snapshot)
    spare_the_collector()
    _keep_on(snapshot.digest for snapshot in snapshots)


def _keep_on(digests: Iterable[str]) -> None:
    """Keep snapshots until nothing has been asked of them for a while, counted from now."""
    with _KEEPING:
        for digest in digests:
            if (timer := _KEPT.get(digest)) is not None:
                timer.cancel()
            _KEPT[digest] = timer = Timer(IDLE, _forget, (digest,))
            timer.daemon = True  # a worker that ends does not wait for it
            timer.start()


def _forget(digest: str) -> None:
    """Let go of a snapshot whose time is over, unless it was asked for again meanwhile."""
    with _KEEPING:
        if _KEPT.get(digest) is current_thread():
            del _KEPT[digest]
            let_go((digest,))


def _lay_down(digests: tuple[str, ...]) -> None:
    with _KEEPING:
        for digest in digests:
            if (timer := _KEPT.pop(digest, None)) is not None:
                timer.cancel()
    let_go(digests)


def _play(tasks: tuple[Task, ...], numbers: range) -> tuple[Outcome, ...] | None:
    if not holds(tasks):
        return None
    outcomes = batch(tasks, numbers)
    if holds(tasks):  # the forecast may be over, and the snapshot laid down
        _keep_on(task.digest for task in tasks)
    return outcomes
