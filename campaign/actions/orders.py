"""Orders of commanders to their formations and battalions, and their own whereabouts (umpire 1.14).

An order stands until another replaces it. It takes effect with the next movement that is still to come; a later turn
can be named. Engaged units take no order but to withdraw (umpire 1.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.actions.diary import deed, note_deed
from campaign.actions.engineering import called_away
from campaign.actions.ordered import has_ordered
from campaign.actions.reaction import refuse_disorganised, write_delay
from campaign.actions.supporting import end_support, put_in_support
from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Commander, Formation, Order, Place
from campaign.rules.day.rest import bars_rest
from campaign.rules.tabletop.brevity.tables import METRES_AN_INCH
from campaign.situation.army import Army, formation_of, load_army, position_of
from campaign.situation.clock import next_movement
from campaign.situation.conditions import rulebook_of
from campaign.situation.engaged import engaged_battalions
from campaign.situation.ground import load_theatre
from campaign.situation.itinerary import foretold
from campaign.situation.marching import withdrawal
from campaign.situation.names import among, commander_named, unit_named
from campaign.situation.order_echo import (
    cancelled_words,
    opening_orders,
    orders_below,
    what_comes_later,
    words_of,
    words_of_way,
)
from campaign.situation.order_effect import (
    Effective,
    first_turn,
    order_kind,
    refuse_engaged,
    refuse_senseless,
    takes_effect,
)
from campaign.situation.resting import rests_from
from campaign.situation.standing import standing_orders
from campaign.terms.forces import Level
from campaign.terms.state import OrderKind, Posture, Support
from campaign.terms.time import Moment
from campaign.terms.words import listing, plain
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, JoinCommand, OrdersComplete, Rest, TakePosture
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt

END_REST = "To end a rest: campaign rest UNIT --stop"


@action("order", GiveOrder)
def give_order(board: Board, command: GiveOrder) -> Receipt:
    """Order a unit to march, attack, hold, withdraw or follow; one order per unit and turn, the later one replaces the
    earlier.
    """
    army, places = load_army(board), board.rows(Place)
    giver = commander_named(army, command.commander) if command.commander else None
    unit = unit_named(army, command.unit, giver.side_id if giver else None)
    require_order(army, giver, unit)
    kind = order_kind(command.kind)
    to = among(command.to, "place", places) if command.to else None
    via = tuple(among(word, "place", places).id for word in command.via)
    order, late = put_order(board, army, unit, kind, to, via, command, giver, giver.name if giver else "")
    since = late.since
    has_ordered(board, army, unit, giver)
    words = f"{unit.name}: {kind}" + (f" {to.name}" if to else "") + words_of_way(places, via)
    words += "".join(f", not beyond {place.name}" for place in places if place.id == order.not_beyond_id)
    not_following = _who_does_not_follow(board, army, unit, kind, since)  # first: who no longer rests has a route
    return Receipt(
        f"{words}, from turn {since} on",
        (
            *late.words,
            *_found_within(command.to, to),
            *_where_back(army, unit, order),
            *foretold(board, army, order),
            *(called_away(board, unit, since) if isinstance(unit, Battalion) and kind is not OrderKind.HOLD else ()),
            *_set_opening_orders_aside(board, places, unit, since),
            *what_comes_later(board, army, places, unit, since),
            *orders_below(board, army, unit, order, lambda o: words_of(places, o)),
            *not_following,
        ),
    )


def _found_within(typed: str, place: Place | None) -> tuple[str, ...]:
    """Return that the place was found by a word from the middle of its name: the one that was meant may have no place
    on the map, as Tobruk has only its siege line.
    """
    word, name = plain(typed), "" if place is None else plain(place.name)
    is_within = f" {word} " in f" {name} "  # and not its key, its initials or its letters
    if place is None or not is_within or name.startswith(word.split()[0]) or name.endswith(f" {word}"):
        return ()
    return (f"no place is called {typed}; the order is to go to {place.name}, the only place name with that word",)


def _where_back(army: Army, unit: Formation | Battalion, order: Order) -> tuple[str, ...]:
    """Return the goal that a withdrawal has by default, if it names no place."""
    if order.kind is not OrderKind.WITHDRAW or order.to_id is not None or order.via:
        return ()
    if isinstance(unit, Formation):
        to = "each unit goes back to its headquarters"
    else:
        goal = "its headquarters" if withdrawal(army, unit) is not None else "the nearest edge of its side"
        to = f"it goes back to {goal}"
    return (Proposal(to, "the order names no place (umpire 1.1)", "name a place").by_default,)


def put_order(
    board: Board,
    army: Army,
    unit: Formation | Battalion,
    kind: OrderKind,
    to: Place | None,
    via: tuple[int, ...],
    command: GiveOrder,
    giver: Commander | None = None,
    given_by: str = "",
) -> tuple[Order, Effective]:
    """Write an order down; return it with the time when it takes effect. Raises Refused or BadInput for an impossible
    order.
    """
    late = _effect_of(board, army, unit, kind, to, command, giver)
    order = _write_order(board, unit, kind, to, via, late.since, command, given_by)
    write_delay(board, order, late)
    return order, late


def put_orders(
    board: Board,
    army: Army,
    units: Sequence[Formation | Battalion],
    kind: OrderKind,
    to: Place | None,
    via: tuple[int, ...],
    given_by: str,
    aim: str,
) -> None:
    """Write the same order down for all these units. Raises Refused or BadInput, and writes none, if one of them cannot
    take it.
    """
    command = GiveOrder("", kind, aim=aim)
    for unit in units:
        _effect_of(board, army, unit, kind, to, command, None)
    for unit in units:
        put_order(board, army, unit, kind, to, via, command, given_by=given_by)


def _effect_of(
    board: Board,
    army: Army,
    unit: Formation | Battalion,
    kind: OrderKind,
    to: Place | None,
    command: GiveOrder,
    giver: Commander | None,
) -> Effective:
    """Return when this order would take effect. Raises Refused or BadInput for an impossible order."""
    refuse_senseless(unit, kind, to)
    book = rulebook_of(board)
    late = takes_effect(board, army, book, giver, unit, first_turn(board, command.since))
    refuse_engaged(board, unit, kind, late.since)
    refuse_disorganised(board, army, book, unit, kind)
    return late


def _write_order(
    board: Board,
    unit: Formation | Battalion,
    kind: OrderKind,
    to: Place | None,
    via: tuple[int, ...],
    since: Moment,
    command: GiveOrder,
    giver: str,
) -> Order:
    subject = f"{'battalion' if isinstance(unit, Battalion) else 'formation'}:{unit.key}"
    limit = among(command.not_beyond, "place", board.rows(Place)) if command.not_beyond else None
    order = next(
        (o for o in board.rows(Order, Order.key == subject) if (o.day, o.turn) == (since.day, since.turn)), None
    )
    if order is None:
        of = {"formation_id": unit.id} if isinstance(unit, Formation) else {"battalion_id": unit.id}
        order = board.make(Order, key=subject, day=since.day, turn=since.turn, kind=kind, **of)
    if (order.kind, order.to_id) != (kind, to.id if to else None):
        order.aim, order.objective, order.limit, order.not_beyond_id = "", "", "", None
    order.kind, order.to_id, order.via = kind, to.id if to else None, list(via)
    order.aim, order.objective, order.limit = (
        command.aim or order.aim,
        command.objective or order.objective,
        command.limit or order.limit,
    )
    if limit is not None:
        order.not_beyond_id = limit.id
    order.given_by = giver
    return order


def _set_opening_orders_aside(
    board: Board, places: list[Place], unit: Formation | Battalion, since: Moment
) -> tuple[str, ...]:
    """Remove later opening orders of the scenario for a unit that a player gives an order, which stands until the
    player changes it; return notes for the receipt.
    """
    later = opening_orders(board, unit, since)
    texts = cancelled_words(places, later)
    for order in later:
        board.erase(order)
    return texts


def _who_does_not_follow(
    board: Board, army: Army, unit: Formation | Battalion, kind: OrderKind, since: Moment
) -> tuple[str, ...]:
    """End a battalion's own rest if it is ordered to move; return notes naming the units of a formation that do not
    follow because they rest or fight.
    """
    if kind is OrderKind.HOLD:
        return ()
    if isinstance(unit, Battalion):
        if not unit.resting:
            return ()
        unit.resting, unit.posture = False, Posture.LINE
        return (f"{unit.name} no longer rests",)
    engaged = {} if kind is OrderKind.WITHDRAW else engaged_battalions(board, since)
    under = [b for b in army.battalions_under(unit.id) if b.on_map]
    resting = listing(b.name for b in under if b.resting)
    fighting = listing(b.name for b in under if b.id in engaged)
    lines = [f"resting units stay behind: {resting}. {END_REST}"] if resting else []
    return (*lines, *([f"engaged now, and will follow when the battle is over: {fighting}"] if fighting else ()))


def require_order(army: Army, giver: Commander | None, unit: Formation | Battalion) -> None:
    """Raise NotAllowed if the unit is outside this commander's authority."""
    if giver is None:
        return
    if formation_of(unit) not in army.tree_ids(giver.formation_id):
        mine = army.formations[giver.formation_id].name
        raise Refused(f"{giver.name} cannot order {unit.name}: he commands {mine} (umpire 1.14)")


