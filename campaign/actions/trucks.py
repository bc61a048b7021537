"""Trucks sent by order: a battalion's fetches ammunition by day, a dump's goes up for a unit of supply (NQM-LOG-06 to
-08, -11). What is refused and told goes by the ways that the side knows; the true way holds a truck up on the road.

send_truck    an action
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.actions.logistics import depart, is_kept, known_to, on_the_road, opened, units_words, way_words
from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Convoy, Dump, Formation
from campaign.rules.common.dice import Dice
from campaign.rules.day import logistics as rules
from campaign.rules.day.logistics import Goods, Spent
from campaign.situation.condition import conditions_of
from campaign.situation.dumps import (
    RAILHEAD,
    UNDER_WAY,
    has_dump,
    holder_of,
    is_there,
    metres_to_dump,
    metres_up,
    put_stock,
    served,
    short_of_ammunition,
    stock_of,
    supplier_of,
)
from campaign.situation.dumps_known import KnownWays
from campaign.situation.names import unit_named
from campaign.terms.time import Moment
from campaign.terms.words import counted
from campaign.verbs.trucks import SendTruck
from campaign.words.receipt import Receipt


@action("truck", SendTruck)
def send_truck(board: Board, command: SendTruck, dice: Dice) -> Receipt:
    """Send a truck: the only way to be resupplied by day (NQM-LOG-06), and to fetch a unit of supply that was not
    pushed forward (NQM-LOG-07, -08).
    """
    today = DayContext(board, dice)
    if not is_kept(today):
        raise Refused("this campaign has no supply dumps. To use them: campaign rules nqm.logistics on (NQM-LOG-02)")
    unit = unit_named(today.army, command.unit)
    dumps, known = opened(board, today.army), known_to(today, unit.side_id)
    if isinstance(unit, Battalion):
        if command.goods not in ("", Goods.AMMUNITION.value):
            raise BadInput(
                f"{unit.name} cannot fetch {command.goods!r}: a battalion fetches only ammunition from a dump"
            )
        return _fetch(today, unit, dumps, known)
    if not is_there(today.army, unit):
        raise Refused(f"{unit.name} has no troops on the map. Name another unit")
    if not has_dump(today.army, unit):
        raise Refused(
            f"{unit.name} has no dump: only armies, corps, divisions and independent brigades have dumps (NQM-LOG-02)"
        )
    return _go_up(today, unit, _goods(command.goods), dumps, known)


def _goods(word: str) -> Goods:
    goods_by_word = {"": Goods.LOG, "log": Goods.LOG, "fuel": Goods.FUEL, "pol": Goods.FUEL, "bowser": Goods.BOWSER}
    if word.strip().lower() not in goods_by_word:
        raise BadInput(f"{word!r} is not a kind of supply. Write log, fuel or bowser")
    return goods_by_word[word.strip().lower()]


def _fetch(today: DayContext, battalion: Battalion, dumps: Mapping[int, Dump], known: KnownWays) -> Receipt:
    holder, row = holder_of(today.army, battalion.present_id), conditions_of(today.board).get(battalion.id)
    if holder is None or not battalion.on_map:
        raise Refused(
            f"{battalion.name} has no dump to which it can send a truck"
            if battalion.on_map
            else f"{battalion.name} is not on the map"
        )
    lacking = short_of_ammunition(today.army, battalion, {} if row is None else {battalion.id: row}, today.book)
    if row is None or not lacking:
        raise Refused(f"{battalion.name} does not need ammunition: it carries all it can (NQM-AMMO-02)")
    if any(c.battalion_id == battalion.id for c in today.board.rows(Convoy, Convoy.state.in_(UNDER_WAY))):
        raise Refused(f"{battalion.name} cannot fetch ammunition: its truck is on the road already (NQM-LOG-06)")
    metres = metres_to_dump(today.army, battalion, known.lines)
    if why := rules.out_of_supply(truck_lost=row.truck_lost, way_open=metres is not None, book=today.book):
        raise Refused(f"{battalion.name} cannot fetch ammunition: {why} (NQM-LOG-11)")
    spent = _from_dump(today, holder, dumps)
    put_stock(dumps[holder.id], spent.stock)
    due = today.now.plus(rules.under_way(2 * (metres or 0)))
    on_the_road(today.board, holder, None, battalion, Goods.AMMUNITION, metres or 0, today.now, due)
    words = f"{battalion.name} sends its truck to the dump of {holder.name}"
    note(today.board, f"{words}.", side=battalion.side_id, battalion=battalion.id)
    used = f"{spent.amount} Div Log used, {spent.stock.logs} left"
    return Receipt(f"{words}: back in turn {due}", (f"{way_words(2 * (metres or 0))}; {used}", *_too_late(today, due)))


def _too_late(today: DayContext, due: Moment) -> tuple[str, ...]:
    """Return a warning if a truck comes back after the campaign's last day."""
    last = today.board.campaign.days
    if due.day <= last:
        return ()
    return (f"day {last} is the last day of the campaign: this truck cannot be back in time",)


def _from_dump(today: DayContext, holder: Formation, dumps: Mapping[int, Dump]) -> Spent:
    spent = rules.fetched(stock_of(dumps[holder.id], holder.name), len(served(today.army, holder)), today.book)
    if spent.why:
        raise Refused(f"{spent.why} (NQM-LOG-06)")
    return spent


def _go_up(
    today: DayContext, formation: Formation, goods: Goods, dumps: Mapping[int, Dump], known: KnownWays
) -> Receipt:
    if goods is Goods.FUEL and today.book.word("nqm.fuel.model") != "units":
        raise Refused(
            "this campaign does not count fuel in units. To count it in units: campaign rules nqm.fuel.model "
            "units (NQM-AMB-84)"
        )
    metres = metres_up(formation, known.lines)
    if metres is None and today.book.word("nqm.supply.trace") != "no":
        raise Refused(f"no truck can leave {formation.name}: {known.cause(known.lines[formation.id])} (NQM-LOG-11)")
    if goods is Goods.BOWSER and dumps[formation.id].bowser:
        raise Refused(f"{formation.name} cannot fetch a fuel vehicle: it still has its fuel vehicle (NQM-POL-03)")
    above = supplier_of(today.army, formation)
    try:
        convoy = depart(today.board, dumps, formation, above, goods, metres or 0, today.now, there_and_back=True)
    except BadInput as fault:
        raise Refused(str(fault)) from None
    source = above.name if above is not None else RAILHEAD
    words = f"{formation.name} sends a truck to {source} for a {units_words(goods)}"
    note(today.board, f"{words}.", side=formation.side_id, formation=formation.id)
    due, left = Moment(convoy.due_day, convoy.due_turn), dumps[formation.id].trucks
    taken = f"the load leaves the dump of {source} now; " if above is not None else ""
    remaining = f"{taken}{formation.name} has {counted(left, 'truck')} left until it returns"
    return Receipt(f"{words}: back in turn {due}", (way_words(2 * (metres or 0)), remaining, *_too_late(today, due)))
