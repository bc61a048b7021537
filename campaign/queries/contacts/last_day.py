"""The last day of a command in a few lines, from facts: battles and their losses, ground, supply, arrivals.

digest(outlook) -> Digest             the events of the last 24 hours, by command, and those due in the next
lines_since(outlook, first) -> lines  the same from a turn on, every line of it
digests_by_day(outlook) -> digests    the events outside battles, day by day from the first on
digests_by_turn(outlook) -> digests   the same turn by turn
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from math import dist
from typing import TypeVar

from campaign.model import Battalion, Battle, BattleUnit, Contact, Formation, Objective, Place, SupplyReport
from campaign.queries.battle.battles import attackers
from campaign.queries.common.outlook import Outlook
from campaign.queries.common.row_changes import changes_since
from campaign.queries.supply.supply import told_by
from campaign.situation.army import position_of
from campaign.situation.returned import state_shown
from campaign.terms.state import BattleState, ContactState, Role, State
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.words import listing, tallied
from campaign.values import dataclass
from campaign.views.contacts.sitrep import Digest, Event

Span = TypeVar("Span")

MOST_LINES = 10
MOST_NAMES = 3
NEAR_M = 10_000
"""Distance in metres from a commander's troops within which a change of ground is news for him. His side's objectives
always are."""
_LOST = (State.DESTROYED, State.CAPTURED, State.DISBANDED)
_UNFOUGHT = (BattleState.PROPOSED, BattleState.PLANNED)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the digest: its time, turn, words, and importance (0 most)."""

    hour: datetime
    rank: int
    text: str
    is_blow: bool = False
    moment: Moment = Moment(1)


def digest(outlook: Outlook) -> Digest:
    """Return the most important lines of the last day in order of time, then the events that are due."""
    return _digest(lines_since(outlook, first_turn(outlook)), list(_due(outlook)))


def lines_since(outlook: Outlook, first: Moment) -> list[Line]:
    """Return the lines of all events since the beginning of a turn, battles first."""
    units = _units_by_battle(outlook)
    battles = _battles_since(outlook, first, units)
    fought = [line for battle in battles for line in _battle(outlook, battle, units[battle.id])]
    return [*fought, *_lines(outlook, first, battles, units)]


def digests_by_day(outlook: Outlook) -> dict[int, Digest]:
    """Return the digest of every day since the first. Battles are left out, since the book tells them at length; what
    recurs in several turns of a day is told once.
    """
    return _digests(outlook, lambda moment: moment.day)


def digests_by_turn(outlook: Outlook) -> dict[Moment, Digest]:
    """Return the digest of every turn since the first, without its battles."""
    return _digests(outlook, lambda moment: moment)


def _digests(outlook: Outlook, span_of: Callable[[Moment], Span]) -> dict[Span, Digest]:
    first = Moment(1)
    units = _units_by_battle(outlook)
    spans: dict[Span, list[Line]] = defaultdict(list)
    for line in _lines(outlook, first, _battles_since(outlook, first, units), units):
        spans[span_of(line.moment)].append(line)
    return {span: _digest({line.text: line for line in lines[::-1]}.values(), ()) for span, lines in spans.items()}


def _digest(lines: Iterable[Line], due: Sequence[Line]) -> Digest:
    ranked = sorted(lines, key=lambda line: line.rank)
    kept = sorted(ranked[: MOST_LINES - len(due)], key=lambda line: line.hour)
    events = tuple(Event(f"{line.hour:%H:%M}", line.text, line.is_blow) for line in (*kept, *due))
    return Digest(events, len(ranked) - len(kept))


def first_turn(outlook: Outlook) -> Moment:
    """Return the turn with which the last 24 hours began."""
    has_ended = outlook.now > outlook.calendar.begins(outlook.moment)
    return Moment.at(max(Moment(1).index, outlook.moment.index - TURNS_A_DAY + has_ended))


UnitsByBattle = Mapping[int, Sequence[BattleUnit]]


def _units_by_battle(outlook: Outlook) -> UnitsByBattle:
    units: dict[int, list[BattleUnit]] = defaultdict(list)
    for line in outlook.board.rows(BattleUnit):
        units[line.battle_id].append(line)
    return units


def _battles_since(outlook: Outlook, first: Moment, units: UnitsByBattle) -> list[Battle]:
    known_battles = outlook.knowledge.battles(
        outlook.board.rows(Battle), [u for lines in units.values() for u in lines]
    )
    return [battle for battle in known_battles if _is_recent(battle, first)]


