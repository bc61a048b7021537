"""The typeface of the desk and of the campaign book in a browser: five cuts of the papers' Noto Sans with the letters of European names, packed for a browser.

    python -m tests.harness.typeface renew        cut and pack the files beside the papers' fonts anew

A file holds Latin, Latin Extended-A, the Romanian letters with a comma, punctuation and fractions, without hints; the
script keeps kerning and drops all other features. Arrows, ticks and boxes are drawn by the pages, never typed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from campaign_reports.type import Cut, cut_file

FONTS = Path(__file__).parents[2] / "reports" / "campaign_reports" / "fonts"
CUTS: Mapping[str, Cut] = {
    "noto-400.woff2": Cut.REGULAR,
    "noto-400i.woff2": Cut.ITALIC,
    "noto-600.woff2": Cut.SEMIBOLD,
    "noto-700.woff2": Cut.BOLD,
    "noto-narrow-600.woff2": Cut.NARROW_SEMIBOLD,
}
"""Files of the desk and the cut of the papers that each is made from."""
LETTERS: frozenset[int] = frozenset(
    {
        *range(0x20, 0x7F),
        *range(0xA0, 0x180),
        *range(0x218, 0x21C),
        *range(0x2010, 0x2016),
        *range(0x2018, 0x2023),
        *(ord(sign) for sign in "…‰′″‹›⁄€−⅓⅔⅛⅜⅝⅞"),
    }
)
"""Code points that the files hold, as far as the typeface has them."""
ALIKE: Mapping[int, int] = {0x2010: 0x2D, 0x2011: 0x2D, 0x2212: 0x2013}
"""Code points that the typeface lacks, drawn as others are: hyphens, and the minus sign as the papers print it."""


def packed(cut: Cut) -> bytes:
    """Return a cut with the desk's letters alone, as WOFF2."""
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]  # the licence and whose it is stay in the file
    font = TTFont(BytesIO(cut_file(cut)))
    for table in font["cmap"].tables:
        for letter, other in ALIKE.items():
            if other in table.cmap:
                table.cmap.setdefault(letter, table.cmap[other])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    font["head"].modified = font["head"].created  # equal bytes on every day
    font.recalcTimestamp = False
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def letters_in(file: Path) -> frozenset[int]:
    """Return the code points that a file of the desk holds."""
    return frozenset(TTFont(file).getBestCmap())


def main(arguments: list[str]) -> None:
    """Write the files if asked to; say how large each is."""
    if arguments != ["renew"]:
        sys.exit(__doc__)
    for name, cut in CUTS.items():
        content = packed(cut)
        (FONTS / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes, {len(letters_in(FONTS / name))} letters")


if __name__ == "__main__":
    main(sys.argv[1:])
