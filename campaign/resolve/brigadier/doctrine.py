"""The doctrine of the program (``campaign.resolve.doctrine``) in the moves of Brigadier General Commands (BGC-SOLO).

The common doctrine gives each battalion a task once a turn: attack an enemy, hold, stay in reserve, or give ground. Its
platoons carry it out as follows: on Double while no enemy is near, then on Move. Tanks, machine guns and other
long-range weapons stop on Aim when they have a target; of the foot in reach of an enemy, every second platoon stops and
fires aimed while the others close, and all of them close once the enemy no longer aims. Vehicles that see no enemy do
not outrun the foot: while foot goes forward they go on Move. Strong foot and tanks assault, several at one enemy
(``assault``); headquarters and supply follow behind, never assault, and call the guns as soon as they see an enemy.
Guns stay in place and fire. A platoon that holds is on Aim and keeps its fire until an enemy is in range. Attackers
that know of no enemy go for the place that is fought for, and from there for the enemy's likely position; reserves and
later arrivals go to that place and hold it. All platoons fire at the nearest threat. A platoon with one man left and no
cover goes back under fire.

    battalion_tasks(field, side, enemies_of, attacks=) -> tasks by battalion
    task(base, field) -> Task                        wished_order(field, base, enemies) -> Order
    destination(...) -> Spot | None                  worth_raising(base, wished) , nearest(...)
    bugs_out(base, field) , closes_in(base) , passes_initiative(attacks=) , foot_front(field, side)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final

from campaign.resolve import doctrine as common
from campaign.resolve.brigadier.field import Base, Field
from campaign.resolve.country import Spot
from campaign.resolve.doctrine import Do, Enemy, Situation, Stance, Troops
from campaign.rules.tabletop.brigadier.cover import Incoming
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.tables import FireKind, Order, Shelter
from campaign.terms.forces import Armour

# Our choice: 15 changes 4 of 6 battles, 60 changes none.
FAR_IN: Final = 30
"""The distance beyond which an enemy is no threat to a platoon."""
# Our choice: 12 changes 4 of 6 battles, 48 changes none.
NEAR_IN: Final = 24
"""The distance from a known enemy, or from its goal, within which a platoon goes on Move rather than Double."""
# Our choice: 2 changes 1 of 6 battles, 8 changes 1.
AHEAD_IN: Final = 4
"""The distance ahead of the foremost foot to which the vehicles of a side go, as long as they see no enemy."""
# Defenders had left their works for an enemy 30 or 40 inches off. 5 changes 1 of 6 battles, 20 changes 3.
CHARGE_IN: Final = 10
"""The inches from the middle of a battalion at which it leaves its ground for a counter-attack: two moves on foot."""
# Our choice: 2 changes 2 of 6 battles, 4 changes 2.
STRONG_COUNT: Final = 3
"""The unhurt men from which a platoon assaults."""
# Our choice: 5 changes 3 of 6 battles, 20 changes 2.
STAFF_KEEPS_IN: Final = 10
"""The distance from the enemy that headquarters and supply keep if they can."""
# Our choice: 2 changes 4 of 6 battles, 8 changes 4.
BEHIND_IN: Final = 4
"""The distance at which a headquarters follows the nearest of its platoons."""
# Our choice: 3 changes 3 of 6 battles, 12 changes 3.
THERE_IN: Final = 6
"""The distance at which a platoon has reached the place that is fought for."""


class Task(StrEnum):
    """The purpose of a platoon in this turn."""

    ASSAULT = "assault"
    FOLLOW = "follow"
    STAND = "stand"
    GIVE_GROUND = "give ground"


HOLDS: Final = common.Task(Do.HOLD)
GOING: Final = (Do.ATTACK, Do.COUNTER_ATTACK)
# No battalion has such a number.
SUPPOSED: Final = -1
"""The key of an enemy battalion not seen yet, assumed at the place that is fought for or in the middle of its side."""
_FOOT: Final = (Kind.INFANTRY, Kind.ENGINEERS)


def passes_initiative(*, attacks: bool) -> bool:
    """Return whether a side passes the initiative on: the attackers keep it; the defenders prefer to contest
    (BGC-INIT-02).
    """
    return not attacks


def nearest(field: Field, viewer: Base, targets: Iterable[Base]) -> Base | None:
    """Return the nearest threat among these targets (BGC-SOLO-03); of equals the first in line. A platoon that runs, or
    has no unhurt man left, is a threat only if there is no other.
    """

    # Twelve platoons had fired at one man who ran while others beside them fired back.
    def by_threat(target: Base) -> tuple[bool, float, str]:
        return target.broken or not target.count.remaining, field.apart(viewer, target), target.key

    return min(targets, key=by_threat, default=None)


def task(base: Base, field: Field) -> Task:
    """Return the part of a platoon in its battalion's task: its staff follows, and guns hold."""
    order = field.tasks[base.side].get(base.battalion.unit.id, HOLDS).do
    if base.platoon.kind.is_gun or base.platoon.off_table:
        return Task.STAND
    if order is Do.GIVE_GROUND:
        return Task.GIVE_GROUND
    if order is Do.FOLLOW:
        return Task.FOLLOW
    if order not in GOING and not base.sent:
        return Task.STAND
    staff = base.platoon.kind is Kind.SUPPLY or (base.commands and not base.platoon.kind.is_vehicle)
    return Task.FOLLOW if staff or base.platoon.echelon is Echelon.BATTALION_HQ else Task.ASSAULT


