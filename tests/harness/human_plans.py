"""Plans that a club player might write in five minutes: put the troops together, and go for what scores.

    PLANS["brevity concentration"]      a side, and its orders by the turn before whose march they are given
    give(plan, board)                   give those of the coming turn

The orders are a person's, so that the program carries them out at any odds. A unit that can no longer be ordered (destroyed,
engaged in a battle) keeps what it has, as at a club: the order that is refused is left out, and counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaign.actions.orders import give_order
from campaign.errors import NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.verbs.orders import GiveOrder


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan: ``orders`` by turn (``1.2``), each a unit, a kind of order, a place and the places on the way."""

    campaign: str
    side: str
    words: str
    orders: Mapping[str, tuple[tuple[str, ...], ...]]
    refused: list[str] = field(default_factory=list)


PLANS: Mapping[str, Plan] = {
    "brevity concentration": Plan(
        "operation-brevity",
        "allied",
        "the desert column, and after the pass the centre, go for Fort Capuzzo together",
        {
            "1.2": (("desert_column", "attack", "capuzzo", "sidi_suleiman", "pt206"),),
            "1.4": (("centre_column", "attack", "capuzzo", "bir_wair", "musaid"),),
            "2.2": (("desert_column", "hold"), ("centre_column", "hold")),
        },
    ),
    "mokra concentration": Plan(
        "mokra",
        "german",
        "the whole division goes by Wilkowiecko to the clearing, then over the railway",
        {
            "1.2": (
                ("panzer_regiment_36", "attack", "wilkowiecko", "opatow"),
                ("schuetzen_regiment_12", "attack", "wilkowiecko", "opatow"),
            ),
            "1.3": (
                ("panzer_regiment_36", "attack", "mokra", "wilkowiecko"),
                ("schuetzen_regiment_12", "attack", "mokra", "wilkowiecko"),
            ),
            "1.4": (
                ("panzer_regiment_36", "attack", "miedzno_viaduct", "mokra"),
                ("schuetzen_regiment_12", "attack", "miedzno_viaduct", "mokra"),
            ),
        },
    ),
    "tolvajarvi concentration": Plan(
        "tolvajarvi",
        "finnish",
        "everybody goes for the hotel over the isthmus and the ice, then for the straits",
        {
            "1.3": (
                ("northern_group", "attack", "hirvasvaara", "tolvajarvi"),
                ("jr_16", "attack", "hirvasvaara"),
                ("er_p_112", "attack", "hirvasvaara", "kotisaari"),
            ),
            "1.4": (
                ("northern_group", "attack", "kivisalmi", "hirvasvaara"),
                ("jr_16", "attack", "kivisalmi", "hirvasvaara"),
            ),
        },
    ),
}


def give(plan: Plan, board: JournalBoard) -> None:
    """Give the orders of a plan for the coming turn. Raises NotFound for a name that the campaign has not."""
    for unit, kind, *way in plan.orders.get(str(board.moment), ()):
        to, via = (way[0], tuple(way[1:])) if way else ("", ())
        try:
            give_order(board, GiveOrder(unit, kind, to, via, aim="The plan of a club player."))
        except NotFound:
            raise
        except Refused as why:
            plan.refused.append(f"{board.moment} {unit}: {why}")
