"""Operations: troops in contact are pressed to a decision, mass over a day's march, advance and give up (umpire 1.23)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from campaign.play.attack import clear_the_way, mass, sally, targets
from campaign.play.doctrine import orders_for
from campaign.play.keep import back_to_duty, spare
from campaign.play.odds import Fighter, as_seen
from campaign.play.operations import advance, break_contact, give_up
from campaign.play.view import Goal, Mission, Order
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import OrderKind
from campaign.theatre.values import Block
from campaign.values import replace
from tests.play.test_play_habits import FRONT, HOME, MIDDLE, REAR, TOWN, enemy, ground, group, told, troop, view

GUNS = as_seen(Arm.FIELD_ARTILLERY, SizeMark.BATTALION)
HOLD, MARCH, ATTACK, WITHDRAW = OrderKind.HOLD, OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW


def test_what_is_not_enough_within_half_a_day_is_massed_within_a_day() -> None:
    """Thirty kilometres at ten a turn are three turns: farther than half a day, within a day. The near wait for the
    hour at which the last can be there."""
    near = group(*(troop(10 + i, FRONT, formation=1, pace=10_000.0) for i in range(2)))
    far = group(*(troop(20 + i, MIDDLE, formation=2, pace=10_000.0) for i in range(4)))
    farther = replace(far, troops=tuple(replace(t, pace=4_500.0) for t in far.troops))
    here = view(near, far, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 2)
    assert told(mass(here, here.groups))[-1][1:] in ((MARCH, FRONT), (ATTACK, TOWN))
    slow = replace(far, troops=tuple(replace(t, pace=7_500.0) for t in far.troops))
    there = view(near, slow, goals=here.goals, enemies=here.enemies)
    orders = tuple(mass(there, there.groups))
    assert told(orders) == [((10, 11), HOLD, None), ((20, 21, 22, 23), MARCH, FRONT)]
    assert "the attack begins in 2 turns" in orders[0].sentence
    beyond = view(near, farther, goals=here.goals, enemies=here.enemies)
    assert told(mass(beyond, beyond.groups)) == [], "more than four turns are too far"


def test_guns_come_up_to_fire_and_never_attack() -> None:
    infantry = group(*(troop(10 + i, FRONT, formation=1) for i in range(3)))
    guns = group(*(troop(20 + i, REAR, formation=2, fighter=GUNS, takes_ground=False) for i in range(3)))
    alone = view(infantry, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 2)
    here = view(infantry, guns, goals=alone.goals, enemies=alone.enemies)
    least = (
        alone.chance(infantry.fighters, here.enemies, TOWN)
        + here.chance((*infantry.fighters, *guns.fighters), here.enemies, TOWN)
    ) / 2
    assert told(mass(replace(alone, attack_chance=least), (infantry,))) == []
    supported = replace(here, attack_chance=least)
    assert told(mass(supported, supported.groups)) == [((10, 11, 12), HOLD, None), ((20, 21, 22), MARCH, FRONT)]
    assert told(mass(supported, (guns,))) == [], "guns alone take nothing"


def test_an_enemy_before_whom_troops_have_stood_is_a_target() -> None:
    """Ground that scores for nobody; after each turn a fifth less of the chance is enough, never less than two fifths
    of it."""
    brigade = group(*(troop(10 + i, FRONT, formation=1) for i in range(3)))

    def faced(turns: int, **facts: Any) -> Any:
        waiting = replace(brigade, troops=tuple(replace(t, facing=turns) for t in brigade.troops))
        return view(waiting, enemies=(enemy(FRONT),) * 3, **facts)

    assert targets(faced(0)) == []
    assert [(t.place, t.points, t.faced) for t in targets(faced(1))] == [(FRONT, 0, True)]
    odds = faced(1).chance(brigade.fighters, faced(1).enemies, FRONT)
    for turns, part in ((1, 0.8), (2, 0.6), (3, 0.4), (4, 0.4)):
        for needed, attacks in ((odds / part - 0.01, True), (odds / part + 0.01, False)):
            here = faced(turns, attack_chance=needed)
            assert bool(told(mass(here, here.groups))) is attacks, (turns, needed)
    never = faced(3, attack_chance=odds + 0.01, patience=0.0)
    assert told(mass(never, never.groups)) == []


def test_who_is_halted_on_the_march_asks_for_less_each_turn() -> None:
    march = Mission(MARCH, TOWN, (), bound=True)
    halted = replace(troop(1, FRONT, free=False, mission=march, duty=march), at=OnRoad(4, 1000))
    here = view(group(halted), enemies=(replace(enemy(TOWN), at=OnRoad(4, 2000)),))
    chance = here.chance([halted.fighter], here.enemies, halted.at)
    asked = replace(here, ordered_chance=chance + 0.05)
    assert told(clear_the_way(asked, ())) == []
    waited = view(group(replace(halted, facing=1)), enemies=here.enemies, ordered_chance=chance + 0.05)
    assert told(clear_the_way(waited, ())) == [((1,), ATTACK, TOWN)]


def test_who_is_halted_by_an_enemy_not_seen_attacks_him() -> None:
    """A corps stood for three days before a battalion: its columns halted outside his sight, so nobody had seen him."""
    march = Mission(MARCH, TOWN, (), bound=True)
    brigade = [
        replace(troop(10 + i, FRONT, formation=1, free=False, mission=march, duty=march, halted=1), at=OnRoad(4, 1000))
        for i in range(4)
    ]
    here = view(group(*brigade))
    (order,) = clear_the_way(here, ())
    assert told([order]) == [((10, 11, 12, 13), ATTACK, TOWN)]
    assert "an enemy who is not seen has halted them" in order.why
    marching = view(group(*(replace(t, halted=0) for t in brigade)))
    assert told(clear_the_way(marching, ())) == [], "nothing has halted them"
    closed = view(group(*brigade), theatre=ground((4, Block(5000, "a crater"))))
    assert told(clear_the_way(closed, ())) == [], "what bars the road has halted them"
    there = view(group(*(replace(t, at=AtPlace(TOWN)) for t in brigade)))
    assert told(clear_the_way(there, ())) == []


def test_who_is_halted_by_an_enemy_not_seen_asks_for_less_each_turn() -> None:
    march = Mission(MARCH, TOWN, (), bound=True)
    lone = replace(troop(1, FRONT, free=False, mission=march, duty=march, halted=1), at=OnRoad(4, 1000))
    chance = view(group(lone)).chance([lone.fighter], (), lone.at)
    asked = view(group(lone), ordered_chance=chance + 0.05)
    assert told(clear_the_way(asked, ())) == []
    waited = view(group(replace(lone, halted=2)), ordered_chance=chance + 0.05)
    assert told(clear_the_way(waited, ())) == [((1,), ATTACK, TOWN)]


def test_who_goes_of_his_own_accord_and_is_halted_is_asked_again() -> None:
    """Troops on a march of their commander's own go on without a word, unless an enemy not seen has halted them."""
    going = Mission(MARCH, TOWN)
    troops = [replace(troop(10 + i, FRONT, formation=1, mission=going), at=OnRoad(4, 1000)) for i in range(4)]
    goals = (Goal(TOWN, 3, True),)
    on_the_way = view(group(*troops), goals=goals)
    assert [o for o in orders_for(on_the_way) if isinstance(o, Order)] == []
    halted = view(group(*(replace(t, halted=1) for t in troops)), goals=goals)
    assert told(orders_for(halted)) == [((10, 11, 12, 13), ATTACK, TOWN)]


