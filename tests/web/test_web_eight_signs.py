"""The eight signs of a return stand beside its square, and open it where they are typed."""

from __future__ import annotations

from io import BytesIO

import pytest

from campaign.model import Battle, Side
from campaign.situation.chance import table_code
from campaign.terms.viewer import UMPIRE
from tests.web.visitors import Hall, Visitor


def signs_of(hall: Hall, side: str) -> str:
    with hall.desk.reading(UMPIRE) as board:
        row = next(iter(board.rows(Side, Side.key == side)))
        battle = next(iter(board.rows(Battle, Battle.number == 1)))
        return table_code(board, battle, row) or ""


def found(visitor: Visitor, text: str) -> list[str]:
    return [line["href"] for line in visitor.get(f"/find/hits?q={text}").json()["lines"]]


@pytest.mark.long
def test_a_stranger_opens_the_return_by_typing_the_signs_as_they_are_printed(hall: Hall) -> None:
    signs = signs_of(hall, "allied")
    for typed in (signs, f"{signs[:4]} {signs[4:]}", f"{signs[:4]}-{signs[4:]}".lower()):
        stranger = hall.visitor()
        page = stranger.press("/", "Open the return", code=typed)
        assert page.status_code == 200 and "table of battle 1" in page.text, typed
        assert "/battles/1/return/allied" in str(stranger.press_on(page, "Come in").url)


def test_wrong_signs_are_refused_with_where_they_stand(hall: Hall) -> None:
    page = hall.visitor().press("/", "Open the return", code="ABCD2345")
    assert page.status_code == 404
    assert "There is no return with these eight characters." in page.text
    assert "Find them on the printed return, after PHONE beside the square code." in page.text


@pytest.mark.sample(3)
@pytest.mark.parametrize("shape", ["{0}{1}", "{0} {1}", "{0}-{1}"])
def test_find_leads_a_player_to_his_own_side_s_return(reading_room: Hall, shape: str) -> None:
    own, enemy = signs_of(reading_room, "allied"), signs_of(reading_room, "axis")
    erskine = reading_room.commander("erskine", side="allied")
    typed = shape.format(own[:4], own[4:])
    assert found(erskine, typed)[:1] == ["/battles/1/return/allied"]
    page = erskine.get(f"/find?q={typed}")
    assert 'href="/battles/1/return/allied"' in page.text and "Return of battle 1" in page.text
    assert erskine.get("/battles/1/return/allied").status_code == 200
    for unknown in (enemy, "ABCD2345"):  # drawn signs may resemble a page's name, and that page is then found
        assert not [href for href in found(erskine, unknown) if href.startswith("/battles")]
        assert "Return of battle" not in erskine.get(f"/find?q={unknown}").text
    assert found(reading_room.umpire(), enemy)[:1] == ["/battles/1/return/axis"]


def test_the_printed_return_has_its_signs_beside_the_square(reading_room: Hall) -> None:
    answer = reading_room.umpire().get("/papers/print?kind=packet&which=1&side=allied")
    pypdf = pytest.importorskip("pypdf")
    text = "".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(answer.content)).pages)
    signs = signs_of(reading_room, "allied")
    assert f"PHONE {signs[:4]} {signs[4:]}" in text
