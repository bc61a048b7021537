"""What a campaign is held against is there, and a campaign that was made up by hand is measured as one would by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from campaign.terms.state import State
from tests.harness.history import MEASURES, NEVER, Fact, Line, Map, Played, Stand, TurnEnd, facts, figures, names_of

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
    ("measure", "value", "low", "high", "hits", "fits", "narrow"),
    [
        ("held", 1, 0, 1, 5, True, True),
        ("held", 1, 0, 1, 4, False, True),
        ("first_held", 7, 7, 15, 0, True, True),
        ("first_held", 7, 7, 16, 0, True, False),
        ("left", 80, 82, 90, 0, False, True),
        ("left", 80, 60, 86, 0, True, False),
    ],
)
def test_history_lies_within_what_was_played_or_not(
    measure: str, value: float, low: float, high: float, hits: int, fits: bool, narrow: bool
) -> None:
    fact = Fact("X", "x", 1, 1, measure, {}, value, value, value, "")
    line = Line(fact, "open", 100, hits, low, high)
    assert (line.fits, line.is_narrow) == (fits, narrow)


@pytest.mark.parametrize("name", ["operation-brevity", "market-garden"])
def test_every_fact_names_what_the_scenario_has(name: str) -> None:
    names = names_of(name)
    for fact in facts():
        if fact.campaign == name:
            assert fact.low <= fact.value <= fact.high
            assert fact.measure in MEASURES
            asked = [word for key, word in fact.keys.items() if key in ("unit", "place", "side", "crossing", "after")]
            assert {*asked, *fact.keys.get("route", "").split(">")} - {""} <= names.keys(), fact


def test_a_day_of_a_shipped_campaign_is_measured() -> None:
    rows = figures("operation-brevity", 1, days=1)
    measured = {ident for _, _, ident, figure, _ in rows if figure != ""}
    assert measured == {f.ident for f in facts() if f.campaign == "operation-brevity" and f.day == 1}
