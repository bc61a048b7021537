"""The reading of a scenario's files together, in the order in which things refer to each other.

First the head and the keys of sides, nations and places; then the map; the order of battle; the opening; and last the
checks of the whole.
"""

from __future__ import annotations

from datetime import date

from campaign.exchange import ground, text
from campaign.exchange.battalions import read_kind
from campaign.exchange.entry import Entry, items_of
from campaign.exchange.establishments import KEYS as KIND_KEYS
from campaign.exchange.establishments import Establishments
from campaign.exchange.faults import Faults, Spots
from campaign.exchange.forces import Forces, read_forces, try_organisations
from campaign.exchange.forces import References as ForceReferences
from campaign.exchange.foresight import warn_of_play
from campaign.exchange.ground import Grid, Ground, RoadReader
from campaign.exchange.head import first_hour, read_grid, read_head, read_nations, read_rulebook, read_sides
from campaign.exchange.names import Names
from campaign.exchange.opening import Opening, keyed, read_opening
from campaign.exchange.opening import References as OpeningReferences
from campaign.exchange.organisations import Organisations
from campaign.exchange.points import report_islands, warn_of_points
from campaign.exchange.sections import Sections, Source, lay_together
from campaign.exchange.soundness import warn_of_forces, warn_of_scenario
from campaign.exchange.stands import GroundNames
from campaign.exchange.values import Commander, Head, Nation, Scenario, Side
from campaign.rules.common.rulebook import Rulebook
from campaign.values import dataclass, replace

NEEDED = ("title", "first day", "days", "sides", "places", "roads", "order of battle")


@dataclass(frozen=True, slots=True)
class Read:
    """The numbers of things read, and the scenario, if it is sound and complete."""

    counts: dict[str, int]
    scenario: Scenario | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """The things to which everything else refers."""

    head: Head
    book: Rulebook
    overrides: tuple[tuple[str, object], ...]
    grid: Grid
    sides: list[Side]
    side_names: Names
    nations: list[Nation]
    nation_names: Names
    ground: Ground
    place_names: Names
    road_names: Names


def read(sources: list[Source], faults: Faults, *, is_all: bool, default_name: str = "") -> Read:
    """Read everything. ``is_all``: the files are the complete scenario, so anything not in them is missing."""
    sections = lay_together(sources, faults)
    if is_all:
        for key in NEEDED:
            if key not in sections:
                faults.error(
                    sections.first,
                    f"the scenario needs {key!r}",
                    f"write '{key}: ...' in one of its files",
                    consequent=True,
                )
    basis = _read_basis(sections, faults, is_all=is_all, default_name=default_name)
    establishments = Establishments(faults)
    equipment = establishments.equipment.add(sections.of("weapons"), sections.of("vehicles"))
    establishments.add(sections.of("establishments"))
    declared = _check_establishments(establishments, basis.book)
    organisations = Organisations(faults)
    organisations.add(sections.of("organisations"))
    declared_organisations = len(organisations.entries)
    references = _force_references(basis, establishments, organisations, faults)
    try_organisations(references)
    forces = read_forces(sections.of("order of battle"), references)
    forces.formation_names.complete = forces.battalion_names.complete = sections.is_complete("order of battle")
    opening = read_opening(sections, _opening_references(basis, forces, faults))
    spots = Spots(
        basis.side_names.spot,
        forces.formation_names.spot,
        forces.battalion_names.spot,
        basis.road_names.spot,
        opening.task_spots,
        opening.order_spots,
        opening.victory_spots,
    )
    warn_of_forces(forces.formations, forces.battalions, spots, basis.book, faults)
    kinds = {"establishments": declared, "organisations": declared_organisations, "weapons and vehicles": equipment}
    counts = {**_counts(basis, forces, opening), **kinds}
    scenario = _scenario(basis, forces, opening) if is_all and not faults.final_errors() else None
    if scenario is not None:
        warn_of_scenario(scenario, spots, basis.book, faults)
        warn_of_play(scenario, spots, basis.book, faults)
        scenario = replace(scenario, commanders=(*scenario.commanders, *_commanders_of_the_rest(scenario)))
    return Read(counts, scenario)


def read_map(sources: list[Source], faults: Faults) -> Scenario | None:
    """Return the map of files that contain nothing else, as a scenario without sides; None if it has errors."""
    basis = _read_basis(lay_together(sources, faults), faults, is_all=False, default_name="map")
    if faults.final_errors():
        return None
    head = replace(basis.head, first_day=date(1944, 6, 1), days=1)
    return _scenario(replace(basis, head=head), Forces(), Opening([], [], [], [], [], [], [], [], [], [], []))


