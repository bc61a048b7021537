"""The changing lines on a situation map: supply with its cuts, and the routes of standing orders.

Supply is traced at present, for a side as far as it knows. A side reads where its line is cut only if it has lately
seen the enemy there; such an enemy is shown where it was seen, not where it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from campaign.model import Formation
from campaign.queries.common.outlook import Outlook
from campaign.queries.common.symbols import order_words
from campaign.queries.supply.supply import Records, breaks, supply_state
from campaign.situation.army import position_of
from campaign.situation.marching import plans
from campaign.situation.passages import countries_of
from campaign.situation.supply import SupplyState, report_of
from campaign.terms.position import Position
from campaign.terms.words import listing
from campaign.theatre.legs import Leg, barring
from campaign.theatre.supply_link import Line
from campaign.theatre.values import Way
from campaign.theatre.zones import Watcher, inside
from campaign.values import dataclass, replace
from campaign.views.map.map import MapCut, MapMarch, MapSupply, Metres
from campaign.views.supply.supply import SupplyBreak
from campaign.words.papers import Fact

MOST_NAMES = 3


@dataclass(frozen=True)
class Lines:
    """The supply lines, cuts and marches on a map. ``watching``: the enemies whose zones are drawn, by id, with their
    positions on the map.
    """

    supply: tuple[MapSupply, ...]
    cuts: tuple[MapCut, ...]
    marches: tuple[MapMarch, ...]
    notes: tuple[Fact, ...]
    cut_off: Mapping[int, int]
    """Number of the note for each formation out of supply, by formation id."""
    watching: Mapping[int, Position]


@dataclass(frozen=True, slots=True)
class _Break:
    """The cut of a line: its leg, the distance along the road, and the enemies or obstacles there."""

    leg: int
    at_m: float
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Severed:
    """The line of one formation, with the place and the cause of its cut."""

    side: int
    at: Metres
    who: str
    by: tuple[str, ...]


def lines_of(outlook: Outlook, sides: Mapping[int, int], seen: Mapping[int, Position]) -> Lines:
    """Return all lines that this viewer may see. ``sides``: a side's index on the map; ``seen``: the last sighted
    position of each enemy.
    """
    supply: list[MapSupply] = []
    cuts: list[_Severed] = []
    notes: list[Fact] = []
    cut_off: dict[int, int] = {}
    lately = {
        unit: at for unit, at in seen.items() if outlook.knowledge.located_lately(unit, outlook.moment) is not None
    }
    watching = dict(lately)
    for side in outlook.knowledge.sides():
        state = supply_state(outlook, side)
        open_parts, starved = _Parts(outlook), _Parts(outlook)
        starving: list[Formation] = []
        for ident, line in state.lines.items():
            formation = outlook.army.formations[ident]
            if not outlook.knowledge.may_name(formation) or not any(
                b.on_map for b in outlook.army.battalions_under(ident)
            ):
                continue
            if not state.formations[ident].in_supply:
                starving.append(formation)
            result = _break(outlook, line, lately)
            if line.route is not None and (line.linked or result is not None):
                _lay(line, result, open_parts if _fed(state, line) else starved, starved)
            elif line.route is not None and not (line.cutters or line.blocks):
                _lay(line, None, starved, starved)  # too far: nobody is in the way, and nothing is given away
            if result is not None and line.route is not None:
                cuts.append(_cut(outlook, sides[side], formation, line.route.legs[result.leg], result))
            if outlook.viewer.is_umpire:
                watching.update(_standing(outlook, (cutter.unit for cutter in line.cutters)))
        records = report_of(outlook.army, state)
        for supply_break in breaks(outlook, starving, records):
            notes.append(_note(supply_break, _shorts(outlook, records)))
            names = {*supply_break.formations, *supply_break.others}
            cut_off |= {formation.id: len(notes) for formation in starving if formation.name in names}
        supply += [MapSupply(sides[side], points) for points in open_parts.drawn()]
        supply += [MapSupply(sides[side], points, is_open=False) for points in starved.drawn(beside=open_parts)]
    marches = tuple(_marches(outlook, sides))
    return Lines(tuple(supply), tuple(_joined(cuts)), marches, tuple(notes), cut_off, watching)


def _shorts(outlook: Outlook, records: Records) -> dict[str, str]:
    """Return the names of the units that cut lines, with the labels of their signs on the map."""
    keys = {key for record in records.values() for key in record["cut_by"]}
    return {b.name: b.short or b.name for b in outlook.army.battalions.values() if b.key in keys}


def _note(supply_break: SupplyBreak, shorts: Mapping[str, str]) -> Fact:
    """Return the formations whose links are broken, and the cause, as a note of the list beside the map; units cut off
    with them show its number.
    """
    why = f"{supply_break.why[:1].upper()}{supply_break.why[1:]}"
    if shorts:
        names = "|".join(re.escape(name) for name in sorted(shorts, key=len, reverse=True))
        why = re.sub(rf"(?<![\w./])(?:{names})(?!\w)", lambda match: shorts[match[0]], why)
    return Fact(listing(supply_break.formations), why)


def _fed(state: SupplyState, line: Line) -> bool:
    """Return whether supply comes to where this link begins."""
    return line.superior is None or line.superior not in state.formations or state.formations[line.superior].in_supply


def _standing(outlook: Outlook, units: Iterator[int]) -> dict[int, Position]:
    positions = {unit: position_of(outlook.army.battalions[unit]) for unit in units}
    return {unit: position for unit, position in positions.items() if position is not None}


# stretches of road


class _Parts:
    """The stretches of roads on lines, each drawn once however many formations use it."""

    def __init__(self, outlook: Outlook) -> None:
        self.theatre = outlook.theatre
        self.spans: dict[int, list[tuple[float, float]]] = defaultdict(list)

    def add(self, road: int, from_m: float, to_m: float) -> None:
        self.spans[road].append((min(from_m, to_m), max(from_m, to_m)))

    def merged(self, road: int) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for low, high in sorted(self.spans.get(road, ())):
            if points and low <= points[-1][1]:
                points[-1] = (points[-1][0], max(points[-1][1], high))
            else:
                points.append((low, high))
        return points

    def drawn(self, beside: _Parts | None = None) -> Iterator[tuple[Metres, ...]]:
        """Yield the stretches as lines, without those that another drawing contains already."""
        for road in sorted(self.spans):
            way = self.theatre.way(road)
            for low, high in self.merged(road):
                covered = [] if beside is None else beside.merged(road)
                for start, end in _less(low, high, covered):
                    if end - start >= 1:
                        yield points_of(way, start, end)


def _less(low: float, high: float, covered: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for start, end in covered:
        if start > low:
            yield low, min(start, high)
        low = max(low, end)
        if low >= high:
            return
    if low < high:
        yield low, high


def points_of(way: Way, from_m: float, to_m: float) -> tuple[Metres, ...]:
    """Return the drawn line of a stretch, in the direction of the march."""
    low, high = min(from_m, to_m), max(from_m, to_m)
    between = [point for mark, point in zip(way.milestones, way.points, strict=True) if low < mark < high]
    line = [way.at(low), *between, way.at(high)]
    return tuple((round(x), round(y)) for x, y in (line if from_m <= to_m else line[::-1]))


def _lay(line: Line, break_: _Break | None, near: _Parts, far: _Parts) -> None:
    """Add a line's legs: up to the cut as supplied, beyond as cut off."""
    assert line.route is not None
    for step, leg in enumerate(line.route.legs):
        if break_ is None or step < break_.leg:
            near.add(leg.road, leg.from_m, leg.to_m)
        elif step == break_.leg:
            near.add(leg.road, leg.from_m, break_.at_m)
            far.add(leg.road, break_.at_m, leg.to_m)
        else:
            far.add(leg.road, leg.from_m, leg.to_m)


