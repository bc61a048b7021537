"""The handbook's table of two doctrines against each other (``docs/background/league.md``) names every system, is true to
itself, and is at most an edition old."""

from __future__ import annotations

import re
from datetime import date

from campaign.rules.common.editions import EDITION
from campaign.rules.common.systems import SYSTEMS
from tests.docs.pages import DOCS
from tests.harness.league import FILES, Difference, Line

PAGE = (DOCS / "background" / "league.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| (.+) \| (\d+) \| (\d+) : (\d+) \| (.+) \| ([\d.]+) : ([\d.]+) \| (.+) \|")


def difference(words: str) -> Difference:
    """A mean with its interval, as it is printed."""
    return Difference(*(float(figure) for figure in re.findall(r"[+-]\d+\.\d+", words)))


def lines() -> dict[str, Line]:
    """The table, by the system's name."""
    rows = [found.groups() for line in PAGE.splitlines() if (found := ROW.fullmatch(line))]
    keys = {system.name: key for key, system in SYSTEMS.items()}
    return {
        name: Line(
            keys[name],
            int(fights),
            (int(held), int(earlier)),
            (float(lost), float(lost_earlier)),
            difference(fields),
            difference(losses),
        )
        for name, fights, held, earlier, fields, lost, lost_earlier, losses in rows
    }


def test_the_table_has_a_line_for_every_system() -> None:
    assert list(lines()) == [system.name for system in SYSTEMS.values()]
    assert set(FILES) == set(SYSTEMS)


def test_each_line_follows_from_its_own_figures_and_no_doctrine_lost() -> None:
    for name, line in lines().items():
        assert line.row in PAGE, name
        assert abs(line.fields.mean - (line.held[0] - line.held[1]) / 2 / line.fights) < 0.001, name
        assert abs(line.losses.mean - (line.lost[1] - line.lost[0]) / 2 / line.fights) < 0.001, name
        assert all(one.low <= one.mean <= one.high and one.high >= 0 for one in (line.fields, line.losses)), name


def test_the_table_says_its_date_and_is_at_most_an_edition_old() -> None:
    found = re.search(r"the doctrine of edition (\d+) of the rules.*?made on (\d{4}-\d\d-\d\d)", PAGE, re.DOTALL)
    assert found and date.fromisoformat(found[2])
    assert int(found[1]) in (EDITION - 1, EDITION), (
        "make the table again: python -m tests.harness.league SYSTEM COMMIT --row"
    )
