"""A battle resolved on the ground that the map knows: places, roads, water, obstacles, who stands where, who is in
supply."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.controllers import Controllers
from campaign.actions.raising import Staff, running
from campaign.actions.resolution import _fight, _forces
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Crossing, EngineeringTask, Feature, Formation, Obstacle, Place, Road, SupplyReport
from campaign.queries.battle.session import Session
from campaign.queries.common.outlook import look
from campaign.rules.common.scene import Fight
from campaign.rules.common.terrain import Area, Bar, Box
from campaign.store import Store
from campaign.terms.ground import Cover, CrossingState, FeatureKind, ObstacleKind, TaskKind
from campaign.terms.state import TaskState
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.battles import NewBattle
from campaign.verbs.systems import FightUnder
from tests.actions.stage import do, set_clock, stage
from tests.tiny import named


def place(board: JournalBoard, unit: str, metres: int) -> None:
    """On the road from Ashford to Birch Cross, which runs straight to the east."""
    battalion: Battalion = named(board, Battalion, unit)
    battalion.place_id, battalion.road_id, battalion.road_m = None, named(board, Road, "ashford-birch_cross").id, metres


def on_road(board: JournalBoard, made: type[Any], key: str, metres: int, **values: Any) -> Any:
    return board.make(
        made, key=key, name=key.title(), road_id=named(board, Road, "ashford-birch_cross").id, at_m=metres, **values
    )


@pytest.fixture
def met(tiny: Store) -> Store:
    """1st Rifles 3 km and I/9 2 km west of Birch Cross, on a table 12 km long with its middle between them."""

    def march(board: JournalBoard) -> None:
        place(board, "1st Rifles", 7000)
        place(board, "I/9", 8000)

    stage(tiny, march)
    set_clock(tiny, 1, 2, Phase.BATTLES)
    do(tiny, NewBattle("Birch Cross", "the affair", ("1st Rifles", "I/9"), attacker="Alba"))
    return tiny


def fought(store: Store) -> Fight:
    with reading(store) as board:
        staff, battle = Staff.of(board), running(board, "1")
        forces = _forces(staff, battle, staff.session_lines(battle))
        return _fight(staff, battle, forces, 1, Controllers.of(staff, forces, 1))


def on_table(store: Store, metres: int) -> tuple[int, int]:
    """Inches of a point of that road: 8 a kilometre."""
    with reading(store) as board:
        lie = running(board, "1").table
        west, south = lie["centre"][0] - lie["width_in"] * 62.5, lie["centre"][1] - lie["depth_in"] * 62.5
        return round((metres - west) / 125), round(-south / 125)


def plain(fight: Fight) -> list[Area]:
    """What is not road."""
    return [area for area in fight.terrain.areas if not area.road]


def test_units_stand_where_they_stand_on_the_map(met: Store) -> None:
    fight = fought(met)
    spots = {
        unit.name: fight.spots[unit.id] for force in fight.forces for unit in force.units if unit.id in fight.spots
    }
    assert spots == {"1st Rifles": on_table(met, 7000), "I/9": on_table(met, 8000)}
    assert spots["I/9"][0] - spots["1st Rifles"][0] == 8


def test_open_country_has_roads_only(met: Store) -> None:
    fight = fought(met)
    assert plain(fight) == [] and fight.terrain.bars == ()
    x, y = on_table(met, 7500)
    assert any(a.box.west <= x <= a.box.east and a.box.south <= y <= a.box.north for a in fight.terrain.areas if a.road)


def test_a_town_on_a_hill_is_that_for_half_a_kilometre(met: Store) -> None:
    def build(board: JournalBoard) -> None:
        birch: Place = named(board, Place, "Birch Cross")
        birch.cover, birch.hill = Cover.TERRAIN, True

    stage(met, build)
    x, y = on_table(met, 10_000)
    assert plain(fought(met)) == [Area(Box(x - 4, y - 4, x + 4, y + 4), Cover.TERRAIN, hill=True)]


def test_a_wood_lies_as_it_is_drawn(met: Store) -> None:
    square = [[7500, 500], [8500, 500], [8500, 1500], [7500, 1500]]
    stage(met, lambda board: board.make(Feature, key="copse", name="the copse", kind=FeatureKind.WOOD, shape=square))
    x, y = on_table(met, 7500)
    woods = plain(fought(met))
    assert woods and all(area.cover is Cover.TERRAIN for area in woods)
    assert {(area.box.west, area.box.east) for area in woods} == {(x, x + 8)}
    assert (
        abs(min(area.box.south for area in woods) - (y + 4)) <= 2
        and abs(max(area.box.north for area in woods) - (y + 12)) <= 2
    )


def river(board: JournalBoard, state: CrossingState) -> None:
    board.make(Feature, key="brook", name="the brook", kind=FeatureKind.RIVER, shape=[[7500, -9000], [7500, 9000]])
    on_road(board, Crossing, "brook_bridge", 7500, state=state)


@pytest.mark.parametrize("state", [CrossingState.INTACT, CrossingState.DESTROYED, CrossingState.FERRY])
def test_a_river_bars_the_way_except_at_a_bridge_that_stands(met: Store, state: CrossingState) -> None:
    stage(met, lambda board: river(board, state))
    (brook,) = fought(met).terrain.bars
    assert brook.river and brook.name == "the brook"
    assert brook.bridges == ((on_table(met, 7500),) if state is CrossingState.INTACT else ())
    with reading(met) as board:
        deep = running(board, "1").table["depth_in"]
    covered = {y for box in brook.boxes for y in range(box.south, box.north + 1)}
    assert set(range(deep + 1)) <= covered


def test_obstacles_bar_the_road_and_mines_are_as_long_as_they_were_laid(met: Store) -> None:
    def build(board: JournalBoard) -> None:
        on_road(board, Obstacle, "block", 7250, kind=ObstacleKind.ROADBLOCK)
        on_road(board, Obstacle, "gap", 7500, kind=ObstacleKind.WIRE, gapped=True)
        mines = on_road(board, Obstacle, "mines", 7750, kind=ObstacleKind.MINEFIELD)
        on_road(board, Obstacle, "craters", 9000, kind=ObstacleKind.CRATERS)
        board.make(
            EngineeringTask,
            battalion_id=named(board, Battalion, "II/9").id,
            kind=TaskKind.MINEFIELD,
            obstacle_id=mines.id,
            begun_day=1,
            begun_turn=1,
            turns_needed=3,
            turns_done=2,
            state=TaskState.WORKING,
        )

    stage(met, build)
    fight = fought(met)
    (block_x, y), (gap_x, _), (mines_x, _) = (on_table(met, metres) for metres in (7250, 7500, 7750))
    assert fight.terrain.bars == (
        Bar("Block", (Box(block_x, y - 1, block_x, y + 1),)),
        Bar("Gap", (Box(gap_x, y - 4, gap_x, y + 4),), gapped=True),
        Bar("Mines", (Box(mines_x, y - 4, mines_x, y + 4),)),
    )
    x, _ = on_table(met, 9000)
    assert plain(fight) == [Area(Box(x - 8, y - 8, x + 8, y + 8), Cover.TERRAIN, craters=True)]


def test_a_blown_bridge_and_a_cut_road_bar_it(met: Store) -> None:
    def build(board: JournalBoard) -> None:
        on_road(board, Crossing, "culvert", 7500, state=CrossingState.SPAN_BLOWN)
        named(board, Road, "ashford-birch_cross").cut = True

    stage(met, build)
    bars = fought(met).terrain.bars
    assert [bar.name for bar in bars] == ["Culvert", "Ashford - Birch Cross is cut"]


@pytest.mark.rule("OB-REST-02")
def test_only_commands_in_supply_shed_their_figures(met: Store) -> None:
    assert fought(met).in_supply is None

    def trace(board: JournalBoard) -> None:
        board.make(
            SupplyReport,
            day=1,
            turn=2,
            moment="turn",
            content={
                named(board, Formation, "1st Brigade").key: {"in_supply": True},
                named(board, Formation, "9th Regiment").key: {"in_supply": False},
            },
        )

    stage(met, trace)
    fight = fought(met)
    alban, brennish = (force.commands[0].id for force in fight.forces)
    assert fight.in_supply == frozenset({alban}) and brennish != alban


def test_who_waits_and_who_stays_beside_a_small_table_is_told_to_the_fight_as_to_the_paper(met: Store) -> None:
    """On Brigade's table, 1.3 km long, nobody stands: both come on by one road."""
    do(met, FightUnder("1", "brigade"))
    fight = fought(met)
    with reading(met) as board:
        outlook = look(board, UMPIRE)
        session = Session(outlook, running(board, "1"))
        assert fight.away == session.away
        assert fight.waits == {unit: one.waits for unit, one in session.coming_on.items() if one.waits}
        assert set(fight.beside) == set(session.coming_on) | set(session.away)
    assert list(fight.waits.values()) == [3], "1st Rifles come on by the same road, a kilometre behind I/9"
