"""Habits that keep a force together: ground given up in time, the spent relieved and rested, reinforcements sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Final

from campaign.play.back import BACK_M, CLEAR_M, STANDS, back_from, is_barred, is_strong, way_back
from campaign.play.bridges import waiting_at
from campaign.play.character import PLAIN, because
from campaign.play.rear import is_alone_in_front
from campaign.play.view import (
    FORWARD,
    NEAR_M,
    Group,
    Instruction,
    Mission,
    Order,
    Rest,
    Troop,
    View,
    percent,
    seen,
    verb,
)
from campaign.play.ways import along
from campaign.rules.common.automatic import after_waiting
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import counted
from campaign.values import replace

# Our choice. It decides who gives ground (`test_give_ground_in_the_open_and_before_being_cut_off`).
CUT_OFF: Final = 0.5
"""The chance of being driven off from which a unit goes that will be cut off."""

# Our choice; no other was tried. It decides who is a garrison
# (`test_nobody_leaves_ground_that_scores_to_an_enemy_who_is_near`).
DANGER_M: Final = 2 * CLEAR_M
"""The distance within which an enemy seen is near to ground that scores."""


def give_ground(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for a unit that will be cut off by an enemy too strong for it, or is in the open before one, to go
    back to the nearest better ground of its own side while a road is open.
    """
    for group in idle:
        leader = view.leader(group)
        traits = leader.traits
        danger = view.danger(group.at, age=traits.trusts)
        if danger < CUT_OFF:
            continue
        place_now = along(view.theatre, group.at)[0]
        closing = _is_closing(view, place_now)
        if danger < traits.goes_at and (traits.stays or not closing):
            continue
        stays = is_strong(view, place_now) or any(goal.place == place_now and goal.held for goal in view.goals)
        if stays and (traits.stays or not closing):
            continue
        place = back_from(view, group)
        if place is not None:
            name = view.theatre.spot(place).name
            does = f"goes back to {name} before an enemy too strong for it"
            enemies = seen(view.enemies_near(group.at, age=traits.trusts), "near it")
            why = f"{enemies} with a chance of {percent(danger)} to drive it off"
            if danger < PLAIN.goes_at:
                why += because(leader)
            if stays:
                why += ", and all its roads but one are closed"
            yield Order.to_group(group, OrderKind.WITHDRAW, place, does, why, way_back(view, group, place))


def _is_closing(view: View, place: int) -> bool:
    """Return whether the enemy is on all roads that leave the place but one."""
    ends = view.theatre.neighbours(place)
    return len(ends) > 1 and sum(not view.enemies_near(end, age=1) for end in ends) <= 1


def spare(view: View, idle: tuple[Group, ...]) -> list[Group]:
    """Return the groups that may leave their position, without their spent battalions: not spent, and not waiting for a
    landing. While the enemy is near, the last fighting troops at the place the scenario sent them to stay, and of the
    last on ground that scores one battalion.
    """
    free, going = list[Group](), set[int]()
    for group in idle:
        if not group.takes_ground or group.is_spent or awaits_a_landing(view, group):
            continue
        fit = tuple(troop for troop in group.troops if not troop.spent)
        if _is_needed(view, group, going):
            fit = () if group.is_posted else without_garrison(fit)
        able = group if len(fit) == len(group.troops) else group.part(fit)
        if fit and able.takes_ground:
            free.append(able)
            going.update(troop.id for troop in fit)
    return free


def awaits_a_landing(view: View, group: Group) -> bool:
    """Return whether a group is where friendly troops are still to land."""
    return any(place in view.landings for place in along(view.theatre, group.at))


def without_garrison(troops: Sequence[Troop]) -> tuple[Troop, ...]:
    """Return a group's fresh troops without the battalion that keeps its ground: the weakest, infantry before tanks."""
    fighting = sorted((t for t in troops if t.takes_ground), key=lambda t: (t.fighter.weight, t.heavy, t.id))
    return tuple(troop for troop in troops if troop not in fighting[:1])


def _is_needed(view: View, group: Group, going: set[int]) -> bool:
    """Return whether a group is the garrison of its ground; ``going`` are the battalions that may leave it."""
    kept = {goal.place for goal in view.goals if goal.held} | {t.post for t in group.troops if t.post is not None}
    near = sorted(place for place in kept if dist(view.point(place), view.point(group.at)) <= NEAR_M / 2)
    if not near or not view.enemies_near(group.at, DANGER_M):
        return False
    own = {troop.id for troop in group.troops}
    return any(not any(_stays(view, t, place) for t in _beside(view, place, own | going)) for place in near)


