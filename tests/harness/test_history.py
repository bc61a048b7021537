"""What a campaign is held against is there, and a campaign that was made up by hand is measured as one would by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from campaign.rules.common.editions import EDITION
from campaign.terms.state import State
from tests.harness.facts import HELD_OUT, MEASURES, NEVER, TUNED, Fact, Map, Played, Stand, TurnEnd, facts
from tests.harness.history import (
    BEGIN,
    END,
    FIGURES,
    NOT_PLAYED,
    OF_TROOPS,
    RUNS,
    TEXT,
    WORDS,
    YES_OR_NO,
    Figures,
    Line,
    Run,
    held_out,
    lines_of,
    made_by,
    names_of,
    read_run,
    remark_of,
    row_of,
    widest,
    written,
)

A, B, C = 1, 2, 3
GROUND = Map(
    places={"a": A, "b": B, "c": C},
    names={A: "a", B: "b", C: "c"},
    roads={10: (A, B, 4000), 11: (C, B, 6000)},
    sides={"first": "red", "second": "red", "third": "blue"},
    establishments={"first": 800, "second": 200, "third": 500},
    members={"brigade": frozenset({"first", "second"}), "third": frozenset({"third"})},
)
"""A to B is 4 km, B to C is 6 km by a road that begins at C."""


def at(place: int | None, state: State = State.FRESH, men: int = 0) -> Stand:
    return Stand(place, None, 0, state, men)


def on(road: int, metres: int) -> Stand:
    return Stand(None, road, metres, State.FRESH, 0)


def turn_end(
    stands: Mapping[str, Stand], *, owner_of_b: str = "", bridge: bool = True, scores: Mapping[str, int] | None = None
) -> TurnEnd:
    return TurnEnd(stands, {"a": "", "b": owner_of_b, "c": ""}, {"bridge": bridge}, scores or {})


FOUNDED = turn_end({"first": at(A, men=800), "second": at(None, men=200), "third": at(C, men=500)})
FIRST = turn_end(
    {"first": on(10, 1000), "second": at(None), "third": on(11, 1500)},
    owner_of_b="blue",
    bridge=False,
    scores={"blue": 3},
)
SECOND = turn_end(
    {"first": at(B, State.SPENT, 300), "second": at(None, State.DESTROYED), "third": on(11, 5000)},
    owner_of_b="red",
    scores={"blue": 3, "red": 5},
)
PLAYED = Played(GROUND, [FOUNDED, FIRST, SECOND], [("b", 1), ("c", 2)])


@pytest.mark.parametrize(
    ("measure", "turn", "keys", "expected"),
    [
        ("held", 1, "place=b;side=red", 0),
        ("held", 2, "place=b;side=red", 1),
        ("first_held", 2, "place=b;side=red", 2),
        ("first_held", 2, "place=b;side=blue;after=red", NEVER),
        ("near", 1, "unit=brigade;place=b;km=3", 1),
        ("near", 1, "unit=brigade;place=b;km=2.9", 0),
        ("near", 1, "unit=third;place=b;km=4.5", 1),
        ("first_near", 2, "unit=brigade;place=c;km=6", 2),
        ("arrived", 1, "unit=brigade", 1),
        ("arrived", 2, "unit=brigade", 2),
        ("gone", 2, "unit=brigade", 50),
        ("spent", 2, "unit=brigade", 100),
        ("left", 2, "unit=brigade", 30),
        ("bridge", 1, "crossing=bridge", 0),
        ("bridge", 2, "crossing=bridge;was=1.1", 1),
        ("bridge", 2, "crossing=bridge;was=1.2", None),
        ("enemy_on", 1, "route=a>b>c;side=blue", 1),
        ("enemy_on", 1, "route=a>b;side=blue", 0),
        ("advance", 1, "unit=brigade;route=a>b>c", 1),
        ("advance", 1, "unit=third;route=a>b>c", 8.5),
        ("advance", 2, "unit=third;route=c>b>a", 5),
        ("battles", 2, "place=b", 1),
        ("battles_total", 2, "", 2),
        ("battles_day", 2, "", 2),
        ("score", 1, "side=red", -3),
        ("score", 2, "side=red", 2),
    ],
)
def test_a_measure_comes_to_what_one_counts_by_hand(measure: str, turn: int, keys: str, expected: float | None) -> None:
    asked = dict(pair.split("=", 1) for pair in keys.split(";") if pair)
    assert PLAYED.figure(Fact("X", "x", 1, turn, measure, asked, 0, 0, 0, "")) == expected


def test_what_was_not_played_so_far_says_nothing() -> None:
    assert PLAYED.figure(Fact("X", "x", 1, 3, "battles_total", {}, 0, 0, 0, "")) is None


@pytest.mark.parametrize(
    ("measure", "value", "size", "low", "high", "fits", "narrow"),
    [
        ("first_held", 7, 0, 7, 11, True, True),
        ("first_held", 7, 0, 7, 12, True, False),
        ("left", 80, 3, 82, 90, False, True),
        ("left", 80, 3, 60, 86, True, False),
        ("near", 2, 6, 1, 3, True, True),
        ("near", 2, 6, 0, 3, True, False),
        ("arrived", 2, 3, 2, 3, True, True),
        ("enemy_on", 1, 0, 0, 3, True, True),
        ("enemy_on", 1, 0, 0, 4, True, False),
        ("advance", 20, 3, 10, 25, True, True),
        ("advance", 20, 3, 10, 25.1, True, False),
        ("battles_total", 8, 0, 4, 8, True, True),
        ("battles_total", 8, 0, 4, 9, True, False),
        ("battles", 1, 0, 0, 1, True, True),
        ("score", 30, 0, 10, 50, True, True),
        ("score", 30, 0, 10, 51, True, False),
    ],
)
def test_history_lies_within_what_was_played_or_not(
    measure: str, value: float, size: int, low: float, high: float, fits: bool, narrow: bool
) -> None:
    line = Line(Fact("X", "x", 1, 1, measure, {}, value, value, value, ""), "open", 100, 0, low, high, size, 40)
    assert (line.is_yes_or_no, line.fits, line.is_narrow) == (False, fits, narrow)


def test_every_measure_is_yes_or_no_or_has_a_band() -> None:
    for measure in MEASURES:
        fact = Fact("X", "x", 1, 1, measure, {}, 1, 1, 1, "")
        assert (measure in YES_OR_NO) == Line(fact, "open", 1, 0, 0, 1, 3).is_yes_or_no
        assert measure in YES_OR_NO or widest(fact, 3, 40) >= 1
        assert measure in WORDS
    assert MEASURES.keys() >= OF_TROOPS


def test_what_is_counted_of_one_battalion_is_yes_or_no_and_never_fits() -> None:
    line = Line(Fact("X", "x", 1, 1, "near", {}, 1, 1, 1, ""), "open", 100, 5, 0, 1, 1)
    assert line.is_yes_or_no
    assert "wide" not in remark_of(line) and "outside" not in remark_of(line)


@pytest.mark.parametrize("name", [*TUNED, *HELD_OUT])
def test_every_fact_names_what_the_scenario_has(name: str) -> None:
    names = names_of(name)
    for fact in facts():
        if fact.campaign == name:
            assert fact.low <= fact.value <= fact.high
            assert fact.measure in MEASURES
            asked = [word for key, word in fact.keys.items() if key in ("unit", "place", "side", "crossing", "after")]
            assert {*asked, *fact.keys.get("route", "").split(">")} - {""} <= names.keys(), fact


def test_every_campaign_with_facts_is_tuned_or_held_out_and_is_played_for_the_page() -> None:
    assert set(TUNED).isdisjoint(HELD_OUT)
    assert {fact.campaign for fact in facts()} == {*TUNED, *HELD_OUT} == RUNS.keys()
    assert len({fact.ident for fact in facts()}) == len(facts())


def test_a_day_of_a_shipped_campaign_is_measured() -> None:
    row, conduct = row_of("operation-brevity", 1, days=1)
    measured = {ident for ident, (figure, _, _) in row.items() if figure is not None}
    assert measured == {f.ident for f in facts() if f.campaign == "operation-brevity" and f.day == 1}
    assert conduct.counts["days"] == conduct.counts["campaigns"] == 1


def run_of(shares: Mapping[str, float]) -> Run:
    """A run in which a share of ten campaigns had each open fact as in history."""
    campaigns = {}
    for name, share in shares.items():
        own = [fact for fact in facts() if fact.campaign == name]
        values: dict[str, list[float | None]] = {
            f.ident: [f.value if n < 10 * share else f.high + 1 for n in range(10)] for f in own
        }
        conduct: dict[str, float | None] = {"frozen days, %": 4.0}
        campaigns[name] = Figures(1, 10, 40, values, {f.ident: 3 for f in own}, {f.ident: False for f in own}, conduct)
    return Run(EDITION, "2026-01-31", campaigns)


@pytest.mark.parametrize(
    ("share", "words"), [(0.4, "10 points worse"), (0.3, "20 points worse"), (0.6, "10 points better")]
)
def test_the_held_out_part_is_held_against_the_tuned_one(share: float, words: str) -> None:
    told = held_out(lines_of(run_of({**dict.fromkeys(TUNED, 0.5), **dict.fromkeys(HELD_OUT, share)})))
    assert f": {words}. The goal" in told
    assert ("is met" if share >= 0.4 else "is missed") in told


def test_figures_are_kept_as_they_were_played(tmp_path: Path) -> None:
    run = run_of(dict.fromkeys((*TUNED, *HELD_OUT), 0.5))
    run.write(tmp_path / "figures.json")
    assert read_run(tmp_path / "figures.json") == run


def test_a_page_that_is_behind_the_program_says_so() -> None:
    run = run_of({"operation-brevity": 0.5})
    assert "behind" not in made_by(run)
    assert f"The program has edition {EDITION + 1} of the rules by now: these figures are behind it." in made_by(
        run, EDITION + 1
    )


def test_the_page_is_made_of_one_run() -> None:
    text = TEXT.read_text(encoding="utf-8")
    if not FIGURES.exists():
        between = text.partition(BEGIN)[2].partition(END)[0]
        assert between.strip() == NOT_PLAYED, "the page has figures that no run is kept of"
        return
    run = read_run()
    assert run.campaigns.keys() == RUNS.keys(), "play all campaigns: python -m tests.harness.history make"
    for name, figures in run.campaigns.items():
        assert figures.values.keys() == {fact.ident for fact in facts() if fact.campaign == name}, (
            f"the facts of {name} have changed since: python -m tests.harness.history make"
        )
        assert {len(values) for values in figures.values.values()} == {figures.runs}
    assert written(run, text) == text, "write the page again: python -m tests.harness.history page"
