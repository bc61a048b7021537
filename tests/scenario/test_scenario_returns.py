"""Every return that comes with a scenario is recorded in that campaign, at the moment for which it was written."""

from __future__ import annotations

from pathlib import Path

from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli import tour
from campaign.exchange.returns.file import read_return
from campaign.journal import commit, reading
from campaign.model import Battalion, Battle
from campaign.rules.common.dice import Seeded
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.interface import DEFAULT, tabletop
from campaign.situation.engaged import open_battles
from campaign.store import creating
from campaign.terms.state import BattleState, State
from tests.shipped import shipped_scenario
from tests.tiny import named


def test_the_shipped_returns_are_recorded_in_the_tour_and_settle_their_battle(tmp_path: Path) -> None:
    scenario = shipped_scenario(tour.SCENARIO)
    filed = [read_return(path, tabletop(DEFAULT).fields(DEFAULTS)) for path in scenario.returns]
    (name,) = {one.battle for one in filed}
    with creating(str(tmp_path / "campaign.db")) as store:
        found_campaign(
            store, scenario, name=tour.SCENARIO, seed=tour.SEED, tabletop=DEFAULT, weather=HISTORICAL, actor="umpire"
        )
        for _ in range(4):
            with reading(store) as board:
                if battles := [(battle.number, battle.name) for battle in open_battles(board)]:
                    break
            commit(store, tour.SCENARIO, Next(), source=Seeded(tour.SEED), actor="umpire")
        assert battles == [(1, name)]
        told = tour.end_battle(store, 1, name, filed, tour.SEED)
        assert told == "Battle 1 (Halfaya Pass, top) is settled, by the returns of the scenario"
        with reading(store) as board:
            assert [battle.state for battle in board.rows(Battle)] == [BattleState.SETTLED]
            assert named(board, Battalion, "4th Royal Tank Regiment (two squadrons)").state is State.SPENT
            assert named(board, Battalion, "Italian battery at Halfaya").state is State.CAPTURED


def test_no_other_shipped_scenario_brings_returns() -> None:
    """Whoever ships more of them records them here."""
    orbats = Path(__file__).parents[2] / "orbats"
    assert {folder.parent.name for folder in orbats.glob("*/returns")} == {tour.SCENARIO}
