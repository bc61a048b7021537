"""The changes that an entry would make, as rows of a page: chip, unit, was and becomes, losses, where it goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaign.journal.board import JournalBoard
from campaign.journal.record import Done
from campaign.queries.battle.battle_page import battle_page
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import counted
from campaign.values import dataclass
from campaign.views.book.changes import ChangeList, UnitChange
from campaign.web.chips import chip, on_umpires_desk
from campaign.web.visit import Visit

SIGN: Final = 15.0
"""Height of a sign's frame in pixels."""
_NOUNS: Final = {"men": ("man", "men"), "vehicles": ("vehicle", "vehicles"), "guns": ("gun", "guns")}


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One unit: its sign, its name, what it loses and where it goes, its state before and after."""

    chip: str
    """Drawing of the sign; empty for a unit without one."""
    side: int | None
    name: str
    text: str
    was: str
    becomes: str
    kind: str


def change_rows(
    changes: ChangeList, sides: Mapping[str, int], ends: Mapping[str, str] | None = None
) -> tuple[ChangeRow, ...]:
    """Return a row for each unit that changes. ``sides``: number of each side on the page, by its name; ``ends``: where
    units stand afterwards in words, by their names, where that is known better than from the rows alone.
    """
    return tuple(_row(unit, sides.get(unit.side), (ends or {}).get(unit.name, unit.goes_to)) for unit in changes.units)


def places_after(visit: Visit, command: object, battle: int) -> dict[str, str]:
    """Return where each unit of a battle would stand in words, by its name, once a command is carried out."""

    def ask(board: JournalBoard, done: Done) -> dict[str, str]:
        shown = battle_page(board, UMPIRE, str(battle))
        return {line.name: line.where for side in shown.sides for line in side.lines}

    return visit.rehearse(command, ask)[1]


def _row(unit: UnitChange, side: int | None, end: str) -> ChangeRow:
    lost = [_lost(count.what, count.lost) for count in unit.counts if count.lost > 0]
    goes = f"goes to {end}" if unit.is_moved and unit.goes_to != "off the map" else ""
    text = " \N{MIDDLE DOT} ".join(filter(None, (f"{', '.join(lost)} lost" if lost else "", goes, *unit.others)))
    is_changed = unit.was != unit.becomes
    return ChangeRow(
        chip=chip(on_umpires_desk(unit.symbol, side or 0), side or 0, SIGN) if unit.symbol is not None else "",
        side=side,
        name=unit.name,
        text=text,
        was=unit.was if is_changed else "",
        becomes=unit.becomes if is_changed else "moves" if unit.is_moved else "changes",
        kind=unit.becomes if is_changed and unit.becomes in ("spent", "destroyed") else "",
    )


def _lost(what: str, count: int) -> str:
    one, several = _NOUNS.get(what, (what, what))
    return counted(count, one) if f"{one}s" == several else f"{count} {one if count == 1 else several}"
