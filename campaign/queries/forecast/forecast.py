"""The battles of a turn in forecast: queried from a board on which the next movement has been tried (umpire 1.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from campaign.journal.asof import When, past_of, visiting
from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit, Contact
from campaign.queries.battle.battles import attackers, warnings
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.tabletop.interface import system, tabletop
from campaign.situation.battlefield import table_of
from campaign.situation.contacts import odds_as_they_are
from campaign.situation.force import force_of
from campaign.terms.rule_ids import by_rule, ids_in
from campaign.terms.state import ContactState, Role
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE
from campaign.views.forecast.forecast import Forecast, ForecastBattle, ForecastOdds, ForecastSide

March = Callable[[JournalBoard, Tape], Moment]
"""Function that carries the next movement out on a board and returns its turn (``actions.forecast.march_ahead``)."""


def foreseen(board: JournalBoard, march: March, instant: When | None = None) -> Forecast:
    """Return the forecast of the next movement, tried on a copy in memory: at a past moment, or now. Nothing is
    written, and no other program waits for it.
    """
    past = past_of(board, instant or When(number=board.ledger.last_number))
    with visiting(board, past, write=True) as visit:
        copy = visit.board
        before = known_battles(copy)
        copy.begin_entry()
        moment = march(copy, Tape(Seeded("forecast"), copy.moment))
        return forecast(copy, moment, before)


def known_battles(board: JournalBoard) -> frozenset[int]:
    """Return the ids of the existing battles, to tell them later from new battles of the forecast."""
    return frozenset(b.id for b in board.rows(Battle)) | frozenset(u.id for u in board.rows(BattleUnit))


def forecast(board: JournalBoard, moment: Moment, before: frozenset[int]) -> Forecast:
    """Return the battles that the next march would cause in a turn, the units that would join existing battles, and the
    standoffs. ``before``: the result of ``known_battles`` before the march.
    """
    outlook = look(board, UMPIRE)
    rows = sorted((b for b in board.rows(Battle) if b.id not in before), key=lambda b: b.number)
    lines: dict[int, list[BattleUnit]] = defaultdict(list)
    for line in board.rows(BattleUnit):
        lines[line.battle_id].append(line)
    games = tuple(_battle(outlook, row, lines[row.id], rows) for row in rows)
    joining, standoffs = tuple(_joining(outlook, lines, before)), tuple(_standoffs(outlook, moment))
    return Forecast(
        moment,
        outlook.when(moment),
        games,
        joining,
        standoffs,
        sum(game.evenings for game in games),
        ids_in("\n".join((*joining, *standoffs))),
    )


def _battle(outlook: Outlook, battle: Battle, lines: list[BattleUnit], all_new: list[Battle]) -> ForecastBattle:
    sides = tuple(
        _side(outlook, battle, side, lines)
        for side in dict.fromkeys(u.side_id for u in sorted(lines, key=lambda u: (u.side_id, u.line)))
    )
    evenings = system(battle.tabletop).evenings(max((side.stands for side in sides), default=0))
    attacking = attackers(outlook, battle, lines)
    contacts = outlook.board.rows(Contact, Contact.battle_id == battle.id)
    why = tuple(dict.fromkeys(by_rule(contact.why, "umpire 1.4") for contact in contacts if contact.why))
    advice = (*warnings(outlook, battle, lines), *_neighbours(battle, all_new), *_slices(evenings))
    moment = Moment(battle.day, battle.turn)
    return ForecastBattle(
        name=battle.name,
        place=outlook.places[battle.place_id].name,
        when=f"{outlook.time_of(moment, battle.seconds):%d %B, %H:%M}".lstrip("0"),
        attacker="both" if len(attacking) > 1 else outlook.army.sides[attacking[0]].name if attacking else "not said",
        why=why,
        system=system(battle.tabletop).name,
        sides=sides,
        evenings=evenings,
        odds=tuple(_odds(outlook, battle, side, lines) for side in attacking),
        advice=tuple(by_rule(text, "umpire 1.4") for text in advice),
        rules=ids_in("\n".join(("umpire 1.4", *why, *advice))),
    )


def _side(outlook: Outlook, battle: Battle, side: int, lines: list[BattleUnit]) -> ForecastSide:
    own_battle_units = [u for u in lines if u.side_id == side]
    battle_units_here = [u for u in own_battle_units if u.role is Role.ENGAGED]
    stands = (
        tabletop(battle.tabletop).muster(force_of(outlook.army, side, battle_units_here), outlook.rulebook).stands
        if battle_units_here
        else 0
    )
    names = outlook.army.battalions
    return ForecastSide(
        side=outlook.army.sides[side].name,
        battalions=len(battle_units_here),
        stands=stands,
        guns=tuple(names[u.battalion_id].short for u in own_battle_units if u.role is Role.GUNS_IN_RANGE),
        arrivals=tuple(
            f"{names[u.battalion_id].short}, turn {u.arrives_day}.{u.arrives_turn}, {u.edge} in."
            for u in own_battle_units
            if u.role is Role.ARRIVES
        ),
    )


def _odds(outlook: Outlook, battle: Battle, side: int, lines: Iterable[BattleUnit]) -> ForecastOdds:
    """Return the odds of a side of this battle that attacks."""
    here = [(line.side_id, outlook.army.battalions[line.battalion_id]) for line in lines if line.role is Role.ENGAGED]
    ours, theirs = ([b for owner, b in here if (owner == side) is own] for own in (True, False))
    odds = odds_as_they_are(outlook.board, outlook.theatre, ours, theirs, outlook.rulebook)
    return ForecastOdds(outlook.army.sides[side].name, *(round(chance, 2) for chance in odds))


def _neighbours(battle: Battle, other_battles: Iterable[Battle]) -> Iterable[str]:
    """Return the new battles whose tables overlap with this one's."""
    table_here = table_of(battle)
    for other_battle in other_battles:
        table_there = table_of(other_battle)
        apart = (
            table_here.west_m + table_here.width_m <= table_there.west_m
            or table_there.west_m + table_there.width_m <= table_here.west_m
            or table_here.south_m + table_here.depth_m <= table_there.south_m
            or table_there.south_m + table_there.depth_m <= table_here.south_m
        )
        if other_battle.number > battle.number and not apart:
            yield (
                f"the table overlaps the table of {other_battle.name}: play the two battles side by side, or merge"
                " them with campaign battle merge"
            )


def _slices(evenings: int) -> Iterable[str]:
    if evenings > 1:
        yield (
            f"takes {evenings} evenings: drop some units (campaign battle drop), or let the program fight the battle"
            " (campaign battle resolve)"
        )


def _joining(outlook: Outlook, lines: dict[int, list[BattleUnit]], before: frozenset[int]) -> Iterable[str]:
    for battle in outlook.board.rows(Battle):
        if battle.id in before:
            for line in lines[battle.id]:
                if line.id not in before:
                    yield (
                        f"{outlook.army.battalions[line.battalion_id].name} joins battle {battle.number}, {battle.name}"
                        " (umpire 1.4)"
                    )


def _standoffs(outlook: Outlook, moment: Moment) -> Iterable[str]:
    names = outlook.army.battalions
    for contact in outlook.board.rows(
        Contact, Contact.day == moment.day, Contact.turn == moment.turn, Contact.state == ContactState.STANDOFF
    ):
        where = outlook.places[contact.place_id].name if contact.place_id is not None else "the open"
        words = f"{names[contact.first_id].short} and {names[contact.second_id].short} face each other near {where}"
        yield by_rule(f"{words}: {contact.why}" if contact.why else words, "umpire 1.4")
