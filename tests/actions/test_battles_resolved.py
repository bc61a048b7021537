"""Battles fought by the program and settled like any other (umpire 1.7, 1.20, 1.23)."""

from __future__ import annotations

import pytest

from campaign.actions.day import Next
from campaign.errors import BadInput, NotFound
from campaign.journal import JournalBoard, commit, reading, undo
from campaign.model import Battalion, Battle
from campaign.resolve.left_out import left_out
from campaign.rules.common.dice import Seeded
from campaign.situation.army import position_of, put
from campaign.situation.conditions import rulebook_of
from campaign.store import Store
from campaign.terms.forces import Size
from campaign.terms.state import BattleState, State
from campaign.terms.time import Phase
from campaign.verbs.battles import NewBattle
from campaign.verbs.orders import GiveOrder
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.systems import FightUnder
from campaign.words.battle_report import LONGEST_SUMMARY, as_rows, from_rows, summary
from campaign.words.battle_report import lines as report_lines
from tests.actions.stage import do, set_clock, stage, step
from tests.tiny import named


@pytest.fixture
def met(tiny: Store) -> Store:
    """Both sides attack along the road and meet."""
    do(tiny, GiveOrder("1st Brigade", "attack", "Coldbrook"))
    do(tiny, GiveOrder("9th Regiment", "attack", "Ashford"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    step(tiny)
    return tiny


def resolved(store: Store, seed: str = "1", turns: int = 1) -> tuple[str, ...]:
    done = commit(store, None, ResolveBattle("1", turns), source=Seeded(seed), actor="umpire")
    assert done.rolls
    return done.receipt.lines


def test_it_is_settled_and_tells_what_was_rolled_and_why(met: Store) -> None:
    lines = resolved(met)
    with reading(met) as board:
        (battle,) = board.rows(Battle)
        events = from_rows(battle.report)
        assert any("to hit" in line and "Their fire" in line for line in report_lines(events))
        assert as_rows(events) == battle.report and len(summary(events)) <= LONGEST_SUMMARY
        assert battle.state is BattleState.SETTLED
        assert battle.outcome.splitlines() == list(lines[: len(battle.outcome.splitlines())])


@pytest.mark.parametrize("key", ["brevity", "brigade", "nqm"])
def test_the_report_ends_with_what_was_left_out(met: Store, key: str) -> None:
    if key != "brevity":
        do(met, FightUnder("1", key))
    lines = resolved(met)
    with reading(met) as board:
        said = left_out(key, rulebook_of(board))
        (battle,) = board.rows(Battle)
        assert "Rules left out, as only players play them" in battle.outcome
    assert said and said in lines and said == battle.outcome.splitlines()[-1]


def test_the_same_dice_fight_the_same_fight(met: Store) -> None:
    first = resolved(met)
    undo(met, actor="umpire")
    assert resolved(met) == first


def test_nobody_gets_better_or_stronger(met: Store) -> None:
    with reading(met) as board:
        before = {b.key: (b.state.severity, b.men) for b in board.rows(Battalion)}
    resolved(met, turns=3)
    with reading(met) as board:
        for unit in board.rows(Battalion):
            severity, men = before[unit.key]
            assert unit.state.severity >= severity
            assert unit.men <= men


def _two_companies(board: JournalBoard) -> None:
    rifles, hussars = (named(board, Battalion, name) for name in ("1st Rifles", "1st Hussars"))
    rifles.size = hussars.size = Size.COMPANY
    place = position_of(rifles)
    assert place is not None
    put(hussars, place)


@pytest.mark.rule("OB-SIZE-04")
def test_companies_fight_as_one_stand_and_each_has_its_line_again(met: Store) -> None:
    """Two companies at one place: spent, one of them is, in its band of strength; destroyed, both are; as the sheet's
    note says (umpire 1.3)."""
    found = set()
    stage(met, _two_companies)
    for seed in range(12):
        resolved(met, str(seed))
        with reading(met) as board:
            (battle,) = board.rows(Battle)
            lines = report_lines(from_rows(battle.report))
            states = tuple(named(board, Battalion, name).state for name in ("1st Rifles", "1st Hussars"))
            men = [(unit.men, unit.men_establishment) for unit in board.rows(Battalion) if unit.state is State.SPENT]
        assert "1st Rifles + 1st Hussars stand as one weak battalion, by the row of 1st Rifles." in lines
        assert all(left < full for left, full in men)
        found.add(states)
        undo(met, actor="umpire")
    assert found <= {(State.FRESH,) * 2, (State.SPENT, State.FRESH), (State.DESTROYED,) * 2, (State.CAPTURED,) * 2}
    assert (State.SPENT, State.FRESH) in found and len(found) > 1


def test_automatic_play_fights_on(met: Store) -> None:
    done = commit(met, None, Next("turn", auto=True), source=Seeded("1"), actor="umpire")
    assert any("is resolved" in line for line in done.receipt.lines)


def test_an_unknown_system_is_refused(met: Store) -> None:
    stage(met, lambda board: setattr(board.rows(Battle)[0], "tabletop", "checkers"))
    with pytest.raises(NotFound, match="'checkers' is not a set of tabletop rules"):
        resolved(met)


def test_so_many_turns_cannot_be_resolved_at_once(met: Store) -> None:
    with pytest.raises(BadInput, match="9 turns cannot be resolved together"):
        resolved(met, turns=9)


def test_two_battles_of_one_turn_share_no_die(met: Store) -> None:
    first = commit(met, None, ResolveBattle("1"), source=Seeded("1"), actor="umpire")
    do(met, NewBattle("Birch Cross", "again", ("1st Rifles", "I/9"), attacker="Alba"))
    second = commit(met, None, ResolveBattle("2"), source=Seeded("1"), actor="umpire")
    assert first.rolls and second.rolls
    assert not {roll.name for roll in first.rolls} & {roll.name for roll in second.rolls}
    assert all(roll.name.subject.endswith(" in battle 2") for roll in second.rolls)
    assert not any("in battle" in roll.name.subject for roll in first.rolls)
