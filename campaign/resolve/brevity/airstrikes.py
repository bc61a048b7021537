"""Ground-attack aircraft with a forward air controller over a resolved battle (OB-AIR).

may_be_called(on, air) -> bool                       a controller's aircraft: weather, daylight, not yet used this turn
strike(stage, air, at, step)                         one attack: the choice of target, and its effect on all near it
"""

from __future__ import annotations

from campaign.resolve.brevity.doctrine import Stage
from campaign.resolve.brevity.effects import fall
from campaign.resolve.brevity.field import Field, Model
from campaign.resolve.brevity.fire_control import Engagement, mark_of, seen_by
from campaign.resolve.brevity.ground import Spot, distance
from campaign.rules.common.scene import AirSupport
from campaign.rules.day import strike as strikes
from campaign.rules.day import weather
from campaign.terms.forces import AirType, Weapon
from campaign.terms.state import Sky


def may_be_called(on: Field, air: AirSupport) -> bool:
    """Return whether ground-attack aircraft may be called: at most once a turn, neither by night nor in bad weather
    (OB-AIR-05, -09, OB-AMB-104).
    """
    flies = air.weapon is Weapon.GROUND_ATTACK and on.book.switch("use.air")
    grounded = weather.grounded(AirType.GROUND_ATTACK, field=on.sky, base=Sky.CLEAR, light=on.light)
    return flies and not grounded and on.turn in air.turns and (air.name, on.turn) not in on.flown


def strike(stage: Stage, air: AirSupport, at: Spot, *, step: int) -> None:
    """Make one air attack. On a 1 the opponent picks the target, the attacker's own troops included (OB-AIR-03,
    -04).
    """
    on = stage.on
    on.flown.add((air.name, on.turn))
    enemy = 1 - air.side
    if strikes.goes_astray(stage.dice, air.name):
        picked = stage.doctrines[enemy].misdirect(stage.views[enemy])
        stage.say(f"{air.name}: 1, the opponent picks the target{f': {picked.name}' if picked else ''}.")
        at = picked.spot if picked else at
    near = _near(on, at)
    if not near:
        stage.say(f"{air.name} finds no enemy.")
    firing = strikes.armed(air.weapon, 1, on.book)
    for model in near:
        mark = mark_of(on, model, model.spot, located=seen_by(on, air.side, model))
        for fire in strikes.fires(firing, [(mark, distance(model.spot, at))], light=on.light, sky=on.sky):
            fall(stage, Engagement(model, model.spot, fire, ()), step)


def _near(on: Field, at: Spot) -> list[Model]:
    """Return the models of both sides within 4 inches (OB-AMB-101)."""
    return [model for side in (0, 1) for model in on.near(side, at, strikes.STRIKE_RADIUS)]
