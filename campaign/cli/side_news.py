"""What a run of the clock, or a battle that was resolved, is to a player against the program: what his side knows of
it."""

from __future__ import annotations

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import read, run
from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.views.side_news import SideNews

UMPIRE = Call().viewer


def run_and_tell(call: Call, command: object) -> None:
    """Carry the command out and print what was not known before."""
    from campaign.queries.side_news import news_after, news_since  # heavy, and only a player asks for it

    if call.dice == "ask":
        raise NotAllowed("--dice ask names the rolls of both sides: leave it out, the campaign's own dice roll unseen")
    first = read(call, lambda board, _: board.moment)

    def news(board: JournalBoard, viewer: Viewer) -> SideNews:
        return news_since(board, viewer, first)

    before = read(call, news)
    run(call, command)
    now = news_after(before, read(call, news))
    if call.as_json:
        show.json(now)
    else:
        _print(now, first)


def _print(news: SideNews, first: Moment) -> None:
    show.heading(f"{news.moment}, seen by {news.viewer}; next step: {news.phase}")
    show.line(f"Score: {news.score}")
    events = [(event.clock, event.text) for event in news.events]
    show.table(("Hour", f"What is known since turn {first}"), events, empty="No news.")
    if news.positions:
        show.line()
        show.table(("Marched", "Now at"), [(position.troops, position.where) for position in news.positions])
    show.line()
    silent = [awaited.words[-1] for awaited in news.waiting if awaited.words[:1] == ("orders",)]
    if silent:
        due = f" (due {news.deadline})" if news.deadline else ""
        words = f"no orders yet from {listing(silent)}{due}: campaign orders --for NAME; campaign next goes on"
        show.lines([f"Next: {words}"])
        return
    for awaited in news.waiting:
        fight = f", or campaign battle resolve {awaited.battle} fights it" if awaited.battle else ""
        show.lines([f"Next: {awaited.what}: {awaited.command}{fight}"])
