"""Resolution of a battle by the program: its system's procedures and dice under a plain doctrine
(``campaign.resolve``).

The attacker attacks, the other side defends; in a meeting battle both attack. The outcome is settled as a return would
be. The report is kept with the battle, event by event, and its summary as the battle's outcome. A system whose rules
are not all at hand says which part is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.actions.controllers import Controllers
from campaign.actions.raising import Staff, running
from campaign.actions.returns.aftermath import off_the_table
from campaign.actions.returns.fates import Fate, Verdict
from campaign.actions.returns.settling import settle
from campaign.errors import BadInput, Refused, Unsound
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battle, BattleUnit, Order
from campaign.resolve.left_out import left_out
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Dice, Elsewhere
from campaign.rules.common.force import Force
from campaign.rules.common.scene import Fight, NotCovered, Resolution, TurnSky, UnitEnd
from campaign.rules.common.strength import after_losses, bands_of, worse
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.day.retreat import Held
from campaign.rules.tabletop.interface import system, tabletop
from campaign.situation.battlefield import table_of
from campaign.situation.clock import calendar_of
from campaign.situation.conditions import conditions_at
from campaign.situation.edges import homes_of
from campaign.situation.force import carried_into, establishment_of, force_of, releases_of, strength_of
from campaign.situation.standing import StandingOrders, standing_orders
from campaign.situation.supply_told import latest_report
from campaign.situation.table_entry import coming_on, staying_away
from campaign.situation.tasks import tasks_in_hand
from campaign.situation.terrain import beside_of, prize_of, spots_of, terrain_of
from campaign.terms.state import BattleState, Role, State
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import listing
from campaign.theatre.tables import Table
from campaign.verbs.resolution import ResolveBattle
from campaign.words.battle_report import Heading, as_rows, summary
from campaign.words.receipt import Receipt
from campaign.words.return_foot import BOTH


@action("battle resolve", ResolveBattle)
def resolve_battle(board: Board, command: ResolveBattle, dice: Dice) -> Receipt:
    """Resolve a battle by the procedures of its system, with dice in the order in which a table would roll them."""
    number = running(board, command.battle).number
    done = fought(board, command, dice)
    if isinstance(done, str):
        raise Refused(done)
    if faults := board.broken_rules():
        raise Unsound(faults, f"{FAULT}: {by_ruling(number)}")
    return done


FAULT = "This is an error in the battle that the program fought"
"""The cause of an outcome that no campaign can hold."""


def by_ruling(number: int) -> str:
    """Return how a battle is ended without the program's resolution."""
    rule = f"campaign battle rule {number} --text TEXT --held SIDE"
    return f"say how it ended with {rule}, or campaign battle record {number}"


