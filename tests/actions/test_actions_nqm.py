"""The campaign by Not Quite Mechanised, played: orders that take their time, dumps and trucks, fuel, troops after a
battle, timings."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.grade_words import grades_typed
from campaign.actions.house_rules import SetRule
from campaign.errors import BadInput, Refused
from campaign.journal import Done, JournalBoard, reading, redo, undo
from campaign.journal.digest import digest
from campaign.journal.doctor import Kind, examine
from campaign.model import (
    Battle,
    BattleUnit,
    Commander,
    Condition,
    Convoy,
    Dump,
    Formation,
    OrderDelay,
    Place,
    Road,
    Side,
    Sighting,
)
from campaign.queries.common.outlook import look
from campaign.queries.orbat.service import call_words, grades_after
from campaign.queries.orbat.units import unit as unit_sheet
from campaign.queries.orders.orders import order_form
from campaign.queries.supply.logistics import logistics
from campaign.situation.army import put
from campaign.situation.force import kept_of_troops
from campaign.store import Store
from campaign.terms.forces import Arm, Engineers, Experience, MarchClass, Piece, SizeMark
from campaign.terms.ground import RoadKind, Surface
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import BattleState, Role, State
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from campaign.verbs.between_battles import GiveGrade, GiveGrades, UnitGrade
from campaign.verbs.engineering import Engineer
from campaign.verbs.orders import GiveOrder, GiveSupport, JoinCommand
from campaign.verbs.trucks import SendTruck
from campaign.views.orbat.units import BattalionSheet, FormationSheet
from tests.actions.stage import battalion, do, set_clock, stage, step
from tests.actions.test_actions_turn import where, with_headquarters
from tests.clash import meet
from tests.tiny import named

UMPIRE = Viewer()


def rules(store: Store, **settings: str) -> None:
    for key, value in settings.items():
        do(
            store,
            SetRule(key.replace("__", ".") if key.startswith("march") else f"nqm.{key.replace('__', '.')}", value),
        )


def said(done: Done) -> str:
    return " ".join((done.receipt.summary, *done.receipt.lines))


@pytest.fixture
def led(tiny: Store) -> Store:
    """With headquarters, and by hourly rates: foot marches 6 km a turn on the road."""
    stage(tiny, with_headquarters)
    rules(tiny, march__system="nqm")
    return tiny


def metres(store: Store, name: str) -> int:
    at = where(store, name)
    assert isinstance(at, OnRoad), at
    return at.metres


# command reaction ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CRT-01", "NQM-ORDERS-06", "NQM-ORDERS-08", "NQM-MOV-02", "NQM-SCALE-05")
def test_an_order_of_the_corps_given_while_a_turn_runs_reaches_the_brigade_two_hours_later(led: Store) -> None:
    rules(led, reaction="on")
    set_clock(led, 1, 2, Phase.MOVEMENT)
    answer = said(do(led, GiveOrder("1st Brigade", "march", "Birch Cross", commander="General Alba")))
    assert "takes effect 15 May, 06:00, 2 hours after it is given: division to corps 1 hour, and as long back" in answer
    step(led)
    assert metres(led, "1st Rifles") == 4000, "four of the turn's six hours at 6 km a turn"
    with reading(led) as board:
        (delay,) = board.rows(OrderDelay)
        assert (delay.seconds, delay.hours) == (7200, "2")


@pytest.mark.rule("NQM-CRT-07")
def test_a_general_at_the_spot_short_circuits_it(led: Store) -> None:
    rules(led, reaction="on")
    set_clock(led, 1, 2, Phase.MOVEMENT)
    do(led, JoinCommand("General Alba", "1st Brigade"))
    assert "its general is at the spot" in said(do(led, GiveOrder("1st Brigade", "march", "Birch Cross")))
    step(led)
    assert metres(led, "1st Rifles") == 6000


@pytest.mark.rule("NQM-CRT-06")
def test_veterans_on_engines_have_it_in_half_the_time(led: Store) -> None:
    rules(led, reaction="on")
    stage(led, lambda board: setattr(battalion(board, "1st Hussars"), "experience", Experience.VETERAN))
    set_clock(led, 1, 2, Phase.MOVEMENT)
    assert "05:00, 1 hour after" in said(do(led, GiveOrder("1st Hussars", "march", "Birch Cross")))


@pytest.mark.rule("NQM-ORDERS-01", "NQM-ORDERS-05", "NQM-ORDERS-08")
def test_orders_written_before_the_day_are_the_plan_and_cost_nothing(led: Store) -> None:
    rules(led, reaction="on")
    set_clock(led, 1, 1, Phase.ORDERS)
    order = GiveOrder("1st Brigade", "march", "Birch Cross", aim="open the road", objective="Birch Cross", limit="noon")
    assert "part of the day's plan" in said(do(led, order))
    with reading(led) as board:
        assert board.rows(OrderDelay) == []
        row = next(r for r in order_form(board, UMPIRE, "General Alba").rows if r.name == "1st Brigade")
        assert (row.aim, row.objective, row.limit) == ("open the road", "Birch Cross", "noon")
    set_clock(led, 2, 1, Phase.ORDERS)
    rules(led, reaction__daily_orders="first day only")
    assert "takes effect" in said(do(led, GiveOrder("1st Brigade", "hold")))


def test_until_the_new_order_comes_the_old_one_is_marched(led: Store) -> None:
    rules(led, reaction="on")
    set_clock(led, 1, 1, Phase.ORDERS)
    do(led, GiveOrder("1st Brigade", "march", "Birch Cross"))
    set_clock(led, 1, 2, Phase.MOVEMENT)
    do(led, GiveOrder("1st Rifles", "hold"))
    step(led)
    assert metres(led, "1st Rifles") == 2000, "two hours of the old march, then it holds"
    assert metres(led, "2nd Rifles") == 6000


def test_an_order_that_reaches_into_the_next_turn_stands_from_there(led: Store) -> None:
    rules(led, reaction="on", reaction__within_division="6")
    stage(led, _no_commanders)
    set_clock(led, 1, 2, Phase.MOVEMENT)
    assert "from turn 1.3 on" in said(do(led, GiveOrder("1st Brigade", "march", "Birch Cross")))
    set_clock(led, 2, 4, Phase.MOVEMENT)
    with pytest.raises(Refused, match="the campaign ends before the order begins"):
        do(led, GiveOrder("1st Brigade", "march", "Coldbrook"))


def _no_commanders(board: JournalBoard) -> None:
    for row in board.rows(Commander):
        board.erase(row)


def test_with_reaction_off_an_order_stands_at_once_and_keeps_no_row(led: Store) -> None:
    set_clock(led, 1, 2, Phase.MOVEMENT)
    do(led, GiveOrder("1st Brigade", "march", "Birch Cross"))
    step(led)
    assert metres(led, "1st Rifles") == 6000
    with reading(led) as board:
        assert board.rows(OrderDelay) == []


# who may call on whom ------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-ORDERS-02", "NQM-ORDERS-03", "NQM-ORDERS-04", "NQM-ORG-05")
def test_a_unit_says_who_may_call_on_it_and_a_formation_where_its_headquarters_is(led: Store) -> None:
    rules(led, reaction="on")

    def guns(board: JournalBoard) -> None:
        row = battalion(board, "2nd Rifles")
        row.arm, row.piece, row.calibre_mm = Arm.FIELD_ARTILLERY, Piece.GUN_HOWITZER, 88

    stage(led, guns)
    with reading(led) as board:
        sheet = unit_sheet(board, UMPIRE, "2nd Rifles")
        assert isinstance(sheet, BattalionSheet)
        assert sheet.call.startswith("under command of 1st Brigade; only 1st Brigade may call on it")
        own = unit_sheet(board, Viewer(named(board, Side, "Alba").id), "2nd Rifles")
        assert isinstance(own, BattalionSheet)
        assert own.call == sheet.call
        foot = unit_sheet(board, UMPIRE, "1st Rifles")
        assert isinstance(foot, BattalionSheet)
        assert foot.call == "", "nobody calls on teeth arms that support no other unit"
        enemy = look(board, Viewer(named(board, Side, "Brenn").id))
        assert call_words(enemy, battalion(board, "2nd Rifles")) == "", "the enemy is not told whose guns they are"
    do(led, GiveSupport("2nd Rifles", "1st Brigade", "in support"))
    with reading(led) as board:
        sheet = unit_sheet(board, UMPIRE, "2nd Rifles")
        assert isinstance(sheet, BattalionSheet)
        assert (
            "in support of 1st Brigade" in sheet.call and "hour after" in sheet.call and "its own chain" in sheet.call
        )
        division = unit_sheet(board, UMPIRE, "1st Division")
        assert isinstance(division, FormationSheet)
        assert division.position == "Ashford"
        assert division.reaction == "I Corps 1 hour up, 2 hours up and back"
        assert division.ground == "a front of 10 km in close country, 15 km in the open; a column of 24 km"
        assert "1st Brigade" in [one.name for one in division.subordinates]


# logistics -----------------------------------------------------------------------------------------------------------
def fired(left: int = 0, **values: object) -> Any:
    """The 1st Rifles have so many dice left."""

    def change(board: JournalBoard) -> None:
        board.make(Condition, battalion_id=battalion(board, "1st Rifles").id, battles=[1], ammunition=left, **values)

    return change


def dump(store: Store, formation: str) -> tuple[str, int]:
    with reading(store) as board:
        row = next(d for d in board.rows(Dump) if d.formation_id == named(board, Formation, formation).id)
        return row.logs, row.trucks


def ammunition(store: Store) -> int | None:
    with reading(store) as board:
        return next(c for c in board.rows(Condition) if c.battalion_id == battalion(board, "1st Rifles").id).ammunition


@pytest.mark.rule("NQM-LOG-05", "NQM-LOG-06")
def test_a_division_refills_overnight_for_a_div_log_and_then_the_army_above_pushes_another_forward(led: Store) -> None:
    """The corps, at the home edge with its division, swaps a truck in the day's first turn; it is there in the next."""
    rules(led, logistics="on")
    stage(led, fired())
    set_clock(led, 2, 1, Phase.DAY_SUPPLY)
    assert "1st Division refills 1st Rifles: a Div Log, 1 left" in said(step(led))
    assert ammunition(led) is None
    assert dump(led, "1st Division") == ("1", 2)
    set_clock(led, 2, 1, Phase.SUPPLY)
    assert "I Corps sends 1 Div Log to 1st Division" in said(step(led))
    assert dump(led, "1st Division") == ("1", 1)
    assert dump(led, "I Corps") == ("3", 1)
    set_clock(led, 2, 2, Phase.SUPPLY)
    assert "a Div Log has come to 1st Division" in said(step(led))
    assert dump(led, "1st Division") == ("2", 2)
    assert dump(led, "I Corps") == ("3", 2)


