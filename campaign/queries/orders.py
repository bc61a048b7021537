"""The order form of a commander: what stands for each of his formations and units, and room to write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Commander, Formation, Order, Place
from campaign.queries.later_orders import all_later, brief, carried_out, own_later, set_aside
from campaign.queries.masthead import masthead
from campaign.queries.outlook import Outlook, look
from campaign.queries.symbols import battalion_symbol, formation_symbol, order_words, state_words
from campaign.queries.viewers import commander_for, commanders_of
from campaign.situation.army import Army
from campaign.situation.clock import next_movement
from campaign.terms.state import OrderKind
from campaign.terms.time import MORNING, TURNS_A_DAY, Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.views.orders import OrderForm, OrderRow
from campaign.views.standing import OrdersOverview
from campaign.views.status import CommanderStanding
from campaign.views.symbol import UnitSymbol

AS_ABOVE = "as above"
"""What stands for one without an order of its own, below the order of its formation."""


def order_form(board: JournalBoard, viewer: Viewer, commander: str) -> OrderForm:
    """The form of one commander, seen with his own eyes. Raises NotFound, NotAllowed."""
    found_commander, eyes = commander_for(board, viewer, commander)
    return form(look(board, eyes), found_commander)


def orders(board: JournalBoard, viewer: Viewer) -> OrdersOverview:
    """Who has given his orders, and every form the viewer may read."""
    outlook = look(board, viewer)
    mine = commanders_of(outlook.army, viewer)
    forms = tuple(form(look(board, Viewer(c.side_id, c.id)), c) for c in mine)
    return OrdersOverview(outlook.knowledge.who, outlook.moment.day, commanders(outlook), forms)


def place_names(board: JournalBoard) -> tuple[str, ...]:
    """The names on the map, which everybody has."""
    return tuple(place.name for place in board.rows(Place))


def commanders(outlook: Outlook) -> tuple[CommanderStanding, ...]:
    """Who has given orders for the day, and who lets those before stand."""
    army = outlook.army
    return tuple(
        CommanderStanding(
            name=c.name,
            side=army.sides[c.side_id].name,
            force=army.formations[c.formation_id].name,
            ordered=c.ordered_day >= outlook.moment.day,
            whereabouts="" if c.with_id is None else army.formations[c.with_id].name,
            orders=_whose_are_in(outlook, c),
        )
        for c in commanders_of(army, outlook.viewer)
    )


def _whose_are_in(outlook: Outlook, commander: Commander) -> str:
    if commander.ordered_day >= outlook.moment.day:
        return "given"
    phase = outlook.board.clock.phase
    return (
        "not yet" if phase in MORNING and MORNING.index(phase) <= MORNING.index(Phase.ORDERS) else "those before stand"
    )


def form(outlook: Outlook, commander: Commander) -> OrderForm:
    """The form, as its commander sees it."""
    from campaign.queries.air import air_rows  # heavy, and only the form asks for it

    force = outlook.army.formations[commander.formation_id]
    begin = next_movement(outlook.board)
    start, end = outlook.calendar.begins(begin), outlook.calendar.ends(Moment(begin.day, TURNS_A_DAY))
    return OrderForm(
        masthead=masthead(
            outlook,
            "Orders",
            subtitle=force.name,
            use="Orders stand until changed; a line left empty keeps what stands.",
        ),
        commander=commander.name,
        force=force.name,
        period=f"from {start.day} {start:%B %H:%M} to {end.day} {end:%B %H:%M}",
        due=f"{start:%H:%M}",
        rows=_whose_order(outlook.army, _rows(outlook, force, commander, 0)),
        air=air_rows(outlook) if is_highest(outlook.army, commander) else (),
    )


def is_highest(army: Army, commander: Commander) -> bool:
    """Does he task the aircraft: the commander of the highest formation of his side, the first of equals?"""
    own_commanders = [c for c in army.commanders.values() if c.side_id == commander.side_id]
    return min(own_commanders, key=lambda c: (army.formations[c.formation_id].level.rank, c.id)).id == commander.id


def _rows(outlook: Outlook, formation: Formation, commander: Commander, depth: int) -> Iterator[OrderRow]:
    """The formation, its units, then what is under it; a formation with a commander of its own is one line."""
    army = outlook.army
    order, words = _formation_order(outlook, formation, depth)
    later = carried_out(outlook, formation, own_later(outlook, formation)) if depth else all_later(outlook, formation)
    coming = (*brief(outlook, later), *set_aside(outlook, formation))
    yield _row(order, formation_symbol(outlook, formation), formation, depth, outlook.seat(formation), words, coming)
    other_formation_ids = {c.formation_id for c in army.commanders.values() if c.id != commander.id}
    if formation.id in other_formation_ids and depth:
        return
    for battalion in army.present[formation.id]:
        if battalion.headquarters_of_id == formation.id or not battalion.state.is_in_play:
            continue
        yield _battalion_row(outlook, battalion, depth + 1)
    for child in army.below[formation.id]:
        yield from _rows(outlook, child, commander, depth + 1)


def _whose_order(army: Army, rows: Iterable[OrderRow]) -> tuple[OrderRow, ...]:
    """The rows, with the formation's name in place of *as above* wherever an order to another unit stands between."""
    shorts = {formation.key: formation.short for formation in army.formations.values()}
    orders: list[OrderRow] = []
    above: list[tuple[OrderRow, int]] = []
    """The formations over a row, each with the row whose order it follows."""
    last = 0
    for n, row in enumerate(rows):
        del above[row.depth :]
        source = above[-1][1] if row.standing == AS_ABOVE and above else n
        if source != n and source != last:
            row = replace(row, standing=f"as {shorts.get(above[-1][0].key) or above[-1][0].name}")
        last = source
        above.append((row, source))
        orders.append(row)
    return tuple(orders)


