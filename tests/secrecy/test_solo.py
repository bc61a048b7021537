"""A player against the program: whatever the clock tells him depends on nothing that his side does not know (umpire
1.13, 1.23)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.journal.transaction import reading
from campaign.situation.army import load_army
from campaign.situation.knowledge import load_knowledge
from campaign.situation.names import side_named
from campaign.store import opened
from campaign.terms.viewer import Viewer
from tests.cli.capuzzo import ok
from tests.secrecy.hidden import SECRETS, Secret
from tests.secrecy.outputs import answer
from tests.secrecy.stages import typed
from tests.secrecy.trial import Bench

LOOKS = ("status", "sightings", "battle list", "decide", "orders", "supply")
"""What he looks at after each stop."""
AT_ONCE = {"a place", "a split", "a decision"}
"""Changes of who stands where that the first march already meets; and the decision, which is made up and cannot be carried
out."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The campaign, made once."""
    folder = tmp_path_factory.mktemp("solo")
    yield Bench(folder)
    shutil.rmtree(folder, ignore_errors=True)


def test_what_is_left_out_is_a_secret_of_the_trial() -> None:
    assert {secret.name for secret in SECRETS["start", "axis"]} >= AT_ONCE


def answers(db: Path, *commands: str) -> list[bytes]:
    """What he is answered by these commands, each with a look round after it."""
    lines = []
    for words in commands:
        lines.append(answer(db, "allied", *words.split()))
        lines += [answer(db, "allied", *look.split()) for look in LOOKS]
    return lines


def twin(bench: Bench, name: str, secrets: list[Secret]) -> Path:
    """The program plays the Axis, of whom these secrets are otherwise."""
    db = bench.copy("start", name)
    for secret in secrets:
        secret.change(db)
    ok(db, "commander", "axis", "--played-by", "program")
    return db


def test_the_clock_tells_a_solo_player_nothing_of_what_he_has_not_seen(bench: Bench) -> None:
    """Up to the first contact: other strengths, names, orders, decisions and number of entries, and the same bytes."""
    hidden = [secret for secret in SECRETS["start", "axis"] if secret.name not in AT_ONCE]
    plain, changed = twin(bench, "plain", []), twin(bench, "changed", hidden)
    before = answers(plain, "next", "next")
    assert before == answers(changed, "next", "next")
    assert b"Turn 1.2" in before[len(LOOKS) + 1]
    met = answer(plain, "allied", "next")
    assert b"battle 1" in met, "then he meets the garrison of Halfaya, which is another in the twin"


def names_unseen(db: Path) -> set[str]:
    """Names of the Axis that no Allied player has learned: of units, and of formations of more than one word."""
    with opened(db, write=False) as store, reading(store, None) as board:
        army, allied = load_army(board), side_named(board, "allied").id
        known = load_knowledge(board, army, Viewer(allied))
        seen = {ident for ident, sighting in known.seen.items() if sighting.named}
        learned = " ".join(army.battalions[ident].name for ident in seen)
        units = {b.name for b in army.battalions.values() if b.side_id != allied}
        formations = {f.name for f in army.formations.values() if f.side_id != allied and " " in f.name}
        return {name for name in units | formations if name not in learned}


def test_a_whole_day_is_played_against_the_program_with_fog(bench: Bench) -> None:
    """He runs the clock, resolves his battles and looks round; the clock never waits for the Axis, and no name of the
    Axis that was not learned in battle is in anything he reads."""
    db, told, battles = twin(bench, "day", []), b"", 0
    for _ in range(20):
        run = typed(db, "next", "--viewer", "allied")
        assert run.exit_code == 0, run.output
        lines = answers(db, "status")
        told = b"\n".join((run.stdout.encode(), *lines))
        assert [name for name in names_unseen(db) if name.encode() in told] == []
        if run.stdout.startswith("Allied: Turn 2.1"):
            break
        for number in range(battles + 1, battles + 4):
            fought = typed(db, "battle", "resolve", str(number), "--viewer", "allied")
            battles += fought.exit_code == 0
    assert run.stdout.startswith("Allied: Turn 2.1") and battles >= 2


def test_resolving_tells_a_solo_player_how_it_ended_and_no_dice(bench: Bench) -> None:
    db = twin(bench, "resolved", [])
    for _ in range(3):
        ok(db, "next", "--viewer", "allied")
    done = ok(db, "battle", "resolve", "1", "--viewer", "allied")
    assert (
        "attacked at Halfaya Pass, top" in " ".join(done.split())
        and "still to be fought" not in done
        and "rolled" not in done
    )
    assert typed(db, "battle", "resolve", "7", "--viewer", "allied").exit_code == 1


def test_the_clock_is_the_umpires_while_people_play_the_others(bench: Bench) -> None:
    db = bench.copy("start", "people")
    for words in (("next",), ("battle", "resolve", "1")):
        refused = typed(db, *words, "--viewer", "allied")
        assert refused.exit_code == 1
        assert "while people play the other commanders" in " ".join(refused.stderr.split())
    done = ok(db, "next", "--program", "axis", "--viewer", "allied")
    assert done.startswith("Allied: Turn 1.1")
    ok(db, "commander", "russell", "--played-by", "Ruth")
    assert (
        typed(db, "next", "--program", "axis", "--viewer", "Ruth").exit_code == 1
    )  # three others are played by people
    ok(db, "next", "--program", "axis", "--program", "allied", "--viewer", "Ruth")


def test_a_side_that_the_program_plays_for_the_evening_is_fought_too(bench: Bench) -> None:
    """The battle is of the run that met it; and what the clock waits for is told in a player's commands."""
    db = bench.copy("start", "evening")
    for _ in range(3):
        ok(db, "next", "--program", "axis", "--viewer", "allied")
    refused = typed(db, "next", "--program", "axis", "--viewer", "allied")
    assert refused.exit_code == 1
    assert "battle resolve 1" in refused.stderr and "battle rule" not in refused.stderr
    assert "attacked at Halfaya Pass, top" in " ".join(ok(db, "battle", "resolve", "1", "--viewer", "allied").split())
    ok(db, "next", "--program", "axis", "--viewer", "allied")


@pytest.mark.parametrize(
    "words", [("next", "--preview"), ("next", "--dice", "ask"), ("battle", "resolve", "1", "--preview")]
)
def test_what_would_show_both_sides_is_not_for_a_solo_player(bench: Bench, words: tuple[str, ...]) -> None:
    db = twin(bench, "peeking", [])
    refused = typed(db, *words, "--viewer", "allied")
    assert refused.exit_code == 1 and refused.stdout == ""


def test_the_environment_says_once_who_looks(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    db = twin(bench, "environment", [])
    monkeypatch.setenv("CAMPAIGN_VIEWER", "allied")
    assert "seen by Allied" in typed(db, "status").stdout
    assert typed(db, "next").stdout.startswith("Allied: Turn 1.1")
    refused = typed(db, "log")
    assert refused.exit_code == 1 and "--viewer umpire" in refused.stderr
    assert typed(db, "log", "--viewer", "umpire").exit_code == 0
    assert "seen by the umpire" in typed(db, "status", "--viewer", "umpire").stdout
    assert "seen by the umpire" in typed(db, "--viewer", "umpire", "status").stdout
    assert typed(db, "adjust", "krad_15", "--state", "spent", "--why", "trial", "--viewer", "umpire").exit_code == 0