@action("orders complete", OrdersComplete)
def orders_complete(board: Board, command: OrdersComplete) -> Receipt:
    """Mark a commander's orders as complete; units without a new order keep the old one."""
    commander = commander_named(load_army(board), command.commander)
    commander.ordered_day = board.moment.day
    return Receipt(f"{commander.name}: orders for day {board.moment.day} are complete")


@action("commander with", JoinCommand)
def join_command(board: Board, command: JoinCommand) -> Receipt:
    """Move the corps commander, whose presence counts for initiative and readiness on the battle sheets of that
    command.
    """
    army = load_army(board)
    commander = commander_named(army, command.commander)
    if not command.formation:
        lines = () if commander.with_id is not None else ("nothing has changed: he was there already",)
        commander.with_id = None
        return Receipt(f"{commander.name} is at his own headquarters", lines)
    formation = among(
        command.formation, "formation", [army.formations[i] for i in sorted(army.tree_ids(commander.formation_id))]
    )
    commander.with_id = formation.id
    return Receipt(
        f"{commander.name} is with {formation.name}",
        (
            f"he counts for initiative and readiness of {formation.name} alone (OB-INIT-04, OB-READY-07)",
            "the program counts no time for his way there; to send him back: campaign commander NAME --back",
        ),
    )


@action("attach", Attach)
def attach(board: Board, command: Attach) -> Receipt:
    """Attach a battalion. It is printed once, under its present command, with a pointer from its own."""
    army = load_army(board)
    battalion = _in_play(army, command.battalion)
    refuse_engaged(board, battalion, OrderKind.HOLD, next_movement(board))
    organic = army.formations[battalion.organic_id]
    target = (
        organic
        if not command.to
        else among(command.to, "formation", [f for f in army.formations.values() if f.side_id == battalion.side_id])
    )
    if target.id == battalion.present_id:
        raise Refused(f"{battalion.name} already belongs to {target.name}")
    if battalion.headquarters_of_id is not None:
        raise Refused(
            f"{battalion.name} cannot be attached elsewhere: it is the headquarters of"
            f" {army.formations[battalion.headquarters_of_id].name} (umpire 1.2)"
        )
    _check_regrouping(board, army, battalion, target)
    left = army.formations[battalion.present_id]
    battalion.present_id = target.id
    done = deed("{returns} to {to}" if target is organic else "{is} attached to {to}", to=target.name)
    words = note_deed(board, battalion, done, formation=target.id)
    lines = [
        f"it now obeys orders to {target.name}, no longer orders to {left.name}",
        f"it is now supplied with {target.name}, wherever it is",
    ]
    if battalion.supports_id not in (None, target.id):
        supported = army.formations[battalion.supports_id].name
        lines.append(
            f"it still supports {supported} ({battalion.support}); to end that: campaign support {battalion.key}"
        )
    return Receipt(words, tuple(lines))


