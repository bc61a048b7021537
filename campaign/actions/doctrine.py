"""Orders of commanders led by the program, given before every march by the doctrine of the day (umpire 1.23):
``campaign.play`` decides, and the actions for players' orders carry them out here.
"""

from __future__ import annotations

from campaign.actions.day_context import DayContext
from campaign.actions.engineering import engineer
from campaign.actions.orders import put_orders, put_to_rest
from campaign.errors import Refused
from campaign.model import Place
from campaign.play.doctrine import orders_for
from campaign.play.view import Instruction, Order, Rest, Work
from campaign.situation.doctrine_view import view_of
from campaign.situation.standing import DOCTRINE
from campaign.terms.rule_ids import by_rule
from campaign.verbs.engineering import Engineer
from campaign.words.proposal import Proposal, changing

CHANGE = (
    "campaign march, attack, hold, withdraw, rest or engineer UNIT, after campaign undo if this turn is to be played"
    " again. A person's order is carried out first (umpire 1.23)."
)
"""How an order of the program is changed."""


def order_the_turn(today: DayContext) -> None:
    """Order the troops of all sides that the program leads; all plan before any of them orders. Each order is told in a
    line and stands as an order of the turn that the umpire can change.
    """
    leading = today.leading
    if leading.is_idle:
        return
    thought = [
        order
        for side in today.army.sides
        for order in orders_for(view_of(today.board, today.army, today.theatre, today.book, side, today.now, leading))
    ]
    given = False
    for order in thought:
        sign = leading.sign(order.formation if isinstance(order, Order) and order.formation else _command(today, order))
        try:
            _carry_out(today, order, sign)
        except Refused as why:
            today.say(f"{order.tells}, {_led(sign)}: {order.sentence}: not possible, {why}")
        else:
            today.lines.append(f"{order.tells}, {_led(sign)}: {_proposal(order).in_a_list}")
            given = True
    if given:
        today.lines.append(changing("an order of the program", CHANGE))


def _command(today: DayContext, order: Instruction) -> int:
    """Return the command whose battalions get this order."""
    return today.army.battalions[order.units[0]].present_id


def _led(sign: str) -> str:
    """Return by whom a commander's troops are led."""
    return "without a player" if sign == DOCTRINE else "led by the program"


def _proposal(order: Instruction) -> Proposal:
    """Return an order as the proposal that it is; a unit that has its commander's name is named once."""
    value = f"it {order.does}" if order.tells == order.who else order.sentence
    return Proposal(value, by_rule(order.why, "umpire 1.23"))


def _carry_out(today: DayContext, order: Instruction, sign: str) -> None:
    board, army = today.board, today.army
    battalions = [army.battalions[ident] for ident in order.units]
    match order:
        case Rest():
            put_to_rest(board, battalions, stop=order.stop)
        case Work():
            load = order.load.value if order.load is not None else ""
            task = Engineer(str(order.units[0]), order.task.value, str(order.crossing), load)
            engineer(board, task, today.dice)
        case Order():
            to = board.row(Place, order.to) if order.to is not None else None
            units = [army.formations[order.formation]] if order.formation else battalions
            put_orders(board, army, units, order.kind, to, order.via, sign, order.sentence)
