"""What the program's commander of a Brigade battle does: which act, who calls fire, where points are registered."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.resolve.brigade import doctrine, missions
from campaign.resolve.brigade.engagement import anti_tank
from campaign.resolve.brigade.field import Field, Piece, deploy
from campaign.resolve.brigade.missions import Mission, Request
from campaign.resolve.doctrine import Do, Task
from campaign.resolve.report import Report
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade.indirect import Caller, zone_of
from campaign.rules.tabletop.brigade.tables import Act, Cover, Fall, Seen, SmallArm
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.forces import Nationality
from campaign.terms.state import State
from campaign.values import replace
from tests.rules.brigades import FIELD, NOW, men, side
from tests.rules.forces import guns, tanks


def table(attacker: int | None = 1) -> Field:
    """A battalion and its guns on each side of a bare table."""
    both = (
        side(1, Nationality.BRITISH, men(720), guns("RA", **FIELD)),
        side(2, Nationality.GERMAN, men(720), guns("AR", **FIELD)),
    )
    return deploy(Fight(both, attacker, NOW, (TurnSky(NOW),), table_in=(72, 48)), DEFAULTS)


def at(on: Field, number: int, key: str) -> Piece:
    return next(piece for piece in on.sides[number].pieces if piece.troop.key == key)


def moved(piece: Piece, x: float, y: float) -> Piece:
    piece.x, piece.y = x, y
    return piece


# Acts ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BDE-SEQ-12", "BDE-AMB-67")
@pytest.mark.parametrize(("gap", "inches"), [(40, 6), (11, 6), (10, 5), (5, 0), (4, 0)])
def test_an_attacker_without_a_target_goes_forward_to_five_inches(gap: float, inches: int) -> None:
    """A company's whole move over open ground is six inches."""
    on = table()
    company, enemy = moved(at(on, 0, "a"), 10, 5), moved(at(on, 1, "a"), 10, 5 + gap)
    for piece in on.sides[1].pieces:
        piece.fate = "" if piece is enemy else "out of the way"
    assert doctrine.plan(company, on) == doctrine.Plan(Act.C, inches=Fraction(inches))
    for hindered in ("pinned", "stuck"):
        setattr(company, hindered, True)
        assert doctrine.plan(company, on).inches == 0
        setattr(company, hindered, False)
    on.tasks[0] = {company.unit.id: Task(Do.HOLD)}
    assert doctrine.plan(company, on).inches == 0


@pytest.mark.rule("BDE-SEQ-12")
@pytest.mark.parametrize(("gap", "act"), [(40, Act.C), (20, Act.A)])
def test_a_company_goes_on_behind_its_own_fire_where_half_a_move_costs_it_less_than_two_volleys(
    gap: float, act: Act
) -> None:
    """Companies had walked up to an enemy in his trench without a shot, whom their fire could hardly hurt."""
    on = table()
    company, enemy = moved(at(on, 0, "a"), 10, 5), moved(at(on, 1, "a"), 10, 5 + gap)
    for piece in (*on.sides[0].pieces, *on.sides[1].pieces):
        piece.fate = "" if piece in (company, enemy) else "out of the way"
    enemy.cover, company.detected[enemy] = Cover.DUG_TRENCH, Seen.PART
    plan = doctrine.plan(company, on)
    assert (plan.act, plan.inches) == (act, 3 if act is Act.A else 6)
    assert doctrine.best(company, on, Act.A, [enemy])[1] < doctrine.WORTH_STOPPING


