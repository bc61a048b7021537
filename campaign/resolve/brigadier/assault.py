"""Assault groups: two or three platoons go in at one enemy in the same turn, from as many sides as reach it (house). A
platoon that reaches an enemy with too few others is ready, out of contact, until they come.

storms(field, side, known) -> the goal of each platoon that goes in, by its number; the platoons that are ready
ready_in(base, known, field) -> the distance from an enemy of a platoon that is to go in next
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import cos, dist, pi, sin
from typing import Final

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.field import TOUCH_IN, TOUCHES_IN, Base, Field
from campaign.resolve.brigadier.movement import CLEAR_IN, Aim, Halt, move_on, trail_to
from campaign.resolve.brigadier.retreat import APART_IN
from campaign.resolve.country import Spot
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.orders import may_assault
from campaign.values import dataclass
from campaign.values import field as made

# Platoons that went into a town one at a time were beaten one at a time. More than three seldom reach one enemy
# (`test_two_or_three_platoons_go_in_at_one_enemy`): in none of 6 battles.
TOGETHER: Final = 3
"""The most platoons that go in at one enemy."""
# Our choice. It decides whether two go in while others come up (`test_with_two_to_one_nobody_waits_for_the_others`): in
# none of 6 battles.
ODDS: Final = 2
"""The odds in men needed to go in; of an enemy that goes back every second man counts."""
# Our choice: 0.5 changes 3 of 6 battles, 1 changes 4.
READY_PART: Final = 0.8
"""The part of a move that a ready platoon keeps between itself and the enemy."""
# Our choice. It decides who is waited for
# (`test_who_reaches_an_enemy_first_waits_for_the_others_and_all_go_in_together`): in none of 6 battles otherwise.
COMING_IN: Final = 12
"""The distance from the enemy within which others are waited for: three moves on foot."""
# Our choice, where others stay away (`test_nobody_is_waited_for_longer_than_two_turns`): in none of 6 battles.
PATIENCE_TURNS: Final = 2
"""The most turns of waiting."""
# Our choice. Straight on alone, none of two platoons side by side gets in
# (`test_two_or_three_platoons_go_in_at_one_enemy`); half or twice each angle changes nothing.
SIDES: Final = (0.0, pi / 3, -pi / 3, 2 * pi / 3, -2 * pi / 3, pi)
"""The angles around an enemy at which a platoon comes into contact, from straight on to its rear."""


@dataclass(slots=True)
class _Plan:
    """The assaults of a side in one turn. ``takers``: the platoons that reach each enemy; ``halts``: what stops each
    platoon.
    """

    field: Field
    takers: dict[int, list[Base]] = made(default_factory=dict)
    enemies: dict[int, Base] = made(default_factory=dict)
    halts: dict[int, list[Halt]] = made(default_factory=dict)
    aims: dict[int, Aim] = made(default_factory=dict)
    taken: list[Spot] = made(default_factory=list)

    def party(self, enemy: Base) -> list[tuple[Base, Spot]]:
        """Return the nearest platoons that still reach the enemy, each with its own place beside it."""
        party: list[tuple[Base, Spot]] = []
        for base in sorted(self.takers[enemy.number], key=lambda base: (self.field.apart(base, enemy), base.number)):
            if base.number not in self.aims and len(party) < TOGETHER:
                spot = self.place(base, enemy, [*self.taken, *(spot for _, spot in party)])
                if spot is not None:
                    party.append((base, spot))
        return party

    def place(self, base: Base, enemy: Base, taken: Sequence[Spot]) -> Spot | None:
        """Return the place at which a platoon's move brings it into contact, clear of other units there or coming
        there; None if it cannot.
        """
        if self.field.apart(base, enemy) <= TOUCH_IN:
            return base.x, base.y
        for spot in _around(base, enemy):
            trail = list(trail_to(base, spot, self.halts[base.number], self.field))
            end = (trail[-1].x, trail[-1].y) if trail else (base.x, base.y)
            if dist(end, (enemy.x, enemy.y)) <= TOUCH_IN and self.is_free(base, end, taken):
                return end
        return None

    def is_free(self, base: Base, spot: Spot, taken: Sequence[Spot]) -> bool:
        near = APART_IN - 0.05
        return all(dist(spot, place) > near for place in taken) and all(
            friend is base for friend in self.field.near(base.side, *spot, near)
        )

    def goes_in(self, enemy: Base, party: Sequence[tuple[Base, Spot]]) -> None:
        self.taken += [spot for _, spot in party]
        self.aims.update((base.number, Aim(spot, TOUCHES_IN, enemy)) for base, spot in party)


def storms(
    field: Field, side: int, known: Callable[[Base], Sequence[Base]]
) -> tuple[Mapping[int, Aim], Collection[int]]:
    """Return the goals of platoons that go in now, by number, and the platoons that are ready: first those with the
    best odds. A platoon with no others to wait for goes in at an enemy that is not stronger.
    """
    plan, fit = _Plan(field), [base for base in field.of(side) if _assaults(base, field)]
    for base in fit:
        reach = move_on(base, field, field.square(base)) + TOUCH_IN
        near = [enemy for enemy in known(base) if enemy.on_table and field.apart(base, enemy) <= reach]
        plan.halts[base.number] = [(enemy.x, enemy.y, TOUCHES_IN) for enemy in near]
        for enemy in near:
            if plan.place(base, enemy, ()) is not None:
                plan.enemies[enemy.number] = enemy
                plan.takers.setdefault(enemy.number, []).append(base)
    ranked = sorted(plan.enemies.values(), key=lambda enemy: (-_odds(plan.takers[enemy.number], enemy), enemy.number))
    for enemy in ranked:
        party = plan.party(enemy)
        if len(party) > 1 and _odds([base for base, _ in party], enemy) >= ODDS:
            plan.goes_in(enemy, party)
    for enemy in ranked:
        party = plan.party(enemy)
        bases = [base for base, _ in party]
        waits = all(base.waited < PATIENCE_TURNS for base in bases) and any(
            base.number not in plan.aims and base not in bases and field.apart(base, enemy) <= COMING_IN for base in fit
        )
        if party and not waits and _odds(bases, enemy) >= 1:
            plan.goes_in(enemy, party)
    ready = {base.number for bases in plan.takers.values() for base in bases} - plan.aims.keys()
    for base in fit:
        base.waited = base.waited + 1 if base.number in ready else 0
    return plan.aims, ready


def ready_in(base: Base, known: Iterable[Base], field: Field) -> float:
    """Return the inches from an enemy at which a platoon is ready: its next move brings it into contact. A platoon that
    is already as near, and has no way in, goes nearer.
    """
    ready = TOUCHES_IN + READY_PART * move_on(base, field, field.square(base))
    return CLEAR_IN if any(field.apart(base, enemy) <= ready for enemy in known) else max(CLEAR_IN, ready)


def _assaults(base: Base, field: Field) -> bool:
    """Return whether a platoon may go in this turn, is to, and is strong enough."""
    rule = field.house.orders[base.order]
    return (
        doctrine.closes_in(base)
        and not (base.bugged_out or base.watches)
        and covered(may_assault(rule, base.platoon.kind.value, base.order))
        and doctrine.task(base, field) is doctrine.Task.ASSAULT
    )


def _odds(party: Sequence[Base], enemy: Base) -> float:
    men = enemy.count.remaining / (2 if enemy.broken else 1)
    # So that an enemy without an unhurt man can be divided by.
    return sum(base.count.remaining for base in party) / max(men, 0.5)


def _around(base: Base, enemy: Base) -> Iterator[Spot]:
    """Yield places beside an enemy, the nearest first."""
    gap = dist((base.x, base.y), (enemy.x, enemy.y))
    across, along = (base.x - enemy.x) / gap * TOUCHES_IN, (base.y - enemy.y) / gap * TOUCHES_IN
    for angle in SIDES:
        yield (enemy.x + across * cos(angle) - along * sin(angle), enemy.y + across * sin(angle) + along * cos(angle))
