"""Brigade level fights of the campaign on their own table: who starts and comes on where, what the ground does, the way
round water."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.resolve.brigade import engagement, march, own_ground
from campaign.resolve.brigade.battle import Battle
from campaign.resolve.brigade.engagement import aim
from campaign.resolve.brigade.field import Field, Piece
from campaign.resolve.brigade.going import ground_of, ways_over
from campaign.resolve.country import Country
from campaign.resolve.report import Report
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Scripted, Seeded, Tape
from campaign.rules.common.force import Arrival, Force, Unit
from campaign.rules.common.scene import Fight, Prize, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Area, Bar, Box, Point, Terrain
from campaign.rules.tabletop.brigade import antitank
from campaign.rules.tabletop.brigade.equipment import gun as gun_named
from campaign.rules.tabletop.brigade.tables import Act, Cover, Ground, MovesAs, Seen
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.forces import Arm, Nationality
from campaign.terms.ground import Cover as Seen_in
from campaign.terms.ground import Nature
from campaign.terms.state import Role
from campaign.values import replace
from campaign.words.battle_report import Attack, Move, Roll, Start
from tests.benchmarks.bench_fights import side as many
from tests.laws import tried
from tests.rules.brigades import FIELD, NOW, men, side
from tests.rules.brigading import BOOK
from tests.rules.forces import guns, infantry, tanks

TABLE = (72, 50)
SHORT = DEFAULTS.with_setting("brigade.resolve_periods", 6)
TOWN = Area(Box(20, 20, 50, 40), Seen_in.TERRAIN, nature=Nature.BUILT_UP)
WOOD = Area(Box(20, 20, 50, 40), Seen_in.TERRAIN, nature=Nature.WOOD)
OPEN = Terrain()


def water(*bridges: Point, across: int = 25) -> Bar:
    """A river from the west to the east edge, with its strip of boxes as the campaign gives it."""
    return Bar(
        "Dommel",
        (Box(0, across - 7, 72, across + 7),),
        river=True,
        bridges=bridges,
        lines=(((0, across), (72, across)),),
    )


def forces(*defenders: Unit, attackers: tuple[Unit, ...] = ()) -> tuple[Force, Force]:
    return side(1, Nationality.BRITISH, *(attackers or (men(720),))), side(
        2, Nationality.GERMAN, *(defenders or (men(720),))
    )


def ground(
    both: tuple[Force, Force],
    terrain: Terrain = OPEN,
    spots: tuple[Point, ...] = (),
    prize: Point | None = None,
    beside: Mapping[int, Point] | None = None,
    waits: Mapping[int, int] | None = None,
    attacker: int | None = 1,
) -> Fight:
    """A fight on a table of the campaign; ``spots`` go to the units in their order, the attacker's first."""
    units = [unit for force in both for unit in force.units if unit.id not in (beside or {})]
    where = {unit.id: at for unit, at in zip(units, spots, strict=False)}
    return Fight(
        both,
        attacker,
        NOW,
        (TurnSky(NOW),),
        table_in=TABLE,
        inches_a_km=55,
        terrain=terrain,
        spots=where,
        beside=beside or {},
        waits=waits or {},
        prize=None if prize is None else Prize("Son", prize),
    )


def standing(on: Field, number: int) -> list[Piece]:
    return on.sides[number].on_table


def one(on: Field, number: int, key: str) -> Piece:
    return next(piece for piece in on.sides[number].pieces if piece.troop.key == key)


def country(on: Field) -> Country:
    assert on.ways is not None
    return on.ways.country


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), NOW)


