"""The order of march: guns, engineers, trains and headquarters behind the fighting battalions of their command, through a
turn that is played (umpire 1.1; setting ``march.guns_behind``).

The hussars of the tiny campaign are made guns, three times as fast as the two battalions of rifles of their brigade.
"""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.house_rules import SetRule
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Battle, Obstacle, Order, Place, Road
from campaign.situation.army import position_of, put
from campaign.situation.standing import SCENARIO
from campaign.store import Store
from campaign.terms.forces import Arm, Engineers
from campaign.terms.ground import ObstacleKind
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import OrderKind
from campaign.terms.time import Phase
from campaign.verbs.orders import GiveOrder
from tests.actions.stage import do, set_clock, stage, step
from tests.tiny import named

ROAD = "ashford-birch_cross"
GUNS = "1st Hussars"
FOOT = ("1st Rifles", "2nd Rifles")


@pytest.fixture
def brigade(tiny: Store) -> Store:
    """The campaign with guns in the brigade, before the march of the first turn by day."""

    def arm(board: JournalBoard) -> None:
        named(board, Battalion, GUNS).arm = Arm.FIELD_ARTILLERY

    stage(tiny, arm)
    return tiny


def at(store: Store, **metres: int) -> None:
    """Put battalions onto the road from Ashford to Birch Cross, by the first word of their names."""

    def place(board: JournalBoard) -> None:
        road = named(board, Road, ROAD).id
        for name in (GUNS, *FOOT):
            if (far := metres.get(name.split()[1].lower() if name == GUNS else f"r{name[0]}")) is not None:
                put(named(board, Battalion, name), OnRoad(road, far))

    stage(store, place)


def by_the_scenario(store: Store, to: str, kind: OrderKind = OrderKind.ATTACK) -> None:
    """An order of the scenario to the whole brigade."""

    def order(board: JournalBoard) -> None:
        formation = named(board, Battalion, GUNS).present_id
        values: dict[str, Any] = {"key": "formation:alba_1st_brigade", "day": 1, "turn": 1, "kind": kind, "via": []}
        board.make(Order, formation_id=formation, to_id=named(board, Place, to).id, given_by=SCENARIO, **values)

    stage(store, order)


def marched(store: Store) -> tuple[dict[str, int], tuple[str, ...]]:
    """Metres from Ashford by battalion after the march, and what was told of it."""
    set_clock(store, 1, 2, Phase.MOVEMENT)
    lines = step(store).receipt.lines
    found = {}
    with reading(store) as board:
        road, birch = named(board, Road, ROAD).id, AtPlace(named(board, Place, "Birch Cross").id)
        for name in (GUNS, *FOOT):
            position = position_of(named(board, Battalion, name))
            if isinstance(position, OnRoad):
                found[name] = position.metres + (10_000 if position.road != road else 0)
            else:
                found[name] = 10_000 if position == birch else 0
    return found, lines


def test_guns_follow_their_fighting_troops_and_the_receipt_says_so(brigade: Store) -> None:
    told = " ".join(do(brigade, GiveOrder("1st Brigade", "march", "Birch Cross")).receipt.lines)
    assert (
        "By default 1st Hussars follows the fighting troops, because guns, engineers, trains and headquarters" in told
    )
    assert "arrives in turn 1.2" in told and "the first, 1st Hussars" not in told
    found, _ = marched(brigade)
    assert found == {GUNS: 7500, "1st Rifles": 7500, "2nd Rifles": 7500}


def test_a_person_may_want_it_otherwise(brigade: Store) -> None:
    do(brigade, SetRule("march.guns_behind", "off"))
    told = " ".join(do(brigade, GiveOrder("1st Brigade", "march", "Birch Cross")).receipt.lines)
    assert "follows the fighting troops" not in told
    assert marched(brigade)[0][GUNS] == 10_000


def test_an_order_of_a_person_to_the_guns_themselves_is_obeyed(brigade: Store) -> None:
    do(brigade, GiveOrder("1st Brigade", "march", "Birch Cross"))
    do(brigade, GiveOrder(GUNS, "march", "Birch Cross"))
    assert marched(brigade)[0][GUNS] == 10_000


