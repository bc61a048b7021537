"""The head and foot of every paper, and its number."""

from __future__ import annotations

from campaign.queries.outlook import Outlook
from campaign.terms.time import TURNS_A_DAY
from campaign.views.papers import Masthead

_BLACK = "#000000"


def masthead(
    outlook: Outlook, title: str, *, subtitle: str = "", side: int | None = None, addressee: str = "", use: str = "", code: str = ""
) -> Masthead:
    """The head of a paper for this viewer. ``side`` colours it for a side although the umpire prints it."""
    of = outlook.viewer.side if outlook.viewer.side is not None else side
    now, ledger = outlook.now, outlook.desk.ledger
    return Masthead(
        side="Umpire" if of is None else outlook.army.sides[of].adjective,
        accent=_BLACK if of is None else outlook.army.sides[of].accent,
        operation=outlook.desk.campaign.title, title=title, subtitle=subtitle, addressee=addressee or _addressee(outlook, of),
        when=f"{now.day} {now:%B %Y, %H:%M}", turn=f"Day {outlook.moment.day}, turn {outlook.moment.turn} of {TURNS_A_DAY}",
        paper=f"Day {outlook.moment.day}", code=code, use=use, entry=ledger.last_number, head=ledger.head[:8],
    )  # fmt: skip


def _addressee(outlook: Outlook, side: int | None) -> str:
    commander = outlook.knowledge.commander
    if commander is not None:
        return f"for {commander.name} only"
    return "for the umpire only" if side is None else f"to all {outlook.army.sides[side].adjective} commanders"
