"""From files to a campaign: what is shipped, one of one's own, its faults, and the founding."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.journal import digest, reading
from campaign.store import opened


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command is typed in an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_operation_brevity_is_shipped() -> None:
    assert "operation-brevity" in typed("scenarios").stdout
    assert {one["key"]: one["title"] for one in json.loads(typed("scenarios", "--json").stdout)}[
        "operation-brevity"
    ] == "Operation Brevity"


def test_one_s_own_scenario_is_sound_from_the_start_and_can_be_founded() -> None:
    begun = typed("init", "Der Übergang")
    assert begun.exit_code == 0
    assert Path("Der Übergang/scenario.yaml").is_file()
    assert '  campaign check "Der Übergang"' in begun.stdout.splitlines()
    checked = typed("check", "Der Übergang")
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert " ".join(checked.stdout.split()).endswith("0 warnings.")
    founded = typed("new", "Der Übergang", "--weather", "dice")
    assert founded.exit_code == 0, founded.stderr
    assert "is in campaign.db.\n" in founded.stderr
    battles = (
        "By default battles are fought by Operation Brevity, because no other tabletop rules were named. To change"
    )
    assert f"{battles} it: campaign battle under for one battle" in founded.stderr
    assert (
        "By default each turn draws its dice when it begins, because no seed was given. To change it:" in founded.stderr
    )
    assert "By default the weather" not in founded.stderr, "it was said"
    assert not re.search("[0-9a-f]{32}", founded.output)  # nobody is shown a seed that he plays against


def test_a_start_overwrites_nothing() -> None:
    Path("mine").mkdir()
    Path("mine/map.yaml").write_text("places: {}\n", encoding="utf-8")
    ended = typed("init", "mine")
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (1, 1)
    assert "map.yaml" in ended.stderr
    Path("file").touch()
    ended = typed("init", "file")
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (1, 1)


def test_every_fault_is_named_with_its_place_and_nothing_is_founded() -> None:
    typed("init", "mine")
    file = Path("mine/scenario.yaml")
    text = file.read_text(encoding="utf-8")
    text = (
        text.replace("formation: red_division", "formation: red_divison")
        .replace("place: farm", "place: farrm")
        .replace("days: 2", "days: two")
    )
    file.write_text(text, encoding="utf-8")
    lines = {
        word: number
        for number, line in enumerate(text.splitlines(), 1)
        for word in ("red_divison", "farrm", "days: two")
        if word in line
    }
    ended = typed("check", "mine")
    assert ended.exit_code == 1
    for word, number in lines.items():
        (fault,) = (line for line in ended.stdout.splitlines() if line.startswith(f"mine/scenario.yaml:{number}:"))
        assert word.split(": ")[-1] in fault
    assert ended.stderr.startswith("Error: 3 errors in mine")
    assert len(json.loads(typed("check", "--json", "mine").stdout)["errors"]) == 3
    refused = typed("new", "mine")
    assert refused.exit_code == 1
    assert len(refused.stderr.splitlines()) == 4
    assert not Path("campaign.db").exists()


def test_the_same_seed_founds_the_same_campaign_and_a_fresh_one_differs() -> None:
    for name, seed in (("a.db", "7"), ("b.db", "7")):
        assert typed("new", "operation-brevity", "--seed", seed, "--db", name).exit_code == 0

    def fingerprint(name: str) -> str:
        with opened(name, write=False) as store, reading(store) as board:
            return digest(board)

    assert fingerprint("a.db") == fingerprint("b.db")


def test_two_campaigns_in_one_database() -> None:
    assert typed("new", "operation-brevity").exit_code == 0
    again = typed("new", "operation-brevity")
    assert (again.exit_code, len(again.stderr.splitlines())) == (1, 1)
    assert "already exists and is not overwritten" in again.stderr
    assert typed("new", "operation-brevity", "--campaign", "second").exit_code == 0
    assert typed("log", "--campaign", "second").exit_code == 0
    taken = typed("new", "operation-brevity", "--campaign", "second")
    assert (taken.exit_code, len(taken.stderr.splitlines())) == (1, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["operation-brevty"], "did you mean operation-brevity?"),
        (["operation-brevity", "--tabletop", "brevty"], "did you mean brevity"),
        (["operation-brevity", "--tabletop", "checkers"], "is not a set of tabletop rules"),
        (["nowhere/scenario.yaml"], "there is no scenario"),
    ],
)
def test_what_cannot_be_founded_is_refused_and_leaves_nothing(arguments: list[str], said: str) -> None:
    ended = typed("new", *arguments)
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (1, 1)
    assert said in ended.stderr
    assert list(Path().iterdir()) == []


def test_establishments_are_listed_and_one_is_shown_whole() -> None:
    listed = typed("establishments", "tiger", "--nation", "german").stdout
    assert "german heavy tank battalion tiger" in " ".join(listed.split()) and "campaign establishments NAME" in listed
    assert all(len(line) <= 80 for line in listed.splitlines())
    whole = typed("establishments", "us", "armored", "division", "1944").stdout
    assert whole.startswith("us armored division 1944") and "Source" in whole
    data = json.loads(typed("establishments", "--nation", "us", "--json").stdout)
    assert {"establishments", "organisations"} == set(data) and all(
        one["nation"] == "us" for one in data["establishments"]
    )
    assert "did you mean german" in typed("establishments", "--nation", "grman").stderr


@pytest.mark.parametrize("seed", ["", " ", "x" * 81])
def test_what_is_no_seed_founds_nothing(seed: str, tmp_path: Path) -> None:
    """It is neither replaced by another in silence nor kept where PostgreSQL could not keep it."""
    ended = typed("new", "operation-brevity", "--seed", seed, "--db", str(tmp_path / "c.db"))
    assert ended.exit_code == 1
    assert "cannot be a seed for the dice. Write a word or number of at most 80 characters" in ended.stderr
    assert list(tmp_path.iterdir()) == []
