"""Settings that are gone: a file of an earlier version that had changed some, and what its umpire is told."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.folders import folder
from campaign.journal.entry_upgrade import command_lifted
from campaign.rules.common.gone_settings import GONE
from campaign.rules.common.settings import OFTEN_CHANGED, RULES
from tests.exchange.small_scenario import check_text, spoilt

RELEASED = Path(__file__).parents[1] / "store" / "released"
JEEPS = "hexes.jeep_target_class"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Operation Brevity of revision 0007, whose umpire had changed settings that are gone and one that is not."""
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress((RELEASED / "0007.db.gz").read_bytes()))
    return path


@pytest.fixture(scope="module")
def upgraded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same file, upgraded."""
    path = tmp_path_factory.mktemp("gone") / "old.db"
    path.write_bytes(gzip.decompress((RELEASED / "0007.db.gz").read_bytes()))
    assert typed(path, "upgrade").exit_code == 0
    return path


@pytest.fixture
def upgraded(upgraded_once: Path, tmp_path: Path) -> Path:
    """A copy of the upgraded file."""
    return Path(shutil.copyfile(upgraded_once, tmp_path / "old.db"))


def typed(path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(path), *arguments])


def test_no_setting_is_both_there_and_gone() -> None:
    assert not RULES.keys() & GONE.keys()
    assert len(GONE) > 100
    assert RULES.keys() >= OFTEN_CHANGED and len(OFTEN_CHANGED) == 25


def test_the_upgrade_tells_each_campaign_what_holds_now(old: Path) -> None:
    upgraded = typed(old, "upgrade")
    assert upgraded.exit_code == 0
    assert f"the setting {JEEPS} no longer exists" in upgraded.stderr and "HEX-AMB-16" in upgraded.stderr
    assert "it was armoured" in upgraded.stderr
    assert "rcv.return_spent" not in upgraded.stderr
    assert f"the setting {JEEPS} no longer exists" not in typed(old, "status").stderr


def test_the_automatic_upgrade_tells_it_too(old: Path) -> None:
    assert JEEPS in typed(old, "rules", "wx.carry_over", "on").stderr


def test_an_import_tells_it_too(old: Path, tmp_path: Path) -> None:
    imported = typed(tmp_path / "new.db", "import", str(old))
    assert imported.exit_code == 0
    assert f"the setting {JEEPS} no longer exists" in imported.stderr


def test_a_gone_setting_does_nothing_and_what_stands_is_listed_first(upgraded: Path) -> None:
    lines = typed(upgraded, "rules").stdout
    assert lines.index(JEEPS) < lines.index("rcv.return_spent = on") < lines.index("Settings that clubs often change:")
    assert "campaign rules --all" in lines and "hexes.metres" not in lines
    assert "hexes.metres" in typed(upgraded, "rules", "--all").stdout
    shown = json.loads(typed(upgraded, "rules", "--json").stdout)
    assert {rule["key"] for rule in shown if not rule["gone"]} == set(RULES)
    (jeeps,) = (rule for rule in shown if rule["key"] == JEEPS)
    assert jeeps["gone"] and (jeeps["value"], jeeps["source"]) == ("armoured", "HEX-AMB-16")
    assert {rule["key"] for rule in shown if rule["often"]} == OFTEN_CHANGED


def test_asking_for_one_and_setting_one_say_what_holds_now(upgraded: Path) -> None:
    for words in ((JEEPS,), (JEEPS, "infantry")):
        refused = typed(upgraded, "rules", *words)
        assert refused.exit_code == 1
        assert f"the setting {JEEPS} no longer exists; this holds now: jeeps are shot at as infantry" in refused.stderr
    assert f"campaign rules {JEEPS} default" in typed(upgraded, "rules", "hexes").stdout.replace("\n", " ")
    assert typed(upgraded, "rules", JEEPS, "default").exit_code == 0
    assert JEEPS not in typed(upgraded, "rules").stdout


def test_a_gone_setting_that_was_never_changed_is_not_taken_back(upgraded: Path) -> None:
    before = typed(upgraded, "log").stdout
    refused = typed(upgraded, "rules", "hit.flank", "default")
    assert refused.exit_code == 1 and "nothing to reset" in refused.stderr
    assert typed(upgraded, "log").stdout == before


def test_a_group_tells_only_of_its_own_settings_that_are_gone(upgraded: Path) -> None:
    assert JEEPS in typed(upgraded, "rules", "hexes").stdout
    assert "no longer exist" not in typed(upgraded, "rules", "march").stdout
    assert "no longer exist" not in typed(upgraded, "rules", "rcv.return_spent").stdout
    refused = typed(upgraded, "rules", "hit")
    assert refused.exit_code == 1 and "hit.flank" in refused.stderr and "no longer exist" in refused.stderr


def test_undo_redo_replay_and_the_doctor_stay_sound(old: Path) -> None:
    for words in (("undo", "--to", "1"), ("redo", "--all"), ("doctor",)):
        answer = typed(old, *words)
        assert answer.exit_code == 0, (words, answer.output)
    refused = typed(old, "replay", "1")
    assert refused.exit_code == 1
    assert "edition 1 of the rules" in refused.output and "--rewrite" in refused.stderr
    for words in (("replay", "1", "--rewrite"), ("doctor",)):
        answer = typed(old, *words)
        assert answer.exit_code == 0, (words, answer.output)
    assert f"{JEEPS}: gone" in typed(old, "log").stdout
    assert JEEPS not in typed(old, "rules").stdout


@pytest.mark.parametrize(
    "revision",
    [path.name[:4] for path in sorted((folder("migrations") / "versions").glob("00*.py")) if path.name < "0010"],
)
def test_an_entry_that_set_one_at_any_revision_takes_it_back_when_it_is_run_again(revision: str) -> None:
    """Settings went with the revisions 0008, 0009 and 0010."""
    lifted = json.loads(command_lifted("rules", json.dumps({"key": "nqm.reorg.pool", "value": "stand"}), revision))
    assert lifted == {"key": "nqm.reorg.pool", "value": "default"}
    kept = json.dumps({"key": "wx.carry_over", "value": "on"})
    assert json.loads(command_lifted("rules", kept, revision)) == json.loads(kept)


def test_a_scenario_that_sets_one_is_warned_and_opens(tmp_path: Path) -> None:
    report = check_text(tmp_path, spoilt(("rulebook:\n", f"rulebook:\n  {JEEPS}: armoured\n")))
    assert report.is_sound
    assert [str(warning) for warning in report.warnings if f"the setting {JEEPS} no longer exists" in str(warning)]
