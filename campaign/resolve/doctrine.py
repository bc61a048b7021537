"""The common doctrine of resolved battles, in military terms, for all systems (``doctrine.txt`` explains it to
players).

A system shows its table as a ``Situation``: a side's units, the enemies it sees (and no others), and its orders. The
doctrine answers with a ``Task`` for each unit: attack a target, from a point, supported by guns; hold; counter-attack;
give ground; stay in reserve. The system translates a task into its own moves on its own table, and the rules say what
may be done. Distances and points are the system's own (inches, metres, hexes).

Stance              the orders of a side
stances(fight)      of both sides of a battle
View                the knowledge of a doctrine
tasks(situation)    the task of each unit of a side now, by its key
breaks_off(...)     why a side breaks off now; empty if it does not
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import cos, dist, pi, sin
from typing import Generic, TypeVar

from campaign.rules.common import automatic
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight
from campaign.rules.common.terrain import Point as InchPoint
from campaign.values import dataclass, field, plain_dataclass

Field = TypeVar("Field")
Point = tuple[float, float]
# What follows was chosen for the program and is in no book. "Of 180" are generated battles of Brevity, NQM and hexes
# that end otherwise with another value (python -m tests.harness.weights --battles 60); "hands" are fields that another
# side then holds. FLANK: 30 degrees in place of 60 changes 2 of 180, 90 degrees none.
FLANK = pi / 3
"""The angle at which an attacker goes round a flank."""
# 1 changes 36 of 180 (10 hands), 3 changes 21 (5).
COUNTER_ODDS = 2
"""The odds from which a defender leaves its ground to counter-attack."""
# 4 changes 16 of 180 (4 hands), 16 none.
CONSIDERED = 8
"""The number of nearest enemies among which a command chooses."""
# 3 changes 22 of 180 (3 hands), 6 changes 4 (1).
RESERVE_OF = 4
"""The number of fit battalions from which a command keeps one back."""
# This and the next end fights that are decided: half of the generated battles of Brevity had ended with both sides
# there. 4 changes 3 of 180, 100 none.
OVERWHELMED = 6
"""The odds at which a side that is not dug in does not wait to be hit."""
# 2 changes 24 of 180 (7 hands), 4 changes 10 (2).
OUTNUMBERED = 3
"""The odds at which a side that has any loss breaks off before an enemy close to it."""
# A regiment in its trenches had left them after an hour, with 3 of its 13 platoons hit, for the number it saw.
SHAKES = Fraction(1, 4)
"""The part lost from which a side breaks off because it is outnumbered, where battles last long enough for it."""
# 1/2 changes 11 of 180 (8 hands), 1 none.
FIGHTS_ON = Fraction(3, 4)
"""The part lost at which even the stronger side breaks off; the weaker does at ``auto.break_off``."""
# Our choice, of 36 battles: WITHOUT_TANKS 1 or 4 changes 1; IN_COVER 0.125 changes 3 (the holder of 1), 0.5 changes 2
# (1); SHARED 0.25 changes 2, 1 none; AT_STAKE 0.25 or 1 changes 2.
WITHOUT_TANKS = 2
IN_COVER = 0.25
SHARED = 0.5
AT_STAKE = 0.5
"""What makes an enemy a worse objective (tanks against foot alone, cover), and a better one (another command's too, on
the prize), counted as a part of the reach of an attack by which it is farther or nearer.
"""
LEAST = float(automatic.COMPANY)
"""The least strength of a side that is compared with another's."""


class Stance(StrEnum):
    """The two orders that a side may have in a battle: attack or defend."""

    ATTACK = "attack"
    DEFEND = "defend"


def stances(fight: Fight) -> tuple[Stance, Stance]:
    """Return the stances of both sides: the attacker attacks and the other side defends; in a meeting battle both
    attack.
    """
    first, second = (Stance.ATTACK if fight.attacker in (None, force.side) else Stance.DEFEND for force in fight.forces)
    return first, second


