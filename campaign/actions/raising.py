"""Raising a battle: its rows for the tabletop, from units in contact or named by hand (umpire 1.4)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import chain, count

from campaign.actions.diary import note
from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.model import Battalion, Battle, BattleUnit, Place
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.interface import System, system
from campaign.situation.army import Army, load_army, position_of
from campaign.situation.battlefield import (
    Positions,
    Present,
    battle_code,
    coming,
    fit_on_table,
    guns_for,
    lay_table,
    lie_of,
    nearest_edge,
    points_of,
    standing_on,
    table_of,
    to_edge_m,
)
from campaign.situation.conditions import Conditions, conditions_at, rulebook_of
from campaign.situation.contacts import turn_orders
from campaign.situation.engaged import engaged_battalions, open_battles
from campaign.situation.ground import load_theatre
from campaign.situation.keeping import keep
from campaign.situation.names import battle_numbered
from campaign.situation.passages import Passages, load_passages
from campaign.situation.standing import StandingOrders
from campaign.terms.position import AtPlace
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import BattleState, OrderKind, Role
from campaign.terms.time import Moment
from campaign.terms.words import listing, ranges, roman
from campaign.theatre.tables import Table
from campaign.theatre.values import Theatre, kilometres
from campaign.values import dataclass


@dataclass
class Staff:
    """The armies, the map, the light and the orders of this turn, as needed to raise, change and settle battles."""

    board: Board
    army: Army
    theatre: Theatre

    @classmethod
    def of(cls, board: Board) -> Staff:
        """Return the staff loaded from the board."""
        return cls(board, load_army(board), load_theatre(board))

    @cached_property
    def book(self) -> Rulebook:
        """House rules in force."""
        return rulebook_of(self.board)

    @cached_property
    def conditions(self) -> Conditions:
        """Light and weather of this turn."""
        return conditions_at(self.board, self.board.moment, self.book)

    @cached_property
    def orders(self) -> StandingOrders:
        """Orders in force when this turn marched."""
        return turn_orders(self.board, self.army)

    @cached_property
    def passages(self) -> Passages:
        """The limits on bridges, ferries and gaps: which units may pass each, and how many in a turn."""
        return load_passages(self.board, self.army, self.theatre)

    @cached_property
    def places(self) -> dict[int, Place]:
        return keep(self.board, Place, self.board.version(Place), lambda: self.board.by_id(Place))

    @cached_property
    def system(self) -> System:
        """Tabletop system of the campaign."""
        return system(self.board.campaign.tabletop)

    def positions(self) -> Positions:
        """Return the present positions and goals of all battalions; made anew each time, as they move."""
        return Positions(self.army, self.theatre, self.orders)

    def lines_of(self, battle: Battle) -> list[BattleUnit]:
        """Return the units of a battle, side by side, line by line."""
        return sorted(self.board.rows(BattleUnit, BattleUnit.battle_id == battle.id), key=lambda u: (u.side_id, u.line))

    def session_lines(self, battle: Battle) -> list[BattleUnit]:
        """Return the battle's lines without those whose end an earlier session has reported."""
        return [u for u in self.lines_of(battle) if u.end_state is None]

    def engaged_in(self, battle: Battle) -> list[Battalion]:
        """Return the battalions that are engaged in a battle, on both sides."""
        return [self.army.battalions[u.battalion_id] for u in self.lines_of(battle) if u.role is Role.ENGAGED]


