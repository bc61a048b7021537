"""The losses that the program expects of a move under Operation Brevity, and what it decides by them."""

from __future__ import annotations

import pytest

from campaign.resolve.brevity.deployment import deploy
from campaign.resolve.brevity.doctrine import Advance, View
from campaign.resolve.brevity.expectation import Place, expected
from campaign.resolve.brevity.field import BASE_IN, Field, Model
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import OUT_OF_SIGHT, Plain
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.doctrine import Stance
from campaign.rules.common.force import Unit
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.fire import Works
from campaign.terms.forces import Arm
from campaign.terms.state import State
from campaign.values import replace
from tests.rules.fighting import FAR, NEAR, battalion, battery, force, scene
from tests.rules.forces import tanks

SPENT = State.SPENT


def table(*placed: tuple[Unit, tuple[int, int]], patches: tuple[Patch, ...] = (), officers: bool = True) -> Field:
    """Both sides where they are put down, every command with its officer."""
    sides = [force(side, *(unit for unit, _ in placed if unit.side == side)) for side in (NEAR, FAR)]
    layout = Layout(Ground(96, 72, patches), {unit.id: Spot(*at) for unit, at in placed}, ())
    field = deploy(scene(*sides), layout, DEFAULTS)
    for brigades in field.brigades:
        for brigade in brigades.values():
            brigade.officer = officers
    return field


def named(field: Field, name: str) -> Model:
    return next(model for models in field.models for model in models if model.name == name)


def moves(field: Field, side: int, stance: Stance, command: int) -> dict[str, Advance]:
    advances = Plain().move(View(field, side, stance), field.brigades[side][command])
    return {advance.model.name: advance for advance in advances}


def near_tanks(name: str = "Tanks") -> Unit:
    return tanks(name, side=NEAR, command=12, organic=12)


@pytest.mark.rule("OB-HIT-03", "OB-CAS-01", "OB-SEQ-11")
def test_the_expected_losses_are_those_of_the_books_tables() -> None:
    """Two battalions of foot in the open at 8 inches: three dice, 4-6 hits, 4-6 kills. A die does harm in 1 of 4, so one
    casualty comes in 27 of 64 and two or more in 10 of 64: half a battalion, and a whole one. The enemy fires first;
    only in 1 of 8 does he not pin, otherwise one die is left."""
    field = table((battalion(NEAR, 11, "N"), (40, 28)), (battalion(FAR, 21, "F"), (40, 36)))
    full, one_die = 0.5 * 27 / 64 + 10 / 64, 0.5 / 4
    seen = expected(field, 0, [Place(named(field, "N"), Spot(40, 28))])
    assert seen.suffered == pytest.approx(full)
    assert seen.dealt == pytest.approx(full / 8 + one_die * 7 / 8)
    assert seen.answer == 0, "it has not come nearer"
    assert seen.gain == pytest.approx(seen.dealt - seen.suffered)


def test_to_weigh_a_move_leaves_the_table_as_it_was_and_counts_no_hidden_enemy() -> None:
    field = table((battalion(NEAR, 11, "N"), (40, 20)), (battalion(FAR, 21, "F"), (40, 36)))
    model, enemy = named(field, "N"), named(field, "F")
    before = model.spot, model.acting, model.moved, model.pinned, model.posture, model.facing, model.path
    seen = expected(field, 0, [Place(model, Spot(40, 30))])
    gone = 10 / 64
    assert seen.answer == pytest.approx((1 - gone) * seen.suffered), "who is still there is fired on again"
    assert (model.spot, model.acting, model.moved, model.pinned, model.posture, model.facing, model.path) == before
    enemy.hidden = True
    assert expected(field, 0, [Place(model, Spot(40, 30))]) == (0, 0, 0)


