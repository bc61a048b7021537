"""What would have to go, and on which points supply hangs, as the umpire and a side read it."""

from __future__ import annotations

import re

import pytest

from campaign.journal import JournalBoard, reading
from campaign.model import (
    AirGroup,
    AirMission,
    BasingArea,
    Battalion,
    Crossing,
    Formation,
    Place,
    Road,
    Side,
    Sighting,
    SupplyReport,
)
from campaign.queries.common.outlook import look
from campaign.queries.supply import supply_threats
from campaign.queries.supply.supply import supply_chain, traced
from campaign.queries.supply.supply_threats import supply_vulnerable
from campaign.rules.common.settings import DEFAULTS
from campaign.situation.army import load_army
from campaign.situation.marching import rates_of, supply_reach
from campaign.store import Store
from campaign.terms.forces import AirType, Arm, MarchClass, SizeMark
from campaign.terms.ground import RoadKind, Surface
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.theatre.values import Rates
from tests.actions.stage import stage
from tests.tiny import battalion, named


def _surrounded(board: JournalBoard) -> None:
    """The brigade stands at Coldbrook, the enemy behind it at Birch Cross."""
    birch, coldbrook = named(board, Place, "Birch Cross"), named(board, Place, "Coldbrook")
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        named(board, Battalion, name).place_id = coldbrook.id
    for name in ("I/9", "II/9"):
        named(board, Battalion, name).place_id = birch.id


def _seen(board: JournalBoard) -> None:
    birch, enemy = named(board, Place, "Birch Cross"), named(board, Battalion, "I/9")
    blue = next(side for side in board.rows(Side) if side.key == "alba")
    board.make(
        Sighting,
        day=1,
        turn=1,
        side_id=blue.id,
        battalion_id=enemy.id,
        place_id=birch.id,
        arm=Arm.INFANTRY,
        mark=SizeMark.BATTALION,
        seen_by="1st Hussars",
        how="located",
    )


def _blue(board: JournalBoard) -> Viewer:
    return Viewer(side=next(side.id for side in board.rows(Side) if side.key == "alba"))


def test_the_umpire_reads_who_would_have_to_go_by_place(tiny: Store) -> None:
    stage(tiny, _surrounded)
    with reading(tiny) as board:
        chain = supply_chain(board, UMPIRE, "1st Brigade")
    assert not chain.in_supply and chain.clearing is not None
    assert [(group.where, group.enemies) for group in chain.clearing.enemies] == [("Birch Cross", ("I/9", "II/9"))]
    assert (chain.clearing.size, chain.clearing.proved, chain.clearing.at_least) == (2, True, 2)
    assert chain.clearing.note.startswith(
        "Without these 2, and with everything else unchanged, 1st Brigade would be in supply"
    )


def test_a_command_that_has_not_arrived_is_not_cut(tiny: Store) -> None:
    def later(board: JournalBoard) -> None:
        for unit in board.rows(Battalion):
            if unit.name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
                place, unit.place_id, unit.on_map = unit.place_id, None, False
                unit.arrives_day, unit.arrives_turn, unit.arrives_at_id = 1, 4, place

    stage(tiny, later)
    with reading(tiny) as board:
        link = supply_chain(board, UMPIRE, "1st Brigade").links[-1]
    assert (link.linked, link.state) == (False, "not yet arrived")


def test_a_side_reads_only_of_those_it_has_located(tiny: Store) -> None:
    def told(board: JournalBoard) -> None:
        """The turn began with a trace that found the brigade cut off."""
        records = traced(look(board, UMPIRE), named(board, Side, "Alba").id)
        board.make(SupplyReport, day=1, turn=1, moment="turn", content=dict(records))

    stage(tiny, _surrounded)
    with reading(tiny) as board:
        assert supply_chain(board, _blue(board), "1st Brigade").in_supply, "nobody has told them"
    stage(tiny, told)
    with reading(tiny) as board:
        blind = supply_chain(board, _blue(board), "1st Brigade")
    assert blind.clearing is not None and not blind.clearing.enemies
    assert blind.clearing.note == "No enemy that you have located lately is in the way."
    stage(tiny, _seen)
    with reading(tiny) as board:
        seen = supply_chain(board, _blue(board), "1st Brigade")
    assert seen.clearing is not None
    assert [(group.where, group.enemies) for group in seen.clearing.enemies] == [
        ("Birch Cross", ("infantry, battalion",))
    ]


def test_who_is_in_supply_is_told_nothing_of_the_kind(tiny: Store) -> None:
    with reading(tiny) as board:
        assert supply_chain(board, UMPIRE, "1st Brigade").clearing is None


