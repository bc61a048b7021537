"""The numbers that decide: each says where it comes from, and what another value of one does can be tried."""

from __future__ import annotations

import re

import pytest

from campaign.play import bridges, keep, view
from tests.harness.own_numbers import HOUSE, ROOMS, SELF_EVIDENT, SHOWN, Source, numbers, numbers_of
from tests.harness.weights import TRIED, changed, module_of, names, values_for

pytestmark = pytest.mark.house

MODULE = """
WITH = 3  # the book's
ABOVE: Final = 4

FROM_A_RULE = (5, 6)
\"\"\"Inches (OB-T-04).\"\"\"
WITHOUT = {Kind.GUN: 7}
\"\"\"The inches at which it stops.\"\"\"
DERIVED = tables.RANGE * 60
NAMED = 8

def near(a: int) -> bool:
    return a < 9

def far(a: int) -> bool:
    \"\"\"Return whether it is far (HEX-SIGHT-03).\"\"\"
    return a > 9 and dice.roll(6, "far") > 2

def slow(turns: int = 5, days: int = 2) -> None: ...

class Base:
    slots: int = 10
    # A row of eight and the staff.
    men: int = 11
# NAMED is four pairs.
"""
TABLE = """
FIRST = 3
SECOND = 4
\"\"\"The turns of work (OB-PREP-01, -02).\"\"\"

APART = 5

ROWS = (Step(1, "OB-SEQ-05"), Step(2, "OB-SEQ-06"))
ONE_WITHOUT = (Step(1, "OB-SEQ-05"), Step(2, "Regroup"))
HALF = Fraction(1, 2)
THIRD = Fraction(1, 4)
NO_CASUALTIES = (0, 0)
NO_SUCH = 7
ROWS_SHOWN = 8
COLUMNS = (Column("Size", 7.2),)
WEEK = ask("Days.", 7, least=1, most=60)

# OB-T-02 -----------------------
COPIED = {Kind.FOOT: 9}

# Reading -----------------------
MINE = {Kind.FOOT: 10}
"""


NOT_FOUND = ["campaign/rules/common/system.py column_in = 12", "campaign/rules/day/contact.py lopsided() = 4"]
"""Numbers of which neither a source nor a measurement was found."""


def without_reason(text: str) -> list[str]:
    return [number.name for number in numbers_of(Source.of("module.py", text)) if not number.reason]


def test_a_number_without_a_reason_is_found() -> None:
    text = MODULE.replace("ABOVE", "# Measured.\nABOVE")
    assert without_reason(text) == ["WITHOUT", "slots", "near()", "slow()"]
    assert without_reason(MODULE) == ["ABOVE", "WITHOUT", "slots", "near()", "slow()"]


def test_a_table_of_a_rule_has_one_reason_and_what_decides_nothing_needs_none() -> None:
    assert without_reason(TABLE) == ["APART", "ONE_WITHOUT", "THIRD", "NO_SUCH", "WEEK", "MINE"]
    assert [number.reason for number in numbers_of(Source.of("module.py", TABLE)) if number.name == "COPIED"] == [
        "OB-T-02"
    ]


def test_every_number_that_decides_says_where_it_comes_from() -> None:
    without = [f"{number.place} {number.name} = {number.written}" for number in numbers() if not number.reason]
    assert [re.sub(r":\d+ ", " ", line) for line in without] == NOT_FOUND


def test_a_test_that_a_reason_names_is_there() -> None:
    """A number that seldom decides names the test that plays where it does."""
    named = {test for number in numbers() for test in re.findall(r"`(test_\w+)`", number.reason)}
    sources = (path.read_text(encoding="utf-8") for path in (HOUSE / "tests").rglob("test_*.py"))
    tests = {name for text in sources for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}
    assert len(named) > 20 and named <= tests


def test_the_list_has_every_constant_that_is_a_number() -> None:
    """Against the modules as they run: whole numbers, fractions, and tuples and tables of them."""
    listed = {(number.place.partition(":")[0], number.name) for number in numbers()}
    missing = []
    for room in ROOMS:
        for path in (HOUSE / room).rglob("*.py"):
            place, text = path.relative_to(HOUSE).as_posix(), path.read_text(encoding="utf-8")
            for name, written in re.findall(r"^(_?[A-Z][A-Z_]*)(?:: Final[^=\n]*)? = (.*)", text, re.M):
                written = written.replace("range(1, 7)", "D6")
                if SHOWN.fullmatch(name) or name.lstrip("_") in SELF_EVIDENT or name.startswith("NO_"):
                    continue
                if re.search(r"(?<![\w.\"'])\d", written) and not re.search(r"\b[a-z.]*[A-Z]{3}|\"", written):
                    missing += [f"{place} {name}"] if (place, name) not in listed else []
    assert missing == []


def test_every_number_that_is_tried_is_one_of_the_program() -> None:
    assert set(TRIED) <= set(names())
    assert module_of("play.back.BACK_M") == "campaign.play.back" and "brigade.march.CLEAR_IN" in names()


def near_everywhere() -> list[object]:
    """The number where it is, in two modules that take it from there, and as what a method takes by default."""
    taken = [vars(module)["NEAR_M"] for module in (view, keep, bridges)]
    return [*taken, (view.View.enemies_near.__defaults__ or ())[0]]


def test_a_number_that_is_tried_is_another_wherever_it_is_used() -> None:
    assert near_everywhere() == [4000.0] * 4
    with changed("play.view.NEAR_M", 1.0):
        assert near_everywhere() == [1.0] * 4
    assert near_everywhere() == [4000.0] * 4


def test_a_number_is_tried_with_half_and_twice_of_it() -> None:
    assert values_for("play.bridges.THREAT_M") == (6_000.0, 24_000.0)
    assert values_for("brigade.march.OVERWATCH_IN") == ({False: 15, True: 20}, {False: 60, True: 80})
    assert values_for("doctrine.CONSIDERED") == (4, 16)
