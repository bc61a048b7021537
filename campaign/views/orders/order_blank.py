"""An order that can be given: the kinds of order that a unit takes, and the turns with which it may begin."""

from __future__ import annotations

from campaign.terms.state import OrderKind
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class OrderTurn:
    """A turn with which an order may begin."""

    word: str
    """The turn as a command takes it: ``1.3``."""
    text: str
    """``turn 1.3, 10:00``."""


@dataclass(frozen=True, slots=True)
class OrderBlank:
    """A unit that the viewer commands, with what can be ordered of it."""

    key: str
    name: str
    kinds: tuple[OrderKind, ...]
    turns: tuple[OrderTurn, ...]
    engaged: str
    """Battle in which it is, and takes no order but to withdraw: ``battle 1, Halfaya Pass, top``."""
    leader: str
    """Key of the commander who leads the unit most closely, among those as whom the viewer may look; empty if none
    does."""
    leader_name: str
