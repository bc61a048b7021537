"""Nothing that a player can get depends on what he may not know (umpire 1.13): the trial, in short; the whole of it is
a long test (``pytest -m long``), and with CAMPAIGN_TEST_SECRETS=each every secret is changed by itself, which takes a
night.

All secrets of a side are changed at once, and everything is asked that the other side can get. Whatever differs is a
leak. What a side learns later, and by what, is the table in ``released.py``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli import capuzzo
from tests.secrecy.differences import differing
from tests.secrecy.hidden import SECRETS, Secret
from tests.secrecy.outputs import ASKED_ELSEWHERE, READING, answer, for_players
from tests.secrecy.stages import SIDES
from tests.secrecy.trial import PARTS, Bench, watchers

ONE_BY_ONE = os.environ.get("CAMPAIGN_TEST_SECRETS") == "each"
EVERYTHING = ("read", "at the desk", "exported", "printed", "mailed", "ordered everywhere")
SHORT = (
    ("start", "axis", ("read", "ordered")),
    ("midway", "axis", ("mailed",)),
    ("midway", "allied", ("printed",)),
    ("midway", "axis", ("asked in json",)),
    ("garden", "axis", ("asked of the other",)),
    ("midway", "axis", ("at the desk",)),
)
"""What every run of the tests asks: stage, whose secrets, and what of the other side's answers."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The campaigns, made once."""
    folder = tmp_path_factory.mktemp("secrecy")
    yield Bench(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize(
    ("stage", "side", "parts"), SHORT, ids=lambda value: value if isinstance(value, str) else "+".join(value)
)
def test_no_secret_of_a_side_is_in_what_the_other_gets(
    bench: Bench, stage: str, side: str, parts: tuple[str, ...]
) -> None:
    whole, commander = watchers(stage, side)
    asked = [(whole if part == "exported" else commander, part) for part in parts]
    assert bench.leaks(stage, SECRETS[stage, side], asked) == {}


@pytest.mark.long
@pytest.mark.parametrize(("stage", "side"), list(SECRETS), ids=" ".join)
def test_no_secret_of_a_side_is_in_anything_the_other_gets(bench: Bench, stage: str, side: str) -> None:
    asked = [(viewer, part) for viewer in watchers(stage, side) for part in EVERYTHING]
    assert bench.leaks(stage, SECRETS[stage, side], asked) == {}


EACH = [(stage, side, secret) for (stage, side), secrets in SECRETS.items() for secret in secrets]


@pytest.mark.long
@pytest.mark.skipif(
    not ONE_BY_ONE, reason="a night: CAMPAIGN_TEST_SECRETS=each asks everything after each single secret"
)
@pytest.mark.parametrize(
    ("stage", "side", "secret"), EACH, ids=[f"{stage}, {side}: {secret.name}" for stage, side, secret in EACH]
)
def test_each_secret_by_itself(bench: Bench, stage: str, side: str, secret: Secret) -> None:
    parts = [(viewer, part) for viewer in watchers(stage, side) for part in EVERYTHING]
    assert bench.leaks(stage, [secret], parts) == {}


@pytest.mark.parametrize("side", [SIDES[0], pytest.param(SIDES[1], marks=pytest.mark.long)])
def test_the_dice_are_in_nothing_that_a_side_gets(bench: Bench, tmp_path: Path, side: str) -> None:
    """Another seed at the founding, and before the first die nothing else: no paper, no answer and no hash may
    tell it."""
    home = tmp_path / "other"
    home.mkdir()
    seeded = home / "campaign.db"
    capuzzo.ok(seeded, "new", "operation-brevity", "--seed", "another")
    assert differing(bench.before("start", side, "asked in json"), PARTS["asked in json"](seeded, side, "start")) == {}


def test_the_trial_sees_what_is_no_secret(bench: Bench) -> None:
    """The owner reads his own change: an instrument that shows nothing would find no leak either."""
    changed = bench.copy("start", "owner")
    SECRETS["start", "axis"][3].change(changed)
    plain = bench.copy("start", "before")
    for words in (("unit", "show", "6_company"), ("orbat", "--json")):
        before, after = ({"asked": answer(db, "axis", *words)} for db in (plain, changed))
        assert differing(before, after).keys() == {"asked"}


def test_every_command_that_a_player_may_give_is_in_the_trial() -> None:
    asked = {" ".join(word for word in words if not word.startswith("--")) for words in READING} | set(ASKED_ELSEWHERE)
    assert for_players() == asked


def test_secrets_of_every_kind_are_tried() -> None:
    kinds = {secret.name for secrets in SECRETS.values() for secret in secrets}
    assert kinds >= {
        "an order to a battalion",
        "an aim",
        "a posture",
        "a state",
        "a strength",
        "a place",
        "an air task",
        "a split",
        "an attachment",
        "support",
        "rest",
        "an engineer task",
        "a block on a road",
        "a bridge blown",
        "mines",
        "the grade of supply",
        "a decision",
        "the number of entries",
        "a battalion destroyed out of sight",
        "one that was seen destroyed out of sight",
        "names",
        "what the scenario's notes tell",
    }
