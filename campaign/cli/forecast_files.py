"""The files into which a forecast is drawn: ``--pdf`` and ``--svg``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.preferred import tell_of_paper
from campaign.cli.session import read
from campaign.values import dataclass
from campaign.views.forecast.campaign_forecast import CampaignForecast


@dataclass(frozen=True, slots=True)
class Drawings:
    """The files that were asked for, and the size of their paper."""

    pdf: Path | None
    svg: Path | None
    paper: str

    def require_possible(self, compared: Sequence[str]) -> None:
        """Raise UsageError, before the first run, for a file that cannot be written or a comparison."""
        for path, ending in ((self.pdf, ".pdf"), (self.svg, ".svg")):
            if path is None:
                continue
            option = f"--{ending[1:]}"
            if path.is_dir():
                raise click.UsageError(f"{option} {str(path)!r} is a folder. Name a file in it that ends in {ending}")
            if path.suffix.lower() != ending:
                raise click.UsageError(f"{option} {str(path)!r} does not end in {ending}. Name a file that does")
            _require_folder(option, path)
            if compared:
                raise click.UsageError(
                    f"{option} shows a single forecast and not a comparison. Leave out --compare or {option}"
                )

    def draw(self, call: Call, view: CampaignForecast, usual_runs: int) -> None:
        """Draw and write the files, and tell their names on the error channel, so that the answer stays whole.
        ``usual_runs``: the number of runs without --runs.
        """
        if self.pdf is None and self.svg is None:
            return
        from campaign.queries.forecast.forecast_paper import forecast_paper
        from campaign.queries.map.map import situation_map
        from campaign_reports.forecast_paper import render_forecast, render_forecast_svg
        from campaign_reports.page import Paper

        page = forecast_paper(view, read(call, situation_map), usual_runs)
        size = Paper(self.paper)
        if self.pdf is not None:
            _write(self.pdf, render_forecast(page, size))
        if self.svg is not None:
            _write(self.svg, render_forecast_svg(page, size).encode())
        tell_of_paper()


def _require_folder(option: str, path: Path) -> None:
    """Raise UsageError for a file in a folder that is none, or in which nothing can be written."""
    folder = next(above for above in path.absolute().parents if above.exists())
    if not folder.is_dir():
        raise click.UsageError(f"{option} {str(path)!r}: {str(folder)!r} is a file, not a folder. Name another folder")
    if not os.access(folder, os.W_OK):
        raise click.UsageError(
            f"{option} {str(path)!r}: the folder {str(folder)!r} cannot be written to. Name another folder"
        )


def _write(path: Path, content: bytes) -> None:
    from campaign.exchange.writing import write_over

    path.parent.mkdir(parents=True, exist_ok=True)
    write_over(path, content)
    show.note(str(path))
