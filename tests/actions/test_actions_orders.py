"""Orders: who may give them, when they begin, what they replace (umpire 1.14, 1.5, 1.21)."""

from __future__ import annotations

import pytest

from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.actions.orders import END_REST
from campaign.errors import Ambiguous, BadInput, NotFound, Refused
from campaign.journal import JournalBoard, commit, reading
from campaign.journal.digest import digest
from campaign.journal.transaction import trying
from campaign.model import Battalion, Clock, Commander, Order, Place
from campaign.queries.orbat.units import unit as unit_of
from campaign.queries.orders.orders import orders
from campaign.rules.common.dice import Scripted
from campaign.situation.army import load_army
from campaign.situation.clock import next_movement
from campaign.situation.standing import SCENARIO, Standing, standing_orders
from campaign.store import Store
from campaign.terms.state import OrderKind, Posture, State, Support
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, JoinCommand, OrdersComplete, Rest, TakePosture
from tests.actions.stage import stage
from tests.tiny import named


def do(store: Store, command: object) -> str:
    return commit(store, None, command, source=Scripted(()), actor="umpire").receipt.summary


def standing(board: JournalBoard, name: str, moment: Moment | None = None) -> Standing:
    army = load_army(board)
    return standing_orders(army, board.rows(Order), moment or board.moment).of(named(board, Battalion, name))


def refused(store: Store, command: object, kind: type[Exception], words: str) -> None:
    with reading(store) as board:
        before = digest(board)
    with pytest.raises(kind, match=words):
        do(store, command)
    with reading(store) as board:
        assert digest(board) == before


def test_an_order_to_a_command_reaches_its_battalions(tiny: Store) -> None:
    said = do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    assert said == "1st Brigade: march Birch Cross, from turn 1.1 on"
    with reading(tiny) as board:
        assert standing(board, "1st Rifles").kind is OrderKind.MARCH
        assert standing(board, "II/9").kind is OrderKind.HOLD


def test_a_place_found_by_a_word_within_its_name_is_said(tiny: Store) -> None:
    stage(tiny, lambda board: setattr(named(board, Place, "Coldbrook"), "name", "Fen Ditch / Coldbrook siege line"))
    told = commit(tiny, None, GiveOrder("1st Rifles", "march", "siege"), source=Scripted(()), actor="Ann").receipt.lines
    said = (
        "no place is called siege; the order is to go to Fen Ditch / Coldbrook siege line, the only place name with"
        " that word"
    )
    assert said in told
    for typed in ("fen ditch", "siege line", "birch"):
        done = commit(tiny, None, GiveOrder("2nd Rifles", "march", typed), source=Scripted(()), actor="Ann")
        assert not any("no place is called" in line for line in done.receipt.lines), typed


