"""What the import decides about a map is told, can be decided otherwise by one line, and stops where it is a guess."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign as program
from campaign.errors import BadFile, BadInput
from campaign.exchange.foreign.changes import change_in
from campaign.exchange.foreign.convert import Converted, convert
from campaign.exchange.foreign.doubts import Doubt, Stake, Sure
from campaign.exchange.foreign.draft import Change, Draft
from campaign.exchange.foreign.map_doubts import refuse_stopped
from campaign.exchange.foreign.strokes import length_unit
from campaign.exchange.foreign.theatres import theatre_of
from campaign.exchange.foreign.wishes import Wishes
from tests.exchange.map_bench import MANNERS, dot, feature, geojson, gpx, kml, on_earth, plan, tntp

AT = on_earth(31.5, 25)
Lines = list[list[tuple[float, float]]]


def drawn(folder: Path, lines: Lines, **said: Any) -> Path:
    """A map of lines in metres, drawn in degrees."""
    features = [feature([AT(point) for point in line], highway="track", **said) for line in lines]
    return geojson(folder / "m.geojson", features)


def ground(done: Converted) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(done.files["map.yaml"])
    return loaded


def km(done: Converted) -> float:
    return sum(float(road["km"]) for road in ground(done)["roads"])


def settings(*lines: str) -> tuple[Change, ...]:
    changes = [change_in(f"set {line}", "") for line in lines]
    assert None not in changes
    return tuple(change for change in changes if change is not None)


def run(*words: str) -> Result:
    return CliRunner().invoke(program, list(words))


CROSS: Lines = [[(0, 0), (20_000, 0)], [(8_000, -6_000), (8_000, 6_000)]]
GAP: Lines = [[(0, 0), (9_000, 0)], [(9_076, 0), (20_000, 0)], [(9_076, 0), (9_076, 8_000)]]


def test_a_guess_about_the_scale_writes_nothing_and_one_line_decides_it(tmp_path: Path) -> None:
    """Numbers from 0 to 1.2 are degrees at the equator, or kilometres."""
    lines = [[(q[0] / 1000, q[1] / 1000) for q in edge.line] for edge in plan(1, step=300).edges]
    file = geojson(tmp_path / "m.geojson", [feature(line) for line in lines])
    refused = run("convert", str(file), "--out", str(tmp_path / "out"))
    assert refused.exit_code == 1 and not (tmp_path / "out").exists()
    said = " ".join(refused.output.split())
    assert "positions in degrees" in said and "positions in kilometres" in said and "set map unit kilometres" in said
    done = run("convert", str(file), "--out", str(tmp_path / "out"), "--set", "map unit kilometres")
    assert done.exit_code == 0, done.output
    assert km(convert([file], Wishes(changes=settings("map unit km")))) == pytest.approx(plan(1, step=300).km, rel=0.01)
    degrees = convert([file], Wishes(changes=settings("map unit degrees")))
    assert km(degrees) == pytest.approx(plan(1, step=300).km * 111.2, rel=0.01)


def test_a_line_that_sets_nothing_is_refused(tmp_path: Path) -> None:
    file = drawn(tmp_path, CROSS)
    for line, words in (
        ("map colour red", "sets nothing that is known"),
        ("map unit cubits", "write km, metres, feet"),
    ):
        result = run("convert", str(file), "--out", str(tmp_path / "out"), "--set", line)
        assert result.exit_code != 0 and words in " ".join(result.output.split())


def test_a_refusal_names_the_three_largest_doubts_with_their_remedies() -> None:
    draft = Draft()
    for n, stake in enumerate((1.0, 400.0, 20.0, 30.0, 10.0)):
        stops = n == 0
        sure = Sure.GUESS if stops else Sure.LIKELY
        draft.doubts.append(
            Doubt("k", f"read {n}", f"made {n}", sure, stake, Stake.KILOMETRES, remedy=f"set {n}", stops=stops)
        )
    draft.doubts.append(Doubt("k", "sure", "made", Sure.CERTAIN, 1e6, Stake.KILOMETRES))
    with pytest.raises(BadFile) as refusal:
        refuse_stopped(draft, ["m.geojson"])
    said = str(refusal.value)
    assert said.index("read 0") < said.index("read 1") < said.index("read 3")
    assert "set 3" in said and "read 2" not in said and "read 4" not in said and "sure" not in said
    assert len(refusal.value.faults) == 5
    draft.doubts = [doubt for doubt in draft.doubts if not doubt.stops]
    refuse_stopped(draft, ["m.geojson"])


def test_crossing_lines_meet_on_a_map_drawn_by_hand_and_pass_if_set_so(tmp_path: Path) -> None:
    done = convert([drawn(tmp_path, CROSS)], Wishes())
    assert len(ground(done)["roads"]) == 4
    doubt = next(doubt for doubt in done.doubts if doubt.kind == "crossing")
    assert "31.5, 25.08" in doubt.read and doubt.remedy == "set map crossings none" and doubt.sure is Sure.LIKELY
    with pytest.raises(BadFile, match=r"crosses the rest at 31\.50*, 25\.08\d+.*set map crossings join") as refusal:
        convert([drawn(tmp_path, CROSS)], Wishes(changes=settings("map crossings none")))
    assert "p3" not in str(refusal.value) and "--keep-loose" in str(refusal.value)


def test_lines_of_a_net_that_cross_without_a_common_point_are_bridges(tmp_path: Path) -> None:
    net: Lines = [[(x * 1000, y * 1000), (x * 1000 + 1000, y * 1000)] for x in range(4) for y in range(3)]
    net += [[(x * 1000, y * 1000), (x * 1000, y * 1000 + 1000)] for x in range(5) for y in range(2)]
    over: Lines = [[(0, 0), (4000, 2000)]]
    plain, bridged = (len(ground(convert([drawn(tmp_path, lines)], Wishes()))["roads"]) for lines in (net, net + over))
    assert bridged - plain == 3  # the two corners that it joins are places now
    assert any(doubt.kind == "crossing" for doubt in convert([drawn(tmp_path, net + over)], Wishes()).doubts)
    joined = convert([drawn(tmp_path, net + over)], Wishes(changes=settings("map crossings join")))
    assert len(ground(joined)["roads"]) > bridged


@pytest.mark.parametrize(("join_m", "roads"), [(None, 3), (100.0, 3), (20.0, 0), (0.0, 0)])
def test_ends_are_joined_within_the_width_that_is_set(join_m: float | None, roads: int, tmp_path: Path) -> None:
    file = drawn(tmp_path, GAP)
    if not roads:
        with pytest.raises(BadFile, match=r"the gap is 76 m .*--join 80 joins it"):
            convert([file], Wishes(join_m=join_m))
        return
    done = convert([file], Wishes(join_m=join_m))
    assert len(ground(done)["roads"]) == roads
    doubts = [doubt for doubt in done.doubts if doubt.kind == "near ends"]
    assert [doubt.sure for doubt in doubts] == [Sure.LIKELY if join_m is None else Sure.CERTAIN]
    assert "76 m" in f"{doubts[0].read} {doubts[0].made}"


def test_loose_pieces_are_joined_by_tracks_however_large(tmp_path: Path) -> None:
    file = drawn(tmp_path, [[(0, 0), (9_000, 0)], [(0, 4_000), (9_000, 4_000)]])
    done = convert([file], Wishes(keep_loose=True))
    assert len(ground(done)["roads"]) == 3 and "joined by a track of 4.0 km" in done.files["converted.txt"]


@pytest.mark.parametrize("keep", [False, True])
def test_there_and_back_counts_once_unless_set_otherwise(keep: bool, tmp_path: Path) -> None:
    lines: Lines = [[(0, 0), (5_000, 600), (9_000, 0)], [(9_000, 0), (12_000, 4_000)]]
    file = drawn(tmp_path, [way for line in lines for way in (line, line[::-1])])
    done = convert([file], Wishes(changes=settings("map twins keep") if keep else ()))
    once = 5.036 + 4.045 + 5.0
    assert km(done) == pytest.approx(2 * once if keep else once, abs=0.02)
    assert done.kilometres.get("twins", 0.0) == pytest.approx(0.0 if keep else once, abs=0.02)


def test_two_roads_between_two_places_stay_two(tmp_path: Path) -> None:
    lines: Lines = [[(0, 0), (9_000, 0)], [(0, 0), (4_500, 2_000), (9_000, 0)], [(9_000, 0), (15_000, 0)]]
    done = convert([drawn(tmp_path, lines)], Wishes())
    assert len(ground(done)["roads"]) == 3 and km(done) == pytest.approx(9 + 2 * 4.924 + 6, abs=0.02)


def test_a_stretch_drawn_again_by_a_longer_line_counts_once(tmp_path: Path) -> None:
    lines: Lines = [[(0, 0), (5_000, 0), (9_000, 0)], [(0, 0), (5_000, 0)], [(5_000, 0), (5_000, 4_000)]]
    done = convert([drawn(tmp_path, lines)], Wishes())
    assert km(done) == pytest.approx(13.0, abs=0.01) and done.kilometres["again"] == pytest.approx(5.0, abs=0.01)


def test_stated_lengths_of_two_columns_are_kept_and_short_ones_told(tmp_path: Path) -> None:
    first = feature([AT((0, 0)), AT((9_500, 0))], highway="primary", km=12.5)
    second = feature([AT((9_500, 0)), AT((18_000, 7_000))], highway="track", length=11_000)
    third = feature([AT((9_500, 0)), AT((9_500, -8_000))], highway="primary", km=7)
    done = convert([geojson(tmp_path / "m.geojson", [first, second, third])], Wishes())
    assert sorted(float(road["km"]) for road in ground(done)["roads"]) == [7.0, 11.0, 12.5]
    short = next(doubt for doubt in done.doubts if doubt.kind == "short")
    assert "feature 3" in short.read and short.at_stake == pytest.approx(1.0, abs=0.01)
    as_drawn = convert([tmp_path / "m.geojson"], Wishes(changes=settings("map length drawn")))
    assert km(as_drawn) == pytest.approx(9.5 + 11.01 + 8, abs=0.02)


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("length", ""),
        ("Shape_Length", ""),
        ("SHAPE_LENG", ""),
        ("LENGTH_KM", "km"),
        ("lengthKm", "km"),
        ("len_m", "m"),
        ("dist_mi", "mi"),
        ("miles", "mi"),
        ("km", "km"),
        ("Laenge", ""),
        ("length_ft", "ft"),
        ("mi", None),
        ("name", None),
        ("length_limit", None),
        ("distance_to_town", None),
    ],
)
def test_columns_of_lengths(column: str, unit: str | None) -> None:
    assert length_unit(column) == unit


def test_links_without_a_length_are_no_roads(tmp_path: Path) -> None:
    p = plan(5)
    files = tntp(tmp_path, p, 1000, lambda q: (400_000 + q[0], 200_000 + q[1]), ("a_net.tntp", "a_node.tntp"))
    text = files[0].read_text(encoding="utf-8") + "\t1\t25\t900\t0\t1\t;\n"
    files[0].write_text(text, encoding="utf-8")
    done = convert([files[0]], Wishes())
    assert len(ground(done)["roads"]) == len(p.edges) and set(ground(done)["places"]) == {f"p{n}" for n in range(1, 26)}
    assert "1 line of the stated length 0" in done.files["converted.txt"]


def test_latitude_first_is_noticed_where_no_campaign_was_fought(tmp_path: Path) -> None:
    warsaw = on_earth(52.2, 21.0)
    line = [warsaw((0, 0))[::-1], warsaw((9_000, 0))[::-1]]
    file = geojson(tmp_path / "m.geojson", [feature(line, highway="track"), dot(line[0], "Warsaw")])
    with pytest.raises(BadFile, match="set map axes latitude first"):
        convert([file], Wishes())
    done = convert([file], Wishes(changes=settings("map axes latitude first")))
    assert km(done) == pytest.approx(9.0, abs=0.01) and ground(done)["places"]["warsaw"]["at"].startswith("52.2")
    assert convert([file], Wishes(changes=settings("map axes longitude first")))


@pytest.mark.parametrize(
    ("place", "theatre"),
    [((13.4, 52.5), "Europe"), ((25.0, 31.6), "North Africa"), ((50.0, 20.0), ""), ((2, 49), "Europe")],
)
def test_theatres(place: tuple[float, float], theatre: str) -> None:
    assert theatre_of(place) == theatre


def test_two_maps_in_two_units_are_refused(tmp_path: Path) -> None:
    yed = (
        '<graphml><graph edgedefault="undirected"><node id="a"><data key="g"><Geometry x="0" y="0"/></data></node>'
        '<node id="b"><data key="g"><Geometry x="90" y="0"/></data></node><edge source="a" target="b"/></graph></graphml>'
    )
    (tmp_path / "y.graphml").write_text(yed, encoding="utf-8")
    (tmp_path / "k.kml").write_text(kml([[AT((0, 0)), AT((900, 0))]]), encoding="utf-8")
    with pytest.raises(BadFile, match="cannot be laid together"):
        convert([tmp_path / "y.graphml", tmp_path / "k.kml"], Wishes())


def test_a_drawing_takes_its_scale_from_the_roads_that_are_labelled(tmp_path: Path) -> None:
    """Two roads of 100 pixels are labelled with 20 km, so a pixel is 200 m and the third road has 40 km."""
    node = '<node id="{0}"><data key="g"><Geometry x="{1}" y="{2}"/></data></node>'
    edge = '<edge source="{}" target="{}"><data key="e"><EdgeLabel>{}</EdgeLabel></data></edge>'
    inside = node.format("a", 0, 0) + node.format("b", 100, 0) + node.format("c", 0, 100) + node.format("d", 300, 0)
    inside += edge.format("a", "b", "20 km") + edge.format("a", "c", "20 km, track") + edge.format("b", "d", "track")
    text = f'<graphml><graph edgedefault="undirected">{inside}</graph></graphml>'
    (tmp_path / "y.graphml").write_text(text, encoding="utf-8")
    done = convert([tmp_path / "y.graphml"], Wishes())
    assert sorted(float(road["km"]) for road in ground(done)["roads"]) == [20.0, 20.0, 40.0]
    assert any("a pixel is 200 m" in str(remark) for remark in done.guessed)


def test_a_map_of_google_earth_written_before_it_had_attributes_is_read(tmp_path: Path) -> None:
    """Its descriptions have the kind and the kilometres of roads, and the units are no places."""
    mark = "<Placemark><name>{}</name><description>{}</description>{}</Placemark>"
    line = "<LineString><coordinates>25,31.5 25.1,31.5</coordinates></LineString>"
    point = "<Point><coordinates>25,31.5</coordinates></Point>"
    marks = mark.format("Coast road", "metalled road, 12.5 km", line) + mark.format("Sollum", "held by Axis", point)
    marks += mark.format("2nd Scots Guards", "fresh, 577 men", point)
    (tmp_path / "m.kml").write_text(f"<kml><Document>{marks}</Document></kml>", encoding="utf-8")
    done = convert([tmp_path / "m.kml"], Wishes())
    (road,) = ground(done)["roads"]
    assert (road["km"], road["kind"], "sollum" in ground(done)["places"]) == (12.5, "metalled road", True)
    assert "2nd Scots Guards is a unit" in done.files["converted.txt"]


def test_names_off_the_roads_are_told(tmp_path: Path) -> None:
    features = [feature([AT((0, 0)), AT((9_000, 0))], highway="track"), dot(AT((4_000, 5_000)), "Far Off")]
    done = convert([geojson(tmp_path / "m.geojson", features)], Wishes())
    assert "Far Off was left out" in done.files["converted.txt"]


def test_tracks_and_waypoints_of_a_device_are_one_map(tmp_path: Path) -> None:
    text = gpx([[AT((0, 0)), AT((5_000, 0))], [AT((5_000, 0)), AT((5_000, 4_000))]], "trk")
    lon, lat = AT((5_000, 30))
    way = f'<wpt lat="{lat}" lon="{lon}"><name>Corner</name></wpt></gpx>'
    (tmp_path / "m.gpx").write_text(text.replace("</gpx>", way), encoding="utf-8")
    done = convert([tmp_path / "m.gpx"], Wishes())
    assert "corner" in ground(done)["places"] and km(done) == pytest.approx(9.0, abs=0.01)


def test_tables_of_the_gmns_are_a_map(tmp_path: Path) -> None:
    p = plan(6)
    nodes = [f"{n},,{AT(q)[0]},{AT(q)[1]}" for n, q in enumerate(p.nodes, 1)]
    links = [
        f'{n},{edge.a + 1},{edge.b + 1},1,{edge.drawn / 1609.344:.6f},primary,"LINESTRING ({", ".join(f"{x} {y}" for x, y in map(AT, edge.line))})"'
        for n, edge in enumerate(p.edges, 1)
    ]
    (tmp_path / "node.csv").write_text("node_id,name,x_coord,y_coord\n" + "\n".join(nodes), encoding="utf-8")
    head = "link_id,from_node_id,to_node_id,directed,length,facility_type,geometry\n"
    (tmp_path / "link.csv").write_text(head + "\n".join(links), encoding="utf-8")
    done = convert([tmp_path / "link.csv", tmp_path / "node.csv"], Wishes())
    assert km(done) == pytest.approx(p.km, rel=0.01) and len(ground(done)["roads"]) == len(p.edges)
    assert km(convert([tmp_path / "link.csv"], Wishes())) == pytest.approx(p.km, rel=0.01)
    (tmp_path / "link.csv").write_text(head + "1,1,2,1,1.0,primary,\n", encoding="utf-8")
    with pytest.raises(BadFile, match=r"node 1, which has no position\. Give the table of nodes"):
        convert([tmp_path / "link.csv"], Wishes())


@pytest.mark.parametrize("manner", MANNERS[:8], ids=lambda manner: manner.name)
def test_the_kilometres_add_up(manner: Any, tmp_path: Path) -> None:
    sums = convert(manner.write(tmp_path).files, Wishes()).kilometres
    twice = sums.get("twins", 0.0) + sums.get("again", 0.0)
    assert sums["stated or drawn"] - twice == pytest.approx(sums["map"], rel=0.01)


def test_a_table_of_roads_in_both_directions_has_each_road_once(tmp_path: Path) -> None:
    """Two roads of one length in one direction are two; another kind or length is another road."""
    (tmp_path / "p.csv").write_text("key,name,lat,lon\na,A,50,5\nb,B,50,5.1\nc,C,50.1,5\n", encoding="utf-8")
    rows = "a,b,8,track\nb,a,8,track\na,c,12,track\na,c,12,track\nc,a,12,track\nc,a,13,track\nb,a,8,metalled road\n"
    (tmp_path / "r.csv").write_text(f"from,to,km,kind\n{rows}", encoding="utf-8")
    done = convert([tmp_path / "p.csv", tmp_path / "r.csv"], Wishes())
    found = sorted((road["from"], road["to"], road["km"]) for road in ground(done)["roads"])
    assert found == [("a", "b", 8), ("a", "c", 12), ("a", "c", 12), ("b", "a", 8), ("c", "a", 13)]
    assert next(doubt for doubt in done.doubts if doubt.kind == "twins").at_stake == pytest.approx(20)


# sketches


def test_three_lines_in_degrees_are_a_map_and_the_ends_stay_as_typed(tmp_path: Path) -> None:
    text = "Alpha at 50.00, 5.00\nBeta at 50.10, 5.00\nAlpha to Beta by metalled road, 12 km\n"
    (tmp_path / "s.txt").write_text(text, encoding="utf-8")
    (road,) = ground(convert([tmp_path / "s.txt"], Wishes()))["roads"]
    assert (road["from"], road["to"], road["km"]) == ("alpha", "beta", 12)
    assert run("init", str(tmp_path / "own"), "--map", str(tmp_path / "s.txt")).exit_code == 0


def test_a_sketch_and_an_order_of_battle_make_a_campaign(tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text("side: Allied (british)\n29th Brigade @ Tilly\n  23rd Hussars\n", encoding="utf-8")
    sketch = "Tilly is 20 km W of Caen\nTilly to Caen is 21 km\nEvrecy 12 km SW of Caen\nCaen to Evrecy 14 km by road\n"
    (tmp_path / "s.txt").write_text(sketch, encoding="utf-8")
    out = tmp_path / "out"
    result = run("convert", str(tmp_path / "o.txt"), "--map", str(tmp_path / "s.txt"), "--out", str(out))
    assert result.exit_code == 0, result.output
    roads = yaml.safe_load((out / "map.yaml").read_text(encoding="utf-8"))["roads"]
    assert [(road["from"], road["to"], road["km"]) for road in roads] == [("tilly", "caen", 21), ("caen", "evrecy", 14)]


def test_a_second_map_beside_a_sketch_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("B is 9 km N of A by track\n", encoding="utf-8")
    with pytest.raises(BadInput, match="second map"):
        convert([tmp_path / "s.txt", drawn(tmp_path, CROSS)], Wishes())


def test_the_answer_in_json_has_the_doubts_and_the_sums(tmp_path: Path) -> None:
    result = run("convert", str(drawn(tmp_path, CROSS)), "--out", str(tmp_path / "out"), "--json")
    answer = json.loads(result.output)
    assert answer["kilometres"]["map"] == pytest.approx(32.0, abs=0.05)
    crossing = next(doubt for doubt in answer["doubts"] if doubt["kind"] == "crossing")
    assert crossing["sure"] == "likely" and crossing["unit"] == "km"
