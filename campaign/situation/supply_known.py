"""Supply lines as the side that lives by them knows them (umpire 1.13): by the roads as it knows them, past the enemies
it has located lately, and corrected by what the campaign's last trace told it, for that goes by how things are.

    lines_since(board, army, country, ...)   what it takes to be so until the next
    located(army, theatre, ...)              the enemies it goes by, and where
    reports_of(board, army, country, ...)    how things are and what the side is told, as they are stored
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

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


def _is_felt(supply: SupplyState, line: Line) -> bool:
    """Does it depend on this link whether the formation is in supply? Below one that is out of supply nothing follows
    from it."""
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
    """The lines of a side by formation id, until the next trace. ``held``: whether a link held at the last, of those of
    which the side cannot know it by itself; ``news``: the enemies that it has located since.

    Whom it saw before does not cut what was found open. What was found cut, by what it did not know of, stays so.
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
    """A line as a side takes it to run, but holding or cut as it was told."""
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
    """The supply state of a side as it is stored, by formation key: as it is, and under ``known`` what the side is told
    where that is less.

    ``country``: the roads as it knows them; ``supply``: its supply as it is, of which it is told what it feels;
    ``enemies``: those it has located lately, with where.
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
    """The enemies whom a side has located lately: to the metre who is in sight of its troops, any other where he was
    seen."""
    positions = {}
    eyes = [
        Watcher.at(theatre, b.id, b.name, b.side_id, at)
        for b in army.battalions.values()
        if b.side_id == knowledge.viewer.side and (at := position_of(b)) is not None
    ]
    for unit in sorted(knowledge.seen):
        if (sighting := knowledge.located_lately(unit, now)) is None:
            continue
        stands = position_of(army.battalions[unit])
        in_place = stands is not None and theatre.as_described(stands) == seen_at(sighting)
        if in_place and stands is not None and any(seers(theatre, conditions.sight, eyes, stands)):
            positions[unit] = stands
        elif (at := seen_at(sighting)) is not None:
            positions[unit] = at
    return positions
