"""The situation map on the front of tests/queries/front.py: what each viewer finds on it, value by value."""

import pytest
from sqlalchemy import event

from campaign.errors import NotAllowed
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Crossing, Feature, Obstacle, Place, Road, Side
from campaign.queries.common.outlook import look
from campaign.queries.map.map import map_for, situation_maps
from campaign.queries.supply.supply_paper import supply_papers
from campaign.situation.old_news import spread
from campaign.store import Store
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.ground import CrossingState, FeatureKind, ObstacleKind, RoadKind, Surface
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE
from campaign.views.map.map import (
    MapBattle,
    MapContact,
    MapPlace,
    MapRoad,
    MapSide,
    MapSupply,
    MapUnit,
    MapZone,
    SituationMap,
)
from campaign.words.symbol import Complement, Frame
from tests.queries.front import cut_off, see, viewer_of
from tests.tiny import battalion, by_hand, named

ALBA, BRENN = MapSide("Alba", "#1f4e79", Frame.OWN), MapSide("Brenn", "#8c2d19", Frame.ENEMY)


def drawn(store: Store, who: str) -> SituationMap:
    with reading(store) as board:
        return map_for(board, viewer_of(board, who))


def names(units: tuple[MapUnit, ...]) -> dict[str, tuple[int, int]]:
    return {unit.label: unit.at for unit in units}


def test_the_umpire_has_both_sides_where_they_stand(front: Store) -> None:
    view = drawn(front, "umpire")
    assert view.sides == (ALBA, BRENN)
    assert (view.masthead.title, view.masthead.subtitle, view.masthead.side) == (
        "Situation map",
        "both sides as they are",
        "Umpire",
    )
    assert names(view.units) == {
        "1st Rifles": (0, 0),
        "2nd Rifles": (0, 0),
        "1st Hussars": (0, 0),
        "5th Fusiliers": (0, 0),
        "HQ 1st Division": (0, 0),
        "HQ 1st Brigade": (0, 0),
        "I/9": (22_000, 0),
        "II/9": (10_000, 0),
        "HQ 9th Regiment": (22_000, 0),
        "Wachtmann Company": (22_000, 0),
    }
    assert {unit.label: unit.symbol.frame for unit in view.units if unit.label in ("1st Rifles", "I/9")} == {
        "1st Rifles": Frame.OWN,
        "I/9": Frame.ENEMY,
    }
    assert next(unit.symbol.state for unit in view.units if unit.label == "1st Rifles") is State.SPENT
    assert all(unit.age == "" for unit in view.units)
    assert (view.enemy_notes, view.nobody, view.unheld) == ((), "", "held by neither side")


def test_the_ground_is_drawn_with_who_holds_it_and_what_it_scores(front: Store) -> None:
    view = drawn(front, "umpire")
    assert view.places == (
        MapPlace("Ashford", (0, 0), Frame.OWN, home_of="Alba"),
        MapPlace("Birch Cross", (10_000, 0), Frame.ENEMY, is_objective=True),
        MapPlace("Coldbrook", (22_000, 0), Frame.ENEMY, is_objective=True, home_of="Brenn"),
    )
    assert view.roads == (
        MapRoad(RoadKind.METALLED, Surface.ROAD, ((0, 0), (10_000, 0)), "Ashford", "Birch Cross", 10_000),
        MapRoad(RoadKind.METALLED, Surface.ROAD, ((10_000, 0), (22_000, 0)), "Birch Cross", "Coldbrook", 12_000),
    )


def test_a_side_has_its_own_and_only_its_own_ground_is_marked(front: Store) -> None:
    view = drawn(front, "brenn")
    assert view.sides == (MapSide("Brenn", "#8c2d19", Frame.OWN), MapSide("Alba", "#1f4e79", Frame.ENEMY))
    assert set(names(view.units)) == {"I/9", "II/9", "HQ 9th Regiment", "Wachtmann Company"}
    assert [(place.held, place.is_objective) for place in view.places] == [
        (None, False),
        (Frame.OWN, False),
        (Frame.OWN, True),
    ]
    assert view.unheld == "not ours"
    assert view.masthead.use == "This is what you know; it may not be the whole truth."


