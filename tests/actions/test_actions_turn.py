"""A campaign turn on the tiny map: marches, contacts, places, supply, rest, digging in (OB-T-02, umpire 1)."""

from __future__ import annotations

import pytest

from campaign.journal import JournalBoard, living, reading
from campaign.model import (
    Battalion,
    Clock,
    Contact,
    DiaryLine,
    Formation,
    Objective,
    Order,
    Place,
    Road,
    Score,
    Side,
    Sighting,
    StrengthReturn,
    SupplyReport,
)
from campaign.queries.day.day_report import day_report
from campaign.queries.orders.orders import orders
from campaign.situation.army import load_army, position_of, put
from campaign.situation.standing import standing_orders
from campaign.store import Store
from campaign.terms.forces import Arm, Piece
from campaign.terms.ground import RoadKind, Surface
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import ContactState, OrderKind, State
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.verbs.orders import GiveOrder, Rest
from campaign.views.day.status import FOR_THIS_TURN, MET_SINCE
from tests.actions.stage import battalion, do, set_clock, stage, step
from tests.tiny import battalion as make_battalion
from tests.tiny import named


def headquarters(board: JournalBoard, formation: str, place: str, **values: object) -> None:
    """A headquarters on lorries, at a place."""
    above = named(board, Formation, formation)
    make_battalion(
        board,
        f"HQ {formation}",
        above,
        headquarters_of_id=above.id,
        arm=Arm.HEADQUARTERS,
        place_id=named(board, Place, place).id,
        **values,
    )


def with_headquarters(board: JournalBoard) -> None:
    """Both headquarters of each side at its home edge."""
    for corps, division, place in (("I Corps", "1st Division", "Ashford"), ("X Corps", "4th Division", "Coldbrook")):
        headquarters(board, corps, place)
        headquarters(board, division, place)


def where(store: Store, name: str) -> object:
    with reading(store) as board:
        return position_of(battalion(board, name))


