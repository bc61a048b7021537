"""What later revisions make of old images and commands: columns added, dropped, renamed, and anything else by a
function."""

from __future__ import annotations

import json
from typing import Any

from campaign.journal.entry_upgrade import Lift, command_lifted, flushes_lifted, upgraded_rows

LIFTS = (
    Lift("0002", new={"battalion": {"morale": 3}}, gone={"place": ("role",)}),
    Lift("0003", renamed={"battalion": {"men": "heads"}}, row=lambda table, values: _doubled(table, values)),
    Lift("0004", command=lambda verb, values: {**values, "by": "road"} if verb == "march" else values),
)


def _doubled(table: str, values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "metres": values["metres"] * 2} if table == "road" and "metres" in values else values


def _written(*images: tuple[str, int, dict[str, Any] | None, dict[str, Any] | None]) -> str:
    return json.dumps([images])


def test_a_new_row_gets_the_added_column_and_a_change_does_not() -> None:
    text = _written(("battalion", 1, None, {"men": 600}), ("battalion", 2, {"men": 600}, {"men": 500}))
    assert flushes_lifted(text, "0001", LIFTS) == [
        [("battalion", 1, None, {"morale": 3, "heads": 600}), ("battalion", 2, {"heads": 600}, {"heads": 500})]
    ]


def test_an_erased_row_gets_it_too() -> None:
    assert flushes_lifted(_written(("battalion", 1, {"men": 9}, None)), "0001", LIFTS) == [
        [("battalion", 1, {"morale": 3, "heads": 9}, None)]
    ]


def test_only_later_revisions_lift() -> None:
    text = _written(("battalion", 1, None, {"men": 600, "morale": 5}))
    assert flushes_lifted(text, "0002", LIFTS) == [[("battalion", 1, None, {"morale": 5, "heads": 600})]]
    assert flushes_lifted(text, "0004", LIFTS) == [[["battalion", 1, None, {"men": 600, "morale": 5}]]]
    assert upgraded_rows("battalion", {"men": 1}, "0003", LIFTS) == {"men": 1}


def test_a_change_of_nothing_but_a_dropped_column_is_no_change() -> None:
    text = _written(
        ("place", 1, {"role": "hub"}, {"role": "port"}),
        ("place", 2, {"role": "a", "name": "b"}, {"role": "c", "name": "d"}),
    )
    assert flushes_lifted(text, "0001", LIFTS) == [[("place", 2, {"name": "b"}, {"name": "d"})]]


def test_a_function_may_do_anything_else() -> None:
    assert upgraded_rows("road", {"metres": 5}, "0002", LIFTS) == {"metres": 10}
    assert json.loads(command_lifted("march", '{"to": "x"}', "0003", LIFTS)) == {"to": "x", "by": "road"}
    assert command_lifted("march", '{"to": "x"}', "0004", LIFTS) == '{"to": "x"}'
