"""What `check` can know before the first turn is played: who begins among the enemy or out of supply, who is sent or due
where an enemy stands, what bars the only road, whom aircraft strike, and which victory nobody can win."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exchange.small_scenario import check_text, spoilt

ORDERS = "orders:\n"


def warnings(folder: Path, *changes: tuple[str, str]) -> list[str]:
    report = check_text(folder, spoilt(*changes))
    assert not report.errors, report.errors
    return [fault.text for fault in report.warnings]


def test_the_small_scenario_has_none(tmp_path: Path) -> None:
    assert warnings(tmp_path) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((("at: mill\n", "at: farm\n"),), "enemies begin together at Farm: First Battalion, Second Battalion of side blue and I Battalion, II Battalion of side red"),
        ((('farm: {at: "14, 1"}', 'farm: {at: "14, 1", owner: red}'),), "First Battalion, Second Battalion of side blue begins at Farm, but this place belongs to red until the first turn ends"),
        ((("            at: west_gate\n", "            at: farm\n"),), "I Tanks, Motors is due at Farm, where First Battalion, Second Battalion of side blue begins. It waits off the map as long as an enemy is there. The nearest place without enemies is Crossroads, 4.5 km away"),
        (((ORDERS, ORDERS + "  - {for: Tanks, day: 1, turn: 2, order: march, to: crossroads}\n"),), "the order for tanks begins in turn 1.2, before the arrival in turn 2.3"),
        (((ORDERS, ORDERS + "  - {for: Red Regiment, day: 1, turn: 2, order: march, to: east_gate, via: [farm]}\n"),), "the order to march leads to Farm, where First Battalion, Second Battalion of side blue begins. A march halts out of the enemy's sight"),
        (((ORDERS, "air tasking:\n  - {group: stukas, day: 1, turn: 2, task: strike, place: mill}\n" + ORDERS),), "stukas strikes Mill in turn 1.2, where I Battalion, II Battalion of its own side begins. With this setting the group is not sent while these troops are there (air.spare_own)"),
        ((("type: ground attack, based at: red_field", "type: transport, based at: red_field, missions a day: 3"),), "stukas has 3 missions a day, but under the setting air.transport_missions transports fly 1 (OB-AMB-106). By default it flies 1, because the setting counts for all transports"),
        ((("    crossings:\n", "    obstacles:\n      - {kind: minefield, name: the mines, at: 2}\n    crossings:\n"),), "the mines, 2.0 km from Mill, blocks the only road between Mill and West Gate. Engineers open a gap when the column halts there. Units with engineers: "),
        ((("headquarters: {at: east_gate}", "headquarters: {at: crossroads, key: hq}"), ("at: crossroads, key: hq", "at: mill"), ("  farm: {at", "  far: {at: '60, 0', owner: blue}\n  farm: {at"), ("roads:\n", "roads:\n  - {from: east_gate, to: far, km: 40, kind: metalled road}\n"), ("          at: east_gate\n", "          at: far\n")), "2nd Brigade begins more than one march move from Headquarters Blue Division, so it begins out of supply (sup.reach). Unless ordered otherwise, the headquarters follows its commands. The two are 55.5 km apart by road, but supply reaches at most 22.2 km"),
        (((ORDERS, "victory:\n  - {level: Triumph, side: blue, lead: 7}\n" + ORDERS),), "side blue cannot reach the victory level 'Triumph'. It needs a lead of 7 points, but the side's objectives give at most 6 points in 2 days"),
        ((("home edges: [east_gate]", "home edges: [west_gate]"), ("home edges: [west_gate]\ncomm", "home edges: [east_gate]\ncomm")), "no formation of side blue begins in supply, because the way from its headquarters to the home edge at West Gate (22.0 km) leads through the enemy (Headquarters Red Division). East Gate, 0.0 km behind the headquarters, has an open road. To play without supply: use.supply off"),
        ((("limits.command_max_battalions: 4", "limits.command_max_battalions: 1"),), "1st Brigade has 2 battalions, more than 1 (OB-ORG-04, setting limits.command_max_battalions). By default it is used as written, because the file says so"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)  # fmt: skip
def test_each_is_told_with_its_numbers(tmp_path: Path, changes: tuple[tuple[str, str], ...], words: str) -> None:
    assert [text for text in warnings(tmp_path, *changes) if text.startswith(words)], warnings(tmp_path, *changes)


MARCH = "  - {for: Red Regiment, day: 2, turn: 1, order: march, to: farm}\n"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        (((ORDERS, ORDERS + MARCH + MARCH.replace("Red Regiment", "I Battalion").replace("march", "attack")),), "leads to"),
        (((ORDERS, "air tasking:\n  - {group: stukas, day: 1, turn: 3, task: strike, place: mill}\n" + ORDERS + MARCH.replace("day: 2, turn: 1", "day: 1, turn: 2")),), "strikes"),
        (((ORDERS, "victory:\n  - {level: Triumph, side: blue, lead: 6}\n" + ORDERS),), "victory"),
        ((("home edges: [east_gate]", "home edges: [west_gate]"), ("home edges: [west_gate]\ncomm", "home edges: [east_gate]\ncomm"), ("rulebook:\n", "rulebook:\n  use.supply: off\n")), "supply"),
    ],
)  # fmt: skip
def test_what_is_in_order_is_not_told(tmp_path: Path, changes: tuple[tuple[str, str], ...], word: str) -> None:
    assert not [text for text in warnings(tmp_path, *changes) if word in text]
