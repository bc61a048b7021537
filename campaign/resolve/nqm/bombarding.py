"""The fireplan in a resolved battle: guns and aircraft on one battalion before it is attacked (NQM-SEQ-07, -10,
NQM-AMB-02).

The page on artillery and air-to-ground fire is lost: every battery stand delivers one fire unit an hour, every air
mission one a turn of six hours, each a die of its class on Table 12, gated by calibre.

    bombarded(stage, attacker, target, batteries)      all guns and aircraft on call; it may disorganise
    harass(stage, guns, target)                        one battery harasses: a third of a fire unit, no casualties
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.exchanges import Struck, hits, suffer
from campaign.resolve.nqm.field import Body
from campaign.resolve.nqm.report import Firer, attacked
from campaign.rules.tabletop.nqm.classes import Cover, aircraft
from campaign.rules.tabletop.nqm.elements import ElementKind
from campaign.rules.tabletop.nqm.firing import Bombarded, Bombardment, bombard
from campaign.rules.tabletop.nqm.reorganisation import spent
from campaign.rules.tabletop.nqm.tables import HARASSING_COST, Grade, Weight
from campaign.values import replace
from campaign.words.battle_report import Roll


def bombarded(stage: Stage, attacker: Body, target: Body, batteries: Sequence[Body]) -> None:
    """Fire aircraft, then these guns. A unit scored upon is disorganised; the elite in defence never (NQM-GRADE-05,
    NQM-ARTY-01, NQM-AMB-44).
    """
    shaken = _from_the_air(stage, attacker, target)
    for guns in batteries:
        shaken = _shelled(stage, guns, target) or shaken
    if shaken and target.is_present and not target.disorganised and target.grade is not Grade.ELITE:
        target.disorganised = True
        stage.say(f"{target.name} is disorganised by the bombardment.")


def _from_the_air(stage: Stage, caller: Body, target: Body) -> bool:
    """Fly every mission at the call of the attacker's command, once a turn, and return whether the target was
    disorganised (NQM-AIR-03, -04).
    """
    shaken = False
    for mission in stage.on.sorties(caller):
        if not target.is_present:
            break
        stage.on.flown.add((mission.name, stage.on.turn))
        plan = Bombardment(aircraft(mission.weapon), target.shelled_as, fortified=target.cover is Cover.FORTIFIED)
        done = bombard(plan, stage.dice, mission.name)
        shaken = _fell(stage, mission.name, "", plan, done, target) or shaken
    return shaken


def _shelled(stage: Stage, guns: Body, target: Body) -> bool:
    """Fire one fire unit from each battery of a battalion, and return whether the target was disorganised
    (NQM-ARTY-01).
    """
    shaken = False
    guns.engaged = True
    for n, element in enumerate(guns.elements):
        if (
            not target.is_present
            or not element.indirect
            or element.kind is not ElementKind.BATTERY
            or element.ammunition < 1
        ):
            continue
        plan = Bombardment(
            element.weapon, target.shelled_as, 1, element.calibre_mm, fortified=target.cover is Cover.FORTIFIED
        )
        done = bombard(plan, stage.dice, guns.unit.key)
        if not done.faces:
            stage.say(f"{guns.name}: {element.calibre_mm} mm is too small against {target.cover} troops.")
            return shaken
        guns.elements[n] = replace(element, ammunition=spent(element.ammunition, done.cost))
        shaken = _fell(stage, guns, f" ({element.label})", plan, done, target) or shaken
    return shaken


def _fell(stage: Stage, shooter: Body | str, label: str, plan: Bombardment, done: Bombarded, target: Body) -> bool:
    """Apply and report the casualties of a bombardment, and return whether the target was disorganised."""
    roll = Roll(
        f"{plan.weight.letter} v {plan.target.letter}", tuple(done.faces), successes=done.casualties, counts=True
    )
    firer = shooter if isinstance(shooter, str) else Firer(shooter)
    attacked(stage, f"Bombardment{label}", [firer], [target], [roll], hits(done.casualties))
    suffer(stage, [target], Struck(done.casualties) if target.soft else Struck(0, done.casualties))
    return done.disorganises


def may_harass(guns: Body) -> bool:
    """Return whether a battalion has a battery with a whole fire unit left afterwards."""
    return _harassing_battery(guns) is not None


def _harassing_battery(guns: Body) -> int | None:
    return next(
        (
            n
            for n, element in enumerate(guns.elements)
            if element.kind is ElementKind.BATTERY and element.indirect and element.ammunition >= 1 + HARASSING_COST
        ),
        None,
    )


def harass(stage: Stage, guns: Body, target: Body) -> None:
    """Fire a third of a fire unit from one battery at troops moving to contact: a die that scores disorganises, without
    casualties (NQM-ARTY-05, -06, NQM-CLASS-03).
    """
    n = _harassing_battery(guns)
    assert n is not None
    element = guns.elements[n]
    weight = Weight.VERY_LIGHT if target.soft else target.shelled_as
    plan = Bombardment(element.weapon, weight, 1, element.calibre_mm, harassing=True)
    done = bombard(plan, stage.dice, guns.unit.key)
    if not done.faces:
        return
    guns.engaged = target.engaged = True
    guns.elements[n] = replace(element, ammunition=spent(element.ammunition, done.cost))
    roll = Roll(f"{plan.weight.letter} v {plan.target.letter} at harassing range", done.faces, counts=True)
    attacked(stage, f"Harassing fire ({element.label})", [Firer(guns)], [target], [roll], hits(0))
    if done.disorganises and target.grade is not Grade.ELITE:
        target.disorganised, target.quiet_hours = True, 0
        stage.say(f"{target.name} is disorganised by harassing fire.")