# A bare table is as it was -------------------------------------------------------------------------------------------
GOLDEN = {
    ("brigade", 2, 0): (245, "629ded143580", "sd ff"),
    ("brigade", 2, 1): (240, "30668acebb4e", "dd ff"),
    ("brigade", 2, 2): (225, "5e8c87e590e0", "dd ff"),
    ("brigade", 4, 0): (354, "6e8353effdb6", "ddsf ffff"),
    ("brigade", 4, 1): (349, "2c25a0914c04", "ddsf ffff"),
    ("brigade", 4, 2): (345, "3f660252de8d", "ddsf ffff"),
    ("brigade", 8, 0): (406, "c8963d3845a3", "fsdfdsff ffffffff"),
    ("brigade", 8, 1): (450, "91ce1fec1114", "ssdfddsf ffffsfff"),
    ("brigade", 8, 2): (276, "5327678624e9", "ffdfdsff ffffsfff"),
    ("brigadier", 2, 0): (603, "096fcc945796", "sd ff"),
    ("brigadier", 2, 1): (593, "02d0dd24671a", "dd ff"),
    ("brigadier", 2, 2): (430, "34db4fea1abf", "dd ff"),
    ("brigadier", 4, 0): (1059, "edb1f17f0b7f", "ssdf ffff"),
    ("brigadier", 4, 1): (1314, "fa65f54c4ed1", "dddf sfff"),
    ("brigadier", 4, 2): (1282, "1428e47b0948", "dddf fssf"),
    ("brigadier", 8, 0): (3379, "47f06692a08f", "dddfdddf fssssfff"),
    ("brigadier", 8, 1): (3028, "fd5886553b73", "dddfdddf ffsffsff"),
    ("brigadier", 8, 2): (2787, "4501be201781", "dddfdddf ffsfdsff"),
}
"""Dice thrown, a digest of them with what came out, and how the battalions of both sides end (fresh, spent, destroyed), of
fights without a table of the campaign."""


@pytest.mark.sample(5)
@pytest.mark.parametrize(("key", "size", "seed"), list(GOLDEN))
def test_a_game_of_its_own_falls_as_ever(key: str, size: int, seed: int) -> None:
    both, tape = (many(1, Nationality.BRITISH, size), many(2, Nationality.GERMAN, size)), Tape(Seeded(str(seed)), NOW)
    told = resolver(key)(Fight(both, 1, NOW, (TurnSky(NOW),), table_in=(max(96, 8 * size), 72)), tape, BOOK)
    assert isinstance(told, Resolution)
    said = [(roll.name.purpose, roll.name.subject, roll.value) for roll in tape.rolls]
    ends = [(end.after.value, sorted(end.aftermath.items())) for end in told.ends]
    sides = (
        "".join(end.after.value[0] for end in told.ends[:size]),
        "".join(end.after.value[0] for end in told.ends[size:]),
    )
    assert (
        len(said),
        hashlib.sha256(repr((said, ends, told.holder, told.length)).encode()).hexdigest()[:12],
        " ".join(sides),
    ) == GOLDEN[key, size, seed]


# Who starts where ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("BDE-SETUP-03")
def test_everybody_starts_around_his_place_clear_of_the_enemy() -> None:
    on = own_ground.set_out(ground(forces(), spots=((30, 10), (40, 40))), DEFAULTS)
    for number, at in ((0, (30, 10)), (1, (40, 40))):
        there = standing(on, number)
        assert len(there) == len(on.sides[number].pieces) == 8
        assert all(hypot(piece.x - at[0], piece.y - at[1]) <= 12 for piece in there)
    close = own_ground.set_out(ground(forces(), spots=((40, 40), (40, 40))), DEFAULTS)
    gaps = [hypot(ours.x - theirs.x, ours.y - theirs.y) for ours in standing(close, 0) for theirs in standing(close, 1)]
    assert min(gaps) >= march.FROM_ENEMY_IN


def test_a_battle_waits_twenty_moves_for_a_unit_that_finds_no_room_to_come_on() -> None:
    on = own_ground.set_out(ground(forces()), DEFAULTS)
    battle = Battle(on, Tape(Seeded("g"), NOW), DEFAULTS)
    on.sides[0].pieces[0].waiting, on.sides[0].pieces[0].comes_in = True, 1
    assert [battle._awaited(moves) for moves in (19, 20)] == [True, False]


def test_a_bridge_opens_the_water_for_three_inches_to_either_side() -> None:
    """Three squares of two inches."""
    crossed = Country(72, 50, 0, Terrain((), (water((36, 25)),)))
    open_squares = (place for square, place in enumerate(crossed.middles) if square not in crossed.shut)
    assert sorted(x for x, y in open_squares if y == 25) == [33, 35, 37]


