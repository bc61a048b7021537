"""No text with control or direction characters comes in, wherever it is typed: it would steer the terminal of whoever
reads it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.errors import BadFile, BadInput
from campaign.exchange.export import read_export
from campaign.journal import commit
from campaign.model import Battalion
from campaign.rules.common.dice import Seeded
from campaign.store import Store, opened
from campaign.terms.printable import unprintable
from campaign.verbs.orders import GiveOrder
from tests.tiny import by_hand, named

CLEAR = "\x1b[2J\x1b[31mred"
TITLE = "\x1b]0;x\x07Ann"
TURNED = "Ann\u202exe.bat"


def _typed(*words: str, env: dict[str, str] | None = None) -> str:
    ended = CliRunner().invoke(campaign, [*words], env=env)
    assert ended.exit_code == 1, ended.output
    assert "\x1b" not in ended.stderr and "\u202e" not in ended.stderr
    (line,) = ended.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    "words",
    [
        ("hold", "1st Rifles", "--aim", CLEAR),
        ("hold", "1st Rifles", "--as", TITLE),
        ("hold", "1st Rifles", "--viewer", "alba", "--aim", TURNED),
        ("adjust", "1st Rifles", "--men", "5", "--why", CLEAR),
        ("branch", f"other{TITLE}"),
        ("new", "operation-brevity", "--campaign", TURNED),
        ("unit", "1st\x00Rifles"),
        ("status", "--viewer", "al\u2066ba"),
        ("hold", "1st Rifles", "--aim", "keep still\rATTACK"),
        ("hold", "1st Rifles", "--as", "Ann\n 9   Bob"),
        ("branch", "other\n2  evil"),
        ("new", "operation-brevity", "--campaign", "one\ntwo"),
        ("split", "1st Rifles", "company", "--name", "A\nB"),
    ],
    ids=lambda words: words[0],
)
def test_what_is_typed_is_refused_in_one_line(file_of: Callable[[str], Path], words: tuple[str, ...]) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    assert "character that cannot be printed" in _typed(*words, "--db", str(path))
    assert path.read_bytes() == before


def test_what_the_environment_says_is_refused(file_of: Callable[[str], Path]) -> None:
    assert "(U+001B). Delete the character" in _typed(
        "hold", "1st Rifles", "--db", str(file_of("tiny")), env={"CAMPAIGN_AS": CLEAR}
    )


def test_what_is_asked_at_a_prompt_or_read_from_a_form_is_refused(tiny: Store) -> None:
    with pytest.raises(BadInput, match=r"'go\\x1b\[2J' has a character that cannot be printed \(U\+001B\)"):
        commit(tiny, None, GiveOrder(unit="1st Rifles", kind="hold", aim="go\x1b[2J"), source=Seeded("1"), actor="Ann")


def test_an_export_with_such_a_text_is_refused_with_its_place(file_of: Callable[[str], Path], tmp_path: Path) -> None:
    with opened(file_of("tiny"), write=True) as store, by_hand(store) as board:
        board.clock.day = 2
    out = tmp_path / "out.json"
    assert CliRunner().invoke(campaign, ["export", "--db", str(tmp_path / "tiny.db"), "--out", str(out)]).exit_code == 0
    content = json.loads(out.read_text(encoding="utf-8"))
    content["campaign"]["title"] = CLEAR
    with pytest.raises(Exception, match=r"campaign\.title.*U\+001B"):
        read_export(json.dumps(content), "out.json")


@pytest.mark.parametrize(
    "text",
    [
        "Łódź",
        "بئر الغبي",
        "חיפה",
        "Bir Hakeim 🐪",
        "two\nlines\tand a tab",
        "Nr.\u00a05",
        "co\u00adoperate",
        "two\u2028lines",
    ],
)
def test_every_language_is_a_language(text: str) -> None:
    assert unprintable(text) == ""


@pytest.mark.parametrize("code", ["0000", "0007", "000D", "001B", "007F", "009B", "202A", "202E", "2066", "2069"])
def test_what_steers_or_turns_is_named(code: str) -> None:
    assert unprintable(f"a{chr(int(code, 16))}b") == f"U+{code}"


def test_what_an_earlier_version_took_comes_in_by_an_export_and_steers_no_terminal(
    file_of: Callable[[str], Path], tmp_path: Path
) -> None:
    """Its entries bear no edition of the rules; to refuse the file would lose the campaign."""
    path, out = file_of("tiny"), tmp_path / "out.json"
    with opened(path, write=True) as store, by_hand(store) as board:
        named(board, Battalion, "1st Rifles").name = CLEAR
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute("update entry set rules = null")
    assert CliRunner().invoke(campaign, ["export", "--db", str(path), "--out", str(out)]).exit_code == 0
    content = json.loads(out.read_text(encoding="utf-8"))
    assert CLEAR in [row["name"] for row in read_export(json.dumps(content), "out.json").tables["battalion"]]
    for entry in content["journal"]:
        entry["rules"] = 1
    with pytest.raises(BadFile, match=r"U\+001B"):
        read_export(json.dumps(content), "out.json")
    shown = CliRunner().invoke(campaign, ["orbat", "--full", "--db", str(path)])
    assert shown.exit_code == 0 and "red" in shown.output and "\x1b[2J" not in shown.output
