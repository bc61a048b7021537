"""Supply lines as the side that lives by them knows them: whether one holds is so, its way and what cuts it are as far as it knows
(umpire 1.13).

A line that holds is told by the way the side would take over the roads as it knows them, past the enemies it has located lately; one
that is cut by what it does not know of has no cause.

    lines_known(army, theatre, ...)          the lines to judge and to tell a side
    located(army, theatre, ...)              the enemies it goes by, and where
    reports_of(army, country, ...)           both, as they are stored
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from campaign.rules.brevity.supply import AirSupply
from campaign.rules.rulebook import Rulebook
from campaign.situation.army import Army, position_of
from campaign.situation.conditions import Conditions
from campaign.situation.knowledge import Knowledge, seen_at
from campaign.situation.passages import Country
from campaign.situation.sight import locates
from campaign.situation.supply import SupplyState, judge, report_of, trace_side
from campaign.terms.position import Position
from campaign.terms.time import Moment
from campaign.theatre.line import CAUSE_UNKNOWN, Line
from campaign.theatre.told import Gazetteer
from campaign.theatre.values import Theatre


def lines_known(
    army: Army, country: Country, now: Conditions, book: Rulebook, side: int, supply: SupplyState, enemies: Mapping[int, Position]
) -> dict[int, Line]:  # fmt: skip
    """The lines of a side by formation id. ``country``: the roads as it knows them; ``supply``: its supply as it is; ``enemies``: those
    it has located lately, with where."""
    taken = trace_side(army, country.theatre, now, book, side, country.passages, known=enemies)
    return {ident: _as_known(line, taken[ident], felt=_is_felt(supply, line)) for ident, line in supply.lines.items()}


def _is_felt(supply: SupplyState, line: Line) -> bool:
    """Does it depend on this link whether the formation is in supply? Below one that is out of supply nothing follows from it."""
    above = None if line.superior is None else supply.whole.get(line.superior)
    return supply.whole[line.formation].in_supply or above is None or above.in_supply


def _as_known(actual: Line, known: Line, *, felt: bool) -> Line:
    if actual.linked == known.linked or not felt:
        return known
    if actual.linked:
        return actual  # it runs where the side took it to be cut: of that it learns by what arrives
    return replace(known, linked=False, tell=lambda: replace(known.told, cutters=(), blocks=(), why=CAUSE_UNKNOWN, unknown=True))


def reports_of(
    army: Army, country: Country, now: Conditions, book: Rulebook, side: int, supply: SupplyState, air: Mapping[int, AirSupply],
    enemies: Mapping[int, Position],
) -> dict[str, dict[str, object]]:  # fmt: skip
    """The supply state of a side as it is stored, by formation key: as it is, and under ``known`` what the side knows of it where that is less."""
    found = report_of(army, supply)
    lines = lines_known(army, country, now, book, side, supply, enemies)
    for key, known in report_of(army, judge(army, lines, air, book)).items():
        if known != found[key]:
            found[key]["known"] = known
    return found


def located(army: Army, theatre: Theatre, knowledge: Knowledge, now: Moment, conditions: Conditions) -> dict[int, Position]:
    """The enemies whom a side has located lately: to the metre who is in sight of its troops, any other where he was seen."""
    gazetteer, found = Gazetteer(theatre), {}
    own = [at for b in army.battalions.values() if b.side_id == knowledge.viewer.side and (at := position_of(b)) is not None]
    for unit in sorted(knowledge.seen):
        if (sighting := knowledge.located_lately(unit, now)) is None:
            continue
        stands = position_of(army.battalions[unit])
        is_there = stands is not None and theatre.describe(stands) == sighting.where
        if is_there and stands is not None and any(locates(theatre, conditions.sight, at, stands) for at in own):
            found[unit] = stands
        elif (at := seen_at(gazetteer, sighting)) is not None:
            found[unit] = at
    return found
