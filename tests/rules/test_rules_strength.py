"""State and strength, the rulebook, named dice."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import house_rules
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.common.strength import (
    BANDS,
    Bands,
    after_losses,
    bands_of,
    bring_into_band,
    in_band,
    loss,
    restored,
    state_of,
    worse,
)
from campaign.rules.tabletop.nqm.ranges import reach
from campaign.rules.tabletop.nqm.tables import RANGES
from campaign.terms.state import State

STATES = (State.FRESH, State.SPENT, State.DESTROYED, State.CAPTURED)
counts = st.integers(0, 3000)


@pytest.mark.parametrize(
    ("state", "count", "left"),
    [
        (State.FRESH, 1000, 1000),
        (State.FRESH, 500, 851),
        (State.SPENT, 1000, 850),
        (State.SPENT, 800, 800),
        (State.SPENT, 100, 701),
        (State.DESTROYED, 1000, 700),
        (State.DESTROYED, 400, 400),
        (State.CAPTURED, 400, 0),
        (State.DISBANDED, 400, 0),
    ],
)
def test_bands_of_a_thousand_men(state: State, count: int, left: int) -> None:
    """Umpire 1.20: spent from 15 % lost, destroyed from 30 %."""
    assert bring_into_band(state, count, 1000) == left


@pytest.mark.parametrize(
    ("count", "state"),
    [(86, State.FRESH), (85, State.SPENT), (71, State.SPENT), (70, State.DESTROYED), (0, State.DESTROYED)],
)
def test_what_losses_speak_of(count: int, state: State) -> None:
    assert state_of(Strength(count, 0, 0), Strength(100, 0, 0)) is state


def test_few_guns_cannot_show_a_spent_battery() -> None:
    assert [bring_into_band(State.SPENT, 3, 3), bring_into_band(State.DESTROYED, 3, 3)] == [3, 2]
    assert [bring_into_band(State.SPENT, 4, 4), bring_into_band(State.DESTROYED, 4, 4)] == [3, 2]


def test_a_return_never_adds_a_man_and_rest_never_takes_one() -> None:
    worn, full = Strength(600, 60, 0), Strength(1000, 100, 0)
    assert in_band(State.SPENT, worn, full) == Strength(701, 71, 0)
    assert after_losses(State.SPENT, worn, full) == worn
    assert restored(Strength(990, 20, 0), full) == Strength(990, 86, 0)


def test_no_establishment_no_band() -> None:
    assert bring_into_band(State.SPENT, 70, 0) == 70
    assert loss(Strength(5, 0, 0), Strength(0, 0, 0)) == 0
    assert loss(Strength(100, 20, 0), Strength(100, 40, 0)) == Fraction(1, 2)


def test_over_establishment_stays_so_while_fresh() -> None:
    assert bring_into_band(State.FRESH, 46, 40) == 46
    assert bring_into_band(State.SPENT, 46, 40) == 34


@given(st.sampled_from(STATES), counts, counts, counts)
def test_a_worse_state_or_fewer_men_never_means_more_men(state: State, more: int, fewer: int, full: int) -> None:
    more, fewer = max(more, fewer), min(more, fewer)
    assert bring_into_band(state, more, full) >= bring_into_band(state, fewer, full)
    for worse_state in STATES[STATES.index(state) :]:
        assert bring_into_band(worse_state, more, full) <= bring_into_band(state, more, full)


@given(st.sampled_from(STATES[:3]), st.integers(0, 2000), st.integers(4, 2000))
def test_what_is_brought_into_a_band_speaks_of_that_state(state: State, count: int, full: int) -> None:
    left = bring_into_band(state, count, full)
    assert state_of(Strength(left, 0, 0), Strength(full, 0, 0)) is state
    assert bring_into_band(state, left, full) == left


@given(st.sampled_from(STATES), counts, counts, counts, counts)
def test_laws_of_losses_and_recovery(state: State, men: int, full: int, guns: int, full_guns: int) -> None:
    now, paper = Strength(men, 0, guns), Strength(full, 0, full_guns)
    after, back = after_losses(state, now, paper), restored(now, paper)
    assert after.men <= now.men
    assert after.guns <= now.guns
    assert back.men >= now.men
    assert back.guns >= now.guns
    assert after_losses(state, after, paper) == after
    assert restored(back, paper) == back


@given(st.sampled_from(list(State)), st.sampled_from(list(State)))
def test_a_return_never_improves_a_state(before: State, reported: State) -> None:
    assert worse(before, reported).severity == max(before.severity, reported.severity)


def test_bands_come_from_the_rulebook() -> None:
    assert bands_of(DEFAULTS) == BANDS == Bands(15, 30)
    assert bands_of(DEFAULTS.with_setting("strength.spent_percent", 20)) == Bands(20, 30)
    with pytest.raises(BadInput, match="must be the lower of the two"):
        DEFAULTS.with_setting("strength.spent_percent", 30)
    with pytest.raises(BadInput, match="cannot be spent at"):
        Bands(40, 30)


# The rulebook ---------------------------------------------------------------------------------------------------------
def test_defaults_need_no_overrides() -> None:
    assert DEFAULTS.overrides() == {}
    assert DEFAULTS.with_settings({}) == DEFAULTS
    assert house_rules(DEFAULTS) == ()
    assert set(DEFAULTS) == set(RULES)


def test_every_default_is_a_value_its_own_rule_accepts() -> None:
    for key, rule in RULES.items():
        assert rule.read(rule.default) == rule.default, key
        assert rule.meaning, key
        assert rule.source, key


def test_overrides_survive_json() -> None:
    given_as = {
        "march.moves_per_turn": 1.5,
        "time.season_by_date": "12-01 TO 2-28",
        "rcv.return_spent": "yes",
        "time.night_turns": 2,
        "night.light": "Darkness",
    }
    book = DEFAULTS.with_settings(given_as)
    assert book.overrides() == {
        "march.moves_per_turn": "3/2",
        "time.season_by_date": "12-01 to 02-28",
        "rcv.return_spent": True,
        "time.night_turns": 2,
        "night.light": "darkness",
    }
    assert DEFAULTS.with_settings(book.overrides()) == book
    assert book.number("march.moves_per_turn") == Fraction(3, 2)
    assert book.switch("rcv.return_spent")
    assert book.integer("time.night_turns") == 2
    assert book.word("night.light") == "darkness"
    assert any(line.endswith("(rcv.return_spent: on, not off)") for line in house_rules(book))


def test_a_setting_put_back_is_no_override() -> None:
    assert DEFAULTS.with_setting("rcv.return_spent", True).with_setting("rcv.return_spent", "off") == DEFAULTS


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("march.moves", 1, "did you mean march.moves_per_turn"),
        ("zzz", 1, "List them: campaign rules --all. Groups: "),
        ("night.light", "moonligt", "did you mean moonlight"),
        ("rcv.return_spent", "perhaps", "Allowed: on or off"),
        ("march.moves_per_turn", 0, "expected, one, rolled, or a number from 1/2 to 12"),
        ("march.moves_per_turn", "1/0", "a number from 1/2 to 12"),
        ("march.moves_per_turn", True, "a number from 1/2 to 12"),
        ("time.night_turns", "1.5", "a whole number from 0 to 4"),
        ("time.night_turns", None, "a whole number from 0 to 4"),
        ("time.season_by_date", "13-01 to 02-28", "MM-DD to MM-DD"),
        ("time.season_by_date", "11-01", "MM-DD to MM-DD"),
        ("time.season_by_date", "02-30 to 03-01", "MM-DD to MM-DD"),
        ("night.light", 3, "phase, moonlight or darkness"),
    ],
)
def test_faults_say_what_is_allowed(key: str, value: object, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)) as caught:
        DEFAULTS.with_settings({key: value})
    assert "\n" not in str(caught.value)


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        DEFAULTS.with_settings({"a.b": 1, "night.light": "dusk", "time.night_turns": 9})
    assert all(word in str(caught.value) for word in ("'a.b'", "'dusk'", "9"))


def test_a_word_where_a_number_is_wanted() -> None:
    with pytest.raises(BadInput, match="but it must be a number here"):
        DEFAULTS.number("march.moves_per_turn")
    with pytest.raises(BadInput, match="is not a setting"):
        DEFAULTS.rule("rcv.retrun_spent")


def test_nothing_is_listed_that_no_rule_obeys() -> None:
    package = Path(__file__).parents[2] / "campaign"
    texts = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py") if path.name != "settings.py")
    ranges = {f"nqm.range.{row.key}": row.name for row in RANGES.values()}
    assert [key for key in RULES if f'"{key}"' not in texts and key not in ranges] == []
    assert {reach(name, DEFAULTS.with_settings({key: 77})).effective_m for key, name in ranges.items()} == {77}
