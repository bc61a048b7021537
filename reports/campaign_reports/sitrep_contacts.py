"""The contacts of a situation report: a row for each place, with the enemies seen there and the age of the sighting."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.contacts.sitrep import SightedEnemy
from campaign_reports.blocks import Block, Item, striped
from campaign_reports.page import Sheet, Side
from campaign_reports.style import INK, NOTE, SECOND, TABLE, TEXT, WHITE
from campaign_reports.symbols import draw_in_row, footroom, headroom
from campaign_reports.type import Cut, paragraph, squeeze

START = 27.0
"""Left edge in points of the text after the sign."""
AGE = 34.0


def contacts_block(contacts: Sequence[SightedEnemy], left_out: int, room: float) -> Block:
    """Return a block of sighted enemies, place by place, the latest first; ``left_out``: the number of those that only
    the map shows.
    """
    aside = "dot = under 3 hours old, ring = older"
    if left_out:
        aside = f"{left_out} more contacts are on the map"
    return Block("Contacts", striped((_contact(contact, room) for contact in contacts), room), aside)


def _contact(contact: SightedEnemy, room: float) -> Item:
    h, wide = 9.4, room - START
    seen = paragraph(contact.seen_as, wide - 2, TABLE)
    by = f"seen by {contact.source}" if contact.source else ""
    place = squeeze(f"Near {contact.place}{',' * bool(by)}", wide - AGE, TEXT, Cut.SEMIBOLD)
    beside = wide - AGE - place.width - 10
    source = squeeze(by, max(40.0, beside), NOTE, Cut.ITALIC)
    below = bool(by) and (source.is_cut or beside < 40)
    if below:
        source = squeeze(by, wide - 2, NOTE, Cut.ITALIC)
    deep = place.depth + seen.depth + (source.depth if below else 0)
    high = max(headroom(contact.symbol, h) + h + footroom(contact.symbol, h) * 0.7 + 3, deep + 4)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw_in_row(sheet, contact.symbol, x + 8, y, high, h)
        low = sheet.lines(x + START, y + (high - deep) / 2 + place.size * 0.95, place)
        _draw_age(sheet, x + room - 2, low, contact)
        if below:
            low = sheet.lines(x + START, low + source.pitch, source, SECOND)
        else:
            sheet.lines(x + START + place.width + 6, low, source, SECOND)
        sheet.lines(x + START, low + seen.pitch, seen)

    return Item(high, paint)


def _draw_age(sheet: Sheet, edge: float, base: float, contact: SightedEnemy) -> None:
    is_news = contact.age_hours < 3
    sheet.disc(edge - 25, base - 2.7, 2.1, 0.8, INK, INK if is_news else WHITE)
    cut = Cut.BOLD if is_news else Cut.REGULAR
    sheet.fitted(edge, base, f"{contact.age_hours} h", 20, TEXT, cut, side=Side.RIGHT)
