"""The plain doctrine: the tasks of the common one (``campaign.resolve.doctrine``), done with cards on hexes.

* A unit shoots if a shot can be expected to hit: at the target with most expected hits, of equals the one
  that its task concerns, then the one nearest to elimination. Two in one hex shoot or move together where joint
  activation is on; without a shot a defender waits for the later card of the two while an enemy may still come near.
* Guns and mortars that have no target and an enemy next to them move away from it. Others without a target lay smoke
  on the open hex of a friend within two hexes of an enemy, the one with most hits first.
* A unit that is to attack or to close up moves towards the enemy of its task, round rivers, lakes and marshes, of equal
  ways the one that ends in cover, and anti-tank guns not next to an enemy; if no way leads to it, towards another
  enemy, and without one to the goal. Others stay; a unit that is to give ground goes where no enemy can shoot at it, if
  it can get there.
* A defender's unit that has no shot and is not on the goal goes to help units that are attacked.
* A unit evades if the shot could eliminate it, or if it has no shot of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import inf

from campaign.resolve import doctrine
from campaign.resolve.doctrine import Do, Enemy, Kind, Situation, Stance, Task, Troops
from campaign.resolve.hexes import shooting
from campaign.resolve.hexes.doctrine import Action, Move, Pass, Shoot, Smoke, View, Wait
from campaign.resolve.hexes.field import Field, Piece
from campaign.resolve.hexes.moves import fault_together, reachable
from campaign.rules.common import automatic
from campaign.rules.tabletop.hexes import combat, odds, tables
from campaign.rules.tabletop.hexes.combat import Shot
from campaign.rules.tabletop.hexes.grid import Hex, label
from campaign.rules.tabletop.hexes.tables import UnitType

# Mortars do not shoot at 1 hex, and no gun at an enemy next to a friend (HEX-UNIT-08, HEX-RANGE-04, -07): they laid
# smoke on that friend or did nothing, and were shot at.
NEXT_TO = 1
"""The hexes to an enemy within which guns that cannot fire go back, and no unit goes to help others."""
# Aimed fire reaches 2 hexes (HEX-TAB-RANGE). 1 changes 38 of 60 battles (the holder of 5), 4 changes 30 (4).
DANGER = 2
"""The hexes from an enemy at which a friend is screened."""
# A vehicle moves 2 hexes and fires over 2 (HEX-TAB-MOVE, HEX-TAB-RANGE). It decides who waits for a later card
# (`test_two_in_a_hex_shoot_together_by_house_rule_and_the_first_waits_for_the_later_card`): in none of 60 battles.
COMES = 4
"""The hexes from which an enemy may come into fire in its next move."""
# A unit with 8 of 9 hits fires as well as an unhurt one. Of 40 generated battles 11 had ended in turn 2 of 15, 10 of
# them because a side with few hits saw three times its own; 7 end there now.
OUTNUMBERED_AT = Fraction(1, 3)
"""The part of the hits that its units could take from which a side gives up because it is outnumbered."""
# Our choice: three units had stood 5 hexes off for six turns while their garrison was attacked. 150 generated battles,
# each from both ends, against defenders who stay: 6 fields more are held, 15.5 battalions less are lost. Without odds,
# or with 3/4, the gain was 0 or 2 fields and 3 or 4.5 battalions (units with no enemy within 2 hexes).
HELPS_AT = 1
"""The hits that defenders can still take, for each of the enemies attacking, at which free units go to help."""
BEST = max(tables.D3)
"""The highest score of the die."""
HOLDS = Task(Do.HOLD)


class Plain:
    """The plain doctrine: see the head of this file."""

    def breaks_off(self, view: View) -> str:
        """Return why the side breaks off, by the common doctrine: the cost of this battle, the units left, and the
        orders.
        """
        friends, enemies = _line(view.on.on_map(view.side)), _line(view.enemies())
        brought = _line(piece for piece in view.on.pieces[view.side] if not piece.off_table)
        return doctrine.breaks_off(
            (
                _hits(piece.capacity - piece.begun for piece in brought),
                _hits(piece.hits - piece.begun for piece in brought),
            ),
            (_hits(map(_left, friends)), _hits(map(_left, enemies))),
            view.on.book,
            played=view.on.turn,
            at_all_costs=any(piece.unit in view.on.at_all_costs for piece in friends),
            pressed=view.stance is Stance.ATTACK or any(_gap(piece, enemies) <= DANGER for piece in friends),
            hit=OUTNUMBERED_AT,
            measure="hits that its units could take are taken",
            counted="hits",
        )

    def allot(self, view: View, pieces: Sequence[Piece], cards: Sequence[int]) -> Sequence[int]:
        """Return the cards: high ones to units that can shoot, of these to the most damaged, so that they act before
        they are shot at.
        """
        order = sorted(range(len(pieces)), key=lambda n: (best_target(view.on, pieces[n]) is None, -pieces[n].hits, n))
        by_unit = dict(zip(order, sorted(cards), strict=True))
        return [by_unit[n] for n in range(len(pieces))]

    def act(self, view: View, piece: Piece) -> Action:
        """Return the action of a unit: it shoots, lays smoke, waits or moves, in this order."""
        task = _task(view, piece)
        target = best_target(view.on, piece, task.target)
        partner = _companion(view.on, piece)
        if target is not None:
            return Shoot(target, partner if partner and not shooting.barred(view.on, partner, target) else None)
        if piece.type.is_indirect and _gap(piece, view.enemies()) <= NEXT_TO:
            away = _give_ground(view, piece)
            if isinstance(away, Move):
                return away
        if piece.type.is_indirect and (screened := _to_screen(view, piece)) is not None:
            return Smoke(screened)
        if partner is not None and partner.card > piece.card and _still_comes(view, piece):
            return Wait(partner)
        if task.do is Do.GIVE_GROUND:
            return _give_ground(view, piece)
        if task.do in _GOING or (view.stance is Stance.ATTACK and not view.enemies()):
            return _advance(view, piece, task)
        if task.do is Do.HOLD and (attacker := _attacker_of_friends(view, piece)) is not None:
            return _advance(view, piece, Task(Do.CLOSE_UP, attacker.key))
        return Pass()

    def evades(self, view: View, target: Piece, net: int) -> bool:
        """Return whether a unit evades: it might be eliminated, or has no target of its own."""
        if BEST + net <= 0:
            return False
        return target.hits + BEST + net >= target.capacity or best_target(view.on, target) is None


# The common doctrine's view ------------------------------------------------------------------------------------------
_GOING = (Do.ATTACK, Do.COUNTER_ATTACK, Do.CLOSE_UP)
_TANKS = (UnitType.TANKS, UnitType.SPG, UnitType.ARMOURED_CARS, UnitType.JEEPS)


def _task(view: View, piece: Piece) -> Task:
    """Return the task of a unit in this turn; the tasks of a side are worked out once a turn."""
    if view.on.turn not in view.tasks:
        view.tasks.clear()
        view.tasks[view.on.turn] = doctrine.tasks(_situation(view))
    return view.tasks[view.on.turn].get(piece.key, HOLDS)


def _situation(view: View) -> Situation:
    """Return the map as the common doctrine sees it, in hexes."""
    on = view.on
    enemies = view.enemies()
    ours = tuple(
        Troops(
            piece.key,
            piece.command,
            _at(piece.where),
            _kind(piece),
            _weight(piece),
            not piece.is_spent,
            exposed=_gap(piece, enemies) <= 1,
            # More hexes than any map has: without limit (HEX-RANGE-03).
            reach=float(tables.RANGE[piece.type].farthest or 99),
            supports=frozenset({piece.command}),
        )
        for piece in on.in_play(view.side)
    )
    theirs = tuple(
        Enemy(
            enemy.key,
            _at(enemy.where),
            _weight(enemy),
            not on.ground.is_open(enemy.where),
            enemy.is_spent,
            armoured=_kind(enemy) is Kind.TANKS,
            spent=enemy.is_spent,
        )
        for enemy in enemies
        if enemy.where is not None
    )
    prize = None if view.goal is None else _at(view.goal)
    return Situation(view.stance, ours, theirs, float(2 * DANGER), float(DANGER), prize)


def _at(position: Hex | None) -> tuple[float, float]:
    """Return the middle of a hex, in hexes; for a unit off the map far behind."""
    # Rows of hexes are half the square root of three apart.
    return (position.q + position.r / 2, position.r * 0.866) if position is not None else (0.0, 0.0)


def _kind(piece: Piece) -> Kind:
    if piece.type.is_indirect:
        return Kind.GUNS
    if piece.type is UnitType.ANTI_TANK:
        return Kind.HOLDING
    return Kind.TANKS if piece.type in _TANKS else Kind.FOOT


def _weight(piece: Piece) -> Fraction:
    """Return the weight in normal battalions; a quarter for a company, which has no strength of its own."""
    return piece.weight or automatic.COMPANY


def _line(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the units that take and hold ground: no guns that fire indirectly, unless there are no others."""
    every_piece = list(pieces)
    return [piece for piece in every_piece if not piece.type.is_indirect] or every_piece


