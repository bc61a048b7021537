"""Contacts become battles (umpire 1.4), battles hold the clock (1.5, 1.6), and the umpire changes who takes part."""

from __future__ import annotations

import pytest

from campaign.actions.battles import battles_waiting
from campaign.actions.day import Next
from campaign.actions.house_rules import SetRule
from campaign.errors import BadInput, Refused
from campaign.journal import reading, undo
from campaign.model import Battalion, BattleUnit, Contact, DiaryLine, Formation, Order, Place, Side
from campaign.queries.day.day_report import day_report
from campaign.situation.chance import sheet_code
from campaign.situation.engaged import engaged_battalions
from campaign.situation.standing import SCENARIO
from campaign.store import Store
from campaign.terms.forces import Arm, Piece
from campaign.terms.state import BattleState, ContactState, OrderKind, Role
from campaign.terms.time import Phase
from campaign.verbs.battles import AddToBattle, DropFromBattle, NewBattle
from campaign.verbs.dividing import SplitBattle
from campaign.verbs.interruptions import CancelBattle, MergeBattles, ResumeBattle, SuspendBattle
from campaign.verbs.orders import GiveOrder
from campaign.verbs.rulings import RuleBattle
from campaign.views.day.day_report import summary_of
from tests.clash import ROAD, at_phase, battle, contact, do, meet, order, stand, step, unit
from tests.tiny import battalion, by_hand, named


def contacts(store: Store) -> list[Contact]:
    with reading(store) as board:
        return board.rows(Contact)


def diary(store: Store, side: str) -> list[str]:
    with reading(store) as board:
        return [line.text for line in board.rows(DiaryLine) if line.side_id == named(board, Side, side).id]


def waiting(store: Store) -> str:
    with reading(store) as board:
        return battles_waiting(board)


# contacts ------------------------------------------------------------------------------------------------------------
def test_orders_to_attack_make_one_battle_of_all_contacts_on_one_table(tiny: Store) -> None:
    said = meet(tiny)
    found = battle(tiny)
    assert said == ["Battle 1, Birch Cross: Alba attacks; battalions on the table: Alba 2, Brenn 1 (umpire 1.4)"]
    assert (found["attacker"], found["place"], found["row"].name, found["row"].seconds) == (
        "alba",
        "Birch Cross",
        "Birch Cross",
        3600,
    )
    assert (found["row"].table["width_in"], found["row"].table["depth_in"]) == (96, 40), (
        "12 by 5 km at 8 inches a kilometre"
    )
    assert {name: (line.line, line.role) for name, line in found["lines"].items()} == {
        "1st Rifles": (1, Role.ENGAGED),
        "1st Hussars": (2, Role.ENGAGED),
        "I/9": (1, Role.ENGAGED),
    }
    assert {(c.state, c.battle_id) for c in contacts(tiny)} == {(ContactState.BATTLE, found["row"].id)}


def test_each_side_hears_of_it_in_its_own_words_without_the_enemy_s_names(tiny: Store) -> None:
    meet(tiny)
    ours, theirs = diary(tiny, "alba"), diary(tiny, "brenn")
    assert ours == ["Battle 1, Birch Cross: 1st Rifles, 1st Hussars attack infantry (battalion)."]
    assert theirs == ["Battle 1, Birch Cross: I/9 is attacked by infantry (battalion), armour (battalion)."]


@pytest.mark.parametrize("kind", [OrderKind.MARCH, OrderKind.WITHDRAW])
def test_without_orders_to_attack_there_is_a_standoff_and_no_game(tiny: Store, kind: OrderKind) -> None:
    meet(tiny, kind=kind)
    assert {c.state for c in contacts(tiny)} == {ContactState.STANDOFF}
    with reading(tiny) as board:
        assert board.rows(BattleUnit) == []
    assert waiting(tiny) == ""


