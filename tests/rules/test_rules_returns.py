"""The Brevity return: faults, effects, disagreements."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.force import Strength
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.strength import state_of
from campaign.rules.returns.check import Effect, Fault
from campaign.rules.returns.check import check as check_return
from campaign.rules.returns.check import effects as effects_of
from campaign.rules.returns.differ import Difference
from campaign.rules.returns.differ import compare as compare_returns
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Printed, PrintedLine, edge_of, ended_in
from campaign.rules.tabletop.brevity.returns import DESTROYED, FIELDS, FRESH, SPENT
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.return_box import SURROUNDED, UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.return_foot import Ending, Fulfilled

BREVITY = tabletop("brevity")
FULL = Strength(1000, 100, 0)
BOXES = [one for one in FIELDS.line if one.kind is FieldKind.TICK]
NAMES = ["22nd Gds Bde HQ", "1st Durham LI", "4th R Tank Regt", "2nd Scots Guards", "3rd Coldstream Guards"]


def printed(**changes: Any) -> Printed:
    lines = tuple(
        PrintedLine(
            n,
            n + 100,
            name,
            State.SPENT if n == 3 else State.FRESH,
            "A",
            is_headquarters=n == 1,
            establishment=FULL,
            strength=FULL,
        )
        for n, name in enumerate(NAMES, 1)
    )
    base = Printed(
        code="BREV-3-GB-7K2",
        side="allied",
        sides=("allied", "axis"),
        lines=lines,
        began=Moment(1, 2),
        commands=(("A", "22nd Guards Brigade Group"), ("B", "7th Armoured Brigade Group")),
        places=(("capuzzo", "Fort Capuzzo"), ("q186", "Point 186"), ("musaid", "Musaid")),
        objectives=("capuzzo", "musaid"),
        works=("via_balbia_cut", "trigh_mined"),
        commanders=("Erskine", "Russell"),
        edges=("A", "B", "C", "D", "E"),
        last=Moment(2, 4),
    )
    return replace(base, **changes)


GOOD_FOOT = Foot(
    clock="09:40",
    turn=3,
    ending=Ending.FINISHED,
    field="allied",
    objectives=(("capuzzo", "allied"), ("musaid", "neither")),
    orders=(("A", Fulfilled.YES),),
    all_other_lines_unharmed=True,
)


def filed(*lines: FiledLine, **foot: Any) -> Filed:
    return Filed("brev-3-gb-7k2", "allied", lines, replace(GOOD_FOOT, **foot))


def crossed(line: int, *ticks: Field, **more: Any) -> FiledLine:
    return FiledLine(line, {**{one.key: True for one in ticks}, **more})


def check(form: Filed, form_printed: Printed) -> tuple[Fault, ...]:
    return check_return(form, form_printed, BREVITY, DEFAULTS)


def effects(form: Filed, form_printed: Printed) -> tuple[Effect, ...]:
    return effects_of(form, form_printed, BREVITY, DEFAULTS)


def compare(first: Filed, second: Filed) -> tuple[Difference, ...]:
    return compare_returns(first, second, FIELDS)


def texts(form: Filed, form_printed: Printed | None = None) -> list[str]:
    return [str(fault) for fault in check(form, form_printed or printed())]


def test_a_good_return_has_no_fault() -> None:
    form = filed(
        crossed(2, SPENT, ended_at="fort capuzzo", attached_to="B", dug_in=1),
        crossed(4, DESTROYED, SURROUNDED, ended_at="off by edge C"),
        commanders_lost=("Erskine",),
        headquarters_lost=(1,),
        works=("trigh_mined",),
        prisoners_taken=120,
        hours_left=2,
    )
    assert check(form, printed()) == ()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (crossed(9, SPENT), "line 9: this form has no line of that number. It has lines 1 to 5"),
        (crossed(2, SPENT, DESTROYED), "line 2: 1st Durham LI: spent, destroyed contradict each other. Tick one"),
        (crossed(2, UNCHANGED, SPENT), "line 2: 1st Durham LI: unchanged, spent contradict each other. Tick one"),
        (
            crossed(2, SURROUNDED),
            "line 2: 1st Durham LI: a battalion is surrounded only if it is also destroyed. Tick both boxes, or neither",
        ),
        (
            crossed(3, FRESH),
            "line 3: 4th R Tank Regt: it was spent before the battle. A return cannot improve a battalion",
        ),
        (crossed(2, UNCHANGED, dug_in=5), "line 2: 1st Durham LI: 5 turns dug in is not possible. Write 0 to 4"),
        (crossed(2, DESTROYED, resting=True), "line 2: 1st Durham LI: destroyed and resting contradict each other"),
        (crossed(2, DESTROYED, dug_in=1), "line 2: 1st Durham LI: destroyed and dug in contradict each other"),
        (
            crossed(2, DESTROYED, attached_to="B"),
            "line 2: 1st Durham LI: a destroyed battalion goes back to its own division, so it cannot be attached",
        ),
        (
            crossed(2, SPENT, ended_at="Fort Capuzo"),
            "line 2: 1st Durham LI: 'Fort Capuzo' is not a place on this form; did you mean Fort Capuzzo?",
        ),
        (
            crossed(2, SPENT, ended_at="off by edge Z"),
            "line 2: 1st Durham LI: 'off by edge Z' is not an edge of this table. The edges are A, B, C, D, E",
        ),
        (crossed(2, SPENT, attached_to="X"), "line 2: 1st Durham LI: 'X' is not a command on this form. Write A, B"),
    ],
)
def test_faults_of_a_line(line: FiledLine, words: str) -> None:
    assert texts(filed(line)) == [words]


def test_destroyed_twice_and_filed_twice() -> None:
    assert texts(filed(crossed(4, DESTROYED), crossed(4, DESTROYED))) == [
        "line 4: 2nd Scots Guards: it is written twice as destroyed. Write it once"
    ]
    assert texts(filed(crossed(4, SPENT), crossed(4, DESTROYED))) == [
        "line 4: 2nd Scots Guards: it is written 2 times. Write it once"
    ]


def test_a_battalion_that_was_gone_before() -> None:
    lines = tuple(replace(line, start_state=State.DESTROYED) if line.line == 4 else line for line in printed().lines)
    assert texts(filed(crossed(4, DESTROYED)), printed(lines=lines)) == [
        "line 4: 2nd Scots Guards: it was destroyed before the battle, so it cannot have fought"
    ]


def test_an_untouched_line_is_unharmed_only_if_the_form_says_so() -> None:
    """Umpire 1.17."""
    form = filed(*(crossed(n, UNCHANGED) for n in (1, 2, 3, 4)), all_other_lines_unharmed=False)
    assert texts(form) == [
        "line 5: 3rd Coldstream Guards is left blank: tick a box, or tick 'all other lines unharmed'"
    ]
    bare = filed(
        *(crossed(n, UNCHANGED) for n in (1, 2, 3, 4)), crossed(5, ended_at="musaid"), all_other_lines_unharmed=False
    )
    assert texts(bare) == ["line 5: 3rd Coldstream Guards: nothing is ticked: tick unchanged, spent or destroyed"]
    assert texts(replace(bare, foot=GOOD_FOOT)) == []


@pytest.mark.parametrize(
    ("foot", "words"),
    [
        ({"clock": "25:00"}, "'25:00' is not a time of day. Write it like 09:40"),
        ({"turn": 5}, "turn 5 does not exist: a day has turns 1 to 4"),
        ({"ending": None}, "the return does not say whether the battle is finished or suspended. Tick one"),
        ({"hours_left": 7}, "7 hours left is not possible: a turn has six"),
        ({"field": "axsi"}, "'axsi' cannot hold the field. Write allied, axis, both; did you mean axis?"),
        (
            {"objectives": (("halfaya", "axis"),)},
            "'halfaya' is not an objective on this form. The objectives are: capuzzo, musaid",
        ),
        ({"objectives": (("capuzzo", "both"),)}, "'both' cannot hold capuzzo. Write allied, axis, neither"),
        ({"objectives": (("capuzzo", "axis"), ("capuzzo", "allied"))}, "capuzzo is answered more than once"),
        ({"orders": (("C", Fulfilled.NO),)}, "'C' is not a command on this form. The commands are A, B"),
        (
            {"orders": (("A", Fulfilled.NO), ("A", Fulfilled.YES))},
            "the orders of command A are answered more than once",
        ),
        ({"works": ("trigh_mine",)}, "'trigh_mine' is not on this form's list of works; did you mean trigh_mined?"),
        ({"commanders_lost": ("Erskin",)}, "'Erskin' did not command in this battle; did you mean Erskine?"),
        ({"headquarters_lost": (2,)}, "line 2 is not a headquarters. The headquarters are: line 1"),
        ({"prisoners_taken": -1}, "prisoners taken cannot be -1"),
        ({"prisoners_lost": -2}, "prisoners lost cannot be -2"),
    ],
)
def test_faults_of_the_foot(foot: dict[str, Any], words: str) -> None:
    assert texts(filed(**foot)) == [words]


def test_a_turn_after_the_end_of_the_campaign() -> None:
    assert texts(filed(turn=1), printed(began=Moment(2, 3))) == [
        "turn 1 after 2.3 is 3.1, but the campaign ends with 2.4"
    ]


def test_the_wrong_form() -> None:
    form = replace(filed(), code="BREV-1-GB-AAA", side="axis")
    assert [text.split(",")[0] for text in texts(form)] == [
        "the form has the code 'BREV-1-GB-AAA'",
        "the return is for 'axis'",
    ]


def test_a_headquarters_both_unchanged_and_lost() -> None:
    assert texts(filed(crossed(1, UNCHANGED), headquarters_lost=(1,))) == [
        "line 1: it is ticked as unchanged, but the foot of the form gives its headquarters as lost"
    ]


def test_all_faults_come_at_once() -> None:
    form = filed(crossed(9, SPENT), crossed(2, SURROUNDED), crossed(3, FRESH), turn=7, ending=None, prisoners_taken=-4)
    assert [fault.line for fault in check(form, printed())] == [2, 3, 9, None, None, None]


# Effects -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-CAS-07", "OB-CAS-08", "OB-CAS-09")
def test_effects() -> None:
    form = filed(
        crossed(2, SPENT, ended_at="musaid", attached_to="B", resting=True, dug_in=2),
        crossed(3, DESTROYED),
        crossed(4, DESTROYED, SURROUNDED),
    )
    staff, durham, matildas, scots, coldstream = effects(form, printed())
    assert (durham.before, durham.after, durham.strength_after) == (State.FRESH, State.SPENT, Strength(850, 85, 0))
    assert (durham.ended_at, durham.attached_to, durham.resting, durham.dug_in_turns) == ("musaid", "B", True, 2)
    assert (matildas.before, matildas.after, matildas.strength_after) == (
        State.SPENT,
        State.DESTROYED,
        Strength(700, 70, 0),
    )
    assert (scots.after, scots.strength_after) == (State.CAPTURED, Strength(0, 0, 0))
    assert (coldstream.after, coldstream.strength_after, coldstream.harmed) == (State.FRESH, FULL, False)
    assert [one.unit for one in (staff, durham, matildas, scots, coldstream)] == [101, 102, 103, 104, 105]


def test_a_headquarters_lost_at_the_foot_is_destroyed() -> None:
    assert effects(filed(headquarters_lost=(1,)), printed())[0].after is State.DESTROYED


def test_a_spent_battalion_stays_spent_whatever_is_crossed() -> None:
    """Umpire 1.20: a return never improves a state."""
    for ticks in ((UNCHANGED,), (SPENT,), ()):
        assert effects(filed(crossed(3, *ticks)), printed())[2].after is State.SPENT


@given(st.lists(st.frozensets(st.sampled_from(BOXES)), min_size=5, max_size=5), st.integers(0, 1000))
def test_no_return_improves_a_state_or_adds_a_man(ticks: list[frozenset[Field]], men: int) -> None:
    lines = tuple(replace(line, strength=Strength(men, 50, 0)) for line in printed().lines)
    form = filed(*(crossed(n, *one) for n, one in enumerate(ticks, 1)))
    for effect in effects(form, printed(lines=lines)):
        assert effect.after.severity >= effect.before.severity
        assert effect.strength_after.men <= men
        if effect.after is State.DESTROYED and effect.harmed:
            assert state_of(effect.strength_after, FULL) is State.DESTROYED


# Two returns ---------------------------------------------------------------------------------------------------------
def test_two_returns_that_agree() -> None:
    theirs = replace(filed(clock="9:40"), side="axis")
    assert compare(filed(), theirs) == ()


def test_disagreements() -> None:
    ours = filed(prisoners_taken=40, prisoners_lost=0, works=("trigh_mined",))
    theirs = filed(
        clock="10:00",
        turn=4,
        ending=Ending.SUSPENDED,
        field="axis",
        objectives=(("capuzzo", "axis"), ("musaid", "neither")),
        prisoners_lost=35,
        prisoners_taken=0,
        works=("via_balbia_cut",),
    )
    assert [f"{point.subject}: {point.first} / {point.second}" for point in compare(ours, theirs)] == [
        "clock at the end: 09:40 / 10:00",
        "turn reached: 3 / 4",
        "finished or suspended: finished / suspended",
        "holder of the field: allied / axis",
        "holder of capuzzo: allied / axis",
        "prisoners allied took and allied lost: 40 / 35",
        "works changed: trigh_mined / via_balbia_cut",
    ]


def test_what_one_side_leaves_open_is_no_disagreement() -> None:
    assert compare(filed(), filed(clock=None, turn=None, field=None, objectives=())) == ()


def test_reading_edges_and_turns() -> None:
    assert [edge_of(text) for text in ("off by edge C", "Off the edge c", "off", "Musaid", "")] == [
        "c",
        "c",
        "?",
        None,
        None,
    ]
    assert [ended_in(Foot(turn=turn), Moment(1, 3)) for turn in (3, 4, 1, None)] == [
        Moment(1, 3),
        Moment(1, 4),
        Moment(2, 1),
        Moment(1, 3),
    ]
