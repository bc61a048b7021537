"""A close assault in a resolved battle: infantry, tanks, or both, on one battalion's position.

storm(stage, attackers, defender) -> bool     one hour of it; whether the position is taken
push(stage, attackers, defender)              drives back an enemy without a position
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.resolve.nqm.breaking import gives_ground, overtaken, stays_with_tanks_inside, tests
from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.exchanges import Struck, settle, suffer
from campaign.resolve.nqm.field import Body, Ending
from campaign.resolve.nqm.report import attacked, moved
from campaign.rules.common.odds import NEVER
from campaign.rules.tabletop.nqm import assault as close
from campaign.rules.tabletop.nqm.assault import Draw
from campaign.rules.tabletop.nqm.elements import ElementKind
from campaign.rules.tabletop.nqm.morale import Fate
from campaign.rules.tabletop.nqm.moves import Gait, rate
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.words.battle_report import Roll

MOST_EXCHANGES = 40
"""The most exchanges: an elite attacker has no limit (NQM-TBL-ASSAULT), but no table would go on longer."""


def storm(stage: Stage, attackers: Sequence[Body], defender: Body) -> bool:
    """Play one hour and return whether the position is taken (NQM-ASSAULT-13). A disorganised defender does not wait
    for it; tanks make infantry test first (NQM-FIRE-12).
    """
    for body in (*attackers, defender):
        body.assaulted = True
    if defender.disorganised and overtaken(stage, defender, attackers) is not Fate.FIGHTS:
        return True
    infantry = [
        attacker for attacker in attackers if _able_figures(attacker) and attacker.soft and not attacker.vehicles
    ]
    tanks = [attacker for attacker in attackers if attacker.vehicles]
    entered = defender.entered_in
    if tanks and defender.soft and not entered:
        defender.entered_in = stage.on.hour
        if not _withstands_tanks(stage, defender, attackers):
            return True
    if close.tanks_may_be_assaulted(entered=bool(tanks), left_again=False, own_infantry=bool(infantry)):
        return bool(entered) and _tanks_alone(stage, tanks, defender)
    if not infantry:
        return False
    return _exchanges(stage, infantry, tanks, defender)


def push(stage: Stage, attackers: Sequence[Body], defender: Body) -> bool:
    """Move the winners forward as far as the slowest of them may, driving back an enemy without a position to be
    assaulted in (NQM-FIRE-17, -22, NQM-SEQ-13). A unit driven off the table is out of the battle. Returns False if they
    have already moved all this hour.
    """
    paces = {body: int((rate(body.mover, Gait.ADVANCE, against=defender.mover) or NEVER) * 1000) for body in attackers}
    metres = min(body.in_this_hour(pace) for body, pace in paces.items())
    gap = min(body.distance(defender) for body in attackers)
    if metres < 1:
        return False
    stage.say(f"{defender.name} is driven back.")
    defender.driven_in, defender.concealed = stage.on.hour, False
    moved(stage, defender, stage.on.withdraw(defender, metres), None, "is driven back")
    settle(defender, stage.on)
    if defender.y == stage.on.home_y(defender.side):
        stage.say(f"{defender.name} leaves the table.")
        defender.ending = Ending.LEFT
    for body, pace in paces.items():
        moved(stage, body, stage.on.approach(body, defender, metres, gap), pace, "pushes forward")
    return True


def _able_figures(body: Body) -> int:
    """Return the figures that may take part; more than one stand needs an unwounded command with it (NQM-ASSAULT-01,
    -02).
    """
    able = [element for element in body.foot if element.unwounded > 0 and element.kind is not ElementKind.COMMAND]
    if not able:
        return 0
    if not close.may_assault([element.unwounded for element in able], command_unwounded=body.command_unwounded):
        return max(element.unwounded for element in able)
    return sum(element.unwounded for element in able) + _command_figures(body)


def _command_figures(body: Body) -> int:
    return sum(element.unwounded for element in body.foot if element.kind is ElementKind.COMMAND)


def _figures(bodies: Sequence[Body]) -> int:
    return sum(_able_figures(body) for body in bodies if body.is_present)


def _defence(body: Body) -> int:
    """Return the unwounded figures of the defender; guns and vehicles by their points (NQM-ASSAULT-03, NQM-AMB-69)."""
    return sum(element.unwounded for element in (*body.foot, *body.guns))


def _withstands_tanks(stage: Stage, defender: Body, attackers: Sequence[Body]) -> bool:
    """Return whether the infantry stays with tanks in its position. Guns are overrun (NQM-FIRE-11, -12, NQM-AMB-69)."""
    if defender.guns and not defender.foot:
        defender.lost += sum(gun.points for gun in defender.guns)
        defender.elements = [element for element in defender.elements if element not in defender.guns]
        stage.say(f"{defender.name} is overrun by tanks.")
        defender.ending = Ending.DESTROYED
        return False
    if defender.foot and not stays_with_tanks_inside(stage, defender):
        gives_ground(stage, defender, attackers, broken=True)
        return False
    return True


def _tanks_alone(stage: Stage, tanks: Sequence[Body], defender: Body) -> bool:
    """Play tanks without infantry that are still in the position in the next hour: infantry that stayed may assault
    them in turn (NQM-FIRE-13, -14). Returns whether the position is taken.
    """
    if not tanks or not defender.foot:
        return False
    stage.say(f"{defender.name} stays, and assaults the tanks in its position.")
    points = sum(vehicle.unwounded for body in tanks for vehicle in body.vehicles)
    ours = close.dice_of(_figures([defender]), defender.grade, attacking=True)
    theirs = close.tank_defence_dice(points, tanks[0].grade)
    draw = close.draw_winner(defender.grade, tanks[0].grade)
    result = _throw(stage, ours, theirs, draw, defender, tanks[0])
    suffer(stage, tanks, Struck(0, result.attacker))
    suffer(stage, [defender], Struck(result.defender))
    tests(stage, [defender], attacking=True)
    if not defender.broken and close.area_falls(_defence(defender)) is False:
        return False
    gives_ground(stage, defender, tanks, broken=True)
    return True


def _throw(stage: Stage, ours: int, theirs: int, draw: Draw, attacker: Body, defender: Body) -> close.Exchange:
    attack, defence, result = close.throw(ours, theirs, draw, stage.dice, attacker.unit.key, defender.unit.key)
    drawn = "" if draw is Draw.NOBODY else f", draws to the {draw}"
    rolls = [
        Roll(name, tuple(sorted(faces, reverse=True)), successes=won, counts=True)
        for name, faces, won in ((attacker.name, attack, result.attacker), (defender.name, defence, result.defender))
    ]
    effect = f"{result.attacker} won, {result.defender} lost{drawn}"
    attacked(stage, "Close assault", [attacker.name], [defender], rolls, effect)
    return result


def _majority(bodies: Sequence[Body]) -> Grade:
    """Return the grade of the most figures among these battalions (NQM-AMB-66)."""
    return max(bodies, key=lambda body: (sum(stand.unwounded for stand in body.foot), -body.grade.rank)).grade


def _exchanges(stage: Stage, infantry: Sequence[Body], tanks: Sequence[Body], defender: Body) -> bool:
    """Play exchanges up to the attacker's number, and return whether the position is taken (NQM-ASSAULT-11, -12)."""
    grade = _majority(infantry)
    draw = close.draw_winner(grade, defender.grade)
    inside = 0
    for _ in range(close.attacks(grade) or MOST_EXCHANGES):
        ours = _figures(infantry)
        theirs = _defence(defender)
        if ours == 0:
            break
        stands = sum(len(body.foot) for body in infantry)
        attack = close.dice_of(ours, grade, attacking=True)
        defence = close.dice_of(theirs, defender.grade, attacking=False)
        result = _throw(stage, attack, defence, draw, infantry[0], defender)
        inside = close.stands_inside(inside, result, stands)
        stage.say(f"{inside} of {stands} attacking stands are in the position.")
        suffer(stage, [defender], Struck(result.attacker))
        suffer(stage, [*infantry, *tanks], Struck(result.defender), infantry_first=True)
        if close.area_falls(_defence(defender)):
            return _carried(stage, [*infantry, *tanks], defender)
        tests(stage, [defender], attacking=False)
        if defender.broken:
            return _carried(stage, [*infantry, *tanks], defender)
        if tests(stage, infantry, attacking=True):
            break
    return False


def _carried(stage: Stage, attackers: Sequence[Body], defender: Body) -> bool:
    """Take the position, and return True: the remaining defenders go, or surrender (NQM-SEQ-13, -14)."""
    stage.say(f"The position of {defender.name} is carried.")
    if not any(element.points for element in defender.elements):
        defender.ending = Ending.DESTROYED
        return True
    defender.broken = defender.disorganised = True
    gives_ground(stage, defender, attackers, broken=True)
    return True
