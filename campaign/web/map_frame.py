"""The piece of the map that a screen shows, and the pieces beside it: zoom, pan and fit without a script.

Scales are round and centres lie on a lattice of an eighth of the shorter side, so that few different pieces are asked
for and each can be kept.

    Frame        one piece: centre, scale, size in pixels
    Steps        a piece and where one can go from it
    fit_frame    the piece with the front in it
    snapped      the nearest piece for a centre and a width
    frame_of     the same, kept on the ground that the view has
    steps_of     the steps from a piece
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from campaign.errors import BadInput
from campaign.values import dataclass
from campaign.views.map.map import Metres, SituationMap
from campaign_reports.areas import Area
from campaign_reports.map_chart import POINTS_A_METRE, Chart, Extent
from campaign_reports.style import MAP

LEAST_TYPE: Final = 12.0
"""Height in pixels of the smallest words on a map."""
PIXELS_A_POINT: Final = LEAST_TYPE / MAP
EIGHTHS: Final = 8
"""Steps of the centre in the shorter side of a piece."""
RUNGS: Final = (10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 70, 85)
"""Scales, as one in so many, for every power of ten."""
CLOSEST: Final = 4_000
"""Largest scale."""
FARTHEST: Final = 85_000_000
SMALLEST: Final = 120
LARGEST: Final = 4_000
"""Least and greatest width and height of a piece, in pixels."""
AROUND: Final = 0.08
"""Room in shares of the width, on every side of what a piece is to show."""
LEAST_SHOWN: Final = 6_000.0
"""Least metres that the piece with the front shows, however close its troops are."""
STRAYS: Final = 0.25
"""Greatest share of the troops that the piece with the front may leave out."""
WORTH: Final = 0.85
"""Share to which a stray must let that piece shrink to be left out."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A piece of the map: its centre in metres, its scale (``one_in`` 200000 is 1:200 000) and its size in pixels."""

    centre: Metres
    one_in: int
    wide: int
    high: int

    @property
    def metres_a_pixel(self) -> float:
        """Metres that a pixel shows."""
        return self.one_in / (POINTS_A_METRE * PIXELS_A_POINT)

    @property
    def metres_wide(self) -> int:
        """Metres from the western to the eastern edge, by which the piece is asked for."""
        return round(self.wide * self.metres_a_pixel)

    def holds(self, at: Metres) -> bool:
        """Return whether a point of the map is on the piece."""
        shown = self.extent
        return shown.west <= at[0] <= shown.east and shown.south <= at[1] <= shown.north

    @property
    def chart(self) -> Chart:
        """Chart of the piece, in points."""
        return Chart(
            Area(0, 0, self.wide / PIXELS_A_POINT, self.high / PIXELS_A_POINT),
            (float(self.centre[0]), float(self.centre[1])),
            self.one_in,
        )

    @property
    def step(self) -> float:
        """Metres between two centres of the lattice."""
        return min(self.wide, self.high) * self.metres_a_pixel / EIGHTHS

    @property
    def extent(self) -> Extent:
        """Ground that the piece shows."""
        across, up = self.wide * self.metres_a_pixel / 2, self.high * self.metres_a_pixel / 2
        (x, y) = self.centre
        return Extent(x - across, y - up, x + across, y + up)


@dataclass(frozen=True, slots=True)
class Steps:
    """A piece and where one can go from it; None where one can go no farther."""

    now: Frame
    fit: Frame
    closer: Frame | None
    wider: Frame | None
    west: Frame | None
    east: Frame | None
    north: Frame | None
    south: Frame | None


def snapped(centre: Metres, metres_wide: int, wide: int, high: int) -> Frame:
    """Return the piece of ``wide`` by ``high`` pixels that is nearest to this centre and width. Raises BadInput."""
    for pixels in (wide, high):
        if not SMALLEST <= pixels <= LARGEST:
            raise BadInput(
                f"a map of {wide} by {high} pixels cannot be drawn. Width and height must be {SMALLEST} to "
                f"{LARGEST} pixels"
            )
    if metres_wide <= 0:
        raise BadInput(f"a map cannot be {metres_wide} metres wide. Write a width of 1 metre or more")
    least = metres_wide / wide * POINTS_A_METRE * PIXELS_A_POINT
    return _on_lattice(centre, _nearest(least), wide, high)


def frame_of(view: SituationMap, wide: int, high: int, centre: Metres | None, metres_wide: int | None) -> Frame:
    """Return the piece to show: the nearest to this centre and width, its centre on the ground of the view and no
    smaller in scale than shows all of that; without either, that of the piece with the front. Raises BadInput.
    """
    fit = fit_frame(view, wide, high)
    frame = snapped(centre or fit.centre, metres_wide or fit.metres_wide, wide, high)
    ground = _ground(view)
    within = _within(ground, frame.centre)
    return _on_lattice(within, min(frame.one_in, _holding(ground, wide, high).one_in), wide, high)


