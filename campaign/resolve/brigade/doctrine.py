"""The doctrine of the program (``campaign.resolve.doctrine``) in the moves of these rules (BDE catalogue, "choices").

The common doctrine gives each battalion a task once a move of its side: attack an enemy, hold, stay in reserve, or give
ground; and gives guns an attack to support. Its units carry it out as follows.

An attacker goes forward: out of reach at a full move; within reach it fires and follows with half a move, or first goes
half a move if it expects more from there although it fires moving, to the short range of rifles, vehicles to the range
at which they pierce armour best; support weapons fire whenever they have a target, and go no nearer than they need to;
headquarters follow behind their companies; vehicles front the enemies they have detected. A defender stays and fires.
Over a battle's own ground units go by ``march``. Each unit fires where it expects most, at one of the nearest enemies
it has detected. Guns off the table are called on enemies that do not move, and at registered points when an enemy comes
near them; fire goes on while it falls on enemies, and observers walk it after them. A unit hit by small arms takes a
pin unless it attacks. A side gives up by the book, not by ``auto.break_off``: with half of its companies and one lost
in this battle (BDE-WIN-02).

    Plan(act, target, beside, inches)        the plan of a unit for phase 5
    plan(piece, field) -> Plan               requests(side, field, ...) -> Requests
    takes_pin(piece, field) -> bool          keeps(mission, field) -> bool
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from math import hypot, inf

from campaign.resolve import doctrine as common
from campaign.resolve.brigade import march, transport
from campaign.resolve.brigade.engagement import Use, aim, anti_tank, expected
from campaign.resolve.brigade.field import Field, Piece, in_quarters
from campaign.resolve.brigade.missions import Mission, Request, allowed, holds_enemy
from campaign.resolve.doctrine import Do, Enemy, Situation, Stance, Task, Troops
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade import antitank, indirect, movement
from campaign.rules.tabletop.brigade.antitank import Shot
from campaign.rules.tabletop.brigade.detection import indirect_target, may_fire_at
from campaign.rules.tabletop.brigade.equipment import Face, Gun, Vehicle
from campaign.rules.tabletop.brigade.indirect import Caller
from campaign.rules.tabletop.brigade.tables import Act, Cover, Ground, Seen
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.values import dataclass, replace

# Our choice: 0.025 changes 26 of 40 battles, 0.1 changes 23.
WORTH_STOPPING = 0.05
"""The expected loss, in companies, from which an attacker stops and fires."""
# Our choice: without it no company fires in 11 of 22 attacks of shipped campaigns, with it in 5.
BOUNDS = 4
"""The moves ahead for which a unit weighs firing on its way."""
# Not nearer.
NO_STEP = Fraction(0)
# Our choice: 2 changes 8 of 12 battles, 8 changes 8.
LOOKED_AT = 4
"""The number of nearest detected enemies that are compared."""
# Our choice: 2 changes 2 of 12 battles, 6 changes 1.
DF_NEAR_IN = 3
# Our choice: 6 changes 1 of 12 battles, 24 changes 3.
DF_AHEAD_IN = 12
"""The distance in front of its line at which a defender registers points."""
WORKS = frozenset({Cover.SLIT_TRENCH, Cover.DUG_TRENCH})
"""The works that infantry digs."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An act with its target, a second target for the weapons that fire beside it, and the inches towards the enemy."""

    act: Act
    target: Piece | None = None
    beside: Piece | None = None
    inches: Fraction = Fraction(0)
    gets_off: bool = False
    """True if it leaves the vehicles that it rides in, which costs half of its move."""


def sees(piece: Piece, enemy: Piece, field: Field) -> Seen:
    """Return how well a unit sees an enemy in its line of sight that it may fire at: by its own detection, or its
    side's by the house rule (BDE-AMB-16, -17).
    """
    if not field.in_line(piece, enemy):
        return Seen.UNSEEN
    seen = piece.detected.get(enemy, Seen.UNSEEN)
    if seen is not Seen.SPOTTED and field.book.switch("brigade.shared_detection"):
        seen = may_fire_at(
            seen,
            max((friend.detected.get(enemy, Seen.UNSEEN) for friend in field.sides[piece.side].on_table), default=seen),
            field.book,
        )
    return seen