def battalion_tasks(
    field: Field, side: int, enemies_of: Mapping[int, Sequence[Base]], *, attacks: bool
) -> Mapping[Hashable, common.Task]:
    """Return the task of each battalion of a side by the common doctrine, by its id."""
    by_unit: dict[int, list[Base]] = {}
    for base in field.bases:
        if base.side == side and base.alive and not (base.arrives or base.turns_off):
            by_unit.setdefault(base.battalion.unit.id, []).append(base)
    seen = {id(enemy): enemy for enemies in enemies_of.values() for enemy in enemies}
    seen_by_unit: dict[int, list[Base]] = {}
    for enemy in seen.values():
        seen_by_unit.setdefault(enemy.battalion.unit.id, []).append(enemy)
    theirs = tuple(_enemy(field, unit, bases, by_unit) for unit, bases in seen_by_unit.items())
    if not theirs and attacks and (supposed := field.goal or _middle(list(field.of(1 - side)))) is not None:
        theirs = (Enemy(SUPPOSED, supposed, Fraction(1)),)
    field.seen_at[side] = {enemy.key: enemy.at for enemy in theirs}
    ours = tuple(_troops(field, bases) for bases in by_unit.values())
    return common.tasks(
        Situation(
            Stance.ATTACK if attacks else Stance.DEFEND,
            ours,
            theirs,
            float(FAR_IN),
            float(NEAR_IN),
            field.goal,
            charge=float(CHARGE_IN),
            meeting=field.is_meeting,
            keeps_works=True,
        )
    )


def _enemy(field: Field, unit: int, bases: Sequence[Base], ours: Mapping[int, Sequence[Base]]) -> Enemy:
    """Return an enemy battalion as far as its units are seen. Tanks are proof against units that cannot damage them."""
    steady = sum(base.count.remaining for base in bases)
    shaken = 2 * sum(map(is_shaken, bases)) > len(bases)
    at = common.middle([(base.x, base.y) for base in bases])
    armoured = 2 * sum(base.armour is not Armour.NONE for base in bases) > len(bases)
    dug_in = any(base.dug_in for base in bases)
    tanks = [base for base in bases if base.armour is not Armour.NONE] if armoured else []
    proof = frozenset(
        key
        for key, members in ours.items()
        if tanks and not any(_harms(field, m, tank) for m in members for tank in tanks)
    )
    # Four men are a platoon, which is the unit of strength here.
    return Enemy(unit, at, Fraction(steady, 4), dug_in, shaken, armoured=armoured, proof=proof)


def _harms(field: Field, base: Base, tank: Base) -> bool:
    """Return whether a platoon has a weapon that can damage a tank's front or side at any distance."""
    plate = covered(field.house.plate(tank.armour.value))
    return any(
        covered(field.house.effective_to(weapon, side))
        for weapon in base.platoon.weapons
        for side in (plate.front, plate.side)
    )


def _middle(bases: Sequence[Base]) -> Spot | None:
    """Return the likely position of a side of which no unit has been seen."""
    return common.middle([(base.x, base.y) for base in bases]) if bases else None


def _troops(field: Field, bases: Sequence[Base]) -> Troops:
    """Return a battalion as the common doctrine sees it; its strength is that of its platoons in good order."""
    unit, kind = bases[0].battalion.unit, bases[-1].platoon.kind
    at = common.middle([(base.x, base.y) for base in bases])
    steady = sum(base.count.remaining for base in bases if not is_shaken(base))
    fit = steady > 0 and _counts(field, bases[0])
    kind_of = (
        common.Kind.GUNS
        if all(base.platoon.off_table for base in bases)
        else common.Kind.HOLDING
        if kind.is_gun
        else common.Kind.REAR
        if kind is Kind.SUPPLY
        else common.Kind.TANKS
        if kind.is_vehicle
        else common.Kind.FOOT
    )
    exposed = any(True for base in bases if base.on_table for _ in field.viewers(base))
    # Off the table they fire anywhere; four men are a platoon.
    return Troops(
        unit.id,
        unit.command,
        at,
        kind_of,
        Fraction(steady, 4),
        fit,
        exposed,
        reach=1e9,
        works=any(base.dug_in for base in bases),
    )


