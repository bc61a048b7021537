"""The route of an order that is not given yet, as a part of a page and as JSON for the map."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.errors import BadInput
from campaign.queries.orders.route_preview import route_preview
from campaign.values import replace
from campaign.views.orders.route import RoutePreview
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import SEVERAL, Visit


@page("/route", UMPIRE | PLAYERS, is_kept=False)
def show_route(visit: Visit) -> Answer:
    """Show what an order would come to: ``unit``, ``kind``, ``to``, ``via``, ``from`` stand in the address."""
    if not visit.query.get("unit"):
        raise BadInput("the address names no unit. Write the address as /route?unit=UNIT&to=PLACE")
    preview = foreseen(visit, visit.query["unit"], visit.query)
    answer = visit.part("route.html", preview=preview, ways_to=())
    return replace(answer, view=preview)


def foreseen(visit: Visit, unit: str, words: Mapping[str, str], commander: str = "") -> RoutePreview:
    """Return what an order would come to, as its words stand in an address or a form."""
    return visit.read(
        lambda board, viewer: route_preview(
            board,
            viewer,
            unit,
            words.get("kind", "") or "march",
            words.get("to", ""),
            places_in(words.get("via", "")),
            words.get("from", ""),
            commander,
        )
    )


def places_in(text: str) -> tuple[str, ...]:
    """Return the places of a field that names several, one after the other, with semicolons between; those of an
    address may also stand in a ``via`` each.
    """
    return tuple(word for part in text.replace(SEVERAL, ";").split(";") if (word := part.strip()))
