"""Obstacles on the table of a resolved battle: halting at them, making gaps, and passing through (OB-OBS).

    Barrier(name, left, near, right, far, river=)        wire, a ditch, a minefield, a blocked road, a blown span, a
                                                         river
    Standing(barrier)                                    one during a battle: the units halted at it, and the time
                                                         of its gap
    way(standing, crosser, start, end) -> Way            the distance a mover gets, and what stopped it
    by_the_bridge(standing, start, aim) -> Spot          the bridge it heads for first, if one leads over the
                                                         obstacle in its straight way
    meet(bar, crosser)                                   notes that a mover halted before it, or made its gap

A mover that comes to a barrier for the first time halts before it. With engineering support it gaps the barrier from
the next turn on (OB-AMB-120); then it goes through freely, and after it one battalion a move, in march posture. Without
support it never crosses before there is a gap. Over a river the men go without vehicles and heavy weapons: a battalion
that is across stays there, as no bridge is built during a battle.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.resolve.brevity.ground import Spot, distance, steps
from campaign.terms.forces import Engineers
from campaign.terms.state import Posture
from campaign.values import dataclass, field

# Our choice: 2 changes 1 of 30 battles, 6 changes 1.
AT_THE_BRIDGE = 3
"""Inches from a bridge within which a battalion is on it."""
# Before the first turn.
FROM_THE_START = (0, 0)
"""The turn and move of a gap that was made before the battle."""


@dataclass(frozen=True, slots=True)
class Barrier:
    """A rectangle in inches, edges included, at least an inch deep across the way it bars. ``river``: men cross it
    without their vehicles.

    A winding barrier is its rectangle and ``more`` of the same (left, near, right, far). ``gapped``: it had a gap
    before the battle. Within ``AT_THE_BRIDGE`` of one of its ``bridges`` it can be crossed freely.
    """

    name: str
    left: int
    near: int
    right: int
    far: int
    river: bool = False
    more: tuple[tuple[int, int, int, int], ...] = ()
    gapped: bool = False
    bridges: tuple[Spot, ...] = ()

    def holds(self, spot: Spot) -> bool:
        """Return whether the point lies in the barrier."""
        boxes = ((self.left, self.near, self.right, self.far), *self.more)
        inside = any(x0 <= spot.x <= x1 and y0 <= spot.y <= y1 for x0, y0, x1, y1 in boxes)
        return inside and not self.is_bridged_at(spot)

    def is_bridged_at(self, spot: Spot) -> bool:
        return any(distance(spot, bridge) <= AT_THE_BRIDGE for bridge in self.bridges)


@dataclass(slots=True, eq=False)
class Standing:
    """A barrier during a battle. ``gap_from`` is the turn and the move from which it has a gap; ``passed`` the last
    move in which a unit went through.
    """

    barrier: Barrier
    gap_from: tuple[int, int] | None = None
    met: set[str] = field(default_factory=set)
    """The keys of the stands that have halted at it."""
    passed: int = 0

    def is_open(self, turn: int, move: int) -> bool:
        """Return whether the barrier has a gap in this move of this turn."""
        return self.gap_from is not None and self.gap_from <= (turn, move)


@dataclass(frozen=True, slots=True)
class Crosser:
    """A battalion that moves: its stand's key, its engineers, its posture, and the turn and move of the battle."""

    key: str
    engineers: Engineers
    posture: Posture
    turn: int
    move: int


@dataclass(frozen=True, slots=True)
class Way:
    """The distance that a mover gets. ``halted`` is the barrier it met for the first time (OB-OBS-01); ``why`` says
    what stopped it, if anything.
    """

    end: Spot
    halted: Standing | None = None
    crossed_river: bool = False
    why: str = ""


def way(standing: Iterable[Standing], crosser: Crosser, start: Spot, end: Spot) -> Way:
    """Return how far a mover gets from start to end past the barriers, checked inch by inch."""
    ahead = [bar for bar in standing if not (bar.barrier.holds(start) or bar.barrier.is_bridged_at(start))]
    if not ahead:
        return Way(end)
    last, crossing = start, False
    for spot in steps(start, end):
        for bar in [bar for bar in ahead if bar.barrier.holds(spot)]:
            if why := _bars(bar, crosser):
                first = crosser.key not in bar.met and not bar.is_open(crosser.turn, crosser.move)
                return Way(last, bar if first else None, False, why)
            if crosser.posture is Posture.MARCH and not _made_the_gap(bar, crosser):
                bar.passed = crosser.move
            ahead.remove(bar)
            crossing = crossing or bar.barrier.river
        if crossing and not any(bar.barrier.river and bar.barrier.holds(spot) for bar in standing):
            return Way(spot, None, True, "its vehicles and heavy weapons are still on the other bank (OB-OBS-07)")
        last = spot
    return Way(end, None, crossing)


def by_the_bridge(standing: Iterable[Standing], start: Spot, aim: Spot) -> Spot:
    """Return the point that a battalion heads for: if a bridged water is in its way, the bridge that is least out of
    its way; otherwise its aim.
    """
    for barrier in (bar.barrier for bar in standing if bar.barrier.bridges):
        if not barrier.is_bridged_at(start) and any(map(barrier.holds, steps(start, aim))):
            return min(barrier.bridges, key=lambda bridge: (distance(start, bridge) + distance(bridge, aim), bridge))
    return aim


def _made_the_gap(bar: Standing, crosser: Crosser) -> bool:
    return crosser.key in bar.met and crosser.engineers is not Engineers.NONE


def _bars(bar: Standing, crosser: Crosser) -> str:
    """Return why a barrier stops the battalion now; empty if it does not."""
    if not bar.is_open(crosser.turn, crosser.move):
        return (
            "it may not cross without engineering support (OB-OBS-04)"
            if crosser.key in bar.met
            else "an obstacle (OB-OBS-01)"
        )
    if _made_the_gap(bar, crosser):
        return ""
    if crosser.posture is not Posture.MARCH:
        return "the gap is passed in march column (OB-OBS-06)"
    return "another battalion has passed the gap in this move (OB-OBS-06)" if bar.passed == crosser.move else ""


def meet(bar: Standing, crosser: Crosser) -> None:
    """Record that the battalion has halted at a barrier; with engineering support it makes a gap (OB-OBS-05,
    OB-AMB-120).
    """
    bar.met.add(crosser.key)
    if crosser.engineers is not Engineers.NONE and bar.gap_from is None:
        bar.gap_from = (crosser.turn + 1, 0)
