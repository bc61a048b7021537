"""The air tasking order: the turns of the day, the groups with their possible flights, the sorties written, and blank
rows for more.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.terms.air import AirTask
from campaign.terms.forces import AirType
from campaign.terms.state import Light
from campaign.terms.words import numbers_said
from campaign.views.air.air import AirGroupLine, AirTasking, AirTurn, Flight, Sortie
from campaign_reports.blocks import Block, Item, flow, striped, text_items
from campaign_reports.columns import word_heads
from campaign_reports.document import listed
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import cross, write_line
from campaign_reports.style import CAPTION, CLOSE_RULE, FAINT, INK, MM, SECOND, TABLE, TAG, TEXT, THIRD, WHITE
from campaign_reports.type import Cut, fit, paragraph

GROUP, TYPE, BASE, TODAY, REST, TURNS, NAMED = 0.0, 128.0, 196.0, 300.0, 340.0, 376.0, 466.0
"""Left edges, in points, of the columns of the groups."""
AT, WHO, WHAT, TARGET, DIE, RESULT = 0.0, 62.0, 172.0, 226.0, 382.0, 410.0
"""Left edges, in points, of the columns of the sorties, both those entered and the blank rows."""
TURN_BOX, TURN_HIGH = 20.0, 11.0
WRITE_ROW = 25.0
SPARE_ROWS = 3

_TASKS = {
    AirTask.STRIKE: "strike",
    AirTask.SUPPORT: "with controller",
    AirTask.SUPPLY: "supply",
    AirTask.RECONNAISSANCE: "look",
    AirTask.LANDING: "landing",
}
_CHOICES = {
    AirType.GROUND_ATTACK: "strike / support",
    AirType.MEDIUM_BOMBER: "strike",
    AirType.HEAVY_BOMBER: "strike / as medium",
    AirType.TRANSPORT: "supply / landing",
}


@listed(grows=True)
def render_air_tasking(sheet: Sheet, view: AirTasking) -> None:
    """Draw the air tasking order of one reader."""
    several = len({group.side for group in view.groups}) > 1
    y = _draw_turns(sheet, sheet.begin() + 5 * MM, view.turns)
    room = sheet.room
    blocks = [
        _groups(view.groups, room, several=several),
        _sorties(view.sorties, room, several=several),
        rows_to_write([group for group in view.groups if group.sorties < group.sorties_a_day], room),
    ]
    if view.notes:
        blocks.append(Block("Aircraft, in brief", text_items("\n".join(view.notes), room)))
    low = sheet.low
    y = flow(sheet, y + 5 * MM, blocks, low=low)
    if y + 14 * MM > low:
        y = sheet.turn()
    _draw_signature(sheet, y + 12 * MM)


# the day -------------------------------------------------------------------------------------------------------------
def _draw_turns(sheet: Sheet, y: float, turns: Sequence[AirTurn]) -> float:
    """Draw one box for each turn: number, clock, light, weather; nights grey. Returns the y under them."""
    wide, high = sheet.room / max(1, len(turns)), 30.0
    for step, turn in enumerate(turns):
        x = sheet.left_x + step * wide
        sheet.box(x, y, wide, high, CLOSE_RULE, INK, WHITE if turn.light is Light.DAY else TAG)
        used = sheet.text(x + 5, y + 12, f"T{turn.turn}", 10, Cut.BOLD)
        sheet.fitted(x + 11 + used, y + 12, turn.clock, wide - used - 16, 9, Cut.SEMIBOLD)
        weather = "weather not settled" if turn.sky is None else f"weather {turn.sky.value}"
        sheet.fitted(x + 5, y + 24, f"{turn.light.value}, {weather}", wide - 10, TEXT, colour=SECOND)
    return y + high


# groups --------------------------------------------------------------------------------------------------------------
def _groups(groups: Sequence[AirGroupLine], room: float, *, several: bool) -> Block:
    heads = word_heads(
        (
            (GROUP, "group"),
            (TYPE, "type"),
            (BASE, "base"),
            (TODAY, "sorties"),
            (REST, "rests to"),
            (TURNS, "may fly in turn"),
            (NAMED, "target named"),
        ),
        room,
    )
    rows = striped((_group(group, room, several=several) for group in groups), room)
    if not rows:
        return Block("Groups", text_items("No aircraft.", room))
    return Block("Groups", (heads, *rows), "the group cannot fly in a crossed turn, as far as is known", heads=1)


def _group(group: AirGroupLine, room: float, *, several: bool) -> Item:
    name = fit(group.name, TYPE - GROUP - 6, TABLE, Cut.BOLD, 2)
    under = ", ".join(word for word in (group.aircraft, group.side if several else "") if word)
    if group.controller != "none":
        under = f"{under}; controller {group.controller}" if under else f"controller {group.controller}"
    second = fit(under, TYPE - GROUP - 6, CAPTION, lines=3) if under else None
    base = fit(
        group.base if group.base_sky is None else f"{group.base}, sky: {group.base_sky.value}",
        TODAY - BASE - 6,
        TABLE,
        lines=3,
    )
    reasons = fit(why_not(group.flights), room - TURNS, CAPTION, lines=2) if why_not(group.flights) else None
    deep = name.depth + (second.depth if second else 0)
    right = TURN_HIGH + 3 + (reasons.depth if reasons else 0)
    high = max(deep, base.depth, right) + 5

    def paint(sheet: Sheet, x: float, y: float) -> None:
        low = sheet.lines(x + GROUP, y + 9, name)
        if second:
            sheet.lines(x + GROUP, low + second.pitch, second, THIRD)
        sheet.fitted(x + TYPE, y + 9, group.kind.value, BASE - TYPE - 4, TABLE)
        sheet.lines(x + BASE, y + 9, base)
        sheet.fitted(x + TODAY, y + 9, f"{group.sorties} of {group.sorties_a_day}", REST - TODAY - 4, TABLE)
        sheet.fitted(x + REST, y + 9, group.rest_until, TURNS - REST - 4, TABLE, Cut.BOLD)
        draw_flights(sheet, x + TURNS, y + 2.5, group.flights)
        sheet.fitted(x + NAMED, y + 9, group.named_by, room - NAMED, TABLE)
        if reasons:
            sheet.lines(x + TURNS, y + TURN_HIGH + 10, reasons, THIRD)

    return Item(high, paint)


def draw_flights(sheet: Sheet, x: float, y: float, flights: Sequence[Flight]) -> None:
    """Draw one box for each turn, crossed where the group stays on the ground."""
    for step, flight in enumerate(flights):
        left_x = x + step * TURN_BOX
        sheet.box(left_x, y, TURN_BOX, TURN_HIGH, CLOSE_RULE, INK, TAG if flight.over else WHITE)
        sheet.text(
            left_x + TURN_BOX / 2,
            y + 8,
            str(flight.turn),
            TABLE,
            colour=FAINT if flight.why_not else INK,
            side=Side.MIDDLE,
        )
        if flight.why_not and not flight.over:
            cross(sheet, left_x, y, TURN_BOX, TURN_HIGH)


def why_not(flights: Sequence[Flight]) -> str:
    """Return why flights are barred, each reason once, without the rule's number: ``turn 1: night, only medium and
    heavy bombers attack``.
    """
    result: dict[str, list[int]] = {}
    for flight in flights:
        if flight.why_not and not flight.over:
            result.setdefault(flight.why_not.split(" (OB-")[0], []).append(flight.turn)
    return "; ".join(f"turn {numbers_said(turns)}: {why}" for why, turns in result.items())


# sorties -------------------------------------------------------------------------------------------------------------
def _sorties(sorties: Sequence[Sortie], room: float, *, several: bool) -> Block:
    if not sorties:
        return Block("Sorties written", text_items("No sortie is written yet.", room))
    heads = word_heads(
        ((AT, "turn"), (WHO, "group"), (WHAT, "task"), (TARGET, "target"), (DIE, "state"), (RESULT + 34, "result")),
        room,
    )
    return Block(
        "Sorties written",
        (heads, *striped((_sortie(sortie, room, several=several) for sortie in sorties), room)),
        heads=1,
    )


def _sortie(sortie: Sortie, room: float, *, several: bool) -> Item:
    name = fit(f"{sortie.group} ({sortie.side})" if several else sortie.group, WHAT - WHO - 6, TABLE, Cut.SEMIBOLD, 3)
    target = fit(sortie.target, DIE - TARGET - 6, TABLE, Cut.BOLD, 3)
    result = paragraph(sortie.result, room - RESULT - 34, TABLE)
    most = max(block.depth for block in (name, target, result))
    high = max(13.0, most + 5)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        used = sheet.text(x + AT, y + 9, sortie.moment, TABLE, Cut.BOLD)
        sheet.fitted(x + AT + used + 4, y + 9, sortie.clock, WHO - used - 8, CAPTION, colour=THIRD)
        sheet.lines(x + WHO, y + 9, name)
        sheet.fitted(x + WHAT, y + 9, _TASKS[sortie.task], TARGET - WHAT - 4, TABLE)
        sheet.lines(x + TARGET, y + 9, target)
        sheet.fitted(x + DIE, y + 9, sortie.state.value, RESULT + 34 - DIE - 4, TABLE)
        sheet.lines(x + RESULT + 34, y + 9, result)

    return Item(high, paint)


def rows_to_write(groups: Sequence[AirGroupLine], room: float, spare: int = SPARE_ROWS) -> Block:
    """Return a row for each of these groups, and a few more."""
    heads = word_heads(
        (
            (AT, "turn"),
            (WHO, "group"),
            (WHAT, "task"),
            (TARGET + 40, "target: place, or enemy in sight"),
            (DIE, "die"),
            (RESULT, "result"),
        ),
        room,
    )
    rows = [_row(group.name, _choices(group), room) for group in groups] + [_row("", "", room)] * spare
    return Block("To write before the turn begins", (heads, *rows), "on a die of 1 the enemy picks the target", heads=1)


def _choices(group: AirGroupLine) -> str:
    """Return the group's possible tasks; support in a battle only with a controller (OB-AIR-06)."""
    alone = group.kind is AirType.GROUND_ATTACK and group.controller == "none"
    return "strike" if alone else _CHOICES[group.kind]


