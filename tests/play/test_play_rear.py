"""Who stays, who goes back and whither, and who does not lead: garrisons, the spent, headquarters, guns, bridges, on the
map of ``test_play_habits`` (umpire 1.23).
"""

from __future__ import annotations

import pytest

from campaign.play.attack import go_round, race
from campaign.play.bridges import blow_bridges
from campaign.play.doctrine import orders_for
from campaign.play.headquarters import move_headquarters
from campaign.play.keep import back_to_duty, give_ground, pull_out, relieve, spare
from campaign.play.odds import Fighter
from campaign.play.rear import fall_back, keep_back, let_pass, turn_back
from campaign.play.view import Bridge, Coming, Enemy, Goal, Mission, Order, Staff, Troop, View
from campaign.terms.forces import Arm, Engineers
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import OrderKind
from campaign.theatre.values import Block
from campaign.values import replace
from tests.play.test_play_habits import FORD, FRONT, HOME, MIDDLE, REAR, TOWN, enemy, ground, group, told, troop, view

INFANTRY = Fighter()


# going back


def test_the_spent_go_toward_their_supply_and_never_to_the_enemys_side() -> None:
    """The ford is held as well and as quiet, but it is farther from home than the front where they are."""
    worn = group(troop(1, MIDDLE, spent=True))
    here = view(worn, enemies=(Enemy(OnRoad(3, 1500), Arm.INFANTRY, INFANTRY),), held=frozenset({FORD}), homes=(HOME,))
    assert told(pull_out(here, ())) == [((1,), OrderKind.WITHDRAW, HOME)], (
        "by a free road to its own edge, not to the ford"
    )
    both = replace(here, held=frozenset({FORD, REAR}))
    assert told(pull_out(both, ())) == [((1,), OrderKind.WITHDRAW, REAR)]
    unknown = replace(here, homes=())
    assert told(pull_out(unknown, ())) == [((1,), OrderKind.WITHDRAW, FORD)], "where supply comes from is not known"


def test_nobody_gives_ground_out_of_a_pocket() -> None:
    """An enemy on the road home: the way to the rear is closed, the ford is ground that nobody of the side holds."""
    lone = group(troop(1, MIDDLE))
    strong = tuple(Enemy(OnRoad(3, 1500), Arm.INFANTRY, INFANTRY) for _ in range(4))
    behind = Enemy(OnRoad(1, 5000), Arm.INFANTRY, INFANTRY), Enemy(AtPlace(HOME), Arm.INFANTRY, INFANTRY)
    here = view(lone, enemies=(*strong, *behind), held=frozenset({FORD, REAR}), homes=(HOME,))
    assert told(give_ground(here, here.groups)) == []
    friends = group(troop(2, FORD))
    manned = view(lone, friends, enemies=here.enemies, held=here.held, homes=(HOME,))
    assert told(give_ground(manned, (lone,))) == [((1,), OrderKind.WITHDRAW, FORD)]


def test_nobody_goes_back_past_an_enemy_on_the_road() -> None:
    worn = group(troop(1, MIDDLE, spent=True))
    close = Enemy(OnRoad(3, 1500), Arm.INFANTRY, INFANTRY)
    here = view(worn, enemies=(close,), held=frozenset({REAR}), homes=(HOME,))
    assert told(pull_out(here, ())) == [((1,), OrderKind.WITHDRAW, REAR)]
    past = replace(here, enemies=(close, Enemy(OnRoad(2, 5000), Arm.INFANTRY, INFANTRY, age=1)))
    assert told(pull_out(past, ())) == []


# who stays


def test_guns_are_no_garrison_and_the_last_who_fight_stay() -> None:
    garrison, guns = group(troop(1, MIDDLE)), group(troop(2, MIDDLE, takes_ground=False))
    here = view(garrison, guns, goals=(Goal(MIDDLE, 3, True), Goal(TOWN, 3, False)), enemies=(enemy(FRONT),))
    assert spare(here, here.groups) == []
    leaving = troop(3, MIDDLE, mission=Mission(OrderKind.MARCH, HOME))
    gone = view(garrison, group(leaving), goals=here.goals, enemies=here.enemies)
    assert spare(gone, (garrison,)) == [], "who has orders to go is no garrison"
    worn = view(
        group(troop(1, MIDDLE, spent=True)), guns, goals=here.goals, enemies=here.enemies, held=frozenset({REAR})
    )
    near = replace(worn, enemies=(Enemy(OnRoad(3, 1500), Arm.INFANTRY, INFANTRY),))
    assert told(pull_out(near, ())) == []