def _beside(view: View, place: int, without: set[int]) -> list[Troop]:
    """Return the fresh fighting troops of the side at a place, without these battalions."""
    around = view.troops_near(place, NEAR_M / 2)
    return [t for t in around if t.takes_ground and not t.spent and t.id not in without | view.ordered]


def _stays(view: View, troop: Troop, place: int) -> bool:
    """Return whether a battalion at a place has no orders to go elsewhere."""
    mission = troop.mission
    return mission is None or mission.to is None or mission.to in {place, *along(view.theatre, troop.at)}


def relieve(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for fresh troops of the same division, out of the line, to march up to spent ones that face the
    enemy, as many as are spent; when they arrive, the spent ones go back. Troops stay on the ground that the
    scenario sent them to.
    """
    fresh = {g.id: g for g in spare(view, idle) if not view.enemies_near(g.at, CLEAR_M) and not g.is_posted}
    for group in idle:
        if not group.is_spent or not view.enemies_near(group.at):
            continue
        place_now = along(view.theatre, group.at)[0]
        beside = view.troops_near(group.at, NEAR_M / 2)
        relieved = any(t.takes_ground and not t.spent and t.formation != group.formation for t in beside)
        if relieved and (place := back_from(view, group, far=True)) is not None:
            does = f"is spent and relieved, and goes back to {view.theatre.spot(place).name}"
            why = "at least half of it is spent before the enemy, and fresh troops are beside it"
            yield Order.to_group(group, OrderKind.WITHDRAW, place, does, why, way_back(view, group, place))
            continue
        ranked = sorted(
            (view.ways.metres(g.at, place_now, g.barred), g.id) for g in fresh.values() if g.division == group.division
        )
        if not relieved and ranked and ranked[0][0] <= fresh[ranked[0][1]].reach * fresh[ranked[0][1]].pace:
            relief = fresh.pop(ranked[0][1])
            yield _relief(view, relief, group, place_now)


def _relief(view: View, relief: Group, spent: Group, place: int) -> Instruction:
    """Return the order to relieve spent troops: to as many battalions as are spent, or all if there are no more."""
    fit = [t for t in relief.troops if t.takes_ground and not t.spent][: sum(t.spent for t in spent.troops)]
    where = view.theatre.spot(place).name
    why = f"at least half of {spent.name} is spent before the enemy, and this is the division's nearest free command"
    if len(fit) == sum(t.takes_ground for t in relief.troops):
        return Order.to_group(relief, OrderKind.MARCH, place, f"relieves {spent.name} at {where}", why)
    does = f"{verb(fit, 'relieves', 'relieve')} {spent.name} at {where}"
    return Order.to_troops(view, fit, OrderKind.MARCH, place, does, f"{why}; as many go as are spent")


def pull_out(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for spent battalions that face the enemy to go back to the next quiet place of their side, up to a
    day's march away. A unit alone on ground that scores stays until it is worn out, and goes on nowhere; one without a
    way back stops attacking.
    """
    going: dict[tuple[int, int | None, bool, tuple[int, ...]], list[Troop]] = {}
    staying: dict[int, list[Troop]] = {}
    for troop in view.to_order:
        if not troop.spent or not troop.led or troop.engaged:
            continue
        closed = _is_withdrawing(troop) and is_barred(view, troop)
        if not closed and (_is_withdrawing(troop) or not view.enemies_near(troop.at, NEAR_M, 1)):
            continue
        place = back_from(view, troop, far=True)
        is_garrison = _is_alone_on_its_ground(view, troop) and place not in along(view.theatre, troop.at)
        if is_garrison and (place is None or not is_worn_out(view, troop)):
            if _is_going(troop):
                staying.setdefault(troop.formation, []).append(troop)
            continue
        if place is not None or closed or _is_going(troop):
            via = () if place is None else way_back(view, troop, place)
            going.setdefault((troop.formation, place, is_garrison, via), []).append(troop)
    threat = f"the enemy was seen within {NEAR_M / 1000:g} km, or on its road"
    for troops in staying.values():
        does = verb(troops, "is spent and keeps the ground where it is", "are spent and keep the ground where they are")
        why = f"{threat}, no other fighting troops are there, and spent troops do not attack"
        yield Order.to_troops(view, troops, OrderKind.HOLD, None, does, why)
    for (_, place, is_garrison, via), troops in going.items():
        if place is None:
            does = verb(troops, "is spent, has no way back and digs in", "are spent, have no way back and dig in")
            why = f"{threat}, and no quiet place behind is within a day's march"
            yield Order.to_troops(view, troops, OrderKind.HOLD, None, does, why)
            continue
        name = view.theatre.spot(place).name
        if is_garrison:
            does = f"{verb(troops, 'is worn out and goes', 'are worn out and go')} back by night, to {name}"
            why = f"{threat}, after {STANDS} turns before him no fresh troops have relieved"
            why += f" {verb(troops, 'it', 'them')}, and he can take the ground when he likes"
        else:
            does = f"{verb(troops, 'is spent and goes', 'are spent and go')} out of the line, to {name}"
            why = f"{threat}, and spent troops do not count in battle"
        yield Order.to_troops(view, troops, OrderKind.WITHDRAW, place, does, why, via)


def _is_alone_on_its_ground(view: View, troop: Troop) -> bool:
    """Return whether a battalion is the only one that keeps ground of its side that scores, or its post."""
    kept = {goal.place for goal in view.goals if goal.held} | {troop.post}
    if not troop.takes_ground or kept.isdisjoint(along(view.theatre, troop.at)):
        return False
    return not any(t.takes_ground and not t.spent for t in view.troops_near(troop.at, NEAR_M / 2))


def is_worn_out(view: View, troop: Troop) -> bool:
    """Return whether spent troops have stood so long before an enemy who could drive them off that they leave their
    ground in the coming night: no fresh troops come to relieve them, and he does not press.
    """
    if not view.night or troop.facing < STANDS or view.danger(troop.at) < CUT_OFF:
        return False
    return view.sent_to.isdisjoint(along(view.theatre, troop.at))


def is_on_ground_in_danger(view: View, group: Group) -> bool:
    """Return whether a group is on ground of its side that scores, and an enemy is near."""
    kept = (goal.place for goal in view.goals if goal.held and goal.points)
    here = any(dist(view.point(place), view.point(group.at)) <= NEAR_M / 2 for place in kept)
    return here and bool(view.enemies_near(group.at, DANGER_M))


def holds_ground(view: View, troop: Troop) -> bool:
    """Return whether a battalion is on ground of its side that scores."""
    held = {goal.place for goal in view.goals if goal.held and goal.points}
    return not held.isdisjoint(along(view.theatre, troop.at))


def will_not_attack(view: View, troop: Troop) -> bool:
    """Return whether the troops near a battalion would not attack the enemies there even at the least odds that they
    ask for after they have waited.
    """
    least, _ = view.asking_most(view.attack_chance, [troop])
    chance = view.chance((t.fighter for t in view.troops_near(troop.at)), view.enemies_near(troop.at), troop.at)
    return chance < least * after_waiting(STANDS, view.patience)


def _is_going(troop: Troop) -> bool:
    """Return whether a troop has orders to go on."""
    return troop.mission is not None and troop.mission.kind in FORWARD


def back_to_duty(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for recovered units, or units that were sent another way, to resume what the scenario has for
    them.
    """
    going: dict[tuple[int, Mission], list[Troop]] = {}
    waiting = waiting_at(view)
    for troop in view.to_order:
        if not troop.led or troop.duty is None or troop.mission is None or troop.engaged or troop.id in waiting:
            continue
        if troop.spent or troop.resting or _carries_out(troop.mission, troop.duty):
            continue
        if troop.mission.kind is OrderKind.HOLD and view.mask_ratio and view.ahead(troop, troop.duty):
            continue
        if is_alone_in_front(view, troop) or _waits_for_better_odds(view, troop):
            continue
        via = troop.duty.via if troop.duty.to is None else troop.duty.stations_from(view.ways, troop)[:-1]
        going.setdefault((troop.formation, replace(troop.duty, via=via)), []).append(troop)
    for (_, duty), troops in going.items():
        does = f"{verb(troops, 'goes back to its', 'go back to their')} orders: {duty.kind}{_to(view, duty.to)}"
        why = "that order of the scenario is still to be carried out"
        yield Order.to_troops(view, troops, duty.kind, duty.to, does, why, duty.via)


def _waits_for_better_odds(view: View, troop: Troop) -> bool:
    """Return whether a battalion has gone back from an enemy, seen within the last day, whom all that are up with it
    could still not attack.
    """
    mission = troop.mission
    if mission is None or mission.kind is not OrderKind.WITHDRAW or troop.post is not None or not troop.takes_ground:
        return False
    before = view.enemies_near(troop.at, BACK_M)
    if not before:
        return False
    least, _ = view.asking_most(view.ordered_chance, [troop])
    ours = (t.fighter for t in view.troops_near(troop.at, BACK_M))
    chance = view.chance(ours, before, before[0].at)
    return chance < least * after_waiting(STANDS, view.patience)


def _carries_out(mission: Mission, duty: Mission) -> bool:
    """Return whether a mission is the scenario's order for the troops, or the same march with attacks on the way."""
    return mission.to == duty.to and mission.kind in (duty.kind, OrderKind.ATTACK)


def _to(view: View, place: int | None) -> str:
    return "" if place is None else f" {view.theatre.spot(place).name}"


def rest(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for spent units to rest where no enemy is near and supply comes, and to end the rest of units that
    are fresh again or see the enemy come.
    """
    for troop in view.to_order:
        if not troop.led or troop.engaged:
            continue
        safe = not view.enemies_near(troop.at, NEAR_M, 1)
        if troop.spent and safe and troop.supplied and not troop.resting and not _is_withdrawing(troop):
            why = f"no enemy was seen within {NEAR_M / 1000:g} km of it, and it is in supply"
            yield Rest((troop.id,), view.tells(troop), troop.name, "is spent and rests in reserve", why)
        elif troop.resting and not (troop.spent and safe):
            does = f"rests no longer, for {'it is fresh again' if safe else 'the enemy is near'}"
            why = (
                "rest sheds casualty figures, and it has none"
                if safe
                else f"an enemy was seen within {NEAR_M / 1000:g} km of it"
            )
            yield Rest((troop.id,), view.tells(troop), troop.name, does, why, stop=True)


def seek_supply(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for spent battalions that are out of supply, so that rest does not help them, to go back toward an
    edge of their side, while no enemy is near and none was seen on their way for two days; those on their way by an
    order of the scenario go on, and the only ones on ground that scores stay.
    """
    going: dict[tuple[int, int, tuple[int, ...]], list[Troop]] = {}
    for troop in view.to_order:
        if not troop.spent or troop.supplied or not troop.led or troop.engaged or _is_withdrawing(troop):
            continue
        if troop.duty is not None and _is_going(troop):
            continue  # he is on his way to what the scenario has for him, and no enemy is before him
        if view.enemies_near(troop.at, NEAR_M, 1) or _is_alone_on_its_ground(view, troop):
            continue
        if (place := back_from(view, troop, far=True)) is not None:
            way = view.safe_ways.places(troop.at, place, troop.barred, view.barred_places)
            if not any(view.enemies_near(stop, NEAR_M, 2 * TURNS_A_DAY) for stop in way):
                going.setdefault((troop.formation, place, way_back(view, troop, place)), []).append(troop)
    for (_, place, via), troops in going.items():
        does = f"{verb(troops, 'goes', 'go')} back to {view.theatre.spot(place).name}, toward supply"
        why = f"{verb(troops, 'it is', 'they are')} spent and out of supply, and rest then sheds no figure"
        yield Order.to_troops(view, troops, OrderKind.WITHDRAW, place, does, why, via)


def _is_withdrawing(troop: Troop) -> bool:
    mission = troop.mission
    return mission is not None and mission.kind is OrderKind.WITHDRAW and troop.at != AtPlace(mission.to or 0)


def reinforce(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for units without an enemy near to go to ground of their side that scores and that the enemy is
    about to take, if they can be there within a day and then hold it.
    """
    free = {g.id: g for g in spare(view, idle) if not view.enemies_near(g.at, CLEAR_M)}
    held = sorted((goal for goal in view.goals if goal.held), key=lambda goal: (-goal.points, goal.place))
    for goal in held:
        danger = view.danger(goal.place)
        if danger < 1 / 2:
            continue
        for turns, ident in sorted((view.turns_to(g, goal.place), g.id) for g in free.values()):
            group = free[ident]
            if turns > group.reach:
                break
            if dist(view.point(group.at), view.point(goal.place)) <= NEAR_M / 2:
                continue
            del free[ident]
            does = f"goes to the help of {view.theatre.spot(goal.place).name}"
            why = f"it scores {counted(goal.points, 'point')}, and the enemy seen near it has a chance of"
            why += f" {percent(danger)} to take it"
            yield Order.to_group(group, OrderKind.MARCH, goal.place, does, why)
            break
