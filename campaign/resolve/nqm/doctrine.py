"""The decisions in a resolved battle: the questions to a doctrine, and the program's plain doctrine.

The rules say what may be done; a *doctrine* decides, for one side. The plain doctrine:

* *attack*: every command goes with all its units except its anti-tank guns, which fire from their positions, for
  the enemy that the common doctrine names, guns first, and closes as soon as the firefight is won. After a failed
  test or a worse round it waits for the command's reserves, and withdraws without them.
* *defend*: hold, and from the hour that the book allows counter-attack if the common doctrine does; ambush when the
  dice allow; broken troops withdraw if they may and otherwise sit tight. Guns that have not been called
  fire at attackers on their way, a third of a fire unit at a time, and keep a whole one.
* one battalion stays for an hour with prisoners of tank terror.
* a side breaks off by the common doctrine (``campaign.resolve.doctrine``), which counts here the points of the line
  that are lost, pinned or broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from campaign.resolve import doctrine, stage
from campaign.resolve.doctrine import Do, Enemy, Kind, Situation, Stance, Troops
from campaign.resolve.nqm.field import Body, Field
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.morale import AfterFailing
from campaign.terms.state import Role
from campaign.values import plain_dataclass

# Our choice: 2 changes 78 of 120 battles (the holder of 19), 6 changes 68 (14).
RESERVE_OF = 3
"""The number of battalions attacking together from which one stays in reserve."""
# NQM-AMMO-02, NQM-AMB-14.
BATTALION = 15
"""The points of a full battalion."""
# Our choice: 400 changes 47 of 120 battles (the holder of 14), 1600 changes 43 (17).
FIRE_M = 800
"""The metres to which a battalion's own fire counts."""
# Our choice: 1000 changes 57 of 120 battles (the holder of 18), 4000 changes 49 (13).
REACH_M = 2000
"""The metres from which an attack is under way within the hour."""
# Our choice: 1000 changes 7 of 120 battles (the holder of 1), 4000 changes 2.
OBSERVED_M = 2000
"""The metres from which battalions in the line see approaching units."""
# Our choice: 750 changes the holder of 1 of 120 battles, 3000 changes the holder of 1.
NEAR_M = 1500
"""The metres at which an enemy is near enough to go in within the hour."""


@plain_dataclass(frozen=True, slots=True)
class View(doctrine.View[Field]):
    """The knowledge of a doctrine: both sides' battalions on the table, and its orders."""

    def friends(self) -> list[Body]:
        """Return the side's battalions on the table."""
        return list(self.on.present(self.side))

    def enemies(self) -> list[Body]:
        """Return the enemy's battalions that are on the table and not behind it."""
        return list(self.on.present(1 - self.side))


class Doctrine(Protocol):
    """The decisions of one side. Every method looks and changes nothing."""

    def breaks_off(self, view: View) -> str:
        """Return why the side breaks off now; empty if it does not."""
        ...

    def objective(self, view: View, group: Sequence[Body]) -> Body | None:
        """Return the enemy battalion that a command attacks; None: it stays."""
        ...

    def reserves(self, view: View, group: Sequence[Body]) -> int:
        """Return the number of its battalions, from the end, that an attacking command keeps back (NQM-MORALE-08)."""
        ...

    def ambushes(self, view: View, body: Body) -> bool:
        """Return whether a unit with the choice of the white die ambushes, or lets the recce pass (NQM-RECCE-10)."""
        ...

    def goes_on(self, view: View, body: Body) -> bool:
        """Return whether a battalion goes on with the attack that it is in (NQM-FIRE-17)."""
        ...

    def harasses(self, view: View, guns: Body) -> Body | None:
        """Return the target that free guns fire at to disorganise it (NQM-ARTY-05); None: they keep their
        ammunition.
        """
        ...

    def guards(self, view: View, captors: Sequence[Body]) -> Body:
        """Return the battalion that stays with prisoners for an hour (NQM-SPECIAL-07)."""
        ...

    def scoots(self, view: View, body: Body) -> bool:
        """Return whether a unit scoots: recce fired on from concealment goes back (NQM-RECCE-14); guns that outrange
        fire once and go (NQM-SPECIAL-04).
        """
        ...

    def after_failing(self, view: View, body: Body) -> AfterFailing:
        """Return the action of an attacker that failed its test (NQM-MORALE-07)."""
        ...

    def sits_tight(self, view: View, body: Body) -> bool:
        """Return whether broken defenders sit tight (NQM-MORALE-14)."""
        ...


