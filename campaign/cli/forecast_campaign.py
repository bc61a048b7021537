"""``campaign forecast campaign``: the campaign played on many times from now, and what came of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.exit_codes import REFUSED, STOPPED
from campaign.cli.forecast_files import Drawings
from campaign.cli.options import Command, answers_json, forecast_for, names_database, of_any_time, on_paper
from campaign.cli.session import read, rehearsal
from campaign.errors import BadFile, BadInput, CampaignError, NotFound
from campaign.store import opened
from campaign.terms.words import counted
from campaign.values import dataclass, replace

if TYPE_CHECKING:
    from campaign.cli.progress import ProgressLine
    from campaign.forecast.enemy import Unseen
    from campaign.forecast.spread import Gathered, Spreader
    from campaign.forecast.start import Start
    from campaign.journal.board import JournalBoard
    from campaign.terms.viewer import Viewer
    from campaign.views.forecast.campaign_forecast import CampaignForecast, Decided

DEFAULT_RUNS, DEFAULT_SEED = 1000, "1"


@dataclass(frozen=True, slots=True)
class Asked:
    """The runs that were asked for: their number, their seed, and the place where they are played."""

    runs: int
    seed: str
    jobs: int | None
    cluster: str


@dataclass(frozen=True, slots=True)
class Beginning:
    """The way to read the start of a forecast for a viewer: the last day, and the side's estimate of unseen enemies."""

    until: str
    unseen: tuple[Unseen, ...]

    def __call__(self, board: JournalBoard, viewer: Viewer) -> Start:
        """Return the start. Raises BadInput for an estimate of the umpire, who knows the enemy."""
        from campaign.forecast.side import BattleInHand
        from campaign.forecast.start import begin

        if self.unseen and viewer.is_umpire:
            raise BadInput(
                "--unseen is a side's estimate of the enemy, but the umpire knows the enemy. Add --viewer "
                "SIDE, or leave --unseen out"
            )
        try:
            return begin(board, self.until, viewer, self.unseen)
        except BattleInHand as fault:
            raise BattleInHand(f"{fault}: --as-of DAY.TURN") from fault


def spread_out(command: Command) -> Command:
    """Add ``--jobs`` and ``--cluster``: where the runs of a command are played."""
    jobs = click.option(
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="Number of runs played at the same time on this computer. Default: its number of processors.",
    )
    cluster = click.option(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="Play the runs on other computers, through the Dask scheduler at this address.",
    )
    return jobs(cluster(command))


def require_one_way(jobs: int | None, cluster: str) -> None:
    """Raise UsageError for runs that are to be played both here and on other computers."""
    if cluster and jobs is not None:
        raise click.UsageError(
            f"--jobs {jobs} uses this computer, and --cluster uses other computers. Leave out --jobs or --cluster"
        )


