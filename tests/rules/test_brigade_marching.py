"""Brigade level on a battle's own ground: how near each kind goes, who follows whom, when guns unlimber, who is there."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from campaign.resolve.brigade import doctrine, march, own_ground, transport
from campaign.resolve.brigade.field import Face, Field, Piece, ahead, deploy, face_of, in_quarters
from campaign.resolve.doctrine import Do, Task
from campaign.resolve.report import Report
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Area, Box, Terrain
from campaign.rules.tabletop.brigade.equipment import Body, Gun, Vehicle
from campaign.rules.tabletop.brigade.tables import AtClass, MovesAs, Seen
from campaign.rules.tabletop.brigade.tables import Cover as TakenCover
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.forces import Nationality
from campaign.terms.ground import Cover, Nature
from campaign.values import replace
from tests.rules.brigades import FIELD, NOW, men, side, two_sides
from tests.rules.forces import guns
from tests.rules.test_brigade_ground import OPEN, country, forces, ground, one

FAR_GOAL = (36, 49)


def alone(key: str = "a", *, kind: Kind | None = None, prize: tuple[int, int] = FAR_GOAL) -> tuple[Field, Piece, Piece]:
    """A piece of the attackers and a company of the enemy on open ground, the others out of the way."""
    both = forces(attackers=(men(720), guns("RA", **FIELD)))
    on = own_ground.set_out(ground(both, OPEN, ((36, 4), (36, 4), (36, 44)), prize=prize), DEFAULTS)
    mine, enemy = one(on, 0, key), one(on, 1, "a")
    for piece in (*on.sides[0].pieces, *on.sides[1].pieces):
        if piece not in (mine, enemy):
            piece.fate = "out of the way"
    if kind is not None:
        mine.troop = replace(mine.troop, kind=kind, headquarters=False)
    place(on, mine, 36, 5)
    place(on, enemy, 36, 45)
    return on, mine, enemy


def place(on: Field, piece: Piece, x: float, y: float) -> None:
    piece.x, piece.y, piece.waiting = float(x), float(y), False
    on.crowd.put(piece, piece.x, piece.y)


@pytest.mark.rule("BDE-AMB-67")
@pytest.mark.parametrize(
    ("kind", "inches"),
    [(Kind.COMPANY, 5), (Kind.SQUADRON, 5), (Kind.FIGHTING_VEHICLE, 12), (Kind.SUPPORT, 15), (Kind.TRANSPORT, 30)],
)
def test_each_kind_goes_so_near_to_an_enemy_whom_it_has_detected(kind: Kind, inches: int) -> None:
    """To one it has not, within two inches, where he is spotted in any cover."""
    on, mine, enemy = alone(kind=kind)
    mine.hunts = True
    for stop, seen in ((inches, Seen.PART), (2, Seen.UNSEEN)):
        mine.detected[enemy] = seen
        place(on, mine, 36, 45 - stop)
        near = march._room(mine.x, mine.y, march._halts(mine, on, 0.0))
        assert near == 0, "as near as it goes"
        place(on, mine, 36, 45 - stop - 1)
        assert march._room(mine.x, mine.y, march._halts(mine, on, 1.0)) == 1
        assert march._halts(mine, on, 0.5) == []


def test_a_company_goes_on_until_it_is_as_near_as_it_goes() -> None:
    on, mine, enemy = alone()
    mine.detected[enemy] = Seen.SPOTTED
    assert march.wants(mine, on) and march.goal_of(mine, on) == (36, 45)
    place(on, mine, 36, 40)
    assert not march.wants(mine, on)
    mine.detected[enemy] = Seen.UNSEEN
    assert march.wants(mine, on) and march.goal_of(mine, on) == FAR_GOAL


@pytest.mark.parametrize(("task", "goal"), [(Do.ATTACK, (36, 49)), (Do.HOLD, None), (Do.GIVE_GROUND, (36, 0))])
def test_where_an_attacker_goes_by_what_he_is_told(task: Do, goal: tuple[float, float] | None) -> None:
    on, mine, _ = alone()
    on.tasks[0] = {mine.unit.id: Task(task)}
    assert march.goal_of(mine, on) == goal
    mine.pinned = True
    assert march.goal_of(mine, on) is None, "who is pinned stays"
    mine.pinned, mine.stuck = False, True
    assert march.goal_of(mine, on) is None


@pytest.mark.parametrize(("wood", "gap", "goes"), [(10, 39, True), (30, 39, False), (10, 41, False)])
def test_a_company_that_has_nobody_to_go_for_takes_cover_from_fire(wood: int, gap: int, goes: bool) -> None:
    """Foot that can hurt no tank had stood in the open before eight of them until it was shot away."""
    both = forces(attackers=(men(720),))
    trees = Terrain((Area(Box(wood, 0, wood + 4, 4), Cover.TERRAIN, nature=Nature.WOOD),))
    on = own_ground.set_out(ground(both, trees, ((36, 4), (36, 44)), prize=FAR_GOAL), DEFAULTS)
    mine, enemy = one(on, 0, "a"), one(on, 1, "a")
    for piece in (*on.sides[0].pieces, *on.sides[1].pieces):
        if piece not in (mine, enemy):
            piece.fate = "out of the way"
    place(on, mine, 5, 2)
    place(on, enemy, 5, 2 + gap)
    mine.cover, on.tasks[0] = TakenCover.OPEN, {mine.unit.id: Task(Do.HOLD)}
    assert march.goal_of(mine, on) is None, "of nobody it knows"
    on.seen[0][enemy] = None
    goal = march.goal_of(mine, on)
    assert (goal is not None and country(on).in_cover(*goal)) if goes else goal is None
    mine.cover = TakenCover.SOFT
    assert march.goal_of(mine, on) is None, "it has cover"


def test_a_defender_in_the_open_takes_cover_from_fire_but_first_goes_to_the_place_that_is_fought_for() -> None:
    """A battalion had stood in the open beside cover while eight tanks came on."""
    trees = Terrain((Area(Box(30, 38, 34, 42), Cover.TERRAIN, nature=Nature.WOOD),))
    on = own_ground.set_out(ground(forces(), trees, ((36, 4), (36, 44)), prize=(36, 45)), DEFAULTS)
    enemy, mine = one(on, 0, "a"), one(on, 1, "a")
    for piece in (*on.sides[0].pieces, *on.sides[1].pieces):
        if piece not in (mine, enemy):
            piece.fate = "out of the way"
    place(on, mine, 36, 40)
    place(on, enemy, 60, 20)
    on.seen[1][enemy] = None
    mine.cover = TakenCover.OPEN
    goal = march.goal_of(mine, on)
    assert goal is not None and country(on).in_cover(*goal)
    for task in (Do.COUNTER_ATTACK, Do.GIVE_GROUND):
        on.tasks[1] = {mine.unit.id: Task(task)}
        reached = march.goal_of(mine, on)
        assert reached is None or not country(on).in_cover(*reached)
    on.tasks[1] = {}
    mine.cover = TakenCover.SLIT_TRENCH
    assert march.goal_of(mine, on) is None, "works are cover"
    mine.cover, mine.comes_in = TakenCover.OPEN, 1
    assert march.goal_of(mine, on) == (36, 45), "it comes on, and is not there yet"


def test_where_a_defender_goes_by_what_he_is_told() -> None:
    on, _, theirs = alone(prize=(36, 25))
    assert march.goal_of(theirs, on) is None
    on.tasks[1] = {theirs.unit.id: Task(Do.COUNTER_ATTACK)}
    assert march.goal_of(theirs, on) == (36, 25)
    on.tasks[1] = {theirs.unit.id: Task(Do.GIVE_GROUND)}
    assert march.goal_of(theirs, on) is None, "who stands in the line stays in it"
    on.tasks[1], theirs.comes_in = {}, 1
    assert march.goal_of(theirs, on) == (36, 25), "who comes on goes to what is fought for"
    theirs.hunts = True
    assert march.goal_of(theirs, on) is None, "and stays there"


@pytest.mark.parametrize(("inches", "there"), [(12, True), (12.5, False)])
def test_who_has_come_within_twelve_inches_of_what_is_fought_for_goes_for_the_enemy(inches: float, there: bool) -> None:
    on, mine, _ = alone(prize=(36, 30))
    place(on, mine, 36, 30 - inches - 6)
    march.advance(mine, Fraction(1), on, Tape(Scripted(()), NOW), Report())
    assert (mine.y, mine.hunts) == (30 - inches, there)
    assert march.goal_of(mine, on) == ((36, 45) if there else (36, 30))


def test_a_headquarters_follows_five_inches_behind_the_nearest_company() -> None:
    on, staff, _ = alone("hq")
    assert march.goal_of(staff, on) is None, "alone it stays"
    company = one(on, 0, "a")
    company.fate = ""
    for y, goal in ((20, (36, 15)), (10, None), (10.5, (36, 5.5)), (2, None)):
        place(on, company, 36, y)
        assert march.goal_of(staff, on) == goal, y
    place(on, staff, 36, 30)
    place(on, company, 36, 3)
    assert march.goal_of(staff, on) == (36, 0), "not beyond the edge"


def test_foot_follows_five_inches_behind_those_who_can_harm_the_tanks() -> None:
    on, mine, _ = alone()
    lead = next(piece for piece in on.sides[0].pieces if piece.unit.id != mine.unit.id)
    on.tasks[0] = {mine.unit.id: Task(Do.FOLLOW, 7), lead.unit.id: Task(Do.ATTACK, 7)}
    assert march.goal_of(mine, on) is None, "without them it stays"
    lead.fate, lead.troop = "", replace(lead.troop, off_table=False)
    for y, goal in ((20, (36, 15)), (10, None)):
        place(on, lead, 36, y)
        assert march.goal_of(mine, on) == goal, y
    on.tasks[0][lead.unit.id] = Task(Do.ATTACK, 8)
    place(on, lead, 36, 20)
    assert march.goal_of(mine, on) is None, "they go for others"


@pytest.mark.rule("BDE-AMB-75")
@pytest.mark.parametrize("step", [0.05, 3.0])
def test_a_vehicle_fronts_where_it_goes_however_small_its_last_step(step: float) -> None:
    """Told to a tenth of an inch, a front five hundredths ahead would be the place where it stands."""
    assert ahead((10.0, 20.0), (10.0, 20.0 + step)) == pytest.approx((10.0, 20.0 + step + 12))


@pytest.mark.rule("BDE-AMB-67")
@pytest.mark.parametrize(("weapon", "can"), [(None, False), ("AT rifle", False), ("2pdr", True)])
def test_who_has_nothing_that_goes_through_a_front_cannot_harm_a_tank(weapon: str | None, can: bool) -> None:
    vehicle = Vehicle("Pz III", MovesAs.MEDIUM_TANK, 7, 5, 5)
    attack = {"AT rifle": 0, "2pdr": 4}
    gun = None if weapon is None else Gun(weapon, attack[weapon], AtClass.SMALL_LONG_GUN)
    assert doctrine.harms(gun, vehicle) is can
    assert doctrine.harms(gun, replace(vehicle, body=Body.SOFT))


@pytest.mark.parametrize(("inches", "seen"), [(40, True), (40.5, False)])
def test_a_gun_that_comes_on_unlimbers_within_forty_inches_of_an_enemy(inches: float, seen: bool) -> None:
    on, mine, enemy = alone()
    mine.comes_in = 1
    place(on, enemy, 36, 45)
    place(on, mine, 36, 45 - inches)
    assert march.unlimbers(mine, on) is seen
    mine.pinned = True
    assert march.unlimbers(mine, on), "or where it cannot go on"


@pytest.mark.parametrize(("reach", "weapon"), [(30, True), (40, False)])
def test_machine_guns_and_mortars_stay_where_they_reach_what_is_fought_for(reach: int, weapon: bool) -> None:
    """Mortars are the support weapons without a small arm."""
    on, mine, _ = alone(kind=Kind.SUPPORT, prize=(36, 44))
    if not weapon:
        mine.troop = replace(mine.troop, weapon=None)
    place(on, mine, 36, 44 - reach)
    assert march.goal_of(mine, on) is None
    place(on, mine, 36, 44 - reach - 0.5)
    assert march.goal_of(mine, on) == (36, 44)
    place(on, mine, 36, 44 - reach)
    on.tasks[0] = {mine.unit.id: Task(Do.GIVE_GROUND)}
    assert march.goal_of(mine, on) == (36, 0)


def test_how_far_the_middles_of_two_units_are_apart() -> None:
    on, company, enemy = alone()
    mate, gun = one(on, 0, "b"), one(on, 0, "s1")
    assert (march.clear_of(company, mate), march.clear_of(company, gun), march.clear_of(gun, company)) == (3, 2, 2)
    assert march.clear_of(company, enemy) == 2
    mate.fate = ""
    place(on, mate, 39, 5)
    assert march._is_clear(company, 36, 5, on) and not march._is_clear(company, 36.1, 5, on)


# The table -----------------------------------------------------------------------------------------------------------
def test_both_sides_begin_in_line_with_their_support_behind() -> None:
    """Attackers four inches from their edge, defenders eight from theirs; weapons with crews two inches behind."""
    on = deploy(Fight(two_sides(), 1, NOW, (TurnSky(NOW),), table_in=(72, 48)), DEFAULTS)
    for number, line, support in ((0, 4, 2), (1, 40, 42)):
        pieces = on.sides[number].on_table
        assert {piece.y for piece in pieces if not piece.troop.crewed} == {line}
        assert {piece.y for piece in pieces if piece.troop.crewed} <= {support}
        front = sorted(piece.x for piece in pieces if not piece.troop.crewed)
        gaps = {round(right - left, 6) for left, right in pairwise(front)}
        assert gaps == {min(4, round(72 / len(front), 6))}
        assert front[0] + front[-1] == pytest.approx(72), "about the middle"


def test_a_long_line_closes_up() -> None:
    many = tuple(men(720) for _ in range(5))
    both = side(1, Nationality.BRITISH, *many), side(2, Nationality.GERMAN, men(720))
    on = deploy(Fight(both, 1, NOW, (TurnSky(NOW),), table_in=(48, 36)), DEFAULTS)
    front = sorted(piece.x for piece in on.sides[0].on_table if not piece.troop.crewed)
    apart = 48 / len(front)
    assert apart < 4 and front[0] == pytest.approx(apart / 2) and front[-1] == pytest.approx(48 - apart / 2)


@pytest.mark.rule("BDE-AMB-75")
@pytest.mark.parametrize(
    ("x", "y", "face"),
    [
        (36, 30, Face.FRONT),
        (36, 0, Face.REAR),
        (60, 10, Face.SIDE),
        (10, 10, Face.SIDE),
        (46, 20, Face.FRONT),
        (47, 20, Face.SIDE),
        (46, 0, Face.REAR),
        (26, 20, Face.FRONT),
        (25, 20, Face.SIDE),
    ],
)
def test_from_which_quarter_a_vehicle_is_shot_at(x: int, y: int, face: Face) -> None:
    """It fronts the enemy's edge, or where it has gone; a quarter is 45 degrees to either side."""
    on, target, shooter = alone()
    place(on, target, 36, 10)
    place(on, shooter, x, y)
    assert face_of(target, shooter) is face
    target.faces = (36, 9)
    assert face_of(target, shooter) is {Face.FRONT: Face.REAR, Face.REAR: Face.FRONT, Face.SIDE: Face.SIDE}[face]


