"""The plain doctrine of Operation Brevity: whom it sends back, and who goes in with an assault."""

from __future__ import annotations

from itertools import combinations

import pytest

from campaign.resolve.brevity.barriers import Barrier
from campaign.resolve.brevity.deployment import deploy
from campaign.resolve.brevity.doctrine import Advance, View
from campaign.resolve.brevity.field import Model
from campaign.resolve.brevity.ground import Ground, Patch, Spot, distance
from campaign.resolve.brevity.plain_doctrine import ASSAULT_REACH, CLOSE, Plain, _may_march
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.doctrine import Stance
from campaign.rules.common.force import Unit
from campaign.rules.common.settings import DEFAULTS
from campaign.terms.forces import Arm, CombatClass, Size, Weapon
from campaign.terms.state import Posture, State
from campaign.values import replace
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, force, scene, told
from tests.rules.fighting import fight as fought
from tests.rules.forces import tanks


def advances(
    *near: tuple[Unit, tuple[int, int]],
    enemy_at: tuple[int, int],
    enemy_state: State = State.FRESH,
    patches: tuple[Patch, ...] = (),
    barriers: tuple[Barrier, ...] = (),
) -> dict[str, Advance]:
    """Where the attacking near side's command goes, by name, with one enemy battalion there."""
    enemy = battalion(FAR, 21, "Enemy", state=enemy_state)
    spots = {unit.id: Spot(*at) for unit, at in near} | {enemy.id: Spot(*enemy_at)}
    forces = force(NEAR, *(unit for unit, _ in near)), force(FAR, enemy)
    field = deploy(scene(*forces), Layout(Ground(96, 72, patches), spots, barriers), DEFAULTS)
    for brigade in field.brigades[1].values():
        brigade.officer = True
    view = View(field, 0, Stance.ATTACK)
    return {one.model.name: one for one in Plain().move(view, next(iter(field.brigades[0].values())))}


def spent(name: str = "Spent") -> Unit:
    return battalion(NEAR, 11, name, state=State.SPENT)


@pytest.mark.rule("OB-MOV-04", "OB-MOV-05")
@pytest.mark.parametrize(
    ("inches", "enemy", "goes"),
    [
        (4, State.FRESH, False),
        (8, State.FRESH, False),
        (9, State.FRESH, True),
        (4, State.SPENT, False),
        (16, State.FRESH, True),
        (17, State.FRESH, False),
    ],
)
def test_a_spent_battalion_goes_back_unless_it_would_be_fired_on(inches: int, enemy: State, goes: bool) -> None:
    """This infantry fires to 8 inches, a spent one too; who does not move is not fired on; beyond 16 inches nobody need
    go."""
    moved = advances((spent(), (40, 36 - inches)), enemy_at=(40, 36), enemy_state=enemy)
    assert ("Spent" in moved) is goes
    if goes:
        assert moved["Spent"].aim == Spot(40, 0)


@pytest.mark.rule("OB-MOV-05", "OB-LOC-04", "OB-OBS-01")
def test_a_spent_battalion_does_not_leave_its_cover_before_an_enemy_nor_run_into_an_obstacle() -> None:
    """In terrain it is not seen from 6 inches; an inch behind it is. At 9 inches it would go, but for the ditch."""
    wood = Patch(38, 29, 42, 31)
    assert "Spent" not in advances((spent(), (40, 30)), enemy_at=(40, 36), patches=(wood,))
    ditch = Barrier("the ditch", 0, 15, 96, 16)
    assert "Spent" not in advances((spent(), (40, 27)), enemy_at=(40, 36), barriers=(ditch,))
    bridged = Barrier("the ditch", 0, 15, 96, 16, bridges=(Spot(40, 15),))
    assert "Spent" in advances((spent(), (40, 27)), enemy_at=(40, 36), barriers=(bridged,))


@pytest.mark.rule("OB-MOV-05")
def test_a_spent_battalion_that_stays_is_not_fired_on_in_its_own_move() -> None:
    near, far = force(NEAR, spent("N")), force(FAR, battalion(FAR, 21, "F"))
    seen = fought(near, far, {"N": (40, 32), "F": (40, 36)}, near_does=Plain())
    assert not told(seen.report, "Their fire: F on N")


@pytest.mark.rule("OB-MOV-04", "OB-INIT-01")
def test_who_can_neither_go_on_nor_fire_does_not_show_himself_nor_take_the_initiative() -> None:
    """Armoured cars do not enter terrain: at its edge, 12 inches from the enemy in it, they have nothing to do."""
    cars = battalion(NEAR, 11, "Cars", tanks, arm=Arm.ARMOURED_CAR, combat_class=CombatClass.LIGHT_VEHICLE)
    wood = Patch(20, 25, 60, 47)
    assert "Cars" in advances((cars, (40, 20)), enemy_at=(40, 36), patches=(wood,))
    assert "Cars" not in advances((cars, (40, 24)), enemy_at=(40, 36), patches=(wood,))
    foot = battalion(NEAR, 11, "Foot")
    assert "Foot" in advances((foot, (40, 24)), enemy_at=(40, 36), patches=(wood,))