def _sighted(board: JournalBoard, *, where: str, turn: int = 1, named_: bool = False, of: str = "I/9") -> None:
    see(board, "alba", of, turn=turn, named_=named_, where=where)


def test_an_enemy_stands_where_he_was_seen_last_and_bears_the_age_of_the_news(front: Store) -> None:
    with by_hand(front) as board:
        _sighted(board, where="2.0 km from Coldbrook on the metalled road to Birch Cross")
        _sighted(board, where="Coldbrook", named_=True, of="II/9")
        _sighted(board, where="Birch Cross", of="Wachtmann Company")
    view = drawn(front, "alba")
    enemies = [unit for unit in view.units if unit.side == 1]
    assert [(unit.at, unit.label, unit.age) for unit in enemies] == [
        ((20_000, 0), "", "now"),
        ((10_000, 0), "", "now"),
        ((22_000, 0), "II/9", "now"),
    ]
    assert (enemies[0].symbol.arm, enemies[0].symbol.mark, enemies[0].symbol.number) == (
        Arm.INFANTRY,
        SizeMark.BATTALION,
        "",
    )
    assert [zone.at for zone in view.zones] == [(20_000, 0), (10_000, 0), (22_000, 0)]
    assert {(fact.label, fact.text) for fact in view.enemy_notes} == {
        ("2.0 km from Coldbrook on the metalled road to Birch Cross", "infantry, battalion. now"),
        ("Coldbrook", "II/9. now"),
        ("Birch Cross", "infantry, company. now"),
    }


def test_a_commander_has_his_own_troops_and_his_neighbours_and_no_others(front: Store) -> None:
    with by_hand(front) as board:
        third = named(board, Battalion, "5th Fusiliers")
        assert third.present_id
    ash, elm = drawn(front, "ash"), drawn(front, "elm")
    assert "5th Fusiliers" in names(ash.units)
    assert (ash.commander, elm.commander) == ("Brigadier Ash", "Brigadier Elm")
    assert not {"I/9", "II/9"} & set(names(ash.units))
    with reading(front) as board, pytest.raises(NotAllowed, match="cannot see the papers of Brigadier Elm"):
        map_for(board, viewer_of(board, "ash"), "elm")


def test_contacts_and_battles_are_where_they_are(front: Store) -> None:
    view = drawn(front, "umpire")
    assert view.contacts == (MapContact((0, 0), "23:00", "1st Rifles – II/9"),)
    assert view.battles == (MapBattle(1, "Birch Cross", (10_000, 0), "proposed"),)
    assert drawn(front, "alba").contacts == (MapContact((0, 0), "23:00", "1st Rifles – an enemy"),)


def test_supply_runs_from_the_home_edge_and_is_cut_where_the_enemy_s_range_begins(front: Store) -> None:
    with by_hand(front) as board:
        cut_off(board)
    view = drawn(front, "umpire")
    (zone,) = [zone for zone in view.zones if zone.side == 1]
    (cut,) = [cut for cut in view.cuts if cut.side == 0]
    assert zone == MapZone((2500, 0), zone.radius_m, 1)
    assert (cut.at, cut.text) == ((2500 - zone.radius_m, 0), "1st Brigade: supply cut by II/9")
    assert MapSupply(0, ((0, 0), cut.at)) in view.supply
    assert MapSupply(0, (cut.at, (4600, 0)), is_open=False) in view.supply
    assert [note.label for note in view.supply_notes if "II/9" in note.text] == ["1st Brigade"]


def test_who_cuts_a_line_unseen_is_neither_named_nor_placed(front: Store) -> None:
    with by_hand(front) as board:
        cut_off(board)
    view = drawn(front, "alba")
    assert view.cuts == () and view.zones == ()
    assert view.supply == (
        MapSupply(0, ((0, 0), (4600, 0)), is_open=False),
    )  # the way that his side would take, and no word of where it ends
    assert [note.text for note in view.supply_notes if note.label == "1st Brigade"] == ["Route cut, cause unknown"]