def fought(board: Board, command: ResolveBattle, dice: Dice) -> Receipt | str:
    """Resolve a battle and return the receipt; or, as text, the parts of the system's rules that are missing, with
    nothing changed.

    Raises Refused for a system that cannot be played and for a battle without two sides.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    fights, name = resolver(battle.tabletop), system(battle.tabletop).name
    if not 1 <= command.turns <= TURNS_A_DAY:
        raise BadInput(
            f"{command.turns} turns cannot be resolved together. Write a number of turns from 1 to {TURNS_A_DAY}"
        )
    lines = [u for u in staff.session_lines(battle) if staff.army.battalions[u.battalion_id].state.is_in_play]
    forces = _forces(staff, battle, lines)
    called = Controllers.of(staff, forces, command.turns)
    result = fights(
        _fight(staff, battle, forces, command.turns, called).without_absent(), _dice_of(board, battle, dice), staff.book
    )
    if isinstance(result, NotCovered):
        return _not_covered(battle, name, result)
    verdict = _verdict(staff, lines, forces, result, off_the_table(staff, battle))
    texts = settle(staff, battle, verdict)
    called.have_flown(result, f"in battle {battle.number}, {battle.name}")
    remarks = [remark for remark in (left_out(battle.tabletop, staff.book),) if remark]
    summary_lines = (*summary(result.events, SYSTEMS[battle.tabletop].piece), *remarks)
    battle.outcome, battle.report = "\n".join(summary_lines), as_rows((*result.events, *map(Heading, remarks)))
    more = f"The full report: campaign battle show {battle.number} --full"
    in_the_field = (staff.army.battalions[line.battalion_id] for line in lines)
    captured = listing(battalion.name for battalion in in_the_field if battalion.state is State.CAPTURED)
    outcome = f"{verdict.text}; captured: {captured}" if captured else verdict.text
    return Receipt(f"Battle {battle.number} ({battle.name}) is resolved: {outcome}", (*summary_lines, more, *texts))


def _dice_of(board: Board, battle: Battle, dice: Dice) -> Dice:
    """Return the dice of a battle. A command or side may fight in several battles of one turn: the dice of all but the
    first are named after the battle.
    """
    now = (board.moment.day, board.moment.turn)
    touched = (b for b in board.rows(Battle) if b.number < battle.number and b.state is not BattleState.CANCELLED)
    if any(not b.state.is_over or now in ((b.day, b.turn), (b.reached_day, b.reached_turn)) for b in touched):
        return Elsewhere(dice, f"battle {battle.number}", dice.moment)
    return dice


def _forces(staff: Staff, battle: Battle, lines: list[BattleUnit]) -> tuple[Force, Force]:
    """Return both forces, the attacker first, or else the side that comes first in the scenario."""
    sides = sorted(
        {u.side_id for u in lines if u.role is Role.ENGAGED},
        key=lambda s: (s != battle.attacker_id, staff.army.sides[s].position),
    )
    if len(sides) != 2:
        raise Refused(
            f"battle {battle.number} cannot be resolved: only one side is on its table. Rule the battle "
            f"(campaign battle rule {battle.number}) or cancel it (campaign battle cancel {battle.number})"
        )
    carried = carried_into(staff.board, battle, battle.tabletop)
    releases = releases_of(staff.board, staff.book)
    first, second = (force_of(staff.army, side, lines, carried=carried, releases=releases) for side in sides)
    return first, second


def _fight(staff: Staff, battle: Battle, forces: tuple[Force, Force], turns: int, called: Controllers) -> Fight:
    now = [(moment := staff.board.moment.plus(n), conditions_at(staff.board, moment, staff.book)) for n in range(turns)]
    table, lines = battle.table, staff.session_lines(battle)
    ground, tasks = table_of(battle), tasks_in_hand(staff.board)
    orders = standing_orders(staff.army, staff.board.rows(Order), staff.board.moment, tasks)
    coming = _on_the_table(staff, battle, forces, lines)
    away = staying_away(staff.army, staff.theatre, ground, coming, orders)
    waits = _waits(staff, battle, ground, [line for line in coming if line.battalion_id not in away])
    return Fight(
        forces=forces,
        attacker=battle.attacker_id,
        start=staff.board.moment,
        skies=tuple(TurnSky(moment, c.night, c.light, c.sky) for moment, c in now),
        turns=turns,
        table_in=(table["width_in"], table["depth_in"]),
        inches_a_km=table["scale_in_per_km"],
        start_hour=calendar_of(staff.board).begins(staff.board.moment).hour,
        air=called.aircraft(forces),
        at_work=frozenset(task.battalion_id for task in tasks),
        terrain=terrain_of(staff.board, staff.theatre, ground),
        spots=spots_of(staff.army, staff.theatre, ground, lines),
        beside=beside_of(staff.army, staff.theatre, ground, lines),
        prize=prize_of(staff.theatre, ground, battle.place_id),
        homes=homes_of(staff.board, ground, (forces[0].side, forces[1].side)),
        in_supply=_in_supply(staff, forces),
        away=away,
        at_all_costs=_at_all_costs(staff, lines, orders),
        waits=waits,
    )


def _on_the_table(
    staff: Staff, battle: Battle, forces: tuple[Force, Force], lines: Iterable[BattleUnit]
) -> list[BattleUnit]:
    """Return the lines on the table, without the guns that this system keeps behind it, from where they still fire."""
    made = (tabletop(battle.tabletop).muster(force, staff.book) for force in forces)
    behind = {line.unit for muster in made for line in muster.lines if line.fires_from_behind}
    return [line for line in lines if line.battalion_id not in behind]


AT_ALL_COSTS = "at all costs"
"""Words in the aim of an order for troops that are to fight to the last."""


def _at_all_costs(staff: Staff, lines: Iterable[BattleUnit], orders: StandingOrders) -> frozenset[int]:
    """Return the units ordered to hold or take their ground at all costs, by the aim of their order."""
    standing = ((line.battalion_id, orders.of(staff.army.battalions[line.battalion_id]).order) for line in lines)
    return frozenset(unit for unit, order in standing if order is not None and AT_ALL_COSTS in order.aim.lower())


def _waits(staff: Staff, battle: Battle, ground: Table, coming: list[BattleUnit]) -> dict[int, int]:
    """Return the table turns that units wait which come on behind an enemy, as on the packet."""
    system = tabletop(battle.tabletop)
    arrivals = coming_on(
        staff.army, staff.theatre, ground, coming, attacker=battle.attacker_id, column_in=system.system.column_in
    )
    return {unit: arrival.waits for unit, arrival in arrivals.items() if arrival.waits}


def _in_supply(staff: Staff, forces: tuple[Force, Force]) -> frozenset[int] | None:
    """Return the commands in supply by the last trace; None before the first trace."""
    report = latest_report(staff.board)
    if report is None:
        return None
    content: Mapping[str, Mapping[str, object]] = report.content

    def supplied(command: int) -> bool:
        traced = next((content[f.key] for f in staff.army.chain(command) if f.key in content), {})
        return bool(traced.get("in_supply"))

    return frozenset(command.id for force in forces for command in force.commands if supplied(command.id))


def _not_covered(battle: Battle, name: str, missing: NotCovered) -> str:
    """Return in words the missing parts of the rules, and what to do instead."""
    parts = "; ".join(f"{part.description} ({part.rule})" for part in missing.parts)
    way = missing.way_out or f"record what the players decided: campaign battle record {battle.number}"
    return (
        f"battle {battle.number} cannot be resolved under {name}: the program has no rules for {parts}. Instead, {way}"
    )


def _verdict(
    staff: Staff, lines: Iterable[BattleUnit], forces: tuple[Force, Force], result: Resolution, away: frozenset[int]
) -> Verdict:
    by_unit = {line.battalion_id: line for line in lines}
    fates = tuple(
        _fate(staff, by_unit[end.unit], end)
        for end in result.ends
        if by_unit[end.unit].role is Role.ENGAGED or end.after is not end.before
    )
    holder = next((force for force in forces if force.side == result.holder), None)
    held = Held(BOTH, "neither side gave way") if holder is None else Held(holder.side_key, "by the battle")
    result_text = "both sides are still there" if holder is None else f"{holder.side_name} holds the field"
    text = f"{result_text} after {result.length}"
    return Verdict(fates, staff.board.moment.plus(result.turns - 1), held=held, text=text, away=away)


def _fate(staff: Staff, line: BattleUnit, end: UnitEnd) -> Fate:
    battalion = staff.army.battalions[line.battalion_id]
    after = worse(battalion.state, end.after)
    strength = strength_of(battalion)
    if after is not battalion.state:
        strength = after_losses(after, strength, establishment_of(battalion), bands_of(staff.book))
    return Fate(
        battalion=battalion,
        line=line,
        before=battalion.state,
        state=after,
        strength=strength,
        resting=end.resting,
        aftermath=end.aftermath,
    )
