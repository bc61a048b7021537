"""The situation report: one sentence of judgement, the last day, own troops and sightings, open decisions, supply and
its line, weather, neighbours; under a cut line or on the back the order form.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.values import replace
from campaign.views.contacts.sitrep import Digest, OwedDecision, OwnCount, OwnLine, Sitrep, SupplyNews
from campaign.words.papers import Fact
from campaign_reports.blocks import (
    Block,
    Drawing,
    Item,
    column_height,
    fact_items,
    fill_column,
    flow,
    gap,
    striped,
    text_items,
)
from campaign_reports.columns import word_heads
from campaign_reports.document import Document, rendered
from campaign_reports.orders import draw_form, form_height
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.pen import check_box
from campaign_reports.roster import draw_bar
from campaign_reports.sitrep_contacts import contacts_block
from campaign_reports.sitrep_supply import strip_items
from campaign_reports.style import CAPTION, CLOSE_RULE, FAINT, INK, MM, NOTE, PEN_RULE, SECOND, TABLE, TEXT, THIRD
from campaign_reports.symbols import draw_in_row, headroom
from campaign_reports.type import Cut, fit, paragraph, squeeze, width

LEFT, GUTTER = 322.0, 18.0
CUT_LINE = 14.0
"""Distance in points from the situation to the title of the order form."""
OWN_HEADS = ((25, "unit"), (236, "today"), (264, "lost"), (292, "so far"))
"""Columns of the reader's own units; figures end at the right edges, with the bar after them."""
TODAY, LOST, SO_FAR, BAR = 236.0, 264.0, 292.0, 297.0
LEAST_CONTACTS = 3
"""Number of places with enemies that are always listed, however full the page is."""


@rendered
def render_sitrep(view: Sitrep, _: Paper) -> Document:
    """Return the situation report of a side or commander, with the order form."""
    has_form = view.order_form is not None
    part = Part(view.masthead, lambda sheet: _paint(sheet, view), listed=True, fillable=has_form, grows=True)
    return Document((part,), (view,))


def _paint(sheet: Sheet, view: Sitrep) -> None:
    y = sheet.begin() + 4 * MM
    for line in paragraph(view.judgement, sheet.room, 10.6, Cut.BOLD).lines if view.judgement else ():
        sheet.text(sheet.left_x, y + 8, line, 10.6, Cut.BOLD)
        y += 13.2
    y += 3 * MM
    form = view.order_form
    share = None if form is None else sheet.low - CUT_LINE - form_height(form)
    is_shared = share is not None and _fits(sheet, view, share - y)
    low = share if share is not None and is_shared else sheet.low
    y = _draw_columns(sheet, y, low, view)
    if view.notes:
        if y + 20 * MM > sheet.foot:
            y = sheet.turn()
        y = flow(sheet, y + 5 * MM, [Block("Notes", text_items(view.notes, sheet.room))])
    if form is None:
        return
    if not is_shared:
        draw_form(sheet, sheet.turn() + 5 * MM, form)
        return
    y += CUT_LINE - 4
    sheet.across(y, PEN_RULE, INK, (3, 2.4))
    sheet.text((sheet.left_x + sheet.right_x) / 2, y - 2.4, "cut here", CAPTION, colour=FAINT, side=Side.MIDDLE)
    draw_form(sheet, y + 4, form)


def _fits(sheet: Sheet, view: Sitrep, room: float) -> bool:
    """Return whether there is room for everything but the older contacts."""
    least = replace(view, contacts=view.contacts[:LEAST_CONTACTS])
    left, right = _columns(sheet, least)
    return not view.notes and max(column_height(left), column_height(right)) <= room


def _columns(sheet: Sheet, view: Sitrep) -> tuple[list[Block], list[Block]]:
    """Return the blocks on the left and on the right; contacts stand where there is more room."""
    wide = sheet.room - LEFT - GUTTER
    left, right = _left(view), _right(view, wide)
    if column_height(left) <= column_height(right):
        left += _contacts(view, LEFT)
    else:
        right += _contacts(view, wide)
    return left, right


def _contacts(view: Sitrep, room: float) -> list[Block]:
    return [contacts_block(view.contacts, 0, room)] if view.contacts else []


