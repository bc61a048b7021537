"""Where battalions of Not Quite Mechanised halt before an enemy, whom guns harass, and what a stand fires at first."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from campaign.resolve.country import Country
from campaign.resolve.nqm.doctrine import PLAIN
from campaign.resolve.nqm.exchanges import volleys
from campaign.resolve.nqm.field import LEAST_APART_M, Body
from campaign.resolve.nqm.ground import Ground
from campaign.resolve.nqm.storming import _tanks_alone
from campaign.rules.common.force import Strength
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Bar, Box, Terrain
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.tables import RangeBand, Weight
from campaign.rules.tabletop.nqm.translation import _guns_named
from campaign.rules.tabletop.nqm.unit_phrases import weapon_of
from campaign.terms.forces import Armour
from campaign.values import replace
from tests.rules.forces import guns, infantry, tanks
from tests.rules.nqm_bodies import body, german, stage


def comers(count: int, y: int) -> list[Body]:
    """Battalions that come on from one place."""
    return [body(infantry(f"Scots {n}"), 0, y, cover=Cover.ATTACKING) for n in range(count)]


@pytest.mark.parametrize(("stop_m", "room"), [(300, 5), (500, 7)])
def test_who_comes_later_stands_beside_his_friends_as_far_from_the_enemy(stop_m: int, room: int) -> None:
    """Two hundred metres and a twentieth of the angle more lie between two: at 300 m five have room on the near half
    round the enemy, at 500 m seven."""
    enemy = body(german(infantry, "Lehr"), 1, 3000)
    friends = comers(room, 1000)
    on = stage([*friends, enemy]).on
    for friend in friends:
        on.approach(friend, enemy, 5000, stop_m)
    assert friends[0].at == (0, 3000 - stop_m), "the first goes straight on"
    assert all(abs(dist(friend.at, enemy.at) - stop_m) < 2 and friend.y <= 3000 for friend in friends)
    assert all(dist(a.at, b.at) >= LEAST_APART_M for a, b in combinations(friends, 2))
    assert {(x < 0, x > 0) for x, _ in (friend.at for friend in friends[1:3])} == {(True, False), (False, True)}


def test_who_finds_no_room_round_the_enemy_comes_up_behind_the_first() -> None:
    enemy = body(german(infantry, "Lehr"), 1, 3000)
    friends = comers(6, 1000)
    on = stage([*friends, enemy]).on
    for friend in friends:
        on.approach(friend, enemy, 5000, 300)
    assert friends[5].x == 0 and 200 <= 2700 - friends[5].y <= 300


def test_a_way_round_ends_where_it_comes_as_near_as_was_asked() -> None:
    """From the last bend 600 m aside of the enemy, straight at him until 300 m are left."""
    enemy = body(german(infantry, "Lehr"), 1, 1000, x=600)
    on = stage([enemy]).on
    assert on._before([(0, 0), (600, 0), (600, 800)], enemy, 300) == [(0, 0), (600, 0), (600, 700)]
    assert on._before([(0, 0), (600, 0), (600, 700)], enemy, 300) == [(0, 0), (600, 0), (600, 700)]


@pytest.mark.rule("NQM-ARTY-05")
@pytest.mark.parametrize(("metres", "harassed"), [(2000, True), (2001, False)])
def test_guns_harass_an_attacker_whom_a_friend_sees_from_two_kilometres(metres: int, harassed: bool) -> None:
    attacker = comers(1, 3000)[0]
    attacker.marched = 1
    battery, line = body(german(guns, "10.5 cm"), 1, 9000), body(german(infantry, "Lehr"), 1, 3000 + metres)
    on = stage([attacker, battery, line])
    assert (PLAIN.harasses(on.views[1], battery) is attacker) is harassed


@pytest.mark.rule("NQM-AMB-48", "NQM-FIRE-06", "NQM-RANGE-03")
def test_a_die_that_may_hit_comes_before_one_that_can_only_harass() -> None:
    """Light guns hit a fortified position in effective range on a 6 only; at light tanks beyond it they only harass."""
    firer = body(tanks("7th Hussars"), 0, 0)
    bunkers = body(german(infantry, "Lehr"), 1, 300, cover=Cover.FORTIFIED)
    panzers = body(german(tanks, "Pz II", armour=Armour.LIGHT), 1, 600)
    on = stage([firer, bunkers, panzers]).on
    assert [element.weapon for element in firer.elements] == [Weight.LIGHT] * len(firer.elements)
    shots = volleys([firer], [bunkers, panzers], 0, on)
    assert [(volley.band, volley.target, at_armour) for volley, at_armour in shots.volleys] == [
        (RangeBand.EFFECTIVE, Weight.HEAVY, False)
    ]


@pytest.mark.rule("NQM-CLASS-13")
@pytest.mark.parametrize(
    ("names", "millimetres"),
    [
        (("Pz III", "PzIII", "Panzer III"), 50),
        (("Pz IV", "PzIV", "Panzer IV", "Grant", "Sherman", "Panther"), 75),
        (("M13/40", "M14/41"), 47),
        (("T-34", "T34", "KV-1", "KV1"), 76),
        (("Tiger",), 88),
        (("Pz II", "PzII"), 20),
        (("Stuart",), 37),
    ],
)
def test_the_calibre_of_a_tank_is_that_of_the_gun_it_bore(names: tuple[str, ...], millimetres: int) -> None:
    assert [_guns_named(f"12 {name}") for name in names] == [[millimetres]] * len(names)


def test_nobody_stands_beside_the_table_or_in_the_water() -> None:
    river = Bar("river", (Box(0, 20, 48, 24),), river=True, lines=(((0, 22), (48, 22)),))
    ground = Ground(Country(48, 72, 0, Terrain(bars=(river,))), 8)
    assert [ground.is_open(at) for at in ((3000, 1000), (3000, 2750), (6100, 1000), (6100, 2750), (3000, 9100))] == [
        True,
        False,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(("metres", "pressed"), [(1500, True), (1501, False)])
def test_a_defender_is_pressed_by_an_enemy_within_fifteen_hundred_metres(metres: int, pressed: bool) -> None:
    """Of whom nobody is fit, and an enemy near enough to go in, it is said that he cannot fight on."""
    ours = body(german(infantry, "Lehr"), 1, 4000, cover=Cover.DUG_IN)
    ours.elements = [replace(stand, red=stand.strength) for stand in ours.elements]
    enemy = body(infantry("Scots"), 0, 4000 - metres, cover=Cover.ATTACKING)
    on = stage([enemy, ours])
    on.on.hour = 2
    assert PLAIN.breaks_off(on.views[1]).startswith("no unit of it is fit to fight on") is pressed


@pytest.mark.rule("NQM-FIRE-13", "NQM-FIRE-14", "NQM-AMB-65")
@pytest.mark.parametrize("broken", [False, True])
def test_infantry_that_breaks_as_it_assaults_tanks_gives_its_ground(broken: bool) -> None:
    """It throws nothing, the tanks a hit; broken it leaves though it has unwounded figures."""
    armour, ours = body(tanks("4 RTR"), 0, 3000), body(german(infantry, "Lehr"), 1, 3000, cover=Cover.DUG_IN)
    ours.broken = broken
    on = stage([armour, ours], [1] * 60, book=DEFAULTS.with_setting("nqm.cas.allocation", "owner"))
    assert _tanks_alone(on, [armour], ours) is broken
    assert (ours.y > 3000) is broken and ours.points_left > 0


@pytest.mark.rule("NQM-CLASS-10", "NQM-CLASS-11")
def test_each_stand_of_a_mixed_battalion_has_its_own_armour() -> None:
    unit = tanks("7 RTR", armour=Armour.LIGHT, equipment="16 Matilda II, 16 A13", establishment=Strength(500, 32, 0))
    assert [one.armour for one in body(unit, 0, 0).elements] == [Weight.HEAVY, Weight.LIGHT]
    alone = tanks("8 RTR", armour=Armour.LIGHT, equipment="Matilda II and others")
    assert {one.armour for one in body(alone, 0, 0).elements} == {Weight.HEAVY}


@pytest.mark.rule("NQM-TBL-CLASS")
@pytest.mark.parametrize(("words", "weight"), [("100 mm", Weight.HEAVY), ("101 mm", Weight.MEDIUM)])
def test_a_barrel_of_more_than_a_hundred_millimetres_without_a_kind_is_artillery(words: str, weight: Weight) -> None:
    assert weapon_of(words) is weight


def test_nobody_stands_beside_a_friend_off_the_table() -> None:
    """A hundred metres from the edge there is room on one side only."""
    enemy = body(german(infantry, "Lehr"), 1, 3000, x=100)
    friends = [body(infantry(f"Scots {n}"), 0, 1000, x=100, cover=Cover.ATTACKING) for n in range(3)]
    on = stage([*friends, enemy]).on
    on.ground = Ground(Country(48, 72, 0, Terrain()), 8)
    for friend in friends:
        on.approach(friend, enemy, 5000, 300)
    assert friends[0].at == (100, 2700) and all(friend.x > 200 for friend in friends[1:])
