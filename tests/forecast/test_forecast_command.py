"""``campaign forecast campaign`` as it is typed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.cli.progress import bar, duration
from campaign.journal import digest, reading
from campaign.store import open_store
from tests.harness.terminal import hear_interrupts

GOLDEN = Path(__file__).parents[1] / "golden" / "forecast_keys.json"


def typed(db: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["forecast", "campaign", *words, "--db", str(db)])


def told(db: Path, *words: str) -> str:
    result = typed(db, *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def asked(db: Path, *words: str) -> Any:
    return json.loads(told(db, *words, "--json"))


def keys_of(value: Any) -> Any:
    """The keys of an answer, with the kinds of its values; of a list its first element."""
    if isinstance(value, dict):
        return {key: keys_of(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [keys_of(value[0])] if value else []
    return type(value).__name__


@pytest.mark.long
def test_its_answer_has_the_keys_that_scripts_know(db: Path) -> None:
    seen = keys_of(asked(db, "--runs", "3", "--until", "1", "--jobs", "1"))
    assert seen == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_what_is_brief_is_not_whole_and_what_is_json_is_not_brief(db: Path) -> None:
    """The page of the handbook on forecasts shows the brief answers to the letter."""
    refused = typed(db, "--brief", "--json")
    assert refused.exit_code == 2 and "--brief shortens the tables" in refused.output


@pytest.mark.long
def test_two_forecasts_of_one_state_agree_and_write_nothing(db: Path) -> None:
    before = hashlib.sha256(db.read_bytes()).hexdigest()
    store = open_store(db, write=False)
    with reading(store) as board:
        rows = digest(board)
    words = ("--runs", "2", "--until", "1", "--jobs", "1")
    first = asked(db, *words)
    assert asked(db, *words) == first and first["seed"] == "1"
    assert asked(db, *words, "--seed", "other")["digest"] == first["digest"]
    with reading(store) as board:
        assert digest(board) == rows
    store.close()
    assert hashlib.sha256(db.read_bytes()).hexdigest() == before


@pytest.mark.long
def test_a_table_fits_the_screen(db: Path) -> None:
    shown = told(db, "--runs", "8", "--until", "1", "--jobs", "1")
    assert max(map(len, shown.splitlines())) <= 80
    for heading in ("Allied hold it", "Score", "Out of supply", "Games to come", "Events that go with the score"):
        assert heading in shown


@pytest.mark.long
def test_a_branch_and_a_file_with_the_same_orders_are_the_same_course(db: Path, tmp_path: Path) -> None:
    def do(*words: str) -> None:
        result = CliRunner().invoke(campaign, [*words, "--db", str(db)])
        assert result.exit_code == 0, result.output

    do("branch", "waiting", "--campaign", "brevity")
    do("hold", "2 Scots Guards", "--campaign", "waiting")
    orders = tmp_path / "orders.txt"
    orders.write_text("2 Scots Guards hold\n", encoding="utf-8")
    words = ("--campaign", "brevity", "--runs", "2", "--until", "1", "--jobs", "1", "--compare")
    seen = asked(db, *words, "waiting", "--compare", str(orders))
    branch, file = seen["others"]
    assert branch["name"] == "waiting" and file["name"] == str(orders)
    for first, second in zip(branch["differences"], file["differences"], strict=True):
        assert first == second
    assert any(d["difference"]["mean"] for d in branch["differences"]), "holding back makes a difference"
    assert not any(d["is_clear"] for d in branch["differences"]), "which two runs do not show"
    shown = told(db, *words, "waiting")
    assert "With waiting" in shown and "Differences are shown only from 30 runs; this forecast has 2." in shown
    same = asked(db, *words, "brevity")["others"][0]
    assert not any(d["difference"]["mean"] for d in same["differences"]), "the same dice for the same orders"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--until", "9"), "Error: --until 9 is not a day that is still to come. Write a day from 1 to 2"),
        (
            ("--until", "soon"),
            "Error: --until 'soon' is not a day. Write the number of the day (1) or its date (1941-05-15)",
        ),
        (("--compare", "nowhere"), "Error: --compare 'nowhere': there is no branch and no file of this name"),
        (
            ("--seed", " "),
            "Error: ' ' cannot be a seed for the dice. Write a word or number of at most 80 characters, or leave --seed out to use the seed 1",
        ),
        (
            ("--unseen", "infantry 6-10"),
            "Error: --unseen is a side's estimate of the enemy, but the umpire knows the enemy",
        ),
    ],
)
def test_what_cannot_be_is_said_on_one_line(db: Path, words: tuple[str, ...], line: str) -> None:
    result = typed(db, *words)
    assert result.exit_code == 1 and result.stderr.startswith(line) and result.stderr.count("\n") == 1


def test_wrong_usage_is_told_before_the_first_run(db: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for words, told_ in (
        (("--runs", "0"), "--runs"),
        (("--jobs", "2", "--cluster", "tcp://club:8786"), "--jobs 2 uses this computer"),
        (("--pdf", str(tmp_path / "file" / "x.pdf")), "is a file, not a folder. Name another"),
    ):
        result = typed(db, *words)
        assert result.exit_code == 2 and told_ in result.stderr and not result.stdout, words


def test_orders_that_cannot_be_read_are_named(db: Path, tmp_path: Path) -> None:
    orders = tmp_path / "orders.txt"
    orders.write_text("2 Scots Guards attack Nowhere-on-Sea\n", encoding="utf-8")
    result = typed(db, "--runs", "2", "--compare", str(orders))
    assert result.exit_code == 1 and "Nowhere-on-Sea" in result.stderr and "nothing was compared" in result.stderr


@pytest.mark.long
def test_a_campaign_that_is_over_has_no_forecast(db: Path) -> None:
    for _ in range(2):
        ended = CliRunner().invoke(campaign, ["next", "--until", "day", "--auto", "--db", str(db)])
        assert ended.exit_code == 0, ended.output
    assert "the campaign is over" in typed(db).stderr
    assert asked(db, "--as-of", "1", "--runs", "1", "--jobs", "1")["runs"] == 1, "but a past moment has one"


def test_a_battle_under_way_holds_it_up(db: Path) -> None:
    def do(*words: str) -> None:
        result = CliRunner().invoke(campaign, [*words, "--db", str(db)])
        assert result.exit_code == 0, result.output

    for _ in range(6):
        CliRunner().invoke(campaign, ["next", "--db", str(db)])
    do("battle", "suspend", "1")
    result = typed(db)
    assert result.exit_code == 1 and "battle 1" in result.stderr and "--as-of" in result.stderr


def test_a_system_that_cannot_be_resolved_is_refused_before_the_first_run(tmp_path: Path) -> None:
    db = tmp_path / "brigadier.db"
    words = ("new", "operation-brevity", "--tabletop", "brigadier", "--seed", "1", "--db", str(db))
    assert CliRunner().invoke(campaign, words).exit_code == 0
    result = typed(db)
    assert result.exit_code == 1 and "the forecast cannot be played" in result.stderr and "BGC-M-06" in result.stderr


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a Windows console has no process groups to signal")
def test_ctrl_c_gives_what_there_is_so_far(db: Path, tmp_path: Path) -> None:
    parent, child = os.openpty()
    words = ["forecast", "campaign", "--runs", "5000", "--until", "1", "--jobs", "2", "--json", "--db", str(db)]
    answered = tmp_path / "answer.json"
    with answered.open("wb") as out:
        program = [sys.executable, "-m", "campaign", *words]
        forecast = subprocess.Popen(
            program, stdout=out, stderr=child, start_new_session=True, preexec_fn=hear_interrupts
        )
    os.close(child)
    seen = _read_until(parent, rb"run [2-9]\d* of 5,000, [^\r]* left", 60)
    os.killpg(forecast.pid, signal.SIGINT)
    forecast.wait(timeout=120)
    seen += _rest(parent)
    answer = json.loads(answered.read_bytes())
    assert forecast.returncode == 130 and answer["ended"] == "stopped by the user"
    assert answer["runs"] >= 1 and f"Stopped after {answer['runs']:,} of 5,000 runs." in seen.decode()
    assert "Traceback" not in seen.decode() and "Warning" not in seen.decode()


def _read_until(file: int, pattern: bytes, seconds: float) -> bytes:
    seen, end = b"", time.monotonic() + seconds
    while not re.search(pattern, seen):
        assert time.monotonic() < end, seen
        if select.select([file], [], [], 0.2)[0]:
            seen += os.read(file, 4096)
    return seen


def _rest(file: int) -> bytes:
    seen = b""
    while select.select([file], [], [], 0.5)[0]:
        try:
            part = os.read(file, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    return seen


def test_the_line_of_progress_is_drawn_in_eighths() -> None:
    assert bar(0, 10).strip() == "" and bar(10, 10) == "█" * 24 and bar(1, 48).startswith("▌")
    assert [duration(seconds) for seconds in (40, 170, 7800)] == ["40 s", "3 min", "2 h 10 min"]
