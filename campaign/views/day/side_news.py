"""The news for a player against the program after a run of the clock: no more than the player's side knows.

summary_of(news) -> Summary
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.terms.words import listed
from campaign.values import dataclass
from campaign.views.common.summary import Block, Summary
from campaign.views.contacts.sitrep import Event
from campaign.views.day.status import Awaited


@dataclass(frozen=True, slots=True)
class Position:
    """The position of troops, by their commands."""

    troops: str
    where: str


@dataclass(frozen=True, slots=True)
class SideNews:
    """The events since the clock last stood, in order of time, and what waits."""

    viewer: str
    moment: str
    """Present turn with its date and hours: ``Turn 1.2, 15 May 1941, 04:00-10:00``."""
    score: str
    """Score of the reader's own side only: ``Allied 3``."""
    events: tuple[Event, ...]
    positions: tuple[Position, ...]
    """Positions of the reader's own units that moved."""
    facing: tuple[str, ...]
    """Places where own units face enemies in sight, with the turn since which they do."""
    halted: tuple[str, ...]
    """Own units whose march is halted, with what halted it as far as they saw it."""
    orders: tuple[str, ...]
    """Own orders that lapsed or lead another way."""
    waiting: tuple[Awaited, ...]
    deadline: str = ""


def summary_of(news: SideNews) -> Summary:
    """Return the news in blocks: events hour by hour, present positions of own units, what waits."""
    blows = tuple(_event(event) for event in news.events if event.is_blow)
    return Summary(
        title=f"{news.viewer}: {news.moment}",
        aside=f"Score: {news.score}",
        blocks=(
            Block("Blows", blows, in_rows=True, is_kept=True, is_bad=True),
            Block("Known", tuple(_event(e) for e in news.events if not e.is_blow), in_rows=True, is_kept=True),
            Block("Orders", news.orders, in_rows=True, is_kept=True),
            Block("In contact", news.facing, in_rows=True, is_kept=True),
            Block("Halted", news.halted, in_rows=True),
            Block("Marches", tuple(f"{position.troops} {position.where}" for position in news.positions)),
        ),
        closing=tuple(waiting_lines(news)),
        in_full="campaign sightings, campaign orbat",
    )


def _event(event: Event) -> str:
    return f"{event.clock}  {event.text}"


def waiting_lines(news: SideNews) -> Iterator[str]:
    """Yield what waits, with its program command; commanders without orders in one line."""
    silent = [awaited.words[-1] for awaited in news.waiting if awaited.words[:1] == ("orders",)]
    if silent:
        due = f" (due {news.deadline})" if news.deadline else ""
        yield (
            f"Next: no orders yet from {listed(silent)}{due}. Give them: campaign orders --for NAME. Go on"
            " without: campaign next"
        )
        return
    for awaited in news.waiting:
        if awaited.words == ("next",):
            yield "Next: campaign next plays the next turn"
            continue
        fight = f", or let the program fight it: campaign battle resolve {awaited.battle}" if awaited.battle else ""
        yield f"Next: {awaited.what}: {awaited.command}{fight}"
