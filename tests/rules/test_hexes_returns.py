"""The return of a hex fight: what hits mean, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.force import Force, Strength, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns.check import check, effects
from campaign.rules.returns.differ import compare
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Printed, PrintedLine
from campaign.rules.tabletop.hexes.returns import outcome
from campaign.rules.tabletop.hexes.system import TABLETOP
from campaign.terms.forces import Size
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.words.return_foot import Ending
from tests.rules.fighting import battalion
from tests.rules.fighting import force as side_of
from tests.rules.forces import guns
from tests.rules.hexing import house

FULL = Strength(800, 60, 0)


def printed(force: Force, book: Rulebook = DEFAULTS) -> Printed:
    units = {unit.id: unit for unit in force.units}
    lines = tuple(
        PrintedLine(
            line.number,
            line.unit,
            line.name,
            units[line.unit].state,
            "A",
            establishment=FULL,
            strength=FULL,
            noted=line.noted,
            stands=line.stands,
        )
        for line in TABLETOP.muster(force, book).lines
    )
    return Printed("HX", "side1", ("side1", "side2"), lines, Moment(1, 2))


def form(*units: Unit, book: Rulebook = DEFAULTS) -> Printed:
    return printed(side_of(1, *units), book)


def filed(*lines: FiledLine, unharmed: bool = False, **side: Any) -> Filed:
    return Filed("HX", "side1", lines, Foot(ending=Ending.FINISHED, all_other_lines_unharmed=unharmed, side=side))


def line(**written: Any) -> FiledLine:
    return FiledLine(1, written)


def faults(what: FiledLine, on: Printed, book: Rulebook = DEFAULTS) -> str:
    return "; ".join(map(str, check(filed(what), on, TABLETOP, book)))


def state(what: FiledLine, on: Printed, book: Rulebook = DEFAULTS) -> State:
    assert not faults(what, on, book)
    return effects(filed(what), on, TABLETOP, book)[0].after


NORMAL, WEAK, SPENT = (
    battalion(1, 1, "1st"),
    battalion(1, 1, "2nd", size=Size.WEAK),
    battalion(1, 1, "3rd", state=State.SPENT),
)


@pytest.mark.rule("HEX-MAP-06", "HEX-MAP-07", "HEX-MAP-12")
@pytest.mark.parametrize(
    ("unit", "hits", "after"),
    [
        (NORMAL, 0, "fresh"),
        (NORMAL, 4, "fresh"),
        (NORMAL, 5, "spent"),
        (NORMAL, 8, "spent"),
        (NORMAL, 9, "destroyed"),
        (WEAK, 2, "fresh"),
        (WEAK, 3, "spent"),
        (WEAK, 4, "spent"),
        (WEAK, 5, "destroyed"),
        (SPENT, 5, "spent"),
        (SPENT, 8, "spent"),
        (SPENT, 9, "destroyed"),
    ],
)
def test_hits_at_the_end_and_the_state_they_mean(unit: Unit, hits: int, after: str) -> None:
    assert state(line(hits=hits), form(unit)).value == after


@pytest.mark.rule("HEX-MAP-07", "HEX-MAP-10")
def test_what_another_battle_of_the_day_may_begin_with() -> None:
    on = form(NORMAL)
    assert dict(outcome(line(hits=3), on.lines[0], DEFAULTS).aftermath) == {"hits": 3}
    assert dict(outcome(line(hits=3, trucks_lost=True), on.lines[0], DEFAULTS).aftermath) == {
        "hits": 3,
        "trucks_lost": 1,
    }
    assert dict(outcome(line(), form(SPENT).lines[0], DEFAULTS).aftermath) == {"hits": 5}, (
        "as it began, where nothing is written"
    )
    one = FiledLine(1, {}, {on.lines[0].stands[0].key: {"hits": 2}})
    assert dict(outcome(one, on.lines[0], DEFAULTS).aftermath) == {"hits": 2}


@pytest.mark.rule("HEX-MAP-12")
def test_the_losses_of_a_line_are_those_that_must_not_stand_on_an_unharmed_one() -> None:
    losses = {one.key for one in TABLETOP.fields(DEFAULTS).line if one.loss}
    assert losses == {"hits", "units_out", "out_in_turn"}, "a tick alone takes nobody away"


@pytest.mark.rule("HEX-MAP-08", "HEX-MAP-12")
def test_eliminated_and_surrounded_is_captured() -> None:
    assert state(line(hits=9, out_in_turn=7), form(NORMAL)) is State.DESTROYED
    assert state(line(hits=9, out_in_turn=7, surrounded=True), form(NORMAL)) is State.CAPTURED


@pytest.mark.rule("HEX-ELIM-02", "HEX-MAP-12")
@pytest.mark.parametrize(
    ("unit", "written", "text"),
    [
        (NORMAL, {"hits": 10}, "10 hits is more than the 9 in the battle"),
        (WEAK, {"hits": 6}, "6 hits is more than the 5 in the battle"),
        (NORMAL, {"hits": -1}, "-1 hits is not possible. Write 0 or more"),
        (SPENT, {"hits": 4}, "4 hits is fewer than the 5 at the start"),
        (NORMAL, {"unchanged": True, "hits": 3}, "contradict each other"),
        (NORMAL, {"hits": 5, "surrounded": True}, "ticked as surrounded, but it is not destroyed"),
        (NORMAL, {"hits": 5, "out_in_turn": 4}, "it is eliminated, but has only 5 of 9 hits. Write 9 hits"),
        (NORMAL, {"hits": 9, "out_in_turn": 40}, "is not possible. Write 0 to 15"),
        (NORMAL, {"units_out": 2, "hits": 9}, "2 units out is more than the 1 it has"),
        (
            battalion(1, 1, "gone", state=State.DESTROYED),
            {"hits": 3},
            "was destroyed before the battle, so it cannot have fought",
        ),
        (battalion(1, 1, "gone", state=State.DESTROYED), {"hits": 3}, "no unit on the table, so it cannot have hits"),
        (battalion(1, 1, "guns", guns, size=Size.NORMAL), {"hits": 3}, "off the table cannot be hit"),
    ],
)
def test_what_cannot_be_is_refused(unit: Unit, written: dict[str, Any], text: str) -> None:
    assert text in faults(line(**written), form(unit))


@pytest.mark.rule("HEX-MAP-11")
def test_battalions_of_companies_by_sum_or_unit_by_unit() -> None:
    book = house(scale="company")
    on = form(NORMAL, book=book)
    assert on.lines[0].noted == {"hits": 0, "capacity": 36}
    assert state(line(hits=14), on, book) is State.FRESH
    assert state(line(hits=19), on, book) is State.SPENT
    assert state(line(hits=18, units_out=2), on, book) is State.SPENT
    assert state(line(hits=28, units_out=3), on, book) is State.DESTROYED
    keys = [stand.key for stand in on.lines[0].stands]
    each = {key: {"hits": hits} for key, hits in zip(keys, (9, 9, 0, 0), strict=True)}
    assert state(FiledLine(1, {}, each), on, book) is State.SPENT
    assert "20 hits is too few: 3 units out means at least 27 hits" in faults(line(hits=20, units_out=3), on, book)
    assert "10 hits is more than the 9 in the battle" in faults(FiledLine(1, {}, {"a": {"hits": 10}}), on, book)


@pytest.mark.rule("HEX-MAP-12")
def test_turns_played_must_agree() -> None:
    fields = TABLETOP.fields(DEFAULTS)
    one, other = filed(line(unchanged=True), turns_played=7), filed(line(unchanged=True), turns_played=9)
    assert [f"{point.subject}: {point.first} / {point.second}" for point in compare(one, other, fields)] == [
        "turns played: 7 / 9"
    ]
    assert compare(one, one, fields) == ()


@given(
    hits=st.integers(-5, 40),
    out=st.integers(-2, 9),
    surrounded=st.booleans(),
    size=st.sampled_from(list(Size)),
    spent=st.booleans(),
    scale=st.booleans(),
)
def test_no_return_ever_improves_anything(
    hits: int, out: int, surrounded: bool, size: Size, spent: bool, scale: bool
) -> None:
    book = house(scale="company" if scale else "battalion")
    on = form(battalion(1, 1, "any", size=size, state=State.SPENT if spent else State.FRESH), book=book)
    what = line(hits=hits, units_out=out, surrounded=surrounded)
    check(filed(what), on, TABLETOP, book)
    done = effects(filed(what), on, TABLETOP, book)[0]
    assert done.after.severity >= done.before.severity
    assert done.strength_after.men <= on.lines[0].strength.men


def test_a_force_that_is_returned_untouched_is_as_it_was_and_one_wiped_out_is_destroyed() -> None:
    for book in (DEFAULTS, house(scale="company")):
        on = form(NORMAL, WEAK, SPENT, book=book)
        same = effects(filed(unharmed=True), on, TABLETOP, book)
        assert all(one.after is one.before for one in same)
        assert [one.strength_after for one in same] == [one.strength for one in on.lines]
        wiped = filed(*(FiledLine(one.line, {"hits": one.noted["capacity"]}) for one in on.lines))
        assert check(wiped, on, TABLETOP, book) == ()
        assert all(one.after is State.DESTROYED for one in effects(wiped, on, TABLETOP, book))
