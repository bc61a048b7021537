"""Positions and grids of other programs: known landmarks, the way there and back, and where files use them."""

from __future__ import annotations

import json
import sys
from math import asinh, atan2, atanh, cos, cosh, degrees, hypot, log, pi, radians, sin, sinh, sqrt, tan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadFile
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import convert, keep
from campaign.exchange.foreign.positions import BANDS, geocentric, position_of, utm
from campaign.exchange.foreign.wishes import Wishes

AXIS, FLAT = 6_378_137.0, 1 / 298.257_223_563


def grid_of(lat: float, lon: float, zone: int) -> tuple[float, float]:
    """East and north of a point in a zone of the grid, by the series of Krüger."""
    n = FLAT / (2 - FLAT)
    e = sqrt(FLAT * (2 - FLAT))
    radius = AXIS / (1 + n) * (1 + n**2 / 4 + n**4 / 64)
    phi, away = radians(lat), radians(lon - (zone * 6 - 183))
    conformal = sinh(asinh(tan(phi)) - e * atanh(e * sin(phi)))
    xi, eta = atan2(conformal, cos(away)), asinh(sin(away) / hypot(conformal, cos(away)))
    series = (n / 2 - 2 * n**2 / 3 + 5 * n**3 / 16, 13 * n**2 / 48 - 3 * n**3 / 5, 61 * n**3 / 240)
    north = xi + sum(a * sin(2 * k * xi) * cosh(2 * k * eta) for k, a in enumerate(series, 1))
    east = eta + sum(a * cos(2 * k * xi) * sinh(2 * k * eta) for k, a in enumerate(series, 1))
    return 0.9996 * radius * east + 500_000, 0.9996 * radius * north + (10_000_000 if lat < 0 else 0)


@pytest.mark.parametrize(
    ("word", "lat", "lon"),
    [
        ("31U DQ 48251 11932", 48.8582, 2.2945),  # the Eiffel tower
        ("31UDQ4825111932", 48.8582, 2.2945),
        ("31U 448251 5411932", 48.8582, 2.2945),
        ("56H LH 34873 52266", -33.8570, 151.2150),  # the opera house of Sydney
        ("48°51'29.5\"N 2°17'40.2\"E", 48.8582, 2.2945),
        ("48.8582, 2.2945", 48.8582, 2.2945),
        ("48.8582 2.2945", 48.8582, 2.2945),
        ("33.857S 151.215E", -33.8570, 151.2150),
        ("[2.2945, 48.8582]", 48.8582, 2.2945),
    ],
)
def test_a_landmark_is_where_it_is(word: str, lat: float, lon: float) -> None:
    assert position_of(word) == pytest.approx((lat, lon), abs=1e-4)


def test_fewer_digits_mean_the_middle_of_a_square() -> None:
    whole, part = position_of("31UDQ4850011500"), position_of("31UDQ4811")
    assert whole is not None and part is not None
    assert part == pytest.approx(whole, abs=1e-9)


@pytest.mark.parametrize(
    "word",
    [
        "",
        "Sollum",
        "31U",
        "95, 10",
        "31ZDQ4825111932",
        "31UDI4825111932",
        "61UDQ4825111932",
        "31UDQ482511193",
        "4/6",
        "12",
    ],
)
def test_what_is_no_position_is_none(word: str) -> None:
    assert position_of(word) is None


