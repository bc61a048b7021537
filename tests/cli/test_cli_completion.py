"""The Tab key: the script for each shell, and names from the database."""

import shutil
import subprocess
from pathlib import Path

import click
import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner

from campaign.cli import completion
from campaign.cli.call import Call
from campaign.cli.contents import campaign


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "campaign.db"
    assert CliRunner().invoke(campaign, ["new", "operation-brevity", "--seed", "1", "--db", str(path)]).exit_code == 0
    return path


def offered(completer: object, db: object, typed: str, viewer: str = "umpire") -> list[str]:
    ctx = click.Context(campaign, obj=Call(db=str(db), viewer=viewer))
    return [item.value for item in completer(ctx, click.Argument(["unit"]), typed)]  # type: ignore[operator]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_says_how_to_keep_it(shell: str) -> None:
    shown = CliRunner().invoke(campaign, ["completion", shell])
    assert shown.exit_code == 0
    first, *script = shown.stdout.splitlines()
    assert first.startswith("# To have it in every session: ")
    assert any("_CAMPAIGN_COMPLETE" in line for line in script)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_takes_the_script() -> None:
    script = CliRunner().invoke(campaign, ["completion", "bash"]).stdout
    ran = subprocess.run(["bash", "-c", 'eval "$1"\ncomplete -p campaign', "-", script], text=True, capture_output=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "_campaign_completion campaign" in ran.stdout


@pytest.mark.parametrize(
    ("line", "word", "values"),
    [
        ("campaign comp", "comp", ["compare", "completion"]),
        ("campaign completion ", "", ["bash", "fish", "powershell", "zsh"]),
        ('campaign --db "C:\\Club nights\\campaign.db" compl', "compl", ["completion"]),
        ("campaign march 'sco", "'sco", []),
        ("campaign print roster --out ", "", []),
    ],
)
def test_powershell_gets_a_line_for_each_word(
    line: str, word: str, values: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As its script asks: the line up to the cursor, with quotation marks and backslashes; names of files are left to it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_COMPLETE_LINE", line)
    monkeypatch.setenv("CAMPAIGN_COMPLETE_WORD", word)
    shown = CliRunner().invoke(campaign, prog_name="campaign", env={"_CAMPAIGN_COMPLETE": "powershell_complete"})
    lines = [line.split("\t") for line in shown.stdout.splitlines() if line]
    assert [value for value, _ in lines] == values
    assert all(meaning for _, meaning in lines)


def test_powershells_names_are_those_that_the_other_shells_offer(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_COMPLETE_LINE", f"campaign --db '{file}' march krad")
    monkeypatch.setenv("CAMPAIGN_COMPLETE_WORD", "krad")
    shown = CliRunner().invoke(campaign, prog_name="campaign", env={"_CAMPAIGN_COMPLETE": "powershell_complete"})
    assert "krad_15\t" in shown.stdout
    script = CliRunner().invoke(campaign, ["completion", "powershell"]).stdout
    assert all(script.count(first) == script.count(last) for first, last in ("{}", "()", "[]"))
    assert "_CAMPAIGN_COMPLETE = 'powershell_complete'" in script and "%(" not in script


def test_names_come_from_the_database_by_key_or_by_name(file: Path) -> None:
    assert offered(completion.places, file, "capu") == ["capuzzo"]
    assert offered(completion.units, file, "2nd bn scots") == ["2_scots_guards"]
    assert "desert_column" in offered(completion.formations, file, "7th arm")
    assert "2_scots_guards" not in offered(completion.formations, file, "")
    assert offered(completion.viewers, file, "u") == ["umpire"]
    assert offered(completion.viewers, file, "a") == ["allied", "axis"]
    assert offered(completion.commanders, file, "brig w") == ["gott"]


def test_a_player_is_offered_names_that_he_knows(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No name of the other side, and of his own what his papers name; also as the shell asks for it."""
    everything = set(offered(completion.units, file, ""))
    sides = {viewer: set(offered(completion.units, file, "", viewer)) for viewer in ("allied", "axis")}
    assert sides["allied"] | sides["axis"] == everything and not sides["allied"] & sides["axis"]
    assert set(offered(completion.units, file, "", "erskine")) < sides["allied"]
    assert set(offered(completion.formations, file, "", "axis")) < sides["axis"]
    assert offered(completion.commanders, file, "", "axis") == ["herff", "montemurro", "cramer"]
    assert offered(completion.viewers, file, "", "erskine") == ["umpire", "allied", "axis", "erskine"]
    assert offered(completion.adjustable, file, "krad", "allied") == []
    assert offered(completion.units, file, "", "nobody of this name") == []
    for viewer, names in (("axis", {"krad_15", "krad_15_company"}), ("allied", set())):
        monkeypatch.setenv("CAMPAIGN_VIEWER", viewer)
        monkeypatch.setenv("CAMPAIGN_DB", str(file))
        monkeypatch.setenv("COMP_WORDS", "campaign march krad")
        monkeypatch.setenv("COMP_CWORD", "2")
        kind = get_completion_class("bash")
        assert kind is not None
        shown = kind(campaign, {}, "campaign", "_CAMPAIGN_COMPLETE").complete()
        assert {line.removeprefix("plain,") for line in shown.split()} == names


def test_without_a_campaign_nothing_is_offered_and_nothing_is_said(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("no campaign", encoding="utf-8")
    for db in (tmp_path / "none.db", tmp_path, tmp_path / "notes.txt", "mysql://x/y"):
        assert offered(completion.units, db, "2") == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["german", "pan"], {"panther", "panzer", "panzergrenadier"}),
        (["panzergrenadier", "1944", "ger"], {"german"}),
        (["--nation", "sov"], {"soviet"}),
        (["--nation", "soviet", "brit"], set()),
        (["nothing", "of"], set()),
    ],
)
def test_what_ships_of_nations_is_completed_word_by_word(
    typed: list[str], offered: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["campaign", "establishments", *typed]
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    kind = get_completion_class("bash")
    assert kind is not None
    shown = kind(campaign, {}, "campaign", "_CAMPAIGN_COMPLETE").complete().split()
    found = {line.removeprefix("plain,") for line in shown}
    assert offered <= found and bool(offered) == bool(found)