@pytest.mark.rule("BDE-SETUP-03")
@pytest.mark.parametrize("held", [False, True])
def test_who_finds_his_road_held_comes_on_farther_along_the_edge(held: bool) -> None:
    """Nobody comes on within 6 inches of an enemy; beyond 12 inches from his road only where that itself is held."""
    late = men(720)
    on = own_ground.set_out(
        ground(forces(men(720), late), spots=((36, 5), (36, 30)), beside={late.id: (36, 50)}), DEFAULTS
    )
    for piece in on.sides[0].pieces:
        piece.waiting = True
    # The second case leaves the road itself 6.5 inches from either enemy, and no place within 12 inches of it clear.
    for piece, x in zip(on.sides[0].pieces, (29.5, 42.5, 36.0) if held else (29.5, 42.5), strict=False):
        piece.x, piece.y, piece.waiting = x, 49.0, False
    comer = next(piece for piece in on.sides[1].pieces if piece.waiting and piece.gate is not None)
    on.moves[1] = 9
    march.come_on(1, on, Report())
    assert comer.waiting is not held
    if held:
        assert hypot(comer.x - 36, comer.y - 50) > march.ALONG_IN
        assert all(hypot(comer.x - enemy.x, comer.y - enemy.y) >= 6 for enemy in standing(on, 0))


@pytest.mark.parametrize(
    ("attacker", "defender", "quarters"),
    [((36, 5), (36, 45), 0), ((5, 25), (65, 25), 1), ((36, 45), (36, 5), 2), ((65, 25), (5, 25), 3)],
)
def test_the_table_is_turned_until_the_defender_lies_ahead(attacker: Point, defender: Point, quarters: int) -> None:
    fight = ground(forces(), spots=(attacker, defender))
    on = own_ground.set_out(fight, DEFAULTS)
    assert country(on).quarters == quarters
    assert country(on).unturned(country(on).turned(attacker)) == attacker
    mean = [sum(piece.y for piece in standing(on, number)) / 8 for number in (0, 1)]
    assert mean[0] + 30 <= mean[1]


def test_level_forces_lie_as_their_homes_do() -> None:
    fight = ground(forces(), spots=((36, 25), (36, 25)))
    assert Country.of(replace(fight, homes=((36, 900), (36, -900)))).quarters == 2
    assert Country.of(replace(fight, homes=((36, -900), (36, 900)))).quarters == 0


@pytest.mark.rule("BDE-MAP-10")
def test_who_stands_beside_the_table_comes_on_at_his_road_in_his_move() -> None:
    both = forces(infantry("Rifle 104", dug_in_turns=4), attackers=(men(720), guns("Pak", **FIELD)))
    first, late = both[0].units[0], replace(both[0].units[1], role=Role.ARRIVES, arrival=Arrival(NOW, "south 10"))
    both = (replace(both[0], units=(first, late)), both[1])
    fight = ground(both, spots=((10, 0), (36, 40)), beside={first.id: (36, 0)}, waits={first.id: 2}, prize=(36, 40))
    on = own_ground.set_out(replace(fight, spots={late.id: (10, 0), both[1].units[0].id: (36, 40)}), DEFAULTS)
    assert not standing(on, 0)
    for move, there in ((1, 0), (2, 0), (3, 8)):
        on.moves[0] = move
        march.come_on(0, on, Report())
        assert sum(piece.unit is first for piece in standing(on, 0)) == there
    assert all(hypot(piece.x - 36, piece.y) <= march.ALONG_IN + 1 and piece.y <= 2 for piece in standing(on, 0))
    assert {piece.cover for piece in standing(on, 0)} == {Cover.OPEN}
    assert {piece.cover for piece in standing(on, 1)} == {Cover.DUG_TRENCH}


def test_an_entry_that_the_enemy_holds_is_left_along_the_edge() -> None:
    both = forces()
    on = own_ground.set_out(ground(both, spots=((36, 2),), beside={both[0].units[0].id: (36, 0)}, attacker=1), DEFAULTS)
    on.moves[0] = 1
    march.come_on(0, on, Report())
    assert standing(on, 0)
    assert all(
        hypot(ours.x - theirs.x, ours.y - theirs.y) >= 6 for ours in standing(on, 0) for theirs in standing(on, 1)
    )


