"""What changes on the roads out of a side's sight changes neither its routes nor what it is told, until its troops come
by (umpire 1.13)."""

from __future__ import annotations

import pytest

from campaign.actions.day_context import DayContext
from campaign.actions.supply import trace_for_the_turn
from campaign.errors import BadInput, NotFound
from campaign.journal import Done, JournalBoard, reading
from campaign.journal.undo import undo
from campaign.model import (
    Battalion,
    Crossing,
    DiaryLine,
    EngineeringTask,
    Obstacle,
    OldNews,
    Place,
    Road,
    Side,
    SupplyReport,
)
from campaign.queries.map.map import map_for
from campaign.queries.map.places import places
from campaign.queries.supply.supply import CAUSE_UNKNOWN, supply, supply_chain
from campaign.rules.common.dice import Seeded
from campaign.situation.army import load_army
from campaign.situation.names import viewer_named
from campaign.situation.old_news import changing
from campaign.situation.players import seats_of
from campaign.store import Store
from campaign.terms.forces import Engineers
from campaign.terms.ground import CrossingState, ObstacleKind, RoadKind, Surface
from campaign.terms.state import State, TaskState
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.verbs.adjustments import Adjust
from campaign.verbs.engineering import Engineer
from campaign.verbs.orders import GiveOrder
from campaign.views.map.map import SituationMap
from campaign.views.supply.supply import SupplyLink
from tests.actions.stage import do, set_clock, stage, step
from tests.queries.front import see
from tests.tiny import battalion as make_battalion
from tests.tiny import named

STRAIGHT = "10.0 km by Ashford - Birch Cross"
ROUND = "20.0 km by Ashford - Elm - Birch Cross"
ON_THE_ROAD = "5.0 km from Ashford on the metalled road to Birch Cross"
WADI = [("alba", "crossing:wadi"), ("brenn", "crossing:wadi")]


@pytest.fixture
def way_round(tiny: Store) -> Store:
    """Beside the road to Birch Cross a longer one by way of Elm; a bridge on the first, 4 km out; II/9 has sappers and
    is away."""

    def build(board: JournalBoard) -> None:
        elm = board.make(Place, key="elm", name="Elm", x_m=5000, y_m=8000)
        for a, b in (("ashford", elm.key), (elm.key, "birch_cross")):
            ends = {"a_id": named(board, Place, a).id, "b_id": named(board, Place, b).id}
            board.make(Road, key=f"{a}-{b}", length_m=10_000, kind=RoadKind.METALLED, surface=Surface.ROAD, **ends)
        road = named(board, Road, "ashford-birch_cross")
        board.make(
            Crossing, key="wadi", name="Wadi bridge", road_id=road.id, at_m=4000, state=CrossingState.PREPARED, spans=3
        )
        sappers = named(board, Battalion, "II/9")
        sappers.engineers, sappers.place_id, sappers.road_id, sappers.road_m = Engineers.SPECIALIST, None, road.id, 6000

    stage(tiny, build)
    set_clock(tiny, 1, 2, Phase.CLEARING)
    return tiny


def play(store: Store, turn: int) -> Done:
    """The march and the engineers' work of a turn of the first day; what the march said."""
    stage(store, lambda board: [setattr(b, "moved", False) for b in board.rows(Battalion)])
    set_clock(store, 1, turn, Phase.MOVEMENT)
    marched = step(store)
    set_clock(store, 1, turn, Phase.ENGINEERING)
    step(store)
    set_clock(store, *((1, turn + 1) if turn < 4 else (2, 1)), Phase.CLEARING)
    return marched


def block_and_leave(store: Store) -> None:
    """II/9 blocks the road 6 km from Ashford and goes home."""
    do(store, Engineer("II/9", "block road"))
    play(store, 2)
    stage(store, lambda board: go_home(board, "II/9"))


def go_home(board: JournalBoard, name: str) -> None:
    gone = named(board, Battalion, name)
    gone.place_id, gone.road_id, gone.road_m = named(board, Place, "coldbrook").id, None, None


def change(store: Store, state: CrossingState) -> None:
    """The bridge changes and nobody sees it."""

    def unseen(board: JournalBoard) -> None:
        bridge = named(board, Crossing, "wadi")
        with changing(board, bridge, ()):
            bridge.state = state

    stage(store, unseen)


def echo(store: Store, who: str = "1st Hussars", kind: str = "march") -> str:
    return "\n".join(do(store, GiveOrder(who, kind, "Birch Cross")).receipt.lines)


