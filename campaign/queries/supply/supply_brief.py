"""Supply in a few lines for each side: formations cut off with the causes, and routes that pass close to enemies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from campaign.journal.board import JournalBoard
from campaign.model import Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.unit_names import most_lines_for, name_of, units_of
from campaign.queries.supply.supply import Records, blocks_known, cutters_seen, records_of, supply
from campaign.queries.supply.supply_basis import enemies_known
from campaign.situation.army import position_of
from campaign.situation.supply_told import latest_report
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing, tallied
from campaign.views.supply.supply import BriefBreak, SupplyBrief, SupplySide, SupplyThreat

MOST_CUTTERS = 3
"""Most enemies that are named for one cause."""


def supply_briefs(board: JournalBoard, viewer: Viewer, word: str = "") -> tuple[tuple[SupplyBrief, ...], int]:
    """Return a summary of the last reported supply for every side that the viewer may see, or for one formation and
    those under it; and the number of lines a summary may have.
    """
    outlook = look(board, viewer)
    report = latest_report(board)
    by_name = {side.name: side.id for side in outlook.army.sides.values()}
    sides = supply(board, viewer, word).sides
    records = {side.side: records_of(outlook, by_name[side.side], report) for side in sides}
    briefs = tuple(_brief(outlook, side, by_name[side.side], records[side.side]) for side in sides)
    return briefs, most_lines_for(outlook)


def _brief(outlook: Outlook, side: SupplySide, ident: int, records: Records) -> SupplyBrief:
    army = outlook.army
    occupied = {f.name: f for f in army.walk() if f.side_id == ident and army.is_on_map(f.id)}
    shown = [occupied[link.formation] for link in side.links if link.formation in occupied]
    supplied = [formation for formation in shown if records[formation.key]["in_supply"]]
    return SupplyBrief(
        side=side.side,
        traced=side.traced,
        stale=side.stale,
        supplied=len(supplied),
        formations=len(shown),
        breaks=tuple(_breaks(outlook, side, occupied, records)),
        threats=tuple(_threats(outlook, ident, supplied, records)),
        grades=side.grades,
    )


def _breaks(
    outlook: Outlook, side: SupplySide, occupied: Mapping[str, Formation], records: Records
) -> Iterator[BriefBreak]:
    """Yield the causes that concern units on the map."""
    for broken in side.breaks:
        failing, dependants = (
            tuple(occupied[name] for name in names if name in occupied) for names in (broken.formations, broken.others)
        )
        if failing or dependants:
            why = (_why(outlook, records[failing[0].key]) if failing else "") or broken.why
            why = f"{why}; {broken.advice}" if broken.advice else why
            yield BriefBreak(
                tuple(map(name_of, failing or dependants)), tuple(map(name_of, dependants if failing else ())), why
            )


def _why(outlook: Outlook, record: Mapping[str, Any]) -> str:
    """Return the enemies and things in the way in a few words, as far as the viewer knows them; empty for another
    cause.
    """
    if outlook.viewer.is_umpire:
        names = units_of(outlook.army, [outlook.by_key[key] for key in record["cut_by"]], on_map=False).names
    else:
        names = tuple(tallied(outlook.knowledge.enemy_in_list(enemy) for enemy, *_ in cutters_seen(outlook, record)))
    parts = [*blocks_known(outlook, record), *([f"supply cut by {listing(names, MOST_CUTTERS)}"] if names else [])]
    return "; ".join(parts)


def _threats(outlook: Outlook, side: int, supplied: list[Formation], records: Records) -> Iterator[SupplyThreat]:
    """Yield the formations in supply whose route passes a place to which an enemy is nearest, by place."""
    enemy_positions = enemies_known(outlook)
    positions = (
        enemy_positions.values()
        if enemy_positions is not None
        else [at for battalion in outlook.army.enemies_of(side) if (at := position_of(battalion)) is not None]
    )
    enemies: dict[str, int] = defaultdict(int)
    for position in positions:
        enemies[outlook.theatre.near(position)] += 1
    users: dict[str, list[str]] = defaultdict(list)
    for formation in supplied:
        for place in dict.fromkeys(records[formation.key]["places"]):
            if place in enemies:
                users[place].append(name_of(formation))
    for place, names in sorted(users.items(), key=lambda pair: -len(pair[1])):
        yield SupplyThreat(place, enemies[place], tuple(names))
