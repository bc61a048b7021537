"""The effect of casualties on the morale of a battalion in a battle: tests, tank terror, withdrawing, dispersing,
surrendering.

tests(stage, bodies, attacking)          the green test, then the break test, if they are due
terror(stage, body, attackers)           tank terror of a battalion attacked by tanks
gives_ground(stage, body, pursuers)      out of the way, or surrendered
overtaken(stage, body, pursuers)         a disorganised battalion on which an assault is pressed home
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot

from campaign.resolve.doctrine import Stance
from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.exchanges import Struck, settle
from campaign.resolve.nqm.field import Body, Ending
from campaign.resolve.nqm.report import moved, tested
from campaign.rules.tabletop.nqm.firing import band_of
from campaign.rules.tabletop.nqm.morale import (
    Fate,
    assaulted_while_disorganised,
    break_test_due,
    breakout,
    green_test_due,
    holds,
    key_level,
    may_withdraw,
    terror_applies,
    terror_surrenders,
)
from campaign.rules.tabletop.nqm.tables import FRONTAGES, RATES, TERROR_SURRENDERS_TO, Grade, RangeBand, Weight
from campaign.words.battle_report import Roll

WITHDRAWAL_M = 1500
"""The metres that troops in good order go back: a safe distance, out of small-arms fire (NQM-MORALE-07, NQM-AMB-59)."""


def tests(stage: Stage, bodies: Sequence[Body], *, attacking: bool) -> bool:
    """Roll the tests that are due, and return whether a unit failed (NQM-MORALE-01 to -05, NQM-GRADE-22). Tanks never
    test (NQM-FIRE-18).
    """
    failed = False
    book = stage.on.book
    for body in bodies:
        if not body.in_play or body.broken or not body.soft or body.vehicles:
            continue
        new = body.fresh_casualties > 0
        troops = body.battalion.troops
        if green_test_due(troops, body.casualties, body.green_tested, attacking=attacking):
            body.green_tested = True
            if not _holds(stage, body, "green, first casualty"):
                failed = True
                continue
        if break_test_due(troops, body.base, body.casualties, body.tested, book, attacking=attacking, new=new):
            body.tested = True
            level = key_level(body.base, body.grade)
            failed = not _holds(stage, body, f"{body.casualties} casualties, tests at {level} of {body.base}") or failed
    return failed


def _holds(stage: Stage, body: Body, why: str) -> bool:
    """Roll one test and return whether the battalion holds. Failing breaks and disorganises it (NQM-MORALE-05)."""
    faces = holds(body.grade, stage.on.book)
    if faces is None:
        return True
    face = stage.dice.roll(6, "break test", body.unit.key, f"{faces} holds firm")
    results = f"{body.name} holds firm", f"{body.name} breaks"
    held = tested(stage, f"break test of {body.name}", face, faces, f"{body.grade}, {why}", results)
    if not held:
        body.broken = body.disorganised = body.needs_reserves = True
        body.quiet_hours = 0
    return held


def stays_with_tanks_inside(stage: Stage, body: Body) -> bool:
    """Roll and return whether infantry stays in a position that tanks drive into, even if it has passed tests before
    (NQM-FIRE-12).
    """
    return _holds(stage, body, "tanks in the position")


def shake(stage: Stage, firer: Body, targets: Sequence[Body], struck: Struck) -> None:
    """Disorganise the nearest target of direct harassing fire that scored; the elite in defence never (NQM-AMB-45,
    NQM-GRADE-05).
    """
    present = [body for body in targets if body.is_present and stage.on.sees(firer, body)]
    if not struck.shaken or not present:
        return
    body = min(present, key=lambda target: (target.distance(firer), target.x))
    steady = body.grade is Grade.ELITE and stage.views[body.side].stance is not Stance.ATTACK
    if not (body.disorganised or steady):
        body.disorganised, body.quiet_hours = True, 0
        stage.say(f"{body.name} is disorganised by harassing fire.")


def _metres_from_its_front(body: Body, tanks: Body) -> int:
    """Return the metres from the nearer end of a battalion's front, where its guns may be, to tanks (NQM-FRONT-01)."""
    aside = max(0, abs(body.x - tanks.x) - FRONTAGES["battalion in defence"].close_m)
    return ceil(hypot(aside, body.y - tanks.y))


def _fires_on_tanks(body: Body, tanks: Sequence[Body]) -> bool:
    """Return whether a battalion has a stand with ammunition that can damage these tanks in effective range
    (NQM-AMB-51).
    """
    for target in tanks:
        armour = [vehicle.armour for vehicle in target.vehicles if vehicle.armour is not None]
        metres = _metres_from_its_front(body, target)
        for element in body.elements:
            near = band_of(element.anti_tank_reach, metres) in (RangeBand.CONTACT, RangeBand.EFFECTIVE)
            light = element.anti_tank is Weight.VERY_LIGHT and min(armour) > Weight.VERY_LIGHT
            if (
                element.ammunition >= 1
                and near
                and not light
                and any(element.anti_tank - plate >= -2 for plate in armour)
            ):
                return True
    return False


