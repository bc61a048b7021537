"""The morning of a campaign day: weather, and the stop for orders (OB-WX, umpire 1.14)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.day import Next
from campaign.errors import BadInput, Refused
from campaign.journal import Done, commit, preview, reading
from campaign.journal.digest import digest
from campaign.model import Clock, DiaryLine, Setting, Side, WeatherReport
from campaign.queries.book.book import book
from campaign.queries.day.status import status
from campaign.rules.common.dice import Scripted, Seeded
from campaign.situation.victory import VICTORY, margin
from campaign.store import Store
from campaign.terms.state import Sky
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.verbs.orders import OrdersComplete
from campaign.words.papers import Fact
from tests.actions.stage import stage
from tests.tiny import named


def go(store: Store, until: str = "step", faces: tuple[int, ...] = (), **more: Any) -> Done:
    return commit(store, None, Next(until, **more), source=Scripted(faces), actor="umpire")


def clock(store: Store) -> tuple[int, int, Phase]:
    with reading(store) as board:
        (row,) = board.rows(Clock)
        return row.day, row.turn, row.phase


@pytest.mark.rule("OB-WX-01", "OB-WX-02", "OB-WX-03", "OB-WX-04")
@pytest.mark.parametrize(("face", "sky"), [(1, Sky.BAD), (2, Sky.CLOUD), (3, Sky.CLEAR), (6, Sky.CLEAR)])
def test_one_die_makes_the_weather_of_a_summer_day(tiny: Store, face: int, sky: Sky) -> None:
    done = go(tiny, faces=(face,))
    assert [(r.name.purpose, r.value) for r in done.rolls] == [("weather", face)]
    with reading(tiny) as board:
        (report,) = board.rows(WeatherReport)
        assert (report.day, report.turn, report.area, report.roll, report.sky) == (1, 1, "", face, sky)
        assert {line.side_id for line in board.rows(DiaryLine)} == {side.id for side in board.rows(Side)}
    assert clock(tiny) == (1, 1, Phase.BASING_AREAS)


def test_the_clock_stops_once_for_orders_and_names_the_command(tiny: Store) -> None:
    done = go(tiny, "turn", faces=(4,))
    assert clock(tiny) == (1, 1, Phase.ORDERS)
    assert "General Alba and General Brenn" in done.receipt.waiting
    assert "campaign orders --for NAME" in done.receipt.waiting


def test_who_has_said_that_his_orders_are_complete_is_not_waited_for(tiny: Store) -> None:
    commit(tiny, None, OrdersComplete("General Alba"), source=Scripted(()), actor="umpire")
    done = go(tiny, "turn", faces=(4,))
    assert "General Brenn" in done.receipt.waiting
    assert "General Alba" not in done.receipt.waiting


def test_seeded_dice_give_the_same_day_twice(tiny: Store) -> None:
    first = preview(tiny, None, Next("step"), source=Seeded("41"), actor="umpire")
    second = commit(tiny, None, Next("step"), source=Seeded("41"), actor="umpire")
    assert first.rolls == second.rolls
    with reading(tiny) as board:
        assert len(board.rows(WeatherReport)) == 1


def test_preview_leaves_nothing_behind(tiny: Store) -> None:
    with reading(tiny) as board:
        before = digest(board)
    shown = preview(tiny, None, Next("turn"), source=Scripted((4,)), actor="umpire")
    assert any(change.table == "weather_report" for change in shown.changes)
    with reading(tiny) as board:
        assert digest(board) == before


def test_an_unknown_end_is_refused(tiny: Store) -> None:
    with pytest.raises(
        BadInput, match=r"'week' is not a point at which the clock can stop\. Write turn, day, battle, decision, step"
    ):
        go(tiny, "week")


def test_after_the_last_day_the_clock_refuses_to_run(tiny: Store) -> None:
    for _ in range(2):
        go(tiny, "day", faces=(4,), auto=True)
    assert clock(tiny) == (2, 4, Phase.OVER)
    with pytest.raises(Refused, match=r"the campaign is over; Alba win by 4 points: 4 to 0"):
        go(tiny)
    levels = [["Alba victory", "alba", 0], ["Stalemate", None, 0]]
    stage(tiny, lambda board: board.make(Setting, key=VICTORY, value=levels))
    with pytest.raises(Refused, match=r"the campaign is over; Alba victory; Alba win by 4 points: 4 to 0"):
        go(tiny)
    with reading(tiny) as board:
        assert (
            status(board, UMPIRE).waiting[0].what == "the campaign is over; Alba victory; Alba win by 4 points: 4 to 0"
        )
        assert Fact("Result", "Alba victory; Alba win by 4 points: 4 to 0") in book(board, UMPIRE).facts
        side = Viewer(side=named(board, Side, "alba").id)
        assert status(board, side).waiting[0].what == "the campaign is over", (
            "the others' score is not a side's to know"
        )


@pytest.mark.rule("umpire 1.12")
@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([("Allied", 16), ("Axis", 8)], "Allied win by 8 points: 16 to 8"),
        ([("Allied", 3), ("Axis", 4)], "Axis win by 1 point: 4 to 3"),
        ([("Allied", 8), ("Axis", 8)], "a draw at 8 points each"),
        ([("Vichy", 2), ("Allied", 16), ("Axis", 13)], "Allied win by 3 points: Allied 16, Axis 13, Vichy 2"),
        ([("A", 5), ("B", 2), ("C", 5)], "a draw between A and C at 5 points each: A 5, C 5, B 2"),
    ],
)
def test_the_end_names_the_winner_and_his_margin(points: list[tuple[str, int]], words: str) -> None:
    assert margin(points) == words