@pytest.mark.rule("OB-MOV-04")
@pytest.mark.parametrize(("works", "state", "fires"), [(0, State.FRESH, False), (0, SPENT, True), (4, SPENT, True)])
def test_units_in_place_fire_if_that_costs_the_enemy_more(works: int, state: State, fires: bool) -> None:
    """Against its like in the open a unit that shows itself is fired on first; a spent enemy has one die."""
    near, far = battalion(NEAR, 11, "N", dug_in_turns=works), battalion(FAR, 21, "F", state=state)
    field = table((near, (40, 28)), (far, (40, 36)))
    assert ("N" in moves(field, 0, Stance.DEFEND, 11)) is fires


def test_one_of_several_fires_where_not_all_should() -> None:
    """Two battalions of one command, each with an enemy before it: a spent one, and three fresh ones."""
    field = table(
        (battalion(NEAR, 11, "Lucky"), (10, 28)),
        (battalion(NEAR, 11, "Beset"), (60, 28)),
        (battalion(FAR, 21, "Spent", state=SPENT), (10, 36)),
        *((battalion(FAR, 21, f"F{n}"), (57 + 3 * n, 35)) for n in range(3)),
    )
    assert set(moves(field, 0, Stance.DEFEND, 11)) == {"Lucky"}


@pytest.mark.parametrize(("works", "goes"), [(0, True), (4, False)])
def test_defending_tanks_do_not_stand_idle_before_foot_that_they_can_destroy(works: int, goes: bool) -> None:
    """Dug in they stay."""
    field = table(
        (replace(near_tanks(), dug_in_turns=works), (40, 20)),
        (battalion(FAR, 21, "F0", state=SPENT), (40, 34)),
        (battalion(FAR, 21, "F1", state=SPENT), (43, 34)),
    )
    sent = moves(field, 0, Stance.DEFEND, 12)
    assert any(advance.aim is not None for advance in sent.values()) is goes


def test_foot_alone_leaves_its_ground_for_no_tanks_and_not_for_odds_against_it() -> None:
    foot = battalion(NEAR, 11, "Foot")
    enemy_tanks = tanks("Foe", side=FAR, command=21, organic=21, state=SPENT)
    field = table((foot, (40, 20)), (enemy_tanks, (40, 34)))
    assert not [move for move in moves(field, 0, Stance.DEFEND, 11).values() if move.aim]
    field = table((foot, (40, 20)), *((battalion(FAR, 21, f"F{n}"), (37 + 3 * n, 34)) for n in range(3)))
    assert not [move for move in moves(field, 0, Stance.DEFEND, 11).values() if move.aim]


@pytest.mark.parametrize(("officer", "goes"), [(True, False), (False, True)])
def test_a_ruinous_attack_waits_out_of_sight_for_a_command_that_can_still_come(officer: bool, goes: bool) -> None:
    """One battalion before four that are dug in. With no other command to come it does as it is ordered."""
    enemies = [(battalion(FAR, 21, f"F{n}", dug_in_turns=4), (34 + 3 * n, 40)) for n in range(4)]
    field = table((battalion(NEAR, 11, "First"), (40, 24)), (near_tanks(), (80, 4)), *enemies)
    field.brigades[0][12].officer = officer
    aim = moves(field, 0, Stance.ATTACK, 11)["First"].aim
    assert aim is not None
    gap = min(abs(aim.y - enemy.spot.y) + abs(aim.x - enemy.spot.x) for enemy in field.models[1])
    assert (gap < OUT_OF_SIGHT - 1) is goes


def test_anti_tank_guns_in_an_attack_stay_and_fire_from_their_positions() -> None:
    """Their own fire reaches 8 inches: a spent enemy there is fired at, and they do not go with the foot."""
    gun = battalion(NEAR, 11, "Pak", arm=Arm.ANTI_TANK)
    field = table(
        (battalion(NEAR, 11, "Foot"), (60, 20)),
        (gun, (40, 28)),
        (battalion(FAR, 21, "Spent", state=SPENT), (40, 36)),
        (battalion(FAR, 21, "F"), (60, 36)),
    )
    sent = moves(field, 0, Stance.ATTACK, 11)
    assert sent["Foot"].aim is not None
    assert sent["Pak"].aim is None


