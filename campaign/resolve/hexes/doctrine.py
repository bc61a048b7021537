"""The decisions of a side inside a resolved battle: the questions to a doctrine, and its answers.

The choices the rules leave to a player (target, move or shoot, evade, smoke, joint action) are made here and nowhere
else. The battle asks, checks the answer against the rules, and rolls. The doctrine that comes with the program is
``plain_doctrine``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from campaign.resolve import doctrine, stage
from campaign.resolve.doctrine import Task
from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.tabletop.hexes.grid import Hex
from campaign.values import dataclass, plain_dataclass, plain_field


@dataclass(frozen=True, slots=True)
class Pass:
    """The action of doing nothing: the activation is lost (HEX-AMB-33)."""


@dataclass(frozen=True, slots=True)
class Move:
    """The action of moving along these hexes (HEX-CARD-08); with a ``partner`` they move together (HEX-JOINT-02)."""

    path: tuple[Hex, ...]
    partner: Piece | None = None


@dataclass(frozen=True, slots=True)
class Shoot:
    """The action of shooting at an enemy; with a ``partner`` both shoot at it (HEX-JOINT-03)."""

    target: Piece
    partner: Piece | None = None


@dataclass(frozen=True, slots=True)
class Smoke:
    """The action of laying smoke on a hex instead of shooting (HEX-SMOKE-02)."""

    at: Hex


@dataclass(frozen=True, slots=True)
class Wait:
    """The action of waiting for the later card of the other unit in its hex, to act together with it (HEX-JOINT-04)."""

    partner: Piece


@dataclass(frozen=True, slots=True)
class Leave:
    """The action of leaving the map over its own edge (HEX-AMB-58)."""


Action = Pass | Move | Shoot | Smoke | Wait | Leave


@plain_dataclass(frozen=True, slots=True)
class View(doctrine.View[Field]):
    """The knowledge of a doctrine: the map, its own side, and of the enemy the units not hidden (HEX-HID-05). ``goal``
    is the hex fought for.
    """

    goal: Hex | None = None
    tasks: dict[int, Mapping[Hashable, Task]] = plain_field(default_factory=dict, compare=False)
    """The tasks of the side for this turn, by the number of the turn and the unit."""

    def enemies(self) -> list[Piece]:
        """Return the visible enemy units on the map."""
        return [piece for piece in self.on.on_map(1 - self.side) if not piece.hidden]


class Doctrine(Protocol):
    """The decisions of one side. Every method sees the map and changes nothing."""

    def breaks_off(self, view: View) -> str:
        """Return why the side breaks off now; empty if it does not."""
        ...

    def allot(self, view: View, pieces: Sequence[Piece], cards: Sequence[int]) -> Sequence[int]:
        """Return the card that each unit takes, if owners may allot them (HEX-AMB-33)."""
        ...

    def act(self, view: View, piece: Piece) -> Action:
        """Return the action of an activated unit (HEX-CARD-08)."""
        ...

    def evades(self, view: View, target: Piece, net: int) -> bool:
        """Return whether a unit that is shot at with this net modifier gives up its action to evade (HEX-EVADE-05)."""
        ...


Stage = stage.Stage[Field, View, Doctrine]
