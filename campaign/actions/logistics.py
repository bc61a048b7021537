"""Logistics by Not Quite Mechanised: the night's resupply, trucks pushed forward and swapped, fuel, and trucks sent by
order (NQM-LOG, NQM-POL).

A truck leaves by the way that its side knows; if the enemy or the ground closes that in truth, it is held up on it, and
its side learns it only then.

open_dumps, night, fuel   steps of the morning      push   a step of the day's first turn      trucks   a step of every
                          turn
opened, depart, on_the_road    dumps and trucks, also for those sent by order (``actions/trucks.py``)

Nothing is done while ``nqm.logistics`` (for fuel, ``nqm.fuel``) is off.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.journal.board import Board
from campaign.model import Battalion, Convoy, Dump, Formation
from campaign.rules.day import logistics as rules
from campaign.rules.day.logistics import Goods
from campaign.situation.army import Army
from campaign.situation.condition import conditions_of
from campaign.situation.dumps import (
    HELD_UP,
    ON_THE_ROAD,
    RAILHEAD,
    UNDER_WAY,
    coming,
    dumps_by_formation,
    fuel_of,
    holders,
    is_resupplied,
    is_there,
    metres_to_dump,
    metres_up,
    put_stock,
    served,
    short_of_ammunition,
    stock_of,
    supplier_of,
    ways_of,
)
from campaign.situation.dumps_known import KnownWays, chain_known, ways_known
from campaign.situation.engaged import engaged_battalions
from campaign.situation.passages import load_passages
from campaign.terms.time import Moment
from campaign.theatre.supply_link import Line

Lines = Mapping[int, Line]


def is_kept(today: DayContext) -> bool:
    """Return whether this campaign keeps dumps."""
    return today.book.switch("nqm.logistics") or today.book.switch("nqm.fuel")


def lines_now(today: DayContext) -> dict[int, Line]:
    """Return the current route from every corps, division and command to the formation above it."""
    passages = load_passages(today.board, today.army, today.theatre)
    lines: dict[int, Line] = {}
    for side in today.army.sides:
        lines |= ways_of(today.army, today.theatre, today.conditions, today.book, side, passages)
    return lines


def known_to(today: DayContext, side: int) -> KnownWays:
    """Return the same routes of one side as it knows them."""
    return ways_known(today.board, today.army, today.theatre, today.conditions, today.book, side, today.now)


def _tell(today: DayContext, formation: Formation, words: str, guarded: str = "", *, rule: str = "") -> None:
    """Tell the umpire, and the formation's side in other words (``guarded``) where it may not know everything."""
    today.say(words, rule)
    note(today.board, f"{guarded or words}.", side=formation.side_id, formation=formation.id, seconds=0)


# the morning ---------------------------------------------------------------------------------------------------------
def open_dumps(today: DayContext) -> None:
    """Open every dump that does not exist yet with its stock at the start."""
    if is_kept(today):
        opened(today.board, today.army)


def opened(board: Board, army: Army) -> dict[int, Dump]:
    """Return the dumps by formation; missing ones are opened with the stock that the rulebook gives at the start."""
    from campaign.situation.conditions import rulebook_of

    dumps, book = dumps_by_formation(board), rulebook_of(board)
    for formation in holders(army):
        if formation.id not in dumps:
            level = "division" if is_resupplied(formation) else formation.level.value
            stock = str(book.integer(f"nqm.log.{level}"))
            dumps[formation.id] = board.make(
                Dump,
                formation_id=formation.id,
                logs=stock,
                fuel=stock,
                trucks=book.integer("nqm.log.trucks"),
                bowser=True,
            )
    return dumps


def night(today: DayContext) -> None:
    """Refill units that are short and can be reached, by divisions and independent brigades; on the first morning all
    are full (NQM-LOG-05, -06, -11).
    """
    if not today.book.switch("nqm.logistics") or today.now.day == 1:
        return
    dumps, lines, conditions = opened(today.board, today.army), lines_now(today), conditions_of(today.board)
    engaged = engaged_battalions(today.board)
    for formation in holders(today.army):
        if not is_resupplied(formation):
            continue
        short = [b for b in served(today.army, formation) if short_of_ammunition(today.army, b, conditions, today.book)]
        reached = []
        for battalion in short:
            open_way = metres_to_dump(today.army, battalion, lines) is not None
            why = (
                "it is in action"
                if battalion.id in engaged
                else rules.out_of_supply(
                    truck_lost=conditions[battalion.id].truck_lost, way_open=open_way, book=today.book
                )
            )
            if why:
                _tell(today, formation, f"{battalion.name} is not resupplied: {why}", rule="NQM-LOG-11")
            else:
                reached.append(battalion)
        spent = rules.overnight(stock_of(dumps[formation.id], formation.name), len(reached))
        if spent.why:
            _tell(today, formation, f"{formation.name} is not resupplied: {spent.why}", rule="NQM-LOG-05")
        elif spent.amount:
            put_stock(dumps[formation.id], spent.stock)
            for battalion in reached:
                conditions[battalion.id].ammunition = None
            _tell(
                today,
                formation,
                f"{formation.name} refills {', '.join(b.name for b in reached)}: a Div Log, {spent.stock.logs} left",
                rule="NQM-LOG-05",
            )