def test_a_spent_garrison_waits_for_its_relief_where_the_scenario_sent_it() -> None:
    worn = group(troop(1, MIDDLE, spent=True, post=MIDDLE))
    close = (Enemy(OnRoad(3, 1500), Arm.INFANTRY, INFANTRY),)
    here = view(worn, enemies=close, held=frozenset({REAR, MIDDLE}))
    assert told(pull_out(here, ())) == []
    relieved = view(worn, group(troop(2, MIDDLE)), enemies=close, held=here.held)
    assert told(pull_out(relieved, ())) == [((1,), OrderKind.WITHDRAW, REAR)]


def test_as_many_relieve_as_are_spent_and_nobody_from_his_post() -> None:
    worn = group(troop(1, FRONT, spent=True, formation=1), division=7)
    fresh = group(*(troop(20 + n, REAR, formation=2) for n in range(3)), division=7)
    here = view(worn, fresh, enemies=(enemy(FRONT),), held=frozenset({REAR, MIDDLE, FRONT}))
    (order,) = relieve(here, here.groups)
    assert told([order]) == [((20,), OrderKind.MARCH, FRONT)]
    assert order.why.endswith("; as many go as are spent")
    posted = replace(fresh, troops=tuple(replace(t, post=REAR) for t in fresh.troops))
    wall = view(worn, posted, enemies=here.enemies, held=here.held)
    assert told(relieve(wall, wall.groups)) == []
    guns = group(troop(30, FRONT, formation=3, takes_ground=False), division=7)
    beside = view(worn, guns, enemies=here.enemies, held=here.held)
    assert told(relieve(beside, beside.groups)) == [], "guns beside them relieve nobody"


def test_who_closes_up_on_troops_that_have_left_is_free_again() -> None:
    """Sent to the front by his commander; those at the front have gone back, and he is asked again or halts."""
    up = Mission(OrderKind.MARCH, FRONT)
    late = group(troop(1, REAR, mission=up))
    there = view(late, group(troop(2, FRONT)))
    assert told(turn_back(there, there.groups)) == []
    gone = view(late, group(troop(2, HOME)))
    assert told(turn_back(gone, gone.groups)) == [((1,), OrderKind.HOLD, None)]
    assert told(orders_for(gone)) == [((1,), OrderKind.HOLD, None)]
    wanted = replace(gone, goals=(Goal(MIDDLE, 2, False),))
    assert ((1,), OrderKind.ATTACK, MIDDLE) in told(orders_for(wanted)), "he may go for something else instead"
    bound = replace(late.troops[0], free=False, duty=replace(up, bound=True))
    assert told(turn_back(view(group(bound)), (group(bound),))) == []


# guns


def test_guns_and_trains_do_not_attack_without_fighting_troops() -> None:
    """By orders of the scenario, when its fighting troops are gone; when there are some again, they go on."""
    attack = Mission(OrderKind.ATTACK, TOWN, (), bound=True)
    guns = troop(1, FRONT, takes_ground=False, free=False, mission=attack, duty=attack)
    foot = troop(2, MIDDLE, free=False, mission=attack, duty=attack)
    alone = view(group(guns))
    (order,) = keep_back(alone, ())
    assert told([order]) == [((1,), OrderKind.HOLD, None)]
    assert order.sentence == "1th holds until fighting troops go ahead"
    two = view(group(guns, replace(guns, id=3, name="3th", formation=1)))
    assert [each.does for each in keep_back(two, ())] == ["hold until fighting troops go ahead"]
    led = view(group(guns), group(foot))
    assert list(keep_back(led, ())) == []
    worn = view(group(guns), group(replace(foot, spent=True)))
    assert list(keep_back(worn, ())) == [], "the spent go on to empty ground, and the guns with them"
    back = Mission(OrderKind.WITHDRAW, HOME)
    gone = view(group(guns), group(replace(foot, spent=True, mission=back)))
    assert told(keep_back(gone, ())) == [((1,), OrderKind.HOLD, None)]
    held = replace(guns, mission=Mission(OrderKind.HOLD))
    assert list(back_to_duty(view(group(held)), ())) == []
    assert told(back_to_duty(view(group(held), group(foot)), ())) == [((1,), OrderKind.ATTACK, TOWN)]


# headquarters


def _staff(head: Troop, *front: int, reach_m: float = 22_250) -> Staff:
    at = tuple(AtPlace(place) for place in front)
    return Staff(head, "X Corps", at, reach_m, at)