@given(st.floats(-79.9, 83.9).filter(lambda lat: abs(lat) > 1e-6), st.floats(-179.9, 179.9))
def test_the_grid_leads_there_and_back(lat: float, lon: float) -> None:
    zone, band = int((lon + 180) // 6) + 1, BANDS[min(19, int((lat + 80) // 8))]
    assert utm(zone, band, *grid_of(lat, lon, zone)) == pytest.approx((lat, lon), abs=1e-8)


@given(st.floats(-89.9, 89.9), st.floats(-179.9, 179.9))
def test_distances_from_the_middle_of_the_earth_lead_there_and_back(lat: float, lon: float) -> None:
    squashed = FLAT * (2 - FLAT)
    curve = AXIS / sqrt(1 - squashed * sin(radians(lat)) ** 2)
    x, y = (curve * cos(radians(lat)) * turn(radians(lon)) for turn in (cos, sin))
    assert geocentric(x, y, curve * (1 - squashed) * sin(radians(lat))) == pytest.approx((lat, lon), abs=1e-8)


def lines(*points: tuple[float, float], crs: str = "") -> str:
    road = {
        "type": "Feature",
        "properties": {"highway": "primary"},
        "geometry": {"type": "LineString", "coordinates": list(points)},
    }
    named = {"crs": {"type": "name", "properties": {"name": crs}}} if crs else {}
    return json.dumps({"type": "FeatureCollection", "features": [road], **named})


@pytest.fixture
def without_pyproj(monkeypatch: pytest.MonkeyPatch) -> None:
    """The few grids that are read without the extra."""
    monkeypatch.setitem(sys.modules, "pyproj", None)


PARIS, LILLE = (48.8582, 2.2945), (50.6372, 3.0633)


@pytest.mark.usefixtures("without_pyproj")
@pytest.mark.parametrize(
    "crs", ["", "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::3857", "EPSG:32631", "EPSG:27700"]
)
def test_a_map_in_a_grid_that_is_named_becomes_degrees(crs: str, tmp_path: Path) -> None:
    turned = {
        "": lambda lat, lon: (lon, lat),
        "urn:ogc:def:crs:OGC:1.3:CRS84": lambda lat, lon: (lon, lat),
        "urn:ogc:def:crs:EPSG::3857": lambda lat, lon: (
            AXIS * radians(lon),
            AXIS * log(tan(pi / 4 + radians(lat) / 2)),
        ),
        "EPSG:32631": lambda lat, lon: grid_of(lat, lon, 31),
        "EPSG:27700": lambda lat, lon: (500_000 + 1000 * degrees(lon), 200_000 + 1000 * degrees(lat)),
    }[crs]
    path = tmp_path / "m.geojson"
    path.write_text(lines(turned(*PARIS), turned(*LILLE), crs=crs), encoding="utf-8")
    done = convert([path], Wishes())
    if crs == "EPSG:27700":
        assert any(
            "metres east and north, because they are not degrees but in EPSG:27700" in str(remark)
            for remark in done.guessed
        )
        assert "coordinates: kilometres" in done.files["map.yaml"]
    else:
        assert 'at: "48.8582, 2.2945"' in done.files["map.yaml"] and 'at: "50.6372, 3.0633"' in done.files["map.yaml"]
        assert done.guessed == ()


NEW_YORK_FEET = ((981_000.5, 199_500.0), (1_012_000.0, 241_000.0))


@pytest.mark.usefixtures("without_pyproj")
@pytest.mark.parametrize(
    "crs",
    [
        {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::2263"}},
        {"type": "name", "properties": {"name": "EPSG:2272"}},
        {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3395"}},
        {"type": "name", "properties": {"name": "NAD_1983_StatePlane_New_York_Long_Island_FIPS_3104_Feet"}},
        {"type": "name", "properties": {"name": "ESRI:54009"}},
        {"type": "EPSG", "properties": {"code": 2263}},
        {"type": "link", "properties": {"href": "https://spatialreference.org/ref/epsg/2263/"}},
    ],
)
def test_a_grid_that_may_be_in_feet_is_refused(crs: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "m.geojson"
    path.write_text(json.dumps(json.loads(lines(*NEW_YORK_FEET)) | {"crs": crs}), encoding="utf-8")
    with pytest.raises(BadFile, match="Save the file as EPSG:4326"):
        convert([path], Wishes())


@pytest.mark.usefixtures("without_pyproj")
@pytest.mark.parametrize("crs", ["EPSG:2154", "urn:ogc:def:crs:EPSG::28992", "EPSG:31370", "EPSG:23031"])
def test_a_national_grid_of_metres_is_taken_as_metres(crs: str, tmp_path: Path) -> None:
    path = tmp_path / "m.geojson"
    path.write_text(lines((186_000, 427_000), (190_000, 430_000), crs=crs), encoding="utf-8")
    done = convert([path], Wishes())
    assert any(
        f"not degrees but in {crs.removeprefix('urn:ogc:def:crs:').replace('::', ':')}" in str(one)
        for one in done.guessed
    )
    assert 'at: "186, 427"' in done.files["map.yaml"] and "km: 5," in done.files["map.yaml"]


def test_a_river_of_a_map_in_metres_lies_east_and_north_as_its_roads(tmp_path: Path) -> None:
    content = json.loads(lines((186_000, 427_000), (190_000, 430_000)))
    river = json.loads(lines((186_000, 429_000), (190_000, 428_000)))["features"][0] | {
        "properties": {"waterway": "river", "name": "Waal"}
    }
    path = tmp_path / "m.geojson"
    path.write_text(json.dumps(content | {"features": [*content["features"], river]}), encoding="utf-8")
    assert 'name: Waal, shape: ["186, 429", "190, 428"]' in convert([path], Wishes()).files["map.yaml"]


def test_degrees_under_the_name_of_a_grid_are_degrees_and_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "m.geojson"
    for crs in ("EPSG:3857", "EPSG:2263"):
        path.write_text(lines((2.2945, 48.8582), (3.0633, 50.6372), crs=crs), encoding="utf-8")
        done = convert([path], Wishes())
        assert any(f"names {crs}, but its numbers are degrees" in str(one) for one in done.guessed)
        assert 'at: "48.8582, 2.2945"' in done.files["map.yaml"]


@pytest.mark.parametrize(
    ("crs", "good", "stray"),
    [
        ("", ((2.2945, 48.8582), (3.0633, 50.6372)), (3.0633, 506_372.0)),
        ("EPSG:32631", (grid_of(*PARIS, 31), grid_of(*LILLE, 31)), (-5_000_000.0, 99.0)),
        ("EPSG:3857", ((255_000.0, 6_250_000.0), (341_000.0, 6_555_000.0)), (1e8, 6_000_000.0)),
    ],
)
def test_a_stray_number_is_refused_and_does_not_move_the_map(
    crs: str, good: tuple[tuple[float, float], ...], stray: tuple[float, float], tmp_path: Path
) -> None:
    content = json.loads(lines(*good, crs=crs))
    content["features"] += json.loads(lines(good[0], (good[0][0] + 0.02, good[0][1])))["features"]
    content["features"] += json.loads(lines(good[0], stray))["features"]
    path = tmp_path / "m.geojson"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        convert([path], Wishes())
    assert any("feature 3" in fault and "is not a position in" in fault for fault in caught.value.faults)
    done = convert([path], Wishes(leave_out=True))
    assert "coordinates: degrees" in done.files["map.yaml"]


@pytest.mark.parametrize("at", ["31UDQ4825111932", "48.8582 2.2945", "[2.2945, 48.8582]"])
def test_a_table_may_give_a_position_as_its_place(at: str, tmp_path: Path) -> None:
    road, table = tmp_path / "m.geojson", tmp_path / "u.csv"
    road.write_text(lines((2.2945, 48.8582), (3.0633, 50.6372)), encoding="utf-8")
    table.write_text(
        f'name,under,nation,location,side\n1st Brigade,,us,,Blue\n1st Infantry,1st Brigade,,"{at}",\n', encoding="utf-8"
    )
    keep(convert([table, road], Wishes()), tmp_path / "out")
    scenario = read_scenario(tmp_path / "out")
    stands = next(b.place for b in scenario.battalions if b.name == "1st Infantry")
    assert next((p.lat_e6, p.lon_e6) for p in scenario.places if p.key == stands) == (48_858_200, 2_294_500)
