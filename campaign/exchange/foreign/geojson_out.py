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
from campaign.rules.common.force import Strength


def geojson_of(state: Scenario) -> str:
    """Return one FeatureCollection: a Point for every place and unit, a LineString for every road and feature. Raises
    BadInput.

    ``campaign`` holds the program's own properties, so that places, roads and features can be read back unchanged.
    """
    sections = Rewriter(state).sections()
    collection = {
        "type": "FeatureCollection",
        "name": state.title,
        "campaign": _ours({"centre": sections["centre"]}) if "centre" in sections else {},
        "features": _features(state, sections, "GeoJSON"),
    }
    return json.dumps(collection, ensure_ascii=False, indent=1) + "\n"


def _features(state: Scenario, sections: Mapping[str, Any], subject: str) -> list[dict[str, Any]]:
    """Return places, roads, features and units as features of GeoJSON. Raises BadInput on a map without degrees."""
    drawn = Drawn(state)
    drawn.need_degrees(subject)
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
    return features


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
    """Return a KML document with a folder for places, roads, features and each side; every placemark has the properties
    of the feature in GeoJSON, so that the map can be read back. Raises BadInput.
    """
    sections = Rewriter(state).sections()
    features = _features(state, sections, "KML")
    centre = _ours({"centre": sections["centre"]}) if "centre" in sections else {}
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<kml xmlns="http://www.opengis.net/kml/2.2">',
        f"<Document><name>{escape(state.title)}</name>{_extended({'campaign': centre})}",
    ]
    for side in state.sides:
        red, green, blue = side.accent[1:3], side.accent[3:5], side.accent[5:7]
        lines.append(
            f"<Style id={quoteattr(side.key)}><IconStyle><color>ff{blue}{green}{red}</color></IconStyle></Style>"
        )
    held = {side.key: f"held by {side.name}" for side in state.sides}
    folders = [
        ("Places", [feature for feature in features if feature["properties"]["what"] == "place"]),
        ("Roads", [feature for feature in features if feature["properties"]["what"] == "road"]),
        ("Features", [feature for feature in features if feature["properties"]["what"] == "feature"]),
        *((side.name, [f for f in features if f["properties"].get("side") == side.key]) for side in state.sides),
    ]
    for name, inside in folders:
        if inside or name != "Features":
            placemarks = [_placemark(feature, held) for feature in inside]
            lines += [f"<Folder><name>{escape(name)}</name>", *placemarks, "</Folder>"]
    return "\n".join([*lines, "</Document></kml>", ""])


def _placemark(feature: Mapping[str, Any], held: Mapping[str, str]) -> str:
    """Return a placemark with its description, its properties and its geometry."""
    facts, geometry = feature["properties"], feature["geometry"]
    what = facts["what"]
    style = ""
    if what == "place":
        text = "; ".join(
            filter(None, (facts.get("role", ""), held.get(facts.get("owner", ""), ""), facts.get("objective", "")))
        )
    elif what == "road":
        text = f"{facts['kind']}, {facts['km']:g} km"
    elif what == "unit":
        text = f"{facts['state']}, {_strength_in_words(facts)}"
        style = f"<styleUrl>#{escape(facts['side'])}</styleUrl>"
    else:
        text = str(facts["kind"])
    shape = _kml_point if geometry["type"] == "Point" else _kml_line
    return (
        f"<Placemark><name>{escape(str(facts.get('name', '')))}</name><description>{escape(text)}</description>{style}"
        f"{_extended(facts)}{shape(geometry['coordinates'])}</Placemark>"
    )


def _strength_in_words(facts: Mapping[str, Any]) -> str:
    """Return the strength of a unit: ``577 men, 40 vehicles``."""
    return str(Strength(facts.get("men", 0), facts.get("vehicles", 0), facts.get("guns", 0)))


def _extended(facts: Mapping[str, Any]) -> str:
    """Return properties as KML holds them."""
    data = "".join(
        f"<Data name={quoteattr(key)}><value>"
        f"{escape(json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value))}</value></Data>"
        for key, value in facts.items()
        if value not in (None, "", {})
    )
    return f"<ExtendedData>{data}</ExtendedData>" if data else ""


def _kml_point(point: list[float]) -> str:
    return f"<Point><coordinates>{point[0]},{point[1]}</coordinates></Point>"


def _kml_line(points: list[list[float]]) -> str:
    coordinates = " ".join(f"{lon},{lat}" for lon, lat in points)
    return f"<LineString><tessellate>1</tessellate><coordinates>{coordinates}</coordinates></LineString>"
