"""Forecasts against the truth: how it is judged, and (in the long run) that a side's forecasts can be relied on."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from campaign.values import replace
from tests.benchmarks.bench_calibration import Results, Trial, founded, judge, take_up, write_down
from tests.benchmarks.reliability import Statement, bands, brier, drawn_again


def starts(count: int, *, bias: float = 0.0) -> list[list[Statement]]:
    """Starts whose chances are right but for a bias, counted in 20 runs each."""
    dice = random.Random(5)
    judged = []
    for _ in range(count):
        truth = dice.random()
        counted = sum(dice.random() < truth for _ in range(20)) / 20
        judged.append([Statement(counted, dice.random() < min(1.0, truth + bias), dice.random() < truth)] * 3)
    return judged


@pytest.mark.long
def test_of_what_a_good_forecast_gives_as_much_happens() -> None:
    judged = starts(3000)
    found = bands(judged)
    for band in found:
        assert band.at_least <= band.happened <= band.at_most
        assert band.happened == pytest.approx(band.expected, abs=0.06)
    assert sum(band.statements for band in found) == 9000
    assert brier(judged) == pytest.approx(brier(judged, lambda s: s.in_a_run), abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize("drawn", [800, pytest.param(3000, marks=pytest.mark.long)])
def test_a_forecast_that_errs_is_seen_to_err(drawn: int) -> None:
    judged = starts(drawn, bias=0.3)
    middle = next(band for band in bands(judged) if band.low == 0.4)
    assert middle.at_least > middle.expected and brier(judged) > brier(judged, lambda s: s.in_a_run) + 0.03


def test_statements_of_one_start_hang_together() -> None:
    alone = drawn_again([(1, number % 2) for number in range(300)], 1)
    together = drawn_again([(30, 30 * (number % 2)) for number in range(10)], 1)
    assert together[1] - together[0] > 3 * (alone[1] - alone[0])


def test_starts_of_another_trial_are_not_counted_with_these(tmp_path: Path) -> None:
    path, trial, results = tmp_path / "kept.jsonl", Trial("brevity", 2, False, "1-a"), Results()
    results.add("axis", [Statement(0.5, True, False)], 3, [2, 4])
    write_down(path, 7, trial, results)
    again = Results()
    assert take_up(path, trial, again) == {7}
    assert (again.statements, again.within, again.above) == (results.statements, results.within, results.above)
    for other in (
        replace(trial, scenario="garden"),
        replace(trial, engine="1-b"),
        replace(trial, runs=20),
        replace(trial, with_umpire=True),
    ):
        with pytest.raises(SystemExit, match=r"line 1: .* expected .* Name another file"):
            take_up(path, other, Results())
    line = json.loads(path.read_text())
    path.write_text(json.dumps({"start": line["start"], "judged": line["judged"]}) + "\n")
    with pytest.raises(SystemExit, match=r"no scenario, expected 'brevity'.*--unnamed"):
        take_up(path, trial, Results())
    assert take_up(path, trial, Results(), unnamed=True) == {7}
    with pytest.raises(SystemExit, match="has 2 runs, expected 20"):
        take_up(path, replace(trial, runs=20), Results(), unnamed=True)


@pytest.mark.long
def test_a_side_can_rely_on_its_forecasts() -> None:
    """Some starts of the benchmark: its README has the figures of all."""
    contents, results = founded("operation-brevity"), Results()
    for number in range(1, 9):
        judge(contents, number, 10, results)
    for viewer, judged in results.statements.items():
        given_to_few = [s for start in judged for s in start if s.chance <= 0.1]
        given_to_most = [s for start in judged for s in start if s.chance >= 0.9]
        assert sum(s.happened for s in given_to_few) <= 0.25 * len(given_to_few), viewer
        assert sum(s.happened for s in given_to_most) >= 0.75 * len(given_to_most), viewer
        assert brier(judged) < brier(judged, lambda s: s.in_a_run) + 0.1, viewer
