"""ORBAT Mapper's format as it grew: every version's own names for the same things give the same order of battle."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.symbols import read_symbol
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Scenario
from campaign.terms.forces import Arm, SizeMark

Json = dict[str, Any]
VERSIONS = ["0.2.0", "0.5.0", "0.6.0", "0.19.0", "1.0.0", "2.2.0", "3.6.0"]
WEAPONS = (("15", "111001"), ("15", "110900"), ("10", "111000"))
LANDING = {"old": 386_632_800_000, "new": "1982-04-02T18:00:00-04:00"}
START = {"old": 386_467_200_000, "new": "1982-03-31T20:00:00-04:00"}


def task_force(version: str) -> Json:
    """Two sides, eight units on four levels: one lands on the third day, two are parts of a battalion, one is a gun."""
    age = tuple(map(int, version.split(".")[:2]))
    when = "old" if age < (0, 6) else "new"
    of_group = "units" if age < (0, 6) else "subUnits"
    place = "coordinates" if age < (0, 5) else "location"
    letters = age >= (2, 0)

    def unit(name: str, code: str, *below: Json, at: list[float] | None = None, t: Any = None) -> Json:
        state = [{"t": t or START[when], place: at, "title": "there"}] if at else []
        return {"id": name, "name": name, "sidc": code, "state": state, "subUnits": list(below)}

    battalion = unit(
        "40 Cdo",
        "10031000161211004600",
        unit("A", "10031000151211004600"),
        unit("B", "10031000151211004600"),
        at=[-58.9, -51.6],
    )
    gunners = unit("29 Cdo RA", "10031000161303000000", at=[-58.9, -51.6])
    gunners["equipment"] = [{"name": "105mm gun", "count": 18, **({"onHand": 12} if age >= (1, 0) else {})}]
    para = unit("2 Para", "SFGPUCIA---F---" if letters else "10031000161211000001", at=[-59.0, -51.5], t=LANDING[when])
    brigade = unit("3 Cdo Bde", "10031000181211004600", battalion, gunners, para, at=[-58.9, -51.6])
    regiment = unit("4th Inf Reg", "10071000171211000000", unit("AA1", "10071500001105000000"), at=[-57.9, -51.7])
    return {
        "type": "ORBAT-mapper",
        "version": version,
        "name": "Task force",
        "startTime": START[when],
        "timeZone": "Atlantic/Stanley",
        "description": "A landing,\n8,000 miles from home.",
        "sides": [
            {
                "id": "b",
                "name": "British",
                "standardIdentity": "3",
                "groups": [{"id": "g", "name": "Corporate", of_group: [brigade]}],
            },
            {
                "id": "a",
                "name": "Argentine",
                "standardIdentity": "6",
                "groups": [{"id": "h", "name": "Rosario", of_group: [regiment]}],
            },
        ],
        "events": [{"id": "e", "title": "Landing", "startTime": LANDING[when]}],
        "layers": [],
    }


def taken(tmp_path: Path, content: Json) -> tuple[Scenario, Converted]:
    path = tmp_path / "s.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    done = convert([path], Wishes(nation="british"))
    keep(done, tmp_path / "out")
    return read_scenario(tmp_path / "out"), done


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_gives_the_same_order_of_battle(version: str, tmp_path: Path) -> None:
    scenario, done = taken(tmp_path, task_force(version))
    assert (done.counts["units"], done.depth) == (8, 3)
    head = (scenario.first_day, scenario.time_zone, scenario.notes)
    assert head == (date(1982, 3, 31), "UTC-04:00", "A landing, 8,000 miles from home.")
    battalions = {one.name: one for one in scenario.battalions}
    assert set(battalions) == {"40 Cdo", "29 Cdo RA", "2 Para", "4th Inf Reg"}
    assert {name: one.arm for name, one in battalions.items()} == {
        "40 Cdo": Arm.INFANTRY,
        "29 Cdo RA": Arm.FIELD_ARTILLERY,
        "2 Para": Arm.PARACHUTE,
        "4th Inf Reg": Arm.INFANTRY,
    }
    assert battalions["2 Para"].arrives is not None and battalions["2 Para"].arrives.day == 3
    assert {name: one.place is not None for name, one in battalions.items()} == {
        "40 Cdo": True,
        "29 Cdo RA": True,
        "2 Para": False,
        "4th Inf Reg": True,
    }
    guns = battalions["29 Cdo RA"].present.guns
    assert guns == (18 if version < "1" else 12)
    told = " ".join(map(str, done.notes))
    for words in (
        "A: a company of 40 Cdo",
        "AA1: a team of 4th Inf Reg",
        "1 events were not carried over",
        "1 states after the start",
    ):
        assert words in told, words
    assert "is not read" not in told


def test_what_units_carry_and_a_campaign_has_no_place_for_is_counted(tmp_path: Path) -> None:
    content = task_force("3.6.0")
    brigade = content["sides"][0]["groups"][0]["subUnits"][0]
    for one in brigade["subUnits"][:2]:
        one |= {
            "supplies": [{"name": "Fuel", "count": 3}],
            "rangeRings": [{"name": "r", "range": 9}],
            "status": "Degraded",
            "media": [],
        }
    content |= {
        "unitTemplates": [{"id": "t", "name": "T"}],
        "supplyCategories": [{"name": "Fuel"}],
        "mapLayers": [{"id": "m"}],
    }
    _, done = taken(tmp_path, content)
    told = " ".join(map(str, done.notes))
    for words in ("supplies", "range rings", "a status"):
        assert f"2 units have {words}, which was not carried over" in told
    assert "pictures" not in told
    for words in ("1 unitTemplates", "1 supplyCategories", "1 mapLayers"):
        assert f"{words} were not carried over" in told


def test_a_version_that_was_never_seen_is_said_to_be_so(tmp_path: Path) -> None:
    _, done = taken(tmp_path, task_force("3.6.0") | {"version": "4.0.0"})
    assert any("made by version 4.0.0" in str(remark) for remark in done.notes)


def test_the_arm_of_a_weapon_is_not_read_from_the_table_of_units() -> None:
    """1110 is signals among the units and a launcher among the weapons; 1109 is a howitzer."""
    launcher, howitzer, signals = (read_symbol(f"1003{kind}0000{entity}0000") for kind, entity in WEAPONS)
    assert launcher is not None and (launcher.arm, launcher.mark) == (None, SizeMark.TEAM)
    assert howitzer is not None and (howitzer.arm, howitzer.mark) == (Arm.FIELD_ARTILLERY, SizeMark.TEAM)
    assert signals is not None and (signals.arm, signals.mark) == (Arm.SIGNALS, None)
