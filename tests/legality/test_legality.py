"""Battles that the program fights, replayed by referees who know the book and not the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from campaign.rules.common.systems import FOLDERS
from campaign.rules.common.terrain import Area, Box, Terrain
from campaign.terms.ground import Cover
from campaign.values import replace
from campaign.words.battle_report import Move, Placed
from tests.legality import brevity, brigade, brigadier, hexes, nqm
from tests.legality.battles import Fought, fought, generated
from tests.legality.referee import Referee
from tests.legality.spoilt_reports import SPOILT

REFEREES: Mapping[str, Callable[..., Referee]] = {
    "brevity": brevity.referee,
    "hexes": hexes.referee,
    "nqm": nqm.referee,
    "brigade": brigade.referee,
    "brigadier": brigadier.referee,
}
MANY, SEARCHED, SPOILED = 205, 12, 4
"""Battles a system in the long suite; looked through for room for a fault, and spoilt by each. Every run has two: the
first whose sides have homes, and the first without."""
BREVITY_ALONE = frozenset(
    {
        "faces the other way",
        "smoke too far away",
        "gives up for nothing",
        "rides what it has not",
        "said to be on foot",
        "does not count for another reason",
    }
)
"""Fronts, screens on the table, strengths that are told as a side goes, who rides, and why somebody does not count."""
NOT_THERE: Mapping[str, frozenset[str]] = {
    "brevity": frozenset({"another modifier"}),
    "hexes": BREVITY_ALONE | {"a success too many", "another score"},
    "nqm": BREVITY_ALONE | {"another score"},
    "brigade": BREVITY_ALONE | {"fire before the move"},
    "brigadier": BREVITY_ALONE | {"fire before the move", "another modifier", "set down elsewhere"},
}
"""What a system's reports have no room for: dice without a score or without modifiers, nobody set down; or where either
way is right: fire and moves unit by unit, guns that may be lost with their crew, platoons that the muster alone counts."""
ROOT = Path(__file__).parents[2]
BATCH = 5
NO_RULES = frozenset({"T", "D", "TAB", "TBL", "AMB", "WC", "CASE"})
"""Second parts of ids that are tables, readings of what is open, and worked cases."""

every_system = pytest.mark.parametrize("key", REFEREES)


@cache
def found_in(key: str, seed: int) -> tuple[str, ...]:
    """What the referee finds in a battle as it was fought."""
    return tuple(REFEREES[key](fought(key, seed)).faults)


def faults(battles: range, key: str) -> list[str]:
    return [fault for seed in battles for fault in found_in(key, seed)]


def first_battle(key: str, *, at_home: bool) -> int:
    """The first battle whose sides come from somewhere, or of those that no campaign has made."""
    return next(seed for seed in range(SEARCHED) if (None not in generated(key, seed).homes) is at_home)


@every_system
@pytest.mark.parametrize("at_home", [True, False], ids=["with homes", "without homes"])
def test_the_referee_finds_nothing(key: str, *, at_home: bool) -> None:
    assert not found_in(key, first_battle(key, at_home=at_home))


@every_system
@pytest.mark.long
@pytest.mark.parametrize("first", range(0, MANY, BATCH))
def test_the_referee_finds_nothing_in_many(key: str, first: int) -> None:
    assert not faults(range(first, first + BATCH), key)


@pytest.mark.parametrize(("beside_in", "ground"), [(0.5, "road"), (0.9, "road"), (1.1, "terrain")])
def test_a_way_less_than_an_inch_beside_a_road_is_walked_along_it(beside_in: float, ground: str) -> None:
    """In battle 40 KG Allwoerden goes 22 in. by a road through rough ground: 9/10 in. off it where the road bends."""
    rough, road = Area(Box(0, 0, 20, 20), Cover.TERRAIN), Area(Box(9, 0, 11, 20), road=True)
    battle = fought("brevity", 40)
    crossed = replace(battle, fight=replace(battle.fight, terrain=Terrain((rough, road))))
    assert brevity.Brevity(crossed, battle.events).ground((11 + beside_in, 10)) == ground
    assert not brevity.referee(battle).faults


def test_a_gap_of_an_earlier_turn_leads_over_a_river_to_the_other_bank_and_no_farther() -> None:
    """1 Border comes to the Waal in turn 1 of battle 30238, and with its engineers over it in turn 2."""
    battle = fought("brevity", 30238)
    assert not brevity.referee(battle).faults
    over = next(n for n, e in enumerate(battle.events) if isinstance(e, Move) and e.path == ((29, 24), (29, 29)))
    farther = replace(battle.events[over], path=((29, 24), (29, 34)), length=10)
    spoilt = (*battle.events[:over], farther, *battle.events[over + 1 :])
    assert any("OB-OBS-07" in fault for fault in brevity.referee(battle, spoilt).faults)
    came = [e for n, e in enumerate(battle.events) if n < over and isinstance(e, Move) and e.unit == "1 Border"]
    without = tuple(e for e in battle.events if e not in came)
    assert any("OB-OBS-01" in fault for fault in brevity.referee(battle, without).faults)


def test_a_stand_that_fire_halts_is_not_on_another_stand() -> None:
    """2 Cp Moto is halted at 52, 17, in battle 54; at 56, 13 stands Krad 15 (-)."""
    battle = fought("brevity", 54)
    assert not brevity.referee(battle).faults
    halted = next(n for n, e in enumerate(battle.events) if isinstance(e, Placed) and e.at == (52, 17))
    spoilt = (*battle.events[:halted], replace(battle.events[halted], at=(56, 13)), *battle.events[halted + 1 :])
    assert any("is set down on Krad 15 (-)" in fault for fault in brevity.referee(battle, spoilt).faults)


@pytest.mark.sample(23)
@pytest.mark.parametrize(
    ("key", "spoilt"), [(key, spoilt) for key in REFEREES for spoilt in SPOILT if spoilt not in NOT_THERE[key]]
)
def test_the_referee_finds_what_was_changed(key: str, spoilt: str) -> None:
    """One number of a report is another: he says so, every time."""
    tried = 0
    for seed in range(SEARCHED):
        if tried == SPOILED:
            break
        battle = fought(key, seed)
        events = SPOILT[spoilt](battle.events, seed)
        if events is not None:
            tried += 1
            known = found_in(key, seed)
            assert set(REFEREES[key](battle, events).faults).difference(known), f"seed {seed}: nothing found"
    assert tried


def rules_of(key: str) -> list[str]:
    """The ids of the book's rules, as the program lists them, but for those that are left to the players."""
    text = (ROOT / FOLDERS.replace(".", "/") / key / "rules.txt").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if " | " in line and not line.startswith("#")]
    ids = [ident for ident, *_, words in rows if not words.startswith("Left to the table")]
    return [ident for ident in ids if ident.split("-")[1] not in NO_RULES]


def left_out(key: str) -> dict[str, str]:
    """Rules that battles may well not use, and why: by id, or by the id's first two parts for all of a section."""
    text = (Path(__file__).parent / f"{key}.txt").read_text(encoding="utf-8")
    return dict(line.split(" | ") for line in text.splitlines() if line and not line.startswith("#"))


def reason_of(ident: str, reasons: Mapping[str, str]) -> str:
    return reasons.get(ident, reasons.get(ident.rpartition("-")[0], ""))


@every_system
@pytest.mark.long
def test_every_rule_of_a_battle_is_used_or_the_list_says_why_not(key: str) -> None:
    used: Counter[str] = Counter()
    for seed in range(MANY):
        used += REFEREES[key](fought(key, seed)).used
    reasons = left_out(key)
    assert not [ident for ident in rules_of(key) if ident not in used and not reason_of(ident, reasons)]
    assert not [ident for ident in reasons if not any(reason_of(rule, {ident: "is"}) for rule in rules_of(key))]


def test_a_battle_is_the_same_each_time() -> None:
    battle: Fought = fought("brevity", 3)
    fought.cache_clear()
    assert fought("brevity", 3).events == battle.events
