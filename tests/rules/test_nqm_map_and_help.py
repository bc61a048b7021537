"""Not Quite Mechanised on ground that hides and protects; who helps whom and when; prisoners; what recce blunders
into."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import pytest

from campaign.resolve.country import Country
from campaign.resolve.doctrine import Stance
from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.battle import Battle
from campaign.resolve.nqm.bombarding import bombarded, harass, may_harass
from campaign.resolve.nqm.breaking import gives_ground, terror
from campaign.resolve.nqm.doctrine import PLAIN, Stage
from campaign.resolve.nqm.exchanges import volleys
from campaign.resolve.nqm.field import LEAST_APART_M, Body, Ending
from campaign.resolve.nqm.ground import Ground, cut
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Area, Bar, Box, Terrain
from campaign.rules.tabletop.nqm.classes import Cover as Stands
from campaign.rules.tabletop.nqm.morale import digs_in_on_objective
from campaign.rules.tabletop.nqm.tables import Grade, RangeBand, Weight
from campaign.terms.forces import Arm, Armour, Level, Size
from campaign.terms.ground import Cover, Nature
from campaign.terms.state import Support
from campaign.values import replace
from campaign.words.battle_report import Attack as Fire
from campaign.words.battle_report import Change, Roll
from tests.rules.forces import guns, infantry, tanks
from tests.rules.nqm_bodies import body, fight, german, stage, told, without

WOOD = Area(Box(0, 20, 48, 24), Cover.TERRAIN, nature=Nature.WOOD)
HOUSES = WOOD._replace(nature=Nature.BUILT_UP)
HILL = Area(Box(0, 20, 48, 24), hill=True)


def on_ground(on: Stage, *areas: Area, bars: tuple[Bar, ...] = ()) -> Stage:
    """The same fight on a table of 48 by 72 inches, eight to the kilometre."""
    on.on.ground = Ground(Country(48, 72, 0, Terrain(areas=areas, bars=bars)), 8)
    return on


def ours(y: int, *, x: int = 2000, **changes: object) -> Body:
    return body(infantry("Scots", **changes), 0, y, x=x, cover=Stands.ATTACKING)


def theirs(y: int, *, x: int = 2000, **changes: object) -> Body:
    return body(german(infantry, "Lehr", **changes), 1, y, x=x)


# The ground ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-SCALE-04")
@pytest.mark.parametrize(("area", "seen"), [(None, True), (WOOD, False), (HOUSES, False), (HILL, False)])
def test_woods_houses_and_hills_hide(area: Area | None, seen: bool) -> None:
    """2,400 m and 3,200 m are inches 19.2 and 25.6: the wood from 20 to 24 lies between."""
    on = on_ground(stage([]), *([area] if area else []))
    assert on.on.ground.sees((2000, 2400), (2000, 3200)) is seen
    assert on.on.ground.sees((2000, 2450), (2000, 2700)), "nothing hides anybody at 300 m"
    assert on.on.ground.sees((2000, 2400), (2600, 2300))


@pytest.mark.rule("NQM-SCALE-04", "NQM-CRT-08")
def test_neighbours_fire_only_at_those_they_see_but_mortars_fire_over_the_wood() -> None:
    attacker, neighbour = ours(2400), theirs(3200)
    neighbour.elements = [replace(stand, ammunition=Fraction(3)) for stand in neighbour.elements]
    bare, wooded = stage([attacker, neighbour]), on_ground(stage([attacker, neighbour]), WOOD)
    assert volleys([neighbour], [attacker], 300, bare.on).dice == 3, "two rifle companies, and the mortars"
    shots = volleys([neighbour], [attacker], 300, wooded.on)
    assert [(volley.weight, volley.dice) for volley, _ in shots.volleys] == [(Weight.MEDIUM, 1)]
    assert [(firer.direct, firer.indirect) for firer in shots.by_battalion()] == [(0, 1)]


@pytest.mark.rule("NQM-AMB-45")
def test_harassing_fire_is_thrifty() -> None:
    """Two dice of a battalion, no stand's last die, none at those who are disorganised already."""
    attacker, enemy = without(ours(2400), "mortar"), theirs(3100)
    on = stage([attacker, enemy])
    shots = volleys([attacker], [enemy], 300, on.on)
    assert shots.dice == 2
    assert {volley.band for volley, _ in shots.volleys} == {RangeBand.HARASSING}
    attacker.elements = [replace(stand, ammunition=Fraction(1)) for stand in attacker.elements]
    assert volleys([attacker], [enemy], 300, on.on).dice == 0
    attacker.elements = [replace(stand, ammunition=Fraction(3)) for stand in attacker.elements]
    enemy.disorganised = True
    assert volleys([attacker], [enemy], 300, on.on).dice == 0


