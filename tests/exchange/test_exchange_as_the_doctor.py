"""The reader of scenarios and the doctor of campaigns judge alike: what the doctor would call unsound in a campaign just
founded is an error in the scenario, rule by rule; and what the reader takes, the doctor finds sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.exchange.check import read_scenario
from campaign.journal import reading
from campaign.journal.soundness import REMARKS, RULES, World
from campaign.journal.state import stored
from campaign.store import creating
from tests.exchange.small_scenario import SOUND, check_text, spoilt

UNITS = "            - {battalion: Third Battalion, arm: infantry}\n"
TASKED = "air tasking:\n  - {{group: stukas, day: 1, turn: 2, task: {}}}\norders:\n"
REFUSED: dict[str, tuple[tuple[str, str], ...]] = {
    "links": (("place: crossroads, side: blue", "place: nowhere, side: blue"), ("at: west_gate}", "at: nowhere}")),
    "keys": (("  farm: {at", "  mill: {at"),),
    "words": (("arm: armour}", "arm: steam}"), ("order: attack", "order: charge")),
    "positions": (("at: mill\n", "at: mill, road: none\n"),),
    "strengths": (("strength: {men: 700}", "strength: {men: -1}"),),
    "one_side": (
        (UNITS, UNITS.replace("infantry}", "infantry, attached to: Red Regiment}")),
        (UNITS, UNITS.replace("infantry}", "infantry, supports: Red Regiment}")),
        ("based at: red_field}", "based at: red_field, side: blue}"),
        ("based at: red_field}", "based at: red_field, fac with: 1st Brigade}"),
    ),
    "orders": ((", to: crossroads, via: [farm]}", "}"), ("via: [farm]", "via: [nowhere]")),
    "ground": (("crossings:\n      - {name: the mill bridge, at: 3}", "crossings:\n      - {name: b, at: 30}"),),
    "sorties": (
        ("orders:\n", TASKED.format("strike")),
        ("orders:\n", TASKED.format("support, place: farm")),
        ("orders:\n", TASKED.format("supply, formation: 1st Brigade")),
        ("orders:\n", TASKED.format("landing, place: farm")),
        (
            "type: ground attack, based at: red_field}\norders:\n",
            "type: transport, based at: red_field}\n" + TASKED.format("landing, battalion: II Battalion, place: farm"),
        ),
    ),
}
"""Small mistakes in a scenario, each of which would break this rule of the doctor."""
NEVER_BROKEN = {
    "forms": "the reader makes the values of JSON columns itself",
    "clock": "a campaign is founded on its first turn",
    "enemies": "a campaign is founded without contacts and sightings",
    "trees": "an order of battle is written as a tree, and a part is split off in play",
    "releases": "a campaign is founded without releases",
    "battles": "a campaign is founded without battles",
    "past": "a campaign is founded without reports of turns",
    "odd_strengths": "a remark: a battalion may well begin so",
    "idle_sorties": "as sorties: the reader takes no task that is never flown",
}
"""Rules of the doctor that no scenario can break, and why."""


def test_every_rule_of_the_doctor_is_looked_at() -> None:
    assert sorted([*REFUSED, *NEVER_BROKEN]) == sorted(rule.__name__ for rule in (*RULES, *REMARKS))


@pytest.mark.parametrize(
    ("rule", "change"), [(rule, change) for rule, changes in REFUSED.items() for change in changes]
)
def test_what_would_be_unsound_is_an_error(rule: str, change: tuple[str, str], tmp_path: Path) -> None:
    assert check_text(tmp_path, spoilt(change)).errors, f"a campaign would break the doctor's rule of {rule}"


TAKEN = {
    "as it is": (),
    "a strike": (("orders:\n", TASKED.format("strike, place: farm")),),
    "a strike at a unit": (("orders:\n", TASKED.format("strike, battalion: First Battalion")),),
    "support": (
        ("based at: red_field}", "based at: red_field, fac with: Red Regiment}"),
        ("orders:\n", TASKED.format("support, formation: Red Regiment")),
    ),
    "supply": (
        ("type: ground attack", "type: transport"),
        ("orders:\n", TASKED.format("supply, formation: Red Division")),
    ),
    "supply of no division": (
        ("type: ground attack", "type: transport"),
        ("orders:\n", TASKED.format("supply, formation: Red Regiment")),
    ),
    "reconnaissance": (("orders:\n", TASKED.format("reconnaissance, place: farm")),),
    "a landing": (
        ("type: ground attack", "type: transport"),
        ("{battalion: II Battalion, arm: infantry}", "{battalion: II Battalion, arm: infantry, carried by: parachute}"),
        ("orders:\n", TASKED.format("landing, battalion: II Battalion, place: farm")),
    ),
}


@pytest.mark.parametrize("name", TAKEN)
def test_what_is_taken_is_sound(name: str, tmp_path: Path) -> None:
    text = spoilt(*TAKEN[name]) if TAKEN[name] else SOUND
    assert not check_text(tmp_path, text).errors
    with creating(tmp_path / "c.db") as store:
        found_campaign(
            store, read_scenario(tmp_path / "one.yaml"), name="c", seed="1", tabletop="brevity", weather=HISTORICAL,
            actor="test",
        )  # fmt: skip
        with reading(store) as board:
            world = World(stored(board), board.campaign.days)
            assert [broken for rule in (*RULES, *REMARKS) for broken in rule(world)] == []
