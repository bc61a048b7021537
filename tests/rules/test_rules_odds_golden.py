"""The golden tables of odds: one line of tests/golden/*.odds a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import odds_tables
from campaign.rules.tabletop.brevity.fire import FireKind, Works
from campaign.terms.forces import Nationality
from campaign.terms.ground import Cover
from campaign.terms.state import Light
from campaign.terms.target import Target
from campaign.words.odds import OddsRow
from tests.rules.firing import attack, odds_in_words

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def lines(name: str) -> Iterator[list[str]]:
    """The cells of every line that is not empty and no remark."""
    for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield [cell.strip() for cell in line.split("|")]


def circumstances(text: str) -> dict[str, Any]:
    """``at 4 dug in by moonlight`` as what attack() takes."""
    found = re.match(r"at (\d+)\s*(.*)", text)
    assert found is not None
    said, left = {"at": int(found[1])}, found[2]
    words: dict[str, dict[str, Any]] = {
        "dug in": {"works": Works.DUG_IN},
        "fortified": {"works": Works.FORTIFIED},
        "in terrain": {"cover": Cover.TERRAIN},
        "by moonlight": {"light": Light.MOONLIGHT},
        "in darkness": {"light": Light.DARKNESS},
        "unlocated": {"located": False},
        "moving": {"moving": True},
        "spent": {"spent": True},
        "counter-battery": {"kind": FireKind.COUNTER_BATTERY},
    }
    for word, change in words.items():
        if word in left:
            said |= change
            left = left.replace(word, "")
    assert not left.strip(), f"{left!r} is not understood"
    return said


def printed(target: Target | None) -> str:
    """The lowest face as the golden table writes it."""
    if target is None:
        return "."
    return "-" if target.needed is None else str(target.needed)


@pytest.mark.parametrize(("who", "on", "how", "scores", "chances"), list(lines("brevity_fire.odds")))
def test_fire(who: str, on: str, how: str, scores: str, chances: str) -> None:
    shot = attack(who, on, **circumstances(how))
    assert f"{shot.dice} {printed(shot.to_hit)} {printed(shot.to_penetrate)} {printed(shot.to_cause)}" == scores
    assert odds_in_words(shot) == chances


def row_of(table: str, name: str) -> OddsRow:
    """The row of a small table; initiative is named by the two nations."""
    if table == "initiative":
        ours, theirs = map(Nationality, name.split())
        return odds_tables.Initiative(challenger=ours, mover=theirs).table(DEFAULTS).rows[0]
    if table == "readiness":
        return odds_tables.Readiness(nation=Nationality(name)).table(DEFAULTS).rows[0]
    tables = {
        "weather": odds_tables.Weather(),
        "recovery": odds_tables.Recovery(days=5),
        "supply": odds_tables.Supply(missions=3),
        "strike": odds_tables.Strike(attacks=4),
        "landing": odds_tables.AirLanding(),
    }
    (row,) = (row for row in tables[table].table(DEFAULTS).rows if row.label == name)
    return row


@pytest.mark.rule("OB-D-03", "OB-D-04", "OB-D-05", "OB-D-09")
@pytest.mark.parametrize(("table", "name", "chances"), list(lines("brevity_tables.odds")))
def test_small_tables(table: str, name: str, chances: str) -> None:
    row = row_of(table, name)
    for one in chances.split(", "):
        what, _, chance = one.partition(" = ")
        assert {**row.chances, **row.averages}[what] == Fraction(chance), what