def test_hold_against_hold_is_a_standoff_and_is_told_once(tiny: Store) -> None:
    with by_hand(tiny) as board:
        for turn in (2, 3):
            at_phase(board, Phase.CONTACTS, turn=turn)
            stand(board, "I/9", at="Birch Cross")
            stand(board, "1st Rifles", road=ROAD, metres=900)
            contact(board, "1st Rifles", "I/9")
            board.flush()
            said = step(board)
            assert bool(said) is (turn == 2)
    assert [text for text in diary(tiny, "alba") if "faces" in text] == [
        "1st Rifles faces infantry (battalion); no orders to attack."
    ]


def test_contacts_too_far_apart_for_one_table_are_two_battles(tiny: Store) -> None:
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross")
        stand(board, "II/9", at="Coldbrook")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9200)
        stand(board, "2nd Rifles", road=ROAD, metres=11_400)
        order(board, "1st Rifles", OrderKind.ATTACK, "Birch Cross")
        order(board, "2nd Rifles", OrderKind.ATTACK, "Coldbrook")
        board.flush()
        contact(board, "1st Rifles", "I/9")
        contact(board, "2nd Rifles", "II/9")
        board.flush()
        step(board)
    assert battle(tiny, 1)["lines"].keys() == {"1st Rifles", "I/9"}
    assert battle(tiny, 2)["lines"].keys() == {"2nd Rifles", "II/9"}, "12.4 km apart, and a Brevity table is 12 km long"
    assert (battle(tiny, 1)["row"].code, battle(tiny, 2)["row"].code) == ("TINY-1", "TINY-2")


def test_who_stands_on_the_table_takes_part_without_a_contact_of_its_own(tiny: Store) -> None:
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road="ashford-birch_cross", metres=8000)
    meet(tiny)
    assert battle(tiny)["lines"]["2nd Rifles"].role is Role.ENGAGED


def test_who_marches_to_the_fight_arrives_in_the_next_turn_by_its_road(tiny: Store) -> None:
    with by_hand(tiny) as board:
        order(board, "II/9", OrderKind.MARCH, "Birch Cross")
    meet(tiny)
    line = battle(tiny)["lines"]["II/9"]
    assert (line.role, line.arrives_day, line.arrives_turn, line.edge) == (Role.ARRIVES, 1, 3, "east 20")


def test_who_marches_elsewhere_does_not_arrive_although_his_command_fights(tiny: Store) -> None:
    with by_hand(tiny) as board:
        stand(board, "II/9", road=ROAD, metres=11_500)
        order(board, "II/9", OrderKind.MARCH, "Coldbrook")
        marching = next(o for o in board.rows(Order) if o.battalion_id == named(board, Battalion, "II/9").id)
        marching.via = [named(board, Place, "Birch Cross").id]
        battalion = named(board, Battalion, "II/9")
        battalion.marching_order, battalion.via_passed = marching.id, 1
    meet(tiny)
    assert "II/9" not in battle(tiny)["lines"], "it has come by Birch Cross, and goes on to Coldbrook"


def test_guns_that_reach_the_fight_take_part_unless_they_rest(tiny: Store) -> None:
    with by_hand(tiny) as board:
        regiment = named(board, Formation, "9th Regiment")
        guns = {"piece": Piece.GUN_HOWITZER, "calibre_mm": 88, "arm": Arm.FIELD_ARTILLERY}
        for name, rests in (("III/9 guns", False), ("IV/9 guns", True)):
            battalion(board, name, regiment, **guns, resting=rests, place_id=named(board, Place, "Coldbrook").id)
        board.flush()
        for name in ("III/9 guns", "IV/9 guns"):
            stand(board, name, road=ROAD, metres=7000)
    meet(tiny)
    lines = battle(tiny)["lines"]
    assert lines["III/9 guns"].role is Role.GUNS_IN_RANGE, "80 inches are 10 km; the fight is 7 km away"
    assert "IV/9 guns" not in lines


