"""Commanders without a player order their troops in automatic play, by what their side knows (umpire 1.13, 1.23)."""

from __future__ import annotations

import pytest

from campaign.actions.doctrine import order_the_turn
from campaign.actions.house_rules import SetRule
from campaign.actions.orders import put_orders
from campaign.errors import Refused
from campaign.journal import JournalBoard, reading
from campaign.model import (
    Battalion,
    Battle,
    BattleUnit,
    Commander,
    Contact,
    Crossing,
    DiaryLine,
    Formation,
    Order,
    Place,
    Side,
    Sighting,
)
from campaign.play.doctrine import orders_for
from campaign.play.view import View
from campaign.situation.army import load_army
from campaign.situation.conditions import rulebook_of
from campaign.situation.doctrine_view import enemies_known, view_of
from campaign.situation.ground import load_theatre
from campaign.situation.knowledge import load_knowledge
from campaign.situation.leading import leading_in
from campaign.situation.standing import DOCTRINE, SCENARIO
from campaign.store import Store
from campaign.terms.air import AirTask
from campaign.terms.forces import AirType, Arm, SizeMark
from campaign.terms.ground import CrossingState
from campaign.terms.state import BattleState, ContactState, News, OrderKind, Role, State
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.values import replace
from campaign.verbs.air_tasking import TaskAir
from campaign.verbs.engineering import Engineer
from campaign.verbs.orders import GiveOrder
from tests.actions.stage import do, set_clock, stage, step
from tests.actions.test_actions_air_strikes import flying, waiting
from tests.actions.test_actions_engineering import bridge, crossing, stand
from tests.clash import at_phase, contact
from tests.clash import order as scenario_order
from tests.clash import stand as put_down
from tests.clash import step as contacts_step
from tests.tiny import by_hand, named


def marching(store: Store) -> None:
    """The clock stands before the march of turn 1.2."""
    set_clock(store, 1, 2, Phase.MOVEMENT)


def orders(store: Store) -> list[tuple[str, OrderKind, str]]:
    """Who gave which order to what, in order."""
    with reading(store) as board:
        return [(o.key, o.kind, o.given_by) for o in board.rows(Order)]


THE_BRIGADE = "formation:alba_1st_brigade"


@pytest.mark.rule("umpire 1.23")
def test_who_has_no_player_goes_for_empty_ground_and_it_is_told(tiny: Store) -> None:
    marching(tiny)
    with reading(tiny) as board:
        points = next(goal.points for goal in seen_by(board, "Alba").goals if not goal.held)
    done = step(tiny, auto=True)
    assert orders(tiny) == [(THE_BRIGADE, OrderKind.ATTACK, DOCTRINE)]
    told = "I Corps, without a player: By default 1st Brigade goes for Birch Cross, where no enemy was seen, because"
    why = f"that place scores {points} points, and no unit to spare is nearer (umpire 1.23)."
    assert f"{told} {why}" in done.receipt.lines
    change = "To change an order of the program: campaign march, attack, hold, withdraw, rest or engineer UNIT,"
    assert [line for line in done.receipt.lines if line.startswith(change)] == [
        f"{change} after campaign undo if this turn is to be played again. A person's order is carried out first (umpire 1.23)."
    ]
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Rifles").road_m > 0


def test_without_auto_nothing_is_ordered(tiny: Store) -> None:
    marching(tiny)
    step(tiny)
    assert orders(tiny) == []


def test_the_house_rule_turns_it_off(tiny: Store) -> None:
    do(tiny, SetRule("auto.orders", "off"))
    marching(tiny)
    step(tiny, auto=True)
    assert orders(tiny) == []


def test_a_commander_with_a_player_is_left_alone(tiny: Store) -> None:
    stage(tiny, lambda board: [setattr(c, "player", "Ann") for c in board.rows(Commander)])
    marching(tiny)
    step(tiny, auto=True)
    assert orders(tiny) == []


