"""The rolling, report and effect of a fire on the table (OB-CAS-01, -07..09, OB-MOV-12), and the showing of hidden
battalions (OB-HID-02).

fall(stage, engagement, step) -> Attack | None     a fire of steps 4 to 7
reveal(stage, model)                               placed on the table; noted fire on its point is rolled (OB-ART-08)
strike_noted(stage, model)                         that fire, on a battalion at the point
"""

from __future__ import annotations

from itertools import pairwise

from campaign.resolve.brevity import fire_control
from campaign.resolve.brevity.doctrine import Stage
from campaign.resolve.brevity.field import Field, Model
from campaign.resolve.brevity.fire_control import Engagement
from campaign.resolve.brevity.ground import Spot, distance, steps
from campaign.resolve.brevity.report import attacked
from campaign.rules.tabletop.brevity import points
from campaign.rules.tabletop.brevity.attack import Attack, Result, prepare, roll
from campaign.terms.state import Posture, State
from campaign.words.battle_report import Placed


def fall(stage: Stage, engagement: Engagement, step: int) -> Attack | None:
    """Roll a fire of this step and apply its effect; None if no unit can fire after all."""
    on = stage.on
    attack = prepare(engagement.fire, on.book)
    if attack.dice == 0:
        return None
    target = engagement.target
    outcome = roll(attack, stage.dice, subject=target.stand.key or target.name)
    result = _captured(on, target, outcome.result)
    at = engagement.at
    stage.add(attacked(stage, target, (at.x, at.y), engagement.shooters, attack, outcome, result, step))
    # The opponent fires at a place on the way (OB-SEQ-08, OB-FIRE-03).
    suffer(stage, target, result, at if step in (4, 6) else target.spot)
    for model in engagement.shooters:
        reveal(stage, model)
    return attack


def _captured(on: Field, target: Model, result: Result) -> Result:
    """Return the result, changed to captured if a destroyed target is surrounded (OB-CAS-09, OB-AMB-082)."""
    return Result.CAPTURED if result is Result.DESTROYED and fire_control.surrounded(on, target) else result


def reveal(stage: Stage, model: Model) -> None:
    """Place a hidden battalion on the table, guns in support too (OB-AMB-089), and work out the fire noted at its point
    before.
    """
    if model.hidden:
        model.hidden = False
        strike_noted(stage, model)


def strike_noted(stage: Stage, model: Model) -> None:
    """Roll the noted attacks on the point of this battalion: once each, pins ignored (OB-ART-08, OB-AMB-042)."""
    on = stage.on
    for noted in on.noted:
        due = noted.side != model.side and id(model) not in noted.struck and id(model) in noted.hidden_ids
        if not due or not model.in_play or not points.lies_at(distance(model.spot, noted.at)):
            continue
        noted.struck.add(id(model))
        attack = points.reveal(noted.point, fire_control.mark_of(on, model, model.spot, located=False), on.book)
        outcome = roll(attack, stage.dice, subject=model.stand.key or model.name)
        result = _captured(on, model, points.without_pins(outcome.result))
        stage.add(attacked(stage, model, (noted.at.x, noted.at.y), (), attack, outcome, result, -1))
        _harm(stage, model, result)


def _harm(stage: Stage, target: Model, result: Result) -> None:
    """Apply the casualties of a hit to the target's battalion."""
    before = target.state
    if result.removes:
        stage.on.take_off(target, State.CAPTURED if result is Result.CAPTURED else State.DESTROYED)
    target.spent = target.spent or result is Result.SPENT
    stage.change(target.name, target.side, before, target.state)


def suffer(stage: Stage, target: Model, result: Result, at: Spot) -> None:
    """Apply a result to the target: a pin halts a mover where the fire caught it, or on its way there if another stand
    is there; casualties stay.
    """
    if result is Result.NONE:
        return
    on = stage.on
    _harm(stage, target, result)
    if result.removes:
        return
    target.pinned = True
    if target.resting and on.book.switch("rest.broken_by_fire"):
        target.resting, target.posture = False, Posture.LINE
    on.stirred.append(target)
    if at != target.spot:
        way = target.path[: target.path.index(at)] if at in target.path else ()
        back = (spot for start, end in pairwise((at, *reversed(way))) for spot in steps(start, end))
        halt = next((spot for spot in (at, *back) if on.has_room(target, spot)), at)
        on.put(target, halt)
        stage.add(Placed(target.name, stage.point(halt.x, halt.y), "is halted by the fire"))
        target.path = (*way, halt)
