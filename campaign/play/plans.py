"""Courses that the map suggests to a staff: what a side can do from today on, for ``campaign.forecast.staff`` to weigh.

    plans_for(view, looked_at, most) -> tuple[Plan, ...]     three to six, if the map has as many

A course orders whole groups of the view, as a commander would: attack a place with the nearest, with two, or with all
within a day's march; now, or at the hour at which the last of them can be up; by another road; stand fast; go back;
relieve spent troops. Only groups that are to spare leave their ground (``keep.spare``); a group that must keep its
ground sends part of itself, and its weakest battalion stays. Troops that the scenario sent to a place keep that goal: a
course changes the hour, the company and the road of their attack, or calls it off; alone they may attack a turn later,
for instance by day.

Nobody attacks ground that nobody of the side has looked at for a day: the course is then to reconnoitre it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from math import ceil, dist, inf
from typing import Final

from campaign.play.back import back_from
from campaign.play.keep import awaits_a_landing, spare, without_garrison
from campaign.play.view import NEAR_M, STALE, Group, View
from campaign.play.ways import along
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import listing
from campaign.values import dataclass, replace

# Our choice: ten lines are to name them all.
MOST_COURSES: Final = 6
"""The most courses that are weighed against the orders as they are."""
# Our choice. With four, both sides of Operation Brevity saw only places out of reach on the second day.
MOST_TARGETS: Final = 8
"""The most places that courses go for: those with the most points."""
# Our choice: ten lines must name them, and a larger force is on the map as several commands anyway.
MOST_TOGETHER: Final = 4
"""The most groups that one attack brings together, beside those that the scenario sent there."""
# Our choice.
HOPELESS: Final = 0.15
"""The chance below which no course is made of an attack: the runs would only show it again."""
# Our choice.
SAFE: Final = 0.9
"""The chance from which no larger company is tried."""
# As in `attack.go_round`, whose roads are taken one after the other; a plan may send somebody a little farther.
MOST_ROUND: Final = 2.0
"""The multiple of the shortest road that a road round the enemy may have."""


class Course(StrEnum):
    """The kinds of courses."""

    AS_ORDERED = "as ordered"
    ATTACK = "attack"
    RECONNOITRE = "reconnoitre"
    STAND = "stand fast"
    CALL_OFF = "call off"
    BACK = "back"
    RELIEVE = "relieve"


@dataclass(frozen=True, slots=True)
class Move:
    """An order of a course: to the whole ``formation`` if it has a number, otherwise to these battalions. ``after``:
    turns from now with which it begins; ``bold``: the attack takes place at any odds.
    """

    units: tuple[int, ...]
    formation: int
    kind: OrderKind
    to: int | None = None
    via: tuple[int, ...] = ()
    after: int = 0
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A course: its kind, the place that it is about, the units that it is for, in words, and its orders. ``after``:
    turns from now to the hour of the attack; ``by``: the road round the enemy; ``beside``: one more course, carried out
    together with it.
    """

    course: Course
    place: int | None = None
    who: str = ""
    moves: tuple[Move, ...] = ()
    after: int = 0
    by: int | None = None
    beside: Plan | None = None

    @property
    def units(self) -> frozenset[int]:
        """The battalions that it orders."""
        return frozenset(unit for move in self.moves for unit in move.units)

    def and_also(self, other: Plan) -> Plan:
        """Return both courses together."""
        return Plan(self.course, self.place, self.who, self.moves + other.moves, self.after, self.by, other)


AS_ORDERED: Final = Plan(Course.AS_ORDERED)
"""The measure of all courses: the orders as they are, and the doctrine of the day for the rest."""


def has_met_the_enemy(view: View) -> bool:
    """Return whether the side has seen an enemy within the last day: before that the scenario's orders stand."""
    return any(enemy.age <= STALE for enemy in view.enemies)


