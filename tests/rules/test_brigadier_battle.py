"""Fights of Brigadier General Commands resolved with the house file of our own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from typing import Any

import pytest

from campaign.errors import BadInput
from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.battle import MOST_TURNS, Battle, resolve
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import CALLED_NEVER, Base, Field
from campaign.resolve.brigadier.missing import missing_parts
from campaign.resolve.brigadier.movement import Aim, advance
from campaign.resolve.brigadier.retreat import give_way
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.report import Report
from campaign.rules.common.force import Arrival
from campaign.rules.common.scene import NotCovered, Resolution
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.close_assault import assault_harm, assault_harms, strike
from campaign.rules.tabletop.brigadier.hits import Count, Harm
from campaign.rules.tabletop.brigadier.house import PREVIEW
from campaign.rules.tabletop.brigadier.odds import harms
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.tables import FireKind, Order, Shelter
from campaign.terms.state import Role, State
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.battle_report import Attack, Heading, Move, Roll
from tests.rules.brigading import BOOK, HOUSE, Lines, attacking, base, fight, laid, scripted, seeded


def facing(
    inches: int, attacker: str = "1.1", defender: str = "1.1", *, order: Order = Order.MOVE
) -> tuple[Field, Base, Base]:
    """A platoon of the attackers so far from one of the defenders; all others are out of the way."""
    field = laid()
    mover, target = base(field, 0, attacker), base(field, 1, defender)
    field.bases = [mover, target]
    mover.x = target.x = 10
    target.y = mover.y + inches
    mover.order = order
    field.radio = {mover.battalion.unit.id, target.battalion.unit.id}
    return field, mover, target


def engaged(field: Field, *faces: int) -> tuple[Engagement, Lines]:
    report = Report()
    return Engagement(field, Thrown(scripted(*faces)), report), Lines(report)


@pytest.mark.rule("BGC-INDIR-01", "BGC-FIRE-20")
def test_a_gun_that_has_fired_has_one_shot_less_and_none_is_called_without_guns() -> None:
    field = laid(fight(4, 1, mixed=True))
    gun = next(one for one in field.bases if one.side == 0 and one.platoon.kind.is_gun)
    caller, target = base(field, 0, "1.1"), base(field, 1, "1.1")
    field.bases = [caller, gun, target]
    caller.x = target.x = 10
    target.y, caller.order = caller.y + 9, Order.AIM
    field.radio = {one.battalion.unit.id for one in (caller, gun, target)}
    gun.shots, target.dug_in, target.fired = 2, False, True
    engagement, _ = engaged(field, *[1] * 40)
    engagement.calls(0)
    engagement._shelling(0)
    assert gun.shots == 1
    gun.shots = 0
    engagement.calls(0)
    engagement._shelling(0)
    assert gun.shots == 0, "nobody is left to call upon"


@pytest.mark.rule("BGC-MUS-06", "BGC-SETUP-03")
def test_who_arrives_comes_after_as_many_times_six_hours_and_not_dug_in() -> None:
    """The fight begins in turn 1.2, at 04:00; a turn of the campaign is 360 minutes."""
    for moment, minutes in (
        (Moment(1, 2), 0),
        (Moment(1, 3), 360),
        (Moment(1, 4), 720),
        (Moment(2, 1), 1080),
        (Moment(1, 1), 0),
    ):
        given = fight(1, 2)
        first, second = given.forces[1].units
        late = replace(second, role=Role.ARRIVES, arrival=Arrival(moment, "north 12"), dug_in_turns=2)
        field = laid(replace(given, forces=(given.forces[0], replace(given.forces[1], units=(first, late)))))
        found = {one.arrives for one in field.bases if one.battalion.unit.id == late.id}
        assert found == {minutes}, moment
        assert {one.arrives for one in field.bases if one.battalion.unit.id == first.id} == {0}
        assert {one.dug_in for one in field.bases if one.battalion.unit.id == late.id} == {minutes == 0}, (
            "in a trench only who stands there"
        )


@pytest.mark.rule("BGC-MEAS-01")
def test_who_is_within_so_many_inches() -> None:
    field, mover, target = facing(9)
    for across, along, near in ((0, 5, True), (5, 0, True), (3, 4, True), (0, 6, False), (6, 0, False), (4, 4, False)):
        target.x, target.y = mover.x + across, mover.y + along
        field.put(target, target.x, target.y)
        assert (target in field.within(mover, 5)) is near, (across, along)


@pytest.mark.rule("BGC-FIRE-03", "BGC-MEAS-01")
def test_a_weapon_reaches_from_its_least_to_its_longest_range() -> None:
    field, mover, target = facing(9)
    (weapon, kind) = next((name, FireKind.AIMED) for name in mover.platoon.weapons if name in field.house.ranges)
    reach = field.house.ranges[weapon]
    for inches, reached in ((reach.aimed, True), (reach.aimed + 1, False), (max(1, reach.least), True)):
        target.y = mover.y + inches
        assert field.reaches(weapon, kind, mover, target) is reached, inches


@pytest.mark.rule("BGC-ORD-07", "BGC-SOLO-01")
def test_a_raise_is_worth_the_rungs_it_goes_up() -> None:
    _, mover, _ = facing(9, order=Order.HOLD)
    assert doctrine.worth_raising(mover, Order.MOVE) == Order.HOLD.rung - Order.MOVE.rung == 5
    mover.order = Order.DOUBLE
    assert doctrine.worth_raising(mover, Order.MOVE) == 0, "who is higher up already is not raised"


@pytest.mark.rule("BGC-STEP-06", "BGC-ORD-28", "BGC-INT-02")
@pytest.mark.parametrize(("faces", "order", "moved"), [((5, 5, 5, 5), Order.SHAKEN, 2), ((1, 1, 1, 1), Order.MOVE, 4)])
def test_who_is_pushed_down_in_the_middle_of_his_move_goes_no_further(
    faces: tuple[int, ...], order: Order, moved: int
) -> None:
    """Half of the move brings it within 10 inches of rifles on Aim, and not on the very limit; four steps down the
    file's boxes lead from Move to Shaken."""
    battle = Battle(fight(1, 1), HOUSE, scripted(*faces), BOOK)
    mover, target = base(battle.field, 0, "1.1"), base(battle.field, 1, "1.1")
    battle.field.bases[:] = [mover, target]
    mover.x = target.x = 10
    target.y, mover.order, target.order = mover.y + 11, Order.MOVE, Order.AIM
    began = mover.y
    attacking(battle.field)
    battle._advance(mover)
    assert (mover.order, mover.y - began) == (order, moved)


