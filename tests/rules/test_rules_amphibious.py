"""Boats, landing craft, amphibious transport and swimming tanks (OB-AMPH), as rules and in a resolved fight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.errors import BadInput
from campaign.resolve.brevity.boats import Crossing
from campaign.resolve.brevity.ground import Spot
from campaign.resolve.brevity.touchdown import Touchdown
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import amphibious, engineering
from campaign.rules.day.amphibious import Means, Preparation
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.rules.tabletop.brevity.tables import Span
from campaign.terms.forces import AntiTank, Armour, CasualtyColumn, Engineers, HitRow
from campaign.terms.ground import LoadClass
from campaign.terms.time import Moment
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, fight, force, told
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
def test_the_two_for_wheels_can_be_turns() -> None:
    turns = Rulebook.from_overrides({"amph.wheeled_unit": "turns"})
    assert amphibious.boats(LoadClass.FOOT_WHEELED, infantry=False, engineers=SAPPERS, book=turns).span is Span.TURN


@pytest.mark.rule("OB-AMPH-01", "OB-AMPH-03", "OB-AMB-118")
def test_no_boats_for_heavy_tanks_nor_by_others_than_engineers() -> None:
    with pytest.raises(BadInput, match="OB-AMPH-03 ends at medium tanks"):
        amphibious.boats(LoadClass.HEAVY_TANK, infantry=False, engineers=SAPPERS, book=DEFAULTS)
    with pytest.raises(BadInput, match="an engineer battalion does"):
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
    assert "works once only" in amphibious.barred(Means.DD, used=True)
    assert amphibious.barred(Means.DD, used=False) == ""


@pytest.mark.rule("OB-AMPH-10", "OB-AMB-130")
def test_swimmers_are_a_class_worse_until_their_regiment_is_over() -> None:
    (whole,) = stands_of(
        tanks("DD", armour=Armour.MEDIUM, anti_tank_best=AntiTank.MEDIUM, anti_tank_all=AntiTank.LIGHT), DEFAULTS
    )
    less = amphibious.reduced(whole, DEFAULTS)
    assert (less.armour, less.anti_tank_best, less.anti_tank_all) == (
        Armour.LIGHT,
        AntiTank.LIGHT_MEDIUM,
        AntiTank.ARTILLERY,
    )
    assert amphibious.reduced(replace(whole, armour=Armour.NONE), DEFAULTS).armour is Armour.NONE
    assert amphibious.reduced(whole, Rulebook.from_overrides({"amph.dd_penalty": "none"})) == whole


@pytest.mark.rule("OB-AMPH-06", "OB-AMB-131")
def test_landing_craft_put_a_battalion_down_on_the_far_shore_as_its_movement() -> None:
    marines = battalion(NEAR, 11, "Marines")
    near, far = force(NEAR, marines, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"))
    landing = Touchdown(marines.id, Spot(40, 32), Means.CRAFT)
    seen = fight(near, far, {"N": (40, 2), "F": (40, 36)}, touchdowns=(landing,))
    assert told(seen.report, "Marines lands from landing craft.")
    # moving in the open under fire: the row of troop-carrying vehicles
    assert "vehicles or cavalry" in told(seen.report, "Their fire", "on Marines")[0]
    assert seen.units[0].at == Spot(40, 32)
    as_men = Rulebook.from_overrides({"amph.craft_row": "other"})
    others = fight(near, far, {"N": (40, 2), "F": (40, 36)}, touchdowns=(landing,), book=as_men)
    assert "infantry, guns and others" in told(others.report, "Their fire", "on Marines")[0]


@pytest.mark.rule("OB-AMPH-06")
def test_until_it_lands_it_is_not_there() -> None:
    marines = battalion(NEAR, 11, "Marines")
    near, far = force(NEAR, marines, battalion(NEAR, 11, "N")), force(FAR, battalion(FAR, 21, "F"))
    seen = fight(
        near, far, {"N": (40, 2), "F": (40, 36)}, touchdowns=(Touchdown(marines.id, Spot(40, 33), Means.CRAFT, turn=2),)
    )
    assert told(seen.report, "Marines") == []


def _hits() -> Faces:
    return Faces({"to hit": [6, 6, 1], "to penetrate": [6, 6], "casualties": [1, 1]})


@pytest.mark.rule("OB-AMPH-08", "OB-AMPH-09", "OB-AMPH-10")
def test_swimming_tanks_in_a_fight() -> None:
    swimmers = battalion(NEAR, 11, "DD", tanks, armour=Armour.MEDIUM, hit_row=HitRow.VEHICLE)
    mates = battalion(NEAR, 11, "Mates", tanks)
    near, far = force(NEAR, swimmers, mates), force(FAR, battalion(FAR, 21, "F"), battalion(FAR, 21, "Guns"))
    with pytest.raises(BadInput, match="land in turn 3 at the earliest, not 2"):
        fight(near, far, {}, touchdowns=(Touchdown(swimmers.id, Spot(40, 33), Means.DD, turn=2),))
    spots = {"F": (40, 36), "Guns": (80, 70)}
    alone = fight(
        near,
        far,
        spots,
        turns=3,
        dice=_hits(),
        touchdowns=(
            Touchdown(swimmers.id, Spot(40, 33), Means.DD, turn=3),
            Touchdown(mates.id, Spot(60, 5), Means.CRAFT, turn=9),
        ),
    )
    turn = alone.report.index("Turn 3, day.")
    assert told(alone.report[:turn], "DD") == []
    assert told(alone.report[turn:], "DD lands swimming.")
    assert "light armour" in told(alone.report, "Their fire", "on DD")[0]
    together = fight(
        near,
        far,
        {**spots, "Mates": (60, 5)},
        turns=3,
        dice=_hits(),
        touchdowns=(Touchdown(swimmers.id, Spot(40, 33), Means.DD, turn=3),),
    )
    assert "medium armour" in told(together.report, "Their fire", "on DD")[0]
    ready = fight(
        near,
        far,
        {**spots, "Mates": (60, 5)},
        touchdowns=(Touchdown(swimmers.id, Spot(40, 33), Means.DD, readied=True),),
    )
    assert told(ready.report, "DD lands swimming.")


@pytest.mark.rule("OB-AMPH-07")
def test_amphibious_transport_lands_in_the_first_turn() -> None:
    lvts = battalion(NEAR, 11, "LVTs")
    near, far = force(NEAR, lvts), force(FAR, battalion(FAR, 21, "F"))
    seen = fight(near, far, {"F": (40, 60)}, touchdowns=(Touchdown(lvts.id, Spot(40, 20), Means.AMPHIBIOUS),))
    assert told(seen.report, "LVTs lands in amphibious transport.")
    with pytest.raises(BadInput, match="assault boats carry a battalion over a river"):
        fight(near, far, {}, touchdowns=(Touchdown(lvts.id, Spot(40, 20), Means.BOATS),))


# Assault crossings ---------------------------------------------------------------------------------------------------
BANK = Spot(40, 30)


def crossing(*cargo: object, book: Rulebook = DEFAULTS, keeps: int = 6, turns: int = 1, **sappers: object):  # type: ignore[no-untyped-def]
    """Engineers and those whom they carry, at the near bank; the command keeps its officer so many times."""
    builders = battalion(NEAR, 11, "Sappers", engineers=SAPPERS, **sappers)
    near, far = force(NEAR, builders, *cargo), force(FAR, battalion(FAR, 21, "F"))  # type: ignore[arg-type]
    spots = {"Sappers": (40, 20), "F": (40, 60), **{unit.name: (38 + 2 * n, 18) for n, unit in enumerate(cargo)}}  # type: ignore[attr-defined]
    job = Crossing(builders.id, tuple(unit.id for unit in cargo), BANK)  # type: ignore[attr-defined]
    dice = Faces({"readiness": [6, 1] * keeps})
    return fight(near, far, spots, dice=dice, crossings=(job,), book=book, turns=turns)


@pytest.mark.rule("OB-AMPH-01", "OB-AMPH-04", "OB-AMPH-05")
def test_two_infantry_battalions_cross_in_the_move_after_the_boats_are_ready() -> None:
    seen = crossing(battalion(NEAR, 11, "A"), battalion(NEAR, 11, "B"))
    lines = [line.strip() for line in seen.report]
    first, second = (
        lines.index("Sappers: the boats are ready."),
        lines.index("A crosses the river in assault boats and stays at the bank."),
    )
    assert lines.index("Move 1: Brigade 11 (Allied).") < first < second
    assert [end.at for end in seen.units if end.name in ("A", "B")] == [BANK, Spot(44, 30)]
    attacked = Told(moves={11: [{}, {}, {"A": Spot(40, 50)}]})
    builders, a = battalion(NEAR, 11, "Sappers", engineers=SAPPERS), battalion(NEAR, 11, "A")
    stays = fight(
        force(NEAR, builders, a),
        force(FAR, battalion(FAR, 21, "F")),
        {"Sappers": (40, 20), "A": (40, 18), "F": (40, 70)},
        near_does=attacked,
        dice=Faces({"readiness": [6, 1, 6, 6, 1]}),
        crossings=(Crossing(builders.id, (a.id,), BANK),),
    )
    assert next(end.at for end in stays.units if end.name == "A") == BANK


@pytest.mark.rule("OB-AMPH-02", "OB-AMPH-03")
def test_vehicles_take_longer() -> None:
    guns_moves = crossing(battalion(NEAR, 11, "Wheels", casualty_column=CasualtyColumn.OTHERS), keeps=1)
    assert told(guns_moves.report, "1 of 2 moves at the boats") and told(guns_moves.report, "the boats are ready")
    assert told(guns_moves.report, "Wheels crosses") == []
    medium = crossing(battalion(NEAR, 11, "Tanks", tanks, armour=Armour.MEDIUM), keeps=1)
    assert told(medium.report, "2 of 3 moves at the boats") and told(medium.report, "are ready") == []
    with pytest.raises(BadInput, match=r"boats for 1 such battalion at a time, not 2 \(OB-AMPH-03\)"):
        crossing(
            battalion(NEAR, 11, "T1", tanks, armour=Armour.MEDIUM),
            battalion(NEAR, 11, "T2", tanks, armour=Armour.MEDIUM),
        )
