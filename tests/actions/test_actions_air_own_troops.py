"""Aircraft and the troops of their own side at the target, columns strung out along a road, and the turn that a sortie
without one takes (OB-AIR-04, -09, -10; umpire 1.18, 1.19)."""

from __future__ import annotations

import pytest

from campaign.actions.house_rules import SetRule
from campaign.errors import Refused
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, DiaryLine, Place, Road, WeatherReport
from campaign.rules.common.settings import DEFAULTS
from campaign.situation.army import load_army, put
from campaign.situation.bombing import strung_out
from campaign.situation.ground import load_theatre
from campaign.store import Store
from campaign.terms.forces import AirType, Size
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import Sky
from campaign.terms.time import Phase
from campaign.verbs.air_tasking import TaskAir
from campaign.verbs.orders import GiveOrder
from tests.actions.stage import do, set_clock, stage, step
from tests.actions.test_actions_air_strikes import HITS_NOBODY, flying, located, mission
from tests.clash import unit
from tests.tiny import named

BOMB = TaskAir("No. 1 Group", "strike", "Ashford")


@pytest.mark.rule("OB-AIR-04")
def test_no_strike_is_ordered_where_own_troops_are_and_stay(tiny: Store) -> None:
    flying(tiny, AirType.GROUND_ATTACK, missions_a_day=3)
    with pytest.raises(Refused, match=r"3 battalions of its own side will be within .*air.spare_own") as refused:
        do(tiny, BOMB)
    assert "Rifles" not in str(refused.value), "any commander may ask; a colleague's troops are not his to know"
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        do(tiny, GiveOrder(name, "march", "Birch Cross"))
    with pytest.raises(
        Refused, match="battalions of its own side"
    ):  # they march after the aircraft of this turn have struck
        do(tiny, BOMB)
    told = do(tiny, TaskAir("No. 1 Group", "strike", "Ashford", "1.3")).receipt.lines
    assert "no aircraft are sent if these battalions are still there" in told[0]
    told = do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross", "1.3")).receipt.lines
    assert "own troops have orders to go there" in told[0] and "not sent" in told[0] and "Rifles" not in told[0]
    assert told[2:] == ("this replaces the group's earlier target for turn 1.3",)
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):  # by way of the target is as near to it
        do(tiny, GiveOrder(name, "march", "Coldbrook", ("Birch Cross",)))
    told = do(tiny, TaskAir("No. 1 Group", "strike", "Birch Cross", "1.3")).receipt.lines
    assert "own troops have orders to go there" in told[0]
    do(tiny, SetRule("air.spare_own", "off"))
    told = do(tiny, TaskAir("No. 1 Group", "strike", "Ashford", "1.4")).receipt.lines
    assert told[0].startswith(
        "3 own battalions within half a kilometre of the target: the aircraft also strike your own troops"
    )


@pytest.mark.rule("OB-AIR-04")
@pytest.mark.parametrize("spared", [True, False])
def test_aircraft_are_not_sent_where_their_own_side_is_by_then(tiny: Store, spared: bool) -> None:
    flying(tiny, AirType.GROUND_ATTACK)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    stage(tiny, lambda board: put(named(board, Battalion, "1st Hussars"), OnRoad(_road(board), 11_600)))
    if not spared:
        do(tiny, SetRule("air.spare_own", "off"))
    told = step(tiny, *(() if spared else (2, *[1] * 9))).receipt.lines
    if spared:
        assert (
            "No. 1 Group is not sent against Coldbrook: own troops are within half a kilometre: 1st Hussars" in told[0]
        )
        why = "own troops are within half a kilometre"
        assert (mission(tiny).state, mission(tiny).result) == ("grounded", why), "the side's paper names no troops"
        with reading(tiny) as board:
            (line,) = (line for line in board.rows(DiaryLine) if "not sent" in line.text)
        assert line.text == f"No. 1 Group is not sent against Coldbrook: {why}."
    else:
        assert "1st Hussars" in told[0] and mission(tiny).state == "flown"


@pytest.mark.rule("OB-AIR-04")
@pytest.mark.parametrize("unseen", ["Birch Cross", "Coldbrook"])
def test_an_unseen_enemy_keeps_no_aircraft_down(tiny: Store, unseen: str) -> None:
    """A column stands behind its spot as seen from the nearest enemy: towards Coldbrook if he is at Birch Cross. Its
    side, which has seen nobody, is to conclude nothing from it.
    """
    flying(tiny, AirType.GROUND_ATTACK)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))

    def column(board: JournalBoard) -> None:
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            put(named(board, Battalion, name), OnRoad(_road(board), 10_000))
        for name in ("I/9", "II/9"):
            put(named(board, Battalion, name), AtPlace(named(board, Place, unseen).id))

    stage(tiny, column)
    assert "lose their way" in " ".join(step(tiny, 1).receipt.lines)
    with reading(tiny) as board:
        assert not [line for line in board.rows(DiaryLine) if "not sent" in line.text]