def _check_regrouping(board: Board, army: Army, battalion: Battalion, target: Formation) -> None:
    """Check the house rules on how far, and between which formations, battalions are lent (OB-AMB-029)."""
    book = rulebook_of(board)
    divisions = {
        f.id if f is not None else None
        for f in (army.at_level(i, Level.DIVISION) for i in (battalion.present_id, target.id))
    }
    if book.switch("regroup.same_division_only") and len(divisions) > 1:
        raise Refused(
            f"{battalion.name} cannot be attached to {target.name}: they belong to different divisions "
            "(setting regroup.same_division_only) (OB-AMB-029)"
        )
    position, friends = (
        position_of(battalion),
        [p for b in army.present[target.id] if (p := position_of(b)) is not None],
    )
    if book.is_word("regroup.max_distance") or position is None or not friends:
        return
    theatre, most = load_theatre(board), book.integer("regroup.max_distance") * METRES_AN_INCH
    near = min(theatre.straight_m(position, friend) for friend in friends)
    if near > most:
        raise Refused(
            f"{battalion.name} cannot be attached to {target.name}: it is {near / 1000:.1f} km away, and the limit"
            f" is {most / 1000:g} km (setting regroup.max_distance) (OB-AMB-029)"
        )


@action("support", GiveSupport)
def give_support(board: Board, command: GiveSupport) -> Receipt:
    """Put a unit in support of a command; its observer is with that command (OB-ART-03)."""
    army = load_army(board)
    battalion = _in_play(army, command.battalion)
    if command.how not in set(Support):
        raise BadInput(f"{command.how!r} is not a kind of support. Write {', '.join(Support)}")
    if not command.to:
        end_support(board, battalion)
        return Receipt(f"{battalion.name} supports nobody else")
    target = among(command.to, "formation", [f for f in army.formations.values() if f.side_id == battalion.side_id])
    lines = put_in_support(board, army, battalion, target, Support(command.how))
    how = "in direct support" if battalion.support is Support.DIRECT_SUPPORT else battalion.support
    return Receipt(f"{battalion.name} is {how} of {target.name}", lines)


