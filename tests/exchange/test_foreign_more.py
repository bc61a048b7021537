"""MSDL in its varieties, tables of a map, odd entries of ORBAT Mapper: nothing dropped without a word. Files that could
do harm."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadFile
from campaign.exchange.check import check_files, read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.graphml_out import graphml_of
from campaign.exchange.foreign.tables_out import csv_of, table_of
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.rewriting import scenario_files_of
from campaign.exchange.values import Crossing, Place, Road, Scenario
from campaign.rules.common.force import Strength
from campaign.terms.ground import Cover, CrossingState, LoadClass, RoadKind, Surface
from campaign.values import replace
from tests.laws import tried
from tests.shipped import shipped_scenario

MSDL = """<MilitaryScenario xmlns="urn:sisostds:scenario:military:data:draft:msdl:1"><ScenarioID/><ForceSides>
<ForceSide><ObjectHandle>s1</ObjectHandle><ForceSideName>British</ForceSideName><AllegianceHandle>s1</AllegianceHandle></ForceSide>
<ForceSide><ObjectHandle>s2</ObjectHandle><ForceSideName>German</ForceSideName></ForceSide>
<ForceSide><ObjectHandle>s3</ObjectHandle><ForceSideName>Heer</ForceSideName><AllegianceHandle>s2</AllegianceHandle></ForceSide></ForceSides>
<Deployment><Federate><Units><Unit><ObjectHandle>f7e6</ObjectHandle></Unit></Units></Federate></Deployment>
<Organizations><Units>{units}</Units><Equipment>{equipment}</Equipment></Organizations></MilitaryScenario>"""
UNIT = """<Unit><ObjectHandle>{handle}</ObjectHandle><SymbolIdentifier>SFGPUCI----{size}---</SymbolIdentifier><Name>{handle}</Name>
<Disposition><Location><CoordinateData>{where}</CoordinateData></Location></Disposition><Holdings>{holdings}</Holdings>
<Relations><ForceRelation><ForceRelationData>{over}</ForceRelationData></ForceRelation></Relations></Unit>"""
HOLDING = (
    "<Holding><NSN_Name>{}</NSN_Name><IsEquipment>{}</IsEquipment><OnHandQuantity>{}</OnHandQuantity>"
    "<RequiredOnHandQuantity>{}</RequiredOnHandQuantity></Holding>"
)
EQUIPMENT = """<EquipmentItem><ObjectHandle>e1</ObjectHandle><SymbolIdentifier>SFGPEVAT-------</SymbolIdentifier><Name>one</Name>
<EquipmentSymbolModifiers><Quantity>3</Quantity><EquipmentType>{}</EquipmentType></EquipmentSymbolModifiers>
<Relations><OrganicSuperiorHandle>{}</OrganicSuperiorHandle></Relations></EquipmentItem>"""
PARIS = "<GDC><Latitude>48.8582</Latitude><Longitude>2.2945</Longitude></GDC>"
GRIDS = {
    "GDC": PARIS,
    "UTM": "<UTM><UTMGridZone>31U</UTMGridZone><UTMEasting>448251</UTMEasting><UTMNorthing>5411932</UTMNorthing></UTM>",
    "MGRS": (
        "<MGRS><MGRSGridZone>31U</MGRSGridZone><MGRSGridSquare>DQ</MGRSGridSquare><MGRSPrecision>5</MGRSPrecision>"
        "<MGRSEasting>48251</MGRSEasting><MGRSNorthing>11932</MGRSNorthing></MGRS>"
    ),
    "GCC": "<GCC><X>4200958</X><Y>168323</Y><Z>4780211</Z></GCC>",
}


def unit(handle: str, over: str, where: str = PARIS, size: str = "F", holdings: str = "") -> str:
    return UNIT.format(handle=handle, over=over, where=where, size=size, holdings=holdings)


def side(handle: str) -> str:
    return f"<ForceSideHandle>{handle}</ForceSideHandle>"


def under(handle: str) -> str:
    return f"<CommandRelation><CommandingSuperiorHandle>{handle}\n</CommandingSuperiorHandle></CommandRelation>"


def read(tmp_path: Path, name: str, content: str | bytes, **wishes: object) -> tuple[Converted, Scenario]:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = convert([path], Wishes(**wishes))  # type: ignore[arg-type]
    keep(done, tmp_path / "out")
    return done, read_scenario(tmp_path / "out")


def test_units_of_a_deployment_are_no_second_units_and_a_force_is_of_its_side(tmp_path: Path) -> None:
    units = (
        unit("Brigade", side("s1"), size="H")
        + unit("Battalion", under("Brigade"))
        + unit("Regiment", side("s3"), size="G")
        + unit("Bataillon", under("Regiment"))
    )
    done, scenario = read(tmp_path, "m.xml", MSDL.format(units=units, equipment=""))
    assert (done.counts["units"], done.depth) == (4, 2)
    assert [one.name for one in scenario.sides] == ["British", "German"]
    assert {f.name: f.side for f in scenario.formations} == {"Brigade": "british", "Regiment": "german"}


def test_holdings_and_equipment_are_the_strength(tmp_path: Path) -> None:
    holdings = (
        HOLDING.format("Personnel", "false", "500.0", "800.0")
        + HOLDING.format("Radio set", "true", "5", "5")
        + HOLDING.format("Sherman", "true", "2", "4")
    )
    units = unit("Brigade", side("s1"), size="H") + unit("Battalion", under("Brigade"), holdings=holdings)
    equipment = EQUIPMENT.format("Churchill", "Battalion") + EQUIPMENT.format("Churchill", "nobody")
    done, scenario = read(tmp_path, "m.xml", MSDL.format(units=units, equipment=equipment))
    found = next(b for b in scenario.battalions if b.name == "Battalion")
    assert (found.full.men, found.full.vehicles, found.present.men, found.present.vehicles) == (800, 7, 500, 5)
    told = [str(remark) for remark in done.notes]
    assert any("Radio set: 5 was left out, because it counts neither" in line for line in told)
    assert any("Churchill was not carried over, because no unit of the file has it" in line for line in told)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_position_is_read_in_every_grid(grid: str, tmp_path: Path) -> None:
    lille = "<GDC><Latitude>50.6372</Latitude><Longitude>3.0633</Longitude></GDC>"
    units = unit("Brigade", side("s1"), lille, "H") + unit("Battalion", under("Brigade"), GRIDS[grid])
    _, scenario = read(tmp_path, "m.xml", MSDL.format(units=units, equipment=""))
    found = next(b for b in scenario.battalions if b.name == "Battalion")
    place = next(p for p in scenario.places if p.key == found.place)
    assert (place.lat_e6 or 0) / 1e6 == pytest.approx(48.8582, abs=2e-4)
    assert (place.lon_e6 or 0) / 1e6 == pytest.approx(2.2945, abs=2e-4)


def test_what_is_no_unit_of_orbat_mapper_is_refused_by_its_place(tmp_path: Path) -> None:
    ship = {"id": "2", "name": "HMS Hood", "sidc": "10033000001202030000"}
    fleet = {"id": "3", "name": "1st Fleet", "sidc": "10031000000000000000", "subUnits": [ship]}
    battalion = {
        "id": "1",
        "name": "A",
        "sidc": "10031000161211000000",
        "state": [{"t": "one day", "location": [1, 2]}],
    }
    content = {
        "type": "ORBAT-mapper",
        "version": "3.4.0",
        "sides": [7, {"name": "Blue", "subUnits": [battalion, "B", fleet], "groups": "none"}],
    }
    path = tmp_path / "s.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(BadFile, match="5 rows cannot be converted") as caught:
        convert([path], Wishes())
    for words in (
        "sides 1 is 7",
        'subUnits 2 is "B"',
        'groups 1 is "none"',
        "HMS Hood: by its symbol it is a ship",
        "1st Fleet: no unit under it is a land unit",
    ):
        assert any(words in fault for fault in caught.value.faults), words
    done = convert([path], Wishes(leave_out=True))
    assert any(
        "1 of its states were left out, because they have no time that can be read" in str(remark)
        for remark in done.guessed
    )
    assert done.counts["units"] == 3


def test_a_packed_bomb_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "b.osm.gz"
    path.write_bytes(gzip.compress(b"\0" * 60_000_000))
    with pytest.raises(BadFile, match="unpacks to more than 200 times that"):
        convert([path], Wishes())


def test_a_formula_without_its_result_is_no_empty_cell(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["name", "arm", "men"], ["1st Bn", "infantry", "=600+200"]):
        sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    path = tmp_path / "u.xlsx"
    path.write_bytes(written.getvalue())
    with pytest.raises(BadFile, match="the cell C2 has a formula without its result"):
        convert([path], Wishes(side="Blue", nation="us"))


def test_words_and_nations_that_are_unknown_count_as_british_and_say_so(tmp_path: Path) -> None:
    done, scenario = read(tmp_path, "u.txt", "side: Ruritania\n1st Brigade\n  1st Foot\n")
    assert next(b.establishment for b in scenario.battalions).startswith("british infantry")
    assert any("counts as british" in str(remark) for remark in done.guessed)


def test_a_division_named_after_its_nation_is_of_it(tmp_path: Path) -> None:
    _, scenario = read(
        tmp_path,
        "u.txt",
        "first day: 15 May 1941\nside: Allied (british)\nXIII Corps\n  4th Indian Division\n    5th Brigade\n     "
        " 1st Punjab\n",
    )
    assert {f.name: f.nation for f in scenario.formations} == {
        "XIII Corps": "british",
        "4th Indian Division": "indian",
        "5th Brigade": "indian",
    }
    assert next(b.establishment for b in scenario.battalions if b.name == "1st Punjab").startswith("indian")


# a map as tables and as our own files


BREVITY = shipped_scenario("operation-brevity")
words = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs", "S"]), max_size=20).map(
    lambda text: " ".join(text.split())
)


@st.composite
def maps(draw: st.DrawFn) -> Scenario:
    """Operation Brevity on a map of which anything is changed that a file can say."""
    sides = [None, *(side.key for side in BREVITY.sides)]

    def place(one: Place) -> Place:
        owner = one.home_edge_of or draw(st.sampled_from(sides))
        return replace(
            one,
            name=draw(words) or one.name,
            role=draw(words),
            cover=draw(st.sampled_from(Cover)),
            hill=draw(st.booleans()),
            owner=owner,
            accuracy_m=draw(st.sampled_from([None, 0, 500, 12_345])),
            source=draw(words),
            unconfirmed=draw(st.booleans()),
        )

    def road(n: int, one: Road) -> Road:
        crossings = tuple(
            Crossing(
                key=f"c{n}_{k}",
                name=draw(words) or "bridge",
                at_m=draw(st.integers(0, one.length_m)),
                waterway=draw(words),
                major=draw(st.booleans()),
                load_class=draw(st.sampled_from(LoadClass)),
                spans=draw(st.integers(1, 9)),
                state=draw(st.sampled_from(CrossingState)),
            )
            for k in range(draw(st.integers(0, 2)))
        )
        return replace(
            one,
            name=draw(words),
            kind=draw(st.sampled_from(RoadKind)),
            surface=draw(st.sampled_from(Surface)),
            cover=draw(st.sampled_from(Cover)),
            defile=draw(st.booleans()),
            crossings=crossings,
            obstacles=(),
            notes=draw(words),
            source=draw(words),
            unconfirmed=draw(st.booleans()),
        )

    some = draw(st.sets(st.integers(0, len(BREVITY.roads) - 1), max_size=4))
    few = draw(st.sets(st.integers(0, len(BREVITY.places) - 1), max_size=4))
    return replace(
        BREVITY,
        places=tuple(place(one) if n in few else one for n, one in enumerate(BREVITY.places)),
        roads=tuple(road(n, one) if n in some else one for n, one in enumerate(BREVITY.roads)),
    )


@pytest.mark.long
@tried(2, long=20)
@given(maps())
def test_any_map_comes_back_from_our_files_from_tables_and_from_graphml(scenario: Scenario) -> None:
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        own = folder / "own"
        own.mkdir()
        for name, content in scenario_files_of(scenario).items():
            (own / name).write_text(content, encoding="utf-8")
        assert check_files([own]).errors == ()
        again = read_scenario(own)
        assert (again.places, again.roads) == (scenario.places, scenario.roads)
        for name in ("orbat", "places", "roads", "objectives"):
            (folder / f"{name}.csv").write_text(csv_of(table_of(scenario, name)), encoding="utf-8")
        (folder / "roads.graphml").write_text(graphml_of(scenario), encoding="utf-8")
        tables = [folder / f"{name}.csv" for name in ("roads", "orbat", "places", "objectives")]
        for n, sources in enumerate((tables, [folder / "orbat.csv", folder / "roads.graphml"])):
            keep(convert(sources, Wishes(first_day=scenario.first_day)), folder / f"out{n}")
            back = read_scenario(folder / f"out{n}")
            assert back.roads == scenario.roads
            assert [replace(p, owner=None, home_edge_of=None) for p in back.places] == [
                replace(p, owner=None, home_edge_of=None) for p in scenario.places
            ]
            assert {b.key: (b.place, b.road, b.road_m, b.present) for b in back.battalions} == {
                b.key: (b.place, b.road, b.road_m, b.present) for b in scenario.battalions
            }
        assert [(o.key, o.place, o.points, o.day) for o in read_scenario(folder / "out0").objectives] == [
            (o.key, o.place, o.points, o.day) for o in scenario.objectives
        ]


def test_roads_need_their_places(tmp_path: Path) -> None:
    path = tmp_path / "roads.csv"
    path.write_text("from,to,km\na,b,5\n", encoding="utf-8")
    with pytest.raises(BadFile, match="roads, but no places"):
        convert([path], Wishes())
    places = tmp_path / "places.csv"
    places.write_text("key,name,lat,lon\na,A,50,5\nb,B,50,5.1\nb,C,51,5\n", encoding="utf-8")
    path.write_text("from,to,km,crossings\na,b,5,\na,nowhere,5,\na,b,far,\na,b,5,a bridge\n", encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        convert([path, places], Wishes())
    for said in (
        "is the key or name of two places",
        "'a' and 'nowhere' are not two places",
        "km is 'far'",
        "crossings is 'a bridge'",
    ):
        assert any(said in fault for fault in caught.value.faults), said


def test_strengths_are_taken_as_they_are(tmp_path: Path) -> None:
    _, scenario = read(
        tmp_path,
        "u.txt",
        "nation: british\nfirst day: 15 May 1941\n1st Brigade\n  2 RTR, 40/52 cruisers\n",
        side="Blue",
    )
    found = scenario.battalions[0]
    assert (found.full, found.present) == (Strength(577, 52, 0), Strength(577, 40, 0))
    assert [(item.item, item.kind, item.count) for item in found.equipment_list] == [("cruiser", "tank", 52)]


def test_lines_of_geojson_that_are_no_roads_make_none(tmp_path: Path) -> None:
    def line(*points: list[float], **said: str) -> dict[str, object]:
        return {"type": "Feature", "properties": said, "geometry": {"type": "LineString", "coordinates": list(points)}}

    collection = {
        "type": "Feature",
        "properties": {"highway": "track"},
        "geometry": {
            "type": "GeometryCollection",
            "geometries": [{"type": "LineString", "coordinates": [[5.1, 51.0], [5.2, 51.1]]}],
        },
    }
    features = [
        line([5.0, 51.0], [5.1, 51.0], highway="primary"),
        collection,
        line([5.05, 50.9], [5.05, 51.2], waterway="river", name="Maas"),
        line([5.0, 50.9], [5.3, 51.2], railway="rail"),
        line([5.0, 50.9], [5.3, 51.3], waterway="stream", name="Beek"),
    ]
    path = tmp_path / "m.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    done = convert([path], Wishes())
    assert (done.counts["roads"], done.counts["places"]) == (2, 3)
    assert "kind: river" in done.files["map.yaml"] and "Maas" in done.files["map.yaml"]
    assert [str(note) for note in done.notes if "feature" in note.where] == [
        "m.geojson, feature 4: a line has railway=rail and is not a road, so it was left out",
        "m.geojson, feature 5: Beek has waterway=stream and is not a road, so it was left out",
    ]
