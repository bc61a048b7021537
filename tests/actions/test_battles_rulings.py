"""The umpire's word (umpire 1.15): journalled, marked as a ruling, always with a reason."""

from __future__ import annotations

import pytest

from campaign.actions.rulings import ruling_follows
from campaign.errors import Ambiguous, BadInput, NotDecided, NotFound, Refused
from campaign.journal import digest, log, reading, undo
from campaign.model import Contact, DiaryLine, Formation, Place, Road, Side
from campaign.store import Store
from campaign.terms.state import BattleState, ContactState, OrderKind, Posture, State, SupplyGrade
from campaign.verbs.adjustments import Adjust
from campaign.verbs.interruptions import CancelBattle
from campaign.verbs.orders import GiveOrder
from campaign.verbs.rulings import DismissContact, RuleBattle, UnitWord
from tests.clash import battle, do, meet, unit, where
from tests.tiny import named


def state_of(store: Store) -> str:
    with reading(store) as board:
        return digest(board)


def test_a_battle_is_settled_by_the_umpire_s_word(tiny: Store) -> None:
    meet(tiny)
    command = RuleBattle(
        "1",
        "The Brenns gave way at dusk.",
        held="Alba",
        states=(UnitWord("I/9", "spent"), UnitWord("1st Hussars", "destroyed")),
        places=(UnitWord("I/9", "Coldbrook"),),
    )
    with reading(tiny) as board:
        (put,) = (row for row in ruling_follows(board, command).rows if row.name == "I/9")
    assert (put.why, put.is_said) == ("by the umpire's ruling", True), "there is no return that says so"
    receipt = do(tiny, command).receipt
    found = battle(tiny)
    assert (found["row"].state, found["row"].is_ruling, found["held"]) == (BattleState.RULED, True, "alba")
    assert receipt.summary == "Battle 1 (Birch Cross) is settled by the umpire's ruling: The Brenns gave way at dusk."
    assert (unit(tiny, "I/9").state, unit(tiny, "I/9").men, where(tiny, "I/9")) == (State.SPENT, 595, "Coldbrook")
    assert (unit(tiny, "1st Hussars").state, unit(tiny, "1st Hussars").men) == (State.DESTROYED, 490)
    assert where(tiny, "1st Rifles") == "Birch Cross"
    with reading(tiny) as board:
        assert log(board)[-1].is_ruling