@pytest.mark.rule("BDE-SEQ-12", "BDE-MF-06")
def test_guns_come_on_limbered_and_unlimber_before_they_fire() -> None:
    pak = guns("Pak", arm=Arm.ANTI_TANK, equipment="6 6pdr", piece=None, piece_name="", calibre_mm=None)
    both = forces(tanks("PzRegt 8", equipment="20 Pz III"), attackers=(pak, men(720)))
    beside = {both[0].units[0].id: (36, 0)}
    on = own_ground.set_out(ground(both, spots=((20, 20), (36, 40)), beside=beside, prize=(36, 45)), DEFAULTS)
    fight = Battle(on, Tape(Seeded("g"), NOW), DEFAULTS)
    gun = one(on, 0, "g1")
    assert (gun.limbered, gun.waiting) == (True, True)
    fight._move(0)
    assert (gun.limbered, gun.fired, gun.moved_in) == (False, False, Fraction(15, 2))
    place = gun.x, gun.y
    fight._move(1)
    fight._move(0)
    assert (gun.x, gun.y) == place, "an unlimbered gun stays"


# What the ground is --------------------------------------------------------------------------------------------------
@pytest.mark.rule("BDE-AMB-62", "BDE-AMB-47", "BDE-SAVE-03", "BDE-AT-13")
def test_terrain_covers_and_a_trench_covers_better() -> None:
    both = forces(men(720), tanks("PzRegt 8", equipment="20 Pz III"), infantry("Rifle 104", dug_in_turns=1))
    on = own_ground.set_out(
        ground(both, Terrain((TOWN._replace(box=Box(-1, 18, 73, 51)),)), spots=((36, 5), (20, 35), (40, 32), (55, 36))),
        DEFAULTS,
    )
    foot, tank, dug = (next(piece for piece in standing(on, 1) if piece.unit is unit) for unit in both[1].units)
    assert (foot.cover, tank.cover, dug.cover) == (Cover.SOFT, Cover.SOFT, Cover.SLIT_TRENCH)
    assert {piece.cover for piece in standing(on, 0)} == {Cover.OPEN}
    shot = engagement._shot(aim(one(on, 0, "a"), tank, on, Act.A, Seen.SPOTTED), gun_named("17pdr"))
    assert "partial cover" in antitank.to_hit(shot).explained()


def test_roads_lead_through_terrain_and_craters_are_terrain() -> None:
    road = tuple(Area(Box(x - 7, 23, x + 7, 37), road=True) for x in range(1, 72, 7))
    crater = Area(Box(60, 4, 64, 8), Seen_in.TERRAIN, craters=True)
    fight = ground(forces(), Terrain((WOOD, *road, crater)), spots=((36, 5), (36, 45)))
    land = Country.of(fight)
    assert [ground_of(land, land.square(x, 30)) for x in (2, 35, 70)] == [Ground.ROAD] * 3
    assert (
        ground_of(land, land.square(35, 26)),
        ground_of(land, land.square(10, 26)),
        ground_of(land, land.square(62, 6)),
    ) == (Ground.THICK, Ground.OPEN, Ground.ROUGH)
    assert land.in_cover(35, 30)
    assert not land.in_cover(10, 30)


