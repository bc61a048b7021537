"""The papers of a battle under Not Quite Mechanised speak of its own rules: hours, towns, what a general and supply do
there."""

from __future__ import annotations

from campaign.journal import reading
from campaign.model import Place
from campaign.queries.battle.packet import side_papers
from campaign.store import Store
from campaign.terms.ground import Cover
from campaign.terms.viewer import UMPIRE
from campaign.words.packet import SidePapers
from tests.clash import meet
from tests.queries.test_packet_papers import words
from tests.tiny import by_hand

BREVITY = ("no +1", "+1 to", "readiness", "initiative", "casualty figure", "is located", "challenge")
"""Words of Operation Brevity that mean nothing in the other rules."""


def papers(store: Store, tabletop: str) -> SidePapers:
    with reading(store) as board:
        return side_papers(board, UMPIRE, "1", tabletop=tabletop)[0]


def test_nothing_of_brevity_stands_on_its_papers(tiny: Store) -> None:
    meet(tiny)
    said, theirs = words(papers(tiny, "nqm")), words(papers(tiny, "brevity"))
    assert not [word for word in BREVITY if word in said]
    assert "+1 to challenges and readiness" in theirs and "is located" in theirs
    assert "seen by the red die of the recce sequence" in said


def test_a_place_is_told_as_built_up_where_the_rules_ask_for_it(tiny: Store) -> None:
    meet(tiny)
    with by_hand(tiny) as board:
        for place in board.rows(Place):
            place.cover, place.role = Cover.TERRAIN, "village"
    ground = " ".join(papers(tiny, "nqm").sheet.table.ground)
    assert "(built-up)" in ground and "M in built-up terrain" in ground and "(house rule)" in ground
    assert "built-up" not in " ".join(papers(tiny, "brevity").sheet.table.ground)


def test_prisoners_are_counted_in_men(tiny: Store) -> None:
    meet(tiny)
    assert papers(tiny, "nqm").form.prisoners == "in men; 50 men are 1 point (house rule)"
    assert papers(tiny, "brevity").form.prisoners == "in men"
