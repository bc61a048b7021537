"""What follows from a battle that the papers do not say: the field, the way back, rest, hiding, capture, ground (umpire
1.4-1.11)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.day_context import DayContext
from campaign.actions.ground import places_change_hands
from campaign.actions.raising import Staff
from campaign.actions.returns.aftermath import ways_back, zones_against
from campaign.actions.returns.take import RecordReturn
from campaign.journal import reading
from campaign.model import Battalion, Battle, BattleUnit, DiaryLine, Formation, Place, Side, Sighting
from campaign.queries.battle.battles import battle_list, warnings
from campaign.queries.common.outlook import look
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.situation.army import load_army
from campaign.situation.forms import form_of
from campaign.situation.ground import load_theatre
from campaign.situation.knowledge import where_seen
from campaign.store import Store
from campaign.terms.state import ContactState, OrderKind, Posture, Role, State
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.adjustments import Adjust
from campaign.verbs.battles import AddToBattle, NewBattle
from campaign.verbs.rulings import RuleBattle, UnitWord
from tests.clash import ROAD, at_phase, battle, contact, do, meet, order, stand, step, unit, where
from tests.tiny import battalion, by_hand, named


def filed(side: str, *lines: dict[str, Any], **foot: Any) -> dict[str, Any]:
    return {
        "side": side,
        "lines": list(lines),
        "foot": {"turn": 2, "ending": "finished", "all_other_lines_unharmed": True, **foot},
    }


def settled(
    store: Store, *alba: dict[str, Any], brenn: tuple[dict[str, Any], ...] = (), **foot: Any
) -> tuple[str, ...]:
    return do(store, RecordReturn("1", (filed("alba", *alba, **foot), filed("brenn", *brenn, **foot)))).receipt.lines


def owner(store: Store, place: str) -> str:
    with reading(store) as board:
        sides = {s.id: s.key for s in board.rows(Side)}
        return sides.get(named(board, Place, place).owner_id, "nobody")


# the field -----------------------------------------------------------------------------------------------------------
def test_only_who_took_part_counts_for_the_field(tiny: Store) -> None:
    """Umpire 1.7. Alba has two unspent battalions; of Brenn's one on the table and two that were to arrive and did not,
    one."""
    with by_hand(tiny) as board:
        battalion(board, "III/9", named(board, Formation, "9th Regiment"), place_id=named(board, Place, "Coldbrook").id)
    meet(tiny)
    do(tiny, AddToBattle("1", ("II/9", "III/9"), arrives="1.4", edge="east 20"))
    asked = do(tiny, RecordReturn("1", (filed("alba"), filed("brenn")))).receipt.waiting
    assert "Proposed: Alba, because it has more unspent battalions left, 2 against 1" in asked


# the way back --------------------------------------------------------------------------------------------------------
def test_nobody_falls_back_through_a_place_that_the_enemy_owns(tiny: Store) -> None:
    """Umpire 1.8: II/9 stands between Ashford and Birch Cross; its way home leads through Birch Cross."""
    with by_hand(tiny) as board:
        stand(board, "II/9", road="ashford-birch_cross", metres=6000)
        ii = named(board, Battalion, "II/9")
        staff = Staff.of(board)
        zones = zones_against(staff, ii.side_id)
        assert [way.towards for way in ways_back(staff, staff.army.battalions[ii.id], zones)] == ["Coldbrook"]
        named(board, Place, "Birch Cross").owner_id = named(board, Side, "alba").id
        staff = Staff.of(board)
        assert ways_back(staff, staff.army.battalions[ii.id], zones) == ()


# rest ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AMB-027")
def test_who_rests_on_the_table_goes_on_resting(tiny: Store) -> None:
    """It neither moved nor fought; hit, it has fought, and rests all the same."""
    with by_hand(tiny) as board:
        resting = stand(board, "2nd Rifles", road="ashford-birch_cross", metres=6000)
        resting.resting, resting.posture = True, Posture.RESERVE
    meet(tiny)
    assert "2nd Rifles" in battle(tiny)["lines"]
    assert (unit(tiny, "2nd Rifles").resting, unit(tiny, "2nd Rifles").moved) == (True, False)
    settled(tiny, field="alba")
    rested = unit(tiny, "2nd Rifles")
    assert (rested.resting, rested.moved) == (True, False)
    assert where(tiny, "2nd Rifles").startswith("4.0 km from"), "and does not march up to the ground that was won"


@pytest.mark.rule("OB-AMB-027")
def test_who_is_hit_while_resting_has_fought_and_still_rests(tiny: Store) -> None:
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road="ashford-birch_cross", metres=6000).resting = True
    meet(tiny)
    settled(tiny, {"unit": "2nd Rifles", "ticks": ["spent"]}, field="alba")
    hit = unit(tiny, "2nd Rifles")
    assert (hit.state, hit.resting, hit.moved) == (State.SPENT, True, True)


def test_who_is_beaten_while_resting_goes_back_and_rests_no_longer(tiny: Store) -> None:
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road="ashford-birch_cross", metres=8000).resting = True
    meet(tiny)
    settled(tiny, field="brenn")
    back = unit(tiny, "2nd Rifles")
    assert (back.resting, back.moved) == (False, True)
    assert back.road_m is not None and back.road_m < 8000


# hiding --------------------------------------------------------------------------------------------------------------
def hidden_meeting(store: Store, *, located: bool) -> None:
    """I/9 lies hidden at Birch Cross; 1st Rifles comes into contact with it, and locates it or is only located."""
    with by_hand(store) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross").hidden = True
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=8000)
        order(board, "1st Rifles", OrderKind.MARCH, "Birch Cross")
        board.flush()
        ids = named(board, Battalion, "1st Rifles").id < named(board, Battalion, "I/9").id
        contact(board, "1st Rifles", "I/9", locates=(located, True) if ids else (True, located))
        board.flush()
        step(board)


def seen_by(store: Store, side: str) -> list[tuple[str, str, bool]]:
    with reading(store) as board:
        names, wanted = {b.id: b.name for b in board.rows(Battalion)}, named(board, Side, side).id
        theatre = load_theatre(board)
        rows = board.rows(Sighting, Sighting.side_id == wanted)
        return [(names[s.battalion_id], where_seen(theatre, s), s.named) for s in rows]


@pytest.mark.rule("OB-HID-02")
def test_who_is_located_in_a_contact_is_hidden_no_longer_and_is_sighted(tiny: Store) -> None:
    hidden_meeting(tiny, located=True)
    assert not unit(tiny, "I/9").hidden
    assert seen_by(tiny, "alba") == [("I/9", "Birch Cross", False)]


@pytest.mark.rule("OB-HID-02")
def test_who_is_not_located_stays_hidden(tiny: Store) -> None:
    hidden_meeting(tiny, located=False)
    assert unit(tiny, "I/9").hidden
    assert seen_by(tiny, "alba") == []


@pytest.mark.rule("OB-HID-02")
def test_who_is_in_range_on_the_table_is_uncovered_and_who_fought_is_no_longer_hidden(tiny: Store) -> None:
    """In the open one locates at 8 in. or 1 km: II/9 lies 0.5 km from 1st Rifles, III/9 4.5 km off and is not seen
    before the end."""
    with by_hand(tiny) as board:
        battalion(board, "III/9", named(board, Formation, "9th Regiment"), place_id=named(board, Place, "Coldbrook").id)
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        stand(board, "II/9", road="ashford-birch_cross", metres=9500).hidden = True
        stand(board, "III/9", road=ROAD, metres=3500).hidden = True
    do(tiny, NewBattle("Birch Cross", units=("1st Rifles", "II/9", "III/9")))
    assert (unit(tiny, "II/9").hidden, unit(tiny, "III/9").hidden) == (False, True)
    assert [name for name, _, _ in seen_by(tiny, "alba")] == ["II/9"]
    do(tiny, RuleBattle("1", "A long day.", held="both", through="1.1"))
    assert not unit(tiny, "III/9").hidden


# capture -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-CAS-09")
def test_who_is_destroyed_is_captured_only_if_the_return_says_so_and_the_map_gives_a_hint(tiny: Store) -> None:
    """Umpire 1.9, a form that asks: 2nd Rifles stands across the road home, and the players say that nobody was
    taken."""
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    lines = settled(tiny, brenn=({"unit": "I/9", "ticks": ["destroyed"]},), field="alba")
    lost = unit(tiny, "I/9")
    assert (lost.state, lost.surrounded, lost.men) == (State.DESTROYED, False, 490)
    why = "no return says that it was captured, though it had no way back at the end (umpire 1.9)"
    change = "write line 1 captured on its return (campaign battle record 1 --side brenn, or battle amend 1 once it is settled)"
    assert f"Warning: I/9: By default destroyed, because {why}. To change it: {change}" in lines
    do(tiny, Adjust("I/9", "it was", state="captured"))
    assert unit(tiny, "I/9").state is State.CAPTURED


@pytest.mark.rule("OB-CAS-09")
def test_no_way_back_is_judged_by_where_the_units_ended(tiny: Store) -> None:
    """The same, with 1st Rifles off the road again and 2nd Rifles destroyed: the way is open, and nobody is warned."""
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    meet(tiny)
    lines = settled(
        tiny,
        {"unit": "2nd Rifles", "ticks": ["destroyed"]},
        brenn=({"unit": "I/9", "ticks": ["destroyed"]},),
        field="alba",
    )
    assert unit(tiny, "I/9").state is State.DESTROYED
    assert not any("no way back" in line for line in lines)


@pytest.mark.rule("OB-CAS-09")
def test_where_the_form_does_not_ask_who_was_destroyed_without_a_way_back_is_captured(tiny: Store) -> None:
    """Umpire 1.8, under Brigade Level Games: all figures of I/9 are gone, and 2nd Rifles stands across its road
    home."""
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
        board.rows(Battle)[0].tabletop = "brigade"
    row, rows = battle(tiny)["row"], list(battle(tiny)["lines"].values())
    with reading(tiny) as board:
        form = form_of(
            board, load_army(board), load_theatre(board), row, named(board, Side, "brenn").id, rows, DEFAULTS
        )
    all_gone = {
        "figures_lost": form.printed.lines[0].noted["figures"],
        "companies_removed": form.printed.lines[0].noted["companies"],
    }
    lines = settled(tiny, brenn=({"unit": "I/9", **all_gone},), field="alba")
    taken = unit(tiny, "I/9")
    assert (taken.state, taken.surrounded, taken.men) == (State.CAPTURED, True, 0), lines
    why = "it was destroyed and had no way back at the end (OB-CAS-09, umpire 1.8)"
    change = 'campaign adjust "I/9" --state destroyed'
    assert f"I/9: By default captured, because {why}. To change it: {change}" in lines


def test_who_is_destroyed_with_the_road_home_open_is_not_captured_nor_who_holds_the_field(tiny: Store) -> None:
    meet(tiny)
    settled(
        tiny,
        {"unit": "1st Rifles", "ticks": ["destroyed"]},
        brenn=({"unit": "I/9", "ticks": ["destroyed"]},),
        field="alba",
    )
    assert (unit(tiny, "I/9").state, unit(tiny, "1st Rifles").state) == (State.DESTROYED, State.DESTROYED)


def test_a_ruling_means_what_it_says(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    do(tiny, RuleBattle("1", "Scattered into the desert.", held="alba", states=(UnitWord("I/9", "destroyed"),)))
    assert unit(tiny, "I/9").state is State.DESTROYED


# ground --------------------------------------------------------------------------------------------------------------
def test_a_place_that_neither_side_holds_stays_whose_it_was(tiny: Store) -> None:
    """Umpire 1.10; the winners hold the field, and nobody stands in Birch Cross."""
    meet(tiny)
    settled(tiny, field="alba", objectives={"birch_cross": "neither"})
    assert (battle(tiny)["held"], owner(tiny, "Birch Cross")) == ("alba", "brenn")
    assert where(tiny, "1st Rifles").startswith("1.0 km from Birch Cross")


def test_a_place_changes_hands_in_the_words_of_a_march(tiny: Store) -> None:
    meet(tiny)
    lines = settled(tiny, field="alba")
    assert "Birch Cross is now in Alba hands" in lines
    assert owner(tiny, "Birch Cross") == "alba"


def test_who_stands_alone_at_a_place_has_it_whoever_held_the_field_and_that_is_said(tiny: Store) -> None:
    """Umpire 1.7, 1.10"""
    meet(tiny)
    settled(tiny, field="brenn")
    with by_hand(tiny) as board:
        stand(board, "I/9", at="Coldbrook")
        stand(board, "1st Rifles", at="Birch Cross")
        board.flush()
        today = DayContext(board, Tape(Scripted(()), board.moment))
        places_change_hands(today)
    assert today.lines == [
        "Birch Cross is now in Alba hands, although the other side held the field of battle 1: at the end of the turn only 1st Rifles stood there (umpire 1.10)"
    ]


def test_two_fights_on_one_table_are_told_with_what_is_between_them(tiny: Store) -> None:
    """Umpire 1.4: the table takes in both, 6 km apart, and the fight for a place reaches 5 km."""
    meet(tiny)
    do(tiny, AddToBattle("1", ("2nd Rifles", "II/9")))
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=6500)
        for line in board.rows(BattleUnit):
            line.role = Role.ENGAGED
    with reading(tiny) as board:
        outlook, row = look(board, UMPIRE), board.rows(Battle)[0]
        told = warnings(outlook, row, board.rows(BattleUnit))
    assert (
        told[0].startswith(
            "The enemies meet in two places on one table, 6 km (48 in.) apart: near Birch Cross (3 units), near "
        )
        and "(2 units)" in told[0]
    )
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", at="Birch Cross")
    with reading(tiny) as board:
        assert not [
            line
            for line in warnings(look(board, UMPIRE), board.rows(Battle)[0], board.rows(BattleUnit))
            if "two fights" in line
        ]


def test_a_suspended_battle_says_nothing_of_the_night(tiny: Store) -> None:
    meet(tiny)
    settled(tiny, ending="suspended")
    with reading(tiny) as board:
        told = [line.text for line in board.rows(DiaryLine) if "suspended" in line.text]
    assert told[0].startswith("Battle 1, Birch Cross, is suspended and goes on later.")


# who attacks ---------------------------------------------------------------------------------------------------------
def attacker(store: Store) -> str:
    with reading(store) as board:
        return battle_list(board, UMPIRE).battles[0].attacker


def test_a_battle_by_hand_is_attacked_by_who_has_orders_to(tiny: Store) -> None:
    with by_hand(tiny) as board:
        stand(board, "I/9", at="Birch Cross")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        order(board, "1st Rifles", OrderKind.ATTACK, "Birch Cross")
    do(tiny, NewBattle("Birch Cross"))
    assert (battle(tiny)["attacker"], attacker(tiny)) == ("alba", "Alba")


def test_a_battle_that_nobody_is_said_to_attack_is_no_meeting_engagement(tiny: Store) -> None:
    with by_hand(tiny) as board:
        stand(board, "I/9", at="Birch Cross")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
    do(tiny, NewBattle("Birch Cross"))
    assert attacker(tiny) == "not said"


def test_both_attack_in_a_meeting_engagement(tiny: Store) -> None:
    with by_hand(tiny) as board:
        order(board, "I/9", OrderKind.ATTACK, "Ashford")
    meet(tiny)
    assert attacker(tiny) == "both"


# automatic play ------------------------------------------------------------------------------------------------------
def test_automatic_play_weighs_everybody_on_the_table(tiny: Store) -> None:
    """Umpire 1.23: 1st Rifles alone is no two to one, with 2nd Rifles 2 km behind it, in no contact, it is."""
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000).posture = Posture.MARCH
        stand(board, "2nd Rifles", road="ashford-birch_cross", metres=7000)
        order(board, "1st Rifles", OrderKind.ATTACK, "Birch Cross")
        board.flush()
        made = contact(board, "1st Rifles", "I/9")
        board.flush()
        step(board, auto=True)
        assert made.state is ContactState.BATTLE


# pursuit -------------------------------------------------------------------------------------------------------------
def test_who_has_hours_left_may_pursue_in_the_same_turn(tiny: Store) -> None:
    """Umpire 1.8: the battle is over, its units are held by no table."""
    meet(tiny)
    settled(tiny, field="alba", hours_left=2)
    do(tiny, NewBattle("Birch Cross", name="Pursuit", units=("1st Hussars", "I/9")))
    assert battle(tiny, 2)["lines"].keys() == {"1st Hussars", "I/9"}
