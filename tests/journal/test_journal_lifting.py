"""What later revisions make of old images and commands: columns added, dropped, renamed, and anything else by a
function."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from campaign.actions.all_actions import every_action
from campaign.journal import digest, reading
from campaign.journal.entry_upgrade import Lift, command_lifted, flushes_lifted, upgraded_rows
from campaign.journal.old_words import OldCampaign
from campaign.journal.replay import replay
from campaign.rules.common.dice import Seeded
from campaign.store import open_store, upgrade

LIFTS = (
    Lift("0002", new={"battalion": {"morale": 3}}, gone={"place": ("role",)}),
    Lift("0003", renamed={"battalion": {"men": "heads"}}, row=lambda table, values, _: _doubled(table, values)),
    Lift("0004", command=lambda verb, values: {**values, "by": "road"} if verb == "march" else values),
)


def _doubled(table: str, values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "metres": values["metres"] * 2} if table == "road" and "metres" in values else values


def _no_map() -> OldCampaign:
    raise AssertionError("nothing of this asks the map")


def _written(*images: tuple[str, int, dict[str, Any] | None, dict[str, Any] | None]) -> str:
    return json.dumps([images])


def test_a_new_row_gets_the_added_column_and_a_change_does_not() -> None:
    text = _written(("battalion", 1, None, {"men": 600}), ("battalion", 2, {"men": 600}, {"men": 500}))
    assert flushes_lifted(text, "0001", _no_map, LIFTS) == [
        [("battalion", 1, None, {"morale": 3, "heads": 600}), ("battalion", 2, {"heads": 600}, {"heads": 500})]
    ]


def test_an_erased_row_gets_it_too() -> None:
    assert flushes_lifted(_written(("battalion", 1, {"men": 9}, None)), "0001", _no_map, LIFTS) == [
        [("battalion", 1, {"morale": 3, "heads": 9}, None)]
    ]


def test_only_later_revisions_lift() -> None:
    text = _written(("battalion", 1, None, {"men": 600, "morale": 5}))
    assert flushes_lifted(text, "0002", _no_map, LIFTS) == [[("battalion", 1, None, {"morale": 5, "heads": 600})]]
    assert flushes_lifted(text, "0004", _no_map, LIFTS) == [[["battalion", 1, None, {"men": 600, "morale": 5}]]]
    assert upgraded_rows("battalion", {"men": 1}, "0003", _no_map, LIFTS) == {"men": 1}


def test_a_change_of_nothing_but_a_dropped_column_is_no_change() -> None:
    text = _written(
        ("place", 1, {"role": "hub"}, {"role": "port"}),
        ("place", 2, {"role": "a", "name": "b"}, {"role": "c", "name": "d"}),
    )
    assert flushes_lifted(text, "0001", _no_map, LIFTS) == [[("place", 2, {"name": "b"}, {"name": "d"})]]


def test_a_function_may_do_anything_else() -> None:
    assert upgraded_rows("road", {"metres": 5}, "0002", _no_map, LIFTS) == {"metres": 10}
    assert json.loads(command_lifted("march", '{"to": "x"}', "0003", LIFTS)) == {"to": "x", "by": "road"}
    assert command_lifted("march", '{"to": "x"}', "0004", LIFTS) == '{"to": "x"}'


MAP = OldCampaign(
    {1: {"name": "Ashford"}, 2: {"name": "Birch Cross"}},
    {
        3: {"a_id": 1, "b_id": 2, "length_m": 6510, "kind": "metalled road"},
        4: {"a_id": 2, "b_id": 1, "length_m": 9000, "kind": "desert"},
        5: {"a_id": 1, "b_id": 2, "length_m": 7000, "kind": "metalled road"},
    },
    {6: {"name": "1st Rifles"}, 7: {"name": "1st Rifles, A Company"}},
)


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("Ashford", (None, None)),
        ("near Birch Cross", (None, None)),
        ("3.2 km from Ashford on the ferry to Oz", (None, None)),
        ("2.0 km from Ashford on the metalled road to Birch Cross", (3, 2000)),
        ("2.0 km from Birch Cross on the metalled road to Ashford", (3, 4510)),
        ("3.3 km from Ashford on the metalled road to Birch Cross", (3, 3255)),
        ("3.3 km from Birch Cross on the metalled road to Ashford", (3, 3256)),
        ("40 m from Ashford over the desert to Birch Cross", (4, 8960)),
    ],
)
def test_a_sighting_that_said_in_words_where_it_was_has_the_road_and_the_metres(
    words: str, position: tuple[int | None, int | None]
) -> None:
    """Of two roads in the same words the lower id is meant; who was told past the middle stands before it."""
    row = {"place_id": 1, "where": words, "how": "air"}
    road, metres = position
    now = {"place_id": 1, "how": "air", "road_id": road, "road_m": metres}
    assert upgraded_rows("sighting", row, "0008", lambda: MAP) == now
    text = _written(("sighting", 9, None, row), ("sighting", 8, {"how": "air"}, {"how": "battle"}))
    assert flushes_lifted(text, "0008", lambda: MAP) == [
        [("sighting", 9, None, now), ("sighting", 8, {"how": "air"}, {"how": "battle"})]
    ]


@pytest.mark.parametrize(
    ("battalion", "words", "plural"),
    [
        (6, "1st Rifles marches to Ashford.", "march to Ashford."),
        (6, "1st Rifles is attacked from the air and is spent.", "are attacked from the air and are spent."),
        (7, "1st Rifles, A Company falls back to Ashford.", "fall back to Ashford."),
        (6, "1st Rifles, A Company splits off from 1st Rifles.", None),
        (6, "1st Rifles sends its truck to Ashford.", None),
        (6, "At Ashford 1st Rifles is spent.", None),
        (9, "1st Rifles, B Company is spent.", None),
        (None, "Ashford is lost.", None),
    ],
)
def test_a_line_of_the_diary_gets_what_would_be_told_of_several(
    battalion: int | None, words: str, plural: str | None
) -> None:
    """None where the line does not begin with the battalion's name and a verb, or it was split off after the
    founding."""
    row = {"battalion_id": battalion, "text": words, "bold": False}
    text = _written(("diary_line", 3, None, row), ("diary_line", 2, {"bold": False}, {"bold": True}))
    lifted = {**row, "plural": plural, "news": None}
    assert upgraded_rows("diary_line", row, "0009", lambda: MAP) == lifted
    assert flushes_lifted(text, "0009", lambda: MAP) == [
        [("diary_line", 3, None, lifted), ("diary_line", 2, {"bold": False}, {"bold": True})]
    ]


def test_the_founding_says_what_the_map_is() -> None:
    images = [
        ("place", 1, None, {"name": "Ashford", "owner_id": None}),
        ("place", 2, None, {"name": "Birch Cross"}),
        ("road", 3, None, {"a_id": 1, "b_id": 2, "length_m": 9000, "kind": "track"}),
        ("side", 4, None, {"name": "Alba"}),
    ]
    founded = OldCampaign.founded_by([images, [("place", 1, {"owner_id": None}, {"owner_id": 4})]])
    assert founded.on_road("1.0 km from Birch Cross on the track to Ashford") == (3, 8000)


def test_a_return_that_was_believed_is_believed_throughout() -> None:
    believed = command_lifted("battle settle", '{"battle": "1", "believe": "alba", "word": {}}', "0012")
    assert json.loads(believed) == {"battle": "1", "believe": "alba", "word": {}, "throughout": True}
    alone = '{"battle": "1", "believe": "", "word": {}}'
    assert json.loads(command_lifted("battle record", alone, "0012")) == json.loads(alone) | {"laid_in_words": True}
    later = '{"battle": "1", "believe": "alba", "word": {}}'
    assert command_lifted("battle settle", later, "0013") == later


def test_returns_that_differed_come_out_as_the_older_program_settled_them(tmp_path: Path) -> None:
    """A file of revision 0012: both returns were kept, and the second side's was believed."""
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress((Path(__file__).parent / "believed_0012.db.gz").read_bytes()))
    upgrade(file)
    store = open_store(file, write=True)
    with reading(store) as board:
        was = digest(board)
    again = replay(store, after=2, source=Seeded("another"), actor="Ann", register=every_action())
    assert [run.after for run in again.entries] == [
        "Battle 1 (Birch Cross): Alba, Brenn returns received, nothing settled yet",
        "Battle 1 (Birch Cross) is settled",
    ]
    assert again.changes == (), "only the words of its log are those of today"
    with reading(store) as board:
        assert digest(board) == was
    store.close()
