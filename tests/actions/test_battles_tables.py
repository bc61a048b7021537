"""Every battle on its table: contacts grouped, the table laid, who stands where after it (umpire 1.4, 1.8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.actions.raising import Staff
from campaign.errors import BadInput
from campaign.journal import reading
from campaign.model import Battle, Contact, DiaryLine, Order, Place, Side
from campaign.rules.day.contact import Meeting, group
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.situation.army import position_of
from campaign.situation.battlefield import lay_table, lie_of, nearest_edge, table_of
from campaign.store import Store
from campaign.terms.state import ContactState, OrderKind, Role, State
from campaign.terms.time import Phase
from campaign.theatre.tables import Edge, Table
from campaign.verbs.battles import NewBattle
from campaign.verbs.interruptions import MergeBattles
from campaign.verbs.rulings import RuleBattle, UnitWord
from tests.clash import ROAD, at_phase, battle, contact, do, meet, order, stand, step, unit, where
from tests.tiny import by_hand, named

WEST = "ashford-birch_cross"
BREVITY = SYSTEMS["brevity"]
spots = st.tuples(st.integers(0, 30_000), st.integers(0, 30_000))


@given(
    st.dictionaries(st.integers(1, 16), spots, min_size=16),
    st.lists(st.tuples(st.integers(1, 8), st.integers(9, 16)), max_size=20),
)
def test_everybody_in_a_battle_stands_on_its_table(
    points: dict[int, tuple[int, int]], pairs: list[tuple[int, int]]
) -> None:
    """Umpire 1.4: 5 x 12 km, turned either way, as it is laid and as the battle keeps it."""
    meetings = [
        Meeting(
            n, n, (points[a][0] + points[b][0]) // 2, (points[a][1] + points[b][1]) // 2, (a, b), (points[a], points[b])
        )
        for n, (a, b) in enumerate(dict.fromkeys(pairs))
    ]
    for cluster in group(meetings, BREVITY.table):
        here = [(float(points[u][0]), float(points[u][1])) for u in cluster.units]
        table = lay_table(here, BREVITY)
        assert sorted((table.width_m, table.depth_m)) == [5_000, 12_000]
        kept = table_of(Battle(table=lie_of(table)))
        assert all(table.holds(p) for p in here)
        assert all(
            kept.west_m - 1 <= x <= kept.east_m + 1 and kept.south_m - 1 <= y <= kept.north_m + 1 for x, y in here
        )


def off_its_table(store: Store, number: int = 1) -> list[str]:
    with by_hand(store) as board:
        staff = Staff.of(board)
        row = next(b for b in board.rows(Battle) if b.number == number)
        engaged = [(b, position_of(b)) for b in staff.engaged_in(row)]
        return [b.name for b, p in engaged if p is None or not table_of(row).holds(staff.theatre.point_of(p))]


def test_units_that_stand_apart_fight_apart_though_they_met_near_each_other(tiny: Store) -> None:
    """Both contacts were made within 12 km of each other; 2nd Rifles stands 4 km out of Ashford, II/9 at Coldbrook."""
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "2nd Rifles", road=WEST, metres=4000)
        stand(board, "I/9", road=WEST, metres=5000)
        stand(board, "1st Rifles", road=ROAD, metres=11_000)
        stand(board, "II/9", at="Coldbrook")
        for name, to in (("2nd Rifles", "Birch Cross"), ("1st Rifles", "Coldbrook")):
            order(board, name, OrderKind.ATTACK, to)
        board.flush()
        for one, other, x in (("2nd Rifles", "I/9", 8_000), ("1st Rifles", "II/9", 17_000)):
            contact(board, one, other).x_m = x
        board.flush()
        step(board)
    assert battle(tiny, 1)["lines"].keys() == {"2nd Rifles", "I/9", "1st Hussars"}, (
        "1st Hussars stands at Ashford, 4 km away"
    )
    assert battle(tiny, 2)["lines"].keys() == {"1st Rifles", "II/9"}
    assert (off_its_table(tiny, 1), off_its_table(tiny, 2)) == ([], [])


def test_a_contact_with_somebody_off_the_table_is_a_standoff(tiny: Store) -> None:
    """I/9 is located by 1st Rifles 1 km away and by 2nd Rifles 14 km away, which cannot stand on the same table."""
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", road=ROAD, metres=6000)
        stand(board, "1st Rifles", road=ROAD, metres=5000)
        stand(board, "2nd Rifles", road=WEST, metres=2000)
        for name in ("1st Rifles", "2nd Rifles"):
            order(board, name, OrderKind.ATTACK, "Coldbrook")
        board.flush()
        contact(board, "1st Rifles", "I/9")
        contact(board, "2nd Rifles", "I/9", seconds=4000)
        board.flush()
        step(board)
    assert "2nd Rifles" not in {n for n, line in battle(tiny)["lines"].items() if line.role is Role.ENGAGED}
    with reading(tiny) as board:
        assert sorted(c.state for c in board.rows(Contact)) == sorted([ContactState.BATTLE, ContactState.STANDOFF])
    assert off_its_table(tiny) == []


def test_a_battle_whose_place_is_not_on_its_table_says_near_and_takes_no_place(tiny: Store) -> None:
    """Coldbrook is 22 km east of Ashford, Birch Cross 10 km."""
    with by_hand(tiny) as board:
        stand(board, "1st Rifles", at="Ashford")
        stand(board, "I/9", at="Birch Cross")
    do(tiny, NewBattle("Coldbrook", units=("1st Rifles", "I/9"), attacker="Alba"))
    assert battle(tiny)["row"].name == "near Coldbrook"
    assert off_its_table(tiny) == []
    do(tiny, RuleBattle("1", "Won.", held="alba"))
    with reading(tiny) as board:
        assert named(board, Place, "Coldbrook").owner_id == named(board, Side, "brenn").id
    assert where(tiny, "1st Rifles") == "Ashford"


def test_two_battles_merged_are_laid_on_one_table(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        stand(board, "2nd Rifles", road=ROAD, metres=10_500)
        stand(board, "II/9", road=ROAD, metres=10_600)
    do(tiny, NewBattle("Coldbrook", units=("2nd Rifles", "II/9")))
    do(tiny, MergeBattles("1", "2"))
    assert off_its_table(tiny) == [], "from 9 km out of Ashford to 20.6 km: 11.6 km"


def test_the_edge_that_is_nearest() -> None:
    table = Table(0, 0, 12_000, 5_000, 8)
    assert nearest_edge(table, (-500, 2_500)) == (Edge.WEST, 20)
    assert nearest_edge(table, (6_000, 5_900)) == (Edge.NORTH, 48)
    assert nearest_edge(table, (13_000, -200)) == (Edge.EAST, 0)


# where they stand afterwards -----------------------------------------------------------------------------------------
def test_only_an_attack_that_leads_there_takes_the_winner_to_the_place(tiny: Store) -> None:
    """1st Hussars has orders to attack Ashford, behind it; 1st Rifles attacks the cross-roads."""
    meet(tiny)
    with by_hand(tiny) as board:
        order(board, "2nd Rifles", OrderKind.HOLD)
        stand(board, "1st Hussars", road=WEST, metres=8000)
        hussars = next(b for b in Staff.of(board).army.battalions.values() if b.name == "1st Hussars")
        for row in board.rows(Order, Order.battalion_id == hussars.id):
            row.to_id = named(board, Place, "Ashford").id
    do(tiny, RuleBattle("1", "Taken.", held="alba"))
    assert where(tiny, "1st Rifles") == "Birch Cross"
    assert where(tiny, "1st Hussars").startswith("2.0 km from Birch Cross")


def test_an_attack_beyond_the_place_stops_at_it(tiny: Store) -> None:
    with by_hand(tiny) as board:
        order(board, "2nd Rifles", OrderKind.HOLD)
    meet(tiny)
    with by_hand(tiny) as board:
        for row in board.rows(Order, Order.kind == OrderKind.ATTACK):
            row.to_id = named(board, Place, "Coldbrook").id
    do(tiny, RuleBattle("1", "Taken.", held="alba"))
    assert (where(tiny, "1st Rifles"), where(tiny, "1st Hussars")) == ("Birch Cross", "Birch Cross")


# the umpire's word ---------------------------------------------------------------------------------------------------
def test_who_is_captured_by_a_ruling_neither_goes_back_nor_stands_anywhere(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(BadInput, match=r"I/9 cannot be placed: it is captured by this ruling\. Leave --place out"):
        do(tiny, RuleBattle("1", "x", states=(UnitWord("I/9", "captured"),), places=(UnitWord("I/9", "Coldbrook"),)))
    lines = do(tiny, RuleBattle("1", "Overrun.", held="alba", states=(UnitWord("I/9", "captured"),))).receipt.lines
    assert not any("goes back" in line for line in lines)
    assert unit(tiny, "I/9").state is State.CAPTURED


def test_the_owner_s_other_roads_are_told_in_the_words_of_a_ruling(tiny: Store) -> None:
    meet(tiny)
    lines = do(tiny, RuleBattle("1", "Lost.", held="brenn")).receipt.lines
    assert not any("ended at" in line for line in lines)


def test_every_battalion_has_the_battle_in_its_diary(tiny: Store) -> None:
    meet(tiny)
    do(tiny, RuleBattle("1", "x", held="alba", states=(UnitWord("I/9", "destroyed"), UnitWord("1st Hussars", "spent"))))
    with reading(tiny) as board:
        sides = {s.id: s.key for s in board.rows(Side)}
        told = {
            (sides.get(line.side_id or 0), line.text) for line in board.rows(DiaryLine) if line.battalion_id is not None
        }
    assert ("brenn", "I/9 fights in battle 1, Birch Cross, and is destroyed.") in told
    assert ("alba", "1st Hussars fights in battle 1, Birch Cross, and is spent.") in told
    assert ("alba", "1st Rifles fights in battle 1, Birch Cross, and is not worse off.") in told
