"""Changes to a battle's course: merged, suspended until the next club night, resumed, cancelled (umpire 1.4-1.6)."""

from __future__ import annotations

from campaign.actions.raising import Staff, add_lines, off_table_words, reached_of, running, strengths, table_for, tell
from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battle, Contact, Return
from campaign.situation.battlefield import Present, lie_of, points_of, table_of
from campaign.situation.clock import calendar_of
from campaign.situation.forms import last_turn
from campaign.situation.names import side_named
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import BattleState, ContactState, Role
from campaign.terms.time import TURNS_A_DAY, Moment, parse_moment
from campaign.verbs.interruptions import CancelBattle, MergeBattles, ResumeBattle, SuspendBattle
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt


@action("battle merge", MergeBattles)
def merge_battles(board: Board, command: MergeBattles) -> Receipt:
    """Merge two battles that are too small or lopsided alone into one game (umpire 1.4). The first keeps its number and
    name.

    It also keeps its table, if all units stand on it; otherwise a new one is laid out.
    """
    staff = Staff.of(board)
    battle, second = running(board, command.battle), running(board, command.other)
    if battle.id == second.id:
        raise BadInput(f"battle {battle.number} cannot be merged with itself")
    if board.rows(Return, Return.battle_id.in_((battle.id, second.id))):
        raise Refused(
            f"battles {battle.number} and {second.number} can no longer be merged: a return of one of these "
            "battles has been recorded (umpire 1.4)"
        )
    inside = {u.battalion_id: u for u in staff.lines_of(battle)}
    fresh = []
    for line in staff.lines_of(second):
        if line.battalion_id in inside:
            mine = inside[line.battalion_id]
            mine.role = Role.ENGAGED if Role.ENGAGED in (mine.role, line.role) else mine.role
        else:
            moment = Moment(line.arrives_day, line.arrives_turn) if line.arrives_day and line.arrives_turn else None
            fresh.append(Present(staff.army.battalions[line.battalion_id], line.role, moment, line.edge))
        board.erase(line)
    add_lines(staff, battle, fresh)
    _lay_again(staff, battle)
    for contact in board.rows(Contact, Contact.battle_id == second.id):
        contact.battle_id = battle.id
    why = _one_attacker(staff, battle, second, side_named(board, command.attacker).id if command.attacker else None)
    battle.seconds = min(battle.seconds, second.seconds)
    second.state, second.outcome = BattleState.CANCELLED, f"merged into battle {battle.number}"
    words = (
        f"Battle {second.number} ({second.name}) is part of battle {battle.number} ({battle.name}):"
        f" {strengths(staff, battle)}"
    )
    return Receipt(words, (why, *off_table_words(staff, battle)), f"campaign battle packet {battle.number}")


def _one_attacker(staff: Staff, battle: Battle, second: Battle, named: int | None) -> str:
    """Set the attacker of a battle of which another becomes a part: the side that is named, or that attacks in both.
    Return who it is, why, and how to change that.
    """
    was, other = battle.attacker_id, second.attacker_id
    battle.attacker_id = named if named is not None else was if was == other else None

    def side(ident: int | None) -> str:
        return "neither side" if ident is None else staff.army.sides[ident].name

    if named is not None:
        return by_rule(f"{side(named)} attacks by the umpire's ruling", "umpire 1.4")
    value = "neither side is the attacker" if battle.attacker_id is None else f"{side(battle.attacker_id)} attacks"
    why = (
        f"the attacker is the same in battles {battle.number} and {second.number}"
        if was == other
        else f"{side(was)} attacked in battle {battle.number} and {side(other)} in battle {second.number}"
    )
    change = "undo this, and name the attacker of the merged battle (--attacker SIDE)"
    return Proposal(value, by_rule(why, "umpire 1.4"), change).by_default


