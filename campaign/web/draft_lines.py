"""Changes on an order form that is not handed in, in words: for a march with kilometres and hour.

draft_line(board, viewer, "erskine", names_of(board, eyes), change)
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.actions.order_phrases import phrase_of
from campaign.errors import CampaignError
from campaign.journal.board import JournalBoard
from campaign.queries.common.outlook import look
from campaign.queries.orders.route_preview import route_preview
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.verbs.orders import GiveOrder
from campaign.views.orders.route import RoutePreview
from campaign.web.order_drafts import Change


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A change on the form that is not handed in: its words, and for a march kilometres and hour."""

    slot: str
    words: str
    way: str = ""
    fault: str = ""
    aim: str = ""
    cancels: tuple[str, ...] = ()
    """Orders for later turns that it would cancel."""
    below: tuple[str, ...] = ()
    """What would become of the orders of units under it."""


def names_of(board: JournalBoard, eyes: Viewer) -> dict[str, str]:
    """Return the names of places and of the viewer's own units, by their keys: an order that was pointed out on the map
    holds keys.
    """
    units = look(board, eyes).knowledge.units()
    return places_of(board, eyes) | {unit.key: unit.name for unit in units if unit.side_id == eyes.side}


def places_of(board: JournalBoard, viewer: Viewer) -> dict[str, str]:
    """Return the names of the places on the map by their keys, which every viewer has."""
    return {place.key: place.name for place in look(board, viewer).places.values()}


def draft_line(
    board: JournalBoard,
    viewer: Viewer,
    commander: str,
    names: Mapping[str, str],
    change: Change,
    *,
    named: bool = False,
) -> DraftLine:
    """Return a change on the form of a commander; ``named``: with the name of its unit before it."""
    words = phrase_of(change.command, names)
    if named:
        words = f"{names.get(change.unit, change.unit)}: {words}"
    if not isinstance(change.command, GiveOrder):
        return DraftLine(change.slot, words)
    order = change.command
    try:
        preview = route_preview(board, viewer, order.unit, order.kind, order.to, order.via, order.since, commander)
    except CampaignError as fault:
        return DraftLine(change.slot, words, fault=str(fault), aim=order.aim)
    return DraftLine(
        change.slot, words, way_words(preview), aim=order.aim, cancels=preview.cancels, below=preview.below
    )


def way_words(preview: RoutePreview) -> str:
    """Return kilometres and hour of an order in short words: ``10.7 km, arrives about 11:55``."""
    if not preview.routes:
        return "; ".join(preview.cannot)
    way = preview.routes[0]
    if way.arrives is None:
        return f"{way.kilometres}, {way.short_of}"
    turn = "" if way.arrives == preview.since else f" in turn {way.arrives}"
    return f"{way.kilometres}, arrives about {way.clock}{turn}"