@pytest.mark.rule("umpire 1.14")
@pytest.mark.parametrize("subject", ["1st Rifles", "1st Brigade", "1st Division"])
def test_what_somebody_ordered_stands(tiny: Store, subject: str) -> None:
    """To a battalion, to its brigade or to the division above: later orders of the doctrine do not take its place."""
    do(tiny, GiveOrder(subject, "hold"))
    marching(tiny)
    step(tiny, auto=True)
    for turn in (3, 4):
        set_clock(tiny, 1, turn, Phase.MOVEMENT)
        step(tiny, auto=True)
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Rifles").place_id == named(board, Place, "Ashford").id
        assert not [o for o in board.rows(Order) if o.battalion_id == named(board, Battalion, "1st Rifles").id][1:]


def test_the_scenarios_order_stands_until_it_is_carried_out(tiny: Store) -> None:
    with by_hand(tiny) as board:
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            scenario_order(board, name, OrderKind.MARCH, "Ashford")
        scenario_order(board, "II/9", OrderKind.HOLD)
        for row in board.rows(Order):
            row.given_by = SCENARIO
            row.day, row.turn = (1, 2) if row.kind is OrderKind.HOLD else (1, 1)
    marching(tiny)
    step(tiny, auto=True)
    assert [key for key, _, by in orders(tiny) if by == DOCTRINE] == [
        "battalion:1st_rifles"
    ]  # at Ashford already: carried out, and where the scenario sent them all but one stay
    with reading(tiny) as board:
        view = seen_by(board, "Brenn")
    assert [troop.free for troop in view.troops] == [True, False]


def seen_by(board: JournalBoard, side: str) -> View:
    """What the commanders of a side have before them."""
    army = load_army(board)
    ident = next(s.id for s in army.sides.values() if s.name == side)
    book = rulebook_of(board)
    leading = leading_in(board, army, book, auto=True, sides=())
    return view_of(board, army, load_theatre(board), book, ident, board.moment, leading)


@pytest.mark.rule("umpire 1.13", "umpire 1.23")
def test_a_side_knows_from_its_diary_who_has_halted_and_since_when(tiny: Store) -> None:
    """A column halts outside the sight of an enemy whom it does not see: of him there is no sighting, only the halt."""
    with by_hand(tiny) as board:
        for turn, name, news in (
            (1, "1st Rifles", News.HALT),
            (1, "2nd Rifles", News.HALT),
            (2, "2nd Rifles", News.MARCH),
        ):
            unit = named(board, Battalion, name)
            line = {"day": 1, "turn": turn, "place_in_turn": 100 + unit.id, "text": f"{name} marches.", "news": news}
            board.make(DiaryLine, side_id=unit.side_id, battalion_id=unit.id, **line)
    set_clock(tiny, 1, 3, Phase.MOVEMENT)
    with reading(tiny) as board:
        halted = {troop.name: troop.halted for troop in seen_by(board, "Alba").troops}
    assert (halted["1st Rifles"], halted["2nd Rifles"]) == (2, 0)


@pytest.mark.rule("umpire 1.13")
@pytest.mark.parametrize("rules", [(), (("march.past_masked", "2"), ("brg.halving", "on"))])
def test_what_a_side_cannot_see_changes_none_of_its_orders(tiny: Store, rules: tuple[tuple[str, str], ...]) -> None:
    """The enemy stands elsewhere, is worn, green, ordered and of another arm: nobody has seen him, and the view is the
    same to the last field."""
    for key, value in rules:
        do(tiny, SetRule(key, value))
    marching(tiny)
    with reading(tiny) as board:
        before = seen_by(board, "Alba")
    with by_hand(tiny) as board:
        first = put_down(board, "I/9", road="birch_cross-coldbrook", metres=6000)
        first.state, first.arm, first.men, first.resting = State.SPENT, Arm.ARMOUR, 100, True
        scenario_order(board, "II/9", OrderKind.ATTACK, "Ashford")
        named(board, Place, "Coldbrook").owner_id = None
    with reading(tiny) as board:
        after = seen_by(board, "Alba")
    assert after == before
    assert orders_for(after) == orders_for(before)
    assert orders_for(before)


