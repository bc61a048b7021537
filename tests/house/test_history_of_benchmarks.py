"""The history of the benchmarks is read as it was written, and holds the newest figure against the one before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.kept_figures import comparison, keep_figures, read_history


def test_the_newest_figure_is_held_against_the_one_before_by_its_ratio(tmp_path: Path) -> None:
    """A slow machine doubles figure and floor: no change; twice the figure alone is +100 %."""
    path = tmp_path / "history.csv"
    keep_figures("turn", 1000, 4.0, 0.5, 200, path)
    keep_figures("turn", 1000, 8.0, 1.0, 200, path)
    keep_figures("turn", 3000, 9.0, 0.5, 0, path)
    keep_figures("start", 0, 0.1, 0.1, 0, path)
    keep_figures("start", 0, 0.2, 0.1, 0, path)
    same, alone, doubled = comparison(read_history(path))
    assert same.startswith("turn, 1,000: 8 s, 8.00 times its floor, 200 MB; 8.00 times on ")
    assert same.endswith(": +0%, before 200 MB")
    assert alone == "turn, 3,000: 9 s, 18.00 times its floor; nothing before"
    assert doubled.startswith("start: 0.2 s, 2.00 times its floor; 1.00 times on ")
    assert doubled.endswith(": +100%")


def test_a_figure_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    """Names may hold commas and quotes; the heading is written once."""
    path = tmp_path / "history.csv"
    for _ in range(2):
        keep_figures('print "map", all', 10, 1.23456, 0.5, 7, path)
    assert path.read_text(encoding="utf-8").count("benchmark") == 1
    figures = read_history(path)
    assert len(figures) == 2
    assert figures[0].benchmark == 'print "map", all'
    assert (figures[0].size, figures[0].seconds, figures[0].ratio, figures[0].memory) == (10, 1.2346, 2.469, 7)


def test_a_file_with_other_columns_is_refused(tmp_path: Path) -> None:
    """The message names what was expected."""
    path = tmp_path / "history.csv"
    path.write_text("date,speed\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"history\.csv has the columns .*; expected date, version, benchmark"):
        read_history(path)