@pytest.mark.rule("NQM-LOG-06")
def test_by_day_a_battalion_sends_its_truck_or_goes_without(led: Store) -> None:
    rules(led, logistics="on")
    stage(led, fired(6))
    set_clock(led, 1, 2, Phase.SUPPLY)
    step(led)
    assert ammunition(led) == 6, "nobody is resupplied by day"
    assert "1/4 Div Log used, 7/4 left" in said(
        do(led, SendTruck("1st Rifles"))
    )  # three battalions and the division's headquarters
    with pytest.raises(Refused, match="is on the road already"):
        do(led, SendTruck("1st Rifles"))
    with pytest.raises(Refused, match="carries all"):
        do(led, SendTruck("2nd Rifles"))
    set_clock(led, 1, 3, Phase.SUPPLY)
    assert "1st Rifles has its ammunition" in said(step(led))
    assert ammunition(led) is None


@pytest.mark.rule("NQM-LOG-06", "NQM-AMB-82")
def test_headquarters_of_a_corps_fetch_their_ammunition_from_its_own_dump(led: Store) -> None:
    """The corps' dump refills nobody overnight, but its own troops may take from it: they alone share the Div Log."""
    rules(led, logistics="on")
    stage(
        led,
        lambda board: board.make(Condition, battalion_id=battalion(board, "HQ I Corps").id, battles=[1], ammunition=0),
    )
    set_clock(led, 1, 2, Phase.SUPPLY)
    step(led)
    with reading(led) as board:
        corps = next(
            line for side in logistics(board, UMPIRE).sides for line in side.dumps if line.formation == "I Corps"
        )
        assert corps.short == ("HQ I Corps: 0 of 1 dice",)
    assert "1 Div Log used, 3 left" in said(do(led, SendTruck("HQ I Corps")))
    set_clock(led, 1, 3, Phase.SUPPLY)
    assert "HQ I Corps has its ammunition" in said(step(led))


