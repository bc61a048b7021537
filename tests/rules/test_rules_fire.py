"""Who fires, on whom, with which scores, and what comes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput, Refused
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import landing, strike
from campaign.rules.tabletop.brevity import attack as attacks
from campaign.rules.tabletop.brevity import fire, points, stands, unit_phrases
from campaign.rules.tabletop.brevity.attack import Result, result_of
from campaign.rules.tabletop.brevity.fire import FireKind, Firing, Flank, Works
from campaign.rules.tabletop.brevity.kinds import KINDS
from campaign.rules.tabletop.brevity.tables import HitColumn, Landing, Protection
from campaign.terms.forces import AirType, AntiTank, CasualtyColumn, Experience, Piece, Size, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Sky
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.firing import attack
from tests.rules.forces import guns, infantry, tanks

F = Fraction


def book(**changes: object) -> Rulebook:
    return DEFAULTS.with_settings({key.replace("__", "."): value for key, value in changes.items()})


def why_not(who: str, **circumstances: object) -> str:
    (left,) = attack(f"infantry, {who}", "infantry", at=4, **circumstances).counted.left_out
    return f"{left.why} [{left.rule}]"


# Who counts ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-WC-026", "OB-POST-07", "OB-HIT-03", "OB-POST-06", "OB-POST-02", "OB-POST-03", "OB-POST-05")
def test_of_five_battalions_one_counts() -> None:
    shot = attack(
        "infantry, spent infantry, infantry (march), infantry (reserve), infantry (support)", "infantry", at=4
    )
    assert (len(shot.counted.battalions), shot.counted.halves, shot.dice) == (1, 2, 3)
    assert [left.why for left in shot.counted.left_out] == ["spent", "in march posture", "in reserve"]
    assert [one.posture for one in shot.counted.lending] == [Posture.SUPPORT]


@pytest.mark.rule("OB-HIT-03", "OB-HIT-04", "OB-REG-05", "OB-LOC-01", "OB-RANGE-01", "OB-ORG-14")
@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("pinned infantry", "pinned [OB-HIT-03]"),
        ("spent infantry", "spent [OB-HIT-03]"),
        ("infantry (resting)", "resting [OB-REG-05]"),
        ("infantry (flanked)", "attacked in the flank [OB-HIT-03]"),
        ("infantry (facing away)", "the target is behind its front [OB-HIT-04]"),
        ("infantry (does not see it)", "does not locate the target [OB-LOC-01]"),
        ("infantry (at 9)", "out of range: 9 in., reaches 8 [OB-RANGE-01]"),
        ("engineers (at 5)", "out of range: 5 in., reaches 4 [OB-RANGE-01]"),
        ("field guns (support)", "in support [OB-POST-08]"),
        ("infantry (march)", "in march posture [OB-POST-06]"),
    ],
)
def test_why_a_battalion_is_left_out(who: str, why: str) -> None:
    assert why_not(who) == why


@pytest.mark.rule("OB-RANGE-02", "OB-AMB-072")
def test_ranges_are_inclusive() -> None:
    assert attack("infantry (at 8)", "infantry").dice == 3
    assert attack("infantry (at 9)", "infantry").barred == "no unit is left that can fire on it"


@pytest.mark.rule("OB-AMB-059")
def test_a_flanked_battalion_counts_against_nobody() -> None:
    assert attack("infantry (flanked)", "infantry").dice == attack("infantry (flanked by it)", "infantry").dice == 1


@pytest.mark.rule("OB-AMB-045")
def test_shared_location_by_house_rule() -> None:
    assert attack("infantry (does not see it)", "infantry").dice == 0
    assert attack("infantry (does not see it)", "infantry", book=book(loc__shared="on")).dice == 3
    assert attack("infantry (does not see it)", "infantry", book=book(loc__shared="on"), located=False).dice == 0


@pytest.mark.rule("OB-AMB-060")
@pytest.mark.parametrize("who", ["pinned", "spent", "march", "flanked", "support", "company", "facing away"])
def test_whoever_still_sees_the_target_gives_one_die(who: str) -> None:
    assert attack(f"infantry ({who})", "infantry").dice == 1


@pytest.mark.rule("OB-AMB-060")
@pytest.mark.parametrize("who", ["resting", "reserve", "does not see it", "at 9"])
def test_nobody_who_rests_or_does_not_see_it_gives_a_die(who: str) -> None:
    assert attack(f"infantry ({who})", "infantry").dice == 0


@pytest.mark.rule("OB-SIZE-02", "OB-SIZE-05", "OB-SIZE-06", "OB-D-08", "OB-AMB-061")
@pytest.mark.parametrize(
    ("who", "dice"),
    [
        ("company of infantry", 1),
        ("weak infantry", 2),
        ("infantry", 3),
        ("2 weak infantry", 3),
        ("infantry, weak infantry", 4),
        ("2 infantry", 4),
        ("5 weak infantry", 4),
        ("large infantry", 4),
        ("3 infantry", 5),
        ("6 weak infantry", 5),
        ("5 infantry", 5),
        ("10 weak infantry", 5),
        ("5 infantry, weak infantry", 6),
        ("6 infantry", 6),
        ("20 infantry", 6),
    ],
)
def test_strength_in_half_battalions(who: str, dice: int) -> None:
    assert attack(who, "infantry").dice == dice


@pytest.mark.rule("OB-SIZE-01", "OB-SIZE-06", "OB-SIZE-02", "OB-REC-01", "OB-REC-02", "OB-ORG-01")
def test_stands_of_a_battalion() -> None:
    assert [one.halves for one in stands.stands_of(infantry(), DEFAULTS)] == [2]
    assert [one.halves for one in stands.stands_of(infantry(size=Size.WEAK), DEFAULTS)] == [1]
    assert [one.halves for one in stands.stands_of(infantry(size=Size.COMPANY, recce_companies=1), DEFAULTS)] == [0]
    assert [one.halves for one in stands.stands_of(infantry(size=Size.LARGE), DEFAULTS)] == [2, 2]
    assert [one.halves for one in stands.stands_of(guns(size=Size.LARGE), DEFAULTS)] == [1, 1]
    patrols = stands.stands_of(infantry("11th Hussars", size=Size.COMPANY, recce_companies=3), DEFAULTS)
    assert [(one.name, one.halves, one.company) for one in patrols] == [
        (f"11th Hussars ({n})", 0, True) for n in (1, 2, 3)
    ]


def test_a_stand_is_what_the_order_of_battle_says() -> None:
    (stand,) = stands.stands_of(
        tanks(experience=Experience.GREEN, anti_tank_best=AntiTank.MEDIUM, anti_tank_all=AntiTank.LIGHT), DEFAULTS
    )
    assert (stand.halves, stand.inexperienced, stand.anti_tank_best, stand.anti_tank_all) == (
        1,
        True,
        AntiTank.MEDIUM,
        AntiTank.LIGHT,
    )
    (battery,) = stands.stands_of(guns(), DEFAULTS)
    assert (battery.artillery_in, battery.halves) == (80, 0)


# Whom ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-WC-028", "OB-POST-09", "OB-HIT-02", "OB-AMB-063")
def test_support_is_sheltered_from_other_fire_only() -> None:
    shot = attack("infantry", "field guns", at=4, posture=Posture.SUPPORT)
    assert (shot.dice, "OB-POST-09" in shot.barred) == (0, True)
    assert attack("infantry", "field guns", at=4, posture=Posture.SUPPORT, sheltered=False).dice == 3
    assert attack("field guns", "field guns", at=40, posture=Posture.SUPPORT).dice == 3
    assert attack("ground-attack aircraft", "field guns", posture=Posture.SUPPORT).dice == 3
    assert (
        attack("weak field guns", "field guns", at=40, posture=Posture.SUPPORT, kind=FireKind.COUNTER_BATTERY).dice == 2
    )


@pytest.mark.rule("OB-CB-02", "OB-CB-03")
def test_counter_battery_answers_artillery_only() -> None:
    assert attack("field guns", "infantry", at=20, kind=FireKind.COUNTER_BATTERY).barred.startswith("no artillery")


# To hit --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-HIT-06", "OB-HIT-07", "OB-HIT-08", "OB-HIT-09", "OB-HIT-11", "OB-AMB-052", "OB-LOC-06")
@pytest.mark.parametrize(
    ("changes", "column", "score"),
    [
        ({}, HitColumn.OPEN, "4-6"),
        ({"cover": Cover.TERRAIN}, HitColumn.TERRAIN, "5-6"),
        ({"smoke": True}, HitColumn.TERRAIN, "5-6"),
        ({"light": Light.MOONLIGHT}, HitColumn.TERRAIN, "5-6"),
        ({"light": Light.DARKNESS}, HitColumn.DARK, "6"),
        ({"located": False}, HitColumn.DARK, "6"),
        ({"cover": Cover.TERRAIN, "light": Light.DARKNESS}, HitColumn.DARK, "6"),
        ({"sky": Sky.BAD}, HitColumn.OPEN, "4-6"),
    ],
)
def test_the_worst_column_holds(changes: dict[str, object], column: HitColumn, score: str) -> None:
    shot = attack("field guns", "infantry", at=20, **changes)  # type: ignore[arg-type]
    assert (shot.column, str(shot.to_hit)) == (column, score)


@pytest.mark.rule("OB-AMB-051")
def test_bad_weather_may_call_for_a_column() -> None:
    assert (
        attack("infantry", "infantry", sky=Sky.BAD, book=book(wx__bad_to_hit_column="terrain")).column
        is HitColumn.TERRAIN
    )


@pytest.mark.rule("OB-HIT-11", "OB-AMB-039")
@pytest.mark.parametrize(
    ("who", "moving", "score"),
    [
        ("fast tanks", True, "6"),
        ("fast tanks", False, "5-6"),
        ("medium tanks", True, "5-6"),
        ("cavalry", True, "5-6"),
        ("self-propelled guns", True, "4-6"),
    ],
)
def test_rows_to_hit(who: str, moving: bool, score: str) -> None:
    assert str(attack("infantry", who, moving=moving).to_hit) == score


@pytest.mark.rule("OB-HIT-10", "OB-AMB-064", "OB-DICE-03", "OB-DICE-04", "OB-D-07")
def test_rockets_hit_better_only_by_themselves() -> None:
    assert str(attack("rocket launchers", "infantry").to_hit) == "3-6"
    assert str(attack("rocket launchers", "fast tanks", moving=True).to_hit) == "5-6"
    assert str(attack("rocket launchers, field guns", "infantry").to_hit) == "4-6"
    assert (
        attack("rocket launchers", "infantry").to_hit.explained()
        == "3-6 (infantry, guns and others, in the open, +1 rocket launchers)"
    )


# To penetrate and to cause casualties --------------------------------------------------------------------------------
@pytest.mark.rule("OB-PEN-01", "OB-PEN-05")
def test_no_penetration_against_the_unarmoured() -> None:
    assert attack("infantry", "truck column").to_penetrate is None
    assert attack("infantry", "armoured cars").to_penetrate is not None


@pytest.mark.rule("OB-PEN-04", "OB-POST-08", "OB-AMB-062", "OB-AMB-067")
def test_support_lends_its_best_class_only() -> None:
    lent = attack("infantry + heavy anti-tank guns in support", "heavy tanks").to_penetrate
    assert lent is not None
    assert lent.explained() == "3-6 (best anti-tank weapon firing is heavy)"
    pinned = attack("infantry + pinned heavy anti-tank guns (support)", "heavy tanks").to_penetrate
    assert str(pinned) == "6"
    in_line = attack("infantry + heavy anti-tank guns", "heavy tanks").to_penetrate
    assert str(in_line) == "3-6"


@pytest.mark.rule("OB-CAS-03", "OB-CAS-05", "OB-AMB-070", "OB-AMB-073")
@pytest.mark.parametrize(
    ("who", "works", "part"),
    [
        ("infantry", Works.NONE, Protection.LIGHT),
        ("light tanks", Works.NONE, Protection.LIGHT),
        ("medium tanks", Works.NONE, Protection.MEDIUM),
        ("heavy tanks", Works.NONE, Protection.HEAVY),
        ("light tanks", Works.DUG_IN, Protection.MEDIUM),
        ("medium tanks", Works.DUG_IN, Protection.MEDIUM),
        ("heavy tanks", Works.DUG_IN, Protection.HEAVY),
        ("infantry", Works.FORTIFIED, Protection.HEAVY),
    ],
)
def test_the_best_protection_counts(who: str, works: Works, part: Protection) -> None:
    assert attacks.protection_of(attack("infantry", who, works=works).fire.mark)[0] is part


@pytest.mark.rule("OB-CAS-04", "OB-AMB-074", "OB-AMB-076", "OB-AMB-077")
@pytest.mark.parametrize(
    ("who", "on", "works", "score"),
    [
        ("infantry (at 6) + field guns", "infantry", Works.DUG_IN, "6"),
        ("infantry (at 6), infantry (at 4)", "infantry", Works.DUG_IN, "5-6"),
        ("infantry (at 6) + engineers (at 4) in support", "infantry", Works.DUG_IN, "6"),
        ("engineers (at 3)", "infantry", Works.NONE, "6"),
        ("engineers (at 3)", "infantry", Works.FORTIFIED, "6"),
        ("flame-throwers (at 4)", "infantry", Works.DUG_IN, "5-6"),
        ("medium tanks (flame-throwers; at 4)", "infantry", Works.DUG_IN, "5-6"),
        ("medium tanks (flame-throwers; at 6)", "infantry", Works.DUG_IN, "6"),
        ("medium guns", "infantry", Works.DUG_IN, "5-6"),
        ("super-heavy guns", "infantry", Works.NONE, "\N{EN DASH}"),
        ("super-heavy guns", "infantry", Works.FORTIFIED, "5-6"),
        ("heavy bombers", "medium tanks", Works.NONE, "5-6"),
        ("field guns", "heavy tanks", Works.NONE, "\N{EN DASH}"),
        ("medium guns", "heavy tanks", Works.NONE, "6"),
        ("infantry (at 4)", "heavy tanks", Works.NONE, "6"),
        ("infantry (at 6)", "heavy tanks", Works.NONE, "\N{EN DASH}"),
    ],
)
def test_the_most_effective_weapon_gives_the_row(who: str, on: str, works: Works, score: str) -> None:
    assert str(attack(who, on, works=works).to_cause) == score


@pytest.mark.rule("OB-AMB-071")
def test_the_misprint_of_ten_inches_is_a_setting() -> None:
    assert str(attack("infantry", "heavy tanks", at=6, book=book(cas__fort_close_range=10)).to_cause) == "6"


@pytest.mark.rule("OB-PEN-02", "OB-WC-055")
def test_artillery_penetrates_as_artillery_whatever_its_guns() -> None:
    assert str(attack("field guns (anti-tank heavy)", "medium tanks", at=30).to_penetrate) == "6"
    assert str(attack("field guns (anti-tank heavy)", "medium tanks", at=4, kind=FireKind.DIRECT).to_penetrate) == "2-6"


# What comes of it ----------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "OB-CAS-01", "OB-CAS-07", "OB-CAS-08", "OB-CAS-09", "OB-CAS-10", "OB-REST-03", "OB-WC-063", "OB-ORG-13"
)
def test_results() -> None:
    assert result_of(0, 0, spent=False, surrounded=False) is Result.NONE
    assert result_of(1, 0, spent=True, surrounded=True) is Result.PINNED
    assert result_of(1, 1, spent=False, surrounded=True) is Result.SPENT
    assert result_of(2, 2, spent=False, surrounded=False) is Result.DESTROYED
    assert result_of(1, 1, spent=True, surrounded=False) is Result.DESTROYED
    assert result_of(1, 1, spent=True, surrounded=True) is Result.CAPTURED
    assert result_of(3, 2, spent=False, surrounded=True) is Result.CAPTURED


@pytest.mark.rule("OB-CAS-02", "OB-PEN-01", "OB-AMB-069", "OB-DICE-01", "OB-DICE-02")
def test_dice_fall_in_the_order_of_a_table() -> None:
    shot = attack("2 tanks (anti-tank medium)", "medium tanks")
    tape = Tape(Scripted([5, 4, 6, 1, 3, 5, 5]), Moment(1, 2))
    seen = attacks.roll(shot, tape, subject="3 RTR")
    assert [(roll.name.purpose, roll.value) for roll in tape.rolls] == [
        ("to hit", 5),
        ("to hit", 4),
        ("to hit", 6),
        ("to hit", 1),
        ("to penetrate", 3),
        ("to penetrate", 5),
        ("casualties", 5),
    ]
    assert (seen.hits, seen.penetrations, seen.casualties, seen.result) == ((5, 4, 6, 1), (3, 5), (5,), Result.SPENT)
    # a die for each hit that penetrates; one that fails harms nobody
    again = attacks.roll(shot, Tape(Scripted([5, 4, 6, 1, 5, 5, 4, 5]), Moment(1, 2)), subject="3 RTR")
    assert (again.penetrations, again.casualties, again.result) == ((5, 5), (4, 5), Result.SPENT)
    harmless = attacks.roll(shot, Tape(Scripted([5, 4, 6, 1, 5, 5, 4, 4]), Moment(1, 2)), subject="3 RTR")
    assert (harmless.casualties, harmless.result) == ((4, 4), Result.PINNED)


@pytest.mark.rule("OB-AMB-084")
def test_a_hit_that_cannot_harm_still_pins() -> None:
    shot = attack("infantry", "infantry", at=6, works=Works.DUG_IN)
    tape = Tape(Scripted([6, 6, 6]), Moment(1, 2))
    assert attacks.roll(shot, tape).result is Result.PINNED
    assert len(tape.rolls) == 3


@pytest.mark.rule("OB-ART-08")
def test_pins_of_a_point_attack_are_ignored() -> None:
    assert [points.without_pins(result) for result in Result] == [
        Result.NONE,
        Result.NONE,
        Result.SPENT,
        Result.DESTROYED,
        Result.CAPTURED,
    ]


@pytest.mark.rule("OB-ART-07", "OB-HID-03")
def test_a_point_is_shelled_by_artillery_in_range_only() -> None:
    with pytest.raises(BadInput, match="is not artillery"):
        points.note("the wood", unit_phrases.battalions("infantry", DEFAULTS, distance_in=4), DEFAULTS)
    with pytest.raises(Refused, match=r"out of range: 90 in\., its guns reach 72"):
        points.note("the wood", unit_phrases.battalions("105 mm howitzers", DEFAULTS, distance_in=90), DEFAULTS)


# Flying, landing -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AIR-01", "OB-AMB-100")
def test_aircraft_reach_everywhere_and_count_as_a_battalion() -> None:
    assert attack("ground-attack aircraft", "infantry", at=200).dice == 3


@pytest.mark.rule("OB-AIR-03")
def test_on_a_one_the_opponent_picks() -> None:
    assert [strike.goes_astray(Tape(Scripted([face]), Moment(1, 2)), "Stukas") for face in (1, 2, 6)] == [
        True,
        False,
        False,
    ]


@pytest.mark.rule("OB-AIR-11", "OB-AIR-12", "OB-AIR-13")
def test_heavy_bombers_may_pass_for_medium_ones_and_leave_no_craters() -> None:
    heavy, light = (strike.armed(Weapon.HEAVY_BOMBER, 1, DEFAULTS, as_medium=medium) for medium in (False, True))
    mark = fire.Mark(KINDS["infantry"], Works.DUG_IN)
    scores = [str(attacks.prepare(strike.fires(one, [(mark, 0)])[0], DEFAULTS).to_cause) for one in (heavy, light)]
    assert scores == ["6", "5-6"]
    assert [strike.craters(Weapon.HEAVY_BOMBER, as_medium=medium) for medium in (False, True)] == [8, 0]
    assert strike.craters(Weapon.MEDIUM_BOMBER) == 0


@pytest.mark.rule("OB-AIR-09", "OB-AMB-103")
def test_how_often_aircraft_attack() -> None:
    fighters, bombers = AirType.GROUND_ATTACK, AirType.MEDIUM_BOMBER
    assert strike.rested(fighters, None, Moment(1, 2)) == ""
    assert "already" in strike.rested(fighters, Moment(1, 2), Moment(1, 2))
    assert strike.rested(fighters, Moment(1, 2), Moment(1, 3)) == ""
    assert "once a day" in strike.rested(bombers, Moment(1, 2), Moment(1, 4))
    assert "rest a turn" in strike.rested(bombers, Moment(1, 4), Moment(2, 1))
    assert strike.next_attack(bombers, Moment(1, 4)) == Moment(2, 2)
    assert strike.next_attack(bombers, Moment(1, 1)) == Moment(2, 1)


@pytest.mark.rule("OB-LAND-02", "OB-LAND-03", "OB-LAND-07", "OB-AMB-134")
def test_a_landing_rolled() -> None:
    paras = landing.land(
        KINDS["infantry"],
        Landing.PARACHUTE,
        Cover.TERRAIN,
        Tape(Scripted([3, 4]), Moment(1, 2)),
        night=False,
        book=DEFAULTS,
    )
    assert (paras.faces, paras.result, paras.posture) == ((3, 4), Result.SPENT, Posture.LINE)
    gliders = landing.land(
        KINDS["infantry"],
        Landing.GLIDER,
        Cover.TERRAIN,
        Tape(Scripted([2, 3, 1]), Moment(1, 2)),
        night=False,
        book=DEFAULTS,
    )
    assert (gliders.result, gliders.posture) == (Result.DESTROYED, Posture.MARCH)
    assert (gliders.stand.row.value, gliders.stand.column) == ("vehicle", CasualtyColumn.OTHERS)


@pytest.mark.rule("OB-LAND-08", "OB-AMB-132")
def test_scattering_is_a_house_rule() -> None:
    tape = Tape(Scripted([3, 5, 6]), Moment(1, 2))
    drop = landing.land(
        KINDS["infantry"], Landing.PARACHUTE, Cover.OPEN, tape, night=False, book=book(land__scatter="on")
    )
    assert drop.scatter == landing.Scatter(12, 10)
    assert [roll.name.purpose for roll in tape.rolls] == ["scatter", "scatter direction", "landing"]


# What no table has a cell for ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("who", "on", "changes", "words"),
    [
        (
            "infantry",
            "medium bombers",
            {"works": Works.FORTIFIED},
            "fortified medium bombers cannot be a target. The to-hit chart (OB-T-10) has no row for aircraft, and OB-T-12",
        ),
        ("infantry", "ground-attack aircraft", {}, "The to-hit chart (OB-T-10) has no row for aircraft"),
        ("300 mm mortar", "infantry", {}, "mortars of about 240 mm a range of 8 in., and larger mortars no range"),
        ("170 mm mortar", "infantry", {}, "OB-T-07 has a dash for mortars of 170 to 190 mm"),
        ("40 mm howitzer", "infantry", {}, "OB-T-07 has a dash for howitzers of up to 42 mm"),
        ("infantry", "infantry", {"kind": FireKind.ARTILLERY}, "chart of artillery ranges has no column for it"),
        ("medium bombers", "infantry", {"kind": FireKind.DIRECT}, "attack from the air and cannot fire as other fire"),
        ("infantry", "infantry", {"kind": FireKind.AIR}, "does not fly. Name only aircraft"),
        ("infantry, infantary", "infantry", {}, "'infantary' is not a kind of battalion; did you mean infantry"),
        ("infantry (bests heavy)", "infantry", {}, "is not understood"),
        ("infantry (best huge)", "infantry", {}, "is not an anti-tank class. Write artillery"),
        ("infantry (armour thick)", "infantry", {}, "is not a class of armour"),
        ("infantry (at 4", "infantry", {}, "bracket"),
        ("", "infantry", {}, "names no battalion"),
        ("61 infantry", "infantry", {}, "1 to 60"),
        ("40 infantry, 40 infantry", "infantry", {}, "At most 60"),
        ("infantry", "2 infantry", {}, "one target at a time"),
        ("75 mm bazooka", "infantry", {}, "say what kind of gun 75 mm is"),
    ],
)
def test_bad_input_names_table_and_cell(who: str, on: str, changes: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        attack(who, on, **changes)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_negative_distance_is_none() -> None:
    with pytest.raises(BadInput, match="-1 in"):
        attack("infantry", "infantry", at=-1)


def test_a_gun_that_the_order_of_battle_gives_a_dash_says_so() -> None:
    (stand,) = stands.stands_of(guns(piece=Piece.MORTAR, calibre_mm=170), DEFAULTS)
    with pytest.raises(BadInput, match="OB-T-07 has a dash for mortars of 170 to 190 mm"):
        attacks.prepare(fire.Fire(FireKind.ARTILLERY, (Firing(stand, 10),), fire.Mark(KINDS["infantry"])), DEFAULTS)


def test_flanks_are_told_apart() -> None:
    assert {Flank(value) for value in ("safe", "by the battalion it fires on", "by another battalion")} == set(Flank)
    assert replace(Firing(KINDS["infantry"]), flank=Flank.BY_MARK).flank is not Flank.SAFE
