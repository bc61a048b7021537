"""The things that wait now, and those that can wait, for the umpire's desk and for a player.

    waiting(board, viewer, printed) -> WaitingList
    games_to_come(forecast) -> CanWait      the games that the next movement would cause, beside it

The umpire reads the whole campaign; a player his own decisions, orders, battles and supply, and nothing of the other
side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit, Contact
from campaign.queries.air.air import air_tasking
from campaign.queries.battle.battles import attackers, warnings
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.day.status import status
from campaign.situation.deadline import then
from campaign.situation.players import highest_commander
from campaign.terms.air import MissionState
from campaign.terms.state import BattleState, Role
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted, listed, listing
from campaign.views.air.air import MAY_FLY
from campaign.views.day.status import Awaited, Status
from campaign.views.day.waiting import CanWait, Later, OtherWay, WaitingList, WaitingNow, next_step, without_orders
from campaign.views.forecast.forecast import Forecast, evening_words

NEXT = ("next",)
IN_A_LINE = 2
"""Most commanders that a heading names."""


def waiting(board: JournalBoard, viewer: Viewer, printed: Collection[int] = ()) -> WaitingList:
    """Return what waits for this viewer. ``printed``: battles whose papers are printed already."""
    now, outlook = status(board, viewer), look(board, viewer)
    return WaitingList(_now(outlook, now, printed), tuple(_can_wait(outlook, now)))


def games_to_come(forecast: Forecast) -> CanWait | None:
    """Return the games of a forecast (``queries.forecast.foreseen``) as something that can wait; None without any. For
    the umpire alone.
    """
    games = forecast.battles
    if not games:
        return None
    what = f"The next turn would bring {counted(len(games), 'battle')}"
    each = (f"{game.name}, first contact {game.when}" for game in games)
    detail = f"{listing(each, 3)}: {evening_words(forecast.evenings)}"
    return CanWait(Later.GAMES, what, detail, ("forecast", "battles"), tuple(game.name for game in games))


def _now(outlook: Outlook, now: Status, printed: Collection[int]) -> WaitingNow | None:
    step = next_step(now, printed)
    if step is None:
        return None
    first, missing = now.waiting[0], without_orders(now)
    is_of_orders = first.words[:1] == ("orders",)
    with_it = (("orders",), NEXT) if is_of_orders else (NEXT,)
    others = tuple(awaited for awaited in now.waiting[1:] if awaited.words[:1] not in with_it)
    battle = _battle(outlook, first)
    lines = [] if battle is None else outlook.board.rows(BattleUnit, BattleUnit.battle_id == battle.id)
    is_umpire = outlook.viewer.is_umpire
    return WaitingNow(
        what=f"orders of {_in_a_line(missing)} for day {now.moment.day}" if is_of_orders else first.what,
        facts=_facts_of_battle(outlook, battle, lines) if battle is not None else _facts(outlook, now, first),
        step=step,
        ways=tuple(_ways(now, first)) if is_umpire else (),
        warnings=warnings(outlook, battle, lines) if battle is not None and is_umpire else (),
        others=others,
    )


def _in_a_line(commanders: Sequence[str]) -> str:
    """Return commanders as a heading has room for them: by name, or by number if they are many."""
    return listed(commanders) if len(commanders) <= IN_A_LINE else counted(len(commanders), "commander")


def _battle(outlook: Outlook, awaited: Awaited) -> Battle | None:
    return next((b for b in outlook.board.rows(Battle) if b.number == awaited.battle), None)


def _facts_of_battle(outlook: Outlook, battle: Battle, lines: list[BattleUnit]) -> str:
    """Return who attacks, how many take part of the sides that the viewer may count, and when they met."""
    sides = outlook.army.sides
    known = [line for line in lines if line.role is Role.ENGAGED and line.battalion_id in outlook.knowledge.battalions]
    taking = Counter(line.side_id for line in known)
    counts = [f"{sides[side].name} {counted(count, 'battalion')}" for side, count in sorted(taking.items())]
    attacking = attackers(outlook, battle, lines) if outlook.viewer.is_umpire else []
    attack = {0: "", 1: f"{listing(sides[s].name for s in attacking)} attacks. "}.get(len(attacking), "Both attack. ")
    return f"{attack}On the table: {', '.join(counts)}.{_first_contact(outlook, battle)}"


def _first_contact(outlook: Outlook, battle: Battle) -> str:
    """Return when the two sides met, for the umpire."""
    if not outlook.viewer.is_umpire:
        return ""
    contacts = outlook.board.rows(Contact, Contact.battle_id == battle.id)
    first = min(((c.day, c.turn, c.seconds) for c in contacts), default=None)
    if first is None:
        return ""
    hour = outlook.time_of(Moment(*first[:2]), first[2])
    return f" Contact at {hour:%H:%M}."


def _facts(outlook: Outlook, now: Status, first: Awaited) -> str:
    if first.words[:1] == ("orders",):
        due = f"Due {now.deadline}." if now.deadline else f"If the clock runs on, {then(outlook.board)}."
        total = len(now.commanders)
        missing = without_orders(now)
        whose = f" Missing: {listed(missing)}." if len(missing) > IN_A_LINE else ""
        return f"{total - len(missing)} of {counted(total, 'commander')} have ordered.{whose} {due}"
    if first.words == NEXT:
        return f"Turn {now.moment}, {now.clock}."
    return ""


def _ways(now: Status, first: Awaited) -> Iterator[OtherWay]:
    """Yield the other program commands that end what waits."""
    if first.battle is not None:
        number = str(first.battle)
        state = next(battle.state for battle in now.battles if battle.number == first.battle)
        if state is BattleState.SUSPENDED:
            yield OtherWay("End by a ruling", ("battle", "rule", number))
            yield OtherWay("Cancel the battle", ("battle", "cancel", number))
            return
        yield OtherWay("Record a return", ("battle", "record", number))
        if state is BattleState.RETURNED:
            yield OtherWay("Settle by the returns recorded", ("battle", "settle", number))
        yield OtherWay("Let the program fight", ("battle", "resolve", number))
        yield OtherWay("End by a ruling", ("battle", "rule", number))
        yield OtherWay("Suspend the battle", ("battle", "suspend", number))
        yield OtherWay("Cancel the battle", ("battle", "cancel", number))
    elif first.words[:1] == ("orders",):
        yield OtherWay("Go on with the orders given so far", NEXT)
        yield OtherWay("Write to the commanders", ("mail",))
    elif first.decision is not None:
        yield OtherWay("Answer as the program proposes", (*NEXT, "--auto"))
    elif first.words == NEXT:
        yield OtherWay("Preview first", (*NEXT, "--preview"))
        yield OtherWay("See the battles that it brings", ("forecast", "battles"))


def _can_wait(outlook: Outlook, now: Status) -> Iterator[CanWait]:
    """Yield what does not hold up the clock, the most urgent first."""
    for trouble in now.supply:
        detail = f"{trouble.why}; {trouble.advice}" if trouble.advice else trouble.why
        words = ("supply", "--why", trouble.formation)
        yield CanWait(Later.SUPPLY, f"{trouble.formation} is out of supply", detail, words, (trouble.formation,))
    if now.phase is Phase.OVER:
        return
    yield from _orders_missing(outlook, now)
    yield from _suspended(now)
    yield from _idle_aircraft(outlook)


def _orders_missing(outlook: Outlook, now: Status) -> Iterator[CanWait]:
    """Yield the commanders who have not ordered, unless the clock waits for just that."""
    if now.waiting and now.waiting[0].words[:1] == ("orders",):
        return
    silent = [leader.name for leader in now.commanders if not leader.ordered and leader.orders != "the program's"]
    if silent:
        what = f"{counted(len(silent), 'commander')} {'has' if len(silent) == 1 else 'have'} not ordered for the day"
        words = ("mail", silent[0]) if len(silent) == 1 else ("mail",)
        command = words if outlook.viewer.is_umpire else ("orders", "--for", silent[0])
        detail = f"{listed(silent)}; {then(outlook.board)}"
        yield CanWait(Later.ORDERS, what, detail, command, tuple(silent))


def _suspended(now: Status) -> Iterator[CanWait]:
    first = now.waiting[0].battle if now.waiting else None
    for battle in now.battles:
        if battle.state is BattleState.SUSPENDED and battle.number != first:
            yield CanWait(
                Later.BATTLE,
                f"Battle {battle.number}, {battle.name}, is suspended",
                f"at {battle.place}, begun {battle.begun}",
                ("battle", "resume", str(battle.number)),
                (str(battle.number),),
            )


def _idle_aircraft(outlook: Outlook) -> Iterator[CanWait]:
    """Yield the air groups that may fly and have no task, for the viewer who may task them."""
    if outlook.viewer.commanders and not _tasks_aircraft(outlook):
        return
    tasking = air_tasking(outlook.board, outlook.viewer)
    tasked = {sortie.group for sortie in tasking.sorties if sortie.state is MissionState.TASKED}
    for group in tasking.groups:
        if group.name not in tasked and group.today == MAY_FLY and group.sorties < group.sorties_a_day:
            detail = f"{group.kind}, may fly next turn from {group.base}"
            yield CanWait(Later.AIR, f"{group.name} has no task", detail, ("air", "task", group.name), (group.name,))


def _tasks_aircraft(outlook: Outlook) -> bool:
    """Return whether one of the viewer's commanders is the highest of the side, who tasks its aircraft."""
    highest = highest_commander(outlook.army, outlook.viewer.side or 0)
    return highest is not None and highest.id in outlook.viewer.commanders
