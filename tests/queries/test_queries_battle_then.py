"""A battle that is past is shown as it was, and battles of one place are counted in Roman numerals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from campaign.actions.day import Next
from campaign.actions.raising import new_name
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, BattleUnit
from campaign.queries.battle.battle_page import battle_page
from campaign.queries.battle.battles import battle
from campaign.queries.orbat.roster import rosters
from campaign.rules.common.strength import BACK_LOST, BACK_OF
from campaign.store import Store
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import roman
from campaign.verbs.adjustments import Adjust
from campaign.verbs.battles import AddToBattle
from campaign.verbs.interruptions import ResumeBattle, SuspendBattle
from campaign.verbs.rulings import RuleBattle, UnitWord
from campaign.verbs.splitting import Split
from campaign.views.orbat.roster import RosterGroup, RosterRow
from tests.actions.stage import stage
from tests.clash import do, meet
from tests.queries.front import viewer_of
from tests.tiny import named


def test_a_settled_battle_shows_then_and_not_now(tiny: Store) -> None:
    meet(tiny)
    do(tiny, RuleBattle("1", "x", held="Alba", states=(UnitWord("I/9", "spent"),)))
    do(tiny, Next())
    with reading(tiny) as board:
        turn = board.moment
        before = {
            line.name: (line.now, line.position) for side in battle(board, UMPIRE, "1").sides for line in side.lines
        }
    while turn == board_moment(tiny):
        do(tiny, Next())
    do(tiny, Adjust("I/9", "rested", state="fresh", at="Ashford"))
    with reading(tiny) as board:
        view, page = battle(board, UMPIRE, "1"), battle_page(board, UMPIRE, "1")
        after = {line.name: (line.now, line.position) for side in view.sides for line in side.lines}
        on_page = {line.name: (line.state, line.where) for side in page.sides for line in side.lines}
    assert after["I/9"] == before["I/9"] and after["I/9"][0] is State.SPENT and after["I/9"][1] != "Ashford"
    assert view.shown_as_of.startswith("the end of turn 1.")
    assert on_page == after


def test_a_battle_that_was_settled_late_shows_who_was_not_yet_there_in_the_turn_it_ended(tiny: Store) -> None:
    """A company that was split off in the next turn, and brought to a resumed battle that ended before."""
    meet(tiny)
    do(tiny, SuspendBattle("1"))
    do(tiny, ResumeBattle("1"))
    turn = board_moment(tiny)
    while turn == board_moment(tiny):
        do(tiny, Next())
    do(tiny, Split("2nd Rifles", "company"))
    do(tiny, AddToBattle("1", ("2nd_rifles_a_company",)))
    do(tiny, RuleBattle("1", "x", held="Alba", places=(UnitWord("I/9", "Coldbrook"),), through=str(turn)))
    assert _positions(tiny)["2nd Rifles, A Company"] and _positions(tiny)["I/9"] == "Coldbrook"
    settled = board_moment(tiny)
    while settled == board_moment(tiny):
        do(tiny, Next())
    do(tiny, Adjust("I/9", "moved on", at="Ashford"))
    assert _positions(tiny)["I/9"] == "Coldbrook", "where it was when the battle was settled, not when it ended"


def test_the_umpire_reads_whose_words_of_a_battle_he_reads(tiny: Store) -> None:
    """Each side's diary says "we": without its name nobody would know who holds the field."""
    meet(tiny)
    do(tiny, RuleBattle("1", "x", held="Alba", states=(UnitWord("I/9", "spent"),)))
    with reading(tiny) as board:
        story, alba = battle(board, UMPIRE, "1").story, battle(board, viewer_of(board, "alba"), "1").story
    (own,) = (line for line in alba if "we hold the field" in line)
    assert f"Alba: {own}" in story and own not in story
    assert any(line.startswith("Brenn: ") and "the field is lost" in line for line in story)


def _positions(store: Store) -> dict[str, str]:
    with reading(store) as board:
        return {line.name: line.position for side in battle(board, UMPIRE, "1").sides for line in side.lines}


def board_moment(store: Store) -> object:
    with reading(store) as board:
        return board.moment


@pytest.mark.parametrize(
    ("number", "numeral"),
    [(1, "I"), (4, "IV"), (9, "IX"), (11, "XI"), (14, "XIV"), (40, "XL"), (53, "LIII"), (99, "XCIX")],
)
def test_roman_numerals(number: int, numeral: str) -> None:
    assert roman(number) == numeral


def test_the_eleventh_battle_of_a_place_is_the_eleventh() -> None:
    names: list[str] = []
    for _ in range(12):
        names.append(new_name("Arnhem", ["Vaux", "Vaux II", *names]))
    assert (names[0], names[1], names[9:]) == ("Arnhem", "Arnhem II", ["Arnhem X", "Arnhem XI", "Arnhem XII"])


def test_the_roster_says_what_a_battle_cost_for_an_evening(tiny: Store) -> None:
    meet(tiny)

    def lost(board: JournalBoard) -> None:
        rifles = named(board, Battalion, "1st Rifles").id
        line = next(line for line in board.rows(BattleUnit) if line.battalion_id == rifles)
        line.aftermath = {BACK_LOST: 16, BACK_OF: 50}

    stage(tiny, lost)
    with reading(tiny) as board:
        rows = {row.name: row for roster in rosters(board, UMPIRE) for row in _rows(roster.groups)}
    told = {name: row.since_yesterday for name, row in rows.items() if row.since_yesterday}
    assert list(told.values()) == ["16 of 50 lost, back"]


def _rows(groups: Iterable[RosterGroup]) -> Iterator[RosterRow]:
    for group in groups:
        yield from group.rows
        yield from _rows(group.groups)
