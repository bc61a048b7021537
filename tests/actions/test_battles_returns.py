"""Returns: checked whole, kept until both are in, settled in one action (umpire 1.5-1.10, 1.17, 1.20)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.house_rules import SetRule
from campaign.actions.returns.take import PointDecision, RecordReturn, SettleBattle
from campaign.actions.returns.word import UmpiresWord
from campaign.errors import BadFile, BadInput, NotDecided, Refused, ReturnsDiffer
from campaign.journal import digest, reading
from campaign.model import Battalion, Contact, DiaryLine, Formation, Place, Return, Road, Side, Sighting
from campaign.queries.battle.tally import prisoners
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day.retreat import CutOff, when_cut_off
from campaign.situation.army import load_army
from campaign.situation.engaged import engaged_battalions
from campaign.situation.forms import form_of
from campaign.situation.ground import load_theatre
from campaign.store import Store
from campaign.terms.state import BattleState, ContactState, OrderKind, State
from campaign.terms.time import Phase
from campaign.verbs.battles import AddToBattle, NewBattle
from campaign.verbs.interruptions import ResumeBattle, SuspendBattle
from campaign.verbs.orders import Attach
from campaign.verbs.rulings import RuleBattle
from tests.clash import ROAD, at_phase, battle, do, meet, order, stand, unit, where
from tests.tiny import by_hand, named


def filed(side: str, *lines: dict[str, Any], **foot: Any) -> dict[str, Any]:
    """A return with all other lines unharmed, finished in turn 2."""
    return {
        "side": side,
        "lines": list(lines),
        "foot": {"turn": 2, "ending": "finished", "all_other_lines_unharmed": True, **foot},
    }


def spent(name: str, **more: Any) -> dict[str, Any]:
    return {"unit": name, "ticks": ["spent"], **more}


def destroyed(name: str, *more: str) -> dict[str, Any]:
    return {"unit": name, "ticks": ["destroyed", *more]}


def record(store: Store, *returns: dict[str, Any], believe: str = "") -> tuple[str, ...]:
    return do(store, RecordReturn("1", returns, believe)).receipt.lines


def state_of(store: Store) -> str:
    with reading(store) as board:
        return digest(board)


def faults(store: Store, *returns: dict[str, Any]) -> str:
    before = state_of(store)
    with pytest.raises(BadFile) as refused:
        record(store, *returns)
    assert state_of(store) == before, "a refused return changes nothing"
    return "\n".join((str(refused.value), *refused.value.faults))


# refused -------------------------------------------------------------------------------------------------------------
def test_a_battalion_that_was_not_there_is_refused(tiny: Store) -> None:
    meet(tiny)
    assert "'2nd Rifles' is not in this battle. The lines of this form are 1 1st Rifles, 2 1st Hussars" in faults(
        tiny, filed("alba", destroyed("2nd Rifles"))
    )
    assert "line 7: " in faults(tiny, filed("alba", {"line": 7, "ticks": ["spent"]}))


def test_a_battalion_destroyed_twice_is_refused(tiny: Store) -> None:
    meet(tiny)
    assert "1st Rifles: it is written twice as destroyed" in faults(
        tiny, filed("alba", destroyed("1st Rifles"), destroyed("1st Rifles"))
    )


def test_one_destroyed_in_an_earlier_session_is_not_on_the_form_any_more(tiny: Store) -> None:
    meet(tiny)
    record(tiny, filed("alba", destroyed("1st Rifles"), ending="suspended"), filed("brenn", ending="suspended"))
    assert unit(tiny, "1st Rifles").state is State.DESTROYED
    assert "'1st Rifles' is not in this battle. The lines of this form are 2 1st Hussars" in faults(
        tiny, filed("alba", destroyed("1st Rifles"), turn=3)
    )


def test_every_fault_of_both_returns_is_named_at_once(tiny: Store) -> None:
    meet(tiny)
    one = filed(
        "alba", {"line": 1, "ticks": ["spent", "destroyed"], "ended_at": "Nowhere"}, field="mars", clock="25:00"
    )
    words = faults(tiny, one)
    for fault in (
        "contradict each other",
        "'Nowhere' is not a place on this form",
        "'mars' cannot hold the field",
        "'25:00'",
    ):
        assert fault in words
    assert words.startswith("the Alba return of battle 1 (Birch Cross) has 4 errors; nothing was changed")


def test_a_blank_line_is_unharmed_only_if_the_box_is_ticked(tiny: Store) -> None:
    """umpire 1.17"""
    meet(tiny)
    words = faults(tiny, filed("alba", spent("1st Rifles"), all_other_lines_unharmed=False))
    assert "line 2: 1st Hussars is left blank" in words


def test_the_code_of_another_sheet_is_refused(tiny: Store) -> None:
    meet(tiny)
    assert "the form has the code 'TINY-1-BRE-XXX'" in faults(tiny, {**filed("alba"), "code": "TINY-1-BRE-XXX"})


def test_a_turn_after_the_campaign_is_over_is_refused(tiny: Store) -> None:
    """The tiny campaign lasts two days: eight turns, of which the table plays turns 2 to 4, then 5 to 8, and no
    ninth."""
    meet(tiny)
    for turn in (4, 4):
        record(tiny, filed("alba", ending="suspended", turn=turn), filed("brenn", ending="suspended", turn=turn))
    assert (battle(tiny)["row"].reached_day, battle(tiny)["row"].reached_turn) == (2, 4)
    with pytest.raises(BadFile, match=r"the Alba and Brenn returns of battle 1 .* have 2 errors") as refused:
        record(tiny, filed("alba", turn=1), filed("brenn", turn=1))
    assert refused.value.faults[0] == "Alba return: turn 3.1 is after the campaign's last turn, 2.4. Correct the turn"


def test_two_returns_that_differ_are_both_kept_until_it_is_decided(tiny: Store) -> None:
    """umpire 1.7: two claims are a disagreement to settle."""
    meet(tiny)
    feet = filed("alba", field="alba", prisoners_taken=40), filed("brenn", field="brenn", prisoners_lost=12)
    receipt = do(tiny, RecordReturn("1", feet)).receipt
    assert receipt.summary.endswith("the two differ on 2 points")
    assert "1  holder of the field: Alba return says Alba, Brenn return says Brenn" in receipt.lines, (
        "in words, not keys"
    )
    assert battle(tiny)["row"].state is BattleState.RETURNED
    with pytest.raises(ReturnsDiffer, match="Alba and Brenn returns of battle 1 disagree on 2 points") as differing:
        do(tiny, SettleBattle("1"))
    assert [point[:3] for point in differing.value.points] == [
        (1, "field", "holder of the field"),
        (2, "prisoners_taken", "prisoners Alba took and Brenn lost"),
    ]
    with pytest.raises(ReturnsDiffer, match=r"disagree on 1 point \(Alba / Brenn\).*--decide '1 alba'"):
        do(tiny, SettleBattle("1", decisions=(PointDecision("prisoners_taken", "alba"),)))
    with pytest.raises(BadInput, match="do not differ on the point turn"):
        do(tiny, SettleBattle("1", decisions=(PointDecision("turn", "alba"),)))


def test_what_is_decided_counts_and_both_returns_stay_as_they_were_handed_in(tiny: Store) -> None:
    meet(tiny)
    feet = filed("alba", field="alba", prisoners_taken=40), filed("brenn", field="brenn", prisoners_lost=12)
    do(tiny, RecordReturn("1", feet))
    done = do(tiny, SettleBattle("1", "alba", (PointDecision("field", "Brenn"),)))
    assert done.receipt.summary.endswith(
        "where the returns differ, Alba is believed on 1 point and Brenn is believed on 1 point"
    )
    assert "Decided, prisoners Alba took and Brenn lost: 40, from the Alba return (not 12)" in done.receipt.lines
    assert battle(tiny)["held"] == "brenn"
    with reading(tiny) as board:
        first, second = sorted(board.rows(Return), key=lambda row: row.side_id)
        assert (first.content["foot"]["field"], first.content["decided"]) == ("alba", {"field": "brenn"})
        assert (second.content["foot"]["prisoners_lost"], second.content["decided"]) == (12, {"prisoners_lost": 40})
        assert str(prisoners([second])) == "40 lost", "the tally counts what was decided"


def test_whose_word_counts_may_be_said_with_the_returns(tiny: Store) -> None:
    meet(tiny)
    record(tiny, filed("alba", field="alba"), filed("brenn", field="brenn"), believe="brenn")
    assert battle(tiny)["held"] == "brenn"


def test_a_side_of_which_nobody_is_left_does_not_hold_the_field(tiny: Store) -> None:
    meet(tiny)
    gone = {"line": 1, "ticks": ["destroyed"]}
    words = faults(
        tiny, filed("alba", field="brenn"), filed("brenn", gone, field="brenn", all_other_lines_unharmed=True)
    )
    assert "give the field to Brenn, but that side has no unit left in the battle; nothing was changed" in words
    record(tiny, filed("alba"), filed("brenn", gone))
    assert battle(tiny)["held"] == "alba"


def test_no_more_prisoners_than_men(tiny: Store) -> None:
    meet(tiny)
    assert "9999 prisoners lost is more than the 600 men on this form" in faults(
        tiny, filed("brenn", prisoners_lost=9999)
    )


# kept ----------------------------------------------------------------------------------------------------------------
def test_one_return_is_kept_until_the_other_comes(tiny: Store) -> None:
    meet(tiny)
    done = do(tiny, RecordReturn("1", (filed("alba", spent("1st Rifles"), field="alba"),)))
    assert battle(tiny)["row"].state is BattleState.RETURNED
    assert done.receipt.lines == (
        "it says: 1st Rifles: spent; turn 2; finished; field Alba",
        "1st Rifles: fresh -> spent",
    )
    assert done.receipt.waiting.startswith("the Brenn return is missing. Record it: campaign battle record 1")
    assert unit(tiny, "1st Rifles").state is State.FRESH, "half a return changes nobody"
    record(tiny, filed("brenn", field="alba"))
    assert (unit(tiny, "1st Rifles").state, battle(tiny)["row"].state) == (State.SPENT, BattleState.SETTLED)
    with reading(tiny) as board:
        assert [(r.session, r.settled) for r in board.rows(Return)] == [(1, True), (1, True)]


def test_the_umpire_settles_on_one_return(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(Refused, match=r"no return yet\. Record a return"):
        do(tiny, SettleBattle("1"))
    record(tiny, filed("alba", spent("1st Rifles"), field="alba"))
    receipt = do(tiny, SettleBattle("1")).receipt
    assert receipt.summary == "Battle 1 (Birch Cross) is settled on the Alba return alone"
    assert unit(tiny, "I/9").state is State.FRESH
    assert where(tiny, "I/9") != "Birch Cross", "it lost the field and goes back all the same"
    with pytest.raises(Refused, match=r"battle 1 \(Birch Cross\) is already settled"):
        do(tiny, SettleBattle("1"))


def test_a_return_that_comes_again_replaces_the_one_that_is_kept(tiny: Store) -> None:
    meet(tiny)
    record(tiny, filed("alba", destroyed("1st Rifles")))
    record(tiny, filed("alba", spent("1st Rifles"), field="alba"))
    do(tiny, SettleBattle("1"))
    assert unit(tiny, "1st Rifles").state is State.SPENT


# settled -------------------------------------------------------------------------------------------------------------
def settled(
    store: Store, *alba: dict[str, Any], brenn: tuple[dict[str, Any], ...] = (), **foot: Any
) -> tuple[str, ...]:
    return record(store, filed("alba", *alba, **foot), filed("brenn", *brenn, **foot))


def test_strength_is_brought_into_the_band_of_the_state(tiny: Store) -> None:
    """umpire 1.20: spent from 15 % lost, destroyed from 30 %. 15 % of 700 are 105, 30 % are 210."""
    meet(tiny)
    with by_hand(tiny) as board:
        named(board, Battalion, "1st Hussars").men = 700
    settled(tiny, spent("1st Hussars"), brenn=(destroyed("I/9"),), field="alba")
    assert (unit(tiny, "1st Hussars").men, unit(tiny, "I/9").men) == (595, 490)


@pytest.mark.rule("OB-CAS-09")
def test_destroyed_is_off_the_map_and_surrounded_too_is_captured(tiny: Store) -> None:
    meet(tiny)
    settled(tiny, destroyed("1st Hussars"), brenn=(destroyed("I/9", "surrounded"),), field="alba")
    lost, taken = unit(tiny, "1st Hussars"), unit(tiny, "I/9")
    assert (lost.state, lost.on_map, lost.destroyed_day, lost.destroyed_turn) == (State.DESTROYED, False, 1, 2)
    assert (taken.state, taken.surrounded, taken.men) == (State.CAPTURED, True, 0)


def test_a_destroyed_battalion_that_was_attached_goes_back_to_its_own(tiny: Store) -> None:
    """umpire 1.21"""
    with by_hand(tiny) as board:
        brigade = named(board, Formation, "1st Brigade")
        board.make(
            Formation,
            key="2nd_brigade",
            name="2nd Brigade",
            short="2 Bde",
            side_id=brigade.side_id,
            nation_id=brigade.nation_id,
            superior_id=brigade.superior_id,
            level=brigade.level,
            mark=brigade.mark,
            arm=brigade.arm,
        )
    do(tiny, Attach("1st Hussars", "2nd Brigade"))
    meet(tiny)
    lines = settled(tiny, destroyed("1st Hussars"), field="alba")
    assert "1st Hussars belongs to 1st Brigade again" in lines
    assert unit(tiny, "1st Hussars").present_id == unit(tiny, "1st Hussars").organic_id


def test_the_loser_goes_back_half_a_turn_s_march_and_the_winner_stands_on_the_ground(tiny: Store) -> None:
    """umpire 1.8: foot march 40 in. or 5 km a move, a German makes 3 moves a turn: half of 15 km is 7.5 km, of 12 to
    Coldbrook."""
    meet(tiny)
    lines = settled(tiny, spent("1st Rifles"), field="alba")
    assert where(tiny, "I/9").startswith("4.5 km from Coldbrook")
    assert (where(tiny, "1st Rifles"), where(tiny, "1st Hussars")) == ("Birch Cross", "Birch Cross")
    assert "1st Rifles, 1st Hussars are now at Birch Cross" in lines, "the preview says so"
    with reading(tiny) as board:
        assert named(board, Place, "Birch Cross").owner_id == named(board, Side, "alba").id


def test_attackers_who_lose_go_back_the_way_they_came(tiny: Store) -> None:
    """The British foot makes 1.5 moves of 5 km a turn: half of 7.5 km is 3.75 km, from 9 km out of Ashford."""
    meet(tiny)
    settled(tiny, field="brenn")
    assert where(tiny, "I/9") == "Birch Cross"
    assert where(tiny, "1st Rifles") == "4.8 km from Birch Cross on the metalled road to Ashford"


def test_without_a_road_back_the_loser_stays_cut_off(tiny: Store) -> None:
    """umpire 1.8"""
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=8000)
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    settled(tiny, field="alba")
    lines = do(tiny, SettleBattle("1", word=UmpiresWord(proposals=True))).receipt.lines
    (told,) = (line for line in lines if line.startswith("I/9 is cut off"))
    stays = "it stays at Birch Cross, with a battle every turn until it gets out or is relieved"
    assert told.startswith(f"I/9 is cut off: By default {stays}, because it has no road out and 1st Rifles")
    ways = "--surrenders UNIT or --breaks-out UNIT"
    assert told.endswith(f"then settle it with {ways}; for all such units campaign rules retreat.cut_off")
    assert where(tiny, "I/9") == "Birch Cross"


@pytest.mark.rule("umpire 1.8")
@pytest.mark.parametrize(("odds", "state"), [("2", State.CAPTURED), ("5/2", State.FRESH)])
def test_by_house_rule_who_is_beaten_and_cut_off_surrenders_to_so_many(tiny: Store, odds: str, state: State) -> None:
    """1st Rifles and 1st Hussars have the field, I/9 has no way back: two to one."""
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=8000)
    do(tiny, SetRule("retreat.surrender", odds))
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    lines = settled(tiny, field="alba")
    assert unit(tiny, "I/9").state is state
    assert any("I/9: fresh -> captured" in line for line in lines) is (state is State.CAPTURED)
    assert any("I/9: no way back" in line and "retreat.surrender" in line for line in lines) is (
        state is State.CAPTURED
    )
    assert unit(tiny, "I/9").surrounded is (state is State.CAPTURED)


def surrounded(store: Store, choice: str) -> list[str]:
    """1st Rifles and 1st Hussars take Birch Cross, where I/9 has no way back past 2nd Rifles."""
    with by_hand(store) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=8000)
    do(store, SetRule("retreat.cut_off", choice))
    meet(store)
    with by_hand(store) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=3000)
    return settled(store, field="alba")


@pytest.mark.rule("umpire 1.8")
def test_by_house_rule_who_is_cut_off_surrenders_when_he_has_lost_there_twice(tiny: Store) -> None:
    """By umpire 1.8 I/9 stays in the town and every turn there is a battle; the second one ends it."""
    lines = surrounded(tiny, "surrenders")
    assert any(line.startswith("I/9 is cut off: By default it stays at Birch Cross") for line in lines)
    assert unit(tiny, "I/9").state is State.FRESH
    do(tiny, NewBattle("Birch Cross", units=("1st Rifles", "I/9")))
    done = do(tiny, RuleBattle("2", "Nobody moved.", held="alba"))
    assert "I/9: no way back, surrendered (house rule retreat.cut_off) (umpire 1.8)" in done.receipt.lines
    assert (unit(tiny, "I/9").state, unit(tiny, "I/9").on_map) == (State.CAPTURED, False)


@pytest.mark.rule("umpire 1.8")
def test_by_house_rule_who_is_cut_off_surrenders_at_once(tiny: Store) -> None:
    do(tiny, SetRule("retreat.cut_off_turns", "1"))
    surrounded(tiny, "surrenders")
    assert unit(tiny, "I/9").state is State.CAPTURED


@pytest.mark.rule("umpire 1.8")
def test_by_house_rule_who_is_cut_off_breaks_out_and_is_spent_by_it(tiny: Store) -> None:
    """Past 2nd Rifles, half a turn's march on and outside their location range."""
    lines = surrounded(tiny, "breaks_out")
    assert any("I/9: no way back, broke out past the enemy, now spent" in line for line in lines)
    assert unit(tiny, "I/9").state is State.SPENT
    assert where(tiny, "I/9") != "Birch Cross"
    assert not any("cut off and stays" in line for line in lines)


