"""The doctrine of the day, habit by habit, on a small made map (umpire 1.23)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.play.attack import clear_the_way, go_round, mask, mass, race, targets
from campaign.play.bridges import blow_bridges, mend_bridges, wait_for_bridges, waiting_at
from campaign.play.doctrine import orders_for
from campaign.play.headquarters import move_headquarters, stay_behind
from campaign.play.keep import back_to_duty, give_ground, pull_out, reinforce, relieve, rest, seek_supply, spare
from campaign.play.laws import Law
from campaign.play.odds import Fighter, Ground, as_seen, harm
from campaign.play.view import Bridge, Enemy, Goal, Group, Mission, Order, Rest, Staff, Troop, View, Work
from campaign.rules.common.automatic import odds_words
from campaign.terms.forces import Arm, Armour, CasualtyColumn, Engineers, HitRow, SizeMark, Weapon
from campaign.terms.ground import Cover, LoadClass, TaskKind
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import OrderKind
from campaign.theatre.values import Block, Spot, Theatre, Way
from campaign.values import replace

HOME, REAR, MIDDLE, FRONT, TOWN, FORD = 1, 2, 3, 4, 5, 6
"""A road of ten kilometres a stage from home to the town, and a longer one by the ford from the middle."""

_SPOTS = {
    HOME: (0, 0),
    REAR: (10_000, 0),
    MIDDLE: (20_000, 0),
    FRONT: (30_000, 0),
    TOWN: (40_000, 0),
    FORD: (30_000, 4_500),
}
_ROADS = ((HOME, REAR), (REAR, MIDDLE), (MIDDLE, FRONT), (FRONT, TOWN), (MIDDLE, FORD), (FORD, TOWN))
INFANTRY = Fighter()
SPENT = replace(INFANTRY, weight=Fraction(0))


def ground(*blocks: tuple[int, Block], strong: int = 0) -> Theatre:
    """The map; ``blocks`` lie on roads by number, ``strong`` is a place that gives cover."""
    spots = tuple(
        Spot(place, f"p{place}", f"Place {place}", x, y, Cover.TERRAIN if place == strong else Cover.OPEN)
        for place, (x, y) in _SPOTS.items()
    )
    ways = []
    for number, (a, b) in enumerate(_ROADS, 1):
        points = (tuple(map(float, _SPOTS[a])), tuple(map(float, _SPOTS[b])))
        across = tuple(block for road, block in blocks if road == number)
        metres = 10_000 if number <= 4 else 11_000
        ways.append(Way(number, f"r{number}", "", a, b, metres, points, blocks=across))  # type: ignore[arg-type]
    return Theatre(spots, tuple(ways))


def troop(ident: int, place: int, **facts: Any) -> Troop:
    formation = facts.pop("formation", ident)
    fighter = SPENT if facts.get("spent") or facts.get("resting") else INFANTRY
    return Troop(ident, f"{ident}th", formation, AtPlace(place), facts.pop("fighter", fighter), **facts)


def group(*troops: Troop, **facts: Any) -> Group:
    return Group(troops[0].formation, f"Brigade {troops[0].formation}", "X Corps", troops, **facts)


def enemy(place: int, arm: Arm = Arm.INFANTRY, age: int = 0, *, landed: bool = False) -> Enemy:
    return Enemy(AtPlace(place), arm, as_seen(arm, SizeMark.BATTALION), age, landed)


LAW = Law(
    won=(-0.6, 0.334, 0.43, -0.254, -0.708),
    lost=(-0.544, -0.345, -0.426, 0.57, -1.011),
    unseen=((0, 0.789), (1, 0.12), (2, 0.064), (4, 0.027)),
    attacks=4860,
)
"""A law of battles as it once was, so that the habits are tried with the same odds whatever the battles of today are."""


def view(*groups: Group, **facts: Any) -> View:
    troops = tuple(t for g in groups for t in g.troops)
    return View(facts.pop("theatre", ground()), troops, groups, **{"law": LAW, **facts})


def told(orders: Any) -> list[tuple[Any, ...]]:
    return [(o.units, o.kind, o.to) for o in orders if isinstance(o, Order)]


# the odds


@pytest.mark.rule("OB-CAS-02", "OB-HIT-06")
def test_a_die_harms_as_the_tables_say() -> None:
    """Infantry hits infantry in the open on 4-6 and harms it on 4-6; dug in it harms on 5-6; in terrain it hits on
    5-6."""
    assert harm(INFANTRY, INFANTRY, None) == Fraction(1, 4)
    assert harm(INFANTRY, INFANTRY, Ground()) == Fraction(1, 6)
    assert harm(INFANTRY, INFANTRY, Ground(Cover.TERRAIN)) == Fraction(1, 9)
    tank = Fighter(Weapon.LIGHT_GUN, HitRow.VEHICLE, CasualtyColumn.OTHERS, Armour.MEDIUM)
    assert harm(INFANTRY, tank, None) == Fraction(2, 6) * Fraction(1, 6) * Fraction(3, 6)


# one habit each


def test_race_for_what_is_empty() -> None:
    near, far = group(troop(1, MIDDLE)), group(troop(2, HOME))
    here = view(near, far, goals=(Goal(TOWN, 3, False),))
    assert told(race(here, here.groups)) == [((1,), OrderKind.ATTACK, TOWN)]
    held = replace(here, enemies=(enemy(TOWN),))
    assert told(race(held, held.groups)) == []
    stale = replace(here, enemies=(enemy(TOWN, age=5),))
    assert told(race(stale, stale.groups)) == [((1,), OrderKind.ATTACK, TOWN)]


def test_nobody_goes_for_an_empty_place_past_an_enemy_seen_yesterday() -> None:
    here = view(group(troop(1, MIDDLE)), goals=(Goal(TOWN, 3, False),), enemies=(enemy(FRONT, age=3),))
    assert told(race(here, here.groups)) == []
    forgotten = replace(here, enemies=(enemy(FRONT, age=5),))
    assert told(race(forgotten, forgotten.groups)) == [((1,), OrderKind.ATTACK, TOWN)]


def test_who_is_on_his_way_to_an_empty_place_is_not_sent_to_another() -> None:
    """An enemy seen beside the road has him asked again."""
    going = troop(1, MIDDLE, mission=Mission(OrderKind.ATTACK, TOWN))
    goals = (Goal(TOWN, 1, False), Goal(HOME, 1, False))
    here = view(group(going), goals=goals, enemies=(enemy(REAR, age=1),))
    assert told(race(here, here.groups)) == []
    seen_there = replace(here, enemies=(enemy(TOWN, age=1),))
    assert told(race(seen_there, seen_there.groups)) == [((1,), OrderKind.ATTACK, HOME)]
    idle = view(group(replace(going, mission=None)), goals=goals)
    assert len(told(race(idle, idle.groups))) == 1


def test_the_spent_stay_behind_when_their_command_goes() -> None:
    brigade = group(
        troop(1, MIDDLE, formation=1), troop(2, MIDDLE, formation=1, spent=True), troop(3, MIDDLE, formation=1)
    )
    here = view(brigade, goals=(Goal(TOWN, 3, False),))
    assert [order.formation for order in race(here, here.groups)] == [0], "not the whole command"
    assert told(race(here, here.groups)) == [((1, 3), OrderKind.ATTACK, TOWN)]
    guns = replace(brigade, troops=(brigade.troops[0], *(replace(t, takes_ground=False) for t in brigade.troops[1:])))
    assert spare(view(guns), (guns,)) == []


def test_who_was_told_to_hold_goes_no_farther_than_a_turn() -> None:
    guard = group(troop(1, MIDDLE, held_back=True, pace=12_000.0))
    far, near = view(guard, goals=(Goal(TOWN, 3, False),)), view(guard, goals=(Goal(FRONT, 3, False),))
    assert told(race(far, far.groups)) == []
    assert told(race(near, near.groups)) == [((1,), OrderKind.ATTACK, FRONT)]


def test_nobody_leaves_ground_that_scores_to_an_enemy_who_is_near() -> None:
    alone, second = group(troop(1, MIDDLE)), group(troop(2, MIDDLE))
    here = view(alone, goals=(Goal(MIDDLE, 2, True),), enemies=(enemy(FRONT),))
    assert spare(here, here.groups) == []
    both = view(alone, second, goals=(Goal(MIDDLE, 2, True),), enemies=(enemy(FRONT),))
    assert spare(both, both.groups) == [alone], "one of them stays"
    tanks, foot = troop(1, MIDDLE, formation=1, heavy=True), troop(2, MIDDLE, formation=1)
    guns = troop(3, MIDDLE, formation=1, takes_ground=False)
    brigade = view(group(tanks, foot, guns), goals=here.goals, enemies=here.enemies)
    (free,) = spare(brigade, brigade.groups)
    assert free.troops == (tanks, guns), "a battalion of infantry stays"
    assert free.name == "part of Brigade 1" and free.part((tanks,)).name == tanks.name, "and the orders say so"
    assert free.part(free.troops).name == "part of Brigade 1"
    sent = view(group(*(replace(t, post=MIDDLE) for t in (tanks, foot))), goals=here.goals, enemies=here.enemies)
    assert spare(sent, sent.groups) == [], "the scenario sent all of them there"
    posted = group(troop(1, MIDDLE, post=MIDDLE))
    assert spare(view(posted, enemies=(enemy(FRONT),)), (posted,)) == []
    assert spare(view(posted), (posted,)) == [posted]
    landing = view(alone, landings=frozenset({MIDDLE}))
    assert spare(landing, landing.groups) == []


def test_mass_with_as_few_as_make_the_odds_good() -> None:
    brigades = [group(*(troop(10 * n + i, FRONT, formation=n) for i in range(3))) for n in (1, 2, 3)]
    here = view(*brigades, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN), enemy(TOWN), enemy(TOWN)))
    orders = tuple(mass(here, here.groups))
    assert [units for units, *_ in told(orders)] == [(10, 11, 12), (20, 21, 22)]
    one, both = (here.odds([INFANTRY] * n, here.enemies, TOWN) for n in (3, 6))
    assert one.chance < 0.5 <= both.chance
    assert {order.why for order in orders} == {f"3 enemy units were seen there, and {odds_words(both, 0.5)}"}
    weak = view(brigades[0], goals=here.goals, enemies=here.enemies)
    assert told(mass(weak, weak.groups)) == []


def test_wait_for_the_rest() -> None:
    near = group(*(troop(10 + i, FRONT, formation=1) for i in range(3)))
    far = group(*(troop(20 + i, REAR, formation=2) for i in range(3)))
    here = view(near, far, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 3)
    assert told(mass(here, here.groups)) == [
        ((10, 11, 12), OrderKind.HOLD, None),
        ((20, 21, 22), OrderKind.MARCH, FRONT),
    ]


def test_answer_a_landing() -> None:
    reserve = group(*(troop(10 + i, MIDDLE, formation=1) for i in range(4)))
    here = view(reserve, enemies=(enemy(FRONT, Arm.PARACHUTE, landed=True),) * 2)
    (order,) = mass(here, here.groups)
    assert told([order]) == [((10, 11, 12, 13), OrderKind.ATTACK, FRONT)]
    assert "the landing at Place 4" in order.sentence
    for arm in (Arm.INFANTRY, Arm.PARACHUTE):
        by_road = view(reserve, enemies=(enemy(FRONT, arm), enemy(FRONT, arm)))
        assert told(mass(by_road, by_road.groups)) == [], "a parachute battalion that came by lorry has not landed"
    for points, first in ((3, FRONT), (4, TOWN)):
        both = replace(here, goals=(Goal(TOWN, points, False),), enemies=(*here.enemies, enemy(TOWN)))
        assert targets(both)[0].place == first, "a landing counts as ground of three points"


def test_go_round_by_another_road() -> None:
    bound = Mission(OrderKind.ATTACK, TOWN, (FRONT,), bound=True)
    head = group(troop(1, MIDDLE, mission=bound, free=False), whole=True)
    stopped = replace(head, troops=(replace(head.troops[0], at=OnRoad(3, 7000)),))
    here = view(stopped, enemies=(enemy(FRONT), enemy(FRONT), enemy(FRONT)))
    (order,) = go_round(here, here.groups)
    assert (order.kind, order.to, order.via) == (OrderKind.ATTACK, TOWN, (MIDDLE, FORD))
    assert order.why.startswith("3 enemy units were seen on its road, and of 100 such attacks ")
    free_road = view(stopped)
    assert list(go_round(free_road, free_road.groups)) == []
    blown = ground((3, Block(5000, "bridge", key="a")), (4, Block(5000, "bridge", key="b")))
    (order,) = go_round(view(head, theatre=blown), (head,))
    assert order.via == (MIDDLE, FORD)
    assert order.why == "its road is closed, as far as its side knows"


def test_give_ground_in_the_open_and_before_being_cut_off() -> None:
    lone = group(troop(1, FRONT))
    strong = (enemy(FRONT), enemy(FRONT), enemy(FRONT))
    here = view(lone, enemies=strong, held=frozenset({REAR, MIDDLE, FRONT}))
    assert told(give_ground(here, here.groups)) == [((1,), OrderKind.WITHDRAW, MIDDLE)]
    in_cover = replace(here, theatre=ground(strong=FRONT))
    assert told(give_ground(in_cover, in_cover.groups)) == []
    closing = replace(in_cover, enemies=(*strong, enemy(TOWN)))
    assert told(give_ground(closing, closing.groups)) == [((1,), OrderKind.WITHDRAW, MIDDLE)]
    even = replace(here, enemies=strong[:1])
    assert told(give_ground(even, even.groups)) == []


def test_relieve_the_spent_and_then_let_them_go() -> None:
    worn = group(troop(1, FRONT, spent=True, formation=1), division=7)
    fresh = group(troop(2, REAR, formation=2), division=7)
    other = group(troop(3, MIDDLE, formation=3), division=8)
    here = view(worn, fresh, other, enemies=(enemy(FRONT),), held=frozenset({REAR, MIDDLE, FRONT}))
    assert told(relieve(here, here.groups)) == [((2,), OrderKind.MARCH, FRONT)]
    arrived = replace(fresh, troops=(replace(fresh.troops[0], at=AtPlace(FRONT)),))
    there = view(worn, arrived, enemies=here.enemies, held=here.held)
    assert told(relieve(there, there.groups)) == [((1,), OrderKind.WITHDRAW, MIDDLE)]


@pytest.mark.rule("OB-REG-04")
def test_the_spent_rest_out_of_the_line_only() -> None:
    worn, rested = troop(1, REAR, spent=True), troop(2, REAR, resting=True)
    here = view(group(worn), group(rested))
    assert [(o.units, o.stop) for o in rest(here, here.groups)] == [((1,), False), ((2,), True)]
    hungry = view(group(replace(worn, supplied=False)))
    assert list(rest(hungry, hungry.groups)) == []
    near = replace(here, enemies=(enemy(REAR),))
    assert [(o.units, o.stop) for o in rest(near, near.groups)] == [((2,), True)]


def test_the_spent_without_supply_go_back_toward_it() -> None:
    worn = troop(1, MIDDLE, spent=True, supplied=False)
    here = view(group(worn), held=frozenset({REAR}), homes=(HOME,))
    assert told(seek_supply(here, ())) == [((1,), OrderKind.WITHDRAW, REAR)]
    errand = Mission(OrderKind.ATTACK, TOWN, (), bound=True)
    for other in (
        view(group(replace(worn, mission=errand, duty=errand)), held=here.held, homes=here.homes),
        view(group(replace(worn, supplied=True)), held=here.held, homes=here.homes),
        replace(here, goals=(Goal(MIDDLE, 1, True),)),
        replace(here, enemies=(enemy(MIDDLE),)),
        replace(here, enemies=(enemy(REAR, age=7),)),
    ):
        assert told(seek_supply(other, ())) == []


def test_the_spent_are_pulled_out_and_go_back_to_their_duty_when_fit() -> None:
    duty = Mission(OrderKind.ATTACK, TOWN, (), bound=True)
    worn = troop(1, FRONT, spent=True, formation=1, free=False, mission=duty, duty=duty)
    mate = troop(2, FRONT, formation=1, free=False, mission=duty, duty=duty)
    here = view(group(worn, mate), enemies=(enemy(FRONT),), held=frozenset({REAR, MIDDLE}))
    assert told(pull_out(here, ())) == [((1,), OrderKind.WITHDRAW, MIDDLE)]
    alone = view(group(worn), enemies=here.enemies, held=here.held, goals=(Goal(FRONT, 2, True),))
    assert told(pull_out(alone, ())) == [((1,), OrderKind.HOLD, None)], "it stays, and attacks nobody"
    there = replace(worn, mission=Mission(OrderKind.WITHDRAW, FRONT))
    assert told(pull_out(replace(here, troops=(there, mate)), ())) == [((1,), OrderKind.WITHDRAW, MIDDLE)]
    back = replace(worn, at=AtPlace(MIDDLE), spent=False, mission=Mission(OrderKind.WITHDRAW, MIDDLE))
    fit = view(group(back))
    assert told(back_to_duty(fit, ())) == [((1,), OrderKind.ATTACK, TOWN)]
    still_worn = view(group(replace(back, spent=True)))
    assert told(back_to_duty(still_worn, ())) == []
    assert told(back_to_duty(here, ())) == []


def test_a_spent_garrison_goes_by_night_when_nobody_relieves_it_and_the_enemy_does_not_press() -> None:
    worn = troop(1, FRONT, spent=True, facing=3)
    facts = {"held": frozenset({REAR, MIDDLE, FRONT}), "goals": (Goal(FRONT, 2, True),)}
    here = view(group(worn), enemies=(enemy(FRONT),), night=True, **facts)
    (order,) = pull_out(here, ())
    assert told([order]) == [((1,), OrderKind.WITHDRAW, MIDDLE)]
    assert "no fresh troops have relieved it" in order.why
    coming = troop(2, REAR, mission=Mission(OrderKind.MARCH, FRONT))
    for other in (
        replace(here, night=False),
        view(group(replace(worn, facing=2)), enemies=here.enemies, night=True, **facts),
        view(group(worn), group(coming), enemies=here.enemies, night=True, **facts),
        replace(here, enemies=(replace(here.enemies[0], fighter=SPENT),)),
    ):
        assert told(pull_out(other, ())) == []


def test_the_spent_go_back_a_day_s_march_where_nothing_nearer_is_quiet() -> None:
    worn = troop(1, FRONT, spent=True)
    here = view(group(worn), enemies=(enemy(FRONT),), held=frozenset({REAR}))
    assert told(pull_out(here, ())) == [((1,), OrderKind.WITHDRAW, REAR)]
    slow = view(group(replace(worn, pace=4_000.0)), enemies=here.enemies, held=here.held)
    assert told(pull_out(slow, ())) == [], "twenty kilometres are more than a day's march"
    edge = view(group(worn), enemies=here.enemies, homes=(HOME,))
    assert told(pull_out(edge, ())) == [((1,), OrderKind.WITHDRAW, HOME)], "the side's own edge of the map"


def test_the_spent_whose_way_back_is_barred_are_given_another() -> None:
    """Two who withdraw towards each other, each where the other stands, stood there for ever."""
    going = troop(1, FRONT, spent=True, mission=Mission(OrderKind.WITHDRAW, TOWN))
    here = view(group(going), enemies=(enemy(TOWN), enemy(FRONT)), held=frozenset({REAR, MIDDLE, TOWN}))
    assert told(pull_out(here, ())) == [((1,), OrderKind.WITHDRAW, MIDDLE)]
    free = replace(here, enemies=(enemy(FRONT),))
    assert told(pull_out(free, ())) == []


def test_who_goes_back_is_led_round_an_enemy_on_the_shorter_road() -> None:
    """From the town by the front, where an enemy was seen, or a little farther by the ford."""
    worn = troop(1, TOWN, spent=True)
    here = view(group(worn), enemies=(enemy(TOWN),), held=frozenset({MIDDLE}))
    (order,) = pull_out(here, ())
    assert isinstance(order, Order) and (order.to, order.via) == (MIDDLE, ())
    (order,) = pull_out(replace(here, enemies=(enemy(TOWN), enemy(FRONT))), ())
    assert isinstance(order, Order) and (order.to, order.via) == (MIDDLE, (TOWN, FORD))
    going = replace(worn, at=OnRoad(4, 7000), mission=Mission(OrderKind.WITHDRAW, MIDDLE))
    barred = view(group(going), enemies=(enemy(FRONT),), held=here.held)
    assert told(pull_out(barred, ())) == [((1,), OrderKind.WITHDRAW, MIDDLE)]


@pytest.mark.rule("OB-SUP-05")
def test_a_headquarters_goes_where_it_reaches_its_commands() -> None:
    head = troop(1, HOME)
    here = View(ground(), (head,), staffs=(Staff(head, "X Corps", (AtPlace(TOWN), AtPlace(FRONT)), 22_250),))
    held = replace(here, held=frozenset({HOME, MIDDLE, FRONT}))
    (order,) = move_headquarters(held, ())
    assert told([order]) == [((1,), OrderKind.MARCH, FRONT)]
    assert order.why == "it reaches 0 of 2 commands from where it is and 2 from there"
    in_reach = replace(held, staffs=(Staff(head, "X Corps", (AtPlace(MIDDLE),), 22_250),))
    assert told(move_headquarters(in_reach, ())) == []


def test_a_headquarters_does_not_follow_its_commands_into_an_enemy() -> None:
    head, brigade = troop(1, HOME), group(troop(2, MIDDLE))
    staffs = (Staff(head, "X Corps", (AtPlace(MIDDLE),), 22_250),)
    here = View(ground(), (head, *brigade.troops), (brigade,), staffs, (enemy(REAR),))
    (order,) = stay_behind(here, ())
    assert told([order]) == [((1,), OrderKind.HOLD, None)]
    assert order.why.startswith("1 enemy unit was seen at Place 2, on the road to one of its commands, and no ")
    assert told(stay_behind(replace(here, enemies=(enemy(MIDDLE),)), ())) == [], "its troops stand before that one"
    assert told(stay_behind(replace(here, enemies=(enemy(REAR, age=2),)), ())) == [], "it may be gone"


def test_a_headquarters_goes_out_of_the_way_of_an_enemy_who_would_overrun_it() -> None:
    head = troop(1, FRONT, fighter=replace(INFANTRY, weight=Fraction(1, 4)))
    staffs = (Staff(head, "X Corps", (AtPlace(MIDDLE),), 22_250),)
    here = View(ground(), (head,), staffs=staffs, held=frozenset({REAR, FRONT}), enemies=(enemy(FRONT),) * 3)
    assert told(move_headquarters(here, ())) == [((1,), OrderKind.MARCH, REAR)]
    guarded = replace(here, troops=(head, *(troop(10 + i, FRONT) for i in range(5))))
    assert told(move_headquarters(guarded, ())) == []


def test_reinforce_what_the_enemy_is_about_to_take() -> None:
    garrison, reserve = group(troop(1, FRONT)), group(troop(2, REAR))
    here = view(garrison, reserve, goals=(Goal(FRONT, 2, True),), enemies=(enemy(FRONT),) * 3)
    assert told(reinforce(here, here.groups)) == [((2,), OrderKind.MARCH, FRONT)]


def _bridge(**facts: Any) -> Bridge:
    return Bridge(9, "the bridge", OnRoad(4, 5000), **{"passable": True, "prepared": True, **facts})


@pytest.mark.rule("OB-DEM-01", "OB-DEM-03")
def test_a_prepared_bridge_is_blown_in_time() -> None:
    guard = group(troop(1, FRONT, works=True, engineers=Engineers.SUPPORT))
    near = replace(guard, troops=(replace(guard.troops[0], at=OnRoad(4, 3000)),))
    threat = Enemy(OnRoad(4, 9000), Arm.INFANTRY, INFANTRY)
    here = view(near, bridges=(_bridge(),), enemies=(threat,))
    assert [(o.units, o.task) for o in blow_bridges(here, ())] == [((1,), TaskKind.DEMOLISH_SPAN)]
    long = replace(here, bridges=(_bridge(several_spans=True),))
    assert [o.task for o in blow_bridges(long, ())] == [TaskKind.BLOW_BRIDGE]
    assert list(blow_bridges(replace(here, enemies=()), ())) == []
    great = replace(here, bridges=(_bridge(great=True),), goals=(Goal(TOWN, 4, False),))
    assert list(blow_bridges(great, ())) == []
    ours = replace(near, troops=(replace(near.troops[0], mission=Mission(OrderKind.ATTACK, TOWN)),))
    assert list(blow_bridges(view(ours, bridges=here.bridges, enemies=here.enemies), ())) == []


@pytest.mark.rule("OB-BRG-03")
def test_engineers_mend_the_bridge_on_the_way_of_their_side() -> None:
    sappers = group(troop(1, FRONT, works=True, engineers=Engineers.SPECIALIST))
    column = group(troop(2, FRONT, mission=Mission(OrderKind.ATTACK, TOWN, (FRONT,), bound=True), free=False))
    blown = ground((4, Block(5000, "bridge", key="c")), (6, Block(5000, "bridge", key="d")))
    bridge = _bridge(passable=False, prepared=False)
    here = view(sappers, column, theatre=blown, bridges=(bridge,))
    (work,) = mend_bridges(here, ())
    assert isinstance(work, Work)
    assert (work.units, work.task, work.load) == ((1,), TaskKind.BRIDGE, LoadClass.FOOT_WHEELED)
    tanks = replace(column, troops=(replace(column.troops[0], heavy=True),))
    (work,) = mend_bridges(view(sappers, tanks, theatre=blown, bridges=(bridge,)), ())
    assert isinstance(work, Work)
    assert work.load is LoadClass.MEDIUM_TANK
    assert list(mend_bridges(view(sappers, theatre=blown, bridges=(bridge,)), ())) == []
    for place, comes in ((MIDDLE, True), (REAR, False)):
        distant = view(group(troop(1, place, works=True, engineers=Engineers.SPECIALIST)), column)
        works = mend_bridges(replace(distant, theatre=blown, bridges=(bridge,)), ())
        assert bool(list(works)) is comes, "from up to fifteen kilometres"
    assert list(mend_bridges(replace(here, bridges=(replace(bridge, lasting=True),)), ())) == []


@pytest.mark.rule("OB-AMB-122")
def test_two_battalions_build_where_that_is_faster() -> None:
    first = troop(1, FRONT, works=True, engineers=Engineers.SPECIALIST)
    marching = Mission(OrderKind.MARCH, TOWN, bound=True)
    second = troop(3, FRONT, works=False, free=False, engineers=Engineers.SPECIALIST, mission=marching, duty=marching)
    column = group(troop(2, FRONT, mission=Mission(OrderKind.ATTACK, TOWN, (FRONT,), bound=True), free=False))
    blown = ground((4, Block(5000, "bridge", key="c")), (6, Block(5000, "bridge", key="d")))
    bridge = _bridge(passable=False, prepared=False)
    here = view(group(first), group(second), column, theatre=blown, bridges=(bridge,))
    assert [work.units for work in mend_bridges(here, ())] == [(1,)]
    assert [work.units for work in mend_bridges(replace(here, builders=2), ())] == [(1,), (3,)]
    begun = replace(here, builders=2, bridges=(replace(bridge, hands=1),))
    assert [work.units for work in mend_bridges(begun, ())] == [(1,)]
    full = replace(here, builders=2, bridges=(replace(bridge, hands=2),))
    assert list(mend_bridges(full, ())) == []


def _bound(ident: int, at: Any, kind: OrderKind, to: int, *via: int, **facts: Any) -> Troop:
    """A battalion with an order of the scenario's that it carries out."""
    order = Mission(kind, to, via, bound=True)
    known = {"free": False, "mission": order, "duty": order, **facts}
    return replace(troop(ident, FRONT, **known), at=at if not isinstance(at, int) else AtPlace(at))


