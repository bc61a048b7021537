"""A campaign at a moment, or over time, as files that other programs read.

    geojson_of(state) -> str          places, roads, features and units as features (QGIS, geojson.io)
    kml_of(state) -> str              the same for Google Earth
    graphml_of(state) -> str          the roads as a graph (yEd, NetworkX, and back into this program)
    orbatmapper_of(state, track) -> str   order of battle with positions and strengths by time (ORBAT Mapper)
    table_of(state, name) -> rows     any of `TABLES`, the first row names the columns
    csv_of(rows), save_xlsx(...)      tables as files

``state`` is a scenario as the campaign stands: the same values from which one is founded.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import cos, dist, radians
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from campaign.errors import BadInput
from campaign.exchange.foreign.charts import METRES_A_DEGREE
from campaign.exchange.foreign.draft import NOTHING
from campaign.exchange.foreign.mapper import OURS
from campaign.exchange.foreign.symbols import sidc
from campaign.exchange.rewriting import Rewriter, formation_entry
from campaign.exchange.values import Battalion, Formation, Road, Scenario
from campaign.rules.force import Strength
from campaign.terms.forces import Level, SizeMark
from campaign.terms.state import State

Metres = tuple[int, int]
Cell = str | int | float


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a battalion was at a time (None: off the map) and what it had."""

    at: Metres | None
    strength: Strength
    state: State


@dataclass(frozen=True, slots=True)
class Track:
    """The end of one turn: its hour and everybody's `Sight` by key."""

    when: datetime
    sights: Mapping[str, Sight]


def along(line: Sequence[Metres], length_m: int, at_m: int) -> Metres:
    """The point so far along a road as it is drawn, whose stated length may be another."""
    drawn = sum(dist(p, q) for p, q in pairwise(line))
    left = at_m / max(length_m, 1) * drawn
    for p, q in pairwise(line):
        step = dist(p, q)
        if left <= step and step > 0:
            part = left / step
            return round(p[0] + (q[0] - p[0]) * part), round(p[1] + (q[1] - p[1]) * part)
        left -= step
    return line[-1]


class Drawn:
    """A state's points: in metres, and in degrees where the map has them."""

    def __init__(self, state: Scenario) -> None:
        self.state = state
        self.places = {place.key: (place.x_m, place.y_m) for place in state.places}
        self.roads = {road.key: road for road in state.roads}
        self.in_degrees = state.lat_e6 is not None and state.lon_e6 is not None

    def line(self, road: Road) -> list[Metres]:
        """The road as drawn, its ends included."""
        return [self.places[road.a], *road.shape, self.places[road.b]]

    def of(self, battalion: Battalion) -> Metres | None:
        """Where it stands; None off the map."""
        if battalion.road is not None and battalion.road_m is not None:
            road = self.roads[battalion.road]
            return along(self.line(road), road.length_m, battalion.road_m)
        return self.places.get(battalion.place or "")

    def need_degrees(self, what: str) -> None:
        """Raises BadInput where the map is known in kilometres only."""
        if not self.in_degrees:
            raise BadInput(
                f"{what} needs latitude and longitude, and this map has kilometres only: write 'centre: LAT, LON' in its scenario, or take graphml or csv"
            )

    def lon_lat(self, metres: Metres) -> list[float]:
        """``[longitude, latitude]`` in degrees."""
        lat0, lon0 = (self.state.lat_e6 or 0) / 1e6, (self.state.lon_e6 or 0) / 1e6
        return [round(lon0 + metres[0] / METRES_A_DEGREE / cos(radians(lat0)), 6), round(lat0 + metres[1] / METRES_A_DEGREE, 6)]


# GeoJSON and KML


