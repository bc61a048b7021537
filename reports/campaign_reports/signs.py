"""The key at the foot of a chart: only the signs that are used on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.terms.forces import Arm
from campaign.terms.state import State
from campaign.views.orbat.orbat import OrbatNode
from campaign.words.symbol import Complement, UnitSymbol
from campaign_reports.blocks import draw_block_head
from campaign_reports.branches import BREADTH, words_for
from campaign_reports.page import Sheet
from campaign_reports.style import MM, SECOND, TABLE
from campaign_reports.symbols import draw
from campaign_reports.type import paragraph

PITCH = 7.6 * MM
SIZES = (
    "size above the box: \u2022\u2022\u2022 platoon, troop; I company, squadron; II battalion; III regiment; X brigade;"
    " XX division; XXX corps"
)


def every(nodes: Iterable[OrbatNode]) -> Iterator[OrbatNode]:
    """Yield the nodes and all below them, superiors first."""
    for node in nodes:
        yield node
        yield from every(node.subordinates)


def _arms(nodes: Iterable[OrbatNode]) -> list[Arm]:
    used = {node.symbol.arm for node in every(nodes)}
    return [arm for arm in Arm if arm in used]


def _remarks(nodes: Iterable[OrbatNode]) -> str:
    """Return sentences for the marks that occur."""
    symbols = [node.symbol for node in every(nodes)]
    words = ["Number left of the box: the unit's own number.", "Staff below the box: headquarters."]
    if any(s.reconnaissance for s in symbols):
        words.append("Tanks with a diagonal: reconnaissance.")
    if any(s.complement is Complement.REDUCED for s in symbols):
        words.append("(\N{EN DASH}) weak, or part only.")
    if any(s.complement is Complement.REINFORCED for s in symbols):
        words.append("(+) reinforced.")
    if any(s.ad_hoc for s in symbols):
        words.append("Bracket over the size mark: group made up for the operation.")
    for state, text in (
        (State.SPENT, "One stroke: spent."),
        (State.DESTROYED, "Two strokes: destroyed."),
        (State.CAPTURED, "Two strokes and a box: captured."),
        (State.DISBANDED, "Dashed frame: disbanded."),
    ):
        if any(s.state is state for s in symbols):
            words.append(text)
    if any(s.dug_in for s in symbols):
        words.append("Battlements: dug in.")
    if any(s.resting for s in symbols):
        words.append("R: resting.")
    return " ".join(words)


def signs_height(sheet: Sheet, nodes: Iterable[OrbatNode], columns: int) -> float:
    """Return the height of the key."""
    rows = -(-len(_arms(nodes)) // columns)
    return 6.5 * MM + rows * PITCH + len(paragraph(_remarks(nodes), sheet.room, TABLE).lines) * 8.6 + 2


def draw_signs(sheet: Sheet, nodes: Iterable[OrbatNode], columns: int) -> None:
    """Draw the key, at the foot of the page."""
    y = sheet.foot - signs_height(sheet, nodes, columns) - 2 * MM
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "Signs", SIZES)
    y += 6.8 * MM
    h, pitch = 3.7 * MM, sheet.room / columns
    arms = _arms(nodes)
    for step, arm in enumerate(arms):
        x, top = sheet.left_x + step % columns * pitch, y + step // columns * PITCH
        draw(sheet, UnitSymbol(arm, None), x + 1, top, h, sheet.accent)
        sheet.fitted(x + BREADTH * h + 2.4 * MM, top + h / 2 + 2.5, words_for(arm), pitch - BREADTH * h - 4 * MM, TABLE)
    y += -(-len(arms) // columns) * PITCH
    for line in paragraph(_remarks(nodes), sheet.room, TABLE).lines:
        y += 8.6
        sheet.text(sheet.left_x, y - 2, line, TABLE, colour=SECOND)