@pytest.mark.rule("BGC-MOVE-03", "BGC-INT-02")
def test_platoons_move_one_after_another_and_saved_fire_meets_the_first() -> None:
    """Its one shot spent on the first platoon, the rifle platoon on Aim lets the second go its whole way."""
    battle = Battle(fight(1, 1), HOUSE, scripted(5, 5, 5, 5), BOOK)
    first, second = base(battle.field, 0, "1.1"), base(battle.field, 0, "1.2")
    target = base(battle.field, 1, "1.1")
    battle.field.bases[:] = [first, second, target]
    for mover in (first, second):
        mover.x, mover.y, mover.order = 10, target.y - 11, Order.MOVE
    target.x, target.order = 10, Order.AIM
    began = first.y
    attacking(battle.field)
    battle._movement(0)
    assert [one.y - began for one in (first, second)] == [2, 4]
    assert (first.order, second.order, target.shots) == (Order.SHAKEN, Order.MOVE, 0)


# What is missing -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-M-16", "BGC-M-23", "BGC-H-10")
def test_without_a_house_file_nothing_is_rolled_and_every_gap_is_named() -> None:
    tape = scripted()
    answer = resolve(fight(), tape, DEFAULTS)
    assert isinstance(answer, NotCovered) and tape.rolls == []
    assert {"BGC-M-06", "BGC-M-07", "BGC-M-14", "BGC-M-16", "BGC-M-20", "BGC-M-23", "BGC-M-25"} <= {
        part.rule for part in answer.parts
    }
    assert "campaign rules house" in answer.way_out and all(part.key for part in answer.parts)