def _lines(outlook: Outlook, first: Moment, battles: Sequence[Battle], units: UnitsByBattle) -> Iterator[Line]:
    """Yield the lines of events outside battles since a turn: contacts, ground, losses, supply and arrivals."""
    yield from _met(outlook, first)
    yield from _ground(outlook, first, battles)
    yield from _losses_elsewhere(outlook, first, units.values())
    yield from _supply(outlook, first)
    yield from _arrived(outlook, first)


def _is_recent(battle: Battle, first: Moment) -> bool:
    last = Moment(battle.reached_day or battle.day, battle.reached_turn or battle.turn)
    return battle.state is not BattleState.CANCELLED and last.index >= first.index


# who


def _is_under(outlook: Outlook, battalion: Battalion) -> bool:
    """Return whether a battalion is under the reader's own command."""
    return battalion.side_id == outlook.viewer.side and outlook.knowledge.commands(battalion)


def names_of(outlook: Outlook, battalions: Iterable[Battalion]) -> str:
    """Return battalions in words, command by command: one or two of a command by name, more of them as a number. A
    headquarters is named only if no other unit of its command is in the list.
    """
    groups: dict[int, list[Battalion]] = defaultdict(list)
    every = list(battalions)
    for battalion in [b for b in every if b.headquarters_of_id is None] or every:
        groups[_line_of(outlook, battalion).id].append(battalion)
    words: list[str] = []
    for formation_id, members in groups.items():
        if len(members) < MOST_NAMES or (len(groups) == 1 and len(members) == MOST_NAMES):
            words += [battalion.name for battalion in members]
        else:
            words.append(f"{outlook.army.formations[formation_id].name} ({len(members)} battalions)")
    return joined(words, 4)


def _line_of(outlook: Outlook, battalion: Battalion) -> Formation:
    """Return the formation under which a battalion is reported: the one right under the reader's own in its chain, else
    the reader's own, else its command.
    """
    side = outlook.viewer.side
    tops = () if side is None else outlook.knowledge.roots(side)
    chain = outlook.army.chain(battalion.present_id)
    for below, formation in pairwise(chain):
        if formation in tops:
            return below
    return chain[0]


def joined(words: Sequence[str], most: int = 6) -> str:
    """Return a list in words, ``a, b and c``; beyond ``most`` items the first ones and the number of the others."""
    if len(words) > most:
        return listing(words, most)
    if len(words) < 2:
        return "".join(words)
    mark = "; " if any(", " in word for word in words) else ", "
    return f"{mark.join(words[:-1])} and {words[-1]}"