def _read_basis(sections: Sections, faults: Faults, *, is_all: bool, default_name: str) -> Basis:
    head = read_head(sections, faults, default_name)
    book, overrides = read_rulebook(sections, faults)
    sides = Names("side", complete=sections.is_complete("sides"))
    places = Names("place", complete=sections.is_complete("places"))
    roads = Names("road", complete=sections.is_complete("roads"))
    side_nodes = keyed(sections.of("sides"), "sides", sides, faults)
    place_nodes = [
        (key, node)
        for key, node in keyed(sections.of("places"), "places", places, faults)
        if not isinstance(node, text.Unreadable)
    ]
    nation_names, nations = read_nations(sections, faults)
    nation_names.complete = is_all or "nations" in sections
    grid = read_grid(sections, faults)
    read = read_sides(side_nodes, places, faults)
    homes = {edge: side.key for side in read for edge in side.home_edges}
    laid = Ground(
        places=[p for key, node in place_nodes if (p := ground.read_place(key, node, grid, sides, homes, faults))]
    )
    warn_of_points(laid.places, places.spot, grid, faults)
    reader = RoadReader(grid, places, {place.key: (place.x_m, place.y_m) for place in laid.places}, roads, faults)
    for section in sections.of("roads"):
        laid.roads += [road for node in items_of(section, "roads", faults) if (road := reader.read(node))]
    laid.features = ground.read_features(sections.of("features"), grid, faults)
    if sections.is_complete("roads") and places.complete:
        report_islands([key for key, _ in place_nodes], places.spot, reader.ends, faults)
    return Basis(head, book, overrides, grid, read, sides, nations, nation_names, laid, places, roads)


def _check_establishments(establishments: Establishments, book: Rulebook) -> int:
    """Read every establishment of the files once by itself, so that unused ones are checked too; return how many."""
    declared = list(establishments.entries.items())
    for name, entry in declared:
        behind = establishments.behind(text.Scalar(entry.spot, name))[1]
        full_entry = Entry(text.Mapping(entry.spot, ()), entry.label, KIND_KEYS, establishments.faults, behind)
        read_kind(full_entry, book)
    return len(declared)


def _force_references(
    basis: Basis, establishments: Establishments, organisations: Organisations, faults: Faults
) -> ForceReferences:
    return ForceReferences(
        sides=basis.side_names,
        nations=basis.nation_names,
        ground=GroundNames(
            basis.place_names, basis.road_names, {r.key: r.length_m for r in basis.ground.roads}, basis.head.days
        ),
        establishments=establishments,
        organisations=organisations,
        book=basis.book,
        faults=faults,
    )


def _opening_references(basis: Basis, forces: Forces, faults: Faults) -> OpeningReferences:
    return OpeningReferences(
        links={
            "side": basis.side_names,
            "place": basis.place_names,
            "formation": forces.formation_names,
            "battalion": forces.battalion_names,
        },
        side_of={formation.key: formation.side for formation in forces.formations},
        days=basis.head.days,
        book=basis.book,
        faults=faults,
    )


def _counts(basis: Basis, forces: Forces, opening: Opening) -> dict[str, int]:
    return {
        "sides": len(basis.side_names.keys),
        "places": len(basis.place_names.keys),
        "roads": len(basis.ground.roads),
        "formations": len(forces.formations),
        "battalions": len(forces.battalions),
        "commanders": len(opening.commanders),
        "air bases": len(opening.air_bases),
        "air groups": len(opening.air_groups),
        "objectives": len(opening.objectives),
        "orders": len(opening.orders),
    }


def _scenario(basis: Basis, forces: Forces, opening: Opening) -> Scenario | None:
    """Return the values of files without an error."""
    head = basis.head
    if head.first_day is None or head.days is None:
        return None
    lat, lon = basis.grid.centre or (None, None)
    called = {place.key: place.name for place in basis.ground.places}
    used = {f.nation for f in forces.formations} | {b.nation for b in forces.battalions}
    return Scenario(
        key=head.name,
        title=head.title,
        first_day=head.first_day,
        days=head.days,
        day_start_hour=first_hour(head, basis.book),
        time_zone=head.time_zone,
        lat_e6=lat,
        lon_e6=lon,
        sides=tuple(basis.sides),
        nations=tuple(nation for nation in basis.nations if nation.key in used),
        places=tuple(basis.ground.places),
        roads=tuple(basis.ground.roads),
        features=tuple(basis.ground.features),
        formations=tuple(forces.formations),
        battalions=tuple(forces.battalions),
        commanders=tuple(opening.commanders),
        air_bases=tuple(opening.air_bases),
        air_groups=tuple(opening.air_groups),
        air_tasks=tuple(opening.air_tasks),
        weather=tuple(opening.weather),
        objectives=tuple(replace(goal, name=goal.name or called[goal.place]) for goal in opening.objectives),
        orders=tuple(opening.orders),
        rulebook=basis.overrides,
        victory=tuple(opening.victory),
        summary=head.summary,
        notes=head.notes,
        source=head.source,
    )


def _commanders_of_the_rest(scenario: Scenario) -> list[Commander]:
    """Return, for a side without a commander, one for each formation at the top of its order of battle."""
    led = {commander.side for commander in scenario.commanders}
    taken = {commander.key for commander in scenario.commanders}
    tops = [f for f in scenario.formations if f.superior is None and f.side not in led]
    return [
        Commander(
            key=f.key if f.key not in taken else f"{f.key}_commander"[:80],
            name=f.led_by or f"Commander of {f.name}"[:200],
            formation=f.key,
            side=f.side,
        )
        for f in tops
    ]