@pytest.mark.rule("BGC-NIGHT-01", "BGC-MUS-11", "BGC-M-26")
def test_a_night_fight_needs_the_night() -> None:
    assert [part.rule for part in missing_parts(fight(night=True), HOUSE, BOOK)] == []
    assert "BGC-M-26" in [part.rule for part in missing_parts(fight(night=True), PREVIEW, DEFAULTS)]
    assert isinstance(resolve(fight(night=True), seeded("night"), BOOK), Resolution)


@pytest.mark.rule("BGC-M-14")
def test_a_weapon_the_house_file_forgot_is_named() -> None:
    plain: dict[str, Any] = dict(BOOK.house_file("brigadier") or {})
    plain["range"] = {key: row for key, row in plain["range"].items() if key != "bolt-action and LMG"}
    answer = resolve(fight(), seeded("x"), DEFAULTS.with_house_file("brigadier", plain))
    assert isinstance(answer, NotCovered) and [part.key for part in answer.parts] == ['range."bolt-action and LMG"']


# Saved fire ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-INT-01", "BGC-INT-02", "BGC-INT-03", "BGC-INT-04", "BGC-INT-05", "BGC-INT-06", "BGC-VIS-16")
def test_ambush_from_a_hidden_platoon_on_aim() -> None:
    field, mover, hidden = facing(9)
    mover.count = Count(3, 0)  # one man left in the open: it would bug out if it could
    assert not field.sees(mover, hidden)
    engagement, told = engaged(field, 6, 1, 1, 1)
    engagement.interrupt(mover)
    assert mover.count == Count(3, 1), "Aimed Fire: an odd six wounds"
    assert hidden.fired and field.sees(mover, hidden) and hidden.shots == 0 and told[0].startswith("Ambush")
    engagement.interrupt(mover)
    assert len(told) == 1, "it has fired this turn (BGC-AMB-44)"


@pytest.mark.rule("BGC-FIRE-02", "BGC-ORD-27")
def test_fire_is_saved_on_aim_and_defend_only() -> None:
    for order in Order:
        field, mover, target = facing(9)
        target.order = order
        engagement, _ = engaged(field, *[1] * 4)
        engagement.interrupt(mover)
        assert (target.shots == 0) is (order in (Order.AIM, Order.DEFEND))


@pytest.mark.rule("BGC-BUG-01", "BGC-BUG-02", "BGC-BUG-04", "BGC-BUG-08", "BGC-BUG-09", "BGC-MOVE-04", "BGC-AMB-56")
def test_bug_out_in_place_of_being_fired_on() -> None:
    field, mover, target = facing(9)
    target.fired = target.sighted = True
    target.dug_in = False
    target.order, target.count = Order.AIM, Count(3, 0)
    mover.order = Order.AIM
    was = target.y
    engagement, told = engaged(field, 1)  # the only die: that of the way back
    engagement._fire([mover], target)
    assert target.count == Count(4, 0), "a kill, and nobody left to be wounded"
    assert target.order is Order.BACK and target.y == was + 4 and mover.shots == 0 and "Bug-out" in told[0]


@pytest.mark.rule("BGC-BUG-03")
def test_who_bugged_out_stays_for_the_next_round_and_does_not_move() -> None:
    field, mover, target = facing(9)
    target.fired, target.dug_in, target.bugged_out, target.count = True, False, True, Count(3, 0)
    engagement, told = engaged(field, 1, 1, 1, 1)
    engagement._fire([mover], target)
    assert "bugs out" not in " ".join(told)