def test_one_who_was_seen_lately_cuts_it_where_he_was_seen(front: Store) -> None:
    with by_hand(front) as board:
        cut_off(board)
        _sighted(board, where="3.0 km from Ashford on the metalled road to Birch Cross", of="II/9")
    view = drawn(front, "alba")
    (cut,) = view.cuts
    assert (cut.at, cut.text) == ((3000 - view.zones[0].radius_m, 0), "1st Brigade: supply cut by infantry, battalion")


@pytest.mark.parametrize("who", ["alba", "brenn"])
def test_the_map_has_out_of_supply_whom_the_supply_state_has_cut_off(front: Store, who: str) -> None:
    """Both trace at the same moment; every unit of a formation cut off bears the number of a note."""
    with by_hand(front) as board:
        cut_off(board)
    with reading(front) as board:
        (paper,) = supply_papers(board, viewer_of(board, who))
    view = drawn(front, who)
    cut = {row.link.formation for row in paper.rows if row.is_here and not row.link.in_supply}
    assert {name for note in view.supply_notes for name in note.label.replace(" and ", ", ").split(", ")} <= cut
    assert bool(cut) is bool(view.supply_notes) and (who != "alba" or "1st Brigade" in cut)
    numbers = {unit.note for unit in view.units if unit.side == 0}
    assert numbers - {0} == set(range(1, len(view.supply_notes) + 1))
    assert {unit.label for unit in view.units if unit.note} == {
        battalion.short or battalion.name for battalion in _under(front, cut)
    }


def _under(store: Store, formations: set[str]) -> list[Battalion]:
    """Battalions on the map that live by the links of these formations."""
    with reading(store) as board:
        army = look(board, UMPIRE).army
        return [
            b for b in army.battalions.values() if b.on_map and {f.name for f in army.chain(b.present_id)} & formations
        ]


def test_a_brigade_is_one_sign_where_most_of_it_stands(front: Store) -> None:
    view = drawn(front, "umpire")
    signs = {sign.label: sign for sign in view.formations}
    regiment = signs["9th Regiment"]  # I./9, its headquarters and a company; II./9 is at Birch Cross
    assert (regiment.at, regiment.symbol.mark, regiment.symbol.complement, regiment.symbol.headquarters) == (
        (22_000, 0),
        SizeMark.BRIGADE,
        Complement.REDUCED,
        False,
    )
    assert [label for label, sign in signs.items() if sign.side == 1] == ["9th Regiment"]
    assert [sign.at for sign in signs.values() if sign.side == 0] == [(0, 0)]


def test_an_enemy_is_one_sign_a_place_with_how_many_were_seen(front: Store) -> None:
    with by_hand(front) as board:
        _sighted(board, where="Coldbrook", named_=True)
        _sighted(board, where="Coldbrook", of="Wachtmann Company")
        _sighted(board, where="Birch Cross", of="II/9")
    enemies = [sign for sign in drawn(front, "alba").formations if sign.side == 1]
    assert {(sign.at, sign.label, sign.age, sign.symbol.mark, sign.symbol.complement) for sign in enemies} == {
        ((22_000, 0), "2 units", "now", SizeMark.BATTALION, Complement.REINFORCED),
        ((10_000, 0), "", "now", SizeMark.BATTALION, Complement.WHOLE),
    }


def test_what_a_side_does_not_know_changes_nothing_on_its_map(front: Store) -> None:
    """The same campaign with the other side's troops elsewhere: not a value of the map differs."""
    before = drawn(front, "alba")
    with by_hand(front) as board:
        for one in board.rows(Battalion):
            if one.side_id == named(board, Side, "brenn").id:
                one.place_id, one.road_id, one.road_m = named(board, Place, "Coldbrook").id, None, None
    after = drawn(front, "alba")
    assert (after.units, after.formations, after.supply_notes) == (before.units, before.formations, before.supply_notes)


