"""A player's own troops and his side's diary, as his window shows them.

own_troops(board, viewer) -> OwnTroops     every battalion under the viewer's commands
side_diary(board, viewer) -> SideDiary     what the viewer knows to have happened, by turn
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation
from campaign.queries.last_day import Line, lines_since
from campaign.queries.outlook import Outlook, look
from campaign.queries.side_news import seen_since
from campaign.queries.supply_line import is_cut_off
from campaign.queries.symbols import battalion_symbol, needs_notice, order_words, state_words
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.theatre.values import TURN_SECONDS
from campaign.views.own_troops import OwnCommand, OwnTroops, OwnUnit, SideDiary, TurnNews


def own_troops(board: JournalBoard, viewer: Viewer) -> OwnTroops:
    """Return the battalions that this side or these commanders command; the umpire has none of his own."""
    outlook = look(board, viewer)
    army = outlook.army
    if viewer.side is None:
        return OwnTroops(0, ())
    sides = sorted(army.sides, key=lambda ident: (army.sides[ident].position, ident))
    commands = [command for root in outlook.knowledge.roots(viewer.side) for command in _commands(outlook, root)]
    return OwnTroops(sides.index(viewer.side), tuple(commands))


def _commands(outlook: Outlook, root: Formation) -> Iterator[OwnCommand]:
    for formation in outlook.army.tree(root.id):
        battalions = [b for b in outlook.army.present[formation.id] if b.headquarters_of_id is None]
        if battalions:
            on_map = any(battalion.on_map for battalion in battalions)
            supply = ("out of supply" if is_cut_off(outlook, formation) else "in supply") if on_map else ""
            units = tuple(_unit(outlook, battalion) for battalion in battalions)
            yield OwnCommand(formation.key, formation.name, supply, units)


def _unit(outlook: Outlook, battalion: Battalion) -> OwnUnit:
    words = order_words(outlook, outlook.orders.of(battalion)) if battalion.state.is_in_play else ""
    battle = outlook.engaged.get(battalion.id)
    return OwnUnit(
        key=battalion.key,
        name=battalion.name,
        symbol=battalion_symbol(outlook, battalion),
        where=outlook.where(battalion) if battalion.state.is_in_play else "",
        order=f"battle {battle.number}, then {words}" if battle is not None else words,
        state=state_words(outlook, battalion),
        needs_notice=needs_notice(outlook, battalion),
        is_lost=not battalion.state.is_in_play,
    )


def side_diary(board: JournalBoard, viewer: Viewer) -> SideDiary:
    """Return the battles, marches, losses, sightings and arrivals that this viewer knows of, by turn."""
    outlook, first = look(board, viewer), Moment(1)
    by_turn: dict[Moment, list[Line]] = defaultdict(list)
    for line in (*lines_since(outlook, first), *seen_since(outlook, first)):
        by_turn[_turn_of(outlook, line)].append(line)
    turns = sorted(by_turn, reverse=True)
    return SideDiary(outlook.knowledge.who, tuple(_turn(outlook, turn, by_turn[turn]) for turn in turns))


def _turn_of(outlook: Outlook, line: Line) -> Moment:
    """Return the turn of an event; one at the hour in which two turns meet ends the earlier turn."""
    if line.moment != Moment(1):
        return line.moment
    seconds = (line.hour - outlook.calendar.begins(Moment(1))).total_seconds()
    return Moment.at(max(0, int((seconds - 1) // TURN_SECONDS)))


def _turn(outlook: Outlook, turn: Moment, lines: list[Line]) -> TurnNews:
    ordered = sorted(lines, key=lambda line: (line.hour, line.rank))
    events = tuple((f"{line.hour:%H:%M}", line.text, line.is_blow) for line in ordered)
    return TurnNews(f"Turn {turn}, {outlook.turn_words(turn)}", events)
