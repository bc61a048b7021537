"""Habits of attack: take empty ground, attack held ground together, and go round an enemy that is too strong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from math import ceil, dist, inf
from typing import Final

from campaign.play.bridges import is_to_be_gapped
from campaign.play.character import LONGEST_TRUSTED, Leader, asked_by
from campaign.play.keep import is_on_ground_in_danger, spare
from campaign.play.rear import is_halted_on_an_open_road
from campaign.play.view import NEAR_M, STALE, Enemy, Goal, Group, Instruction, Mission, Order, Troop, View, seen, verb
from campaign.play.ways import along
from campaign.rules.common.automatic import Odds, after_waiting, odds_words
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import counted
from campaign.values import dataclass

# Our choice. It decides whether a landing or other ground comes first (`test_answer_a_landing`): in none of 64 sets of
# orders otherwise.
LANDING_POINTS: Final = 3
"""The value of attacking an enemy landing, in points of ground that scores."""
# Our choice. It decides whether the supply road or other ground comes first
# (`test_an_enemy_on_the_road_by_which_supply_comes_is_a_target`).
SUPPLY_POINTS: Final = 1
"""The value of driving an enemy off a road by which supply comes, in points of ground that scores."""
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
    wanted = _wanted(view)
    free = {group.id: group for group in spare(view, idle) if not _is_on_its_way(view, group, wanted)}
    for goal in wanted:
        if _is_under_way(view, goal.place):
            continue
        takers = [
            group
            for group in _who_take_it_for_empty(view, goal.place, free.values())
            if not _passes_an_enemy(view, group, goal.place)
        ]
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


def _is_on_its_way(view: View, group: Group, wanted: Iterable[Goal]) -> bool:
    """Return whether a group has orders to take ground that it still takes for empty: no other goal calls it off."""
    mission = group.mission
    if mission is None or mission.kind is not OrderKind.ATTACK or group.at == AtPlace(mission.to or 0):
        return False
    return any(goal.place == mission.to and _who_take_it_for_empty(view, goal.place, [group]) for goal in wanted)


def _who_take_it_for_empty(view: View, place: int, groups: Iterable[Group]) -> list[Group]:
    """Return the groups whose commanders believe no report of an enemy at a place."""
    ages = {enemy.age for enemy in view.enemies_near(place, age=max(LONGEST_TRUSTED, STALE))}
    return [group for group in groups if all(age > view.leader(group).traits.trusts for age in ages)]


def _passes_an_enemy(view: View, group: Group, place: int) -> bool:
    """Return whether an enemy was seen in the last day at a place on the road that a group would take to another."""
    way = view.ways.places(group.at, place, group.barred)
    return any(view.enemies_near(stop, NEAR_M / 2) for stop in way if stop != place and group.at != AtPlace(stop))


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
    """Ground to attack, the enemies seen on it, and its value in points; ``landed``: they came from the air; ``faced``:
    own troops have stood before them without a battle; ``cuts``: they stand on the road by which supply comes.
    """

    place: int
    points: int
    enemies: tuple[Enemy, ...]
    landed: bool = False
    faced: bool = False
    cuts: bool = False


def targets(view: View) -> list[Target]:
    """Return the ground that scores and is held by known enemies, the enemy's landings of the last turns, the enemies
    on the road by which supply comes to troops that have none, those before whom own troops have stood for a turn
    without a battle, and spent ones, the most points first.
    """
    chosen = {g.place: Target(g.place, g.points, view.enemies_near(g.place)) for g in _wanted(view)}
    for enemy in view.enemies:
        if enemy.landed and enemy.age < STALE:
            place = along(view.theatre, enemy.at)[0]
            around = view.enemies_near(place)
            if place not in chosen:
                chosen[place] = Target(place, LANDING_POINTS, around, landed=True)
    for troop in view.troops:
        if troop.facing and (around := view.enemies_near(troop.at, CONTACT_M, 1)):
            place = along(view.theatre, around[0].at)[0]
            chosen.setdefault(place, Target(place, 0, view.enemies_near(place), faced=True))
    for place in _cut_at(view):
        chosen.setdefault(place, Target(place, SUPPLY_POINTS, view.enemies_near(place), cuts=True))
    for enemy in view.enemies:
        if enemy.age <= 1 and not enemy.fighter.weight:
            place = along(view.theatre, enemy.at)[0]
            chosen.setdefault(place, Target(place, 0, view.enemies_near(place), faced=True))
    return sorted((t for t in chosen.values() if t.enemies), key=lambda t: (-t.points, t.place))


def _cut_at(view: View) -> list[int]:
    """Return the places with enemies seen lately on the shortest roads from the side's edges of the map to its fighting
    troops that are out of supply.
    """
    starved = {along(view.theatre, t.at)[0] for t in view.troops if t.takes_ground and not t.supplied}
    cut = set[int]()
    for place in starved if view.homes else ():
        home = min(view.homes, key=lambda edge: (view.ways.metres(AtPlace(edge), place), edge))
        cut |= view.barred_places.intersection(view.ways.places(AtPlace(home), place))
    return sorted(cut)


def mass(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to attack a target together, with as few as make the odds good: of the groups that can be there
    within half a day, otherwise of all within a day, with the artillery that is as near. A group that is early waits,
    and a distant group marches up to the nearest first. Who is on ground that scores does not leave it for the supply
    road, nor for an enemy on ground without points, while the enemy is near.
    """
    free = {group.id: group for group in (*spare(view, idle), *_artillery(view, idle))}
    for target in targets(view):
        has_points = target.points and not target.cuts
        able = (g for g in free.values() if has_points or not is_on_ground_in_danger(view, g))
        ranked = sorted((view.turns_to(g, target.place), g.id) for g in able)
        by_day = [(turns, free[ident]) for turns, ident in ranked if turns <= TURNS_A_DAY]
        near = [(turns, group) for turns, group in by_day if turns <= group.reach]
        chosen, odds = _enough(view, target, near)
        if odds is None and len(by_day) > len(near):
            chosen, odds = _enough(view, target, [(t, g) for t, g in by_day if not g.is_held_back or t <= g.reach])
        if odds is None:
            continue
        chosen = _with_all_of_his(view, chosen, near)
        for _, group in chosen:
            del free[group.id]
        yield from _together(view, target, chosen, odds)