def _battalion_row(outlook: Outlook, battalion: Battalion, depth: int) -> OrderRow:
    """One unit: its own order, or as its formation does; one at an engineering task holds for it."""
    standing = outlook.orders.of(battalion)
    is_own = standing.order is not None and standing.order.battalion_id == battalion.id
    position = outlook.where(battalion)
    if battalion.on_map and (state := state_words(outlook, battalion)) != "Fit":
        position += f", {state.lower()}"
    words = order_words(outlook, standing) if is_own else AS_ABOVE
    if standing.task is not None:
        words = f"{standing.kind}, at work: {standing.task.kind}"
    return _row(
        standing.order if is_own else None,
        battalion_symbol(outlook, battalion),
        battalion,
        depth,
        position,
        words,
        (
            *brief(outlook, carried_out(outlook, battalion, own_later(outlook, battalion))),
            *set_aside(outlook, battalion),
        ),
    )


def _formation_order(outlook: Outlook, formation: Formation, depth: int) -> tuple[Order | None, str]:
    """Its own order and the words; one that does as the formation above it on the form says so."""
    order = outlook.orders.of_formation(formation)
    if order is None:
        return None, AS_ABOVE if depth else f"{OrderKind.HOLD}, by default"
    if order.formation_id == formation.id:
        return order, order_words(outlook, order)
    above = outlook.army.formations[order.formation_id or formation.id]
    return (
        (None, AS_ABOVE) if depth else (order, f"{order_words(outlook, order)}, as {outlook.knowledge.name_of(above)}")
    )


def _row(
    order: Order | None,
    symbol: UnitSymbol,
    unit: Formation | Battalion,
    depth: int,
    position: str,
    words: str,
    coming: tuple[str, ...],
) -> OrderRow:
    return OrderRow(
        symbol=symbol,
        name=unit.name,
        depth=depth,
        position=position,
        standing=words,
        aim=order.aim if order else "",
        objective=order.objective if order else "",
        limit=order.limit if order else "",
        coming=coming,
        key=unit.key,
    )
