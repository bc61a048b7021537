"""The one design of all papers: measures in points, type sizes, rules, greys, and the side's accent.

No meaning depends on colour: every paper reads the same in one black ink.
"""

from __future__ import annotations

from typing import Final

from campaign.errors import BadInput

MM: Final = 72 / 25.4
Colour = tuple[float, float, float]

TEXT_WIDTH: Final = 190 * MM
"""Width of the text on a portrait page, the same on A4 and Letter, so that one layout serves both."""
TOP: Final = 6 * MM
REACHED: Final = 12 * MM
"""Distance from the lower edge of the paper that ink-jet printers still reach; the words at the foot are there."""
UNDER_RULE: Final = 2.5 * MM
"""Distance from the foot rule down to the words under it."""
LARGE: Final = 4 / 3
"""Factor of large print: 7.5 points become 10."""

FLOOR: Final = 6.5
"""Smallest type size in points."""
TITLE: Final = 19.0
BLOCK_TITLE: Final = 7.5
TEXT: Final = 7.5
"""Smallest type size in points for text read during a move: orders, rules, rows of units."""
TABLE: Final = 7.5
CAPTION: Final = 7.5
"""Type size in points of heads of columns, labels of boxes, and the second line under a name."""
NOTE: Final = 6.5
"""Type size in points of notes to a table, in italics, and of the foot of the page."""
MAP: Final = 6.5
"""Type size in points of words in and beside a map."""
MAP_NAME: Final = 7.2
"""Type size in points of names of places on a map."""
FORM_CODE: Final = 13.0

HEAD_RULE: Final = 1.4
BLOCK_RULE: Final = 0.9
CLOSE_RULE: Final = 0.6
ROW_RULE: Final = 0.3
HAIR: Final = 0.2
PEN_RULE: Final = 0.4

LEADING: Final = 1.22
"""Line pitch as a multiple of the type size (0.43 mm a point)."""


def grey(white: int) -> Colour:
    """Return a grey with that per cent of white."""
    return (white / 100, white / 100, white / 100)


INK: Final = grey(7)
WHITE: Final = grey(100)
SECOND: Final = grey(20)
THIRD: Final = grey(30)
FAINT: Final = grey(35)
"""Lightest grey of words."""
BOX_FIGURE: Final = grey(48)
PEN_LINE: Final = grey(40)
ROW_LINE: Final = grey(65)
TRACK: Final = grey(83)
STRIP: Final = grey(93)
SHADE: Final = grey(90)
TAG: Final = grey(84)
ZEBRA: Final = grey(96)
GRID: Final = grey(85)
SEA: Final = (0.90, 0.935, 0.96)
STREAM: Final = (0.76, 0.85, 0.92)
BANK: Final = (0.30, 0.40, 0.50)
"""Colour of the water's edge; ``SEA`` is that of open and ``STREAM`` that of running water. In black print they become
paler and darker greys."""


def accent(text: str) -> Colour:
    """Return the side's colour from ``#rrggbb``. Raises BadInput."""
    digits = text.removeprefix("#")
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise BadInput(f"{text!r} is not a colour. Write the colour of a side as #rrggbb, as in #8f301c")
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return _dark_enough((red, green, blue))


def _dark_enough(colour: Colour) -> Colour:
    """Return a colour dark enough for white type: a light accent is darkened until its luminance is at most 0.42."""
    luminance = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
    if luminance <= 0.42:
        return colour
    share = 0.42 / luminance
    return (colour[0] * share, colour[1] * share, colour[2] * share)


def tint(colour: Colour, share: float = 0.16) -> Colour:
    """Return a pale tint: that share of the colour on white."""
    red, green, blue = (1 - share * (1 - part) for part in colour)
    return (red, green, blue)
