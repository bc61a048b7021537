"""campaign odds SYSTEM ... --json: the same keys under all five systems, for scripts."""

import json
import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "odds"
KEYS = ("nqm", "hexes", "brigade", "brigadier")


def _shown_in_docs(key: str) -> list[str]:
    """Every command in the table of a system's page."""
    page = (DOCS / f"{key}.md").read_text(encoding="utf-8").partition("## In Python")[0]
    return re.findall(r"`([^`]+)`", "\n".join(re.findall(r"^\| (`.+?`) \| ", page, re.MULTILINE)))


ASKED = [
    ("brevity", "fire --attackers infantry"),
    ("brevity", "assault --attackers infantry --defenders infantry"),
    ("brevity", "weather"),
    *((key, command) for key in KEYS for command in _shown_in_docs(key)),
]


def answered(key: str, command: str) -> dict[str, Any]:
    told = CliRunner().invoke(campaign, ["odds", key, *shlex.split(command), "--json"])
    assert told.exit_code == 0, told.output
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def beside(view: Any) -> Iterator[tuple[Any, Any]]:
    """Every fraction in text with the decimal of the same key."""
    if isinstance(view, dict):
        yield from _same(view, view.get("decimals", {}))
        for name, value in view.items():
            if name != "decimals":
                yield from beside(value)
    elif isinstance(view, list):
        for one in view:
            yield from beside(one)


def _same(view: Any, decimals: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(decimals, dict):
        for name, value in decimals.items():
            yield from _same(view[name], value)
    elif isinstance(decimals, list):
        for one, value in zip(view, decimals, strict=True):
            yield from _same(one, value)
    else:
        yield view, decimals


@pytest.mark.sample(3)
@pytest.mark.parametrize(("key", "command"), ASKED)
def test_every_answer_says_what_was_asked_and_has_decimals(key: str, command: str) -> None:
    shown = answered(key, command)
    assert list(shown)[:3] == ["system", "odds", "inputs"]
    assert (shown["system"], shown["odds"]) == (key, shlex.split(command)[0])
    assert all(re.fullmatch(r"[a-z_]+", name) for name in shown["inputs"])
    pairs = list(beside(shown))
    assert pairs
    assert all(float(Fraction(exact)) == pytest.approx(decimal) for exact, decimal in pairs)
    for row in shown.get("rows", ()):
        assert set(row) >= {"label", "needs", "chances", "score", "average", "averages", "numbers"}
        assert bool(row["chances"] or row["averages"]) is ("decimals" in row)
        assert all(0 <= Fraction(chance) <= 1 for chance in row["chances"].values()), "an average is no chance"
        assert not any("average" in name for name in row["chances"])


def test_inputs_are_named_as_in_the_help_with_their_defaults() -> None:
    shown = answered("nqm", "guns --dice '2 HMG' --target fort")
    assert shown["inputs"] == {
        "dice": "2 HMG",
        "calibre": None,
        "target": "fort",
        "harassing": False,
        "fortified": False,
        "rule": [],
        "as_printed": False,
    }
    assert shown["understood"] == {"dice": [{"count": 2, "class": "M"}], "target": "H", "fortified": True}
    pins = answered("nqm", "pins 3 3")
    assert pins["inputs"] == {"casualties": [3, 3], "as_printed": False}


def test_numbers_are_beside_the_words() -> None:
    assert answered("hexes", "cards --units 13")["numbers"] == {"packs": "1", "turns": "4"}
    assert answered("nqm", "morale --grade regular --points 15")["rows"][0]["numbers"] == {"tests at": "8"}
    brigade = answered("brigade", "morale trained --start 10 --lost 5")
    assert brigade["numbers"] == {"one third": "4", "one half": "5", "two thirds": "7"}
    assert brigade["rows"][0]["numbers"] == {"unpins on": "5", "stays on": "3"}
    assert answered("brigade", "fire --weapons '10 rifles' --range 5")["rows"][1]["average"] == "25/9"
    assert answered("nqm", "fire --dice '3 L'")["rows"][0]["average"] == "2"


SYSTEMS = ("brevity", *KEYS)


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_help_of_the_odds_fits_eighty_columns(key: str) -> None:
    group = CliRunner().invoke(campaign, ["odds", key, "--help"], terminal_width=80).output
    commands = re.findall(r"^  ([a-z-]+)  +\S", group.partition("-h, --help")[2], re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        shown = CliRunner().invoke(campaign, ["odds", key, command, "--help"], terminal_width=80).output
        assert [line for line in shown.splitlines() if len(line) > 80] == []
