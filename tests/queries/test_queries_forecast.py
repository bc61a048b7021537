"""The games that the orders will cause, seen before the turn is committed; nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli.contents import campaign
from campaign.journal import commit, digest, log, reading
from campaign.model import Battle
from campaign.rules.common.dice import Seeded
from campaign.store import create, open_store
from tests.shipped import shipped_scenario


def typed(db: Path, *arguments: str) -> Result:
    return CliRunner().invoke(campaign, [*arguments, "--db", str(db)])


@pytest.fixture(scope="module")
def dawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before the movement of turn 1.2."""
    path = tmp_path_factory.mktemp("forecast") / "brevity.db"
    store = create(path)
    scenario = shipped_scenario("operation-brevity")
    found_campaign(store, scenario, name="brevity", seed="7", tabletop="brevity", weather=HISTORICAL, actor="test")
    commit(store, None, Next(until="turn", auto=True), source=Seeded("7"), actor="test")
    store.close()
    return path


def test_it_foresees_the_battle_that_then_comes(dawn: Path) -> None:
    seen = json.loads(typed(dawn, "forecast", "battles", "--json").output)
    assert seen["moment"] == "1.2"
    (game,) = seen["battles"]
    assert (game["place"], game["attacker"], game["evenings"]) == ("Halfaya Pass, top", "Allied", 1)
    assert [(side["side"], side["battalions"]) for side in game["sides"]] == [("Allied", 5), ("Axis", 4)]
    store = open_store(dawn, write=True)
    commit(store, None, Next(until="battle"), source=Seeded("7"), actor="test")
    with reading(store) as board:
        assert [battle.name for battle in board.rows(Battle)] == [game["name"]]
    store.close()
    assert json.loads(typed(dawn, "forecast", "battles", "--json", "--as-of", "@2").stdout) == seen, (
        "and afterwards as it was foreseen then"
    )


def test_nothing_is_written_by_looking(file_of: Callable[[str], Path]) -> None:
    path = file_of("tiny")

    def state() -> tuple[str, int, int]:
        store = open_store(path, write=False)
        with reading(store) as board:
            found = digest(board), len(log(board, all=True)), board.ledger.next_id
        store.close()
        return found

    before = state()
    said = typed(path, "forecast", "battles")
    assert said.exit_code == 0 and "This movement causes no new battle." in said.output
    assert state() == before