def test_who_runs_stays_on_the_table() -> None:
    field, mover, target = facing(9)
    mover.y, target.y = field.depth_in - 4, field.depth_in - 3
    assert give_way(target, (mover.x, mover.y), lambda _: 8, field) == (3, 8) and target.y == field.depth_in
    assert give_way(target, (mover.x, mover.y), lambda _: 8, field)[0] == 0


def test_a_side_of_whom_all_run_has_lost_the_field() -> None:
    battle = Battle(fight(), HOUSE, scripted(), BOOK)
    defenders = list(battle.field.of(1))
    for platoon in defenders:
        platoon.order = Order.ROUT
    defenders[0].order = Order.HOLD
    assert not battle._over(1)
    defenders[0].order = Order.BACK
    assert battle._over(1) and battle.broke_off == 1


@pytest.mark.rule("BGC-BUG-03", "BGC-INT-02")
def test_a_move_is_told_to_where_fire_broke_into_it_and_who_bugs_out_there_goes_no_further() -> None:
    field, mover, shooter = facing(9)
    shooter.dug_in, mover.count = False, Count(3, 0)
    start = mover.y
    engagement, _ = engaged(field, 2)
    advance(mover, Aim((10, start + 4)), engagement, lambda enemy: True)
    on, back = (event for event in engagement.report.events if isinstance(event, Move))
    assert (on.path, on.length, on.allowance, on.how) == (((10, start), (10, start + 2)), 2, 4, "Move")
    assert (back.path, back.length, back.how) == (((10, start + 2), (10, start - 2)), 4, "Back")
    assert isinstance(engagement.report.events[1], Roll), "the move up to there, the die, the way back"


def test_a_platoon_that_does_not_go_in_comes_no_nearer_to_an_enemy_it_knows_and_may_go_away_from_it() -> None:
    """It had crept from two inches to one, and stood there without an assault."""
    for gap in (1.7, 2.0):
        field, mover, enemy = facing(2)
        field.put(enemy, 10, mover.y + gap)
        for dy, gone in ((4, 0.0), (-4, 4.0)):
            engagement, _ = engaged(field)
            start = mover.x, mover.y
            enemy.order = Order.SHAKEN
            advance(mover, Aim((10, mover.y + dy)), engagement, lambda _: True)
            assert abs(mover.y - start[1]) == pytest.approx(gone, abs=0.05), (gap, dy)


@pytest.mark.rule("BGC-INT-02", "BGC-MOVE-01")
def test_a_move_that_goes_on_after_fire_is_told_in_two_parts_of_one_allowance() -> None:
    field, mover, shooter = facing(9)
    shooter.dug_in, start = False, mover.y
    engagement, _ = engaged(field, 1, 1, 1, 1)
    advance(mover, Aim((10, start + 4)), engagement, lambda enemy: True)
    first, fire, second = engagement.report.events
    assert isinstance(first, Move) and isinstance(fire, Attack) and isinstance(second, Move)
    assert (first.path[-1], fire.at, second.path[0]) == ((10, start + 2),) * 3
    assert (first.allowance, second.allowance, second.path[-1]) == (4, 2, (10, start + 4))


@pytest.mark.rule("BGC-BUG-02", "BGC-ORD-07")
def test_nobody_goes_back_or_stays_behind_over_the_edge_of_the_table() -> None:
    field, mover, target = facing(9)
    mover.y = 3
    assert give_way(mover, (10, 9), lambda _: 8, field) == (3, 8) and mover.y == 0
    field.put(mover, 20, 2)
    staff = replace(target, side=0, battalion=mover.battalion, x=10, y=30)
    field.bases = [mover, staff]
    assert doctrine._behind_its_own(field, staff) == (20, 0)


