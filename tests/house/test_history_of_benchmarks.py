"""The history of the benchmarks is read as it was written, and a run is held against the one before and published."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.benchmarks import kept_figures, run_all
from tests.benchmarks.kept_figures import (
    BEGINS,
    ENDS,
    README,
    RUN_VARIABLE,
    comparison,
    keep_figures,
    publish,
    read_history,
    run_of,
    run_text,
)

KEEPS = "from tests.benchmarks.measure import keep; keep('odds: one', 0.001, 2.0, 'samples', size=4, memory=7)"


def test_the_newest_figure_is_held_against_the_one_before_by_its_ratio(tmp_path: Path) -> None:
    """A slow machine doubles figure and floor: no change; twice the figure alone is +100 %."""
    path = tmp_path / "history.csv"
    keep_figures("turn", 1000, 4.0, 0.5, 200, path=path)
    keep_figures("turn", 1000, 8.0, 1.0, 200, path=path)
    keep_figures("turn", 3000, 9.0, 0.5, 0, path=path)
    keep_figures("start", 0, 0.1, 0.1, 0, path=path)
    keep_figures("start", 0, 0.2, 0.1, 0, path=path)
    same, alone, doubled = comparison(read_history(path))
    assert same.startswith("turn, 1,000: 8 s, 8.00 times its floor, 200 MB; 8.00 times on ")
    assert same.endswith(": +0%, before 200 MB")
    assert alone == "turn, 3,000: 9 s, 18.00 times its floor; nothing before"
    assert doubled.startswith("start: 0.2 s, 2.00 times its floor; 1.00 times on ")
    assert doubled.endswith(": +100%")


def test_a_figure_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    """Names may hold commas and quotes; the heading is written once. Lines of before the last two columns are read."""
    path = tmp_path / "history.csv"
    for _ in range(2):
        keep_figures('print "map", all', 10, 1.23456, 0.5, 7, "bare", path)
    assert path.read_text(encoding="utf-8").count("benchmark") == 1
    with path.open("a", encoding="utf-8") as stream:
        stream.write("2026-11-24 22:49,0.1.0,turn,100,0.2564,0.0457,5.608,0\n")
    figures = read_history(path)
    assert len(figures) == 3
    assert figures[0].benchmark == 'print "map", all'
    assert (figures[0].size, figures[0].seconds, figures[0].ratio, figures[0].memory) == (10, 1.2346, 2.469, 7)
    assert figures[0].against == "bare"
    assert (figures[2].ratio, figures[2].against, figures[2].load) == (5.608, "", -1)


def test_a_file_with_other_columns_is_refused(tmp_path: Path) -> None:
    """The message names what was expected; nothing is appended to such a file either."""
    path = tmp_path / "history.csv"
    path.write_text("date,speed\n", encoding="utf-8")
    for work in (lambda: read_history(path), lambda: keep_figures("turn", 1, 1.0, 1.0, path=path)):
        with pytest.raises(SystemExit, match=r"history\.csv has the columns .*; expected date, version, benchmark"):
            work()
    assert path.read_text(encoding="utf-8") == "date,speed\n"


def test_a_run_is_told_apart_by_its_date_and_published_between_the_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table holds the figures of one run, against the newest of any run before it; publishing twice leaves one."""
    path, readme = tmp_path / "history.csv", Path(shutil.copyfile(README, tmp_path / "README.md"))
    monkeypatch.setattr(kept_figures, "LIMITS", {"turn": "searches.", "tur": "nothing."})
    for date, seconds in (("2026-11-24 10:00", 4.0), ("2026-11-25 10:00", 5.0), ("2026-11-26 10:00", 10.0)):
        monkeypatch.setenv(RUN_VARIABLE, date)
        keep_figures("turn: march", 1000, seconds, 0.5, 1200, "imports", path)
    keep_figures("odds", 0, 0.0001, 1.0, path=path)
    history = read_history(path)
    text = run_text(run_of(history), history)
    assert text.startswith("Run of 2026-11-26 10:00 UTC, version ")
    assert "| turn: march | 1,000 | 10 | 0.5 imports | 20.00 | 1,200 MB | +100% since 2026-11-25 |" in text
    assert "| odds |  | 0.0001 | 1 | 1/10,000 |  |  |" in text
    assert text.endswith("What limits each path:\n\n* turn: searches.")
    assert "| 10.00 | 1,200 MB | +25% since 2026-11-24 |" in run_text(run_of(history, "2026-11-25 10:00"), history)
    with pytest.raises(SystemExit, match=r"there is no run of 2025; kept are the runs of 2026-11-24 10:00, .*26 10:00"):
        run_of(history, "2025")
    before = readme.read_text(encoding="utf-8")
    for _ in range(2):
        publish(text, readme)
    after = readme.read_text(encoding="utf-8")
    assert after.count("turn: march") == 1
    assert after.partition(BEGINS)[0] == before.partition(BEGINS)[0]
    assert after.partition(ENDS)[2] == before.partition(ENDS)[2]
    readme.write_text("no marks", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"README\.md has no place for the run: expected the lines <!-- "):
        publish(text, readme)


def test_a_benchmark_that_fails_is_named_and_the_others_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What is kept bears the date of the run; without --keep a script keeps nothing. Every script here is run."""
    path = tmp_path / "history.csv"
    run = {
        "broken": [sys.executable, "-S", "-c", "raise SystemExit(3)"],
        "silent": [sys.executable, "-c", KEEPS],
        "good": [sys.executable, "-c", KEEPS, "--keep"],
    }
    assert run_all.run_each(run, "2026-11-26 10:00", path) == ["broken"]
    assert "broken failed with exit code 3 after " in capfd.readouterr().out
    (figure,) = read_history(path)
    assert (figure.date, figure.benchmark, figure.size, figure.memory) == ("2026-11-26 10:00", "odds: one", 4, 7)
    scripts = {script.stem.removeprefix("bench_") for script in README.parent.glob("bench_*.py")}
    assert set(run_all.commands()) == scripts - {"calibration"}
    assert list(run_all.commands(only=("day", "odds"), without=("day",))) == ["odds"]
