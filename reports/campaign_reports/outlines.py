"""The outlines of the typeface's letters, for drawings that must look alike in a program without the typeface.

    outline(Cut.REGULAR, "A")   ``M0 0L235 714...z`` in units of the cut, y up; empty for a space
    UNITS                       of these make the type size

Read from the TrueType tables of the files in ``fonts/``: a letter is drawn by straight lines and quadratic curves, or
put together from others at given offsets, as accented letters are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from struct import calcsize, unpack_from
from typing import Final

from campaign.values import dataclass
from campaign_reports.type import Cut, cut_file, glyph_of

UNITS: Final = 1000
"""Units to the type size, in every cut."""

ON_CURVE, SHORT_X, SHORT_Y, REPEATED, SAME_X, SAME_Y = 1, 2, 4, 8, 16, 32
"""Flags of each point of an outline; for a short distance, SAME means that it is positive."""
WORDS, OFFSETS, SCALED, MORE, SCALED_TWICE, TURNED = 1, 2, 8, 32, 64, 128
"""Flags of each part of a letter that consists of other letters."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of an outline; one that is not on the curve pulls it towards itself."""

    x: float
    y: float
    on_curve: bool


Contour = tuple[Point, ...]


@lru_cache(maxsize=4096)
def outline(cut: Cut, letter: str) -> str:
    """Return the path of a letter in SVG's words; y runs up."""
    return "".join(_path(contour) for contour in contours(cut, glyph_of(cut, letter)) if contour)


def box(cut: Cut, glyph: int) -> tuple[int, int, int, int] | None:
    """Return the least and the greatest x and y of a glyph as the file itself states them; None for an empty glyph."""
    data, at = _place(cut, glyph)
    if at is None:
        return None
    left_x, low, right, high = unpack_from(">4h", data, at + 2)
    return left_x, low, right, high


def contours(cut: Cut, glyph: int) -> tuple[Contour, ...]:
    """Return the closed lines that a glyph is made of."""
    data, at = _place(cut, glyph)
    if at is None:
        return ()
    (count,) = unpack_from(">h", data, at)
    return tuple(_drawn(data, at + 10, count)) if count >= 0 else tuple(_put_together(cut, data, at + 10))


@cache
def _tables(cut: Cut) -> tuple[bytes, int, tuple[int, ...]]:
    """Return the file, the beginning of its glyphs, and the offset of each from there."""
    data = cut_file(cut)
    (count,) = unpack_from(">H", data, 4)
    begin = {data[at : at + 4]: unpack_from(">2L", data, at + 8) for at in range(12, 12 + 16 * count, 16)}
    is_long = unpack_from(">h", data, begin[b"head"][0] + 50)[0] == 1
    at, size = begin[b"loca"]
    far = (
        unpack_from(f">{size // 4}L", data, at)
        if is_long
        else tuple(2 * half for half in unpack_from(f">{size // 2}H", data, at))
    )
    return data, begin[b"glyf"][0], far


def _place(cut: Cut, glyph: int) -> tuple[bytes, int | None]:
    data, begin, far = _tables(cut)
    return data, begin + far[glyph] if far[glyph] < far[glyph + 1] else None


def _drawn(data: bytes, at: int, count: int) -> Iterator[Contour]:
    ends = unpack_from(f">{count}H", data, at)
    at += 2 * count
    at += 2 + unpack_from(">H", data, at)[0]  # past what is meant for small screens
    points = ends[-1] + 1 if ends else 0
    flags: list[int] = []
    while len(flags) < points:
        flag = data[at]
        times = 1 + (data[at + 1] if flag & REPEATED else 0)
        at += 2 if flag & REPEATED else 1
        flags += [flag] * times
    xs, at = _ways(data, at, flags, SHORT_X, SAME_X)
    ys, at = _ways(data, at, flags, SHORT_Y, SAME_Y)
    every = [Point(x, y, bool(flag & ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    for before, last in pairwise((-1, *ends)):
        yield tuple(every[before + 1 : last + 1])


def _ways(data: bytes, at: int, flags: Sequence[int], short: int, same: int) -> tuple[list[int], int]:
    """Return one coordinate of all points, each given relative to the one before, and where the next begins."""
    nows, now = [], 0
    for flag in flags:
        if flag & short:
            now += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            now += unpack_from(">h", data, at)[0]
            at += 2
        nows.append(now)
    return nows, at


def _put_together(cut: Cut, data: bytes, at: int) -> Iterator[Contour]:
    """Yield the parts one after the other, each scaled, mirrored or turned before it is moved."""
    flag = MORE
    while flag & MORE:
        flag, glyph = unpack_from(">2H", data, at)
        if not flag & OFFSETS:
            raise ValueError(
                f"{cut}.ttf cannot be used: its glyph {glyph} is fitted to points of another glyph, but only "
                "offsets are supported"
            )
        form = ">2h" if flag & WORDS else ">2b"
        east, north = unpack_from(form, data, at + 4)
        at += 4 + calcsize(form)
        count = 1 if flag & SCALED else 2 if flag & SCALED_TWICE else 4 if flag & TURNED else 0
        turn = [part / 16384 for part in unpack_from(f">{count}h", data, at)]
        at += 2 * count
        xx, xy, yx, yy = turn if count == 4 else (turn[0], 0.0, 0.0, turn[-1]) if count else (1.0, 0.0, 0.0, 1.0)
        for contour in contours(cut, glyph):
            yield tuple(Point(p.x * xx + p.y * yx + east, p.x * xy + p.y * yy + north, p.on_curve) for p in contour)


def _path(contour: Contour) -> str:
    """Return the path of a contour. Between two points that pull, the curve passes midway."""
    start = next((i for i, point in enumerate(contour) if point.on_curve), None)
    if start is None:
        first, ring = _midway(contour[-1], contour[0]), list(contour)
    else:
        first, ring = contour[start], [*contour[start + 1 :], *contour[:start]]
    steps = [f"M{_number(first.x)} {_number(first.y)}"]
    pull: Point | None = None
    for point in [*ring, first]:
        if pull is not None:
            to = point if point.on_curve else _midway(pull, point)
            steps.append(f"Q{_number(pull.x)} {_number(pull.y)} {_number(to.x)} {_number(to.y)}")
        elif point.on_curve and point is not first:
            steps.append(f"L{_number(point.x)} {_number(point.y)}")
        pull = None if point.on_curve else point
    return "".join(steps) + "z"


def _midway(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2, True)


def _number(value: float) -> str:
    return f"{round(value, 1):g}"
