"""Orders to come, totals that agree, supply as old as it is, places."""

from pathlib import Path

import pytest

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.errors import NotFound
from campaign.journal import JournalBoard, commit, reading
from campaign.model import Battalion, Formation, Side
from campaign.queries.common.outlook import look
from campaign.queries.contacts.sightings import sightings
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.day.status import status
from campaign.queries.map.map import situation_maps
from campaign.queries.map.places import places
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.roster import rosters
from campaign.queries.orbat.units import unit
from campaign.queries.orders.orders import order_form
from campaign.queries.supply.supply import supply
from campaign.queries.supply.supply_paper import supply_papers
from campaign.rules.common.dice import Seeded
from campaign.situation.names import among
from campaign.situation.supply_told import latest_report
from campaign.store import Store, create
from campaign.terms.state import State
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.verbs.orders import GiveOrder
from campaign.views.orbat.units import BattalionSheet
from tests.queries.front import cut_off, see
from tests.shipped import shipped_scenario
from tests.tiny import by_hand, named


def ordered(store: Store, *given: GiveOrder) -> None:
    for order in given:
        commit(store, None, order, source=Seeded("1"), actor="test")


def test_orders_given_for_later_turns_stand_on_the_form_and_on_the_sheet_of_a_unit(front: Store) -> None:
    ordered(
        front,
        GiveOrder("1st Brigade", "march", to="Coldbrook", since="1.2", aim="be there first."),
        GiveOrder("2nd Rifles", "hold", since="1.3"),
        GiveOrder("1st Brigade", "withdraw", since="2.1"),
    )
    with reading(front) as board:
        rows = {row.name: row.coming for row in order_form(board, UMPIRE, "ash").rows}
        sheet = unit(board, UMPIRE, "2nd Rifles")
    assert rows["1st Brigade"] == ("from 1.2 (04:00): march to Coldbrook", "from 2.1 (15 May 22:00): withdraw")
    assert rows["2nd Rifles"] == ("from 1.3 (10:00): hold",)
    assert rows["1st Hussars"] == ()
    assert isinstance(sheet, BattalionSheet)
    assert sheet.order.coming == (
        "from 1.2 (04:00): march to Coldbrook; aim: be there first; given to 1st Brigade",
        "from 1.3 (10:00): hold",
        "from 2.1 (15 May 22:00): withdraw; given to 1st Brigade",
    )


def test_the_orders_to_come_of_a_neighbour_are_not_told(front: Store) -> None:
    ordered(front, GiveOrder("2nd Brigade", "march", to="Coldbrook", since="1.2"))
    with reading(front) as board:
        elm = next(c for c in look(board, UMPIRE).army.commanders.values() if c.key == "ash")
        sheet = unit(board, Viewer(elm.side_id, (elm.id,)), "5th Fusiliers")
    assert (sheet.order.order, sheet.order.coming) == ("not known", ())


@pytest.mark.parametrize("key", ["allied", "axis"])
def test_the_chart_the_roster_and_the_battalions_have_one_total(tmp_path: Path, key: str) -> None:
    store = create(tmp_path / "brevity.db")
    values = shipped_scenario("operation-brevity")
    found_campaign(store, values, name="b", seed="1", tabletop="brevity", weather=HISTORICAL, actor="test")
    with by_hand(store) as board:
        side = next(s for s in board.rows(Side) if s.key == key)
        lost = next(
            b for b in board.rows(Battalion) if b.side_id == side.id and b.on_map and b.headquarters_of_id is None
        )
        lost.state, lost.on_map, lost.place_id, lost.road_id, lost.road_m = State.DESTROYED, False, None, None, None
        lost.destroyed_day = lost.destroyed_turn = 1
    with reading(store) as board:
        side_id = next(s.id for s in board.rows(Side) if s.key == key)
        in_play = [b for b in board.rows(Battalion) if b.side_id == side_id and b.state.is_in_play]
        (chart,), (roster,) = orders_of_battle(board, UMPIRE, side_id), rosters(board, UMPIRE, side_id)
        standing = status(board, UMPIRE).sides
        (report,) = sitreps(board, UMPIRE, side=side_id)
    store.close()
    men = sum(b.men for b in in_play)
    assert chart.totals is not None
    figures = dict(zip(chart.totals.heads, chart.totals.total, strict=True))
    assert (figures["men"], figures["units"]) == (f"{men:,}", str(len(in_play)))
    assert sum(group.total.men for group in roster.groups if group.total) == men
    assert (
        sum(group.total.guns for group in roster.groups if group.total)
        == sum(b.guns for b in in_play)
        == int(figures["guns"])
    )
    mine = next(s for s in standing if s.side.lower() == key)
    assert mine.fresh + mine.spent + mine.to_arrive == len(in_play)
    assert next(count.today for count in report.own_totals if count.kind == "men") == men


