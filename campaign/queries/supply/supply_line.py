"""A commander's supply in a few lines: units cut off with the causes, and the commander's supply line with its
threats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist

from campaign.journal.board import JournalBoard
from campaign.model import Formation
from campaign.queries.common.outlook import Outlook
from campaign.queries.contacts.last_day import tallied_words
from campaign.queries.supply.logistics import logistics
from campaign.queries.supply.supply import brief_causes, supply_state, traced
from campaign.queries.supply.supply_basis import enemies_known
from campaign.rules.day.recovery import grade_of
from campaign.situation.supply import TRACED
from campaign.terms.forces import Level
from campaign.terms.position import Position
from campaign.terms.words import way_words
from campaign.theatre.legs import Route
from campaign.theatre.supply_link import Line
from campaign.theatre.values import Point, kilometres
from campaign.views.contacts.sitrep import Stretch, SupplyCutOff, SupplyNews, SupplyStrip
from campaign.words.papers import Fact

THREAT_M = 5_000
"""Distance in metres from the route within which an enemy located recently threatens it."""
STEP_M = 250
"""Length in metres of the steps in which the route is tested."""


def is_cut_off(outlook: Outlook, formation: Formation) -> bool:
    """Return whether a formation of the reader's side is out of supply, as far as the reader knows."""
    record = traced(outlook, formation.side_id).get(formation.key)
    return record is not None and not record["in_supply"]


def supply_news(outlook: Outlook, roots: Sequence[Formation]) -> SupplyNews | None:
    """Return the supply of all troops under the formations ``roots``; None if no supply is traced for them."""
    side = outlook.viewer.side
    assert side is not None
    army, records = outlook.army, traced(outlook, side)
    formations = [
        formation
        for root in roots
        for formation in army.tree(root.id)
        if formation.level in TRACED and formation.key in records and army.is_on_map(formation.id)
    ]
    if not formations:
        return None
    commands = [f for f in formations if any(b.on_map for b in army.present[f.id])] or formations
    cut = [f for f in commands if not records[f.key]["in_supply"]]
    lines = supply_state(outlook, side).lines
    chain = _chain(outlook, lines, formations)
    corps = next((f for root in roots for f in army.chain(root.id) if f.level is Level.CORPS), None)
    return SupplyNews(
        verdict=_verdict(commands, cut),
        cut=tuple(formation.name for formation in cut),
        cut_off=tuple(
            SupplyCutOff(tuple(names), why) for why, names in brief_causes(outlook, formations, records).items()
        ),
        route=_route_words(chain),
        grade="" if corps is None else f"{corps.name}: {grade_of(corps.supply_grade, outlook.rulebook)} supplied",
        stocks=_stocks(outlook.board, outlook, formations),
        strip=_strip(outlook, chain),
    )


def _verdict(commands: Sequence[Formation], cut: Sequence[Formation]) -> str:
    if not cut:
        return "In supply." if len(commands) == 1 else f"All {len(commands)} commands are in supply."
    if len(cut) == len(commands):
        return "Cut off." if len(commands) == 1 else f"All {len(commands)} commands are cut off."
    return f"Cut off: {len(cut)} of {len(commands)} commands."


def _stocks(board: JournalBoard, outlook: Outlook, formations: Sequence[Formation]) -> tuple[Fact, ...]:
    """Return for how many nights each dump refills its division (NQM-LOG-02, -05), where the campaign keeps dumps."""
    names = {formation.name for formation in formations}
    return tuple(
        Fact(
            dump.formation,
            f"{dump.logs} day{'' if dump.logs == '1' else 's'} of ammunition"
            + (f"; {dump.fuel_state}" if dump.fuel_state else ""),
        )
        for side in logistics(board, outlook.viewer).sides
        for dump in side.dumps
        if dump.formation in names
    )


# the line


def _chain(outlook: Outlook, lines: Mapping[int, Line], formations: Sequence[Formation]) -> list[Line]:
    """Return the links from the home edge to one formation under these: a formation that is cut off if there is one,
    and among several the one with the longest known line.
    """
    chains = []
    for formation in formations:
        above = [lines[f.id] for f in reversed(outlook.army.chain(formation.id)) if f.id in lines]
        if above and all(line.route is not None for line in above):
            chains.append(above)
    return max(chains, key=lambda chain: (not all(line.linked for line in chain), _metres(chain)), default=[])


