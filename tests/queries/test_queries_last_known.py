"""What a side last knew of an enemy stands until it learns better, and it counts what concerns itself only (umpire
1.13)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from campaign.actions.decisions import Decide
from campaign.actions.permissions import in_campaign_terms
from campaign.errors import Ambiguous
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Battle, BattleUnit, Decision, Formation, Place, Side, Sighting
from campaign.queries.battle.packet import side_papers
from campaign.queries.contacts.sightings import sightings
from campaign.queries.day.decisions import decisions
from campaign.queries.map.map import map_for
from campaign.queries.orbat.units import unit
from campaign.queries.players.side_copy import side_copy
from campaign.queries.supply.supply_threats import supply_vulnerable
from campaign.situation.army import load_army
from campaign.situation.knowledge import load_knowledge
from campaign.store import Store
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import BattleState, Posture, State
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.views.orbat.units import BattalionSheet
from tests.tiny import battalion, by_hand, named


def side(board: JournalBoard, name: str) -> Side:
    found: Side = named(board, Side, name)
    return found


@pytest.fixture
def sighted(front: Store) -> Store:
    """Alba has seen II/9 at Birch Cross, unnamed, and I/9 at Coldbrook, which its battle with II/9 does not concern."""
    with by_hand(front) as board:
        board.rows(Battle)[0].table = {
            "width_in": 96,
            "depth_in": 40,
            "scale_in_per_km": 8,
            "centre": [10_000, 0],
            "turned_deg": 0,
        }
        for name, place in (("II/9", "birch_cross"), ("I/9", "coldbrook")):
            at, unit = named(board, Place, place), named(board, Battalion, name)
            board.make(
                Sighting,
                day=1,
                turn=1,
                seconds=60,
                side_id=side(board, "alba").id,
                battalion_id=unit.id,
                place_id=at.id,
                arm=Arm.INFANTRY,
                mark=SizeMark.BATTALION,
                seen_by="1st Hussars",
                how="location range",
            )
    return front


def everything(store: Store, who: str) -> str:
    """What a side can get of the situation, as one text."""
    with reading(store) as board:
        viewer = Viewer(side(board, who).id)
        views = (
            side_copy(board, viewer),
            map_for(board, viewer),
            sightings(board, viewer),
            supply_vulnerable(board, viewer),
            side_papers(board, viewer, "1"),
        )
        return re.sub(
            r"entries=\d+|entry=\d+, head='\w*'", "", "\n".join(map(repr, views))
        )  # how many entries the journal has is no part of the situation


def fall(board: JournalBoard) -> None:
    gone = named(board, Battalion, "I/9")
    gone.state, gone.on_map, gone.place_id, gone.men = State.DESTROYED, False, None, 0


def weaken(board: JournalBoard) -> None:
    one = named(board, Battalion, "I/9")
    one.men, one.state, one.posture, one.dug_in_turns, one.resting = 420, State.SPENT, Posture.RESERVE, 2, True


def leave_the_map(board: JournalBoard) -> None:
    gone = named(board, Battalion, "I/9")
    gone.on_map, gone.place_id = False, None


@pytest.mark.parametrize("change", [fall, weaken, leave_the_map])
def test_what_becomes_of_an_enemy_out_of_sight_changes_nothing_that_is_shown(
    sighted: Store, change: Callable[[JournalBoard], None]
) -> None:
    before = everything(sighted, "alba")
    assert "Coldbrook" in before
    with by_hand(sighted) as board:
        change(board)
    assert everything(sighted, "alba") == before


def test_an_enemy_who_fell_in_a_battle_of_ours_is_gone_until_seen_again(sighted: Store) -> None:
    def shown() -> list[str]:
        with reading(sighted) as board:
            return sorted(unit.where for unit in sightings(board, Viewer(side(board, "alba").id)).sightings)

    assert shown() == ["Birch Cross", "Coldbrook"]
    with by_hand(sighted) as board:
        (battle,) = board.rows(Battle)
        enemy = named(board, Battalion, "II/9")
        line = next(u for u in board.rows(BattleUnit) if u.battalion_id == enemy.id)
        battle.state, battle.reached_day, battle.reached_turn, line.end_state = (
            BattleState.SETTLED,
            1,
            1,
            State.DESTROYED,
        )
        enemy.state, enemy.on_map, enemy.place_id = State.DESTROYED, False, None
    assert shown() == ["Coldbrook"]
    with by_hand(sighted) as board:
        board.make(
            Sighting,
            day=1,
            turn=2,
            seconds=0,
            side_id=side(board, "alba").id,
            battalion_id=named(board, Battalion, "II/9").id,
            place_id=named(board, Place, "ashford").id,
            arm=Arm.INFANTRY,
            mark=SizeMark.BATTALION,
            seen_by="x",
            how="location range",
        )
    assert shown() == ["Ashford", "Coldbrook"]


def test_a_part_that_was_split_off_has_no_id_on_a_player_s_paper(front: Store) -> None:
    """Ids are given to both sides in turn: this one would tell how much the other side has done."""
    with by_hand(front) as board:
        rifles = named(board, Battalion, "2nd Rifles")
        part = battalion(
            board,
            "2nd Rifles, company",
            named(board, Formation, "1st Brigade"),
            place_id=rifles.place_id,
            parent_id=rifles.id,
        )
        ident = part.id
    with reading(front) as board:
        alba = Viewer(side(board, "alba").id)
        for viewer, shown in ((UMPIRE, ident), (alba, None)):
            sheet = unit(board, viewer, "2nd Rifles, company")
            assert isinstance(sheet, BattalionSheet) and sheet.id == shown
        with pytest.raises(
            Ambiguous, match="\\[2nd_rifles,_company\\]\\. Write more letters of the name, or the word in brackets"
        ):
            unit(board, alba, "2nd Ri")


def test_a_side_counts_its_own_decisions(sighted: Store) -> None:
    with reading(sighted) as board:
        alba, brenn = (Viewer(side(board, name).id) for name in ("alba", "brenn"))
        assert [line.number for line in decisions(board, UMPIRE).owed] == [1, 2]
        assert (
            [line.number for line in decisions(board, alba).owed]
            == [line.number for line in decisions(board, brenn).owed]
            == [1]
        )
        own = load_knowledge(board, load_army(board), alba)
        assert in_campaign_terms(board, own, Decide(1, "2")) == Decide(2, "2")
        assert '"number": 2' not in json.dumps(repr(side_copy(board, alba).decisions))
    with by_hand(sighted) as board:
        board.erase(next(row for row in board.rows(Decision) if row.number == 1))
    with reading(sighted) as board:
        assert [line.number for line in decisions(board, UMPIRE).owed] == [2]
