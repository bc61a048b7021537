"""Unit symbols as Brigadier General Commands reads them off battle maps: sign, size, own number left, the superior's
right."""

from __future__ import annotations

import pypdfium2
import pytest

from campaign.terms.forces import Arm, SizeMark
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol
from campaign_reports.document import Document, compose
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.symbols import draw_with_names
from tests.reports.test_reports_symbols import LEFT, TOP, H, changed, picture


def where(symbol: UnitSymbol, word: str) -> float:
    """How far from the left edge of the paper the middle of a word stands, in points."""

    def paint(sheet: Sheet) -> None:
        sheet.begin()
        draw_with_names(sheet, symbol, LEFT, TOP, H)

    document = pypdfium2.PdfDocument(
        compose([Document((Part(Masthead("", "#000000", "", "Symbol"), paint),), ())], Paper.A4)
    )
    text = document[0].get_textpage()
    found = text.search(word, match_case=True).get_next()
    assert found is not None, word
    left, _, right, _ = text.get_charbox(found[0])
    text.close()
    document.close()
    return float((left + right) / 2)


@pytest.mark.rule("BGC-ORG-06", "BGC-ORG-07")
def test_the_unit_left_and_its_superior_right() -> None:
    symbol = UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION, number="77", superior="26")
    assert where(symbol, "77") < LEFT < LEFT + H < where(symbol, "26")


@pytest.mark.rule("BGC-ORG-04", "BGC-ORG-08")
def test_signs_are_combined() -> None:
    plain = picture(UnitSymbol(Arm.INFANTRY, SizeMark.COMPANY))
    for other in (
        UnitSymbol(Arm.ARMOUR, SizeMark.COMPANY),
        UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION),
        UnitSymbol(Arm.INFANTRY, SizeMark.COMPANY, headquarters=True),
        UnitSymbol(Arm.ARMOURED_INFANTRY, SizeMark.COMPANY),
        UnitSymbol(Arm.PARACHUTE, SizeMark.COMPANY),
    ):
        assert changed(plain, picture(other)) > 20
