"""The head and foot of every paper, with its number."""

from __future__ import annotations

from campaign.queries.common.outlook import Outlook
from campaign.situation.proof import LETTERS
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.viewer import Viewer
from campaign.words.papers import Masthead

_BLACK = "#000000"


def masthead(
    outlook: Outlook,
    title: str,
    *,
    subtitle: str = "",
    side: int | None = None,
    addressee: str = "",
    use: str = "",
    code: str = "",
    has_orders: bool = True,
) -> Masthead:
    """Return the head of a paper for this viewer. ``side``: the paper is as seen by that side although the umpire
    prints it, and has the side's colour and the hash of what the side may know. ``has_orders`` False: the other side
    gets the paper too, so its hash says nothing of orders.
    """
    ledger = outlook.board.ledger
    of = outlook.viewer.side if outlook.viewer.side is not None else side
    now = outlook.now
    reader = outlook.viewer if of is None or outlook.viewer.side is not None else Viewer(of)
    return Masthead(
        side="Umpire" if of is None else outlook.army.sides[of].name,
        accent=_BLACK if of is None else outlook.army.sides[of].accent,
        operation=outlook.board.campaign.title,
        title=title,
        subtitle=subtitle,
        addressee=addressee or _addressee(outlook, of),
        when=f"{now.day} {now:%B %Y, %H:%M}",
        turn=f"Day {outlook.moment.day}, turn {outlook.moment.turn} of {TURNS_A_DAY}",
        paper=f"Day {outlook.moment.day}",
        code=code,
        use=use,
        entry=ledger.last_number if reader.is_umpire else 0,
        head=outlook.record(reader, has_orders=has_orders)[:LETTERS],
    )


def _addressee(outlook: Outlook, side: int | None) -> str:
    if outlook.knowledge.commanders:
        return f"for {outlook.knowledge.who} only"
    return "for the umpire only" if side is None else f"to all {outlook.army.sides[side].name} commanders"