def _row(name: str, choices: str, room: float) -> Item:
    shown = fit(name, WHAT - WHO - 6, TABLE, Cut.SEMIBOLD, 2) if name else None
    high = WRITE_ROW + (shown.pitch * max(0, len(shown.lines) - 2) if shown else 0.0)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        base = y + high - 6
        write_line(sheet, x + AT, x + WHO - 8, base)
        if shown:
            sheet.lines(x + WHO, base - 2 - shown.pitch * (len(shown.lines) - 1), shown)
        else:
            write_line(sheet, x + WHO, x + WHAT - 8, base)
        if choices:
            sheet.fitted(x + WHAT, base - 2, choices, TARGET + 34 - WHAT, CAPTION, colour=SECOND)
        else:
            write_line(sheet, x + WHAT, x + TARGET + 32, base)
        write_line(sheet, x + TARGET + 40, x + DIE - 8, base)
        sheet.box(x + DIE, base - 13, 18, 14, CLOSE_RULE, INK, WHITE)
        write_line(sheet, x + RESULT, x + room, base)

    return Item(high, paint)


def _draw_signature(sheet: Sheet, y: float) -> None:
    fields: tuple[tuple[str, float, float], ...] = (("Signed", 0.0, 0.55), ("Time", 0.6, 1.0))
    for label, start, end in fields:
        x = sheet.left_x + start * sheet.room
        used = sheet.text(x, y - 1.5, label, TEXT, Cut.SEMIBOLD)
        write_line(sheet, x + used + 6, sheet.left_x + end * sheet.room, y)
