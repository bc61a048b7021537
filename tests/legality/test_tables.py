"""Each check of the referees is able to fail, by the rule that it holds: those of the two brigade games and of Not Quite
Mechanised, and of all systems those of places, sight and fire at vehicles."""

from __future__ import annotations

import pytest

from campaign.words.battle_report import Start
from tests.legality import brevity, brigade, brigadier, hexes, nqm, spoilt_nqm, spoilt_places, spoilt_tables
from tests.legality.battles import fought

REFEREES = {
    "brevity": brevity.referee,
    "hexes": hexes.referee,
    "nqm": nqm.referee,
    "brigade": brigade.referee,
    "brigadier": brigadier.referee,
}
FIRST = {**spoilt_tables.SPOILT, "nqm": spoilt_nqm.SPOILT}
SPOILT = {key: {**FIRST.get(key, {}), **spoilt_places.SPOILT[key]} for key in REFEREES}
SEARCHED, SPOILED = 12, 4
"""Battles that are looked through for room for a fault, and of those with room so many that have it."""


@pytest.mark.sample(23)
@pytest.mark.parametrize(("key", "name"), [(key, name) for key, faults in SPOILT.items() for name in faults])
def test_the_referee_names_the_rule_that_is_broken(key: str, name: str) -> None:
    spoil, rule = SPOILT[key][name]
    tried = caught = 0
    for seed in range(SEARCHED):
        if tried == SPOILED:
            break
        battle = fought(key, seed)
        spoilt = spoil(battle, seed)
        if spoilt is not None:
            tried += 1
            caught += any(f"({rule}" in fault for fault in REFEREES[key](*spoilt).faults)
    assert tried
    assert 2 * caught >= tried, f"{caught} of {tried} found"


@pytest.mark.parametrize("key", ["brigade", "brigadier"])
def test_every_unit_of_a_report_says_of_which_battalion_it_is(key: str) -> None:
    """The map before and after a battle finds its battalions by it."""
    battle = fought(key, 1)
    battalions = {unit.key for force in battle.fight.forces for unit in force.units}
    starts = [event for event in battle.events if isinstance(event, Start)]
    assert starts and {start.key.rpartition("/")[0] for start in starts} <= battalions