# the march


@pytest.mark.parametrize(("metres", "turns", "kind"), [(3000, 1, OrderKind.HOLD), (3000, 9, None)])
def test_who_is_sooner_over_a_bridge_in_hand_waits_for_it(metres: int, turns: int, kind: OrderKind | None) -> None:
    """Ten kilometres and a turn of 20 are less than the 42 by the ford; ten and nine turns are more."""
    blown = ground((4, Block(5000, "bridge", key="c")))
    bridge = _bridge(passable=False, prepared=False, hands=1, turns=turns)
    head = _bound(1, OnRoad(4, metres), OrderKind.ATTACK, TOWN)
    here = view(group(head), theatre=blown, bridges=(bridge,))
    orders = list(wait_for_bridges(here, ()))
    assert told(orders) == ([((1,), kind, None)] if kind else [])
    assert list(waiting_at(here)) == ([1] if kind else [])
    waiting = replace(head, mission=Mission(OrderKind.HOLD))
    again = told(back_to_duty(view(group(waiting), theatre=blown, bridges=(bridge,)), ()))
    assert again == ([] if kind else [((1,), OrderKind.ATTACK, TOWN)])
    nobody = replace(here, bridges=(replace(bridge, hands=0),))
    assert list(wait_for_bridges(nobody, ())) == []
    met = replace(here, enemies=(Enemy(OnRoad(4, 1000), Arm.INFANTRY, INFANTRY),))
    assert list(wait_for_bridges(met, ())) == []


