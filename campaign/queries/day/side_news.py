"""The news of the last turns as one side or commander knows it, for a player against the program.

news_since(board, viewer, first) -> SideNews     everything from the beginning of that turn on
news_after(before, news) -> SideNews             without what had been told before
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import AirGroup, AirMission, Battalion, Sighting
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.row_changes import changes_since
from campaign.queries.common.unit_names import units_of
from campaign.queries.contacts.last_day import Line, lines_since, tallied_words
from campaign.queries.day.standing_news import Face, faces, halts, order_news
from campaign.queries.day.status import status
from campaign.situation.army import position_of
from campaign.situation.knowledge import seen_as, where_seen
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.values import replace
from campaign.views.contacts.sitrep import Event
from campaign.views.day.side_news import Position, SideNews

_POSITION = {"place_id", "road_id", "road_m"}


def news_since(board: JournalBoard, viewer: Viewer, first: Moment) -> SideNews:
    """Return the battles, contacts, marches, sightings, ground, losses, supply and arrivals that the viewer knows
    of.
    """
    outlook, now = look(board, viewer), status(board, viewer)
    lines = [*lines_since(outlook, first), *_seen(outlook, first), *_not_flown(outlook, first)]
    ordered, facing = sorted(lines, key=lambda line: (line.hour, line.rank)), faces(outlook)
    return SideNews(
        viewer=now.viewer,
        moment=f"Turn {now.moment}, {now.clock}",
        score=", ".join(f"{side.side} {side.score}" for side in now.sides),
        events=tuple(Event(f"{line.hour:%H:%M}", line.text, line.is_blow) for line in ordered),
        positions=tuple(_positions(outlook, first)),
        facing=tuple(_facing(outlook, facing)),
        halted=tuple(_halted(outlook, facing)),
        orders=tuple(text for _, text in order_news(outlook, first)),
        waiting=now.waiting,
        deadline=now.deadline,
    )


def _not_flown(outlook: Outlook, first: Moment) -> Iterator[Line]:
    """Yield the sorties of the viewer's own side that stayed on the ground, with the reason, as its diary has it."""
    own_groups = {
        group.id: group.name for group in outlook.board.rows(AirGroup) if group.side_id == outlook.viewer.side
    }
    for mission in outlook.board.rows(AirMission, AirMission.state == "grounded"):
        moment = Moment(mission.day, mission.turn)
        if mission.air_group_id in own_groups and moment.index >= first.index:
            words = f"{own_groups[mission.air_group_id]} does not fly: {mission.result}."
            yield Line(outlook.calendar.begins(moment), 3, words, moment=moment)


def news_after(before: SideNews, news: SideNews) -> SideNews:
    """Return the news without the lines that had been told already."""
    earlier, stood = set(before.events), set(before.positions)
    return replace(
        news,
        events=tuple(event for event in news.events if event not in earlier),
        positions=tuple(position for position in news.positions if position not in stood),
    )


def _positions(outlook: Outlook, first: Moment) -> Iterator[Position]:
    """Yield the new positions of the reader's units that have moved, the most battalions first."""
    groups: dict[str, list[Battalion]] = defaultdict(list)
    moved = {
        change.row
        for change in changes_since(outlook.board, first)
        if change.table == Battalion.__tablename__ and _POSITION & change.after.keys()
    }
    for ident in sorted(moved):
        battalion = outlook.army.battalions.get(ident)
        position = position_of(battalion) if battalion is not None and outlook.knowledge.commands(battalion) else None
        if battalion is not None and position is not None:
            groups[outlook.signposts.where(position)].append(battalion)
    for words, battalions in sorted(groups.items(), key=lambda group: -len(group[1])):
        yield Position(", ".join(units_of(outlook.army, battalions).names), words)


def _facing(outlook: Outlook, facing: Sequence[Face]) -> Iterator[str]:
    """Yield the places where the reader's units face enemies whom his side sees, with the turn since which they do."""
    for face in facing:
        own = face.sides.get(outlook.viewer.side or 0, ())
        enemies = [b for side, units in face.sides.items() if side != outlook.viewer.side for b in units]
        words = tallied_words([outlook.knowledge.enemy_words(enemy) for enemy in enemies])
        since = f", since {face.since}" if face.since else ""
        names = ", ".join(units_of(outlook.army, own).names)
        yield f"{outlook.places[face.place].name}: {names} against {words}{since}"


def _halted(outlook: Outlook, facing: Sequence[Face]) -> Iterator[str]:
    """Yield the reader's units whose march is halted, with what halted it as far as they saw it."""
    known = {b.id for face in facing for units in face.sides.values() for b in units}
    yield from (f"{halt.text}, since {halt.since}" for halt in halts(outlook, known))


def _seen(outlook: Outlook, first: Moment) -> Iterator[Line]:
    """Yield enemies as they were last seen in these turns, by turn and place."""
    groups: dict[tuple[Moment, str], list[Sighting]] = defaultdict(list)
    for sighting in outlook.knowledge.seen.values():
        moment = Moment(sighting.day, sighting.turn)
        if moment.index >= first.index:
            groups[moment, where_seen(outlook.theatre, sighting)].append(sighting)
    for (moment, place), sightings in groups.items():
        enemies = outlook.army.battalions
        words = [enemies[s.battalion_id].name if s.named else seen_as(s) for s in sightings]
        hour = outlook.time_of(moment, min(s.seconds for s in sightings))
        yield Line(hour, 5, f"Seen: {tallied_words(words)}, {place}.", moment=moment)
