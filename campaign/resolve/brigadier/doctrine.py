"""A plain doctrine for Brigadier General Commands: what each side would sensibly do (BGC-SOLO).

Who attacks goes for the enemy he knows of, else for what is fought for, else for where the enemy must be: on Double
while nobody is near, on Move from there. Tanks, machine guns and whoever else shoots far stop on Aim where they have a
target; of the foot in reach of one, every second platoon stops and fires aimed while the others close, and all of them
close once he no longer aims. Vehicles that see nobody do not outrun the foot. Foot and tanks that are strong go in with
the bayonet; headquarters and supply follow behind, call the guns as soon as they see somebody, and never do. Guns stay
where they are and fire, and so does who came spent. The defenders stand on Aim and hold their fire until somebody is in
range; reserves and whoever comes later go to what is fought for and stand there. Everybody fires at the nearest threat.
Who has one man left and no cover goes back under fire. A side breaks off when this battle has spent or lost half of the
effective stands it brought to the table (``auto.break_off``).

    task(base, field, attacks=) -> Task              wished_order(field, base, known, ...) -> Order
    destination(...) -> Aim | None                   worth_raising(base, wished) , nearest(...)
    bugs_out(base, field) , closes_in(base) , passes_initiative(attacks=)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from campaign.resolve.brigadier.field import Base, Field
from campaign.resolve.country import Spot
from campaign.rules.tabletop.brigadier.cover import Incoming
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.tables import FireKind, Order, Shelter

FAR_IN: Final = 30
"""Beyond this an enemy is no threat to a platoon."""
NEAR_IN: Final = 24
"""Within this of an enemy it knows of, or of where it goes, a platoon goes on Move rather than Double."""
AHEAD_IN: Final = 4
"""So far ahead of the foremost foot the vehicles of a side go, as long as they see nobody."""
STRONG_COUNT: Final = 3
"""Unhurt men from which a platoon goes in with the bayonet."""
STAFF_KEEPS_IN: Final = 10
"""So far from the enemy headquarters and supply stay if they can."""
BEHIND_IN: Final = 4
"""So far behind the nearest of its platoons a headquarters follows."""
THERE_IN: Final = 6
"""So near to what is fought for one is there."""


class Task(StrEnum):
    """What a platoon is for in this fight."""

    ASSAULT = "assault"
    FOLLOW = "follow"
    STAND = "stand"


_FOOT: Final = (Kind.INFANTRY, Kind.ENGINEERS)


def passes_initiative(*, attacks: bool) -> bool:
    """The attackers keep it; the defenders would rather contest (BGC-INIT-02)."""
    return not attacks


def nearest(field: Field, viewer: Base, targets: Iterable[Base]) -> Base | None:
    """The nearest threat (BGC-SOLO-03); of equals the first in line."""
    return min(targets, key=lambda target: (field.apart(viewer, target), target.key), default=None)


def task(base: Base, field: Field, *, attacks: bool) -> Task:
    """What a platoon is for: who attacks or has been sent for assaults, its staff follows, guns and the spent stand."""
    if base.platoon.kind.is_gun or base.platoon.off_table or not (attacks or base.sent):
        return Task.STAND
    if base.battalion.unit.state.carries_figure and field.has_fresh[base.side]:
        return Task.STAND
    staff = base.platoon.kind is Kind.SUPPLY or (base.commands and not base.platoon.kind.is_vehicle)
    return Task.FOLLOW if staff or base.platoon.echelon is Echelon.BATTALION_HQ else Task.ASSAULT


def foot_front(field: Field, side: int, *, attacks: bool) -> float | None:
    """How far up the table the foremost foot in good order is that goes forward; None without any."""
    forward = field.forward(side)
    foot = (
        forward * base.y
        for base in field.of(side)
        if base.platoon.kind in _FOOT
        and base.order.rung <= Order.DEFEND.rung
        and task(base, field, attacks=attacks) is Task.ASSAULT
    )
    foremost = max(foot, default=None)
    return None if foremost is None else forward * foremost


def wished_order(field: Field, base: Base, known: Sequence[Base], *, attacks: bool) -> Order:
    """What its commander would have it do. ``known``: the enemies its battalion knows of."""
    duty = task(base, field, attacks=attacks)
    if duty is Task.STAND or (base.sent and not attacks and _is_there(base, field, known)):
        return Order.AIM
    if duty is Task.FOLLOW and _calls(base, field, known):
        return Order.AIM
    target = _target(field, base, known)
    if target is None:
        if _waits(base, field):
            return Order.AIM
        return Order.DOUBLE if not base.count.wounds and _hurries(base, field, known, attacks=attacks) else Order.MOVE
    if duty is Task.FOLLOW or base.count.remaining < STRONG_COUNT or base.platoon.kind not in _FOOT:
        return Order.AIM
    return Order.MOVE if _closes(base, target) else Order.AIM


def _calls(base: Base, field: Field, known: Sequence[Base]) -> bool:
    """Does a headquarters stand still because it sees an enemy whom it can call guns upon?"""
    return any(True for _ in field.batteries(base.side)) and any(field.sees(base, enemy) for enemy in known)


def _hurries(base: Base, field: Field, known: Sequence[Base], *, attacks: bool) -> bool:
    """Is it still far from every enemy it knows of, and from where it goes?"""
    threat = nearest(field, base, known)
    goal = destination(field, base, known, attacks=attacks)
    return (threat is None or field.apart(base, threat) > NEAR_IN) and (
        goal is not None and field.apart_from(base, goal) > NEAR_IN
    )


def _waits(base: Base, field: Field) -> bool:
    """Does a vehicle wait for the foot, which is slower?"""
    if not base.platoon.kind.is_vehicle or (front := field.foot_front[base.side]) is None:
        return False
    return field.forward(base.side) * (base.y - front) > AHEAD_IN


def _is_there(base: Base, field: Field, known: Sequence[Base]) -> bool:
    """Has who was sent come to what is fought for, or to an enemy?"""
    if _target(field, base, known) is not None or field.goal is None:
        return True
    return abs(base.x - field.goal[0]) + abs(base.y - field.goal[1]) <= 2 * THERE_IN


def _target(field: Field, base: Base, known: Sequence[Base]) -> Base | None:
    """The nearest enemy in its own sight whom its aimed fire reaches and harms."""
    house = field.house
    longest = max(covered(house.reach(name)).aimed for name in base.platoon.weapons)
    in_reach = [
        enemy
        for enemy in known
        if field.apart(base, enemy) <= longest
        and any(field.reaches(name, FireKind.AIMED, base, enemy) for name in base.platoon.weapons)
        and field.sees(base, enemy)
    ]
    return nearest(field, base, in_reach)


def _closes(base: Base, target: Base) -> bool:
    """Of the foot in reach every second platoon closes, and all once their target no longer aims."""
    return target.order.rung > Order.DEFEND.rung or base.number % 2 == 0


def worth_raising(base: Base, wished: Order) -> int:
    """How urgent a raise is: rungs to go up; 0 for none."""
    return max(0, base.order.rung - wished.rung)


def bugs_out(base: Base, field: Field) -> bool:
    """One man left, in no hard cover, not yet running: it goes."""
    return base.count.remaining == 1 and not base.broken and field.shelter(base, Incoming.ARTILLERY) is not Shelter.HARD


def closes_in(base: Base) -> bool:
    """Is it of those who go in with the bayonet, and strong enough?"""
    fights = base.platoon.echelon is Echelon.LINE and base.platoon.kind is not Kind.SUPPLY
    return fights and base.order is Order.MOVE and base.count.remaining >= STRONG_COUNT


def destination(field: Field, base: Base, known: Sequence[Base], *, attacks: bool) -> Spot | None:
    """Where it goes; None for who stays."""
    duty = task(base, field, attacks=attacks)
    if duty is Task.STAND:
        return None
    if duty is Task.FOLLOW:
        return _behind_its_own(field, base)
    threat = nearest(field, base, known)
    if threat is not None and field.apart(base, threat) <= FAR_IN and _has_way(field, base, (threat.x, threat.y)):
        return threat.x, threat.y
    if field.goal is not None and not base.hunts and _has_way(field, base, field.goal):
        return field.goal
    if not attacks:
        return None
    supposed = nearest(field, base, field.near(1 - base.side, base.x, base.y, FAR_IN) or field.of(1 - base.side))
    return (
        (supposed.x, supposed.y) if supposed is not None and _has_way(field, base, (supposed.x, supposed.y)) else None
    )


def _has_way(field: Field, base: Base, goal: Spot) -> bool:
    country = field.scenery.country
    return country.is_bare or field.scenery.ways.has_way(base.platoon.kind.value, base.x, base.y, goal)


def _behind_its_own(field: Field, base: Base) -> Spot | None:
    """After the nearest platoon of its company or battalion, and behind it."""
    followed = [
        friend
        for friend in field.near(base.side, base.x, base.y, 2 * FAR_IN)
        if friend.battalion is base.battalion
        and friend.platoon.echelon is Echelon.LINE
        and (friend.platoon.company == base.platoon.company or base.platoon.company == 0)
    ]
    lead = nearest(field, base, followed)
    if lead is None or field.apart(base, lead) <= BEHIND_IN:
        return None
    return lead.x, lead.y - field.forward(base.side) * BEHIND_IN
