"""Guns that are still to be released to support others: the hour from which they fire, in a fight and on paper
(NQM-ORDERS-07)."""

from __future__ import annotations

import pytest

from campaign.resolve.brevity.deployment import deploy as deployed
from campaign.resolve.brevity.ground import Ground
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.nqm.battle import resolve
from campaign.resolve.nqm.field import deploy
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Release, Unit
from campaign.rules.common.scene import Resolution, Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.fire_support import call_of
from campaign.rules.tabletop.nqm.sheet import sheet
from campaign.rules.tabletop.nqm.support import released_hour
from campaign.rules.tabletop.nqm.system import TABLETOP
from campaign.terms.state import Support
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.sheet import SheetBody
from tests.rules.fighting import FAR, NEAR, battalion, battery, scene
from tests.rules.fighting import fight as brevity_fight
from tests.rules.fighting import force as side
from tests.rules.forces import force, guns, infantry
from tests.rules.nqm_bodies import NOW, british, fight, german, sides

FIRST, SECOND = 1, 2
"""The two commands of the side: infantry, and the guns' own."""
UC, DS, IS = Support.UNDER_COMMAND, Support.DIRECT_SUPPORT, Support.IN_SUPPORT


@pytest.mark.rule("NQM-ORDERS-07", "NQM-SEQ-05", "NQM-SCALE-05")
@pytest.mark.parametrize(
    ("seconds", "hour"), [(-7200, 1), (0, 1), (1, 2), (3600, 2), (5400, 3), (7200, 3), (36000, 11)]
)
def test_they_fire_in_the_first_hour_that_begins_no_sooner_than_their_release(seconds: int, hour: int) -> None:
    assert released_hour(seconds) == hour


def test_a_release_is_counted_from_the_fight_s_first_turn() -> None:
    late = Release(Moment(1, 3), 1800)
    assert [late.after(start) for start in (Moment(1, 2), Moment(1, 3), Moment(1, 4), Moment(2, 1))] == [
        23400,
        1800,
        -19800,
        -41400,
    ]


def lent(how: Support, released: Release | None = None) -> Unit:
    """The guns of the second command, put in support of the first."""
    return guns("25-pdrs", command=SECOND, organic=SECOND, supports=FIRST, support=how, released=released)


@pytest.mark.rule("NQM-ORDERS-07", "NQM-SEQ-05", "NQM-ORG-11", "NQM-ORG-16")
@pytest.mark.parametrize(
    ("how", "seconds", "first"),
    [
        (DS, None, 1),
        (IS, None, 2),
        (UC, None, 1),
        (DS, 7200, 3),
        (IS, 7200, 3),
        (UC, 7200, 3),
        (IS, 1800, 2),
        (DS, 4 * 3600, 5),
        (DS, -3600, 1),
    ],
)
def test_the_hour_from_which_they_fire_for_those_they_support(how: Support, seconds: int | None, first: int) -> None:
    released = None if seconds is None else Release(NOW, seconds)
    ours = infantry("Scots", command=FIRST, organic=FIRST)
    field = deploy(fight((british(ours, lent(how, released)), sides()[1])), DEFAULTS, (True, False))
    body = next(one for one in field.bodies if one.name == "Scots")
    fires = []
    for field.hour in range(1, 8):
        fires += [field.hour] if field.supporters(body) else []
    assert fires == list(range(first, 8))


@pytest.mark.rule("NQM-ORDERS-07", "NQM-SEQ-04")
def test_until_then_they_are_their_own_command_s() -> None:
    theirs = infantry("Coldstream", command=SECOND, organic=SECOND)
    field = deploy(fight((british(theirs, lent(DS, Release(NOW, 7200))), sides()[1])), DEFAULTS, (True, False))
    body = next(one for one in field.bodies if one.name == "Coldstream")
    fires = []
    for field.hour in range(1, 8):
        fires += [field.hour] if field.supporters(body) else []
    assert fires == [1, 2]


def fought(seed: str, released: Release | None) -> tuple[Resolution, int, int]:
    """A fight of twelve hours; the guns' dice of ammunition before and after."""
    first, second = sides()
    units = tuple(lent(DS, released) if one.name == "25-pdrs" else replace(one, command=FIRST) for one in first.units)
    own = replace(first, units=units)
    told = resolve(fight((own, second)), Tape(Seeded(seed), NOW), DEFAULTS)
    (battery,) = (one.id for one in units if one.name == "25-pdrs")
    full = next(line.noted["ammunition"] for line in TABLETOP.muster(own, DEFAULTS).lines if line.unit == battery)
    return told, full, next(one.aftermath["ammunition"] for one in told.ends if one.unit == battery)


