"""The route of an order that is not given yet, for a viewer: nothing is written, and no copy of the database is made.

    route_preview(board, viewer, unit, kind, to, via, since) -> RoutePreview
    reach(board, viewer, unit, kind, places, since) -> Reach...         no more than metres and hour of several places
    places_named(board, viewer, unit, kind, to, via) -> names    no more than the places of the order

The march is that of the turn on an empty road (``situation.lone_march``), over the map as the side of the unit knows it
(umpire 1.13); what a known enemy would change is worked out by the same march with the enemies where they were seen.
Other routes are those of ``theatre.detours``, each with the places that make the order take it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

from campaign.errors import CampaignError
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit, Formation, Order, Place
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.orders.later_orders import brief
from campaign.queries.orders.order_preview import standing_words, unseen_on, watched
from campaign.rows.images import sheet
from campaign.rows.row import copied, laid_out
from campaign.situation.battlefield import table_of
from campaign.situation.condition import attack_barred, conditions_of
from campaign.situation.dumps import stranded
from campaign.situation.engaged import engaged_battalions, open_battles
from campaign.situation.itinerary import followers
from campaign.situation.knowledge import seen_at
from campaign.situation.lone_march import LoneMarch, Stint, Troops, is_a_march, march_alone
from campaign.situation.marching import rates_of
from campaign.situation.names import among, commander_named, unit_named
from campaign.situation.order_echo import cancelled_words, opening_orders, orders_below, what_comes_later, words_of
from campaign.situation.order_effect import (
    Effective,
    first_turn,
    order_kind,
    refuse_engaged,
    refuse_senseless,
    takes_effect,
)
from campaign.situation.passages import Country
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.terms.words import listing, tallied, way_words
from campaign.theatre.detours import detours
from campaign.theatre.legs import Closed, Leg, Route, bars
from campaign.theatre.marchers import Halt, Marcher
from campaign.theatre.routes import drawn, places_on, route
from campaign.theatre.values import TURN_SECONDS, Rates, Theatre
from campaign.values import dataclass, replace
from campaign.views.orders.route import (
    MarchRoute,
    Passing,
    RouteHalt,
    RouteLeg,
    RoutePassing,
    RoutePlace,
    RoutePreview,
    TurnEnd,
    kilometres,
)

MOST_ALTERNATIVES = 2
NOT_WRITTEN = -1
"""Id of an order that is on no board."""
_STANDS_STILL = Rates(0, 0, 0)


def route_preview(
    board: JournalBoard,
    viewer: Viewer,
    unit: str,
    kind: str,
    to: str = "",
    via: Sequence[str] = (),
    since: str = "",
    commander: str = "",
) -> RoutePreview:
    """Return what this order would come to. ``unit``, ``to`` and ``via`` are names or keys as in the order itself.

    Raises NotFound, Ambiguous, NotAllowed, BadInput or Refused as the order would.
    """
    asker, ordered = _ordered(board, viewer, unit)
    return _Foreseen(board, asker, ordered, _wanted(asker, ordered, kind, to, via, since, commander)).preview()


@dataclass(frozen=True, slots=True)
class Reach:
    """A place that a unit would march to: its metres, and when the first battalion is there; ``arrives`` is None if
    none gets there.
    """

    place: Place
    metres: int
    since: Moment
    arrives: Moment | None
    clock: str

    @property
    def kilometres(self) -> str:
        """Length with its unit: ``21.6 km``."""
        return kilometres(self.metres)


def reach(
    board: JournalBoard, viewer: Viewer, unit: str, kind: str, places: Iterable[Place], since: str = ""
) -> Iterator[Reach]:
    """Yield the places that the unit can be ordered to from this turn on, each as ``route_preview`` measures its first
    route: without what it would pass, and without other routes.
    """
    asker, ordered = _ordered(board, viewer, unit)
    for place in places:
        try:
            wanted = _wanted(asker, ordered, kind, place.key, (), since, "")
        except CampaignError:
            continue
        yield from _Foreseen(board, asker, ordered, wanted).reach(place)


def places_named(
    board: JournalBoard,
    viewer: Viewer,
    unit: str,
    kind: str,
    to: str = "",
    via: Sequence[str] = (),
    since: str = "",
    commander: str = "",
) -> tuple[str, tuple[str, ...]]:
    """Return the names of the goal of an order, empty without one, and of the places on its way. Raises what
    ``route_preview`` does, without measuring the march.
    """
    asker, ordered = _ordered(board, viewer, unit)
    wanted = _wanted(asker, ordered, kind, to, via, since, commander)
    return "" if wanted.to is None else wanted.to.name, tuple(place.name for place in wanted.via)


def _ordered(board: JournalBoard, viewer: Viewer, unit: str) -> tuple[Outlook, Formation | Battalion]:
    """Return the map as the asker knows it, and the unit that he may order. Raises NotFound, Ambiguous, NotAllowed."""
    asker = look(board, viewer)
    ordered = unit_named(asker.army, unit, viewer.side)
    asker.knowledge.require_command(ordered)
    return asker, ordered


@dataclass(frozen=True)
class _Wanted:
    """An order as it was asked for, its names resolved."""

    order: Order
    to: Place | None
    via: tuple[Place, ...]
    effect: Effective
    since: str


def _wanted(
    asker: Outlook,
    unit: Formation | Battalion,
    kind_word: str,
    to_word: str,
    via_words: Sequence[str],
    since: str,
    commander: str,
) -> _Wanted:
    board, army = asker.board, asker.army
    kind, places = order_kind(kind_word), list(asker.places.values())
    to = among(to_word, "place", places) if to_word else None
    via = tuple(among(word, "place", places) for word in via_words if word)
    refuse_senseless(unit, kind, to)
    giver = commander_named(army, commander) if commander else None
    effect = takes_effect(board, army, asker.rulebook, giver, unit, first_turn(board, since))
    refuse_engaged(board, unit, kind, effect.since)
    order = _unwritten(unit, kind, to, tuple(place.id for place in via), effect.since)
    return _Wanted(order, to, via, effect, since)


def _unwritten(
    unit: Formation | Battalion, kind: OrderKind, to: Place | None, via: tuple[int, ...], since: Moment
) -> Order:
    """Return an order as it would be written, on no board."""
    is_battalion = isinstance(unit, Battalion)
    values = {
        "id": NOT_WRITTEN,
        "key": f"{'battalion' if is_battalion else 'formation'}:{unit.key}",
        "formation_id": None if is_battalion else unit.id,
        "battalion_id": unit.id if is_battalion else None,
        "day": since.day,
        "turn": since.turn,
        "kind": kind,
        "to_id": None if to is None else to.id,
        "via": list(via),
        "aim": "",
        "objective": "",
        "limit": "",
        "given_by": "",
    }
    return laid_out(Order, (values.get(attribute) for attribute in sheet(Order).attributes))


@dataclass(frozen=True)
class _At:
    """A point of a march: its metres from the start, its turn and the seconds into it."""

    metres: float
    moment: Moment
    seconds: float


class _Foreseen:
    """One order that is not given yet, with all that its preview is made of."""

    def __init__(self, board: JournalBoard, asker: Outlook, unit: Formation | Battalion, wanted: _Wanted) -> None:
        self.board, self.asker, self.unit, self.wanted = board, asker, unit, wanted
        self.side = look(board, Viewer(unit.side_id))
        """The campaign as the side of the unit knows it, whoever asks."""
        self.theatre: Theatre = self.side.theatre
        self.country = Country(self.side.theatre, self.side.passages)
        self.kind = wanted.order.kind
        self.enemies = self._enemies_seen() if is_a_march(self.kind) else {}

    def preview(self) -> RoutePreview:
        wanted, order = self.wanted, self.wanted.order
        battalions, notes = self._who_goes()
        marches = self._marches(order, battalions)
        groups = _groups(marches.values())
        routes = tuple(self._route(order, group) for group in groups)
        return RoutePreview(
            key=self.unit.key,
            unit=self.unit.name,
            kind=self.kind.value,
            to=None if wanted.to is None else RoutePlace(wanted.to.key, wanted.to.name),
            via=tuple(RoutePlace(place.key, place.name) for place in wanted.via),
            since=wanted.effect.since,
            since_clock=self._hour_of(wanted.effect.since, wanted.effect.seconds),
            starts=self._starts(marches.values()),
            notes=(*wanted.effect.words, *notes, *self._other_orders()),
            routes=routes,
            alternatives=tuple(self._alternatives(groups[0], routes[0])) if groups and wanted.to is not None else (),
            cannot=tuple(self._cannot(marches.values())),
            replaces=standing_words(self.board, self.asker.viewer, self.unit.key, wanted.since),
            unknown=tuple(self._unknown(groups)) if self.asker.viewer.is_umpire else (),
            cancels=brief(self.asker, opening_orders(self.board, self.unit, wanted.effect.since)),
            below=self._orders_below(),
        )

    def _other_orders(self) -> Iterator[str]:
        """Yield what becomes of other orders, as the receipt will tell it."""
        board, army, places, since = self.board, self.asker.army, self.asker.places.values(), self.wanted.effect.since
        yield from cancelled_words(places, opening_orders(board, self.unit, since))
        yield from what_comes_later(board, army, places, self.unit, since, self._named)
        yield from self._orders_below()

    def _orders_below(self) -> tuple[str, ...]:
        places = self.asker.places.values()
        order = self.wanted.order
        return orders_below(self.board, self.asker.army, self.unit, order, lambda other: words_of(places, other))

    def _named(self, subject: Formation | Battalion) -> str:
        """Return a unit's name, as far as the asker may know it."""
        is_known = isinstance(subject, Battalion) or self.asker.knowledge.may_name(subject)
        return subject.name if is_known else "its command"

    def reach(self, place: Place) -> Iterator[Reach]:
        """Yield the way to a place, if any battalion would set out."""
        battalions, _ = self._who_goes()
        for group in _groups(self._marches(self.wanted.order, battalions).values())[:1]:
            first = _by_arrival(group)[0]
            yield Reach(
                place,
                round(first.metres),
                self.wanted.effect.since,
                first.stints[-1].moment if first.has_arrived else None,
                self._hour_of(*_arrival(first)),
            )

    # who marches

    def _who_goes(self) -> tuple[list[Battalion], list[str]]:
        """Return the battalions that would set out, and notes on those that do not."""
        army, order = self.asker.army, self.wanted.order
        if isinstance(self.unit, Battalion):
            going = [self.unit] if self.unit.on_map else []
            notes = [f"{self.unit.name} no longer rests"] if self.unit.resting and is_a_march(self.kind) else []
        else:
            given = [o for o in self.board.rows(Order) if (o.key, o.day, o.turn) != (order.key, order.day, order.turn)]
            going, notes = followers(self.board, army, order, [*given, order]), self._stays_behind()
        if not is_a_march(self.kind):
            return [], notes
        engaged = {} if self.kind is OrderKind.WITHDRAW else engaged_battalions(self.board, self.wanted.effect.since)
        going = [battalion for battalion in going if battalion.id not in engaged]
        still = self._stand_still(going)
        notes += [f"{battalion.name} stays: {why}" for battalion, why in still]
        fixed = {battalion.id for battalion, _ in still}
        return [battalion for battalion in going if battalion.id not in fixed], notes

    def _stays_behind(self) -> list[str]:
        if not is_a_march(self.kind):
            return []
        engaged = {} if self.kind is OrderKind.WITHDRAW else engaged_battalions(self.board, self.wanted.effect.since)
        under = [b for b in self.asker.army.battalions_under(self.unit.id) if b.on_map]
        resting, fighting = [b.name for b in under if b.resting], [b.name for b in under if b.id in engaged]
        return [
            *([f"resting units stay behind: {listing(resting)}"] if resting else []),
            *([f"engaged now, and will follow when the battle is over: {listing(fighting)}"] if fighting else []),
        ]

    def _stand_still(self, battalions: Sequence[Battalion]) -> list[tuple[Battalion, str]]:
        """Return the battalions that have no fuel or are too disorganised to attack, with the reason."""
        book = self.asker.rulebook
        dry = stranded(self.board, self.asker.army, book, self.wanted.effect.since.day)
        still = [(b, "it has no fuel (NQM-POL-04)") for b in battalions if b.id in dry]
        if self.kind is OrderKind.ATTACK:
            conditions = conditions_of(self.board)
            still += [(b, why) for b in battalions if b.id not in dry and (why := attack_barred(conditions, b, book))]
        return still

    # marches

    def _marches(
        self, order: Order, battalions: Sequence[Battalion], enemies: Sequence[Marcher] = ()
    ) -> dict[int, LoneMarch]:
        if not battalions:
            return {}
        troops = Troops(battalions, self.wanted.effect.seconds, enemies)
        return march_alone(self.board, self.asker.army, order, self.country, troops, self.side.given)

    def _route(self, order: Order, group: Sequence[LoneMarch]) -> MarchRoute:
        """Return the route of battalions that march on the same roads."""
        ordered = _by_arrival(group)
        first, last = ordered[0], ordered[-1]
        end, last_end = first.stints[-1], last.stints[-1]
        legs = tuple(self._legs(first))
        arrival, last_arrival = _arrival(first), _arrival(last)
        return MarchRoute(
            units=tuple(march.battalion.short for march in group),
            way=way_words(self._names(first)),
            via=tuple(RoutePlace(place.key, place.name) for place in map(self._place, order.via or ())),
            metres=round(first.metres),
            legs=legs,
            goal=self.theatre.describe(first.last_position),
            arrives=end.moment if first.has_arrived else None,
            clock=self._hour_of(*arrival),
            last_unit=last.battalion.short if last_arrival != arrival else "",
            last_arrives=last_end.moment if last.has_arrived else None,
            last_clock=self._hour_of(*last_arrival),
            short_of="" if first.has_arrived else self._short_of(first),
            passes=tuple(self._passes(first)),
            known_halt=self._known_halt(order, group),
            turn_ends=tuple(
                TurnEnd(stint.moment, self.theatre.describe(stint.marched.end), stint.marched.point)
                for stint in first.stints[:-1]
            ),
            line=drawn(self.theatre, first.legs, first.metres),
        )

    def _names(self, march: LoneMarch) -> list[str]:
        """Return the names of the places on a march, without the one at which it begins."""
        way = Route(march.start, march.last_position, march.legs, march.metres, 0.0)
        places = places_on(self.theatre, way)
        return [self.theatre.spot(place).name for place in places[isinstance(march.start, AtPlace) :]]

    def _legs(self, march: LoneMarch) -> Iterator[RouteLeg]:
        position = march.start
        for leg, at in zip(march.legs, _ends(self.theatre, march), strict=True):
            way, end = self.theatre.way(leg.road), self.theatre.standing(leg.road, leg.to_m)
            place = self._place(end.place) if isinstance(end, AtPlace) else None
            yield RouteLeg(
                start=self.theatre.describe(position),
                end=self.theatre.describe(end),
                road=way.kind,
                surface=way.surface,
                metres=round(leg.length_m),
                moment=at.moment,
                clock=self._hour_of(at.moment, at.seconds),
                place="" if place is None else place.key,
                holder="" if place is None else self.asker.knowledge.holder(place),
            )
            position = end

    def _short_of(self, march: LoneMarch) -> str:
        """Return why a march ends before its goal."""
        last = march.stints[-1]
        if last.marched.halt is Halt.OUT_OF_TIME:
            return "it cannot arrive before the campaign ends"
        return last.marched.obstacle or last.trouble or "it gets no farther"

    def _cannot(self, marches: Iterable[LoneMarch]) -> Iterator[str]:
        """Yield the battalions that cannot set out or cannot arrive, together where the reason is the same."""
        lost: dict[str, list[Battalion]] = {}
        for march in marches:
            why = next((stint.trouble for stint in march.stints if stint.trouble), "")
            if why:
                lost.setdefault(why, []).append(march.battalion)
        for why, those in lost.items():
            names = those[0].name if len(those) == 1 else listing((b.short for b in those), 12)
            yield f"{names} cannot get there: {why}"

    def _starts(self, marches: Iterable[LoneMarch]) -> str:
        places = Counter(self.theatre.describe(march.start) for march in marches)
        return places.most_common(1)[0][0] if places else self.side_words()

    def side_words(self) -> str:
        """Return where the unit is now, in words."""
        return self.side.where(self.unit) if isinstance(self.unit, Battalion) else self.side.seat(self.unit)

    # what it passes

    def _passes(self, march: LoneMarch) -> Iterator[RoutePassing]:
        ends = list(_ends(self.theatre, march))
        passes = [*self._battles(march, ends), *self._seen_from(march, ends), *self._narrow(march, ends)]
        yield from sorted(passes, key=lambda p: (p.metres, p.kind, p.text))

    def _battles(self, march: LoneMarch, ends: Sequence[_At]) -> Iterator[RoutePassing]:
        """Yield the known open battles whose table the route touches at a place."""
        battles = open_battles(self.board)
        if not battles:
            return
        units = self.board.rows(BattleUnit, BattleUnit.battle_id.in_([battle.id for battle in battles]))
        for battle in self.asker.knowledge.battles(battles, units):
            at = next((at for leg, at in zip(march.legs, ends, strict=True) if self._is_at(battle, leg)), None)
            if at is not None:
                where = self.asker.places[battle.place_id].name
                yield self._passing(
                    Passing.BATTLE, f"battle {battle.number}, {battle.name}", where, at, battle=battle.number
                )

    def _is_at(self, battle: Battle, leg: Leg) -> bool:
        end = self.theatre.standing(leg.road, leg.to_m)
        return table_of(battle).holds(self.theatre.point_of(end)) or end == AtPlace(battle.place_id)

    def _seen_from(self, march: LoneMarch, ends: Sequence[_At]) -> Iterator[RoutePassing]:
        """Yield the known enemies that locate part of the route, those in one place together."""
        first_met: dict[tuple[str, _At], list[int]] = {}
        seen: set[int] = set()
        for leg, cut in watched(self.side, march.legs, self.enemies):
            if cut.unit in seen:
                continue
            seen.add(cut.unit)
            metres = max(cut.from_m, leg.from_m) if leg.to_m > leg.from_m else min(cut.to_m, leg.from_m)
            at = _within(march, ends, leg, metres)
            where = self.theatre.describe(self.theatre.standing(leg.road, metres))
            first_met.setdefault((where, at), []).append(cut.unit)
        for (where, at), units in first_met.items():
            yield self._passing(Passing.ENEMY, self._enemy_words(units), where, at)

    def _narrow(self, march: LoneMarch, ends: Sequence[_At]) -> Iterator[RoutePassing]:
        for leg in march.legs:
            way = self.theatre.way(leg.road)
            for block in way.blocks:
                if block.key in self.country.passages.narrow and bars(block, way, leg.from_m, leg.to_m):
                    where = self.theatre.describe(self.theatre.standing(leg.road, block.at_m))
                    yield self._passing(Passing.NARROW, block.name, where, _within(march, ends, leg, block.at_m))

    def _passing(self, kind: Passing, text: str, where: str, at: _At, battle: int | None = None) -> RoutePassing:
        return RoutePassing(
            kind, text, where, round(at.metres), at.moment, self._hour_of(at.moment, at.seconds), battle
        )

    # enemies

    def _enemies_seen(self) -> dict[int, Position]:
        """Return the positions at which the side saw its enemies last, by battalion."""
        knowledge = self.side.knowledge
        seen = {unit: seen_at(s) for unit, s in knowledge.seen.items() if unit not in knowledge.fallen}
        return {unit: position for unit, position in seen.items() if position is not None}

    def _enemy_words(self, units: Sequence[int]) -> str:
        """Return enemies in words, with when and where they were seen."""
        texts: dict[tuple[str, int], list[str]] = {}
        for unit in units:
            s = self.side.knowledge.seen[unit]
            age = self.side.age_hours(Moment(s.day, s.turn), s.seconds)
            name = self.side.knowledge.enemy_words(self.side.army.battalions[unit])
            texts.setdefault((self.side.where_seen(s), age), []).append(name)
        return "; ".join(
            f"{listing(tallied(names))}, seen {_at_words(where)} {f'{age} hours ago' if age else 'now'}"
            for (where, age), names in texts.items()
        )

    def _known_halt(self, order: Order, group: Sequence[LoneMarch]) -> RouteHalt | None:
        """Return the first point at which a known enemy would stop one of these battalions, if it still stands where it
        was seen.
        """
        ahead = {cut.unit for _, cut in watched(self.side, group[0].legs, self.enemies)}
        if not ahead:
            return None
        in_the_way = {unit: position for unit, position in self.enemies.items() if unit in ahead}
        marches = self._marches(order, [march.battalion for march in group], self._as_seen(in_the_way))
        halts = [(stint.moment, march, stint) for march in marches.values() for stint in march.stints]
        halts = [halt for halt in halts if halt[2].marched.halt in _HALTED and set(halt[2].marched.because) & ahead]
        if not halts:
            return None
        moment, march, stint = min(halts, key=lambda h: (h[0], h[2].ended_s, h[1].battalion.id))
        marched = stint.marched
        enemies = [unit for unit in marched.because if unit in self.enemies]
        before = march.stints[: march.stints.index(stint) + 1]
        return RouteHalt(
            f"{_HALTED[marched.halt]} {self._enemy_words(enemies)}",
            self.theatre.describe(marched.end),
            sum(s.marched.metres for s in before),
            moment,
            self._hour_of(moment, stint.ended_s),
            marched.point,
        )

    def _as_seen(self, enemies: Mapping[int, Position]) -> list[Marcher]:
        """Return enemies as units that stand where they were seen."""
        battalions = self.side.army.battalions
        return [
            Marcher(unit, "", battalions[unit].side_id, position, _STANDS_STILL) for unit, position in enemies.items()
        ]

    def _unknown(self, groups: Sequence[Sequence[LoneMarch]]) -> Iterator[str]:
        routes = [(g[0].battalion, Route(g[0].start, g[0].last_position, g[0].legs, g[0].metres, 0.0)) for g in groups]
        yield from unseen_on(self.side, look(self.board, UMPIRE), routes)

    # other routes

    def _alternatives(self, group: Sequence[LoneMarch], taken: MarchRoute) -> Iterator[MarchRoute]:
        """Yield clearly different routes for the largest group, as the same march makes them."""
        first, order = group[0], self.wanted.order
        battalion = first.battalion
        book, army = self.asker.rulebook, self.asker.army
        rates = rates_of(army, battalion, False, book, tactical=self.kind is OrderKind.ATTACK)
        closed = Closed(barred=self.country.passages.barred(battalion))
        goals = [AtPlace(place) for place in (*(order.via or ()), order.to_id or 0)]
        way = route(self.theatre, first.start, goals, rates, closed)
        if not isinstance(way, Route) or not first.has_arrived:
            return
        known = {tuple(leg.road for leg in first.legs)}
        for other in detours(self.theatre, way, goals, rates, closed, MOST_ALTERNATIVES):
            via = _via_of(self.theatre, other, goals, rates, closed)
            asked = _by_way_of(order, via)
            marches = self._marches(asked, [march.battalion for march in group])
            mine = [march for march in marches.values() if march.stints and march.has_arrived]
            roads = tuple(leg.road for leg in mine[0].legs) if mine else ()
            if len(mine) == len(group) and roads not in known:
                known.add(roads)
                yield replace(self._route(asked, mine), units=taken.units)

    # words

    def _place(self, ident: int) -> Place:
        return self.asker.places[ident]

    def _hour_of(self, moment: Moment, seconds: float) -> str:
        hour = self.side.calendar.begins(moment) + timedelta(seconds=round(seconds))
        return f"{hour:%H:%M}"