def _draw_columns(sheet: Sheet, y: float, low: float, view: Sitrep) -> float:
    """Draw two columns, the contacts as far as there is room in one of them; the rest continues on the next page."""
    wide = sheet.room - LEFT - GUTTER
    left, right = _left(view), _right(view, wide)
    heights = column_height(left), column_height(right)
    room = low - y
    on_left = heights[0] <= heights[1]
    column, across = (left, LEFT) if on_left else (right, wide)
    count = len(view.contacts)
    while (
        count > min(LEAST_CONTACTS, len(view.contacts))
        and column_height([*column, contacts_block(view.contacts[:count], 0, across)]) > room
    ):
        count -= 1
    if view.contacts:
        column.append(contacts_block(view.contacts[:count], sum(c.count for c in view.contacts[count:]), across))
    reached, rest = fill_column(sheet, sheet.left_x, y, LEFT, low, left)
    reached_right, more = fill_column(sheet, sheet.left_x + LEFT + GUTTER, y, wide, low, right)
    y = max(reached, reached_right)
    while rest or more:
        y = sheet.next_page()
        reached, rest = fill_column(sheet, sheet.left_x, y, LEFT, sheet.low, rest)
        reached_right, more = fill_column(sheet, sheet.left_x + LEFT + GUTTER, y, wide, sheet.low, more)
        y = max(reached, reached_right)
    return y


def _left(view: Sitrep) -> list[Block]:
    blocks = (
        _digest(view.digest, LEFT),
        _own_block(view, LEFT),
        _facts("Out of play", view.out_of_play, LEFT, 104, note="each morning every headquarters rolls one die"),
    )
    return [block for block in blocks if block is not None]


def _right(view: Sitrep, room: float) -> list[Block]:
    due = view.order_form.due if view.order_form else ""
    blocks = (
        _facts("Objectives", view.objectives, room, note=view.score),
        _decisions(view.decisions, due, room),
        _supply(view.supply, room),
        _facts("Marches in a turn, km", view.marches, room, 76, note="road / open / rough"),
        _weather(view.weather, view.light, room),
        _facts("Neighbours", view.neighbours, room),
    )
    return [block for block in blocks if block is not None]


# Left column


def _digest(digest: Digest, room: float) -> Block | None:
    if not digest.events:
        return None
    items = []
    for event in digest.events:
        cut = Cut.BOLD if event.is_blow else Cut.REGULAR
        lines = paragraph(event.text, room - 28, TEXT, cut).lines
        for step, line in enumerate(lines):
            after = 2.4 if step == len(lines) - 1 else 0.0
            items.append(Item(TEXT * 1.22 + after, _two_words(event.clock if step == 0 else "", line, 28, cut)))
    more = f"; {digest.left_out} lesser events left out" if digest.left_out else ""
    return Block("The last day", items, f"local time; heavy losses in bold{more}")


def _two_words(first: str, second: str, indent: float, cut: Cut) -> Drawing:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.fitted(x, y + TEXT * 0.95, first, indent - 3, TEXT, cut)
        sheet.text(x + indent, y + TEXT * 0.95, second, TEXT, cut)

    return paint


def _own_block(view: Sitrep, room: float) -> Block | None:
    if not view.own and not view.own_totals:
        return None
    heads = word_heads(OWN_HEADS, room, ("today", "lost", "so far"), 10)
    items = [heads, *striped((_own_row(line) for line in view.own), room)]
    if view.own_totals:
        items.append(Item(2.4, lambda sheet, x, y: sheet.rule(x, y + 0.6, x + room, CLOSE_RULE)))
        items += [_total(count) for count in view.own_totals]
        items += text_items(view.own_note, room, NOTE, Cut.ITALIC, THIRD) if view.own_note else []
    if view.prisoners:
        items.append(
            Item(11.0, _two_words("", f"Prisoners of the whole side so far: {view.prisoners}", 25, Cut.REGULAR))
        )
    out = "; out of play in brackets" if any(line.is_lost for line in view.own) else ""
    return Block("Your troops", items, f"lost = since yesterday, so far = since the start{out}", heads=1)


def _own_row(line: OwnLine) -> Item:
    h, pitch = 9.6, 9.6
    room = TODAY - 29 - max((_figure_width(count) for count in line.counts), default=0)
    name = fit(line.name, room, TEXT, Cut.SEMIBOLD, 2)
    cut = Cut.BOLD if line.needs_notice else Cut.REGULAR
    ended = f"{line.state};" if line.position and line.state else line.state
    fits = width(ended, cut, TEXT) + 3 + width(line.position, Cut.ITALIC, NOTE) <= room
    state = squeeze(ended if fits else line.state, room, TEXT, cut)
    position = fit(line.position, room, NOTE, Cut.ITALIC, 2)
    deep = name.depth + 8.6 + (0.0 if fits else position.depth)
    up = headroom(line.symbol, h)
    high = max(up + h + 4, deep + 3.4, pitch * len(line.counts) + 3)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        middle = y + high / 2
        draw_in_row(sheet, line.symbol, x + 4, y, high, h, sheet.accent)
        low = sheet.lines(x + 25, middle - deep / 2 + name.size * 0.92, name) + 8.6
        sheet.lines(x + 25, low, state)
        sheet.lines(*((x + 28 + state.width, low) if fits else (x + 25, low + position.pitch)), position, THIRD)
        for step, count in enumerate(line.counts):
            base = middle + 2.7 + (step - (len(line.counts) - 1) / 2) * pitch
            _draw_count(sheet, x, base, count, is_lost=line.is_lost)

    return Item(high, paint)