def test_companies_alone_attack_nobody_and_do_not_stand_before_him() -> None:
    attack = Mission(ATTACK, TOWN)
    company = Fighter(weight=Fraction(1, 4))
    few = [troop(10 + i, FRONT, formation=1, fighter=company, mission=attack, facing=1) for i in range(4)]
    here = view(group(*few), enemies=(enemy(FRONT, Arm.HEADQUARTERS),), held=frozenset({REAR, MIDDLE}))
    assert here.chance([t.fighter for t in few], here.enemies, FRONT) == 0
    (order,) = give_up(here, ())
    assert told([order]) == [((10, 11, 12, 13), WITHDRAW, MIDDLE)]
    assert "no battalion there is fit to attack" in order.why
    battalion = troop(20, FRONT, formation=2)
    stronger = view(group(*few), group(battalion), enemies=here.enemies, held=here.held)
    assert told(give_up(stronger, ())) == []


def test_a_garrison_attacks_the_weak_before_it_and_keeps_its_place() -> None:
    keepers = group(*(troop(10 + i, FRONT, formation=1, facing=1) for i in range(3)))
    goals = (Goal(FRONT, 3, True),)
    near = replace(enemy(FRONT), at=OnRoad(4, 1000))
    here = view(keepers, goals=goals, enemies=(near,))
    (free,) = spare(here, here.groups)
    assert [t.id for t in free.troops] == [11, 12], "one of them must stay"
    (order,) = sally(here, here.groups)
    assert told([order]) == [((10, 11, 12), ATTACK, FRONT)]
    assert "keeps Place 4" in order.does
    strong = replace(here, enemies=(near,) * 9)
    assert told(sally(strong, strong.groups)) == []
    just_come = view(group(*(replace(t, facing=0) for t in keepers.troops)), goals=goals, enemies=(near,))
    assert told(sally(just_come, just_come.groups)) == []
    free = replace(here, goals=())
    assert told(sally(free, free.groups)) == [], "who may leave is massed with others"


