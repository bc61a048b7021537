"""The pieces of the map: laws of snapping, and where one can go from a piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.values import replace
from campaign.views.map.map import MapUnit, SituationMap
from campaign.web.map_frame import EIGHTHS, Frame, about, fit_frame, frame_of, snapped, steps_of
from tests.reports import specimens_situation as specimens

SIZES = st.tuples(st.integers(200, 2000), st.integers(200, 1400))
POINTS = st.tuples(st.integers(-500_000, 500_000), st.integers(-500_000, 500_000))
WIDTHS = st.integers(1, 3_000_000)
VIEW = specimens.dense(60)


@given(POINTS, WIDTHS, SIZES)
def test_a_piece_asked_for_by_its_own_centre_and_width_is_itself(
    centre: tuple[int, int], metres: int, size: tuple[int, int]
) -> None:
    frame = snapped(centre, metres, *size)
    assert snapped(frame.centre, frame.metres_wide, *size) == frame


@given(POINTS, WIDTHS, SIZES)
def test_a_centre_moves_by_no_more_than_half_a_step(
    centre: tuple[int, int], metres: int, size: tuple[int, int]
) -> None:
    frame = snapped(centre, metres, *size)
    assert abs(frame.step * EIGHTHS - frame.metres_wide * min(size) / size[0]) <= 1
    for asked, given_ in zip(centre, frame.centre, strict=True):
        assert abs(asked - given_) <= frame.step / 2 + 1


@given(POINTS, WIDTHS, SIZES)
def test_every_step_leads_to_a_piece_that_is_asked_for_alike(
    centre: tuple[int, int], metres: int, size: tuple[int, int]
) -> None:
    frame = frame_of(VIEW, *size, centre, metres)
    assert frame_of(VIEW, *size, frame.centre, frame.metres_wide) == frame
    steps = steps_of(VIEW, frame)
    assert steps.now == frame
    for step in (steps.closer, steps.wider, steps.west, steps.east, steps.north, steps.south):
        if step is not None:
            assert step != frame
            assert snapped(step.centre, step.metres_wide, *size) == step
    if steps.closer is not None:
        assert frame.one_in / 3 <= steps.closer.one_in < frame.one_in
    if steps.wider is not None:
        assert frame.one_in < steps.wider.one_in <= frame.one_in * 3
    if steps.east is not None and steps.west is not None:
        assert steps.east.centre[0] > frame.centre[0] > steps.west.centre[0]
    if steps.north is not None and steps.south is not None:
        assert steps.north.centre[1] > frame.centre[1] > steps.south.centre[1]


@given(st.lists(POINTS, min_size=1, max_size=20), SIZES)
def test_the_piece_about_some_points_shows_them_all(points: list[tuple[int, int]], size: tuple[int, int]) -> None:
    frame = about(points, snapped((0, 0), 3_000_000, *size))
    assert all(frame.extent.has(point) for point in points)
    once = about(points[:1], frame)
    assert frame.one_in / 3 <= once.one_in <= frame.one_in


def far(count: int) -> SituationMap:
    """Return troops in a place and ``count`` of them very far off."""
    units = [MapUnit(specimens.symbol(n, 0), (n * 500, 0), 0, f"{n}") for n in range(10)]
    units += [MapUnit(specimens.symbol(n, 0), (400_000, 0), 0, f"far {n}") for n in range(count)]
    return replace(specimens.bare(), units=tuple(units))


def test_the_front_leaves_out_a_few_that_are_far_off_but_not_many() -> None:
    assert fit_frame(far(2), 600, 600).metres_wide < 30_000
    assert fit_frame(far(8), 600, 600).metres_wide > 400_000


@pytest.mark.parametrize("size", [(10, 600), (600, 10), (9000, 600)])
def test_a_size_that_cannot_be_drawn_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match=f"a map of {size[0]} by {size[1]} pixels"):
        fit_frame(VIEW, *size)


def test_a_width_of_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="-5 metres wide"):
        frame_of(VIEW, 600, 600, (0, 0), -5)


def test_nobody_gets_lost_beyond_the_ground() -> None:
    frame = frame_of(VIEW, 600, 600, (90_000_000, 90_000_000), 10_000)
    assert frame.extent.west < max(place.at[0] for place in VIEW.places) + frame.metres_wide
    assert isinstance(frame, Frame)
