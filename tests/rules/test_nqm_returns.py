"""The return of Not Quite Mechanised: the state that points and pins make, and what no return can say."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.dice import Scripted, Seeded, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns.check import check, effects
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Printed, PrintedLine
from campaign.rules.tabletop.interface import playable
from campaign.rules.tabletop.nqm import returns
from campaign.rules.tabletop.nqm.muster import muster
from campaign.rules.tabletop.nqm.returns import Losses, state_of
from campaign.rules.tabletop.nqm.system import TABLETOP
from campaign.terms.forces import Size
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.words.return_foot import Ending
from tests.laws import tried
from tests.rules.forces import force, infantry, tanks

ORDER = [State.FRESH, State.SPENT, State.DESTROYED, State.CAPTURED]


def printed_line(state: State = State.FRESH, size: Size = Size.NORMAL, **changes: Any) -> PrintedLine:
    unit = infantry(state=state, size=size, **changes)
    line = muster(force(unit), DEFAULTS).lines[0]
    return PrintedLine(
        1,
        unit.id,
        unit.name,
        state,
        "a",
        establishment=unit.establishment,
        strength=unit.strength,
        noted=line.noted,
        stands=line.stands,
    )


def outcome(was: PrintedLine, *faces: int, **written: Any) -> State:
    dice = Tape(Scripted(faces), Moment(1, 2)) if faces else None
    return TABLETOP.outcome(FiledLine(1, written), was, DEFAULTS, dice).state


def said(was: PrintedLine, **written: Any) -> str:
    line = FiledLine(1, written)
    printed = Printed(code="X", side="Allied", sides=("Allied", "Axis"), lines=(was,), began=Moment(1, 2))
    filed = Filed("X", "Allied", (line,), Foot(all_other_lines_unharmed=True, ending=Ending.FINISHED))
    return "; ".join(str(one) for one in check(filed, printed, TABLETOP, DEFAULTS))


def test_it_can_be_played() -> None:
    assert "nqm" in playable()
    assert TABLETOP.system.key == "nqm"


@pytest.mark.parametrize(
    ("points", "lost", "state"),
    [
        (15, 0, State.FRESH),
        (15, 2, State.FRESH),
        (15, 3, State.SPENT),
        (15, 4, State.SPENT),
        (15, 5, State.DESTROYED),
        (7, 1, State.FRESH),
        (7, 2, State.SPENT),
        (7, 3, State.DESTROYED),
        (3, 1, State.SPENT),
        (3, 2, State.DESTROYED),
        (20, 3, State.SPENT),
        (20, 6, State.DESTROYED),
        (1, 1, State.DESTROYED),
    ],
)
def test_states_by_points_lost(points: int, lost: int, state: State) -> None:
    assert state_of(Losses(points, lost), DEFAULTS) is state


def test_house_rules_of_the_thresholds() -> None:
    assert state_of(Losses(15, 2), DEFAULTS.with_setting("nqm.return.spent_percent", 10)) is State.SPENT
    assert state_of(Losses(15, 5), DEFAULTS.with_setting("nqm.return.destroyed_percent", 40)) is State.SPENT
    assert state_of(Losses(15, 5), DEFAULTS.with_setting("nqm.return.destroyed_points", 6)) is State.SPENT


@pytest.mark.rule("NQM-CAS-11", "NQM-CAS-12", "NQM-REORG-12", "NQM-REORG-13")
@pytest.mark.parametrize(
    ("red", "black", "faces", "stay"),
    [
        (8, 0, (), 2),
        (5, 0, (4,), 1),
        (5, 0, (3, 4), 1),
        (5, 0, (3, 3), 2),
        (0, 3, (4,), 1),
        (0, 3, (3,), 2),
        (4, 2, (), 2),
        (0, 0, (), 0),
    ],
)
def test_pins_are_halved_twice_and_the_odd_ones_rolled(red: int, black: int, faces: tuple[int, ...], stay: int) -> None:
    assert returns.stay_on(red, black, "x", Tape(Scripted(faces), Moment(1, 2)), DEFAULTS) == stay


@pytest.mark.rule("NQM-CAS-12", "NQM-AMB-96")
def test_outcomes() -> None:
    fresh = printed_line()
    assert outcome(fresh, points_lost=2) is State.FRESH
    assert outcome(fresh, points_lost=3) is State.SPENT
    assert outcome(fresh, red_pins=4) is State.FRESH
    assert outcome(fresh, red_pins=12) is State.SPENT
    assert outcome(fresh, points_lost=2, red_pins=12) is State.DESTROYED
    assert outcome(fresh, surrendered=True) is State.CAPTURED
    assert outcome(fresh, dispersed=True) is State.SPENT
    assert outcome(fresh, points_lost=15) is State.DESTROYED


def test_odd_pins_stay_on_until_somebody_rolls() -> None:
    fresh = printed_line()
    assert outcome(fresh, points_lost=2, red_pins=1) is State.SPENT
    assert outcome(fresh, 4, points_lost=2, red_pins=1) is State.FRESH


@pytest.mark.parametrize("size", [Size.NORMAL, Size.WEAK, Size.COMPANY])
@pytest.mark.parametrize("state", [State.FRESH, State.SPENT])
def test_a_battalion_that_nothing_befell_is_as_it_was(state: State, size: Size) -> None:
    was = printed_line(state, size)
    assert outcome(was) in (state, State.FRESH)
    assert outcome(was, black_pins=was.noted["black"]) is state
    printed = Printed(code="X", side="Allied", sides=("Allied", "Axis"), lines=(was,), began=Moment(1, 2))
    filed = Filed("X", "Allied", (FiledLine(1, {"unchanged": True}),), Foot(ending=Ending.FINISHED))
    assert check(filed, printed, TABLETOP, DEFAULTS) == ()
    effect = effects(filed, printed, TABLETOP, DEFAULTS)[0]
    assert (effect.after, effect.strength_after) == (state, was.strength)


@tried(12, long=200)
@given(
    st.sampled_from([State.FRESH, State.SPENT]),
    st.dictionaries(
        st.sampled_from(
            [
                "points_lost",
                "black_pins",
                "red_pins",
                "surrendered",
                "dispersed",
                "disorganised",
                "ammunition",
                "nonsense",
            ]
        ),
        st.one_of(st.integers(-5, 99), st.booleans(), st.text(max_size=3)),
    ),
    st.booleans(),
)
def test_whatever_is_written_the_outcome_is_never_an_error_and_never_an_improvement(
    state: State, written: dict[str, Any], rolled: bool
) -> None:
    was = printed_line(state)
    line = FiledLine(1, written)
    TABLETOP.outcome(line, was, DEFAULTS, Tape(Seeded("x"), Moment(1, 2)) if rolled else None)
    list(TABLETOP.line_faults(line, was, DEFAULTS))
    printed = Printed(code="X", side="Allied", sides=("Allied", "Axis"), lines=(was,), began=Moment(1, 2))
    effect = effects(Filed("X", "Allied", (line,), Foot()), printed, TABLETOP, DEFAULTS)[0]
    assert ORDER.index(effect.after) >= ORDER.index(state)
    assert effect.strength_after.men <= was.strength.men


@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 40))
def test_more_losses_never_make_a_better_state(points: int, lost: int, more: int) -> None:
    first = state_of(Losses(points, min(lost, points)), DEFAULTS)
    second = state_of(Losses(points, min(lost + more, points)), DEFAULTS)
    assert ORDER.index(second) >= ORDER.index(first)


# Refused -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("state", "written", "fault"),
    [
        (State.FRESH, {"points_lost": 16}, "is more than the 15 in the battle"),
        (State.FRESH, {"points_lost": 10, "red_pins": 6}, "make 16 points, but it began the battle with 15"),
        (State.FRESH, {"points_lost": -1}, "-1 points lost is not possible"),
        (State.SPENT, {"points_lost": 0, "black_pins": 1}, "began with 3"),
        (State.SPENT, {"unchanged": True, "black_pins": 5}, "unchanged"),
        (State.FRESH, {"unchanged": True, "points_lost": 2}, "contradict"),
        (State.FRESH, {"surrendered": True, "dispersed": True}, "contradict"),
        (State.FRESH, {"surrendered": True, "disorganised": True}, "contradict"),
        (State.FRESH, {"surrendered": True, "ammunition": 5}, "lost completely"),
        (State.FRESH, {"surrendered": True, "dug_in": 2}, "dug in"),
        (State.FRESH, {"dispersed": True, "dug_in": 2}, "dispersed and dug in"),
        (State.FRESH, {"dispersed": True, "points_lost": 15}, "all its points are gone"),
        (State.FRESH, {"points_lost": 1, "ammunition": 99}, "is more than the 15 in the battle"),
    ],
)
def test_returns_that_cannot_be(state: State, written: dict[str, Any], fault: str) -> None:
    assert fault in said(printed_line(state), **written)


def test_a_lost_headquarters_must_have_been_there() -> None:
    unit = tanks()
    line = muster(force(unit), DEFAULTS).lines[0]
    was = PrintedLine(1, unit.id, unit.name, State.FRESH, "a", noted=line.noted, stands=line.stands)
    assert "no command figure" in said(was, headquarters_hit=True)
    assert "no command figure" not in said(printed_line(), headquarters_hit=True)


def test_a_good_return_has_no_faults() -> None:
    assert said(printed_line(), points_lost=3, red_pins=2, black_pins=1, disorganised=True, ammunition=4) == ""
    assert said(printed_line(State.SPENT), points_lost=1, black_pins=3) == ""


def test_a_return_stand_by_stand() -> None:
    was = printed_line()
    line = FiledLine(1, {}, {"a": {"points_lost": 3}, "b": {"red_pins": 2}})
    assert TABLETOP.outcome(line, was, DEFAULTS).state is State.SPENT
    printed = Printed(code="X", side="Allied", sides=("Allied", "Axis"), lines=(was,), began=Moment(1, 2))
    foot = Foot(ending=Ending.FINISHED)
    assert check(Filed("X", "Allied", (line,), foot), printed, TABLETOP, DEFAULTS) == ()
    hit_when_gone = FiledLine(1, {}, {"a": {"points_lost": 3, "red_pins": 1}})
    assert [str(one) for one in check(Filed("X", "Allied", (hit_when_gone,), foot), printed, TABLETOP, DEFAULTS)] == [
        f"line 1: {was.name}: A company: 3 points gone and 1 under pin markers is more than its 3 points"
    ]
    wrong = FiledLine(1, {}, {"a": {"points_lost": 4}})
    assert any(
        "A company" in str(one) for one in check(Filed("X", "Allied", (wrong,), foot), printed, TABLETOP, DEFAULTS)
    )


@pytest.mark.rule("NQM-REORG-12", "NQM-CAS-11")
@pytest.mark.parametrize(
    ("lost", "red", "faces", "said"),
    [
        (5, 5, (3, 5), "5 of 15 points gone, 1 of 5 pins stay on (odd pins: 3, 5): 6 of 15 out, 40 %, destroyed"),
        (0, 3, (4,), "0 of 3 pins stay on (odd pins: 4, 6): 0 of 15 out, 0 %, fresh"),
        (3, 0, (), "3 of 15 points gone: 3 of 15 out, 20 %, spent"),
        (0, 0, (), ""),
    ],
)
def test_what_a_line_came_to_is_said_with_its_dice(lost: int, red: int, faces: tuple[int, ...], said: str) -> None:
    """Of 5 red pins 2 come off, the odd one stays on a 3: 3; of these 1, the odd one off on a 5: 1 stays."""
    dice = Tape(Scripted((*faces, 6)), Moment(1, 2))
    line = FiledLine(1, {"points_lost": lost, "red_pins": red})
    assert TABLETOP.outcome(line, printed_line(), DEFAULTS, dice).reason == said


def test_the_form_says_from_what_losses_a_battalion_is_spent_or_destroyed() -> None:
    assert TABLETOP.fields(DEFAULTS).how.endswith(
        "A battalion is spent if 15 % of its points are lost or pinned, and destroyed if 30 % and at least 2 points are."
    )
    assert (
        "A battalion is spent if 20 % of its points"
        in TABLETOP.fields(DEFAULTS.with_setting("nqm.return.spent_percent", 20)).how
    )
