"""Not Quite Mechanised on the battle's own map: where everybody stands, the way round a river, towns, who helps whom."""

from __future__ import annotations

import pytest

from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.battle import resolve
from campaign.resolve.nqm.doctrine import PLAIN
from campaign.resolve.nqm.field import deploy
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Command, Force
from campaign.rules.common.scene import Fight, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Area, Bar, Box, Terrain
from campaign.rules.tabletop.nqm.classes import Cover as Stands
from campaign.terms.forces import Arm, Armour, Nationality
from campaign.terms.ground import Cover, Nature
from campaign.terms.state import Role
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.battle_report import Move
from tests.rules import nqm_bodies
from tests.rules.forces import infantry, tanks

NOW = Moment(1, 2)
SCOTS, LEHR = infantry("Scots", command=1, side=1), infantry("Lehr", command=2, side=2)
RIVER = Bar("brook", (Box(0, 23, 60, 24),), river=True, lines=(((0, 23), (60, 23)),))


def fight(terrain: Terrain, *, scots: tuple[int, int] = (20, 12), lehr: tuple[int, int] = (20, 34)) -> Fight:
    forces = tuple(
        Force(side, name, name.title(), (Command(side, name, name.title(), nation),), (unit,))
        for side, name, nation, unit in (
            (1, "allied", Nationality.BRITISH, SCOTS),
            (2, "axis", Nationality.GERMAN, LEHR),
        )
    )
    return Fight(
        (forces[0], forces[1]), 1, NOW, (TurnSky(NOW),), terrain=terrain, spots={SCOTS.id: scots, LEHR.id: lehr}
    )


def test_everybody_begins_where_he_stands_on_the_map() -> None:
    field = deploy(fight(Terrain()), DEFAULTS, (True, False))
    assert [(body.x, body.y) for body in field.bodies] == [(2500, 1500), (2500, 4250)]  # 8 inches a kilometre


def test_a_river_without_a_bridge_is_gone_round() -> None:
    field = deploy(fight(Terrain(bars=(RIVER,))), DEFAULTS, (True, False))
    ours, theirs = field.bodies
    assert not field.ground.is_straight(ours.at, theirs.at) and field.has_way(ours, theirs)
    way = field.approach(ours, theirs, 3000, 300)
    assert len(way) > 1 and ours.x > 2500, "towards the river's end in the east"
    shut = Bar("wide", (Box(0, 23, 72, 24),), river=True, lines=(((0, 23), (72, 23)),))
    barred = deploy(fight(Terrain(bars=(shut,))), DEFAULTS, (True, False))
    assert not barred.has_way(*barred.bodies)
    assert barred.approach(*barred.bodies, 3000, 300) == []


def test_a_report_has_the_way_in_inches_of_the_table_and_its_metres() -> None:
    seen = resolve(fight(Terrain(bars=(RIVER,))), Tape(Seeded("round"), NOW), DEFAULTS)
    assert isinstance(seen, Resolution)
    moves = [event for event in seen.events if isinstance(event, Move)]
    assert moves[0].path[0] == (20, 12) and moves[0].measure == "m"
    assert all(move.length <= move.allowance + 1 for move in moves if move.allowance is not None)
    assert max(x for move in moves for x, _ in move.path) > 58


@pytest.mark.rule("NQM-CLASS-05")
def test_infantry_in_a_town_stands_in_it() -> None:
    town = Area(Box(16, 30, 24, 38), Cover.TERRAIN, nature=Nature.BUILT_UP)
    field = deploy(fight(Terrain(areas=(town,))), DEFAULTS, (True, False))
    assert [body.cover for body in field.bodies] == [Stands.ATTACKING, Stands.TOWN]


@pytest.mark.rule("NQM-CRT-08", "NQM-CRT-09")
def test_others_of_the_division_fire_at_its_attacker() -> None:
    first, second, far = (nqm_bodies.body(replace(LEHR, id=n, command=n), 1, 3000, x=100 * n) for n in (5, 6, 7))
    on = nqm_bodies.stage([nqm_bodies.body(SCOTS, 0, 2700), first, second, far])
    assert on.on.neighbours(first) == []
    on.on.divisions = {5: 9, 6: 9, 7: 8}
    assert on.on.neighbours(first) == [second]
    second.engaged = True
    assert on.on.neighbours(first) == []


@pytest.mark.rule("NQM-CRT-11")
def test_a_defender_counter_attacks_from_the_second_hour_with_two_to_one() -> None:
    ours = [nqm_bodies.body(replace(LEHR, id=n), 1, 3000, x=200 * n) for n in (5, 6, 7)]
    enemy = nqm_bodies.body(SCOTS, 0, 2400)
    on = nqm_bodies.stage([enemy, *ours])
    on.on.hour = 2
    assert PLAIN.objective(on.views[1], ours) is None, "nobody has been attacked yet"
    on.on.attacked[1, ours[0].unit.command] = 2
    assert PLAIN.objective(on.views[1], ours) is None
    on.on.hour = 3
    assert PLAIN.objective(on.views[1], ours) is enemy
    assert PLAIN.objective(on.views[1], ours[:1]) is None


@pytest.mark.rule("NQM-CRT-14", "NQM-CRT-15")
@pytest.mark.parametrize(
    ("division", "role", "hour"), [(9, Role.ENGAGED, 2), (8, Role.ARRIVES, 3), (8, Role.ENGAGED, 4)]
)
def test_another_division_counter_attacks_later_and_without_orders_later_still(
    division: int, role: Role, hour: int
) -> None:
    """Counted from the hour of the attack, here the fight's second: those who came as reinforcements have orders."""
    ours = [nqm_bodies.body(replace(LEHR, id=n, command=6, role=role), 1, 3000, x=200 * n) for n in (5, 6, 7)]
    enemy = nqm_bodies.body(SCOTS, 0, 2400)
    on = nqm_bodies.stage([enemy, *ours])
    on.on.divisions = {5: 9, 6: division}
    on.on.attacked[1, 5] = 2
    on.on.hour = hour
    assert PLAIN.objective(on.views[1], ours) is None
    on.on.hour = hour + 1
    assert PLAIN.objective(on.views[1], ours) is enemy


def test_tanks_and_infantry_of_an_attack_keep_one_distance() -> None:
    foot, theirs = nqm_bodies.body(SCOTS, 0, -1500, x=400), nqm_bodies.body(LEHR, 1, 4000)
    armour = nqm_bodies.body(tanks("Panzer", armour=Armour.MEDIUM), 0, -1500)
    on = nqm_bodies.stage([foot, armour, theirs], "one distance")
    Attack(on, [foot, armour], theirs, []).hour()
    assert abs(foot.distance(theirs) - armour.distance(theirs)) <= 1 < armour.distance(theirs) < 5500


def test_anti_tank_guns_fire_from_where_they_stand() -> None:
    foot, pak = nqm_bodies.body(SCOTS, 0, 2700), nqm_bodies.body(infantry("Pak", arm=Arm.ANTI_TANK), 0, 2700)
    on = nqm_bodies.stage([foot, pak])
    assert pak.holds and not foot.holds
    assert on.on.beside(foot) == [pak]
