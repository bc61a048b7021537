"""The foot of a page: far enough from the paper's edge for printers that leave its last centimetre white."""

from io import BytesIO

import pytest
from reportlab.pdfgen.canvas import Canvas

from campaign.words.papers import Masthead
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.style import MM


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("landscape", [False, True])
def test_the_words_at_the_foot_stand_twelve_millimetres_above_the_edge(
    paper: Paper, landscape: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: dict[str, float] = {}

    def text(_: Sheet, x: float, y: float, said: str, *rest: object, **__: object) -> float:
        lines[said] = y
        return 0.0

    monkeypatch.setattr(Sheet, "text", text)
    part = Part(Masthead("", "#000000", "Brevity", "Roster", use="As reported."), lambda _: None, landscape=landscape)
    sheet = Sheet(Canvas(BytesIO()), part, paper, pages=1)
    sheet.begin()
    low = sheet.height - max(lines.values())
    assert "page 1 of 1" in lines and low >= 12 * MM - 0.01
