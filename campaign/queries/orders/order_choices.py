"""The orders that one unit can be given, for its commander, its side's staff or the umpire.

order_choices(board, viewer, commander, unit, kind) -> OrderChoices
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Commander, Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, formation_symbol, order_words, posture_words, state_words
from campaign.queries.common.viewers import commander_for
from campaign.queries.orbat.tasks import task_in_hand
from campaign.queries.orders.later_orders import all_later, brief
from campaign.queries.orders.order_blank import engaged_words, order_kinds, order_turns
from campaign.queries.orders.proposed_orders import proposed_order
from campaign.queries.orders.route_preview import Reach, reach
from campaign.rules.day import engineering
from campaign.rules.day.amphibious import BY_SEA
from campaign.rules.day.logistics import Goods
from campaign.rules.day.rest import bars_rest
from campaign.situation.army import Army, position_of
from campaign.situation.names import unit_named
from campaign.situation.tasks import TASKS, task_word
from campaign.terms.forces import Engineers
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted
from campaign.views.orders.order_choices import Choice, NearPlace, OrderChoices, StandingForm

MOST_NEAR = 6
"""Most places that are offered with their kilometres."""
_MOVES = (OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW)


def order_choices(
    board: JournalBoard,
    viewer: Viewer,
    commander: str,
    unit: str,
    kind: str = "",
    since: str = "",
    *,
    measures: bool = True,
) -> OrderChoices:
    """Return what this commander can order of a unit. ``kind`` and ``since``: the kind of order for whose march, and
    the turn from which, near places are measured; without ``measures`` none are. Raises NotFound, Ambiguous or
    NotAllowed as the order itself would.
    """
    leader, eyes = commander_for(board, viewer, commander)
    outlook = look(board, eyes)
    army = outlook.army
    subject = unit_named(_own(army, leader.side_id), unit)
    formation = subject.id if isinstance(subject, Formation) else subject.present_id
    if not outlook.knowledge.knows(subject) or formation not in army.tree_ids(leader.formation_id):
        raise NotAllowed(f"{leader.name} cannot order {subject.name}: only its own commander or the umpire can")
    return _Choices(outlook, leader, subject).view(kind, since, measures=measures)


def _own(army: Army, side: int) -> Army:
    """Return the army reduced to one side, so that no other name is found."""
    return Army(
        army.sides,
        army.nations,
        {i: f for i, f in army.formations.items() if f.side_id == side},
        {i: b for i, b in army.battalions.items() if b.side_id == side},
        {i: c for i, c in army.commanders.items() if c.side_id == side},
        army.today,
    )


class _Choices:
    """One unit with all that its commander may choose from."""

    def __init__(self, outlook: Outlook, leader: Commander, unit: Formation | Battalion) -> None:
        self.outlook, self.leader, self.unit = outlook, leader, unit
        self.battalion = unit if isinstance(unit, Battalion) else None

    def view(self, kind: str, since: str, *, measures: bool) -> OrderChoices:
        outlook, unit, battalion = self.outlook, self.unit, self.battalion
        army = outlook.army
        positions = sorted(army.sides, key=lambda i: (army.sides[i].position, i))
        standing = self._standing()
        chosen = kind or (standing.kind if standing.kind in _MOVES else OrderKind.MARCH.value)
        return OrderChoices(
            commander=Choice(self.leader.key, self.leader.name),
            unit=Choice(unit.key, unit.name),
            side=positions.index(unit.side_id),
            symbol=formation_symbol(outlook, unit) if isinstance(unit, Formation) else battalion_symbol(outlook, unit),
            where=outlook.seat(unit) if isinstance(unit, Formation) else outlook.where(unit),
            state=self._state(),
            is_command=battalion is None,
            engaged=self._engaged(),
            standing=standing,
            kinds=tuple(self._kinds()),
            turns=tuple(self._turns()),
            places=tuple(place.name for place in outlook.places.values()),
            near=tuple(self._near(chosen, since, standing.to)) if measures and chosen in _MOVES else (),
            headquarters=self._headquarters(),
            posture=unit.posture.value,
            is_resting=battalion is not None and battalion.resting,
            can_rest=self._can_rest(),
            formations=tuple(self._formations()),
            is_attached=battalion is not None and battalion.present_id != battalion.organic_id,
            supports=self._supports(),
            tasks=tuple(self._tasks()),
            at_work="" if battalion is None else task_in_hand(outlook, battalion.id),
            can_split=battalion is not None and battalion.on_map and battalion.headquarters_of_id is None,
            is_part=self._is_part(),
            can_land=battalion is not None and not battalion.on_map and battalion.carried_by in _SEA,
            trucks=tuple(self._trucks()),
            names=tuple(self._names()),
        )

    # the unit as it stands

    def _standing(self) -> StandingForm:
        outlook, unit = self.outlook, self.unit
        order = outlook.orders.of_formation(unit) if isinstance(unit, Formation) else outlook.orders.of(unit).order
        later = brief(outlook, all_later(outlook, unit))
        if order is None:
            hold = OrderKind.HOLD.value
            return StandingForm(hold, "", (), "", "", "", hold, later, proposed_order(None, hold))
        own = order.formation_id == unit.id if isinstance(unit, Formation) else order.battalion_id == unit.id
        words = order_words(outlook, order)
        return StandingForm(
            kind=order.kind.value,
            to="" if order.to_id is None else outlook.places[order.to_id].name,
            via=tuple(outlook.places[place].name for place in order.via or ()),
            aim=order.aim,
            objective=order.objective,
            limit=order.limit,
            not_beyond="" if order.not_beyond_id is None else outlook.places[order.not_beyond_id].name,
            words=words if own else f"{words}, as the formation above it",
            coming=later,
            proposal=proposed_order(order, words),
        )

    def _state(self) -> str:
        if self.battalion is None:
            under = [b for b in self.outlook.army.battalions_under(self.unit.id) if b.state.is_in_play]
            return counted(len(under), "battalion")
        words = (state_words(self.outlook, self.battalion).lower(), posture_words(self.battalion))
        return ", ".join(word for word in words if word)

    def _engaged(self) -> str:
        return engaged_words(self.outlook, self.unit)

    def _headquarters(self) -> Choice | None:
        headquarters = self.outlook.army.headquarters.get(self.unit.id) if self.battalion is None else None
        return None if headquarters is None else Choice(headquarters.key, headquarters.name)

    def _can_rest(self) -> bool:
        if self.battalion is None:
            return any(b.on_map for b in self.outlook.army.present[self.unit.id])
        battalion = self.battalion
        why = bars_rest(in_play=battalion.state.is_in_play, engaged=bool(self._engaged()))
        return battalion.on_map and not why

    def _supports(self) -> str:
        ident = None if self.battalion is None else self.battalion.supports_id
        return "" if ident is None else self.outlook.army.formations[ident].name

    def _is_part(self) -> bool:
        battalion = self.battalion
        if battalion is None:
            return False
        parts = (b.parent_id for b in self.outlook.army.battalions.values() if b.state.is_in_play)
        return battalion.parent_id is not None or battalion.id in parts

    # what may be ordered

    def _kinds(self) -> Iterator[str]:
        yield from (kind.value for kind in order_kinds(self.unit, is_engaged=bool(self._engaged())))

    def _turns(self) -> Iterator[Choice]:
        yield from (Choice(turn.word, turn.text) for turn in order_turns(self.outlook))

    def _near(self, kind: str, since: str, goal: str) -> Iterator[NearPlace]:
        """Yield the places within reach of the unit, the order's own goal first, then the nearest by march."""
        outlook, goals = self.outlook, self._goal(goal)
        candidates = dict.fromkeys((*goals, *self._around()))
        places = [outlook.places[ident] for ident in candidates]
        measured = list(reach(outlook.board, outlook.viewer, self.unit.key, kind, places, since))
        first, others = measured[: len(goals)], measured[len(goals) :]
        for way in (*first, *sorted(others, key=lambda other: other.metres)[: MOST_NEAR - len(first)]):
            if way.metres:
                yield self._near_place(way)

    def _near_place(self, way: Reach) -> NearPlace:
        holder = self.outlook.knowledge.holder(way.place)
        if way.arrives is None:
            return NearPlace(way.place.name, holder, way.kilometres, "")
        arrival = way.clock if way.arrives == way.since else f"{way.arrives}, {way.clock}"
        return NearPlace(way.place.name, holder, way.kilometres, arrival)

    def _goal(self, name: str) -> tuple[int, ...]:
        return tuple(i for i, place in self.outlook.places.items() if name and place.name == name)

    def _around(self) -> Iterator[int]:
        """Yield the places one and two roads from the unit's position."""
        theatre = self.outlook.theatre
        start = self._position()
        if start is None:
            return
        nearest = (start.place,) if isinstance(start, AtPlace) else _ends(self.outlook, start)
        first = [neighbour for place in nearest for neighbour in theatre.neighbours(place)]
        yield from dict.fromkeys((*(nearest if not isinstance(start, AtPlace) else ()), *first))
        yield from (further for place in first for further in theatre.neighbours(place) if further not in nearest)

    def _position(self) -> Position | None:
        if self.battalion is not None:
            return position_of(self.battalion)
        under = self.outlook.army.battalions_under(self.unit.id)
        return next((at for b in under if (at := position_of(b)) is not None), None)

    def _formations(self) -> Iterator[Choice]:
        """Yield the formations to which the battalion can be lent: the commander's own."""
        if self.battalion is None:
            return
        army = self.outlook.army
        for formation in army.tree(self.leader.formation_id):
            if formation.id != self.battalion.present_id:
                yield Choice(formation.key, formation.name)

    def _tasks(self) -> Iterator[Choice]:
        battalion = self.battalion
        if battalion is None or not battalion.on_map or not self.outlook.rulebook.switch("use.engineering"):
            return
        for word in TASKS:
            kind = task_word(word)
            is_able = battalion.engineers is not Engineers.NONE or word == "swim"
            if is_able and not engineering.bars(kind, battalion.engineers):
                yield Choice(word, word)

    def _trucks(self) -> Iterator[Choice]:
        book = self.outlook.rulebook
        if not (book.switch("nqm.logistics") or book.switch("nqm.fuel")):
            return
        if self.battalion is not None:
            yield Choice(Goods.AMMUNITION.value, "ammunition")
            return
        yield Choice(Goods.LOG.value, "a Div Log")
        yield Choice(Goods.FUEL.value, "fuel")
        yield Choice(Goods.BOWSER.value, "a bowser")

    def _names(self) -> Iterator[Choice]:
        for unit in self.outlook.knowledge.units():
            if unit.side_id == self.unit.side_id:
                yield Choice(unit.key, unit.name)


_SEA = frozenset(means.value for means in BY_SEA)


def _ends(outlook: Outlook, position: Position) -> tuple[int, ...]:
    """Return the places at both ends of the road on which a position lies."""
    assert not isinstance(position, AtPlace)
    way = outlook.theatre.way(position.road)
    return way.a, way.b
