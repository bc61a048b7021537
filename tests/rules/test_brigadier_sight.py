"""Who sees whom in Brigadier General Commands."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.sight import (
    Looks,
    NightSight,
    Seen,
    Slope,
    blocked_by,
    hidden,
    hill_hides,
    may_hide,
    seen_within,
    sees_out,
    spotting_range,
    stays_fired,
)
from campaign.rules.tabletop.brigadier.tables import Feature, Position
from campaign.values import fields

TANK, FOOT, GUN, LORRY = Seen(Looks.VEHICLE), Seen(Looks.FOOT), Seen(Looks.UNLIMBERED), Seen(Looks.LIMBERED)


@pytest.mark.rule("BGC-VIS-04", "BGC-VIS-05", "BGC-VIS-06", "BGC-VIS-07", "BGC-WC-36", "BGC-TAB-12")
def test_distances() -> None:
    assert [spotting_range(one) for one in (TANK, FOOT, GUN)] == [20, 10, 10]
    fired = Seen(Looks.FOOT, fired=True)
    assert spotting_range(fired) == 20 and spotting_range(Seen(Looks.UNLIMBERED, fired=True)) == 20
    assert [spotting_range(FOOT, levels_down=levels) for levels in (0, 1, 2, -3)] == [10, 15, 20, 10]
    assert spotting_range(fired, levels_down=2) == 30 and spotting_range(TANK, levels_down=1) == 25


@pytest.mark.rule("BGC-VIS-08", "BGC-VIS-09", "BGC-VIS-10", "BGC-VIS-11", "BGC-CA-02", "BGC-AMB-29")
def test_inside_woods_and_towns() -> None:
    for levels in (0, 3):
        assert spotting_range(TANK, both_in_wood=True, levels_down=levels) == 2
        assert spotting_range(TANK, in_town=True, levels_down=levels) == 0


@pytest.mark.rule("BGC-AMB-30")
def test_limbered_guns_are_seen_as_vehicles() -> None:
    assert spotting_range(LORRY) == 20


@pytest.mark.rule("BGC-VIS-01", "BGC-VIS-02", "BGC-VIS-03")
def test_who_is_near_enough_on_a_clear_line_is_seen_and_nothing_else_is_asked() -> None:
    assert seen_within(FOOT) == F(39, 4) and seen_within(TANK) == F(79, 4)
    assert {each.name for each in fields(Seen)} == {"looks", "fired", "place", "position", "dug_in"}, (
        "moving is not asked"
    )


@pytest.mark.rule("BGC-VIS-13", "BGC-NIGHT-01", "BGC-M-26")
def test_the_night_is_the_house_files() -> None:
    gap = spotting_range(FOOT, night=None)
    assert isinstance(gap, NotCovered) and (gap.rule, gap.section) == ("BGC-M-26", "12")
    dark = NightSight(8, 2, 9)
    assert [spotting_range(one, night=dark, levels_down=2) for one in (TANK, FOOT, Seen(Looks.FOOT, fired=True))] == [
        8,
        2,
        9,
    ]


@pytest.mark.rule("BGC-VIS-14", "BGC-VIS-15", "BGC-VIS-16", "BGC-MEAS-05", "BGC-MEAS-06", "BGC-WC-38")
def test_hiding() -> None:
    dug = Seen(Looks.FOOT, place=Feature.WOOD, position=Position.EDGE, dug_in=True)
    assert hidden(dug) and seen_within(dug) == 0
    fired = Seen(Looks.FOOT, fired=True, place=Feature.WOOD, position=Position.EDGE, dug_in=True)
    assert seen_within(fired) == F(81, 4)
    for place in (Feature.WOOD, Feature.TOWN, Feature.HEDGE):
        assert hidden(Seen(Looks.FOOT, place=place, position=Position.EDGE))
        assert hidden(Seen(Looks.FOOT, fired=True, place=place, position=Position.INSIDE))
        assert not hidden(Seen(Looks.FOOT, place=place, position=Position.OUTSIDE))
    assert hidden(Seen(Looks.FOOT, place=Feature.RIVER_BANK)) and not hidden(
        Seen(Looks.FOOT, place=Feature.FORTIFICATION)
    )
    assert sees_out(Position.EDGE) and not sees_out(Position.INSIDE)


@pytest.mark.rule("BGC-AMB-35")
def test_vehicles_hide_too() -> None:
    tank = Seen(Looks.VEHICLE, place=Feature.WOOD, position=Position.EDGE)
    assert may_hide(tank)


@pytest.mark.rule("BGC-AMB-34", "BGC-MEAS-08")
def test_hidden_troops_are_found_in_contact() -> None:
    wood = Seen(Looks.FOOT, place=Feature.WOOD, position=Position.INSIDE)
    assert seen_within(wood) == 0 and seen_within(wood, both_in_wood=True) == 2
    town = Seen(Looks.FOOT, fired=True, place=Feature.TOWN, position=Position.INSIDE)
    assert seen_within(town, in_town=True) == 0


@pytest.mark.rule("BGC-MEAS-01", "BGC-MEAS-03", "BGC-MEAS-10", "BGC-MEAS-11")
def test_marginal_distances() -> None:
    """Within a quarter inch of the limit only who has fired is in sight."""
    fired = Seen(Looks.FOOT, fired=True)
    assert seen_within(FOOT) == 10 - F(1, 4) and seen_within(fired) == 20 + F(1, 4)


@pytest.mark.rule("BGC-LOS-01", "BGC-LOS-02", "BGC-AMB-32")
def test_edges_block_and_one_looks_over_what_is_near() -> None:
    for edge in (Feature.WOOD, Feature.HEDGE, Feature.TOWN):
        assert blocked_by(edge, 3, 10) and not blocked_by(edge, 3, 10, hides=True)
        assert not blocked_by(edge, F(19, 4), 10, viewer_level=1)
        assert blocked_by(edge, 5, 10, viewer_level=1) and blocked_by(edge, 8, 10, viewer_level=1)
        assert blocked_by(edge, 2, 10, viewer_level=1, target_level=1)
    assert not blocked_by(Feature.RIVER_BANK, 3, 10)


@pytest.mark.rule("BGC-LOS-03", "BGC-LOS-04", "BGC-LOS-05", "BGC-LOS-06", "BGC-LOS-07", "BGC-LOS-08", "BGC-AMB-33")
def test_hills() -> None:
    assert not hill_hides(Slope.TOP, Slope.FOOT) and not hill_hides(Slope.TOP, Slope.BEYOND)
    assert hill_hides(Slope.TOP, Slope.SLOPE) and not hill_hides(Slope.TOP_EDGE, Slope.SLOPE)
    assert hill_hides(Slope.SLOPE, Slope.TOP) and not hill_hides(Slope.SLOPE, Slope.TOP_EDGE)
    assert hill_hides(Slope.SLOPE, Slope.BEYOND) and hill_hides(Slope.FOOT, Slope.BEYOND)


@pytest.mark.rule("BGC-AMB-31")
def test_how_long_somebody_has_fired() -> None:
    turn, battle = (DEFAULTS.with_setting("brigadier.fired_status", word) for word in ("turn", "battle"))
    away = {"out_of_sight": True, "moved_or_silent": True, "turn_over": True}
    assert not stays_fired(DEFAULTS, **away) and not stays_fired(turn, **away) and stays_fired(battle, **away)
    assert stays_fired(DEFAULTS, out_of_sight=True, moved_or_silent=False, turn_over=True)
    assert stays_fired(turn, out_of_sight=True, moved_or_silent=True, turn_over=False)
