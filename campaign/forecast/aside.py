"""A forecast played beside the program that shows it, in a process of its own: nothing there waits for it.

aside = Aside(Work(starts, labels, seed, runs, decide))
aside.state -> State        how far it is; at the end the forecast, or why there is none
aside.stop()                end it early with the runs so far
aside.abandon()             end it without a result
aside.wait(seconds)         until it has ended
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, Pipe
from multiprocessing.context import SpawnProcess
from typing import Final

from campaign.errors import CampaignError, Refused
from campaign.forecast.compare import comparison_of
from campaign.forecast.decide import decided_by
from campaign.forecast.job import let_go
from campaign.forecast.spread import Ended, Gathered, Loop
from campaign.forecast.staff import Question, advice_of, weigh
from campaign.forecast.start import Start, forecast_of, play_out
from campaign.values import dataclass, replace
from campaign.views.forecast.advice import Advice
from campaign.views.forecast.campaign_forecast import CampaignForecast, Decided, ForecastComparison

NICENESS: Final = 10
"""By how much the process gives way to the program that serves."""
NO_RUN: Final = "It was stopped before the first run was finished"
NO_PART: Final = "It was stopped before the first part of its runs was played"
BROKE_OFF: Final = (
    "The program that played the forecast ended early, perhaps because the computer ran out of memory. Ask for "
    "fewer runs"
)


@dataclass(frozen=True, slots=True)
class Work:
    """A forecast to be played: its course of events, and those to compare with it under their labels. ``decide``: test
    the battles that go with the score most. ``parts``: into how many the runs are parted for a reader who must not
    learn how fast they are played; one that is stopped then comes to whole parts only.
    """

    starts: tuple[Start, ...]
    labels: tuple[str, ...]
    seed: str
    runs: int
    decide: bool
    parts: int = 0


@dataclass(frozen=True, slots=True)
class Advising:
    """A question to a staff, whose courses are to be weighed."""

    question: Question

    @property
    def runs(self) -> int:
        """The runs that will be played at most."""
        return self.question.most_runs


@dataclass(frozen=True, slots=True)
class Result:
    """A forecast that was played. ``comparison``: with the other courses of events, where any were asked for."""

    forecast: CampaignForecast
    comparison: ForecastComparison | None


@dataclass(frozen=True, slots=True)
class State:
    """A forecast on its way: ``played`` of ``asked`` runs; ``testing``: they are the tests of battles. ``fault``: the
    reason in words for which there is no result;
    ``advice``: what a staff has weighed.
    """

    played: int
    asked: int
    testing: bool = False
    result: Result | None = None
    fault: str = ""
    advice: Advice | None = None

    @property
    def is_over(self) -> bool:
        return self.result is not None or self.advice is not None or bool(self.fault)


class Aside:
    """A forecast that is played beside the program. ``is_alone``: in a process of its own; the folder for people
    without Python, which cannot start more of itself, plays it in a thread.
    """

    def __init__(self, work: Work | Advising, *, is_alone: bool = not getattr(sys, "frozen", False)) -> None:
        self.state = State(0, work.runs)
        self.process: SpawnProcess | None = None
        self._desk_end, self._runs_end = Pipe()
        self._is_abandoned = False
        self._lock = threading.Lock()
        play = self._begin_process if is_alone else self._begin_thread
        self._listener = threading.Thread(
            target=self._listen, args=(play, work), name="forecast's listener", daemon=True
        )
        self._listener.start()

    def stop(self) -> None:
        """End it early: it comes to what the runs so far say."""
        with suppress(OSError):
            self._desk_end.send("stop")

    def abandon(self) -> None:
        """End it at once; no result is wanted any more."""
        with self._lock:
            self._is_abandoned = True
            process = self.process
        if process is None:
            self.stop()
        else:
            process.terminate()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended."""
        self._listener.join(seconds)

    def _begin_process(self, work: Work | Advising) -> None:
        """Start the process, which takes as long as it takes to hand it the work."""
        process = get_context("spawn").Process(target=_play_alone, args=(self._runs_end, work), daemon=True)
        with self._runs_end:
            process.start()
        with self._lock:
            self.process = process
            if self._is_abandoned:
                process.terminate()

    def _begin_thread(self, work: Work | Advising) -> None:
        threading.Thread(target=_play, args=(self._runs_end, work), daemon=True, name="forecast").start()

    def _listen(self, play: Callable[[Work | Advising], None], work: Work | Advising) -> None:
        """Begin to play, and take in how far it is until it is over."""
        try:
            play(work)
            while not self.state.is_over:
                self.state = self._desk_end.recv()
        except (EOFError, OSError):
            pass  # told below, as every other end without a result is
        finally:
            if not self.state.is_over:
                self.state = replace(self.state, fault=BROKE_OFF)
            self._desk_end.close()
            if self.process is not None:
                self.process.join()


