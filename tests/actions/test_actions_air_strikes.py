"""Air tasking written, flown and worked out on the campaign map (OB-AIR, OB-LAND, OB-AMPH; umpire 1.10, 1.13, 1.19)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.decisions import Decide
from campaign.actions.house_rules import SetRule
from campaign.errors import NotFound, Refused
from campaign.journal import JournalBoard, commit, reading, undo
from campaign.model import (
    AirGroup,
    AirMission,
    BasingArea,
    Battalion,
    Battle,
    BattleUnit,
    Decision,
    DiaryLine,
    Feature,
    Obstacle,
    Place,
    Road,
    Side,
    Sighting,
    WeatherReport,
)
from campaign.queries.day.day_report import day_report
from campaign.queries.day.decisions import decisions
from campaign.queries.day.side_news import news_since
from campaign.rules.common.dice import Seeded
from campaign.situation.army import load_army, put
from campaign.situation.force import unit_of
from campaign.store import Store
from campaign.terms.forces import AirType, Arm, Engineers, SizeMark
from campaign.terms.ground import Cover, FeatureKind, ObstacleKind
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import Posture, Sky, State
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.verbs.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.verbs.battles import AddToBattle
from campaign.verbs.engineering import Engineer
from campaign.verbs.orders import GiveOrder
from campaign.verbs.resolution import ResolveBattle
from tests.actions.stage import do, set_clock, stage, step
from tests.clash import meet, unit, where
from tests.tiny import FACTS, named


def squadron(
    board: JournalBoard, kind: AirType, side: str = "Alba", name: str = "No. 1 Group", **more: Any
) -> AirGroup:
    owner, key = named(board, Side, side), name.lower().replace(" ", "_")
    base = board.make(BasingArea, key=f"{key}_lg", name=f"{name} landing ground", side_id=owner.id)
    return board.make(AirGroup, key=key, name=name, side_id=owner.id, kind=kind, basing_area_id=base.id, **more)


def flying(store: Store, kind: AirType, turn: int = 2, phase: Phase = Phase.AIR_STRIKES, **more: Any) -> None:
    """One group of Alba's, and the clock before the strikes of a turn by day."""
    stage(store, lambda board: squadron(board, kind, **more))
    set_clock(store, 1, turn, phase)


def located(store: Store, name: str, *, by: str, at: str = "Coldbrook", turn: int = 2) -> None:
    def see(board: JournalBoard) -> None:
        board.make(
            Sighting,
            day=1,
            turn=turn,
            side_id=named(board, Side, by).id,
            battalion_id=named(board, Battalion, name).id,
            place_id=named(board, Place, at).id,
            arm=Arm.INFANTRY,
            mark=SizeMark.BATTALION,
            seen_by="a patrol",
            how="range",
        )

    stage(store, see)


def mission(store: Store) -> AirMission:
    with reading(store) as board:
        found: AirMission = board.rows(AirMission)[-1]
        return found


HITS_NOBODY = (2, 1, 1, 1, 1, 1, 1)
"""The right target, then misses on two battalions."""