@pytest.mark.rule("OB-TIME-03", "OB-MOV-07")
def test_a_night_turn_of_british_foot_is_one_march_move_of_40_inches(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    set_clock(tiny, 1, 1, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        road = battalion(board, "1st Rifles").road_id
        assert road is not None
    assert where(tiny, "1st Rifles") == OnRoad(road, 5000)


def test_by_day_british_foot_makes_one_and_a_half_moves(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    at = where(tiny, "1st Rifles")
    assert isinstance(at, OnRoad)
    assert at.metres == 7500


def test_tanks_reach_the_crossroads_and_take_it(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Hussars", "march", "Birch Cross"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    done = step(tiny)
    with reading(tiny) as board:
        birch = named(board, Place, "Birch Cross")
        assert position_of(battalion(board, "1st Hussars")) == AtPlace(birch.id)
        assert birch.owner_id == named(board, Side, "Alba").id
    assert "Birch Cross is now in Alba hands" in done.receipt.lines


def test_places_held_at_the_end_of_a_turn_are_told_together_too_and_a_few_by_name(tiny: Store) -> None:
    def stand(count: int) -> None:
        def put(board: JournalBoard) -> None:
            brigade = named(board, Formation, "1st Brigade")
            for n in range(count):
                place = board.make(Place, key=f"q{count}_{n}", name=f"Q{count}{n}", x_m=-500 * n, y_m=-90_000)
                board.flush()
                make_battalion(board, f"{count}/{n} Guard", brigade, place_id=place.id)

        stage(tiny, put)
        set_clock(tiny, 1, 2, Phase.PLACES)

    stand(2)
    assert {"Q20 is now in Alba hands", "Q21 is now in Alba hands"} <= set(step(tiny).receipt.lines)
    stand(7)
    assert "Q70, Q71, Q72, Q73, Q74, Q75 and 1 more are now in Alba hands" in step(tiny).receipt.lines
    with reading(tiny) as board:
        told = [(line.text, line.seconds) for line in board.rows(DiaryLine) if "Q7" in line.text]
    assert told == [("Q70, Q71, Q72, Q73, Q74, Q75 and 1 more are in our hands.", None)]


def test_many_junctions_taken_in_a_turn_are_one_line_with_those_that_score_and_have_names_first(tiny: Store) -> None:
    """A road from the crossroads to Coldbrook in ten stretches, as maps made of real roads have them, held by the enemy
    so far."""

    def junctions(board: JournalBoard) -> None:
        birch, brenn = named(board, Place, "Birch Cross"), named(board, Side, "Brenn")
        names = ["P1", "P2", "n 3", "P4", "P5", "Elmton", "P7", "Hill 112", "P9"]
        before = birch
        for n, name in enumerate(names, 1):
            place = board.make(Place, key=f"p{n}", name=name, x_m=birch.x_m, y_m=200 * n, owner_id=brenn.id)
            board.flush()
            board.make(
                Road,
                key=f"r{n}",
                a_id=before.id,
                b_id=place.id,
                length_m=200,
                kind=RoadKind.METALLED,
                surface=Surface.ROAD,
            )
            before = place
        board.make(
            Objective,
            key="ninth",
            name="The ninth",
            place_id=before.id,
            side_id=named(board, Side, "Alba").id,
            points=3,
        )
        hussars = battalion(board, "1st Hussars")
        hussars.place_id = birch.id

    stage(tiny, junctions)
    do(tiny, GiveOrder("1st Hussars", "march", "P9"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    done = step(tiny)
    told = "P9, Elmton, Hill 112, P1, P2, n 3 and 3 more are"
    assert [line for line in done.receipt.lines if "hands" in line] == [f"{told} now in Alba hands"]
    with reading(tiny) as board:
        sides = {side.name: side.id for side in board.rows(Side)}
        lines = {(line.side_id, line.text, line.seconds) for line in board.rows(DiaryLine) if line.bold}
        seconds = next(s for _, text, s in lines if "in our hands" in text)
        assert {(sides["Alba"], f"{told} in our hands.", seconds), (sides["Brenn"], f"{told} lost.", seconds)} <= lines
        assert not [text for _, text, _ in lines if text.startswith(("P1 ", "Elmton "))]
        assert {place.owner_id for place in board.rows(Place) if place.key.startswith("p")} == {sides["Alba"]}


@pytest.mark.rule("OB-LOC-03")
def test_two_enemies_meet_at_a_kilometre_by_day_and_are_seen_without_names(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Hussars", "attack", "Coldbrook"))
    do(tiny, GiveOrder("9th Regiment", "attack", "Ashford"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        contacts = board.rows(Contact)
        assert {c.state for c in contacts} == {ContactState.OPEN}
        hussars, first = battalion(board, "1st Hussars"), battalion(board, "I/9")
        east = {b.id: _east(board, b) for b in (hussars, first)}
        assert abs(east[first.id] - east[hussars.id]) == pytest.approx(1000, abs=1)
        seen = board.rows(Sighting)
        assert {s.named for s in seen} == {False}
        assert {s.side_id for s in seen} == {hussars.side_id, first.side_id}


def _east(board: JournalBoard, unit: Battalion) -> float:
    from campaign.situation.ground import load_theatre

    position = position_of(unit)
    assert position is not None
    return load_theatre(board).point_of(position)[0]


def test_guns_that_march_with_an_attack_stay_out_of_reach_themselves(tiny: Store) -> None:
    def guns_in_the_lead(board: JournalBoard) -> None:
        guns = battalion(board, "1st Hussars")
        guns.arm, guns.piece, guns.calibre_mm, guns.range_in = Arm.FIELD_ARTILLERY, Piece.GUN_HOWITZER, 88, 80

    stage(tiny, guns_in_the_lead)
    do(tiny, GiveOrder("1st Brigade", "attack", "Coldbrook"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    set_clock(tiny, 1, 3, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        guns, enemy = battalion(board, "1st Hussars"), battalion(board, "I/9")
        assert _east(board, enemy) - _east(board, guns) >= 1125
        assert guns.id not in {
            unit for contact in board.rows(Contact) for unit in (contact.first_id, contact.second_id)
        }


@pytest.mark.rule("OB-SUP-01", "OB-SUP-03", "OB-SUP-05")
def test_the_chain_from_home_edge_to_command_is_reported_in_one_row_a_turn(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    set_clock(tiny, 1, 2, Phase.SUPPLY)
    step(tiny)
    with reading(tiny) as board:
        (report,) = board.rows(SupplyReport)
        assert {key: record["in_supply"] for key, record in report.content.items()} == {
            "alba_i_corps": True,
            "alba_1st_division": True,
            "alba_1st_brigade": True,
            "brenn_x_corps": True,
            "brenn_4th_division": True,
            "brenn_9th_regiment": True,
        }
        assert report.content["alba_1st_brigade"]["own_rule"] == "OB-SUP-05"


@pytest.mark.rule("OB-SUP-02", "OB-SUP-06")
def test_a_spent_divisional_headquarters_puts_its_commands_out_of_supply(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    stage(tiny, lambda board: setattr(battalion(board, "HQ 1st Division"), "state", State.SPENT))
    set_clock(tiny, 1, 2, Phase.SUPPLY)
    done = step(tiny)
    with reading(tiny) as board:
        (report,) = board.rows(SupplyReport)
        assert report.content["alba_1st_brigade"]["in_supply"] is False
        assert report.content["alba_1st_brigade"]["rule"] == "OB-SUP-02"
        assert report.content["brenn_9th_regiment"]["in_supply"] is True
    (line,) = [line for line in done.receipt.lines if "HQ 1st Division is spent" in line]
    assert line.startswith("Out of supply: 1st Division, 1st Brigade, because HQ 1st Division is spent")


@pytest.mark.rule("OB-SUP-05", "umpire 1.2")
@pytest.mark.parametrize("follows", [True, False])
def test_a_headquarters_that_follows_and_leaves_a_command_behind_says_so(tiny: Store, follows: bool) -> None:
    def apart(board: JournalBoard) -> None:
        with_headquarters(board)
        (road,) = board.rows(Road, Road.key == "ashford-birch_cross")
        road.length_m = 25_000
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            put(battalion(board, name), AtPlace(named(board, Place, "Birch Cross").id))

    stage(tiny, apart)
    if not follows:
        do(tiny, GiveOrder("HQ 1st Division", "hold"))
    set_clock(tiny, 1, 2, Phase.SUPPLY)
    lines = step(tiny).receipt.lines
    assert any("even without the enemy the route is too long: 25.0 km" in line for line in lines)
    told = (
        "HQ 1st Division follows its commands and was 25.0 km from 1st Brigade before the turn's marches, farther than"
        " the 5.0 km that supply reaches by road. An order to hold keeps the headquarters in place (umpire 1.2)"
    )
    assert (told in lines) is follows
    assert cut_off_of(tiny) == ["newly 1st Brigade"]
    set_clock(tiny, 1, 3, Phase.SUPPLY)
    step(tiny)
    assert cut_off_of(tiny) == ["1st Brigade"], "all that are cut off are named, turn after turn"


def cut_off_of(store: Store) -> list[str]:
    """The formations that the last entry's report names as cut off."""
    with reading(store) as board:
        return [name for side in day_report(board, living(board)[-1].seq).cut_off for name, _ in side.formations]


@pytest.mark.rule("OB-REST-01", "OB-REST-02", "OB-TIME-07")
def test_a_resting_battalion_in_supply_sheds_its_figure_without_a_die(tiny: Store) -> None:
    stage(tiny, with_headquarters)

    def spend(board: JournalBoard) -> None:
        rifles = battalion(board, "1st Rifles")
        rifles.state, rifles.men = State.SPENT, 550

    stage(tiny, spend)
    do(tiny, Rest("1st Rifles"))
    set_clock(tiny, 1, 2, Phase.REST)
    done = step(tiny)
    assert done.rolls == ()
    with reading(tiny) as board:
        rifles = battalion(board, "1st Rifles")
        assert (rifles.state, rifles.resting) == (State.FRESH, False)
        assert 700 * 0.85 < rifles.men <= 700 * 0.86


@pytest.mark.rule("OB-REST-02")
def test_out_of_supply_it_keeps_the_figure(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    stage(
        tiny,
        lambda board: [setattr(battalion(board, name), "state", State.SPENT) for name in ("1st Rifles", "HQ I Corps")],
    )
    do(tiny, Rest("1st Rifles"))
    set_clock(tiny, 1, 2, Phase.REST)
    done = step(tiny)
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").state is State.SPENT
    assert any("out of supply" in line and "HQ I Corps is spent" in line for line in done.receipt.lines)


def test_who_rests_stays_behind_when_his_command_marches(tiny: Store) -> None:
    do(tiny, Rest("1st Rifles"))
    done = do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    comes_to, _, stays = done.receipt.lines
    assert comes_to.startswith("10.0 km by Ashford - Birch Cross: the first, 1st Hussars, arrives in turn 1.1")
    assert stays == "resting units stay behind: 1st Rifles. To end a rest: campaign rest UNIT --stop"
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").place_id is not None
        assert battalion(board, "2nd Rifles").road_id is not None


def test_an_order_of_its_own_to_march_ends_the_rest(tiny: Store) -> None:
    do(tiny, Rest("1st Rifles"))
    assert do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross")).receipt.lines == (
        "10.0 km by Ashford - Birch Cross: arrives in turn 1.2 about 08:00 unless delayed",
        (
            "By default it takes this route, because the route is the fastest open route that its side knows (umpire"
            " 1.1)."
            " To change it: name places on another route (via PLACE)"
        ),
        "1st Rifles no longer rests",
    )
    with reading(tiny) as board:
        assert not battalion(board, "1st Rifles").resting


def test_who_marched_in_the_turn_before_does_not_shed_his_figure(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    stage(tiny, lambda board: setattr(battalion(board, "1st Rifles"), "state", State.SPENT))
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    set_clock(tiny, 1, 4, Phase.MOVEMENT)
    step(tiny)
    do(tiny, Rest("1st Rifles"))
    set_clock(tiny, 2, 1, Phase.REST)
    done = step(tiny)
    assert "1st Rifles keeps its casualty figure: it moved in the turn before (umpire 1.11)" in done.receipt.lines
    set_clock(tiny, 2, 2, Phase.REST)
    step(tiny)
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").state is State.FRESH


def test_who_has_got_away_from_an_attacker_is_no_contact_any_more(tiny: Store) -> None:
    def face_each_other(board: JournalBoard) -> None:
        east = next(road for road in board.rows(Road) if road.b_id == named(board, Place, "Coldbrook").id)
        for name, metres in (("1st Rifles", 1000), ("I/9", 1900)):
            unit = battalion(board, name)
            unit.place_id, unit.road_id, unit.road_m = None, east.id, metres

    stage(tiny, face_each_other)
    do(tiny, GiveOrder("1st Rifles", "attack", "Birch Cross"))
    do(tiny, GiveOrder("I/9", "withdraw", "Coldbrook"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        assert board.rows(Contact) == []


def test_headquarters_follow_although_their_division_attacks(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    do(tiny, GiveOrder("1st Division", "attack", "Birch Cross"))
    with reading(tiny) as board:
        orders = standing_orders(load_army(board), board.rows(Order), Moment(1, 2))
        assert orders.of(battalion(board, "HQ 1st Division")).kind is OrderKind.FOLLOW
        assert orders.of(battalion(board, "1st Rifles")).kind is OrderKind.ATTACK


def test_the_later_order_of_a_superior_replaces_the_earlier_one_of_the_command(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Brigade", "hold"))
    do(tiny, GiveOrder("I Corps", "attack", "Coldbrook", since="1.2"))
    with reading(tiny) as board:
        army, orders = load_army(board), board.rows(Order)
        assert standing_orders(army, orders, Moment(1, 1)).of(battalion(board, "1st Rifles")).kind is OrderKind.HOLD
        assert standing_orders(army, orders, Moment(1, 2)).of(battalion(board, "1st Rifles")).kind is OrderKind.ATTACK


def test_commanders_whose_troops_met_the_enemy_are_asked_again_once_before_the_next_turn(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Hussars", "attack", "Coldbrook"))
    do(tiny, GiveOrder("9th Regiment", "attack", "Ashford"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    set_clock(tiny, 1, 2, Phase.ENGINEERING)
    done = step(tiny, until="turn")
    assert "troops of General Alba and General Brenn have met the enemy" in done.receipt.waiting
    do(tiny, GiveOrder("9th Regiment", "hold"))
    with reading(tiny) as board:
        umpire = {leader.name: leader.orders for leader in orders(board, UMPIRE).commanders}
        side = {leader.orders for leader in orders(board, Viewer(2)).commanders}
    assert umpire == {"General Alba": MET_SINCE, "General Brenn": FOR_THIS_TURN}
    assert side.isdisjoint({MET_SINCE, FOR_THIS_TURN}), "who was seen need not have seen anybody"
    assert not step(tiny).receipt.waiting.startswith("the enemy was met")


def test_after_automatic_play_they_are_asked_once_and_the_clock_goes_on(tiny: Store) -> None:
    """What was asked is kept: a clock that only refuses would ask for ever."""
    do(tiny, GiveOrder("1st Hussars", "attack", "Coldbrook"))
    do(tiny, GiveOrder("9th Regiment", "attack", "Ashford"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    set_clock(tiny, 1, 2, Phase.ENGINEERING)
    step(tiny, until="turn", auto=True)
    asked = step(tiny, until="turn")
    assert asked.receipt.waiting.startswith("troops of ") and asked.receipt.lines == (
        "New orders may be given before turn 1.3",
    )
    assert not step(tiny).receipt.waiting.startswith("the enemy was met")


@pytest.mark.rule("OB-PREP-01")
def test_holding_a_turn_digs_infantry_in_and_marching_gives_it_up(tiny: Store) -> None:
    set_clock(tiny, 1, 2, Phase.ENGINEERING)
    step(tiny)
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").dug_in_turns == 1
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    set_clock(tiny, 1, 3, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").dug_in_turns == 0
        assert battalion(board, "2nd Rifles").dug_in_turns == 1


@pytest.mark.parametrize("ordered", ["1st Brigade", "1st Rifles"])
def test_who_is_at_the_goal_does_not_march_off_to_a_place_on_the_way(tiny: Store, ordered: str) -> None:
    """Only who is himself ordered to come round to where he is, does; a command's troops that are there stay."""
    stage(tiny, lambda board: put(battalion(board, "1st Rifles"), AtPlace(named(board, Place, "Birch Cross").id)))
    told = " ".join(do(tiny, GiveOrder(ordered, "march", "Birch Cross", via=("Ashford",))).receipt.lines)
    assert ("20.0 km" in told) == (ordered == "1st Rifles"), "that receipt foretells it"
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    with reading(tiny) as board:
        goal = AtPlace(named(board, Place, "Birch Cross").id)
    assert (where(tiny, "1st Rifles") == goal) == (ordered == "1st Brigade")


def test_who_has_reached_the_goal_of_his_march_digs_in_there(tiny: Store) -> None:
    do(tiny, GiveOrder("1st Hussars", "march", "Birch Cross"))
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    set_clock(tiny, 1, 3, Phase.SUPPLY)
    for _ in range(7):
        step(tiny)
    with reading(tiny) as board:
        assert battalion(board, "1st Hussars").dug_in_turns == 1
        assert board.rows(Clock)[0].phase is Phase.PLACES


def test_standing_alone_at_a_place_takes_it_and_standing_there_together_does_not(tiny: Store) -> None:
    def both_at_the_crossroads(board: JournalBoard) -> None:
        birch = named(board, Place, "Birch Cross")
        for name in ("1st Rifles", "I/9"):
            battalion(board, name).place_id = birch.id

    stage(tiny, both_at_the_crossroads)
    set_clock(tiny, 1, 2, Phase.PLACES)
    step(tiny)
    with reading(tiny) as board:
        assert named(board, Place, "Birch Cross").owner_id == named(board, Side, "Brenn").id
    stage(tiny, lambda board: setattr(battalion(board, "I/9"), "place_id", named(board, Place, "Coldbrook").id))
    set_clock(tiny, 1, 2, Phase.PLACES)
    step(tiny)
    with reading(tiny) as board:
        assert named(board, Place, "Birch Cross").owner_id == named(board, Side, "Alba").id


def test_objectives_score_for_their_side_at_the_end_of_the_day_only_while_held(tiny: Store) -> None:
    set_clock(tiny, 1, 4, Phase.OBJECTIVES)
    step(tiny)
    with reading(tiny) as board:
        assert board.rows(Score) == []
    stage(tiny, lambda board: setattr(named(board, Place, "Birch Cross"), "owner_id", named(board, Side, "Alba").id))
    set_clock(tiny, 2, 4, Phase.OBJECTIVES)
    step(tiny)
    with reading(tiny) as board:
        (score,) = board.rows(Score)
        assert (score.day, score.points, score.side_id) == (2, 2, named(board, Side, "Alba").id)
        assert score.objective_id == board.rows(Objective)[0].id


def test_the_evening_writes_every_battalions_state_and_strength(tiny: Store) -> None:
    set_clock(tiny, 1, 4, Phase.STRENGTH_RETURNS)
    step(tiny)
    with reading(tiny) as board:
        report = next(r for r in board.rows(StrengthReturn) if r.day == 1)
        assert report.content["1st_rifles"] == ["fresh", 600, 0, 0]
        assert len(report.content) == len(board.rows(Battalion))


def test_reinforcements_arrive_in_their_turn_where_they_enter(tiny: Store) -> None:
    def send_for(board: JournalBoard) -> None:
        rifles = battalion(board, "2nd Rifles")
        rifles.on_map, rifles.place_id = False, None
        rifles.arrives_day, rifles.arrives_turn, rifles.arrives_at_id = 1, 3, named(board, Place, "Birch Cross").id

    stage(tiny, send_for)
    set_clock(tiny, 1, 2, Phase.ARRIVALS)
    step(tiny)
    assert where(tiny, "2nd Rifles") is None
    set_clock(tiny, 1, 3, Phase.ARRIVALS)
    done = step(tiny)
    assert where(tiny, "2nd Rifles") is not None
    assert done.receipt.lines == ("2nd Rifles arrives at Birch Cross",)


def test_a_march_by_way_of_places_back_to_where_it_began_is_marched_and_foretold_alike(tiny: Store) -> None:
    """18 km a turn by day for tanks: 10 km to Birch Cross and 10 back; a place on the way at which it stands already is
    passed."""
    with reading(tiny) as board:
        ashford = AtPlace(named(board, Place, "Ashford").id)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    done = do(tiny, GiveOrder("1st Hussars", "march", "Ashford", via=("Ashford", "Birch Cross")))
    told = next(line for line in done.receipt.lines if " km by " in line)
    assert told.startswith("20.0 km by Ashford - Birch Cross - Ashford: arrives in turn 1.3")
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    step(tiny)
    halfway = where(tiny, "1st Hussars")
    assert isinstance(halfway, OnRoad) and 0 < halfway.metres < 10_000
    stage(tiny, lambda board: setattr(named(board, Battalion, "1st Hussars"), "moved", False))
    set_clock(tiny, 1, 3, Phase.MOVEMENT)
    step(tiny)
    assert where(tiny, "1st Hussars") == ashford
    stage(tiny, lambda board: setattr(named(board, Battalion, "1st Hussars"), "moved", False))
    set_clock(tiny, 1, 4, Phase.MOVEMENT)
    step(tiny)
    assert where(tiny, "1st Hussars") == ashford, "it went there once and back"
