"""Where battalions of Not Quite Mechanised begin, on a bare table and on the battle's map, and how they go back."""

from __future__ import annotations

from math import dist

import pytest

from campaign.resolve.nqm.field import Body, Field, deploy
from campaign.rules.common.force import Arrival
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.terms.state import Role
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.forces import infantry
from tests.rules.nqm_bodies import axis, body, british, fight, german, stage

KM = 8
"""Inches of the table."""


def placed(field: Field, side: int) -> dict[str, tuple[int, int]]:
    return {one.name: (one.x, one.y) for one in field.bodies if one.side == side}


@pytest.mark.rule("NQM-FRONT-01", "NQM-RECCE-01")
def test_two_lines_of_battalions_begin_two_kilometres_apart_with_their_guns_behind() -> None:
    """A table 48 inches deep is six kilometres; battalions side by side have a kilometre each, guns are 1,500 m back."""
    field = deploy(fight(), DEFAULTS, (True, False))
    assert placed(field, 0) == {
        "2nd Scots Guards": (-1500, 2000),
        "1st DLI": (-500, 2000),
        "3rd Coldstream": (500, 2000),
        "4 RTR": (1500, 2000),
        "25-pdrs": (0, 500),
    }
    assert placed(field, 1) == {"I/104": (-1000, 4000), "II/104": (0, 4000), "Pak": (1000, 4000), "I/33": (0, 5500)}
    assert {(one.side, one.concealed) for one in field.bodies} == {(0, False), (1, True)}
    assert (field.home_y(0), field.home_y(1)) == (0, 6000)


def on_the_map(count: int, at: tuple[int, int]) -> Field:
    """So many battalions at one place, one that has none, and an enemy."""
    crowd, homeless = [infantry(f"Scots {n}") for n in range(count)], infantry("Late")
    enemy = german(infantry, "Lehr")
    shown = replace(
        fight((british(*crowd, homeless), axis(enemy))),
        spots={**{unit.id: at for unit in crowd}, enemy.id: (at[0], 40)},
    )
    return deploy(shown, DEFAULTS, (True, False))


def test_battalions_of_one_place_begin_half_a_kilometre_beside_each_other() -> None:
    """36 inches are 4.5 km. Who has no place comes on from the middle of his edge."""
    places = placed(on_the_map(4, (36, 8)), 0)
    assert sorted(places.values()) == sorted([(4500, 1000), (4000, 1000), (5000, 1000), (3500, 1000), (4500, 0)])
    assert (places["Scots 0"], places["Late"]) == ((4500, 1000), (4500, 0))
    assert {x for x, _ in placed(on_the_map(3, (0, 8)), 0).values()} == {0, 500, 1000, 4500}, "on the table"
    assert {x for x, _ in placed(on_the_map(3, (72, 8)), 0).values()} == {9000, 8500, 8000, 4500}


@pytest.mark.rule("NQM-FRONT-01")
def test_a_battalion_set_beside_its_friends_does_not_stand_on_the_next_position() -> None:
    """Two share a place; the first free one to the left, 500 m or 4 in. away, is that of a third."""
    first, second, left, enemy = infantry("First"), infantry("Second"), infantry("Left"), german(infantry, "Lehr")
    shown = replace(
        fight((british(left, first, second), axis(enemy))),
        spots={left.id: (32, 8), first.id: (36, 8), second.id: (36, 8), enemy.id: (36, 40)},
    )
    assert placed(deploy(shown, DEFAULTS, (True, False)), 0) == {
        "Left": (4000, 1000),
        "First": (4500, 1000),
        "Second": (5000, 1000),
    }


@pytest.mark.rule("NQM-FRONT-01")
def test_battalions_for_whom_a_row_has_no_room_begin_in_the_row_beside_it() -> None:
    """Nineteen stand in a row of nine kilometres, the last of twenty in the next one."""
    places = placed(on_the_map(20, (36, 8)), 0)
    assert len(set(places.values())) == 21
    assert {y for _, y in places.values()} == {0, 500, 1000}