def seen(store: Store, who: str) -> SituationMap:
    with reading(store) as board:
        return map_for(board, viewer_named(load_army(board), who, seats_of(board)))


def news(store: Store) -> list[tuple[str, str]]:
    with reading(store) as board:
        sides = {side.id: side.key for side in board.rows(Side)}
        return sorted((sides[one.side_id], one.key) for one in board.rows(OldNews))


def metres(store: Store, name: str) -> int | None:
    with reading(store) as board:
        found: Battalion = named(board, Battalion, name)
        return found.road_m


@pytest.mark.rule("OB-OBS-01", "OB-OBS-04")
def test_a_column_goes_its_way_to_a_block_nobody_has_seen_halts_there_and_then_goes_round(way_round: Store) -> None:
    before = echo(way_round)
    do(way_round, GiveOrder("1st Hussars", "hold"))
    block_and_leave(way_round)
    assert STRAIGHT in before
    assert news(way_round) == [("alba", "obstacle:brenn_roadblock_1")]
    assert STRAIGHT in echo(way_round) and STRAIGHT in echo(way_round, kind="withdraw")
    done = play(way_round, 3)
    assert any("halted by Brenn roadblock 1 (roadblock)" in line for line in done.receipt.lines)
    assert metres(way_round, "1st Hussars") == 5999
    assert news(way_round) == []
    with reading(way_round) as board:
        told = [line.text for line in board.rows(DiaryLine) if line.side_id == named(board, Side, "alba").id]
    assert (
        "1st Hussars reports: Brenn roadblock 1 lies across the road, 4.0 km from Birch Cross on the metalled road to Ashford."
        in told
    )
    assert ROUND in echo(way_round, "1st Rifles")
    play(way_round, 4)
    assert metres(way_round, "1st Hussars") != 5999


def test_the_map_places_and_messages_tell_a_side_of_what_it_has_seen_only(way_round: Store) -> None:
    before = seen(way_round, "alba")
    block_and_leave(way_round)
    after = seen(way_round, "alba")
    assert (after.obstacles, after.crossings, after.roads) == (before.obstacles, before.crossings, before.roads)
    assert [one.name for one in seen(way_round, "brenn").obstacles] == ["Brenn roadblock 1"]
    with reading(way_round) as board:
        alba = viewer_named(load_army(board), "alba", seats_of(board))
        assert not [road.blocks for place in places(board, alba).places for road in place.roads if road.blocks]
        assert ("Brenn roadblock 1 (roadblock)",) in [
            road.blocks for road in places(board, UMPIRE, "Ashford").places[0].roads
        ]
    stage(way_round, lambda board: setattr(named(board, Battalion, "2nd Rifles"), "engineers", Engineers.SUPPORT))
    with pytest.raises(
        NotFound, match=r"^there is no obstacle, blown span or cut road called 'Brenn roadblock 1'. Known: Wadi bridge$"
    ):
        do(way_round, Engineer("2nd Rifles", "gap", "Brenn roadblock 1"))
    with pytest.raises(BadInput, match=r"Brenn roadblock 1"):
        do(way_round, Engineer("II/9", "gap"))


@pytest.mark.rule("OB-DEM-02", "OB-OBS-04")
def test_a_bridge_blown_out_of_sight_is_still_on_the_route_and_learned_of_when_it_comes_in_sight(
    way_round: Store,
) -> None:
    before = seen(way_round, "alba")
    change(way_round, CrossingState("destroyed"))
    assert news(way_round) == WADI
    assert seen(way_round, "alba").crossings == before.crossings
    assert STRAIGHT in echo(way_round)
    done = play(way_round, 3)
    assert any("halted by Wadi bridge (destroyed)" in line for line in done.receipt.lines)
    assert news(way_round) == WADI[1:]
    stage(way_round, lambda board: go_home(board, "1st Hussars"))
    assert [one.state for one in seen(way_round, "alba").crossings] == [CrossingState.DESTROYED]


def test_a_side_may_order_what_it_takes_to_be_possible_and_finds_out_at_the_spot(way_round: Store) -> None:
    change(way_round, CrossingState("span blown"))
    stage(way_round, lambda board: setattr(named(board, Battalion, "1st Hussars"), "engineers", Engineers.SPECIALIST))
    do(way_round, Engineer("1st Hussars", "blow span", "Wadi bridge"))
    play(way_round, 2)
    assert metres(way_round, "1st Hussars") == 3999
    play(way_round, 3)
    with reading(way_round) as board:
        (task,) = board.rows(EngineeringTask)
    assert task.state is TaskState.ABANDONED