@plain_dataclass(frozen=True, slots=True)
class View(Generic[Field]):
    """The knowledge of a doctrine: the field, its side, its orders. Each system adds the enemies that show."""

    on: Field
    side: int
    stance: Stance


# what a side has and sees --------------------------------------------------------------------------------------------
class Kind(StrEnum):
    """The role of a unit in the program's plan: infantry, tanks, guns or headquarters."""

    FOOT = "foot"
    TANKS = "tanks"
    HOLDING = "anti-tank and anti-aircraft guns"
    """The kinds that fire at approaching enemies, and do not charge."""
    GUNS = "guns behind the line"
    REAR = "headquarters"


@dataclass(frozen=True, slots=True)
class Troops:
    """A friendly unit. ``fit``: it may attack. ``exposed``: an enemy would fire on it if it moved. ``reach``: the range
    of its fire; ``supports``: the commands that its guns may fire for; ``works``: it is dug in.
    """

    key: Hashable
    command: int
    at: Point
    kind: Kind
    strength: Fraction
    fit: bool = True
    exposed: bool = False
    reach: float = 0
    supports: frozenset[int] = frozenset()
    works: bool = False


@dataclass(frozen=True, slots=True)
class Enemy:
    """A unit of the enemy as it shows. ``covered``: dug in or under cover. ``shaken``: pinned, spent or disorganised.
    ``sheltered``: others are in front of it. ``armoured``: tanks, against which foot alone is wasted. ``spent``: its
    loss costs its side no more. ``proof``: the keys of units that cannot damage it.
    """

    key: Hashable
    at: Point
    strength: Fraction
    covered: bool = False
    shaken: bool = False
    sheltered: bool = False
    armoured: bool = False
    spent: bool = False
    proof: frozenset[Hashable] = frozenset()


@dataclass(frozen=True, slots=True)
class Situation:
    """A side's view of the table. ``reach``: the distance from which an assault goes in; ``fire``: the range of a unit
    of the line; ``charge``: the distance at which defenders leave their ground for a counter-attack, ``reach`` if a
    system has no shorter one.
    """

    stance: Stance
    ours: tuple[Troops, ...]
    theirs: tuple[Enemy, ...]
    reach: float
    fire: float
    prize: InchPoint | Point | None = None
    chosen: frozenset[Hashable] = frozenset()
    """The enemies that commands outside ``ours`` attack already."""
    charge: float | None = None
    meeting: bool = False
    """True if neither side was ordered to attack the other: foot that is dug in stays then."""
    keeps_works: bool = False
    """True if dug-in foot and guns of a defender stay there for an enemy close by too: their fire reaches it."""


