"""Remedies for a formation out of supply, and the single points on which supply depends (roads, part b and c of a
supply return).

A side is told only of the enemies it has located lately: what it does not know can neither be named nor be read off the
answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.supply.supply_basis import enemies_known, flown_in, formation_named
from campaign.situation.supply import clearing_of, trace_side, weak_points
from campaign.terms.viewer import Viewer
from campaign.terms.words import March, march_words, one_march
from campaign.theatre.clearing import Clearing
from campaign.theatre.routes import describe_block
from campaign.theatre.values import Way, kilometres
from campaign.theatre.vulnerable import Point, Vulnerability
from campaign.views.supply.supply import (
    InTheWay,
    SupplyClearing,
    SupplyCut,
    VulnerablePoint,
    VulnerableSide,
    VulnerableView,
)

MOST_PLACES = 2000
"""Most places on a map for which the smallest sets of points that cut off each formation are worked out without a
request."""


def clearing(outlook: Outlook, formation: Formation, seconds: float | None, advice: str = "") -> SupplyClearing:
    """Return a smallest set of enemies and broken crossings whose removal puts a formation back in supply. ``advice``:
    the new position of a headquarters that is too far away.
    """
    clearing = clearing_of(
        outlook.army,
        outlook.theatre,
        outlook.conditions,
        outlook.rulebook,
        formation,
        outlook.passages,
        seconds=seconds,
        positions=enemies_known(outlook),
        air=flown_in(outlook),
    )
    if isinstance(clearing, str):
        return SupplyClearing((), (), 0, True, 0, f"Removing enemies or obstacles would not help: {clearing}.")
    if clearing.far is not None:
        return SupplyClearing(
            (), (), 0, True, 0, _what_distance_would_do(outlook, outlook.army.formations[clearing.far], advice)
        )
    return SupplyClearing(
        _by_place(outlook, clearing),
        clearing.blocks,
        len(clearing),
        clearing.proved,
        clearing.at_least,
        _note(outlook, clearing, formation),
    )


def _what_distance_would_do(outlook: Outlook, far: Formation, advice: str) -> str:
    """Return, for a link that is too long even without an enemy, which unit has to come nearer, and how near."""
    line = trace_side(
        outlook.board,
        outlook.army,
        outlook.theatre,
        outlook.conditions,
        outlook.rulebook,
        far.side_id,
        outlook.passages,
        known_positions=enemies_known(outlook),
    )[far.id]
    route, nearer_m = line.route, line.details.nearer_m
    if route is None or nearer_m <= 0:
        return (
            "Removing enemies or obstacles would not help: even without them no road that supply can use leads to"
            f" {far.name}."
        )
    superior = outlook.army.headquarters.get(line.superior) if line.superior is not None else None
    text = f"{superior.name} or {far.name}" if superior is not None else far.name
    within, measure = kilometres(route.length_m - nearer_m), March(outlook.rulebook.word("sup.reach"))
    return (
        f"Removing enemies or obstacles would not help: the route to {far.name} is {kilometres(route.length_m)},"
        f" {march_words(route.turns, measure)}, and the limit is {one_march(measure)}. Move {text}"
        f" {kilometres(nearer_m)} nearer along that route, to within {within} of each other"
        f"{f'; or {advice}' if advice else ''}."
    )


def _by_place(outlook: Outlook, clearing: Clearing) -> tuple[InTheWay, ...]:
    places: dict[str, list[str]] = defaultdict(list)
    for unit in clearing.units:
        battalion = outlook.army.battalions[unit]
        sighting = None if outlook.viewer.is_umpire else outlook.knowledge.seen.get(unit)
        where = outlook.where(battalion) if sighting is None else outlook.where_seen(sighting)
        places[where].append(outlook.knowledge.enemy_words(battalion))
    return tuple(InTheWay(where, tuple(names)) for where, names in places.items())


def _note(outlook: Outlook, clearing: Clearing, formation: Formation) -> str:
    """Return the effect of the set, and how certain it is that no smaller one exists."""
    if not len(clearing):
        if outlook.viewer.is_umpire:
            return "No enemy and no broken crossing is in the way: supply fails for another reason, given above."
        return "No enemy that you have located lately is in the way."
    text = "this one" if len(clearing) == 1 else f"these {len(clearing)}"
    sure = (
        "no smaller number would be enough"
        if clearing.proved
        else f"the smallest set has {clearing.at_least} to {len(clearing)} members; search on with --prove"
    )
    seen = "" if outlook.viewer.is_umpire else " of those you have located lately"
    return f"Without {text}{seen}, and with everything else unchanged, {formation.name} would be in supply; {sure}."


# Vulnerable points ---------------------------------------------------------------------------------------------------


def supply_vulnerable(board: JournalBoard, viewer: Viewer, word: str = "") -> VulnerableView:
    """Return the single places, crossings and stretches of road on which the supply of the viewer's side depends, and
    the fewest that cut the rest off; for the umpire of both sides.

    ``word``: a formation; then only what cuts off it and the formations under it. Raises NotFound.
    """
    outlook = look(board, viewer)
    if not word:
        return VulnerableView(outlook.knowledge.who, tuple(_side(outlook, side) for side in outlook.knowledge.sides()))
    formation = formation_named(outlook, word)
    only = frozenset(f.id for f in outlook.army.formations.values() if formation in outlook.army.chain(f.id))
    return VulnerableView(outlook.knowledge.who, (_side(outlook, formation.side_id, only),))


def _cuts(outlook: Outlook, weak: Vulnerability, only: Collection[int] | None) -> tuple[list[Point], str]:
    """Return the fewest points that cut the rest off, or why they were not searched."""
    if only is not None:
        return weak.cuts_of(only), ""
    if len(outlook.theatre.spots) > MOST_PLACES:
        return [], (
            f"The map has more than {MOST_PLACES} places, so the fewest points that cut off supply are searched for"
            " one formation at a time: campaign supply FORMATION --vulnerable"
        )
    return weak.cuts, ""


def _side(outlook: Outlook, side: int, only: Collection[int] | None = None) -> VulnerableSide:
    weak = weak_points(
        outlook.army,
        outlook.theatre,
        outlook.conditions,
        outlook.rulebook,
        side,
        outlook.passages,
        known_positions=enemies_known(outlook),
        air=flown_in(outlook),
    )
    points = [(point, named) for point in weak.points if (named := _named(outlook, point.formations, only))]
    cut_sets, not_sought = _cuts(outlook, weak, only)
    cuts = [(cut, named) for cut in cut_sets if (named := _named(outlook, cut.formations, only))]
    return VulnerableSide(
        side=outlook.army.sides[side].name,
        battalions=_battalions(outlook, {f.id: f for _, named in points for f in named}.values()),
        points=tuple(_point(outlook, point, named) for point, named in points),
        cuts=tuple(
            SupplyCut(_lost(outlook, cut), _battalions(outlook, named), tuple(f.name for f in named))
            for cut, named in cuts
        ),
        cuts_not_sought=not_sought,
    )


def _named(outlook: Outlook, formations: Iterable[int], only: Collection[int] | None) -> list[Formation]:
    """Return the formations among these that the query covers and the viewer may name."""
    asked_formations = (outlook.army.formations[ident] for ident in formations if only is None or ident in only)
    return [formation for formation in asked_formations if outlook.knowledge.may_name(formation)]


def _battalions(outlook: Outlook, formations: Iterable[Formation]) -> int:
    """Return how many battalions of these formations are on the map."""
    return sum(b.on_map for formation in formations for b in outlook.army.present[formation.id])


def _point(outlook: Outlook, point: Point, named: Sequence[Formation]) -> VulnerablePoint:
    ways = [outlook.theatre.way(road) for road in point.roads]
    return VulnerablePoint(
        what=_stretch(outlook, point.places, ways),
        is_place=not ways,
        battalions=_battalions(outlook, named),
        formations=tuple(f.name for f in named),
        crossings=_crossings(outlook, ways),
    )


def _lost(outlook: Outlook, cut: Point) -> tuple[str, ...]:
    """Return the places and roads of a cut, in words."""
    places = [outlook.theatre.spot(place).name for place in cut.places]
    ways = [outlook.theatre.way(road) for road in cut.roads]
    roads = [_stretch(outlook, (way.a, way.b), [way]) for way in ways]
    return (
        *places,
        *(", with ".join((road, *(b.name for b in way.blocks))) for road, way in zip(roads, ways, strict=True)),
    )


def _stretch(outlook: Outlook, places: Iterable[int], ways: Sequence[Way]) -> str:
    """Return a stretch in words: ``Buq Buq – Sidi Barrani, 43.0 km``; a single place by its name."""
    names = " – ".join(outlook.theatre.spot(place).name for place in places)
    return f"{names}, {kilometres(sum(way.length_m for way in ways))}" if ways else names


def _crossings(outlook: Outlook, ways: Iterable[Way]) -> tuple[str, ...]:
    """Return the crossings and obstacles on these roads, each once, with their positions."""
    return tuple(
        dict.fromkeys(describe_block(outlook.theatre, way.road, block) for way in ways for block in way.blocks)
    )