def targets(piece: Piece, field: Field) -> list[Piece]:
    """Return the nearest enemies that a unit may fire at and can damage, as many as are compared."""
    shared = field.book.switch("brigade.shared_detection")
    detected = field.enemies(piece.side) if shared else [enemy for enemy in piece.detected if enemy.on_table]
    # Machine guns had been silent at the infantry behind four tanks that they could not damage.
    gun = anti_tank(piece)
    looked_at = [enemy for enemy in detected if enemy.vehicle is None or may_harm(gun, enemy.vehicle)]
    by_gap = sorted(looked_at, key=lambda enemy: (field.gap(piece, enemy), enemy.name))
    return list(islice((enemy for enemy in by_gap if sees(piece, enemy, field) is not Seen.UNSEEN), LOOKED_AT))


def best(
    piece: Piece, field: Field, act: Act, among: Iterable[Piece], use: Use = Use.ALL, nearer: Fraction = NO_STEP
) -> tuple[Piece | None, float]:
    """Return the target with the highest expected effect, and that effect; after this number of inches towards each, if
    it goes nearer.
    """
    result: tuple[Piece | None, float] = (None, 0.0)
    for enemy in among:
        shot = aim(piece, enemy, field, act, sees(piece, enemy, field), use)
        if nearer:
            nearest = min(shot.distance_in, Fraction(march.close_in(piece)))
            shot = replace(shot, distance_in=max(shot.distance_in - nearer, nearest))
        hope = expected(shot, field)
        if hope > result[1]:
            result = enemy, hope
    return result


def _nearest(piece: Piece, field: Field, within: Fraction) -> Fraction | None:
    """Return the inches to the nearest enemy, to the quarter; 0 without any, None if all are farther than
    ``within``.
    """
    row, x, y = field.row_of_enemies(piece.side), piece.x, piece.y
    if not row:
        return Fraction(0)
    far = float(within) + 1
    near = row[bisect_left(row, (x - far, -inf)) : bisect_right(row, (x + far, inf))]
    nearest = min((hypot(x - enemy_x, y - enemy_y) for enemy_x, enemy_y in near), default=inf)
    return None if nearest > far else Fraction(in_quarters(nearest))


def _forward(piece: Piece, field: Field, part: Fraction) -> Fraction:
    """Return the inches that a unit may and wants to go; over a battle's own ground those of open country, if it wants
    to go at all.
    """
    if field.ways is not None:
        return (
            movement.allowance(piece.moves_as, Ground.OPEN, None) * part if march.wants(piece, field) else Fraction(0)
        )
    attacks = field.sides[piece.side].attacks and march.goes_forward(piece, field)
    if piece.pinned or piece.stuck or not attacks or piece.troop.kind is Kind.GUN:
        return Fraction(0)
    most, close = movement.allowance(piece.moves_as, Ground.OPEN, None) * part, march.close_in(piece)
    nearest = _nearest(piece, field, most + close)
    if field.task_of(piece).do is Do.FOLLOW:
        most = min(most, march.behind_the_attack(piece, field))
    return most if nearest is None else max(Fraction(0), min(most, nearest - close))


def plan(piece: Piece, field: Field) -> Plan:
    """Return the plan of a unit for the fire and movement phase."""
    if piece.limbered:
        ready = march.unlimbers(piece, field)
        return Plan(Act.D if ready else Act.C, inches=_forward(piece, field, movement.HALF if ready else Fraction(1)))
    if piece.rides is not None:
        off = transport.has_come_far_enough(piece, field)
        return Plan(Act.C, inches=Fraction(0) if off else _forward(piece, field, Fraction(1)), gets_off=off)
    near = targets(piece, field)
    target, beside, hope = choose(piece, field, Act.A, near)
    advances = field.sides[piece.side].attacks or march.goal_of(piece, field) is not None
    keeps_going = piece.troop.kind in (Kind.COMPANY, Kind.SQUADRON, Kind.FIGHTING_VEHICLE)
    half = _forward(piece, field, movement.HALF) if keeps_going else NO_STEP
    if advances and half:
        ahead, hope_ahead = best(piece, field, Act.B, near, nearer=half)
        if hope_ahead >= WORTH_STOPPING and hope_ahead > hope:
            return Plan(Act.B, ahead, inches=half)
    if target is not None and (
        not advances
        or piece.pinned
        or not _forward(piece, field, Fraction(1))
        or hope >= WORTH_STOPPING
        or _fires_on_its_way(piece, field, near, hope, half)
    ):
        return Plan(Act.A, target, beside, half)
    return Plan(Act.C, inches=_forward(piece, field, Fraction(1)))


