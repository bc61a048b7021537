"""Units of a battle that stand beside its system's small table: whether they come on, where, and behind which units.

Units whose orders lead onto the table come on. Units ordered to hold beside it, or sent elsewhere, stay away from this
table and keep their works; only if their side would have no unit there otherwise do all of them come on. That is a
house rule: no system says it.

A unit comes on by the nearest road, from the start; by a road on which an enemy stands nearer to the table, only after
that enemy, by as many turns of the table as a column needs for the distance between them. It is a house rule that they
do not meet in one place.

    staying_away(army, theatre, table, lines, orders) -> battalion ids
    coming_on(army, theatre, table, lines, ...) -> {battalion id: ComingOn(edge, waits)}
    beside_words(army, lines, away, coming) -> str
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from math import ceil

from campaign.model import BattleUnit
from campaign.situation.army import Army, position_of
from campaign.situation.battlefield import leads_onto
from campaign.situation.forms import entrance
from campaign.situation.standing import StandingOrders
from campaign.terms.position import METRES_A_KM
from campaign.terms.state import Role
from campaign.terms.words import listing
from campaign.theatre.tables import Table
from campaign.theatre.values import Theatre
from campaign.values import dataclass
from campaign.words.texts import papers


@dataclass(frozen=True, slots=True)
class ComingOn:
    """The point where a unit comes on (``east 49``), and the turns of the table before it."""

    edge: str
    waits: int = 0


def staying_away(
    army: Army, theatre: Theatre, table: Table, lines: Iterable[BattleUnit], orders: StandingOrders
) -> frozenset[int]:
    """Return the battalions of these lines that are in the battle from the start, stand beside the table and have no
    orders that lead onto it.

    A unit that the umpire put into the battle from beside its table has an edge to come on over: it does not stay
    away.
    """
    away: dict[int, set[int]] = {}
    present: set[int] = set()
    for line in lines:
        battalion = army.battalions[line.battalion_id]
        position = position_of(battalion)
        if line.role is not Role.ENGAGED or position is None:
            continue
        if (
            line.edge
            or table.holds(theatre.point_of(position))
            or leads_onto(theatre, table, battalion, position, orders.of(battalion))
        ):
            present.add(line.side_id)
        else:
            away.setdefault(line.side_id, set()).add(line.battalion_id)
    return frozenset(number for side, numbers in away.items() if side in present for number in numbers)


@dataclass(frozen=True, slots=True)
class _OnTheWay:
    line: BattleUnit
    edge: str
    metres: float


def coming_on(
    army: Army, theatre: Theatre, table: Table, lines: Iterable[BattleUnit], *, attacker: int | None, column_in: int
) -> dict[int, ComingOn]:
    """Return the units of these lines that are in the battle from the start and come on from beside the table.
    ``column_in``: inches that a column moves in a turn.
    """
    beside: list[_OnTheWay] = []
    for line in lines:
        position = position_of(army.battalions[line.battalion_id])
        if line.role is Role.ENGAGED and position is not None and not table.holds(theatre.point_of(position)):
            beside.append(_OnTheWay(line, *entrance(theatre, table, position)))
    beside.sort(
        key=lambda arrival: (arrival.metres, arrival.line.side_id == attacker, arrival.line.side_id, arrival.line.line)
    )
    arrivals: dict[int, ComingOn] = {}
    for step, arrival in enumerate(beside):
        ahead = [
            earlier
            for earlier in beside[:step]
            if earlier.edge == arrival.edge and earlier.line.side_id != arrival.line.side_id
        ]
        waits = 0
        if ahead:
            gap_in = (arrival.metres - ahead[-1].metres) / METRES_A_KM * table.inches_a_km
            waits = arrivals[ahead[-1].line.battalion_id].waits + max(1, ceil(gap_in / column_in))
        mates = [
            arrivals[earlier.line.battalion_id].waits
            for earlier in beside[:step]
            if earlier.edge == arrival.edge and earlier.line.side_id == arrival.line.side_id
        ]
        arrivals[arrival.line.battalion_id] = ComingOn(arrival.edge, max([waits, *mates]))
    return arrivals


def beside_words(
    army: Army, lines: Iterable[BattleUnit], away: Container[int], coming: Container[int], most: int = 6
) -> str:
    """Return a line on units beside the table, at most ``most`` of each kind by name: ``not on this table, without
    orders onto it: Krad 15 (-); come on over its edge: 2 RB``; empty where all stand on it.
    """
    units = [army.battalions[line.battalion_id] for line in lines]
    staying, entering = (
        listing((unit.short or unit.name for unit in units if unit.id in which), most) for which in (away, coming)
    )
    conditions = {"not_on_table": bool(staying), "coming_on": bool(entering)}
    return " ".join(papers().lines("beside the table", conditions, staying=staying, coming=entering))