@pytest.mark.rule("BDE-MOVE-01", "BDE-MOVE-02", "BDE-AMB-19", "BDE-AMB-23")
@pytest.mark.parametrize(
    ("make", "area", "part", "faces", "inches"),
    [
        (men(720), TOWN, Fraction(1), (), 6),
        (men(720), WOOD, Fraction(1), (), 4),
        (men(720), WOOD, Fraction(1, 2), (), 2),
        (tanks(equipment="20 Cruiser"), TOWN, Fraction(1), (5,), 3.5),
        (tanks(equipment="20 Cruiser"), TOWN, Fraction(1, 2), (5,), 1.75),
        (tanks(equipment="20 Cruiser"), WOOD, Fraction(1), (6,), 3),
        (tanks(equipment="20 Cruiser"), WOOD, Fraction(1), (3,), 0),
    ],
)
def test_rough_ground_and_woods_are_gone_by_their_columns(
    make: Unit, area: Area, part: Fraction, faces: tuple[int, ...], inches: float
) -> None:
    on = own_ground.set_out(
        ground(
            forces(attackers=(make,)),
            Terrain((area._replace(box=Box(-1, -1, 73, 51)),)),
            spots=((36, 20), (36, 48)),
            prize=(37, 48),
        ),
        DEFAULTS,
    )
    mover = next(piece for piece in standing(on, 0) if not march.is_staff(piece))
    for other in on.sides[0].pieces:
        other.fate = "" if other is mover else "not in this test"
    for enemy in on.sides[1].pieces[1:]:
        enemy.fate = "not in this test"
    mover.x, mover.y = 37.0, 25.0
    march.advance(mover, part, on, dice(*faces), Report())
    assert mover.y - 25 == pytest.approx(inches, abs=0.01)
    assert float(mover.moved_in) == pytest.approx(inches, abs=0.25)


@pytest.mark.rule("BDE-MOVE-04", "BDE-MOVE-05", "BDE-MOVE-06")
@pytest.mark.parametrize(("faces", "stuck"), [((2, 1), True), ((2, 2), False), ((1, 1), True)])
def test_a_tank_may_stick_in_thick_woods(faces: tuple[int, int], stuck: bool) -> None:
    make = tanks(equipment="20 Cruiser")
    on = own_ground.set_out(
        ground(forces(attackers=(make,)), Terrain((WOOD,)), spots=((36, 30), (36, 48)), prize=(36, 48)), DEFAULTS
    )
    mover, report = standing(on, 0)[0], Report()
    place = mover.x, mover.y
    march.advance(mover, Fraction(1), on, dice(*faces), report)
    assert ((mover.x, mover.y), mover.stuck) == (place, stuck)
    assert "stuck on a 1" in report.lines[1]
    assert march.goal_of(mover, on) is None or not stuck


@pytest.mark.rule("BDE-MOVE-03")
def test_no_way_leads_over_a_dash_of_the_table() -> None:
    belt = Area(Box(-1, 20, 73, 24), Seen_in.TERRAIN, nature=Nature.WOOD)
    ways = ways_over(Country.of(ground(forces(), Terrain((belt,)), spots=((36, 5), (36, 45)))))
    assert ways.next_from(MovesAs.WHEELED, 36.0, 5.0, (36.0, 45.0)) is None
    assert ways.next_from(MovesAs.INFANTRY, 36.0, 5.0, (36.0, 45.0)) is not None
    assert ways.cost(MovesAs.INFANTRY, 37.0, 5.0, (37.0, 45.0)) > 40 / 6


# What cannot be crossed ----------------------------------------------------------------------------------------------
def walked(fight: Fight, moves: int = 12) -> tuple[Field, list[tuple[Piece, float, float]]]:
    """A fight for so many moves, and every place in which somebody stood at the end of one."""
    on = own_ground.set_out(fight, SHORT)
    going = Battle(on, Tape(Seeded("w"), NOW), SHORT)
    stood = [(piece, piece.x, piece.y) for number in (0, 1) for piece in standing(on, number)]
    for move in range(moves):
        going._move(move % 2)
        stood += [(piece, piece.x, piece.y) for number in (0, 1) for piece in standing(on, number)]
    return on, stood


def test_a_river_is_crossed_at_its_bridge_alone() -> None:
    both = forces(men(300), attackers=(men(720),))
    without = ground(both, Terrain(bars=(water(),)), spots=((12, 12), (12, 46)), prize=(12, 44))
    on, stood = walked(without)
    assert all((y < 25) is (piece.side == 0) for piece, _, y in stood)
    bridge = Terrain(bars=(water((40, 25)),))
    bridged, crossed = walked(ground(both, bridge, spots=((40, 8), (12, 48)), prize=(40, 44)), 40)
    over = [x for piece, x, y in crossed if piece.side == 0 and 23.9 < y < 26.1]
    assert over
    assert all(abs(x - 40) <= 4 for x in over), "nobody is on the water but at the bridge"
    assert any(piece.y > 26 for piece in bridged.sides[0].pieces)
    assert on.ways is not None