def _play_alone(pipe: Connection, work: Work | Advising) -> None:
    """Play in a process that gives way to others, and leaves Ctrl-C to the one that started it."""
    from campaign.forecast.processes import deaf_to_ctrl_c

    deaf_to_ctrl_c()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    _play(pipe, work)


def _play(pipe: Connection, work: Work | Advising) -> None:
    with suppress(OSError), pipe:  # the desk has gone
        try:
            state = _advised(pipe, work) if isinstance(work, Advising) else _Playing(pipe, work).play()
        except CampaignError as fault:
            state = State(0, work.runs, fault=str(fault))
        except KeyboardInterrupt:
            state = State(0, work.runs, fault=NO_RUN)
        finally:  # before the end is told: the next forecast may hold the same snapshots
            if isinstance(work, Work):
                let_go(start.snapshot.digest for start in work.starts)
        pipe.send(state)


def _advised(pipe: Connection, work: Advising) -> State:
    """Return what a staff has weighed. One that is stopped leaves the orders as they are, and says so."""

    def progress(played: int, asked: int) -> None:
        pipe.send(State(played, asked))
        if pipe.poll():
            with suppress(EOFError):  # the desk has gone
                pipe.recv()
            raise KeyboardInterrupt

    thought = weigh(work.question, Loop(), progress)
    return State(thought.runs, max(thought.runs, work.runs), advice=advice_of(work.question, thought))


class _Playing:
    """The work on its way, which tells how far it is and ends early if it is told to."""

    def __init__(self, pipe: Connection, work: Work) -> None:
        self._pipe, self._work, self._testing, self._was_stopped = pipe, work, False, False

    def play(self) -> State:
        work, first = self._work, self._work.starts[0]
        gathered = play_out(work.starts, work.seed, work.runs, Loop(), self._progress)
        if not gathered.outcomes:
            raise KeyboardInterrupt
        if gathered.ended is Ended.STOPPED and work.parts:
            gathered = _whole_parts(gathered, work)
        decided: tuple[Decided, ...] = ()
        if work.decide and gathered.ended is not Ended.STOPPED:
            self._testing = True
            decided = decided_by(first, gathered, work.seed, Loop(), self._progress).decided
            if self._was_stopped and work.parts:
                decided = ()  # their number of runs would tell how fast they were played
        view = forecast_of(first, gathered, work.seed, work.runs, decided=decided)
        return State(len(gathered.outcomes), work.runs, result=Result(view, self._comparison(view, gathered)))

    def _comparison(self, view: CampaignForecast, gathered: Gathered) -> ForecastComparison | None:
        work = self._work
        if len(work.starts) == 1:
            return None
        return comparison_of(view, work.starts, work.labels, gathered, work.seed, work.runs)

    def _progress(self, played: int, asked: int) -> None:
        self._pipe.send(State(played, asked, self._testing))
        if self._pipe.poll():
            with suppress(EOFError):  # the desk has gone
                self._pipe.recv()
            self._was_stopped = True
            raise KeyboardInterrupt


def _whole_parts(gathered: Gathered, work: Work) -> Gathered:
    """Return the runs of the parts that were played whole. Raises Refused if there is none."""
    played = len(gathered.outcomes) * work.parts // work.runs
    if not played:
        raise Refused(NO_PART)
    return replace(gathered, outcomes=gathered.outcomes[: played * work.runs // work.parts])
