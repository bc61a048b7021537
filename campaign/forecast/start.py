"""The start of a forecast: everything it needs of the campaign, read at one moment; and its runs.

begin(board, until) -> Start
play_out(starts, seed, runs, spreader, progress) -> Gathered
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from campaign.forecast.enemy import Enemy, Unseen, enemy_of
from campaign.forecast.figures import DIGITS, About, figures
from campaign.forecast.job import Job, Outcome, Task, engine
from campaign.forecast.names import Names, names_of
from campaign.forecast.narrow import are_narrow
from campaign.forecast.run import Run
from campaign.forecast.side import side_snapshot
from campaign.forecast.spread import Gathered, Progress, Spreader, gather
from campaign.forecast.umpire import last_day, require_playable, require_resolvable, require_running, snapshot
from campaign.journal.board import JournalBoard
from campaign.journal.memory import MemoryBoard, Snapshot, unpacked
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import dataclass
from campaign.views.forecast.campaign_forecast import CampaignForecast, Decided, DrawnEnemy, DrawnGroup, UnseenEstimate

SEED: Final = "1"
"""The seed of forecasts for which none is typed: two of the same state agree."""
UMPIRES: Final = "Umpire"
"""The viewer of a forecast that knows everything."""


@dataclass(frozen=True, slots=True)
class Start:
    """A campaign from which runs begin, with the names of what they count and the last day they play."""

    snapshot: Snapshot
    names: Names
    until: int
    viewer: str = UMPIRES
    enemy: DrawnEnemy | None = None


def begin(board: JournalBoard, until: str = "", viewer: Viewer = UMPIRE, unseen: Sequence[Unseen] = ()) -> Start:
    """Read the start of a forecast from a board that only reads: the umpire's, or that of a viewer's side with what it
    knows and its estimate of ``unseen`` enemies. Raises Refused where no run can be played, NotAllowed for a viewer
    that knows a part of a side, NotFound and BadInput for the last day.
    """
    if viewer.is_umpire:
        require_playable(board)
        day = last_day(board, until)
        return Start(snapshot(board), names_of(board), day)
    require_running(board)
    require_resolvable(board, {board.campaign.tabletop})
    day = last_day(board, until)
    known = side_snapshot(board, viewer, unseen)
    contents = unpacked(known.content)
    assert contents.enemy is not None
    enemy = enemy_of(contents.enemy)
    past = MemoryBoard(contents)
    try:
        names = names_of(past, enemy.side)
    finally:
        past.close()
    return Start(known, names, day, names.sides[enemy.side], _told(enemy, names))


def _told(enemy: Enemy, names: Names) -> DrawnEnemy:
    """Return how the enemy is drawn, for people."""
    return DrawnEnemy(
        names.sides[enemy.side],
        names.sides[enemy.enemy],
        tuple(
            DrawnGroup(
                group.words,
                group.where,
                group.age_hours,
                round(group.stays / (group.stays + sum(weight for _, weight in group.places)), DIGITS),
                len(group.places),
            )
            for group in enemy.groups
        ),
        tuple(UnseenEstimate(e.arm, e.mark, e.least, e.most, len(enemy.ground)) for e in enemy.unseen),
    )


def play_out(starts: Sequence[Start], seed: str, runs: int, spreader: Spreader, progress: Progress) -> Gathered:
    """Play runs from each of the starts, run n from all of them with the same dice."""
    tasks = tuple(Task(start.snapshot.digest, seed, start.until) for start in starts)
    job = Job(tasks, tuple({start.snapshot.digest: start.snapshot for start in starts}.values()))

    def narrow(outcomes: Sequence[Outcome]) -> bool:
        return are_narrow([[outcome[n] for outcome in outcomes] for n in range(len(starts))])

    return gather(spreader, job, runs, narrow, progress)


def runs_of(gathered: Gathered, course: int = 0) -> list[Run]:
    """Return the runs of one of the courses of events."""
    return [outcome[course] for outcome in gathered.outcomes]


def about(start: Start, gathered: Gathered, seed: str, asked: int) -> About:
    """Return how the runs were played."""
    return About(seed, asked, str(gathered.ended), start.snapshot.digest, engine(), start.viewer, start.enemy)


def forecast_of(
    start: Start, gathered: Gathered, seed: str, asked: int, course: int = 0, decided: tuple[Decided, ...] = ()
) -> CampaignForecast:
    """Return the figures of one of the courses of events."""
    return figures(start.names, runs_of(gathered, course), about(start, gathered, seed, asked), decided)
