"""``campaign export --format``: the campaign at one moment, for other programs, and as a scenario of this program."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import read
from campaign.exchange.foreign.exporters import FORMATS
from campaign.exchange.foreign.map_features import Track
from campaign.exchange.foreign.tables_out import table_of
from campaign.exchange.rewriting import scenario_files_of
from campaign.exchange.values import Scenario
from campaign.exchange.writing import save, write_new
from campaign.journal.board import JournalBoard
from campaign.queries.carry_on import from_now, without_the_lost
from campaign.queries.scenario_state import state_of, track_of
from campaign.situation.clock import calendar_of
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted, file_name


def export_state(call: Call, out: Path | None, form: str, table: str) -> None:
    """Write the campaign at one moment, for the viewer of the call, to a file of that format.

    Raises BadInput, StoreError, Refused.
    """
    kind = FORMATS[form]

    def state_for(board: JournalBoard, viewer: Viewer) -> tuple[str, Scenario, tuple[Track, ...], datetime, Moment]:
        state = state_of(board, viewer)
        return (
            board.campaign.name,
            from_now(board, state, viewer) if kind.begins_today else state,
            track_of(board, viewer) if "track" in kind.takes else (),
            calendar_of(board).begins(Moment(1, 1)),
            Moment(board.clock.day, board.clock.turn),
        )

    name, state, track, start, now = read(call, state_for)
    is_of_a_table = "table" in kind.takes
    subject = table if is_of_a_table else form
    named = Path(file_name(f"{name} {subject} {date.today().isoformat()}", kind.ending))
    path = out or named
    if not kind.writer:
        kept, lost = without_the_lost(state)
        save(path, scenario_files_of(kept))
        days = f"{counted(state.days, 'day')} from {state.first_day.day} {state.first_day:%B %Y}"
        show.line(f"{name} at this moment is now a scenario of {days} in {path}. To check it: campaign check {path}")
        if now.turn > 1:
            show.note(f"It begins with turn 1 of that day, but with every unit where it stood in turn {now}.")
        if lost:
            show.note(f"Left out, as they are lost: {', '.join(lost)}")
        return
    if path.is_dir():
        path = path / named
    write_new(path, kind.written(state, {"track": track, "start": start, "table": table}))
    if is_of_a_table:
        show.line(f"The table {table} of {name} is in {path}: {counted(len(table_of(state, table)) - 1, 'row')}.")
    else:
        show.line(
            f"{name} is in {path}: {counted(len(state.battalions), 'battalion')},"
            f" {counted(len(state.places), 'place')}, {counted(len(state.roads), 'road')}."
        )