@pytest.mark.rule("NQM-LOG-11")
def test_a_lost_truck_is_no_supply_neither_by_night_nor_by_day(led: Store) -> None:
    rules(led, logistics="on")
    stage(led, fired(truck_lost=True))
    set_clock(led, 2, 1, Phase.DAY_SUPPLY)
    assert "1st Rifles is not resupplied: its truck is lost" in said(step(led))
    with pytest.raises(Refused, match="its truck is lost"):
        do(led, SendTruck("1st Rifles"))


@pytest.mark.rule("NQM-LOG-11")
def test_an_enemy_on_the_road_to_the_dump_holds_the_truck_up_until_he_is_gone(led: Store) -> None:
    """The brigade is at Birch Cross, its dump at Ashford, an enemy on the road between."""
    rules(led, logistics="on")
    stage(led, fired())
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        stage(led, lambda board, name=name: put(battalion(board, name), AtPlace(named(board, Place, "Birch Cross").id)))
    set_clock(led, 1, 2, Phase.CONTACTS)
    do(led, SendTruck("1st Rifles"))
    road = "ashford-birch_cross"
    stage(
        led,
        lambda board: put(battalion(board, "I/9"), OnRoad(next(r.id for r in board.rows(Road) if r.key == road), 5000)),
    )
    set_clock(led, 1, 3, Phase.SUPPLY)
    assert "held up" in said(step(led))
    assert ammunition(led) == 0
    stage(led, lambda board: put(battalion(board, "I/9"), AtPlace(named(board, Place, "Coldbrook").id)))
    set_clock(led, 1, 4, Phase.SUPPLY)
    assert "has its ammunition" in said(step(led))