@pytest.mark.rule("umpire 1.7")
def test_a_ruling_says_who_holds_the_field_unless_one_side_alone_is_left(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(
        NotDecided, match=r"who holds the field after battle 1 \(Birch Cross\)\? Answer with --held"
    ) as asked:
        do(tiny, RuleBattle("1", "A skirmish."))
    assert str(asked.value).endswith(
        "Proposed: Alba, because it has more unspent battalions left, 2 against 1 (umpire 1.7)."
    )
    do(
        tiny,
        RuleBattle("1", "Overrun.", states=(UnitWord("I/9", "destroyed"),), places=(UnitWord("1st Rifles", "stays"),)),
    )
    assert battle(tiny)["held"] == "alba"
    assert where(tiny, "1st Rifles").startswith("1.0 km from Birch Cross"), "who attacked and was told to stay"


def test_a_ruling_on_a_unit_that_was_not_there_or_twice_on_one_changes_nothing(tiny: Store) -> None:
    meet(tiny)
    before = state_of(tiny)
    with pytest.raises(NotFound, match="there is no battalion of battle 1 called '2nd Rifles'"):
        do(tiny, RuleBattle("1", "x", states=(UnitWord("2nd Rifles", "spent"),)))
    with pytest.raises(BadInput, match="two states are given for I/9"):
        do(tiny, RuleBattle("1", "x", states=(UnitWord("I/9", "spent"), UnitWord("I/9", "destroyed"))))
    with pytest.raises(BadInput, match=r"'gone' is not a state\. Write fresh, spent, destroyed"):
        do(tiny, RuleBattle("1", "x", states=(UnitWord("I/9", "gone"),)))
    with pytest.raises(BadInput, match="battle 1 cannot be ruled without a text"):
        do(tiny, RuleBattle("1", " "))
    assert state_of(tiny) == before


def test_undo_takes_a_settled_battle_back_whole(tiny: Store) -> None:
    meet(tiny)
    before = state_of(tiny)
    do(tiny, RuleBattle("1", "A rout.", held="alba", states=(UnitWord("I/9", "destroyed"),)))
    undo(tiny, actor="umpire")
    assert state_of(tiny) == before


# adjust --------------------------------------------------------------------------------------------------------------
def test_a_state_brings_the_strength_with_it(tiny: Store) -> None:
    """umpire 1.20: 15 % and 30 % of 700."""
    do(tiny, Adjust("2nd Rifles", "counted again", state="spent"))
    assert (unit(tiny, "2nd Rifles").state, unit(tiny, "2nd Rifles").men) == (State.SPENT, 595)
    lost = do(tiny, Adjust("2nd Rifles", "lost in the salt marsh", state="destroyed")).receipt.summary
    assert lost == "2nd Rifles: spent -> destroyed, 595 -> 490 men, off the map (lost in the salt marsh)"
    gone = unit(tiny, "2nd Rifles")
    assert (gone.state, gone.men, gone.on_map, gone.destroyed_day) == (State.DESTROYED, 490, False, 1)
    with pytest.raises(Refused, match="cannot come back without a place"):
        do(tiny, Adjust("2nd Rifles", "found again", state="fresh"))
    do(tiny, Adjust("2nd Rifles", "found again", state="fresh", at="Ashford"))
    assert (where(tiny, "2nd Rifles"), unit(tiny, "2nd Rifles").destroyed_day) == ("Ashford", None)


@pytest.mark.rule("umpire 1.4", "umpire 1.10")
def test_a_unit_put_among_enemies_says_who_and_what_comes_of_it(tiny: Store) -> None:
    def told() -> tuple[str, ...]:
        return do(tiny, Adjust("1st Hussars", "it lost its way", at="Coldbrook")).receipt.lines

    assert told() == (
        "enemies at the same spot: I/9, II/9",
        (
            "neither side has orders to attack in turn 1.1, so there will be no battle. Order an attack, or set one up:"
            ' campaign battle new "Coldbrook" (umpire 1.4)'
        ),
    )
    do(tiny, GiveOrder("II/9", "attack", "Ashford"))
    assert told()[1] == (
        "there will be a battle in the march of turn 1.1: an attack on a unit with orders to hold (umpire 1.4)"
    )
    with reading(tiny) as board:
        assert not [line for line in board.rows(DiaryLine) if "II/9" in line.text], "its side reads nothing of it"
    do(tiny, Adjust("Birch Cross", "patrol found it empty", owner="Brenn"))
    assert do(tiny, Adjust("1st Hussars", "it was at the cross", at="Birch Cross")).receipt.lines == (
        "Birch Cross belongs to Brenn until the turn ends, and then changes hands if no enemy is there (umpire 1.10)",
    )
    assert do(tiny, Adjust("1st Hussars", "home", at="Ashford")).receipt.lines == ()


def test_figures_posture_rest_and_digging_in(tiny: Store) -> None:
    done = do(tiny, Adjust("II/9", "the return was misread", men=500, posture="reserve", dug_in=2))
    changed = unit(tiny, "II/9")
    assert (changed.men, changed.posture, changed.dug_in_turns, changed.state) == (500, Posture.RESERVE, 2, State.FRESH)
    assert "by its losses it would be spent, but it stays fresh" in done.receipt.summary
    more = do(tiny, Adjust("II/9", "drafts", men=9000)).receipt.summary
    assert "9000 men, more than its establishment of 700" in more


def test_places_roads_and_formations(tiny: Store) -> None:
    ruled = do(tiny, Adjust("Coldbrook", "a map was misread", owner="Alba")).receipt.lines
    assert ruled == (
        "the enemy is there: I/9, II/9",
        "no troops of Alba do: if that is so as the turn ends, Coldbrook is the enemy's again (umpire 1.10)",
    )
    assert do(tiny, Adjust("Birch Cross", "patrol found it empty", owner="Alba")).receipt.lines == ()
    do(tiny, Adjust("birch_cross-coldbrook", "bombed", cut=True))
    do(tiny, Adjust("I Corps", "convoy sunk", supply="poorly"))
    do(tiny, Adjust("9th Regiment", "stands down", posture="support"))
    with reading(tiny) as board:
        assert named(board, Place, "Birch Cross").owner_id == named(board, Side, "alba").id
        assert named(board, Road, "birch_cross-coldbrook").cut
        assert named(board, Formation, "I Corps").supply_grade is SupplyGrade.POORLY
        told = {line.text for line in board.rows(DiaryLine)}
    assert {"Birch Cross is in our hands.", "Birch Cross is lost."} <= told
    assert unit(tiny, "II/9").posture is Posture.SUPPORT


@pytest.mark.parametrize(
    ("command", "error", "words"),
    [
        (
            Adjust("Birch Cross", "x", state="spent"),
            BadInput,
            "--state does not apply to Birch Cross. The options for it are --owner",
        ),
        (Adjust("1st Rifles", "x"), BadInput, "'1st Rifles' cannot be adjusted: no change was given."),
        (Adjust("1st Rifles", " ", state="spent"), BadInput, "'1st Rifles' cannot be adjusted without a reason"),
        (Adjust("1st Rifles", "x", state="tired"), BadInput, "'tired' is not a state. Write fresh, spent"),
        (
            Adjust("1st Brigade", "x", supply="well"),
            Refused,
            "cannot have a supply grade: it is a command, and only a corps has a supply grade",
        ),
        (Adjust("Rifles", "x", state="spent"), Ambiguous, "'Rifles' fits several"),
        (Adjust("3rd Rifles", "x", state="spent"), NotFound, "Did you mean"),
        (Adjust("1st Rifles", "x", men=-1), BadInput, "men cannot be -1"),
    ],
)
def test_what_cannot_be_adjusted_says_why(tiny: Store, command: Adjust, error: type[Exception], words: str) -> None:
    before = state_of(tiny)
    with pytest.raises(error) as refused:
        do(tiny, command)
    assert words in str(refused.value)
    assert state_of(tiny) == before


# contacts ------------------------------------------------------------------------------------------------------------
def test_a_contact_is_dismissed(tiny: Store) -> None:
    meet(tiny, kind=OrderKind.MARCH)
    receipt = do(tiny, DismissContact("I/9", "a mirage", "1st Rifles")).receipt
    assert receipt.summary == "The contact of I/9 with 1st Rifles at Birch Cross is dismissed: a mirage"
    with reading(tiny) as board:
        assert sorted((c.state, c.why) for c in board.rows(Contact))[0] == (ContactState.DISMISSED, "a mirage")
    with pytest.raises(NotFound, match="no contact between 2nd Rifles and any enemy"):
        do(tiny, DismissContact("2nd Rifles", "a mirage"))


def test_a_contact_that_is_fought_over_is_the_battle_s_affair(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(Refused, match="belongs to battle 1"):
        do(tiny, DismissContact("I/9", "a mirage"))
    do(tiny, CancelBattle("1", "too late tonight"))
    with pytest.raises(NotFound):
        do(tiny, DismissContact("I/9", "a mirage"))