# The Firing Phase ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-FIRE-01", "BGC-FIRE-04", "BGC-SEQ-02", "BGC-ORD-26", "BGC-FIRE-07")
def test_the_contesting_sides_aimed_fire_comes_first_and_may_silence() -> None:
    field, mover, target = facing(9, order=Order.AIM)
    target.fired = target.sighted = True
    target.dug_in = False
    engagement, told = engaged(field, 6, 6, 6, 6)
    engagement.firing_phase(0)
    assert mover.count.removed and target.count == Count()
    assert [line.startswith("Firing, step 4") for line in told] == [True, False], "a heading, and one round"


@pytest.mark.rule("BGC-ORD-22", "BGC-AMB-46")
def test_fire_on_the_move_is_area_fire_and_comes_after() -> None:
    field, mover, target = facing(9)
    target.fired, target.dug_in, target.order = True, False, Order.SHAKEN
    engagement, _ = engaged(field, *[1] * 4, 6, 6, 6, 6)
    engagement.firing_phase(1)
    assert target.count == Count(1, 0) or mover.count == Count(1, 0), "four sixes of Area Fire in the open: one kill"


@pytest.mark.rule("BGC-SOLO-03")
def test_the_nearest_threat() -> None:
    field = laid()
    viewer = base(field, 0, "1.1")
    enemies = [one for one in field.bases if one.side == 1]
    found = doctrine.nearest(field, viewer, enemies)
    assert found is not None and field.apart(viewer, found) == min(field.apart(viewer, one) for one in enemies)


@pytest.mark.rule("BGC-COMM-06", "BGC-SCEN-06")
def test_what_one_platoon_sees_all_in_radio_contact_know() -> None:
    field = laid(fight(2, 1))
    first, second = (
        next(one for one in field.bases if one.side == 0 and one.battalion.number == number) for number in (1, 2)
    )
    enemy = base(field, 1, "1.1")
    field.bases = [first, second, enemy]
    enemy.fired, first.x, first.y, second.x, second.y, enemy.x, enemy.y = True, 0, 0, 60, 0, 0, 15
    field.radio = {first.battalion.unit.id, second.battalion.unit.id}
    assert field.enemies_known(0) == {first.battalion.unit.id: [enemy], second.battalion.unit.id: [enemy]}
    field.radio = {first.battalion.unit.id}
    assert field.enemies_known(0) == {first.battalion.unit.id: [enemy], second.battalion.unit.id: []}


# Close assault -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-CA-03", "BGC-M-23")
def test_close_assault_counts_twice_against_double() -> None:
    rules = HOUSE.close_assault
    assert rules is not None
    plain = strike(2, Shelter.OPEN, rules, scripted(6, 5), "x")
    double = strike(2, Shelter.OPEN, rules, scripted(6, 5), "x", doubled=True)
    assert (plain.harm, plain.steps) == (Harm(0, 1), 2) and (double.harm, double.steps) == (Harm(2, 0), 4)
    assert (
        assault_harm(3, Shelter.SOFT, rules) == Harm(1, 1) and sum(assault_harms(4, Shelter.HARD, rules).values()) == 1
    )
    once, twice = assault_harms(1, Shelter.OPEN, rules), assault_harms(1, Shelter.OPEN, rules, doubled=True)
    assert {str(one) for one in once} == {"0", "0+1"} and {str(one) for one in twice} == {"0", "2"}, (
        "Double: the six counts twice"
    )


# Whole fights --------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def told() -> Resolution:
    answer = resolve(fight(3, 2, mixed=True), seeded("whole"), BOOK)
    assert isinstance(answer, Resolution)
    return answer