def geojson_of(state: Scenario) -> str:
    """One FeatureCollection: a Point for every place and unit, a LineString for every road and feature. Raises BadInput."""
    drawn = Drawn(state)
    drawn.need_degrees("GeoJSON")
    features = [
        _feature("Point", drawn.lon_lat((p.x_m, p.y_m)), what="place", key=p.key, name=p.name, owner=p.owner, role=p.role)
        for p in state.places
    ]
    features += [
        _feature(
            "LineString",
            [drawn.lon_lat(p) for p in drawn.line(r)],
            what="road",
            key=r.key,
            name=r.name or r.key,
            kind=r.kind.value,
            km=r.length_m / 1000,
            **{"from": r.a, "to": r.b},
            bridge=", ".join(f"{c.name} ({c.state})" for c in r.crossings),
        )
        for r in state.roads
    ]
    features += [
        _feature(
            "LineString" if len(f.shape) > 1 else "Point",
            [drawn.lon_lat(p) for p in f.shape] if len(f.shape) > 1 else drawn.lon_lat(f.shape[0]),
            what="feature",
            name=f.name,
            kind=f.kind.value,
        )
        for f in state.features
        if f.shape
    ]
    for battalion in state.battalions:
        if (at := drawn.of(battalion)) is not None:
            features.append(_feature("Point", drawn.lon_lat(at), what="unit", **_told(state, battalion)))
    return json.dumps({"type": "FeatureCollection", "name": state.title, "features": features}, ensure_ascii=False, indent=1) + "\n"


def _feature(shape: str, coordinates: Any, /, **said: Any) -> dict[str, Any]:
    properties = {key: value for key, value in said.items() if value not in (None, "")}
    return {"type": "Feature", "properties": properties, "geometry": {"type": shape, "coordinates": coordinates}}


def _told(state: Scenario, b: Battalion) -> dict[str, Any]:
    return {
        "key": b.key,
        "name": b.name,
        "shortName": b.short,
        "sidc": sidc(b.arm, b.mark, enemy=b.side != state.sides[0].key, headquarters=b.headquarters_of is not None),
        "side": b.side,
        "formation": b.attached_to or b.organic,
        "arm": b.arm.value,
        "state": b.state.value,
        "men": b.present.men,
        "vehicles": b.present.vehicles,
        "guns": b.present.guns,
    }


def kml_of(state: Scenario) -> str:
    """A KML document with a folder for places, roads and each side. Raises BadInput."""
    drawn = Drawn(state)
    drawn.need_degrees("KML")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<kml xmlns="http://www.opengis.net/kml/2.2">',
        f"<Document><name>{escape(state.title)}</name>",
    ]
    for side in state.sides:
        red, green, blue = side.accent[1:3], side.accent[3:5], side.accent[5:7]
        lines.append(f"<Style id={quoteattr(side.key)}><IconStyle><color>ff{blue}{green}{red}</color></IconStyle></Style>")
    lines.append("<Folder><name>Places</name>")
    lines += [_placemark(p.name, p.role, _kml_point(drawn.lon_lat((p.x_m, p.y_m)))) for p in state.places]
    lines.append("</Folder><Folder><name>Roads</name>")
    lines += [
        _placemark(r.name or r.key, f"{r.kind}, {r.length_m / 1000:g} km", _kml_line([drawn.lon_lat(p) for p in drawn.line(r)]))
        for r in state.roads
    ]
    lines.append("</Folder>")
    for side in state.sides:
        lines.append(f"<Folder><name>{escape(side.name)}</name>")
        for b in state.battalions:
            if b.side == side.key and (at := drawn.of(b)) is not None:
                lines.append(
                    _placemark(
                        b.name, f"{b.state}, {b.present}", f"<styleUrl>#{escape(side.key)}</styleUrl>{_kml_point(drawn.lon_lat(at))}"
                    )
                )
        lines.append("</Folder>")
    return "\n".join([*lines, "</Document></kml>", ""])


def _placemark(name: str, told: str, inside: str) -> str:
    return f"<Placemark><name>{escape(name)}</name><description>{escape(told)}</description>{inside}</Placemark>"


def _kml_point(point: list[float]) -> str:
    return f"<Point><coordinates>{point[0]},{point[1]}</coordinates></Point>"


