"""The handbook's table of odds that were said and what happened (``docs/background/odds.md``) names every system, and each
of its lines keeps within what the page promises."""

from __future__ import annotations

import re
from datetime import date

from campaign.play.laws import LAWS
from campaign.rules.common.editions import EDITION
from campaign.rules.common.systems import SYSTEMS
from tests.docs.pages import DOCS
from tests.harness.odds_fit import CAMPAIGNS, HELD_OUT, Bin

PAGE = (DOCS / "background" / "odds.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| ([^|]+) \| ([a-z-]+) \| (won|undecided|lost) \| (\d+) \| (\d+) % \| (\d+) % \|( \*)?")


def rows() -> list[tuple[str, str, Bin, bool]]:
    """System, campaign, said and happened, and whether the page marks it as off."""
    found = (ROW.fullmatch(line) for line in PAGE.splitlines())
    return [
        (row[1], row[2], Bin(row[3], int(row[4]), int(row[5]) / 100, int(row[6]) / 100), bool(row[7]))
        for row in found
        if row
    ]


def test_the_table_has_lines_of_every_system_and_names_known_campaigns() -> None:
    assert list(dict.fromkeys(system for system, *_ in rows())) == [system.name for system in SYSTEMS.values()]
    assert {scenario for _, scenario, *_ in rows()} <= {*CAMPAIGNS, HELD_OUT}


def test_a_line_that_is_more_than_fifteen_points_off_is_marked() -> None:
    for system, scenario, found, is_marked in rows():
        assert found.is_right is not is_marked, (system, scenario, found)
    said = re.search(r"(\d+) of (\d+) lines are within", PAGE)
    assert said and (int(said[1]), int(said[2])) == (sum(found.is_right for _, _, found, _ in rows()), len(rows()))


def test_the_page_says_when_and_from_what_it_was_made() -> None:
    found = re.search(r"edition (\d+) of the rules.*?on (\d{4}-\d\d-\d\d)", PAGE, re.DOTALL)
    assert found and date.fromisoformat(found[2])
    assert int(found[1]) in (EDITION - 1, EDITION), "make the table again: python -m tests.harness.odds_fit table"
    for key, system in SYSTEMS.items():
        assert f"{system.name} {LAWS[key].attacks:,}" in PAGE, "make the laws and the page together"