def test_marches_are_his_own_and_joined_by_way_and_goal(front: Store) -> None:
    umpire, alba, brenn = (drawn(front, who) for who in ("umpire", "alba", "brenn"))
    (mine,) = alba.marches
    assert (mine.points, mine.to) == (((0, 0), (10_000, 0)), "attack Birch Cross")
    assert set(mine.who) == {"2nd Rifles", "1st Hussars"}
    assert {march.side for march in umpire.marches} == {0, 1}
    assert all("Rifles" not in name for march in brenn.marches for name in march.who)


def test_crossings_and_obstacles_are_known_where_one_stands_or_holds(front: Store) -> None:
    with by_hand(front) as board:
        near, far = named(board, Road, "ashford-birch_cross"), named(board, Road, "birch_cross-coldbrook")
        for key, road, state in (("near", near, CrossingState.SPAN_BLOWN), ("far", far, CrossingState.PREPARED)):
            board.make(
                Crossing, key=key, name=f"{key} bridge", road_id=road.id, at_m=6000, waterway="the Birch", state=state
            )
        mines = board.make(
            Obstacle, key="mines", name="the mines", road_id=far.id, at_m=3000, kind=ObstacleKind.MINEFIELD
        )
        spread(board, mines, {}, {named(board, Side, "brenn").id})
        board.make(Feature, key="birch", name="the Birch", kind=FeatureKind.RIVER, shape=[[6000, -500], [6000, 500]])
    alba, brenn = drawn(front, "alba"), drawn(front, "brenn")
    assert [(c.name, c.at, c.state) for c in alba.crossings] == [
        ("near bridge", (6000, 0), CrossingState.SPAN_BLOWN),
        ("far bridge", (16_000, 0), None),
    ]
    assert [c.state for c in brenn.crossings] == [CrossingState.SPAN_BLOWN, CrossingState.PREPARED]
    assert alba.obstacles == ()
    assert [(o.name, o.at, o.is_gapped) for o in brenn.obstacles] == [("the mines", (13_000, 0), False)]
    assert alba.lines[0].points == ((6000, -500), (6000, 500))


def test_a_side_without_units_is_told_so(front: Store) -> None:
    with by_hand(front) as board:
        for one in board.rows(Battalion):
            if one.side_id == named(board, Side, "brenn").id:
                one.state, one.on_map, one.place_id, one.road_id, one.road_m = State.DESTROYED, False, None, None, None
    view = drawn(front, "brenn")
    assert view.units == ()
    assert view.nobody.startswith("No unit of yours is on the map")


def test_every_reader_s_map_comes_from_one_command(front: Store) -> None:
    with reading(front) as board:
        assert [one.masthead.side for one in situation_maps(board, UMPIRE)] == ["Umpire", "Alba", "Brenn"]
        assert [one.masthead.side for one in situation_maps(board, viewer_of(board, "alba"))] == ["Alba"]
        (one,) = situation_maps(board, UMPIRE, commander="ash")
        assert one.commander == "Brigadier Ash"
        with pytest.raises(NotAllowed, match="the Alba side cannot see the Brenn order of battle"):
            situation_maps(board, viewer_of(board, "alba"), side=viewer_of(board, "brenn").side)


def _statements(store: Store, who: str) -> int:
    asked: list[str] = []

    def note(*row: object) -> None:
        asked.append(str(row[2]))

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        drawn(store, who)
    finally:
        event.remove(store.engine, "before_cursor_execute", note)
    return len(asked)


@pytest.mark.parametrize("who", ["umpire", "alba", "ash"])
def test_no_query_is_asked_for_each_unit(front: Store, who: str) -> None:
    with by_hand(front) as board:
        _sighted(board, where="Coldbrook", turn=1)  # who fell is asked once somebody was seen
    before = _statements(front, who)
    with by_hand(front) as board:
        brigade = named(board, Battalion, "1st Hussars").present_id
        from campaign.model import Formation

        home = next(f for f in board.rows(Formation) if f.id == brigade)
        for n in range(40):
            battalion(board, f"{n}th Reserve", home, place_id=named(board, Place, "Ashford").id)
    assert _statements(front, who) == before
