"""Supply lines as the side itself knows them (umpire 1.13): by the roads that it knows, past the enemies it has located
lately, and corrected by what the campaign's last true trace told it.

    lines_since(board, army, country, ...)   the lines that it believes in until the next trace
    located(army, theatre, ...)              the enemies it goes by, and their positions
    reports_of(board, army, country, ...)    the true state and what the side is told, as they are stored
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaign.journal.board import Board
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.supply import AirSupply
from campaign.situation.army import Army, position_of
from campaign.situation.conditions import Conditions
from campaign.situation.knowledge import Knowledge, seen_at
from campaign.situation.passages import Country
from campaign.situation.sight import seers
from campaign.situation.supply import SupplyState, judge, report_of, trace_side
from campaign.terms.position import Position
from campaign.terms.time import Moment
from campaign.theatre.supply_link import CAUSE_UNKNOWN, WAY_UNKNOWN, Line, LinkDetails
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Watcher
from campaign.values import replace


def _is_felt(supply: SupplyState, line: Line) -> bool:
    """Return whether the formation's supply depends on this link. Below a formation out of supply it makes no
    difference.
    """
    above = None if line.superior is None else supply.formations.get(line.superior)
    return supply.formations[line.formation].in_supply or above is None or above.in_supply


def lines_since(
    board: Board,
    army: Army,
    country: Country,
    now: Conditions,
    book: Rulebook,
    side: int,
    held: Mapping[int, bool],
    enemies: Mapping[int, Position],
    news: Collection[int],
) -> dict[int, Line]:
    """Return the lines of a side by formation id, until the next trace. ``held``: whether a link held at the last
    trace, for those that the side cannot judge by itself; ``news``: the enemies located since.

    Enemies seen before do not cut a line that was found open. A line found cut, by something the side did not know of,
    stays cut.
    """
    lines = trace_side(board, army, country.theatre, now, book, side, country.passages, known_positions=enemies)
    return {ident: _since(line, held.get(ident), news) for ident, line in lines.items()}


def _since(line: Line, held: bool | None, news: Collection[int]) -> Line:
    if held is None or held is line.linked:
        return line
    if held and (line.blocks or not line.cutters or any(cutter.unit in news for cutter in line.cutters)):
        return line
    return _held_or_cut(line, holds=held)


def _held_or_cut(line: Line, *, holds: bool) -> Line:
    """Return a line on the route that a side believes in, but holding or cut as it was told."""
    if holds is line.linked:
        return line
    if holds:
        details = LinkDetails(line.details.to, WAY_UNKNOWN, battalion=line.details.battalion, unknown=True)
    else:
        details = replace(line.details, cutters=(), blocks=(), why=CAUSE_UNKNOWN, unknown=True)
    return replace(line, linked=holds, describe=lambda: details)


def reports_of(
    board: Board,
    army: Army,
    country: Country,
    now: Conditions,
    book: Rulebook,
    side: int,
    supply: SupplyState,
    air: Mapping[int, AirSupply],
    enemies: Mapping[int, Position],
) -> dict[str, dict[str, object]]:
    """Return the supply state of a side in its stored form, by formation key: the true one, and under ``known`` what
    the side is told where that is less.

    ``country``: the roads as it knows them; ``supply``: its true supply, of which it is told what it notices;
    ``enemies``: those it has located lately, with their positions.
    """
    result = report_of(army, supply)
    lines = trace_side(board, army, country.theatre, now, book, side, country.passages, known_positions=enemies)
    felt = {ident: line.linked for ident, line in supply.lines.items() if _is_felt(supply, line)}
    side_lines = {ident: _held_or_cut(line, holds=felt.get(ident, line.linked)) for ident, line in lines.items()}
    for key, record in report_of(army, judge(army, side_lines, air, book)).items():
        if record != result[key]:
            result[key]["known"] = record
    return result


def located(
    army: Army, theatre: Theatre, knowledge: Knowledge, now: Moment, conditions: Conditions
) -> dict[int, Position]:
    """Return the enemies that a side has located lately: exact positions for those in sight of its troops, the last
    seen ones for others.
    """
    lately = {
        unit: last for unit in sorted(knowledge.seen) if (last := knowledge.located_lately(unit, now)) is not None
    }
    positions = {}
    eyes = [
        Watcher.at(theatre, b.id, b.name, b.side_id, at)
        for b in (army.battalions.values() if lately else ())
        if b.side_id == knowledge.viewer.side and (at := position_of(b)) is not None
    ]
    for unit, sighting in lately.items():
        stands = position_of(army.battalions[unit])
        in_place = stands is not None and theatre.as_described(stands) == seen_at(sighting)
        if in_place and stands is not None and any(seers(theatre, conditions.sight, eyes, stands)):
            positions[unit] = stands
        elif (at := seen_at(sighting)) is not None:
            positions[unit] = at
    return positions