def test_nobody_stands_idle_while_ground_is_to_be_won_but_one_in_three() -> None:
    idle = [group(troop(10 * n, HOME, formation=n, pace=10_000.0)) for n in (1, 2, 3)]
    here = view(*idle, goals=(Goal(TOWN, 3, False),))
    assert told(advance(here, here.groups)) == [((10,), ATTACK, TOWN), ((20,), ATTACK, TOWN)]
    held = replace(here, enemies=(enemy(TOWN),))
    assert told(advance(held, held.groups)) == [((10,), MARCH, FRONT), ((20,), MARCH, FRONT)]
    won = replace(here, goals=(Goal(TOWN, 3, True),))
    assert told(advance(won, won.groups)) == []
    back = view(*(replace(g, troops=(replace(g.troops[0], held_back=True),)) for g in idle), goals=here.goals)
    assert told(advance(back, back.groups)) == []


def test_an_attack_that_stands_and_is_hopeless_is_given_up() -> None:
    attack = Mission(ATTACK, TOWN, (), bound=True)
    stands = troop(1, FRONT, free=False, mission=attack, duty=attack, facing=3)
    enemies = tuple(replace(enemy(FRONT, Arm.ARMOUR), age=0) for _ in range(9))
    here = view(group(stands), enemies=enemies, held=frozenset({REAR, MIDDLE}))
    assert here.chance([stands.fighter], enemies, FRONT) < 0.15
    (order,) = give_up(here, ())
    assert told([order]) == [((1,), WITHDRAW, MIDDLE)]
    assert "below 15 % an attack is given up" in order.why
    fresh = view(group(replace(stands, facing=2)), enemies=enemies, held=here.held)
    assert told(give_up(fresh, ())) == []
    even = replace(here, enemies=enemies[:1])
    assert told(give_up(replace(even, enemies=(enemy(FRONT),)), ())) == []


def test_who_is_at_the_gathering_place_already_goes_on_to_the_others() -> None:
    """The near stand on the road to the town, 8 km beyond the front; who is at the front cannot close up on them by a
    march to it, and would wait there for ever."""
    near = group(*(replace(troop(10 + i, FRONT, formation=1, pace=10_000.0), at=OnRoad(4, 3000)) for i in range(2)))
    far = group(*(troop(20 + i, FRONT, formation=2, pace=8_000.0) for i in range(2)))
    here = view(near, far, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 2)
    orders = tuple(mass(here, here.groups))
    assert told(orders) == [((10, 11), HOLD, None), ((20, 21), ATTACK, TOWN)]
    assert "goes on to join Brigade 1 and the attack" in orders[1].sentence


def test_who_can_neither_attack_nor_is_to_hold_breaks_contact_by_night() -> None:
    stands = group(troop(1, FRONT, facing=3))
    enemies = tuple(enemy(FRONT, Arm.ARMOUR) for _ in range(9))
    facts: Any = {"held": frozenset({REAR, MIDDLE}), "night": True}
    here = view(stands, enemies=enemies, **facts)
    (order,) = break_contact(here, here.groups)
    assert told([order]) == [((1,), WITHDRAW, MIDDLE)]
    assert "even at the least odds" in order.why
    apart = view(group(stands.troops[0], *(troop(i, HOME, formation=1) for i in (2, 3))), enemies=enemies, **facts)
    assert told(break_contact(apart, apart.groups)) == [((1,), WITHDRAW, MIDDLE)], "the one of a command that stands"
    for other in (
        replace(here, night=False),
        replace(
            here, enemies=enemies[:1], law=here.law, troops=(*here.troops, *(troop(i, FRONT) for i in range(2, 9)))
        ),
        replace(here, goals=(Goal(FRONT, 2, True),)),
        view(group(troop(1, FRONT, facing=2)), enemies=enemies, held=here.held, night=True),
    ):
        assert told(break_contact(other, other.groups)) == []