@pytest.mark.rule("umpire 1.8")
@pytest.mark.parametrize(
    ("choice", "turns", "state", "lost", "outcome"),
    [
        ("stays", 1, State.FRESH, 9, CutOff.STAYS),
        ("surrenders", 3, State.FRESH, 2, CutOff.STAYS),
        ("surrenders", 3, State.SPENT, 3, CutOff.SURRENDERS),
        ("breaks_out", 3, State.FRESH, 1, CutOff.BREAKS_OUT),
        ("breaks_out", 3, State.SPENT, 1, CutOff.SURRENDERS),
    ],
)
def test_what_is_chosen_for_who_is_cut_off(choice: str, turns: int, state: State, lost: int, outcome: CutOff) -> None:
    book = DEFAULTS.with_settings({"retreat.cut_off": choice, "retreat.cut_off_turns": turns})
    assert when_cut_off(state, lost, book) is outcome


def test_where_a_unit_ended_is_written_as_a_place_an_edge_or_inches(tiny: Store) -> None:
    """The table's west edge lies 3.5 km out of Ashford and is edge B; 8 inches are 1 km."""
    meet(tiny)
    settled(
        tiny,
        {"line": 1, "ticks": ["unchanged"], "ended_at": "off by edge B"},
        {"line": 2, "ticks": ["spent"], "ended_at": "40, 20"},
        brenn=({"line": 1, "ticks": ["unchanged"], "ended_at": "off by edge east"},),
        field="brenn",
    )
    assert where(tiny, "1st Rifles").startswith("3.5 km from Ashford")
    assert where(tiny, "1st Hussars").startswith("1.5 km from Birch Cross"), (
        "40 in. are 5 km from the west edge: 8.5 km out of Ashford"
    )
    assert where(tiny, "I/9").startswith("5.5 km from Birch Cross"), "the table is 12 km wide"


