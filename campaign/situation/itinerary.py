"""The forecast of a march order: the route, its length, the times of arrival, and what bars the way (umpire 1.1).

All of it is limited to what the side that orders the march knows (umpire 1.13): blocks and blown bridges that it has
not seen are left out, and so are the enemy, whose positions it cannot foresee, and the queue on the road.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from math import inf

from campaign.journal.board import Board
from campaign.model import Battalion, Order
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.light import is_night, season_of
from campaign.situation.army import Army, position_of
from campaign.situation.clock import calendar_of, last_moment
from campaign.situation.conditions import rulebook_of
from campaign.situation.ground import load_theatre
from campaign.situation.marching import column_of, nearest_home, rates_of, way_as_named, withdrawal
from campaign.situation.order_of_march import fights
from campaign.situation.passages import Passages, load_passages
from campaign.situation.standing import begins, standing_orders
from campaign.terms.forces import Engineers
from campaign.terms.position import AtPlace, Position
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import OrderKind
from campaign.terms.time import Calendar, Moment
from campaign.terms.words import listing, way_words
from campaign.theatre.course import course
from campaign.theatre.detours import detours
from campaign.theatre.legs import IDEAL, OPEN, Closed, Leg, Route, bars
from campaign.theatre.marchers import Marcher
from campaign.theatre.routes import NoWay, describe_block, end_of, first_part, obstructions, places_on, route
from campaign.theatre.values import TURN_SECONDS, Block, Rates, Theatre, kilometres
from campaign.values import dataclass
from campaign.words.proposal import Proposal

Pace = Callable[[bool], Rates]
"""Function that returns the march rates by night (True) or by day (False)."""


Trip = tuple[Battalion, tuple[Position, ...]]
"""A battalion, and the points of its march."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The arrival of a battalion: the turn and the seconds into it; ``route`` is its whole route, or the open part:
    ``until`` then names what bars it.
    """

    battalion: Battalion
    route: Route
    moment: Moment
    seconds: int
    until: str = ""


@dataclass(frozen=True, slots=True)
class March:
    """A battalion that is to march: its start, the places on its way, its rates, and its route or why there is none."""

    battalion: Battalion
    start: Position
    goals: tuple[Position, ...]
    pace: Pace
    closed: Closed
    way: Route | NoWay
    around: tuple[tuple[int, Block], ...] = ()
    """The blocks that bar the way by the named places, if the route goes round them."""


@dataclass(frozen=True, slots=True)
class Journey:
    """The marches of battalions under one order, on the map as their side knows it."""

    theatre: Theatre
    passages: Passages
    book: Rulebook
    calendar: Calendar
    since: Moment
    last: Moment
    marches: tuple[March, ...]

    def arrival(self, march: March, way: Route) -> tuple[Moment, int] | None:
        """Return when the battalion would arrive by this route: the turn, and the seconds into it. None: not before the
        campaign ends.
        """
        return _arrives(self.theatre, march.pace, way, self.since, self.last, self.book, self.calendar)

    def detours_of(self, march: March) -> tuple[Route, ...]:
        """Return clearly different routes for a battalion that has one, the fastest first."""
        if isinstance(march.way, NoWay):
            return ()
        return detours(self.theatre, march.way, march.goals, march.pace(False), march.closed)


def followers(board: Board, army: Army, order: Order, given: Sequence[Order] = ()) -> list[Battalion]:
    """Return the battalions on the map that carry this order out: in a formation, those without a nearer order of that
    turn (umpire 1.1). ``given``: all orders, if the order itself is not on the board.
    """
    if order.battalion_id is not None:
        return [b for b in (army.battalions[order.battalion_id],) if b.on_map and not b.resting]
    standing = standing_orders(army, given or board.rows(Order), begins(order))
    under = army.battalions_under(order.formation_id or 0)
    return [b for b in under if b.on_map and not b.resting and standing.ordered(b).order is order]


def journey(board: Board, army: Army, order: Order) -> Journey | None:
    """Return the marches of all battalions under an order; None if it sends none anywhere."""
    battalions = followers(board, army, order)
    if not battalions or (order.to_id is None and order.kind is not OrderKind.WITHDRAW):
        return None
    stations = tuple(AtPlace(place) for place in order.via or ())
    if order.to_id is not None:
        goal = AtPlace(order.to_id)
        trips: list[Trip] = [
            (b, (goal,) if order.battalion_id is None and position_of(b) == goal else (*stations, goal))
            for b in battalions
        ]
    else:
        trips = [(battalion, (*stations, *_way_back(board, army, battalion, stations))) for battalion in battalions]
    return journey_to(board, army, trips, begins(order), kind=order.kind, by_itself=order.battalion_id is not None)


def _way_back(board: Board, army: Army, battalion: Battalion, stations: Sequence[Position]) -> tuple[Position, ...]:
    """Return the goal of a withdrawal without a place: its headquarters; for a unit without one, and without places on
    its way, the nearest edge of its own side.
    """
    headquarters, start = withdrawal(army, battalion), position_of(battalion)
    if headquarters is not None:
        return (headquarters,)
    if stations or start is None:
        return ()
    theatre, rates = load_theatre(board, battalion.side_id), rates_of(army, battalion, False, rulebook_of(board))
    home = nearest_home(theatre, battalion.side_id, start, rates, OPEN)
    return (home.goal,) if isinstance(home, Route) else ()


def journey_to(
    board: Board, army: Army, trips: Sequence[Trip], since: Moment, *, kind: OrderKind, by_itself: bool
) -> Journey:
    """Return the marches of a side's battalions from this turn on, each with the points through which it goes.
    ``by_itself``: each is ordered by itself, not with its formation.
    """
    side, book = trips[0][0].side_id, rulebook_of(board)
    theatre = load_theatre(board, side)
    passages = load_passages(board, army, theatre, side=side)
    starts = ((b, goals, position_of(b)) for b, goals in trips)
    goes = [(b, g, at) for b, g, at in starts if at is not None and g and (len(g) > 1 or at != g[-1])]
    paces = _paces(army, [b for b, _, _ in goes], book, kind, by_itself=by_itself)
    marches: list[March] = []
    sapped = book.switch("march.gaps") and any(b.engineers is not Engineers.NONE for b, _, _ in goes)
    for (battalion, goals, start), pace in zip(goes, paces, strict=True):
        closed = Closed(barred=passages.barred(battalion))
        way: Route | NoWay = route(theatre, start, goals, pace(False), closed)
        around: tuple[tuple[int, Block], ...] = ()
        if isinstance(way, Route) and len(goals) > 1 and kind is not OrderKind.WITHDRAW:
            way, around = _as_named(theatre, start, goals, pace(False), closed, way, passages if sapped else None)
        marches.append(March(battalion, start, goals, pace, closed, way, around))
    return Journey(theatre, passages, book, calendar_of(board), since, last_moment(board), tuple(marches))


def _as_named(
    theatre: Theatre,
    start: Position,
    goals: tuple[Position, ...],
    rates: Rates,
    closed: Closed,
    way: Route,
    passages: Passages | None,
) -> tuple[Route | NoWay, tuple[tuple[int, Block], ...]]:
    """Return how a march goes by the named places: up to what bars the way, if engineers open it (``passages``), or
    round that.
    """
    named = way_as_named(theatre, start, goals, rates, closed, way.legs)
    if named is None:
        return way, ()
    if passages is not None and all(block.key in passages.gappable for _, block in named[1]):
        why = f"the way by the named places is barred by {_blocks(theatre, named[1])}"
        return NoWay(why, blocks=named[1], towards=named[0]), ()
    return way, named[1]


def foretold(board: Board, army: Army, order: Order) -> tuple[str, ...]:
    """Return one line for each route taken by the battalions that carry out an order, and one for each battalion
    without a route.
    """
    ways = journey(board, army, order)
    if ways is None:
        return ()
    arrivals: list[Arrival] = []
    lost: dict[str, list[Battalion]] = {}
    lines: list[str] = []
    sappers = [march.battalion for march in ways.marches if march.battalion.engineers is not Engineers.NONE]
    for march in ways.marches:
        way, until = march.way, ""
        if march.around:
            lines.append(f"another way than ordered, which is barred by {_blocks(ways.theatre, march.around)}")
        if isinstance(way, NoWay):
            if _is_opened(ways, way, sappers):
                by = min(sappers, key=lambda b: (b.engineers is not Engineers.SPECIALIST, b.id)).name
                lines.append(f"{by} is to open a gap in {_blocks(ways.theatre, way.blocks)}, in a turn (OB-OBS-05)")
            else:
                lost.setdefault(way.why, []).append(march.battalion)
            if way.towards is None:
                continue
            way, until = _as_far_as_open(ways.theatre, way.towards, march.pace(False), march.closed.barred)
            if not way.legs:
                continue
        when = ways.arrival(march, way)
        if when is None:
            lines.append(
                f"{march.battalion.name} has {kilometres(way.length_m)} to go and cannot arrive before the"
                " campaign ends"
            )
        else:
            arrivals.append(Arrival(march.battalion, way, *when, until))
    lines += _chosen(ways.theatre, order, ways.marches)
    lines += _behind(order, [march.battalion for march in ways.marches], ways.book)
    cannot = (f"{_together(those)} cannot get there: {why}" for why, those in lost.items())
    return (*cannot, *_lines_of(ways.theatre, arrivals, ways.calendar, ways.passages.narrow), *dict.fromkeys(lines))


def _behind(order: Order, battalions: Sequence[Battalion], book: Rulebook) -> Iterator[str]:
    """Yield a line about those that march behind the fighting troops."""
    behind = [] if order.battalion_id is not None or not book.switch("march.guns_behind") else guns_behind(battalions)
    if behind and order.kind is not OrderKind.WITHDRAW:
        follow = "follows" if len(behind) == 1 else "follow"
        after = Proposal(
            f"{_together(behind)} {follow} the fighting troops",
            by_rule("guns, engineers, trains and headquarters do not lead (march.guns_behind)", "umpire 1.1"),
            "an order to the battalion itself",
        )
        yield after.by_default


def _is_opened(ways: Journey, way: NoWay, sappers: Sequence[Battalion]) -> bool:
    """Return whether engineers of the column open everything that bars a way (OB-OBS-05)."""
    if not (sappers and way.towards is not None and way.blocks and ways.book.switch("march.gaps")):
        return False
    return all(block.key in ways.passages.gappable for _, block in way.blocks)


def _blocks(theatre: Theatre, blocks: Sequence[tuple[int, Block]]) -> str:
    return listing(describe_block(theatre, road, block) for road, block in blocks)


def _together(battalions: Sequence[Battalion]) -> str:
    return battalions[0].name if len(battalions) == 1 else listing((b.short for b in battalions), 12)


def _as_far_as_open(theatre: Theatre, way: Route, rates: Rates, barred: frozenset[str]) -> tuple[Route, str]:
    """Return a route up to the first thing that bars it, and what that is."""
    marcher = Marcher(0, "", 0, way.start, rates, way.legs, barred=barred)
    laid = course(theatre, marcher, rates, inf)
    legs = tuple(Leg(hop.way.road, hop.metres(hop.from_d), hop.metres(hop.to_d), hop.way.surface) for hop in laid.hops)
    length = sum(leg.length_m for leg in legs)
    end = end_of(theatre, way.start, legs)
    return Route(way.start, end, legs, length, _seconds(legs, rates)), f"{laid.obstacle}, {theatre.describe(end)}"


def _paces(
    army: Army, battalions: Sequence[Battalion], book: Rulebook, kind: OrderKind, *, by_itself: bool
) -> list[Pace]:
    """Return the rates at which each battalion marches by night and by day: its own, or in column the slowest of its
    command. Those behind the fighting troops of their command march no faster than these.
    """
    columns: dict[str, list[Battalion]] = {}
    for battalion in battalions:
        column = column_of(army, battalion, kind, by_itself=by_itself, book=book)
        columns.setdefault(column or f"battalion:{battalion.id}", []).append(battalion)
    beside = {battalion.id: together for together in columns.values() for battalion in together}
    if not by_itself and kind in (OrderKind.MARCH, OrderKind.ATTACK) and book.switch("march.guns_behind"):
        for battalion in guns_behind(battalions):
            ahead = (b for b in battalions if fights(b) and b.present_id == battalion.present_id)
            beside[battalion.id] = [*beside[battalion.id], *ahead]

    def pace(together: Sequence[Battalion], night: bool) -> Rates:
        return Rates.slowest(
            [rates_of(army, battalion, night, book, tactical=kind is OrderKind.ATTACK) for battalion in together]
        )

    return [partial(pace, beside[battalion.id]) for battalion in battalions]


def guns_behind(battalions: Sequence[Battalion]) -> list[Battalion]:
    """Return those that march behind fighting troops of their command among these battalions."""
    led = {battalion.present_id for battalion in battalions if fights(battalion)}
    return [battalion for battalion in battalions if not fights(battalion) and battalion.present_id in led]


def _arrives(
    theatre: Theatre, pace: Pace, way: Route, since: Moment, last: Moment, book: Rulebook, calendar: Calendar
) -> tuple[Moment, int] | None:
    """Return when a battalion arrives, counted turn by turn at that turn's rates, since a night march is slower."""
    legs, moment = way.legs, since
    while moment <= last:
        rates = pace(is_night(moment.turn, season_of(_date(calendar, moment), book), book))
        needed = _seconds(legs, rates)
        if needed <= TURN_SECONDS:
            return moment, round(needed)
        legs, moment = _after(way.goal, legs, rates), moment.plus(1)
    return None