def test_who_is_far_goes_towards_the_bridge_that_is_being_mended() -> None:
    blown = ground((4, Block(5000, "bridge", key="c")), (5, Block(5000, "ford", key="d")))
    bridge = _bridge(passable=False, prepared=False, hands=1, turns=1)
    far = _bound(1, HOME, OrderKind.ATTACK, TOWN)
    (order,) = wait_for_bridges(view(group(far), theatre=blown, bridges=(bridge,)), ())
    assert isinstance(order, Order)
    assert (order.kind, order.to, order.via) == (OrderKind.ATTACK, TOWN, (FRONT,))


@pytest.mark.parametrize(("enemies", "kind"), [(1, OrderKind.ATTACK), (6, None)])
def test_a_march_is_fought_on_where_the_odds_are_good(enemies: int, kind: OrderKind | None) -> None:
    brigade = [_bound(10 + i, OnRoad(4, 3000), OrderKind.MARCH, TOWN, formation=1) for i in range(4)]
    before = tuple(Enemy(OnRoad(4, 5000), Arm.INFANTRY, INFANTRY) for _ in range(enemies))
    here = view(group(*brigade), enemies=before)
    assert told(clear_the_way(here, ())) == ([((10, 11, 12, 13), kind, TOWN)] if kind else [])
    behind = replace(here, enemies=(Enemy(OnRoad(4, 1000), Arm.INFANTRY, INFANTRY),))
    assert list(clear_the_way(behind, ())) == []
    fighting = Mission(OrderKind.ATTACK, TOWN)
    on_it = view(group(*(replace(t, mission=fighting) for t in brigade)), enemies=before)
    assert list(clear_the_way(on_it, ())) == []
    assert list(back_to_duty(on_it, ())) == []