@pytest.mark.rule("NQM-FIRE-15")
@pytest.mark.parametrize(("area", "target"), [(WOOD, Weight.LIGHT), (HOUSES, Weight.LIGHT), (HILL, Weight.HEAVY)])
def test_in_close_country_tanks_are_light_targets_for_infantry(area: Area, target: Weight) -> None:
    armour = body(tanks("Churchills", armour=Armour.HEAVY, equipment="Churchill"), 0, 2700, x=2000)
    armour.elements = [replace(stand, armour=Weight.HEAVY) for stand in armour.elements]
    foot = theirs(2950)
    foot.elements = [replace(stand, anti_tank=Weight.MEDIUM) for stand in foot.elements if stand.key == "a"]
    shots = volleys([foot], [armour], 250, on_ground(stage([armour, foot]), area).on)
    assert [volley.target for volley, _ in shots.volleys] == [target]


@pytest.mark.rule("NQM-CLASS-05", "NQM-AMB-07")
def test_who_halts_among_houses_has_their_protection() -> None:
    attacker = ours(2700)
    on = on_ground(stage([attacker]), HOUSES)
    Attack(on, [attacker], theirs(3000), [])._end("")
    assert attacker.cover is Stands.TOWN


@pytest.mark.rule("NQM-MORALE-12", "NQM-SEQ-14")
def test_no_retreat_leads_through_a_river() -> None:
    """Behind them a river without a bridge: who is broken surrenders, who is not stays where he is."""
    river = Bar("river", (Box(0, 40, 48, 41),), river=True, lines=(((0, 40), (48, 40)),))
    lost = theirs(3000)
    on = on_ground(stage([lost]), bars=(river,))
    gives_ground(on, lost, (), broken=False)
    assert (lost.ending, lost.y) == (None, 3000)
    gives_ground(on, lost, (), broken=True)
    assert lost.ending is Ending.SURRENDERED


@pytest.mark.rule("NQM-FRONT-01")
def test_no_two_battalions_of_a_side_end_a_move_on_one_point() -> None:
    first, second, third = ours(1000), ours(1000, x=2050), ours(1000, x=1950)
    enemy = theirs(3000)
    on = stage([first, second, third, enemy])
    for mover in (first, second, third):
        on.on.approach(mover, enemy, 3000, 300)
    bodies = [first, second, third]
    assert all(a.distance(b) >= LEAST_APART_M for a in bodies for b in bodies if a is not b)
    assert [mover.distance(enemy) <= 300 for mover in bodies] == [True, True, True]
    for mover in (first, second, third):
        on.on.withdraw(mover, 1500)
    assert all(a.distance(b) >= LEAST_APART_M for a in bodies for b in bodies if a is not b)


def test_who_would_stand_on_a_friend_stops_behind_him() -> None:
    friend, mover, enemy = ours(2000), ours(1000), theirs(5000)
    on = stage([friend, mover, enemy])
    on.on.approach(mover, enemy, 1000, 300)
    assert mover.distance(friend) >= LEAST_APART_M and mover.y > 1000


def test_a_part_of_a_way_ends_where_it_is_farther_on() -> None:
    assert cut([(0, 0), (0, 1000), (500, 1000)], 1200) == [(0, 0), (0, 1000), (200, 1000)]
    assert cut([(0, 0), (0, 1000)], 0.5) == [(0, 0)]


# Who helps whom ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CRT-10", "NQM-ORG-11")
def test_direct_support_answers_in_the_first_hour_where_its_observers_are() -> None:
    """As many observers as batteries, with the first battalions of the command: the last one's fire comes an hour
    later."""
    line = [body(infantry(f"Scots {n}", command=1, id=50 + n), 0, 1000, x=300 * n) for n in range(6)]
    battery = body(guns("25-pdrs", command=9, organic=9, supports=1, support=Support.DIRECT_SUPPORT), 0, 500)
    on = stage([*line, battery])
    observed = on.on.observed_for(battery)
    assert observed == line[: len(battery.elements)] != line
    assert on.on.supporters(observed[0]) == [battery]
    assert on.on.supporters(line[-1]) == []
    on.on.hour = 2
    assert on.on.supporters(line[-1]) == [battery]


