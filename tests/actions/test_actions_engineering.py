"""Engineers on the tiny map: tasks ordered, worked on turn by turn, and what they make of the roads (OB-ENG, OB-BRG,
OB-DEM, OB-MINE)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.house_rules import SetRule
from campaign.actions.order_form import HandInOrders
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal import Done, JournalBoard, reading, undo
from campaign.model import Battalion, Crossing, DiaryLine, EngineeringTask, Formation, Obstacle, Order, Place, Road
from campaign.queries.orbat.tasks import tasks
from campaign.situation.army import load_army
from campaign.situation.names import viewer_named
from campaign.situation.players import seats_of
from campaign.situation.standing import SCENARIO
from campaign.store import Store
from campaign.terms.forces import Armour, Engineers
from campaign.terms.ground import CrossingState, LoadClass, ObstacleKind, TaskKind
from campaign.terms.state import OrderKind, TaskState
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import GiveOrder
from tests.actions.stage import do, set_clock, stage, step
from tests.tiny import battalion as make_battalion
from tests.tiny import named

WADI_M = 4000
SHORT_OF_IT = WADI_M - 1


def unit(board: JournalBoard, name: str) -> Battalion:
    found: Battalion = named(board, Battalion, name)
    return found


def bridge(store: Store, **values: Any) -> None:
    """A bridge over the wadi, 4 km from Ashford on the road to Birch Cross; the hussars have sappers and 2nd Rifles
    some pioneers."""

    def build(board: JournalBoard) -> None:
        usual = {
            "key": "wadi",
            "name": "Wadi bridge",
            "at_m": WADI_M,
            "spans": 3,
            "major": True,
            "waterway": "the wadi",
        }
        board.make(Crossing, road_id=named(board, Road, "ashford-birch_cross").id, **{**usual, **values})
        unit(board, "1st Hussars").engineers = Engineers.SPECIALIST
        unit(board, "2nd Rifles").engineers = Engineers.SUPPORT

    stage(store, build)


def stand(store: Store, name: str, metres: int = SHORT_OF_IT) -> None:
    """On the road from Ashford to Birch Cross."""

    def put(board: JournalBoard) -> None:
        battalion = unit(board, name)
        battalion.place_id, battalion.road_id, battalion.road_m = (
            None,
            named(board, Road, "ashford-birch_cross").id,
            metres,
        )

    stage(store, put)


def turns(store: Store, *moments: tuple[int, int]) -> list[Done]:
    """The march and the work of each of these turns."""
    done = []
    for day, turn in moments:
        stage(store, lambda board: [setattr(b, "moved", False) for b in board.rows(Battalion)])
        set_clock(store, day, turn, Phase.MOVEMENT)
        done.append(step(store))
        set_clock(store, day, turn, Phase.ENGINEERING)
        done.append(step(store))
        set_clock(store, *((day, turn + 1) if turn < 4 else (day + 1, 1)), Phase.CLEARING)
    return done


def crossing(store: Store) -> Crossing:
    with reading(store) as board:
        (found,) = board.rows(Crossing)
        return found


def only_task(store: Store) -> EngineeringTask:
    with reading(store) as board:
        return board.rows(EngineeringTask)[-1]


def metres(store: Store, name: str) -> int | None:
    with reading(store) as board:
        return unit(board, name).road_m


def said(done: list[Done]) -> str:
    return "\n".join(line for one in done for line in one.receipt.lines)


@pytest.mark.rule("OB-BRG-03", "OB-WC-096", "OB-ENG-02")
def test_a_medium_bridge_begun_in_turn_two_stands_from_turn_two_of_the_next_day(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "bridge", "Wadi bridge", "medium"))
    turns(tiny, (1, 2), (1, 3), (1, 4))
    assert crossing(tiny).state is CrossingState.DESTROYED and only_task(tiny).turns_done == 3
    done = turns(tiny, (2, 1))
    assert (crossing(tiny).state, crossing(tiny).load_class) == (CrossingState.BRIDGED, LoadClass.MEDIUM_TANK)
    assert only_task(tiny).state is TaskState.DONE
    assert "1st Hussars has finished: Wadi bridge is bridged for medium tanks" in said(done)
    assert metres(tiny, "1st Hussars") == SHORT_OF_IT


@pytest.mark.rule("OB-ENG-03", "OB-BRG-01")
def test_engineering_support_does_not_bridge_a_major_river_but_mends_a_bridge(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    with pytest.raises(Refused, match=r"2nd Rifles: bridging a major river needs specialist engineers.*OB-BRG-01"):
        do(tiny, Engineer("2nd Rifles", "bridge", "Wadi bridge", "foot"))
    with pytest.raises(Refused, match=r"1st Rifles: .*no engineers"):
        do(tiny, Engineer("1st Rifles", "bridge", "Wadi bridge", "foot"))
    stage(tiny, lambda board: setattr(named(board, Crossing, "wadi"), "state", CrossingState.SPAN_BLOWN))
    do(tiny, Engineer("2nd Rifles", "bridge", "Wadi bridge", "foot"))
    assert only_task(tiny).turns_needed == 2


@pytest.mark.rule("OB-ENG-02", "OB-DEM-01", "OB-AMB-122")
def test_a_battalion_marches_to_its_task_and_that_turn_does_not_count(tiny: Store) -> None:
    bridge(tiny)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    done = do(tiny, Engineer("2nd Rifles", "blow span", "wadi"))
    assert "marches there first" in done.receipt.lines[0]
    turns(tiny, (1, 2))
    assert metres(tiny, "2nd Rifles") == SHORT_OF_IT
    assert only_task(tiny).turns_done == 0 and crossing(tiny).state is CrossingState.INTACT
    turns(tiny, (1, 3))
    assert crossing(tiny).state is CrossingState.SPAN_BLOWN


@pytest.mark.rule("OB-AMB-126")
def test_a_battalion_within_an_inch_of_its_task_works_where_it_is(tiny: Store) -> None:
    bridge(tiny)
    stand(tiny, "2nd Rifles", WADI_M - 100)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("2nd Rifles", "blow span", "wadi"))
    turns(tiny, (1, 2))
    assert metres(tiny, "2nd Rifles") == WADI_M - 100
    assert crossing(tiny).state is CrossingState.SPAN_BLOWN


@pytest.mark.rule("OB-OBS-04")
def test_a_blown_span_stops_a_march_on_its_bank(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.SPAN_BLOWN)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    done = turns(tiny, (1, 2))
    assert "1st Rifles march 4.0 km to 4.0 km from Ashford" in said(
        done
    ) and "halted by Wadi bridge (span blown)" in said(done)
    assert metres(tiny, "1st Rifles") == SHORT_OF_IT
    done = turns(tiny, (1, 3))
    assert (
        metres(tiny, "1st Rifles") == SHORT_OF_IT
        and "Halted by Wadi bridge (span blown) since turn 1.2: 1st Rifles (OB-OBS-01)" in done[0].receipt.lines
    )
    assert "stays at" not in said(done), "where it stands was told when it came there"


@pytest.mark.rule("OB-BRG-05")
def test_who_is_too_heavy_for_the_ferry_does_not_take_the_turn_of_who_is_not(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.FERRY, load_class=LoadClass.FOOT_WHEELED)
    stage(tiny, lambda board: setattr(unit(board, "1st Hussars"), "armour", Armour.MEDIUM))
    stand(tiny, "1st Hussars")
    stand(tiny, "1st Rifles", 3000)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, GiveOrder("1st Hussars", "march", "Birch Cross"))
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    turns(tiny, (1, 2))
    assert metres(tiny, "1st Hussars") == SHORT_OF_IT and (metres(tiny, "1st Rifles") or WADI_M) != SHORT_OF_IT


@pytest.mark.rule("OB-OBS-04")
def test_a_march_order_over_a_blown_span_tells_how_far_it_leads_and_when(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.SPAN_BLOWN)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    done = do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    assert "1st Rifles cannot get there: no open route from Ashford to Birch Cross" in said([done])
    assert "only as far as Wadi bridge (span blown), 4.0 km from Ashford" in said([done])
    stand(tiny, "1st Rifles")
    assert "only as far" not in said([do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))])


@pytest.mark.rule("OB-OBS-04", "OB-DEM-01")
def test_a_bridge_blown_between_two_turns_of_a_march_stops_it_at_the_bridge(tiny: Store) -> None:
    bridge(tiny)
    stand(tiny, "1st Rifles", 1000)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    stage(tiny, lambda board: setattr(named(board, Crossing, "wadi"), "state", CrossingState.SPAN_BLOWN))
    turns(tiny, (1, 2))
    assert metres(tiny, "1st Rifles") == SHORT_OF_IT


@pytest.mark.rule("OB-DEM-02", "OB-DEM-03", "OB-DEM-04", "OB-AMB-126")
def test_a_great_bridge_is_prepared_then_blown_and_never_mended(tiny: Store) -> None:
    bridge(tiny)
    stand(tiny, "2nd Rifles")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    with pytest.raises(Refused, match="OB-DEM-02"):
        do(tiny, Engineer("2nd Rifles", "blow bridge"))
    do(tiny, Engineer("2nd Rifles", "prepare demolition"))
    turns(tiny, (1, 2))
    assert crossing(tiny).state is CrossingState.PREPARED
    do(tiny, Engineer("2nd Rifles", "blow bridge"))
    done = turns(tiny, (1, 3))
    assert crossing(tiny).state is CrossingState.DESTROYED
    assert "blown and impassable for good (OB-DEM-04)" in said(done)
    for task, load in (("gap", ""), ("bridge", "heavy"), ("ferry", "foot")):
        with pytest.raises(Refused, match="OB-DEM-04"):
            do(tiny, Engineer("1st Hussars", task, "wadi", load))
    do(tiny, SetRule("dem.bridge_beside", "on"))
    do(tiny, Engineer("1st Hussars", "bridge", "wadi", "heavy"))


@pytest.mark.rule("OB-AMB-122")
def test_a_bridge_carries_its_class_and_no_more(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.BRIDGED, load_class=LoadClass.MEDIUM_TANK)

    def arm(board: JournalBoard) -> None:
        unit(board, "1st Hussars").armour, unit(board, "2nd Rifles").armour = Armour.HEAVY, Armour.MEDIUM

    stage(tiny, arm)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    done = turns(tiny, (1, 2))
    assert metres(tiny, "1st Rifles") == 7500 and metres(tiny, "2nd Rifles") == 7500
    assert metres(tiny, "1st Hussars") == SHORT_OF_IT
    assert "1st Hussars march 4.0 km" in said(done) and "halted by Wadi bridge (bridged, for medium tanks)" in said(
        done
    )


@pytest.mark.rule("OB-BRG-05", "OB-BRG-06")
def test_a_ferry_takes_one_battalion_a_turn_while_its_engineers_stay(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "ferry", "", "foot"))
    done = turns(tiny, (1, 2))
    assert crossing(tiny).state is CrossingState.FERRY and "one battalion a turn" in said(done)
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    do(tiny, GiveOrder("2nd Rifles", "march", "Birch Cross"))
    turns(tiny, (1, 3))
    assert {metres(tiny, "1st Rifles"), metres(tiny, "2nd Rifles")} == {7500, SHORT_OF_IT}
    do(tiny, GiveOrder("1st Hussars", "withdraw", "Ashford"))
    turns(tiny, (1, 4))
    assert SHORT_OF_IT in {metres(tiny, "1st Rifles"), metres(tiny, "2nd Rifles")}


@pytest.mark.rule("OB-BRG-06")
def test_the_crew_of_a_ferry_holds_there_although_its_brigade_marches(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    do(tiny, Engineer("1st Hussars", "ferry", "", "foot"))
    turns(tiny, (1, 2), (1, 3), (1, 4), (2, 1), (2, 2))  # long after both others are over
    assert metres(tiny, "1st Hussars") == SHORT_OF_IT
    with reading(tiny) as board:
        beyond = named(board, Place, "Birch Cross").id
        assert [unit(board, name).place_id for name in ("1st Rifles", "2nd Rifles")] == [
            beyond,
            beyond,
        ]  # one a turn, worked by those who stay


@pytest.mark.rule("OB-OBS-05", "OB-OBS-06", "OB-WC-093")
def test_a_command_passes_a_gap_one_battalion_a_move(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.SPAN_BLOWN)
    do(tiny, SetRule("march.moves_per_turn", "one"))
    stand(tiny, "2nd Rifles")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("2nd Rifles", "gap"))
    turns(tiny, (1, 2))
    assert crossing(tiny).state is CrossingState.BRIDGED
    for name in ("1st Rifles", "1st Hussars"):
        stand(tiny, name)
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    across, told = [], []
    for moment in ((1, 3), (1, 4), (2, 1)):
        told.append(said(turns(tiny, moment)))
        names = ("1st Rifles", "2nd Rifles", "1st Hussars")
        across.append(sum(metres(tiny, name) != SHORT_OF_IT for name in names))
    assert across == [1, 2, 3]
    wait = "alted by Wadi bridge (bridged), through which 1 battalion of a command passes in a turn"
    assert [wait in words for words in told] == [True, True, False]


@pytest.mark.rule("OB-MINE-01", "OB-WC-098")
def test_a_belt_of_twelve_inches_takes_three_turns_and_bars_the_road(tiny: Store) -> None:
    bridge(tiny)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    with pytest.raises(Refused, match="laying a minefield needs specialist engineers"):
        do(tiny, Engineer("2nd Rifles", "minefield", "Birch Cross"))
    do(tiny, GiveOrder("1st Brigade", "march", "Coldbrook"))
    do(tiny, GiveOrder("1st Hussars", "march", "Coldbrook", since="2.1"))
    assert do(tiny, Engineer("1st Hussars", "minefield", "Birch Cross")).receipt.lines[-3] == (
        "By default the belt is 4 inches on the table, 500 m, because this is the length unless you give another."
        " To change it: order it again with another length (--inches N)"
    )
    undo(tiny, actor="umpire")
    lines = do(tiny, Engineer("1st Hussars", "minefield", "Birch Cross", inches=12)).receipt.lines
    assert lines[-3:] == (
        "the belt is 12 inches on the table, 1500 m",
        "its order, march to Coldbrook, waits until the task is done (OB-ENG-02)",
        "in turn 2.1 it leaves the task, done or not, for its order: march to Coldbrook (OB-ENG-02)",
    )
    stopped = do(tiny, StopEngineering("1st Hussars")).receipt.lines
    assert stopped == ("its order from turn 1.2 on: march to Coldbrook (umpire 1.14)",)
    for _ in range(4):
        undo(tiny, None, actor="umpire")
    do(tiny, Engineer("1st Hussars", "minefield", "Birch Cross", inches=12))
    lengths = []
    for moment in ((1, 2), (1, 3), (1, 4)):
        done = turns(tiny, moment)
        with reading(tiny) as board:
            (mines,) = board.rows(Obstacle)
            lengths.append(mines.name)
    assert lengths == ["Alba minefield 1, 4 inches", "Alba minefield 1, 8 inches", "Alba minefield 1, 12 inches"]
    assert "has finished" in said(done) and mines.kind is ObstacleKind.MINEFIELD
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    assert "Alba minefield 1, 12 inches (minefield)" in said(turns(tiny, (2, 1)))


@pytest.mark.rule("OB-DEM-01", "OB-OBS-05", "OB-AMB-124", "OB-AMB-127")
def test_a_blocked_road_is_gapped_and_stays_open(tiny: Store) -> None:
    bridge(tiny)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("2nd Rifles", "block road", "Birch Cross"))
    turns(tiny, (1, 2))
    with reading(tiny) as board:
        (block,) = board.rows(Obstacle)
    assert (block.kind, block.at_m, block.gapped) == (ObstacleKind.ROADBLOCK, 0, False)
    with pytest.raises(NotFound, match="no obstacle, blown span or cut road called 'Coldbrook - Birch Cross'"):
        do(tiny, Engineer("1st Hussars", "gap", "Coldbrook - Birch Cross"))
    named_so = do(tiny, Engineer("1st Hussars", "gap", "Birch Cross to Ashford")).receipt.summary
    assert "Alba roadblock 1" in named_so, "by the road's two ends"
    turns(tiny, (1, 3))
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    turns(tiny, (1, 4))
    assert metres(tiny, "1st Rifles") == 7500


def test_a_road_that_is_cut_is_opened_again(tiny: Store) -> None:
    bridge(tiny)
    stage(tiny, lambda board: setattr(named(board, Road, "ashford-birch_cross"), "cut", True))
    stand(tiny, "2nd Rifles", 4999)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("2nd Rifles", "gap", "ashford-birch_cross"))
    done = turns(tiny, (1, 2))
    assert "Ashford - Birch Cross is open again" in said(done) and "birch_cross" not in said(done), "not by its key"
    with reading(tiny) as board:
        assert not named(board, Road, "ashford-birch_cross").cut


@pytest.mark.rule("OB-AMB-122")
def test_a_heavier_bridge_builds_on_the_lighter_one_and_on_what_was_left(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.BRIDGED, load_class=LoadClass.FOOT_WHEELED)
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "bridge", "", "heavy"))
    assert only_task(tiny).turns_needed == 4
    turns(tiny, (1, 2))
    do(tiny, StopEngineering("1st Hussars"))
    do(tiny, Engineer("1st Hussars", "bridge", "", "medium"))
    assert only_task(tiny).turns_needed == 1
    do(tiny, Engineer("1st Hussars", "bridge", "", "heavy"))
    assert only_task(tiny).turns_needed == 3


@pytest.mark.rule("OB-AMB-122")
def test_two_battalions_do_not_halve_the_time_unless_the_house_says_so(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stage(tiny, lambda board: setattr(unit(board, "1st Rifles"), "engineers", Engineers.SPECIALIST))
    for name in ("1st Hussars", "1st Rifles"):
        stand(tiny, name)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "bridge", "", "medium"))
    with pytest.raises(Refused, match="1st Hussars is already at this task"):
        do(tiny, Engineer("1st Rifles", "bridge", "", "medium"))
    do(tiny, SetRule("brg.halving", "on"))
    do(tiny, Engineer("1st Rifles", "bridge", "", "medium"))
    turns(tiny, (1, 2), (1, 3))
    assert crossing(tiny).state is CrossingState.BRIDGED


@pytest.mark.rule("OB-ENG-02")
def test_marching_abandons_the_task(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "bridge", "", "foot"))
    turns(tiny, (1, 2))
    do(tiny, GiveOrder("1st Brigade", "withdraw", "Ashford"))
    done = turns(tiny, (1, 3))
    assert only_task(tiny).state is TaskState.ABANDONED
    assert "1st Hussars abandons its task (bridge, 1 of 2 turns done): it is ordered to march" in said(done)
    assert metres(tiny, "1st Hussars") is None


def test_an_order_for_the_same_turn_calls_it_away_at_once(tiny: Store) -> None:
    bridge(tiny)
    do(tiny, Engineer("2nd Rifles", "blow span", "wadi"))
    done = do(tiny, GiveOrder("2nd Rifles", "march", "Birch Cross"))
    assert "2nd Rifles leaves its engineering task (demolish span)" in done.receipt.lines
    assert only_task(tiny).state is TaskState.ABANDONED
    do(tiny, Engineer("2nd Rifles", "prepare demolition", "wadi"))
    assert only_task(tiny).state is TaskState.WORKING
    with reading(tiny) as board:
        assert len(board.rows(EngineeringTask)) == 1


@pytest.mark.rule("OB-PREP-02", "OB-PREP-03")
def test_who_is_at_work_does_not_dig_and_tanks_dig_four_turns(tiny: Store) -> None:
    bridge(tiny)
    set_clock(tiny, 1, 1, Phase.CLEARING)
    do(tiny, Engineer("2nd Rifles", "block road", "Birch Cross"))
    turns(tiny, (1, 1))
    with reading(tiny) as board:
        assert [unit(board, name).dug_in_turns for name in ("1st Rifles", "2nd Rifles", "1st Hussars")] == [1, 0, 1]
    turns(tiny, (1, 2), (1, 3), (1, 4), (2, 1))
    with reading(tiny) as board:
        assert [unit(board, name).dug_in_turns for name in ("1st Rifles", "2nd Rifles", "1st Hussars")] == [1, 1, 4]


def test_only_its_own_side_reads_of_the_work_unless_the_enemy_stands_near(tiny: Store) -> None:
    bridge(tiny)
    stand(tiny, "2nd Rifles")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("2nd Rifles", "prepare demolition"))
    turns(tiny, (1, 2))
    with reading(tiny) as board:
        assert {line.side_id for line in board.rows(DiaryLine) if "prepared" in line.text} == {
            unit(board, "2nd Rifles").side_id
        }
    stand(tiny, "I/9", WADI_M + 600)
    do(tiny, Engineer("2nd Rifles", "blow bridge"))
    turns(tiny, (1, 3))
    with reading(tiny) as board:
        lines = [line for line in board.rows(DiaryLine) if "is blown" in line.text]
        assert {line.side_id for line in lines} == {unit(board, "2nd Rifles").side_id, unit(board, "I/9").side_id}
        assert not any("2nd Rifles" in line.text for line in lines if line.side_id == unit(board, "I/9").side_id)


def test_the_list_shows_a_side_its_own_tasks_only(tiny: Store) -> None:
    bridge(tiny)
    do(tiny, Engineer("2nd Rifles", "blow span", "wadi"))
    with reading(tiny) as board:
        army = load_army(board)
        (line,) = tasks(board, viewer_named(army, "Alba", seats_of(board))).tasks
        assert (line.battalion, line.kind, line.words) == (
            "2nd Rifles",
            TaskKind.DEMOLISH_SPAN,
            "demolish span at Wadi bridge, 0 of 1 turn",
        )
        assert tasks(board, viewer_named(army, "Brenn", seats_of(board))).tasks == ()


@pytest.mark.parametrize(
    ("command", "fault", "words"),
    [
        (Engineer("2nd Rifles", "tunnel"), BadInput, "'tunnel' is not an engineering task. Write block road"),
        (Engineer("2nd Rifles", "dig in"), BadInput, "digs in by itself"),
        (Engineer("1st Hussars", "bridge", "wadi"), BadInput, "the bridge needs a load class. Write foot"),
        (Engineer("1st Hussars", "bridge", "wadi", "tank"), BadInput, "'tank' is not a load class of a bridge"),
        (Engineer("2nd Rifles", "gap", "wadi", "foot"), BadInput, "the task gap obstacle has no load class"),
        (Engineer("2nd Rifles", "blow span", "Nile"), NotFound, "there is no crossing called 'Nile'"),
        (Engineer("2nd Rifles", "blow span"), BadInput, "the battalion is at no crossing. Name the place of the task"),
        (
            Engineer("2nd Rifles", "block road", "Dover"),
            NotFound,
            "there is no road or place called 'Dover'. Write both ends, like \"A - B\". List them: campaign places",
        ),
        (Engineer("1st Hussars", "minefield", "Birch Cross", inches=400), BadInput, "400 inches long"),
        (Engineer("1st Hussars", "minefield", "Birch Cross", inches=-4), BadInput, "-4 inches long"),
        (Engineer("1st Hussars", "ferry", "wadi", "foot"), Refused, "no ferry is needed"),
        (Engineer("2nd Rifles", "gap"), Refused, "nothing to open"),
        (StopEngineering("2nd Rifles"), Refused, "has no engineering task to stop"),
    ],
)
def test_what_cannot_be_ordered_gets_a_sentence(
    tiny: Store, command: object, fault: type[Exception], words: str
) -> None:
    bridge(tiny)
    with pytest.raises(fault, match=words):
        do(tiny, command)


def test_a_form_names_the_unit_whose_line_is_refused(tiny: Store) -> None:
    bridge(tiny)
    with pytest.raises(Refused, match=r"^1st Hussars: .*no ferry is needed"):
        do(tiny, HandInOrders("General Alba", works=(Engineer("1st Hussars", "ferry", "wadi", "foot"),)))


def test_a_map_without_bridges_has_none_to_work_at(tiny: Store) -> None:
    stage(tiny, lambda board: setattr(unit(board, "1st Hussars"), "engineers", Engineers.SPECIALIST))
    with pytest.raises(Refused, match="no bridge, ford or ferry"):
        do(tiny, Engineer("1st Hussars", "bridge", "", "foot"))


def test_a_place_with_several_roads_wants_to_know_which(tiny: Store) -> None:
    bridge(tiny)

    def at_the_crossroads(board: JournalBoard) -> None:
        unit(board, "2nd Rifles").place_id = named(board, Place, "Birch Cross").id

    stage(tiny, at_the_crossroads)
    with pytest.raises(
        BadInput, match=r'Birch Cross has 2 roads\. Name one of these roads \(--at\): "Ashford - Birch Cross"'
    ):
        do(tiny, Engineer("2nd Rifles", "block road"))


def test_a_headquarters_that_follows_waits_for_the_ferry_that_is_taken(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.FERRY)

    def staff(board: JournalBoard) -> None:
        division = named(board, Formation, "1st Division")
        make_battalion(
            board,
            "HQ 1st Division",
            division,
            headquarters_of_id=division.id,
            place_id=named(board, Place, "Ashford").id,
        )

    stage(tiny, staff)
    stand(tiny, "1st Rifles")
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, GiveOrder("1st Rifles", "march", "Coldbrook"))
    turns(tiny, (1, 2))
    assert metres(tiny, "1st Rifles") != SHORT_OF_IT
    at = metres(tiny, "HQ 1st Division")
    assert at is None or at <= SHORT_OF_IT


@pytest.mark.parametrize(
    "word",
    [
        "Birch Cross - Coldbrook",
        "coldbrook \N{EN DASH} birch cross",
        "Coldbrook-Birch",
        "birch to coldbrook",
        "the road from Coldbrook to Birch Cross",
        '"Birch Cross - Coldbrook" [#]',
        "Coldbrook",
        "#",
    ],
)
def test_a_road_is_named_by_both_ends_by_the_other_end_or_by_its_number(tiny: Store, word: str) -> None:
    bridge(tiny)
    stage(tiny, lambda board: setattr(unit(board, "2nd Rifles"), "place_id", named(board, Place, "Birch Cross").id))
    with reading(tiny) as board:
        ends = {named(board, Place, name).id for name in ("Birch Cross", "Coldbrook")}
        number = next(road.id for road in board.rows(Road) if {road.a_id, road.b_id} == ends)
    assert (
        "block road at Birch Cross, the road to Coldbrook"
        in do(tiny, Engineer("2nd Rifles", "block road", word.replace("#", str(number)))).receipt.summary
    )


def test_a_bridge_where_no_water_is_gets_a_sentence(tiny: Store) -> None:
    bridge(tiny)
    with pytest.raises(NotFound, match="Ashford is a place, not a crossing"):
        do(tiny, Engineer("2nd Rifles", "bridge", "Ashford", "foot"))


@pytest.mark.rule("OB-ENG-02")
def test_who_is_to_block_a_road_elsewhere_marches_there_first_and_works_from_the_next_turn(tiny: Store) -> None:
    """Ten kilometres to Birch Cross are two turns that do not count; the next one blocks the road beyond."""
    bridge(tiny)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    receipt = do(tiny, Engineer("2nd Rifles", "block road", "Coldbrook - Birch Cross")).receipt
    assert "block road at Birch Cross, the road to Coldbrook, 1 turn (OB-DEM-01), from turn 1.2 on" in receipt.summary
    (times,) = receipt.lines
    assert times.startswith("it marches there first, 10.0 km by Ashford - Birch Cross, and arrives in turn 1.3 about ")
    assert times.endswith("; the work is done at the end of turn 1.4")
    with reading(tiny) as board:
        (line,) = tasks(board, viewer_named(load_army(board), "Alba", seats_of(board))).tasks
        assert (line.target, line.done) == ("Birch Cross, to Coldbrook", "there 1.3, done 1.4")
    turns(tiny, (1, 2), (1, 3))
    assert only_task(tiny).turns_done == 0
    with reading(tiny) as board:
        assert tasks(board, UMPIRE).tasks[0].done == "done 1.4"
    turns(tiny, (1, 4))
    with reading(tiny) as board:
        (obstacle,) = board.rows(Obstacle)
        birch, coldbrook = named(board, Place, "Birch Cross"), named(board, Place, "Coldbrook")
        road = board.row(Road, obstacle.road_id)
        assert {road.a_id, road.b_id} == {birch.id, coldbrook.id}
        assert unit(board, "2nd Rifles").place_id == birch.id


def test_a_place_to_which_no_road_leads_from_here_is_marched_to(tiny: Store) -> None:
    """The work is done on the road that leads on from there, or the only one; it takes too long for the campaign."""
    bridge(tiny)
    done = do(tiny, Engineer("1st Hussars", "minefield", "Coldbrook", inches=32))
    assert "minefield at Coldbrook, the road to Birch Cross, 8 turns" in done.receipt.summary
    assert "the work is not done before the campaign ends" in said([done])


def test_its_own_place_alone_names_no_road(tiny: Store) -> None:
    bridge(tiny)
    stage(tiny, lambda board: setattr(unit(board, "2nd Rifles"), "place_id", named(board, Place, "Birch Cross").id))
    with pytest.raises(BadInput, match=r"Birch Cross has 2 roads\. Name one of these roads \(--at\): "):
        do(tiny, Engineer("2nd Rifles", "block road", "Birch Cross"))


def test_what_the_scenario_has_in_store_calls_no_engineers_away(tiny: Store) -> None:
    """The brigade's opening order begins a turn after the task was given: the task stands until somebody ends it."""
    bridge(tiny)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Engineer("2nd Rifles", "block road", "Birch Cross - Coldbrook"))

    def opening(board: JournalBoard) -> None:
        brigade, goal = named(board, Formation, "1st Brigade"), named(board, Place, "Coldbrook")
        key = f"formation:{brigade.key}"
        march = {"kind": OrderKind.MARCH, "to_id": goal.id, "via": [], "given_by": SCENARIO}
        board.make(Order, key=key, day=1, turn=3, formation_id=brigade.id, **march)

    stage(tiny, opening)
    turns(tiny, (1, 2), (1, 3), (1, 4))
    assert only_task(tiny).state is TaskState.DONE
