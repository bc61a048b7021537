"""Battalions split and joined on the tiny map (umpire 1.3, OB-SIZE-04, -05)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.errors import CampaignError, Refused
from campaign.journal import JournalBoard, reading, undo
from campaign.model import Battalion, Condition, Formation, Order
from campaign.queries.orbat.losses import losses
from campaign.rules.day.logistics import capacity
from campaign.situation.army import load_army, position_of
from campaign.situation.conditions import rulebook_of
from campaign.situation.force import unit_of
from campaign.store import Store
from campaign.terms.forces import Arm, Size, SizeMark
from campaign.terms.state import State
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.orders import GiveOrder
from campaign.verbs.splitting import Join, Split
from tests.actions.stage import battalion, do, set_clock, stage, step
from tests.clash import meet
from tests.tiny import by_hand, named

COUNTED = ("men", "vehicles", "guns", "men_establishment", "vehicles_establishment", "guns_establishment")


def strengths(board: JournalBoard) -> dict[str, int]:
    return {name: sum(getattr(b, name) for b in board.rows(Battalion)) for name in COUNTED}


def test_a_company_remembers_its_battalion_and_takes_a_quarter_of_it(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    done = do(tiny, Split("1st Rifles", "company"))
    assert "1st Rifles, A Company (150 men) splits off from 1st Rifles (450 men)" in done.receipt.summary
    with reading(tiny) as board:
        whole, part = battalion(board, "1st Rifles"), battalion(board, "1st Rifles, A Company")
        assert (part.parent_id, part.size, part.mark, whole.size) == (
            whole.id,
            Size.COMPANY,
            SizeMark.COMPANY,
            Size.NORMAL,
        )
        assert (part.men, whole.men, part.men_establishment, whole.men_establishment) == (150, 450, 175, 525)
        assert done.receipt.lines[:4] == (
            "1st Rifles, A Company has 150 of 175 men, 0 of 0 vehicles, 0 of 0 guns and counts as company",
            "1st Rifles has 450 of 525 men, 0 of 0 vehicles, 0 of 0 guns and counts as normal",
            "both obey its own order (march to Birch Cross) until either gets another, and orders to 1st Brigade",
            "both are supplied with 1st Brigade, wherever they are",
        )
        assert position_of(part) == position_of(whole) and part.present_id == whole.present_id
        assert [o.to_id for o in board.rows(Order) if o.battalion_id == part.id] == [
            o.to_id for o in board.rows(Order, Order.battalion_id == whole.id)
        ]


def test_a_company_away_is_not_mustered_with_its_battalion_too(tiny: Store) -> None:
    """Of four companies one is away: three are left; two halves are two companies each; who is whole has what his size
    says."""
    do(tiny, Split("1st Rifles", "company"))
    do(tiny, Split("2nd Rifles", "half", "Left wing"))
    with reading(tiny) as board:
        army = load_army(board)
        left = {b.name: army.companies_left(b) for b in army.battalions.values()}
    assert (left["1st Rifles"], left["2nd Rifles"], left["1st Rifles, A Company"], left["Left wing"]) == (3, 2, 0, 0)
    assert (left["I/9"], left["II/9"]) == (0, 0)


def test_a_company_that_the_order_of_battle_has_apart_is_known_by_its_number(tiny: Store) -> None:
    """Number, arm and formation are its battalion's: nothing says so but these."""
    with by_hand(tiny) as board:
        whole, part = named(board, Battalion, "1st Rifles"), named(board, Battalion, "2nd Rifles")
        whole.number, part.number, part.size, part.arm, part.march_class = (
            "15",
            "15",
            Size.COMPANY,
            whole.arm,
            whole.march_class,
        )
    with reading(tiny) as board:
        army = load_army(board)
        assert army.companies_left(battalion(board, "1st Rifles")) == 3
    with by_hand(tiny) as board:
        named(board, Battalion, "2nd Rifles").number = "16"
    with reading(tiny) as board:
        assert load_army(board).companies_left(battalion(board, "1st Rifles")) == 0


