"""A turn of a wide front grows with the front: counted, not timed, on 40 and on 160 battalions.

What is counted is what grew with the square of the front before: battalions looked through for each battle, searches
over the road graph, statements to the database.
"""

from __future__ import annotations

import cProfile
import pstats
from collections import Counter
from collections.abc import Mapping
from math import log
from pathlib import Path

import pytest

from campaign.actions.day import Next
from campaign.actions.start_campaign import DICE, found_campaign
from campaign.exchange.check import read_scenario
from campaign.journal import commit, reading
from campaign.queries.day.day_report import day_report
from campaign.rules.common.dice import Seeded
from campaign.rules.tabletop.interface import DEFAULT
from campaign.store import create
from campaign.views.common.summary import laid_out, most_lines
from campaign.views.day.day_report import summary_of
from tests.benchmarks.front_files import write_front
from tests.benchmarks.wide_front import wide_front

SIZES = (40, 160)
LINEAR = {
    "theatre/tables.py holds": "points held against a table",
    "situation/army.py standing": "battalions looked through",
    "situation/army.py position_of": "positions asked for",
    "theatre/values.py point_of": "points asked for",
    "theatre/road_graph.py weight": "roads weighed by searches",
    "astar.py astar_path": "routes searched",
    "weighted.py _dijkstra_multisource": "searches outward",
    "situation/supply.py _parts_of_net": "supply nets",
}
MOST = 1.25
"""The highest exponent of growth: small fronts have few battles, and their number jumps."""


def played(folder: Path, battalions: int) -> Counter[str]:
    """Count the calls of functions, by the end of their file and their name, in a turn and its printed report."""
    write_front(folder / "front", wide_front(battalions))
    store = create(folder / "front.db")
    scenario = read_scenario(folder / "front")
    found_campaign(store, scenario, name="front", seed="1941", tabletop=DEFAULT, weather=DICE, actor="test")
    with cProfile.Profile() as watched:
        done = commit(
            store, None, Next("turn", auto=True), source=lambda board: Seeded(board.campaign.seed), actor="test"
        )
        with reading(store) as board:
            report = day_report(board, done.seq)
        assert laid_out(summary_of(report, done.receipt.waiting, "campaign log"), most_lines(report.size), 80)
    store.close()
    counted = Counter[str]()
    for (path, _, name), (number, *_) in pstats.Stats(watched).stats.items():  # type: ignore[attr-defined]
        counted[f"{'/'.join(Path(path).parts[-2:])} {name}"] += number
    return counted


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[int, Counter[str]]:
    return {size: played(tmp_path_factory.mktemp(f"front{size}"), size) for size in SIZES}


@pytest.mark.long
@pytest.mark.parametrize("ends", LINEAR)
def test_a_turn_grows_with_the_front(counts: Mapping[int, Counter[str]], ends: str) -> None:
    small, large = (sum(n for name, n in counts[size].items() if name.endswith(ends)) for size in SIZES)
    assert large > 0, f"nothing is counted as {LINEAR[ends]}: was it given another name?"
    assert log(large / max(small, 1)) / log(SIZES[1] / SIZES[0]) <= MOST, LINEAR[ends]


def test_statements_to_the_database_do_not_grow(counts: Mapping[int, Counter[str]]) -> None:
    small, large = (
        sum(n for name, n in counts[size].items() if name.endswith("<method 'execute' of 'sqlite3.Cursor' objects>"))
        for size in SIZES
    )
    assert 0 < large <= small + 10
