"""A habit of commands without an order of their own for this ground: they serve the aim of the order above them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.play.character import asked_by
from campaign.play.keep import spare
from campaign.play.view import NEAR_M, Enemy, Group, Instruction, Order, Troop, View
from campaign.play.ways import along
from campaign.rules.common.automatic import odds_words
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind


def aim_of(view: View, group: Group) -> int | None:
    """Return the place that the superior of a group wants: the goal of the nearest order above it, or else that of most
    battalions of its division which attack on orders. None without one.
    """
    if group.aim is not None:
        return group.aim
    mates = {t.id for g in view.groups if g.division and g.division == group.division for t in g.troops}
    goals = Counter(t.duty.to for t in view.troops if t.id in mates and _attacks(t) and t.duty is not None)
    return min((-count, goal) for goal, count in goals.items() if goal is not None)[1] if goals else None


def _attacks(troop: Troop) -> bool:
    return troop.duty is not None and troop.duty.kind is OrderKind.ATTACK and troop.duty.to is not None


def serve_the_aim(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for units to spare to join in what their superior wants, while it is not taken: to attack with those
    who are there if the odds are good together, or else to march up to the foremost of them.
    """
    for group in spare(view, idle):
        goal = aim_of(view, group)
        if goal is None or view.turns_to(group, goal) > group.reach or goal in along(view.theatre, group.at):
            continue
        enemies = view.enemies_near(goal)
        if goal in view.held and not enemies:
            continue
        friends = [t for t in view.troops if _goes_for(t, goal) and not t.spent and t.formation != group.formation]
        if not friends:
            continue
        yield _order(view, group, goal, enemies, friends)


def _goes_for(troop: Troop, goal: int) -> bool:
    """Return whether a battalion has an order to go to a place, or is there."""
    mission = troop.mission or troop.duty
    return troop.takes_ground and (troop.at == AtPlace(goal) or (mission is not None and mission.to == goal))


def _order(view: View, group: Group, goal: int, enemies: tuple[Enemy, ...], friends: list[Troop]) -> Order:
    """Return the order by which a group serves the aim."""
    name = view.theatre.spot(goal).name
    why = f"its superior's aim is {name}, and it has no order of its own for this ground"
    near = [t for t in friends if view.ways.metres(t.at, goal, t.barred) <= NEAR_M]
    fighters = [*group.fighters, *(t.fighter for t in near)]
    odds = view.odds(fighters, enemies, goal) if enemies else None
    least, leader = view.asking_most(view.attack_chance, [group])
    if odds is None or odds.chance >= least:
        told = "" if odds is None else f"; {odds_words(odds, least)}{asked_by(leader)}"
        return Order.to_group(group, OrderKind.ATTACK, goal, f"joins in the attack on {name}", why + told)
    foremost = min(friends, key=lambda t: (view.ways.metres(t.at, goal, t.barred), t.id))
    assembly = along(view.theatre, foremost.at)[0]
    does = f"closes up on {foremost.name} for the attack on {name}"
    return Order.to_group(group, OrderKind.MARCH, assembly, does, why)