@pytest.mark.rule("NQM-CRT-12", "NQM-CRT-13", "NQM-ORG-16")
def test_who_is_attacked_asks_at_once_and_the_guns_of_the_corps_fire_in_the_next_hour() -> None:
    attacker, enemy = ours(2700), theirs(3000)
    corps = body(german(guns, "corps", command=12, supports=11, support=Support.IN_SUPPORT), 1, 5000, x=2000)
    on = stage([attacker, enemy, corps], "asked")
    on.on.hour = 3
    Attack(on, [attacker], enemy, [])._call()
    assert "Lehr asks for corps: fire comes in the next hour." in told(on)
    assert "Lehr is attacked: its division may counter-attack from the next hour on." in told(on)
    assert on.on.supporters(enemy) == []
    on.on.hour = 4
    assert on.on.supporters(enemy) == [corps]


@pytest.mark.rule("NQM-ARTY-05", "NQM-ARTY-06")
def test_guns_that_nobody_asks_for_harass_those_on_their_way() -> None:
    """A third of a fire unit, no casualties; a whole one is kept."""
    enemy, friend = ours(1500), theirs(3000)
    battery = body(german(guns, "10.5 cm"), 1, 5000, x=2000)
    battery.elements = [replace(stand, ammunition=Fraction(2)) for stand in battery.elements]
    on = stage([enemy, friend, battery], [6])
    view = on.views[1]
    assert PLAIN.harasses(view, battery) is None, "he has not come on"
    enemy.marched = 1
    assert PLAIN.harasses(view, battery) is enemy
    before = [stand.ammunition for stand in battery.elements]
    harass(on, battery, enemy)
    assert [stand.ammunition for stand in battery.elements] == [before[0] - Fraction(1, 3), *before[1:]]
    assert enemy.disorganised and enemy.casualties == 0 and battery.engaged
    assert PLAIN.harasses(view, battery) is None, "he is disorganised already"
    fire = next(event for event in on.events if isinstance(event, Fire))
    assert (fire.kind, fire.effect) == ("Harassing fire (Battery 1)", "no casualty")
    battery.elements = [replace(stand, ammunition=Fraction(4, 3)) for stand in battery.elements]
    assert may_harass(battery)
    battery.elements = [replace(stand, ammunition=Fraction(1)) for stand in battery.elements]
    assert not may_harass(battery)


def test_an_attacker_keeps_the_ammunition_of_his_guns() -> None:
    battery, enemy = body(guns("25-pdrs"), 0, 500), theirs(3000)
    enemy.cover, enemy.marched = Stands.ATTACKING, 1
    assert PLAIN.harasses(stage([battery, enemy]).views[0], battery) is None


@pytest.mark.rule("NQM-ARTY-01", "NQM-ARTY-03")
def test_shells_find_the_armour_of_tanks() -> None:
    """80 mm suffice against medium armour; what scores falls on the squadrons."""
    armour = body(german(tanks, "Panzer", armour=Armour.MEDIUM), 1, 3000)
    armour.elements = [replace(stand, armour=Weight.MEDIUM) for stand in armour.elements]
    attacker, battery = ours(2000), body(guns("25-pdrs", command=1, organic=1), 0, 500)
    owner = DEFAULTS.with_setting("nqm.cas.allocation", "owner")
    on = stage([armour, attacker, battery], [6] * 20, book=owner)
    bombarded(on, attacker, armour, [battery])
    fire = next(event for event in on.events if isinstance(event, Fire))
    assert [roll.purpose for roll in fire.rolls] == ["M v M"]
    assert armour.casualties == 2 * sum(
        event.kind.startswith("Bombardment") for event in on.events if isinstance(event, Fire)
    )


@pytest.mark.rule("NQM-CLASS-03", "NQM-ARTY-05")
def test_troops_moving_to_contact_are_very_light_for_guns_that_harass() -> None:
    enemy, battery = ours(1500), body(german(guns, "10.5 cm"), 1, 5000, x=2000)
    battery.elements = [replace(stand, ammunition=Fraction(2)) for stand in battery.elements]
    on = stage([enemy, battery], [1])
    harass(on, battery, enemy)
    fire = next(event for event in on.events if isinstance(event, Fire))
    assert fire.rolls[0].purpose == "M v VL at harassing range"
    assert not enemy.disorganised


