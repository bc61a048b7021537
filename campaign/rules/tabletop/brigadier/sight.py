"""Sight between platoons: distances, hiding, obstructions, hills (BGC-VIS, BGC-LOS, BGC-MEAS).

A platoon in sight is recognised; moving changes nothing; all platoons look all round; units never block sight.

    spotting_range(target, levels_down=, both_in_wood=, in_town=, night=) -> inches | NotCovered
    seen_within(target, ...) -> inches               with the rules for marginal cases
    hidden(target) -> bool                           cannot be seen from outside until it fires
    blocked_by(obstruction, ...) -> bool             the view that an edge blocks, or that goes over it
    hill_hides(...) -> bool
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.tables import (
    BLOCKS_SIGHT,
    HIDING_PLACES,
    POSITIONS,
    TOLERANCE_IN,
    Feature,
    Position,
)
from campaign.values import dataclass

NIGHT_MISSING = NotCovered("BGC-M-26", "12", "night.visibility")


class Looks(StrEnum):
    """The appearance of a platoon to an observer."""

    VEHICLE = "vehicle"
    FOOT = "infantry on foot"
    UNLIMBERED = "unlimbered artillery"
    LIMBERED = "limbered, mounted or on horses"


@dataclass(frozen=True, slots=True)
class NightSight:
    """The house file's distances by night, in inches."""

    vehicle: int
    foot: int
    fired: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A platoon as a target of sight. ``place`` is the feature it is in or behind, if any, and ``position`` its
    position there.
    """

    looks: Looks
    fired: bool = False
    place: Feature | None = None
    position: Position = Position.OUTSIDE
    dug_in: bool = False

    @property
    def as_vehicle(self) -> bool:
        """True if the platoon is seen as far as a vehicle, before house rules."""
        return self.looks is Looks.VEHICLE


def spotting_range(
    target: Seen,
    *,
    levels_down: int = 0,
    both_in_wood: bool = False,
    in_town: bool = False,
    night: NightSight | bool | None = False,
) -> int | NotCovered:
    """Return the inches at which a platoon is seen by an observer this number of levels higher (BGC-TAB-12, BGC-AMB-29,
    -30).

    ``night``: False by day; the house file's distances by night, None if it has none.
    """
    if in_town:
        return tables.SEEN_IN_TOWN_IN
    if both_in_wood:
        return tables.SEEN_IN_WOOD_IN
    as_vehicle = target.as_vehicle or target.looks is Looks.LIMBERED
    if night is None or night is True:
        return NIGHT_MISSING
    if isinstance(night, NightSight):
        return night.fired if target.fired else night.vehicle if as_vehicle else night.foot
    base = tables.SEEN_FIRED_IN if target.fired else tables.SEEN_VEHICLE_IN if as_vehicle else tables.SEEN_FOOT_IN
    return base + tables.SEEN_PER_LEVEL_IN * max(0, levels_down)


def may_hide(target: Seen) -> bool:
    """Return whether a platoon may hide: it is at a place for hiding, and of a kind that may (BGC-VIS-14,
    BGC-AMB-35).
    """
    at_edge = target.place in HIDING_PLACES and (target.position is Position.EDGE or target.place not in BLOCKS_SIGHT)
    return target.dug_in or at_edge


def hidden(target: Seen) -> bool:
    """Return whether a platoon cannot be seen from outside: fully inside a feature, or hiding and not yet fired
    (BGC-VIS-15, -16, BGC-MEAS-05, -06).
    """
    if target.place in BLOCKS_SIGHT and target.position is Position.INSIDE:
        return True
    return may_hide(target) and not target.fired


def seen_within(
    target: Seen,
    *,
    levels_down: int = 0,
    both_in_wood: bool = False,
    in_town: bool = False,
    night: NightSight | bool | None = False,
) -> Fraction | NotCovered:
    """Return the inches within which a platoon is seen on a clear line (BGC-VIS-03).

    While it hides: in contact, or at 2 inches from inside its wood (BGC-AMB-34); otherwise its range, a quarter inch
    more if it has fired and a quarter less if it has not (BGC-MEAS-10, -11).
    """
    if hidden(target):
        return Fraction(tables.SEEN_IN_WOOD_IN if both_in_wood and target.place is Feature.WOOD else tables.CONTACT_IN)
    reach = spotting_range(target, levels_down=levels_down, both_in_wood=both_in_wood, in_town=in_town, night=night)
    if isinstance(reach, NotCovered):
        return reach
    margin = TOLERANCE_IN if target.fired else -TOLERANCE_IN
    return Fraction(reach) if in_town else reach + margin


def sees_out(position: Position) -> bool:
    """Return whether a platoon in this position sees outside it (BGC-TAB-14)."""
    return POSITIONS[position].sees_out


def blocked_by(
    obstruction: Feature,
    at_in: Fraction | int,
    target_in: Fraction | int,
    *,
    viewer_level: int = 0,
    target_level: int = 0,
    hides: bool = False,
) -> bool:
    """Return whether an edge on the way blocks the view. ``at_in`` is its distance from the viewer (BGC-LOS-01, -02,
    BGC-AMB-32).

    A view downwards goes over an edge in the first half of the way; exactly half way the edge blocks.
    """
    if obstruction not in BLOCKS_SIGHT or hides:
        return False
    return not (viewer_level > target_level and Fraction(at_in) * 2 < target_in)


class Slope(StrEnum):
    """The position of a unit on or near a hill; ``FOOT`` is the ground around it."""

    TOP_EDGE = "at the edge of the top"
    TOP = "on top, back from the edge"
    SLOPE = "on the near slope"
    FOOT = "below, on the near side"
    BEYOND = "beyond the hill"


_HIDDEN_BY_HILL = {
    (Slope.TOP, Slope.SLOPE),
    (Slope.SLOPE, Slope.TOP),
    (Slope.SLOPE, Slope.BEYOND),
    (Slope.FOOT, Slope.BEYOND),
    (Slope.BEYOND, Slope.FOOT),
    (Slope.BEYOND, Slope.SLOPE),
}


def hill_hides(viewer: Slope, target: Slope) -> bool:
    """Return whether the hill itself hides the target (BGC-LOS-03..08). A viewer on top sees all around except the
    slope, and that too from its edge.
    """
    return (viewer, target) in _HIDDEN_BY_HILL


def stays_fired(book: Rulebook, *, out_of_sight: bool, moved_or_silent: bool, turn_over: bool) -> bool:
    """Return whether a platoon that fired still counts as having fired (BGC-AMB-31)."""
    word = book.word("brigadier.fired_status")
    if word == "turn":
        return not turn_over
    return word == "battle" or not (out_of_sight and moved_or_silent)
