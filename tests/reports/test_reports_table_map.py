"""The letters of the roads' entries on the drawn table, leaders to symbols, and the turn track."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from reportlab.pdfgen.canvas import Canvas

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import Light
from campaign.values import replace
from campaign.words.packet import Edge, TableEntry, TableMap, TableUnit, TurnCell, TurnMark
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol
from campaign_reports.areas import Area, crosses, meet
from campaign_reports.battle_head import cell_words
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.table_map import ENTRY_SIZE, draw_table, table_size, tried
from campaign_reports.table_trays import signs
from campaign_reports.type import Cut, width


@pytest.mark.parametrize("edge", list(Edge))
def test_letters_of_two_roads_an_inch_apart_stand_clear_of_each_other_and_of_both_triangles(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = tuple(TableEntry(letter, edge, inch, "track, Best") for letter, inch in (("B", 14), ("C", 15)))
    table = TableMap(96, 40, "", entries=entries)
    letters: dict[str, Area] = {}
    triangles: list[Area] = []

    def text(_: Sheet, x: float, y: float, said: str, *rest: object, **__: object) -> None:
        if said in ("B", "C"):
            letters[said] = Area(x, y - 5.4, width(said, Cut.BOLD, 7.5), 6.4)

    def path(_: Sheet, points: list[tuple[float, float]], *rest: object, **__: object) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if len(points) == 3 and max(xs) - min(xs) <= ENTRY_SIZE + 0.1 and max(ys) - min(ys) <= ENTRY_SIZE + 0.1:
            triangles.append(Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))

    monkeypatch.setattr(Sheet, "text", text)
    monkeypatch.setattr(Sheet, "path", path)
    sheet = Sheet(Canvas(BytesIO()), Part(Masthead("", "#000000", "", ""), lambda _: None), Paper.A4)
    draw_table(sheet, table, 40, 100, 500, 300)
    assert len(letters) == len(triangles) == 2
    assert not letters["B"].overlap(letters["C"])
    assert not any(letter.overlap(triangle) for letter in letters.values() for triangle in triangles)


def test_a_leader_that_starts_on_a_road_or_runs_along_it_does_not_cross_it() -> None:
    road = (0.0, 0.0, 10.0, 0.0)
    assert meet((5.0, -5.0, 5.0, 5.0), road)
    assert not meet((5.0, 0.0, 5.0, 5.0), road)
    assert not meet((2.0, 0.0, 8.0, 0.0), road)
    assert not meet((12.0, -5.0, 12.0, 5.0), road)


def test_a_night_of_the_turn_track_says_its_light_beside_who_arrives() -> None:
    night = TurnCell(1, "22:00-04:00", Light.MOONLIGHT, TurnMark.COMING, "16 May", "line 2 arrives")
    assert cell_words(night) == "night, moonlight; line 2 arrives"
    assert cell_words(replace(night, note="")) == "night, moonlight"
    assert cell_words(replace(night, mark=TurnMark.PLAYED, note="")) == "played"
    assert cell_words(replace(night, light=Light.DAY)) == "line 2 arrives"


def test_the_trays_of_a_large_battle_lie_beside_the_table_and_do_not_cover_one_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    symbol = UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION)
    spots = (((30, 20), 30), ((20, 50), 12), ((25, 80), 2))
    units = tuple(TableUnit(symbol, at, str(n), "#1b4f8a") for at, count in spots for n in range(count))
    table = TableMap(40, 96, "", units=units)
    boxes: list[Area] = []

    def box(
        _: Sheet, x: float, y: float, wide: float, high: float, line: float = 0, *rest: object, **__: object
    ) -> None:
        if line == 0.4:
            boxes.append(Area(x, y, wide, high))

    monkeypatch.setattr(Sheet, "box", box)
    sheet = Sheet(Canvas(BytesIO()), Part(Masthead("", "#000000", "", ""), lambda _: None), Paper.A4)
    draw_table(sheet, table, 40, 100, 500, 300)
    across, down = table_size(table, 500, 300)
    frame = Area(40 + (500 - across) / 2, 100 + (300 - down) / 2, across, down)
    assert len(boxes) == 4, "24 of the 30 in one tray, 6 in another, the 12, the 2"
    assert all(frame.overlap(tray) < 0.05 * across * down for tray in boxes)
    assert sum(frame.overlap(tray) for tray in boxes) < 0.1 * across * down
    assert all(one.overlap(other) < 0.5 for one, other in combinations(boxes, 2))


def test_many_units_are_drawn_as_one_sign_a_command_and_spot() -> None:
    """Four battalions of one brigade at one spot are one sign with their lines; a battalion alone keeps its own."""
    symbol, brigade = UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION), UnitSymbol(Arm.INFANTRY, SizeMark.BRIGADE)
    units = [
        TableUnit(symbol, at, str(line), "#1b4f8a", command, brigade)
        for command, at, lines in (
            ("1 Bde", (10, 10), (1, 2, 3, 5)),
            ("2 Bde", (10, 10), (6,)),
            ("1 Bde", (30, 80), (4,)),
        )
        for line in lines
    ]
    assert signs(units) == units, "few are drawn one by one"
    crowd = [*units, *(TableUnit(symbol, (20, 50), str(line), "#1b4f8a", "3 Bde", brigade) for line in range(7, 20))]
    assert [(sign.label, sign.symbol.mark) for sign in signs(crowd)] == [
        ("1-3, 5", SizeMark.BRIGADE),
        ("6", SizeMark.BATTALION),
        ("4", SizeMark.BATTALION),
        ("7-19", SizeMark.BRIGADE),
    ]


def test_no_leader_crosses_a_tray_and_a_crowded_spot_becomes_an_inset() -> None:
    """Twenty spots on a small map: what finds no room of its own stands under the map behind its number, none is
    lost."""
    symbol = UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION)
    units = tuple(
        TableUnit(symbol, (4 + n % 5 * 8, 4 + n // 5 * 8), str(n), "#1b4f8a" if n % 2 else "#a01010") for n in range(20)
    )
    ground = tried(TableMap(48, 40, "", units=units), 180, 140)
    assert ground.insets, "there is no room for all"
    assert len(ground.trays) + len(ground.insets) == 20
    for step, leader in enumerate(ground.leaders):
        assert not any(crosses(leader, tray) for n, tray in enumerate(ground.trays) if n != step)
    assert all(one.overlap(other) < 0.5 for one, other in combinations(ground.trays, 2))
    roomy = tried(TableMap(48, 40, "", units=units[:6]), 500, 400)
    assert not roomy.insets and len(roomy.trays) == 6
