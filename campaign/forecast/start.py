"""The start of a forecast: everything it needs of the campaign, read at one moment; and its runs.

begin(board, until) -> Start
play_out(starts, how, spreader, progress) -> Gathered
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from campaign.forecast.figures import About, figures, is_narrow
from campaign.forecast.job import Job, Outcome, Task, engine
from campaign.forecast.names import Names, names_of
from campaign.forecast.run import Run
from campaign.forecast.spread import Gathered, Progress, Spreader, gather
from campaign.forecast.umpire import last_day, require_playable, snapshot
from campaign.journal.board import JournalBoard
from campaign.journal.memory import Snapshot
from campaign.views.campaign_forecast import CampaignForecast, Decided

SEED: Final = "1"
"""The seed of forecasts for which none is typed: two of the same state agree."""
RUNS: Final = 1000


@dataclass(frozen=True, slots=True)
class Start:
    """A campaign from which runs begin, with the names of what they count and the last day they play."""

    snapshot: Snapshot
    names: Names
    until: int


def begin(board: JournalBoard, until: str = "") -> Start:
    """Read the start of a forecast from a board that only reads. Raises Refused where no run can be played, NotFound
    and BadInput for the last day.
    """
    require_playable(board)
    day = last_day(board, until)
    return Start(snapshot(board), names_of(board), day)


def play_out(starts: Sequence[Start], seed: str, runs: int, spreader: Spreader, progress: Progress) -> Gathered:
    """Play runs from each of the starts, run n from all of them with the same dice."""
    tasks = tuple(Task(start.snapshot.digest, seed, start.until) for start in starts)
    job = Job(tasks, tuple({start.snapshot.digest: start.snapshot for start in starts}.values()))

    def narrow(outcomes: Sequence[Outcome]) -> bool:
        return all(is_narrow([outcome[n] for outcome in outcomes]) for n in range(len(starts)))

    return gather(spreader, job, runs, narrow, progress)


def runs_of(gathered: Gathered, course: int = 0) -> list[Run]:
    """Return the runs of one of the courses of events."""
    return [outcome[course] for outcome in gathered.outcomes]


def about(start: Start, gathered: Gathered, seed: str, asked: int) -> About:
    """Return how the runs were played."""
    return About(seed, asked, str(gathered.ended), start.snapshot.digest, engine())


def forecast_of(
    start: Start, gathered: Gathered, seed: str, asked: int, course: int = 0, decided: tuple[Decided, ...] = ()
) -> CampaignForecast:
    """Return the figures of one of the courses of events."""
    return figures(start.names, runs_of(gathered, course), about(start, gathered, seed, asked), decided)
