"""Habits of attack: take empty ground, attack held ground together, and go round an enemy that is too strong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist, inf
from typing import Final

from campaign.play.character import LONGEST_TRUSTED, Leader, asked_by
from campaign.play.keep import spare
from campaign.play.view import (
    FROM_THE_AIR,
    NEAR_M,
    STALE,
    Enemy,
    Goal,
    Group,
    Instruction,
    Mission,
    Order,
    Troop,
    View,
    percent,
    seen,
    verb,
)
from campaign.play.ways import along
from campaign.terms.state import OrderKind
from campaign.terms.words import counted
from campaign.values import dataclass

# Our choice. It decides whether a landing or other ground comes first (`test_answer_a_landing`): in none of 64 sets of
# orders otherwise.
LANDING_POINTS: Final = 3
"""The value of attacking an enemy landing, in points of ground that scores."""
# Our choice. It decides who masks an enemy
# (`test_some_hold_an_enemy_so_that_the_rest_passes_by_house_rule`): in none of 64 sets of orders otherwise.
CONTACT_M: Final = 1500.0
"""The distance at which a unit is in contact with an enemy."""
# Our choice, made when a corps had stood for days behind a spent battalion: 2 changes 1 of 64 sets of orders, 6 changes
# none.
ENOUGH_TO_PASS: Final = 3
"""The ratio to the masking units from which a column passes an enemy."""
# Our choice. It decides whether a way round is taken (`test_go_round_by_another_road`): in none of 64 sets of orders
# otherwise.
MOST_ROUND: Final = 2.0
"""The multiple of the road's length, with a few kilometres more, that a way round may have."""