def _kml_line(points: list[list[float]]) -> str:
    return (
        f"<LineString><tessellate>1</tessellate><coordinates>{' '.join(f'{lon},{lat}' for lon, lat in points)}</coordinates></LineString>"
    )


# GraphML

_NODE_KEYS = ("name", "lat", "lon", "x", "y", "owner", "campaign")
_EDGE_KEYS = ("name", "kind", "length", "geometry", "campaign")


def graphml_of(state: Scenario) -> str:
    """The roads as an undirected graph; ``campaign`` holds what is ours alone, so that it comes back as it was."""
    drawn, sections = Drawn(state), Rewriter(state).sections()
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for kind, names in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        number = {"lat": "double", "lon": "double", "x": "double", "y": "double", "length": "double"}
        lines += [
            f'<key id="{kind[0]}_{name}" for="{kind}" attr.name="{name}" attr.type="{number.get(name, "string")}"/>' for name in names
        ]
    lines.append('<key id="g_campaign" for="graph" attr.name="campaign" attr.type="string"/>')
    whole = {key: sections[key] for key in ("centre", "features") if key in sections}
    lines.append(f'<graph edgedefault="undirected"><data key="g_campaign">{escape(json.dumps(whole, ensure_ascii=False))}</data>')
    for place in state.places:
        lon, lat = (place.lon_e6 / 1e6, place.lat_e6 / 1e6) if place.lat_e6 is not None and place.lon_e6 is not None else (None, None)
        said = {key: value for key, value in sections["places"][place.key].items() if key not in ("name", "at")}
        data = {
            "name": place.name,
            "lat": lat,
            "lon": lon,
            "x": place.x_m,
            "y": place.y_m,
            "owner": place.owner,
            "campaign": json.dumps(said, ensure_ascii=False) if said else None,
        }
        lines.append(f"<node id={quoteattr(place.key)}>{_data('n', data)}</node>")
    for road, entry in zip(state.roads, sections.get("roads", []), strict=True):
        said = {key: value for key, value in entry.items() if key not in ("from", "to", "kind")}
        points = drawn.line(road)
        wkt = ", ".join(" ".join(map(str, drawn.lon_lat(p) if drawn.in_degrees else p)) for p in points) if road.shape else ""
        data = {
            "name": road.name,
            "kind": road.kind.value,
            "length": road.length_m,
            "geometry": f"LINESTRING ({wkt})" if wkt else None,
            "campaign": json.dumps(said, ensure_ascii=False),
        }
        lines.append(f"<edge source={quoteattr(road.a)} target={quoteattr(road.b)}>{_data('e', data)}</edge>")
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


def _data(kind: str, data: Mapping[str, Any]) -> str:
    return "".join(f'<data key="{kind}_{name}">{escape(str(value))}</data>' for name, value in data.items() if value not in (None, ""))


# ORBAT Mapper


