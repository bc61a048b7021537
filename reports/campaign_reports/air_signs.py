"""Air groups as symbols: an aircraft from above in the frame, with two or four engines for bombers, in outline for a
transport."""

from __future__ import annotations

from campaign.terms.forces import AirType
from campaign_reports.page import Sheet
from campaign_reports.style import INK, WHITE

_BODY = ((0, -0.36), (0.05, -0.26), (0.06, -0.08), (0.045, 0.2), (0.035, 0.3))
_WINGS = ((0.06, -0.08), (0.42, 0.03), (0.42, 0.1), (0.06, 0.1))
_TAIL = ((0.035, 0.24), (0.15, 0.29), (0.15, 0.35), (0, 0.33))
ENGINES = {AirType.GROUND_ATTACK: 0, AirType.MEDIUM_BOMBER: 1, AirType.HEAVY_BOMBER: 2, AirType.TRANSPORT: 1}
"""Number of engines on each wing, by type of aircraft."""


def draw_air(sheet: Sheet, kind: AirType, x: float, y: float, h: float) -> None:
    """Draw an air group's symbol with the upper left corner of its frame at (x, y)."""
    weight = max(0.55, 0.045 * h)
    sheet.box(x, y, 1.5 * h, h, weight, INK, WHITE)
    middle, centre = x + 0.75 * h, y + 0.5 * h
    outline = [*_BODY[:3], *_WINGS[1:], *_BODY[3:], *_TAIL[1:]]
    points = [*outline, *((-across, down) for across, down in reversed(outline))]
    hollow = kind is AirType.TRANSPORT
    sheet.path(
        [(middle + a * h, centre + d * h) for a, d in points], weight * 0.8, INK, WHITE if hollow else INK, closed=True
    )
    for number in range(ENGINES[kind]):
        for way in (1, -1):
            at = middle + way * (0.15 + 0.12 * number) * h
            sheet.box(at - 0.022 * h, centre - (0.15 - 0.04 * number) * h, 0.044 * h, 0.2 * h, fill=INK)
