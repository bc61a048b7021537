"""Winning the firefight: Table 12, ambushes, ranges, guns; the numbers of the book and the catalogue's worked cases."""

from fractions import Fraction as F

import pytest

from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm import firing, odds
from campaign.rules.tabletop.nqm.firing import (
    Bombardment,
    Volley,
    band_of,
    bombard,
    firefight_won,
    must_be_reinforced,
    outranges,
)
from campaign.rules.tabletop.nqm.tables import CASUALTIES, RANGES, RangeBand, Weight
from campaign.terms.time import Moment

VL, L, M, H, VH = Weight
CONTACT, EFFECTIVE, HARASSING, OUT = RangeBand.CONTACT, RangeBand.EFFECTIVE, RangeBand.HARASSING, RangeBand.OUT


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


@pytest.mark.rule("NQM-FIRE-06", "NQM-FIRE-07", "NQM-CLASS-08", "NQM-TBL-T12", "NQM-TBL-T12N", "NQM-AMB-10")
@pytest.mark.parametrize(
    ("weapon", "target", "printed"),
    [
        (L, L, "0 0 0 1 1 2"),
        (L, M, "0 0 0 0 1 1"),
        (L, H, "0 0 0 0 0 1"),
        (M, L, "0 0 1 1 2 3"),
        (M, M, "0 0 0 1 1 2"),
        (M, H, "0 0 0 0 1 1"),
        (H, L, "0 1 1 2 3 4"),
        (H, M, "0 0 1 1 2 3"),
        (H, H, "0 0 0 1 1 2"),
    ],
)
def test_table_12_as_printed(weapon: Weight, target: Weight, printed: str) -> None:
    volley = Volley(weapon, target)
    assert " ".join(map(str, firing.faces_of(volley))) == printed
    assert firing.faces_of(volley) == CASUALTIES[weapon - target]


@pytest.mark.rule("NQM-CLASS-09")
def test_light_on_very_light_is_as_medium_on_light() -> None:
    assert firing.faces_of(Volley(L, VL)) == firing.faces_of(Volley(M, L)) == (0, 0, 1, 1, 2, 3)


@pytest.mark.rule("NQM-CLASS-12")
def test_light_guns_do_nothing_to_very_heavy_targets() -> None:
    assert not any(firing.faces_of(Volley(L, VH)))
    assert firing.faces_of(Volley(M, VH)) == (0, 0, 0, 0, 0, 1)
    assert firing.faces_of(Volley(H, VH)) == (0, 0, 0, 0, 1, 1)


@pytest.mark.rule("NQM-FIRE-03", "NQM-FIRE-05", "NQM-FIRE-06")
@pytest.mark.parametrize(
    ("weapon", "target", "faces", "expected"),
    [(L, M, (4, 5, 6), 2), (L, L, (4, 5, 6), 4), (L, H, (4, 5, 6), 1), (M, L, (4, 5, 6), 6), (H, L, (2, 3, 6), 6)],
)
def test_a_throw_is_read_die_by_die(weapon: Weight, target: Weight, faces: tuple[int, ...], expected: int) -> None:
    tape = dice(*faces)
    assert firing.fire(Volley(weapon, target, 3), tape, "x") == (faces, expected)
    assert len(tape.rolls) == 3


@pytest.mark.rule("NQM-FIRE-08", "NQM-FIRE-09", "NQM-FIRE-10")
@pytest.mark.parametrize(
    ("volley", "mean"),
    [
        (Volley(L, VL), F(7, 6)),
        (Volley(L, VL, ambush=True), F(11, 6)),
        (Volley(L, VL, band=CONTACT, ambush=True), F(11, 6)),
        (Volley(L, M, band=CONTACT), F(2, 3)),
        (Volley(L, L, band=CONTACT, ambush=True), F(11, 6)),
        (Volley(L, L, 2, band=CONTACT, ambush=True), F(11, 3)),
        (Volley(L, L), F(2, 3)),
        (Volley(L, L, ambush=True), F(7, 6)),
        (Volley(L, L, band=CONTACT), F(7, 6)),
    ],
)
def test_ambush_and_contact_lift_the_weapon(volley: Volley, mean: F) -> None:
    assert odds.average(odds.casualties([volley])) == mean