# Recce ---------------------------------------------------------------------------------------------------------------
def past_a_hidden_enemy(faces: Sequence[int], *, examined: bool) -> tuple[Stage, Body, Body]:
    cars = body(tanks("11th Hussars", arm=Arm.ARMOURED_CAR, armour=Armour.LIGHT), 0, 1000, x=2000)
    hidden = theirs(2500, x=2200)
    hidden.concealed = True
    goal = body(german(infantry, "Grenadiers", size=Size.COMPANY), 1, 5000, x=2000)
    on = stage([cars, hidden, goal], [*faces, *[1] * 60])
    if examined:
        cars.examined_in = on.on.hour
    Attack(on, [cars], goal, [])._advance({cars: 5000}, 1000, "moving to contact")
    return on, cars, hidden


@pytest.mark.rule("NQM-RECCE-04", "NQM-RECCE-05")
def test_who_passes_a_hidden_enemy_is_stopped_and_looks() -> None:
    on, cars, hidden = past_a_hidden_enemy([6, 1, 1], examined=False)
    assert "11th Hussars comes upon Lehr: it sees the enemy first." in told(on)
    assert (cars.examined_in, hidden.concealed) == (1, False)
    assert cars.distance(hidden) <= 300, "he goes no farther this time"


@pytest.mark.rule("NQM-RECCE-05", "NQM-RECCE-07")
def test_who_has_looked_elsewhere_blunders_into_an_ambush_and_may_not_scoot() -> None:
    """Blue 5 of regulars: at contact range, two classes up."""
    on, _, _ = past_a_hidden_enemy([5], examined=True)
    text = told(on)
    assert "11th Hussars has looked elsewhere this hour, and blunders into Lehr." in text
    assert "Ambush at contact range: Lehr" in text and "(2 classes up)" in text
    assert "scoots" not in text
    assert "Red die" not in text


def before_a_hidden_goal(*attackers: Body, faces: Sequence[int]) -> tuple[Stage, Attack]:
    goal = theirs(3000)
    goal.concealed = True
    on = stage([*attackers, goal], [*faces, *[1] * 60])
    return on, Attack(on, attackers, goal, [])


@pytest.mark.rule("NQM-RECCE-05", "NQM-RECCE-07")
def test_the_goal_too_is_looked_at_by_who_has_not_looked_elsewhere_this_hour() -> None:
    first, second = ours(2000), body(infantry("Borderers"), 0, 2000, x=2500, cover=Stands.ATTACKING)
    first.examined_in = 1
    on, attack = before_a_hidden_goal(first, second, faces=[6, 6, 1])
    attack._meet()
    assert "Borderers comes upon Lehr" in told(on)
    on, attack = before_a_hidden_goal(first, faces=[5])
    attack._meet()
    assert "Scots has looked elsewhere this hour, and blunders into Lehr." in told(on)


@pytest.mark.rule("NQM-MORALE-05", "NQM-AMB-55")
def test_a_battalion_that_breaks_on_its_way_goes_no_farther_and_comes_upon_nobody() -> None:
    broken, fit = ours(2000), body(infantry("Borderers"), 0, 2000, x=2500, cover=Stands.ATTACKING)
    broken.broken = broken.disorganised = True
    on, attack = before_a_hidden_goal(broken, fit, faces=[6, 6, 1])
    attack._advance({broken: 1000, fit: 1000}, 1000, "moving to contact")
    attack._meet()
    text = told(on)
    assert broken.at == (2000, 2000)
    assert "Borderers comes upon Lehr" in text and "Scots comes upon" not in text
    on, attack = before_a_hidden_goal(broken, faces=[])
    attack.hour()
    assert attack.over and "stops: no unit of it is in order" in told(on)


@pytest.mark.rule("NQM-MORALE-07")
def test_an_attacker_whom_an_ambush_breaks_goes_to_ground_or_back_as_one_who_fails_later() -> None:
    """Blue 5: at contact range. Sixes of seven stands are more than the battalion has."""
    walkers = ours(2000)
    on, attack = before_a_hidden_goal(walkers, faces=[1, 6, 5, 6, *[6] * 3, *[1] * 60])
    walkers.casualties = 8
    attack._meet()
    text = told(on)
    assert "Scots breaks" in text
    assert text.index("Scots breaks") < text.index("(goes back)") and "has failed" in text


