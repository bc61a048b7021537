"""``campaign battle muster``, ``battle under`` and ``battle packet --tabletop``: one battle under every system."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.store import open_store
from tests.clash import meet

KEYS = sorted(SYSTEMS)


@pytest.fixture
def met(file_of: Callable[[str], Path]) -> Iterator[Path]:
    """The tiny campaign with its first battle to be fought."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    meet(store)
    store.close()
    return path


def run(db: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(campaign, ["--db", str(db), *words], input=typed)


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", KEYS)
def test_the_same_battle_under_every_system(met: Path, tmp_path: Path, key: str, undrawn: None) -> None:
    """Changed, mustered, printed, recorded, settled; and taken back to what it was."""
    if key != "brevity":
        assert run(met, "battle", "under", "1", key).exit_code == 0
    shown = json.loads(run(met, "battle", "muster", "1", "--json").stdout)
    assert (shown["tabletop"], len(shown["sides"])) == (key, 2)
    assert shown["models"] and all(row["count"] > 0 for row in shown["models"])
    printed = run(met, "battle", "packet", "1", "--out", str(tmp_path))
    assert printed.exit_code == 0, printed.output
    files = sorted(tmp_path.glob("*-return.yaml"))
    assert len(files) == 2
    done = run(met, "battle", "record", "1", *map(str, files), "--held", "brenn", "--yes")
    assert done.exit_code == 0, done.output
    state = json.loads(run(met, "battle", "show", "1", "--json").stdout)
    assert state["battle"]["state"] == "settled"
    assert all(line["now"] == line["start"] for side in state["sides"] for line in side["lines"]), (
        "untouched: nothing changes"
    )
    assert run(met, "undo").exit_code == 0


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", KEYS)
def test_papers_under_another_system_change_nothing(met: Path, tmp_path: Path, key: str, undrawn: None) -> None:
    before = run(met, "battle", "show", "1", "--json").stdout
    printed = run(met, "battle", "packet", "1", "--tabletop", key, "--out", str(tmp_path))
    assert printed.exit_code == 0
    assert (f"battle under 1 {key}" in printed.stderr) is (key != "brevity"), (
        "their returns are recorded only after that"
    )
    assert run(met, "battle", "show", "1", "--json").stdout == before


def test_what_the_club_lacks(met: Path, tmp_path: Path) -> None:
    shown = json.loads(run(met, "battle", "muster", "1", "--tabletop", "brigade", "--json").stdout)
    first = shown["models"][0]
    owned = tmp_path / "club.csv"
    owned.write_text(f"model, count\n{first['key']}, {first['count'] - 1}\n", encoding="utf-8")
    again = json.loads(
        run(met, "battle", "muster", "1", "--tabletop", "brigade", "--owned", str(owned), "--json").stdout
    )
    assert (again["models"][0]["owned"], again["models"][0]["short"]) == (first["count"] - 1, 1)
    wrong = tmp_path / "club.yaml"
    wrong.write_text("tanks: many\n", encoding="utf-8")
    refused = run(met, "battle", "muster", "1", "--owned", str(wrong))
    assert refused.exit_code != 0
    assert "'tanks' has the number 'many'" in refused.output


def test_a_slice_is_mustered(met: Path) -> None:
    shown = json.loads(run(met, "battle", "muster", "1", "--only", "1st Rifles", "--only", "I/9", "--json").stdout)
    assert [line["name"] for side in shown["sides"] for line in side["lines"]] == ["1st Rifles", "I/9"]


def test_a_side_musters_its_own_force_only(met: Path) -> None:
    shown = json.loads(run(met, "battle", "muster", "1", "--viewer", "alba", "--json").stdout)
    assert [side["side"] for side in shown["sides"]] == ["Alba"]


def test_the_rules_are_not_changed_once_something_was_returned(met: Path, tmp_path: Path, undrawn: None) -> None:
    run(met, "battle", "packet", "1", "--out", str(tmp_path))
    assert run(met, "battle", "record", "1", str(sorted(tmp_path.glob("*-return.yaml"))[0]), "--yes").exit_code == 0
    refused = run(met, "battle", "under", "1", "hexes")
    assert refused.exit_code != 0
    assert "part of it has been played" in refused.output
    assert "is not a set of tabletop rules" in run(met, "battle", "under", "1", "chess").output
