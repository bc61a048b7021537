"""What befell a part of a battalion is not given to the whole: one captured stand leaves its battalion, and every end of
a battalion is one that a campaign can hold (OB-SIZE-06, OB-CAS-09, HEX-MAP-08, HEX-MAP-11, BGC-BACK-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.journal.soundness import World, positions, strengths
from campaign.journal.state import State as Rows
from campaign.model import Battalion
from campaign.resolve.brevity.deployment import deploy, ends
from campaign.resolve.brevity.field import Field as OnTable
from campaign.resolve.brevity.ground import Ground
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.brigadier.battle import losses_of
from campaign.resolve.hexes.engagement import end_of
from campaign.resolve.hexes.field import Fall
from campaign.rows.images import sheet
from campaign.rows.table_rules import broken
from campaign.rules.common.force import Command, Strength, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import UnitEnd
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.strength import BANDS, after_losses
from campaign.rules.returns.check import check, effects
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Printed, PrintedLine
from campaign.rules.tabletop.brigadier.returns import end_state
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.rules.tabletop.interface import playable, tabletop
from campaign.situation.army import put, set_state
from campaign.terms.forces import Size
from campaign.terms.position import AtPlace
from campaign.terms.return_box import Field, FieldKind
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.return_foot import Ending
from tests.laws import tried
from tests.rules.brigading import BOOK, laid
from tests.rules.fighting import FAR, NEAR, battalion, force, scene
from tests.rules.forces import force as one_side
from tests.rules.forces import infantry, tanks
from tests.rules.hexing import house, piece

PLACE = 7


@cache
def refused(before: State, after: State, strength: Strength, *, resting: bool, dug_in: int = 0) -> tuple[str, ...]:
    """What the tables, and the rules of soundness, have against a battalion that ends so; it is put down as a settled
    battle is."""
    written = sheet(Battalion)
    values: dict[str, Any] = {**written.blank, "key": "1", "name": "1st", "short": "1", "equipment_list": []}
    values |= dict.fromkeys(("side_id", "organic_id", "nation_id", "present_id"), 1)
    values |= {
        name: next(iter(field.from_json.__closure__[0].cell_contents))  # type: ignore[index]
        for name, field in written.by_attribute.items()
        if values.get(name) is None and field.needed and field in written.converted
    }
    values |= {"direct_in": 8, "weapon": "infantry"}
    row = Battalion(campaign_id=1, id=2, **values)
    set_state(row, before)
    put(row, AtPlace(PLACE))
    full = Strength(800, 40, 20)
    row.men_establishment, row.vehicles_establishment, row.guns_establishment = full.men, full.vehicles, full.guns
    set_state(row, after)
    row.men, row.vehicles, row.guns = strength.men, strength.vehicles, strength.guns
    row.resting, row.dug_in_turns = resting, dug_in
    if not after.is_in_play:
        put(row, None)
        row.destroyed_day, row.destroyed_turn = 1, 2
    journal = {field.column: field.to_json(getattr(row, field.attribute)) for field in written.fields}
    state = Rows()
    state.rows["battalion"] = {2: journal}
    world = World(state, 3)
    return (
        *(says for _, says in broken(written, {2: journal})),
        *(text for rule in (positions, strengths) for _, _, text in rule(world)),
    )


def accepted(end: UnitEnd, *, was_resting: bool = False) -> None:
    """Assert what holds for every end: it is no better than the beginning, and a campaign can hold it."""
    assert end.after.severity >= end.before.severity
    assert end.resting is None or end.after.is_in_play, "nobody rests who is lost"
    full = Strength(800, 40, 20)
    strength = after_losses(end.after, full, full, BANDS)
    resting = (was_resting if end.resting is None else end.resting) and end.after.is_in_play
    assert refused(end.before, end.after, strength, resting=resting) == ()


# Brevity -------------------------------------------------------------------------------------------------------------
FATES = {"fresh": None, "spent": State.SPENT, "destroyed": State.DESTROYED, "captured": State.CAPTURED}


@cache
def table(*units: Unit) -> tuple[OnTable, tuple[bool, ...]]:
    """A table with these battalions on it, and which of their stands are spent from the start."""
    on = deploy(scene(force(NEAR, *units), force(FAR, battalion(FAR, 21, "Foe"))), Layout(Ground(96, 72)), DEFAULTS)
    return on, tuple(model.spent for model in on.models[0])


def fought(units: tuple[Unit, ...], fates: tuple[str, ...], rests: tuple[bool, ...]) -> list[UnitEnd]:
    """The ends of these battalions, whose stands fared so."""
    on, spent = table(*units)
    for model, was_spent, fate, resting in zip(on.models[0], spent, fates, rests, strict=True):
        model.resting, model.spent = resting, was_spent or fate == "spent"
        model.fate = FATES[fate] if fate in ("destroyed", "captured") else None
    return [end for end in ends(on) if end.unit in {unit.id for unit in units}]


@cache
def of_stands(count: int, **changes: Any) -> Unit:
    """A battalion of so many stands: normal, large, or a reconnaissance battalion broken into companies."""
    if count < 3:
        return battalion(NEAR, 11, "1st", size=(Size.NORMAL, Size.LARGE)[count - 1], **changes)
    return battalion(NEAR, 11, "1st", size=Size.COMPANY, recce_companies=count, **changes)


@pytest.mark.rule("OB-SIZE-06", "OB-CAS-09", "OB-REC-01", "OB-REG-04")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_battalion_of_stands_is_captured_only_if_all_are(count: int) -> None:
    for fates in product(FATES, repeat=count):
        for resting in (False, True):
            for rests in {(False,) * count, (True,) * count, (True, *(False,) * (count - 1))}:
                (end,) = fought((of_stands(count, resting=resting),), fates, rests)
                accepted(end, was_resting=resting)
                gone = {fate for fate in fates if fate in ("destroyed", "captured")}
                left = [rest for rest, fate in zip(rests, fates, strict=True) if fate in ("fresh", "spent")]
                expected = (
                    (State.CAPTURED if gone == {"captured"} else State.DESTROYED)
                    if not left
                    else State.FRESH
                    if set(fates) == {"fresh"}
                    else State.SPENT
                )
                assert end.after is expected, fates
                rest_now = resting if end.resting is None else end.resting
                assert not left or rest_now is all(left), (fates, rests, "it rests if all that is left of it does")


@pytest.mark.rule("OB-SIZE-04", "OB-CAS-09")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_companies_that_stood_as_one_end_as_their_stand_did(count: int) -> None:
    units = tuple(battalion(NEAR, 11, f"Coy {n}", size=Size.COMPANY) for n in range(count))
    for fate, rests in product(FATES, (False, True)):
        made = fought(units, (fate,), (rests,))
        assert len(made) == count
        for end in made:
            accepted(end)
        states = [end.after for end in made]
        if fate in ("destroyed", "captured"):
            assert set(states) == {FATES[fate]}
        else:
            assert states.count(State.SPENT) == ((count + 1) // 2 if fate == "spent" else 0)


# Hexes ---------------------------------------------------------------------------------------------------------------
PARTS = ("unhurt", "hit", "nearly out", "out", "out and surrounded", "out later", "out later and surrounded", "left")


def _part(n: int, how: str, unit: Unit) -> Any:
    hits = {"unhurt": 0, "hit": 1, "nearly out": 8, "left": 0}.get(how, 9)
    made = piece(f"{n}", 0, UnitType.MOTORISED, unit=unit.id, hits=hits, hurt=hits > 0, has_left=how == "left")
    if how.startswith("out"):
        made.fall = Fall(5 if "later" in how else 3, "surrounded" in how)
    return made


@pytest.mark.rule("HEX-MAP-08", "HEX-MAP-11", "HEX-MAP-10")
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_battalion_of_hex_units_is_captured_only_if_all_that_was_left_of_it_is(count: int) -> None:
    unit = infantry("1st")
    ways = product(PARTS, repeat=count) if count < 4 else product(PARTS[1:], repeat=4)
    for how in ways:
        pieces = [_part(n, one, unit) for n, one in enumerate(how)]
        end = end_of(unit, pieces, DEFAULTS if count < 3 else house(scale="company"))
        accepted(end)
        out = [one for one in how if one.startswith("out")]
        last = [one for one in out if "later" in one] or out
        caught = len(out) == count and all("surrounded" in one for one in last)
        assert (end.after is State.CAPTURED) is caught, how
        present = [one for one in how if not one.startswith("out") and one != "left"]
        on_foot = bool(present) and "unhurt" not in present
        assert end.aftermath.get("trucks_lost", 0) == on_foot, how


# Brigadier -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-BACK-03", "BGC-TAB-21")
def test_a_battalion_of_platoons_is_captured_if_most_of_its_loss_surrendered() -> None:
    bases = [base for base in laid().bases if base.side == 0]
    unit = bases[0].battalion.unit
    noted = (
        tabletop("brigadier")
        .muster(replace(one_side(unit), commands=(Command(unit.command, "c", "C", unit.nation),)), BOOK)
        .lines[0]
        .noted
    )
    for taken, removed in product(range(len(bases) + 1), repeat=2):
        if taken + removed > len(bases):
            continue
        for n, base in enumerate(bases):
            base.surrendered = n < taken
            base.count = replace(base.count, kills=4 if taken <= n < taken + removed else 0)
        after = end_state(losses_of(bases), noted, BOOK)
        accepted(UnitEnd(unit.id, unit.state, after))
        assert after is not State.CAPTURED or taken > removed, (taken, removed)
        assert after is State.CAPTURED or taken < len(bases)


# Typed returns -------------------------------------------------------------------------------------------------------
def _values(fields: tuple[Field, ...], noted: Mapping[str, int]) -> st.SearchStrategy[dict[str, Any]]:
    """What players may write in these columns, right or wrong."""

    def one(field: Field) -> st.SearchStrategy[Any]:
        if field.kind is FieldKind.TICK:
            return st.booleans()
        return st.integers(0, noted.get(field.limit, field.most or 4)) | st.just(noted.get(field.limit, 2))

    columns = {field.key: one(field) for field in fields if field.kind in (FieldKind.TICK, FieldKind.NUMBER)}
    return st.lists(st.sampled_from(sorted(columns)), max_size=2, unique=True).flatmap(
        lambda keys: st.fixed_dictionaries({key: columns[key] for key in keys})
    )


UNITS = {
    "normal": infantry("1st"),
    "large": infantry("2nd", size=Size.LARGE),
    "spent": infantry("3rd", size=Size.LARGE, state=State.SPENT),
    "company": infantry("4th", size=Size.COMPANY),
    "tanks": tanks("5th", size=Size.LARGE),
}


def _books(key: str) -> Iterator[Rulebook]:
    yield BOOK if key == "brigadier" else DEFAULTS
    if key == "hexes":
        yield house(scale="company")


@pytest.mark.parametrize("key", playable())
@tried(12, long=200)
@given(data=st.data())
def test_every_return_that_is_taken_gives_ends_that_a_campaign_can_hold(key: str, data: st.DataObject) -> None:
    unit, book = UNITS[data.draw(st.sampled_from(sorted(UNITS)))], data.draw(st.sampled_from(list(_books(key))))
    judge = tabletop(key)
    made = judge.muster(one_side(unit), book).lines[0]
    was = PrintedLine(
        1, unit.id, unit.name, unit.state, "A", establishment=Strength(800, 40, 20), strength=Strength(700, 35, 18),
        noted=made.noted, stands=made.stands,
    )  # fmt: skip
    printed = Printed("X", "side1", ("side1", "side2"), (was,), Moment(1, 2))
    fields = judge.fields(book)
    whole = data.draw(_values(fields.line, made.noted))
    parts = {
        stand.key: data.draw(_values(fields.stand, {"count": stand.count, "whole": stand.full or stand.count}))
        for stand in (made.stands if fields.stand and data.draw(st.booleans()) else ())
    }
    filed = Filed("X", "side1", (FiledLine(1, whole, parts),), Foot(ending=Ending.FINISHED))
    if check(filed, printed, judge, book):
        return
    (effect,) = effects(filed, printed, judge, book)
    assert effect.after.severity >= effect.before.severity
    resting = bool(filed.lines[0].resting) and effect.after.is_in_play
    after, strength = effect.after, effect.strength_after
    assert refused(effect.before, after, strength, resting=resting, dug_in=effect.dug_in_turns) == ()
