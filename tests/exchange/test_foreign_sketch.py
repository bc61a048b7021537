"""A map from nothing: told by distance and bearing, or marked on a scanned picture."""

from __future__ import annotations

import re
from base64 import b64decode
from contextlib import suppress
from math import hypot
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from campaign.cli.contents import campaign as program
from campaign.errors import BadFile
from campaign.exchange.check import read_map, read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.sketch import Sketch, bearing_of, is_sketch, problem_of, read_lines
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Scenario
from campaign.terms.ground import FeatureKind, RoadKind

SKETCH = """\
# by the atlas
Son is 10 km N of Eindhoven by highway, bridge over Wilhelmina Canal
Best 9 km north-west of Eindhoven, track
Son to Best by secondary road, 8 km
Sint-Oedenrode 7 km 0° of Son by highway
river Dommel between Son and Sint-Oedenrode
Son: village
Best: hill
"""


def made(folder: Path, text: str, name: str = "map.txt") -> tuple[Converted, Scenario]:
    (folder / name).write_text(text, encoding="utf-8")
    done = convert([folder / name], Wishes())
    keep(done, folder / "out")
    return done, read_map(folder / "out")


def test_places_lie_where_the_lines_say(tmp_path: Path) -> None:
    _, scenario = made(tmp_path, SKETCH)
    points = {place.key: (place.x_m, place.y_m) for place in scenario.places}
    east, north = points["son"][0] - points["eindhoven"][0], points["son"][1] - points["eindhoven"][1]
    assert (east, north) == (0, 10_000)
    assert abs(points["best"][0] - points["eindhoven"][0] + 6364) <= 1
    kinds = {frozenset((road.a, road.b)): (road.kind, road.length_m) for road in scenario.roads}
    assert kinds[frozenset(("son", "best"))] == (RoadKind.SECONDARY, 8_000)
    assert kinds[frozenset(("eindhoven", "best"))][0] is RoadKind.TRACK
    assert kinds[frozenset(("eindhoven", "son"))][0] is RoadKind.METALLED


def test_bridges_and_rivers_cross_the_roads(tmp_path: Path) -> None:
    done, scenario = made(tmp_path, SKETCH)
    bridges = {crossing.name: crossing.waterway for road in scenario.roads for crossing in road.crossings}
    assert bridges == {"bridge over Wilhelmina Canal": "Wilhelmina Canal", "bridge over Dommel": "Dommel"}
    assert any("a bridge, because the road leads over the Dommel" in str(remark) for remark in done.guessed)
    assert {(f.kind, f.name) for f in scenario.features} == {
        (FeatureKind.CANAL, "Wilhelmina Canal"),
        (FeatureKind.RIVER, "Dommel"),
    }
    assert next(place.hill for place in scenario.places if place.key == "best")


def test_a_place_in_degrees_puts_all_of_them_on_the_globe(tmp_path: Path) -> None:
    _, scenario = made(tmp_path, "Eindhoven at 51.44, 5.47\n" + SKETCH)
    son = next(place for place in scenario.places if place.key == "son")
    assert son.lat_e6 == pytest.approx(51_529_900, abs=200) and son.lon_e6 == 5_470_000


def test_a_loop_is_fitted_and_what_is_left_over_is_told(tmp_path: Path) -> None:
    text = "B 10 km N of A by track\nC 10 km E of B by track\nC 16 km NE of A by track\n"
    done, _ = made(tmp_path, text)
    told = [remark for remark in done.guessed if "fits all lines best" in str(remark)]
    assert [remark.where for remark in told] == ["map.txt:1", "map.txt:2", "map.txt:3"]


