"""The present state of the campaign, with what it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit, Return, Score, SupplyReport
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.day.decisions import owed
from campaign.queries.map.objectives import side_score
from campaign.queries.orders.orders import commanders
from campaign.queries.supply.supply import advice, as_traced, broken, told_by
from campaign.situation.deadline import deadline_of
from campaign.situation.engaged import holds_clock_of, open_battles
from campaign.situation.proof import LETTERS
from campaign.situation.returned import state_shown
from campaign.situation.supply_told import latest_report
from campaign.situation.victory import result
from campaign.terms.state import BattleState
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.terms.words import typed
from campaign.values import replace
from campaign.views.day.status import Awaited, CommanderStanding, OpenBattle, SideStanding, Status, SupplyTrouble

LONGEST_KEYS = 60
"""Most letters of answers that are shown in the program command for a decision."""


def status(board: JournalBoard, viewer: Viewer) -> Status:
    """Return the present state of the whole campaign."""
    outlook = look(board, viewer)
    conditions, campaign = outlook.conditions, board.campaign
    leaders, battles, report = commanders(outlook), _battles(outlook), latest_report(outlook.board)
    return Status(
        campaign=campaign.name,
        title=campaign.title,
        viewer=outlook.knowledge.who,
        moment=outlook.moment,
        days=campaign.days,
        date=outlook.calendar.date_of(outlook.moment.day),
        clock=outlook.when(outlook.moment),
        phase=board.clock.phase,
        light=conditions.light,
        sky=conditions.sky,
        weather_settled=conditions.reported,
        waiting=tuple(_waiting(outlook, leaders, battles)),
        commanders=leaders,
        battles=tuple(_open_battle(outlook, battle) for battle in battles),
        sides=_sides(outlook),
        deadline=_deadline(outlook),
        supply=_supply(outlook, report),
        supply_traced=as_traced(outlook, report),
        entries=board.ledger.last_number if viewer.is_umpire else None,
        record=outlook.record(viewer)[:LETTERS],
    )


def _battles(outlook: Outlook) -> list[Battle]:
    battles = open_battles(outlook.board)
    if not battles:
        return []
    return outlook.knowledge.battles(
        battles, outlook.board.rows(BattleUnit, BattleUnit.battle_id.in_([b.id for b in battles]))
    )


def _open_battle(outlook: Outlook, battle: Battle) -> OpenBattle:
    begun = outlook.when(Moment(battle.day, battle.turn))
    return OpenBattle(battle.number, battle.name, outlook.places[battle.place_id].name, _state(outlook, battle), begun)


def _waiting(outlook: Outlook, leaders: Sequence[CommanderStanding], battles: Sequence[Battle]) -> Iterator[Awaited]:
    """Yield what players or umpire must answer, each with its program command; otherwise the next step."""
    phase = outlook.board.clock.phase
    if phase is Phase.OVER:
        ending = f"; {result(outlook.board)}" if outlook.viewer.is_umpire else ""
        yield _awaited(f"the campaign is over{ending}", "objectives")
        return
    decisions = owed(outlook)
    for line in decisions:
        keys = "|".join(option.key for _, option in line.shown)
        keys = keys if len(keys) <= LONGEST_KEYS else ""
        is_part = not keys or len(line.shown) < len(line.options)
        many = f" (list the {len(line.options)} answers: campaign decide {line.number})" if is_part else ""
        command = f"campaign decide {line.number} {keys or 'ANSWER'}{many}"
        yield Awaited(f"{line.side}: {line.question}", command, decision=line.number)
    if phase is Phase.ORDERS:
        for leader in leaders:
            if not leader.ordered:
                yield _awaited(f"orders of {leader.name} for day {outlook.moment.day}", "orders", "--for", leader.name)
    for battle in battles:
        yield _battle_step(outlook, battle)
    held = any(holds_clock_of(outlook.board, battle) for battle in battles)
    if not decisions and not held and (outlook.viewer.is_umpire or _plays_alone(outlook)):
        goes_on = "the turn goes on after its battles" if phase is Phase.BATTLES else f"next step: {phase.text}"
        yield _awaited(goes_on, "next")


def _deadline(outlook: Outlook) -> str:
    deadline = deadline_of(outlook.board)
    return "" if deadline is None else f"{deadline.text}; then {deadline.then}"


def _plays_alone(outlook: Outlook) -> bool:
    """Return whether the program plays all others, so that the viewer may run the clock."""
    from campaign.situation.leading import leading_in  # only a player's status asks for it

    leading = leading_in(outlook.board, outlook.army, outlook.rulebook, auto=False, sides=())
    return leading.is_alone(outlook.viewer)


def _awaited(text: str, *words: str) -> Awaited:
    return Awaited(text, typed("campaign", *words), words)


def _battle_step(outlook: Outlook, battle: Battle) -> Awaited:
    text, *words = _what_a_battle_waits_for(outlook, battle)
    title = f"battle {battle.number}, {battle.name}"
    return replace(_awaited(f"{title}{text}", "battle", *words), battle=battle.number)


def _what_a_battle_waits_for(outlook: Outlook, battle: Battle) -> tuple[str, ...]:
    """Return the text after the battle's name, then the words after ``campaign battle``."""
    number = str(battle.number)
    match _state(outlook, battle):
        case BattleState.PROPOSED | BattleState.PLANNED:
            return ", is waiting to be fought", "packet", number
        case BattleState.RETURNED:
            returns = outlook.board.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False))
            if not outlook.viewer.is_umpire:
                return ": your return is handed in", "show", number
            if len(returns) > 1:
                return ": both returns are in", "settle", number
            return ": one return is recorded", "record", number
        case BattleState.SUSPENDED:
            return ", is suspended", "resume", number
        case BattleState.FIGHTING | BattleState.SETTLED | BattleState.RULED | BattleState.CANCELLED:
            return f", is {battle.state}", "record", number
        case unknown:
            assert_never(unknown)


def _state(outlook: Outlook, battle: Battle) -> BattleState:
    return state_shown(outlook.board, outlook.viewer, battle)


def _sides(outlook: Outlook) -> tuple[SideStanding, ...]:
    scores, through = outlook.board.rows(Score), max(outlook.returns, default=0)
    standings = []
    for side in outlook.knowledge.sides():
        known_battalions = [
            b for b in outlook.army.battalions.values() if b.side_id == side and b.id in outlook.knowledge.battalions
        ]
        states = [b.state for b in known_battalions if b.on_map]
        lost = sum(not b.state.is_in_play for b in known_battalions)
        coming = sum(b.state.is_in_play and not b.on_map for b in known_battalions)
        total = side_score(outlook, side, scores, through).total
        standings.append(
            SideStanding(
                outlook.army.sides[side].name,
                sum(state.counts_in_full for state in states),
                sum(state.carries_figure for state in states),
                lost,
                coming,
                total,
            )
        )
    return tuple(standings)


def _supply(outlook: Outlook, report: SupplyReport | None) -> tuple[SupplyTrouble, ...]:
    """Return the formations whose own link does not hold, from the last report."""
    if report is None:
        return ()
    records = told_by(outlook, report)
    cut = [
        f
        for f in outlook.army.walk()
        if f.key in records and not records[f.key]["own"] and outlook.knowledge.may_name(f)
    ]
    occupied = [f for f in cut if outlook.army.is_on_map(f.id)]
    shown = {f.id for f in occupied}
    return tuple(
        SupplyTrouble(
            f.name, broken(outlook, f, records, shown), str(records[f.key]["rule"]), advice(outlook, f, records)
        )
        for f in occupied
    )
