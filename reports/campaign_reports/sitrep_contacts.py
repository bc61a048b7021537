"""The contacts of a situation report: a row for each, in columns, or stacked where the column is slim."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from campaign.views.sitrep import SightedEnemy
from campaign_reports.blocks import Block, Item, striped
from campaign_reports.columns import word_heads
from campaign_reports.page import Sheet, Side
from campaign_reports.style import CAPTION, INK, SECOND, TABLE, TEXT, WHITE
from campaign_reports.symbols import draw_in_row, footroom, headroom
from campaign_reports.type import Cut, fit, paragraph

WIDE = 322.0
"""Of the column that has room for all that is said of a contact side by side."""
SLIM = 220.0
"""In less than this it stands one below the other."""


def contacts_block(contacts: Sequence[SightedEnemy], left_out: int, room: float, air: float) -> Block | None:
    """What was seen of the enemy, the latest first; ``left_out``: so many more were seen that only the map shows."""
    if not contacts:
        return None
    slim = room < SLIM
    row = _slim_contact if slim else _contact
    words = ("place", "seen as", "strength", "source")
    heads = [(30.0, "where, what, seen by")] if slim else list(zip(_contact_edges(room), words, strict=False))
    aside = "black dot: under 3 hours; ring: older"
    if left_out:
        aside += f"; {left_out} more on the map"
    ordered = sorted(contacts, key=lambda contact: contact.age_hours)
    rows = striped((row(contact, room, air) for contact in ordered), room)
    return Block("Contacts", (word_heads([*heads, (room, "age")], room, ("age",), 10), *rows), aside, heads=1)


def _contact_edges(room: float) -> tuple[float, ...]:
    """Where the columns of words begin, and where the last one ends."""
    return (
        (46.0, 120.0, 186.0, 240.0, room - 32)
        if room >= WIDE
        else (30.0, 0.35 * room, 0.55 * room, 0.7 * room, room - 30)
    )


def _contact(contact: SightedEnemy, room: float, air: float) -> Item:
    h = 9.4
    texts = (contact.place, _seen_as(contact), contact.strength, contact.source)
    cells = [
        (start, fit(text, end - start - 4, TABLE if step else TEXT, Cut.REGULAR if step else Cut.SEMIBOLD, 2))
        for step, (text, (start, end)) in enumerate(zip(texts, pairwise(_contact_edges(room)), strict=True))
    ]
    up = headroom(contact.symbol, h)
    high = max(up + h + footroom(contact.symbol, h) * 0.7 + 3.4, max(cell.depth for _, cell in cells) + 4) + air

    def paint(sheet: Sheet, x: float, y: float) -> None:
        middle = y + high / 2
        draw_in_row(sheet, contact.symbol, x + 10, y, high, h)
        for at, cell in cells:
            sheet.lines(x + at, middle + 2.7 - cell.pitch * (len(cell.lines) - 1) / 2, cell)
        _draw_age(sheet, x + room, middle, contact)

    return Item(high, paint)


def _slim_contact(contact: SightedEnemy, room: float, air: float) -> Item:
    """Where in bold, below it what, and by whom."""
    h, wide = 9.4, room - 62
    place = fit(contact.place, wide, TEXT, Cut.SEMIBOLD, 2)
    setting = paragraph(", ".join(word for word in (_seen_as(contact), contact.strength) if word), wide, TABLE)
    source = fit(contact.source, wide, CAPTION, lines=2)
    parts = (place, INK), (setting, INK), (source, SECOND)
    deep = sum(text.depth for text, _ in parts)
    high = max(headroom(contact.symbol, h) + h + footroom(contact.symbol, h) + 3.4, deep + 4) + air

    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw_in_row(sheet, contact.symbol, x + 8, y, high, h)
        down = y + (high - deep) / 2
        for text, colour in parts:
            sheet.lines(x + 30, down + text.size * 0.95, text, colour)
            down += text.depth
        _draw_age(sheet, x + room, y + high / 2, contact)

    return Item(high, paint)


def _seen_as(contact: SightedEnemy) -> str:
    return contact.seen_as if contact.count == 1 else f"{contact.count} × {contact.seen_as}"


def _draw_age(sheet: Sheet, edge: float, middle: float, contact: SightedEnemy) -> None:
    news = contact.age_hours < 3
    sheet.disc(edge - 27, middle, 2.1, 0.8, INK, INK if news else WHITE)
    sheet.fitted(
        edge, middle + 2.7, f"{contact.age_hours} h", 22, TEXT, Cut.BOLD if news else Cut.REGULAR, side=Side.RIGHT
    )
