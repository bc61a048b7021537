"""Formations like an organisation, and establishments that leave their classes to their weapons and vehicles."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.battalions import read_kind
from campaign.exchange.check import check_files, read_scenario
from campaign.exchange.entry import Entry
from campaign.exchange.establishments import KEYS, Establishments
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.foreign.convert import convert, keep
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.organisations import ordinal
from campaign.exchange.text import Mapping, Scalar, parse
from campaign.exchange.values import Kind, Scenario
from campaign.rules.common.settings import DEFAULTS
from campaign.terms.forces import AntiTank, Armour, CombatClass, MarchClass, Piece, Weapon

HEAD = """title: T
first day: 1 June 1943
days: 2
coordinates: kilometres
sides: {red: {name: Red, home edges: [here]}, blue: {name: Blue, home edges: [there]}}
places: {here: {name: Here, at: "0, 0"}, there: {name: There, at: "9, 0"}}
roads: [{from: here, to: there, kind: metalled road}]
nations: {polish: {name: Polish, counts as: british}}
"""


def written(tmp_path: Path, red: str, more: str = "") -> Path:
    """A scenario whose red side has these formations."""
    path = tmp_path / "one.yaml"
    path.write_text(f"{HEAD}{more}order of battle:\n  red:\n{red}", encoding="utf-8")
    return path


def faults(path: Path) -> list[str]:
    """What is wrong, without where."""
    return [fault.text for fault in check_files([path]).errors]


def kind(said: str, more: str = "") -> Kind:
    """What an establishment is of which a file says this."""
    found = Faults()
    establishments = Establishments(found)
    tree = parse(f"{more}establishments:\n  x: {{{said}}}\n".encode(), "x.yaml", found)
    assert isinstance(tree, Mapping)
    sections = {key.text: node for key, node in tree.pairs}
    establishments.equipment.add(
        [sections[key] for key in ("weapons",) if key in sections],
        [sections[k] for k in ("vehicles",) if k in sections],
    )
    establishments.add([sections["establishments"]])
    behind = establishments.behind(Scalar(Spot(""), "x"))[1]
    read = read_kind(Entry(Mapping(Spot(""), ()), "x", KEYS, found, behind), DEFAULTS.with_settings({}))
    assert not found.errors
    return read


def read(tmp_path: Path, red: str, more: str = "") -> Scenario:
    return read_scenario(written(tmp_path, red, more))


def test_a_whole_division_is_one_line(tmp_path: Path) -> None:
    """A Soviet rifle division of 1943: three regiments of three battalions, three of artillery, guns against tanks,
    sappers."""
    found = read(
        tmp_path, "    - {division: 5th Rifle Division, short: 5 RD, like: soviet rifle division 1943, at: here}\n"
    )
    division, *commands = found.formations
    assert (division.name, division.nation, division.source) == ("5th Rifle Division", "soviet", "K")
    assert [c.short for c in commands] == ["1/5 RD", "2/5 RD", "3/5 RD", "AR/5 RD"]
    by_command = {c.key: [b.short for b in found.battalions if b.organic == c.key] for c in commands}
    assert list(by_command.values())[1] == ["1/2/5 RD", "2/2/5 RD", "3/2/5 RD"]
    assert [b.arm.value for b in found.battalions if b.organic == division.key] == [
        "headquarters",
        "anti-tank",
        "engineer",
    ]
    assert {b.place for b in found.battalions} == {"here"} and {b.nation for b in found.battalions} == {"soviet"}


def test_what_a_formation_says_itself_goes_before(tmp_path: Path) -> None:
    red = """    - division: 1st Division
      like: british infantry division 1944
      nation: polish
      experience: veteran
      at: here
      headquarters: {like: british division headquarters 1941}
      formations:
        - {command: 1st Rifles, like: british infantry brigade 1944}
        - {command: 2nd Rifles, like: british infantry brigade 1942}
"""
    found = read(tmp_path, red)
    assert [f.name for f in found.formations] == ["1st Division", "1st Rifles", "2nd Rifles"]
    assert {f.nation for f in found.formations} == {"polish"}
    assert {b.experience.value for b in found.battalions} == {"veteran"}
    (head,) = [b for b in found.battalions if b.headquarters_of]
    assert head.establishment == "british division headquarters 1941"
    assert sum(b.organic.startswith("1st_division") and b.headquarters_of is None for b in found.battalions) == 5


def test_a_nation_above_goes_before_that_of_the_organisation(tmp_path: Path) -> None:
    red = (
        "    - corps: Polish Corps\n      nation: polish\n      at: here\n      formations:"
        " [{division: 1st, like: british armoured division 1944}]\n"
    )
    assert {b.nation for b in read(tmp_path, red).battalions} == {"polish"}


def test_organisations_within_organisations(tmp_path: Path) -> None:
    own = """organisations:
  pair: {level: command, battalions: [{battalion: "{roman}. {name}", short: "{n}.{short}", like: british infantry battalion 1944, times: 2}]}
  four: {level: division, nation: british, formations: [{command: "{nth} {short}", like: pair, times: 2}]}
