"""Destroyed battalions come back: the die, the owner's choice, amalgamation with the opponent's choice (OB-RCV)."""

from __future__ import annotations

import pytest

from campaign.actions.decisions import Decide
from campaign.errors import NotFound, Refused
from campaign.journal import Done, JournalBoard, reading
from campaign.model import Decision, DiaryLine, Formation, Order, Place, Side
from campaign.situation.army import position_of, put
from campaign.store import Store
from campaign.terms.state import DecisionKind, OrderKind, State, SupplyGrade
from campaign.terms.time import Phase
from tests.actions.stage import battalion, do, set_clock, stage, step
from tests.actions.test_actions_turn import headquarters, with_headquarters
from tests.tiny import named


def destroy(*names: str, state: State = State.DESTROYED) -> object:
    def change(board: JournalBoard) -> None:
        for name in names:
            unit = battalion(board, name)
            put(unit, None)
            unit.state, unit.men, unit.destroyed_day, unit.destroyed_turn = state, 400, 1, 3

    return change


@pytest.fixture
def day_two(tiny: Store) -> Store:
    stage(tiny, with_headquarters)
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    return tiny


def recover(store: Store, *faces: int) -> Done:
    return step(store, *faces)


@pytest.mark.rule("OB-RCV-02", "OB-RCV-03")
@pytest.mark.parametrize(("face", "back"), [(4, False), (5, True), (6, True)])
def test_a_well_supplied_division_brings_one_back_on_5_or_6(day_two: Store, face: int, back: bool) -> None:
    stage(day_two, destroy("1st Rifles"))
    done = recover(day_two, face)
    assert [(r.name.purpose, r.name.subject) for r in done.rolls] == [("recovery", "hq_1st_division")]
    assert any(f"(rolled {face}, needed 5-6)" in line for line in done.receipt.lines), "the die is printed"
    with reading(day_two) as board:
        rifles, head = battalion(board, "1st Rifles"), battalion(board, "HQ 1st Division")
        assert rifles.state is (State.FRESH if back else State.DESTROYED)
        if back:
            assert position_of(rifles) == position_of(head)
            assert rifles.present_id == head.present_id
            assert 700 * 0.85 < rifles.men <= 700 * 0.86


@pytest.mark.parametrize(("given_by", "told"), [("Ruth", True), ("the scenario", False)])
def test_a_battalion_that_comes_back_with_an_order_of_a_person_says_so(
    day_two: Store, given_by: str, told: bool
) -> None:
    def ordered(board: JournalBoard) -> None:
        unit = battalion(board, "1st Rifles")
        goal = named(board, Place, "Coldbrook").id
        board.make(
            Order,
            key=unit.key,
            day=1,
            turn=3,
            kind=OrderKind.ATTACK,
            battalion_id=unit.id,
            to_id=goal,
            via=[],
            given_by=given_by,
        )

    stage(day_two, destroy("1st Rifles"))
    stage(day_two, ordered)
    receipt = recover(day_two, 6).receipt
    line = "1st Rifles goes on with its order of turn 1.3, attack Coldbrook, unless it gets another (umpire 1.14)"
    assert (line in receipt.lines) is told
    with reading(day_two) as board:
        notes = [note.text for note in board.rows(DiaryLine) if note.battalion_id == battalion(board, "1st Rifles").id]
        assert any(line.partition(" (umpire")[0] in text for text in notes) is told


@pytest.mark.rule("OB-RCV-02")
def test_a_poorly_supplied_force_needs_a_6(day_two: Store) -> None:
    stage(day_two, lambda board: setattr(named(board, Formation, "I Corps"), "supply_grade", SupplyGrade.POORLY))
    stage(day_two, destroy("1st Rifles"))
    recover(day_two, 5)
    with reading(day_two) as board:
        assert battalion(board, "1st Rifles").state is State.DESTROYED


@pytest.mark.rule("OB-RCV-04")
def test_a_captured_battalion_never_comes_back_and_no_die_is_rolled_for_it(day_two: Store) -> None:
    stage(day_two, destroy("1st Rifles", state=State.CAPTURED))
    assert recover(day_two).rolls == ()


@pytest.mark.rule("OB-RCV-08")
def test_out_of_supply_there_is_no_die(day_two: Store) -> None:
    stage(day_two, destroy("1st Rifles"))
    stage(day_two, lambda board: setattr(battalion(board, "HQ I Corps"), "state", State.SPENT))
    done = recover(day_two)
    assert done.rolls == ()
    assert any("No recovery for 1st Division" in line and "OB-RCV-08" in line for line in done.receipt.lines)