def _lay_again(staff: Staff, battle: Battle) -> None:
    """Lay out a table on which all engaged units stand, if there is one."""
    engaged = staff.engaged_in(battle)
    if all(map(table_of(battle).holds, points_of(staff.theatre, engaged))):
        return
    battle.table = lie_of(table_for(staff, engaged, staff.places[battle.place_id]))


@action("battle suspend", SuspendBattle)
def suspend_battle(board: Board, command: SuspendBattle) -> Receipt:
    """Suspend a battle: the clock may run to the end of the turn that was reached, and no further until the battle is
    resumed (umpire 1.6).
    """
    battle = running(board, command.battle)
    reached = parse_moment(command.reached) if command.reached else last_turn(board, battle)
    began = Moment(battle.day, battle.turn)
    if reached < began:
        raise BadInput(
            f"battle {battle.number} cannot be suspended after turn {reached}: it begins in turn {began}. "
            "Give that turn or a later turn"
        )
    battle.state = BattleState.SUSPENDED
    battle.reached_day, battle.reached_turn = reached.day, reached.turn
    return Receipt(
        f"Battle {battle.number} ({battle.name}) is suspended after turn {reached}; its units stay engaged",
        waiting=(
            f"When it goes on: campaign battle resume {battle.number}. Until then campaign next plays to the end"
            f" of turn {reached}"
        ),
    )


@action("battle resume", ResumeBattle)
def resume_battle(board: Board, command: ResumeBattle) -> Receipt:
    """Resume a battle: the campaign may play its next turn; then the battle holds the clock again until that turn has
    been played on the table.
    """
    battle = running(board, command.battle)
    if battle.state is not BattleState.SUSPENDED:
        raise Refused(
            f"battle {battle.number} ({battle.name}) cannot be resumed: it is {battle.state}, not suspended (umpire"
            " 1.6)"
        )
    battle.state = BattleState.FIGHTING
    return Receipt(f"Battle {battle.number} ({battle.name}) goes on", (_when_it_ends(board, battle),))


def _when_it_ends(board: Board, battle: Battle) -> str:
    """Return up to when the units of a resumed battle stay engaged, by the turn in which it ends."""
    reached, last = reached_of(battle) or Moment(battle.day, battle.turn), Moment(board.campaign.days, TURNS_A_DAY)
    following, calendar = reached.plus(1), calendar_of(board)
    ends = [f"{calendar.begins(turn.plus(1)):%H:%M}" for turn in (reached, following)]
    answer = (
        f"write turn {reached.turn} in the return"
        if reached.turn < following.turn
        else f"settle it with --ended {reached}"
    )
    words = f"if the battle ends in turn {reached}, {answer}: its units are engaged until {ends[0]}"
    if following <= last:
        words += f". If it goes on in turn {following}, they are engaged until {ends[1]}"
    return by_rule(words, "umpire 1.5")


@action("battle cancel", CancelBattle, ruling=True)
def cancel_battle(board: Board, command: CancelBattle) -> Receipt:
    """Cancel a battle: its units are free again and its contacts dismissed; the same two units make no new battle until
    one of them moves.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    why = command.why.strip()
    if not why:
        raise BadInput(f"battle {battle.number} cannot be cancelled without a reason. Give a reason: --why TEXT")
    if board.rows(Return, Return.battle_id == battle.id):
        raise Refused(
            f"battle {battle.number} cannot be cancelled: a return has been recorded, so it was fought. "
            "Settle the battle, or decide the result yourself: campaign battle rule (umpire 1.15)"
        )
    battle.state, battle.outcome, battle.is_ruling = BattleState.CANCELLED, why, True
    for contact in board.rows(Contact, Contact.battle_id == battle.id):
        contact.state, contact.why = ContactState.DISMISSED, why[:200]
    for side in sorted({u.side_id for u in staff.lines_of(battle)}):
        tell(staff, battle, side, f"Battle {battle.number}, {battle.name}, is not fought: {why}.")
    return Receipt(f"Battle {battle.number} ({battle.name}) is not fought: {why}")