def sally(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for garrisons that must not leave their place, and have stood before an enemy for a turn without a
    battle, to attack him where they are, with all troops that are up with them, if the odds are good enough for an
    attack of their own accord.
    """
    leave = {troop.id for group in spare(view, idle) for troop in group.troops}
    for group in idle:
        may_leave = all(troop.id in leave for troop in group.troops if not troop.spent)
        if may_leave or group.is_spent or not group.takes_ground or not isinstance(group.at, AtPlace):
            continue
        enemies, facing = view.enemies_near(group.at, NEAR_M / 2, 1), max(troop.facing for troop in group.troops)
        if not (enemies and facing):
            continue
        ours = [t.fighter for t in view.troops_near(group.at, NEAR_M / 2) if not t.engaged]
        least, leader = view.asking_most(view.attack_chance, [group])
        needed = least * after_waiting(max(view.lull, facing), view.patience)
        if (odds := view.odds(ours, enemies, group.at)).chance >= needed:
            does = f"attacks the enemy before it and keeps {view.theatre.spot(group.at.place).name}"
            why = f"{seen(enemies, 'in contact')}, and {odds_words(odds, needed)}{asked_by(leader)}"
            yield Order.to_group(group, OrderKind.ATTACK, group.at.place, does, why)


def _artillery(view: View, idle: tuple[Group, ...]) -> list[Group]:
    """Return the groups of guns that may come up to fire."""
    return [g for g in idle if g.is_artillery and not g.is_spent]


def _enough(
    view: View, target: Target, near: list[tuple[float, Group]]
) -> tuple[list[tuple[float, Group]], Odds | None]:
    """Return the nearest of these groups that, with those that attack the target already, make the odds good, and the
    odds; empty if all together do not. Artillery comes only if it is needed.
    """
    fighters = [t.fighter for t in view.troops if _attacks(t, target.place)]
    chosen = list[tuple[float, Group]]()
    for turns, group in sorted(near, key=lambda n: n[1].is_artillery):
        if group.is_artillery and not (fighters or chosen):
            break
        fighters += group.fighters
        chosen.append((turns, group))
        odds = view.odds(fighters, target.enemies, target.place)
        if odds.chance >= asked_together(view, target, chosen)[0]:
            return sorted(chosen, key=lambda c: (c[0], c[1].id)), odds
    return [], None


def asked_together(view: View, target: Target, chosen: Iterable[tuple[float, Group]]) -> tuple[float, Leader]:
    """Return the chance that these groups together need for an attack of their own accord, less for those that have
    stood before the target and after days without a battle, and who asks for it.
    """
    least, leader = view.asking_most(view.attack_chance, (group for _, group in chosen))
    faced = (t.facing for t in view.troops_near(target.place))
    return least * after_waiting(max(view.lull, *faced, 0), view.patience), leader


def _with_all_of_his(
    view: View, chosen: list[tuple[float, Group]], near: list[tuple[float, Group]]
) -> list[tuple[float, Group]]:
    """Return the groups that attack together, with all others within a day whose commander attacks only so."""
    methodical = {leader for _, g in chosen if (leader := view.leader(g)).traits.masses}
    more = [pair for pair in near if view.leader(pair[1]) in methodical]
    together = {group.id: (turns, group) for turns, group in (*chosen, *more)}
    return sorted(together.values(), key=lambda pair: (pair[0], pair[1].id))


def _attacks(troop: Troop, place: int) -> bool:
    mission = troop.mission
    return mission is not None and mission.bound and mission.kind is OrderKind.ATTACK and mission.to == place


def _together(view: View, target: Target, chosen: list[tuple[float, Group]], odds: Odds) -> Iterator[Instruction]:
    """Yield the orders of an attack together: all attack if all can be there in this turn; otherwise the distant groups
    close up and the near ones wait for them. Who is at the place where they gather already goes on by the road to the
    target. ``odds``: those of all together.
    """
    name, count = view.theatre.spot(target.place).name, sum(not group.is_artillery for _, group in chosen)
    what = f"the landing at {name}" if target.landed else f"the enemy near {name}" if target.faced else name
    what = f"the enemy on its supply road at {name}" if target.cuts else what
    needed, leader = asked_together(view, target, chosen)
    why = f"{seen(target.enemies, 'there')}, and {odds_words(odds, needed)}{asked_by(leader)}"
    last = max(turns for turns, _ in chosen)
    nearest, first = next((pair for pair in chosen if not pair[1].is_artillery), chosen[0])
    assembly = along(view.theatre, first.at)[0] if nearest <= 1 else _assembly(view, target, first)
    where = f"moves up to {view.theatre.spot(assembly).name}" if nearest > 1 else f"closes up on {first.name}"
    for turns, group in chosen:
        if group.is_artillery:
            if turns > 1:
                does = f"comes up to fire for the attack on {what}"
                yield Order.to_group(group, OrderKind.MARCH, assembly, does, why)
        elif last <= 1 or len(chosen) == 1:
            does = f"attacks {what}{f', {count} commands together' if count > 1 else ''}"
            yield Order.to_group(group, OrderKind.ATTACK, target.place, does, why)
        elif turns <= 1:
            does = f"waits for the rest before {what}: the attack begins in {counted(ceil(last) - 1, 'turn')}"
            yield Order.to_group(group, OrderKind.HOLD, None, does, why)
        elif group.at == AtPlace(assembly):
            does = f"goes on to join {first.name} and the attack on {what}"
            yield Order.to_group(group, OrderKind.ATTACK, target.place, does, why)
        else:
            does = f"{where} for the attack on {what}"
            yield Order.to_group(group, OrderKind.MARCH, assembly, does, why)


def _assembly(view: View, target: Target, group: Group) -> int:
    """Return the place up to which a group that is more than a turn away moves for an attack together: the last on its
    way to the target before the enemies on it, or else where it is.
    """
    way = view.ways.places(group.at, target.place, group.barred, view.barred_places)
    clear = takewhile(lambda stop: stop != target.place and not view.enemies_near(stop), way)
    return next(reversed(list(clear)), along(view.theatre, group.at)[0])


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
    """Yield orders to attack off the march for units that meet enemies on their route, or that have halted on an open
    road before an enemy whom their side has not seen, with all troops that are up with them, if the odds are good
    enough for an attack on orders.
    """
    going: dict[tuple[int, Mission, bool], list[tuple[Troop, Odds]]] = {}
    for troop in view.to_order:
        mission, duty = troop.mission, troop.duty
        if mission is None or mission.kind is not OrderKind.MARCH or not troop.led:
            continue
        if troop.engaged or troop.spent or troop.resting or not troop.takes_ground:
            continue
        ahead = view.ahead(troop, mission) if duty is not None and mission.to == duty.to else ()
        if not (ahead or is_halted_by_the_unseen(view, troop)):
            continue
        ours = [t.fighter for t in view.troops_near(troop.at) if not t.engaged]
        if (odds := view.odds(ours, ahead, troop.at)).chance >= _asked_off_the_march(view, [troop])[0]:
            going.setdefault((troop.formation, mission, bool(ahead)), []).append((troop, odds))
    for (_, mission, is_seen), weighed in going.items():
        troops = [troop for troop, _ in weighed]
        stopped = verb(troops, "is stopped on the march and clears", "are stopped on the march and clear")
        does = f"{stopped} the way to {view.theatre.spot(mission.to or 0).name}"
        needed, leader = _asked_off_the_march(view, troops)
        why = odds_words(min((odds for _, odds in weighed), key=lambda odds: odds.chance), needed) + asked_by(leader)
        if not is_seen:
            why = f"an enemy who is not seen has halted {verb(troops, 'it', 'them')}, and is reckoned as usual: {why}"
        yield Order.to_troops(view, troops, OrderKind.ATTACK, mission.to, does, why, mission.via)


def _asked_off_the_march(view: View, troops: Sequence[Troop]) -> tuple[float, Leader]:
    """Return the chance that troops need to attack off the march, less for those that have waited before the enemy or
    where he halted them, and who asks for it.
    """
    least, leader = view.asking_most(view.ordered_chance, troops)
    waited = max(max(troop.facing, troop.halted - 1) for troop in troops)
    return least * after_waiting(waited, view.patience), leader


def is_halted_by_the_unseen(view: View, troop: Troop) -> bool:
    """Return whether a battalion's march has halted before its goal although, as far as its side knows, the road is
    open and no enemy is on it.
    """
    mission = troop.mission
    if mission is None or not is_halted_on_an_open_road(view, troop):
        return False
    return not view.ahead(troop, mission)


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
        if not leads and mission.via and is_to_be_gapped(view, group):
            continue  # the order names this road, and engineers open it
        shunned = frozenset(
            place
            for place in leads
            if place != goal and any(dist(view.point(place), view.point(e.at)) <= NEAR_M / 2 for e in ahead)
        )
        why = "its road is closed, as far as its side knows"
        if leads:
            if not shunned:
                continue
            odds = view.odds([t.fighter for t in view.troops_near(group.at)], ahead, group.at)
            needed, leader = view.asking_most(view.ordered_chance, [group])
            if odds.chance >= needed:
                continue
            why = f"{seen(ahead, 'on its road')}, and {odds_words(odds, needed)}{asked_by(leader)}"
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
