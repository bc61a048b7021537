"""The courses that the map suggests to a staff, on the small made map of the habits (umpire 1.23)."""

from __future__ import annotations

from campaign.play.plans import AS_ORDERED, Course, Plan, has_met_the_enemy, plans_for
from campaign.play.view import Goal, Group, Mission
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind
from campaign.values import replace
from tests.play.test_play_habits import FRONT, HOME, MIDDLE, REAR, TOWN, enemy, group, troop, view

EVERYWHERE = frozenset({HOME, REAR, MIDDLE, FRONT, TOWN})


def of(plans: tuple[Plan, ...], course: Course) -> list[Plan]:
    return [plan for plan in plans if plan.course is course]


def test_ground_that_nobody_has_looked_at_is_reconnoitred_and_never_attacked() -> None:
    scout, slow = troop(1, MIDDLE, formation=1, pace=30_000.0), troop(2, MIDDLE, formation=1)
    side = view(group(scout, slow), goals=(Goal(TOWN, 5, False),), held=frozenset({HOME, REAR}))
    blind = plans_for(side, EVERYWHERE - {TOWN})
    (first,) = of(blind, Course.RECONNOITRE)
    assert not of(blind, Course.ATTACK)
    assert [(m.units, m.kind, m.to, m.bold) for m in first.moves] == [((1,), OrderKind.MARCH, FRONT, False)]
    assert not of(plans_for(side, EVERYWHERE), Course.RECONNOITRE)
    assert of(plans_for(side, EVERYWHERE), Course.ATTACK)


def test_one_two_and_all_attack_now_or_when_the_last_can_be_up() -> None:
    groups = [group(troop(n, place)) for n, place in ((1, FRONT), (2, FRONT), (3, REAR))]
    side = view(*groups, goals=(Goal(TOWN, 5, False),), enemies=(enemy(TOWN), enemy(TOWN)))
    attacks = of(plans_for(side, EVERYWHERE), Course.ATTACK)
    now = [plan for plan in attacks if not plan.after]
    assert {len(plan.units) for plan in now} > {1, 2}
    (later,) = (plan for plan in attacks if plan.after)
    assert later.after == 1, "thirty kilometres are a turn and a half: with the second turn all are up"
    waits = [(m.units, m.kind, m.after) for m in later.moves if 3 not in m.units]
    assert waits == [
        ((n,), kind, after) for n in (1, 2) for kind, after in ((OrderKind.HOLD, 0), (OrderKind.ATTACK, 1))
    ]
    assert [(m.kind, m.after, m.bold) for m in later.moves if 3 in m.units] == [(OrderKind.ATTACK, 0, True)]


def test_who_the_scenario_sent_somewhere_keeps_the_goal() -> None:
    bound = Mission(OrderKind.ATTACK, TOWN, bound=True)
    sent = troop(1, FRONT, free=False, mission=bound, duty=bound)
    elsewhere = replace(sent, id=2, formation=2, mission=replace(bound, to=HOME), duty=replace(bound, to=HOME))
    side = view(
        group(sent), group(elsewhere), group(troop(3, FRONT)), goals=(Goal(TOWN, 5, False),), enemies=(enemy(TOWN),)
    )
    plans = plans_for(side, EVERYWHERE)
    for unit, goal in ((1, TOWN), (2, HOME)):
        led = {m.to for plan in plans for m in plan.moves if unit in m.units and m.kind is not OrderKind.HOLD}
        assert led <= {goal}


def test_who_was_sent_alone_may_attack_a_turn_later() -> None:
    """The plain attack is what is ordered already."""
    bound = Mission(OrderKind.ATTACK, TOWN, bound=True)
    sent = group(troop(1, FRONT, free=False, mission=bound, duty=bound))
    side = view(sent, goals=(Goal(TOWN, 5, False),), enemies=(enemy(TOWN),))
    (later,) = of(plans_for(side, EVERYWHERE), Course.ATTACK)
    assert [(m.kind, m.to, m.after) for m in later.moves] == [(OrderKind.HOLD, None, 0), (OrderKind.ATTACK, TOWN, 1)]
    assert later.after == 1


def test_who_is_needed_where_he_stands_is_no_part_of_an_attack() -> None:
    """The last unit on ground that scores, with the enemy near, is not to spare; a second one there is."""
    goals = (Goal(FRONT, 3, True), Goal(TOWN, 5, False))

    def attackers(*garrison: Group) -> set[frozenset[int]]:
        side = view(*garrison, goals=goals, held=frozenset({FRONT, MIDDLE, REAR}), enemies=(enemy(TOWN),))
        return {plan.units for plan in of(plans_for(side, EVERYWHERE), Course.ATTACK)}

    alone = group(troop(1, FRONT))
    assert alone.is_free and attackers(alone) == set()
    assert {len(units) for units in attackers(alone, group(troop(2, FRONT)))} == {1}


