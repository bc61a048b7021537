"""Delays of orders by Not Quite Mechanised, and disorganised units that cannot attack (NQM-CRT, NQM-ORDERS-06 to -08,
NQM-REORG-01).

takes_effect(...) -> Effective        the turn and the hour, and why
write_delay(board, order, effective)   beside the order
refuse_disorganised(...)              raises Refused for a unit that must reorganise first
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.model import Battalion, Commander, Formation, Order, OrderDelay
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.reaction import NO_DELAY, Reaction, hours_words
from campaign.situation.army import Army
from campaign.situation.clock import calendar_of, last_moment, next_movement
from campaign.situation.condition import attack_barred, conditions_of
from campaign.situation.reactions import reaction_to
from campaign.terms.state import OrderKind
from campaign.terms.time import MORNING, Moment, Phase
from campaign.terms.words import listing
from campaign.theatre.values import TURN_SECONDS

_BEFORE_THE_DAY = MORNING[: MORNING.index(Phase.ORDERS) + 1]


@dataclass(frozen=True, slots=True)
class Effective:
    """The turn from which an order stands, the seconds into it at which it arrives, and why."""

    since: Moment
    seconds: int = 0
    reaction: Reaction = NO_DELAY
    words: tuple[str, ...] = ()


def takes_effect(
    board: Board,
    army: Army,
    book: Rulebook,
    giver: Commander | None,
    unit: Formation | Battalion,
    wanted_moment: Moment,
) -> Effective:
    """Return the wanted turn, or the hour that the chain of command allows if that is later. Raises Refused if it is
    after the campaign.
    """
    if not book.switch("nqm.reaction"):
        return Effective(wanted_moment)
    if _is_planned(board, book):
        return Effective(wanted_moment, words=("part of the day's plan: no reaction time (NQM-ORDERS-08)",))
    reaction = reaction_to(army, book, giver, unit)
    moment = next_movement(board)
    at = moment.index * int(TURN_SECONDS) + reaction.seconds
    hour = calendar_of(board).begins(moment) + timedelta(seconds=reaction.seconds)
    words = f"takes effect {hour.day} {hour:%B, %H:%M}, {hours_words(reaction.hours)} after it is given: {reaction.why}"
    since, seconds = Moment.at(at // int(TURN_SECONDS)), at % int(TURN_SECONDS)
    if since > last_moment(board):
        raise Refused(f"{unit.name} cannot be given this order: it {words}, after the end of the campaign")
    if since < wanted_moment or (since == wanted_moment and not seconds):
        return Effective(
            wanted_moment, 0, reaction, (f"arrives in time: {hours_words(reaction.hours)}, {reaction.why}",)
        )
    return Effective(since, seconds, reaction, (words,))


def _is_planned(board: Board, book: Rulebook) -> bool:
    """Return whether orders now are part of the plan, written before the day's first turn (NQM-ORDERS-01 to -05, umpire
    1.14).
    """
    if board.clock.phase not in _BEFORE_THE_DAY:
        return False
    return board.clock.day == 1 or book.word("nqm.reaction.daily_orders") == "free"


def write_delay(board: Board, order: Order, effective: Effective) -> None:
    """Keep beside the order the second of its first turn at which it arrives; an order that replaces a late order may
    arrive on time.
    """
    row = next(iter(board.rows(OrderDelay, OrderDelay.order_id == order.id)), None)
    if not effective.seconds:
        if row is not None:
            board.erase(row)
        return
    hours, why = str(effective.reaction.hours), effective.reaction.why
    if row is None:
        board.make(OrderDelay, order_id=order.id, seconds=effective.seconds, hours=hours, why=why)
    else:
        row.seconds, row.hours, row.why = effective.seconds, hours, why


def refuse_disorganised(board: Board, army: Army, book: Rulebook, unit: Formation | Battalion, kind: OrderKind) -> None:
    """Raise Refused if a disorganised battalion is ordered to attack, or a formation of which all battalions are
    disorganised.
    """
    if kind is not OrderKind.ATTACK or not book.switch("nqm.disorganisation"):
        return
    conditions = conditions_of(board)
    if isinstance(unit, Battalion):
        if why := attack_barred(conditions, unit, book):
            raise Refused(f"{unit.name} cannot attack: {why}")
        return
    under = [b for b in army.battalions_under(unit.id) if b.on_map]
    barred = [b for b in under if attack_barred(conditions, b, book)]
    if barred and len(barred) == len(under):
        raise Refused(
            f"{unit.name} cannot attack: all its battalions are disorganised, {listing(b.name for b in barred)}"
            " (NQM-REORG-01)"
        )
