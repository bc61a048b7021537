"""The conversion of another program's file to a scenario, a map, or an order of battle of this program.

    convert(sources, wishes) -> Converted     the files as text, with all remarks on them; nothing is written
    keep(converted, where) -> Report         write them into a new folder, checked first as ``campaign check`` does

Sources are told apart by their endings and their first words: indented text (.txt), tables (.csv .xlsx .ods), ORBAT
Mapper and GeoJSON (.json .geojson), GraphML, OpenStreetMap and MSDL (.graphml .osm .osm.pbf .xml). Several are laid
together: an order of battle for each side, and one map.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from campaign.errors import BadFile, BadInput, Refused
from campaign.exchange.check import SCENARIO_FILE, check_files, scenario_files
from campaign.exchange.editors import MODELINE, SCHEMA_FILE, shipped_schema
from campaign.exchange.faults import Report
from campaign.exchange.foreign import changes, changing, charts, decisions, gmns, marks, sketch, sums
from campaign.exchange.foreign.alike import together
from campaign.exchange.foreign.doubts import Doubt, Stake, share_in_doubt, uncertain, worst_first
from campaign.exchange.foreign.draft import Change, Chart, Draft, Force, Remark, Taken, one_line
from campaign.exchange.foreign.fitting import Library, library
from campaign.exchange.foreign.forces_out import Filing
from campaign.exchange.foreign.headings import NO_UNIT
from campaign.exchange.foreign.ledger import Ledger
from campaign.exchange.foreign.map_doubts import refuse_stopped
from campaign.exchange.foreign.nations import nation_of
from campaign.exchange.foreign.opening import decoded, open_text, packed_maps
from campaign.exchange.foreign.outcome import BATTALION, Outcome, outcomes
from campaign.exchange.foreign.ranks import settle
from campaign.exchange.foreign.services import set_aside
from campaign.exchange.foreign.shorts import give_shorts
from campaign.exchange.foreign.standing import Rear, place_headquarters, places_held
from campaign.exchange.foreign.table_map import join, name_sides
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.head import ACCENTS
from campaign.exchange.placing import private_folder
from campaign.exchange.writing import save, yaml_text
from campaign.terms.words import counted, listing, plain, slug
from campaign.values import dataclass, field, replace

LIKELY_YEAR = 1944
SHORTEST = 3
"""Days of a campaign without a stated length."""
MOST_OBJECTIVES = 3
"""Number of objectives chosen on a map without stated objectives."""
DEEPEST = 60
"""Most echelons of an order of battle."""
FEWEST = 10
"""Battalions from which the limit counts fully: on a list of three, any doubt would be a third of it."""
FILLED_WITH = 3
"""Battalions counted for a formation that has the units of an organisation."""
MOST_NAMED = 3
"""Doubts that a refusal names."""
REMARKS = "converted.txt"
HOW_TO_CHANGE = (
    "to change one, take the # before its line away, change its last words, and convert again into the same folder"
)
_WRITTEN = "As written: "
"""Start of the report's line of file marks, by which files unchanged since they were written are recognised."""