@pytest.mark.parametrize(
    ("text", "lines", "reason"),
    [
        (
            "B 10 km N of A by track\nC 10 km E of B by track\nC 14 km SW of A by track\n",
            [1, 2, 3],
            "contradicts the other",
        ),
        (
            (
                "B 10 km N of A by track\nC 10 km E of B\nC 14.1 km NE of A\nD 10 km S of C\nD 10 km E of A\nD 10 km W"
                " of A\n"
            ),
            [6],
            "contradicts the other lines. Correct",
        ),
        ("B 10 km N of A by track\nD 5 km S of C by track\n", [2], "no line gives the position"),
        ("B 10 km N of A by track\nA to Q by track\n", [2], "no line gives the position of 'Q'"),
        ("B 10 km N of A by silk\n", [1], "not a kind of road"),
        ("B 10 km N of A, carpet\n", [1], "is not understood. Write a kind of road"),
        ("B 10 km N of B by track\nC 10 km N of B by track\n", [1], "cannot be placed by its distance from itself"),
        ("B 10 km N of A by track\nthe enemy is near\n", [2], "write for example"),
        ("B 10 km N of A by track\nriver Dommel between B\n", [2], "does not name two places"),
    ],
)
def test_what_is_wrong_is_refused_by_its_line(text: str, lines: list[int], reason: str, tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as refusal:
        convert([tmp_path / "m.txt"], Wishes())
    faults = refusal.value.faults
    assert [int(re.match(r"m\.txt:(\d+)", fault)[1]) for fault in faults] == lines  # type: ignore[index]
    assert reason in faults[0] and "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("words", "degrees"),
    [
        ("N", 0),
        ("north", 0),
        ("NNE", 22.5),
        ("north-east", 45),
        ("south west", 225),
        ("West", 270),
        ("95°", 95),
        ("up", None),
    ],
)
def test_bearings_in_words_letters_and_degrees(words: str, degrees: float | None) -> None:
    assert bearing_of(words) == degrees


def test_only_a_text_with_distances_and_bearings_is_a_sketch() -> None:
    assert is_sketch(SKETCH.encode())
    assert not is_sketch(b"VIII Corps\n  11th Armoured Division\n    23rd Hussars @ 5 km N\n")


@given(
    st.lists(
        st.tuples(st.floats(-40, 40), st.floats(-40, 40)),
        min_size=2,
        max_size=8,
        unique_by=lambda p: (round(p[0]), round(p[1])),
    ),
    st.data(),
)
def test_whatever_map_is_measured_comes_out_as_it_was(points: list[tuple[float, float]], data: st.DataObject) -> None:
    """Every place by one before it, and some by a second: the same map, to the tenth of a kilometre that lines tell."""
    from math import atan2, degrees

    lines = []
    for n in range(1, len(points)):
        for m in {n - 1, data.draw(st.integers(0, n - 1))}:
            east, north = points[n][0] - points[m][0], points[n][1] - points[m][1]
            lines.append(
                f"P{n} is {max(hypot(east, north), 0.1):.3f} km {round(degrees(atan2(east, north))) % 360}° of P{m}"
                " by track"
            )
    chart = read_lines(lines, "m", Wishes()).chart
    assert chart is not None
    zero = chart.nodes["p0"].point
    for n, (east, north) in enumerate(points):
        x, y = chart.nodes[f"p{n}"].point
        assert (
            hypot(x - zero[0] - (east - points[0][0]) * 1000, y - zero[1] - (north - points[0][1]) * 1000)
            < 1500 * n + 1
        )


@given(st.text(alphabet="abAB 0123456789.,:;#°-kmNSEWofbyatroadriverbetweenandto\n", max_size=80))
def test_any_line_is_understood_or_refused(text: str) -> None:
    assert "\n" not in problem_of(text.replace("\n", " "))
    sketch = Sketch("m.txt")
    for number, line in enumerate(text.splitlines(), 1):
        sketch.take(line, number)
    with suppress(BadFile):
        sketch.finish()


# at the terminal


def run(words: list[str], typed: str = "") -> Result:
    return CliRunner().invoke(program, words, input=typed)


