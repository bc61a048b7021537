"""``--preview`` of orders: what they come to, as the side knows it that gives them, and nothing written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from campaign.cli.contents import campaign
from campaign.store import opened
from campaign.terms.ground import ObstacleKind
from tests.cli import capuzzo
from tests.secrecy.hidden import block
from tests.secrecy.outputs import every_command
from tests.tiny import by_hand

ENDING = "Nothing was changed: this was a preview."


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before its first turn."""
    db = tmp_path_factory.mktemp("start") / "campaign.db"
    capuzzo.ok(db, "new", "operation-brevity", "--seed", "7")
    return db


def words(text: str) -> str:
    return " ".join(text.split())


def test_a_march_shows_its_way_another_way_the_hour_and_what_it_replaces(start: Path) -> None:
    before = start.read_bytes()
    answer = words(capuzzo.ok(start, "march", "Coast column", "--to", "sollum (lower", "--preview"))
    assert "16.8 km by Halfaya Pass, foot - Sollum (lower town): arrives in turn 1.1 about 02:31" in answer
    assert "By default 8 Fd Regt, Tp 2/2 A-Tk follow the fighting troops" in answer
    assert "another way: 28.5 km by Halfaya Pass, foot - Halfaya Pass, top - Sollum Barracks" in answer
    assert "arrives in turn 1.2 about 06:39" in answer
    assert "cancels the scenario's order for turn 1.2: attack Halfaya Pass, foot" in answer
    assert "hold (the order to Gott's force)" in answer
    assert answer.endswith(ENDING)
    assert start.read_bytes() == before


@pytest.mark.parametrize("viewer", ["garmoyle", "allied"])
def test_what_the_side_has_not_seen_changes_no_byte_of_a_preview_or_an_order(
    start: Path, tmp_path: Path, viewer: str
) -> None:
    """A road block that nobody of the side has come to, and an enemy elsewhere: the twin answers the same."""
    twin = Path(shutil.copyfile(start, tmp_path / "twin.db"))
    with opened(twin, write=True) as store, by_hand(store) as board:
        block("axis", "lower_halfaya-sollum", ObstacleKind.ROADBLOCK)(board)
    capuzzo.ok(twin, "adjust", "krad_15", "--at", "Halfaya Pass, foot", "--why", "the trial")
    order = ("march", "Coast column", "--to", "Sollum (lower", "--viewer", viewer)
    assert capuzzo.ok(twin, *order, "--preview") == capuzzo.ok(start, *order, "--preview")
    real = Path(shutil.copyfile(start, tmp_path / "real.db"))
    assert capuzzo.ok(twin, *order) == capuzzo.ok(real, *order)


def test_the_umpire_is_told_apart_what_the_side_does_not_know(start: Path, tmp_path: Path) -> None:
    twin = Path(shutil.copyfile(start, tmp_path / "twin.db"))
    with opened(twin, write=True) as store, by_hand(store) as board:
        block("axis", "lower_halfaya-sollum", ObstacleKind.ROADBLOCK)(board)
    order = ("march", "Coast column", "--to", "Sollum (lower", "--preview")
    answer = words(capuzzo.ok(twin, *order))
    assert "16.8 km by Halfaya Pass, foot - Sollum (lower town)" in answer, "the way is the player's"
    assert "for the umpire only; the side does not know this: a surprise (roadblock)" in answer
    assert "for the umpire" not in capuzzo.ok(twin, *order, "--viewer", "garmoyle")


def test_a_block_that_its_side_knows_is_named_with_the_shorter_way(start: Path, tmp_path: Path) -> None:
    twin = Path(shutil.copyfile(start, tmp_path / "twin.db"))
    with opened(twin, write=True) as store, by_hand(store) as board:
        block("allied", "lower_halfaya-sollum", ObstacleKind.ROADBLOCK)(board)
    answer = words(
        capuzzo.ok(twin, "march", "Coast column", "--to", "Sollum (lower", "--preview", "--viewer", "garmoyle")
    )
    assert "28.5 km by Halfaya Pass, foot - Halfaya Pass, top - Sollum Barracks" in answer
    assert "a shorter way of 16.8 km is closed by a surprise (roadblock)" in answer


def test_enemies_seen_beside_the_way_are_named_as_they_were_seen(db: Path) -> None:
    answer = words(capuzzo.ok(db, "march", "11_hussars", "--to", "Fort Capuzzo", "--preview", "--viewer", "allied"))
    assert "known enemy on the way: " in answer and "seen " in answer
    assert "for the umpire" not in answer


@pytest.mark.parametrize(
    "order",
    [
        ("hold", "durham"),
        ("withdraw", "durham"),
        ("posture", "durham", "reserve"),
        ("rest", "durham"),
        ("support", "8 Field", "--to", "Desert column"),
        ("engineer", "durham", "block", "road", "--at", "Sidi Suleiman - Sidi Omar"),
        ("air", "task", "14 Squadron", "--target", "Bardia"),
        ("commander", "gott", "--with", "Desert column"),
    ],
    ids=lambda order: order[0],
)
def test_every_kind_of_order_can_be_looked_at(start: Path, order: tuple[str, ...]) -> None:
    before = start.read_bytes()
    assert capuzzo.ok(start, *order, "--preview").endswith(f"{ENDING}\n")
    assert start.read_bytes() == before


def test_a_refused_order_is_refused_in_its_preview_too(start: Path) -> None:
    answer = capuzzo.run(start, "march", "krad_15", "--to", "Bardia", "--preview", "--viewer", "garmoyle")
    assert answer.exit_code != 0 and ENDING not in answer.output


def test_every_order_that_a_player_may_give_has_a_preview() -> None:
    """An answer to a question (``decide``) and a return (``battle record``) are none."""
    for path, command in every_command(campaign, ()):
        options = {option for parameter in command.params for option in parameter.opts}
        is_players = any(
            "--viewer" in parameter.opts and not getattr(parameter, "hidden", False) for parameter in command.params
        )
        if is_players and "--as" in options and path not in {("decide",), ("rules",), ("battle", "record")}:
            assert "--preview" in options, path


def test_the_form_at_the_terminal_shows_the_way_of_every_line_before_it_is_taken(start: Path) -> None:
    before = start.read_bytes()
    typed = "march Sollum (lower\n\nhold\n.\n"
    answer = capuzzo.ok(start, "orders", "--for", "garmoyle", "--fill", "--preview", typed=typed)
    asked, taken = answer.split("orders for day 1 are complete")
    assert "16.8 km by Halfaya Pass, foot - Sollum (lower town): arrives in turn 1.1" in words(asked)
    assert "about 02:31" in words(asked) and "16.8 km" in taken
    assert start.read_bytes() == before


def test_a_withdrawal_without_a_place_shows_its_way_to_its_headquarters(start: Path) -> None:
    answer = words(capuzzo.ok(start, "withdraw", "durham", "--preview"))
    assert "18.0 km by Sidi Suleiman to 6.4 km from Bir el Khireigat on the track to Sidi Suleiman: arrives" in answer