def test_what_is_undone_is_not_known_and_what_is_mended_unseen_is_taken_for_broken(way_round: Store) -> None:
    change(way_round, CrossingState("destroyed"))
    change(way_round, CrossingState("prepared"))
    assert news(way_round) == []
    undo(way_round, None, actor="umpire")
    assert news(way_round) == WADI
    stage(way_round, lambda board: [board.erase(one) for one in board.rows(OldNews)])
    change(way_round, CrossingState("bridged"))
    assert ROUND in echo(way_round)


def test_the_umpire_s_word_on_a_bridge_is_heard_by_the_side_that_holds_an_end_of_its_road(way_round: Store) -> None:
    do(way_round, Adjust("Wadi bridge", state="destroyed", why="blown"))
    assert news(way_round) == []
    stage(
        way_round,
        lambda board: [setattr(place, "owner_id", named(board, Side, "brenn").id) for place in board.rows(Place)],
    )
    stage(way_round, lambda board: [go_home(board, name) for name in ("1st Rifles", "2nd Rifles", "1st Hussars")])
    do(way_round, Adjust("Wadi bridge", state="bridged", why="mended"))
    assert news(way_round) == WADI[:1]


def forward(board: JournalBoard) -> None:
    """The division and its troops at Birch Cross, its corps at Ashford; the enemy out of the way."""
    brigade = next(f for f in load_army(board).commands() if f.name == "1st Brigade")
    birch, ashford = named(board, Place, "birch_cross").id, named(board, Place, "ashford").id
    corps = next(f for f in load_army(board).formations.values() if f.name == "I Corps").id
    division = next(f for f in load_army(board).formations.values() if f.name == "1st Division").id
    for name, head, place in (("HQ I Corps", corps, ashford), ("HQ 1st Division", division, birch)):
        make_battalion(board, name, brigade, headquarters_of_id=head, place_id=place, organic_id=head, present_id=head)
    for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
        named(board, Battalion, name).place_id = birch
    for one in board.rows(Battalion):
        if one.side_id == named(board, Side, "brenn").id:
            one.place_id, one.road_id, one.road_m = named(board, Place, "coldbrook").id, None, None


def wall(board: JournalBoard) -> None:
    """Nobody passes by Elm."""
    for key in ("ashford-elm", "elm-birch_cross"):
        road = named(board, Road, key).id
        board.make(Obstacle, key=f"wall_{key}", name=f"Wall {key}", road_id=road, at_m=5000, kind=ObstacleKind.DITCH)


def told_of(store: Store, who: str) -> tuple[SupplyLink, SupplyLink]:
    """The division's link as it is traced now and as the last report has it."""
    with reading(store) as board:
        viewer = viewer_named(load_army(board), who, seats_of(board))
        (stored,) = [
            link for link in supply(board, viewer, "1st Division").sides[0].links if link.formation == "1st Division"
        ]
        return supply_chain(board, viewer, "1st Division").links[-1], stored


def trace(store: Store) -> None:
    """The turn's report anew."""
    stage(store, lambda board: [board.erase(report) for report in board.rows(SupplyReport)])
    stage(store, lambda board: trace_for_the_turn(DayContext(board, Seeded("1"))))


def test_a_supply_line_that_runs_round_something_unseen_is_told_by_the_way_its_side_knows(way_round: Store) -> None:
    stage(way_round, forward)
    trace(way_round)
    before = told_of(way_round, "alba")
    assert all("Elm" not in link.route and link.in_supply for link in before)
    change(way_round, CrossingState("destroyed"))
    trace(way_round)
    assert told_of(way_round, "alba") == before
    assert all("Elm" in link.route and link.in_supply for link in told_of(way_round, "umpire"))


def test_an_enemy_nobody_has_seen_does_not_bend_the_supply_line_that_is_shown(way_round: Store) -> None:
    stage(way_round, forward)
    trace(way_round)
    before = told_of(way_round, "alba"), seen(way_round, "alba").supply

    def sit(board: JournalBoard) -> None:
        enemy = named(board, Battalion, "II/9")
        enemy.place_id, enemy.road_id, enemy.road_m = None, named(board, Road, "ashford-birch_cross").id, 5000

    stage(way_round, sit)
    trace(way_round)
    assert (told_of(way_round, "alba"), seen(way_round, "alba").supply) == before
    assert all("Elm" in link.route for link in told_of(way_round, "umpire"))


