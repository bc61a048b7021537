"""The map of the campaign turn by turn, from one walk through the journal."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.journal.asof import Past, When, ends_of_turns, past_of, visiting
from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit
from campaign.queries.book.book import eyes_of, was_there
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.contacts.last_day import digests_by_turn
from campaign.queries.map.map import map_battle, situation_map
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.book.book_map import BookMap, MapFrame
from campaign.views.book.campaign_book import DayOfSide
from campaign.views.map.map import MapBattle
from campaign.words.texts import papers


def book_map(board: JournalBoard, viewer: Viewer) -> BookMap:
    """Return the map at the start of the campaign and after every turn so far, each as this viewer knew it then."""
    outlook = look(board, viewer)
    digests = {side: digests_by_turn(eyes_of(outlook, side)) for side in outlook.knowledge.sides()}

    def sides(moment: Moment) -> tuple[DayOfSide, ...]:
        return tuple(
            DayOfSide(outlook.army.sides[side].name, outlook.army.sides[side].accent, of_side[moment])
            for side, of_side in digests.items()
            if moment in of_side
        )

    start = _frame(outlook, past_of(board, When(number=1)), Moment(1), is_start=True)
    turns = (_frame(outlook, past, past.moment, sides(past.moment)) for past in ends_of_turns(board))
    return BookMap(tuple(frame for frame in (start, *turns) if frame is not None))


def _frame(
    outlook: Outlook, past: Past, moment: Moment, sides: tuple[DayOfSide, ...] = (), *, is_start: bool = False
) -> MapFrame | None:
    with visiting(outlook.board, past) as visit:
        if not was_there(visit.board, outlook.viewer):
            return None
        return MapFrame(
            day=moment.day,
            turn=0 if is_start else moment.turn,
            when=papers().text("web_start") if is_start else outlook.when(moment),
            situation=situation_map(visit.board, outlook.viewer),
            battles=tuple(_battles(look(visit.board, outlook.viewer), moment)),
            sides=sides,
        )


def _battles(outlook: Outlook, moment: Moment) -> Iterator[MapBattle]:
    """Yield the battles that began in this turn, and those that go on."""
    fought = [b for b in outlook.board.rows(Battle) if b.state is not BattleState.CANCELLED]
    running = [b for b in fought if (b.day, b.turn) == (moment.day, moment.turn) or not b.state.is_over]
    for battle in sorted(
        outlook.knowledge.battles(running, outlook.board.rows(BattleUnit)), key=lambda battle: battle.number
    ):
        yield map_battle(outlook, battle)
