"""How the plain doctrine of Operation Brevity lays guns and smoke, answers batteries, takes the move and calls aircraft."""

from __future__ import annotations

import pytest

from campaign.resolve.brevity.deployment import deploy
from campaign.resolve.brevity.doctrine import View
from campaign.resolve.brevity.field import Brigade, Model
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import PLAIN
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.doctrine import Do, Stance, Task
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.riding import may_ride, rides
from campaign.terms.forces import Level, Nationality
from campaign.values import replace
from tests.rules.fighting import BARE, FAR, NEAR, battalion, battery, force, scene

Places = dict[str, tuple[int, int]]


def view(near: Force, far: Force, spots: Places, *, side: int = 0, stance: Stance = Stance.ATTACK) -> View:
    """What a side sees with every battalion where the test puts it."""
    ids = {unit.name: unit.id for unit in (*near.units, *far.units)}
    layout = Layout(BARE, {ids[name]: Spot(*at) for name, at in spots.items()}, ())
    return View(deploy(scene(near, far), layout, DEFAULTS), side, stance)


def models(shown: View, *names: str) -> list[Model]:
    named = {one.name: one for of_side in shown.on.models for one in of_side}
    return [named[name] for name in names]


def brigade(shown: View, number: int) -> Brigade:
    return next(found[number] for found in shown.on.brigades if number in found)


def batteries(count: int, **changes: object) -> list[Unit]:
    return [battery(NEAR, 1, f"Guns {n}", **changes) for n in range(1, count + 1)]


GUNS = {f"Guns {n}": (30 + 4 * n, 4) for n in range(1, 8)}


# Guns ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-ART-03", "OB-ART-06")
def test_batteries_are_laid_one_after_the_other_on_the_nearest_and_at_most_three_on_one() -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), *batteries(7))
    far = force(FAR, battalion(FAR, 9, "Close"), battalion(FAR, 9, "Behind"))
    shown = view(near, far, {**GUNS, "N": (40, 20), "Close": (40, 30), "Behind": (40, 40)})
    guns, enemies = models(shown, *GUNS), models(shown, "Behind", "Close")
    laid = [(gun.name, target.name) for gun, target in PLAIN.lay(shown, guns, enemies)]
    assert laid == [(f"Guns {n}", "Close" if n % 2 else "Behind") for n in range(1, 7)], "the seventh has no target"
    assert [target.name for _, target in PLAIN.lay(shown, guns[:5], enemies[:1])] == ["Behind"] * 3


@pytest.mark.rule("OB-ART-06")
def test_a_target_that_is_pinned_or_spent_comes_after_the_others_and_the_one_of_the_attack_first() -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), *batteries(1))
    far = force(FAR, battalion(FAR, 9, "Close"), battalion(FAR, 9, "Behind"))
    spots = {"Guns 1": (34, 4), "N": (40, 20), "Close": (40, 30), "Behind": (40, 40)}
    for change in ("pinned", "spent", "told"):
        shown = view(near, far, spots)
        gun, close, behind = models(shown, "Guns 1", "Close", "Behind")
        if change == "told":
            aim = (behind.side, behind.unit.id, behind.stand.key, behind.stand.name)
            own = (gun.side, gun.unit.id, gun.stand.key, gun.stand.name)
            shown.on.told[0][own] = Task(Do.FIRE, aim)
        else:
            setattr(close, change, True)
        assert PLAIN.lay(shown, [gun], [close, behind]) == ((gun, behind),), change


@pytest.mark.rule("OB-RANGE-06", "OB-ART-03")
@pytest.mark.parametrize(("reach", "laid"), [(36, 1), (35, 0)])
def test_only_targets_in_range_are_laid_on(reach: int, laid: int) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), *batteries(1, range_in=reach))
    shown = view(near, force(FAR, battalion(FAR, 9, "F")), {"Guns 1": (40, 4), "N": (40, 20), "F": (40, 40)})
    assert len(PLAIN.lay(shown, models(shown, "Guns 1"), models(shown, "F"))) == laid


@pytest.mark.rule("OB-CB-02", "OB-CB-03", "OB-REG-06")
@pytest.mark.parametrize(
    ("count", "fired", "reach", "answering"),
    [(2, True, 80, 0), (3, True, 80, 1), (5, True, 80, 1), (6, True, 80, 2), (3, False, 80, 0), (3, True, 50, 0)],
)
def test_of_three_batteries_one_answers_an_enemy_battery_that_has_fired(
    count: int, fired: bool, reach: int, answering: int
) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), *batteries(count, range_in=reach))
    far = force(FAR, battalion(FAR, 9, "F"), battery(FAR, 9, "FGuns"))
    spots = {name: at for name, at in GUNS.items() if int(name[-1]) <= count}
    shown = view(near, far, {**spots, "N": (40, 20), "F": (40, 40), "FGuns": (40, 66)})
    (enemy,) = models(shown, "FGuns")
    enemy.fired = fired
    took = PLAIN.regroup(shown, brigade(shown, 1)).counter_battery
    assert [gun.name for gun in took] == ["Guns 3", "Guns 6"][:answering]


