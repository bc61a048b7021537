"""Settings that are gone: a file of an earlier version that had changed some, and what its umpire is told."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
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
LISTED = f"brigade.lift_truck, brigadier.vehicles_may_hide, cb.chain, {JEEPS}, nqm.assault.guns_overrun"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Operation Brevity of revision 0007, whose umpire had changed settings that are gone and one that is not."""
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress((RELEASED / "0007.db.gz").read_bytes()))
    return path


def typed(path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(path), *arguments])


def test_no_setting_is_both_there_and_gone() -> None:
    assert not RULES.keys() & GONE
    assert len(GONE) > 100
    assert RULES.keys() >= OFTEN_CHANGED and len(OFTEN_CHANGED) == 25


def upgraded(path: Path) -> Result:
    result = typed(path, "upgrade", "--yes")
    assert result.exit_code == 0
    return result


def test_the_upgrade_says_what_it_gives_up_before_it_does_anything(old: Path) -> None:
    """Declined, or without anybody to ask, it leaves the file as it is and no copy beside it."""
    before = old.read_bytes()
    refused = typed(old, "upgrade")
    assert refused.exit_code == 1
    assert f"no longer exist: {LISTED}" in refused.stderr
    assert "have no effect, and this version does not say what is played in place of each" in refused.stderr
    assert "old.db was not upgraded" in refused.stderr and "campaign upgrade --yes" in refused.stderr
    assert "rcv.return_spent" not in refused.stderr
    assert old.read_bytes() == before and list(old.parent.iterdir()) == [old]


@pytest.mark.parametrize(("answer", "exit_code", "files"), [("n\n", 1, 1), ("\n", 1, 1), ("y\n", 0, 2)])
def test_the_umpire_may_decline(
    old: Path, monkeypatch: pytest.MonkeyPatch, answer: str, exit_code: int, files: int
) -> None:
    """Enter declines. With a yes every row stays, and the file from before is kept."""
    monkeypatch.setattr("campaign.cli.files.is_terminal", lambda: True)
    before = old.read_bytes()
    done = CliRunner().invoke(campaign, ["--db", str(old), "upgrade"], input=answer)
    assert (done.exit_code, len(list(old.parent.iterdir()))) == (exit_code, files)
    if exit_code:
        assert old.read_bytes() == before
        return
    (copy,) = (path for path in old.parent.iterdir() if path != old)
    assert _settings(copy) == _settings(old) and JEEPS in dict(_settings(old))
    assert f"the setting {JEEPS} no longer exists and has no effect; it was armoured" in done.stderr
    assert "all is well" in done.stderr
    assert f"the setting {JEEPS} no longer exists" not in typed(old, "status").stderr


def _settings(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as handle:
        return handle.execute("select key, value from setting order by id").fetchall()


def test_no_other_command_upgrades_such_a_file_by_itself(old: Path) -> None:
    before = old.read_bytes()
    refused = typed(old, "rules", "wx.carry_over", "on")
    assert refused.exit_code == 1
    assert LISTED in refused.stderr and "To upgrade it: campaign upgrade, which asks first" in refused.stderr
    assert old.read_bytes() == before and list(old.parent.iterdir()) == [old]
    assert typed(old, "status").exit_code == 0


def test_an_import_tells_it_too(old: Path, tmp_path: Path) -> None:
    imported = typed(tmp_path / "new.db", "import", str(old))
    assert imported.exit_code == 0
    assert f"the setting {JEEPS} no longer exists" in imported.stderr


def test_a_gone_setting_does_nothing_and_what_stands_is_listed_first(old: Path) -> None:
    upgraded(old)
    lines = typed(old, "rules").stdout
    assert lines.index(JEEPS) < lines.index("rcv.return_spent = on") < lines.index("Settings that clubs often change:")
    assert "campaign rules --all" in lines and "hexes.metres" not in lines
    assert "hexes.metres" in typed(old, "rules", "--all").stdout
    shown = json.loads(typed(old, "rules", "--json").stdout)
    assert {rule["key"] for rule in shown if not rule["gone"]} == set(RULES)
    (jeeps,) = (rule for rule in shown if rule["key"] == JEEPS)
    assert jeeps["gone"] and (jeeps["value"], jeeps["source"]) == ("armoured", "")
    assert {rule["key"] for rule in shown if rule["often"]} == OFTEN_CHANGED


def test_asking_for_one_and_setting_one_say_that_it_is_gone(old: Path) -> None:
    upgraded(old)
    for words in ((JEEPS,), (JEEPS, "infantry")):
        refused = typed(old, "rules", *words)
        assert refused.exit_code == 1
        assert f"the setting {JEEPS} no longer exists and has no effect. All settings: campaign" in refused.stderr
    assert f"campaign rules {JEEPS} default" in typed(old, "rules", "hexes").stdout.replace("\n", " ")
    assert typed(old, "rules", JEEPS, "default").exit_code == 0
    assert JEEPS not in typed(old, "rules").stdout


def test_a_gone_setting_that_was_never_changed_is_not_taken_back(old: Path) -> None:
    upgraded(old)
    before = typed(old, "log").stdout
    refused = typed(old, "rules", "hit.flank", "default")
    assert refused.exit_code == 1 and "nothing to reset" in refused.stderr
    assert typed(old, "log").stdout == before


def test_a_group_tells_only_of_its_own_settings_that_are_gone(old: Path) -> None:
    upgraded(old)
    assert JEEPS in typed(old, "rules", "hexes").stdout
    assert "no longer exist" not in typed(old, "rules", "march").stdout
    assert "no longer exist" not in typed(old, "rules", "rcv.return_spent").stdout
    refused = typed(old, "rules", "hit")
    assert refused.exit_code == 1 and "hit.flank" in refused.stderr and "no longer exist" in refused.stderr


def test_undo_redo_replay_and_the_doctor_stay_sound(old: Path) -> None:
    upgraded(old)
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