@click.command(name="campaign")
@click.option(
    "--until",
    default="",
    metavar="DAY",
    help="Last day to play, by number or date. Default: the last day of the campaign.",
)
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=DEFAULT_RUNS,
    show_default=True,
    metavar="N",
    help=(
        "Maximum number of runs. The forecast ends earlier when each chance of holding a place is known to within 3"
        " percentage points; with --compare, the differences in holders and mean leads as well."
    ),
)
@spread_out
@click.option(
    "--seed",
    default=DEFAULT_SEED,
    show_default=True,
    metavar="WORD",
    help="Word or number that the forecast's own dice come from. The same state and seed give the same forecast.",
)
@click.option(
    "--compare",
    "compared",
    multiple=True,
    metavar="BRANCH-OR-FILE",
    help=(
        "Another course of events to compare with this one, under the same dice: a branch, or a file of orders as"
        " players send them. May be repeated."
    ),
)
@click.option(
    "--decide",
    is_flag=True,
    help=(
        "Test the battles most closely linked with the score: play the runs again with each battle ruled for one"
        " side, then for the other."
    ),
)
@click.option(
    "--unseen",
    "estimates",
    multiple=True,
    metavar="'ARM N-M'",
    help=(
        "With --viewer: your estimate of enemy battalions or companies that the side has not seen, as in 'infantry"
        " 6-10' or 'anti-tank company 3'. May be repeated."
    ),
)
@click.option(
    "--brief",
    is_flag=True,
    help="Show only which side holds each place and which side ends ahead, and with --compare the differences.",
)
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE.pdf", help="Draw the forecast into this PDF.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw the forecast into this SVG.")
@on_paper
@names_database()
@answers_json
@forecast_for
@of_any_time
@click.pass_obj
@click.pass_context
def campaign_(
    ctx: click.Context,
    call: Call,
    until: str,
    runs: int,
    jobs: int | None,
    cluster: str,
    seed: str,
    compared: tuple[str, ...],
    decide: bool,
    estimates: tuple[str, ...],
    brief: bool,
    pdf: Path | None,
    svg: Path | None,
    paper: str,
) -> None:
    """Play the rest of the campaign many times by the documented doctrine, and count the results: the holder of each
    objective, the score, strengths, losses, supply, battles, and the events that go with a high or low score. Nothing
    is changed. --pdf and --svg draw the results: histograms, strengths by evening, and a map of the likely holders.

    With --viewer the forecast uses only what a side knows: its own forces as they are, and in each run an enemy drawn
    from the sightings. The dice are the forecast's own, never the campaign's. Ctrl-C ends the forecast early and shows
    the runs so far.
    """
    from campaign.forecast.enemy import appreciation
    from campaign.forecast.start import forecast_of
    from campaign.rules.common.dice import must_be_seed

    must_be_seed(seed, without=f"the seed {DEFAULT_SEED}")
    require_one_way(jobs, cluster)
    if brief and call.as_json:
        raise click.UsageError(
            "--brief shortens the tables, but --json always gives all tables. Leave out --brief or --json"
        )
    drawings = Drawings(pdf, svg, paper)
    drawings.require_possible(compared)
    asked = Asked(runs, seed, jobs, cluster)
    beginning = Beginning(until, tuple(appreciation(text) for text in estimates))
    start = read(call, beginning)
    others = [_course(call, name, start, beginning) for name in compared]
    gathered = played(asked, [start, *others])
    ended = gathered
    decided: tuple[Decided, ...] = ()
    if decide and not was_stopped(gathered):
        decided, ended = _decided(asked, start, gathered)
    view = forecast_of(start, gathered, seed, runs, decided=decided)
    if others:
        _show_comparison(call, view, [start, *others], gathered, asked, compared, is_brief=brief)
    else:
        try:
            drawings.draw(call, view, DEFAULT_RUNS)
        finally:  # a file that cannot be written after all does not cost the runs
            _show(call, view, is_brief=brief)
    if was_stopped(ended):
        ctx.exit(REFUSED if ended.fault else STOPPED)


def _show(call: Call, view: CampaignForecast, *, is_brief: bool) -> None:
    if call.as_json:
        show.json(view)
        return
    from campaign.cli.forecast_print import print_forecast

    print_forecast(view, DEFAULT_RUNS, is_brief=is_brief)


def _course(call: Call, name: str, start: Start, beginning: Beginning) -> Start:
    """Return the start of another course of events: a branch of the database, or the campaign with orders from a file.
    Raises NotFound for a name that is neither; a side has no branches, which are the umpire's.
    """
    from campaign.forecast.compare import require_comparable

    if Path(name).is_file():
        other = _with_orders(call, name, beginning)
    elif start.enemy is not None:
        raise NotFound(
            f"--compare {name!r}: there is no file of this name. Write the orders to compare into a file, and "
            "give the name of that file"
        )
    else:
        _require_branch(call, name)
        other = read(replace(call, campaign=name), beginning)
    require_comparable(start.names, other.names, name)
    return other


def _require_branch(call: Call, name: str) -> None:
    from campaign.journal.branches import branches
    from campaign.terms.words import did_you_mean

    with opened(call.db, write=False) as store:
        names = [branch.name for branch in branches(store)]
    if name not in names:
        raise NotFound(
            f"--compare {name!r}: there is no branch and no file of this name. List the branches: campaign "
            f"branches{did_you_mean(name, names)}"
        )