def _fires_on_its_way(piece: Piece, field: Field, near: Sequence[Piece], hope: float, half: Fraction) -> bool:
    """Return whether a company or vehicle goes on by bounds behind its own fire rather than straight on without firing.

    Over the next moves it would fire from here, from half a move nearer, and so on; or, if it goes straight on, from
    wherever a whole move and the same halves bring it. The two differ by the first two volleys of the one and the last
    of the other.
    """
    if not half:
        return False
    halfway, last = (best(piece, field, Act.A, near, nearer=half * moves)[1] for moves in (1, BOUNDS))
    return hope + halfway > last


def choose(piece: Piece, field: Field, act: Act, near: Sequence[Piece]) -> tuple[Piece | None, Piece | None, float]:
    """Return a unit's target among those near, a second target for the weapons that fire beside it, and the expected
    effect on the first.
    """
    target, hope = best(piece, field, act, near)
    return target, None if target is None else _beside(piece, target, near, field, act), hope


def _beside(piece: Piece, target: Piece, near: Sequence[Piece], field: Field, act: Act) -> Piece | None:
    """Return the second target: while gun or specialist fires at a vehicle, the rest fires at troops; otherwise a
    specialist may still find a vehicle.
    """
    if piece.troop.crewed:
        return None
    others_near = [enemy for enemy in near if (enemy.vehicle is None) is not (target.vehicle is None)]
    if target.vehicle is not None:
        return best(piece, field, act, others_near, Use.BESIDE)[0]
    has_specialist = piece.troop.specialist is not None and anti_tank(piece) is not None
    return best(piece, field, act, others_near)[0] if has_specialist else None


def turn(vehicle: Piece, field: Field) -> None:
    """Turn a vehicle after its side's move to the nearest enemy that it has detected, vehicles and guns before others;
    turning on the spot is free (BDE-AMB-25, -75).
    """
    detected = [enemy for enemy, seen in vehicle.detected.items() if seen is not Seen.UNSEEN and enemy.on_table]
    if detected:
        nearest = min(detected, key=lambda enemy: (anti_tank(enemy) is None, field.gap(vehicle, enemy), enemy.name))
        vehicle.faces = nearest.x, nearest.y


def takes_pin(piece: Piece, field: Field) -> bool:
    """Return whether a unit hit by small arms takes the optional pin (BDE-PIN-04, BDE-AMB-64)."""
    return not field.sides[piece.side].attacks


# Our choice: 20 changes 4 of 48 battles (no holder), 80 none of 12.
REACH_IN = 40
"""The inches at which an enemy is within reach of an attack."""
# Defenders had left their works for an enemy 30 or 40 inches off. 8 changes 1 of 12 battles (the holder of 1), 30
# changes 1.
CHARGE_IN = 15
"""The inches from the middle of a battalion at which it leaves its ground for a counter-attack."""
# Any distance under 15 in. gives the same (BDE-KILL-03).
SHORT_IN = 6
"""The inches at which a weapon pierces most."""
# Our choice: 10 changes 2 of 12 battles, 40 changes none.
FIRE_IN = 20
"""The inches at which a company fires with some effect."""


def battalion_tasks(side: int, field: Field) -> Mapping[Hashable, Task]:
    """Return the task of each battalion of a side by the common doctrine, by its id."""
    ours, theirs = (
        _by_unit(field.sides[side].on_table),
        _by_unit(enemy for enemy in field.seen[side] if enemy.on_table),
    )
    attacks = field.sides[side].attacks
    enemies = tuple(_enemy(unit, pieces, ours) for unit, pieces in theirs.items())
    if not enemies and attacks and (places := [(enemy.x, enemy.y) for enemy in field.enemies(side)]):
        enemies = (Enemy(None, field.goal or common.middle(places), Fraction(1)),)
    fresh = any(pieces[0].unit.state.counts_in_full and not _is_battery(pieces) for pieces in ours.values())
    troops = tuple(_troops(pieces, fresh=fresh) for pieces in ours.values())
    stance = Stance.ATTACK if attacks else Stance.DEFEND
    return common.tasks(
        Situation(
            stance,
            troops,
            enemies,
            float(REACH_IN),
            float(FIRE_IN),
            field.goal,
            charge=float(CHARGE_IN),
            meeting=field.is_meeting,
            keeps_works=True,
        )
    )


