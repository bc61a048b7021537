"""Supply: who is in supply and who is not, why, what would help, and the points that it depends on."""

from __future__ import annotations

from campaign.queries.supply.supply import supply, supply_chain
from campaign.queries.supply.supply_threats import supply_vulnerable
from campaign.views.supply.supply import SupplyLink
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit

SECONDS = 1.0
"""Seconds for which the smallest set of enemies that cut a route is sought."""
MOST_POINTS = 20


@page("/supply", UMPIRE | PLAYERS, is_kept=False)
def show_supply(visit: Visit) -> Answer:
    """Show supply as last traced; ``?why=FORMATION`` traces its chain now, ``?points=1`` what supply depends on."""
    word = visit.query.get("why", "")
    with visit.at_one_moment():
        view = visit.read(supply)
        chain = visit.read(lambda board, viewer: supply_chain(board, viewer, word, seconds=SECONDS)) if word else None
        points = visit.read(supply_vulnerable) if visit.query.get("points") else None
        return visit.page(
            "supply.html",
            json=chain or points or view,
            same_at_terminal=f"campaign supply {word} --why" if word else "campaign supply --full",
            view=view,
            chain=chain,
            steps=[] if chain is None else [_step(link) for link in chain.links],
            points=points,
            most=MOST_POINTS,
        )


def _step(link: SupplyLink) -> dict[str, object]:
    """Return a link of the chain as the page draws it."""
    parts = [f"{link.route}{f', {link.length_km} km' if link.length_km else ''}" if link.route else "", link.why]
    parts += [f"supply cut by {', '.join(link.cut_by)}"] if link.cut_by else []
    parts += [f"blocked by {', '.join(link.blocked_by)}"] if link.blocked_by else []
    return {
        "name": f"{link.formation} ({link.level})",
        "to": link.to,
        "text": "; ".join(part for part in parts if part),
        "rule": link.rule,
        "is_open": link.linked,
        "state": link.state,
    }
