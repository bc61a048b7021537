"""The news turn by turn, as one viewer may know them: for a page that a player reads between the games.

news(board, viewer, most) -> NewsPage
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit, DiaryLine, Sighting
from campaign.queries.book.diary import entries
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.contacts.last_day import tallied_words
from campaign.situation.knowledge import seen_as, where_seen
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.day.news import NewsLine, NewsPage, NewsTurn


def news(board: JournalBoard, viewer: Viewer, most: int = 0) -> NewsPage:
    """Return what the viewer's own units did and saw, by turn, the latest first; of at most ``most`` turns (0: all)."""
    outlook = look(board, viewer)
    lines, sightings = _lines_by_turn(outlook), _sightings_by_turn(outlook)
    numbers = _battle_numbers(outlook)
    moments = sorted({*lines, *sightings}, reverse=True)
    turns = tuple(
        _turn(outlook, moment, lines.get(moment, []), sightings.get(moment, []), numbers)
        for moment in (moments[:most] if most else moments)
    )
    return NewsPage(outlook.knowledge.who, outlook.moment, turns)


def _lines_by_turn(outlook: Outlook) -> dict[Moment, list[DiaryLine]]:
    lines: dict[Moment, list[DiaryLine]] = defaultdict(list)
    for line in outlook.diary.get("all", []):
        lines[Moment(line.day, line.turn)].append(line)
    return lines


def _sightings_by_turn(outlook: Outlook) -> dict[Moment, list[Sighting]]:
    sightings: dict[Moment, list[Sighting]] = defaultdict(list)
    for sighting in outlook.knowledge.of_side(outlook.sightings):
        sightings[Moment(sighting.day, sighting.turn)].append(sighting)
    return sightings


def _battle_numbers(outlook: Outlook) -> dict[int, int]:
    """Return the numbers of the battles that the viewer knows of, by their ids."""
    rows = outlook.board.rows(Battle)
    known = outlook.knowledge.battles(rows, outlook.board.rows(BattleUnit)) if rows else []
    return {battle.id: battle.number for battle in known}


def _turn(
    outlook: Outlook, moment: Moment, lines: list[DiaryLine], sightings: list[Sighting], numbers: Mapping[int, int]
) -> NewsTurn:
    words = f"{outlook.turn_words(moment)}, turn {moment}"
    return NewsTurn(
        moment=moment,
        heading=words[:1].upper() + words[1:],
        is_now=moment == outlook.moment,
        done=tuple(_done(outlook, lines, numbers)),
        seen=tuple(_seen(outlook, moment, sightings)),
    )


def _done(outlook: Outlook, lines: list[DiaryLine], numbers: Mapping[int, int]) -> Iterator[NewsLine]:
    """Yield the events of a turn; the umpire's with their sides."""
    if not outlook.viewer.is_umpire:
        yield from (NewsLine(e.when, e.text, e.is_blow, e.battle) for e in entries(outlook, lines, numbers))
        return
    of_sides: dict[int, list[DiaryLine]] = defaultdict(list)
    for line in lines:
        of_sides[line.side_id or 0].append(line)
    for side in outlook.knowledge.sides():
        name = outlook.army.sides[side].name
        of_side = entries(outlook, of_sides.get(side, []), numbers)
        yield from (NewsLine(e.when, e.text, e.is_blow, e.battle, name) for e in of_side)


def _seen(outlook: Outlook, moment: Moment, sightings: list[Sighting]) -> Iterator[NewsLine]:
    """Yield the enemies seen in a turn, those at one place together, in the order in which they were seen."""
    groups: dict[tuple[int, str], list[Sighting]] = defaultdict(list)
    for sighting in sorted(sightings, key=lambda s: (s.side_id, s.seconds, s.id)):
        groups[sighting.side_id, where_seen(outlook.theatre, sighting)].append(sighting)
    for (side, place), together in groups.items():
        enemies = outlook.army.battalions
        words = [enemies[s.battalion_id].name if s.named or outlook.viewer.is_umpire else seen_as(s) for s in together]
        hour = outlook.time_of(moment, min(s.seconds for s in together))
        name = outlook.army.sides[side].name if outlook.viewer.is_umpire else ""
        yield NewsLine(f"{hour:%H:%M}", f"{tallied_words(words)}, {place}", side=name)
