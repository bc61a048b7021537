"""What docs/nqm-odds.md shows is so."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "nqm-odds.md"


def test_the_page_of_odds_tells_the_truth() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted >= 6
    assert results.failed == 0
