"""The desks of the demo: what is made of a player's pages for everybody to read tells no more than the desk told him."""

from __future__ import annotations

from pathlib import Path

from tests.docs.site import PLAYERS, told_too_much, unlearned
from tests.docs.still import StillDesk
from tests.web.visitors import ReadingRoom


def test_a_players_picture_names_nothing_that_his_side_has_not_learned(
    reading_room: ReadingRoom, first_battle: Path
) -> None:
    """The pages of each side that show most, from the desk itself, and the same check on a page that tells too much."""
    for key, (name, side) in PLAYERS.items():
        visitor = reading_room.commander(key, side=side)
        hidden = unlearned(first_battle, side)
        assert len(hidden) > 15
        pages = {}
        for first in ("/situation", "/map", "/news", "/sightings", "/orbat", "/battles/1"):
            desk = StillDesk(key, name, visitor.get, first)
            desk.answers = {first: visitor.get(first).text}
            pages |= desk.files()
        assert len(pages) == 6 and told_too_much(pages, hidden) == []
        umpires = reading_room.umpire().get("/units").text + reading_room.umpire().get("/orbat").text
        assert len(told_too_much({"orbat.html": umpires}, hidden)) > 15