def test_a_garrison_sends_all_but_its_weakest_battalion() -> None:
    strong, weak = troop(1, FRONT, formation=1), troop(2, FRONT, formation=1)
    weak = replace(weak, fighter=replace(weak.fighter, weight=weak.fighter.weight / 2))
    goals = (Goal(FRONT, 3, True), Goal(TOWN, 5, False))
    side = view(group(strong, weak), goals=goals, held=frozenset({FRONT, MIDDLE, REAR}), enemies=(enemy(TOWN),))
    assert {plan.units for plan in of(plans_for(side, EVERYWHERE), Course.ATTACK)} == {frozenset({1})}


def test_troops_that_may_not_be_sent_leave_nobody_alone_on_his_ground() -> None:
    """Two stand on ground that scores: the one under orders of the scenario stays, so the free one may go."""
    bound = Mission(OrderKind.HOLD, None, bound=True)
    stays = group(troop(1, FRONT, free=False, mission=bound, duty=bound))
    goals = (Goal(FRONT, 3, True), Goal(TOWN, 5, False))
    side = view(
        stays, group(troop(2, FRONT)), goals=goals, held=frozenset({FRONT, MIDDLE, REAR}), enemies=(enemy(TOWN),)
    )
    assert {plan.units for plan in of(plans_for(side, EVERYWHERE), Course.ATTACK)} == {frozenset({2})}


def test_the_most_hopeless_attack_of_the_scenario_may_be_called_off() -> None:
    bound = Mission(OrderKind.ATTACK, TOWN, bound=True)
    sent = group(troop(1, FRONT, free=False, mission=bound, duty=bound))
    easy = replace(bound, to=HOME)
    other = group(troop(2, REAR, free=False, mission=easy, duty=easy))
    side = view(sent, other, goals=(Goal(TOWN, 5, False),), enemies=tuple(enemy(TOWN) for _ in range(8)))
    (off,) = of(plans_for(side, EVERYWHERE), Course.CALL_OFF)
    assert [(m.units, m.kind, m.to) for m in off.moves] == [((1,), OrderKind.HOLD, None)]
    assert off.place == TOWN


def test_an_attack_of_the_scenario_on_blind_ground_waits_for_a_scout() -> None:
    bound = Mission(OrderKind.ATTACK, TOWN, bound=True)
    fast, slow = (
        troop(n, MIDDLE, formation=1, pace=pace, free=False, mission=bound, duty=bound)
        for n, pace in ((1, 30_000.0), (2, 20_000.0))
    )
    (first,) = of(plans_for(view(group(fast, slow)), EVERYWHERE - {TOWN}), Course.RECONNOITRE)
    assert [(m.units, m.kind, m.to) for m in first.moves] == [
        ((1,), OrderKind.MARCH, FRONT),
        ((2,), OrderKind.HOLD, None),
        ((2,), OrderKind.ATTACK, TOWN),
    ]
    assert first.moves[-1].after >= 1 and not any(move.formation for move in first.moves)


def test_half_of_the_courses_at_least_are_attacks_where_there_are_as_many() -> None:
    """Of four: a large side stands fast, goes back and calls off as well."""
    bound = Mission(OrderKind.ATTACK, HOME, bound=True)
    off = group(troop(9, REAR, free=False, mission=bound, duty=bound))
    groups = [group(troop(n, place)) for n, place in ((1, FRONT), (2, FRONT), (3, MIDDLE), (4, REAR))]
    goals = (Goal(TOWN, 5, False),)
    side = view(*groups, off, goals=goals, enemies=(enemy(TOWN), enemy(HOME)), held=frozenset({REAR}))
    plans = plans_for(side, EVERYWHERE, 4)
    assert len(plans) == 4 and len(of(plans, Course.ATTACK)) >= 2


def test_a_hopeless_attack_is_no_course() -> None:
    side = view(group(troop(1, FRONT)), goals=(Goal(TOWN, 5, False),), enemies=tuple(enemy(TOWN) for _ in range(8)))
    plans = plans_for(side, EVERYWHERE)
    assert not of(plans, Course.ATTACK)
    assert of(plans, Course.STAND)


def test_no_more_courses_than_asked_for_and_each_once() -> None:
    groups = [group(troop(n, place)) for n, place in enumerate((FRONT, FRONT, MIDDLE, REAR), 1)]
    goals = (Goal(TOWN, 5, False), Goal(MIDDLE, 2, False))
    side = view(*groups, goals=goals, enemies=(enemy(TOWN),), held=frozenset({HOME, REAR}))
    for most in (3, 4, 6):
        plans = plans_for(side, EVERYWHERE, most)
        assert 1 < len(plans) <= most
        assert len({plan.moves for plan in plans}) == len(plans)


def test_the_enemy_is_met_when_one_was_seen_within_a_day() -> None:
    assert not has_met_the_enemy(view(group(troop(1, FRONT)), enemies=(enemy(TOWN, age=5),)))
    assert has_met_the_enemy(view(group(troop(1, FRONT)), enemies=(enemy(TOWN, age=4),)))


def test_two_courses_together_order_the_troops_of_both() -> None:
    one, two = (Plan(Course.STAND, None, "", plan.moves) for plan in plans_for(view(group(troop(1, FRONT))), ()) * 2)
    assert one.and_also(two).moves == one.moves + two.moves
    assert AS_ORDERED.moves == ()
    assert AtPlace(FRONT) == troop(1, FRONT).at
