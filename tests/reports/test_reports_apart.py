"""A battle sheet whose battalions stand on a page of their own: tables find what room page 1 has, readings the page
where they are largest."""

from __future__ import annotations

import specimens

from campaign.views.papers import Fact
from campaign.views.sheet import Reminders
from campaign_reports.document import Document, compose
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.reminders import draw_reminders


# Rules in short ------------------------------------------------------------------------------------------------------
def in_short(reminders: int, readings: int, room: float, after: float = 0.0) -> tuple[int, float]:
    """On which page so many sentences of each stand that begin so high over the foot of the first, and how high they
    end over the foot."""
    found: list[tuple[int, float]] = []
    text = "Whoever has come on in this turn neither fires nor is hidden until he has moved once more."
    given = (
        Reminders("The fight in short", tuple(Fact(f"Rule {n}", text) for n in range(reminders))),
        Reminders("After it in short", (Fact("Then", text),)),
    )
    ours = tuple(Fact(f"Ours {n}", text) for n in range(readings))

    def paint(sheet: Sheet) -> None:
        sheet.begin()
        y = draw_reminders(sheet, sheet.foot - room, given, ours, after)
        found.append((sheet.number, sheet.foot - y))

    compose([Document((Part(specimens.brevity_head("Battle 1", "", "OB 1"), paint),), ())], Paper.A4)
    return found[-1]


def test_readings_and_then_rules_in_short_run_on_before_they_take_another_page() -> None:
    """Labelled they need more than the page has, as running text they stand on it; and what comes after them does too,
    or all move on."""
    assert in_short(12, 12, 400)[0] == 1
    assert in_short(24, 0, 300)[0] == 1 and in_short(24, 0, 280)[0] == 2
    page, left = in_short(12, 12, 230)
    assert page == 1 and left > 8
    page, left = in_short(12, 12, 280, after=60)
    assert page == 1 and left > 60
    assert in_short(12, 12, 280, after=90)[0] == 2
    assert in_short(40, 40, 150)[0] > 1, "what finds no room at all goes on the next page"
