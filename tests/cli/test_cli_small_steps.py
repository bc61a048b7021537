"""Commands that look first, that do two things at once, and that stop where somebody must decide."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.journal import reading
from campaign.journal.undo import living
from campaign.model import Battle, Commander
from campaign.queries.day.status import status
from campaign.store import opened
from campaign.terms.state import BattleState
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from tests.actions.stage import set_clock
from tests.clash import meet
from tests.cli.test_cli_drafts import typed


@pytest.fixture
def met(file_of: Callable[[str], Path]) -> Path:
    """The tiny campaign at its first battle."""
    path = file_of("tiny")
    with opened(str(path), write=True) as store:
        meet(store)
    return path


def entries(path: Path) -> int:
    with opened(str(path), write=False) as store, reading(store) as board:
        return len(living(board))


def state_of_battle(path: Path) -> BattleState:
    with opened(str(path), write=False) as store, reading(store) as board:
        return BattleState(board.rows(Battle)[0].state)


def test_record_and_new_look_first(met: Path) -> None:
    before = entries(met)
    looked = typed(met, "battle", "record", "1", "--side", "alba", "--preview", keys=("2s; alb; turn 2; .",))
    assert looked.exit_code == 0, looked.output
    assert (
        "1st Hussars: fresh -> spent" in looked.output and "Nothing was changed: this was a preview." in looked.output
    )
    assert met.with_name("tiny-tiny-battle-1-alba-draft.yaml").exists(), "what was typed is kept"
    new = typed(met, "battle", "new", "Ashford", "--unit", "2nd Rifles", "--unit", "II/9", "--preview")
    assert "Nothing was changed: this was a preview." in new.output
    assert entries(met) == before


def test_a_player_and_his_address_in_one_command(met: Path) -> None:
    before = entries(met)
    wrong = typed(met, "commander", "alba", "--played-by", "Ann", "--mail", "nonsense")
    assert wrong.exit_code == 1 and entries(met) == before, "nothing is half done"
    looked = typed(met, "commander", "alba", "--played-by", "Ann", "--mail", "ann@example.org", "--preview")
    assert "played by Ann" in looked.output and "mail goes to ann@example.org" in looked.output
    assert entries(met) == before
    done = typed(met, "commander", "alba", "--played-by", "Ann", "--mail", "ann@example.org", "--deputy", "Tom")
    assert done.exit_code == 0, done.output
    assert entries(met) == before + 3
    with opened(str(met), write=False) as store, reading(store) as board:
        assert any(row.player for row in board.rows(Commander))
    both = typed(met, "commander", "alba", "--played-by", "Ann", "--back")
    assert both.exit_code == 2 and "together" in both.output


def test_automatic_play_to_the_next_battle_leaves_it_to_the_players(met: Path) -> None:
    stopped = typed(met, "next", "--auto", "--until", "battle")
    assert stopped.exit_code == 1 and "battle 1 (Birch Cross) is waiting" in stopped.output
    assert state_of_battle(met) is BattleState.PROPOSED
    assert typed(met, "next", "--auto").exit_code == 0
    assert state_of_battle(met).is_over


def test_a_suspended_battle_at_the_end_of_its_turn_names_the_command_that_is_not_refused(met: Path) -> None:
    assert typed(met, "battle", "suspend", "1").exit_code == 0
    with opened(str(met), write=True) as store:
        with reading(store) as board:
            assert [awaited.words for awaited in status(board, UMPIRE).waiting] == [
                ("battle", "resume", "1"),
                ("next",),
            ]
            now = board.moment
        set_clock(store, now.day, now.turn, Phase.END_OF_TURN)
        with reading(store) as board:
            assert [awaited.words for awaited in status(board, UMPIRE).waiting] == [("battle", "resume", "1")]
    assert "campaign battle resume 1" in typed(met, "next").stderr


def test_q_leaves_a_prompt(met: Path) -> None:
    before = entries(met)
    left = typed(met, "battle", "record", "1", "--side", "alba", keys=("2s", "q"))
    assert left.exit_code == 1 and "nothing was recorded" in left.stderr, left.output
    assert met.with_name("tiny-tiny-battle-1-alba-draft.yaml").exists(), "what was typed is kept"
    assert entries(met) == before


def test_a_renamed_file_is_named(met: Path) -> None:
    gone = met.with_name("campaign.db")
    told = typed(gone, "next")
    assert told.exit_code == 1
    assert f"there is no campaign at {gone}. Campaign files in {gone.parent}: tiny.db." in told.stderr