@pytest.mark.rule("NQM-AMB-50")
def test_fire_units_are_not_lifted() -> None:
    assert firing.shifts(Volley(M, L, band=CONTACT, indirect=True)) == 0


@pytest.mark.rule("NQM-AMB-41")
def test_a_weapon_far_above_its_target_fires_as_one_two_above() -> None:
    assert firing.by_difference(3) == firing.by_difference(2) == (0, 1, 1, 2, 3, 4)


@pytest.mark.rule("NQM-AMB-50")
def test_contact_lifts_both_sides() -> None:
    assert firing.shifts(Volley(L, L, band=CONTACT, attacker=True)) == 1
    assert firing.shifts(Volley(L, L, band=CONTACT)) == 1


@pytest.mark.rule("NQM-FIRE-06")
def test_casualties_of_volleys() -> None:
    three = odds.casualties([Volley(L, L, 3)])
    assert [three.of(n) for n in range(7)] == [F(1, 8), F(1, 4), F(7, 24), F(11, 54), F(7, 72), F(1, 36), F(1, 216)]
    two = odds.casualties([Volley(M, L, 2)])
    assert [two.of(n) for n in range(7)] == [F(1, 9), F(2, 9), F(2, 9), F(2, 9), F(5, 36), F(1, 18), F(1, 36)]
    assert odds.average(two) == F(7, 3)


@pytest.mark.rule("NQM-FIRE-20")
def test_who_wins_a_firefight() -> None:
    def fight(ours: Volley, theirs: int) -> tuple[F, F, F]:
        shown = odds.firefight([ours], [Volley(L, L, theirs)], DEFAULTS)
        return shown.won, shown.level, shown.behind

    assert fight(Volley(L, M, 4), 2) == (F(1075, 2916), F(89, 324), F(260, 729))
    assert fight(Volley(L, M, 4), 3)[0] == F(1037, 4374)
    assert fight(Volley(M, M, 3), 2) == (F(130, 243), F(859, 3888), F(949, 3888))


@pytest.mark.rule("NQM-FIRE-19", "NQM-FIRE-20", "NQM-MORALE-10")
def test_equal_casualties_are_not_won_and_hours_add_up() -> None:
    assert not firefight_won([(3, 3)], DEFAULTS)
    assert firefight_won([(3, 2)], DEFAULTS)
    assert firefight_won([(3, 0), (0, 2)], DEFAULTS)
    assert not firefight_won([(3, 0), (0, 2)], DEFAULTS.with_setting("nqm.firefight.win", "round"))
    assert must_be_reinforced(1, 2)
    assert not must_be_reinforced(2, 2)


# Ranges --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-RANGE-01", "NQM-RANGE-02", "NQM-RANGE-03", "NQM-RANGE-05")
@pytest.mark.parametrize(
    ("weapon", "metres", "band"),
    [
        ("infantry small arms", 100, CONTACT),
        ("infantry small arms", 101, EFFECTIVE),
        ("infantry small arms", 300, EFFECTIVE),
        ("infantry small arms", 301, HARASSING),
        ("infantry small arms", 1000, HARASSING),
        ("infantry small arms", 1001, OUT),
        ("infantry anti-tank", 200, EFFECTIVE),
        ("infantry anti-tank", 201, OUT),
        ("tank guns up to 47 mm", 600, HARASSING),
        ("tank guns 48 to 76.2 mm", 500, EFFECTIVE),
        ("88 mm anti-tank", 2000, EFFECTIVE),
        ("88 mm anti-tank", 3000, HARASSING),
        ("3-inch mortar", 1600, OUT),
        ("81 mm mortar", 1600, EFFECTIVE),
    ],
)
def test_how_near_a_target_is(weapon: str, metres: int, band: RangeBand) -> None:
    assert band_of(RANGES[weapon], metres) is band


