"""Brigadier General Commands on a battle's own ground: who sees and is covered where, which way a platoon goes."""

from __future__ import annotations

from math import hypot

import pytest

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.air_strikes import Sky
from campaign.resolve.brigadier.battle import Battle, resolve
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import Base, Field, lay_out, room_at
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.report import Report
from campaign.rules.common.scene import AirSupport, Fight, Prize, Resolution
from campaign.rules.common.terrain import Area, Bar, Box, Terrain
from campaign.rules.tabletop.brigadier.cover import Incoming
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.tables import Order, Shelter
from campaign.terms.forces import Weapon
from campaign.terms.ground import Cover, Nature
from campaign.terms.state import State
from campaign.values import replace
from campaign.words.battle_report import Attack, Move, Start
from tests.rules.brigading import BOOK, HOUSE, attacking, base, fight, scripted, seeded

TABLE = (72, 48)
WOOD = Area(Box(30, 20, 42, 32), Cover.TERRAIN, nature=Nature.WOOD)
TOWN = Area(Box(30, 20, 42, 32), Cover.TERRAIN, nature=Nature.BUILT_UP)
ROUGH = Area(Box(30, 20, 42, 32), Cover.TERRAIN)
HILL = Area(Box(26, 16, 46, 36), hill=True)
RIVER = Bar("Dommel", (Box(0, 18, 72, 32),), river=True, bridges=((60, 25),), lines=(((0, 25), (72, 25)),))


def own(*areas: Area, bars: tuple[Bar, ...] = (), near: int = 1, far: int = 1) -> Fight:
    """A fight on a table of the campaign, the attackers in the south, the defenders in the north."""
    shown = fight(near, far)
    spots = {unit.id: (36, 6) for unit in shown.forces[0].units} | {unit.id: (36, 42) for unit in shown.forces[1].units}
    prize = Prize("the place", (36, 42))
    return replace(shown, terrain=Terrain(areas, bars), spots=spots, table_in=TABLE, prize=prize)


def two(*areas: Area, bars: tuple[Bar, ...] = (), viewer: tuple[float, float], target: tuple[float, float]) -> Field:
    """A platoon of the attackers and one of the defenders alone, neither dug in nor hidden by having kept quiet."""
    field = lay_out(own(*areas, bars=bars), HOUSE, BOOK, None)
    first, second = base(field, 0, "1.1"), base(field, 1, "1.1")
    field.bases = [first, second]
    second.dug_in, second.fired = False, True
    field.put(first, *viewer)
    field.put(second, *target)
    return field


def sees(field: Field) -> bool:
    first, second = field.bases
    return field.sees(first, second)


@pytest.mark.rule("BGC-VIS-03", "BGC-LOS-01", "BGC-MEAS-05", "BGC-MEAS-06", "BGC-VIS-15", "BGC-TAB-14")
@pytest.mark.parametrize("place", [WOOD, TOWN])
def test_woods_and_towns_block_sight_but_for_who_stands_at_their_edge(place: Area) -> None:
    assert sees(two(viewer=(36, 15), target=(36, 34))), "in the open 19 inches are seen"
    assert not sees(two(place, viewer=(36, 15), target=(36, 34)))
    assert sees(two(place, viewer=(36, 15), target=(36, 21))), "at the edge, and has fired"
    assert sees(two(place, viewer=(36, 31), target=(36, 40))), "who stands at the edge sees out"
    assert not sees(two(place, viewer=(36, 15), target=(36, 27))), "fully inside"
    assert not sees(two(place, viewer=(36, 27), target=(36, 40)))


@pytest.mark.parametrize(("wish", "stands"), [(14, 5), (16, 15)])
def test_who_digs_in_goes_eight_inches_farther_to_see_out_of_a_wood(wish: int, stands: int) -> None:
    """The wood begins four inches from the edge of the table; squares are two inches."""
    deep = Area(Box(6, 4, 66, 44), Cover.TERRAIN, nature=Nature.WOOD)
    field = two(deep, viewer=(2, 46), target=(36, 40))
    digs = field.bases[1]
    digs.dug_in = True
    assert room_at((36, wish), (36, wish), digs, field) == (35, stands)