def orbatmapper_of(state: Scenario, track: Iterable[Track], start: datetime) -> str:
    """A scenario of format 3.4.0; what it has no field for is in ``campaignManager`` and is read back. Raises BadInput."""
    drawn, writer = Drawn(state), Rewriter(state)
    moments = list(track)
    inner: dict[str | None, list[Formation]] = {}
    leaves: dict[str, list[Battalion]] = {}
    for formation in state.formations:
        inner.setdefault(formation.superior, []).append(formation)
    for battalion in state.battalions:
        leaves.setdefault(battalion.organic, []).append(battalion)
    by_key = {formation.key: formation for formation in state.formations}

    def leaf(battalion: Battalion) -> dict[str, Any]:
        at = drawn.of(battalion)
        entry = writer.battalion(battalion, by_key[battalion.organic])
        head = battalion.headquarters_of is not None
        unit: dict[str, Any] = {
            "id": f"battalion-{battalion.key}",
            "name": battalion.name,
            "shortName": battalion.short,
            "sidc": sidc(battalion.arm, battalion.mark, enemy=battalion.side != state.sides[0].key, headquarters=head),
            "personnel": [{"name": "Men", "count": battalion.full.men, "onHand": battalion.present.men}],
            "equipment": [
                {"name": name, "count": full, "onHand": now}
                for name, full, now in (
                    ("Vehicles", battalion.full.vehicles, battalion.present.vehicles),
                    ("Guns", battalion.full.guns, battalion.present.guns),
                )
                if full
            ],
            "subUnits": [],
            "state": _states(battalion.key, moments, drawn),
            OURS: {"entry": entry, "headquarters": head},
        }
        if at is not None and drawn.in_degrees:
            unit["location"] = drawn.lon_lat(at)
        return unit

    def branch(formation: Formation) -> dict[str, Any]:
        entry = formation_entry(formation, by_key.get(formation.superior or ""))
        mark = formation.mark if formation.mark is not SizeMark.BATTALION else SizeMark.BRIGADE
        return {
            "id": f"formation-{formation.key}",
            "name": formation.name,
            "shortName": formation.short,
            "sidc": sidc(formation.arm, mark, enemy=formation.side != state.sides[0].key),
            "state": [],
            OURS: {"entry": entry},
            "subUnits": [*map(leaf, leaves.get(formation.key, ())), *map(branch, inner.get(formation.key, ()))],
        }

    sides = [
        {
            "id": f"side-{side.key}",
            "name": side.name,
            "standardIdentity": "3" if n == 0 else "6",
            OURS: {"key": side.key, "nation": next((f.nation for f in inner.get(None, ()) if f.side == side.key), "")},
            "subUnits": [],
            "groups": [
                {"id": f"group-{side.key}", "name": side.name, "subUnits": [branch(f) for f in inner.get(None, ()) if f.side == side.key]}
            ],
        }
        for n, side in enumerate(state.sides)
    ]
    content = {
        "id": f"campaign-{state.key}",
        "type": "ORBAT-mapper",
        "version": "3.4.0",
        "name": state.title,
        "description": state.summary or state.notes,
        "startTime": start.isoformat(),
        "timeZone": "UTC",
        "symbologyStandard": "app6d",
        "sides": sides,
        "events": [],
        "layerStack": [],
        "equipment": [{"name": "Vehicles"}, {"name": "Guns"}],
        "personnel": [{"name": "Men"}],
        "supplyCategories": [],
        "settings": {"rangeRingGroups": [], "statuses": [], "supplyClasses": [], "supplyUoMs": []},
        OURS: {"first day": state.first_day.isoformat(), "days": state.days},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _states(key: str, moments: list[Track], drawn: Drawn) -> list[dict[str, Any]]:
    """A state for every turn after which something about the battalion is different."""
    found: list[dict[str, Any]] = []
    before: Sight | None = None
    for n, track in enumerate(moments):
        sight = track.sights.get(key)
        if sight is None or sight == before:
            continue
        state: dict[str, Any] = {"id": f"{key}-{n}", "t": track.when.isoformat()}
        if drawn.in_degrees and (before is None or sight.at != before.at):
            state["location"] = drawn.lon_lat(sight.at) if sight.at is not None else None
        if before is None or sight.strength != before.strength:
            state["update"] = {
                "personnel": [{"name": "Men", "onHand": sight.strength.men}],
                "equipment": [{"name": "Vehicles", "onHand": sight.strength.vehicles}, {"name": "Guns", "onHand": sight.strength.guns}],
            }
        if before is None or sight.state is not before.state:
            state["title"] = sight.state.value
            state["reinforcedStatus"] = "None" if sight.state is State.FRESH else "Reduced"
        before = sight
        found.append(state)
    return found


# tables


def _orbat(state: Scenario) -> list[list[Cell]]:
    from campaign.exchange.foreign.tables import FIGURES, OWN_KEYS

    rows: list[dict[str, Cell]] = []
    writer = Rewriter(state)
    by_key = {formation.key: formation for formation in state.formations}
    sides = {side.key: side.name for side in state.sides}
    for formation in state.formations:
        entry = formation_entry(formation, by_key.get(formation.superior or ""))
        rows.append(_row(entry, formation.level.value, formation.name, formation.superior or "", sides[formation.side]))
        for battalion in (b for b in state.battalions if b.organic == formation.key):
            kind = "headquarters" if battalion.headquarters_of else "battalion"
            rows.append(_row(writer.battalion(battalion, formation), kind, battalion.name, formation.key, sides[battalion.side]))
    used = [column for column in ("kind", "name", "under", "side", *FIGURES, "items", *OWN_KEYS) if any(column in row for row in rows)]
    return [list(used), *([row.get(column, "") for column in used] for row in rows)]


def _row(entry: Mapping[str, Any], kind: str, name: str, under: str, side: str) -> dict[str, Cell]:
    row: dict[str, Cell] = {"kind": kind, "name": name, "under": under, "side": side}
    for key, value in entry.items():
        if key in (*(level.value for level in Level), "battalion", "headquarters"):
            continue
        if key in ("establishment", "strength"):
            row |= {f"{what}{' full' if key == 'establishment' else ''}": number for what, number in value.items()}
        elif key == "items":
            row["items"] = "; ".join(value) or "none"
        elif key == "arrives":
            row["arrives"] = f"{value['day']}.{value['turn']} at {value['at']}"
        else:
            row[key] = "yes" if value is True else "no" if value is False else NOTHING if value == "" else value
    return row


def _places(state: Scenario) -> list[list[Cell]]:
    head: list[Cell] = ["key", "name", "lat", "lon", "east km", "north km", "owner", "role"]
    return [head, *([p.key, p.name, _e6(p.lat_e6), _e6(p.lon_e6), p.x_m / 1000, p.y_m / 1000, p.owner or "", p.role] for p in state.places)]


def _e6(value: int | None) -> Cell:
    return "" if value is None else value / 1e6


def _roads(state: Scenario) -> list[list[Cell]]:
    rows: list[list[Cell]] = [["from", "to", "km", "kind", "name", "key", "crossings"]]
    for r in state.roads:
        crossings = "; ".join(f"{c.name} at {c.at_m / 1000:g} km: {c.state}" for c in r.crossings)
        rows.append([r.a, r.b, r.length_m / 1000, r.kind.value, r.name, r.key, crossings])
    return rows


def _objectives(state: Scenario) -> list[list[Cell]]:
    rows: list[list[Cell]] = [["key", "name", "place", "side", "points", "day"]]
    rows.extend([o.key, o.name, o.place, o.side, o.points, o.day or ""] for o in state.objectives)
    return rows


TABLES: dict[str, Callable[[Scenario], list[list[Cell]]]] = {"orbat": _orbat, "places": _places, "roads": _roads, "objectives": _objectives}
"""Tables that can be written. ``orbat``, written as CSV, XLSX or ODS, is read back by campaign convert."""


def table_of(state: Scenario, name: str) -> list[list[Cell]]:
    """The rows of a table. Raises BadInput for one that is not known."""
    if name not in TABLES:
        raise BadInput(f"there is no table {name!r}: {', '.join(TABLES)} can be written")
    return TABLES[name](state)


def csv_of(rows: list[list[Cell]]) -> str:
    """Comma-separated, with a line feed after each row."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


def xlsx_of(tables: Mapping[str, list[list[Cell]]]) -> bytes:
    """A workbook with a sheet for each table. Raises BadInput where openpyxl is missing."""
    from campaign.exchange.foreign.sheets import EXTRA

    try:
        import openpyxl
    except ImportError as fault:
        raise BadInput(EXTRA) from fault
    book = openpyxl.Workbook()
    if book.active is not None:
        book.remove(book.active)
    for name, rows in tables.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([f"'{cell}" if isinstance(cell, str) and cell.startswith("=") else cell for cell in row])
        sheet.freeze_panes = "A2"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()
