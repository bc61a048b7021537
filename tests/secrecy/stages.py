"""The campaigns of the trial, each made once: Operation Brevity before its first turn and amid its battles, Market
Garden after a day."""

from __future__ import annotations

import atexit
import gzip
import shutil
import tempfile
from functools import cache
from pathlib import Path

from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.journal.branches import drop
from campaign.store import HEAD, opened, upgrade
from tests.cli import capuzzo

GARDEN = Path(__file__).parents[1] / "store" / "released" / "0004.db.gz"
SEED = "1941"
SIDES = ("allied", "axis")
READERS = {
    "start": {"allied": "erskine", "axis": "herff"},
    "midway": {"allied": "garmoyle", "axis": "montemurro"},
    "garden": {"allied": "gavin", "axis": "bittrich"},
}
"""Of each stage and side the commander who looks, besides his side as a whole."""


def typed(db: Path, *words: str) -> Result:
    """A command of the program, run here."""
    return CliRunner().invoke(campaign, ["--db", str(db), *words])


def made(stage: str, path: Path) -> Path:
    """The campaign of a stage, in this file; it is played once in a run, and copied from then on."""
    return Path(shutil.copyfile(_finished(stage), path))


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="campaign-stages-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _finished(stage: str) -> Path:
    """The file of a stage, which nobody writes into."""
    home = _folder() / stage
    home.mkdir()
    path = home / "campaign.db"
    if stage == "start":
        capuzzo.ok(path, "new", "operation-brevity", "--seed", SEED)
    elif stage == "midway":
        capuzzo.found(path)
    else:
        path.write_bytes(gzip.decompress(GARDEN.read_bytes()))
        if HEAD != "0004":
            upgrade(path)
        with opened(path, write=True) as store:
            drop(store, "what-if")
    return path