# cuts


def _break(outlook: Outlook, line: Line, lately: Mapping[int, Position]) -> _Break | None:
    """Return where a broken line first comes into the range of an enemy known to the viewer, or to a blown crossing."""
    if line.linked or line.route is None:
        return None
    eyes = _eyes(outlook, line, lately)
    for step, leg in enumerate(line.route.legs):
        way = outlook.theatre.way(leg.road)
        met = [(abs(at - leg.from_m), at, name) for at, name in _meets(outlook, way, leg, eyes)]
        met += [
            (abs(b.at_m - leg.from_m), float(b.at_m), b.name) for b in barring(way, leg.from_m, leg.to_m) if line.blocks
        ]
        if met:
            _, at, _ = min(met)
            return _Break(
                step, at, tuple(dict.fromkeys(name for _, other_at, name in sorted(met) if abs(other_at - at) < 1))
            )
    return None


def _eyes(outlook: Outlook, line: Line, lately: Mapping[int, Position]) -> list[tuple[Watcher, str]]:
    result = []
    for cutter in line.cutters:
        battalion = outlook.army.battalions[cutter.unit]
        position = position_of(battalion) if outlook.viewer.is_umpire else lately.get(cutter.unit)
        if position is not None:
            name = (
                (battalion.short or battalion.name)
                if outlook.viewer.is_umpire
                else outlook.knowledge.enemy_words(battalion)
            )
            result.append((Watcher.at(outlook.theatre, cutter.unit, name, battalion.side_id, position), name))
    return result


