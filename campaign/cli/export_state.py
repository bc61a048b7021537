"""``campaign export --format``: the campaign at one moment, for other programs, and as a scenario of this program."""

from __future__ import annotations

from pathlib import Path

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import is_umpire, read
from campaign.clock import today
from campaign.exchange.foreign.exporters import FORMATS
from campaign.exchange.foreign.tables_out import table_of
from campaign.exchange.rewriting import scenario_files_of
from campaign.exchange.writing import save, write_new
from campaign.queries.campaign.carry_on import without_the_lost
from campaign.queries.campaign.exported_state import exported_state
from campaign.terms.words import counted, file_name


def export_state(call: Call, out: Path | None, form: str, table: str) -> None:
    """Write the campaign at one moment, for the viewer of the call, to a file of that format.

    Raises BadInput, StoreError, Refused.
    """
    kind = FORMATS[form]

    exported = read(call, lambda board, viewer: exported_state(board, viewer, kind))
    facts = f"with only the facts that {exported.viewer} may know" if exported.viewer else "as the umpire sees it"
    name, state, now = exported.name, exported.scenario, exported.now
    is_of_a_table = "table" in kind.takes
    subject = table if is_of_a_table else form
    reader = f" for {exported.viewer}" if exported.viewer else ""
    named = Path(file_name(f"{name} {subject}{reader} {today().isoformat()}", kind.ending))
    path = out or named
    if not kind.writer:
        kept, lost = without_the_lost(state)
        save(path, scenario_files_of(kept), secret=is_umpire(call))
        days = f"{counted(state.days, 'day')} from {state.first_day.day} {state.first_day:%B %Y}"
        show.line(
            f"{name} at this moment, {facts}, is now a scenario of {days} in {path}. To check it: campaign check {path}"
        )
        if now.turn > 1:
            show.note(f"The scenario begins with turn 1 of that day, but every unit is where it was in turn {now}.")
        if lost:
            show.note(f"Left out, because these units are lost: {', '.join(lost)}")
        return
    if path.is_dir():
        path = path / named
    write_new(path, exported.written(kind, table), secret=is_umpire(call))
    if is_of_a_table:
        rows = counted(len(table_of(state, table)) - 1, "row")
        show.line(f"The table {table} of {name}, {facts}, is in {path}: {rows}.")
    else:
        show.line(
            f"{name}, {facts}, is in {path}: {counted(len(state.battalions), 'battalion')},"
            f" {counted(len(state.places), 'place')}, {counted(len(state.roads), 'road')}."
        )