@pytest.mark.rule("umpire 1.7")
@pytest.mark.parametrize(
    ("lost", "reckoning"),
    [
        ((), "Proposed: Alba, because it has more unspent battalions left, 2 against 1 (umpire 1.7)."),
        (
            ({"unit": "1st Rifles", "ticks": ["spent"]},),
            "Proposed: Brenn, because equal unspent battalions left: the defender holds it (umpire 1.7).",
        ),
    ],
)
def test_who_holds_the_field_is_asked_where_no_return_says_so(
    tiny: Store, lost: tuple[dict[str, Any], ...], reckoning: str
) -> None:
    """The program's reckoning is a proposal with its reason; nothing is settled before somebody answers."""
    meet(tiny)
    receipt = do(tiny, RecordReturn("1", (filed("alba", *lost), filed("brenn")))).receipt
    assert receipt.summary.endswith("returns received, nothing settled yet")
    assert receipt.waiting.startswith("Who holds the field of battle 1 (Birch Cross)? Neither return says.")
    assert receipt.waiting.endswith(f"campaign battle settle 1 --held alba or brenn or both. {reckoning}")
    assert (battle(tiny)["row"].state, where(tiny, "I/9")) == (BattleState.RETURNED, "Birch Cross")
    with pytest.raises(NotDecided, match="who holds the field of battle 1"):
        do(tiny, SettleBattle("1", word=UmpiresWord(proposals=True)))
    done = do(tiny, SettleBattle("1", word=UmpiresWord(held="Brenn")))
    assert "Brenn holds the field (by the umpire's ruling) (umpire 1.7)" in done.receipt.lines
    assert (battle(tiny)["held"], where(tiny, "I/9")) == ("brenn", "Birch Cross")


