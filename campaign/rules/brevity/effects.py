"""A fire on the table rolled, told, and suffered (OB-CAS-01, -07..09, OB-MOV-12)."""

from __future__ import annotations

from campaign.rules.brevity import fire_control
from campaign.rules.brevity.attack import Attack, Result, prepare, roll
from campaign.rules.brevity.field import Field, Model
from campaign.rules.brevity.fire_control import Engagement
from campaign.rules.brevity.ground import Spot
from campaign.rules.brevity.report import Report, attacked
from campaign.rules.dice import Dice
from campaign.terms.state import State


def fall(on: Field, engagement: Engagement, step: int, dice: Dice, report: Report) -> Attack | None:
    """Roll an engagement of this step (0: before the first move) and do what it does; None if nobody can fire after all."""
    attack = prepare(engagement.fire, on.book)
    if attack.dice == 0:
        return None
    target = engagement.target
    for model in engagement.shooters:
        model.hidden = False
    outcome = roll(attack, dice, subject=target.stand.key or target.name)
    result = outcome.result
    if result is Result.DESTROYED and fire_control.surrounded(on, target):
        result = Result.CAPTURED
    report.attack(step, attacked(attack, outcome, result, target))
    suffer(on, target, result, engagement.at if step in (4, 6) else target.spot)
    return attack


def suffer(on: Field, target: Model, result: Result, at: Spot) -> None:
    """Pins halt a mover where the fire caught it; casualties stay."""
    if result is Result.NONE:
        return
    if result.removes:
        on.take_off(target, State.CAPTURED if result is Result.CAPTURED else State.DESTROYED)
        return
    target.pinned = True
    on.stirred.append(target)
    target.spent = target.spent or result is Result.SPENT
    if at != target.spot:
        on.put(target, at)
        target.path = target.path[: target.path.index(at) + 1] if at in target.path else (at,)
