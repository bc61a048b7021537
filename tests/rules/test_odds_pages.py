"""What the pages on odds show is so: their sessions in Python, and every command in their tables."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "odds"
KEYS = ("nqm", "hexes", "brigade", "brigadier")


@pytest.mark.parametrize("key", KEYS)
def test_the_page_of_odds_tells_the_truth(key: str) -> None:
    results = doctest.testfile(str(DOCS / f"{key}.md"), module_relative=False)
    assert results.attempted >= 6
    assert results.failed == 0


@pytest.mark.parametrize("key", KEYS)
def test_every_command_of_its_table_answers(key: str) -> None:
    page = (DOCS / f"{key}.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`.+?`) \| ", page.partition("## In Python")[0], re.MULTILINE)
    asked = [command for cell in cells for command in re.findall(r"`([^`]+)`", cell)]
    assert len(asked) >= 7
    for command in asked:
        answered = CliRunner().invoke(campaign, ["odds", key, *shlex.split(command)])
        assert answered.exit_code == 0, f"{command}: {answered.stderr}"
        assert answered.stdout.strip()