@pytest.mark.rule("BGC-SCEN-04", "BGC-SETUP-09", "BGC-MUS-12", "BGC-COMM-02")
def test_all_begin_in_radio_contact_and_the_dice_of_the_example_keep_them_in_it() -> None:
    """A 6 for the Germans, a 5 for the green Americans; nobody sees anybody, and nothing is fired."""
    battle = Battle(fight(1, 1), HOUSE, scripted(6, 5, 1, 1), BOOK)
    both = {one.battalion.unit.id for one in battle.field.bases}
    assert len(both) == 2 and battle.field.radio == both
    battle._communications()
    assert battle.field.radio == both
    orders = [one.order for one in battle.field.bases]
    battle.engagement.firing_phase(0)
    assert (
        not any(isinstance(event, Attack) for event in battle.report.events)
        and [one.order for one in battle.field.bases] == orders
    )
    battle._communications()
    assert battle.field.radio == set(), "a 1 loses it"


@pytest.mark.rule("BGC-SETUP-13", "BGC-MUS-11", "BGC-TIME-02", "BGC-TIME-05")
def test_a_fight_begins_at_its_hour_and_tells_every_turn(told: Resolution) -> None:
    turns = [event.text for event in told.events if isinstance(event, Heading) and event.kind == "turn"]
    assert turns[0] == "Turn 1, 04:00." and len(turns) == int(told.length.split()[0])
    passed = {line.strip() for line in told.report if "passes the initiative" in line}
    assert passed <= {"German passes the initiative on."}, "attackers keep it"
    assert told.turns == 1 and told.length.split()[1] == "turns,"


@pytest.mark.rule("BGC-BACK-01", "BGC-BACK-05")
def test_no_battalion_comes_out_better(told: Resolution) -> None:
    assert len(told.ends) == 5 and all(end.after.severity >= end.before.severity for end in told.ends)
    spent = fight(1, 1)
    answer = resolve(spent, seeded("y"), BOOK)
    assert isinstance(answer, Resolution) and {end.unit for end in answer.ends} == {
        unit.id for force in spent.forces for unit in force.units
    }


@pytest.mark.rule("BGC-COMM-02", "BGC-MED-02", "BGC-TIME-03")
def test_every_kind_of_die_is_rolled() -> None:
    tape = seeded("dice")
    resolve(fight(2, 2), tape, BOOK)
    rolled = Counter(roll.name.purpose for roll in tape.rolls)
    assert {"radio", "aimed fire", "time", "medic"} <= set(rolled)
    again = seeded("dice")
    resolve(fight(2, 2), again, BOOK)
    assert Counter(roll.value for roll in tape.rolls) == Counter(roll.value for roll in again.rolls)


@pytest.mark.rule("BGC-COMM-07", "BGC-SEQ-03")
def test_orders_come_before_the_radio_and_movement_after_the_fire() -> None:
    tape = seeded("sequence")
    resolve(fight(2, 2), tape, BOOK)
    purposes = [roll.name.purpose for roll in tape.rolls]
    assert purposes[:4] == ["radio"] * 4, "four battalions roll for radio before anybody fires"
    first = purposes.index("time")
    assert set(purposes[4:first]) <= {"aimed fire", "area fire", "close assault", "medic", "bug out", "surrender"}
    assert purposes[first + 1 : first + 5] == ["radio"] * 4


@pytest.mark.rule("BGC-GEN-15", "BGC-GEN-16")
@pytest.mark.parametrize("fights", [3, pytest.param(8, marks=pytest.mark.long)])
def test_numbers_tell(fights: int) -> None:
    """Three battalions on one take the field in most fights, on either side."""
    held_by_many = Counter[int]()
    for seed in range(fights):
        for sizes, many in (((4, 1), 1), ((1, 3), 2)):
            fought = resolve(fight(*sizes), seeded(f"{seed}"), BOOK)
            assert isinstance(fought, Resolution)
            held_by_many[many] += fought.holder == many
    assert min(held_by_many[1], held_by_many[2]) >= 3 * fights // 4


