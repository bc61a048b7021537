"""The ground after a battle: who stands where, the roads back, places that change hands, works (umpire 1.8, 1.10)."""

from __future__ import annotations

from campaign.actions.diary import note
from campaign.actions.raising import Staff
from campaign.model import Battalion, Battle, Crossing, Place, Road
from campaign.situation.army import position_of
from campaign.situation.battlefield import table_of
from campaign.situation.forms import Work
from campaign.situation.marching import rates_of, watchers
from campaign.terms.forces import Level
from campaign.terms.ground import CrossingState
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.theatre.retreats import Retreat, retreats


def ground_taken(staff: Staff, battle: Battle, battalion: Battalion) -> Position | None:
    """Where an attacker who won stands if nothing was written: as far as its orders lead on this table, else at the battle's place.

    Who had no orders to attack stays, unless nobody on its side had any.
    """
    standing = staff.orders.of(battalion)
    if standing.kind is OrderKind.ATTACK and standing.to is not None:
        table = table_of(battle)
        on_it = [place for place in (*standing.via, standing.to) if table.holds(staff.theatre.spot(place).point)]
        return AtPlace(on_it[-1] if on_it else battle.place_id)
    attacking = any(staff.orders.of(b).kind is OrderKind.ATTACK for b in staff.engaged_in(battle) if b.side_id == battalion.side_id)
    return None if attacking else AtPlace(battle.place_id)


def ways_back(staff: Staff, battalion: Battalion) -> tuple[Retreat, ...]:
    """The roads back of a battalion, the shortest first."""
    position = position_of(battalion)
    if position is None:
        return ()
    enemies = watchers(staff.army, staff.theatre, staff.army.enemies_of(battalion.side_id), staff.book)
    rates = rates_of(staff.army, battalion, staff.conditions.night, staff.book)
    turns = float(staff.book.number("retreat.distance"))
    behind = headquarters_behind(staff, battalion)
    return retreats(staff.theatre, position, battalion.side_id, rates, enemies, staff.conditions.sight, behind, turns)


def headquarters_behind(staff: Staff, battalion: Battalion) -> list[tuple[str, Position]]:
    """The headquarters above a battalion that are on the map, the nearest in the chain first; its brigade's is with it in the fight."""
    found = []
    for formation in staff.army.chain(battalion.organic_id):
        headquarters = staff.army.headquarters.get(formation.id)
        if headquarters is None or headquarters.id == battalion.id or formation.level is Level.COMMAND:
            continue
        position = position_of(headquarters)
        if position is not None:
            found.append((formation.name, position))
    return found


def hand_over(staff: Staff, place: Place, side: int) -> list[str]:
    """A place changes hands; both sides hear of it (umpire 1.10)."""
    before = place.owner_id
    if before == side:
        return []
    place.owner_id = side
    note(staff.desk, f"{place.name} is in our hands.", side=side, bold=True)
    if before is not None:
        note(staff.desk, f"{place.name} is lost.", side=before, bold=True)
    return [f"{place.name} is now held by {staff.army.sides[side].name}"]


def change_work(work: Work) -> None:
    """A road, crossing or obstacle is as the return says."""
    row = work.row
    if isinstance(row, Road):
        row.cut = not row.cut
    elif isinstance(row, Crossing):
        row.state = CrossingState.DESTROYED if row.state.is_passable else CrossingState.BRIDGED
    else:
        row.gapped = True