def test_a_headquarters_stays_behind_its_fighting_troops() -> None:
    """Both commands are in reach from the town, at which nobody of them is, and from the middle, behind them."""
    head = troop(1, HOME)
    here = View(ground(), (head,), staffs=(_staff(head, FRONT, FORD),), homes=(HOME,))
    ahead = replace(here, held=frozenset({TOWN}))
    assert told(move_headquarters(ahead, ())) == []
    both = replace(here, held=frozenset({TOWN, MIDDLE}))
    assert told(move_headquarters(both, ())) == [((1,), OrderKind.MARCH, MIDDLE)]


def test_a_headquarters_does_not_go_to_the_outpost_of_its_foremost_command() -> None:
    """One command is at the town, two are at the middle: the town alone would be in reach of it; the front is behind it,
    and with most of them at the town it may be there as well."""
    head = troop(1, HOME)
    here = View(ground(), (head,), staffs=(_staff(head, MIDDLE, MIDDLE, TOWN),), homes=(HOME,), held=frozenset({TOWN}))
    outpost = replace(here, staffs=(_staff(head, FRONT, FRONT, TOWN),))
    assert told(move_headquarters(outpost, ())) == []
    behind = replace(outpost, held=frozenset({FRONT, TOWN}))
    assert told(move_headquarters(behind, ())) == [((1,), OrderKind.MARCH, FRONT)]
    most = replace(outpost, staffs=(_staff(head, FRONT, TOWN, TOWN),))
    assert told(move_headquarters(most, ())) == [((1,), OrderKind.MARCH, TOWN)]


def test_a_headquarters_counts_who_is_between_it_and_the_enemy() -> None:
    """An enemy beyond the ford: at the ford nobody would be before it, at the middle its command at the front is not
    either, and it goes to neither; with a command at the ford it goes to the middle."""
    head = troop(1, HOME)
    beyond = Enemy(AtPlace(FORD), Arm.INFANTRY, INFANTRY)
    here = View(
        ground(),
        (head,),
        staffs=(_staff(head, FRONT),),
        homes=(HOME,),
        held=frozenset({REAR, MIDDLE}),
        enemies=(beyond,),
    )
    far = replace(here, enemies=(Enemy(OnRoad(5, 8500), Arm.INFANTRY, INFANTRY),))
    assert told(move_headquarters(far, ())) == [((1,), OrderKind.MARCH, MIDDLE)]
    open_flank = replace(here, staffs=(_staff(head, TOWN, reach_m=40_000),))
    assert all(order.to != FORD for order in move_headquarters(open_flank, ()) if isinstance(order, Order))


# bridges and obstacles


@pytest.mark.rule("OB-DEM-01")
def test_a_bridge_that_tomorrows_columns_need_is_kept() -> None:
    """The relief comes by the town road in a few turns; where only the enemy comes by it, the bridge is blown."""
    guard = replace(troop(1, FRONT, works=True, engineers=Engineers.SUPPORT), at=OnRoad(4, 3000))
    bridge = Bridge(9, "the bridge", OnRoad(4, 5000), passable=True, prepared=True)
    here = view(group(guard), bridges=(bridge,), enemies=(Enemy(OnRoad(4, 9000), Arm.INFANTRY, INFANTRY),))
    assert len(list(blow_bridges(here, ()))) == 1
    relief = replace(here, coming=(Coming(AtPlace(HOME), (FRONT, TOWN)),))
    assert list(blow_bridges(relief, ())) == []
    elsewhere = replace(here, coming=(Coming(AtPlace(HOME), (FORD,)),))
    (work,) = blow_bridges(elsewhere, ())
    assert work.why.endswith("no order of its own side leads over it now or in the next two days")


@pytest.mark.rule("OB-OBS-05")
def test_the_ordered_road_is_kept_where_engineers_open_it() -> None:
    """Mines on the road that the order names: engineers of the same order are coming, and nobody goes round."""
    mines = ground((3, Block(5000, "the mines", key="m")), (4, Block(5000, "the mines", key="n")))
    attack = Mission(OrderKind.ATTACK, TOWN, (FRONT,), bound=True)
    head = group(troop(1, MIDDLE, mission=attack, duty=attack, free=False))
    sappers = group(troop(2, HOME, mission=attack, duty=attack, free=False, engineers=Engineers.SPECIALIST))
    here = view(head, sappers, theatre=mines, gappable=frozenset({"m", "n"}))
    assert list(go_round(here, (head,))) == []
    assert [order.via for order in go_round(view(head, theatre=mines, gappable=here.gappable), (head,))] == [
        (MIDDLE, FORD)
    ]
    closed = replace(here, gappable=frozenset())
    assert len(list(go_round(closed, (head,)))) == 1, "by the settings nobody opens them"


