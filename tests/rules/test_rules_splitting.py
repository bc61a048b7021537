"""Companies and halves of battalions (umpire 1.3, OB-SIZE-04, -05, OB-REC-01)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput, Refused
from campaign.rules.day import splitting as rules
from campaign.rules.day.splitting import PartSize
from campaign.terms.forces import Arm, Size


@pytest.mark.rule("OB-SIZE-04", "OB-SIZE-05")
def test_two_companies_are_weak_three_and_four_normal_one_stays_a_company() -> None:
    assert [rules.size_of(n) for n in range(1, 9)] == [
        Size.COMPANY,
        Size.WEAK,
        Size.NORMAL,
        Size.NORMAL,
        *[Size.LARGE] * 4,
    ]


def test_two_halves_are_two_weak_battalions() -> None:
    half = rules.part(PartSize.HALF, 4)
    assert (half.size, half.rest) == (Size.WEAK, Size.WEAK)
    company = rules.part(PartSize.COMPANY, 4)
    assert (company.size, company.rest) == (Size.COMPANY, Size.NORMAL)
    assert (rules.part(PartSize.HALF, 8).size, rules.part(PartSize.HALF, 8).rest) == (Size.NORMAL, Size.NORMAL)


def test_what_does_not_split() -> None:
    with pytest.raises(Refused, match="only a company strong"):
        rules.part(PartSize.COMPANY, 1)
    with pytest.raises(Refused, match="3 companies"):
        rules.part(PartSize.HALF, 3)
    with pytest.raises(BadInput, match="'third'"):
        rules.part_word("third")


@pytest.mark.rule("OB-REC-01", "OB-AMB-090")
def test_a_reconnaissance_battalion_has_three_companies_by_default() -> None:
    assert rules.whole_of(Arm.RECONNAISSANCE) == 3 and rules.whole_of(Arm.INFANTRY) == 4
    assert rules.companies_in(Size.NORMAL, 0, 3) == 3 and rules.companies_in(Size.WEAK, 1, 3) == 2


@given(st.sampled_from([2, 3, 4, 8]), st.lists(st.sampled_from(PartSize), max_size=8))
def test_what_is_left_is_known_from_its_size_and_what_is_away(whole: int, parts: list[PartSize]) -> None:
    usual = whole if whole in (3, 4) else 4
    left, away, size = whole, 0, rules.size_of(whole)
    for what in parts:
        assert rules.companies_in(size, away, usual) == left
        if left < 2 or (what is PartSize.HALF and left % 2):
            continue
        going = rules.part(what, left)
        left, away, size = left - going.companies, away + going.companies, going.rest


@given(st.integers(0, 5000), st.integers(2, 8), st.data())
def test_the_sum_is_kept(count: int, of: int, data: st.DataObject) -> None:
    companies = data.draw(st.integers(1, of - 1))
    taken = rules.share(count, companies, of)
    assert 0 <= taken <= count and abs(taken - count * companies / of) < 1
