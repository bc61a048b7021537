"""Reads the files of a scenario together, in the order in which things refer to each other.

The sections of all files are laid together first, so it does not matter which file holds which. Then: the head, the
keys of sides, nations and places; the map; the order of battle; what a scenario begins with; and last whether it all
hangs together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from campaign.errors import BadInput
from campaign.exchange import forces as order_of_battle
from campaign.exchange import ground, opening, text
from campaign.exchange.battalions import read_kind
from campaign.exchange.entry import Entry, Said, items_of, pairs_of
from campaign.exchange.establishments import KEYS as KIND_KEYS
from campaign.exchange.establishments import Establishments
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.forces import Forces
from campaign.exchange.ground import Grid, Ground, RoadReader
from campaign.exchange.names import Names
from campaign.exchange.soundness import Spots, warn_of_forces, warn_of_scenario
from campaign.exchange.text import Node, Scalar
from campaign.exchange.values import AirBase, AirGroup, Commander, Nation, Scenario, Side
from campaign.rules.brevity.light import day_start_hour, season_of
from campaign.rules.rulebook import Rulebook
from campaign.terms.forces import Level, Nationality
from campaign.terms.time import offset_minutes
from campaign.terms.words import slug

HEAD_KEYS = ("title", "name", "first day", "days", "day starts at", "time zone", "centre", "coordinates", "notes", "source")
SECTIONS = (
    "rulebook",
    "sides",
    "nations",
    "places",
    "roads",
    "features",
    "establishments",
    "order of battle",
    "commanders",
    "air bases",
    "air groups",
    "air tasking",
    "weather",
    "objectives",
    "orders",
)
LISTS = frozenset({"roads", "features", "air tasking", "weather", "objectives", "orders"})
"""Sections that are lists; the others have keys."""
TOP_KEYS = (*HEAD_KEYS, *SECTIONS)
NEEDED = ("title", "first day", "days", "sides", "places", "roads", "order of battle")
SIDE_KEYS = ("name", "adjective", "accent", "home edges")
NATION_KEYS = ("name", "counts as")
MOST_DAYS = 3650
ACCENTS = ("#1b4f8a", "#a8261a", "#4a4a4a")
"""Where a file gives none: blue, red, grey."""


@dataclass(slots=True)
class Source:
    """A file to read: where it is, and what it is called in messages."""

    path: Path
    name: str


@dataclass(slots=True)
class Sections:
    """The sections of all files, laid together."""

    head: dict[str, tuple[Scalar, Node]] = field(default_factory=dict)
    lists: dict[str, list[Node]] = field(default_factory=dict)
    first: Spot = Spot("")
    poisoned: set[str] = field(default_factory=set)

    def of(self, key: str) -> list[Node]:
        """What all files hold under that key."""
        return self.lists.get(key, [])

    def whole(self, key: str) -> bool:
        """Is that section there and readable, so that what it does not hold is nowhere?"""
        kind = text.Sequence if key in LISTS else text.Mapping
        return key in self.lists and key not in self.poisoned and all(isinstance(node, kind) for node in self.lists[key])

    def as_entry(self, faults: Faults) -> Entry:
        """The head, to be read key by key."""
        pairs = tuple((Scalar(word.spot, key), node) for key, (word, node) in self.head.items())
        return Entry(text.Mapping(self.first, pairs), "the scenario", HEAD_KEYS, faults)

    def __contains__(self, key: str) -> bool:
        return key in self.lists or key in self.head or key in self.poisoned


@dataclass(slots=True)
class Head:
    """What a scenario says of itself."""

    title: str = ""
    name: str = ""
    first_day: date | None = None
    days: int | None = None
    day_start_hour: int | None = None
    time_zone: str = "UTC"
    notes: str = ""
    source: str = ""


@dataclass(slots=True)
class Read:
    """All that was read, sound or not."""

    head: Head
    book: Rulebook
    overrides: tuple[tuple[str, object], ...]
    grid: Grid
    sides: list[Side]
    nations: list[Nation]
    ground: Ground
    forces: Forces
    commanders: list[Commander]
    bases: list[AirBase]
    groups: list[AirGroup]
    counts: dict[str, int]
    scenario: Scenario | None = None


def lay_together(sources: list[Source], faults: Faults) -> Sections:
    """The sections of all files. A heading that two files give is a fault; lists and tables are joined."""
    sections = Sections(first=Spot(sources[0].name) if sources else Spot(""))
    for source in sources:
        before = len(faults.errors)
        tree = text.read_tree(source.path, source.name, faults)
        if tree is None:
            if len(faults.errors) == before:
                faults.error(Spot(source.name), "the file is empty", f"expected keys such as {', '.join(TOP_KEYS[:4])}")
            continue
        entry = Entry(tree, "the file", TOP_KEYS, faults)
        for key, (word, node) in entry.own.items():
            if isinstance(node, text.Unreadable):
                sections.poisoned.add(key)
            elif key in HEAD_KEYS:
                if key in sections.head:
                    faults.error(word.spot, f"{key!r} was given already at {sections.head[key][0].spot}", "write it once")
                else:
                    sections.head[key] = (word, node)
            else:
                sections.lists.setdefault(key, []).append(node)
    return sections


def read(sources: list[Source], faults: Faults, *, whole: bool, default_name: str = "") -> Read:
    """Read everything. ``whole``: this is all there is of the scenario, so what is not here is missing."""
    sections = lay_together(sources, faults)
    if whole:
        for key in NEEDED:
            if key not in sections:
                faults.error(sections.first, f"the scenario has no {key!r}", f"write '{key}: ...' in one of its files", consequent=True)
    head = _head(sections, faults, default_name)
    book, overrides = _rulebook(sections, faults)
    if head.day_start_hour is None:
        head.day_start_hour = day_start_hour(season_of(head.first_day, book), book) if head.first_day else 22
    sides = Names("side", complete=sections.whole("sides"))
    places = Names("place", complete=sections.whole("places"))
    side_nodes = opening.keyed(sections.of("sides"), "sides", sides, faults)
    place_nodes = ground.name_places(sections.of("places"), places, faults)
    nation_names, nations = _nations(sections, faults)
    nation_names.complete = whole or "nations" in sections
    grid = _grid(sections, faults)
    read_sides = _sides(side_nodes, places, faults)
    laid = _ground(sections, place_nodes, places, sides, read_sides, grid, faults)
    roads = laid[1]
    establishments = Establishments(faults)
    establishments.add(sections.of("establishments"))
    own_establishments = len(establishments.entries)
    _check_establishments(establishments, book)
    read_forces = order_of_battle.read_forces(
        sections.of("order of battle"),
        order_of_battle.Known(
            sides,
            nation_names,
            places,
            roads,
            {road.key: road.length_m for road in laid[0].roads},
            establishments,
            book,
            head.days,
            faults,
        ),
    )
    complete = sections.whole("order of battle")
    read_forces.formation_names.complete = read_forces.battalion_names.complete = complete
    known = opening.Known(
        sides,
        places,
        read_forces.formation_names,
        read_forces.battalion_names,
        {f.key: f.side for f in read_forces.formations},
        grid,
        head.days,
        faults,
    )
    commanders = opening.read_commanders(sections.of("commanders"), known)
    base_names, group_names = (
        Names("air base", complete=sections.whole("air bases")),
        Names("air group", complete=sections.whole("air groups")),
    )
    bases = opening.read_air_bases(sections.of("air bases"), base_names, known)
    groups = opening.read_air_groups(sections.of("air groups"), group_names, base_names, {base.key: base.side for base in bases}, known)
    tasks = opening.read_air_tasks(sections.of("air tasking"), group_names, known)
    weather = opening.read_weather(sections.of("weather"), base_names, known)
    objectives = opening.read_objectives(sections.of("objectives"), known)
    orders = opening.read_orders(sections.of("orders"), known)
    spots = Spots(sides.spots, read_forces.formation_names.spots, read_forces.battalion_names.spots)
    warn_of_forces(read_forces.formations, read_forces.battalions, spots, book, faults)
    result = Read(
        head,
        book,
        overrides,
        grid,
        read_sides,
        nations,
        laid[0],
        read_forces,
        commanders,
        bases,
        groups,
        {
            "sides": len(sides.keys),
            "places": len(places.keys),
            "roads": len(laid[0].roads),
            "formations": len(read_forces.formations),
            "battalions": len(read_forces.battalions),
            "commanders": len(commanders),
            "air bases": len(bases),
            "air groups": len(groups),
            "objectives": len(objectives),
            "orders": len(orders),
            "establishments": own_establishments,
        },
    )
    if whole and not faults.found() and head.first_day and head.days:
        lat, lon = grid.centre or (None, None)
        used = {f.nation for f in read_forces.formations} | {b.nation for b in read_forces.battalions}
        result.scenario = Scenario(
            key=head.name,
            title=head.title,
            first_day=head.first_day,
            days=head.days,
            day_start_hour=head.day_start_hour,
            time_zone=head.time_zone,
            lat_e6=lat,
            lon_e6=lon,
            sides=tuple(read_sides),
            nations=tuple(n for n in nations if n.key in used),
            places=tuple(laid[0].places),
            roads=tuple(laid[0].roads),
            features=tuple(laid[0].features),
            formations=tuple(read_forces.formations),
            battalions=tuple(read_forces.battalions),
            commanders=tuple(commanders),
            air_bases=tuple(bases),
            air_groups=tuple(groups),
            air_tasks=tuple(tasks),
            weather=tuple(weather),
            objectives=tuple(objectives),
            orders=tuple(orders),
            rulebook=overrides,
            notes=head.notes,
            source=head.source,
        )
        warn_of_scenario(result.scenario, spots, book, faults)
        result.scenario = replace(result.scenario, commanders=(*commanders, *_commanders_of_the_rest(result.scenario)))
    return result


def _commanders_of_the_rest(scenario: Scenario) -> list[Commander]:
    """For a side without a commander, one for each formation at the top of its tree."""
    led = {commander.side for commander in scenario.commanders}
    taken = {commander.key for commander in scenario.commanders}
    tops = [f for f in scenario.formations if f.superior is None and f.side not in led]
    return [
        Commander(f.key if f.key not in taken else f"{f.key}_commander"[:80], f.led_by or f"Commander of {f.name}"[:200], f.key, f.side)
        for f in tops
    ]


def _head(sections: Sections, faults: Faults, default_name: str) -> Head:
    entry = sections.as_entry(faults)
    head = Head(
        title=entry.text("title"),
        name=slug(entry.short("name", default_name)).replace("_", "-")[:80],
        first_day=entry.day("first day"),
        days=entry.whole("days", 1, MOST_DAYS),
        day_start_hour=entry.whole("day starts at", 0, 23, "o'clock"),
        notes=entry.text("notes", longest=20_000),
        source=entry.text("source"),
    )
    zone = entry.scalar("time zone", "hours from Greenwich, as in UTC+02:00")
    if zone is not None:
        try:
            offset_minutes(zone.text)
            head.time_zone = zone.text
        except BadInput as problem:
            faults.error(zone.spot, f"time zone: {problem}")
    return head


def _grid(sections: Sections, faults: Faults) -> Grid:
    entry = sections.as_entry(Faults())
    said = entry.scalar("coordinates", "degrees or kilometres")
    in_degrees = said is None or said.text.lower() != "kilometres"
    if said is not None and said.text.lower() not in ("degrees", "kilometres"):
        faults.unknown(said.spot, "coordinates", said.text, ("degrees", "kilometres"))
    node = entry.node("centre")
    centre = Grid(True).read(node, "centre", faults) if node is not None else None
    return Grid(in_degrees, centre or (ground.find_centre(sections.of("places")) if in_degrees else None))


def _rulebook(sections: Sections, faults: Faults) -> tuple[Rulebook, tuple[tuple[str, object], ...]]:
    settings: dict[str, object] = {}
    for section in sections.of("rulebook"):
        for key, node in pairs_of(section, "rulebook", faults):
            if not isinstance(node, Scalar):
                faults.error(node.spot, f"{key.text}: found a list or mapping", "expected one value")
                continue
            try:
                Rulebook.from_overrides({key.text: node.text})
                settings[key.text] = node.text
            except BadInput as problem:
                from campaign.rules.settings import RULES

                faults.error(node.spot if key.text in RULES else key.spot, str(problem))
    book = Rulebook.from_overrides(settings)
    return book, tuple(book.overrides().items())


def _nations(sections: Sections, faults: Faults) -> tuple[Names, list[Nation]]:
    """The nations the books name, and those of the files, which copy one of them."""
    names = Names("nation")
    nodes = opening.keyed(sections.of("nations"), "nations", names, faults)
    nations = []
    for key, node in nodes:
        entry = Entry(node, f"nation {key!r}", NATION_KEYS, faults)
        known = next((n for n in Nationality if slug(n.value) == key), None)
        counts_as = entry.word("counts as", Nationality, known or Nationality.BRITISH, must=known is None)
        nations.append(Nation(key, entry.text("name", key.replace("_", " ").title())[:80], counts_as))
    for nationality in Nationality:
        if nationality.value not in names:
            names.add(nationality.value, Spot(""))
            name = "US" if nationality is Nationality.US else nationality.value.title()
            nations.append(Nation(nationality.value, name, nationality))
    return names, nations


def _sides(nodes: list[tuple[str, Node]], places: Names, faults: Faults) -> list[Side]:
    sides = []
    homes: dict[str, str] = {}
    for n, (key, node) in enumerate(nodes):
        entry = Entry(node, f"side {key!r}", SIDE_KEYS, faults)
        name = entry.short("name", key.replace("_", " ").title())
        accent = entry.scalar("accent", "a colour such as '#1b4f8a'")
        if accent is not None and not _is_colour(accent.text):
            entry.wrong("accent", accent, "a colour of six hexadecimal digits in quotes, such as '#1b4f8a'")
        edges = []
        for said in entry.words("home edges"):
            place = places.find(said, faults, "home edges")
            if place in homes and homes[place] != key:
                faults.error(said.spot, f"home edges: {place} is the home edge of {homes[place]} already", "a home edge is one side's own")
            elif place is not None:
                homes[place] = key
                edges.append(place)
        colour = accent.text.lower() if accent and _is_colour(accent.text) else ACCENTS[min(n, len(ACCENTS) - 1)]
        sides.append(Side(key, name, entry.short("adjective", name), colour, tuple(edges)))
    if len(nodes) == 1:
        faults.error(nodes[0][1].spot, "there is only one side", "a campaign has two or more", consequent=True)
    return sides


def _is_colour(word: str) -> bool:
    return len(word) == 7 and word[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in word[1:])


def _ground(
    sections: Sections,
    nodes: list[tuple[str, Node]],
    places: Names,
    sides: Names,
    read_sides: list[Side],
    grid: Grid,
    faults: Faults,
) -> tuple[Ground, Names]:
    homes = {edge: side.key for side in read_sides for edge in side.home_edges}
    laid = Ground(places=[p for key, node in nodes if (p := ground.read_place(key, node, grid, sides, homes, faults))])
    roads = Names("road", complete=sections.whole("roads"))
    points = {place.key: (place.x_m, place.y_m) for place in laid.places}
    reader = RoadReader(grid, places, points, roads, faults)
    for section in sections.of("roads"):
        for item in items_of(section, "roads", faults):
            road = reader.read(item)
            if road is not None:
                laid.roads.append(road)
    laid.features = ground.read_features(sections.of("features"), grid, faults)
    if sections.whole("roads") and places.complete:
        ground.report_islands([(key, places.spots[key]) for key, _ in nodes], reader.ends, faults)
    return laid, roads


def _check_establishments(establishments: Establishments, book: Rulebook) -> None:
    """Read every establishment of the files once for itself, so that one nobody refers to is checked too."""
    for name, entry in list(establishments.entries.items()):
        behind = establishments.behind(Said(name, entry.spot))[1]
        whole = Entry(text.Mapping(entry.spot, ()), entry.what, KIND_KEYS, establishments.faults, behind)
        read_kind(whole, book)


def commands_of(scenario: Scenario) -> tuple[str, ...]:
    """Keys of the scenario's commands, in the order of the files."""
    return tuple(f.key for f in scenario.formations if f.level is Level.COMMAND)
