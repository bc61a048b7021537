"""Unit signs for rows and heads: their words, and each kind once on a page."""

from xml.etree import ElementTree

import pytest

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.web.chips import chip, chip_symbols
from campaign.words.symbol import Complement, Frame, UnitSymbol, symbol_words

GUARDS = UnitSymbol(Arm.LORRIED_INFANTRY, SizeMark.BATTALION, "3", "22 Gds")


@pytest.mark.parametrize(
    ("symbol", "words"),
    [
        (GUARDS, "lorried infantry battalion, fresh"),
        (UnitSymbol(None, None, frame=Frame.ENEMY), "unit of unknown branch"),
        (UnitSymbol(Arm.MOTOR_INFANTRY, SizeMark.COMPANY, frame=Frame.ENEMY), "motor infantry company"),
        (
            UnitSymbol(
                Arm.ARMOUR,
                SizeMark.BRIGADE,
                headquarters=True,
                state=State.SPENT,
                complement=Complement.REDUCED,
                dug_in=True,
            ),
            "armour brigade headquarters, weak, spent, dug in",
        ),
        (UnitSymbol(Arm.HEADQUARTERS, SizeMark.DIVISION, resting=True), "division headquarters, fresh, resting"),
        (UnitSymbol(Arm.INFANTRY, SizeMark.BRIGADE, ad_hoc=True), "infantry brigade group, fresh"),
        (UnitSymbol(Arm.ARMOUR, SizeMark.BATTALION, reconnaissance=True), "reconnaissance armour battalion, fresh"),
        (
            UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION, frame=Frame.ENEMY, state=State.SPENT),
            "infantry battalion, spent",
        ),
    ],
)
def test_a_sign_in_words(symbol: UnitSymbol, words: str) -> None:
    assert symbol_words(symbol) == words


def test_a_chip_is_a_picture_with_a_name() -> None:
    root = ElementTree.fromstring(chip(GUARDS, 1, 16))
    assert (root.get("role"), root.get("aria-label")) == ("img", "lorried infantry battalion, fresh")
    assert "var(--side1)" in chip(GUARDS, 1, 16)
    assert 'aria-label="3 CG"' in chip(GUARDS, 0, 16, "3 CG")


@pytest.mark.sample(3)
@pytest.mark.parametrize("arm", [*Arm, None])
def test_every_branch_and_state_can_be_drawn(arm: Arm | None) -> None:
    for frame in Frame:
        for state in State:
            symbol = UnitSymbol(arm, SizeMark.BATTALION, frame=frame, state=state, resting=True, dug_in=True)
            assert ElementTree.fromstring(chip(symbol, 0, 12.5)).get("class", "").startswith("chip")


def test_all_chips_of_one_height_are_equally_large() -> None:
    plain, deep = chip(GUARDS, 0, 16), chip(UnitSymbol(Arm.ARMOUR, SizeMark.BRIGADE, headquarters=True), 0, 16)
    sizes = {(root.get("width"), root.get("height")) for root in map(ElementTree.fromstring, (plain, deep))}
    assert len(sizes) == 1


def test_the_chips_of_a_page_are_drawn_once_a_kind() -> None:
    scots = UnitSymbol(Arm.LORRIED_INFANTRY, SizeMark.BATTALION, "2", "22 Gds")
    sheet = chip_symbols([(GUARDS, 0), (scots, 0), (GUARDS, 1)])
    assert sheet.defs.count("<g id=") == 2
    assert sheet.chip(GUARDS, 0, 16) == sheet.chip(scots, 0, 16)
    assert '<use href="#u1"/>' in sheet.chip(scots, 1, 16)
    with pytest.raises(KeyError):
        sheet.chip(UnitSymbol(Arm.ARMOUR, SizeMark.BATTALION), 0, 16)
