"""News that is more than an event of one turn: enemies who face each other, marches that are halted, and orders that
have changed.

faces(outlook) -> faces                      by place, with the turn since which they face each other
halts(outlook, facing) -> halts              the reader's units that stand short of their goal, and why
order_news(outlook, first) -> lines          orders that lapsed or lead another way, from a turn on
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import dist

from campaign.model import Battalion, Battle, BattleUnit, Contact, DiaryLine
from campaign.queries.common.outlook import Outlook
from campaign.queries.common.unit_names import units_of
from campaign.rules.day.light import ranges_this_turn
from campaign.situation.army import position_of
from campaign.situation.knowledge import seen_at
from campaign.situation.sight import locates
from campaign.terms.position import Position
from campaign.terms.state import ContactState, Light, News, OrderKind, Role, Sky
from campaign.terms.time import Moment
from campaign.theatre.values import Point
from campaign.theatre.zones import Sight
from campaign.values import dataclass

_GOES_ON = (ContactState.OPEN, ContactState.STANDOFF, ContactState.BATTLE)
_MARCHING = frozenset({OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW})


@dataclass(frozen=True, slots=True)
class Face:
    """Enemies within location range of each other by day, near a place, who fight no battle. ``sides``: the units of
    each side, by its id; ``since`` None: from the start, since a battle that is over, or they did not meet on a march.
    ``why``: why neither attacks.
    """

    place: int
    sides: Mapping[int, tuple[Battalion, ...]]
    since: Moment | None
    why: str


@dataclass(frozen=True, slots=True)
class Halted:
    """Units of one side that halted at one spot for one reason, in words, and the turn since which they stand there."""

    side: int
    names: tuple[str, ...]
    text: str
    since: Moment


def faces(outlook: Outlook) -> list[Face]:
    """Return who faces whom, place by place. The umpire reads of all; a side of its units and of the enemies that it
    has seen in this turn or the one before, where it saw them (umpire 1.13).
    """
    met = _met(outlook)
    pairs: dict[int, list[tuple[Battalion, Battalion]]] = defaultdict(list)
    for first, second, place in _in_range(outlook):
        pairs[place].append((first, second))
    result = []
    for place, those in sorted(pairs.items()):
        sides: dict[int, dict[int, Battalion]] = defaultdict(dict)
        for pair in those:
            for battalion in pair:
                sides[battalion.side_id][battalion.id] = battalion
        known = [met[key] for first, second in those if (key := _key(first, second)) in met]
        whys = dict.fromkeys(why for _, why in known if why)
        result.append(
            Face(
                place,
                {side: tuple(of_side.values()) for side, of_side in sorted(sides.items())},
                min((since for since, _ in known), default=None),
                "; ".join(whys),
            )
        )
    return result


def _key(first: Battalion, second: Battalion) -> tuple[int, int]:
    return min(first.id, second.id), max(first.id, second.id)


def _met(outlook: Outlook) -> dict[tuple[int, int], tuple[Moment, str]]:
    """Return, for each pair whose contact goes on, the turn since which it does and why neither attacked last. Contacts
    that were closed are over: the two parted, or their battle was settled. A contact that goes on is noted at the
    beginning of a turn, or nearer to the enemy. A side reads of the contacts in which its unit located the enemy.
    """
    rows = sorted(outlook.board.rows(Contact, Contact.state.in_(_GOES_ON)), key=lambda row: (row.day, row.turn))
    met: dict[tuple[int, int], tuple[Moment, str]] = {}
    for row in rows:
        first = outlook.army.battalions[row.first_id]
        locates_it = row.first_locates if first.side_id == outlook.viewer.side else row.second_locates
        if not (outlook.viewer.is_umpire or locates_it):
            continue
        pair = (row.first_id, row.second_id)
        since = met[pair][0] if pair in met else Moment(row.day, row.turn)
        met[pair] = (since, row.why if row.battle_id is None else "")
    return met


def _in_range(outlook: Outlook) -> Iterator[tuple[Battalion, Battalion, int]]:
    """Yield the pairs of enemies within location range of each other by day, with the nearest place."""
    ranges = ranges_this_turn(Light.DAY, Sky.CLEAR)
    sight = Sight(open_m=float(ranges.level), hill_m=float(ranges.from_hill), terrain_m=float(ranges.terrain))
    theatre = outlook.theatre
    where = [(b, position, theatre.point_of(position)) for b, position in _positions(outlook)]
    for one, other in _near([point for _, _, point in where], sight.longest_m + 1):
        (first, here, at), (second, there, point) = where[one], where[other]
        if first.side_id == second.side_id:
            continue
        if first.id in outlook.engaged and outlook.engaged[first.id] is outlook.engaged.get(second.id):
            continue
        if locates(theatre, sight, here, there) or locates(theatre, sight, there, here):
            middle = ((at[0] + point[0]) / 2, (at[1] + point[1]) / 2)
            yield first, second, theatre.nearest_spot(middle).place


def _near(points: Sequence[Point], far_m: float) -> list[tuple[int, int]]:
    """Return the pairs of points at most so far apart, by number, the later one of each pair first. Points are met from
    west to east, and each is compared with the few that lie no farther west than that.
    """
    pairs, first = list[tuple[int, int]](), 0
    eastwards = sorted(range(len(points)), key=lambda number: points[number][0])
    for place, number in enumerate(eastwards):
        while points[number][0] - points[eastwards[first]][0] > far_m:
            first += 1
        for west in eastwards[first:place]:
            if dist(points[number], points[west]) <= far_m:
                pairs.append((max(number, west), min(number, west)))
    return sorted(pairs)


def _positions(outlook: Outlook) -> Iterator[tuple[Battalion, Position]]:
    """Yield the units that the reader knows of, where he knows them to be."""
    for battalion, position in outlook.army.standing():
        if not battalion.state.is_in_play:
            continue
        if outlook.viewer.is_umpire or (
            battalion.side_id == outlook.viewer.side and outlook.knowledge.commands(battalion)
        ):
            yield battalion, position
        elif battalion.side_id != outlook.viewer.side:
            sighting = outlook.knowledge.located_lately(battalion.id, outlook.moment)
            seen = seen_at(sighting) if sighting is not None else None
            if seen is not None:
                yield battalion, seen


def halts(outlook: Outlook, facing: Collection[int]) -> list[Halted]:
    """Return the reader's units on the march that halted short of their goal and have neither moved nor fought since,
    without those in ``facing``, of whom he reads that they face the enemy.
    """
    fought = _fought(outlook)
    latest: dict[int, DiaryLine] = {}
    for line in outlook.diary.get("all", []):
        if line.news in (News.MARCH, News.HALT) and line.battalion_id is not None:
            latest[line.battalion_id] = line
    groups: dict[tuple[int, str], list[tuple[Battalion, DiaryLine]]] = defaultdict(list)
    for ident, line in latest.items():
        battalion = outlook.army.battalions.get(ident)
        if battalion is None or line.news is not News.HALT or ident in facing or ident in outlook.engaged:
            continue
        if ident in fought and fought[ident] >= Moment(line.day, line.turn):
            continue  # where the battle left it is told with the battle
        standing = outlook.orders.of(battalion)
        if position_of(battalion) is None or battalion.resting or standing.kind not in _MARCHING:
            continue
        if standing.to is None or battalion.place_id != standing.to:
            groups[battalion.side_id, line.plural or ""].append((battalion, line))
    return [_halted(outlook, side, those) for (side, _), those in groups.items()]


def _fought(outlook: Outlook) -> dict[int, Moment]:
    """Return for each battalion the turn in which its last battle began."""
    battles = {battle.id: Moment(battle.day, battle.turn) for battle in outlook.board.rows(Battle)}
    last: dict[int, Moment] = {}
    for row in outlook.board.rows(BattleUnit, BattleUnit.role == Role.ENGAGED):
        last[row.battalion_id] = max(battles[row.battle_id], last.get(row.battalion_id, battles[row.battle_id]))
    return last


def _halted(outlook: Outlook, side: int, those: list[tuple[Battalion, DiaryLine]]) -> Halted:
    """Return the words for units that halted alike: the deed of one unit or formation, or of several."""
    battalion, line = those[0]
    names = units_of(outlook.army, [b for b, _ in those]).names
    deed = line.text.removeprefix(f"{battalion.name} ") if len(names) == 1 else line.plural or ""
    since = min(Moment(line.day, line.turn) for _, line in those)
    return Halted(side, names, f"{', '.join(names)} {deed.rstrip('.')}", since)


def order_news(outlook: Outlook, first: Moment) -> list[tuple[int, str]]:
    """Return the changes of orders from the beginning of a turn on, each with its side."""
    return [
        (line.side_id or 0, line.text.rstrip("."))
        for line in outlook.diary.get("all", [])
        if line.news is News.ORDER and Moment(line.day, line.turn).index >= first.index
    ]
