"""A campaign at a moment as GeoJSON (QGIS, geojson.io) and KML (Google Earth): places, roads, features and units."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from campaign.exchange.foreign.map_features import Drawn
from campaign.exchange.foreign.symbols import sidc
from campaign.exchange.rewriting import Rewriter
from campaign.exchange.values import Battalion, Place, Scenario


def geojson_of(state: Scenario) -> str:
    """Return one FeatureCollection: a Point for every place and unit, a LineString for every road and feature. Raises
    BadInput.

    ``campaign`` holds the program's own properties, so that places, roads and features can be read back unchanged.
    """
    drawn, sections = Drawn(state), Rewriter(state).sections()
    drawn.need_degrees("GeoJSON")
    spots = {p.key: _lon_lat(p, drawn) for p in state.places}
    features = [
        _feature(
            "Point",
            spots[p.key],
            what="place",
            key=p.key,
            name=p.name,
            owner=p.owner,
            role=p.role,
            objective=_scores(state, p.key),
            campaign=_ours(sections["places"][p.key], "name", "at"),
        )
        for p in state.places
    ]
    features += [
        _feature(
            "LineString",
            [spots[r.a], *map(drawn.lon_lat, r.shape), spots[r.b]],
            what="road",
            key=r.key,
            name=r.name or r.key,
            kind=r.kind.value,
            km=r.length_m / 1000,
            **{"from": r.a, "to": r.b},
            bridge=", ".join(f"{c.name} ({c.state})" for c in r.crossings),
            campaign=_ours(entry, "from", "to", "kind", "shape"),
        )
        for r, entry in zip(state.roads, sections.get("roads", []), strict=True)
    ]
    features += [
        _feature(
            "LineString" if len(f.shape) > 1 else "Point",
            [drawn.lon_lat(p) for p in f.shape] if len(f.shape) > 1 else drawn.lon_lat(f.shape[0]),
            what="feature",
            name=f.name,
            kind=f.kind.value,
            campaign=_ours(entry, "kind", "name", "shape"),
        )
        for f, entry in zip(state.features, sections.get("features", []), strict=True)
        if f.shape
    ]
    for battalion in state.battalions:
        if (at := drawn.of(battalion)) is not None:
            features.append(_feature("Point", drawn.lon_lat(at), what="unit", **_facts_of(state, battalion)))
    collection = {
        "type": "FeatureCollection",
        "name": state.title,
        "campaign": _ours({"centre": sections["centre"]}),
        "features": features,
    }
    return json.dumps(collection, ensure_ascii=False, indent=1) + "\n"


def _lon_lat(place: Place, drawn: Drawn) -> list[float]:
    if place.lat_e6 is None or place.lon_e6 is None:
        return drawn.lon_lat((place.x_m, place.y_m))
    return [place.lon_e6 / 1e6, place.lat_e6 / 1e6]


def _ours(entry: Mapping[str, Any], *elsewhere: str) -> dict[str, Any]:
    """Return the values of an entry of the program's files that no other property or coordinate holds."""
    return {key: value for key, value in entry.items() if key not in elsewhere}


def _scores(state: Scenario, place: str) -> str:
    """Return the score for holding a place: ``British 3 points on day 2``."""
    sides = {side.key: side.name for side in state.sides}
    objectives = [objective for objective in state.objectives if objective.place == place]
    return "; ".join(
        f"{sides.get(objective.side or '', 'any side')} {objective.points}"
        f" point{'s' * (objective.points != 1)}{f' on day {objective.day}' if objective.day else ' a day'}"
        for objective in objectives
    )


def _feature(shape: str, coordinates: Any, /, **facts: Any) -> dict[str, Any]:
    properties = {key: value for key, value in facts.items() if value not in (None, "", {})}
    return {"type": "Feature", "properties": properties, "geometry": {"type": shape, "coordinates": coordinates}}


def _facts_of(state: Scenario, b: Battalion) -> dict[str, Any]:
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
    """Return a KML document with a folder for places, roads and each side. Raises BadInput."""
    drawn = Drawn(state)
    drawn.need_degrees("KML")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<kml xmlns="http://www.opengis.net/kml/2.2">',
        f"<Document><name>{escape(state.title)}</name>",
    ]
    for side in state.sides:
        red, green, blue = side.accent[1:3], side.accent[3:5], side.accent[5:7]
        lines.append(
            f"<Style id={quoteattr(side.key)}><IconStyle><color>ff{blue}{green}{red}</color></IconStyle></Style>"
        )
    lines.append("<Folder><name>Places</name>")
    held = {side.key: f"held by {side.name}" for side in state.sides}
    for p in state.places:
        text = "; ".join(filter(None, (p.role, held.get(p.owner or "", ""), _scores(state, p.key))))
        lines.append(_placemark(p.name, text, _kml_point(drawn.lon_lat((p.x_m, p.y_m)))))
    lines.append("</Folder><Folder><name>Roads</name>")
    lines += [
        _placemark(
            r.name or r.key, f"{r.kind}, {r.length_m / 1000:g} km", _kml_line([drawn.lon_lat(p) for p in drawn.line(r)])
        )
        for r in state.roads
    ]
    lines.append("</Folder>")
    for side in state.sides:
        lines.append(f"<Folder><name>{escape(side.name)}</name>")
        for b in state.battalions:
            if b.side == side.key and (at := drawn.of(b)) is not None:
                lines.append(
                    _placemark(
                        b.name,
                        f"{b.state}, {b.present}",
                        f"<styleUrl>#{escape(side.key)}</styleUrl>{_kml_point(drawn.lon_lat(at))}",
                    )
                )
        lines.append("</Folder>")
    return "\n".join([*lines, "</Document></kml>", ""])


def _placemark(name: str, text: str, inside: str) -> str:
    return f"<Placemark><name>{escape(name)}</name><description>{escape(text)}</description>{inside}</Placemark>"


def _kml_point(point: list[float]) -> str:
    return f"<Point><coordinates>{point[0]},{point[1]}</coordinates></Point>"


def _kml_line(points: list[list[float]]) -> str:
    coordinates = " ".join(f"{lon},{lat}" for lon, lat in points)
    return f"<LineString><tessellate>1</tessellate><coordinates>{coordinates}</coordinates></LineString>"
