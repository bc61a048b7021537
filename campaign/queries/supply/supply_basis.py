"""The basis of supply verdicts: the named formation, the enemies that the viewer has located, and air supply."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from campaign.model import AirMission, Battalion, Formation, Place
from campaign.queries.common.outlook import Outlook
from campaign.situation.names import among
from campaign.terms.position import Position

if TYPE_CHECKING:
    from campaign.rules.day.supply import AirSupply
    from campaign.theatre.supply import SupplyNet


def formation_named(outlook: Outlook, word: str) -> Formation:
    """Return a formation by name; a battalion's name stands for its command."""
    unit = among(word, "formation", outlook.knowledge.units())
    return outlook.army.formations[unit.present_id] if isinstance(unit, Battalion) else unit


def enemies_known(outlook: Outlook) -> dict[int, Position] | None:
    """Return the enemies with which the viewer judges supply, where they were seen; None: all, in their true
    positions.
    """
    from campaign.situation.supply_known import located

    if outlook.viewer.is_umpire:
        return None
    return located(outlook.army, outlook.theatre, outlook.knowledge, outlook.moment, outlook.conditions)


def net_of(outlook: Outlook, side: int) -> SupplyNet:
    """Return a side's supply net as the viewer judges it; one for all formations of the side that are asked about."""
    from campaign.situation.supply import supply_net  # heavy, and only formations that are too far away ask for it

    if side not in outlook.nets:
        parts = outlook.army, outlook.theatre, outlook.conditions, outlook.rulebook, side, outlook.passages
        outlook.nets[side] = supply_net(*parts, known_positions=enemies_known(outlook))
    return outlook.nets[side]


def not_held_by(outlook: Outlook, side: int) -> dict[int, str]:
    """Return the places that a side does not hold, with what the viewer knows of their holder: a side knows only which
    places are its own. One list for all formations of the side that are asked about.
    """
    from campaign.situation.supply import held_by_enemies

    if side not in outlook.not_held:
        owners = outlook.board.columns(Place, "id", "owner_id")
        outlook.not_held[side] = (
            held_by_enemies(outlook.army, owners, side)
            if outlook.viewer.is_umpire
            else {place: "which your side does not hold" for place, owner in owners if owner != side}
        )
    return outlook.not_held[side]


def flown_in(outlook: Outlook) -> dict[int, AirSupply]:
    """Return the supply that transports brought this turn, by division."""
    from campaign.rules.day.supply import AirSupply  # for lines that are traced anew; a stored report does without

    now, flown = outlook.moment, (AirMission.task == "supply", AirMission.state == "flown")
    by_division: dict[int, list[AirMission]] = defaultdict(list)
    for mission in outlook.board.rows(AirMission, *flown, AirMission.day == now.day, AirMission.turn == now.turn):
        if mission.formation_id is not None:
            by_division[mission.formation_id].append(mission)
    names = outlook.army.formations
    return {
        ident: AirSupply(
            names[ident].name, tuple(m.roll or 0 for m in missions), any(m.result == "delivered" for m in missions)
        )
        for ident, missions in by_division.items()
    }