def test_the_points_on_which_supply_hangs(tiny: Store) -> None:
    def forward(board: JournalBoard) -> None:
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            named(board, Battalion, name).place_id = named(board, Place, "Birch Cross").id

    stage(tiny, forward)
    with reading(tiny) as board:
        alba = next(side for side in supply_vulnerable(board, UMPIRE).sides if side.side == "Alba")
        own = supply_vulnerable(board, _blue(board))
    assert [(point.what, point.battalions, point.formations) for point in alba.points] == [
        ("Ashford – Birch Cross, 10.0 km", 3, ("1st Brigade",))
    ]
    assert [side.side for side in own.sides] == ["Alba"] and own.sides[0].points == alba.points


def _two_ways(board: JournalBoard) -> None:
    """The brigade at Birch Cross, with a bridge on its road from Ashford, and another road by Dunmere."""
    ashford, birch = named(board, Place, "Ashford"), named(board, Place, "Birch Cross")
    dunmere = board.make(Place, key="dunmere", name="Dunmere", x_m=5000, y_m=9000)
    for start, end in ((ashford, dunmere), (dunmere, birch)):
        key = f"{start.key}-{end.key}"
        more = {"kind": RoadKind.METALLED, "surface": Surface.ROAD}
        board.make(Road, key=key, a_id=start.id, b_id=end.id, length_m=10_300, **more)
    direct = named(board, Road, "ashford-birch_cross")
    board.make(Crossing, key="alder", name="Alder bridge", road_id=direct.id, at_m=4000)
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        named(board, Battalion, name).place_id = birch.id


def _at_dunmere(board: JournalBoard) -> None:
    named(board, Battalion, "I/9").place_id = named(board, Place, "Dunmere").id


def _seen_at_dunmere(board: JournalBoard) -> None:
    _seen(board)
    sighting = board.rows(Sighting)[0]
    sighting.place_id = named(board, Place, "Dunmere").id


def test_the_fewest_points_that_cut_off_whoever_hangs_on_none_alone_as_far_as_the_viewer_knows(tiny: Store) -> None:
    both_ways = ("Ashford – Birch Cross, 10.0 km, with Alder bridge (intact)", "Dunmere – Birch Cross, 10.3 km")
    bridge = "Ashford – Birch Cross, 10.0 km"

    def weak_to(of_side: bool) -> tuple[list[str], list[tuple[str, ...]]]:
        with reading(tiny) as board:
            viewer = _blue(board) if of_side else UMPIRE
            alba = next(side for side in supply_vulnerable(board, viewer).sides if side.side == "Alba")
        assert all(cut.formations == ("1st Brigade",) and cut.battalions == 3 for cut in alba.cuts)
        return [point.what for point in alba.points if not point.is_place], [cut.points for cut in alba.cuts]

    stage(tiny, _two_ways)
    assert weak_to(of_side=False) == weak_to(of_side=True) == ([], [both_ways])
    stage(tiny, _at_dunmere)
    assert weak_to(of_side=False) == ([bridge], [])
    assert weak_to(of_side=True) == ([], [both_ways]), "nobody has told them of the enemy on the other road"
    stage(tiny, _seen_at_dunmere)
    assert weak_to(of_side=True) == ([bridge], [])


def _staffs(board: JournalBoard, division_at: str, **of_division: object) -> None:
    """Headquarters of the corps at Ashford and of the division at a place, both with lorries."""
    for name, at, more in (("I Corps", "Ashford", {}), ("1st Division", division_at, of_division)):
        formation, place = named(board, Formation, name), named(board, Place, at)
        battalion(
            board,
            f"HQ {name}",
            formation,
            headquarters_of_id=formation.id,
            place_id=place.id,
            arm=Arm.HEADQUARTERS,
            march_class=MarchClass.TRUCK,
            **more,
        )


@pytest.mark.rule("OB-SUP-01", "OB-SUP-02")
def test_where_a_headquarters_is_spent_no_enemy_need_go(tiny: Store) -> None:
    def spent(board: JournalBoard) -> None:
        _surrounded(board)
        _staffs(board, "Ashford", state=State.SPENT)

    stage(tiny, spent)
    with reading(tiny) as board:
        chain = supply_chain(board, UMPIRE, "1st Brigade")
        alba = next(side for side in supply_vulnerable(board, UMPIRE).sides if side.side == "Alba")
    assert not chain.in_supply and chain.clearing is not None and not chain.clearing.enemies
    assert chain.clearing.note == "Removing enemies or obstacles would not help: HQ 1st Division is spent (OB-SUP-02)."
    assert {name for point in alba.points for name in point.formations} <= {"I Corps"}


def _flown_in(board: JournalBoard) -> None:
    """The division stands at Birch Cross, its brigade at Coldbrook, an enemy on either road."""
    _staffs(board, "Birch Cross")
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        named(board, Battalion, name).place_id = named(board, Place, "Coldbrook").id
    for name, road in (("I/9", "birch_cross-coldbrook"), ("II/9", "ashford-birch_cross")):
        enemy = named(board, Battalion, name)
        enemy.place_id, enemy.road_id, enemy.road_m = None, named(board, Road, road).id, 5000


