"""Every arm, size mark and state can be drawn, differs from every other, and stays within the room it asks for."""

from __future__ import annotations

import io
from itertools import combinations

import pypdfium2
import pytest
from PIL import Image, ImageChops

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.words.papers import Masthead
from campaign.words.symbol import Complement, Frame, UnitSymbol
from campaign_reports.branches import BREADTH
from campaign_reports.document import Document, compose
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.symbols import draw, footroom, headroom, sideroom

H = 40.0
LEFT, TOP = 200.0, 300.0


def picture(symbol: UnitSymbol, h: float = H) -> Image.Image:
    """The symbol alone, cut out with three times its height round it."""

    def paint(sheet: Sheet) -> None:
        sheet.begin()
        draw(sheet, symbol, LEFT, TOP, h)

    document = pypdfium2.PdfDocument(
        compose([Document((Part(Masthead("", "#000000", "", "Symbol"), paint),), ())], Paper.A4)
    )
    image = document[0].render(scale=2).to_pil().convert("L")
    document.close()
    return image.crop(
        (int(2 * (LEFT - 2 * h)), int(2 * (TOP - 2 * h)), int(2 * (LEFT + 4 * h)), int(2 * (TOP + 4 * h)))
    )


def changed(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ clearly."""
    return sum(ImageChops.difference(one, other).histogram()[61:])


@pytest.mark.long
def test_every_arm_has_a_sign_of_its_own() -> None:
    pictures = {arm: picture(UnitSymbol(arm, None)) for arm in (*Arm, None)}
    for one, other in combinations(pictures, 2):
        assert changed(pictures[one], pictures[other]) > 40, (one, other)


def test_every_size_mark_has_a_sign_of_its_own() -> None:
    pictures = {mark: picture(UnitSymbol(Arm.INFANTRY, mark)) for mark in (*SizeMark, None)}
    for one, other in combinations(pictures, 2):
        assert changed(pictures[one], pictures[other]) > 20, (one, other)


@pytest.mark.sample(3)
@pytest.mark.parametrize("arm", [Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.HEAVY_ARMOUR])
def test_every_state_shows(arm: Arm) -> None:
    plain = picture(UnitSymbol(arm, SizeMark.BATTALION))
    changes = (
        *(UnitSymbol(arm, SizeMark.BATTALION, state=state) for state in State if state is not State.FRESH),
        UnitSymbol(arm, SizeMark.BATTALION, resting=True),
        UnitSymbol(arm, SizeMark.BATTALION, dug_in=True),
        UnitSymbol(arm, SizeMark.BATTALION, complement=Complement.REDUCED),
        UnitSymbol(arm, SizeMark.BATTALION, frame=Frame.ENEMY),
        UnitSymbol(arm, SizeMark.BATTALION, headquarters=True),
        UnitSymbol(arm, SizeMark.BATTALION, ad_hoc=True),
        UnitSymbol(arm, SizeMark.BATTALION, complement=Complement.REINFORCED),
    )
    pictures = [picture(symbol) for symbol in changes]
    for one, other in combinations([plain, *pictures], 2):
        assert ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.sample(9)
@pytest.mark.parametrize("arm", list(Arm))
@pytest.mark.parametrize("state", list(State))
def test_a_symbol_stays_within_the_room_it_asks_for(arm: Arm, state: State) -> None:
    for symbol in (
        UnitSymbol(arm, SizeMark.ARMY_GROUP, state=state, resting=True, dug_in=True, headquarters=True),
        UnitSymbol(
            arm, SizeMark.BATTALION, complement=Complement.REINFORCED, frame=Frame.ENEMY, state=state, ad_hoc=True
        ),
    ):
        box = ImageChops.invert(picture(symbol)).point(lambda value: 255 if value > 90 else 0).getbbox()
        assert box is not None
        left, top, right, bottom = (value / 2 for value in box)
        slack = 0.08 * H
        assert top >= 2 * H - headroom(symbol, H) - slack
        assert bottom <= 3 * H + footroom(symbol, H) + slack
        assert left >= 2 * H - sideroom(symbol, H) - slack
        assert right <= 2 * H + BREADTH * H + sideroom(symbol, H) + slack


def test_states_hold_no_letters_under_six_points() -> None:
    symbol = UnitSymbol(None, SizeMark.COMPANY, frame=Frame.ENEMY, resting=True)

    def paint(sheet: Sheet) -> None:
        sheet.begin()
        draw(sheet, symbol, LEFT, TOP, 8)

    data = compose([Document((Part(Masthead("", "#000000", "", "Symbol"), paint),), ())], Paper.A4)
    document = pypdfium2.PdfDocument(io.BytesIO(data))
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert "?" not in text and "R" not in text.replace("REPORT", "")
