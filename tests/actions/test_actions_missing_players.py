"""The program plays for commanders and sides without ``--auto``; missing orders by the club's policy (umpire 1.14,
1.23)."""

from __future__ import annotations

import pytest

from campaign.actions.day import Next
from campaign.actions.house_rules import SetRule
from campaign.errors import NotFound
from campaign.journal import Done, JournalBoard, reading
from campaign.model import Battalion, Battle, Commander, Decision, Order, Place, Side
from campaign.queries.day.status import status
from campaign.queries.orders.proposed_orders import proposed_order
from campaign.situation.army import load_army
from campaign.situation.standing import PROGRAM, SCENARIO, standing_orders
from campaign.store import Store
from campaign.terms.state import DecisionKind, OrderKind
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.orders import GiveOrder, OrdersComplete
from campaign.verbs.seating import SeatDeputy, SeatPlayer
from tests.actions.stage import do, set_clock, stage, step
from tests.clash import at_phase, contact, stand
from tests.clash import order as scenario_order
from tests.tiny import by_hand, named

THE_BRIGADE = "formation:alba_1st_brigade"


def marching(store: Store, day: int = 1, turn: int = 2) -> None:
    set_clock(store, day, turn, Phase.MOVEMENT)


def orders(store: Store) -> list[tuple[str, OrderKind, str]]:
    with reading(store) as board:
        return [(o.key, o.kind, o.given_by) for o in board.rows(Order)]


def told(done: Done, word: str) -> list[str]:
    return [line for line in done.receipt.lines if word in line]


def standing(store: Store, name: str) -> tuple[OrderKind, str]:
    """What stands for a battalion, and who gave it."""
    with reading(store) as board:
        now = standing_orders(load_army(board), board.rows(Order), board.moment).of(named(board, Battalion, name))
        return now.kind, now.order.given_by if now.order else ""


@pytest.mark.rule("umpire 1.23")
@pytest.mark.parametrize("seat", [SeatPlayer("General Alba", "program"), SeatDeputy("General Alba", "program")])
def test_a_commander_whom_the_program_plays_orders_without_auto(tiny: Store, seat: object) -> None:
    do(tiny, seat)
    marching(tiny)
    done = step(tiny)
    assert orders(tiny) == [(THE_BRIGADE, OrderKind.ATTACK, PROGRAM)]
    assert told(
        done,
        "I Corps, led by the program: By default 1st Brigade goes for Birch Cross, where no enemy was seen, because",
    )


def test_a_side_is_the_programs_for_one_time(tiny: Store) -> None:
    do(tiny, SeatPlayer("alba", "Ruth"))
    marching(tiny)
    do(tiny, Next("step", program=("Alba",)))
    assert orders(tiny) == [(THE_BRIGADE, OrderKind.ATTACK, PROGRAM)]
    marching(tiny, turn=3)
    step(tiny)
    assert len(orders(tiny)) == 1
    with pytest.raises(NotFound, match="there is no side called 'Ruth'"):
        do(tiny, Next("step", program=("Ruth",)))


def test_a_commander_played_by_the_umpire_waits_even_in_automatic_play(tiny: Store) -> None:
    do(tiny, SeatPlayer("alba", "umpire"))
    marching(tiny)
    step(tiny, auto=True)
    assert orders(tiny) == []


@pytest.mark.rule("umpire 1.14")
def test_the_clock_asks_nobody_whom_the_program_plays(tiny: Store) -> None:
    do(tiny, SeatPlayer("brenn", "program"))
    set_clock(tiny, 1, 1, Phase.ORDERS)
    done = do(tiny, Next("step"))
    assert done.receipt.waiting.startswith("no orders yet from General Alba. Give them:")
    with reading(tiny) as board:
        waiting = [awaited.what for awaited in status(board, UMPIRE).waiting]
        assert [what for what in waiting if "orders of" in what] == ["orders of General Alba for day 1"]
        assert {c.name: c.orders for c in status(board, UMPIRE).commanders}["General Brenn"] == "the program's"

    def met(board: JournalBoard) -> None:
        board.clock.halted = False
        for commander in board.rows(Commander):
            commander.to_ask = True

    stage(tiny, met)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    asked = do(tiny, Next("step")).receipt.waiting
    assert "General Alba" in asked and "Brenn" not in asked


@pytest.mark.rule("umpire 1.14")
def test_what_a_person_ordered_is_carried_out_before_the_program_orders_anew(tiny: Store) -> None:
    """A player who is away leaves his orders behind: they stand until they are carried out, a hold to its day's end."""
    do(tiny, GiveOrder("1st Brigade", "hold", commander="General Alba"))
    do(tiny, SeatPlayer("alba", "program"))
    marching(tiny)
    step(tiny)
    assert standing(tiny, "1st Rifles") == (OrderKind.HOLD, "General Alba")
    marching(tiny, day=2, turn=1)
    step(tiny)
    assert standing(tiny, "1st Rifles") == (OrderKind.ATTACK, PROGRAM)
    do(tiny, SeatPlayer("alba", "Ruth"))
    marching(tiny, day=2, turn=2)
    step(tiny, auto=True)
    assert standing(tiny, "1st Rifles") == (OrderKind.ATTACK, PROGRAM)  # he is back, and it stands until he orders
    do(tiny, GiveOrder("1st Brigade", "hold", since="2.3", commander="General Alba"))
    set_clock(tiny, 2, 3, Phase.CONTACTS)
    assert standing(tiny, "1st Rifles") == (OrderKind.HOLD, "General Alba")


