"""The enemies near a unit that the umpire has put on the map, and what the next march makes of it (umpire 1.4, 1.10).

set_among_enemies(staff, battalion) -> lines       for the umpire's receipt only: they name units of both sides
enemies_of_owner(staff, place) -> lines            likewise, for a place whose owner the umpire has ruled
"""

from __future__ import annotations

from campaign.actions.raising import Staff
from campaign.model import Battalion, Order, Place
from campaign.rules.day.contact import Encounter, Party, decide
from campaign.situation.army import position_of
from campaign.situation.clock import next_movement
from campaign.situation.sight import locates
from campaign.situation.standing import standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.position import Position
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import ContactState
from campaign.terms.words import listing


def set_among_enemies(staff: Staff, battalion: Battalion) -> tuple[str, ...]:
    """Return the enemies near a battalion that was put on the map, and whether the next march makes a battle of it as
    the orders stand; where no enemy is near, the side to which its place belongs.
    """
    position = position_of(battalion)
    if position is None:
        return ()
    enemies = _in_range(staff, battalion, position)
    if not enemies:
        return _on_enemy_ground(staff, battalion)
    there = [enemy.name for enemy in enemies if position_of(enemy) == position]
    near = [enemy.name for enemy in enemies if position_of(enemy) != position]
    lines = [f"enemies at the same spot: {listing(there)}"] if there else []
    lines += [f"enemies within location range: {listing(near)}"] if near else []
    turn = next_movement(staff.board)
    battle = next(
        (encounter for encounter in _encounters(staff, battalion, enemies) if encounter.state is ContactState.BATTLE),
        None,
    )
    if battle is not None:
        words = f"there will be a battle in the march of turn {turn}: {battle.why}"
    else:
        place = staff.theatre.nearest_spot(staff.theatre.point_of(position)).name
        words = (
            f"neither side has orders to attack in turn {turn}, so there will be no battle. Order an attack, or set one"
            f' up: campaign battle new "{place}"'
        )
    return (*lines, by_rule(words, "umpire 1.4"))


def enemies_of_owner(staff: Staff, place: Place) -> tuple[str, ...]:
    """Return which enemies of its owner stand at a place, and when it changes hands again."""
    troops = [b for b, _ in staff.army.standing() if b.place_id == place.id and b.state.is_in_play]
    enemies = [battalion.name for battalion in troops if battalion.side_id != place.owner_id]
    if not enemies:
        return ()
    owner = staff.army.sides[place.owner_id or 0].name
    has_own_troops = any(battalion.side_id == place.owner_id for battalion in troops)
    words = (
        f"troops of both sides are there, so it stays with {owner}"
        if has_own_troops
        else f"no troops of {owner} do: if that is so as the turn ends, {place.name} is the enemy's again"
    )
    return (f"the enemy is there: {listing(enemies)}", by_rule(words, "umpire 1.10"))


def _in_range(staff: Staff, battalion: Battalion, position: Position) -> list[Battalion]:
    """Return the enemies that locate the battalion or that it locates, in the light and weather of this turn."""
    theatre, sight = staff.theatre, staff.conditions.sight
    return [
        enemy
        for enemy, at in staff.army.standing()
        if enemy.side_id != battalion.side_id
        and enemy.state.is_in_play
        and (locates(theatre, sight, position, at) or locates(theatre, sight, at, position))
    ]


def _encounters(staff: Staff, battalion: Battalion, enemies: list[Battalion]) -> list[Encounter]:
    """Return what the orders for the next march make of the contact with each enemy."""
    board = staff.board
    orders = standing_orders(staff.army, board.rows(Order), next_movement(board), tasks_in_hand(board))

    def party(unit: Battalion) -> Party:
        return Party(unit.side_id, unit.id, orders.of(unit).kind)

    return [decide(party(battalion), party(enemy)) for enemy in enemies]


def _on_enemy_ground(staff: Staff, battalion: Battalion) -> tuple[str, ...]:
    place = staff.places[battalion.place_id] if battalion.place_id is not None else None
    if place is None or place.owner_id in (None, battalion.side_id):
        return ()
    owner = staff.army.sides[place.owner_id or 0].name
    words = f"{place.name} belongs to {owner} until the turn ends, and then changes hands if no enemy is there"
    return (by_rule(words, "umpire 1.10"),)