def test_what_it_has_seen_does(tiny: Store) -> None:
    marching(tiny)

    def sight(board: JournalBoard) -> None:
        alba = next(s for s in load_army(board).sides.values() if s.name == "Alba")
        for name in ("I/9",):
            put_down(board, name, at="Birch Cross")
            board.make(
                Sighting,
                day=1,
                turn=1,
                side_id=alba.id,
                battalion_id=named(board, Battalion, name).id,
                place_id=named(board, Place, "Birch Cross").id,
                arm=Arm.INFANTRY,
                mark=SizeMark.COMPANY,
                seen_by="1st Hussars",
                how="reconnaissance",
            )

    stage(tiny, sight)
    with reading(tiny) as board:
        (order,) = orders_for(replace(seen_by(board, "Alba"), attack_chance=0.5))
    assert order.sentence == "1st Brigade attacks Birch Cross"


def test_an_order_that_one_cannot_take_is_given_to_none(tiny: Store) -> None:
    """II/9 is destroyed: neither it nor I/9, which stands before it, gets the order."""
    with by_hand(tiny) as board:
        lost = named(board, Battalion, "II/9")
        lost.state, lost.destroyed_day, lost.destroyed_turn, lost.place_id, lost.on_map = (
            State.DESTROYED,
            1,
            1,
            None,
            False,
        )
    with by_hand(tiny) as board:
        army = load_army(board)
        units = [army.battalions[named(board, Battalion, name).id] for name in ("I/9", "II/9")]
        with pytest.raises(Refused, match="II/9 cannot be given orders: it is destroyed"):
            put_orders(board, army, units, OrderKind.HOLD, None, (), DOCTRINE, "")
        assert board.rows(Order) == []
        put_orders(board, army, units[:1], OrderKind.HOLD, None, (), DOCTRINE, "")
        assert [o.given_by for o in board.rows(Order)] == [DOCTRINE]


def test_a_commander_whose_own_command_is_ordered_is_named_once(tiny: Store) -> None:
    """The corps has lost its commander, the brigade has one."""

    def promote(board: JournalBoard) -> None:
        (commander,) = (
            c for c in board.rows(Commander) if load_army(board).formations[c.formation_id].name == "I Corps"
        )
        commander.formation_id = named(board, Formation, "1st Brigade").id

    stage(tiny, promote)
    marching(tiny)
    done = step(tiny, auto=True)
    told = "1st Brigade, without a player: By default it goes for Birch Cross, where no enemy was seen, because"
    assert [line for line in done.receipt.lines if line.startswith(told)]


# house rules of the march


@pytest.mark.rule("OB-LOC-05")
@pytest.mark.parametrize(
    ("ratio", "place"), [("0", None), ("1", "Birch Cross"), ("3/2", None)], ids=["the book", "one to one", "more"]
)
def test_who_is_masked_stops_nobody_else(tiny: Store, ratio: str, place: str | None) -> None:
    """1st Rifles hold before I/9 since the last turn; 2nd Rifles march past to Birch Cross if one to one is enough."""
    with by_hand(tiny) as board:
        put_down(board, "I/9", road="ashford-birch_cross", metres=6000)
        for name in ("1st Rifles", "2nd Rifles"):
            put_down(board, name, road="ashford-birch_cross", metres=5000)
        scenario_order(board, "1st Rifles", OrderKind.HOLD)
        scenario_order(board, "2nd Rifles", OrderKind.MARCH, "Birch Cross")
        contact(board, "1st Rifles", "I/9").state = ContactState.STANDOFF
    if ratio != "0":
        do(tiny, SetRule("march.past_masked", ratio))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    done = step(tiny)
    with reading(tiny) as board:
        rifles = named(board, Battalion, "2nd Rifles")
        assert (rifles.place_id and named(board, Place, "Birch Cross").id == rifles.place_id) == (place and True)
    told = "I/9 is held by 1st Rifles; other units march past it (house rule march.past_masked) (OB-LOC-05)"
    assert (told in done.receipt.lines) is bool(place)


