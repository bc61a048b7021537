"""What engineers, aircraft and losses have left behind, on the papers of those whom it concerns."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from campaign.journal import JournalBoard, reading
from campaign.model import Battalion, EngineeringTask, Obstacle, Road, Side
from campaign.queries.battle.packet import battle_packet
from campaign.situation.old_news import spread
from campaign.store import Store
from campaign.terms.forces import AirType
from campaign.terms.ground import ObstacleKind, TaskKind
from campaign.terms.viewer import UMPIRE
from campaign.values import replace
from campaign.words.orders import AirRow
from campaign.words.packet import TableMap
from campaign_reports.air_tasking import render_air_tasking
from campaign_reports.orders import render_orders
from campaign_reports.packet import render_side
from tests.clash import ROAD, meet
from tests.reports.specimens import air_tasking, brevity_order_form
from tests.tiny import by_hand, named


def obstacles(table: TableMap) -> list[tuple[str, ObstacleKind, bool]]:
    return [(one.name, one.kind, one.gapped) for one in table.obstacles]


def block(board: JournalBoard, name: str, kind: ObstacleKind, at_m: int, *, gapped: bool = False) -> Obstacle:
    made: Obstacle = board.make(
        Obstacle, key=name.lower(), name=name, road_id=named(board, Road, ROAD).id, at_m=at_m, kind=kind, gapped=gapped
    )
    return made


@pytest.mark.rule("OB-MINE-01")
def test_the_table_s_map_shows_what_lies_across_its_roads_but_not_the_enemy_s_mines(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        block(board, "Craters", ObstacleKind.CRATERS, 2000)
        block(board, "Wire", ObstacleKind.WIRE, 2200, gapped=True)
        mines = block(board, "Mines", ObstacleKind.MINEFIELD, 2400)
        spread(board, mines, {}, {named(board, Side, "brenn").id})
        board.make(
            EngineeringTask,
            battalion_id=named(board, Battalion, "I/9").id,
            kind=TaskKind.MINEFIELD,
            obstacle_id=mines.id,
            begun_day=1,
            begun_turn=1,
            turns_needed=1,
        )
    with reading(tiny) as board:
        packet = battle_packet(board, UMPIRE, "1")
    ours, theirs = (papers.sheet.table for papers in packet.sides)
    seen = [("Craters", ObstacleKind.CRATERS, False), ("Wire", ObstacleKind.WIRE, True)]
    assert obstacles(ours) == seen
    assert obstacles(theirs) == obstacles(packet.umpire.table) == [*seen, ("Mines", ObstacleKind.MINEFIELD, False)]


def test_the_printed_order_form_has_a_row_for_each_air_group() -> None:
    view = brevity_order_form()
    assert view.air == (AirRow("14_squadron", "14 Squadron RAF", "no task"),)
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(render_orders(view))).pages)
    assert "air group" in text and "14 Squadron RAF" in text and "no task" in text


def test_obstacles_are_drawn_and_named_on_the_side_s_map(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        block(board, "Craters", ObstacleKind.CRATERS, 2000)
        block(board, "Old wire", ObstacleKind.WIRE, 2200, gapped=True)
        block(board, "Roadblock 7", ObstacleKind.ROADBLOCK, 0)
    with reading(tiny) as board:
        ours = battle_packet(board, UMPIRE, "1").sides[0]
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(render_side(ours))).pages)
    assert all(name in text for name in ("Craters", "Old wire", "Roadblock 7"))


@pytest.mark.rule("OB-AIR-06")
@pytest.mark.parametrize("controller", ["none", "22nd Guards Brigade Group"])
def test_support_is_offered_to_aircraft_that_have_a_controller(controller: str) -> None:
    view = air_tasking()
    groups = tuple(
        replace(group, kind=AirType.GROUND_ATTACK, controller=controller, sorties=0) for group in view.groups
    )
    text = "\n".join(
        page.extract_text() for page in PdfReader(BytesIO(render_air_tasking(replace(view, groups=groups)))).pages
    )
    assert ("strike / support" in text) is (controller != "none")
