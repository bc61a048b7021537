"""The page on ``--json`` says what the commands print: every command's answer is held against it."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from tests.docs import json_answers
from tests.docs.pages import DOCS
from tests.secrecy.outputs import every_command

EXAMPLES = {
    "advise": {"COMMANDER": "gott --jobs 1 --db solo.db"},
    "convert": {"SOURCE --out DIR": "corps.txt --out corps"},
    "check": {"FILE": "corps.yaml"},
    "establishments": {"": "tank 1944"},
    "decide": {"": "--db front.db", "NUMBER": "1 --db front.db"},
    "unit show": {"BATTALION": "3rd Bn Coldstream Guards", "FORMATION": "22nd Guards Brigade Group"},
    "supply": {"FORMATION --why": "'22nd Guards' --why"},
    "preferences": {"KEY": "paper"},
    "rules": {"--id ID": "--id OB-SUP"},
    "forecast campaign": {
        "": "--runs 2 --until 1 --jobs 1",
        "--compare BRANCH": "--runs 2 --until 1 --jobs 1 --compare aside",
    },
    "orders": {"--for COMMANDER": "--for erskine"},
    "battle show": {"NUMBER": "1"},
    "battle muster": {"NUMBER": "1"},
    "log": {"NUMBER": "5"},
    "replay": {"NUMBER --preview": "5 --preview"},
    "compare": {"A B": "operation-brevity aside"},
    "catch-up": {"OTHER --preview": "other.db --preview"},
    "forget": {"NAME --preview": "Ruth --preview --db people.db"},
    "doctor": {"--proof HASH": "--proof RECORD"},
    "next": {"--viewer PLAYER": "--viewer axis --db solo.db"},
}
"""Words for the commands that want some, or more than the page shows."""
CORPS = "title: T\nfirst day: 15 May 1941\nside: Allied (british)\nXIII Corps\n  7th Brigade\n    2 RTR, tanks\n"


def typed(words: str, code: int = 0) -> str:
    result = CliRunner(env={"CAMPAIGN_AS": "umpire"}).invoke(campaign, shlex.split(words))
    assert result.exit_code == code, f"campaign {words}\n{result.output}"
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, template_files: Callable[[str], Path]) -> Iterator[Path]:
    """A campaign after its first fight, with a copy that went on, a branch, and one that is played against the program."""
    folder = tmp_path_factory.mktemp("json")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        typed("new operation-brevity --seed 1941")
        shutil.copy(template_files("front"), "front.db")
        shutil.copy("campaign.db", "solo.db")
        typed("commander allied --played-by program --db solo.db")
        shutil.copy("campaign.db", "people.db")
        typed("commander gott --played-by Ruth --db people.db")
        for _ in range(3):
            typed("next")
        typed("battle resolve 1")
        typed("air task '14 Squadron' --target 'Point 206' --turn 1.4")
        typed("branch aside")
        shutil.copy("campaign.db", "other.db")
        typed("march '11th Hussars' --to Musaid --campaign operation-brevity --db other.db")
        Path("corps.txt").write_text(CORPS, encoding="utf-8")
        shutil.copytree(DOCS.parent / "orbats" / "operation-brevity", "corps.yaml")
        yield folder


def test_every_command_with_json_is_on_the_page_and_no_other() -> None:
    commands = {
        " ".join(path)
        for path, command in every_command(campaign, ())
        if path[0] != "odds" and any("--json" in option.opts for option in command.params)
    }
    assert commands == json_answers.ANSWERS.keys()


def test_every_answer_has_the_keys_that_the_page_lists(folder: Path) -> None:
    faults, empty = [], []
    record = json.loads(typed("status --json --campaign operation-brevity"))["record"]
    for command, kinds in json_answers.ANSWERS.items():
        for words, kind in kinds.items():
            example = EXAMPLES.get(command, {}).get(words, words).replace("RECORD", record)
            name = "" if "--db" in example or path_alone(command) else "--campaign operation-brevity"
            answer = json.loads(typed(f"{command} {example} --json {name}"))
            faults += [f"campaign {command} {words}: {fault}" for fault in json_answers.misfits(answer, kind)]
            if answer in ([], {}, None):
                empty.append(f"{command} {words}".strip())
    assert faults == []
    assert empty == ["deadline"]


def path_alone(command: str) -> bool:
    """Whether the command takes no ``--campaign``: it works on files, or on all campaigns."""
    found = next(command_ for path, command_ in every_command(campaign, ()) if " ".join(path) == command)
    return not any("--campaign" in option.opts for option in found.params)


def test_an_answer_that_is_not_as_the_page_says_is_noticed() -> None:
    from campaign.words.receipt import Receipt

    answer = {"summary": "Done", "lines": ["one"], "waiting": "", "rules": []}
    assert list(json_answers.misfits(answer, Receipt)) == []
    assert list(json_answers.misfits(answer | {"more": 1}, Receipt)) != []
    assert list(json_answers.misfits(answer | {"lines": "one"}, Receipt)) != []
    assert list(json_answers.misfits(answer | {"rules": [1]}, Receipt)) != []