def cut_off(board: JournalBoard) -> None:
    """The division, on trucks, is at Birch Cross, its corps at Ashford, and an enemy that nobody has seen between."""
    for name in ("1st Rifles", "2nd Rifles"):
        battalion(board, name).march_class = MarchClass.TRUCK
    put(battalion(board, "HQ 1st Division"), AtPlace(named(board, Place, "Birch Cross").id))
    put(battalion(board, "1st Rifles"), AtPlace(named(board, Place, "Birch Cross").id))
    put(battalion(board, "I/9"), OnRoad(next(r.id for r in board.rows(Road) if r.key == "ashford-birch_cross"), 5000))


def by_a_detour(board: JournalBoard) -> None:
    """Another road leads round that enemy."""
    ends = {end: named(board, Place, name).id for end, name in (("a_id", "Ashford"), ("b_id", "Birch Cross"))}
    board.make(
        Road, key="detour", length_m=14_000, shape=[[5000, 9000]], kind=RoadKind.METALLED, surface=Surface.ROAD, **ends
    )


@pytest.mark.rule("NQM-LOG-11")
@pytest.mark.parametrize("unseen", [None, cut_off, by_a_detour])
def test_what_a_side_gets_of_a_truck_goes_by_what_it_knows(led: Store, unseen: Any) -> None:
    """With an unseen enemy on the road, and with a way round him: the same receipt, dumps and fuel. The truck leaves,
    and its owner learns that it is held up when it is due.
    """
    rules(led, logistics="on", fuel="on")
    stage(led, cut_off)
    if unseen is None:
        stage(led, lambda board: put(battalion(board, "I/9"), AtPlace(named(board, Place, "Coldbrook").id)))
    if unseen is by_a_detour:
        stage(led, by_a_detour)
    set_clock(led, 1, 2, Phase.CONTACTS)
    sent = do(led, SendTruck("1st Division")).receipt
    assert sent.summary == "1st Division sends a truck to I Corps for a Div Log: back in turn 1.3"
    assert sent.lines[0] == "20.0 km, 2.22 h by road"
    with reading(led) as board:
        viewers = UMPIRE, Viewer(named(board, Side, "Alba").id)
        umpires, own = (logistics(board, viewer).sides[0] for viewer in viewers)
    true_km = {None: "10.0", cut_off: "", by_a_detour: "14.0"}[unseen]
    assert [(dump.km, dump.open) for dump in umpires.dumps] == [("0.0", True), (true_km, bool(true_km))]
    assert [(dump.km, dump.why, dump.fuel_state) for dump in own.dumps][1] == ("10.0", "", "in fuel")
    assert [(truck.km, truck.due) for side in (umpires, own) for truck in side.trucks] == [("10.0", "1.3")] * 2
    set_clock(led, 1, 3, Phase.SUPPLY)
    told = said(step(led))
    due = {
        None: "a Div Log has come to 1st Division",
        cut_off: "the truck for 1st Division is held up: no way is free of the enemy",
        by_a_detour: "the truck for 1st Division is held up: the road that it took is closed, and it goes round",
    }
    assert due[unseen] in told
    if unseen is by_a_detour:
        set_clock(led, 1, 4, Phase.SUPPLY)
        assert "a Div Log has come to 1st Division" in said(step(led)), "the four kilometres more are a turn at most"


@pytest.mark.parametrize("trace", [None, "no"])
def test_a_truck_whose_road_is_open_arrives_whatever_its_side_believes_by_now(led: Store, trace: str | None) -> None:
    """It set out by the longer way, and its side has lost sight of the enemy on the shorter one since; or no way is
    asked for at all."""
    rules(led, logistics="on")
    stage(led, cut_off)
    stage(led, by_a_detour)
    set_clock(led, 1, 2, Phase.CONTACTS)
    do(led, SendTruck("1st Division"))
    if trace is None:
        stage(led, lambda board: [setattr(truck, "metres", 14000) for truck in board.rows(Convoy)])
    else:
        do(led, SetRule("nqm.supply.trace", trace))
    set_clock(led, 1, 3, Phase.SUPPLY)
    assert "a Div Log has come to 1st Division" in said(step(led))


@pytest.mark.rule("NQM-LOG-09", "NQM-LOG-11")
def test_a_truck_pushed_forward_leaves_too_and_one_that_a_seen_enemy_cuts_off_does_not(led: Store) -> None:
    rules(led, logistics="on")
    stage(led, cut_off)
    stage(led, fired())

    def empty(board: JournalBoard) -> None:
        division = named(board, Formation, "1st Division").id
        board.make(Dump, formation_id=division, logs="0", fuel="2", trucks=2, bowser=True)

    def seen(board: JournalBoard) -> None:
        road = next(road for road in board.rows(Road) if road.key == "ashford-birch_cross")
        alba, enemy, near = named(board, Side, "Alba").id, battalion(board, "I/9").id, named(board, Place, "Ashford").id
        at = {"place_id": near, "road_id": road.id, "road_m": 5000}
        facts = {"arm": Arm.INFANTRY, "mark": SizeMark.BATTALION, "seen_by": "a patrol", "how": "range"}
        board.make(Sighting, day=1, turn=1, side_id=alba, battalion_id=enemy, **at, **facts)

    stage(led, empty)
    set_clock(led, 1, 1, Phase.SUPPLY)
    assert "I Corps sends 2 Div Logs to 1st Division, 10.0 km, 1.11 h by road" in said(step(led))
    stage(led, seen)
    with pytest.raises(Refused, match=r"no truck can leave 1st Division: route cut by infantry battalion"):
        do(led, SendTruck("1st Division"))


