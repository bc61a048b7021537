"""The order of battle as a chart. Small forces hang from their headquarters, upright; larger ones stand in combs,
landscape; an army takes a sheet for each corps.
"""

from __future__ import annotations

from campaign.values import replace
from campaign.views.orbat.orbat import OrbatChart, OrbatNode
from campaign.words.papers import FactTable
from campaign_reports.document import Document, rendered
from campaign_reports.hanging_plan import fork_of, units_in
from campaign_reports.orbat_comb import draw_comb, has_room
from campaign_reports.orbat_hanging import draw_hanging
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.strengths import totals_of, whole_words

HANGING_UNITS = 24
"""Number of units above which a chart uses combs."""
COMB_LEVELS = 3
"""Most levels of a comb: the formation at its fork, those below it with their commands, and units. A deeper tree takes
several sheets."""


@rendered
def render_orbat(view: OrbatChart, _: Paper) -> Document:
    """Return the chart of all roots of a side, one root after the other."""
    return Document(tuple(orbat_parts(view)), (view,), running=True)


def orbat_parts(view: OrbatChart) -> list[Part]:
    """Return the chart as parts of a larger file."""
    parts = [part for root in view.roots for part in _parts(view, root)]
    return parts or [Part(view.masthead, lambda sheet: _paint_empty(sheet))]


def _parts(view: OrbatChart, root: OrbatNode) -> list[Part]:
    totals, notes = _facts(view, root)
    if units_in(root) <= HANGING_UNITS or (_depth(fork_of(root)[1]) <= COMB_LEVELS and not has_room(root)):
        return [
            Part(
                view.masthead,
                lambda sheet: draw_hanging(sheet, sheet.begin(), root, totals, notes),
                name=_name(view, root),
            )
        ]
    if _depth(fork_of(root)[1]) > COMB_LEVELS:
        return _sheets(view, root)
    return [
        Part(view.masthead, lambda sheet: draw_comb(sheet, root, totals, notes), landscape=True, name=_name(view, root))
    ]


def _facts(view: OrbatChart, root: OrbatNode) -> tuple[FactTable | None, tuple[str, ...]]:
    """Return the facts beside the headquarters: of several roots each has its own strength, and the first one the facts
    on all.
    """
    first = root is view.roots[0]
    if len(view.roots) == 1 and view.totals is not None:
        return view.totals, view.notes
    return totals_of(root), (*whole_words(view.roots), *view.notes) if first else ()


def _name(view: OrbatChart, root: OrbatNode) -> str:
    return view.masthead.title if len(view.roots) == 1 else f"{view.masthead.title}, {root.name}"


def _sheets(view: OrbatChart, root: OrbatNode) -> list[Part]:
    """Return the sheets of an army: one down to the commands without their units, then one for each formation that was
    cut off.
    """
    fork = fork_of(root)[1]
    large = [node for node in fork.subordinates if node.level is not None and _depth(node) >= COMB_LEVELS]
    pruned = _without_units(root, keep=fork, cut={id(node) for node in large})
    parts = [
        Part(
            view.masthead,
            lambda sheet: draw_hanging(sheet, sheet.begin(), pruned, view.totals, view.notes),
            name=f"{view.masthead.title}, overview",
        )
    ]
    for node in large:
        part_view = replace(
            view, masthead=replace(view.masthead, subtitle=node.name), roots=(node,), totals=None, notes=()
        )
        parts += [replace(part, name=f"{view.masthead.title}, {node.name}") for part in _parts(part_view, node)]
    return parts


def _without_units(node: OrbatNode, keep: OrbatNode, cut: set[int]) -> OrbatNode:
    """Return the tree with only formations below the nodes to cut; the others keep their units."""
    if id(node) in cut:
        return node.without_units
    return replace(node, subordinates=tuple(_without_units(below, keep, cut) for below in node.subordinates))


def _depth(node: OrbatNode) -> int:
    """Return the levels of formations from this one down to the last that has units."""
    if node.level is None:
        return 0
    return 1 + max((_depth(below) for below in node.subordinates), default=0)


def _paint_empty(sheet: Sheet) -> None:
    y = sheet.begin()
    sheet.text(sheet.left_x, y + 30, "No formation.", 9)