@pytest.mark.rule("BGC-VIS-12", "BGC-LOS-09")
@pytest.mark.parametrize("target", [(46, 24), (26, 24), (36, 34), (36, 14)])
def test_one_sees_all_round_and_past_everybody(target: tuple[int, int]) -> None:
    field = two(viewer=(36, 24), target=target)
    friend = lay_out(own(), HOUSE, BOOK, None).bases[0]
    field.bases.append(friend)
    field.put(friend, (36 + target[0]) / 2, (24 + target[1]) / 2)
    assert field.sees(*field.bases[:2])


@pytest.mark.rule("BGC-VIS-14", "BGC-VIS-16", "BGC-MEAS-06")
def test_who_hides_at_an_edge_is_seen_when_he_has_fired() -> None:
    field = two(WOOD, viewer=(36, 15), target=(36, 21))
    field.bases[1].fired = False
    assert not sees(field)
    field.bases[1].fired = True
    assert sees(field)


@pytest.mark.rule("BGC-VIS-08", "BGC-VIS-10", "BGC-CA-02", "BGC-VIS-11")
def test_inside_a_wood_one_sees_two_inches_and_in_a_town_only_contact_finds_anybody() -> None:
    assert sees(two(WOOD, viewer=(35, 25), target=(35, 27))) and not sees(two(WOOD, viewer=(35, 25), target=(35, 28)))
    assert not sees(two(TOWN, viewer=(35, 25), target=(35, 27)))
    field = two(TOWN, viewer=(35, 25), target=(35, 26))
    assert sees(field) and not field.fires_at(*field.bases), "close assault alone"


@pytest.mark.rule("BGC-VIS-07", "BGC-LOS-04", "BGC-LOS-05", "BGC-LOS-06", "BGC-LOS-07", "BGC-LOS-08", "BGC-LOS-03")
def test_a_hill_hides_who_is_beyond_it_and_shows_the_ground_around() -> None:
    """Its slope is 2 inches wide; at its top one sees 5 inches farther down, not who comes up the slope."""
    top, edge, slope, below, beyond = (36, 27), (36, 19), (36, 17), (36, 10), (36, 39)
    assert not sees(two(HILL, viewer=(36, 14), target=(36, 38))) and sees(two(HILL, viewer=top, target=below))
    assert sees(two(HILL, viewer=(36, 27), target=(36, 3))), "24 inches, a level down"
    assert not sees(two(viewer=(36, 27), target=(36, 3)))
    assert not sees(two(HILL, viewer=top, target=slope)) and sees(two(HILL, viewer=edge, target=slope))
    assert not sees(two(HILL, viewer=slope, target=top)) and sees(two(HILL, viewer=slope, target=edge))
    assert not sees(two(HILL, viewer=(36, 20), target=(36, 35))), "over the top to the far slope"
    assert not sees(two(HILL, viewer=slope, target=(36, 37))) and sees(two(HILL, viewer=top, target=beyond))


@pytest.mark.rule("BGC-LOS-02")
def test_from_above_one_looks_over_what_is_nearer_than_half_way() -> None:
    hill = Area(Box(26, 0, 46, 14), hill=True)
    belt = Area(Box(26, 15, 46, 17), Cover.TERRAIN, nature=Nature.WOOD)
    far_belt = Area(Box(26, 25, 46, 27), Cover.TERRAIN, nature=Nature.WOOD)
    assert sees(two(hill, belt, viewer=(36, 9), target=(36, 30)))
    assert not sees(two(belt, viewer=(36, 11), target=(36, 30)))
    assert not sees(two(hill, far_belt, viewer=(36, 9), target=(36, 31)))


@pytest.mark.rule("BGC-COVER-01", "BGC-COVER-02", "BGC-COVER-03", "BGC-COVER-05", "BGC-COVER-07", "BGC-COVER-09")
def test_what_the_ground_covers() -> None:
    def cover(*areas: Area, bars: tuple[Bar, ...] = (), at: tuple[int, int] = (35, 25), fire: Incoming) -> Shelter:
        field = two(*areas, bars=bars, viewer=(36, 10), target=at)
        return field.shelter(field.bases[1], fire, field.bases[0])

    assert cover(fire=Incoming.DIRECT) is Shelter.OPEN
    assert cover(WOOD, fire=Incoming.DIRECT) is Shelter.SOFT and cover(WOOD, fire=Incoming.ARTILLERY) is Shelter.OPEN
    assert cover(TOWN, fire=Incoming.DIRECT) is Shelter.HARD and cover(TOWN, fire=Incoming.ARTILLERY) is Shelter.HARD
    assert cover(ROUGH, fire=Incoming.DIRECT) is Shelter.SOFT
    assert cover(bars=(RIVER,), at=(35, 27), fire=Incoming.DIRECT) is Shelter.HARD
    assert cover(bars=(RIVER,), at=(35, 23), fire=Incoming.DIRECT) is Shelter.OPEN, "the fire comes from its own bank"


