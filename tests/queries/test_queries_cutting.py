"""The umpire's sheet of a battle above the club's size says how it could be cut into two tables; a player's does not."""

from __future__ import annotations

import re

import pytest

from campaign.actions.house_rules import SetRule
from campaign.journal import reading
from campaign.queries.battle.packet import battle_packet
from campaign.store import Store
from campaign.terms.viewer import UMPIRE
from campaign.words.packet import BattlePacket
from tests.clash import do, meet


def packet(store: Store) -> BattlePacket:
    with reading(store) as board:
        return battle_packet(board, UMPIRE, "1")


@pytest.mark.rule("OB-ORG-11")
def test_a_battle_above_the_size_that_the_club_sets_says_how_it_could_be_cut(tiny: Store) -> None:
    meet(tiny)
    assert not any("two tables" in line for line in packet(tiny).umpire.warnings), "small enough by the book"
    do(tiny, SetRule("papers.most_stands", "1"))
    warnings = " ".join(packet(tiny).umpire.warnings)
    assert "One side has 2 stands, too many for one evening" in warnings
    (cutting,) = (line for line in packet(tiny).umpire.warnings if "two tables" in line)
    assert re.match(
        r"Proposed: two tables, cut \d+ in\. from the (west|south) edge, because one side has 2 stands, more than the 1"
        r" that fit into an evening \(umpire 1\.4, OB-ORG-11\)\. To change it: cut the table where you like, or change the setting papers\.most_stands\."
        r" Table 1 has .* Table 2 has ",
        cutting,
    )
    assert "Alba lines 1" in warnings and "Brenn lines 1" in warnings
    assert not any("two tables" in str(papers.sheet) for papers in packet(tiny).sides), "it tells of both sides"