@pytest.mark.rule("NQM-LOG-07", "NQM-LOG-08")
def test_a_division_may_send_a_truck_up_by_itself_and_none_without_a_truck(led: Store) -> None:
    rules(led, logistics="on", log__trucks="1")
    set_clock(led, 1, 2, Phase.CONTACTS)
    assert "1st Division sends a truck to I Corps for a Div Log" in said(do(led, SendTruck("1st Division")))
    with pytest.raises(Refused, match="no empty truck"):
        do(led, SendTruck("1st Division"))
    (kept,) = (line for line in do(led, SetRule("nqm.log.trucks", "2")).receipt.lines if "keep" in line)
    assert kept.endswith("dumps of this campaign keep their stocks; only new dumps open with this figure")
    with pytest.raises(Refused, match="no dump"):
        do(led, SendTruck("1st Brigade"))


def test_a_truck_that_comes_too_late_and_the_stock_of_new_dumps_are_told(led: Store) -> None:
    opening = do(led, SetRule("nqm.logistics", "on")).receipt.lines[-1]
    stocks = "each dump opens with Div Logs (army 8, corps 4, division or independent brigade 2) and 2 trucks"
    assert opening.startswith(f"By default {stocks}")
    assert len(do(led, SetRule("nqm.fuel", "on")).receipt.lines) == 1, "told once"
    with reading(led) as board:
        last = board.campaign.days
    set_clock(led, last, 4, Phase.CONTACTS)
    _, stock, late = do(led, SendTruck("1st Division")).receipt.lines
    assert stock == "the load leaves the dump of I Corps now; 1st Division has 1 truck left until it returns"
    assert late == f"day {last} is the last day of the campaign: this truck cannot be back in time"


def test_without_logistics_there_is_no_truck_to_send(led: Store) -> None:
    with pytest.raises(Refused, match="this campaign has no supply dumps"):
        do(led, SendTruck("1st Rifles"))


@pytest.mark.rule("NQM-POL-03", "NQM-POL-04", "NQM-POL-05")
def test_a_motor_division_beyond_the_reach_of_its_fuel_stands_still_the_day_after_and_foot_does_not(led: Store) -> None:
    rules(led, fuel="on", fuel__link_km="3")

    def on_wheels(board: JournalBoard) -> None:
        for name in ("1st Rifles", "2nd Rifles", "HQ 1st Division"):
            row = battalion(board, name)
            row.march_class = MarchClass.TRUCK
            put(row, AtPlace(named(board, Place, "Birch Cross").id))

    stage(led, on_wheels)
    set_clock(led, 1, 1, Phase.DAY_SUPPLY)
    done = said(step(led))
    assert "1st Division is out of fuel" in done and "4th Division" not in done, "regiments on foot need none"
    do(led, GiveOrder("1st Brigade", "march", "Ashford"))
    do(led, GiveOrder("1st Hussars", "march", "Birch Cross"))
    set_clock(led, 1, 2, Phase.MOVEMENT)
    step(led)
    assert isinstance(where(led, "1st Rifles"), OnRoad | AtPlace)
    before = where(led, "1st Rifles")
    set_clock(led, 2, 1, Phase.DAY_SUPPLY)
    stage(led, lambda board: put(battalion(board, "HQ 1st Division"), AtPlace(named(board, Place, "Birch Cross").id)))
    assert "motor troops stand still" in said(step(led))
    set_clock(led, 2, 2, Phase.MOVEMENT)
    do(led, GiveOrder("1st Brigade", "march", "Coldbrook"))
    assert "1st Rifles cannot march: it has no fuel (NQM-POL-04)" in said(step(led))
    assert where(led, "1st Rifles") == before
    rules(led, fuel__link_km="day")
    set_clock(led, 2, 3, Phase.DAY_SUPPLY)
    assert "1st Division has fuel again" in said(step(led))


def test_a_dump_whose_headquarters_is_not_on_the_map_is_not_cut_by_anybody(led: Store) -> None:
    rules(led, logistics="on")
    stage(led, lambda board: put(battalion(board, "HQ 1st Division"), None))

    def off_map() -> tuple[str, str, str, bool]:
        with reading(led) as board:
            dump = next(
                d for side in logistics(board, UMPIRE).sides for d in side.dumps if d.formation == "1st Division"
            )
        return dump.off_map, dump.why, dump.km, dump.open

    assert off_map() == ("HQ 1st Division is not on the map", "", "", False)

    def is_due(board: JournalBoard) -> None:
        staff = battalion(board, "HQ 1st Division")
        staff.arrives_day, staff.arrives_turn, staff.arrives_at_id = 2, 3, named(board, Place, "Ashford").id

    stage(led, is_due)
    assert off_map()[0] == "HQ 1st Division has not arrived (due in turn 2.3)"


