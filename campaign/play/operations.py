"""Habits of a force as a whole: it advances while there is ground to be won, and gives up what cannot be won."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from campaign.play.back import STANDS, back_from, way_back
from campaign.play.keep import holds_ground, spare, will_not_attack
from campaign.play.view import NEAR_M, NO_ATTACK, Group, Instruction, Order, Troop, View, percent, seen, verb
from campaign.rules.common.automatic import Odds
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import counted

# Our choice.
FARTHEST: Final = 3 * TURNS_A_DAY
"""The turns of marching within which troops without another task set out for ground that scores."""
# Our choice: what staffs of the time held back (one of three, from company to division).
RESERVE: Final = 3
"""One command in so many of those without a task stays in reserve."""
# Our choice.
HOPELESS: Final = 0.15
"""The chance to win, should it come to a decision, below which an attack that stands is given up."""


def advance(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to set out for ground that scores and is farther than half a day away, or to close up on an enemy
    who holds it, no farther than the road is free of enemies, for commands with nothing else to do and no enemy near;
    one in three stays in reserve.
    """
    free = [g for g in spare(view, idle) if not g.is_held_back and not view.enemies_near(g.at, 2 * NEAR_M)]
    going = sorted(free, key=lambda g: g.id)[: len(free) - len(free) // RESERVE]
    sent: dict[int, int] = {}
    for group in going:
        far = ((goal, view.ways.metres(group.at, goal.place, group.barred) / group.pace) for goal in view.goals)
        choices = [
            (goal.points / (turns + 2) / (1 + sent.get(goal.place, 0)), -goal.place)
            for goal, turns in far
            if not goal.held and goal.points and group.reach < turns <= FARTHEST
        ]
        if not choices:
            continue
        place = -max(choices)[1]
        way = view.ways.places(group.at, place, group.barred)
        clear = list(takewhile(lambda stop: not view.enemies_near(stop, 2 * NEAR_M), way))
        to = clear[-1] if clear else None
        if to is None or group.at == AtPlace(to):
            continue
        sent[place] = sent.get(place, 0) + 1
        name, points = view.theatre.spot(place).name, next(g.points for g in view.goals if g.place == place)
        why = f"it has no other task, and {name} scores {counted(points, 'point')}"
        if to == place:
            yield Order.to_group(group, OrderKind.ATTACK, to, f"sets out for {name}", why)
        else:
            does = f"closes up on {name} as far as {view.theatre.spot(to).name}"
            yield Order.to_group(group, OrderKind.MARCH, to, does, f"{why}; the enemy was seen beyond")


def give_up(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to break off an attack that stands and is hopeless: back out of the line, to be used elsewhere;
    at once if only companies and guns are there, which do not attack.
    """
    going: dict[tuple[int, int, tuple[int, ...]], list[tuple[Troop, Odds]]] = {}
    for troop in view.to_order:
        mission = troop.mission
        if mission is None or mission.kind is not OrderKind.ATTACK or not troop.facing or troop.engaged:
            continue
        if not troop.led:
            continue
        odds = view.odds((t.fighter for t in view.troops_near(troop.at)), view.enemies_near(troop.at), troop.at)
        if odds is not NO_ATTACK and (troop.facing < STANDS or odds.chance >= HOPELESS):
            continue
        if (place := back_from(view, troop)) is not None:
            going.setdefault((troop.formation, place, way_back(view, troop, place)), []).append((troop, odds))
    for (_, place, via), weighed in going.items():
        troops = [troop for troop, _ in weighed]
        goes = verb(troops, "gives up its attack and goes", "give up their attack and go")
        does = f"{goes} back to {view.theatre.spot(place).name}"
        why = f"{seen(view.enemies_near(troops[0].at), 'before it')}, and "
        if all(odds is NO_ATTACK for _, odds in weighed):
            why += "no battalion there is fit to attack"
        else:
            best = percent(max(odds.chance for _, odds in weighed))
            why += f"after {STANDS} turns in contact the chance to win is {best};"
            why += f" below {percent(HOPELESS)} an attack is given up"
        yield Order.to_troops(view, troops, OrderKind.WITHDRAW, place, does, why, via)


def break_contact(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for fresh battalions that have stood before the enemy without a battle, keep no ground that scores,
    and with all that are up with them cannot attack him even at the least odds: by night they go back out of his
    reach, to be massed again.
    """
    if not view.night:
        return
    going: dict[tuple[int, int, tuple[int, ...]], list[Troop]] = {}
    for troop in view.to_order:
        if not troop.led or not troop.free or troop.spent or troop.engaged or troop.facing < STANDS:
            continue
        if holds_ground(view, troop) or not will_not_attack(view, troop):
            continue
        if (place := back_from(view, troop, far=True)) is not None:
            going.setdefault((troop.formation, place, way_back(view, troop, place)), []).append(troop)
    for (_, place, via), troops in going.items():
        does = verb(troops, "breaks contact by night and goes", "break contact by night and go")
        why = (
            f"{seen(view.enemies_near(troops[0].at), 'before it')}, after {STANDS} turns all that are up cannot attack"
        )
        why += " even at the least odds, and no ground that scores is to be kept there"
        does += f" back to {view.theatre.spot(place).name}"
        yield Order.to_troops(view, troops, OrderKind.WITHDRAW, place, does, why, via)
