"""What the papers say of the game itself: how it ends and what is fought for, who comes too late for it, what is not
asked of guns off the table."""

from __future__ import annotations

import pytest

from campaign.journal import reading
from campaign.model import Battalion
from campaign.queries.battle.packet import battle_packet
from campaign.situation.terrain import place_reach
from campaign.store import Store
from campaign.terms.forces import Arm, Piece
from campaign.terms.viewer import UMPIRE
from campaign.theatre.tables import Table
from campaign.verbs.orders import GiveOrder
from campaign.words.form_boxes import NOTHING_THERE, is_asked
from campaign.words.packet import BattlePacket
from campaign.words.papers import Fact
from tests.clash import do, meet
from tests.tiny import by_hand, named


def packet(store: Store, system: str) -> BattlePacket:
    with reading(store) as board:
        return battle_packet(board, UMPIRE, "1", system)


@pytest.mark.parametrize("system", ["hexes", "brigade", "brigadier"])
def test_the_umpire_reads_how_the_game_ends_in_the_words_of_the_sheets(tiny: Store, system: str) -> None:
    meet(tiny)
    found = packet(tiny, system)
    for side, papers in zip(found.umpire.sides, found.sides, strict=True):
        told = {fact.label: fact.text for fact in papers.sheet.body.facts}
        assert all(Fact(label, told[label]) in side.situation for label in ("Objective", "End")), (
            "no other words than the side's own"
        )
        assert "Birch Cross" in told["Objective"] and "(house rule)" in told["End"]


@pytest.mark.parametrize(
    ("system", "when"),
    [("brevity", "from turn 3"), ("hexes", "turn 3, if it goes on"), ("brigade", "turn 3, if it goes on")],
)
def test_who_is_due_after_a_game_that_fills_its_turn_comes_only_if_it_goes_on(
    tiny: Store, system: str, when: str
) -> None:
    do(tiny, GiveOrder("1st Brigade", "attack", "Birch Cross", since="1.1"))
    meet(tiny)
    (late,) = packet(tiny, system).sides[0].sheet.arrivals
    assert (late.lines, late.when) == ("Line 2", when)


def test_a_hill_leaves_most_of_a_small_table_open() -> None:
    """Half a kilometre around a place, but at most a quarter of the shorter side: 225 m of 900."""
    assert place_reach(Table(0, 0, 1300, 900, 55)) == 225
    assert place_reach(Table(0, 0, 3000, 2000, 24)) == place_reach(Table(0, 0, 9000, 6000, 8)) == 500


@pytest.mark.rule("HEX-AMB-50", "HEX-OFFT-01")
def test_guns_off_the_hex_table_are_asked_neither_hits_nor_whether_they_were_surrounded(tiny: Store) -> None:
    with by_hand(tiny) as board:
        guns = named(board, Battalion, "1st Rifles")
        guns.arm, guns.piece, guns.calibre_mm = Arm.FIELD_ARTILLERY, Piece.GUN, 88
    meet(tiny)
    found = packet(tiny, "hexes")
    form = found.sides[0].form
    (line,) = [one for command in form.commands for one in command.lines if one.name == "1st Rifles"]
    asked = {one.key for one in form.columns if is_asked(line, one)}
    assert not asked & {"hits", "out_in_turn", "surrounded"} and {"unchanged", "ended_at"} <= asked
    assert dict(line.notes)["hits"] == NOTHING_THERE
    (drawn,) = [one for command in found.umpire.sides[0].commands for one in command.lines if one.name == "1st Rifles"]
    assert drawn.size == "1 unit, off the table"