def _meets(outlook: Outlook, way: Way, leg: Leg, eyes: Sequence[tuple[Watcher, str]]) -> Iterator[tuple[float, str]]:
    """Yield the metres along the leg's road at which it enters an enemy's range, and that enemy's name."""
    low, high = min(leg.from_m, leg.to_m), max(leg.from_m, leg.to_m)
    for eye, name in eyes:
        reach = outlook.conditions.sight.range_m(from_hill=eye.on_hill, cover=way.cover)
        for start, end in inside(way, eye.point, reach):
            if start <= high and end >= low:
                yield (max(start, low) if leg.from_m <= leg.to_m else min(end, high)), name


def _cut(outlook: Outlook, side: int, formation: Formation, leg: Leg, break_: _Break) -> _Severed:
    x, y = outlook.theatre.way(leg.road).at(break_.at_m)
    return _Severed(side, (round(x), round(y)), formation.short or formation.name, break_.by)


def _joined(severed: Sequence[_Severed]) -> Iterator[MapCut]:
    """Yield one cross for all lines cut at one spot."""
    together: dict[tuple[int, Metres], list[_Severed]] = defaultdict(list)
    for part in severed:
        together[part.side, part.at].append(part)
    for (side, at), ones in together.items():
        names, causes = (
            dict.fromkeys(part.who for part in ones),
            dict.fromkeys(name for part in ones for name in part.by),
        )
        yield MapCut(side, at, f"{listing(names, MOST_NAMES)}: supply cut by {listing(causes, MOST_NAMES)}")


# marches


def _marches(outlook: Outlook, sides: Mapping[int, int]) -> Iterator[MapMarch]:
    """Yield the routes of the viewer's units by their standing orders; those on one route from one spot together."""
    known_countries = (
        countries_of(outlook.board, outlook.army, outlook.theatre, outlook.orders) if outlook.viewer.is_umpire else {}
    )
    planned = plans(
        outlook.army,
        outlook.theatre,
        outlook.orders,
        outlook.conditions,
        outlook.rulebook,
        held=outlook.engaged,
        passages=outlook.passages,
        countries=known_countries,
    )
    together: dict[tuple[int, tuple[Metres, ...], str], list[str]] = defaultdict(list)
    for plan in planned:
        battalion = plan.battalion
        if not plan.marcher.legs or not (outlook.viewer.is_umpire or outlook.knowledge.commands(battalion)):
            continue
        line = _line_of(outlook, plan.marcher.legs)
        if len(line) > 1:
            together[sides[battalion.side_id], line, order_words(outlook, replace(plan.standing, via=()))].append(
                battalion.short or battalion.name
            )
    for (side, line, words), names in together.items():
        yield MapMarch(side, line, tuple(names), words)


def _line_of(outlook: Outlook, legs: Sequence[Leg]) -> tuple[Metres, ...]:
    points: list[Metres] = []
    for leg in legs:
        for point in points_of(outlook.theatre.way(leg.road), leg.from_m, leg.to_m):
            if not points or points[-1] != point:
                points.append(point)
    return tuple(points)