def is_shaken(base: Base) -> bool:
    """Return whether a platoon is shaken: on Follow or worse."""
    return base.order.rung > Order.DEFEND.rung


def fit_counts(field: Field, side: int) -> Fraction:
    """Return a side's strength in good order on the table, in platoons of four; spent battalions do not count if it
    brought fresh ones.
    """
    return sum((in_order(base) for base in field.of(side) if _counts(field, base)), Fraction(0))


def in_order(base: Base) -> Fraction:
    """Return the weight of a platoon among those in good order: its unhurt men, in platoons of four."""
    # A Count of four is a whole platoon (BGC-TAB-08).
    return Fraction(0) if is_shaken(base) else Fraction(base.count.remaining, 4)


def weight(base: Base, unhurt: int) -> Fraction:
    """Return the weight of a platoon with this number of unhurt men in the cost of a battle, in platoons of four: half
    if it came spent.
    """
    # A Count of four is a whole platoon (BGC-TAB-08); what came spent counts half (doctrine.txt).
    return Fraction(unhurt, 4 if base.battalion.unit.state.counts_in_full else 8)


def has_attackers(field: Field, side: int) -> bool:
    """Return whether a side has a platoon left that may go in: foot or vehicles of the line, strong enough and not on
    their way back.
    """
    return any(
        _counts(field, base)
        and base.platoon.echelon is Echelon.LINE
        and (base.platoon.kind in _FOOT or base.platoon.kind.is_vehicle)
        and base.count.remaining >= STRONG_COUNT
        and not base.broken
        for base in field.bases
        if base.side == side and base.alive and not base.platoon.off_table
    )


def _counts(field: Field, base: Base) -> bool:
    return base.battalion.unit.state.counts_in_full or not field.has_fresh[base.side]


def foot_front(field: Field, side: int) -> float | None:
    """Return the distance up the table of the foremost foot in good order that goes forward; None without any."""
    forward = field.forward(side)
    foot = (
        forward * base.y
        for base in field.of(side)
        if base.platoon.kind in _FOOT and not is_shaken(base) and task(base, field) is Task.ASSAULT
    )
    foremost = max(foot, default=None)
    return None if foremost is None else forward * foremost


def wished_order(field: Field, base: Base, enemies: Sequence[Base]) -> Order:
    """Return the order that its commander wants it to have. ``enemies``: those near that its battalion knows of."""
    duty = task(base, field)
    if duty is Task.GIVE_GROUND:
        threat = nearest(field, base, enemies)
        return Order.AIM if threat is None or field.apart(base, threat) > FAR_IN else Order.MOVE
    if duty is Task.STAND or (base.sent and _is_there(base, field, enemies)):
        return Order.AIM
    if duty is Task.FOLLOW and _calls(base, field, enemies):
        return Order.AIM
    target = _target(field, base, enemies)
    if target is None:
        if _waits(base, field):
            return Order.AIM
        return Order.DOUBLE if not base.count.wounds and _hurries(base, field, enemies) else Order.MOVE
    if duty is Task.FOLLOW or base.count.remaining < STRONG_COUNT:
        return Order.AIM
    if base.platoon.kind not in _FOOT and not base.platoon.kind.is_vehicle:
        return Order.AIM
    return Order.MOVE if _closes(base, target) else Order.AIM


def _calls(base: Base, field: Field, enemies: Sequence[Base]) -> bool:
    """Return whether a headquarters stays still because it sees an enemy on which it can call guns."""
    return any(field.sees(base, enemy) for enemy in enemies) and any(True for _ in field.batteries(base.side))


def _hurries(base: Base, field: Field, enemies: Sequence[Base]) -> bool:
    """Return whether a platoon is still far from every known enemy and from its goal, and is not a vehicle that would
    leave the foot behind.
    """
    if base.platoon.kind.is_vehicle and field.foot_front[base.side] is not None:
        return False
    threat = nearest(field, base, enemies)
    goal = destination(field, base, enemies)
    return (threat is None or field.apart(base, threat) > NEAR_IN) and (
        goal is not None and field.apart_from(base, goal) > NEAR_IN
    )


def _waits(base: Base, field: Field) -> bool:
    """Return whether a vehicle waits for the foot, which is slower."""
    if not base.platoon.kind.is_vehicle or (front := field.foot_front[base.side]) is None:
        return False
    return field.forward(base.side) * (base.y - front) > AHEAD_IN


def _is_there(base: Base, field: Field, enemies: Sequence[Base]) -> bool:
    """Return whether a platoon that was sent has come to the place that is fought for, or to an enemy."""
    if _target(field, base, enemies) is not None or field.goal is None:
        return True
    return abs(base.x - field.goal[0]) + abs(base.y - field.goal[1]) <= 2 * THERE_IN