def test_the_chain_is_shown_to_its_own_side_only(led: Store) -> None:
    rules(led, logistics="on", fuel="on")
    stage(led, fired(6))
    do(led, SendTruck("1st Rifles"))
    with reading(led) as board:
        whole = logistics(board, UMPIRE)
        assert [side.side for side in whole.sides] == ["Alba", "Brenn"]
        corps, division = whole.sides[0].dumps
        assert (corps.formation, corps.draws_on, division.draws_on) == ("I Corps", "railhead or depot", "I Corps")
        assert division.short == ("1st Rifles: 6 of 15 dice",)
        assert [(truck.goods, truck.to, truck.state) for truck in whole.sides[0].trucks] == [
            ("ammunition", "1st Rifles", "on the road")
        ]
        brenn = logistics(board, Viewer(named(board, Side, "Brenn").id))
        assert [side.side for side in brenn.sides] == ["Brenn"]


# after a battle ------------------------------------------------------------------------------------------------------
def fought(number: int = 1, **left: int) -> Any:
    """A battle under Not Quite Mechanised is settled; it left this of the 1st Rifles, who are spent."""

    def change(board: JournalBoard) -> None:
        place, rifles = named(board, Place, "Birch Cross"), battalion(board, "1st Rifles")
        rifles.state, rifles.men = State.SPENT, 560
        battle = board.make(
            Battle,
            number=number,
            name=f"Birch Cross {number}",
            code=f"B{number}",
            tabletop="nqm",
            place_id=place.id,
            day=1,
            turn=2,
            state=BattleState.SETTLED,
            reached_day=1,
            reached_turn=2,
        )
        board.flush()
        board.make(
            BattleUnit,
            battle_id=battle.id,
            battalion_id=rifles.id,
            side_id=rifles.side_id,
            line=1,
            command_id=rifles.present_id,
            role=Role.ENGAGED,
            start_state=State.FRESH,
            end_state=State.SPENT,
            aftermath=left,
        )

    return change


def record(store: Store) -> dict[str, Any]:
    with reading(store) as board:
        row = next(c for c in board.rows(Condition) if c.battalion_id == battalion(board, "1st Rifles").id)
        return {
            key: getattr(row, key)
            for key in ("grade", "battles", "disorganised", "dispersed", "pins", "points", "points_lost", "ammunition")
        }


@pytest.mark.rule("NQM-CAS-11", "NQM-CAS-13", "NQM-AMB-78", "NQM-AMB-94")
def test_the_last_half_of_the_pins_comes_off_in_the_night_and_the_men_come_back(led: Store) -> None:
    rules(led, recovery="overnight")
    stage(led, fought(pins=4, points_lost=0))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    assert record(led) == {
        "grade": "",
        "battles": [1],
        "disorganised": False,
        "dispersed": False,
        "pins": 4,
        "points": 15,
        "points_lost": 0,
        "ammunition": None,
    }
    set_clock(led, 1, 3, Phase.ENGINEERING)
    step(led)
    assert record(led)["battles"] == [1], "a battle is taken over once"
    set_clock(led, 2, 1, Phase.RECOVERY)
    assert "1st Rifles: 2 of 4 pins come off, 2 of 15 points are lost for good" in said(step(led))
    with reading(led) as board:
        rifles = battalion(board, "1st Rifles")
        assert rifles.state is State.FRESH
        assert rifles.men == 654, "560 and 2/15 of 700; of 700 a fit battalion has lost at most 104"


@pytest.mark.rule("NQM-CAS-12", "NQM-CAS-13", "NQM-AMB-79")
def test_losses_add_up_from_battle_to_battle_and_come_to_the_next_table(led: Store) -> None:
    """One point lost for good and four pins; then a second battle of the day costs two more, with the five still on."""
    rules(led, recovery="overnight")
    stage(led, fought(pins=4, points_lost=1))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    with reading(led) as board:
        rifles = battalion(board, "1st Rifles")
        assert dict(kept_of_troops(board)[rifles.id])["points_out"] == 5
    stage(led, fought(number=2, pins=0, points_lost=2, earlier_pins=4))
    set_clock(led, 1, 3, Phase.ENGINEERING)
    step(led)
    kept = record(led)
    assert (kept["points_lost"], kept["pins"]) == (3, 3), "a stand that went took one of the old pins with it"


@pytest.mark.rule("NQM-CAS-12", "NQM-AMB-78")
def test_where_the_last_half_comes_off_with_the_battle_what_stays_on_is_lost_for_good(led: Store) -> None:
    rules(led, grade__first_battle="on")
    stage(led, fought(pins=2, points_lost=1))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    assert (record(led)["points_lost"], record(led)["pins"]) == (3, 0)


