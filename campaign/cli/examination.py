"""The doctor's findings on a database, in words: for ``campaign doctor``, and after an upgrade or a restore."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.cli import show
from campaign.journal.doctor import Kind, Report, campaigns_in, examine_all
from campaign.journal.transaction import reading
from campaign.queries.settings import gone_settings
from campaign.store import Store
from campaign.store.checks import file_faults

REPAIRABLE = (Kind.ROW, Kind.LEDGER)
"""Kinds of error that a repair corrects."""


@dataclass(frozen=True, slots=True)
class Examination:
    """The doctor's findings on a database: the errors of the file itself, and those of each campaign."""

    database: str
    file: tuple[str, ...]
    campaigns: tuple[Report, ...]

    @property
    def faults(self) -> int:
        """Number of errors."""
        return len(self.file) + sum(len(campaign.faults) for campaign in self.campaigns)


def examination(store: Store, campaign: str | None = None) -> Examination:
    """Examine an open database."""
    return Examination(store.name, file_faults(store), examine_all(store, campaign))


def verdict(examination: Examination) -> str:
    """Return one line on the errors and the remedy."""
    things = "thing is" if examination.faults == 1 else "things are"
    count = f"{examination.faults} {things} wrong in {examination.database}"
    kinds = {fault.kind for report in examination.campaigns for fault in report.faults}
    otherwise = "restore a backup with campaign restore FILE, or save what the journal still holds with campaign rescue"
    if Kind.CHAIN in kinds:
        return f"{count}: {otherwise}"
    if kinds & set(REPAIRABLE):
        more = f"; if the file is still damaged after that, {otherwise}" if examination.file else ""
        return f"{count}: campaign doctor --repair rebuilds the data from the journal{more}"
    if examination.file:
        return f"{count}: {otherwise}"
    if kinds == {Kind.PICTURE}:
        return f"{count}: remove the photo and attach its file again with campaign battle photo"
    return f"{count}, caused by a journal entry: undo that entry, or correct its effect with campaign adjust"


def tell_of_gone_settings(store: Store, names: Iterable[str]) -> None:
    """Print on stderr what applies in these campaigns in place of settings that no longer exist."""
    for name in names:
        with reading(store, name) as board:
            for line in gone_settings(board):
                show.note(f"{name}: {line.meaning}")


def looked_at(store: Store) -> Examination:
    """Print on stderr, after an upgrade or a restore, what applies in place of settings that no longer exist, and the
    result of an examination; return it.
    """
    tell_of_gone_settings(store, campaigns_in(store))
    result = examination(store)
    if not result.faults:
        show.note(f"The doctor has looked at {store.name}: all is well.")
        return result
    for text in result.file:
        show.note(text)
    for report in result.campaigns:
        for fault in report.faults:
            show.note(f"{report.campaign}: {fault.what}")
    show.note(verdict(result))
    return result
