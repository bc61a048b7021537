"""The commanders with their players and the state of their orders: all for the umpire, for a player his own.

seats(board, viewer) -> Seats
"""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.journal.undo import standing_of
from campaign.model import Commander, Entry
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.viewers import commanders_of
from campaign.queries.orders.orders import commanders
from campaign.situation.deadline import deadline_of, then
from campaign.situation.players import Seats as Players
from campaign.situation.players import addressee, addresses_of, seats_of
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from campaign.views.day.status import CommanderStanding
from campaign.views.players.seats import Seat, Seats


def seats(board: JournalBoard, viewer: Viewer) -> Seats:
    """Return the commanders whom this viewer may look at, in the order of the scenario."""
    outlook, deadline = look(board, viewer), deadline_of(board)
    rows = commanders_of(outlook.army, viewer)
    players, written = seats_of(board), _last_orders(outlook, {commander.id for commander in rows})
    addresses = addresses_of(board) if viewer.is_umpire else {}
    return Seats(
        viewer=outlook.knowledge.who,
        day=outlook.moment.day,
        asked=board.clock.phase is Phase.ORDERS,
        seats=tuple(
            _seat(outlook, row, standing, players, written.get(row.id, ""), addresses)
            for row, standing in zip(rows, commanders(outlook), strict=True)
        ),
        deadline="" if deadline is None else deadline.text,
        deadline_at="" if deadline is None else deadline.at.isoformat(),
        if_missing=then(board),
    )


def _seat(
    outlook: Outlook,
    commander: Commander,
    standing: CommanderStanding,
    players: Players,
    written: str,
    addresses: dict[str, str],
) -> Seat:
    formation = outlook.army.formations[commander.formation_id]
    return Seat(
        key=commander.key,
        name=commander.name,
        side=standing.side,
        formation=formation.name,
        battalions=sum(battalion.on_map for battalion in outlook.army.battalions_under(formation.id)),
        player=players.player(commander),
        played_by=standing.played_by,
        deputy=players.deputy(commander),
        whereabouts=standing.whereabouts,
        ordered=standing.ordered,
        orders=standing.orders,
        ordered_at=written,
        has_address=bool(addresses.get(addressee(players, commander))),
    )


def _last_orders(outlook: Outlook, ids: set[int]) -> dict[int, str]:
    """Return when each of these commanders gave his latest order of the running day, by his id."""
    living = set(standing_of(outlook.board).living)
    today = (Entry.day == outlook.moment.day, Entry.kind == "do", Entry.giver.in_(ids))
    rows = outlook.board.entries(Entry.seq, Entry.giver, Entry.written, criteria=today)
    return {row.giver: row.written for row in rows if row.seq in living}