# After the fight -----------------------------------------------------------------------------------------------------
def taken() -> tuple[Battle, Body, Body]:
    armour = body(tanks("4 RTR", armour=Armour.HEAVY, size=Size.NORMAL), 0, 2700, x=2000)
    helpless = without(theirs(3000), "anti_tank")
    on = stage([armour, helpless], [3, *[4] * 40], stances=(Stance.ATTACK, Stance.DEFEND))
    battle = Battle(fight(), on)
    assert terror(on, helpless, [armour])
    battle._prisoners()
    return battle, armour, helpless


@pytest.mark.rule("NQM-SPECIAL-07", "NQM-AMB-60")
def test_prisoners_of_tank_terror_are_led_away_when_somebody_has_stayed_for_an_hour() -> None:
    battle, armour, helpless = taken()
    assert "4 RTR stays with the prisoners of Lehr." in told(battle.stage)
    assert armour.guards_in == 2
    battle.on.hour = 2
    assert not battle._may_set_out(armour)
    battle._prisoners()
    assert (helpless.captors, helpless.ending) == ((), Ending.SURRENDERED)


@pytest.mark.rule("NQM-SPECIAL-07")
@pytest.mark.parametrize(("metres", "stays"), [(600, True), (601, False)])
def test_a_captor_within_600_metres_stays_with_his_prisoners(metres: int, stays: bool) -> None:
    battle, armour, helpless = taken()
    armour.x, armour.y = helpless.x, helpless.y - metres
    battle.on.hour = 2
    battle._prisoners()
    assert (helpless.ending is Ending.SURRENDERED) is stays


@pytest.mark.rule("NQM-SPECIAL-07")
def test_prisoners_go_back_and_fight_when_the_tanks_roll_on() -> None:
    battle, armour, helpless = taken()
    battle.ended.add("Lehr")
    armour.y = 100
    battle.on.hour = 2
    battle._prisoners()
    assert (helpless.ending, helpless.terror_met) == (None, True)
    assert "No guard has stayed with Lehr" in told(battle.stage)
    change = next(event for event in battle.stage.events if isinstance(event, Change))
    assert (change.before, change.after) == ("surrendered", "fresh")
    assert not terror(battle.stage, helpless, [armour]), "they fight from then on"


@pytest.mark.rule("NQM-REORG-05", "NQM-TASK-09")
def test_who_takes_a_position_stays_and_is_dug_in_after_six_hours() -> None:
    winner, loser = ours(2700), theirs(3000)
    on = stage([winner, loser], "digs")
    attack = Attack(on, [winner], loser, [])
    loser.ending = Ending.LEFT
    attack._take()
    assert (winner.at, winner.digging_since) == (loser.at, 1)
    other = body(german(infantry, "Grenadiers"), 1, 3200, x=2000)
    on.on.bodies.append(other)
    winner.disorganised = True
    battle = Battle(fight(), on)
    assert on.on.is_under_fire(winner)
    battle._reorganise()
    assert winner.at == loser.at, "he does not give the position up"
    other.ending = Ending.LEFT
    battle._hour(7)
    assert winner.cover is Stands.DUG_IN


@pytest.mark.rule("NQM-REORG-05", "NQM-REORG-07")
def test_conscripts_do_not_dig_in_by_themselves() -> None:
    assert [digs_in_on_objective(grade, ordered=False) for grade in Grade] == [True, True, True, False, False]


@pytest.mark.rule("NQM-REORG-08")
def test_a_brigade_whose_headquarters_suffered_begins_no_attack() -> None:
    line = ours(2000)
    staff = body(infantry("Headquarters", headquarters_of=Level.COMMAND), 0, 1000, x=2000)
    on = stage([line, staff, theirs(3000)], "staff")
    battle = Battle(fight(), on)
    assert not battle._is_headless(on.on.bodies)
    staff.disorganised = True
    assert not battle._is_headless(on.on.bodies), "without casualties it is not"
    staff.casualties = 1
    assert battle._is_headless(on.on.bodies)


@pytest.mark.rule("NQM-AMB-59")
def test_a_place_is_safe_out_of_the_effective_range_of_those_who_see_it() -> None:
    mine, enemy = ours(2000), theirs(2400)
    on = stage([mine, enemy])
    assert not on.on.is_under_fire(mine), "rifles tell to 300 m"
    enemy.y = 2290
    assert on.on.is_under_fire(mine)


