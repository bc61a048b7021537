"""The laws that hold for every tabletop system: the one door, the returns, the muster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.muster import Model, MusterLine, StandKind, added, missing
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.strength import BACK_LOST, BACK_OF
from campaign.rules.returns.check import check, effects
from campaign.rules.returns.differ import compare
from campaign.rules.returns.filed import Fields, Filed, FiledLine, Foot, Printed, PrintedLine, Written
from campaign.rules.tabletop.interface import SYSTEMS, Tabletop, playable, tabletop
from campaign.terms.return_box import UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.words.return_foot import Ending
from tests.rules.forces import force, guns, infantry, tanks

KEYS = sorted(playable())
START = Moment(1, 2)


def mixed(**changes: Any) -> Force:
    """Infantry, tanks, guns; all fresh unless said otherwise."""
    return force(infantry("1st Durham LI", **changes), tanks(**changes), guns(**changes))


def printed_for(door: Tabletop, brought: Force) -> Printed:
    """The form of a force as the campaign prints it."""
    units: dict[int, Unit] = {unit.id: unit for unit in brought.units}
    lines = tuple(_line(stood, units[stood.unit]) for stood in door.muster(brought, DEFAULTS).lines)
    return Printed("CODE", "allied", ("allied", "axis"), lines, START, last=Moment(2, 4))


def _line(stood: MusterLine, unit: Unit) -> PrintedLine:
    return PrintedLine(
        stood.number,
        unit.id,
        unit.name,
        unit.state,
        "A",
        establishment=unit.establishment,
        strength=unit.strength,
        noted=stood.noted,
        stands=stood.stands,
    )


def filed(*lines: FiledLine, **foot: Any) -> Filed:
    given_foot: dict[str, Any] = {"ending": Ending.FINISHED, "all_other_lines_unharmed": True, **foot}
    return Filed("CODE", "allied", lines, Foot(**given_foot))


def test_every_system_of_the_table_has_its_door() -> None:
    assert set(KEYS) == set(SYSTEMS), "the five are equals"
    for key in KEYS:
        assert tabletop(key).system is SYSTEMS[key]


@pytest.mark.parametrize("key", KEYS)
def test_a_muster_has_a_line_for_every_battalion_and_is_the_same_each_time(key: str) -> None:
    door, brought = tabletop(key), mixed()
    muster = door.muster(brought, DEFAULTS)
    assert sorted(line.unit for line in muster.lines) == sorted(unit.id for unit in brought.units)
    assert [line.number for line in muster.lines] == [1, 2, 3]
    assert muster == door.muster(brought, DEFAULTS)
    assert muster.stands > 0 and muster.weight > 0 and all(model.count > 0 for model in muster.models())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("state", [State.FRESH, State.SPENT])
def test_a_force_returned_untouched_is_as_it_was(key: str, state: State) -> None:
    door, brought = tabletop(key), mixed(state=state)
    form = printed_for(door, brought)
    for returned in (
        filed(),
        filed(*(FiledLine(line.line, {UNCHANGED.key: True}) for line in form.lines), all_other_lines_unharmed=False),
    ):
        assert check(returned, form, door, DEFAULTS) == ()
        for effect, was in zip(effects(returned, form, door, DEFAULTS), form.lines, strict=True):
            assert (effect.after, effect.strength_after) == (state, was.strength)
            assert not effect.harmed and not effect.aftermath


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("state", [State.FRESH, State.SPENT])
def test_a_force_wiped_out_is_destroyed(key: str, state: State) -> None:
    """Every loss as high as the form lets it be; batteries that a system leaves off its table are out of reach."""
    door, brought = tabletop(key), mixed(state=state)
    form = printed_for(door, brought)
    there = [line for line in form.lines if any(stand.kind is not StandKind.OFF_TABLE for stand in line.stands)]
    assert len(there) >= 2
    for line in there:
        ends = [effects(filed(FiledLine(line.line, worst)), form, door, DEFAULTS) for worst in _worsts(door, line)]
        after = [effect.after for end in ends for effect in end if effect.line == line.line]
        assert any(not one.is_in_play for one in after), (line.name, line.noted)


def _worsts(door: Tabletop, line: PrintedLine) -> Iterator[dict[str, Written]]:
    """Each loss alone, and all of them together, as much as stood there."""
    losses = [one for one in door.fields(DEFAULTS).line if one.loss]
    most = {one.key: _most(one, line) for one in losses}
    yield from ({key: value} for key, value in most.items() if value)
    yield dict(most)


def _most(one: Field, line: PrintedLine) -> Written:
    if one.kind is FieldKind.TICK:
        return True
    limit = line.noted.get(one.limit, line.noted.get("capacity"))
    return limit if limit is not None else one.most if one.most is not None else 100


def _values(one: Field) -> st.SearchStrategy[Written]:
    if one.kind is FieldKind.TICK:
        return st.booleans()
    return (
        st.integers(-2, 120) if one.kind is FieldKind.NUMBER else st.sampled_from(["", "Musaid", "off by edge C", "B"])
    )


@pytest.mark.parametrize("key", KEYS)
@given(data=st.data())
def test_no_return_improves_a_state_or_adds_a_man(key: str, data: st.DataObject) -> None:
    """Umpire 1.20: whatever is written, faulty or not."""
    door = tabletop(key)
    state = data.draw(st.sampled_from([State.FRESH, State.SPENT]))
    brought = mixed(state=state)
    form, fields = printed_for(door, brought), door.fields(DEFAULTS)
    lines = []
    for line in form.lines:
        chosen = data.draw(st.lists(st.sampled_from(fields.line), unique_by=lambda one: one.key))
        lines.append(FiledLine(line.line, {one.key: data.draw(_values(one)) for one in chosen}))
    returned = filed(*lines)
    check(returned, form, door, DEFAULTS)
    for effect, was in zip(effects(returned, form, door, DEFAULTS), form.lines, strict=True):
        assert effect.after.severity >= effect.before.severity
        for part in ("men", "vehicles", "guns"):
            assert getattr(effect.strength_after, part) <= getattr(was.strength, part)


@pytest.mark.parametrize("key", KEYS)
def test_more_lost_than_stood_there_is_refused(key: str) -> None:
    door = tabletop(key)
    form = printed_for(door, mixed())
    for line in form.lines:
        for one in door.fields(DEFAULTS).line:
            if one.kind is FieldKind.NUMBER and one.limit in line.noted:
                too_many = line.noted[one.limit] + 1
                faults = check(filed(FiledLine(line.line, {one.key: too_many})), form, door, DEFAULTS)
                assert any(fault.line == line.line for fault in faults), (line.name, one.key)


@pytest.mark.parametrize("key", KEYS)
def test_unchanged_and_a_loss_contradict_each_other(key: str) -> None:
    door = tabletop(key)
    form = printed_for(door, mixed())
    line = form.lines[0]
    for one in (one for one in door.fields(DEFAULTS).line if one.loss):
        faults = check(
            filed(FiledLine(line.line, {UNCHANGED.key: True, one.key: _most(one, line) or 1})), form, door, DEFAULTS
        )
        assert any("contradict" in fault.text for fault in faults), one.key


@pytest.mark.parametrize("key", KEYS)
def test_what_is_no_column_of_the_form_is_refused(key: str) -> None:
    door = tabletop(key)
    faults = check(filed(FiledLine(1, {"beer": 3})), printed_for(door, mixed()), door, DEFAULTS)
    assert any("this form does not ask for 'beer'" in fault.text for fault in faults)


def test_two_returns_differ_where_both_sides_must_write_the_same() -> None:
    fields = Fields(
        (UNCHANGED,), side=(Field("turns_played", "turns played", most=30, shared=True), Field("cards", "cards"))
    )
    ours, theirs = filed(side={"turns_played": 9, "cards": 1}), filed(side={"turns_played": 8, "cards": 2})
    assert [f"{point.subject}: {point.first} / {point.second}" for point in compare(ours, theirs, fields)] == [
        "turns played: 9 / 8"
    ]


@pytest.mark.parametrize("key", KEYS)
def test_a_sheet_has_the_lines_of_the_muster_and_a_cell_for_every_column(key: str) -> None:
    door, brought = tabletop(key), mixed()
    scene = Scene(
        brought, tuple(mixed().units), START, (TurnSky(START), TurnSky(START.plus(1))), attacks=True, start_hour=4
    )
    body = door.sheet(scene, DEFAULTS)
    rows = [row for block in body.blocks for row in block.rows]
    assert [row.line for row in rows] == [line.number for line in door.muster(brought, DEFAULTS).lines]
    assert all(len(row.cells) == len(body.columns) and len(row.ticks) == len(body.ticks) for row in rows)
    assert body.tables, "a sheet has its quick reference"


def test_a_club_s_cupboard() -> None:
    wanted = [
        Model("infantry figure", "infantry figures", 24),
        Model("matilda", "Matildas", 3),
        Model("infantry figure", "infantry figures", 24),
    ]
    assert [(one.key, one.count) for one in added(wanted)] == [("infantry figure", 48), ("matilda", 3)]
    assert [
        (one.model.key, one.owned, one.short) for one in missing(wanted, {"Infantry Figure": 40, "Matildas": 5})
    ] == [("infantry figure", 40, 8)]


@pytest.mark.rule("HEX-MAP-06", "BDE-MAP-07", "BGC-BACK-03")
@pytest.mark.parametrize(
    ("key", "written", "words"),
    [
        ("hexes", {"hits": 4}, "4 of 9 hits lost: fresh, the men come back"),
        ("brigade", {"figures_lost": 16}, "16 of 53 figures lost: fresh, the men come back"),
        ("brigadier", {"kills": 5, "wounds": 2}, "5 of 52 kills lost, 2 of 52 wounds lost: fresh, the men come back"),
    ],
)
def test_losses_below_the_threshold_are_told(key: str, written: dict[str, Written], words: str) -> None:
    door = tabletop(key)
    form = printed_for(door, mixed())
    first = effects(filed(FiledLine(form.lines[0].line, written)), form, door, DEFAULTS)[0]
    assert (first.after, first.reason) == (State.FRESH, words)
    assert (first.aftermath[BACK_LOST], first.aftermath[BACK_OF]) == (sum(written.values()), int(words.split()[2]))  # type: ignore[arg-type]
    spent = printed_for(door, mixed(state=State.SPENT))
    untouched = effects(filed(), spent, door, DEFAULTS)
    assert not any(effect.reason or BACK_LOST in effect.aftermath for effect in untouched)