@pytest.mark.rule("OB-REG-04", "OB-REST-01")
@pytest.mark.parametrize(("y", "rests"), [(28, True), (29, False)])
def test_a_spent_battalion_rests_more_than_twelve_inches_from_who_may_see_it(y: int, rests: bool) -> None:
    near, far = force(NEAR, battalion(NEAR, 1, "N"), battalion(NEAR, 1, "Fit")), force(FAR, battalion(FAR, 9, "F"))
    shown = view(near, far, {"N": (40, y), "Fit": (10, 4), "F": (40, 37)})
    spent, fit = models(shown, "N", "Fit")
    spent.spent = True
    order = PLAIN.regroup(shown, brigade(shown, 1))
    assert (order.rest, order.take_up) == ((spent,) if rests else (), ())
    spent.resting = fit.resting = True
    order = PLAIN.regroup(shown, brigade(shown, 1))
    assert (order.rest, order.take_up) == ((), (fit,)), "who rests and is spent goes on resting"


# Smoke ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-SMOKE-01", "OB-SMOKE-02")
def test_a_second_battery_screens_an_enemy_beside_the_target_who_could_fire_at_those_who_go_in() -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), *batteries(2))
    far = force(FAR, *(battalion(FAR, 9, name) for name in ("Target", "Beside", "Away")))
    spots = {
        "Guns 1": (34, 4),
        "Guns 2": (38, 4),
        "N": (40, 32),
        "Target": (40, 36),
        "Beside": (47, 34),
        "Away": (60, 40),
    }
    shown = view(near, far, spots)
    guns, (mover, beside) = models(shown, "Guns 1", "Guns 2"), models(shown, "N", "Beside")
    assert PLAIN.screens(shown, guns) == (), "nobody goes in"
    mover.acting = True
    assert PLAIN.screens(shown, guns) == ((guns[1], Spot(47, 32)),), "two inches before him"
    assert PLAIN.screens(shown, guns[:1]) == (), "a battery alone has its target"
    assert PLAIN.screens(replace(shown, stance=Stance.DEFEND), guns) == ()
    beside.pinned = True
    assert PLAIN.screens(shown, guns) == (), "who is pinned does not fire"
    beside.pinned, mover.spot = False, Spot(40, 37)
    assert PLAIN.screens(shown, guns) == ((guns[1], Spot(47, 36)),), "on the side from which they come"


@pytest.mark.rule("OB-SMOKE-02")
@pytest.mark.parametrize(("reach", "lays"), [(28, True), (27, False)])
def test_smoke_is_laid_within_the_range_of_the_guns(reach: int, lays: bool) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), *batteries(2, range_in=reach))
    far = force(FAR, battalion(FAR, 9, "Target"), battalion(FAR, 9, "Beside"))
    spots = {"Guns 1": (40, 4), "Guns 2": (47, 4), "N": (40, 32), "Target": (40, 36), "Beside": (47, 34)}
    shown = view(near, far, spots)
    models(shown, "N")[0].acting = True
    assert bool(PLAIN.screens(shown, models(shown, "Guns 1", "Guns 2"))) is lays


# The move ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-INIT-01")
@pytest.mark.parametrize(
    ("y", "nation", "stance", "takes"),
    [
        (8, Nationality.BRITISH, Stance.ATTACK, True),
        (7, Nationality.BRITISH, Stance.ATTACK, False),
        (8, Nationality.BRITISH, Stance.DEFEND, False),
        (8, Nationality.GERMAN, Stance.ATTACK, False),
    ],
)
def test_an_attacker_takes_the_move_within_28_inches_unless_the_others_bonus_is_better(
    y: int, nation: Nationality, stance: Stance, takes: bool
) -> None:
    """24 inches of an assault and 4 at which it is fought; a German officer adds more than a British one."""
    near, far = force(NEAR, battalion(NEAR, 1, "N")), force(FAR, battalion(FAR, 9, "F"))
    shown = view(near, far, {"N": (40, y), "F": (40, 36)}, stance=stance)
    for number in (1, 9):
        brigade(shown, number).officer = True
    mover = brigade(shown, 9)
    mover.command = replace(mover.command, nation=nation)
    assert (PLAIN.challenge(shown, mover) is brigade(shown, 1)) is takes