@pytest.mark.rule("BGC-M-11", "BGC-M-27", "BGC-M-31")
def test_optional_rules_in_a_fight() -> None:
    cards = BOOK.with_setting("brigadier.time_cards", "on")
    tape = seeded("cards")
    told = resolve(fight(1, 1), tape, cards)
    assert isinstance(told, Resolution) and any("Time card" in line for line in told.report)
    assert "time" not in {roll.name.purpose for roll in tape.rolls}
    quick = resolve(fight(1, 1), seeded("quick"), BOOK.with_setting("brigadier.quick_play", "on"))
    assert isinstance(quick, Resolution) and all("wounds" not in end.aftermath for end in quick.ends)
    assert [
        part.rule
        for part in missing_parts(fight(), HOUSE, BOOK.with_setting("brigadier.alternative_base_counts", "on"))
    ] == ["BGC-M-11"]
    assert "BGC-M-27" in [
        part.rule for part in missing_parts(fight(), PREVIEW, DEFAULTS.with_setting("brigadier.time_cards", "on"))
    ]


def test_a_fight_ends_with_its_turns() -> None:
    for turns in (1, 2):
        answer = resolve(fight(1, 1, turns=turns), seeded("long"), BOOK.with_setting("auto.break_off", "1"))
        assert isinstance(answer, Resolution) and 1 <= answer.turns <= turns
        assert int(answer.length.split()[0]) <= MOST_TURNS


@pytest.mark.rule("BGC-MUS-06")
@pytest.mark.parametrize(("broken", "comes"), [(4, False), (5, True)])
def test_a_reserve_is_called_when_a_third_of_the_first_force_is_broken(broken: int, comes: bool) -> None:
    battle = Battle(fight(1, 1), HOUSE, scripted(), BOOK)
    *line, reserve = (one for one in battle.field.bases if one.side == 0)
    reserve.arrives = CALLED_NEVER
    for one in line[:broken]:
        one.order = Order.ROUT
    battle._arrivals(1)
    assert battle.mustered[0] == 13 and reserve.on_table is comes


def test_nobody_to_fight_and_no_turns_are_refused() -> None:
    from campaign.values import replace

    shown = fight(1, 1)
    gone = replace(shown.forces[1], units=tuple(replace(unit, state=State.DESTROYED) for unit in shown.forces[1].units))
    with pytest.raises(BadInput, match=r"brings no unit to the battle\. Rule the battle"):
        resolve(replace(shown, forces=(shown.forces[0], gone)), seeded("z"), BOOK)
    with pytest.raises(BadInput, match="0 turns"):
        resolve(replace(shown, turns=0), seeded("z"), BOOK)


@pytest.mark.rule("BGC-FIRE-20", "BGC-TAB-11")
@pytest.mark.parametrize("runs", [700, pytest.param(2000, marks=pytest.mark.long)])
def test_fire_inside_a_fight_agrees_with_the_exact_odds(runs: int) -> None:
    """Chi-square of ambushes by one platoon on a fresh one in the open."""
    seen = Counter[Count]()
    dice = seeded("ambush")
    for run in range(runs):
        field, mover, _ = facing(9)
        engagement = Engagement(field, Thrown(dice), Report())
        engagement.interrupt(mover)
        seen[mover.count] += 1
        assert run >= 0
    exact = harms(4, FireKind.AIMED, Shelter.OPEN)
    cells = {Count(): exact.of(Harm()), Count(0, 1): exact.of(Harm(0, 1)), Count(2, 0): exact.of(Harm(2, 0))}
    rest = 1 - sum(cells.values(), F(0))
    chi = sum((seen[count] - float(chance * runs)) ** 2 / float(chance * runs) for count, chance in cells.items())
    chi += (runs - sum(seen[count] for count in cells) - float(rest * runs)) ** 2 / float(rest * runs)
    assert chi < 16.27