_HALTED = {Halt.JUST_OUTSIDE: "halts just outside the sight of", Halt.CONTACT: "meets", Halt.HELD: "is held by"}


def _at_words(where: str) -> str:
    return where if " from " in where else f"at {where}"


def _by_way_of(order: Order, via: Sequence[int]) -> Order:
    """Return a copy of an order with other places on its way, on no board."""
    return copied(order, via=list(via))


def _groups(marches: Iterable[LoneMarch]) -> list[list[LoneMarch]]:
    """Return the marches that go anywhere, those on the same roads together; the largest group first."""
    groups: dict[tuple[tuple[int, ...], Position], list[LoneMarch]] = {}
    for march in marches:
        if march.legs:
            groups.setdefault((tuple(leg.road for leg in march.legs), march.last_position), []).append(march)
    return sorted(groups.values(), key=lambda group: -len(group))


def _arrival(march: LoneMarch) -> tuple[Moment, int]:
    """Return when a march ends: the turn, and the seconds into it."""
    last = march.stints[-1]
    passed = last.marched.passed
    return last.moment, passed[-1].seconds if march.has_arrived and passed else last.ended_s


def _by_arrival(group: Sequence[LoneMarch]) -> list[LoneMarch]:
    """Return marches on the same roads, the one that is there first in front."""
    return sorted(group, key=lambda march: (*_arrival(march), march.battalion.id))


