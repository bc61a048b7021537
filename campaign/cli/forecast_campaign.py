"""``campaign forecast campaign``: the campaign played on many times from now, and what came of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.exit_codes import STOPPED
from campaign.cli.options import answers_json, for_the_umpire, names_database, of_any_time
from campaign.cli.session import read

if TYPE_CHECKING:
    from campaign.forecast.spread import Gathered, Spreader
    from campaign.forecast.start import Start

DEFAULT_RUNS, DEFAULT_SEED = 1000, "1"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed: how many runs, with which seed, where they are played."""

    runs: int
    seed: str
    jobs: int | None
    cluster: str


@click.command(name="campaign")
@click.option(
    "--until", default="", metavar="DAY", help="Last day to play: its number or date. Default: the last of all."
)
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=DEFAULT_RUNS,
    show_default=True,
    metavar="N",
    help="Most runs. Fewer are played if every chance is known to 3 points of 100.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that play at once on this machine. Default: one for each of its processors.",
)
@click.option("--cluster", default="", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
@click.option(
    "--seed",
    default=DEFAULT_SEED,
    show_default=True,
    metavar="WORD",
    help="Seed of the forecast's own dice: the same state and seed give the same forecast.",
)
@names_database()
@answers_json
@of_any_time
@for_the_umpire
@click.pass_obj
@click.pass_context
def campaign_(ctx: click.Context, call: Call, until: str, runs: int, jobs: int | None, cluster: str, seed: str) -> None:
    """Play the campaign on from now many times by the documented doctrine, and count what comes of it: who holds each
    objective, the score, strengths, losses, supply, games, and what goes with the score. Nothing is changed.

    The dice are the forecast's own, never the campaign's. Ctrl-C ends it early and shows what there is so far. For the
    umpire only.
    """
    from campaign.forecast.start import begin, forecast_of
    from campaign.rules.common.dice import must_be_seed

    must_be_seed(seed)
    asked = Asked(runs, seed, jobs, cluster)
    start = read(call, lambda board, _: begin(board, until))
    gathered = played(asked, [start])
    view = forecast_of(start, gathered, seed, runs)
    if call.as_json:
        show.json(view)
    else:
        from campaign.cli.forecast_print import print_forecast

        print_forecast(view)
    if was_stopped(gathered):
        ctx.exit(STOPPED)


def played(asked: Asked, starts: list[Start]) -> Gathered:
    """Play the runs, with a line of progress on a terminal. Raises KeyboardInterrupt if none was finished."""
    from campaign.cli.progress import ProgressLine
    from campaign.forecast.start import play_out

    line = ProgressLine()
    try:
        gathered = play_out(starts, asked.seed, asked.runs, spreader(asked), line)
    finally:
        line.end()
    if not gathered.outcomes:
        raise KeyboardInterrupt
    if was_stopped(gathered):
        show.note(f"Stopped after {len(gathered.outcomes):,} of {asked.runs:,} runs.")
    return gathered


def was_stopped(gathered: Gathered) -> bool:
    """Return whether the user ended the runs early."""
    from campaign.forecast.spread import Ended

    return gathered.ended is Ended.STOPPED


def spreader(asked: Asked) -> Spreader:
    """Return the way to play the runs that was asked for."""
    if asked.cluster:
        from campaign.forecast.cluster import cluster

        return cluster(asked.cluster)
    jobs = asked.jobs or os.cpu_count() or 1
    if jobs == 1 or asked.runs == 1:
        from campaign.forecast.spread import Loop

        return Loop()
    from campaign.forecast.processes import Processes

    return Processes(jobs)