def test_a_contact_of_a_later_turn_joins_the_battle_that_is_on(tiny: Store) -> None:
    meet(tiny)
    do(tiny, SuspendBattle("1"))
    do(tiny, ResumeBattle("1"))
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS, turn=3)
        stand(board, "II/9", road=ROAD, metres=500)
        order(board, "II/9", OrderKind.ATTACK, "Birch Cross")
        board.flush()
        contact(board, "1st Rifles", "II/9")
        board.flush()
        said = step(board)
    assert [line.partition(":")[0] for line in said] == ["II/9 joins battle 1 (Birch Cross) as line 2"]
    assert battle(tiny)["lines"]["II/9"].role is Role.ENGAGED


def test_automatic_play_attacks_only_at_two_to_one_where_that_is_the_rule(tiny: Store) -> None:
    do(tiny, SetRule("auto.attack_ratio", "2"))
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross")
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        order(board, "1st Rifles", OrderKind.ATTACK, "Birch Cross")
        board.flush()
        named(board, Order, "battalion:1st_rifles").given_by = SCENARIO
        contact(board, "1st Rifles", "I/9")
        board.flush()
        said = step(board, auto=True)
    assert len(said) == 1
    assert said[0].startswith("No attack near Birch Cross, though Alba is ordered to: 1 effective stand")
    assert [c.state for c in contacts(tiny)] == [ContactState.STANDOFF]


def test_engaged_units_that_withdraw_off_the_table_are_out_of_the_battle(tiny: Store) -> None:
    meet(tiny)
    do(tiny, SuspendBattle("1"))
    do(tiny, ResumeBattle("1"))
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS, turn=3)
        stand(board, "1st Hussars", at="Ashford").moved = True
        board.flush()
        said = step(board)
    assert said == ["1st Hussars has withdrawn from battle 1 (Birch Cross) (umpire 1.5)"]
    assert battle(tiny)["lines"].keys() == {"1st Rifles", "I/9"}


# the clock -----------------------------------------------------------------------------------------------------------
def test_a_battle_holds_the_clock_in_its_turn_and_names_the_commands(tiny: Store) -> None:
    meet(tiny)
    words = waiting(tiny)
    assert words.startswith("battle 1 (Birch Cross) is waiting. Print the papers: campaign battle packet")
    assert all(command in words for command in ("battle record 1", "resolve", "rule", "suspend", "cancel"))


def test_a_suspended_battle_lets_the_clock_run_to_the_end_of_the_turn_reached_and_no_further(tiny: Store) -> None:
    meet(tiny)
    do(tiny, SuspendBattle("1"))
    assert waiting(tiny) == "", "its turn has been played"
    with by_hand(tiny) as board:
        at_phase(board, Phase.END_OF_TURN, turn=2)
    assert waiting(tiny).startswith("battle 1 Birch Cross (played to turn 1.2) is suspended: campaign battle resume 1")
    do(tiny, ResumeBattle("1"))
    assert waiting(tiny) == ""
    with by_hand(tiny) as board:
        at_phase(board, Phase.BATTLES, turn=3)
    assert "battle record 1" in waiting(tiny), "the table has not played turn 3 yet"


def test_its_units_stay_engaged_while_it_is_suspended(tiny: Store) -> None:
    meet(tiny)
    do(tiny, SuspendBattle("1"))
    with reading(tiny) as board:
        names = {b.id: b.name for b in board.rows(Battalion)}
        assert {names[i] for i in engaged_battalions(board)} == {"1st Rifles", "1st Hussars", "I/9"}


# by hand -------------------------------------------------------------------------------------------------------------
def test_a_battle_set_up_by_hand_has_exactly_the_units_that_were_named(tiny: Store) -> None:
    do(tiny, NewBattle("Birch Cross", name="The cross-roads", units=("2nd Rifles", "9th Regiment"), attacker="Brenn"))
    found = battle(tiny)
    assert (found["row"].state, found["row"].name, found["attacker"]) == (
        BattleState.PLANNED,
        "The cross-roads",
        "brenn",
    )
    assert found["lines"].keys() == {"2nd Rifles", "I/9", "II/9"}


