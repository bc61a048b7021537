"""Laws of the conversion of lists: no word is lost, no invention, no certainty against the file, a card a decision."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest
from lists_bench import ANY_DOUBT, FOLDER, Case, case_of, converted

from campaign.cli.convert import convert as convert_command
from campaign.errors import BadFile
from campaign.exchange.foreign.convert import Converted, convert
from campaign.exchange.foreign.doubts import Doubt, Stake, Sure, share_in_doubt, worst_first
from campaign.exchange.foreign.indented import Typist
from campaign.exchange.foreign.ledger import WORD, Ledger
from campaign.exchange.foreign.outcome import BATTALION, FORMATION
from campaign.exchange.foreign.second_opinion import units_in
from campaign.exchange.foreign.vocabulary import arm_of, mark_of
from campaign.exchange.foreign.wishes import MOST_DOUBT, Wishes
from campaign.exchange.foreign.written import lines_of

CASES = [case_of(path) for folder in ("seen", "held") for path in sorted((FOLDER / folder).iterdir())]
TEXTS = [case for case in CASES if not case.name.endswith(".csv")]
ONE_LINE = frozenset({"count", "unit", "left out", "row", "title", "members"})
"""Kinds of doubts about a single line."""


def read(folder: Path, text: str, name: str = "list.txt", **wishes: object) -> Converted:
    (folder / name).write_text(text, encoding="utf-8")
    return convert([folder / name], Wishes(**{"side": "Allied", "nation": "british", "doubt": ANY_DOUBT, **wishes}))  # type: ignore[arg-type]


def number(where: str) -> int:
    return int(where.rpartition(":")[2])


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.name)
def test_every_word_has_a_use_or_a_reason_to_be_left_out(case: Case) -> None:
    draft = Typist(case.name).read(case.text, "Side", case.nation)
    (ledger,) = draft.ledgers
    assert list(ledger.texts.values()) == case.text.splitlines()
    assert ledger.unread() == {}
    left = {line for line, _, _ in ledger.left_out}
    units = [unit for force in draft.forces for unit in force.tree()]
    told = " ".join(
        f"{unit.name} {unit.words} {unit.led_by} {unit.nation} {unit.line} {unit.fields} {unit.coming}"
        for unit in units
    )
    told += f" {draft.title} {draft.first_day} {draft.head} {draft.forces} {draft.notes} {draft.doubts}"
    for line, text in ledger.texts.items():
        if line not in left and ledger.use_of(line) not in ("a heading", "a rule or an empty line", "a side"):
            numbers = {
                word for word in WORD.findall(text) if word.isdigit() and ledger.use_of(line) != "mark of a list"
            }
            assert not numbers - set(WORD.findall(told)) or str(draft.first_day.year) in text, (line, text)  # type: ignore[union-attr]


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.name)
def test_a_line_without_number_arm_or_size_is_no_battalion_without_a_doubt(case: Case) -> None:
    result = converted(case)
    if result is None:
        return
    doubtful = {line for doubt in result.doubts for line in doubt.lines}
    lines = case.text.splitlines()
    for unit in result.result:
        text = lines[number(unit.where) - 1] if unit.where[-1].isdigit() else "1"
        tells = re.search(r"\d|\b[IVXL]+\b", text) or arm_of(text) or mark_of(text)
        assert unit.kind == FORMATION or tells or unit.where in doubtful, (unit, text)


def test_titles_alone_are_left_out_and_named(tmp_path: Path) -> None:
    done = read(tmp_path, "5th Brigade\n  Example Town\n  Introduction\n  Weather\n2nd Brigade\n  4 RTR\n")
    assert [unit.name for unit in done.result if unit.kind == BATTALION] == ["4 RTR"]
    assert {words for _, _, words in done.ledgers[0].left_out} == {"Example Town", "Introduction", "Weather"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_no_doubt_names_agrees_with_the_second_opinion(case: Case) -> None:
    """A line whose units are certain has as many as its numbers let expect."""
    result = converted(case)
    if result is None or case.name.endswith(".csv"):
        return
    doubtful = {line for doubt in result.doubts for line in doubt.lines}
    lines = case.text.splitlines()
    often = Counter(unit.where for unit in result.result if unit.where[-1].isdigit())
    for where, units in often.items():
        low, high = units_in(re.sub(r"^[\W_]+|\*|_", " ", lines[number(where) - 1]).strip())
        assert low <= units <= high + 1 or where in doubtful, (where, lines[number(where) - 1], units)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_card_is_one_decision(case: Case) -> None:
    result = converted(case)
    doubts = result.doubts if result is not None else ()
    assert all(len(doubt.lines) == 1 for doubt in doubts if doubt.kind in ONE_LINE)
    assert len({doubt.key for doubt in doubts}) == len(doubts)
    assert list(doubts) == worst_first(doubts)


def test_clean_lists_have_at_most_one_doubt_in_twenty_battalions() -> None:
    doubts = battalions = 0
    for case in CASES:
        if "clean" in case.name:
            result = converted(case)
            assert result is not None
            doubts += sum(doubt.weight > 0 for doubt in result.doubts)
            battalions += sum(unit.kind == BATTALION for unit in result.result)
    assert battalions > 120
    assert doubts * 20 <= battalions


# decisions


LIST = "5th Brigade\n  1st Essex\n  Queen's Own\n  2nd & 3rd Borderers\nSmith, A.B., My Book, London, 1961\n"


def decide(folder: Path, *lines: str) -> None:
    (folder / "list.decisions").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_decided_doubt_is_not_asked_again_when_its_line_moves(tmp_path: Path) -> None:
    asked = {doubt.key for doubt in read(tmp_path, LIST).doubts}
    row = next(doubt for doubt in read(tmp_path, LIST).doubts if doubt.kind == "row")
    decide(tmp_path, f'accept row "{row.read}"')
    later = {doubt.key for doubt in read(tmp_path, f"# a remark\n\n{LIST}  1st Buffs\n").doubts}
    assert row.key in asked and row.key not in later


def test_lines_are_left_out_and_taken_by_decision(tmp_path: Path) -> None:
    decide(tmp_path, 'leave "1st Essex"', 'take "Smith, A.B., My Book, London, 1961"', "# a remark")
    done = read(tmp_path, LIST)
    lines = {number(unit.where) for unit in done.result if unit.where[-1].isdigit()}
    assert 2 not in lines and 5 in lines
    assert ("you left it out", "1st Essex") in {(reason, words) for _, reason, words in done.ledgers[0].left_out}


def test_all_doubts_of_a_kind_are_accepted_by_one_line(tmp_path: Path) -> None:
    kinds = {doubt.kind for doubt in read(tmp_path, LIST).doubts}
    decide(tmp_path, *(f"accept {kind}" for kind in kinds))
    assert kinds and not read(tmp_path, LIST).doubts


def test_a_change_among_the_decisions_is_carried_out(tmp_path: Path) -> None:
    decide(tmp_path, 'set "1st Essex" arm engineer')
    done = read(tmp_path, LIST)
    assert next(unit.arm.value for unit in done.result if unit.arm and unit.name == "1st Essex") == "engineer"


def test_a_line_that_decides_nothing_is_refused_with_its_place(tmp_path: Path) -> None:
    decide(tmp_path, 'leave "1st Essex"', "perhaps")
    with pytest.raises(BadFile, match=r"list\.decisions:2: 'perhaps' is not a decision: write leave"):
        read(tmp_path, LIST)


def test_too_much_doubt_is_refused_with_the_largest_named(tmp_path: Path) -> None:
    text = "1st Brigade\n" + "".join(f"  {n}th, {n + 1}th Example Foot 40 Bns\n" for n in range(4, 40, 2))
    done = read(tmp_path, text)
    assert done.doubts
    with pytest.raises(
        BadFile, match=r"% of the battalions are in doubt, and at most 1 % may be \(--doubt\)"
    ) as refused:
        read(tmp_path, text, doubt=1.0)
    assert done.doubts[0].in_full() in str(refused.value)


# doubts themselves


def test_doubts_are_weighed_by_chance_and_stake() -> None:
    small = Doubt("row", "a", "b", Sure.GUESS, 1)
    large = Doubt("row", "c", "d", Sure.LIKELY, 20)
    sure = Doubt("row", "e", "f", Sure.CERTAIN, 500)
    stops = Doubt("scale", "g", "h", Sure.GUESS, 0.1, Stake.KILOMETRES, stops=True)
    assert worst_first([small, sure, large, stops, small]) == [stops, large, small, sure]
    assert share_in_doubt([small, sure], 9, Stake.BATTALIONS) == pytest.approx(small.weight / 9)
    assert share_in_doubt([stops], 9, Stake.BATTALIONS) == 0


def test_a_doubt_is_known_by_its_words_and_not_by_its_line() -> None:
    first, second = (
        Doubt("row", read, "x", Sure.GUESS, 1, lines=(where,)) for read, where in (("A  b.", "1"), ("a B", "9"))
    )
    assert first.key == second.key


# cost


def calls_of(lines: int) -> int:
    """Return how many functions are called to read a list of that many different lines."""
    text = "".join(
        f"{n}th Division\n  {n}1st Brigade\n    {n}2nd Essex\n    {n}3rd & {n}4th Borderers\n    Town {n}\n"
        for n in range(lines // 5)
    )
    count = 0

    def profile(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(profile)
    try:
        Typist("list.txt").read(text, "Allied", "british")
    finally:
        sys.setprofile(None)
    return count


def test_the_cost_is_in_proportion_to_the_lines() -> None:
    calls_of(50)
    once, twice = calls_of(400), calls_of(800)
    assert twice < 2.2 * once


def test_a_word_is_used_once_where_it_stands() -> None:
    ledger = Ledger("list.txt")
    ledger.open(1, "The he 12th and 12")
    ledger.use(1, "he", "a use")
    assert ledger.unread() == {1: ["The", "12th", "and", "12"]}
    ledger.leave(1, "a reason")
    assert ledger.unread() == {} and ledger.by_reason() == {"a reason": 1}


def test_headings_bullets_tables_and_quotations_have_their_depth() -> None:
    text = "# XIII Corps\n## 7th Division\n> - **4 RTR**\n> - 5 RTR\n\n| Unit | Tanks |\n|---|---|\n| 6 RTR | 40 |\n"
    page = lines_of(text, Ledger("list.md"))
    assert [(line.text, dict(line.cells)) for line in page.lines] == [
        ("XIII Corps", {}),
        ("7th Division", {}),
        ("4 RTR", {}),
        ("5 RTR", {}),
        ("6 RTR", {"vehicles": "40"}),
    ]
    ranks = [line.rank for line in page.lines]
    assert ranks[0] < ranks[1] < ranks[2] == ranks[3]


def test_the_command_allows_as_much_doubt_as_a_conversion_does() -> None:
    """The number stands in the command's help, which must not import what only a conversion needs."""
    (option,) = (one for one in convert_command.params if one.name == "doubt")
    assert option.default == MOST_DOUBT