def fuel(today: DayContext) -> None:
    """Check the chain of fuel vehicles of every division that needs fuel, and its Div POL of the day (NQM-POL-01 to
    -05).
    """
    if not today.book.switch("nqm.fuel"):
        return
    dumps, lines = opened(today.board, today.army), lines_now(today)
    for formation in holders(today.army):
        fuel = fuel_of(today.army, formation, dumps, lines, today.book)
        dump = dumps[formation.id]
        burnt = (
            rules.burnt(stock_of(dump, formation.name), tracked=fuel.tracked, book=today.book) if fuel.needed else None
        )
        why = fuel.chain.why or (burnt.why if burnt is not None else "")
        if burnt is not None and burnt.amount:
            put_stock(dump, burnt.stock)
        if not fuel.needed or not why:
            if dump.dry_since is not None:
                _tell(today, formation, f"{formation.name} has fuel again")
            dump.dry_since = None
            continue
        if dump.dry_since is None:
            dump.dry_since = today.now.day
        still = rules.stands_still(dump.dry_since, today.now.day, today.book)
        stand = "; its motor troops stand still" if still else ""
        believed = fuel_of(today.army, formation, dumps, known_to(today, formation.side_id).lines, today.book)
        guarded = chain_known(believed) if fuel.chain.why else why
        _tell(
            today,
            formation,
            f"{formation.name} is out of fuel: {why}{stand}",
            f"{formation.name} is out of fuel: {guarded}{stand}",
            rule="NQM-POL-04" if fuel.chain.why else "NQM-POL-01",
        )


def push(today: DayContext) -> None:
    """Push loaded trucks forward from army and corps in the day's first turn, in exchange for empty ones (NQM-LOG-07 to
    -10).
    """
    if not is_kept(today) or today.now.turn != 1:
        return
    dumps, known = opened(today.board, today.army), {side: known_to(today, side) for side in today.army.sides}
    convoys = today.board.rows(Convoy)
    goods = [Goods.LOG] if today.book.switch("nqm.logistics") else []
    goods += [Goods.FUEL] if today.book.switch("nqm.fuel") and today.book.word("nqm.fuel.model") == "units" else []
    for formation in (f for f in holders(today.army) if is_there(today.army, f)):
        ways = known[formation.side_id]
        for kind in goods:
            above = supplier_of(today.army, formation)
            giver = stock_of(dumps[above.id], above.name) if above is not None else None
            taker = stock_of(dumps[formation.id], formation.name)
            needed = today.book.integer("nqm.log.reserve")
            count = rules.swaps(taker, giver, kind, needed, coming(convoys, formation.id, kind))
            metres = metres_up(formation, ways.lines)
            if not count:
                continue
            if metres is None and today.book.word("nqm.supply.trace") != "no":
                why = ways.cause(ways.lines[formation.id])
                _tell(today, formation, f"no truck is sent to {formation.name}: {why}", rule="NQM-LOG-11")
                continue
            for _ in range(count):
                depart(today.board, dumps, formation, above, kind, metres or 0, today.now, there_and_back=False)
            of = above.name if above is not None else RAILHEAD
            words = f"{of} sends {count} {units_words(kind, count)} to {formation.name}, {way_words(metres or 0)}"
            _tell(today, formation, words, rule="NQM-LOG-09")


def units_words(goods: Goods, count: int = 1) -> str:
    """Return the name of units of supply: ``Div Log``, ``Div Logs``."""
    unit_word = {
        Goods.LOG: "Div Log",
        Goods.FUEL: "Div POL",
        Goods.BOWSER: "fuel vehicle",
        Goods.AMMUNITION: "load of ammunition",
    }[goods]
    return unit_word if count == 1 else f"{unit_word}s"


def way_words(metres: int) -> str:
    """Return a distance by road in words: ``27.0 km, 3 h by road``."""
    return f"{metres / 1000:.1f} km, {float(rules.hours_on_the_road(metres)):.3g} h by road"