def test_a_battle_set_up_by_hand_says_who_fights_and_who_attacks(tiny: Store) -> None:
    both = do(tiny, NewBattle("Birch Cross", units=("2nd Rifles", "I/9"))).receipt.lines
    neither = "neither side has orders to attack"
    change = "To change it: undo this, and name the attacker of the battle (--attacker SIDE)"
    assert both[:3] == (
        f"By default neither side is the attacker, because {neither}. {change}",
        "Alba: 2nd Rifles",
        "Brenn: I/9",
    )
    for name, to in (("1st Hussars", "Coldbrook"), ("II/9", "Ashford")):
        do(tiny, GiveOrder(name, "attack", to))
    each = do(tiny, NewBattle("Ashford", units=("1st Hussars", "II/9"))).receipt.lines
    assert each[0].startswith("By default neither side is the attacker, because each side has orders to attack.")
    for _ in range(3):
        undo(tiny, actor="umpire")
    one = do(tiny, NewBattle("Coldbrook", units=("1st Rifles", "II/9"), attacker="Brenn")).receipt.lines
    assert one[0] == "the Brenn side attacks"
    undo(tiny, None, actor="umpire")
    do(tiny, GiveOrder("1st Rifles", "attack", "Coldbrook"))
    guessed = do(tiny, NewBattle("Coldbrook", units=("1st Rifles", "II/9"))).receipt.lines[0]
    assert guessed.startswith("By default the Alba side attacks, because only its units here have orders to attack")


def test_a_battle_needs_two_sides(tiny: Store) -> None:
    with pytest.raises(Refused, match="needs units of two sides"):
        do(tiny, NewBattle("Ashford"))
    with pytest.raises(Refused, match=r"no free unit is within 2 km of Birch Cross"):
        do(tiny, NewBattle("Birch Cross"))


def test_a_unit_fights_in_one_battle_at_a_time(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(Refused, match=r"I/9 is already engaged in battle 1 \(Birch Cross\)"):
        do(tiny, NewBattle("Birch Cross", units=("2nd Rifles", "I/9")))


def test_a_unit_that_fights_twice_in_the_same_six_hours_is_told_of(tiny: Store) -> None:
    """When the second battle is set up, when it is settled, and at the turn's end (umpire 1.5)."""
    do(tiny, NewBattle("Birch Cross", units=("2nd Rifles", "I/9")))
    do(tiny, RuleBattle("1", "A skirmish.", held="both"))
    told = do(tiny, NewBattle("Birch Cross", units=("2nd Rifles", "II/9"))).receipt.lines
    twice = "2nd Rifles is in battles 1-2 of the same six hours (umpire 1.5)"
    assert told[0] == twice and not any("six hours" in line for line in told[1:])
    assert twice in do(tiny, RuleBattle("2", "Another.", held="both")).receipt.lines
    with by_hand(tiny) as board:
        at_phase(board, Phase.END_OF_TURN, turn=1)
    assert twice in do(tiny, Next("step")).receipt.lines


def test_units_added_get_new_lines_and_dropped_ones_leave_a_gap(tiny: Store) -> None:
    meet(tiny)
    do(tiny, AddToBattle("1", ("2nd Rifles",), arrives="1.4", edge="west 20"))
    assert (battle(tiny)["lines"]["2nd Rifles"].line, battle(tiny)["lines"]["2nd Rifles"].arrives_turn) == (3, 4)
    do(tiny, DropFromBattle("1", ("1st Rifles",)))
    assert {n: u.line for n, u in battle(tiny)["lines"].items()} == {"1st Hussars": 2, "2nd Rifles": 3, "I/9": 1}
    assert sorted(c.state for c in contacts(tiny)) == [ContactState.BATTLE, ContactState.STANDOFF]
    with pytest.raises(Refused, match="units of only one side"):
        do(tiny, DropFromBattle("1", ("I/9",)))
    with pytest.raises(BadInput, match=r"turn 1\.1, before battle 1 begins"):
        do(tiny, AddToBattle("1", ("II/9",), arrives="1.1"))


def test_two_battles_become_one(tiny: Store) -> None:
    meet(tiny)
    do(tiny, NewBattle("Coldbrook", units=("2nd Rifles", "II/9")))
    told = do(tiny, MergeBattles("1", "2")).receipt.lines[0]
    assert told == (
        "By default neither side is the attacker, because Alba attacked in battle 1 and neither side in battle 2 (umpire"
        " 1.4). To change it: undo this, and name the attacker of the merged battle (--attacker SIDE)"
    )
    assert battle(tiny, 1)["row"].attacker_id is None
    assert battle(tiny, 1)["lines"].keys() == {"1st Rifles", "1st Hussars", "2nd Rifles", "I/9", "II/9"}
    assert (battle(tiny, 2)["row"].state, battle(tiny, 2)["row"].outcome) == (
        BattleState.CANCELLED,
        "merged into battle 1",
    )
    assert battle(tiny, 2)["lines"] == {}


def two_fights(store: Store) -> None:
    """Birch Cross is attacked, and 2nd Rifles meet II/9 six kilometres behind it, on the same table."""
    meet(store)
    do(store, AddToBattle("1", ("2nd Rifles", "II/9")))
    with by_hand(store) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=6500)