@pytest.mark.rule("umpire 1.23")
@pytest.mark.parametrize(("player", "fought"), [("program", False), ("Ruth", True)])
def test_the_program_attacks_by_the_odds_without_auto_too(tiny: Store, player: str, fought: bool) -> None:
    """One company against two battalions, by orders of the scenario: a person's troops attack at any odds."""
    do(tiny, SeatPlayer("brenn", player))
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        stand(board, "I/9", at="Birch Cross")
        for name in ("1st Rifles", "1st Hussars", "2nd Rifles"):
            stand(board, name, road="ashford-birch_cross", metres=9500)
            contact(board, name, "I/9")
        scenario_order(board, "I/9", OrderKind.ATTACK, "Ashford")
        board.flush()
        (attack,) = board.rows(Order)
        attack.given_by = SCENARIO
    done = do(tiny, Next("step"))
    with reading(tiny) as board:
        assert bool(board.rows(Battle)) is fought
    assert bool(told(done, "No attack near Birch Cross")) is not fought


def test_a_decision_of_the_programs_side_is_answered_by_the_default(tiny: Store) -> None:
    do(tiny, SeatPlayer("brenn", "program"))

    def owe(board: JournalBoard) -> None:
        for number, side in enumerate(("Alba", "Brenn"), 1):
            board.make(
                Decision,
                number=number,
                kind=DecisionKind.AMALGAMATION,
                day=1,
                turn=1,
                side_id=named(board, Side, side).id,
                subject=side,
                question="Amalgamate?",
                options=[{"key": "none", "text": "none"}],
            )

    stage(tiny, owe)
    done = do(tiny, Next("step"))
    assert "2 (Brenn" not in done.receipt.waiting and "1 (Alba" in done.receipt.waiting
    with reading(tiny) as board:
        assert [d.answer for d in sorted(board.rows(Decision), key=lambda d: d.number)] == [None, "none"]


# missing orders


def after_the_deadline(store: Store, policy: str) -> Done:
    """Alba's brigade was told to march yesterday, and General Alba is silent today; General Brenn has ordered."""
    if policy != "stand":
        do(store, SetRule("orders.missing", policy))
    do(store, SeatPlayer("alba", "Ruth"))
    do(store, GiveOrder("1st Brigade", "march", "Birch Cross", commander="General Alba"))
    set_clock(store, 2, 1, Phase.ORDERS)
    do(store, OrdersComplete("General Brenn"))
    assert do(store, Next("step")).receipt.waiting.startswith("no orders yet from General Alba. Give them:")
    return do(store, Next("step"))


@pytest.mark.rule("umpire 1.14")
@pytest.mark.parametrize(
    ("policy", "what", "kind"),
    [
        ("stand", "their earlier orders stay in force", OrderKind.MARCH),
        ("hold", "1st Brigade hold", OrderKind.HOLD),
        ("program", "the program leads them today", OrderKind.MARCH),
    ],
)
def test_missing_orders_by_policy(tiny: Store, policy: str, what: str, kind: OrderKind) -> None:
    done = after_the_deadline(tiny, policy)
    assert told(done, f"No orders from General Alba: {what}")
    assert standing(tiny, "1st Rifles")[0] is kind


@pytest.mark.rule("umpire 1.14")
def test_who_holds_since_no_orders_came_reads_that_reason(tiny: Store) -> None:
    after_the_deadline(tiny, "hold")
    marching(tiny, day=2, turn=2)
    with reading(tiny) as board:
        (order,) = (o for o in board.rows(Order) if o.given_by == PROGRAM)
    told_why = proposed_order(order, "hold")
    assert told_why is not None and told_why.why == "no orders came from its commander (umpire 1.14)"


def test_who_is_led_by_the_program_reads_that_reason(tiny: Store) -> None:
    do(tiny, SeatPlayer("General Alba", "program"))
    marching(tiny)
    step(tiny)
    with reading(tiny) as board:
        (order,) = board.rows(Order)
    told_why = proposed_order(order, "attack")
    assert order.aim and told_why is not None and told_why.why == "the program leads its commander (umpire 1.23)"


def test_the_program_leads_the_silent_for_this_day_only(tiny: Store) -> None:
    after_the_deadline(tiny, "program")

    def halted_by_hand(board: JournalBoard) -> None:
        """He had told them to hold, and that was over last night."""
        for order in board.rows(Order):
            order.kind, order.to_id = OrderKind.HOLD, None

    stage(tiny, halted_by_hand)
    marching(tiny, day=2, turn=2)
    done = step(tiny)
    assert told(done, "I Corps, led by the program")
    do(tiny, OrdersComplete("General Alba"))
    before = orders(tiny)
    marching(tiny, day=2, turn=3)
    step(tiny)
    assert orders(tiny) == before


def test_who_has_an_order_of_this_day_does_not_hold(tiny: Store) -> None:
    do(tiny, SetRule("orders.missing", "hold"))
    do(tiny, SeatPlayer("alba", "Ruth"))
    set_clock(tiny, 2, 1, Phase.ORDERS)
    with by_hand(tiny) as board:
        brigade = next(f for f in load_army(board).formations.values() if f.name == "1st Brigade")
        to = named(board, Place, "Birch Cross").id
        facts = {"formation_id": brigade.id, "kind": OrderKind.MARCH, "to_id": to, "given_by": SCENARIO}
        board.make(Order, key=THE_BRIGADE, day=2, turn=2, **facts)
    do(tiny, Next("step"))
    done = do(tiny, Next("step"))
    assert told(done, "all their units hold or have orders")
    assert orders(tiny) == [(THE_BRIGADE, OrderKind.MARCH, SCENARIO)]