def _date(calendar: Calendar, moment: Moment) -> date:
    return calendar.date_of(moment.day)


def _seconds(legs: Iterable[Leg], rates: Rates) -> float:
    return sum(rates.seconds(leg.length_m, leg.surface) for leg in legs)


def _after(goal: Position, legs: tuple[Leg, ...], rates: Rates) -> tuple[Leg, ...]:
    """Return the rest of a route after a turn's march."""
    done = first_part(Route(goal, goal, legs, 0.0, 0.0), rates, TURN_SECONDS)
    if not done:
        return legs
    leg, rest = done[-1], legs[len(done) - 1 :]
    rest_of_leg = () if leg.to_m == rest[0].to_m else (Leg(leg.road, leg.to_m, rest[0].to_m, leg.surface),)
    return (*rest_of_leg, *rest[1:])


def closed_way(theatre: Theatre, march: March) -> str:
    """Return what closes a faster route than the march's own, as far as its side knows; empty if nothing does."""
    if not isinstance(march.way, Route):
        return ""
    ideal = route(theatre, march.start, march.goals, march.pace(False), IDEAL)
    if isinstance(ideal, NoWay) or ideal.seconds >= march.way.seconds:
        return ""
    blocks, _, _ = obstructions(theatre, ideal, march.closed)
    return f"a shorter way of {kilometres(ideal.length_m)} is closed by {_blocks(theatre, blocks)}"