@pytest.mark.rule("NQM-ORDERS-07", "NQM-SEQ-05")
def test_a_resolved_fight_with_and_without_them() -> None:
    fights = {
        hours: [fought(f"release {n}", hours) for n in range(8)]
        for hours in (None, Release(NOW, 7200), Release(NOW.plus(2)))
    }
    at_once, late, never = fights.values()
    assert any(left < full for _, full, left in at_once)
    assert all(left == full for _, full, left in never), "not released before it is over"
    assert sum(left for *_, left in at_once) < sum(left for *_, left in never)
    for told, full, left in late:
        lines = [line.strip() for line in told.report]
        reached = lines.index("Hour 3, 08:00.") if "Hour 3, 08:00." in lines else len(lines)
        assert lines[reached + 1 : reached + 2] in ([], ["25-pdrs is released and fires for those it supports."])
        assert not any("25-pdrs (" in line for line in lines[:reached])
        assert reached < len(lines) or left == full
    assert any(left < full for _, full, left in late)
    assert not any("is released" in line for told, *_ in (*at_once, *never) for line in told.report)


def printed(released: Release | None, how: Support = DS) -> SheetBody:
    own = force(
        infantry("Scots", command=FIRST, organic=FIRST),
        infantry("Rifles", command=SECOND, organic=SECOND),
        lent(how, released),
    )
    scene = Scene(own, (german(infantry, "Lehr"),), NOW, (TurnSky(NOW),), start_hour=4)
    return sheet(scene, DEFAULTS)


def said(body: SheetBody) -> tuple[list[str], list[str]]:
    """What the commands say of guns, and the guns' own row."""
    commands = [fact.text for block in body.blocks for fact in block.facts if fact.label == "Guns"]
    row = next(row for block in body.blocks for row in block.rows if row.name == "25-pdrs")
    return commands, [f"{fact.label}: {fact.text}" for fact in row.facts]


@pytest.mark.rule("NQM-ORDERS-07", "NQM-ORG-05")
def test_the_sheet_says_from_when() -> None:
    commands, row = said(printed(Release(NOW, 7200)))
    assert commands == ["25-pdrs (DS from 06:00)", "25-pdrs (until 06:00)"]
    assert row == ["Released: fires for the units it supports from 06:00, until then only for its own command"]
    assert said(printed(Release(NOW, 7200), UC))[0] == ["25-pdrs (UC from 06:00)", "25-pdrs (until 06:00)"]
    assert said(printed(Release(NOW.plus(5))))[0][0] == "25-pdrs (DS from hour 31)", "beyond the day's hours"


@pytest.mark.parametrize("released", [None, Release(NOW, 0), Release(NOW.plus(-1), 7200)])
def test_of_guns_that_are_released_it_says_nothing(released: Release | None) -> None:
    commands, row = said(printed(released))
    assert commands == ["25-pdrs (DS)", "25-pdrs (DS)"]
    assert row == []


def test_a_call_says_from_when() -> None:
    told = str(call_of(IS, ("1st Brigade",), "Div Arty", "1st Division", "16 May, 06:00"))
    assert told.startswith(
        "in support of 1st Brigade from 16 May, 06:00; 1st Brigade may call on it, fire comes in the hour after it is asked for"
    )


# under Operation Brevity, whose turns have no hours ------------------------------------------------------------------
@pytest.mark.rule("NQM-ORDERS-07")
@pytest.mark.parametrize(
    ("released", "turn"),
    [
        (None, 0),
        (Release(Moment(1, 1), 7200), 0),
        (Release(Moment(1, 2)), 0),
        (Release(Moment(1, 2), 7200), 2),
        (Release(Moment(1, 3)), 2),
        (Release(Moment(1, 3), 1), 3),
    ],
)
def test_a_turn_of_brevity_has_no_hours_so_they_support_from_the_turn_after(
    released: Release | None, turn: int
) -> None:
    lend = battery(NEAR, 2, "Lent", supports=1, support=DS, released=released)
    on = deployed(
        scene(side(NEAR, battalion(NEAR, 1, "N"), lend), side(FAR, battalion(FAR, 9, "F"))),
        Layout(Ground(96, 72)),
        DEFAULTS,
    )
    (model,) = (one for one in on.models[0] if one.name == "Lent")
    assert (model.released, model.supports) == (turn, 2 if turn else 1)


@pytest.mark.rule("NQM-ORDERS-07")
def test_a_fight_of_brevity_has_them_fire_for_others_from_that_turn() -> None:
    lend = battery(NEAR, 2, "Lent", supports=1, support=DS, released=Release(Moment(1, 2), 7200))
    near, spots = side(NEAR, battalion(NEAR, 1, "N"), lend), {"N": (20, 40), "Lent": (20, 4), "F": (60, 66)}
    lines = [line.strip() for line in brevity_fight(near, side(FAR, battalion(FAR, 9, "F")), spots, turns=2).report]
    assert lines[lines.index("Turn 2, day.") + 1] == "Lent is released and supports others."
    fires = {
        move: any("Artillery: Lent on F" in line for line in lines[lines.index(move) :][:2])
        for move in lines
        if line_of_first(move)
    }
    assert fires == {"Move 1: Brigade 1 (Allied).": False, "Move 4: Brigade 1 (Allied).": True}


def line_of_first(line: str) -> bool:
    """A move of the command that the guns were lent to."""
    return line.startswith("Move") and "Brigade 1" in line