def raise_battle(
    staff: Staff,
    fight: Sequence[Battalion],
    place: Place,
    *,
    name: str = "",
    attacker: int | None = None,
    seconds: int = 0,
    state: BattleState = BattleState.PROPOSED,
    only: bool = False,
    elsewhere: Collection[int] = (),
    positions: Positions | None = None,
) -> Battle:
    """Return a new battle around the units in ``fight``. ``only``: these alone; otherwise all units on its table take
    part.

    ``elsewhere``: battalions that fight in another battle this turn and are not added. ``positions``: those of all
    battalions, where several battles are raised before anybody moves. Raises Refused if a unit is engaged elsewhere or
    off the map, or if there are not two sides.
    """
    board, where = staff.board, positions or staff.positions()
    taken = held_in_battle(board)
    for battalion in fight:
        refuse_unfit(battalion, taken)
    busy = {*taken, *elsewhere} - {b.id for b in fight}
    table = table_for(staff, fight, place)
    engaged = list(fight)
    if not only:
        fighting_ids = {b.id for b in fight}
        engaged += [b for b in standing_on(where, table, taken=busy) if b.id not in fighting_ids]
    if len({b.side_id for b in engaged}) < 2:
        text = listing(b.name for b in engaged) or "none"
        raise Refused(
            f"a battle at {place.name} needs units of two sides, but there are only {text}. Name units of "
            "both sides with --unit (umpire 1.4)"
        )
    present = [Present(b, Role.ENGAGED, edge=edge_beside(staff, table, b)) for b in engaged]
    if not only:
        present += [Present(b, Role.GUNS_IN_RANGE) for b, _ in guns_for(where, table, engaged, taken=busy)]
        off_table = {p.battalion.id for p in present} | busy | _announced(staff, table)
        present += coming(where, table, engaged, staff.conditions, staff.book, taken=off_table, passages=staff.passages)
    battles = board.rows(Battle)
    number = max((b.number for b in battles), default=0) + 1
    now = board.moment
    battle = board.make(
        Battle,
        number=number,
        name=name or new_name(name_at(staff, table, place), [b.name for b in battles]),
        code=battle_code(board.campaign, number),
        tabletop=staff.system.key,
        place_id=place.id,
        day=now.day,
        turn=now.turn,
        seconds=seconds,
        attacker_id=attacker,
        state=state,
        table=lie_of(table),
    )
    add_lines(staff, battle, present)
    return battle


def _announced(staff: Staff, table: Table) -> set[int]:
    """Return the units on the way to another open battle; a unit marches to one only (umpire 1.4).

    A unit announced to another battle of this turn only because its command fights there, with orders that end on this
    table, is released.
    """
    now, battalion_ids = staff.board.moment, set[int]()
    lines: dict[int, list[BattleUnit]] = defaultdict(list)
    coming = staff.board.rows(BattleUnit, BattleUnit.role == Role.ARRIVES, BattleUnit.end_state.is_(None))
    for line in sorted(coming, key=lambda u: (u.side_id, u.line)):
        lines[line.battle_id].append(line)
    for battle in open_battles(staff.board):
        for line in lines[battle.id]:
            due = Moment(line.arrives_day, line.arrives_turn) if line.arrives_day and line.arrives_turn else None
            if due is None or due < now:
                continue
            to = staff.orders.of(staff.army.battalions[line.battalion_id]).to
            ends = staff.theatre.spot(to).point if to is not None else None
            if (
                ends
                and table.holds(ends)
                and not table_of(battle).holds(ends)
                and Moment(battle.day, battle.turn) == now
            ):
                staff.board.erase(line)
            else:
                battalion_ids.add(line.battalion_id)
    return battalion_ids


def table_for(staff: Staff, fight: Sequence[Battalion], place: Place) -> Table:
    """Return the table on which all fighting units stand, with the place if it fits as well; around the place if no
    table holds them all.
    """
    points, spot = points_of(staff.theatre, fight), staff.theatre.spot(place.id).point
    if points and not fit_on_table(points, staff.system):
        return lay_table([spot], staff.system)
    table = lay_table(points or [spot], staff.system)
    return (
        table
        if table.holds(spot) or not fit_on_table([*points, spot], staff.system)
        else lay_table([*points, spot], staff.system)
    )


def edge_beside(staff: Staff, table: Table, battalion: Battalion) -> str:
    """Return the edge (``south 65``) over which a fighting unit beside the table comes on; empty for a unit on it."""
    position = position_of(battalion)
    if position is None or table.holds(point := staff.theatre.point_of(position)):
        return ""
    edge, inch = nearest_edge(table, point)
    return f"{edge.value} {inch}"


