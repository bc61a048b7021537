"""Operation Brevity: who shells what he only suspects, who is released, who is halted, who has pulled back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.resolve.brevity import fire_control
from campaign.resolve.brevity.deployment import deploy
from campaign.resolve.brevity.doctrine import Stage, View
from campaign.resolve.brevity.effects import suffer
from campaign.resolve.brevity.field import Model
from campaign.resolve.brevity.ground import Ground, Patch, Spot, cut_off
from campaign.resolve.brevity.moves import Move
from campaign.resolve.brevity.plain_doctrine import PLAIN
from campaign.resolve.brevity.shooting import Shooting
from campaign.resolve.brevity.table_layout import Front, Layout, front_of
from campaign.resolve.doctrine import Stance
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.force import Force, Release
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import odds
from campaign.rules.tabletop.brevity.attack import Result
from campaign.rules.tabletop.brevity.fire import Works, count
from campaign.terms.forces import CombatClass, HitRow, Nationality, Size, Weapon
from campaign.terms.state import Posture, Role
from campaign.terms.time import Moment
from tests.rules.fighting import BARE, FAR, NEAR, battalion, battery, fight, force, scene, told

HOURS_6 = 6 * 3600


def stage(near: Force, far: Force, spots: dict[str, tuple[int, int]], ground: Ground = BARE) -> Stage:
    """A fight in its first turn, everybody where the test puts him; no die is thrown."""
    ids = {unit.name: unit.id for unit in (*near.units, *far.units)}
    layout = Layout(ground, {ids[name]: Spot(*at) for name, at in spots.items()}, ())
    on = deploy(scene(near, far), layout, DEFAULTS)
    views = View(on, 0, Stance.ATTACK), View(on, 1, Stance.DEFEND)
    return Stage(on, views, (PLAIN, PLAIN), Tape(Scripted(()), Moment(1, 1)))


def model(on: Stage, name: str) -> Model:
    return next(one for models in on.on.models for one in models if one.name == name)


@pytest.mark.rule("OB-ART-07")
@pytest.mark.parametrize(
    ("patch", "at"),
    [
        (Patch(40, 50, 56, 60), Spot(48, 55)),
        (Patch(40, 34, 56, 40), Spot(48, 37)),
        (Patch(40, 34, 56, 38), None),
        (Patch(40, 20, 56, 30), None),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_terrain_whose_middle_lies_beyond_the_tables_is_suspected(side: int, patch: Patch, at: Spot | None) -> None:
    """The table is 72 inches deep: from 37 on lies the enemy's half, for who comes from the other edge from 35 on."""
    if side == 1:
        patch = Patch(patch.left, 72 - patch.far, patch.right, 72 - patch.near)
        at = at and Spot(at.x, 72 - at.y)
    near, far = force(NEAR, battery(NEAR, 1, "N")), force(FAR, battery(FAR, 9, "F"))
    on = stage(near, far, {"N": (48, 2), "F": (48, 70)}, Ground(96, 72, (patch,)))
    gun = model(on, "NF"[side])
    pairs = PLAIN.suspect(View(on.on, side, Stance.ATTACK), [gun])
    assert pairs == (() if at is None else ((gun, at),))
    assert PLAIN.suspect(View(on.on, side, Stance.DEFEND), [gun]) == ()


@pytest.mark.rule("NQM-ORDERS-07")
def test_guns_are_released_once() -> None:
    """Released at the end of the first turn, they support the other command from the second."""
    now = Moment(1, 2)
    lent = battery(NEAR, 1, "Guns", supports=2, released=Release(now, HOURS_6))
    near = force(NEAR, battalion(NEAR, 2, "N"), lent)
    seen = fight(near, force(FAR, battalion(FAR, 9, "F")), {"N": (10, 4), "Guns": (40, 4), "F": (40, 70)}, turns=4)
    heard = [line.strip() for line in seen.report if line.startswith("Turn") or "is released" in line]
    assert heard == [
        "Turn 1, day.",
        "Turn 2, day.",
        "Guns is released and supports others.",
        "Turn 3, day.",
        "Turn 4, day.",
    ]
    first, second = seen.report.index("Turn 1, day."), seen.report.index("Turn 2, day.")
    third = seen.report.index("Turn 3, day.")
    supported = [
        told(seen.report[start:end], "Artillery: Guns on F") for start, end in ((first, second), (second, third))
    ]
    assert [len(shots) for shots in supported] == [1, 2], "with their own command, then with the other's move too"