def plans_for(view: View, looked_at: Collection[int], most: int = MOST_COURSES) -> tuple[Plan, ...]:
    """Return the courses of a side, at most this many, the most promising attacks first. ``looked_at``: the places that
    the side has looked at within the last day.
    """
    free = _to_send(view)
    attacks = [plan for target in _targets(view) for plan in _for_target(view, target, free, looked_at)]
    others = [*_stand_fast(view), *_call_off(view), *_back(view), *_relieve(view, free)]
    room = max(most - len(others), ceil(most / 2))
    chosen = [*_spread(attacks)[:room], *others][:most]
    return tuple({plan.moves: plan for plan in chosen}.values())


def _to_send(view: View) -> list[Group]:
    """Return the groups that a course may send, each without the battalions that its ground needs."""
    free = tuple(group for group in view.groups if group.is_free)
    whole = spare(view, free)
    gone = {troop.id for group in whole for troop in group.troops}
    kept = (group for group in free if group.takes_ground and not group.is_spent)
    parts = (_part_of(view, group) for group in kept if not any(troop.id in gone for troop in group.troops))
    return [*whole, *(part for part in parts if part is not None)]


def _part_of(view: View, group: Group) -> Group | None:
    """Return what a group can send from ground that it must keep: all its fresh fighting battalions but the weakest.
    None if it has a single one, or waits for a landing.
    """
    troops = without_garrison([t for t in group.troops if t.takes_ground and not t.spent])
    return None if not troops or awaits_a_landing(view, group) else group.part(troops)


def _spread(ranked: Sequence[tuple[float, Plan]]) -> list[Plan]:
    """Return attacks by what they promise, the best on each place before the second on any."""
    by_place: dict[int | None, int] = {}
    order = list[tuple[int, float, int, Plan]]()
    for worth, plan in sorted(ranked, key=lambda pair: -pair[0]):
        count = by_place[plan.place] = by_place.get(plan.place, 0) + 1
        order.append((count, -worth, len(order), plan))
    return [plan for *_, plan in sorted(order, key=lambda line: line[:-1])]


def _targets(view: View) -> list[tuple[int, int]]:
    """Return the places worth an attack, with their points, the most first: ground that scores and is not held, held
    ground with enemies near it, the ground of enemies in contact with the side's own troops, and the goals of attacks
    that the scenario ordered.
    """
    points = {g.place: g.points for g in view.goals if g.points and (not g.held or view.enemies_near(g.place))}
    for troop in view.troops:
        for enemy in view.enemies_near(troop.at, NEAR_M, 1):
            points.setdefault(along(view.theatre, enemy.at)[0], 1)
    for group in view.groups:
        if (goal := _sent_against(group)) is not None and not _is_on(view, group, goal):
            points.setdefault(goal, 1)
    return sorted(points.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_TARGETS]


def _sent_against(group: Group) -> int | None:
    """Return the place that the scenario ordered a group to attack, if it is able to."""
    mission = group.mission
    is_sent = mission is not None and mission.kind is OrderKind.ATTACK and not group.is_free
    return mission.to if is_sent and mission is not None and group.takes_ground and not group.is_spent else None