# what is decided -----------------------------------------------------------------------------------------------------
class Do(StrEnum):
    """The kinds of task that the program gives to its units."""

    ATTACK = "attack"
    COUNTER_ATTACK = "counter-attack"
    FIRE = "fire for an attack"
    CLOSE_UP = "close up behind the attack"
    FOLLOW = "follow those that can hurt the enemy"
    RESERVE = "stand in reserve"
    HOLD = "hold"
    GIVE_GROUND = "give ground"


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a unit. ``target``: the enemy it concerns; ``post``: its goal, None for its present position.
    ``way``: frontal, or round a flank. ``guns``: the guns that fire for it first.
    """

    do: Do
    target: Hashable = None
    post: Point | None = None
    way: str = "frontal"
    guns: tuple[Hashable, ...] = ()


@dataclass(slots=True)
class _Plan:
    """An attack: its target, the units that go in, and the guns that fire for it."""

    target: Enemy
    post: Point
    way: str
    can_harm: bool
    guns: list[Hashable] = field(default_factory=list)


def tasks(situation: Situation) -> Mapping[Hashable, Task]:
    """Return the tasks of all units of a side now."""
    given: dict[Hashable, Task] = {}
    plans = _plans(situation)
    for guns in situation.ours:
        if guns.kind is Kind.GUNS:
            given[guns.key] = _fire_task(guns, plans)
    for command, members in _by_command(situation.ours).items():
        plan = plans.get(command)
        for troops in members:
            given[troops.key] = _task(troops, plan, _reserve(members, plan), situation)
    return given


def _by_command(ours: Iterable[Troops]) -> dict[int, list[Troops]]:
    """Return all units except the guns behind the line, by command."""
    commands: dict[int, list[Troops]] = defaultdict(list)
    for troops in ours:
        if troops.kind is not Kind.GUNS:
            commands[troops.command].append(troops)
    return commands


def _fighters(members: Iterable[Troops]) -> list[Troops]:
    return [troops for troops in members if troops.fit and troops.kind in (Kind.FOOT, Kind.TANKS)]


def _keeps_works(troops: Troops, situation: Situation) -> bool:
    """Return whether a dug-in unit of foot or guns stays where it is."""
    holds = situation.meeting or (situation.keeps_works and situation.stance is Stance.DEFEND)
    return holds and troops.works and troops.kind in (Kind.FOOT, Kind.HOLDING)


def middle(points: Sequence[Point]) -> Point:
    """Return the point in the middle of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _plans(situation: Situation) -> dict[int, _Plan]:
    """Return the attack of each command: attackers mass; the command nearest to the enemy chooses first, but one that
    cannot damage some enemies after one that can; defenders counter-attack if they are much stronger.
    """
    plans: dict[int, _Plan] = {}
    if not situation.theirs:
        return plans
    ready = {
        command: fighters
        for command, members in _by_command(situation.ours).items()
        if (
            fighters := [
                troops
                for troops in _fighters(members)
                if not (situation.keeps_works and _keeps_works(troops, situation))
            ]
        )
    }
    places = {command: middle([troops.at for troops in fighters]) for command, fighters in ready.items()}
    harmless = {
        command: frozenset(enemy.key for enemy in situation.theirs if not _can_harm(members, enemy))
        for command, members in _by_command(situation.ours).items()
    }

    def turn_to_choose(command: int) -> tuple[bool, float, int]:
        nearest = min(dist(places[command], enemy.at) for enemy in situation.theirs)
        return bool(harmless[command]), nearest, command

    for command in sorted(ready, key=turn_to_choose):
        helped = {plan.target.key for plan in plans.values() if plan.can_harm}
        chosen = situation.chosen | {plan.target.key for plan in plans.values()}
        target = (
            _objective(situation, places[command], ready[command], chosen, harmless[command] - helped)
            if situation.stance is Stance.ATTACK
            else _exposed_enemy(situation, ready[command])
        )
        if target is not None:
            post, way = _approach(situation, places[command], target)
            plans[command] = _Plan(target, post, way, target.key not in harmless[command])
    return plans


def _can_harm(members: Iterable[Troops], enemy: Enemy) -> bool:
    return any(troops.fit and troops.key not in enemy.proof for troops in members)


def _near(enemies: Iterable[Enemy], at: Point, reach: float) -> float:
    """Return the strength of the enemies within reach of a point. A shaken enemy counts half."""
    return sum(float(enemy.strength) / (2 if enemy.shaken else 1) for enemy in enemies if dist(enemy.at, at) <= reach)


def _objective(
    situation: Situation,
    place: Point,
    fighters: Sequence[Troops],
    chosen: frozenset[Hashable],
    harmless: frozenset[Hashable],
) -> Enemy | None:
    """Return the objective of a command: near, weakly held for its strength, already attacked by others of its side, or
    on the prize; spent enemies come last, because those beside them would fire. A command does not go under the fire of
    an enemy that none of the attackers can damage.
    """
    ours = sum(float(troops.strength) for troops in fighters) or LEAST
    open_to = [enemy for enemy in situation.theirs if not enemy.sheltered] or situation.theirs

    def worth(enemy: Enemy) -> tuple[float, str]:
        held = _near(open_to, enemy.at, situation.fire) / ours
        at_stake = situation.prize is not None and dist(enemy.at, situation.prize) <= situation.reach
        way = dist(place, enemy.at) / situation.reach
        hard = enemy.armoured and not any(troops.kind is Kind.TANKS for troops in fighters)
        against = way + held + hard * WITHOUT_TANKS + enemy.spent + enemy.covered * IN_COVER
        return against - (enemy.key in chosen) * SHARED - at_stake * AT_STAKE, str(enemy.key)

    ranked = sorted(open_to, key=lambda enemy: (dist(place, enemy.at), str(enemy.key)))[:CONSIDERED]
    farthest = dist(place, ranked[0].at) + situation.reach if ranked else 0.0
    feared = [enemy.at for enemy in situation.theirs if enemy.key in harmless]
    open_ways = (enemy for enemy in ranked if all(dist(enemy.at, at) > situation.fire for at in feared))
    return min((enemy for enemy in open_ways if dist(place, enemy.at) <= farthest), key=worth, default=None)