def off_table_words(staff: Staff, battle: Battle) -> tuple[str, ...]:
    """Return lines on units that were put into a battle by hand and stand beside its table, and the remedy."""
    table, lines = table_of(battle), []
    for battalion in staff.engaged_in(battle):
        position = position_of(battalion)
        if position is not None and not table.holds(point := staff.theatre.point_of(position)):
            edge, inch = nearest_edge(table, point)
            way = (
                "if it is to arrive later, take it out of the battle and add it again with --arrives "
                f"{staff.board.moment.plus(1)} --edge '{edge.value} {inch}'"
            )
            lines.append(f"Warning: {battalion.name} is {kilometres(to_edge_m(table, point))} off the table; {way}")
    return tuple(lines)


def name_at(staff: Staff, table: Table, place: Place) -> str:
    """Return the name of the place after which a battle is named; ``near`` it, if it is not on the table."""
    return place.name if table.holds(staff.theatre.spot(place.id).point) else f"near {place.name}"


def held_in_battle(board: Board) -> dict[int, Battle]:
    """Return the battle of every battalion that cannot fight elsewhere now: one whose battle ended in this turn may be
    in its pursuit.
    """
    now = board.moment
    engaged = engaged_battalions(board)
    held = {b.id for b in board.rows(Battle) if not b.state.is_over or (reached_of(b) or now) > now}
    return {ident: battle for ident, battle in engaged.items() if battle.id in held}


def attacker_by_orders(staff: Staff, fight: Iterable[Battalion]) -> int | None:
    """Return the only side among these units that has orders to attack; None if none has, or both."""
    sides = attacking_sides(staff, fight)
    return sides.pop() if len(sides) == 1 else None


def attacking_sides(staff: Staff, fight: Iterable[Battalion]) -> set[int]:
    """Return the sides among these units that have orders to attack."""
    return {b.side_id for b in fight if staff.orders.of(b).kind is OrderKind.ATTACK}


def refuse_unfit(battalion: Battalion, taken: dict[int, Battle], *, to_come: bool = False) -> None:
    """Raise Refused for a battalion that is out of play, off the map (unless it is to come later), or held in another
    battle.
    """
    if not battalion.state.is_in_play:
        raise Refused(f"{battalion.name} cannot take part in a battle: it is {battalion.state} (umpire 1.4)")
    if not battalion.on_map and not to_come:
        raise Refused(f"{battalion.name} is not on the map yet. Give the turn in which it arrives: --arrives DAY.TURN")
    if battalion.id in taken:
        engagement = taken[battalion.id]
        raise Refused(
            f"{battalion.name} is already engaged in battle {engagement.number} ({engagement.name}). Merge the"
            " two battles, or drop it there first (umpire 1.4)"
        )


def new_name(place: str, used: Iterable[str]) -> str:
    """Return the name of a battle's place; a second battle there gets a Roman numeral, and so on."""
    taken = set(used)
    names = chain([place], (f"{place} {roman(number)}" for number in count(2)))
    return next(name for name in names if name not in taken)


def add_lines(staff: Staff, battle: Battle, present: Iterable[Present]) -> list[BattleUnit]:
    """Add lines below the existing ones, command by command in the order of the order of battle, headquarters first."""
    army = staff.army
    last: dict[int, int] = {}
    for line in staff.lines_of(battle):
        last[line.side_id] = max(last.get(line.side_id, 0), line.line)
    battle_units = []
    for neighbour in sorted(present, key=lambda p: (p.battalion.side_id, *army.place_of(p.battalion))):
        battalion = neighbour.battalion
        last[battalion.side_id] = last.get(battalion.side_id, 0) + 1
        battle_units.append(
            staff.board.make(
                BattleUnit,
                battle_id=battle.id,
                battalion_id=battalion.id,
                side_id=battalion.side_id,
                line=last[battalion.side_id],
                command_id=battalion.present_id,
                role=neighbour.role,
                start_state=battalion.state,
                edge=neighbour.edge,
                arrives_day=neighbour.arrives.day if neighbour.arrives else None,
                arrives_turn=neighbour.arrives.turn if neighbour.arrives else None,
            )
        )
        if neighbour.role is Role.ENGAGED:
            _stands_to(battalion)
    return battle_units


def _stands_to(battalion: Battalion) -> None:
    """Mark a battalion on the table as having moved. A resting unit goes on resting (OB-AMB-027); the return says
    whether it fought.
    """
    if not battalion.resting:
        battalion.moved = True


