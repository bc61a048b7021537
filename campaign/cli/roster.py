"""The roster on the terminal: every unit a row under its own formation."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.cli import show
from campaign.cli.desk import read
from campaign.cli.options import Call
from campaign.queries.roster import rosters
from campaign.situation.names import side_named
from campaign.views.roster import RosterGroup, Strength

_HEADS = ("Unit", "Men", "Tanks", "Other vehicles", "Guns", "State", "Since yesterday")


def print_rosters(call: Call, side: str | None) -> None:
    """Both sides' rosters, or one's."""
    found = read(call, lambda desk, viewer: rosters(desk, viewer, side_named(desk, side).id if side else None))
    if call.as_json:
        show.json(found)
        return
    for number, roster in enumerate(found):
        if number:
            show.line()
        show.heading(f"{roster.masthead.side}: roster, {roster.masthead.when}")
        show.table(_HEADS, (row for group in roster.groups for row in _rows(group, 0)), right=_HEADS[1:5])


def _rows(group: RosterGroup, depth: int) -> Iterator[tuple[str, ...]]:
    indent = " " * depth
    yield (f"{indent}{group.name}", *(_counts(group.total) if group.total else ("",) * 4), "", group.total_note)
    for row in group.rows:
        name = f"{row.number} {row.name}".strip() + (f" (with {row.attached})" if row.attached else "")
        yield (f"{indent}  {name}", *_counts(row.strength), row.state, row.since_yesterday)
    for below in group.groups:
        yield from _rows(below, depth + 1)


def _counts(strength: Strength) -> tuple[str, ...]:
    return (
        _of(strength.men, strength.men_establishment), _of(strength.tanks, strength.tanks_establishment),
        _of(strength.other_vehicles, strength.other_vehicles_establishment), _of(strength.guns, strength.guns_establishment),
    )  # fmt: skip


def _of(count: int, establishment: int) -> str:
    if not establishment and not count:
        return ""
    return f"{count:,}" if count == establishment else f"{count:,}/{establishment:,}"