@pytest.mark.rule("OB-AIR-04", "OB-AIR-06", "OB-AIR-08", "OB-AIR-13", "OB-AMB-101")
def test_a_strike_meets_everybody_who_stands_there_before_the_march(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    # 2: the right target. I/9: three hits at 5-6 (nobody locates it, +1 for aircraft), two casualties at 5-6; II/9: one
    # hit, no casualty
    done = step(tiny, 2, 5, 6, 5, 5, 6, 4, 5, 1, 1, 4)
    assert unit(tiny, "I/9").state is State.DESTROYED and not unit(tiny, "I/9").on_map
    assert unit(tiny, "II/9").state is State.FRESH
    assert any("to hit 5-6" in line and "not located" in line and "+1 aircraft" in line for line in done.receipt.lines)
    assert any("medium bomber" in line for line in done.receipt.lines)
    assert (mission(tiny).state, mission(tiny).result) == (
        "flown",
        "attacked the troops there: no own troops saw the result",
    )
    assert [roll.name.purpose for roll in done.rolls][:5] == ["air target", "to hit", "to hit", "to hit", "casualties"]
    undo(tiny, actor="umpire")
    assert unit(tiny, "I/9").state is State.FRESH and mission(tiny).state == "tasked"


def test_a_spent_battalion_loses_its_strength_in_steps(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    step(tiny, 2, 5, 1, 1, 5, 1, 1, 1)
    hurt = unit(tiny, "I/9")
    assert (hurt.state, hurt.men) == (State.SPENT, 595)  # 15 % of 700 lost


@pytest.mark.rule("OB-AIR-04")
def test_half_a_kilometre_counts_and_a_step_more_does_not(tiny: Store) -> None:
    def apart(board: JournalBoard) -> None:
        road = named(board, Road, "birch_cross-coldbrook").id
        put(named(board, Battalion, "I/9"), OnRoad(road, 12_000 - 500))
        put(named(board, Battalion, "II/9"), OnRoad(road, 12_000 - 501))

    flying(tiny, AirType.MEDIUM_BOMBER)
    stage(tiny, apart)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    done = step(tiny, 2, 1, 1, 1)
    assert {roll.name.subject for roll in done.rolls if roll.name.purpose == "to hit"} == {"i_9"}


@pytest.mark.rule("OB-AIR-03")
def test_on_a_one_the_opponent_is_asked_and_reads_nothing_that_he_has_not_seen(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    located(tiny, "1st Rifles", by="Brenn", at="Ashford")
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    step(tiny, 1)
    with reading(tiny) as board:
        (owed,) = board.rows(Decision)
        brenn = Viewer(side=owed.side_id)
        (line,) = decisions(board, brenn).owed
        assert [option.text for option in line.options] == [
            "infantry, battalion, Ashford",
            "waste ground, where nobody is",
            "whatever is at Ashford",
            "whatever is at Birch Cross",
            "whatever is at Coldbrook; your own troops are there, too",
        ]
        shown = str(line)
        assert "Rifles" not in shown and "rifles" not in shown and "Group" not in shown
    with pytest.raises(Refused):
        step(tiny)
    # the default attacks the attacker's own troops: all three at Ashford
    done = do(tiny, Decide(1, "1"), *([1] * 9))
    assert any("1st Rifles" in line for line in done.receipt.lines)
    assert mission(tiny).state == "flown"
    undo(tiny, actor="umpire")
    do(tiny, Decide(1, "waste ground"))
    assert mission(tiny).result == "bombs on waste ground"


@pytest.mark.rule("OB-AMB-101")
def test_by_house_rule_the_opponent_picks_near_the_target_only(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    do(tiny, SetRule("air.mistarget_radius", "96"))
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    step(tiny, 1)
    with reading(tiny) as board:
        texts = [option["text"] for option in board.rows(Decision)[0].options]
    assert texts == [
        "waste ground, where nobody is",
        "whatever is at Birch Cross",
        "whatever is at Coldbrook; your own troops are there, too",
    ]  # 12 km is within, 22 km not


@pytest.mark.rule("umpire 1.23")
def test_stray_aircraft_are_not_proposed_where_own_troops_stand(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    located(tiny, "1st Rifles", by="Brenn", at="Ashford")
    stage(tiny, lambda board: put(named(board, Battalion, "I/9"), AtPlace(named(board, Place, "Ashford").id)))
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    step(tiny, 1)
    with reading(tiny) as board:
        (line,) = decisions(board, Viewer(side=board.rows(Decision)[0].side_id)).owed
    assert [option.text for option in line.options][:3] == [
        "waste ground, where nobody is",
        "infantry, battalion, Ashford; your own troops are there, too",
        "whatever is at Ashford; your own troops are there, too",
    ]
    step(tiny, auto=True)
    assert mission(tiny).result == "bombs on waste ground"


@pytest.mark.rule("OB-AIR-03", "OB-AMB-101")
@pytest.mark.parametrize("now", ["Ashford", "Birch Cross", "Coldbrook", "near the column"])
@pytest.mark.parametrize("radius", ["", "96"])
@pytest.mark.parametrize("column", [False, True])
def test_no_option_goes_by_where_an_unseen_enemy_is_now(tiny: Store, now: str, radius: str, *, column: bool) -> None:
    """The sightings are a turn old. Brenn is at Coldbrook, or in a column that would reach it if the enemy came from
    the other end of the road.
    """
    flying(tiny, AirType.MEDIUM_BOMBER)
    located(tiny, "1st Rifles", by="Brenn", at="Coldbrook", turn=1)
    located(tiny, "2nd Rifles", by="Brenn", at="Birch Cross", turn=1)
    located(tiny, "1st Hussars", by="Brenn", at="Birch Cross", turn=1)
    do(tiny, SetRule("air.spare_own", "off"))
    if radius:
        do(tiny, SetRule("air.mistarget_radius", radius))

    def moved(board: JournalBoard) -> None:
        road = named(board, Road, "birch_cross-coldbrook").id
        for own in ("I/9", "II/9"):
            if column:
                put(named(board, Battalion, own), OnRoad(road, 10_000))
        to = OnRoad(road, 11_000) if now == "near the column" else AtPlace(named(board, Place, now).id)
        for enemy in ("1st Rifles", "1st Hussars"):
            put(named(board, Battalion, enemy), to)

    stage(tiny, moved)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    step(tiny, 1)
    with reading(tiny) as board:
        texts = [option["text"] for option in board.rows(Decision)[0].options]
    own_too = "" if column else "; your own troops are there, too"
    rifles, waste = f"infantry, battalion, Coldbrook{own_too}", "waste ground, where nobody is"
    assert texts == [
        *["infantry, battalion, Birch Cross"] * 2,
        *((rifles, waste) if column else (waste, rifles)),
        *(() if radius else ("whatever is at Ashford",)),
        "whatever is at Birch Cross",
        f"whatever is at Coldbrook{own_too}",
    ]


def test_automatic_play_takes_the_first_answer(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    step(tiny, 1)
    step(tiny, auto=True)
    assert mission(tiny).result == "bombs on waste ground"


@pytest.mark.rule("OB-AIR-11", "OB-AMB-105")
def test_heavy_bombers_crater_the_roads_and_columns_halt_there_until_next_turn(tiny: Store) -> None:
    flying(tiny, AirType.HEAVY_BOMBER, phase=Phase.AIR_STRIKES)
    set_clock(tiny, 1, 1, Phase.ORDERS)
    do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross", "2"))
    set_clock(tiny, 1, 2, Phase.AIR_STRIKES)
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    step(tiny, 2)
    with reading(tiny) as board:
        craters = board.rows(Obstacle)
        assert [(o.kind, o.gapped) for o in craters] == [(ObstacleKind.CRATERS, False)] * 2
        assert sorted(o.at_m for o in craters) == [0, 10_000]

    def halfway(board: JournalBoard) -> None:
        put(named(board, Battalion, "1st Rifles"), OnRoad(named(board, Road, "ashford-birch_cross").id, 9_000))
        for crater in board.rows(Obstacle):
            if crater.at_m == 10_000:
                crater.at_m = 9_600

    stage(tiny, halfway)
    step(tiny)
    assert where(tiny, "1st Rifles").startswith("0.4 km from Birch Cross") or where(tiny, "1st Rifles").startswith(
        "0.5 km from Birch Cross"
    )
    set_clock(tiny, 1, 3, Phase.MOVEMENT)
    step(tiny)
    assert where(tiny, "1st Rifles") == "Birch Cross"


@pytest.mark.rule("OB-AIR-11", "OB-AMB-105")
def test_engineers_fill_craters_unless_the_rulebook_says_nobody_does(tiny: Store) -> None:
    def cratered(board: JournalBoard) -> None:
        road = named(board, Road, "ashford-birch_cross").id
        board.make(
            Obstacle, key="craters_1", name="Craters 1", road_id=road, at_m=0, kind=ObstacleKind.CRATERS, gapped=False
        )
        named(board, Battalion, "1st Hussars").engineers = Engineers.SUPPORT

    stage(tiny, cratered)
    set_clock(tiny, 1, 2, Phase.MOVEMENT)
    do(tiny, Engineer("1st Hussars", "gap", "Craters 1"))
    for _ in range(4):
        step(tiny)
    with reading(tiny) as board:
        assert board.rows(Obstacle)[0].gapped
    undo(tiny, actor="umpire", to=2)
    do(tiny, SetRule("air.crater_repair", "nobody"))
    with pytest.raises(Refused, match="cannot be filled:"):
        do(tiny, Engineer("1st Hussars", "gap", "Craters 1"))


@pytest.mark.rule("OB-AIR-12")
def test_heavy_bombers_may_count_as_medium_and_leave_no_craters(tiny: Store) -> None:
    stage(tiny, lambda board: squadron(board, AirType.HEAVY_BOMBER))
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook", "2", as_medium=True))
    set_clock(tiny, 1, 2, Phase.AIR_STRIKES)
    done = step(tiny, 2, 5, 1, 1, 1, 1, 1, 1)
    assert any("medium bomber" in line for line in done.receipt.lines)
    with reading(tiny) as board:
        assert board.rows(Obstacle) == []


@pytest.mark.rule("OB-AIR-07")
def test_heavy_bombers_get_no_target_once_the_day_has_begun(tiny: Store) -> None:
    flying(tiny, AirType.HEAVY_BOMBER)
    with pytest.raises(Refused, match="OB-AIR-07"):
        do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook", "3"))
    assert do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook")).receipt.summary.startswith("No. 1 Group, turn 2.1")


@pytest.mark.rule("OB-AMB-100")
def test_groups_with_one_target_pool_their_strength_and_roll_once_for_it(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    stage(tiny, lambda board: squadron(board, AirType.GROUND_ATTACK, name="No. 2 Group"))
    stage(tiny, lambda board: put(named(board, Battalion, "II/9"), AtPlace(named(board, Place, "Birch Cross").id)))
    for group in ("No. 1 Group", "No. 2 Group"):
        do(tiny, TaskAir(group, "strike", "Coldbrook"))
    done = step(tiny, 2, 1, 1, 1, 1)  # two normal stands roll four dice
    assert [roll.name.purpose for roll in done.rolls] == ["air target", "to hit", "to hit", "to hit", "to hit"]


def test_an_enemy_can_be_named_only_if_he_is_in_sight(tiny: Store) -> None:
    flying(tiny, AirType.GROUND_ATTACK)
    with pytest.raises(NotFound) as unseen:
        do(tiny, TaskAir("No. 1 Group", "strike", "I/9"))
    with pytest.raises(NotFound) as nobody:
        do(tiny, TaskAir("No. 1 Group", "strike", "I/8"))
    assert str(unseen.value).replace("I/9", "I/8") == str(nobody.value)
    located(tiny, "I/9", by="Alba")
    said = do(tiny, TaskAir("No. 1 Group", "strike", "I/9")).receipt.summary
    assert said == "No. 1 Group, turn 1.2: strikes infantry, battalion, Coldbrook"
    step(tiny, *HITS_NOBODY)
    assert mission(tiny).state == "flown"


@pytest.mark.rule("OB-AMB-102")
def test_a_unit_named_for_later_is_struck_where_it_was_unless_aircraft_follow(tiny: Store) -> None:
    flying(tiny, AirType.GROUND_ATTACK)
    located(tiny, "I/9", by="Alba")
    assert "the place nearest to" in do(tiny, TaskAir("No. 1 Group", "strike", "I/9", "3")).receipt.summary
    assert mission(tiny).place_id is not None
    do(tiny, SetRule("air.target_follows", "on"))
    do(tiny, TaskAir("No. 1 Group", "strike", "I/9", "3"))
    assert mission(tiny).place_id is None and mission(tiny).battalion_id is not None


def test_a_task_is_written_over_called_off_and_written_anew(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    again = do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross"))
    assert again.receipt.lines[1:] == (
        "this replaces the group's earlier target for turn 1.2",
        "By default it flies in turn 1.2, because it is the first turn in which the group can fly. To change it: give a turn",
    )
    with reading(tiny) as board:
        assert len(board.rows(AirMission)) == 1
    do(tiny, CancelAir("No. 1 Group"))
    assert mission(tiny).state == "cancelled"
    with pytest.raises(Refused, match="no sortie to cancel"):
        do(tiny, CancelAir("No. 1 Group"))
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    assert mission(tiny).state == "tasked"


@pytest.mark.rule("OB-AIR-09")
def test_who_has_flown_rests(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER, turn=4, missions_a_day=2)
    do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross"))
    step(tiny, 2)
    with pytest.raises(Refused, match=r"rest a turn between attacks \(OB-AIR-09\)"):
        do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross", "2.1"))
    assert "turn 2.2" in do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross")).receipt.summary


def test_air_reconnaissance_is_switched_on_and_sights_what_is_near(tiny: Store) -> None:
    flying(tiny, AirType.GROUND_ATTACK)
    with pytest.raises(Refused, match=r"air\.reconnaissance on"):
        do(tiny, TaskAir("No. 1 Group", "reconnaissance", "Coldbrook"))
    do(tiny, SetRule("air.reconnaissance", "on"))
    do(tiny, TaskAir("No. 1 Group", "reconnaissance", "Coldbrook"))
    assert step(tiny).rolls == ()
    with reading(tiny) as board:
        seen = board.rows(Sighting)
        assert (
            sorted((board.row(Place, s.place_id or 0).name, s.road_id, s.how, s.seen_by, s.named) for s in seen)
            == [("Coldbrook", None, "air", "No. 1 Group", False)] * 2
        )
    step(tiny)  # the march of the turn may see them again
    assert mission(tiny).result == "sees 2 units within 5 km"


@pytest.mark.rule("OB-AIR-05")
def test_a_controllers_aircraft_fly_in_the_fight_of_their_command(tiny: Store) -> None:
    stage(tiny, lambda board: squadron(board, AirType.GROUND_ATTACK, has_fac=True))
    set_clock(tiny, 1, 2, Phase.AIR_STRIKES)
    do(tiny, TaskAir("No. 1 Group", "support", "1st Brigade"))
    with reading(tiny) as board:
        assert board.rows(AirGroup)[0].fac_with_id is not None
    meet(tiny)
    do(tiny, AddToBattle("1", ("II/9",)))
    for seed in map(str, range(20)):
        commit(tiny, None, ResolveBattle("1", 1), source=Seeded(seed), actor="umpire")
        if mission(tiny).state != "tasked":
            break
        undo(tiny, actor="umpire")  # nobody called
    assert (mission(tiny).state, mission(tiny).result) == ("flown", "in battle 1, Birch Cross")


def notes(store: Store, words: str) -> list[tuple[str, str]]:
    """The lines of the diary with these words, and whose they are."""
    with reading(store) as board:
        sides = board.by_id(Side)
        return [
            (line.text, sides[line.side_id].key if line.side_id else "umpire")
            for line in board.rows(DiaryLine)
            if words in line.text
        ]


@pytest.mark.rule("OB-AIR-05")
def test_a_controller_whom_nobody_met_is_noted_as_not_called(tiny: Store) -> None:
    stage(tiny, lambda board: squadron(board, AirType.GROUND_ATTACK, has_fac=True))
    set_clock(tiny, 1, 2, Phase.AIR_STRIKES)
    do(tiny, TaskAir("No. 1 Group", "support", "1st Brigade"))
    step(tiny)
    assert mission(tiny).state == "tasked"
    set_clock(tiny, 1, 3, Phase.AIR_STRIKES)
    said = step(tiny).receipt
    assert (mission(tiny).state, mission(tiny).result) == ("cancelled", "not called")
    assert notes(tiny, "No. 1 Group was") == [("No. 1 Group was not called in turn 1.2.", "alba")]
    (line,) = [line for line in said.lines if "No. 1 Group was" in line]
    why = "the program resolved no battle of 1st Brigade that called for aircraft"
    assert line == f"No. 1 Group was not called in turn 1.2: {why} (OB-AIR-05)"


@pytest.mark.rule("OB-AIR-05")
@pytest.mark.parametrize(
    ("reached", "unit", "is_theirs"), [(2, "1st Rifles", True), (1, "1st Rifles", False), (2, "I/9", False)]
)
def test_of_a_battle_that_the_players_fought_they_know_who_was_called(
    tiny: Store, reached: int, unit: str, is_theirs: bool
) -> None:
    """Nothing in a return says it. A battle that was over before, and one of another command, are not meant."""
    stage(tiny, lambda board: squadron(board, AirType.GROUND_ATTACK, has_fac=True))
    set_clock(tiny, 1, 2, Phase.AIR_STRIKES)
    do(tiny, TaskAir("No. 1 Group", "support", "1st Brigade"))
    meet(tiny)

    def settled(board: JournalBoard) -> None:
        (battle,) = board.rows(Battle)
        battle.day, battle.turn, battle.state, battle.reached_day, battle.reached_turn = 1, 1, "settled", 1, reached
        for line in board.rows(BattleUnit):
            if line.battalion_id != named(board, Battalion, unit).id:
                board.erase(line)

    stage(tiny, settled)
    set_clock(tiny, 1, 3, Phase.AIR_STRIKES)
    said = step(tiny).receipt
    stood_by = "No. 1 Group stood by for battle 1 in turn 1.2"
    assert (f"{stood_by}: the players know whether they called for the aircraft (OB-AIR-05)" in said.lines) is is_theirs
    assert notes(tiny, "stood by") == ([(f"{stood_by}.", "alba")] if is_theirs else [])
    assert mission(tiny).state == "cancelled"
    assert (mission(tiny).result == "not called") is not is_theirs


@pytest.mark.parametrize(("before_last", "told"), [(0, ("cancelled", "not called")), (1, ("tasked", ""))])
def test_on_the_last_evening_nobody_calls_any_more(tiny: Store, before_last: int, told: tuple[str, str]) -> None:
    """No turn comes that would note it. On other evenings it is noted when the next turn's aircraft fly."""
    stage(tiny, lambda board: squadron(board, AirType.GROUND_ATTACK, has_fac=True))
    day = FACTS.days - before_last
    set_clock(tiny, day, 4, Phase.AIR_STRIKES)
    do(tiny, TaskAir("No. 1 Group", "support", "1st Brigade", turn="4"))
    set_clock(tiny, day, 4, Phase.OBJECTIVES)
    step(tiny)
    assert (mission(tiny).state, mission(tiny).result) == told


# landings ------------------------------------------------------------------------------------------------------------
def waiting(store: Store, how: str, *, arm: Arm = Arm.PARACHUTE) -> None:
    """1st Rifles wait off the map, to land by these means."""

    def aboard(board: JournalBoard) -> None:
        rifles = named(board, Battalion, "1st Rifles")
        put(rifles, None)
        rifles.arm, rifles.carried_by = arm, how

    stage(store, aboard)


@pytest.mark.rule("OB-LAND-01", "OB-LAND-02", "OB-LAND-04", "OB-LAND-05")
def test_a_parachute_battalion_lands_where_it_is_told_and_marches_no_farther(tiny: Store) -> None:
    waiting(tiny, "parachute")
    flying(tiny, AirType.TRANSPORT)
    do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    do(tiny, GiveOrder("1st Rifles", "march", "Ashford"))
    done = step(tiny, 3)  # by day in the open one die; 1-3 is a casualty figure
    assert [roll.name.purpose for roll in done.rolls] == ["landing"]
    rifles = unit(tiny, "1st Rifles")
    assert (rifles.state, rifles.posture, rifles.moved) == (State.SPENT, Posture.LINE, True)
    step(tiny)
    assert where(tiny, "1st Rifles") == "Birch Cross"
    set_clock(tiny, 1, 3, Phase.MOVEMENT)
    step(tiny)
    assert where(tiny, "1st Rifles") != "Birch Cross"


@pytest.mark.rule("OB-LAND-03", "OB-LAND-04", "OB-LAND-06")
def test_gliders_in_terrain_by_night_roll_four_dice_and_stand_in_march_column(tiny: Store) -> None:
    waiting(tiny, "glider", arm=Arm.GLIDER)
    flying(tiny, AirType.TRANSPORT, turn=1)
    stage(tiny, lambda board: setattr(named(board, Place, "Birch Cross"), "cover", Cover.TERRAIN))
    do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    done = step(tiny, 3, 3, 3, 3)  # 1-2 is a casualty figure
    assert len(done.rolls) == 4
    assert (unit(tiny, "1st Rifles").state, unit(tiny, "1st Rifles").posture) == (State.FRESH, Posture.MARCH)


@pytest.mark.rule("OB-LAND-07", "OB-AMB-133")
@pytest.mark.parametrize(("recoverable", "state"), [("on", State.DESTROYED), ("off", State.DISBANDED)])
def test_two_figures_end_it(tiny: Store, recoverable: str, state: State) -> None:
    waiting(tiny, "parachute")
    flying(tiny, AirType.TRANSPORT)
    if recoverable == "off":
        do(tiny, SetRule("land.recoverable", recoverable))
    stage(tiny, lambda board: setattr(named(board, Place, "Birch Cross"), "cover", Cover.TERRAIN))
    do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    step(tiny, 1, 3)
    assert (unit(tiny, "1st Rifles").state, unit(tiny, "1st Rifles").on_map) == (state, False)


@pytest.mark.rule("OB-WX-03", "OB-AMB-133")
def test_nobody_lands_in_cloud(tiny: Store) -> None:
    waiting(tiny, "parachute")
    flying(tiny, AirType.TRANSPORT)
    do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    stage(tiny, lambda board: board.make(WeatherReport, day=1, turn=2, area="", sky=Sky.CLOUD))
    with pytest.raises(Refused, match=r"cannot fly in turn 1\.3: cloud: no transport aircraft \(OB-WX-03\)"):
        do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", turn="1.3", unit="1st Rifles"))
    done = step(tiny)
    assert done.rolls == ()
    assert mission(tiny).state == "grounded" and not unit(tiny, "1st Rifles").on_map
    with reading(tiny) as board:
        report = day_report(board, done.seq)
        assert [(group.units, group.words) for group in report.not_flown] == [
            (("No. 1 Group",), "landing of 1st Rifles, not flown: cloud: no transport aircraft (OB-WX-03)")
        ]
        assert not (report.air or report.landed)
        news = {side.key: news_since(board, Viewer(side.id), Moment(1, 2)).events for side in board.rows(Side)}
    told = [event.text for event in news["alba"]]
    assert "No. 1 Group does not fly: cloud: no transport aircraft (OB-WX-03)." in told
    assert not any("No. 1 Group" in event.text for event in news["brenn"]), "a sortie is its own side's"


@pytest.mark.rule("OB-AMB-132")
def test_by_house_rule_it_is_scattered_along_the_roads(tiny: Store) -> None:
    waiting(tiny, "parachute")
    flying(tiny, AirType.TRANSPORT)
    do(tiny, SetRule("land.scatter", "on"))
    do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    step(tiny, 4, 1, 6)  # 16 inches towards 2 o'clock: two kilometres, the road to the east
    assert where(tiny, "1st Rifles").startswith("2.0 km from Birch Cross on the metalled road to Coldbrook")


@pytest.mark.rule("OB-AMPH-06", "OB-AMPH-07")
def test_landing_craft_set_down_as_the_movement_of_the_turn(tiny: Store) -> None:
    waiting(tiny, "landing craft", arm=Arm.INFANTRY)
    set_clock(tiny, 1, 2, Phase.ARRIVALS)
    told = do(tiny, LandFromTheSea("1st Rifles", "Birch Cross")).receipt.lines
    assert told == (
        "the map draws no coast or river, so it is not checked that Birch Cross is on the shore (OB-AMPH-06)",
    )
    do(tiny, GiveOrder("1st Rifles", "march", "Ashford"))
    for _ in range(6):
        step(tiny)
    assert where(tiny, "1st Rifles") == "Birch Cross"
    with pytest.raises(Refused, match=r"landing craft equipment works only once and has been used \(OB-AMPH-09\)"):
        do(tiny, LandFromTheSea("1st Rifles", "Ashford"))


@pytest.mark.rule("OB-AMPH-08")
def test_swimming_tanks_make_ready_for_two_turns_first(tiny: Store) -> None:
    waiting(tiny, "DD", arm=Arm.ARMOUR)
    set_clock(tiny, 1, 1, Phase.ORDERS)
    with pytest.raises(Refused, match=r"cannot land before turn 1\.3: it needs 2 turns to prepare"):
        do(tiny, LandFromTheSea("1st Rifles", "Birch Cross", "2"))
    assert do(tiny, LandFromTheSea("1st Rifles", "Birch Cross")).receipt.summary.startswith(
        "1st Rifles lands at Birch Cross in turn 1.3"
    )


@pytest.mark.rule("OB-AMPH-06")
def test_a_unit_from_the_sea_lands_on_the_shore_and_says_which_landing_that_replaces(tiny: Store) -> None:
    waiting(tiny, "landing craft", arm=Arm.INFANTRY)

    def coast(board: JournalBoard) -> None:
        here = named(board, Place, "Ashford")
        line = [[here.x_m - 5000, here.y_m + 2000], [here.x_m + 1000, here.y_m + 2000]]
        board.make(Feature, key="bay", kind=FeatureKind.COAST, name="the bay", shape=line)

    stage(tiny, coast)
    with pytest.raises(Refused, match=r"cannot land at Birch Cross: it is 9\.\d km from .*on the shore: Ashford\. The"):
        do(tiny, LandFromTheSea("1st Rifles", "Birch Cross"))
    assert do(tiny, LandFromTheSea("1st Rifles", "Ashford", "1.3")).receipt.lines == ()
    told = do(tiny, LandFromTheSea("1st Rifles", "Ashford", "1.4")).receipt.lines
    assert told == ("this replaces its landing at Ashford in turn 1.3",)


@pytest.mark.rule("OB-AMPH-10")
def test_ashore_alone_swimming_tanks_are_mustered_a_class_worse(tiny: Store) -> None:
    waiting(tiny, "landing craft")
    do(tiny, LandFromTheSea("1st Rifles", "Birch Cross", "1.4"))
    stage(tiny, lambda board: setattr(named(board, Battalion, "1st Hussars"), "carried_by", "DD"))
    with reading(tiny) as board:
        army = load_army(board)
        assert unit_of(army, named(board, Battalion, "1st Hussars")).ashore_alone
    stage(tiny, lambda board: put(named(board, Battalion, "1st Rifles"), AtPlace(named(board, Place, "Ashford").id)))
    with reading(tiny) as board:
        assert not unit_of(load_army(board), named(board, Battalion, "1st Hussars")).ashore_alone


@pytest.mark.rule("OB-OPT-01")
def test_without_the_block_of_aircraft_nobody_flies(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    do(tiny, SetRule("use.air", "off"))
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    assert step(tiny).rolls == ()
    assert "use.air" in mission(tiny).result and mission(tiny).state == "grounded"


def test_a_group_that_lost_its_airfield_is_out_for_the_day_and_flies_from_another_next_morning(tiny: Store) -> None:
    def lose(board: JournalBoard) -> None:
        group = squadron(board, AirType.MEDIUM_BOMBER)
        base, ashford = board.row(BasingArea, group.basing_area_id), named(board, Place, "Ashford")
        base.place_id, base.lat_e6, base.lon_e6 = ashford.id, 31_000_000, 25_000_000
        ashford.owner_id = named(board, Side, "Brenn").id
        for name, east in (("Far field", 28_000_000), ("Near field", 25_500_000)):
            board.make(
                BasingArea,
                key=name.lower().replace(" ", "_"),
                name=name,
                side_id=group.side_id,
                lat_e6=31_000_000,
                lon_e6=east,
            )

    stage(tiny, lose)
    set_clock(tiny, 1, 2, Phase.AIR_STRIKES)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    step(tiny)
    assert "in enemy hands" in mission(tiny).result
    set_clock(tiny, 2, 1, Phase.BASING_AREAS)
    done = step(tiny, 6, 6, 6)
    assert "No. 1 Group has moved from No. 1 Group landing ground to Near field (umpire 1.10)" in done.receipt.lines
    set_clock(tiny, 2, 2, Phase.AIR_STRIKES)
    do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross"))
    step(tiny, 2)
    assert mission(tiny).state == "flown"


@pytest.mark.rule("OB-AIR-05", "OB-AIR-06")
def test_a_sortie_that_its_task_forbids_stays_on_the_ground_and_says_why(tiny: Store) -> None:
    """Support for a place, as earlier versions took it from a scenario."""
    flying(tiny, AirType.GROUND_ATTACK)

    def support(board: JournalBoard) -> None:
        group, place = board.rows(AirGroup)[0], named(board, Place, "Birch Cross")
        board.make(AirMission, air_group_id=group.id, day=1, turn=2, task="support", place_id=place.id)

    stage(tiny, support)
    lines = step(tiny).receipt.lines
    assert any("support names a formation" in line and "OB-AIR-05" in line for line in lines)
    assert mission(tiny).state == "grounded"


@pytest.mark.rule("OB-AIR-10")
def test_by_default_a_sortie_is_for_the_next_turn_in_which_it_can_fly(tiny: Store) -> None:
    flying(tiny, AirType.GROUND_ATTACK)
    set_clock(tiny, 1, 1, Phase.ORDERS)
    with pytest.raises(
        Refused, match=r"cannot fly in turn 1\.1: night: only medium and heavy bombers attack \(OB-AIR-10\)"
    ):
        do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross", turn="1.1"))
    do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross"))
    assert (mission(tiny).day, mission(tiny).turn) == (1, 2)
