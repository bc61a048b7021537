"""Operation Brevity: who shells what he only suspects, who is released, who is halted, who has pulled back."""

from __future__ import annotations

import pytest

from campaign.resolve.brevity.deployment import deploy
from campaign.resolve.brevity.doctrine import Stage, View
from campaign.resolve.brevity.effects import suffer
from campaign.resolve.brevity.field import Model
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import PLAIN
from campaign.resolve.brevity.shooting import Shooting
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.doctrine import Stance
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.force import Force, Release
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.attack import Result
from campaign.rules.tabletop.brevity.fire import Works
from campaign.terms.forces import CombatClass, HitRow, Size, Weapon
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