@pytest.mark.rule("NQM-REORG-01", "NQM-REORG-05")
def test_a_disorganised_battalion_takes_no_order_to_attack_until_the_night(led: Store) -> None:
    rules(led, disorganisation="on")
    stage(led, fought(disorganised=1))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    with pytest.raises(Refused, match="disorganised and must reorganise"):
        do(led, GiveOrder("1st Rifles", "attack", "Birch Cross"))
    do(led, GiveOrder("1st Brigade", "attack", "Birch Cross"))
    set_clock(led, 1, 3, Phase.MOVEMENT)
    assert "1st Rifles cannot march: it is disorganised" in said(step(led))
    set_clock(led, 2, 1, Phase.RECOVERY)
    assert "1st Rifles has reorganised" in said(step(led))
    do(led, GiveOrder("1st Rifles", "attack", "Birch Cross"))


@pytest.mark.rule("NQM-REORG-06")
def test_conscripts_wait_for_fresh_orders(led: Store) -> None:
    rules(led, disorganisation="on")
    do(led, GiveGrade("1st Rifles", "conscript"))
    stage(led, fought(disorganised=1))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    set_clock(led, 2, 1, Phase.RECOVERY)
    assert "stays disorganised: conscript troops wait for fresh orders" in said(step(led))
    set_clock(led, 2, 1, Phase.ORDERS)
    do(led, GiveOrder("1st Rifles", "hold"))
    set_clock(led, 2, 1, Phase.RECOVERY)
    assert "1st Rifles has reorganised" in said(step(led))


@pytest.mark.rule("NQM-REORG-17", "NQM-MORALE-06")
def test_a_dispersed_battalion_re_forms_overnight_with_its_division(led: Store) -> None:
    rules(led, disorganisation="on")
    stage(led, fought(dispersed=1))
    stage(led, lambda board: put(battalion(board, "1st Rifles"), AtPlace(named(board, Place, "Birch Cross").id)))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    set_clock(led, 2, 1, Phase.RECOVERY)
    assert "1st Rifles re-forms at Ashford, with the headquarters of 1st Division" in said(step(led))
    assert where(led, "1st Rifles") == where(led, "HQ 1st Division")


@pytest.mark.rule("NQM-GRADE-21")
def test_green_troops_are_green_until_their_first_battle_is_closed(led: Store) -> None:
    rules(led, grade__first_battle="on", grade__green_is="conscript")
    stage(led, lambda board: setattr(battalion(board, "1st Rifles"), "experience", Experience.GREEN))
    stage(led, fought())
    set_clock(led, 1, 2, Phase.ENGINEERING)
    assert "1st Rifles has fought its first battle and is green no more (conscript)" in said(step(led))
    with reading(led) as board:
        assert battalion(board, "1st Rifles").experience is Experience.REGULAR
    assert record(led)["grade"] == "conscript"


