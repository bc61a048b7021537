"""Roads that a file draws twice: there and back, again, or as two carriageways.

once(lines, draft, sums, keep_all) -> lines     each road once, with the names of its other drawings
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from campaign.exchange.foreign.doubts import Doubt, Stake, Sure
from campaign.exchange.foreign.draft import Draft, Point
from campaign.exchange.foreign.map_doubts import tell
from campaign.exchange.foreign.plane import RoadLine
from campaign.terms.words import of_kind

# Our choices, for this and the next.
TWIN_M, CARRIAGE_M = 1.0, 25.0
"""Greatest distance in metres between two drawings of one road, and between two carriageways of one road."""
ALIKE = 0.05
"""Part by which the lengths of two drawings of one road may differ."""


def once(lines: list[RoadLine], draft: Draft, sums: dict[str, float], *, keep_all: bool) -> list[RoadLine]:
    """Return the lines without the second of two that draw one road; two different roads between two places stay."""
    kept, exact, beside, unlike = list[RoadLine](), list[RoadLine](), list[RoadLine](), list[RoadLine]()
    groups: defaultdict[frozenset[Point], list[RoadLine]] = defaultdict(list)
    for line in lines:
        if len(line.points) < 2 and not (line.is_stated and line.road.stroke.ends):
            leave_short(line, draft, sums)
        elif line.is_own or keep_all:
            kept.append(line)
        elif (match := _match(groups[frozenset((line.points[0], line.points[-1]))], line)) is None:
            groups[frozenset((line.points[0], line.points[-1]))].append(line)
            kept.append(line)
        else:
            away, first = match
            is_alike = _is_alike(first, line)
            (beside if away > TWIN_M else exact if is_alike else unlike).append(line)
            if not is_alike and abs(line.metres - line.drawn) < abs(first.metres - first.drawn):
                first.metres, line.metres = line.metres, first.metres
            first.also += [line.road.stroke.name, *line.also]
            first.road.bridge = first.road.bridge or line.road.bridge
    draft.count("lines drawn twice", len(exact) + len(beside) + len(unlike))
    made = "drawn twice, or there and back, so each road counts once"
    _tell(exact, made, Sure.CERTAIN, draft, sums)
    made = f"side by side within {CARRIAGE_M:.0f} m between the same ends, so they are two carriageways of one road"
    _tell(beside, made, Sure.LIKELY, draft, sums)
    made = "drawn there and back with two lengths, so each road counts once, with the length nearer to the drawing"
    _tell(unlike, made, Sure.LIKELY, draft, sums)
    return kept


def leave_short(line: RoadLine, draft: Draft, sums: dict[str, float]) -> None:
    """Leave out a line whose ends are one point."""
    stroke = line.road.stroke
    sums["twins"] = sums.get("twins", 0.0) + line.metres / 1000
    draft.note(stroke.where, f"{stroke.name or 'a line'} was left out, because both its ends are at one place")


def _tell(twins: Sequence[RoadLine], made: str, sure: Sure, draft: Draft, sums: dict[str, float]) -> None:
    if not twins:
        return
    km = sum(line.metres for line in twins) / 1000
    sums["twins"] = sums.get("twins", 0.0) + km
    first = twins[0].road.stroke.where
    read = f"{of_kind(len(twins), 'lines')}, {km:.1f} km, the first {first}"
    tell(draft, Doubt("twins", read, made, sure, km, Stake.KILOMETRES, (), ("two roads",), "set map twins keep"))


def _match(group: Sequence[RoadLine], line: RoadLine) -> tuple[float, RoadLine] | None:
    """Return the other drawing of a road, and how far it is from this one."""
    return next(((away, first) for first in group if (away := _apart(first, line)) is not None), None)


def _is_alike(first: RoadLine, second: RoadLine) -> bool:
    """Return whether two lines are about as long."""
    return abs(first.metres - second.metres) <= ALIKE * max(first.metres, second.metres)


def _apart(first: RoadLine, second: RoadLine) -> float | None:
    """Return how far two drawings of one road are apart; None if they are two roads.

    A drawing of the same course is the same road. Straight lines say nothing about the course, so two in one direction
    are two roads if their lengths differ; there and back they are one.
    """
    back = first.points[::-1]
    if second.points in (first.points, back):
        names = {line.road.stroke.name for line in (first, second)} - {""}
        is_course = first.road.stroke.ends is None and len(first.points) > 2 and len(names) < 2
        is_back = len(first.points) == 2 and second.points == back
        return 0.0 if is_course or is_back or _is_alike(first, second) else None
    if not _is_alike(first, second) or len(first.points) < 2 or len(second.points) < 2:
        return None
    from shapely import LineString, hausdorff_distance

    away = float(hausdorff_distance(LineString(first.points), LineString(second.points)))
    is_long = max(first.metres, second.metres) > 4 * CARRIAGE_M
    return away if away <= TWIN_M or (away <= CARRIAGE_M and is_long) else None