def _with_orders(call: Call, name: str, beginning: Beginning) -> Start:
    """Return the campaign with the orders of a file given, on a copy in memory. Raises BadFile for a line that cannot
    be read.
    """
    from campaign.actions.order_messages import TakeOrders
    from campaign.cli.order_files import load_paper
    from campaign.order_papers import HandIn, answers

    paper = load_paper(name)
    with rehearsal(call) as trial:
        read_orders, turn = trial.ask(lambda board, viewer: answers(board, viewer, [paper], HandIn("", again=True)))
        faults = [fault for answer in read_orders for fault in answer.faults]
        if faults:
            raise BadFile(f"{name} has {counted(len(faults), 'error')}; nothing was compared", faults)
        if not any(answer.rows for answer in read_orders):
            raise BadInput(
                f"{name} holds no orders. Write one order on each line, like: 2nd Rifles attack Birch Cross via Ashford"
            )
        trial.give(TakeOrders(turn, tuple(answer.message for answer in read_orders)))
        return trial.ask(beginning)


def _show_comparison(
    call: Call,
    view: CampaignForecast,
    starts: list[Start],
    gathered: Gathered,
    asked: Asked,
    labels: tuple[str, ...],
    *,
    is_brief: bool,
) -> None:
    from campaign.forecast.compare import comparison_of

    comparison = comparison_of(view, starts, labels, gathered, asked.seed, asked.runs)
    if call.as_json:
        show.json(comparison)
        return
    from campaign.cli.forecast_print import print_comparison

    print_comparison(comparison, DEFAULT_RUNS, is_brief=is_brief)


def _decided(asked: Asked, start: Start, gathered: Gathered) -> tuple[tuple[Decided, ...], Gathered]:
    """Return the true tests of the battles that go with the score most, and the runs on which they rest; those of the
    forecast if no battle is tested.
    """
    from campaign.cli.progress import ProgressLine
    from campaign.forecast.decide import battles_to_test, test
    from campaign.forecast.spread import Ended, Gathered
    from campaign.forecast.start import runs_of

    battles = battles_to_test(start, runs_of(gathered))
    if not battles:
        show.note("The link between battles and the score is too weak to test a battle.")
        return (), gathered
    line, runs = ProgressLine(), len(gathered.outcomes)
    try:
        decided, tested = test(start, battles, asked.seed, runs, spreader(asked, line), line)
    except CampaignError as fault:  # a cluster that has gone since: the forecast itself stands
        show.note(f"Error: {fault}. No battle was tested.")
        return (), Gathered(gathered.outcomes, Ended.CUT_OFF, str(fault))
    finally:
        line.end()
    if was_stopped(tested):
        why = f"Error: {tested.fault}. " if tested.fault else ""
        show.note(f"{why}Stopped: the tests of battles rest on {len(tested.outcomes):,} of {runs:,} runs.")
    return decided, tested


def played(asked: Asked, starts: list[Start]) -> Gathered:
    """Play the runs, with a line of progress on a terminal. Raises KeyboardInterrupt if none was finished."""
    from campaign.cli.progress import ProgressLine
    from campaign.forecast.start import play_out

    line = ProgressLine()
    try:
        gathered = play_out(starts, asked.seed, asked.runs, spreader(asked, line), line)
    finally:
        line.end()
    if not gathered.outcomes:
        raise KeyboardInterrupt
    if was_stopped(gathered):
        why = f"Error: {gathered.fault}. " if gathered.fault else ""
        show.note(f"{why}Stopped after {len(gathered.outcomes):,} of {asked.runs:,} runs.")
    return gathered


def was_stopped(gathered: Gathered) -> bool:
    """Return whether the user ended the runs early, or a cluster that went away."""
    from campaign.forecast.spread import Ended

    return gathered.ended in (Ended.STOPPED, Ended.CUT_OFF)


def spreader(asked: Asked, line: ProgressLine, *, stays: bool = False) -> Spreader:
    """Return the way to play the runs that was asked for. What it tells meanwhile takes the place of the line.
    ``stays``: processes wait for the next job after one.
    """
    if asked.cluster:
        from campaign.forecast.cluster import cluster

        def tell(text: str) -> None:
            line.end()
            show.note(text)

        return cluster(asked.cluster, tell)
    is_folder = bool(getattr(sys, "frozen", False))  # the folder for people without Python cannot start more of itself
    if is_folder and asked.jobs not in (None, 1):
        raise BadInput(
            f"--jobs {asked.jobs} is not possible here, because this program plays one run at a time. Leave --jobs out"
        )
    jobs = 1 if is_folder else asked.jobs or os.cpu_count() or 1
    if jobs == 1 or asked.runs == 1:
        from campaign.forecast.spread import Loop

        return Loop()
    from campaign.forecast.processes import Processes

    return Processes(jobs, stays=stays)