def _faces_tanks(stage: Stage, body: Body, tanks: Sequence[Body]) -> bool:
    """Return whether there is effective anti-tank fire, its own or of friends that see the tanks (NQM-SPECIAL-06,
    NQM-AMB-51).
    """
    return any(
        _fires_on_tanks(friend, [tank for tank in tanks if stage.on.sees(friend, tank)])
        for friend in stage.on.present(body.side)
    )


def terror(stage: Stage, body: Body, attackers: Sequence[Body]) -> bool:
    """Roll tank terror, once for each battalion, and return whether it surrenders (NQM-SPECIAL-06 to -08, NQM-AMB-60).
    It does so for good once the tanks or their infantry have stayed another hour (``battle``).
    """
    tanks = [attacker for attacker in attackers if attacker.vehicles]
    if not tanks or body.terror_met or not body.soft:
        return False
    applies = terror_applies(
        body.grade,
        tank_stands=sum(len(attacker.vehicles) for attacker in attackers),
        infantry_stands=sum(len(attacker.foot) for attacker in attackers),
        friendly_tanks=any(friend.vehicles and friend.distance(body) <= 1000 for friend in stage.on.present(body.side)),
        anti_tank=_faces_tanks(stage, body, tanks),
        before=body.terror_met,
    )
    body.terror_met = True
    if not applies:
        return False
    face = stage.dice.roll(6, "tank terror", body.unit.key, "4-6 stands")
    surrenders = terror_surrenders(face)
    result = f"{body.name} {'surrenders' if surrenders else 'stands'}"
    why = "without tanks or anti-tank fire, attacked by tanks for the first time"
    needed = TERROR_SURRENDERS_TO + 1
    stage.add(Roll(f"tank terror of {body.name}", (face,), needed, why, successes=int(not surrenders), result=result))
    if surrenders:
        body.ending = Ending.SURRENDERED
        body.captors, body.taken_in = tuple(attackers), stage.on.hour
    return surrenders


def clear_line(stage: Stage, body: Body) -> bool:
    """Return whether there is a way back out of effective direct fire: no enemy between it and its own edge, no water
    without a bridge (NQM-MORALE-12, NQM-AMB-59).
    """
    home = stage.on.home_y(body.side)
    if not stage.on.ground.has_way(body.at, stage.on.home(body)):
        return False
    for enemy in stage.on.present(1 - body.side):
        behind = abs(enemy.y - home) < abs(body.y - home)
        if behind and abs(enemy.x - body.x) <= enemy.fires_m:
            return False
    return True


def gives_ground(stage: Stage, body: Body, pursuers: Sequence[Body], *, broken: bool) -> None:
    """Withdraw a battalion at the rate of a rout, or let it surrender if it cannot (NQM-SEQ-14, NQM-MORALE-12, -13,
    NQM-MOV-10).
    """
    clear = clear_line(stage, body)
    if (
        not may_withdraw(clear_line=clear, mover=body.mover, pursuers=tuple(pursuer.mover for pursuer in pursuers))
        and broken
    ):
        stage.say(f"{body.name} cannot get away{'' if clear else ', no line of retreat is clear'}: it surrenders.")
        body.ending = Ending.SURRENDERED
        return
    home = stage.on.home_y(body.side)
    body.concealed, body.digging_since = False, 0
    way = stage.on.withdraw(body, int(RATES[body.mover].road * 1000) if broken else WITHDRAWAL_M)
    moved(stage, body, way, None, "goes back")
    if way:
        settle(body, stage.on)
    if body.y == home and broken:
        stage.say(f"{body.name} leaves the table.")
        body.ending = Ending.LEFT


def overtaken(stage: Stage, body: Body, pursuers: Sequence[Body]) -> Fate:
    """Return the fate of a disorganised battalion that is assaulted (NQM-MORALE-06, -15, NQM-AMB-56)."""
    supported = any(
        friend is not body and friend.distance(body) <= 1500 and friend.able() for friend in stage.on.present(body.side)
    )
    clear = may_withdraw(
        clear_line=clear_line(stage, body), mover=body.mover, pursuers=tuple(pursuer.mover for pursuer in pursuers)
    )
    fate = assaulted_while_disorganised(
        body.battalion.troops, clear_line=clear, supported=supported, sat_tight=body.sat_tight
    )
    if fate is Fate.FIGHTS:
        return fate
    stage.say(f"{body.name} is disorganised when it is assaulted: it {fate}.")
    match fate:
        case Fate.WITHDRAWS:
            gives_ground(stage, body, pursuers, broken=False)
        case Fate.BREAKS_OUT:
            _break_out(stage, body)
        case Fate.DISPERSES:
            body.ending = Ending.DISPERSED
        case _:
            body.ending = Ending.SURRENDERED
    return fate


def _break_out(stage: Stage, body: Body) -> None:
    """Roll the breakout stand by stand; a stand that fails is taken (NQM-GRADE-11)."""
    faces = breakout()
    kept = []
    for element in body.elements:
        face = stage.dice.roll(6, "break out", body.unit.key, f"{faces} gets away")
        results = f"{element.label} gets away", f"{element.label} is taken"
        if tested(stage, f"break-out of {body.name}", face, faces, "", results):
            kept.append(element)
        else:
            body.lost += element.points
    body.elements = kept
    if not any(element.points for element in kept):
        body.ending = Ending.SURRENDERED
    else:
        gives_ground(stage, body, (), broken=False)