def test_a_strike_at_a_unit_is_kept_back_where_it_was_seen_and_not_where_it_is(tiny: Store) -> None:
    flying(tiny, AirType.GROUND_ATTACK)
    located(tiny, "I/9", by="Alba", at="Coldbrook")
    do(tiny, TaskAir("No. 1 Group", "strike", "I/9"))
    stage(tiny, lambda board: put(named(board, Battalion, "I/9"), AtPlace(named(board, Place, "Ashford").id)))
    assert "lose their way" in " ".join(step(tiny, 1).receipt.lines), "that he is among own troops is not known"


def _road(board: JournalBoard) -> int:
    return int(named(board, Road, "birch_cross-coldbrook").id)


@pytest.mark.rule("OB-AIR-04")
def test_a_strike_at_a_halted_column_meets_the_few_that_are_there(tiny: Store) -> None:
    """Umpire 1.18: a battalion takes two kilometres of road, a company 300 m; four inches are half a kilometre."""
    flying(tiny, AirType.GROUND_ATTACK)

    def queue(board: JournalBoard) -> None:
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            put(named(board, Battalion, name), OnRoad(_road(board), 9000))
        named(board, Battalion, "1st Rifles").size = Size.COMPANY

    stage(tiny, queue)
    with reading(tiny) as board:
        army, theatre = load_army(board), load_theatre(board)
        at = {army.battalions[ident].name: spot for ident, spot in strung_out(army, theatre, DEFAULTS).items()}
        assert at["1st Rifles"] == OnRoad(_road(board), 9000), "the enemy is at Coldbrook, the road's far end"
        assert at["2nd Rifles"] == OnRoad(_road(board), 8700)
        assert at["1st Hussars"] == OnRoad(_road(board), 6700)
        on_the_spot = DEFAULTS.with_settings({"air.road_space": False})
        assert strung_out(army, theatre, on_the_spot) == {}
        way = theatre.way(_road(board))
        columns = [strung_out(army, theatre, DEFAULTS, about=way.at(metres), within_m=500) for metres in (0, 9000)]
        assert [len(column) for column in columns] == [0, 3], "columns far from a target are not looked at"

    def crowd(board: JournalBoard) -> None:
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            put(named(board, Battalion, name), OnRoad(_road(board), 300))

    stage(tiny, crowd)
    with reading(tiny) as board:
        metres = [spot.metres for spot in strung_out(load_army(board), load_theatre(board), DEFAULTS).values()]  # type: ignore[union-attr]
        assert metres == [300, 280, 140], "a road too short: they close up, and stay on it"


@pytest.mark.rule("OB-WX-02", "OB-AIR-10")
def test_a_sortie_takes_the_next_turn_in_which_it_can_fly(tiny: Store) -> None:
    flying(tiny, AirType.GROUND_ATTACK, missions_a_day=3)
    stage(tiny, lambda board: board.make(WeatherReport, day=1, turn=2, area="", sky=Sky.BAD, basis="rolled 1"))
    with pytest.raises(Refused, match=r"turn 1.2: bad weather over the battlefield: no air activity \(OB-WX-02\)"):
        do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook", "1.2"))
    told = do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook")).receipt
    assert "turn 1.3" in told.summary
    assert "bad weather over the battlefield" in told.lines[-1]
    assert told.lines[-2].startswith("your side has seen no enemy within half a kilometre of Coldbrook in this turn or")
    set_clock(tiny, 1, 4, Phase.MOVEMENT)
    assert "turn 2.2" in do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook")).receipt.summary, "2.1 is night"


def test_own_troops_near_the_target_tell_what_came_of_the_strike(tiny: Store) -> None:
    flying(tiny, AirType.MEDIUM_BOMBER)
    do(tiny, TaskAir("No. 1 Group", "strike", "Coldbrook"))
    stage(tiny, lambda board: put(named(board, Battalion, "1st Hussars"), OnRoad(_road(board), 11_300)))
    step(tiny, 2, 6, 6, 6, 6, 6, 6, *HITS_NOBODY[1:])
    assert unit(tiny, "I/9").state == "captured"
    assert mission(tiny).result.startswith("attacked the troops there: own troops saw infantry captured, infantry ")