def _left(piece: Piece) -> int:
    """Return the hits that a unit can still take: at 8 of 9 it fires as at none (HEX-ELIM-01)."""
    return piece.capacity - piece.hits


def _hits(counts: Iterable[int]) -> Fraction:
    return Fraction(sum(counts))


def _gap(piece: Piece, enemies: Iterable[Piece]) -> int:
    """Return the hexes to the nearest enemy; a very large number off the map."""
    if piece.where is None:
        # More hexes than any map has.
        return 99
    # More hexes than any map has.
    return min((piece.where.distance(enemy.where) for enemy in enemies if enemy.where is not None), default=99)


def _expected(shot: Shot, field: Field) -> Fraction:
    return odds.mean_hits(combat.net(shot, field.book))


def best_target(field: Field, piece: Piece, preferred: Hashable = None) -> Piece | None:
    """Return the enemy with most expected hits, of equals the one of its task, then the nearest to elimination; None:
    no shot can hit.
    """
    ranked = []
    for number, target in enumerate(field.on_map(1 - piece.side)):
        if not shooting.barred(field, piece, target):
            hits = _expected(shooting.shot_of(field, piece, target), field)
            if hits:
                ranked.append((-hits, target.key != preferred, target.capacity - target.hits, number, target))
    return min(ranked)[-1] if ranked else None