@dataclass(frozen=True, slots=True)
class Converted:
    """The converted files by name, with the remarks."""

    files: dict[str, str]
    counts: dict[str, int]
    depth: int
    guessed: tuple[Remark, ...]
    left_out: tuple[Remark, ...]
    notes: tuple[Remark, ...]
    result: tuple[Outcome, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    ledgers: tuple[Ledger, ...] = ()
    copied: dict[str, bytes] = field(default_factory=dict)
    kilometres: dict[str, float] = field(default_factory=dict)
    """Sums of the roads of the map in km (`Draft.kilometres`)."""


Reader = Callable[[Path, bytes, Wishes], Draft]

READERS: dict[str, tuple[str, str]] = {
    "text": ("campaign.exchange.foreign.indented_file", "indented text (.txt)"),
    "table": ("campaign.exchange.foreign.tables", "a table (.csv .tsv .xlsx .ods)"),
    "orbatmapper": ("campaign.exchange.foreign.mapper", "an ORBAT Mapper scenario (.json)"),
    "geojson": ("campaign.exchange.foreign.geojson", "GeoJSON (.geojson .json)"),
    "shapefile": ("campaign.exchange.foreign.shapefiles", "a shapefile (.shp; needs the extra shapefile)"),
    "kml": ("campaign.exchange.foreign.kml", "KML of Google Earth (.kml .kmz)"),
    "gpx": ("campaign.exchange.foreign.gpx", "GPX (.gpx)"),
    "graphml": ("campaign.exchange.foreign.graphml", "GraphML (.graphml)"),
    "osm": ("campaign.exchange.foreign.osm", "an OpenStreetMap extract (.osm, .osm.gz, .osm.bz2)"),
    "overpass": ("campaign.exchange.foreign.overpass", "OpenStreetMap as Overpass gives it in JSON (.json)"),
    "geopackage": ("campaign.exchange.foreign.geopackage", "a GeoPackage of QGIS (.gpkg)"),
    "tntp": ("campaign.exchange.foreign.tntp", "a network of the Transportation Networks project (.tntp)"),
    "gmns": ("campaign.exchange.foreign.gmns", "a network in tables of the GMNS (.csv)"),
    "sketch": ("campaign.exchange.foreign.sketch", "a map described by distances and bearings (.txt)"),
    "marks": ("campaign.exchange.foreign.marks", "places marked on a picture (.csv)"),
    "pbf": ("campaign.exchange.foreign.osm_pbf", "an OpenStreetMap extract in PBF (.osm.pbf; needs the extra osm)"),
    "msdl": ("campaign.exchange.foreign.msdl", "MSDL (.xml)"),
}
"""Formats that can be read, by name, each with the module whose ``read`` reads it."""


def convert(sources: list[Path], wishes: Wishes) -> Converted:
    """Read all sources and combine them. Raises BadFile; if rows cannot be understood, with all of them in
    ``faults``.
    """
    decided = [decisions.load(path) for path in sources]
    total = Draft()
    for one in decided:
        total.refused += [Remark(where, problem) for where, problem in one.problems]
    before = (*wishes.changes, *(change for one in decided for change in one.changes))
    wishes = replace(wishes, changes=before)
    opened = [source for path in sources for source in packed_maps(path) or [_opened(path)]]
    if wishes.map_file is not None:
        opened.append(_opened(wishes.map_file, is_map=True))
        sources = [*sources, wishes.map_file]
    texts = [decoded(raw, path, wishes.encoding) for path, kind, raw in opened if kind == "text"]
    as_set = changes.changes_of("\n".join(texts), "")
    wishes = replace(wishes, changes=(*wishes.changes, *(change for change in as_set if change.key == changes.ROAD)))
    for path, kind, raw in opened:
        draft: Draft = import_module(READERS[kind][0]).read(path, raw, wishes)
        _lay(total, draft, path)
    join(total)
    name_sides(total)
    if total.layers:
        _lay_out(total, wishes, changes.map_settings([*before, *total.changes]))
    depth = total.depth()
    if depth > DEEPEST:
        raise BadFile(
            f"{listing(map(str, sources))} has {depth:,} levels of units, but at most {DEEPEST} levels are "
            "read. Check that this is an order of battle"
        )
    total.changes = [*before, *total.changes]
    changing.apply_head(total)
    changing.apply_before(total)
    for force in total.forces:
        set_aside(force, total)
    year = (wishes.first_day or total.first_day or date(LIKELY_YEAR, 6, 1)).year
    for force in total.forces:
        settle(force, total, year)
    changing.apply_after(total)
    give_shorts(total.forces)
    total.forces = [force for force in total.forces if force.units]
    if not total.forces and total.chart is None:
        _refuse(total, wishes, sources)
        if total.ledgers:
            raise BadFile(f"{listing(ledger.name for ledger in total.ledgers)} {NO_UNIT}")
        raise BadFile(
            f"{listing(map(str, sources))} holds no order of battle and no map of roads, so there is nothing "
            "to convert. Name another file"
        )
    files = _files(total, wishes, library(), sources)
    result = outcomes(total.forces)
    doubts = worst_first(decisions.undecided([*total.doubts, *sums.doubts_of(total, result)], decided))
    total.guessed.sort(key=_in_line)
    _refuse(total, wishes, sources)
    refuse_stopped(total, [layer.name for layer in total.layers])
    _weigh(doubts, result, wishes, sources)
    total.notes = together(total.notes)
    files[REMARKS], files[SCHEMA_FILE] = _summary_of(total, doubts, sources, before), shipped_schema()
    return Converted(
        files,
        total.counts,
        depth,
        tuple(total.guessed),
        tuple(total.refused),
        tuple(total.notes),
        tuple(result),
        tuple(doubts),
        tuple(total.ledgers),
        kilometres=total.kilometres,
    )


def _weigh(doubts: list[Doubt], result: list[Outcome], wishes: Wishes, sources: list[Path]) -> None:
    """Refuse a result with a decision that only the umpire can take, or with more doubt than he allows."""
    battalions = sum((row.kind == BATTALION) + FILLED_WITH * row.is_filled for row in result)
    share = 100 * share_in_doubt(doubts, max(battalions, FEWEST), Stake.BATTALIONS)
    stopping = [doubt for doubt in doubts if doubt.stops]
    if not stopping and share <= wishes.doubt:
        return
    why = (
        f"{counted(len(stopping), 'doubt')} must be decided first"
        if stopping
        else f"{share:.0f} % of the battalions are in doubt, and at most {wishes.doubt:g} % may be (--doubt)"
    )
    named = [doubt.in_full() for doubt in (stopping or doubts)[:MOST_NAMED]]
    raise BadFile(
        f"{listing(map(str, sources))}: {why}. The largest: {'; '.join(named)}. Correct the file, or decide in "
        f"{decisions.beside(sources[0]).name} beside it",
        [doubt.in_full() for doubt in doubts],
    )


def _lay_out(total: Draft, wishes: Wishes, as_set: dict[str, str]) -> None:
    """Make one map of the lines and points of all files. Raises BadInput beside a map of places and roads."""
    from campaign.exchange.foreign.laying import lay_out

    if total.chart is not None:
        raise BadInput(
            f"{listing(layer.name for layer in total.layers)} is a second map. Give only one map, and as many orders "
            "of battle as you like"
        )
    total.chart = lay_out(total, wishes, as_set)


def _opened(path: Path, *, is_map: bool = False) -> tuple[Path, str, bytes]:
    """Return a source with its kind; a text or table may describe a map, and does if ``is_map``."""
    kind, raw = open_text(path)
    if kind == "text" and (is_map or sketch.is_sketch(raw)):
        kind = "sketch"
    elif kind == "table" and marks.are_marks(raw):
        kind = "marks"
    elif kind == "table" and gmns.is_gmns(raw):
        kind = "gmns"
    return path, kind, raw


def _in_line(remark: Remark) -> tuple[bool, bool, str, int]:
    """Return the sort key of a remark: first those that decide the game; then those on a line, in the order of the
    lines, before those on the whole.
    """
    file, _, line = remark.where.rpartition(":")
    is_of_line = re.fullmatch(r"[0-9]{1,9}", line) is not None
    return not remark.decides, not is_of_line, file if is_of_line else "", int(line) if is_of_line else 0


def _printable(draft: Draft) -> None:
    """Put names on one line."""
    for force in draft.forces:
        force.name = one_line(force.name) or "Side"
        for unit in force.tree():
            unit.name = one_line(unit.name) or "Unnamed unit"
            unit.short, unit.led_by = one_line(unit.short), one_line(unit.led_by)
            unit.fields = {
                key: one_line(value) if isinstance(value, str) and key != "notes" else value
                for key, value in unit.fields.items()
            }
    if draft.chart is not None:
        for place in draft.chart.nodes.values():
            place.name = one_line(place.name)[:200]
        for way in draft.chart.ways:
            way.name = one_line(way.name)[:200]
            for bridge in way.bridges:
                bridge.name = one_line(bridge.name)[:200]


def _lay(total: Draft, draft: Draft, path: Path) -> None:
    _printable(draft)
    draft.title = one_line(draft.title)
    total.title = total.title or draft.title
    total.first_day = total.first_day or draft.first_day
    total.days = max(filter(None, (total.days, draft.days)), default=None)
    total.head = draft.head | total.head
    for force in draft.forces:
        same = next((side for side in total.forces if slug(side.name) == slug(force.name)), None)
        if same is None:
            total.forces.append(force)
        else:
            same.units += force.units
    if draft.chart is not None:
        if total.chart is not None:
            raise BadInput(f"{path} is a second map. Give only one map, and as many orders of battle as you like")
        total.chart = draft.chart
    for name in ("guessed", "refused", "notes", "loose", "sides", "changes", "layers", "doubts", "ledgers", "totals"):
        getattr(total, name).extend(getattr(draft, name))
    for kind, number in draft.counts.items():
        total.count(kind, number)


def _refuse(draft: Draft, wishes: Wishes, sources: list[Path]) -> None:
    if draft.refused and not wishes.leave_out:
        many = f"{len(draft.refused)} row{'s' * (len(draft.refused) != 1)}"
        raise BadFile(
            f"{listing(map(str, sources))}: {many} cannot be converted. The first: {draft.refused[0]}. Correct "
            "the file, or leave these rows out with --leave-out",
            [remark.in_full() for remark in draft.refused],
        )


def _files(draft: Draft, wishes: Wishes, library: Library, sources: list[Path]) -> dict[str, str]:
    origin = (
        f"{MODELINE}\nConverted from {listing(path.name for path in sources)}. All suggested values are listed in"
        f" {REMARKS}: confirm them, or change them here."
    )
    if not draft.forces:
        assert draft.chart is not None
        charts.in_one_piece(draft.chart, draft, keep_loose=wishes.keep_loose)
        charts.give_keys(draft.chart)
        return map_files(draft.chart, origin)
    chart = _chart(draft, wishes)
    ground = charts.Ground(chart, draft)
    first = wishes.first_day or draft.first_day
    if first is None:
        draft.guess(
            "", f"the first day is 1 June {LIKELY_YEAR}", "no date is given", change=f"first day 1 June {LIKELY_YEAR}"
        )
        first = date(LIKELY_YEAR, 6, 1)
    filing = Filing(draft, library, first.year, ground.place, chart)
    keys = _side_keys(draft.forces)
    for force in draft.forces:
        if isinstance(edges := force.fields.get("home edges"), list):
            force.fields["home edges"] = [ground.by_name.get(plain(str(edge)), edge) for edge in edges]
    starts = _starts(draft.forces, keys, chart)
    _drop_strangers(chart, keys, draft)
    files: dict[str, str] = {}
    forces: dict[str, list[dict[str, Any]]] = {}
    for force, key, start in zip(draft.forces, keys, starts, strict=True):
        forces[key] = filing.order_of_battle(force, start)
        _stand(forces[key], force, Rear(chart, _home(force, start)), draft)
    _owners(
        {
            key: forces[key]
            for key, force in zip(keys, draft.forces, strict=True)
            if not any(u.is_whole for u in force.tree())
        },
        chart,
    )
    for key, entries in forces.items():
        files[f"{key}.yaml"] = yaml_text({"order of battle": {key: entries}}, origin)
    _drop_objectives(draft, chart)
    head = _head(draft, sources, first)
    head["sides"] = {
        key: _side(force, n, start, filing)
        for n, (force, key, start) in enumerate(zip(draft.forces, keys, starts, strict=True))
    }
    if len(keys) == 1:
        _opponent(head["sides"], starts[0], chart, draft)
    _score(draft, ground, head)
    if filing.nations:
        head["nations"] = filing.nations
    return {SCENARIO_FILE: yaml_text(head, origin), **map_files(chart, origin), **files}


def _score(draft: Draft, ground: charts.Ground, head: dict[str, Any]) -> None:
    """Set the objectives from the changes; without any, guess them."""
    scores = [(ground.place(name, None), points) for name, points in changing.points(draft)]
    for place, points in scores:
        listed = [entry for entry in head.get("objectives", []) if entry.get("place") != place]
        head["objectives"] = listed + [{"place": place, "side": key, "points": points} for key in head["sides"]]
    if "objectives" not in head:
        _guess_objectives(draft, ground.chart, head)


def _guess_objectives(draft: Draft, chart: Chart, head: dict[str, Any]) -> None:
    """Guess objectives, without which the program's units would not move: the crossroads of an invented map, on another
    map the places where most roads meet, away from the home edges.
    """
    homes = {edge for side in head["sides"].values() for edge in side.get("home edges", ())}
    is_invented = chart.is_drawn and charts.MIDDLE in chart.nodes
    places = [charts.MIDDLE] if is_invented else charts.centres(chart, homes)[:MOST_OBJECTIVES]
    head["objectives"] = [{"place": place, "side": key, "points": 1} for place in places for key in head["sides"]]
    names = [chart.nodes[place].name or place for place in places]
    why = "the middle of the map" if is_invented else "where most roads meet"
    draft.guess(
        "",
        f"{listing(names)} ({why}) score{'s' * (len(names) == 1)} 1 point a day for the side that owns the place",
        "no objectives are given. As soon as you set the points of one place, only places with points score",
        change=f'"{names[0]}" points 1',
        decides=True,
    )


def _chart(draft: Draft, wishes: Wishes) -> Chart:
    """Return the map that came with the order of battle, that of another scenario, or one of the program's own."""
    if wishes.map_of is not None:
        from campaign.exchange.foreign.base_map import chart_of

        if draft.chart is not None:
            raise BadInput(f"you gave two maps. Leave out --map {wishes.map_of}, or leave out the map file")
        return chart_of(wishes.map_of)
    if draft.chart is not None:
        charts.in_one_piece(draft.chart, draft, keep_loose=wishes.keep_loose)
        charts.give_keys(draft.chart)
        return draft.chart
    units = [unit for force in draft.forces for unit in force.tree()]
    chart = charts.around(units, draft)
    if chart is not None:
        draft.guess(
            "",
            f"the {len(chart.nodes)} places of the units are joined by tracks, with as few kilometres as possible",
            "no map is given",
            otherwise="draw the roads in map.yaml",
        )
        charts.give_keys(chart)
        return chart
    draft.guess(
        "",
        "an invented map of a few places is written to map.yaml",
        "no map is given",
        otherwise="draw your own map, or give one (campaign convert ... MAPFILE)",
    )
    return charts.strip(draft.forces)


def map_files(chart: Chart, origin: str) -> dict[str, str]:
    """Return the map in one file, or in several where it is larger than a file may be."""
    sections = charts.sections_of(chart)
    most = 40_000
    roads = sections["roads"]
    if len(roads) <= most and len(chart.nodes) <= most * 3:
        return {"map.yaml": yaml_text(sections, origin)}
    files = {"map.yaml": yaml_text({key: value for key, value in sections.items() if key != "roads"}, origin)}
    for n in range(0, len(roads), most):
        files[f"map-roads-{n // most + 1}.yaml"] = yaml_text({"roads": roads[n : n + most]}, origin)
    return files


def _side_keys(forces: list[Force]) -> list[str]:
    taken = Taken({"scenario", "map"})
    return [taken.fresh(force.key or slug(force.name)[:60] or "side") for force in forces]


def _starts(forces: list[Force], keys: list[str], chart: Chart) -> list[str]:
    """Return, for each side, the place where units without a position begin: its home edge, its own start, else the far
    end of the map.
    """
    raw_homes = chart.fields.pop("homes", {})
    homes: dict[str, Any] = raw_homes if isinstance(raw_homes, dict) else {}
    ordered = list(chart.nodes)
    by_east = sorted(ordered, key=lambda key: chart.nodes[key].point[1 if chart.in_degrees else 0])
    spare = [home for key, home in homes.items() if key not in keys]
    starts = []
    for n, (force, key) in enumerate(zip(forces, keys, strict=True)):
        start_key = f"{slug(force.name)[:60]}_start"
        home_edges = force.fields.pop("home edges", None)
        if edges := (
            [edge for edge in home_edges if isinstance(edge, str) and edge in chart.nodes]
            if isinstance(home_edges, list)
            else []
        ):
            force.fields["home edges"] = edges
            starts.append(edges[0])
        elif key in homes:
            starts.append(homes[key])
        elif start_key in chart.nodes:
            starts.append(start_key)
        elif spare:
            starts.append(spare.pop(0))
        else:
            starts.append(by_east[-1 - n // 2] if n % 2 == 0 else by_east[n // 2])
    return starts


def _home(force: Force, start: str) -> str:
    """Return the source of the side's supply."""
    edges = force.fields.get("home edges")
    return str(edges[0]) if isinstance(edges, list) and edges else start


def _stand(forces: list[dict[str, Any]], force: Force, rear: Rear, draft: Draft) -> None:
    """Put headquarters without a position behind their troops."""
    stands = tuple(f"{name} at {place}" for fields in forces for name, place in place_headquarters(fields, rear))
    if stands:
        name, _, place = stands[0].rpartition(" at ")
        draft.guess(
            force.where,
            "headquarters without a position begin behind their troops, within a march of them",
            "command supply reaches that far (OB-SUP-05)",
            stands,
            change=f'"{name}" headquarters at {place}',
        )


def _owners(forces: dict[str, list[dict[str, Any]]], chart: Chart) -> None:
    """Give a side each place without an owner at which its battalions alone begin."""
    held: dict[str, set[str]] = {}
    for side, tops in forces.items():
        for place in {place for top in tops for place in places_held(top)}:
            held.setdefault(place, set()).add(side)
    for place, sides in held.items():
        if len(sides) == 1 and place in chart.nodes and not {"owner"} & chart.nodes[place].fields.keys():
            chart.nodes[place].fields = {**chart.nodes[place].fields, "owner": next(iter(sides))}


def _drop_strangers(chart: Chart, keys: list[str], draft: Draft) -> None:
    """Remove owners of places that are not a side of this order of battle."""
    strangers = [node for node in chart.nodes.values() if node.fields.get("owner") not in (None, *keys)]
    for node in strangers:
        node.fields = {key: value for key, value in node.fields.items() if key != "owner"}
    if strangers:
        draft.note(
            "",
            "these places belong to a side that is not in this scenario, so they have no owner: "
            f"{listing(node.key for node in strangers)}",
        )


def _drop_objectives(draft: Draft, chart: Chart) -> None:
    """Refuse by name the objectives at places that are not on this map."""
    listed = draft.head.get("objectives")
    if isinstance(listed, list):
        kept = [
            entry for entry in listed if isinstance(entry, dict) and slug(str(entry.get("place", ""))) in chart.nodes
        ]
        kept_ids = {id(entry) for entry in kept}
        lost = [entry for entry in listed if id(entry) not in kept_ids]
        names = [str(entry.get("name") or entry.get("place") if isinstance(entry, dict) else entry) for entry in lost]
        draft.head = {key: value for key, value in draft.head.items() if key != "objectives"} | (
            {"objectives": kept} if kept else {}
        )
        remarks = draft.notes if chart.is_drawn else draft.refused
        remarks += [Remark("", f"the place of objective {name} is not on this map") for name in names]


def _head(draft: Draft, sources: list[Path], first: date) -> dict[str, Any]:
    head: dict[str, Any] = {"title": (draft.title or sources[0].name.split(".")[0].replace("_", " ").title())[:200]}
    head["first day"] = first.isoformat()
    days = draft.days or max([SHORTEST, *_arrivals(draft), *_scoring(draft)])
    if draft.days is None:
        draft.guess(
            "", counted(days, "day"), "no length is given, and every unit has arrived by then", change=f"days {days}"
        )
    head["days"] = days
    return {**head, **{key: value for key, value in draft.head.items() if key not in head}}


def _arrivals(draft: Draft) -> list[int]:
    """Return the days on which units arrive."""
    units = [unit for force in draft.forces for unit in force.tree()]
    days = [arrives.get("day") for unit in units if isinstance(arrives := unit.fields.get("arrives"), dict)]
    return [unit.coming.day for unit in units if unit.coming is not None] + [
        int(str(day)) for day in days if re.fullmatch(r"[0-9]{1,4}", str(day))
    ]


def _scoring(draft: Draft) -> list[int]:
    """Return the days on which some place scores."""
    listed = draft.head.get("objectives")
    days = (
        [str(entry.get("day", "")) for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    )
    return [int(day) for day in days if re.fullmatch(r"[0-9]{1,4}", day)]


def _side(force: Force, n: int, start: str, filing: Filing) -> dict[str, Any]:
    side: dict[str, Any] = {"name": force.name[:200]}
    nation = force.nation or nation_of(force.name)
    if nation:
        side["adjective"] = nation.replace("_", " ").title()
    side["accent"] = ACCENTS[n % len(ACCENTS)]
    if not force.fields.get("home edges"):
        side["home edges"] = [start]
        filing.draft.guess(
            "",
            f"the home edge of {force.name} (the source of its supply) is {start}",
            "no home edge is given",
            change=f'"{force.name}" home {start}',
            decides=True,
        )
    return {**side, **force.fields}


def _opponent(sides: dict[str, Any], start: str, chart: Chart, draft: Draft) -> None:
    """Add the other side of a campaign of which only one is known yet."""
    nodes = chart.nodes
    far = max(
        (key for key in nodes if key != start),
        key=lambda key: charts.away(nodes[key].point, nodes[start].point, chart.in_degrees),
        default="",
    )
    key = "opponent" if "opponent" not in sides else "enemy"
    sides[key] = {"name": "Opponent", "accent": ACCENTS[1], **({"home edges": [far]} if far else {})}
    draft.guess(
        "",
        f"the second side, {key!r}, has no order of battle yet",
        "the file has only one side",
        otherwise="convert the other side's file together with this one",
    )


def _summary_of(draft: Draft, doubts: list[Doubt], sources: list[Path], before: tuple[Change, ...]) -> str:
    lines = [f"Converted from {listing(map(str, sources))}", ""]
    if told := [f"  {doubt.in_full()}" for doubt in uncertain(doubts)]:
        lines += [f"Doubts, the largest first ({len(told)}):", *told, ""]
    if set_before := changes.without_doubles(before):
        lines += ["Changed by you:", *(f"  {change}" for change in set_before), ""]
    for title, remarks in (
        (f"Suggested values: {HOW_TO_CHANGE}", draft.guessed),
        ("Left out", draft.refused),
        ("Not carried over, or counted differently", draft.notes),
    ):
        if remarks:
            lines.append(f"{title} ({len(remarks)}):")
            for remark in remarks:
                lines += [f"  {remark.in_full()}", *([f"      # {remark.change}"] if remark.change else [])]
            lines.append("")
    return "\n".join(lines)


def keep(converted: Converted, where: Path) -> Report:
    """Check the files as they would be read, and write them. Raises BadFile if they are not sound, Refused if there are
    files.
    """
    with private_folder() as aside:
        trial = Path(aside) / (slug(where.name) or "scenario")
        save(trial, converted.files)
        targets = [trial] if SCENARIO_FILE in converted.files else list(scenario_files(trial))
        report = check_files(targets)
    if not report.is_sound:
        lines = [str(fault).replace(f"{trial}/", "") for fault in report.errors]
        raise BadFile(
            f"the converted scenario has {len(lines)} errors, so nothing was written. The first: {lines[0]}", lines
        )
    files = dict(converted.files)
    files[REMARKS] += f"{_WRITTEN}{' '.join(_mark(name, text) for name, text in files.items() if name != REMARKS)}\n"
    save(where, files, _written_before(where))
    return report


def changes_before(where: Path) -> tuple[Change, ...]:
    """Return the changes in the report of the folder that is to be written anew."""
    report = where / REMARKS
    return tuple(changes.changes_of(report.read_text(encoding="utf-8"), REMARKS)) if report.is_file() else ()


def _mark(name: str, text: str) -> str:
    return f"{name}:{sha256(text.encode()).hexdigest()[:12]}"


def _written_before(where: Path) -> frozenset[str]:
    """Return the files of a folder that a conversion wrote and that are unchanged since. Raises Refused."""
    report = where / REMARKS
    if not report.is_file():
        return frozenset()
    lines = report.read_text(encoding="utf-8").splitlines()
    marks = next((line.removeprefix(_WRITTEN).split() for line in lines if line.startswith(_WRITTEN)), [])
    names = [mark.rpartition(":")[0] for mark in marks]
    for name, mark in zip(names, marks, strict=True):
        file = where / name
        if Path(name).name == name and file.is_file() and _mark(name, file.read_text(encoding="utf-8")) != mark:
            raise Refused(
                f"{file} was changed by hand after it was converted, so converting again would lose your "
                f"changes. Name a new folder with --out, or put the lines 'set ...' from {report} at the end "
                "of your text"
            )
    return frozenset({*names, REMARKS} if marks else ())