@pytest.mark.rule("BGC-COVER-10", "BGC-COVER-11")
def test_shells_burst_in_the_trees_but_not_on_the_dug_in_or_in_closed_armour() -> None:
    field = two(WOOD, viewer=(36, 10), target=(35, 25))
    field.bases[1].dug_in = True
    assert field.shelter(field.bases[1], Incoming.ARTILLERY) is Shelter.HARD


@pytest.mark.rule("BGC-M-20", "BGC-MOVE-01")
def test_a_platoon_goes_round_by_the_bridge_no_farther_than_its_order_lets_it() -> None:
    battle = Battle(own(bars=(RIVER,)), HOUSE, scripted(*[1] * 400), BOOK)
    mover = base(battle.field, 0, "1.1")
    battle.field.bases[:] = [mover]
    mover.order = Order.MOVE
    attacking(battle.field)
    for _ in range(30):
        x, y = mover.x, mover.y
        battle._advance(mover)
        assert hypot(mover.x - x, mover.y - y) <= 4.1
        assert not battle.field.scenery.country.is_shut(mover.x, mover.y)
    assert hypot(mover.x - 36, mover.y - 42) < 6, "over the bridge, 24 inches aside, to what is fought for"
    moves = [event for event in battle.report.events if isinstance(event, Move)]
    assert moves and all(move.length <= 4 and move.allowance == 4 for move in moves)


@pytest.mark.rule("BGC-M-20")
def test_woods_slow_the_foot_and_bar_tanks_as_the_house_file_says() -> None:
    battle = Battle(own(Area(Box(0, 16, 72, 32), Cover.TERRAIN, nature=Nature.WOOD)), HOUSE, scripted(), BOOK)
    mover = base(battle.field, 0, "1.1")
    battle.field.bases[:] = [mover]
    mover.order = Order.MOVE
    attacking(battle.field)
    battle.field.put(mover, 37, 21)
    battle._advance(mover)
    assert 22.5 <= mover.y <= 23.1, "half of 4 inches"
    mover.platoon = replace(mover.platoon, kind=Kind.TANK)
    battle.field.put(mover, 37, 15)
    battle._advance(mover)
    assert mover.y < 17, "no way leads through"


@pytest.mark.rule("BGC-M-20", "BGC-MOVE-01", "BGC-BUG-02", "BGC-MOVE-04")
@pytest.mark.parametrize(
    ("wood", "routs", "bugs_out"),
    [((32, 48), 8, 4), ((20, 48), 4, 2), ((24, 48), 6, 4), ((26, 48), 7, 4), ((20, 22), 6, 2)],
    ids=["in the open", "all in a wood", "half into a wood", "a quarter of the way", "out of a wood"],
)
def test_woods_slow_who_runs_or_bugs_out_as_they_slow_every_move(
    wood: tuple[int, int], routs: float, bugs_out: float
) -> None:
    """From 20 inches up the table, away from an enemy at 10: the foot goes 4 inches, twice that on Rout, in woods half."""
    nearer, farther = wood
    battle = Battle(own(Area(Box(0, nearer, 72, farther), Cover.TERRAIN, nature=Nature.WOOD)), HOUSE, scripted(), BOOK)
    enemy, runner = base(battle.field, 0, "1.1"), base(battle.field, 1, "1.1")
    battle.field.bases[:] = [enemy, runner]
    battle.field.put(enemy, 37, 10)
    battle.field.put(runner, 37, 20)
    runner.order = Order.ROUT
    battle._runs(runner)
    assert runner.y - 20 == pytest.approx(routs, abs=0.1)
    battle.field.put(runner, 37, 20)
    battle.engagement.falls_back(runner, enemy)
    assert runner.y - 20 == pytest.approx(bugs_out, abs=0.1)
    assert all(event.length <= event.allowance for event in battle.report.events if isinstance(event, Move))