@pytest.mark.rule("BDE-AMB-59")
def test_inches_are_measured_to_the_quarter() -> None:
    assert [in_quarters(inches) for inches in (7.1, 7.13, 7.25, 7.4)] == [7.0, 7.25, 7.25, 7.5]


@pytest.mark.rule("BDE-SETUP-03")
@pytest.mark.parametrize(("inches", "held"), [(6, True), (6.25, False)])
def test_a_road_within_six_inches_of_the_enemy_is_held(inches: float, held: bool) -> None:
    """No place within twelve inches of the road is clear; beyond them only who finds his road held comes on."""
    late = men(720)
    both = forces(men(720), late)
    on = own_ground.set_out(ground(both, spots=((36, 5), (36, 30)), beside={late.id: (36, 50)}), DEFAULTS)
    comer = next(piece for piece in on.sides[1].pieces if piece.waiting and piece.gate is not None)
    for piece in (*on.sides[0].pieces, *on.sides[1].pieces):
        piece.waiting = True
        if piece is not comer and piece.side == 1:
            piece.fate = "out of the way"
    first, second, *others = on.sides[0].pieces
    place(on, first, 36 - inches, 50)
    place(on, second, 36 + inches, 50)
    for blocker, x in zip(others, (22, 50, 36), strict=False):
        place(on, blocker, x, 49 if x != 36 else 43.9)
    mate = next(piece for piece in on.sides[1].pieces if piece is not comer and piece.troop.kind is Kind.COMPANY)
    mate.fate = ""
    place(on, mate, 36, 50)
    on.moves[1] = 9
    march.come_on(1, on, Report())
    assert comer.waiting is not held


def test_who_comes_on_in_the_first_move_goes_forward_until_he_has_been_there() -> None:
    on, mine, _ = alone()
    on.tasks[0] = {mine.unit.id: Task(Do.HOLD)}
    for comes_in, hunts, goes in ((0, False, False), (1, False, True), (1, True, False)):
        mine.comes_in, mine.hunts = comes_in, hunts
        assert march.goes_forward(mine, on) is goes


@pytest.mark.rule("BDE-SAVE-10")
def test_who_walks_loses_nobody_in_a_wreck() -> None:
    _, mine, _ = alone()
    assert mine.rides is None
    assert transport.wrecked(mine, Tape(Scripted(()), NOW), Report()) == 0 and not mine.pinned