def _companion(field: Field, piece: Piece) -> Piece | None:
    """Return the friend in the same hex that can act with it (HEX-JOINT-01)."""
    if piece.where is None or not field.book.switch("hexes.joint"):
        return None
    return next(
        (
            friend
            for friend in field.at(piece.where)
            if friend is not piece and friend.side == piece.side and not friend.acted
        ),
        None,
    )


def _to_screen(view: View, layer: Piece) -> Hex | None:
    enemies = [enemy.where for enemy in view.enemies() if enemy.where is not None]
    candidates = []
    for friend in view.on.on_map(view.side):
        position = friend.where
        if position is None or position in view.on.smoke or shooting.smoke_barred(view.on, layer, position):
            continue
        if any(position.distance(enemy) <= DANGER for enemy in enemies):
            candidates.append((-friend.hits, label(position), position))
    return min(candidates)[-1] if candidates else None


def _still_comes(view: View, piece: Piece) -> bool:
    """Return whether a defender sees an enemy near that has still to act, and may come into its fire."""
    if view.stance is Stance.ATTACK or piece.where is None:
        return False
    return any(not enemy.acted and _gap(piece, [enemy]) <= COMES for enemy in view.enemies())


def _attacker_of_friends(view: View, piece: Piece) -> Piece | None:
    """Return the nearest enemy that attacks other units of the defender, if a unit of the line is free to help them: it
    is fit, not on the goal, and no enemy is next to it. If the enemies there are stronger than the whole line, no unit
    goes to help.
    """
    if view.stance is Stance.ATTACK or piece.is_spent or piece.type.is_indirect or piece.where in (None, view.goal):
        return None
    enemies, line = view.enemies(), _line(view.on.on_map(view.side))
    attackers = [enemy for enemy in enemies if any(_gap(friend, [enemy]) <= DANGER for friend in line)]
    beside = _line(enemy for enemy in enemies if _gap(enemy, attackers) <= DANGER)
    if _gap(piece, enemies) <= NEXT_TO or sum(map(_left, line)) < HELPS_AT * sum(map(_left, beside)):
        return None
    return min(attackers, key=lambda enemy: (_gap(piece, [enemy]), _left(enemy), str(enemy.key)), default=None)