def race(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to take ground that scores, is not held by the side and has no known enemy: by the nearest group
    that can be there within a day, the most points first.
    """
    free = {group.id: group for group in spare(view, idle)}
    for goal in _wanted(view):
        if _is_under_way(view, goal.place):
            continue
        takers = _who_take_it_for_empty(view, goal.place, free.values())
        ranked = sorted((view.turns_to(g, goal.place), g.id) for g in takers)
        if ranked and ranked[0][0] <= free[ranked[0][1]].reach:
            group = free.pop(ranked[0][1])
            does = f"goes for {view.theatre.spot(goal.place).name}, where no enemy was seen"
            why = f"that place scores {counted(goal.points, 'point')}, and no unit to spare is nearer"
            if group.is_posted and len(group.troops) > 1:
                troop = next(t for t in group.troops if t.takes_ground and not t.spent)
                yield Order.to_troops(view, (troop,), OrderKind.ATTACK, goal.place, does, why)
            else:
                yield Order.to_group(group, OrderKind.ATTACK, goal.place, does, why)


def _who_take_it_for_empty(view: View, place: int, groups: Iterable[Group]) -> list[Group]:
    """Return the groups whose commanders believe no report of an enemy at a place."""
    ages = {enemy.age for enemy in view.enemies_near(place, age=max(LONGEST_TRUSTED, STALE))}
    return [group for group in groups if all(age > view.leader(group).traits.trusts for age in ages)]


def _wanted(view: View) -> list[Goal]:
    return sorted((g for g in view.goals if not g.held and g.points), key=lambda goal: (-goal.points, goal.place))


def _is_under_way(view: View, place: int) -> bool:
    """Return whether troops of the side have orders to go to a place and are not yet stopped."""
    return any(
        t.mission is not None and t.mission.to == place and t.mission.kind is not OrderKind.WITHDRAW and not t.spent
        for t in view.troops
    )


@dataclass(frozen=True, slots=True)
class Target:
    """Ground to attack, the enemies seen on it, and its value in points; ``landed``: they came from the air."""

    place: int
    points: int
    enemies: tuple[Enemy, ...]
    landed: bool = False


def targets(view: View) -> list[Target]:
    """Return the ground that scores and is held by known enemies, and the enemy's landings of the last turns, the most
    points first.
    """
    chosen = {g.place: Target(g.place, g.points, view.enemies_near(g.place)) for g in _wanted(view)}
    for enemy in view.enemies:
        if enemy.arm in FROM_THE_AIR and enemy.age < STALE:
            place = along(view.theatre, enemy.at)[0]
            around = view.enemies_near(place)
            if place not in chosen:
                chosen[place] = Target(place, LANDING_POINTS, around, landed=True)
    return sorted((t for t in chosen.values() if t.enemies), key=lambda t: (-t.points, t.place))


def mass(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to attack a target together, with as few as make the odds good of the groups that can be there
    within a day; a group that is early waits, and a distant group marches up to the nearest first.
    """
    free = {group.id: group for group in spare(view, idle)}
    for target in targets(view):
        ranked = sorted((view.turns_to(g, target.place), g.id) for g in free.values())
        near = [(turns, free[ident]) for turns, ident in ranked if turns <= free[ident].reach]
        chosen, chance = _enough(view, target, near)
        if not chosen:
            continue
        chosen = _with_all_of_his(view, chosen, near)
        for _, group in chosen:
            del free[group.id]
        yield from _together(view, target, chosen, chance)


def _enough(view: View, target: Target, near: list[tuple[float, Group]]) -> tuple[list[tuple[float, Group]], float]:
    """Return the nearest of these groups that, with those that attack the target already, make the odds good, and the
    odds; empty if all together do not.
    """
    fighters = [
        t.fighter
        for t in view.troops
        if t.mission is not None
        and t.mission.bound
        and t.mission.kind is OrderKind.ATTACK
        and t.mission.to == target.place
    ]
    for number, (_, group) in enumerate(near, 1):
        fighters += group.fighters
        chance = view.chance(fighters, target.enemies, target.place)
        if chance >= view.asking_most(view.attack_chance, (g for _, g in near[:number]))[0]:
            return near[:number], chance
    return [], 0.0


def _with_all_of_his(
    view: View, chosen: list[tuple[float, Group]], near: list[tuple[float, Group]]
) -> list[tuple[float, Group]]:
    """Return the groups that attack together, with all others within a day whose commander attacks only so."""
    methodical = {leader for _, g in chosen if (leader := view.leader(g)).traits.masses}
    return [pair for pair in near if pair in chosen or view.leader(pair[1]) in methodical]


def _together(view: View, target: Target, chosen: list[tuple[float, Group]], chance: float) -> Iterator[Instruction]:
    """Yield the orders of an attack together: all attack if all can be there in this turn; otherwise the distant groups
    close up and the near ones wait for them. ``chance``: that of all together.
    """
    name, count = view.theatre.spot(target.place).name, len(chosen)
    what = f"the landing at {name}" if target.landed else name
    asked = view.asking_most(view.attack_chance, (group for _, group in chosen))
    why = f"{seen(target.enemies, 'there')}, and {_odds(chance, *asked)}"
    if chosen[-1][0] <= 1 or count == 1:
        for _, group in chosen:
            does = f"attacks {what}{f', {count} commands together' if count > 1 else ''}"
            yield Order.to_group(group, OrderKind.ATTACK, target.place, does, why)
        return
    first = chosen[0][1]
    assembly = along(view.theatre, first.at)[0]
    for turns, group in chosen:
        if turns <= 1:
            yield Order.to_group(group, OrderKind.HOLD, None, f"waits for the rest before {what}", why)
        else:
            does = f"closes up on {first.name} for the attack on {what}"
            yield Order.to_group(group, OrderKind.MARCH, assembly, does, why)


def _odds(chance: float, needed: float, leader: Leader) -> str:
    """Return odds as a reason, with the character of the commander who asks for them."""
    return f"the chance to drive the enemy off is {percent(chance)}, {percent(needed)} needed{asked_by(leader)}"


def mask(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for some infantry to hold before a few enemies in contact, so that the rest of a column three times
    as strong as needed passes (house rule ``march.past_masked``).
    """
    if not view.mask_ratio:
        return
    going: dict[int, list[Troop]] = {}
    masked: set[Enemy] = set()
    for troop in _stopped(view):
        around = [e for e in view.enemies_near(troop.at, CONTACT_M, 1) if e not in masked]
        if not around:
            continue
        masked.update(around)
        force = sorted((t for t in _stopped(view) if _is_beside(view, t, troop)), key=lambda t: (t.heavy, t.id))
        needed = view.mask_ratio * max(float(sum(e.fighter.weight for e in around)), 1 / 2)
        if sum(t.fighter.weight for t in force) < ENOUGH_TO_PASS * needed:
            continue
        for masker in force:
            if needed > 0:
                needed -= float(masker.fighter.weight)
                going.setdefault(masker.formation, []).append(masker)
    for troops in going.values():
        does = verb(troops, "holds the enemy before it", "hold the enemy before them")
        why = f"the column has {ENOUGH_TO_PASS} times the strength that holds the enemy (march.past_masked)"
        yield Order.to_troops(view, troops, OrderKind.HOLD, None, f"{does}, so that the rest can pass", why)


def _stopped(view: View) -> list[Troop]:
    """Return the fresh battalions that have orders to go on and enemies close in front of them."""
    return [
        troop
        for troop in view.to_order
        if troop.duty is not None
        and troop.duty.to is not None
        and troop.takes_ground
        and not (troop.spent or troop.resting or troop.engaged)
        and view.ahead(troop, troop.duty)
    ]


def _is_beside(view: View, troop: Troop, other: Troop) -> bool:
    return dist(view.point(troop.at), view.point(other.at)) <= CONTACT_M


def clear_the_way(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to attack off the march for units that meet enemies on their route, with all troops that are up with
    them, if the odds are good enough for an attack on orders.
    """
    going: dict[tuple[int, Mission], list[tuple[Troop, float]]] = {}
    for troop in view.to_order:
        mission, duty = troop.mission, troop.duty
        if mission is None or duty is None or mission.kind is not OrderKind.MARCH or mission.to != duty.to:
            continue
        if troop.engaged or troop.spent or troop.resting or not troop.takes_ground:
            continue
        ahead = view.ahead(troop, mission)
        ours = [t.fighter for t in view.troops_near(troop.at) if not t.engaged]
        least, _ = view.asking_most(view.ordered_chance, [troop])
        if ahead and (chance := view.chance(ours, ahead, troop.at)) >= least:
            going.setdefault((troop.formation, mission), []).append((troop, chance))
    for (_, mission), weighed in going.items():
        troops = [troop for troop, _ in weighed]
        stopped = verb(troops, "is stopped on the march and clears", "are stopped on the march and clear")
        does = f"{stopped} the way to {view.theatre.spot(mission.to or 0).name}"
        why = _odds(min(chance for _, chance in weighed), *view.asking_most(view.ordered_chance, troops))
        yield Order.to_troops(view, troops, OrderKind.ATTACK, mission.to, does, why, mission.via)


def make_way(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for guns, engineers and trains on the march before an enemy to wait beside the road, so that
    combat units can pass.
    """
    going: dict[tuple[int, int], list[Troop]] = {}
    for troop in view.to_order:
        mission = troop.mission
        if mission is None or mission.to is None or troop.duty is None or troop.takes_ground or troop.engaged:
            continue
        ahead = view.ahead(troop, mission)
        if mission.kind is not OrderKind.WITHDRAW and not troop.spent and any(e.fighter.weight for e in ahead):
            going.setdefault((troop.formation, mission.to), []).append(troop)
    for troops in going.values():
        does = f"{verb(troops, 'waits', 'wait')} beside the road until it is cleared"
        why = "an enemy was seen ahead, and combat units need the road"
        yield Order.to_troops(view, troops, OrderKind.HOLD, None, does, why)


def go_round(view: View, moving: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders by another road to the same place for units stopped by an enemy too strong for them, or by a closed
    road, if there is a road that is not much longer.
    """
    for group in moving:
        mission = group.mission
        if mission is None or mission.to is None or mission.kind is OrderKind.WITHDRAW:
            continue
        goal = mission.to
        stations = mission.stations_from(view.ways, group) if mission.begun else mission.stations
        if stations != mission.stations:
            does = f"is led another way and goes on to {view.theatre.spot(stations[0]).name}"
            why = "the places before that on the route of its order are behind it"
            yield Order.to_group(group, mission.kind, goal, does, why, stations[:-1])
            continue
        ahead = view.enemies_near(group.at, NEAR_M, 1)
        if any(dist(view.point(e.at), view.point(goal)) <= NEAR_M for e in ahead):
            continue  # they hold what he is to take: no road leads round that
        if not ahead and view.ways.are_open(group.at, mission.stations, group.barred):
            continue  # most groups of a large front, for which the places on the way need not be known
        leads = _way_of(view, group)
        if not leads and any(bridge.hands for bridge in view.bridges):
            continue  # a bridge is being mended: wait for it
        shunned = frozenset(
            place
            for place in leads
            if place != goal and any(dist(view.point(place), view.point(e.at)) <= NEAR_M / 2 for e in ahead)
        )
        why = "its road is closed, as far as its side knows"
        if leads:
            if not shunned:
                continue
            chance = view.chance([t.fighter for t in view.troops_near(group.at)], ahead, group.at)
            asked = view.asking_most(view.ordered_chance, [group])
            if chance >= asked[0]:
                continue
            why = f"{seen(ahead, 'on its road')}, and {_odds(chance, *asked)}"
        way = view.ways.places(group.at, goal, group.barred, shunned)
        length = view.ways.length(group.at, way) if way else inf
        limit = MOST_ROUND * view.ways.length(group.at, leads) + NEAR_M if leads else inf
        if way and length <= limit and way != leads:
            by = view.theatre.spot(way[0] if len(way) == 1 else way[min(1, len(way) - 2)]).name
            does = f"goes round by {by} to {view.theatre.spot(goal).name}"
            yield Order.to_group(group, mission.kind, goal, does, why, way[:-1])


def _way_of(view: View, group: Group) -> tuple[int, ...]:
    """Return the places that a group's order leads through; empty if the road is closed."""
    mission = group.mission
    return () if mission is None else view.ways.through(group.at, mission.stations, group.barred)
