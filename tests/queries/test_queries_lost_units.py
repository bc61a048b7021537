"""What papers say of battalions that are out of play, or not there yet: in the rows, in the totals, and where their
supply is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, Formation, Place, Setting, Side, Sighting
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.map.map import situation_maps
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.roster import rosters
from campaign.queries.supply.supply_paper import supply_papers
from campaign.store import Store, creating
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE
from campaign.views.orbat.roster import RosterGroup, RosterRow
from campaign_reports.orbat import render_orbat
from campaign_reports.page import Paper
from campaign_reports.roster import render_roster
from campaign_reports.strengths import strength_line, totals_of
from tests.eyes import runs_of
from tests.shipped import shipped_scenario
from tests.tiny import by_hand, named

LOST = "3rd Irish Guards"


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Market Garden at its founding, but for one battalion of guards, which has been destroyed since the first
    return."""
    with creating(str(tmp_path_factory.mktemp("garden") / "campaign.db")) as store:
        found_campaign(
            store,
            shipped_scenario("market-garden"),
            name="x",
            seed="1",
            tabletop="brevity",
            weather=HISTORICAL,
            actor="test",
        )
        with by_hand(store) as board:
            lost = named(board, Battalion, LOST)
            lost.state, lost.on_map, lost.place_id, lost.road_id, lost.road_m = State.DESTROYED, False, None, None, None
            lost.destroyed_day = lost.destroyed_turn = 1
            lost.men, lost.guns = 591, 4
        yield store


def allied(board: JournalBoard) -> int:
    return next(side.id for side in board.rows(Side) if side.key == "allied")


def groups(found: tuple[RosterGroup, ...]) -> Iterator[RosterGroup]:
    for group in found:
        yield group
        yield from groups(group.groups)


def test_a_total_counts_who_is_left_against_the_establishment_of_all(garden: Store) -> None:
    with reading(garden) as board:
        (roster,) = rosters(board, UMPIRE, allied(board))
    brigade = next(group for group in groups(roster.groups) if group.name == "32nd Guards Brigade")
    assert brigade.total is not None
    assert (brigade.total.men, brigade.total.men_establishment) == (1690, 2535)
    assert (brigade.total.guns, brigade.total.guns_establishment) == (12, 18)
    assert brigade.total_note == "–845 men, –13 vehicles, –6 guns"
    assert roster.note.startswith("Units in brackets are out of play")
    runs = [run.strip() for run in runs_of(render_roster(roster, Paper.A4))]
    assert "(591)" in runs and "(4)" in runs and any(run.startswith("67 % of est") for run in runs)


def test_a_row_says_once_that_it_is_to_arrive_or_off_the_map(garden: Store) -> None:
    with reading(garden) as board:
        (roster,) = rosters(board, UMPIRE, allied(board))
    rows: list[RosterRow] = [row for group in groups(roster.groups) for row in group.rows]
    due = next(row for row in rows if row.state == "To arrive")
    assert due.position and "arrive" not in due.position
    assert all(row.position == "" for row in rows if row.state in ("Off the map", "Destroyed"))


def test_the_report_takes_a_lost_battalion_off_whole(garden: Store) -> None:
    with reading(garden) as board:
        (report,) = sitreps(board, UMPIRE, commander="adair")
    row = next(line for line in report.own if "destroyed" in line.state)
    men = next(count for count in report.own_totals if count.kind == "men")
    assert row.counts[0].lost_today == row.counts[0].establishment - row.counts[0].today == 845
    assert men.lost_today == men.lost_so_far == 845
    assert men.establishment == men.today + 845, "all were at full strength the day before"


def test_alike_contacts_are_one_row_and_those_left_out_are_counted(garden: Store) -> None:
    with by_hand(garden) as board:
        mine, enemies = allied(board), [b for b in board.rows(Battalion) if b.side_id != allied(board)][:20]
        places = list(board.by_id(Place))
        for step, enemy in enumerate(enemies):
            board.make(
                Sighting,
                day=1,
                turn=1,
                side_id=mine,
                battalion_id=enemy.id,
                place_id=places[0 if step < 5 else step],
                arm=Arm.INFANTRY,
                mark=SizeMark.BATTALION,
                seen_by="2nd Household Cavalry Regiment",
                how="located",
            )
    with reading(garden) as board:
        (report,) = sitreps(board, UMPIRE, commander="adair")
    assert sorted(contact.count for contact in report.contacts) == [1] * 15 + [5]
    assert next(contact for contact in report.contacts if contact.count == 5).seen_as == "5 × infantry, battalion"


def test_each_headquarters_of_a_chart_has_its_own_strength(garden: Store) -> None:
    with reading(garden) as board:
        (chart,) = orders_of_battle(board, UMPIRE, allied(board))
        above = {f.id: f.superior_id for f in board.rows(Formation)}
        names = {f.id: f.name for f in board.rows(Formation)}
        in_play = Counter(names[_top(above, b.present_id)] for b in board.rows(Battalion) if b.state.is_in_play)
    units = [{count.what: (count.now, count.establishment) for count in root.force}["units"] for root in chart.roots]
    assert [now for now, _ in units] == [in_play[root.name] for root in chart.roots]
    assert sum(whole - now for now, whole in units) == 1
    for root in chart.roots:
        table = totals_of(root)
        assert table is not None and table.total
        assert [
            sum(int(row[n].replace(",", "").replace("–", "0")) for row in table.rows)
            for n in range(1, len(table.heads))
        ] == [int(figure.replace(",", "")) for figure in table.total[1:]]
    guards = next(node for node in chart.roots[0].subordinates if node.short == "Gds Armd")
    line = strength_line(guards.force)
    assert line.startswith("9,405 of 10,250 men") and line.endswith("150 of 156 guns")
    runs = [run.strip() for run in runs_of(render_orbat(chart, Paper.A4))]
    assert line in runs
    feet = [run for run in runs if run.startswith("page ")]
    assert feet == [f"page {n} of {len(feet)}" for n in range(1, len(feet) + 1)] and len(feet) > len(chart.roots)


def _top(above: dict[int, int | None], formation: int) -> int:
    superior = above[formation]
    return formation if superior is None else _top(above, superior)


def test_who_has_nobody_on_the_map_is_not_called_cut_off(garden: Store) -> None:
    with reading(garden) as board:
        (paper,) = supply_papers(board, UMPIRE, allied(board))
    here = {row.link.formation: row.is_here for row in paper.rows}
    assert here["XXX Corps"] and here["Guards Armoured Division"]
    assert not here["VIII Corps"] and not here["11th Armoured Division"]


def test_the_map_calls_those_who_cut_a_line_as_their_signs_do(garden: Store) -> None:
    with by_hand(garden) as board:
        guards, hoffmann = (
            named(board, Battalion, "2nd (Armoured) Grenadier Guards"),
            named(board, Battalion, "I./Fallschirmjäger-Ausbildungs-Regiment von Hoffmann"),
        )
        guards.place_id, guards.road_id, guards.road_m = hoffmann.place_id, hoffmann.road_id, hoffmann.road_m
        board.make(Setting, key="sup.facing_cuts", value=True)
    with reading(garden) as board:
        notes = situation_maps(board, UMPIRE, commander="", side=None)[0].supply_notes
    told = " ".join(note.text for note in notes)
    assert "cut by the location range of 2 GG, which meets the route at" in told and "Grenadier Guards" not in told
