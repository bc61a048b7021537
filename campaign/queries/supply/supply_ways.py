"""The routes of supply links that do not hold, to be marked on a map.

supply_ways(board, viewer, unit) -> SupplyWay...
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.journal.board import JournalBoard
from campaign.model import Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.supply.supply import supply_state
from campaign.queries.supply.supply_basis import formation_named
from campaign.terms.viewer import Viewer
from campaign.terms.words import March, march_words, one_march
from campaign.theatre.routes import drawn
from campaign.theatre.supply_link import Line
from campaign.theatre.values import kilometres
from campaign.views.supply.supply import SupplyWay


def supply_ways(board: JournalBoard, viewer: Viewer, unit: str) -> tuple[SupplyWay, ...]:
    """Return the routes of the links above a unit, or its own, that do not hold; as far as the viewer may know them.

    A side reads no route on which something stands that cuts it: the map shows what the side has located there. Raises
    NotFound.
    """
    outlook = look(board, viewer)
    formation = formation_named(outlook, unit)
    return tuple(_ways(outlook, formation))


def _ways(outlook: Outlook, formation: Formation) -> Iterator[SupplyWay]:
    lines = supply_state(outlook, formation.side_id).lines
    for above in reversed(outlook.army.chain(formation.id)):
        line = lines.get(above.id)
        if line is None or line.linked or line.route is None or not _is_shown(outlook, line):
            continue
        route = line.route
        text = kilometres(route.length_m)
        if not (line.cutters or line.blocks):
            measure = March(outlook.rulebook.word("sup.reach"))
            text = f"{text}, {march_words(route.turns, measure)}, limit {one_march(measure)}"
        yield SupplyWay(above.name, drawn(outlook.theatre, route.legs, route.length_m), text)


def _is_shown(outlook: Outlook, line: Line) -> bool:
    return outlook.viewer.is_umpire or not (line.details.unknown or line.cutters or line.blocks)
