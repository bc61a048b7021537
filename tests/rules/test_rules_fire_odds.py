"""The worked cases of one exchange of fire, and chains of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import landing, strike
from campaign.rules.tabletop.brevity import chains, odds, points, unit_phrases
from campaign.rules.tabletop.brevity.attack import Result, prepare
from campaign.rules.tabletop.brevity.chains import Assault, Body, Shelling
from campaign.rules.tabletop.brevity.fire import FireKind, Mark, Works
from campaign.rules.tabletop.brevity.kinds import KINDS
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.forces import Nationality, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Season, Sky
from campaign.values import replace
from tests.rules.firing import attack, odds_in_words

F = Fraction


@pytest.mark.rule("OB-WC-041", "OB-ART-01", "OB-SIZE-01", "OB-CAS-02")
def test_a_weak_field_battalion_shells_infantry() -> None:
    assert odds_in_words(attack("weak field guns", "infantry", at=20)) == "1/4 5/16 3/8 1/16"


@pytest.mark.rule("OB-WC-043", "OB-CAS-03")
def test_two_weak_field_battalions_on_dug_in_infantry() -> None:
    assert (
        odds_in_words(attack("2 weak field guns", "infantry", at=20, works=Works.DUG_IN))
        == "1/8 1115/1728 121/576 17/864"
    )


@pytest.mark.rule("OB-WC-045", "OB-HIT-10", "OB-CAS-02")
def test_rocket_launchers_on_a_truck_column() -> None:
    shot = attack("rocket launchers", "truck column", at=20)
    assert (str(shot.to_hit), str(shot.to_cause)) == ("4-6", "3-6")
    assert odds_in_words(shot) == "1/8 37/216 4/9 7/27"


@pytest.mark.rule("OB-WC-046", "OB-ART-07", "OB-ART-08")
def test_a_point_shelled_before_anybody_showed_himself() -> None:
    noted = points.note("the copse", unit_phrases.battalions("2 weak field guns", DEFAULTS, distance_in=40), DEFAULTS)
    assert str(noted) == "the copse: 3 dice of field gun"
    shown = odds.point_odds(points.reveal(noted, Mark(KINDS["infantry"], Works.DUG_IN), DEFAULTS))
    assert (shown.none, shown.pinned, shown.spent, shown.destroyed) == (
        F(42875, 46656),
        0,
        F(1225, 15552),
        F(53, 23328),
    )


@pytest.mark.rule("OB-WC-048", "OB-HIT-01")
def test_two_battalions_roll_once_at_one_target() -> None:
    assert odds_in_words(attack("2 infantry", "infantry", at=6)) == "1/16 65/256 27/64 67/256"


@pytest.mark.rule("OB-WC-050", "OB-HIT-09")
def test_the_same_in_darkness() -> None:
    assert (
        odds_in_words(attack("2 infantry", "infantry", at=4, light=Light.DARKNESS))
        == "625/1296 1547/6912 1331/5184 257/6912"
    )


@pytest.mark.rule("OB-WC-051", "OB-HIT-05")
def test_the_one_die_of_no_effective_battalion() -> None:
    shot = attack("pinned infantry", "infantry", at=6)
    assert (shot.dice, shot.counted.free_die) == (1, True)
    assert odds_in_words(shot) == "1/2 1/4 1/4 0"


@pytest.mark.rule("OB-WC-053", "OB-WC-055", "OB-WC-056", "OB-PEN-02", "OB-PEN-03", "OB-PEN-06")
@pytest.mark.parametrize(
    ("who", "needs"),
    [
        ("light tanks (anti-tank light-medium)", "5-6"),
        ("medium tanks (anti-tank medium, best heavy)", "3-6"),
        ("field guns", "6"),
        ("heavy tanks (anti-tank heavy)", "2-6"),
        ("tanks (anti-tank medium-heavy)", "3-6"),
        ("tanks (anti-tank medium)", "4-6"),
        ("tanks (anti-tank light)", "6"),
        ("infantry + medium-heavy anti-tank guns in support", "4-6"),
        ("2 tanks (anti-tank medium), tanks (anti-tank light)", "5-6"),
    ],
)
def test_penetration_takes_the_better_column(who: str, needs: str) -> None:
    target = attack(who, "medium tanks", at=4).to_penetrate
    assert target is not None
    assert str(target) == needs


@pytest.mark.rule("OB-WC-058", "OB-HIT-11", "OB-PEN-01")
def test_fast_tanks_on_the_move() -> None:
    shot = attack("tanks (anti-tank medium)", "fast light tanks", at=4, moving=True)
    assert (str(shot.to_hit), str(shot.to_penetrate), str(shot.to_cause)) == ("6", "4-6", "3-6")
    assert odds_in_words(shot) == "1331/1728 3367/46656 289/1944 13/1458"
    assert str(attack("tanks (anti-tank medium)", "fast light tanks", at=4, moving=False).to_hit) == "5-6"


@pytest.mark.rule("OB-WC-060", "OB-WC-061", "OB-CAS-06")
def test_how_near_infantry_must_be_to_dug_in_infantry() -> None:
    chances = [
        attack("infantry", who, at=distance, works=Works.DUG_IN).to_cause.chance
        for who, distance in (
            ("infantry", 6),
            ("infantry", 4),
            ("inexperienced infantry", 4),
            ("inexperienced infantry", 6),
        )
    ]
    assert chances == [0, F(1, 3), F(1, 2), 0]


@pytest.mark.rule("OB-AMB-078")
def test_the_house_rule_on_a_dash() -> None:
    book = DEFAULTS.with_settings({"cas.dash_plus_one": "on"})
    assert attack("infantry", "inexperienced infantry", at=6, works=Works.DUG_IN, book=book).to_cause.chance == F(1, 6)
    assert attack("infantry", "infantry", at=6, works=Works.DUG_IN, book=book).to_cause.chance == 0


@pytest.mark.rule("OB-WC-065", "OB-WC-066", "OB-SEQ-10", "OB-SEQ-11", "OB-SEQ-14")
def test_the_defenders_thin_the_attackers_first() -> None:
    infantry = KINDS["infantry"]
    shown = chains.assault(Assault(((Body(infantry, 3),),), (Body(infantry, 2, Works.DUG_IN),), 4), DEFAULTS)
    (attackers,), (defenders,) = shown.attackers, shown.defenders
    assert attackers.each.out_of_action == F(15, 16)
    (fit,) = shown.fit_to_fire
    assert [fit.of(k) for k in range(4)] == [F(3375, 4096), F(675, 4096), F(45, 4096), F(1, 4096)]
    each = defenders.each
    assert (each.none, each.pinned, each.spent, each.destroyed) == (
        F(56791, 131072),
        F(5639581, 15925248),
        F(6334625, 31850496),
        F(27281, 1990656),
    )


@pytest.mark.rule("OB-WC-071", "OB-CB-03", "OB-CB-05", "OB-HIT-08")
def test_counter_battery_on_a_towed_battery() -> None:
    assert (
        odds_in_words(attack("weak medium guns", "field guns", at=60, kind=FireKind.COUNTER_BATTERY))
        == "4/9 1/4 5/18 1/36"
    )


@pytest.mark.rule("OB-WC-073", "OB-WC-075", "OB-WC-076")
def test_weather() -> None:
    summer, winter = odds.day_weather(Season.SUMMER), odds.day_weather(Season.WINTER)
    assert [summer.of(sky) for sky in (Sky.BAD, Sky.CLOUD, Sky.CLEAR)] == [F(1, 6), F(1, 6), F(2, 3)]
    assert [winter.of(sky) for sky in (Sky.BAD, Sky.CLOUD, Sky.CLEAR)] == [F(1, 3), F(1, 6), F(1, 2)]
    assert odds.turn_weather(Season.SUMMER, 2, DEFAULTS).of(Sky.BAD) / summer.of(Sky.BAD) == F(1, 2)
    assert odds.turn_weather(Season.WINTER, 2, DEFAULTS).of(Sky.CLEAR) == F(1, 2) + F(1, 3) * F(1, 3)
    assert [odds.turn_weather(season, 4, DEFAULTS).of(Sky.BAD) for season in (Season.SUMMER, Season.WINTER)] == [
        F(1, 48),
        F(8, 81),
    ]


@pytest.mark.rule("OB-WC-078", "OB-AIR-03")
def test_the_wrong_target() -> None:
    assert (odds.wrong_target(1), odds.wrong_target(4)) == (F(1, 6), F(671, 1296))


@pytest.mark.rule("OB-WC-080", "OB-WC-081", "OB-AIR-04", "OB-AIR-13", "OB-HIT-10")
def test_ground_attack_aircraft() -> None:
    one = strike.armed(Weapon.GROUND_ATTACK, 1, DEFAULTS)
    near = [(Mark(KINDS["infantry"]), 0), (Mark(KINDS["fast light tanks"]), 4), (Mark(KINDS["infantry"]), 5)]
    infantry, tanks = strike.fires(one, near)
    assert odds_in_words(prepare(infantry, DEFAULTS)) == "1/27 7/27 4/9 7/27"
    moving = prepare(replace(tanks, mark=replace(tanks.mark, moving=False)), DEFAULTS)
    assert (str(moving.to_hit), str(moving.to_penetrate)) == ("4-6", "6")
    assert odds_in_words(moving) == "1331/1728 3367/46656 289/1944 13/1458"


@pytest.mark.rule("OB-WC-083", "OB-WC-088")
def test_air_supply() -> None:
    assert [odds.air_supply(missions) for missions in (1, 2, 3)] == [F(2, 3), F(8, 9), F(26, 27)]


@pytest.mark.rule("OB-WC-100", "OB-SMOKE-03")
def test_smoke_counts_as_terrain() -> None:
    assert attack("infantry", "infantry", at=4, smoke=True).to_hit.chance == F(1, 3)
    assert attack("infantry", "infantry", at=4).to_hit.chance == F(1, 2)


@pytest.mark.rule("OB-WC-103", "OB-WC-105", "OB-WC-106", "OB-LAND-04", "OB-LAND-05", "OB-LAND-06", "OB-LAND-07")
@pytest.mark.parametrize(
    ("how", "cover", "night", "dice", "expected"),
    [
        (Landing.PARACHUTE, Cover.OPEN, False, 1, "1/2 1/2 0"),
        (Landing.PARACHUTE, Cover.TERRAIN, False, 2, "1/4 1/2 1/4"),
        (Landing.PARACHUTE, Cover.OPEN, True, 2, "1/4 1/2 1/4"),
        (Landing.PARACHUTE, Cover.TERRAIN, True, 3, "1/8 3/8 1/2"),
        (Landing.GLIDER, Cover.OPEN, False, 1, "2/3 1/3 0"),
        (Landing.GLIDER, Cover.TERRAIN, False, 3, "8/27 4/9 7/27"),
        (Landing.GLIDER, Cover.OPEN, True, 3, "8/27 4/9 7/27"),
        (Landing.GLIDER, Cover.TERRAIN, True, 4, "16/81 32/81 11/27"),
    ],
)
def test_air_landings(how: Landing, cover: Cover, night: bool, dice: int, expected: str) -> None:
    assert landing.dice_for(how, cover, night=night) == dice
    shown = landing.odds(how, cover, night=night)
    assert " ".join(str(shown.of(result)) for result in (Result.NONE, Result.SPENT, Result.DESTROYED)) == expected


@pytest.mark.rule("OB-WC-023", "OB-SEQ-18")
def test_a_german_command_moves_at_least_four_times() -> None:
    target = odds.readiness(Nationality.GERMAN, DEFAULTS)
    assert odds.at_least_moves(target, 4) == F(8, 27)
    assert odds.expected_moves(target) == 3


@pytest.mark.rule("OB-AMB-014")
def test_the_house_rule_on_natural_sixes() -> None:
    book = DEFAULTS.with_settings({"dice.natural_six_passes": "on"})
    assert odds.readiness(Nationality.SOVIET, DEFAULTS, night=True).chance == 0
    assert odds.readiness(Nationality.SOVIET, book, night=True).chance == F(1, 6)
    assert odds.readiness(Nationality.GERMAN, book, night=True).chance == F(1, 3)


# Chains --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-SEQ-09", "OB-SEQ-14")
def test_a_bombardment_helps_the_assault() -> None:
    infantry = KINDS["infantry"]
    plain = Assault(((Body(infantry, 3),),), (Body(infantry, 2, Works.DUG_IN),), 4)
    guns = unit_phrases.battalions("2 weak field guns", DEFAULTS, distance_in=20)
    shelled = chains.assault(replace(plain, shelled=(Shelling(0, guns, battalions=2),)), DEFAULTS)
    bare = chains.assault(plain, DEFAULTS)
    assert shelled.attackers[0].each.none > bare.attackers[0].each.none
    assert shelled.defenders[0].each.lost > bare.defenders[0].each.lost
    assert shelled.silenced > bare.silenced
    # both silenced before they fire: (7/8)^2; then only their one die is left against each of three attackers
    both_quiet = F(7, 8) ** 2
    one_quiet = 2 * F(7, 8) * F(1, 8)
    hit = {2: F(1, 2) ** 4, 1: F(1, 2) ** 3, 0: F(1, 2)}
    expected = both_quiet * hit[0] + one_quiet * hit[1] + (1 - both_quiet - one_quiet) * hit[2]
    assert shelled.attackers[0].each.none == expected


@pytest.mark.rule("OB-SEQ-08", "OB-SEQ-14")
def test_defensive_artillery_pins_before_anybody_fires() -> None:
    infantry = KINDS["infantry"]
    plan = Assault(((Body(infantry, 2),),), (Body(infantry, 1),), 4)
    guns = unit_phrases.battalions("field guns", DEFAULTS, distance_in=20)
    shown = chains.assault(replace(plan, shelled_back=(Shelling(0, guns, battalions=1),)), DEFAULTS)
    alone, under_fire = shown.attackers
    assert (alone.each.none, under_fire.each.none) == (F(1, 8), F(1, 8) * F(1, 8))


@pytest.mark.rule("OB-WAVE-03", "OB-WAVE-04", "OB-WAVE-05")
def test_each_wave_fights_beside_the_survivors() -> None:
    infantry = KINDS["infantry"]
    defenders = (Body(infantry, 1),)
    one = chains.assault(Assault(((Body(infantry, 1),),), defenders, 4), DEFAULTS)
    two = chains.assault(Assault(((Body(infantry, 1),), (Body(infantry, 1),)), defenders, 4), DEFAULTS)
    assert len(two.fit_to_fire) == 2
    # the first wave's fire is what it is alone; then the defender, if fit, fires on both
    assert two.fit_to_fire[0] == one.fit_to_fire[0]
    assert two.defenders[0].each.none < one.defenders[0].each.none
    fit_after_one = one.defenders[0].each.none
    first_fit = one.fit_to_fire[0].of(1)
    assert first_fit == F(1, 8)
    # nobody fit as the second wave fires: worked out by hand over the defender's state
    quiet, loud = F(1, 2), F(1, 8)  # chance to stay fit under one die, under three dice
    defender_fit_given = {1: F(1, 8), 0: F(1, 2)}  # after the first wave's fire with three dice, with one
    nobody = F(0)
    for first, chance in ((1, first_fit), (0, 1 - first_fit)):
        for defender_fit, then in ((True, defender_fit_given[first]), (False, 1 - defender_fit_given[first])):
            stay = loud if defender_fit else quiet
            nobody += chance * then * (1 - stay) * ((1 - stay) if first else 1)
    assert two.fit_to_fire[1].of(0) == nobody
    assert fit_after_one == first_fit * F(1, 8) + (1 - first_fit) * F(1, 2)


@pytest.mark.rule("OB-AMB-060")
def test_with_nobody_left_to_see_there_is_no_die() -> None:
    infantry = KINDS["infantry"]
    plan = Assault(((Body(infantry, 1),),), (Body(infantry, 2, Works.DUG_IN),), 4)
    watched, alone = chains.assault(plan, DEFAULTS), chains.assault(replace(plan, watched=False), DEFAULTS)
    gone = watched.attackers[0].each.destroyed
    assert alone.defenders[0].each.none - watched.defenders[0].each.none == gone * F(1, 2)


def test_following_body_by_body_gives_the_same_as_all_at_once() -> None:
    infantry, tanks = KINDS["infantry"], replace(KINDS["medium tanks"], halves=1)
    for watched in (True, False):
        plan = Assault(
            ((Body(infantry, 2), Body(tanks, 1)), (Body(infantry, 1),)),
            (Body(infantry, 2, Works.DUG_IN),),
            4,
            watched=watched,
        )
        full = chains._Chain(plan, DEFAULTS).run()
        shown = chains.assault(plan, DEFAULTS)
        assert shown.attackers == full.odds_of(0)
        assert shown.defenders == full.odds_of(1)
        assert (shown.cleared, shown.silenced) == full.ends()
        for one in (*shown.attackers, *shown.defenders):
            assert one.each.none + one.each.pinned + one.each.spent + one.each.lost == 1
