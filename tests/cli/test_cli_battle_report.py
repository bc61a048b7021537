"""The report of a battle that the program fought: summary, whole, as data, on paper; for the umpire alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from campaign.cli.contents import campaign
from campaign.views.battle_report import LONGEST_SUMMARY


def typed(db: Path, *words: str, fails: bool = False) -> str:
    result = CliRunner().invoke(campaign, ["--db", str(db), *words], env={"COLUMNS": "200"})
    assert (result.exit_code != 0) is fails, result.output
    return result.output


@pytest.fixture
def fought(db: Path) -> Path:
    number = json.loads(typed(db, "battle", "list", "--open", "--json"))["battles"][0]["number"]
    typed(db, "battle", "resolve", str(number))
    db.with_name("number").write_text(str(number))
    return db


def test_a_fought_battle_is_told_in_ten_lines_whole_as_data_and_on_paper(fought: Path) -> None:
    number = fought.with_name("number").read_text()
    short = typed(fought, "battle", "show", number)
    whole = typed(fought, "battle", "show", number, "--full")
    assert "to hit" not in short and "to hit" in whole and "Readiness" in whole and " moves " in whole
    view = json.loads(typed(fought, "battle", "show", number, "--json"))
    kinds = {event["event"] for event in view["report"]}
    assert {"opening", "start", "heading", "move", "attack", "roll", "end"} <= kinds
    assert len(view["outcome"].splitlines()) <= LONGEST_SUMMARY
    starts = [event["unit"] for event in view["report"] if event["event"] == "start"]
    assert len(starts) == len(set(starts)) > 2
    paper = fought.with_name("report.pdf")
    typed(fought, "print", "report", number, "--out", str(paper))
    text = "".join(page.extract_text() for page in PdfReader(paper).pages)
    assert "Before:" in text and "After:" in text and "to hit" in text
    named = re.search(r"no\. 1 (.+?) \((.+?)\)", " ".join(text.split()))
    assert named and named[1] in starts and named[2] in whole, "the key of the maps: as the report has it, and in full"
    assert re.search(r"\w+ has \d+ units? on the table", short) and " fit against " not in whole


def test_no_player_reads_where_both_sides_stood(fought: Path) -> None:
    number = fought.with_name("number").read_text()
    view = json.loads(typed(fought, "battle", "show", number, "--json", "--viewer", "allied"))
    assert view["report"] == [] and view["outcome"] == ""
    assert "to hit" not in typed(fought, "battle", "show", number, "--full", "--viewer", "allied")
    assert "for the umpire" in typed(fought, "print", "report", number, "--viewer", "allied", fails=True)


def test_the_doctrine_is_a_page_that_needs_no_campaign(tmp_path: Path) -> None:
    assert "at all costs" in typed(tmp_path / "none.db", "rules", "--doctrine")
    assert isinstance(json.loads(typed(tmp_path / "none.db", "rules", "--doctrine", "--json")), list)
