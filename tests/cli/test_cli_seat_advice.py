"""Where a headquarters must go whose command is out of supply for the length of its link (OB-SUP-05)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.test_cli_battle import typed

ADVICE = re.compile(
    r"move Headquarters Gott's force to within (?P<limit>[\d.]+) km of Coast column, so that the whole way is by road:"
    r" for instance to (?P<place>[^(]+) \((?P<away>[\d.]+) km away\)"
)


def told(path: Path, *words: str) -> str:
    result = typed(path, *words)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.fixture
def second_turn(tmp_path: Path) -> Path:
    """Brevity at the dawn of 15 May: the coast column is beyond a turn's march from Gott's headquarters."""
    path = tmp_path / "campaign.db"
    told(path, "new", "operation-brevity", "--seed", "7")
    told(path, "next")
    told(path, "next")
    return path


@pytest.mark.rule("OB-SUP-05")
def test_status_and_supply_tell_a_place_from_which_the_link_would_hold(second_turn: Path) -> None:
    places = set()
    for words in (("status",), ("supply",), ("supply", "--why", "Coast")):
        advice = ADVICE.search(told(second_turn, *words, "--viewer", "allied"))
        assert advice is not None, words
        places.add(advice["place"])
    (place,) = places
    assert "Coast column: OUT OF SUPPLY" in told(second_turn, "supply", "--why", "Coast", "--viewer", "allied")
    told(second_turn, "adjust", "Headquarters Gott's force", "--at", place, "--why", "it drove there")
    assert "Coast column: in supply" in told(second_turn, "supply", "--why", "Coast", "--viewer", "allied")


@pytest.mark.rule("OB-SUP-05")
def test_only_a_link_that_is_too_long_gets_the_advice(second_turn: Path) -> None:
    """The umpire knows of the enemy at Halfaya, who stands between: no place that is open to Gott would do."""
    assert ADVICE.search(told(second_turn, "status")) is None
    axis = told(second_turn, "status", "--viewer", "axis")
    assert "move Headquarters" not in axis, "another side's headquarters is no matter of this one's"