def _ends(theatre: Theatre, march: LoneMarch) -> Iterator[_At]:
    """Yield when the battalion is at the end of each of its legs."""
    points = list(_points(theatre, march))
    legs = list(march.legs)
    metres, reached = 0.0, 0
    for leg in legs:
        metres += leg.length_m
        while reached < len(points) - 1 and points[reached].metres < metres - 0.5:
            reached += 1
        yield _At(metres, points[reached].moment, points[reached].seconds)


def _points(theatre: Theatre, march: LoneMarch) -> Iterator[_At]:
    """Yield the points of a march with a known time: each place that it passes, and the end of each turn."""
    metres = 0.0
    for stint in march.stints:
        times = list(stint.marched.passed)
        for leg in stint.legs:
            metres += leg.length_m
            place = theatre.way(leg.road).place_at(leg.to_m)
            while times and place is not None and times[0].place != place:
                times.pop(0)
            if place is not None and times:
                yield _At(metres, stint.moment, times.pop(0).seconds)
        yield _At(metres, stint.moment, _end_seconds(stint))


def _end_seconds(stint: Stint) -> float:
    if stint.marched.halt is Halt.OUT_OF_TIME:
        return TURN_SECONDS
    passed = stint.marched.passed
    return max(stint.ended_s, passed[-1].seconds if passed else 0)


