"""The order of the day, from top to bottom, and the clock that runs through it (design 4, OB-AMB-012).

``campaign next`` does everything that needs no player's decision and stops at the first thing that does, naming the
command that answers it. One call is one journal entry, however many steps it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from campaign.actions import (
    air,
    battles,
    between_battles,
    doctrine,
    engineering,
    ground,
    logistics,
    missing,
    movement,
    recovery,
    supply,
    weather,
)
from campaign.actions.day_context import DayContext
from campaign.actions.decisions import carry_out
from campaign.actions.dividing import fought_apart
from campaign.actions.raising import Staff
from campaign.actions.resolution import FAULT, by_ruling, fought
from campaign.errors import BadInput, Refused, Unsound
from campaign.journal.board import ADJUST, Board
from campaign.journal.record import Instead
from campaign.journal.register import action
from campaign.model import Battle, Clock, Commander, Decision, Side
from campaign.resolve.resolvers import has_resolver
from campaign.rules.common.automatic import default_answer
from campaign.rules.common.dice import ClockDice, Dice
from campaign.situation.army import Army
from campaign.situation.clock import calendar_of
from campaign.situation.conditions import rulebook_of
from campaign.situation.deadline import deadline_of, then
from campaign.situation.engaged import open_battles
from campaign.situation.names import side_named
from campaign.situation.players import highest_commander
from campaign.situation.victory import result
from campaign.terms.given import Given
from campaign.terms.state import BattleState, DecisionKind
from campaign.terms.time import EVENING, MORNING, TURN, TURNS_A_DAY, Moment, Phase
from campaign.terms.words import listed
from campaign.values import dataclass, replace
from campaign.verbs.resolution import ResolveBattle
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt

Step = Callable[[DayContext], None]


def _nothing(today: DayContext) -> None:
    """Do nothing: a step in which the players act."""


def contacts_become_battles(today: DayContext) -> None:
    """Turn the contacts of the turn into battles, standoffs, or nothing, by the orders of both sides (umpire 1.4)."""
    today.lines.extend(battles.contacts_step(today.board, today.army, today.theatre, today.weighs))


ORDER_OF_THE_DAY: dict[Phase, Step] = {
    # morning
    Phase.WEATHER: weather.weather_of_the_day,
    Phase.BASING_AREAS: weather.weather_of_the_bases,
    Phase.ORDERS: missing.missing_orders,
    Phase.DAY_SUPPLY: supply.trace_for_the_day,
    Phase.RECOVERY: recovery.roll_for_recovery,
    Phase.AMALGAMATION: recovery.offer_amalgamation,
    # each of the four turns
    Phase.CLEARING: weather.clearing,
    Phase.ARRIVALS: movement.arrivals,
    Phase.AIR_SUPPLY: supply.fly_in_supply,
    Phase.SUPPLY: supply.trace_for_the_turn,
    Phase.REST: supply.shed_figures,
    Phase.AIR_STRIKES: air.strikes,
    Phase.MOVEMENT: movement.movement,
    Phase.CONTACTS: contacts_become_battles,
    Phase.BATTLES: _nothing,
    Phase.ENGINEERING: ground.engineering,
    Phase.PLACES: ground.places_change_hands,
    Phase.END_OF_TURN: ground.end_of_turn,
    # evening
    Phase.OBJECTIVES: ground.score_objectives,
    Phase.STRENGTH_RETURNS: ground.strength_returns,
}

BEFORE: dict[Phase, tuple[Step, ...]] = {Phase.MOVEMENT: (doctrine.order_the_turn,)}
"""Steps before the step of a phase: the units that the program plays get their orders before every march."""

BESIDE: dict[Phase, tuple[Step, ...]] = {
    Phase.DAY_SUPPLY: (logistics.open_dumps, logistics.trucks, logistics.night, logistics.fuel),
    Phase.RECOVERY: (between_battles.night,),
    Phase.MOVEMENT: (engineering.blow_prepared,),
    Phase.SUPPLY: (logistics.trucks, logistics.push),
    Phase.ENGINEERING: (between_battles.take_over,),
    Phase.OBJECTIVES: (air.last_calls,),
}
"""Steps after the step of a phase, if the settings use them: prepared bridges blown at once, the extra rules of Not
Quite Mechanised (NQM-LOG, NQM-POL, NQM-CAS-11); and the last word on aircraft."""


def steps_of(phase: Phase, today: DayContext) -> tuple[Step, ...]:
    """Return the steps of a phase. By house rule the scheduled air attacks come before supply, rest and recovery
    (``time.start_order``).
    """
    steps = (*BEFORE.get(phase, ()), ORDER_OF_THE_DAY[phase], *BESIDE.get(phase, ()))
    if today.book.word("time.start_order") == "supply first":
        return steps
    if phase is Phase.AIR_STRIKES:
        return ()
    begins = Phase.DAY_SUPPLY if today.now.turn == 1 else Phase.ARRIVALS
    return (ORDER_OF_THE_DAY[Phase.AIR_STRIKES], *steps) if phase is begins else steps


UNTIL = ("turn", "day", "battle", "decision", "step")


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A battle, by its number, that automatic play leaves to the umpire, and why."""

    battle: int
    why: str


