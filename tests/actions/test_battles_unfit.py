"""An outcome that no campaign can hold: the unit and the fact are named, the rest of the day is played, and the umpire's
ruling ends the battle (umpire 1.23)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.actions.day import Next
from campaign.cli.contents import campaign
from campaign.errors import Refused, Unsound
from campaign.journal import commit, preview, reading, undo
from campaign.model import Battalion, Battle
from campaign.resolve.brevity import resolver as brevity
from campaign.resolve.brevity.battle import resolve
from campaign.rows.table import check
from campaign.rows.table_rules import rules_of
from campaign.rules.common.dice import Dice, Seeded
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, NotCovered, Resolution
from campaign.store import Store, create, new_file
from campaign.terms.state import BattleState, State
from campaign.terms.time import Phase
from campaign.values import replace
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.rulings import RuleBattle
from tests.actions.stage import do, set_clock, step
from tests.tiny import found_tiny

TAKEN = "battalion 1st Rifles would be taken, and nobody may be"
RULE = check("state <> 'captured'", name="nobody_taken", says="would be taken, and nobody may be")
"""One more rule of the battalions' table, so that an outcome can break it: those that the program makes keep the others."""


def taken(fight: Fight, dice: Dice, book: Rulebook) -> Resolution | NotCovered:
    """Fight as Brevity does, but tell that a battalion was taken."""
    fought = resolve(fight, dice, book)
    assert isinstance(fought, Resolution)
    (lost,) = (unit.id for force in fight.forces for unit in force.units if unit.name == "1st Rifles")
    ends = (replace(end, after=State.CAPTURED) if end.unit == lost else end for end in fought.ends)
    return replace(fought, ends=tuple(ends))


@pytest.fixture
def met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Alba and Brenn have met, in a file whose tables have one more rule; the battle breaks it."""
    table = Battalion.__table__
    table.append_constraint(RULE)
    for kept in (rules_of, new_file.empty_file):
        kept.cache_clear()
    monkeypatch.setattr(brevity, "resolve", taken)
    try:
        store = create(tmp_path / "strict.db")
        found_tiny(store)
        do(store, GiveOrder("1st Brigade", "attack", "Coldbrook"))
        do(store, GiveOrder("9th Regiment", "attack", "Ashford"))
        set_clock(store, 1, 2, Phase.MOVEMENT)
        step(store)
        step(store)
        yield store
        store.close()
    finally:
        table.constraints.discard(RULE)
        for kept in (rules_of, new_file.empty_file):
            kept.cache_clear()


def digest(store: Store) -> tuple[tuple[object, ...], ...]:
    with reading(store) as board:
        units = [(b.key, b.state, b.on_map, b.men, b.place_id, b.road_m) for b in board.rows(Battalion)]
        return (*units, *((b.number, b.state, b.outcome) for b in board.rows(Battle)))


def test_a_battle_that_cannot_be_entered_names_the_unit_and_the_fact_and_changes_nothing(met: Store) -> None:
    before = digest(met)
    with pytest.raises(Unsound) as refused:
        commit(met, None, ResolveBattle("1"), source=Seeded("1"), actor="umpire")
    assert TAKEN in refused.value.faults
    assert str(refused.value).startswith(TAKEN)
    assert "campaign battle rule 1 --text" in str(refused.value) and "ck_" not in str(refused.value)
    assert digest(met) == before


def test_automatic_play_leaves_that_battle_to_the_umpire_and_goes_on_by_the_ruling(met: Store) -> None:
    before = digest(met)
    trial = preview(met, None, Next("day", auto=True), source=Seeded("1"), actor="umpire")
    assert TAKEN in trial.receipt.waiting and digest(met) == before
    done = commit(met, None, Next("day", auto=True), source=Seeded("1"), actor="umpire")
    assert TAKEN in done.receipt.waiting and "campaign battle rule 1" in done.receipt.waiting
    assert not [roll for roll in done.rolls if "to hit" in roll.name.purpose], "no die of the fight is entered"
    with reading(met) as board:
        (battle,) = board.rows(Battle)
        assert (battle.state, battle.outcome, board.clock.phase) == (BattleState.PLANNED, "", Phase.BATTLES)
        assert all(unit.state is State.FRESH for unit in board.rows(Battalion)), "nothing is half done"
    with pytest.raises(Refused, match=r"battle 1 \(.*\) is waiting"):
        commit(met, None, Next("day", auto=True), source=Seeded("1"), actor="umpire")
    do(met, RuleBattle("1", "They drew apart", held="both"))
    on = commit(met, None, Next("turn", auto=True), source=Seeded("1"), actor="umpire")
    assert on.receipt.summary == "Turn 1.2 is over"
    with reading(met) as board:
        assert board.rows(Battle)[0].state is BattleState.RULED and board.clock.turn == 3


def test_the_run_is_replayed_as_it_was_entered(met: Store) -> None:
    done = commit(met, None, Next("turn", auto=True), source=Seeded("1"), actor="umpire")
    after = digest(met)
    undo(met, actor="umpire")
    again = commit(met, None, Next("turn", auto=True), source=Seeded("1"), actor="umpire")
    assert again.receipt == done.receipt and digest(met) == after


def test_the_database_refuses_it_too_in_the_same_words(met: Store) -> None:
    with pytest.raises(Unsound, match=TAKEN) as refused:
        do(met, Adjust("1st Rifles", state="captured", why="a try"))
    assert str(refused.value).endswith("Correct the unit or place by hand: campaign adjust")
    assert "CHECK" in str(refused.value.__cause__)


def test_a_player_alone_is_told_of_no_unit(met: Store) -> None:
    """The unit may be one that the player has not seen."""
    db = str(met.name)
    assert CliRunner().invoke(campaign, ["commander", "brenn", "--played-by", "program", "--db", db]).exit_code == 0
    for words in (("battle", "resolve", "1"), ("next",)):
        told = CliRunner().invoke(campaign, [*words, "--viewer", "alba", "--db", db])
        assert "Rifles" not in told.output and "taken" not in told.output, told.output
    assert told.exit_code == 1
