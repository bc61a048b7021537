"""Commands as JSON and the register of verbs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput, CampaignError
from campaign.journal import JournalBoard, Register, action, command_from_json, command_to_json
from campaign.rules.common.dice import Dice
from campaign.terms.state import Posture
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class Leg:
    to: str
    metres: int = 0


@dataclass(frozen=True, slots=True)
class March:
    unit: str
    legs: tuple[Leg, ...] = ()
    posture: Posture | None = None
    day: date | None = None
    hurry: bool = False
    pair: tuple[int, str] = (0, "")
    more: Mapping[str, int] = None  # type: ignore[assignment]
    free: Any = None


def _register() -> Register:
    register = Register()

    @action("march", register=register)
    def march(board: JournalBoard, command: March, dice: Dice) -> Receipt:
        return Receipt(command.unit)

    return register


def test_the_command_class_is_read_from_the_annotation() -> None:
    register = _register()
    assert register["march"].command is March
    assert register.of(March("1st")).verb == "march"


def test_no_verb_and_no_command_is_taken_twice() -> None:
    register = _register()

    def other(board: JournalBoard, command: March, dice: Dice) -> Receipt:
        return Receipt("")

    with pytest.raises(ValueError, match="'march'"):
        action("march", Leg, register=register)(other)
    with pytest.raises(ValueError, match="March"):
        action("stroll", register=register)(other)


def test_a_command_must_be_a_frozen_dataclass() -> None:
    @dataclass
    class Loose:
        x: int

    with pytest.raises(TypeError, match="frozen"):
        action("x", Loose, register=Register())(lambda board, command, dice: Receipt(""))


def test_a_command_nobody_carries_out() -> None:
    with pytest.raises(CampaignError, match="Leg"):
        _register().of(Leg("there"))


_words = st.text(max_size=8)
_legs = st.builds(Leg, _words, st.integers())
_marches = st.builds(
    March,
    _words,
    st.lists(_legs, max_size=3).map(tuple),
    st.none() | st.sampled_from(Posture),
    st.none() | st.dates(),
    st.booleans(),
    st.tuples(st.integers(), _words),
    st.dictionaries(_words, st.integers(), max_size=3),
    st.none() | st.booleans() | st.integers() | _words,
)


@given(_marches)
def test_a_command_comes_back_as_it_was(march: March) -> None:
    text = command_to_json(march)
    back = command_from_json("march", text, _register())
    assert back == march
    assert command_to_json(back) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"unit":"1st","speed":3}', "no field 'speed'"),
        ("{}", "'unit' of March is missing"),
        ('{"unit":3}', "march.unit: 3 is not a str"),
        ('{"unit":"1st","hurry":1}', "march.hurry: 1 is not a bool"),
        ('{"unit":"1st","legs":[{"to":"A","via":1}]}', "march.legs[0]: Leg has no field 'via'"),
        ('{"unit":"1st","posture":"asleep"}', "'asleep' is not a value of Posture"),
        ('{"unit":"1st","pair":[1]}', "expected 2 values, got 1"),
        ("[]", "expected the fields of March"),
        ("{", "the arguments of 'march' cannot be read as JSON"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        command_from_json("march", text, _register())
    assert said in str(caught.value)


def test_an_unknown_verb_is_refused() -> None:
    with pytest.raises(BadInput, match="The actions are march"):
        command_from_json("fly", "{}", _register())


@pytest.mark.parametrize("value", [1.5, {1}, object(), {1: 2}])
def test_what_is_not_plain_cannot_stand_in_a_command(value: object) -> None:
    with pytest.raises(TypeError):
        command_to_json(March("1st", free=value))