def test_two_halves_are_two_weak_battalions_that_march_apart_and_join_again(tiny: Store) -> None:
    do(tiny, Split("1st Rifles", "half", "Left wing"))
    do(tiny, GiveOrder("Left wing", "march", "Birch Cross"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        assert {battalion(board, n).size for n in ("1st Rifles", "Left wing")} == {Size.WEAK}
    with pytest.raises(
        Refused,
        match=(
            "1st Rifles cannot be joined: it is at Ashford, and its parts are elsewhere: Left wing 2\\.5 km from "
            "Birch Cross"
        ),
    ):
        do(tiny, Join("1st Rifles"))
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    for turn in (3, 4):
        set_clock(tiny, 1, turn, Phase.MOVEMENT)
        step(tiny)
    done = do(tiny, Join("Left wing"))
    assert done.receipt.summary == "Left wing joins 1st Rifles again: normal, 600 men"
    with reading(tiny) as board:
        army = load_army(board)
        assert "Left wing" not in [b.name for b in army.present[battalion(board, "1st Rifles").present_id]]
        assert losses(board, UMPIRE).lost == ()


@pytest.mark.long
def test_the_sum_is_kept_exactly_by_any_row_of_splits_and_joins(tiny: Store) -> None:
    def count(board: JournalBoard) -> None:
        rifles = battalion(board, "1st Rifles")
        rifles.men, rifles.vehicles, rifles.guns, rifles.vehicles_establishment, rifles.guns_establishment = (
            601,
            13,
            5,
            15,
            7,
        )
        rifles.equipment_list = [
            {"item": "Bren carrier", "kind": "carrier", "count": 13},
            {"item": "2-pdr", "kind": "gun", "count": 5},
        ]

    stage(tiny, count)
    with reading(tiny) as board:
        before = strengths(board)

    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.lists(st.sampled_from(["company", "half", "join"]), max_size=6))
    def law(deeds: list[str]) -> None:
        for deed in deeds:
            try:
                do(tiny, Join("1st Rifles") if deed == "join" else Split("1st Rifles", deed))
            except CampaignError:
                continue
            with reading(tiny) as board:
                assert strengths(board) == before
                items = [item for b in board.rows(Battalion) for item in b.equipment_list]
                assert sum(i["count"] for i in items if i["item"] == "Bren carrier") == 13

    law()


def test_a_casualty_figure_stays_with_the_whole(tiny: Store) -> None:
    do(tiny, Split("1st Rifles", "half"))
    stage(tiny, lambda board: setattr(battalion(board, "1st Rifles, A Half"), "state", State.SPENT))
    do(tiny, Join("1st Rifles"))
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").state is State.SPENT


@pytest.mark.rule("OB-REC-01")
def test_a_broken_up_reconnaissance_battalion_gives_one_model_away(tiny: Store) -> None:
    def break_up(board: JournalBoard) -> None:
        hussars = battalion(board, "1st Hussars")
        hussars.arm, hussars.size, hussars.recce_companies = Arm.RECONNAISSANCE, Size.COMPANY, 3

    stage(tiny, break_up)
    do(tiny, Split("1st Hussars", "company"))
    with reading(tiny) as board:
        whole, part = battalion(board, "1st Hussars"), battalion(board, "1st Hussars, A Company")
        assert (whole.recce_companies, part.recce_companies, whole.men, part.men) == (2, 1, 400, 200)
        assert part.size is whole.size is Size.COMPANY
    do(tiny, Join("1st Hussars"))
    with reading(tiny) as board:
        assert battalion(board, "1st Hussars").recce_companies == 3


def test_a_part_that_joined_and_is_split_off_again_is_the_same(tiny: Store) -> None:
    do(tiny, Split("1st Rifles", "company"))
    do(tiny, Join("1st Rifles"))
    do(tiny, Split("1st Rifles", "company"))
    with reading(tiny) as board:
        (part,) = [b for b in board.rows(Battalion) if b.parent_id is not None]
        assert (part.state, part.men, part.on_map) == (State.FRESH, 150, True)
    undo(tiny, None, actor="umpire")
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").men == 600


def test_a_destroyed_company_stays_out_and_waits_for_its_battalion(tiny: Store) -> None:
    do(tiny, Split("1st Rifles", "company"))

    def lose(board: JournalBoard) -> None:
        part = battalion(board, "1st Rifles, A Company")
        part.state, part.on_map, part.place_id, part.destroyed_day, part.destroyed_turn = (
            State.DESTROYED,
            False,
            None,
            1,
            1,
        )

    stage(tiny, lose)
    with pytest.raises(Refused, match="A Company destroyed"):
        do(tiny, Join("1st Rifles"))
    with reading(tiny) as board:
        (lost,) = losses(board, UMPIRE).lost
        assert lost.needs == "a company returns with its parent only (umpire 1.3)"


def test_what_is_refused(tiny: Store) -> None:
    with pytest.raises(CampaignError, match=r"'third' is not a part of a battalion. Write company or half"):
        do(tiny, Split("1st Rifles", "third"))
    with pytest.raises(CampaignError, match="the part cannot be called '2nd Rifles'"):
        do(tiny, Split("1st Rifles", "half", "2nd Rifles"))
    with pytest.raises(Refused, match="was not split"):
        do(tiny, Join("1st Rifles"))
    stage(
        tiny,
        lambda board: setattr(
            battalion(board, "1st Hussars"), "headquarters_of_id", named(board, Formation, "1st Division").id
        ),
    )
    with pytest.raises(Refused, match="is a headquarters"):
        do(tiny, Split("1st Hussars", "half"))
    stage(tiny, lambda board: setattr(battalion(board, "1st Rifles"), "size", Size.COMPANY))
    with pytest.raises(Refused, match="1st Rifles: it is only a company strong"):
        do(tiny, Split("1st Rifles", "company"))

    def lose(board: JournalBoard) -> None:
        rifles = battalion(board, "2nd Rifles")
        rifles.state, rifles.on_map, rifles.place_id, rifles.destroyed_day, rifles.destroyed_turn = (
            State.DESTROYED,
            False,
            None,
            1,
            1,
        )

    stage(tiny, lose)
    with pytest.raises(Refused, match="2nd Rifles cannot be split: it is destroyed"):
        do(tiny, Split("2nd Rifles", "half"))


def test_engaged_battalions_are_neither_split_nor_joined(tiny: Store) -> None:
    do(tiny, Split("1st Rifles", "half"))
    meet(tiny)
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").on_map
    with pytest.raises(Refused, match="is engaged in battle 1"):
        do(tiny, Split("1st Rifles", "company"))
    with pytest.raises(Refused, match="is engaged in battle 1"):
        do(tiny, Join("1st Rifles"))


@pytest.mark.rule("umpire 1.3", "NQM-AMMO-02")
def test_a_part_carries_its_share_of_the_ammunition_that_is_left_and_brings_it_back(tiny: Store) -> None:
    """Neither splitting nor joining makes ammunition, or loses any."""

    def left(board: JournalBoard) -> dict[str, int | None]:
        names = {b.id: b.name for b in board.rows(Battalion)}
        return {names[row.battalion_id]: row.ammunition for row in board.rows(Condition)}

    def after_a_battle(board: JournalBoard) -> None:
        board.make(
            Condition, battalion_id=battalion(board, "1st Rifles").id, battles=[1], grade="veteran", ammunition=12
        )

    stage(tiny, after_a_battle)
    lines = do(tiny, Split("1st Rifles", "company")).receipt.lines
    with reading(tiny) as board:
        army, book = load_army(board), rulebook_of(board)
        part, whole = battalion(board, "1st Rifles, A Company"), battalion(board, "1st Rifles")
        full_part, full_whole = (capacity(unit_of(army, unit), book) for unit in (part, whole))
        share = 12 * full_part // (full_part + full_whole)
        assert 0 < share < 12 and left(board) == {"1st Rifles": 12 - share, "1st Rifles, A Company": share}
        assert {row.grade for row in board.rows(Condition)} == {"veteran"}
    assert f"has the grade of 1st Rifles and {share} dice of ammunition, its share; pins, order and truck" in lines[-2]
    do(tiny, Join("1st Rifles"))
    with reading(tiny) as board:
        full = capacity(unit_of(load_army(board), battalion(board, "1st Rifles")), book)
        assert left(board) == {"1st Rifles": 12, "1st Rifles, A Company": None} and full > 12, full