def aim_of(moved: dict[str, Advance], name: str, enemy: Spot) -> int:
    model: Model = moved[name].model
    return distance(moved[name].aim or model.spot, enemy)


@pytest.mark.parametrize("arm", [Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT])
def test_anti_tank_and_anti_aircraft_guns_come_up_but_do_not_go_in(arm: Arm) -> None:
    """At 20 inches a command goes in to 4, and its guns stay. From 32 inches they come up to 24, no nearer."""
    gun = battalion(NEAR, 11, "Guns", arm=arm)
    moved = advances((battalion(NEAR, 11, "Foot"), (38, 16)), (gun, (42, 16)), enemy_at=(40, 36))
    assert aim_of(moved, "Foot", Spot(40, 36)) <= CLOSE
    assert "Guns" not in moved
    far_off = advances((battalion(NEAR, 11, "Foot"), (38, 16)), (gun, (42, 4)), enemy_at=(40, 36))
    assert aim_of(far_off, "Guns", Spot(40, 36)) in (ASSAULT_REACH - 1, ASSAULT_REACH)


def test_guns_do_not_go_ahead_of_the_line_of_their_side() -> None:
    """Tanks of another command stand 20 inches from the enemy: guns 30 inches away come no nearer than these."""
    gun = battalion(NEAR, 11, "Flak", arm=Arm.ANTI_AIRCRAFT)
    ahead = tanks("4 RTR", command=12, organic=12, side=NEAR)
    moved = advances((gun, (42, 6)), (ahead, (40, 16)), enemy_at=(40, 36))
    assert aim_of(moved, "Flak", Spot(40, 36)) >= 20


@pytest.mark.parametrize(("attacker", "stays"), [(None, True), (NEAR, False)])
def test_dug_in_foot_stays_where_two_sides_meet_and_attacks_where_it_is_ordered_to(
    attacker: int | None, stays: bool
) -> None:
    dug_in = battalion(NEAR, 11, "Dug in", dug_in_turns=4)
    enemy = battalion(FAR, 21, "Enemy")
    fight = replace(scene(force(NEAR, dug_in), force(FAR, enemy)), attacker=attacker)
    field = deploy(fight, Layout(Ground(96, 72), {dug_in.id: Spot(40, 16), enemy.id: Spot(40, 36)}, ()), DEFAULTS)
    moves = Plain().move(View(field, 0, Stance.ATTACK), field.brigades[0][11])
    assert (not [move for move in moves if move.aim]) is stays


@pytest.mark.rule("OB-AMB-024")
def test_dug_in_foot_of_a_command_that_marches_stays_without_firing() -> None:
    """The others are far from every enemy and march; an enemy stands in reach of those who are dug in."""
    dug_in, other = battalion(NEAR, 11, "Dug in", dug_in_turns=4), battalion(NEAR, 11, "Other")
    near, far_off = battalion(FAR, 21, "Near"), battalion(FAR, 21, "Far off")
    fight = replace(scene(force(NEAR, dug_in, other), force(FAR, near, far_off)), attacker=None)
    spots = {dug_in.id: Spot(90, 60), other.id: Spot(4, 4), near.id: Spot(90, 66), far_off.id: Spot(60, 60)}
    field = deploy(fight, Layout(Ground(96, 72), spots, ()), DEFAULTS)
    moves = Plain().move(View(field, 0, Stance.ATTACK), field.brigades[0][11])
    assert {move.posture for move in moves} == {Posture.MARCH} and moves[0].model.name == "Other"


@pytest.mark.rule("OB-POST-06", "OB-AMB-025")
def test_defenders_in_march_column_deploy_in_their_own_move() -> None:
    """On the march they do not count in the strength; the others, who are in line already, have nothing to declare."""
    near = force(NEAR, battalion(NEAR, 11, "Column", posture=Posture.MARCH), battalion(NEAR, 11, "Line"))
    enemy = force(FAR, battalion(FAR, 21, "F"))
    spots = {unit.id: Spot(40 + 4 * n, 10) for n, unit in enumerate(near.units)} | {enemy.units[0].id: Spot(40, 40)}

    def moved(enemy_hidden: bool) -> tuple[Advance, ...]:
        field = deploy(scene(near, enemy), Layout(Ground(96, 72), spots), DEFAULTS)
        field.models[1][0].hidden = enemy_hidden
        return Plain().move(View(field, 0, Stance.DEFEND), next(iter(field.brigades[0].values())))

    assert [(one.model.name, one.aim, one.posture) for one in moved(False)] == [("Column", None, Posture.LINE)]
    assert not moved(True)