@pytest.mark.rule("OB-LOC-05")
@pytest.mark.parametrize("ratio", ["", "2"])
def test_that_the_book_stops_a_column_before_one_enemy_is_told_with_the_house_rule(tiny: Store, ratio: str) -> None:
    if ratio:
        do(tiny, SetRule("march.past_masked", ratio))
    with by_hand(tiny) as board:
        put_down(board, "I/9", at="Birch Cross")
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            put_down(board, name, road="ashford-birch_cross", metres=5000)
            scenario_order(board, name, OrderKind.MARCH, "Birch Cross")
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    done = step(tiny)
    told = [line for line in done.receipt.lines if "march.past_masked" in line]
    alone = "I/9 alone halts 3 battalions: by the book no unit marches past an enemy. With campaign rules"
    way = "march.past_masked 2 the others may pass while some battalions hold that enemy"
    assert told == ([] if ratio else [f"{alone} {way} (OB-LOC-05)"])


@pytest.mark.rule("umpire 1.14")
@pytest.mark.parametrize(("rule", "stands_at"), [("off", "Ashford"), ("on", "Birch Cross")])
def test_a_withdrawal_goes_by_stages_by_house_rule(tiny: Store, rule: str, stands_at: str) -> None:
    """From the road to Coldbrook by Birch Cross to Ashford, in one turn or in two."""
    with by_hand(tiny) as board:
        put_down(board, "1st Hussars", road="birch_cross-coldbrook", metres=500)
    if rule == "on":
        do(tiny, SetRule("retreat.by_stages", rule))
    do(tiny, GiveOrder("1st Hussars", "withdraw", "Ashford", ("Birch Cross",)))
    marching(tiny)
    step(tiny)
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Hussars").place_id == named(board, Place, stands_at).id
    set_clock(tiny, 1, 3, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        assert named(board, Battalion, "1st Hussars").place_id == named(board, Place, "Ashford").id


# the decision to attack


def halted_before_two(board: JournalBoard, given_by: str = SCENARIO) -> Battalion:
    """1st Rifles have orders to attack Birch Cross, and halt 1 km before the two battalions that hold it."""
    at_phase(board, Phase.CONTACTS)
    for name in ("I/9", "II/9"):
        put_down(board, name, at="Birch Cross")
    rifles = put_down(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
    scenario_order(board, "1st Rifles", OrderKind.ATTACK, "Birch Cross")
    board.flush()
    for row in board.rows(Order):
        row.given_by = given_by
    return rifles


@pytest.mark.parametrize(("given_by", "state"), [(SCENARIO, ContactState.STANDOFF), ("", ContactState.BATTLE)])
def test_at_contact_the_odds_decide_unless_somebody_ordered_the_attack(
    tiny: Store, given_by: str, state: ContactState
) -> None:
    """One against two: by its odds it would not win half, and half are asked for; what a player ordered is done."""
    with by_hand(tiny) as board:
        halted_before_two(board, given_by)
        contact(board, "1st Rifles", "I/9")
        contact(board, "1st Rifles", "II/9")
        board.flush()
        lines = contacts_step(board, auto=True)
    with reading(tiny) as board:
        assert {c.state for c in board.rows(Contact)} == {state}
    refused = [
        line for line in lines if line.startswith("No attack near Birch Cross, though Alba is ordered to: of 100")
    ]
    assert bool(refused) is bool(given_by)
    assert all(line.endswith(" %, 50 % needed: holds (umpire 1.23)") for line in refused)


@pytest.mark.rule("umpire 1.23")
@pytest.mark.parametrize(("given_by", "attackers"), [(SCENARIO, ["Brenn"]), ("", [])])
def test_whose_odds_are_bad_waits_for_an_enemy_who_attacks(tiny: Store, given_by: str, attackers: list[str]) -> None:
    """Two have a player's orders to attack, and one of the scenario's against them: he defends, and it is no meeting
    engagement, unless a player ordered his attack too."""
    with by_hand(tiny) as board:
        at_phase(board, Phase.CONTACTS)
        put_down(board, "I/9", at="Birch Cross")
        put_down(board, "II/9", at="Birch Cross")
        put_down(board, "1st Rifles", road="ashford-birch_cross", metres=9000)
        scenario_order(board, "1st Rifles", OrderKind.ATTACK, "Birch Cross")
        for name in ("I/9", "II/9"):
            scenario_order(board, name, OrderKind.ATTACK, "Ashford")
        board.flush()
        for row in board.rows(Order):
            row.given_by = given_by if row.battalion_id == named(board, Battalion, "1st Rifles").id else ""
        for name in ("I/9", "II/9"):
            contact(board, "1st Rifles", name)
        board.flush()
        lines = contacts_step(board, auto=True)
    refused = [line for line in lines if line.startswith("Alba does not attack near Birch Cross, though ordered to: ")]
    assert bool(refused) is bool(attackers)
    assert all(line.endswith(" %, 50 % needed: holds (umpire 1.23)") for line in refused)
    with reading(tiny) as board:
        sides = {side.id: side.name for side in load_army(board).sides.values()}
        (fought,) = board.rows(Battle)
        assert [sides[fought.attacker_id]] == attackers if attackers else fought.attacker_id is None


@pytest.mark.parametrize(
    ("holder", "asked"),
    [
        ("Brenn", "75 % needed after the attack that failed in the turn before"),
        ("Alba", "50 % needed"),
        (None, "50 % needed"),
    ],
    ids=["lost", "won", "undecided"],
)
def test_only_a_lost_field_asks_for_better_odds_not_an_undecided_fight(
    tiny: Store, holder: str | None, asked: str
) -> None:
    """1st Rifles attacked in turn 1.1, and go for two battalions again in turn 1.2."""
    with by_hand(tiny) as board:
        rifles = halted_before_two(board)
        sides = {side.name: side.id for side in load_army(board).sides.values()}
        fought = board.make(
            Battle,
            number=1,
            name="Birch Cross",
            code="B1",
            tabletop="brevity",
            place_id=named(board, Place, "Birch Cross").id,
            day=1,
            turn=1,
            attacker_id=sides["Alba"],
            state=BattleState.SETTLED,
            field_held_by_id=sides[holder] if holder else None,
        )
        board.flush()
        board.make(
            BattleUnit,
            battle_id=fought.id,
            battalion_id=rifles.id,
            side_id=sides["Alba"],
            line=1,
            command_id=rifles.present_id,
            role=Role.ENGAGED,
            start_state=rifles.state,
        )
        for name in ("I/9", "II/9"):
            contact(board, "1st Rifles", name)
        board.flush()
        lines = contacts_step(board, auto=True)
    (refused,) = [line for line in lines if line.startswith("No attack near Birch Cross, though Alba is ordered to: ")]
    assert refused.endswith(f" %, {asked}: holds (umpire 1.23)")


@pytest.mark.rule("umpire 1.23")
@pytest.mark.parametrize(
    ("turns", "locates", "asked"),
    [
        (1, True, "40 % needed after 1 turn in contact"),
        (2, True, "30 % needed after 2 turns in contact"),
        (3, True, "20 % needed after 3 turns in contact"),
        (4, True, "20 % needed after 4 turns in contact"),
        (2, False, "50 % needed"),
    ],
)
def test_each_turn_in_contact_without_a_battle_asks_for_less(
    tiny: Store, turns: int, locates: bool, asked: str
) -> None:
    """A fifth of the half, down to two fifths of it; what one side alone has seen is no contact for the other."""
    with by_hand(tiny) as board:
        rifles = halted_before_two(board)
        first, second = sorted((rifles.id, named(board, Battalion, "I/9").id))
        for back in range(1, turns + 1):
            then = Moment(2, 2).plus(-back)
            ours_first = first == rifles.id
            board.make(
                Contact,
                day=then.day,
                turn=then.turn,
                seconds=0,
                first_id=first,
                second_id=second,
                first_locates=locates if ours_first else True,
                second_locates=True if ours_first else locates,
                x_m=0,
                y_m=0,
                state=ContactState.STANDOFF,
            )
        at_phase(board, Phase.CONTACTS, day=2, turn=2)
        board.flush()
        contact(board, "1st Rifles", "I/9")
        contact(board, "1st Rifles", "II/9")
        board.flush()
        lines = contacts_step(board, auto=True)
    refused = [line for line in lines if line.startswith("No attack near Birch Cross, though Alba is ordered to: ")]
    assert [line.endswith(f", {asked}: holds (umpire 1.23)") for line in refused] in ([True], [])
    assert refused or turns >= 3, "from two fifths of the chance on it may attack"


# bridges and landings


@pytest.mark.rule("OB-DEM-03")
@pytest.mark.parametrize(("rule", "state"), [("", CrossingState.DESTROYED), ("off", CrossingState.PREPARED)])
def test_a_prepared_bridge_is_blown_by_who_comes_to_it(tiny: Store, rule: str, state: CrossingState) -> None:
    bridge(tiny, state=CrossingState.PREPARED)
    stand(tiny, "1st Hussars", 3000)
    if rule:
        do(tiny, SetRule("dem.at_once", rule))
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "blow bridge", "Wadi bridge"))
    marching(tiny)
    step(tiny)
    assert crossing(tiny).state is state


