"""Prisoners and fulfilled orders are counted battle by battle, for the eyes of their own side (umpire 1.10, 1.14)."""

from __future__ import annotations

from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Battle, BattleUnit, Formation, Place, Return, Side
from campaign.queries.battle.battles import battle
from campaign.queries.contacts.sitrep import sitreps
from campaign.store import Store
from campaign.terms.state import BattleState, Role, State
from campaign.terms.viewer import Viewer
from tests.actions.stage import stage
from tests.tiny import named


def fought(board: JournalBoard) -> None:
    """A battle of two sessions: Alba took 70 and then 5 and lost 12; its brigade fulfilled its orders in part, then
    wholly."""
    lie = {"width_in": 96, "depth_in": 40, "scale_in_per_km": 8, "centre": [10_000, 0], "turned_deg": 0}
    place, alba = named(board, Place, "Birch Cross"), named(board, Side, "Alba")
    made = board.make(
        Battle,
        number=1,
        name="Birch Cross",
        code="TINY-1",
        tabletop="brevity",
        place_id=place.id,
        day=1,
        turn=2,
        state=BattleState.SETTLED,
        table=lie,
        attacker_id=alba.id,
    )
    for line, (name, command) in enumerate((("1st Rifles", "1st Brigade"), ("I/9", "9th Regiment")), 1):
        unit = named(board, Battalion, name)
        board.make(
            BattleUnit,
            battle_id=made.id,
            battalion_id=unit.id,
            side_id=unit.side_id,
            command_id=named(board, Formation, command).id,
            line=line,
            role=Role.ENGAGED,
            start_state=State.FRESH,
            end_state=State.FRESH,
        )
    feet = (
        {"prisoners_taken": 70, "prisoners_lost": 12, "orders": {"A": "in part"}},
        {"prisoners_taken": 5, "orders": {"A": "yes"}},
    )
    for session, foot in enumerate(feet, 1):
        board.make(Return, battle_id=made.id, side_id=alba.id, session=session, content={"foot": foot}, settled=True)


def test_a_battle_shows_its_own_side_what_it_took_and_fulfilled(tiny: Store) -> None:
    stage(tiny, fought)
    with reading(tiny) as board:
        alba, brenn = (named(board, Side, name).id for name in ("Alba", "Brenn"))
        ours, theirs = battle(board, Viewer(), "1").sides
        assert (ours.prisoners, ours.orders) == ("75 taken, 12 lost", (("1st Brigade", "yes"),))
        assert (theirs.prisoners, theirs.orders) == ("", ())
        seen_by_them = next(side for side in battle(board, Viewer(brenn), "1").sides if side.side == "Alba")
        assert (seen_by_them.prisoners, seen_by_them.orders) == ("", ())
        (report,) = sitreps(board, Viewer(alba), side=alba)
        assert report.prisoners == "75 taken, 12 lost"
        (other,) = sitreps(board, Viewer(brenn), side=brenn)
        assert other.prisoners == ""