def test_a_race_leaves_a_garrison() -> None:
    """Two commands at ground that scores, and two places to take: one goes."""
    pair = group(troop(1, MIDDLE)), group(troop(2, MIDDLE))
    here = view(
        *pair, goals=(Goal(MIDDLE, 2, True), Goal(FORD, 2, False), Goal(REAR, 1, False)), enemies=(enemy(TOWN),)
    )
    far = replace(here, enemies=(Enemy(OnRoad(4, 5000), Arm.INFANTRY, INFANTRY),))
    assert len(told(race(far, far.groups))) == 1


# who lets others go ahead, and who goes back


def test_guns_at_the_head_of_a_halted_column_let_the_fighting_troops_pass() -> None:
    """The guns have orders for another place than the infantry, so that the order of march puts them behind nobody."""
    guns = troop(1, MIDDLE, takes_ground=False, free=False, halted=1, mission=Mission(OrderKind.MARCH, FRONT))
    infantry = troop(2, MIDDLE, free=False, halted=1, mission=Mission(OrderKind.MARCH, TOWN))
    here = view(group(guns), group(infantry))
    (order,) = let_pass(here, ())
    assert told([order]) == [((1,), OrderKind.HOLD, None)]
    assert "draws off the road" in order.does
    marching = view(group(replace(guns, halted=0)), group(infantry))
    assert told(let_pass(marching, ())) == []
    same = view(group(guns), group(replace(infantry, mission=guns.mission)))
    assert told(let_pass(same, ())) == [], "those for the same place go ahead of them anyway"
    alone = view(group(guns), group(replace(infantry, mission=Mission(OrderKind.HOLD))))
    assert told(let_pass(alone, ())) == [], "nobody is there to pass"
    before_it = (replace(t, at=OnRoad(3, 4999)) for t in (guns, infantry))
    closed = view(*map(group, before_it), theatre=ground((3, Block(5000, "a crater"))))
    assert told(let_pass(closed, ())) == [], "at what bars the road engineers are wanted"


def test_guns_alone_before_the_enemy_go_back_to_fighting_troops() -> None:
    guns = group(replace(troop(1, MIDDLE, takes_ground=False), at=OnRoad(2, 5000)))
    infantry = group(troop(2, REAR))
    close = Enemy(OnRoad(2, 6500), Arm.INFANTRY, INFANTRY)
    here = view(guns, infantry, enemies=(close,), held=frozenset({HOME}), homes=(HOME,))
    (order,) = fall_back(here, ())
    assert told([order]) == [((1,), OrderKind.WITHDRAW, REAR)]
    assert "to fighting troops of its side" in order.does
    deserted = view(guns, enemies=(close,), held=frozenset({REAR}), homes=(HOME,))
    (order,) = fall_back(deserted, ())
    assert told([order]) == [((1,), OrderKind.WITHDRAW, REAR)], "else to a quiet place"
    assert "fighting troops" not in order.does
    far = view(guns, group(troop(2, HOME)), enemies=(close,))
    assert told(fall_back(far, ())) == [], "fifteen kilometres are too far"
    covered = view(guns, group(replace(troop(3, MIDDLE), at=OnRoad(2, 5000))), enemies=(close,), held=frozenset({REAR}))
    assert told(fall_back(covered, ())) == []
    quiet = replace(here, enemies=())
    assert told(fall_back(quiet, ())) == []
    there = group(troop(1, MIDDLE, takes_ground=False))
    at_the_place = view(there, enemies=(Enemy(OnRoad(3, 1500), Arm.INFANTRY, INFANTRY),), held=frozenset({REAR}))
    assert told(fall_back(at_the_place, ())) == [((1,), OrderKind.WITHDRAW, REAR)]
    keeps = replace(at_the_place, goals=(Goal(MIDDLE, 2, True),))
    assert told(fall_back(keeps, ())) == [], "they are the garrison of ground that scores"
    bound = view(group(replace(guns.troops[0], free=False)), infantry, enemies=(close,))
    assert told(fall_back(bound, ())) == []


def test_the_spent_who_keep_ground_alone_go_on_nowhere() -> None:
    attack = Mission(OrderKind.ATTACK, TOWN)
    worn = troop(1, MIDDLE, spent=True, mission=attack)
    close = Enemy(OnRoad(3, 1500), Arm.INFANTRY, INFANTRY)
    here = view(group(worn), enemies=(close,), goals=(Goal(MIDDLE, 2, True),), held=frozenset({REAR}), homes=(HOME,))
    (order,) = pull_out(here, ())
    assert told([order]) == [((1,), OrderKind.HOLD, None)]
    assert "keeps the ground where it is" in order.does
    holding = view(group(replace(worn, mission=None)), enemies=(close,), goals=here.goals, held=here.held)
    assert told(pull_out(holding, ())) == []
