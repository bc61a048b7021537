"""OpenStreetMap in PBF: the same map as from XML, and one clear line where it cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from campaign.errors import BadFile, BadInput
from campaign.exchange.foreign.convert import convert
from campaign.exchange.foreign.wishes import Wishes

osmium = pytest.importorskip("osmium")

WAYS = [
    ([1, 2, 3], {"highway": "primary", "name": "Main road"}),
    ([3, 4], {"highway": "track", "bridge": "yes"}),
    ([3, 5, 99], {"highway": "residential", "oneway": "yes"}),
    ([1, 6], {"highway": "footway"}),
    ([7, 8], {"waterway": "river"}),
]
TOWN = {"place": "town", "name": "Halfway"}


def position(number: int) -> tuple[float, float]:
    """Latitude and longitude: points on a line to the north-east, two kilometres apart."""
    return 50 + number * 0.013, 5 + number * 0.02 * (1 if number % 2 else 1.3)


def xml(path: Path) -> Path:
    lines = ['<?xml version="1.0"?>', '<osm version="0.6">']
    for number in range(1, 9):
        lat, lon = position(number)
        tags = "".join(f'<tag k="{k}" v="{v}"/>' for k, v in TOWN.items()) if number == 3 else ""
        lines.append(f'<node id="{number}" lat="{lat:.7f}" lon="{lon:.7f}">{tags}</node>')
    for number, (line, tags) in enumerate(WAYS, 1):
        said = "".join(f'<nd ref="{ref}"/>' for ref in line) + "".join(
            f'<tag k="{k}" v="{v}"/>' for k, v in tags.items()
        )
        lines.append(f'<way id="{number}">{said}</way>')
    path.write_text("\n".join([*lines, "</osm>"]), encoding="utf-8")
    return path


def pbf(path: Path, source: Path) -> Path:
    writer = osmium.SimpleWriter(str(path), overwrite=True)
    for one in osmium.FileProcessor(str(source)):
        writer.add(one)
    writer.close()
    return path


def test_pbf_gives_the_same_map_as_xml(tmp_path: Path) -> None:
    source = xml(tmp_path / "m.osm")
    one, other = convert([source], Wishes()), convert([pbf(tmp_path / "m.osm.pbf", source)], Wishes())
    assert one.counts == other.counts and one.counts["ways"] == 3 and one.counts["roads"] == 3
    assert one.files["map.yaml"].replace("m.osm", "") == other.files["map.yaml"].replace("m.osm.pbf", "")
    assert "halfway:" in other.files["map.yaml"] and "crossings" in other.files["map.yaml"]


@pytest.mark.parametrize("keep", [20, 60, -5])
def test_a_file_that_is_cut_off_is_refused_in_one_line(tmp_path: Path, keep: int) -> None:
    whole = pbf(tmp_path / "m.osm.pbf", xml(tmp_path / "m.osm"))
    whole.write_bytes(whole.read_bytes()[:keep])
    with pytest.raises(BadFile, match=r"^m\.osm\.pbf cannot be read as OpenStreetMap in PBF") as caught:
        convert([whole], Wishes())
    assert "\n" not in str(caught.value)


def test_without_the_extra_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pbf(tmp_path / "m.osm.pbf", xml(tmp_path / "m.osm"))
    monkeypatch.setitem(sys.modules, "osmium", None)
    with pytest.raises(BadInput, match=r"install the extra osm \(.*pip install .*\), or turn it into XML"):
        convert([whole], Wishes())