def test_a_minefield_is_gone_round_unless_it_is_gapped() -> None:
    belt = Bar("Mines", (Box(20, 24, 52, 25),))
    for bar, through in ((belt, False), (replace(belt, gapped=True), True)):
        land = Country.of(ground(forces(), Terrain(bars=(bar,)), spots=((36, 5), (36, 45))))
        assert land.is_shut(36, 24.5) is not through
        assert ways_over(land).straight(MovesAs.INFANTRY, 36.0, 5.0, (36.0, 45.0)) is through
        assert ways_over(land).next_from(MovesAs.INFANTRY, 36.0, 5.0, (36.0, 45.0)) is not None


def test_nobody_stands_in_the_sea_and_the_coast_road_is_dry() -> None:
    sea = ((0, 30), (72, 30), (72, 50), (0, 50))
    road = tuple(Area(Box(x - 7, 24, x + 7, 38), road=True) for x in range(1, 72, 7))
    land = Country.of(
        ground(forces(), Terrain(road, shores=(((0, 30), (72, 30)),), seas=(sea,)), spots=((5, 5), (60, 5)))
    )
    shut = [land.is_shut(*((y, 36) if land.quarters % 2 else (36, y))) for y in (40, 20)]
    assert shut.count(True) == 1
    assert not land.is_shut(*land.turned((36, 31)))
    assert land.is_shut(*land.turned((36, 40)))


points = st.tuples(st.integers(0, 72), st.integers(0, 50))
boxes = st.builds(
    lambda at, wide, deep: Box(at[0], at[1], at[0] + wide, at[1] + deep), points, st.integers(1, 30), st.integers(1, 30)
)
areas = st.builds(
    lambda box, nature, cover, road: Area(box, Seen_in.OPEN if road else cover, nature=nature, road=road),
    boxes,
    st.sampled_from(Nature),
    st.sampled_from(Seen_in),
    st.booleans(),
)
rivers = st.builds(
    lambda west, middle, east: Bar("Maas", (Box(0, 0, 72, 50),), river=True, lines=(((0, west), middle, (72, east)),)),
    st.integers(5, 45),
    st.tuples(st.integers(10, 60), st.integers(5, 45)),
    st.integers(5, 45),
)
mines = st.builds(lambda box: Bar("Mines", (box,)), boxes)
grounds = st.builds(
    lambda some, river, belt: Terrain(tuple(some), (*([river] if river else []), *([belt] if belt else []))),
    st.lists(areas, max_size=4),
    st.none() | rivers,
    st.none() | mines,
)


@tried(8, long=60)
@given(grounds, st.lists(points, min_size=4, max_size=4), st.sampled_from([1, None]))
def test_nobody_ever_stands_where_one_cannot_or_comes_to_the_other_bank(
    terrain: Terrain, spots: list[Point], attacker: int | None
) -> None:
    both = forces(
        men(300), tanks("PzRegt 8", equipment="10 Pz III"), attackers=(men(300), tanks(equipment="10 Cruiser"))
    )
    beside = {both[0].units[1].id: (spots[0][0], 0)}
    fight = ground(both, terrain, tuple(spots[1:]), prize=spots[0], beside=beside, attacker=attacker)
    on, stood = walked(fight, 4)
    land = country(on)
    assert not any(land.is_shut(x, y) for _, x, y in stood)
    banks: dict[str, set[int]] = {}
    for piece, x, y in stood:
        banks.setdefault(f"{piece.side} {piece.name}", set()).add(land.banks[land.square(x, y)])
    assert all(len(bank - {0}) <= 1 for bank in banks.values())
    own = [piece for number in (0, 1) for piece in standing(on, number)]
    assert all(
        one is other or hypot(one.x - other.x, one.y - other.y) >= march.clear_of(one, other) - 1e-6
        for one in own
        for other in own
        if one.side == other.side
    )


