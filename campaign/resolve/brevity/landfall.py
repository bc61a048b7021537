"""Landings inside a resolved fight: put down as the battalion's movement, shot at in that move, and what it is until
then (OB-LAND, OB-AMPH).

awaits(model, on) -> bool                        in the air or afloat, and due in the running turn
come_down(on, brigade, dice, report)             step 3: the battalions of the moving command that are due
after_the_move(model)                            craft are left behind once the move is over, gliders with the march
                                                 posture
regiment_is_over(on, side)                       swimming tanks get their full ratings back
"""

from __future__ import annotations

from campaign.resolve.brevity.field import Brigade, Field, Model
from campaign.resolve.brevity.ground import Spot
from campaign.resolve.brevity.report import Report
from campaign.resolve.brevity.touchdown import Touchdown
from campaign.rules.common.dice import Dice
from campaign.rules.day import amphibious, landing
from campaign.rules.day.amphibious import Means
from campaign.rules.tabletop.brevity.attack import Result
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.state import Posture, State

_CLOCK = ((0, 2), (1, 2), (2, 1), (2, 0), (2, -1), (1, -2), (0, -2), (-1, -2), (-2, -1), (-2, 0), (-2, 1), (-1, 2))
"""Towards each hour of the clock, 12 first: halves of the way across and in depth, a table's rough compass."""


def awaits(model: Model, on: Field) -> bool:
    """In the air or afloat, and due in this turn."""
    return model.gone is None and model.aboard is not None and model.aboard.turn <= on.turn


def come_down(on: Field, brigade: Brigade, dice: Dice, report: Report) -> None:
    """Each is set down where it was to land: its movement of this move, so that it may be fired on and may fire
    (OB-LAND-01, OB-AMPH-06)."""
    for model in [other_model for other_model in brigade.models if awaits(other_model, on)]:
        down = model.aboard
        assert down is not None
        model.aboard, model.arrives = None, 0
        if isinstance(down.how, Landing):
            _from_the_air(on, model, down, dice, report)
        else:
            _from_the_sea(on, model, down.at, down.how, report)
    regiment_is_over(on, brigade.side)


def _put_down(on: Field, model: Model, spot: Spot, posture: Posture) -> None:
    on.put(model, on.ground.within(spot))
    model.posture, model.hidden = posture, False
    model.acting = model.moved = True
    model.path = (model.spot,)
    model.strip = on.ground.side_strip(model.spot)
    on.stirred.append(model)


def _from_the_air(on: Field, model: Model, down: Touchdown, dice: Dice, report: Report) -> None:
    assert isinstance(down.how, Landing)
    full, cover = model.stand, on.ground.cover_at(down.at)
    landed = landing.land(full, down.how, cover, dice, night=on.night, book=on.book)
    at = down.at if landed.scatter is None else _thrown(down.at, landed.scatter)
    _put_down(on, model, at, landed.posture)
    model.stand, model.full = landed.stand, full if landed.stand is not full else None
    became = {Result.NONE: "unharmed", Result.SPENT: "spent"}.get(landed.result, "destroyed")
    faces = " ".join(map(str, landed.faces))
    report.say(
        f"{model.name} lands by {down.how.value}: {faces}, a casualty figure on 1-{landing.harmed_by(down.how)};"
        f" {became}."
    )
    if landed.result.removes:
        on.take_off(model, State.DESTROYED)
    elif landed.result is Result.SPENT:
        if model.spent:
            report.say(f"{model.name} had a casualty figure already and is destroyed.")
            on.take_off(model, State.DESTROYED)
        model.spent = True


def _thrown(at: Spot, scatter: landing.Scatter) -> Spot:
    across, deep = _CLOCK[scatter.clock % 12]
    return Spot(at.x + across * scatter.inches // 2, at.y + deep * scatter.inches // 2)


def _from_the_sea(on: Field, model: Model, at: Spot, means: Means, report: Report) -> None:
    full = model.stand
    _put_down(on, model, at, Posture.LINE)
    model.stand = amphibious.touching_down(full, means, on.book)
    if means is Means.DD:
        model.stand, model.swum = amphibious.reduced(full, on.book), True
    model.full = full
    report.say(f"{model.name} lands {amphibious.spoken(means)}.")


def after_the_move(model: Model) -> None:
    """Landing craft put off, and who leaves march posture gets out of his gliders' vehicles (OB-LAND-03): it is fired
    on as what it is."""
    if model.full is not None and not model.swum and model.posture is not Posture.MARCH:
        model.stand, model.full = model.full, None


def regiment_is_over(on: Field, side: int) -> None:
    """Swimming tanks have their full ratings again when nobody of their regiment is left to come (OB-AMPH-10)."""
    coming = {model.unit.organic for model in on.models[side] if model.gone is None and model.arrives}
    for model in on.models[side]:
        if model.swum and model.full is not None and model.unit.organic not in coming:
            model.stand, model.full, model.swum = model.full, None, False
