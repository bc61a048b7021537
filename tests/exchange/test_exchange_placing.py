"""Drafts: what a killed program left is removed, what a living one writes is left alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from campaign.exchange.placing import draft_of, take_name


def _ended() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


@pytest.mark.skipif(os.name == "nt", reason="Windows is asked by age only")
def test_drafts_of_killed_programs_go_and_those_of_living_ones_stay(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    ours = draft_of(path)
    mark = ours.name.split(".campaign-")[1].split("-")[0]
    left = [
        tmp_path / f".campaign.db.campaign-{mark}-{_ended()}.new",
        tmp_path / f".campaign.db.campaign-{mark}-{_ended()}.new-journal",
        tmp_path / f".other.json.campaign-{mark}-{_ended()}.new",
        tmp_path / f".campaign.db.{_ended()}.new",
    ]
    stays = [
        ours,
        tmp_path / f".campaign.db.campaign-{mark}-{os.getppid()}.new",
        tmp_path / ".campaign.db.campaign-00000000-1.new",
        tmp_path / f".letter.{_ended()}.new",
        tmp_path / "campaign.db",
    ]
    for file in (*left, *stays):
        file.write_text("half")
    folder = tmp_path / f".own.campaign-{mark}-{_ended()}.new"
    (folder / "within").mkdir(parents=True)
    draft_of(path)
    assert sorted(tmp_path.iterdir()) == sorted(stays)


def test_a_draft_of_another_machine_goes_after_a_day(tmp_path: Path) -> None:
    draft = tmp_path / ".campaign.db.campaign-00000000-1.new"
    draft.write_text("half")
    yesterday = time.time() - 90_000
    os.utime(draft, (yesterday, yesterday))
    draft_of(tmp_path / "campaign.db")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken_is_not_taken_again(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    path.write_text("mine")
    draft = draft_of(path)
    draft.write_text("yours")
    with pytest.raises(FileExistsError):
        take_name(draft, path)
    assert path.read_text() == "mine"
