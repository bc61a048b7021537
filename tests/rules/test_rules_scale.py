"""The scale of the table, the sizes of games, and what the size of a force means at the table (OB-SCL, OB-ORG,
OB-TIME-05)."""

from __future__ import annotations

import pytest

from campaign.resolve.brevity.ground import Ground, Spot
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import scale, sheet_values
from campaign.rules.tabletop.brevity.tables import (
    CLOSE_RANGE,
    COMBAT_READY,
    FORTIFIED_CLOSE_RANGE_PRINTED,
    LOCATION_LEVEL,
    MARCH,
    METRES_AN_INCH,
)
from campaign.terms.forces import Nationality
from campaign.terms.ground import Surface
from campaign.terms.state import Light, Support
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.values import replace
from tests.rules import forces
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, battery, fight, force, told

ENEMY = force(FAR, battalion(FAR, 9, "enemy"))


@pytest.mark.rule("OB-SCL-01", "OB-SCL-02")
def test_inches_on_the_table_and_kilometres_on_the_ground() -> None:
    assert scale.ground_km(8) == 1
    assert METRES_AN_INCH == 125
    every = [inches for rates in MARCH.values() for inches in rates.values()] + [
        rates.open for rates in COMBAT_READY.values()
    ]
    assert all(isinstance(inches, int) for inches in every)
    assert MARCH["truck"][Surface.ROAD] * METRES_AN_INCH == 22_250  # metres


@pytest.mark.rule("OB-SCL-03", "OB-AMB-071")
def test_ten_centimetres_became_four_inches() -> None:
    """The printed 10 inches of fortified troops are the 10 cm of the metric edition."""
    inches_of = {
        10: CLOSE_RANGE,
        20: LOCATION_LEVEL,
        FORTIFIED_CLOSE_RANGE_PRINTED: DEFAULTS.integer("cas.fort_close_range"),
    }
    assert all(inches == centimetres * 4 / 10 for centimetres, inches in inches_of.items())


@pytest.mark.rule("OB-SCL-04", "OB-SCL-05", "OB-WC-001")
def test_tables_for_a_division_and_for_a_corps() -> None:
    division, corps = scale.table_for(20), scale.table_for(21)
    assert (division.narrow_in, division.long_in, division.kilometres) == ((24, 40), (72, 96), "3-5 x 9-12 km")
    assert (corps.narrow_in, corps.long_in, corps.kilometres) == ((32, 48), (96, 120), "4-6 x 12-15 km")
    assert division.fits(96, 40) and division.fits(24, 72) and not division.fits(48, 96)
    assert corps.fits(48, 120) and not corps.fits(24, 72)
    assert scale.advice(17, 4, 96, 40) == ()
    (line,) = scale.advice(17, 4, 120, 48)
    assert "24-40 x 72-96 in." in line and "OB-SCL-04" in line
    assert any("32-48 x 96-120 in." in line for line in scale.advice(60, 4, 72, 30))


@pytest.mark.rule("OB-ORG-11", "OB-TIME-05")
def test_sizes_of_games_and_how_long_they_take() -> None:
    assert [(one.called, one.models) for one in scale.FORCES] == [
        ("a command to learn with", (3, 6)),
        ("a division", (15, 20)),
        ("a corps", (40, 100)),
    ]
    assert [scale.minutes(turns) for turns in (1, 4)] == [15, 60]
    (line,) = scale.advice(35, 4, 96, 40)
    assert "35 models" in line and "4 turns take 60 minutes" in line and "OB-ORG-11" in line
    assert "1 turn takes 15 minutes" in scale.advice(35, 1, 96, 40)[0]
    assert scale.advice(20, 4, 96, 40) == ()


@pytest.mark.rule("OB-TIME-01")
def test_four_turns_of_six_hours_are_a_day() -> None:
    assert TURNS_A_DAY == 4
    assert Moment(1, 4).plus(1) == Moment(2, 1)
    assert 24 // TURNS_A_DAY == 6


@pytest.mark.rule("OB-ORG-03")
def test_a_battery_line_says_whom_its_observer_is_with() -> None:
    battery_with = forces.guns(support=Support.DIRECT_SUPPORT, supports=forces.GUARDS)
    shown = sheet_values.sheet(
        forces.force(forces.infantry(), battery_with), (Nationality.GERMAN,), DEFAULTS, night=False, light=Light.DAY
    )
    lines = {line.unit.key: line.note for strip in shown.commands for line in strip.lines}
    assert lines["25-pdr troops"].endswith("supports 22 Gds")
    alone = forces.force(forces.infantry(), forces.guns())
    notes = [
        line.note
        for strip in sheet_values.sheet(alone, (Nationality.GERMAN,), DEFAULTS, night=False, light=Light.DAY).commands
        for line in strip.lines
    ]
    assert not any("supports" in note for note in notes)


@pytest.mark.rule("OB-ORG-15")
def test_a_command_moves_together_however_far_it_is_spread() -> None:
    near = force(NEAR, battalion(NEAR, 1, "left"), battalion(NEAR, 1, "right"))
    does = Told({1: [{"left": Spot(2, 20), "right": Spot(94, 20)}]})
    result = fight(near, ENEMY, {"left": (2, 0), "right": (94, 0), "enemy": (48, 72)}, near_does=does)
    assert {one.name: (one.at.x, one.at.y) for one in result.units if one.side == 0} == {
        "left": (2, 20),
        "right": (94, 20),
    }
    assert len(told(result.report, "Move", "Brigade 1")) == 1


@pytest.mark.rule("OB-ORG-16", "OB-ART-03")
def test_guns_shared_out_or_held_centrally_fire_for_the_command_they_support() -> None:
    spots = {"inf": (20, 4), "idle": (60, 4), "guns": (40, 2), "enemy": (48, 50)}

    def fires_in(command: int, supports: int) -> list[str]:
        guns = battery(NEAR, command, "guns", supports=supports)
        near = force(
            NEAR,
            battalion(NEAR, 1, "inf"),
            battalion(NEAR, 2, "idle"),
            guns,
            commands={1: "Brigade 1", 2: "Brigade 2", 7: "Army artillery"},
        )
        near = replace(
            near, commands=tuple(one for one in near.commands if one.id in {unit.command for unit in near.units})
        )
        lines = list(
            fight(
                near,
                ENEMY,
                spots,
                near_does=Told({1: [{}], 2: [{}], 7: [{}]}),
                dice=Faces(otherwise=1),
                ground=Ground(96, 72),
            ).report
        )
        moves, current = [], ""
        for line in lines:
            if line.startswith("Move "):
                current = line.split(": ", 1)[1].partition(" (")[0]
            elif "Artillery: guns" in line:
                moves.append(current)
        return moves

    assert fires_in(1, 1) == ["Brigade 1"]  # shared out to the brigade
    assert fires_in(7, 1) == ["Brigade 1", "Army artillery"]  # central, its observer with the brigade
    assert fires_in(7, 2) == ["Brigade 2", "Army artillery"]
