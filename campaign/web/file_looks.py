"""A look into a file that was sent: its content, and what this desk could do with it.

look_at(path, board) -> FileLook      nothing is changed; damage is told, not raised
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from campaign.errors import CampaignError
from campaign.exchange.export import CampaignExport, read_file
from campaign.exchange.parcel import campaign_file_in, is_parcel
from campaign.journal.board import JournalBoard
from campaign.journal.campaign_copy import UNFIT, all_of
from campaign.journal.examination import examination
from campaign.journal.parted import copies_in
from campaign.store import opened
from campaign.store.file_type import is_database
from campaign.values import dataclass

MOST_NAMES = 40
"""Most campaigns of a file that are listed."""


class FileKind(StrEnum):
    """The kinds of files."""

    DATABASE = "a campaign file"
    PARCEL = "a parcel for the next umpire"
    EXPORT = "an exported campaign"
    DAMAGED = "a damaged campaign file"
    OTHER = "not a campaign"


@dataclass(frozen=True, slots=True)
class CampaignInFile:
    """A campaign that a file holds. ``is_copy``: it has the same start as the one open at the desk."""

    name: str
    title: str
    entries: int
    last: str
    is_copy: bool


@dataclass(frozen=True, slots=True)
class FileLook:
    """The content of a file. ``trouble``: why it cannot be read, or what is wrong with it; empty if nothing is."""

    kind: FileKind
    campaigns: tuple[CampaignInFile, ...] = ()
    trouble: str = ""

    @property
    def can_be_imported(self) -> bool:
        """Return whether its campaigns can be put beside the others."""
        return bool(self.campaigns) and self.kind is not FileKind.DAMAGED

    @property
    def copies(self) -> tuple[str, ...]:
        """Return the names of the copies of the open campaign in it, if they can be compared."""
        is_file = self.kind in (FileKind.DATABASE, FileKind.PARCEL)
        return tuple(campaign.name for campaign in self.campaigns if campaign.is_copy and is_file)


def look_at(path: Path, board: JournalBoard) -> FileLook:
    """Return what a file holds. ``board``: the campaign that is open, to tell its copies from others."""
    try:
        parcel = is_parcel(path)
        with campaign_file_in(path) as file:
            if not is_database(file):
                return FileLook(FileKind.EXPORT, (_exported(read_file(file), board),))
            kind = FileKind.PARCEL if parcel else FileKind.DATABASE
            try:
                return _database(file, kind, board)
            except CampaignError as fault:
                return FileLook(FileKind.DAMAGED, (), str(fault))
    except CampaignError as fault:
        return FileLook(FileKind.OTHER, (), str(fault))


def _database(file: Path, kind: FileKind, board: JournalBoard) -> FileLook:
    with opened(file, write=False) as source:
        copies = copies_in(source, board)
        examined = examination(source)
        wrong = [finding.what for report in examined.campaigns for finding in report.faults if finding.kind in UNFIT]
        faults = [*examined.file, *wrong]
        campaigns = tuple(_exported(export, board, copies) for export in all_of(source)[:MOST_NAMES])
    return FileLook(FileKind.DAMAGED if faults else kind, campaigns, faults[0] if faults else "")


def _exported(export: CampaignExport, board: JournalBoard, copies: tuple[str, ...] = ()) -> CampaignInFile:
    name, last = str(export.facts["name"]), export.entries[-1] if export.entries else None
    text = f"turn {last['day']}.{last['turn']}: {last['summary']}" if last else "no entry"
    return CampaignInFile(name, str(export.facts["title"]), len(export.entries), text, name in copies)


def wholes_in(path: Path) -> tuple[CampaignExport, ...]:
    """Return every campaign of a file, ready to be put into a database. Raises BadFile, StoreError."""
    with campaign_file_in(path) as file:
        if not is_database(file):
            return (read_file(file),)
        with opened(file, write=False) as source:
            return all_of(source)