@dataclass(frozen=True, slots=True)
class Next:
    """The command that lets the clock run. ``until``: the end of the turn or day, or the next battle, decision or step.
    ``auto``: decide by default, and fight the battles unless the run is to stop at one. ``program``: sides that the
    program plays this time. ``unresolved``: battles that automatic play leaves to the umpire, because no campaign can
    hold what it made of them; the run finds them itself (``journal.record.Instead``). ``staffs``: the run ends at a
    dawn at which staffs think; a run in which no staff can think goes on.
    """

    given: ClassVar[Given] = Given.AT_ANY_HOUR

    until: str = "turn"
    auto: bool = False
    program: tuple[str, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    staffs: bool = True

    def context(self, board: Board, dice: Dice) -> DayContext:
        """Return the context for one step of this run. Raises NotFound for a name that is not a side."""
        return DayContext(board, dice, self.auto, frozenset(side_named(board, word).id for word in self.program))


@action("next", Next)
def go_on(board: Board, command: Next, dice: ClockDice) -> Receipt:
    """Do the steps of the day one after the other until the clock must wait or reaches the end that was asked for."""
    if command.until not in UNTIL:
        raise BadInput(f"{command.until!r} is not a point at which the clock can stop. Write {', '.join(UNTIL)}")
    begun = board.moment
    lines: list[str] = []
    steps = 0
    while not (waiting := _answer_or_wait(board, dice, command, lines)):
        _step(command.context(board, dice), dice, lines)
        steps += 1
        if _is_reached(board, command.until) or (command.staffs and _staffs_think(board)):
            waiting = asks_again(command.context(board, dice))
            break
    if not steps and not lines:
        raise Refused(waiting)
    return Receipt(_headline(board, begun.index), tuple(lines), waiting or _what_next(board))


def _answer_or_wait(board: Board, dice: Dice, command: Next, lines: list[str]) -> str:
    """Return in one line what the clock waits for; empty if nothing. Decisions of sides that the program plays, and all
    in automatic play, are answered by their default.
    """
    if board.clock.phase is Phase.OVER:
        return f"the campaign is over; {result(board)} (campaign print all, campaign log)"
    today, auto = command.context(board, dice), command.auto
    owed = board.rows(Decision, Decision.answer.is_(None))
    for decision in owed:
        if not (auto or today.leading.sign(_asked(today.army, decision))):
            continue
        texts = {str(option["key"]): str(option["text"]) for option in decision.options}
        key, why = default_answer(decision.kind, list(texts))
        carry_out(today, decision, key)
        lines.append(f"Decision {decision.number}, {decision.subject}: {Proposal(texts[key], why).by_default}")
        lines.extend(today.lines)
        return _answer_or_wait(board, dice, command, lines)
    if owed:
        return waiting_decisions(board)
    if board.clock.phase is Phase.ORDERS and not auto and not board.clock.halted and (late := today.leading.missing):
        board.clock.halted = True
        for commander in board.rows(Commander):
            commander.to_ask = False
        lines.append(f"Day {board.clock.day} begins: time for orders")
        return (
            f"no orders yet from {listed([c.name for c in late])}{_due(board)}. Give them: campaign orders --for"
            f" NAME. If you go on with campaign next, {then(today.board)}"
        )
    if again := asks_again(today):
        lines.append(f"New orders may be given before turn {board.moment}")
        return again
    if board.clock.phase in (Phase.BATTLES, Phase.END_OF_TURN):
        if auto and command.until != "battle" and board.clock.phase is Phase.BATTLES:
            lines.extend(_resolve_all(board, dice, command))
        return _with_reasons(battles.battles_waiting(board), command)
    return ""


def _with_reasons(waiting: str, command: Next) -> str:
    """Return the line on the battles that wait, after the reasons why automatic play has left one of them."""
    reasons = [f"battle {left.battle}: {left.why}" for left in command.unresolved]
    return "; ".join([*reasons, waiting]) if waiting else ""


def _due(board: Board) -> str:
    deadline = deadline_of(board)
    return "" if deadline is None else f", due {deadline.text}"


def _resolve_all(board: Board, dice: Dice, command: Next) -> list[str]:
    """Resolve the battles of this turn by the book in automatic play (umpire 1.23); return one line each. The reports
    stay with the battles.

    A battle whose system cannot be resolved waits for its players, and one whose outcome no campaign can hold for the
    umpire. Raises Instead when it meets such an outcome: the run is done again without that battle.
    """
    if not (proposed := _to_resolve(board)):
        return []
    left = {unresolved.battle: unresolved.why for unresolved in command.unresolved}
    if faults := board.broken_rules():
        raise Unsound(faults, ADJUST)  # not the doing of any battle
    staff = Staff.of(board)
    lines = [words for battle in proposed if battle.number not in left for words in fought_apart(staff, battle)]
    for battle in _to_resolve(board):
        if battle.number in left:
            battle.state = BattleState.PLANNED
            lines.append(f"Battle {battle.number} ({battle.name}) waits for the umpire: {left[battle.number]}")
            continue
        outcome = fought(board, ResolveBattle(str(battle.number)), dice)
        if faults := board.broken_rules():
            why = f"as the program fought it, {'; '.join(faults)}. {FAULT}: {by_ruling(battle.number)}"
            raise Instead(replace(command, unresolved=(*command.unresolved, Unresolved(battle.number, why))), why)
        lines.append(outcome if isinstance(outcome, str) else outcome.summary)
    return lines


def _to_resolve(board: Board) -> list[Battle]:
    """Return the battles that automatic play may fight."""
    return [b for b in open_battles(board) if b.state is BattleState.PROPOSED and has_resolver(b.tabletop)]


def asks_again(today: DayContext) -> str:
    """Return a line that asks commanders affected by events for new orders, once, before the turn begins (umpire 1.14);
    empty if there are none. Commanders led by the program are left out.
    """
    board, clock = today.board, today.board.clock
    marked = [] if today.auto else [c for c in board.rows(Commander) if c.to_ask]
    if clock.phase is not TURN[0] or clock.turn == 1 or clock.halted or not marked:
        return ""
    for commander in marked:
        commander.to_ask = False
    surprised = [c for c in marked if not today.leading.sign(c.formation_id)]
    if not surprised:
        return ""
    clock.halted = True
    names = listed([c.name for c in surprised])
    return f"troops of {names} have met the enemy. Give new orders, or play turn {board.moment}: campaign next"


def _asked(army: Army, decision: Decision) -> int:
    """Return the formation whose commander takes this decision: that of its headquarters, or else the highest of the
    side.
    """
    key = (decision.facts or {}).get("headquarters", "")
    for headquarters in army.headquarters.values():
        if headquarters.key == key and headquarters.side_id == decision.side_id:
            return headquarters.headquarters_of_id or headquarters.present_id
    highest = highest_commander(army, decision.side_id)
    return army.below[None][0].id if highest is None else highest.formation_id


def waiting_decisions(board: Board) -> str:
    """Return one line on the decisions that players have not taken yet."""
    sides = board.by_id(Side)
    owed = board.rows(Decision, Decision.answer.is_(None))
    words = "; ".join(f"{d.number} ({sides[d.side_id].name}: {_short(d.kind)}, {d.subject})" for d in owed)
    begin = "a decision is" if len(owed) == 1 else "decisions are"
    return (
        f"{begin} waiting: {words}. See the choices: campaign decide. Answer: campaign decide {owed[0].number} ANSWER"
    )


def _short(kind: DecisionKind) -> str:
    return {DecisionKind.AMALGAMATION_CHOICE: "which returns"}.get(kind, kind.value)


def _step(today: DayContext, dice: ClockDice, lines: list[str]) -> None:
    """Do the step at which the clock stands, and move the clock on."""
    board = today.board
    dice.moment = today.now
    phase = board.clock.phase
    if phase in (MORNING[0], TURN[0]):
        dice.begin(phase)
    for step in steps_of(phase, today):
        step(today)
    lines.extend(today.lines)
    _move_on(board, board.clock)
    if board.moment != dice.moment or board.clock.phase in (Phase.END_OF_TURN, EVENING[-1]):
        board.flush()  # a turn is about to end, or has just ended: --as-of finds it between the two
    dice.moment = board.moment


def _move_on(board: Board, clock: Clock) -> None:
    """Set the clock to the next phase, with the turn and day to which it belongs."""
    clock.halted = False
    if clock.phase is Phase.END_OF_TURN and clock.turn < TURNS_A_DAY:
        clock.turn, clock.phase = clock.turn + 1, TURN[0]
    elif clock.phase is EVENING[-1]:
        if clock.day < board.campaign.days:
            clock.day, clock.turn, clock.phase = clock.day + 1, 1, MORNING[0]
        else:
            clock.phase = Phase.OVER
    else:
        whole_day = (*MORNING, *TURN, *EVENING)
        clock.phase = whole_day[whole_day.index(clock.phase) + 1]


def _is_reached(board: Board, until: str) -> bool:
    phase = board.clock.phase
    new_day = phase in (MORNING[0], Phase.OVER)
    match until:
        case "step":
            return True
        case "day":
            return new_day
        case "turn":
            return new_day or (phase is TURN[0] and board.clock.turn > 1)
        case _:
            return phase is Phase.OVER


def _staffs_think(board: Board) -> bool:
    """Return whether the clock stops at this dawn for the staffs, whose plans are entries of their own."""
    return board.clock.phase is MORNING[0] and rulebook_of(board).switch("auto.staff")


def _what_next(board: Board) -> str:
    if board.clock.phase is Phase.OVER:
        return f"the campaign is over; {result(board)}"
    where = "" if board.clock.phase in (MORNING[0], TURN[0]) else f", {board.clock.phase}"
    return f"campaign next plays turn {board.moment}, {calendar_of(board).clock(board.moment)}{where}"


def _headline(board: Board, begun: int) -> str:
    clock, played = board.clock, board.moment.index - begun
    if clock.phase is Phase.OVER:
        return "The last turn is played; the campaign is over"
    if clock.phase in (MORNING[0], TURN[0]) and played:
        last = Moment.at(board.moment.index - 1)
        return f"Turn {last} is over" if played == 1 else f"Turns {Moment.at(begun)} to {last} are over"
    return f"The clock stands at {clock.phase.text}, turn {board.moment}"
