"""How the program fights, in the field's terms: one doctrine for all systems (``doctrine.txt`` tells it to players).

A system shows its table as a ``Situation``: what a side has, what it sees of the enemy (and nothing that it does not
see), what it is ordered to do. The doctrine answers with a ``Task`` for everybody: attack what, from where, covered by
which guns; hold; counter-attack; give ground; stand in reserve. The system translates a task into its own moves on its
own table, and the rules say what may be done. Distances and points are the system's own (inches, metres, hexes).

Stance              what a side is ordered to do
stances(fight)      of both sides of a battle
View                what a doctrine sees
tasks(situation)    what everybody of a side does now, by his key
breaks_off(...)     why a side gives up the field now; empty: it fights on
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import cos, dist, pi, sin
from typing import Generic, TypeVar

from campaign.rules.common import automatic
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight
from campaign.rules.common.terrain import Point as InchPoint

Field = TypeVar("Field")
Point = tuple[float, float]
FLANK = pi / 3
"""The angle at which an attacker goes round a flank."""
COUNTER_ODDS = 2
"""Odds at which a defender leaves his ground to counter-attack."""
CONSIDERED = 8
"""A command chooses among so many enemies, the nearest."""
RESERVE_OF = 4
"""A command of so many fit battalions keeps one back."""
OVERWHELMED = 6
"""The odds at which a side that is not dug in does not wait to be hit."""
OUTNUMBERED = 3
"""The odds at which a side that has lost anything gives up the field to an enemy who is upon it."""
FIGHTS_ON = Fraction(3, 4)
"""The part lost at which even the stronger side breaks off, and who is weaker at ``auto.break_off``."""


class Stance(StrEnum):
    """What a side is ordered to do."""

    ATTACK = "attack"
    DEFEND = "defend"


def stances(fight: Fight) -> tuple[Stance, Stance]:
    """The attacker attacks, the other side defends; in a meeting engagement both attack."""
    first, second = (Stance.ATTACK if fight.attacker in (None, force.side) else Stance.DEFEND for force in fight.forces)
    return first, second


@dataclass(frozen=True, slots=True)
class View(Generic[Field]):
    """What a doctrine sees: the field, its side, its orders. Each system adds what of the enemy shows."""

    on: Field
    side: int
    stance: Stance


# what a side has and sees --------------------------------------------------------------------------------------------
class Kind(StrEnum):
    """What a unit is for."""

    FOOT = "foot"
    TANKS = "tanks"
    HOLDING = "anti-tank and anti-aircraft guns"
    """They fire at what comes, and do not charge."""
    GUNS = "guns behind the line"
    REAR = "headquarters"


@dataclass(frozen=True, slots=True)
class Troops:
    """A unit of one's own. ``fit``: it may attack. ``exposed``: an enemy would fire on it if it moved. ``reach``: how
    far it fires; ``supports``: the commands that its guns may fire for."""

    key: Hashable
    command: int
    at: Point
    kind: Kind
    strength: Fraction
    fit: bool = True
    exposed: bool = False
    reach: float = 0
    supports: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Enemy:
    """A unit of the enemy as it shows. ``covered``: dug in or under cover. ``shaken``: pinned, spent or disorganised.
    ``sheltered``: others stand before it. ``armoured``: tanks, on whom foot alone is wasted. ``spent``: its side has
    paid for it, and loses no more by it. ``proof``: those who can do him no harm, by their keys."""

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
    """A side's view of the table. ``reach``: the distance from which an assault goes in; ``fire``: how far a unit of
    the line fires; ``charge``: the distance at which defenders leave their ground for a counter-attack, ``reach`` where
    a system has no shorter one."""

    stance: Stance
    ours: tuple[Troops, ...]
    theirs: tuple[Enemy, ...]
    reach: float
    fire: float
    prize: InchPoint | Point | None = None
    chosen: frozenset[Hashable] = frozenset()
    """Enemies whom commands that are not among ``ours`` attack already."""
    charge: float | None = None


# what is decided -----------------------------------------------------------------------------------------------------
class Do(StrEnum):
    """What a unit is told to do."""

    ATTACK = "attack"
    COUNTER_ATTACK = "counter-attack"
    FIRE = "fire for an attack"
    CLOSE_UP = "close up behind the attack"
    FOLLOW = "follow those who can harm him"
    RESERVE = "stand in reserve"
    HOLD = "hold"
    GIVE_GROUND = "give ground"


@dataclass(frozen=True, slots=True)
class Task:
    """What a unit does. ``target``: whom it is about; ``post``: the point it goes for, None where it stands.
    ``way``: frontal, or round a flank. ``guns``: who fires for it first."""

    do: Do
    target: Hashable = None
    post: Point | None = None
    way: str = "frontal"
    guns: tuple[Hashable, ...] = ()


@dataclass(slots=True)
class _Plan:
    """One attack: its target, who goes in, and which guns fire for it."""

    target: Enemy
    post: Point
    way: str
    can_harm: bool
    guns: list[Hashable] = field(default_factory=list)


def tasks(situation: Situation) -> Mapping[Hashable, Task]:
    """What everybody of a side does now."""
    told: dict[Hashable, Task] = {}
    plans = _plans(situation)
    for guns in situation.ours:
        if guns.kind is Kind.GUNS:
            told[guns.key] = _fire_task(guns, plans)
    for command, members in _by_command(situation.ours).items():
        plan = plans.get(command)
        for troops in members:
            told[troops.key] = _task(troops, plan, _reserve(members, plan), situation)
    return told


def _by_command(ours: Iterable[Troops]) -> dict[int, list[Troops]]:
    """Everybody but the guns behind the line, command by command."""
    commands: dict[int, list[Troops]] = defaultdict(list)
    for troops in ours:
        if troops.kind is not Kind.GUNS:
            commands[troops.command].append(troops)
    return commands


def _fighters(members: Iterable[Troops]) -> list[Troops]:
    return [troops for troops in members if troops.fit and troops.kind in (Kind.FOOT, Kind.TANKS)]


def middle(points: Sequence[Point]) -> Point:
    """The middle of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _plans(situation: Situation) -> dict[int, _Plan]:
    """The attack of each command: attackers mass, the command nearest to the enemy chooses first, but who cannot harm
    some of his after who can; defenders counter where they are much stronger."""
    plans: dict[int, _Plan] = {}
    if not situation.theirs:
        return plans
    ready = {
        command: fighters
        for command, members in _by_command(situation.ours).items()
        if (fighters := _fighters(members))
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
    """The strength of the enemies within reach of a point. Who is shaken counts half."""
    return sum(float(enemy.strength) / (2 if enemy.shaken else 1) for enemy in enemies if dist(enemy.at, at) <= reach)


def _objective(
    situation: Situation,
    place: Point,
    fighters: Sequence[Troops],
    chosen: frozenset[Hashable],
    harmless: frozenset[Hashable],
) -> Enemy | None:
    """Near, weakly held for what we bring, attacked by others of us already, or on the prize; the spent come last:
    those beside them would fire. Nobody goes under the fire of one whom nobody who goes for him can harm."""
    ours = sum(float(troops.strength) for troops in fighters) or 0.25
    open_to = [enemy for enemy in situation.theirs if not enemy.sheltered] or situation.theirs

    def worth(enemy: Enemy) -> tuple[float, str]:
        held = _near(open_to, enemy.at, situation.fire) / ours
        at_stake = situation.prize is not None and dist(enemy.at, situation.prize) <= situation.reach
        way = dist(place, enemy.at) / situation.reach
        hard = enemy.armoured and not any(troops.kind is Kind.TANKS for troops in fighters)
        against = way + held + hard * 2 + enemy.spent + enemy.covered * 0.25
        return against - (enemy.key in chosen) * 0.5 - at_stake * 0.5, str(enemy.key)

    ranked = sorted(open_to, key=lambda enemy: (dist(place, enemy.at), str(enemy.key)))[:CONSIDERED]
    farthest = dist(place, ranked[0].at) + situation.reach if ranked else 0.0
    feared = [enemy.at for enemy in situation.theirs if enemy.key in harmless]
    open_ways = (enemy for enemy in ranked if all(dist(enemy.at, at) > situation.fire for at in feared))
    return min((enemy for enemy in open_ways if dist(place, enemy.at) <= farthest), key=worth, default=None)


def _exposed_enemy(situation: Situation, fighters: Sequence[Troops]) -> Enemy | None:
    """An enemy close by against whom those at hand have two to one; foot alone stays where it is for tanks."""

    def is_weak(enemy: Enemy) -> bool:
        helpers = _at_hand(situation, fighters, enemy)
        if not helpers or (enemy.armoured and not any(troops.kind is Kind.TANKS for troops in helpers)):
            return False
        ours, place = sum(float(troops.strength) for troops in helpers), middle([troops.at for troops in helpers])
        near = [beside for beside in situation.theirs if dist(place, beside.at) <= situation.reach]
        return ours >= COUNTER_ODDS * max(_near(near, enemy.at, situation.reach), 0.25)

    def far(enemy: Enemy) -> float:
        return min(dist(troops.at, enemy.at) for troops in fighters)

    weak = [enemy for enemy in situation.theirs if is_weak(enemy)]
    return min(weak, key=lambda enemy: (not enemy.shaken, far(enemy), str(enemy.key)), default=None)


def _at_hand(situation: Situation, fighters: Iterable[Troops], enemy: Enemy) -> list[Troops]:
    """Who of them is near enough to counter-attack him."""
    reach = situation.reach if situation.charge is None else situation.charge
    return [troops for troops in fighters if dist(troops.at, enemy.at) <= reach]


def _approach(situation: Situation, place: Point, target: Enemy) -> tuple[Point, str]:
    """From where to go in: straight, or round the flank on which fewer others can fire at those who go in. A target
    without cover is not gone round."""
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
    """Guns fire at the target of the command they support, guns that support all at the attack with fewest guns."""
    ranked = sorted(plans, key=lambda command: (command not in guns.supports, len(plans[command].guns), command))
    for command in ranked:
        plan = plans[command]
        allotted = not guns.supports or command in guns.supports
        if guns.fit and allotted and dist(guns.at, plan.target.at) <= guns.reach:
            plan.guns.append(guns.key)
            return Task(Do.FIRE, plan.target.key)
    return Task(Do.HOLD)


def _reserve(members: Sequence[Troops], plan: _Plan | None) -> Hashable:
    """The weakest fit foot of a strong command stays behind until others are spent; then everybody goes in. The only
    foot among tanks goes in with them: they need it in cover."""
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
    measure: str = "effective stands spent or lost",
    counted: str = "stands",
) -> str:
    """Why a side gives up the field now; empty: it fights on.

    ``costs``: what it brought, and what of it this battle has cost (``automatic.cost``). ``remaining``: what is fit of
    its own and of the enemy's, as far as it sees him, companies too. ``played``: moves, hours or turns of the table:
    nobody goes before both sides have had one. ``at_all_costs``: somebody fit of it is so ordered. ``pressed``: it
    attacks, or a fit enemy has come near enough to go in; a defender does not leave his ground for shells alone.
    ``in_works``: somebody fit of it is dug in. ``upon``: who of the fit enemies has come on, where it waits for them
    dug in or in cover: then they alone may outnumber it. ``measure``: what the cost is told in; ``counted``: what fits
    and enemies are counted in.
    """
    choice = automatic.breaks_off(*costs, book, measure)
    brought, lost = costs
    ours, theirs = remaining
    odds = f"it has {_number(ours, counted)} fit left and sees {_number(theirs, counted)} of the enemy"
    if played < 2 or at_all_costs:
        return ""
    if pressed and theirs > 0 and ours <= 0:
        return f"nobody of it is fit to fight on; {odds}"
    if pressed and not in_works and theirs >= OVERWHELMED * ours > 0:
        return f"overwhelmed, and without works; {odds}"
    if pressed and lost > 0 and (theirs if upon is None else upon) >= OUTNUMBERED * ours > 0:
        return f"outnumbered, and hit; {odds}"
    if choice.yes and (ours <= 0 or (pressed and (ours < theirs or lost >= FIGHTS_ON * brought))):
        return f"{choice.why}; {odds}"
    return ""


def _number(strength: Fraction, counted: str) -> str:
    """``1 stand``, ``9.5 platoons``."""
    return f"{float(strength):g} {counted.removesuffix('s') if strength == 1 else counted}"
