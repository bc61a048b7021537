"""``campaign export --format``: a campaign in the middle of its days for other programs, and as a scenario that goes on
from there."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.exchange.check import read_scenario
from campaign.exchange.values import Scenario
from campaign.journal import reading
from campaign.queries.campaign.carry_on import from_now, without_the_lost
from campaign.queries.campaign.scenario_state import state_of
from campaign.store import opened
from campaign.terms.viewer import UMPIRE
from campaign.values import replace


def typed(*arguments: object) -> str:
    ended = CliRunner().invoke(campaign, [str(one) for one in arguments])
    assert ended.exit_code == 0, ended.output
    return ended.output


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity after its first day, decided by the defaults."""
    file = tmp_path_factory.mktemp("played") / "campaign.db"
    typed("new", "operation-brevity", "--seed", "7", "--db", file)
    typed("next", "--auto", "--until", "day", "--db", file)
    return file


def state(file: Path) -> Scenario:
    with opened(file, write=False) as store, reading(store) as board:
        return from_now(board, state_of(board, UMPIRE))


def test_a_running_campaign_goes_on_as_a_scenario(played: Path, tmp_path: Path) -> None:
    said = typed("export", "--format", "scenario", "--out", tmp_path / "day2", "--db", played)
    assert "a scenario of 1 day from 16 May 1941" in said and "Left out, because these units are lost" in said
    wanted, lost = without_the_lost(state(played))
    assert lost and all(name in said for name in lost)
    found = read_scenario(tmp_path / "day2")
    assert (found.first_day, found.days) == (date(1941, 5, 16), 1)
    own = {"content_hash": "", "folder": "", "returns": (), "warnings": ()}
    for name in (
        "battalions",
        "formations",
        "places",
        "roads",
        "objectives",
        "weather",
        "victory",
        "orders",
        "rulebook",
        "commanders",
        "air_groups",
    ):
        assert getattr(replace(found, **own), name) == getattr(wanted, name), name  # type: ignore[arg-type]
    typed("new", tmp_path / "day2", "--seed", "3", "--db", tmp_path / "again.db")
    again = state(tmp_path / "again.db")
    assert again.battalions == found.battalions
    assert {(o.formation, o.battalion, o.moment, o.kind, o.to) for o in again.orders} == {
        (o.formation, o.battalion, o.moment, o.kind, o.to) for o in found.orders
    }


def test_a_past_moment_is_as_it_was_then(played: Path, tmp_path: Path) -> None:
    typed("export", "--format", "scenario", "--as-of", "1.1", "--out", tmp_path / "then", "--db", played)
    then = read_scenario(tmp_path / "then")
    assert (then.first_day, then.days) == (date(1941, 5, 15), 2)
    assert len(then.battalions) > len(without_the_lost(state(played))[0].battalions)


def test_orbat_mapper_is_given_every_turn_and_what_is_lost(played: Path, tmp_path: Path) -> None:
    typed("export", "--format", "orbatmapper", "--out", tmp_path / "o.json", "--db", played)
    content = json.loads((tmp_path / "o.json").read_text(encoding="utf-8"))
    open_ = [one for side in content["sides"] for group in side["groups"] for one in group["subUnits"]]
    units = []
    while open_:
        units.append(open_.pop())
        open_ += units[-1]["subUnits"]
    leaves = {one["id"]: one for one in units if one["id"].startswith("battalion-")}
    battalions = state(played).battalions
    assert set(leaves) == {f"battalion-{b.key}" for b in battalions}
    for battalion in battalions:
        states = leaves[f"battalion-{battalion.key}"]["state"]
        men = [update["personnel"][0]["onHand"] for one in states if (update := one.get("update"))]
        assert men[-1] == battalion.present.men
        assert [one["t"] for one in states] == sorted(one["t"] for one in states)
        where = [one["location"] for one in states if "location" in one]
        assert (where[-1] is None) == (battalion.place is None and battalion.road is None)


@pytest.mark.parametrize("table", ["orbat", "places", "roads", "objectives"])
def test_a_table_has_a_row_for_everything(table: str, played: Path, tmp_path: Path) -> None:
    said = typed("export", "--format", "csv", "--table", table, "--out", tmp_path / "t.csv", "--db", played)
    found = state(played)
    rows = {
        "orbat": len(found.formations) + len(found.battalions),
        "places": len(found.places),
        "roads": len(found.roads),
        "objectives": len(found.objectives),
    }
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) - 1 == rows[table]
    assert f"{rows[table]} rows" in said


def test_a_map_of_any_day_for_one_side_holds_its_own_troops_only(played: Path, tmp_path: Path) -> None:
    typed("export", "--format", "geojson", "--for", "axis", "--out", tmp_path / "m.geojson", "--db", played)
    typed("export", "--format", "kml", "--as-of", "1.2", "--for", "axis", "--out", tmp_path / "m.kml", "--db", played)
    units = [
        f["properties"]
        for f in json.loads((tmp_path / "m.geojson").read_text(encoding="utf-8"))["features"]
        if f["properties"]["what"] == "unit"
    ]
    assert units and {one["side"] for one in units} == {"axis"}
    root = ElementTree.parse(tmp_path / "m.kml").getroot()
    folders = {
        folder.findtext("{*}name"): len(folder.findall("{*}Placemark"))
        for folder in root.iter("{http://www.opengis.net/kml/2.2}Folder")
    }
    assert folders["Axis"] > 0 and folders["Allied"] == 0