def test_a_sketch_is_typed_line_by_line(tmp_path: Path) -> None:
    where = str(tmp_path / "own")
    typed = "Son is 10 km N of Eindhoven by highway\nBest is somewhere\nBest 9 km NW of Eindhoven, track\n.\n"
    result = run(["init", where, "--map", "-"], typed)
    assert result.exit_code == 0, result.output
    assert "'Best is somewhere' is not understood" in result.output and "3 places, 2 roads" in result.output
    assert (tmp_path / "own" / "sketch.txt").read_text(encoding="utf-8").count("\n") == 2
    (tmp_path / "o.txt").write_text(
        "side: A (british)\n1 RTR @ Son\nside: B (german)\n21. Panzer-Division @ Best\n", encoding="utf-8"
    )
    result = run(["convert", str(tmp_path / "o.txt"), "--map", where, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert {place.key for place in read_scenario(tmp_path / "out").places} == {"son", "best", "eindhoven"}


def test_nothing_typed_leaves_nothing(tmp_path: Path) -> None:
    result = run(["init", str(tmp_path / "own"), "--map", "-"], ".\n")
    assert result.exit_code != 0 and "nothing was typed, so no file was written" in result.output
    assert not (tmp_path / "own").exists()


def test_a_sketch_that_contradicts_itself_is_not_lost(tmp_path: Path) -> None:
    where = tmp_path / "own"
    result = run(["init", str(where), "--map", "-"], "B 10 km N of A by track\nB 10 km S of A\n.\n")
    assert result.exit_code != 0 and "sketch.txt:1" in result.output
    (where / "sketch.txt").write_text("B 10 km N of A by track\n", encoding="utf-8")
    assert run(["init", str(where), "--map", str(where / "sketch.txt")]).exit_code == 0


def test_an_order_of_battle_is_no_map(tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text("side: A (british)\n1 RTR\n", encoding="utf-8")
    result = run(["init", str(tmp_path / "own"), "--map", str(tmp_path / "o.txt")])
    assert result.exit_code != 0 and "campaign convert" in result.output


# a scanned picture

MARKS = """\
x,y,name
100,100,Caen,town
200,100,Troarn
150,150,Vimont,hill
scale,Caen,Troarn,14 km
road,Caen,Troarn,highway,bridge over Orne
road,Troarn,Vimont,track,9 km
river,Orne,120,50,120,150
"""


def test_marks_of_a_picture_are_a_map(tmp_path: Path) -> None:
    _, scenario = made(tmp_path, MARKS, "marks.csv")
    points = {place.key: (place.x_m, place.y_m) for place in scenario.places}
    assert points["troarn"][0] - points["caen"][0] == 14_000 and points["caen"][1] - points["vimont"][1] == 7_000
    assert [road.length_m for road in scenario.roads if road.kind is RoadKind.TRACK] == [9_000]
    assert [c.waterway for road in scenario.roads for c in road.crossings] == ["Orne"]
    assert [feature.kind for feature in scenario.features] == [FeatureKind.RIVER]


def test_a_scale_of_pixels(tmp_path: Path) -> None:
    _, scenario = made(tmp_path, MARKS.replace("scale,Caen,Troarn,14 km", "scale,100 px,5 km"), "marks.csv")
    points = {place.key: (place.x_m, place.y_m) for place in scenario.places}
    assert points["troarn"][0] - points["caen"][0] == 5_000


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("scale,Caen,Troarn,14 km\n", "", "gives no scale"),
        (
            "scale,Caen,Troarn,14 km",
            "scale,Caen,Troan,14 km",
            "marks.csv:5: 'Troan' is not marked on the picture; did you mean",
        ),
        ("road,Troarn,Vimont,track,9 km", "road,Troarn,Vimont,silk", "marks.csv:7: 'silk' is not understood"),
        ("200,100,Troarn", "here,100,Troarn", "marks.csv:3"),
        ("150,150,Vimont,hill", "150,150,Caen", "marks.csv:4: 'Caen' is marked twice"),
        ("river,Orne,120,50,120,150", "river,Orne,120,50,120", "marks.csv:8"),
        ("14 km", "fourteen", "Write scale,100 px,5 km"),
    ],
)
def test_marks_that_make_no_map_are_refused_by_line(before: str, after: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "marks.csv").write_text(MARKS.replace(before, after), encoding="utf-8")
    with pytest.raises(BadFile) as refusal:
        convert([tmp_path / "marks.csv"], Wishes())
    assert reason in " ".join([str(refusal.value), *refusal.value.faults])


def test_the_page_holds_the_picture_and_asks_no_network(tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "tan").save(tmp_path / "scan.png")
    result = run(["init", str(tmp_path / "own"), "--map", str(tmp_path / "scan.png")])
    assert result.exit_code == 0 and "--map marks.csv" in result.output
    page = (tmp_path / "own" / "mark-the-map.html").read_text(encoding="utf-8")
    picture = re.search(r"data:image/png;base64,([^\"]+)", page)
    assert picture is not None and b64decode(picture[1]) == (tmp_path / "scan.png").read_bytes()
    assert not re.search(r"(src|href)=\"https?:|fetch\(|import\(", page)
    (tmp_path / "marks.csv").write_text(MARKS, encoding="utf-8")
    assert run(["init", str(tmp_path / "own"), "--map", str(tmp_path / "marks.csv")]).exit_code == 0


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scan.png").write_bytes(b"no picture")
    result = run(["init", str(tmp_path / "own"), "--map", str(tmp_path / "scan.png")])
    assert result.exit_code != 0 and "cannot be read as a picture" in result.output and "Traceback" not in result.output