def test_machine_guns_fire_at_the_infantry_behind_tanks_that_they_cannot_damage() -> None:
    """They had looked at the four nearest enemies only, all tanks, and were silent."""
    both = (side(1, Nationality.BRITISH, men(720), tanks(side=1)), side(2, Nationality.GERMAN, men(720)))
    on = deploy(Fight(both, 1, NOW, (TurnSky(NOW),), table_in=(72, 48)), DEFAULTS)
    machine_gun = next(piece for piece in on.sides[1].pieces if piece.troop.weapon is SmallArm.MMG)
    vehicles = [piece for piece in on.sides[0].pieces if piece.vehicle is not None][:4]
    company = at(on, 0, "a")
    assert len(vehicles) == 4
    moved(machine_gun, 20, 40)
    for n, vehicle in enumerate(vehicles):
        moved(vehicle, 16 + 2 * n, 25)
    moved(company, 20, 15)
    machine_gun.detected = dict.fromkeys([*vehicles, company], Seen.SPOTTED)
    assert doctrine.targets(machine_gun, on) == [company]
    plan = doctrine.plan(machine_gun, on)
    assert (plan.act, plan.target) == (Act.A, company)


def test_infantry_that_is_dug_in_stays_where_two_sides_meet() -> None:
    """Each side had climbed out of its trenches and lost their cover."""
    both = (side(1, Nationality.BRITISH, men(720, dug_in_turns=2)), side(2, Nationality.GERMAN, men(720)))
    on = deploy(Fight(both, None, NOW, (TurnSky(NOW),), table_in=(72, 48)), DEFAULTS)
    assert {piece.cover for piece in on.sides[0].pieces} == {Cover.SLIT_TRENCH}
    assert {piece.cover for piece in on.sides[1].pieces} == {Cover.OPEN}
    for number in (0, 1):
        on.seen[number].update(dict.fromkeys(on.sides[1 - number].pieces))
    told = [{task.do for task in doctrine.battalion_tasks(number, on).values()} for number in (0, 1)]
    assert told == [{Do.HOLD}, {Do.ATTACK}]
    attacked = deploy(Fight(both, 1, NOW, (TurnSky(NOW),), table_in=(72, 48)), DEFAULTS)
    assert {piece.cover for piece in attacked.sides[0].pieces} == {Cover.OPEN}, "who is ordered to attack leaves it"


@pytest.mark.rule("BDE-PIN-04", "BDE-AMB-64")
def test_only_defenders_take_the_pin_that_they_may_choose() -> None:
    on = table()
    assert not doctrine.takes_pin(at(on, 0, "a"), on) and doctrine.takes_pin(at(on, 1, "a"), on)


@pytest.mark.rule("BDE-AMB-25", "BDE-AMB-75")
def test_a_vehicle_fronts_the_nearest_detected_enemy_who_can_hurt_it() -> None:
    both = (
        side(1, Nationality.BRITISH, tanks("4 RTR", equipment="10 Matilda II")),
        side(2, Nationality.GERMAN, men(720), tanks("PzR", equipment="10 Pz III")),
    )
    on = deploy(Fight(both, 1, NOW, (TurnSky(NOW),)), DEFAULTS)
    tank = on.sides[0].pieces[0]
    company = next(
        piece for piece in on.sides[1].pieces if piece.troop.kind is Kind.COMPANY and anti_tank(piece) is None
    )
    panzer = next(piece for piece in on.sides[1].pieces if piece.troop.is_vehicle)
    moved(tank, 10, 5), moved(company, 10, 15), moved(panzer, 20, 35)
    doctrine.turn(tank, on)
    assert tank.faces is None
    tank.detected[company] = tank.detected[panzer] = Seen.UNSEEN
    doctrine.turn(tank, on)
    assert tank.faces is None, "of whom it does not know"
    tank.detected[company] = Seen.PART
    doctrine.turn(tank, on)
    assert tank.faces == (10, 15)
    tank.detected[panzer] = Seen.PART
    doctrine.turn(tank, on)
    assert tank.faces == (20, 35)
    panzer.fate = "destroyed"
    doctrine.turn(tank, on)
    assert tank.faces == (10, 15)


