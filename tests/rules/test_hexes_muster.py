"""Battalions of the campaign as units of the hex table, whole fights of the campaign, and what they leave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.resolve.hexes import engagement
from campaign.resolve.hexes.field import Fall, Piece
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Arrival, Force, Unit
from campaign.rules.common.muster import StandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.strength import BACK_LOST, BACK_OF
from campaign.rules.tabletop.hexes import mapping, muster
from campaign.rules.tabletop.hexes.grid import column_of
from campaign.rules.tabletop.hexes.system import TABLETOP
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.terms.forces import Arm, Armour, Level, MarchClass, Size
from campaign.terms.forces import Piece as Gun
from campaign.terms.state import Light, Role, Sky, State
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.battle_report import Start
from tests.rules.fighting import battalion
from tests.rules.fighting import force as side_of
from tests.rules.forces import guns, infantry, tanks
from tests.rules.hexing import field_of, house, piece

FOOT = MarchClass.FOOT


@pytest.mark.rule("HEX-MAP-02", "HEX-AMB-52", "HEX-GEN-06", "HEX-UNIT-01", "HEX-UNIT-02", "HEX-UNIT-03")
@pytest.mark.parametrize(
    ("unit", "becomes"),
    [
        (infantry(arm=Arm.INFANTRY, march_class=FOOT), UnitType.FOOT),
        (infantry(arm=Arm.PARACHUTE, march_class=FOOT), UnitType.FOOT),
        (infantry(arm=Arm.ENGINEER, march_class=FOOT), UnitType.FOOT),
        (infantry(), UnitType.MOTORISED),
        (infantry(arm=Arm.ENGINEER), UnitType.MOTORISED),
        (infantry(arm=Arm.ARMOURED_INFANTRY, march_class=MarchClass.HALF_TRACK), UnitType.MECHANISED),
        (infantry(arm=Arm.CAVALRY, march_class=MarchClass.CAVALRY), UnitType.MOTORISED),
        (tanks(), UnitType.TANKS),
        (tanks(arm=Arm.HEAVY_ARMOUR), UnitType.TANKS),
        (tanks(arm=Arm.SELF_PROPELLED_ANTI_TANK), UnitType.SPG),
        (guns(arm=Arm.ANTI_TANK, piece=None), UnitType.ANTI_TANK),
        (guns(arm=Arm.ANTI_AIRCRAFT), UnitType.ANTI_TANK),
        (tanks(arm=Arm.ARMOURED_CAR), UnitType.ARMOURED_CARS),
        (tanks(arm=Arm.RECONNAISSANCE), UnitType.ARMOURED_CARS),
        (infantry(arm=Arm.RECONNAISSANCE, armour=Armour.NONE), UnitType.JEEPS),
        (guns(), UnitType.ARTILLERY),
        (guns(arm=Arm.SELF_PROPELLED_ARTILLERY), UnitType.ARTILLERY),
        (guns(arm=Arm.ROCKET), UnitType.ARTILLERY),
        (guns(arm=Arm.MORTAR, piece=Gun.MORTAR), UnitType.MORTARS),
        (infantry(headquarters_of=Level.DIVISION), UnitType.FOOT),
    ],
)
def test_what_a_battalion_becomes(unit: Unit, becomes: UnitType) -> None:
    assert muster.unit_type(unit) is becomes


@pytest.mark.rule("HEX-MAP-01", "HEX-MAP-03", "HEX-MAP-04", "HEX-MAP-05")
@pytest.mark.parametrize(
    ("changes", "noted"),
    [
        ({}, {"hits": 0, "capacity": 9}),
        ({"size": Size.WEAK}, {"hits": 0, "capacity": 5}),
        ({"state": State.SPENT}, {"hits": 5, "capacity": 9}),
        ({"state": State.SPENT, "size": Size.WEAK}, {"hits": 3, "capacity": 5}),
        ({"state": State.DESTROYED}, {}),
        ({"size": Size.LARGE}, {"hits": 0, "capacity": 18}),
    ],
)
def test_one_battalion_is_one_unit_with_its_hits(changes: dict[str, Any], noted: dict[str, int]) -> None:
    line = TABLETOP.muster(side_of(1, battalion(1, 1, "1st", **changes)), DEFAULTS).lines[0]
    assert dict(line.noted) == noted
    assert len(line.stands) == (0 if not noted else 2 if changes.get("size") is Size.LARGE else 1)


@pytest.mark.rule("HEX-OFFT-01", "HEX-UNIT-09", "HEX-AMB-50")
def test_guns_are_off_the_table_and_mortars_on_it() -> None:
    found = TABLETOP.muster(
        side_of(
            1,
            battalion(1, 1, "guns", guns, size=Size.NORMAL),
            battalion(1, 1, "mortars", guns, arm=Arm.MORTAR, piece=Gun.MORTAR),
        ),
        DEFAULTS,
    )
    assert [line.stands[0].kind for line in found.lines] == [StandKind.OFF_TABLE, StandKind.SUPPORT]
    assert [line.weight for line in found.lines] == [Fraction(0), Fraction(1)]
    assert "off the table" in found.lines[0].size


@pytest.mark.rule("HEX-MAP-11")
def test_by_companies() -> None:
    book = house(scale="company")

    def kinds(unit: Unit) -> list[str]:
        return [part.type.value for part in muster.parts(unit, book)]

    assert kinds(infantry(arm=Arm.INFANTRY, march_class=FOOT)) == ["foot infantry"] * 3 + ["mortars"]
    assert kinds(tanks(size=Size.NORMAL)) == ["tanks"] * 4
    assert kinds(tanks(size=Size.WEAK)) == ["tanks"] * 2
    assert kinds(guns(size=Size.WEAK)) == ["artillery"]
    assert {part.capacity for part in muster.parts(tanks(size=Size.WEAK), book)} == {9}
    spent = muster.parts(tanks(size=Size.NORMAL, state=State.SPENT), book)
    assert mapping.state_of_companies([part.begun for part in spent], 9, book) is State.SPENT


def test_the_muster_warns_of_what_the_umpire_should_know() -> None:
    def said(count: int) -> tuple[str, ...]:
        mustered = TABLETOP.muster(side_of(1, *(battalion(1, 1, f"{n}") for n in range(count))), DEFAULTS)
        return TABLETOP.advice(mustered, 1, (48, 48))

    assert "2 units: 4 to 8 make a game on hexes; fight it by companies" in said(2)[0]
    assert "9 units: 4 to 8 make a game on hexes; take a slice" in said(9)[0]
    assert said(4) == said(8) == ()
    right = TABLETOP.muster(side_of(1, *(battalion(1, 1, f"{n}") for n in range(5))), DEFAULTS)
    assert right.warnings == ()
    gone = TABLETOP.muster(
        side_of(1, *(battalion(1, 1, f"{n}") for n in range(5)), battalion(1, 1, "6th", state=State.DESTROYED)),
        DEFAULTS,
    )
    assert gone.warnings == ("6th is destroyed and cannot fight",)
    assert len(gone.lines) == 6, "every unit has its line"
    assert [model.count for model in right.models()] == [5]


# Resolved ------------------------------------------------------------------------------------------------------------
def fight(
    near: Force,
    far: Force,
    *,
    seed: str = "1",
    attacker: int | None = 1,
    book: Rulebook = DEFAULTS,
    sky: TurnSky | None = None,
) -> Resolution:
    now = Moment(1, 2)
    made = resolver("hexes")(Fight((near, far), attacker, now, (sky or TurnSky(now),)), Tape(Seeded(seed), now), book)
    assert isinstance(made, Resolution)
    return made


def brigade(number: int, count: int = 5, **changes: Any) -> Force:
    units = [
        battalion(number, 1, f"{number}-{n}", tanks if n == 2 else infantry, size=Size.NORMAL, **changes)
        for n in range(count)
    ]
    return side_of(number, *units, battalion(number, 1, f"{number}-guns", guns, size=Size.NORMAL))


@pytest.mark.rule("HEX-MAP-06", "HEX-MAP-09")
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
@pytest.mark.parametrize("scale", ["battalion", "company"])
def test_a_fight_of_the_campaign_is_told_and_never_improves_a_state(seed: str, scale: str) -> None:
    near, far = brigade(1), brigade(2, 4, state=State.SPENT)
    told = fight(near, far, seed=seed, book=house(scale=scale))
    assert [end.unit for end in told.ends] == [unit.id for unit in (*near.units, *far.units)]
    assert all(end.after.severity >= end.before.severity for end in told.ends)
    assert all(end.after is end.before for end in told.ends if end.unit in (near.units[-1].id, far.units[-1].id)), (
        "guns off the table"
    )
    assert told.holder in (1, 2, None)
    assert told.turns == 1
    assert any(line.startswith("Turn 1") for line in told.report)
    starts = [event for event in told.events if isinstance(event, Start)]
    assert {start.side for start in starts} == {0, 1} and all(
        start.at or "off the map" in start.how for start in starts
    )
    assert "turn" in told.length
    assert fight(near, far, seed=seed, book=house(scale=scale)) == told, "the same dice, the same fight"


def test_frequency_an_attack_at_three_to_one_mostly_takes_the_field() -> None:
    won = sum(fight(brigade(1, 8), brigade(2, 2), seed=str(seed)).holder == 1 for seed in range(20))
    assert won >= 15


@pytest.mark.rule("HEX-AMB-53")
def test_night_shortens_sight_only_where_the_house_says_so() -> None:
    now = Moment(1, 1)
    night, bad, day = TurnSky(now, True, Light.DARKNESS), TurnSky(now, sky=Sky.BAD), TurnSky(now)
    assert [mapping.sight(one, DEFAULTS) for one in (night, bad, day)] == [2, 2, 2]
    assert [mapping.sight(one, house(night_sight=1)) for one in (night, bad, day)] == [1, 1, 2]


def test_who_comes_in_a_later_turn_takes_no_part() -> None:
    late = battalion(1, 1, "late", role=Role.ARRIVES, arrival=Arrival(Moment(1, 3), "C"))
    near = brigade(1)
    told = fight(replace(near, units=(*near.units, late)), brigade(2))
    assert told.report[1] == "late does not come up before this battle is over."
    assert told.ends[len(near.units)].after is State.FRESH


def test_guns_alone_hold_no_ground() -> None:
    told = fight(side_of(1, battalion(1, 1, "guns", guns)), brigade(2))
    assert told.holder == 2
    assert all(end.after is end.before for end in told.ends)
    assert any("brings no unit to the table" in line for line in told.report)


@pytest.mark.rule("HEX-MAP-08")
def test_surrounded_means_captured_and_eliminated_is_else_destroyed() -> None:
    unit = infantry("1st")
    for caught, state in ((False, State.DESTROYED), (True, State.CAPTURED)):
        lost = Piece("1st", "1st", 0, UnitType.FOOT, unit.id, hits=9, fall=Fall(3, caught))
        end = engagement.end_of(unit, [lost], DEFAULTS)
        assert end.after is state
    ring = [piece(f"e{n}", 1, where=where) for n, where in enumerate(("A1", "C2"))]
    corner = piece("us", 0, where="B2")
    on = field_of(corner, *ring)
    assert not on.surrounded(corner), "the hexes behind it are next to an enemy or free"
    on = field_of(corner, *(piece(f"x{n}", 1, where=where) for n, where in enumerate(("B1", "A3", "C3"))))
    assert on.surrounded(piece("us", 0, where="B2")), "every hex round it is an enemy's or next to one"
    hidden = field_of(
        corner, *(piece(f"x{n}", 1, where=where, hidden=True) for n, where in enumerate(("B1", "A3", "C3")))
    )
    assert hidden.surrounded(corner), "those it has not seen shut it in too"


@pytest.mark.rule("HEX-MAP-01")
def test_the_fronts_begin_four_hexes_apart_and_fill_from_the_middle() -> None:
    now = Moment(1, 2)
    on, _, _ = engagement.deploy(Fight((brigade(1), brigade(2)), 1, now, (TurnSky(now),)), DEFAULTS)
    where = [[one.where for one in pieces if one.where is not None] for pieces in on.pieces]
    rows = [[at.r for at in side] for side in where]
    assert min(rows[0]) - max(rows[1]) == 4, "just out of sight, which is two hexes"
    middle = on.ground.columns // 2
    for side in where:
        front = [abs(column_of(at) - middle) for at in side if at.r == side[0].r]
        assert front[0] == 0 and front == sorted(front)
        assert all(0 <= at.r < on.ground.rows and 0 <= column_of(at) < on.ground.columns for at in side)
        assert len(set(side)) == len(side)


@pytest.mark.rule("HEX-MAP-09")
def test_guns_off_the_table_come_back_as_they_went() -> None:
    unit = guns("25-pdr", state=State.SPENT)
    off = engagement.pieces_of(side_of(1, replace(unit, command=1)), 0, DEFAULTS)
    assert [one.off_table for one in off] == [True]
    assert engagement.end_of(unit, off, DEFAULTS).after is State.SPENT


def test_headquarters_fight_only_if_there_is_nobody_else() -> None:
    staff = battalion(1, 1, "HQ", headquarters_of=Level.DIVISION)
    assert [one.name for one in engagement.pieces_of(side_of(1, staff, battalion(1, 1, "1st")), 0, DEFAULTS)] == ["1st"]
    alone = engagement.pieces_of(side_of(1, staff), 0, DEFAULTS)
    assert [(one.type, one.capacity) for one in alone] == [(UnitType.FOOT, 5)]


# Another battle of the same day --------------------------------------------------------------------------------------
@pytest.mark.rule("HEX-MAP-07")
def test_hits_on_a_fresh_battalion_vanish_or_are_carried_into_another_battle_of_the_day() -> None:
    hurt = replace(infantry(), carried=(("hits", 3),))
    assert [part.begun for part in muster.parts(hurt, DEFAULTS)] == [0]
    assert [part.begun for part in muster.parts(hurt, house(carry_hits=True))] == [3]
    large = replace(hurt, size=Size.LARGE)
    assert [part.begun for part in muster.parts(large, house(carry_hits=True))] == [2, 1]


@pytest.mark.rule("HEX-MAP-10")
def test_lost_trucks_are_back_or_stay_lost_for_the_day() -> None:
    walked = replace(infantry(), carried=(("hits", 2), ("trucks_lost", 1)))
    assert [part.type for part in muster.parts(walked, DEFAULTS)] == [UnitType.MOTORISED]
    assert [part.type for part in muster.parts(walked, house(trucks_lost=True))] == [UnitType.FOOT]


@pytest.mark.rule("HEX-MAP-07", "HEX-MAP-10")
def test_a_resolved_fight_tells_what_is_left_for_the_day() -> None:
    unit = infantry()
    walked = piece("A", 0, UnitType.MOTORISED, "A1", unit=unit.id, hits=3, hurt=True)
    assert dict(engagement.end_of(unit, [walked], DEFAULTS).aftermath) == {
        "hits": 3,
        "trucks_lost": 1,
        BACK_LOST: 3,
        BACK_OF: 9,
    }