"""
    found = read(tmp_path, "    - {division: D, like: four, at: here}\n", own)
    assert [b.name for b in found.battalions] == ["I. 1st D", "II. 1st D", "I. 2nd D", "II. 2nd D"]
    assert [b.short for b in found.battalions] == ["1.1st D", "2.1st D", "1.2nd D", "2.2nd D"]


def test_an_unknown_organisation_is_one_fault_and_tells_the_near_ones(tmp_path: Path) -> None:
    (fault,) = faults(written(tmp_path, "    - {division: D, like: soviet rifel division 1943, at: here}\n"))
    assert fault.startswith(
        "like: there is no organisation 'soviet rifel division 1943'; list the program's establishments: campaign"
        " establishments"
    )
    assert "did you mean soviet rifle division 1943" in fault


def test_an_organisation_of_another_level_is_one_fault(tmp_path: Path) -> None:
    (fault,) = faults(written(tmp_path, "    - {division: D, like: german grenadier regiment 1944, at: here}\n"))
    assert (
        fault
        == "like: german grenadier regiment 1944 is a command; write 'command: D', or name an organisation of a division"
    )


def test_a_division_that_stands_nowhere_is_one_fault(tmp_path: Path) -> None:
    (fault,) = faults(written(tmp_path, "    - {division: D, like: soviet rifle division 1943}\n"))
    assert fault.startswith("division 'D' has no position on the map; write 'at: PLACE'")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("loop: {level: command, formations: [{command: x, like: loop}]}", "a command cannot be under a command"),
        ("none: {battalions: [{battalion: x, like: us infantry battalion 1944}]}", "organisation 'none' needs 'level'"),
        (
            "many: {level: command, battalions: [{battalion: '{n}', like: us infantry battalion 1944, times: 13}]}",
            "times: found '13'; write",
        ),
        (
            "twin: {level: command, battalions: [{battalion: x, like: us infantry battalion 1944, times: 2}]}",
            "the name 'x' is used twice in one command",
        ),
        ("odd: {level: brigade}", "level: 'brigade' is not known"),
        (
            "miss: {level: command, battalions: [{battalion: x, like: nothing of 1944}]}",
            "there is no establishment 'nothing of 1944'",
        ),
    ],
)
def test_a_faulty_organisation_is_told_though_nobody_refers_to_it(tmp_path: Path, own: str, said: str) -> None:
    more = f"organisations:\n  {own}\n"
    found = faults(written(tmp_path, "    - {division: D, like: soviet rifle division 1943, at: here}\n", more))
    assert len(found) == 1 and said in found[0]


def test_one_name_twice_is_a_fault(tmp_path: Path) -> None:
    twice = "vehicles:\n  A: {kind: tank, called: [B]}\n  b: {kind: tank}\n"
    (fault,) = faults(written(tmp_path, "    - {division: D, like: soviet rifle division 1943, at: here}\n", twice))
    assert fault == "vehicle 'b' has the name 'b', which is already in use; write each name only once"


def test_the_indented_text_knows_organisations(tmp_path: Path) -> None:
    text = tmp_path / "corps.txt"
    text.write_text(
        "first day: 1 July 1943\nnation: soviet\nside: Red\n\n5th Rifle Division, type soviet rifle division 1943\n"
        "29th Tank Corps\n  like: soviet tank corps 1944\n11th Guards Regiment [soviet rifle regiment 1943]\n",
        encoding="utf-8",
    )
    converted = convert([text], Wishes())
    assert sum("organised like soviet" in remark.text for remark in converted.guessed) == 3
    assert keep(converted, tmp_path / "out").counts["battalions"] == 15 + 22 + 3


@pytest.mark.rule("OB-PEN-06", "OB-AMB-070")
def test_tanks_are_what_most_of_them_are() -> None:
    found = kind("arm: armour, items: [30 T-34/76 (tank), 20 T-60 (tank)]")
    assert (found.armour, found.anti_tank_best, found.anti_tank_all) == (
        Armour.MEDIUM,
        AntiTank.LIGHT_MEDIUM,
        AntiTank.LIGHT,
    )
    assert (found.march_class, found.combat_class, found.direct_in) == (MarchClass.TRACKED, CombatClass.TRACKED, 8)


def test_of_two_equally_many_the_weaker_armour_counts() -> None:
    assert kind("arm: armour, items: [10 KV-1 (tank), 10 T-60 (tank)]").armour is Armour.LIGHT


@pytest.mark.rule("OB-RANGE-06", "OB-AMB-076")
def test_guns_reach_five_sixths_of_what_they_reach_at_most() -> None:
    found = kind("arm: medium artillery, items: [12 122 mm A-19 (gun)], establishment: {guns: 12}")
    assert (found.piece, found.calibre_mm, found.weapon) == (Piece.GUN, 122, Weapon.MEDIUM_GUN)
    assert found.range_in == round(20_000 * 5 / 6 / 125)


def test_a_word_of_the_establishment_goes_before_its_figures() -> None:
    found = kind("arm: armour, items: [40 Panther (tank)], armour: medium, march: tank")
    assert (found.armour, found.march_class, found.anti_tank_best) == (
        Armour.MEDIUM,
        MarchClass.TRACKED,
        AntiTank.MEDIUM_HEAVY,
    )


def test_equipment_of_ones_own_goes_before_that_which_is_shipped() -> None:
    own = (
        "weapons: {pea shooter: {calibre: 20, barrel: 1, pierces: 10}}\nvehicles:"
        " {Panther: {kind: tank, weapon: pea shooter, front: 8, speed: 20}}\n"
    )
    found = kind("arm: armour, items: [40 Panther (tank)]", own)
    assert (found.armour, found.anti_tank_best, found.march_class) == (Armour.LIGHT, AntiTank.LIGHT, MarchClass.CAVALRY)


def test_what_nobody_knows_follows_from_the_arm() -> None:
    found = kind("arm: armour, items: [40 Wonder tank (tank)]")
    assert (found.armour, found.anti_tank_best) == (Armour.MEDIUM, AntiTank.LIGHT)


@given(st.integers(1, 3000))
def test_ordinals(number: int) -> None:
    said = ordinal(number)
    assert said.startswith(str(number)) and (said[-2:] == "th") == (
        number % 100 in (11, 12, 13) or number % 10 not in (1, 2, 3)
    )
