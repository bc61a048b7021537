"""Movement over a battle's own ground: the goal of a unit, the distance it gets, and the obstacles in its way
(BDE-MOVE-01 to -06, BDE-AMB-23).

An attacker goes to the place that is fought for, and from there after the enemy; a unit that has detected an enemy goes
for it; a company of either side in the open without an enemy to go for takes cover from the fire of those it knows. A
defender that comes on goes to the place that is fought for and stays there. A unit stops at the inches of
CLOSE_IN from an enemy it has detected, within sight of those that hide from one it has not, and ends its move clear of
others. This is the program's doctrine.

    goal_of(piece, on) -> Spot | None       wants(piece, on) -> bool      whether it is to go on
    advance(piece, part, on, dice, report)  this part of its move, with the dice of rough ground
    come_on(side, on, report)               brings units onto the table in their move
    cover_at(piece, on) -> Cover
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import floor, hypot, inf
from typing import Final

from campaign.resolve.brigade import combat
from campaign.resolve.brigade.field import Field, Piece, ahead
from campaign.resolve.brigade.going import ground_of
from campaign.resolve.country import Spot
from campaign.resolve.doctrine import Do
from campaign.resolve.report import Report
from campaign.resolve.ways import Ways, corners
from campaign.rules.common.dice import Dice
from campaign.rules.tabletop.brigade import movement
from campaign.rules.tabletop.brigade.tables import MOVEMENT, Cover, Ground, MovesAs, Seen
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.words.battle_report import Move, Placed, Roll

CLOSE_IN: Final[dict[Kind, int]] = {
    Kind.COMPANY: 5,
    Kind.SQUADRON: 5,
    Kind.FIGHTING_VEHICLE: 12,
    Kind.SUPPORT: 15,
    Kind.GUN: 20,
    Kind.TRANSPORT: 30,
}
"""The inches to which each kind goes forward; none closes with the enemy, as the book has no close combat
(BDE-AMB-67).
"""
UNSEEN_IN: Final = 2
"""The distance to which a unit goes towards a hidden enemy: there it is spotted in any cover (BDE-TAB-DET)."""
# Our choice: 2 changes 5 of 12 battles, 10 changes 1.
BEHIND_IN: Final = 5
"""The distance at which a headquarters follows the nearest of its companies."""
# Our choice: a player does not push a model a tenth of an inch.
LEAST_IN: Final = 0.5
"""The least distance that a unit goes towards an enemy, or not at all."""
# Our choice, with the next: attackers' companies lose 155 figures in 22 attacks, without taking cover 191.
IN_FIRE_IN: Final = 40
"""The distance of an enemy from which a company that has nobody to go for takes cover."""
# Our choice, as IN_FIRE_IN.
COVER_WITHIN_IN: Final = 12
"""The distance at which it looks for cover: two moves."""
# Our choice: half of each changes 3 of 12 battles, twice each changes 2.
OVERWATCH_IN: Final = {False: 30, True: 40}
"""The distance from the place fought for, or from an enemy, at which machine guns, and mortars (True), stop if it is in
their line of sight: the middle band of the machine gun, more than enough for the mortar.
"""
# Our choice: 6 changes 2 of 12 battles (the holder of 1), 24 changes 1.
REACHED_IN: Final = 12
"""The distance at which a unit has reached the place that is fought for."""
# BDE-SEQ-12.
UNLIMBER_IN: Final = 40
"""The distance from an enemy at which guns that come on unlimber."""
# Our choice: 2 changes 9 of 12 battles (the holder of 1), 6 changes 10.
CLEAR_IN: Final = 3
"""The inches between the middles of two companies."""
# Our choice: 1 changes 7 of 12 battles, 4 changes 10.
CLEAR_OF_MODELS_IN: Final = 2
"""The inches between the middles of other units: a model, a weapon with its crew."""
# As for units that are on the table from the start (BDE-SETUP-03).
FROM_ENEMY_IN: Final = 6
"""The distance that a unit that comes on keeps from an enemy, along the edge."""
# Our choice: 6 changes 2 of 12 battles, 24 changes 1.
ALONG_IN: Final = 12
"""The distance from its road at which a unit comes on if others are on the road."""
# An order alone: those that fight come on before the others.
LAST_ON: Final = {Kind.SUPPORT: 1, Kind.GUN: 2, Kind.TRANSPORT: 3}
"""The order in which units come on: those that fight before the others."""


# Where to ------------------------------------------------------------------------------------------------------------
def goal_of(piece: Piece, on: Field) -> Spot | None:
    """Return the goal of a unit; None if it stays."""
    if on.ways is None:
        return None
    if _is_a_target(piece, on):
        return _cover_near(piece, on)
    if not _goes(piece, on):
        return None
    if on.task_of(piece).do is Do.GIVE_GROUND:
        return piece.x, 0.0 if piece.side == 0 else float(on.depth_in)
    if is_staff(piece) or on.task_of(piece).do is Do.FOLLOW:
        return _behind_its_own(piece, on)
    row, prize = piece.moves_as, None if piece.hunts else on.goal
    if not on.sides[piece.side].attacks and on.task_of(piece).do is not Do.COUNTER_ATTACK:
        return prize
    detected = (enemy for enemy, seen in piece.detected.items() if seen is not Seen.UNSEEN and enemy.on_table)
    for point in (_nearest(piece, detected), prize):
        if point is not None and on.ways.has_way(row, piece.x, piece.y, point):
            return point
    nearest = _nearest(piece, on.enemies(piece.side))
    return nearest if nearest is not None and on.ways.has_way(row, piece.x, piece.y, nearest) else None


def _is_a_target(piece: Piece, on: Field) -> bool:
    """Return whether a company stands in the open without an enemy to go for, in the fire of one that its side knows. A
    defender's company that has come on goes to the place that is fought for first.
    """
    if piece.troop.kind is not Kind.COMPANY or piece.cover is not Cover.OPEN or piece.pinned or piece.rides is not None:
        return False
    if on.task_of(piece).do not in (Do.HOLD, Do.FOLLOW, Do.RESERVE):
        return False
    if not on.sides[piece.side].attacks and piece.comes_in and not piece.hunts:
        return False
    return any(
        enemy.on_table and hypot(enemy.x - piece.x, enemy.y - piece.y) <= IN_FIRE_IN and on.in_line(piece, enemy)
        for enemy in on.seen[piece.side]
    )


def _cover_near(piece: Piece, on: Field) -> Spot | None:
    """Return the nearest clear ground with cover that is no nearer to any enemy that the side knows; None if there is
    none near.
    """
    ways, known = _ways(on), [enemy for enemy in on.seen[piece.side] if enemy.on_table]
    nearest = min(hypot(enemy.x - piece.x, enemy.y - piece.y) for enemy in known)

    def far(spot: Spot) -> float:
        return hypot(spot[0] - piece.x, spot[1] - piece.y)

    covered = (ways.country.middles[square] for square in ways.country.covered)
    for x, y in sorted((spot for spot in covered if far(spot) <= COVER_WITHIN_IN), key=lambda spot: (far(spot), spot)):
        farther = all(hypot(enemy.x - x, enemy.y - y) >= nearest for enemy in known)
        if farther and _is_clear(piece, x, y, on) and ways.has_way(piece.moves_as, piece.x, piece.y, (x, y)):
            return x, y
    return None


def _behind_its_own(piece: Piece, on: Field) -> Spot | None:
    """Return the place of a follower: a headquarters follows the nearest of its companies, foot that cannot damage
    tanks follows the nearest unit that attacks them and can; without any they stay.
    """
    lead = _nearest(piece, _followed(piece, on))
    if lead is None or hypot(lead[0] - piece.x, lead[1] - piece.y) <= BEHIND_IN:
        return None
    return lead[0], min(max(0.0, lead[1] - (BEHIND_IN if piece.side == 0 else -BEHIND_IN)), float(on.depth_in))


def _followed(piece: Piece, on: Field) -> Iterator[Piece]:
    """Yield the friendly units behind which a unit stays on its march."""
    task = on.task_of(piece)
    for mate in on.sides[piece.side].on_table:
        if task.do is Do.FOLLOW:
            ahead = on.task_of(mate)
            if ahead.do is Do.ATTACK and ahead.target == task.target:
                yield mate
        elif _leads(mate, piece):
            yield mate


def behind_the_attack(piece: Piece, on: Field) -> Fraction:
    """Return the inches that a follower may go up a bare table before it is as far up as the units it follows, less a
    bit.
    """
    up = 1 if piece.side == 0 else -1
    ahead = max((up * (lead.y - piece.y) for lead in _followed(piece, on)), default=0.0)
    return Fraction(max(0, floor(ahead) - BEHIND_IN))


def _leads(mate: Piece, staff: Piece) -> bool:
    return mate.unit.id == staff.unit.id and not mate.troop.crewed and not is_staff(mate)


def _nearest(piece: Piece, enemies: Iterable[Piece]) -> Spot | None:
    nearest = min(enemies, key=lambda enemy: (hypot(enemy.x - piece.x, enemy.y - piece.y), enemy.name), default=None)
    return None if nearest is None else (nearest.x, nearest.y)


def _goes(piece: Piece, on: Field) -> bool:
    """Return whether a unit is to go anywhere: an attacker, or one that has come on and is not yet there."""
    if piece.pinned or piece.stuck or (piece.troop.kind is Kind.GUN and not piece.limbered):
        return False
    if piece.troop.kind is Kind.SUPPORT and _watches(piece, on) and on.task_of(piece).do is not Do.GIVE_GROUND:
        return False
    if on.sides[piece.side].attacks or on.task_of(piece).do is Do.COUNTER_ATTACK:
        return goes_forward(piece, on) or on.task_of(piece).do is Do.GIVE_GROUND
    return piece.comes_in > 0 and not piece.hunts


def _watches(piece: Piece, on: Field) -> bool:
    """Return whether a support weapon reaches, from its position, an enemy it has detected, or otherwise the place that
    is fought for.
    """
    detected = [enemy for enemy, seen in piece.detected.items() if seen is not Seen.UNSEEN and enemy.on_table]
    spots = [(enemy.x, enemy.y) for enemy in detected] or ([on.goal] if on.goal is not None else [])
    reach = OVERWATCH_IN[piece.troop.weapon is None]
    return any(
        hypot(x - piece.x, y - piece.y) <= reach and (piece.troop.weapon is None or on.in_line_to(piece, (x, y)))
        for x, y in spots
    )


def goes_forward(piece: Piece, on: Field) -> bool:
    """Return whether a unit's battalion is to go forward: in an attack, or behind one. A unit that comes on goes as far
    as the place that is fought for.
    """
    return on.task_of(piece).do in (Do.ATTACK, Do.COUNTER_ATTACK, Do.CLOSE_UP, Do.FOLLOW) or (
        piece.comes_in > 0 and not piece.hunts
    )


def close_in(piece: Piece) -> int:
    """Return the distance in inches to which a unit goes forward: staffs as far as guns."""
    if piece.rides is not None:
        return CLOSE_IN[Kind.TRANSPORT]
    return CLOSE_IN[Kind.GUN if is_staff(piece) else piece.troop.kind]


def is_staff(piece: Piece) -> bool:
    """Return whether a unit is a headquarters and nothing else."""
    return piece.troop.headquarters and piece.troop.specialist is None and not piece.troop.is_vehicle


def wants(piece: Piece, on: Field) -> bool:
    """Return whether a unit has a goal, and no enemy yet within the distance to which it goes."""
    return goal_of(piece, on) is not None and _room(piece.x, piece.y, _halts(piece, on, LEAST_IN)) >= LEAST_IN


_Halts = list[tuple[float, float, int]]
"""The positions of enemies, with the distance that is kept from each."""


def _halts(piece: Piece, on: Field, reach: float) -> _Halts:
    """Return the units that stop a unit within this number of inches of its position."""
    result, x, y, close = [], piece.x, piece.y, close_in(piece)
    for enemy in on.enemies(piece.side):
        gap = hypot(enemy.x - x, enemy.y - y)
        if gap <= reach + close:
            stop = close if piece.detected.get(enemy, Seen.UNSEEN) is not Seen.UNSEEN else UNSEEN_IN
            if gap <= reach + stop:
                result.append((enemy.x, enemy.y, stop))
    return result


def _room(x: float, y: float, halts: _Halts) -> float:
    """Return the inches that a unit may go from here before it is too near to another."""
    return min((hypot(halt[0] - x, halt[1] - y) - halt[2] for halt in halts), default=inf)


def unlimbers(piece: Piece, on: Field) -> bool:
    """Return whether a gun that came on goes into position now: an enemy in reach, the place that is fought for near,
    or no goal.
    """
    return not wants(piece, on) or any(
        hypot(enemy.x - piece.x, enemy.y - piece.y) <= UNLIMBER_IN for enemy in on.enemies(piece.side)
    )


# How far -------------------------------------------------------------------------------------------------------------
def advance(piece: Piece, part: Fraction, on: Field, dice: Dice, report: Report) -> None:
    """Move a unit towards its goal with this part of its move; the remainder is lost if other units are in the way."""
    goal = goal_of(piece, on)
    if goal is None or on.ways is None:
        return
    moves: dict[Ground, float] = {}

    def move_on(ground: Ground) -> float:
        """Return a whole move on this ground, diced for once in a move."""
        if ground not in moves:
            moves[ground] = _full_move(piece, ground, dice, report)
        return moves[ground]

    trail = list(_trail(piece, float(part), goal, on, move_on))
    clear = [n for n, step in enumerate(trail) if _is_clear(piece, step[0], step[1], on)]
    end = trail[clear[-1]] if clear else _aside(piece, float(part), goal, on, move_on)
    if end is not None and (end[2] >= LEAST_IN or (end[0], end[1]) == goal):
        passed = trail[: clear[-1]] if clear else []
        way = [(piece.x, piece.y), *((x, y) for x, y, _ in passed), (end[0], end[1])]
        most = max(moves.values()) * float(part)
        piece.faces = ahead(way[-2], way[-1])
        piece.x, piece.y = end[0], end[1]
        on.crowd.put(piece, piece.x, piece.y)
        # Inches are kept to the quarter (BDE-AMB-19).
        piece.moved_in += Fraction(max(1, round(end[2] * 4)), 4)
        piece.cover = cover_at(piece, on)
        path = report.path(corners(way))
        report.add(Move(piece.name, path, round(end[2], 2), round(most, 2), ends_in(piece)))
    if on.goal is not None and hypot(piece.x - on.goal[0], piece.y - on.goal[1]) <= REACHED_IN:
        piece.hunts = True


def _trail(
    piece: Piece, remaining: float, goal: Spot, on: Field, move_on: _MoveOn
) -> Iterator[tuple[float, float, float]]:
    """Yield the places on its way, with the inches gone; each stretch takes its part of the move (BDE-AMB-23)."""
    ways, row = _ways(on), piece.moves_as
    halts = _halts(piece, on, remaining * _most(row))
    x, y, inches = piece.x, piece.y, 0.0
    while remaining > 1e-6:
        room, point = _room(x, y, halts), ways.next_from(row, x, y, goal)
        if point is None or room <= 0:
            return
        gap = hypot(point[0] - x, point[1] - y)
        full_move = move_on(ground_of(ways.country, ways.country.square(*point))) if gap >= 1e-6 else 0.0
        if full_move <= 0:
            return
        step = min(gap, room, remaining * full_move)
        if step < 0.01:
            return
        across, along = (point[0] - x) * step / gap, (point[1] - y) * step / gap
        yield x + across / 2, y + along / 2, inches + step / 2
        x, y, inches = x + across, y + along, inches + step
        remaining -= step / full_move
        yield x, y, inches


_MoveOn = Callable[[Ground], float]


def _full_move(piece: Piece, ground: Ground, dice: Dice, report: Report) -> float:
    """Return a whole move on this ground, diced for if the chart says so; 0 for a dash. A negative move may stick
    (BDE-MOVE-02, -04 to -06).
    """
    row = piece.moves_as
    if movement.is_barred(row, ground):
        return 0.0
    distance = combat.distance(row, ground, dice, piece.name)
    if distance.face is not None:
        why, inches = f"{movement.rate(row, ground)} in.", f"a whole move is {float(distance.inches):g} in."
        report.add(Roll(f"{piece.name} over {ground.value}", (distance.face,), why=why, result=inches.rstrip(".")))
        if distance.test is not None:
            piece.stuck = distance.stuck
            result = "stuck" if distance.stuck else "goes on"
            report.add(Roll(f"{piece.name} is stuck on a 1", (distance.test,), result=result))
    return float(distance.inches)


def _most(row: MovesAs) -> float:
    """Return the inches of its best move on any ground, with a 6 if a die is rolled."""
    # The best face of the die that is added to a rate (BDE-MOVE-02).
    return max(float(rate.at(6)) for rate in MOVEMENT[row] if rate is not None)


def _is_clear(piece: Piece, x: float, y: float, on: Field) -> bool:
    """Return whether no other unit is that near."""
    return all(
        neighbour is piece
        or not neighbour.on_table
        or hypot(neighbour.x - x, neighbour.y - y) >= clear_of(piece, neighbour) - 1e-6
        for neighbour in on.crowd.near(x, y)
    )


def clear_of(piece: Piece, neighbour: Piece) -> int:
    """Return the least distance between the middles of two units."""
    if neighbour.side != piece.side:
        return UNSEEN_IN
    large = piece.troop.kind is Kind.COMPANY is neighbour.troop.kind
    return CLEAR_IN if large else CLEAR_OF_MODELS_IN


def _aside(piece: Piece, part: float, goal: Spot, on: Field, move_on: _MoveOn) -> tuple[float, float, float] | None:
    """Return a clear square beside the unit, no farther from the goal, if others are in its way."""
    ways, row = _ways(on), piece.moves_as
    start = ways.country.square(piece.x, piece.y)
    now = ways.cost(row, piece.x, piece.y, goal)
    result, halts = [], _halts(piece, on, CLEAR_IN)
    for square, _ in ways.country.steps[start]:
        x, y = ways.country.middles[square]
        ground, gap = ground_of(ways.country, square), hypot(x - piece.x, y - piece.y)
        cost = ways.cost(row, x, y, goal)
        if (
            cost <= now
            and not movement.is_barred(row, ground)
            and _room(x, y, halts) >= 0
            and _is_clear(piece, x, y, on)
        ):
            result.append((cost, square, gap))
    if not result:
        return None
    _, square, gap = min(result)
    return (*ways.country.middles[square], gap) if gap <= move_on(ground_of(ways.country, square)) * part else None


# Onto the table ------------------------------------------------------------------------------------------------------
def come_on(side: int, on: Field, report: Report) -> None:
    """Bring on every unit whose move it is, at its place of the edge or as near as there is room; a unit without room
    waits for the next move.
    """
    came: dict[str, int] = {}
    full: set[Spot | None] = set()
    for piece in sorted(on.sides[side].pieces, key=lambda piece: LAST_ON.get(piece.troop.kind, 0)):
        if not piece.waiting or piece.comes_in > on.moves[side] or piece.gate in full:
            continue
        spot = _entry(piece, on)
        if spot is None:
            full.add(piece.gate)
        else:
            piece.x, piece.y, piece.waiting = *spot, False
            on.crowd.put(piece, piece.x, piece.y)
            piece.cover = cover_at(piece, on)
            report.add(Placed(piece.name, report.point(*spot), ", ".join(filter(None, ("comes on", ends_in(piece))))))
            came[piece.unit.name] = came.get(piece.unit.name, 0) + 1
    for name, count in came.items():
        report.say(f"{name} comes on with {count} {'unit' if count == 1 else 'units'}.")


def _entry(piece: Piece, on: Field) -> Spot | None:
    country = _ways(on).country
    gate = piece.gate or (country.wide_in / 2, 0.0 if piece.side == 0 else float(country.deep_in))
    enemies = on.enemies(piece.side)
    held = any(hypot(enemy.x - gate[0], enemy.y - gate[1]) <= FROM_ENEMY_IN for enemy in enemies)
    for x, y in country.edge_at(gate):
        if not held and hypot(x - gate[0], y - gate[1]) > ALONG_IN:
            return None
        if _is_clear(piece, x, y, on) and all(hypot(enemy.x - x, enemy.y - y) >= FROM_ENEMY_IN for enemy in enemies):
            return x, y
    return None


def cover_at(piece: Piece, on: Field) -> Cover:
    """Return the cover of the ground at its position: soft cover in terrain, for vehicles as well; it has left its
    trench.
    """
    return Cover.SOFT if _ways(on).country.in_cover(piece.x, piece.y) else Cover.OPEN


def stands_in(piece: Piece) -> str:
    """Return the cover in words: ``in the open``, ``in a slit trench``."""
    if piece.cover is Cover.OPEN:
        return "in the open"
    return f"in {piece.cover.value}" if piece.cover in (Cover.SOFT, Cover.HARD) else f"in a {piece.cover.value}"


def ends_in(piece: Piece) -> str:
    """Return the cover that a move ends in, for the report; empty in the open."""
    return "" if piece.cover is Cover.OPEN else f"ends {stands_in(piece)}"


def _ways(on: Field) -> Ways[MovesAs]:
    assert on.ways is not None
    return on.ways