@pytest.mark.rule("OB-LOC-05")
def test_some_hold_an_enemy_so_that_the_rest_passes_by_house_rule() -> None:
    """One enemy, two to one: two of a column of six hold; of five none, for that is not three times as strong."""
    column = [_bound(10 + i, OnRoad(4, 3000), OrderKind.ATTACK, TOWN, formation=1, heavy=i < 2) for i in range(6)]
    close = Enemy(OnRoad(4, 4000), Arm.INFANTRY, INFANTRY)
    here = view(group(*column), enemies=(close,), mask_ratio=2.0)
    assert told(mask(here, ())) == [((12, 13), OrderKind.HOLD, None)]
    assert list(mask(replace(here, mask_ratio=0.0), ())) == []
    assert list(mask(replace(here, troops=tuple(column[:5])), ())) == []
    far = replace(here, enemies=(replace(close, at=OnRoad(4, 6000)),))
    assert list(mask(far, ())) == []
    holding = replace(here, troops=(replace(column[2], mission=Mission(OrderKind.HOLD)),))
    assert list(back_to_duty(holding, ())) == []
    assert told(back_to_duty(replace(holding, enemies=()), ())) == [((12,), OrderKind.ATTACK, TOWN)]


def test_nobody_goes_back_to_places_of_his_order_that_lie_behind_him() -> None:
    """Past the front, or led by the ford to the town's side, he goes on; before the middle, he goes by it."""
    past = _bound(1, OnRoad(4, 3000), OrderKind.ATTACK, TOWN, MIDDLE, FRONT)
    back = replace(past, mission=Mission(OrderKind.WITHDRAW, FRONT))
    (order,) = back_to_duty(view(group(back)), ())
    assert isinstance(order, Order)
    assert order.via == ()
    (order,) = back_to_duty(view(group(replace(back, at=AtPlace(REAR)))), ())
    assert isinstance(order, Order)
    assert order.via == (MIDDLE, FRONT)
    begun = Mission(OrderKind.ATTACK, TOWN, (MIDDLE, FRONT), bound=True, begun=True)
    led = group(replace(past, at=OnRoad(6, 6000), mission=begun))
    (order,) = go_round(view(led), (led,))
    assert isinstance(order, Order)
    assert (order.to, order.via) == (TOWN, ())
    assert "led another way" in order.sentence