def _figure_width(count: OwnCount) -> float:
    """Return the width of today's figure, with its unit."""
    kind = 0.0 if count.kind == "men" else width(count.kind, Cut.REGULAR, TEXT) + 2
    return width(f"({count.today:,})", Cut.BOLD, TEXT) + kind


def _draw_count(sheet: Sheet, x: float, base: float, count: OwnCount, *, is_lost: bool = False) -> None:
    """Draw the figure of today, the losses since yesterday and since the start, and the bar."""
    shown = f"({count.today:,})" if is_lost else f"{count.today:,}"
    kind = "" if count.kind == "men" else count.kind
    edge = x + TODAY
    if kind:
        edge -= sheet.text(x + TODAY, base, kind, TEXT, colour=SECOND, side=Side.RIGHT) + 2
    sheet.text(edge, base, shown, TEXT, Cut.REGULAR if is_lost else Cut.BOLD, side=Side.RIGHT)
    for at, lost in ((LOST, count.lost_today), (SO_FAR, count.lost_so_far)):
        if lost is not None:
            cut = Cut.BOLD if lost > 0 else Cut.REGULAR
            sheet.text(x + at, base, _lost(lost), TEXT, cut, INK if lost else SECOND, Side.RIGHT)
    present = 0 if is_lost else count.today
    before = None if count.lost_today is None else present + count.lost_today
    draw_bar(sheet, x + BAR, base - 2.7, LEFT - BAR, present, before, count.establishment)


def _lost(count: int) -> str:
    """Return losses in words: ``117``, ``+20`` for recoveries, a dash for none."""
    return f"{count:,}" if count > 0 else f"+{-count:,}" if count else "\N{EN DASH}"


def _total(count: OwnCount) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x + 25, y + 8, f"All {count.kind}", TEXT, Cut.BOLD)
        _draw_count(sheet, x, y + 8, replace(count, kind="men"))

    return Item(11.0, paint)


# Right column


def _decisions(decisions: Sequence[OwedDecision], due: str, room: float) -> Block | None:
    if not decisions:
        return None
    return Block(
        "Decisions owed", [_decision(decision, room) for decision in decisions], f"before {due}" if due else ""
    )


def _decision(decision: OwedDecision, room: float) -> Item:
    text = paragraph(decision.text, room - 13, TEXT, Cut.SEMIBOLD)
    command = fit(decision.command, room - 13, CAPTION, lines=2) if decision.command else None
    high = text.size * 1.2 * len(text.lines) + (command.depth + 1 if command else 0) + 4

    def paint(sheet: Sheet, x: float, y: float) -> None:
        check_box(sheet, x, y + 0.6, 8, 0.7)
        down = y + 7
        for line in text.lines:
            sheet.text(x + 13, down, line, TEXT, Cut.SEMIBOLD)
            down += TEXT * 1.2
        if command:
            sheet.lines(x + 13, down, command, THIRD)

    return Item(high, paint)


def _supply(news: SupplyNews | None, room: float) -> Block | None:
    if news is None:
        return None
    items = text_items(news.verdict, room, TEXT, Cut.BOLD, after=1.6)
    for cause in news.cut_off:
        items += text_items(f"{_some(cause.formations)}: {cause.why}", room, TABLE, after=1.6)
    items += fact_items(news.stocks, room, 84, TABLE)
    if news.route:
        items += text_items(f"Supply line: {news.route}.", room, TABLE, colour=SECOND, after=2.0)
    if news.strip is not None:
        items += [gap(1.0), *strip_items(news.strip, room)]
    return Block("Supply", items, news.grade)


def _some(names: Sequence[str], most: int = 3) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} other formations" if len(names) > most else "")


def _weather(facts: Sequence[Fact], light: str, room: float) -> Block | None:
    if not facts and not light:
        return None
    return Block(
        "Weather and light", [*fact_items(facts, room, 52, TABLE), *text_items(light, room, TABLE, colour=SECOND)]
    )


def _facts(title: str, facts: Sequence[Fact], room: float, label: float = 52, note: str = "") -> Block | None:
    return Block(title, fact_items(facts, room, label, TABLE), note) if facts else None
