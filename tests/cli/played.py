"""Shipped scenarios after some days, for all tests of the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

from click.testing import CliRunner

from campaign.cli.contents import campaign
from tests.cli import capuzzo


class Played:
    """Shipped scenarios of seed 7 after so many days that the program played alone, each made once; their files are not
    to be written to.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: dict[tuple[str, int], str] = {}
        """What was answered as a day was played."""

    def __call__(self, scenario: str, days: int) -> Path:
        path = self.folder / f"{scenario}-{days}.db"
        if not path.exists():
            if days == 0:
                capuzzo.ok(path, "new", scenario, "--seed", "7")
            else:
                shutil.copyfile(self(scenario, days - 1), path)
                words = ("next", "--auto", "--until", "day", "--db", str(path))
                done = CliRunner(env={"COLUMNS": "80"}).invoke(campaign, words)
                assert done.exit_code == 0, done.output
                self.told[scenario, days] = done.stdout
        return path

    def answer(self, scenario: str, day: int) -> str:
        """What the command that played this day answered."""
        self(scenario, day)
        return self.told[scenario, day]
