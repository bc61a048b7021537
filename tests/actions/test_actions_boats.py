"""Water crossed without a bridge on the tiny map: assault boats that engineers ready, and tanks that swim (OB-AMPH)."""

from __future__ import annotations

import pytest

from campaign.actions.house_rules import SetRule
from campaign.errors import BadInput, Refused
from campaign.journal import JournalBoard, reading, undo
from campaign.journal.digest import digest
from campaign.journal.undo import redo
from campaign.model import Battalion, Crossing, EngineeringTask, Formation
from campaign.queries.orbat.tasks import engineer_papers, tasks
from campaign.situation.army import load_army
from campaign.situation.ground import load_theatre
from campaign.situation.passages import load_passages
from campaign.store import Store
from campaign.terms.forces import Armour, CasualtyColumn, Engineers
from campaign.terms.ground import CrossingState
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.engineering import Engineer
from campaign.verbs.orders import GiveOrder
from tests.actions.stage import do, set_clock, stage
from tests.actions.test_actions_engineering import SHORT_OF_IT, WADI_M, bridge, metres, said, stand, turns
from tests.tiny import battalion as make_battalion
from tests.tiny import named


@pytest.fixture
def wadi(tiny: Store) -> Store:
    """The bridge is gone; the hussars, who have sappers, and both battalions of rifles stand before it, to march to
    Birch Cross."""

    def build(board: JournalBoard) -> None:
        named(board, Battalion, "1st Hussars").engineers = Engineers.SPECIALIST
        home = named(board, Battalion, "1st Rifles")
        make_battalion(board, "3rd Rifles", board.row(Formation, home.organic_id), place_id=home.place_id)

    bridge(tiny, state=CrossingState.DESTROYED)
    stage(tiny, build)
    for name in ("1st Hussars", "1st Rifles", "2nd Rifles", "3rd Rifles"):
        stand(tiny, name)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    return tiny


def boats(store: Store, *carry: str) -> None:
    do(store, Engineer("1st Hussars", "boats", "Wadi bridge", carry=carry))


def march(store: Store, *names: str, to: str = "Birch Cross") -> None:
    for name in names:
        do(store, GiveOrder(name, "march", to))


def dated(store: Store) -> str:
    with reading(store) as board:
        return digest(board)


FAR_BANK = WADI_M + 125


@pytest.mark.rule("OB-AMPH-01", "OB-AMPH-04", "OB-AMPH-05", "OB-AMB-118")
def test_two_battalions_of_infantry_cross_the_turn_after_the_boats_are_ready_and_stay_at_the_river(wadi: Store) -> None:
    boats(wadi, "1st Rifles", "2nd Rifles")
    done = turns(wadi, (1, 2))
    assert "the boats are ready at Wadi bridge" in said(done)
    assert metres(wadi, "1st Rifles") == SHORT_OF_IT
    march(wadi, "1st Rifles", "2nd Rifles", "3rd Rifles")
    done = turns(wadi, (1, 3))
    assert "1st Rifles crosses the water at Wadi bridge, in assault boats" in said(done)
    far = metres(wadi, "1st Rifles")
    assert far is not None and WADI_M < far <= FAR_BANK and metres(wadi, "2nd Rifles") == far
    assert metres(wadi, "3rd Rifles") == SHORT_OF_IT
    done = turns(wadi, (1, 4))
    assert metres(wadi, "1st Rifles") == far
    assert "1st Rifles cannot march: it came over in boats and stays at Wadi bridge until a bridge or a ferry " in said(
        done
    )


@pytest.mark.rule("OB-AMB-125")
def test_once_there_is_a_bridge_they_go_on(wadi: Store) -> None:
    boats(wadi, "1st Rifles")
    turns(wadi, (1, 2))
    march(wadi, "1st Rifles")
    turns(wadi, (1, 3))
    do(wadi, Engineer("1st Hussars", "bridge", "Wadi bridge", "foot"))
    turns(wadi, (1, 4), (2, 1))
    far = metres(wadi, "1st Rifles")
    turns(wadi, (2, 2))
    assert far is not None and metres(wadi, "1st Rifles") != far


def test_who_is_not_at_the_boats_yet_halts_before_the_water(wadi: Store) -> None:
    stand(wadi, "1st Rifles", 1000)
    boats(wadi, "1st Rifles")
    turns(wadi, (1, 2))
    march(wadi, "1st Rifles")
    turns(wadi, (1, 3))
    near = metres(wadi, "1st Rifles")
    assert near is not None and 1000 < near < WADI_M
    turns(wadi, (1, 4))
    assert (metres(wadi, "1st Rifles") or 0) > WADI_M