def _by_unit(pieces: Iterable[Piece]) -> dict[int, list[Piece]]:
    result: dict[int, list[Piece]] = {}
    for piece in pieces:
        result.setdefault(piece.unit.id, []).append(piece)
    return result


def _is_battery(pieces: Sequence[Piece]) -> bool:
    return all(piece.troop.kind is Kind.GUN for piece in pieces)


def _troops(pieces: Sequence[Piece], *, fresh: bool) -> Troops:
    """Return a battalion as the common doctrine sees it. A battalion that came spent is not fit, unless no fresh one
    that could attack came.
    """
    unit, kind = pieces[0].unit, pieces[0].troop.kind
    at = common.middle([(piece.x, piece.y) for piece in pieces])
    what = (
        common.Kind.HOLDING
        if _is_battery(pieces)
        else common.Kind.TANKS
        if kind is Kind.FIGHTING_VEHICLE
        else common.Kind.FOOT
    )
    # A company counts a quarter of a battalion (doctrine.txt).
    steady = Fraction(sum(not piece.pinned for piece in pieces), 4)
    fit = steady > 0 and (unit.state.counts_in_full or not fresh)
    exposed, works = any(piece.pinned for piece in pieces), any(piece.cover in WORKS for piece in pieces)
    return Troops(unit.id, unit.command, at, what, steady, fit, exposed, works=works)


def _enemy(unit: int, pieces: Sequence[Piece], ours: Mapping[int, Sequence[Piece]]) -> Enemy:
    """Return an enemy battalion as far as it was seen. Vehicles are proof against units without a weapon that pierces
    their front at short range, and foot does not assault them (BDE-AMB-67).
    """
    at = common.middle([(piece.x, piece.y) for piece in pieces])
    pinned = 2 * sum(piece.pinned for piece in pieces) > len(pieces)
    covered, armoured = pieces[0].cover is not Cover.OPEN, pieces[0].troop.kind is Kind.FIGHTING_VEHICLE
    vehicles = {piece.vehicle for piece in pieces if piece.vehicle is not None} if armoured else set()
    proof = frozenset(
        key
        for key, members in ours.items()
        if vehicles and not any(harms(anti_tank(m), v) for m in members for v in vehicles)
    )
    return Enemy(unit, at, Fraction(len(pieces), 4), covered, pinned, armoured=armoured, proof=proof)


@cache
def may_harm(gun: Gun | None, vehicle: Vehicle) -> bool:
    """Return whether a weapon can destroy a vehicle from any side of it. Small arms destroy soft-skins."""
    if antitank.feels_small_arms(vehicle):
        return True
    return gun is not None and any(antitank.to_kill(Shot(gun, SHORT_IN), vehicle, face).chance > 0 for face in Face)


@cache
def harms(gun: Gun | None, vehicle: Vehicle) -> bool:
    """Return whether a weapon can destroy a vehicle at all. Small arms destroy soft-skins."""
    if antitank.feels_small_arms(vehicle):
        return True
    return gun is not None and antitank.to_kill(Shot(gun, SHORT_IN), vehicle, Face.FRONT).chance > 0


# Indirect fire -------------------------------------------------------------------------------------------------------
def df_points(side: int, field: Field) -> list[tuple[float, float]]:
    """Return the points that a defender registers before the battle, a number for each battery, spread before its line
    (BDE-AMB-93).
    """
    force = field.sides[side]
    if force.attacks:
        return []
    count = sum(piece.troop.piece is not None for piece in force.pieces) * field.book.integer("brigade.df_points")
    line = force.on_table
    if not line or not count:
        return []
    west, east = min(piece.x for piece in line), max(piece.x for piece in line)
    level = line[0].y if field.ways is None else sum(piece.y for piece in line) / len(line)
    y = level + (DF_AHEAD_IN if side == 0 else -DF_AHEAD_IN)
    return [(west + (east - west) * (n + 0.5) / count, y) for n in range(count)]


