"""Dividing a battle: clashes far apart on one table, or named units, become battles of their own (umpire 1.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import dist

from campaign.actions.raising import (
    Staff,
    add_lines,
    attacker_by_orders,
    off_table_words,
    place_of_fight,
    raise_battle,
    reached_of,
    running,
    strengths,
    tell,
)
from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Battle, BattleUnit, Contact, Formation, Return
from campaign.rules.tabletop.interface import system
from campaign.situation.army import position_of
from campaign.situation.battlefield import Present, nearest_edge, points_of, table_of
from campaign.situation.fights import apart_m, shared_out, spot_of
from campaign.situation.names import among
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import ContactState, Role
from campaign.terms.time import Moment
from campaign.terms.words import counted, listing
from campaign.theatre.values import Point, kilometres
from campaign.verbs.dividing import SplitBattle
from campaign.words.receipt import Receipt


@action("battle split", SplitBattle)
def split_battle(board: Board, command: SplitBattle) -> Receipt:
    """Divide a battle. It keeps its number, code, table and line numbers; each new battle gets its own. Off-table guns
    and later arrivals go with their command. Raises Refused once the table has played or a return is in.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    if board.rows(Return, Return.battle_id == battle.id):
        raise Refused(f"battle {battle.number} can no longer be split: a return has already been recorded (umpire 1.4)")
    if (reached := reached_of(battle)) is not None:
        raise Refused(
            f"battle {battle.number} can no longer be split: it has been played to turn {reached} (umpire 1.6)"
        )
    parts = [_named(staff, battle, command.units)] if command.units else _far_from_the_place(staff, battle)
    battles = [_divide(staff, battle, part) for part in parts]
    lines = [f"Battle {b.number}, {b.name}: {strengths(staff, b)}" for b in (battle, *battles)]
    lines.append(f"battle {battle.number} keeps its number, its table and the lines of its sheets")
    lines += [words for b in battles for words in off_table_words(staff, b)]
    numbers = listing(str(b.number) for b in battles)
    return Receipt(
        f"Battle {battle.number} ({battle.name}) is divided: {'battle' if len(battles) == 1 else 'battles'}"
        f" {numbers} {'is' if len(battles) == 1 else 'are'} new",
        tuple(lines),
        f"campaign battle packet {battle.number}",
    )


def far_fights(staff: Staff, battle: Battle) -> list[str]:
    """Return lines for the umpire, before the papers are printed, on a battle in which enemies meet far apart, with the
    command that divides it; or, under the house rule ``battle.apart``, on the battles made of it.
    """
    parts = shared_out(staff.theatre, staff.engaged_in(battle), staff.book)
    if len(parts) < 2:
        return []
    if staff.book.switch("battle.apart"):
        return _split_off(staff, battle, "house rule battle.apart")
    metres = max(apart_m(first, second) for first in parts for second in parts if first is not second)
    inches = round(metres * table_of(battle).inches_a_km / 1000)
    places = listing(f"near {spot_of(staff.theatre, part)} ({counted(len(part), 'unit')})" for part in parts)
    words = (
        f"In battle {battle.number} the enemies meet in {len(parts)} places on one table, {kilometres(metres)}"
        f" ({inches} in.) apart: {places}. To make {len(parts)} battles of it: campaign battle split {battle.number}"
    )
    return [by_rule(words, "umpire 1.4")]


def fought_apart(staff: Staff, battle: Battle) -> list[str]:
    """Divide a battle that the program is to fight, if enemies meet in it far apart and no turn of it was played, and
    return a line for each new battle: on one table it would fight all of them as one (umpire 1.4, 1.23).
    """
    if reached_of(battle) is not None or len(shared_out(staff.theatre, staff.engaged_in(battle), staff.book)) < 2:
        return []
    reach = f"{float(staff.book.number('retreat.reach')):g} km"
    why = f"the program fights the battle, and the enemies there are more than {reach} from all others"
    return _split_off(staff, battle, why)


def _split_off(staff: Staff, battle: Battle, why: str) -> list[str]:
    made = [_divide(staff, battle, part) for part in _far_from_the_place(staff, battle)]
    apart = f"is split off from battle {battle.number} ({why})"
    return [by_rule(f"Battle {b.number}, {b.name}, {apart}: {strengths(staff, b)}", "umpire 1.4") for b in made]


def _named(staff: Staff, battle: Battle, words: Iterable[str]) -> list[Battalion]:
    """Return the battalions of the battle that the words name; a formation stands for all of its battalions in it."""
    fighters = {u.battalion_id: staff.army.battalions[u.battalion_id] for u in staff.lines_of(battle)}
    formations = {f.id: f for b in fighters.values() for f in staff.army.chain(b.present_id)}
    named_units: list[Formation | Battalion] = [*fighters.values(), *formations.values()]
    part: dict[int, Battalion] = {}
    for word in words:
        unit = among(word, f"unit of battle {battle.number}", named_units)
        under = staff.army.tree_ids(unit.id) if isinstance(unit, Formation) else frozenset()
        part.update({b.id: b for b in fighters.values() if b is unit or b.present_id in under})
    return list(part.values())