@action("posture", TakePosture)
def take_posture(board: Board, command: TakePosture) -> Receipt:
    """Set a posture: march, line, support or reserve. Marching forces the march posture for the turn (umpire 1.1)."""
    army = load_army(board)
    if command.posture not in set(Posture):
        raise BadInput(f"{command.posture!r} is not a posture. Write {', '.join(Posture)}")
    posture = Posture(command.posture)
    unit = unit_named(army, command.unit)
    if isinstance(unit, Formation):
        unit.posture = posture
        for battalion in army.present[unit.id]:
            battalion.posture = posture
    else:
        unit.posture = posture
    has_ordered(board, army, unit)
    return Receipt(f"{unit.name}: {posture} posture", tuple(_posture_words(army, unit, posture)))


def _posture_words(army: Army, unit: Formation | Battalion, posture: Posture) -> list[str]:
    """Return to whom a posture applies, and who rests on although it is not that of the reserve."""
    those = army.present[unit.id] if isinstance(unit, Formation) else [unit]
    lines = []
    if isinstance(unit, Formation) and (below := [f for f in army.formations.values() if f.superior_id == unit.id]):
        lines.append(f"the commands below it keep their own posture: {listing(f.name for f in below)}")
    resting = [b.name for b in those if b.resting and posture is not Posture.RESERVE]
    if resting:
        lines.append(f"still {'rests' if len(resting) == 1 else 'rest'}: {listing(resting)}. {END_REST}")
    return lines


def _why_none_is_there(unit: Formation | Battalion) -> str:
    return "it is not on the map" if isinstance(unit, Battalion) else "none of its battalions is on the map"


@action("rest", Rest)
def rest(board: Board, command: Rest) -> Receipt:
    """Rest a battalion: its casualty figure comes off at the next turn's start if it neither moves nor fights and is in
    supply (umpire 1.11).
    """
    army = load_army(board)
    unit = unit_named(army, command.unit)
    battalions = army.present[unit.id] if isinstance(unit, Formation) else [unit]
    in_play = [b for b in battalions if b.on_map]
    if not in_play:
        raise Refused(f"{unit.name} cannot rest: {_why_none_is_there(unit)} (OB-REG-04)")
    put_to_rest(board, in_play, stop=command.stop)
    has_ordered(board, army, unit)
    words = f"{unit.name} {'no longer rests' if command.stop else 'rests in reserve'}"
    return Receipt(words, () if command.stop else tuple(_rest_words(board, army, in_play)))


def _rest_words(board: Board, army: Army, battalions: Sequence[Battalion]) -> list[str]:
    """Return who has nothing to shed by a rest, and whose order to move does not begin while it rests."""
    orders, places = board.rows(Order), board.rows(Place)
    standing = standing_orders(army, orders, next_movement(board))
    fresh = [b.name for b in battalions if not b.state.carries_figure]
    lines = [f"no casualty figure to shed: {listing(fresh)} (OB-REST-01)"] if fresh else []
    waiting = [
        f"{b.name} ({words_of(places, order)})"
        for b in battalions
        if (order := standing.ordered(b).order) is not None and order.kind is not OrderKind.HOLD
    ]
    if waiting:
        lines.append(f"orders that wait while the unit rests: {listing(waiting)}. {END_REST}")
    return lines


def put_to_rest(board: Board, battalions: Sequence[Battalion], *, stop: bool) -> None:
    """Rest these battalions in reserve from the next march on, or end their rest. Raises Refused for one that cannot
    rest.
    """
    since = next_movement(board)
    engaged = engaged_battalions(board, since)
    for battalion in battalions:
        why = "" if stop else bars_rest(in_play=battalion.state.is_in_play, engaged=battalion.id in engaged)
        if why:
            raise Refused(f"{battalion.name} cannot rest: {why} (OB-REG-04)")
        battalion.resting = not stop
        battalion.posture = Posture.LINE if stop else Posture.RESERVE
    rests_from(board, battalions, None if stop else since)


def _in_play(army: Army, word: str) -> Battalion:
    battalion = among(word, "battalion", army.battalions.values())
    if not battalion.state.is_in_play:
        raise Refused(f"{battalion.name} cannot be given orders: it is {battalion.state} (umpire 1.14)")
    return battalion