def callers(side: int, field: Field) -> list[tuple[Caller, Piece]]:
    """Return the units that may call for fire: an observer with the foremost unit, the battalions' commanders, the
    companies.
    """
    pieces = field.sides[side].on_table
    front = sorted(pieces, key=lambda piece: (-piece.y if side == 0 else piece.y, piece.name))
    commanders = [(Caller.BATTALION, piece) for piece in pieces if piece.troop.headquarters]
    companies = [(Caller.COMPANY, piece) for piece in pieces if piece.troop.kind in (Kind.COMPANY, Kind.SQUADRON)]
    return [*((Caller.OBSERVER, piece) for piece in front[:1]), *commanders, *companies]


def requests(side: int, field: Field, busy: set[Piece], points: Sequence[tuple[float, float]]) -> list[Request]:
    """Return the fire wanted from free guns: at registered points with enemies near, otherwise at the detected enemy
    that moves least.
    """
    targeted: set[Piece] = set()
    asking = callers(side, field)
    worth = cache(partial(_worth_shelling, field=field))
    answers = (_request(guns, asking, field.book, worth, points, targeted) for guns in _groups(side, field, busy))
    return [request for request in answers if request is not None]


def _groups(side: int, field: Field, busy: set[Piece]) -> list[tuple[Piece, ...]]:
    """Return the groups of guns: those of a battalion off the table fire together; each gun on the table fires alone,
    if it has no direct target.
    """
    pieces: dict[int, list[Piece]] = {}
    alone = []
    for piece in field.sides[side].pieces:
        if not piece.in_play or piece.troop.piece is None or piece in busy:
            continue
        if piece.troop.off_table:
            pieces.setdefault(piece.unit.id, []).append(piece)
        elif piece.troop.piece is not indirect.Piece.GUN or best(piece, field, Act.A, targets(piece, field))[0] is None:
            alone.append((piece,))
    return [*(tuple(group) for group in pieces.values()), *alone]


def _request(
    guns: tuple[Piece, ...],
    asking: Sequence[tuple[Caller, Piece]],
    book: Rulebook,
    worth_shelling: Callable[[Piece], Sequence[Piece]],
    points: Sequence[tuple[float, float]],
    targeted: set[Piece],
) -> Request | None:
    """Return the request to these guns; an enemy is never the target of two groups."""
    alone = [] if guns[0].troop.off_table else [(Caller.ITSELF, guns[0])]
    may_have = cache(partial(allowed, guns, book=book))
    for caller, by in [*alone, *asking]:
        if not may_have(caller, by.unit.id):
            continue
        enemy = next((enemy for enemy in worth_shelling(by) if enemy not in targeted), None)
        if enemy is not None:
            near = next(
                (p for p in points if abs(p[0] - enemy.x) <= DF_NEAR_IN and abs(p[1] - enemy.y) <= DF_NEAR_IN), None
            )
            targeted.add(enemy)
            return Request(guns, caller, by, *(near or (enemy.x, enemy.y)), df_point=near is not None)
    return None


def _worth_shelling(by: Piece, field: Field) -> list[Piece]:
    """Return the enemies on foot that the caller detects, first those its battalion is to attack, then those that have
    not moved, then the nearest.
    """
    pieces = [
        enemy
        for enemy, seen in by.detected.items()
        if enemy.on_table and enemy.vehicle is None and indirect_target(seen)
    ]
    target = field.task_of(by).target
    return sorted(
        pieces, key=lambda enemy: (enemy.unit.id != target, enemy.moved_in > 0, field.gap(by, enemy), enemy.name)
    )


def seen_on_foot(side: int, field: Field) -> tuple[Piece, Piece] | None:
    """Return the enemy on foot that the side has detected, and the unit that detected it: the first in the order of its
    units.
    """
    for by in field.sides[side].on_table:
        for enemy in _worth_shelling(by, field):
            return by, enemy
    return None


def keeps(mission: Mission, field: Field) -> bool:
    """Return whether fire goes on: as long as it falls on an enemy."""
    return mission.fell is None or holds_enemy(mission, field)
