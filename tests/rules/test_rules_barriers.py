"""Obstacles on the table of a resolved fight, and fire at points where nobody is seen (OB-OBS, OB-ART-07, -08)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from campaign.resolve.brevity.barriers import Barrier, Crosser, Standing, meet, way
from campaign.resolve.brevity.doctrine import View
from campaign.resolve.brevity.field import Model
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import PLAIN
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.terms.forces import Engineers, Weapon
from campaign.terms.state import Posture, State
from tests.rules.fighting import FAR, NEAR, Faces, Fought, Told, battalion, battery, fight, force, told

WIRE = Barrier("wire", 0, 20, 96, 21)
ENEMY = force(FAR, battalion(FAR, 9, "enemy"))
ENEMY_AT = {"enemy": (48, 70)}


def crossing(
    *moves: dict[str, Any],
    units: Sequence[Any],
    at: dict[str, tuple[int, int]],
    book: Rulebook = DEFAULTS,
    keeps: int = 0,
    **given: Any,
) -> Fought:
    """One command's moves, its officer kept after the first so many of them."""
    given = {"barriers": (WIRE,), **given}
    dice = Faces({"readiness": [6] * keeps})
    return fight(
        force(NEAR, *units), ENEMY, {**at, **ENEMY_AT}, near_does=Told({1: list(moves)}), dice=dice, book=book, **given
    )


def place(result: Fought, name: str) -> tuple[int, int]:
    end = next(one for one in result.units if one.name == name)
    return end.at.x, end.at.y


@pytest.mark.rule("OB-OBS-01", "OB-OBS-02", "OB-AMB-087", "OB-AMB-123")
def test_who_meets_an_obstacle_halts_is_pinned_and_costs_the_officer() -> None:
    result = crossing(
        {"inf": Spot(48, 30)}, {"inf": Spot(48, 30)}, units=[battalion(NEAR, 1, "inf")], at={"inf": (48, 10)}, keeps=9
    )
    assert place(result, "inf") == (48, 19)
    assert told(result.report, "inf is pinned at wire")
    assert told(result.report, "no roll for readiness") and not told(result.report, "Readiness", "British")
    assert len(told(result.report, "Move ", "Brigade 1")) == 1


@pytest.mark.rule("OB-OBS-01", "OB-OBS-03", "OB-AMB-123")
@pytest.mark.parametrize(
    ("engineers", "pinned"), [(Engineers.NONE, True), (Engineers.SUPPORT, True), (Engineers.SPECIALIST, False)]
)
def test_the_pin_of_an_obstacle_takes_the_fire_of_that_move(engineers: Engineers, pinned: bool) -> None:
    near = force(NEAR, battalion(NEAR, 1, "inf", engineers=engineers))
    does = Told({1: [{"inf": Spot(48, 30)}]})
    result = fight(
        near,
        ENEMY,
        {"inf": (48, 10), "enemy": (48, 26)},
        near_does=does,
        barriers=(WIRE,),
        dice=Faces({"first move": [6, 1]}),
    )
    assert ("inf (pinned) on enemy (one die: no firer counts)" in told(result.report, "  Fire: inf")[0]) is pinned


@pytest.mark.rule("OB-OBS-03")
def test_specialist_engineers_only_halt() -> None:
    sappers = battalion(NEAR, 1, "sappers", engineers=Engineers.SPECIALIST, weapon=Weapon.ENGINEERS)
    result = crossing({"sappers": Spot(48, 30)}, units=[sappers], at={"sappers": (48, 10)})
    assert place(result, "sappers") == (48, 19)
    assert told(result.report, "sappers halts") and not told(result.report, "pinned at")
    assert not told(result.report, "no roll for readiness")


@pytest.mark.rule("OB-OBS-04")
def test_without_engineers_nobody_crosses_the_turn_after_either() -> None:
    go = {"inf": Spot(48, 30)}
    result = crossing(go, go, {"inf": Spot(60, 19)}, units=[battalion(NEAR, 1, "inf")], at={"inf": (48, 10)}, turns=3)
    assert told(result.report, "may not cross without engineering support")
    assert place(result, "inf") == (60, 19)  # it moves as normal, but not across
    assert len(told(result.report, "pinned at")) == 1


@pytest.mark.rule("OB-OBS-05", "OB-AMB-120")
def test_engineering_support_gaps_it_and_goes_on_next_turn() -> None:
    units = [battalion(NEAR, 1, "inf", engineers=Engineers.SUPPORT)]
    go = {"inf": Spot(48, 30)}
    assert place(crossing(go, go, units=units, at={"inf": (48, 10)}, turns=2), "inf") == (48, 30)
    sappers = [battalion(NEAR, 1, "sappers", engineers=Engineers.SPECIALIST)]
    again = {"sappers": Spot(48, 30)}
    same_turn = crossing(again, again, units=sappers, at={"sappers": (48, 10)}, keeps=1)
    assert place(same_turn, "sappers") == (48, 19)


@pytest.mark.rule("OB-OBS-06", "OB-WC-093", "OB-AMB-124")
def test_three_battalions_need_three_moves_through_a_gap() -> None:
    names = ("one", "two", "three")
    units = [
        battalion(NEAR, 1, "sappers", engineers=Engineers.SPECIALIST),
        *(battalion(NEAR, 1, name) for name in names),
    ]
    at = {"sappers": (48, 10), "one": (20, 10), "two": (24, 10), "three": (28, 10)}
    column = {name: (Spot(x, 28), Posture.MARCH) for name, x in zip(names, (20, 24, 28), strict=True)}
    result = crossing({"sappers": Spot(48, 30)}, column, column, column, units=units, at=at, turns=2, keeps=0)
    across = [name for name in names if place(result, name)[1] > 21]
    assert across == ["one"]
    assert len(told(result.report, "another battalion has passed the gap in this move")) == 2

    dice = Faces({"readiness": [1, 1, 6, 6, 6]})
    result = fight(
        force(NEAR, *units),
        ENEMY,
        {**at, **ENEMY_AT},
        near_does=Told({1: [{"sappers": Spot(48, 30)}, column, column, column]}),
        dice=dice,
        barriers=(WIRE,),
        turns=2,
    )
    assert all(place(result, name)[1] > 21 for name in names)