@pytest.mark.rule("BGC-AIR-11", "BGC-AIR-10")
def test_who_calls_aircraft_as_an_observer_does_not_move() -> None:
    field = two(viewer=(36, 20), target=(36, 30))
    caller, target = field.bases
    field.book = BOOK.with_setting("brigadier.air_liaison_observers", True)
    dice, report = Thrown(scripted(*[1] * 60)), Report()
    mission = AirSupport("Stukas", 0, Weapon.GROUND_ATTACK, caller.battalion.unit.command, frozenset({1}))
    sky = Sky(field, Engagement(field, dice, report), dice, report, (mission,))
    sky.met(1)
    sky.strikes(1)
    assert not caller.watches and not any(isinstance(event, Attack) for event in report.events), "not its side's step"
    sky.strikes(0)
    assert caller.watches and [event.on for event in report.events if isinstance(event, Attack)] == [target.name]


def moved(battle: Battle, of: Base) -> float:
    return sum(event.length for event in battle.report.events if isinstance(event, Move) and event.unit == of.name)


def test_headquarters_and_guns_do_not_charge() -> None:
    shown = own(near=4, far=1)
    mixed = fight(4, 1, mixed=True)
    units = {unit.id: (36, 6) for unit in mixed.forces[0].units} | {unit.id: (36, 42) for unit in mixed.forces[1].units}
    battle = Battle(replace(mixed, spots=units, table_in=TABLE, prize=shown.prize), HOUSE, seeded("staff"), BOOK)
    for turn in range(1, 12):
        battle._turn(turn)
    for one in battle.field.bases:
        if one.side == 0 and one.platoon.kind in (Kind.FIELD_GUN, Kind.ANTI_TANK_GUN, Kind.ANTI_AIRCRAFT_GUN):
            assert moved(battle, one) == 0 or one.broken
        if one.commands:
            assert not one.in_assault or one.side == 1


def test_everybody_starts_around_his_place_and_the_report_has_it() -> None:
    told = resolve(own(TOWN, near=2, far=2), seeded("starts"), BOOK)
    assert isinstance(told, Resolution)
    starts = [event for event in told.events if isinstance(event, Start)]
    assert len(starts) == 4 * 13
    for start in starts:
        assert start.at is not None and 0 <= start.at[0] <= 72 and 0 <= start.at[1] <= 48
        assert (start.at[1] > 25) is (start.side == 1)
    spots = [start.at for start in starts if start.at is not None]
    assert all(hypot(a[0] - b[0], a[1] - b[1]) >= 1 for n, a in enumerate(spots) for b in spots[:n])


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nobody_goes_farther_than_he_may_and_every_roll_is_told(seed: str) -> None:
    tape = seeded(seed)
    told = resolve(own(WOOD, HILL, bars=(RIVER,), near=2, far=1), tape, BOOK)
    assert isinstance(told, Resolution)
    faces = 0
    for event in told.events:
        if isinstance(event, Move):
            assert event.allowance is not None and event.length <= event.allowance + 0.05, event
        elif isinstance(event, Attack):
            faces += sum(len(roll.faces) for roll in event.rolls)
        else:
            faces += len(getattr(event, "faces", ()))
    assert faces == len(tape.rolls), "as many faces in the report as dice fell"


def with_spent(*spent: int) -> Battle:
    """A fight of two battalions on one, those of these numbers having come spent."""
    shown = own(near=2)
    force = shown.forces[0]
    units = tuple(replace(unit, state=State.SPENT) if n in spent else unit for n, unit in enumerate(force.units))
    return Battle(replace(shown, forces=(replace(force, units=units), shown.forces[1])), HOUSE, seeded("spent"), BOOK)


@pytest.mark.parametrize(("spent", "goes"), [((), [True, True]), ((0,), [False, True]), ((0, 1), [True, True])])
def test_who_came_spent_does_not_go_in_unless_nobody_came_fresh(spent: tuple[int, ...], goes: list[bool]) -> None:
    battle = with_spent(*spent)
    battle._orders(1)
    lines = [
        next(one for one in battle.field.bases if one.battalion.unit.id == unit.id and one.platoon.key == "1.1")
        for unit in battle.fight.forces[0].units
    ]
    assert [doctrine.task(one, battle.field) is doctrine.Task.ASSAULT for one in lines] == goes


def test_a_fight_in_which_nobody_can_do_anything_is_soon_over() -> None:
    wall = Bar("sea", (Box(0, 20, 72, 30),))
    told = resolve(own(bars=(wall,)), seeded("quiet"), BOOK)
    assert isinstance(told, Resolution) and told.holder is None
    assert "No unit moves or fires any more." in told.report and int(told.length.split()[0]) < 15