def test_who_was_sent_somewhere_leaves_most_there() -> None:
    posted = group(*(troop(10 + i, MIDDLE, formation=1, post=MIDDLE) for i in range(3)))
    here = view(posted, goals=(Goal(TOWN, 3, False),))
    assert told(race(here, here.groups)) == [((10,), OrderKind.ATTACK, TOWN)]


def test_nobody_is_sent_past_an_enemy() -> None:
    """The front is held: to the town he goes by the ford, and not at all where that is closed."""
    lone = group(troop(1, MIDDLE))
    here = view(lone, goals=(Goal(TOWN, 3, False),), enemies=(Enemy(OnRoad(3, 9500), Arm.INFANTRY, INFANTRY),))
    assert here.turns_to(lone, TOWN) == 22_000 / lone.pace
    closed = replace(here, theatre=ground((6, Block(5000, "bridge", key="d"))))
    assert told(race(closed, closed.groups)) == []


# all of them


def test_who_has_an_order_is_asked_no_more_and_who_has_it_already_gets_it_not_again() -> None:
    lone = group(troop(1, MIDDLE))
    here = view(lone, goals=(Goal(FRONT, 3, False), Goal(TOWN, 3, False)))
    orders = orders_for(here)
    assert told(orders) == [((1,), OrderKind.ATTACK, FRONT)]
    going = group(troop(1, MIDDLE, mission=Mission(OrderKind.ATTACK, FRONT)))
    assert orders_for(replace(here, troops=going.troops, groups=(going,))) == ()


