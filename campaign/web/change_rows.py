"""Changes as the rows of a preview: sign, unit, what was and what becomes."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from campaign.values import dataclass
from campaign.views.book.changes import ChangeList, UnitChange
from campaign.web.chips import chip, on_umpires_desk

HIGH = 14.0
"""Height of a sign's frame in pixels."""
KINDS = ("spent", "destroyed")
"""States that carry a frame of their own."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A row of a preview (``p.preview``)."""

    chip: Markup
    name: str
    text: str
    was: str
    becomes: str
    kind: str


def change_rows(changes: ChangeList, sides: Sequence[str]) -> tuple[ChangeRow, ...]:
    """Return a row for each unit and thing that changes. ``sides``: the sides' names in the order of their
    colours.
    """
    units = (_unit(unit, sides) for unit in changes.units)
    things = (ChangeRow(Markup(""), thing.name, thing.text, "", "", "") for thing in changes.things)
    return (*units, *things)


def _unit(unit: UnitChange, sides: Sequence[str]) -> ChangeRow:
    number = sides.index(unit.side) if unit.side in sides else 0
    symbol = unit.symbol_after or unit.symbol
    sign = (
        Markup(chip(on_umpires_desk(symbol, number), number, HIGH)) if symbol is not None else Markup("")
    )  # a drawing, never a text
    counts = (f"{count.was} to {count.becomes} {count.what}" for count in unit.counts)
    moves = (f"from {unit.was_at} to {unit.goes_to}",) if unit.is_moved else ()
    is_new_state = unit.was != unit.becomes
    return ChangeRow(
        sign,
        unit.name,
        "; ".join((*counts, *moves, *unit.others)),
        unit.was if is_new_state else "",
        unit.becomes,
        unit.becomes if unit.becomes in KINDS else "",
    )