def _metres(chain: Sequence[Line]) -> float:
    return sum(line.route.length_m for line in chain if line.route is not None)


def _route_words(chain: Sequence[Line]) -> str:
    names = list(dict.fromkeys(name for line in chain for name in line.places))
    return f"{way_words(names, ' – ', 8)}, {kilometres(_metres(chain))}" if names else ""


def _points(outlook: Outlook, route: Route) -> list[tuple[float, Point]]:
    """Return the route in steps, from the rear to the front: metres from its rear end, and the point."""
    points: list[tuple[float, Point]] = []
    done = 0.0
    for leg in route.legs:
        way = outlook.theatre.way(leg.road)
        steps = max(1, round(leg.length_m / STEP_M))
        points += [
            (done + leg.length_m * step / steps, way.at(leg.from_m + (leg.to_m - leg.from_m) * step / steps))
            for step in range(steps + 1)
        ]
        done += leg.length_m
    return points


def _ends(outlook: Outlook, route: Route) -> Iterator[tuple[float, Point]]:
    """Yield where the route begins, and where each of its legs ends: metres from its rear end, and the point."""
    done = 0.0
    yield done, outlook.theatre.way(route.legs[0].road).at(route.legs[0].from_m)
    for leg in route.legs:
        done += leg.length_m
        yield done, outlook.theatre.way(leg.road).at(leg.to_m)


def _strip(outlook: Outlook, chain: Sequence[Line]) -> SupplyStrip | None:
    """Return the links one after the other, with their stops and the stretches near enemies that were located
    lately.
    """
    enemies = enemies_known(outlook) or {}
    located = {enemy: outlook.theatre.point_of(position) for enemy, position in enemies.items()}
    stops: dict[str, int] = {}
    cut: list[Stretch] = []
    near: list[tuple[int, int]] = []
    threats: dict[int, tuple[float, int]] = {}
    done = 0.0
    for line in chain:
        route = line.route
        if route is None or not route.legs:
            continue
        for metres, point in _ends(outlook, route):
            spot = outlook.theatre.nearest_spot(point)
            if dist(spot.point, point) <= STEP_M:
                stops.setdefault(spot.name, round(done + metres))
        if not line.linked:
            cut.append(Stretch(round(done), round(done + route.length_m)))
        for metres, point in _points(outlook, route):
            is_near = False
            for enemy, spotted in located.items():
                apart = dist(spotted, point)
                if apart <= THREAT_M:
                    is_near = True
                    if apart < threats.get(enemy, (THREAT_M + 1, 0))[0]:
                        threats[enemy] = apart, round(done + metres)
            if is_near:
                near.append((round(done + metres), STEP_M))
        done += route.length_m
    if not done:
        return None
    return SupplyStrip(
        length_m=round(done),
        stops=tuple((metres, name) for name, metres in stops.items()),
        cut=tuple(cut),
        threatened=_stretches([metres for metres, _ in near]),
        threats=_threats(outlook, threats, enemies),
    )


def _stretches(metres: Sequence[int]) -> tuple[Stretch, ...]:
    """Return consecutive steps joined into stretches."""
    ordered = sorted(set(metres))
    if not ordered:
        return ()
    ends = [(a, b) for a, b in pairwise(ordered) if b - a > 2 * STEP_M]
    starts = [ordered[0], *(b for _, b in ends)]
    return tuple(Stretch(a, b) for a, b in zip(starts, [*(a for a, _ in ends), ordered[-1]], strict=True))


def _threats(
    outlook: Outlook, threats: Mapping[int, tuple[float, int]], enemies: Mapping[int, Position]
) -> tuple[str, ...]:
    """Return the enemies that threaten the line, by the place near which they were seen, the nearest first."""
    places: dict[str, list[int]] = {}
    for enemy in sorted(threats, key=lambda ident: threats[ident]):
        places.setdefault(outlook.theatre.near(enemies[enemy]), []).append(enemy)
    result = []
    for place, idents in places.items():
        words = tallied_words([outlook.knowledge.enemy_words(outlook.army.battalions[ident]) for ident in idents])
        apart = threats[idents[0]][0]
        where = "on the line" if apart < STEP_M else f"{kilometres(apart)} from the line"
        result.append(f"{words} near {place}, {where}")
    return tuple(result)