Stage = stage.Stage[Field, View, Doctrine]


def _may_yet_attack(body: Body) -> bool:
    """Return whether a battalion may yet attack: on its way, in an attack, fit for one, or fit again when it has
    reorganised; or that it holds its works in a meeting battle.
    """
    if not body.in_play or body.is_rear:
        return False
    if body.arrives or body.engaged or body.in_works:
        return True
    return body.supplied and (body.command_unwounded or (body.able() and not body.needs_reserves))


def _cost(view: View, side: int) -> tuple[int, int]:
    """Return the points of the line that a side brought, and those of them that are lost, pinned or broken now."""
    line = [body for body in view.on.all_of(side) if not body.is_rear]
    brought = sum(body.points_brought for body in line)
    return brought, brought - sum(body.points_left for body in line if body.in_play and not body.broken)


def _is_worse_off(view: View) -> bool:
    """Return whether this battle has cost the side a greater part of its points than the enemy. A side that has won
    ground stays on it when it cannot go on.
    """
    (brought, lost), (their_brought, their_lost) = _cost(view, view.side), _cost(view, 1 - view.side)
    return lost * max(1, their_brought) > their_lost * max(1, brought)


class Plain:
    """The program's plain plan of battle under Not Quite Mechanised."""

    def breaks_off(self, view: View) -> str:
        """Return why the side breaks off: too much is lost, pinned or broken, or no unit that is ordered to attack
        can.
        """
        brought, lost = _cost(view, view.side)
        enemies = [enemy for enemy in view.enemies() if not enemy.is_rear]
        able = [body for body in view.friends() if not (body.is_rear or body.broken)]
        attacks = view.stance is Stance.ATTACK
        why = doctrine.breaks_off(
            (Fraction(brought), Fraction(lost)),
            (Fraction(brought - lost), Fraction(sum(enemy.points_left for enemy in enemies if not enemy.broken))),
            view.on.book,
            played=view.on.hour,
            at_all_costs=any(body.unit.id in view.on.at_all_costs for body in able),
            pressed=attacks or any(body.distance(enemy) <= NEAR_M for body in able for enemy in enemies),
            holds=not attacks and any(body.cover in (Cover.DUG_IN, Cover.FORTIFIED) for body in able),
            measure="points lost, pinned or broken",
            counted="points",
        )
        if why:
            return why
        if attacks and not any(_may_yet_attack(body) for body in view.on.all_of(view.side)) and _is_worse_off(view):
            return "no unit is left to attack, and the battle has cost it more than the enemy, breaks off"
        return ""

    def objective(self, view: View, group: Sequence[Body]) -> Body | None:
        """Return the target of the common doctrine; for a defender too, if it counter-attacks, when the book allows it
        (NQM-CRT-11, -14, -15). A unit that has come to the battle as a reinforcement has orders for that.
        """
        if not any(body.supplied and not body.needs_reserves for body in group):
            return None
        ordered = any(body.unit.role is Role.ARRIVES for body in group)
        command = group[0].unit.command
        if view.stance is Stance.DEFEND and not view.on.may_counter_attack(view.side, command, had_orders=ordered):
            return None
        tasks = doctrine.tasks(_situation(view, group))
        aims = {task.target for task in tasks.values() if task.do in (Do.ATTACK, Do.COUNTER_ATTACK)}
        return next((enemy for enemy in view.enemies() if enemy.unit.id in aims), None)

    def reserves(self, view: View, group: Sequence[Body]) -> int:
        """Return one battalion in reserve for a command of three or more."""
        return 1 if len(group) >= RESERVE_OF else 0

    def ambushes(self, view: View, body: Body) -> bool:
        """Return True: the plain doctrine always ambushes."""
        return True

    def goes_on(self, view: View, body: Body) -> bool:
        """Return False for foot that tanks have driven back in the last hour: it holds there until it is in order and
        has a plan again, and does not go forward into their fire.
        """
        return bool(body.vehicles) or not body.driven_in or view.on.hour > body.driven_in + 1

    def harasses(self, view: View, guns: Body) -> Body | None:
        """Return a defender's target: the nearest approaching attacker that is seen and in good order; None for an
        attacker.
        """
        if view.stance is Stance.ATTACK:
            return None
        coming = [
            enemy
            for enemy in view.enemies()
            if enemy.cover is Cover.ATTACKING
            and not (enemy.disorganised or enemy.engaged or enemy.is_rear)
            and enemy.marched
            and guns.distance(enemy) <= max(stand.reach.effective_m for stand in guns.elements)
            and any(friend.distance(enemy) <= OBSERVED_M and view.on.sees(friend, enemy) for friend in view.friends())
        ]
        return min(coming, key=lambda enemy: (guns.distance(enemy), enemy.x), default=None)

    def guards(self, view: View, captors: Sequence[Body]) -> Body:
        """Return the weakest battalion that can guard, foot before tanks."""
        return min(captors, key=lambda body: (not body.able(), not body.foot, body.points_left))

    def scoots(self, view: View, body: Body) -> bool:
        """Return whether a unit scoots: recce always, guns never."""
        return not body.guns

    def after_failing(self, view: View, body: Body) -> AfterFailing:
        """Return the action after failing: go to ground while others of its command may still come up, otherwise
        withdraw.
        """
        fresh = any(
            friend.unit.command == body.unit.command and friend.able() and not friend.committed
            for friend in view.friends()
        )
        return AfterFailing.GOES_TO_GROUND if fresh else AfterFailing.WITHDRAWS

    def sits_tight(self, view: View, body: Body) -> bool:
        """Return whether a battalion sits tight: only dug in, and only under orders to hold."""
        return view.stance is Stance.DEFEND and body.cover in (Cover.DUG_IN, Cover.FORTIFIED)