@pytest.mark.parametrize(
    ("armour", "column", "needed"),
    [
        pytest.param(Armour.NONE, CasualtyColumn.INFANTRY, 1, marks=pytest.mark.rule("OB-AMPH-01")),
        pytest.param(Armour.LIGHT, CasualtyColumn.OTHERS, 2, marks=pytest.mark.rule("OB-AMPH-02")),
        pytest.param(Armour.MEDIUM, CasualtyColumn.OTHERS, 3, marks=pytest.mark.rule("OB-AMPH-03")),
    ],
)
def test_how_long_it_takes(wadi: Store, armour: Armour, column: CasualtyColumn, needed: int) -> None:
    def change(board: JournalBoard) -> None:
        unit = named(board, Battalion, "2nd Rifles")
        unit.armour, unit.casualty_column = armour, column

    stage(wadi, change)
    boats(wadi, "2nd Rifles")
    with reading(wadi) as board:
        (task,) = board.rows(EngineeringTask)
        assert task.turns_needed == needed and list(task.carries.values()) == [False]
    if column is CasualtyColumn.OTHERS:
        with pytest.raises(BadInput, match="can carry at most 1 battalion of this kind at a time, but 2 were named"):
            boats(wadi, "1st Rifles", "2nd Rifles")


def test_boats_stand_in_the_list_of_tasks_and_on_the_engineers_paper(wadi: Store) -> None:
    boats(wadi, "1st Rifles")
    with reading(wadi) as board:
        (line,) = tasks(board, UMPIRE).tasks
        assert (line.kind, line.rule) == ("assault boats", "OB-AMPH-01")
        assert [work.task.kind for paper in engineer_papers(board, UMPIRE) for work in paper.in_hand] == [
            "assault boats"
        ]


@pytest.mark.rule("OB-AMPH-03", "OB-AMB-121")
def test_what_boats_do_not_carry_is_refused(wadi: Store) -> None:
    with pytest.raises(BadInput, match=r"boats cannot cross empty\."):
        boats(wadi)
    with pytest.raises(BadInput, match="carry at most 2 battalions of this kind at a time, but 3 were named"):
        boats(wadi, "1st Rifles", "2nd Rifles", "3rd Rifles")
    with pytest.raises(Refused, match="1st Hussars cannot carry I/9 across"):
        boats(wadi, "I/9")
    with pytest.raises(Refused, match="2nd Rifles: readying assault boats needs specialist engineers"):
        do(wadi, Engineer("2nd Rifles", "boats", "Wadi bridge", carry=("1st Rifles",)))
    with pytest.raises(BadInput, match="bridge cannot carry 1st Rifles across"):
        do(wadi, Engineer("1st Hussars", "bridge", "Wadi bridge", "foot", carry=("1st Rifles",)))
    do(wadi, SetRule("brg.ferry_rule", "half the bridge"))
    with pytest.raises(BadInput, match="cross rivers only by bridges and permanent ferries"):
        boats(wadi, "1st Rifles")
    stage(wadi, lambda board: setattr(board.rows(Crossing)[0], "state", CrossingState.INTACT))
    with pytest.raises(Refused, match="Wadi bridge is intact: there is no need to cross the water beside it"):
        boats(wadi, "1st Rifles")


def test_supply_does_not_run_over_boats(wadi: Store) -> None:
    boats(wadi, "1st Rifles")
    turns(wadi, (1, 2))
    with reading(wadi) as board:
        army = load_army(board)
        passages = load_passages(board, army, load_theatre(board))
        (key,) = passages.waters
        assert all(key in passages.closed_to_supply(side) for side in army.sides)
        assert key not in passages.barred(named(board, Battalion, "1st Rifles"))
        assert key in passages.barred(named(board, Battalion, "2nd Rifles"))


def swimmer(store: Store) -> None:
    stage(store, lambda board: setattr(named(board, Battalion, "1st Hussars"), "carried_by", "DD"))


@pytest.mark.rule("OB-AMPH-08", "OB-AMPH-09", "OB-WC-101")
def test_tanks_that_swim_need_two_turns_cross_in_the_third_go_on_and_swim_once(wadi: Store) -> None:
    swimmer(wadi)
    do(wadi, Engineer("1st Hussars", "swim", "Wadi bridge"))
    assert "ready to swim" not in said(turns(wadi, (1, 2)))
    assert "the tanks are ready to swim" in said(turns(wadi, (1, 3)))
    march(wadi, "1st Hussars")
    done = turns(wadi, (1, 4))
    assert "1st Hussars crosses the water at Wadi bridge, swimming" in said(done)
    far = metres(wadi, "1st Hussars")
    assert far is not None and WADI_M < far <= FAR_BANK
    with pytest.raises(Refused, match="works only once and has been used"):
        do(wadi, Engineer("1st Hussars", "swim", "Wadi bridge"))
    turns(wadi, (2, 1))
    assert metres(wadi, "1st Hussars") != far


def test_others_do_not_swim(wadi: Store) -> None:
    with pytest.raises(Refused, match="2nd Rifles cannot swim"):
        do(wadi, Engineer("2nd Rifles", "swim", "Wadi bridge"))


def test_a_crossing_is_taken_back_and_brought_again(wadi: Store) -> None:
    boats(wadi, "1st Rifles")
    turns(wadi, (1, 2))
    march(wadi, "1st Rifles")
    before = dated(wadi)
    turns(wadi, (1, 3))
    after = dated(wadi)
    for _ in range(6):
        if dated(wadi) == before:
            break
        undo(wadi, actor="umpire")
    assert dated(wadi) == before
    redo(wadi, everything=True, actor="umpire")
    assert dated(wadi) == after
