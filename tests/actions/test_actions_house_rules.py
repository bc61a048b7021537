"""House rules that the campaign between battles obeys, each both ways, and the order of a day and a turn (OB-AMB,
OB-TIME)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.day import ORDER_OF_THE_DAY, steps_of
from campaign.actions.day_context import DayContext
from campaign.actions.house_files import TakeHouseFile
from campaign.actions.house_rules import SetRule
from campaign.errors import BadInput, NotFound, Refused
from campaign.exchange.house_file import read_house
from campaign.journal import Done, JournalBoard, reading
from campaign.model import AirGroup, BasingArea, Battalion, Formation, SupplyReport, WeatherReport
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.strength import bands_of
from campaign.situation.army import load_army
from campaign.situation.force import command_of, commanders_with
from campaign.store import Store
from campaign.terms.forces import AirType, Engineers, Level
from campaign.terms.ground import CrossingState
from campaign.terms.state import State, SupplyGrade
from campaign.terms.time import EVENING, MORNING, TURN, Phase
from campaign.verbs.air_tasking import LandFromTheSea, TaskAir
from campaign.verbs.engineering import Engineer
from campaign.verbs.orders import Attach, JoinCommand, Rest
from tests.actions.stage import battalion, do, set_clock, stage, step
from tests.actions.test_actions_engineering import bridge, only_task, stand, turns
from tests.actions.test_actions_recovery import destroy
from tests.actions.test_actions_turn import headquarters, with_headquarters
from tests.tiny import battalion as make_battalion
from tests.tiny import named


def asked(done: Done) -> list[tuple[str, str]]:
    return [(r.name.purpose, r.name.subject) for r in done.rolls]


def supplied(store: Store, name: str) -> bool:
    """As the last report says of a formation."""
    with reading(store) as board:
        report = max(board.rows(SupplyReport), key=lambda r: r.id)
        formation: Formation = named(board, Formation, name)
        return bool(report.content[formation.key]["in_supply"])


# The order of the day ------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-TIME-08", "OB-AMB-012")
def test_a_day_begins_with_weather_basing_areas_and_recovery_dice_in_this_order(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    stage(
        tiny,
        lambda board: board.make(
            BasingArea, key="the_coast", name="The coast", side_id=named(board, Formation, "I Corps").side_id
        ),
    )
    stage(tiny, destroy("1st Rifles", "2nd Rifles"))
    set_clock(tiny, 2, 1, MORNING[0])
    rolled = []
    for faces in ((6,), (6,), (), (), (1,), ()):
        rolled += asked(step(tiny, *faces, auto=True))
    assert rolled == [("weather", "battlefield"), ("basing area weather", "the_coast"), ("recovery", "hq_1st_division")]
    assert MORNING.index(Phase.DAY_SUPPLY) < MORNING.index(Phase.RECOVERY) < MORNING.index(Phase.AMALGAMATION)
    with reading(tiny) as board:
        assert board.clock.phase is TURN[0]


@pytest.mark.rule("OB-TIME-09", "OB-AMB-012")
def test_a_turn_begins_with_the_sky_then_air_supply_then_rest_then_the_strikes(tiny: Store) -> None:
    order = list(ORDER_OF_THE_DAY)
    wanted = [Phase.CLEARING, Phase.AIR_SUPPLY, Phase.SUPPLY, Phase.REST, Phase.AIR_STRIKES, Phase.MOVEMENT]
    assert [phase for phase in order if phase in wanted] == wanted
    assert [phase for phase in TURN if phase in wanted] == wanted
    stage(tiny, lambda board: board.make(WeatherReport, day=1, turn=1, area="", sky="bad", basis="test", roll=1))
    set_clock(tiny, 1, 2, Phase.CLEARING)
    assert asked(step(tiny, 3)) == [("clearing", "battlefield")]
    set_clock(tiny, 1, 3, Phase.CLEARING)
    assert asked(step(tiny, 4)) == [("clearing", "battlefield")]
    set_clock(tiny, 1, 4, Phase.CLEARING)
    assert asked(step(tiny)) == []  # it has cleared
    assert {*MORNING, *TURN, *EVENING} == set(ORDER_OF_THE_DAY)


@pytest.mark.rule("OB-AMB-012")
def test_air_attacks_may_come_before_supply_and_recovery(tiny: Store) -> None:
    def strikes_in(turn: int) -> list[Phase]:
        set_clock(tiny, 1, turn, Phase.WEATHER)
        with reading(tiny) as board:
            today = DayContext(board, Tape(Scripted(()), board.moment))
            strikes = ORDER_OF_THE_DAY[Phase.AIR_STRIKES]
            return [phase for phase in ORDER_OF_THE_DAY if strikes in steps_of(phase, today)]

    assert strikes_in(1) == strikes_in(2) == [Phase.AIR_STRIKES]
    do(tiny, SetRule("time.start_order", "air first"))
    assert (strikes_in(1), strikes_in(2)) == ([Phase.DAY_SUPPLY], [Phase.ARRIVALS])


# Commanders and attachments ------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-ORG-09", "OB-AMB-007")
def test_the_corps_commander_goes_to_a_command_of_his_own_corps(tiny: Store) -> None:
    do(tiny, JoinCommand("General Alba", "1st Brigade"))
    with reading(tiny) as board:
        army = load_army(board)
        with_him = commanders_with(army)
        flags = {
            f.name: command_of(army, f, with_him).has_corps_commander
            for f in army.formations.values()
            if f.level is Level.COMMAND
        }
    assert flags == {"1st Brigade": True, "9th Regiment": False}
    with pytest.raises(NotFound):
        do(tiny, JoinCommand("General Alba", "9th Regiment"))


def second_brigade(board: JournalBoard) -> None:
    """A brigade of another division, at Birch Cross, 10 km from the first."""
    corps: Formation = named(board, Formation, "I Corps")
    first: Formation = named(board, Formation, "1st Brigade")
    like: dict[str, Any] = {"side_id": corps.side_id, "nation_id": corps.nation_id, "arm": first.arm}
    division = board.make(
        Formation,
        key="second",
        name="2nd Division",
        short="2nd Division",
        superior_id=corps.id,
        level=Level.DIVISION,
        mark=first.mark,
        **like,
    )
    brigade = board.make(
        Formation,
        key="fifth",
        name="5th Brigade",
        short="5th Brigade",
        superior_id=division.id,
        level=Level.COMMAND,
        mark=first.mark,
        **like,
    )
    make_battalion(board, "5th Rifles", brigade, place_id=named(board, Battalion, "1st Rifles").place_id + 1)


@pytest.mark.rule("OB-AMB-029", "OB-REG-01", "OB-REG-03")
def test_attachments_within_a_distance_or_a_division(tiny: Store) -> None:
    stage(tiny, second_brigade)
    do(tiny, SetRule("regroup.same_division_only", "on"))
    with pytest.raises(Refused, match="different divisions"):
        do(tiny, Attach("1st Rifles", "5th Brigade"))
    do(tiny, SetRule("regroup.same_division_only", "off"))
    do(tiny, SetRule("regroup.max_distance", "79"))
    with pytest.raises(Refused, match=r"10\.0 km away, and the limit is 9\.875"):
        do(tiny, Attach("1st Rifles", "5th Brigade"))
    do(tiny, SetRule("regroup.max_distance", "80"))
    assert "attached to 5th Brigade" in do(tiny, Attach("1st Rifles", "5th Brigade")).receipt.summary


# Rest ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AMB-026", "OB-REST-01")
@pytest.mark.parametrize(("needed", "fit_in"), [(0, 3), (1, 3), (2, 4)])
def test_whole_turns_of_rest_in_the_campaign(tiny: Store, needed: int, fit_in: int) -> None:
    stage(tiny, with_headquarters)
    stage(tiny, lambda board: setattr(battalion(board, "1st Rifles"), "state", State.SPENT))
    if needed:
        do(tiny, SetRule("rest.full_turns_required", str(needed)))
    set_clock(tiny, 1, 2, Phase.CLEARING)
    do(tiny, Rest("1st Rifles"))
    for turn in (3, 4):
        set_clock(tiny, 1, turn, Phase.REST)
        done = step(tiny)
        with reading(tiny) as board:
            fresh = battalion(board, "1st Rifles").state is State.FRESH
        assert fresh is (turn >= fit_in), done.receipt.lines
        if fresh:
            return


# Supply and recovery -------------------------------------------------------------------------------------------------
def trace(store: Store, turn: int = 2) -> None:
    set_clock(store, 1, turn, Phase.SUPPLY)
    step(store)


@pytest.mark.rule("OB-BRG-06", "OB-AMB-113", "OB-SUP-03")
def test_supply_runs_over_a_ferry_only_while_its_engineers_work_it(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stage(
        tiny, lambda board: (headquarters(board, "I Corps", "Ashford"), headquarters(board, "1st Division", "Ashford"))
    )
    # the hussars make a ferry between the headquarters and the 1st Rifles beyond it
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 1, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "ferry", "Wadi bridge", "foot"))
    turns(tiny, (1, 1))
    stage(
        tiny,
        lambda board: setattr(
            named(board, Battalion, "1st Hussars"), "present_id", named(board, Formation, "1st Division").id
        ),
    )
    for name in ("1st Rifles", "2nd Rifles"):
        stand(tiny, name, 5000)
    trace(tiny)
    assert supplied(tiny, "1st Brigade")
    stand(tiny, "1st Hussars", 1000)
    trace(tiny, 3)
    assert not supplied(tiny, "1st Brigade")


@pytest.mark.rule("OB-AMB-113")
def test_blown_bridges_break_supply_unless_the_house_says_not(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.SPAN_BLOWN)
    stage(tiny, with_headquarters)
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        stand(tiny, name, 5000)
    trace(tiny)
    assert not supplied(tiny, "1st Brigade")
    do(tiny, SetRule("sup.blocked_roads_cut", "off"))
    trace(tiny, 3)
    assert supplied(tiny, "1st Brigade")


@pytest.mark.rule("OB-OPT-01", "OB-SUP-06")
def test_without_the_supply_rules_everybody_is_supplied(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.SPAN_BLOWN)
    stage(tiny, with_headquarters)
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        stand(tiny, name, 5000)
    do(tiny, SetRule("use.supply", "off"))
    trace(tiny)
    assert supplied(tiny, "1st Brigade")


@pytest.mark.rule("OB-AMB-107", "OB-RCV-02")
@pytest.mark.parametrize(("grade", "back"), [("by corps", True), ("poorly", False)])
def test_one_supply_grade_for_all(tiny: Store, grade: str, back: bool) -> None:
    stage(tiny, with_headquarters)
    stage(tiny, destroy("1st Rifles"))
    if grade != "by corps":
        do(tiny, SetRule("rcv.supply_grade", grade))
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    step(tiny, 5)
    with reading(tiny) as board:
        assert named(board, Formation, "I Corps").supply_grade is SupplyGrade.WELL
        assert (battalion(board, "1st Rifles").state is State.FRESH) is back


@pytest.mark.rule("OB-AMB-110")
def test_a_destroyed_corps_headquarters_returns_by_house_rule(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    stage(tiny, destroy("HQ I Corps"))
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    assert asked(step(tiny)) == []
    do(tiny, SetRule("rcv.corps_hq_returns", "on"))
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    assert asked(step(tiny, 5)) == [("recovery", "hq_i_corps")]
    with reading(tiny) as board:
        staff, beside = battalion(board, "HQ I Corps"), battalion(board, "HQ 1st Division")
        assert staff.state is State.FRESH and staff.place_id == beside.place_id


@pytest.mark.rule("OB-OPT-01", "OB-RCV-02")
def test_without_recovery_no_die(tiny: Store) -> None:
    stage(tiny, with_headquarters)
    stage(tiny, destroy("1st Rifles"))
    do(tiny, SetRule("use.recovery", "off"))
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    assert asked(step(tiny)) == []


@pytest.mark.rule("OB-RCV-01")
def test_a_destroyed_battalion_has_lost_some_30_per_cent_and_needs_few_replacements(tiny: Store) -> None:
    assert bands_of(DEFAULTS).destroyed == 30
    stage(tiny, with_headquarters)
    stage(tiny, destroy("1st Rifles"))
    stage(tiny, lambda board: setattr(battalion(board, "1st Rifles"), "men", 490))  # 30 % of 700 gone
    set_clock(tiny, 2, 1, Phase.RECOVERY)
    step(tiny, 6)
    with reading(tiny) as board:
        back = battalion(board, "1st Rifles")
        assert back.state is State.FRESH
        assert 0 < back.men - 490 <= 0.16 * 700  # some 15 % of its establishment came


# Engineering ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AMB-122")
def test_turns_on_a_bridge_need_not_follow_each_other(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 1, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "bridge", "", "medium"))
    turns(tiny, (1, 1))
    stage(tiny, lambda board: setattr(battalion(board, "1st Hussars"), "resting", True))
    turns(tiny, (1, 2))
    stage(tiny, lambda board: setattr(battalion(board, "1st Hussars"), "resting", False))
    turns(tiny, (1, 3))
    assert only_task(tiny).turns_done == 2


@pytest.mark.rule("OB-AMB-121", "OB-BRG-05")
def test_a_ferry_in_the_boats_time(tiny: Store) -> None:
    bridge(tiny, state=CrossingState.DESTROYED)
    stand(tiny, "1st Hussars")
    set_clock(tiny, 1, 1, Phase.CLEARING)
    do(tiny, Engineer("1st Hussars", "ferry", "", "medium"))
    assert only_task(tiny).turns_needed == 2
    do(tiny, SetRule("brg.ferry_rule", "boats"))
    do(tiny, Engineer("1st Hussars", "ferry", "", "medium"))
    assert only_task(tiny).turns_needed == 3


@pytest.mark.rule("OB-OPT-01", "OB-ENG-02")
def test_without_engineering_no_task_is_taken(tiny: Store) -> None:
    bridge(tiny)
    do(tiny, SetRule("use.engineering", "off"))
    with pytest.raises(Refused, match=r"use\.engineering is off"):
        do(tiny, Engineer("1st Hussars", "blow span", "wadi"))


@pytest.mark.rule("OB-PREP-04", "OB-AMB-128")
def test_permanent_fortifications_are_nobodys_work(tiny: Store) -> None:
    stage(tiny, lambda board: setattr(battalion(board, "1st Hussars"), "engineers", Engineers.SPECIALIST))
    for word in ("fortify", "fortification", "bunker", "pillbox"):
        with pytest.raises(BadInput, match=r"is not an engineering task\. Write"):
            do(tiny, Engineer("1st Hussars", word))
    # however long a battalion digs, it is dug in and no more
    set_clock(tiny, 1, 1, Phase.CLEARING)
    turns(tiny, (1, 1), (1, 2), (1, 3), (1, 4), (2, 1))
    with reading(tiny) as board:
        assert battalion(board, "1st Rifles").dug_in_turns == 1


@pytest.mark.rule("OB-OPT-01", "OB-AMPH-06", "OB-LAND-01")
def test_without_landings_nobody_lands_from_sea_or_air(tiny: Store) -> None:
    def transports(board: JournalBoard) -> None:
        side = named(board, Formation, "I Corps").side_id
        base = board.make(BasingArea, key="field", name="The field", side_id=side)
        board.make(
            AirGroup, key="dakotas", name="Dakotas", side_id=side, basing_area_id=base.id, kind=AirType.TRANSPORT
        )

    stage(tiny, transports)
    do(tiny, SetRule("use.landings", "off"))
    with pytest.raises(Refused, match=r"this campaign has no landings from the air"):
        do(tiny, TaskAir("Dakotas", "landing", "Birch Cross", unit="1st Rifles"))
    do(tiny, SetRule("use.amphibious", "off"))
    with pytest.raises(Refused, match=r"this campaign does not use landings from the sea"):
        do(tiny, LandFromTheSea("1st Rifles", "Birch Cross"))


def test_a_setting_of_a_system_by_which_nobody_fights_says_so(tiny: Store) -> None:
    unused = do(tiny, SetRule("brigadier.spent_at", "0.3")).receipt.lines
    assert unused[-1].startswith("nothing changes now: this campaign fights by Operation Brevity")
    assert len(do(tiny, SetRule("nqm.log.trucks", "3")).receipt.lines) == 1, "counts on every map"
    house = do(tiny, TakeHouseFile("ours", read_house("brigadier-ours").plain)).receipt.lines
    assert house[0] == unused[-1]