@pytest.mark.rule("umpire 1.4")
def test_a_battle_of_two_fights_is_divided_at_the_gap(tiny: Store) -> None:
    """The fight for the battle's place keeps number, name, code and lines; the other has its own."""
    two_fights(tiny)
    before = battle(tiny)
    with reading(tiny) as board:
        report = day_report(board, board.ledger.last_seq)
    assert "2 places: campaign battle split 1" in repr(summary_of(report, "", "").blocks)
    done = do(tiny, SplitBattle("1"))
    assert done.receipt.summary == "Battle 1 (Birch Cross) is divided: battle 2 is new"
    kept, made = battle(tiny, 1), battle(tiny, 2)
    assert kept["lines"].keys() == {"1st Rifles", "1st Hussars", "I/9"}
    assert made["lines"].keys() == {"2nd Rifles", "II/9"}
    assert (kept["row"].code, kept["row"].table) == (before["row"].code, before["row"].table)
    assert {n: u.line for n, u in kept["lines"].items()} == {n: before["lines"][n].line for n in kept["lines"]}
    assert made["row"].code != kept["row"].code and {u.line for u in made["lines"].values()} == {1}
    assert (made["row"].day, made["row"].turn, made["row"].state) == (
        kept["row"].day,
        kept["row"].turn,
        kept["row"].state,
    )
    with reading(tiny) as board:
        assert sheet_code(board, made["row"], named(board, Side, "alba")).startswith(made["row"].code)
    with pytest.raises(
        Refused, match=r"battle 1 has no separate parts: no unit in it is more than 5 km from all other units"
    ):
        do(tiny, SplitBattle("1"))