def _far_from_the_place(staff: Staff, battle: Battle) -> list[list[Battalion]]:
    """Return the clashes of a battle as groups of battalions, without the one nearest to the place after which the
    battle is named.
    """
    parts = shared_out(staff.theatre, staff.engaged_in(battle), staff.book)
    if len(parts) < 2:
        reach = f"{float(staff.book.number('retreat.reach')):g} km"
        raise Refused(
            f"battle {battle.number} has no separate parts: no unit in it is more than {reach} from all other "
            "units. To split it anyway, name the units of the new battle: --units (umpire 1.4)"
        )
    place = staff.theatre.spot(battle.place_id).point
    parts.sort(key=lambda part: min(dist(place, fighter.point) for fighter in part))
    return [[fighter.battalion for fighter in part] for part in parts[1:]]


def _divide(staff: Staff, battle: Battle, part: Sequence[Battalion]) -> Battle:
    """Move the battalions of a part from the battle to a new one, and return it."""
    lines = {u.battalion_id: u for u in staff.lines_of(battle)}
    part_ids = {b.id for b in part}
    leaving = [u for ident, u in lines.items() if ident in part_ids]
    leaving += [u for u in lines.values() if u not in leaving and _goes_along(staff, u, lines.values(), part_ids)]
    ids = {u.battalion_id for u in leaving}
    for those in (leaving, [u for u in lines.values() if u.battalion_id not in ids]):
        if len({u.side_id for u in those if u.role is Role.ENGAGED}) < 2:
            names = listing(staff.army.battalions[u.battalion_id].name for u in those) or "nobody"
            raise Refused(
                f"{names} cannot fight a battle of their own: it would have units of only one side. Name their "
                "enemies too (umpire 1.4)"
            )
    coming = [
        (staff.army.battalions[u.battalion_id], u.role, u.arrives_day, u.arrives_turn)
        for u in leaving
        if u.role is not Role.ENGAGED
    ]
    fight = [staff.army.battalions[u.battalion_id] for u in leaving if u.role is Role.ENGAGED]
    for line in leaving:
        staff.board.erase(line)
    staff.board.flush()
    made = _raised(staff, battle, fight)
    add_lines(
        staff,
        made,
        (
            Present(b, role, Moment(day, turn) if day and turn else None, _edge(staff, made, b, role))
            for b, role, day, turn in coming
        ),
    )
    _share_contacts(staff, battle, made, ids)
    for side in sorted({b.side_id for b in fight}):
        tell(staff, made, side, f"Battle {made.number}, {made.name}, is fought by itself.")
    return made


def _goes_along(staff: Staff, line: BattleUnit, lines: Collection[BattleUnit], part: Collection[int]) -> bool:
    """Return whether an off-table gun or a later arrival goes to the new battle: it does if most of its command fights
    there.
    """
    if line.role is Role.ENGAGED:
        return False
    command = [u for u in lines if u.role is Role.ENGAGED and u.command_id == line.command_id]
    return 2 * sum(u.battalion_id in part for u in command) > len(command)


def _raised(staff: Staff, battle: Battle, fight: Sequence[Battalion]) -> Battle:
    """Return a battle of these units alone, under the same rules and at the same hour."""
    staff.system = system(battle.tabletop)
    points: list[Point] = points_of(staff.theatre, fight)
    x, y = (round(sum(point[axis] for point in points) / len(points)) for axis in (0, 1))
    attacker = attacker_by_orders(staff, fight) or battle.attacker_id
    place = place_of_fight(staff, fight, () if attacker is None else (attacker,), x, y)
    made = raise_battle(staff, fight, place, attacker=attacker, seconds=battle.seconds, state=battle.state, only=True)
    made.day, made.turn = battle.day, battle.turn
    return made


def _edge(staff: Staff, battle: Battle, battalion: Battalion, role: Role) -> str:
    """Return the edge of the new table over which a unit comes on."""
    position = position_of(battalion)
    if role is not Role.ARRIVES or position is None:
        return ""
    edge, inch = nearest_edge(table_of(battle), staff.theatre.point_of(position))
    return f"{edge.value} {inch}"


def _share_contacts(staff: Staff, battle: Battle, made: Battle, leaving: Collection[int]) -> None:
    """Assign contacts to the battle of their units; those between the two battles become standoffs."""
    for contact in staff.board.rows(Contact, Contact.battle_id == battle.id):
        ends = {contact.first_id, contact.second_id}
        if ends <= set(leaving):
            contact.battle_id = made.id
        elif ends & set(leaving):
            contact.state, contact.battle_id = ContactState.STANDOFF, None
            contact.why = "the two fight in different battles"