@pytest.mark.rule("OB-POST-06", "OB-AMB-024")
@pytest.mark.parametrize(("beside", "marches"), [((60, 44), False), ((16, 40), True), ((35, 30), False)])
def test_a_command_does_not_march_past_an_enemy_who_can_go_in_on_its_columns(
    beside: tuple[int, int], marches: bool
) -> None:
    """Their enemy is 90 inches off. The other enemy is near the end of the march, far from its way, or beside it."""
    goal, other = battalion(FAR, 21, "Goal"), battalion(FAR, 21, "Beside")
    near = force(NEAR, battalion(NEAR, 11, "Foot"))
    spots = {near.units[0].id: Spot(5, 4), goal.id: Spot(90, 36), other.id: Spot(*beside)}
    field = deploy(scene(near, force(FAR, goal, other)), Layout(Ground(96, 72), spots), DEFAULTS)
    ways = [(Spot(5, 4), Spot(90, 36)), (Spot(5, 7), Spot(90, 36))]
    assert _may_march(ways, field.models[1]) is marches
    assert not _may_march([*ways, (Spot(60, 4), Spot(90, 36))], field.models[1][:1])


@pytest.mark.rule("umpire 1.23")
def test_stands_are_set_down_beside_each_other_and_no_farther_from_the_enemy() -> None:
    """Three battalions go for one inch: each has its own, two inches from the others, and all fire at 4."""
    near = force(NEAR, *(battalion(NEAR, 11, name) for name in "ABC"))
    far = force(FAR, battalion(FAR, 21, "F"))
    aims = {name: Spot(40, 32) for name in "ABC"}
    spots = {"A": (38, 20), "B": (40, 20), "C": (42, 20), "F": (40, 36)}
    seen = fought(near, far, spots, near_does=Told(moves={11: [aims]}), dice=Faces({"to hit": [1] * 12}))
    places = [unit.at for unit in seen.units if unit.name in "ABC"]
    assert all(distance(place, Spot(40, 36)) == 4 for place in places), places
    assert all(distance(one, other) >= 2 for one, other in combinations(places, 2)), places


@pytest.mark.rule("umpire 1.23", "OB-SEQ-16")
def test_a_turn_ends_when_neither_side_has_anything_more_to_do() -> None:
    """Two defenders far apart: each has one move with its officer, and nobody counts the dice of the rest."""
    near, far = force(NEAR, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"))
    seen = fought(
        near,
        far,
        {"N": (40, 4), "F": (40, 68)},
        near_does=Plain(),
        far_does=Plain(),
        stances=(Stance.DEFEND, Stance.DEFEND),
        dice=Faces({"readiness": [6] * 20}),
    )
    assert seen.moves == 2
    assert told(seen.report, "Neither side moves or fires any more in this turn.")


@pytest.mark.rule("OB-POST-08", "OB-SIZE-02")
@pytest.mark.parametrize(("enemy", "posture"), [(Arm.INFANTRY, Posture.LINE), (Arm.ARMOUR, Posture.SUPPORT)])
def test_weak_tanks_fight_in_the_line_but_lend_their_guns_against_tanks(enemy: Arm, posture: Posture) -> None:
    weak = tanks("4 RTR", command=11, organic=11, side=NEAR, size=Size.WEAK, weapon=Weapon.LIGHT_GUN, direct_in=8)
    opposite = battalion(FAR, 21, "Enemy", arm=enemy)
    forces = force(NEAR, battalion(NEAR, 11, "2 SG"), weak), force(FAR, opposite)
    spots = {forces[0].units[0].id: Spot(38, 30), weak.id: Spot(42, 30), opposite.id: Spot(40, 36)}
    field = deploy(scene(*forces), Layout(Ground(96, 72), spots, ()), DEFAULTS)
    moves = Plain().move(View(field, 0, Stance.ATTACK), next(iter(field.brigades[0].values())))
    assert {move.model.name: move.posture for move in moves} == {"2 SG": Posture.LINE, "4 RTR": posture}


def test_all_begin_with_their_front_to_the_other_side() -> None:
    field = deploy(
        scene(force(NEAR, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"))),
        Layout(Ground(96, 72)),
        DEFAULTS,
    )
    assert all(model.facing == field.forward(side) for side in (0, 1) for model in field.models[side])


@pytest.mark.parametrize(
    ("stance", "prize", "aim"),
    [(Stance.ATTACK, Spot(40, 30), Spot(40, 26)), (Stance.ATTACK, None, None), (Stance.DEFEND, Spot(40, 30), None)],
)
def test_attackers_who_see_nobody_go_for_what_is_fought_for(
    stance: Stance, prize: Spot | None, aim: Spot | None
) -> None:
    ours, hidden = battalion(NEAR, 11, "Ours"), battalion(FAR, 21, "Hidden", hidden=True)
    spots = {ours.id: Spot(40, 12), hidden.id: Spot(40, 40)}
    layout = Layout(Ground(96, 72), spots, prize=prize)
    field = deploy(scene(force(NEAR, ours), force(FAR, hidden)), layout, DEFAULTS)
    view = View(field, 0, stance)
    assert not view.enemies()
    moves = Plain().move(view, next(iter(field.brigades[0].values())))
    assert [(advance.model.name, advance.aim) for advance in moves] == ([("Ours", aim)] if aim else [])