# Reports -------------------------------------------------------------------------------------------------------------
def test_every_battalion_at_which_dice_go_is_named_and_every_firer_with_his_dice() -> None:
    first, second, enemy = ours(2700), body(infantry("Coldstream"), 0, 2700, x=2250), theirs(3000)
    on = stage([first, second, enemy], "named")
    Attack(on, [first, second], enemy, []).hour()
    answer = next(event for event in on.events if isinstance(event, Fire) and event.kind == "Answer")
    assert {answer.on, *answer.beside} == {"Scots", "Coldstream"}
    fire = next(event for event in on.events if isinstance(event, Fire) and event.kind == "Firefight")
    assert sum(shot.dice or 0 for shot in fire.by) == sum(len(roll.faces) for roll in fire.rolls)
    assert any(isinstance(event, Roll) and event.purpose.startswith("markers by lot") for event in on.events)


def test_those_who_are_farther_off_are_not_answered() -> None:
    near, far, enemy = ours(2700), body(infantry("Coldstream"), 0, 1500, x=2000), theirs(3000)
    attack = Attack(stage([near, far, enemy]), [near, far], enemy, [])
    assert attack._targets() == [near]


def test_a_command_without_a_way_says_so_once() -> None:
    river = Bar("river", (Box(0, 20, 48, 21),), river=True, lines=(((0, 20), (48, 20)),))
    on = on_ground(stage([ours(2000), theirs(3000)], "barred"), bars=(river,))
    battle = Battle(fight(), on)
    begin = partial(battle._begin, 0, [on.on.bodies[0]])
    begin()
    begin()
    assert told(on).count("Scots cannot reach the enemy: there is no way there.") == 1


def test_an_attack_that_gets_no_nearer_is_called_off_and_not_begun_again() -> None:
    attacker, enemy = ours(2400), theirs(2900)
    on = stage([attacker, enemy], "near")
    attack = Attack(on, [attacker], enemy, [])
    attacker.marched = 0
    on.on.ground = Ground(Country(48, 72, 0, Terrain()), 8)
    on.on.ground.way = lambda start, goal, metres: [start]  # type: ignore[method-assign]
    attack._fight()
    assert attack.over
    assert "is called off: there is no way nearer to the enemy." in told(on)
    assert not on.on.has_way(attacker, enemy)


def test_nobody_begins_a_battle_in_the_water() -> None:
    river = Bar("river", (Box(0, 40, 48, 41),), river=True, lines=(((0, 40), (48, 40)),))
    country = Country(48, 72, 0, Terrain(bars=(river,)))
    x, y = country.standing_at((20, 40))
    assert country.is_shut(20, 40) and not country.is_shut(x, y)


def test_who_alone_is_on_the_table_at_the_end_holds_the_field() -> None:
    winner, late = ours(2000), theirs(3000)
    late.arrives = 99
    on = stage([winner, late], "late")
    battle = Battle(fight(turns=1), on)
    battle._ended()
    assert battle.over
    assert "Axis has no unit left in the line." in told(on)


@pytest.mark.rule("NQM-SEQ-01")
@pytest.mark.parametrize(("hour", "over"), [(6, False), (7, True)])
def test_who_comes_on_in_the_last_hour_is_still_waited_for(hour: int, over: bool) -> None:
    """A turn of the campaign has six hours."""
    winner, late = ours(2000), theirs(3000)
    late.arrives = hour
    battle = Battle(fight(turns=1), stage([winner, late], "late"))
    battle._ended()
    assert battle.over is over


@pytest.mark.rule("NQM-RECCE-04")
def test_a_way_stumbles_only_on_the_hidden_whom_it_was_not_meant_for() -> None:
    """The first of them within reach of the way, and the way ends there."""
    mover, goal, near, far = ours(1000), theirs(5000), theirs(3000), theirs(4000)
    for enemy in (goal, near, far):
        enemy.concealed = True
    on = stage([mover, goal, near, far], "way").on
    way = [mover.at, goal.at]
    stumbled, part = on.stumbles(mover, way, goal, 500)
    assert stumbled is near and 2400 <= part[-1][1] <= 2600
    near.concealed = False
    assert on.stumbles(mover, way, goal, 500)[0] is far, "who is seen is not stumbled on"
    far.concealed = False
    assert on.stumbles(mover, way, goal, 500) == (None, way), "it was meant for the goal"