@pytest.mark.rule("OB-SEQ-02")
def test_guns_alone_move_first_then_who_is_nearest() -> None:
    near = force(NEAR, battalion(NEAR, 1, "N1"), battalion(NEAR, 2, "N2"), battery(NEAR, 3, "Guns", range_in=40))
    far = force(FAR, battalion(FAR, 9, "F"))
    shown = view(near, far, {"N1": (40, 10), "N2": (40, 14), "Guns": (40, 4), "F": (40, 44)})
    for number in (1, 2, 3):
        brigade(shown, number).officer = True
    order = []
    while (picked := PLAIN.pick(shown)) is not None:
        order.append(picked.command.id)
        picked.officer = False
    assert order == [3, 2, 1]
    out_of_range = view(near, far, {"N1": (40, 10), "N2": (40, 14), "Guns": (40, 3), "F": (40, 44)})
    for number in (2, 3):
        brigade(out_of_range, number).officer = True
    first = PLAIN.pick(out_of_range)
    assert first is not None and first.command.id == 2


# Aircraft ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AIR-05")
def test_aircraft_go_where_most_enemies_stand_together_and_no_friend_near() -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"))
    far = force(FAR, *(battalion(FAR, 9, name) for name in ("Alone", "One", "Two", "Three")))
    spots = {"N": (20, 10), "Alone": (20, 30), "One": (70, 60), "Two": (71, 60), "Three": (70, 61)}
    shown = view(near, far, spots)
    target = PLAIN.call_down(shown, shown.enemies())
    assert target is not None and target.name in ("One", "Two", "Three")
    one, *_ = models(shown, "One")
    shown.on.put(models(shown, "N")[0], Spot(one.spot.x, one.spot.y - 1))
    target = PLAIN.call_down(shown, shown.enemies())
    assert target is not None and target.name == "Alone"
    assert PLAIN.call_down(shown, []) is None


# Setting up ----------------------------------------------------------------------------------------------------------
def begun(near: Force, far: Force) -> dict[str, tuple[int, int]]:
    """Where everybody begins without a map, by name."""
    on = deploy(scene(near, far), Layout(BARE), DEFAULTS)
    return {one.name: (one.spot.x, one.spot.y) for of_side in on.models for one in of_side}


def test_two_lines_begin_24_inches_apart_with_guns_and_headquarters_behind() -> None:
    """Eight inches from neighbour to neighbour about the middle of a table 96 by 72; guns 16 behind, headquarters 20."""
    near = force(
        NEAR,
        battalion(NEAR, 1, "N1"),
        battery(NEAR, 1, "Guns"),
        battalion(NEAR, 2, "N2"),
        battalion(NEAR, 2, "HQ", headquarters_of=Level.DIVISION),
    )
    far = force(FAR, *(battalion(FAR, 9, f"F{n}") for n in range(9)), battery(FAR, 9, "FGuns"))
    places = begun(near, far)
    assert {name: places[name] for name in ("N1", "N2", "Guns", "HQ")} == {
        "N1": (44, 24),
        "N2": (52, 24),
        "Guns": (44, 8),
        "HQ": (52, 4),
    }
    assert [places[f"F{n}"] for n in range(9)] == [*((20 + 8 * n, 48) for n in range(8)), (20, 56)], "eight in a rank"
    assert places["FGuns"] == (20, 64)


@pytest.mark.rule("OB-PREP-01")
def test_who_begins_in_terrain_or_dug_in_is_on_foot() -> None:
    wood = Patch(40, 20, 56, 30)
    riders = battalion(NEAR, 1, "Riders")
    dug = replace(riders, id=riders.id + 10_000, key="Dug", name="Dug", dug_in_turns=4)
    places = {riders.id: Spot(20, 20), dug.id: Spot(30, 20)}
    far = force(FAR, battalion(FAR, 9, "F"))
    on = deploy(scene(force(NEAR, riders, dug), far), Layout(Ground(96, 72, (wood,)), places, ()), DEFAULTS)
    first, second = on.models[0]
    assert (first.mounted, first.works, second.mounted, second.works) == (
        may_ride(riders) and not rides(riders),
        Works.NONE,
        False,
        Works.DUG_IN,
    )
    inside = deploy(
        scene(force(NEAR, riders), far), Layout(Ground(96, 72, (wood,)), {riders.id: Spot(48, 25)}, ()), DEFAULTS
    )
    assert not inside.models[0][0].mounted
