"""Casualty markers, overloaded stands, reorganising, ammunition."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm import odds, pins, reorganisation
from campaign.rules.tabletop.nqm.pins import Pinned, halved, place, shared_out
from campaign.rules.tabletop.nqm.tables import Grade

E, V, R, C, M = Grade
COMPANY = Pinned(3)


@pytest.mark.rule("NQM-CAS-01", "NQM-CAS-02", "NQM-AMB-06")
def test_no_stand_takes_a_second_marker_before_all_have_one() -> None:
    assert [one.red for one in place([COMPANY] * 3, 4).stands] == [2, 1, 1]
    assert [one.red for one in place([COMPANY] * 3, 4, lambda open_to: open_to[-1]).stands] == [1, 1, 2]


@pytest.mark.rule("NQM-CAS-04", "NQM-CAS-05", "NQM-CAS-06", "NQM-CAS-07", "NQM-AMB-77")
def test_an_overloaded_stand_is_gone() -> None:
    full = place([COMPANY] * 2, 6)
    assert full.removed == ()
    assert all(one.full and not one.overloaded for one in full.stands)
    seventh = place([COMPANY] * 2, 7)
    assert seventh.removed == (0,)
    alone = place([Pinned(3)], 5)
    assert alone.removed == (0,)
    assert alone.wasted == 1
    assert place([Pinned(1)], 1).removed == ()
    assert place([Pinned(3, red=1, black=2)], 1).removed == (0,)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=8), st.integers(0, 40))
def test_every_marker_lies_somewhere_and_they_lie_evenly(strengths: list[int], hits: int) -> None:
    placed = place([Pinned(one) for one in strengths], hits)
    assert sum(one.red for one in placed.stands) + placed.wasted == hits
    standing = [one for n, one in enumerate(placed.stands) if n not in placed.removed]
    assert not any(one.overloaded for one in standing)
    if standing:
        assert max(one.red for one in standing) - min(one.red for one in standing) <= 1
        assert placed.wasted == 0


@pytest.mark.rule("NQM-CAS-03")
def test_a_pinned_stand_still_has_its_unwounded_figures() -> None:
    assert Pinned(3, red=2).unwounded == 1
    assert Pinned(3, red=2, black=1).unwounded == 0


@pytest.mark.rule("NQM-REORG-12", "NQM-REORG-13")
def test_half_comes_off_and_the_odd_one_on_four() -> None:
    assert [
        halved(count, odd_off=off) for count, off in ((5, True), (5, False), (6, False), (1, True), (0, False))
    ] == [2, 3, 3, 0, 0]
    assert [pins.odd_comes_off(face) for face in range(1, 7)] == [False, False, False, True, True, True]
    assert dict(odds.after_reorganising(5)) == {2: F(1, 2), 3: F(1, 2)}


@pytest.mark.rule("NQM-REORG-12", "NQM-AMB-75")
def test_pooling_matters() -> None:
    assert dict(odds.after_reorganising(6)) == {3: 1}
    two = odds.after_reorganising(3).beside(odds.after_reorganising(3)).map(sum)
    assert dict(two) == {2: F(1, 4), 3: F(1, 2), 4: F(1, 4)}


@pytest.mark.rule("NQM-CAS-09", "NQM-CAS-10")
def test_what_stays_turns_black_and_is_shared_out() -> None:
    after = pins.reorganised([Pinned(3, red=3), Pinned(3, red=2)], 2)
    assert after == (Pinned(3, 0, 1), Pinned(3, 0, 1))
    assert shared_out([Pinned(3, black=2), Pinned(3)], 2) == (Pinned(3, 0, 2), Pinned(3, 0, 2))


@pytest.mark.rule("NQM-CAS-11", "NQM-CAS-12", "NQM-CAS-13")
def test_a_quarter_is_lost_for_good() -> None:
    lost = odds.from_hit_to_loss([5])
    assert dict(lost) == {1: F(3, 4), 2: F(1, 4)}
    assert odds.average(lost) == F(5, 4)
    assert dict(odds.lost_for_good(2)) == {1: 1}
    assert (pins.permanent(4), pins.permanent(5), pins.permanent(5, odd_off=True)) == (2, 3, 2)


@pytest.mark.rule("NQM-REORG-15", "NQM-REPR-07")
def test_unwounded_stands_make_companies() -> None:
    assert pins.amalgamated([2, 2, 1]) == (3, 2)
    assert pins.amalgamated([1, 2]) == (3,)
    assert pins.amalgamated([]) == ()


# Disorganised --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-REORG-01", "NQM-GRADE-05", "NQM-AMB-101")
def test_who_is_disorganised_after_combat() -> None:
    def after(
        grade: Grade, assault: bool, casualties: int, defending: bool = False, word: str = "assault or casualty"
    ) -> bool:
        book = DEFAULTS.with_setting("nqm.disorganised.after_combat", word)
        return reorganisation.disorganised_after(
            grade, book, assault=assault, casualties=casualties, defending=defending
        )

    assert after(R, True, 0)
    assert after(R, False, 1)
    assert not after(R, False, 0)
    assert not after(E, True, 3, defending=True)
    assert after(E, True, 3)
    assert not after(R, False, 3, word="assault only")
    assert not after(R, True, 3, word="never")


@pytest.mark.rule("NQM-REORG-02", "NQM-REORG-04", "NQM-REORG-06", "NQM-AMB-74")
def test_until_when_it_lasts() -> None:
    def again(grade: Grade, red: int = 0, dry: bool = False, orders: bool = False) -> bool:
        return reorganisation.organised_again(grade, red_pins=red, out_of_ammunition=dry, needs_orders=orders)

    assert again(R)
    assert not again(R, red=1)
    assert not again(R, dry=True)
    assert again(R, orders=True)
    assert not again(C, orders=True)


@pytest.mark.rule("NQM-REORG-08", "NQM-REORG-09")
def test_when_formations_are_disorganised() -> None:
    assert not reorganisation.formation_disorganised(headquarters_engaged=False, headquarters_casualties=0)
    assert not reorganisation.formation_disorganised(headquarters_engaged=True, headquarters_casualties=0)
    assert reorganisation.formation_disorganised(headquarters_engaged=True, headquarters_casualties=1)
    assert not reorganisation.division_disorganised(main_casualties=2, rear_casualties=0)
    assert reorganisation.division_disorganised(main_casualties=1, rear_casualties=1)
    assert not reorganisation.division_disorganised(main_casualties=0, rear_casualties=1)


@pytest.mark.rule("NQM-REORG-14", "NQM-REORG-16", "NQM-REORG-17")
def test_who_may_reorganise() -> None:
    assert reorganisation.may_reorganise(command_unwounded=True, tanks=False, safe=True) == ""
    assert "command" in reorganisation.may_reorganise(command_unwounded=False, tanks=False, safe=True)
    assert reorganisation.may_reorganise(command_unwounded=False, tanks=True, safe=True) == ""
    assert "safe" in reorganisation.may_reorganise(command_unwounded=True, tanks=False, safe=False)


# Ammunition ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-AMMO-02", "NQM-AMMO-03")
def test_a_stand_fires_as_often_as_it_is_strong() -> None:
    assert reorganisation.ammunition(3, DEFAULTS) == 3
    assert reorganisation.ammunition(1, DEFAULTS) == 1


@pytest.mark.rule("NQM-AMMO-06", "NQM-AMMO-07")
def test_boxes_give_every_stand_three_dice() -> None:
    boxes = DEFAULTS.with_setting("nqm.ammo.model", "boxes")
    assert [reorganisation.ammunition(strength, boxes) for strength in (1, 3)] == [3, 3]


@pytest.mark.rule("NQM-AMMO-08")
def test_a_stand_without_ammunition_does_not_fire() -> None:
    assert reorganisation.spent(F(1), F(1, 3)) == F(2, 3)
    with pytest.raises(ValueError, match="AMMO-08"):
        reorganisation.spent(F(0), F(1))