# What the common doctrine is told ------------------------------------------------------------------------------------
def test_a_battalion_is_as_strong_as_its_companies_that_are_not_pinned() -> None:
    on = table()
    companies = [at(on, 0, key) for key in ("a", "b", "c", "d")]
    moved(companies[0], 0, 4), moved(companies[1], 4, 4), moved(companies[2], 8, 6), moved(companies[3], 12, 6)
    troops = doctrine._troops(companies, fresh=True)
    assert (troops.at, troops.strength, troops.fit, troops.exposed) == ((6.0, 5.0), 1, True, False)
    companies[0].pinned = True
    troops = doctrine._troops(companies, fresh=True)
    assert (troops.strength, troops.fit, troops.exposed) == (Fraction(3, 4), True, True)
    for company in companies:
        company.pinned = True
    assert not doctrine._troops(companies, fresh=False).fit
    spent = replace(companies[0].unit, state=State.SPENT)
    for company in companies:
        company.unit, company.pinned = spent, False
    assert not doctrine._troops(companies, fresh=True).fit and doctrine._troops(companies, fresh=False).fit


@pytest.mark.parametrize(("pinned", "shaken"), [(1, False), (2, False), (3, True)])
def test_an_enemy_battalion_is_shaken_when_more_than_half_of_it_is_pinned(pinned: int, shaken: bool) -> None:
    on = table()
    companies = [at(on, 1, key) for key in ("a", "b", "c", "d")]
    for n, company in enumerate(companies):
        company.pinned = n < pinned
    seen = doctrine._enemy(7, companies, {})
    assert (seen.key, seen.strength, seen.shaken, seen.covered, seen.armoured) == (7, 1, shaken, False, False)
    companies[0].cover = Cover.SOFT
    assert doctrine._enemy(7, companies[:2], {}).covered and doctrine._enemy(7, companies[:2], {}).strength == Fraction(
        1, 2
    )


# Indirect fire -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BDE-TIME-01", "BDE-AMB-40")
@pytest.mark.parametrize(("number", "foremost"), [(0, "b"), (1, "c")])
def test_the_observer_is_with_the_foremost_unit(number: int, foremost: str) -> None:
    on = table()
    moved(at(on, 0, "b"), 10, 20), moved(at(on, 1, "c"), 10, 20)
    asking = doctrine.callers(number, on)
    assert asking[0] == (Caller.OBSERVER, at(on, number, foremost))
    keys = {caller: {piece.troop.key for found, piece in asking if found is caller} for caller, _ in asking}
    assert keys[Caller.OBSERVER] == {foremost} and keys[Caller.BATTALION] == {"hq"}
    assert keys[Caller.COMPANY] == {
        piece.troop.key for piece in on.sides[number].on_table if piece.troop.kind is Kind.COMPANY
    }


@pytest.mark.rule("BDE-AMB-93", "BDE-FIRE-03")
@pytest.mark.parametrize(("off", "registered"), [(0, True), (3, True), (3.5, False)])
@pytest.mark.parametrize("axis", [0, 1])
def test_fire_is_asked_for_on_a_registered_point_within_three_inches_of_the_enemy(
    axis: int, off: float, registered: bool
) -> None:
    on = table()
    hq, gun, enemy = at(on, 1, "hq"), at(on, 1, "g1"), moved(at(on, 0, "a"), 20, 20)
    front = doctrine.callers(1, on)[0][1]
    for caller in (front, hq):
        caller.detected = {enemy: Seen.SPOTTED}
    point = (20 + off, 20.0) if axis == 0 else (20.0, 20 + off)
    (request, *_) = doctrine.requests(1, on, set(), [point])
    assert gun in request.guns
    assert (request.x, request.y, request.df_point) == ((*point, True) if registered else (20, 20, False))
    assert doctrine.requests(1, on, {piece for piece in on.sides[1].pieces if piece.troop.piece}, [point]) == []


def test_fire_is_asked_for_first_on_whom_the_battalion_attacks_then_on_who_stands_still_then_on_the_nearest() -> None:
    on = table()
    by = moved(at(on, 0, "a"), 10, 10)
    near, far, mover = (moved(at(on, 1, key), 10, y) for key, y in (("a", 20), ("b", 30), ("c", 15)))
    mover.moved_in = Fraction(4)
    unseen = at(on, 1, "d")
    by.detected = {far: Seen.PART, mover: Seen.SPOTTED, near: Seen.SPOTTED, unseen: Seen.UNSEEN}
    assert doctrine._worth_shelling(by, on) == [near, far, mover]
    far.unit = replace(far.unit, id=far.unit.id + 1)
    on.tasks[0] = {by.unit.id: Task(Do.ATTACK, far.unit.id)}
    assert doctrine._worth_shelling(by, on) == [far, near, mover]
    near.fate = "killed"
    assert doctrine._worth_shelling(by, on) == [far, mover]