@pytest.mark.rule("NQM-SPECIAL-04", "NQM-AMB-35")
def test_who_outranges_the_attacker() -> None:
    tanks = [RANGES["tank guns 48 to 76.2 mm"]]
    assert outranges(RANGES["88 mm anti-tank"], tanks)
    assert not outranges(RANGES["light anti-tank guns"], tanks)


# Guns and aircraft ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-ARTY-01", "NQM-FORT-02", "NQM-FORT-04", "NQM-AMB-103")
@pytest.mark.parametrize(
    ("calibre", "target", "counts"),
    [
        (44, L, False),
        (45, L, True),
        (79, M, False),
        (80, M, True),
        (105, M, True),
        (159, H, False),
        (160, H, True),
        (199, VH, False),
        (200, VH, True),
    ],
)
def test_smallest_calibre_that_counts(calibre: int, target: Weight, counts: bool) -> None:
    assert firing.effective(Bombardment(M, target, 1, calibre)) == (counts, counts)


@pytest.mark.rule("NQM-ARTY-01", "NQM-AMB-43")
def test_too_small_a_calibre_does_nothing() -> None:
    assert firing.effective(Bombardment(M, H, 1, 105)) == (False, False)


@pytest.mark.rule("NQM-ARTY-05", "NQM-ARTY-06")
@pytest.mark.parametrize(
    ("weapon", "calibre", "target", "chance"),
    [(M, 105, M, F(1, 2)), (M, 105, L, F(2, 3)), (H, 160, H, F(1, 2)), (L, 76, L, F(1, 2))],
)
def test_harassing_fire_disorganises_and_kills_nobody(weapon: Weight, calibre: int, target: Weight, chance: F) -> None:
    shown = odds.bombardment(Bombardment(weapon, target, 1, calibre, harassing=True))
    assert shown.chance(lambda one: one.disorganises) == chance
    assert shown.chance(lambda one: one.casualties > 0) == 0


@pytest.mark.rule("NQM-ARTY-06")
def test_harassing_fire_costs_a_third() -> None:
    assert [firing.resolve_bombardment(Bombardment(M, L, n, 105, harassing=True), [6] * n).cost for n in (3, 4)] == [
        1,
        F(4, 3),
    ]


@pytest.mark.rule("NQM-ARTY-01", "NQM-AMB-44")
def test_bombardment_disorganises_only_if_it_scores() -> None:
    assert not firing.resolve_bombardment(Bombardment(M, M, 1, 105), [3]).disorganises
    assert firing.resolve_bombardment(Bombardment(M, M, 1, 105), [4]).disorganises


@pytest.mark.rule("NQM-AIR-04", "NQM-FORT-02", "NQM-AMB-42")
def test_only_heavy_bombers_disorganise_a_fortified_position() -> None:
    assert firing.effective(Bombardment(H, H, fortified=True)) == (True, False)
    assert firing.effective(Bombardment(VH, H, fortified=True)) == (True, True)
    assert firing.effective(Bombardment(H, M)) == (True, True)


def test_a_bombardment_that_can_do_nothing_is_not_thrown() -> None:
    tape = dice()
    assert bombard(Bombardment(M, H, 3, 105), tape, "x") == firing.Bombarded((), 0, disorganises=False, cost=F(0))
    assert not tape.rolls


@pytest.mark.rule("NQM-RANGE-03")
def test_direct_harassing_fire_shakes_without_casualties() -> None:
    volley = Volley(L, L, band=HARASSING)
    assert not any(firing.faces_of(volley))
    assert firing.harassing_fire_disorganises(volley, 4)
    assert not firing.harassing_fire_disorganises(volley, 3)
