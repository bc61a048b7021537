"""The roster on the terminal: every unit in a row under its own formation."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.session import read
from campaign.queries.orbat.roster import rosters
from campaign.situation.names import side_named
from campaign.views.orbat.roster import COLUMNS, RosterGroup, Strength

_SHOWN = [column for column in COLUMNS if column.on_terminal]
_HEADS = ("Unit", "Men", "Vehicles, guns", *(column.on_terminal for column in _SHOWN))


def print_rosters(call: Call, side: str | None) -> None:
    """Print both sides' rosters, or one side's."""
    lists = read(call, lambda board, viewer: rosters(board, viewer, side_named(board, side).id if side else None))
    if call.as_json:
        show.json(lists)
        return
    for number, roster in enumerate(lists):
        if number:
            show.line()
        show.heading(f"{roster.masthead.side}: roster, {roster.masthead.when}")
        show.table(_HEADS, (row for group in roster.groups for row in _rows(group, 0)), right=("Men",))


def _rows(group: RosterGroup, depth: int) -> Iterator[tuple[str, ...]]:
    indent = " " * depth
    yield (
        f"{indent}{group.name}",
        *(_counts(group.total) if group.total else ("", "")),
        *(column.total(group) for column in _SHOWN),
    )
    for row in group.rows:
        name = f"{row.number} {row.name}".strip() + (f" (with {row.attached})" if row.attached else "")
        yield (
            f"{indent}  {name}",
            *_counts(row.strength),
            *(column.words(row) if column.words else "" for column in _SHOWN),
        )
    for below in group.groups:
        yield from _rows(below, depth + 1)


def _counts(strength: Strength) -> tuple[str, str]:
    """Return men, and tanks, other vehicles and guns, in words."""
    cells = [(_of(*column.figures(strength)), column.heading) for column in COLUMNS if column.figures]
    armoured = strength.tanks_establishment or strength.armoured_cars_establishment
    nouns = {"arm. cars": "armoured cars", "other veh.": "other vehicles" if armoured else "vehicles"}
    return _of(strength.men, strength.men_establishment), ", ".join(
        f"{figure} {nouns.get(heading, heading)}" for figure, heading in cells if figure
    )


def _of(count: int, establishment: int) -> str:
    if not establishment and not count:
        return ""
    return f"{count:,}" if count == establishment else f"{count:,}/{establishment:,}"