def _kind(body: Body) -> Kind:
    if body.is_guns:
        return Kind.GUNS
    if body.is_rear:
        return Kind.REAR
    if body.holds:
        return Kind.HOLDING
    return Kind.TANKS if body.vehicles else Kind.FOOT


def _strength(body: Body) -> Fraction:
    """Return the strength in battalions of fifteen points; an unseen one counts as one."""
    return Fraction(1) if body.concealed else Fraction(max(1, body.points_left), BATTALION)


def _situation(view: View, group: Sequence[Body]) -> Situation:
    """Return the table as the common doctrine sees it for a command, with the enemies that it has a way to."""
    enemies = [enemy for enemy in view.enemies() if any(view.on.has_way(body, enemy) for body in group)]
    front = [enemy for enemy in enemies if not enemy.is_rear] or enemies
    ours = tuple(
        Troops(body.unit.id, body.unit.command, (body.x, body.y), _kind(body), _strength(body), body.able())
        for body in group
    )
    theirs = tuple(
        Enemy(
            enemy.unit.id,
            (enemy.x, enemy.y),
            _strength(enemy),
            enemy.cover in (Cover.DUG_IN, Cover.FORTIFIED, Cover.TOWN),
            enemy.disorganised or enemy.broken,
            armoured=bool(enemy.vehicles) and not enemy.concealed,
        )
        for enemy in front
    )
    return Situation(view.stance, ours, theirs, REACH_M, FIRE_M, view.on.prize)


PLAIN = Plain()