@pytest.mark.rule("OB-RCV-07")
def test_a_destroyed_divisional_headquarters_comes_back_by_its_corps(day_two: Store) -> None:
    stage(day_two, destroy("HQ 1st Division"))
    done = recover(day_two, 5)
    assert [r.name.subject for r in done.rolls] == ["hq_i_corps"]
    with reading(day_two) as board:
        head = battalion(board, "HQ 1st Division")
        assert (head.state, position_of(head)) == (State.FRESH, position_of(battalion(board, "HQ I Corps")))


def test_a_division_without_a_headquarters_is_served_by_its_corps(tiny: Store) -> None:
    stage(tiny, lambda board: headquarters(board, "I Corps", "Ashford"))
    stage(tiny, destroy("1st Rifles"))
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    done = step(tiny, 6)
    assert [r.name.subject for r in done.rolls] == ["hq_i_corps"]
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").state is State.FRESH


def test_where_no_headquarters_ever_was_it_is_said(tiny: Store) -> None:
    stage(tiny, destroy("1st Rifles"))
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    done = step(tiny)
    assert done.rolls == ()
    assert (
        "1st Rifles cannot recover: no headquarters above it has ever been on this map (umpire 1.2)"
        in done.receipt.lines
    )


def test_each_division_is_asked_about_amalgamation_once_a_day(day_two: Store) -> None:
    stage(day_two, destroy("1st Rifles", "2nd Rifles", "I/9", "II/9"))
    set_clock(day_two, 2, 1, Phase.AMALGAMATION)
    step(day_two)
    do(day_two, Decide(1, "2"))
    do(day_two, Decide(3, "1st Rifles"))
    do(day_two, Decide(2, "2"))
    do(day_two, Decide(4, "II/9"))
    with reading(day_two) as board:
        assert [d.kind for d in board.rows(Decision)] == [
            DecisionKind.AMALGAMATION,
            DecisionKind.AMALGAMATION,
            DecisionKind.AMALGAMATION_CHOICE,
            DecisionKind.AMALGAMATION_CHOICE,
        ]
        assert {battalion(board, name).state for name in ("1st Rifles", "II/9")} == {State.FRESH}


def test_of_several_the_owner_chooses_and_the_clock_waits(day_two: Store) -> None:
    stage(day_two, destroy("1st Rifles", "2nd Rifles"))
    recover(day_two, 6)
    with pytest.raises(
        Refused,
        match=r"a decision is waiting: 1 \(Alba: recovery, HQ 1st Division\)\. See the choices: campaign decide\. Answer:",
    ):
        step(day_two)
    with pytest.raises(NotFound, match="'3rd Rifles' is not an answer to the decision about"):
        do(day_two, Decide(1, "3rd Rifles"))
    do(day_two, Decide(1, "2nd Rifles"))
    with reading(day_two) as board:
        assert battalion(board, "2nd Rifles").state is State.FRESH
        assert battalion(board, "1st Rifles").state is State.DESTROYED
    with pytest.raises(Refused, match=r"the decision about .* has already been answered"):
        do(day_two, Decide(1, "1st Rifles"))


@pytest.mark.rule("OB-WC-086", "OB-RCV-05", "OB-RCV-06")
def test_amalgamation_the_owner_names_the_pair_and_the_opponent_who_returns(day_two: Store) -> None:
    stage(day_two, destroy("1st Rifles", "2nd Rifles"))
    set_clock(day_two, 2, 1, Phase.AMALGAMATION)
    assert step(day_two).rolls == ()
    do(day_two, Decide(1, "2"))
    with reading(day_two) as board:
        (choice,) = [d for d in board.rows(Decision) if d.kind is DecisionKind.AMALGAMATION_CHOICE]
        assert choice.side_id == named(board, Side, "Brenn").id
        assert [option["text"] for option in choice.options] == ["1st Rifles", "2nd Rifles"]
    done = do(day_two, Decide(2, "1st Rifles"))
    assert done.rolls == ()
    with reading(day_two) as board:
        assert battalion(board, "1st Rifles").state is State.FRESH
        assert (battalion(board, "2nd Rifles").state, battalion(board, "2nd Rifles").men) == (State.DISBANDED, 0)


def test_amalgamation_may_be_declined(day_two: Store) -> None:
    stage(day_two, destroy("1st Rifles", "2nd Rifles"))
    set_clock(day_two, 2, 1, Phase.AMALGAMATION)
    step(day_two)
    do(day_two, Decide(1, "none"))
    with reading(day_two) as board:
        assert {battalion(board, name).state for name in ("1st Rifles", "2nd Rifles")} == {State.DESTROYED}


def test_automatic_play_takes_the_documented_default(day_two: Store) -> None:
    stage(day_two, destroy("1st Rifles", "2nd Rifles"))
    recover(day_two, 6)
    done = step(day_two, auto=True)
    assert any("By default 1st Rifles" in line for line in done.receipt.lines)
