"""Air tasks of a scenario: what the reader takes, the doctor finds sound and the aircraft fly; and what is never flown is
said when the scenario is checked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from campaign.rules.day.air_tasking import AIMS
from campaign.terms.air import AirTask
from campaign.terms.forces import AirType
from tests.exchange.small_scenario import check_text, line_of, spoilt

BASE, GROUP = "  red_field: {side: red, place: west_gate}\n", "  stukas: {type: ground attack, based at: red_field}\n"
WING = "  wing: {{type: {kind}, based at: field{fac}}}\n"
TASK = "air tasking:\n  - {{group: wing, day: {day}, turn: {turn}, task: {task}{targets}}}\norders:\n"
TARGETS = {"place": "farm", "battalion": "First Battalion", "formation": "1st Brigade"}


def checked(folder: Path, *changes: tuple[str, str], **air: str) -> tuple[list[str], list[str]]:
    """Errors and warnings of the small scenario with a blue wing and one air task more."""
    plain = {
        "kind": "ground attack",
        "fac": "",
        "day": "1",
        "turn": "2",
        "task": "strike",
        "targets": ", place: crossroads",
    }
    text = spoilt(
        (BASE, BASE + "  field: {side: blue, place: east_gate}\n"),
        (GROUP, GROUP + WING.format(**plain | air)),
        ("orders:\n", TASK.format(**plain | air)),
        *changes,
    )
    report = check_text(folder, text)
    return [str(fault) for fault in report.errors], [str(fault) for fault in report.warnings]


def ways() -> Iterator[tuple[AirTask, AirType, bool, tuple[str, ...]]]:
    """Every task, type of aircraft, controller, and choice of targets."""
    chosen = [
        tuple(t for t, is_there in zip(TARGETS, there, strict=True) if is_there)
        for there in product((False, True), repeat=3)
    ]
    return product(AirTask, AirType, (False, True), chosen)


@pytest.mark.rule("OB-AIR-05", "OB-AIR-06", "OB-SUP-04", "OB-LAND-01")
def test_only_what_is_flown_is_read(tmp_path: Path) -> None:
    """A wing and a task for every way, in one file; each line with an error is a way that is not flown."""
    cases = list(ways())
    wings, tasks = "", "air tasking:\n"
    for n, (task, kind, has_fac, targets) in enumerate(cases):
        fac = ", fac with: 1st Brigade" if has_fac else ""
        said = "".join(f", {target}: {TARGETS[target]}" for target in targets)
        wings += f"  wing_{n}: {{type: {kind.value}, based at: field{fac}}}\n"
        tasks += f"  - {{group: wing_{n}, day: 1, turn: 2, task: {task.value}{said}}}\n"
    base = "  field: {side: blue, place: east_gate}\n"
    text = spoilt((BASE, BASE + base), (GROUP, GROUP + wings), ("orders:\n", f"{tasks}orders:\n"))
    first = line_of(text, "air tasking:\n") + 1
    wrong = {fault.spot.line - first for fault in check_text(tmp_path, text).errors}
    for n, (task, kind, has_fac, targets) in enumerate(cases):
        carries, attacks = task in (AirTask.SUPPLY, AirTask.LANDING), task in (AirTask.STRIKE, AirTask.SUPPORT)
        flown = (
            frozenset(targets) in AIMS[task]
            and not (carries and kind is not AirType.TRANSPORT)
            and not (attacks and kind is AirType.TRANSPORT)
            and not (task is AirTask.SUPPORT and not (has_fac and kind is AirType.GROUND_ATTACK))
        )
        assert (n not in wrong) is flown, cases[n]


def test_troops_of_the_other_side_are_not_served(tmp_path: Path) -> None:
    errors, _ = checked(tmp_path, task="support", fac=", fac with: 1st Brigade", targets=", formation: Red Regiment")
    assert len(errors) == 1 and "belongs to another side" in errors[0]


@pytest.mark.rule("OB-AIR-10", "OB-WX-02", "OB-WX-03", "OB-WX-07", "OB-OPT-01")
@pytest.mark.parametrize(
    ("air", "change", "said"),
    [
        ({"turn": "1"}, ("", ""), "wing never flies in turn 1.1: night: only medium and heavy bombers attack (OB-AIR-10)"),
        ({"turn": "1", "kind": "medium bomber"}, ("", ""), ""),
        ({}, ("", ""), ""),
        ({}, ("{day: 1, sky: clear}", "{day: 1, sky: bad}"), "never flies in turn 1.2 in a campaign with the historical weather: bad weather over the battlefield: no air activity (OB-WX-02)"),
        ({"kind": "medium bomber"}, ("{day: 1, sky: clear}", "{day: 1, sky: cloud}"), "historical weather: cloud: no medium bombers (OB-WX-03)"),
        ({}, ("{day: 1, sky: clear}", "{day: 1, sky: cloud}"), ""),
        ({}, ("{day: 1, sky: clear}", "{day: 1, turn: 2, sky: bad, area: field}"), "bad weather at their basing area (OB-WX-07)"),
        ({"day": "2"}, ("{day: 1, sky: clear}", "{day: 1, sky: bad}"), ""),
        ({}, ("rulebook:\n", "rulebook:\n  use.air: off\n"), "this scenario plays without aircraft (use.air, OB-OPT-01)"),
        ({"task": "supply", "kind": "transport", "targets": ", formation: 1st Brigade"}, ("", ""), "wing cannot supply 1st_brigade"),
        ({"task": "supply", "kind": "transport", "targets": ", formation: Blue Division"}, ("", ""), ""),
    ],
)  # fmt: skip
def test_a_task_that_is_never_flown_is_said(
    tmp_path: Path, air: dict[str, str], change: tuple[str, str], said: str
) -> None:
    errors, warnings = checked(tmp_path, *([change] if change[0] else []), **air)
    assert not errors
    own = [warning for warning in warnings if "wing" in warning]
    assert (len(own), said in "".join(own)) == (bool(said), True), own
