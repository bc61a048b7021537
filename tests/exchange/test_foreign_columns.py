"""Tables as clubs and other programs lay them out: headings in other words and languages, and a column for each
echelon."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.errors import BadFile
from campaign.exchange.check import read_scenario
from campaign.exchange.equipment import Equipment
from campaign.exchange.faults import Faults
from campaign.exchange.foreign.columns import column, echelons
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.lines import kind_of_strength
from campaign.exchange.foreign.wishes import Wishes


def told(tmp_path: Path, text: str, **wishes: object) -> Converted:
    source = tmp_path / "units.csv"
    source.write_text(text, encoding="utf-8")
    return convert([source], Wishes(**wishes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Unit name", "name"),
        ("parentId", "under"),
        ("Unterstellt", "under"),
        ("Stärke", "strength"),
        ("sideName", "side"),
        ("Effectifs", "strength"),
        ("shortName", "short"),
        ("Strength", "strength"),
        ("men_full", "men full"),
        ("moonphase", "moonphase"),
    ],
)
def test_headings_in_other_words(heading: str, name: str) -> None:
    assert column(heading) == name


def test_the_table_that_orbat_mapper_writes_is_read(tmp_path: Path) -> None:
    text = (
        "id,name,sidc,shortName,description,url,location,parentId,sideId,sideName\n"
        "u1,1st Brigade,10031000181211000000,1 Bde,,,,,s1,Blue\n"
        'u2,1 Foot,10031000161211000000,,,https://example.org,"[5.1, 51.2]",u1,s1,Blue\n'
    )
    done = told(tmp_path, text, nation="british")
    assert (done.counts["units"], done.depth) == (2, 2)
    assert [str(note) for note in done.notes] == [
        "units.csv:1: the column 'url' is not used. It has: https://example.org",
        "units.csv:1: the column 'sideId' is not used. It has: s1",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "I Korps,,,,\n,1. Div,,,\n,,1. Rgt,,\n,,,I Btl,700\n,,,II Btl,710\n,,2. Rgt,,\n,,,I Btl,720\n",
        "I Korps,1. Div,1. Rgt,I Btl,700\nI Korps,1. Div,1. Rgt,II Btl,710\nI Korps,1. Div,2. Rgt,I Btl,720\n",
        "I Korps,1. Div,1. Rgt,I Btl,700\n,,,II Btl,710\n,,2. Rgt,I Btl,720\n",
    ],
    ids=["indented", "filled down", "mixed"],
)
def test_a_column_for_each_echelon_makes_the_tree(tmp_path: Path, rows: str) -> None:
    done = told(tmp_path, "Corps,Division,Regiment,Battalion,Men\n" + rows, nation="german", side="Axis")
    assert (done.counts["units"], done.depth) == (7, 4)
    keep(done, tmp_path / "out")
    scenario = read_scenario(tmp_path / "out")
    names = {f.key: f.name for f in scenario.formations}
    assert sorted((names[b.organic], b.name, b.full.men) for b in scenario.battalions if b.name.endswith("Btl")) == [
        ("1. Rgt", "I Btl", 700),
        ("1. Rgt", "II Btl", 710),
        ("2. Rgt", "I Btl", 720),
    ]


def test_one_column_of_units_is_no_column_for_each_echelon() -> None:
    assert echelons(("Battalion", "Under", "Side")) == {}
    assert echelons(("Name", "Corps", "Division")) == {}
    assert echelons(("Division", "Brigade", "Unit")) == {0: "division", 1: "brigade", 2: "battalion"}


def test_a_column_that_means_nothing_is_refused_with_the_near_names(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        told(tmp_path, "name,under,experiance\nA Bde,,green\n", side="Blue")
    (fault,) = caught.value.faults
    assert (
        fault.startswith("units.csv:1: there is no column 'experiance'. The columns are name, kind, under")
        and "did you mean experience" in fault
    )
    assert len(fault) < 400


@pytest.mark.parametrize("column", ["under", "depth"])
def test_a_chain_of_thousands_is_refused_in_one_line(tmp_path: Path, column: str) -> None:
    above = {"under": lambda n: f"U{n - 1}" if n else "", "depth": str}[column]
    rows = "".join(f"U{n},{above(n)}\n" for n in range(2500))
    with pytest.raises(BadFile, match=r"has 2,500 levels of units, but at most 60 levels are read"):
        told(tmp_path, f"name,{column}\n{rows}", side="Blue")


def test_every_vehicle_of_the_shipped_files_is_read_as_one() -> None:
    names = {vehicle.name for vehicle in Equipment(Faults()).behind.vehicles.values()}
    assert len(names) > 80
    assert [name for name in sorted(names) if kind_of_strength(name) != "vehicles"] == []
