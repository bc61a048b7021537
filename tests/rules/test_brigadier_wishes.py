"""What the program's commander of Brigadier General Commands orders a platoon, where it goes, and who goes in."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest

from campaign.resolve import doctrine as common
from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.field import Base, Field
from campaign.resolve.doctrine import Do
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.tables import Order
from campaign.terms.forces import Armour
from campaign.values import replace
from tests.rules.brigading import attacking, base, fight, laid
from tests.rules.test_brigadier_battle import facing


def tell(field: Field, do: Do, target: Hashable = None, side: int = 0) -> None:
    """The same for every battalion of a side."""
    field.tasks[side] = {one.battalion.unit.id: common.Task(do, target) for one in field.bases if one.side == side}


def both(inches: int) -> tuple[Field, Base, Base]:
    """A platoon told to attack, and an enemy so far off whom it sees."""
    field, mover, target = facing(inches)
    attacking(field)
    target.fired, target.dug_in = True, False
    return field, mover, target


def test_foot_that_is_dug_in_stays_where_two_sides_meet() -> None:
    field, mover, target = both(20)
    mover.dug_in = True
    for meeting, do in ((False, Do.ATTACK), (True, Do.HOLD)):
        field.is_meeting = meeting
        told = doctrine.battalion_tasks(field, 0, {0: [target]}, attacks=True)
        assert told[mover.battalion.unit.id].do is do


def test_dug_in_defenders_do_not_leave_their_works_for_a_weak_enemy_close_by() -> None:
    """Outside its works the same platoon counter-attacks at two to one."""
    field, weak, holder = both(8)
    weak.count = Count(3, 0)
    weak.fired = True
    for dug_in, do in ((True, Do.HOLD), (False, Do.COUNTER_ATTACK)):
        for friend in field.of(1):
            friend.dug_in = dug_in
        tasks = doctrine.battalion_tasks(field, 1, {0: [weak]}, attacks=False)
        assert tasks[holder.battalion.unit.id].do is do


@pytest.mark.rule("BGC-SOLO-03")
@pytest.mark.parametrize(
    ("order", "count"), [(Order.ROUT, Count(1, 0)), (Order.BACK, Count(0, 0)), (Order.AIM, Count(0, 4))]
)
def test_a_platoon_that_runs_or_has_no_unhurt_man_is_no_threat_beside_another(order: Order, count: Count) -> None:
    field, mover, near = both(6)
    far = base(laid(), 1, "1.2")
    field.bases.append(far)
    field.put(far, near.x, near.y + 4)
    assert doctrine.nearest(field, mover, [far, near]) is near
    near.order, near.count = order, count
    assert doctrine.nearest(field, mover, [far, near]) is far
    assert doctrine.nearest(field, mover, [near]) is near


# Orders --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-SOLO-01", "BGC-SOLO-02")
@pytest.mark.parametrize(("inches", "order"), [(30, Order.MOVE), (31, Order.AIM)])
def test_who_gives_ground_goes_back_from_an_enemy_within_thirty_inches(inches: int, order: Order) -> None:
    field, mover, target = both(inches)
    tell(field, Do.GIVE_GROUND)
    assert doctrine.wished_order(field, mover, [target]) is order
    assert doctrine.wished_order(field, mover, []) is Order.AIM
    assert doctrine.destination(field, mover, [target]) == (mover.x, 0.0)
    assert doctrine.destination(field, mover, []) is None
    tell(field, Do.GIVE_GROUND, side=1)
    assert doctrine.destination(field, target, [mover]) == (target.x, float(field.depth_in))


@pytest.mark.rule("BGC-SOLO-01")
@pytest.mark.parametrize(("inches", "order"), [(24, Order.MOVE), (25, Order.DOUBLE)])
def test_who_is_far_from_every_enemy_and_where_he_goes_doubles(inches: int, order: Order) -> None:
    """Twenty-four inches, if he has no wounded."""
    field, mover, target = both(inches)
    target.fired = False
    assert doctrine._target(field, mover, [target]) is None, "out of reach"
    assert doctrine.wished_order(field, mover, [target]) is order
    mover.count = Count(0, 1)
    assert doctrine.wished_order(field, mover, [target]) is Order.MOVE


@pytest.mark.rule("BGC-SOLO-01")
@pytest.mark.parametrize(("foot_front", "order"), [(None, Order.DOUBLE), (20.0, Order.MOVE)])
def test_vehicles_do_not_double_away_from_the_foot(foot_front: float | None, order: Order) -> None:
    """Twenty-four inches on Double would take them out of its help in one move."""
    field, mover, target = both(25)
    target.fired = False
    mover.platoon = replace(mover.platoon, kind=Kind.TANK)
    field.foot_front[0] = foot_front
    assert doctrine.wished_order(field, mover, [target]) is order


@pytest.mark.rule("BGC-SOLO-01", "BGC-CA-05")
def test_of_the_foot_in_reach_every_second_platoon_closes_and_all_when_the_enemy_no_longer_aims() -> None:
    field, mover, target = both(6)
    target.order = Order.AIM
    orders = {}
    for number in (2, 3):
        mover.number = number
        orders[number] = doctrine.wished_order(field, mover, [target])
    assert orders == {2: Order.MOVE, 3: Order.AIM}
    target.order = Order.SHAKEN
    assert doctrine.wished_order(field, mover, [target]) is Order.MOVE
    target.order = Order.DEFEND
    assert doctrine.wished_order(field, mover, [target]) is Order.AIM


@pytest.mark.rule("BGC-CA-05")
@pytest.mark.parametrize(("kills", "goes"), [(0, True), (1, True), (2, False)])
def test_who_has_fewer_than_three_men_does_not_close(kills: int, goes: bool) -> None:
    """A platoon begins with four."""
    field, mover, target = both(6)
    mover.number, target.order = 2, Order.SHAKEN
    mover.count = Count(kills, 0)
    assert doctrine.wished_order(field, mover, [target]) is (Order.MOVE if goes else Order.AIM)
    mover.order = Order.MOVE
    assert doctrine.closes_in(mover) is goes
    mover.order = Order.AIM
    assert not doctrine.closes_in(mover)


@pytest.mark.rule("BGC-BUG-02")
@pytest.mark.parametrize(
    ("remaining", "order", "dug_in", "goes"),
    [
        (1, Order.AIM, False, True),
        (2, Order.AIM, False, False),
        (1, Order.ROUT, False, False),
        (1, Order.AIM, True, False),
    ],
)
def test_the_last_man_bugs_out_from_soft_cover_unless_he_runs_already(
    remaining: int, order: Order, dug_in: bool, goes: bool
) -> None:
    field, _, target = both(6)
    target.count, target.order, target.dug_in = Count(target.count.full - remaining, 0), order, dug_in
    assert target.count.remaining == remaining
    assert doctrine.bugs_out(target, field) is goes


# Where to ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("inches", "seen"), [(30, True), (31, False)])
def test_who_attacks_goes_for_an_enemy_within_thirty_inches_then_for_his_battalions_and_what_is_fought_for(
    inches: int, seen: bool
) -> None:
    field, mover, target = both(inches)
    tell(field, Do.ATTACK, "theirs")
    field.seen_at[0] = {"theirs": (3.0, 60.0)}
    field.goal = (50.0, 60.0)
    assert doctrine.destination(field, mover, [target]) == ((target.x, target.y) if seen else (3.0, 60.0))
    field.seen_at[0] = {}
    assert doctrine.destination(field, mover, []) == (50.0, 60.0)
    mover.hunts = True
    assert doctrine.destination(field, mover, []) == (target.x, target.y), "where an enemy must be"
    mover.sent = True
    assert doctrine.destination(field, mover, []) is None
    tell(field, Do.ATTACK, doctrine.SUPPOSED)
    field.seen_at[0] = {doctrine.SUPPOSED: (3.0, 60.0)}
    assert doctrine.destination(field, mover, []) is None, "nobody has been seen there"


def test_who_holds_stays() -> None:
    field, mover, target = both(6)
    tell(field, Do.HOLD)
    assert doctrine.destination(field, mover, [target]) is None
    assert doctrine.wished_order(field, mover, [target]) is Order.AIM
    mover.sent = True
    assert doctrine.task(mover, field) is doctrine.Task.ASSAULT, "who was sent goes all the same"


@pytest.mark.parametrize(("gap", "goes"), [(4.0, False), (4.1, True)])
@pytest.mark.parametrize("side", [0, 1])
def test_a_headquarters_follows_four_inches_behind_the_nearest_platoon_of_its_company(
    side: int, gap: float, goes: bool
) -> None:
    field = laid()
    tell(field, Do.ATTACK, side=side)
    staff, first, other = (base(field, side, key) for key in ("1hq", "1.1", "2.1"))
    field.bases = [staff, first, other]
    staff.x, staff.y, first.x, other.x, other.y = 20.0, 20.0, 20.0, 20.0, 21.0
    first.y = 20.0 + gap * field.forward(side)
    behind = (20.0, pytest.approx(first.y - 4 * field.forward(side)))
    assert doctrine.task(staff, field) is doctrine.Task.FOLLOW
    assert doctrine.destination(field, staff, []) == (behind if goes else None), "the other company is nearer"


# What the common doctrine is told ------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-ORD-28")
def test_platoons_in_good_order_are_counted_in_fours() -> None:
    field, mover, target = both(6)
    assert doctrine.fit_counts(field, 0) == Fraction(mover.count.full, 4) == 1
    mover.count = Count(1, 0)
    assert doctrine.fit_counts(field, 0) == Fraction(3, 4)
    mover.order = Order.DEFEND
    assert doctrine.fit_counts(field, 0) == Fraction(3, 4)
    mover.order = Order.SHAKEN
    assert doctrine.fit_counts(field, 0) == 0
    assert doctrine.fit_counts(field, 1) == doctrine.in_order(target) == 1


@pytest.mark.parametrize("side", [0, 1])
def test_the_foremost_foot_is_that_of_those_who_go_forward_in_good_order(side: int) -> None:
    field = laid()
    tell(field, Do.ATTACK, side=side)
    ours = [base(field, side, key) for key in ("1.1", "1.2", "1.3")]
    field.bases = ours
    ahead = field.forward(side)
    for n, one in enumerate(ours):
        one.y = 20.0 + n * ahead
    assert doctrine.foot_front(field, side) == 20.0 + 2 * ahead
    ours[2].order = Order.SHAKEN
    assert doctrine.foot_front(field, side) == 20.0 + ahead
    ours[1].platoon = replace(ours[1].platoon, kind=Kind.TANK)
    assert doctrine.foot_front(field, side) == 20.0
    tell(field, Do.HOLD, side=side)
    assert doctrine.foot_front(field, side) is None


@pytest.mark.parametrize(("shaken", "counts"), [(1, False), (2, False), (3, True)])
def test_an_enemy_battalion_is_shaken_when_more_than_half_of_what_is_seen_of_it_is(shaken: int, counts: bool) -> None:
    field = laid()
    theirs = [base(field, 1, key) for key in ("1.1", "1.2", "1.3", "2.1")]
    for n, one in enumerate(theirs):
        one.order, one.dug_in = Order.SHAKEN if n < shaken else Order.AIM, False
        one.x, one.y = 10.0 * n, 40.0
    seen = doctrine._enemy(field, 7, theirs, {})
    assert (seen.key, seen.strength, seen.at) == (7, Fraction(4), (15.0, 40.0))
    assert (seen.shaken, seen.armoured) == (counts, False)
    theirs[3].count = Count(2, 0)
    assert doctrine._enemy(field, 7, theirs, {}).strength == Fraction(7, 2)


@pytest.mark.parametrize(
    ("weapon", "armour", "harms"),
    [
        ("light anti-tank weapons", Armour.HEAVY, True),
        ("machine guns", Armour.MEDIUM, True),
        ("machine guns", Armour.HEAVY, False),
        ("bolt-action only", Armour.LIGHT, False),
    ],
)
def test_tanks_are_proof_only_against_who_harms_neither_their_front_nor_their_sides(
    weapon: str, armour: Armour, harms: bool
) -> None:
    """The front of a heavy tank stops light anti-tank weapons, its sides do not; dug in or not."""
    field, foot, tank = facing(9)
    foot.platoon = replace(foot.platoon, weapons=(weapon,))
    tank.platoon = replace(tank.platoon, kind=Kind.TANK)
    for dug_in in (False, True):
        tank.dug_in = dug_in
        tank.battalion = replace(tank.battalion, unit=replace(tank.battalion.unit, armour=armour))
        assert tank.armour is armour
        seen = doctrine._enemy(field, 7, [tank], {1: [foot]})
        assert (1 in seen.proof) is not harms


def test_vehicles_stop_while_their_target_aims_and_every_second_one_closes_afterwards() -> None:
    field, _, target = both(9)
    tank = next(
        one for one in laid(fight(8, 1, mixed=True)).bases if one.platoon.kind is Kind.TANK and not one.commands
    )
    field.bases.append(tank)
    attacking(field)
    field.put(tank, target.x, target.y - 8)
    for number in (2, 3):
        tank.number = number
        wished = []
        for target.order in (Order.AIM, Order.SHAKEN):
            wished.append(doctrine.wished_order(field, tank, [target]))
        assert wished == [Order.AIM, Order.MOVE if number == 2 else Order.AIM]
