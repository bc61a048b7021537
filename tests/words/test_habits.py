"""The report of habits counts what it should in sentences whose habits are known."""

from __future__ import annotations

import pytest

from tests.words.habits import Habit, count, habits

CURED = (
    "The holdings come first. A resting unit does not fire.",
    "The corps's route is 12 km long; it takes the shorter of two routes.",
    "The sheet shows its position and lists the differences. Each side has its own dice.",
    'Bring a ruler: `who stands anew` and "of which none" are quotations.',
)


@pytest.mark.parametrize("habit", habits(), ids=lambda habit: habit.name)
def test_a_habit_is_counted_in_its_sentence_and_not_in_cured_ones(habit: Habit) -> None:
    assert count([habit.example])[habit.name] == 1
    assert count(list(CURED))[habit.name] == 0


def test_every_occurrence_counts() -> None:
    counted = count(
        ["Who rests may not fire. It tells where it stands, and says what lies beside it.", "None is spent."]
    )
    assert {name: number for name, number in counted.items() if number} == {
        "bare who and what": 2,
        "tells and says": 2,
        "stands and lies": 2,
    }
