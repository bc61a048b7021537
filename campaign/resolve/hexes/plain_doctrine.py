"""The plain doctrine: what a sensible player does without cunning, the same every time. For both stances:

* A unit shoots if some shot can be expected to hit: at the target that most hits are expected on, of equals the one
  nearest to elimination. Two in one hex shoot or move together where joint activation is on, on the earlier card.
* Guns and mortars without a target lay smoke on the open hex of a friend within two hexes of an enemy, the one with
  most hits first.
* An attacker without a target moves towards the nearest enemy, round rivers, lakes and marshes, of equal ways the one
  that ends in cover; without enemies, to the goal. A defender stands.
* A unit evades if the shot could eliminate it, or if it has no shot of its own.
* A side breaks off when this battle has spent or lost half of the effective stands it brought to the map
  (``auto.break_off``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf

from campaign.resolve.doctrine import Stance
from campaign.resolve.hexes import shooting
from campaign.resolve.hexes.doctrine import Action, Move, Pass, Shoot, Smoke, View
from campaign.resolve.hexes.field import Field, Piece
from campaign.resolve.hexes.moves import fault_together, reachable
from campaign.rules.common import automatic
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.hexes import combat, mapping, odds
from campaign.rules.tabletop.hexes.combat import Shot
from campaign.rules.tabletop.hexes.grid import Hex, label

DANGER = 2
"""Hexes from an enemy at which a friend is screened."""
BEST = 3
"""The highest score of the die."""


class Plain:
    """The plain doctrine: see the head of this file."""

    def breaks_off(self, view: View) -> str:
        """Half of the effective stands that it brought to the map are spent or lost in this battle."""
        book = view.on.book
        stakes = [_stake(piece, book) for piece in view.on.pieces[view.side] if not piece.off_table]
        choice = automatic.breaks_off(*automatic.cost(stakes), book)
        return choice.why if choice.yes else ""

    def allot(self, view: View, pieces: Sequence[Piece], cards: Sequence[int]) -> Sequence[int]:
        """High cards to those who can shoot, of these to the most damaged: they act before they are shot at."""
        order = sorted(range(len(pieces)), key=lambda n: (best_target(view.on, pieces[n]) is None, -pieces[n].hits, n))
        by_unit = dict(zip(order, sorted(cards), strict=True))
        return [by_unit[n] for n in range(len(pieces))]

    def act(self, view: View, piece: Piece) -> Action:
        """A unit shoots, lays smoke or moves, in this order."""
        target = best_target(view.on, piece)
        if target is not None:
            partner = _companion(view.on, piece)
            return Shoot(target, partner if partner and not shooting.barred(view.on, partner, target) else None)
        if piece.type.is_indirect and (screened := _to_screen(view, piece)) is not None:
            return Smoke(screened)
        return _advance(view, piece) if view.stance is Stance.ATTACK else Pass()

    def evades(self, view: View, target: Piece, net: int) -> bool:
        """It might not live, or has nothing to shoot at."""
        if BEST + net <= 0:
            return False
        return target.hits + BEST + net >= target.capacity or best_target(view.on, target) is None


def _stake(piece: Piece, book: Rulebook) -> automatic.Stake:
    return automatic.Stake(
        piece.weight,
        mapping.state_after(piece.begun, piece.capacity, book),
        mapping.state_after(piece.hits, piece.capacity, book),
    )


def _expected(shot: Shot, field: Field) -> Fraction:
    return odds.mean_hits(combat.net(shot, field.book))


def best_target(field: Field, piece: Piece) -> Piece | None:
    """The enemy on whom most hits are expected, of equals the nearest to elimination; None: no shot can hit."""
    ranked = []
    for number, target in enumerate(field.on_map(1 - piece.side)):
        if not shooting.barred(field, piece, target):
            hits = _expected(shooting.shot_of(field, piece, target), field)
            if hits:
                ranked.append((-hits, target.capacity - target.hits, number, target))
    return min(ranked)[-1] if ranked else None


def _companion(field: Field, piece: Piece) -> Piece | None:
    """The friend in the same hex that can act with it (HEX-JOINT-01)."""
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


def _advance(view: View, piece: Piece) -> Action:
    """Towards the nearest enemy, or the goal."""
    position = piece.where
    if position is None:
        return Pass()
    aims = [enemy.where for enemy in view.enemies() if enemy.where is not None] or ([view.goal] if view.goal else [])
    if not aims:
        return Pass()

    far = view.on.ways_to(aims)

    def rank(cell: Hex) -> tuple[float, bool, str]:
        return far.get(cell, inf), not _covered(view.on, piece, cell), label(cell)

    ways = reachable(view.on, piece)
    best = min(ways, key=rank, default=None)
    if best is None or rank(best)[0] >= rank(position)[0]:
        return Pass()
    partner = _companion(view.on, piece)
    together = partner is not None and not fault_together(view.on, (piece, partner), ways[best])
    return Move(ways[best], partner if together else None)


def _covered(field: Field, piece: Piece, cell: Hex) -> bool:
    """Would it have cover there from direct fire?"""
    return bool(combat.cover(Shot(piece.type, piece.type, terrain=field.terrain_at(cell), smoke=cell in field.smoke)))


PLAIN = Plain()
"""The one there is."""