def _within(march: LoneMarch, ends: Sequence[_At], leg: Leg, at_m: float) -> _At:
    """Return when the battalion is at a point within a leg, at an even pace between the leg's ends."""
    number = march.legs.index(leg)
    end = ends[number]
    before = ends[number - 1] if number else _At(0.0, march.stints[0].moment, 0.0)
    share = abs(at_m - leg.from_m) / leg.length_m if leg.length_m else 1.0
    start_s = before.moment.index * TURN_SECONDS + before.seconds
    end_s = end.moment.index * TURN_SECONDS + end.seconds
    seconds = start_s + (end_s - start_s) * share
    index = min(int(seconds // TURN_SECONDS), end.moment.index)
    metres = before.metres + (end.metres - before.metres) * share
    return _At(metres, Moment.at(index), seconds - index * TURN_SECONDS)


def _via_of(theatre: Theatre, way: Route, goals: Sequence[AtPlace], rates: Rates, closed: Closed) -> tuple[int, ...]:
    """Return the fewest places by way of which the fastest route is exactly this one; those that were asked for are
    among them.
    """
    stops = _stops(theatre, way)
    via: list[int] = []
    position, done = way.start, 0
    for goal in goals:
        last = next((n for n in range(done, len(stops)) if stops[n][0] == goal.place), None)
        if last is None:  # the march begins there, or has just been there
            via.append(goal.place)
            continue
        while not _is_fastest(theatre, position, goal, way.legs[done : last + 1], rates, closed):
            far = _farthest(theatre, position, stops, way, done, last, rates, closed)
            via.append(stops[far][0])
            position, done = AtPlace(stops[far][0]), far + 1
        via.append(goal.place)
        position, done = goal, last + 1
    return tuple(via[:-1])


def _stops(theatre: Theatre, way: Route) -> list[tuple[int, int]]:
    """Return the place at the end of each leg, with the leg's number."""
    ends = ((theatre.way(leg.road).place_at(leg.to_m), number) for number, leg in enumerate(way.legs))
    return [(place if place is not None else NOT_WRITTEN, number) for place, number in ends]


def _farthest(
    theatre: Theatre,
    position: Position,
    stops: Sequence[tuple[int, int]],
    way: Route,
    done: int,
    last: int,
    rates: Rates,
    closed: Closed,
) -> int:
    """Return the number of the last leg up to whose end the fastest route is this one; at least one leg."""
    low, high = done, last
    while high - low > 1:
        middle = (low + high) // 2
        goal = AtPlace(stops[middle][0])
        if _is_fastest(theatre, position, goal, way.legs[done : middle + 1], rates, closed):
            low = middle
        else:
            high = middle
    return low


def _is_fastest(
    theatre: Theatre, position: Position, goal: AtPlace, legs: Sequence[Leg], rates: Rates, closed: Closed
) -> bool:
    answer = route(theatre, position, [goal], rates, closed)
    return isinstance(answer, Route) and [leg.road for leg in answer.legs] == [leg.road for leg in legs]
