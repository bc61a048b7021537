"""Things sorted by their points: what a rectangle holds is what a look at all of them finds, in the given order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from campaign.theatre.sorted_points import SortedPoints

METRES = st.integers(-20, 20).map(float)
POINTS = st.lists(st.tuples(METRES, METRES), max_size=30)


@given(points=POINTS, west=METRES, south=METRES, east=METRES, north=METRES)
def test_a_rectangle_holds_what_lies_in_it(
    points: list[tuple[float, float]], west: float, south: float, east: float, north: float
) -> None:
    inside = [n for n, (x, y) in enumerate(points) if west <= x <= east and south <= y <= north]
    assert SortedPoints((point, n) for n, point in enumerate(points)).within(west, south, east, north) == inside


@given(points=POINTS, middle=st.tuples(METRES, METRES), metres=st.integers(0, 20))
def test_a_square_reaches_as_far_to_each_side(
    points: list[tuple[float, float]], middle: tuple[float, float], metres: int
) -> None:
    inside = [n for n, (x, y) in enumerate(points) if max(abs(x - middle[0]), abs(y - middle[1])) <= metres]
    near = SortedPoints((point, n) for n, point in enumerate(points))
    assert near.around(middle, metres) == inside
    assert list(near) == list(range(len(points)))