def fit_frame(view: SituationMap, wide: int, high: int) -> Frame:
    """Return the piece that holds the front: battles, contacts and troops but for few far off. Raises BadInput."""
    snapped((0, 0), 1, wide, high)  # refuses a size that cannot be drawn
    return _holding(_front(view, wide / high), wide, high)


def steps_of(view: SituationMap, frame: Frame) -> Steps:
    """Return where one can go from a piece: twice as close, half as close, half its width or height to each side."""
    fit = fit_frame(view, frame.wide, frame.high)
    ground = _ground(view)
    widest = max(_holding(ground, frame.wide, frame.high).one_in, fit.one_in)

    def at(one_in: float) -> Frame | None:
        near = min(max(_nearest(one_in), CLOSEST), widest)
        return None if near == frame.one_in else _on_lattice(frame.centre, near, frame.wide, frame.high)

    across, up = (
        frame.step * round(side / min(frame.wide, frame.high) * EIGHTHS / 2) for side in (frame.wide, frame.high)
    )

    def moved(east: float, north: float) -> Frame | None:
        to = _on_lattice(
            (round(frame.centre[0] + east), round(frame.centre[1] + north)), frame.one_in, frame.wide, frame.high
        )
        shown, seen = to.extent, ground
        meets = shown.east > seen.west and shown.west < seen.east and shown.north > seen.south
        return to if meets and shown.south < seen.north and to.centre != frame.centre else None

    return Steps(
        now=frame,
        fit=fit,
        closer=at(frame.one_in / 2),
        wider=at(frame.one_in * 2) if frame.one_in < widest else None,
        west=moved(-across, 0),
        east=moved(across, 0),
        north=moved(0, up),
        south=moved(0, -up),
    )


def about(points: Sequence[Metres], frame: Frame) -> Frame:
    """Return the piece of the same size that shows these points, at most twice as close."""
    close = _holding(Extent.about(points, 0.0), frame.wide, frame.high)
    return _on_lattice(close.centre, max(close.one_in, _nearest(frame.one_in / 2)), frame.wide, frame.high)


def _scales() -> list[int]:
    """Return the scales, the largest first."""
    powers = [10**n for n in range(8)]
    return [rung * power for power in powers for rung in RUNGS if CLOSEST <= rung * power <= FARTHEST]


def _nearest(one_in: float) -> int:
    """Return the scale nearest to this one."""
    return min(_scales(), key=lambda scale: (abs(scale - one_in), scale))


def _on_lattice(centre: Metres, one_in: int, wide: int, high: int) -> Frame:
    frame = Frame(centre, one_in, wide, high)
    step = frame.step
    return Frame((round(round(centre[0] / step) * step), round(round(centre[1] / step) * step)), one_in, wide, high)


def _holding(extent: Extent, wide: int, high: int) -> Frame:
    """Return the closest piece that holds this ground with a little room around it."""
    middle = round((extent.west + extent.east) / 2), round((extent.south + extent.north) / 2)
    frame = _on_lattice(middle, FARTHEST, wide, high)
    for one_in in _scales():
        frame = _on_lattice(middle, one_in, wide, high)
        room, shown = AROUND * frame.wide * frame.metres_a_pixel, frame.extent
        if (
            shown.west + room <= extent.west
            and shown.east - room >= extent.east
            and shown.south + room <= extent.south
            and shown.north - room >= extent.north
        ):
            break
    return frame


def _within(extent: Extent, point: Metres) -> Metres:
    return (round(min(max(point[0], extent.west), extent.east)), round(min(max(point[1], extent.south), extent.north)))


def _ground(view: SituationMap) -> Extent:
    points = [place.at for place in view.places] + [point for road in view.roads for point in road.points]
    points += [unit.at for unit in view.units]
    return Extent.about(points or [(0, 0)], LEAST_SHOWN)


def _front(view: SituationMap, ratio: float) -> Extent:
    """Return the ground of battles, contacts and most troops; of all places if there are no troops. Troops far from
    the rest are left out one by one, as long as each lets the piece shrink clearly.
    """
    fixed = [battle.at for battle in view.battles] + [contact.at for contact in view.contacts]
    troops = Counter(unit.at for unit in view.units)
    if not fixed and not troops:
        return _ground(view)
    spare = int(STRAYS * troops.total())

    def room(points: Sequence[Metres]) -> float:
        extent = Extent.about(points, LEAST_SHOWN)
        return max(extent.wide, extent.high * ratio)

    while True:
        points = [*fixed, *troops]
        edges = {edge(troops, key=key) for edge in (min, max) for key in (_east_of, _north_of)} if troops else set()
        without = [([point for point in points if point != spot or point in fixed], spot) for spot in edges]
        trials = sorted((room(others), spot) for others, spot in without if others)
        if not trials or troops[trials[0][1]] > spare or trials[0][0] > WORTH * room(points):
            return Extent.about(points, LEAST_SHOWN)
        spare -= troops.pop(trials[0][1])


def _east_of(point: Metres) -> tuple[int, int]:
    return point


def _north_of(point: Metres) -> tuple[int, int]:
    return point[1], point[0]
