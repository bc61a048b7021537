"""The report of a battle that the program fought: summary, whole, as data, on paper; for the umpire alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from campaign.cli.contents import campaign
from campaign.journal import reading
from campaign.model import Battle, BattleUnit, Side
from campaign.queries.battle.battle_report import fought_battles, middlemost
from campaign.store import opened
from campaign.terms.viewer import UMPIRE
from campaign.words.battle_report import LONGEST_SUMMARY


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
    named = re.search(r"no\. 1: (.+?) \((.+?)\)", " ".join(text.split()))
    assert named and named[1] in starts and named[2] in whole, "the key of the maps: as the report has it, and in full"
    assert re.search(r"\w+ has \d+ models? on the table", short) and " fit against " not in whole


def test_no_player_reads_where_both_sides_stood(fought: Path) -> None:
    number = fought.with_name("number").read_text()
    view = json.loads(typed(fought, "battle", "show", number, "--json", "--viewer", "allied"))
    assert view["report"] == [] and view["outcome"] == ""
    assert "to hit" not in typed(fought, "battle", "show", number, "--full", "--viewer", "allied")
    assert "only the umpire may see" in typed(fought, "print", "report", number, "--viewer", "allied", fails=True)


def test_the_maps_show_everybody_in_the_state_of_that_moment(fought: Path) -> None:
    """The table before shows who went in fresh as fresh, whatever became of him since."""
    typed(fought, "next", "--auto")
    with opened(fought, write=False) as store, reading(store) as board:
        (paper,) = fought_battles(board, UMPIRE, fought.with_name("number").read_text())
        battle = next(row for row in board.rows(Battle) if row.number == paper.number)
        rows = board.rows(BattleUnit, BattleUnit.battle_id == battle.id)
        accents = {side.id: side.accent for side in board.rows(Side)}
        began = {(accents[row.side_id], str(row.line)): row.start_state for row in rows}
        ended = {(accents[row.side_id], str(row.line)): row.end_state for row in rows}
    assert began != ended, "the battle cost nobody anything: the test says nothing"
    assert paper.before is not None and paper.after is not None
    for drawn, states in ((paper.before, began), (paper.after, ended)):
        assert len(drawn.table.units) > 1
        assert {(u.accent, u.label): u.symbol.state for u in drawn.table.units}.items() <= states.items()
        assert not any(unit.symbol.dug_in or unit.symbol.resting for unit in drawn.table.units)


def test_a_battle_on_hexes_is_printed_with_its_map_before_and_after(db: Path) -> None:
    number = str(json.loads(typed(db, "battle", "list", "--open", "--json"))["battles"][0]["number"])
    typed(db, "battle", "under", number, "hexes")
    typed(db, "battle", "resolve", number)
    events = json.loads(typed(db, "battle", "show", number, "--json"))["report"]
    with opened(db, write=False) as store, reading(store) as board:
        (paper,) = fought_battles(board, UMPIRE, number)
    assert paper.before is not None and paper.before.grid is not None and paper.after is not None
    placed = [event for event in events if event["event"] == "start" and event["at"] is not None]
    names = {f"{chr(64 + int(column))}{int(row)}" for column, row in (event["at"] for event in placed)}
    assert {start.label for start in paper.before.grid.starts} == names
    assert len(paper.before.grid.starts) == len(placed)
    assert paper.after.grid is not None and paper.after.grid.starts != paper.before.grid.starts
    assert {start.is_own for start in paper.before.grid.starts} == {True, False}
    out = db.with_name("hexes.pdf")
    assert "typeface lacks" not in typed(db, "print", "report", number, "--out", str(out))
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(out).pages).split())
    assert "Before: 12" in text and "After: 12" in text and re.search(r"Cards: (10|[2-9KQJA])[SHDC] ", text)


def test_a_battalion_is_drawn_among_its_companies_and_not_at_its_headquarters() -> None:
    """Headquarters far behind, listed first; three companies in a line."""
    assert middlemost([(40, 10), (10, 10), (12, 10), (14, 11)]) == (14, 11)
    assert middlemost([(3, 4)]) == (3, 4)


def test_a_report_is_not_printed_for_a_side(fought: Path) -> None:
    refusal = typed(fought, "print", "report", "--side", "allied", "--out", str(fought.with_name("x")), fails=True)
    assert "only the umpire may have a report. Leave --side allied out" in " ".join(refusal.split())
    assert not fought.with_name("x").exists()


def test_the_doctrine_is_a_page_that_needs_no_campaign(tmp_path: Path) -> None:
    assert "at all costs" in typed(tmp_path / "none.db", "rules", "--doctrine")
    assert isinstance(json.loads(typed(tmp_path / "none.db", "rules", "--doctrine", "--json")), list)