def _transports(board: JournalBoard) -> None:
    blue = next(side for side in board.rows(Side) if side.key == "alba")
    area = board.make(
        BasingArea, key="field", name="Field", side_id=blue.id, place_id=named(board, Place, "Ashford").id
    )
    group = board.make(
        AirGroup, key="dakotas", name="Dakotas", side_id=blue.id, kind=AirType.TRANSPORT, basing_area_id=area.id
    )
    division = named(board, Formation, "1st Division")
    board.make(
        AirMission,
        air_group_id=group.id,
        day=1,
        turn=1,
        task="supply",
        formation_id=division.id,
        state="flown",
        roll=4,
        result="delivered",
    )


@pytest.mark.rule("OB-SUP-04")
def test_what_cuts_a_division_that_is_flown_in_need_not_go(tiny: Store) -> None:
    stage(tiny, _flown_in)
    with reading(tiny) as board:
        by_road = supply_chain(board, UMPIRE, "1st Brigade").clearing
    assert by_road is not None and [group.enemies for group in by_road.enemies] == [("I/9",), ("II/9",)]
    stage(tiny, _transports)
    with reading(tiny) as board:
        division = supply_chain(board, UMPIRE, "1st Division")
        flown = supply_chain(board, UMPIRE, "1st Brigade").clearing
        alba = next(side for side in supply_vulnerable(board, UMPIRE).sides if side.side == "Alba")
    assert (
        division.verdict == "in supply by 2 links, one of them by air"
        and division.links[1].route == "" == division.links[1].length_km
    )
    assert division.in_supply and flown is not None and [group.enemies for group in flown.enemies] == [("I/9",)]
    assert [(point.what, point.formations) for point in alba.points] == [("Ashford", ("I Corps", "1st Division"))]


@pytest.mark.rule("OB-SUP-05")
def test_of_a_link_that_is_too_long_it_is_said_who_must_come_how_near(tiny: Store) -> None:
    def far(board: JournalBoard) -> None:
        _staffs(board, "Ashford")
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            named(board, Battalion, name).place_id = named(board, Place, "Birch Cross").id
        for road in board.rows(Road):
            road.length_m = 60_000

    stage(tiny, far)
    with reading(tiny) as board:
        chain = supply_chain(board, UMPIRE, "1st Brigade")
        nets = dict(look(board, UMPIRE).nets)
        supply_chain(board, UMPIRE, "1st Brigade")
        assert len(nets) == 1 and look(board, UMPIRE).nets == nets, "a side's net is made once, however many ask"
    assert not chain.in_supply and chain.clearing is not None
    limit = float(
        re.search(
            r"limit is one march move \(([\d.]+) km by road all the way\)", " ".join(link.why for link in chain.links)
        )[1]
    )  # type: ignore[index]
    assert (
        f"Move HQ 1st Division or 1st Brigade {60 - limit:.1f} km nearer along that route, to within"
        f" {limit:.1f} km" in chain.clearing.note
    )


def test_on_a_large_map_the_fewest_points_are_sought_for_a_formation_that_is_named(
    tiny: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(tiny, _two_ways)
    with reading(tiny) as board:
        everybody = next(side for side in supply_vulnerable(board, UMPIRE).sides if side.side == "Alba")
        monkeypatch.setattr(supply_threats, "MOST_PLACES", 1)
        large = next(side for side in supply_vulnerable(board, UMPIRE).sides if side.side == "Alba")
        (brigade,) = supply_vulnerable(board, UMPIRE, "1st Brigade").sides
    assert everybody.cuts and not everybody.cuts_not_sought
    assert not large.cuts and "campaign supply FORMATION --vulnerable" in large.cuts_not_sought
    assert large.points == everybody.points
    assert brigade.cuts == everybody.cuts and brigade.side == "Alba"


@pytest.mark.rule("OB-SUP-05", "OB-AMB-115")
def test_no_setting_for_movement_makes_command_supply_reach_farther(tiny: Store) -> None:
    """One march move on foot: 40, 32 and 16 inches of 125 m; by day and by night, whatever a turn's march is."""
    with reading(tiny) as board:
        army = load_army(board)
        headquarters = named(board, Battalion, "1st Rifles")
        assert headquarters.march_class is MarchClass.FOOT
        for key, value in (("march.moves_per_turn", "12"), ("march.moves_per_turn", "one"), ("march.system", "nqm")):
            book = DEFAULTS.with_settings({key: value})
            for night in (True, False):
                assert supply_reach(army, headquarters, night, book) == Rates(5000, 4000, 2000), (key, value)
        longer = DEFAULTS.with_settings({"sup.reach": "turn"})
        day, night = (supply_reach(army, headquarters, dark, longer) for dark in (False, True))
        assert [day, night] == [rates_of(army, headquarters, dark, longer) for dark in (False, True)]
        assert day != night
