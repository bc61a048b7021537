"""What is said of many features alike is said once, and one thing is no plural."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.exchange.foreign.alike import MOST_RUNS, called, together
from campaign.exchange.foreign.draft import Remark
from campaign.terms.words import of_kind


def test_remarks_that_differ_in_a_number_only_are_one() -> None:
    remarks = [
        Remark("m.geojson, feature 4", "left out"),
        Remark("m.geojson", "no class"),
        Remark("m.geojson, feature 5", "left out"),
        Remark("m.geojson, feature 5", "a pond, left out"),
        Remark("m.geojson, feature 9", "left out"),
        Remark("m.geojson", "no class"),
    ]
    assert [str(one) for one in together(remarks)] == [
        "m.geojson, features 4-5, 9: left out",
        "m.geojson: no class",
        "m.geojson, feature 5: a pond, left out",
        "m.geojson: no class",
    ]


def test_of_very_many_numbers_the_first_are_listed_and_the_others_counted() -> None:
    (words,) = called(f"m.geojson, feature {2 * n}" for n in range(1, 377))
    assert words.startswith("m.geojson, features 2, 4, 6") and words.endswith(f" and {376 - MOST_RUNS} more")
    assert called(["N1", "m.geojson, feature 2", "N1"]) == ["N1", "m.geojson, feature 2"]


@pytest.mark.parametrize(
    ("count", "kinds", "words"),
    [
        (1, "roads", "1 road"),
        (2, "roads", "2 roads"),
        (1200, "points on them", "1,200 points on them"),
        (1, "points on them", "1 point on them"),
        (1, "named points", "1 named point"),
        (1, "entries", "1 entry"),
        (1, "headquarters", "1 headquarters"),
    ],
)
def test_one_is_no_plural(count: int, kinds: str, words: str) -> None:
    assert of_kind(count, kinds) == words


def test_a_map_of_hundreds_of_polygons_has_a_short_report(tmp_path: Path) -> None:
    """695 of them, and 376 lines without a kind, as a survey of a town has."""
    ring = {"type": "Polygon", "coordinates": []}
    ends = [[5 + n / 50, 50 + n % 2 / 50] for n in range(377)]
    lines = [{"type": "LineString", "coordinates": ends[n : n + 2]} for n in range(376)]
    features = [{"type": "Feature", "properties": {}, "geometry": shape} for shape in (*lines, *[ring] * 695)]
    (tmp_path / "town.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    done = CliRunner().invoke(campaign, ["convert", str(tmp_path / "town.geojson"), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    report = (tmp_path / "out" / "converted.txt").read_text(encoding="utf-8")
    assert (
        "town.geojson, features 377-1071: it is a Polygon, which is neither a road nor a place, so it was left out"
        in report
    )
    assert "town.geojson, features 1-376" in report
    assert len(report.splitlines()) < 20 and max(map(len, report.splitlines())) < 300
    assert re.search(r"\b1 road\b", done.output) and "1 roads" not in done.output