@pytest.mark.rule("NQM-GRADE-15")
def test_battles_well_fought_promote_by_house_rule(led: Store) -> None:
    rules(led, grade__promotion="battles", grade__battles="2")
    do(led, GiveGrade("1st Rifles", "conscript"))
    stage(led, fought(1))
    stage(led, fought(2))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    assert "1st Rifles is promoted to regular" in said(step(led))
    assert record(led)["grade"] == "regular"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("1,3 veteran", {"A": "veteran", "C": "veteran"}),
        ("all regular; 2 veteran", {"A": "regular", "B": "veteran", "C": "regular"}),
        ("1-2 militia; C: conscript", {"A": "militia", "B": "militia", "C": "conscript"}),
    ],
)
def test_grades_are_read_as_people_write_them(text: str, given: dict[str, str]) -> None:
    assert {unit.unit: unit.to for unit in grades_typed(text, ["A", "B", "C"])} == given


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("4 veteran", "there is no unit 4 in this battle: its units have the numbers 1 to 3"),
        ("veteran", "Write unit numbers or a name"),
    ],
)
def test_grades_of_who_did_not_take_part(text: str, fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        grades_typed(text, ["A", "B", "C"])


def test_a_range_of_units_that_runs_backwards_is_refused() -> None:
    with pytest.raises(BadInput, match="'3-1' runs backwards: write 1-3"):
        grades_typed("3-1, 2 veteran", ["A", "B", "C"])


@pytest.mark.rule("NQM-GRADE-18")
def test_the_grades_of_all_who_took_part_are_given_in_one_step(led: Store) -> None:
    meet(led)
    with reading(led) as board:
        names = [name for name, _, _ in grades_after(board, "1")]
    assert {"1st Rifles", "1st Hussars", "I/9"} <= set(names) and "II/9" not in names
    done = do(led, GiveGrades("1", grades_typed("all conscript; 1st Rifles veteran", names), "their first"))
    assert "1st Rifles: regular -> veteran (their first)" in said(done)
    with reading(led) as board:
        assert {name: grade for name, _, grade in grades_after(board, "1")} == {
            name: "veteran" if name == "1st Rifles" else "conscript" for name in names
        }
    with pytest.raises(Refused, match="no change of grade"):
        do(led, GiveGrades("1", grades_typed("1st Rifles veteran", names)))
    with pytest.raises(Refused, match="1st Rifles: a unit cannot be promoted to elite"):
        do(led, GiveGrades("1", (UnitGrade("1st Rifles", "elite"),)))


@pytest.mark.rule("NQM-GRADE-18")
def test_the_umpire_promotes_and_the_unit_says_so(led: Store) -> None:
    do(led, GiveGrade("1st Rifles", "militia"))
    told = said(do(led, GiveGrade("1st Rifles", "veteran", "well handled")))
    assert "militia -> veteran (well handled)" in told
    assert "Under Operation Brevity, by which this campaign fights, only experience counts" in told
    with reading(led) as board:
        sheet = unit_sheet(board, UMPIRE, "1st Rifles")
        assert isinstance(sheet, BattalionSheet)
        assert sheet.service == "veteran"


@pytest.mark.rule("NQM-LOG-11")
def test_what_was_fired_in_a_battle_is_missing_after_it(led: Store) -> None:
    rules(led, logistics="on")
    stage(led, fought(ammunition=4, truck_lost=1))
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    assert record(led)["ammunition"] == 4
    with reading(led) as board:
        sheet = unit_sheet(board, UMPIRE, "1st Rifles")
        assert isinstance(sheet, BattalionSheet)
        assert sheet.service == "regular; 1 battle; 4 of 15 dice of ammunition; its truck is lost"


# timings -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-TASK-05", "NQM-TASK-06")
def test_mines_take_the_hours_of_the_table(led: Store) -> None:
    rules(led, tasks="on")
    stage(led, lambda board: setattr(battalion(board, "1st Hussars"), "engineers", Engineers.SPECIALIST))
    done = said(do(led, Engineer("1st Hussars", "minefield", "Birch Cross", inches=36)))
    assert "2 turns (12 hours of work, NQM-TBL-TASK)" in done, "4.5 km by three companies: 36 company hours"
    set_clock(led, 1, 2, Phase.ENGINEERING)
    step(led)
    with reading(led) as board:
        from campaign.model import Obstacle

        assert board.rows(Obstacle)[0].name == "Alba minefield 1, 18 inches"


@pytest.mark.rule("NQM-TASK-09", "NQM-TASK-10", "NQM-FORT-01")
def test_guns_dig_in_in_a_turn_too_and_with_engineers_beside_them_works_go_on_to_a_fort(led: Store) -> None:
    def guns(board: JournalBoard) -> None:
        row = battalion(board, "2nd Rifles")
        row.arm, row.piece, row.calibre_mm = Arm.FIELD_ARTILLERY, Piece.GUN_HOWITZER, 88

    stage(led, guns)
    rules(led, tasks="on")
    for turn in (1, 2, 3, 4):
        set_clock(led, 1, turn, Phase.ENGINEERING)
        step(led)
    with reading(led) as board:
        assert battalion(board, "2nd Rifles").dug_in_turns == 1
    stage(led, lambda board: setattr(battalion(board, "1st Hussars"), "engineers", Engineers.SPECIALIST))
    for turn in (1, 2, 3, 4):
        set_clock(led, 2, turn, Phase.ENGINEERING)
        step(led)
    with reading(led) as board:
        assert battalion(board, "2nd Rifles").dug_in_turns == 3


# a whole day ---------------------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.rule("NQM-LOG-09")
def test_two_days_with_everything_on_are_played_undone_and_brought_back(led: Store) -> None:
    rules(
        led,
        reaction="on",
        tasks="on",
        disorganisation="on",
        recovery="overnight",
        logistics="on",
        fuel="on",
        fuel__model="units",
        grade__first_battle="on",
        grade__promotion="battles",
    )
    stage(led, fired())
    set_clock(led, 1, 1, Phase.WEATHER)
    do(led, GiveOrder("1st Brigade", "march", "Birch Cross"))
    with reading(led) as board:
        before = digest(board)
    played = step(led, *([4] * 200), until="day", auto=True)
    assert "1st Division" in said(played)
    step(led, *([4] * 200), until="day", auto=True)
    with reading(led) as board:
        after = digest(board)
        assert [finding for finding in examine(board).findings if finding.kind is not Kind.REMARK] == []
        assert any(convoy.state == "arrived" for convoy in board.rows(Convoy))
    undo(led, None, actor="umpire")
    undo(led, None, actor="umpire")
    with reading(led) as board:
        assert digest(board) == before
    redo(led, None, everything=True, actor="umpire")
    with reading(led) as board:
        assert digest(board) == after
