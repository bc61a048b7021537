"""Dice from the players' hands and from scripts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from campaign.cli.dice import faces_in, with_dice
from campaign.cli.lazy import LazyGroup
from campaign.errors import BadDice, BadInput
from campaign.rules.common.dice import RollName, Scripted, Tape
from campaign.terms.time import Moment


def two_rolls(source: Any) -> tuple[int, int]:
    """An action that rolls for weather on day 1 and, the next turn, for recovery."""
    tape = Tape(source, Moment(1, 1))
    first = tape.roll(6, "weather", "battlefield", "1-2 is bad")
    tape.moment = Moment(1, 2)
    return first, tape.roll(6, "recovery", "7th_armoured_division", "5-6 returns a battalion")


def asked(typed: str, attempt: Callable[..., Any] = two_rolls) -> tuple[Result, list[Any]]:
    """Run the attempt with ``--dice ask`` and this typed in."""
    answers: list[Any] = []

    @click.group(cls=LazyGroup, invoke_without_command=True)
    def group() -> None:
        answers.append(with_dice("ask", attempt))

    return CliRunner().invoke(group, input=typed), answers


def test_each_roll_is_asked_for_by_name_with_what_is_hoped_for() -> None:
    ran, answers = asked("3\n6\n")
    assert answers == [(3, 6)]
    assert "d6 for weather of battlefield (1-2 is bad): " in ran.output
    assert "d6 for recovery of 7th armoured division (5-6 returns a battalion): " in ran.output


def test_what_is_no_face_is_asked_again() -> None:
    ran, answers = asked("7\nsix\n0\n٣\n4\n5\n")
    assert answers == [(4, 5)]
    assert ran.output.count("is not a face of a d6: type the number the die shows, 1 to 6") == 4


def test_when_the_answers_end_nothing_is_done() -> None:
    ran, answers = asked("3\n")
    assert (ran.exit_code, answers) == (1, [])
    assert ran.stderr.splitlines()[-1].startswith("Error: the input ended")


def test_a_script_gives_faces_in_order_and_says_what_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "dice.txt"
    script.write_text("# first morning\n3, 6  # weather, recovery\n1\n", encoding="utf-8")
    assert with_dice(f"script:{script}", two_rolls) == (3, 6)
    assert capsys.readouterr().err == f"{script}: 2 rolls used, 1 left over\n"


def test_a_script_that_runs_out_names_the_roll(tmp_path: Path) -> None:
    script = tmp_path / "dice.txt"
    script.write_text("3", encoding="utf-8")
    with pytest.raises(BadDice, match=r"no roll left after 1 roll. The next roll is d6 for 1\.2 recovery"):
        with_dice(f"script:{script}", two_rolls)


@pytest.mark.parametrize(("text", "line"), [("3 x", ":1: 'x'"), ("1\n2.5", ":2: '2.5'"), ("\n\n-3", ":3: '-3'")])
def test_a_script_with_a_fault_names_its_line(tmp_path: Path, text: str, line: str) -> None:
    script = tmp_path / "dice.txt"
    script.write_text(text, encoding="utf-8")
    with pytest.raises(BadDice, match="is not a face of a die") as error:
        faces_in(script)
    assert line in str(error.value)


def test_a_script_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadDice, match="cannot be read: No such file"):
        faces_in(tmp_path / "none.txt")
    (tmp_path / "dice.bin").write_bytes(b"\xff\xfe3")
    with pytest.raises(BadDice, match="is not a text file"):
        faces_in(tmp_path / "dice.bin")


@pytest.mark.parametrize("word", ["guess", "script:", "Ask me", "file:dice.txt"])
def test_another_word_is_refused_with_the_three_ways(word: str) -> None:
    with pytest.raises(BadInput, match="Write --dice seed, --dice ask or --dice script:FILE"):
        with_dice(word, two_rolls)


def test_a_script_is_one_sequence_over_all_tries(tmp_path: Path) -> None:
    script = tmp_path / "dice.txt"
    script.write_text("1 2", encoding="utf-8")

    def tried_twice(source: Any) -> tuple[int, int]:
        assert isinstance(source, Scripted)
        first = source.throw(RollName(Moment(1), 6, "weather", "x"), "")
        return first, source.throw(RollName(Moment(1), 6, "weather", "x"), "")

    assert with_dice(f"script:{script}", tried_twice) == (1, 2)
