"""The doctor's findings on a whole database: the file's own errors, and those of each campaign, with the remedy.

examination(store) -> Examination
verdict(examination) -> str           one line on the errors and what to do about them
"""

from __future__ import annotations

from campaign.journal.doctor import Kind, Report, examine_all
from campaign.journal.register import Register
from campaign.store import Store
from campaign.store.checks import file_faults
from campaign.store.error_text import as_the_doctor
from campaign.store.remedies import ways_back
from campaign.terms.words import counted
from campaign.values import dataclass

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
        return len(self.file) + sum(len(campaign.faults) for campaign in self.campaigns)


def examination(store: Store, campaign: str | None = None, register: Register | None = None) -> Examination:
    """Examine an open database; with a register of actions, carry out all its commands again."""
    with as_the_doctor():
        return Examination(store.name, file_faults(store), examine_all(store, campaign, register))


def verdict(examination: Examination) -> str:
    """Return one line on the errors and the remedy."""
    count = f"the doctor found {counted(examination.faults, 'error')} in {examination.database}"
    kinds = {fault.kind for report in examination.campaigns for fault in report.faults}
    otherwise = ways_back(examination.database)
    if Kind.CHAIN in kinds:
        return f"{count}. To continue, {otherwise}"
    if kinds & set(REPAIRABLE):
        more = f". If the file is still damaged after that, {otherwise}" if examination.file else ""
        return f"{count}. To rebuild the data from the journal: campaign doctor --repair{more}"
    if examination.file:
        return f"{count}. To continue, {otherwise}"
    if kinds == {Kind.PICTURE}:
        return f"{count}. Remove the photo and attach its file again: campaign battle photo"
    return f"{count}. A journal entry caused it: undo that entry, or correct its effect with campaign adjust"