@pytest.mark.rule("OB-OBS-06")
def test_a_gap_is_passed_in_march_column_only() -> None:
    standing = Standing(WIRE, gap_from=(1, 0))
    line = Crosser("a", Engineers.NONE, Posture.LINE, 1, 1)
    assert "march column" in way([standing], line, Spot(5, 10), Spot(5, 30)).why
    march = Crosser("a", Engineers.NONE, Posture.MARCH, 1, 1)
    assert way([standing], march, Spot(5, 10), Spot(5, 30)).end == Spot(5, 30)


@pytest.mark.rule("OB-OBS-07", "OB-AMB-125")
def test_over_a_river_the_men_stay_on_the_bank() -> None:
    river = Barrier("the river", 0, 20, 96, 22, river=True)
    units = [battalion(NEAR, 1, "inf", engineers=Engineers.SUPPORT)]
    go = {"inf": Spot(48, 40)}
    result = crossing(go, go, go, units=units, at={"inf": (48, 10)}, turns=3, barriers=(river,))
    assert place(result, "inf") == (48, 23)  # the first inch of the other bank
    assert told(result.report, "still on the other bank")


@pytest.mark.rule("OB-OPT-01")
def test_without_engineering_there_are_no_obstacles() -> None:
    book = DEFAULTS.with_setting("use.engineering", "off")
    result = crossing({"inf": Spot(48, 30)}, units=[battalion(NEAR, 1, "inf")], at={"inf": (48, 10)}, book=book)
    assert place(result, "inf") == (48, 30)


def test_a_ditch_is_met_once_and_gapped_for_the_next_turn() -> None:
    standing = Standing(Barrier("ditch", 0, 20, 96, 20))
    crosser = Crosser("a", Engineers.SUPPORT, Posture.LINE, 1, 1)
    found = way([standing], crosser, Spot(5, 10), Spot(5, 30))
    assert (found.end, found.halted) == (Spot(5, 19), standing)
    meet(standing, crosser)
    assert standing.gap_from == (2, 0)


# Points --------------------------------------------------------------------------------------------------------------
WOOD = Patch(40, 50, 56, 60)


@dataclass
class Shells(Told):
    """Fires at the wood."""

    def suspect(self, view: View, batteries: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        return tuple((one, Spot(48, 55)) for one in batteries)


def shelled(
    dice: Faces,
    *,
    book: Rulebook = DEFAULTS,
    enemy_at: tuple[int, int] = (48, 55),
    later: dict[str, Any] | None = None,
    **changes: Any,
) -> Fought:
    """A battery shells a point; then the enemy who is hidden there, or comes there, shows himself in his own move."""
    enemy = force(FAR, battalion(FAR, 9, "enemy", **{"hidden": True, **changes}))
    near = force(NEAR, battery(NEAR, 1, "guns"))
    return fight(
        near,
        enemy,
        {"guns": (48, 2), "enemy": enemy_at},
        near_does=Shells({1: [{}]}),
        dice=dice,
        book=book,
        far_does=Told({9: [later or {"enemy": None}]}),
        ground=Ground(96, 72, (WOOD,)),
    )


@pytest.mark.rule("OB-ART-07", "OB-ART-08", "OB-HID-03", "OB-CAS-10", "OB-AMB-042")
def test_fire_at_a_suspected_point_is_noted_and_worked_out_when_he_shows() -> None:
    result = shelled(Faces({"to hit": [6, 5, 6], "casualties": [4, 1]}))
    assert told(result.report, "Noted, fire at a suspected point", "48 in. along and 55 in. deep: 3 dice of field gun")
    line = told(result.report, "Fire on the point noted before", "enemy")[0]
    assert "to hit 6" in line and line.endswith("; spent.")
    end = next(one for one in result.units if one.name == "enemy")
    assert end.after is State.SPENT
    pinned_only = shelled(Faces({"to hit": [6, 1, 1], "casualties": [1]}))
    assert told(pinned_only.report, "Fire on the point noted before", "no effect")
    twice = shelled(Faces({"to hit": [6, 6, 6], "casualties": [4, 4, 4]}))
    assert next(one for one in twice.units if one.name == "enemy").after.value in ("destroyed", "captured")


@pytest.mark.rule("OB-AMB-042")
def test_who_comes_to_the_point_later_suffers_nothing() -> None:
    faces = {"to hit": [6, 6, 6], "casualties": [4, 4, 4]}
    arrives = {"enemy_at": (48, 65), "later": {"enemy": Spot(48, 55)}}
    assert not told(shelled(Faces(dict(faces)), **arrives).report, "noted before")
    assert not told(shelled(Faces(), enemy_at=(48, 58)).report, "noted before")


def test_the_plain_doctrine_shells_terrain_before_it_once() -> None:
    near = force(NEAR, battery(NEAR, 1, "guns"))
    enemy = force(FAR, battalion(FAR, 9, "enemy", hidden=True))
    result = fight(
        near, enemy, {"guns": (48, 2), "enemy": (48, 55)}, near_does=PLAIN, ground=Ground(96, 72, (WOOD,)), turns=2
    )
    assert len(told(result.report, "Noted, fire at a suspected point")) == 1
