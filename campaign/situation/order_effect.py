"""An order before it is written down: whether it makes sense, from which turn it stands, and when it
arrives (umpire 1.14, 1.5; NQM-CRT).

    order_kind(word) -> OrderKind                 raises BadInput
    refuse_senseless(unit, kind, to)              raises BadInput, Refused
    refuse_engaged(board, unit, kind, since)      raises Refused for a unit in a battle
    first_turn(board, text) -> Moment             the turn that was asked for; raises Refused
    takes_effect(...) -> Effective                the turn and the hour, and why
"""

from __future__ import annotations

from datetime import timedelta

from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.model import Battalion, Commander, Formation, Place
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.reaction import NO_DELAY, Reaction, hours_words
from campaign.situation.army import Army
from campaign.situation.clock import calendar_of, last_moment, next_movement, turn_written
from campaign.situation.engaged import engaged_battalions
from campaign.situation.reactions import reaction_to
from campaign.terms.state import OrderKind
from campaign.terms.time import MORNING, Moment, Phase
from campaign.theatre.values import TURN_SECONDS
from campaign.values import dataclass

_NEEDS_PLACE = (OrderKind.MARCH, OrderKind.ATTACK)
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
        raise Refused(
            f"{unit.name} cannot be given this order, because the campaign ends before the order begins. The "
            f"order {words}"
        )
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


def order_kind(word: str) -> OrderKind:
    """Return the kind of order of this name. Raises BadInput."""
    try:
        return OrderKind(word)
    except ValueError:
        raise BadInput(f"{word!r} is not an order. Write {', '.join(OrderKind)}") from None


def refuse_senseless(unit: Formation | Battalion, kind: OrderKind, to: Place | None) -> None:
    """Raise BadInput or Refused for an order that no unit of this kind can be given."""
    if kind in _NEEDS_PLACE and to is None:
        raise BadInput(f"an order to {kind} needs a place. Name the place with --to PLACE")
    if kind not in _NEEDS_PLACE and kind is not OrderKind.WITHDRAW and to is not None:
        raise BadInput(
            f"an order to {kind} takes no place, but {to.name!r} was given. Leave the place out, or order "
            "march or attack"
        )
    if isinstance(unit, Battalion) and not unit.state.is_in_play:
        raise Refused(f"{unit.name} cannot be given orders: it is {unit.state} (umpire 1.14)")
    if kind is OrderKind.FOLLOW and (isinstance(unit, Formation) or unit.headquarters_of_id is None):
        raise Refused(
            f"{unit.name} cannot follow: it is not a headquarters, and only headquarters follow their commands"
            " (umpire 1.2)"
        )


def refuse_engaged(board: Board, unit: Formation | Battalion, kind: OrderKind, since: Moment) -> None:
    """Raise Refused if the battalion is in a battle in that turn, and the order is another than to withdraw."""
    if kind is OrderKind.WITHDRAW or not isinstance(unit, Battalion):
        return
    battle = engaged_battalions(board, since).get(unit.id)
    if battle is not None:
        raise Refused(
            f"{unit.name} is engaged in battle {battle.number} ({battle.name}) and can only be ordered to withdraw"
            " (umpire 1.5)"
        )


def first_turn(board: Board, text: str) -> Moment:
    """Return the turn with which an order begins; without a text the next that marches. Raises Refused, BadInput."""
    earliest = next_movement(board)
    if not text:
        return earliest
    begin = turn_written(text, calendar_of(board), earliest)
    if begin < earliest:
        raise Refused(
            f"the order cannot begin in turn {begin}: the marches of that turn are over. The earliest "
            f"possible turn is {earliest} (umpire 1.14)"
        )
    if begin > last_moment(board):
        raise Refused(
            f"the order cannot begin in turn {begin}: the campaign's last turn is {last_moment(board)}. The "
            f"earliest possible turn is {earliest}"
        )
    return begin