def _give_ground(view: View, piece: Piece) -> Action:
    """Return the move to the nearest hex out of every enemy's reach, or as far away as it gets."""
    enemies = view.enemies()
    if piece.where is None or _gap(piece, enemies) > DANGER:
        return Pass()

    def rank(cell: Hex) -> tuple[int, bool, str]:
        near = min((cell.distance(enemy.where) for enemy in enemies if enemy.where is not None), default=DANGER + 1)
        return -min(near, DANGER + 1), not _covered(view.on, piece, cell), label(cell)

    ways = reachable(view.on, piece)
    best = min(ways, key=rank, default=None)
    return Pass() if best is None or rank(best)[0] >= rank(piece.where)[0] else Move(ways[best])


def _advance(view: View, piece: Piece, task: Task) -> Action:
    """Return the move towards the enemy of its task; if no way leads there, towards another, or the goal."""
    position = piece.where
    if position is None:
        return Pass()
    enemies: dict[Hashable, Hex] = {enemy.key: enemy.where for enemy in view.enemies() if enemy.where is not None}
    target, goal = enemies.get(task.target), view.goal
    aims = ([target] if target else [], list(enemies.values()), [goal] if goal else [])
    far = next((far for cells in aims if position in (far := view.on.ways_to(cells))), None)
    if far is None:
        return Pass()

    def rank(cell: Hex) -> tuple[float, bool, str]:
        return far.get(cell, inf), not _covered(view.on, piece, cell), label(cell)

    ways = _as_far_as_it_goes(view, piece)
    best = min(ways, key=rank, default=None)
    if best is None or rank(best)[0] >= rank(position)[0]:
        return Pass()
    partner = _companion(view.on, piece)
    together = (
        partner is not None
        and best in _as_far_as_it_goes(view, partner)
        and not fault_together(view.on, (piece, partner), ways[best])
    )
    return Move(ways[best], partner if together else None)


def _as_far_as_it_goes(view: View, piece: Piece) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes that a unit may advance to, with the ways there. Anti-tank guns do not go next to an enemy: they
    fire over two hexes, and do not charge.
    """
    enemies = [enemy.where for enemy in view.enemies() if enemy.where is not None]
    holds = _kind(piece) is Kind.HOLDING
    return {
        cell: way
        for cell, way in reachable(view.on, piece).items()
        if not (holds and any(cell.distance(enemy) <= NEXT_TO for enemy in enemies))
    }


def _covered(field: Field, piece: Piece, cell: Hex) -> bool:
    """Return whether a unit would have cover there from direct fire."""
    return bool(combat.cover(Shot(piece.type, piece.type, terrain=field.terrain_at(cell), smoke=cell in field.smoke)))


PLAIN = Plain()
"""The single instance of the plain doctrine."""
