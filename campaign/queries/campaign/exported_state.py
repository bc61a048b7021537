"""The campaign at one moment, as other programs' formats and scenarios take it."""

from __future__ import annotations

from datetime import datetime

from campaign.exchange.foreign.exporters import Format
from campaign.exchange.foreign.map_features import Track
from campaign.exchange.values import Scenario
from campaign.journal.board import JournalBoard
from campaign.queries.campaign.carry_on import from_now
from campaign.queries.campaign.scenario_state import state_of, track_of
from campaign.situation.army import load_army
from campaign.situation.clock import calendar_of
from campaign.situation.knowledge import load_knowledge
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class ExportedState:
    """The state of a campaign for a format: its scenario, the way of each unit by time where the format takes it, the
    begin of the first turn, and the running turn. ``viewer``: who may know it; empty for the umpire.
    """

    name: str
    viewer: str
    scenario: Scenario
    track: tuple[Track, ...]
    start: datetime
    now: Moment

    def written(self, kind: Format, table: str) -> bytes:
        """Return the file of a format. Raises BadInput."""
        return kind.written(self.scenario, {"track": self.track, "start": self.start, "table": table})


def exported_state(board: JournalBoard, viewer: Viewer, kind: Format) -> ExportedState:
    """Return the state for a viewer, in what the format takes."""
    state = state_of(board, viewer)
    return ExportedState(
        board.campaign.name,
        "" if viewer.is_umpire else load_knowledge(board, load_army(board), viewer).who,
        from_now(board, state, viewer) if kind.begins_today else state,
        track_of(board, viewer) if "track" in kind.takes else (),
        calendar_of(board).begins(Moment(1, 1)),
        Moment(board.clock.day, board.clock.turn),
    )