def test_a_command_without_headquarters_stands_where_its_own_battalions_stand(front: Store) -> None:
    with by_hand(front) as board:
        board.erase(named(board, Battalion, "HQ 1st Brigade"))
        for name in ("1st Rifles", "2nd Rifles", "1st Hussars"):
            _put(board, name, "Ashford")
        brigade = named(board, Formation, "1st Brigade")
        for name in ("5th Fusiliers",):
            _put(board, name, "Birch Cross").present_id = brigade.id
        for name in ("2nd Rifles", "1st Hussars"):
            _put(board, name, "Coldbrook").present_id = named(board, Formation, "2nd Brigade").id
    with reading(front) as board:
        outlook = look(board, UMPIRE)
        assert outlook.seat(named(board, Formation, "1st Brigade")) == "Ashford"


def _put(board: JournalBoard, name: str, where: str) -> Battalion:
    from campaign.model import Place

    battalion: Battalion = named(board, Battalion, name)
    battalion.place_id = named(board, Place, where).id
    return battalion


def test_supply_says_when_it_was_traced_once_troops_have_marched(front: Store) -> None:
    with reading(front) as board:
        assert status(board, UMPIRE).supply_traced == ""
    with by_hand(front) as board:
        board.clock.phase = Phase.END_OF_TURN
    with reading(front) as board:
        told, whole = status(board, UMPIRE), supply(board, UMPIRE)
    assert told.supply_traced == "as traced night 14/15 May, 22:00-04:00"
    link = next(link for side in whole.sides for link in side.links if link.formation == "1st Brigade")
    assert link.cut_by == ("II/9, now at Birch Cross",)
    assert {trouble.formation for trouble in told.supply} == {
        link.formation for side in whole.sides for link in side.links if not link.linked
    }


@pytest.mark.parametrize(("seen", "stays", "cut"), [(False, False, True), (True, False, False), (True, True, True)])
def test_papers_of_one_head_have_one_trace_of_supply(front: Store, seen: bool, stays: bool, cut: bool) -> None:
    """The last trace found it cut: so it is until the next, unless they have seen by whom, and that he stands there no
    more."""
    with by_hand(front) as board:
        board.clock.phase = Phase.END_OF_TURN
        if stays:
            cut_off(board)
        if seen:
            where = "2.5 km from Ashford on the metalled road to Birch Cross" if stays else "Birch Cross"
            see(board, "Alba", "II/9", where=where)
        alba = named(board, Side, "Alba").id
    with reading(front) as board:
        (report,), (paper,) = sitreps(board, UMPIRE, side=alba), supply_papers(board, UMPIRE, alba)
        (drawn,) = situation_maps(board, UMPIRE, commander="", side=alba)
        written = latest_report(board)
    assert written is not None
    assert not written.content["alba_1st_brigade"]["in_supply"], (
        "as the turn began it was cut off, wherever everybody stands now"
    )
    assert report.supply is not None
    on_report = list(report.supply.cut)
    on_paper = [row.link.formation for row in paper.rows if not row.link.in_supply and row.is_here]
    on_map = [note.label for note in drawn.supply_notes]
    assert on_report == on_paper == on_map == ["1st Brigade"] * cut
    assert ("1st Brigade is cut off from supply" if cut else "all commands are in supply") in report.judgement


def test_the_night_is_called_what_status_calls_it(front: Store) -> None:
    with reading(front) as board:
        (report,) = sitreps(board, UMPIRE, side=named(board, Side, "Alba").id)
        assert report.weather[0].label == "22:00–04:00"
        assert status(board, UMPIRE).clock == "night 14/15 May 1941, 22:00-04:00"


def test_an_enemy_destroyed_or_captured_is_no_contact_any_more(front: Store) -> None:
    with by_hand(front) as board:
        for name in ("I/9", "II/9"):
            see(board, "Alba", name)
        gone = named(board, Battalion, "I/9")
        gone.state, gone.on_map, gone.place_id, gone.road_id, gone.road_m = State.CAPTURED, False, None, None, None
        gone.destroyed_day = gone.destroyed_turn = 1
    with reading(front) as board:
        assert [s.name for s in sightings(board, UMPIRE).sightings] == ["II/9"]
        assert len(sitreps(board, UMPIRE, side=named(board, Side, "Alba").id)[0].contacts) == 1


def test_places_with_their_roads_and_owners(front: Store) -> None:
    with reading(front) as board:
        (birch,) = places(board, UMPIRE, "birch").places
        everywhere = places(board, Viewer(named(board, Side, "Alba").id)).places
    assert {road.to for road in birch.roads} == {"Ashford", "Coldbrook"}
    assert all(float(road.length_km) > 0 and road.surface for road in birch.roads)
    assert {place.held_by for place in everywhere} <= {"ours", "not ours"}
    assert not any("depot" in said for place in everywhere for said in place.objectives), (
        "the other side's aims are its own"
    )


def test_names_are_found_without_their_spaces_and_offered_once_without_keys(front: Store) -> None:
    with reading(front) as board:
        battalions = board.rows(Battalion)
        assert among("2ndRifles", "unit", battalions).name == "2nd Rifles"
        with pytest.raises(NotFound) as missing:
            among("1st rifels", "unit", battalions)
    assert "1st Rifles" in str(missing.value)
    assert "1st_rifles" not in str(missing.value)
    assert str(missing.value).count("1st Rifles") == 1