def _target(field: Field, base: Base, enemies: Sequence[Base]) -> Base | None:
    """Return the nearest enemy in a platoon's own sight that its aimed fire reaches and can damage."""
    house = field.house
    longest = max(covered(house.reach(name)).aimed for name in base.platoon.weapons)
    in_reach = [
        enemy
        for enemy in enemies
        if field.apart(base, enemy) <= longest
        and any(field.reaches(name, FireKind.AIMED, base, enemy) for name in base.platoon.weapons)
        and field.sees(base, enemy)
    ]
    return nearest(field, base, in_reach)


def _closes(base: Base, target: Base) -> bool:
    """Return whether a platoon closes: of the foot in reach every second platoon, and all once their target no longer
    aims; of the vehicles every second one once their target no longer aims.
    """
    if base.platoon.kind.is_vehicle:
        return is_shaken(target) and base.number % 2 == 0
    return is_shaken(target) or base.number % 2 == 0


def worth_raising(base: Base, wished: Order) -> int:
    """Return the urgency of a raise: rungs to go up; 0 for none. A platoon is not raised to Double, on which it would
    run ahead of the others of its company alone.
    """
    return max(0, base.order.rung - max(wished.rung, Order.MOVE.rung))


def turn(field: Field, base: Base, enemies: Sequence[Base]) -> None:
    """Turn a platoon, when orders are given, to the nearest enemy near that it sees, or that its battalion knows of."""
    seen = [enemy for enemy in enemies if field.sees(base, enemy)] if len(enemies) > 1 else enemies
    threat = nearest(field, base, seen or enemies)
    if threat is not None:
        base.faces = threat.x, threat.y


def bugs_out(base: Base, field: Field) -> bool:
    """Return whether a platoon bugs out: one man left, not in hard cover, not yet running."""
    return base.count.remaining == 1 and not base.broken and field.shelter(base, Incoming.ARTILLERY) is not Shelter.HARD


def closes_in(base: Base) -> bool:
    """Return whether a platoon is of a kind that assaults, and strong enough."""
    fights = base.platoon.echelon is Echelon.LINE and base.platoon.kind is not Kind.SUPPLY
    return fights and base.order is Order.MOVE and base.count.remaining >= STRONG_COUNT


def destination(field: Field, base: Base, enemies: Sequence[Base]) -> Spot | None:
    """Return the goal of a platoon; None if it stays."""
    duty = task(base, field)
    if duty is Task.STAND:
        return None
    if duty is Task.FOLLOW:
        return _behind_its_own(field, base)
    threat = nearest(field, base, enemies)
    if duty is Task.GIVE_GROUND:
        return (base.x, 0.0 if base.side == 0 else float(field.depth_in)) if threat is not None else None
    ordered = field.tasks[base.side].get(base.battalion.unit.id, HOLDS)
    goals = [] if threat is None or field.apart(base, threat) > FAR_IN else [(threat.x, threat.y)]
    seen_at = field.seen_at[base.side].get(ordered.target)
    goals += [] if seen_at is None or ordered.target == SUPPOSED else [seen_at]
    goals += [field.goal] if field.goal is not None and not base.hunts else []
    if not base.sent:
        supposed = nearest(field, base, field.near(1 - base.side, base.x, base.y, FAR_IN) or field.of(1 - base.side))
        goals += [] if supposed is None else [(supposed.x, supposed.y)]
    return next((goal for goal in goals if _has_way(field, base, goal)), None)


def _has_way(field: Field, base: Base, goal: Spot) -> bool:
    country = field.scenery.country
    return country.is_bare or field.scenery.ways.has_way(base.platoon.kind.value, base.x, base.y, goal)


def _behind_its_own(field: Field, base: Base) -> Spot | None:
    """Return the place of a follower: behind the nearest platoon of its company or battalion, or of those that can
    damage an enemy it cannot.
    """
    tasks = field.tasks[base.side]
    told = tasks.get(base.battalion.unit.id, HOLDS)
    followed = [
        friend
        for friend in field.near(base.side, base.x, base.y, 2 * FAR_IN)
        if friend.platoon.echelon is Echelon.LINE
        and (
            (ahead := tasks.get(friend.battalion.unit.id, HOLDS)).do is Do.ATTACK and ahead.target == told.target
            if told.do is Do.FOLLOW
            else friend.battalion is base.battalion
            and (friend.platoon.company == base.platoon.company or base.platoon.company == 0)
        )
    ]
    lead = nearest(field, base, followed)
    if lead is None or field.apart(base, lead) <= BEHIND_IN:
        return None
    return lead.x, min(max(0, lead.y - field.forward(base.side) * BEHIND_IN), field.depth_in)