def tallied_words(words: Sequence[str]) -> str:
    """Return enemies in the words of their sightings, with equal ones counted: ``3 × infantry, battalion; anti-tank,
    company and 2 more``.
    """
    kinds = tallied(words)
    more = len(kinds) - MOST_NAMES
    return "; ".join(kinds[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


# met and fought


def _battle(outlook: Outlook, battle: Battle, units: Sequence[BattleUnit]) -> Iterator[Line]:
    side = outlook.viewer.side
    army = outlook.army
    present = [unit for unit in units if unit.side_id == side and unit.role is not Role.GUNS_IN_RANGE]
    known_battalions = [
        army.battalions[unit.battalion_id] for unit in present if unit.battalion_id in outlook.knowledge.battalions
    ]
    own_battalions = [battalion for battalion in known_battalions if _is_under(outlook, battalion)]
    battalions = own_battalions or known_battalions
    if not battalions:
        return
    hour = outlook.time_of(Moment(battle.day, battle.turn), battle.seconds)
    result, is_blow = _result(outlook, battle, side)
    ids = {battalion.id for battalion in battalions}
    counted_units = [unit for unit in present if unit.battalion_id in ids]
    is_blow = is_blow or any(unit.end_state in _LOST for unit in counted_units)
    losses = _losses_in(outlook, counted_units)
    deed = _deed(outlook, battle, units, len(battalions))
    text = f"{names_of(outlook, battalions)} {deed} {battle.name} (battle {battle.number}); {result}."
    yield Line(hour, 0 if own_battalions else 5, f"{text}{losses}", is_blow)


def _deed(outlook: Outlook, battle: Battle, units: Sequence[BattleUnit], count: int) -> str:
    attacking = attackers(outlook, battle, list(units))
    if state_shown(outlook.board, outlook.viewer, battle) in _UNFOUGHT:
        return "met the enemy at"
    if len(attacking) != 1:
        return "fought at"
    if attacking[0] == outlook.viewer.side:
        return "attacked at"
    return f"{'was' if count == 1 else 'were'} attacked at"


def _result(outlook: Outlook, battle: Battle, side: int | None) -> tuple[str, bool]:
    """Return the result of a battle for this side, in words, and whether it is a defeat."""
    if not battle.state.is_over:
        waits = state_shown(outlook.board, outlook.viewer, battle) in _UNFOUGHT
        return "still to be fought" if waits else "the battle goes on", False
    if battle.field_held_by_id is None:
        return "neither side gave way", False
    return ("we hold the field", False) if battle.field_held_by_id == side else ("the field is lost", True)


def _losses_in(outlook: Outlook, units: Sequence[BattleUnit]) -> str:
    """Return losses in words: `` Destroyed: 3rd Irish Guards. Spent: 2 battalions.``"""
    worse: dict[State, list[str]] = defaultdict(list)
    for unit in units:
        if unit.end_state is not None and unit.end_state is not unit.start_state:
            worse[unit.end_state].append(outlook.army.battalions[unit.battalion_id].name)
    return _state_words(worse)


def _state_words(worse: Mapping[State, Sequence[str]]) -> str:
    parts = []
    for state, names in sorted(worse.items(), key=lambda pair: -pair[0].severity):
        if state is not State.FRESH:
            words = joined(names) if len(names) <= MOST_NAMES else f"{len(names)} battalions"
            parts.append(f" {state.value.capitalize()}: {words}.")
    return "".join(parts)


def _met(outlook: Outlook, first: Moment) -> Iterator[Line]:
    """Yield the enemies met without a battle, by turn and place, where friendly troops located them."""
    groups: dict[tuple[Moment, int | None], list[tuple[Contact, Battalion, Battalion]]] = defaultdict(list)
    for contact in outlook.board.rows(Contact):
        moment = Moment(contact.day, contact.turn)
        if contact.battle_id is not None or moment.index < first.index or contact.state is ContactState.DISMISSED:
            continue
        first_unit, second_unit = (outlook.army.battalions[ident] for ident in (contact.first_id, contact.second_id))
        friend, enemy, locates = (
            (first_unit, second_unit, contact.first_locates)
            if first_unit.side_id == outlook.viewer.side
            else (second_unit, first_unit, contact.second_locates)
        )
        if locates and _is_under(outlook, friend):
            groups[moment, contact.place_id].append((contact, friend, enemy))
    for (moment, place), met in groups.items():
        seen = dict.fromkeys(enemy.id for _, _, enemy in met)
        words = [outlook.knowledge.enemy_words(outlook.army.battalions[ident]) for ident in seen]
        friends = list({friend.id: friend for _, friend, _ in met}.values())
        where = f" near {outlook.places[place].name}" if place is not None else ""
        enemies = tallied_words([word for word in words if word]) or "unknown troops"
        hour = outlook.time_of(moment, min(contact.seconds for contact, _, _ in met))
        yield Line(hour, 4, f"{names_of(outlook, friends)} met the enemy{where}: {enemies}.", moment=moment)


# ground, losses elsewhere


def _ground(outlook: Outlook, first: Moment, battles: Sequence[Battle]) -> Iterator[Line]:
    """Yield places gained and lost, turn by turn: those that count, and those near the reader's troops."""
    side = outlook.viewer.side
    concern = _places_of_concern(outlook)
    fought = {(Moment(battle.day, battle.turn), battle.place_id) for battle in battles if battle.state.is_over}
    gained: dict[Moment, list[Place]] = defaultdict(list)
    lost: dict[Moment, list[Place]] = defaultdict(list)
    for change in changes_since(outlook.board, first):
        if change.table != Place.__tablename__ or "owner_id" not in change.after:
            continue
        place = outlook.places[change.row]
        if (change.moment, place.id) in fought:
            continue
        if change.after["owner_id"] == side:
            gained[change.moment].append(place)
        elif change.before["owner_id"] == side:
            lost[change.moment].append(place)
    for places_by_turn, verb, rank in ((gained, "gained", 2), (lost, "lost", 1)):
        for moment, places in places_by_turn.items():
            names = [
                place.name
                for place in sorted(set(places), key=lambda p: (p.id not in concern, _rank(p)))
                if place.id in concern
            ]
            if names:
                yield Line(outlook.calendar.ends(moment), rank, f"{_places(names)} {verb}.", verb == "lost", moment)


def _places(names: Sequence[str]) -> str:
    words = joined(names, 4)
    return f"{words[:1].upper()}{words[1:]}"


def _rank(place: Place) -> tuple[bool, str]:
    return any(letter.isdigit() for letter in place.name) and len(place.name) < 8, place.name


def _places_of_concern(outlook: Outlook) -> frozenset[int]:
    scoring = {objective.place_id for objective in outlook.knowledge.of_side(outlook.board.rows(Objective))}
    if not outlook.viewer.commanders:
        return frozenset(scoring)
    points = {
        outlook.theatre.point_of(position)
        for battalion in outlook.army.battalions.values()
        if _is_under(outlook, battalion) and (position := position_of(battalion)) is not None
    }
    near = {
        place.id
        for place in outlook.places.values()
        if any(dist((place.x_m, place.y_m), at) <= NEAR_M for at in points)
    }
    return frozenset(scoring | near)


def _losses_elsewhere(outlook: Outlook, first: Moment, lines: Iterable[Sequence[BattleUnit]]) -> Iterator[Line]:
    """Yield the reader's battalions that became spent or were lost outside a battle, turn by turn."""
    in_battle = {(unit.battalion_id, unit.end_state) for units in lines for unit in units}
    worse: dict[Moment, dict[State, list[str]]] = defaultdict(lambda: defaultdict(list))
    for change in changes_since(outlook.board, first):
        if change.table != Battalion.__tablename__ or "state" not in change.after:
            continue
        battalion = outlook.army.battalions.get(change.row)
        state, before = State(change.after["state"]), State(change.before["state"])
        if battalion is None or state.severity <= before.severity or (battalion.id, state) in in_battle:
            continue
        if _is_under(outlook, battalion):
            worse[change.moment][state].append(battalion.name)
    for moment, by_state in worse.items():
        is_blow = any(state in _LOST for state in by_state)
        yield Line(outlook.calendar.ends(moment), 1, f"Outside a battle:{_state_words(by_state)}", is_blow, moment)


# supply, arrivals


def _supply(outlook: Outlook, first: Moment) -> Iterator[Line]:
    """Yield the reader's commands that were cut off, and that are in supply again, turn by turn."""
    reports = [r for r in outlook.board.rows(SupplyReport) if r.moment == "turn"]
    reports = sorted(
        (r for r in reports if Moment(r.day, r.turn).index >= first.index - 1), key=lambda r: (r.day, r.turn)
    )
    side = outlook.viewer.side
    formations = [
        formation
        for root in (() if side is None else outlook.knowledge.roots(side))
        for formation in outlook.army.tree(root.id)
        if outlook.army.is_on_map(formation.id)
    ]
    for before, after in pairwise(reports):
        then, now = told_by(outlook, before), told_by(outlook, after)
        moment = Moment(after.day, after.turn)
        hour = outlook.calendar.begins(moment)
        for verdict, words, rank in ((False, "cut off from supply", 1), (True, "back in supply", 3)):
            names = [
                formation.name
                for formation in formations
                if formation.key in then
                and formation.key in now
                and bool(now[formation.key]["in_supply"]) is verdict is not bool(then[formation.key]["in_supply"])
            ]
            if names:
                yield Line(hour, rank, f"{joined(names, 4)} {words}.", not verdict, moment)


def _arrived(outlook: Outlook, first: Moment) -> Iterator[Line]:
    """Yield the reader's battalions that arrived on the map, turn by turn."""
    arrived: dict[Moment, list[Battalion]] = defaultdict(list)
    for change in changes_since(outlook.board, first):
        if change.table != Battalion.__tablename__ or change.after.get("on_map") is not True:
            continue
        battalion = outlook.army.battalions.get(change.row)
        if battalion is not None and battalion.on_map and _is_under(outlook, battalion):
            arrived[change.moment].append(battalion)
    for moment, battalions in arrived.items():
        yield Line(outlook.calendar.begins(moment), 3, f"{names_of(outlook, battalions)} arrived.", moment=moment)


def _due(outlook: Outlook) -> Iterator[Line]:
    """Yield the reader's arrivals in the next 24 hours, at most two lines."""
    coming: dict[tuple[datetime, str], list[Battalion]] = defaultdict(list)
    for battalion in outlook.army.battalions.values():
        if battalion.on_map or not battalion.state.is_in_play or not _is_under(outlook, battalion):
            continue
        if battalion.arrives_day is not None and battalion.arrives_at_id is not None:
            hour = outlook.calendar.begins(Moment(battalion.arrives_day, battalion.arrives_turn or 1))
            if hour <= outlook.now + timedelta(hours=24):
                coming[hour, outlook.places[battalion.arrives_at_id].name].append(battalion)
    for (hour, place), battalions in sorted(coming.items(), key=lambda pair: pair[0])[:2]:
        when = "Expected later" if hour.date() == outlook.now.date() else "Expected"
        yield Line(hour, 0, f"{when} on {hour.day} {hour:%B} at {place}: {names_of(outlook, battalions)}.")