def _exposed_enemy(situation: Situation, fighters: Sequence[Troops]) -> Enemy | None:
    """Return an enemy close by against which the units at hand have two to one; foot alone does not leave its place for
    tanks.
    """

    def is_weak(enemy: Enemy) -> bool:
        helpers = _at_hand(situation, fighters, enemy)
        if not helpers or (enemy.armoured and not any(troops.kind is Kind.TANKS for troops in helpers)):
            return False
        ours, place = sum(float(troops.strength) for troops in helpers), middle([troops.at for troops in helpers])
        near = [beside for beside in situation.theirs if dist(place, beside.at) <= situation.reach]
        return ours >= COUNTER_ODDS * max(_near(near, enemy.at, situation.reach), LEAST)

    def far(enemy: Enemy) -> float:
        return min(dist(troops.at, enemy.at) for troops in fighters)

    weak = [enemy for enemy in situation.theirs if is_weak(enemy)]
    return min(weak, key=lambda enemy: (not enemy.shaken, far(enemy), str(enemy.key)), default=None)


def _at_hand(situation: Situation, fighters: Iterable[Troops], enemy: Enemy) -> list[Troops]:
    """Return the units near enough to counter-attack the enemy."""
    reach = situation.reach if situation.charge is None else situation.charge
    return [troops for troops in fighters if dist(troops.at, enemy.at) <= reach]


def _approach(situation: Situation, place: Point, target: Enemy) -> tuple[Point, str]:
    """Return the point from which to go in: straight, or round the flank on which fewer others can fire at the
    attackers. A target without cover is not outflanked.
    """
    x, y = place[0] - target.at[0], place[1] - target.at[1]
    far = dist(place, target.at) or 1.0
    step = min(far, situation.fire) / far

    def post(angle: float) -> Point:
        return (
            target.at[0] + step * (x * cos(angle) - y * sin(angle)),
            target.at[1] + step * (x * sin(angle) + y * cos(angle)),
        )

    others = [enemy for enemy in situation.theirs if enemy.key != target.key]
    ways = {"frontal": 0.0} | ({"round the left": -FLANK, "round the right": FLANK} if target.covered else {})
    way = min(ways, key=lambda name: (_near(others, post(ways[name]), situation.fire), abs(ways[name])))
    return post(ways[way]), way


def _fire_task(guns: Troops, plans: Mapping[int, _Plan]) -> Task:
    """Return the task of guns: to fire at the target of the command they support; guns that support all, at the attack
    with fewest guns.
    """
    ranked = sorted(plans, key=lambda command: (command not in guns.supports, len(plans[command].guns), command))
    for command in ranked:
        plan = plans[command]
        allotted = not guns.supports or command in guns.supports
        if guns.fit and allotted and dist(guns.at, plan.target.at) <= guns.reach:
            plan.guns.append(guns.key)
            return Task(Do.FIRE, plan.target.key)
    return Task(Do.HOLD)


def _reserve(members: Sequence[Troops], plan: _Plan | None) -> Hashable:
    """Return the reserve: the weakest fit foot of a strong command stays behind until others are spent; then all go in.
    The only foot among tanks goes in with them: they need it in cover.
    """
    fighters = _fighters(members)
    spent = any(not troops.fit and troops.kind in (Kind.FOOT, Kind.TANKS) for troops in members)
    foot = [troops for troops in fighters if troops.kind is Kind.FOOT]
    if plan is None or spent or len(fighters) < RESERVE_OF or len(foot) < 2:
        return None
    return min(foot, key=lambda troops: (troops.strength, -dist(troops.at, plan.target.at), str(troops.key))).key


