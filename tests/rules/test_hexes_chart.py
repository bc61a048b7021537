"""The battle's own hex map: what the campaign's ground is on hexes, waters along the sides, who starts where; on paper
and in the resolved fight."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.resolve.doctrine import Stance
from campaign.resolve.hexes import engagement
from campaign.resolve.hexes.doctrine import Move, Pass, View
from campaign.resolve.hexes.field import Field
from campaign.resolve.hexes.plain_doctrine import PLAIN
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Unit
from campaign.rules.common.scene import Fight, Prize, Resolution, Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Area, Bar, Box, Line, Point
from campaign.rules.common.terrain import Terrain as TableGround
from campaign.rules.tabletop.hexes.chart import Chart, Counter, gates, goal_of, set_out
from campaign.rules.tabletop.hexes.grid import label
from campaign.rules.tabletop.hexes.system import TABLETOP
from campaign.rules.tabletop.hexes.tables import Side, Terrain
from campaign.terms.forces import Level, Size
from campaign.terms.ground import Cover, Nature
from campaign.terms.time import Moment
from campaign.words.battle_report import Attack, Start
from campaign.words.battle_report import Move as March
from campaign.words.hex_grid import HexGrid
from tests.rules.fighting import battalion
from tests.rules.fighting import force as side_of
from tests.rules.forces import guns, tanks
from tests.rules.hexing import field_of, hex_of, house, piece

TABLE = (48, 48)
NOW = Moment(1, 2)
RIVER: Line = tuple((x, 24) for x in range(49))
"""Straight across the middle of the table: between the sixth row and the seventh."""


def chart(*areas: Area, bars: tuple[Bar, ...] = (), **given: tuple[Line, ...]) -> Chart:
    return Chart.of(TableGround(areas, bars, **given), TABLE, DEFAULTS)


AROUND = Box(9, 21, 17, 29)


def terrain(nature: Nature, box: Box = AROUND, **given: bool) -> Area:
    return Area(box, Cover.TERRAIN, nature=nature, **given)


def river(*bridges: Point) -> Bar:
    return Bar(
        "the river",
        tuple(Box(x - 1, y - 1, x + 1, y + 1) for x, y in RIVER),
        river=True,
        bridges=bridges,
        lines=(RIVER,),
    )


def kinds(found: Chart) -> dict[str, str]:
    return {label(here): what.value for here, what in found.ground.terrain.items()}


# What a hex is -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HEX-TERR-01", "HEX-TERR-02", "HEX-TERR-03", "HEX-TERR-05", "HEX-TERR-07")
@pytest.mark.parametrize(
    ("area", "what"),
    [
        (terrain(Nature.ROUGH), "broken terrain"),
        (terrain(Nature.BUILT_UP), "buildings"),
        (terrain(Nature.WOOD), "woods"),
        (terrain(Nature.MARSH), "marsh"),
        (Area(Box(9, 21, 17, 29), hill=True), "hill"),
        (terrain(Nature.ROUGH, hill=True), "hill"),
        (terrain(Nature.BUILT_UP, hill=True), "buildings"),
    ],
)
def test_the_campaigns_ground_is_one_of_the_texts_terrains(area: Area, what: str) -> None:
    """Half a kilometre around (13, 25): the hexes whose middles lie in it, 3.84 in. apart."""
    found = kinds(chart(area))
    assert set(found.values()) == {what}
    assert {"C6", "D6", "C7", "D7"} <= set(found) and 4 <= len(found) <= 7


def test_what_is_no_terrain_leaves_a_hex_open() -> None:
    """Roads give nothing, and craters are not in the text (HEX-AMB-37)."""
    assert (
        kinds(chart(Area(Box(9, 21, 17, 29), road=True), Area(Box(9, 21, 17, 29), Cover.TERRAIN, craters=True))) == {}
    )


def test_a_thin_strip_makes_every_hex_that_it_runs_through_broken() -> None:
    strip = [Area(Box(x - 1, 24, x + 1, 26), Cover.TERRAIN) for x in range(0, 49, 1)]
    found = kinds(chart(*strip))
    columns = {name[0] for name in found}
    assert columns == set("ABCDEFGHIJKL"), "no gap in it"


@pytest.mark.rule("HEX-TERR-05", "HEX-TERR-06")
def test_a_road_leads_through_a_marsh_and_open_water_is_a_lake() -> None:
    marsh = terrain(Nature.MARSH, Box(0, 0, 48, 48))
    roads = [Area(Box(x - 1, 23, x + 1, 25), road=True) for x in range(49)]
    found = chart(marsh, *roads).ground
    passable = [here for here in chart().every if found.terrain_at(here) is Terrain.BRIDGE]
    assert {label(here)[0] for here in passable} == set("ABCDEFGHIJKL")
    assert all(found.terrain_at(here) is Terrain.MARSH for here in chart().every if here not in passable)
    sea = chart(seas=(((0, 30), (48, 30), (48, 48), (0, 48)),)).ground
    assert sea.terrain_at(hex_of("F1")) is Terrain.LAKE and sea.terrain_at(hex_of("F12")) is Terrain.OPEN


@pytest.mark.rule("HEX-TERR-06")
@pytest.mark.parametrize("corner", [(0, 0), (48, 0), (0, 48), (48, 48)])
def test_a_slanting_coast_parts_the_hexes_by_where_their_middles_lie(corner: tuple[int, int]) -> None:
    """The sea is the half of the table around a corner: all places nearer to it than the diagonal."""
    x, y = corner
    sea = chart(seas=((corner, (48 - x, y), (x, 48 - y)),))
    beyond = {position for position, (east, north) in sea.middles.items() if abs(east - x) + abs(north - y) > 48 + 1e-6}
    lakes = {position for position, kind in sea.ground.terrain.items() if kind is Terrain.LAKE}
    assert not lakes & beyond and len(lakes) > 50
    assert all(
        position in lakes
        for position, (east, north) in sea.middles.items()
        if abs(east - x) + abs(north - y) < 48 - 1e-6
    )


@pytest.mark.parametrize(
    ("box", "count"),
    [
        (Box(0, 20, 1, 21), 1),
        (Box(20, 0, 21, 1), 1),
        (Box(47, 20, 48, 21), 1),
        (Box(20, 47, 21, 48), 1),
        (Box(-2, 20, 0, 21), 0),
        (Box(20, -2, 21, 0), 0),
        (Box(48, 20, 50, 21), 0),
        (Box(20, 48, 21, 50), 0),
    ],
)
def test_a_copse_at_the_very_edge_counts_and_what_lies_beyond_it_does_not(box: Box, count: int) -> None:
    assert len(kinds(chart(terrain(Nature.WOOD, box)))) == count


# Water ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HEX-TERR-04")
def test_a_river_parts_the_hexes_of_its_banks_but_at_the_bridge_that_stands() -> None:
    found = chart(bars=(river((24, 24)),)).ground
    north, south = [{h for h in chart().every if (h.r < 6) is which} for which in (True, False)]
    over = [(a, b) for a in north for b in a.neighbours if b in south]
    crossable = [(label(a), label(b)) for a, b in over if found.crossable(a, b)]
    assert len(over) > 20 and len(crossable) == 1, "one side is the bridge"
    assert [what for what in found.sides.values() if what is Side.BRIDGE] == [Side.BRIDGE]
    assert {one[0] for one in crossable[0]} <= set("FG"), "in the middle, where the bridge is"
    assert not [1 for a, b in over if chart(bars=(river(),)).ground.crossable(a, b)]
    assert all(found.crossable(a, b) for a in north for b in a.neighbours if b in north)


def test_nobody_crosses_a_coast_but_a_road_along_it_stays_on_land() -> None:
    dry = chart(shores=(RIVER,)).ground
    assert not dry.crossable(hex_of("F6"), hex_of("F7"))
    roads = [Area(Box(23, y - 1, 25, y + 1), road=True) for y in range(20, 29)]
    led = chart(*roads, shores=(RIVER,)).ground
    touched = [pair for pair in dry.sides if pair not in led.sides]
    assert touched, "both hexes hold the road"


@cache
def winding() -> tuple[Chart, tuple[set[object], set[object]]]:
    """A river of small bends, and the hexes of its two banks."""
    line: Line = tuple((at, 22 + at % 3) for at in range(49))
    found = chart(bars=(Bar("r", (), river=True, lines=(line,)),))
    return found, (_bank(found, "F1"), _bank(found, "F12"))


@given(st.integers(0, 48), st.integers(0, 48))
def test_a_unit_stands_on_its_own_bank(x: int, y: int) -> None:
    """Wherever the river runs through a hex, whoever stands in its southern part is set on the southern bank."""
    found, banks = winding()
    surface = 22 + x % 3
    start = set_out(found, [Counter(1, "one", (x, y))])["one"]
    if y > surface:
        assert start in banks[0]
    elif y < surface:
        assert start in banks[1]


def _bank(found: Chart, name: str) -> set[object]:
    here = hex_of(name)
    seen = {here}
    edge = [here]
    for one in edge:
        for there in one.neighbours:
            if there not in seen and found.ground.crossable(one, there):
                seen.add(there)
                edge.append(there)
    return set(seen)


# Who starts where ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("HEX-TERR-08", "HEX-TERR-09")
def test_as_many_start_in_a_hex_as_it_holds_the_others_in_the_nearest() -> None:
    at = (13, 25)
    on_hill = set_out(chart(Area(Box(9, 21, 17, 29), hill=True)), [Counter(n, str(n), at) for n in range(3)])
    assert len(set(on_hill.values())) == 3, "a hill is terrain: one to a hex"
    assert all(one.distance(on_hill["0"]) <= 1 for one in on_hill.values())
    open_ground = set_out(chart(), [Counter(n, str(n), at) for n in range(3)])
    assert open_ground["0"] == open_ground["1"] != open_ground["2"]


@given(
    st.lists(st.tuples(st.integers(0, 48), st.integers(0, 48)), max_size=12),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.sampled_from(Nature)), max_size=5),
)
def test_nobody_starts_where_nobody_may_stand(points: list[Point], areas: list[tuple[int, int, Nature]]) -> None:
    """A law of any ground: never more in a hex than it holds, nobody in a marsh."""
    found = chart(*(terrain(nature, Box(x, y, x + 8, y + 8)) for x, y, nature in areas))
    start = set_out(found, [Counter(n, str(n), point) for n, point in enumerate(points)])
    for here in set(start.values()):
        assert found.ground.terrain_at(here) is not Terrain.MARSH
        assert sum(one == here for one in start.values()) <= found.ground.holds(here)


def test_a_hex_the_enemy_stands_in_is_left_to_him() -> None:
    taken = set_out(chart(), [Counter(1, "foe", (13, 25))]).values()
    start = set_out(chart(), [Counter(2, "ours", (13, 25))], set(taken))
    assert start["ours"] not in taken


def test_gates_lie_at_the_edge_and_the_goal_is_a_hex_to_stand_in() -> None:
    found = chart(terrain(Nature.MARSH))
    assert label(gates(found, (48, 36))[0])[0] == "L"
    assert all(found.is_edge(here) for here in gates(found, (0, 0)))
    assert found.ground.terrain_at(goal_of(found, (13, 25))) is Terrain.OPEN


# On paper and in the fight -------------------------------------------------------------------------------------------
OURS = (
    battalion(1, 1, "1st"),
    battalion(1, 1, "2nd", tanks, size=Size.WEAK),
    battalion(1, 2, "guns", guns, size=Size.NORMAL),
    battalion(1, 2, "staff", headquarters_of=Level.DIVISION),
    battalion(1, 2, "late"),
)
THEIRS = (battalion(2, 1, "foe"), battalion(2, 1, "other"))
HILL = TableGround((Area(Box(20, 20, 28, 28), hill=True), terrain(Nature.WOOD, Box(30, 4, 38, 12))), (river((24, 24)),))


def ident(name: str) -> int:
    return next(unit.id for unit in (*OURS, *THEIRS) if unit.name == name)


def grid_of(ours: tuple[Unit, ...] = OURS, attacks: bool | None = True) -> HexGrid:
    scene = Scene(
        side_of(1, *ours),
        THEIRS,
        NOW,
        (TurnSky(NOW),),
        attacks=attacks,
        table_in=TABLE,
        terrain=HILL,
        prize=Prize("the ford", (24, 30)),
        spots={ident("1st"): (24, 6), ident("2nd"): (24, 6), ident("guns"): (24, 6), ident("staff"): (24, 6)},
        beside={ident("late"): (0, 6)},
    )
    found = TABLETOP.sheet(scene, DEFAULTS).grid
    assert found is not None
    return found


def test_the_map_on_the_sheet_says_what_each_hex_is_and_who_starts_where() -> None:
    found = grid_of()
    assert {one.word for one in found.ground} == {"hill", "woods"}
    assert {one.word for one in found.sides} == {"river", "bridge"}
    assert found.prize == label(goal_of(Chart.of(HILL, TABLE, DEFAULTS), (24, 30)))
    starts = {start.text: start for start in found.starts}
    assert set(starts) == {"1", "2", "5"}, "guns stand off the table, a staff only if it is attacked"
    assert starts["1"].label == starts["2"].label and not starts["1"].comes_on
    assert starts["5"].comes_on and starts["5"].label.startswith("A")
    assert sum("(house rule)" in line for line in found.key) >= 4, "what the text does not say is marked"
    assert any("defender keeps it" in line for line in found.key)
    assert any("cut the cards" in line for line in grid_of(attacks=None).key)


def fight_of(**given: object) -> Fight:
    spots = {ident("1st"): (24, 6), ident("2nd"): (24, 6), ident("foe"): (24, 30), ident("other"): (24, 30)}
    return Fight(
        (side_of(1, *OURS), side_of(2, *THEIRS)),
        1,
        NOW,
        (TurnSky(NOW),),
        table_in=TABLE,
        terrain=HILL,
        spots=spots,
        beside={ident("late"): (0, 6)},
        prize=Prize("the ford", (24, 30)),
        **given,
    )


def test_the_program_fights_on_the_map_of_the_papers() -> None:
    on, goal, late = engagement.deploy(fight_of(), DEFAULTS)
    paper = {start.text: start.label for start in grid_of().starts}
    stands = {one.name: one for one in on.pieces[0]}
    assert not late and label(goal) == grid_of().prize
    assert [label(stands[name].where) for name in ("1st", "2nd")] == [paper["1"], paper["2"]]
    assert stands["late"].where is None and label(stands["late"].gates[0]) == paper["5"]
    assert on.ground.terrain == Chart.of(HILL, TABLE, DEFAULTS).ground.terrain
    assert {one.where for one in on.pieces[1]}.isdisjoint({one.where for one in on.pieces[0] if one.where})
    assert "staff" not in stands


def test_who_arrives_this_turn_comes_on_by_his_gate_and_the_fight_is_fought_over_the_river() -> None:
    came = resolver("hexes")(fight_of(), Tape(Seeded("ford"), NOW), DEFAULTS)
    told = "\n".join(came.report)
    assert f"late comes on at {grid_of().starts[-1].label}" in told
    assert "does nothing" not in told


def test_without_places_the_fronts_are_lined_up_on_open_ground() -> None:
    bare = Fight((side_of(1, *OURS), side_of(2, *THEIRS)), 1, NOW, (TurnSky(NOW),))
    on, _, _ = engagement.deploy(bare, DEFAULTS)
    assert not on.ground.terrain and all(
        one.where is not None for side in on.pieces for one in side if not one.off_table
    )


@pytest.mark.rule("HEX-TERR-04")
def test_the_plain_doctrine_goes_round_by_the_bridge() -> None:
    found = chart(bars=(river((24, 24)),))
    walker, foe = piece("walker", 0, where="A7"), piece("foe", 1, where="A1")
    on = field_of(walker, foe, on=found.ground)
    step = PLAIN.act(View(on, 0, Stance.ATTACK), walker)
    assert isinstance(step, Move) and step.path[-1] == hex_of("B7"), "the enemy is north-west, the bridge in the middle"
    cut = Field(chart(bars=(river(),)).ground, house(), [piece("walker", 0, where="A7"), piece("foe", 1, where="A1")])
    assert isinstance(PLAIN.act(View(cut, 0, Stance.ATTACK), cut.pieces[0][0]), Pass), "no way over"


def test_the_report_has_every_start_move_and_shot() -> None:
    tape = Tape(Seeded("told"), NOW)
    told = resolver("hexes")(fight_of(), tape, DEFAULTS)
    assert isinstance(told, Resolution)
    starts = [event for event in told.events if isinstance(event, Start)]
    assert len(starts) == len({start.key for start in starts}) and {start.side for start in starts} == {0, 1}
    moves = [event for event in told.events if isinstance(event, March)]
    assert moves and all(len(move.path) == move.length + 1 <= (move.allowance or 0) + 1 for move in moves)
    shots = [event for event in told.events if isinstance(event, Attack)]
    assert sum(len(roll.faces) for shot in shots for roll in shot.rolls) == sum(
        roll.name.purpose == "shot" for roll in tape.rolls
    )
