"""The places of the map: who holds them, what they score, and the roads between them."""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.queries.common.outlook import look
from campaign.queries.map.places import places
from campaign.terms.asking import asked
from campaign.terms.viewer import Viewer
from campaign.verbs.adjustments import Adjust
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit

NOBODY = "nobody"


@page("/places", UMPIRE | PLAYERS)
def show_places(visit: Visit) -> Answer:
    view = visit.read(places)
    return visit.page("places.html", json=view, same_at_terminal="campaign places", view=view)


@page("/places/{name}", UMPIRE | PLAYERS, drawn_for=DrawnFor.CAMPAIGN)
def show_place(visit: Visit) -> Answer:
    view = visit.read(lambda board, viewer: places(board, viewer, visit.path["name"]))
    place = view.places[0]
    owners = visit.read(_owners) if visit.person.is_umpire else ()
    return visit.page(
        "place.html",
        json=view,
        same_at_terminal=f"campaign places {place.name}",
        place=place,
        owners=owners,
        adjust=asked(Adjust),
    )


def _owners(board: JournalBoard, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    sides = look(board, viewer).army.sides.values()
    return (*((side.key, side.name) for side in sides), (NOBODY, NOBODY))


@show_place.posted_by(UMPIRE)
def rule_on_place(visit: Visit) -> Answer:
    """Give a place to a side by a ruling, cut or open a road from it."""
    place = visit.read(lambda board, viewer: places(board, viewer, visit.path["name"])).places[0]
    if "road" in visit.form:
        road, cut = visit.chosen("road", "road"), visit.chosen("cut", "state of the road")
        done = visit.give(Adjust(road, visit.form["why"], cut=cut == "cut"))
    else:
        done = visit.give(Adjust(place.name, visit.form["why"], owner=visit.chosen("owner", "holder")))
    return visit.receipt(done, to=f"/places/{visit.path['name']}")
