"""The report of a battle that the program resolved: the summary, the table before and after, then every line."""

from __future__ import annotations

from campaign.views.battle.battle_paper import BattleMap, BattlePaper
from campaign_reports.blocks import Block, Item, draw_items, flow, text_items
from campaign_reports.document import Document, rendered
from campaign_reports.hex_map import draw_hexes, hexes_height, hexes_wide
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.style import MM, TABLE, TEXT
from campaign_reports.table_map import draw_table, table_height
from campaign_reports.table_trays import draw_insets
from campaign_reports.type import Cut

MAP_HIGH = 0.36
"""Largest share of the page for a map."""


POSITIONS = "43, 23 = 43 in. from the W edge, 23 in. from the S edge"


@rendered
def render_battle_report(view: BattlePaper, _: Paper) -> Document:
    part = Part(view.masthead, lambda sheet: _paint(sheet, view), name=f"Battle {view.number}")
    return Document((part,), (view,))


def _paint(sheet: Sheet, view: BattlePaper) -> None:
    y = sheet.begin() + 3 * MM
    items = [line for text in view.summary for line in text_items(text, sheet.room, TEXT)]
    y = draw_items(sheet, sheet.left_x, y, items) + 4 * MM
    if view.key:
        key = [item for text in view.key for item in text_items(text, sheet.room, TABLE)]
        y = draw_items(sheet, sheet.left_x, y, key) + 3 * MM
    for name, drawn in (("Before", view.before), ("After", view.after)):
        if drawn is not None:
            y = _draw_map(sheet, y, name, drawn)
    lines = [item for text in view.report for item in _line(text, sheet)]
    on_hexes = view.before is not None and view.before.grid is not None
    blocks = [Block("Every move and roll", lines, "" if on_hexes else POSITIONS)]
    flow(sheet, y, blocks)


def _draw_map(sheet: Sheet, y: float, name: str, drawn: BattleMap) -> float:
    """Draw the table at one moment, on a new page where there is no room; returns the y under it."""
    table, grid, most = drawn.table, drawn.grid, MAP_HIGH * sheet.height
    wide = sheet.room if grid is None else hexes_wide(grid, most, sheet.room)
    high = table_height(table, wide, most) if grid is None else hexes_height(grid, wide)
    if y + high + 8 * MM > sheet.low:
        y = sheet.next_page()
    y = draw_items(sheet, sheet.left_x, y, text_items(f"{name}: {table.measures}", sheet.room, TABLE, Cut.SEMIBOLD))
    y += 1 * MM
    if grid is not None:
        return draw_hexes(sheet, grid, sheet.left_x + (sheet.room - wide) / 2, y, wide, table) + 3 * MM
    ground = draw_table(sheet, table, sheet.left_x, y, wide, most, names=8)
    y = draw_insets(sheet, ground, sheet.left_x, y + high, wide) + 2 * MM
    names = [item for word in ground.listed for item in text_items(word, wide, TABLE)]
    return draw_items(sheet, sheet.left_x, y, names) + 3 * MM


def _line(text: str, sheet: Sheet) -> list[Item]:
    cut = Cut.REGULAR if text.startswith(" ") else Cut.SEMIBOLD
    return text_items(text.strip(), sheet.room, TABLE, cut)
