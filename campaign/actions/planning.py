"""The plan of a staff put in force (umpire 1.23): its orders are written down and stand until they are carried out, as
the scenario's do. What was weighed stands in the entry beside them; nothing is weighed here.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.actions.orders import put_order
from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Formation, Place
from campaign.situation.army import Army, load_army
from campaign.situation.names import side_named
from campaign.situation.standing import STAFF, STAFF_BOLD
from campaign.terms.rule_ids import by_rule
from campaign.terms.words import counted
from campaign.verbs.orders import GiveOrder
from campaign.verbs.planning import Plan, PlannedMove
from campaign.words.proposal import changing
from campaign.words.receipt import Receipt

CHANGE = "campaign march, attack, hold or withdraw UNIT, or campaign undo. A person's order is carried out first."
"""How an order of a plan is changed."""


@action("plan", Plan)
def plan(board: Board, command: Plan) -> Receipt:
    """Write the orders of a plan down. Raises Refused for troops of another side, and for an order that they cannot
    take.
    """
    army, side = load_army(board), side_named(board, command.side)
    for unit in (unit for move in command.moves for unit in _units(army, move)):
        if unit.side_id != side.id:
            raise Refused(f"the plan of {side.name} cannot order {unit.name}: it belongs to another side (umpire 1.23)")
    lay(board, army, command.moves, command.course)
    orders = counted(len(command.moves), "order") if command.moves else "no orders of its own"
    lines = [*command.appreciation, *([changing("an order of the staff", CHANGE)] if command.moves else [])]
    return Receipt(by_rule(f"{side.name}, plan of the staff: {command.course}; {orders}", "umpire 1.23"), tuple(lines))


def lay(board: Board, army: Army, moves: Iterable[PlannedMove], course: str, sign: str = "") -> None:
    """Write down the orders of a course. ``sign``: who gives them, if it is not the staff. Raises Refused or BadInput
    for an order that a unit cannot take.
    """
    places = {place.key: place for place in board.rows(Place)}
    for move in moves:
        by = sign or (STAFF_BOLD if move.bold else STAFF)
        to = _place(places, move.to) if move.to else None
        via = tuple(_place(places, key).id for key in move.via)
        for unit in _units(army, move):
            order = GiveOrder("", move.kind, aim=course, since=move.since)
            put_order(board, army, unit, move.kind, to, via, order, given_by=by)


def _place(places: dict[str, Place], key: str) -> Place:
    if key not in places:
        raise Refused(f"the plan names the place {key!r}, which the map does not have")
    return places[key]


def _units(army: Army, move: PlannedMove) -> list[Formation | Battalion]:
    """Return the units that an order of a plan is for. Raises Refused for one that the campaign does not have."""
    known: dict[str, Formation | Battalion] = {f"formation:{f.key}": f for f in army.formations.values()}
    known |= {f"battalion:{b.key}": b for b in army.battalions.values()}
    if missing := [key for key in move.units if key not in known]:
        raise Refused(f"the plan names {missing[0]!r}, which this campaign does not have")
    return [known[key] for key in move.units]
