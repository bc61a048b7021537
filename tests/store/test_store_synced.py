"""What a cloud service's folder and its copies are known by: names alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.store.synced import copies_beside, service_of

COPIES = (
    "campaign (conflicted copy 2026-05-01).db",
    "campaign (Ruth's conflicted copy 2026-05-01).db",
    "campaign (conflicted copy 2026-05-01 193000).db",
    "campaign (1).db",
    "campaign 2.db",
    "campaign-LAPTOP.db",
    "campaign-DESKTOP-4F2KQ1.db",
    "campaign.sync-conflict-20260501-193000-ABCDEFG.db",
)
OTHERS = (
    "campaign-2026-05-14-190000.db",
    "campaign-revision-0012-2026-05-01.db",
    "campaign.db-journal",
    "campaign (1).json",
    "campaigns 2.db",
    "my campaign (1).db",
    "campaign-7.db",
    "campaign.db",
)


def test_copies_are_known_by_their_names_and_nothing_else_is_one(tmp_path: Path) -> None:
    for name in (*COPIES, *OTHERS):
        (tmp_path / name).touch()
    assert [path.name for path in copies_beside(tmp_path / "campaign.db")] == sorted(COPIES)
    assert copies_beside(tmp_path / "nowhere" / "campaign.db") == ()


@pytest.mark.parametrize(
    ("folder", "service"),
    [
        ("Dropbox/club", "Dropbox"),
        ("Dropbox (Club)/x", "Dropbox"),
        ("OneDrive - The Club/Documents", "OneDrive"),
        ("Library/Mobile Documents/com~apple~CloudDocs", "iCloud Drive"),
        ("iCloudDrive", "iCloud Drive"),
        ("Google Drive/My Drive", "Google Drive"),
        ("nextcloud", "Nextcloud"),
        ("Documents/dropboxes", None),
    ],
)
def test_the_service_is_known_by_the_folders(tmp_path: Path, folder: str, service: str | None) -> None:
    assert service_of(tmp_path / folder / "campaign.db") == service


def test_status_and_doctor_tell_of_it_in_a_line_and_a_player_is_told_nothing(
    file_of: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = tmp_path / "Dropbox"
    folder.mkdir()
    here = folder / "campaign.db"
    here.write_bytes(file_of("tiny").read_bytes())
    (folder / "campaign (conflicted copy 2026-05-01).db").write_bytes(here.read_bytes())

    def said(*words: str) -> list[str]:
        done = CliRunner().invoke(campaign, [*words, "--db", str(here)])
        assert done.exit_code == 0, done.output
        return done.stderr.splitlines()

    (line,) = said("status")
    assert line.startswith("campaign (conflicted copy 2026-05-01).db beside campaign.db looks like a copy")
    assert f'campaign catch-up "{folder}{os.sep}campaign (conflicted copy 2026-05-01).db" --preview' in line
    service, copies = said("doctor")
    assert "is in a folder of Dropbox. Let only one computer write at a time" in service
    assert copies == line
    assert said("status", "--viewer", "alba") == []
    assert said("status", "--json") == []