def test_who_is_alone_on_the_table_holds_the_field_without_a_question(tiny: Store) -> None:
    meet(tiny)
    settled(tiny, brenn=(destroyed("I/9"),))
    assert battle(tiny)["held"] == "alba"


def test_both_still_there_moves_nobody(tiny: Store) -> None:
    meet(tiny)
    settled(tiny, field="both")
    assert (where(tiny, "I/9"), battle(tiny)["held"]) == ("Birch Cross", None)
    assert where(tiny, "1st Rifles").startswith("1.0 km from Birch Cross")


def test_both_sides_know_each_other_by_name_afterwards_and_the_contacts_are_closed(tiny: Store) -> None:
    """umpire 1.13"""
    meet(tiny)
    settled(tiny, field="alba")
    with reading(tiny) as board:
        names = {b.id: b.name for b in board.rows(Battalion)}
        keys = {s.id: s.key for s in board.rows(Side)}
        seen = {(keys[s.side_id], names[s.battalion_id]) for s in board.rows(Sighting) if s.named}
        assert seen == {("alba", "I/9"), ("brenn", "1st Rifles"), ("brenn", "1st Hussars")}
        assert {c.state for c in board.rows(Contact)} == {ContactState.CLOSED}


@pytest.mark.parametrize(
    "road", ["#", "Birch Cross - Coldbrook cut", "Coldbrook to Birch Cross", "cut Coldbrook - Birch"]
)
def test_rest_attachment_digging_in_works_and_the_diary(tiny: Store, road: str) -> None:
    """What was done to a road is written as it is printed (#), or with the names of both ends."""
    meet(tiny)
    row, lines = battle(tiny)["row"], list(battle(tiny)["lines"].values())
    with reading(tiny) as board:
        form = form_of(
            board, load_army(board), load_theatre(board), row, named(board, Side, "alba").id, lines, DEFAULTS
        )
    printed = next(work.text for work in form.works if work.key == "cut:birch_cross-coldbrook")
    settled(
        tiny,
        {"line": 1, "ticks": ["unchanged"], "resting": True},
        {"line": 2, "ticks": ["unchanged"], "ended_at": "Birch Cross", "dug_in": 1},
        field="both",
        works=[road.replace("#", printed)],
        prisoners_taken=0,
        diary="A hard morning.",
        orders={"A": "in part"},
    )
    assert unit(tiny, "1st Rifles").resting
    assert unit(tiny, "1st Hussars").dug_in_turns == 1
    with reading(tiny) as board:
        assert named(board, Road, "birch_cross-coldbrook").cut
        told = [line.text for line in board.rows(DiaryLine) if line.side_id == named(board, Side, "alba").id]
    assert "A hard morning." in told
    assert "Orders of 1st Brigade fulfilled: in part." in told