def _chosen(theatre: Theatre, order: Order, marches: Sequence[March]) -> Iterator[str]:
    """Yield the ways that were chosen by default, if the order names no places on them, and they lead over others than
    their end.
    """
    if order.via:
        return
    by_way = {
        places: march
        for march in marches
        if isinstance(march.way, Route) and len(places := places_on(theatre, march.way)) > 1
    }
    shut = listing(dict.fromkeys(filter(None, (closed_way(theatre, march) for march in by_way.values()))))
    why = f"the fastest open route that its side knows{f', and {shut}' if shut else ''} (umpire 1.1)"
    if len(by_way) == 1:
        yield Proposal(
            "it takes this route", f"the route is {why}", "name places on another route (via PLACE)"
        ).by_default
    elif by_way:
        yield Proposal("they take these routes", f"each is {why}", "name places on other routes (via PLACE)").by_default


def _lines_of(
    theatre: Theatre, arrivals: Sequence[Arrival], calendar: Calendar, narrow: frozenset[str]
) -> Iterator[str]:
    """Yield a line for the battalions that take the same route together, with the first and the last to arrive."""
    by_way: dict[tuple[tuple[str, ...], str], list[Arrival]] = {}
    for arrival in arrivals:
        names = tuple(theatre.spot(place).name for place in places_on(theatre, arrival.route))
        by_way.setdefault((names, arrival.until), []).append(arrival)
    for (_, until), together in by_way.items():
        together.sort(key=lambda a: (a.moment, a.seconds, a.battalion.id))
        first, last = together[0], together[-1]
        far = kilometres(max(a.route.length_m for a in together))
        text = f"{listing(a.battalion.short for a in together)}: " if len(by_way) > 1 else ""
        words = (
            f"{text}{far}{by_way_of(theatre, first.route)}: " if not until else f"{text}only as far as {until}, {far}: "
        )
        if (first.moment, first.seconds) == (last.moment, last.seconds):
            words += f"arrives {_when(calendar, first)}"
        else:
            words += (
                f"the first, {first.battalion.name}, arrives {_when(calendar, first)}, the last, {last.battalion.name},"
                f" {_when(calendar, last)}"
            )
        yield words + " unless delayed"
        waits = tuple(dict.fromkeys(_narrow_on(theatre, first.route, narrow)))
        if waits:
            yield f"narrow places on the way, where units wait their turn: {listing(waits)}"


def by_way_of(theatre: Theatre, way: Route) -> str:
    """Return a route in words: `` by Bir Wair - Musaid``, and its end if that is not a place; empty for no route."""
    names = [theatre.spot(place).name for place in places_on(theatre, way)]
    end = "" if isinstance(way.goal, AtPlace) else f" to {theatre.describe(way.goal)}"
    return f" by {way_words(names)}{end}" if names else end


def when_words(calendar: Calendar, moment: Moment, seconds: int) -> str:
    """Return a time in words: ``in turn 1.2 about 06:40``."""
    return f"in turn {moment} about {calendar.clock(moment, seconds)}"


def _when(calendar: Calendar, arrival: Arrival) -> str:
    return when_words(calendar, arrival.moment, arrival.seconds)


def _narrow_on(theatre: Theatre, through: Route, narrow: frozenset[str]) -> Iterator[str]:
    for leg in through.legs:
        way = theatre.way(leg.road)
        for block in way.blocks:
            if block.key in narrow and bars(block, way, leg.from_m, leg.to_m):
                yield f"{block.name}, {theatre.describe(theatre.standing(leg.road, block.at_m))}"
