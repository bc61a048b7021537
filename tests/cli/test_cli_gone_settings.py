"""Settings that are gone: a file of an earlier version that had changed some, and what its umpire is told."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.folders import folder
from campaign.journal.entry_upgrade import command_lifted
from campaign.rules.common.gone_settings import GONE
from campaign.rules.common.settings import OFTEN_CHANGED, RULES
from campaign.store.given_up import in_full, in_short
from tests.exchange.small_scenario import check_text, spoilt

Copy = Callable[[str], Path]
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


@pytest.fixture(scope="module")
def upgraded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("upgraded") / "old.db"
    path.write_bytes(gzip.decompress((RELEASED / "0007.db.gz").read_bytes()))
    assert typed(path, "upgrade", "--yes").exit_code == 0
    return path


@pytest.fixture
def upgraded(upgraded_once: Path, tmp_path: Path) -> Path:
    """A copy of that file after its upgrade."""
    return Path(shutil.copyfile(upgraded_once, tmp_path / "old.db"))


def test_the_upgrade_says_what_it_gives_up_before_it_does_anything(old: Path) -> None:
    """Declined, or without anybody to ask, it leaves the file as it is and no copy beside it."""
    before = old.read_bytes()
    refused = typed(old, "upgrade")
    assert refused.exit_code == 1
    assert refused.stderr.splitlines()[0] == (
        f"This version no longer has 5 settings that operation-brevity had changed: {LISTED}."
        " Their values are kept and have no effect."
    )
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
    assert f"Upgrade {old} all the same? [y/N]:" in done.stdout
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
    assert (
        "this version no longer has 5 settings that operation-brevity had changed."
        " To see these losses and upgrade after a question: campaign upgrade" in refused.stderr
    )
    assert JEEPS not in refused.stderr
    assert old.read_bytes() == before and list(old.parent.iterdir()) == [old]
    assert typed(old, "status").exit_code == 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("verb", ["import", "restore"])
def test_what_reads_such_a_file_tells_it_afterwards_and_leaves_the_file(old: Path, tmp_path: Path, verb: str) -> None:
    before = old.read_bytes()
    done = typed(tmp_path / "new.db", verb, str(old))
    assert done.exit_code == 0
    assert f"the setting {JEEPS} no longer exists" in done.stderr
    assert old.read_bytes() == before


@pytest.mark.parametrize(
    ("changed", "full", "short"),
    [
        (
            {"brevity": ["cb.chain"]},
            ["1 setting that brevity had changed: cb.chain. Its value is kept and has no effect."],
            "1 setting that brevity had changed",
        ),
        (
            {"brevity": ["cb.chain"], "crete": ["cb.chain", "hit.flank"]},
            [
                "1 setting that brevity had changed: cb.chain. Its value is kept and has no effect.",
                "2 settings that crete had changed: cb.chain, hit.flank. Their values are kept and have no effect.",
            ],
            "3 settings that its campaigns had changed",
        ),
    ],
)
def test_the_losses_are_told_in_full_and_in_short(changed: dict[str, list[str]], full: list[str], short: str) -> None:
    assert in_full(changed) == tuple(f"This version no longer has {line}" for line in full)
    assert in_short(changed) == f"this version no longer has {short}"


def test_a_gone_setting_does_nothing_and_what_stands_is_listed_first(upgraded: Path) -> None:
    lines = typed(upgraded, "rules").stdout
    assert lines.index(JEEPS) < lines.index("rcv.return_spent = on") < lines.index("Settings that clubs often change:")
    assert "campaign rules --all" in lines and "hexes.metres" not in lines
    assert "hexes.metres" in typed(upgraded, "rules", "--all").stdout
    shown = json.loads(typed(upgraded, "rules", "--json").stdout)
    assert {rule["key"] for rule in shown if not rule["gone"]} == set(RULES)
    (jeeps,) = (rule for rule in shown if rule["key"] == JEEPS)
    assert jeeps["gone"] and (jeeps["value"], jeeps["source"]) == ("armoured", "")
    assert {rule["key"] for rule in shown if rule["often"]} == OFTEN_CHANGED


def test_asking_for_one_and_setting_one_say_that_it_is_gone(upgraded: Path) -> None:
    for words in ((JEEPS,), (JEEPS, "infantry")):
        refused = typed(upgraded, "rules", *words)
        assert refused.exit_code == 1
        assert (
            f"the setting {JEEPS} no longer exists and has no effect. To list all settings: campaign" in refused.stderr
        )
    assert f"campaign rules {JEEPS} default" in typed(upgraded, "rules", "hexes").stdout.replace("\n", " ")
    assert typed(upgraded, "rules", JEEPS, "default").exit_code == 0
    assert JEEPS not in typed(upgraded, "rules").stdout


def test_a_gone_setting_that_was_never_changed_is_not_taken_back(upgraded: Path) -> None:
    before = typed(upgraded, "log").stdout
    refused = typed(upgraded, "rules", "hit.flank", "default")
    assert refused.exit_code == 1 and "nothing to remove" in refused.stderr
    assert typed(upgraded, "log").stdout == before


def test_a_group_tells_only_of_its_own_settings_that_are_gone(upgraded: Path) -> None:
    assert JEEPS in typed(upgraded, "rules", "hexes").stdout
    assert "no longer exist" not in typed(upgraded, "rules", "march").stdout
    assert "no longer exist" not in typed(upgraded, "rules", "rcv.return_spent").stdout
    refused = typed(upgraded, "rules", "hit")
    assert refused.exit_code == 1 and "hit.flank" in refused.stderr and "no longer exist" in refused.stderr


def test_undo_redo_replay_and_the_doctor_stay_sound(upgraded: Path) -> None:
    for words in (("undo", "--to", "1"), ("redo", "--all"), ("doctor",)):
        answer = typed(upgraded, *words)
        assert answer.exit_code == 0, (words, answer.output)
    refused = typed(upgraded, "replay", "1")
    assert refused.exit_code == 1
    assert "edition 1 of the rules" in refused.output and "--rewrite" in refused.stderr
    for words in (("replay", "1", "--rewrite"), ("doctor",)):
        answer = typed(upgraded, *words)
        assert answer.exit_code == 0, (words, answer.output)
    assert f"{JEEPS}: gone" in typed(upgraded, "log").stdout
    assert JEEPS not in typed(upgraded, "rules").stdout


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


def cut_off(path: Path) -> None:
    """Leave the file in the midst of a change, as a program leaves it that is killed while it writes."""
    beside = path.with_name(f"{path.name}-journal")
    with closing(sqlite3.connect(path, isolation_level=None)) as handle:
        handle.execute("pragma cache_size=1")
        handle.execute("begin immediate")
        handle.execute("update battalion set notes = notes || ?", ("x" * 3000,))
        handle.execute("update place set name = name || 'x'")
        torn, journal = path.read_bytes(), beside.read_bytes()
        handle.execute("rollback")
    path.write_bytes(torn)
    beside.write_bytes(journal)


@pytest.mark.parametrize("is_older", [True, False])
def test_the_upgrade_tells_of_a_command_that_was_cut_off(old: Path, file_of: Copy, is_older: bool) -> None:
    """Also where it is declined, and where the file is up to date already."""
    path = old if is_older else file_of("tiny")
    cut_off(path)
    told = typed(path, "upgrade")
    assert told.exit_code == is_older
    note = f"{path}: a command was interrupted while it was being written; the file is as it was before that command."
    assert told.stderr.count(note) == 1
    assert ("is up to date" in told.stdout) != is_older
    assert "interrupted" not in typed(path, "upgrade", "--yes").output