# several turns -------------------------------------------------------------------------------------------------------
def test_a_suspended_battle_takes_over_the_losses_and_keeps_its_units(tiny: Store) -> None:
    """umpire 1.6"""
    meet(tiny)
    settled(tiny, spent("1st Rifles"), ending="suspended")
    row = battle(tiny)["row"]
    assert (row.state, row.reached_day, row.reached_turn) == (BattleState.SUSPENDED, 1, 2)
    assert (unit(tiny, "1st Rifles").state, where(tiny, "I/9")) == (State.SPENT, "Birch Cross"), "nobody goes back yet"
    do(tiny, ResumeBattle("1"))
    settled(tiny, destroyed("1st Rifles"), turn=3, field="alba")
    assert (unit(tiny, "1st Rifles").state, battle(tiny)["row"].state) == (State.DESTROYED, BattleState.SETTLED)


@pytest.mark.rule("OB-WIN-01", "OB-AMB-008")
def test_a_battle_is_over_when_its_players_say_that_orders_are_fulfilled_and_for_no_other_reason(tiny: Store) -> None:
    meet(tiny)
    settled(tiny, spent("1st Rifles"), brenn=(spent("I/9"),), ending="suspended", orders={"A": "in part"})
    assert (
        battle(tiny)["row"].state is BattleState.SUSPENDED
    )  # half of one side and all of the other are spent, and it goes on
    do(tiny, ResumeBattle("1"))
    settled(tiny, orders={"A": "yes"}, turn=3, field="both")
    assert battle(tiny)["row"].state is BattleState.SETTLED
    with reading(tiny) as board:
        told = [line.text for line in board.rows(DiaryLine) if line.side_id == named(board, Side, "alba").id]
    assert "Orders of 1st Brigade fulfilled: yes." in told


