"""The parts of the earth where campaigns of 1936 to 1945 were fought on land; swapped axes are noticed by them."""

from __future__ import annotations

from campaign.exchange.foreign.draft import Point

_BOXES: tuple[tuple[str, float, float, float, float], ...] = (
    ("Europe", 34.5, 72, -11, 60),
    ("North Africa", 20, 38, -18, 36),
    ("East Africa", -5, 16, 33, 47),
    ("the Levant and Iraq", 29, 38, 34, 49),
    ("Madagascar", -26, -11, 43, 51),
    ("West Africa", 4, 17, -18, 16),
    ("India and Burma", 5, 35, 68, 102),
    ("China, Japan and Mongolia", 18, 55, 73, 150),
    ("South East Asia and the Pacific", -15, 30, 95, 180),
    ("the Aleutians", 50, 56, -180, -160),
)
"""Name, least and greatest latitude, least and greatest longitude."""
# Our choice: wide enough for maps that go beyond the fighting, without Arabia, Persia and the Indian Ocean, where a map
# of Europe lands if its latitude and longitude are swapped.


def theatre_of(lon_lat: Point) -> str:
    """Return the theatre of a point; "" for none."""
    lon, lat = lon_lat
    return next((name for name, s, n, w, e in _BOXES if s <= lat <= n and w <= lon <= e), "")
