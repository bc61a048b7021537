"""Averages stand beside the chances, never among them: no per cent in text, ``averages`` of their own in JSON; how many
come back."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign


def shown(*words: str) -> str:
    told = CliRunner().invoke(campaign, ["odds", *words])
    assert told.exit_code == 0, told.output
    return told.stdout


def rows(*words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shown(*words, "--json"))["rows"]
    return found


@pytest.mark.rule("OB-RCV-02")
@pytest.mark.parametrize(("grade", "needed"), [("well", 5), ("poorly", 6)])
def test_how_many_come_back_of_three_rolls(grade: str, needed: int) -> None:
    """Every face of three dice: exactly 0, 1, 2 and 3 of them pass."""
    (row,) = rows("brevity", "recovery", "--days", "3", "--grade", grade)
    counts = [sum(face >= needed for face in faces) for faces in product(range(1, 7), repeat=3)]
    expected = {f"exactly {n}": F(counts.count(n), 216) for n in range(4)} | {
        "at least one returns": F(216 - counts.count(0), 216)
    }
    assert {name: F(chance) for name, chance in row["chances"].items()} == expected
    assert row["averages"] == {"return on average": str(F(sum(counts), 216))}
    assert row["decimals"]["averages"]["return on average"] == pytest.approx(sum(counts) / 216)


@pytest.mark.rule("OB-RCV-02")
def test_of_many_rolls_the_rest_is_counted_together() -> None:
    (row,) = rows("brevity", "recovery", "--days", "4", "--headquarters", "3", "--grade", "well")
    exact = {name: F(chance) for name, chance in row["chances"].items() if name != "at least one returns"}
    assert list(exact) == [*(f"exactly {n}" for n in range(7)), "7 or more"]
    assert sum(exact.values()) == 1


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("brevity", "recovery", "--days", "3", "--grade", "well"), "return on average"),
        (("brevity", "readiness", "german"), "moves a turn on average"),
    ],
)
def test_an_average_has_no_per_cent(words: tuple[str, ...], line: str) -> None:
    text = shown(*words)
    assert "300.0 %" not in text and "100.0 %" not in text
    assert line in " ".join(text.split())


def test_many_wide_rows_are_printed_one_under_the_other() -> None:
    text = shown("brevity", "recovery", "--days", "4", "--headquarters", "3")
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "well supplied, 5-6" in text and "poorly supplied, 6" in text
