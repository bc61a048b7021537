"""The strength of formations on their chart: a table by commands, figures in a corner, or a line beside a name."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.orbat.orbat import Counted, OrbatNode
from campaign.words.papers import FactTable
from campaign_reports.blocks import HEAD, Block, Item
from campaign_reports.hanging_plan import fork_of
from campaign_reports.page import Sheet
from campaign_reports.style import NOTE, SECOND
from campaign_reports.type import Cut, squeeze

FIGURE, UNDER = 11.0, NOTE


def totals_of(root: OrbatNode) -> FactTable | None:
    """Return the strength by the formations where the tree forks, and of the units of those above them."""
    if not root.force:
        return None
    _, fork = fork_of(root)
    parts = [
        (node.short or node.name, _now(node.force))
        for node in fork.subordinates
        if node.level is not None and node.force
    ]
    totals = _now(root.force)
    own_counts = {kind: count - sum(sums[kind] for _, sums in parts) for kind, count in totals.items()}
    rows = [("Headquarters, own troops", own_counts)] * (own_counts["units"] > 0) + parts
    # The units come last: a count beside a name would read like the number of one of its battalions.
    columns = [kind for kind in (*(w for w in totals if w != "units"), "units") if totals[kind]]
    return FactTable(
        "Strength",
        ("", *columns),
        tuple((name, *(_figure(sums[column]) for column in columns)) for name, sums in rows),
        ("All", *(_figure(totals[column]) for column in columns)),
    )


def whole_words(roots: Sequence[OrbatNode]) -> tuple[str, ...]:
    """Return the strength of several roots together, as a sentence."""
    if len(roots) < 2 or not all(root.force for root in roots):
        return ()
    sums = [
        (counts[0].what, sum(count.now for count in counts))
        for counts in zip(*(root.force for root in roots), strict=True)
    ]
    return (f"All together: {', '.join(f'{count:,} {kind}' for kind, count in sums if count)}.",)


def strength_line(force: Sequence[Counted]) -> str:
    """Return a strength in a line: ``8,705 of 10,250 men · 287 tanks · 126 of 150 guns``."""
    return " · ".join(f"{_of(count)} {count.what}" for count in force if count.what != "units" and count.establishment)


def strength_figures(force: Sequence[Counted], room: float) -> list[Block]:
    """Return the counts side by side in large figures, each with its establishment below."""
    counts = [count for count in force if count.establishment]
    if not counts:
        return []
    wide = room / len(counts)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for step, count in enumerate(counts):
            at = x + step * wide
            figure = squeeze(f"{count.now:,}", wide - 4, FIGURE, Cut.BOLD)
            sheet.lines(at, y + 10, figure)
            under = f"{count.what} of {count.establishment:,}" if count.establishment > count.now else count.what
            sheet.fitted(at, y + 18, under, wide - 4, UNDER, colour=SECOND)

    return [Block("Strength", (Item(22 - HEAD / 4, paint),))]


def _now(force: Sequence[Counted]) -> dict[str, int]:
    return {count.what: count.now for count in force}


def _of(count: Counted) -> str:
    return f"{count.now:,} of {count.establishment:,}" if count.now < count.establishment else f"{count.now:,}"


def _figure(count: int) -> str:
    return f"{count:,}" if count else "–"
