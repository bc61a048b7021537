"""Direct fire of the Brigade level rules: fire points to hits, saving throws, vehicles. Numbers from the catalogue's
worked cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.resolve.brigade import combat
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import antitank, equipment, firepoints, odds, saves
from campaign.rules.tabletop.brigade.antitank import Shot
from campaign.rules.tabletop.brigade.equipment import Body, Face
from campaign.rules.tabletop.brigade.firepoints import Arms, convert
from campaign.rules.tabletop.brigade.saves import Direct, HitBy
from campaign.rules.tabletop.brigade.tables import AtClass, Cover, SmallArm
from campaign.terms.target import Target
from campaign.terms.time import Moment

F = Fraction
RIFLE, SMG = SmallArm.RIFLE, SmallArm.SMG


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


def score(target: Target) -> int | None:
    """The score as the book says it, before it is held to the faces of a die."""
    return None if target.score is None else target.score - target.modifier


def volley(arms: list[Arms], inches: int, cover: Cover, *, pinned: bool, **how: bool) -> tuple[F, F, F]:
    """Chance of no hit, mean kills, chance of no kill, against more figures than can die."""
    direct = Direct(inches, close_order=how.pop("close_order", False), flame=arms[0].weapon is SmallArm.FLAME_THROWER)
    scores = convert(firepoints.total(arms, inches), **how)
    save = saves.troops(cover, pinned=pinned, direct=direct, book=DEFAULTS)
    killed = odds.kills(odds.hits(scores), save, 99)
    return odds.hits(scores).of(0), odds.mean(killed), killed.of(0)


@pytest.mark.rule("BDE-CASE-01", "BDE-CONV-01", "BDE-CONV-02", "BDE-CONV-03", "BDE-SAVE-04", "BDE-TAB-CONV")
def test_ten_rifles_halted() -> None:
    assert convert(20) == (4, 4, 4, 4, 4, 4, 5)
    assert odds.mean(odds.hits(convert(20))) == F(10, 3)
    assert volley([Arms(RIFLE, 10)], 5, Cover.OPEN, pinned=False) == (F(1, 96), F(25, 9), F(1529437, 53747712))


@pytest.mark.rule("BDE-CASE-03", "BDE-CONV-11", "BDE-CONV-04", "BDE-SAVE-03")
def test_nine_rifles_with_half_a_point_over() -> None:
    assert convert(F(27, 2)) == (4, 4, 4, 4, 6)
    assert volley([Arms(RIFLE, 9)], 9, Cover.SOFT, pinned=False) == (F(5, 96), F(13, 12), F(297, 1024))


@pytest.mark.rule("BDE-CASE-05", "BDE-AMB-57", "BDE-CONV-11")
def test_points_are_summed_before_the_half_is_dropped() -> None:
    points = firepoints.total([Arms(RIFLE, 7), Arms(SMG, 1)], 8)
    assert (points, convert(points)) == (F(23, 2), (4, 4, 4, 5))
    assert (odds.hits(convert(points)).of(0), odds.mean(odds.hits(convert(points)))) == (F(1, 12), F(11, 6))


@pytest.mark.rule("BDE-CASE-06")
def test_ten_rifles_at_twenty() -> None:
    assert convert(10) == (4, 4, 4, 6)
    assert odds.hits(convert(10)).of(0) == F(5, 48)


@pytest.mark.rule("BDE-CASE-08", "BDE-CONV-05", "BDE-CONV-06", "BDE-CONV-07", "BDE-CONV-08", "BDE-AMB-56")
def test_moving_or_pinned_firers_divide_by_four() -> None:
    assert [convert(points, hampered=True) for points in (8, 9, 10, 11)] == [(4, 4), (4, 4), (4, 4, 6), (4, 4, 5)]
    assert (odds.hits(convert(11, hampered=True)).of(0), odds.mean(odds.hits(convert(11, hampered=True)))) == (
        F(1, 6),
        F(4, 3),
    )


@pytest.mark.rule("BDE-CASE-10", "BDE-CASE-11", "BDE-CONV-09", "BDE-CONV-10", "BDE-DET-03")
def test_part_detected_targets_are_hit_on_sixes() -> None:
    for points in (9, 10, 11):
        assert convert(points, part_detected=True) == (6, 6, 6)
    assert odds.hits((6, 6, 6)).of(0) == F(125, 216)
    assert convert(11, part_detected=True, hampered=True) == (6, 6)


@pytest.mark.rule("BDE-CASE-13", "BDE-NOTE-01", "BDE-SMOD-03", "BDE-AMB-55")
def test_flame_ignores_cover() -> None:
    assert volley([Arms(SmallArm.FLAME_THROWER)], 2, Cover.STRONG_BUILDING, pinned=True) == (
        F(1, 16),
        F(5, 3),
        F(2401, 20736),
    )
    flame = Direct(2, flame=True)
    assert score(saves.troops(Cover.FORTIFICATION, pinned=True, direct=flame, book=DEFAULTS)) == 6


@pytest.mark.rule("BDE-CASE-15", "BDE-SMOD-02", "BDE-AMB-54")
def test_close_order_in_the_open_cannot_save() -> None:
    assert volley([Arms(SmallArm.MMG)], 15, Cover.OPEN, pinned=False, close_order=True) == (F(1, 16), 2, F(1, 16))


@pytest.mark.rule("BDE-CASE-16")
def test_six_smgs_point_blank() -> None:
    assert volley([Arms(SMG, 6)], 2, Cover.SOFT, pinned=False) == (F(1, 64), 2, F(64, 729))


@pytest.mark.rule("BDE-CASE-18")
def test_tank_gun_he() -> None:
    scores = convert(firepoints.he_of(equipment.gun("76mm"), in_vehicle=True))
    killed = odds.kills(odds.hits(scores), saves.troops(Cover.OPEN, pinned=True, direct=Direct(20), book=DEFAULTS), 9)
    assert (scores, odds.hits(scores).of(0), odds.mean(killed), killed.of(0)) == ((4, 6), F(5, 12), F(4, 9), F(16, 27))


@pytest.mark.rule(
    "BDE-CASE-20", "BDE-SMOD-01", "BDE-SMOD-02", "BDE-SMOD-03", "BDE-AMB-53", "BDE-AMB-54", "BDE-TAB-SMOD"
)
def test_saving_scores_with_modifiers() -> None:
    hard = saves.troops(Cover.HARD, pinned=True, direct=Direct(20, seen_briefly=True), book=DEFAULTS)
    assert (score(hard), hard.chance) == (1, 1)
    assert (
        score(
            saves.troops(
                Cover.OPEN, pinned=False, direct=Direct(20, seen_briefly=True, close_order=True), book=DEFAULTS
            )
        )
        == 6
    )
    worst = saves.troops(Cover.OPEN, pinned=False, direct=Direct(2, close_order=True), book=DEFAULTS)
    assert (score(worst), worst.chance) == (8, 0)
    house = DEFAULTS.with_setting("brigade.save_clamp", "a 6 saves")
    assert saves.troops(Cover.OPEN, pinned=False, direct=Direct(2, close_order=True), book=house).chance == F(1, 6)
    assert saves.troops(Cover.HARD, pinned=True, direct=Direct(20, seen_briefly=True), book=house).chance == F(5, 6)
    assert score(saves.troops(Cover.OPEN, pinned=False, book=DEFAULTS)) == 6, "indirect fire has no modifiers"


@pytest.mark.rule(
    "BDE-SAVE-01", "BDE-SAVE-02", "BDE-SAVE-03", "BDE-SAVE-04", "BDE-TAB-SAVE", "BDE-AMB-47", "BDE-AMB-62"
)
@pytest.mark.parametrize(
    ("covers", "pinned", "not_pinned"),
    [
        ((Cover.HARD, Cover.SLIT_TRENCH, Cover.DUG_TRENCH, Cover.STRONG_BUILDING, Cover.FORTIFICATION), 2, 3),
        ((Cover.SOFT, Cover.WEAK_BUILDING), 3, 4),
        ((Cover.OPEN,), 5, 6),
    ],
)
def test_saves_by_cover(covers: tuple[Cover, ...], pinned: int, not_pinned: int) -> None:
    for cover in covers:
        assert score(saves.troops(cover, pinned=True, book=DEFAULTS)) == pinned
        assert score(saves.troops(cover, pinned=False, book=DEFAULTS)) == not_pinned


@pytest.mark.rule(
    "BDE-SAVE-05", "BDE-SAVE-06", "BDE-SAVE-07", "BDE-SAVE-08", "BDE-SAVE-09", "BDE-SAVE-10", "BDE-AMB-41", "BDE-AMB-42"
)
def test_saves_of_vehicles() -> None:
    for pinned in (True, False):
        heavy = [score(saves.soft_skin(by, pinned=pinned)) for by in (HitBy.MG, HitBy.AUTO_CANNON, HitBy.HEAVY_SHELL)]
        light = [score(saves.soft_skin(by, pinned=pinned)) for by in (HitBy.SMALL_ARMS, HitBy.OTHER_SHELL)]
        assert (heavy, light) == ([6, 6, 6], [4, 4])
        assert (
            score(saves.open_top(heavy=True, pinned=pinned)),
            score(saves.open_top(heavy=False, pinned=pinned)),
        ) == (3, 2)
    assert score(saves.ESCAPE) == 3
    assert saves.shell_on(105, mortar=False) is HitBy.HEAVY_SHELL
    assert saves.shell_on(104, mortar=False) is HitBy.OTHER_SHELL
    assert saves.shell_on(120, mortar=True) is HitBy.OTHER_SHELL
    assert [saves.hit_by(weapon) for weapon in (RIFLE, SMG, SmallArm.MMG, SmallArm.AUTO_CANNON)] == [
        HitBy.SMALL_ARMS,
        HitBy.SMALL_ARMS,
        HitBy.MG,
        HitBy.AUTO_CANNON,
    ]


@pytest.mark.rule("BDE-CASE-23", "BDE-NOTE-03", "BDE-NOTE-04")
def test_soft_skins_roll_for_each_hit_and_any_failure_destroys() -> None:
    assert odds.soft_skin(3, saves.soft_skin(HitBy.SMALL_ARMS)) == F(7, 8)
    assert odds.soft_skin(2, saves.soft_skin(HitBy.MG)) == F(35, 36)
    assert combat.hit_vehicle(3, saves.soft_skin(HitBy.SMALL_ARMS), dice(4, 6, 5), "lorry") == ((4, 6, 5), False)
    assert combat.hit_vehicle(3, saves.soft_skin(HitBy.SMALL_ARMS), dice(4, 3, 5), "lorry") == ((4, 3, 5), True)


@pytest.mark.rule("BDE-CONV-02", "BDE-AMB-60")
def test_a_volley_with_dice() -> None:
    tape = dice(4, 3, 6, 4, 1, 5, 4, 5, 4, 1, 3)
    faces, struck = combat.hits(convert(20), tape, "A")
    assert (faces, struck) == ((4, 3, 6, 4, 1, 5, 4), 4)
    save = saves.troops(Cover.OPEN, pinned=True, direct=Direct(5), book=DEFAULTS)
    assert combat.saved(struck, save, 2, tape, "B") == ((5, 4, 1, 3), 2), "three fail, only two live"


@given(points=st.integers(0, 60), hampered=st.booleans(), part=st.booleans(), living=st.integers(0, 12))
def test_odds_add_up_and_no_more_die_than_live(points: int, hampered: bool, part: bool, living: int) -> None:
    scores = convert(points, hampered=hampered, part_detected=part)
    killed = odds.kills(odds.hits(scores), saves.troops(Cover.SOFT, pinned=False, book=DEFAULTS), living)
    assert sum(killed.values()) == 1
    assert max(killed) <= living
    assert len(convert(points + 1)) >= len(scores) - 1


def _at(line: str) -> tuple[Shot, Face, equipment.Vehicle]:
    gun, target, face, inches, *how = line.split(", ")
    shot = Shot(
        equipment.gun(gun),
        F(inches),
        hampered="moving" in how or "pinned" in how,
        seen_briefly="briefly" in how,
        partial_cover="cover" in how,
        part_detected="part" in how,
    )
    return shot, Face(face), equipment.vehicle(target)


CASES = [
    ("BDE-CASE-45", "88L56, Sherman, front, 60", 4, "1/2", "1"),
    ("BDE-CASE-46", "88L56, T34/85, front, 45", 3, "2/3", "2/3"),
    ("BDE-CASE-48", "75 (Sherman), Tiger, front, 30", 3, "2/3", "0"),
    ("BDE-CASE-50", "75 (Sherman), Tiger, side, 15", 2, "5/6", "2/3"),
    ("BDE-CASE-51", "77mm, Tiger, front, 35", 2, "5/6", "1/2"),
    ("BDE-CASE-53", "75 (Sherman), Pz IV H, front, 30, moving, cover", 6, "1/6", "2/3"),
    ("BDE-CASE-55", "6pdr, Pz IV H, front, 25, part", 4, "1/2", "2/3"),
    ("BDE-CASE-56", "2pdr, Pz IV H, side, 25", 2, "5/6", "2/3"),
    ("BDE-CASE-58", "short 75, T34/76, front, 25", 2, "5/6", "1/6"),
    ("BDE-CASE-60", "88L71, T34/85, front, 90", 5, "1/3", "1"),
    ("BDE-CASE-61", "Panzerfaust, T34/85, front, 4", 2, "5/6", "2/3"),
    ("BDE-CASE-63", "Panzerfaust, T34/85, front, 6", None, "0", "2/3"),
    ("BDE-CASE-65", "Panzerschreck, Sherman, front, 15, briefly", 4, "1/2", "1"),
    ("BDE-CASE-66", "AT rifle, Sdkfz 250/1, front, 20", 5, "1/3", "1/2"),
    ("BDE-CASE-68", "Autocannon, Sdkfz 250/1, front, 20", 2, "5/6", "1/3"),
    ("BDE-CASE-70", "AT grenades, Pz IV H, side, 1", 5, "1/3", "0"),
    ("BDE-CASE-71", "AT grenades, Pz IV H, side, 2", None, "0", "0"),
]


@pytest.mark.rule(
    "BDE-AT-02",
    "BDE-AT-03",
    "BDE-AT-04",
    "BDE-AT-05",
    "BDE-AT-06",
    "BDE-AT-07",
    "BDE-AT-08",
    "BDE-AT-09",
    "BDE-AT-10",
    "BDE-AT-11",
)
@pytest.mark.rule(
    "BDE-AT-12",
    "BDE-AT-13",
    "BDE-AT-14",
    "BDE-KILL-01",
    "BDE-KILL-04",
    "BDE-KILL-05",
    "BDE-AMB-73",
    "BDE-AMB-69",
    "BDE-AMB-71",
)
@pytest.mark.parametrize(
    ("case", "line", "needs", "hit", "kill"), [pytest.param(*one, marks=pytest.mark.rule(one[0])) for one in CASES]
)
def test_guns_against_vehicles(case: str, line: str, needs: int | None, hit: str, kill: str) -> None:
    shot, face, vehicle = _at(line)
    found = odds.shot(antitank.to_hit(shot), antitank.to_kill(shot, vehicle, face))
    assert antitank.to_hit(shot).needed == needs
    assert (found.hit, found.kill_if_hit, found.kill) == (F(hit), F(kill), F(hit) * F(kill))


TO_HIT = {
    AtClass.HIGH_VELOCITY: "2 2 2 2 3 4 5",
    AtClass.LONG_GUN: "2 2 2 3 4 6 -",
    AtClass.SMALL_LONG_GUN: "2 2 2 3 5 - -",
    AtClass.LOW_VELOCITY: "2 2 2 4 6 - -",
    AtClass.PANZERFAUST: "2 - - - - - -",
    AtClass.BAZOOKA: "2 3 - - - - -",
    AtClass.AT_RIFLE: "2 3 5 - - - -",
}


@pytest.mark.rule("BDE-AT-01", "BDE-TAB-AT", "BDE-AMB-68")
@pytest.mark.parametrize("row", list(TO_HIT))
def test_every_cell_of_the_hitting_table(row: AtClass) -> None:
    lower = F(0)
    for upper, cell in zip((5, 15, 25, 40, 50, 75, 100), TO_HIT[row].split(), strict=True):
        wanted = None if cell == "-" else int(cell)
        assert (antitank.base_score(row, lower + F(1, 4)), antitank.base_score(row, upper)) == (wanted, wanted)
        lower = F(upper)
    assert antitank.base_score(row, 101) is None
    assert [antitank.base_score(AtClass.GRENADES, inches) for inches in (0, 1, F(5, 4), 5)] == [5, 5, None, None]


@pytest.mark.rule("BDE-AT-15", "BDE-AMB-79", "BDE-TAB-ATMOD")
def test_above_six_cannot_hit_and_changes_add_up() -> None:
    gun = equipment.gun("17pdr")
    assert antitank.to_hit(Shot(gun, 60, hampered=True)).needed == 6
    assert antitank.to_hit(Shot(gun, 60, hampered=True, partial_cover=True)).needed is None
    assert score(antitank.to_hit(Shot(gun, 10, True, True, True, True))) == 2 + 2 + 1 + 1 + 2


@pytest.mark.rule("BDE-KILL-03", "BDE-KILL-04", "BDE-KILL-05", "BDE-AMB-74")
def test_attack_values_near_and_far() -> None:
    gun, hand = equipment.gun("75L48"), equipment.gun("PIAT")
    assert [antitank.attack_value(gun, inches) for inches in (F(59, 4), 15, 40, F(161, 4))] == [8, 7, 7, 6]
    assert [antitank.attack_value(hand, inches) for inches in (3, 15, 50)] == [9, 9, 9]


@pytest.mark.rule("BDE-KILL-02", "BDE-AMB-77", "BDE-AMB-78")
def test_soft_skins_and_small_arms_on_vehicles() -> None:
    truck, tank, car = equipment.vehicle("Truck"), equipment.vehicle("Sherman"), equipment.vehicle("Sdkfz 222")
    assert antitank.to_kill(Shot(equipment.gun("AT rifle"), 20), truck, Face.FRONT).chance == 1
    assert truck.body is Body.SOFT
    assert [antitank.feels_small_arms(one) for one in (truck, tank, car)] == [True, False, False]


@pytest.mark.rule("BDE-AMB-72", "BDE-AMB-76")
def test_a_weapon_without_attack_value_may_not_fire_at_armour() -> None:
    with pytest.raises(BadInput, match="no attack value"):
        antitank.to_hit(Shot(equipment.Gun("pop-gun", None, None), 10))


@pytest.mark.rule("BDE-KILL-01", "BDE-AT-15")
def test_a_shot_with_dice() -> None:
    def fired(line: str, *faces: int) -> combat.Shot:
        shot, face, vehicle = _at(line)
        return combat.shot(antitank.to_hit(shot), antitank.to_kill(shot, vehicle, face), dice(*faces), "gun", "tank")

    assert fired("2pdr, Pz IV H, side, 25", 2, 3) == combat.Shot(2, True, 3, True), "4 and 3 exceed 6"
    assert fired("2pdr, Pz IV H, side, 25", 2, 2) == combat.Shot(2, True, 2, False), "4 and 2 equal 6"
    assert fired("2pdr, Pz IV H, side, 25", 1) == combat.Shot(1, False, None, False)
    assert fired("Panzerfaust, T34/85, front, 6") == combat.Shot(None, False, None, False), "no die for what cannot hit"


@pytest.mark.rule("BDE-AMB-57")
def test_pooled_fire_by_the_house_rule() -> None:
    house = DEFAULTS.with_settings({"brigade.pool_fire": "on"})
    assert firepoints.pooled([F(4), F(4)], DEFAULTS) == (4, 4)
    assert firepoints.pooled([F(4), F(4)], house) == (8,)


# Every face agrees with the odds -------------------------------------------------------------------------------------
@pytest.mark.rule("BDE-AT-15", "BDE-KILL-01")
@pytest.mark.parametrize(
    ("gun", "target", "inches", "how"),
    [
        ("88L56", "T34/85", 45, {}),
        ("75 (Sherman)", "Tiger", 30, {}),
        ("6pdr", "Pz IV H", 25, {"part_detected": True}),
        ("2pdr", "Sherman", 41, {"hampered": True}),
        ("AT rifle", "Sdkfz 250/1", 20, {}),
        ("17pdr", "Truck", 90, {"seen_briefly": True}),
    ],
)
def test_all_36_throws_of_a_shot_are_as_the_odds_say(gun: str, target: str, inches: int, how: dict[str, bool]) -> None:
    shot, vehicle = Shot(equipment.gun(gun), inches, **how), equipment.vehicle(target)
    hit, kill = antitank.to_hit(shot), antitank.to_kill(shot, vehicle, Face.FRONT)
    thrown = [combat.shot(hit, kill, dice(one, other), "gun", "target") for one in range(1, 7) for other in range(1, 7)]
    found = odds.shot(hit, kill)
    assert (F(sum(one.hit for one in thrown), 36), F(sum(one.destroyed for one in thrown), 36)) == (
        found.hit,
        found.kill,
    )


@pytest.mark.rule("BDE-NOTE-03", "BDE-NOTE-04")
@pytest.mark.parametrize("by", list(HitBy))
def test_all_throws_of_saves_are_as_the_odds_say(by: HitBy) -> None:
    faces = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    gone = [combat.hit_vehicle(2, saves.soft_skin(by), dice(*pair), "truck")[1] for pair in faces]
    assert F(sum(gone), 36) == odds.soft_skin(2, saves.soft_skin(by)) == 1 - saves.soft_skin(by).chance ** 2