@pytest.mark.rule("OB-LAND-04")
def test_by_house_rule_nobody_is_hurt_who_lands_where_no_enemy_is(tiny: Store) -> None:
    waiting(tiny, "parachute")
    flying(tiny, AirType.TRANSPORT)
    do(tiny, SetRule("land.safe_unopposed", "on"))
    do(tiny, TaskAir("No. 1 Group", AirTask.LANDING.value, "Birch Cross", unit="1st Rifles"))
    done = step(tiny)
    told = "1st Rifles lands by parachute Birch Cross, unharmed; no enemy near (house rule land.safe_unopposed)"
    assert f"{told} (OB-LAND-04)" in done.receipt.lines


@pytest.mark.rule("umpire 1.13")
@pytest.mark.parametrize(("metres", "seen"), [("", 0), ("12000", 1)])
def test_a_landing_by_day_is_seen_from_far(tiny: Store, metres: str, seen: int) -> None:
    """The nearest enemy stands 12 km off."""
    waiting(tiny, "parachute")
    flying(tiny, AirType.TRANSPORT)
    if metres:
        do(tiny, SetRule("sight.landing_m", metres))
    do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    step(tiny, 6)
    with reading(tiny) as board:
        assert [sighting.how for sighting in board.rows(Sighting)] == ["landing"] * seen
        assert len(board.rows(Crossing)) == 0
        army, side = load_army(board), named(board, Side, "Brenn").id
        known = enemies_known(board, load_knowledge(board, army, Viewer(side)), board.moment)
        assert [enemy.landed for enemy in known.values()] == [True] * seen


def test_the_step_is_nothing_by_itself() -> None:
    """The doctrine has one way in: before the march."""
    from campaign.actions.day import BEFORE

    assert {Phase.MOVEMENT: (order_the_turn,)} == BEFORE
