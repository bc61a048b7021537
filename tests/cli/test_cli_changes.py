"""Previews and replays tell what changes in the field's words, in few lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.journal import Change, JournalBoard
from campaign.model import Decision, Place, Side
from campaign.queries.book.changes import MOST_LINES, change_lines
from campaign.store import open_store
from campaign.terms.state import DecisionKind
from tests.actions.stage import stage
from tests.cli.test_cli_battle import typed


def test_a_battalion_is_one_line_and_what_repeats_it_is_counted() -> None:
    changes = [
        Change("battalion", "battalion 4 RTR", "state", "fresh", "destroyed"),
        Change("battalion", "battalion 4 RTR", "vehicles", 24, 16),
        Change("battalion", "battalion 4 RTR", "on_map", True, False),
        Change("battalion", "battalion 4 RTR", "road_m", 1722, None),
        Change("battle_unit", "battle unit Halfaya 4 RTR", "aftermath", {"foot": {}}, {"foot": {"turn": 2}}),
        Change(
            "battle_return", "battle return Halfaya Allied 1", "content", {"foot": {"turn": 2}}, {"foot": {"turn": 3}}
        ),
        Change("battle", "battle Halfaya", "state", "settled", "ruled"),
        Change("battalion", "battalion 2 SG", "place_id", "place Musaid", "place Bir Wair", 1, ("Musaid", "Bir Wair")),
        Change(
            "battalion",
            "battalion 2 RB",
            "road_m",
            1000,
            2500,
            2,
            ("1.0 km from A on the track to B", "2.5 km from A on the track to B"),
        ),
        Change("sighting", "sighting 1 2 Allied Btr", "", None, "sighting 1 2 Allied Btr"),
    ]
    assert change_lines(changes) == [
        "Halfaya: settled -> ruled",
        "4 RTR: fresh -> destroyed, 24 -> 16 vehicles, off the map",
        "2 SG: at Musaid -> Bir Wair",
        "2 RB: at 1.0 km from A on the track to B -> 2.5 km from A on the track to B",
        "also different: 1 return, 1 sighting",
    ]


def test_it_never_takes_more_lines_than_a_screen() -> None:
    changes = [Change("battalion", f"battalion {n}", "state", "fresh", "spent") for n in range(40)]
    assert len(change_lines([*changes, Change("sighting", "x", "", None, "x")])) == MOST_LINES
    assert change_lines(changes)[-1] == "and 26 more"


def test_a_decision_with_many_choices_is_a_short_list_whose_words_are_whole(file_of: Callable[[str], Path]) -> None:
    tiny_db = file_of("tiny")
    store = open_store(tiny_db, write=True)
    options = [{"key": f"place_of_a_long_name_{n}", "text": f"whatever is at Place {n}"} for n in range(1, 27)]

    def owe(board: JournalBoard) -> None:
        side = board.rows(Side)[0]
        board.make(
            Decision,
            number=1,
            day=1,
            turn=1,
            kind=DecisionKind.AIR_TARGET,
            side_id=side.id,
            subject="stray aircraft",
            question="Where to?",
            options=options,
            facts={},
        )

    stage(store, owe)
    store.close()
    status = typed(tiny_db, "status").output
    assert "-> campaign decide 1 ANSWER (list the 26 answers: campaign decide 1)" in " ".join(status.split())
    listed = typed(tiny_db, "decide").output.splitlines()
    assert len(listed) <= 12 and "    or any of 22 more: campaign decide 1 lists them" in listed
    assert "whatever is at Place 26" in typed(tiny_db, "decide", "1").output
    refused = typed(tiny_db, "decide", "1", "Mars")
    assert len(refused.stderr) < 200 and "List the 26 answers: campaign decide 1" in refused.stderr


@pytest.mark.rule("OB-AIR-03", "OB-AMB-101")
def test_stray_aircraft_are_offered_the_three_places_nearest_to_whom_the_side_asked_has_seen(tmp_path: Path) -> None:
    """The Axis has seen nobody: the places nearest to its own troops, but none where they stand; any other can be
    typed in part, and the umpire reads the same list as the player."""
    path = tmp_path / "campaign.db"
    assert typed(path, "new", "operation-brevity", "--seed", "1").exit_code == 0
    store = open_store(path, write=True)

    def owe(board: JournalBoard) -> None:
        places = sorted(board.rows(Place), key=lambda place: place.name)
        options = [("nowhere", "waste ground"), *((place.key, f"whatever is at {place.name}") for place in places)]
        axis = next(side for side in board.rows(Side) if side.key == "axis")
        board.make(
            Decision,
            number=1,
            day=1,
            turn=1,
            kind=DecisionKind.AIR_TARGET,
            side_id=axis.id,
            subject="stray aircraft",
            question="Where to?",
            options=[{"key": key, "text": text} for key, text in options],
            facts={"flights": [], "targets": {}},
        )

    stage(store, owe)
    store.close()
    for viewer in ("umpire", "axis"):
        listed = typed(path, "decide", "--viewer", viewer).output.splitlines()
        assert "    1  waste ground" in listed
        assert sum("whatever is at" in line for line in listed) == 3
        assert "    or any of 22 more: campaign decide 1 lists them" in listed
        assert not any("Halfaya" in line for line in listed), "its own troops stand there"
    status = " ".join(typed(path, "status").output.split())
    assert "-> campaign decide 1 nowhere|" in status and "(list the 26 answers: campaign decide 1)" in status
    wrong = typed(path, "decide", "1", "Halfaya")
    assert "'Halfaya' fits 2 answers" in wrong.stderr and len(wrong.stderr) < 240
