"""Who fights in a battle but stands beside a table as small as its system's: where he comes on, and behind whom.

He comes on by the road that is nearest to him, from the start; by a road on which an enemy stands nearer to the table, only after him,
by as many turns of the table as a column needs for the way between them. That they do not meet in one place is our own ruling.

    coming_on(army, theatre, table, lines, ...) -> {battalion id: ComingOn(edge, waits)}
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from campaign.model import BattleUnit
from campaign.situation.army import Army, position_of
from campaign.situation.battlefield import nearest_edge, to_edge_m
from campaign.situation.forms import gates_of
from campaign.terms.state import Role
from campaign.theatre.tables import Table
from campaign.theatre.values import Theatre

METRES_A_KM = 1000


@dataclass(frozen=True, slots=True)
class ComingOn:
    """Where a unit comes on (``east 49``), and after how many turns of the table."""

    edge: str
    waits: int = 0


@dataclass(frozen=True, slots=True)
class _OnTheWay:
    line: BattleUnit
    edge: str
    metres: float


def coming_on(
    army: Army, theatre: Theatre, table: Table, lines: Iterable[BattleUnit], *, attacker: int | None, column_in: int
) -> dict[int, ComingOn]:
    """Those of these lines that fight from the start and stand beside the table. ``column_in``: inches that a column makes in a turn."""
    gates = gates_of(theatre, table)
    beside: list[_OnTheWay] = []
    for line in lines:
        position = position_of(army.battalions[line.battalion_id])
        if line.role is not Role.ENGAGED or position is None or table.holds(point := theatre.point_of(position)):
            continue
        if gates:
            metres, _, entry = min((theatre.straight_m(position, gate.position), gate.letter, gate.entry) for gate in gates)
            beside.append(_OnTheWay(line, f"{entry.edge.value} {round(entry.inch)}", metres))
        else:
            edge, inch = nearest_edge(table, point)
            beside.append(_OnTheWay(line, f"{edge.value} {inch}", to_edge_m(table, point)))
    beside.sort(key=lambda one: (one.metres, one.line.side_id == attacker, one.line.side_id, one.line.line))
    found: dict[int, ComingOn] = {}
    for step, one in enumerate(beside):
        ahead = [other for other in beside[:step] if other.edge == one.edge and other.line.side_id != one.line.side_id]
        waits = 0
        if ahead:
            gap_in = (one.metres - ahead[-1].metres) / METRES_A_KM * table.inches_a_km
            waits = found[ahead[-1].line.battalion_id].waits + max(1, ceil(gap_in / column_in))
        mates = [
            found[other.line.battalion_id].waits
            for other in beside[:step]
            if other.edge == one.edge and other.line.side_id == one.line.side_id
        ]
        found[one.line.battalion_id] = ComingOn(one.edge, max([waits, *mates]))
    return found
