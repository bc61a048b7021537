"""Battles between their contact and their papers: contacts become battles, and the umpire changes which units take part
(umpire 1.4-1.6).

A battle without a return or a ruling holds the clock in its turn. One whose table goes on holds it in the turn after
the last one that was played; a suspended one lets it run to the end of that turn and no further.
"""

from __future__ import annotations

from campaign.actions.mustering import (
    dismiss,
    join_running,
    mark_withdrawn,
    raise_from,
    stand_off,
    uncover_located,
    uncover_on_table,
)
from campaign.actions.raising import (
    Staff,
    attacker_by_orders,
    attacking_sides,
    edge_beside,
    fought_twice,
    held_in_battle,
    join,
    off_table_words,
    raise_battle,
    reached_of,
    refuse_unfit,
    running,
    strengths,
    tell,
)
from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Battle, BattleUnit, Contact, Formation, Return, Side
from campaign.situation.army import Army
from campaign.situation.battlefield import Present, table_of
from campaign.situation.contacts import Weighs, open_contacts, sort_out
from campaign.situation.engaged import holds_clock_of, open_battles
from campaign.situation.names import among, place_named, side_named, unit_named
from campaign.terms.state import BattleState, ContactState, Role
from campaign.terms.time import Moment, parse_moment
from campaign.terms.words import listed, listing
from campaign.theatre.values import Theatre
from campaign.verbs.battles import AddToBattle, DropFromBattle, NewBattle
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt


def contacts_step(board: Board, army: Army, theatre: Theatre, weighs: Weighs) -> list[str]:
    """Turn this turn's open contacts into battles, reinforcements of running battles, or standoffs (umpire 1.4).
    Returns lines for the umpire.

    ``weighs``: tests whether a unit attacks by the odds alone (umpire 1.23). No dice are rolled.
    """
    staff = Staff(board, army, theatre)
    lines = mark_withdrawn(staff)
    met = open_contacts(board, army, staff.orders)
    uncover_located(staff, met)
    meetings = sort_out(board, met)
    dismiss(meetings.dismissed)
    lines += join_running(staff, meetings.joining)
    lines += raise_from(staff, meetings.fights, weighs)
    lines += stand_off(staff, meetings.apart)
    return lines


def battles_waiting(board: Board) -> str:
    """Return one line naming the program commands for the battles that hold the clock; empty if none does.

    In the battles phase of a turn: every battle whose table has not played that turn. At the end of a turn: every
    suspended battle, and every resumed one of which a return is in.
    """
    held = [b for b in open_battles(board) if holds_clock_of(board, b)]
    if not held:
        return ""
    frozen = [b for b in held if b.state is BattleState.SUSPENDED]
    if len(frozen) == len(held):
        names = listed([f"battle {b.number} {b.name} (played to turn {reached_of(b)})" for b in frozen])
        return (
            f"{names} {_is(held)} suspended: campaign battle resume {frozen[0].number} lets time go on, then "
            "record the return, or decide the result yourself"
        )
    first = held[0].number
    words = listed([f"battle {b.number} ({b.name}{_owing(board, b)})" for b in held])
    return (
        f"{words} {_is(held)} waiting. Print the papers: campaign battle packet. Then:"
        f" campaign battle record {first} (or resolve, rule, suspend, cancel)"
    )


def _is(battles: list[Battle]) -> str:
    return "is" if len(battles) == 1 else "are"


def _owing(board: Board, battle: Battle) -> str:
    """Return the side whose return is still missing, if the other's is in."""
    if battle.state is not BattleState.RETURNED:
        return ""
    sides = board.by_id(Side)
    filed = {r.side_id for r in board.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False))}
    taking = {u.side_id for u in board.rows(BattleUnit, BattleUnit.battle_id == battle.id)}
    missing = listing(sides[s].name for s in sorted(taking - filed))
    if not missing:
        return f"; both returns are in, decide which counts: campaign battle settle {battle.number}"
    return f"; the {missing} return is missing, go on without it: campaign battle settle {battle.number}"


