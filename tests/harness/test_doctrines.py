"""An earlier doctrine leads a side of a whole campaign, and what it makes of it is told apart from what today's makes."""

from __future__ import annotations

import subprocess

import pytest

from campaign.situation.contacts import Met, ordered_to_attack
from tests.harness.doctrines import (
    TODAY,
    Doctrine,
    Result,
    _mean,
    earlier,
    end_of,
    gain_of_plan,
    gains,
    led_by,
    sides_of,
)
from tests.harness.facts import founded
from tests.harness.human_plans import PLANS
from tests.harness.own_numbers import HOUSE

BREVITY = "operation-brevity"


def has_history() -> bool:
    """The files of the last commit can be read: not so in an unpacked source archive."""
    read = subprocess.run(
        ["git", "show", "HEAD:campaign/play/doctrine.py"], cwd=HOUSE, capture_output=True, check=False
    )
    return read.returncode == 0


@pytest.mark.skipif(not has_history(), reason="no history of the program here")
def test_the_doctrine_of_the_last_commit_is_loaded_apart_and_carried_out() -> None:
    old = earlier("HEAD")
    assert old.attackers is not TODAY.attackers and old.view_of is not TODAY.view_of
    assert old.view_of.__globals__["View"].__module__.startswith("earlier_HEAD")
    gained = gains(BREVITY, 3, "HEAD", days=1)
    assert all(isinstance(result, Result) for result in gained)


def test_who_is_led_by_another_doctrine_does_what_that_orders() -> None:
    def nobody_attacks(met: list[Met]) -> tuple[tuple[int, ...], dict[int, str]]:
        return (), dict.fromkeys(ordered_to_attack(met), "holds")

    idle = Doctrine(TODAY.view_of, lambda view: (), nobody_attacks)
    with founded(BREVITY, "3") as campaign:
        first, second = sides_of(campaign)
        with led_by({first: idle, second: idle}):
            assert end_of(campaign, 3, 1).spared == 0, "nobody attacked, and somebody was lost"
        with led_by({first: TODAY, second: TODAY}):
            together = end_of(campaign, 3, 1)
        assert together == end_of(campaign, 3, 1) and together.spared != 0


@pytest.mark.parametrize("key", list(PLANS))
def test_a_human_plan_can_be_given(key: str) -> None:
    plan = PLANS[key]
    before = len(plan.refused)
    assert isinstance(gain_of_plan(plan, 1, days=1), Result)
    assert len(plan.refused) - before < sum(map(len, plan.orders.values())), plan.refused


def test_gains_are_counted_from_the_side_that_is_asked_about() -> None:
    assert Result(3, 1, -0.5).less(Result(1, 1, 1)) == Result(2, 0, -1.5)
    assert Result(3, 1, -0.5).turned() == Result(-3, -1, 0.5)
    assert _mean(Result(2, 0, 1), Result(4, 1, 0)) == Result(3, 0.5, 0.5)