def test_who_stays_away_is_not_on_the_table_and_nothing_becomes_of_him() -> None:
    both = forces(men(300), men(300), attackers=(men(720),))
    home, away = both[1].units
    fight = replace(
        ground(both, spots=((36, 5), (36, 40)), prize=(36, 40), beside={away.id: (72, 25)}), away=frozenset({away.id})
    )
    assert {piece.unit.id for piece in own_ground.set_out(fight.without_absent(), DEFAULTS).sides[1].pieces} == {
        home.id
    }
    told = resolver("brigade")(fight.without_absent(), Tape(Seeded("a"), NOW), DEFAULTS)
    assert isinstance(told, Resolution)
    assert away.id not in {end.unit for end in told.ends}


def test_a_column_gets_round_who_is_stuck_at_its_head() -> None:
    road = tuple(Area(Box(29, y - 7, 43, y + 7), road=True) for y in range(0, 50, 7))
    town = TOWN._replace(box=Box(-1, -1, 73, 51))
    both = forces(attackers=(tanks(equipment="20 Cruiser"),))
    on = own_ground.set_out(ground(both, Terrain((town, *road)), spots=((36, 10), (36, 45)), prize=(36, 45)), DEFAULTS)
    head, behind, *others = standing(on, 0)
    for other in (*others, *on.sides[1].pieces):
        other.fate = "not in this test"
    head.x, head.y, head.stuck, behind.x, behind.y = 37.0, 20.0, True, 37.0, 15.0
    on.crowd.put(head, head.x, head.y)
    on.crowd.put(behind, behind.x, behind.y)
    tape = Tape(Seeded("c"), NOW)
    for _ in range(8):
        march.advance(behind, Fraction(1), on, tape, Report())
        assert hypot(behind.x - head.x, behind.y - head.y) >= march.CLEAR_IN
    assert behind.y > head.y + 5


# The fight -----------------------------------------------------------------------------------------------------------
def test_the_attacker_comes_to_what_is_fought_for_through_a_town() -> None:
    both = forces(men(150), attackers=(men(720), men(720)))
    fight = ground(
        both, Terrain((TOWN,), (water((30, 15), across=15),)), spots=((30, 4), (44, 4), (36, 30)), prize=(36, 30)
    )
    told = resolver("brigade")(fight, Tape(Seeded("t"), NOW), DEFAULTS)
    assert isinstance(told, Resolution)
    assert told.holder == 1
    assert any("in soft cover" in line for line in told.report)


def test_a_fight_over_ground_can_be_rolled_by_players_and_is_the_same_for_the_same_seed() -> None:
    fight = ground(
        forces(attackers=(men(720), tanks())), Terrain((WOOD,)), spots=((30, 4), (44, 4), (36, 30)), prize=(36, 30)
    )
    tape = Tape(Seeded("t"), NOW)
    first = resolver("brigade")(fight, tape, DEFAULTS)
    again = resolver("brigade")(fight, Tape(Scripted([roll.value for roll in tape.rolls]), NOW), DEFAULTS)
    assert first == again


def test_who_finds_no_way_lets_the_fight_end() -> None:
    both = forces(men(300), attackers=(tanks(),))
    wood = Area(Box(-1, 10, 73, 60), Seen_in.TERRAIN, nature=Nature.WOOD)
    told = resolver("brigade")(
        ground(both, Terrain((wood,), (water(across=9),)), spots=((36, 3), (36, 45)), prize=(36, 45)),
        Tape(Seeded("n"), NOW),
        SHORT,
    )
    assert isinstance(told, Resolution)
    assert told.length == "3 periods, 6 moves of both sides" and "No unit moves or fires any more." in told.report


# Sight -----------------------------------------------------------------------------------------------------------------
HILL = Area(Box(20, 20, 50, 40), hill=True)