def _for_target(
    view: View, target: tuple[int, int], free: Sequence[Group], looked_at: Collection[int]
) -> Iterator[tuple[float, Plan]]:
    """Yield the courses against one place, with what they promise in points."""
    place, points = target
    ranked = sorted(
        (turns, g.id, g)
        for g in free
        if (turns := view.turns_to(g, place)) <= TURNS_A_DAY and not _is_on(view, g, place)
    )
    bidden = [
        (0.0, g.id, g)
        for g in view.groups
        if not g.is_free and g.takes_ground and not g.is_spent and g.mission is not None and g.mission.to == place
    ]
    if place not in looked_at:
        waiting = [g for *_, g in bidden if _sent_against(g) == place]
        scouts = [g for *_, g in ranked[:1]] or waiting
        if scouts:
            yield points / 2, _reconnoitre(view, place, scouts[0], waiting)
        return
    enemies, done = view.enemies_near(place), 0.0
    for count in sorted(
        {1, 2, min(len(ranked), MOST_TOGETHER)} if not bidden else {0, 1, min(len(ranked), MOST_TOGETHER - 1)}
    ):
        company = [*bidden, *ranked[:count]]
        if not company or count > len(ranked) or done >= SAFE:
            continue
        fighters = [fighter for *_, g in company for fighter in g.fighters]
        chance = view.chance(fighters, enemies, place) if enemies else 1.0
        done = max(done, chance)
        if chance < HOPELESS:
            continue
        groups = [g for *_, g in company]
        farthest = max(view.ways.metres(g.at, place, g.barred) / g.pace for g in groups)
        if farthest == inf:
            continue
        if not bidden or count:
            yield points * chance, _attack(view, place, groups)
        if len(groups) > 1 and farthest > 1:
            yield points * chance, _at_an_hour(view, place, groups, ceil(farthest) - 1)
        elif bidden and not count:
            yield points * chance, _at_an_hour(view, place, groups, max(1, ceil(farthest)))
        if (round_ := _by_another_road(view, place, groups)) is not None:
            yield points * chance, round_


def _is_on(view: View, group: Group, place: int) -> bool:
    return group.at == AtPlace(place)


def _move(group: Group, kind: OrderKind, to: int | None = None, via: tuple[int, ...] = (), after: int = 0) -> Move:
    units = tuple(troop.id for troop in group.troops)
    return Move(units, group.formation if group.whole else 0, kind, to, via, after, kind is OrderKind.ATTACK)


def _who(groups: Sequence[Group]) -> str:
    return listing(dict.fromkeys(group.name for group in groups))


def _attack(view: View, place: int, groups: Sequence[Group]) -> Plan:
    """Return the attack of all these now, each as it comes up."""
    moves = tuple(_move(group, OrderKind.ATTACK, place) for group in groups)
    return Plan(Course.ATTACK, place, _who(groups), moves)


def _at_an_hour(view: View, place: int, groups: Sequence[Group], after: int) -> Plan:
    """Return the attack of all these at the hour at which the farthest can be up: the near ones wait, and guns that are
    near enough come up to the nearest of them.
    """
    moves = list[Move]()
    for group in groups:
        turns = view.ways.metres(group.at, place, group.barred) / group.pace
        wait = max(0, after - max(0, ceil(turns) - 1))
        if wait:
            moves.append(_move(group, OrderKind.HOLD))
        moves.append(_move(group, OrderKind.ATTACK, place, after=wait))
    assembly = along(view.theatre, groups[0].at)[0]
    guns = sorted(
        (turns, g.id, g)
        for g in view.groups
        if g.is_free
        and not g.takes_ground
        and not g.is_spent
        and not _is_on(view, g, assembly)
        and (turns := view.turns_to(g, assembly)) <= after + 1
    )
    moves += [_move(g, OrderKind.MARCH, assembly) for *_, g in guns[:2]]
    return Plan(Course.ATTACK, place, _who(groups), tuple(moves), after)