# Moving by themselves ------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-SOLO-03", "BGC-MOVE-01")
@pytest.mark.parametrize(("aside", "ahead", "left"), [(16, 0, 8), (16, 2, 8), (-9, 12, 7), (0, 10, 2), (2, 0, 2)])
def test_platoons_go_straight_at_the_enemy_sideways_too(aside: int, ahead: int, left: int) -> None:
    """Whoever stands level with the enemy does not stay there; on Double nobody goes farther than 8 inches, nor nearer
    than 2 inches without assault."""
    battle = Battle(fight(1, 1), HOUSE, scripted(*[1] * 20), BOOK)
    mover, target = base(battle.field, 0, "1.1"), base(battle.field, 1, "1.1")
    battle.field.bases[:] = [mover, target]
    mover.x, mover.y, mover.order, target.order = 30, 20, Order.DOUBLE, Order.BACK
    target.x, target.y = 30 + aside, 20 + ahead
    battle.enemy_ids[0] = {mover.battalion.unit.id: frozenset({id(target)})}
    attacking(battle.field)
    battle._advance(mover)
    assert (mover.x - 30) ** 2 + (mover.y - 20) ** 2 <= 64.5
    assert left <= battle.field.apart(mover, target) + 0.1 <= left + 1
    assert not mover.in_assault


@pytest.mark.rule("BGC-CA-01", "BGC-MOVE-01")
@pytest.mark.parametrize(
    ("aside", "ahead", "contact"), [(3, 4, True), (4, 3.5, False), (0, 5, True), (5, 0, True), (4, 4, False)]
)
def test_a_close_assault_goes_no_farther_than_its_allowance(aside: float, ahead: float, contact: bool) -> None:
    """Move, 4 inches, and bases an inch wide touch with their middles an inch apart: 3 aside and 4 ahead are 5 inches,
    4 and 3.5 are 5.3, 4 and 4 are 5.7."""
    battle = Battle(fight(1, 1), HOUSE, scripted(*[1] * 20), BOOK)
    mover, target = base(battle.field, 0, "1.1"), base(battle.field, 1, "1.1")
    battle.field.bases[:] = [mover, target]
    mover.x, mover.y, mover.order, target.order = 30, 20, Order.MOVE, Order.BACK
    target.x, target.y = 30 + aside, 20 + ahead
    battle.enemy_ids[0] = {mover.battalion.unit.id: frozenset({id(target)})}
    attacking(battle.field)
    battle._plan_assaults(0)
    battle._advance(mover)
    assert (mover.in_assault, target.in_assault) == (contact, contact)
    assert (mover.x - 30) ** 2 + (mover.y - 20) ** 2 <= 16.1
    assert (battle.field.apart(mover, target) <= 1.1) is contact


@pytest.mark.rule("BGC-INT-03", "BGC-AMB-47", "BGC-BUG-06")
def test_fire_of_a_platoon_in_plain_sight_is_no_ambush() -> None:
    """Dug in and silent it is not seen at 9 inches; standing in the open it is, and its target may bug out."""
    field, mover, shooter = facing(9)
    shooter.dug_in = False
    mover.count = Count(3, 0)
    assert field.sees(mover, shooter)
    engagement, told = engaged(field, 6, 1, 1, 1)
    engagement.interrupt(mover)
    assert "from ambush" not in told[0]
    assert told[0].lstrip().startswith("Bug-out of ") and " before the fire of " in told[0]


@pytest.mark.rule("BGC-M-18")
@pytest.mark.parametrize("wait", [0, 2])
def test_a_lost_headquarters_has_a_successor_after_the_house_files_turns(wait: int) -> None:
    """Counted from the turn in which it was lost, the third; and only one takes over."""
    battle = Battle(fight(1, 1), replace(HOUSE, hq_replaced_after=wait), scripted(), BOOK)
    lost = next(base for base in battle.field.bases if base.side == 0 and base.platoon.echelon is Echelon.COMPANY_HQ)
    lost.surrendered = True
    for turn in range(3, 8):
        battle._successors(turn)
        said = [line for line in battle.report.lines if line.endswith(f"takes over from {lost.name}.")]
        assert len(said) == (turn >= 3 + wait), turn