# by hand -------------------------------------------------------------------------------------------------------------
@action("battle new", NewBattle)
def new_battle(board: Board, command: NewBattle) -> Receipt:
    """Set up a battle by hand with the named units alone; without names, with all units near the place, on its table,
    in range or on their way.

    Without a named attacker, the side with orders to attack attacks, if only one has any.
    """
    staff = Staff.of(board)
    place = place_named(board, command.place)
    attacker = side_named(board, command.attacker) if command.attacker else None
    if command.within_m < 0:
        raise BadInput(
            f"{command.within_m} m is not a distance. Write the distance from {place.name} within which units "
            "take part, in kilometres, like --within 2"
        )
    fight = _named(staff, command.units) if command.units else _near(staff, place.id, command.within_m)
    if not fight:
        around = f"{command.within_m / 1000:g} km of {place.name}"
        raise Refused(
            f"no free unit is within {around}. Name units with --unit NAME, or widen the circle with --within KM"
        )
    side = attacker.id if attacker else attacker_by_orders(staff, fight)
    battle = raise_battle(
        staff, fight, place, name=command.name, attacker=side, state=BattleState.PLANNED, only=bool(command.units)
    )
    _claim_contacts(staff, battle)
    uncover_on_table(staff, battle)
    for taking in sorted({u.side_id for u in staff.lines_of(battle)}):
        tell(staff, battle, taking, f"Battle {battle.number}, {battle.name}, is to be fought.")
    words = f"Battle {battle.number}, {battle.name}, is set up: {strengths(staff, battle)}"
    lines = (
        *fought_twice(board, staff.army, [battle]),
        _who_attacks(staff, battle, named=attacker is not None),
        *_who_fights(staff, battle),
        *off_table_words(staff, battle),
    )
    return Receipt(words, lines, f"campaign battle packet {battle.number}")


def _who_fights(staff: Staff, battle: Battle) -> tuple[str, ...]:
    """Return who takes part."""
    lines = []
    for side in staff.army.sides.values():
        names = [b.short or b.name for b in staff.engaged_in(battle) if b.side_id == side.id]
        lines += [f"{side.name}: {listing(names, len(names))}"] if names else []
    return tuple(lines)


def _who_attacks(staff: Staff, battle: Battle, *, named: bool) -> str:
    """Return which side attacks, as a proposal if none was named (umpire 1.4)."""
    side = staff.army.sides[battle.attacker_id].name if battle.attacker_id is not None else ""
    if named:
        return f"the {side} side attacks"
    return Proposal(
        f"the {side} side attacks" if side else "neither side is the attacker",
        "only its units here have orders to attack" if side else f"{_attackers(staff, battle)} has orders to attack",
        "undo this, and name the attacker of the battle (--attacker SIDE)",
    ).by_default


def _attackers(staff: Staff, battle: Battle) -> str:
    """Return who has orders to attack in a battle, if not one side alone."""
    return "each side" if attacking_sides(staff, staff.engaged_in(battle)) else "neither side"


def _named(staff: Staff, words: tuple[str, ...]) -> list[Battalion]:
    """Return the battalions of these names; a formation's name stands for all its battalions on the map."""
    battalions: dict[int, Battalion] = {}
    for word in words:
        unit = unit_named(staff.army, word)
        several = (
            [b for b in staff.army.battalions_under(unit.id) if b.on_map] if isinstance(unit, Formation) else [unit]
        )
        if not several:
            raise Refused(f"{unit.name} cannot take part: it has no battalion on the map")
        battalions.update({b.id: b for b in several})
    return list(battalions.values())