def test_units_of_a_table_that_is_ahead_stay_engaged_until_the_clock_has_caught_up(tiny: Store) -> None:
    """umpire 1.5: everybody else plays on, never past the turn the table has reached."""
    meet(tiny)
    settled(tiny, field="alba", turn=4)
    row = battle(tiny)["row"]
    assert (row.reached_day, row.reached_turn) == (1, 4)

    def engaged(turn: int) -> bool:
        with by_hand(tiny) as board:
            at_phase(board, Phase.MOVEMENT, turn=turn)
        with reading(tiny) as board:
            return named(board, Battalion, "1st Hussars").id in engaged_battalions(board)

    assert engaged(3)
    with by_hand(tiny) as board:
        at_phase(board, Phase.MOVEMENT, day=2, turn=1)
    with reading(tiny) as board:
        assert engaged_battalions(board) == {}


def test_the_clock_time_says_which_turn_was_reached(tiny: Store) -> None:
    """Turn 3 of the day is 10:00-16:00; exactly 16:00 is its end."""
    meet(tiny)
    settled(tiny, field="alba", turn=None, clock="16:00")
    assert (battle(tiny)["row"].reached_day, battle(tiny)["row"].reached_turn) == (1, 3)


def test_who_was_to_arrive_took_part_only_if_its_line_is_written(tiny: Store) -> None:
    with by_hand(tiny) as board:
        order(board, "II/9", OrderKind.MARCH, "Birch Cross")
    meet(tiny)
    settled(tiny, field="alba", turn=3)
    assert where(tiny, "II/9") == "6.0 km from Birch Cross on the metalled road to Coldbrook"


def test_an_arrival_that_was_written_stands_where_it_ended(tiny: Store) -> None:
    with by_hand(tiny) as board:
        order(board, "II/9", OrderKind.MARCH, "Birch Cross")
    meet(tiny)
    settled(tiny, brenn=({"unit": "II/9", "ticks": ["spent"], "ended_at": "Birch Cross"},), field="brenn", turn=3)
    assert (unit(tiny, "II/9").state, where(tiny, "II/9")) == (State.SPENT, "Birch Cross")


def test_a_side_without_units_there_has_no_return(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(BadInput, match=r"no return of battle 1 was given"):
        do(tiny, RecordReturn("1", ()))
    with pytest.raises(BadInput, match="given twice"):
        record(tiny, filed("alba"), filed("alba"))
    do(tiny, SuspendBattle("1"))
    do(tiny, AddToBattle("1", ("2nd Rifles",), arrives="1.3"))
    assert battle(tiny)["lines"]["2nd Rifles"].line == 3
