"""The supply state: a row for each formation with its link and the last turns, the points on which supply depends, and
the dumps where the campaign keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from campaign.values import replace
from campaign.views.supply.logistics import DumpLine, LogisticsSide, TruckLine
from campaign.views.supply.supply import SupplyLink, SupplyPaper, SupplyRow, VulnerablePoint
from campaign.words.papers import Fact
from campaign_reports.blocks import Block, fact_items, flow, text_items
from campaign_reports.columns import Column, Draw, table
from campaign_reports.document import listed
from campaign_reports.page import Sheet, Side
from campaign_reports.style import INK, MM, SECOND, WHITE
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut

TOLD = 5
"""Most causes of a cut line that are listed one by one."""
LINKS = (
    Column("", 0, 40),
    Column("formation", 44, 132, Cut.SEMIBOLD),
    Column("", 180, 10),
    Column("supply", 194, 38, Cut.BOLD),
    Column("route, or what cuts it", 236, 216, lines=0),
    Column("km", 456, 26, Cut.BOLD, lines=1, side=Side.RIGHT),
    Column("last turns", 492, 46),
)
WEAK = (
    Column("battalions", 0, 40, Cut.BOLD, side=Side.RIGHT),
    Column("if this is lost", 50, 170, Cut.SEMIBOLD),
    Column("", 224, 134),
    Column("formations then out of supply, with all units under them", 362, 176, colour=SECOND, lines=0),
)
CUTS = (
    Column("battalions", 0, 40, Cut.BOLD, side=Side.RIGHT),
    Column("if all of these are lost", 50, 308, Cut.SEMIBOLD, lines=0),
    Column("formations then out of supply, with all units under them", 362, 176, colour=SECOND, lines=0),
)
DUMPS = (
    Column("dump", 0, 120, Cut.SEMIBOLD),
    Column("level", 124, 40),
    Column("Div Logs", 168, 34, Cut.BOLD, side=Side.RIGHT),
    Column("Div POLs", 208, 34, Cut.BOLD, side=Side.RIGHT),
    Column("trucks", 248, 26, side=Side.RIGHT),
    Column("draws on", 284, 90),
    Column("km", 378, 24, side=Side.RIGHT),
    Column("fuel, shortages, breaks", 410, 128, lines=0),
)
TRUCKS = (
    Column("no.", 0, 20, Cut.BOLD, side=Side.RIGHT),
    Column("carries", 28, 70),
    Column("to", 102, 120, Cut.SEMIBOLD),
    Column("from", 226, 110),
    Column("left", 340, 30),
    Column("due", 374, 30, Cut.BOLD),
    Column("km", 408, 26, side=Side.RIGHT),
    Column("state", 442, 96),
)


@listed()
def render_supply(sheet: Sheet, view: SupplyPaper) -> None:
    """Draw the supply state of a side or commander."""
    room, y = sheet.room, sheet.begin() + 5 * MM
    sheet.fitted(sheet.left_x, y + 8, supply_judgement(view), room, 10.6, Cut.BOLD)
    blocks = [_links(view, room)]
    if view.grades:
        words = "; ".join(f"{corps.formation}: {corps.grade} supplied" for corps in view.grades)
        blocks.append(Block("Grade of the corps today", text_items(words, room), "decides the score needed to recover"))
    blocks += point_blocks(view, room)
    if view.logistics is not None:
        blocks += dump_blocks(view.logistics, room)
    flow(sheet, y + 6 * MM, blocks)


def point_blocks(view: SupplyPaper, room: float, most: int | None = None) -> list[Block]:
    """Return the points on which supply depends, at most ``most`` of each kind."""
    blocks = []
    if view.vulnerable:
        rows = [_weak(point) for point in view.vulnerable[:most]]
        first = "worst first" if len(rows) == len(view.vulnerable) else f"the {most} worst of {len(view.vulnerable)}"
        blocks.append(
            table("Supply that depends on a single point", WEAK, rows, room, f"{first}; only known enemies count")
        )
    if view.cuts:
        points = [(str(cut.battalions), "; ".join(cut.points), ", ".join(cut.formations)) for cut in view.cuts[:most]]
        first = "the fewest points first" if len(points) == len(view.cuts) else f"{most} of {len(view.cuts)} ways"
        note = f"{first}; places of their own headquarters, battalions and home edge do not count"
        blocks.append(table("Cut off by two points or more", CUTS, points, room, note))
    return blocks


def supply_judgement(view: SupplyPaper) -> str:
    """Return how many are out of supply, in a sentence."""
    if not view.battalions:
        return "No battalion is on the map."
    if not view.cut:
        return f"All {view.battalions} battalions on the map are in supply."
    return f"{view.cut} of {view.battalions} battalions on the map are out of supply."


def _links(view: SupplyPaper, room: float) -> Block:
    turns = (
        f"state now; last turns = as turns {view.turns[0]} to {view.turns[-1]} began: black in supply, crossed cut off"
        if view.turns
        else ""
    )
    none = "There is no formation to supply."
    times = Counter(cause_of(line.link) for line in view.rows)
    repeated = [cause for cause, count in times.items() if cause and count > 1]
    numbers = {cause: f"note {number}" for number, cause in enumerate(repeated, 1)}
    rows = [_link(line, numbers) for line in view.rows]
    block = table("Supply lines", LINKS, rows, room, turns, least=17.0, none=none)
    notes = [fact for cause, number in numbers.items() for fact in fact_items([Fact(number, cause)], room, 44)]
    return replace(block, items=(*block.items, *notes))


def cause_of(link: SupplyLink) -> str:
    """Return what cuts a link, or why it is out of supply; empty for one in supply."""
    causes = (*link.cut_by, *link.blocked_by)
    more = f"; and {len(causes) - TOLD} other causes" if len(causes) > TOLD else ""
    return "; ".join(causes[:TOLD]) + more or ("" if link.in_supply else link.why)


def _link(line: SupplyRow, numbers: Mapping[str, str]) -> Sequence[str | Draw]:
    """Return the row of a formation; a cause in several rows is a numbered note."""
    supply_link = line.link
    way = supply_link.route or supply_link.to
    if supply_link.to and supply_link.route:
        way = f"{supply_link.route}, to {supply_link.to}"
    cut = cause_of(supply_link)
    name = (
        supply_link.formation
        if supply_link.level.value in supply_link.formation.lower()
        else f"{supply_link.formation} ({supply_link.level})"
    )
    text = numbers.get(cut, cut) or (way if supply_link.linked else "")
    supply = "in supply" if supply_link.in_supply else "cut off" if line.is_here else "not here"
    sign = _sign(is_unbroken=supply_link.in_supply) if line.is_here or supply_link.in_supply else ""
    return (_symbol(line), name, sign, supply, text, supply_link.length_km, _turns(line.days) if sign else "")


def _symbol(line: SupplyRow) -> Draw:
    return lambda sheet, x, y, high: draw_in_row(
        sheet, line.symbol, x + 3 + 6 * min(line.depth, 3), y, high, 10.0, sheet.accent
    )


def _sign(*, is_unbroken: bool) -> Draw:
    """Return two ends of a line: joined, or crossed through."""

    def paint(sheet: Sheet, x: float, y: float, high: float) -> None:
        middle = y + high / 2
        sheet.line(x, middle, x + 9, middle, 1.6, INK, () if is_unbroken else (1, 1.2))
        for at in (x + 0.4, x + 8.6):
            sheet.disc(at, middle, 1.6, 0.7, INK, WHITE)
        if not is_unbroken:
            for way in (1, -1):
                sheet.line(x + 2.4, middle - 2.6 * way, x + 6.6, middle + 2.6 * way, 1.2)

    return paint


def _turns(days: str) -> Draw:
    """Return a square for each turn, the newest on the right."""

    def paint(sheet: Sheet, x: float, y: float, high: float) -> None:
        for step, sign in enumerate(days):
            left_x, top = x + 5.6 * step, y + high / 2 - 2.2
            sheet.box(left_x, top, 4.4, 4.4, 0.5, INK, INK if sign == "+" else WHITE)
            if sign != "+":
                sheet.line(left_x, top, left_x + 4.4, top + 4.4, 0.6)
                sheet.line(left_x, top + 4.4, left_x + 4.4, top, 0.6)

    return paint


def _weak(point: VulnerablePoint) -> Sequence[str]:
    subject = "a place" if point.is_place else "a stretch of road"
    under = f"{subject}; {', '.join(point.crossings)}" if point.crossings else subject
    return str(point.battalions), point.what, under, ", ".join(point.formations)


def dump_blocks(side: LogisticsSide, room: float) -> list[Block]:
    """Return blocks of dumps, trucks on the road, and today's movements."""
    blocks = [table("Dumps", DUMPS, [_dump(dump) for dump in side.dumps], room)]
    if side.trucks:
        trucks = [_truck(truck) for truck in side.trucks]
        blocks.append(table("Trucks on the road, or arrived today", TRUCKS, trucks, room))
    if side.moved:
        blocks.append(Block("Supply in today's diary", text_items("\n".join(side.moved), room)))
    return blocks


def _dump(dump: DumpLine) -> Sequence[str]:
    text = "; ".join(
        word
        for word in ("" if dump.open else dump.off_map or f"cut off: {dump.why}", dump.fuel_state, *dump.short)
        if word
    )
    return dump.formation, dump.level, dump.logs, dump.fuel, str(dump.trucks), dump.draws_on, dump.km, text


def _truck(truck: TruckLine) -> Sequence[str]:
    state = f"{truck.state}: {truck.why}" if truck.why else truck.state
    return str(truck.number), truck.goods, truck.to, truck.source, truck.left, truck.due, truck.km, state
