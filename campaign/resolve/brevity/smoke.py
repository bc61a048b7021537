"""Smoke screens, laid instead of firing, which count as terrain for units in or behind them (OB-SMOKE, OB-AMB-129).

Screen(centre)                      6 inches wide along the front, 1 inch deep
hides(screen, observer, target) -> bool
may_lay(stand, spot, centre) -> str     why not; empty if it may
"""

from __future__ import annotations

from fractions import Fraction

from campaign.resolve.brevity.ground import Spot, distance
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.terms.forces import Engineers
from campaign.values import dataclass

HALF_WIDTH = Fraction(tables.SMOKE_WIDTH, 2)
# Our choice: the book gives the width alone (OB-SMOKE-01).
HALF_DEPTH = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen along the front, by its middle."""

    centre: Spot

    def holds(self, spot: Spot) -> bool:
        """Return whether the point lies in the smoke."""
        return abs(spot.x - self.centre.x) <= HALF_WIDTH and abs(spot.y - self.centre.y) <= HALF_DEPTH


def hides(screen: Screen, observer: Spot, target: Spot) -> bool:
    """Return whether the target is in the smoke, or behind it as seen by the observer."""
    if screen.holds(target):
        return True
    ahead = target.y - observer.y
    if ahead == 0 or not min(observer.y, target.y) < screen.centre.y < max(observer.y, target.y):
        return False
    crosses = observer.x + Fraction((target.x - observer.x) * (screen.centre.y - observer.y), ahead)
    return abs(crosses - screen.centre.x) <= HALF_WIDTH


def may_lay(stand: Stand, spot: Spot, centre: Spot) -> str:
    """Return why a stand may not lay this screen; empty if it may. Specialist engineers lay smoke on themselves,
    artillery anywhere in its range (OB-SMOKE-01, -02, OB-AMB-118).
    """
    if stand.engineers is Engineers.SPECIALIST:
        return "" if centre == spot else "engineers lay smoke centred on themselves (OB-SMOKE-01)"
    if stand.artillery_in is None:
        return "only engineers and artillery lay smoke (OB-SMOKE-01, -02)"
    return (
        ""
        if distance(spot, centre) <= stand.artillery_in
        else f"{distance(spot, centre)} in. is out of its range (OB-SMOKE-02)"
    )