def join(staff: Staff, battle: Battle, present: Present) -> BattleUnit:
    """Bring a unit into a running battle, on a line of its own or the line with which it was announced; return the
    line.
    """
    for line in staff.lines_of(battle):
        if line.battalion_id == present.battalion.id:
            line.role, line.edge, line.end_state = present.role, present.edge or line.edge, None
            if present.arrives is not None:
                line.arrives_day, line.arrives_turn = present.arrives.day, present.arrives.turn
            if present.role is Role.ENGAGED:
                _stands_to(present.battalion)
            return line
    return add_lines(staff, battle, [present])[0]


def place_of_fight(staff: Staff, fight: Sequence[Battalion], attackers: Sequence[int], x_m: int, y_m: int) -> Place:
    """Return the place after which a battle is named: where most of the attacked units stand, or else the nearest to
    its middle.
    """
    stood: dict[int, int] = {}
    for battalion in fight:
        position = position_of(battalion)
        if isinstance(position, AtPlace) and (len(attackers) != 1 or battalion.side_id not in attackers):
            stood[position.place] = stood.get(position.place, 0) + 1
    if stood:
        return staff.places[min(stood, key=lambda ident: (-stood[ident], ident))]
    return staff.places[staff.theatre.nearest_spot((float(x_m), float(y_m))).place]


def defender_of(staff: Staff, battle: Battle) -> int | None:
    """Return the side that was attacked; if neither side is the attacker, the owner of the place."""
    sides = [s for s in staff.army.sides if s != battle.attacker_id]
    if battle.attacker_id is not None and len(sides) == 1:
        return sides[0]
    return staff.places[battle.place_id].owner_id if battle.attacker_id is None else None


def reached_of(battle: Battle) -> Moment | None:
    """Return the last turn that the table has played through."""
    return Moment(battle.reached_day, battle.reached_turn) if battle.reached_day and battle.reached_turn else None


def fought_twice(board: Board, army: Army, battles: Sequence[Battle]) -> tuple[str, ...]:
    """Return a line for each battalion that one of these battles has in the same six hours as another battle: a battle
    takes the turns that it is fought in (umpire 1.5).
    """
    others = [b for b in board.rows(Battle) if b.state is not BattleState.CANCELLED]
    spans = {b.id: (Moment(b.day, b.turn), reached_of(b) or Moment(b.day, b.turn)) for b in others}
    near = {
        other.id: other
        for battle in battles
        for other in others
        if battle.id in spans
        and spans[other.id][0] <= spans[battle.id][1]
        and spans[battle.id][0] <= spans[other.id][1]
    }
    if len(near) < 2:
        return ()
    fights: dict[int, set[int]] = defaultdict(set)
    for line in board.rows(BattleUnit, BattleUnit.battle_id.in_(near), BattleUnit.role == Role.ENGAGED):
        fights[line.battalion_id].add(near[line.battle_id].number)
    numbers = {battle.number for battle in battles}
    return tuple(
        by_rule(f"{army.battalions[unit].name} is in battles {ranges(fought)} of the same six hours", "umpire 1.5")
        for unit, fought in sorted(fights.items())
        if len(fought) > 1 and fought & numbers
    )


def tell(staff: Staff, battle: Battle, side: int, text: str, *, seconds: int | None = None) -> None:
    """Write a line on a battle in one side's diary, set in bold."""
    note(staff.board, text, side=side, battle=battle.id, seconds=seconds, bold=True)


def running(board: Board, word: str) -> Battle:
    """Return the battle that the word names, if it is not over. Raises NotFound or Refused."""
    battle = battle_numbered(board, word)
    if battle.state.is_over:
        ways = "Change a unit with campaign adjust, or undo the entry that ended the battle with campaign undo"
        raise Refused(f"battle {battle.number} ({battle.name}) is already {battle.state}. {ways}")
    return battle


def strengths(staff: Staff, battle: Battle) -> str:
    """Return the numbers in a battle: ``British 5, Axis 3 battalions``."""
    numbers = Counter(line.side_id for line in staff.lines_of(battle))
    noun = "battalion" if list(numbers.values())[-1:] == [1] else "battalions"
    return f"{', '.join(f'{staff.army.sides[side].name} {number}' for side, number in numbers.items())} {noun}"