def contacts_far_apart(store: Store) -> list[str]:
    """1st Rifles meet I/9 at Birch Cross, 2nd Rifles II/9 six kilometres on. What the contacts step says."""
    with by_hand(store) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross")
        stand(board, "II/9", road=ROAD, metres=6500)
        stand(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        stand(board, "1st Hussars", road="ashford-birch_cross", metres=9000)
        stand(board, "2nd Rifles", road=ROAD, metres=7000)
        for name in ("1st Rifles", "2nd Rifles"):
            order(board, name, OrderKind.ATTACK, "Birch Cross")
        board.flush()
        contact(board, "1st Rifles", "I/9")
        contact(board, "2nd Rifles", "II/9")
        board.flush()
        return step(board)


@pytest.mark.rule("umpire 1.4")
def test_by_house_rule_far_fights_are_battles_of_their_own(tiny: Store) -> None:
    do(tiny, SetRule("battle.apart", "on"))
    lines = contacts_far_apart(tiny)
    assert any("is split off from battle 1 (house rule battle.apart): Alba 1, Brenn 1 battalion" in s for s in lines)
    assert battle(tiny, 1)["lines"].keys() == {"1st Rifles", "1st Hussars", "I/9"}
    assert battle(tiny, 2)["lines"].keys() == {"2nd Rifles", "II/9"}


@pytest.mark.rule("umpire 1.4", "umpire 1.23")
def test_the_program_fights_far_fights_as_battles_of_their_own(tiny: Store) -> None:
    contacts_far_apart(tiny)
    said = do(tiny, Next("turn", auto=True)).receipt.lines
    apart = "the program fights the battle, and the enemies there are more than 5 km from all others"
    assert any(f"is split off from battle 1 ({apart}): Alba 1, Brenn 1 battalion" in line for line in said)
    for number in (1, 2):
        assert any(line.startswith(f"Battle {number} (") and "is resolved" in line for line in said), said
    assert battle(tiny, 2)["lines"].keys() == {"2nd Rifles", "II/9"}


@pytest.mark.rule("umpire 1.4")
def test_the_turn_tells_two_fights_on_one_table_before_papers_are_printed(tiny: Store) -> None:
    """Contacts at Birch Cross and six kilometres on are one battle, and the report says how to divide it."""
    lines = contacts_far_apart(tiny)
    told = [line for line in lines if "the enemies meet in 2 places" in line]
    assert len(told) == 1 and told[0].endswith("To make 2 battles of it: campaign battle split 1 (umpire 1.4)")
    assert "6.5 km (52 in.) apart: near Birch Cross (3 units), near " in told[0]
    do(tiny, SplitBattle("1"))
    assert {c.battle_id for c in contacts(tiny)} == {battle(tiny, 1)["row"].id, battle(tiny, 2)["row"].id}


def test_units_that_are_named_fight_a_battle_of_their_own(tiny: Store) -> None:
    meet(tiny)
    do(tiny, AddToBattle("1", ("2nd Rifles", "II/9")))
    do(tiny, SplitBattle("1", ("1st Hussars", "II/9")))
    assert battle(tiny, 2)["lines"].keys() == {"1st Hussars", "II/9"}
    assert battle(tiny, 1)["lines"].keys() == {"1st Rifles", "2nd Rifles", "I/9"}
    with pytest.raises(Refused, match="a battle of their own: it would have units of only one side"):
        do(tiny, SplitBattle("1", ("2nd Rifles",)))
    told = do(tiny, MergeBattles("1", "2", "brenn")).receipt.lines[0]
    assert (
        told == "Brenn attacks by the umpire's ruling (umpire 1.4)" and battle(tiny, 1)["row"].attacker_id is not None
    )
    assert len(battle(tiny, 1)["lines"]) == 5


def test_what_was_played_or_returned_is_not_divided(tiny: Store) -> None:
    two_fights(tiny)
    do(tiny, SuspendBattle("1"))
    with pytest.raises(Refused, match=r"it has been played to turn 1\.2"):
        do(tiny, SplitBattle("1"))


def test_a_refused_battle_does_not_come_up_again_until_somebody_moves(tiny: Store) -> None:
    meet(tiny)
    do(tiny, CancelBattle("1", "too small for an evening"))
    assert (battle(tiny)["row"].state, battle(tiny)["row"].is_ruling) == (BattleState.CANCELLED, True)

    def next_turn(turn: int, *, moved: bool) -> list[str]:
        with by_hand(tiny) as board:
            at_phase(board, Phase.CONTACTS, turn=turn)
            for name in ("1st Rifles", "1st Hussars", "I/9"):
                named(board, Battalion, name).moved = moved and name == "1st Rifles"
            board.flush()
            contact(board, "1st Rifles", "I/9")
            board.flush()
            return step(board)

    assert next_turn(3, moved=False) == []
    assert next_turn(4, moved=True)[0].startswith("Battle 2, Birch Cross II: Alba attacks")


def test_cancelling_wants_a_reason(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(BadInput, match="cannot be cancelled without a reason"):
        do(tiny, CancelBattle("1", "  "))
    assert unit(tiny, "1st Rifles").on_map