def test_supply_cut_by_an_unseen_block_is_cut_by_an_unknown_cause(way_round: Store) -> None:
    stage(way_round, lambda board: (forward(board), wall(board)))
    change(way_round, CrossingState("destroyed"))
    trace(way_round)
    (now, stored), (so, _) = told_of(way_round, "alba"), told_of(way_round, "umpire")
    assert not now.in_supply and not so.in_supply
    for link in (now, stored):
        assert link.why == CAUSE_UNKNOWN and link.blocked_by == () and "Elm" not in link.route
    assert "Wadi bridge" in so.why


def in_words(board: JournalBoard) -> None:
    """The report as it was before revision 0010, with what lies across a road in words; one for both sides."""
    (report,) = board.rows(SupplyReport)
    words = {"blocks": ["Wadi bridge (destroyed), 1.0 km from Elm"]}
    report.content = {key: {**record, **words, "known": {**record, **words}} for key, record in report.content.items()}


def test_what_an_old_report_tells_in_words_is_told_to_the_umpire_only(way_round: Store) -> None:
    stage(way_round, lambda board: (forward(board), wall(board)))
    change(way_round, CrossingState("destroyed"))
    trace(way_round)
    stage(way_round, in_words)
    assert told_of(way_round, "umpire")[1].blocked_by == ("Wadi bridge (destroyed), 1.0 km from Elm",)
    stored = told_of(way_round, "alba")[1]
    assert stored.blocked_by == () and stored.why == CAUSE_UNKNOWN


def test_the_umpire_reads_what_lies_across_the_way_as_it_was_traced(way_round: Store) -> None:
    stage(way_round, lambda board: (forward(board), wall(board)))
    change(way_round, CrossingState("destroyed"))
    trace(way_round)
    now, stored = told_of(way_round, "umpire")
    assert now.blocked_by == stored.blocked_by
    assert all("Wadi bridge (destroyed), " in words for words in now.blocked_by) and now.blocked_by


def between(board: JournalBoard, *, metres: int | None) -> None:
    """II/9 astride the road to Birch Cross so far out, or gone; nobody of the other side sees it."""
    enemy, road = named(board, Battalion, "II/9"), named(board, Road, "ashford-birch_cross").id
    enemy.place_id, enemy.road_id, enemy.road_m = (
        (named(board, Place, "coldbrook").id, None, None) if metres is None else (None, road, metres)
    )


def test_who_steps_on_the_road_unseen_cuts_it_for_its_side_at_the_next_trace_and_until_the_one_after(
    way_round: Store,
) -> None:
    stage(way_round, lambda board: (forward(board), wall(board)))
    trace(way_round)
    before = told_of(way_round, "alba")
    stage(way_round, lambda board: between(board, metres=5000))
    assert told_of(way_round, "alba") == before and before[0].in_supply
    assert not told_of(way_round, "umpire")[0].in_supply
    trace(way_round)
    cut = told_of(way_round, "alba")
    assert [(link.in_supply, link.why) for link in cut] == [(False, CAUSE_UNKNOWN)] * 2
    stage(way_round, lambda board: between(board, metres=None))
    assert told_of(way_round, "alba") == cut
    assert told_of(way_round, "umpire")[0].in_supply
    trace(way_round)
    assert told_of(way_round, "alba") == before


@pytest.mark.parametrize("turn", [1, 2])
def test_an_enemy_seen_before_the_trace_does_not_cut_what_it_found_open(way_round: Store, turn: int) -> None:
    """Seen on the road in turn 1, gone when supply was traced in turn 2: it holds, by a way not known. Seen there
    since: it is cut by him."""
    stage(way_round, lambda board: (forward(board), wall(board)))
    stage(way_round, lambda board: see(board, "Alba", "II/9", turn=turn, where=ON_THE_ROAD))
    set_clock(way_round, 1, 2, Phase.MOVEMENT)
    trace(way_round)
    now, stored = told_of(way_round, "alba")
    assert stored.in_supply and stored.route == ""
    assert (now.in_supply, now.route) == ((True, "") if turn == 1 else (False, now.route))
    assert bool(now.cut_by) == (turn == 2)


def test_of_a_link_below_one_that_is_cut_a_side_knows_what_it_takes_to_be_so(way_round: Store) -> None:
    """Nothing follows from it yet: not even that it is cut is told."""
    stage(way_round, lambda board: (forward(board), wall(board)))
    stage(way_round, lambda board: setattr(named(board, Battalion, "HQ I Corps"), "state", State.SPENT))
    trace(way_round)
    before = told_of(way_round, "alba")
    change(way_round, CrossingState("destroyed"))
    trace(way_round)
    assert told_of(way_round, "alba") == before
    assert not told_of(way_round, "umpire")[0].linked