def test_who_has_gone_back_from_hopeless_odds_waits_for_better_ones() -> None:
    """His order of the scenario stands, and he carries it out when the enemy has gone or there are more of his own."""
    duty = Mission(ATTACK, TOWN, (), bound=True)
    back = troop(1, MIDDLE, free=False, mission=Mission(WITHDRAW, MIDDLE), duty=duty)
    here = view(group(back), enemies=(enemy(FRONT, Arm.ARMOUR),) * 9)
    assert told(back_to_duty(here, ())) == []
    gone = replace(here, enemies=tuple(replace(e, age=5) for e in here.enemies))
    assert told(back_to_duty(gone, ())) == [((1,), ATTACK, TOWN)]
    with_more = view(group(back), group(*(troop(10 + i, MIDDLE) for i in range(9))), enemies=(enemy(FRONT),))
    assert told(back_to_duty(with_more, ())) == [((1,), ATTACK, TOWN)]


def test_an_enemy_on_the_road_by_which_supply_comes_is_a_target() -> None:
    starved = group(*(troop(10 + i, FRONT, formation=1, supplied=False) for i in range(4)))
    here = view(starved, enemies=(enemy(MIDDLE),), homes=(HOME,))
    assert [(t.place, t.points, t.cuts) for t in targets(here)] == [(MIDDLE, 1, True)]
    (order,) = mass(here, here.groups)
    assert told([order]) == [((10, 11, 12, 13), ATTACK, MIDDLE)]
    assert "the enemy on its supply road at Place 3" in order.sentence
    fed = view(group(*(replace(t, supplied=True) for t in starved.troops)), enemies=here.enemies, homes=(HOME,))
    assert targets(fed) == []
    assert targets(replace(here, enemies=(enemy(TOWN),))) == []
    keepers = replace(here, goals=(Goal(FRONT, 1, True),))
    assert told(mass(keepers, keepers.groups)) == [], "who is on ground that scores does not leave it for the road"


def test_a_spent_enemy_is_followed_up() -> None:
    fresh = group(*(troop(10 + i, FRONT, formation=1) for i in range(4)))
    beaten = replace(enemy(TOWN), fighter=as_seen(Arm.INFANTRY, SizeMark.BATTALION, spent=True))
    here = view(fresh, enemies=(beaten,))
    assert told(mass(here, here.groups)) == [((10, 11, 12, 13), ATTACK, TOWN)]
    for other in (enemy(TOWN), replace(beaten, age=2)):
        there = replace(here, enemies=(other,))
        assert told(mass(there, there.groups)) == []


def test_who_stands_on_the_road_before_the_enemy_is_as_near_as_he_is() -> None:
    """The enemy's place is closed to marches past it, not to him who goes for it."""
    before = group(replace(troop(1, FRONT, pace=10_000.0), at=OnRoad(4, 3000)))
    here = view(before, enemies=(enemy(TOWN),))
    assert here.turns_to(before, TOWN) == 0.7


def test_after_a_lull_less_is_enough_for_an_attack() -> None:
    """Each day without a battle takes as much off the chance that is needed as a turn in contact."""
    brigade = group(*(troop(10 + i, FRONT, formation=1) for i in range(3)))
    here = view(brigade, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 3)
    odds = here.chance(brigade.fighters, here.enemies, TOWN)
    for days, part in ((0, 1.0), (1, 0.8), (2, 0.6), (3, 0.4)):
        for needed, attacks in ((odds / part - 0.01, True), (odds / part + 0.01, False)):
            there = replace(here, attack_chance=needed, lull=days)
            assert bool(told(mass(there, there.groups))) is attacks, (days, needed)


def test_who_closes_up_on_an_enemy_does_not_pass_another() -> None:
    """The road from home to the town is clear again at the front, beyond the enemy at the rear."""
    idle = [group(troop(10 * n, HOME, formation=n, pace=10_000.0)) for n in (1, 2)]
    goals = (Goal(TOWN, 3, False),)
    near = view(*idle, goals=goals, enemies=(enemy(MIDDLE), enemy(TOWN)))
    assert told(advance(near, near.groups)) == [((10,), MARCH, REAR), ((20,), MARCH, REAR)]


def test_commands_that_are_all_far_away_move_up_to_the_enemy_together() -> None:
    """The nearest is two turns away: it does not close up on itself, but moves up to the last place before the town."""
    near = group(*(troop(10 + i, MIDDLE, formation=1, pace=10_000.0) for i in range(3)))
    far = group(*(troop(20 + i, REAR, formation=2, pace=10_000.0) for i in range(3)))
    here = view(near, far, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 3)
    orders = tuple(mass(here, here.groups))
    assert told(orders) == [((10, 11, 12), MARCH, FRONT), ((20, 21, 22), MARCH, FRONT)]
    assert {order.does for order in orders} == {"moves up to Place 4 for the attack on Place 5"}