def _task(troops: Troops, plan: _Plan | None, reserve: Hashable, situation: Situation) -> Task:
    if not troops.fit:
        return Task(Do.HOLD if troops.exposed else Do.GIVE_GROUND)
    attacks = situation.stance is Stance.ATTACK
    if plan is None or troops.kind is Kind.REAR:
        return Task(Do.HOLD)
    if _keeps_works(troops, situation):
        return Task(Do.HOLD)
    if troops.kind is Kind.HOLDING:
        return Task(Do.CLOSE_UP, plan.target.key, plan.post) if attacks else Task(Do.HOLD)
    if not attacks and not _at_hand(situation, [troops], plan.target):
        return Task(Do.HOLD)
    if troops.key == reserve:
        return Task(Do.RESERVE, plan.target.key)
    if attacks and troops.key in plan.target.proof:
        return Task(Do.FOLLOW, plan.target.key, plan.post)
    do = Do.ATTACK if attacks else Do.COUNTER_ATTACK
    return Task(do, plan.target.key, plan.post, plan.way, tuple(plan.guns))


# the end -------------------------------------------------------------------------------------------------------------
def breaks_off(
    costs: tuple[Fraction, Fraction],
    remaining: tuple[Fraction, Fraction],
    book: Rulebook,
    *,
    played: int,
    at_all_costs: bool = False,
    pressed: bool = True,
    in_works: bool = True,
    upon: Fraction | None = None,
    dealt: bool = False,
    holds: bool = False,
    hit: Fraction = Fraction(0),
    measure: str = "effective stands spent or lost",
    counted: str = "stands",
) -> str:
    """Return why a side breaks off now; empty if it does not.

    ``costs``: the strength it brought, and its loss in this battle (``automatic.cost``). ``remaining``: the fit
    strength of its own and of the enemy's, as far as it sees it, companies included. ``played``: moves, hours or turns
    of the table: a side does not break off before both have had one. ``at_all_costs``: a fit unit of it is so ordered.
    ``pressed``: it attacks, or a fit enemy has come near enough to go in; a defender does not leave its ground for
    shells alone. ``in_works``: a fit unit of it is dug in. ``upon``: the fit enemies that have come on, if it waits for
    them dug in or in cover: then only these may outnumber it. ``dealt``: this battle has cost the enemy something: a
    side that has lost nothing itself goes on then. ``holds``: it defends, and a fit unit of it is dug in: then numbers
    alone do not drive it off, only the cost of this battle does. ``hit``: the part of its strength that it must have
    lost before it gives up because it is outnumbered. ``measure``: the unit in which the cost is printed; ``counted``:
    the unit in which fit units and enemies are counted.
    """
    brought, lost = costs
    ours, theirs = remaining
    near = theirs if upon is None else upon
    why = ""
    if played < 2 or at_all_costs or (dealt and not lost):
        return ""
    if pressed and theirs > 0 and ours <= 0:
        why = "no unit of it is fit to fight on"
    elif pressed and not in_works and theirs >= OVERWHELMED * ours > 0:
        why = "overwhelmed, and without works"
    elif pressed and not holds and lost > 0 and lost >= hit * brought and near >= OUTNUMBERED * ours > 0:
        why = "outnumbered, and hit"
    elif ours <= 0 or (pressed and (ours < theirs or lost >= FIGHTS_ON * brought)):
        choice = automatic.breaks_off(brought, lost, book, measure)
        why = choice.why if choice.yes else ""
    if not why:
        return ""
    return f"{why}; it has {_number(ours, counted)} fit left and sees {_number(theirs, counted)} of the enemy"


def _number(strength: Fraction, counted: str) -> str:
    """Return a strength in words: ``1 stand``, ``9.5 platoons``."""
    return f"{float(strength):g} {counted.removesuffix('s') if strength == 1 else counted}"