def test_a_battalions_own_later_order_goes_before_its_commands(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    do(tiny, GiveOrder("1st Hussars", "hold"))
    with reading(tiny) as board:
        assert standing(board, "1st Hussars").kind is OrderKind.HOLD
        assert standing(board, "1st Rifles").kind is OrderKind.MARCH


def test_a_later_order_to_the_command_takes_the_battalion_with_it_again(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Hussars", "hold"))
    do(tiny, GiveOrder("1st Brigade", "attack", "Coldbrook", since="1.3"))
    with reading(tiny) as board:
        assert standing(board, "1st Hussars", Moment(1, 2)).kind is OrderKind.HOLD
        assert standing(board, "1st Hussars", Moment(1, 3)).kind is OrderKind.ATTACK


def test_the_second_order_of_a_turn_replaces_the_first(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Brigade", "march", "Coldbrook", aim="Take the ford."))
    do(tiny, GiveOrder("1st Brigade", "attack", "Birch Cross"))
    with reading(tiny) as board:
        (order,) = board.rows(Order)
        assert (order.kind, order.aim) == (OrderKind.ATTACK, ""), "an aim ends with the order it belonged to"


def test_after_movement_an_order_begins_with_the_next_turn(tiny: Store) -> None:
    with trying(tiny) as board:
        clock = board.rows(Clock)[0]
        assert next_movement(board) == Moment(1, 1)
        clock.phase = Phase.BATTLES
        assert next_movement(board) == Moment(1, 2)
        clock.phase, clock.turn = Phase.STRENGTH_RETURNS, 4
        assert next_movement(board) == Moment(2, 1)


@pytest.mark.parametrize(
    ("command", "kind", "words"),
    [
        (
            GiveOrder("1st Brigade", "charge", "Coldbrook"),
            BadInput,
            "'charge' is not an order. Write hold, march, attack, withdraw, follow",
        ),
        (GiveOrder("1st Brigade", "march"), BadInput, "needs a place. Name the place with --to PLACE"),
        (GiveOrder("1st Brigade", "hold", "Coldbrook"), BadInput, "takes no place"),
        (GiveOrder("1st Brigde", "hold"), NotFound, "Did you mean 1st Brigade"),
        (GiveOrder("1st", "hold"), Ambiguous, "fits several"),
        (GiveOrder("1st Brigade", "march", "Coldbrok"), NotFound, "Did you mean Coldbrook"),
        (
            GiveOrder("9th Regiment", "hold", commander="General Alba"),
            NotFound,
            "there is no unit called '9th Regiment'",
        ),
        (GiveOrder("1st Brigade", "hold", since="1.9"), BadInput, "turns from 1 to 4"),
        (OrdersComplete("General Nobody"), NotFound, "General"),
        (Attach("1st Rifles"), Refused, "already belongs to 1st Brigade"),
        (GiveSupport("1st Rifles", "1st Division", "beside"), BadInput, "'beside' is not a kind of support"),
        (TakePosture("1st Brigade", "lying"), BadInput, "Write march, line, support, reserve"),
    ],
)
def test_what_cannot_be_ordered_is_refused_in_a_line_and_changes_nothing(
    tiny: Store, command: object, kind: type[Exception], words: str
) -> None:
    refused(tiny, command, kind, words)


def test_a_commander_orders_his_own_tree_only(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Brigade", "hold", commander="General Alba"))
    with reading(tiny) as board:
        assert board.rows(Order)[0].given_by == "General Alba"


def test_orders_are_complete_for_the_day(tiny: Store) -> None:
    do(tiny, OrdersComplete("General Alba"))
    with reading(tiny) as board:
        assert {c.name: c.ordered_day for c in board.rows(Commander)} == {"General Alba": 1, "General Brenn": 0}


@pytest.mark.parametrize(
    "command",
    [
        GiveOrder("1st Hussars", "hold"),
        GiveOrder("1st Brigade", "hold", commander="General Alba"),
        TakePosture("1st Brigade", "reserve"),
        Rest("1st Hussars"),
    ],
)
def test_whose_units_got_a_single_order_has_ordered(tiny: Store, command: object) -> None:
    do(tiny, command)
    with reading(tiny) as board:
        assert {c.name: c.ordered_day for c in board.rows(Commander)} == {"General Alba": 1, "General Brenn": 0}
        assert [(c.name, c.orders) for c in orders(board, UMPIRE).commanders] == [
            ("General Alba", "given"),
            ("General Brenn", "not yet"),
        ]
    stage(tiny, lambda board: setattr(board.rows(Clock)[0], "phase", Phase.BATTLES))
    with reading(tiny) as board:
        assert [c.orders for c in orders(board, UMPIRE).commanders] == ["given", "earlier orders stand"]


def test_a_form_with_more_to_come_is_not_complete(tiny: Store) -> None:
    do(tiny, HandInOrders("General Alba", (GiveOrder("1st Hussars", "hold"),), more_to_come=True))
    with reading(tiny) as board:
        assert {c.ordered_day for c in board.rows(Commander)} == {0}


def test_forms_handed_in_together_are_one_entry_or_none(tiny: Store) -> None:
    march = HandInOrders("General Alba", (GiveOrder("1st Hussars", "hold"),))
    for forms, kind, words in (
        ((), BadInput, "no commander was named"),
        ((march, march), BadInput, "handed in twice"),
        ((march, HandInOrders("General Nobody")), NotFound, "there is no commander called"),
    ):
        refused(tiny, HandInForms(forms), kind, words)
    summary = do(tiny, HandInForms((march, HandInOrders("General Brenn"))))
    assert summary == "Orders of 2 commanders for day 1 are complete, 1 changed"
    with reading(tiny) as board:
        assert {c.ordered_day for c in board.rows(Commander)} == {1}


def test_the_corps_commander_goes_to_a_command_and_back(tiny: Store) -> None:
    assert do(tiny, JoinCommand("General Alba", "1st Brigade")) == "General Alba is with 1st Brigade"
    assert do(tiny, JoinCommand("General Alba")) == "General Alba is at his own headquarters"
    refused(tiny, JoinCommand("General Alba", "9th Regiment"), NotFound, "there is no formation called")


@pytest.mark.rule("OB-REG-02")
def test_attaching_and_returning(tiny: Store) -> None:
    do(tiny, Attach("1st Hussars", "1st Division"))
    with reading(tiny) as board:
        hussars = named(board, Battalion, "1st Hussars")
        army = load_army(board)
        assert army.formations[hussars.present_id].name == "1st Division"
        assert army.formations[hussars.organic_id].name == "1st Brigade"
    assert do(tiny, Attach("1st Hussars")) == "1st Hussars returns to 1st Brigade"


def test_support_is_stored(tiny: Store) -> None:
    do(tiny, GiveSupport("1st Rifles", "1st Division", "in support"))
    with reading(tiny) as board:
        rifles = named(board, Battalion, "1st Rifles")
        assert rifles.support is Support.IN_SUPPORT
    do(tiny, GiveSupport("1st Rifles"))
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Rifles").supports_id is None


def test_rest_is_reserve(tiny: Store) -> None:
    do(tiny, Rest("1st Brigade"))
    with reading(tiny) as board:
        rifles = named(board, Battalion, "1st Rifles")
        assert (rifles.resting, rifles.posture) == (True, Posture.RESERVE)
    do(tiny, Rest("1st Rifles", stop=True))
    with reading(tiny) as board:
        assert not named(board, Battalion, "1st Rifles").resting


def test_what_an_order_decides_besides_is_told(tiny: Store) -> None:
    """A rest keeps an order waiting, a posture ends no rest, a withdrawal without a place has one, a battalion that is
    attached has other orders.
    """

    def told(command: object) -> tuple[str, ...]:
        return commit(tiny, None, command, source=Scripted(()), actor="umpire").receipt.lines

    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    assert told(Rest("1st Rifles")) == (
        "no casualty figure to shed: 1st Rifles (OB-REST-01)",
        f"orders that wait while the unit rests: 1st Rifles (march to Birch Cross). {END_REST}",
    )
    assert f"still rests: 1st Rifles. {END_REST}" in told(TakePosture("1st Brigade", "line"))
    route, *_, rest = told(GiveOrder("1st Rifles", "march", "Birch Cross"))
    assert "arrives in turn" in route and rest == "1st Rifles no longer rests"
    assert told(Attach("1st Rifles", "1st Division")) == (
        "it now obeys orders to 1st Division, no longer orders to 1st Brigade",
        "it is now supplied with 1st Division, wherever it is",
    )
    do(tiny, GiveSupport("1st Rifles", "1st Brigade"))
    assert told(Attach("1st Rifles", "I Corps"))[-1].startswith(
        "it still supports 1st Brigade (direct support); to end"
    )
    assert told(JoinCommand("General Alba", "1st Brigade"))[0] == (
        "he counts for initiative and readiness of 1st Brigade alone (OB-INIT-04, OB-READY-07)"
    )
    assert told(JoinCommand("General Alba")) == ()
    assert told(JoinCommand("General Alba")) == ("nothing has changed: he was there already",)
    assert told(GiveOrder("1st Hussars", "withdraw"))[0].startswith("By default it goes back to ")
    assert told(GiveOrder("1st Brigade", "withdraw"))[0] == (
        "By default each unit goes back to its headquarters, because the order names no place (umpire 1.1). To change"
        " it: name a place"
    )


def test_posture_of_a_command_is_that_of_its_battalions(tiny: Store) -> None:
    do(tiny, TakePosture("1st Brigade", "support"))
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Hussars").posture is Posture.SUPPORT


def opening_order(store: Store, unit: str, kind: str, to: str, since: str) -> None:
    do(store, GiveOrder(unit, kind, to, since=since))
    stage(
        store,
        lambda board: [setattr(o, "given_by", SCENARIO) for o in board.rows(Order) if f"{o.day}.{o.turn}" == since],
    )


def test_a_players_order_sets_the_scenarios_later_ones_to_that_unit_aside(tiny: Store) -> None:
    opening_order(tiny, "1st Hussars", "attack", "Coldbrook", "1.3")
    given = commit(
        tiny, None, GiveOrder("1st Hussars", "march", "Birch Cross"), source=Scripted(()), actor="umpire"
    ).receipt
    assert given.lines[1:] == (
        (
            "By default it takes this route, because the route is the fastest open route that its side knows (umpire"
            " 1.1)."
            " To change it: name places on another route (via PLACE)"
        ),
        "cancels the scenario's order for turn 1.3: attack Coldbrook",
    )
    with reading(tiny) as board:
        assert standing(board, "1st Hussars", Moment(2, 1)).kind is OrderKind.MARCH


def test_a_later_order_of_the_command_is_announced(tiny: Store) -> None:
    opening_order(tiny, "1st Brigade", "attack", "Coldbrook", "1.3")
    given = commit(
        tiny, None, GiveOrder("1st Hussars", "march", "Birch Cross"), source=Scripted(()), actor="umpire"
    ).receipt
    assert given.lines[2:] == (
        (
            "this order stays in force when the scenario's order to 1st Brigade begins in turn 1.3: attack Coldbrook."
            " For this unit to take part, give it the same order"
        ),
    )


def test_a_player_may_plan_ahead(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Hussars", "attack", "Coldbrook", since="1.3"))
    do(tiny, GiveOrder("1st Hussars", "march", "Birch Cross"))
    with reading(tiny) as board:
        assert [standing(board, "1st Hussars", Moment(1, turn)).kind for turn in (1, 3)] == [
            OrderKind.MARCH,
            OrderKind.ATTACK,
        ]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (GiveOrder("1st Hussars", "follow"), "1st Hussars cannot follow: it is not a headquarters"),
        (GiveOrder("1st Hussars", "hold", since="9.4"), "the campaign's last turn is 2.4"),
        (GiveOrder("2nd Rifles", "hold"), "2nd Rifles cannot be given orders: it is destroyed"),
    ],
)
def test_what_makes_no_sense_is_refused(tiny: Store, command: GiveOrder, words: str) -> None:
    def lose(board: JournalBoard) -> None:
        rifles = named(board, Battalion, "2nd Rifles")
        rifles.on_map, rifles.place_id, rifles.state = False, None, State.DESTROYED
        rifles.destroyed_day, rifles.destroyed_turn = 1, 1

    stage(tiny, lose)
    refused(tiny, command, Refused, words)


# what somebody ordered stands until somebody changes it --------------------------------------------------------------
def test_the_scenarios_later_order_to_the_command_is_not_carried_out_over_an_order_to_the_battalion(
    tiny: Store,
) -> None:
    opening_order(tiny, "1st Brigade", "attack", "Coldbrook", "1.3")
    do(tiny, GiveOrder("1st Hussars", "withdraw", "Ashford"))
    with reading(tiny) as board:
        for moment in (Moment(1, 2), Moment(1, 3), Moment(2, 1)):
            assert standing(board, "1st Hussars", moment).kind is OrderKind.WITHDRAW
        assert standing(board, "1st Rifles", Moment(1, 3)).kind is OrderKind.ATTACK
    do(tiny, GiveOrder("1st Brigade", "hold", since="1.4"))
    with reading(tiny) as board:
        assert standing(board, "1st Hussars", Moment(1, 3)).kind is OrderKind.WITHDRAW
        assert standing(board, "1st Hussars", Moment(1, 4)).kind is OrderKind.HOLD, (
            "somebody ordered its command: that is a change"
        )


def test_what_is_set_aside_is_shown_on_the_form_and_of_the_unit(tiny: Store) -> None:
    opening_order(tiny, "1st Brigade", "attack", "Coldbrook", "1.3")
    do(tiny, GiveOrder("1st Hussars", "withdraw", "Ashford"))
    with reading(tiny) as board:
        rows = {row.name: row.coming for form in orders(board, UMPIRE).forms for row in form.rows}
        told = (
            "does not obey the order to 1st Brigade from turn 1.3 (attack Coldbrook) as long as it has this order of its own",
        )
        assert rows["1st Hussars"] == told
        assert rows["1st Rifles"] == () and any("attack Coldbrook" in said for said in rows["1st Brigade"])
        assert unit_of(board, UMPIRE, "1st Hussars").order.coming == told


def test_an_order_to_a_command_bars_what_the_scenario_has_below_it_and_says_whose_orders_end(tiny: Store) -> None:
    opening_order(tiny, "1st Hussars", "attack", "Coldbrook", "1.3")
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    given = commit(
        tiny, None, GiveOrder("1st Brigade", "hold", since="1.2"), source=Scripted(()), actor="umpire"
    ).receipt
    assert "replaces earlier orders to 1st Rifles (march to Birch Cross)" in given.lines
    assert (
        "while this order is in force, later orders of the scenario are not carried out: 1st Hussars (from"
        " turn 1.3 attack Coldbrook)" in given.lines
    )
    with reading(tiny) as board:
        assert standing(board, "1st Hussars", Moment(1, 3)).kind is OrderKind.HOLD
        assert standing(board, "1st Rifles", Moment(1, 2)).kind is OrderKind.HOLD


def test_the_echo_of_an_order_to_a_command_leaves_out_who_keeps_an_order_of_its_own(tiny: Store) -> None:
    def routes() -> str:
        given = commit(
            tiny, None, GiveOrder("1st Brigade", "march", "Coldbrook"), source=Scripted(()), actor="umpire"
        ).receipt
        return " ".join(line for line in given.lines if " km by " in line)

    assert "the last, 2nd Rifles" in routes()
    do(tiny, GiveOrder("2nd Rifles", "hold"))
    assert "2nd Rifles" not in routes() and " km by " in routes()


def test_an_aim_stays_while_the_order_does(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Brigade", "march", "Coldbrook", aim="Take the ford."))
    do(tiny, GiveOrder("1st Brigade", "march", "Coldbrook", limit="Birch Cross"))
    with reading(tiny) as board:
        (order,) = board.rows(Order)
        assert (order.aim, order.limit) == ("Take the ford.", "Birch Cross")


def test_a_way_that_the_order_names_is_no_proposal(tiny: Store) -> None:
    for via, is_proposed in ((), True), (("Ashford",), False):
        order = GiveOrder("1st Hussars", "march", "Birch Cross", via=via)
        lines = commit(tiny, None, order, source=Scripted(()), actor="umpire").receipt.lines
        assert any(line.startswith("By default it takes this route") for line in lines) is is_proposed, lines