def _by_another_road(view: View, place: int, groups: Sequence[Group]) -> Plan | None:
    """Return the attack by a road that leads round the enemies on the shortest one; None if no enemy is on that, or no
    other road leads there.
    """
    first, goal = groups[0], view.point(place)
    way = view.ways.places(first.at, place, first.barred)
    shunned = frozenset(
        p for p in way[:-1] if any(dist(view.point(e.at), goal) > NEAR_M for e in view.enemies_near(p, NEAR_M / 2))
    )
    if not shunned or first.at in {AtPlace(p) for p in shunned}:
        return None
    other = view.ways.places(first.at, place, first.barred, shunned)
    if not other or view.ways.length(first.at, other) > MOST_ROUND * view.ways.length(first.at, way) + NEAR_M:
        return None
    by = other[len(other) // 2 - 1] if len(other) > 1 else other[0]
    moves = tuple(_move(g, OrderKind.ATTACK, place, (by,) if g is first else ()) for g in groups)
    return Plan(Course.ATTACK, place, _who(groups), moves, by=by)


def _reconnoitre(view: View, place: int, group: Group, waiting: Sequence[Group]) -> Plan:
    """Return the march of the fastest fresh battalion of a group to the last place before this one, not into it. The
    attack on it that the scenario ordered waits until the scout is there.
    """
    able = [t for t in group.troops if t.takes_ground and not t.spent] or list(group.troops)
    scout = max(able, key=lambda troop: (troop.pace, -troop.fighter.weight, -troop.id))
    way = view.ways.places(scout.at, place, scout.barred)
    short = [p for p in way[:-1] if scout.at != AtPlace(p)]
    goal = short[-1] if short else place
    moves = [Move((scout.id,), 0, OrderKind.MARCH, goal)]
    metres = view.ways.metres(scout.at, goal, scout.barred)
    after = max(1, ceil(metres / scout.pace)) if metres < inf else 1
    for other in waiting:
        rest = tuple(troop for troop in other.troops if troop.id != scout.id)
        if rest:
            left = replace(other, troops=rest, whole=other.whole and len(rest) == len(other.troops))
            moves += [_move(left, OrderKind.HOLD), _move(left, OrderKind.ATTACK, place, after=after)]
    return Plan(Course.RECONNOITRE, place, scout.name, tuple(moves))


def _stand_fast(view: View) -> Iterator[Plan]:
    """Yield the course in which all that are free to go stay where they are."""
    free = [g for g in view.groups if g.is_free and g.takes_ground]
    if free:
        yield Plan(Course.STAND, None, "", tuple(_move(group, OrderKind.HOLD) for group in free))


def _call_off(view: View) -> Iterator[Plan]:
    """Yield the course in which the troops that the scenario sent against the strongest enemy halt where they are."""
    sent: dict[int, list[Group]] = {}
    for group in view.groups:
        if (goal := _sent_against(group)) is not None:
            sent.setdefault(goal, []).append(group)
    ranked = sorted(
        (view.chance([fighter for group in groups for fighter in group.fighters], enemies, place), place)
        for place, groups in sent.items()
        if (enemies := view.enemies_near(place))
    )
    for _, place in ranked[:1]:
        moves = tuple(_move(group, OrderKind.HOLD) for group in sent[place])
        yield Plan(Course.CALL_OFF, place, _who(sent[place]), moves)


def _back(view: View) -> Iterator[Plan]:
    """Yield the withdrawal of the group that the enemy is most likely to drive from its ground."""
    free = [g for g in view.groups if g.is_free and g.takes_ground and view.enemies_near(g.at)]
    ranked = sorted((-view.danger(g.at), g.id, g) for g in free)
    for *_, group in ranked:
        if (place := back_from(view, group, far=True)) is not None:
            yield Plan(Course.BACK, place, group.name, (_move(group, OrderKind.WITHDRAW, place),))
            return


def _relieve(view: View, free: Sequence[Group]) -> Iterator[Plan]:
    """Yield the relief of one spent group that faces the enemy by the nearest fresh one, and its way back then."""
    fresh = [g for g in free if g.is_free and not view.enemies_near(g.at)]
    spent = [g for g in view.groups if g.is_free and g.is_spent and view.enemies_near(g.at)]
    pairs = sorted(
        (turns, s.id, g.id, g, s)
        for s in spent
        for g in fresh
        if (turns := view.turns_to(g, along(view.theatre, s.at)[0])) <= TURNS_A_DAY / 2
    )
    for turns, _, _, relief, tired in pairs:
        if (back := back_from(view, tired)) is not None:
            place = along(view.theatre, tired.at)[0]
            goes = _move(tired, OrderKind.WITHDRAW, back, after=max(1, ceil(turns)))
            who = f"{relief.name}, {tired.name} back"
            yield Plan(Course.RELIEVE, place, who, (_move(relief, OrderKind.MARCH, place), goes))
            return
