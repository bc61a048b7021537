"""The order form of a commander: the orders in force for each formation and unit, and room to write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Commander, Formation, Order, Place
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, formation_symbol, order_words, state_words
from campaign.queries.common.viewers import commander_for, commanders_of
from campaign.queries.orders.later_orders import all_later, brief, carried_out, limit_words, own_later, set_aside
from campaign.queries.orders.proposed_orders import proposed_order
from campaign.situation.army import Army
from campaign.situation.clock import next_movement
from campaign.situation.deadline import deadline_of
from campaign.situation.engaged import met_the_enemy
from campaign.situation.players import PROGRAM, highest_commander, seats_of
from campaign.situation.standing import SCENARIO
from campaign.terms.state import OrderKind
from campaign.terms.time import MORNING, TURN, TURNS_A_DAY, Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.values import replace
from campaign.views.day.status import FOR_THIS_TURN, GIVEN, MET_SINCE, NOT_YET, CommanderStanding
from campaign.views.orders.standing import OrdersOverview
from campaign.words.orders import OrderForm, OrderRow
from campaign.words.symbol import UnitSymbol

BY_DEFAULT = OrderKind.HOLD.value
"""Words for a force without an order."""
AS_ABOVE = "as above"
"""Words for a unit without an order of its own, below its formation's order."""
MOST_ROWS = 20
"""Rows of a printed form, unless more units than this have orders of their own."""
BLANK_ROWS, MOST_BLANK_ROWS = 2, 5


def order_form(board: JournalBoard, viewer: Viewer, commander: str) -> OrderForm:
    """Return the form of one commander with a row for every unit, as seen by the commander. Raises NotFound,
    NotAllowed.
    """
    leader, eyes = commander_for(board, viewer, commander)
    return form(look(board, eyes), leader)


def printed_form(board: JournalBoard, viewer: Viewer, commander: str) -> OrderForm:
    """Return the form of one commander as printed: with a row for every command. Raises NotFound, NotAllowed."""
    leader, eyes = commander_for(board, viewer, commander)
    return form(look(board, eyes), leader, on_paper=True)


def orders(board: JournalBoard, viewer: Viewer) -> OrdersOverview:
    """Return which commanders have given their orders, and every order form that the viewer may read."""
    outlook = look(board, viewer)
    mine = commanders_of(outlook.army, viewer)
    forms = tuple(form(look(board, Viewer(c.side_id, (c.id,))), c) for c in mine)
    return OrdersOverview(outlook.knowledge.who, outlook.moment.day, commanders(outlook), forms)


def form_identity(board: JournalBoard) -> dict[str, str]:
    """Return the identity of a campaign's order forms: the campaign, and the turn with which the orders begin."""
    return {"campaign": board.campaign.name, "orders": str(next_movement(board))}


def place_names(board: JournalBoard) -> tuple[str, ...]:
    """Return the names on the map, which every viewer has."""
    return tuple(place.name for place in board.rows(Place))


def commanders(outlook: Outlook) -> tuple[CommanderStanding, ...]:
    """Return the commanders with their state: orders given for the day, or earlier orders left in force."""
    army, seats, met = outlook.army, seats_of(outlook.board), _met_since(outlook)
    return tuple(
        CommanderStanding(
            name=c.name,
            side=army.sides[c.side_id].name,
            force=army.formations[c.formation_id].name,
            ordered=c.ordered_day >= outlook.moment.day or seats.player(c) == PROGRAM,
            whereabouts="" if c.with_id is None else army.formations[c.with_id].name,
            played_by=seats.words(c),
            orders="the program's" if seats.player(c) == PROGRAM else _whose_are_in(outlook, c, met),
            character=c.character.value if c.character is not None else "",
            character_source=c.character_source,
        )
        for c in commanders_of(army, outlook.viewer)
    )


def _met_since(outlook: Outlook) -> frozenset[int]:
    """Return the commanders who may give new orders because their troops met the enemy in the turn before (umpire
    1.14), for the umpire: a commander may have been seen without seeing an enemy.
    """
    now, clock = outlook.moment, outlook.board.clock
    if not outlook.viewer.is_umpire or clock.phase is not TURN[0] or now.turn == 1:
        return frozenset()
    return met_the_enemy(outlook.board, outlook.army, Moment.at(now.index - 1))


def _has_new_orders(outlook: Outlook, commander: Commander) -> bool:
    """Return whether a unit directly under this commander has an order that begins with this turn or later, and is not
    the scenario's.
    """
    army = outlook.army
    led = {leader.formation_id: leader.id for leader in army.commanders.values()}

    def leader_of(order: Order) -> int | None:
        formation = order.formation_id or army.battalions[order.battalion_id or 0].present_id
        return army.nearest(led, formation)

    return any(
        Moment(order.day, order.turn) >= outlook.moment and leader_of(order) == commander.id
        for order in outlook.board.rows(Order, Order.given_by != SCENARIO)
    )


def _whose_are_in(outlook: Outlook, commander: Commander, met: Collection[int]) -> str:
    if commander.id in met:
        return FOR_THIS_TURN if _has_new_orders(outlook, commander) else MET_SINCE
    if commander.ordered_day >= outlook.moment.day:
        return GIVEN
    phase = outlook.board.clock.phase
    return (
        NOT_YET if phase in MORNING and MORNING.index(phase) <= MORNING.index(Phase.ORDERS) else "earlier orders stand"
    )