@pytest.mark.rule("OB-AMB-040", "OB-AMB-059")
def test_a_front_is_turned_so_that_fewest_enemies_that_can_fire_are_behind_it() -> None:
    """One enemy at 2 inches to the rear, two at 6 inches ahead; out of their range the nearest decides."""
    units = [battalion(FAR, 21, f"F{n}") for n in range(3)]
    field = table(
        (battalion(NEAR, 11, "N"), (40, 10)), (units[0], (40, 28)), (units[1], (38, 36)), (units[2], (42, 36))
    )
    assert field.front_at(0, Spot(40, 30)) == 1
    field.put(named(field, "F1"), Spot(38, 41))
    field.put(named(field, "F2"), Spot(42, 41))
    assert field.front_at(0, Spot(40, 30)) == -1
    assert field.front_at(0, Spot(10, 10)) == 1, "nobody is near: towards the enemy's edge"


def test_bases_do_not_overlap_at_the_corners() -> None:
    field = table((battalion(NEAR, 11, "N"), (40, 10)), (battalion(NEAR, 11, "Other"), (60, 10)))
    model = named(field, "N")
    assert not field.has_room(model, Spot(61, 11)), "an inch each way is a third of a base in common"
    assert field.has_room(model, Spot(60 + BASE_IN, 10))


@pytest.mark.rule("OB-MOV-05", "OB-SEQ-09")
@pytest.mark.parametrize(("officers", "goes"), [(True, True), (False, False)])
def test_a_spent_unit_that_guns_would_shell_on_its_way_stays_once_the_enemy_has_no_officer_left(
    officers: bool, goes: bool
) -> None:
    """An enemy at 9 inches cannot fire, but sees it from a hill, for guns in range: no move of theirs is left."""
    hill = Patch(36, 34, 44, 40, hill=True)
    field = table(
        (battalion(NEAR, 11, "N", state=SPENT), (40, 25)),
        (battalion(FAR, 21, "F"), (40, 36)),
        (battery(FAR, 22, "Guns"), (40, 60)),
        patches=(hill,),
        officers=officers,
    )
    assert ("N" in moves(field, 0, Stance.DEFEND, 11)) is goes


@pytest.mark.parametrize(("works", "goes"), [(Works.NONE, True), (Works.DUG_IN, False)])
def test_the_dug_in_are_not_driven_off_by_numbers(works: Works, goes: bool) -> None:
    """Three to one before it, and a quarter lost: in its works a side holds until the battle has cost it half."""
    field = table(
        *((battalion(FAR, 21, f"F{n}"), (20 + 4 * n, 40)) for n in range(4)),
        *((battalion(NEAR, 11, f"N{n}"), (8 + 4 * n, 34)) for n in range(9)),
    )
    field.move = 2
    for model in field.models[1]:
        model.works = works
    field.models[1][0].spent = True
    for enemy in field.models[0]:
        enemy.came_on = True
    view = View(field, 1, Stance.DEFEND)
    assert bool(Plain().breaks_off(view)) is goes
    if not goes:
        field.models[1][1].spent = True
        assert Plain().breaks_off(view).startswith("2 of its 4 effective stands")


@pytest.mark.parametrize(("turns", "why"), [(1, "no unit of it is fit to fight on"), (2, "")])
def test_a_side_counts_who_comes_in_this_battle_and_no_others(turns: int, why: str) -> None:
    """Its only battalion there is spent; fresh tanks come in turn 2, if there is one."""
    field = table((battalion(NEAR, 11, "N"), (40, 30)), (near_tanks(), (80, 4)), (battalion(FAR, 21, "F"), (40, 36)))
    field.fight = replace(field.fight, turns=turns)
    field.move = 2
    coming, spent = named(field, "Tanks"), named(field, "N")
    coming.arrives, spent.spent = 2, True
    enemy = named(field, "F")
    enemy.came_on = True
    field.models[0][1].stand = replace(coming.stand, halves=4)
    reason = Plain().breaks_off(View(field, 0, Stance.DEFEND))
    assert reason.startswith(why) if why else reason == ""
