"""The umpire's desk: what waits, what can wait, the map, who has ordered, the last entries."""

from __future__ import annotations

from campaign.actions.forecast import march_ahead
from campaign.journal.board import JournalBoard
from campaign.journal.undo import living
from campaign.queries.book.entries import last_entries
from campaign.queries.common.outlook import look
from campaign.queries.day.clock import clock_track
from campaign.queries.day.day_report import day_report
from campaign.queries.day.status import status
from campaign.queries.day.waiting import games_to_come, waiting
from campaign.queries.forecast.forecast import foreseen
from campaign.situation.deadline import Deadline, deadline_of
from campaign.terms.state import battle_state_text
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.views.book.entries import EntryLine
from campaign.views.common.summary import Block
from campaign.views.day.clock import ClockTrack
from campaign.views.day.day_report import summary_of
from campaign.views.day.status import CommanderStanding, Status
from campaign.views.day.waiting import WaitingList
from campaign.web.answer import Answer
from campaign.web.clock import cells_of, steps_of
from campaign.web.late import late_on
from campaign.web.marks import printed_battles
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.visit import Visit
from campaign.web.ways import page_of

SHOWN_ENTRIES = 4
MOST_NEWS = 6
"""Most blocks of the last turn, beside those of which nothing may be left out."""


@dataclass(frozen=True, slots=True)
class Leader:
    """A commander in the column of orders, with the mark that is filled with who is here."""

    standing: CommanderStanding
    side: int
    ident: int


@dataclass(frozen=True, slots=True)
class DeskFacts:
    """Everything on the desk, read at one moment."""

    now: Status
    track: ClockTrack
    waiting: WaitingList
    leaders: tuple[Leader, ...]
    entries: tuple[EntryLine, ...]
    news: tuple[Block, ...]
    news_entry: int | None
    deadline: Deadline | None


@page("/desk", UMPIRE)
def show_desk(visit: Visit) -> Answer:
    """Show the umpire's desk."""
    printed = printed_battles(visit.desk)

    def ask(board: JournalBoard, viewer: Viewer) -> DeskFacts:
        entries = last_entries(board, viewer, SHOWN_ENTRIES)
        news, number = _news(board)
        return DeskFacts(
            status(board, viewer),
            clock_track(board, viewer),
            waiting(board, viewer, printed),
            _leaders(board, viewer),
            entries,
            news,
            number,
            deadline_of(board),
        )

    facts = visit.read(ask)
    first = facts.waiting.now
    return visit.page(
        "desk.html",
        json=facts.now,
        same_at_terminal=first.step.command if first else "campaign status",
        facts=facts,
        cells=cells_of(facts.track),
        steps=steps_of(facts.track),
        page_of=page_of,
        printed=printed,
        state_text=battle_state_text,
        here_of=visit.desk.slots.here_of,
        late=late_on(visit),
        stops_at_orders=_stops_at_orders(facts.now),
    )


def _stops_at_orders(now: Status) -> bool:
    """Return whether the clock, which has begun no turn of the day yet, stops where the orders of the day are given."""
    is_before = now.phase in (Phase.WEATHER, Phase.BASING_AREAS, Phase.ORDERS)
    return is_before and any(not commander.ordered for commander in now.commanders)


@page("/desk/games", UMPIRE, is_kept=False)
def show_games(visit: Visit) -> Answer:
    """Show the line of the desk that says which games the next movement would bring, tried on a copy."""
    with visit.desk.reading(visit.person.viewer) as board:
        forecast = foreseen(board, march_ahead)
    return visit.part("desk_games.html", games=games_to_come(forecast), page_of=page_of)


def _leaders(board: JournalBoard, viewer: Viewer) -> tuple[Leader, ...]:
    army = look(board, viewer).army
    numbers = {side: number for number, side in enumerate(army.sides)}
    by_name = {commander.name: commander for commander in army.commanders.values()}
    return tuple(
        Leader(standing, numbers[by_name[standing.name].side_id], by_name[standing.name].id)
        for standing in status(board, viewer).commanders
    )


def _news(board: JournalBoard) -> tuple[tuple[Block, ...], int | None]:
    """Return what the last run of the clock did, in short, and the number of its entry."""
    runs = [line for line in living(board) if line.verb == "next"]
    if not runs:
        return (), None
    blocks = summary_of(day_report(board, runs[-1].seq), "", "", "its entry in the log").blocks
    with_news = [block for block in blocks if block.phrases]
    return tuple(block for n, block in enumerate(with_news) if n < MOST_NEWS or block.is_kept), runs[-1].number