def form(outlook: Outlook, commander: Commander, *, on_paper: bool = False) -> OrderForm:
    """Return a commander's order form, as seen by that commander. ``on_paper``: with a row for each command, and for a
    battalion only if it has an order of its own.
    """
    from campaign.queries.air.air import air_rows

    force = outlook.army.formations[commander.formation_id]
    begin = next_movement(outlook.board)
    start, end = outlook.calendar.begins(begin), outlook.calendar.ends(Moment(begin.day, TURNS_A_DAY))
    head = masthead(
        outlook,
        "Orders",
        subtitle=force.name,
        use="Orders stay in force until you change them. An empty line keeps its order.",
    )
    deadline = deadline_of(outlook.board)
    every_row = tuple(_rows(outlook, force, commander, 0))
    rows = _rows_on_paper(every_row) if on_paper else every_row
    printed = {row.key for row in rows}
    unlisted = tuple(row.name for row in every_row if row.key not in printed)
    return OrderForm(
        masthead=head,
        commander=commander.name,
        played_by=seats_of(outlook.board).words(commander),
        force=force.name,
        period=f"from {start.day} {start:%B %H:%M} to {end.day} {end:%B %H:%M}",
        due=f"{start:%H:%M}",
        deadline="" if deadline is None else deadline.text,
        if_missing="" if deadline is None else deadline.then,
        rows=_whose_order(outlook.army, rows),
        blank_rows=min(MOST_BLANK_ROWS, BLANK_ROWS + len(unlisted) // 6),
        unlisted=unlisted,
        identity=(*form_identity(outlook.board).items(), ("commander", commander.key)),
        air=air_rows(outlook) if highest_commander(outlook.army, commander.side_id) is commander else (),
    )


def form_lines(outlook: Outlook, force: Formation) -> list[Formation]:
    """Return the commands listed on a commander's papers: those of the force that have troops. Troops under another
    commander count as one command; of very many commands only those one level below the commander are listed.
    """
    army = outlook.army
    led = {c.formation_id for c in army.commanders.values()} - {force.id}
    lines = [f for f in _commands(army, force, led) if army.battalions_under(f.id)]
    if len(lines) <= MOST_ROWS:
        return lines
    return [f for f in (force, *army.below[force.id]) if f in lines or army.battalions_under(f.id)]


def _commands(army: Army, force: Formation, led: Collection[int]) -> Iterator[Formation]:
    if force.id in led or not army.below[force.id]:
        yield force
        return
    if army.present[force.id]:
        yield force
    for child in army.below[force.id]:
        yield from _commands(army, child, led)


def _rows_on_paper(rows: Sequence[OrderRow]) -> tuple[OrderRow, ...]:
    """Return the commands, and battalions with an order of their own; all battalions for a commander who leads no more
    than one command. Of very many commands, those with the order of the one above them are left to the blank rows.
    """
    if sum(row.is_command for row in rows) == 1 and len(rows) <= MOST_ROWS:
        return tuple(rows)
    kept = [row for row in rows if row.is_command or not row.follows or row.coming]
    if len(kept) > MOST_ROWS:
        kept = [row for row in kept if row.depth < 2 or not row.follows or row.coming]
    return tuple(kept)


def _rows(outlook: Outlook, formation: Formation, commander: Commander, depth: int) -> Iterator[OrderRow]:
    """Yield the formation, its units, then those under it; a formation with a commander of its own is one line."""
    army = outlook.army
    order, words = _formation_order(outlook, formation, depth)
    later = carried_out(outlook, formation, own_later(outlook, formation)) if depth else all_later(outlook, formation)
    coming = (*brief(outlook, later), *set_aside(outlook, formation))
    symbol, seat = formation_symbol(outlook, formation), outlook.seat(formation)
    yield _row(outlook, order, symbol, formation, depth, seat, words, coming)
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
    """Return the rows, with the formation's name in place of *as above* wherever an order to another unit stands
    between.
    """
    shorts = {formation.key: formation.short for formation in army.formations.values()}
    orders: list[OrderRow] = []
    above: list[tuple[OrderRow, int]] = []
    """Formations above a row, each with the row whose order it follows."""
    last = 0
    for n, row in enumerate(rows):
        del above[row.depth :]
        source = above[-1][1] if row.standing == AS_ABOVE and above else n
        if source != n and source != last:
            row = replace(row, standing=f"same order as {shorts.get(above[-1][0].key) or above[-1][0].name}")
        last = source
        above.append((row, source))
        orders.append(row)
    return tuple(orders)


def _battalion_row(outlook: Outlook, battalion: Battalion, depth: int) -> OrderRow:
    """Return the row of one unit: with its own order, or that of its formation; one at an engineering task holds for
    it.
    """
    standing = outlook.orders.of(battalion)
    is_own = standing.order is not None and standing.order.battalion_id == battalion.id
    position = outlook.where(battalion)
    if battalion.on_map and (state := state_words(outlook, battalion)) != "Fresh":
        position = f"{state.lower()}; {position}"  # the form may have no room for the end of a long way
    words = order_words(outlook, standing) if is_own else AS_ABOVE
    if standing.task is not None:
        words = f"{standing.kind}, at work: {standing.task.kind}"
    return _row(
        outlook,
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
    """Return a formation's own order and the words for it; one with the order of the formation above it on the form
    says so.
    """
    order = outlook.orders.of_formation(formation)
    if order is None:
        return None, AS_ABOVE if depth else BY_DEFAULT
    if order.formation_id == formation.id:
        return order, order_words(outlook, order)
    above = outlook.army.formations[order.formation_id or formation.id]
    return (
        (None, AS_ABOVE) if depth else (order, f"{order_words(outlook, order)}, as {outlook.knowledge.name_of(above)}")
    )


def _row(
    outlook: Outlook,
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
        limit=limit_words(outlook, order) if order else "",
        coming=coming,
        key=unit.key,
        is_command=isinstance(unit, Formation),
        proposal=proposed_order(order, words) if order is not None or words == BY_DEFAULT else None,
        follows=words == AS_ABOVE,
    )
