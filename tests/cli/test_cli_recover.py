"""The list of battalions out of play, and the dice that bring them back."""

import pytest
from click.testing import CliRunner

from campaign.cli import recover
from campaign.cli.contents import campaign
from campaign.terms.state import State
from campaign.views.orbat.losses import LossList, LostBattalion


def lost(name: str, needs: str, *rules: str) -> LostBattalion:
    """A battalion that was destroyed on 15 May, under the headquarters of the 1st Division."""
    return LostBattalion(name, "Alba", State.DESTROYED, None, "15 May", "HQ 1st Division", needs, rules)


def test_a_headquarters_that_is_not_in_play_is_not_said_to_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled = lost("1st Rifles", "5-6 (OB-RCV-02, OB-RCV-08)", "OB-RCV-02", "OB-RCV-08")
    not_rolled = lost("2nd Rifles", "HQ 1st Division is not in play (OB-RCV-07)", "OB-RCV-07")
    monkeypatch.setattr(recover, "read", lambda *_: LossList("Umpire", (rolled, not_rolled)))
    answer = " ".join(CliRunner(env={"COLUMNS": "200"}).invoke(campaign, ["recover"]).stdout.split())
    assert "HQ 1st Division rolls one die for 1st Rifles: 5-6" in answer
    assert "No roll for 2nd Rifles: HQ 1st Division is not in play" in answer
    assert "as seen by the umpire" in answer and "rolls one die for 2nd Rifles" not in answer
