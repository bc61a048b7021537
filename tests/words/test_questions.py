"""Twenty questions a system about what a player may do: the sheet of battle 1, with the reference of its system that is
printed once, answers each.

A page of questions is ``questions/SYSTEM.md``. Each question names its rules and the line or the row of a chart that
answers it; that line must rest on one of the rules, and must be printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from campaign.exchange.rule_lines import rule_lines
from campaign.journal import reading
from campaign.queries.battle.packet import side_papers
from campaign.rules.common.texts import texts
from campaign.store import open_store
from campaign.terms.rule_ids import ids_in
from campaign.terms.viewer import UMPIRE
from campaign.values import fields, is_dataclass
from campaign.words.sheet import SheetBody
from tests.cli.capuzzo import ok

PAGES = {path.stem: path for path in sorted((Path(__file__).parent / "questions").glob("*.md"))}
SIDES = ("allied", "axis")
QUESTIONS = 20
CHART = "chart: "


@dataclass(frozen=True)
class Question:
    """A question and its answer; ``lines``: keys of lines, or a chart's title with the first cell of a row."""

    text: str
    answer: str
    rules: tuple[str, ...]
    lines: tuple[str, ...]
    sides: tuple[str, ...]


def questions_of(page: str) -> Iterator[Question]:
    """The questions of a page. Raises ValueError for one that lacks its answer, rules or line."""
    for block in re.split(r"^## ", page, flags=re.M)[1:]:
        text, *rest = [line for line in block.splitlines() if line]
        marks = dict(line.split(": ", 1) for line in rest if re.match(r"(Rules|Line|Sheet): ", line))
        answer = " ".join(line for line in rest if not re.match(r"(Rules|Line|Sheet): ", line))
        if not (answer and {"Rules", "Line"} <= marks.keys()):
            raise ValueError(f"an answer, Rules: and Line: were expected: {text}")
        line = marks["Line"]
        keys = (line,) if line.startswith(CHART) else tuple(line.split(", "))
        sides = tuple(marks["Sheet"].split(", ")) if "Sheet" in marks else SIDES
        yield Question(text, answer, tuple(marks["Rules"].split(", ")), keys, sides)


@pytest.fixture(scope="module")
def bodies(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], SheetBody]:
    """What each side's sheet of battle 1 of Operation Brevity holds under each of these systems."""
    db = tmp_path_factory.mktemp("questions") / "campaign.db"
    for words in (("new", "operation-brevity", "--seed", "1941"), *[("next",)] * 3):
        ok(db, *words)
    with closing(open_store(db, write=False)) as store, reading(store) as board:
        return {
            (system, papers.reader): papers.sheet.body
            for system in PAGES
            for papers in side_papers(board, UMPIRE, "1", tabletop=system)
        }


def printed(part: Any) -> str:
    """All texts of a part of a sheet."""
    if isinstance(part, str):
        return part
    if is_dataclass(part):
        return " ".join(printed(getattr(part, field.name)) for field in fields(part))
    return " ".join(map(printed, part)) if isinstance(part, tuple) else ""


@cache
def line_of(system: str, key: str) -> re.Pattern[str]:
    """A line of the text file, whatever its numbers."""
    return re.compile(re.sub(r"\\\{\w+\\\}", ".+?", re.escape(texts(system).entries[key].text)))


def is_answered(body: SheetBody, system: str, key: str) -> bool:
    """Does the sheet print that line, or that row of a chart?"""
    if key.startswith(CHART):
        title, cell = key.removeprefix(CHART).rsplit(": ", 1)
        return any(row.cells[0] == cell for table in body.tables if table.title == title for row in table.rows)
    return line_of(system, key).search(printed(body)) is not None


@pytest.mark.parametrize("system", PAGES)
def test_the_sheet_of_battle_1_answers_every_question(system: str, bodies: dict[tuple[str, str], SheetBody]) -> None:
    asked = list(questions_of(PAGES[system].read_text(encoding="utf-8")))
    assert len(asked) == len({question.text for question in asked}) == QUESTIONS
    missing = [
        (question.text, side, key)
        for question in asked
        for side in question.sides
        for key in question.lines
        if not is_answered(bodies[system, side], system, key)
    ]
    assert missing == []


@pytest.mark.parametrize("system", PAGES)
def test_a_line_that_answers_rests_on_a_rule_of_the_answer(system: str) -> None:
    for question in questions_of(PAGES[system].read_text(encoding="utf-8")):
        assert set(question.rules) <= rule_lines().keys(), question.text
        for key in question.lines:
            if not key.startswith(CHART):
                behind = texts(system).entries[key].rules
                assert any(_rests_on(rule, behind) for rule in question.rules), (question.text, behind)


def _rests_on(rule: str, behind: str) -> bool:
    """Is the rule among those of a line: by its id, by its section (``OB-OBS``), or within a range (``OB-REG-01..03``)?"""
    if rule in ids_in(behind) or rule.rpartition("-")[0] in behind.split(", "):
        return True
    spans = re.finditer(r"([A-Z-]+)-(\d+)\.\.(\d+)", behind)
    section, _, number = rule.rpartition("-")
    return any(m[1] == section and int(m[2]) <= int(number) <= int(m[3]) for m in spans)


def test_a_question_without_an_answer_and_a_line_that_is_not_printed_are_seen(
    bodies: dict[tuple[str, str], SheetBody],
) -> None:
    with pytest.raises(ValueError, match="an answer"):
        list(questions_of("## May I?\nRules: OB-MOV-04\nLine: to_fire"))
    axis = bodies["brevity", "axis"]
    assert not is_answered(axis, "brevity", "flame_throwers")
    assert not is_answered(axis, "brevity", "chart: Steps of a move: 10")