@pytest.mark.rule("BDE-AMB-36")
@pytest.mark.parametrize("forward", [1, -1])
def test_which_way_short_and_long_lie(forward: int) -> None:
    """From the battery's edge: short towards it, left to the left of who looks at the enemy from there."""
    offsets = {where: missions._offset(where, 3, forward) for where in Fall}
    assert offsets[Fall.SHORT] == (0, -3 * forward) and offsets[Fall.LONG] == (0, 3 * forward)
    assert offsets[Fall.LEFT] == (-3 * forward, 0) and offsets[Fall.RIGHT] == (3 * forward, 0)
    rest = set(Fall) - {Fall.SHORT, Fall.LONG, Fall.LEFT, Fall.RIGHT}
    assert {offsets[where] for where in rest} == {(0, 0)}


@pytest.mark.rule("BDE-EFF-01")
def test_who_stands_on_the_edge_of_a_zone_is_in_it() -> None:
    on = table()
    battery = at(on, 0, "g1").battery()
    assert battery is not None
    zone = zone_of([battery])
    mine, theirs = moved(at(on, 0, "a"), 50, 5), at(on, 1, "a")
    mission = Mission(Request((), Caller.OBSERVER, mine, 10, 20), 1, [(10.0, 20.0, zone, (battery,))])
    for piece in (*on.sides[0].pieces, *on.sides[1].pieces):
        moved(piece, 60, 20)
    for across, along, inside in (
        (zone.width_in / 2, 0, True),
        (zone.width_in / 2 + 0.25, 0, False),
        (0, zone.depth_in / 2, True),
        (0, zone.depth_in / 2 + 0.25, False),
    ):
        moved(theirs, 10 + across, 20 + along)
        assert missions.holds_enemy(mission, on) is inside
    moved(theirs, 60, 20), moved(mine, 10, 20)
    assert not missions.holds_enemy(mission, on), "a friend is nobody to go on for"
    assert not missions.holds_enemy(Mission(mission.request, 1), on)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("25-pdr 1, 8 Fd",), "25-pdr 1, 8 Fd"),
        (("25-pdr 1, 8 Fd", "25-pdr 2, 8 Fd"), "25-pdr 1 and 1 more, 8 Fd"),
        (("25-pdr 1", "25-pdr 2", "25-pdr 3"), "25-pdr 1 and 2 more"),
    ],
)
def test_batteries_that_fire_together_are_named_together(names: tuple[str, ...], words: str) -> None:
    assert missions.named(names) == words


@pytest.mark.rule("BDE-AMB-52")
def test_guns_without_shells_fire_no_mission() -> None:
    on = table()
    hq, gun = at(on, 0, "hq"), at(on, 0, "g1")
    assert missions.allowed([gun], Caller.OBSERVER, hq.unit.id, on.book)
    assert not missions.allowed([], Caller.OBSERVER, hq.unit.id, on.book)
    assert not missions.allowed([hq], Caller.OBSERVER, hq.unit.id, on.book), "no gun"
    two = DEFAULTS.with_setting("brigade.missions", 2)
    for fired, left in ((1, True), (2, False)):
        gun.missions = fired
        assert missions.allowed([gun], Caller.OBSERVER, hq.unit.id, two) is left
    assert missions.allowed([gun], Caller.OBSERVER, hq.unit.id, DEFAULTS), "without the house rule there is no end"
    gun.fate = "destroyed"
    assert not missions.allowed([gun], Caller.OBSERVER, hq.unit.id, on.book)
    mission, report = Mission(Request((gun,), Caller.OBSERVER, hq, 10, 20), 1), Report()
    missions.bring_down(mission, on, Tape(Scripted(()), NOW), report)
    assert mission.fell is None and not report.lines
