"""Detection of units, and how well they are seen (BDE-DET, BDE-TAB-DET).

The pairs of the chart are the distances within which a target is part detected and spotted, both inclusive
(BDE-AMB-10). A detection lasts until the target leaves the line of sight of the unit that made it; it only ever gets
better before.

    showing(in_cover=, moved=, fired=) -> Showing
    detect(row, column, distance_in, ...) -> Seen         keep(before, now, in_sight=) -> Seen
    may_fire_at(seen, seen_by_friends, book) -> Seen
    indirect_target(seen, visible_feature=, df_point=) -> bool
"""

from __future__ import annotations

from math import inf

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.tables import AUTO, DETECTION, FAST_VEHICLE_IN, DetectedAs, Inches, Seen, Showing

_COLUMNS = tuple(Showing)


def showing(*, in_cover: bool, moved: bool, fired: bool) -> Showing:
    """Return the chart column for the behaviour of a target. A unit that moves within cover without firing counts as in
    cover (BDE-TAB-DET).
    """
    if in_cover:
        return Showing.FIRING_FROM_EDGE if fired else Showing.IN_COVER
    return Showing.ACTIVE_IN_OPEN if moved or fired else Showing.STILL_IN_OPEN


def detect(
    row: DetectedAs,
    column: Showing,
    distance_in: Inches | float,
    *,
    observer_vehicle_moved_in: Inches = 0,
    in_sight: bool = True,
    cap_in: int | None = None,
) -> Seen:
    """Return how well an observer sees a target at this distance (BDE-DET-01, -08, -09).

    ``observer_vehicle_moved_in``: the inches that the observer, if it is a vehicle, moved in its last move. ``cap_in``:
    visibility.
    """
    cell = DETECTION[row][_COLUMNS.index(column)]
    if not in_sight or cell is None or (cap_in is not None and distance_in > cap_in):
        return Seen.UNSEEN
    if cell is AUTO:
        return Seen.SPOTTED
    measured = distance_in * 2 if observer_vehicle_moved_in > FAST_VEHICLE_IN else distance_in
    if measured <= cell.spotted:
        return Seen.SPOTTED
    return Seen.PART if measured <= cell.part else Seen.UNSEEN


def farthest(row: DetectedAs, column: Showing, cap_in: int | None = None) -> float:
    """Return the inches beyond which such a target cannot be detected."""
    cell = DETECTION[row][_COLUMNS.index(column)]
    far = 0.0 if cell is None else inf if cell is AUTO else float(cell.part)
    return far if cap_in is None else min(far, cap_in)


def visibility(book: Rulebook) -> int | None:
    """Return the inches beyond which nothing is detected, if the campaign caps them (BDE-AMB-18)."""
    return None if book.is_word("brigade.visibility_cap") else book.integer("brigade.visibility_cap")


def keep(before: Seen, now: Seen, *, in_sight: bool) -> Seen:
    """Return the detection after a move: it stays, and may get better, until the target leaves the observer's line of
    sight (BDE-DET-10).
    """
    return max(before, now) if in_sight else Seen.UNSEEN


def may_fire_at(seen: Seen, seen_by_friends: Seen, book: Rulebook) -> Seen:
    """Return the detection by which a unit may fire at a target: its own; by the house rule also that of other units of
    its side (BDE-AMB-16).
    """
    return max(seen, seen_by_friends) if book.switch("brigade.shared_detection") else seen


def indirect_target(seen: Seen, *, visible_feature: bool = False, df_point: bool = False) -> bool:
    """Return whether indirect fire may be called there: at a unit that the caller at least part detects, at a feature,
    or at a registered point (BDE-DET-05, -06).
    """
    return seen >= Seen.PART or visible_feature or df_point
