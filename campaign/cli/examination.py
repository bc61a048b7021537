"""The doctor's findings on a database, printed after an upgrade or a restore."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.cli import show
from campaign.journal.doctor import campaigns_in
from campaign.journal.examination import Examination, examination, verdict
from campaign.journal.transaction import reading
from campaign.queries.campaign.settings import gone_settings
from campaign.store import Store


def tell_of_gone_settings(store: Store, names: Iterable[str]) -> None:
    """Print on stderr which settings these campaigns had changed that no longer exist."""
    for name in names:
        with reading(store, name) as board:
            for line in gone_settings(board):
                show.note(f"{name}: {line.meaning}")


def looked_at(store: Store) -> Examination:
    """Print on stderr, after an upgrade or a restore, which changed settings no longer exist, and the result of an
    examination; return it.
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
