"""The content of a mail to a player, with instructions for the answer."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class OrderMail:
    """One commander's mail. Empty parts are not written."""

    commander: str
    key: str
    code: str
    """Code that ties an answer to the commander and the turn: ``erskine/1.2/7K2QXA``."""
    thread: str
    """Identifier shared by all mails to this commander and by no other mail."""
    title: str
    turn: str
    player: str = ""
    address: str = ""
    sender: str = ""
    """Mail address of the umpire."""
    situation: tuple[str, ...] = ()
    """One line each for the overall judgement, supply, events, sightings, and decisions that wait for an answer."""
    standing: tuple[tuple[str, str], ...] = ()
    """Every unit of the order form with its standing order."""
    rows: tuple[str, ...] = ()
    """Names of the same units, one a row, in the order of the form to fill in."""
    period: str = ""
    due: str = ""
    examples: tuple[str, ...] = ()
    """Sample orders with names from the commander's own force."""