@pytest.mark.rule("BDE-DET-10")
@pytest.mark.parametrize(
    ("areas", "ours", "theirs", "seen"),
    [
        ((), (36, 12), (36, 48), True),
        ((WOOD,), (36, 12), (36, 48), False),
        ((TOWN,), (36, 12), (36, 48), False),
        ((HILL,), (36, 12), (36, 48), False),
        ((HILL,), (36, 30), (36, 48), True),
        ((WOOD,), (36, 12), (36, 21), True),
        ((WOOD,), (36, 12), (36, 27), False),
        ((WOOD,), (36, 38.5), (36, 48), True),
        ((Area(Box(20, 20, 50, 40), Seen_in.TERRAIN),), (36, 12), (36, 48), True),
    ],
)
def test_woods_houses_and_hills_hide_what_is_beyond_them(
    areas: tuple[Area, ...], ours: tuple[float, float], theirs: tuple[float, float], seen: bool
) -> None:
    on = own_ground.set_out(ground(forces(), Terrain(areas), spots=((36, 6), (36, 44))), DEFAULTS)
    first, second = standing(on, 0)[0], standing(on, 1)[0]
    (first.x, first.y), (second.x, second.y) = ours, theirs
    assert on.in_line(first, second) is on.in_line(second, first) is seen


@pytest.mark.rule("BDE-DET-10")
def test_a_detection_lasts_until_the_target_leaves_the_line_of_sight() -> None:
    on = own_ground.set_out(ground(forces(), Terrain((WOOD,)), spots=((36, 6), (36, 44))), DEFAULTS)
    battle = Battle(on, dice(), DEFAULTS)
    ours, theirs = standing(on, 0)[0], standing(on, 1)[0]
    (ours.x, ours.y), (theirs.x, theirs.y), theirs.cover = (10, 12), (10, 16), Cover.OPEN
    battle._look(0, [ours])
    assert ours.detected[theirs] is Seen.SPOTTED
    theirs.y = 48
    battle._look(0, [ours])
    assert ours.detected[theirs] is Seen.SPOTTED, "far off, but in sight"
    (ours.x, ours.y), (theirs.x, theirs.y) = (36, 12), (36, 48)
    battle._look(0, [ours])
    assert ours.detected[theirs] is Seen.UNSEEN


def test_the_report_of_a_fight_over_ground_has_every_move_and_every_die() -> None:
    both = forces(men(150), attackers=(men(720), tanks()))
    fight = ground(both, Terrain((WOOD,)), spots=((30, 4), (44, 4), (36, 44)), prize=(36, 44))
    tape = Tape(Seeded("told"), NOW)
    told = resolver("brigade")(fight, tape, SHORT)
    assert isinstance(told, Resolution)
    moves = [event for event in told.events if isinstance(event, Move)]
    assert moves and all(move.allowance is not None and move.length <= move.allowance + 0.01 for move in moves)
    rolls = [roll for event in told.events for roll in (event.rolls if isinstance(event, Attack) else (event,))]
    assert sum(len(roll.faces) for roll in rolls if isinstance(roll, Roll)) == len(tape.rolls)
    starts = [event for event in told.events if isinstance(event, Start)]
    assert {start.side for start in starts} == {0, 1} and all(start.at for start in starts)


def test_headquarters_set_out_behind_the_companies_and_not_in_their_line() -> None:
    """On the flank of the line they were the unit nearest to the enemy."""
    on = own_ground.set_out(ground(forces(), spots=((30, 10), (40, 40))), DEFAULTS)
    for number, forward in ((0, 1), (1, -1)):
        there = standing(on, number)
        staff = next(piece for piece in there if march.is_staff(piece))
        companies = [piece for piece in there if piece.troop.kind is Kind.COMPANY and piece is not staff]
        assert len(companies) == 4
        assert all(forward * staff.y < forward * company.y for company in companies)
        assert min(company.x for company in companies) < staff.x < max(company.x for company in companies)


def test_a_unit_does_not_creep_by_a_tenth_of_an_inch() -> None:
    """A tenth of an inch short of the distance that it keeps it stays; two inches short it goes on."""
    for beyond, goes in ((0.1, False), (2.0, True)):
        on = own_ground.set_out(ground(forces(), spots=((40, 10), (40, 40))), DEFAULTS)
        mover, enemy = one(on, 0, "a"), one(on, 1, "a")
        mover.detected[enemy] = Seen.SPOTTED
        enemy.x, enemy.y = mover.x, mover.y + march.close_in(mover) + beyond
        on.crowd.put(enemy, enemy.x, enemy.y)
        assert march.wants(mover, on) is goes
