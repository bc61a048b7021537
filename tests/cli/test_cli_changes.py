"""Previews and replays tell what changes in the field's words, in few lines."""

from __future__ import annotations

from campaign.cli.changes import MOST_LINES, told
from campaign.journal import Change


def test_a_battalion_is_one_line_and_what_repeats_it_is_counted() -> None:
    changes = [
        Change("battalion", "battalion 4 RTR", "state", "fresh", "destroyed"),
        Change("battalion", "battalion 4 RTR", "vehicles", 24, 16),
        Change("battalion", "battalion 4 RTR", "on_map", True, False),
        Change("battalion", "battalion 4 RTR", "road_m", 1722, None),
        Change("battle_unit", "battle unit Halfaya 4 RTR", "aftermath", {"foot": {}}, {"foot": {"turn": 2}}),
        Change("battle_return", "battle return Halfaya Allied 1", "content", {"foot": {"turn": 2}}, {"foot": {"turn": 3}}),
        Change("battle", "battle Halfaya", "state", "settled", "ruled"),
        Change("battalion", "battalion 2 SG", "place_id", "place Musaid", "place Bir Wair"),
        Change("battalion", "battalion 2 RB", "road_m", 1000, 2500),
        Change("sighting", "sighting 1 2 Allied Btr", "", None, "sighting 1 2 Allied Btr"),
    ]
    assert told(changes) == [
        "Halfaya: settled -> ruled",
        "4 RTR: fresh -> destroyed, 24 -> 16 vehicles, off the map",
        "2 SG: at Musaid -> Bir Wair",
        "2 RB: on its road km 1.0 -> 2.5",
        "also different: 1 return, 1 sighting",
    ]


def test_it_never_takes_more_lines_than_a_screen() -> None:
    changes = [Change("battalion", f"battalion {n}", "state", "fresh", "spent") for n in range(40)]
    assert len(told([*changes, Change("sighting", "x", "", None, "x")])) == MOST_LINES
    assert told(changes)[-1] == "and 26 more"