def test_the_bound_get_no_order_but_another_road() -> None:
    """What a scenario ordered stands until it is carried out."""
    hold = group(troop(1, MIDDLE, free=False, mission=Mission(OrderKind.HOLD, bound=True)))
    here = view(hold, goals=(Goal(TOWN, 3, False),))
    assert orders_for(here) == ()


def test_nobody_gets_two_orders_in_a_turn() -> None:
    """Two of a column that marches hold the enemy; only the others clear the way, though the two could as well."""
    column = [_bound(10 + i, OnRoad(4, 3000), OrderKind.MARCH, TOWN, formation=1) for i in range(6)]
    close = Enemy(OnRoad(4, 4000), Arm.INFANTRY, INFANTRY)
    here = view(group(*column), enemies=(close,), mask_ratio=2.0)
    masking, clearing = [((10, 11), OrderKind.HOLD, None)], [((12, 13, 14, 15), OrderKind.ATTACK, TOWN)]
    assert told(orders_for(here)) == masking + clearing
    assert told(orders_for(here)) == masking + clearing


def test_who_is_left_of_a_command_is_ordered_without_those_who_have_an_order() -> None:
    """The second battalion is spent and pulled out; the first alone goes on, and the order to it is not to both."""
    worn = replace(troop(2, FRONT, spent=True), formation=1)
    three = group(troop(1, FRONT), worn, troop(3, FRONT, formation=1))
    close = Enemy(AtPlace(FRONT), Arm.HEADQUARTERS, replace(INFANTRY, weight=Fraction(1, 4)))
    here = view(three, enemies=(close,), held=frozenset({REAR, MIDDLE}), goals=(Goal(TOWN, 3, False),))
    units = [unit for order in orders_for(here) for unit in order.units]
    assert (2 in units, len(units)) == (True, len(set(units)))


