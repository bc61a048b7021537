"""Who sees whom: distances, hiding, obstructions, hills (BGC-VIS, BGC-LOS, BGC-MEAS).

Whoever is in sight is recognised; moving changes nothing; everybody looks all round; units never stand in the way.

    spotting_range(target, book, levels=, both_in_wood=, in_town=, night=) -> inches | NotCovered
    seen_within(target, ...) -> inches               with the rules for marginal cases
    hidden(target) -> bool                           cannot be seen from outside until it fires
    blocked_by(obstruction, ...) -> bool             what an edge hides, and when one looks over it
    hill_hides(...) -> bool
"""

from __future__ import annotations

from dataclasses import dataclass
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

NIGHT_MISSING = NotCovered("BGC-M-26", "12", "night.visibility")


class Looks(StrEnum):
    """What a platoon is to the eye."""

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
    """A platoon looked at. ``place`` is what it stands in or behind, if anything, and ``position`` how."""

    looks: Looks
    fired: bool = False
    place: Feature | None = None
    position: Position = Position.OUTSIDE
    dug_in: bool = False

    @property
    def as_vehicle(self) -> bool:
        """Seen as far as a vehicle, before house rules."""
        return self.looks is Looks.VEHICLE


def spotting_range(
    target: Seen,
    *,
    levels_down: int = 0,
    both_in_wood: bool = False,
    in_town: bool = False,
    night: NightSight | bool | None = False,
) -> int | NotCovered:
    """Inches at which a platoon is seen by somebody so many levels higher (BGC-TAB-12, BGC-AMB-29, -30).

    ``night``: False by day, the house file's distances by night, None where it has none.
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
    """Stands where one can hide, and is of a kind that may (BGC-VIS-14, BGC-AMB-35)."""
    at_edge = target.place in HIDING_PLACES and (target.position is Position.EDGE or target.place not in BLOCKS_SIGHT)
    return target.dug_in or at_edge


def hidden(target: Seen) -> bool:
    """Cannot be seen from outside: fully inside something, or hiding and not yet fired (BGC-VIS-15, -16, BGC-MEAS-05,
    -06)."""
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
    """Inches within which a platoon is seen on a clear line (BGC-VIS-03).

    While it hides in contact, or at 2 inches from inside its wood (BGC-AMB-34); else its range, a quarter inch more for
    who has fired and a quarter less for who has not (BGC-MEAS-10, -11).
    """
    if hidden(target):
        return Fraction(tables.SEEN_IN_WOOD_IN if both_in_wood and target.place is Feature.WOOD else tables.CONTACT_IN)
    reach = spotting_range(target, levels_down=levels_down, both_in_wood=both_in_wood, in_town=in_town, night=night)
    if isinstance(reach, NotCovered):
        return reach
    margin = TOLERANCE_IN if target.fired else -TOLERANCE_IN
    return Fraction(reach) if in_town else reach + margin


def sees_out(position: Position) -> bool:
    """Does a platoon in this position see what is outside (BGC-TAB-14)?"""
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
    """Does an edge on the way stop the view? ``at_in`` is its distance from the viewer (BGC-LOS-01, -02, BGC-AMB-32).

    Looking down, one sees over what lies in the first half of the way; exactly half way blocks.
    """
    if obstruction not in BLOCKS_SIGHT or hides:
        return False
    return not (viewer_level > target_level and Fraction(at_in) * 2 < target_in)


class Slope(StrEnum):
    """Where somebody is on or about a hill; ``foot`` is the ground around it."""

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
    """Does the hill itself hide the target (BGC-LOS-03..08)? On top one sees all around except the slope, and that too
    from its edge."""
    return (viewer, target) in _HIDDEN_BY_HILL


def stays_fired(book: Rulebook, *, out_of_sight: bool, moved_or_silent: bool, turn_over: bool) -> bool:
    """Does somebody who fired still count as having fired (BGC-AMB-31)?"""
    word = book.word("brigadier.fired_status")
    if word == "turn":
        return not turn_over
    return word == "battle" or not (out_of_sight and moved_or_silent)
