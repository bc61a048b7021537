"""The content of a mail to a player, with instructions for the answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OrderMail:
    """One commander's mail. Empty parts are not written."""

    commander: str
    key: str
    code: str
    """What binds an answer to him and to the turn: ``erskine/1.2/7K2QXA``."""
    thread: str
    """What all mails to him have in common, and no other."""
    title: str
    turn: str
    player: str = ""
    address: str = ""
    sender: str = ""
    """The umpire's address."""
    situation: tuple[str, ...] = ()
    """A line each: the judgement, supply, what happened, what was seen, what he is asked."""
    standing: tuple[tuple[str, str], ...] = ()
    """Every unit of his order form with what stands for it."""
    rows: tuple[str, ...] = ()
    """The same units as they stand on the form to be filled in, a name a row."""
    period: str = ""
    due: str = ""
    examples: tuple[str, ...] = ()
    """Orders as he could write them, with names of his own."""
