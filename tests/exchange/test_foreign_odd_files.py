"""Files that are odd but real: half-deleted extracts, features a line, commented cells, numbers that are none, units
moved before the start."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from campaign.errors import BadFile
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.symbols import read_symbol, sidc
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Scenario
from campaign.terms.forces import Arm, SizeMark
from tests.exchange.test_foreign_files import ods_file

Json = dict[str, Any]


def taken(where: Path, name: str, content: str | bytes | Json, *, leave_out: bool = False) -> Converted:
    path = where / name
    said = json.dumps(content) if isinstance(content, dict) else content
    path.write_bytes(said if isinstance(said, bytes) else said.encode())
    return convert([path], Wishes(leave_out=leave_out))


def founded(where: Path, done: Converted) -> Scenario:
    keep(done, where / "out")
    return read_scenario(where / "out")


def refusal(where: Path, name: str, content: str | bytes | Json) -> str:
    with pytest.raises(BadFile) as found:
        taken(where, name, content)
    assert "\n" not in str(found.value)
    return str(found.value)


def told(done: Converted) -> str:
    return "\n".join(map(str, (*done.guessed, *done.left_out, *done.notes)))


# OpenStreetMap

NODES = "".join(f'<node id="{n}" lat="{50 + n / 10}" lon="5"/>' for n in range(1, 5))


def way(number: int, refs: str, tags: str = 'highway="primary"', more: str = "") -> str:
    pairs = [pair.split("=") for pair in tags.split("|")]
    said = "".join(f'<tag k="{key}" v={value}/>' for key, value in pairs)
    return (
        f'<way id="{number}" {more}>{"".join(f"<nd ref={chr(34)}{ref}{chr(34)}/>" for ref in refs.split())}{said}</way>'
    )


def test_what_an_editor_has_deleted_is_no_road(tmp_path: Path) -> None:
    kept, gone, unseen = way(1, "1 2 3"), way(2, "3 4", more='action="delete"'), way(3, "1 3", more='visible="false"')
    done = taken(tmp_path, "a.osm", f'<osm version="0.6">{NODES}{kept}{gone}{unseen}</osm>')
    assert (done.counts["ways"], done.counts["roads"]) == (1, 1)


def test_an_extract_with_the_positions_in_its_ways_is_read(tmp_path: Path) -> None:
    points = "".join(f'<nd ref="{n}" lat="{50 + n / 10}" lon="5"/>' for n in (1, 2, 3))
    done = taken(tmp_path, "a.osm", f'<osm><way id="9">{points}<tag k="highway" v="primary"/></way></osm>')
    assert (done.counts["points on them"], done.counts["roads"]) == (3, 1)


def test_a_bridge_that_a_junction_cuts_is_one_bridge(tmp_path: Path) -> None:
    long, side = way(1, "1 2 3", 'highway="primary"|bridge="yes"|name="Long"'), way(2, "2 5")
    done = taken(tmp_path, "a.osm", f'<osm>{NODES}<node id="5" lat="50.2" lon="5.1"/>{long}{side}</osm>')
    assert done.files["map.yaml"].count("Long, bridge") == 1


@pytest.mark.parametrize("ref", ["²", "9" * 5000, "1e3", ""])
def test_a_number_that_is_none_is_no_point(ref: str, tmp_path: Path) -> None:
    done = taken(tmp_path, "a.osm", f"<osm>{NODES}{way(1, f'1 2 {ref}')}</osm>")
    assert done.counts["points on them"] == 2


def test_a_list_of_changes_and_an_answer_in_json_are_no_extracts(tmp_path: Path) -> None:
    assert "Use the extract itself" in refusal(
        tmp_path, "a.osm", f"<osmChange><delete>{NODES}{way(1, '1 2')}</delete></osmChange>"
    )
    assert "has no road" in refusal(tmp_path, "a.json", {"version": 0.6, "elements": []})


def test_a_class_of_road_that_nobody_knows_is_told(tmp_path: Path) -> None:
    done = taken(tmp_path, "a.osm", f"<osm>{NODES}{way(1, '1 2', 'highway=' + chr(34) + 'wibble' + chr(34))}</osm>")
    assert "a.osm: Proposed: 1 x wibble became secondary roads" in told(done)


# GeoJSON


def line(*points: tuple[float, float], **said: str) -> Json:
    return {
        "type": "Feature",
        "properties": {"highway": "primary", **said},
        "geometry": {"type": "LineString", "coordinates": points},
    }


def test_a_ring_that_another_road_meets_keeps_its_last_stretch(tmp_path: Path) -> None:
    """A rectangle of 7.15 by 11.12 km is 36.5 km around; a road ends in the middle of its eastern side."""
    ring = line((5, 50), (5.1, 50), (5.1, 50.1), (5, 50.1), (5, 50))
    done = taken(
        tmp_path, "a.geojson", {"type": "FeatureCollection", "features": [ring, line((5.2, 50.05), (5.1, 50.05))]}
    )
    scenario = [row.split("km: ")[1].split(",")[0] for row in done.files["map.yaml"].splitlines() if "km: " in row]
    assert sum(map(float, scenario)) == pytest.approx(36.52 + 7.14, abs=0.05)


@pytest.mark.parametrize("mark", ["", "\x1e"])
def test_features_a_line_are_a_collection(mark: str, tmp_path: Path) -> None:
    rows = [mark + json.dumps(line((5 + n / 10, 50), (5.1 + n / 10, 50))) for n in range(3)]
    assert taken(tmp_path, "a.geojsonl", "\n".join(rows) + "\n").counts["lines"] == 3


def test_geojson_in_sixteen_bits_and_in_a_collection_within_one_is_read(tmp_path: Path) -> None:
    one = {"type": "FeatureCollection", "features": [line((5, 50), (5.1, 50))]}
    assert taken(tmp_path, "a.geojson", json.dumps(one).encode("utf-16")).counts["lines"] == 1
    assert taken(tmp_path, "b.geojson", {"type": "FeatureCollection", "features": [one, one]}).counts["lines"] == 2


def test_a_map_of_which_no_road_can_be_read_says_why(tmp_path: Path) -> None:
    said = refusal(tmp_path, "a.geojson", {"type": "FeatureCollection", "features": [line((5, 50), (10.0**300, 50))]})
    assert "feature 1" in said and "Write two or more [longitude, latitude]" in said


def test_every_street_of_a_grid_is_joined_to_its_neighbours(tmp_path: Path) -> None:
    """A square of 30 by 30 places and the roads to the next ones; what sticks out at a corner is one road around it."""
    lines = [
        line((5 + x / 100, 50 + y / 100), (5 + (x + a) / 100, 50 + (y + 1 - a) / 100))
        for x in range(30)
        for y in range(30)
        for a in (0, 1)
    ]
    done = taken(tmp_path, "a.geojson", {"type": "FeatureCollection", "features": lines})
    assert (done.counts["lines"], done.counts["roads"]) == (1800, 1799)


# GraphML

HEAD = (
    '<graphml><key id="x" for="node" attr.name="x"/><key id="y" for="node" attr.name="y"/><key id="l" for="edge"'
    ' attr.name="length"/>'
    '<key id="h" for="edge" attr.name="highway"/><graph edgedefault="undirected">'
)


def node(key: str, x: float, y: float) -> str:
    return f'<node id="{key}"><data key="x">{x}</data><data key="y">{y}</data></node>'


def edge(a: str, b: str, length: str = "900") -> str:
    return f'<edge source="{a}" target="{b}"><data key="l">{length}</data><data key="h">primary</data></edge>'


def test_a_second_node_of_an_id_is_refused_and_a_box_of_nodes_is_no_place(tmp_path: Path) -> None:
    twice = node("a", 5, 50) + node("a", 6, 50) + node("b", 5, 50.01) + edge("a", "b")
    refused = refusal(tmp_path, "a.graphml", f"{HEAD}{twice}</graph></graphml>")
    assert "the id of this point (node) is used twice" in refused
    box = (
        '<node id="g"><graph'
        f' edgedefault="undirected">{node("a", 5, 50)}{node("b", 5, 50.01)}</graph></node>{edge("a", "b")}'
    )
    done = taken(tmp_path, "b.graphml", f"{HEAD}{box}</graph></graphml>")
    assert done.counts["nodes"] == 2 and "g are groups of points (nodes), not places" in told(done)


@pytest.mark.parametrize(("x", "said"), [(5.0, "positions in degrees"), (700.0, "positions in metres")])
def test_numbers_without_a_grid_are_guessed_and_told(x: float, said: str, tmp_path: Path) -> None:
    done = taken(
        tmp_path,
        "a.graphml",
        f"{HEAD}{node('a', x, 50)}{node('b', x + 0.01, 50)}{edge('a', 'b', '-5')}</graph></graphml>",
    )
    assert said in told(done) and "its length is measured from the drawing, because it is given as -5 m" in told(done)


# spreadsheets

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"


def ods(*rows: list[str]) -> bytes:
    """A sheet of cells given as the XML inside and the attributes, divided by ``@``."""
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f"<table:table-cell {one.partition('@')[2]}>{one.partition('@')[0]}</table:table-cell>" for one in row
        )
        + "</table:table-row>"
        for row in rows
    )
    names = " ".join(f'xmlns:{one}="{OFFICE}:{one}:1.0"' for one in ("office", "table", "text"))
    return ods_file(
        f"<office:document-content {names}><office:body><office:spreadsheet>"
        f'<table:table table:name="U">{cells}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def test_a_note_pinned_to_a_cell_is_no_part_of_it(tmp_path: Path) -> None:
    note = "<office:annotation><text:p>an armoured car regiment?</text:p></office:annotation>"
    done = taken(
        tmp_path,
        "a.ods",
        ods([p("name"), p("depth")], [p("1 Bde"), p("1")], [note + p("2<text:s/>RTR<text:line-break/>tanks"), p("2")]),
    )
    assert "battalion: 2 RTR tanks" in done.files["side.yaml"] and "armoured car" not in done.files["side.yaml"]


@pytest.mark.parametrize("said", ['table:number-columns-repeated="x"', 'table:number-columns-spanned="-2"'])
def test_a_cell_that_is_repeated_no_number_of_times_is_refused(said: str, tmp_path: Path) -> None:
    assert "it must be a whole number" in refusal(tmp_path, "a.ods", ods([p("name")], [f"{p('X')}@{said}"]))


@pytest.mark.parametrize("count", ["999999999", "-3", "abc"])
def test_a_run_of_blanks_counts_for_one_however_long_it_says_it_is(count: str, tmp_path: Path) -> None:
    unit = p(f'2<text:s text:c="{count}"/>RTR')
    done = taken(tmp_path, "a.ods", ods([p("name"), p("depth")], [p("1 Bde"), p("1")], [unit, p("2")]))
    assert "battalion: 2 RTR" in done.files["side.yaml"]


def test_a_cell_of_very_deeply_nested_text_is_refused(tmp_path: Path) -> None:
    nested = "<text:span>" * 240 + "2 RTR" + "</text:span>" * 240
    assert "cannot be read as a .ods file" in refusal(
        tmp_path, "a.ods", ods([p("name"), p("depth")], [p(nested), p("1")])
    )


@pytest.mark.parametrize("remark", ["<!-- was: 3 -->", "<?soft page?>"])
def test_a_remark_of_xml_is_no_part_of_a_table(remark: str, tmp_path: Path) -> None:
    written = ods([p("name"), p("depth")], [p("1 Bde"), p("1")], [p(f"2 {remark}RTR"), p("2")])
    with zipfile.ZipFile(io.BytesIO(written)) as packed:
        content = packed.read("content.xml").decode()
    for tag in ("<table:table-row>", "<table:table-cell", "<text:p>", "</table:table>", "</office:spreadsheet>"):
        assert tag in content
        content = content.replace(tag, f"{remark}{tag}")
    assert "battalion: 2 RTR" in taken(tmp_path, "a.ods", ods_file(content)).files["side.yaml"]


def test_a_table_that_unpacks_to_much_more_is_read_while_it_is_small(tmp_path: Path) -> None:
    table = ods([p("name"), p("depth")], [p("1 Bde"), p("1")], [p("2 RTR"), p(f"2{' ' * 1_000_000}")])
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(table)) as plain, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as small:
        for name in plain.namelist():
            small.writestr(name, plain.read(name))
    assert len(packed.getvalue()) < 10_000
    assert "battalion: 2 RTR" in taken(tmp_path, "a.ods", packed.getvalue()).files["side.yaml"]


@pytest.mark.parametrize("value", ["abc", "1e999", "nan"])
def test_a_figure_that_is_none_is_taken_as_it_is_shown(value: str, tmp_path: Path) -> None:
    done = taken(
        tmp_path,
        "a.ods",
        ods(
            [p("name"), p("depth")],
            [p("1 Bde"), p("1")],
            [f'{p("9 Foot")}@office:value-type="float" office:value="{value}"', p("2")],
        ),
    )
    assert "battalion: 9 Foot" in done.files["side.yaml"]


def test_a_hidden_sheet_is_not_read_and_that_is_told(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for sheet, name in ((book.active, "1 Bn"), (book.create_sheet("Old"), "2 Bn")):
        for row in (["name", "depth"], ["Bde", 1], [name, 2]):
            sheet.append(row)
    book["Old"].sheet_state = "hidden"
    packed = io.BytesIO()
    book.save(packed)
    done = taken(tmp_path, "a.xlsx", packed.getvalue())
    assert done.counts["units"] == 2 and "sheet Old is hidden, so it was not read" in told(done)


def test_a_hidden_sheet_of_an_ods_is_not_read_either(tmp_path: Path) -> None:
    def table(name: str, style: str, *rows: tuple[str, str]) -> str:
        said = "".join(
            f"<table:table-row>{''.join(f'<table:table-cell><text:p>{word}</text:p></table:table-cell>' for word in row)}</table:table-row>"
            for row in rows
        )
        return f'<table:table table:name="{name}" table:style-name="{style}">{said}</table:table>'

    styles = "".join(
        f'<style:style style:name="{name}" style:family="table"><style:table-properties table:display="{shown}"/></style:style>'
        for name, shown in (("ta1", "true"), ("ta2", "false"))
    )
    names = " ".join(
        f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"'
        for word in ("office", "table", "text", "style")
    )
    tables = table("Army", "ta1", ("name", "depth"), ("Bde", "1"), ("1 Bn", "2")) + table(
        "Old", "ta2", ("name", "depth"), ("Bde", "1"), ("2 Bn", "2")
    )
    content = (
        f"<office:document-content {names}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    done = taken(tmp_path, "a.ods", ods_file(content))
    assert done.counts["units"] == 2 and "sheet Old is hidden, so it was not read" in told(done)


@pytest.mark.parametrize(
    ("name", "words"), [("#REF!", "a cell has the error #REF!"), ("1944-02-05", "turned its name into a date")]
)
def test_what_a_spreadsheet_made_of_a_name_is_refused(name: str, words: str, tmp_path: Path) -> None:
    assert words in refusal(tmp_path, "a.csv", f"name,depth\nBde,1\n{name},2\n")


@pytest.mark.parametrize("row", ["1 Bn,²,700", "1 Bn,2,³", f"1 Bn,2,{'9' * 5000}"])
def test_figures_that_are_none_are_refused_by_their_row(row: str, tmp_path: Path) -> None:
    assert ".csv:3: 1 Bn: " in refusal(tmp_path, "a.csv", f"name,depth,men\nBde,1,\n{row}\n")


def test_a_name_with_a_line_break_is_one_line(tmp_path: Path) -> None:
    done = taken(tmp_path, "a.csv", 'name,depth\nBde,1\n"2nd Battalion\r\nRifle Brigade",2\n')
    assert "2nd Battalion Rifle Brigade" in {b.name for b in founded(tmp_path, done).battalions}


# ORBAT Mapper and MSDL


def unit(key: str, code: str, *below: Json, **more: Any) -> Json:
    return {"id": key, "name": key, "sidc": code, "subUnits": list(below), **more}


def scenario(*groups: list[Json], **more: Any) -> Json:
    sides = [
        {
            "id": "s",
            "name": "British",
            "groups": [{"id": f"g{n}", "name": "", "subUnits": units} for n, units in enumerate(groups)],
        }
    ]
    return {
        "type": "ORBAT-mapper",
        "version": "3.3.0",
        "name": "S",
        "startTime": "1944-06-06T06:00:00Z",
        "sides": sides,
        **more,
    }


BRIGADE, BATTALION = "10031000181211000000", "10031000161211000000"


@pytest.mark.parametrize(
    ("hierarchy", "above"),
    [
        ({"targetId": "2 Bde", "placement": "on"}, "2 Bde"),
        ({"targetId": "3 Bn", "placement": "above"}, "2 Bde"),
        ({"targetId": "3 Bn", "placement": "below", "parentId": "2 Bde"}, "2 Bde"),
        ({"targetId": "g1"}, "British troops"),
        ({"targetId": "nobody"}, "1 Bde"),
    ],
)
def test_a_unit_moved_before_the_start_stands_where_it_was_put(hierarchy: Json, above: str, tmp_path: Path) -> None:
    moved = unit("1 Bn", BATTALION, state=[{"id": "x", "t": "1944-06-01T00:00:00Z", "hierarchy": hierarchy}])
    first = unit("1 Bde", BRIGADE, moved, unit("2 Bn", BATTALION))
    found = founded(
        tmp_path, taken(tmp_path, "a.json", scenario([first], [unit("2 Bde", BRIGADE, unit("3 Bn", BATTALION))]))
    )
    names = {formation.key: formation.name for formation in found.formations}
    assert {b.name: names[b.organic] for b in found.battalions} == {"1 Bn": above, "2 Bn": "1 Bde", "3 Bn": "2 Bde"}


def test_greenwich_time_is_the_day_of_the_scenarios_own_clock(tmp_path: Path) -> None:
    content = scenario([unit("1 Bn", BATTALION)], startTime="1944-06-05T23:30:00Z", timeZone="Europe/Oslo")
    assert founded(tmp_path, taken(tmp_path, "a.json", content)).first_day.isoformat() == "1944-06-06"


def test_fewer_than_none_are_none_and_that_is_told(tmp_path: Path) -> None:
    men = {"name": "Men", "count": -5, "onHand": 3}
    done = taken(tmp_path, "a.json", scenario([unit("1 Bde", BRIGADE, unit("1 Bn", BATTALION, personnel=[men]))]))
    assert "Men: none, because the file has -5 of it" in told(done)


@pytest.mark.parametrize(
    ("code", "arm"),
    [
        ("10031000161211000001", Arm.PARACHUTE),
        ("10031000161211000004", Arm.CYCLIST),
        ("10031000161211030000", Arm.INFANTRY),
        ("10031000161205000015", Arm.HEAVY_ARMOUR),
        ("10031000161303000024", Arm.MEDIUM_ARTILLERY),
        ("10031000161303004100", Arm.ROCKET),
        ("10031000161204010000", Arm.SELF_PROPELLED_ANTI_TANK),
        ("10031000161407000600", Arm.BRIDGING),
        ("10031000161404000000", None),
        ("SFGPUCATH--F---", Arm.HEAVY_ARMOUR),
        ("SFGPUCRH---F---", Arm.CAVALRY),
        ("SFGPUCFHM--F---", Arm.MEDIUM_ARTILLERY),
    ],
)
def test_the_signs_about_an_arm_say_which_it_is(code: str, arm: Arm | None) -> None:
    symbol = read_symbol(code)
    assert symbol is not None and (symbol.arm, symbol.mark, symbol.reason) == (arm, SizeMark.BATTALION, "")


@pytest.mark.parametrize("code", ["10031000161206000000", "10031000161208000000", "SFGPUCVF---F---"])
def test_squadrons_of_aircraft_are_no_units_on_land(code: str) -> None:
    symbol = read_symbol(code)
    assert symbol is not None and "aircraft" in symbol.reason


SHARED = {
    Arm.LORRIED_INFANTRY: Arm.MOTOR_INFANTRY,
    Arm.MOTORCYCLE: Arm.MOTOR_INFANTRY,
    Arm.CAVALRY: Arm.RECONNAISSANCE,
    Arm.ARMOURED_CAR: Arm.RECONNAISSANCE,
    Arm.GLIDER: Arm.PARACHUTE,
    Arm.MACHINE_GUN: Arm.INFANTRY,
    Arm.HEADQUARTERS: None,
    Arm.MIXED: None,
}


@pytest.mark.parametrize("arm", Arm)
def test_every_arm_has_a_symbol_of_its_own_or_shares_a_named_one(arm: Arm) -> None:
    symbol = read_symbol(sidc(arm, SizeMark.BATTALION))
    assert symbol is not None and symbol.arm is SHARED.get(arm, arm)


def msdl(units: str, equipment: str = "") -> str:
    side = "<m:ForceSide><m:ObjectHandle>f</m:ObjectHandle><m:ForceSideName>British</m:ForceSideName></m:ForceSide>"
    return (
        f'<m:MilitaryScenario xmlns:m="urn:sisostds:scenario:military:data:draft:msdl:1"><m:ForceSides>{side}</m:ForceSides>'
        f"<m:Organizations><m:Units>{units}</m:Units><m:Equipment>{equipment}</m:Equipment></m:Organizations></m:MilitaryScenario>"
    )


def organised(handle: str, code: str, relation: str, more: str = "") -> str:
    return (
        f"<m:Unit><m:ObjectHandle>{handle}</m:ObjectHandle><m:SymbolIdentifier>{code}</m:SymbolIdentifier><m:Name>Unit {handle}</m:Name>{more}"
        f"<m:Relations><m:ForceRelation>{relation}</m:ForceRelation></m:Relations></m:Unit>"
    )


TOP, BELOW = "<m:ForceSideHandle>f</m:ForceSideHandle>", "<m:CommandingSuperiorHandle>1</m:CommandingSuperiorHandle>"


def test_equipment_counts_with_who_holds_it_and_not_with_who_owns_it(tmp_path: Path) -> None:
    item = (
        "<m:EquipmentItem><m:ObjectHandle>e</m:ObjectHandle><m:SymbolIdentifier>SFGPEVAT-------</m:SymbolIdentifier><m:Name>Sherman</m:Name>"
        "<m:Relations><m:OrganicSuperiorHandle>2</m:OrganicSuperiorHandle><m:HoldingOrganization><m:OwnerData>"
        "<m:UnitOwnerHandle>3</m:UnitOwnerHandle></m:OwnerData></m:HoldingOrganization></m:Relations></m:EquipmentItem>"
    )
    units = (
        organised("1", "SFGPUCA----H---", TOP)
        + organised("2", "SFGPUCA----F---", BELOW)
        + organised("3", "SFGPUCA----F---", BELOW)
    )
    found = {b.name: b for b in founded(tmp_path, taken(tmp_path, "a.xml", msdl(units, item))).battalions}
    assert found["Unit 3"].full.vehicles == 1 and found["Unit 2"].full.vehicles > 1


def test_a_precision_that_its_figures_belie_is_passed_over(tmp_path: Path) -> None:
    """12,345 m are five digits, whatever the file says of one."""
    grid = "<m:MGRSGridZone>31U</m:MGRSGridZone><m:MGRSGridSquare>FT</m:MGRSGridSquare>"
    figures = (
        "<m:MGRSEasting>12345</m:MGRSEasting><m:MGRSNorthing>67890</m:MGRSNorthing><m:MGRSPrecision>1</m:MGRSPrecision>"
    )
    where = f"<m:Disposition><m:Location><m:CoordinateData><m:MGRS>{grid}{figures}</m:MGRS></m:CoordinateData></m:Location></m:Disposition>"
    units = organised("1", "SFGPUCI----H---", TOP) + organised("2", "SFGPUCI----F---", BELOW, where)
    assert "no place on earth" not in told(taken(tmp_path, "a.xml", msdl(units)))


def test_who_stands_on_the_other_side_of_the_world_is_not_on_the_map(tmp_path: Path) -> None:
    """Stanley and Grytviken are 1,430 km apart; Ascension is 6,000 km away, and no road is longer than 2,000."""
    places = {"1 Bn": [-57.9, -51.7], "2 Bn": [-36.5, -54.2], "3 Bn": [-14.4, -7.9]}
    found = [unit(name, BATTALION, location=at) for name, at in places.items()]
    done = taken(tmp_path, "a.json", scenario([unit("1 Bde", BRIGADE, *found)]))
    assert len(founded(tmp_path, done).places) == 2
    assert (
        "3 Bn begin at the start of their side, not at their own position, because it is more than 1,900 km from all other units"
        in told(done)
    )


def test_a_road_across_the_world_is_refused_by_its_feature(tmp_path: Path) -> None:
    lines = [line((5, 50), (5.1, 50)), line((5.1, 50), (5.1, -50)), line((5.1, 50), (5.2, 50.1))]
    said = refusal(tmp_path, "a.geojson", {"type": "FeatureCollection", "features": lines})
    assert "feature 2: this road is 11,120 km long, but roads can be at most 2,000 km" in said


def test_signs_that_cannot_be_printed_are_no_part_of_a_name(tmp_path: Path) -> None:
    content = scenario([unit("1 Bde", BRIGADE, unit("1\u0007 Bn\u0085Foot", BATTALION))])
    assert [b.name for b in founded(tmp_path, taken(tmp_path, "a.json", content)).battalions] == ["1 Bn Foot"]


def test_a_sheet_of_too_many_rows_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr(
            "xl/worksheets/sheet1.xml",
            b"<worksheet><sheetData>" + b'<row r="1"/>' * 200_001 + b"</sheetData></worksheet>",
        )
    assert "has 200,001 rows, but at most 200,000 are read" in refusal(tmp_path, "a.xlsx", packed.getvalue())


def test_a_course_with_half_a_point_is_left_out(tmp_path: Path) -> None:
    nodes = "".join(f'<node id="{n}"><data key="x">{n}</data><data key="y">50</data></node>' for n in (5, 6))
    keys = "".join(f'<key id="{name}" attr.name="{name}"/>' for name in ("x", "y", "geometry"))
    edge = '<edge source="5" target="6"><data key="geometry">LINESTRING (5 50, 5.5, 6 50)</data></edge>'
    done = taken(tmp_path, "a.graphml", f"<graphml>{keys}<graph>{nodes}{edge}</graph></graphml>")
    assert "shape" not in done.files["map.yaml"] and done.counts["edges"] == 1