@pytest.mark.rule("OB-MOV-12", "OB-AMB-081")
@pytest.mark.parametrize(
    ("at", "path"), [(Spot(40, 22), (Spot(40, 20), Spot(40, 22))), (Spot(41, 23), (Spot(41, 23),))]
)
def test_who_is_halted_by_fire_has_gone_as_far_as_that_and_no_farther(at: Spot, path: tuple[Spot, ...]) -> None:
    near, far = force(NEAR, battalion(NEAR, 1, "N")), force(FAR, battalion(FAR, 9, "F"))
    on = stage(near, far, {"N": (40, 24), "F": (40, 40)})
    mover = model(on, "N")
    mover.path = (Spot(40, 20), Spot(40, 22), Spot(40, 24))
    suffer(on, mover, Result.PINNED, at)
    assert (mover.spot, mover.path, mover.pinned) == (at, path, True)


@pytest.mark.rule("OB-REC-03", "OB-AMB-073")
def test_who_pulls_back_before_the_fire_is_on_the_move_and_out_of_his_works() -> None:
    patrol = battalion(
        FAR,
        9,
        "Patrol",
        size=Size.COMPANY,
        weapon=Weapon.MACHINE_GUN,
        recce_companies=1,
        combat_class=CombatClass.LIGHT_VEHICLE,
        hit_row=HitRow.VEHICLE,
        dug_in_turns=4,
    )
    on = stage(force(NEAR, battalion(NEAR, 1, "N")), force(FAR, patrol), {"N": (40, 30), "Patrol": (40, 36)})
    company = model(on, "Patrol")
    brigade = next(iter(on.on.brigades[0].values()))
    assert not company.moved and company.works is Works.DUG_IN
    spot = Shooting(on, brigade)._pulled_back(company, company.spot)
    assert spot is not None and company.spot == spot and company.moved and company in on.on.stirred


@pytest.mark.parametrize(("make", "role"), [(battery, Role.GUNS_IN_RANGE), (battalion, Role.ARRIVES)])
def test_guns_in_range_and_arrivals_without_a_place_begin_on_their_own_edge(make: Any, role: Role) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), make(NEAR, 1, "Late near", role=role))
    far = force(FAR, battalion(FAR, 9, "F"), make(FAR, 9, "Late far", role=role))
    on = stage(near, far, {"N": (40, 24), "F": (40, 40)})
    assert (model(on, "Late near").spot.y, model(on, "Late far").spot.y) == (0, 72)


@pytest.mark.rule("OB-AMB-082")
@pytest.mark.parametrize(
    ("at", "reach", "shut"),
    [((2, 22), 1, True), ((2, 24), 1, False), ((0, 22), 1, False), ((0, 22), 2, True), ((2, 24), 2, True)],
)
def test_a_way_home_leads_over_the_middles_of_squares_of_four_inches(
    at: tuple[int, int], reach: int, shut: bool
) -> None:
    """On a strip one square wide: the middle of the sixth is 2 inches from its left edge and 22 from the bottom."""
    strip = Ground(3, 72)
    assert cut_off(strip, Spot(2, 40), 0, [(Spot(*at), reach)], []) is shut
    assert not cut_off(strip, Spot(2, 40), 0, [(Spot(*at), reach)], [Spot(2, 34)]), "a friend on this side is enough"
    assert not cut_off(Ground(9, 72), Spot(2, 40), 0, [(Spot(*at), reach)], []), "there is room beside it"


@pytest.mark.rule("OB-SEQ-18", "OB-READY-03")
def test_the_first_move_of_a_command_is_certain() -> None:
    target = odds.readiness(Nationality.BRITISH, DEFAULTS)
    chances = [odds.at_least_moves(target, moves) for moves in (0, 1, 2, 3)]
    assert chances == [1, 1, Fraction(1, 3), Fraction(1, 9)], "5 or 6"


