"""Boats, landing craft, amphibious transport and swimming tanks (OB-AMPH)."""

from __future__ import annotations

import pytest

from campaign.errors import BadInput
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import amphibious, engineering
from campaign.rules.day.amphibious import Means, Preparation
from campaign.rules.tabletop.brevity.tables import Span
from campaign.terms.forces import AntiTank, Armour, Engineers
from campaign.terms.ground import LoadClass
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.fighting import NEAR, force
from tests.rules.forces import tanks

SAPPERS = Engineers.SPECIALIST


@pytest.mark.rule("OB-AMPH-01", "OB-AMPH-02", "OB-AMPH-03")
@pytest.mark.parametrize(
    ("load", "infantry", "battalions", "count", "span"),
    [
        (LoadClass.FOOT_WHEELED, True, 2, 1, Span.MOVE),
        (LoadClass.FOOT_WHEELED, False, 1, 2, Span.MOVE),
        (LoadClass.MEDIUM_TANK, False, 1, 3, Span.MOVE),
    ],
)
def test_engineers_ready_boats(load: LoadClass, infantry: bool, battalions: int, count: int, span: Span) -> None:
    job = amphibious.boats(load, infantry=infantry, engineers=SAPPERS, book=DEFAULTS)
    assert (job.battalions, job.count, job.span) == (battalions, count, span)


@pytest.mark.rule("OB-AMPH-02", "OB-AMB-120")
def test_the_two_for_wheels_are_moves() -> None:
    wheels = amphibious.boats(LoadClass.FOOT_WHEELED, infantry=False, engineers=SAPPERS, book=DEFAULTS)
    assert wheels.span is Span.MOVE


@pytest.mark.rule("OB-AMPH-01", "OB-AMPH-03", "OB-AMB-118")
def test_no_boats_for_heavy_tanks_nor_by_others_than_engineers() -> None:
    with pytest.raises(BadInput, match="can carry medium tanks, but not heavy tanks"):
        amphibious.boats(LoadClass.HEAVY_TANK, infantry=False, engineers=SAPPERS, book=DEFAULTS)
    with pytest.raises(BadInput, match="Only an engineer battalion can"):
        amphibious.boats(LoadClass.FOOT_WHEELED, infantry=True, engineers=Engineers.SUPPORT, book=DEFAULTS)
    assert engineering.load_of(Armour.LIGHT) is LoadClass.FOOT_WHEELED


@pytest.mark.rule("OB-AMPH-04", "OB-AMPH-05")
def test_a_battalion_is_ferried_in_a_move_and_stays_at_the_river_until_there_is_a_bridge() -> None:
    assert amphibious.crossing_moves(Means.BOATS) == 1
    assert not amphibious.may_go_on(Means.BOATS, bridged=False)
    assert amphibious.may_go_on(Means.BOATS, bridged=True)
    assert amphibious.may_go_on(Means.AMPHIBIOUS, bridged=False)


@pytest.mark.rule("OB-AMPH-07", "OB-AMPH-08")
def test_swimming_tanks_need_two_turns_and_a_move_amphibious_transport_nothing() -> None:
    assert amphibious.preparation(Means.DD) == Preparation(2, Span.TURN)
    assert amphibious.crossing_moves(Means.DD) == 1
    assert amphibious.preparation(Means.AMPHIBIOUS).count == amphibious.preparation(Means.CRAFT).count == 0
    # OB-WC-101: making ready in turns 1 and 2, across from turn 3
    assert amphibious.earliest(Means.DD, Moment(1, 1)) == Moment(1, 3)
    assert amphibious.earliest(Means.AMPHIBIOUS, Moment(1, 1)) == Moment(1, 1)


@pytest.mark.rule("OB-AMPH-09")
def test_swimmers_do_not_fight_before_and_swim_once() -> None:
    assert "OB-AMPH-09" in amphibious.before_the_crossing(Means.DD)
    assert amphibious.before_the_crossing(Means.CRAFT) == ""
    assert "works only once" in amphibious.barred(Means.DD, used=True)
    assert amphibious.barred(Means.DD, used=False) == ""


@pytest.mark.rule("OB-AMPH-10", "OB-AMB-130")
def test_swimmers_are_a_class_worse_until_their_regiment_is_over() -> None:
    whole = tanks(
        "DD", armour=Armour.MEDIUM, anti_tank_best=AntiTank.MEDIUM, anti_tank_all=AntiTank.LIGHT, ashore_alone=True
    )

    def landed(unit: Unit, book: Rulebook = DEFAULTS) -> Unit:
        return amphibious.as_landed(force(NEAR, unit)).units[0]

    less = landed(whole)
    assert (less.armour, less.anti_tank_best, less.anti_tank_all) == (
        Armour.LIGHT,
        AntiTank.LIGHT_MEDIUM,
        AntiTank.ARTILLERY,
    )
    assert landed(replace(whole, armour=Armour.NONE)).armour is Armour.NONE
    assert landed(replace(whole, ashore_alone=False)).armour is Armour.MEDIUM