@pytest.mark.parametrize("kind", [OrderKind.MARCH, OrderKind.ATTACK])
def test_it_holds_for_the_scenarios_orders(brigade: Store, kind: OrderKind) -> None:
    by_the_scenario(brigade, "Coldbrook", kind)
    found, _ = marched(brigade)
    assert found[GUNS] <= min(found[name] for name in FOOT)


def test_guns_that_are_ahead_let_the_foot_pass_and_those_behind_close_up(brigade: Store) -> None:
    """Three kilometres ahead they wait until both have passed, and go on behind them; from three kilometres behind they
    are up with them at the end of the turn, and no farther."""
    by_the_scenario(brigade, "Coldbrook")
    at(brigade, hussars=3000)
    found, _ = marched(brigade)
    assert 7400 <= found[GUNS] <= found["1st Rifles"] == found["2nd Rifles"] == 7500


def test_guns_that_are_behind_close_up(brigade: Store) -> None:
    by_the_scenario(brigade, "Coldbrook")
    at(brigade, r1=2000, r2=1000)
    found, _ = marched(brigade)
    assert found == {"1st Rifles": 9500, "2nd Rifles": 8500, GUNS: 8500}, "behind the last"


def test_guns_far_ahead_wait_and_it_is_told(brigade: Store) -> None:
    by_the_scenario(brigade, "Coldbrook")
    at(brigade, hussars=9000)
    found, lines = marched(brigade)
    assert (found[GUNS], found["1st Rifles"]) == (9000, 7500)
    assert any(
        line == "1st Hussars waits for 1st Rifles, which marches ahead (march.guns_behind) (umpire 1.1)"
        for line in lines
    )


def test_guns_alone_go_by_themselves(brigade: Store) -> None:
    """Their fighting troops hold, or are there already."""
    by_the_scenario(brigade, "Birch Cross", OrderKind.MARCH)
    for name in FOOT:
        do(brigade, GiveOrder(name, "hold"))
    assert marched(brigade)[0][GUNS] == 10_000


def test_engineers_go_ahead_to_what_they_can_open(brigade: Store) -> None:
    def mine(board: JournalBoard) -> None:
        values: dict[str, Any] = {"key": "mines", "name": "the mines", "at_m": 9000, "kind": ObstacleKind.MINEFIELD}
        board.make(Obstacle, road_id=named(board, Road, ROAD).id, gapped=False, **values)
        sappers = named(board, Battalion, GUNS)
        sappers.arm, sappers.engineers = Arm.ENGINEER, Engineers.SPECIALIST

    stage(brigade, mine)
    do(brigade, GiveOrder("1st Brigade", "march", "Birch Cross"))
    found, _ = marched(brigade)
    assert (found[GUNS], found["1st Rifles"]) == (8999, 7500)


def test_guns_make_no_attack_of_their_own(brigade: Store) -> None:
    """They stand before an enemy whom their foot has not reached, by an order of the scenario to attack; by an order of a
    person to themselves they attack."""

    def near(board: JournalBoard) -> None:
        put(named(board, Battalion, "I/9"), OnRoad(named(board, Road, ROAD).id, 9500))
        put(named(board, Battalion, GUNS), OnRoad(named(board, Road, ROAD).id, 9100))

    by_the_scenario(brigade, "Coldbrook")
    stage(brigade, near)
    set_clock(brigade, 1, 2, Phase.MOVEMENT)
    step(brigade)
    step(brigade)
    with reading(brigade) as board:
        assert board.rows(Battle) == []
        assert {b.name for b in board.rows(Battalion) if b.moved} == set(FOOT)


def test_an_order_of_a_person_to_guns_to_attack_is_carried_out(brigade: Store) -> None:
    def near(board: JournalBoard) -> None:
        put(named(board, Battalion, "I/9"), OnRoad(named(board, Road, ROAD).id, 9500))
        put(named(board, Battalion, GUNS), OnRoad(named(board, Road, ROAD).id, 9100))

    stage(brigade, near)
    do(brigade, GiveOrder(GUNS, "attack", "Birch Cross"))
    set_clock(brigade, 1, 2, Phase.MOVEMENT)
    step(brigade)
    step(brigade)
    with reading(brigade) as board:
        assert len(board.rows(Battle)) == 1
