"""What a side does inside a resolved fight: what a doctrine is asked, and how it answers.

The choices the rules leave to a player (target, move or shoot, evade, smoke, joint action) are made here and nowhere
else. The fight asks, holds the answer against the rules, and rolls. The doctrine that comes with the program is
``plain_doctrine``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from campaign.resolve import doctrine, stage
from campaign.resolve.doctrine import Task
from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.tabletop.hexes.grid import Hex


@dataclass(frozen=True, slots=True)
class Pass:
    """Does nothing: the action is lost (HEX-AMB-33)."""


@dataclass(frozen=True, slots=True)
class Move:
    """Moves along these hexes (HEX-CARD-08); with a ``partner`` they move together (HEX-JOINT-02)."""

    path: tuple[Hex, ...]
    partner: Piece | None = None


@dataclass(frozen=True, slots=True)
class Shoot:
    """Shoots at an enemy; with a ``partner`` both shoot at him (HEX-JOINT-03)."""

    target: Piece
    partner: Piece | None = None


@dataclass(frozen=True, slots=True)
class Smoke:
    """Lays smoke on a hex instead of shooting (HEX-SMOKE-02)."""

    at: Hex


@dataclass(frozen=True, slots=True)
class Wait:
    """Keeps its action for the later card of the unit in its hex, to act together with it (HEX-JOINT-04)."""

    partner: Piece


@dataclass(frozen=True, slots=True)
class Leave:
    """Leaves the map over its own edge (HEX-AMB-58)."""


Action = Pass | Move | Shoot | Smoke | Wait | Leave


@dataclass(frozen=True, slots=True)
class View(doctrine.View[Field]):
    """What a doctrine sees: the map, its own side, and of the enemy what is not hidden (HEX-HID-05). ``goal`` is the
    hex fought for."""

    goal: Hex | None = None
    tasks: dict[int, Mapping[Hashable, Task]] = field(default_factory=dict, compare=False)
    """What the side has decided for this turn, by the number of the turn and the unit."""

    def enemies(self) -> list[Piece]:
        """Enemy units on the map for all to see."""
        return [piece for piece in self.on.on_map(1 - self.side) if not piece.hidden]


class Doctrine(Protocol):
    """What one side does. Every method sees the map and changes nothing."""

    def breaks_off(self, view: View) -> str:
        """Why the side gives up the field now; empty: it fights on."""
        ...

    def allot(self, view: View, pieces: Sequence[Piece], cards: Sequence[int]) -> Sequence[int]:
        """Which card each unit takes, where owners may allot them (HEX-AMB-33)."""
        ...

    def act(self, view: View, piece: Piece) -> Action:
        """What an activated unit does (HEX-CARD-08)."""
        ...

    def evades(self, view: View, target: Piece, net: int) -> bool:
        """Does a unit that is shot at with this net modifier give up its action to evade (HEX-EVADE-05)?"""
        ...


Stage = stage.Stage[Field, View, Doctrine]