def test_the_spent_take_the_next_best_place_where_none_is_far_from_the_enemy() -> None:
    """The rear is nearer, but an enemy is 4.5 km from it: the ford comes first, the rear where there is no other; nobody
    goes where he is 2.5 km off."""
    worn, close = troop(1, MIDDLE, spent=True), Enemy(OnRoad(3, 1000), Arm.INFANTRY, INFANTRY)
    beyond = replace(close, at=OnRoad(1, 5500))
    here = view(group(worn), enemies=(close, beyond), held=frozenset({REAR, FORD}))
    assert told(pull_out(here, ())) == [((1,), OrderKind.WITHDRAW, FORD)]
    alone = replace(here, held=frozenset({REAR}))
    assert told(pull_out(alone, ())) == [((1,), OrderKind.WITHDRAW, REAR)]
    too_near = replace(alone, enemies=(close, replace(beyond, at=OnRoad(1, 7500))))
    assert told(pull_out(too_near, ())) == []


def test_the_same_view_gives_the_same_orders() -> None:
    brigades = [group(*(troop(10 * n + i, FRONT, formation=n) for i in range(3))) for n in (1, 2)]
    here = view(*brigades, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 3)
    assert orders_for(here) == orders_for(replace(here))
    assert all(isinstance(order, (Order, Work, Rest)) for order in orders_for(here))