def _near(staff: Staff, place: int, metres: int) -> list[Battalion]:
    centre, taken = staff.theatre.spot(place).point, held_in_battle(staff.board)
    battalions = []
    for battalion, position in staff.army.standing():
        x, y = staff.theatre.point_of(position)
        if battalion.id not in taken and (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= metres**2:
            battalions.append(battalion)
    return battalions


def _claim_contacts(staff: Staff, battle: Battle) -> None:
    """Assign to a battle the contacts between two of its units."""
    units = {u.battalion_id for u in staff.lines_of(battle) if u.role is Role.ENGAGED}
    for contact in staff.board.rows(
        Contact, Contact.state.in_((ContactState.OPEN, ContactState.STANDOFF, ContactState.BATTLE))
    ):
        if {contact.first_id, contact.second_id} <= units:
            contact.state, contact.battle_id = ContactState.BATTLE, battle.id


@action("battle add", AddToBattle)
def add_to_battle(board: Board, command: AddToBattle) -> Receipt:
    """Add units to a battle on the next free lines of their side's sheet; lines already printed stay unchanged."""
    staff, battle = Staff.of(board), running(board, command.battle)
    arrives = parse_moment(command.arrives) if command.arrives else None
    if arrives is not None and arrives < Moment(battle.day, battle.turn):
        raise BadInput(
            f"units cannot arrive in turn {arrives}, before battle {battle.number} begins. Give turn "
            f"{battle.day}.{battle.turn} or a later turn"
        )
    if arrives is not None and command.guns:
        raise BadInput("guns in range fire from off the table and never arrive on it. Give either --guns or --arrives")
    taken = {i: b for i, b in held_in_battle(board).items() if b.id != battle.id}
    inside = {u.battalion_id for u in staff.lines_of(battle) if u.role is Role.ENGAGED}
    role = Role.GUNS_IN_RANGE if command.guns else Role.ARRIVES if arrives else Role.ENGAGED
    units = _named(staff, command.units) if not arrives else _named_anywhere(staff, command.units)
    for battalion in units:
        refuse_unfit(battalion, taken, to_come=arrives is not None)
        if battalion.id in inside:
            raise Refused(f"{battalion.name} is already in battle {battle.number} (umpire 1.4)")
        if command.guns and battalion.piece is None:
            raise Refused(f"{battalion.name} cannot support the battle with its guns: it has no artillery (OB-ART-02)")
    table = table_of(battle)
    edges = [command.edge or (edge_beside(staff, table, b) if role is Role.ENGAGED else "") for b in units]
    lines = [join(staff, battle, Present(b, role, arrives, edge)) for b, edge in zip(units, edges, strict=True)]
    army = staff.army
    texts = tuple(
        f"{army.battalions[u.battalion_id].name} is line {u.line} of the {army.sides[u.side_id].name} sheet"
        for u in lines
    )
    texts += (*fought_twice(board, army, [battle]), *off_table_words(staff, battle))
    words = f"Battle {battle.number}: {listing(b.name for b in units)} {'takes' if len(units) == 1 else 'take'} part"
    return Receipt(words, texts, f"campaign battle packet {battle.number}")


def _named_anywhere(staff: Staff, words: tuple[str, ...]) -> list[Battalion]:
    """Return the battalions of these names, including those still off the map."""
    battalions: dict[int, Battalion] = {}
    for word in words:
        unit = unit_named(staff.army, word)
        several = (
            [b for b in staff.army.battalions_under(unit.id) if b.state.is_in_play]
            if isinstance(unit, Formation)
            else [unit]
        )
        battalions.update({b.id: b for b in several})
    return list(battalions.values())


@action("battle drop", DropFromBattle)
def drop_from_battle(board: Board, command: DropFromBattle) -> Receipt:
    """Drop units from a battle: their lines disappear, the other lines keep their numbers. Raises Refused for a whole
    side: cancel or rule the battle instead.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    lines = {u.battalion_id: u for u in staff.lines_of(battle)}
    fighters = [staff.army.battalions[i] for i in lines]
    formations = {f.id: f for b in fighters for f in staff.army.chain(b.present_id)}
    named_units: list[Formation | Battalion] = [*fighters, *formations.values()]
    away: dict[int, Battalion] = {}
    for word in command.units:
        unit = among(word, f"unit of battle {battle.number}", named_units)
        under = staff.army.tree_ids(unit.id) if isinstance(unit, Formation) else frozenset()
        away.update({b.id: b for b in fighters if b is unit or b.present_id in under})
    remaining_side_ids = {u.side_id for i, u in lines.items() if i not in away and u.role is Role.ENGAGED}
    if len(remaining_side_ids) < 2:
        ways = f"To end it: campaign battle cancel {battle.number}, or battle rule {battle.number}"
        raise Refused(
            f"battle {battle.number} cannot lose these units, because it would have units of only one side. "
            f"{ways} (umpire 1.4)"
        )
    for ident in away:
        board.erase(lines[ident])
    _let_go(staff, battle, set(away))
    return Receipt(
        f"Battle {battle.number}: {listing(b.name for b in away.values())} {'takes' if len(away) == 1 else 'take'} no"
        " part"
    )


def _let_go(staff: Staff, battle: Battle, leaving: set[int]) -> None:
    """Turn the contacts of dropped units into standoffs again."""
    for contact in staff.board.rows(Contact, Contact.battle_id == battle.id):
        if leaving & {contact.first_id, contact.second_id}:
            contact.state, contact.battle_id, contact.why = ContactState.STANDOFF, None, "left out of the battle"
