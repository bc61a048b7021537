"""The losses to be expected of a move that a command considers, in normal battalions, by the exact odds of the book.

The plain doctrine weighs with them whether units in place declare fire, and whether defenders leave their ground. Only
the models that show count, and no dice are rolled.

    Place(model, at)                     a unit as it would act
    expected(on, side, places) -> Expectation           .dealt, .suffered, .answer
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from campaign.resolve.brevity import fire_control
from campaign.resolve.brevity.field import Field, Model
from campaign.resolve.brevity.fire_control import LONGEST_DIRECT, Engagement
from campaign.resolve.brevity.ground import Spot
from campaign.rules.common.automatic import COMPANY
from campaign.rules.tabletop.brevity.attack import prepare
from campaign.rules.tabletop.brevity.odds import fire_odds
from campaign.terms.state import Posture

# Our choice, as the league counts and as the campaign does: rest takes a casualty figure off again (OB-REST-01).
SPENT = 0.5
"""The part of a fresh battalion that a casualty figure costs; the rest of it is lost with the battalion."""


class Place(NamedTuple):
    """A unit as it would act: at this point, where it moves to or stands."""

    model: Model
    at: Spot


class Expectation(NamedTuple):
    """The losses to be expected of a move, in normal battalions: those of the enemy, and those of the units that act,
    in this move and by the fire of the enemies in range when they move in turn (``answer``).
    """

    dealt: float
    suffered: float
    answer: float

    @property
    def gain(self) -> float:
        """The losses of the enemy less those of the units that act, the answer included."""
        return self.dealt - self.suffered - self.answer


def expected(on: Field, side: int, places: Sequence[Place]) -> Expectation:
    """Return the losses of a move of this side in which only these units act: the enemy's guns and his other fire come
    first (steps 4 and 6), then theirs (step 7). The units that are pinned by then fire with the one die that is left
    to them (OB-HIT-03).
    """
    with _acting(on, side, places):
        models = [place.model for place in places]
        suffered, answer, steady = 0.0, 0.0, 0.0
        shelled = _shelled(on, side, models)
        for model in models:
            unhurt, there = 1.0, 1.0
            fire = _direct(on, model, 1 - side, None)
            for engagement in (shelled.get(id(model)), fire):
                result = _result(on, engagement)
                suffered += there * result.loss
                unhurt *= result.nothing
                there *= 1 - result.gone
            if model.moved:
                answer += there * _result(on, fire).loss
            steady += unhurt / len(models)
        dealt = steady * _dealt(on, side, models)
        if steady < 1:
            for model in models:
                model.pinned = True
            dealt += (1 - steady) * _dealt(on, side, models)
    return Expectation(dealt, suffered, answer)


@contextmanager
def _acting(on: Field, side: int, places: Sequence[Place]) -> Iterator[None]:
    """Put units where they would act, and back."""
    before = [
        (model, model.spot, model.acting, model.moved, model.pinned, model.posture, model.facing, model.path)
        for model, _ in places
    ]
    for model, at in places:
        model.acting, model.path = True, ()
        model.moved = model.moved or at != model.spot
        model.posture = Posture.LINE
        on.put(model, at)
        model.facing = on.front_at(side, at)
    try:
        yield
    finally:
        for model, spot, model.acting, model.moved, model.pinned, model.posture, model.facing, model.path in before:
            on.put(model, spot)


def _shelled(on: Field, side: int, models: Sequence[Model]) -> dict[int, Engagement]:
    """Return the fire of the enemy's guns that show on units that the enemy locates: each battery on the first that it
    reaches, as it has one target a move (OB-ART-09).
    """
    located = [model for model in models if fire_control.seen_by(on, 1 - side, model)]
    laid: dict[int, list[Model]] = {}
    for battery in on.guns(1 - side):
        if battery.hidden or battery.resting:
            continue
        target = next((model for model in located if fire_control.reaches(battery, model.spot)), None)
        if target is not None:
            laid.setdefault(id(target), []).append(battery)
    return {
        id(model): fire_control.bombard(on, laid[id(model)], model, model.spot, located=True)
        for model in located
        if id(model) in laid
    }


def _dealt(on: Field, side: int, models: Sequence[Model]) -> float:
    """Return the loss to be expected of all enemies that show and that these units can fire at."""
    enemies: dict[int, Model] = {}
    for model in models:
        for enemy in on.near(1 - side, model.spot, model.stand.direct_in):
            if not enemy.hidden:
                enemies[id(enemy)] = enemy
    return sum(_result(on, _direct(on, enemy, side, models)).loss for enemy in enemies.values())


def _direct(on: Field, target: Model, side: int, among: Sequence[Model] | None) -> Engagement | None:
    """Return the fire of a side's units that show on a battalion where it stands."""
    if among is None:
        among = [model for model in on.near(side, target.spot, LONGEST_DIRECT) if not model.hidden]
    return fire_control.direct(on, target, side, among=among)


class _Result(NamedTuple):
    """The loss to be expected of a fire, the chance that it does nothing at all, and that its target is gone."""

    loss: float
    nothing: float
    gone: float


def _result(on: Field, engagement: Engagement | None) -> _Result:
    if engagement is None:
        return _Result(0.0, 1.0, 0.0)
    odds = fire_odds(prepare(engagement.fire, on.book))
    target = engagement.target
    weight = target.stand.halves / 2 or float(COMPANY)
    remaining = weight * (1 - SPENT) if target.spent else weight
    gone = float(odds.lost)
    return _Result(float(odds.spent) * weight * SPENT + gone * remaining, float(odds.none), gone)
