"""The orders that a viewer can give to a unit, without their routes (``route_preview`` returns those).

order_blank(board, viewer, unit) -> OrderBlank | None
engaged_words(outlook, unit) -> str               the battle in which a battalion is when the next marches begin
order_kinds(unit, is_engaged=) -> OrderKind...
order_turns(outlook) -> OrderTurn...
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Commander, Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.viewers import commanders_of
from campaign.situation.army import nearest_commander
from campaign.situation.clock import last_moment, next_movement
from campaign.situation.engaged import engaged_battalions
from campaign.situation.names import among
from campaign.terms.state import OrderKind
from campaign.terms.viewer import Viewer
from campaign.views.orders.order_blank import OrderBlank, OrderTurn

MOST_TURNS = 8
"""Most turns that are offered for an order to begin with."""


def order_blank(board: JournalBoard, viewer: Viewer, unit: str) -> OrderBlank | None:
    """Return what the viewer can order of a unit that he knows; None if it is not his to command, or takes no orders.

    Raises NotFound, Ambiguous.
    """
    outlook = look(board, viewer)
    subject = among(unit, "unit", outlook.knowledge.units())
    if not outlook.knowledge.commands(subject) or (isinstance(subject, Battalion) and not subject.state.is_in_play):
        return None
    turns = tuple(order_turns(outlook))
    if not turns:
        return None
    engaged = engaged_words(outlook, subject)
    leader = _leader(outlook, subject)
    return OrderBlank(
        key=subject.key,
        name=subject.name,
        kinds=tuple(order_kinds(subject, is_engaged=bool(engaged))),
        turns=turns,
        engaged=engaged,
        leader="" if leader is None else leader.key,
        leader_name="" if leader is None else leader.name,
    )


def _leader(outlook: Outlook, unit: Formation | Battalion) -> Commander | None:
    """Return the commander, among those as whom the viewer may look, who leads a unit most closely."""
    mine = (c for c in commanders_of(outlook.army, outlook.viewer) if c.side_id == unit.side_id)
    return nearest_commander(outlook.army, unit, mine)


def engaged_words(outlook: Outlook, unit: Formation | Battalion) -> str:
    """Return the battle in which a battalion is when the next marches begin: ``battle 1, Halfaya Pass, top``."""
    if not isinstance(unit, Battalion):
        return ""
    battle = engaged_battalions(outlook.board, next_movement(outlook.board)).get(unit.id)
    return "" if battle is None else f"battle {battle.number}, {battle.name}"


def order_kinds(unit: Formation | Battalion, *, is_engaged: bool) -> Iterator[OrderKind]:
    """Yield the kinds of order that a unit takes; an engaged one only withdraws (umpire 1.5)."""
    if is_engaged:
        yield OrderKind.WITHDRAW
        return
    yield from (OrderKind.MARCH, OrderKind.ATTACK, OrderKind.HOLD, OrderKind.WITHDRAW)
    if isinstance(unit, Battalion) and unit.headquarters_of_id is not None:
        yield OrderKind.FOLLOW


def order_turns(outlook: Outlook) -> Iterator[OrderTurn]:
    """Yield the turns with which an order given now may begin, the next movement first."""
    moment, last = next_movement(outlook.board), last_moment(outlook.board)
    for _ in range(MOST_TURNS):
        if moment > last:
            return
        yield OrderTurn(str(moment), f"turn {moment}, {outlook.calendar.begins(moment):%H:%M}")
        moment = moment.plus(1)