def test_level_forces_without_homes_lie_to_the_south_or_west() -> None:
    """They stand beside each other at an edge that holds them fast; somebody must be in the south."""
    table = (72, 48)
    assert front_of([(30, 2)], [(40, 2)], table) is Front.SOUTH
    homes = ((36, -900), (36, 900))
    assert front_of([(30, 2)], [(40, 2)], table, homes) is Front.NORTH
    assert front_of([(2, 20)], [(2, 30)], table) is Front.WEST
    middle, contrary = (24, 20), ((0, 900), (0, -900))
    assert front_of([middle], [(24, 28)], (48, 72), contrary) is Front.SOUTH, "eight inches apart: their homes decide"
    assert front_of([middle], [(24, 29)], (48, 72), contrary) is Front.NORTH


@pytest.mark.rule("OB-AMB-062", "OB-POST-08", "OB-HIT-05")
@pytest.mark.parametrize(
    ("command", "posture", "counting", "lending"),
    [
        (1, Posture.LINE, ["Line"], ["Support"]),
        (2, Posture.LINE, ["Line"], []),
        (2, Posture.SUPPORT, ["Line", "Support"], []),
    ],
    ids=["with a line of its command", "beside another command's line", "nobody in line"],
)
def test_who_is_in_support_lends_to_the_line_of_its_own_command(
    command: int, posture: Posture, counting: list[str], lending: list[str]
) -> None:
    """All stand in range; where nobody counts, whoever sees the target may throw the one die."""
    near = force(NEAR, battalion(NEAR, 1, "Line"), battalion(NEAR, command, "Support"))
    on = stage(near, force(FAR, battalion(FAR, 9, "F")), {"Line": (40, 24), "Support": (42, 24), "F": (40, 28)})
    model(on, "Support").posture, model(on, "Line").posture = Posture.SUPPORT, posture
    fired = fire_control.direct(on.on, model(on, "F"), 0)
    assert fired is not None
    counted = count(fired.fire, DEFAULTS)
    assert [firer.stand.name for firer in counted.battalions] == counting
    assert [firer.stand.name for firer in counted.lending] == lending


@pytest.mark.rule("OB-AMB-081", "OB-FIRE-06")
def test_the_opponent_fires_at_a_point_of_the_way_and_the_mover_where_the_enemy_stands() -> None:
    near, far = force(NEAR, battalion(NEAR, 1, "N")), force(FAR, battalion(FAR, 9, "F"))
    on = stage(near, far, {"N": (40, 24), "F": (40, 31)})
    mover, enemy = model(on, "N"), model(on, "F")
    mover.path = (Spot(40, 28), Spot(40, 26), Spot(40, 24))
    passing = fire_control.direct(on.on, mover, 1)
    assert passing is not None and passing.at == Spot(40, 28)
    standing = fire_control.direct(on.on, mover, 1, among=[enemy])
    assert standing is not None and standing.at == Spot(40, 24)
    assert fire_control.direct(on.on, mover, 1, among=[]) is None
    mover.path = ()
    still = fire_control.direct(on.on, mover, 1)
    assert still is not None and still.at == Spot(40, 24)


@pytest.mark.rule("OB-MOV-06")
@pytest.mark.parametrize(("x", "aim", "end"), [(2, 30, 8), (94, 66, 88), (2, 4, 4), (94, 92, 92), (48, 60, 60)])
def test_near_either_side_edge_a_battalion_stays_within_eight_inches_of_it(x: int, aim: int, end: int) -> None:
    near, far = force(NEAR, battalion(NEAR, 1, "N")), force(FAR, battalion(FAR, 9, "F"))
    on = stage(near, far, {"N": (x, 24), "F": (40, 70)})
    mover = model(on, "N")
    mover.strip = on.on.ground.side_strip(mover.spot)
    moves = Move(on, next(iter(on.on.brigades[0].values())))
    assert moves._inside_strip(mover, Spot(aim, 24)) == Spot(end, 24)