def depart(
    board: Board,
    dumps: Mapping[int, Dump],
    formation: Formation,
    above: Formation | None,
    goods: Goods,
    metres: int,
    now: Moment,
    *,
    there_and_back: bool,
) -> Convoy:
    """Send trucks from both dumps on their way. ``there_and_back``: the lower dump's truck goes up first, so that the
    distance counts twice.
    """
    giver = stock_of(dumps[above.id], above.name) if above is not None else None
    below, up = rules.loaded(stock_of(dumps[formation.id], formation.name), giver, goods)
    put_stock(dumps[formation.id], below)
    if above is not None and up is not None:
        put_stock(dumps[above.id], up)
    due = now.plus(rules.under_way(2 * metres if there_and_back else metres))
    return on_the_road(board, formation, above, None, goods, metres, now, due)


def on_the_road(
    board: Board,
    formation: Formation,
    above: Formation | None,
    battalion: Battalion | None,
    goods: Goods,
    metres: int,
    now: Moment,
    due: Moment,
) -> Convoy:
    """Return a new convoy: a truck that sets out now and is due at ``due``."""
    number = max((c.number for c in board.rows(Convoy)), default=0) + 1
    return board.make(
        Convoy,
        number=number,
        formation_id=formation.id,
        supplier_id=above.id if above is not None else None,
        battalion_id=battalion.id if battalion is not None else None,
        goods=goods.value,
        left_day=now.day,
        left_turn=now.turn,
        due_day=due.day,
        due_turn=due.turn,
        metres=metres,
        state=ON_THE_ROAD,
    )


# every turn ----------------------------------------------------------------------------------------------------------
def trucks(today: DayContext) -> None:
    """Let due trucks arrive if their route is free of the enemy in truth. Others wait until it is, or go round if there
    is another (NQM-LOG-11, NQM-AMB-88).
    """
    due = [
        c for c in today.board.rows(Convoy, Convoy.state.in_(UNDER_WAY)) if Moment(c.due_day, c.due_turn) <= today.now
    ]
    if not due:
        return
    dumps, lines, conditions = opened(today.board, today.army), lines_now(today), conditions_of(today.board)
    owners = sorted({today.army.formations[c.formation_id].side_id for c in due})
    known = {side: known_to(today, side).lines for side in owners}
    for convoy in sorted(due, key=lambda c: c.number):
        formation = today.army.formations[convoy.formation_id]
        battalion = today.army.battalions[convoy.battalion_id] if convoy.battalion_id is not None else None
        if battalion is not None and not battalion.on_map:
            convoy.state, convoy.why = "lost", f"{battalion.name} is {battalion.state}"
            continue
        way, believed = (
            metres_to_dump(today.army, battalion, ways) if battalion is not None else metres_up(formation, ways)
            for ways in (lines, known[formation.side_id])
        )
        is_traced = today.book.word("nqm.supply.trace") != "no"
        if way is None and is_traced:
            _hold_up(today, convoy, formation, battalion, "no way is free of the enemy")
            continue
        # longer than it set out for, and longer than its side believes: what shortens the belief alone tells nothing
        expected = max(convoy.metres, believed or 0)
        if is_traced and convoy.state == ON_THE_ROAD and way is not None and way > expected:
            arrival = today.now.plus(rules.under_way(way - expected))
            _hold_up(today, convoy, formation, battalion, "the road that it took is closed, and it goes round")
            convoy.due_day, convoy.due_turn = arrival.day, arrival.turn
            continue
        convoy.state, convoy.why = "arrived", ""
        if battalion is not None:
            conditions[battalion.id].ammunition = None
            _tell(today, formation, f"{battalion.name} has its ammunition")
            continue
        _unload(dumps, formation, convoy)
        _tell(today, formation, f"a {units_words(Goods(convoy.goods))} has come to {formation.name}")


def _hold_up(today: DayContext, convoy: Convoy, formation: Formation, battalion: Battalion | None, why: str) -> None:
    """Hold a truck up on its road; umpire and owner are told once."""
    if convoy.state != HELD_UP:
        name = (battalion or formation).name
        _tell(today, formation, f"the truck for {name} is held up: {why}", rule="NQM-LOG-11")
    convoy.state, convoy.why = HELD_UP, why


def _unload(dumps: Mapping[int, Dump], formation: Formation, convoy: Convoy) -> None:
    goods, dump = Goods(convoy.goods), dumps[formation.id]
    giver = stock_of(dumps[convoy.supplier_id], "") if convoy.supplier_id is not None else None
    below, up = rules.unloaded(stock_of(dump, formation.name), giver, goods)
    put_stock(dump, below)
    if convoy.supplier_id is not None and up is not None:
        put_stock(dumps[convoy.supplier_id], up)
    dump.bowser = dump.bowser or goods is Goods.BOWSER
