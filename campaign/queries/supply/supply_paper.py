"""The supply state as a paper: every formation's present link, its state as the last turns began, and the points on
which supply depends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from campaign.journal.board import JournalBoard
from campaign.model import Formation, SupplyReport
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import formation_symbol
from campaign.queries.supply.logistics import logistics
from campaign.queries.supply.supply import Records, grades_of, link, traced
from campaign.queries.supply.supply_threats import supply_vulnerable
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.values import replace
from campaign.views.supply.supply import SupplyCut, SupplyPaper, SupplyRow, VulnerablePoint

Hinge = TypeVar("Hinge", VulnerablePoint, SupplyCut)

LOOK_BACK = 8
"""Number of past turns on the paper: two days."""


def supply_papers(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[SupplyPaper, ...]:
    """Return the paper of the named side, or of every side the viewer may see; the umpire's print shows what each side
    knows. Raises NotAllowed.
    """
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    reports = sorted((r for r in board.rows(SupplyReport) if r.moment == "turn"), key=lambda r: (r.day, r.turn))
    wanted_sides = [side] if side is not None else outlook.knowledge.sides()
    return tuple(
        _paper(outlook if viewer.side == each else look(board, Viewer(each)), each, reports) for each in wanted_sides
    )


def _paper(outlook: Outlook, side: int, reports: Sequence[SupplyReport]) -> SupplyPaper:
    army = outlook.army
    records, past = traced(outlook, side), reports[-LOOK_BACK:]
    shown = [
        (f, depth) for root in outlook.knowledge.roots(side) for f, depth in _walk(outlook, root, 0) if f.key in records
    ]
    least = min((depth for _, depth in shown), default=0)
    rows = tuple(_row(outlook, f, depth - least, records, past) for f, depth in shown)
    counted = [(f, sum(b.on_map for b in army.present[f.id])) for f, _ in shown]
    sides = supply_vulnerable(outlook.board, outlook.viewer).sides
    return SupplyPaper(
        masthead=masthead(
            outlook,
            "Supply state",
            side=side,
            subtitle=", ".join(root.name for root in outlook.knowledge.roots(side)),
            use="An enemy that cuts a road is named only if it has been seen.",
        ),
        turns=tuple(str(Moment(r.day, r.turn)) for r in past),
        grades=grades_of(outlook, (f for f, _ in shown)),
        rows=rows,
        cut=sum(n for f, n in counted if not records[f.key]["in_supply"]),
        battalions=sum(n for _, n in counted),
        vulnerable=tuple(_highest(outlook, point) for vulnerable in sides for point in vulnerable.points),
        cuts=tuple(_highest(outlook, cut) for vulnerable in sides for cut in vulnerable.cuts),
        logistics=next(iter(logistics(outlook.board, outlook.viewer).sides), None),
    )


def _highest(outlook: Outlook, point: Hinge) -> Hinge:
    """Return the same point or cut with only the highest of the formations that its loss puts out of supply: those
    under them follow.
    """
    lost = [
        f for f in outlook.army.formations.values() if f.side_id == outlook.viewer.side and f.name in point.formations
    ]
    ids = {f.id for f in lost}
    return replace(
        point, formations=tuple(f.name for f in lost if not ids & {above.id for above in outlook.army.chain(f.id)[1:]})
    )


def _walk(outlook: Outlook, formation: Formation, depth: int) -> list[tuple[Formation, int]]:
    below = [pair for child in outlook.army.below[formation.id] for pair in _walk(outlook, child, depth + 1)]
    return [(formation, depth), *below]


def _row(
    outlook: Outlook, formation: Formation, depth: int, records: Records, past: Sequence[SupplyReport]
) -> SupplyRow:
    lines = ("+" if record["in_supply"] else "-" for r in past if (record := r.content.get(formation.key)) is not None)
    return SupplyRow(
        symbol=formation_symbol(outlook, formation),
        depth=depth,
        led_by=formation.led_by,
        seat=outlook.seat(formation),
        days="".join(lines),
        link=link(outlook, formation, records),
        is_here=outlook.army.is_on_map(formation.id),
    )