@pytest.mark.rule("NQM-SEQ-01")
@pytest.mark.parametrize(
    ("moment", "hour"), [(Moment(1, 1), 1), (Moment(1, 2), 1), (Moment(1, 3), 7), (Moment(2, 1), 19)]
)
def test_reinforcements_come_on_in_the_first_hour_of_their_turn(moment: Moment, hour: int) -> None:
    """The fight begins in the second turn of its day; a turn has six hours."""
    late = infantry("Late", role=Role.ARRIVES, arrival=Arrival(moment, "south 10"))
    field = deploy(fight((british(infantry("Scots"), late), axis(german(infantry, "Lehr")))), DEFAULTS, (True, False))
    assert {one.name: one.arrives for one in field.bodies} == {"Scots": 0, "Late": hour, "Lehr": 0}


def back(*friends: tuple[int, int], side: int = 0) -> Body:
    """A battalion three kilometres from its edge that has gone back one and a half, with friends on its way."""
    y = 3000 if side == 0 else 6000 - 3000
    make = body(infantry("Scots"), 0, y) if side == 0 else body(german(infantry, "Lehr"), 1, y)
    mates = [body(infantry(f"Mate {n}"), side, at_y, x=x) for n, (x, at_y) in enumerate(friends)]
    stage([make, *mates]).on.withdraw(make, 1500)
    return make


@pytest.mark.parametrize(("side", "y"), [(0, 1500), (1, 4500)])
def test_who_withdraws_goes_straight_to_his_own_edge(side: int, y: int) -> None:
    assert back(side=side).at == (0, y)
    mover = body(infantry("Scots"), side, 3000)
    on = stage([mover]).on
    assert on.withdraw(mover, 1500) == [(0, 3000), (0, y)]
    assert on.withdraw(mover, 6000) == [(0, y), (0, 0 if side == 0 else 6000)], "no farther than the edge"
    assert on.withdraw(mover, 1500) == [], "who is there stays"


def test_who_withdraws_goes_as_far_beside_friends_who_stand_on_his_way() -> None:
    """Aside in steps of 200 m of the edge until 200 m lie between him and everybody."""
    alone, both = back((0, 1500)), back((0, 1500), (-300, 1520))
    assert dist(alone.at, (0, 3000)) == pytest.approx(1500, abs=2) and 200 <= dist(alone.at, (0, 1500)) < 300
    assert dist(both.at, (0, 3000)) == pytest.approx(1500, abs=2) and both.x > 0
    assert min(dist(both.at, (0, 1500)), dist(both.at, (-300, 1520))) >= 200


def test_who_closes_up_stands_at_the_place_or_the_nearest_one_that_is_free() -> None:
    """Two rings of eight places are looked at, just clear of who stands there and twice as far; each that is free."""
    mover = body(infantry("Scots"), 0, 1000, cover=Cover.ATTACKING)
    on = stage([mover]).on
    assert on.beside_place(mover, (0, 3000)) == (0, 3000)
    on.bodies.append(body(infantry("First"), 0, 3000))
    assert on.beside_place(mover, (0, 3000)) == (0, 2600)
    on.bodies.append(body(infantry("Second"), 0, 2600))
    assert on.beside_place(mover, (0, 3000)) in ((-283, 2717), (283, 2717))
    close = body(infantry("Close"), 0, 2850)
    assert on.beside_place(close, (0, 3000)) in ((142, 2858), (-142, 2858)), "201 m, aslant"
    while (place := on.beside_place(mover, (0, 3000))) is not None:
        assert min(dist(place, friend.at) for friend in on.bodies) >= 200 and 200 < dist(place, (0, 3000)) < 402
        on.bodies.append(body(infantry(f"at {place}"), 0, place[1], x=place[0]))
    assert len(on.bodies) - 2 >= 8, "all round, as many as there are directions"
