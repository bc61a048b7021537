"""News for a player against the program after a run of the clock or a resolved battle: what the player's side knows of
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.actions.day import Next
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import read, run
from campaign.errors import NotAllowed, Refused, Unsound
from campaign.journal.board import JournalBoard
from campaign.terms.viewer import Viewer
from campaign.views.common.summary import LARGE_FORCE

if TYPE_CHECKING:
    from campaign.views.day.side_news import SideNews

UMPIRE = Call().viewer


def run_and_tell(call: Call, command: object) -> None:
    """Carry the command out and print what was not known before."""
    from campaign.queries.day.side_news import news_after, news_since
    from campaign.views.day.side_news import summary_of

    if call.dice == "ask":
        raise NotAllowed(
            "--dice ask would show the rolls of both sides. Leave --dice out: the program then rolls unseen"
        )
    first = read(call, lambda board, _: board.moment)

    def news(board: JournalBoard, viewer: Viewer) -> SideNews:
        return news_since(board, viewer, first)

    before = read(call, news)
    try:
        run(call, command)
    except Unsound as unsound:
        # its words name units of both sides
        raise Refused(
            "the program played a battle or a turn with an impossible result; nothing was changed. Only the "
            "umpire can see the reason and decide the result: add --viewer umpire"
        ) from unsound
    except Refused as refusal:
        if isinstance(refusal, NotAllowed) or not isinstance(command, Next):
            raise
        # what the clock waits for is told to the umpire with his commands, and may be nobody's but the other side's
        raise Refused(_why_the_clock_stands(read(call, news))) from refusal
    now = news_after(before, read(call, news))
    if call.as_json:
        show.json(now)
    else:
        show.summary(summary_of(now), LARGE_FORCE + 1)


def _why_the_clock_stands(news: SideNews) -> str:
    """Return what the clock waits for, as far as it concerns the player."""
    from campaign.views.day.side_news import waiting_lines

    lines = [line.removeprefix("Next: ") for line in waiting_lines(news)]
    return lines[0] if lines else "the clock waits for another player; campaign next --viewer umpire names the player"
