"""Every fault is found once, at its line, and hides no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_scenario import SOUND, check_text, line_of, spoilt

from campaign.errors import BadFile
from campaign.exchange.check import check_files, read_scenario

ONE_FAULT = {
    "unknown key at the top": ("days: 2\n", "days: 2\ncolour: red\n", "colour: red", "cannot have 'colour'"),
    "typo of a key at the top": ("first day: 12", "frist day: 12", "frist day", "did you mean first day?"),
    "unknown key of a place": ('"14, 1"}', '"14, 1", altitude: 3}', "altitude", "cannot have 'altitude'"),
    "landing without a battalion": (
        "orders:\n  - {for: 1st",
        "air tasking:\n  - {group: stukas, day: 1, turn: 2, task: landing, place: farm}\norders:\n  - {for: 1st",
        "task: landing",
        "a landing names a battalion and a place (OB-LAND-01)",
    ),
    "air task with two targets": (
        "orders:\n  - {for: 1st",
        (
            "air tasking:\n  -"
            " {group: stukas, day: 1, turn: 2, task: strike, place: farm, formation: 1st Brigade}\norders:\n  - {for: 1st"
        ),
        "task: strike",
        "a strike names one place or one battalion (OB-AIR-06)",
    ),
    "unknown character": (
        "formation: blue_division}",
        "formation: blue_division, character: brave, character source: K}",
        "character: brave",
        "expected bold, cautious, methodical, stubborn",
    ),
    "character without a source": (
        "formation: blue_division}",
        "formation: blue_division, character: bold}",
        "character: bold",
        "with a deed of his and the book that tells it, or leave the character out",
    ),
    "source without a character": (
        "formation: blue_division}",
        "formation: blue_division, character source: He attacked (K)}",
        "character source",
        "write 'character: ...' too (bold, cautious, methodical, stubborn)",
    ),
    "limit that is no place": (
        "orders:\n  - {for: 1st",
        "orders:\n  - {for: 2nd Brigade, day: 1, order: hold, not beyond: mil}\n  - {for: 1st",
        "not beyond: mil",
        "did you mean mill?",
    ),
    "unknown arm": ("arm: lorried infantry", "arm: lorryed infantry", "lorryed", "did you mean lorried infantry"),
    "unknown kind of road": ("km: 4.5, kind: track", "km: 4.5, kind: trak", "kind: trak", "did you mean track?"),
    "impossible date": ("12 June 1941", "31 June 1941", "31 June", "June 1941 has only 30 days"),
    "unparsable date": ("12 June 1941", "next Tuesday", "next Tuesday", "is not a date"),
    "month misspelt": ("12 June 1941", "12 Jume 1941", "12 Jume", "did you mean June"),
    "no days": ("days: 2", "days: 0", "days: 0", "from 1 to"),
    "days in words": ("days: 2", "days: two", "days: two", "found 'two'"),
    "nothing written": ("days: 2", "days:", "days:", "found nothing"),
    "road to nowhere": ("to: crossroads, km: 4.5", "to: crosroads, km: 4.5", "crosroads", "did you mean crossroads?"),
    "road of no length": ("km: 6.5, kind", "km: 0, kind", "km: 0,", "found '0'"),
    "road of negative length": ("km: 6.5, kind", "km: -3, kind", "km: -3", "found '-3'"),
    "road back to where it begins": (
        "features:",
        "  - {from: mill, to: mill, kind: track}\nfeatures:",
        "from: mill, to: mill",
        "ends where it begins",
    ),
    "road twice": (
        "features:",
        "  - {from: mill, to: west_gate, km: 7, kind: desert}\nfeatures:",
        "km: 7, kind",
        "already written",
    ),
    "disconnected map": ("roads:\n", '  oasis: {at: "30, 30"}\nroads:\n', "oasis", "no road leads from oasis"),
    "place twice": ("roads:\n", '  Farm: {at: "1, 1"}\nroads:\n', "  Farm:", "already written in line 23"),
    "place without a point": ('farm: {at: "14, 1"}', "farm: {name: The farm}", "farm: {name", "needs 'at'"),
    "point of one number": ('farm: {at: "14, 1"}', 'farm: {at: "14"}', 'at: "14"', "kilometres east and north"),
    "crossing beyond the end": ("bridge, at: 3}", "bridge, at: 30}", "at: 30", "beyond the end of the road"),
    "duplicate key": (
        "    to: west_gate\n",
        "    to: west_gate\n    to: farm\n",
        "    to: farm",
        "already written in line",
    ),
    "unknown side": ("owner: blue", "owner: bleu", "owner: bleu", "did you mean blue?"),
    "unknown home edge": ("home edges: [west_gate]", "home edges: [west_gat]", "west_gat]", "did you mean west_gate"),
    "colour": ('"#1b4f8a"', "blue", "accent: blue", "six hexadecimal digits"),
    "unknown establishment": (
        "battalion\n              strength",
        "battalon\n              strength",
        "like: blueshire battalon",
        "did you mean blueshire battalion",
    ),
    "establishment like itself": (
        "    arm: lorried infantry\n",
        "    like: blueshire battalion\n    arm: lorried infantry\n",
        "like: blueshire battalion",
        "cannot be like itself",
    ),
    "two of one name in a command": (
        "battalion: Second Battalion",
        "battalion: first battalion",
        "first battalion",
        "is used twice in one command",
    ),
    "battalion without a name": (
        "- battalion: Second Battalion\n              like",
        "- like",
        "            - like: blueshire battalion",
        "needs 'battalion'",
    ),
    "command with no battalion": (
        "        - command: 2nd Brigade\n",
        "        - {command: Empty Brigade, at: farm}\n        - command: 2nd Brigade\n",
        "Empty Brigade",
        "has no battalion",
    ),
    "formation without a level": ("- command: Tanks", "- name: Tanks", "- name: Tanks", "cannot have 'name'"),
    "level misspelt": ("- command: Tanks", "- comand: Tanks", "- comand", "did you mean command?"),
    "corps under a division": ("- command: Tanks", "- corps: Tanks", "- corps", "cannot be under a division"),
    "no nation": ("      nation: italian\n", "", "division: Red Division", "has no nation"),
    "unknown nation": ("nation: italian", "nation: itallian", "itallian", "did you mean italian"),
    "nowhere to stand": ("          at: mill\n", "", "I Battalion, arm", "has no position on the map"),
    "unknown place to stand": ("          at: mill\n", "          at: mil\n", "at: mil\n", "did you mean mill?"),
    "arrival after the end": ("            day: 2\n", "            day: 5\n", "day: 5", "day 5 is after the end"),
    "turn five": ("            turn: 3\n", "            turn: 5\n", "turn: 5", "from 1 to 4"),
    "men in words": ("{men: 700}", "{men: many}", "men: many", "found 'many'"),
    "piece without calibre": (", calibre: 88}", "}", "piece: gun-howitzer", "calibre is missing"),
    "unknown experience": ("experience: green", "experience: raw", "experience: raw", "green, regular, veteran, elite"),
    "commander of nobody": (
        "formation: red_division",
        "formation: reed_division",
        "reed_division",
        "did you mean red_division",
    ),
    "objective nowhere": (
        "{place: crossroads, side",
        "{place: crossrods, side",
        "crossrods",
        "did you mean crossroads?",
    ),
    "points below nothing": ("points: 3", "points: -3", "points: -3", "from 0 to"),
    "weather of no kind": ("sky: clear", "sky: sunny", "sky: sunny", "clear, cloud, bad"),
    "air base unknown": ("based at: red_field", "based at: red_feild", "red_feild", "did you mean red_field?"),
    "order for nobody": ("for: 1st Brigade", "for: 9th Brigade", "9th Brigade", "no formation or battalion"),
    "order to nowhere": (
        "order: attack, to: crossroads, via: [farm]",
        "order: attack",
        "order: attack",
        "an order to attack needs a place",
    ),
    "order of an unknown kind": ("order: attack", "order: attak", "order: attak", "did you mean attack?"),
    "setting unknown": (
        "limits.command_max_battalions",
        "limits.comand_max_battalions",
        "limits.comand",
        "did you mean",
    ),
    "setting impossible": ("max_battalions: 4", "max_battalions: lots", "lots", "Allowed: "),
    "tab": ("    name: Red\n", "\tname: Red\n", "\tname", "the line is indented with a tab"),
    "alias": (
        'east_gate: {at: "20, 0", owner: blue}',
        'east_gate: &e {at: "20, 0", owner: blue}\n  gate: *e',
        "gate: *e",
        "cannot be used; write it out",
    ),
    "tag": ("days: 2", "days: !!int 2", "!!int", "write the plain value without a tag"),
    "second document": ("rulebook:\n", "---\nrulebook:\n", "---", "a second document"),
    "a colon in a text": (
        "title: The crossroads",
        "title: The crossroads: a fight",
        "title:",
        "this line cannot be read as YAML",
    ),
    "a list where a mapping belongs": (
        "  red_field: {side: red, place: west_gate}",
        "  - red_field",
        "- red_field",
        "found a list",
    ),
    "a mapping where a list belongs": (
        "  - {day: 1, sky: clear}",
        "  {day: 1, sky: clear}",
        "  {day: 1, sky",
        "write a list",
    ),
    "truth value": ('"14, 1"}', '"14, 1", hill: perhaps}', "perhaps", "expected yes or no"),
    "time zone": ("UTC+02:00", "Cairo", "zone: Cairo", "is not a time zone"),
    "no colon after a word": ("          at: mill\n", "          at mill\n", "at mill", "write a colon after the key"),
    "no colon after a heading": ("places:\n", "places\n", "places", "write a colon after the key"),
    "no colon before a bracket": ("strength: {men", "strength {men", "strength {men", "write a colon after the key"),
    "quotation mark not closed": ("name: Blue\n", 'name: "Blue\n', 'name: "Blue', "close the quotation mark"),
    "bracket not closed": ("home edges: [west_gate]", "home edges: [west_gate", "[west_gate", "close the bracket"),
    "one space too many": (
        "    home edges: [west_gate]",
        "     home edges: [west_gate]",
        "     home edges: [west_gate]",
        "indent it like",
    ),
    "one space too many at the first": ("  east_gate: {at", "   east_gate: {at", "   east_gate: {at", "indent it like"),
    "one space too many at a dash": (
        "        - command: 2nd",
        "         - command: 2nd",
        "         - command: 2nd",
        "indent it like",
    ),
    "an escaped control character": (
        "title: The crossroads",
        'title: "The \\x1b[31mcrossroads\\0"',
        "title:",
        "cannot be printed (U+001B)",
    ),
    "a control character in a key": ("  ann: {name", '  "an\\x07n": {name', "{name: Ann", "cannot be printed (U+0007)"),
    "a name of two lines": (
        "battalion: Second Battalion",
        'battalion: "Second\\nBattalion"',
        '"Second',
        "more than one line",
    ),
    "an empty title": ("title: The crossroads", 'title: ""', "title:", "which must not be empty"),
    "an empty name": ("{name: Ann,", '{name: "",', 'name: ""', "which must not be empty"),
    "two commanders of one formation": (
        "  bob:",
        "  cid: {formation: blue_division}\n  bob:",
        "  cid:",
        "already has the commander",
    ),
    "dug in before it arrives": (
        "{battalion: Motors, ",
        "{battalion: Motors, dug in: 1, ",
        "Motors",
        "cannot be dug in at the start",
    ),
    "fresh without men": (
        "strength: {men: 700}",
        "strength: {men: 0}",
        "battalion: Second Battalion",
        "without any of its 740 men",
    ),
    "nested too deeply": (
        "days: 2",
        "days: " + "[" * 60 + "]" * 60,
        "days: [",
        "more than 40 levels inside each other",
    ),
}


def test_the_sound_one_is_sound(tmp_path: Path) -> None:
    report = check_text(tmp_path, SOUND)
    assert report.errors == () and report.warnings == ()
    assert report.counts["battalions"] == 10 and report.counts["roads"] == 4


@pytest.mark.parametrize("name", ONE_FAULT)
def test_one_mistake_is_one_fault_at_its_line(tmp_path: Path, name: str) -> None:
    old, new, marker, words = ONE_FAULT[name]
    text = spoilt((old, new))
    report = check_text(tmp_path, text)
    lines = [str(fault) for fault in report.errors]
    assert len(lines) == 1 or name in ("nowhere to stand",), lines
    assert words in lines[0]
    assert report.errors[0].spot.line == line_of(text, marker), lines
    assert not report.is_sound


def test_more_men_than_the_establishment_is_a_warning(tmp_path: Path) -> None:
    report = check_text(tmp_path, spoilt(("strength: {men: 700}", "strength: {men: 900}")))
    assert report.errors == ()
    assert ["900 men, more than the 740" in fault.text for fault in report.warnings] == [True]


def test_latitude_and_longitude_the_wrong_way_round_show_in_a_road_across_the_globe(tmp_path: Path) -> None:
    text = 'places:\n  a: {at: "50, 5"}\n  b: {at: "5.1, 50.1"}\nroads:\n  - {from: a, to: b, kind: track}\n'
    report = check_text(tmp_path, text)
    assert [
        (fault.spot.line, "roads can be at most 2,000 km long. Check the position of both ends" in fault.text)
        for fault in report.errors
    ] == [(5, True)]


def test_notes_may_have_many_lines(tmp_path: Path) -> None:
    report = check_text(tmp_path, spoilt(("days: 2\n", 'days: 2\nnotes: "one\\n\\ntwo"\n')))
    assert report.errors == ()


def test_a_formation_that_stands_nowhere_is_told_once_for_each_battalion(tmp_path: Path) -> None:
    report = check_text(tmp_path, spoilt(("          at: mill\n", "")))
    assert ["has no position on the map" in fault.text for fault in report.errors] == [True, True]


TOGETHER = (
    "impossible date",
    "unknown kind of road",
    "road of no length",
    "disconnected map",
    "duplicate key",
    "unknown side",
    "two of one name in a command",
    "corps under a division",
    "arrival after the end",
    "unknown experience",
    "air base unknown",
    "order of an unknown kind",
    "colour",
    "tab",
)


def test_ten_mistakes_are_ten_faults_each_with_its_line(tmp_path: Path) -> None:
    chosen = [ONE_FAULT[name] for name in TOGETHER]
    text = spoilt(*((old, new) for old, new, _, _ in chosen))
    report = check_text(tmp_path, text)
    found = sorted(fault.spot.line for fault in report.errors)
    assert found == sorted(line_of(text, marker) for _, _, marker, _ in chosen), [str(f) for f in report.errors]
    for _, _, _, words in chosen:
        assert any(words in fault.text for fault in report.errors), words


def test_what_a_broken_line_makes_missing_is_not_reported_beside_it(tmp_path: Path) -> None:
    text = spoilt(('  crossroads: {at: "10, 2"}', '  crossroads: {at: "10, 2"'), ("sky: clear", "sky: sunny"))
    report = check_text(tmp_path, text)
    assert len(report.errors) == 2, [str(f) for f in report.errors]
    assert report.errors[0].spot.line == line_of(text, "sky: sunny")


def test_two_broken_lines_are_two_faults(tmp_path: Path) -> None:
    text = spoilt(("title: The crossroads", "title: The: crossroads"), ("    name: Red", '    name: "Red'))
    report = check_text(tmp_path, text)
    assert [f.spot.line for f in report.errors] == [1, line_of(text, 'name: "Red')], [str(f) for f in report.errors]


def test_missing_sections_are_missed_one_by_one(tmp_path: Path) -> None:
    report = check_text(tmp_path, "title: Nothing\nfirst day: 12 June 1941\ndays: 1\n")
    assert [fault.text.split("'")[1] for fault in report.errors] == ["order of battle", "places", "roads", "sides"]


def test_a_section_misspelt_is_read_all_the_same(tmp_path: Path) -> None:
    text = spoilt(("places:\n", "placs:\n"), ("km: 6.5, kind", "km: nil, kind"))
    report = check_text(tmp_path, text)
    assert [f.spot.line for f in report.errors] == [line_of(text, "placs:"), line_of(text, "km: nil")]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"title: caf\xe9\n", "0xE9"),
        (b"\xff\xfet\x00i\x00", "UTF-16"),
        (b"\x00" * 100, "not a text file"),
        (b"title: a\x07b\n", "cannot be printed"),
        (b"", "the file is empty"),
        (b"just words\n", "write these keys"),
        (b"- a\n- b\n", "write these keys"),
        (b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "cannot be used; write it out"),
    ],
)
def test_files_that_are_no_scenario(tmp_path: Path, raw: bytes, words: str) -> None:
    report = check_text(tmp_path, raw)
    assert any(words in fault.text for fault in report.errors), [str(f) for f in report.errors]


def test_a_byte_that_is_no_text_is_found_where_it_stands(tmp_path: Path) -> None:
    report = check_text(tmp_path, SOUND.replace("Red\n", "R\udce9d\n", 1).encode("utf-8", "surrogateescape"))
    assert [(f.spot.line, f.spot.column) for f in report.errors] == [(line_of(SOUND, "name: Red"), 12)]


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.seek(17 * 1024 * 1024)
        file.write(b"\n")
    assert "bytes" in check_files([path]).errors[0].text


def test_a_file_that_is_not_there_and_a_folder_without_files(tmp_path: Path) -> None:
    assert "no such file" in check_files([tmp_path / "nowhere.yaml"]).errors[0].text
    assert "holds no .yaml file" in check_files([tmp_path]).errors[0].text


def test_a_folder_is_read_as_one_scenario(tmp_path: Path) -> None:
    head, rest = SOUND.split("places:\n")
    ground, forces = rest.split("establishments:\n")
    (tmp_path / "scenario.yaml").write_text(head)
    (tmp_path / "map.yaml").write_text("places:\n" + ground)
    (tmp_path / "forces.yaml").write_text("establishments:\n" + forces.replace("at: farm", "at: fram"))
    report = check_files([tmp_path])
    there = line_of((tmp_path / "forces.yaml").read_text(), "at: fram")
    assert [(Path(f.spot.file).name, f.spot.line) for f in report.errors] == [("forces.yaml", there)]


def test_a_heading_given_by_two_files_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(SOUND)
    (tmp_path / "more.yaml").write_text("title: Another\n")
    assert ["'title' is already written" in f.text for f in check_files([tmp_path]).errors] == [True]


def test_a_map_alone_may_name_sides_it_does_not_hold(tmp_path: Path) -> None:
    ground = "coordinates: kilometres\nplaces:\n" + SOUND.split("places:\n")[1].split("establishments:\n")[0]
    assert check_text(tmp_path, ground).errors == ()
    assert (
        "no road leads"
        in check_text(tmp_path, ground.replace("  - {from: farm, to: crossroads, km: 4.5, kind: metalled road}\n", ""))
        .errors[0]
        .text
    )


def test_an_order_of_battle_alone_may_name_places_it_does_not_hold(tmp_path: Path) -> None:
    forces = "order of battle:\n" + SOUND.split("order of battle:\n")[1].split("air bases:\n")[0]
    forces = forces.replace("like: blueshire battalion", "like: british infantry battalion 1941")
    assert check_text(tmp_path, forces).errors == ()
    assert "cannot be under" in check_text(tmp_path, forces.replace("- command: Tanks", "- army: Tanks")).errors[0].text


WARNINGS = {
    "command of five": (
        "            - {battalion: Third",
        "".join(f"            - {{battalion: Extra {n}, arm: infantry}}\n" for n in "abc")
        + "            - {battalion: Third",
        "has 5 battalions, more than 4",
    ),
    "command of one": ("            - {battalion: II Battalion, arm: infantry}\n", "", "has 1 battalion, fewer than 2"),
    "missing headquarters": ("      headquarters: {at: west_gate}\n", "", "has no headquarters battalion"),
    "headquarters out of reach": ("km: 4.5, kind: metalled", "km: 450, kind: metalled", "more than one march move"),
    "shorter than drawn": ("km: 6.5, kind: metalled", "km: 6, kind: metalled", "the given length is used"),
    "far longer than drawn": ("km: 4.5, kind: track", "km: 45, kind: track", "the length is 10.9 times that"),
    "two places on one point": (
        "roads:\n",
        '  inn: {at: "14, 1"}\nroads:\n  - {from: inn, to: farm, km: 1, kind: track}\n',
        "'inn' is at the same point as 'farm'",
    ),
    "two places of one name": (
        "roads:\n",
        '  inn: {name: Farm, at: "15, 1"}\nroads:\n  - {from: inn, to: farm, km: 1, kind: track}\n',
        "has the name 'Farm', like the place at",
    ),
    "no home edge": ("    home edges: [west_gate]\n", "", "has no home edge"),
    "no commander": ("  bob: {name: Bob, formation: red_division}\n", "", "has no commander"),
    "no objectives": ("objectives:\n  - {place: crossroads, side: blue, points: 3}\n", "", "no side scores points"),
    "fresh but weak": ("strength: {men: 700}", "strength: {men: 400}", "begins fresh with 400 of 740 men"),
}


@pytest.mark.parametrize("name", WARNINGS)
def test_oddities_are_warned_of_and_do_not_stop_it(tmp_path: Path, name: str) -> None:
    old, new, words = WARNINGS[name]
    text = (
        spoilt((old, new))
        if name != "headquarters out of reach"
        else spoilt(
            (old, new),
            ("          at: east_gate\n", "          at: farm\n"),
            ("headquarters: {at: east_gate}", "headquarters: {at: crossroads}"),
        )
    )
    report = check_text(tmp_path, text)
    assert report.is_sound, [str(f) for f in report.errors]
    assert any(words in warning.text for warning in report.warnings), [str(w) for w in report.warnings]


def test_a_warning_of_the_map_stands_at_its_line(tmp_path: Path) -> None:
    text = spoilt(
        ("roads:\n", '  inn: {at: "14, 1"}\nroads:\n  - {from: inn, to: farm, km: 1, kind: track}\n'),
        ("km: 4.5, kind: track", "km: 45, kind: track"),
    )
    found = {(w.spot.line, w.text.split(" ")[0]) for w in check_text(tmp_path, text).warnings}
    assert (line_of(text, "inn: {at"), "place") in found and (line_of(text, "km: 45"), "road") in found


def test_a_road_that_leads_back_to_its_place_is_kept(tmp_path: Path) -> None:
    for round_trip in ("km: 3, kind: track}", 'kind: track, shape: ["5, 2", "6, 3"]}'):
        path = tmp_path / "loop.yaml"
        path.write_text(spoilt(("features:", f"  - {{from: mill, to: mill, {round_trip}\nfeatures:")), encoding="utf-8")
        (loop,) = [road for road in read_scenario(path).roads if road.a == road.b]
        assert (loop.a, loop.length_m > 2900) == ("mill", True)


def test_a_map_that_is_too_wide_for_one_plane_is_told_of(tmp_path: Path) -> None:
    """At 60 degrees a degree of longitude is half of one at the equator: about 50 degrees everything at 60 is drawn a
    quarter too long."""
    path = tmp_path / "map.yaml"
    path.write_text(
        "title: Wide\nplaces:\n  south: {at: '40, 5'}\n  north: {at: '60, 6'}\n  east: {at: '60, 9'}\n"
        "roads:\n  - {from: south, to: north, km: 2300, kind: track}\n  -"
        " {from: north, to: east, km: 200, kind: track}\n",
        encoding="utf-8",
    )
    warnings = {w.spot.line: w.text for w in check_files([path]).warnings}
    assert "at 60.00 degrees latitude the map is 29% longer" in warnings[4] and "16% shorter" in warnings[3], warnings


@pytest.mark.rule("OB-SUP-05")
def test_reach_is_one_march_move_of_the_headquarters_transport(tmp_path: Path) -> None:
    """Lorries: 178 inches are 22.25 km by road."""
    base = (("          at: east_gate\n", "          at: farm\n"),)
    near = check_text(tmp_path, spoilt(*base, ("km: 6.5, kind: metalled", "km: 22.25, kind: metalled")))
    far = check_text(tmp_path, spoilt(*base, ("km: 6.5, kind: metalled", "km: 22.251, kind: metalled")))
    assert not any("one march move" in w.text for w in near.warnings)
    assert sum("one march move" in w.text for w in far.warnings) == 2


@pytest.mark.rule("OB-ORG-04")
def test_four_battalions_are_not_too_many(tmp_path: Path) -> None:
    extra = "".join(f"            - {{battalion: Extra {n}, arm: infantry}}\n" for n in "ab")
    assert (
        check_text(
            tmp_path, spoilt(("            - {battalion: Third", extra + "            - {battalion: Third"))
        ).warnings
        == ()
    )


def test_reading_refuses_with_every_fault(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(spoilt(("sky: clear", "sky: sunny"), ("days: 2", "days: none")))
    with pytest.raises(BadFile) as caught:
        read_scenario(path)
    assert len(caught.value.faults) == 2 and "\n" not in str(caught.value)
    assert all(":" in line and str(path) in line for line in caught.value.faults)


def test_a_side_without_a_commander_gets_one_for_its_top_formation(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(spoilt(("  bob: {name: Bob, formation: red_division}\n", "")))
    assert [(c.side, c.formation) for c in read_scenario(path).commanders] == [
        ("blue", "blue_division"),
        ("red", "red_division"),
    ]
