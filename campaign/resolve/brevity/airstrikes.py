"""Aircraft over a resolved fight: strikes named beforehand, and ground-attack aircraft with a forward air controller
(OB-AIR).

scheduled(on, players, dice, report)                 the strikes of the running turn, before its first move (OB-AIR-08)
may_be_called(on, air) -> bool                       a controller's aircraft: weather, daylight, not yet used this turn
strike(on, air, at, players, dice, report, step)     one attack: who picks the target, and everybody near it
"""

from __future__ import annotations

from dataclasses import replace

from campaign.resolve.brevity.doctrine import Player, View
from campaign.resolve.brevity.effects import fall
from campaign.resolve.brevity.field import AirSupport, Field, Model
from campaign.resolve.brevity.fire_control import Engagement, mark_of, seen_by
from campaign.resolve.brevity.ground import Patch, Spot, distance
from campaign.resolve.brevity.report import Report
from campaign.rules.common.dice import Dice
from campaign.rules.day import strike as strikes
from campaign.rules.day import weather
from campaign.terms.forces import AirType, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Sky

_TYPE = {
    Weapon.GROUND_ATTACK: AirType.GROUND_ATTACK,
    Weapon.MEDIUM_BOMBER: AirType.MEDIUM_BOMBER,
    Weapon.HEAVY_BOMBER: AirType.HEAVY_BOMBER,
}


def scheduled(on: Field, players: tuple[Player, Player], dice: Dice, report: Report) -> None:
    """Strikes on places named when the turn or the day began, unless the weather forbids."""
    for air in on.conditions.air:
        if air.at is None or air.turn != on.turn:
            continue
        if why := _grounded(on, air):
            report.say(f"{air.name} does not fly: {why}.")
        else:
            strike(on, air, air.at, players, dice, report, step=0)


def _grounded(on: Field, air: AirSupport) -> str:
    if not on.book.switch("use.air"):
        return "no aircraft fly (house rule use.air)"
    return "; ".join(weather.grounded(_TYPE[air.weapon], field=on.sky, base=Sky.CLEAR, light=on.light))


def may_be_called(on: Field, air: AirSupport) -> bool:
    """Ground-attack aircraft, at most once a turn, neither by night nor in bad weather (OB-AIR-05, -09, OB-AMB-104)."""
    flies = air.weapon is Weapon.GROUND_ATTACK and not _grounded(on, air)
    is_there = air.turns is None or on.turn in air.turns
    return flies and is_there and air.at is None and (air.name, on.turn) not in on.flown


def strike(
    on: Field, air: AirSupport, at: Spot, players: tuple[Player, Player], dice: Dice, report: Report, *, step: int
) -> None:
    """One attack. On a 1 the opponent picks the target, the attacker's own troops included (OB-AIR-03, -04)."""
    on.flown.add((air.name, on.turn))
    enemy = 1 - air.side
    if strikes.goes_astray(dice, air.name):
        picked = players[enemy].doctrine.misdirect(View(on, enemy, players[enemy].stance))
        report.say(f"{air.name}: 1, the opponent picks the target{f': {picked.name}' if picked else ''}.")
        at = picked.spot if picked else at
    near = _near(on, at)
    if not near:
        report.say(f"{air.name} finds nobody.")
    firing = strikes.armed(air.weapon, air.count, on.book, as_medium=air.as_medium)
    for model in near:
        mark = mark_of(on, model, model.spot, located=seen_by(on, air.side, model))
        for fire in strikes.fires(firing, [(mark, distance(model.spot, at))], light=on.light, sky=on.sky):
            fall(on, Engagement(model, model.spot, fire, ()), step, dice, report)
    if reach := strikes.craters(air.weapon, as_medium=air.as_medium):
        crater = Patch(at.x - reach, at.y - reach, at.x + reach, at.y + reach, Cover.TERRAIN, craters=True)
        on.ground = replace(on.ground, patches=(*on.ground.patches, crater))
        report.say(f"{air.name} leaves craters for {reach} in. around.")


def _near(on: Field, at: Spot) -> list[Model]:
    """Friend and foe within 4 inches (OB-AMB-101)."""
    return [model for side in (0, 1) for model in on.near(side, at, strikes.STRIKE_RADIUS)]
